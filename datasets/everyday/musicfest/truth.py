"""Computes every gold answer of musicfest from its files; prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records


def iso(s): return date.fromisoformat(s) if s else None


KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "musicfest.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "musicfest.tkg.tsv")]


def out(h, rel): return [t for a, r, t in KG if a == h and r == rel]
def inn(t, rel): return [a for a, r, b in KG if b == t and r == rel]
def both(rel): return [(a, b) for a, r, b in KG if r == rel]
def tk(rel, h=None, t=None): return sorted((f for f in TK if f[1] == rel and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def now(rel, h=None, t=None): return [f for f in tk(rel, h, t) if f[4] is None]
def at(rel, d, h=None, t=None): return [f for f in tk(rel, h, t) if f[3] <= d and (f[4] is None or d <= f[4])]
def years(f): return f[4].year - f[3].year - ((f[4].month, f[4].day) < (f[3].month, f[3].day))
def total(xs): return sum(round(x * 100) for x in xs if x is not None) / 100
def mean(xs): xs = [x for x in xs if x is not None]; return sum(xs) / len(xs)
def pct(part, whole): return 100 * len(part) / len(whole)


def one(xs):
    xs = list(xs)
    assert len(xs) == 1, xs
    return xs[0]


def top(d, n=1, low=False):
    """The keys of the n largest (or smallest) values; a tie at the border is an error."""
    it = sorted(((k, v) for k, v in d.items() if v is not None), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]


def by(rows, key, v=None, f=sum):
    """The rows counted by a column, or the values of another column put together by it."""
    g = defaultdict(list)
    for r in rows: g[r[key]].append(1 if v is None else r[v])
    return {k: f([x for x in xs if x is not None]) for k, xs in g.items()}


def after(fs, side, who, k=1):
    names = [f[side] for f in fs]
    assert names.count(who) == 1 and names.index(who) + k >= 0
    return names[names.index(who) + k]


def num(s): return None if s in ("tbc", "?") else float(s.replace(",", ""))


L = [{"act": r["Act"], "gen": r["Genre"], "from": r["From"], "mem": num(r["Members"]), "day": r["Day"][:3],
      "date": datetime.strptime(r["Day"][4:], "%d %b %Y").date(), "stage": r["Stage"], "on": r["On at"], "min": num(r["Min"]),
      "fee": num(r["Fee EUR"]), "new": r["First time here"] == "y", "crowd": num(r["Crowd est."]), "sc": r["Soundcheck"]}
     for r in records(HERE, "lineup.csv")]
T = [{"no": r["Ticket no"], "date": datetime.strptime(r["Bought"], "%d %b %Y").date(), "buyer": r["Buyer"], "kind": r["Kind"],
      "pcs": num(r["Pcs"]), "eur": num(r["EUR"]), "early": r["Early bird"] == "y", "via": r["Sold via"], "st": r["State"],
      "camp": r["Camping"], "age": num(r["Age"])} for r in records(HERE, "tickets.csv")]
P = {r["act"]: r for r in L}
def ac(**k): return [r for r in L if all(r[a] == b for a, b in k.items())]
def ti(**k): return [r for r in T if all(r[a] == b for a, b in k.items())]
def col(rows, k): return [r[k] for r in rows]

A = [
    [P["Polar Disco"]["stage"]],  # 01
    [P["Ghost Ferry"]["on"]],  # 02
    P["Los Tambores"]["min"],  # 03
    [P["Salt Lick"]["from"]],  # 04
    out("Wolfskin", "sung by"),  # 05
    out("DJ Okapi", "signed to"),  # 06
    col(ac(gen="jazz"), "act"),  # 07
    col(ac(stage="Lake Stage", day="Fri"), "act"),  # 08
    col(ac(min=90), "act"),  # 09
    out("Lakeside", "has food from"),  # 10
    inn("Lantern Records", "signed to"),  # 11
    len(ac(day="Sun")),  # 12
    len(ac(gen="metal")),  # 13
    len(ti(st="refunded")),  # 14
    len(ac(stage="Campfire", new=True)),  # 15
    len(ac(**{"from": "Ireland"})),  # 16
    total(col(ac(stage="Sun Stage"), "fee")),  # 17
    total(col(ti(kind="VIP"), "pcs")),  # 18
    total(col(ti(via="box office"), "eur")),  # 19
    mean(col(ac(stage="Barn Stage"), "min")),  # 20
    mean(col(ac(gen="folk"), "fee")),  # 21
    mean(col(ac(stage="Bass Tent"), "crowd")),  # 22
    max(x for x in col(L, "fee") if x),  # 23
    min(x for x in col(ac(stage="Old Quarry"), "crowd") if x),  # 24
    [min(col(ac(day="Sat"), "on"))],  # 25
    top({r["act"]: r["fee"] for r in L}),  # 26
    top({r["act"]: r["crowd"] for r in ac(day="Sun")}),  # 27
    top({r["act"]: r["fee"] for r in ac(gen="reggae")}, low=True),  # 28
    top(Counter(a for a, _ in both("has food from"))),  # 29
    top({r["act"]: r["fee"] for r in L}, 3),  # 30
    top({r["act"]: r["crowd"] for r in ac(stage="Lake Stage")}, 2),  # 31
    top(by(L, "stage"), 2),  # 32
    top({k: P[k]["fee"] for k in ("Sugar Riot", "Kaleido")}),  # 33
    top({k: len(ac(**{"from": k})) for k in ("Spain", "Poland")}),  # 34
    top({k: P[k]["min"] for k in ("Juno Kwame", "Zinc")}),  # 35
    P["Zinc"]["fee"] - P["Juno Kwame"]["fee"],  # 36
    len(ac(day="Sun")) - len(ac(day="Sat")),  # 37
    len(ti(via="app")) - len(ti(via="website")),  # 38
    pct(ac(new=True), L),  # 39
    pct(ti(early=True), T),  # 40
    pct(ti(via="app"), T),  # 41
    by(L, "stage"),  # 42
    {k: total(col(ti(kind=k), "eur")) for k in set(col(T, "kind"))},  # 43
    by(L, "gen"),  # 44
    top(by(L, "from")),  # 45
    top(by(T, "buyer", "pcs")),  # 46
    top(by(L, "stage", "fee")),  # 47
    not P["Cosmic Gravy"]["new"],  # 48
    "vegan" in out("Falafel Fatima", "is"),  # 49
    P["Yara Benali"]["day"] == "Sat",  # 50
    bool(tk("drums in", "Milo Sand", "Ghost Ferry")),  # 51
    {a for a, _ in both("sits in")} - {a for a, _ in both("named sponsor")},  # 52
    col(ac(stage="Sun Stage", new=False), "act"),  # 53
    len(ti(camp="none")),  # 54
    {f[0] for f in at("director of", date(2012, 7, 1))},  # 55
    {f[2] for f in at("managed by", date(2018, 7, 1), "Mina Solberg")},  # 56
    {f[0] for f in at("books", date(2013, 6, 1), None, "Bass Tent")},  # 57
    [after(tk("drums in", None, "Velvet Harpoon"), 0, "Effie Noonan", -1)],  # 58
    [after(tk("director of"), 0, "Hugo Leclerc")],  # 59
    [after(tk("managed by", "Aurelia Voss"), 2, "Tor Aune")],  # 60
    years(one(tk("director of", "Hugo Leclerc"))),  # 61
    years(one(tk("drums in", "Inga Roth"))),  # 62
    top({f[0]: f[4] - f[3] for f in tk("books", None, "Sun Stage") if f[4]}),  # 63
    [c for l in out("Ghost Ferry", "signed to") for c in out(l, "label from")],  # 64
    [g for a in out("Bass Tent", "sits in") for g in out(a, "next to")],  # 65
    {d for a in out("Old Quarry", "sits in") for s in out(a, "has food from") for d in out(s, "serves")},  # 66
    out(P["Octave Mule"]["stage"], "named sponsor"),  # 67
    out(P["Saint Cardigan"]["stage"], "sits in"),  # 68
    len([r for r in L if "Farmyard" in out(r["stage"], "sits in")]),  # 69
    total(P[a]["fee"] for a in inn("Kiln Sounds", "signed to")),  # 70
    {f[0] for f in now("books", None, P["Nightbus Choir"]["stage"])},  # 71
    col(ac(fee=None), "act"),  # 72
    col(ac(sc="none"), "act"),  # 73
    col(ac(crowd=None), "act"),  # 74
    None,  # 75
    None,  # 76
    None,  # 77
    None,  # 78
    None,  # 79
    None,  # 80
]


def fmt(x):
    if isinstance(x, float): return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".")
    return str(x)


def norm(x):
    if x is None: return []
    if isinstance(x, bool): return ["yes" if x else "no"]
    if isinstance(x, dict): return [f"{k} | {fmt(v)}" for k, v in sorted(x.items())]
    if isinstance(x, (int, float)): return [fmt(x)]
    return sorted({fmt(v) for v in x})


if __name__ == "__main__":
    with open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    assert len(lines) == len(A)
    for q, a in zip(lines, A):
        if sorted(q["answers"]) != norm(a): print(q["id"], q["answers"], norm(a))
