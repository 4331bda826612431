#!/usr/bin/env python3
"""Computes every gold answer of the 'wells' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, mean, one, records, share, step, tkg, total, num)


def rd(name): return records(HERE, name)


Q = []
q = asking("wells", Q)


def year(s): return int(s) if s else None


W = rd("wells.csv")
for r in W:
    r["dep"], r["yl"], r["usd"], r["ppl"], r["fl"] = num(r["Depth (m)"]), num(r["Yield l/min"]), num(r["Cost US$"]), num(r["People"]), num(r["Fluoride mg/l"])
    r["d"] = day(r["Finished"], "%b-%y"); r["y"] = r["d"].year
WN = {r["Well"]: r for r in W}
J = rd("repairs.csv")
for r in J:
    r["r"], r["f"], r["usd"], r["w"] = day(r["Reported"], "%Y/%m/%d"), day(r["Fixed"], "%Y/%m/%d"), num(r["Parts US$"]), WN[r["Well"]]
JN = {r["Job"]: r for r in J}
K, T = graphs(HERE, "wells", year)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data; the temporal facts are by year, both years included
TRUST = "Deepwater Trust"
VILLAGES, COUNTRIES, MECHS = heads("village in"), heads("field office in"), heads("speaks")
assert len(WN) == len(W) and len(JN) == len(J) and len(set(K)) == len(K)
assert {r["Village"] for r in W} <= VILLAGES and {r["Country"] for r in W} == COUNTRIES and {r["Mechanic"] for r in J} <= MECHS
for r in W: assert {r["District"]} == out(r["Village"], "village in") and {r["Country"]} == out(r["District"], "district of")
for rel in ("country director of", "chair of trustees of", "chief executive of", "chairs water committee of"):
    for fs in group(facts(rel), lambda f: f[2]).values():
        assert all(x[4] and x[4] + 1 == y[3] for x, y in zip(fs, fs[1:])), fs
for r in J: assert r["f"] is None or r["f"] > r["r"]
nos = lambda rows: [r["Well"] for r in rows]
jobs = lambda rows: [r["Job"] for r in rows]
ctry = lambda c: [r for r in W if r["Country"] == c]
kind = lambda k: [r for r in W if r["Kind"] == k]
fin = lambda y: [r for r in W if r["y"] == y]

# ------------------------------------------------------------------ lookup
q("lookup", "How deep is MW-012?", "number", WN["MW-012"]["dep"], "wells: Depth (m) of MW-012")
q("lookup", "who paid for gh-008", "values", [WN["GH-008"]["Paid for by"]], "wells: Paid for by of GH-008")
q("lookup", "Where is our field office in Ghana?", "values", out("Ghana", "field office in"), "KG: field office in of Ghana")
q("lookup", "j357 what broke there?", "values", [JN["J357"]["What broke"]], "repairs: What broke of J357")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which wells are dry?", "values", nos(r for r in W if r["Condition"] == "dry"), "wells: Condition dry")
q("filter_list", "borehols in uganda that need repair", "values", nos(r for r in ctry("Uganda") if r["Kind"] == "borehole" and r["Condition"] == "needs repair"), "wells: Country Uganda, Kind borehole, Condition needs repair")
q("filter_list", "Which mechanics speak French?", "values", inn("French", "speaks"), "KG: speaks French, read backwards")
q("filter_list", "The lab people got nervous about anything above 2. Which wells have more than 2 mg/l of fluoride?", "values", nos(r for r in W if r["fl"] is not None and r["fl"] > 2), "wells: Fluoride mg/l > 2")
q("filter_list", "wells deeper than 100 m", "values", nos(r for r in W if r["dep"] is not None and r["dep"] > 100), "wells: Depth (m) > 100")
q("filter_list", "Which repair jobs were reported in 2021 and had their parts paid by the committee?", "values", jobs(r for r in J if r["r"].year == 2021 and r["Parts paid by"] == "committee"), "repairs: Reported in 2021, Parts paid by committee")

# ------------------------------------------------------------------ count
q("count", "How many wells do we have in Senegal?", "number", len(ctry("Senegal")), "wells: Country Senegal")
q("count", "nr of wells finished from 2015 to 2017, both years incl.", "number", sum(2015 <= r["y"] <= 2017 for r in W), "wells: Finished in 2015, 2016 or 2017")
q("count", "How many solar pumps have we put in?", "number", sum(r["Pump"] == "solar" for r in W), "wells: Pump solar")
q("count", "okello denis, how many jobs did he do", "number", sum(r["Mechanic"] == "Okello Denis" for r in J), "repairs: Mechanic Okello Denis")
q("count", "How many villages have a clinic?", "number", len(inn("clinic", "has a") & VILLAGES), "KG: has a clinic, villages counted")
q("count", "working boreholes w/ a depth under 50 metres, how many", "number", sum(r["Condition"] == "working" and r["dep"] < 50 for r in kind("borehole")), "wells: Kind borehole, Condition working, Depth (m) < 50")

# ------------------------------------------------------------------ sum
q("sum", "How many people in total do the wells in Malawi serve?", "number", total(ctry("Malawi"), "ppl"), "wells: sum of People (empty left out), Country Malawi")
q("sum", "total spent on wells paid for by the halden foundation", "number", total([r for r in W if r["Paid for by"] == "Halden Foundation"], "usd"), "wells: sum of Cost US$ (empty left out), Paid for by Halden Foundation")
q("sum", "What did the parts cost for all repairs reported in 2023?", "number", total([r for r in J if r["r"].year == 2023], "usd"), "repairs: sum of Parts US$ (empty left out), Reported in 2023")

# ------------------------------------------------------------------ average
q("average", "What is the average depth of the hand-dug wells?", "number", mean(kind("hand-dug"), "dep"), "wells: mean Depth (m), Kind hand-dug")
q("average", "avg cost of a borehole drilled by volta hydro", "number", mean([r for r in W if r["Drilled by"] == "Volta Hydro"], "usd"), "wells: mean Cost US$ (empty left out), Drilled by Volta Hydro")
q("average", "Somebody on the board thinks springs give us hardly a trickle. What is the mean yield of the spring boxes, in litres a minute?", "number", mean(kind("spring box"), "yl"), "wells: mean Yield l/min, Kind spring box")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the most we ever paid for a single well?", "number", max(r["usd"] for r in W if r["usd"] is not None), "wells: max Cost US$")
q("min_max", "lowest yield of any working well", "number", min(r["yl"] for r in W if r["yl"] is not None and r["Condition"] == "working"), "wells: min Yield l/min, Condition working")

# ------------------------------------------------------------------ superlative
q("superlative", "Which well is the deepest?", "values", best({r["Well"]: r["dep"] for r in W if r["dep"] is not None}), "wells: highest Depth (m)")
q("superlative", "cheapest borehole we ever did", "values", best({r["Well"]: r["usd"] for r in kind("borehole") if r["usd"] is not None}, low=True), "wells: lowest Cost US$, Kind borehole")
q("superlative", "Which drilling firm has the most rigs?", "values", best({h: int(t) for h, r, t in K if r == "number of rigs"}), "KG: highest number of rigs")
q("superlative", "what pump lifts from deepest down", "values", best({h: int(t) for h, r, t in K if r == "max lift in metres"}), "KG: highest max lift in metres")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three deepest wells in Uganda?", "values", best({r["Well"]: r["dep"] for r in ctry("Uganda") if r["dep"] is not None}, 3), "wells: three highest Depth (m), Country Uganda")
q("top_k", "top 4 mechanics by number of jobs", "values", best(Counter(r["Mechanic"] for r in J), 4), "repairs: rows per Mechanic, four largest")

# ------------------------------------------------------------------ comparison
q("comparison", "Which is deeper, UG-020 or MW-033?", "values", best({w: WN[w]["dep"] for w in ("UG-020", "MW-033")}), "wells: Depth (m) of the two")
q("comparison", "uganda or madagascar - where have we got more wells", "values", best({c: len(ctry(c)) for c in ("Uganda", "Madagascar")}), "wells: rows of the two countries")
ce = {p: one(facts("chief executive of", p)) for p in ("Colin Marsh", "Fiona Garrity")}
q("comparison", "Who was chief executive longer, Colin Marsh or Fiona Garrity?", "values", best({p: f[4] - f[3] for p, f in ce.items()}), "TKG: lengths of the two chief executive of facts")

# ------------------------------------------------------------------ difference
q("difference", "How many metres deeper is SN-005 than SN-002?", "number", WN["SN-005"]["dep"] - WN["SN-002"]["dep"], "wells: difference of Depth (m)")
q("difference", "how many more wells did we finish in 2015 than in 2016", "number", len(fin(2015)) - len(fin(2016)), "wells: rows of 2015 minus rows of 2016")
q("difference", "By how many dollars was MG-004 more expensive than MG-003?", "number", WN["MG-004"]["usd"] - WN["MG-003"]["usd"], "wells: difference of Cost US$")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our wells are working?", "number", share(W, lambda r: r["Condition"] == "working"), "wells: share of Condition working")
q("percent", "% of repair jobs where we payed the parts ourselves", "number", share(J, lambda r: r["Parts paid by"] == "us"), "repairs: share of Parts paid by us")
q("percent", "What share of the Malawi wells are spring boxes, in percent?", "number", share(ctry("Malawi"), lambda r: r["Kind"] == "spring box"), "wells: Country Malawi, share of Kind spring box")

# ------------------------------------------------------------------ group_by
q("group_by", "How many wells are there per country?", "table", Counter(r["Country"] for r in W), "wells: rows per Country")
q("group_by", "avrage depth by district please", "table", {k: mean(v, "dep") for k, v in group(W, lambda r: r["District"]).items()}, "wells: mean Depth (m) (empty left out) per District")
q("group_by", "How many jobs were there for each kind of breakage?", "table", Counter(r["What broke"] for r in J), "repairs: rows per What broke")
q("group_by", "donors per country they come from", "table", Counter(t for h, r, t in K if r == "donor from"), "KG: donor from, counted by country")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which village has the most wells?", "values", best(Counter(r["Village"] for r in W)), "wells: most rows per Village")
q("group_superlative", "which donor has payed for the most wells", "values", best(Counter(r["Paid for by"] for r in W)), "wells: most rows per Paid for by")
q("group_superlative", "In which country did repairs eat up the most money for parts, going by where the well is?", "values", best({c: total(v, "usd") for c, v in group(J, lambda r: r["w"]["Country"]).items()}), "repairs: Parts US$; wells: Country; highest sum")
q("group_superlative", "what breaks most often, by nr of jobs?", "values", best(Counter(r["What broke"] for r in J)), "repairs: most rows per What broke")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Kapiri have a school?", "boolean", "school" in out("Kapiri", "has a"), "KG: Kapiri has a school")
q("yes_no", "was lola fenn ambassador in 2019?", "boolean", bool(at("ambassador of", 2019, "Lola Fenn")), "TKG: no ambassador of fact of hers in 2019")
q("yes_no", "Is Pii Maleng still our partner in Uganda?", "boolean", bool(now("partner in", "Pii Maleng", "Uganda")), "TKG: open partner in fact")
q("yes_no", "have we ever had a panel stolen in madagascar", "boolean", any(r["What broke"] == "panel stolen" and r["w"]["Country"] == "Madagascar" for r in J), "repairs: What broke panel stolen; wells: Country Madagascar")

# ------------------------------------------------------------------ negation
q("negation", "Which villages on our list have no well in the wells table?", "values", VILLAGES - {r["Village"] for r in W}, "KG: villages (village in) without a row in wells")
q("negation", "mechanics who dont speak englsh", "values", MECHS - inn("English", "speaks"), "KG: mechanics (speaks) without speaks English")
q("negation", "Which boreholes in Malawi were not drilled by Lakeshore Boreholes?", "values", nos(r for r in ctry("Malawi") if r["Kind"] == "borehole" and r["Drilled by"] != "Lakeshore Boreholes"), "wells: Country Malawi, Kind borehole, Drilled by not Lakeshore Boreholes")
q("negation", "jobs that still arent fixed", "values", jobs(r for r in J if r["f"] is None), "repairs: Fixed empty")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was country director of Malawi in 2018?", "values", [one(at("country director of", 2018, tail="Malawi"))[0]], "TKG: country director of Malawi in 2018")
q("time_point", "chair of trustees in 2012?", "values", [one(at("chair of trustees of", 2012))[0]], "TKG: chair of trustees of Deepwater Trust in 2012")
q("time_point", "Who heads the water committee in Aloi now?", "values", [one(now("chairs water committee of", tail="Aloi"))[0]], "TKG: open chairs water committee of Aloi")
q("time_point", "what partners did we have in uganda in 2016", "values", [f[0] for f in at("partner in", 2016, tail="Uganda")], "TKG: partner in Uganda in 2016")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was country director of Senegal before Cheikh Ndiaye?", "values", [step(facts("country director of", tail="Senegal"), 0, "Cheikh Ndiaye", -1)], "TKG: previous country director of Senegal")
q("before_after", "rev tom askew retired as chair of trustees, whos had the chair after him", "values", [step(facts("chair of trustees of"), 0, "Rev Tom Askew", 1)], "TKG: next chair of trustees of Deepwater Trust")
q("before_after", "Who chaired the water committee of Nabadji right before Ibrahima Baldé?", "values", [step(facts("chairs water committee of", tail="Nabadji"), 0, "Ibrahima Baldé", -1)], "TKG: previous chairs water committee of Nabadji")

# ------------------------------------------------------------------ duration
x = JN["J344"]
q("duration", "How many days did it take to fix job J344 after it was reported?", "number", (x["f"] - x["r"]).days, "repairs: Fixed minus Reported of J344")
g = {f[0]: f[4] - f[3] for f in facts("country director of", tail="Malawi") if f[4]}
q("duration", "of our former country directors in malawi who lasted longest", "values", best(g), "TKG: longest closed country director of Malawi")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the maker of the Blue Pump based?", "values", {c for m in out("Blue Pump", "made by") for c in out(m, "based in")}, "KG: made by > based in")
q("multi_hop", "what district does grace tembo live in", "values", {x for v in out("Grace Tembo", "lives in") for x in out(v, "village in")}, "KG: lives in > village in")
q("multi_hop", "Who trained the mechanic who trained Fatou Sy?", "values", {b for a in out("Fatou Sy", "trained by") for b in out(a, "trained by")}, "KG: trained by > trained by")

# ------------------------------------------------------------------ cross_source
x = WN["GH-011"]
q("cross_source", "Who was country director when GH-011 was finished?", "values", [one(at("country director of", x["y"], tail=x["Country"]))[0]], "wells: Country, Finished; TKG: country director of in that year")
q("cross_source", "nr of wells paid for by irish donors", "number", sum("Ireland" in out(r["Paid for by"], "donor from") for r in W), "KG: donor from Ireland; wells: rows")
q("cross_source", "Which wells that need repair are in villages with a school?", "values", nos(r for r in W if r["Condition"] == "needs repair" and "school" in out(r["Village"], "has a")), "wells: Condition needs repair; KG: has a school")
q("cross_source", "wells finished in malawi during peter lungus time as country director there, how many", "number", sum(bool(at("country director of", r["y"], "Peter Lungu", "Malawi")) for r in ctry("Malawi")), "TKG: country director of Malawi; wells: Country, Finished")
q("cross_source", "What is the average depth of the boreholes with a pump made by Vergnet Hydro?", "number", mean([r for r in kind("borehole") if "Vergnet Hydro" in out(r["Pump"], "made by")], "dep"), "KG: made by Vergnet Hydro; wells: mean Depth (m), Kind borehole")
q("cross_source", "who chairs the water comittee these days in the village of well UG-013", "values", [one(now("chairs water committee of", tail=WN["UG-013"]["Village"]))[0]], "wells: Village of UG-013; TKG: open chairs water committee of")

# ------------------------------------------------------------------ missing
q("missing", "For which wells is the cost missing?", "values", nos(r for r in W if r["usd"] is None), "wells: empty Cost US$")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much did the Marchetti Family Fund promise us for next year?", "refuse", [], "no pledges in any file")
q("unanswerable", "arsenic level of mw-012?", "refuse", [], "only fluoride is recorded")
assert "KE-004" not in WN
q("unanswerable", "When was well KE-004 finished?", "refuse", [], "there is no well KE-004")
assert not at("country director of", 2005, tail="Ghana")
q("unanswerable", "who was country director of ghana in 2005", "refuse", [], "TKG: the first country director of Ghana starts in 2012")
q("unanswerable", "How many children in Dabo go to school?", "refuse", [], "no pupils in any file")
q("unanswerable", "whats achan stella paid per job", "refuse", [], "no wages in any file")


finish(HERE, Q)
