"""Gold answers of the notary questions, computed from the files beside this one; prints what differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

def eur(s): return float(s.replace(".", "").replace(",", ".")) if s != "—" else None
def dmy(s, f): return datetime.strptime(s, f).date() if s not in ("—", "open") else None
D = [dict(no=r["Rep. no."], d=dmy(r["Signed"], "%d.%m.%Y"), kind=r["Kind of deed"], n=r["Notary"], o=r["Office"], p1=r["1st party"],
          p2=r["2nd party"], v=eur(r["Value in EUR"]), pp=int(r["Pp."]), enc=int(r["Encl."]), lang=r["Lang."], ip=r["Interpreter"] == "x",
          reg=dmy(r["Land/trade reg. entry"], "%d.%m.%Y")) for r in records(HERE, "deeds.csv")]
BY = {r["no"]: r for r in D}
F = [dict(h=r["Note"], no=r["Rep. no."], d=dmy(r["Issued"], "%d/%m/%y"), c=r["Drawn up by"], fee=eur(r["Fee net"]), duty=eur(r["Duty"]),
          paid=dmy(r["Settled"], "%d/%m/%y"), how=r["How paid"], rem=int(r["Reminders"]), deed=BY[r["Rep. no."]]) for r in records(HERE, "fee_notes.csv")]
BILLED = {f["no"] for f in F}
def kind(k): return [r for r in D if r["kind"] == k]

def iso(s): return date.fromisoformat(s) if s else None
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "notary.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "notary.tkg.tsv")]
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


A = {
    "notary-01": BY["2023/0147"]["p2"],
    "notary-02": BY["2024/0067"]["n"],
    "notary-03": out("Hortense Vauquelin", "focus"),
    "notary-04": one(f["fee"] for f in F if f["h"] == "H-766"),
    "notary-05": out("Etude Vauquelin", "old deeds stored in"),
    "notary-06": [r["no"] for r in kind("Gift") if r["lang"] == "FR"],
    "notary-07": [r["no"] for r in kind("Property sale") if r["v"] > 1700000],
    "notary-08": inn("French", "languages"),
    "notary-09": [f["h"] for f in F if f["how"] == "card" and f["rem"] == 3],
    "notary-10": inn("Gundula Eschenmoser", "articled with"),
    "notary-11": sum(r["d"].year == 2023 for r in kind("Will")),
    "notary-12": sum(f["c"] == "Elvira Santacroce" for f in F),
    "notary-13": sum(r["ip"] for r in D),
    "notary-14": sum(r["p2"] == "Bancavalle" for r in kind("Mortgage")),
    "notary-15": tot(kind("Gift"), "v"),
    "notary-16": tot([f for f in F if (f["d"].year, f["d"].month) == (2024, 3)], "duty"),
    "notary-17": tot(kind("Marriage contract"), "pp"),
    "notary-18": tot([f for f in F if f["paid"] is None], "fee"),
    "notary-19": avg(kind("Mortgage"), "v"),
    "notary-20": avg(kind("Inheritance agreement"), "pp"),
    "notary-21": avg([f for f in F if f["c"] == "Morag Dunbarton"], "fee"),
    "notary-22": min(r["v"] for r in kind("Property sale")),
    "notary-23": max(r["d"] for r in D),
    "notary-24": max(r["pp"] for r in D),
    "notary-25": best({r["no"]: r["v"] for r in kind("Property sale")}),
    "notary-26": best({r["p1"]: r["v"] for r in kind("Gift")}, low=True),
    "notary-27": best({f["h"]: f["duty"] for f in F}),
    "notary-28": best({r["no"]: r["v"] for r in kind("Mortgage")}, 3),
    "notary-29": best(Counter(r["n"] for r in D), 2),
    "notary-30": best(Counter(a for a, r, b in KG if r == "languages"), 2),
    "notary-31": best({n: sum(r["n"] == n for r in D) for n in ("Gundula Eschenmoser", "Sabine Kaltenegger")}),
    "notary-32": best({b: tot([r for r in kind("Mortgage") if r["p2"] == b], "v") for b in ("Bancavalle", "Sparkasse Nordufer")}),
    "notary-33": best({n: facts("practised at", n)[0][3] for n in ("Ottavio Pellegrini", "Gundula Eschenmoser")}, low=True),
    "notary-34": len(kind("Property sale")) - len(kind("Mortgage")),
    "notary-35": max(r["v"] for r in kind("Property sale")) - min(r["v"] for r in kind("Property sale")),
    "notary-36": abs(one(f["fee"] for f in F if f["h"] == "H-704") - one(f["fee"] for f in F if f["h"] == "H-708")),
    "notary-37": pct(D, lambda r: r["lang"] == "FR"),
    "notary-38": pct(F, lambda f: f["paid"] is None),
    "notary-39": pct(kind("Will"), lambda r: r["n"] == "Benedikt Rauscher"),
    "notary-40": Counter(r["o"] for r in D),
    "notary-41": Counter(b for a, r, b in KG if r == "notary at"),
    "notary-42": {k: tot(g, "fee") for k, g in grp(F, "c").items()},
    "notary-43": {k: avg(g, "v") for k, g in grp(kind("Mortgage"), "p2").items()},
    "notary-44": best({k: tot(g, "v") for k, g in grp(kind("Property sale"), "o").items()}),
    "notary-45": best(Counter(r["lang"] for r in D), low=True),
    "notary-46": best(Counter(f["c"] for f in F if f["paid"] is None)),
    "notary-47": one(f["paid"] is not None for f in F if f["h"] == "H-851"),
    "notary-48": "Plume & Sceau" in out("ActaPro", "made by"),
    "notary-49": any(r["n"] == "Gundula Eschenmoser" for r in kind("Company formation")),
    "notary-50": [r["no"] for r in kind("Mortgage") if r["reg"] is None],
    "notary-51": {a for a, r, b in KG if r == "notary at"} - inn("German", "languages"),
    "notary-52": sum(r["p2"] == "—" for r in kind("Power of attorney")),
    "notary-53": {r["o"] for r in D} - {r["o"] for r in kind("Company formation")},
    "notary-54": one(at("president of", date(2009, 6, 15)))[0],
    "notary-55": one(facts("worked with software", "Kanzlei am Markt", "ActaPro"))[3],
    "notary-56": one(at("housed at", date(2010, 6, 1), "Lindgate Notaries"))[2],
    "notary-57": one(at("employed by", date(2005, 1, 1), "Irmgard Zopf"))[2],
    "notary-58": [f[0] for f in facts("president of") if f[4] == date(2016, 4, 30)],
    "notary-59": [f[2] for f in facts("worked with software", "Studio Pellegrini") if f[2] != "Rogito3"],
    "notary-60": [f[0] for f in facts("treasurer of") if f[3] == date(2023, 1, 1)],
    "notary-61": sum(r["d"] > date(2024, 5, 31) for r in D),
    "notary-62": length(one(facts("practised at", "Konrad Strittmatter"))),
    "notary-63": yrs(*[one(facts("president of", "Ottavio Pellegrini"))[3], one(facts("president of", "Ottavio Pellegrini"))[4] + timedelta(days=1)]),
    "notary-64": (BY["2023/0135"]["reg"] - BY["2023/0135"]["d"]).days,
    "notary-65": {m for s in out("Notariat Seeblick", "deed software") for m in out(s, "made by")},
    "notary-66": {g for d in out("Tiefenbrunn", "lies in district") for g in out(d, "land registry")},
    "notary-67": {t for o in out("Nadia Bensalem", "clerk at") for t in out(o, "office in")},
    "notary-68": sum(r["n"] in inn("real estate", "focus") for r in D),
    "notary-69": one(f["deed"]["n"] for f in F if f["h"] == "H-851"),
    "notary-70": tot([r for r in kind("Property sale") if r["o"] in inn("ActaPro", "deed software")], "v"),
    "notary-71": sum(r["n"] == one(now("president of"))[0] for r in kind("Marriage contract")),
    "notary-72": sum(r["reg"] is None for r in kind("Property sale")),
    "notary-73": {a for a, r, b in KG if r == "office in"} - {a for a, r, b in KG if r == "old deeds stored in"},
    "notary-74": [r["no"] for r in kind("Will") if r["no"] not in BILLED],
    "notary-75": [],
    "notary-76": [],
    "notary-77": [],
    "notary-78": [],
    "notary-79": [],
    "notary-80": [],
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
