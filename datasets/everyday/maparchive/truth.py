import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
NAME, Q = os.path.basename(HERE), []


def text(x):
    if isinstance(x, float): return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".")
    return str(x)


def q(kind, question, atype, answers, why):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {text(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (str, int, float, date)): answers = [text(answers)]
    else: answers = sorted({text(a) for a in answers})
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    assert atype != "number" or float(answers[0]) is not None, question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype,
              "answers": answers, "why": why})


def top(d, n=1, low=False):
    """the n keys with the largest (or smallest) values; no tie at the border"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it
    return [k for k, _ in it[:n]]


def by(rows, key, value=None):
    """lists of a value by a key; empty values left out"""
    g = defaultdict(list)
    for r in rows:
        if value is None or r[value] is not None: g[r[key]].append(r[value] if value else r)
    return g


def mean(xs): xs = [x for x in xs if x is not None]; return sum(xs) / len(xs)
def total(xs): return round(sum(x for x in xs if x is not None), 2)
def one(xs): xs = list(xs); assert len(xs) == 1, xs; return xs[0]
def iso(s): return date.fromisoformat(s) if s else None
def years(a, b): return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def months(a, b): return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day)


K = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, NAME + ".kg.tsv")]
T = sorted(((r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, NAME + ".tkg.tsv")), key=lambda t: t[3])
def out(h, rel): return [t for a, r, t in K if (a, r) == (h, rel)]
def inn(t, rel): return [a for a, r, b in K if (b, r) == (t, rel)]
def facts(rel, head=None, tail=None): return [t for t in T if t[1] == rel and head in (None, t[0]) and tail in (None, t[2])]
def at(rel, d, **k): return [t for t in facts(rel, **k) if t[3] <= iso(d) and (t[4] is None or t[4] >= iso(d))]
def now(rel, **k): return [t for t in facts(rel, **k) if t[4] is None]

def num(s): return None if s in ("–", "n.d.", "") else float(s.replace("'", ""))
def day(s): return datetime.strptime(s, "%Y/%m/%d").date() if s else None


M = [dict(mark=r["Shelfmark"], title=r["Title"], kind=r["Kind"], maker=r["Maker"], yr=num(r["Yr"]), scale=num(r["Scale"].removeprefix("1:")),
          h=int(r["H x W mm"].split(" x ")[0]), w=int(r["H x W mm"].split(" x ")[1]), sheets=int(r["Sheets"]), tech=r["Technique"],
          col=r["Hand-col."], chf=num(r["Val. CHF"]), scan=r["Scan"] == "✓") for r in records(HERE, "maps.csv")]
L = [dict(no=r["Loan"], mark=r["Shelfmark"], to=r["Lent to"], why=r["For"], out=day(r["Out"]), due=day(r["Due"]), back=day(r["Back"]),
          fee=num(r["Fee (Fr.)"]), how=r["Transport"], harm=r["Harm"]) for r in records(HERE, "loans.csv")]
A = "Kartenarchiv Sankt Alban"
title, mark, loan = {m["title"]: m for m in M}, {m["mark"]: m for m in M}, {x["no"]: x for x in L}
REST = facts("restored by")
def lent(b): return [x for x in L if x["to"] == b]


# lookup
q("lookup", "What is the shelfmark of the Atlas of Mirepoule?", "values", title["Atlas of Mirepoule"]["mark"], "maps: Shelfmark")
q("lookup", "who drew the Chart of Hvalsund", "values", title["Chart of Hvalsund"]["maker"], "maps: Maker")
q("lookup", "Loan L294: by what date did we want it returned?", "values", loan["L294"]["due"], "loans: Due")
q("lookup", "From whom did the archive get Two Rivers and Its Bounds as a gift?", "values", out("Two Rivers and Its Bounds", "donated by"), "KG donated by")
q("lookup", "value in francs of GE.27/a?", "number", mark["GE.27/a"]["chf"], "maps: Val. CHF")
# filter_list
q("filter_list", "A reader asks for woodcuts. Which titles can I bring her?", "values", [m["title"] for m in M if m["tech"] == "woodcut"], "maps: Technique woodcut")
q("filter_list", "List the sea charts that came out before 1700, titles please.", "values", [m["title"] for m in M if m["kind"] == "sea chart" and m["yr"] and m["yr"] < 1700], "maps: Kind sea chart, Yr before 1700")
q("filter_list", "which loans came home with a torn edge? loan numbers", "values", [x["no"] for x in L if x["harm"] == "torn edge"], "loans: Harm torn edge")
q("filter_list", "Everything the Baroness von Ried gave us", "values", inn("Baroness von Ried", "donated by"), "KG donated by")
# count
q("count", "How many atlases do we hold?", "number", sum(m["kind"] == "atlas" for m in M), "maps: Kind atlas")
q("count", "how many loans are still out there, not returned", "number", sum(x["back"] is None for x in L), "loans: Back is empty")
q("count", "How often did something go to the Galerie Delorme?", "number", len(lent("Galerie Delorme")), "loans: rows by Lent to")
q("count", "Number of items worth over 20,000 francs according to the valuation?", "number", sum(m["chf"] is not None and m["chf"] > 20000 for m in M), "maps: Val. CHF over 20000")
# sum
q("sum", "What's everything by Ambrosius Kettler worth in total (CHF)?", "number", total(m["chf"] for m in M if m["maker"] == "Ambrosius Kettler"), "maps: sum of Val. CHF")
q("sum", "Add up the fees we charged for loans that were handed out in 2021.", "number", total(x["fee"] for x in L if x["out"].year == 2021), "loans: sum of Fee, Out in 2021")
q("sum", "total sheets of all the town plans", "number", sum(m["sheets"] for m in M if m["kind"] == "town plan"), "maps: sum of Sheets, town plan")
# average
q("average", "Average value of the estate surveys in francs?", "number", mean(m["chf"] for m in M if m["kind"] == "estate survey"), "maps: mean Val. CHF")
q("average", "what do we usually charge for filming... mean fee over all loans for filming", "number", mean(x["fee"] for x in L if x["why"] == "filming"), "loans: mean Fee, filming")
q("average", "How wide is a railway map on average, in millimetres?", "number", mean(m["w"] for m in M if m["kind"] == "railway"), "maps: mean width (second number of H x W)")
# min_max
q("min_max", "In what year was the oldest dated piece in the house made?", "number", min(m["yr"] for m in M if m["yr"]), "maps: min Yr")
q("min_max", "highest valuation of any geological map?", "number", max(m["chf"] for m in M if m["kind"] == "geological" and m["chf"]), "maps: max Val. CHF, geological")
q("min_max", "When did the Stadtarchiv Oberwald borrow from us for the first time?", "values", min(x["out"] for x in lent("Stadtarchiv Oberwald")), "loans: min Out")
# superlative
q("superlative", "Which title is our single most valuable one?", "values", top({m["title"]: m["chf"] for m in M if m["chf"]}), "maps: max Val. CHF")
q("superlative", "Which atlas has the most leaves, er, sheets?", "values", top({m["title"]: m["sheets"] for m in M if m["kind"] == "atlas"}), "maps: max Sheets, atlas")
q("superlative", "latest loan that went out by hand (hand-carried): its number?", "values", top({x["no"]: x["out"] for x in L if x["how"] == "hand-carried"}), "loans: max Out, hand-carried")
# top_k
q("top_k", "The two institutions we lend to most often, please.", "values", top(Counter(x["to"] for x in L), 2), "loans: rows by Lent to, two largest")
q("top_k", "three oldest town plans by year", "values", top({m["title"]: m["yr"] for m in M if m["kind"] == "town plan" and m["yr"]}, 3, low=True), "maps: three smallest Yr, town plan")
q("top_k", "Name the 3 makers whose works are together worth the most.", "values", top({k: sum(x) for k, x in by(M, "maker", "chf").items()}, 3), "maps: sum Val. CHF by Maker, three largest")
# comparison
q("comparison", "Is Rocks and Strata of Grauhorn or Rocks and Strata of Lake Imber the dearer one?", "values", top({t: title[t]["chf"] for t in ("Rocks and Strata of Grauhorn", "Rocks and Strata of Lake Imber")}), "maps: Val. CHF of both")
q("comparison", "Whom did we lend to more, Maison des Cartes or the Castle Museum in Grimmen?", "values", top({b: len(lent(b)) for b in ("Maison des Cartes", "Castle Museum Grimmen")}), "loans: rows of both")
q("comparison", "sheet eisenau / sheet pernambay, which was made earlier", "values", top({t: title[t]["yr"] for t in ("Sheet Eisenau", "Sheet Pernambay")}, low=True), "maps: Yr of both")
# difference
q("difference", "How many years lie between the Chart of Port Ambrose and the Chart of Ferrow Islands?", "number", title["Chart of Ferrow Islands"]["yr"] - title["Chart of Port Ambrose"]["yr"], "maps: Yr")
q("difference", "how much more is AT.43/d worth than AT.74/b, in CHF", "number", mark["AT.43/d"]["chf"] - mark["AT.74/b"]["chf"], "maps: Val. CHF")
q("difference", "For loan L341 somebody was late. By how many days did it miss its due date?", "number", (loan["L341"]["back"] - loan["L341"]["due"]).days, "loans: Back less Due")
# percent
q("percent", "What percentage of the collection has been scanned so far?", "number", 100 * sum(m["scan"] for m in M) / len(M), "maps: Scan ticked of all")
q("percent", "share of loans meant for exhibitions, in %", "number", 100 * sum(x["why"] == "exhibition" for x in L) / len(L), "loans: For exhibition of all")
q("percent", "Of the sea charts, how many percent are fully hand-coloured (a plain yes, not part)?", "number", 100 * sum(m["col"] == "yes" for m in M if m["kind"] == "sea chart") / sum(m["kind"] == "sea chart" for m in M), "maps: Hand-col. yes of sea chart")
# group_by
q("group_by", "How many pieces have we got of each kind?", "table", Counter(m["kind"] for m in M), "maps: rows by Kind")
q("group_by", "loan fees by borrower, summed", "table", {k: total(x) for k, x in by(L, "to", "fee").items()}, "loans: sum Fee by Lent to")
q("group_by", "Break down the finished and unfinished restorations by restorer: how many maps did each work on?", "table", Counter(t[2] for t in REST), "TKG restored by, counted by restorer")
# group_superlative
q("group_superlative", "By which way of transport do we send things most often?", "values", top(Counter(x["how"] for x in L)), "loans: rows by Transport, largest")
q("group_superlative", "kind of map with the lowest average value?", "values", top({k: mean(x) for k, x in by(M, "kind", "chf").items()}, low=True), "maps: mean Val. CHF by Kind, smallest")
q("group_superlative", "Looking at the catalogue of regions: what region is shown on the most maps?", "values", top(Counter(t for _, r, t in K if r == "shows region")), "KG shows region, counted, largest")
# yes_no
q("yes_no", "Has the Sheet Vale of Thessen already been digitised?", "boolean", title["Sheet Vale of Thessen"]["scan"], "maps: Scan")
q("yes_no", "did we ever lend anything to the National Library Ostmark for filming?", "boolean", any(x["why"] == "filming" for x in lent("National Library Ostmark")), "loans: Lent to, For")
q("yes_no", "Was Ludovica Sarti a pupil of Ambrosius Kettler himself?", "boolean", "Ambrosius Kettler" in out("Ludovica Sarti", "pupil of"), "KG pupil of")
# negation
q("negation", "Which makers never did a sea chart, as far as our shelves show?", "values", {m["maker"] for m in M} - {m["maker"] for m in M if m["kind"] == "sea chart"}, "maps: makers less those of sea charts")
q("negation", "Town plans and atlases: which of them have never been lent out?", "values", [m["title"] for m in M if m["kind"] in ("town plan", "atlas") and m["mark"] not in {x["mark"] for x in L}], "maps: Kind; loans: Shelfmark not there")
q("negation", "geological maps not scanned yet?", "values", [m["title"] for m in M if m["kind"] == "geological" and not m["scan"]], "maps: Kind geological, Scan empty")
q("negation", "Which cartographers are nobody's pupil in our notes although we know their workshop?", "values", {h for h, r, _ in K if r == "had workshop in"} - {h for h, r, _ in K if r == "pupil of"}, "KG: had workshop in less pupil of")
# time_point
q("time_point", "Who kept the maps in 1995?", "values", [t[0] for t in at("keeper of maps at", "1995-06-30")], "TKG keeper of maps at in 1995")
q("time_point", "Where was the archive housed on 1 January 2000?", "values", [t[2] for t in at("housed in", "2000-01-01")], "TKG housed in on that day")
q("time_point", "director of the kunsthalle rheintor in may 2015?", "values", [t[2] for t in at("headed by", "2015-05-15", head="Kunsthalle Rheintor")], "TKG headed by in that month")
q("time_point", "Which map was on the restorer's table on 1 August 2021?", "values", [t[0] for t in at("restored by", "2021-08-01")], "TKG restored by on that day")
# before_after
q("before_after", "Who was keeper before Dagny Solheim?", "values", facts("keeper of maps at")[2][0], "TKG keeper of maps at, fact before")
q("before_after", "The Lotterie-Fonds stopped paying. Which funder stepped in next?", "values", facts("funded by", head=A)[2][2], "TKG funded by, next fact")
q("before_after", "in which room was the Chart of Port Ambrose before it was moved to the cold store", "values", facts("kept in", head="Chart of Port Ambrose")[0][2], "TKG kept in, fact before")
# duration
q("duration", "How many full years did Verena Imhof keep the maps?", "number", years(*facts("keeper of maps at", head="Verena Imhof")[0][3:]), "TKG keeper of maps at, completed years")
q("duration", "days spent on restoring the Chart of Pinnacle Bank, from start to end date", "number", (lambda t: (t[4] - t[3]).days)(facts("restored by", head="Chart of Pinnacle Bank")[0]), "TKG restored by, end less start")
q("duration", "Of all restorations that are finished, which map took the longest?", "values", top({t[0]: t[4] - t[3] for t in REST if t[4]}), "TKG restored by, longest")
q("duration", "For how many whole months did Salome Wyss work on Pilot's Chart: Orrin Sound?", "number", months(*facts("restored by", head="Pilot's Chart: Orrin Sound")[0][3:]), "TKG restored by, completed months")
# multi_hop
q("multi_hop", "In which town did the teacher of Clara Winterhalter have his workshop?", "values", out(one(out("Clara Winterhalter", "pupil of")), "had workshop in"), "KG pupil of, had workshop in")
q("multi_hop", "In what present-day country lies the area on the Plan of the Town of Kasbah Tel?", "values", out(one(out("Plan of the Town of Kasbah Tel", "shows region")), "today part of"), "KG shows region, today part of")
q("multi_hop", "Who was the master of Sophia Dunmore's master?", "values", out(one(out("Sophia Dunmore", "pupil of")), "pupil of"), "KG pupil of twice")
q("multi_hop", "maps of places now in Esterin", "values", [t for g in inn("Esterin", "today part of") for t in inn(g, "shows region")], "KG today part of and shows region, backwards")
q("multi_hop", "Who restored gifts of Dr. Oskar Tschudi?", "values", {t[2] for t in REST if t[0] in inn("Dr. Oskar Tschudi", "donated by")}, "KG donated by, TKG restored by")
# cross_source
q("cross_source", "What are all the donated pieces from the Estate of Percival Lund worth together?", "number", total(title[t]["chf"] for t in inn("Estate of Percival Lund", "donated by")), "KG donated by, maps Val. CHF")
q("cross_source", "How many loans went to the place in Lyonesse?", "number", sum("Lyonesse" in out(x["to"], "located in") for x in L), "KG located in, loans Lent to")
q("cross_source", "Which maps made in a Bristowe workshop are of the kind town plan?", "values", [m["title"] for m in M if m["kind"] == "town plan" and "Bristowe" in out(m["maker"], "had workshop in")], "KG had workshop in, maps Kind")
q("cross_source", "shelfmark of the map Katrin Oehler hasn't finished restoring?", "values", title[one(t[0] for t in now("restored by", tail="Katrin Oehler"))]["mark"], "TKG open restored by, maps Shelfmark")
q("cross_source", "Who headed the borrowing museum when loan L317 left the house?", "values", at("headed by", loan["L317"]["out"].isoformat(), head=loan["L317"]["to"])[0][2], "loans: Lent to, Out; TKG headed by")
# missing
q("missing", "Which titles carry no year at all?", "values", [m["title"] for m in M if m["yr"] is None], "maps: Yr is n.d.")
q("missing", "pieces that nobody has put a price on", "values", [m["title"] for m in M if m["chf"] is None], "maps: Val. CHF is –")
q("missing", "For how many sea charts is the scale unknown?", "number", sum(m["scale"] is None for m in M if m["kind"] == "sea chart"), "maps: Kind sea chart, Scale is –")
# unanswerable
q("unanswerable", "What humidity do we keep in the Cold Store?", "refuse", [], "no climate data in any file")
q("unanswerable", "How many visitors saw the exhibition loan L294 was part of?", "refuse", [], "no visitor numbers in any file")
q("unanswerable", "shelfmark of the Great Mappa of Wolkenstein?", "refuse", [], "no such map")
q("unanswerable", "What did the restoration of Sheet Ulmenried cost?", "refuse", [], "no restoration costs in any file")
q("unanswerable", "who insures our loans", "refuse", [], "no insurer in any file")
q("unanswerable", "What paper is Sheet Dorneck printed on?", "refuse", [], "no paper in any file")

assert len(Q) == 80 and len({x["question"] for x in Q}) == 80
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f:
    for was, is_ in zip([json.loads(x) for x in f], Q):
        if was != is_: print(was["id"], was, is_)
