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


def day(s): return datetime.strptime(s, "%d-%b-%Y").date().isoformat()
def num(s): return None if s == "NA" else float(s)


A, G = records(HERE, "accessions.csv"), records(HERE, "germtests.csv")
for r in A: r.update(day=day(r["coll_date"]), alt=int(r["alt_m"]), n=int(r["seeds_est"]), tsw=num(r["TSW_g"]), rh=int(r["eRH_pct"]))
ACC = {r["ACC"]: r for r in A}
for r in G: r.update(day=day(r["sown"]), n=int(r["n_sown"]), g=int(r["n_germ"]), mould=int(r["n_mouldy"]), t50=num(r["t50_days"]), a=ACC[r["ACC"]], pct=100 * int(r["n_germ"]) / int(r["n_sown"]))
FAM, COMMON, INST = dict(links("in family")), dict(links("common name")), dict(links("works at"))
LATIN = {c: t for t, c in COMMON.items()}
KEEPER, TEMP = dict(links("keeper")), dict(links("kept_at"))
def a(**k): return [r for r in A if all(r[x] == y for x, y in k.items())]
def g(**k): return [r for r in G if all(r[x] == y for x, y in k.items())]

T = [
    ACC["SB1465"]["locality"],  # 01
    ACC["SB1228"]["tsw"],  # 02
    COMMON["Isatis tinctoria"],  # 03
    KEEPER["Cryo tank 2"],  # 04
    [r["ACC"] for r in A if r["alt"] > 2000],  # 05
    [r["ACC"] for r in a(taxon="Arnica montana")],  # 06
    [r["test"] for r in g(substrate="sand") if r["verdict"] != "pass"],  # 07
    inn("in family", "Fabaceae"),  # 08
    len(a(store="Vault B")),  # 09
    len([r for r in g(by="Chidi Anozie") if r["day"][:4] == "2023"]),  # 10
    len([r for r in A if "1990" <= r["day"][:4] <= "1999"]),  # 11
    len({r["country"] for r in a(collector="M. Haugland")}),  # 12
    sum(r["n"] for r in a(taxon="Agrostemma githago")),  # 13
    sum(r["mould"] for r in g(substrate="paper")),  # 14
    sum(r["n"] for r in G if r["day"][:4] == "2022"),  # 15
    mean([r["rh"] for r in a(store="Cold room")]),  # 16
    mean([r["t50"] for r in g(pretreatment="GA3")]),  # 17
    mean([r["alt"] for r in a(country="Spain")]),  # 18
    min(r["day"] for r in A),  # 19
    min(r["alt"] for r in A),  # 20
    max(r["t50"] for r in G if r["t50"]),  # 21
    best({r["ACC"]: r["n"] for r in A}),  # 22
    best({r["ACC"]: r["tsw"] for r in A if r["tsw"]}),  # 23
    best(Counter(FAM.values())),  # 24
    best({f[0]: f[3] for f in now("employed in")}),  # 25
    best({r["ACC"]: r["alt"] for r in A}, 3),  # 26
    best(Counter(r["collector"] for r in A), 3),  # 27
    best({r["test"]: r["day"] for r in G}, 3),  # 28
    best({x: len(g(by=x)) for x in ("Ruta Kalnina", "Maren Dahl")}),  # 29
    best({x: ACC[x]["n"] for x in ("SB1481", "SB1489")}),  # 30
    best({x: days(*one(facts("out of service", x))[3:]) for x in ("Vault A", "Cold room")}),  # 31
    ACC["SB1581"]["alt"] - ACC["SB1570"]["alt"],  # 32
    len(g(verdict="pass")) - len(g(verdict="fail")),  # 33
    one(r["mould"] - r["g"] for r in g(test="G2423")),  # 34
    share(A, lambda r: r["safety_dup"] == "T"),  # 35
    one(r["pct"] for r in g(test="G2386")),  # 36
    share(g(by="Simone Aebi"), lambda r: r["verdict"] == "pass"),  # 37
    Counter(r["country"] for r in A),  # 38
    Counter(r["verdict"] for r in G),  # 39
    group(A, lambda r: r["store"], lambda x: sum(r["n"] for r in x)),  # 40
    Counter(INST.values()),  # 41
    best(Counter(r["taxon"] for r in A)),  # 42
    best(group(G, lambda r: r["substrate"], lambda x: mean([r["mould"] for r in x])), low=True),  # 43
    best(Counter(r["locality"] for r in A), low=True),  # 44
    ACC["SB1526"]["safety_dup"] == "T",  # 45
    "wheat" in out(LATIN["goat grass"], "wild relative of"),  # 46
    bool(a(collector="E. Tsiklauri", country="Bulgaria")),  # 47
    sorted({r["a"]["taxon"] for r in G} - {r["a"]["taxon"] for r in g(verdict="pass")}),  # 48
    len(set(ACC) - {r["ACC"] for r in G}),  # 49
    sorted(set(INST) - {r["collector"] for r in a(country="Turkey")}),  # 50
    one(f[0] for f in at("director of", "2010-06-30")),  # 51
    one(f[2] for f in at("red list status", "2012-03-01", "Agrostemma githago")),  # 52
    one(facts("holds duplicates for", "Tapolca Gene Centre"))[3],  # 53
    [f[0] for f in facts("head of lab")][-2],  # 54
    [f[0] for f in facts("financed")][2],  # 55
    [f[2] for f in facts("led expedition to") if f[3] < "2012-01-01"],  # 56
    days(*one(facts("out of service", "Cold room"))[3:]),  # 57
    years(one(facts("director of", "Ludger Siemens"))),  # 58
    years(one(facts("holds duplicates for", "Sassari Field Station"))),  # 59
    out(INST["A. Demirel"], "situated in"),  # 60
    [c for c, i in INST.items() if out(i, "situated in") == ["Hungary"]],  # 61
    inn("trained", one(inn("trained", "Ben Okafor"))),  # 62
    [COMMON[t] for t in inn("used for", "food")],  # 63
    len(a(taxon=LATIN["woad"])),  # 64
    TEMP[ACC["SB1349"]["store"]],  # 65
    len([r for r in G if FAM[r["a"]["taxon"]] == "Fabaceae"]),  # 66
    len([r for r in A if KEEPER[r["store"]] == "Dmitar Ilic"]),  # 67
    len([r for r in A if INST[r["collector"]] == "Nordfjord Herbarium"]),  # 68
    one(r["a"]["taxon"] for r in g(test="G2335")),  # 69
    sum(r["g"] for r in G if r["a"]["taxon"] == LATIN["dog rose"]),  # 70
    [r["ACC"] for r in A if r["taxon"] in {f[0] for f in now("red list status", t="endangered")}],  # 71
    [r["ACC"] for r in A if r["tsw"] is None],  # 72
    len([r for r in G if r["t50"] is None]),  # 73
    [r["test"] for r in g(by="Ben Okafor") if r["t50"] is None],  # 74
    absent("sent", "shipment", "distribut"),  # 75
    absent("soil", "limestone"),  # 76
    absent("Quercus"),  # 77
    absent("flower_col", "petal", "colour"),  # 78
    absent("power", "cost", "eur"),  # 79
    absent("Gobi"),  # 80
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
