#!/usr/bin/env python3
"""Computes every gold answer of the 'satellites' domain (a space operator) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total, num)


K, T = graphs(HERE, "satellites")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("satellites", Q, most=16)

S, P = records(HERE, "satellites.csv"), records(HERE, "passes.csv")
for r in S:
    r["on"], r["kg"], r["alt"], r["incl"] = day(r["launch date"], "%d %b %Y"), num(r["mass_kg"]), num(r["alt [km]"]), num(r["incl (deg)"])
    r["bat"], r["w"], r["cost"], r["life"] = num(r["batt. health %"]), num(r["solar W"]), num(r["capex M$"]), num(r["design life y"])
for r in P:
    r["t"] = datetime.strptime(r["AOS (UTC)"], "%Y-%m-%d %H:%M")
    r["min"], r["el"], r["gb"] = num(r["dur_min"]), num(r["max el °"]), num(r["GB down"])
SN, PN = {r["sat"]: r for r in S}, {r["pass"]: r for r in P}
assert len(SN) == len(S) and len(PN) == len(P) and {r["sat"] for r in P} <= set(SN)
assert len(set(K)) == len(K) and len(set(T)) == len(T)
assert {r["mission"] for r in S} == heads("lifted off from") == heads("rocket") and {r["sat"] for r in S} == heads("carries")
KO, FL, SL, MODE = "Kestrel Orbital", "flight_lead", "station lead", "in mode"
for h, rel in {(f[0], f[1]) for f in T}:
    fs = facts(rel, head=h)
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (h, rel)
OPS, STATIONS = heads("qualified on"), heads("has antenna")
assert {r["op on shift"] for r in P} - {""} == OPS and {r["GS"] for r in P} == STATIONS == {f[0] for f in facts(SL)}
sats = lambda rows: [r["sat"] for r in rows]
ids = lambda rows: [r["pass"] for r in rows]
kind = lambda k: [r for r in S if r["type"] == k]
of = lambda s: [r for r in P if r["sat"] == s]
gs = lambda g: [r for r in P if r["GS"] == g]
op = lambda o: [r for r in P if r["op on shift"] == o]
state = lambda s: [r for r in S if r["state"] == s]
month = lambda m: [r for r in P if (r["t"].year, r["t"].month) == (2024, m)]
launches = {r["mission"]: r["on"] for r in S}
def pos(x):
    assert x > 0
    return x

# lookup
q("lookup", "What is the mass of Heron-3 in kg?", "number", SN["Heron-3"]["kg"], "satellites: mass_kg")
q("lookup", "which mission took lark-4 up", "values", SN["Lark-4"]["mission"], "satellites: mission")
q("lookup", "Who was the operator on shift for pass P24450?", "values", PN["P24450"]["op on shift"], "passes: op on shift")
q("lookup", "battery of swift-4, how healthy (%)?", "number", SN["Swift-4"]["bat"], "satellites: batt. health %")
q("lookup", "What rocket was used for KO-9?", "values", out("KO-9", "rocket"), "KG: rocket")
# filter_list
q("filter_list", "Which satellites are on standby?", "values", sats(state("standby")), "satellites: state standby")
q("filter_list", "failed passes, list of ids", "values", ids(r for r in P if r["result"] == "fail"), "passes: result fail")
q("filter_list", "Which satellites carry an AIS receiver?", "values", inn("AIS receiver", "carries"), "KG: carries AIS receiver")
q("filter_list", "who of the ops people may fly a radar bird", "values", inn("radar", "qualified on"), "KG: qualified on radar")
q("filter_list", "The new modem is Ka band only. At which of our ground stations could we plug it in?", "values", inn("Ka", "supports band"), "KG: supports band Ka")
q("filter_list", "Show me the satellites heavier than 300 kg.", "values", sats(r for r in S if r["kg"] > 300), "satellites: mass_kg > 300")
# count
q("count", "How many active satellites do we have?", "number", len(state("active")), "satellites: state active")
q("count", "nr of passes over karoo ridge", "number", len(gs("Karoo Ridge")), "passes: GS")
q("count", "How many passes took place in July 2024?", "number", len(month(7)), "passes: AOS in July 2024")
q("count", "how many rides to orbit did we buy on a moa", "number", len(inn("Moa", "rocket")), "KG: rocket Moa")
# sum
q("sum", "What is the combined mass of all weather satellites?", "number", total(kind("weather"), "kg"), "satellites: sum of mass_kg, type weather")
q("sum", "gigabytes heron-5 has brought down all together", "number", total(of("Heron-5"), "gb"), "passes: sum of GB down, sat Heron-5")
q("sum", "Capex of the five radar satellites added up, in million dollars?", "number", total(kind("radar"), "cost"), "satellites: sum of capex M$, type radar")
# average
q("average", "What is the average duration of a pass at Ny Havn?", "number", mean(gs("Ny Havn"), "min"), "passes: mean dur_min, GS Ny Havn")
q("average", "mean battery health for the optical fleet (skip the ones with no figure)", "number", mean(kind("optical"), "bat"), "satellites: mean batt. health %, type optical")
q("average", "How much data does a Swift-5 pass give on average, in GB? Only passes with a figure.", "number", mean(of("Swift-5"), "gb"), "passes: mean GB down, sat Swift-5")
# min_max
q("min_max", "What is the lowest altitude any satellite is flying at, in km?", "number", min(r["alt"] for r in S), "satellites: min alt [km]")
q("min_max", "longest pass ever, in minutes", "number", max(r["min"] for r in P), "passes: max dur_min")
q("min_max", "When did we launch for the very first time?", "values", min(launches.values()), "satellites: earliest launch date")
# superlative
q("superlative", "Which satellite has the worst battery health?", "values", best({r["sat"]: r["bat"] for r in S if r["bat"]}, low=True), "satellites: lowest batt. health %")
q("superlative", "priciest bird we ever bought", "values", best({r["sat"]: r["cost"] for r in S if r["cost"]}), "satellites: highest capex M$ (casual word)")
q("superlative", "In which pass did we pull down the most data? I need the pass number", "values", best({r["pass"]: r["gb"] for r in P if r["gb"] is not None}), "passes: highest GB down")
# top_k
q("top_k", "Which two satellites had the most passes?", "values", best(Counter(r["sat"] for r in P), 2), "passes: two most frequent sat")
q("top_k", "top 4 satellites by solar power", "values", best({r["sat"]: r["w"] for r in S}, 4), "satellites: four highest solar W")
q("top_k", "the 3 data-richest passes of Isle Drenn pls", "values", best({r["pass"]: r["gb"] for r in gs("Isle Drenn") if r["gb"] is not None}, 3), "passes: three highest GB down, GS Isle Drenn")
# comparison
q("comparison", "Which is heavier, Heron-4 or Heron-5?", "values", best({s: SN[s]["kg"] for s in ("Heron-4", "Heron-5")}), "satellites: mass_kg of both")
q("comparison", "more passes at tuskvik or at ny havn?", "values", best({g: len(gs(g)) for g in ("Tuskvik", "Ny Havn")}), "passes: rows per GS")
q("comparison", "Anselm Drury against Ruth Calloway - whose time as chief executive was longer?", "values", best({p: (lambda f: (f[4] - f[3]).days)(one(facts("chief executive", KO, p))) for p in ("Anselm Drury", "Ruth Calloway")}), "TKG: chief executive, lengths")
# difference
q("difference", "How many kilometres higher is Lark-4 than Swift-9?", "number", pos(SN["Lark-4"]["alt"] - SN["Swift-9"]["alt"]), "satellites: alt [km] subtracted")
q("difference", "solar watts: heron-5 minus heron-2", "number", pos(SN["Heron-5"]["w"] - SN["Heron-2"]["w"]), "satellites: solar W subtracted")
q("difference", "Chloe Whitlock sat more passes than Oskar Lind. By how many?", "number", pos(len(op("Chloe Whitlock")) - len(op("Oskar Lind"))), "passes: rows per op on shift, subtracted")
# percent
q("percent", "What percentage of passes were ok?", "number", share(P, lambda r: r["result"] == "ok"), "passes: result ok over all rows")
q("percent", "share of the whole constellation that is IoT sats (in %, dead ones included)", "number", share(S, lambda r: r["type"] == "IoT"), "satellites: type IoT over all rows")
# group_by
q("group_by", "How many satellites are there of each type?", "table", Counter(r["type"] for r in S), "satellites: rows per type")
q("group_by", "passes / ground station", "table", Counter(r["GS"] for r in P), "passes: rows per GS")
q("group_by", "Give me the average pass duration for each band.", "table", {k: mean(v, "min") for k, v in group(P, lambda r: r["band"]).items()}, "passes: mean dur_min per band")
q("group_by", "nr of antennas at every station", "table", Counter(h for h, r, t in K if r == "has antenna"), "KG: has antenna, counted by station")
# group_superlative
q("group_superlative", "Which operator was on shift for the most passes?", "values", best(Counter(r["op on shift"] for r in P if r["op on shift"])), "passes: most frequent op on shift")
q("group_superlative", "what launch site have we flown from most", "values", robust(best(Counter(t for h, r, t in K if r == "lifted off from")), best(Counter(one(out(r["mission"], "lifted off from")) for r in S))), "KG: lifted off from, most frequent")
q("group_superlative", "Where do our downlinked gigabytes mainly arrive, i.e. which station has the biggest sum?", "values", best({k: total(v, "gb") for k, v in group(P, lambda r: r["GS"]).items()}), "passes: highest sum of GB down per GS")
# yes_no
q("yes_no", "Is Zanele Khumalo qualified on weather satellites?", "boolean", "weather" in out("Zanele Khumalo", "qualified on"), "KG: qualified on")
q("yes_no", "was p24606 a fail", "boolean", PN["P24606"]["result"] == "fail", "passes: result")
q("yes_no", "Has Heron-3 ever been in safe mode?", "boolean", bool(facts(MODE, "Heron-3", "safe mode")), "TKG: in mode safe mode")
q("yes_no", "swift-6 still leased to verdant farms?", "boolean", bool(now("leased to", "Swift-6", "Verdant Farms")), "TKG: open leased to")
# negation
q("negation", "Which satellites had no passes at all?", "values", set(SN) - {r["sat"] for r in P}, "satellites; passes: no row of the sat")
q("negation", "stations that cant do X band", "values", STATIONS - inn("X", "supports band"), "KG: supports band without X")
q("negation", "Which optical satellites are not active?", "values", sats(r for r in kind("optical") if r["state"] != "active"), "satellites: type optical, state not active")
q("negation", "ops staff w/o an IoT ticket, i mean qualification", "values", OPS - inn("IoT", "qualified on"), "KG: qualified on without IoT")
# missing
q("missing", "Capex was never entered for a few satellites - which?", "values", sats(r for r in S if r["cost"] is None), "satellites: capex M$ empty")
q("missing", "passes where somebody forgot to note the operator", "values", ids(r for r in P if not r["op on shift"]), "passes: op on shift empty")
q("missing", "Partial passes for which no ticket was opened?", "values", ids(r for r in P if r["result"] == "partial" and not r["ticket"]), "passes: result partial, ticket empty")
# time_point
q("time_point", "Who was chief executive on 1 March 2019?", "values", one(at("chief executive", date(2019, 3, 1)))[2], "TKG: chief executive on that day")
q("time_point", "station lead puerto calma right now", "values", one(now(SL, "Puerto Calma"))[2], "TKG: open station lead")
q("time_point", "what mode was swift-3 in on 20 aug 2020", "values", one(at(MODE, date(2020, 8, 20), head="Swift-3"))[2], "TKG: in mode on that day")
q("time_point", "Who insured us in the summer of 2020?", "values", robust([f[2] for f in at("insured with", date(2020, 6, 1))], [f[2] for f in at("insured with", date(2020, 9, 30))]), "TKG: insured with in summer 2020")
# before_after
q("before_after", "Who was station lead at Ny Havn before Oskar Lind?", "values", step(facts(SL, "Ny Havn"), 2, "Oskar Lind", -1), "TKG: station lead, the fact before")
q("before_after", "heron-2: after the arctic shipping people, whos leasing it", "values", step(facts("leased to", "Heron-2"), 2, "Arctic Shipping Board", 1), "TKG: leased to, next fact")
q("before_after", "Software on Heron-4 prior to FSW 5.0?", "values", step(facts("runs software", "Heron-4"), 2, "FSW 5.0", -1), "TKG: runs software, the fact before")
# duration
q("duration", "For how many full years was Solveig Aune station lead of Ny Havn?", "number", lasted(one(facts(SL, "Ny Havn", "Solveig Aune"))), "TKG: completed years")
q("duration", "which station has had the same boss for the longest time (todays bosses)", "values", now(SL)[0][0], "TKG: open station lead with the earliest start")
# multi_hop
q("multi_hop", "In which country is the headquarters of the company that built the FireEye?", "values", out(one(out("FireEye", "built_by")), "HQ in"), "KG: built_by, HQ in")
q("multi_hop", "boss of jin-ho baeks boss?", "values", out(one(out("Jin-ho Baek", "reportsTo")), "reportsTo"), "KG: reportsTo twice")
q("multi_hop", "We have a client who wants wildfires. Which of our satellites, dead or alive, have something on board that observes them?", "values", {s for p in inn("wildfires", "observes") for s in inn(p, "carries")}, "KG: observes, carries")
# cross_source
q("cross_source", "How many satellites were launched from New Zealand?", "number", sum("New Zealand" in out(one(out(r["mission"], "lifted off from")), "located in") for r in S), "satellites: mission; KG: lifted off from, located in")
q("cross_source", "total GB from passes at the station in chile", "number", total([r for r in P if "Chile" in out(r["GS"], "located in")], "gb"), "KG: located in; passes: sum of GB down")
q("cross_source", "Who was the flight lead of the satellite in pass P24285 on the day of that pass?", "values", one(at(FL, PN["P24285"]["t"].date(), head=PN["P24285"]["sat"]))[2], "passes: sat, AOS; TKG: flight_lead on that day")
q("cross_source", "combined mass of everything that went up on a Skade", "number", total([r for r in S if "Skade" in out(r["mission"], "rocket")], "kg"), "KG: rocket; satellites: sum of mass_kg")
q("cross_source", "How many satellites did we launch under Ruth Calloway as chief exec?", "number", (lambda f: sum(f[3] <= r["on"] <= f[4] for r in S))(one(facts("chief executive", KO, "Ruth Calloway"))), "TKG: interval; satellites: launch date")
q("cross_source", "Which operators handled a pass of a radar satellite withot being qualified on radar?", "values", {r["op on shift"] for r in P if r["op on shift"] and SN[r["sat"]]["type"] == "radar" and "radar" not in out(r["op on shift"], "qualified on")}, "passes; satellites: type; KG: qualified on (typo)")
# unanswerable
q("unanswerable", "When will Heron-1 burn up in the atmosphere?", "refuse", [], "no re-entry forecasts in any file")
q("unanswerable", "what did the launch of KO-11 cost us", "refuse", [], "no prices of launches in any file, only of the satellites")
q("unanswerable", "How many people work at Tuskvik?", "refuse", [], "no staff numbers in any file")
q("unanswerable", "Salary of Priya Raghavan?", "refuse", [], "no pay in any file")
q("unanswerable", "who was flight lead of swift-1 in 2017", "refuse", [], "TKG: no flight_lead fact of Swift-1")
q("unanswerable", "Is Heron-9 already in orbit?", "refuse", [], "there is no Heron-9 in any file")

finish(HERE, Q)
