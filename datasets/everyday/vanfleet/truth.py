"""Computes the gold answers from the tables; prints each line of questions.jsonl that differs (--write writes it)."""
import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records, fmt, best, one, sums, means, total, mean

NAME = os.path.basename(HERE)
Q = []


def q(kind, question, atype, a):
    if atype == "boolean": a = ["yes" if a else "no"]
    elif atype == "table": a = [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
    elif atype == "number": a = [fmt(float(a))]
    elif isinstance(a, str): a = [a]
    else: a = sorted(set(a))
    assert bool(a) == (atype != "refuse") and "" not in a, question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a})


def read(name, *numbers):
    rows = records(HERE, name)
    for r in rows:
        for n in numbers: r[n] = float(r[n]) if r[n] else None
    return rows


def by(rows, **conditions): return [r for r in rows if all(r[k] == v for k, v in conditions.items())]
def col(rows, c): return {r[c] for r in rows} - {""}
def per(rows, c): return dict(Counter(r[c] for r in rows))
def top(rows, c, v, low=False): return best({r[c]: r[v] for r in rows}, low=low)[0]


vans = read("vans.csv", "payload_kg")
drivers = read("drivers.csv", "wage")
trips = read("trips.csv", "km", "parcels", "toll")
name = {d["drv_id"]: d["name"] for d in drivers}
unused = [v for v in vans if v["van_id"] not in col(trips, "van_id")]
resting = [d for d in drivers if d["drv_id"] not in col(trips, "drv_id")]
assert len(name) == len(set(name.values()))

q("count", "how many vans do we have?", "number", len(vans))
q("count", "Number of drivers", "number", len(drivers))
q("count", "how many trips", "number", len(trips))
q("count", "How many trips were cancelled?", "number", len(by(trips, status="cancelled")))
q("count", "count of electric vans", "number", len(by(vans, fuel="Electric")))
q("count", "How many Fords are in the fleet?", "number", len(by(vans, make="Ford")))
q("count", "how many vans are at Docklands", "number", len(by(vans, depot="Docklands")))
q("count", "How many drivers work the night shift?", "number", len(by(drivers, shift="night")))
q("count", "number of trips for PharmaPoint?", "number", len(by(trips, client="PharmaPoint")))
q("count", "how many trips went to Wexham?", "number", len(by(trips, dest="Wexham")))
q("count", "How many trips were there in February 2025?", "number", sum(t["trip_date"].startswith("2025-02") for t in trips))
q("count", "how many agency drivers are there", "number", len(by(drivers, contract="agency")))

q("distinct", "How many clients do we have?", "number", len(col(trips, "client")))
q("distinct", "number of depots?", "number", len(col(vans, "depot")))
q("distinct", "how many destinations are there", "number", len(col(trips, "dest")))
q("distinct", "How many different makes of van are there?", "number", len(col(vans, "make")))
q("distinct", "how many fuel types?", "number", len(col(vans, "fuel")))
q("distinct", "How many nationalities do the drivers have?", "number", len(col(drivers, "nationality")))
q("distinct", "count of shifts", "number", len(col(drivers, "shift")))
q("distinct", "how many services do we offer?", "number", len(col(trips, "service")))
q("distinct", "How many van models have we got?", "number", len(col(vans, "model")))
q("distinct", "number of different contract types", "number", len(col(drivers, "contract")))
q("distinct", "how many vans have been on a trip?", "number", len(col(trips, "van_id")))
q("distinct", "How many different clients sent something to Kingsport?", "number", len(col(by(trips, dest="Kingsport"), "client")))

q("list", "list the depots", "values", col(vans, "depot"))
q("list", "Which clients are there?", "values", col(trips, "client"))
q("list", "show all destinations", "values", col(trips, "dest"))
q("list", "what makes do we have?", "values", col(vans, "make"))
q("list", "names of all drivers", "values", name.values())
q("list", "Which fuels do the vans use?", "values", col(vans, "fuel"))
q("list", "What shifts are there?", "values", col(drivers, "shift"))
q("filter_list", "which vans are in repair?", "values", col(by(vans, status="in repair"), "van_id"))

q("negation", "Which vans have never been on a trip?", "values", col(unused, "van_id"))
q("negation", "drivers without trips", "values", col(resting, "name"))
q("negation", "which depots have no electric vans?", "values", col(vans, "depot") - col(by(vans, fuel="Electric"), "depot"))
q("negation", "clients who never had a cancelled trip", "values",
  col(trips, "client") - col(by(trips, status="cancelled"), "client"))
q("negation", "How many vans were never used?", "number", len(unused))

q("superlative", "Which van can carry the most?", "values", top(vans, "van_id", "payload_kg"))
q("min_max", "lowest wage?", "number", min(d["wage"] for d in drivers))
q("superlative", "what was the longest trip", "values", top(trips, "trip_id", "km"))
q("superlative", "Which client has the most trips?", "values", best(per(trips, "client"))[0])
q("superlative", "oldest van?", "values", top(vans, "van_id", "yr", low=True))

q("group_by", "trips per client", "table", per(trips, "client"))
q("group_by", "How many vans does each depot have?", "table", per(vans, "depot"))
q("group_by", "number of drivers by shift", "table", per(drivers, "shift"))
q("group_by", "total parcels per destination", "table", sums(trips, "dest", "parcels"))
q("group_by", "average wage for each contract type", "table", means(drivers, "contract", "wage"))

q("lookup", "What shift is Sean Quill on?", "values", one(by(drivers, name="Sean Quill"))["shift"])
q("lookup", "which depot is VN08 at", "values", one(by(vans, van_id="VN08"))["depot"])
q("lookup", "number plate of VN03?", "values", one(by(vans, van_id="VN03"))["plate"])
q("lookup", "Who drove trip TR510?", "values", name[one(by(trips, trip_id="TR510"))["drv_id"]])
q("sum", "total km of all trips", "number", total(trips, "km"))
q("sum", "How much did we pay in tolls?", "number", total(trips, "toll"))
q("sum", "how many parcels in total for Bluebird Books?", "number", total(by(trips, client="Bluebird Books"), "parcels"))
q("average", "What is the average wage?", "number", mean(drivers, "wage"))
q("average", "average number of parcels per trip", "number", mean(trips, "parcels"))
q("yes_no", "Do we have any Italian drivers?", "boolean", by(drivers, nationality="Italian"))
q("yes_no", "is VN06 electric?", "boolean", one(by(vans, van_id="VN06"))["fuel"] == "Electric")
q("missing", "which drivers have no email?", "values", col(by(drivers, email=""), "name"))
q("unanswerable", "How much did VN01 cost to buy?", "refuse", [])

assert len(Q) == 60 == len({x["question"].lower() for x in Q})
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as file:
    old = [json.loads(line) for line in file]
for i in range(max(len(old), 60)):
    was, now = old[i] if i < len(old) else None, Q[i] if i < 60 else None
    if was != now: print(was, now)
