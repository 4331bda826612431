"""Computes every gold answer of lockkeys from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE)); from domain import records
NAME = "lockkeys"
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, NAME + ".kg.tsv")]
D = lambda s: date.fromisoformat(s) if s else None
TK = [(r["head"], r["relation"], r["tail"], D(r["start"]), D(r["end"])) for r in records(HERE, NAME + ".tkg.tsv")]
def out(h, r): return {t for a, b, t in KG if a == h and b == r}
def inn(t, r): return {a for a, b, c in KG if c == t and b == r}
def facts(r, h=None, t=None): return sorted((f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def at(r, day, h=None, t=None): return [f for f in facts(r, h, t) if f[3] <= D(day) and (f[4] is None or f[4] >= D(day))]
def one(xs):
    xs = list(xs); assert len(xs) == 1, xs; return xs[0]
def top(d, n=1, low=False):
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]
def by(rows, k, v=None):
    g = defaultdict(list)
    for r in rows: g[k(r) if callable(k) else r[k]].append(r if v is None else r[v])
    return g
def n_by(rows, k): return {a: len(b) for a, b in by(rows, k).items()}
def vals(rows, c): return [r[c] for r in rows if r[c] is not None]
def total(rows, c): return sum(vals(rows, c))
def mean(rows, c): return total(rows, c) / len(vals(rows, c))
def pct(rows, test): return 100 * sum(map(bool, map(test, rows))) / len(rows)
def full(s, e, unit="y"):
    """full years or months between two days, whether or not the last day counts"""
    def m(e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
    k = 12 if unit == "y" else 1
    assert len({m(e + timedelta(i)) // k for i in (-2, 0, 2)}) == 1, (s, e)
    return m(e) // k
def absent(*words):
    """nothing, if none of the words stands in any file"""
    text = "\n".join(open(os.path.join(HERE, f), encoding="utf-8").read().lower() for f in os.listdir(HERE) if f.endswith(("csv", "tsv")))
    assert not [w for w in words if w.lower() in text], words
    return []
def fmt(x):
    if isinstance(x, date): return x.isoformat()[:10]
    if isinstance(x, float): return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".")
    return str(x)
def answers(x):
    if isinstance(x, bool): return ["yes" if x else "no"]
    if isinstance(x, dict): return sorted(f"{k} | {fmt(v)}" for k, v in x.items())
    if isinstance(x, (list, set, tuple)): return sorted({fmt(a) for a in x})
    return [fmt(x)]

def num(s): return None if s == "NULL" else float(s)
J = [dict(no=r["job_no"], at=datetime.strptime(r["logged_at"], "%Y-%m-%d %H:%M"), eng=r["engineer"], client=r["client"], area=r["district"], code=r["code"], make=r["lock_make"],
          arr=num(r["arrival_min"]), site=num(r["on_site_min"]), lab=num(r["labour_gbp"]), parts=num(r["parts_gbp"]), ooh=r["out_of_hours"] == "1", paid=r["paid_by"],
          door=r["door_damaged"] == "yes") for r in records(HERE, "callouts.csv")]
K = [dict(no=r["system"], client=r["client"], part=r["part_of_site"], make=r["make"], lay=r["layout"], cyl=num(r["cyls"]), keys=num(r["keys_issued"]), lost=num(r["keys_lost"]), day=D(r["fitted"]),
          pat=None if r["patent_until"] == "none" else D(r["patent_until"]), aud=None if r["last_audit"] == "NULL" else D(r["last_audit"]), res=r["restricted"] == "T",
          price=num(r["gbp_per_key"])) for r in records(HERE, "key_systems.csv")]
def j(**k): return [r for r in J if all(r[a] == b for a, b in k.items())]
def k(**k): return [r for r in K if all(r[a] == b for a, b in k.items())]
CODE = {t: h for h, r, t in KG if r == "code for"}
ENG = {r["eng"] for r in J}
SITES = {h for h, r, t in KG if r == "situated in"}
MAKES = {h for h, r, t in KG if r == "made in"}
def now(r, h=None, t=None): return [f for f in facts(r, h, t) if f[4] is None]
def branch(area): return one(out(area, "covered by"))
def nxt(fs, side, who, d): return [f[side] for f in fs][[f[side] for f in fs].index(who) + d]

T = {
    "lockkeys-01": lambda: one(j(no="55225"))["eng"],
    "lockkeys-02": lambda: one(k(no="KS1055"))["cyl"],
    "lockkeys-03": lambda: one(out('Sablon', 'made in')),
    "lockkeys-04": lambda: one(k(no="KS1148"))["day"],
    "lockkeys-05": lambda: one(j(no="55243"))["lab"],
    "lockkeys-06": lambda: [r["no"] for r in k(client="Penrose Theatre")],
    "lockkeys-07": lambda: [r["no"] for r in J if r["site"] > 180],
    "lockkeys-08": lambda: inn("Valdane", "certified for"),
    "lockkeys-09": lambda: [r["no"] for r in k(lost=12)],
    "lockkeys-10": lambda: [r["no"] for r in j(client="private", paid="cash") if r["at"].strftime("%Y-%m") == "2024-10"],
    "lockkeys-11": lambda: len(j(code=CODE["lockout"])),
    "lockkeys-12": lambda: len(j(door=True)),
    "lockkeys-13": lambda: len(k(lay="keyed alike")),
    "lockkeys-14": lambda: len(out("Thorne Valley College", "keyholder")),
    "lockkeys-15": lambda: total(k(client="St Cuthbert's School"), "keys"),
    "lockkeys-16": lambda: total(j(area="Fishergate"), "parts"),
    "lockkeys-17": lambda: total(j(eng="Gethin Pryce", ooh=True), "lab"),
    "lockkeys-18": lambda: total(k(make="Tresko"), "lost"),
    "lockkeys-19": lambda: mean(j(area="Harbour"), "arr"),
    "lockkeys-20": lambda: mean(k(res=True), "price"),
    "lockkeys-21": lambda: mean(j(code=CODE["safe opening"]), "lab"),
    "lockkeys-22": lambda: min(vals(J, "arr")),
    "lockkeys-23": lambda: max(vals(K, "keys")),
    "lockkeys-24": lambda: min(vals(K, "day")),
    "lockkeys-25": lambda: one(top({c: total(x, "keys") for c, x in by(K, "client").items()})),
    "lockkeys-26": lambda: one(top(n_by([f for f in KG if f[1] == "certified for"], 0))),
    "lockkeys-27": lambda: one(top({r["no"]: r["parts"] for r in J if r["parts"]})),
    "lockkeys-28": lambda: top({r["no"]: r["site"] for r in J}, 3),
    "lockkeys-29": lambda: top(n_by(J, "area"), 2),
    "lockkeys-30": lambda: top({r["no"]: r["cyl"] for r in K}, 4),
    "lockkeys-31": lambda: max(("Nadia Rourke", "Bertie Haldane"), key=lambda e: len(j(eng=e))),
    "lockkeys-32": lambda: max((f for f in facts("runs", t="Mill Lane branch") if f[4]), key=lambda f: f[4] - f[3])[0],
    "lockkeys-33": lambda: max(("Pelham Court Flats", "Copperhouse Studios"), key=lambda c: total(k(client=c), "lost")),
    "lockkeys-34": lambda: len(j(ooh=True)) - len(j(ooh=False)),
    "lockkeys-35": lambda: abs(one(k(no="KS1011"))["price"] - one(k(no="KS1329"))["price"]),
    "lockkeys-36": lambda: one(j(no="55196"))["lab"] - one(j(no="55184"))["lab"],
    "lockkeys-37": lambda: pct(J, lambda r: r["client"] == "private"),
    "lockkeys-38": lambda: pct(K, lambda r: r["lay"] == "grand master"),
    "lockkeys-39": lambda: pct(J, lambda r: r["ooh"]),
    "lockkeys-40": lambda: n_by(J, "eng"),
    "lockkeys-41": lambda: n_by(K, "make"),
    "lockkeys-42": lambda: n_by([f for f in KG if f[1] == "situated in"], 2),
    "lockkeys-43": lambda: one(top({m: mean(x, "price") for m, x in by(K, "make").items()})),
    "lockkeys-44": lambda: one(top({a: mean(x, "arr") for a, x in by(J, "area").items()}, low=True)),
    "lockkeys-45": lambda: one(top({e: total(x, "lab") for e, x in by(J, "eng").items()})),
    "lockkeys-46": lambda: bool(now("service contract with", "Oakley Brewery")),
    "lockkeys-47": lambda: one(k(client="Fennimore Hotel", part="Front of house"))["res"],
    "lockkeys-48": lambda: bool(j(client="Aldous Pharmacy", code=CODE["broken key"])),
    "lockkeys-49": lambda: "Tresko" in out("Gethin Pryce", "certified for"),
    "lockkeys-50": lambda: ENG - {h for h, r, t in KG if r == "certified for"},
    "lockkeys-51": lambda: ENG - inn("safe opening", "qualified for"),
    "lockkeys-52": lambda: [r["no"] for r in k(make="Tresko", lost=0)],
    "lockkeys-53": lambda: one(facts("runs", "Shanice Okoro"))[3],
    "lockkeys-54": lambda: one(at("driven by", "2018-06-01", "Transit FK12"))[2],
    "lockkeys-55": lambda: one(facts("service contract with", "Nunnery Surgery"))[4],
    "lockkeys-56": lambda: nxt(facts("runs", t="Bridge Street branch"), 0, "Nadia Rourke", -1),
    "lockkeys-57": lambda: nxt(facts("supplied by", "Orbic"), 2, "Alpenschloss Imports", 1),
    "lockkeys-58": lambda: nxt(facts("driven by", "Caddy RT33"), 2, "Desmond Yarrow", 1),
    "lockkeys-59": lambda: [r["no"] for r in K if r["day"] > D("2023-01-01")],
    "lockkeys-60": lambda: full(*one(facts("runs", "Bertie Haldane"))[3:]),
    "lockkeys-61": lambda: full(*one(facts("supplied by", "Orbic", "Alpenschloss Imports"))[3:]),
    "lockkeys-62": lambda: full(*one(facts("service contract with", "Larkhill Nursery"))[3:], "m"),
    "lockkeys-63": lambda: branch(one(out("Kestrel Gym", "situated in"))),
    "lockkeys-64": lambda: {c for c in SITES if branch(one(out(c, "situated in"))) == "Mill Lane branch"},
    "lockkeys-65": lambda: one(out(one(out("Rashid Anwar", "apprenticed under")), "apprenticed under")),
    "lockkeys-66": lambda: {h for m in inn("England", "made in") for h in inn(m, "certified for")},
    "lockkeys-67": lambda: sum(r["cyl"] for r in K if r["make"] in inn("Austria", "made in")),
    "lockkeys-68": lambda: [r["no"] for r in j(code=CODE["burglary repair"], area="Northgate")],
    "lockkeys-69": lambda: sum(r["keys"] for r in K if now("service contract with", r["client"], "Dock Road branch")),
    "lockkeys-70": lambda: sum(branch(r["area"]) == "Bridge Street branch" for r in J),
    "lockkeys-71": lambda: facts("employed at", one(j(no="55146"))["eng"])[0][2],
    "lockkeys-72": lambda: [r["no"] for r in k(aud=None)],
    "lockkeys-73": lambda: len(j(make="unknown")),
    "lockkeys-74": lambda: [r["no"] for r in j(lab=None)],
    "lockkeys-75": lambda: absent("satisf", "rating", "review"),
    "lockkeys-76": lambda: absent("alarm"),
    "lockkeys-77": lambda: absent("Westcombe", "airport"),
    "lockkeys-78": lambda: absent("mile", "mileage"),
    "lockkeys-79": lambda: [] if not [r for r in J if r["at"].year != 2024] else None,
    "lockkeys-80": lambda: absent("holiday", "leave"),
}

if __name__ == "__main__":
    asked = [json.loads(l) for l in open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8")]
    assert [q["id"] for q in asked] == list(T)
    bad = [(q["id"], q["answers"], answers(T[q["id"]]())) for q in asked if sorted(q["answers"]) != answers(T[q["id"]]())]
    for b in bad: print(*b)
    print(len(asked), "questions,", len(bad), "differ")
