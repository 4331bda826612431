"""Computes every gold answer from the files of this folder and prints each line of questions.jsonl that differs."""
import json, os, re, sys
from collections import Counter, defaultdict
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

NAME = os.path.basename(HERE)
def graph(ext): return [tuple(r.values()) for r in records(HERE, NAME + ext)]
KG, TK = graph(".kg.tsv"), graph(".tkg.tsv")
assert len(set(KG)) == len(KG) and len(set(TK)) == len(TK)
TEXT = "".join(open(os.path.join(HERE, f), encoding="utf-8").read() for f in sorted(os.listdir(HERE)) if f.endswith((".csv", ".tsv"))).lower()


def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]


def best(d, n=1, low=False):
    """the keys of the n largest (smallest) values; a tie at the border is an error"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]


def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)


def group(rows, key, f=len):
    g = defaultdict(list)
    for r in rows: g[key(r)].append(r)
    return {k: f(v) for k, v in g.items()}


def share(rows, test): return 100 * sum(1 for r in rows if test(r)) / len(rows)
def cell(rows, col, v, get):
    [r] = [r for r in rows if r[col] == v]
    return r[get]


def out(h, rel): return [t for a, r, t in KG if a == h and r == rel]
def inn(rel, t): return [a for a, r, b in KG if r == rel and b == t]
def links(rel): return [(a, b) for a, r, b in KG if r == rel]
def facts(rel, h=None, t=None): return sorted((f for f in TK if f[1] == rel and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def at(rel, d, h=None, t=None): return [f for f in facts(rel, h, t) if f[3] <= d and (not f[4] or d <= f[4])]
def now(rel, h=None, t=None): return [f for f in facts(rel, h, t) if not f[4]]
def iso(s): return date.fromisoformat(s)
def days(a, b): return (iso(b) - iso(a)).days
def months(a, b): return (int(b[:4]) - int(a[:4])) * 12 + int(b[5:7]) - int(a[5:7]) - (b[8:] < a[8:])
def years(f): return months(f[3], f[4]) // 12
def absent(*words):
    assert not any(w.lower() in TEXT for w in words), words
    return []


def uk(s): return datetime.strptime(s, "%d/%m/%Y").date().isoformat() if re.match(r"\d", s) else None
def num(s): return float(s.replace(",", "")) if re.match(r"\d", s) else None


W, E = records(HERE, "washes.csv"), records(HERE, "equipment.csv")
for r in W: r.update(day=uk(r["Date"]), amt=num(r["Amt GBP"]), water=num(r["Water (L)"]), mins=int(r["Mins"]), site=r["Site"], prog=r["Prog"])
for r in E: r.update(fit=uk(r["Fitted"]), svc=uk(r["Last svc"]), cost=num(r["Cost new GBP"]), cyc=num(r["Cycles"]), kw=num(r["kW"]), site=r["Site"], m=r["Machine"])
TOWN, CHEM, RUNS = dict(links("in town")), dict(links("shampoo from")), {s: m for m, s in links("runs")}
REG = dict(links("in region"))
def w(**k): return [r for r in W if all(r[a] == b for a, b in k.items())]
def e(**k): return [r for r in E if all(r[a] == b for a, b in k.items())]

T = [
    num(cell(W, "Tkt", "30596", "Amt GBP")),  # 01
    RUNS["Old Tannery"],  # 02
    cell(E, "Unit", "DA-217", "Make"),  # 03
    out("Lathera", "based in"),  # 04
    [r["Unit"] for r in e(m="Vacuum", State="Out of order")],  # 05
    [r["Tkt"] for r in W if r["amt"] > 30],  # 06
    inn("sells coffee of", "Torrefina"),  # 07
    [r["Tkt"] for r in w(Veh="Motorbike", site="Dockside")],  # 08
    len([r for r in w(Veh="Taxi") if r["day"][:7] == "2024-04"]),  # 09
    len(e(m="Jet wash bay")),  # 10
    len(inn("shampoo from", "Sudsworth")),  # 11
    len(w(site="Westgate Park", Rewash="Y")),  # 12
    sum(r["amt"] for r in w(site="Lido Road") if r["day"][:7] == "2024-03"),  # 13
    sum(r["cost"] for r in e(site="Millrace")),  # 14
    sum(r["water"] or 0 for r in w(prog="Platinum Foam")),  # 15
    sum(r["kw"] for r in e(site="Station Yard")),  # 16
    mean([r["mins"] for r in w(prog="Gold")]),  # 17
    mean([r["amt"] for r in w(**{"Club card": "N"})]),  # 18
    mean([r["cyc"] for r in e(m="Rollover gantry")]),  # 19
    min(r["fit"] for r in E),  # 20
    max(r["water"] for r in W if r["water"]),  # 21
    min(r["cost"] for r in e(m="Vacuum")),  # 22
    best({r["Unit"]: r["cost"] for r in E}),  # 23
    best(Counter(s for s, _ in links("wash contract with"))),  # 24
    best({f[0]: f[3] for f in now("manager of")}, low=True),  # 25
    best({r["Unit"]: r["cyc"] for r in E if r["cyc"] is not None}, low=True),  # 26
    best(group(W, lambda r: r["site"], lambda g: sum(r["amt"] for r in g)), 3),  # 27
    best({r["Unit"]: r["cyc"] for r in e(m="Mat cleaner")}, 2),  # 28
    best({r["Unit"]: r["fit"] for r in E}, 4),  # 29
    best({s: sum(r["amt"] for r in w(site=s)) for s in ("Dockside", "Airport South")}),  # 30
    best({h: one(facts("manager of", h, t))[3] for h, t in (("Polly Renshaw", "Old Tannery"), ("Wendy Applegarth", "Millrace"))}, low=True),  # 31
    best({p: len(w(prog=p)) for p in ("Silver", "Gold")}),  # 32
    num(cell(E, "Unit", "RG-319", "Cost new GBP")) - num(cell(E, "Unit", "RG-347", "Cost new GBP")),  # 33
    len(w(**{"Paid by": "card"})) - len(w(**{"Paid by": "cash"})),  # 34
    max(r["mins"] for r in w(prog="Inside & Out")) - min(r["mins"] for r in w(prog="Inside & Out")),  # 35
    share(W, lambda r: r["Paid by"] == "app"),  # 36
    share(E, lambda r: r["Warranty?"] == "Y"),  # 37
    100 * sum(r["amt"] for r in w(site="Kingfisher Lane", **{"Club card": "Y"})) / sum(r["amt"] for r in w(site="Kingfisher Lane")),  # 38
    Counter(r["Veh"] for r in W),  # 39
    Counter(r["site"] for r in e(State="Awaiting parts")),  # 40
    group(E, lambda r: r["Make"], lambda g: mean([r["cost"] for r in g])),  # 41
    Counter(CHEM.values()),  # 42
    best(Counter(r["prog"] for r in w(Rewash="Y"))),  # 43
    best(Counter(r["Make"] for r in e(m="Vacuum"))),  # 44
    best(group(W, lambda r: r["Veh"], lambda g: mean([r["amt"] for r in g])), low=True),  # 45
    one(r["Warranty?"] for r in e(m="Conveyor tunnel", site="Westgate Park")) == "Y",  # 46
    "Deirdre Falconer" in out("Gethin Prosser", "trained under"),  # 47
    bool(w(site="Millrace", prog="Silver")),  # 48
    [s for s in TOWN if not out(s, "sells coffee of")],  # 49
    len([r for r in w(site="Airport South") if r["Paid by"] != "card"]),  # 50
    sorted(set(TOWN) - {r["site"] for r in e(m="Dryer arch")}),  # 51
    one(f[0] for f in at("manager of", "2018-05-01", t="Airport South")),  # 52
    one(facts("supplied", "Bluecap Chemicals", "Lido Road"))[3],  # 53
    one(f[0] for f in at("supplied", "2015-07-15", t="Station Yard")),  # 54
    [f[0] for f in facts("manager of", t="Bramble Cross")][-2],  # 55
    [f[0] for f in facts("manager of", t="Airport South")][1],  # 56
    [f[0] for f in facts("shut for works") if f[3] > "2020-12-31"],  # 57
    days(*one(facts("shut for works", "Dockside"))[3:]),  # 58
    years(one(facts("manager of", "Barry Whitlock", "Station Yard"))),  # 59
    years(one(facts("manager of", "Marcin Tuszka", "Lido Road"))),  # 60
    out(REG[TOWN[one(out("Saoirse Kinvara", "runs"))]], "looked after by"),  # 61
    [s for s, c in CHEM.items() if out(c, "based in") == ["Hull"]],  # 62
    out(RUNS["Millrace"], "trained under"),  # 63
    [TOWN[s] for s in inn("wash contract with", "Comet Cabs")],  # 64
    sum(r["amt"] for r in W if TOWN[r["site"]] == "Saltmere"),  # 65
    len([r for r in E if out(r["Make"], "made in") == ["Germany"]]),  # 66
    RUNS[cell(E, "Unit", "CT-406", "Site")],  # 67
    len([r for r in w(Rewash="Y") if CHEM[r["site"]] == "Bluecap Chemicals"]),  # 68
    best(Counter(REG[TOWN[r["site"]]] for r in W)),  # 69
    len([r for r in W if out(REG[TOWN[r["site"]]], "looked after by") == ["Fiona Merriweather"]]),  # 70
    [r["Unit"] for r in e(site=facts("manager of", "Olive Tremlett")[-1][2], State="Out of order")],  # 71
    [r["Tkt"] for r in W if r["water"] is None],  # 72
    len([r for r in E if r["svc"] is None]),  # 73
    [m for m, v in group(E, lambda r: r["m"], lambda g: [r["cyc"] for r in g]).items() if not any(v)],  # 74
    absent("electric", "tariff"),  # 75
    absent("plate", "registration"),  # 76
    absent("rating", "review", "stars"),  # 77
    absent("Ferncliffe"),  # 78
    absent("salary", "wage"),  # 79
    [f for f in facts("supplied", "Purefall")],  # 80
]


def fmt(x):
    if isinstance(x, float): return f"{round(x + 1e-9, 2):.2f}".rstrip("0").rstrip(".")
    return str(x)


def shown(a, kind):
    if kind == "boolean":
        assert isinstance(a, bool), a
        return ["yes" if a else "no"]
    if kind == "table": return sorted(f"{k} | {fmt(v)}" for k, v in a.items())
    if kind == "number": assert isinstance(a, (int, float)) and not isinstance(a, bool), a
    if isinstance(a, (str, int, float)): a = [a]
    a = sorted({fmt(x) for x in a})
    assert (a == []) == (kind == "refuse") and "" not in a and "None" not in a, a
    return a


if __name__ == "__main__":
    with open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8") as file:
        Q = [json.loads(line) for line in file]
    assert len(Q) == len(T) == len({q["question"] for q in Q})
    for q, a in zip(Q, T):
        if sorted(q["answers"]) != shown(a, q["answer_type"]): print(q["id"], q["answers"], shown(a, q["answer_type"]))
