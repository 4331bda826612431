#!/usr/bin/env python3
"""Computes every gold answer of the 'foundry' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for cut in ("$", ",", "%"): s = s.replace(cut, "")
    return float(s) if s.strip() else None
def year(s): return int(s) if s else None


O = rd("orders.csv")
for r in O:
    r["d"], r["pour"], r["ship"] = (day(r[c], "%m/%d/%Y") for c in ("Ordered", "Poured", "Shipped"))
    r["qty"], r["pc"], r["scrap"], r["val"], r["y"] = num(r["Qty (pcs)"]), num(r["$/pc"]), num(r["Scrap"]), num(r["PO total"]), r["d"].year
ON = {r["PO #"]: r for r in O}
P = rd("patterns.csv")
for r in P:
    r["wt"], r["made"], r["run"], r["repl"] = num(r["Cast wt (lb)"]), num(r["Made"]), num(r["Cycles run"]), num(r["Repl. cost"])
PN = {r["Pat. No."]: r for r in P}
K, T = graphs(HERE, "foundry", year)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


Q = []
q = asking("foundry", Q)


# sanity of the data; the temporal facts are by year, both years included
FOUNDRY = "Calumet Bend Foundry"
CUSTOMERS, MACHINES, ALLOYS = heads("industry"), heads("is a"), heads("alloy family")
assert len(ON) == len(O) and len(PN) == len(P) and len(set(K)) == len(K)
assert {r["Cust."] for r in O} == CUSTOMERS == {r["Customer"] for r in P} == {f[2] for f in facts("account rep for")}
assert {r["Pattern"] for r in O} <= set(PN) == heads("pattern shop") and {r["Alloy"] for r in O} == ALLOYS
assert {r["Line"] for r in O} | {r["Furnace"] for r in O} | {f[2] for f in facts("operates")} <= MACHINES and {r["Crew lead"] for r in O} <= heads("works in")
for rel, side in (("plant manager of", 2), ("owner of", 2), ("quality manager of", 2), ("scrap supplier of", 2), ("foreman of", 2), ("operates", 2), ("account rep for", 2), ("serviced_by", 0), ("out of use because of", 0)):
    for who in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == who]
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, who, fs)
for r in O:
    assert PN[r["Pattern"]]["Customer"] == r["Cust."] and r["Furnace"] in out(r["Alloy"], "melted in") and abs(r["qty"] * r["pc"] - r["val"]) < .01
    assert (r["pour"] is None or r["d"] < r["pour"]) and (r["ship"] is None or r["pour"] < r["ship"]) and (r["QC"] in ("Rejected", "Pending")) == (r["ship"] is None)
pos = lambda rows: [r["PO #"] for r in rows]
pats = lambda rows: [r["Pat. No."] for r in rows]
of = lambda c: [r for r in O if r["Cust."] == c]
alloy = lambda a: [r for r in O if r["Alloy"] == a]
family = lambda r: one(out(r["Alloy"], "alloy family"))
state = lambda c: one(out(one(out(c, "located in")), "in state"))
fact = lambda m, rel: int(one(out(m, rel)))

# ------------------------------------------------------------------ lookup
q("lookup", "Who was the crew lead on PO 44315?", "values", [ON["44315"]["Crew lead"]], "orders: Crew lead of 44315")
q("lookup", "pt-1402, which rack is that on", "values", [PN["PT-1402"]["Rack"]], "patterns: Rack of PT-1402")
q("lookup", "What is the description of pattern PT-1789?", "values", [PN["PT-1789"]["Descr."]], "patterns: Descr. of PT-1789")
q("lookup", "when did po 44591 ship", "values", [ON["44591"]["ship"]], "orders: Shipped of 44591")
q("lookup", "Which company built VMX-2?", "values", out("VMX-2", "built_by"), "KG: VMX-2 built_by")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which purchase orders were rejected by QC?", "values", pos(r for r in O if r["QC"] == "Rejected"), "orders: QC Rejected")
q("filter_list", "numbers of the patterns that need repair pls", "values", pats(r for r in P if r["Cond."] == "Needs repair"), "patterns: Cond. Needs repair")
q("filter_list", "Which mahogany patterns were made before 2000?", "values", pats(r for r in P if r["Mat'l"] == "Mahogany" and r["made"] < 2000), "patterns: Mat'l Mahogany, Made < 2000")
q("filter_list", "New guy starts monday and he can't hook up a ladle to save his life. Who all is certified for crane?", "values", inn("crane", "certified for"), "KG: certified for crane, read backwards")
q("filter_list", "2024 orders on the FLOOR line worth over 10k in total, po numbers", "values", pos(r for r in O if r["y"] == 2024 and r["Line"] == "FLOOR" and r["val"] > 10000), "orders: Ordered in 2024, Line FLOOR, PO total > 10,000")

# ------------------------------------------------------------------ count
q("count", "How many orders have we had from Lakehead Valve?", "number", len(of("Lakehead Valve")), "orders: Cust. Lakehead Valve")
q("count", "how many pos still pending in qc", "number", sum(r["QC"] == "Pending" for r in O), "orders: QC Pending")
q("count", "How many of our patterns are made of urethane?", "number", sum(r["Mat'l"] == "Urethane" for r in P), "patterns: Mat'l Urethane")
q("count", "customers that require ISO 9001, how many is that", "number", len(inn("ISO 9001", "requires")), "KG: requires ISO 9001, counted")

# ------------------------------------------------------------------ sum
q("sum", "What is the total value of the orders that Great Lakes Marine placed in 2024?", "number", total([r for r in of("Great Lakes Marine") if r["y"] == 2024], "val"), "orders: sum of PO total, Cust. Great Lakes Marine, Ordered in 2024")
q("sum", "pieces of gray 30 ordered in 2022, all together", "number", total([r for r in alloy("Gray 30") if r["y"] == 2022], "qty"), "orders: sum of Qty, Alloy Gray 30, Ordered in 2022")
worn = [r for r in P if r["Cond."] == "Worn"]
assert all(r["repl"] for r in worn)
q("sum", "Corporate wants to know what we would be in for if we replaced every worn pattern tomorrow. What is the total replacement cost of the worn ones?", "number", total(worn, "repl"), "patterns: sum of Repl. cost, Cond. Worn")

# ------------------------------------------------------------------ average
q("average", "What is the average scrap rate of the orders run on HZM-1, in percent?", "number", mean([r for r in O if r["Line"] == "HZM-1"], "scrap"), "orders: mean Scrap (empty left out), Line HZM-1")
q("average", "avg casting weight for the pine patterns in lb", "number", mean([r for r in P if r["Mat'l"] == "Pine"], "wt"), "patterns: mean Cast wt, Mat'l Pine")
ba = [r for r in of("Brandt Agricultural") if r["ship"]]
assert len(ba) == len(of("Brandt Agricultural"))
q("average", "How many days pass on average between pouring and shipping on the Brandt Agricultural orders?", "number", sum((r["ship"] - r["pour"]).days for r in ba) / len(ba), "orders: mean of Shipped minus Poured, Cust. Brandt Agricultural")

# ------------------------------------------------------------------ min_max
q("min_max", "whats the worst scrap percentage weve had on any order", "number", max(r["scrap"] for r in O if r["scrap"] is not None), "orders: max Scrap")
q("min_max", "What is the lowest price per piece we have charged on a Tin bronze order?", "number", min(r["pc"] for r in alloy("Tin bronze")), "orders: min $/pc, Alloy Tin bronze")
q("min_max", "last time we poured anything for ostrander pump?", "values", [max(r["pour"] for r in of("Ostrander Pump") if r["pour"])], "orders: latest Poured, Cust. Ostrander Pump")

# ------------------------------------------------------------------ superlative
q("superlative", "Which purchase order had the highest total?", "values", best({r["PO #"]: r["val"] for r in O}), "orders: highest PO total")
q("superlative", "number of the pattern with the heaviest casting", "values", best({r["Pat. No."]: r["wt"] for r in P}), "patterns: highest Cast wt")
q("superlative", "Among the aluminum patterns, which one has run the most cycles?", "values", best({r["Pat. No."]: r["run"] for r in P if r["Mat'l"] == "Aluminum"}), "patterns: highest Cycles run, Mat'l Aluminum")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three alloys have the highest minimum tensile strength?", "values", best({a: fact(a, "min tensile (ksi)") for a in ALLOYS}, 3), "KG: three highest min tensile (ksi)")
q("top_k", "top 4 customers by dollars, all their orders added up", "values", best({c: total(of(c), "val") for c in CUSTOMERS}, 4), "orders: four highest sums of PO total per Cust.")

# ------------------------------------------------------------------ comparison
q("comparison", "Which pattern is older, PT-1485 or PT-1189?", "values", best({x: PN[x]["made"] for x in ("PT-1485", "PT-1189")}, low=True), "patterns: Made of the two")
q("comparison", "denise falk or wanda kruse, whos been crew lead on more orders", "values", best({x: sum(r["Crew lead"] == x for r in O) for x in ("Denise Falk", "Wanda Kruse")}), "orders: rows of the two crew leads")
q("comparison", "Two of the old hands have a case of beer riding on this one. Who was plant manager for longer, Harold Beecher or Gail Petrakis?", "values", best({p: (lambda f: f[4] - f[3])(one(facts("plant manager of", p))) for p in ("Harold Beecher", "Gail Petrakis")}), "TKG: lengths of the two plant manager of facts")

# ------------------------------------------------------------------ difference
q("difference", "How many more kilowatts is IF-2 rated at than IF-1?", "number", fact("IF-2", "rated kW") - fact("IF-1", "rated kW"), "KG: rated kW, subtracted")
q("difference", "how many years after CUP-1 was VMX-2 instaled", "number", fact("VMX-2", "installed in") - fact("CUP-1", "installed in"), "KG: installed in, subtracted")
yv = {y: total([r for r in O if r["y"] == y], "val") for y in (2023, 2024)}
q("difference", "What is the difference between the total order values of 2023 and 2024?", "number", round(abs(yv[2023] - yv[2024]), 2), "orders: sums of PO total of the two years of Ordered, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all orders came out of QC as Rework?", "number", share(O, lambda r: r["QC"] == "Rework"), "orders: share of QC Rework")
q("percent", "share of patterns in good condition, %", "number", share(P, lambda r: r["Cond."] == "Good"), "patterns: share of Cond. Good")

# ------------------------------------------------------------------ group_by
q("group_by", "How many orders were placed in each year?", "table", Counter(r["y"] for r in O), "orders: rows per year of Ordered")
q("group_by", "avg scrap per line pls", "table", {k: mean(v, "scrap") for k, v in group(O, lambda r: r["Line"]).items()}, "orders: mean Scrap (empty left out) per Line")
q("group_by", "What is the total order value for each alloy?", "table", {k: total(v, "val") for k, v in group(O, lambda r: r["Alloy"]).items()}, "orders: sum of PO total per Alloy")
q("group_by", "nr of machines standing in every bay or room", "table", Counter(t for h, r, t in K if r == "stands in"), "KG: stands in, counted per tail")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which customer has placed the most orders?", "values", best(Counter(r["Cust."] for r in O)), "orders: most rows per Cust.")
tot = lambda rows: {k: total(v, "qty") for k, v in group(rows, lambda r: r["Furnace"]).items()}
assert best(tot(O)) == best(tot([r for r in O if r["pour"]]))
q("group_superlative", "which furnace did the most pieces, quantities added up", "values", best(tot(O)), "orders: highest sum of Qty per Furnace")
q("group_superlative", "Which alloy has the worst average scrap?", "values", best({k: mean(v, "scrap") for k, v in group(O, lambda r: r["Alloy"]).items()}), "orders: highest mean Scrap (empty left out) per Alloy")
q("group_superlative", "who is account rep for the most customers these days", "values", best(Counter(f[0] for f in now("account rep for"))), "TKG: open account rep for, most per head")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Tri-County Waterworks require NSF 61?", "boolean", "NSF 61" in out("Tri-County Waterworks", "requires"), "KG: Tri-County Waterworks requires NSF 61")
q("yes_no", "is ductile 80 something that gets melted in if-1", "boolean", "IF-1" in out("Ductile 80", "melted in"), "KG: no Ductile 80 melted in IF-1")
q("yes_no", "Was Wanda Kruse ever foreman of the South Bay?", "boolean", bool(facts("foreman of", "Wanda Kruse", "South Bay")), "TKG: no foreman of fact of Wanda Kruse")
q("yes_no", "was walt sorensen ever plant manager around here", "boolean", bool(facts("plant manager of", "Walt Sorensen", FOUNDRY)), "TKG: Walt Sorensen plant manager of Calumet Bend Foundry")

# ------------------------------------------------------------------ negation
q("negation", "Which customers do not require any certification?", "values", CUSTOMERS - heads("requires"), "KG: customers (industry) without a requires triple")
q("negation", "alloys with no copper in em", "values", ALLOYS - inn("copper", "contains"), "KG: alloys without contains copper")
q("negation", "Which of the steel and urethane patterns had no order in 2024?", "values", {r["Pat. No."] for r in P if r["Mat'l"] in ("Steel", "Urethane")} - {r["Pattern"] for r in O if r["y"] == 2024},
  "patterns: Mat'l Steel or Urethane, Pat. No. without a row in orders with Ordered in 2024")
q("negation", "kowalczyk machine: how many of their orders were not gray 40", "number", sum(r["Alloy"] != "Gray 40" for r in of("Kowalczyk Machine")), "orders: Cust. Kowalczyk Machine, Alloy not Gray 40")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was foreman of the North Bay in 2015?", "values", [one(at("foreman of", 2015, tail="North Bay"))[0]], "TKG: foreman of North Bay in 2015")
q("time_point", "quality manager back in 08, who was it? 2008 i mean", "values", [one(at("quality manager of", 2008))[0]], "TKG: quality manager of in 2008")
q("time_point", "Which machines were out of use in 2010?", "values", [f[0] for f in at("out of use because of", 2010)], "TKG: out of use because of in 2010")
g = one(facts("plant manager of", "Gail Petrakis"))
q("time_point", "who all supplied our scrap during gail petrakis' years as plant manager", "values", [f[0] for f in facts("scrap supplier of") if f[3] <= g[4] and (f[4] is None or f[4] >= g[3])],
  "TKG: scrap supplier of facts overlapping the plant manager of fact of Gail Petrakis")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was the owner of the foundry before the Employee Trust?", "values", [step(facts("owner of"), 0, "Employee Trust", -1)], "TKG: previous owner of Calumet Bend Foundry")
q("before_after", "when skip lundgren let go of lakehead valve who became their account rep", "values", [step(facts("account rep for", tail="Lakehead Valve"), 0, "Skip Lundgren", 1)], "TKG: next account rep for Lakehead Valve")
q("before_after", "Who operated VMX-1 right after Stan Wojcik?", "values", [step(facts("operates", tail="VMX-1"), 0, "Stan Wojcik", 1)], "TKG: next operates of VMX-1")

# ------------------------------------------------------------------ duration
q("duration", "of all the times a machine was out of use, which machines spell was the longest", "values", best({f[0]: f[4] - f[3] for f in facts("out of use because of")}), "TKG: longest out of use because of fact, its machine")
q("duration", "Which of the present foremen has held the post the longest?", "values", best({f[0]: f[3] for f in now("foreman of")}, low=True), "TKG: earliest start among open foreman of facts")
q("duration", "po 44853: days from order to shipment?", "number", (ON["44853"]["ship"] - ON["44853"]["d"]).days, "orders: Shipped minus Ordered of 44853")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which state is Mesabi Mining Supply?", "values", [state("Mesabi Mining Supply")], "KG: located in > in state")
q("multi_hop", "irene kosta apprenticed under somebody. who did that person apprentice under", "values", {b for a in out("Irene Kosta", "apprenticed under") for b in out(a, "apprenticed under")}, "KG: apprenticed under > apprenticed under")
q("multi_hop", "I'm planning a road trip for the sales guys. Which of our customers are located in Michigan?", "values", [c for c in CUSTOMERS if state(c) == "Michigan"], "KG: located in > in state Michigan")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many orders came from customers in Indiana?", "number", sum(state(r["Cust."]) == "Indiana" for r in O), "KG: located in > in state Indiana; orders: rows")
q("cross_source", "bronze family orders placed in 2025, total dollars", "number", total([r for r in O if r["y"] == 2025 and family(r) == "bronze"], "val"), "KG: alloy family bronze; orders: sum of PO total, Ordered in 2025")
q("cross_source", "Who operates the furnace of PO 45098 nowadays?", "values", [one(now("operates", tail=ON["45098"]["Furnace"]))[0]], "orders: Furnace of 45098; TKG: open operates")
x = ON["44042"]
q("cross_source", "po 44042, who was account rep for that customer in the year of the order", "values", [one(at("account rep for", x["y"], tail=x["Cust."]))[0]], "orders: Cust., Ordered of 44042; TKG: account rep for in that year")
q("cross_source", "How many orders from customers in the pumps industry had more than 6% scrap?", "number", sum("pumps" in out(r["Cust."], "industry") and (r["scrap"] or 0) > 6 for r in O), "KG: industry pumps; orders: Scrap > 6%")
q("cross_source", "patterns that came from dahl pattern works and are worn now", "values", [r["Pat. No."] for r in worn if "Dahl Pattern Works" in out(r["Pat. No."], "pattern shop")], "KG: pattern shop Dahl Pattern Works; patterns: Cond. Worn")
lines = {f[0] for f in now("serviced_by", tail="Moldtech Service")}
q("cross_source", "What is the average scrap on orders run on a line that Moldtech Service services today?", "number", mean([r for r in O if r["Line"] in lines], "scrap"), "TKG: open serviced_by Moldtech Service; orders: mean Scrap (empty left out)")

# ------------------------------------------------------------------ missing
q("missing", "Which patterns have no replacement cost on file?", "values", pats(r for r in P if r["repl"] is None), "patterns: empty Repl. cost")
q("missing", "shipped but no scrap figure: which pos", "values", pos(r for r in O if r["ship"] and r["scrap"] is None), "orders: Shipped not empty, empty Scrap")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Ray Dombrowski's hourly rate?", "refuse", [], "no pay in any file")
q("unanswerable", "at what temp do we pour the ni-resist", "refuse", [], "no temperatures in any file")
assert min(f[3] for f in facts("account rep for", tail="Fort Wayne Hydraulics")) > 2009
q("unanswerable", "Who was account rep for Fort Wayne Hydraulics in 2009?", "refuse", [], "TKG: the first account rep for fact of Fort Wayne Hydraulics starts in 2016")
assert "Cicero Tractor" not in CUSTOMERS
q("unanswerable", "how many orders did cicero tractor place with us", "refuse", [], "there is no customer Cicero Tractor")
q("unanswerable", "What did it cost to get the spindle of CNC-1 fixed?", "refuse", [], "the machine's time out of use is recorded, no repair costs")
q("unanswerable", "tons of sand we went through in 2023?", "refuse", [], "no sand consumption in any file")


finish(HERE, Q)
