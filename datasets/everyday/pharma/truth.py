#!/usr/bin/env python3
"""Computes every gold answer of the 'pharma' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    s = s.replace(",", "").strip()
    return float(s) if s else None


P = rd("products.csv")
for r in P:
    r["price"], r["life"], r["u23"], r["u24"], r["since"] = num(r["List price (USD)"]), num(r["Shelf life (mo)"]), num(r["Units 2023"]), num(r["Units 2024"]), day(r["On market since"], "%b-%Y")
PN = {r["SKU"]: r for r in P}
R = rd("trials.csv")
for r in R:
    r["fpi"], r["lpo"], r["target"], r["n"] = day(r["FPI"], "%d%b%Y"), day(r["LPO"], "%d%b%Y"), num(r["Target N"]), num(r["Enrolled"])
    r["do"], r["sae"], r["k"] = num(r["Drop-outs"]), num(r["SAEs"]), num(r["Budget (kUSD)"])
RN = {r["Protocol"]: r for r in R}
K, T = graphs(HERE, "pharma")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
BRANDS, COMPOUNDS = heads("indicated for"), heads("targets")
assert len(PN) == len(P) and len(RN) == len(R) and len(set(K)) == len(K)
assert {r["Brand"] for r in P} == BRANDS and {r["API"] for r in P} == heads("drug class") and {r["Plant"] for r in P} == heads("equipped for")
assert {r["Compound"] for r in R} == COMPOUNDS and {r["Lead site"] for r in R} <= heads("type of site") and {r["CRO"] for r in R} - {""} <= heads("head office in")
for r in P: assert r["Form"] in out(r["Plant"], "equipped for")
for r in R: assert out(r["PI"], "works at") == {r["Lead site"]} and (r["lpo"] is None or r["lpo"] > r["fpi"])
for rel in ("plant manager of", "qualified person at", "chief executive of", "chief medical officer of", "medical monitor of"):
    for x in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=x)
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])) and fs[-1][4] is None
def country(x): return one(out(one(out(x, "located in")), "in country"))
def api(b): return one({r["API"] for r in P if r["Brand"] == b})
def plant(b): return one({r["Plant"] for r in P if r["Brand"] == b})
of = lambda c: [r for r in R if r["Compound"] == c]
pi = lambda p: [r for r in R if r["PI"] == p]
ph = lambda x: [r for r in R if r["Ph."] == x]
brand = lambda b: [r for r in P if r["Brand"] == b]
form = lambda f: [r for r in P if r["Form"] == f]
sku = lambda rows: [r["SKU"] for r in rows]
prot = lambda rows: [r["Protocol"] for r in rows]

Q = []
q = asking("pharma", Q)

# ------------------------------------------------------------------ lookup
q("lookup", "What is the list price of HV-1182?", "number", PN["HV-1182"]["price"], "products: List price of HV-1182")
q("lookup", "whos the investigater on hlx-233-205", "values", [RN["HLX-233-205"]["PI"]], "trials: PI of HLX-233-205")
q("lookup", "What drug class does gastrovalin belong to?", "values", out("gastrovalin", "drug class"), "KG: drug class of gastrovalin")
q("lookup", "HV-1286 keeps for how many months?", "number", PN["HV-1286"]["life"], "products: Shelf life of HV-1286")
q("lookup", "what receptor is hlx 118 aimed at", "values", out("HLX-118", "targets"), "KG: HLX-118 targets")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which trials are currently on hold?", "values", prot(r for r in R if r["Status"] == "On hold"), "trials: Status On hold")
q("filter_list", "skus from the leixlip plant that are in short supply", "values", sku(r for r in P if r["Plant"] == "Leixlip Annex" and r["State"] == "Short supply"), "products: Plant Leixlip Annex, State Short supply")
q("filter_list", "A pharmacist just rang about a customer with an intolerance. Which of our brands contain lactose?", "values", inn("lactose", "contains"), "KG: contains lactose")
q("filter_list", "otc stuff that has to go in the fridge, 2-8 i mean. SKUs?", "values", sku(r for r in P if r["Storage"] == "2-8 °C" and r["Rx/OTC"] == "OTC"), "products: Storage 2-8 °C, Rx/OTC OTC")
q("filter_list", "Which phase III trials have enrolled more than 500 patients?", "values", prot(r for r in ph("III") if r["n"] > 500), "trials: Ph. III, Enrolled > 500")
q("filter_list", "eczema trials that got terminated - protocol numbers pls", "values", prot(r for r in R if r["Indication"] == "eczema" and r["Status"] == "Terminated"), "trials: Indication eczema, Status Terminated")
q("filter_list", "Which trials had their first patient in between 1 January and 30 June 2022?", "values",
  robust(*(prot(r for r in R if date(2022, 1, 1) + timedelta(b) <= r["fpi"] <= date(2022, 6, 30) - timedelta(b)) for b in (0, 1))), "trials: FPI between 2022-01-01 and 2022-06-30")

# ------------------------------------------------------------------ count
q("count", "How many trials has Prof Joris Maenhout led as PI?", "number", len(pi("Prof Joris Maenhout")), "trials: PI Prof Joris Maenhout")
q("count", "How many double-blind trials have been completed?", "number", sum(r["Design"] == "double-blind" and r["Status"] == "Completed" for r in R), "trials: Design double-blind, Status Completed")
q("count", "hlx-204, how many different lead sites has that been at?", "number", len({r["Lead site"] for r in of("HLX-204")}), "trials: distinct Lead site, Compound HLX-204")
q("count", "In how many countries does Respilan hold an approval today?", "number", len({f[2] for f in now("approved in", "Respilan")}), "TKG: open approved in facts of Respilan")

# ------------------------------------------------------------------ sum
q("sum", "How many patients have been enrolled in all trials of HLX-101 taken together?", "number", total(of("HLX-101"), "n"), "trials: sum of Enrolled, Compound HLX-101")
q("sum", "cardovar units 2024, all packs added up", "number", total(brand("Cardovar"), "u24"), "products: sum of Units 2024, Brand Cardovar (empty left out)")
q("sum", "Finance is asking again. What is the total budget, in kUSD, of the trials Trialwise handles for us?", "number", total([r for r in R if r["CRO"] == "Trialwise"], "k"), "trials: sum of Budget, CRO Trialwise (empty left out)")

# ------------------------------------------------------------------ average
q("average", "What is the average list price of our syrups?", "number", mean(form("syrups"), "price"), "products: mean List price, Form syrups")
q("average", "mean no. of SAEs in phase IV trials?", "number", mean(ph("IV"), "sae"), "trials: mean SAEs (empty left out), Ph. IV")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest list price of any product?", "number", max(r["price"] for r in P), "products: max List price")
q("min_max", "On what date did the first patient of any HLX-233 trial go in?", "values", [min(r["fpi"] for r in of("HLX-233"))], "trials: earliest FPI, Compound HLX-233")

# ------------------------------------------------------------------ superlative
q("superlative", "Which SKU sold the most units in 2024?", "values", best({r["SKU"]: r["u24"] for r in P if r["u24"] is not None}), "products: highest Units 2024")
q("superlative", "trial with the most serious adverse events?", "values", best({r["Protocol"]: r["sae"] for r in R if r["sae"] is not None}), "trials: highest SAEs")
q("superlative", "Which of the trials that are still recruiting started first?", "values", best({r["Protocol"]: r["fpi"] for r in R if r["Status"] == "Recruiting"}, low=True), "trials: earliest FPI, Status Recruiting")
q("superlative", "what pack has been on the market longest, sku pls", "values", best({r["SKU"]: r["since"] for r in P}, low=True), "products: earliest On market since")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three largest trials by number of patients enrolled?", "values", best({r["Protocol"]: r["n"] for r in R}, 3), "trials: three highest Enrolled")
q("top_k", "5 dearest SKUs on the price list", "values", best({r["SKU"]: r["price"] for r in P}, 5), "products: five highest List price")

# ------------------------------------------------------------------ comparison
q("comparison", "Which had the larger budget, HLX-327-301 or HLX-118-401?", "values", best({p: RN[p]["k"] for p in ("HLX-327-301", "HLX-118-401")}), "trials: Budget of the two")
q("comparison", "marguerite oakes or dervla quigg, who was ceo for longer?", "values", best({p: (f[4] - f[3]).days for p in ("Marguerite Oakes", "Dervla Quigg") for f in facts("chief executive of", p)}),
  "TKG: lengths of the two chief executive of facts")
q("comparison", "Did Dr Lotte Verhaeren or Dr Gráinne Heffernan run more trials?", "values", best({p: len(pi(p)) for p in ("Dr Lotte Verhaeren", "Dr Gráinne Heffernan")}), "trials: rows of the two PIs")

# ------------------------------------------------------------------ difference
q("difference", "How many more units of HV-1136 were sold in 2024 than in 2023?", "number", PN["HV-1136"]["u24"] - PN["HV-1136"]["u23"], "products: Units 2024 minus Units 2023 of HV-1136")
q("difference", "hv-1050 vs hv-1073, price difference?", "number", abs(PN["HV-1050"]["price"] - PN["HV-1073"]["price"]), "products: difference of the two List prices")
q("difference", "By how many patients did HLX-101-302 miss its target?", "number", RN["HLX-101-302"]["target"] - RN["HLX-101-302"]["n"], "trials: Target N minus Enrolled of HLX-101-302")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all trials were terminated?", "number", 100 * sum(r["Status"] == "Terminated" for r in R) / len(R), "trials: Status Terminated over all rows")
q("percent", "how much of the 2024 volume (units) came out of porto alto, in %", "number", 100 * total([r for r in P if r["Plant"] == "Porto Alto"], "u24") / total(P, "u24"),
  "products: sum of Units 2024 of Plant Porto Alto over sum of all")

# ------------------------------------------------------------------ group_by
q("group_by", "How many trials are there per phase?", "table", Counter(r["Ph."] for r in R), "trials: rows per Ph.")
q("group_by", "units 2024 by plant", "table", {k: total(v, "u24") for k, v in group(P, lambda r: r["Plant"]).items()}, "products: sum of Units 2024 per Plant")
q("group_by", "For each dosage form, give me the average list price.", "table", {k: mean(v, "price") for k, v in group(P, lambda r: r["Form"]).items()}, "products: mean List price per Form")
q("group_by", "nr of compounds per discoverer", "table", Counter(t for h, r, t in K if r == "discovered_by"), "KG: discovered_by, counted by person")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which compound has been in the most trials?", "values", best(Counter(r["Compound"] for r in R)), "trials: most frequent Compound")
q("group_superlative", "what brand shifted the most units in 2024, packs together", "values", best({k: total(v, "u24") for k, v in group(P, lambda r: r["Brand"]).items()}), "products: highest sum of Units 2024 per Brand")
q("group_superlative", "Which lead site has enrolled the most patients in total?", "values", best({k: total(v, "n") for k, v in group(R, lambda r: r["Lead site"]).items()}), "trials: highest sum of Enrolled per Lead site")
q("group_superlative", "For which indication do we have the highest average budget per trial?", "values", best({k: mean(v, "k") for k, v in group(R, lambda r: r["Indication"]).items()}),
  "trials: highest mean Budget (empty left out) per Indication")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Dolorin currently approved in Finland?", "boolean", bool(now("approved in", "Dolorin", "Finland")), "TKG: open approved in fact")
q("yes_no", "has cardovar ever been recaled", "boolean", bool(facts("recalled for", "Cardovar")), "TKG: Cardovar recalled for")
q("yes_no", "Does calmorazine interact with nocturelone?", "boolean", "nocturelone" in out("calmorazine", "interacts with"), "KG: calmorazine interacts with")
q("yes_no", "did katalin deak sit on the safety board in 2015?", "boolean", bool(in_year("sits on", 2015, "Katalin Deák")), "TKG: Katalin Deák sits on Safety Board in 2015")

# ------------------------------------------------------------------ negation
q("negation", "Which brands have never been recalled?", "values", BRANDS - {f[0] for f in facts("recalled for")}, "TKG: brands without recalled for")
q("negation", "compunds that havent become a drug substance yet", "values", [c for c in COMPOUNDS if not out(c, "became")], "KG: compounds (targets) without became")
q("negation", "Which brands have no approval in Ireland at the moment?", "values", [b for b in BRANDS if not now("approved in", b, "Ireland")], "TKG: brands without open approved in Ireland")
q("negation", "how many skus are not made at szeged?", "number", sum(r["Plant"] != "Szeged Works" for r in P), "products: Plant not Szeged Works")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was chief executive of Halvex on 1 March 2012?", "values", [one(at("chief executive of", date(2012, 3, 1)))[0]], "TKG: chief executive of valid on 2012-03-01")
q("time_point", "QP at kilbarron in 2014 was who?", "values", [one(in_year("qualified person at", 2014, tail="Kilbarron"))[0]], "TKG: qualified person at Kilbarron in 2014")
q("time_point", "Who sat on the Safety Board on 1 June 2018?", "values", [f[0] for f in at("sits on", date(2018, 6, 1))], "TKG: sits on Safety Board valid on 2018-06-01")
q("time_point", "where do we get our respilamide from these days, which suppliers", "values", [f[2] for f in now("supplied by", "respilamide")], "TKG: open supplied by facts of respilamide")

# ------------------------------------------------------------------ before_after
q("before_after", "Who managed the Kilbarron plant before Tibor Szentesi?", "values", [step(facts("plant manager of", tail="Kilbarron"), 0, "Tibor Szentesi", -1)], "TKG: previous plant manager of Kilbarron")
q("before_after", "chief medical officer right after orla tiernan?", "values", [step(facts("chief medical officer of"), 0, "Dr Orla Tiernan", 1)], "TKG: next chief medical officer of")
q("before_after", "Which brands were recalled before 2019?", "values", robust([f[0] for f in facts("recalled for") if f[3] < date(2019, 1, 1)]), "TKG: recalled for facts starting before 2019")

# ------------------------------------------------------------------ duration
q("duration", "How many full years did Una Breathnach manage Kilbarron?", "number", lasted(one(facts("plant manager of", "Una Breathnach"))), "TKG: complete years from start to end")
q("duration", "longest recall we had to sit through, what brand was that", "values", best({f[0]: (f[4] - f[3]).days for f in facts("recalled for")}), "TKG: longest recalled for fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the trial site Auranlinna?", "values", [country("Auranlinna")], "KG: located in > in country")
q("multi_hop", "which compounds come from people who graduated in szeged (the university)", "values", {c for p in inn("University of Szeged", "graduated from") for c in inn(p, "discovered_by")},
  "KG: graduated from University of Szeged < discovered_by")

# ------------------------------------------------------------------ cross_source
q("cross_source", "People say we do everything abroad these days. How many of the trials had a lead site in Ireland?", "number", sum(country(r["Lead site"]) == "Ireland" for r in R), "trials: Lead site; KG: located in > in country Ireland")
q("cross_source", "Who was the medical monitor of the compound on the day HLX-101-302 got its first patient in?", "values", [one(at("medical monitor of", RN["HLX-101-302"]["fpi"], tail=RN["HLX-101-302"]["Compound"]))[0]],
  "trials: Compound, FPI; TKG: medical monitor of on that day")
q("cross_source", "patients enrolled at private clinics, total", "number", total([r for r in R if "private clinic" in out(r["Lead site"], "type of site")], "n"), "KG: type of site private clinic; trials: sum of Enrolled by Lead site")
q("cross_source", "Customs wants a list. Which brands are made with a substance that we currently buy from a supplier in India?", "values",
  [b for b in BRANDS if any("India" in out(f[2], "based in") for f in now("supplied by", api(b)))], "products: API of Brand; TKG: open supplied by; KG: based in India")
dq = one(facts("chief executive of", "Dervla Quigg"))
q("cross_source", "nr of trials with FPI during dervla quiggs time as ceo", "number", sum(dq[3] <= r["fpi"] <= dq[4] for r in R), "trials: FPI within Dervla Quigg's chief executive of fact")
q("cross_source", "Who was plant manager of the plant that makes Gastroval when the recall for impurity began?", "values",
  [one(at("plant manager of", one(facts("recalled for", "Gastroval"))[3], tail=plant("Gastroval")))[0]], "products: Plant of Gastroval; TKG: start of recalled for; TKG: plant manager of on that day")
q("cross_source", "what did we sell in 2024 (units) of the brands medivale distributes now", "number", total([r for r in P if now("distributed by", r["Brand"], "Medivale")], "u24"), "TKG: open distributed by Medivale; products: sum of Units 2024 by Brand")
q("cross_source", "Which investigators who specialise in cardiology have a trial in phase III?", "values", {r["PI"] for r in ph("III") if "cardiology" in out(r["PI"], "specialises in")}, "trials: PI, Ph. III; KG: specialises in cardiology")

# ------------------------------------------------------------------ missing
q("missing", "For which trials is no budget recorded?", "values", prot(r for r in R if r["k"] is None), "trials: empty Budget (kUSD)")
q("missing", "which skus have nothing filled in for units 2024", "values", sku(r for r in P if r["u24"] is None), "products: empty Units 2024")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Anton Reiss's salary?", "refuse", [], "no salaries in any file")
q("unanswerable", "how old was the youngest patient in HLX-502-204", "refuse", [], "no ages of patients in any file")
assert not in_year("chief executive of", 1985)
q("unanswerable", "Who ran Halvex as chief executive in 1985?", "refuse", [], "TKG: the first chief executive of fact starts in 1999")
assert "HV-1500" not in PN
q("unanswerable", "What is the list price of HV-1500?", "refuse", [], "there is no such SKU")
q("unanswerable", "what did the ferromal recall cost us", "refuse", [], "recalls have dates but no costs")
q("unanswerable", "How many units of Otisol did we sell in 2020?", "refuse", [], "products: units of 2023 and 2024 only")


finish(HERE, Q)
