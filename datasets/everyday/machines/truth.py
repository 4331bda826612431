"""Computes the answers; prints each line of questions.jsonl that differs (--write writes the file)."""
import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import records, best, one, fmt, sums, means

M, O, J = (records(here, t + ".csv") for t in ("machines", "operators", "jobs"))
for m in M: m["kw"], m["yr"] = float(m["pwr_kw"]), int(m["yr_built"])
for o in O: o["wage"] = float(o["wage_hr"])
for j in J: j["n"], j["h"] = int(j["qty"]), float(j["hrs"])
mach = {m["mach_nm"]: m for m in M}
op = {o["op_id"]: o["op_nm"] for o in O}
byop = {o["op_nm"]: o for o in O}
job = {j["job_no"]: j for j in J}
Q = []
def q(kind, atype, question, a):
    if atype == "boolean": a = ["yes" if a else "no"]
    elif atype == "table": a = [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
    elif atype == "number": a = [fmt(a)]
    elif isinstance(a, str): a = [a]
    else: a = sorted(set(a))
    assert (atype == "refuse") == (not a), question
    Q.append({"id": f"machines-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a})
def n(rows, **w): return sum(all(r[k] == x for k, x in w.items()) for r in rows)
def d(rows, k): return len({r[k] for r in rows if r[k]})

for t, a in [
    ("How many machines are there?", len(M)), ("how many jobs", len(J)), ("number of operators?", len(O)),
    ("how many workers do we have on the shop floor?", len(O)), ("count of open jobs", n(J, job_state="open")),
    ("How many machines are down?", n(M, mach_stat="down")), ("how many grinders have we got?", n(M, mach_type="grinder")),
    ("number of high priority jobs", n(J, prio="high")), ("How many operators work nights?", n(O, shift="night")),
    ("how many jobs for Ardent Pumps", n(J, client="Ardent Pumps")), ("How many brass jobs are there?", n(J, material="brass")),
    ("machines in Hall B, how many?", n(M, hall="Hall B"))]: q("count", "number", t, a)
for t, rows, k in [
    ("How many clients do we have?", J, "client"), ("how many halls are there", M, "hall"),
    ("how many different makers", M, "maker"), ("number of machine types?", M, "mach_type"),
    ("How many materials do we work with?", J, "material"), ("how many different parts do we make?", J, "part"),
    ("How many shifts are there?", O, "shift"), ("count the trades", O, "trade"),
    ("how many home towns do the operators come from", O, "home_town"), ("How many job states do we have?", J, "job_state"),
    ("how many priority levels are there?", J, "prio"),
    ("number of skill levels", O, "skill_lvl")]: q("distinct", "number", t, d(rows, k))
for t, rows, k in [
    ("list the clients", J, "client"), ("which materials are there?", J, "material"), ("show all machines", M, "mach_nm"),
    ("What machine makers do we have?", M, "maker"), ("names of all operators", O, "op_nm"),
    ("list every part we make", J, "part"), ("Which halls do we have?", M, "hall"),
    ("what trades are there", O, "trade")]: q("list", "values", t, [r[k] for r in rows])

used, busy = {j["mach_no"] for j in J}, {j["op_id"] for j in J}
q("missing", "values", "Which machines have never had a job?", [m["mach_nm"] for m in M if m["mach_no"] not in used])
q("missing", "values", "operators without jobs", [o["op_nm"] for o in O if o["op_id"] not in busy])
q("missing", "number", "how many machines have no jobs?", sum(m["mach_no"] not in used for m in M))
q("missing", "number", "How many operators are on no job at all?", sum(o["op_id"] not in busy for o in O))
q("missing", "values", "jobs with no operator", [j["job_no"] for j in J if not j["op_id"]])

q("superlative", "values", "which machine is the oldest?", best({m["mach_nm"]: m["yr"] for m in M}, low=True))
q("superlative", "values", "Who is the best paid operator?", best({o["op_nm"]: o["wage"] for o in O}))
q("superlative", "values", "most powerful machine", best({m["mach_nm"]: m["kw"] for m in M}))
q("superlative", "values", "Which job has the most hours?", best({j["job_no"]: j["h"] for j in J}))
q("min_max", "number", "lowest hourly wage?", min(o["wage"] for o in O))

q("group_by", "table", "jobs per client", Counter(j["client"] for j in J))
q("group_by", "table", "How many machines in each hall?", Counter(m["hall"] for m in M))
q("group_by", "table", "operators by shift", Counter(o["shift"] for o in O))
q("group_by", "table", "total quantity for each part", sums(J, "part", "n"))
q("group_by", "table", "number of jobs by state", Counter(j["job_state"] for j in J))

q("lookup", "values", "Who made Goliath?", mach["Goliath"]["maker"])
q("lookup", "values", "which shift does Kim Dufour work", byop["Kim Dufour"]["shift"])
q("lookup", "values", "What material is job J1016?", job["J1016"]["material"])
q("lookup", "number", "power of Speedy in kW?", mach["Speedy"]["kw"])
q("sum", "number", "total hours of all jobs", sum(j["h"] for j in J))
q("sum", "number", "How many gears were ordered altogether?", sum(j["n"] for j in J if j["part"] == "gear"))
q("average", "number", "average hourly wage", sum(o["wage"] for o in O) / len(O))
q("average", "number", "What is the average power of the machines?", sum(m["kw"] for m in M) / len(M))
q("yes_no", "boolean", "Is Thunder running?", mach["Thunder"]["mach_stat"] == "running")
q("yes_no", "boolean", "do we have any machines from Okuma?", any(m["maker"] == "Okuma" for m in M))
q("negation", "values", "which machines are not running", [m["mach_nm"] for m in M if m["mach_stat"] != "running"])
q("filter_list", "values", "operators from Stowe", [o["op_nm"] for o in O if o["home_town"] == "Stowe"])
q("unanswerable", "refuse", "What did Big Bertha cost?", [])

path = os.path.join(here, "questions.jsonl")
assert len(Q) == 60 == len({x["question"].lower() for x in Q})
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f: old = [json.loads(line) for line in f]
if len(old) != len(Q): print("lines:", len(old))
for was, now in zip(old, Q):
    if was != now: print("have", was, "\nwant", now)
