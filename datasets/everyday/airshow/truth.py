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


def dmy(s): return datetime.strptime(s, "%d.%m.%Y").date().isoformat()
def dec(s): return float(s.replace(".", "").replace(",", ".")) if re.match(r"\d", s) else None


D, A = records(HERE, "displays.csv"), records(HERE, "aircraft.csv")
for r in A: r.update(op=r["Operator"], yr=int(r["Yr built"]), hp=dec(r["HP"]), span=dec(r["Span (m)"]), wt=int(r["Empty wt (kg)"]), hrs=dec(r["TT hrs"]), arc=dmy(r["ARC valid to"]), rate=int(r["EUR/flying hr"]))
REG = {r["Reg"]: r for r in A}
for r in D: r.update(day=dmy(r["Date"]), who=r["Lead pilot"], n=int(r["No. a/c"]), mins=int(r["Dur min"]), ft=int(r["Base ft"]), fee=dec(r["Fee EUR"]), pts=dec(r["Jury pts"]), off=r["Outcome"].startswith("cancelled"), a=REG[r["Reg"]])
TEAM, FIELD, NAT = dict(links("flies for")), dict(links("home field")), dict(links("nationality"))
assert all(TEAM[r["who"]] == r["a"]["op"] for r in D)
def d(**k): return [r for r in D if all(r[x] == y for x, y in k.items())]
def a(**k): return [r for r in A if all(r[x] == y for x, y in k.items())]
def year(y): return [r for r in D if r["day"].startswith(y)]

T = [
    cell(D, "Slot", "24S-14", "Reg"),  # 01
    one(r["span"] for r in a(Type="Catalina")),  # 02
    NAT["Petra Vondrova"],  # 03
    out("Oostkust Vliegtuigen", "chief mechanic"),  # 04
    REG["OO-OXY"]["arc"],  # 05
    [r["Slot"] for r in d(Outcome="cancelled tech")],  # 06
    [r["Reg"] for r in a(Type="Spitfire Mk IX")],  # 07
    inn("flies for", "Red Kestrels"),  # 08
    [r["Reg"] for r in a(Class="helicopter", Smoke="yes")],  # 09
    [r["who"] for r in D if r["pts"] and r["pts"] > 9.5],  # 10
    len(d(day="2024-09-07")),  # 11
    len(a(Class="jet")),  # 12
    len({r["Reg"] for r in year("2023")}),  # 13
    sum(r["fee"] for r in year("2024")),  # 14
    sum(r["mins"] for r in d(who="Wout Schepers")),  # 15
    sum(r["wt"] for r in a(Class="glider")),  # 16
    mean([r["pts"] for r in d(Display="Thunder Pass")]),  # 17
    mean([r["rate"] for r in a(Class="warbird")]),  # 18
    mean([r["mins"] for r in d(Display="Postal Run")]),  # 19
    max(r["pts"] for r in D if r["pts"]),  # 20
    max(r["Start"] for r in d(day="2024-09-08")),  # 21
    min(r["yr"] for r in A),  # 22
    best({r["Reg"]: r["hrs"] for r in A if r["hrs"]}),  # 23
    best({r["Slot"]: r["fee"] for r in year("2023")}),  # 24
    best(Counter(h for h, _ in links("taught"))),  # 25
    best({f[0]: f[3] for f in now("leader of")}),  # 26
    best(Counter(r["who"] for r in D), 3),  # 27
    best({r["Reg"]: r["rate"] for r in A}, 2),  # 28
    best({r["Slot"]: r["pts"] for r in year("2024") if r["pts"]}, 5),  # 29
    best({x: REG[x]["yr"] for x in ("OO-FZM", "OO-BXF")}, low=True),  # 30
    best({x: len(d(who=x)) for x in ("Stig Ahlgren", "Manon Debacker")}),  # 31
    int(best(Counter(r["day"][:4] for r in d(Outcome="cancelled wx")))[0]),  # 32
    one(r["hp"] for r in a(Type="Hawker Sea Fury")) - one(r["hp"] for r in a(Type="P-51 Mustang")),  # 33
    abs(REG["D-XRH"]["yr"] - REG["OO-OXY"]["yr"]),  # 34
    one(r["fee"] for r in d(Slot="24U-17")) - one(r["fee"] for r in d(Slot="24U-18")),  # 35
    share(D, lambda r: r["off"]),  # 36
    share(A, lambda r: r["Smoke"] == "yes"),  # 37
    share([r for r in year("2024")], lambda r: r["n"] == 1),  # 38
    Counter(r["op"] for r in A),  # 39
    Counter(r["day"] for r in D),  # 40
    group(A, lambda r: r["Class"], lambda g: mean([r["wt"] for r in g])),  # 41
    Counter(TEAM.values()),  # 42
    best(group(D, lambda r: r["Display"], lambda g: sum(r["fee"] for r in g))),  # 43
    best(group(D, lambda r: r["day"], lambda g: sum(r["mins"] for r in g))),  # 44
    best(group(A, lambda r: r["op"], lambda g: mean([r["yr"] for r in g]))),  # 45
    cell(D, "Slot", "24U-10", "Outcome") == "flown",  # 46
    REG["F-DNF"]["Smoke"] == "yes",  # 47
    "Inge Maertens" in out("Joost Verhaegen", "taught"),  # 48
    [t for t in FIELD if not inn("sponsors", t)],  # 49
    len(set(REG) - {r["Reg"] for r in D}),  # 50
    [r["Reg"] for r in a(Class="aerobatic", Smoke="no")],  # 51
    one(f[0] for f in at("show director", "2019-09-15")),  # 52
    one(facts("leader of", "Inge Maertens"))[3],  # 53
    one(f[2] for f in at("based at", "2012-01-01", "Jetclub Noord")),  # 54
    [f[0] for f in facts("leader of", t="Lady Bird Collection")][-2],  # 55
    [f[0] for f in facts("main sponsor of")][1],  # 56
    facts("member of", "Magda Zielska")[0][2],  # 57
    days(*one(facts("grounded for", "Spitfire Mk IX"))[3:]),  # 58
    years(one(facts("grounded for", "Catalina"))),  # 59
    months("2016-11-01", "2023-01-01") // 12,  # 60
    out(FIELD[TEAM["Akemi Sorada"]], "in country"),  # 61
    [t for t, f in FIELD.items() if out(f, "in country") == ["Netherlands"]],  # 62
    out(TEAM["Bernd Ruckert"], "chief mechanic"),  # 63
    [p for p, t in TEAM.items() if "Chronex Watches" in inn("sponsors", t)],  # 64
    len([r for r in D if NAT.get(r["who"]) == "Norwegian"]),  # 65
    sum(r["fee"] for r in year("2024") if "Noordgas" in inn("sponsors", r["a"]["op"])),  # 66
    len([r for r in year("2023") if r["a"]["Class"] == "warbird"]),  # 67
    cell(D, "Slot", "24S-01", "a")["Type"],  # 68
    len([r for r in A if FIELD[r["op"]] == "Texelmeer"]),  # 69
    out(REG["G-VKL"]["op"], "chief mechanic"),  # 70
    mean([r["pts"] for r in D if NAT.get(r["who"]) == "Swedish"]),  # 71
    [r["Reg"] for r in A if r["hrs"] is None],  # 72
    len([r for r in d(Outcome="flown") if r["pts"] is None]),  # 73
    [k for k, g in group(A, lambda r: r["Class"], lambda g: [r["hp"] for r in g]).items() if not any(g)],  # 74
    absent("visitor", "spectator", "attendance"),  # 75
    absent("call sign", "callsign"),  # 76
    absent("fuel", "litre", "avgas"),  # 77
    absent("Frecce"),  # 78
    absent("wind ", "knots"),  # 79
    absent("ticket", "child"),  # 80
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
