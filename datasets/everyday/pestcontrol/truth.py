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


def num(s): return float(s) if re.match(r"\d", s) else None


V, C = records(HERE, "visits.csv"), records(HERE, "contracts.csv")
for r in C: r.update(signed=datetime.strptime(r["signed"], "%d-%m-%Y").date().isoformat(), eur=num(r["yearly_eur"]), pts=int(r["bait_points"]), m2=num(r["surface_m2"]), term=num(r["term_months"]))
CON = {r["contract"]: r for r in C}
for r in V: r.update(c=CON[r["contract"]], qty=num(r["qty_g_or_ml"]), mins=int(r["min_on_site"]), act=int(r["activity_0_3"]), km=num(r["km_driven"]))
assert all(r["pest"] == r["c"]["pest"] for r in V)
M2 = {r["client"]: r["m2"] for r in C}
TOWN = {r["client"]: r["town"] for r in C}
DEPOT = dict(links("served from"))
def v(**k): return [r for r in V if all(r[a] == b for a, b in k.items())]
def c(**k): return [r for r in C if all(r[a] == b for a, b in k.items())]

T = [
    cell(V, "visit_id", "V-2482", "method"),  # 01
    CON["C0520"]["eur"],  # 02
    out("Gelmax Pro", "active substance"),  # 03
    out("Musee du Textile", "contact is"),  # 04
    CON["C0586"]["signed"],  # 05
    inn("certified_for", "heat treatment"),  # 06
    [r["visit_id"] for r in v(act=3)],  # 07
    [r["client"] for r in c(town="Sorbiers", pest="cockroaches")],  # 08
    [r["contract"] for r in C if r["eur"] and r["eur"] >= 2300],  # 09
    len(v(tech="S. Oumarou", visit_kind="callout")),  # 10
    len({r["client"] for r in c(town="Castelmaur")}),  # 11
    len([r for r in V if r["visit_date"][:7] == "2024-05"]),  # 12
    sum(r["qty"] for r in v(product="Silicadust")),  # 13
    sum(r["eur"] or 0 for r in c(premises="hotel")),  # 14
    sum(r["km"] or 0 for r in v(tech="T. Esteban")),  # 15
    mean([r["mins"] for r in v(pest="woodworm")]),  # 16
    mean([r["pts"] for r in c(pest="rats")]),  # 17
    mean([r["eur"] for r in c(rhythm="monthly")]),  # 18
    max(r["km"] for r in V if r["km"]),  # 19
    min(r["signed"] for r in c(pest="bed bugs")),  # 20
    min(r["qty"] for r in v(product="Xylofend")),  # 21
    best({k: x for k, x in M2.items() if x}),  # 22
    best({r["contract"]: r["pts"] for r in C if r["pest"] == "rats"}),  # 23
    best({f[0]: f[3] for f in now("employed by", t="Nuisistop")}, low=True),  # 24
    best(Counter(g for _, g in links("belongs to"))),  # 25
    best({r["contract"]: r["eur"] for r in C if r["eur"]}, 3),  # 26
    best(Counter(r["tech"] for r in V), 2),  # 27
    best(Counter(r["pest"] for r in V), 3),  # 28
    best({p: len(v(product=p)) for p in ("Naturpyr", "Cypertox 10")}),  # 29
    best({h: one(facts("employed by", h, "Nuisistop"))[3] for h in ("R. Joubert", "K. Vandamme")}, low=True),  # 30
    best({t: sum(r["eur"] or 0 for r in c(town=t)) for t in ("Varenne", "Montfaure")}),  # 31
    len(v(pest="moths")) - len(v(pest="mice")),  # 32
    CON["C0468"]["eur"] - CON["C0464"]["eur"],  # 33
    max(r["mins"] for r in V) - min(r["mins"] for r in V),  # 34
    share(V, lambda r: r["followup"] == "x"),  # 35
    share(v(tech="A. Moreau-Lys"), lambda r: r["visit_kind"] == "callout"),  # 36
    share(C, lambda r: r["rhythm"] == "on call"),  # 37
    Counter(r["tech"] for r in V),  # 38
    Counter(r["town"] for r in C),  # 39
    group(V, lambda r: r["method"], lambda g: mean([r["mins"] for r in g])),  # 40
    Counter(d for _, d in links("attached to")),  # 41
    best(group(V, lambda r: r["tech"], lambda g: sum(r["mins"] for r in g))),  # 42
    best(group(C, lambda r: r["premises"], lambda g: sum(r["eur"] or 0 for r in g))),  # 43
    best(Counter(r["visit_date"][:7] for r in V)),  # 44
    CON["C0601"]["auto_renew"] == "oui",  # 45
    out("Silicadust", "allowed in organic sites") == ["yes"],  # 46
    bool(v(tech="L. Picquart", pest="pigeons")),  # 47
    sorted(set(TOWN) - {r["c"]["client"] for r in V}),  # 48
    [h for h, _ in links("attached to") if out(h, "speaks") == ["French"]],  # 49
    len(v(product="")),  # 50
    [h for h in dict(links("attached to")) if not {"rope access", "heat treatment"} & set(out(h, "certified_for"))],  # 51
    one(f[0] for f in at("does round in", "2020-10-10", t="Montfaure")),  # 52
    one(facts("authorised for", "Cypertox 10"))[4],  # 53
    one(f[0] for f in at("head of", "2018-06-15", t="Depot Est")),  # 54
    [f[0] for f in facts("head of", t="Depot Sud")][-2],  # 55
    facts("employed by", "R. Joubert")[0][2],  # 56
    [f[0] for f in facts("employed by", t="Nuisistop") if f[3] > "2018-12-31"],  # 57
    days(*one(facts("closed by", "Camping du Lac Bleu"))[3:]),  # 58
    years(one(facts("employed by", "G. Marchetti"))),  # 59
    years(one(facts("head of", "L. Picquart"))),  # 60
    out(DEPOT["Aigueblanche"], "headed by"),  # 61
    [p for p, m in links("made_by") if out(m, "seat in") == ["Kassel"]],  # 62
    out(one(out("T. Esteban", "attached to")), "headed by"),  # 63
    out(one(out("Naturpyr", "made_by")), "seat in"),  # 64
    sum(r["eur"] or 0 for r in C if "Terroirs Unis" in out(r["client"], "belongs to")),  # 65
    len([r for r in V if "Verdanza" in out(r["product"], "made_by")]),  # 66
    len([r for r in C if DEPOT[r["town"]] == "Depot Nord"]),  # 67
    out(cell(V, "visit_id", "V-2464", "product"), "active substance"),  # 68
    [r["pest"] for r in c(client=one(f[0] for f in facts("closed by") if f[3][:4] == "2021"))],  # 69
    out(CON["C0458"]["client"], "contact is"),  # 70
    len([r for r in V if "Groupe Aldebaran" in out(r["c"]["client"], "belongs to")]),  # 71
    [k for k, x in M2.items() if x is None],  # 72
    len([r for r in V if r["km"] is None]),  # 73
    len([r for r in C if r["eur"] is None]),  # 74
    absent("repair", "van cost"),  # 75
    absent("caught", "catch", "killed"),  # 76
    absent("phone", "tel.", "mobile"),  # 77
    absent("Bellecombe"),  # 78
    absent("paid", "invoice"),  # 79
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
