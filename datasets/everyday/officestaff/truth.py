import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import best, fmt, group, kg, one, records

E = records(here, "employees.csv")
P = records(here, "projects.csv")
A = records(here, "assignments.csv")
out, inn, heads = kg([(f["head"], f["relation"], f["tail"]) for f in records(here, "officestaff.kg.tsv")])
for r in E: r["salary"] = int(r["salary"])
for r in P: r["budget"] = int(r["budget"])
name = {r["emp_id"]: r["name"] for r in E}
offices = {r["office"] for r in E}
assert offices == heads("located_in") and len(name) == len(set(name.values())) == len(E)
busy = {r["emp_id"] for r in A}
assert busy >= {r["lead"] for r in P if r["lead"]}
staffed = {r["proj_code"] for r in A}
assert staffed >= {r["proj_code"] for r in P if r["lead"]}


def n(rows, **cond): return len(pick(rows, **cond))
def pick(rows, **cond): return [r for r in rows if all(r[k] == v for k, v in cond.items())]
def vals(rows, k): return {r[k] for r in rows if r[k]}
def tails(rel): return {t for o in heads(rel) for t in out(o, rel)}
def per(rows, k): return dict(Counter(r[k] for r in rows if r[k]))


truths = [
    # counts
    len(E), len(P), len(A), n(E, dept="Sales"), n(E, office="Harbour House"), n(P, status="active"),
    n(P, status="finished"), n(E, contract="part-time"), n(P, client="Castell Bank"),
    sum(r["office"] in inn("Leeds", "located_in") for r in E), sum(r["hired"][:4] == "2020" for r in E),
    sum(r["salary"] > 62000 for r in E),
    # different values
    len(vals(E, "dept")), len(vals(P, "client")), len(vals(E, "job_title")), len(offices), len(vals(P, "industry")),
    len(vals(E, "contract")), len(vals(P, "status")), len(vals(A, "role")), len(tails("located_in")),
    len(tails("in_region")), len(tails("managed_by")), len(vals(P, "lead")),
    # lists
    vals(E, "dept"), vals(P, "client"), offices, vals(E, "job_title"), vals(P, "project"), tails("located_in"),
    tails("managed_by"), vals(P, "industry"),
    # what never occurs
    [r["name"] for r in E if r["emp_id"] not in busy], [r["project"] for r in P if not r["client"]],
    one(o for o in offices if not out(o, "managed_by")), [r["project"] for r in P if r["proj_code"] not in staffed],
    vals(P, "client") - vals(pick(P, status="active"), "client"),
    # superlatives
    best({r["name"]: r["salary"] for r in E}), min(r["salary"] for r in E),
    best({r["project"]: r["budget"] for r in P}), best({r["name"]: r["hired"] for r in E}, low=True),
    best(per(P, "client")),
    # groupings
    per(E, "dept"), per(P, "client"), per(P, "status"),
    {d: sum(r["salary"] for r in g) / len(g) for d, g in group(E, lambda r: r["dept"]).items()}, per(E, "office"),
    # the rest
    one(pick(E, name="Yuki Tanabe"))["job_title"], one(out("Harbour House", "managed_by")),
    one(pick(P, project="Fraud Check"))["client"], one(out("Mill Court", "located_in")),
    sum(r["salary"] for r in E), sum(r["budget"] for r in P), sum(r["salary"] for r in E) / len(E),
    sum(r["budget"] for r in P) / len(P), one(pick(E, name="Tom Fisher"))["dept"] == "IT",
    "Cardiff" in tails("located_in"), vals(pick(E, dept="Legal"), "name"), vals(pick(P, status="on hold"), "project"),
    [],
]


def told(kind, x):
    if kind == "boolean": return ["yes" if x else "no"]
    if kind == "table": return sorted(f"{k} | {fmt(v)}" for k, v in x.items())
    if isinstance(x, (str, int, float)): return [fmt(x)]
    return sorted({fmt(a) for a in x})


if __name__ == "__main__":
    with open(os.path.join(here, "questions.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    assert len(lines) == len(truths) == 60
    for q, x in zip(lines, truths):
        if sorted(q["answers"]) != told(q["answer_type"], x):
            print(q["id"], q["question"], q["answers"], told(q["answer_type"], x))
