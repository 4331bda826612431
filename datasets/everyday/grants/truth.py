#!/usr/bin/env python3
"""Computes every gold answer of the 'grants' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, full_years, graphs, group, iso, kg, mean, one, records, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("€", ",", "%"):
        s = s.replace(x, "")
    return float(s) if s.strip() else None


A = rd("applications.csv")
for r in A:
    r["d"], r["ask"], r["mk"], r["bd"], r["ppl"] = day(r["Received"], "%d.%m.%Y"), num(r["Requested (EUR)"]), num(r["Marks"]), iso(r["Board date"]), num(r["People reached"])
AN = {r["Ref"]: r for r in A}
G = rd("grants.csv")
for r in G:
    r["d"], r["amt"], r["own"] = day(r["Transferred"], "%Y/%m/%d"), num(r["Amount"]), num(r["Own contribution"])
    r["due"], r["in"], r["app"] = day(r["Report due"], "%d/%m/%Y"), day(r["Report in"], "%d/%m/%Y"), AN[r["Application"]]
GN = {r["Grant No"]: r for r in G}
K, T = graphs(HERE, "grants")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
ORGS, PROGS = heads("field of work"), heads("part_of_strand")
assert len(AN) == len(A) and len(GN) == len(G) and len(set(K)) == len(K)
assert {r["Applicant"] for r in A} <= ORGS and ORGS == heads("seated in") and {r["Programme"] for r in A} == PROGS == {f[2] for f in facts("programme officer of")}
TRUSTEES = {f[0] for f in facts("trustee of")}
assert TRUSTEES == heads("profession") and {t for h, r, t in K if r == "declared_interest_in"} <= ORGS and {f[2] for f in facts("director of")} <= ORGS
for fs in [facts(rel, tail=t) for rel in ("programme officer of", "chairs", "director of") for t in {f[2] for f in facts(rel)}] + [facts("trustee of", t) for t in TRUSTEES]:
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), fs
for r in A:
    assert not r["Reader"] or r["Programme"] in out(r["Reader"], "reads for")
    assert one(out(r["Applicant"], "field of work")) in out(r["Programme"], "open to field") and (r["bd"] is None) == (r["Outcome"] in ("Withdrawn", "Under review"))
for r in G:
    assert r["app"]["Outcome"] == "Approved" and r["app"]["Applicant"] == r["Grantee"] and r["app"]["bd"] < r["d"] < r["due"]
def town(x): return one(out(x, "seated in"))
def province(x): return one(out(town(x), "in_province"))
paid = lambda y, rows=G: [r for r in rows if r["d"].year == y]
to = lambda o: [r for r in G if r["Grantee"] == o]
came = lambda y, rows=A: [r for r in rows if r["d"].year == y]
asks = lambda o: [r for r in A if r["Applicant"] == o]
under = lambda p: [r for r in A if r["Programme"] == p]
gunder = lambda p: [r for r in G if r["app"]["Programme"] == p]

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (list, set, tuple)):
        answers = sorted({fmt(a) for a in answers})
    else:
        answers = [fmt(answers)]
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"grants-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
refs = lambda rows: [r["Ref"] for r in rows]
nos = lambda rows: [r["Grant No"] for r in rows]


# ------------------------------------------------------------------ lookup
q("lookup", "How much did De Leeswolk get under G-5231?", "number", GN["G-5231"]["amt"], "grants: Amount of G-5231", "plain")
q("lookup", "AP-1259 - how many marks did the reader give it", "number", AN["AP-1259"]["mk"], "applications: Marks of AP-1259", "short")
q("lookup", "What does Gaspard Thiry do for a living?", "values", out("Gaspard Thiry", "profession"), "KG: Gaspard Thiry profession", "plain idiom")
q("lookup", "when was the money for G-5125 wired", "values", [GN["G-5125"]["d"]], "grants: Transferred of G-5125", "casual syn")
q("lookup", "Where is the Collectif Passerelle seated?", "values", out("Collectif Passerelle", "seated in"), "KG: Collectif Passerelle seated in", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which grants have an overdue report?", "values", nos(r for r in G if r["Report status"] == "Overdue"), "grants: Report status Overdue", "plain")
q("filter_list", "everything under safe passage that asked for 60k or more, refs only", "values", refs(r for r in under("Safe Passage") if r["ask"] >= 60000),
  "applications: Programme Safe Passage, Requested >= 60000", "short syn")
q("filter_list", "Which of our readers speak Arabic?", "values", inn("Arabic", "speaks") & heads("reads for"), "KG: speaks Arabic, reads for a programme", "plain")
q("filter_list", "For tomorrow's committee papers I still have to send out the dossiers nobody has ruled on yet. Which references are under review?", "values",
  refs(r for r in A if r["Outcome"] == "Under review"), "applications: Outcome Under review", "detour")
q("filter_list", "winter soup run bids that got knocked back?", "values", refs(r for r in A if r["Project"] == "Winter soup run" and r["Outcome"] == "Declined"),
  "applications: Project Winter soup run, Outcome Declined", "idiom casual")

# ------------------------------------------------------------------ count
q("count", "How many applications did we receive in 2023?", "number", len(came(2023)), "applications: Received in 2023", "plain")
q("count", "How many payments were made from the Verhaegen Legacy?", "number", sum(r["Paid from"] == "Verhaegen Legacy" for r in G), "grants: Paid from Verhaegen Legacy", "plain")
q("count", "how many diferent organisations has the lottery match money gone to", "number", len({r["Grantee"] for r in G if r["Paid from"] == "Lottery Match"}),
  "grants: distinct Grantee, Paid from Lottery Match", "typo casual")
q("count", "How many organisations have their seat in Lissegem?", "number", len(inn("Lissegem", "seated in")), "KG: seated in Lissegem", "plain")
q("count", "dr mezain - how many of the 2022 applications did she read", "number", sum(r["Reader"] == "Dr. Farah Mezian" for r in came(2022)), "applications: Reader Dr. Farah Mezian, Received in 2022", "short typo")

# ------------------------------------------------------------------ sum
q("sum", "How much money did we pay out in 2022 in total?", "number", total(paid(2022), "amt"), "grants: sum of Amount, Transferred in 2022", "plain")
q("sum", "fonds vieux moulins, what have they had off us all in all", "number", total(to("Fonds Vieux Moulins"), "amt"), "grants: sum of Amount, Grantee Fonds Vieux Moulins", "idiom casual")
q("sum", "What is the total amount requested in applications to Green Commons?", "number", total(under("Green Commons"), "ask"), "applications: sum of Requested, Programme Green Commons", "plain")
q("sum", "Could you add up for me how many people the approved Full Table projects were meant to reach? Thank you.", "number",
  total([r for r in under("Full Table") if r["Outcome"] == "Approved"], "ppl"), "applications: sum of People reached (empty left out), Full Table, Approved", "polite")

# ------------------------------------------------------------------ average
q("average", "What is the average mark for applications from Dancehouse Lisegem?", "number", mean(asks("Dancehouse Lissegem"), "mk"), "applications: mean Marks (empty left out), Dancehouse Lissegem", "plain")
q("average", "typical size of a payment from the anonymus donor fund? the mean i mean", "number", mean([r for r in G if r["Paid from"] == "Anonymous Donor Fund"], "amt"),
  "grants: mean Amount, Paid from Anonymous Donor Fund", "typo casual")
bd = [r for r in came(2024) if r["bd"]]
q("average", "People say we have got slower. Of the applications received in 2024 that have a board date, what is the mean number of days from receipt to the board date?", "number",
  sum((r["bd"] - r["d"]).days for r in bd) / len(bd), "applications: mean of Board date minus Received, Received in 2024", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the largest sum that was ever requested under Old Stones?", "number", max(r["ask"] for r in under("Old Stones")), "applications: max Requested, Programme Old Stones", "plain")
q("min_max", "lowest marks griet ostendorp ever handed out", "number", min(r["mk"] for r in A if r["Reader"] == "Griet Ostendorp" and r["mk"] is not None),
  "applications: min Marks, Reader Griet Ostendorp", "casual")
q("min_max", "When did Solid'Air first apply to us?", "values", [min(r["d"] for r in asks("Solid'Air"))], "applications: earliest Received, Solid'Air", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which payment was the biggest we ever made?", "values", best({r["Grant No"]: r["amt"] for r in G}), "grants: highest Amount", "plain")
q("superlative", "whats the application with the biggest ask under stage & string", "values", best({r["Ref"]: r["ask"] for r in under("Stage & String")}),
  "applications: highest Requested, Programme Stage & String", "casual syn")
q("superlative", "Which reader is signed up for the most programmes?", "values", best(Counter(h for h, r, t in K if r == "reads for")), "KG: reads for, counted by person", "plain")
q("superlative", "of the current lot of trustees, who started their present term first", "values", best({f[0]: f[3] for f in now("trustee of")}, low=True),
  "TKG: open trustee of fact with the earliest start", "casual")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three organisations have submitted the most applications?", "values", best(Counter(r["Applicant"] for r in A), 3), "applications: three largest row counts per Applicant", "plain")
q("top_k", "top 4 quiet hours bids by money asked, refs", "values", best({r["Ref"]: r["ask"] for r in under("Quiet Hours")}, 4), "applications: four highest Requested, Quiet Hours", "short")

# ------------------------------------------------------------------ comparison
q("comparison", "Who received more money from us, Tweede Oogst or Zandwijk Dune Wardens?", "values", best({o: total(to(o), "amt") for o in ("Tweede Oogst", "Zandwijk Dune Wardens")}),
  "grants: sums of Amount of the two", "plain")
q("comparison", "first chapter vs green commons, which of them had the more applications?", "values", best({p: len(under(p)) for p in ("First Chapter", "Green Commons")}),
  "applications: rows of the two programmes", "casual")
ch = {p: (one(facts("chairs", p, c))[4] - one(facts("chairs", p, c))[3]).days for p, c in (("Sister Josepha Claes", "Grants Committee"), ("Lieve Pauwels-Ort", "Grants Committee"))}
q("comparison", "Did Sister Josepha Claes or Lieve Pauwels-Ort chair the Grants Committee for longer?", "values", best(ch), "TKG: lengths of the two chairs facts", "plain")

# ------------------------------------------------------------------ difference
q("difference", "How much more did we pay out in 2023 than in 2021?", "number", total(paid(2023), "amt") - total(paid(2021), "amt"), "grants: sums of Amount of the two years, subtracted", "plain")
q("difference", "AP-1259 v AP-1300, gap between the two amounts they wanted (eur)", "number", abs(AN["AP-1259"]["ask"] - AN["AP-1300"]["ask"]), "applications: difference of the two Requested amounts", "casual")
oc = Counter(r["Outcome"] for r in A)
q("difference", "By how many do the approved applications outnumber the declined ones?", "number", oc["Approved"] - oc["Declined"], "applications: Outcome counts, subtracted", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What share of the applications in the file ended in approval, as a percentage?", "number", 100 * oc["Approved"] / len(A), "applications: Outcome Approved over all rows", "plain")
q("percent", "how big a slice of the total payout, in %, went out of the general fund", "number", 100 * total([r for r in G if r["Paid from"] == "General Fund"], "amt") / total(G, "amt"),
  "grants: sum of Amount, Paid from General Fund, over the sum of all", "idiom casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many applications has each programme received?", "table", Counter(r["Programme"] for r in A), "applications: rows per Programme", "plain")
q("group_by", "paid out per year, euros", "table", {y: total(g, "amt") for y, g in group(G, lambda r: r["d"].year).items()}, "grants: sum of Amount per year of Transferred", "short")
q("group_by", "Break down the organisations by legal form: how many of each?", "table", Counter(t for h, r, t in K if r == "legal_form"), "KG: legal_form, counted", "plain")
q("group_by", "avg marks per reader pls, i have a hunch some are a soft touch", "table", {k: mean(g, "mk") for k, g in group([r for r in A if r["Reader"] and r["mk"] is not None], lambda r: r["Reader"]).items()},
  "applications: mean Marks (empty left out) per Reader (rows without one left out)", "idiom casual")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which grantee has received the most money altogether?", "values", best({k: total(g, "amt") for k, g in group(G, lambda r: r["Grantee"]).items()}),
  "grants: highest sum of Amount per Grantee", "plain")
q("group_superlative", "who reads the most files? by number of aplications", "values", best(Counter(r["Reader"] for r in A if r["Reader"])), "applications: most rows per Reader", "typo casual")
q("group_superlative", "Which programme turned down the most applications?", "values", best(Counter(r["Programme"] for r in A if r["Outcome"] == "Declined")),
  "applications: most Declined rows per Programme", "plain syn")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is the Oudervelde Youth Orchestra a member of Stages of the Low Lands?", "boolean", bool(facts("member of", "Oudervelde Youth Orchestra", "Stages of the Low Lands")), "TKG: no such member of fact", "plain")
q("yes_no", "has night line 24 ever had more than 40 grand from us in one go", "boolean", any(r["amt"] > 40000 for r in to("Night Line 24")), "grants: any Amount > 40000, Night Line 24", "idiom casual")
q("yes_no", "Did Theo Krijnen ever chair the Investment Committee?", "boolean", bool(facts("chairs", "Theo Krijnen", "Investment Committee")), "TKG: chairs", "plain")
q("yes_no", "Was every application by Les Amis de l'Orgue approved?", "boolean", all(r["Outcome"] == "Approved" for r in asks("Les Amis de l'Orgue")), "applications: Outcome of every row of Les Amis de l'Orgue", "plain")

# ------------------------------------------------------------------ negation
q("negation", "Which trustees, past or present, have declared no interest in any organisation?", "values", TRUSTEES - heads("declared_interest_in"), "KG: people with a profession but no declared_interest_in", "plain")
q("negation", "orgs that applied but never saw a cent", "values", {r["Applicant"] for r in A} - {r["Grantee"] for r in G}, "applications: Applicant without a row in grants", "idiom short")
q("negation", "Which of the organisations that have applied to us have no director on record?", "values", {r["Applicant"] for r in A} - {f[2] for f in facts("director of")}, "applications: Applicant; TKG: no director of", "plain")
q("negation", "how many of the payments went to somewhere that isn't in maasmark?", "number", sum(province(r["Grantee"]) != "Maasmark" for r in G), "grants: Grantee; KG: seated in > in_province other than Maasmark", "casual")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the programme officer of Full Table on 1 May 2020?", "values", [one(at("programme officer of", date(2020, 5, 1), tail="Full Table"))[0]],
  "TKG: programme officer of Full Table valid on 2020-05-01", "plain")
q("time_point", "who chaired the borad of trustees in 2020", "values", [one(in_year("chairs", 2020, tail="Board of Trustees"))[0]], "TKG: chairs Board of Trustees in 2020", "typo short")
q("time_point", "Which partners were co-funding Old Stones on 30 June 2021?", "values", [f[0] for f in at("co-funds", date(2021, 6, 30), tail="Old Stones")],
  "TKG: co-funds Old Stones valid on 2021-06-30", "plain")
q("time_point", "night line 24, who was at the helm there back in 2007?", "values", [one(in_year("director of", 2007, tail="Night Line 24"))[0]], "TKG: director of Night Line 24 in 2007", "idiom casual")

# ------------------------------------------------------------------ before_after
q("before_after", "From whom did Pim Oosterlinck take over Stage & String as programme officer?", "values", [step(facts("programme officer of", tail="Stage & String"), 0, "Pim Oosterlinck", -1)],
  "TKG: previous programme officer of Stage & String", "plain")
q("before_after", "baroness ida stepped down as chair of the board, who filled her shoes?", "values", [step(facts("chairs", tail="Board of Trustees"), 0, "Baroness Ida van Roosbeke", 1)],
  "TKG: next chairs Board of Trustees", "idiom casual")
q("before_after", "Which organisations joined the Welcome Coalition after 2016?", "values", [f[0] for f in facts("member of", tail="Welcome Coalition") if f[3] > date(2016, 12, 31)],
  "TKG: member of Welcome Coalition, start after 2016-12-31", "plain")

# ------------------------------------------------------------------ duration
f = one(facts("programme officer of", "Aurélie Toussaint", "Green Commons"))
q("duration", "How many complete years did Aurélie Toussaint look after Green Commons as its programme officer?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "old stones: which former programme officer stuck it out the longest", "values",
  best({f[0]: (f[4] - f[3]).days for f in facts("programme officer of", tail="Old Stones") if f[4]}), "TKG: longest closed programme officer of fact of Old Stones", "idiom casual")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which province does the Pollinator Project come under?", "values", [province("Pollinator Project")], "KG: seated in > in_province", "plain")
q("multi_hop", "Which languages are spoken by the people who read for Green Commons?", "values", {l for p in inn("Green Commons", "reads for") for l in out(p, "speaks")}, "KG: reads for > speaks", "plain")
q("multi_hop", "what kinds of work do the orgs do that ségolène marchal has declared an interst in", "values",
  {w for o in out("Ségolène Marchal", "declared_interest_in") for w in out(o, "field of work")}, "KG: declared_interest_in > field of work", "typo casual")

# ------------------------------------------------------------------ cross_source
x = AN["AP-1365"]
q("cross_source", "Who was the programme officer in charge of the programme on the day application AP-1365 came in?", "values", [one(at("programme officer of", x["d"], tail=x["Programme"]))[0]],
  "applications: Programme, Received; TKG: programme officer of on that date", "plain")
q("cross_source", "How much did we pay to organisations in Haut-Vallon in 2023?", "number", total([r for r in paid(2023) if province(r["Grantee"]) == "Haut-Vallon"], "amt"),
  "KG: seated in > in_province; grants: sum of Amount, Transferred in 2023", "plain")
sit = {f[0] for f in now("trustee of")}
q("cross_source", "conflict of interest check!! how many payments have gone to orgs in which a trustee who sits today has declared an interest", "number",
  sum(any(t in sit for t in inn(r["Grantee"], "declared_interest_in")) for r in G), "TKG: open trustee of; KG: declared_interest_in; grants: rows", "casual")
q("cross_source", "What was the total amount transferred under programmes of the Care strand in 2024?", "number",
  total([r for r in paid(2024) if "Care" in out(r["app"]["Programme"], "part_of_strand")], "amt"), "KG: part_of_strand Care; grants: Application; applications: Programme; sum of Amount in 2024", "plain")
q("cross_source", "someone at night line 24 would like to talk to the readers who had their applications. what languages do those readers speak between them?", "values",
  {l for r in asks("Night Line 24") if r["Reader"] for l in out(r["Reader"], "speaks")}, "applications: Reader of Night Line 24; KG: speaks", "detour casual")
q("cross_source", "Which former programme officers of ours now direct an organisation that has received a grant?", "values",
  {f[0] for f in now("director of") if facts("programme officer of", f[0]) and not now("programme officer of", f[0]) and to(f[2])},
  "TKG: closed programme officer of, open director of; grants: Grantee", "plain")
q("cross_source", "how many applications came in from food bank federation members, counting only ones sent in while they were a member?", "number",
  sum(bool(at("member of", r["d"], r["Applicant"], "Federation of Food Banks")) for r in A), "applications: Applicant, Received; TKG: member of Federation of Food Banks on that date", "casual")

# ------------------------------------------------------------------ missing
q("missing", "Which applications from 2024 have no reader assigned?", "values", refs(r for r in came(2024) if not r["Reader"]), "applications: empty Reader, Received in 2024", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much do we pay our trustees per year?", "refuse", [], "no pay in any file", "plain")
q("unanswerable", "why was AP-1201 turned down", "refuse", [], "the outcome is recorded, no reasons", "short")
assert facts("programme officer of", tail="Quiet Hours")[0][3].year > 2012
q("unanswerable", "Who was programme officer of Quiet Hours in 2012?", "refuse", [], "TKG: the first programme officer of Quiet Hours starts in 2019", "plain")
assert not any("Lantern" in o for o in ORGS)
q("unanswerable", "How much did we give to the Lantern Street Players?", "refuse", [], "there is no organisation of that name", "plain")
q("unanswerable", "what are the running costs of bread and roses kitchen like? a rough yearly figure wld do", "refuse", [], "no budgets of the organisations in any file", "casual")
q("unanswerable", "did the trustees vote unanimosly on AP-1411", "refuse", [], "no votes in any file", "typo casual")

# ------------------------------------------------------------------ twenty more: left out, groups of a size, times, two columns, shares over files, gaps
q("group_by", "How many applications are there for each outcome? What we received in 2021 can be left out.", "table", Counter(r["Outcome"] for r in A if r["d"].year != 2021), "applications: rows per Outcome, Received not in 2021")
q("average", "avg marks under old stones, withdrawn ones not counted", "number", mean([r for r in under("Old Stones") if r["Outcome"] != "Withdrawn"], "mk"), "applications: mean Marks (empty left out), Old Stones, Outcome not Withdrawn")
per = group(G, lambda r: r["Grantee"])
q("group_superlative", "Of the grantees that have had five payments or more, who gets the smallest amount per payment on average?", "values", best({k: mean(g, "amt") for k, g in per.items() if len(g) >= 5}, low=True),
  "grants: lowest mean Amount of the grantees with at least 5 rows")
q("group_by", "approval rate per applicant in %, i.e. approved out of all they ever sent in. only those with 13 or more aplications", "table",
  {k: 100 * sum(r["Outcome"] == "Approved" for r in g) / len(g) for k, g in group(A, lambda r: r["Applicant"]).items() if len(g) >= 13}, "applications: Approved over all rows per Applicant with at least 13 rows")
q("count", "How many transfers did we make in the second half of 2022?", "number", sum(date(2022, 7, 1) <= r["d"] <= date(2022, 12, 31) for r in G), "grants: Transferred from 2022-07-01 to 2022-12-31")
q("filter_list", "refs of all that came in on or after 21 october 2024", "values", refs(r for r in A if r["d"] >= date(2024, 10, 21)), "applications: Received from 2024-10-21")
q("count", "How many reports reached us after the day they were due?", "number", sum(r["in"] > r["due"] for r in G if r["in"]), "grants: Report in later than Report due")
q("min_max", "of the reports that did turn up, how many days late was the worst one", "number", max((r["in"] - r["due"]).days for r in G if r["in"]), "grants: largest Report in minus Report due")
q("percent", "Of all the payments we have made, how many per cent went to foundations? By number, not by amount.", "number", 100 * sum("foundation" in out(r["Grantee"], "legal_form") for r in G) / len(G),
  "KG: legal_form foundation; grants: rows over all rows")
rd = [r for r in A if r["Reader"] == "Hamza El Idrissi"]
q("percent", "hamza el idrissi - what % of the applications he has read came from orgs in haut-vallon", "number", 100 * sum(province(r["Applicant"]) == "Haut-Vallon" for r in rd) / len(rd),
  "applications: Reader Hamza El Idrissi; KG: seated in > in_province Haut-Vallon")
q("missing", "Which approved applications have a reader but no marks? The references, please.", "values", refs(r for r in A if r["Outcome"] == "Approved" and r["Reader"] and r["mk"] is None), "applications: Approved, Reader filled, Marks empty")
q("missing", "report is in but nothing filled in for own contribution: how many paymets is that", "number", sum(r["in"] is not None and r["own"] is None for r in G), "grants: Report in filled, Own contribution empty")
q("negation", "Which readers have never been given an application from the province of Zeekant?", "values", heads("reads for") - {r["Reader"] for r in A if province(r["Applicant"]) == "Zeekant"},
  "KG: reads for; seated in > in_province Zeekant; applications: no such row of the reader")
q("negation", "mental health orgs that didnt send us anything in 2024?", "values", inn("mental health", "field of work") - {r["Applicant"] for r in came(2024)}, "KG: field of work mental health; applications: no row Received in 2024")
q("difference", "How many marks above the average for Quiet Hours did AP-1365 score?", "number", AN["AP-1365"]["mk"] - mean(under("Quiet Hours"), "mk"), "applications: Marks of AP-1365 minus mean Marks (empty left out), Quiet Hours")
q("count", "payments in 2021 that were bigger than that year's average payment - how many", "number", sum(r["amt"] > mean(paid(2021), "amt") for r in paid(2021)), "grants: Transferred in 2021, Amount above the mean of 2021")
x = AN["AP-1487"]
q("lookup", "How many euros per person reached did AP-1487 ask for?", "number", x["ask"] / x["ppl"], "applications: Requested over People reached")
q("duration", "whats the longest it ever took from receiving an application to its board date? in days", "number", max((r["bd"] - r["d"]).days for r in A if r["bd"]), "applications: largest Board date minus Received")
q("yes_no", "reports for the 2021 payments all in, or not?", "boolean", all(r["in"] for r in paid(2021)), "grants: Transferred in 2021, Report in of every row")
q("yes_no", "Theo Krijnen is no longer a trustee, correct?", "boolean", bool(facts("trustee of", "Theo Krijnen")) and not now("trustee of", "Theo Krijnen"), "TKG: trustee of, closed")

finish(HERE, [q for q, _ in Q])
