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


rooms, guests, bookings = (records(HERE, f + ".csv") for f in ("rooms", "guests", "bookings"))
empty = [r["room"] for r in rooms if r["room"] not in col(bookings, "room")]
never = [g["name"] for g in guests if g["id"] not in col(bookings, "guest")]
price = {r["room"]: float(r["price"]) for r in rooms}
age = {g["name"]: int(g["age"]) for g in guests}

count("How many bookings are there?", bookings)
count("how many rooms", rooms)
count("number of guests?", guests)
count("Count all the guests.", guests)
count("How many guests are from Spain?", guests, country="Spain")
count("count of cancelled bookings", bookings, status="cancelled")
count("how many twin rooms do we have", rooms, type="twin")
count("How many bookings came through the website?", bookings, channel="website")
count("number of rooms on floor 2", rooms, floor="2")
count("rooms with a sea view, how many?", rooms, view="sea")
count("how many guests speak German?", guests, language="German")
count("How many bookings were paid in cash?", bookings, payment="cash")

distinct("How many countries are there?", guests, "country")
distinct("how many different languages do our guests speak", guests, "language")
distinct("number of room types?", rooms, "type")
distinct("how many floors are there", rooms, "floor")
distinct("How many different views are there?", rooms, "view")
distinct("how many bathroom types do we have?", rooms, "bathroom")
distinct("How many receptionists do we have?", bookings, "receptionist")
distinct("how many booking channels", bookings, "channel")
distinct("Number of payment methods", bookings, "payment")
distinct("how many meal options are there?", bookings, "meals")
distinct("How many different booking statuses do we have?", bookings, "status")
distinct("count of different check-in dates", bookings, "checkin")

lst("list the countries", guests, "country")
lst("Which languages are there?", guests, "language")
lst("show all rooms", rooms, "room")
lst("What room types do we have?", rooms, "type")
lst("List all guests", guests, "name")
lst("who are the receptionists?", bookings, "receptionist")
lst("which payment methods are there", bookings, "payment")
lst("What are the booking channels?", bookings, "channel")

q("missing", "Which guests have never made a booking?", "values", never)
q("missing", "rooms without bookings", "values", empty)
q("missing", "how many guests have no booking?", "number", len(never))
q("missing", "How many rooms have never been booked?", "number", len(empty))
q("missing", "Are there any rooms that were never booked?", "boolean", bool(empty))

q("superlative", "which room is the cheapest?", "values", best(price, low=True))
q("superlative", "Who is the oldest guest?", "values", best(age))
q("superlative", "which room has the most beds", "values", best({r["room"]: int(r["beds"]) for r in rooms}))
q("superlative", "Which country do most guests come from?", "values", best(Counter(g["country"] for g in guests)))
q("min_max", "highest room price?", "number", max(price.values()))

q("group_by", "guests per country", "table", Counter(g["country"] for g in guests))
q("group_by", "How many bookings per channel?", "table", Counter(b["channel"] for b in bookings))
q("group_by", "rooms by floor", "table", Counter(r["floor"] for r in rooms))
q("group_by", "number of bookings for each receptionist", "table", Counter(b["receptionist"] for b in bookings))
q("group_by", "Total beds by room type", "table", sums([{**r, "beds": int(r["beds"])} for r in rooms], "type", "beds"))

q("lookup", "What is the price of room R203?", "number", float(get(rooms, "room", "R203", "price")))
q("lookup", "where is Nils Ekman from?", "values", get(guests, "name", "Nils Ekman", "country"))
q("lookup", "how old is Carla Bonet", "number", int(get(guests, "name", "Carla Bonet", "age")))
q("lookup", "Which room is booking B023 for?", "values", get(bookings, "booking", "B023", "room"))
q("sum", "How many beds do we have in total?", "number", sum(int(r["beds"]) for r in rooms))
q("sum", "total nights of all bookings", "number", sum(int(b["nights"]) for b in bookings))
q("average", "average age of the guests?", "number", sum(age.values()) / len(age))
q("average", "What does a room cost on average?", "number", sum(price.values()) / len(price))
q("yes_no", "Is there a guest from Mexico?", "boolean", "Mexico" in col(guests, "country"))
q("yes_no", "does room R301 have a garden view?", "boolean", get(rooms, "room", "R301", "view") == "garden")
q("filter_list", "Which guests are from Italy?", "values", [g["name"] for g in guests if g["country"] == "Italy"])
q("negation", "which rooms are not ensuite?", "values", [r["room"] for r in rooms if r["bathroom"] != "ensuite"])
q("unanswerable", "What is the wifi password?", "refuse", [])

assert len(QS) == 60 == len({x["question"].lower() for x in QS})
path = os.path.join(HERE, "questions.jsonl")
lines = [json.dumps(x, ensure_ascii=False) for x in QS]
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.write("\n".join(lines) + "\n")
with open(path, encoding="utf-8") as f: old = f.read().splitlines()
if len(old) != len(lines): print("lines:", len(old), "not", len(lines))
for a, b in zip(old, lines):
    if a != b: print("has  ", a, "\ntruth", b)
