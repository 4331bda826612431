"""Gold answers of the ropeaccess questions, computed from the two tables and the two graphs here. Prints what differs."""
import json, os, sys
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, graphs, group, kg, known, lasted, mean, records, share, step, tkg

GONE = ("n/a", "TBC", "ongoing", "")


def num(s): return None if s in GONE else float(s.replace("£", "").replace(",", ""))
def day(s): return None if s in GONE else datetime.strptime(s, "%d-%b-%y").date()


J = [dict(job=r["Job"], site=r["Site"], scope=r["Scope"], lead=r["L3 in charge"], start=day(r["Start"]), off=day(r["Off site"]),
          techs=int(r["Techs"]), hrs=num(r["Rope hrs"]), drop=int(r["Drop m"]), quote=num(r["Quote"]), inv=num(r["Final inv"]),
          wx=int(r["Wx days"]), rams=r["RAMS"] == "Y", snags=int(r["Snags"])) for r in records(HERE, "jobs.csv")]
G = [dict(tag=r["Tag"], what=r["What"], make=r["Make"], by=r["With"], first=day(r["First used"]), exam=day(r["Last exam"]),
          res=r["Result"], cost=num(r["Cost"]), kn=num(r["MBS kN"]), wt=num(r["Wt g"])) for r in records(HERE, "kit.csv")]
K, T = graphs(HERE, "ropeaccess")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
j, g = {r["job"]: r for r in J}, {r["tag"]: r for r in G}
def col(rows, key, test): return [r[key] for r in rows if test(r)]
def n(rows, test): return len([r for r in rows if test(r)])
def tally(rows, key): return {k: len(x) for k, x in group(rows, lambda r: r[key]).items()}
def fold(rows, key, v, how=sum): return {k: how(known(x, v)) for k, x in group(rows, lambda r: r[key]).items()}

ANSWERS = [  # in the order of questions.jsonl
    j["PL-1245"]["lead"],
    g["C248"]["by"],
    out("Union Mill Chimney", "belongs to"),
    j["PL-1350"]["drop"],
    col(G, "tag", lambda r: r["what"] == "Descender" and r["by"] == "store"),
    inn("confined space", "has ticket"),
    col(J, "job", lambda r: r["wx"] == 5),
    col(G, "tag", lambda r: r["what"] == "Harness" and r["res"] == "Fail"),
    inn("Dunmere", "stands in"),
    n(J, lambda r: r["lead"] == "Tomasz Wrobel"),
    n(J, lambda r: r["site"] == "Kestrel Wharf" and r["scope"] == "Window clean"),
    n(G, lambda r: r["what"] == "Helmet"),
    len(inn("Level 1", "certified to")),
    n(J, lambda r: r["start"].year == 2025 and r["techs"] == 6),
    fold(J, "scope", "quote")["Painting"],
    fold(J, "site", "hrs")["Northgate Silo"],
    sum(r["wx"] for r in J),
    fold(G, "by", "wt")["Kofi Mensah"],
    mean([r for r in G if r["what"] == "Harness"], "cost"),
    mean([r for r in J if r["scope"] == "Repointing"], "snags"),
    mean([r for r in J if r["lead"] == "Ingrid Falkenberg"], "techs"),
    max(known(J, "inv")),
    min(r["first"] for r in G),
    min(known([r for r in J if r["scope"] == "Reglaze"], "hrs")),
    best({r["job"]: r["quote"] for r in J}),
    best({r["tag"]: r["wt"] for r in G}),
    best({o: len(inn(o, "belongs to")) for _, r, o in K if r == "belongs to" and o != "Borough of Tarnley"}),
    best({x[0]: x[3] for x in now("held grade", tail="Level 3")}, low=True),
    best({r["job"]: r["hrs"] for r in J if r["hrs"] is not None}, 3),
    best(tally(J, "site"), 2),
    best({r["tag"]: r["cost"] for r in G}, 4),
    best({x: tally(J, "lead")[x] for x in ("Siobhan Tuohy", "Ingrid Falkenberg")}),
    best({x: g[x]["wt"] for x in ("B263", "B257")}, low=True),
    best({x: facts("framework deal with", x)[0][3] for x in ("Marlowe Estates", "Brightwater Utilities")}, low=True),
    j["PL-1317"]["inv"] - j["PL-1317"]["quote"],
    len(inn("Level 1", "certified to")) - len(inn("Level 3", "certified to")),
    tally(G, "what")["Static rope"] - tally(G, "what")["Harness"],
    max(col(G, "cost", lambda r: r["what"] == "Descender")) - min(col(G, "cost", lambda r: r["what"] == "Descender")),
    share(J, lambda r: not r["rams"]),
    share(G, lambda r: r["make"] == "Kordal"),
    share([r for r in J if r["off"]], lambda r: r["wx"] == 0),
    tally(J, "scope"),
    {x: len(inn(x, "works out of")) for _, r, x in K if r == "works out of"},
    fold(G, "make", "cost"),
    best(fold(J, "lead", "hrs")),
    best(fold(J, "scope", "snags", lambda x: sum(x) / len(x)), low=True),
    best({x: len(inn(x, "stands in")) for _, r, x in K if r == "stands in"}),
    j["PL-1221"]["rams"],
    "glazing" in out("Aoife Larkham", "has ticket"),
    bool(facts("framework deal with", "Greaves Brewing")),
    inn("Level 2", "certified to") - heads("has ticket"),
    inn("Tarnley", "stands in") - inn("Borough of Tarnley", "belongs to"),
    n(G, lambda r: r["by"] != "store"),
    col(G, "tag", lambda r: r["what"] == "Helmet" and r["res"] != "Pass"),
    [x[0] for x in in_year("safety manager of", 2010)],
    [x[2] for x in at("held grade", date(2012, 5, 1), "Gethin Prosser")],
    [x[0] for x in at("certified anchors of", date(2019, 7, 15), tail="Halcyon Tower")],
    step(facts("depot manager of", tail="Garside Yard"), 0, "Oluchi Brannigan", -1),
    step(facts("safety manager of"), 0, "Lorcan Mulvaney", 1),
    step(facts("certified anchors of", tail="The Prism"), 0, "Hollis Testing", 1),
    lasted(facts("depot manager of", "Hester Vandeleur")[0]),
    lasted(facts("held grade", "Marta Szabados", "Level 1")[0]),
    next((x[4].year - x[3].year) * 12 + x[4].month - x[3].month + 1 for x in facts("loaned to", "Sven Brattli")),
    {t for b in inn("Marlowe Estates", "belongs to") for t in out(b, "stands in")},
    {t for p in inn("Mossbank Depot", "works out of") & inn("Level 2", "certified to") for t in out(p, "has ticket")},
    {d for p in inn("drone pilot", "has ticket") for d in out(p, "works out of")},
    {o for b in inn("Scarholm", "stands in") for o in out(b, "belongs to")},
    out(j["PL-1344"]["site"], "belongs to"),
    sum(col(J, "quote", lambda r: "Greaves Brewing" in out(r["site"], "belongs to"))),
    n(G, lambda r: "Tollcross Unit" in out(r["by"], "works out of")),
    out(g["D222"]["by"], "certified to"),
    col(G, "tag", lambda r: r["exam"] is None),
    n(J, lambda r: r["inv"] is None),
    col(J, "job", lambda r: r["off"] is None),
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
