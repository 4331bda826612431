"""Computes the answers of this folder's questions; prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, fmt, mean, one, records

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


P, T, L = (records(HERE, f) for f in ("pupils.csv", "teachers.csv", "lessons.csv"))
for r in T: r["salary"] = float(r["salary"])
for r in L: r["mins"] = float(r["mins"])
NAMES = {r["tch_id"]: r["name"] for r in T}
assert len({r["name"] for r in P}) == len(P) and col(L, "class") < col(P, "class")

q("count", "how many pupils", "number", len(P))
q("count", "How many teachers are there?", "number", len(T))
q("count", "number of lessons?", "number", len(L))
q("count", "how many pupils are in 5A", "number", n(P, **{"class": "5A"}))
q("count", "How many lessons are on Monday?", "number", n(L, wday="Monday"))
q("count", "count of part-time teachers", "number", n(T, contract="part-time"))
q("count", "how many maths lessons do we have", "number", n(L, subject="Maths"))
q("count", "How many pupils live in Corley?", "number", n(P, town="Corley"))
q("count", "pupils in the choir club, how many?", "number", n(P, club="Choir"))
q("count", "number of teachers in the Sciences department", "number", n(T, dept="Sciences"))
q("count", "How many lessons are held in the gym?", "number", n(L, room="Gym"))
q("count", "how many kids take bus 14?", "number", n(P, bus_line="14"))

q("distinct", "How many classes are there?", "number", len(col(P, "class")))
q("distinct", "how many subjects", "number", len(col(L, "subject")))
q("distinct", "How many departments do we have?", "number", len(col(T, "dept")))
q("distinct", "number of different towns?", "number", len(col(P, "town")))
q("distinct", "how many clubs are there", "number", len(col(P, "club")))
q("distinct", "How many rooms do we use for lessons?", "number", len(col(L, "room")))
q("distinct", "how many different bus lines?", "number", len(col(P, "bus_line")))
q("distinct", "How many textbooks are in use?", "number", len(col(L, "textbook")))
q("distinct", "how many mentors do we have?", "number", len(col(P, "mentor")))
q("distinct", "count the start times", "number", len(col(L, "start")))
q("distinct", "How many types of contract are there?", "number", len(col(T, "contract")))
q("distinct", "On how many days of the week are there lessons?", "number", len(col(L, "wday")))

q("list", "list the classes", "values", col(P, "class"))
q("list", "Which subjects are there?", "values", col(L, "subject"))
q("list", "show all teachers", "values", col(T, "name"))
q("list", "what clubs can pupils join?", "values", col(P, "club"))
q("list", "Which towns do the pupils come from?", "values", col(P, "town"))
q("list", "all rooms please", "values", col(L, "room"))
q("list", "names of the departments", "values", col(T, "dept"))
q("list", "give me the textbooks", "values", col(L, "textbook"))

q("negation", "Which teachers have no lessons?", "values", {v for k, v in NAMES.items() if k not in col(L, "tch_id")})
q("negation", "classes without lessons", "values", col(P, "class") - col(L, "class"))
q("negation", "which teachers are not a mentor of any pupil", "values", {v for k, v in NAMES.items() if k not in col(P, "mentor")})
q("negation", "How many teachers never teach?", "number", len(set(NAMES) - col(L, "tch_id")))
q("negation", "is there any teacher who neither teaches a lesson nor mentors a pupil?", "boolean",
  bool(set(NAMES) - col(L, "tch_id") - col(P, "mentor")))

q("superlative", "Which teacher earns the most?", "values", best({r["name"]: r["salary"] for r in T}))
q("min_max", "lowest salary?", "number", min(r["salary"] for r in T))
q("superlative", "which class has the most pupils", "values", best(per(P, "class")))
q("superlative", "Who is the youngest pupil?", "values", best({r["name"]: r["born"] for r in P}))
q("superlative", "Which subject has the most lessons?", "values", best(per(L, "subject")))

q("group_by", "pupils per class", "table", per(P, "class"))
q("group_by", "How many lessons are there on each day?", "table", per(L, "wday"))
q("group_by", "number of teachers by department", "table", per(T, "dept"))
q("group_by", "how many pupils from each town?", "table", per(P, "town"))
q("group_by", "lessons for each subject", "table", per(L, "subject"))

q("lookup", "What class is Vera Quill in?", "values", pick(P, "class", name="Vera Quill"))
q("lookup", "where does Hugo Birk live", "values", pick(P, "town", name="Hugo Birk"))
q("lookup", "When was Petra Lomax hired?", "values", pick(T, "hired", name="Petra Lomax"))
q("lookup", "who is the mentor of Leo Abbot?", "values", NAMES[one(pick(P, "mentor", name="Leo Abbot"))])
q("average", "average salary of the teachers", "number", mean(T, "salary"))
q("sum", "What do all salaries add up to?", "number", sum(r["salary"] for r in T))
q("sum", "total minutes of physics lessons", "number", sum(pick(L, "mins", subject="Physics")))
q("yes_no", "Does Mina Jansen go to the robotics club?", "boolean", pick(P, "club", name="Mina Jansen") == ["Robotics"])
q("yes_no", "does Una Kerrigan work full-time?", "boolean", pick(T, "contract", name="Una Kerrigan") == ["full-time"])
q("filter_list", "which pupils are in 8A?", "values", pick(P, "name", **{"class": "8A"}))
q("filter_list", "Who teaches English?", "values", {NAMES[r["tch_id"]] for r in L if r["subject"] == "English"})
q("missing", "how many pupils have no club?", "number", n(P, club=""))
q("unanswerable", "What grades did Ada Egger get?", "refuse", [])

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
