#!/usr/bin/env python3
"""Computes every gold answer of the 'telecom' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, iso, kg, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for cut in ("€", "$", ",", "%", " min", " km", " Mbit/s"): s = s.replace(cut, "")
    return float(s) if s.strip() else None
def year(s): return int(s) if s else None


L = rd("lines.csv")
for r in L:
    r["fee"], r["loop"], r["due"], r["speed"] = num(r["Monthly fee"]), num(r["Loop length"]), num(r["Balance due (USD)"]), num(r["Speed"])
    r["d"], r["t"] = day(r["Connected"], "%m/%d/%Y"), iso(r["Term ends"])
LN = {r["Line No"]: r for r in L}
O = rd("outages.csv")
for r in O:
    r["d"], r["f"] = day(r["Began"], "%d-%b-%Y"), iso(r["Report filed"])
    r["y"], r["min"], r["out"], r["km"], r["cr"] = r["d"].year, num(r["Down for"]), num(r["Lines out"]), num(r["Truck distance"]), num(r["Credits paid (USD)"])
ON = {r["Outage No"]: r for r in O}
K, T = graphs(HERE, "telecom", year)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


Q = []
q = asking("telecom", Q)


# sanity of the data; the temporal facts are by year, both years included
EXCHANGES, TECHS = heads("in district"), heads("works out of")
assert len(LN) == len(L) and len(ON) == len(O) and len(set(K)) == len(K)
assert {r["Exchange"] for r in L} == EXCHANGES == {f[0] for f in facts("looked after by")} == {f[0] for f in facts("switch_vendor")} >= {r["Exchange"] for r in O}
assert {r["Installed by"] for r in L} | {r["Crew"] for r in O} <= TECHS
for rel, side in (("looked after by", 0), ("switch_vendor", 0), ("district manager of", 2), ("general manager of", 2), ("board chair of", 2),
                  ("wholesale carrier of", 2), ("billing contractor of", 2), ("yard boss at", 2)):
    for fs in group(facts(rel), lambda f: f[side]).values():
        assert all(x[4] and x[4] + 1 == y[3] for x, y in zip(fs, fs[1:])), fs
assert all(r["f"] is None or r["d"] <= r["f"] for r in O)
def district(e): return one(out(e, "in district"))
def county(e): return one(out(district(e), "part of county"))
def keeper(e, y): return one(at("looked after by", y, head=e))[2]
down = lambda e: [r for r in O if r["Exchange"] == e]
live = [r for r in L if r["State"] == "Live"]
fibre, dsl = ([r for r in L if r["Service"] == s] for s in ("Fibre", "DSL"))
nos = lambda rows: [r["Line No"] for r in rows]
outs = lambda rows: [r["Outage No"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "What is the monthly fee of line L-2008?", "number", LN["L-2008"]["fee"], "lines: Monthly fee of L-2008")
q("lookup", "who put in L-2020", "values", [LN["L-2020"]["Installed by"]], "lines: Installed by of L-2020")
q("lookup", "Which utility supplies the power to Pike Narrows?", "values", out("Pike Narrows", "powered_by"), "KG: Pike Narrows powered_by")
q("lookup", "wheres dolores whitehorse live", "values", out("Dolores Whitehorse", "lives in"), "KG: Dolores Whitehorse lives in")
q("lookup", "The auditor has just walked in and wants to see paperwork, of all days. On what date was the report for outage OUT-360 filed?", "values", [ON["OUT-360"]["f"]],
  "outages: Report filed of OUT-360")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which outages in 2021 were caused by lightning?", "values", outs(r for r in O if r["y"] == 2021 and r["Cause"] == "Lightning"), "outages: Began in 2021, Cause Lightning")
q("filter_list", "everyone certified for tower climbing", "values", inn("tower climbing", "certified for"), "KG: certified for tower climbing")
q("filter_list", "disconected lines at bitterroot bench, line nos", "values", nos(r for r in L if r["Exchange"] == "Bitterroot Bench" and r["State"] == "Disconnected"),
  "lines: Exchange Bitterroot Bench, State Disconnected")
q("filter_list", "Which lines have a loop length of more than 20 km?", "values", nos(r for r in L if r["loop"] is not None and r["loop"] > 20), "lines: Loop length > 20 km")
q("filter_list", "who out of the loon harbor dsl folks is behind on the bill? names as we have them", "values",
  [r["Subscriber"] for r in dsl if r["Exchange"] == "Loon Harbor" and r["due"] > 0], "lines: Exchange Loon Harbor, Service DSL, Balance due > 0")

# ------------------------------------------------------------------ count
q("count", "How many outages did we have in 2022?", "number", sum(r["y"] == 2022 for r in O), "outages: Began in 2022")
q("count", "how many party line lines still live", "number", sum(r["Plan"] == "Party Line" for r in live), "lines: Plan Party Line, State Live")
q("count", "How many exchanges have a solar array for backup power?", "number", len(inn("solar array", "backup_power")), "KG: backup_power solar array")
q("count", "rodents, how often have the little devils chewed us off the air", "number", sum(r["Cause"] == "Rodents" for r in O), "outages: Cause Rodents")
q("count", "My brother-in-law swears Grizzly Pass goes down every other week, which sounds like a fish story to me. How many outages has that exchange had in all?", "number",
  len(down("Grizzly Pass")), "outages: Exchange Grizzly Pass")

# ------------------------------------------------------------------ sum
q("sum", "What is the total balance due on the suspended lines?", "number", total([r for r in L if r["State"] == "Suspended"], "due"), "lines: sum of Balance due, State Suspended")
q("sum", "credits handed out for storm damge outages, all years, total dollars", "number", total([r for r in O if r["Cause"] == "Storm damage"], "cr"),
  "outages: sum of Credits paid (empty left out), Cause Storm damage")
q("sum", "For how many minutes in total was Little Norway down in 2024?", "number", total([r for r in down("Little Norway") if r["y"] == 2024], "min"),
  "outages: sum of Down for, Little Norway, Began in 2024")

# ------------------------------------------------------------------ average
q("average", "What is the average monthly fee of the live fibre lines?", "number", mean([r for r in live if r["Service"] == "Fibre"], "fee"), "lines: mean Monthly fee, Service Fibre, State Live")
q("average", "bo castellow - avg truck distance per outage in km?", "number", mean([r for r in O if r["Crew"] == "Bo Castellow"], "km"), "outages: mean Truck distance, Crew Bo Castellow")
fl = [r for r in O if r["y"] == 2023 and r["f"]]
q("average", "The state commission says our paperwork is slow and I would like to answer them properly. Taking the outages of 2023 whose report has been filed, how many days "
  "passed on average between the beginning of the outage and the filing?", "number", sum((r["f"] - r["d"]).days for r in fl) / len(fl),
  "outages: Began in 2023, mean of Report filed minus Began (empty left out)")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the longest loop length among the DSL lines, in km?", "number", max(r["loop"] for r in dsl if r["loop"] is not None), "lines: max Loop length, Service DSL")
q("min_max", "cheapest monthly fee on any of the fibre lines?", "number", min(r["fee"] for r in fibre), "lines: min Monthly fee, Service Fibre")
q("min_max", "whens the last time somebody went and cut a cable on us", "values", [max(r["d"] for r in O if r["Cause"] == "Cable cut")], "outages: latest Began, Cause Cable cut")

# ------------------------------------------------------------------ superlative
q("superlative", "Which outage lasted the longest?", "values", best({r["Outage No"]: r["min"] for r in O}), "outages: highest Down for")
q("superlative", "which line is deepest in the red with us", "values", best({r["Line No"]: r["due"] for r in L}), "lines: highest Balance due")
q("superlative", "Which exchange hosts masts for the largest number of mobile carriers?", "values", best(Counter(h for h, r, t in K if r == "hosts mast of")),
  "KG: hosts mast of, counted by exchange")
q("superlative", "What is the number of the live line that was connected first?", "values", best({r["Line No"]: r["d"] for r in live}, low=True), "lines: earliest Connected, State Live")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three outages cost us the most in credits?", "values", best({r["Outage No"]: r["cr"] for r in O if r["cr"] is not None}, 3), "outages: three highest Credits paid")
q("top_k", "4 fibre lines with the lonegst loop, line nos only", "values", best({r["Line No"]: r["loop"] for r in fibre if r["loop"] is not None}, 4),
  "lines: four highest Loop length, Service Fibre")

# ------------------------------------------------------------------ comparison
q("comparison", "Which exchange has more lines, Old Mission or Silver Tooth?", "values", best({e: sum(r["Exchange"] == e for r in L) for e in ("Old Mission", "Silver Tooth")}),
  "lines: rows of the two exchanges")
q("comparison", "winona tallfeather or cyrus bellamy, who has installed more lines", "values",
  best({t: sum(r["Installed by"] == t for r in L) for t in ("Winona Tallfeather", "Cyrus Bellamy")}), "lines: Installed by, rows of the two")
gm = {p: one(facts("general manager of", p)) for p in ("Margery Klassen", "Roscoe Applegarth")}
q("comparison", "Who was general manager for longer, Margery Klassen or Roscoe Applegarth?", "values", best({p: f[4] - f[3] for p, f in gm.items()}),
  "TKG: lengths of the two general manager of facts")

# ------------------------------------------------------------------ difference
q("difference", "How much more per month does line L-2008 cost than line L-2020?", "number", LN["L-2008"]["fee"] - LN["L-2020"]["fee"], "lines: difference of the two Monthly fees")
q("difference", "fibre vs dsl lines on file, how many more fibre have we got", "number", len(fibre) - len(dsl), "lines: rows of Service Fibre minus rows of Service DSL")
q("difference", "By how many minutes was outage OUT-440 longer than outage OUT-463?", "number", ON["OUT-440"]["min"] - ON["OUT-463"]["min"], "outages: difference of the two Down for values")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all outages were rated Critical?", "number", share(O, lambda r: r["Severity"] == "Critical"), "outages: Severity Critical over all rows")
q("percent", "what % of live lines have gone paperles", "number", share(live, lambda r: r["Paperless"] == "Y"), "lines: State Live, share of Paperless Y")

# ------------------------------------------------------------------ group_by
q("group_by", "How many live lines are there on each plan?", "table", Counter(r["Plan"] for r in live), "lines: State Live, rows per Plan")
q("group_by", "outages by cause, just the count", "table", Counter(r["Cause"] for r in O), "outages: rows per Cause")
q("group_by", "What is the average down time in minutes for each severity?", "table", {k: mean(v, "min") for k, v in group(O, lambda r: r["Severity"]).items()},
  "outages: mean Down for per Severity")
q("group_by", "exchanges per district pls", "table", Counter(t for h, r, t in K if r == "in district"), "KG: in district, counted by district")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which exchange has had the most outages?", "values", best(Counter(r["Exchange"] for r in O)), "outages: most rows per Exchange")
q("group_superlative", "what cause has drained teh most credits out of us, all outages added up", "values",
  best({k: total(v, "cr") for k, v in group(O, lambda r: r["Cause"]).items()}), "outages: highest sum of Credits paid per Cause")
q("group_superlative", "Which exchange brings in the most in monthly fees from its live lines?", "values",
  best({k: total(v, "fee") for k, v in group(live, lambda r: r["Exchange"]).items()}), "lines: State Live, highest sum of Monthly fee per Exchange")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Silver Tooth fed by Ketcham Mill?", "boolean", "Ketcham Mill" in out("Silver Tooth", "fed_by"), "KG: Silver Tooth fed_by Ketcham Mill")
q("yes_no", "sainte-odile has a diesel generator to fall back on right?", "boolean", "diesel generator" in out("Sainte-Odile", "backup_power"),
  "KG: no backup_power diesel generator triple of Sainte-Odile")
q("yes_no", "Was Len Kowalchuk ever yard boss at Wheatland Yard?", "boolean", bool(facts("yard boss at", "Len Kowalchuk", "Wheatland Yard")), "TKG: Len Kowalchuk yard boss at Wheatland Yard")
q("yes_no", "has elevator road ever gone down becuase of a power failure", "boolean", any(r["Cause"] == "Power failure" for r in down("Elevator Road")),
  "outages: no row of Elevator Road with Cause Power failure")

# ------------------------------------------------------------------ negation
q("negation", "Which exchanges have no backup power?", "values", EXCHANGES - heads("backup_power"), "KG: exchanges without a backup_power triple")
q("negation", "techs who arent certified for fibre splicing, past ones too", "values", TECHS - inn("fibre splicing", "certified for"),
  "KG: technicians (they work out of a yard) without certified for fibre splicing")
q("negation", "Which exchanges do not host a mast for any mobile carrier?", "values", EXCHANGES - heads("hosts mast of"), "KG: exchanges without a hosts mast of triple")
q("negation", "how many rattlesnake draw outages were dealt with by a crew other than dolores whitehorse", "number", sum(r["Crew"] != "Dolores Whitehorse" for r in down("Rattlesnake Draw")),
  "outages: Exchange Rattlesnake Draw, Crew not Dolores Whitehorse")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was district manager of Lakeshore in 2014?", "values", [one(at("district manager of", 2014, tail="Lakeshore"))[0]], "TKG: district manager of Lakeshore in 2014")
q("time_point", "what exchanges did tuck ohalloran have on his plate in 2013", "values", [f[0] for f in at("looked after by", 2013, tail="Tuck O'Halloran")],
  "TKG: looked after by Tuck O'Halloran in 2013")
q("time_point", "who was our wholsale carrier back in 2013", "values", [one(at("wholesale carrier of", 2013))[0]], "TKG: wholesale carrier of Tamarack Valley Telephone in 2013")
q("time_point", "Which exchanges ran on a switch from Teleswitch du Nord in 2012?", "values", [f[0] for f in at("switch_vendor", 2012, tail="Teleswitch du Nord")],
  "TKG: switch_vendor Teleswitch du Nord in 2012")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was board chair before Sigurd Aune?", "values", [step(facts("board chair of"), 0, "Sigurd Aune", -1)], "TKG: previous board chair of Tamarack Valley Telephone")
q("before_after", "when harriet sundquist packed up in upper tamarack who got the district after her", "values",
  [step(facts("district manager of", tail="Upper Tamarack"), 0, "Harriet Sundquist", 1)], "TKG: next district manager of Upper Tamarack")
q("before_after", "Would you mind looking up which exchanges already had a Quillon Systems switch before the year 2020? Much obliged.", "values",
  [f[0] for f in facts("switch_vendor", tail="Quillon Systems") if f[3] < 2020], "TKG: switch_vendor Quillon Systems with start before 2020")

# ------------------------------------------------------------------ duration
q("duration", "How many days passed from the beginning of outage OUT-422 until its report was filed?", "number", (ON["OUT-422"]["f"] - ON["OUT-422"]["d"]).days,
  "outages: Report filed minus Began of OUT-422")
q("duration", "of the yard bosses that alder yard has seen come and go which one stuck around longest", "values",
  best({f[0]: f[4] - f[3] for f in facts("yard boss at", tail="Alder Yard") if f[4]}), "TKG: longest closed yard boss at fact of Alder Yard")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is the Fiddler's Green exchange?", "values", [county("Fiddler's Green")], "KG: in district > part of county")
q("multi_hop", "the person who trained winona tallfeather, who were they trained by", "values", {b for a in out("Winona Tallfeather", "trained_by") for b in out(a, "trained_by")},
  "KG: trained_by > trained_by")
q("multi_hop", "In which village is the yard that Svea Engebretson works out of?", "values", {v for y in out("Svea Engebretson", "works out of") for v in out(y, "located in")},
  "KG: works out of > located in")

# ------------------------------------------------------------------ cross_source
x = ON["OUT-349"]
q("cross_source", "Who managed the district of the exchange hit by outage OUT-349 in the year it happened?", "values", [one(at("district manager of", x["y"], tail=district(x["Exchange"])))[0]],
  "outages: Exchange, Began; KG: in district; TKG: district manager of in that year")
q("cross_source", "how many outages have hit exchanges on cold fork electirc power", "number", sum("Cold Fork Electric" in out(r["Exchange"], "powered_by") for r in O),
  "KG: powered_by Cold Fork Electric; outages: rows")
q("cross_source", "How many outages were handled by a crew other than the technician who looked after the exchange that year?", "number",
  sum(r["Crew"] != keeper(r["Exchange"], r["y"]) for r in O), "outages: Exchange, Began, Crew; TKG: looked after by in that year")
q("cross_source", "credits paid for outages at tamarack county exchagnes in 2024, sum of dollars", "number", total([r for r in O if r["y"] == 2024 and county(r["Exchange"]) == "Tamarack County"], "cr"),
  "KG: in district > part of county; outages: sum of Credits paid, Began in 2024")
q("cross_source", "What do the hotels pay us per month for their live lines, all of them together?", "number",
  total([r for r in live if r["Subscriber"] in inn("hotel", "kind of business")], "fee"), "KG: kind of business hotel; lines: sum of Monthly fee, State Live")
q("cross_source", "lines hooked up at old mission in the years jean-luc robichaud was looking after that exchange, how many", "number",
  sum(bool(at("looked after by", r["d"].year, "Old Mission", "Jean-Luc Robichaud")) for r in L if r["Exchange"] == "Old Mission"),
  "lines: Exchange Old Mission, Connected; TKG: looked after by Jean-Luc Robichaud in that year")
q("cross_source", "In which city is the headquarters of the vendor of the switch that Loon Harbor uses at present?", "values", out(one(now("switch_vendor", head="Loon Harbor"))[2], "headquartered in"),
  "TKG: open switch_vendor of Loon Harbor; KG: headquartered in")

# ------------------------------------------------------------------ missing
q("missing", "For which outages has no report been filed?", "values", outs(r for r in O if r["f"] is None), "outages: empty Report filed")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How many calls were made over Party Line lines last month?", "refuse", [], "no calls or traffic in any file")
assert min(f[3] for f in facts("looked after by", head="Loon Harbor")) > 2003
q("unanswerable", "who looked after loon harbor in 2003", "refuse", [], "TKG: the first looked after by fact of Loon Harbor starts in 2012")
q("unanswerable", "What did the materials for the repair of OUT-440 cost?", "refuse", [], "only credits and truck distance are recorded, no repair costs")
q("unanswerable", "barn raiser 500, whats the upload speed on that", "refuse", [], "one speed is recorded (the plan's), no upload speed")
assert "Caribou Gap" not in EXCHANGES
q("unanswerable", "How many outages has the Caribou Gap exchange had?", "refuse", [], "there is no exchange Caribou Gap")
q("unanswerable", "maribel quinones hourly waage?", "refuse", [], "no wages in any file")
q("unanswerable", "Which subscribers have complained about slow internet?", "refuse", [], "no complaints or measured speeds in any file")


finish(HERE, Q)
