import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import best, distinct, fmt, group, one, records

O = records(here, "orders.csv")
L = records(here, "order_lines.csv")
P = records(here, "products.csv")
for r in L: r["qty"] = int(r["qty"])
for r in P: r["stock"], r["price"] = int(r["stock"]), float(r["price"])
name = {r["sku"]: r["product"] for r in P}
assert len(name) == len(set(name.values())) == len(P) and len({r["order_no"] for r in O}) == len(O)
sold = {r["sku"] for r in L}
filled = {r["order_no"] for r in L}
assert sold <= set(name) and filled <= {r["order_no"] for r in O}
assert all(v == 1 for v in distinct(O, "customer", "city").values())
units = Counter()
for r in L: units[name[r["sku"]]] += r["qty"]


def n(rows, **cond): return len(pick(rows, **cond))
def pick(rows, **cond): return [r for r in rows if all(r[k] == v for k, v in cond.items())]
def vals(rows, k): return {r[k] for r in rows if r[k]}
def per(rows, k): return dict(Counter(r[k] for r in rows if r[k]))
def grouped(k, v, f): return {x: f([r[v] for r in g]) for x, g in group(P, lambda r: r[k]).items()}
def mean(xs): return round(sum(xs) / len(xs), 6)


truths = [
    # counts
    len(O), len(P), len(L), n(O, status="cancelled"), n(O, pay_method="card"), n(O, status="open"),
    n(O, customer="Ellen Marsh"), n(O, channel="online"), sum(r["price"] > 20 for r in P),
    sum(r["order_date"][:7] == "2024-03" for r in O), n(P, category="Kitchen"), n(P, stock=0),
    # different values
    len(vals(O, "customer")), len(vals(P, "category")), len(vals(P, "brand")), len(vals(P, "supplier")),
    len(vals(O, "city")), len(vals(O, "pay_method")), len(vals(O, "channel")), len(vals(O, "status")),
    len(vals(P, "colour")), len(vals(O, "courier")), len(sold), len(vals(P, "made_in")),
    # lists
    vals(O, "customer"), vals(P, "category"), vals(P, "supplier"), vals(P, "brand"), vals(O, "city"),
    vals(O, "pay_method"), vals(P, "product"), vals(O, "courier"),
    # what never occurs
    [name[s] for s in name if s not in sold], [r["order_no"] for r in O if r["order_no"] not in filled],
    [r["order_no"] for r in O if not r["courier"]],
    vals(P, "brand") - vals([r for r in P if r["sku"] in sold], "brand"),
    vals(O, "customer") - vals(pick(O, pay_method="card"), "customer"),
    # superlatives
    best({r["product"]: r["price"] for r in P}, low=True), max(r["price"] for r in P), best(per(O, "customer")),
    best(units), best(per(P, "supplier")),
    # groupings
    per(O, "customer"), per(P, "category"), per(O, "status"), grouped("category", "price", mean), grouped("supplier", "stock", sum),
    # the rest
    one(pick(P, product="Desk Lamp"))["price"], one(pick(P, product="Wool Blanket"))["supplier"],
    one(pick(O, order_no="1010"))["customer"], one(pick(O, customer="Wendy Blythe"))["order_date"],
    sum(r["stock"] for r in P), sum(r["qty"] for r in L), mean([r["price"] for r in P]), mean([r["qty"] for r in L]),
    one(pick(P, product="Glass Teapot"))["stock"] > 0, n(O, pay_method="PayPal") > 0,
    vals(pick(P, supplier="Brook & Sons"), "product"), vals(pick(O, status="open"), "order_no"), [],
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
