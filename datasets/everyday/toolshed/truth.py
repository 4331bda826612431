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


members = read("members.csv")
tools = read("tools.csv", "daily_fee")
loans = read("loans.csv", "days", "deposit")
name = {m["member_id"]: m["name"] for m in members}
tool = {t["tool_code"]: t for t in tools}
idle = [m for m in members if m["member_id"] not in col(loans, "member_id")]
unlent = [t for t in tools if t["tool_code"] not in col(loans, "tool_code")]
assert len(name) == len(set(name.values())) and len({t["tool"] for t in tools}) == len(tools)

q("count", "How many tools are there?", "number", len(tools))
q("count", "how many members do we have", "number", len(members))
q("count", "number of loans?", "number", len(loans))
q("count", "count of broken tools", "number", len(by(tools, condition="broken")))
q("count", "How many Bosch tools do we own?", "number", len(by(tools, brand="Bosch")))
q("count", "how many loans were paid in cash?", "number", len(by(loans, paid_by="cash")))
q("count", "How many members live in Millbrook?", "number", len(by(members, town="Millbrook")))
q("count", "how many people are on the Family plan", "number", len(by(members, plan="Family")))
q("count", "number of tools on shelf D3", "number", len(by(tools, shelf="D3")))
q("count", "How many loans have not come back yet?", "number", len(by(loans, date_back="")))
q("count", "how many loans did Hazel handle?", "number", len(by(loans, volunteer="Hazel")))
q("count", "How many tools cost more than 10 a day?", "number", sum(t["daily_fee"] > 10 for t in tools))

q("distinct", "How many towns are there?", "number", len(col(members, "town")))
q("distinct", "how many different brands do we have", "number", len(col(tools, "brand")))
q("distinct", "number of categories?", "number", len(col(tools, "category")))
q("distinct", "How many volunteers do we have?", "number", len(col(loans, "volunteer")))
q("distinct", "count the shelves", "number", len(col(tools, "shelf")))
q("distinct", "how many plans are there?", "number", len(col(members, "plan")))
q("distinct", "How many payment methods are used?", "number", len(col(loans, "paid_by")))
q("distinct", "how many different tool conditions are there", "number", len(col(tools, "condition")))
q("distinct", "How many members have borrowed something?", "number", len(col(loans, "member_id")))
q("distinct", "how many different tools have been lent out?", "number", len(col(loans, "tool_code")))
q("distinct", "How many brands of garden tools are there?", "number", len(col(by(tools, category="Garden"), "brand")))
q("distinct", "number of towns with a Basic member", "number", len(col(by(members, plan="Basic"), "town")))

q("list", "list the towns", "values", col(members, "town"))
q("list", "Which brands are there?", "values", col(tools, "brand"))
q("list", "show all categories", "values", col(tools, "category"))
q("list", "what are the volunteers called?", "values", col(loans, "volunteer"))
q("list", "What plans do we have?", "values", col(members, "plan"))
q("list", "all shelves please", "values", col(tools, "shelf"))
q("list", "Show me all the members.", "values", name.values())
q("filter_list", "list the garden tools", "values", col(by(tools, category="Garden"), "tool"))

q("negation", "which members have never borrowed anything?", "values", col(idle, "name"))
q("negation", "tools that were never lent out", "values", col(unlent, "tool"))
q("negation", "How many members have no loans?", "number", len(idle))
q("negation", "Which brands have never been borrowed?", "values",
  col(tools, "brand") - {tool[l["tool_code"]]["brand"] for l in loans})
q("negation", "towns without a Trade member", "values", col(members, "town") - col(by(members, plan="Trade"), "town"))

q("superlative", "Which tool is the most expensive?", "values", top(tools, "tool", "daily_fee"))
q("superlative", "cheapest tool?", "values", top(tools, "tool", "daily_fee", low=True))
q("min_max", "what is the highest deposit?", "number", max(l["deposit"] for l in loans))
q("superlative", "Who has borrowed the most?", "values", name[best(per(loans, "member_id"))[0]])
q("superlative", "who joined first?", "values", top(members, "name", "joined", low=True))

q("group_by", "tools per category", "table", per(tools, "category"))
q("group_by", "How many members does each town have?", "table", per(members, "town"))
q("group_by", "number of loans by volunteer", "table", per(loans, "volunteer"))
q("group_by", "average daily fee per category", "table", means(tools, "category", "daily_fee"))
q("group_by", "total deposit for each payment method", "table", sums(loans, "paid_by", "deposit"))

q("lookup", "Where does Nora Fallon live?", "values", one(by(members, name="Nora Fallon"))["town"])
q("lookup", "what is the daily fee of the chainsaw?", "number", one(by(tools, tool="Chainsaw"))["daily_fee"])
q("lookup", "When did Tom Ashby join?", "values", one(by(members, name="Tom Ashby"))["joined"])
q("lookup", "which shelf is the heat gun on", "values", one(by(tools, tool="Heat gun"))["shelf"])
q("lookup", "What brand is the cement mixer?", "values", one(by(tools, tool="Cement mixer"))["brand"])
q("sum", "sum of all deposits", "number", total(loans, "deposit"))
q("sum", "How much deposit did Kerry take in total?", "number", total(by(loans, volunteer="Kerry"), "deposit"))
q("average", "average daily fee?", "number", mean(tools, "daily_fee"))
q("average", "what is the average deposit", "number", mean(loans, "deposit"))
q("yes_no", "Is the jigsaw worn?", "boolean", one(by(tools, tool="Jigsaw"))["condition"] == "worn")
q("yes_no", "do we have anything from Hilti?", "boolean", by(tools, brand="Hilti"))
q("missing", "Which members have no phone number?", "values", col(by(members, phone=""), "name"))
q("unanswerable", "What is Ada Brandt's email address?", "refuse", [])

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
