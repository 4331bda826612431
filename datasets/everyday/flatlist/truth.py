import json, os, sys
from collections import Counter, defaultdict
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import records, asking, best, one, robust

F, T, R = (records(here, f) for f in ("flats.csv", "tenants.csv", "repairs.csv"))
for f in F:
    for k in ("floor", "rooms", "sqm", "rent"): f[k] = int(f[k])
for t in T: t["deposit"] = int(t["deposit"])
for r in R: r["cost"] = int(r["cost"]) if r["cost"] else None
flat = {f["flat"]: f for f in F}
assert all(r["flat"] in flat for r in R) and all(t["flat"] in flat for t in T)
def n(rows, **k): return sum(all(r[a] == b for a, b in k.items()) for r in rows)
def vals(rows, a): return {r[a] for r in rows if r[a]}
def sel(rows, a, **k): return {r[a] for r in rows if all(r[x] == y for x, y in k.items())}

Q = []
q = asking("flatlist", Q)
def qn(kind, text, v): q(kind, text, "number", v, "")
def qv(kind, text, v): q(kind, text, "values", v, "")
def qb(kind, text, v): q(kind, text, "boolean", v, "")
def qt(kind, text, v): q(kind, text, "table", v, "")
# bare counts
qn("count", "How many flats are there?", len(F))
qn("count", "number of tenants", len(T))
qn("count", "how many repairs", len(R))
qn("count", "count of open repairs", n(R, state="open"))
qn("count", "How many urgent repairs are there?", n(R, prio="urgent"))
qn("count", "how many flats have a balcony?", n(F, balcony="yes"))
qn("count", "How many flats in Riverside?", n(F, district="Riverside"))
qn("count", "how many one-room flats do we have", n(F, rooms=1))
qn("count", "How many tenants pay cash?", n(T, pay="cash"))
qn("count", "number of nurses among the tenants?", n(T, job="nurse"))
qn("count", "how many tenants have a dog", n(T, pet="dog"))
qn("count", "how many plumbing repairs were there?", n(R, trade="plumbing"))
# different values
qn("distinct", "How many buildings are there?", len(vals(F, "bldg")))
qn("distinct", "how many districts do we have?", len(vals(F, "district")))
qn("distinct", "number of different streets", len(vals(F, "street")))
qn("distinct", "how many caretakers", len(vals(F, "caretaker")))
qn("distinct", "How many kinds of heating are there?", len(vals(F, "heating")))
qn("distinct", "how many firms do we work with?", len(vals(R, "firm")))
qn("distinct", "How many trades are there?", len(vals(R, "trade")))
qn("distinct", "How many different jobs do the tenants have?", len(vals(T, "job")))
qn("distinct", "how many kinds of pets do we have", len(vals(T, "pet")))
qn("distinct", "count the payment methods", len(vals(T, "pay")))
qn("distinct", "how many priority levels are there?", len(vals(R, "prio")))
qn("distinct", "How many repair states exist?", len(vals(R, "state")))
# lists
qv("list", "list the buildings", vals(F, "bldg"))
qv("list", "Which districts are there?", vals(F, "district"))
qv("list", "show all tenants", vals(T, "name"))
qv("list", "what firms do we use?", vals(R, "firm"))
qv("list", "Who are the caretakers?", vals(F, "caretaker"))
qv("list", "all flats please", vals(F, "flat"))
qv("list", "which types of heating do we have?", vals(F, "heating"))
qv("list", "give me the trades", vals(R, "trade"))
# what never occurs
lived, mended = vals(T, "flat"), vals(R, "flat")
qv("missing", "Which flats have no tenant?", set(flat) - lived)
qv("missing", "flats without repairs", set(flat) - mended)
qv("missing", "Which tenants have never had a repair in their flat?", {t["name"] for t in T if t["flat"] not in mended})
qv("missing", "which firms have no urgent repairs?", vals(R, "firm") - {r["firm"] for r in R if r["prio"] == "urgent"})
qv("missing", "tenants without a pet", {t["name"] for t in T if not t["pet"]})
# superlatives
qv("superlative", "Which flat is the cheapest?", best({f["flat"]: f["rent"] for f in F}, low=True))
qv("superlative", "what's the biggest flat?", best({f["flat"]: f["sqm"] for f in F}))
qv("superlative", "Who has lived here longest?", one([best({t["name"]: t["since"] for t in T}, low=True)]))
qv("superlative", "which building has the most flats?", best(Counter(f["bldg"] for f in F)))
qn("min_max", "highest rent?", max(f["rent"] for f in F))
# groupings
qt("group_by", "flats per building", Counter(f["bldg"] for f in F))
qt("group_by", "How many repairs by trade?", Counter(r["trade"] for r in R))
qt("group_by", "number of tenants per job", Counter(t["job"] for t in T))
qt("group_by", "how many flats does each caretaker look after?", Counter(f["caretaker"] for f in F))
qt("group_by", "repairs for each firm", Counter(r["firm"] for r in R))
# the rest
qv("lookup", "Which flat does Rosa Ferri live in?", sel(T, "flat", name="Rosa Ferri"))
qn("lookup", "What is the rent of LH07?", flat["LH07"]["rent"])
qv("lookup", "who is the caretaker of Mill House?", sel(F, "caretaker", bldg="Mill House"))
qv("lookup", "When did Oscar Lind move in?", sel(T, "since", name="Oscar Lind"))
qv("lookup", "what does Julia Marsh do for a living?", sel(T, "job", name="Julia Marsh"))
qn("sum", "How much did all repairs cost together?", sum(r["cost"] or 0 for r in R))
qn("sum", "total of all deposits", sum(t["deposit"] for t in T))
qn("average", "what is the average rent?", sum(f["rent"] for f in F) / len(F))
qv("filter_list", "Which flats have four rooms?", sel(F, "flat", rooms=4))
qv("negation", "which repairs are not done yet?", {r["rep_id"] for r in R if r["state"] != "done"})
qb("yes_no", "Does anyone keep a parrot?", n(T, pet="parrot") > 0)
qb("yes_no", "does LH01 have a balcony?", flat["LH01"]["balcony"] == "yes")
q("unanswerable", "What is the email address of Tess Walker?", "refuse", [], "")


def main():
    assert len(Q) == 60 and len({x["question"].lower() for x in Q}) == 60
    for x in Q: x.pop("why")
    path = os.path.join(here, "questions.jsonl")
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
    with open(path, encoding="utf-8") as f:
        old = [json.loads(l) for l in f]
    for a, b in zip(old, Q):
        if a != b: print(a, b)
    print("lines:", len(old), dict(Counter(x["kind"] for x in Q)))


main()
