import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir))
from domain import records

NAME = os.path.basename(HERE)
Q = []


def q(kind, question, kind_of_answer, answers):
    if kind_of_answer == "boolean": answers = ["yes" if answers else "no"]
    elif kind_of_answer == "number": answers = [f"{round(float(answers), 2):.2f}".rstrip("0").rstrip(".")]
    elif kind_of_answer == "table": answers = [f"{k} | {v}" for k, v in sorted(answers.items())]
    elif isinstance(answers, str): answers = [answers]
    else: answers = sorted(set(answers))
    assert "" not in answers and (kind_of_answer == "refuse") == (not answers), question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind,
              "answer_type": kind_of_answer, "answers": answers})


def n(question, rows, test=lambda r: True): q("count", question, "number", sum(map(test, rows)))


def vals(rows, col): return {r[col] for r in rows if r[col]}


def d(question, rows, col): q("distinct", question, "number", len(vals(rows, col)))


def by(rows, key): return Counter(r[key] for r in rows if r[key])


def top(xs, key, low=False):
    xs = sorted(xs, key=key, reverse=not low)
    assert key(xs[0]) != key(xs[1]), xs[:2]
    return xs[0]


def col(rows, c): return [float(r[c]) for r in rows if r[c]]


def the(rows, key, v):
    found = [r for r in rows if r[key] == v]
    assert len(found) == 1, (v, len(found))
    return found[0]


P, S, D = (records(HERE, f) for f in ("parts.csv", "suppliers.csv", "deliveries.csv"))
name = {s["supp_cd"]: s["name"] for s in S}
part = {p["part_no"]: p for p in P}
got, sent = vals(D, "part_no"), vals(D, "supp_cd")

n("how many parts", P)
n("How many suppliers are there?", S)
n("number of deliveries?", D)
n("how many parts are out of stock", P, lambda p: p["stock"] == "0")
n("How many valves do we have in the parts list?", P, lambda p: p["category"] == "valves")
n("count of German suppliers", S, lambda s: s["country"] == "Germany")
n("How many deliveries are still in check?", D, lambda r: r["status"] == "in check")
n("how many deliveries were returned?", D, lambda r: r["status"] == "returned")
n("number of rubber parts", P, lambda p: p["material"] == "rubber")
n("How many parts are counted in metres (m)?", P, lambda p: p["uom"] == "m")
n("deliveries by Rapido, how many?", D, lambda r: r["carrier"] == "Rapido")
n("How many parts cost more than 100 euros?", P, lambda p: float(p["price_eur"]) > 100)

d("How many categories are there?", P, "category")
d("how many different units do we use", P, "uom")
d("number of makers?", P, "maker")
d("How many materials are in the parts list?", P, "material")
d("how many rooms do we have?", P, "room")
d("In how many different cities are our suppliers?", S, "city")
d("how many countries", S, "country")
d("How many carriers are there?", D, "carrier")
d("how many different payment terms are there?", S, "pay_terms")
d("count the gates", D, "gate")
d("How many delivery statuses do we have?", D, "status")
d("how many different people have taken deliveries?", D, "taken_by")

q("list", "list the categories", "values", vals(P, "category"))
q("list", "Which units are there?", "values", vals(P, "uom"))
q("list", "show all suppliers", "values", vals(S, "name"))
q("list", "what carriers do we have?", "values", vals(D, "carrier"))
q("list", "Name the makers.", "values", vals(P, "maker"))
q("list", "Which countries do the suppliers come from?", "values", vals(S, "country"))
q("list", "all rooms please", "values", vals(P, "room"))
q("list", "show me the materials", "values", vals(P, "material"))

q("negation", "Which parts have never been delivered?", "values", [p["descr"] for p in P if p["part_no"] not in got])
q("negation", "suppliers without deliveries", "values", [s["name"] for s in S if s["supp_cd"] not in sent])
q("negation", "Which suppliers have no parts in the parts list?", "values",
  [s["name"] for s in S if s["supp_cd"] not in vals(P, "supp_cd")])
q("negation", "How many parts have no delivery?", "number", sum(p["part_no"] not in got for p in P))
q("negation", "which makers never had a part delivered?", "values",
  vals(P, "maker") - {part[r["part_no"]]["maker"] for r in D})

q("superlative", "Which part is the most expensive?", "values", top(P, lambda p: float(p["price_eur"]))["descr"])
q("min_max", "lowest price?", "number", min(col(P, "price_eur")))
q("superlative", "Which supplier has the longest lead time?", "values", top(S, lambda s: int(s["lead_days"]))["name"])
q("superlative", "what part do we have the most of in stock?", "values", top(P, lambda p: int(p["stock"]))["descr"])
q("superlative", "Which carrier brought the most deliveries?", "values",
  top(by(D, "carrier").items(), lambda x: x[1])[0])

q("group_by", "parts per category", "table", by(P, "category"))
q("group_by", "How many suppliers are in each country?", "table", by(S, "country"))
q("group_by", "deliveries per carrier", "table", by(D, "carrier"))
q("group_by", "number of deliveries by status", "table", by(D, "status"))
q("group_by", "How many parts are in each room?", "table", by(P, "room"))

q("lookup", "What does the Contactor 25A cost?", "number", the(P, "descr", "Contactor 25A")["price_eur"])
q("lookup", "which city is Polmet in?", "values", the(S, "name", "Polmet")["city"])
q("lookup", "Who supplies the Gear oil 220?", "values", name[the(P, "descr", "Gear oil 220")["supp_cd"]])
q("lookup", "part number of the Chain spray?", "values", the(P, "descr", "Chain spray")["part_no"])
q("sum", "What is the total quantity delivered by Postbox?", "number",
  sum(col([r for r in D if r["carrier"] == "Postbox"], "qty")))
q("average", "average lead time of the suppliers in days", "number", sum(col(S, "lead_days")) / len(S))
q("average", "What is the average price of the valves?", "number",
  (lambda v: sum(v) / len(v))(col([p for p in P if p["category"] == "valves"], "price_eur")))
q("yes_no", "Is Fuse 16A in stock?", "boolean", int(the(P, "descr", "Fuse 16A")["stock"]) > 0)
q("yes_no", "do we have a supplier in Spain?", "boolean", "Spain" in vals(S, "country"))
q("missing", "Which suppliers have no phone number?", "values", [s["name"] for s in S if not s["phone"]])
q("filter_list", "Which parts are kept in the yard?", "values", [p["descr"] for p in P if p["room"] == "Yard"])
q("unanswerable", "How heavy is the Gearbox i30?", "refuse", [])
q("unanswerable", "Which customer bought the most?", "refuse", [])

assert len(Q) == 60 and len({x["question"].lower() for x in Q}) == 60, len(Q)
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as file:
    old = [json.loads(line) for line in file]
for was, now in zip(old, Q):
    if was != now: print(was, now)
if len(old) != len(Q): print(len(old), "lines")
