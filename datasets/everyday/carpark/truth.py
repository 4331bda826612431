"""Computes the answers; prints each line of questions.jsonl that differs (--write writes the file)."""
import json, os, sys
from collections import Counter

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, os.pardir))
from domain import records, best, fmt, one, group, mean, sums, means, asking

cars, owners, permits = (records(here, f + ".csv") for f in ("cars", "owners", "permits"))
for p in permits:
    p["fee"] = float(p["fee"])
for c in cars:
    c["yr"] = int(c["yr"])
person = {o["oid"]: o for o in owners}
car = {c["reg"]: c for c in cars}
byname = {o["name"]: o for o in owners}
permitted = {p["reg"] for p in permits}
driving = {c["oid"] for c in cars}
questions = []
ask = asking("carpark", questions)


def q(kind, question, atype, answers): ask(kind, question, atype, answers, "")
def vals(rows, key): return {r[key] for r in rows if r[key]}
def n(rows, **want):
    k = sum(all(r[c] == v for c, v in want.items()) for r in rows)
    assert k
    return k
def count(rows, key): return dict(Counter(r[key] for r in rows))


q("count", "How many cars are there?", "number", len(cars))
q("count", "number of permits", "number", len(permits))
q("count", "how many owners do we have", "number", len(owners))
q("count", "count of active permits", "number", n(permits, status="active"))
q("count", "how many red cars?", "number", n(cars, col="red"))
q("count", "How many permits are suspended?", "number", n(permits, status="suspended"))
q("count", "how many diesel cars are there", "number", n(cars, fuel="diesel"))
q("count", "How many Fords?", "number", n(cars, make="Ford"))
q("count", "number of visitor permits?", "number", n(permits, ptype="visitor"))
q("count", "how many permits for Zone B", "number", n(permits, zone="Zone B"))
q("count", "How many owners work in Finance?", "number", n(owners, dept="Finance"))
q("count", "permits paid in cash, how many?", "number", n(permits, pay="cash"))

q("distinct", "How many makes are there?", "number", len(vals(cars, "make")))
q("distinct", "how many different models", "number", len(vals(cars, "model")))
q("distinct", "how many colours do we have?", "number", len(vals(cars, "col")))
q("distinct", "number of fuel types", "number", len(vals(cars, "fuel")))
q("distinct", "How many departments are there?", "number", len(vals(owners, "dept")))
q("distinct", "how many buildings", "number", len(vals(owners, "bldg")))
q("distinct", "how many different jobs are there?", "number", len(vals(owners, "job")))
q("distinct", "How many zones do we have?", "number", len(vals(permits, "zone")))
q("distinct", "count the permit types", "number", len(vals(permits, "ptype")))
q("distinct", "How many clerks issue permits?", "number", len(vals(permits, "clerk")))
q("distinct", "in how many ways can people pay", "number", len(vals(permits, "pay")))
q("distinct", "How many cars have a permit?", "number", len(permitted))

q("list", "list the makes", "values", vals(cars, "make"))
q("list", "Which departments are there?", "values", vals(owners, "dept"))
q("list", "show all owners", "values", vals(owners, "name"))
q("list", "what zones are there?", "values", vals(permits, "zone"))
q("list", "all car colours please", "values", vals(cars, "col"))
q("list", "Which types of permit exist?", "values", vals(permits, "ptype"))
q("list", "name the buildings", "values", vals(owners, "bldg"))
q("list", "what are the possible permit statuses", "values", vals(permits, "status"))

nopermit = [c["reg"] for c in cars if c["reg"] not in permitted]
nocar = [o["name"] for o in owners if o["oid"] not in driving]
nomake = vals(cars, "make") - {car[p["reg"]]["make"] for p in permits if p["status"] == "suspended"}
assert nopermit and nocar and nomake
q("negation", "Which cars have no permit?", "values", nopermit)
q("negation", "owners without a car", "values", nocar)
q("negation", "how many cars don't have a permit", "number", len(nopermit))
q("negation", "How many owners have no car?", "number", len(nocar))
q("negation", "which makes have never had a suspended permit?", "values", nomake)

q("superlative", "Which permit is the most expensive?", "values", best({p["pno"]: p["fee"] for p in permits}))
q("min_max", "lowest fee?", "number", min(p["fee"] for p in permits))
q("superlative", "what is the oldest car", "values", best({c["reg"]: c["yr"] for c in cars}, low=True))
q("superlative", "Who has the most cars?", "values", [person[k]["name"] for k in best(count(cars, "oid"))])
q("superlative", "most common make?", "values", best(count(cars, "make")))

q("group_by", "permits per zone", "table", count(permits, "zone"))
q("group_by", "cars by make", "table", count(cars, "make"))
q("group_by", "How many owners are in each department?", "table", count(owners, "dept"))
q("group_by", "total fees per permit type", "table", sums(permits, "ptype", "fee"))
q("group_by", "number of permits issued by each clerk", "table", count(permits, "clerk"))

q("lookup", "Who owns KLM 204?", "values", person[car["KLM 204"]["oid"]]["name"])
q("lookup", "what colour is BRT 771", "values", car["BRT 771"]["col"])
q("lookup", "Which department is Ivy Chen in?", "values", byname["Ivy Chen"]["dept"])
q("lookup", "status of permit P510?", "values", one(p for p in permits if p["pno"] == "P510")["status"])
q("sum", "total of all permit fees", "number", sum(p["fee"] for p in permits))
q("sum", "total fees for the Roof", "number", sum(p["fee"] for p in permits if p["zone"] == "Roof"))
q("average", "average fee?", "number", mean(permits, "fee"))
q("average", "What does an annual permit cost on average?", "number", mean([p for p in permits if p["ptype"] == "annual"], "fee"))
q("yes_no", "are there any electric cars?", "boolean", any(c["fuel"] == "electric" for c in cars))
q("yes_no", "Is Liam Boyd a lawyer?", "boolean", byname["Liam Boyd"]["job"] == "lawyer")
q("missing", "which owners have no phone number", "values", [o["name"] for o in owners if not o["phone"]])
q("filter_list", "Which cars are Volvos?", "values", [c["reg"] for c in cars if c["make"] == "Volvo"])
q("unanswerable", "What is the mileage of KLM 204?", "refuse", [])
assert questions[55]["answers"] != questions[56]["answers"] or questions[56]["answer_type"] != "boolean"

for a in questions:
    del a["why"]
assert len(questions) == 60 == len({a["question"].lower() for a in questions})
path = os.path.join(here, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(a, ensure_ascii=False) + "\n" for a in questions)
with open(path, encoding="utf-8") as file:
    old = [json.loads(line) for line in file]
for i in range(max(len(old), len(questions))):
    was, now = old[i:i + 1], questions[i:i + 1]
    if was != now:
        print(was, now)
