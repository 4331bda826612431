"""Computes every gold answer of planetarium from its files; prints each line that differs from questions.jsonl."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE)); from domain import records
NAME = "planetarium"
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

def num(s): return float(s.replace(",", "")) if s else None
def us(s): return datetime.strptime(s, "%m/%d/%Y").date() if s != "perpetual" else None
S = [dict(show=r["Title"], fmt=r["Format"], theme=r["Theme"], run=int(r["Run (min)"]), gr=0 if r["Gr. from"] == "K" else int(r["Gr. from"]), audio=r["Audio"].split("/"),
          studio=r["Studio"], got=us(r["Acquired"]), lic=us(r["License thru"]), fee=num(r["License $"]), rate=num(r["Teacher rating"])) for r in records(HERE, "shows.csv")]
G = [dict(ref=r["Ref"], day=us(r["Date"]), start=r["Start"], school=r["School"], lead=r["Lead teacher"], gr=int(r["Grade"]), n=num(r["Stud."]), chap=num(r["Chap."]), show=r["Show"],
          pres=r["Presenter"], room=r["Room"], usd=num(r["Invoiced $"]), paid=r["Paid"], bus=r["Transport"], res=r["Outcome"]) for r in records(HERE, "visits.csv")]
def s(**k): return [r for r in S if all(r[a] == b for a, b in k.items())]
def g(**k): return [r for r in G if all(r[a] == b for a, b in k.items())]
CAME = g(res="came")
PRES = {r["pres"] for r in G} - {"TBD"}
SCHOOLS = {h for h, r, t in KG if r == "school type"}
def town(x): return one(out(x, "located in"))
def county(x): return one(out(town(x), "in county"))
def now(r, h=None, t=None): return [f for f in facts(r, h, t) if f[4] is None]
def turn(r, t, who, k):
    names = [f[0] for f in facts(r, t=t)]
    return names[names.index(who) + k]

T = {
    "planetarium-01": lambda: one(s(show="Station Life"))["run"],
    "planetarium-02": lambda: one(s(show='The Glass Giant'))['studio'],
    "planetarium-03": lambda: one(g(ref="SG-2629"))["lead"],
    "planetarium-04": lambda: one(out("Maya Skywatchers", "narrated by")),
    "planetarium-05": lambda: one(g(school="Benjamin Osgood Middle School", day=D("2024-10-04")))["start"],
    "planetarium-06": lambda: [r["show"] for r in s(theme="cosmology") if r["run"] < 30],
    "planetarium-07": lambda: [r["ref"] for r in g(res="no-show")],
    "planetarium-08": lambda: [r["show"] for r in S if r["gr"] == 0],
    "planetarium-09": lambda: inn("German", "speaks"),
    "planetarium-10": lambda: [r["ref"] for r in g(paid="N")],
    "planetarium-11": lambda: len(g(bus="on foot", res="came")),
    "planetarium-12": lambda: sum("Spanish" in r["audio"] for r in S),
    "planetarium-13": lambda: len(inn("charter", "school type")),
    "planetarium-14": lambda: total(g(pres="Keiko Brandt", res="came"), "n"),
    "planetarium-15": lambda: total(g(room="Orion Room"), "usd"),
    "planetarium-16": lambda: total(s(studio="Blue Marble Pictures"), "fee"),
    "planetarium-17": lambda: total(g(school="Tarrant Creek High"), "chap"),
    "planetarium-18": lambda: mean(g(room="Main Dome", res="came"), "n"),
    "planetarium-19": lambda: mean(s(theme="sky history"), "run"),
    "planetarium-20": lambda: mean(s(studio="in-house"), "rate"),
    "planetarium-21": lambda: max(vals(S, "fee")),
    "planetarium-22": lambda: min(vals(CAME, "n")),
    "planetarium-23": lambda: min(vals(S, "got")),
    "planetarium-24": lambda: one(top(n_by(G, "school"))),
    "planetarium-25": lambda: one(top({r["ref"]: r["usd"] for r in G if r["usd"]})),
    "planetarium-26": lambda: one(top(n_by([f for f in KG if f[1] == "narrated by"], 2))),
    "planetarium-27": lambda: top(n_by(CAME, "show"), 3),
    "planetarium-28": lambda: top({r["show"]: r["fee"] for r in S if r["fee"]}, 4),
    "planetarium-29": lambda: top({k: sum(x) for k, x in by(CAME, "school", "n").items()}, 2),
    "planetarium-30": lambda: max(("Leroy Haugen", "Svetlana Doyle"), key=lambda p: len(g(pres=p, res="came"))),
    "planetarium-31": lambda: max(("Voyage to Europa", "Tides and Time"), key=lambda t: one(s(show=t))["run"]),
    "planetarium-32": lambda: max(facts("director of")[:2], key=lambda f: f[4] - f[3])[0],
    "planetarium-33": lambda: sum(r["n"] for r in CAME if r["day"].month == 11) - sum(r["n"] for r in CAME if r["day"].month == 10),
    "planetarium-34": lambda: one(s(show="Earthrise"))["fee"] - one(s(show="Station Life"))["fee"],
    "planetarium-35": lambda: one(s(show="Eclipse Road Trip"))["rate"] - one(s(show="Planet Parade"))["rate"],
    "planetarium-36": lambda: pct(G, lambda r: r["res"] == "cancelled"),
    "planetarium-37": lambda: pct(S, lambda r: r["studio"] == "in-house"),
    "planetarium-38": lambda: pct(CAME, lambda r: r["room"] == "StarTent"),
    "planetarium-39": lambda: n_by(S, "theme"),
    "planetarium-40": lambda: {k: sum(x) for k, x in by(CAME, "room", "n").items()},
    "planetarium-41": lambda: n_by([f for f in KG if f[1] == "located in"], 2),
    "planetarium-42": lambda: one(top({k: mean(x, "rate") for k, x in by([r for r in S if r["rate"]], "studio").items()})),
    "planetarium-43": lambda: one(top({k: mean(x, "n") for k, x in by(CAME, "pres").items()})),
    "planetarium-44": lambda: one(top({k: sum(x) for k, x in by(CAME, lambda r: county(r["school"]), "n").items()})),
    "planetarium-45": lambda: bool(g(school="Willow Bend Primary", res="cancelled")),
    "planetarium-46": lambda: bool(now("partner school of", "Tarrant Creek High")),
    "planetarium-47": lambda: "Rings of Saturn" in out("Jupiter's Storm", "sequel to"),
    "planetarium-48": lambda: PRES - {h for h, r, t in KG if r == "speaks"},
    "planetarium-49": lambda: SCHOOLS - inn("public", "school type"),
    "planetarium-50": lambda: len({r["show"] for r in S} - {r["show"] for r in G}),
    "planetarium-51": lambda: {r["theme"] for r in S} - {r["theme"] for r in s(fmt="live")},
    "planetarium-52": lambda: one(facts("projector in", "Veladome 8K"))[3],
    "planetarium-53": lambda: one({f[0] for f in at("sponsor of", "2010-06-21", t="Main Dome")} | {f[0] for f in at("sponsor of", "2010-09-20", t="Main Dome")}),
    "planetarium-54": lambda: one(at("head of education at", "2019-01-01"))[0],
    "planetarium-55": lambda: one(facts("on staff at", "Ottoline Reyes"))[4],
    "planetarium-56": lambda: turn("director of", "Kestrel Hill Planetarium", "Dr. Abel Finch", -1),
    "planetarium-57": lambda: turn("projector in", "Main Dome", "Castor Twin", 1),
    "planetarium-58": lambda: turn("sponsor of", "Main Dome", "Hadley Savings Bank", 1),
    "planetarium-59": lambda: [r["show"] for r in S if r["got"] > D("2023-01-01")],
    "planetarium-60": lambda: full(*one(facts("head of education at", "Yusra Benhaddou"))[3:]),
    "planetarium-61": lambda: full(*one(facts("projector in", "Pinhole Jr"))[3:]),
    "planetarium-62": lambda: full(facts("projector in", "Minotaur Z4")[0][4], facts("projector in", "Castor Twin")[0][3], "m"),
    "planetarium-63": lambda: county(one(out("Gus Nordahl", "teaches at"))),
    "planetarium-64": lambda: one(out(one(out("Svetlana Doyle", "trained by")), "trained by")),
    "planetarium-65": lambda: {t for s_ in inn("private", "school type") for t in inn(s_, "teaches at")},
    "planetarium-66": lambda: one(out(one(out("Rover Rescue", "sequel to")), "narrated by")),
    "planetarium-67": lambda: sum(r["studio"] in inn("Lisbon", "headquartered in") for r in S),
    "planetarium-68": lambda: sum(r["n"] for r in CAME if county(r["school"]) == "Bristow County"),
    "planetarium-69": lambda: one(now("principal of", t=one(g(ref="SG-2453"))["school"]))[0],
    "planetarium-70": lambda: sum(r["usd"] or 0 for r in G if now("partner school of", r["school"])),
    "planetarium-71": lambda: [r["show"] for r in S if r["show"] in inn("Idris Kellaway", "narrated by") and (r["rate"] or 0) >= 4],
    "planetarium-72": lambda: [r["show"] for r in s(rate=None)],
    "planetarium-73": lambda: len(g(n=None)),
    "planetarium-74": lambda: [r["ref"] for r in g(pres="TBD")],
    "planetarium-75": lambda: absent("seat", "capacity"),
    "planetarium-76": lambda: absent("Monarch"),
    "planetarium-77": lambda: absent("@", "email"),
    "planetarium-78": lambda: absent("popcorn", "gift"),
    "planetarium-79": lambda: absent("reason", "snow", "sick"),
    "planetarium-80": lambda: absent("salary", "wage"),
}

if __name__ == "__main__":
    asked = [json.loads(l) for l in open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8")]
    assert [q["id"] for q in asked] == list(T)
    bad = [(q["id"], q["answers"], answers(T[q["id"]]())) for q in asked if sorted(q["answers"]) != answers(T[q["id"]]())]
    for b in bad: print(*b)
    print(len(asked), "questions,", len(bad), "differ")
