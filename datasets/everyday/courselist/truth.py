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

C = records(HERE, "courses.csv")
L = records(HERE, "lecturers.csv")
E = records(HERE, "enrolments.csv")
lect = {r["lect_id"]: r for r in L}
by_title = {r["title"]: r for r in C}
assert len(by_title) == len(C)
def some(rows, **w): return [r for r in rows if all(r[k] == v for k, v in w.items())]
idle = sorted({r["lect_id"] for r in L} - set(vals(C, "lect_id")))
empty = [r["title"] for r in C if r["code"] not in vals(E, "course")]
fees = [float(r["fee"]) for r in some(C, term="Summer")]
hist = [float(r["credits"]) for r in some(C, dept="History")]

TRUTH = [
    len(C), len(L), len(E),
    len(some(C, dept="Mathematics")), len(some(C, level="Advanced")), len(some(E, status="dropped")),
    len(some(C, term="Summer")), len(some(L, position="Professor")), len(some(L, building="Clio Wing")),
    len(some(E, payment="cash")), len(some(E, course="CS101")), sum(float(r["fee"]) > 500 for r in C),
    len(vals(C, "dept")), len(vals(E, "student")), len(vals(C, "room")), len(vals(C, "term")),
    len(vals(C, "level")), len(vals(L, "building")), len(vals(L, "country")), len(vals(E, "town")),
    len(vals(E, "payment")), len(vals(L, "position")), len(vals(E, "status")), len(vals(E, "grade")),
    vals(C, "dept"), vals(E, "town"), vals(L, "name"), vals(C, "title"), vals(C, "room"), vals(E, "student"),
    vals(L, "country"), vals(some(C, dept="Languages"), "title"),
    [lect[i]["name"] for i in idle], empty, len(empty), len(idle),
    sorted(set(vals(E, "student")) - set(vals(some(E, status="dropped"), "student"))),
    top(C, "fee")["title"], top(C, "fee", True)["title"], float(top(C, "fee")["fee"]),
    {r["code"]: r["title"] for r in C}[common(E, "course")],
    top(L, "start_year", True)["name"],
    per(C, "dept"), per(E, "student"), per(L, "country"), per(C, "term"), per(E, "status"),
    some(L, name="Ravi Menon")[0]["phone"], lect[by_title["Genetics"]["lect_id"]]["name"],
    by_title["Databases"]["room"], float(by_title["Machine Learning"]["fee"]),
    sum(fees) / len(fees), sum(float(r["credits"]) for r in C), sum(hist) / len(hist),
    lect[by_title["Music Theory"]["lect_id"]]["name"] == "Edith Quayle",
    "Chemistry" in vals(C, "dept") or any("Chemistry" in r["title"] for r in C),
    vals(some(L, phone=""), "name"), vals(some(C, room=""), "title"),
    None, None,
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
