#!/usr/bin/env python3
"""Computes every gold answer of the 'council' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter, defaultdict
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, finish, kg, one, records  # beside the folders of the domains


def rd(name): return records(HERE, name)

def num(s):
    for c in ("£", ",", "%", "m²"):
        s = s.replace(c, "")
    return float(s)


A = rd("permits.csv")
for r in A:
    r["no"] = r["Application No"]
    r["lodged"] = datetime.strptime(r["Lodged"], "%d/%m/%Y").date()
    r["dec"] = date.fromisoformat(r["Decided"]) if r["Decided"] else None
    r["cost"] = num(r["Est. cost"])
    r["fee"] = num(r["Fee (GBP)"])
    r["m2"] = num(r["Floor area"]) if r["Floor area"] else None
P = rd("projects.csv")
for r in P:
    r["s"] = r["Scheme"]
    r["bud"] = num(r["Approved budget"])
    r["spent"] = num(r["Spent to date (GBP)"]) if r["Spent to date (GBP)"] else None
    r["start"] = datetime.strptime(r["Start"], "%d %b %Y").date()
    r["due"] = datetime.strptime(r["Due"], "%d %b %Y").date()
PN = {r["s"]: r for r in P}
K = [(r["head"], r["relation"], r["tail"]) for r in rd("council.kg.tsv")]
out, inn, heads = kg(K)
# years, both ends included; no end: still so
T = [(r["head"], r["relation"], r["tail"], int(r["start"]), int(r["end"]) if r["end"] else None) for r in rd("council.tkg.tsv")]
WARDS = {h for h, r, t in K if r == "part of district"}
DEPTS = {h for h, r, t in K if r == "reports_to"}
CONS = {h for h, r, t in K if r == "licensed for"}

# sanity of the data
assert len({r["no"] for r in A}) == len(A) and len(PN) == len(P) == len({r["Project No"] for r in P})
assert {r["Ward"] for r in A} <= WARDS and {r["Ward"] for r in P} <= WARDS | {"Citywide"}
assert {r["Dept"] for r in P} == DEPTS == {f[2] for f in T if f[1] == "head_of"}
assert {r["Builder"] for r in A} - {""} <= CONS and {r["Contractor"] for r in P} - {""} <= CONS
assert all((r["Outcome"] in ("Approved", "Refused")) == (r["dec"] is not None) for r in A)
assert {f[2] for f in T if f[1] == "councillor for"} == WARDS
assert len(set(K)) == len(K)


def facts(rel, head=None, tail=None):
    return sorted((f for f in T if f[1] == rel and (head is None or f[0] == head) and (tail is None or f[2] == tail)), key=lambda f: f[3])
def at(rel, y, head=None, tail=None):
    return [f for f in facts(rel, head, tail) if f[3] <= y and (f[4] is None or y <= f[4])]
def now(rel, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[4] is None]
def years(f): return f[4] - f[3] + 1
def app(no): return one(r for r in A if r["no"] == no)
def tot(rows, key): return sum(round(r[key] * 100) for r in rows if r[key] is not None) / 100
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def by(rows, key, fn):
    g = defaultdict(list)
    for r in rows: g[r[key]].append(r)
    return {k: fn(v) for k, v in g.items()}
def county(c): return one(out(one(out(c, "based in")), "in county"))
def neighbour(rel, head=None, tail=None, who=None, step=1):
    fs = facts(rel, head, tail)
    side = 0 if head is None else 2
    return fs[one(i for i, f in enumerate(fs) if f[side] == who) + step][side]
def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{x:.4f}".rstrip("0").rstrip(".")
    return str(x)


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
    Q.append(({"id": f"council-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))


# ------------------------------------------------------------------ lookup
q("lookup", "What is the approved budget for the Tollgate roundabout?", "number", PN["Tollgate roundabout"]["bud"], "projects: Approved budget of Tollgate roundabout", "plain")
q("lookup", "who's down as builder on 22/0047/P", "values", [app("22/0047/P")["Builder"]], "permits: Builder of 22/0047/P", "casual")
q("lookup", "In which building is the Housing department?", "values", out("Housing", "housed_in"), "KG: Housing housed_in", "plain")
q("lookup", "By what date are the new street lights on the quayside meant to be finished?", "values",
  [PN["Quayside street lighting"]["due"]], "projects: Due of Quayside street lighting", "syn")
q("lookup", "Which ward is Gasworks Terrace in?", "values", out("Gasworks Terrace", "lies in ward"), "KG: Gasworks Terrace lies in ward", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which schemes are on hold?", "values", [r["s"] for r in P if r["Stage"] == "On hold"], "projects: Stage On hold", "plain")
q("filter_list", "new dwelling applications that got knocked back, application nos please", "values",
  [r["no"] for r in A if r["Work"] == "New dwelling" and r["Outcome"] == "Refused"], "permits: Work New dwelling, Outcome Refused", "casual syn")
q("filter_list", "Which contractors are accredited with SafeBuild Gold?", "values", inn("SafeBuild Gold", "accredited_by"), "KG: accredited_by SafeBuild Gold", "plain")
q("filter_list", "My grandchildren are staying for the summer and would love a dip. In which wards can we find a public swiming pool?", "values",
  inn("swimming pool", "has_facility"), "KG: has_facility swimming pool", "long typo")
q("filter_list", "Which schemes have an approved budget of more than £4 million?", "values",
  [r["s"] for r in P if r["bud"] > 4e6], "projects: Approved budget > 4000000", "plain")

# ------------------------------------------------------------------ count
q("count", "How many planning applications were refused?", "number", sum(r["Outcome"] == "Refused" for r in A), "permits: Outcome Refused", "plain")
q("count", "How many applications did Dermot Kinsey deal with?", "number", sum(r["Case officer"] == "Dermot Kinsey" for r in A), "permits: Case officer Dermot Kinsey", "plain")
q("count", "How many different contractors work on schemes of Highways & Transport?", "number",
  len({r["Contractor"] for r in P if r["Dept"] == "Highways & Transport" and r["Contractor"]}), "projects: distinct Contractor, Dept Highways & Transport", "plain")
q("count", "solar panels lodged in 2023 - how many?", "number",
  sum(r["Work"] == "Solar panels" and r["lodged"].year == 2023 for r in A), "permits: Work Solar panels, Lodged in 2023", "casual")
q("count", "How many wards have got a primry school?", "number", len(inn("primary school", "has_facility")), "KG: has_facility primary school", "typo")

# ------------------------------------------------------------------ sum
hous = [r for r in P if r["Dept"] == "Housing"]
q("sum", "What is the total approved budget of all Housing schemes?", "number", tot(hous, "bud"), "projects: sum of Approved budget, Dept Housing", "plain")
kd = [r for r in P if r["Contractor"] == "Kestrel Drainage"]
assert all(r["spent"] is not None for r in kd)
q("sum", "How much has been spent to date on the schemes given to Kestral Drainage?", "number", tot(kd, "spent"), "projects: sum of Spent to date, Contractor Kestrel Drainage", "plain typo")
q("sum", "I look after the fee ledger and the auditor is on the doorstep. What has Larkfield Bowls Club paid us in aplication fees, "
  "all of them added up?", "number",
  tot([r for r in A if r["Applicant"] == "Larkfield Bowls Club"], "fee"), "permits: sum of Fee, Larkfield Bowls Club", "long typo")

# ------------------------------------------------------------------ average
q("average", "What is the average fee for a change of use application?", "number", mean(r["fee"] for r in A if r["Work"] == "Change of use"), "permits: mean Fee, Work Change of use", "plain")
q("average", "avg floor area of garages, m2", "number", mean(r["m2"] for r in A if r["Work"] == "Garage"), "permits: mean Floor area, Work Garage", "casual")
q("average", "Builders keep moaning about the wait. Taking applications lodged in 2023 that got a decision, how many days did it take us "
  "on average from lodging to deciding?", "number",
  mean((r["dec"] - r["lodged"]).days for r in A if r["dec"] and r["lodged"].year == 2023), "permits: mean of Decided minus Lodged, Lodged in 2023, Decided not empty", "long")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest estimated cost of any new dwelling?", "number", min(r["cost"] for r in A if r["Work"] == "New dwelling"), "permits: lowest Est. cost, Work New dwelling", "plain")
q("min_max", "How big, in square metres, is the largest loft anyone has asked us to let them convert?", "number",
  max(r["m2"] for r in A if r["Work"] == "Loft conversion" and r["m2"]), "permits: highest Floor area, Work Loft conversion", "syn")
q("min_max", "When did the first Flood & Climate scheme start?", "values",
  [min(r["start"] for r in P if r["Dept"] == "Flood & Climate")], "projects: earliest Start, Dept Flood & Climate", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which scheme has the largest approved budget?", "values", best({r["s"]: r["bud"] for r in P}), "projects: highest Approved budget", "plain")
q("superlative", "Which application in the Castle Gate ward had the highest estimated cost?", "values",
  best({r["no"]: r["cost"] for r in A if r["Ward"] == "Castle Gate"}), "permits: highest Est. cost, Ward Castle Gate", "plain")
q("superlative", "Which ward is best off for amenities, judging by the number of facilities listed?", "values",
  best(Counter(h for h, r, t in K if r == "has_facility")), "KG: head with most has_facility", "syn")
q("superlative", "Of all the councillors still sitting for a ward, who has had their seat the longest?", "values",
  best({f[0]: f[3] for f in now("councillor for")}, low=True), "TKG: open councillor for fact with the earliest start", "syn")

# ------------------------------------------------------------------ top_k
q("top_k", "Which two applicants have lodged the most applications?", "values", best(Counter(r["Applicant"] for r in A), 2), "permits: two highest row counts by Applicant", "plain")
q("top_k", "three worst budget busters, in pounds over what was approved", "values",
  best({r["s"]: r["spent"] - r["bud"] for r in P if r["spent"] is not None}, 3), "projects: three highest Spent to date minus Approved budget", "casual syn")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has the bigger approved budget, the Tide gate or the Lower Quays pumping station?", "values",
  best({k: PN[k]["bud"] for k in ("Tide gate", "Lower Quays pumping station")}), "projects: Approved budget of the two", "plain")
oc = Counter(r["Case officer"] for r in A)
q("comparison", "Callum Ogilvie and Shabnam Yousaf sit back to back in the planning office. Whose desk have more applications landed on?", "values",
  best({k: oc[k] for k in ("Callum Ogilvie", "Shabnam Yousaf")}), "permits: rows of the two Case officers", "long syn")
wc = Counter(r["Ward"] for r in A)
q("comparison", "Were more applications lodged for Millpool or for Hopyard?", "values",
  best({k: wc[k] for k in ("Millpool", "Hopyard")}), "permits: rows of the two wards", "plain")
my = {f[0]: years(f) for f in facts("mayor of") if f[4]}
q("comparison", "Who was mayor for longer, Cuthbert Uttley or Keziah Fairweather?", "values",
  best({k: my[k] for k in ("Cuthbert Uttley", "Keziah Fairweather")}), "TKG: longer mayor of interval", "plain")

# ------------------------------------------------------------------ difference
r = PN["Central Library refit"]
q("difference", "By how much did the Central Library refit overshoot its budget?", "number", r["spent"] - r["bud"], "projects: Spent to date minus Approved budget", "syn")
ot = Counter(r["Outcome"] for r in A)
q("difference", "How many more applications were approved than refused?", "number", ot["Approved"] - ot["Refused"], "permits: Approved rows minus Refused rows", "plain")
q("difference", "What is the difference in approved budget between phase 1 and phase 2 of the bus shelters?", "number",
  abs(PN["Bus shelters, phase 1"]["bud"] - PN["Bus shelters, phase 2"]["bud"]), "projects: difference of the two Approved budgets", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all applications were approved?", "number", 100 * ot["Approved"] / len(A), "permits: Approved rows over all rows", "plain")
q("percent", "Of every pound in the approved budgets, how many per cent go to Schools and Early Years?", "number",
  100 * tot([r for r in P if r["Dept"] == "Schools & Early Years"], "bud") / tot(P, "bud"), "projects: Approved budget of the Dept over all", "syn")

# ------------------------------------------------------------------ group_by
q("group_by", "How many applications are there for each outcome?", "table", ot, "permits: rows per Outcome", "plain")
q("group_by", "Total approved budget per departement, please.", "table", by(P, "Dept", lambda v: tot(v, "bud")), "projects: sum of Approved budget per Dept", "plain typo")
q("group_by", "avg fee by kind of work", "table", by(A, "Work", lambda v: mean(r["fee"] for r in v)), "permits: mean Fee per Work", "casual")
q("group_by", "How many contracters does each county have?", "table", Counter(county(c) for c in CONS), "KG: contractor -> town -> county, contractors per county", "typo")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which department has the most schemes?", "values", best(Counter(r["Dept"] for r in P)), "projects: most rows per Dept", "plain")
q("group_superlative", "Who is the hardest nut among the case officers, I mean who has refused the most applications?", "values",
  best(Counter(r["Case officer"] for r in A if r["Outcome"] == "Refused")), "permits: most Refused rows per Case officer", "long syn")
q("group_superlative", "Which bulider is named on the most applications?", "values",
  best(Counter(r["Builder"] for r in A if r["Builder"])), "permits: most rows per Builder (empty left out)", "plain typo")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Stannard Paving a subsidiary of Harlow-Finch Civil?", "boolean", "Harlow-Finch Civil" in out("Stannard Paving", "subsidiary_of"), "KG: subsidiary_of", "plain")
q("yes_no", "Has Horatio Drysdale ever been mayor of Wexmoor?", "boolean", bool(facts("mayor of", head="Horatio Drysdale")), "TKG: no mayor of fact, only deputy mayor of", "plain")
r = PN["Ash Hill retaining wall"]
q("yes_no", "Did the retaining wall at Ash Hill come in on budget, or at any rate not above it?", "boolean", r["spent"] <= r["bud"], "projects: Spent to date below Approved budget", "syn")
q("yes_no", "does Harlow Finch Civil still have a framework contract with the city?", "boolean",
  bool(now("framework_contract_with", head="Harlow-Finch Civil")), "TKG: the framework contract of Harlow-Finch Civil has ended", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which wards do not have a playground?", "values", WARDS - inn("playground", "has_facility"), "KG: wards without has_facility playground", "plain")
q("negation", "Which contractors have no accreditation?", "values", [c for c in CONS if not out(c, "accredited_by")], "KG: contractors without accredited_by", "plain")
q("negation", "Which mayors got the chain without having been deputy mayor at any time?", "values",
  {f[0] for f in facts("mayor of")} - {f[0] for f in facts("deputy mayor of")}, "TKG: heads of mayor of without deputy mayor of", "syn")
q("negation", "Leaving out everything that is completed, which schemes does Parks & Open Spaces still have in its books?", "values",
  [r["s"] for r in P if r["Dept"] == "Parks & Open Spaces" and r["Stage"] != "Completed"], "projects: Dept Parks & Open Spaces, Stage other than Completed", "syn")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was mayor of Wexmoor in 2014?", "values", [one(at("mayor of", 2014))[0]], "TKG: mayor of in 2014", "plain")
q("time_point", "Who was head of the Housing department in 2017?", "values", [one(at("head_of", 2017, tail="Housing"))[0]], "TKG: head_of Housing in 2017", "plain")
q("time_point", "hopyards councilor back in 2015?", "values", [one(at("councillor for", 2015, tail="Hopyard"))[0]], "TKG: councillor for Hopyard in 2015", "casual typo")
q("time_point", "What were Philippa Yeoman's political colours in 2017?", "values",
  [one(at("member of party", 2017, head="Philippa Yeoman"))[2]], "TKG: member of party of Philippa Yeoman in 2017", "syn")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was mayor before Cuthbert Uttley?", "values", [neighbour("mayor of", tail="Wexmoor", who="Cuthbert Uttley", step=-1)], "TKG: previous mayor of Wexmoor", "plain")
q("before_after", "Who chaired the Planning Comittee after Osbert Eastaway?", "values",
  [neighbour("chair of", tail="Planning Committee", who="Osbert Eastaway")], "TKG: next chair of Planning Committee", "typo plain")
q("before_after", "Which party did Quentin Goodenough turn his back on to join the Ratepayers' League?", "values",
  [neighbour("member of party", head="Quentin Goodenough", who="Ratepayers' League", step=-1)], "TKG: previous party of Quentin Goodenough", "syn")

# ------------------------------------------------------------------ duration
LAST = max(r["dec"].year for r in A if r["dec"])  # an open interval is counted up to the last year in the files
q("duration", "Which mayor was in office for the longest time?", "values",
  best({f[0]: (f[4] or LAST) - f[3] + 1 for f in facts("mayor of")}), "TKG: longest mayor of interval (the open one is shorter)", "plain")
q("duration", "Which of the former heads of Housing clung on to the post the longest?", "values",
  best({f[0]: years(f) for f in facts("head_of", tail="Housing") if f[4]}), "TKG: longest closed head_of Housing interval", "syn")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which district is Eel Pie Passage in?", "values", out(one(out("Eel Pie Passage", "lies in ward")), "part of district"), "KG: street -> ward -> district", "plain")
q("multi_hop", "In which town is the parent company of Tyndale Roofing based?", "values", out(one(out("Tyndale Roofing", "subsidiary_of")), "based in"), "KG: Tyndale Roofing -> parent -> town", "plain")
q("multi_hop", "A letter for the departments sitting in Castle House must go up to their directorate as well. Which one is that?", "values",
  {t for d in inn("Castle House", "housed_in") for t in out(d, "reports_to")}, "KG: departments housed_in Castle House -> reports_to", "long syn")
q("multi_hop", "In which ward does Zuleika Kilbride's employer have its premises?", "values",
  {w for e in out("Zuleika Kilbride", "works at") for w in out(e, "stands in")}, "KG: Zuleika Kilbride -> works at -> stands in", "syn")

# ------------------------------------------------------------------ cross_source
r = PN["Tollgate roundabout"]
q("cross_source", "Who was head of the department responsible for the Tollgate roundabout in the year the scheme started?", "values",
  [one(at("head_of", r["start"].year, tail=r["Dept"]))[0]], "projects: Dept and Start; TKG: head_of that department in that year", "plain")
q("cross_source", "How many applications were for sites in the Northern Heights district?", "number",
  sum("Northern Heights" in out(r["Ward"], "part of district") for r in A), "KG: wards of the district; permits: rows", "plain")
q("cross_source", "What is the total approved budget of the schemes in the Riverside district?", "number",
  tot([r for r in P if "Riverside" in out(r["Ward"], "part of district")], "bud"), "KG: wards of the district; projects: sum of Approved budget", "plain")
q("cross_source", "I want to grumble about application 23/0094/P. Which councillor do I ring up, meaning the one for that ward now?", "values",
  [one(now("councillor for", tail=app("23/0094/P")["Ward"]))[0]], "permits: Ward of 23/0094/P; TKG: open councillor for that ward", "long syn")
q("cross_source", "Of the schemes begun in 2022, how many went to a firm that had a framework contract with the council that year?", "number",
  sum(r["start"].year == 2022 and bool(at("framework_contract_with", 2022, head=r["Contractor"])) for r in P if r["Contractor"]),
  "projects: Start in 2022 and Contractor; TKG: framework_contract_with in 2022", "syn")
dun = {c for c in CONS if county(c) == "Dunshire"}
q("cross_source", "how much budget is approved for schemes run by Dunshire based contractors, all in?", "number",
  tot([r for r in P if r["Contractor"] in dun], "bud"), "KG: contractors in Dunshire; projects: sum of Approved budget", "casual")

# ------------------------------------------------------------------ missing
q("missing", "Which schemes have no figure for the money spent to date?", "values", [r["s"] for r in P if r["spent"] is None], "projects: empty Spent to date", "plain")

# ------------------------------------------------------------------ unanswerable
assert not at("mayor of", 1998) and "Elm Bank footbridge" not in PN
q("unanswerable", "How many votes did Ursula Mbeki-Stone get at the last election?", "refuse", [], "no votes in any file", "plain")
q("unanswerable", "How high is the council tax in Larkfield?", "refuse", [], "no taxes in any file", "plain")
q("unanswerable", "Who was mayor of Wexmoor in 1998?", "refuse", [], "the mayors are known from 2005 on only", "plain")
q("unanswerable", "Which contractor is building the Elm Bank footbridge?", "refuse", [], "there is no such scheme", "plain")
q("unanswerable", "How many neighbours kicked up a fuss about application 23/0094/P?", "refuse", [], "no objections in any file", "syn")
q("unanswerable", "opening hours of the recyling centre in cold ash?", "refuse", [], "the centre is listed, no opening hours", "typo casual")

# ------------------------------------------------------------------ questions 81 to 100
q("count", "How many schemes are there in Castle Gate if we leave out those of Property Services?", "number",
  sum(r["Ward"] == "Castle Gate" and r["Dept"] != "Property Services" for r in P), "projects: Ward Castle Gate, Dept other than Property Services", "plain")
assert all(r["fee"] == 0 for r in A if r["Work"] == "Tree works")
q("average", "avg fee per application? ignore the tree works, nobody pays for those", "number",
  mean(r["fee"] for r in A if r["Work"] != "Tree works"), "permits: mean Fee, Work other than Tree works", "casual")
cb = by([r for r in P if r["Contractor"]], "Contractor", lambda v: v)
q("group_superlative", "Of the contractors with at least three schemes, whose schemes have the lowest approved budget in total?", "values",
  best({k: tot(v, "bud") for k, v in cb.items() if len(v) >= 3}, low=True), "projects: lowest sum of Approved budget per Contractor with three rows or more", "plain")
ab = by(A, "Applicant", lambda v: v)
q("group_by", "mean estimated cost per aplicant, but only those with fifteen or more applications", "table",
  {k: mean(r["cost"] for r in v) for k, v in ab.items() if len(v) >= 15}, "permits: mean Est. cost per Applicant with 15 rows or more", "casual typo")
q("count", "How many applications were decided in the second quarter of 2023?", "number",
  sum(bool(r["dec"]) and date(2023, 4, 1) <= r["dec"] <= date(2023, 6, 30) for r in A), "permits: Decided from April to June 2023", "plain")
q("filter_list", "schemes that kicked off on or after 1 july 2024", "values", [r["s"] for r in P if r["start"] >= date(2024, 7, 1)], "projects: Start on or after 2024-07-01", "casual")
dn = [r for r in P if r["Stage"] == "Completed" and r["spent"] is not None]
q("percent", "What percentage of the completed schemes cost more than had been approved for them? Count only those with a figure for the money spent.", "number",
  100 * sum(r["spent"] > r["bud"] for r in dn) / len(dn), "projects: Stage Completed, Spent to date not empty; Spent above Approved budget over those", "plain")
q("superlative", "going by pounds saved, which completed scheme ended up furthest under its budget", "values",
  best({r["s"]: r["bud"] - r["spent"] for r in dn}), "projects: highest Approved budget minus Spent to date, Stage Completed", "casual syn")
rf = [r for r in A if r["Outcome"] == "Refused"]
q("percent", "How many per cent of the refused applications were for sites in the Old Town district?", "number",
  100 * sum("Old Town" in out(r["Ward"], "part of district") for r in rf) / len(rf), "permits: Outcome Refused; KG: wards of the district", "plain")
lw = inn("library", "has_facility")
q("percent", "of the wards with a library, what share has had at least one new dwelling approved, in %?", "number",
  100 * len(lw & {r["Ward"] for r in A if r["Work"] == "New dwelling" and r["Outcome"] == "Approved"}) / len(lw),
  "KG: has_facility library; permits: Ward of New dwelling, Approved", "casual")
q("missing", "loft conversions where nobody entered a floor area - application numbers?", "values",
  [r["no"] for r in A if r["Work"] == "Loft conversion" and r["m2"] is None], "permits: Work Loft conversion, Floor area empty", "casual")
q("missing", "Which schemes have already had money spent on them although no contractor is put down?", "values",
  [r["s"] for r in P if r["spent"] and not r["Contractor"]], "projects: Spent to date filled, Contractor empty", "plain")
pk = {r["Ward"] for r in P if r["Dept"] == "Parks & Open Spaces"}
assert "Citywide" not in pk
q("negation", "In which wards does Parks & Open Spaces not have a single scheme?", "values", WARDS - pk, "KG: wards; projects: none of Dept Parks & Open Spaces", "plain")
q("negation", "how many of the contractors on our schemes have never had a framwork contract with the council", "number",
  sum(not facts("framework_contract_with", head=c) for c in cb), "projects: distinct Contractor; TKG: no framework_contract_with", "casual typo")
q("difference", "By how many pounds does the approved budget of the Millpool flood wall fall short of the biggest budget on the list?", "number",
  max(r["bud"] for r in P) - PN["Millpool flood wall"]["bud"], "projects: highest Approved budget minus that of Millpool flood wall", "plain")
ga = [r for r in A if r["Work"] == "Garage"]
q("count", "how many garages were estimated to cost more than the average garage", "number",
  sum(r["cost"] > mean(g["cost"] for g in ga) for r in ga), "permits: Work Garage, Est. cost above the mean Est. cost of garages", "casual")
ip = [r for r in P if r["Stage"] == "In progress"]
assert all(r["spent"] is not None and r["spent"] <= r["bud"] for r in ip)
q("sum", "How much of the approved money is still unspent on the schemes in progress, all of them together?", "number",
  tot(ip, "bud") - tot(ip, "spent"), "projects: sum of Approved budget minus Spent to date, Stage In progress", "syn")
r = app("24/0112/P")
q("lookup", "24/0112/P works out at how much per square metre, cost estimate over floor area?", "number", r["cost"] / r["m2"], "permits: Est. cost over Floor area of 24/0112/P", "casual")
q("yes_no", "All the Larkfield schemes completed, or not?", "boolean",
  all(r["Stage"] == "Completed" for r in P if r["Ward"] == "Larkfield"), "projects: Ward Larkfield, every Stage Completed", "casual")
q("yes_no", "Stannard Paving was never accredited by the Living Wage Pledge, right?", "boolean",
  "Living Wage Pledge" not in out("Stannard Paving", "accredited_by"), "KG: Stannard Paving accredited_by Living Wage Pledge", "plain")


finish(HERE, [q for q, _ in Q])
