"""Gold answers of the dialysis questions, computed from the files beside this one; prints what differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

def eng(s): return datetime.strptime(s, "%d-%b-%Y").date()
def num(s): return float(s) if s else None
P = [dict(id=r["Pat ID"], n=r["Name"], dob=eng(r["DOB"]), sex=r["Sex"], c=r["Centre"], neph=r["Nephrologist"], dw=float(r["Dry wt kg"]), st=eng(r["Dialysing since"]),
          acc=r["Vasc. access"], days=r["Days"], tx=r["Tx list"] == "Y", hep=r["HepB status"], tr=r["Transport"], km=num(r["Home dist (km)"])) for r in records(HERE, "patients.csv")]
BY = {p["id"]: p for p in P}
WHO = {p["n"]: p for p in P}
S = [dict(id=r["Session"], d=date.fromisoformat(r["Date"]), slot=r["Slot"], pat=BY[r["Pat ID"]], c=r["Centre"], nurse=r["Nurse"], m=r["Station"], mode=r["Mode"], min=num(r["Min"]),
          pre=num(r["Wt pre"]), post=num(r["Wt post"]), uf=num(r["UF ml"]), bp=r["BP start"], ktv=num(r["Kt/V"]), prob=r["Problem"], cut=r["Cut short"] == "Y", dna=r["DNA"] == "Y")
     for r in records(HERE, "sessions.csv")]
SID = {s["id"]: s for s in S}
DONE = [s for s in S if not s["dna"]]
def ses(pred): return [s for s in DONE if pred(s)]

def iso(s): return date.fromisoformat(s) if s else None
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "dialysis.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "dialysis.tkg.tsv")]
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
    "dialysis-01": WHO["Hilda Rosewarne"]["neph"],
    "dialysis-02": BY["P147"]["acc"],
    "dialysis-03": SID["S-5454"]["min"],
    "dialysis-04": out("Ferryside", "backup_hospital"),
    "dialysis-05": WHO["Osman Naylor"]["dob"],
    "dialysis-06": out("SA-03", "machine_model"),
    "dialysis-07": [p["n"] for p in P if p["c"] == "Ferryside" and p["tx"]],
    "dialysis-08": [p["n"] for p in P if p["tr"] == "bus"],
    "dialysis-09": [s["id"] for s in ses(lambda s: s["prob"] == "clotting" and s["cut"])],
    "dialysis-10": inn("vascular access", "link_nurse_for"),
    "dialysis-11": [p["n"] for p in P if p["c"] == "Harrow Mere" and p["acc"] == "catheter"],
    "dialysis-12": sum(p["sex"] == "F" for p in P),
    "dialysis-13": sum(s["dna"] for s in S),
    "dialysis-14": sum(p["st"].year == 2016 for p in P),
    "dialysis-15": len(inn("Aquila DX", "machine_model")),
    "dialysis-16": len(ses(lambda s: s["prob"] == "cramps")),
    "dialysis-17": tot([s for s in S if s["pat"]["n"] == "Doreen Postlethwaite"], "uf"),
    "dialysis-18": tot([s for s in S if s["m"] == "CG-01"], "min"),
    "dialysis-19": tot([p for p in P if p["tr"] == "taxi"], "km"),
    "dialysis-20": avg([s for s in S if s["c"] == "Cobblegate"], "ktv"),
    "dialysis-21": avg([p for p in P if p["sex"] == "M"], "dw"),
    "dialysis-22": avg([s for s in S if s["slot"] == "evening"], "uf"),
    "dialysis-23": min(s["ktv"] for s in S if s["ktv"] is not None),
    "dialysis-24": max(p["km"] for p in P if p["km"] is not None),
    "dialysis-25": min(p["st"] for p in P),
    "dialysis-26": best({p["n"]: p["dob"] for p in P}, low=True),
    "dialysis-27": best({p["n"]: p["dw"] for p in P}),
    "dialysis-28": best({s["id"]: s["ktv"] for s in S if s["ktv"] is not None}),
    "dialysis-29": best({p["n"]: p["dob"] for p in P}, 3),
    "dialysis-30": best({p["n"]: p["st"] for p in P}, 2),
    "dialysis-31": best(Counter(s["nurse"] for s in DONE), 2),
    "dialysis-32": best({n: WHO[n]["dw"] for n in ("Nigel Dewhurst", "Horace Nwosu")}),
    "dialysis-33": best({c: sum(p["c"] == c for p in P) for c in ("St Aldhelm", "Cobblegate")}),
    "dialysis-34": best({n: one(facts("sister_in_charge", n))[3] for n in ("Blessing Adeyemi", "Lowri Prosser")}, low=True),
    "dialysis-35": round(SID["S-5430"]["pre"] - SID["S-5430"]["post"], 1),
    "dialysis-36": sum(p["acc"] == "fistula" for p in P) - sum(p["acc"] == "graft" for p in P),
    "dialysis-37": round(max(p["dw"] for p in P) - min(p["dw"] for p in P), 1),
    "dialysis-38": pct(P, lambda p: p["tx"]),
    "dialysis-39": pct(DONE, lambda s: s["cut"]),
    "dialysis-40": pct(sorted({a for a, r, b in KG if r == "nurse_at"}), lambda n: out(n, "link_nurse_for")),
    "dialysis-41": Counter(p["neph"] for p in P),
    "dialysis-42": {k: avg(g, "min") for k, g in grp(DONE, "mode").items()},
    "dialysis-43": Counter(p["c"] for p in P if p["acc"] == "catheter"),
    "dialysis-44": Counter(b for a, r, b in KG if r == "nurse_at"),
    "dialysis-45": best(Counter(s["c"] for s in S if s["dna"])),
    "dialysis-46": best(Counter(p["tr"] for p in P), low=True),
    "dialysis-47": best(Counter(s["d"] for s in DONE)),
    "dialysis-48": WHO["Keziah Hossain"]["tx"],
    "dialysis-49": any(s["nurse"] == "Graham Ottley" and s["c"] == "Harrow Mere" for s in S),
    "dialysis-50": "HDF" in out("Nephra 5008", "capable_of"),
    "dialysis-51": [p["n"] for p in P if p["c"] == "Harrow Mere" and p["hep"] == "not immune"],
    "dialysis-52": len(ses(lambda s: s["prob"] == "none")),
    "dialysis-53": {a for a, r, b in KG if r == "nurse_at"} - {a for a, r, b in KG if r == "link_nurse_for"},
    "dialysis-54": one(at("sister_in_charge", date(2014, 3, 15), None, "Cobblegate"))[0],
    "dialysis-55": one(facts("consultant_at", "Dr Casimir Brzeski", "Ferryside"))[3],
    "dialysis-56": one(at("clinical_lead_of", date(2005, 6, 1)))[0],
    "dialysis-57": one(facts("closed_for", "Cobblegate", "flood damage"))[3],
    "dialysis-58": [f[0] for f in facts("holds_service_contract", None, "St Aldhelm") if f[0] != "Northgate Biomed"],
    "dialysis-59": [f[0] for f in facts("clinical_lead_of") if f[3] == date(2018, 4, 1)],
    "dialysis-60": [p["n"] for p in P if p["st"] < date(2014, 1, 1)],
    "dialysis-61": 8 if [f[3:] for f in facts("sister_in_charge", "Sheila Croxford", "Cobblegate")] == [(date(2012, 1, 1), date(2012, 8, 31))] else None,
    "dialysis-62": yrs(one(facts("clinical_lead_of", "Dr Petra Lindqvist"))[3], one(facts("clinical_lead_of", "Dr Petra Lindqvist"))[4] + timedelta(days=1)),
    "dialysis-63": yrs(one(facts("run_by", "Harrow Mere", "Wexcombe General"))[3], one(facts("run_by", "Harrow Mere", "Wexcombe General"))[4] + timedelta(days=1)),
    "dialysis-64": {k for m in out("FS-02", "machine_model") for k in out(m, "manufactured_by")},
    "dialysis-65": {t for n in inn("home dialysis", "link_nurse_for") for c in out(n, "nurse_at") for t in out(c, "located_in")},
    "dialysis-66": {f for k in out("Dialon Evo", "manufactured_by") for f in out(k, "serviced_by")},
    "dialysis-67": sum(p["neph"] in inn("diabetic kidney disease", "special_interest") for p in P),
    "dialysis-68": out(BY["P141"]["neph"], "qualified_in"),
    "dialysis-69": sum(s["m"] in inn("Dialon Evo", "machine_model") for s in DONE),
    "dialysis-70": avg([s for s in S if s["pat"]["acc"] == "catheter"], "ktv"),
    "dialysis-71": sum(p["c"] == one(now("sister_in_charge", "Marisol Vega"))[2] for p in P),
    "dialysis-72": [p["n"] for p in P if p["km"] is None],
    "dialysis-73": sum(p["hep"] == "" for p in P),
    "dialysis-74": {a for a, r, b in KG if r == "located_in"} - {a for a, r, b in KG if r == "water_plant"},
    "dialysis-75": [],
    "dialysis-76": [],
    "dialysis-77": [],
    "dialysis-78": [],
    "dialysis-79": [],
    "dialysis-80": [],
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
