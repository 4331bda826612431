"""Computes every gold answer of railwaycompany from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "railwaycompany.kg.tsv")]
TK = sorted([(r["head"], r["relation"], r["tail"], date.fromisoformat(r["start"]),
              date.fromisoformat(r["end"]) if r["end"] else None) for r in records(HERE, "railwaycompany.tkg.tsv")], key=lambda f: f[3])
D = date.fromisoformat


def out(h, rel): return [t for a, r, t in KG if a == h and r == rel]
def inn(t, rel): return [a for a, r, b in KG if b == t and r == rel]
def heads(rel): return {a for a, r, b in KG if r == rel}
def fs(rel, h=None, t=None): return [f for f in TK if f[1] == rel and h in (None, f[0]) and t in (None, f[2])]
def now(rel, h=None, t=None): return [f for f in fs(rel, h, t) if f[4] is None]
def over(f, a, b): return f[3] <= b and (f[4] is None or f[4] >= a)
def at(rel, day, h=None, t=None): return [f for f in fs(rel, h, t) if over(f, D(day), D(day))]
def in_year(rel, y, h=None, t=None): return [f for f in fs(rel, h, t) if over(f, date(y, 1, 1), date(y, 12, 31))]
def H(found): return [f[0] for f in found]
def T(found): return [f[2] for f in found]
def months(a, b): return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day)
def years(f): return months(f[3], f[4]) // 12
def days(f): return (f[4] - f[3]).days
def next_to(rel, who, t, k):
    """who stood k places after (before, if k < 0) somebody in the row of those who held t"""
    row = H(fs(rel, None, t))
    assert row.count(who) == 1 and 0 <= row.index(who) + k < len(row)
    return row[row.index(who) + k]
def one(xs):
    assert len(set(xs)) == 1, xs
    return list(xs)[0]
def best(d, n=1, low=False):
    """keys of the n largest (smallest) values; a tie at the border is an error"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def share(rows, test): return 100 * sum(map(bool, map(test, rows))) / len(rows)
def by(rows, key, f=len):
    g = defaultdict(list)
    for r in rows: g[r[key] if isinstance(key, str) else key(r)].append(r)
    return {k: f(v) for k, v in g.items()}


def n(s): return None if s in ("", "?") else float(s.replace(" ", ""))
def day(s): return date(*map(int, s.split("/"))) if s != "?" else None
U, I = records(HERE, "units.csv"), records(HERE, "incidents.csv")
for r in U:
    r["d"] = day(r["Last overhaul"])
    for k in ("Built", "Seats", "Weight t", "Vmax km/h", "'000 km", "WC"): r[k] = n(r[k])
for r in I:
    r["d"] = day(r["Date"])
    for k in ("Delay (min)", "Canc.", "Cost kr"): r[k] = n(r[k])
def unit(no): return [r for r in U if r["Unit"] == no][0]
def incident(no): return [r for r in I if r["Ref"] == no][0]
def total(rows, k): return int(sum(r[k] or 0 for r in rows))
LINES = heads("starts_at")
def boss_on(operator, d): return one(H(at("managing director of", str(d), t=operator)))
def county(line, end="starts_at"): return one(out(one(out(line, end)), "in county"))
MD = "managing director of"

GOLD = [
    lambda: H(now(MD, t="Sundhaven Rail")),  # 01
    lambda: out("Vineyard Line", "ends_at"),  # 02
    lambda: out("Ibex", "built by"),  # 03
    lambda: out("Imre Szalay", "trained as"),  # 04
    lambda: int(incident("INC-3225")["Delay (min)"]),  # 05
    lambda: inn("Highmark", "in county"),  # 06
    lambda: T(now("operates", "Brightwater Trains")),  # 07
    lambda: [r["Unit"] for r in U if r["Stat"] == "workshop" and r["Built"] < 1995],  # 08
    lambda: len(inn("single track", "laid as")),  # 09
    lambda: len(set(H(fs(MD, t="Grenzland Express")))),  # 10
    lambda: sum(r["Cause"] == "signal fault" for r in I),  # 11
    lambda: total([r for r in I if r["Line"] == "Moor Line"], "Canc."),  # 12
    lambda: total([r for r in I if r["Cause"] == "engine trouble"], "Cost kr"),  # 13
    lambda: total([r for r in U if r["Operator"] == "Uplands Transit"], "Seats"),  # 14
    lambda: mean([r["Delay (min)"] for r in I if r["Cause"] == "door fault"]),  # 15
    lambda: mean([r["Weight t"] for r in U if r["Class"] == "Kestrel"]),  # 16
    lambda: mean([r["'000 km"] for r in U if r["Operator"] == "Karst Light Railway"]),  # 17
    lambda: int(max(r["Delay (min)"] for r in I)),  # 18
    lambda: int(min(r["Built"] for r in U)),  # 19
    lambda: min(f[3] for f in now("operates")),  # 20
    lambda: best({r["Unit"]: r["'000 km"] for r in U}),  # 21
    lambda: best({f[0]: f[3] for f in now(MD)}),  # 22
    lambda: best({f[2]: f[3] for f in now("operates")}),  # 23
    lambda: best({r["Ref"]: r["Cost kr"] for r in I if r["Cost kr"]}, 3),  # 24
    lambda: best(by(I, "Line"), 2),  # 25
    lambda: best({f[0]: f[3] for f in now(MD)}, 2, low=True),  # 26
    lambda: best({x: fs(MD, x)[0][3] for x in ("Matteo Grisi", "Renske Vollmer")}, low=True),  # 27
    lambda: best({x: len(inn(x, "in county")) for x in ("Seaward", "Talbrook")}),  # 28
    lambda: best({x: unit(x)["Built"] for x in ("T223", "Z362")}, low=True),  # 29
    lambda: by(I, "Line")["Otter Line"] - by(I, "Line")["Salt Line"],  # 30
    lambda: int(incident("INC-3310")["Cost kr"] - incident("INC-3389")["Cost kr"]),  # 31
    lambda: (fs(MD, "Ludovic Harms", "Sundhaven Rail")[0][3] - fs(MD, "Ludovic Harms", "Marrow Valley Railway")[0][4]).days,  # 32
    lambda: share(I, lambda r: r["Refund"] == "yes"),  # 33
    lambda: share(U, lambda r: r["Traction"] == "Diesel"),  # 34
    lambda: share(sorted(LINES), lambda x: county(x) == "Seaward"),  # 35
    lambda: by(U, "Depot"),  # 36
    lambda: by(I, "Cause", lambda g: total(g, "Delay (min)")),  # 37
    lambda: dict(Counter(H(now("operates")))),  # 38
    lambda: best(by(U, "Class", lambda g: total(g, "Seats"))),  # 39
    lambda: best(by(I, "Cause", lambda g: total(g, "Canc."))),  # 40
    lambda: best(Counter(t for a, r, t in KG if r == "built by")),  # 41
    lambda: bool(fs("operates", "Uplands Transit", "Moor Line")),  # 42
    lambda: bool(now("owned by", "Marrow Valley Railway", "Talbrook County")),  # 43
    lambda: any(t != "Uplands Transit" for t in T(fs(MD, "Goran Petrak"))),  # 44
    lambda: any(r["Delay (min)"] > 100 for r in I),  # 45
    lambda: heads("stands in") - set(T(now("depot manager of"))),  # 46
    lambda: [x for x in LINES if len(fs("operates", t=x)) == 1],  # 47
    lambda: sum(r["WC"] == 0 for r in U),  # 48
    lambda: H(at("operates", "2011-07-01", t="Lakeside Line")),  # 49
    lambda: one(H(in_year("chief inspector of", 2013))),  # 50
    lambda: H(at(MD, "2018-09-03", t="Brightwater Trains")),  # 51
    lambda: one(T(in_year("owned by", 2010, "Uplands Transit"))),  # 52
    lambda: H(at("depot manager of", "2015-05-05", t="Karst Yard")),  # 53
    lambda: next_to("operates", "Sundhaven Rail", "Salt Line", -1),  # 54
    lambda: next_to(MD, "Victor Amrhein", "Grenzland Express", 1),  # 55
    lambda: T(fs("depot manager of", "Juri Kask"))[0],  # 56
    lambda: [f[2] for f in fs("operates") if f[3] > D("2015-01-01") and fs("operates", t=f[2])[0] != f],  # 57
    lambda: years(fs(MD, "Petra Kilgour", "Marrow Valley Railway")[0]),  # 58
    lambda: years(fs("chief inspector of", "Donal Wirth")[0]),  # 59
    lambda: months(*fs(MD, "Sybil Ashgrove", "Grenzland Express")[0][3:]),  # 60
    lambda: best({x: days(fs(MD, x, "Brightwater Trains")[0]) for x in ("Callum Strathie", "Renske Vollmer")}),  # 61
    lambda: out(one(out("Brightwater Trains", "headquarters in")), "in county"),  # 62
    lambda: boss_on("Marrow Valley Railway", fs("operates", "Marrow Valley Railway", "Quarry Branch")[0][3]),  # 63
    lambda: out(one(out("Lynx", "built by")), "based in"),  # 64
    lambda: [h for h in H(now("owned by", t=one(T(now("owned by", "Uplands Transit"))))) if h != "Uplands Transit"],  # 65
    lambda: H(f for f in fs(MD, t="Sundhaven Rail") if over(f, fs("chief inspector of", "Farid Benamar")[0][3], date(2099, 1, 1))),  # 66
    lambda: sum(r["Class"] in inn("Ferrostil", "built by") for r in U),  # 67
    lambda: sum(r["Line"] in inn("single track", "laid as") for r in I),  # 68
    lambda: total([r for r in I if "Port Lavel" in out(r["Line"], "ends_at")], "Delay (min)"),  # 69
    lambda: sum(r["Line"] in T(now("operates", "Grenzland Express")) and r["d"] < fs(MD, "Annika Brohl", "Grenzland Express")[0][3] for r in I),  # 70
    lambda: [r["Unit"] for r in U if r["Stat"] == "workshop" and r["Depot"] in inn("Port Lavel", "stands in")],  # 71
    lambda: [r["Unit"] for r in U if r["d"] is None],  # 72
    lambda: [r["Ref"] for r in I if r["Cost kr"] is None],  # 73
    lambda: sum(r["Unit"] == "" for r in I),  # 74
    lambda: [],  # 75
    lambda: [],  # 76
    lambda: [],  # 77
    lambda: [],  # 78
    lambda: [],  # 79
    lambda: [],  # 80
]


def fmt(x):
    if isinstance(x, date): return x.isoformat()
    return f"{round(x, 2):.2f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)


def gold(atype, x):
    if atype == "refuse": return []
    if atype == "boolean": return ["yes" if x else "no"]
    if atype == "table": return [f"{k} | {fmt(v)}" for k, v in sorted(x.items())]
    if isinstance(x, (str, int, float, date)): return [fmt(x)]
    return sorted({fmt(v) for v in x})


if __name__ == "__main__":
    with open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    assert len(lines) == len(GOLD)
    for q, f in zip(lines, GOLD):
        found = gold(q["answer_type"], f())
        if found != q["answers"]: print(q["id"], q["answers"], found)
