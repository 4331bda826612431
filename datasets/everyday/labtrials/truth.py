"""Computes the answers of this folder's questions; prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, fmt, mean, means, one, records

NAME = os.path.basename(HERE)
LINES = []


def q(kind, question, kinds_of, got):
    if kinds_of == "boolean": got = ["yes" if got else "no"]
    elif kinds_of == "table": got = [f"{k} | {fmt(v)}" for k, v in sorted(got.items())]
    elif kinds_of == "refuse": got = []
    elif isinstance(got, (str, int, float)): got = [fmt(got)]
    else: got = sorted(set(got))
    assert "" not in got and (got or kinds_of == "refuse"), question
    LINES.append({"id": f"{NAME}-{len(LINES) + 1:02d}", "question": question, "kind": kind,
                  "answer_type": kinds_of, "answers": got})


def n(rows, **want): return sum(all(r[k] == v for k, v in want.items()) for r in rows)
def col(rows, k): return {r[k] for r in rows if r[k]}
def pick(rows, k, **want): return [r[k] for r in rows if all(r[c] == v for c, v in want.items())]
def per(rows, k): return Counter(r[k] for r in rows)


P, T, V = (records(HERE, f) for f in ("prices.csv", "trials.csv", "visits.csv"))
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "labtrials.kg.tsv")]
for r in P: r["price_eur"], r["days_needed"] = float(r["price_eur"]), float(r["days_needed"])
for r in T: r["samples"] = float(r["samples"])
for r in V: r["hrs"] = float(r["hrs"])
NAMES = {r["tcode"]: r["test"] for r in P}
def heads(rel): return {h for h, x, t in KG if x == rel}
def tails(rel): return {t for h, x, t in KG if x == rel}
def out(who, rel): return {t for h, x, t in KG if (h, x) == (who, rel)}
def inn(who, rel): return {h for h, x, t in KG if (t, x) == (who, rel)}
assert col(V, "lab") < col(T, "lab") and heads("based_in") == heads("led_by") == col(T, "crew")
assert heads("lies_in") == col(T, "place") > tails("based_in")

q("count", "How many trials are there?", "number", len(T))
q("count", "how many tests do we offer", "number", len(P))
q("count", "number of visits", "number", len(V))
q("count", "How many trials failed?", "number", n(T, result="failed"))
q("count", "how many trials at Alder Lab", "number", n(T, lab="Alder Lab"))
q("count", "count of surprise visits", "number", n(V, type="surprise"))
q("count", "How many fire tests are there?", "number", n(P, category="fire"))
q("count", "number of trials with steel?", "number", n(T, material="steel"))
q("count", "How many visits did Piet Kolbe make?", "number", n(V, inspector="Piet Kolbe"))
q("count", "visits with grade C, how many?", "number", n(V, grade="C"))
q("count", "how many tests are charged per hour?", "number", n(P, charged="per hour"))
q("count", "How many trials were done in Holmsund?", "number", n(T, place="Holmsund"))

q("distinct", "how many labs", "number", len(col(T, "lab")))
q("distinct", "How many inspectors are there?", "number", len(col(V, "inspector")))
q("distinct", "how many customers do we have?", "number", len(col(T, "customer")))
q("distinct", "number of crews?", "number", len(col(T, "crew")))
q("distinct", "How many different places are there?", "number", len(col(T, "place")))
q("distinct", "how many materials were tried", "number", len(col(T, "material")))
q("distinct", "count of machines", "number", len(col(T, "machine")))
q("distinct", "How many test categories do we have?", "number", len(col(P, "category")))
q("distinct", "how many kinds of fault were found?", "number", len(col(V, "fault")))
q("distinct", "How many regions are there?", "number", len(tails("lies_in")))
q("distinct", "how many labs have been visited?", "number", len(col(V, "lab")))
q("distinct", "number of different visit types", "number", len(col(V, "type")))

q("list", "list the labs", "values", col(T, "lab"))
q("list", "Which tests are there?", "values", col(P, "test"))
q("list", "show me all inspectors", "values", col(V, "inspector"))
q("list", "who are our customers?", "values", col(T, "customer"))
q("list", "all crews", "values", col(T, "crew"))
q("list", "What materials are there?", "values", col(T, "material"))
q("list", "names of the places", "values", col(T, "place"))
q("list", "which categories of test exist?", "values", col(P, "category"))

q("negation", "Which labs have never been visited?", "values", col(T, "lab") - col(V, "lab"))
q("negation", "tests without trials", "values", {v for k, v in NAMES.items() if k not in col(T, "tcode")})
q("negation", "how many tests were never run in a trial?", "number", len(set(NAMES) - col(T, "tcode")))
q("negation", "Which places have no crew based there?", "values", heads("lies_in") - tails("based_in"))
q("negation", "which crews have no backup crew", "values", col(T, "crew") - heads("backed_up_by"))

q("superlative", "Which test is the cheapest?", "values", best({r["test"]: r["price_eur"] for r in P}, low=True))
q("min_max", "highest price?", "number", max(r["price_eur"] for r in P))
q("superlative", "which lab had the most trials", "values", best(per(T, "lab")))
q("superlative", "Which test takes the longest?", "values", best({r["test"]: r["days_needed"] for r in P}))
q("superlative", "which visit lasted longest?", "values", best({r["visit_no"]: r["hrs"] for r in V}))

q("group_by", "trials per lab", "table", per(T, "lab"))
q("group_by", "How many visits did each inspector make?", "table", per(V, "inspector"))
q("group_by", "number of trials by result", "table", per(T, "result"))
q("group_by", "average price per category", "table", means(P, "category", "price_eur"))
q("group_by", "how many trials for each customer?", "table", per(T, "customer"))

q("lookup", "What does the Bend test cost?", "number", one(pick(P, "price_eur", test="Bend")))
q("lookup", "where is Cedar Crew based", "values", out("Cedar Crew", "based_in"))
q("lookup", "Who leads Gale Crew?", "values", out("Gale Crew", "led_by"))
q("lookup", "which lab did trial TR-223?", "values", pick(T, "lab", trial_no="TR-223"))
q("average", "average price of a test", "number", mean(P, "price_eur"))
q("sum", "total hours of all visits?", "number", sum(r["hrs"] for r in V))
q("sum", "How many samples did Fern Crew test altogether?", "number", sum(pick(T, "samples", crew="Fern Crew")))
q("yes_no", "Has Asha Verma ever visited Garnet Lab?", "boolean", n(V, inspector="Asha Verma", lab="Garnet Lab") > 0)
q("yes_no", "is Tarnby in the Midlands?", "boolean", "Midlands" in out("Tarnby", "lies_in"))
q("filter_list", "Which crews are based in Holmsund?", "values", inn("Holmsund", "based_in"))
q("filter_list", "places in Southfen", "values", inn("Southfen", "lies_in"))
q("missing", "how many visits have no fault noted?", "number", n(V, fault=""))
q("unanswerable", "What is the phone number of Brenner Lab?", "refuse", [])

assert len(LINES) == 60 == len({x["question"].lower() for x in LINES})
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in LINES)
with open(path, encoding="utf-8") as file:
    old = [json.loads(x) for x in file]
assert len(old) == len(LINES)
for was, now in zip(old, LINES):
    if was != now: print(was, "->", now["answers"])
