"""Computes every gold answer of biogas from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE)); from domain import records
NAME = "biogas"
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

def num(s): return None if s in ("–", "k.A.", "") else float(s.replace(",", "."))
def day(s): return None if s == "k.A." else datetime.strptime(s, "%d.%m.%Y").date()
V = [dict(no=r["Ticket"], day=day(r["Weighed"]), farmer=r["Farmer"], plant=r["Plant"], sub=r["Substrate"], t=num(r["Net t"]), dm=num(r["DM %"]),
          km=num(r["km"]), price=num(r["EUR/t"]), haul=r["Haulier"], rej=r["Rejected"] == "ja") for r in records(HERE, "deliveries.csv")]
C = [dict(no=r["Contract"], farmer=r["Supplier"], plant=r["Receiving plant"], sub=r["Feedstock"], t=num(r["t p.a."]), price=num(r["Price EUR per t"]),
          day=day(r["Signed on"]), end=day(r["Runs until"]), back=r["Digestate back"] == "x", notice=int(r["Notice (mths)"])) for r in records(HERE, "contracts.csv")]
def v(**k): return [r for r in V if all(r[a] == b for a, b in k.items())]
def c(**k): return [r for r in C if all(r[a] == b for a, b in k.items())]
def euro(r): return r["t"] * r["price"]
FARMERS = {h for h, r, t in KG if r == "farms in"}
PLANTS = {h for h, r, t in KG if r == "stands in"}
def district(p): return one(out(one(out(p, "farms in") | out(p, "stands in")), "lies in district"))

T = {
    "biogas-01": lambda: one(v(no="W30304"))["sub"],
    "biogas-02": lambda: one(v(no="W30411"))["t"],
    "biogas-03": lambda: one(out('Methanpark Wulfsen', 'engine built by')),
    "biogas-04": lambda: one(v(farmer="Jurek Wolniak", day=D("2024-08-31")))["haul"],
    "biogas-05": lambda: one(c(no="LV-152/14"))["end"],
    "biogas-06": lambda: [r["no"] for r in v(rej=True)],
    "biogas-07": lambda: inn("dairy cows", "keeps"),
    "biogas-08": lambda: [r["no"] for r in c(sub="poultry litter")],
    "biogas-09": lambda: [r["no"] for r in c(plant="Gärhof Tannlohe") if r["day"].year in (2017, 2018)],
    "biogas-10": lambda: len(v(farmer="Wiebke Siefken")),
    "biogas-11": lambda: len(c(notice=12)),
    "biogas-12": lambda: len({r["farmer"] for r in v(plant="Moorhof Biogas")}),
    "biogas-13": lambda: len(out("Methanpark Wulfsen", "supplies heat to")),
    "biogas-14": lambda: total(v(sub="sugar beet"), "t"),
    "biogas-15": lambda: total(c(farmer="Horst Quakernack"), "t"),
    "biogas-16": lambda: total(v(haul="Lohnbetrieb Rasch"), "km"),
    "biogas-17": lambda: sum(map(euro, v(farmer="Fokko Hinrichsen"))),
    "biogas-18": lambda: mean(v(sub="grass silage"), "dm"),
    "biogas-19": lambda: mean(c(sub="maize silage"), "price"),
    "biogas-20": lambda: mean(v(plant="Feldkraft Eichstock"), "t"),
    "biogas-21": lambda: max(vals(V, "price")),
    "biogas-22": lambda: min(vals(V, "day")),
    "biogas-23": lambda: min(vals(v(sub="rye whole-crop"), "dm")),
    "biogas-24": lambda: one(r["farmer"] for r in V if r["t"] == max(vals(V, "t"))),
    "biogas-25": lambda: one(r["no"] for r in C if r["t"] == max(vals(C, "t"))),
    "biogas-26": lambda: one(top(n_by([f for f in KG if f[1] == "engine built by"], 2))),
    "biogas-27": lambda: top(n_by(V, "farmer"), 3),
    "biogas-28": lambda: top({r["no"]: r["km"] for r in V}, 3, True),
    "biogas-29": lambda: top({k: sum(x) for k, x in by(C, "sub", "t").items()}, 2),
    "biogas-30": lambda: max(("Enno Freriks", "Hanne Kjeldsen"), key=lambda f: total(v(farmer=f), "t")),
    "biogas-31": lambda: max(("pig slurry", "cattle slurry"), key=lambda s: mean(v(sub=s), "dm")),
    "biogas-32": lambda: max((f for f in facts("managed by") if f[2] in ("Friedemann Oschatz", "Theres Poxleitner")), key=lambda f: f[4] - f[3])[2],
    "biogas-33": lambda: one(c(no="LV-031/22"))["price"] - one(c(no="LV-168/23"))["price"],
    "biogas-34": lambda: len(v(haul="Agrar-Trans Holm")) - len(v(haul="Lohnbetrieb Rasch")),
    "biogas-35": lambda: max(vals(v(farmer="Tjark Eggers"), "t")) - min(vals(v(farmer="Tjark Eggers"), "t")),
    "biogas-36": lambda: pct(V, lambda r: r["rej"]),
    "biogas-37": lambda: pct(C, lambda r: r["back"]),
    "biogas-38": lambda: pct(V, lambda r: r["haul"] == "self"),
    "biogas-39": lambda: {k: sum(x) for k, x in by(V, "plant", "t").items()},
    "biogas-40": lambda: n_by(C, "sub"),
    "biogas-41": lambda: n_by([f for f in KG if f[1] == "farms in"], 2),
    "biogas-42": lambda: one(top({k: sum(x) / len(x) for k, x in by(V, "sub", "km").items()})),
    "biogas-43": lambda: one(top({k: sum(x) / len(x) for k, x in by(C, "plant", "price").items()}, low=True)),
    "biogas-44": lambda: one(top({k: sum(x) for k, x in by(V, lambda r: r["day"].strftime("%Y-%m"), "t").items()})),
    "biogas-45": lambda: any(r["rej"] for r in v(farmer="Sepp Niedermoser")),
    "biogas-46": lambda: any(f[4] is None for f in facts("owned by", "Energiehof Lindach", "Voltara AG")),
    "biogas-47": lambda: bool(c(sub="pig slurry", plant="Gärhof Tannlohe")),
    "biogas-48": lambda: "Lindach" in out("Spedition Kuhlmey", "based in"),
    "biogas-49": lambda: FARMERS - {h for h, r, t in KG if r == "member of"},
    "biogas-50": lambda: PLANTS - {r["plant"] for r in v(rej=True)},
    "biogas-51": lambda: PLANTS - {h for h, r, t in KG if r == "supplies heat to"},
    "biogas-52": lambda: len(c(back=False)),
    "biogas-53": lambda: one(facts("managed by", "Naturgas Brokeloh", "Edda Harmsen"))[3],
    "biogas-54": lambda: one(at("engine serviced by", "2018-03-01", "Grüngas Pöttmoos"))[2],
    "biogas-55": lambda: [f[0] for f in at("on board of", "2015-01-01", t="Talgau Energie eG")],
    "biogas-56": lambda: facts("managed by", "Methanpark Wulfsen")[[f[2] for f in facts("managed by", "Methanpark Wulfsen")].index("Swantje Imkamp") - 1][2],
    "biogas-57": lambda: facts("owned by", "Methanpark Wulfsen")[1][2],
    "biogas-58": lambda: facts("managed by", "Feldkraft Eichstock")[2][2],
    "biogas-59": lambda: [r["no"] for r in V if r["day"] > D("2024-11-11")] + [r["no"] for r in v(day=D("2024-11-11"))],
    "biogas-60": lambda: full(*facts("engine serviced by", "Moorhof Biogas", "Blockwerk Service")[0][3:]),
    "biogas-61": lambda: full(*one(facts("managed by", t="Imke Wragge"))[3:]),
    "biogas-62": lambda: full(*one(facts("on board of", "Marlies Dettweiler"))[3:], "m"),
    "biogas-63": lambda: district("Enno Freriks"),
    "biogas-64": lambda: {p for p in PLANTS if district(p) == "Oberland"},
    "biogas-65": lambda: one(out(one(out("Maschinenring Nordgeest", "chaired by")), "farms in")),
    "biogas-66": lambda: one(out(one(out("Rosa Obergassner", "sister of")), "member of")),
    "biogas-67": lambda: sum(r["t"] for r in V if r["farmer"] in inn("laying hens", "keeps")),
    "biogas-68": lambda: sum(bool([f for f in facts("owned by", r["plant"], "Voltara AG") if f[4] is None]) for r in V),
    "biogas-69": lambda: one(f for f in facts("managed by", one(v(no="W30277"))["plant"]) if f[4] is None)[2],
    "biogas-70": lambda: mean([r for r in C if r["farmer"] in inn("Wulfsen", "farms in")], "price"),
    "biogas-71": lambda: one(out(one(v(no="W30382"))["haul"], "based in")),
    "biogas-72": lambda: [r["no"] for r in V if r["dm"] is None],
    "biogas-73": lambda: len(c(end=None)),
    "biogas-74": lambda: one(PLANTS - {f[0] for f in facts("engine serviced by") if f[4] is None}),
    "biogas-75": lambda: absent("kwh", "kilowatt"),
    "biogas-76": lambda: absent("Osterloh"),
    "biogas-77": lambda: absent("CH4", "methane"),
    "biogas-78": lambda: absent("phone", "+49"),
    "biogas-79": lambda: absent("reason", "mould"),
    "biogas-80": lambda: absent("born", "birth"),
}

if __name__ == "__main__":
    asked = [json.loads(l) for l in open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8")]
    assert [q["id"] for q in asked] == list(T)
    bad = [(q["id"], q["answers"], answers(T[q["id"]]())) for q in asked if sorted(q["answers"]) != answers(T[q["id"]]())]
    for b in bad: print(*b)
    print(len(asked), "questions,", len(bad), "differ")
