"""Gold answers of the driveinn questions, from the files beside this one; prints every line that differs."""
import json, os, sys
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, graphs, group, kg, lasted, mean, records, step, tkg


def num(s): return float(s.replace(",", ".")) if s not in ("", "-") else None
def day(s): return datetime.strptime(s, "%d.%m.%Y").date() if s != "-" else None


H = [dict(house=r["House"], km=num(r["Km"]), dir=r["Dir"], jct=r["Jct"], beds=int(r["Beds"]), rate=num(r["Dbl rate (EUR)"]),
          opened=day(r["Opened"]), ev=int(r["EV pts"]), dogs=r["Dogs ok"] == "x", bk=r["Bkfst from"],
          occ=num(r["Occ. 2025 (%)"]), ref=day(r["Last refurb"])) for r in records(HERE, "houses.csv")]
S = [dict(folio=r["Folio"], house=r["House"], day=day(r["Check-in"]), nts=int(r["Nts"]), pax=int(r["Pax"]), ch=r["Channel"],
          veh=r["Vehicle"], tot=num(r["Room total"]), ex=num(r["Extras"]), paid=r["Settled"], late=r["Late arr."] == "x")
     for r in records(HERE, "stays.csv")]
K, T = graphs(HERE, "driveinn")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
h = {r["house"]: r for r in H}
f = {r["folio"]: r for r in S}
def runs(who): return next(iter(out(who, "runs")))
def area(house): return next(iter(out(house, "in area")))
def col(rows, key, test): return [r[key] for r in rows if test(r)]
def tally(rows, key): return {k: len(g) for k, g in group(rows, lambda r: r[key]).items()}

ANSWERS = [  # in the order of questions.jsonl
    h["Quenby"]["jct"],
    h["Oxbarrow"]["rate"],
    inn("Kingsditch", "runs"),
    f["F40577"]["ch"],
    inn("Norbeck", "washes for"),
    col(H, "house", lambda r: r["ev"] == 12),
    inn("swimming pool", "has on site"),
    col(S, "folio", lambda r: r["nts"] == 7),
    col(H, "house", lambda r: 500 <= r["km"] <= 560 and r["dogs"]),
    inn("Maud Etherington", "trained under"),
    len(col(H, "house", lambda r: r["dir"] == "S")),
    len(col(S, "folio", lambda r: r["veh"] == "HGV")),
    len(col(S, "folio", lambda r: r["house"] == "Longacre" and r["late"])),
    len(now("forecourt lease at", "Petrovia")),
    sum(col(H, "beds", lambda r: r["dogs"])),
    sum(col(S, "ex", lambda r: r["house"] == "Saltersgate" and r["ex"])),
    sum(col(S, "tot", lambda r: r["ch"] == "Haulier acct")),
    mean([r for r in H if r["ev"] == 0], "occ"),
    mean([r for r in S if r["ch"] == "RoadNap app"], "nts"),
    mean([r for r in H if r["km"] <= 200], "rate"),
    min(r["rate"] for r in H),
    max(r["ex"] for r in S if r["ex"]),
    max(r["ref"] for r in H if r["ref"]),
    best({r["house"]: r["beds"] for r in H}),
    best({r["house"]: r["opened"] for r in H}, low=True),
    best({x: len(out(x, "has on site")) for x in heads("has on site")}),
    best({x[0]: x[3] for x in now("manager of")}, low=True),
    best({r["house"]: r["occ"] for r in H}, 3),
    best(tally(S, "house"), 2),
    best({r["house"]: r["rate"] for r in H}, 5),
    best({x: h[x]["km"] for x in ("Ashgrove", "Inglebrook")}),
    best({x: tally(S, "paid")[x] for x in ("cash", "fleet card")}),
    best({x: now("manager of", x)[0][3] for x in ("Ginevra Salvatelli", "Piers Wolstenholme")}, low=True),
    h["Wexholme"]["km"] - h["Tarnside"]["km"],
    h["Marlpit"]["beds"] - h["Dewlish"]["beds"],
    len(out("White Heron Laundry", "washes for")) - len(out("Sudsmere", "washes for")),
    100 * sum(r["dogs"] for r in H) / len(H),
    100 * sum(r["nts"] == 1 for r in S) / len(S),
    100 * sum(r["veh"] == "motorbike" and r["paid"] == "cash" for r in S) / sum(r["veh"] == "motorbike" for r in S),
    tally(S, "ch"),
    {k: mean(g, "occ") for k, g in group(H, lambda r: r["dir"]).items()},
    {x: len(inn(x, "has on site")) for _, r, x in K if r == "has on site"},
    best({k: sum(r["tot"] for r in g) for k, g in group(S, lambda r: r["house"]).items()}),
    best({k: mean(g, "nts") for k, g in group(S, lambda r: r["ch"]).items()}),
    best({x: len(inn(x, "shares site with")) for _, r, x in K if r == "shares site with"}),
    h["Castlemead"]["dogs"],
    "truck park" in out("Juniper Down", "has on site"),
    bool(facts("manager of", "Gwendolyn Ashcombe", "Longacre")),
    f["F40829"]["late"],
    [x for x in inn("Coast Stretch", "in area") if not inn(x, "runs")],
    inn("Central Stretch", "in area") - inn("truck park", "has on site"),
    len(col(S, "folio", lambda r: r["ch"] != "Website")),
    [x[0] for x in at("manager of", date(2015, 5, 15), tail="Whinfell")],
    [x[0] for x in in_year("forecourt lease at", 2005, tail="Longacre")],
    [x[0] for x in at("area manager of", date(2014, 6, 1), tail="Lakes Stretch")],
    [x[0] for x in at("shut for", date(2021, 9, 1))],
    step(facts("manager of", tail="Ravensholt"), 0, "Petronella Vaszary", -1),
    step(facts("manager of", tail="Tarnside"), 0, "Osgood Pilling", 1),
    step(facts("forecourt lease at", tail="Otterbourne"), 0, "Sunpump", -1),
    lasted(facts("manager of", "Cedric Bonamy", "Whinfell")[0]),
    next((x[4] - x[3]).days + 1 for x in facts("shut for", "Copperhill")),
    lasted(facts("manager of", "Viggo Brandeis")[0]),
    inn(area(runs("Nkechi Obiora")), "oversees"),
    {area(runs(x)) for x in inn("Maud Etherington", "trained under")},
    inn(runs("Idris Calloway"), "washes for"),
    {m for a in out("Renske Oudejans", "oversees") for x in inn(a, "in area") for m in inn(x, "runs")},
    h[runs("Dafina Kelmendi")]["beds"],
    sum(col(S, "tot", lambda r: r["house"] in inn("swimming pool", "has on site"))),
    area(f["F40409"]["house"]),
    best({x: h[x]["rate"] for x in inn("truck park", "has on site")}),
    [h[x]["opened"] for x in inn("Galloway Fuels", "shares site with")],
    col(H, "house", lambda r: r["bk"] == "-"),
    len(col(H, "house", lambda r: r["ref"] is None)),
    col(S, "folio", lambda r: r["paid"] == "-"),
    [],
    [],
    [],
    [],
    [],
    [],
]

def text(x):
    if isinstance(x, bool): return "yes" if x else "no"
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, (int, float)): return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".")
    return x


def gold(x):
    if isinstance(x, dict): return [f"{k} | {text(v)}" for k, v in sorted(x.items())]
    return sorted({text(v) for v in x}) if isinstance(x, (list, set, tuple)) else [text(x)]


if __name__ == "__main__":
    with open(os.path.join(HERE, "questions.jsonl"), encoding="utf-8") as file:
        for line, answer in zip(map(json.loads, file), ANSWERS, strict=True):
            if line["answers"] != gold(answer): print(line["id"], line["answers"], gold(answer))
