"""Gold answers of the vertifarm questions, computed from the files beside this one; prints what differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

def us(s): return datetime.strptime(s, "%m/%d/%Y").date()
def num(s): return float(s) if s != "NA" else None
R = [dict(id=r["rack"], room=r["room"], tiers=int(r["tiers"]), lamp=r["lamp"], ph=int(r["photoperiod_h"]), ppfd=int(r["PPFD"]), ec=float(r["EC_mScm"]), pH=float(r["pH_target"]),
          w=num(r["water_L_wk"]), sown=r["sown_with"], d=us(r["installed"]), cam=r["camera"] == "TRUE", state=r["state"]) for r in records(HERE, "racks.csv")]
RACK = {r["id"]: r for r in R}
H = [dict(lot=r["lot"], d=us(r["cut_on"]), rack=RACK[r["rack"]], crop=r["crop"], var=r["variety"], g=int(r["fresh_g"]), rej=int(r["reject_g"]), days=int(r["days"]), lead=r["crew_lead"],
          grade=r["grade"], to=r["sold_to"], temp=num(r["core_temp_C"]), hand=r["hand_cut"] == "TRUE") for r in records(HERE, "harvests.csv")]
LOT = {h["lot"]: h for h in H}
def crop(c): return [h for h in H if h["crop"] == c]
def month(m): return [h for h in H if h["d"].month == m]
SOLD = [h for h in H if h["to"] != "NA"]

def iso(s): return date.fromisoformat(s) if s else None
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "vertifarm.kg.tsv")]
TK = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, "vertifarm.tkg.tsv")]
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
    "vertifarm-01": LOT["L26140"]["var"],
    "vertifarm-02": RACK["C09"]["d"],
    "vertifarm-03": out("Jade Spoon", "bredBy"),
    "vertifarm-04": RACK["D08"]["pH"],
    "vertifarm-05": out("Ember", "system"),
    "vertifarm-06": [r["id"] for r in R if r["state"] == "broken pump"],
    "vertifarm-07": [h["lot"] for h in crop("basil") if h["grade"] == "C"],
    "vertifarm-08": inn("lettuce", "varietyOf"),
    "vertifarm-09": [r["id"] for r in R if r["room"] == "Cirrus" and r["ph"] == 18],
    "vertifarm-10": inn("bolting", "proneTo"),
    "vertifarm-11": sum(h["hand"] for h in H),
    "vertifarm-12": sum(r["cam"] for r in R if r["room"] == "Borealis"),
    "vertifarm-13": sum(h["crop"] == "pea shoots" for h in month(4)),
    "vertifarm-14": len({h["rack"]["id"] for h in H}),
    "vertifarm-15": len(inn("restaurant", "kind")),
    "vertifarm-16": tot(crop("kale"), "g"),
    "vertifarm-17": tot([r for r in R if r["room"] == "Dune"], "w"),
    "vertifarm-18": tot(month(3), "rej"),
    "vertifarm-19": avg(crop("basil"), "days"),
    "vertifarm-20": avg([r for r in R if r["lamp"] == "Helios Slim"], "ppfd"),
    "vertifarm-21": avg([h for h in H if h["to"] == "Hotel Meridiane"], "temp"),
    "vertifarm-22": max(h["g"] for h in H),
    "vertifarm-23": max(r["ec"] for r in R),
    "vertifarm-24": min(h["d"] for h in crop("mint")),
    "vertifarm-25": best({h["lot"]: h["rej"] for h in H}),
    "vertifarm-26": best({r["id"]: r["d"] for r in R}),
    "vertifarm-27": best({r["id"]: r["w"] for r in R if r["w"] is not None}),
    "vertifarm-28": best({h["lot"]: h["g"] for h in crop("lettuce")}, 3),
    "vertifarm-29": best({r["id"]: r["d"] for r in R}, 3, low=True),
    "vertifarm-30": best({k: tot(g, "g") for k, g in grp(SOLD, "to").items()}, 2),
    "vertifarm-31": best({c: tot(crop(c), "g") for c in ("rocket", "mint")}),
    "vertifarm-32": best({n: sum(h["lead"] == n for h in H) for n in ("Teodor", "Shanice")}),
    "vertifarm-33": best({s: one(now("managedSite", None, s))[3] for s in ("Pier 9", "Depot Five")}, low=True),
    "vertifarm-34": sum(h["grade"] == "A" for h in H) - sum(h["grade"] == "C" for h in H),
    "vertifarm-35": abs(LOT["L24036"]["g"] - LOT["L24115"]["g"]),
    "vertifarm-36": len(inn("lettuce", "varietyOf")) - len(inn("basil", "varietyOf")),
    "vertifarm-37": pct(H, lambda h: h["grade"] == "A"),
    "vertifarm-38": pct(R, lambda r: r["state"] == "growing"),
    "vertifarm-39": 100 * tot(crop("pak choi"), "rej") / tot(crop("pak choi"), "g"),
    "vertifarm-40": Counter(h["crop"] for h in H),
    "vertifarm-41": Counter(r["lamp"] for r in R),
    "vertifarm-42": {k: tot(g, "g") for k, g in grp(SOLD, "to").items()},
    "vertifarm-43": Counter(b for a, r, b in KG if r == "roomOf"),
    "vertifarm-44": best({k: avg(g, "days") for k, g in grp(H, "crop").items()}),
    "vertifarm-45": best(Counter(r["room"] for r in R if r["cam"])),
    "vertifarm-46": best(Counter(h["lead"] for h in H if h["grade"] == "C")),
    "vertifarm-47": LOT["L25594"]["to"] == "Greengrocer Union",
    "vertifarm-48": "Italy" in {c for b in out("Frillice", "bredBy") for c in out(b, "country")},
    "vertifarm-49": "downy mildew" in out("Butterkin", "resists"),
    "vertifarm-50": {h["crop"] for h in H} - {h["crop"] for h in H if h["to"] == "Noodle Parade"},
    "vertifarm-51": sum(h["to"] == "NA" for h in H),
    "vertifarm-52": inn("lettuce", "varietyOf") - inn("Rijkmans Zaden", "bredBy"),
    "vertifarm-53": one(at("managedSite", date(2020, 7, 15), None, "Pier 9"))[0],
    "vertifarm-54": one(at("plantedWith", date(2022, 5, 1), "Dune"))[2],
    "vertifarm-55": one(facts("suppliesPowerTo", "Tidal Co-op", "Pier 9"))[3],
    "vertifarm-56": [f[2] for f in facts("certifiedBy", "Pier 9") if f[2] != "AgriTrust"],
    "vertifarm-57": [f[0] for f in facts("managedSite", None, "Kiln Yard") if f[3] == date(2023, 2, 1)],
    "vertifarm-58": [r["id"] for r in R if r["d"] < date(2019, 6, 1)],
    "vertifarm-59": sum(h["d"] > date(2024, 5, 20) for h in H),
    "vertifarm-60": length(one(facts("suppliesNutrientsTo", "Nutrivale", "Pier 9"))),
    "vertifarm-61": (one(facts("shutFor", "Borealis"))[4] - one(facts("shutFor", "Borealis"))[3]).days + 1,
    "vertifarm-62": yrs(one(facts("buysFrom", "Castle Canteens"))[3], one(facts("buysFrom", "Castle Canteens"))[4] + timedelta(days=1)),
    "vertifarm-63": {c for s in out("Dune", "roomOf") for c in out(s, "city")},
    "vertifarm-64": {c for b in out("Marrakesh Cool", "bredBy") for c in out(b, "country")},
    "vertifarm-65": {p for r in inn("nutrient film", "system") for p in inn(r, "tends")},
    "vertifarm-66": sum(h["var"] in inn("Semi Fratelli", "bredBy") for h in H),
    "vertifarm-67": tot([h for h in H if h["to"] in inn("Halvorsund", "basedIn")], "g"),
    "vertifarm-68": out(RACK["B05"]["lamp"], "madeBy"),
    "vertifarm-69": LOT["L25662"]["rack"]["room"],
    "vertifarm-70": sum(r["room"] in inn("Kiln Yard", "roomOf") for r in R),
    "vertifarm-71": avg([h for h in H if h["rack"]["room"] in inn("aeroponics", "system")], "days"),
    "vertifarm-72": [r["id"] for r in R if r["w"] is None],
    "vertifarm-73": sum(h["temp"] is None for h in H),
    "vertifarm-74": {b for a, r, b in KG if r == "varietyOf"} - {a for a, r, b in KG if r == "proneTo"},
    "vertifarm-75": [],
    "vertifarm-76": [],
    "vertifarm-77": [],
    "vertifarm-78": [],
    "vertifarm-79": [],
    "vertifarm-80": [],
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
