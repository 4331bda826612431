"""Computes every gold answer from the four data files and prints each line that differs
   from questions.jsonl (python3 truth.py --write writes that file)."""
import json, os, sys
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
L, V = records(HERE, "lifts.csv"), records(HERE, "visits.csv")
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "lifts.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], r["start"], r["end"]) for r in records(HERE, "lifts.tkg.tsv")]
LIFT = {l["Lift No"]: l for l in L}
JOB = {v["Job No"]: v for v in V}
assert len(LIFT) == len(L) and len(JOB) == len(V)
NO, B, FEE, RESP, SITE, PARTS = "Lift No", "Building", "Monthly fee (EUR)", "Resp. time (min)", "Time on site (min)", "Parts (EUR)"

# ------------------------------------------------------------ helpers
def one(xs):
    xs = list(dict.fromkeys(xs)); assert len(xs) == 1, xs
    return xs[0]
def fwd(h, r): return [t for a, b, t in KG if a == h and b == r]
def inv(r, t): return [a for a, b, c in KG if b == r and c == t]
def district(lift): return one(fwd(LIFT[lift][B], "stands in"))
def at(r, t, day): return [h for h, x, y, s, e in TK if x == r and y == t and s <= day and (not e or day <= e)]
def span(r, t, a, b): return [h for h, x, y, s, e in TK if x == r and y == t and s <= b and (not e or e >= a)]
def term(h, r, t): return one([(s, e) for a, x, y, s, e in TK if (a, x, y) == (h, r, t)])
def line(r, t): return [h for _, h in sorted((s, h) for h, x, y, s, e in TK if x == r and y == t)]
def prev(r, t, h): q = line(r, t); return q[q.index(h) - 1]
def nxt(r, t, h): q = line(r, t); return q[q.index(h) + 1]
def nums(rows, c): return [float(r[c]) for r in rows if r[c] != ""]
def mean(xs): return sum(xs) / len(xs)
def fmt(x):
    s = f"{x:.2f}"
    return s.rstrip("0").rstrip(".")
def best(d, k=1, low=False):
    o = sorted(d.items(), key=lambda p: p[1], reverse=not low)
    assert len(o) == k or o[k - 1][1] != o[k][1], ("tie", o[:k + 2])
    return [x for x, _ in o[:k]]
def col(rows, key, c): return {r[key]: float(r[c]) for r in rows if r[c] != ""}
def grp(rows, key, f):
    g = defaultdict(list)
    for r in rows: g[r[key]].append(r)
    return {k: f(v) for k, v in g.items()}
def table(d): return sorted(f"{k} | {fmt(v)}" for k, v in d.items())
def days(s, e):
    import datetime as dt
    return (dt.date.fromisoformat(e) - dt.date.fromisoformat(s)).days
def years(s, e): return int(e[:4]) - int(s[:4]) - (e[5:] < s[5:])
def w(rows, **k): return [r for r in rows if all(r[c.replace("_", " ")] == x for c, x in k.items())]
def ids(rows, c): return [r[c] for r in rows]
TECHS = sorted({h for h, r, t in KG if r == "works from"})
assert {v["Technician"] for v in V} <= set(TECHS)
bd, tr = w(V, Reason="Breakdown"), w(V, Reason="Trapped passenger")

# ------------------------------------------------------------ questions
Q = []
def q(kind, typ, text, ans, why): Q.append((kind, typ, text, ans, why))

q("lookup", "values", "Who built the lift L-118?", [LIFT["L-118"]["Maker"]], "lifts: Maker of L-118")
q("lookup", "values", "who do we talk to at Brightwater Trust?", fwd("Brightwater Trust", "contact person"), "KG contact person")
q("lookup", "number", "How many kilos is L-107 allowed to carry?", float(LIFT["L-107"]["Load (kg)"]), "lifts: Load (kg) of L-107")
q("lookup", "values", "What turned out to be broken on job J-3073?", [JOB["J-3073"]["Fault found"]], "visits: Fault found of J-3073")

q("filter_list", "values", "Which lifts are standing still because they are out of service?", ids(w(L, Status="Out of service"), NO), "lifts: Status Out of service")
q("filter_list", "values", "Please list the numbers of the bed lifts that are on a full cover contract.", ids(w(L, Type="Bed lift", Contract="Full cover"), NO), "lifts: Type Bed lift, Contract Full cover")
q("filter_list", "values", "Which of our technicians hold a certificate for Altavon lifts?", inv("certified for", "Altavon"), "KG certified for Altavon")
q("filter_list", "values", "need the job numbers for people stuck in the cabin, July to December 2024", [v["Job No"] for v in tr if v["Date"] >= "2024-07-01"], "visits: Reason Trapped passenger, Date from 2024-07-01")
q("filter_list", "values", "goods lifts that can take three tonnes or more pls", [l[NO] for l in w(L, Type="Goods") if float(l["Load (kg)"]) >= 3000], "lifts: Type Goods, Load at least 3000 kg")

q("count", "number", "How many lifts do we have in St. Alban's Hospital?", len(w(L, Building="St. Alban's Hospital")), "lifts: rows of the building")
q("count", "number", "how many brakdowns were we called to in september 2024", len([v for v in bd if v["Date"].startswith("2024-09")]), "visits: Reason Breakdown in 2024-09")
q("count", "number", "We were arguing about light curtains over lunch. On how many jobs was that the fault?", len(w(V, Fault_found="Light curtain")), "visits: Fault found Light curtain")
q("count", "number", "How many of the lifts on our list were put into service before 1995?", len([l for l in L if l["Put into service"] < "1995"]), "lifts: Put into service before 1995-01-01")

q("sum", "number", "What do the lifts in Kingsfield Arena pay us altogether in a month?", sum(nums(w(L, Building="Kingsfield Arena"), FEE)), "lifts: sum of Monthly fee for the building")
q("sum", "number", "total parts bill for L-106, all visits", sum(nums([v for v in V if v[NO] == "L-106"], PARTS)), "visits: sum of Parts for L-106")
q("sum", "number", "Add up the minutes that Renata Oliveira spent on site over all her jobs.", sum(nums(w(V, Technician="Renata Oliveira"), SITE)), "visits: sum of Time on site")

q("average", "number", "On average, how many minutes pass before we are there when somebody is trapped?", mean(nums(tr, RESP)), "visits: mean Resp. time, Trapped passenger (filled cells)")
q("average", "number", "avg monthly fee on a Basic contract?", mean(nums(w(L, Contract="Basic"), FEE)), "lifts: mean Monthly fee, Contract Basic (filled cells)")
q("average", "number", "How many stops does a Kuromatsu lift have on average?", mean(nums(w(L, Maker="Kuromatsu"), "Stops")), "lifts: mean Stops, Maker Kuromatsu")

q("min_max", "number", "What is the highest monthly fee that we charge for any lift?", max(nums(L, FEE)), "lifts: max Monthly fee")
q("min_max", "values", "On what date did the earliest of our Heisler lifts go into service?", [min(ids(w(L, Maker="Heisler"), "Put into service"))], "lifts: earliest Put into service, Maker Heisler")
q("min_max", "number", "our fastest response to a breakdown, in minutes", min(nums(bd, RESP)), "visits: min Resp. time, Breakdown")

q("superlative", "values", "Which lift is the oldest one that we maintain?", best({l[NO]: l["Put into service"] for l in L}, low=True), "lifts: earliest Put into service")
q("superlative", "values", "Which of the repair jobs kept our people on site the longest? Job number is enough.", best(col(w(V, Reason="Repair"), "Job No", SITE)), "visits: largest Time on site, Reason Repair")
q("superlative", "values", "cheapest goods lift by monthly fee - which one is it", best(col(w(L, Type="Goods"), NO, FEE), low=True), "lifts: smallest Monthly fee, Type Goods")

q("top_k", "values", "Give me the job numbers of the three jobs with the most expensive parts.", best(col(V, "Job No", PARTS), 3), "visits: three largest Parts")
q("top_k", "values", "five lifts with the highest monthly fee?", best(col(L, NO, FEE), 5), "lifts: five largest Monthly fee")
q("top_k", "values", "Name the four lifts that were put into service most recently.", best({l[NO]: l["Put into service"] for l in L}, 4), "lifts: four latest Put into service")

q("comparison", "values", "Which one travels faster, L-125 or L-126?", best({x: float(LIFT[x]["Speed (m/s)"]) for x in ("L-125", "L-126")}), "lifts: Speed of both")
q("comparison", "values", "Who has driven out to more breakdowns: Grace Oyinlola or Leila Haddoub?", best({t: len(w(bd, Technician=t)) for t in ("Grace Oyinlola", "Leila Haddoub")}), "visits: Breakdown rows of each")
q("comparison", "values", "so what do we find faulty more often, the door drive or the control board", best({f: len(w(V, Fault_found=f)) for f in ("Door drive", "Control board")}), "visits: rows by Fault found")

q("difference", "number", "How many more stops does L-122 have than L-121?", float(LIFT["L-122"]["Stops"]) - float(LIFT["L-121"]["Stops"]), "lifts: Stops, subtracted")
q("difference", "number", "By how many euros a month is L-114 dearer than L-115?", float(LIFT["L-114"][FEE]) - float(LIFT["L-115"][FEE]), "lifts: Monthly fee, subtracted")
q("difference", "number", "Looking at the visit list, how many more routine services than repairs did we do?", len(w(V, Reason="Routine service")) - len(w(V, Reason="Repair")), "visits: Reason counts, subtracted")

q("percent", "number", "What percentage of all our lifts is being modernised?", 100 * len(w(L, Status="Being modernised")) / len(L), "lifts: share of rows with Status Being modernised")
q("percent", "number", "Sometimes we rush out and then there is nothing wrong at all. In what percent of the breakdowns was no fault found?", 100 * len(w(bd, Outcome="No fault found")) / len(bd), "visits: share of Breakdown rows with Outcome No fault found")
q("percent", "number", "jobs needing a follow-up, as % of all jobs", 100 * len(w(V, Outcome="Follow-up needed")) / len(V), "visits: share of rows with Outcome Follow-up needed")

q("group_by", "table", "How many lifts do we look after under each type of contract?", table(grp(L, "Contract", len)), "lifts: rows by Contract")
q("group_by", "table", "jobs per technician please, just the count", table(grp(V, "Technician", len)), "visits: rows by Technician")
q("group_by", "table", "For every reason of visit, what was the average time on site in minutes?", table(grp(V, "Reason", lambda r: mean(nums(r, SITE)))), "visits: mean Time on site by Reason")

q("group_superlative", "values", "All visits together, at which lift have we spent the most minutes on site?", best(grp(V, NO, lambda r: sum(nums(r, SITE)))), "visits: sum of Time on site by Lift No, largest")
q("group_superlative", "values", "Whose jobs ate up the most money in parts, all added together?", best(grp(V, "Technician", lambda r: sum(nums(r, PARTS)))), "visits: sum of Parts by Technician, largest")
q("group_superlative", "values", "Take the monthly fees of all lifts in a building together: which building brings in the most?", best(grp(L, B, lambda r: sum(nums(r, FEE)))), "lifts: sum of Monthly fee by Building, largest")

q("yes_no", "boolean", "Is L-133 on full cover?", LIFT["L-133"]["Contract"] == "Full cover", "lifts: Contract of L-133")
q("yes_no", "boolean", "is Leila Haddoub certified for Kuromatsu, yes or no", "Kuromatsu" in fwd("Leila Haddoub", "certified for"), "KG certified for: only Heisler and Brandt & Lowe")
q("yes_no", "boolean", "Did Kurt Absalon ever get a trapped passenger out of a lift in 2024?", bool(w(tr, Technician="Kurt Absalon")), "visits: Trapped passenger rows of Kurt Absalon")

q("negation", "values", "Which districts are not looked after from Quarry Hill Depot?", [h for h, r, t in KG if r == "looked after from" and t != "Quarry Hill Depot"], "KG looked after from: other depots")
q("negation", "values", "Which technicians haven't had a single trapped passenger job?", [t for t in TECHS if not w(tr, Technician=t)], "KG technicians (works from) less those with Trapped passenger rows in visits")
q("negation", "number", "How many of our lifts come from someone other than Altavon?", len([l for l in L if l["Maker"] != "Altavon"]), "lifts: Maker not Altavon")
q("negation", "values", "everything in University Tower that's not an Altavon, lift number only", [l[NO] for l in w(L, Building="University Tower") if l["Maker"] != "Altavon"], "lifts: building rows with Maker not Altavon")

q("time_point", "values", "Who was in charge of Northgate in June 2014?", span("in charge of", "Northgate", "2014-06-01", "2014-06-30"), "TKG in charge of, covering 2014-06")
q("time_point", "values", "Who ran Tannery Road Depot on 1 January 2018?", at("manager of", "Tannery Road Depot", "2018-01-01"), "TKG manager of, covering the day")
q("time_point", "values", "hamish dunmore, 2018 - which district did he have back then?", [one([y for h, x, y, s, e in TK if h == "Hamish Dunmore" and x == "in charge of" and s <= "2018-12-31" and (not e or e >= "2018-01-01")])], "TKG in charge of, overlapping 2018")
q("time_point", "values", "To whom did Queen's Arcade belong in 2015?", span("owner of", "Queen's Arcade", "2015-01-01", "2015-12-31"), "TKG owner of, covering 2015")

q("before_after", "values", "Who looked after Old Town right before Renata Oliveira did?", [prev("in charge of", "Old Town", "Renata Oliveira")], "TKG in charge of, the fact before hers")
q("before_after", "values", "Tomas Vrba gave up Millbrook at some point. Who took it over from him?", [nxt("in charge of", "Millbrook", "Tomas Vrba")], "TKG in charge of, the fact after his")
q("before_after", "values", "who had Tanner's Yard before the Ostmann Family Office bought it", [prev("owner of", "Tanner's Yard", "Ostmann Family Office")], "TKG owner of, the fact before")

q("duration", "number", "How many full years was Gustav Renner manager of Quarry Hill Depot?", years(*term("Gustav Renner", "manager of", "Quarry Hill Depot")), "TKG start to end, completed years")
q("duration", "values", "Who lasted longer in charge of Harbour Quarter, Bogdan Ilievski or Siobhan Garrity?", best({h: days(*term(h, "in charge of", "Harbour Quarter")) for h in ("Bogdan Ilievski", "Siobhan Garrity")}), "TKG lengths compared (both ended)")
q("duration", "number", "dolores pinheiro at the Ferry Lane Depot, how many whole years was she manager there", years(*term("Dolores Pinheiro", "manager of", "Ferry Lane Depot")), "TKG start to end, completed years")

q("multi_hop", "values", "From which depot do we look after Swan Court?", [t for d in fwd("Swan Court", "stands in") for t in fwd(d, "looked after from")], "KG stands in > looked after from")
q("multi_hop", "values", "I have a question about the contract for University Tower. Who is the contact person on the owner's side?", [c for o in fwd("University Tower", "owned by") for c in fwd(o, "contact person")], "KG owned by > contact person")
q("multi_hop", "values", "anyone at Quarry Hill Depot who can work on lifts from the firm in Lugrano? names pls", [t for m in inv("based in", "Lugrano") for t in inv("certified for", m) if "Quarry Hill Depot" in fwd(t, "works from")], "KG based in, certified for, works from")
q("multi_hop", "values", "Which buildings belong to the owner whose contact person is Sandrine Volney?", [b for o in inv("contact person", "Sandrine Volney") for b in inv("owned by", o)], "KG contact person backwards > owned by backwards")

q("cross_source", "number", "How many lifts do we maintain in the Riverside district?", len([l for l in L if district(l[NO]) == "Riverside"]), "lifts by Building, KG stands in Riverside")
q("cross_source", "number", "Northgate, breakdowns in 2024 - how many in total?", len([v for v in bd if district(v[NO]) == "Northgate"]), "visits Breakdown > lifts Building > KG stands in")
q("cross_source", "values", "Kurt Absalon helped out on job J-3058. Who was actually in charge of that lift's district on the day?", at("in charge of", district("L-172"), JOB["J-3058"]["Date"]), "visits Lift No and Date > lifts Building > KG stands in > TKG in charge of")
q("cross_source", "number", "What do all the lifts in the buildings of Volney Retail bring us per month?", sum(nums([l for l in L if "Volney Retail" in fwd(l[B], "owned by")], FEE)), "lifts: sum of Monthly fee, KG owned by")
q("cross_source", "values", "Back when L-126 was put into service, who owned the building it is in?", at("owner of", LIFT["L-126"][B], LIFT["L-126"]["Put into service"]), "lifts Building and Put into service > TKG owner of")
q("cross_source", "values", "Which jobs in Old Town were done by technicians who do not work from Tannery Road Depot?", [v["Job No"] for v in V if district(v[NO]) == "Old Town" and "Tannery Road Depot" not in fwd(v["Technician"], "works from")], "visits > lifts Building > KG stands in; KG works from")
q("cross_source", "values", "i have to order a part for L-140, in which town does its manufacturer sit?", fwd(LIFT["L-140"]["Maker"], "based in"), "lifts Maker of L-140 > KG based in")

q("missing", "values", "Which lift has no date for its last inspection in our list?", [l[NO] for l in L if not l["Last inspection"]], "lifts: empty Last inspection")
q("missing", "values", "For which breakdown jobs did nobody write down the response time?", [v["Job No"] for v in bd if not v[RESP]], "visits: Breakdown with empty Resp. time")
q("missing", "number", "how many lifts have no monthly fee filled in", len([l for l in L if not l[FEE]]), "lifts: empty Monthly fee")

q("unanswerable", "refuse", "What is the mobile number of Edgar Bohlin?", [], "no phone numbers in any file")
q("unanswerable", "refuse", "How much electricity does L-172 use in a year?", [], "no consumption column")
q("unanswerable", "refuse", "who was in charge of Westhaven in 2019?", [], "Westhaven does not occur")
q("unanswerable", "refuse", "When did we last carry out a repair on lift L-199?", [], "L-199 does not occur")
q("unanswerable", "refuse", "Who was the caretaker of Ferry Terminal in 2020?", [], "no caretaker recorded for Ferry Terminal")
q("unanswerable", "refuse", "what does tomas vrba earn a month", [], "no wages in any file")

# ------------------------------------------------------------ compare
def answers(t, a):
    if t == "number": return [fmt(a)]
    if t == "boolean": return ["yes" if a else "no"]
    if t == "refuse": return []
    assert a and (len(set(a)) == len(a)), a
    return sorted(a)
lines = [json.dumps({"id": f"lifts-{i:02d}", "question": t, "kind": k, "answer_type": ty, "answers": answers(ty, a), "why": y}, ensure_ascii=False)
         for i, (k, ty, t, a, y) in enumerate(Q, 1)]
out = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(out, "w", encoding="utf-8") as f: f.write("\n".join(lines) + "\n")
else:
    with open(out, encoding="utf-8") as f: old = f.read().splitlines()
    for i in range(max(len(old), len(lines))):
        a, b = (x[i] if i < len(x) else "" for x in (old, lines))
        if not a or not b or json.loads(a) != json.loads(b): print("differs:", a, "\n  truth:", b)
