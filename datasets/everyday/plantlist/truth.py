import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from domain import best, fmt, mean, records

NAME = os.path.basename(HERE)
Q = []


def q(kind, question, atype, answers):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (str, int, float)): answers = [fmt(answers)]
    else: answers = sorted({str(a) for a in answers})
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind,
              "answer_type": atype, "answers": answers})


def n(rows, **c): return len(sel(rows, **c))
def sel(rows, **c): return [r for r in rows if all(r[k] == v for k, v in c.items())]
def vals(rows, k): return {r[k] for r in rows if r[k]}
def per(rows, k): return Counter(r[k] for r in rows)
def nums(rows, *ks):
    for r in rows:
        for k in ks: r[k] = float(r[k]) if r[k] else None


def done():
    path = os.path.join(HERE, "questions.jsonl")
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
    with open(path, encoding="utf-8") as file: old = [json.loads(line) for line in file]
    assert len(old) == len(Q) == len({x["question"].lower() for x in Q}) == 60, len(Q)
    for was, now in zip(old, Q):
        if was != now: print(was, now)


P, B, G = (records(HERE, f) for f in ("plants.csv", "beds.csv", "gardeners.csv"))
F = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "plantlist.kg.tsv")]
nums(P, "height_cm", "price"); nums(B, "size_m2"); nums(G, "hours_per_week")
def out(h, rel): return {t for a, r, t in F if (a, r) == (h, rel)}
def inn(rel, t): return {a for a, r, b in F if (r, b) == (rel, t)}
def by(rows, k): return {r["name"]: r[k] for r in rows if r[k] is not None}
bed = {b["bed_id"]: b for b in B}
who = {g["gardener_id"]: g["name"] for g in G}
empty = [b["name"] for b in B if b["bed_id"] not in vals(P, "bed_id")]
idle = [g["name"] for g in G if g["gardener_id"] not in vals(B, "gardener_id")]

q("count", "how many plants", "number", n(P))
q("count", "How many beds are there?", "number", n(B))
q("count", "number of gardeners?", "number", n(G))
q("count", "How many shrubs do we have?", "number", n(P, type="shrub"))
q("count", "how many purple plants are there", "number", n(P, colour="purple"))
q("count", "count of volunteers", "number", n(G, role="volunteer"))
q("count", "How many beds have clay soil?", "number", n(B, soil="clay"))
q("count", "number of beds in the Kitchen Garden", "number", n(B, section="Kitchen Garden"))
q("count", "how many gardeners live in Wickton?", "number", n(G, town="Wickton"))
q("count", "How many plants were planted in 2023?", "number", n(P, year_planted="2023"))
q("count", "how many plants came from Brook Farm", "number", n(P, nursery="Brook Farm"))
q("count", "How many plants belong to the Asteraceae?", "number", n(P, family="Asteraceae"))

q("distinct", "How many families are there?", "number", len(vals(P, "family")))
q("distinct", "how many different colours", "number", len(vals(P, "colour")))
q("distinct", "number of plant types?", "number", len(vals(P, "type")))
q("distinct", "how many nurseries do we buy from?", "number", len(vals(P, "nursery")))
q("distinct", "How many kinds of soil do the beds have?", "number", len(vals(B, "soil")))
q("distinct", "how many sections does the garden have", "number", len(vals(B, "section")))
q("distinct", "How many towns do the gardeners come from?", "number", len(vals(G, "town")))
q("distinct", "How many different roles are there?", "number", len(vals(G, "role")))
q("distinct", "count the distinct light needs", "number", len(vals(P, "light")))
q("distinct", "In how many different years were plants planted?", "number", len(vals(P, "year_planted")))
q("distinct", "how many botanical orders do we know?", "number", len({t for _, r, t in F if r == "in_order"}))
q("distinct", "How many native regions are recorded?", "number", len({t for _, r, t in F if r == "native_to"}))

q("list", "list the families", "values", vals(P, "family"))
q("list", "Which colours are there?", "values", vals(P, "colour"))
q("list", "show all beds", "values", vals(B, "name"))
q("list", "list all gardeners", "values", vals(G, "name"))
q("list", "What soils do we have?", "values", vals(B, "soil"))
q("list", "which nurseries are there", "values", vals(P, "nursery"))
q("list", "Show me the garden sections", "values", vals(B, "section"))
q("list", "what roles do the gardeners have?", "values", vals(G, "role"))

q("negation", "Which gardeners have no bed?", "values", idle)
q("negation", "beds without plants", "values", empty)
q("negation", "how many beds have nothing planted in them?", "number", len(empty))
q("negation", "How many gardeners don't look after any bed?", "number", len(idle))
q("yes_no", "does every gardener have a bed?", "boolean", not idle)

q("superlative", "Which plant is the tallest?", "values", best(by(P, "height_cm")))
q("superlative", "what is the cheapest plant", "values", best(by(P, "price"), low=True))
q("min_max", "highest price?", "number", max(p["price"] for p in P))
q("superlative", "Which bed is the largest?", "values", best(by(B, "size_m2")))
q("superlative", "who works the fewest hours per week?", "values", best(by(G, "hours_per_week"), low=True))

q("group_by", "plants per type", "table", per(P, "type"))
q("group_by", "How many plants are there of each colour?", "table", per(P, "colour"))
q("group_by", "number of gardeners by town", "table", per(G, "town"))
q("group_by", "beds per section", "table", per(B, "section"))
q("group_by", "total size of the beds for each soil", "table", {s: sum(b["size_m2"] for b in sel(B, soil=s)) for s in vals(B, "soil")})

q("lookup", "What family is the Peony in?", "values", sel(P, name="Peony")[0]["family"])
q("lookup", "who looks after the Orchard Bed?", "values", who[sel(B, name="Orchard Bed")[0]["gardener_id"]])
q("lookup", "Where is the Dahlia native to?", "values", out("Dahlia", "native_to"))
q("filter_list", "which plants are native to Japan", "values", inn("native_to", "Japan"))
q("filter_list", "Which families are in the order Asparagales?", "values", inn("in_order", "Asparagales"))
q("filter_list", "list the climbers", "values", vals(sel(P, type="climber"), "name"))
q("sum", "what's the total area of all beds?", "number", sum(b["size_m2"] for b in B))
q("average", "average hours per week of the volunteers", "number", mean(sel(G, role="volunteer"), "hours_per_week"))
q("missing", "Which plants have no height?", "values", [p["name"] for p in P if p["height_cm"] is None])
q("missing", "which bed has no gardener?", "values", [b["name"] for b in B if not b["gardener_id"]])
q("yes_no", "Is Lavender in the Lamiaceae family?", "boolean", sel(P, name="Lavender")[0]["family"] == "Lamiaceae")
q("unanswerable", "How often is the Tulip watered?", "refuse", [])
q("unanswerable", "what is Nora Whitlow's phone number?", "refuse", [])
done()
