#!/usr/bin/env python3
"""Computes every gold answer of the 'buses' domain from the four data files.
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


K, T = graphs(HERE, "buses")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))

Q = []
q = asking("buses", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

Rt = rd("routes.csv")
for r in Rt:
    r["km"], r["pvr"], r["hw"], r["fare"], r["pax"], r["s"] = num(r["Len (km)"]), num(r["PVR"]), num(r["Peak hdwy (min)"]), num(r["Fare KSh"]), num(r["Pax/day"]), day(r["Since"], "%b-%Y")
RN = {r["Rte"]: r for r in Rt}
I = rd("incidents.csv")
for r in I:
    r["d"], r["late"], r["inj"], r["cost"] = day(r["Date"], "%d-%m-%Y"), num(r["Delay (min)"]), num(r["Inj."]), num(r["Repair (KSh)"])
IN = {r["Inc. ref"]: r for r in I}
assert len(IN) == len(I) and len(RN) == len(Rt)
BUS, DRV = heads("model"), heads("shift")
assert {r["Fleet no."] for r in I} <= BUS and {r["Driver"] for r in I} <= DRV and {r["Rte"] for r in I} <= set(RN)
for r in I: assert out(r["Fleet no."], "based_at_depot") == {RN[r["Rte"]]["Depot"]} and on("drives from", r["d"], r["Driver"])[2] == RN[r["Rte"]]["Depot"]
for f in now("fare set at"): assert num(f[2]) == RN[f[0]]["fare"]
refs = lambda rows: [r["Inc. ref"] for r in rows]
rts = lambda rows: [r["Rte"] for r in rows]
ty = lambda t: [r for r in I if r["Incident"] == t]
drv = lambda n: [r for r in I if r["Driver"] == n]
rte = lambda n: [r for r in I if r["Rte"] == n]
model = lambda b: one(out(b, "model"))
power = lambda b: one(out(model(b), "powered by"))
depot = lambda b: one(out(b, "based_at_depot"))

q("lookup", "What is the fare on Route 111?", "number", RN["Route 111"]["fare"], "routes: Fare KSh")
q("lookup", "number plate of HI33", "values", out("HI33", "has_registration"), "KG has_registration")
q("lookup", "Who was driving in INC/23/817?", "values", IN["INC/23/817"]["Driver"], "incidents: Driver")
q("lookup", "when does the first bus leave on Route 70", "values", RN["Route 70"]["First bus"], "routes: First bus")
q("lookup", "How many seats has a Scania F310?", "number", int(one(out("Scania F310", "seats"))), "KG seats")
q("filter_list", "Which routes run out of Ruaraka Depot?", "values", rts(r for r in Rt if r["Depot"] == "Ruaraka Depot"), "routes: Depot")
q("filter_list", "routes over 20 km long", "values", rts(r for r in Rt if r["km"] > 20), "routes: Len > 20")
q("filter_list", "Which incidents are still open on Route 33?", "values", refs(r for r in rte("Route 33") if r["Status"] == "open"), "incidents: Rte, Status open")
q("filter_list", "The fuel went missing again... ref numbers of all the fuel thefts so far", "values", refs(ty("Fuel theft")), "incidents: Incident Fuel theft")
q("filter_list", "night service - which rotues have it?", "values", rts(r for r in Rt if r["Night svc"] == "Y"), "routes: Night svc Y (typo)")
q("filter_list", "What electric buses do we have? Fleet numbers.", "values", [b for b in BUS if power(b) == "electric"], "KG model, powered by")
q("count", "How many punctures were there in 2023?", "number", sum(r["d"].year == 2023 for r in ty("Puncture")), "incidents: Puncture, Date in 2023")
q("count", "how many of our routes terminate at Railways", "number", sum(r["To"] == "Railways" for r in Rt), "routes: To")
q("count", "How many buses are based at Donholm Depot?", "number", len(inn("Donholm Depot", "based_at_depot")), "KG based_at_depot")
q("count", "incidents kevin barasa was involved in, count", "number", len(drv("Kevin Barasa")), "incidents: rows of Driver")
q("count", "Passenger falls: on how many of them was the weather dry?", "number", sum(r["Wx"] == "dry" for r in ty("Passenger fall")), "incidents: Passenger fall, Wx dry")
q("sum", "What did all breakdowns together cost in repairs?", "number", total(ty("Breakdown"), "cost"), "incidents: sum of Repair, Breakdown")
q("sum", "total daily passengers, kilimani depot routes", "number", total([r for r in Rt if r["Depot"] == "Kilimani Depot"], "pax"), "routes: sum of Pax/day, Depot")
q("sum", "Add up the injured of 2024.", "number", total([r for r in I if r["d"].year == 2024], "inj"), "incidents: sum of Inj., Date in 2024")
q("average", "What's the average delay caused by a breakdown, in minutes?", "number", mean(ty("Breakdown"), "late"), "incidents: mean Delay, Breakdown")
q("average", "mean route length in km", "number", mean(Rt, "km"), "routes: mean Len")
q("average", "A minor collision, what does it set us back in repairs on average? Ignore those without a figure.", "number", mean(ty("Minor collision"), "cost"), "incidents: mean Repair, Minor collision")
q("min_max", "What is the highest repair bill so far?", "number", max(r["cost"] for r in I if r["cost"]), "incidents: max Repair")
q("min_max", "cheapest fare anywhere in the network (KSh)", "number", min(r["fare"] for r in Rt), "routes: min Fare")
q("min_max", "When was the last incident on Route 4A?", "values", max(r["d"] for r in rte("Route 4A")), "incidents: latest Date, Rte")
q("superlative", "Which route carries the most passengers a day?", "values", best({r["Rte"]: r["pax"] for r in Rt}), "routes: largest Pax/day")
q("superlative", "shortest route we run?", "values", best({r["Rte"]: r["km"] for r in Rt}, low=True), "routes: smallest Len")
q("superlative", "Which bus model has the fewest seats?", "values", best({h: int(t) for h, r, t in K if r == "seats"}, low=True), "KG seats, smallest")
q("superlative", "the incident w/ the dearest repair, ref pls", "values", best({r["Inc. ref"]: r["cost"] for r in I if r["cost"]}), "incidents: largest Repair")
q("top_k", "What are the three longest routes?", "values", best({r["Rte"]: r["km"] for r in Rt}, 3), "routes: three largest Len")
q("top_k", "drivers with the most incidents, top two", "values", best(Counter(r["Driver"] for r in I), 2), "incidents: two most frequent Drivers")
q("comparison", "Which is longer, Route 102 or Route 125?", "values", best({n: RN[n]["km"] for n in ("Route 102", "Route 125")}), "routes: Len of both")
q("comparison", "more trouble on Route 45 or Route 111? number of incidents i mean", "values", best({n: len(rte(n)) for n in ("Route 45", "Route 111")}), "incidents: rows of both Routes")
q("comparison", "Does the Hino RK8 or the Tata LPO hold more people sitting down?", "values", best({m: int(one(out(m, "seats"))) for m in ("Hino RK8", "Tata LPO")}), "KG seats of both")
q("difference", "By how many shillings is Route X1 dearer than Route 7?", "number", RN["Route X1"]["fare"] - RN["Route 7"]["fare"], "routes: Fare subtracted")
q("difference", "breakdowns minus punctures", "number", len(ty("Breakdown")) - len(ty("Puncture")), "incidents: rows subtracted")
q("difference", "How many fewer incidents were recorded in 2024 than in 2023?", "number", sum(r["d"].year == 2023 for r in I) - sum(r["d"].year == 2024 for r in I), "incidents: rows per year subtracted")
q("percent", "What percentage of incidents has been closed?", "number", share(I, lambda r: r["Status"] == "closed"), "incidents: Status closed over all rows")
q("percent", "share of routes with night service, in %", "number", share(Rt, lambda r: r["Night svc"] == "Y"), "routes: Night svc Y over all rows")
q("group_by", "How many incidents of each type have there been?", "table", Counter(r["Incident"] for r in I), "incidents: rows per Incident")
q("group_by", "avg fare per depot", "table", {k: mean(v, "fare") for k, v in group(Rt, lambda r: r["Depot"]).items()}, "routes: mean Fare per Depot")
q("group_by", "Buses per model, please.", "table", Counter(t for h, r, t in K if r == "model"), "KG model, rows per tail")
q("group_by", "Repair money by year?", "table", {str(k): total(v, "cost") for k, v in group(I, lambda r: r["d"].year).items()}, "incidents: sum of Repair per year of Date")
q("group_superlative", "Which route has had the most incidents?", "values", best(Counter(r["Rte"] for r in I)), "incidents: most frequent Rte")
q("group_superlative", "what spot is the worst for incidents", "values", best(Counter(r["Where"] for r in I)), "incidents: most frequent Where")
q("group_superlative", "Which depot's routes carry the most passengers per day in total?", "values", best({k: total(v, "pax") for k, v in group(Rt, lambda r: r["Depot"]).items()}), "routes: largest sum of Pax/day per Depot")
q("group_superlative", "bus that keeps turning up in the incident log more than any other", "values", best(Counter(r["Fleet no."] for r in I)), "incidents: most frequent Fleet no.")
q("yes_no", "Does Route 58 have a night service?", "boolean", RN["Route 58"]["Night svc"] == "Y", "routes: Night svc")
q("yes_no", "can you charge electric buses at westgate depot", "boolean", "EV chargers" in out("Westgate Depot", "facility"), "KG facility")
q("yes_no", "Is Kilele Insurance still our insurer?", "boolean", bool(now("insures", "Kilele Insurance")), "TKG open insures")
q("yes_no", "Was anyone hurt in INC/23/803?", "boolean", IN["INC/23/803"]["inj"] > 0, "incidents: Inj.")
q("negation", "Which depots don't have a canteen?", "values", heads("facility") - inn("canteen", "facility"), "KG facility without canteen")
q("negation", "drivers who've never been in an incident", "values", DRV - {r["Driver"] for r in I}, "KG shift heads not among incidents: Driver")
q("negation", "How many minor collisions didn't injure anybody?", "number", sum(r["inj"] == 0 for r in ty("Minor collision")), "incidents: Minor collision, Inj. 0")
q("negation", "any bus that's missing from the incident log altogether?", "values", BUS - {r["Fleet no."] for r in I}, "KG model heads not among incidents: Fleet no.")
q("time_point", "Who was managing director on 1 June 2015?", "values", on("managing director of", date(2015, 6, 1))[0], "TKG managing director of on that day")
q("time_point", "what did one pay for Route 24 in 2019", "values", one(in_year("fare set at", 2019, "Route 24"))[2], "TKG fare set at in that year")
q("time_point", "Who manages Donholm Depot at the moment?", "values", one(now("depot manager", tail="Donholm Depot"))[0], "TKG open depot manager")
q("time_point", "Mid-2012 (say 30 June): which company was running Route 145?", "values", on("operated", date(2012, 6, 30), tail="Route 145")[0], "TKG operated on that day")
q("before_after", "Who was depot manager at Kilimani Depot before Amina Sheikh?", "values", step(facts("depot manager", tail="Kilimani Depot"), 0, "Amina Sheikh", -1), "TKG depot manager, the fact before")
q("before_after", "citi shuttle gave up the 111 - which firm came next", "values", step(facts("operated", tail="Route 111"), 0, "Citi Shuttle", 1), "TKG operated, next fact")
q("before_after", "At which depot did Isaac Gitonga drive before he came to Westgate?", "values", step(facts("drives from", "Isaac Gitonga"), 2, "Westgate Depot", -1), "TKG drives from, the fact before")
q("duration", "How many full years was Joseph Githinji managing director?", "number", lasted(one(facts("managing director of", "Joseph Githinji"))), "TKG completed years")
q("duration", "out of the depot managers in post today, who has had their present depot the longest", "values", best({f[0]: f[3] for f in now("depot manager")}, low=True), "TKG depot manager, earliest open fact")
q("multi_hop", "What fuel does bus TA25 run on?", "values", power("TA25"), "KG model, powered by")
q("multi_hop", "the person who trained paul lekishon, where does she live", "values", {x for t in out("Paul Lekishon", "trained_by") for x in out(t, "lives in")}, "KG trained_by, lives in")
q("multi_hop", "In which sub-county is the depot of HI20?", "values", out(depot("HI20"), "in sub-county"), "KG based_at_depot, in sub-county")
q("cross_source", "How many incidents involved an electric bus?", "number", sum(power(r["Fleet no."]) == "electric" for r in I), "KG model, powered by; incidents: rows")
q("cross_source", "repair costs of all isuzus put together", "number", total([r for r in I if model(r["Fleet no."]) == "Isuzu FRR"], "cost"), "KG model; incidents: sum of Repair")
q("cross_source", "Who was the manager of the depot when INC/23/808 happened?", "values", on("depot manager", IN["INC/23/808"]["d"], tail=depot(IN["INC/23/808"]["Fleet no."]))[0], "incidents: Fleet no., Date; KG based_at_depot; TKG depot manager on that day")
q("cross_source", "daily passengers, summed, on the routes that call at Prestige Plaza", "number", total([RN[h] for h in inn("Prestige Plaza", "calls at")], "pax"), "KG calls at; routes: sum of Pax/day")
q("cross_source", "Somebody claims drivers on the late shift cause half of all incidents. How many did they really have?", "number", sum("late" in out(r["Driver"], "shift") for r in I), "KG shift; incidents: rows")
q("cross_source", "INC/24/859: what's the registration of the bus?", "values", out(IN["INC/24/859"]["Fleet no."], "has_registration"), "incidents: Fleet no.; KG has_registration")
q("missing", "For which route is the last bus not filled in?", "values", rts(r for r in Rt if not r["Last bus"]), "routes: Last bus empty")
q("missing", "vandalism cases w/o a repair figure", "values", refs(r for r in ty("Vandalism") if r["cost"] is None), "incidents: Vandalism, Repair empty")
refuse("How much is a monthly pass?", "only single fares are recorded")
refuse("what did Madison Cover pay out for INC/23/819", "no payments of insurers in any file")
refuse("How old is Fatuma Noor?", "no ages in any file")
refuse("Who ran Ruaraka Depot in 2005?", "its managers begin in 2012")
assert "Route 88" not in RN
refuse("length of Route 88", "there is no Route 88")

finish(HERE, Q)
