#!/usr/bin/env python3
"""Computes every gold answer of the 'nurseries' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from calendar import monthrange
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, group, kg, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for cut in ("£", ",", "%"): s = s.replace(cut, "")
    return float(s) if s.strip() else None
def month(s, end):
    if not s: return None
    y, m = map(int, s.split("-"))
    return date(y, m, monthrange(y, m)[1] if end else 1)


P = rd("places.csv")
for r in P:
    r["born"], r["d"], r["gone"] = day(r["DOB"], "%d/%m/%Y"), day(r["Start"], "%d-%b-%y"), day(r["Left"], "%d-%b-%y")
    r["sess"], r["fee"], r["owe"], r["kw"] = num(r["Sess./wk"]), num(r["Fee pcm (£)"]), num(r["Owing (£)"]), r["Key wkr"]
PN = {r["Child"]: r for r in P}
R = rd("rooms.csv")
for r in R:
    r["reg"], r["area"], r["rate"], r["wait"], r["ref"] = num(r["Reg. places"]), num(r["Floor (m²)"]), num(r["Day rate"]), num(r["Waitlist"]), num(r["Refurb'd"])
RN = {r["Code"]: r for r in R}
K = [(r["head"], r["relation"], r["tail"]) for r in rd("nurseries.kg.tsv")]
out, inn, heads = kg(K)
# the temporal facts are by month: from the first day of the first to the last day of the last
T = [(r["head"], r["relation"], r["tail"], month(r["start"], False), month(r["end"], True)) for r in rd("nurseries.tkg.tsv")]
facts, now, at, in_year = tkg(T)


Q = []
q = asking("nurseries", Q)


# sanity of the data
GROUP = "Bramble & Birch Nurseries"
SITES, STAFF, CATERERS = heads("in town"), heads("works at"), heads("based in")
assert len(PN) == len(P) == len({r["Ref"] for r in P}) and len(RN) == len(R) and len(set(K)) == len(K)
assert {r["Site"] for r in R} == {r["Nursery"] for r in P} == SITES == {f[2] for f in facts("manager of")} == {f[0] for f in facts("inspection grade")}
assert {r["kw"] for r in P} - {""} <= STAFF and {r["Lead"] for r in R} - {""} <= STAFF and {f[2] for f in facts("meals from")} == CATERERS
for r in P:
    assert RN[r["Room code"]]["Site"] == r["Nursery"] and (not r["kw"] or r["Nursery"] in out(r["kw"], "works at"))
    assert r["born"] < r["d"] and (r["gone"] is None or r["d"] < r["gone"])
for r in R: assert {f[0] for f in now("room lead of", tail=r["Code"])} == {r["Lead"]} - {""}, r
for rel, side in (("manager of", 2), ("deputy manager of", 2), ("room lead of", 2), ("meals from", 0), ("inspection grade", 0), ("landlord of", 2), ("managing director of", 2), ("finance manager of", 2), ("parent app", 0), ("closed because of", 0)):
    for who in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == who]
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, who, fs)
assert {h for h, r, t in K if r in ("sibling of", "allergic to")} <= set(PN)
here = [r for r in P if r["gone"] is None]
at_site = lambda s: [r for r in here if r["Nursery"] == s]
kids = lambda rows: [r["Child"] for r in rows]
codes = lambda rows: [r["Code"] for r in rows]
area = lambda s: one(out(one(out(s, "in town")), "in council area"))

# ------------------------------------------------------------------ lookup
q("lookup", "What is the monthly fee for Esme Urquhart?", "number", PN["Esme Urquhart"]["fee"], "places: Fee pcm of Esme Urquhart")
q("lookup", "whos lottie elders key worker", "values", [PN["Lottie Elder"]["kw"]], "places: Key wkr of Lottie Elder")
q("lookup", "At what time does room MB-3 open in the morning?", "values", [RN["MB-3"]["Opens"]], "rooms: Opens of MB-3")
q("lookup", "date of birth for rory okonjo pls", "values", [PN["Rory Okonjo"]["born"]], "places: DOB of Rory Okonjo")
q("lookup", "Which town is Craigview in?", "values", out("Craigview", "in town"), "KG: Craigview in town")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of the children who are still with us are on a vegan diet?", "values", kids(r for r in here if r["Diet"] == "Vegan"), "places: Left empty, Diet Vegan")
q("filter_list", "codes of all rooms with more than 5 on the waiting list", "values", codes(r for r in R if (r["wait"] or 0) > 5), "rooms: Waitlist > 5")
q("filter_list", "A granny at the door will only talk Gaelic to me. Which members of staff speak it?", "values", inn("Gaelic", "also speaks"), "KG: also speaks Gaelic, read backwards")
q("filter_list", "every kid we ever had down as allergic to peanuts", "values", inn("peanuts", "allergic to"), "KG: allergic to peanuts, read backwards")
q("filter_list", "Which children started at Station Road in 2024 and have not left?", "values", kids(r for r in at_site("Station Road") if r["d"].year == 2024), "places: Nursery Station Road, Start in 2024, Left empty")
q("filter_list", "preschool rooms under 80 square metres, which codes", "values", codes(r for r in R if r["Age grp"] == "Preschool" and r["area"] < 80), "rooms: Age grp Preschool, Floor < 80")

# ------------------------------------------------------------------ count
q("count", "How many children attend Thistle Lane at present?", "number", len(at_site("Thistle Lane")), "places: Nursery Thistle Lane, Left empty")
q("count", "how many kiddies are on the 1140 hours right now", "number", sum(r["Funded hrs"] == "1140 hrs" for r in here), "places: Funded hrs 1140 hrs, Left empty")
q("count", "How many members of staff are trained in paediatric first aid?", "number", len(inn("paediatric first aid", "trained in")), "KG: trained in paediatric first aid, counted")
q("count", "children who left us during 2024, how many", "number", sum(r["gone"] is not None and r["gone"].year == 2024 for r in P), "places: Left in 2024")

# ------------------------------------------------------------------ sum
q("sum", "How many registered places does Harbour Steps have in total?", "number", total([r for r in R if r["Site"] == "Harbour Steps"], "reg"), "rooms: sum of Reg. places, Site Harbour Steps")
q("sum", "whats still owing from kids that have left, all added up", "number", total([r for r in P if r["gone"]], "owe"), "places: sum of Owing (empty left out), Left not empty")
q("sum", "The bank wants a figure by noon, as if I had nothing else to do. What do the monthly fees of the children now at Millbank come to, all together?", "number", total(at_site("Millbank"), "fee"),
  "places: sum of Fee pcm, Nursery Millbank, Left empty")

# ------------------------------------------------------------------ average
q("average", "What is the average day rate of the rooms for babies?", "number", mean([r for r in R if r["Age grp"] == "Babies"], "rate"), "rooms: mean Day rate, Age grp Babies")
q("average", "avg sessions a week of the kids now at orchard house", "number", mean(at_site("Orchard House"), "sess"), "places: mean Sess./wk, Nursery Orchard House, Left empty")
q("average", "What do current children on a vegetarian diet pay per month on average?", "number", mean([r for r in here if r["Diet"] == "Vegetarian"], "fee"), "places: mean Fee pcm, Diet Vegetarian, Left empty")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest monthly fee among the children attending now?", "number", min(r["fee"] for r in here), "places: min Fee pcm, Left empty")
q("min_max", "When was the youngest child on the books born?", "values", [max(r["born"] for r in P)], "places: latest DOB")

# ------------------------------------------------------------------ superlative
q("superlative", "Which child owes us the most money?", "values", best({r["Child"]: r["owe"] for r in P if r["owe"] is not None}), "places: highest Owing")
q("superlative", "code of the roomiest room, by floor area", "values", best({r["Code"]: r["area"] for r in R}), "rooms: highest Floor")
BAYS = {s: int(one(out(s, "parking bays"))) for s in SITES}

# ------------------------------------------------------------------ top_k
ROLL = {s: int(one(out(s, "pupil roll"))) for s in heads("pupil roll")}
q("top_k", "What are the three schools with the largest pupil rolls?", "values", best(ROLL, 3), "KG: three highest pupil roll")
q("top_k", "five dearest rooms by day rate for the toddlers age group, just gimme the codes", "values", best({r["Code"]: r["rate"] for r in R if r["Age grp"] == "Toddlers"}, 5), "rooms: five highest Day rate, Age grp Toddlers")

# ------------------------------------------------------------------ comparison
q("comparison", "Which room has the larger floor area, OC-1 or TL-1?", "values", best({x: RN[x]["area"] for x in ("OC-1", "TL-1")}), "rooms: Floor of the two")
q("comparison", "more kids at the moment: millbank or harbour steps?", "values", best({s: len(at_site(s)) for s in ("Millbank", "Harbour Steps")}), "places: rows of the two nurseries, Left empty")
q("comparison", "Who was manager of Millbank for longer, Effie Coutts or Kirsty Beveridge?", "values",
  best({p: (lambda f: f[4] - f[3])(one(facts("manager of", p, "Millbank"))) for p in ("Effie Coutts", "Kirsty Beveridge")}), "TKG: lengths of the two manager of facts of Millbank")

# ------------------------------------------------------------------ difference
q("difference", "How much more per month is paid for Noah Rennie than for Isla Doig?", "number", PN["Noah Rennie"]["fee"] - PN["Isla Doig"]["fee"], "places: Fee pcm of the two, subtracted")
q("difference", "how many more parking bays has millbank got than station raod", "number", BAYS["Millbank"] - BAYS["Station Road"], "KG: parking bays, subtracted")
reg = {s: total(v, "reg") for s, v in group(R, lambda r: r["Site"]).items()}

# ------------------------------------------------------------------ percent
q("percent", "What percentage of the children attending now pay by direct debit?", "number", share(here, lambda r: r["Pays by"] == "Direct debit"), "places: Left empty, share of Pays by Direct debit")
q("percent", "what % of staff hold the BA childhood practice", "number", share(STAFF, lambda p: "BA Childhood Practice" in out(p, "holds")), "KG: holds BA Childhood Practice over all staff (works at)")

# ------------------------------------------------------------------ group_by
q("group_by", "How many children are there at each nursery at the moment?", "table", Counter(r["Nursery"] for r in here), "places: Left empty, rows per Nursery")
q("group_by", "reg places by age group pls, totals over all sites", "table", {k: total(v, "reg") for k, v in group(R, lambda r: r["Age grp"]).items()}, "rooms: sum of Reg. places per Age grp")
q("group_by", "What is the average floor area of the rooms of each site?", "table", {k: mean(v, "area") for k, v in group(R, lambda r: r["Site"]).items()}, "rooms: mean Floor per Site")
q("group_by", "staff per nursery, head count", "table", Counter(t for h, r, t in K if r == "works at"), "KG: works at, counted per nursery")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which site has the most registered places in total?", "values", best(reg), "rooms: highest sum of Reg. places per Site")
q("group_superlative", "which nursery has lost the most kids, i mean has the most that left", "values", best(Counter(r["Nursery"] for r in P if r["gone"])), "places: Left not empty, most rows per Nursery")
q("group_superlative", "Which nursery brings in the most in monthly fees from the children it has now?", "values", best({k: total(v, "fee") for k, v in group(here, lambda r: r["Nursery"]).items()}), "places: Left empty, highest sum of Fee pcm per Nursery")
q("group_superlative", "what kind of training do the fewest of our staff have", "values", best(Counter(t for h, r, t in K if r == "trained in"), low=True), "KG: trained in, fewest per training")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is there a sensory room at Sandpiper?", "boolean", "sensory room" in out("Sandpiper", "has_a"), "KG: Sandpiper has_a sensory room")
q("yes_no", "does wilma petrie have her food hygeine training", "boolean", "food hygiene" in out("Wilma Petrie", "trained in"), "KG: no Wilma Petrie trained in food hygiene")
q("yes_no", "Has Craigview ever been graded Excellent at an inspection?", "boolean", bool(facts("inspection grade", "Craigview", "Excellent")), "TKG: no inspection grade Excellent of Craigview")
q("yes_no", "sheila rankine, was she at some point manager of old chapel?", "boolean", bool(facts("manager of", "Sheila Rankine", "Old Chapel")), "TKG: Sheila Rankine manager of Old Chapel")

# ------------------------------------------------------------------ negation
q("negation", "Which nurseries do not have a garden?", "values", SITES - inn("garden", "has_a"), "KG: nurseries without has_a garden")
q("negation", "staff who havent done paediatric first aid", "values", STAFF - inn("paediatric first aid", "trained in"), "KG: staff without trained in paediatric first aid")
q("negation", "Which of our caterers offer no halal menu?", "values", CATERERS - inn("halal", "offers menu"), "KG: caterers (based in) without offers menu halal")
q("negation", "old chapel kids (current ones) whose key worker isnt cora haldane, how many? only those with a key worker entered", "number",
  sum(r["kw"] not in ("", "Cora Haldane") for r in at_site("Old Chapel")), "places: Nursery Old Chapel, Left empty, Key wkr not empty and not Cora Haldane")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the manager of Station Road in March 2014?", "values", [one(at("manager of", date(2014, 3, 15), tail="Station Road"))[0]], "TKG: manager of Station Road in 2014-03")
q("time_point", "which app for the parents did we use in 2016", "values", [one(in_year("parent app", 2016))[2]], "TKG: parent app in 2016")
q("time_point", "The inspector asked me on the phone and I just stammered. What inspection grade did Millbank have in June 2023?", "values", [one(at("inspection grade", date(2023, 6, 15), "Millbank"))[2]], "TKG: inspection grade of Millbank in 2023-06")
q("time_point", "Which nurseries held the grade Excellent in May 2022?", "values", [f[0] for f in at("inspection grade", date(2022, 5, 15), tail="Excellent")], "TKG: inspection grade Excellent in 2022-05")
f = one(facts("finance manager of", "Priya Venkatesan"))
assert all((x[3] >= f[3] and x[4] <= f[4]) or x[4] < f[3] or x[3] > f[4] for x in facts("closed because of"))
q("time_point", "going back to when priya venkatesan was finance manager: which nurseries had to close for some time under her", "values",
  [x[0] for x in facts("closed because of") if f[3] <= x[3] and x[4] <= f[4]], "TKG: closed because of facts within the finance manager of fact of Priya Venkatesan")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was the room lead of TL-4 before Bogdan Nowicki?", "values", [step(facts("room lead of", tail="TL-4"), 0, "Bogdan Nowicki", -1)], "TKG: previous room lead of TL-4")
q("before_after", "who got harbour steps as manager after morag haggart", "values", [step(facts("manager of", tail="Harbour Steps"), 0, "Morag Haggart", 1)], "TKG: next manager of Harbour Steps")
q("before_after", "From which caterer did Millbank have its meals before the present one?", "values", [facts("meals from", "Millbank")[-2][2]], "TKG: previous meals from of Millbank")
assert facts("meals from", "Millbank")[-1][4] is None

# ------------------------------------------------------------------ duration
f = one(facts("manager of", "Iain Tosh", "Craigview"))
q("duration", "How many full years was Iain Tosh manager of Craigview?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "which of all the closures went on the longest, name of the nursery will do", "values", [max(facts("closed because of"), key=lambda x: x[4] - x[3])[0]], "TKG: longest closed because of fact, its nursery")
q("duration", "Of the managers we have now, who has been in the post longest?", "values", best({x[0]: x[3] for x in now("manager of")}, low=True), "TKG: earliest start among open manager of facts")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which council area is Sandpiper?", "values", [area("Sandpiper")], "KG: in town > in council area")
q("multi_hop", "the person cora haldane reports to, who do they report to", "values", {b for a in out("Cora Haldane", "reports to") for b in out(a, "reports to")}, "KG: reports to > reports to")
q("multi_hop", "How many pupils altogether are on the rolls of the schools that Millbank feeds into?", "number", sum(ROLL[s] for s in out("Millbank", "feeds into")), "KG: feeds into > sum of pupil roll")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many of the children we have now have a key worker who also speaks Polish?", "number", sum(r["kw"] in inn("Polish", "also speaks") for r in here), "KG: also speaks Polish; places: Key wkr, Left empty")
q("cross_source", "muirshire nurseries, monthly fees of the current kids in total?", "number", total([r for r in here if area(r["Nursery"]) == "Muirshire"], "fee"), "KG: in town > in council area Muirshire; places: sum of Fee pcm, Left empty")
q("cross_source", "What is the present inspection grade of the nursery that Zara Irvine goes to?", "values", [one(now("inspection grade", PN["Zara Irvine"]["Nursery"]))[2]], "places: Nursery of Zara Irvine; TKG: open inspection grade")
x = PN["Effie Vance"]
q("cross_source", "effie vances first day with us, who was manager of her nursery then", "values", [one(at("manager of", x["d"], tail=x["Nursery"]))[0]], "places: Nursery, Start of Effie Vance; TKG: manager of on that day")
q("cross_source", "How many of the children now attending are allergic to milk?", "number", sum("milk" in out(r["Child"], "allergic to") for r in here), "KG: allergic to milk; places: Left empty")
q("cross_source", "take the site with the biggest number of registered places. which firm does it get its meals from these days?", "values", [one(now("meals from", best(reg)[0]))[2]], "rooms: highest sum of Reg. places per Site; TKG: open meals from")
q("cross_source", "Which leads of preschool rooms hold an SVQ 3?", "values", [r["Lead"] for r in R if r["Age grp"] == "Preschool" and "SVQ 3" in out(r["Lead"], "holds")], "rooms: Age grp Preschool, Lead; KG: holds SVQ 3")

# ------------------------------------------------------------------ missing
q("missing", "We are redoing the door signs this week. Which rooms have no lead entered?", "values", codes(r for r in R if not r["Lead"]), "rooms: empty Lead")
q("missing", "current kids with no key worker on the sheet", "values", kids(r for r in here if not r["kw"]), "places: Left empty, empty Key wkr")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What does Eilidh Garrow earn per year?", "refuse", [], "no pay in any file")
q("unanswerable", "mobile number of jack okonjos mum?", "refuse", [], "no parents or phone numbers in any file")
assert min(f[3] for f in facts("manager of", tail="Sandpiper")).year > 2016
q("unanswerable", "Who was manager of Sandpiper in 2016?", "refuse", [], "TKG: the first manager of fact of Sandpiper starts in 2020-11")
q("unanswerable", "whats for lunch at thistle lane on monday", "refuse", [], "caterers are recorded, no dishes")
assert "Willowbank" not in SITES
q("unanswerable", "How many children attend Willowbank?", "refuse", [], "there is no nursery Willowbank")
q("unanswerable", "the new roof at old chapel, what did it cost us", "refuse", [], "the closure is recorded, no cost")
q("unanswerable", "On which days of the week does Theo Laird come in?", "refuse", [], "sessions per week are recorded, not the days")


finish(HERE, Q)
