#!/usr/bin/env python3
"""Computes every gold answer of the 'waterworks' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, iso, kg, mean, one, records, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    for u in ("£", ",", " m3", " MWh", " m", " h"): s = s.replace(u, "")
    return float(s) if s.strip() else None


S = rd("sites.csv")
for r in S:
    r["cap"], r["mwh"], r["value"], r["elev"] = num(r["Rated Capacity"]), num(r["Annual Energy"]), num(r["Book Value"]), num(r["Elevation"])
    r["pumps"], r["year"], r["insp"] = num(r["Pump Sets"]), int(r["Commissioned"]), day(r["Last Inspected"], "%d.%m.%Y")
    r["cls"], r["zone"], r["status"], r["grade"] = r["Asset Class"], r["Supply Zone"], r["Operational Status"], r["Condition Grade"]
SN = {r["Site"]: r for r in S}
J = rd("jobs.csv")
for r in J:
    r["d"], r["c"] = day(r["Raised"], "%d/%m/%Y"), iso(r["Closed Out"])
    r["cost"], r["out"], r["props"], r["zone"] = num(r["Net Cost (GBP)"]), num(r["Outage"]), num(r["Properties Hit"]), SN[r["Asset"]]["zone"]
JN = {r["Job No"]: r for r in J}
K, T = graphs(HERE, "waterworks")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


Q = []
q = asking("waterworks", Q)


# sanity of the data
ZONES = {r["zone"] for r in S}
assert len(SN) == len(S) == len({r["Site Code"] for r in S}) and len(JN) == len(J) and len(set(K)) == len(K)
assert set(SN) == heads("located in") and ZONES == heads("depot_in") == {f[0] for f in facts("zone_manager")} == {f[2] for f in facts("framework contractor for")}
for z in ZONES:
    for fs in (facts("zone_manager", z), facts("operated by", z), facts("framework contractor for", tail=z)):
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in J:
    assert r["Done By"] in ("In-house crew", one(at("framework contractor for", r["d"], tail=r["zone"]))[0])
    assert out(r["Duty Engineer"], "works from") == out(r["zone"], "depot_in") and (r["c"] is None) == (r["Result"] == "Open") and (r["c"] is None or r["d"] <= r["c"])
    assert r["cost"] is None or r["Result"] not in ("Open", "Cancelled")
def town(x): return one(out(x, "located in"))
def county(x): return one(out(town(x), "in county"))
raised = lambda y: [r for r in J if r["d"].year == y]
of = lambda s: [r for r in J if r["Asset"] == s]
names = lambda rows: [r["Site"] for r in rows]
nos = lambda rows: [r["Job No"] for r in rows]
cls = lambda c: [r for r in S if r["cls"] == c]
PS, RES, TOW, BOR, TW = (cls(c) for c in ("Pumping station", "Service reservoir", "Water tower", "Borehole", "Treatment works"))

# ------------------------------------------------------------------ lookup
q("lookup", "What is the rated capacity of Scree Side Reservoir in cubic metres?", "number", SN["Scree Side Reservoir"]["cap"], "sites: Rated Capacity")
q("lookup", "when was oxley water tower built", "number", SN["Oxley Water Tower"]["year"], "sites: Commissioned")
q("lookup", "Who was the duty engineer on WO-30147?", "values", [JN["WO-30147"]["Duty Engineer"]], "jobs: Duty Engineer of WO-30147")
q("lookup", "where does mere head treatment works get its water from", "values", out("Mere Head Treatment Works", "draws_from"), "KG: draws_from")
q("lookup", "site code for lobster quay pls", "values", [SN["Lobster Quay Pumping Station"]["Site Code"]], "sites: Site Code of Lobster Quay Pumping Station")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which pumping stations were commissioned before 1940?", "values", names(r for r in PS if r["year"] < 1940), "sites: Asset Class Pumping station, Commissioned < 1940")
q("filter_list", "List all sites with condition grade E.", "values", names(r for r in S if r["grade"] == "E"), "sites: Condition Grade E")
q("filter_list", "engineers with a diving ticket?", "values", inn("diving", "certified_in"), "KG: certified_in diving, read backwards")
q("filter_list", "job nos for every burst main in dunnock, all years", "values", nos(r for r in J if r["Fault"] == "Burst main" and r["zone"] == "Dunnock"),
  "jobs: Fault Burst main; sites: Supply Zone Dunnock")
q("filter_list", "Which jobs cost more than £20,000?", "values", nos(r for r in J if (r["cost"] or 0) > 20000), "jobs: Net Cost > 20000")

# ------------------------------------------------------------------ count
q("count", "How many jobs were raised in 2023?", "number", len(raised(2023)), "jobs: Raised in 2023")
q("count", "how many resevoirs have we got on the fallow coast", "number", sum(r["zone"] == "Fallow Coast" for r in RES), "sites: Service reservoir, Supply Zone Fallow Coast")
q("count", "How many sites are on standby?", "number", sum(r["status"] == "Standby" for r in S), "sites: Operational Status Standby")
q("count", "Sorry to bother you again. The insurers have been on the phone about vandals, and they would like to know how many times our sites were vandalised in "
  "the years 2022 and 2023 together. Could you count the jobs for me?", "number", sum(r["Fault"] == "Vandalism" for y in (2022, 2023) for r in raised(y)), "jobs: Fault Vandalism, Raised 2022 or 2023")
q("count", "number of hosepipe bans fallow coast has had so far", "number", len(facts("under restriction", "Fallow Coast", "hosepipe ban")), "TKG: under restriction hosepipe ban, counted")

# ------------------------------------------------------------------ sum
q("sum", "What is the total net cost of all jobs at Upper Hagg Reservoir?", "number", total(of("Upper Hagg Reservoir"), "cost"), "jobs: sum of Net Cost (empty left out)")
q("sum", "add up what all our water towers are worth on the books", "number", total(TOW, "value"), "sites: sum of Book Value, Water tower")
q("sum", "How much did Marchbank charge us, all told, for jobs raised in 2022?", "number", total([r for r in raised(2022) if r["Done By"] == "Marchbank Civils"], "cost"),
  "jobs: sum of Net Cost, Done By Marchbank Civils, Raised in 2022")

# ------------------------------------------------------------------ average
q("average", "What is the average net cost of a pump failure job?", "number", mean([r for r in J if r["Fault"] == "Pump failure"], "cost"), "jobs: mean Net Cost (empty left out), Fault Pump failure")
q("average", "avg elevation of the garth and tarn sites in metres", "number", mean([r for r in S if r["zone"] == "Garth & Tarn"], "elev"), "sites: mean Elevation, Supply Zone Garth & Tarn")
p1 = [r for r in J if r["Priority"] == "P1" and r["c"]]
q("average", "Take the P1s that have been closed out. From the day they were raised, how many days did it take on average to close them?", "number",
  sum((r["c"] - r["d"]).days for r in p1) / len(p1), "jobs: mean of Closed Out minus Raised, Priority P1")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest number of properties hit by a single job?", "number", max(r["props"] for r in J if r["props"] is not None), "jobs: max Properties Hit")
q("min_max", "year our oldest reservoir went into service?", "number", min(r["year"] for r in RES), "sites: min Commissioned, Service reservoir")
q("min_max", "when did somebody last raise a job for cwm corrie tretment works", "values", [max(r["d"] for r in of("Cwm Corrie Treatment Works"))], "jobs: latest Raised")

# ------------------------------------------------------------------ superlative
q("superlative", "Which reservoir holds the most water?", "values", best({r["Site"]: r["cap"] for r in RES}), "sites: highest Rated Capacity, Service reservoir")
q("superlative", "Which pumping station uses the most energy per year?", "values", best({r["Site"]: r["mwh"] for r in PS if r["mwh"] is not None}), "sites: highest Annual Energy, Pumping station")
q("superlative", "which of our sites sits lowest above the sea", "values", best({r["Site"]: r["elev"] for r in S}, low=True), "sites: lowest Elevation")
q("superlative", "what single job cost us an arm and a leg more than any other - number please", "values", best({r["Job No"]: r["cost"] for r in J if r["cost"] is not None}), "jobs: highest Net Cost")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three most valuable pumping stations by book value?", "values", best({r["Site"]: r["value"] for r in PS}, 3), "sites: three highest Book Value, Pumping station")
q("top_k", "two sites with teh most jobs pls", "values", best(Counter(r["Asset"] for r in J), 2), "jobs: rows per Asset, two largest")

# ------------------------------------------------------------------ comparison
q("comparison", "Which is older, Gallows Hill Reservoir or Nab Top Reservoir?", "values", best({x: SN[x]["year"] for x in ("Gallows Hill Reservoir", "Nab Top Reservoir")}, low=True), "sites: Commissioned of the two")
q("comparison", "dev chaudhari vs maureen tattersall - whos been on duty for more jobs?", "values", best({e: sum(r["Duty Engineer"] == e for r in J) for e in ("Dev Chaudhari", "Maureen Tattersall")}), "jobs: rows of the two engineers")
zm = {p: (one(facts("zone_manager", z, p))[4] - one(facts("zone_manager", z, p))[3]).days for z, p in (("Dunnock", "Archibald Finch"), ("Brackenhow", "Rosalba Ingham"))}
q("comparison", "Who lasted longer as zone manager, Archibald Finch in Dunnock or Rosalba Ingham in Brackenhow?", "values", best(zm), "TKG: lengths of the two zone_manager facts")

# ------------------------------------------------------------------ difference
q("difference", "How much higher is Pikeman's Water Tower than Fallowmouth Water Tower, in metres?", "number", SN["Pikeman's Water Tower"]["elev"] - SN["Fallowmouth Water Tower"]["elev"], "sites: difference of Elevation")
a, b = len(raised(2021)), len(raised(2022))
q("difference", "what's the gap between the numbr of jobs raised in 2021 and in 2022", "number", abs(a - b), "jobs: rows of the two years, subtracted")
q("difference", "esk weir works vs tarn foot works, difference in what theyre worth?", "number", abs(SN["Esk Weir Treatment Works"]["value"] - SN["Tarn Foot Treatment Works"]["value"]), "sites: difference of Book Value")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all jobs were done by the in-house crew?", "number", 100 * sum(r["Done By"] == "In-house crew" for r in J) / len(J), "jobs: share of rows Done By In-house crew")
q("percent", "what % of valve leaks only got a temprary fix", "number", 100 * sum(r["Result"] == "Temporary fix" for r in J if r["Fault"] == "Valve leak") / sum(r["Fault"] == "Valve leak" for r in J),
  "jobs: Fault Valve leak, share of Result Temporary fix")

# ------------------------------------------------------------------ group_by
q("group_by", "How many sites are there in each supply zone?", "table", Counter(r["zone"] for r in S), "sites: rows per Supply Zone")
q("group_by", "spend on jobs per year, by the date they were raised", "table", {y: total(v, "cost") for y, v in group(J, lambda r: r["d"].year).items()}, "jobs: sum of Net Cost per year of Raised")
q("group_by", "Would you be so kind as to tell me, for each asset class, what a site is worth on average according to the book value?", "table", {c: mean(v, "value") for c, v in group(S, lambda r: r["cls"]).items()}, "sites: mean Book Value per Asset Class")
q("group_by", "how many stations has each of the pump makers got its pumps in", "table", Counter(t for h, r, t in K if r == "pumps_made_by"), "KG: pumps_made_by, counted per maker")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which fault occurs most often in the job list?", "values", best(Counter(r["Fault"] for r in J)), "jobs: most rows per Fault")
q("group_superlative", "which zone had the most properties hit over 2024 (sum of all jobs raised that year)", "values", best({z: total(v, "props") for z, v in group(raised(2024), lambda r: r["zone"]).items()}),
  "jobs: 2024, sum of Properties Hit; sites: Supply Zone, largest")
q("group_superlative", "Leaving the in-house crew aside, which contractor have we paid the most?", "values",
  best({c: total(v, "cost") for c, v in group([r for r in J if r["Done By"] != "In-house crew"], lambda r: r["Done By"]).items()}), "jobs: sum of Net Cost per Done By without In-house crew, largest")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Hafod Water Tower have solar panels?", "boolean", "solar panels" in out("Hafod Water Tower", "equipped_with"), "KG: equipped_with of Hafod Water Tower")
q("yes_no", "has wf street pumping staton - wharf street i mean - got more than one pump set", "boolean", SN["Wharf Street Pumping Station"]["pumps"] > 1, "sites: Pump Sets of Wharf Street Pumping Station")
q("yes_no", "Did Kwame Boateng ever manage the Aldermere zone?", "boolean", bool(facts("zone_manager", "Aldermere", "Kwame Boateng")), "TKG: zone_manager fact")
q("yes_no", "was there a hosepipe ban in garth & tarn in 2022?", "boolean", bool(in_year("under restriction", 2022, "Garth & Tarn", "hosepipe ban")), "TKG: no hosepipe ban fact of Garth & Tarn")

# ------------------------------------------------------------------ negation
hit = {r["Asset"] for r in J}
q("negation", "Which sites have no job on record at all?", "values", [r["Site"] for r in S if r["Site"] not in hit], "sites without a row in jobs")
q("negation", "zones that never had a boil water notice", "values", [z for z in ZONES if not facts("under restriction", z, "boil water notice")], "TKG: zones without a boil water notice fact")
q("negation", "Which pumping stations are neither in service nor on standby?", "values", names(r for r in PS if r["status"] not in ("In service", "Standby")), "sites: Pumping station, other Operational Status")
q("negation", "how many jobs at osier holt pumping station weren't on trident's plate, i.e. got done by anyone else", "number", sum(r["Done By"] != "Trident Pipework" for r in of("Osier Holt Pumping Station")),
  "jobs: Osier Holt Pumping Station, Done By not Trident Pipework")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the zone manager of Eskholme on 1 January 2016?", "values", [one(at("zone_manager", date(2016, 1, 1), "Eskholme"))[2]], "TKG: zone_manager on 2016-01-01")
q("time_point", "who ran corrie vale's water in 1990, which outfit i mean", "values", [one(in_year("operated by", 1990, "Corrie Vale"))[2]], "TKG: operated by in 1990")
q("time_point", "Which contractor held the framework for Dunnock in March 2019?", "values", [one(at("framework contractor for", date(2019, 3, 15), tail="Dunnock"))[0]], "TKG: framework contractor for Dunnock in 2019-03")
q("time_point", "My late uncle was always on about the keepers up on the fells. Who was looking after Wether Fell Reservoir as keeper on Christmas Day 2014?", "values", [one(at("site keeper", date(2014, 12, 25), "Wether Fell Reservoir"))[2]], "TKG: site keeper on 2014-12-25")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was chief executive of Tarnfell Water before Lennart Ekdahl?", "values", [step(facts("chief_executive", "Tarnfell Water"), 2, "Lennart Ekdahl", -1)], "TKG: previous chief_executive")
q("before_after", "who stepped into leonora digbys shoes as manager of dunnock", "values", [step(facts("zone_manager", "Dunnock"), 2, "Leonora Digby", 1)], "TKG: next zone_manager of Dunnock")
q("before_after", "Which supplier brought the chlorine to Mere Head Treatment Works right before Aquanova?", "values", [step(facts("supplies_chlorine_to", tail="Mere Head Treatment Works"), 0, "Aquanova GmbH", -1)],
  "TKG: previous supplies_chlorine_to Mere Head Treatment Works")

# ------------------------------------------------------------------ duration
f = one(facts("zone_manager", "Garth & Tarn", "Edmund Braithwaite"))
q("duration", "How many full years was Edmund Braithwaite zone manager of Garth & Tarn?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "of the hosepipe bans on the whole patch, which zone's dragged on the longest?", "values", best({f: (f[4] - f[3]).days for f in facts("under restriction", tail="hosepipe ban")})[0][:1], "TKG: longest hosepipe ban fact, its zone")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is Chalk Pit Road Borehole?", "values", [county("Chalk Pit Road Borehole")], "KG: located in > in county")
q("multi_hop", "The station that feeds Oxley Water Tower: who made its pumps?", "values", {m for p in out("Oxley Water Tower", "fed by") for m in out(p, "pumps_made_by")}, "KG: fed by > pumps_made_by")
q("multi_hop", "who trained the person that trained Oluwaseun Bakkare", "values", {y for x in out("Oluwaseun Bakare", "trained_by") for y in out(x, "trained_by")}, "KG: trained_by > trained_by")

# ------------------------------------------------------------------ cross_source
JX = "WO-30486"
x = JN[JX]
q("cross_source", f"Who was the zone manager in charge of the zone of job {JX} on the day it was raised?", "values", [one(at("zone_manager", x["d"], x["zone"]))[2]], "jobs: Asset, Raised; sites: Supply Zone; TKG: zone_manager on that date")
q("cross_source", "What was the total cost of the jobs at sites in the county of Thornshire?", "number", total([r for r in J if county(r["Asset"]) == "Thornshire"], "cost"), "KG: located in > in county; jobs: sum of Net Cost")
q("cross_source", "how many jobs got raised in fallow coast under dorothea lanyon's watch as zone manager", "number", sum(bool(at("zone_manager", r["d"], "Fallow Coast", "Dorothea Lanyon")) for r in J if r["zone"] == "Fallow Coast"),
  "TKG: zone_manager interval; sites: Supply Zone; jobs: Raised")
q("cross_source", "Which contractors with their headquarters in Stanniforth or Sandry have done a job in Brackenhow or Eskholme since 2021?", "values",
  {r["Done By"] for r in J if r["zone"] in ("Brackenhow", "Eskholme")} & (inn("Stanniforth", "headquartered in") | inn("Sandry", "headquartered in")), "KG: headquartered in; sites: Supply Zone; jobs: Done By")
nord = inn("Nordpump", "pumps_made_by")
q("cross_source", "pump failures at stations with Nordpump pumps - how many altogether?", "number", sum(r["Fault"] == "Pump failure" and r["Asset"] in nord for r in J), "KG: pumps_made_by Nordpump; jobs: Fault Pump failure")
q("cross_source", "Who is the keeper nowdays at the biggest treatment works by capacity?", "values", [one(now("site keeper", best({r["Site"]: r["cap"] for r in TW})[0]))[2]], "sites: highest Rated Capacity, Treatment works; TKG: open site keeper")
q("cross_source", "whats the combined capacity of the reservoirs fed from mossgate pumping station, in m3? towers dont count", "number",
  total([r for r in RES if r["Site"] in inn("Mossgate Pumping Station", "fed by")], "cap"), "KG: fed by Mossgate; sites: Service reservoir, sum of Rated Capacity")

# ------------------------------------------------------------------ missing
q("missing", "For which sites is the annual energy missing?", "values", names(r for r in S if r["mwh"] is None), "sites: empty Annual Energy")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How hard is the water in Brackenhow?", "refuse", [], "no water hardness in any file")
q("unanswerable", "whats the phone number of the eskholme depot??", "refuse", [], "no phone numbers in any file")
assert not in_year("zone_manager", 1990, "Corrie Vale")
q("unanswerable", "Who managed the Corrie Vale zone in 1990?", "refuse", [], "TKG: the first zone_manager of Corrie Vale starts in 1999")
assert "Hag Moss Reservoir" not in SN
q("unanswerable", "capacity of Hag Moss reservoir in m3?", "refuse", [], "there is no site Hag Moss Reservoir")
q("unanswerable", "How many customers complained about the taste of their water last summer?", "refuse", [], "no complaints in any file")
q("unanswerable", "my water bill has gone up again, what is the avarage bill in aldermere", "refuse", [], "no customer bills in any file")
q("unanswerable", "How many lead pipes were replaced in Pell Green in 2022?", "refuse", [], "no lead pipes in any file")


finish(HERE, Q)
