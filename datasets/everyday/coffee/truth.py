#!/usr/bin/env python3
"""Computes every gold answer of the 'coffee' domain from the four data files.
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


K, T = graphs(HERE, "coffee")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("coffee", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

F = rd("farms.csv")
for r in F: r["alt"], r["ha"], r["y"], r["sca"] = num(r["MASL"]), num(r["Area ha"]), num(r["1st yr w/ us"]), num(r["SCA avg"])
FN = {r["Farm"]: r for r in F}
L = rd("lots.csv")
for r in L:
    r["c"], r["eta"], r["arr"] = (day(r[k], "%d %b %Y") for k in ("Contract dt", "ETA", "Arrived"))
    r["bags"], r["kg"], r["usd"], r["moist"], r["cup"] = num(r["Bags"]), num(r["Net kg"]), num(r["USD/kg"]), num(r["Moist."]), num(r["Cup score"])
    r["origin"], r["cost"] = FN[r["Farm"]]["Country"], round(r["kg"] * r["usd"], 2)
    assert r["c"].year >= FN[r["Farm"]]["y"]
LN = {r["Lot"]: r for r in L}
assert len(LN) == len(L) and len(FN) == len(F) and {r["Farm"] for r in L} == set(FN)
for r in F: assert one(out(one(out(r["Farm"], "Grown in Region")), "part of")) == r["Country"]
H = "Halvorsen & Reyes Coffee"
fs = lambda rows: [r["Farm"] for r in rows]
lots = lambda rows: [r["Lot"] for r in rows]
st = lambda s: [r for r in L if r["Status"] == s]
of = lambda f: [r for r in L if r["Farm"] == f]
orig = lambda c: [r for r in L if r["origin"] == c]
continent = lambda c: one(out(c, "continent"))
BLENDS, CAFES = heads("roast_level"), heads("pours")

q("lookup", "Who is the producer at Thunguri?", "values", FN["Thunguri"]["Producer"], "farms: Producer")
q("lookup", "HR-243: cup score?", "number", LN["HR-243"]["cup"], "lots: Cup score")
q("lookup", "Which port does Rwandan coffee ship from?", "values", out("Rwanda", "ships via"), "KG ships via")
q("lookup", "what cultivar do they mainly grow at Sítio São Bento", "values", FN["Sítio São Bento"]["Main cultivar"], "farms: Main cultivar")
q("lookup", "A customer asks how dark our Bryggen House is. What roast level is it?", "values", out("Bryggen House", "roast_level"), "KG roast_level")

q("filter_list", "Which farms lie above 1,900 metres?", "values", fs(r for r in F if r["alt"] > 1900), "farms: MASL > 1900")
q("filter_list", "rejected lots, all of them", "values", lots(st("rejected")), "lots: Status rejected")
q("filter_list", "Which farms process their coffee as natural, not pulped natural?", "values", fs(r for r in F if r["Process"] == "natural"), "farms: Process natural")
q("filter_list", "I fancy something with jasmine. What farms taste of that?", "values", inn("jasmine", "tastes of"), "KG tastes of jasmine")
q("filter_list", "What is still at sea right now?", "values", lots(st("on the water")), "lots: Status on the water")

q("count", "How many lots have we bought from Shantawene?", "number", len(of("Shantawene")), "lots: rows of Farm")
q("count", "no. of lots contracted in 2022", "number", sum(r["c"].year == 2022 for r in L), "lots: Contract dt in 2022")
q("count", "How many farms do we work with in Ethiopia?", "number", sum(r["Country"] == "Ethiopia" for r in F), "farms: Country")
q("count", "Cafes pouring Harbour Espresso - how many?", "number", len(inn("Harbour Espresso", "pours")), "KG pours Harbour Espresso")

q("sum", "How many bags did we buy from Brazil in total?", "number", total(orig("Brazil"), "bags"), "farms: Country; lots: sum of Bags")
q("sum", "kilos on the Ever Lyra altogether, all lots", "number", total([r for r in L if r["Vessel"] == "Ever Lyra"], "kg"), "lots: sum of Net kg, Vessel")
q("sum", "What's the combined weight of the lots that are in stock at the moment, in kg?", "number", total(st("in stock"), "kg"), "lots: sum of Net kg, Status in stock")

q("average", "What is the average price per kilo for lots from Banko Gotiti?", "number", mean(of("Banko Gotiti"), "usd"), "lots: mean USD/kg, Farm")
q("average", "avg moisture of the rejected lots (in %)", "number", mean(st("rejected"), "moist"), "lots: mean Moist., Status rejected")
q("average", "How high do our Colombian farms lie on average, in metres?", "number", mean([r for r in F if r["Country"] == "Colombia"], "alt"), "farms: mean MASL, Country")

q("min_max", "What was the best cup score any lot ever got?", "number", max(r["cup"] for r in L if r["cup"]), "lots: max Cup score")
q("min_max", "lowest usd/kg we paid on a FOB contract", "number", min(r["usd"] for r in L if r["Terms"] == "FOB"), "lots: min USD/kg, Terms FOB")
q("min_max", "When did the last lot from Worka Sakaro come in?", "values", max(r["arr"] for r in of("Worka Sakaro")), "lots: latest Arrived, Farm")

q("superlative", "Which farm has the highest SCA average?", "values", best({r["Farm"]: r["sca"] for r in F if r["sca"]}), "farms: largest SCA avg")
q("superlative", "farm w the smallest area on record", "values", best({r["Farm"]: r["ha"] for r in F if r["ha"]}, low=True), "farms: smallest Area ha")
q("superlative", "Which lot was the dearest per kilo?", "values", best({r["Lot"]: r["usd"] for r in L}), "lots: largest USD/kg")
q("superlative", "who have we been working with longest? name of the farm", "values", best({r["Farm"]: r["y"] for r in F}, low=True), "farms: earliest 1st yr w/ us")

q("top_k", "What are the three highest farms?", "values", best({r["Farm"]: r["alt"] for r in F}, 3), "farms: three largest MASL")
q("top_k", "2 wettest lots that were rejected, by moisture", "values", best({r["Lot"]: r["moist"] for r in st("rejected") if r["moist"]}, 2), "lots: rejected, two largest Moist.")
q("top_k", "Give me the four countries we have taken the most kilos from.", "values", best({k: total(v, "kg") for k, v in group(L, lambda r: r["origin"]).items()}, 4), "farms: Country; lots: four largest sums of Net kg")

q("comparison", "Which scores higher on SCA average, Gasharu or Kanzu?", "values", best({f: FN[f]["sca"] for f in ("Gasharu", "Kanzu")}), "farms: SCA avg of both")
q("comparison", "more lots on kobe arrow or on tamar express?", "values", best({v: sum(r["Vessel"] == v for r in L) for v in ("Kobe Arrow", "Tamar Express")}), "lots: rows of both Vessels")
q("comparison", "Los Pinos and El Cedro belong to the same lady. From which of the two did we buy more kilos overall?", "values", best({f: total(of(f), "kg") for f in ("Los Pinos", "El Cedro")}), "lots: sums of Net kg of both Farms")

q("difference", "How many metres higher is Shantawene than Sítio São Bento?", "number", FN["Shantawene"]["alt"] - FN["Sítio São Bento"]["alt"], "farms: MASL subtracted")
q("difference", "price diff per kg, HR-262 against HR-273", "number", round(LN["HR-262"]["usd"] - LN["HR-273"]["usd"], 2), "lots: USD/kg subtracted")
q("difference", "How many days after its ETA did HR-277 actually get here?", "number", (LN["HR-277"]["arr"] - LN["HR-277"]["eta"]).days, "lots: Arrived minus ETA")

q("percent", "What percentage of lots were bought on CIF terms?", "number", share(L, lambda r: r["Terms"] == "CIF"), "lots: Terms CIF over all rows")
q("percent", "of the shantawene lots, how many % got rejected", "number", share(of("Shantawene"), lambda r: r["Status"] == "rejected"), "lots: rejected over the rows of the Farm")
q("percent", "Share of our farms that are in Africa, please, as a percentage.", "number", share(F, lambda r: continent(r["Country"]) == "Africa"), "farms: Country; KG continent")

q("group_by", "How many lots are there per status?", "table", Counter(r["Status"] for r in L), "lots: rows per Status")
q("group_by", "avg price per kg for each of the delivery terms", "table", {k: mean(v, "usd") for k, v in group(L, lambda r: r["Terms"]).items()}, "lots: mean USD/kg per Terms")
q("group_by", "blends by roast level, just count them", "table", Counter(t for h, r, t in K if r == "roast_level"), "KG roast_level, rows per tail")

q("group_superlative", "Which vessel carried the most lots?", "values", best(Counter(r["Vessel"] for r in L)), "lots: most frequent Vessel")
q("group_superlative", "what process is most common with our farms", "values", best(Counter(r["Process"] for r in F)), "farms: most frequent Process")
q("group_superlative", "Which farm has delivered the most kilos in total, whatever became of the coffee?", "values", best({k: total(v, "kg") for k, v in group(L, lambda r: r["Farm"]).items()}), "lots: largest sum of Net kg per Farm")
q("group_superlative", "the cafe that pours the most of our blends", "values", best(Counter(h for h, r, t in K if r == "pours")), "KG pours: most frequent head")

q("yes_no", "Is Finca El Mirador certified by Rainforest Alliance?", "boolean", FN["Finca El Mirador"]["Cert."] == "RA", "farms: Cert. RA")
q("yes_no", "does lena speak spanish? lena wirth i mean", "boolean", "Spanish" in out("Lena Wirth", "speaks"), "KG speaks")
q("yes_no", "Has a lot of Finca Don Mayo ever been rejected?", "boolean", any(r["Status"] == "rejected" for r in of("Finca Don Mayo")), "lots: Farm, Status rejected")
q("yes_no", "any farm of ours in Thailand?", "boolean", any(r["Country"] == "Thailand" for r in F), "farms: Country")

q("negation", "Which farms in Latin America have no certificate? I count Brazil and Costa Rica in, of course.", "values", fs(r for r in F if continent(r["Country"]) in ("South America", "Central America") and not r["Cert."]), "KG continent; farms: Cert. empty")
q("negation", "blends without any african beans", "values", {b for b in BLENDS if not any(continent(FN[f]["Country"]) == "Africa" for f in out(b, "contains beans from"))}, "KG contains beans from; farms: Country; KG continent")
q("negation", "Which of the cafés with our coffee do not pour Harbour Espresso?", "values", CAFES - inn("Harbour Espresso", "pours"), "KG pours without Harbour Espresso")
q("negation", "2024 contracts that arent FOB and havent arrived", "values", lots(r for r in L if r["c"].year == 2024 and r["Terms"] != "FOB" and r["arr"] is None), "lots: 2024, Terms not FOB, Arrived empty")

q("time_point", "Who was head roaster on 1 May 2013?", "values", one(at("head roaster at", date(2013, 5, 1)))[0], "TKG head roaster at on that day")
q("time_point", "harbour espresso, what did a bag go for in summer 2018", "values", one(at("price per 250 g bag", date(2018, 7, 15), "Harbour Espresso"))[2], "TKG price per 250 g bag on that day")
q("time_point", "Where do we store green coffee nowadays?", "values", {f[2] for f in now("stores green coffee at", H)}, "TKG open stores green coffee at")
q("time_point", "Who supplied Hotel Nordstjernen in 2015?", "values", one(in_year("supplied_by", 2015, "Hotel Nordstjernen"))[2], "TKG supplied_by in 2015")

q("before_after", "Who ran Gasharu before Valentin Kimenyi?", "values", step(facts("run by", "Gasharu"), 2, "Valentin Kimenyi", -1), "TKG run by, the fact before")
q("before_after", "bodil stepped down as MD. next one was?", "values", step(facts("managing director of"), 0, "Bodil Halvorsen", 1), "TKG managing director of, next fact")
q("before_after", "Which label did Los Pinos carry before it went Fairtrade?", "values", step(facts("certified as", "Los Pinos"), 2, "Fairtrade", -1), "TKG certified as, the fact before")

q("duration", "For how many full years was Mats Eikeland head roaster?", "number", lasted(one(facts("head roaster at", "Mats Eikeland"))), "TKG completed years")
q("duration", "how long did vopak silo 4 hold our beans - full years", "number", lasted(one(facts("stores green coffee at", H, "Vopak Silo 4"))), "TKG completed years")
q("duration", "Among the cafés we supply today, which has been our customer the longest?", "values", best({f[0]: f[3].toordinal() for f in now("supplied_by", tail=H)}, low=True), "TKG open supplied_by with the earliest start")

q("multi_hop", "Which line operates the ship that carried lot HR-305?", "values", out(LN["HR-305"]["Vessel"], "operated by"), "lots: Vessel; KG operated by")
q("multi_hop", "jonas teigen's boss, what languages", "values", out(one(out("Jonas Teigen", "reportsTo")), "speaks"), "KG reportsTo, speaks")
q("multi_hop", "What countries' beans are in Midsummer?", "values", {c for f in out("Midsummer", "contains beans from") for rg in out(f, "Grown in Region") for c in out(rg, "part of")}, "KG contains beans from, Grown in Region, part of")
q("multi_hop", "in which towns can you drink a light roast of ours", "values", {t for b in inn("light", "roast_level") for c in inn(b, "pours") for t in out(c, "located in")}, "KG roast_level, pours, located in")

q("cross_source", "How many lots came from farms that Akua Boateng buys from?", "number", sum(r["origin"] in out("Akua Boateng", "buys_for") for r in L), "KG buys_for; farms: Country; lots: rows")
q("cross_source", "who was managing director when we signed for HR-117? just checking it wasnt Bodil anymore", "values", one(at("managing director of", LN["HR-117"]["c"]))[0], "lots: Contract dt; TKG on that day")
q("cross_source", "Total kilos shipped on vessels under the Panama flag?", "number", total([r for r in L if r["Vessel"] in inn("Panama", "sails under flag")], "kg"), "KG sails under flag; lots: sum of Net kg")
q("cross_source", "avg cup score of the lots from farms that taste of bergamot", "number", mean([r for r in L if r["Farm"] in inn("bergamot", "tastes of")], "cup"), "KG tastes of; lots: mean Cup score")
q("cross_source", "Which roast masters... no, which blends use beans from a farm below 1,200 m?", "values", {b for b in BLENDS if any(FN[f]["alt"] < 1200 for f in out(b, "contains beans from"))}, "KG contains beans from; farms: MASL (detour)")

q("missing", "Which farms have no area entered?", "values", fs(r for r in F if r["ha"] is None), "farms: Area ha empty")
q("missing", "arrived lots from 2022 contracts w/o a cup score, thai ones aside", "values", lots(r for r in L if r["arr"] and r["c"].year == 2022 and r["cup"] is None and r["origin"] != "Thailand"), "lots: Arrived, Contract dt in 2022, Cup score empty, not Thailand")

refuse("How many cups of coffee does Kafé Lykt sell a day?", "no café sales in any file")
refuse("what did the freight for HR-262 cost", "no freight costs in any file")
refuse("What is the SCA average of Doi Chang Ridge?", "farms: SCA avg empty")
refuse("Who was our head roaster in 2001?", "TKG: the first head roaster fact starts in 2007")
refuse("how much was a bag of bryggen house in 2020", "TKG: no price facts of Bryggen House")
assert FN["Doi Chang Ridge"]["sca"] is None and not in_year("head roaster at", 2001) and not facts("price per 250 g bag", "Bryggen House")

finish(HERE, Q)
