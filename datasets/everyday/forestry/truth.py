#!/usr/bin/env python3
"""Computes every gold answer of the 'forestry' domain from the four data files.
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


K, T = graphs(HERE, "forestry")
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
q = asking("forestry", Q)


S = rd("stands.csv")
for r in S:
    r["year"] = int(r["Year planted"]) if r["Year planted"] else None
    r["ha"], r["stock"], r["high"], r["slope"] = num(r["Area"]), num(r["Standing volume per ha"]), num(r["Elevation"]), num(r["Slope"])
    r["surveyed"] = day(r["Last surveyed"], "%d-%b-%Y")
SN = {r["Local name"]: r for r in S}
X = rd("lots.csv")
for r in X:
    r["d"], r["sold"] = day(r["Felled on"], "%d.%m.%Y"), iso(r["Sold on"])
    r["vol"], r["price"], r["value"] = num(r["Volume"]), num(r["Price per m³"]), num(r["Sale value (GBP)"])
    r["district"] = SN[r["Stand"]]["District"]
XN = {r["Lot No"]: r for r in X}
DISTRICTS, BUYERS, CONTRACTORS = heads("part of"), heads("type_of_business"), heads("operates")
DF = "district forester"

# sanity of the data
assert len(SN) == len(S) == len({r["Stand No"] for r in S}) and len(XN) == len(X) and len(set(K)) == len(K)
assert {r["District"] for r in S} == DISTRICTS == {f[0] for f in facts(DF)} and {r["Main species"] for r in S} == heads("is a")
assert {r["Buyer"] for r in X} - {""} == BUYERS and {r["Contractor"] for r in X} == CONTRACTORS
assert heads("home to") | tails("passes through") | {f[0] for f in facts("protected_as")} <= set(SN)
assert {f[0] for f in facts("approved for planting in")} <= heads("is a") and {f[0] for f in facts("owned_by")} <= BUYERS
for r in X:
    assert (r["Status"] == "On the stack") == (r["price"] is None) == (r["value"] is None) == (r["sold"] is None) == (r["Buyer"] == "")
    assert r["sold"] is None or r["sold"] > r["d"]
    assert SN[r["Stand"]]["Management"] != "Reserve" and at("harvesting_contract_in", r["d"], r["Contractor"], r["district"])
for rel in (DF, "estate_director", "hunting rights held by", "owned_by", "protected_as"):
    for fs in group(facts(rel), lambda f: f[0]).values():
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), fs
def in_y(y): return [r for r in X if r["d"].year == y]
def names(rows): return [r["Local name"] for r in rows]
def lots(rows): return [r["Lot No"] for r in rows]
def county(x): return one(out(one(out(x, "based in")), "in county"))
def spent(rows): return {k: total(v, "value") for k, v in group([r for r in rows if r["Buyer"]], lambda r: r["Buyer"]).items()}
def species(s): return [r for r in S if r["Main species"] == s]

# ------------------------------------------------------------------ lookup
q("lookup", "What is the main species in Lisia Góra?", "values", [SN["Lisia Góra"]["Main species"]], "stands: Main species of Lisia Góra")
q("lookup", "cailleach, how many metres up is it", "number", SN["Cailleach"]["high"], "stands: Elevation of Cailleach")
q("lookup", "Who bought lot HL-3186?", "values", [XN["HL-3186"]["Buyer"]], "lots: Buyer of HL-3186")
q("lookup", "hochseil brandl - what kit do they run", "values", out("Hochseil Brandl", "operates"), "KG: Hochseil Brandl operates")
q("lookup", "How long is the Sarrow Path in kilometres?", "number", float(one(out("Sarrow Path", "length_km"))), "KG: Sarrow Path length_km")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which stands in Harrowdale are managed as coppice?", "values", names(r for r in S if r["District"] == "Harrowdale" and r["Management"] == "Coppice"),
  "stands: District Harrowdale, Management Coppice")
q("filter_list", "wood felled back in 2021 and still sat on the stack, lot nos?", "values", lots(r for r in in_y(2021) if r["Status"] == "On the stack"),
  "lots: Felled on in 2021, Status On the stack")
q("filter_list", "Which tree species are susceptible to root rot?", "values", inn("root rot", "susceptible to"), "KG: susceptible to root rot")
q("filter_list", "stands with a slope over 55 %", "values", names(r for r in S if r["slope"] > 55), "stands: Slope > 55%")
q("filter_list", "sawmils that can collect by rail", "values", inn("sawmill", "type_of_business") & inn("rail", "collects by"), "KG: type_of_business sawmill and collects by rail")

# ------------------------------------------------------------------ count
q("count", "How many stands have Scots pine as their main species?", "number", len(species("Scots pine")), "stands: Main species Scots pine")
q("count", "how many lots of windblow did we have to clear up in 2022", "number", sum(r["Cut"] == "Windthrow" for r in in_y(2022)), "lots: Cut Windthrow, Felled on in 2022")
q("count", "How many stands have lynx living in them?", "number", len(inn("lynx", "home to")), "KG: home to lynx")
q("count", "Good afternoon, the insurance people are on the other line and want a figure from me. I would be most grateful if you could tell me how many lots Heavy Horse "
  "Logging have harvested for us.", "number", sum(r["Contractor"] == "Heavy Horse Logging Co." for r in X), "lots: Contractor Heavy Horse Logging Co.")
q("count", "number of diffrent stands we felled in during 2024", "number", len({r["Stand"] for r in in_y(2024)}), "lots: distinct Stand, Felled on in 2024")

# ------------------------------------------------------------------ sum
q("sum", "What was the total sale value in pounds of the lots felled in 2023?", "number", total(in_y(2023), "value"), "lots: sum of Sale value, Felled on in 2023")
q("sum", "vaneer for cooperage vasseur, how many cubic metres all told", "number", total([r for r in X if r["Buyer"] == "Cooperage Vasseur" and r["Assortment"] == "Veneer"], "vol"),
  "lots: sum of Volume, Buyer Cooperage Vasseur, Assortment Veneer")
q("sum", "What is the combined area in hectares of all stands in Bois-Noir?", "number", total([r for r in S if r["District"] == "Bois-Noir"], "ha"), "stands: sum of Area, District Bois-Noir")

# ------------------------------------------------------------------ average
q("average", "What is the average volume of a final felling lot, in m³?", "number", mean([r for r in X if r["Cut"] == "Final felling"], "vol"), "lots: mean Volume, Cut Final felling")
q("average", "avg slope of the glen sarrow stands in %", "number", mean([r for r in S if r["District"] == "Glen Sarrow"], "slope"), "stands: mean Slope, District Glen Sarrow")
fw = [r for r in X if r["Assortment"] == "Firewood" and r["sold"]]
q("average", "Accounts grumble that our wood lies about for too long. Taking the firewood lots that have been sold, how many days went by on average between felling and sale?", "number",
  sum((r["sold"] - r["d"]).days for r in fw) / len(fw), "lots: mean of Sold on minus Felled on, Assortment Firewood")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest price per m³ we have got for veneer?", "number", max(values([r for r in X if r["Assortment"] == "Veneer"], "price")), "lots: max Price per m³, Assortment Veneer")
q("min_max", "when was the chainsaw last out in mönchswald", "values", [max(r["d"] for r in X if r["Stand"] == "Mönchswald")], "lots: latest Felled on, Mönchswald")
q("min_max", "smallest stand in kaltenbach is how many ha?", "number", min(r["ha"] for r in S if r["District"] == "Kaltenbach"), "stands: min Area, District Kaltenbach")

# ------------------------------------------------------------------ superlative
q("superlative", "Which stand is the largest by area?", "values", best({r["Local name"]: r["ha"] for r in S}), "stands: highest Area")
q("superlative", "of the beech stands wich one is the oldest going by planting year", "values", best({r["Local name"]: r["year"] for r in species("Beech") if r["year"]}, low=True),
  "stands: earliest Year planted (empty left out), Main species Beech")
q("superlative", "Which trail passes through the most stands?", "values", best(Counter(h for h, r, t in K if r == "passes through")), "KG: passes through, counted by trail")
q("superlative", "Which lot had the highest sale value?", "values", best({r["Lot No"]: r["value"] for r in X if r["value"]}), "lots: highest Sale value")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three stands at the highest elevation?", "values", best({r["Local name"]: r["high"] for r in S}, 3), "stands: three highest Elevation")
q("top_k", "our 4 biggest customers by total spend", "values", best(spent(X), 4), "lots: four highest sums of Sale value per Buyer")

# ------------------------------------------------------------------ comparison
q("comparison", "beech vs sessile oak, which needs longer till its rotation is up", "values", best({s: int(one(out(s, "rotation_years"))) for s in ("Beech", "Sessile oak")}),
  "KG: rotation_years of the two")
q("comparison", "Which lot had the larger volume, HL-3168 or HL-3117?", "values", best({n: XN[n]["vol"] for n in ("HL-3168", "HL-3117")}), "lots: Volume of the two")
df = {p: days(one(facts(DF, d, p))) for d, p in (("Bois-Noir", "Étienne Malgras"), ("Świerkowa", "Zdzisław Borowicz"))}
q("comparison", "Who was district forester for longer, Étienne Malgras or Zdzisław Borowicz?", "values", best(df), "TKG: lengths of the two district forester facts")

# ------------------------------------------------------------------ difference
q("difference", "How many metres higher is Bois de la Dame than Source Froide?", "number", SN["Bois de la Dame"]["high"] - SN["Source Froide"]["high"], "stands: difference of the two Elevations")
nc = Counter(r["Contractor"] for r in X)
assert nc["Rückmann Forstbetrieb"] > nc["Skovteam Hald"]
q("difference", "rückmann have cut how many more lots than skovteam hald", "number", nc["Rückmann Forstbetrieb"] - nc["Skovteam Hald"], "lots: rows of the two contractors, subtracted")
q("difference", "What is the difference in volume, in m³, between everything felled in 2022 and everything felled in 2023?", "number",
  round(abs(total(in_y(2022), "vol") - total(in_y(2023), "vol")), 2), "lots: sums of Volume of the two years, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all lots came from windthrow?", "number", 100 * sum(r["Cut"] == "Windthrow" for r in X) / len(X), "lots: Cut Windthrow over all rows")
kb = [r for r in S if r["District"] == "Kaltenbach"]
q("percent", "kaltenbach stands, % that are norway spurce", "number", 100 * sum(r["Main species"] == "Norway spruce" for r in kb) / len(kb),
  "stands: District Kaltenbach, share of Main species Norway spruce")

# ------------------------------------------------------------------ group_by
q("group_by", "How many stands are there for each main species?", "table", Counter(r["Main species"] for r in S), "stands: rows per Main species")
q("group_by", "takings per assortment, all years together", "table", {k: total(v, "value") for k, v in group(X, lambda r: r["Assortment"]).items()}, "lots: sum of Sale value per Assortment")
q("group_by", "What is the average elevation of the stands in each district, in metres?", "table", {k: mean(v, "high") for k, v in group(S, lambda r: r["District"]).items()},
  "stands: mean Elevation per District")
q("group_by", "m3 felled by year pls", "table", {k: total(v, "vol") for k, v in group(X, lambda r: r["d"].year).items()}, "lots: sum of Volume per year of Felled on")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which contractor has harvested the largest total volume?", "values", best({k: total(v, "vol") for k, v in group(X, lambda r: r["Contractor"]).items()}),
  "lots: highest sum of Volume per Contractor")
q("group_superlative", "which stand's 2022 fellings made us the most mony in total", "values",
  best({k: total(v, "value") for k, v in group(in_y(2022), lambda r: r["Stand"]).items()}), "lots: 2022, highest sum of Sale value per Stand")
q("group_superlative", "Which type of machine is operated by the most contractors?", "values", best(Counter(t for h, r, t in K if r == "operates")), "KG: operates, counted by machine")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is European larch native to the Alps?", "boolean", "Alps" in out("European larch", "native_to"), "KG: European larch native_to Alps")
q("yes_no", "witches round, does that go through fuchsgraben", "boolean", "Fuchsgraben" in out("Witches' Round", "passes through"), "KG: no passes through triple of the two")
q("yes_no", "Was Isla Farquharson-Roe ever district forester of Northmuir?", "boolean", bool(facts(DF, "Northmuir", "Isla Farquharson-Roe")), "TKG: Northmuir district forester Isla Farquharson-Roe")
q("yes_no", "has baron von trotzau ever had the hunting in harrowdale", "boolean", bool(facts("hunting rights held by", "Harrowdale", "Baron von Trotzau")),
  "TKG: no such hunting rights held by fact")

# ------------------------------------------------------------------ negation
q("negation", "Which contractors do not operate a harvester?", "values", CONTRACTORS - inn("harvester", "operates"), "KG: contractors without operates harvester")
q("negation", "bois-noir or świerkowa stands that dont show up in the lots list at all", "values",
  [r["Local name"] for r in S if r["District"] in ("Bois-Noir", "Świerkowa") and r["Local name"] not in {x["Stand"] for x in X}], "stands: District Bois-Noir or Świerkowa, without a row in lots")
q("negation", "which of todays district foresters have no drone licence", "values", {f[2] for f in now(DF)} - inn("drone", "licensed_for"),
  "TKG: open district forester; KG: no licensed_for drone")
q("negation", "How many pulpwood lots were sold to a buyer other than Larkfield Pulp?", "number",
  sum(r["Assortment"] == "Pulpwood" and r["Buyer"] not in ("", "Larkfield Pulp") for r in X), "lots: Assortment Pulpwood, Buyer filled in and not Larkfield Pulp")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was district forester of Glen Sarrow on 1 January 2015?", "values", [one(at(DF, date(2015, 1, 1), "Glen Sarrow"))[2]], "TKG: district forester of Glen Sarrow valid on 2015-01-01")
q("time_point", "who had the hunting rights in swierkowa in 2010", "values", [one(in_year("hunting rights held by", 2010, "Świerkowa"))[2]], "TKG: hunting rights held by of Świerkowa in 2010")
q("time_point", "estate director, christmas day 2014?", "values", [one(at("estate_director", date(2014, 12, 25)))[2]], "TKG: estate_director valid on 2014-12-25")
q("time_point", "Which species were approved for planting in Harrowdale on 1 July 2010?", "values", [f[0] for f in at("approved for planting in", date(2010, 7, 1), tail="Harrowdale")],
  "TKG: approved for planting in Harrowdale valid on 2010-07-01")

# ------------------------------------------------------------------ before_after
q("before_after", "Who held the hunting rights in Glen Sarrow before the Aberlarn Stalkers?", "values",
  [step(facts("hunting rights held by", "Glen Sarrow"), 2, "Aberlarn Stalkers", -1)], "TKG: previous hunting rights held by of Glen Sarrow")
q("before_after", "brannock sawmills: fenwood let go of it, and who snapped it up next", "values", [step(facts("owned_by", "Brannock Sawmills"), 2, "Fenwood Holdings", 1)],
  "TKG: next owned_by of Brannock Sawmills")
q("before_after", "Which stands were protected for the first time after 1 January 2010?", "values", [g[0][0] for g in group(facts("protected_as"), lambda f: f[0]).values() if g[0][3] > date(2010, 1, 1)],
  "TKG: stands whose first protected_as fact starts after 2010-01-01")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Winifred Oakeshott district forester of Harrowdale?", "number", full_years(one(facts(DF, "Harrowdale", "Winifred Oakeshott"))),
  "TKG: complete years from start to end")
q("duration", "out of the past district foresters at świerkowa who did the longest stint", "values", best({f[2]: days(f) for f in facts(DF, "Świerkowa") if f[4]}),
  "TKG: longest closed district forester fact of Świerkowa")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is Holzwerk Thalmann based?", "values", [county("Holzwerk Thalmann")], "KG: based in > in county")
q("multi_hop", "northmuirs forest region - what town is it administerd from", "values", {t for g in out("Northmuir", "part of") for t in out(g, "administered_from")},
  "KG: part of > administered_from")
q("multi_hop", "Which buyers have their base in Larnshire?", "values", {b for b in BUYERS if county(b) == "Larnshire"}, "KG: buyers based in > in county Larnshire")

# ------------------------------------------------------------------ cross_source
x = XN["HL-3198"]
q("cross_source", "Who was district forester of the stand's district on the day lot HL-3198 was felled?", "values", [one(at(DF, x["d"], x["district"]))[2]],
  "lots: Stand, Felled on; stands: District; TKG: district forester on that date")
q("cross_source", "how many lots were felled in bois-noir with solene gauthrot in charge as district forester", "number",
  sum(bool(at(DF, r["d"], "Bois-Noir", "Solène Gauthrot")) for r in X if r["district"] == "Bois-Noir"), "stands: District; lots: Felled on; TKG: district forester interval")
q("cross_source", "What is the total volume in m³ of the lots felled in stands of broadleaf species?", "number",
  total([r for r in X if "broadleaf" in out(SN[r["Stand"]]["Main species"], "is a")], "vol"), "KG: is a broadleaf; stands: Main species; lots: sum of Volume")
q("cross_source", "How much in pounds have the companies that belong to the Nordskog Group today bought from us in total?", "number",
  total([r for r in X if r["Buyer"] in {f[0] for f in now("owned_by", tail="Nordskog Group")}], "value"), "TKG: open owned_by Nordskog Group; lots: sum of Sale value")
q("cross_source", "the charcoal burners' way gets muddy whenever we work beside it. how many lots came out of the stands on that trail?", "number",
  sum(r["Stand"] in out("Charcoal Burners' Way", "passes through") for r in X), "KG: passes through; lots: rows of those stands")
q("cross_source", "what county is the buyer of lot HL-3194 in", "values", [county(XN["HL-3194"]["Buyer"])], "lots: Buyer; KG: based in > in county")
q("cross_source", "What is the total area in hectares of the stands that are protected as a strict reserve today?", "number",
  total([SN[f[0]] for f in now("protected_as", tail="Strict reserve")], "ha"), "TKG: open protected_as Strict reserve; stands: sum of Area")

# ------------------------------------------------------------------ missing
q("missing", "For which stands is the year of planting not recorded?", "values", names(r for r in S if r["year"] is None), "stands: empty Year planted")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What do we pay Hochseil Brandl per cubic metre for harvesting?", "refuse", [], "only the sale price of the wood is recorded, not what contractors cost")
q("unanswerable", "how many deer did the aberlarn stalkers shoot last season", "refuse", [], "hunting rights are recorded, no game bags")
assert not in_year(DF, 1985, "Harrowdale")
q("unanswerable", "Who was district forester of Harrowdale in 1985?", "refuse", [], "TKG: the first district forester fact of Harrowdale starts in 1997")
q("unanswerable", "accidents with macaskill crews in 2023??", "refuse", [], "no accidents in any file")
assert "Foxglove Bottom" not in SN
q("unanswerable", "How many hectares is the stand Foxglove Bottom?", "refuse", [], "there is no stand Foxglove Bottom")
q("unanswerable", "whats hanna dudzik on, salary wise", "refuse", [], "no salaries in any file")
q("unanswerable", "How many seedlings were planted in Thirteen Acres last winter?", "refuse", [], "the year of planting is recorded, no seedling numbers")


finish(HERE, Q)
