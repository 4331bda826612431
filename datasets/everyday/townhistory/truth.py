"""Computes every gold answer of townhistory from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "townhistory.kg.tsv")]
TK = sorted([(r["head"], r["relation"], r["tail"], date.fromisoformat(r["start"]),
              date.fromisoformat(r["end"]) if r["end"] else None) for r in records(HERE, "townhistory.tkg.tsv")], key=lambda f: f[3])
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


def n(s): return None if s in ("-", "n.r.") else float(s.replace(",", ""))
MON = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
def day(s): return (lambda d, m, y: date(int(y), MON.index(m[:3]) + 1, int(d)))(*s.split())
B, C = records(HERE, "buildings.csv"), records(HERE, "censuses.csv")
for r in B:
    r["d"], r["Year"] = day(r["Last inspected"]), int(r["Year"])
    for k in ("Storeys", "Floor (sq ft)", "Repairs £"): r[k] = n(r[k])
for r in C:
    r["d"] = day(r["Taken on"])
    for k in ("Inhabitants", "Households", "Births", "Deaths", "Pubs", "Schools"): r[k] = n(r[k])
def house(name): return [r for r in B if r["Building"] == name][0]
def census(town, y): return [r for r in C if r["Town"] == town and r["d"].year == y][0]
def people(town, y): return int(census(town, y)["Inhabitants"])
def total(rows, k): return int(sum(r[k] or 0 for r in rows))
def mayor(town, d): return one(H(at("mayor of", str(d), t=town)))
def era(who, rel="mayor of"): return one([(f[3], f[4] or date(2099, 1, 1)) for f in fs(rel, who)])
def use(b, what): return one([f for f in fs("used as", b, what)])
TOWNS = heads("on river")
TWINS = lambda country: [f[0] for f in now("twinned with") if country in out(f[2], "lies in country")]

GOLD = [
    lambda: H(at("mayor of", "1925-01-01", t="Dunholt")),  # 01
    lambda: out("Thaxmere", "market day"),  # 02
    lambda: bool(now("twinned with", "Kestermouth", "Porto Velmar")),  # 03
    lambda: len(inn("solicitor", "by trade")),  # 04
    lambda: best({r["Building"]: r["Year"] for r in B}, low=True),  # 05
    lambda: next_to("mayor of", "Jean Tattersall", "Saltby", -1),  # 06
    lambda: [],  # 07
    lambda: out(one(H(in_year("mayor of", 1970, t="Saltby"))), "by trade"),  # 08
    lambda: total([r for r in B if r["Town"] == "Saltby"], "Repairs £"),  # 09
    lambda: inn("Kester", "on river"),  # 10
    lambda: mayor("Kestermouth", census("Kestermouth", 1911)["d"]),  # 11
    lambda: years(fs("mayor of", "Hester Maddox")[0]),  # 12
    lambda: TOWNS - set(H(fs("twinned with"))),  # 13
    lambda: mean([r["Pubs"] for r in C if r["d"].year == 1901]),  # 14
    lambda: one(T(in_year("used as", 1970, "Guildhall"))),  # 15
    lambda: best({x: era(x)[0] for x in ("Samuel Hobday", "Ebenezer Coyle")}, low=True),  # 16
    lambda: int(max(r["Repairs £"] for r in B if r["Repairs £"])),  # 17
    lambda: H(now("mayor of", t="Wyrefield")),  # 18
    lambda: dict(Counter(T(fs("mayor of")))),  # 19
    lambda: people("Kestermouth", 1921) - people("Kestermouth", 1851),  # 20
    lambda: share(fs("twinned with"), lambda f: f[4]),  # 21
    lambda: out(one(T(now("twinned with", "Brightling"))), "lies in country"),  # 22
    lambda: [r["Building"] for r in B if r["Town"] == "Thaxmere" and r["Architect"] == "unknown"],  # 23
    lambda: best({r["Town"]: r["Inhabitants"] for r in C if r["d"].year == 1921}, 3),  # 24
    lambda: next_to("mayor of", "Lionel Trask", "Dunholt", 1),  # 25
    lambda: bool(fs("mayor of", "Percival Dunt", "Dunholt")),  # 26
    lambda: one([int(r["Inhabitants"]) for r in C if r["Town"] == "Dunholt" and era("Samuel Hobday")[0] <= r["d"] <= era("Samuel Hobday")[1]]),  # 27
    lambda: sum(1701 <= r["Year"] <= 1800 for r in B),  # 28
    lambda: [],  # 29
    lambda: years(use("Corn Exchange", "cinema")),  # 30
    lambda: out("Saltby", "coat of arms shows"),  # 31
    lambda: best(Counter(t for a, r, t in KG if r == "on river")),  # 32
    lambda: mayor("Kestermouth", fs("twinned with", "Kestermouth", "Saint-Aubrac")[0][3]),  # 33
    lambda: T(at("used as", "1943-06-12", "Bluecoat Hall")),  # 34
    lambda: mean([r["Repairs £"] for r in B if r["Architect"] == "Beatrice Pym"]),  # 35
    lambda: [r["Building"] for r in B if r["Grade"] == "I" and r["Open"] == "yes"],  # 36
    lambda: best({f[0]: days(f) for f in fs("mayor of") if f[4]}),  # 37
    lambda: TOWNS - heads("market day"),  # 38
    lambda: best({x: house(x)["Year"] for x in ("Moot Hall", "Butter Market")}),  # 39
    lambda: house(one(H(now("used as", t="flats"))))["Town"],  # 40
    lambda: min(f[3] for f in fs("twinned with")),  # 41
    lambda: total([r for r in C if r["Town"] == "Wyrefield"], "Deaths"),  # 42
    lambda: (use("Bluecoat Hall", "town hall")[3] - use("Bluecoat Hall", "hospital")[4]).days,  # 43
    lambda: one(f[2] for f in fs("used as", "Malt House") if f[4]),  # 44
    lambda: share(B, lambda r: r["Open"] == "yes"),  # 45
    lambda: H(at("town clerk of", str(era("Cecil Brandreth")[0]), t="Kestermouth")),  # 46
    lambda: [],  # 47
    lambda: by(B, "Material"),  # 48
    lambda: int(census("Brightling", 1881)["Households"]),  # 49
    lambda: T(at("twinned with", "2000-01-01", "Dunholt")),  # 50
    lambda: len(set(T(fs("used as", "Corn Exchange")))),  # 51
    lambda: total([r for r in B if "Kestershire" in out(r["Town"], "in shire")], "Repairs £"),  # 52
    lambda: bool(fs("used as", "Old Gaol", "prison")),  # 53
    lambda: best({f[2]: f[3] for f in fs("twinned with") if f[2] != "Bad Ehrlau"}, 2, low=True),  # 54
    lambda: best({x: days(fs("mayor of", x)[0]) for x in ("Lionel Trask", "Sheila Moxon")}),  # 55
    lambda: {r["Town"] for r in C if r["Births"] is None},  # 56
    lambda: out(one(H(in_year("mayor of", 1950, t="Saltby"))), "child of"),  # 57
    lambda: sum(r["Grade"] == "-" for r in B),  # 58
    lambda: best(Counter(r["Architect"] for r in B if r["Architect"] != "unknown")),  # 59
    lambda: total([r for r in B if r["Kind"] == "inn"], "Floor (sq ft)"),  # 60
    lambda: best({x: census(x, 1901)["Pubs"] for x in ("Kestermouth", "Wyrefield")}),  # 61
    lambda: one(H(in_year("mayor of", house("Regal")["Year"], t=house("Regal")["Town"]))),  # 62
    lambda: H(f for f in fs("twinned with") if f[3] > D("1990-01-01")),  # 63
    lambda: heads("child of"),  # 64
    lambda: [],  # 65
    lambda: min(int(r["Inhabitants"]) for r in C if r["Town"] == "Harcourt"),  # 66
    lambda: best(Counter(H(fs("twinned with")))),  # 67
    lambda: people("Wyrefield", 1891) - people("Saltby", 1891),  # 68
    lambda: one(H(in_year("town clerk of", 1960, t="Kestermouth"))),  # 69
    lambda: share(B, lambda r: r["Grade"] == "I"),  # 70
    lambda: months(*use("Bluecoat Hall", "hospital")[3:]),  # 71
    lambda: [],  # 72
    lambda: best({r["Building"]: r["Repairs £"] for r in B if r["Repairs £"]}, 3),  # 73
    lambda: dict(Counter(t for a, r, t in KG if r == "in shire")),  # 74
    lambda: best({f[0]: f[3] for f in now("mayor of")}),  # 75
    lambda: mean([r["Inhabitants"] for r in C if r["d"].year == 1871]),  # 76
    lambda: sum(r["Repairs £"] is None for r in B),  # 77
    lambda: [],  # 78
    lambda: any(r["Kind"] == "church" and r["Year"] < 1300 for r in B),  # 79
    lambda: sum(r["Town"] in TWINS("France") for r in B),  # 80
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
