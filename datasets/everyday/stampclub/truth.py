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


def us(s): return datetime.strptime(s, "%m/%d/%Y").date().isoformat()
def usd(s): return float(s[1:].replace(",", "")) if s.startswith("$") else None


L, C = records(HERE, "lots.csv"), records(HERE, "collections.csv")
for r in L: r.update(y=int(r["Year"]), cat=usd(r["Cat. val."]), est=usd(r["Est."]), ham=usd(r["Hammer"]), d=r["Consigned by"], day=us(r["Sale"]))
for r in C: r.update(begun=int(r["Begun"]), pages=int(r["Pages"]), pcs=int(r["Stamps (pcs)"]), ins=usd(r["Insured for"]), seen=us(r["Last checked"]), m=r["Member"])
SOLD = [r for r in L if r["ham"] is not None]
assert all(bool(r["Buyer"]) == (r["ham"] is not None) for r in L)
CITY, BRANCH, JOB = dict(links("shop in")), dict(links("belongs to")), dict(links("profession"))
LAND = {d: one(out(c, "lies_in")) for d, c in CITY.items()}
def l(**k): return [r for r in L if all(r[x] == y for x, y in k.items())]
def c(**k): return [r for r in C if all(r[x] == y for x, y in k.items())]

T = [
    usd(cell(L, "Lot", "87", "Hammer")),  # 01
    cell(C, "Theme", "Mushrooms", "Member"),  # 02
    CITY["Cape & Crown"],  # 03
    out("Hill branch", "meets at"),  # 04
    [r["Lot"] for r in l(Buyer="Yoko Hanamura")],  # 05
    [r["Theme"] for r in c(**{"Best award": "Gold"})],  # 06
    [r["Lot"] for r in l(Country="Switzerland")],  # 07
    inn("specialist_for", "Great Britain"),  # 08
    [r["Theme"] for r in c(**{"Kept in": "box", "For sale": "yes"})],  # 09
    len(l(day="2024-10-19")),  # 10
    len(l(**{"Cert?": "cert"})),  # 11
    len({r["Buyer"] for r in l(Country="Japan") if r["Buyer"]}),  # 12
    len([r for r in C if r["begun"] < 1970]),  # 13
    sum(r["ham"] for r in l(Buyer="Ravi Thottathil")),  # 14
    sum(r["pcs"] for r in c(m="Pilar Ocampo")),  # 15
    sum(r["cat"] for r in l(**{"Cond.": "MNH"})),  # 16
    mean([r["pages"] for r in c(**{"Best award": "Silver"})]),  # 17
    mean([r["est"] for r in l(Country="Persia")]),  # 18
    mean([r["ins"] for r in C]),  # 19
    min(r["y"] for r in SOLD),  # 20
    max(r["ham"] for r in SOLD if r["day"] == "2024-06-15"),  # 21
    max(r["seen"] for r in C),  # 22
    best({r["Theme"]: r["pcs"] for r in C}),  # 23
    best({r["Lot"]: r["ham"] for r in SOLD}),  # 24
    best(Counter(h for h, _ in links("introduced"))),  # 25
    best({f[0]: days(f[3], f[4] or "2025-01-01") for f in facts("president of")}),  # 26
    best({r["Lot"]: r["cat"] for r in L}, 3),  # 27
    best(Counter(r["m"] for r in C), 2),  # 28
    best({r["Theme"]: r["begun"] for r in C}, 4),  # 29
    best({x: len(l(Buyer=x)) for x in ("Edgar Polkinghorne", "Moira Glenavon")}),  # 30
    best({x: one(r["pages"] for r in c(Theme=x)) for x in ("Railways", "Trams")}),  # 31
    best({x: len(l(d=x)) for x in ("Gumtree Stamps", "Nakatomi Kitte")}),  # 32
    one(r["ham"] - r["est"] for r in l(Lot="52")),  # 33
    one(r["ins"] for r in c(Theme="Chess")) - one(r["ins"] for r in c(Theme="Cats")),  # 34
    one(r["pcs"] for r in c(Theme="Windmills")) - one(r["pcs"] for r in c(Theme="Circus")),  # 35
    share(L, lambda r: r["ham"] is None),  # 36
    share(C, lambda r: r["For sale"] == "yes"),  # 37
    share(l(d="Halcyon Philatelics"), lambda r: r["ham"] is not None),  # 38
    Counter(r["Cond."] for r in L),  # 39
    group(SOLD, lambda r: r["day"], lambda g: sum(r["ham"] for r in g)),  # 40
    Counter(r["Best award"] for r in C),  # 41
    Counter(BRANCH.values()),  # 42
    best(Counter(r["Country"] for r in L)),  # 43
    best(group(C, lambda r: r["m"], lambda g: sum(r["ins"] or 0 for r in g))),  # 44
    best(Counter(r["d"] for r in L if r["ham"] is None)),  # 45
    cell(L, "Lot", "7", "Hammer") != "unsold",  # 46
    "World Stamp Guild" in out("Perforation House", "member of association"),  # 47
    cell(C, "Theme", "Printing errors", "For sale") == "yes",  # 48
    sorted(set(BRANCH) - {r["Buyer"] for r in l(day="2024-10-19")}),  # 49
    [d for d in CITY if not out(d, "member of association")],  # 50
    len(l(Country="Mauritius", **{"Cert?": ""})),  # 51
    one(f[0] for f in at("treasurer of", "2010-01-15")),  # 52
    one(f[0] for f in at("owned", "2009-12-25", t="Mauritius blue proof")),  # 53
    one(facts("rented", t="Corn Exchange"))[3],  # 54
    [f[0] for f in facts("editor of")][0],  # 55
    [f[0] for f in facts("president of")][1],  # 56
    [f[2] for f in facts("rented")][0],  # 57
    years(one(facts("owned", "Arvid Kjellberg"))),  # 58
    days(*one(facts("suspended from", "Ravi Thottathil"))[3:]),  # 59
    years(one(facts("worked for", "Jory Trevanion"))),  # 60
    out(BRANCH["Sanjay Mirpuri"], "meets at"),  # 61
    [d for d, x in LAND.items() if x == "England"],  # 62
    LAND[one(inn("owned by", "Kenji Nakatomi"))],  # 63
    [CITY[d] for d in inn("owned by", "Neville Ashdown")],  # 64
    sum(r["ham"] for r in SOLD if JOB.get(r["Buyer"]) == "dentist"),  # 65
    len([r for r in L if CITY[r["d"]] == "Leeds"]),  # 66
    [r["Theme"] for r in c(m=one(now("president of"))[0])],  # 67
    len([r for r in L if r["Country"] in out(r["d"], "specialist_for")]),  # 68
    sum(r["pcs"] for r in C if BRANCH[r["m"]] == "Riverside branch"),  # 69
    out(cell(L, "Lot", "110", "Consigned by"), "owned by"),  # 70
    inn("introduced", cell(C, "Theme", "Orchids", "Member")),  # 71
    [r["Theme"] for r in C if r["ins"] is None],  # 72
    len(l(Buyer="")),  # 73
    [m for m in BRANCH if m not in JOB],  # 74
    absent("commission", "premium"),  # 75
    absent("teeth", "perf.", "gauge"),  # 76
    absent("@", "mail address", "e-mail"),  # 77
    absent("Abernethy"),  # 78
    absent("fee ", "dues ", "subscription"),  # 79
    absent("born", "birth"),  # 80
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
