import json, os, sys
from collections import defaultdict
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

NAME = os.path.basename(HERE)
Q = []


def q(kind, question, atype, a):
    if atype == "boolean": a = ["yes" if a else "no"]
    elif atype == "table": a = [f"{k} | {num(v)}" for k, v in sorted(a.items())]
    elif atype == "number": a = [num(a)]
    else: a = [a] if isinstance(a, str) else sorted(set(a))
    assert bool(a) == (atype != "refuse"), question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a})


def num(x): return f"{x:.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def where(rows, **kw): return [r for r in rows if all(r[k] == v for k, v in kw.items())]
def col(rows, c): return {r[c] for r in rows if r[c]}
def total(rows, c): return round(sum(float(r[c]) for r in rows), 2)
def mean(rows, c): return sum(float(r[c]) for r in rows) / len(rows)
def by(rows, c):
    g = defaultdict(list)
    for r in rows: g[r[c]].append(r)
    return g


def top(d, low=False):
    v = (min if low else max)(d.values())
    keys = [k for k in d if d[k] == v]
    assert len(keys) == 1, keys
    return keys[0]


E, M, S = (records(HERE, n + ".csv") for n in ("events", "members", "signups"))
G = records(HERE, "events.kg.tsv")
title = {e["event_code"]: e["title"] for e in E}
assert len(set(title.values())) == len(E) and col(S, "event_code") <= set(title) and col(S, "member_no") <= col(M, "member_no")
def heads(rel, tail=None): return {g["head"] for g in G if g["relation"] == rel and tail in (None, g["tail"])}
def tails(rel, head=None): return {g["tail"] for g in G if g["relation"] == rel and head in (None, g["head"])}
venues, orgs = heads("located_in"), heads("led_by")
assert venues == col(E, "venue") and orgs == col(E, "organiser") and tails("located_in") == tails("based_in")
quiet = [m for m in M if m["member_no"] not in col(S, "member_no")]
def ev(t): return where(E, title=t)[0]

q("count", "how many events", "number", len(E))
q("count", "How many members are there?", "number", len(M))
q("count", "number of sign-ups?", "number", len(S))
q("count", "how many workshops do we have?", "number", len(where(E, type="workshop")))
q("count", "How many events were cancelled?", "number", len(where(E, status="cancelled")))
q("count", "how many people signed up for Brass on the Green", "number", len(where(S, event_code=ev("Brass on the Green")["event_code"])))
q("count", "count of signups that are not paid", "number", len(where(S, paid="no")))
q("count", "How many events are at Priory Gardens?", "number", len(where(E, venue="Priory Gardens")))
q("count", "members from Ashby, how many?", "number", len(where(M, town="Ashby")))
q("count", "How many events in May 2025?", "number", len([e for e in E if e["date"].startswith("2025-05")]))
q("count", "number of events by Northgate Music", "number", len(where(E, organiser="Northgate Music")))
q("count", "how many group tickets?", "number", len(where(S, ticket="group")))

q("distinct", "How many venues are there?", "number", len(venues))
q("distinct", "how many organisers do we have", "number", len(orgs))
q("distinct", "number of different event types", "number", len(col(E, "type")))
q("distinct", "How many hosts are there?", "number", len(col(E, "host")))
q("distinct", "how many languages?", "number", len(col(E, "language")))
q("distinct", "How many different audiences do the events have?", "number", len(col(E, "audience")))
q("distinct", "how many towns do members come from?", "number", len(col(M, "town")))
q("distinct", "number of membership plans?", "number", len(col(M, "plan")))
q("distinct", "How many ticket types do we have?", "number", len(col(S, "ticket")))
q("distinct", "how many sign-up channels are there", "number", len(col(S, "channel")))
q("distinct", "How many districts have a venue?", "number", len(tails("located_in")))
q("distinct", "count the sponsors", "number", len(tails("sponsored_by")))

q("list", "list the venues", "values", venues)
q("list", "Which organisers are there?", "values", orgs)
q("list", "what types of events are there", "values", col(E, "type"))
q("list", "show all members", "values", col(M, "name"))
q("list", "Who are the hosts?", "values", col(E, "host"))
q("list", "which languages are events held in?", "values", col(E, "language"))
q("list", "give me all the towns members live in", "values", col(M, "town"))
q("list", "Who are the sponsors?", "values", tails("sponsored_by"))

q("missing", "Which events have no sign-ups?", "values", [t for c, t in title.items() if c not in col(S, "event_code")])
q("missing", "members who never signed up for anything", "values", col(quiet, "name"))
q("missing", "How many members have no sign-up?", "number", len(quiet))
q("missing", "organisers without a sponsor", "values", orgs - heads("sponsored_by"))
q("missing", "Which venues have no parking?", "values", venues - heads("offers", "parking"))

price = {e["title"]: float(e["price"]) for e in E}
q("superlative", "Which event is the most expensive?", "values", top(price))
q("min_max", "lowest price?", "number", min(price.values()))
q("superlative", "which event has the most sign-ups", "values", title[top({k: len(g) for k, g in by(S, "event_code").items()})])
q("superlative", "What is the oldest venue?", "values", top({g["head"]: int(g["tail"]) for g in G if g["relation"] == "opened_in"}, low=True))
q("superlative", "event with the largest capacity?", "values", top({e["title"]: int(e["capacity"]) for e in E}))

q("group_by", "events per venue", "table", {k: len(g) for k, g in by(E, "venue").items()})
q("group_by", "How many events does each organiser have?", "table", {k: len(g) for k, g in by(E, "organiser").items()})
q("group_by", "sign-ups by ticket type", "table", {k: len(g) for k, g in by(S, "ticket").items()})
q("group_by", "number of members per town", "table", {k: len(g) for k, g in by(M, "town").items()})
q("group_by", "What is the average price for each event type?", "table", {k: round(mean(g, "price"), 4) for k, g in by(E, "type").items()})

q("lookup", "Who leads Wren Arts?", "values", tails("led_by", "Wren Arts"))
q("lookup", "which district is Corn Hall in?", "values", tails("located_in", "Corn Hall"))
q("lookup", "When is the Jazz Supper?", "values", ev("Jazz Supper")["date"])
q("lookup", "who hosts Puppet Making", "values", ev("Puppet Making")["host"])
q("sum", "total capacity of all events", "number", sum(int(e["capacity"]) for e in E))
q("sum", "What is the total capacity of the concerts?", "number", sum(int(e["capacity"]) for e in where(E, type="concert")))
q("average", "average price of an event?", "number", round(mean(E, "price"), 4))
q("average", "what's the average capacity of a workshop", "number", round(mean(where(E, type="workshop"), "capacity"), 4))
q("yes_no", "Does Meadow Barn have parking?", "boolean", "Meadow Barn" in heads("offers", "parking"))
q("yes_no", "is the Folk Session cancelled?", "boolean", ev("Folk Session")["status"] == "cancelled")
q("filter_list", "Which events are in Welsh?", "values", col(where(E, language="Welsh"), "title"))
q("negation", "How many events are not in English?", "number", len([e for e in E if e["language"] != "English"]))
q("unanswerable", "What is the phone number of Riverside Library?", "refuse", [])

assert len(Q) == 60 and len({x["question"].lower() for x in Q}) == 60
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f: old = [json.loads(line) for line in f]
assert len(old) == 60
for was, now in zip(old, Q):
    if was != now: print(was["id"], was, now)
