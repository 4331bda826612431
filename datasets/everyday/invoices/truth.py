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


C, I, P = (records(HERE, n + ".csv") for n in ("customers", "invoices", "payments"))
nm = {c["cust_no"]: c["cust_nm"] for c in C}
owner = {i["inv_no"]: i["cust_no"] for i in I}
assert len(nm) == len(C) and len(owner) == len(I) and len(set(nm.values())) == len(C)
assert col(I, "cust_no") <= set(nm) and col(P, "inv_no") <= set(owner)
never = [c for c in C if c["cust_no"] not in col(I, "cust_no")]
unpaid = [i for i in I if i["inv_no"] not in col(P, "inv_no")]
payers = {owner[p["inv_no"]] for p in P}
amt = {i["inv_no"]: float(i["amt"]) for i in I}

q("count", "how many invoices", "number", len(I))
q("count", "How many customers do we have?", "number", len(C))
q("count", "number of payments?", "number", len(P))
q("count", "How many paid invoices are there?", "number", len(where(I, stat="paid")))
q("count", "count of overdue invoices", "number", len(where(I, stat="overdue")))
q("count", "how many invoices were cancelled", "number", len(where(I, stat="cancelled")))
q("count", "How many invoices went out by post?", "number", len(where(I, chnl="post")))
q("count", "how many clients in Belgium?", "number", len(where(C, ctry="Belgium")))
q("count", "How many invoices are dated March 2025?", "number", len([i for i in I if i["inv_dt"].startswith("2025-03")]))
q("count", "number of credit card payments", "number", len(where(P, mthd="credit card")))
q("count", "How many invoices did the Training department send?", "number", len(where(I, dept="Training")))
q("count", "how many customers have 60 days to pay?", "number", len(where(C, pmt_trms="60 days")))

q("distinct", "How many departments are there?", "number", len(col(I, "dept")))
q("distinct", "how many cities do our customers come from", "number", len(col(C, "cty")))
q("distinct", "How many different countries do we have customers in?", "number", len(col(C, "ctry")))
q("distinct", "number of account managers", "number", len(col(C, "acct_mgr")))
q("distinct", "how many industries?", "number", len(col(C, "ind")))
q("distinct", "How many different payment terms do we use?", "number", len(col(C, "pmt_trms")))
q("distinct", "how many invoice statuses are there", "number", len(col(I, "stat")))
q("distinct", "How many services do we bill for?", "number", len(col(I, "svc")))
q("distinct", "number of clerks?", "number", len(col(I, "clk")))
q("distinct", "how many channels do we send invoices through?", "number", len(col(I, "chnl")))
q("distinct", "How many banks do we have?", "number", len(col(P, "bnk")))
q("distinct", "count the payment methods", "number", len(col(P, "mthd")))

q("list", "list the departments", "values", col(I, "dept"))
q("list", "Which countries are there?", "values", col(C, "ctry"))
q("list", "show all customers", "values", col(C, "cust_nm"))
q("list", "Who are the account managers?", "values", col(C, "acct_mgr"))
q("list", "what payment methods are there", "values", col(P, "mthd"))
q("list", "Which banks do we get payments at?", "values", col(P, "bnk"))
q("list", "give me the services", "values", col(I, "svc"))
q("list", "what statuses can an invoice have?", "values", col(I, "stat"))

q("missing", "Which customers have never had an invoice?", "values", col(never, "cust_nm"))
q("missing", "customers without any payments", "values", [c["cust_nm"] for c in C if c["cust_no"] not in payers])
q("missing", "How many invoices have no payment?", "number", len(unpaid))
q("missing", "list invoices with no payments", "values", col(unpaid, "inv_no"))
q("missing", "Belgian customers without invoices?", "values", col(where(never, ctry="Belgium"), "cust_nm"))

q("superlative", "Which invoice is the largest?", "values", top(amt))
q("superlative", "who has the most invoices?", "values", nm[top({k: len(g) for k, g in by(I, "cust_no").items()})])
q("min_max", "highest payment?", "number", max(float(p["pd_amt"]) for p in P))
q("min_max", "what is the lowest invoice amount", "number", min(amt.values()))
q("superlative", "Which country has the most customers?", "values", top({k: len(g) for k, g in by(C, "ctry").items()}))

q("group_by", "invoices per department", "table", {k: len(g) for k, g in by(I, "dept").items()})
q("group_by", "How many customers are there in each country?", "table", {k: len(g) for k, g in by(C, "ctry").items()})
q("group_by", "number of payments by method", "table", {k: len(g) for k, g in by(P, "mthd").items()})
q("group_by", "how many invoices per status?", "table", {k: len(g) for k, g in by(I, "stat").items()})
q("group_by", "Total amount invoiced per department", "table", {k: total(g, "amt") for k, g in by(I, "dept").items()})

def cust(n): return where(C, cust_nm=n)[0]
def inv(n): return where(I, inv_no=n)[0]
q("lookup", "Who is the account manager of Silva Cork?", "values", cust("Silva Cork")["acct_mgr"])
q("lookup", "what city is Kestrel Media in", "values", cust("Kestrel Media")["cty"])
q("lookup", "status of INV-2530?", "values", inv("INV-2530")["stat"])
q("lookup", "When is INV-2544 due?", "values", inv("INV-2544")["due_dt"])
q("sum", "total amount of all invoices", "number", total(I, "amt"))
q("sum", "How much have we received in payments?", "number", total(P, "pd_amt"))
q("sum", "how much is overdue in total?", "number", total(where(I, stat="overdue"), "amt"))
q("average", "What is the average invoice amount?", "number", round(mean(I, "amt"), 4))
q("yes_no", "is INV-2508 paid?", "boolean", inv("INV-2508")["stat"] == "paid")
q("yes_no", "Do we have any customers in Spain?", "boolean", bool(where(C, ctry="Spain")))
q("filter_list", "which customers are in Germany?", "values", col(where(C, ctry="Germany"), "cust_nm"))
q("negation", "How many invoices were not sent by email?", "number", len([i for i in I if i["chnl"] != "email"]))
q("unanswerable", "What is the phone number of Orchard Clinic?", "refuse", [])

assert len(Q) == 60 and len({x["question"].lower() for x in Q}) == 60
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f: old = [json.loads(line) for line in f]
assert len(old) == 60
for was, now in zip(old, Q):
    if was != now: print(was["id"], was, now)
