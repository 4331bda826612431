#!/usr/bin/env python3
"""Computes every gold answer of the 'bakery' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter, defaultdict
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, kg, one, records, tkg)


def num(s): return float(s.replace("£", "").replace(",", "")) if s else None


D = records(HERE, "deliveries.csv")
for r in D:
    r["d"] = day(r["Out on"], "%d %b %Y")
    r["v"], r["n"], r["late"], r["crates"] = num(r["Net £"]), int(r["Trays"]), int(r["Mins late"]), int(r["Crates owed"])
R = records(HERE, "range.csv")
for r in R:
    r["g"], r["tray"], r["rrp"] = num(r["Wt each (g)"]), num(r["Tray price"]), num(r["RRP"])
    r["keep"] = int(r["Keeps for"].split()[0]) if r["Keeps for"] else None
    r["since"] = day(r["On sale from"], "%d/%m/%Y")
RN = {r["Line"]: r for r in R}
K, T = graphs(HERE, "ravensworth")
out, inn, _ = kg(K)
facts, now, at, _ = tkg(T)


def during(rel, a, b, head=None, tail=None):
    """facts of the whole time from a to b; one that covers only part is an error"""
    fs = [f for f in facts(rel, head, tail) if f[3] <= b and (f[4] is None or f[4] >= a)]
    assert all(f[3] <= a and (f[4] is None or f[4] >= b) for f in fs), fs
    return fs
def docket(no): return one(r for r in D if r["Docket"] == no)
def yr(r, y): return r["d"].year == y
def drop(name): return [r for r in D if r["Drop"] == name]
def total(rows, col="v"): return round(sum(r[col] for r in rows), 2)
def mean(xs):
    xs = list(xs)
    return sum(xs) / len(xs)
def group_total(rows, key, col="v"):
    g = defaultdict(float)
    for r in rows: g[r[key]] += r[col]
    return {k: round(v, 2) for k, v in g.items()}
def years(f): return full_years(f[3], f[4])


# sanity of the data
CUST = {h for h, r, t in K if r == "kind_of_customer"}
DEPOTS = {h for h, r, t in K if r == "equipped with"}
ROUNDS = {h for h, r, t in K if r == "leaves_from"}
assert len({r["Docket"] for r in D}) == len(D) and len({r["Code"] for r in R}) == len(R) == len(RN)
assert all(r["Item"] in RN and r["Drop"] in CUST and RN[r["Item"]]["since"] <= r["d"] for r in D)
assert all({r["Ex depot"]} == out(one(out(r["Drop"], "on round")), "leaves_from") for r in D)
assert all(len(now("drives_round", tail=x)) == 1 for x in ROUNDS) and all(len(now("depot manager of", tail=x)) == 1 for x in DEPOTS)
for f in T:     # no two facts of one relation overlap for the side that has one value at a time
    side = 0 if f[1] in ("milled_by", "owned by", "rented from") else 2
    for g in T:
        if g is not f and g[1] == f[1] and g[side] == f[side]:
            assert (f[4] and f[4] < g[3]) or (g[4] and g[4] < f[3]), (f, g)
    if f[1] == "milled_by": assert f[2] in inn(f[0], "grinds"), f

Q = []
q = asking("bakery", Q)


# ------------------------------------------------------------------ lookup
q("lookup", "parkin - how many days does it stay good?", "number",
  RN["Yorkshire parkin"]["keep"], "range: Keeps for of Yorkshire parkin")
q("lookup", "Whose signature is on D-7370?", "values",
  [docket("D-7370")["Signed for by"]], "deliveries: Signed for by of D-7370")
q("lookup", "Hi, new here. Who looks after the savouries range?", "values",
  out("Savouries", "range_manager"), "KG: Savouries range_manager")
q("lookup", "what round is the bay horse on", "values",
  out("The Bay Horse", "on round"), "KG: The Bay Horse on round")

# ------------------------------------------------------------------ filter_list
q("filter_list", "A customer has a nut allergy, so give me everything we make that contains nuts.", "values",
  [r["Line"] for r in R if r["Nuts Y/N"] == "Y"], "range: Nuts Y/N = Y")
q("filter_list", "Dockets where we got there over an hour late?", "values",
  [r["Docket"] for r in D if r["late"] > 60], "deliveries: Mins late > 60")
q("filter_list", "which mills have got an organic certificate", "values",
  {h for h, r, t in K if r == "holds_certificate" and "Organic" in t}, "KG: holds_certificate Soil Association Organic or EU Organic")
q("filter_list", "I'm ringing round for money this afternoon. Which customers have an overdue delivery on their account?", "values",
  {r["Drop"] for r in D if r["Payment"] == "Overdue"}, "deliveries: Drop where Payment = Overdue")

# ------------------------------------------------------------------ count
q("count", "How many times did we drop off at Fountains Farm Shop in 2024?", "number",
  sum(yr(r, 2024) for r in drop("Fountains Farm Shop")), "deliveries: rows of Fountains Farm Shop in 2024")
q("count", "how many lines did we bring out in 2013?", "number",
  sum(r["since"].year == 2013 for r in R), "range: On sale from in 2013")
q("count", "number of cafes we've got as customers", "number",
  len(inn("Café", "kind_of_customer")), "KG: kind_of_customer Café")
q("count", "St Oswald's hospital has had how many diffrent products off us so far?", "number",
  len({r["Item"] for r in drop("St. Oswald's Hospital")}), "deliveries: distinct Item of St. Oswald's Hospital")

# ------------------------------------------------------------------ sum
q("sum", "What do all the disputed deliveries add up to in pounds?", "number",
  total(r for r in D if r["Payment"] == "Disputed"), "deliveries: sum of Net £ where Payment = Disputed")
q("sum", "trays of stotties sent out altogether??", "number",
  sum(r["n"] for r in D if r["Item"] == "Stottie"), "deliveries: sum of Trays where Item = Stottie")
q("sum", "We're short of crates again. How many does the Castle Walk Hotel owe us in all?", "number",
  sum(r["crates"] for r in drop("Castle Walk Hotel")), "deliveries: sum of Crates owed of Castle Walk Hotel")
q("sum", "how much money did seamer road's deliveries bring in during 2023, net", "number",
  total(r for r in D if r["Ex depot"] == "Seamer Road Depot" and yr(r, 2023)), "deliveries: sum of Net £, Ex depot Seamer Road Depot, 2023")

# ------------------------------------------------------------------ average
q("average", "avg tray price of pastries", "number",
  mean(r["tray"] for r in R if r["Type"] == "Pastries"), "range: mean Tray price, Type Pastries")
q("average", "Punctual ones counted as zero, how many minutes late is Callum Rigg on average?", "number",
  mean(r["late"] for r in D if r["Driver"] == "Callum Rigg"), "deliveries: mean Mins late, Driver Callum Rigg")
q("average", "What's a delivery to the Harbour Lights worth to us on average?", "number",
  mean(r["v"] for r in drop("Harbour Lights Hotel")), "deliveries: mean Net £ of Harbour Lights Hotel")
assert all(r["g"] for r in R if r["Type"] == "Cakes")
q("average", "If you take all our cakes, what's the mean weight of one in grams?", "number",
  mean(r["g"] for r in R if r["Type"] == "Cakes"), "range: mean Wt each (g), Type Cakes (all have one)")

# ------------------------------------------------------------------ min_max
q("min_max", "whats the latest we've ever shown up anywhere, in minutes", "number",
  max(r["late"] for r in D), "deliveries: highest Mins late")
q("min_max", "What date did our most recently introduced product go on sale?", "values",
  [max(r["since"] for r in R)], "range: latest On sale from")
q("min_max", "lowest price you can get a tray of savouries for", "number",
  min(r["tray"] for r in R if r["Type"] == "Savouries"), "range: lowest Tray price, Type Savouries")

# ------------------------------------------------------------------ superlative
q("superlative", "Which product of ours has the longest shelf life?", "values",
  best({r["Line"]: r["keep"] for r in R if r["keep"]}), "range: highest Keeps for")
q("superlative", "docket number of the most valuable delivery we've done?", "values",
  best({r["Docket"]: r["v"] for r in D}), "deliveries: highest Net £")
q("superlative", "Which sales area takes in the most towns?", "values",
  best(Counter(t for h, r, t in K if r == "part of area")), "KG: area with most 'part of area' triples")
q("superlative", "Thinking of a long-service award: out of everyone driving a round today, who has had theirs the longest?", "values",
  best({f[0]: f[3] for f in now("drives_round")}, low=True), "TKG: open drives_round fact with the earliest start")

# ------------------------------------------------------------------ top_k
q("top_k", "3 heaviest things we bake?", "values",
  best({r["Line"]: r["g"] for r in R if r["g"]}, 3), "range: three highest Wt each (g)")
q("top_k", "What are the four products we've shipped the most trays of?", "values",
  best(group_total(D, "Item", "n"), 4), "deliveries: four highest sums of Trays by Item")
q("top_k", "top two customers by what they spent in 2023 please", "values",
  best(group_total([r for r in D if yr(r, 2023)], "Drop"), 2), "deliveries: two highest sums of Net £ in 2023 by Drop")

# ------------------------------------------------------------------ comparison
q("comparison", "Is a tray of the sourdough boule or a tray of the spelt cob more expensive?", "values",
  best({k: RN[k]["tray"] for k in ("Sourdough boule", "Spelt cob")}), "range: Tray price of the two")
q("comparison", "cathedral cafe vs castle walk hotel, who's had more deliveries", "values",
  best({k: len(drop(k)) for k in ("Cathedral Café", "Castle Walk Hotel")}), "deliveries: row counts of the two")
ten = {n: one(facts("drives_round", head=n)) for n in ("Iwona Kruk", "Shanice Bell")}
q("comparison", "Who kept their round for longer, Iwona Kruk or Shanice Bell?", "values",
  best({n: (f[4] - f[3]).days for n, f in ten.items()}), "TKG: longer drives_round interval of the two")
q("comparison", "Yorkshire parkin or oat flapjack: which one goes off sooner?", "values",
  best({k: RN[k]["keep"] for k in ("Yorkshire parkin", "Oat flapjack")}, low=True), "range: lower Keeps for of the two")

# ------------------------------------------------------------------ difference
q("difference", "Going by RRP, how much dearer is a pain au chocolat than an all butter croissant, in pounds?", "number",
  RN["Pain au chocolat"]["rrp"] - RN["All-butter croissant"]["rrp"], "range: difference of the two RRP")
q("difference", "how many trays more has Sandside Tea Rooms had than the Galley", "number",
  sum(r["n"] for r in drop("Sandside Tea Rooms")) - sum(r["n"] for r in drop("The Galley Café")), "deliveries: difference of the sums of Trays")
q("difference", "grams between a large and a small farmhouse white?", "number",
  RN["Farmhouse white, large"]["g"] - RN["Farmhouse white, small"]["g"], "range: difference of the two Wt each (g)")

# ------------------------------------------------------------------ percent
q("percent", "What % of our deliveries weren't a single minute late?", "number",
  100 * sum(r["late"] == 0 for r in D) / len(D), "deliveries: rows with Mins late 0 over all rows")
q("percent", "nutty products as a percentage of the whole range", "number",
  100 * sum(r["Nuts Y/N"] == "Y" for r in R) / len(R), "range: rows with Nuts Y/N = Y over all rows")
y23 = [r for r in D if yr(r, 2023)]
q("percent", "Of all the money from 2023 deliveries, what percentage came from St. Oswald's?", "number",
  100 * total(r for r in y23 if r["Drop"] == "St. Oswald's Hospital") / total(y23),
  "deliveries: sum of Net £ of St. Oswald's Hospital in 2023 over that of 2023")

# ------------------------------------------------------------------ group_by
q("group_by", "Count the deliveries for each payment status.", "table",
  Counter(r["Payment"] for r in D), "deliveries: rows per Payment")
q("group_by", "sales by depot for 2023, in £", "table",
  group_total([r for r in D if yr(r, 2023)], "Ex depot"), "deliveries: sum of Net £ in 2023 per Ex depot")
types = sorted({r["Type"] for r in R})
q("group_by", "For bread, rolls, cakes and all the other types, I'd like the average price of a tray", "table",
  {t: mean(r["tray"] for r in R if r["Type"] == t) for t in types}, "range: mean Tray price per Type")
q("group_by", "how many customers on each of the rounds", "table",
  Counter(t for h, r, t in K if r == "on round"), "KG: 'on round' triples per round")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Adding up all the minutes, which driver has the worst lateness?", "values",
  best(group_total([r for r in D if r["Driver"]], "Driver", "late")), "deliveries: highest sum of Mins late per Driver")
q("group_superlative", "what type of product is the priciest per tray on average", "values",
  best({t: mean(r["tray"] for r in R if r["Type"] == t) for t in types}), "range: Type with the highest mean Tray price")
q("group_superlative", "Which place took the most trays off us in 2023?", "values",
  best(group_total(y23, "Drop", "n")), "deliveries: highest sum of Trays in 2023 per Drop")

# ------------------------------------------------------------------ yes_no
q("yes_no", "is Gaz Metcalfe allowed to drive the 7.5-tonne lorry?", "boolean",
  "7.5-tonne lorry" in out("Gaz Metcalfe", "licensed for"), "KG: no triple Gaz Metcalfe licensed for 7.5-tonne lorry")
q("yes_no", "any nuts in the carrot cake?", "boolean",
  RN["Carrot cake, 12 portion"]["Nuts Y/N"] == "Y", "range: Nuts Y/N of Carrot cake, 12 portion")
q("yes_no", "Has Sandside Tea Rooms paid for every delivery it's had?", "boolean",
  all(r["Payment"] == "Paid" for r in drop("Sandside Tea Rooms")), "deliveries: Payment of all rows of Sandside Tea Rooms")
q("yes_no", "Somebody told me Clive Dent used to manage the Broughton Road depot. Is that right?", "boolean",
  bool(facts("depot manager of", "Clive Dent", "Broughton Road Depot")), "TKG: Clive Dent depot manager of Broughton Road Depot, ended")

# ------------------------------------------------------------------ negation
q("negation", "What's in the range that has never gone out on a delivery?", "values",
  set(RN) - {r["Item"] for r in D}, "range: Line without a row in deliveries")
q("negation", "depots with no cold store", "values",
  [d for d in DEPOTS if "Cold store" not in out(d, "equipped with")], "KG: depots without 'equipped with' Cold store")
MILLS = {h for h, r, t in K if r == "mill in"}
q("negation", "Which mills don't have any certificate?", "values",
  [m for m in MILLS if not out(m, "holds_certificate")], "KG: mills without holds_certificate")
q("negation", "Which City Round customers do not turn up in the deliveries at all?", "values",
  inn("City Round", "on round") - {r["Drop"] for r in D}, "KG: customers on City Round; deliveries: none of theirs")

# ------------------------------------------------------------------ time_point
q("time_point", "who was running starbeck depot in march 2022", "values",
  [one(during("depot manager of", date(2022, 3, 1), date(2022, 3, 31), tail="Starbeck Depot"))[0]],
  "TKG: depot manager of Starbeck Depot over the whole of March 2022")
q("time_point", "On 1 May 2019, which mill did our dark rye flour come from?", "values",
  [one(at("milled_by", date(2019, 5, 1), head="Dark rye"))[2]], "TKG: milled_by of Dark rye valid on 2019-05-01")
q("time_point", "vale round driver, july 2018?", "values",
  [one(during("drives_round", date(2018, 7, 1), date(2018, 7, 31), tail="Vale Round"))[0]],
  "TKG: drives_round Vale Round over the whole of July 2018")
q("time_point", "List all the depot managers as they were on New Year's Day 2019.", "values",
  [f[0] for f in at("depot manager of", date(2019, 1, 1))], "TKG: depot manager of, valid on 2019-01-01")

# ------------------------------------------------------------------ before_after
def neighbour(rel, who, step, head=None, tail=None):
    fs, side = facts(rel, head, tail), 2 if head else 0
    return fs[one(i for i, f in enumerate(fs) if f[side] == who) + step][side]
q("before_after", "Joe Garbutt drives the Coast Round. Who did he get it from?", "values",
  [neighbour("drives_round", "Joe Garbutt", -1, tail="Coast Round")], "TKG: previous drives_round Coast Round")
q("before_after", "who came after Jean Wardle as manager at Faverdale", "values",
  [neighbour("depot manager of", "Jean Wardle", 1, tail="Faverdale Depot")], "TKG: next depot manager of Faverdale Depot")
q("before_after", "Before we switched to Bracken Ghyl for the pastry white flour, which mill was it?", "values",
  [neighbour("milled_by", "Bracken Ghyll Mill", -1, head="Pastry white")], "TKG: previous milled_by of Pastry white")

# ------------------------------------------------------------------ duration
q("duration", "how many complete years was Norman Sykes head baker at Foss Islands?", "number",
  years(one(facts("head baker at", "Norman Sykes", "Foss Islands Bakehouse"))),
  "TKG: complete years of Norman Sykes head baker at Foss Islands Bakehouse")
q("duration", "Which former manager of the Faverdale depot had the job for the longest time?", "values",
  best({f[0]: (f[4] - f[3]).days for f in facts("depot manager of", tail="Faverdale Depot") if f[4]}),
  "TKG: longest closed depot manager of interval at Faverdale Depot")
q("duration", "Pettigrew sold the Harbour Lights Hotel in the end - how many full years had they owned it?", "number",
  years(one(f for f in facts("owned by", head="Harbour Lights Hotel") if f[2] == "Pettigrew Hotels")),
  "TKG: complete years of Harbour Lights Hotel owned by Pettigrew Hotels")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which depot does the van for Micklegate Deli set off from?", "values",
  out(one(out("Micklegate Deli", "on round")), "leaves_from"), "KG: Micklegate Deli -> round -> depot")
q("multi_hop", "what sales area does grassington grocers come under", "values",
  out(one(out("Grassington Grocers", "in town")), "part of area"), "KG: Grassington Grocers -> town -> area")
q("multi_hop", "Mills grinding dark rye: what countries are they in?", "values",
  {c for m in inn("Dark rye", "grinds") for t in out(m, "mill in") for c in out(t, "in country")}, "KG: Dark rye <- mills -> towns -> countries")
q("multi_hop", "Which rounds start from a depot with a crate wash?", "values",
  [r for r in ROUNDS if "Crate wash" in out(one(out(r, "leaves_from")), "equipped with")], "KG: rounds -> depot equipped with Crate wash")

# ------------------------------------------------------------------ cross_source
o = docket("D-7322")
reg = one(at("drives_round", o["d"], tail=one(out(o["Drop"], "on round"))))[0]
assert o["Driver"] == "Priya Nair" != reg
q("cross_source", "Priya Nair did docket D-7322, but she must have been covering for someone, as it wasn't her round. Who was "
  "the regular driver of that customer's round on the day?", "values",
  [reg], "deliveries: customer and date; KG: customer -> round; TKG: drives_round on that date")
q("cross_source", "which mill was supplying the flour for the spelt cob in june 2023?", "values",
  [one(during("milled_by", date(2023, 6, 1), date(2023, 6, 30), head=RN["Spelt cob"]["Flour"]))[2]],
  "range: Flour of Spelt cob; TKG: milled_by over the whole of June 2023")
bh = {f[0] for f in now("owned by", tail="Brewhaus Group")}
q("cross_source", "Take the places Brewhaus owns nowadays. What have they spent with us, all dates, all together?", "number",
  total(r for r in D if r["Drop"] in bh), "TKG: open owned by Brewhaus Group; deliveries: sum of Net £")
q("cross_source", "how many 2024 deliveries were of stuff baked at Albert Hill", "number",
  sum(yr(r, 2024) and "Albert Hill Bakehouse" in out(r["Item"], "baked at") for r in D), "KG: baked at Albert Hill Bakehouse; deliveries: rows in 2024")

# ------------------------------------------------------------------ missing
q("missing", "Trading Standards want weights. Which products don't have one filled in?", "values",
  [r["Line"] for r in R if r["g"] is None], "range: empty Wt each (g)")
q("missing", "dockets nobody signed for", "values",
  [r["Docket"] for r in D if not r["Signed for by"]], "deliveries: empty Signed for by")
q("missing", "How many deliveries have we got with no driver put down?", "number",
  sum(not r["Driver"] for r in D), "deliveries: empty Driver")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "how many calories in an almond croissant?", "refuse", [], "no calories in any file")
q("unanswerable", "What rent do we pay Cliffe Holdings for Seamer Road?", "refuse", [], "the landlord is there, no rents")
q("unanswerable", "Who was Starbeck's depot manager in 2010?", "refuse", [], "managers of Starbeck Depot are known from 2014 only")
q("unanswerable", "Need a mobile number for Bev Pickersgill asap", "refuse", [], "no phone numbers in any file")
assert not [f for f in facts("depot manager of", tail="Starbeck Depot") if f[3].year <= 2010]

finish(HERE, Q)
