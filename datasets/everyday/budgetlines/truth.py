import json, os, sys
from collections import Counter, defaultdict
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

NAME = os.path.basename(HERE)
QS = []


def q(kind, question, atype, answers):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif atype == "number": answers = [fmt(answers)]
    elif isinstance(answers, str): answers = [answers]
    else: answers = sorted(set(answers))
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    QS.append({"id": f"{NAME}-{len(QS) + 1:02d}", "question": question, "kind": kind, "answer_type": atype,
               "answers": answers})


def fmt(x): return f"{x:.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def col(t, k): return {r[k] for r in t if r[k]}
def n(t, **w): return sum(all(r[k] == v for k, v in w.items()) for r in t)
def total(t, k): return round(sum(float(r[k]) for r in t if r[k]), 2)
def mean(t, k):
    xs = [float(r[k]) for r in t if r[k]]
    return sum(xs) / len(xs)
def by(t, k):
    g = defaultdict(list)
    for r in t:
        assert r[k]
        g[r[k]].append(r)
    return g
def per(t, k): return {a: len(g) for a, g in by(t, k).items()}
def top(d, low=False):
    m = (min if low else max)(d.values())
    found = [k for k, v in d.items() if v == m]
    assert len(found) == 1, found
    return found[0]
def vals(t, k, v): return {r[k]: float(r[v]) for r in t}


C, B, I = (records(HERE, f + ".csv") for f in ("cost_centres", "budget_lines", "invoices"))
centre = {r["cc"]: r for r in C}
line = {r["bl_id"]: r for r in B}
invoiced = col(I, "bl_id")
charged = {line[b]["cc"] for b in invoiced}
assert set(per(B, "cc")) < set(centre) and invoiced < set(line)

q("count", "how many budget lines are there?", "number", len(B))
q("count", "number of invoices", "number", len(I))
q("count", "How many cost centres do we have?", "number", len(C))
q("count", "How many invoices are open?", "number", n(I, status="open"))
q("count", "count of disputed invoices", "number", n(I, status="disputed"))
q("count", "how many budget lines are frozen", "number", n(B, stage="frozen"))
q("count", "How many cost centres are in Leeds?", "number", n(C, site="Leeds"))
q("count", "number of invoices from Ivy Software?", "number", n(I, vendor="Ivy Software"))
q("count", "how many invoices have 19 percent VAT?", "number", n(I, vat_pct="19"))
q("count", "How many budget lines are for travel?", "number", n(B, category="travel"))
q("count", "budget lines for 2025: how many?", "number", n(B, fy="2025"))
q("count", "how many cost centres does the IT department have", "number", n(C, dept="IT"))

q("distinct", "How many departments are there?", "number", len(col(C, "dept")))
q("distinct", "how many vendors do we have", "number", len(col(I, "vendor")))
q("distinct", "how many sites?", "number", len(col(C, "site")))
q("distinct", "number of managers", "number", len(col(C, "manager")))
q("distinct", "How many budget categories are there?", "number", len(col(B, "category")))
q("distinct", "how many different fiscal years", "number", len(col(B, "fy")))
q("distinct", "How many stages can a budget line have?", "number", len(col(B, "stage")))
q("distinct", "number of funding types?", "number", len(col(B, "funding")))
q("distinct", "How many VAT rates are there?", "number", len(col(I, "vat_pct")))
q("distinct", "how many payment methods do we use?", "number", len(col(I, "pay_method")))
q("distinct", "count the different approvers", "number", len(col(I, "approver")))
q("distinct", "How many invoice statuses are there?", "number", len(col(I, "status")))

q("list", "list the departments", "values", col(C, "dept"))
q("list", "Which vendors are there?", "values", col(I, "vendor"))
q("list", "show all cost centres", "values", col(C, "cc_name"))
q("list", "what categories do we have?", "values", col(B, "category"))
q("list", "who are the managers", "values", col(C, "manager"))
q("list", "Which sites are there?", "values", col(C, "site"))
q("list", "list all payment methods", "values", col(I, "pay_method"))
q("list", "names of the approvers?", "values", col(I, "approver"))

q("negation", "Which cost centres have no budget lines?", "values", [r["cc_name"] for r in C if r["cc"] not in col(B, "cc")])
q("negation", "budget lines without invoices", "values", set(line) - invoiced)
q("negation", "which departments have never had an invoice?", "values", col(C, "dept") - {centre[c]["dept"] for c in charged})
q("negation", "Categories that have no invoices?", "values", col(B, "category") - {line[b]["category"] for b in invoiced})
q("negation", "cost centres with no invoices", "values", [r["cc_name"] for r in C if r["cc"] not in charged])

q("superlative", "Which budget line is the biggest?", "values", top(vals(B, "bl_id", "budget_eur")))
q("superlative", "smallest invoice?", "values", top(vals(I, "inv_no", "amount_eur"), low=True))
q("superlative", "which department has the most budget lines", "values", top(Counter(centre[r["cc"]]["dept"] for r in B)))
q("superlative", "Which category has the largest budget?", "values", top({k: total(g, "budget_eur") for k, g in by(B, "category").items()}))
q("min_max", "highest invoice amount?", "number", max(float(r["amount_eur"]) for r in I))

q("group_by", "invoices per vendor", "table", per(I, "vendor"))
q("group_by", "number of cost centres per department", "table", per(C, "dept"))
q("group_by", "What is the total budget for each fiscal year?", "table", {k: total(g, "budget_eur") for k, g in by(B, "fy").items()})
q("group_by", "invoices by status", "table", per(I, "status"))
q("group_by", "how many budget lines in each category?", "table", per(B, "category"))

q("lookup", "Who manages Payroll?", "values", [r["manager"] for r in C if r["cc_name"] == "Payroll"])
q("lookup", "which site is the Canteen at?", "values", [r["site"] for r in C if r["cc_name"] == "Canteen"])
q("lookup", "what is the budget of BL-314", "number", [int(r["budget_eur"]) for r in B if r["bl_id"] == "BL-314"][0])
q("sum", "What is the total budget?", "number", total(B, "budget_eur"))
q("sum", "total amount of all invoices", "number", total(I, "amount_eur"))
q("average", "average invoice amount?", "number", mean(I, "amount_eur"))
q("average", "What's the average budget per line?", "number", mean(B, "budget_eur"))
q("yes_no", "Do we have a cost centre in London?", "boolean", n(C, site="London") > 0)
q("yes_no", "is invoice INV5020 paid?", "boolean", n(I, inv_no="INV5020", status="paid") > 0)
q("filter_list", "which cost centres are in Hull?", "values", [r["cc_name"] for r in C if r["site"] == "Hull"])
q("missing", "invoices with no approver", "values", [r["inv_no"] for r in I if not r["approver"]])
q("unanswerable", "What is the phone number of Cobalt Systems?", "refuse", [])
q("unanswerable", "how many people work in Finance?", "refuse", [])

assert len(QS) == 60 and len({x["question"].lower() for x in QS}) == 60, len(QS)
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in QS)
    print(Counter(x["kind"] for x in QS))
with open(path, encoding="utf-8") as file:
    old = [json.loads(line) for line in file]
differ = [(was, now) for was, now in zip(old, QS) if was != now]
for was, now in differ:
    print(was, "!=", now)
print("nothing differs" if not differ and len(old) == len(QS) else "DIFFERS")
