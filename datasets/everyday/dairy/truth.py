#!/usr/bin/env python3
"""Computes every gold answer of the 'dairy' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, iso, kg, one, records, step)


def rd(name): return records(HERE, name)

def num(s):
    for unit in ("€", "£", "$", ",", "%", " ha", " L", " °C", " m³", " m", " kg"):
        s = s.replace(unit, "")
    return float(s) if s.strip() else None


K, T = graphs(HERE, "dairy")
out, inn, heads = kg(K)


def tails(rel): return {b for a, r, b in K if r == rel}
def facts(rel, head=None, tail=None):
    fs = sorted((f for f in T if f[1] == rel and head in (None, f[0]) and tail in (None, f[2])), key=lambda f: f[3])
    assert fs or rel in {f[1] for f in T}, rel
    return fs
def at(rel, d, head=None, tail=None):
    return [f for f in facts(rel, head, tail) if f[3] <= d and (f[4] is None or d <= f[4])]
def now(rel, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[4] is None]
def in_year(rel, y, head=None, tail=None):
    return [f for f in facts(rel, head, tail) if f[3] <= date(y, 12, 31) and (f[4] is None or f[4] >= date(y, 1, 1))]
def values(rows, v): return [r[v] for r in rows if r[v] is not None]
def total(rows, v): return sum(round(x * 100) for x in values(rows, v)) / 100
def mean(rows, v):
    xs = values(rows, v)
    return sum(xs) / len(xs)
def full_years(f): return f[4].year - f[3].year - ((f[4].month, f[4].day) < (f[3].month, f[3].day))
def days(f): return (f[4] - f[3]).days


Q = []
q = asking("dairy", Q)


A = rd("farms.csv")
for r in A:
    r["cows"], r["ha"], r["tank"], r["mark"], r["yield"] = int(r["Cows in milk"]), num(r["Pasture"]), num(r["Tank size"]), num(r["Audit mark"]), num(r["Yield per cow"])
    r["since"], r["audit"] = day(r["Supplying since"], "%d.%m.%Y"), day(r["Last audit"], "%d %b %Y")
F = {r["Farm"]: r for r in A}
X = rd("deliveries.csv")
for r in X:
    r["d"], r["paid"] = day(r["Collected on"], "%d/%m/%Y"), iso(r["Paid on"])
    r["l"], r["fat"], r["cells"], r["temp"] = num(r["Volume (L)"]), num(r["Fat"]), num(r["Cell count (k/ml)"]), num(r["Milk temp"])
    r["price"], r["pay"] = num(r["Price per L"]), num(r["Payment (EUR)"])
XN = {r["Slip No"]: r for r in X}
CHEESES, PLANTS, CUSTOMERS = heads("made at"), tails("made at"), heads("stocks")

# sanity of the data
assert len(F) == len(A) == len({r["Farm No"] for r in A}) and len(XN) == len(X) and len(set(K)) == len(K)
assert {r["Farm"] for r in X} <= set(F) and {r["Received at"] for r in X} == PLANTS == heads("located in")
assert {r["Driver"] for r in X} == heads("drives_for") and {r["Parish"] for r in A} <= heads("in region")
assert {f[2] for f in facts("owner of")} | {f[0] for f in facts("herd_vet")} <= set(F) and {f[2] for f in facts("herd_vet")} <= heads("works for")
for r in X:
    assert r["d"] >= F[r["Farm"]]["since"] and (r["pay"] is None) == (r["price"] is None) == (r["Result"] == "Rejected")
    assert r["paid"] is None or (r["paid"] > r["d"] and r["pay"])
for rel, key in (("plant manager", 0), ("head_cheesemaker", 0), ("belongs to", 0), ("herd_vet", 0), ("owner of", 2)):
    for fs in group(facts(rel), lambda f: f[key]).values():
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), fs
def region(town): return one(out(town, "in region"))
def plant_region(p): return region(one(out(p, "located in")))
def in_y(y): return [r for r in X if r["d"].year == y]
def of(farm): return [r for r in X if r["Farm"] == farm]
def to(plant): return [r for r in X if r["Received at"] == plant]
def farm_names(rows): return [r["Farm"] for r in rows]
def slips(rows): return [r["Slip No"] for r in rows]
def age(c): return int(one(out(c, "minimum_age_weeks")))

# ------------------------------------------------------------------ lookup
q("lookup", "What breed of cow is kept at Drybeck?", "values", [F["Drybeck"]["Breed"]], "farms: Breed of Drybeck")
q("lookup", "knockbrack tank, how many litres does it hold", "number", F["Knockbrack"]["tank"], "farms: Tank size of Knockbrack")
q("lookup", "Who drove the load with slip number MS-22103?", "values", [XN["MS-22103"]["Driver"]], "deliveries: Driver of MS-22103")
q("lookup", "poppy threlkeld - where did she learn the trade", "values", out("Poppy Threlkeld", "trained at"), "KG: Poppy Threlkeld trained at")
q("lookup", "What is the minimum age of Black Collier in weeks?", "number", age("Black Collier"), "KG: Black Collier minimum_age_weeks")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which farms in Orbe-le-Vieux are organic?", "values",
  farm_names(r for r in A if r["Parish"] == "Orbe-le-Vieux" and r["Farming method"] == "Organic"), "farms: Parish Orbe-le-Vieux, Farming method Organic")
q("filter_list", "blue cheeses, what have we got", "values", inn("blue", "cheese_style"), "KG: cheese_style blue")
q("filter_list", "slips from 2023 where the milk got turned away, nos pls", "values", slips(r for r in in_y(2023) if r["Result"] == "Rejected"),
  "deliveries: Collected on in 2023, Result Rejected")
q("filter_list", "Which farms have more than 200 cows in milk?", "values", farm_names(r for r in A if r["cows"] > 200), "farms: Cows in milk > 200")
q("filter_list", "vets who specalise in mastitis?", "values", inn("mastitis", "specialises_in"), "KG: specialises_in mastitis")

# ------------------------------------------------------------------ count
q("count", "How many deliveries were collected in 2024?", "number", len(in_y(2024)), "deliveries: Collected on in 2024")
q("count", "how many farms let a robot do the milking", "number", sum(r["Milked by"] == "Robot" for r in A), "farms: Milked by Robot")
q("count", "How many cheeses are ripened in the Undercroft?", "number", len(inn("Undercroft", "ripened in")), "KG: ripened in Undercroft")
q("count", "Hello, I am writing the thank-you letters to the drivers and have mislaid my own tally, silly me. Would you kindly tell me how many loads Jago "
  "Tremayne has brought in altogether?", "number", sum(r["Driver"] == "Jago Tremayne" for r in X), "deliveries: Driver Jago Tremayne")
q("count", "how many differnt farms sent milk to st kew butter works in 2023", "number",
  len({r["Farm"] for r in to("St. Kew Butter Works") if r["d"].year == 2023}), "deliveries: distinct Farm, Received at St. Kew Butter Works, 2023")

# ------------------------------------------------------------------ sum
assert all(r["Result"] != "Rejected" for r in of("Hafod Las") if r["d"].year == 2023)
q("sum", "How many litres of milk were collected from Hafod Las in 2023?", "number", total([r for r in of("Hafod Las") if r["d"].year == 2023], "l"),
  "deliveries: sum of Volume, Hafod Las, 2023")
q("sum", "milk money for everything collected in july 24, whole lot in euros", "number", total([r for r in X if (r["d"].year, r["d"].month) == (2024, 7)], "pay"),
  "deliveries: sum of Payment, Collected on in 2024-07")
q("sum", "What is the total pasture in hectares of all the farms that keep Jerseys?", "number", total([r for r in A if r["Breed"] == "Jersey"], "ha"),
  "farms: sum of Pasture, Breed Jersey")

# ------------------------------------------------------------------ average
q("average", "What is the average fat content of the deliveries from Lanhydor, in percent?", "number", mean(of("Lanhydor"), "fat"), "deliveries: mean Fat, Lanhydor")
q("average", "avg audit mark organic farms", "number", mean([r for r in A if r["Farming method"] == "Organic"], "mark"),
  "farms: mean Audit mark (empty left out), Farming method Organic")
pd = [r for r in to("Käserei Lindach") if r["paid"]]
q("average", "The farmers' committee keeps asking me how long they wait for their money. For the loads received at Käserei Lindach that have been paid, how many days "
  "are there on average between collection and payment?", "number", sum((r["paid"] - r["d"]).days for r in pd) / len(pd),
  "deliveries: mean of Paid on minus Collected on, Received at Käserei Lindach")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest price per litre we have ever paid?", "number", max(values(X, "price")), "deliveries: max Price per L")
q("min_max", "warmest milk we still let through as accepted, how many degrees was it", "number", max(r["temp"] for r in X if r["Result"] == "Accepted"),
  "deliveries: max Milk temp, Result Accepted")
q("min_max", "when did larkrigg last get a milk colection", "values", [max(r["d"] for r in of("Larkrigg"))], "deliveries: latest Collected on, Larkrigg")

# ------------------------------------------------------------------ superlative
q("superlative", "Which farm has the most cows in milk?", "values", best({r["Farm"]: r["cows"] for r in A}), "farms: highest Cows in milk")
q("superlative", "of the ennerby lot, which farm was last to come on board as a supplier", "values",
  best({r["Farm"]: r["since"] for r in A if r["Parish"] == "Ennerby"}), "farms: latest Supplying since, Parish Ennerby")
q("superlative", "Which of our customers stocks the largest number of our cheeses?", "values", best(Counter(h for h, r, t in K if r == "stocks")), "KG: stocks, counted by customer")
q("superlative", "Which delivery had the highest cell count?", "values", best({r["Slip No"]: r["cells"] for r in X if r["cells"] is not None}),
  "deliveries: highest Cell count (k/ml)")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three cheeses with the longest minimum age?", "values", best({c: age(c) for c in CHEESES}, 3), "KG: three highest minimum_age_weeks")
q("top_k", "top 5 farms by grazing area, just the names", "values", best({r["Farm"]: r["ha"] for r in A}, 5), "farms: five largest Pasture")

# ------------------------------------------------------------------ comparison
q("comparison", "tomme d'orbe vs räuberkäse, which one has to be older before it can go out", "values", best({c: age(c) for c in ("Tomme d'Orbe", "Räuberkäse")}),
  "KG: minimum_age_weeks of the two")
q("comparison", "Which farm has more cows, Beck Side or Cold Ash Farm?", "values", best({f: F[f]["cows"] for f in ("Beck Side", "Cold Ash Farm")}), "farms: Cows in milk of the two")
hc = {p: days(one(facts("head_cheesemaker", h, p))) for h, p in (("St. Kew Butter Works", "Loveday Hocking"), ("Pendarren Dairy", "Gwenda Morris-Hale"))}
q("comparison", "Who was head cheesemaker for longer, Loveday Hocking or Gwenda Morris-Hale?", "values", best(hc), "TKG: lengths of the two head_cheesemaker facts")

# ------------------------------------------------------------------ difference
q("difference", "How many more cows in milk does Kilbride Lower have than The Haggard?", "number", F["Kilbride Lower"]["cows"] - F["The Haggard"]["cows"],
  "farms: difference of the two Cows in milk")
q("difference", "mossgill creamery against pendarren dairy, whats the gap in loads taken in", "number", abs(len(to("Mossgill Creamery")) - len(to("Pendarren Dairy"))),
  "deliveries: rows of the two plants, subtracted")
p23 = values(in_y(2023), "price")
q("difference", "What is the difference in euros between the highest and the lowest price per litre of 2023?", "number", max(p23) - min(p23),
  "deliveries: max minus min Price per L, Collected on in 2023")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all deliveries was rejected?", "number", 100 * sum(r["Result"] == "Rejected" for r in X) / len(X), "deliveries: Result Rejected over all rows")
og = [r for r in A if r["Farming method"] == "Organic"]
q("percent", "orgnaic farms - what % of them have a milking robot", "number", 100 * sum(r["Milked by"] == "Robot" for r in og) / len(og),
  "farms: Farming method Organic, share of Milked by Robot")

# ------------------------------------------------------------------ group_by
q("group_by", "How many farms are there in each parish?", "table", Counter(r["Parish"] for r in A), "farms: rows per Parish")
q("group_by", "litres collected year by year", "table", {k: total(v, "l") for k, v in group(X, lambda r: r["d"].year).items()},
  "deliveries: sum of Volume per year of Collected on")
q("group_by", "For each breed, what is the average yield per cow in litres?", "table", {k: mean(v, "yield") for k, v in group(A, lambda r: r["Breed"]).items()},
  "farms: mean Yield per cow (empty left out) per Breed")
q("group_by", "no. of cheeses made at each plant pls", "table", Counter(t for h, r, t in K if r == "made at"), "KG: made at, counted by plant")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which driver has brought in the most loads?", "values", best(Counter(r["Driver"] for r in X)), "deliveries: most rows per Driver")
q("group_superlative", "whcih farm took home the most milk money from us in 2024, all its loads together", "values",
  best({k: total(v, "pay") for k, v in group(in_y(2024), lambda r: r["Farm"]).items()}), "deliveries: 2024, highest sum of Payment per Farm")
q("group_superlative", "Which cheese is stocked by the most customers?", "values", best(Counter(t for h, r, t in K if r == "stocks")), "KG: stocks, counted by cheese")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Café Seren stock Whitefriar?", "boolean", "Whitefriar" in out("Café Seren", "stocks"), "KG: Café Seren stocks Whitefriar")
q("yes_no", "nancolleth, are they fully organic yet", "boolean", F["Nancolleth"]["Farming method"] == "Organic", "farms: Farming method of Nancolleth is In conversion")
q("yes_no", "Was Gaspard Moret ever plant manager of Käserei Lindach?", "boolean", bool(facts("plant manager", "Käserei Lindach", "Gaspard Moret")),
  "TKG: Käserei Lindach plant manager Gaspard Moret")
q("yes_no", "did we ever send a load from beck side packing", "boolean", any(r["Result"] == "Rejected" for r in of("Beck Side")),
  "deliveries: Beck Side with Result Rejected")

# ------------------------------------------------------------------ negation
q("negation", "Which plants do not hold the BRC Food certificate?", "values", PLANTS - inn("BRC Food", "holds_certificate"), "KG: plants without holds_certificate BRC Food")
q("negation", "cheeses that none of our customers stock?", "values", CHEESES - tails("stocks"), "KG: cheeses without a stocks triple")
f24 = {r["Farm"] for r in in_y(2024)}
q("negation", "which knockfinn or lindach farms sent us not a drop in 2024", "values",
  [r["Farm"] for r in A if r["Parish"] in ("Knockfinn", "Lindach") and r["Farm"] not in f24], "farms: Parish Knockfinn or Lindach, without a 2024 row in deliveries")
q("negation", "How many of our cheeses are not made from cow's milk?", "number", len(CHEESES - inn("cow's milk", "made from")), "KG: made from other than cow's milk")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was plant manager of Mossgill Creamery on 1 June 2015?", "values", [one(at("plant manager", date(2015, 6, 1), "Mossgill Creamery"))[2]],
  "TKG: plant manager of Mossgill Creamery valid on 2015-06-01")
q("time_point", "who ownd hafod las in 2005", "values", [one(in_year("owner of", 2005, tail="Hafod Las"))[0]], "TKG: owner of Hafod Las in 2005")
q("time_point", "pendarren dairy back in 2012, in whose hands was it", "values", [one(in_year("belongs to", 2012, "Pendarren Dairy"))[2]], "TKG: belongs to of Pendarren Dairy in 2012")
q("time_point", "Which farms had Bethan Llewelyn-Roe as their herd vet on 1 January 2018?", "values", [f[0] for f in at("herd_vet", date(2018, 1, 1), tail="Bethan Llewelyn-Roe")],
  "TKG: herd_vet Bethan Llewelyn-Roe valid on 2018-01-01")

# ------------------------------------------------------------------ before_after
q("before_after", "Who owned Beck Side before Doreen Fleming-Tyson?", "values", [step(facts("owner of", tail="Beck Side"), 0, "Doreen Fleming-Tyson", -1)],
  "TKG: previous owner of Beck Side")
q("before_after", "brother anselm hung up his apron, who came after him as head cheesemaker", "values",
  [step(facts("head_cheesemaker", one(facts("head_cheesemaker", tail="Brother Anselm"))[0]), 2, "Brother Anselm", 1)], "TKG: next head_cheesemaker of Abbotsholm Works")
nv = [f for f in facts("herd_vet") if f[3] >= date(2023, 1, 1)]
assert all(len(facts("herd_vet", f[0])) > 1 for f in nv)
q("before_after", "Which farms changed to a new herd vet after 1 January 2023?", "values", [f[0] for f in nv], "TKG: herd_vet facts with start after 2023-01-01")
assert all(f[3] != date(2023, 1, 1) for f in nv)

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Percy Askew plant manager of Mossgill Creamery?", "number", full_years(one(facts("plant manager", "Mossgill Creamery", "Percy Askew"))),
  "TKG: complete years from start to end")
q("duration", "pipers hole, former owners only: who hung on to the place longest", "values", best({f[0]: days(f) for f in facts("owner of", tail="Piper's Hole") if f[4]}),
  "TKG: longest closed owner of fact of Piper's Hole")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which region is Käserei Lindach located?", "values", [plant_region("Käserei Lindach")], "KG: located in > in region")
q("multi_hop", "magnus sleigt - what town is his practice's surgery in", "values", {t for p in out("Magnus Sleight", "works for") for t in out(p, "has_surgery_in")},
  "KG: works for > has_surgery_in")
q("multi_hop", "Which cheeses made in the Orbe Valley have won an award?", "values",
  {c for c in heads("won") if plant_region(one(out(c, "made at"))) == "Orbe Valley"}, "KG: won; made at > located in > in region")

# ------------------------------------------------------------------ cross_source
x = XN["MS-22048"]
q("cross_source", "Who was the plant manager of the plant that received slip MS-22048 on the day the milk was collected?", "values",
  [one(at("plant manager", x["d"], x["Received at"]))[2]], "deliveries: Received at, Collected on; TKG: plant manager on that date")
q("cross_source", "how many loads came into the lindach käserei while gaspard moret was still runing the place", "number",
  sum(bool(at("plant manager", r["d"], "Käserei Lindach", "Gaspard Moret")) for r in to("Käserei Lindach")), "deliveries: Collected on; TKG: plant manager interval")
q("cross_source", "How many litres were collected in 2023 from farms in the Orbe Valley region?", "number",
  total([r for r in in_y(2023) if region(F[r["Farm"]]["Parish"]) == "Orbe Valley"], "l"), "farms: Parish; KG: in region; deliveries: sum of Volume in 2023")
q("cross_source", "What audit mark did the farm of Nadia Sethi get, in percent?", "number", F[one(now("owner of", "Nadia Sethi"))[2]]["mark"],
  "TKG: open owner of; farms: Audit mark")
mp = {f[0] for f in now("herd_vet", tail="Morwenna Pascoe")}
q("cross_source", "take the farms that morwenna pascoe looks after as vet these days. avg cell count across all their loads?", "number",
  mean([r for r in X if r["Farm"] in mp], "cells"), "TKG: open herd_vet; deliveries: mean Cell count (empty left out)")
q("cross_source", "which haulage firm does the driver on slip MS-22037 drive for", "values", out(XN["MS-22037"]["Driver"], "drives_for"), "deliveries: Driver; KG: drives_for")
big = best({r["Farm"]: r["cows"] for r in A if r["Farming method"] == "Organic" and r["Parish"] == "Knockfinn"})[0]
q("cross_source", "Who is the current herd vet of the organic farm in Knockfinn with the most cows?", "values", [one(now("herd_vet", big))[2]],
  "farms: highest Cows in milk, Parish Knockfinn, Organic; TKG: open herd_vet")

# ------------------------------------------------------------------ missing
q("missing", "For which farms is no audit mark recorded?", "values", farm_names(r for r in A if r["mark"] is None), "farms: empty Audit mark")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What does a wheel of Old Tarrow sell for?", "refuse", [], "no cheese prices in any file, only the price of the milk")
q("unanswerable", "how many calfs were born at beck side last spring", "refuse", [], "no births in any file")
assert not in_year("plant manager", 1999, "Pendarren Dairy")
q("unanswerable", "Who was plant manager of Pendarren Dairy in 1999?", "refuse", [], "TKG: the first plant manager fact of Pendarren Dairy starts in 2008")
q("unanswerable", "headcount at abbotsholm works?", "refuse", [], "no staff numbers in any file")
assert "MS-99120" not in XN
q("unanswerable", "What was the protein content of delivery MS-99120?", "refuse", [], "there is no slip MS-99120")
q("unanswerable", "Which of our cheeses do customers send back most often?", "refuse", [], "no returns in any file, only who stocks what")
q("unanswerable", "got a cow down at tregarrow, need Morwenna Pascoe's mobile number quick", "refuse", [], "no phone numbers in any file")


finish(HERE, Q)
