#!/usr/bin/env python3
"""Computes every gold answer of the 'blooddrive' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total, digits as num)


def rd(name): return records(HERE, name)
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "blooddrive")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("blooddrive", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

S = rd("sites.csv")
for r in S:
    r["beds"], r["sqft"], r["fee"], r["park"], r["mi"] = num(r["Max beds"]), num(r["Floor area (sq ft)"]), num(r["Day fee"]), num(r["Parking spots"]), num(r["Dist. to hub (mi)"])
    r["first"], r["insp"] = day(r["First drive"], "%m/%d/%Y"), day(r["Last insp."], "%m/%d/%Y")
SN = {r["Venue"]: r for r in S}
V = rd("drives.csv")
for r in V:
    r["d"] = day(r["Date"], "%m/%d/%Y")
    for k, c in dict(ap="Appts", wk="Walk-ins", df="Dfrd", wb="WB units", dr="2RBC", new="1st-timers", sn="Snacks").items(): r[k] = num(r[c])
VN = {r["Drive #"]: r for r in V}
assert len(VN) == len(V) and len(SN) == len(S) and {r["Venue"] for r in V} == set(SN)
for r in S: assert out(r["Venue"], "located_in") == {r["City"]}
DONE = [r for r in V if r["Status"] == "Done"]
CAN = [r for r in V if r["Status"].startswith("Cancelled")]
assert len(DONE) + len(CAN) == len(V)
yr = lambda y, rows=DONE: [r for r in rows if r["d"].year == y]
at_v = lambda v, rows=DONE: [r for r in rows if r["Venue"] == v]
nos = lambda rows: [r["Drive #"] for r in rows]
vs = lambda rows: [r["Venue"] for r in rows]
PR = "Prairie Rivers Blood Services"
RN = {r["Charge RN"] for r in V}
BUSES = heads("parked at")
assert RN <= heads("reports_to") and {r["Bus"] for r in V} - {""} == BUSES
county = lambda v: one(out(one(out(v, "located_in")), "in county"))
hub = lambda v: one(out(county(v), "served by hub"))

q("lookup", "Who is the contact person at the Tilden Elks Lodge?", "values", SN["Tilden Elks Lodge"]["Contact"], "sites: Contact")
q("lookup", "D5236, where was that one held", "values", VN["D5236"]["Venue"], "drives: Venue")
q("lookup", "What trauma level does St. Brendan Medical Center have?", "values", out("St. Brendan Medical Center", "trauma level"), "KG trauma level")
q("lookup", "what do they charge us for a day at prairie wind casino, $", "number", SN["Prairie Wind Casino"]["fee"], "sites: Day fee")
q("lookup", "Which company built Old Faithful?", "values", out("Old Faithful", "built by"), "KG built by")

q("filter_list", "Which venues are churches?", "values", vs(r for r in S if r["Type"] == "Church"), "sites: Type Church")
q("filter_list", "drives called off for weather, need the drive numbers", "values", nos(r for r in V if r["Status"] == "Cancelled - weather"), "drives: Status Cancelled - weather")
q("filter_list", "List the venues more than 30 miles from their hub.", "values", vs(r for r in S if r["mi"] > 30), "sites: Dist. to hub > 30")
q("filter_list", "who all has a class A cdl", "values", inn("CDL class A", "certified in"), "KG certified in CDL class A")
q("filter_list", "Types a B- patient can get red cells from?", "values", inn("B-", "can give red cells to"), "KG can give red cells to")

q("count", "How many drives were cancelled?", "number", len(CAN), "drives: Status Cancelled, all causes")
q("count", "how many drives did we finish at meridian mall", "number", len(at_v("Meridian Mall")), "drives: Venue, Status Done")
q("count", "How many hospitals does the Redfern Donor Center supply?", "number", len(inn("Redfern Donor Center", "Supplied By")), "KG Supplied By")
q("count", "Number of compleated drives with zero first-time donors?", "number", sum(r["new"] == 0 for r in DONE), "drives: 1st-timers 0 (empty is not zero), Done")

q("sum", "How many units of whole blood did we collect in 2023?", "number", total(yr(2023), "wb"), "drives: sum of WB units, 2023")
q("sum", "total spent on snacks at calvary temple drives", "number", total(at_v("Calvary Temple"), "sn"), "drives: sum of Snacks, Venue")
q("sum", "If we filled every site in Osage Point to the max, how many beds would that be altogether?", "number", total([r for r in S if r["City"] == "Osage Point"], "beds"), "sites: sum of Max beds, City")

q("average", "What is the average number of walk-ins at drives run by Rosa Delgadillo?", "number", mean([r for r in DONE if r["Charge RN"] == "Rosa Delgadillo"], "wk"), "drives: mean Walk-ins, Charge RN")
q("average", "avg floor area of the schools, sqft", "number", mean([r for r in S if r["Type"] == "School"], "sqft"), "sites: mean Floor area, Type School")
q("average", "On Clementine, how many people get deferred per drive on average?", "number", mean([r for r in DONE if r["Bus"] == "Clementine"], "df"), "drives: mean Dfrd, Bus")

q("min_max", "What was the highest number of whole blood units from a single drive?", "number", max(r["wb"] for r in DONE), "drives: max WB units")
q("min_max", "cheapest snack bill of 2022?", "number", min(r["sn"] for r in yr(2022)), "drives: min Snacks, 2022")
q("min_max", "When did we hold the most recent drive at New Lebanon Middle School?", "values", max(r["d"] for r in at_v("New Lebanon Middle School")), "drives: latest Date, Venue")

q("superlative", "Which venue is the farthest from its hub?", "values", best({r["Venue"]: r["mi"] for r in S}), "sites: largest Dist. to hub")
q("superlative", "biggest place we use by square footage", "values", best({r["Venue"]: r["sqft"] for r in S}), "sites: largest Floor area")
q("superlative", "Where did we start going first? The site with the earliest first drive, I mean.", "values", best({r["Venue"]: r["first"] for r in S}, low=True), "sites: earliest First drive")
q("superlative", "wich bus has the most beds", "values", best({b: num(one(out(b, "bed_count"))) for b in BUSES}), "KG largest bed_count (typo)")

q("top_k", "What are the three drives with the most appointments booked?", "values", best({r["Drive #"]: r["ap"] for r in V}, 3), "drives: three largest Appts")
q("top_k", "4 smallest venues, floor area wise", "values", best({r["Venue"]: r["sqft"] for r in S}, 4, low=True), "sites: four smallest Floor area")
q("top_k", "two venues with the largest whole blood total over the years?", "values", best({k: total(v, "wb") for k, v in group(DONE, lambda r: r["Venue"]).items()}, 2), "drives: two largest sums of WB units per Venue")

q("comparison", "Does Trinity Methodist or Harmony Grove Baptist have more floor space?", "values", best({v: SN[v]["sqft"] for v in ("Trinity Methodist", "Harmony Grove Baptist")}), "sites: Floor area of both")
q("comparison", "2022 vs 2023 - which year got us more whole blood", "values", best({str(y): total(yr(y), "wb") for y in (2022, 2023)}), "drives: sums of WB units of both years")
q("comparison", "Denise and Yolanda keep teasing each other. Who of the two, Kowalczyk or Pruitt, has been charge nurse on more completed drives?", "values", best({n: sum(r["Charge RN"] == n for r in DONE) for n in ("Denise Kowalczyk", "Yolanda Pruitt")}), "drives: Done rows of both Charge RNs")

q("difference", "How many more beds fit in Osage Point Community College than in Redfern Fire Station 2?", "number", SN["Osage Point Community College"]["beds"] - SN["Redfern Fire Station 2"]["beds"], "sites: Max beds subtracted")
q("difference", "day fee casino minus day fee mall", "number", SN["Prairie Wind Casino"]["fee"] - SN["Meridian Mall"]["fee"], "sites: Day fee subtracted")
q("difference", "By how many did walk-ins at D5103 differ from walk-ins at D5394?", "number", abs(VN["D5103"]["wk"] - VN["D5394"]["wk"]), "drives: Walk-ins subtracted")

q("percent", "What percentage of all scheduled drives ended up cancelled?", "number", share(V, lambda r: r in CAN), "drives: Cancelled over all rows")
q("percent", "pct of our sites that are ADA accessible", "number", share(S, lambda r: r["ADA ok?"] == "Y"), "sites: ADA ok? Y over all rows")
q("percent", "Of the drives on the schedule with a bus, what share used Ruby? In percent.", "number", share([r for r in V if r["Bus"]], lambda r: r["Bus"] == "Ruby"), "drives: Bus Ruby over rows with a Bus")

q("group_by", "How many venues do we have of each type?", "table", Counter(r["Type"] for r in S), "sites: rows per Type")
q("group_by", "whole blood units broken down by charge nurse", "table", {k: total(v, "wb") for k, v in group(DONE, lambda r: r["Charge RN"]).items()}, "drives: sum of WB units per Charge RN")
q("group_by", "hospitals per donor center they get their blood from", "table", Counter(t for h, r, t in K if r == "Supplied By"), "KG Supplied By, rows per tail")

q("group_superlative", "Which nurse has been in charge of the most drives, cancelled ones included?", "values", best(Counter(r["Charge RN"] for r in V)), "drives: most frequent Charge RN")
q("group_superlative", "which language besides english do most of our people speak", "values", best(Counter(t for h, r, t in K if r == "speaks")), "KG speaks: most frequent tail")
q("group_superlative", "What bus brought in the most double reds in total?", "values", best({k: total(v, "dr") for k, v in group([r for r in DONE if r["Bus"]], lambda r: r["Bus"]).items()}), "drives: largest sum of 2RBC per Bus")
q("group_superlative", "who donates snacks to the most venues?", "values", best(Counter(h for h, r, t in K if r == "donates snacks to")), "KG donates snacks to: most frequent head")

q("yes_no", "Is the Kessing Falls VFW ADA accessible?", "boolean", SN["Kessing Falls VFW"]["ADA ok?"] == "Y", "sites: ADA ok?")
q("yes_no", "can an A- donor give red cells to somebody who is O-", "boolean", "O-" in out("A-", "can give red cells to"), "KG can give red cells to")
q("yes_no", "Did we have any cancellation at Redfern State University Union?", "boolean", any(r["Venue"] == "Redfern State University Union" for r in CAN), "drives: Venue, Cancelled")
q("yes_no", "Was Gail Prentiss ever nurse supervisor in Pawley?", "boolean", bool(facts("nurse_supervisor_at", "Gail Prentiss", "Pawley Donor Center")), "TKG nurse_supervisor_at")

q("negation", "Which sites are not ADA accessible?", "values", vs(r for r in S if r["ADA ok?"] == "N"), "sites: ADA ok? N")
q("negation", "charge nurses w/o an apheresis certificate", "values", RN - inn("apheresis", "certified in"), "drives: Charge RN; KG certified in without apheresis")
q("negation", "Which drives of 2023 took place without one of our buses?", "values", nos(r for r in yr(2023) if not r["Bus"]), "drives: 2023, Done, Bus empty")
q("negation", "hospitals on our list that have no trauma level at all", "values", heads("Supplied By") - heads("trauma level"), "KG Supplied By without trauma level")

q("time_point", "Who was executive director on July 1, 2015?", "values", one(at("executive director of", date(2015, 7, 1)))[0], "TKG executive director of on that day")
q("time_point", "stock level of O neg on 9/15/2023?", "values", one(at("stock level", date(2023, 9, 15), "O-"))[2], "TKG stock level on that day")
q("time_point", "who drives Old Faithful now", "values", one(now("drives bus", tail="Old Faithful"))[0], "TKG open drives bus")
q("time_point", "Which lab did our testing in 2012?", "values", one(in_year("testing lab for", 2012))[0], "TKG testing lab for in 2012")

q("before_after", "Who was the recruiter for the Tilden Public Library before Carlos Menendez?", "values", step(facts("recruiter for", tail="Tilden Public Library"), 0, "Carlos Menendez", -1), "TKG recruiter for, the fact before")
q("before_after", "dr. fisk retired as medical director, then who came", "values", step(facts("medical director of"), 0, "Dr. Leonard Fisk", 1), "TKG medical director of, next fact")
q("before_after", "Whose name was on Ruby right before Sunflower Credit Union took over the sponsorship?", "values", step(facts("Sponsored by", "Ruby"), 2, "Sunflower Credit Union", -1), "TKG Sponsored by, the fact before")

q("duration", "For how many complete years was Harold Binkley executive director?", "number", lasted(one(facts("executive director of", "Harold Binkley"))), "TKG completed years")
q("duration", "how many full yrs did Bud Rasmussen drive Ruby", "number", lasted(one(facts("drives bus", "Bud Rasmussen", "Ruby"))), "TKG completed years (typo)")
q("duration", "Two labs did our testing before the present one. Which of them lasted longer?", "values", best({f[0]: days(f) for f in facts("testing lab for") if f[4]}), "TKG testing lab for, longest closed fact")

q("multi_hop", "Which county is Trinity Methodist in?", "values", county("Trinity Methodist"), "KG located_in, in county")
q("multi_hop", "hub that is responsible for the prairie wind casino", "values", hub("Prairie Wind Casino"), "KG located_in, in county, served by hub")
q("multi_hop", "Kevin Oyelaran's boss: who does she report to?", "values", out(one(out("Kevin Oyelaran", "reports_to")), "reports_to"), "KG reports_to twice")
q("multi_hop", "Which of the people under Nick Zamora live in Tilden?", "values", inn("Nick Zamora", "reports_to") & inn("Tilden", "lives_in"), "KG reports_to, lives_in")

q("cross_source", "How much whole blood, in units, came from drives in Dunmore County?", "number", total([r for r in DONE if county(r["Venue"]) == "Dunmore County"], "wb"), "KG located_in, in county; drives: sum of WB units")
q("cross_source", "who is the recruiter these days for the place where D5107 was held? oops no, D5103", "values", one(now("recruiter for", tail=VN["D5103"]["Venue"]))[0], "drives: Venue; TKG open recruiter for (detour)")
q("cross_source", "How many completed drives took place on buses built by Matheson Coach?", "number", sum(r["Bus"] in inn("Matheson Coach", "built by") for r in DONE), "KG built by; drives: Done rows")
q("cross_source", "Who was driving the bus used at D5117, going by the date?", "values", one(at("drives bus", VN["D5117"]["d"], tail=VN["D5117"]["Bus"]))[0], "drives: Date, Bus; TKG on that day")
q("cross_source", "walk-ins in total at the places that get snacks from Hometown Grocers", "number", total([r for r in DONE if r["Venue"] in out("Hometown Grocers", "donates snacks to")], "wk"), "KG donates snacks to; drives: sum of Walk-ins")

q("missing", "Which sites have no contact on file?", "values", vs(r for r in S if not r["Contact"]), "sites: Contact empty")
q("missing", "venues never inspected, or at least no inspection date entered", "values", vs(r for r in S if r["insp"] is None), "sites: Last insp. empty")

refuse("How many donors fainted at the Meridian Mall drives?", "no reactions in any file")
refuse("What is Marcus Tillery's hourly wage?", "no wages in any file")
refuse("medical director back in 1999?", "TKG: the first medical director fact starts in 2006")
refuse("how many units of whole blood did D5161 bring in", "there is no such drive")
refuse("Who sponsors Clementine today?", "TKG: the last Sponsored by fact of Clementine has ended")
assert "D5161" not in VN and not in_year("medical director of", 1999) and not now("Sponsored by", "Clementine")

finish(HERE, Q)
