#!/usr/bin/env python3
"""Computes every gold answer of the 'archaeology' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, step, tkg, total, digits as num)


def rd(name): return records(HERE, name)
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "archaeology")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))
def tails(rel): return {t for h, r, t in K if r == rel}

Q = []
q = asking("archaeology", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

D = rd("digs.csv")
for r in D:
    r["o"], r["c"] = day(r["Opened"], "%d %b %Y"), day(r["Closed"], "%d %b %Y")
    r["y"], r["area"], r["depth"], r["n"] = r["o"].year, num(r["Area opened (m²)"]), num(r["Max. depth (m)"]), num(r["Diggers"])
    r["bud"], r["lost"], r["vis"] = num(r["Budget (£)"]), num(r["Days lost to weather"]), num(r["Visitors"])
DN = {r["Dig code"]: r for r in D}
F = rd("finds.csv")
for r in F:
    r["d"], r["w"], r["l"] = day(r["Found on"], "%d/%m/%Y"), num(r["Wt (g)"]), num(r["L (mm)"])
    r["dig"] = DN[r["Dig"]]; r["site"] = r["dig"]["Site"]
    assert r["dig"]["o"] <= r["d"] <= r["dig"]["c"]
FN = {r["SF no."]: r for r in F}
assert len(FN) == len(F) and len(DN) == len(D)
SITES = heads("type of site")
assert {r["Site"] for r in D} == SITES
for r in D:
    on("directs excavations at", r["o"], r["Director"], r["Site"]); on("directs excavations at", r["c"], r["Director"], r["Site"])
    on("held_permit_for", r["o"], r["Lead institution"], r["Site"])
county = lambda s: one(out(s, "in county"))
region = lambda s: one(out(county(s), "part of region"))
sf = lambda rows: [r["SF no."] for r in rows]
codes = lambda rows: [r["Dig code"] for r in rows]
at_site = lambda s: [r for r in F if r["site"] == s]

q("lookup", "Who was the director of dig HG17?", "values", DN["HG17"]["Director"], "digs: Director")
q("lookup", "sf0175, what is it", "values", FN["SF0175"]["Object"], "finds: Object")
q("lookup", "What kind of site is Sloe Bank?", "values", out("Sloe Bank", "type of site"), "KG type of site")
q("lookup", "how deep did we get at TL20? in metres", "number", DN["TL20"]["depth"], "digs: Max. depth")
q("lookup", "whose land is quern hill on", "values", out("Quern Hill", "on_land_of"), "KG on_land_of")
q("filter_list", "Which finds are made of amber?", "values", sf(r for r in F if r["Material"] == "amber"), "finds: Material amber")
q("filter_list", "Which digs had a budget over £80,000?", "values", codes(r for r in D if r["bud"] and r["bud"] > 80000), "digs: Budget > 80000")
q("filter_list", "roman silver, which SF nos?", "values", sf(r for r in F if r["Material"] == "silver" and r["Period"] == "Roman"), "finds: Material silver, Period Roman")
q("filter_list", "We want something sparkly for the open day poster. Which gold finds are in fragile conditon?", "values", sf(r for r in F if r["Material"] == "gold" and r["Condition"] == "fragile"), "finds: Material gold, Condition fragile (typo)")
q("filter_list", "digs from 2021 where the report is still a draft", "values", codes(r for r in D if r["y"] == 2021 and r["Report"] == "Draft"), "digs: Opened in 2021, Report Draft")
q("filter_list", "Which sites are in Ousland?", "values", [s for s in inn("Ousland", "in county") if s in SITES], "KG in county, heads that are sites")
q("count", "How many finds came from dig FC21?", "number", sum(r["Dig"] == "FC21" for r in F), "finds: rows of Dig FC21")
q("count", "no. of whetstones in the finds register?", "number", sum(r["Object"] == "whetstone" for r in F), "finds: Object whetstone")
q("count", "how many iron things are sitting in the finds store", "number", sum(r["Material"] == "iron" and r["Now at"] == "Finds store" for r in F), "finds: Material iron, Now at Finds store")
q("count", "How many finds turned up in August 2019?", "number", sum((r["d"].year, r["d"].month) == (2019, 8) for r in F), "finds: Found on in 2019-08")
q("sum", "What is the total budget of the digs at Fox Covert?", "number", total([r for r in D if r["Site"] == "Fox Covert"], "bud"), "digs: sum of Budget, Site")
q("sum", "Total weight in grams of all the knives?", "number", total([r for r in F if r["Object"] == "knife"], "w"), "finds: sum of Wt, Object knife")
q("sum", "days lost to rain and what have you across all of 2018, added up", "number", total([r for r in D if r["y"] == 2018], "lost"), "digs: sum of Days lost to weather, 2018")
q("average", "What is the average length of the combs, in mm?", "number", mean([r for r in F if r["Object"] == "comb"], "l"), "finds: mean L, Object comb (empty left out)")
q("average", "avg number of diggers on pell & harcourt digs", "number", mean([r for r in D if r["Lead institution"] == "Pell & Harcourt Ltd"], "n"), "digs: mean Diggers, Lead institution")
q("average", "Grant form wants to know how many members of the public come and see us. What's the mean visitor number per dig in 2022?", "number", mean([r for r in D if r["y"] == 2022], "vis"), "digs: mean Visitors 2022 (empty left out)")
q("min_max", "What is the weight of the heaviest loom weight?", "number", max(r["w"] for r in F if r["Object"] == "loom weight" and r["w"]), "finds: max Wt, Object loom weight")
q("min_max", "when did we find the first gold thing ever", "values", min(r["d"] for r in F if r["Material"] == "gold"), "finds: earliest Found on, Material gold")
q("superlative", "Which dig had the most visitors?", "values", best({r["Dig code"]: r["vis"] for r in D if r["vis"] is not None}), "digs: largest Visitors")
q("superlative", "longest pin? SF no please", "values", best({r["SF no."]: r["l"] for r in F if r["Object"] == "pin" and r["l"]}), "finds: largest L, Object pin")
q("superlative", "which dig ran on a shoestring, i.e. smallest budgte of the lot", "values", best({r["Dig code"]: r["bud"] for r in D if r["bud"]}, low=True), "digs: smallest Budget (typo)")
q("superlative", "Who has been county archaeologist of Ousland for the shortest time, leaving out the one in office now?", "values", best({f[0]: days(f) for f in facts("county archaeologist of", tail="Ousland") if f[4]}, low=True), "TKG: shortest closed county archaeologist fact of Ousland")
q("top_k", "Name the three digs with the largest budgets.", "values", best({r["Dig code"]: r["bud"] for r in D if r["bud"]}, 3), "digs: three largest Budgets")
q("top_k", "top 4 finders by number of finds", "values", best(Counter(r["Finder"] for r in F if r["Finder"]), 4), "finds: four most frequent Finders")
q("comparison", "Which dig opened the larger area, QH19 or QH23?", "values", best({c: DN[c]["area"] for c in ("QH19", "QH23")}), "digs: Area opened of both")
q("comparison", "ailsa innes or rory eastwood - who's found more", "values", best({p: sum(r["Finder"] == p for r in F) for p in ("Ailsa Innes", "Rory Eastwood")}), "finds: rows of both Finders")
q("comparison", "Did Harrowgarth or Nether Wick yield more finds?", "values", best({s: len(at_site(s)) for s in ("Harrowgarth", "Nether Wick")}), "finds, digs: rows of both sites")
q("difference", "weight diff between SF0103 and SF0116 in g?", "number", round(abs(FN["SF0103"]["w"] - FN["SF0116"]["w"]), 4), "finds: Wt subtracted")
q("difference", "By how many do the Roman finds outnumber the Iron Age ones?", "number", sum(r["Period"] == "Roman" for r in F) - sum(r["Period"] == "Iron Age" for r in F), "finds: rows per Period subtracted")
q("percent", "What percentage of all finds has been photographed?", "number", 100 * sum(r["Photo"] == "Y" for r in F) / len(F), "finds: Photo Y over all rows")
q("percent", "share of digs with a published report, in %", "number", 100 * sum(r["Report"] == "Published" for r in D) / len(D), "digs: Report Published over all rows")
q("group_by", "How many finds are there per condition?", "table", Counter(r["Condition"] for r in F), "finds: rows per Condition")
q("group_by", "Total budget for each lead institution.", "table", {k: total(v, "bud") for k, v in group(D, lambda r: r["Lead institution"]).items()}, "digs: sum of Budget per Lead institution")
q("group_by", "digs per year?", "table", Counter(r["y"] for r in D), "digs: rows per year of Opened")
q("group_by", "number of sites in each county", "table", Counter(county(s) for s in SITES), "KG: sites per county")
q("group_superlative", "Which site has produced the most finds?", "values", best(Counter(r["site"] for r in F)), "finds, digs: most rows per Site")
q("group_superlative", "what sort of material comes out of the ground most often, going by the register", "values", best(Counter(r["Material"] for r in F)), "finds: most frequent Material")
q("group_superlative", "Which director has spent the most budget in total?", "values", best({k: total(v, "bud") for k, v in group(D, lambda r: r["Director"]).items()}), "digs: largest sum of Budget per Director")
q("group_superlative", "I was going to ask about landonwers, but never mind those. Which sponsor has put money into the most digs?", "values", best(Counter(t for h, r, t in K if r == "sponsored by")), "KG: sponsored by, most frequent tail (detour, typo)")
q("yes_no", "Is SF0188 made of stone?", "boolean", FN["SF0188"]["Material"] == "stone", "finds: Material")
q("yes_no", "Did Ingrid Vasser ever hold the presidency of the Marches Archaeology Society?", "boolean", bool(facts("president of", "Ingrid Vasser")), "TKG president of")
q("yes_no", "has SF0192 gone back from its loan yet, ie is the loan over?", "boolean", all(f[4] for f in facts("on loan to", "SF0192")), "TKG on loan to: closed")
q("yes_no", "was anything found by Zadie Upton in 2022", "boolean", any(r["Finder"] == "Zadie Upton" and r["d"].year == 2022 for r in F), "finds: no such row")
q("negation", "Which digs have no sponsor at all?", "values", set(DN) - heads("sponsored by"), "digs less KG heads of sponsored by")
q("negation", "How many of the Roman finds are not in good condition?", "number", sum(r["Period"] == "Roman" and r["Condition"] != "good" for r in F), "finds: Roman, Condition not good")
q("negation", "coins that arent copper alloy or gold", "values", sf(r for r in F if r["Object"] == "coin" and r["Material"] not in ("copper alloy", "gold")), "finds: coin, Material neither")
q("negation", "which sites didnt we dig at any time after 2019?", "values", SITES - {r["Site"] for r in D if r["y"] > 2019}, "digs: sites without a row after 2019")
q("time_point", "Who was county archaeologist of Thornshire on 1 May 2012?", "values", on("county archaeologist of", date(2012, 5, 1), tail="Thornshire")[0], "TKG on that day")
q("time_point", "Who is president of the Marches Archaeology Society now?", "values", one(now("president of"))[0], "TKG open president of")
q("time_point", "curator at aldermouth museum back in 2010?", "values", one(in_year("curator at", 2010, tail="Aldermouth Museum"))[0], "TKG curator at in 2010")
q("time_point", "Which finds were on loan to the Thornshire County Museum on 1 January 2023?", "values", [f[0] for f in at("on loan to", date(2023, 1, 1), tail="Thornshire County Museum")], "TKG on loan to on that day")
q("time_point", "who all was on the books of northgate college on 1 june 2013, people i mean", "values", [f[0] for f in at("employed by", date(2013, 6, 1), tail="Northgate College")], "TKG employed by on that day")
q("before_after", "Who was curator at Ousbridge Castle Museum before Yasmin Farouk?", "values", step(facts("curator at", tail="Ousbridge Castle Museum"), 0, "Yasmin Farouk", -1), "TKG curator at, the fact before")
q("before_after", "whos the one that took over castle ings once nadia rahimi was done there", "values", step(facts("directs excavations at", tail="Castle Ings"), 0, "Nadia Rahimi", 1), "TKG directs excavations at, next")
q("before_after", "Which institution held the permit for Tannery Lane before Pell & Harcourt Ltd?", "values", step(facts("held_permit_for", tail="Tannery Lane"), 0, "Pell & Harcourt Ltd", -1), "TKG held_permit_for, the fact before")
q("duration", "How many full years was Clement Ivory curator at Aldermouth Museum?", "number", full_years(*one(facts("curator at", "Clement Ivory"))[3:]), "TKG completed years")
q("duration", "How many days was dig HG19 open, from the day it opened to the day it closed, not counting the first day?", "number", (DN["HG19"]["c"] - DN["HG19"]["o"]).days, "digs: Closed minus Opened")
q("duration", "Of all the former presidents of the Marches society: who was it that sat in the chair the longest", "values", best({f[0]: days(f) for f in facts("president of") if f[4]}), "TKG president of: longest closed fact")
q("multi_hop", "In which region is Castle Ings?", "values", region("Castle Ings"), "KG in county, part of region")
q("multi_hop", "the teacher of nadia rahimi's - what are they a specialist in?", "values", {s for t in out("Nadia Rahimi", "pupil_of") for s in out(t, "specialist in")}, "KG pupil_of, specialist in")
q("multi_hop", "Which universities are based in a town in Ousland?", "values", {i for t in inn("Ousland", "in county") for i in inn(t, "based in") if "university" in out(i, "kind_of_body")}, "KG in county, based in, kind_of_body university")
q("cross_source", "How many finds come from sites in Hallowdale?", "number", sum(county(r["site"]) == "Hallowdale" for r in F), "finds, digs; KG in county")
q("cross_source", "Who was county archaeologist of Westmere when dig NW15 opened?", "values", on("county archaeologist of", DN["NW15"]["o"], tail="Westmere")[0], "digs: Opened; TKG on that day")
q("cross_source", "SF0190 needs cleaning. Which lab deals with that sort of metal?", "values", out(FN["SF0190"]["Material"], "conserved at"), "finds: Material; KG conserved at")
q("cross_source", "what did the digs sponsored by the Beaumont Foundation cost in total, by budget", "number", total([DN[c] for c in inn("Beaumont Foundation", "sponsored by")], "bud"), "KG sponsored by; digs: sum of Budget (empty left out)")
t = one(facts("president of", "Wilf Garside"))
q("cross_source", "How many finds were made while Wilf Garside was president of the Marches Archaeology Society?", "number", sum(t[3] <= r["d"] <= t[4] for r in F), "TKG president of interval; finds: Found on")
q("cross_source", "gold finds from the south march, which ones?", "values", sf(r for r in F if r["Material"] == "gold" and region(r["site"]) == "South March"), "finds: gold; KG in county, part of region")
q("missing", "Which finds have no finder recorded?", "values", sf(r for r in F if not r["Finder"]), "finds: Finder empty")
q("missing", "for what digs dont we know the budget", "values", codes(r for r in D if r["bud"] is None), "digs: Budget empty")
refuse("What was the radiocarbon date of SF0113?", "no dates of samples in any file")
refuse("how much is SF0104 worth in pounds", "no values of finds")
refuse("What was the budget of dig SB23?", "there is no dig SB23")
refuse("Who was president of the Marches Archaeology Society in 1995?", "the presidents begin in 2001")
refuse("phone number for Olive Dunmore?", "no phone numbers")
refuse("How many skeletons were excavated at St Bride's?", "no burials in any file")
assert "SB23" not in DN and facts("president of")[0][3].year == 2001


finish(HERE, Q)
