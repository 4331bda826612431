import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from domain import best, fmt, mean, records

NAME = os.path.basename(HERE)
Q = []


def q(kind, question, atype, answers):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (str, int, float)): answers = [fmt(answers)]
    else: answers = sorted({str(a) for a in answers})
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind,
              "answer_type": atype, "answers": answers})


def n(rows, **c): return len(sel(rows, **c))
def sel(rows, **c): return [r for r in rows if all(r[k] == v for k, v in c.items())]
def vals(rows, k): return {r[k] for r in rows if r[k]}
def per(rows, k): return Counter(r[k] for r in rows)
def nums(rows, *ks):
    for r in rows:
        for k in ks: r[k] = float(r[k]) if r[k] else None


def done():
    path = os.path.join(HERE, "questions.jsonl")
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
    with open(path, encoding="utf-8") as file: old = [json.loads(line) for line in file]
    assert len(old) == len(Q) == len({x["question"].lower() for x in Q}) == 60, len(Q)
    for was, now in zip(old, Q):
        if was != now: print(was, now)


C, O, I = (records(HERE, f) for f in ("customers.csv", "orders.csv", "items.csv"))
nums(O, "qty"); nums(I, "prc", "stk")
item = {i["ino"]: i for i in I}
cust = {c["cno"]: c for c in C}
quiet = [c["nm"] for c in C if c["cno"] not in vals(O, "cno")]
unsold = [i["descr"] for i in I if i["ino"] not in vals(O, "ino")]
price = {i["descr"]: i["prc"] for i in I}

q("count", "how many orders", "number", n(O))
q("count", "How many customers do we have?", "number", n(C))
q("count", "number of items?", "number", n(I))
q("count", "How many pending orders are there?", "number", n(O, sts="pending"))
q("count", "count of returned orders", "number", n(O, sts="returned"))
q("count", "how many orders were paid by paypal?", "number", n(O, pay="paypal"))
q("count", "How many customers are from Norway?", "number", n(C, ctry="Norway"))
q("count", "number of business customers", "number", n(C, seg="business"))
q("count", "how many items in the kitchen category", "number", n(I, cat="kitchen"))
q("count", "How many items are out of stock?", "number", n(I, stk=0))
q("count", "how many orders went out with PostNord", "number", n(O, crr="PostNord"))
q("count", "How many items does the brand Ludo have?", "number", n(I, brd="Ludo"))

q("distinct", "How many countries are there?", "number", len(vals(C, "ctry")))
q("distinct", "how many different cities do our customers live in", "number", len(vals(C, "cty")))
q("distinct", "how many brands?", "number", len(vals(I, "brd")))
q("distinct", "number of categories", "number", len(vals(I, "cat")))
q("distinct", "How many payment methods do we have?", "number", len(vals(O, "pay")))
q("distinct", "how many carriers are there?", "number", len(vals(O, "crr")))
q("distinct", "How many sales reps do we have?", "number", len(vals(O, "rep")))
q("distinct", "count the warehouses", "number", len(vals(I, "whs")))
q("distinct", "How many different colours do the items come in?", "number", len(vals(I, "clr")))
q("distinct", "how many customer segments", "number", len(vals(C, "seg")))
q("distinct", "How many order statuses exist?", "number", len(vals(O, "sts")))
q("distinct", "number of different voucher codes used?", "number", len(vals(O, "vch")))

q("list", "list the categories", "values", vals(I, "cat"))
q("list", "Which countries do we have customers in?", "values", vals(C, "ctry"))
q("list", "show all brands", "values", vals(I, "brd"))
q("list", "list all items", "values", vals(I, "descr"))
q("list", "What payment methods are there?", "values", vals(O, "pay"))
q("list", "which carriers do we use", "values", vals(O, "crr"))
q("list", "give me the names of all customers", "values", vals(C, "nm"))
q("list", "Which sales reps are there?", "values", vals(O, "rep"))

q("negation", "customers without orders", "values", quiet)
q("negation", "Which items have never been ordered?", "values", unsold)
q("negation", "how many customers have never ordered anything?", "number", len(quiet))
q("negation", "number of items nobody has ordered", "number", len(unsold))
q("yes_no", "Has every customer placed an order?", "boolean", not quiet)

q("superlative", "which item is the cheapest?", "values", best(price, low=True))
q("superlative", "What is the most expensive item?", "values", best(price))
q("min_max", "lowest price?", "number", min(price.values()))
q("superlative", "who has the most orders?", "values", cust[best(per(O, "cno"))[0]]["nm"])
q("superlative", "Which item do we have the most of in stock?", "values", best({i["descr"]: i["stk"] for i in I}))

q("group_by", "orders per status", "table", per(O, "sts"))
q("group_by", "How many customers are there in each country?", "table", per(C, "ctry"))
q("group_by", "items by category", "table", per(I, "cat"))
q("group_by", "number of orders for each sales rep", "table", per(O, "rep"))
q("group_by", "total stock per warehouse", "table", {w: sum(i["stk"] for i in sel(I, whs=w)) for w in vals(I, "whs")})

q("lookup", "What does the Desk Lamp cost?", "number", sel(I, descr="Desk Lamp")[0]["prc"])
q("lookup", "which city does Rita Conti live in", "values", sel(C, nm="Rita Conti")[0]["cty"])
q("lookup", "What is the status of order O2036?", "values", sel(O, ono="O2036")[0]["sts"])
q("lookup", "who placed order O2004?", "values", cust[sel(O, ono="O2004")[0]["cno"]]["nm"])
q("filter_list", "list the cancelled orders", "values", vals(sel(O, sts="cancelled"), "ono"))
q("filter_list", "Which items cost more than 30?", "values", [d for d, p in price.items() if p > 30])
q("filter_list", "show the student customers", "values", vals(sel(C, seg="student"), "nm"))
q("sum", "what is the total quantity ordered?", "number", sum(o["qty"] for o in O))
q("average", "average price of the toys", "number", round(mean(sel(I, cat="toys"), "prc"), 4))
q("missing", "Which customers have no email?", "values", [c["nm"] for c in C if not c["eml"]])
q("yes_no", "do we have any customers in Italy?", "boolean", n(C, ctry="Italy") > 0)
q("unanswerable", "How many stars did the Tea Pot get in reviews?", "refuse", [])
q("unanswerable", "what is the birthday of Anna Keller?", "refuse", [])
done()
