#!/usr/bin/env python3
"""Computes every gold answer of the 'groundhandling' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, kg, known, lasted, mean, means, num, one,
    records, robust, share, step, sums, tkg, total)

A = records(HERE, "turnarounds.csv")
for r in A:
    r["d"] = day(r["Ops Date"], "%d-%b-%y")
    r["dly"], r["pax"], r["bags"], r["chg"] = (num(r[c]) for c in ("Dly (min)", "Pax", "Bags Ld", "Chg (GBP)"))
AN = {r["TA Ref"]: r for r in A}
DEP = [r for r in A if r["Status"] == "Departed"]
GONE = [r for r in A if r["Status"] == "Cancelled"]
M = records(HERE, "damage_reports.csv")
for r in M:
    r["d"], r["shut"] = day(r["Occurred"], "%d/%m/%Y"), day(r["Closed"], "%d/%m/%Y")
    r["cost"], r["hrs"] = digits(r["Est. cost"]), num(r["Hrs grounded"])
MN = {r["Rpt No"]: r for r in M}
K, T = graphs(HERE, "groundhandling")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data: the four files speak of the same things, and do not contradict one another
STANDS, UNITS, CRAFT, STAFF = heads("located at"), heads("equipment kind"), heads("operated_by"), heads("works in")
AIRLINES = heads("based in")
assert len(A) == len(AN) and len(M) == len(MN) and 200 <= len(K) <= 300
for r in A:
    assert out(r["A/C Reg"], "operated_by") == {r["Airline"]} and r["Stand"] in STANDS and r["Airline"] in AIRLINES
    assert r["Crew Lead"] in STAFF | {""} and one(out(r["Dest"], "in country"))
    assert (r["dly"] is None) == (r["ATD"] == "") == (r["Status"] == "Cancelled")
    if r["ATD"]:
        late = [int(t[:2]) * 60 + int(t[3:]) for t in (r["STD"], r["ATD"])]
        assert late[1] - late[0] == r["dly"]
for r in M:
    assert r["A/C Reg"] in CRAFT and r["Stand"] in STANDS and r["GSE Unit"] in UNITS | {""} and r["Rptd by"] in STAFF
    assert r["shut"] is None or r["shut"] > r["d"]
for f in facts("closed for"):
    assert f[0] in STANDS
    assert not [r for r in A + M if r["Stand"] == f[0] and f[3] <= r["d"] and (f[4] is None or r["d"] <= f[4])]
for rel in ("supervisor of", "account manager of", "station manager of"):
    for t in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=t)
        assert len(now(rel, tail=t)) == 1 and all(a[4] < b[3] for a, b in zip(fs, fs[1:]))
for f in now("account manager of"): assert f[2] in AIRLINES and f[0] in STAFF
for f in now("supervisor of"): assert out(f[0], "works in") == {f[2]}


def ta(rows): return [r["TA Ref"] for r in rows]
def dr(rows): return [r["Rpt No"] for r in rows]
def flight(no, m, d): return one(r for r in A if r["Flt"] == no and r["d"] == date(2025, m, d))
def on(d): return [r for r in A if r["d"] == date(2025, 3, d)]
def of(airline): return [r for r in A if r["Airline"] == airline]
def full(rows, v):
    assert all(r[v] is not None for r in rows) and rows
    return rows
def more(d, a, b):
    assert d[a] != d[b]
    return a if d[a] > d[b] else b


Q = []
q = asking("groundhandling", Q, 12)

# lookup
q("lookup", "Which stand did HJ901 use on 10 March 2025?", "values", flight("HJ901", 3, 10)["Stand"], "Stand of the row with that flight and day")
q("lookup", "who was crew lead on ta5195", "values", AN["TA5195"]["Crew Lead"], "Crew Lead of TA5195")
q("lookup", "How much did we charge for turnaround TA5211?", "number", AN["TA5211"]["chg"], "Chg (GBP) of TA5211")
q("lookup", "bz207 on the 4th of march, what held it up", "values", flight("BZ207", 3, 4)["Dly Reason"], "Dly Reason of that flight that day")
q("lookup", "How is the high loader HLD-02 powered?", "values", out("HLD-02", "powered by"), "graph: powered by")
q("lookup", "sl31 got scrapped on 11 march. whats the tail number of the plane", "values", flight("SL31", 3, 11)["A/C Reg"], "A/C Reg of that flight that day")
q("lookup", "Which team does Owen Tregarth work in?", "values", out("Owen Tregarth", "works in"), "graph: works in")

# filter_list
q("filter_list", "Give me the references of all turnarounds that left more than an hour late.", "values",
  robust(ta(r for r in DEP if r["dly"] > 60), ta(r for r in DEP if r["dly"] >= 60)), "Dly (min) over 60")
q("filter_list", "report numbers of the realy serious damage, sev major", "values", dr(r for r in M if r["Sev."] == "Major"), "Sev. is Major")
q("filter_list", "Which pushback tractors do we own?", "values", inn("pushback tractor", "equipment kind"), "graph: equipment kind is pushback tractor")
q("filter_list", "anyone on the staff who speaks german?? need names", "values", inn("German", "speaks"), "graph: speaks German")
q("filter_list", "Which damage reports give a gust of wind as the cause?", "values", dr(r for r in M if r["Cause"] == "wind gust"), "Cause is wind gust")
q("filter_list", "ta refs of the canceled ones pls", "values", ta(GONE), "Status is Cancelled")

# count
q("count", "How many turnarounds did Marek Wolny lead?", "number",
  len(robust(ta(r for r in A if r["Crew Lead"] == "Marek Wolny"), ta(r for r in DEP if r["Crew Lead"] == "Marek Wolny"))), "rows with that Crew Lead; none of them was cancelled")
q("count", "how many turnarounds got sprayed against ice", "number", sum(r["De-iced"] == "Y" for r in A), "rows with De-iced Y")
q("count", "How many aircraft are of type A320?", "number", len(inn("A320", "aircraft type")), "graph: aircraft type is A320 (not A321neo)")
q("count", "damage reports not closed yet - how many", "number", sum(r["shut"] is None for r in M), "Closed is empty")
q("count", "How many flights left ahead of their scheduled time?", "number", sum(r["dly"] < 0 for r in DEP), "Dly (min) below 0")

# sum
q("sum", "What is the total amount charged for Celtair turnarounds?", "number", robust(total(of("Celtair"), "chg"), total([r for r in DEP if r["Airline"] == "Celtair"], "chg")), "sum of Chg (GBP), Airline Celtair; none cancelled")
q("sum", "bags loaded on 7 march all flights together", "number", sum(known(full(on(7), "bags"), "bags")), "sum of Bags Ld of that day; none missing")
q("sum", "Add up the estimated cost of all damage in which the belt loader BLT-06 was involved.", "number",
  total(full([r for r in M if r["GSE Unit"] == "BLT-06"], "cost"), "cost"), "sum of Est. cost, GSE Unit BLT-06; none missing")
q("sum", "f-hmra keeps getting hit. how many hours has it been stuck on the ground in all because of that?", "number",
  sum(known(full([r for r in M if r["A/C Reg"] == "F-HMRA"], "hrs"), "hrs")), "sum of Hrs grounded of F-HMRA")

# average
q("average", "What is the average number of passengers on Halcyon Jet flights?", "number", mean(full(of("Halcyon Jet"), "pax"), "pax"), "mean of Pax, Airline Halcyon Jet")
q("average", "avg delay on the 4th of march in mins", "number", robust(mean(full(on(4), "dly"), "dly"), sum(max(r["dly"], 0) for r in on(4)) / len(on(4))), "mean of Dly (min) of that day; none cancelled, none early")
q("average", "What is the mean estimated cost of damage rated as moderate, where a cost is given?", "number", mean([r for r in M if r["Sev."] == "Moderate"], "cost"), "mean of Est. cost where Sev. is Moderate, empty ones left out")

# min_max
q("min_max", "What was the longest delay in minutes?", "number", max(known(A, "dly")), "largest Dly (min)")
q("min_max", "cheapest saltire connect turnaround that actualy departed, how many pounds was it", "number",
  min(r["chg"] for r in DEP if r["Airline"] == "Saltire Connect"), "smallest Chg (GBP) of Saltire Connect among Departed")
q("min_max", "What is the largest number of hours any aircraft was grounded after a single damage?", "number", max(known(M, "hrs")), "largest Hrs grounded")
q("min_max", "fewest suitcases we put on a single flight", "number", min(known(A, "bags")), "smallest Bags Ld")

# superlative
q("superlative", "Which turnaround had the highest charge? Give its reference.", "values", best({r["TA Ref"]: r["chg"] for r in A}), "TA Ref with the largest Chg (GBP)")
q("superlative", "priciest damage report of them all", "values", best({r["Rpt No"]: r["cost"] for r in M if r["cost"] is not None}), "Rpt No with the largest Est. cost")
q("superlative", "Which aircraft carried the most bags on one flight?", "values",
  AN[best({r["TA Ref"]: r["bags"] for r in A if r["bags"] is not None})[0]]["A/C Reg"], "A/C Reg of the row with the largest Bags Ld")

# top_k
q("top_k", "Which three turnarounds were delayed the longest?", "values", best({r["TA Ref"]: r["dly"] for r in DEP}, 3), "3 largest Dly (min)")
q("top_k", "top 4 damage reports by money", "values", best({r["Rpt No"]: r["cost"] for r in M if r["cost"] is not None}, 4), "4 largest Est. cost")
q("top_k", "Which two airlines carried the most passengers overall?", "values", best(sums(A, "Airline", "pax"), 2), "2 largest sums of Pax by Airline")

# comparison
q("comparison", "Which of the two has the higher average delay, Azulmar or Celtair?", "values", more(means(DEP, "Airline", "dly"), "Azulmar", "Celtair"), "means of Dly (min)")
q("comparison", "pbt-02 or blt-06, which one turns up in more damage reports?", "values", more(Counter(r["GSE Unit"] for r in M), "PBT-02", "BLT-06"), "rows per GSE Unit")
q("comparison", "who led more turnarounds, aileen docherty or pilar echeverria", "values",
  robust(more(Counter(r["Crew Lead"] for r in A), "Aileen Docherty", "Pilar Echeverría"), more(Counter(r["Crew Lead"] for r in DEP), "Aileen Docherty", "Pilar Echeverría")), "rows per Crew Lead")

# difference
q("difference", "How many more passengers were on HJ901 on 10 March than on 3 March?", "number", flight("HJ901", 3, 10)["pax"] - flight("HJ901", 3, 3)["pax"], "Pax of the two rows")
q("difference", "ta5195 vs ta5129, gap between the two charges", "number", abs(AN["TA5195"]["chg"] - AN["TA5129"]["chg"]), "Chg (GBP) of the two rows")
q("difference", "How many hours longer was the aircraft grounded under report DR-0318 than under DR-0355?", "number", MN["DR-0318"]["hrs"] - MN["DR-0355"]["hrs"], "Hrs grounded of the two rows")

# percent
q("percent", "What percentage of the damage reports led to an insurance claim?", "number", share(M, lambda r: r["Ins. claim"] == "Y"), "share of Ins. claim Y")
q("percent", "how much of our gse is pure electric, in percent? hybrids dont count", "number", share(list(UNITS), lambda u: "electric" in out(u, "powered by")), "graph: share of the units powered by electric")
q("percent", "Of the flights that departed, what percentage left 15 minutes or more late?", "number", share(DEP, lambda r: r["dly"] >= 15), "share of Dly (min) >= 15 among Departed")

# group_by
q("group_by", "How many turnarounds were planned on each day, cancelled ones included?", "table", Counter(r["Ops Date"] for r in A), "rows per Ops Date")
q("group_by", "damage reports split by severity", "table", Counter(r["Sev."] for r in M), "rows per Sev.")
q("group_by", "nr of stands per pier / apron", "table", Counter(t for s in STANDS for t in out(s, "located at")), "graph: stands per tail of located at")

# group_superlative
q("group_superlative", "Which delay reason cost us the most minutes in total?", "values", best(sums([r for r in DEP if r["Dly Reason"]], "Dly Reason", "dly")), "largest sum of Dly (min) by Dly Reason")
q("group_superlative", "which bit of kit is in the most damage reports", "values", best(Counter(r["GSE Unit"] for r in M if r["GSE Unit"])), "most rows per GSE Unit")
q("group_superlative", "Which airline brought in the most money from turnarounds in total?", "values", best(sums(A, "Airline", "chg")), "largest sum of Chg (GBP) by Airline")

# yes_no
q("yes_no", "Does Yvette Lambourne speak French?", "boolean", "French" in out("Yvette Lambourne", "speaks"), "graph: speaks")
q("yes_no", "is se-nvc an atr", "boolean", any(t.startswith("ATR") for t in out("SE-NVC", "aircraft type")), "graph: aircraft type")
q("yes_no", "Was every Halcyon Jet turnaround de-iced?", "boolean", all(r["De-iced"] == "Y" for r in of("Halcyon Jet")), "De-iced of all rows of Halcyon Jet")
q("yes_no", "did anybody put in a claim for dr-0338?", "boolean", MN["DR-0338"]["Ins. claim"] == "Y", "Ins. claim of DR-0338")

# negation
q("negation", "Which airlines do not belong to any alliance?", "values", AIRLINES - heads("part_of_alliance"), "graph: airlines without part_of_alliance")
q("negation", "gse units that never show up in a damage report", "values", UNITS - {r["GSE Unit"] for r in M}, "graph: units; none of the rows with that GSE Unit")
q("negation", "Which stands do not appear in the turnaround list at all?", "values", STANDS - {r["Stand"] for r in A}, "graph: stands; no row with that Stand")

# time_point
q("time_point", "Who was station manager on 1 January 2020?", "values", one(at("station manager of", date(2020, 1, 1)))[0], "temporal graph at that day")
q("time_point", "who was running ramp blue in mid 2022", "values", one(in_year("supervisor of", 2022, tail="Ramp Blue"))[0], "temporal graph: the only supervisor in 2022")
q("time_point", "Which handling package did Kite Airlines have in June 2021?", "values", one(in_year("handling_package", 2021, head="Kite Airlines"))[2], "temporal graph: the only package in 2021")
q("time_point", "bosphor express, whos the account manger these days", "values", one(now("account manager of", tail="Bosphor Express"))[0], "temporal graph: the fact without an end")

# before_after
q("before_after", "Who was the supervisor of Ramp Red immediately before Aileen Docherty?", "values", step(facts("supervisor of", tail="Ramp Red"), 0, "Aileen Docherty", -1), "temporal graph: the fact before")
q("before_after", "rosalind keane gave up the celtair account at some point. who got it after her", "values", step(facts("account manager of", tail="Celtair"), 0, "Rosalind Keane", 1), "temporal graph: the fact after")

# duration
q("duration", "For how many full years was Deirdre Quill supervisor of Load Control?", "number", lasted(one(facts("supervisor of", head="Deirdre Quill", tail="Load Control"))), "temporal graph: full years from start to end")
q("duration", "how many complete years did gareth pryce have ramp green", "number", lasted(one(facts("supervisor of", head="Gareth Pryce", tail="Ramp Green"))), "temporal graph: full years from start to end")

# multi_hop
q("multi_hop", "Which airlines operate aircraft built by Embraer?", "values",
  {a for t in inn("Embraer", "built_by") for c in inn(t, "aircraft type") for a in out(c, "operated_by")}, "graph: built_by, aircraft type, operated_by")
q("multi_hop", "who else is in oleg sidorchuks team", "values",
  {p for t in out("Oleg Sidorchuk", "works in") for p in inn(t, "works in")} - {"Oleg Sidorchuk"}, "graph: works in, and back")
q("multi_hop", "Which piers or aprons have at least one stand fitted with hydrant fuel?", "values",
  {p for s in inn("hydrant fuel", "fitted with") for p in out(s, "located at")}, "graph: fitted with, located at")

# cross_source
q("cross_source", "What was the average delay in minutes of flights that left from Pier A? Count early departures as negative.", "number",
  mean([r for r in DEP if "Pier A" in out(r["Stand"], "located at")], "dly"), "graph: stands of Pier A; mean of Dly (min)")
q("cross_source", "meridian alliance airlines - what did we bill them alltogether, cancelled flights included", "number",
  total([r for r in A if "Meridian Alliance" in out(r["Airline"], "part_of_alliance")], "chg"), "graph: airlines of the alliance; sum of Chg (GBP)")
ICE = {f[0] for f in now("certified for", tail="de-icing")}
q("cross_source", "Which de-iced turnarounds were led by somebody who now holds a de-icing certificate?", "values",
  robust(ta(r for r in A if r["De-iced"] == "Y" and r["Crew Lead"] in ICE),
         ta(r for r in A if r["De-iced"] == "Y" and at("certified for", r["d"], r["Crew Lead"], "de-icing"))), "temporal graph: certified for de-icing without an end; rows of these leads with De-iced Y")
q("cross_source", "how many damage reports involve electric kit (not hybrid)", "number", sum("electric" in out(r["GSE Unit"], "powered by") for r in M), "graph: units powered by electric; rows with these")
q("cross_source", "DR-0308 happened on 24 February 2024. Who was the account manager of the affected airline on that day?", "values",
  one(at("account manager of", MN["DR-0308"]["d"], tail=one(out(MN["DR-0308"]["A/C Reg"], "operated_by"))))[0], "table, graph operated_by, temporal graph at that day")
q("cross_source", "pax we sent off to italy, total", "number",
  sum(known(full([r for r in A if "Italy" in out(r["Dest"], "in country")], "pax"), "pax")), "graph: cities in Italy; sum of Pax")

# missing
q("missing", "Which turnarounds have no crew lead entered?", "values", ta(r for r in A if r["Crew Lead"] == ""), "Crew Lead is empty")
q("missing", "damage reports where someone forgot to fill in the cost", "values", dr(r for r in M if r["cost"] is None), "Est. cost is empty")

# unanswerable
q("unanswerable", "What is Marek Wolny's hourly wage?", "refuse", [], "no file speaks of pay")
q("unanswerable", "hj915 on 10 march, how many litres of fuel did it take", "refuse", [], "no file speaks of fuel taken")
q("unanswerable", "Who was the captain of CE118 on 11 March 2025?", "refuse", [], "no file names pilots")
q("unanswerable", "pbt-04 is acting up again. when does its warranty run out?", "refuse", [], "no file speaks of warranties")

WANT = dict(lookup=7, filter_list=6, count=5, sum=4, average=3, min_max=4, superlative=3, top_k=3, comparison=3, difference=3,
            percent=3, group_by=3, group_superlative=3, yes_no=4, negation=3, time_point=4, before_after=2, duration=2,
            multi_hop=3, cross_source=6, missing=2, unanswerable=4)
assert Counter(x["kind"] for x in Q) == WANT
finish(HERE, Q)
