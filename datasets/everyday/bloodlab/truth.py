"""Computes the gold answer of every bloodlab question from the files of this folder and prints the lines that differ."""
import json, os, sys
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, graphs, group, kg, known, lasted, mean, records, share, step, tkg


def num(s): return float(s) if s else None


S = [dict(no=r["Lab no"], rec=datetime.strptime(r["Received"], "%Y-%m-%d %H:%M"), src=r["From"], drawn=r["Drawn"], test=r["Test"],
          prio=r["Prio"], tat=num(r["TAT min"]), res=num(r["Result"]), flag=r["Flag"], hi=int(r["HI"]), rej=r["Rejected"],
          phoned=r["Phoned"] == "1") for r in records(HERE, "samples.csv")]
A = [dict(code=r["Code"], test=r["Test"], sect=r["Sect"], cap=r["Tube cap"], ana=r["Analyser"], unit=r["Unit"], lo=num(r["Ref lo"]),
          hi=num(r["Ref hi"]), tgt=num(r["Target TAT (h)"]), stab=num(r["Stab 4C (d)"]), fee=num(r["Tariff"]),
          acc=date.fromisoformat(r["Accred since"]) if r["Accred since"] else None, vol=num(r["Min vol µL"]))
     for r in records(HERE, "assays.csv")]
K, T = graphs(HERE, "bloodlab")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
s, a = {r["no"]: r for r in S}, {r["test"]: r for r in A}
def col(rows, key, test): return [r[key] for r in rows if test(r)]
def n(rows, test): return len([r for r in rows if test(r)])
def tally(rows, key): return {k: len(x) for k, x in group(rows, lambda r: r[key]).items()}
def means(rows, key, v): return {k: mean(x, v) for k, x in group([r for r in rows if r[v] is not None], lambda r: r[key]).items()}

ANSWERS = [  # in the order of questions.jsonl
    inn("IMMU", "heads"),
    s["26-4368"]["res"],
    a["Ammonia"]["cap"],
    out("Copper", "sent away to"),
    a["D-dimer"]["fee"],
    col(S, "no", lambda r: r["rej"] == "clotted"),
    inn("night shift", "on"),
    col(A, "test", lambda r: r["ana"] == "Spectra Nord"),
    inn("Hall B", "stands in"),
    n(S, lambda r: r["src"] == "Emergency Dept"),
    n(S, lambda r: r["rej"] == "haemolysed"),
    n(S, lambda r: r["rec"].date() == date(2026, 2, 9)),
    n(A, lambda r: r["cap"] == "lilac"),
    len(out("Redline Couriers", "collects from")),
    sum(col(A, "fee", lambda r: r["sect"] == "COAG")),
    sum(known([r for r in S if r["prio"] == "stat"], "tat")),
    sum(a[x]["vol"] for x in ("Sodium", "Potassium", "Chloride")),
    mean([r for r in S if r["prio"] == "rout"], "tat"),
    mean([r for r in A if r["sect"] == "ENDO"], "fee"),
    mean([r for r in S if r["test"] == "Troponin T"], "tat"),
    mean([r for r in S if r["rej"] == "haemolysed"], "hi"),
    max(known(S, "tat")),
    min(known([r for r in S if r["test"] == "Potassium"], "res")),
    min(known(A, "acc")),
    best({r["test"]: r["fee"] for r in A}),
    best({r["no"]: r["hi"] for r in S}),
    best({x[0]: x[3] for x in now("head of")}),
    best(tally(S, "test"), 3),
    best(tally(S, "src"), 2),
    best({r["test"]: r["vol"] for r in A}, 3),
    best({x: a[x]["fee"] for x in ("Ferritin", "Cobalamin")}, low=True),
    best({x: tally(S, "src")[x] for x in ("Dialysis Unit", "Maternity Ward")}),
    best({x: facts("in routine use in", x)[0][3] for x in ("Corvus 800", "Haemalux Duo")}, low=True),
    best({x: s[x]["tat"] for x in ("26-4134", "26-4316")}, low=True),
    tally(A, "sect")["CHEM"] - tally(A, "sect")["ENDO"],
    means(S, "prio", "tat")["rout"] - means(S, "prio", "tat")["stat"],
    len(inn("Veldt Diagnostics", "made by")) - len(inn("Asterion Medical", "made by")),
    share(S, lambda r: r["rej"]),
    share([r for r in S if r["test"] == "TSH" and r["res"] is not None], lambda r: r["flag"]),
    share(A, lambda r: r["acc"]),
    tally([r for r in S if r["rej"]], "rej"),
    tally(A, "sect"),
    means(S, "prio", "tat"),
    {x: len(inn(x, "rostered in")) for _, r, x in K if r == "rostered in"},
    best(tally([r for r in S if r["rej"]], "src")),
    best(means(A, "sect", "fee")),
    best({x: len(inn(x, "sent away to")) for _, r, x in K if r == "sent away to"}),
    s["26-4212"]["phoned"],
    "Brightcell" in out("Clotwise 5", "made by"),
    a["Vitamin D"]["acc"] is not None,
    bool(facts("customer of", "Swallow Health Centre")),
    {x for x in heads("made by") if not inn(x, "key operator of")},
    {x for x in heads("located in") if not inn(x, "collects from")},
    n(A, lambda r: r["sect"] == "IMMU" and r["ana"] != "Spectra Nord"),
    [x[0] for x in in_year("head of", 2012, tail="HAEM")],
    [x[0] for x in at("quality manager of", date(2019, 10, 1))],
    [x[0] for x in at("in routine use in", date(2010, 5, 15), tail="CHEM")],
    step(facts("head of", tail="ENDO"), 0, "Dr. Philippa Stanmore", -1),
    [x[0] for x in facts("in routine use in", tail="HAEM") if (x[3] - facts("in routine use in", "Bloodmaster")[0][4]).days == 1],
    step(facts("quality manager of"), 0, "Veronique Maas", 1),
    lasted(facts("head of", "Dr. Rosamund Teague", "COAG")[0]),
    next((x[4] - x[3]).days + 1 for x in facts("out of order because of", "Immunor XR")),
    lasted(facts("in routine use in", "Modula P")[0]),
    {h for x in out("Chiara Bellandi", "key operator of") for h in out(x, "stands in")},
    {m for x in inn("Hall A", "stands in") for m in out(x, "made by")},
    {x for p in inn("late shift", "on") for x in out(p, "rostered in")},
    {x for p in out("Nimbus Runs", "collects from") for x in out(p, "located in")},
    n(S, lambda r: r["src"] in out("Nimbus Runs", "collects from")),
    inn(a["Lipase"]["ana"], "key operator of"),
    n(S, lambda r: a[r["test"]]["sect"] == "COAG"),
    sum(a[x]["fee"] for x in inn("Kestner Institute", "sent away to")),
    col(S, "no", lambda r: r["drawn"] == "" and r["src"] == "Emergency Dept"),
    col(A, "test", lambda r: r["stab"] is None),
    n(A, lambda r: r["sect"] == "CHEM" and r["acc"] is None),
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
