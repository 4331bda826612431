import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import records, best, fmt, one
D, O = records(here, "dishes.csv"), records(here, "orders.csv")
K = [(r["head"], r["relation"], r["tail"]) for r in records(here, "cafemenu.kg.tsv")]
for r in D: r["price"], r["kcal"] = float(r["price"]), float(r["kcal"])
for r in O: r["qty"] = int(r["qty"])
names = {r["dish_id"]: r["name"] for r in D}
used = {r["dish_id"] for r in O}
heads = lambda rel: {h for h, r, t in K if r == rel}
tails = lambda rel, h=None: {t for a, r, t in K if r == rel and h in (None, a)}
vals = lambda T, c: {r[c] for r in T if r[c]}
n = lambda T, **w: sum(all(r[c] == v for c, v in w.items()) for r in T)
per = lambda T, c: Counter(r[c] for r in T)
dish = lambda x: one(r for r in D if r["name"] == x)
assert vals(D, "supplier") == heads("located_in")
assert used <= set(names) and len(names) == len(D) and len(vals(O, "ord_no")) == len(O)
cats = {next(r["category"] for r in D if r["dish_id"] == d) for d in used}
V, N, B, T = "values", "number", "boolean", "table"
Q = [
("count", "how many orders", N, len(O)),
("count", "How many dishes are there?", N, len(D)),
("count", "number of vegan dishes?", N, n(D, vegan="yes")),
("count", "How many desserts do we have?", N, n(D, category="dessert")),
("count", "how many orders were paid in cash?", N, n(O, pay="cash")),
("count", "count of orders on the Terrace", N, n(O, room="Terrace")),
("count", "How many orders did Yusra take?", N, n(O, waiter="Yusra")),
("count", "how many Italian dishes are on the menu", N, n(D, cuisine="Italian")),
("count", "How many dishes contain gluten?", N, n(D, allergen="gluten")),
("count", "orders by Gwen Tully, how many?", N, n(O, customer="Gwen Tully")),
("count", "How many dishes cost more than 10?", N, sum(r["price"] > 10 for r in D)),
("count", "how many orders on 2025-05-09", N, n(O, date="2025-05-09")),
("distinct", "How many categories are there?", N, len(vals(D, "category"))),
("distinct", "how many different cuisines do we have", N, len(vals(D, "cuisine"))),
("distinct", "number of suppliers?", N, len(vals(D, "supplier"))),
("distinct", "How many customers do we have?", N, len(vals(O, "customer"))),
("distinct", "how many waiters", N, len(vals(O, "waiter"))),
("distinct", "How many rooms are there?", N, len(vals(O, "room"))),
("distinct", "how many payment methods are there?", N, len(vals(O, "pay"))),
("distinct", "number of different allergens", N, len(vals(D, "allergen"))),
("distinct", "How many different table numbers are there?", N, len(vals(O, "table_no"))),
("distinct", "on how many days did we have orders?", N, len(vals(O, "date"))),
("distinct", "how many villages are there?", N, len(heads("village_in"))),
("distinct", "How many different dishes were ordered?", N, len(used)),
("list", "list the categories", V, vals(D, "category")),
("list", "which cuisines are there?", V, vals(D, "cuisine")),
("list", "show all suppliers", V, vals(D, "supplier")),
("list", "Who are our waiters?", V, vals(O, "waiter")),
("list", "names of the customers", V, vals(O, "customer")),
("list", "What rooms do we have?", V, vals(O, "room")),
("list", "list all villages", V, heads("village_in")),
("list", "what allergens are there", V, vals(D, "allergen")),
("missing", "Which dishes have never been ordered?", V, {names[d] for d in set(names) - used}),
("missing", "how many dishes have no orders?", N, len(set(names) - used)),
("missing", "villages without a supplier", V, heads("village_in") - tails("located_in")),
("missing", "which categories were never ordered?", V, vals(D, "category") - cats),
("missing", "Which vegan dishes has nobody ordered?", V, {r["name"] for r in D if r["vegan"] == "yes" and r["dish_id"] not in used}),
("superlative", "which dish is the cheapest?", V, best({r["name"]: r["price"] for r in D}, low=True)),
("min_max", "highest price?", N, max(r["price"] for r in D)),
("superlative", "What dish has the most calories?", V, best({r["name"]: r["kcal"] for r in D})),
("superlative", "which waiter took the most orders?", V, best(per(O, "waiter"))),
("superlative", "Which supplier has the most dishes?", V, best(per(D, "supplier"))),
("group_by", "orders per customer", T, per(O, "customer")),
("group_by", "number of dishes per category", T, per(D, "category")),
("group_by", "How many orders did each waiter take?", T, per(O, "waiter")),
("group_by", "dishes by cuisine, how many each?", T, per(D, "cuisine")),
("group_by", "how many orders in each room?", T, per(O, "room")),
("lookup", "How much is the Lentil Soup?", N, dish("Lentil Soup")["price"]),
("lookup", "who supplies the Carrot Cake?", V, {dish("Carrot Cake")["supplier"]}),
("lookup", "Which village is Pell Farm in?", V, tails("located_in", "Pell Farm")),
("lookup", "who runs Hollin Dairy", V, tails("run_by", "Hollin Dairy")),
("sum", "total of all tips", N, sum(float(r["tip"]) for r in O if r["tip"])),
("sum", "What is the total quantity ordered?", N, sum(r["qty"] for r in O)),
("average", "average price of a dish?", N, sum(r["price"] for r in D) / len(D)),
("average", "average calories of the desserts", N, sum(r["kcal"] for r in D if r["category"] == "dessert") / n(D, category="dessert")),
("yes_no", "Is the Plum Crumble vegan?", B, dish("Plum Crumble")["vegan"] == "yes"),
("yes_no", "is there any Greek dish?", B, "Greek" in vals(D, "cuisine")),
("negation", "which drinks are not vegan?", V, {r["name"] for r in D if r["category"] == "drink" and r["vegan"] != "yes"}),
("filter_list", "which dishes contain fish?", V, {r["name"] for r in D if r["allergen"] == "fish"}),
("unanswerable", "What are the opening hours of the cafe?", "refuse", []),
]
def answer(t, a):
    if t == B: return ["yes" if a else "no"]
    if t == T: return [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
    return [fmt(a)] if t == N else sorted(a)
new = [{"id": f"cafemenu-{i:02d}", "question": q, "kind": k, "answer_type": t, "answers": answer(t, a)}
       for i, (k, q, t, a) in enumerate(Q, 1)]
assert len(new) == 60 == len({q["question"] for q in new})
path = os.path.join(here, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(json.dumps(q, ensure_ascii=False) + "\n" for q in new)
with open(path, encoding="utf-8") as f:
    old = [json.loads(line) for line in f]
for i in range(max(len(old), len(new))):
    if old[i:i + 1] != new[i:i + 1]: print("was", old[i:i + 1], "now", new[i:i + 1])
