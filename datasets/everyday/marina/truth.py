#!/usr/bin/env python3
"""Computes every gold answer of the 'marina' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total, digits as num)


def rd(name): return records(HERE, name)
def eu(s):
    """1.234,50 -> 1234.5"""
    s = re.sub(r"[^0-9,\-]", "", s).replace(",", ".")
    return float(s) if s else None
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "marina")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("marina", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

B = rd("boats.csv")
for r in B:
    r["loa"], r["beam"], r["draft"], r["fee"] = eu(r["LOA (m)"]), eu(r["Beam (m)"]), eu(r["T max (m)"]), eu(r["annual fee"])
    r["y"], r["kw"], r["ins"] = num(r["built"]), num(r["Engine kW"]), day(r["Insurance exp."], "%d.%m.%Y")
BN = {r["BOAT"]: r for r in B}
S = rd("services.csv")
for r in S:
    r["d"], r["paid"] = day(r["Data"], "%d.%m.%Y"), day(r["paid on"], "%d.%m.%Y")
    r["net"], r["h"], r["l"], r["rate"] = eu(r["Net EUR"]), eu(r["hrs"]), num(r["Litres"]), num(r["Rating (1-5)"])
SN = {r["Invoice"]: r for r in S}
assert len(BN) == len(B) == 30 and len(SN) == len(S) and {r["Boat"] for r in S} <= set(BN)
assert all((r["paid"] is None) == (r["Paid by"] == "") for r in S)
assert all((r["l"] is not None) == (r["Job"] == "diesel") for r in S)
bs = lambda rows: [r["BOAT"] for r in rows]
inv = lambda rows: [r["Invoice"] for r in rows]
ty = lambda t: [r for r in B if r["type"] == t]
job = lambda j: [r for r in S if r["Job"] == j]
pier = lambda b: one(out(BN[b]["Berth"], "on pier"))
M = "Marina di Portovento"
CREW = {r["Done by"] for r in S}
MEM = "Circolo Velico Portovento"
for r in B:
    assert not facts("owned by", r["BOAT"]) or one(now("owned by", r["BOAT"]))[2] == r["Owner"]
    assert not facts("moored at", r["BOAT"]) or one(now("moored at", r["BOAT"]))[2] == r["Berth"]
    m = re.match(r"(\d+)", one(out(pier(r["BOAT"]), "max boat length"))).group(1)
    assert r["loa"] <= float(m)

q("lookup", "Who owns the Odysseia?", "values", BN["Odysseia"]["Owner"], "boats: Owner")
q("lookup", "berth of the Principessa pls", "values", BN["Principessa"]["Berth"], "boats: Berth")
q("lookup", "How deep is the water at the Molo Grande quay?", "values", out("Molo Grande", "depth_at_quay"), "KG depth_at_quay")
q("lookup", "3149/23 - how many litres did they take", "number", SN["3149/23"]["l"], "services: Litres")
q("lookup", "I have a captain on the phone who says he skippers the Tritone. What should his name be?", "values", out("Tritone", "skippered by"), "KG skippered by")

q("filter_list", "Which boats are longer than 24 metres?", "values", bs(r for r in B if r["loa"] > 24), "boats: LOA > 24")
q("filter_list", "all the catamarans", "values", bs(ty("catamaran")), "boats: type catamaran")
q("filter_list", "Boats whose insurance ran out before 1 July 2024?", "values", bs(r for r in B if r["ins"] and r["ins"] < date(2024, 7, 1)), "boats: Insurance exp. before 2024-07-01")
q("filter_list", "which piers have wifi", "values", inn("wifi", "offers"), "KG offers wifi")
q("filter_list", "The accountant wants the invoice numbers of jobs over 2.500 euros net.", "values", inv(r for r in S if r["net"] > 2500), "services: Net EUR > 2500")

q("count", "How many sloops do we have in the marina?", "number", len(ty("sloop")), "boats: type sloop")
q("count", "nr of antifouling jobs so far", "number", len(job("antifouling")), "services: Job antifouling")
q("count", "How many people on the boats' list live aboard, I mean how many boats are marked as liveaboard?", "number", sum(r["liveaboard"] == "sì" for r in B), "boats: liveaboard sì")
q("count", "How many invoices did we issue in 2023?", "number", sum(r["d"].year == 2023 for r in S), "services: Data in 2023")

q("sum", "What do the annual fees of all motor yachts add up to?", "number", total(ty("motor yacht"), "fee"), "boats: sum of annual fee, motor yacht")
q("sum", "diesel sold in 2023, litres", "number", total([r for r in job("diesel") if r["d"].year == 2023], "l"), "services: sum of Litres, 2023")
q("sum", "How many hours has Mehmet Aksoy put in altogether?", "number", total([r for r in S if r["Done by"] == "Mehmet Aksoy"], "h"), "services: sum of hrs, Done by")

q("average", "What is the average net price of a haul-out?", "number", mean(job("haul-out"), "net"), "services: mean Net EUR, haul-out")
q("average", "mean length of the ketches in m", "number", mean(ty("ketch"), "loa"), "boats: mean LOA, ketch")
q("average", "How do customers rate Chiara Lentini's work on average? Some left no stars, skip those.", "number", mean([r for r in S if r["Done by"] == "Chiara Lentini"], "rate"), "services: mean Rating, Done by")

q("min_max", "What is the highest annual fee anyone pays?", "number", max(r["fee"] for r in B if r["fee"]), "boats: max annual fee")
q("min_max", "shortest boat length in the marina?", "number", min(r["loa"] for r in B), "boats: min LOA")
q("min_max", "When was our last sail repair?", "values", max(r["d"] for r in job("sail repair")), "services: latest Data, sail repair")

q("superlative", "Which boat draws the most water?", "values", best({r["BOAT"]: r["draft"] for r in B if r["draft"]}), "boats: largest T max")
q("superlative", "oldest boat here", "values", best({r["BOAT"]: r["y"] for r in B if r["y"]}, low=True), "boats: earliest built")
q("superlative", "What boat has got the most poweful engine?", "values", best({r["BOAT"]: r["kw"] for r in B}), "boats: largest Engine kW (typo)")
q("superlative", "Which pier takes the longest boats?", "values", best({p: num(one(out(p, "max boat length"))) for p in heads("max boat length")}), "KG largest max boat length")

q("top_k", "What are the three most expensive invoices, net?", "values", best({r["Invoice"]: r["net"] for r in S}, 3), "services: three largest Net EUR")
q("top_k", "five longest boats", "values", best({r["BOAT"]: r["loa"] for r in B}, 5), "boats: five largest LOA")
q("top_k", "Name the two boats that have bought the most diesel from us in total.", "values", best({k: total(v, "l") for k, v in group(job("diesel"), lambda r: r["Boat"]).items()}, 2), "services: two largest sums of Litres per Boat")

q("comparison", "Is the Esmeralda or the Old Nick the longer boat?", "values", best({b: BN[b]["loa"] for b in ("Esmeralda", "Old Nick")}), "boats: LOA of both")
q("comparison", "aurelia vs santa rosalia, who spent more with us on services in total", "values", best({b: total([r for r in S if r["Boat"] == b], "net") for b in ("Aurelia", "Santa Rosalia")}), "services: sums of Net EUR of both Boats")
q("comparison", "Of Saverio Adragna and Teresa Bonanno, who was harbour master for longer?", "values", best({p: days(one(facts("harbour master of", p))) for p in ("Com.te Saverio Adragna", "Teresa Bonanno")}), "TKG lengths of both harbour master facts")

q("difference", "How many metres longer is Black Pearl of Malta than Don Calogero?", "number", BN["Black Pearl of Malta"]["loa"] - BN["Don Calogero"]["loa"], "boats: LOA subtracted")
q("difference", "fee gap between Levantina and Santa Rosalia, in euro", "number", abs(BN["Levantina"]["fee"] - BN["Santa Rosalia"]["fee"]), "boats: annual fee subtracted")
q("difference", "By how many do engine services outnumber diver jobs?", "number", len(job("engine service")) - len(job("diver")), "services: rows subtracted")

q("percent", "What percentage of invoices were paid in cash?", "number", share(S, lambda r: r["Paid by"] == "contanti"), "services: Paid by contanti over all rows")
q("percent", "share of the boats that are gozzi, %", "number", share(B, lambda r: r["type"] == "gozzo"), "boats: type gozzo over all rows")
q("percent", "Out of all the diesel jobs, how many per cent have no VAT rate written down?", "number", share(job("diesel"), lambda r: not r["VAT"]), "services: VAT empty over the diesel rows")

q("group_by", "How many boats are there of each type?", "table", Counter(r["type"] for r in B), "boats: rows per type")
q("group_by", "net turnover by job, all years", "table", {k: total(v, "net") for k, v in group(S, lambda r: r["Job"]).items()}, "services: sum of Net EUR per Job")
q("group_by", "owners per country they live in?", "table", Counter(one(out(t, "country")) for h, r, t in K if r == "livesIn"), "KG livesIn, country, counted")

q("group_superlative", "Who of the crew has done the most jobs?", "values", best(Counter(r["Done by"] for r in S)), "services: most frequent Done by")
q("group_superlative", "owner with the most boats in here", "values", best(Counter(r["Owner"] for r in B if r["Owner"])), "boats: most frequent Owner")
q("group_superlative", "Which kind of job has brought in the most money, net?", "values", best({k: total(v, "net") for k, v in group(S, lambda r: r["Job"]).items()}), "services: largest sum of Net EUR per Job")
q("group_superlative", "what shipyard built the most of our boats", "values", best(Counter(t for h, r, t in K if r == "built_by")), "KG built_by: most frequent tail")

q("yes_no", "Does the Blue Heron have people living aboard?", "boolean", BN["Blue Heron"]["liveaboard"] == "sì", "boats: liveaboard")
q("yes_no", "can pippo ragusa operate the crane", "boolean", "crane operator" in out("Pippo Ragusa", "licensed for"), "KG licensed for")
q("yes_no", "Has invoice 3200/23 been paid?", "boolean", SN["3200/23"]["paid"] is not None, "services: paid on")
q("yes_no", "Did Konstantin Radev ever own the Luna Rossa II?", "boolean", bool(facts("owned by", "Luna Rossa II", "Konstantin Radev")), "TKG owned by")

q("negation", "Which boats have never had any job done by us?", "values", set(BN) - {r["Boat"] for r in S}, "boats without a row in services")
q("negation", "piers w/o wifi", "values", heads("depth_at_quay") - inn("wifi", "offers"), "KG piers without offers wifi")
q("negation", "Which owners living in Italy are not members of the Circolo Velico?", "values", {h for h, r, t in K if r == "livesIn" and "Italy" in out(t, "country")} - inn(MEM, "member of"), "KG livesIn, country Italy; without member of")
q("negation", "jobs by Rosaria in 2023 that werent mooring lines, give me the invoices", "values", inv(r for r in S if r["Done by"] == "Rosaria Tumminello" and r["d"].year == 2023 and r["Job"] != "mooring lines"), "services: Rosaria Tumminello, 2023, Job not mooring lines")

q("time_point", "Who was harbour master in 2008?", "values", one(in_year("harbour master of", 2008))[0], "TKG harbour master of in 2008")
q("time_point", "what did a litre of diesel cost on 15 june 2022", "values", one(at("price per litre diesel", date(2022, 6, 15)))[2], "TKG price on that day")
q("time_point", "Where was the Aurelia moored on 1 January 2018?", "values", one(at("moored at", date(2018, 1, 1), "Aurelia"))[2], "TKG moored at on that day")
q("time_point", "dockmaster on pontile sirena at the moment?", "values", one(now("dockmaster of", tail="Pontile Sirena"))[0], "TKG open dockmaster of")

q("before_after", "Who owned Tritone before Ottavio Brancati?", "values", step(facts("owned by", "Tritone"), 2, "Ottavio Brancati", -1), "TKG owned by, the fact before")
q("before_after", "The Amato family gave up the trattoria. Who took it over from them?", "values", step(facts("leased_to", "Trattoria da Ciccio"), 2, "Famiglia Amato", 1), "TKG leased_to, next fact")
q("before_after", "old nick, berth before the current one", "values", facts("moored at", "Old Nick")[-2][2], "TKG moored at, the last but one")
q("before_after", "Which mayor of Portovento came right after Elio Spataro?", "values", step(facts("mayor_of", tail="Portovento"), 0, "Elio Spataro", 1), "TKG mayor_of, next fact")

q("duration", "For how many full years did Petrolsud have the fuel dock?", "number", lasted(one(facts("leased_to", "Fuel dock", "Petrolsud"))), "TKG completed years")
q("duration", "how many full years was the wanderlust marchettis", "number", lasted(one(facts("owned by", "Wanderlust", "Hélène Marchetti"))), "TKG completed years")
q("duration", "Among the present dockmasters, who has been at their pier the longest?", "values", best({f[0]: f[3].toordinal() for f in now("dockmaster of")}, low=True), "TKG open dockmaster of with the earliest start")

q("multi_hop", "In which country is the yard that built the Calliope?", "values", {c for y in out("Calliope", "built_by") for t in out(y, "located at") for c in out(t, "country")}, "KG built_by, located at, country")
q("multi_hop", "languages chiara's boss's boss speaks", "values", out(one(out(one(out("Chiara Lentini", "reports to")), "reports to")), "speaks"), "KG reports to twice, speaks")
q("multi_hop", "Which members of the Aegean Rally Association live in Greece or Germany?", "values", {o for o in inn("Aegean Rally Association", "member of") for t in out(o, "livesIn") if out(t, "country") & {"Greece", "Germany"}}, "KG member of, livesIn, country")

q("cross_source", "Which boats lie on the Banchina Nord?", "values", [b for b in BN if pier(b) == "Banchina Nord"], "boats: Berth; KG on pier")
q("cross_source", "Total annual fees from boats built by Ege Tersanesi?", "number", total([BN[b] for b in inn("Ege Tersanesi", "built_by")], "fee"), "KG built_by; boats: sum of annual fee")
q("cross_source", "who is dockmaster now where the Zefiro is tied up", "values", one(now("dockmaster of", tail=pier("Zefiro")))[0], "boats: Berth; KG on pier; TKG open dockmaster of")
q("cross_source", "What was the diesel price on the day of invoice 3057... no wait, that was a haul-out. I want the day of 3083/22.", "values", one(at("price per litre diesel", SN["3083/22"]["d"]))[2], "services: Data; TKG price on that day (detour)")
q("cross_source", "how much did we bill the boats whose owners live in spain (net)", "number", total([r for r in S if BN[r["Boat"]]["Owner"] in {h for h, x, t in K if x == "livesIn" and "Spain" in out(t, "country")}], "net"), "KG livesIn, country; boats: Owner; services: sum of Net EUR")

q("missing", "Which boats have no insurance date in the list?", "values", bs(r for r in B if r["ins"] is None), "boats: Insurance exp. empty")
q("missing", "invoices where no payment has come in yet", "values", inv(r for r in S if r["paid"] is None), "services: paid on empty")

refuse("How many crew members are on board the Corsaro?", "no crew numbers in any file")
refuse("what does nino cascio earn per month", "no wages in any file")
refuse("Who owns the Perla?", "boats: Owner empty; no owned by fact")
refuse("which of the boats is for sale and at what price?", "no sales offers in any file")
refuse("Annual fee of the Bella Donna?", "there is no such boat")
assert not BN["Perla"]["Owner"] and not facts("owned by", "Perla") and "Bella Donna" not in BN

finish(HERE, Q)
