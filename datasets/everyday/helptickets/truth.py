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


T, A, V = (records(HERE, f) for f in ("tickets.csv", "agents.csv", "devices.csv"))
name = {a["agent_id"]: a["name"] for a in A}
dev = {v["asset_tag"]: v for v in V}
busy, used = vals(T, "agent_id"), vals(T, "asset_tag")

n("How many tickets are there?", T)
n("number of agents", A)
n("how many devices do we have?", V)
n("count of open tickets", T, lambda t: t["status"] == "open")
n("how many tickets are closed?", T, lambda t: t["status"] == "closed")
n("How many urgent tickets do we have?", T, lambda t: t["prio"] == "urgent")
n("number of laptops?", V, lambda v: v["type"] == "laptop")
n("How many printers are there?", V, lambda v: v["type"] == "printer")
n("how many tickets came in by phone", T, lambda t: t["channel"] == "phone")
n("How many agents work in Odense?", A, lambda a: a["site"] == "Odense")
n("how many wifi tickets", T, lambda t: t["topic"] == "wifi")
n("How many devices are made by Dell?", V, lambda v: v["maker"] == "Dell")

d("How many departments are there?", V, "dept")
d("how many different topics do the tickets have?", T, "topic")
d("number of teams", A, "team")
d("how many sites do we have?", A, "site")
d("How many different shifts are there?", A, "shift")
d("how many device types", V, "type")
d("How many makers do we have?", V, "maker")
d("how many different operating systems are in use?", V, "os")
d("count the channels", T, "channel")
d("How many reporters are there?", T, "reporter")
d("how many priorities are there", T, "prio")
d("In how many different locations are the devices?", V, "location")

q("list", "list the departments", "values", vals(V, "dept"))
q("list", "Which teams are there?", "values", vals(A, "team"))
q("list", "show all agents", "values", vals(A, "name"))
q("list", "what topics do we have?", "values", vals(T, "topic"))
q("list", "Which sites are there?", "values", vals(A, "site"))
q("list", "Give me the operating systems.", "values", vals(V, "os"))
q("list", "all ticket statuses", "values", vals(T, "status"))
q("list", "Who has reported tickets?", "values", vals(T, "reporter"))

q("negation", "Which agents have never had a ticket?", "values", [a["name"] for a in A if a["agent_id"] not in busy])
q("negation", "devices without tickets", "values", [v["asset_tag"] for v in V if v["asset_tag"] not in used])
q("negation", "How many devices never had a ticket?", "number", sum(v["asset_tag"] not in used for v in V))
q("negation", "which laptops have no tickets?", "values",
  [v["asset_tag"] for v in V if v["type"] == "laptop" and v["asset_tag"] not in used])
q("negation", "Which device types have never had a ticket?", "values",
  vals(V, "type") - {dev[t["asset_tag"]]["type"] for t in T})

q("superlative", "Which device was the most expensive?", "values", top(V, lambda v: float(v["price_eur"]))["asset_tag"])
q("min_max", "cheapest device price?", "number", min(col(V, "price_eur")))
q("superlative", "Who is the longest serving agent?", "values", top(A, lambda a: a["hired"], low=True)["name"])
q("superlative", "Which ticket took the most minutes?", "values",
  top([t for t in T if t["minutes"]], lambda t: int(t["minutes"]))["ticket_no"])
q("superlative", "which agent has the most tickets?", "values",
  name[top(by(T, "agent_id").items(), lambda x: x[1])[0]])

q("group_by", "tickets per topic", "table", by(T, "topic"))
q("group_by", "How many agents are in each team?", "table", by(A, "team"))
q("group_by", "number of devices by type", "table", by(V, "type"))
q("group_by", "How many tickets are there per status?", "table", by(T, "status"))
q("group_by", "devices per department", "table", by(V, "dept"))

q("lookup", "Which team is Mei Tan in?", "values", the(A, "name", "Mei Tan")["team"])
q("lookup", "what is the status of ticket T7026?", "values", the(T, "ticket_no", "T7026")["status"])
q("lookup", "Who handled ticket T7018?", "values", name[the(T, "ticket_no", "T7018")["agent_id"]])
q("lookup", "when was DV-353 bought?", "values", the(V, "asset_tag", "DV-353")["bought"])
q("sum", "What did all the devices cost together?", "number", sum(col(V, "price_eur")))
q("sum", "total minutes spent on printing tickets", "number",
  sum(col([t for t in T if t["topic"] == "printing"], "minutes")))
q("average", "average rating?", "number", (lambda x: sum(x) / len(x))(col(T, "rating")))
q("average", "What is the average price of a laptop?", "number",
  (lambda x: sum(x) / len(x))(col([v for v in V if v["type"] == "laptop"], "price_eur")))
q("yes_no", "Is ticket T7040 closed?", "boolean", the(T, "ticket_no", "T7040")["status"] == "closed")
q("missing", "Which tickets have no agent?", "values", [t["ticket_no"] for t in T if not t["agent_id"]])
q("filter_list", "Which agents are on the night shift?", "values", [a["name"] for a in A if a["shift"] == "night"])
q("unanswerable", "What is the salary of Petra Holm?", "refuse", [])
q("unanswerable", "how much memory does DV-305 have?", "refuse", [])

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
