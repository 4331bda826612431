"""Computes every gold answer of cookingschool from its files; prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records


def iso(s): return date.fromisoformat(s) if s else None


KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "cookingschool.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "cookingschool.tkg.tsv")]


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


def num(s): return float(s) if s else None


C = [{"code": r["Code"], "course": r["Course"], "chef": r["Chef"], "cui": r["Cuisine"], "lvl": r["Lvl"], "date": iso(r["Date"]),
      "start": r["Start"], "hrs": num(r["Hrs"]), "seats": num(r["Seats"]), "taken": num(r["Taken"]), "fee": num(r["Fee CHF"]),
      "kit": r["Kitchen"], "wine": r["Wine incl"] == "yes", "veg": r["Veggie"] == "yes"} for r in records(HERE, "courses.csv")]
S = [{"no": r["No"], "date": iso(r["Signed up"]), "who": r["Participant"], "code": r["Course"], "pers": num(r["Pers."]),
      "chf": num(r["Amount CHF"]), "by": r["Paid by"], "came": r["Showed up"] == "yes", "al": r["Allergy"], "rat": num(r["Rating"]),
      "news": r["Newsletter"] == "yes"} for r in records(HERE, "signups.csv")]
P = {r["course"]: r for r in C}
Q = {r["code"]: r for r in C}
for s in S: s.update({k: Q[s["code"]][k] for k in ("course", "chef", "cui")})
CHEFS = {a for a, _ in both("comes from")}
def cs(**k): return [r for r in C if all(r[a] == b for a, b in k.items())]
def su(**k): return [r for r in S if all(r[a] == b for a, b in k.items())]
def col(rows, k): return [r[k] for r in rows]

A = [
    [P["Sushi Rolls"]["date"]],  # 01
    [P["Pho from Bones"]["chef"]],  # 02
    P["Macaron Magic"]["fee"],  # 03
    [P["Fondue Night"]["start"]],  # 04
    out("Sanjay Menon", "comes from"),  # 05
    out("Yuki Hashimoto", "learned at"),  # 06
    col([c for c in cs(lvl="adv") if c["fee"] < 160], "course"),  # 07
    col(cs(cui="Greek"), "course"),  # 08
    inn("Italian", "speaks"),  # 09
    col([c for c in C if (c["date"].year, c["date"].month) == (2025, 8)], "course"),  # 10
    inn("gas wok", "has equipment"),  # 11
    len(cs(cui="Baking")),  # 12
    len(cs(chef="Rafael Montoya")),  # 13
    len([c for c in C if c["taken"] == c["seats"]]),  # 14
    len([s for s in S if (s["date"].year, s["date"].month) == (2025, 4)]),  # 15
    len(out("Leyla Aksoy", "speaks")),  # 16
    total(col(su(by="voucher"), "chf")),  # 17
    total(col(cs(cui="Vietnamese"), "seats")),  # 18
    total(col(cs(chef="Margot Abadie"), "hrs")),  # 19
    mean(col(cs(lvl="beg"), "fee")),  # 20
    mean(col(su(by="card"), "rat")),  # 21
    mean(col(cs(cui="Italian"), "hrs")),  # 22
    min(col(C, "fee")),  # 23
    [max(col(C, "date"))],  # 24
    max(col(S, "pers")),  # 25
    top({c["course"]: c["fee"] for c in C}),  # 26
    top({c["course"]: c["fee"] for c in cs(cui="Indian")}, low=True),  # 27
    top(Counter(a for a, _ in both("has equipment"))),  # 28
    top({f[0]: f[3] for f in now("delivers to", None, "Seefeld House")}, low=True),  # 29
    top({c["course"]: c["fee"] for c in C}, 3),  # 30
    top(by(C, "chef", "hrs"), 2),  # 31
    top(by(S, "who", "chf"), 2),  # 32
    top({k: P[k]["fee"] for k in ("Ramen Lab", "Gyoza Party")}),  # 33
    top({k: P[k]["date"] for k in ("Strudel Pulling", "Hanoi Grill")}, low=True),  # 34
    top({k: len(su(who=k)) for k in ("Luca Bernasconi", "Fabio Rinaldi")}),  # 35
    P["Mole Poblano"]["fee"] - P["Tamales Together"]["fee"],  # 36
    len(su(by="card")) - len(su(by="Twint")),  # 37
    P["Foraging Dinner"]["seats"] - P["Foraging Dinner"]["taken"],  # 38
    pct(su(came=False), S),  # 39
    pct(cs(wine=True), C),  # 40
    pct(cs(veg=True), C),  # 41
    by(C, "chef"),  # 42
    by(C, "cui", "fee", mean),  # 43
    by(S, "by"),  # 44
    top(by(C, "cui")),  # 45
    top(Counter(s["al"] for s in S if s["al"])),  # 46
    top(Counter(c["kit"] for c in C if c["kit"])),  # 47
    P["Moussaka Class"]["wine"],  # 48
    "French" in out("Duc Nguyen", "speaks"),  # 49
    "tandoor" in out("Pepper", "has equipment"),  # 50
    bool(su(who="Valentin Moret", by="voucher")),  # 51
    CHEFS - set(inn("English", "speaks")),  # 52
    col(cs(cui="Italian", wine=False), "course"),  # 53
    len(cs(veg=False)),  # 54
    {f[0] for f in at("head chef of", date(2014, 7, 1))},  # 55
    {f[0] for f in at("manages", date(2018, 3, 1), None, "Seefeld House")},  # 56
    {f[2] for f in at("cooked at", date(2010, 7, 1), "Leyla Aksoy")},  # 57
    [after(tk("head chef of"), 0, "Enzo Caruana", -1)],  # 58
    [after(tk("manages", None, "Altmarkt House"), 0, "Heidi Lustenberger")],  # 59
    [after(tk("cooked at", "Nikos Vlahakis"), 2, "Trattoria Etna")],  # 60
    years(one(tk("cooked at", "Sanjay Menon", "Spice Harbour"))),  # 61
    years(one(tk("manages", "Beat Rohner"))),  # 62
    top({f[0]: f[4] - f[3] for f in tk("cooked at", None, "Kappa House")}),  # 63
    [c for t in out("Nikos Vlahakis", "comes from") for c in out(t, "is in")],  # 64
    [c for h in out("Juniper", "belongs to") for c in out(h, "stands in")],  # 65
    {h for k in inn("pizza oven", "has equipment") for h in out(k, "belongs to")},  # 66
    out(P["Meze Table"]["chef"], "speaks"),  # 67
    len([c for c in C if "Altmarkt House" in out(c["kit"], "belongs to")]),  # 68
    len([c for c in C if c["chef"] in inn("Institut Savarin", "learned at")]),  # 69
    [tk("cooked at", P["Souvlaki Grill"]["chef"])[-1][2]],  # 70
    [c for h in out(P["Tempura Crunch"]["kit"], "belongs to") for c in out(h, "stands in")],  # 71
    col(cs(kit=""), "course"),  # 72
    col(su(came=True, rat=None, cui="Baking"), "no"),  # 73
    CHEFS - {a for a, _ in both("learned at")},  # 74
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
