"""Gold answers of the comicpublisher questions, computed from the files beside this one; prints what differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

MON = {m: i + 1 for i, m in enumerate("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split())}
def fr(s): d, m, y = s.split(); return date(int(y), MON[m], int(d))
def num(s): return float(s.replace(",", ".")) if s not in ("", "-", "?") else None
A = [dict(code=r["Code"], n=r["Artist"], c=r["Country"], b=int(r["b."]), t=r["Technique"], rate=num(r["€/page"]), d=fr(r["With us since"]), ag=r["Agent"], exc=r["Exclusive"] == "oui",
          pm=num(r["Pages per month"]), pr=int(r["Prizes"]), late=int(r["Late deliveries"])) for r in records(HERE, "artists.csv")]
WHO = {a["n"]: a for a in A}
I = [dict(s=r["Series"], no=int(r["No"]), t=r["Title"], w=r["Script"], art=WHO[r["Art"]], col=r["Colours"], d=fr(r["On sale"]), pp=int(r["pp"]), price=num(r["Price €"]), run=int(r["Print run"]),
          sold=num(r["Sold"]), ret=num(r["Returns"]), again=r["2nd print"] == "x", score=num(r["Readers' score"])) for r in records(HERE, "issues.csv")]
TI = {i["t"]: i for i in I}
assert len(TI) == len(I)
def ser(s): return [i for i in I if i["s"] == s]
def iss(s, n): return one(i for i in ser(s) if i["no"] == n)

def iso(s): return date.fromisoformat(s) if s else None
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "comicpublisher.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "comicpublisher.tkg.tsv")]
assert len(set(KG)) == len(KG) and len(set(TK)) == len(TK)
def out(h, rel): return {t for a, r, t in KG if a == h and r == rel}
def inn(t, rel): return {a for a, r, b in KG if b == t and r == rel}
def facts(rel, head=None, tail=None): return sorted((f for f in TK if f[1] == rel and head in (None, f[0]) and tail in (None, f[2])), key=lambda f: f[3])
def now(rel, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[4] is None]
def at(rel, d, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[3] <= d and (f[4] is None or d <= f[4])]
def one(xs):
    xs = list(xs)
    assert len(xs) == 1, xs
    return xs[0]
def best(d, n=1, low=False):
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]
def grp(rows, k):
    g = defaultdict(list)
    for r in rows: g[k(r) if callable(k) else r[k]].append(r)
    return dict(g)
def tot(rows, v): return sum(r[v] for r in rows if r[v] is not None)
def avg(rows, v):
    xs = [r[v] for r in rows if r[v] is not None]
    return sum(xs) / len(xs)
def pct(rows, f): return 100 * sum(bool(f(r)) for r in rows) / len(rows)
def yrs(s, e): return e.year - s.year - ((e.month, e.day) < (s.month, s.day))
def length(f):
    n = yrs(f[3], f[4])
    assert n == yrs(f[3], f[4] + timedelta(days=1)), f
    return n
def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x + 1e-9, 2):.2f}".rstrip("0").rstrip(".")
    return str(x)
def answers(kind, x):
    if kind == "boolean":
        assert isinstance(x, bool), x
        return ["yes" if x else "no"]
    if kind == "table": return [f"{k} | {fmt(v)}" for k, v in sorted(x.items())]
    if kind == "refuse": return []
    if kind == "number":
        assert isinstance(x, (int, float)) and not isinstance(x, bool), x
        return [fmt(x)]
    xs = [x] if isinstance(x, (str, int, float, date)) else x
    xs = sorted({fmt(a) for a in xs})
    assert xs and all(xs), xs
    return xs
ALLS = {a for a, r, b in KG if r == "genre"}

A = {
    "comicpublisher-01": iss("Granite Boys", 9)["art"]["n"],
    "comicpublisher-02": WHO["Solveig Haugland"]["t"],
    "comicpublisher-03": TI["Paper Parade"]["run"],
    "comicpublisher-04": out("Hotel Babel", "set in"),
    "comicpublisher-05": TI["Crooked Island"]["d"],
    "comicpublisher-06": [i["t"] for i in I if i["again"]],
    "comicpublisher-07": [a["n"] for a in A if a["t"] == "gouache"],
    "comicpublisher-08": out("Le Petit Ogre", "translated into"),
    "comicpublisher-09": [i["t"] for i in ser("Ghost Line 6") if i["pp"] == 48],
    "comicpublisher-10": [a["n"] for a in A if a["c"] in ("Poland", "Czechia")],
    "comicpublisher-11": sum(a["exc"] for a in A),
    "comicpublisher-12": sum(i["w"] == "Imani Strauss" for i in I),
    "comicpublisher-13": sum(i["d"].year == 2022 for i in I),
    "comicpublisher-14": len(inn("Minuit Noir", "published under")),
    "comicpublisher-15": tot(ser("Kestrel & Crow"), "sold"),
    "comicpublisher-16": tot([a for a in A if a["c"] == "Belgium"], "pr"),
    "comicpublisher-17": tot([i for i in I if i["col"] == "Tova Rubinstein"], "pp"),
    "comicpublisher-18": avg([a for a in A if a["t"] == "watercolour"], "rate"),
    "comicpublisher-19": avg(ser("Moth Queen"), "run"),
    "comicpublisher-20": avg(ser("Orbital Laundry"), "score"),
    "comicpublisher-21": max(a["rate"] for a in A),
    "comicpublisher-22": min(i["run"] for i in I),
    "comicpublisher-23": max(a["b"] for a in A),
    "comicpublisher-24": best({i["t"]: i["sold"] for i in I if i["sold"] is not None}),
    "comicpublisher-25": best({a["n"]: a["d"] for a in A}, low=True),
    "comicpublisher-26": best({i["t"]: i["ret"] for i in I if i["ret"] is not None}),
    "comicpublisher-27": best({a["n"]: a["rate"] for a in A}, low=True),
    "comicpublisher-28": best({a["n"]: a["rate"] for a in A}, 3),
    "comicpublisher-29": best({k: tot(g, "sold") for k, g in grp(I, "s").items()}, 2),
    "comicpublisher-30": best({a["n"]: a["b"] for a in A}, 4, low=True),
    "comicpublisher-31": best({n: WHO[n]["rate"] for n in ("Joss Haldane", "Mirabel Osei")}),
    "comicpublisher-32": best({iss("Le Petit Ogre", n)["t"]: iss("Le Petit Ogre", n)["sold"] for n in (50, 51)}),
    "comicpublisher-33": best({n: one(facts("editor-in-chief", n))[3] for n in ("Apolline Roussel", "Joris Verhaegen")}, low=True),
    "comicpublisher-34": TI["Blue Invoice"]["run"] - TI["Blue Invoice"]["sold"],
    "comicpublisher-35": WHO["Anouk Bertillon"]["b"] - WHO["Pépin Marchandise"]["b"],
    "comicpublisher-36": max(i["price"] for i in I) - min(i["price"] for i in I),
    "comicpublisher-37": pct(A, lambda a: a["t"] == "digital"),
    "comicpublisher-38": pct(A, lambda a: a["ag"] == "none"),
    "comicpublisher-39": 100 * TI["Crooked Lantern"]["sold"] / TI["Crooked Lantern"]["run"],
    "comicpublisher-40": Counter(i["s"] for i in I),
    "comicpublisher-41": Counter(a["t"] for a in A),
    "comicpublisher-42": {k: avg(g, "score") for k, g in grp(I, "w").items()},
    "comicpublisher-43": Counter(b for a, r, b in KG if r == "published under"),
    "comicpublisher-44": best(Counter(a["c"] for a in A)),
    "comicpublisher-45": best({k: avg(g, "rate") for k, g in grp([a for a in A if a["ag"] != "none"], "ag").items()}),
    "comicpublisher-46": best(Counter(i["col"] for i in I if i["col"])),
    "comicpublisher-47": WHO["Wenke Östberg"]["exc"],
    "comicpublisher-48": TI["The Last Kettle"]["again"],
    "comicpublisher-49": "Hotel Babel" in out("Marshal Bleach", "appears in"),
    "comicpublisher-50": ALLS - {a for a, r, b in KG if r == "translated into"},
    "comicpublisher-51": sum(a["late"] == 0 for a in A),
    "comicpublisher-52": [a["n"] for a in A if a["c"] == "Spain" and a["pr"] == 0],
    "comicpublisher-53": one(at("drew", date(2010, 6, 1), None, "Le Petit Ogre"))[0],
    "comicpublisher-54": one(facts("holds licence for", "Pinwheel Press", "Moth Queen"))[3],
    "comicpublisher-55": one(at("printer for", date(2021, 4, 15), None, "Tartine"))[0],
    "comicpublisher-56": [f[0] for f in facts("drew", None, "Nine Lives of Inspector Pluvier") if f[0] != "Léopold Wauters"],
    "comicpublisher-57": [f[0] for f in facts("editor-in-chief", None, "Sirocco") if f[3] == date(2018, 6, 1)],
    "comicpublisher-58": sum(i["d"] < date(2021, 3, 1) for i in I),
    "comicpublisher-59": [f[2] for f in facts("owned by", "Maison Tramontane") if f[2] != "Groupe Vercors"],
    "comicpublisher-60": yrs(one(facts("drew", "Colette Masurier"))[3], one(facts("drew", "Colette Masurier"))[4] + timedelta(days=1)),
    "comicpublisher-61": 7 if one(facts("on leave from", "Apolline Roussel"))[3:] == (date(2022, 3, 1), date(2022, 9, 30)) else None,
    "comicpublisher-62": yrs(one(facts("editor-in-chief", "Henrike Salomon", "Minuit Noir"))[3], one(facts("editor-in-chief", "Henrike Salomon", "Minuit Noir"))[4] + timedelta(days=1)),
    "comicpublisher-63": {t for i in out("Granite Boys", "published under") for t in out(i, "office in")},
    "comicpublisher-64": {g for s in out("Nyx Ferrow", "appears in") for g in out(s, "genre")},
    "comicpublisher-65": {m for a in out("Grumble", "designed by") for m in out(a, "learned from")},
    "comicpublisher-66": {e for s in inn("crime", "genre") for e in inn(s, "edits")},
    "comicpublisher-67": WHO[one(out("Sudsy-9", "designed by"))]["rate"],
    "comicpublisher-68": tot([i for i in I if i["s"] in out("Delphine Arcand", "edits")], "sold"),
    "comicpublisher-69": WHO[one(now("drew", None, "The Salt Cartographers"))[0]]["c"],
    "comicpublisher-70": sum(i["s"] in inn("Gravel", "published under") for i in I),
    "comicpublisher-71": sum(i["art"]["exc"] for i in I),
    "comicpublisher-72": [i["t"] for i in I if i["sold"] is None],
    "comicpublisher-73": sum(a["pm"] is None for a in A),
    "comicpublisher-74": ALLS - {a for a, r, b in KG if r == "set in"},
    "comicpublisher-75": [],
    "comicpublisher-76": [],
    "comicpublisher-77": [],
    "comicpublisher-78": [],
    "comicpublisher-79": [],
    "comicpublisher-80": [],
}

with open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8") as file:
    Q = [json.loads(line) for line in file]
assert [q["id"] for q in Q] == list(A)
bad = 0
for q in Q:
    got = answers(q["answer_type"], A[q["id"]])
    if got != sorted(q["answers"]):
        bad += 1
        print(q["id"], q["answers"], "->", got)
print(f"{len(Q)} questions, {bad} differ")
