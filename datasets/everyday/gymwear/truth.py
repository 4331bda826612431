"""Computes every gold answer of gymwear from its files; prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records


def iso(s): return date.fromisoformat(s) if s else None


KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "gymwear.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "gymwear.tkg.tsv")]


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


def num(s): return None if s == "n/a" else float(s.replace(",", "."))
def dmy(s): return datetime.strptime(s, "%d.%m.%Y").date()


I = [{"sku": r["SKU"], "item": r["Item"], "cat": r["Cat."], "brand": r["Brand"], "col": r["Col."], "rrp": num(r["RRP (EUR)"]),
      "stock": num(r["Stock pcs"]), "wt": num(r["Wt g"]), "rec": r["Recycled"] == "Y", "stars": num(r["Stars"]),
      "since": dmy(r["In shop since"])} for r in records(HERE, "items.csv")]
O = [{"no": r["Order"], "date": dmy(r["Date"]), "cust": r["Customer"], "item": r["Item"], "size": r["Size"], "qty": num(r["Qty"]),
      "paid": num(r["Paid (EUR)"]), "promo": r["Promo"], "ship": r["Ship"], "days": num(r["Days to door"]),
      "back": r["Sent back"] == "Y", "why": r["Why back"]} for r in records(HERE, "orders.csv")]
P = {r["item"]: r for r in I}
for o in O: o.update({k: P[o["item"]][k] for k in ("cat", "brand")})
def it(**k): return [r for r in I if all(r[a] == b for a, b in k.items())]
def od(**k): return [r for r in O if all(r[a] == b for a, b in k.items())]
def col(rows, k): return [r[k] for r in rows]

A = [
    [P["Lantern Hoodie"]["col"]],  # 01
    P["Otter Jacket"]["rrp"],  # 02
    col(od(no="#71179"), "cust"),  # 03
    out("Nimbrik", "based in"),  # 04
    out("Quillfox", "founded by"),  # 05
    P["Reef Sports bra"]["stock"],  # 06
    col(it(stock=0), "item"),  # 07
    col([r for r in it(cat="Jacket") if r["rrp"] > 100], "item"),  # 08
    col(it(col="navy"), "item"),  # 09
    inn("AeroKnit", "uses fabric"),  # 10
    col(od(why="faulty seam"), "no"),  # 11
    len(it(cat="Leggings")),  # 12
    len(od(ship="Express")),  # 13
    len([o for o in O if (o["date"].year, o["date"].month) == (2025, 6)]),  # 14
    len(od(promo="SPRING10")),  # 15
    len({b for p in inn("Turkey", "plant in") for b in inn(p, "sews at")}),  # 16
    total(col(od(cust="Leo Castellane"), "paid")),  # 17
    total(col(it(cat="Hoodie"), "stock")),  # 18
    total(o["paid"] for o in O if (o["date"].year, o["date"].month) == (2025, 3)),  # 19
    mean(col(it(cat="Jacket"), "stars")),  # 20
    mean(col(it(brand="Tindra"), "rrp")),  # 21
    mean(col(od(ship="Standard"), "days")),  # 22
    min(col(it(cat="T-shirt"), "rrp")),  # 23
    max(col(O, "paid")),  # 24
    [max(col(I, "since"))],  # 25
    top({r["item"]: r["rrp"] for r in I}),  # 26
    top({r["item"]: r["stars"] for r in I}),  # 27
    top({r["item"]: r["wt"] for r in it(cat="Leggings")}, low=True),  # 28
    top(Counter(a for a, _ in both("uses fabric"))),  # 29
    top({r["item"]: r["wt"] for r in I}, 3),  # 30
    top(by(O, "cust", "paid"), 2),  # 31
    top(by(I, "brand"), 2),  # 32
    top({k: P[k]["rrp"] for k in ("Sable Leggings", "Drift Leggings")}, low=True),  # 33
    top({k: len(od(cust=k)) for k in ("Owen Baptiste", "Chiara Montefiore")}),  # 34
    top({k: len(it(col=k)) for k in ("white", "coral")}),  # 35
    P["Thistle Jacket"]["rrp"] - P["Flint Jacket"]["rrp"],  # 36
    len(od(ship="Standard")) - len(od(ship="Express")),  # 37
    P["Bramble Hoodie"]["wt"] - P["Indigo Hoodie"]["wt"],  # 38
    pct(od(back=True), O),  # 39
    pct(it(rec=True), I),  # 40
    pct(od(size="M"), O),  # 41
    by(I, "brand"),  # 42
    {k: total(col(od(ship=k), "paid")) for k in set(col(O, "ship"))},  # 43
    by(I, "cat", "rrp", mean),  # 44
    top(by(I, "col")),  # 45
    top(by(O, "item", "qty")),  # 46
    top(Counter(o["why"] for o in O if o["why"] != "n/a")),  # 47
    P["Raven Socks"]["rec"],  # 48
    any(col(od(cust="Grace Whitcombe"), "back")),  # 49
    "waterproof" in out("StormShell", "fabric is"),  # 50
    bool(tk("sponsored by", "Bence Toth", "Volterra")),  # 51
    set(col(I, "brand")) - set(inn("DuraFlex", "uses fabric")),  # 52
    len(it(cat="Jacket", rec=False)),  # 53
    [c for c, n in by(O, "cust").items() if n >= 3 and all(o["promo"] == "n/a" for o in od(cust=c))],  # 54
    {f[2] for f in at("run by", date(2018, 6, 1), "Depot Nord")},  # 55
    {f[0] for f in at("boss of", date(2010, 5, 1), None, "Tindra")},  # 56
    {f[2] for f in now("sponsored by", "Freya Lindholm")},  # 57
    [after(tk("buyer for", None, "Hoodie"), 0, "Suki Tanabe", -1)],  # 58
    [after(tk("boss of", None, "Peakhorn"), 0, "Verena Moosbrugger")],  # 59
    [after(tk("sponsored by", "Jonas Okafor"), 2, "Volterra", -1)],  # 60
    years(one(tk("boss of", "Massimo Ruggieri"))),  # 61
    years(one(tk("sponsored by", "Freya Lindholm", "Tindra"))),  # 62
    top({f[2]: f[4] - f[3] for f in tk("run by", "Harbour Hall") if f[4]}),  # 63
    [c for t in out("Tindra", "based in") for c in out(t, "city in")],  # 64
    {b for f in inn("waterproof", "fabric is") for b in inn(f, "uses fabric")},  # 65
    [c for p in out("Peakhorn", "sews at") for c in out(p, "plant in")],  # 66
    len([r for r in I if any("Italy" in out(c, "city in") for c in out(r["brand"], "based in"))]),  # 67
    out(P["Flint Jacket"]["brand"], "stored in"),  # 68
    {f[0] for f in now("boss of", None, P["Poppy T-shirt"]["brand"])},  # 69
    total(r["stock"] for r in I if "Depot Nord" in out(r["brand"], "stored in")),  # 70
    len(od(brand=one(now("sponsored by", "Noor van Dijk"))[2])),  # 71
    col(it(stars=None), "item"),  # 72
    col(it(wt=None), "item"),  # 73
    col(od(back=True, why="n/a"), "no"),  # 74
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
