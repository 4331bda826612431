"""Computes every gold answer of football from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "football.kg.tsv")]
TK = sorted([(r["head"], r["relation"], r["tail"], date.fromisoformat(r["start"]),
              date.fromisoformat(r["end"]) if r["end"] else None) for r in records(HERE, "football.tkg.tsv")], key=lambda f: f[3])
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
    xs = set(xs)
    assert len(xs) == 1, xs
    return xs.pop()
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


def n(s): return float(s) if s not in ("", "-") else None
M, P = records(HERE, "fixtures.csv"), records(HERE, "players.csv")
for r in M:
    r["d"] = date(*map(int, reversed(r["Date"].split("/"))))
    for k in ("HG", "AG", "Gate", "Takings (£)"): r[k] = n(r[k])
for r in P:
    r["d"] = date(*map(int, reversed(r["DOB"].split("/"))))
    for k in ("Ht cm", "Apps", "Gls", "YC", "RC"): r[k] = n(r[k])
played = [r for r in M if r["HG"] is not None]
def match(no): return one([r["No"] for r in M if r["No"] == no]) and [r for r in M if r["No"] == no][0]
def who(name): return [r for r in P if r["Player"] == name][0]
def district(club): return one(out(one(out(one(out(club, "plays at")), "located in")), "belongs to district"))
def surface(club): return one(out(one(out(club, "plays at")), "has surface"))
CLUBS = heads("plays at")

GOLD = [
    lambda: out("Penstow Athletic", "plays at"),  # 01
    lambda: out("Dunmarsh Wanderers", "nicknamed"),  # 02
    lambda: out("Castle Brading", "shirt sponsor"),  # 03
    lambda: H(now("coach of", t="Wexcombe Rovers")),  # 04
    lambda: int(match("M035")["Gate"]),  # 05
    lambda: inn("Tarrock", "born in"),  # 06
    lambda: inn("artificial", "has surface"),  # 07
    lambda: [r["No"] for r in played if r["Gate"] > 1200],  # 08
    lambda: len(set(H(fs("coach of", t="Castle Brading")))),  # 09
    lambda: sum(r["HG"] == r["AG"] for r in played),  # 10
    lambda: len(inn("Ironvale", "belongs to district")),  # 11
    lambda: len(set(T(fs("coach of", "Rory Cathcart")))),  # 12
    lambda: round(sum(r["Takings (£)"] or 0 for r in M if r["Home"] == "Redcliffe Miners"), 2),  # 13
    lambda: int(sum(r["Gls"] for r in P if r["Club"] == "Thornsea United")),  # 14
    lambda: int(sum(r["RC"] for r in P if r["Club"] == "Ashcott Saints")),  # 15
    lambda: mean([r["Gate"] for r in M if r["Home"] == "Harrowby Town"]),  # 16
    lambda: mean([r["Ht cm"] for r in P if r["Pos"] == "GK"]),  # 17
    lambda: mean([r["YC"] for r in P if r["Loan"] == "Y"]),  # 18
    lambda: int(max(r["Gate"] for r in played)),  # 19
    lambda: min(r["Takings (£)"] for r in M if r["Takings (£)"]),  # 20
    lambda: min(f[3] for f in fs("chair of")),  # 21
    lambda: best({r["Player"]: r["Gls"] for r in P}),  # 22
    lambda: best({r["Player"]: r["d"] for r in P}),  # 23
    lambda: best({f[0]: f[3] for f in now("coach of")}, low=True),  # 24
    lambda: best({r["Player"]: r["Ht cm"] for r in P if r["Ht cm"]}, 3),  # 25
    lambda: best({r["No"]: r["Gate"] for r in played}, 5),  # 26
    lambda: best({f[0]: f[3] for f in now("chair of")}, 3, low=True),  # 27
    lambda: best({x: fs("chair of", x)[0][3] for x in ("Giles Hartnoll", "Oswin Pyke")}, low=True),  # 28
    lambda: best({x: who(x)["YC"] for x in ("Femi Frobisher", "Noel Emsworth")}),  # 29
    lambda: best({x: len(inn(x, "belongs to district")) for x in ("Ironvale", "Saltcoast")}),  # 30
    lambda: int(who("Ewan Thackray")["Gls"] - who("Kit Yeoman")["Gls"]),  # 31
    lambda: int(match("M040")["Gate"] - match("M041")["Gate"]),  # 32
    lambda: (fs("coach of", "Marco Tedeschi", "Penstow Athletic")[0][3] - fs("coach of", "Lena Storvik", "Penstow Athletic")[0][3]).days,  # 33
    lambda: share(P, lambda r: r["Loan"] == "Y"),  # 34
    lambda: share(played, lambda r: r["HG"] > r["AG"]),  # 35
    lambda: share(sorted(CLUBS), lambda c: surface(c) == "hybrid"),  # 36
    lambda: by(P, "Pos", lambda g: int(sum(r["Gls"] for r in g))),  # 37
    lambda: by(played, "Home", lambda g: int(sum(r["HG"] for r in g))),  # 38
    lambda: dict(Counter(t for a, r, t in KG if r == "belongs to district")),  # 39
    lambda: best(by(M, "Ref")),  # 40
    lambda: best(by(P, "Club", lambda g: sum(r["YC"] for r in g))),  # 41
    lambda: best(Counter(t for a, r, t in KG if r == "born in")),  # 42
    lambda: bool(fs("coach of", "Stuart Abbermann", "Penstow Athletic")),  # 43
    lambda: bool(fs("president of", "Edith Larkham")),  # 44
    lambda: bool(now("tenant of", "Castle Brading", "Moat Lane")),  # 45
    lambda: CLUBS - heads("shirt sponsor"),  # 46
    lambda: CLUBS - heads("captained by"),  # 47
    lambda: sum(r["YC"] == 0 for r in P),  # 48
    lambda: H(at("coach of", "2019-03-01", t="Lynford Celtic")),  # 49
    lambda: one(H(in_year("president of", 2014))),  # 50
    lambda: one(T(in_year("tenant of", 2010, "Castle Brading"))),  # 51
    lambda: T(at("coach of", "2019-06-30", "Lena Storvik")),  # 52
    lambda: H(at("competes in", "2010-09-01", t="Second Section")),  # 53
    lambda: next_to("coach of", "Lena Storvik", "Castle Brading", -1),  # 54
    lambda: next_to("chair of", "Beatrice Mowle", "Thornsea United", 1),  # 55
    lambda: one(T(f for f in fs("coach of", "Bernard Quill") if f[4])),  # 56
    lambda: H(f for f in now("coach of") if f[3] > D("2022-01-01")),  # 57
    lambda: years(fs("coach of", "Yusuf Haddow")[0]),  # 58
    lambda: years(fs("president of", "Aubrey Stannard")[0]),  # 59
    lambda: months(*fs("coach of", "Hal Greaves", "Castle Brading")[0][3:]),  # 60
    lambda: best({x: days(fs("coach of", x, "Harrowby Town")[0]) for x in ("Dennis Okafor-Lyle", "Marco Tedeschi")}),  # 61
    lambda: district("Wexcombe Rovers"),  # 62
    lambda: out(one(H(now("coach of", t="Millgate Albion"))), "born in"),  # 63
    lambda: one(H(at("president of", str(fs("coach of", "Aneta Zawisza")[0][3])))),  # 64
    lambda: H(f for f in fs("coach of", t="Harrowby Town") if over(f, fs("chair of", "Samir Duquesne")[0][3], date(2099, 1, 1))),  # 65
    lambda: surface(one(out("Castle Brading", "rival of"))),  # 66
    lambda: int(who(one(out("Ashcott Saints", "captained by")))["Gls"]),  # 67
    lambda: int(sum(r["Gate"] for r in played if district(r["Home"]) == "Saltcoast")),  # 68
    lambda: sum(r["Ref"] in inn("Tarrock", "lives in") for r in M),  # 69
    lambda: sum(r["Home"] == "Thornsea United" and over(fs("coach of", "Stuart Abbermann", "Thornsea United")[0], r["d"], r["d"]) for r in played),  # 70
    lambda: [r["Player"] for r in P if r["Gls"] >= 10 and out(one(H(now("coach of", t=r["Club"]))), "born in")[0] in ("Brading", "Thornsea")],  # 71
    lambda: [r["Player"] for r in P if r["Ht cm"] is None],  # 72
    lambda: [r["No"] for r in M if r["Gate"] and r["Takings (£)"] is None],  # 73
    lambda: sum(r["HG"] is None for r in M),  # 74
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
