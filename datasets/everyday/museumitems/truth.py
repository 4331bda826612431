import json, os
import sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from collections import Counter
from domain import records


def vals(rows, col): return sorted({r[col] for r in rows if r[col]})
def per(rows, col): return Counter(r[col] for r in rows)
def top(rows, col, low=False, n=float):
    rows = sorted(rows, key=lambda r: n(r[col]), reverse=not low)
    assert n(rows[0][col]) != n(rows[1][col])
    return rows[0]
def common(rows, col):
    (a, x), (b, y) = per(rows, col).most_common(2)
    assert x != y
    return a

O = records(HERE, "objects.csv")
D = records(HERE, "donors.csv")
N = records(HERE, "loans.csv")
K = records(HERE, "museumitems.kg.tsv")
def some(rows, **w): return [r for r in rows if all(r[k] == v for k, v in w.items())]
def out(h, rel): return [r["tail"] for r in K if r["head"] == h and r["relation"] == rel]
title = {r["obj_no"]: r["title"] for r in O}
by_title = {r["title"]: r for r in O}
assert len(by_title) == len(O)
donor = {r["donor_id"]: r["name"] for r in D}
did = {v: k for k, v in donor.items()}
assert set(vals(O, "maker")) == set(r["head"] for r in K if r["relation"] == "craft")
assert set(vals(O, "period")) == set(r["head"] for r in K if r["relation"] == "starts_in")
giftless = [r["name"] for r in D if r["donor_id"] not in vals(O, "donor_id")]
lent = set(vals(N, "obj_no"))
never = [r["title"] for r in O if r["obj_no"] not in lent]
def worth(rows): return sum(int(r["value_eur"]) for r in rows)
paint = some(O, type="painting")

TRUTH = [
    len(O), len(D), len(N), len(some(O, room="Room 5")), len(paint), len(some(O, material="silver")),
    len(some(O, period="Art Nouveau")), len(some(D, kind="company")), len(some(N, borrower="Sea Gallery")),
    len(some(D, town="Linden")), sum(int(r["value_eur"]) > 10000 for r in O),
    len(some(O, donor_id=did["Theodora Vance"])),
    len(vals(O, "maker")), len(vals(O, "material")), len(vals(O, "type")), len(vals(O, "room")),
    len(vals(O, "period")), len(vals(N, "borrower")), len(vals(N, "city")), len(vals(D, "town")),
    len(vals(D, "kind")), len(vals(some(K, relation="craft"), "tail")),
    len(vals(some(K, relation="born_in"), "tail")), len(lent),
    vals(O, "maker"), vals(O, "material"), vals(D, "name"), vals(O, "period"), vals(N, "borrower"),
    vals(N, "city"), vals(O, "room"), vals(some(O, type="clock"), "title"),
    giftless, never, len(never),
    sorted(set(vals(O, "maker")) - set(vals([r for r in O if r["obj_no"] in lent], "maker"))), len(giftless),
    top(O, "value_eur")["title"], top(O, "value_eur", True)["title"], float(top(O, "value_eur", True)["value_eur"]),
    title[common(N, "obj_no")], top([r for r in D if r["since"]], "since", True)["name"],
    per(O, "material"), per(N, "borrower"), per(O, "period"), per(D, "town"),
    {p: worth(some(O, period=p)) for p in vals(O, "period")},
    by_title["Peacock Bowl"]["maker"], out("Ida Brenner", "born_in"),
    [r["head"] for r in K if r["relation"] == "follows" and r["tail"] == "Georgian"],
    out("Lavinia Croft", "pupil_of"), donor[by_title["Bracket Clock"]["donor_id"]],
    worth(O), worth(paint) / len(paint),
    sum(int(r["insured_eur"]) for r in some(N, borrower="Glass House")),
    "clockmaker" in out("Samuel Tarn", "craft"), "gold" in vals(O, "material"),
    vals(some(O, maker=""), "title"), vals(some(N, back_date=""), "loan_no"), None,
]


def line(value, kind):
    if isinstance(value, bool): return "boolean", ["yes" if value else "no"]
    if isinstance(value, (int, float)): return "number", [f"{round(value, 4):.4f}".rstrip("0").rstrip(".")]
    if isinstance(value, dict): return "table", [f"{k} | {v}" for k, v in value.items()]
    if kind == "unanswerable": return "refuse", []
    return "values", [value] if isinstance(value, str) else list(value)


assert len(TRUTH) == 60
with open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8") as file:
    questions = [json.loads(x) for x in file]
assert len(questions) == 60 and len({q["question"].lower() for q in questions}) == 60
for q, value in zip(questions, TRUTH):
    kind, answers = line(value, q["kind"])
    if q["answer_type"] != kind or sorted(q["answers"]) != sorted(answers):
        print(q["id"], q["question"], q["answers"], answers)
