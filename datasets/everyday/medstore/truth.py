import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records, fmt, best, sums, means

NAME = os.path.basename(HERE)
QS = []


def q(kind, question, atype, a):
    if atype == "boolean": a = ["yes" if a else "no"]
    elif atype == "table": a = [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
    elif atype == "number": a = [fmt(a)]
    elif isinstance(a, str): a = [a]
    else: a = sorted(set(a))
    assert (atype == "refuse") == (a == []), question
    QS.append({"id": f"{NAME}-{len(QS) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a})


def n(rows, **w): return sum(all(r[k] == v for k, v in w.items()) for r in rows)
def col(rows, c): return {r[c] for r in rows}
def get(rows, key, v, c):
    found = [r[c] for r in rows if r[key] == v]
    assert len(found) == 1, v
    return found[0]
def count(question, rows, **w):
    assert n(rows, **w), question
    q("count", question, "number", n(rows, **w))
def distinct(question, rows, c): q("distinct", question, "number", len(col(rows, c)))
def lst(question, rows, c): q("list", question, "values", col(rows, c))


medicines, makers, orders = (records(HERE, f + ".csv") for f in ("medicines", "makers", "orders"))
unordered = [m["name"] for m in medicines if m["med"] not in col(orders, "med")]
unused = [m["name"] for m in makers if m["mk"] not in col(medicines, "mk")]
price = {m["name"]: float(m["price"]) for m in medicines}
stock = {m["name"]: int(m["stock"]) for m in medicines}

count("How many medicines are there?", medicines)
count("number of orders", orders)
count("how many makers do we have?", makers)
count("What is the total number of orders of the ward?", orders)
count("how many urgent orders?", orders, prio="urgent")
count("How many of the medicines are tablets?", medicines, form="tablet")
count("count of open orders", orders, stat="open")
count("how many makers are from Ireland", makers, country="Ireland")
count("How many medicines are kept in the fridge?", medicines, storage="fridge")
count("number of antibiotics?", medicines, drug_class="antibiotic")
count("how many orders did Bilal place?", orders, nurse="Bilal")
count("orders on the night shift, how many", orders, shift="night")

distinct("How many nurses are there?", orders, "nurse")
distinct("how many doctors do we have", orders, "doctor")
distinct("number of drug classes?", medicines, "drug_class")
distinct("How many different forms are there?", medicines, "form")
distinct("how many shelves are there?", medicines, "shelf")
distinct("How many kinds of storage do we have?", medicines, "storage")
distinct("how many countries are the makers from?", makers, "country")
distinct("number of different cities", makers, "city")
distinct("How many sales reps are there?", makers, "rep")
distinct("how many shifts", orders, "shift")
distinct("How many priorities do we have?", orders, "prio")
distinct("count the different order statuses", orders, "stat")

lst("list the nurses", orders, "nurse")
lst("Which doctors are there?", orders, "doctor")
lst("show all medicines", medicines, "name")
lst("What drug classes do we have?", medicines, "drug_class")
lst("List all the makers.", makers, "name")
lst("which cities are there", makers, "city")
lst("give me the forms of medicine", medicines, "form")
lst("Who are the reps?", makers, "rep")

q("missing", "Which medicines were never ordered?", "values", unordered)
q("missing", "makers without any medicines", "values", unused)
q("missing", "how many medicines have never been ordered", "number", len(unordered))
q("missing", "How many makers have no medicine in the store?", "number", len(unused))
q("missing", "are there medicines with no orders?", "boolean", bool(unordered))

q("superlative", "Which medicine is the most expensive?", "values", best(price))
q("superlative", "which medicine has the lowest stock", "values", best(stock, low=True))
q("superlative", "Which nurse has the most orders?", "values", best(Counter(o["nurse"] for o in orders)))
q("min_max", "lowest price?", "number", min(price.values()))
q("min_max", "What is the largest quantity in an order?", "number", max(int(o["qty"]) for o in orders))

q("group_by", "orders per nurse", "table", Counter(o["nurse"] for o in orders))
q("group_by", "How many medicines are in each drug class?", "table", Counter(m["drug_class"] for m in medicines))
q("group_by", "number of makers by country", "table", Counter(m["country"] for m in makers))
q("group_by", "orders by status", "table", Counter(o["stat"] for o in orders))
q("group_by", "Total quantity ordered per shift", "table", sums([{**o, "qty": int(o["qty"])} for o in orders], "shift", "qty"))

q("lookup", "What is the price of Morphine?", "number", float(get(medicines, "name", "Morphine", "price")))
q("lookup", "who makes Warfarin?", "values", get(makers, "mk", get(medicines, "name", "Warfarin", "mk"), "name"))
q("lookup", "Which shelf is Heparin on?", "values", get(medicines, "name", "Heparin", "shelf"))
q("lookup", "what city is Tavira Health in", "values", get(makers, "name", "Tavira Health", "city"))
q("sum", "What is the total stock of all medicines?", "number", sum(stock.values()))
q("sum", "total quantity ordered", "number", sum(int(o["qty"]) for o in orders))
q("average", "average price of a medicine?", "number", sum(price.values()) / len(price))
q("average", "What is the average quantity per order?", "number", sum(int(o["qty"]) for o in orders) / len(orders))
q("yes_no", "Is Latanoprost kept in the fridge?", "boolean", get(medicines, "name", "Latanoprost", "storage") == "fridge")
q("yes_no", "do we have a maker from Spain?", "boolean", "Spain" in col(makers, "country"))
q("filter_list", "Which medicines are in the safe?", "values", [m["name"] for m in medicines if m["storage"] == "safe"])
q("negation", "How many orders are not delivered?", "number", sum(o["stat"] != "delivered" for o in orders))
q("unanswerable", "When does Ibuprofen expire?", "refuse", [])

assert len(QS) == 60 == len({x["question"].lower() for x in QS})
path = os.path.join(HERE, "questions.jsonl")
lines = [json.dumps(x, ensure_ascii=False) for x in QS]
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.write("\n".join(lines) + "\n")
with open(path, encoding="utf-8") as f: old = f.read().splitlines()
if len(old) != len(lines): print("lines:", len(old), "not", len(lines))
for a, b in zip(old, lines):
    if a != b: print("has  ", a, "\ntruth", b)
