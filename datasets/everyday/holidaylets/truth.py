"""Computes every gold answer of holidaylets from its files; prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records


def iso(s): return date.fromisoformat(s) if s else None


KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "holidaylets.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "holidaylets.tkg.tsv")]


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


def num(s): return None if s == "-" else float(s.replace("£", "").replace(",", ""))
def dmy(s): return datetime.strptime(s, "%d/%m/%Y").date()


C = [{"ref": r["Ref"], "cot": r["Cottage"], "vil": r["Village"], "type": r["Type"], "slps": num(r["Slps"]), "beds": num(r["Bdrms"]),
      "dogs": r["Dogs"] == "✓", "tub": r["Hot tub"] == "✓", "wifi": num(r["WiFi (Mbps)"]), "beach": num(r["Beach (mi)"]),
      "night": num(r["Per night"]), "rev": num(r["Review /10"]), "chg": r["Changeover"]} for r in records(HERE, "cottages.csv")]
B = [{"no": r["Bkg"], "booked": dmy(r["Booked"]), "guest": r["Guest"], "cot": r["Cottage"], "arr": dmy(r["Arr."]), "nts": num(r["Nts"]),
      "adults": num(r["Adults"]), "kids": num(r["Kids"]), "total": num(r["Total"]), "dep": num(r["Deposit"]), "via": r["Came via"],
      "st": r["Status"], "stars": num(r["Stars given"])} for r in records(HERE, "bookings.csv")]
P = {r["cot"]: r for r in C}
for b in B: b["vil"] = P[b["cot"]]["vil"]
def ct(**k): return [r for r in C if all(r[a] == b for a, b in k.items())]
def bk(**k): return [r for r in B if all(r[a] == b for a, b in k.items())]
def col(rows, k): return [r[k] for r in rows]
def month(y, m, k="booked"): return [b for b in B if (b[k].year, b[k].month) == (y, m)]

A = [
    [P["Heron Mill"]["vil"]],  # 01
    P["Windlass"]["slps"],  # 02
    P["Tamarisk"]["night"],  # 03
    col(bk(no="B24710"), "arr"),  # 04
    out("Staithby", "nearest station"),  # 05
    out("Tolverne", "has pub"),  # 06
    col(ct(tub=True, vil="Tolverne"), "cot"),  # 07
    col([c for c in C if c["beach"] < .5], "cot"),  # 08
    col([c for c in C if c["slps"] >= 10], "cot"),  # 09
    col(bk(nts=14), "no"),  # 10
    out("Kettlebeck", "close to"),  # 11
    len(bk(st="cancelled")),  # 12
    len(bk(via="phone")),  # 13
    len(ct(dogs=True, vil="Kettlebeck")),  # 14
    len(ct(type="lodge")),  # 15
    len(out("Staithby", "has pub")),  # 16
    total(col(bk(guest="Rhodri Vaughan"), "nts")),  # 17
    total(b["total"] for b in month(2025, 1) if b["st"] != "cancelled"),  # 18
    total(col(ct(vil="Port Gwenna"), "beds")),  # 19
    mean(col(ct(vil="Morfa Wen"), "night")),  # 20
    mean(col(bk(cot="Swallow Barn"), "stars")),  # 21
    mean(col(bk(via="CottageHub"), "nts")),  # 22
    min(col(C, "night")),  # 23
    max(x for x in col(ct(vil="Langmere"), "wifi") if x),  # 24
    [max(col(B, "arr"))],  # 25
    top({c["cot"]: c["beach"] for c in C}, low=True),  # 26
    top({c["cot"]: c["night"] for c in C}),  # 27
    top({b["no"]: b["total"] for b in B}),  # 28
    top(Counter(a for a, _ in both("has pub"))),  # 29
    top({c["cot"]: c["beach"] for c in C}, 3),  # 30
    top(by(B, "guest", "nts"), 2),  # 31
    top({c["cot"]: c["night"] for c in ct(vil="Staithby")}, 2),  # 32
    top({k: P[k]["night"] for k in ("Otter Lodge", "Bracken Lodge")}),  # 33
    top({k: P[k]["beach"] for k in ("Driftwood", "Sea Holly")}, low=True),  # 34
    top({k: len(ct(vil=k)) for k in ("Sandhaven", "Langmere")}),  # 35
    P["Starfish Flat"]["night"] - P["Pebble Flat"]["night"],  # 36
    len(bk(via="website")) - len(bk(via="phone")),  # 37
    len(ct(dogs=True)) - len(ct(dogs=False)),  # 38
    pct(ct(tub=True), C),  # 39
    pct(bk(st="cancelled"), B),  # 40
    pct(ct(dogs=True), C),  # 41
    by(C, "vil"),  # 42
    by(B, "via"),  # 43
    by(C, "type", "night", mean),  # 44
    top(by(B, "vil")),  # 45
    top(by(C, "chg")),  # 46
    top(by([b for b in B if b["st"] != "cancelled"], "guest", "total")),  # 47
    P["Larkspur Barn"]["dogs"],  # 48
    P["Fern Gill"]["tub"],  # 49
    bool(bk(guest="Fatima Rashid", st="cancelled")),  # 50
    "Castell Du" in out("Saltburrow", "close to"),  # 51
    {a for a, _ in both("in county")} - {a for a, _ in both("has pub")},  # 52
    col(ct(vil="Langmere", dogs=False), "cot"),  # 53
    len([b for b in B if b["via"] != "website"]),  # 54
    {f[2] for f in at("owned by", date(2016, 7, 1), "Heron Mill")},  # 55
    {f[0] for f in at("landlord of", date(2015, 5, 1), None, "The Fleece")},  # 56
    {f[0] for f in now("leads", None, "Team Coast")},  # 57
    [after(tk("owned by", "Puffin Cottage"), 2, "Barnaby Coutts", -1)],  # 58
    [after(tk("does repairs in", None, "Kettlebeck"), 0, "Mick Tyson")],  # 59
    [after(tk("leads", None, "Team Wales"), 0, "Ivor Pugh")],  # 60
    years(one(tk("landlord of", "Wendy Oakes"))),  # 61
    years(one(tk("owned by", "Heron Mill", "Sunita Rao"))),  # 62
    top({f[0]: f[4] - f[3] for f in tk("leads", None, "Team Coast") if f[4]}),  # 63
    {v for x in inn("castle", "is a") for v in inn(x, "close to")},  # 64
    [n for c in out("Morfa Wen", "in county") for n in out(c, "part of")],  # 65
    {x for v in inn("Cornwall", "in county") for x in out(v, "close to") if "beach" in out(x, "is a")},  # 66
    len([c for c in C if "Cornwall" in out(c["vil"], "in county")]),  # 67
    out(P["Windlass"]["vil"], "nearest station"),  # 68
    out(P["Cockle Cottage"]["vil"], "has pub"),  # 69
    {f[0] for f in now("does repairs in", None, P["Mermaid's Purse"]["vil"])},  # 70
    len([b for b in B if now("owned by", b["cot"], "Eleanor Vosper")]),  # 71
    col(ct(rev=None), "cot"),  # 72
    col(bk(dep=None), "no"),  # 73
    col(ct(wifi=None), "cot"),  # 74
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
