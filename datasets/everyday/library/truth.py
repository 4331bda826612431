#!/usr/bin/env python3
"""Works out every answer of the 'library' domain from its four files.
  python3 truth.py           writes questions.jsonl
  python3 truth.py --check   says whether questions.jsonl is what the files give"""
import os, sys
from collections import Counter, defaultdict
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import finish, one, records  # beside the folders of the domains


def rows(name): return records(HERE, name)

def dmy(s): return datetime.strptime(s, "%d/%m/%Y").date() if s else None
def eur(s): return round(float(s.replace("€", "").replace(",", "")) * 100) if s else None   # cents


L = rows("loans.csv")
for r in L:
    r["out"], r["due"], r["in"] = dmy(r["Date out"]), dmy(r["Due date"]), dmy(r["Date in"])
    r["ren"], r["c"] = int(r["Renewals"]), eur(r["Charge"])
B = rows("titles.csv")
for b in B:
    b["cost"] = eur(b["Replacement cost"])
    b["pp"] = int(b["Extent"].split()[0]) if b["Extent"] else None
    b["n"], b["y"] = int(b["Copies held"]), int(b["First published"])
    b["score"] = float(b["Reader score"].split("/")[0]) if b["Reader score"] else None
    b["acq"] = datetime.strptime(b["Acquired on"], "%d %b %Y").date()
BT = {b["Title"]: b for b in B}
K = [(r["head"], r["relation"], r["tail"]) for r in rows("library.kg.tsv")]
T = [(r["head"], r["relation"], r["tail"], int(r["start"]), int(r["end"]) if r["end"] else None) for r in rows("library.tkg.tsv")]
BRANCH = {h for h, r, t in K if r == "offers service"}

assert len(BT) == len(B) and len({r["Loan No"] for r in L}) == len(L) and len(set(K)) == len(K)
assert {r["Branch"] for r in L} == BRANCH == {t for h, r, t, s, e in T if r == "librarian in charge of"}
assert {r["Title"] for r in L} <= set(BT)
assert {r["Card holder"] for r in L} == {h for h, r, t in K if r == "lives in"}
assert {b["Author"] for b in B} == {h for h, r, t in K if r == "born in"}
assert {b["Publisher"] for b in B} <= {h for h, r, t in K if r == "based in"}
for rel in ("librarian in charge of", "county librarian for", "director of", "runs the café at", "sponsor of", "chairs_friends_of"):
    for tail in {f[2] for f in T if f[1] == rel}:                                    # one holder a year
        ys = [y for f in T if f[1:3] == (rel, tail) for y in range(f[3], (f[4] or 2024) + 1)]
        assert len(ys) == len(set(ys)), (rel, tail)


def tails(h, rel): return {t for a, r, t in K if a == h and r == rel}
def heads(rel, t): return {a for a, r, b in K if b == t and r == rel}
def facts(rel, head=None, tail=None):
    return sorted((f for f in T if f[1] == rel and head in (None, f[0]) and tail in (None, f[2])), key=lambda f: f[3])
def in_year(rel, y, **kw): return [f for f in facts(rel, **kw) if f[3] <= y and (f[4] is None or y <= f[4])]
def current(rel, **kw): return [f for f in facts(rel, **kw) if f[4] is None]
def top(d, n=1, low=False):
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]                       # no tie at the edge
    return [k for k, _ in it[:n]]
def charges(rs): return sum(r["c"] for r in rs if r["c"] is not None) / 100
def out_in(y, **kw): return [r for r in L if r["out"].year == y and all(r[k] == v for k, v in kw.items())]
def mean(xs):
    xs = list(xs)
    return sum(xs) / len(xs)
def loan(no): return one(r for r in L if r["Loan No"] == no)
def sec(s): return [b for b in B if b["Section"] == s]
def county(br): return one(tails(one(tails(br, "located in")), "in county"))
def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{x:.4f}".rstrip("0").rstrip(".")
    return str(x)


Q = []
def q(kind, atype, question, answer, why):
    if atype == "boolean": a = ["yes" if answer else "no"]
    elif atype == "table": a = [f"{k} | {fmt(v)}" for k, v in sorted(answer.items())]
    elif atype == "refuse": a = []
    elif atype == "number": a = [fmt(answer)]
    else: a = sorted({fmt(x) for x in answer})
    assert a or atype == "refuse", question
    Q.append({"id": f"library-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a, "why": why})


# ---- lookup
q("lookup", "number", "What would a new copy of Kings Without Crowns set us back?", BT["Kings Without Crowns"]["cost"] / 100,
  "titles: Replacement cost of Kings Without Crowns")
q("lookup", "values", "Who is the specialist for the Cookery section?", tails("Cookery", "section_specialist"), "KG: Cookery section_specialist")
q("lookup", "values", "LN-30375 - who had it out?", [loan("LN-30375")["Card holder"]], "loans: Card holder of LN-30375")
q("lookup", "number", "How many pages does Empires of Peper have?", BT["Empires of Pepper"]["pp"], "titles: Extent of Empires of Pepper (misspelt in the question)")
q("lookup", "values", "Could you please let me know which book the Lunch Break Lit group has on the go at the moment?",
  tails("Lunch Break Lit", "is reading"), "KG: Lunch Break Lit is reading")

# ---- filter_list
q("filter_list", "values", "Which titles do we hold more than ten copies of?", [b["Title"] for b in B if b["n"] > 10], "titles: Copies held > 10")
q("filter_list", "values", "poetry rated 4 or better by readers", [b["Title"] for b in sec("Poetry") if b["score"] and b["score"] >= 4],
  "titles: Section Poetry, Reader score >= 4")
q("filter_list", "values", "Loan numbers, please, of everything borrowed in 2023 that was never seen again and is written off as lost.",
  [r["Loan No"] for r in out_in(2023, Status="Lost")], "loans: Date out in 2023, Status Lost")
q("filter_list", "values", "Which branches have study rooms?", heads("offers service", "study rooms"), "KG: offers service study rooms")
q("filter_list", "values", "Name the authors who have won the Lantern Prize.", heads("won prize", "Lantern Prize"), "KG: won prize Lantern Prize")

# ---- count
q("count", "number", "How many loans did Fishergate make in 2023?", len(out_in(2023, Branch="Fishergate")), "loans: Branch Fishergate, Date out in 2023")
q("count", "number", "How many different people have borrowed from Castle Hill?", len({r["Card holder"] for r in L if r["Branch"] == "Castle Hill"}),
  "loans: distinct Card holder, Branch Castle Hill")
q("count", "number", "no. of titles originally written in swedish", sum(b["Original language"] == "Swedish" for b in B), "titles: Original language Swedish")
q("count", "number", "How many loans were extended three times?", sum(r["ren"] == 3 for r in L), "loans: Renewals = 3")
q("count", "number", "How many card holders live in Pelbridge?", len(heads("lives in", "Pellbridge")), "KG: lives in Pellbridge (misspelt in the question)")

# ---- sum
q("sum", "number", "How much has Rosalie Tuttle had to pay us in charges, all in all?", charges(r for r in L if r["Card holder"] == "Rosalie Tuttle"),
  "loans: sum of Charge, Card holder Rosalie Tuttle")
q("sum", "number", "What is the total nubmer of copies in the Children section?", sum(b["n"] for b in sec("Children")), "titles: sum of Copies held, Section Children")
q("sum", "number", "The insurers have been on the phone again. If we had to buy every single copy of every Local Studies title anew, what would the bill be in euros?",
  sum(b["n"] * b["cost"] for b in sec("Local Studies")) / 100, "titles: sum of Copies held x Replacement cost, Section Local Studies")

# ---- average
q("average", "number", "What is the average replacement cost of the History titles?", mean(b["cost"] for b in sec("History")) / 100,
  "titles: mean Replacement cost, Section History (one value a title)")
q("average", "number", "mean reader score, crime & thrillers?", mean(b["score"] for b in sec("Crime & Thrillers") if b["score"]),
  "titles: mean Reader score, Section Crime & Thrillers, the blank left out")
late = [(r["in"] - r["due"]).days for r in L if r["in"] and r["in"] > r["due"]]
q("average", "number", "Of the loans that came back after they were due, how many days overdue were they on average?", mean(late),
  "loans: mean of Date in minus Due date where Date in is later than Due date")

# ---- min_max
q("min_max", "number", "How many pages does the longest Science & Nature book have?", max(b["pp"] for b in sec("Science & Nature")),
  "titles: max Extent, Section Science & Nature (no blanks there)")
q("min_max", "values", "When did a Cookery title last join the collection?", [max(b["acq"] for b in sec("Cookery"))], "titles: latest Acquired on, Section Cookery")
q("min_max", "number", "What's the worst score our readers have given any title?", min(b["score"] for b in B if b["score"]), "titles: min Reader score")

# ---- superlative
q("superlative", "values", "Which of our titles was first published the longest ago?", top({b["Title"]: b["y"] for b in B}, low=True), "titles: lowest First published")
q("superlative", "values", "Which crime novel do our readers rate highest?", top({b["Title"]: b["score"] for b in sec("Crime & Thrillers") if b["score"]}),
  "titles: Section Crime & Thrillers, highest Reader score")
q("superlative", "values", "Which branch has the widest rnage of services?", top(Counter(h for h, r, t in K if r == "offers service")),
  "KG: branch with most offers service triples")
q("superlative", "values", "priciest kids book to replace?", top({b["Title"]: b["cost"] for b in sec("Children")}), "titles: Section Children, highest Replacement cost")

# ---- top_k
q("top_k", "values", "Who were our two biggest bookworms in 2024, going by the number of loans?", top(Counter(r["Card holder"] for r in out_in(2024)), 2),
  "loans: Date out in 2024, two Card holders with most rows")
q("top_k", "values", "Name the four longest books we hold.", top({b["Title"]: b["pp"] for b in B if b["pp"]}, 4), "titles: four highest Extent")

# ---- comparison
q("comparison", "values", "Did Quarry Lane or Old Brewery make more loans in 2024?", top({b: len(out_in(2024, Branch=b)) for b in ("Quarry Lane", "Old Brewery")}),
  "loans: rows with Date out in 2024 of the two branches")
q("comparison", "values", "Which is thicker, Salt Roads of the North or Empires of Pepper?", top({t: BT[t]["pp"] for t in ("Salt Roads of the North", "Empires of Pepper")}),
  "titles: Extent of the two")
q("comparison", "values", "Abbey Gate vs The Malthouse - which gets more books back in a damaged state?",
  top({b: sum(r["Branch"] == b and r["Status"] == "Returned damaged" for r in L) for b in ("Abbey Gate", "The Malthouse")}),
  "loans: rows with Status Returned damaged of the two branches")

# ---- difference
q("difference", "number", "How many more copies do we have of Grandma's Rocket than of Robots Don't Cry?", BT["Grandma's Rocket"]["n"] - BT["Robots Don't Cry"]["n"],
  "titles: difference of the two Copies held")
q("difference", "number", "By how much does Seven Socks for Otto beat Where Do Puddles Go? on reader score?",
  BT["Seven Socks for Otto"]["score"] - BT["Where Do Puddles Go?"]["score"], "titles: difference of the two Reader scores")
q("difference", "number", "We lent less in one of the two years. What's the gap between the number of loans in 2023 and in 2024?", abs(len(out_in(2023)) - len(out_in(2024))),
  "loans: rows with Date out in 2023 against 2024")

# ---- percent
q("percent", "number", "What percentage of all loans were isued at the self-service kiosks?", 100 * sum(r["Issue channel"] == "Self-service kiosk" for r in L) / len(L),
  "loans: Issue channel Self-service kiosk over all rows")
tan = [r for r in L if r["Branch"] == "Tanners Row"]
q("percent", "number", "Of the loans from Tanners Row, what per cent were never renewed?", 100 * sum(r["ren"] == 0 for r in tan) / len(tan),
  "loans: Branch Tanners Row, Renewals = 0 over all of them")

# ---- group_by
q("group_by", "table", "How many titles are there in each section?", Counter(b["Section"] for b in B), "titles: rows per Section")
g = defaultdict(list)
for r in out_in(2024): g[r["Branch"]].append(r)
q("group_by", "table", "Please give me the total charges by branch for items borrowed in 2024.", {b: charges(rs) for b, rs in g.items()},
  "loans: sum of Charge with Date out in 2024 per Branch")
q("group_by", "table", "loans per issue channel", Counter(r["Issue channel"] for r in L), "loans: rows per Issue channel")
q("group_by", "table", "How many branches do we run in each county?", Counter(county(b) for b in BRANCH), "KG: branch located in town, town in county")

# ---- group_superlative
q("group_superlative", "values", "Which title was borowed the most often?", top(Counter(r["Title"] for r in L)), "loans: Title with most rows")
q("group_superlative", "values", "Which publisher supplies the largest number of our titles?", top(Counter(b["Publisher"] for b in B)), "titles: Publisher with most rows")
q("group_superlative", "values", "Which section has the highest average reader score?",
  top({s: mean(b["score"] for b in sec(s) if b["score"]) for s in {b["Section"] for b in B}}), "titles: highest mean Reader score per Section, blanks left out")

# ---- yes_no
q("yes_no", "boolean", "Is it Stelian Draghici who drives the Foxglove van?", "Stelian Draghici" in tails("Foxglove van", "driven by"),
  "KG: Foxglove van driven by somebody else")
q("yes_no", "boolean", "Has Dilys Penrose ever borrowed anything at Market Cross?", any(r["Card holder"] == "Dilys Penrose" and r["Branch"] == "Market Cross" for r in L),
  "loans: rows of Dilys Penrose at Market Cross")
q("yes_no", "boolean", "does every childrens title cost under 15 euros to replace?", all(b["cost"] < 1500 for b in sec("Children")), "titles: Section Children, Replacement cost")
q("yes_no", "boolean", "Was Bronagh Delacroix ever in charge of the Canal Side branch?", bool(facts("librarian in charge of", head="Bronagh Delacroix", tail="Canal Side")),
  "TKG: Bronagh Delacroix librarian in charge of Canal Side")

# ---- negation
q("negation", "values", "Which branches have never had a writer in residence?", BRANCH - {f[2] for f in facts("writer in residence at")},
  "KG: branches; TKG: no writer in residence at")
q("negation", "values", "Which of our titles have not been lent out even once?", set(BT) - {r["Title"] for r in L}, "titles without a row in loans")
q("negation", "values", "History titles not published by Ashgrove Academic?", [b["Title"] for b in sec("History") if b["Publisher"] != "Ashgrove Academic"],
  "titles: Section History, Publisher other than Ashgrove Academic")
q("negation", "values", "I'd like to invite the loners. Which of our card holders in Merrowdale aren't in any reading group?",
  [h for h in heads("lives in", "Merrowdale") if not tails(h, "belongs to group")], "KG: lives in Merrowdale, no belongs to group")

# ---- time_point
q("time_point", "values", "who ran castle hill in 2016", [one(in_year("librarian in charge of", 2016, tail="Castle Hill"))[0]],
  "TKG: librarian in charge of Castle Hill in 2016")
q("time_point", "values", "Who was at the helm of Merrowdale Libraries in 2012?", [one(in_year("director of", 2012, tail="Merrowdale Libraries"))[0]],
  "TKG: director of Merrowdale Libraries in 2012")
q("time_point", "values", "who did the cafe at tanners row back in 2015", [one(in_year("runs the café at", 2015, tail="Tanners Row"))[0]], "TKG: runs the café at Tanners Row in 2015")
q("time_point", "values", "Who owned Nightjar Boks in 2019?", [one(in_year("owned_by", 2019, head="Nightjar Books"))[2]], "TKG: owned_by of Nightjar Books in 2019 (misspelt in the question)")


# ---- before_after
def step(rel, who, by, **kw):
    fs = facts(rel, **kw)
    side = 2 if "head" in kw else 0
    return fs[one(i for i, f in enumerate(fs) if f[side] == who) + by][side]
q("before_after", "values", "Who was in charge of Quarry Lane before Ranulf Oyelode?", [step("librarian in charge of", "Ranulf Oyelade", -1, tail="Quarry Lane")],
  "TKG: previous librarian in charge of Quarry Lane (name misspelt in the question)")
q("before_after", "values", "When Pellbridge Motors stopped backing the Summer Reading Dash, which firm stepped in?", [step("sponsor of", "Pellbridge Motors", 1, tail="Summer Reading Dash")],
  "TKG: next sponsor of Summer Reading Dash")
q("before_after", "values", "Who followed Rosemary Iqbal as county librarian for South Tarnshire?", [step("county librarian for", "Rosemary Iqbal", 1, tail="South Tarnshire")],
  "TKG: next county librarian for South Tarnshire")

# ---- duration
q("duration", "values", "Leaving out the present one, which director of Merrowdale Libraries was in the job longest?",
  top({f[0]: f[4] - f[3] for f in facts("director of", tail="Merrowdale Libraries") if f[4]}), "TKG: longest closed director of Merrowdale Libraries")
q("duration", "number", "LN-30416: how many days between going out and coming back?", (loan("LN-30416")["in"] - loan("LN-30416")["out"]).days,
  "loans: Date in minus Date out of LN-30416")

# ---- multi_hop
q("multi_hop", "values", "What county is the Lime Kiln library in?", [county("Lime Kiln")], "KG: Lime Kiln located in town, in county")
q("multi_hop", "values", "Who drives the van that delivers to Abby Gate?", {d for v in tails("Abbey Gate", "supplied_by_van") for d in tails(v, "driven by")},
  "KG: Abbey Gate supplied_by_van, driven by (misspelt in the question)")
q("multi_hop", "values", "Which of our authors were born in France?", {a for c in heads("in country", "France") for a in heads("born in", c)}, "KG: born in city, in country France")

# ---- cross_source
o = loan("LN-30148")
q("cross_source", "values", "Book gone missing: LN-30148. Which librarian was in charge of the lending branch in the year it was taken out?",
  [one(in_year("librarian in charge of", o["out"].year, tail=o["Branch"]))[0]], "loans: Branch and year of LN-30148; TKG: librarian in charge of")
irish = {a for c in heads("in country", "Ireland") for a in heads("born in", c)}
q("cross_source", "number", "How many loans were of books by authors born in Ireland?", sum(BT[r["Title"]]["Author"] in irish for r in L),
  "KG: born in, in country; titles: Author; loans: rows")
q("cross_source", "values", "Which titles come from a publisher that Groupe Sevigny owns?",
  [b["Title"] for b in B if any(f[2] == "Groupe Sévigny" for f in current("owned_by", head=b["Publisher"]))], "TKG: owned_by Groupe Sévigny, open; titles: Publisher")
q("cross_source", "number", "I need a figure for the council: total charges in euros on 2023 loans from all our South Tarnshire branches put together.",
  charges(r for r in out_in(2023) if county(r["Branch"]) == "South Tarnshire"), "KG: branches of the county; loans: sum of Charge, Date out in 2023")
bk = one(t for g_ in heads("meets at", "The Malthouse") for t in tails(g_, "is reading"))
q("cross_source", "number", "How often has the book that the Malthouse reading group is on been lent out?", sum(r["Title"] == bk for r in L),
  "KG: group that meets at The Malthouse, is reading; loans: rows of that Title")
ned = one(current("chairs_friends_of", tail="Fishergate"))[0]
q("cross_source", "values", "Which branches has the current chair of the Fishergate friends borrowed from?", {r["Branch"] for r in L if r["Card holder"] == ned},
  "TKG: chairs_friends_of Fishergate, open; loans: Branch")
q("cross_source", "number", "What reader score does the sequal to Nine Steps to the Pier have?", BT[one(heads("sequel_to", "Nine Steps to the Pier"))]["score"],
  "KG: sequel_to; titles: Reader score")

# ---- missing
q("missing", "values", "Which titles have no reader score yet?", [b["Title"] for b in B if b["score"] is None], "titles: empty Reader score")

# ---- unanswerable
q("unanswerable", "refuse", "Who was in charge of Abbey Gate in 2017?", None, "TKG: nobody is recorded for that branch in 2017 (a gap between 2016 and 2018)")
q("unanswerable", "refuse", "Till what time is King's Orchard open on Saturdays?", None, "no opening hours in any file")
q("unanswerable", "refuse", "How many e-books were downloaded in 2024?", None, "only loans of printed titles are recorded, no downloads")
q("unanswerable", "refuse", "Who is county librarian for West Tarnshire?", None, "no such county in the files (North and South Tarnshire only)")
q("unanswerable", "refuse", "How many loans did Canal Side make in 2021?", None, "loans cover 2023 and 2024 only")
q("unanswerable", "refuse", "which titles had the longest waiting list in 2024?", None, "no reservations or waiting lists in any file")
q("unanswerable", "refuse", "What rent does Nonna Pia's pay us for the Market Cross cafe?", None, "the operator is there, no rents")

# ---- left out
q("superlative", "values", "Translations aside, which crime title would cost us the most to replace?",
  top({b["Title"]: b["cost"] for b in sec("Crime & Thrillers") if b["Original language"] == "English"}),
  "titles: Section Crime & Thrillers, Original language English, highest Replacement cost")
q("sum", "number", "What do the charges on items borrowed in 2024 come to, in euros? The lost books are to be ignored, please, theirs is just the price of a new copy.",
  charges(r for r in out_in(2024) if r["Status"] != "Lost"), "loans: sum of Charge, Date out in 2024, Status other than Lost")

# ---- groups of some size
def grouped(rs, key):
    g = defaultdict(list)
    for r in rs: g[r[key]].append(r)
    return g
q("group_superlative", "values", "among publishers with at least five titles in our catalogue, whose books get the best avg reader score",
  top({p: mean(b["score"] for b in bs if b["score"]) for p, bs in grouped(B, "Publisher").items() if len(bs) >= 5}),
  "titles: Publishers with five rows or more, highest mean Reader score, blanks left out")
q("group_by", "table", "Average replacement cost per original language, but only for those languages that we have three or more titles in.",
  {k: mean(b["cost"] for b in bs) / 100 for k, bs in grouped(B, "Original language").items() if len(bs) >= 3},
  "titles: mean Replacement cost per Original language with three rows or more")

# ---- times
q("count", "number", "How many loans went out from April up to and including June 2024?", sum(4 <= r["out"].month <= 6 for r in out_in(2024)),
  "loans: Date out in April, May or June 2024")
q("filter_list", "values", "what have we got that was first publised in the noughties", [b["Title"] for b in B if 2000 <= b["y"] <= 2009],
  "titles: First published from 2000 to 2009")

# ---- two columns of a row
can = [r for r in L if r["Branch"] == "Canal Side" and r["in"]]
q("percent", "number", "Of the Canal Side loans that have come back so far, how many per cent were late?", 100 * sum(r["in"] > r["due"] for r in can) / len(can),
  "loans: Branch Canal Side with a Date in; those with Date in later than Due date over all of them")
q("count", "number", "handed back on the very day it was due, how many times has that happened", sum(r["in"] == r["due"] for r in L),
  "loans: Date in the same as Due date")

# ---- percent over two files
prized = {h for h, r, t in K if r == "won prize"}
q("percent", "number", "What percentage of our children's titles are by an author who has won a prize?",
  100 * sum(b["Author"] in prized for b in sec("Children")) / len(sec("Children")), "titles: Section Children, Author; KG: won prize")
castle = {r["Card holder"] for r in L if r["Branch"] == "Castle Hill"}
q("percent", "number", "how many % of the people who ever borrowed from castle hill live in merrowdale", 100 * len(castle & heads("lives in", "Merrowdale")) / len(castle),
  "loans: distinct Card holder, Branch Castle Hill; KG: lives in Merrowdale")

# ---- present and missing
q("missing", "values", "Which titles do have a reader score but no number of pages entered?", [b["Title"] for b in B if b["score"] is not None and b["pp"] is None],
  "titles: Reader score there, Extent empty")
q("missing", "values", "borrowed in 2024, no return date but a charge on it all the same - which loan numbers", [r["Loan No"] for r in out_in(2024) if r["in"] is None and r["c"]],
  "loans: Date out in 2024, Date in empty, Charge there")

# ---- negation over two files
q("negation", "values", "Which members of the Armchair Travellers have never borrowed a Travel title from us?",
  [h for h in heads("belongs to group", "Armchair Travellers") if not any(r["Card holder"] == h and BT[r["Title"]]["Section"] == "Travel" for r in L)],
  "KG: belongs to group Armchair Travellers; loans: their Titles; titles: none of Section Travel")
q("negation", "values", "card holders from pellbridge without a single loan at the old brewery?",
  heads("lives in", "Pellbridge") - {r["Card holder"] for r in L if r["Branch"] == "Old Brewery"}, "KG: lives in Pellbridge; loans: no row at Old Brewery")

# ---- against an extreme or an average
q("difference", "number", "How much dearer is Kings Without Crowns to replace than the cheapest of our History titles?",
  (BT["Kings Without Crowns"]["cost"] - min(b["cost"] for b in sec("History"))) / 100, "titles: its Replacement cost less the lowest of Section History")
q("filter_list", "values", "travel titles that readers score above the travel average",
  [b["Title"] for b in sec("Travel") if b["score"] > mean(x["score"] for x in sec("Travel"))], "titles: Section Travel, Reader score above its mean (no blanks there)")

# ---- a formula
q("superlative", "values", "In which single title is the most money tied up, if you multiply its copies by what a new copy costs?",
  top({b["Title"]: b["n"] * b["cost"] for b in B}), "titles: highest Copies held x Replacement cost")
q("duration", "number", "longest anybody ever kept a book, in days from going out to coming back?", max((r["in"] - r["out"]).days for r in L if r["in"]),
  "loans: largest Date in minus Date out")

# ---- yes or no by a fragment
q("yes_no", "boolean", "LN-30613 still out?", loan("LN-30613")["Status"] == "On loan", "loans: Status of LN-30613")
q("yes_no", "boolean", "The Nightjar Books titles: all of them scored by our readers, or not?",
  all(b["score"] is not None for b in B if b["Publisher"] == "Nightjar Books"), "titles: Publisher Nightjar Books, one has no Reader score")


finish(HERE, Q)
