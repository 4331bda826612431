"""Computes every gold answer of sheepfarm from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE)); from domain import records
NAME = "sheepfarm"
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

def num(s): return None if s in ("?", "") else float(s.replace(" kg", ""))
def day(s): return datetime.strptime(s, "%d-%b-%y").date() if s != "barren" else None
L = [dict(tag=r["Ewe tag"], breed=r["Breed"], age=int(r["Age"]), ram=r["Put to"], pad=r["Paddock"], day=day(r["Lambed"]), born=int(r["Born"]), alive=int(r["Alive"]), f=int(r["F"]),
          m=int(r["M"]), wt=num(r["Litter wt"]), wt_raw=r["Litter wt"], help=r["Help"], milk=r["Milk"], bottle=r["Bottle lamb"] == "✓") for r in records(HERE, "lambing.csv")]
W = [dict(no=r["Fleece"], day=day(r["Shorn"]), tag=r["Ewe tag"], breed=r["Breed"], by=r["Clipped by"], kg=num(r["Wt (kg)"]), mic=num(r["Micron"]), mm=num(r["Staple (mm)"]), cls=r["Class"],
          buyer=r["Sold to"] or None, price=num(r["£/kg"]), fault=r["Fault"]) for r in records(HERE, "fleeces.csv")]
def l(**k): return [r for r in L if all(r[a] == b for a, b in k.items())]
def w(**k): return [r for r in W if all(r[a] == b for a, b in k.items())]
PADS = {h for h, r, t in KG if r == "soil"}
RAMS = {h for h, r, t in KG if r == "ram of breed"}
EWE = {r["tag"]: r for r in L}
def now(r, h=None, t=None): return [f for f in facts(r, h, t) if f[4] is None]
def near(p): return out(p, "borders") | inn(p, "borders")
def keeper(p): return one(inn(p, "looks after"))
def turn(fs, side, who, d): return [f[side] for f in fs][[f[side] for f in fs].index(who) + d]

T = {
    "sheepfarm-01": lambda: one(l(tag="549"))["ram"],
    "sheepfarm-02": lambda: one(w(no="F24/47"))["buyer"],
    "sheepfarm-03": lambda: one(out('Stony Rigg', 'soil')),
    "sheepfarm-04": lambda: one(l(tag="705"))["day"],
    "sheepfarm-05": lambda: one(w(tag="612"))["mm"],
    "sheepfarm-06": lambda: [r["tag"] for r in l(day=None)],
    "sheepfarm-07": lambda: [r["tag"] for r in l(help="vet")],
    "sheepfarm-08": lambda: [r['tag'] for r in l(breed='Romney', born=3)],
    "sheepfarm-09": lambda: inn("Fly", "pup of"),
    "sheepfarm-10": lambda: [r["no"] for r in w(breed="Bluefaced Leicester") if (r["price"] or 0) > 8],
    "sheepfarm-11": lambda: len(l(pad="Otter Bank")),
    "sheepfarm-12": lambda: len(l(bottle=True)),
    "sheepfarm-13": lambda: sum(bool(r["day"]) and r["day"].month == 4 for r in L),
    "sheepfarm-14": lambda: len(out("Agnes Birkett", "looks after")),
    "sheepfarm-15": lambda: total(L, "born"),
    "sheepfarm-16": lambda: total(w(breed="Romney"), "kg"),
    "sheepfarm-17": lambda: sum(r["kg"] * r["price"] for r in w(buyer="Attwell Carpets")),
    "sheepfarm-18": lambda: total(l(ram="Bosun"), "f"),
    "sheepfarm-19": lambda: mean(w(breed="Herdwick"), "kg"),
    "sheepfarm-20": lambda: mean(l(pad="Kiln Hollow"), "age"),
    "sheepfarm-21": lambda: mean(l(born=2), "wt"),
    "sheepfarm-22": lambda: min(vals(W, "mic")),
    "sheepfarm-23": lambda: max(vals(L, "day")),
    "sheepfarm-24": lambda: max(vals(W, "price")),
    "sheepfarm-25": lambda: one(top({r["tag"]: r["kg"] for r in W})),
    "sheepfarm-26": lambda: one(top({f[0]: f[3] for f in now("shepherd at")}, low=True)),
    "sheepfarm-27": lambda: one(top(n_by(L, "ram"))),
    "sheepfarm-28": lambda: top({r["no"]: r["mm"] for r in W}, 3),
    "sheepfarm-29": lambda: top(n_by(W, "by"), 2),
    "sheepfarm-30": lambda: top({p: total(x, "alive") for p, x in by(L, "pad").items()}, 2),
    "sheepfarm-31": lambda: max(("Nimbus", "Captain Grey"), key=lambda r: total(l(ram=r), "born")),
    "sheepfarm-32": lambda: max(("Jacob", "Cheviot"), key=lambda b: mean(w(breed=b), "mic")),
    "sheepfarm-33": lambda: max((f for f in facts("shepherd at") if f[4]), key=lambda f: f[4] - f[3])[0],
    "sheepfarm-34": lambda: total(L, "f") - total(L, "m"),
    "sheepfarm-35": lambda: one(w(no="F24/73"))["kg"] - one(w(no="F24/11"))["kg"],
    "sheepfarm-36": lambda: total(L, "born") - total(L, "alive"),
    "sheepfarm-37": lambda: pct(W, lambda r: r["cls"] == "A"),
    "sheepfarm-38": lambda: pct(L, lambda r: r["milk"] == "poor"),
    "sheepfarm-39": lambda: pct(L, lambda r: r["breed"] == "Jacob"),
    "sheepfarm-40": lambda: {k: total(x, "alive") for k, x in by(L, "ram").items()},
    "sheepfarm-41": lambda: {k.isoformat(): n for k, n in n_by(W, "day").items()},
    "sheepfarm-42": lambda: n_by([f for f in KG if f[1] == "soil"], 2),
    "sheepfarm-43": lambda: one(top({b: mean(x, "price") for b, x in by(W, "breed").items()})),
    "sheepfarm-44": lambda: one(top({p: mean(x, "age") for p, x in by(L, "pad").items()})),
    "sheepfarm-45": lambda: one(top({b: mean(x, "born") for b, x in by(L, "breed").items()})),
    "sheepfarm-46": lambda: one(l(tag="470"))["help"] != "none",
    "sheepfarm-47": lambda: "Kiln Hollow" in near("Long Acre"),
    "sheepfarm-48": lambda: bool(now("buys wool from", "Brathay Mills")),
    "sheepfarm-49": lambda: PADS - {f[0] for f in facts("rented from")},
    "sheepfarm-50": lambda: RAMS - inn("home farm", "bred at"),
    "sheepfarm-51": lambda: set(EWE) - {r["tag"] for r in W},
    "sheepfarm-52": lambda: len(w(fault="none")),
    "sheepfarm-53": lambda: one(facts("shepherd at", "Delphine Marsh"))[3],
    "sheepfarm-54": lambda: one({f[2] for d in ("2012-06-21", "2012-09-20") for f in at("rented from", d, "Church Meadow")}),
    "sheepfarm-55": lambda: one(facts("in service at", "Captain Grey"))[3],
    "sheepfarm-56": lambda: turn(facts("head shearer at"), 0, "Ewan Drysdale", -1),
    "sheepfarm-57": lambda: turn(facts("rented from", "Kiln Hollow"), 2, "Widow Harbottle", 1),
    "sheepfarm-58": lambda: turn(facts("grazed by", "Long Acre"), 2, "Cheviot", -1),
    "sheepfarm-59": lambda: [r["tag"] for r in L if r["day"] and r["day"] < D("2024-03-12")],
    "sheepfarm-60": lambda: full(*one(facts("worked with", "Fly", "Ursula Fenwick"))[3:]),
    "sheepfarm-61": lambda: full(*one(facts("shepherd at", "Jonty Raine"))[3:]),
    "sheepfarm-62": lambda: full(*one(facts("in service at", "Piebald Prince"))[3:]),
    "sheepfarm-63": lambda: keeper(one(near("Stony Rigg"))),
    "sheepfarm-64": lambda: one(out(one(out("Tansy", "pup of")), "pup of")),
    "sheepfarm-65": lambda: one(out(one(out("Nimbus", "sired by")), "bred at")),
    "sheepfarm-66": lambda: {d for p in inn("clay", "soil") for d in inn(keeper(p), "works for")},
    "sheepfarm-67": lambda: sum(r["born"] for r in L if r["pad"] in inn("Carr Beck", "watered by")),
    "sheepfarm-68": lambda: sum(r["kg"] for r in W if r["buyer"] in inn("Kirkharle", "based in")),
    "sheepfarm-69": lambda: keeper(EWE["862"]["pad"]),
    "sheepfarm-70": lambda: sum(bool(now("rented from", r["pad"], "Commons Board")) for r in L),
    "sheepfarm-71": lambda: sum(r["kg"] for r in W if EWE[r["tag"]]["ram"] == "Tarquin"),
    "sheepfarm-72": lambda: [r["no"] for r in w(buyer=None)],
    "sheepfarm-73": lambda: len(w(mic=None)),
    "sheepfarm-74": lambda: [r["tag"] for r in l(wt_raw="?")],
    "sheepfarm-75": lambda: absent("worm", "drench"),
    "sheepfarm-76": lambda: absent("acres", "hectare"),
    "sheepfarm-77": lambda: absent("foxglove"),
    "sheepfarm-78": lambda: absent("rent per", "annual"),
    "sheepfarm-79": lambda: absent("market", "auction"),
    "sheepfarm-80": lambda: absent("birth", "born in"),
}

if __name__ == "__main__":
    asked = [json.loads(l) for l in open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8")]
    assert [q["id"] for q in asked] == list(T)
    bad = [(q["id"], q["answers"], answers(T[q["id"]]())) for q in asked if sorted(q["answers"]) != answers(T[q["id"]]())]
    for b in bad: print(*b)
    print(len(asked), "questions,", len(bad), "differ")
