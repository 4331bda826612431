#!/usr/bin/env python3
"""Computes every gold answer of the 'trawlers' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)


Q = []
q = asking("trawlers", Q)


def num(s):
    for cut in ("£", ",", "k"): s = s.replace(cut, "")
    return float(s) if s.strip() else None


B = rd("boats.csv")
for r in B:
    r["loa"], r["gt"], r["kw"], r["y"], r["crew"], r["ins"] = num(r["LOA (m)"]), num(r["GT"]), num(r["kW"]), num(r["Built"]), num(r["Crew"]), num(r["Insured for"])
BN = {r["Vessel"]: r for r in B}
L = rd("landings.csv")
for r in L:
    r["d"], r["kg"], r["p"], r["val"], r["out"] = day(r["Date"], "%d.%m.%Y"), num(r["Kg"]), num(r["£/kg"]), num(r["Value £"]), num(r["Days out"])
    r["b"] = BN[r["Vessel"]]
LN = {r["Ldg no"]: r for r in L}
K, T = graphs(HERE, "trawlers")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data
COOP = "North Voe Co-operative"
PORTS = heads("in_region")
assert len(BN) == len(B) and len(LN) == len(L) and len(set(K)) == len(K)
assert {r["Home port"] for r in B} | {r["Landed at"] for r in L} <= PORTS
assert set(BN) == {f[0] for f in facts("skippered_by")} == {f[0] for f in facts("owned_by")} == heads("built_by")
for rel in ("skippered_by", "owned_by", "harbour_master", "chair"):
    for fs in group(facts(rel), lambda f: f[0]).values():
        assert all(x[4] and (y[3] - x[4]).days == 1 for x, y in zip(fs, fs[1:])), fs
for r in L: assert at("skippered_by", r["d"], r["Vessel"]) and not at("laid_up_for", r["d"], r["Vessel"]), r
code = lambda fish: one(inn(fish, "code_for"))
fish = lambda c: one(out(c, "code_for"))
kind = lambda c: one(out(fish(c), "kind_of_fish"))
of = lambda b: [r for r in L if r["Vessel"] == b]
sp = lambda f: [r for r in L if r["Sp."] == code(f)]
year = lambda y: [r for r in L if r["d"].year == y]
boats = lambda rows: [r["Vessel"] for r in rows]
nos = lambda rows: [r["Ldg no"] for r in rows]
gear = lambda g: [r for r in B if r["Gear"] == g]
region = lambda p: one(out(p, "in_region"))
days = lambda f: (f[4] - f[3]).days

# ------------------------------------------------------------------ lookup
q("lookup", "What is the registration number of the Ocean Quest?", "values", [BN["Ocean Quest"]["Reg no"]], "boats: Reg no of Ocean Quest")
q("lookup", "who bought landing 2206", "values", [LN["2206"]["Buyer"]], "landings: Buyer of 2206")
q("lookup", "how deep is it at peterhead, metres", "number", float(one(out("Peterhead", "depth_m"))), "KG: depth_m of Peterhead")
q("lookup", "Which fish does the code POK stand for?", "values", [fish("POK")], "KG: code_for of POK")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which vessels are laid up?", "values", boats(r for r in B if r["State"] == "laid up"), "boats: State laid up")
q("filter_list", "pair trawl boats with home port scalloway or kirkwall", "values", boats(r for r in gear("pair trawl") if r["Home port"] in ("Scalloway", "Kirkwall")), "boats: Gear pair trawl, Home port Scalloway or Kirkwall")
q("filter_list", "List the landings at Scalloway in 2024.", "values", nos(r for r in year(2024) if r["Landed at"] == "Scalloway"), "landings: Landed at Scalloway, Date in 2024")
q("filter_list", "which ports sell ice, i mean have an ice plant, and a fish market too", "values", inn("ice plant", "has") & inn("fish market", "has"), "KG: has ice plant and has fish market")
q("filter_list", "A French wholesaler asked me on the quay this morning who he could deal with. Which of our buyers export to France?", "values", inn("France", "exports_to"), "KG: exports_to France, read backwards")
q("filter_list", "boats built since 2015 that are insured for over a million", "values", boats(r for r in B if r["y"] >= 2015 and r["ins"] > 1000), "boats: Built >= 2015, Insured for > 1000k")

# ------------------------------------------------------------------ count
q("count", "How many landings did the Silver Dawn make?", "number", len(of("Silver Dawn")), "landings: rows of Silver Dawn")
q("count", "how many of our boats fish with a seine net", "number", len(gear("seine net")), "boats: Gear seine net")
q("count", "How many landings of cod were graded A?", "number", sum(r["Grade"] == "A" for r in sp("cod")), "KG: code_for; landings: Sp. COD, Grade A")
q("count", "trips longer than 7 days out in 2023, number of", "number", sum((r["out"] or 0) > 7 for r in year(2023)), "landings: Date in 2023, Days out > 7")
q("count", "How many different buyers bought haddock from us?", "number", len({r["Buyer"] for r in sp("haddock") if r["Buyer"]}), "landings: distinct Buyer of Sp. HAD")
q("count", "landings over 5 tonnes in the first half of 2022?", "number", sum(r["kg"] > 5000 for r in year(2022) if r["d"].month <= 6), "landings: Kg > 5000, Date from January to June 2022")

# ------------------------------------------------------------------ sum
q("sum", "What was the total value of the monkfish landings?", "number", total(sp("monkfish"), "val"), "landings: sum of Value £ (empty left out), Sp. MON")
q("sum", "kilos landed at fraserburgh in 2024 altogether", "number", total([r for r in year(2024) if r["Landed at"] == "Fraserburgh"], "kg"), "landings: sum of Kg, Landed at Fraserburgh, Date in 2024")
q("sum", "How many crew do the boats with home port Kirkwall have in total?", "number", total([r for r in B if r["Home port"] == "Kirkwall"], "crew"), "boats: sum of Crew, Home port Kirkwall")

# ------------------------------------------------------------------ average
q("average", "What is the average price per kilo for langoustine?", "number", mean(sp("langoustine"), "p"), "landings: mean £/kg, Sp. NEP")
q("average", "mean lenght of the twin rig trawl boats (m)", "number", mean(gear("twin-rig trawl"), "loa"), "boats: mean LOA (m), Gear twin-rig trawl")
q("average", "My father always said a good trip is a short one. How many days out is the Venture on average?", "number", mean(of("Venture"), "out"), "landings: mean Days out (empty left out), Venture")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest price per kilo we ever got?", "number", max(r["p"] for r in L), "landings: max £/kg")
q("min_max", "date of the first landing at ullapool", "values", [min(r["d"] for r in L if r["Landed at"] == "Ullapool")], "landings: earliest Date, Landed at Ullapool")

# ------------------------------------------------------------------ superlative
q("superlative", "Which vessel is the oldest?", "values", best({r["Vessel"]: r["y"] for r in B}, low=True), "boats: earliest Built")
q("superlative", "which seine net boat has most kw", "values", best({r["Vessel"]: r["kw"] for r in gear("seine net") if r["kw"] is not None}), "boats: highest kW, Gear seine net")
q("superlative", "Which landing of 2023 had the greatest value?", "values", best({r["Ldg no"]: r["val"] for r in year(2023) if r["val"] is not None}), "landings: highest Value £, Date in 2023")
q("superlative", "shallowest port?", "values", best({h: float(t) for h, r, t in K if r == "depth_m"}, low=True), "KG: lowest depth_m")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the four longest boats that are fishing?", "values", best({r["Vessel"]: r["loa"] for r in B if r["State"] == "fishing"}, 4), "boats: four highest LOA (m), State fishing")
q("top_k", "top 3 vessles by total value landed", "values", best({b: total(v, "val") for b, v in group(L, lambda r: r["Vessel"]).items()}, 3), "landings: sum of Value £ per Vessel, three largest")

# ------------------------------------------------------------------ comparison
q("comparison", "Which boat is longer, Bountiful or Janine?", "values", best({b: BN[b]["loa"] for b in ("Bountiful", "Janine")}), "boats: LOA (m) of the two")
q("comparison", "minch exports vs hjaltland, who bought more landings", "values", best({b: sum(r["Buyer"] == b for r in L) for b in ("Minch Exports", "Hjaltland Seafoods")}), "landings: rows of the two buyers")
ch = {p: days(one(facts("chair", COOP, p))) for p in ("Ruth Halcrow", "Sandy Buchan")}
q("comparison", "Was Ruth Halcrow or Sandy Buchan chair for longer?", "values", best(ch), "TKG: lengths of the two chair facts")

# ------------------------------------------------------------------ difference
q("difference", "How many years older is the Kestrel than the Mizpah?", "number", BN["Mizpah"]["y"] - BN["Kestrel"]["y"], "boats: difference of Built")
q("difference", "how much deeper is lerwick than stromness", "number", float(one(out("Lerwick", "depth_m"))) - float(one(out("Stromness", "depth_m"))), "KG: difference of depth_m")
q("difference", "What is the difference in kilos between landings 2221 and 2232?", "number", abs(LN["2221"]["kg"] - LN["2232"]["kg"]), "landings: difference of Kg")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all landings were graded B?", "number", share(L, lambda r: r["Grade"] == "B"), "landings: share of Grade B over all rows")
q("percent", "% of the boats with a blue hull", "number", share(B, lambda r: r["Hull"] == "blue"), "boats: share of Hull blue")
q("percent", "What share of the 2023 landings came from area IVa, in percent?", "number", share(year(2023), lambda r: r["ICES area"] == "IVa"), "landings: Date in 2023, share of ICES area IVa")

# ------------------------------------------------------------------ group_by
q("group_by", "How many boats are there per home port?", "table", Counter(r["Home port"] for r in B), "boats: rows per Home port")
q("group_by", "landed value by year pls", "table", {y: total(v, "val") for y, v in group(L, lambda r: r["d"].year).items()}, "landings: sum of Value £ per year of Date")
q("group_by", "For each gear, what is the average crew?", "table", {g: mean(v, "crew") for g, v in group(B, lambda r: r["Gear"]).items()}, "boats: mean Crew per Gear")
q("group_by", "nr of landings at each port", "table", Counter(r["Landed at"] for r in L), "landings: rows per Landed at")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which vessel has the most landings?", "values", best(Counter(r["Vessel"] for r in L)), "landings: most rows per Vessel")
q("group_superlative", "what buyer paid us the most money, all landings added up", "values", best({b: total(v, "val") for b, v in group([r for r in L if r["Buyer"]], lambda r: r["Buyer"]).items()}), "landings: highest sum of Value £ per Buyer")
q("group_superlative", "Which yard built the most of our boats?", "values", best(Counter(t for h, r, t in K if r == "built_by")), "KG: built_by, counted by yard")
q("group_superlative", "port with the most cod in kilos", "values", best({p: total(v, "kg") for p, v in group(sp("cod"), lambda r: r["Landed at"]).items()}), "landings: Sp. COD, highest sum of Kg per Landed at")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Stromness have an ice plant?", "boolean", "ice plant" in out("Stromness", "has"), "KG: no has ice plant of Stromness")
q("yes_no", "has tam ritchie ever been skipper of the morning star", "boolean", bool(facts("skippered_by", "Morning Star", "Tam Ritchie")), "TKG: skippered_by fact")
q("yes_no", "Is the Bountiful owned by Isbister Fishing today?", "boolean", bool(now("owned_by", "Bountiful", "Isbister Fishing")), "TKG: the owned_by fact of Isbister Fishing has ended")
q("yes_no", "did anybody ever land mackeral at whalsay", "boolean", any(r["Landed at"] == "Whalsay" for r in sp("mackerel")), "landings: Sp. MAC, Landed at Whalsay")

# ------------------------------------------------------------------ negation
q("negation", "Which ports have no fish market?", "values", PORTS - inn("fish market", "has"), "KG: ports without has fish market")
q("negation", "byuers that dont export anywhere", "values", heads("based_in") - heads("exports_to"), "KG: buyers (based_in) without exports_to")
q("negation", "Which Kirkwall boats are not fishing at present?", "values", boats(r for r in B if r["Home port"] == "Kirkwall" and r["State"] != "fishing"), "boats: Home port Kirkwall, State not fishing")
q("negation", "how many of the guiding lights landings werent at stromness", "number", sum(r["Landed at"] != "Stromness" for r in of("Guiding Light")), "landings: Guiding Light, Landed at not Stromness")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was skipper of the Copious on 1 January 2018?", "values", [one(at("skippered_by", date(2018, 1, 1), "Copious"))[2]], "TKG: skippered_by of Copious on 2018-01-01")
q("time_point", "habour master at lerwick in 2012?", "values", [one(in_year("harbour_master", 2012, "Lerwick"))[2]], "TKG: harbour_master of Lerwick in 2012")
q("time_point", "Which boats does Skerries Trawling own now?", "values", [f[0] for f in now("owned_by", tail="Skerries Trawling")], "TKG: open owned_by Skerries Trawling")
q("time_point", "who had the venture back in 2005, the company i mean not the skipper", "values", [one(in_year("owned_by", 2005, "Venture"))[2]], "TKG: owned_by of Venture in 2005")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was skipper of the Bountiful before Jamie Watt?", "values", [step(facts("skippered_by", "Bountiful"), 2, "Jamie Watt", -1)], "TKG: previous skippered_by of Bountiful")
q("before_after", "bertie leask stepped down as chair. who came next", "values", [step(facts("chair"), 2, "Bertie Leask", 1)], "TKG: next chair")
q("before_after", "Who followed Tommy Reid as harbour master in Fraserburgh?", "values", [step(facts("harbour_master", "Fraserburgh"), 2, "Tommy Reid", 1)], "TKG: next harbour_master of Fraserburgh")

# ------------------------------------------------------------------ duration
f = one(facts("laid_up_for", "Provider"))
q("duration", "How many days was the Provider laid up for its engine refit, from the first day to the last?", "number", days(f), "TKG: end minus start of the laid_up_for fact")
q("duration", "of the skippers we have now, who has been on the same boat longest", "values", best({f[2]: f[3] for f in now("skippered_by")}, low=True), "TKG: open skippered_by with the earliest start")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the yard that built the Solan?", "values", {c for y in out("Solan", "built_by") for t in out(y, "yard_in") for c in out(t, "in_country")}, "KG: built_by > yard_in > in_country")
q("multi_hop", "where does inga leasks father live", "values", {t for p in out("Inga Leask", "child_of") for t in out(p, "lives_in")}, "KG: child_of > lives_in")
q("multi_hop", "Which codes stand for shellfish?", "values", {c for f in inn("shellfish", "kind_of_fish") for c in inn(f, "code_for")}, "KG: kind_of_fish shellfish > code_for, read backwards")

# ------------------------------------------------------------------ cross_source
x = LN["2240"]
q("cross_source", "Who was the skipper when landing 2240 was made?", "values", [one(at("skippered_by", x["d"], x["Vessel"]))[2]], "landings: Vessel, Date; TKG: skippered_by on that date")
q("cross_source", "how many kilos of whitefish did we land in 2023", "number", total([r for r in year(2023) if kind(r["Sp."]) == "whitefish"], "kg"), "KG: code_for > kind_of_fish whitefish; landings: sum of Kg, Date in 2023")
q("cross_source", "Which boats with a home port in Shetland were built by Macduff Yard?", "values", boats(r for r in B if region(r["Home port"]) == "Shetland" and "Macduff Yard" in out(r["Vessel"], "built_by")), "boats: Home port; KG: in_region, built_by")
q("cross_source", "landings at lerwick since elma johnston took over as harbour master there, total value", "number", total([r for r in L if r["Landed at"] == "Lerwick" and r["d"] >= one(facts("harbour_master", "Lerwick", "Elma Johnston"))[3]], "val"),
  "TKG: start of harbour_master; landings: sum of Value £, Landed at Lerwick")
q("cross_source", "What is the average engine power in kW of the boats that North Voe Co-operative owns now?", "number", mean([BN[f[0]] for f in now("owned_by", tail=COOP)], "kw"), "TKG: open owned_by; boats: mean kW (empty left out)")
q("cross_source", "which boats are skippered nowadays by somebody with engineer class 2", "values", [f[0] for f in now("skippered_by") if "engineer class 2" in out(f[2], "holds_certificate")], "TKG: open skippered_by; KG: holds_certificate engineer class 2")

# ------------------------------------------------------------------ missing
q("missing", "For which landings is no buyer recorded?", "values", nos(r for r in L if not r["Buyer"]), "landings: empty Buyer")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much diesel did the Venture burn last year?", "refuse", [], "no fuel use in any file")
q("unanswerable", "whats the weather at sea tomorrow", "refuse", [], "no weather in any file")
assert "Golden Gannet" not in BN
q("unanswerable", "Who is skipper of the Golden Gannet?", "refuse", [], "there is no boat Golden Gannet")
assert not in_year("chair", 1985)
q("unanswerable", "who chaired the co-op in 1985", "refuse", [], "TKG: the first chair starts in 1994")
q("unanswerable", "What share of the catch does a deckhand on the Kestrel get?", "refuse", [], "no pay or crew shares in any file")
q("unanswerable", "how many kilos of turbot did we land", "refuse", [], "turbot is not among the species in any file")


finish(HERE, Q)
