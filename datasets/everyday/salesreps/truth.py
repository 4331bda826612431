"""Computes the answers; prints each line of questions.jsonl that differs (--write writes the file)."""
import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import records, best, one, fmt, sums, means

R, C, V = (records(here, t + ".csv") for t in ("reps", "customers", "visits"))
for r in R: r["sal"] = int(r["base_sal"])
for c in C: c["lim"] = int(c["cr_lim"])
for v in V: v["dur"], v["amt"] = int(v["dur_min"]), int(v["order_amt"]) if v["order_amt"] else None
rep = {r["rep_id"]: r["rep_nm"] for r in R}
cust = {c["cust_id"]: c["cust_nm"] for c in C}
byrep = {r["rep_nm"]: r for r in R}
bycust = {c["cust_nm"]: c for c in C}
Q = []
def q(kind, atype, question, a):
    if atype == "boolean": a = ["yes" if a else "no"]
    elif atype == "table": a = [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
    elif atype == "number": a = [fmt(a)]
    elif isinstance(a, str): a = [a]
    else: a = sorted(set(a))
    assert (atype == "refuse") == (not a), question
    Q.append({"id": f"salesreps-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a})
def n(rows, **w): return sum(all(r[k] == x for k, x in w.items()) for r in rows)
def d(rows, k): return len({r[k] for r in rows if r[k]})

for t, a in [
    ("how many customers", len(C)), ("How many sales reps are there?", len(R)), ("number of visits?", len(V)),
    ("how many clients do we have?", len(C)), ("count of active customers", n(C, status="active")),
    ("How many reps are in the East region?", n(R, region="East")), ("how many complaint visits", n(V, purpose="complaint")),
    ("How many visits ended in an order?", n(V, outcome="order")), ("number of customers in Brno", n(C, city="Brno")),
    ("how many senior reps do we have", n(R, grade="senior")), ("How many key customers?", n(C, seg="key")),
    ("how many visits were by phone?", n(V, channel="phone"))]: q("count", "number", t, a)
for t, rows, k in [
    ("How many regions are there?", R, "region"), ("how many different cities do we have", C, "city"),
    ("how many teams", R, "team"), ("number of industries", C, "industry"),
    ("How many countries are in the customer list?", C, "country"), ("how many customer segments are there", C, "seg"),
    ("How many car makes are there?", R, "car_make"), ("how many visit purposes do we have?", V, "purpose"),
    ("count the different outcomes", V, "outcome"), ("How many channels are used?", V, "channel"),
    ("how many grades of rep are there?", R, "grade"),
    ("How many different customer statuses?", C, "status")]: q("distinct", "number", t, d(rows, k))
for t, rows, k in [
    ("list the regions", R, "region"), ("which cities are there?", C, "city"), ("show all sales reps", R, "rep_nm"),
    ("What industries do we have?", C, "industry"), ("list all customers", C, "cust_nm"),
    ("names of the teams", R, "team"), ("Which purposes can a visit have?", V, "purpose"),
    ("what countries are our customers in?", C, "country")]: q("list", "values", t, [r[k] for r in rows])

seen, out, own = {v["cust_id"] for v in V}, {v["rep_id"] for v in V}, {c["rep_id"] for c in C}
bought = {v["cust_id"] for v in V if v["amt"] is not None}
assert all((v["outcome"] == "order") == (v["amt"] is not None) for v in V)
q("missing", "values", "customers without visits", [c["cust_nm"] for c in C if c["cust_id"] not in seen])
q("missing", "values", "Which reps have never made a visit?", [r["rep_nm"] for r in R if r["rep_id"] not in out])
q("missing", "values", "reps with no customers", [r["rep_nm"] for r in R if r["rep_id"] not in own])
q("missing", "number", "How many customers have never been visited?", sum(c["cust_id"] not in seen for c in C))
q("missing", "number", "how many reps made no visits?", sum(r["rep_id"] not in out for r in R))

q("superlative", "values", "which rep has the highest salary?", best({r["rep_nm"]: r["sal"] for r in R}))
q("superlative", "values", "Who made the most visits?", best(Counter(rep[v["rep_id"]] for v in V)))
q("superlative", "values", "which customer has the biggest credit limit", best({c["cust_nm"]: c["lim"] for c in C}))
q("min_max", "number", "longest visit in minutes?", max(v["dur"] for v in V))
q("min_max", "number", "smallest order amount", min(v["amt"] for v in V if v["amt"] is not None))

q("group_by", "table", "customers per city", Counter(c["city"] for c in C))
q("group_by", "table", "How many reps in each region?", Counter(r["region"] for r in R))
q("group_by", "table", "visits by outcome", Counter(v["outcome"] for v in V))
q("group_by", "table", "number of customers per industry", Counter(c["industry"] for c in C))
q("group_by", "table", "average salary by team", means(R, "team", "sal"))

q("lookup", "values", "Which team is Eva Brandt in?", byrep["Eva Brandt"]["team"])
q("lookup", "values", "what city is Orion Cables in", bycust["Orion Cables"]["city"])
q("lookup", "values", "Who is the rep for Helios Solar?", rep[bycust["Helios Solar"]["rep_id"]])
q("lookup", "number", "credit limit of Juno Pharmacy?", bycust["Juno Pharmacy"]["lim"])
q("sum", "number", "total order amount", sum(v["amt"] or 0 for v in V))
q("sum", "number", "What do all base salaries add up to?", sum(r["sal"] for r in R))
q("average", "number", "average visit length in minutes", sum(v["dur"] for v in V) / len(V))
q("yes_no", "boolean", "Is Granit Works blocked?", bycust["Granit Works"]["status"] == "blocked")
q("yes_no", "boolean", "do we have any customers in Berlin?", any(c["city"] == "Berlin" for c in C))
q("negation", "values", "Which reps are not in team Falcon?",
  [r["rep_nm"] for r in R if r["team"] != "Falcon"])
q("filter_list", "values", "reps who drive a Volvo", [r["rep_nm"] for r in R if r["car_make"] == "Volvo"])
q("unanswerable", "refuse", "What is Nora Feldt's phone number?", [])
q("unanswerable", "refuse", "how old is Hugo Tessier?", [])

path = os.path.join(here, "questions.jsonl")
assert len(Q) == 60 == len({x["question"].lower() for x in Q})
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f: old = [json.loads(line) for line in f]
if len(old) != len(Q): print("lines:", len(old))
for was, now in zip(old, Q):
    if was != now: print("have", was, "\nwant", now)
