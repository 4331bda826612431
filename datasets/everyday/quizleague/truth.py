"""The gold answers of the quizleague questions, worked out from the files here; prints each line that is not the same."""
import json, os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, graphs, group, kg, known, lasted, mean, records, share, step, tkg


def num(s): return float(s) if s else None
def day(s): return datetime.strptime(s, "%d/%m/%Y").date()


M = [dict(wk=int(r["Wk"]), date=day(r["Date"]), home=r["Home"], away=r["Away"], h=num(r["H pts"]), a=num(r["A pts"]),
          setter=r["Setter"], qm=r["QM"], tie=r["Tie-break?"] == "yes", beer=r["Beer rd won by"], crowd=num(r["Crowd"]),
          over=r["Over at"], note=r["Notes"]) for r in records(HERE, "matches.csv")]
P = [dict(name=r["Player"], team=r["Team"], joined=day(r["Joined"]), born=num(r["Yr born"]), apps=int(r["Apps"]),
          pts=num(r["Indiv pts"]), best=r["Best subj"], worst=r["Worst subj"], subs=r["Subs paid"] == "yes",
          cap=r["Captain"] == "yes", job=r["Day job"], miles=num(r["Travels (miles)"])) for r in records(HERE, "players.csv")]
K, T = graphs(HERE, "quizleague")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
p = {r["name"]: r for r in P}
D = [m for m in M if m["h"] is not None]  # the matches that were played
W = Counter(m["home"] if m["h"] > m["a"] else m["away"] for m in D)
def col(rows, key, test): return [r[key] for r in rows if test(r)]
def n(rows, test): return len([r for r in rows if test(r)])
def tally(rows, key): return {k: len(x) for k, x in group(rows, lambda r: r[key]).items()}
def sums(rows, key, v): return {k: sum(known(x, v)) for k, x in group(rows, lambda r: r[key]).items()}
def game(home, away): return next(m for m in M if (m["home"], m["away"]) == (home, away))

ANSWERS = [  # in the order of questions.jsonl
    out("Bernard and Sons", "home pub"),
    set(col(M, "setter", lambda m: m["wk"] == 6)),
    p["Magnus Thorne"]["pts"],
    p["Zelda Brockhurst"]["job"],
    inn("dartboard", "has"),
    col(P, "name", lambda r: r["team"] == "Gravel Pit Seven"),
    col(P, "name", lambda r: r["best"] == "Sport"),
    inn("Hobblestone", "pours"),
    col(P, "name", lambda r: r["team"] == "Pickled Professors" and not r["subs"]),
    W["Mostly Harmful"],
    n(M, lambda m: m["tie"]),
    n(P, lambda r: r["joined"] < date(2010, 1, 1)),
    n(M, lambda m: m["qm"] == "Winston Ogilvie"),
    len(inn("Weavergate", "in district")),
    sums(P, "team", "pts")["Owls of Minerva"],
    sums(M, "home", "h")["Beige Alert"],
    sum(m["crowd"] for m in M if m["wk"] == 1),
    mean([r for r in P if r["team"] == "Rhubarb Thursday"], "miles"),
    mean([r for r in P if r["cap"]], "apps"),
    mean([m for m in M if m["home"] == "Third Pint Theory"], "h"),
    max(known(M, "a")),
    min(known(M, "h")),
    min(r["joined"] for r in P),
    best({r["name"]: r["miles"] for r in P}),
    best({r["name"]: r["pts"] for r in P}),
    best({x[0]: x[3] for x in now("captain of")}, low=True),
    best({x[0]: x[3] for x in now("behind the bar at")}, low=True),
    best({r["name"]: r["pts"] for r in P}, 3),
    best(W, 2),
    best(tally(D, "qm"), 2),
    best({x: p[x]["pts"] for x in ("Lorna Dalgleish", "Priya Raghavan")}),
    best({"Ferret & Bucket": game("Ferret & Bucket", "Third Pint Theory")["h"], "Third Pint Theory": game("Ferret & Bucket", "Third Pint Theory")["a"]}),
    best({x: tally(D, "beer")[x] for x in ("Rhubarb Thursday", "Beige Alert")}),
    best({x: facts("sponsor of", x)[0][3] for x in ("Crannock Ales", "Thwick Brewery")}, low=True),
    game("Pickled Professors", "Ferret & Bucket")["h"] - game("Pickled Professors", "Ferret & Bucket")["a"],
    W["Pickled Professors"] - W["Gravel Pit Seven"],
    len(inn("Crannock Ales", "pours")) - len(inn("Hobblestone", "pours")),
    share(P, lambda r: r["subs"]),
    share(D, lambda m: m["h"] > m["a"]),
    share(D, lambda m: m["beer"] == "shared"),
    dict(W),
    tally(M, "setter"),
    {x: len(inn(x, "in district")) for _, r, x in K if r == "in district"},
    best(sums(P, "team", "pts")),
    best(tally(P, "best")),
    best({k: mean(x, "h") for k, x in group(M, lambda m: m["setter"]).items()}),
    best(Counter(x[0] for x in facts("held the trophy") if x[0] != "Owls of Minerva")),
    p["Noor Siddiqui"]["subs"],
    "beer garden" in out("Red Lion", "has"),
    bool(facts("captain of", "Tarquin Bexley", "Ferret & Bucket")),
    heads("is mad about") - heads("used to play for"),
    {x for _, r, x in K if r == "landlord of"} - inn("dartboard", "has"),
    n(P, lambda r: r["team"] == "Nearly Knew That" and r["best"] != "Geography"),
    col(P, "name", lambda r: r["team"] == "Beige Alert" and r["pts"] < 30),
    [x[0] for x in in_year("league secretary of", 2010)],
    [x[0] for x in at("held the trophy", date(2023, 1, 1))],
    [x[2] for x in at("played home matches at", date(2018, 3, 15), "Ferret & Bucket")],
    step(facts("captain of", tail="Pickled Professors"), 0, "Abel Thackray", -1),
    step(facts("behind the bar at", tail="The Anchor"), 0, "Winnie Postlethwaite", 1),
    step(facts("sponsor of"), 0, "Thwick Brewery", 1),
    lasted(facts("captain of", "Bernard Lumley")[0]),
    lasted(facts("behind the bar at", "Gavin Strudwick", "Red Lion")[0]),
    lasted(facts("league secretary of", "Percy Outhwaite")[0]),
    {x for b in out("Rhubarb Thursday", "home pub") for x in inn(b, "landlord of")},
    {x for b in out("Beige Alert", "home pub") for x in out(b, "pours")},
    {x for b in inn("piano", "has") for x in inn(b, "home pub")},
    {x for s in inn("whisky", "is mad about") for x in out(s, "used to play for")},
    [p[x]["team"] for x in out("Keiko Amano", "married to")],
    n(P, lambda r: "The Copper Kettle" in out(r["team"], "home pub")),
    max(known([m for m in M if "Railway Tavern" in out(m["home"], "home pub")], "crowd")),
    [p[x[0]]["best"] for x in in_year("captain of", 2015, tail="Pickled Professors")],
    col(P, "name", lambda r: r["born"] is None),
    n(M, lambda m: m["h"] is None and m["a"] is None),
    col(P, "name", lambda r: r["job"] == "" and r["team"] in ("Third Pint Theory", "Bernard and Sons", "Ferret & Bucket")),
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
