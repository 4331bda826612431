#!/usr/bin/env python3
"""Computes every gold answer of the 'solar' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import csv, json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))


def rd(name, **kw):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f, **kw))


def num(s):
    for c in ("$", ",", "%", "kWp", "kWh", "h"):
        s = s.replace(c, "")
    return float(s.strip()) if s.strip() else None


V = rd("visits.csv")
for r in V:
    r["d"] = datetime.strptime(r["Visited on"], "%d-%b-%Y").date()
    r["h"], r["km"] = num(r["Time on site"]), int(r["Drive (km)"])
    r["inv"] = num(r["Invoice ($)"])
    r["score"] = int(r["Customer score (1-5)"]) if r["Customer score (1-5)"] else None
P = rd("plants.csv")
for r in P:
    r["kwp"], r["n"], r["bat"] = num(r["Peak power"]), int(num(r["Panels"])), num(r["Battery"])
    r["cost"], r["pr"] = num(r["Build cost"]), num(r["Performance ratio"])
    r["com"] = date.fromisoformat(r["Commissioned"])
PN = {r["Plant"]: r for r in P}
TSV = dict(delimiter="\t", quoting=csv.QUOTE_NONE)
K = [(r["head"], r["relation"], r["tail"]) for r in rd("solar.kg.tsv", **TSV)]
T = [(r["head"], r["relation"], r["tail"], date.fromisoformat(r["start"]),
      date.fromisoformat(r["end"]) if r["end"] else None) for r in rd("solar.tkg.tsv", **TSV)]
US = "Brightfell Solar"

# sanity of the data
assert len({r["Ticket"] for r in V}) == len(V) and len(PN) == len(P) == len({r["Site code"] for r in P})
assert all(r["Plant"] in PN and PN[r["Plant"]]["com"] < r["d"] for r in V)
assert len(set(K)) == len(K) and len(set(T)) == len(T)
TECHS = {h for h, r, t in K if r == "home_depot"}
MAKERS = {h for h, r, t in K if r == "makes"}
assert {r["Technician"] for r in V} <= TECHS
assert {r["Parts from"] for r in V} - {""} <= MAKERS and {r["Panel maker"] for r in P} <= MAKERS
assert all(f[0] in PN and f[3] >= PN[f[0]]["com"] for f in T if f[1] == "owned by")


def out(h, rel): return {t for a, r, t in K if a == h and r == rel}
def inn(t, rel): return {a for a, r, b in K if b == t and r == rel}
def one(xs):
    xs = list(xs)
    assert len(xs) == 1, xs
    return xs[0]
def at(rel, d, head=None, tail=None):
    return [f for f in T if f[1] == rel and head in (None, f[0]) and tail in (None, f[2])
            and f[3] <= d and (f[4] is None or d <= f[4])]
def facts(rel, head=None, tail=None):
    return sorted((f for f in T if f[1] == rel and head in (None, f[0]) and tail in (None, f[2])), key=lambda f: f[3])
def now(rel, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[4] is None]
def best(d, n=1, low=False):
    """keys of the n largest (or smallest) values; a tie at the border is an error"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]
def neighbour(rel, tail, who, step):
    """who held the post next to `who` in time"""
    fs = facts(rel, tail=tail)
    i = one(i for i, f in enumerate(fs) if f[0] == who) + step
    assert i >= 0
    return fs[i][0]
def cents(xs): return round(sum(round(x * 100) for x in xs if x is not None)) / 100
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def group(rows, key, val):
    g = defaultdict(list)
    for r in rows: g[key(r)].append(val(r))
    return g
def ticket(no): return one(r for r in V if r["Ticket"] == no)
def full_years(f): return f[4].year - f[3].year - ((f[4].month, f[4].day) < (f[3].month, f[3].day))
def length(f, today=date(2025, 11, 1)): return ((f[4] or today) - f[3]).days
def y(r): return r["d"].year
def diff(a, b):
    assert a > b, (a, b)
    return a - b
def nz(n):
    assert n > 0
    return n
def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".")
    return str(x)


Q = []
def q(kind, atype, question, fn, why): Q.append((kind, atype, question, fn, why))


# lookup
q("lookup", "values", "Whose panels are up on the Wool Exchange?", lambda: [PN["Wool Exchange"]["Panel maker"]],
  "plants: Panel maker of Wool Exchange")
q("lookup", "number", "T3140: how many hours were they on site for?", lambda: ticket("T3140")["h"], "visits: Time on site of T3140")
q("lookup", "values", "kirunavolt's mother company is...?", lambda: out("Kirunavolt", "parent_company"), "KG: Kirunavolt parent_company")
q("lookup", "values", "Where does Hal Mossop set off from in the morning? His base, I mean.", lambda: out("Hal Mossop", "home_depot"),
  "KG: Hal Mossop home_depot")
q("lookup", "values", "windmill meadow went live when", lambda: [PN["Windmill Meadow"]["com"]], "plants: Commissioned of Windmill Meadow")

# filter_list
q("filter_list", "values", "The reservoirs are running low, so we have to warn everybody whose panels sit on water. Tell me the plants.",
  lambda: [r["Plant"] for r in P if r["Mounting"] == "Floating"], "plants: Mounting Floating")
q("filter_list", "values", "ticket numbers of emergencies billed at over $2,500",
  lambda: [r["Ticket"] for r in V if r["Job"] == "Emergency call-out" and (r["inv"] or 0) > 2500], "visits: Job Emergency call-out, Invoice ($) > 2500")
q("filter_list", "values", "Somebody has to go under water at Salt Lagoon. Who is allowed to dive?", lambda: inn("diving", "licensed_for"),
  "KG: licensed_for diving")
q("filter_list", "values", "Kestle plants that nobody can watch from afar?",
  lambda: [r["Plant"] for r in P if r["District"] == "Kestle" and r["Remote monitoring"] == "no"], "plants: District Kestle, Remote monitoring no")
q("filter_list", "values", "we're out of fuses!! any manufacturers for those?", lambda: inn("fuses", "makes"), "KG: makes fuses")

# count
q("count", "number", "How many times in 2024 did a customer score us just 1 or 2?",
  lambda: nz(sum(y(r) == 2024 and r["score"] in (1, 2) for r in V)), "visits: 2024, Customer score 1 or 2")
q("count", "number", "how mnay plants can store power in a batery", lambda: sum(r["bat"] is not None for r in P), "plants: Battery not empty")
q("count", "number", "Number of trips Rukhsana has made out to the pier",
  lambda: nz(sum(r["Technician"] == "Rukhsana Dar" and r["Plant"] == "Pier Pavilion" for r in V)),
  "visits: Technician Rukhsana Dar, Plant Pier Pavilion")
q("count", "number", "Tern Grid looks after how many substations?", lambda: len(inn("Tern Grid", "operated by")), "KG: operated by Tern Grid")
q("count", "number", "Voltessa inverters age badly. Count me the plants that use them and were switched on before 2016.",
  lambda: nz(sum(r["Inverter maker"] == "Voltessa" and r["com"].year < 2016 for r in P)),
  "plants: Inverter maker Voltessa, Commissioned before 2016-01-01")

# sum
q("sum", "number", "Upper and lower barn at Abbey Farm: what did building the two set us back in all?",
  lambda: cents(PN[k]["cost"] for k in PN if k.startswith("Abbey Farm")), "plants: sum of Build cost of the two Abbey Farm plants")
q("sum", "number", "Doing Cem Yildirak's mileage claim for 2024... how many km did he clock up?",
  lambda: sum(r["km"] for r in V if r["Technician"] == "Cem Yildirak" and y(r) == 2024), "visits: sum of Drive (km), Cem Yildirak, 2024")
q("sum", "number", "If every carport ran flat out at the same moment, how many kWp would that make?",
  lambda: sum(round(r["kwp"] * 10) for r in P if r["Mounting"] == "Carport") / 10, "plants: sum of Peak power, Mounting Carport")

# average
q("average", "number", "typical customer score for quentin marsh-lowe (mean)",
  lambda: mean(r["score"] for r in V if r["Technician"] == "Quentin Marsh-Lowe"), "visits: mean Customer score of his rows, empty ones left out")
q("average", "number", "On average, how many hours does washing the panels keep us at a plant?",
  lambda: mean(r["h"] for r in V if r["Job"] == "Panel wash"), "visits: mean Time on site, Job Panel wash")
q("average", "number", "Averaged over the ground-mounted plants, what's the performance ratio?",
  lambda: mean(r["pr"] for r in P if r["Mounting"] == "Ground"), "plants: mean Performance ratio, Mounting Ground, empty ones left out")

# min_max
q("min_max", "number", "Smallest bill we ever wrote for a battery check, in dollars?",
  lambda: min(r["inv"] for r in V if r["Job"] == "Battery check" and r["inv"] is not None), "visits: lowest Invoice ($), Job Battery check")
q("min_max", "number", "furthest anyone's had to drive for one job?", lambda: max(r["km"] for r in V), "visits: highest Drive (km)")
q("min_max", "values", "I'd like to throw a birthday party for the day our very first plant began producing. Which date is it?",
  lambda: [min(r["com"] for r in P)], "plants: earliest Commissioned")

# superlative
q("superlative", "values", "Into which plant did the most money go?", lambda: best({r["Plant"]: r["cost"] for r in P}), "plants: highest Build cost")
q("superlative", "values", "roomiest battery in kestle, what site has it",
  lambda: best({r["Plant"]: r["bat"] for r in P if r["District"] == "Kestle" and r["bat"]}), "plants: District Kestle, largest Battery")
q("superlative", "values", "Whoever holds the most licences gets to host safety day. Who'll that be?",
  lambda: best(Counter(h for h, r, t in K if r == "licensed_for")), "KG: technician with most licensed_for facts")
q("superlative", "values", "Which depot has to make do with the fewest vans?",
  lambda: best({h: int(t) for h, r, t in K if r == "number_of_vans"}, low=True), "KG: smallest number_of_vans")
q("superlative", "values", "Of everything on a roof, what performs worst (ratio-wise)?",
  lambda: best({r["Plant"]: r["pr"] for r in P if r["Mounting"] == "Roof" and r["pr"]}, low=True), "plants: lowest Performance ratio, Mounting Roof")

# top_k
q("top_k", "values", "The three plants made of the most panels, please.", lambda: best({r["Plant"]: r["n"] for r in P}, 3), "plants: three highest Panels")
q("top_k", "values", "Steepest invoices of 2025 - just the top two tickets",
  lambda: best({r["Ticket"]: r["inv"] for r in V if y(r) == 2025 and r["inv"]}, 2), "visits: two highest Invoice ($) in 2025")

# comparison
tc = Counter(r["Technician"] for r in V)
q("comparison", "values", "lorna or jonty, who's gone out on more jobs", lambda: best({k: tc[k] for k in ("Lorna O'Shaughan", "Jonty Appleyard")}),
  "visits: rows of Lorna O'Shaughan and of Jonty Appleyard")
q("comparison", "values", "There are two Salt Lagoons, One and Two. Which has been running for longer?",
  lambda: best({k: PN[k]["com"] for k in ("Salt Lagoon One", "Salt Lagoon Two")}, low=True), "plants: earlier Commissioned of the two")
q("comparison", "values", "Wilhelmina Stroud has had two teams under her in her time. With which one did she stay longer?",
  lambda: best({f[2]: length(f) for f in facts("leader_of", head="Wilhelmina Stroud")}), "TKG: longer of her two leader_of periods")

# difference
q("difference", "number", "Marrow Plain One against Marrow Plain Two: what's the gap in peak power?",
  lambda: round(diff(PN["Marrow Plain Two"]["kwp"], PN["Marrow Plain One"]["kwp"]), 1), "plants: difference of the two Peak powers")
q("difference", "number", "How far ahead of firmware updates are inspections, counted in visits?",
  lambda: diff(sum(r["Job"] == "Inspection" for r in V), sum(r["Job"] == "Firmware update" for r in V)),
  "visits: rows with Job Inspection minus rows with Job Firmware update")
q("difference", "number", "Oyster Beds was dearer to build than Brickfield Pond - by what amount?",
  lambda: diff(PN["Oyster Beds Array"]["cost"], PN["Brickfield Pond"]["cost"]), "plants: difference of the two Build costs")

# percent
q("percent", "number", "After what % of visits do we have to go back again?",
  lambda: 100 * sum(r["Result"] == "Return visit" for r in V) / len(V), "visits: Result Return visit over all rows")
custom = [r for r in V if r["Plant"] == "Customs House"]
q("percent", "number", "Looking only at the Custom House: Bronagh Keeley did which percentage of the visits there?",
  lambda: 100 * nz(sum(r["Technician"] == "Bronagh Keeley" for r in custom)) / len(custom), "visits: rows of Bronagh Keeley at Customs House over all rows there")

# group_by
q("group_by", "table", "inverter brands + how many plants have each", lambda: Counter(r["Inverter maker"] for r in P), "plants: rows per Inverter maker")
q("group_by", "table", "Could you split everything we've invoiced by calendar year?",
  lambda: {k: cents(v) for k, v in group(V, y, lambda r: r["inv"]).items()}, "visits: sum of Invoice ($) per year of Visited on")
q("group_by", "table", "Depot by depot, how many technicians call it home?", lambda: Counter(t for h, r, t in K if r == "home_depot"),
  "KG: number of technicians per home_depot")
q("group_by", "table", "What's the biggest amount we've charged for every sort of job?",
  lambda: {k: max(x for x in v if x is not None) for k, v in group(V, lambda r: r["Job"], lambda r: r["inv"]).items()},
  "visits: highest Invoice ($) per Job")

# group_superlative
q("group_superlative", "values", "Which plant keeps calling us out? The one with the most visits.", lambda: best(Counter(r["Plant"] for r in V)),
  "visits: most rows per Plant")
q("group_superlative", "values", "where did we sink the most into construction, by district",
  lambda: best({k: sum(v) for k, v in group(P, lambda r: r["District"], lambda r: r["cost"]).items()}), "plants: highest sum of Build cost per District")
q("group_superlative", "values", "Employee of the year 2024 goes to the technician with the most hours on site. Who wins?",
  lambda: best({k: sum(v) for k, v in group([r for r in V if y(r) == 2024], lambda r: r["Technician"], lambda r: r["h"]).items()}),
  "visits: highest sum of Time on site in 2024 per Technician")

# yes_no
q("yes_no", "boolean", "Can I send Farouk Benhaddou to a high-voltage job?", lambda: "high voltage" in out("Farouk Benhaddou", "licensed_for"),
  "KG: Farouk Benhaddou licensed_for high voltage")
q("yes_no", "boolean", "Any Ohmfeld inverters up in Upper Wend?",
  lambda: any(r["District"] == "Upper Wend" and r["Inverter maker"] == "Ohmfeld & Sons" for r in P), "plants: a row with both")
q("yes_no", "boolean", "has anyone of us ever been round to fix something at the Curlew Inn", lambda: any(r["Plant"] == "Curlew Inn" for r in V),
  "visits: no row for Curlew Inn")
q("yes_no", "boolean", "Lake Ombra: still Orbis property at Christmas 2021?",
  lambda: bool(at("owned by", date(2021, 12, 25), head="Lake Ombra Floating", tail="Orbis Renewables")), "TKG: owned by on 2021-12-25 is another owner")

# negation
q("negation", "values", "Which plants haven't we been to a single time?", lambda: set(PN) - {r["Plant"] for r in V}, "plants without a row in visits")
q("negation", "values", "Makers standing on their own feet, no parent company behind them?",
  lambda: {m for m in MAKERS if not out(m, "parent_company")}, "KG: heads of makes without parent_company")
q("negation", "number", "How many of the visits in 2023 were anywhere but on a roof?",
  lambda: sum(y(r) == 2023 and PN[r["Plant"]]["Mounting"] != "Roof" for r in V), "visits in 2023 whose plant has a Mounting other than Roof")
q("negation", "values", "Some of the technicians have no licence for anything. Who are they?",
  lambda: {t for t in TECHS if not out(t, "licensed_for")}, "KG: technicians (home_depot) without licensed_for")

# time_point
q("time_point", "values", "valentine's day 2015, boss of team otter?", lambda: [f[0] for f in at("leader_of", date(2015, 2, 14), tail="Team Otter")],
  "TKG: leader_of Team Otter on 2015-02-14")
q("time_point", "values", "In whose hands was Windmill Meadow in July 2019?",
  lambda: [f[2] for f in at("owned by", date(2019, 7, 1), head="Windmill Meadow")], "TKG: owned by in July 2019")
q("time_point", "values", "Who all was delivering to Noonday Installers on the last day of 2019?",
  lambda: [f[0] for f in at("supplier_of", date(2019, 12, 31), tail="Noonday Installers")], "TKG: supplier_of Noonday Installers on 2019-12-31")
q("time_point", "values", "Back on 1/1/2016 Brightfell's CEO was who?", lambda: [f[0] for f in at("chief executive of", date(2016, 1, 1), tail=US)],
  "TKG: chief executive of Brightfell Solar on 2016-01-01")

# before_after
q("before_after", "values", "Whose chair at Ridgeway did Sunniva Holt inherit?", lambda: [neighbour("runs depot", "Ridgeway Depot", "Sunniva Holt", -1)],
  "TKG: previous 'runs depot' Ridgeway Depot")
q("before_after", "values", "Hanne Lykke gave up Badger at some point, who got it next?", lambda: [neighbour("leader_of", "Team Badger", "Hanne Lykke", 1)],
  "TKG: next leader_of Team Badger")
q("before_after", "values", "New Noonday suppliers after 1 Jan 2019, please. I only care about those that began later than that day.",
  lambda: [f[0] for f in facts("supplier_of", tail="Noonday Installers") if f[3] > date(2019, 1, 1)], "TKG: supplier_of Noonday Installers with start after 2019-01-01")

# duration
q("duration", "number", "How long did Leocadia Brandt last as chief exec, in completed years?",
  lambda: full_years(one(facts("chief executive of", head="Leocadia Brandt"))), "TKG: full years of her chief executive period")
q("duration", "values", "Lake Ombra has changed hands a few times. Who got rid of it soonest after buying it?",
  lambda: best({f[2]: length(f) for f in facts("owned by", head="Lake Ombra Floating")}, low=True), "TKG: shortest owned by period (the open one is longer too)")

# multi_hop
q("multi_hop", "values", "Solvanta belongs to somebody, and I don't mean where the factory is: in what country does that somebody sit?",
  lambda: out(one(out(one(out("Solvanta", "parent_company")), "headquartered in")), "city_in"), "KG: parent_company, headquartered in, city_in")
q("multi_hop", "values", "grid operator behind tannery yard's substation?", lambda: out(one(out("Tannery Yard", "feeds_into")), "operated by"),
  "KG: feeds_into, operated by")
q("multi_hop", "values", "Abel Thornquist likes to say he has grandchildren here: people taught by people he taught. Name them.",
  lambda: {g for c in inn("Abel Thornquist", "trained by") for g in inn(c, "trained by")}, "KG: trained by, two steps back")

# cross_source
def led(district, d): return [f[0] for f in at("leader_of", d, tail=one(inn(district, "covers_district")))]
q("cross_source", "values", "Remember when Fallow Library got connected? Who led the team in charge of that district back then?",
  lambda: led(PN["Fallow Library"]["District"], PN["Fallow Library"]["com"]),
  "plants: District and Commissioned; KG: covers_district; TKG: leader_of on that date")
q("cross_source", "number", "how much have we invoiced so far for plants the plainsfolk co-op owns nowadays",
  lambda: cents(r["inv"] for r in V if r["Plant"] in {f[0] for f in now("owned by", tail="Plainsfolk Energy Co-op")}),
  "TKG: open owned by Plainsfolk Energy Co-op; visits: sum of Invoice ($)")
q("cross_source", "number", "Parts from the Halden Industries family: on how many visits did we use any?",
  lambda: nz(sum(r["Parts from"] in inn("Halden Industries", "parent_company") for r in V)), "KG: parent_company Halden Industries; visits: Parts from")
q("cross_source", "values", "Of the people who have been out to Salt Lagoon One on a job, which have led a team at any time, now or earlier?",
  lambda: {r["Technician"] for r in V if r["Plant"] == "Salt Lagoon One"} & {f[0] for f in facts("leader_of")},
  "visits: technicians at Salt Lagoon One; TKG: leader_of, any period")
q("cross_source", "values", "Plain Road Substation might go dark on Sunday. Which plants hooked up to it have no battery to fall back on?",
  lambda: [p for p in inn("Plain Road Substation", "feeds_into") if PN[p]["bat"] is None], "KG: feeds_into; plants: Battery empty")
q("cross_source", "number", "How often was a visit done by someone from another depot than the one the district is served from?",
  lambda: nz(sum(out(r["Technician"], "home_depot") != out(PN[r["Plant"]]["District"], "served from") for r in V)),
  "visits: Technician and Plant; plants: District; KG: home_depot and served from differ")
q("cross_source", "values", "What country do the panels of our youngest plant come from, judging by where their maker has its HQ?",
  lambda: out(one(out(PN[one(best({r["Plant"]: r["com"] for r in P}))]["Panel maker"], "headquartered in")), "city_in"),
  "plants: latest Commissioned, Panel maker; KG: headquartered in, city_in")
q("cross_source", "number", "Spare inverters could become a headache: how many plants have one from a maker that doesn't supply Brightfell any more?",
  lambda: nz(sum(bool(facts("supplier_of", r["Inverter maker"], US)) and not now("supplier_of", r["Inverter maker"], US) for r in P)),
  "TKG: makers with only closed supplier_of Brightfell Solar facts; plants: Inverter maker")

# missing
q("missing", "values", "performance ratio still blank for which plants?", lambda: [r["Plant"] for r in P if r["pr"] is None], "plants: empty Performance ratio")

# unanswerable
q("unanswerable", "refuse", "Was Ilka Vörös off sick a lot last winter? How many days?", lambda: [], "no sick leave in any file")
q("unanswerable", "refuse", "fuel cost of the trip for T3100?", lambda: [], "visits has the kilometres, no fuel cost")
q("unanswerable", "refuse", "Who did the Curlew Inn plant belong to in 2023?", lambda: [], "the TKG has no owner of Curlew Inn")
q("unanswerable", "refuse", "Up to what wind speed may we work on the roof of Tern Arena?", lambda: [], "no wind limits in any file")
q("unanswerable", "refuse", "I need to speak to the leader of Team Falcon, what's the name?", lambda: [], "there is no Team Falcon")


def main():
    lines = []
    for i, (kind, atype, text, fn, why) in enumerate(Q, 1):
        a = fn()
        if atype == "boolean": a = ["yes" if a else "no"]
        elif atype == "table": a = [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
        elif isinstance(a, (list, set, tuple)): a = sorted({fmt(x) for x in a})
        else: a = [fmt(a)]
        assert (atype == "refuse") == (a == []), text
        assert atype not in ("number", "boolean") or len(a) == 1
        lines.append(json.dumps({"id": f"solar-{i:02d}", "question": text, "kind": kind, "answer_type": atype, "answers": a, "why": why},
                                ensure_ascii=False))
    body = "\n".join(lines) + "\n"
    path = os.path.join(HERE, "questions.jsonl")
    if "--check" in sys.argv:
        ok = open(path, encoding="utf-8").read() == body
        print("same" if ok else "DIFFERENT")
        sys.exit(not ok)
    with open(path, "w", encoding="utf-8") as f:
        f.write(body)
    print(len(lines), dict(Counter(k for k, *_ in Q)))


if __name__ == "__main__":
    main()
