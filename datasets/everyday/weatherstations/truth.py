#!/usr/bin/env python3
"""Computes every gold answer of the 'weatherstations' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def rd(name): return records(HERE, name)
def num(s): return None if s in ("///", "NA", "") else float(s)


K, T = graphs(HERE, "weatherstations")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("weatherstations", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

S = rd("stations.csv")
for r in S:
    r["name"], r["elev"], r["lat"], r["y"] = r["stn_name"], num(r["elev_m"]), num(r["lat_deg"]), int(r["opened_yr"])
    r["insp"] = day(r["last_insp"], "%d-%m-%Y") if r["last_insp"] != "NA" else None
    r["clp"] = num(r["upkeep_clp_yr"].replace("$", "").replace(".", ""))
    r["region"] = one(out(r["name"], "inRegion"))
    r["zone"] = one(out(r["region"], "partOfZone"))
SN = {r["name"]: r for r in S}
M = rd("readings_2025.csv")
for r in M:
    r["name"], r["m"], r["rec"] = r["stn_name"], int(r["month"][5:]), day(r["received"], "%d-%m-%Y")
    for k in ("t_mean_c", "t_max_c", "t_min_c", "precip_mm", "rain_days", "sun_hrs", "gust_max_kmh", "days_lost"): r[k] = num(r[k])
    assert r["month"][:4] == "2025" and SN[r["name"]]["ref_net"] == "1"
RN = {r["report_no"]: r for r in M}
assert len(RN) == len(M) and len(SN) == len(S) == 30 and {r["region_cd"] for r in S if r["region"] == "Magallanes"} == {"MA"}
assert len(set(zip((r["region_cd"] for r in S), (r["region"] for r in S)))) == len({r["region"] for r in S})
SVC = "National Weather Service"
sts = lambda test: [r["name"] for r in S if test(r)]
of = lambda n: [r for r in M if r["name"] == n]
mon = lambda n, m: one(r for r in of(n) if r["m"] == m)
OK = [r for r in M if r["qc_flag"] != "REJ"]
def have(rows, v):
    """the rows, none of which lacks the value"""
    rows = list(rows)
    assert rows and all(r[v] is not None for r in rows), rows
    return rows

q("lookup", "How high up is Ollagüe Salar?", "number", SN["Ollagüe Salar"]["elev"], "stations: elev_m")
q("lookup", "rain at temuco chacra in may, mm", "number", mon("Temuco Chacra", 5)["precip_mm"], "readings_2025: precip_mm, month 2025-05")
q("lookup", "Who manufactures the Helios CS-1?", "values", out("Helios CS-1", "madeBy"), "KG madeBy")
q("lookup", "Futaleufú Valle sends its data how?", "values", out("Futaleufú Valle", "transmitsVia"), "KG transmitsVia")
q("lookup", "I am driving out to Coyhaique Alto next week. When did we last inspect it?", "values", SN["Coyhaique Alto"]["insp"], "stations: last_insp")

q("filter_list", "Which stations sit above 2,000 metres?", "values", sts(lambda r: r["elev"] > 2000), "stations: elev_m > 2000")
q("filter_list", "hybrid powered stations (wind plus solar), list", "values", sts(lambda r: r["power"] == "wind+solar"), "stations: power wind+solar")
q("filter_list", "Which monthly reports did quality control throw out? The numbers, please.", "values", [r["report_no"] for r in M if r["qc_flag"] == "REJ"], "readings_2025: qc_flag REJ")
q("filter_list", "Could you give me all the stations we keep in Magallanes?", "values", inn("Magallanes", "inRegion"), "KG inRegion (or stations: region_cd MA)")
q("filter_list", "observers under millaray catrileo", "values", inn("Millaray Catrileo", "reportsTo"), "KG reportsTo")
q("filter_list", "Which months of 2025 brought Quinta Vieja a day with the temperature below zero?", "values", [r["month"] for r in have(of("Quinta Vieja"), "t_min_c") if r["t_min_c"] < 0], "readings_2025: t_min_c < 0")

q("count", "How many of our stations are automatic?", "number", sum(r["auto"] == "1" for r in S), "stations: auto 1")
q("count", "stations founded before 1900, how many", "number", sum(r["y"] < 1900 for r in S), "stations: opened_yr < 1900")
q("count", "On how many stations is there a Nivalis SR50?", "number", len(inn("Nivalis SR50", "hasInstrument")), "KG hasInstrument Nivalis SR50")
q("count", "nr of reports that pamela ruiz sent in", "number", sum(r["sent_by"] == "Pamela Ruiz" for r in M), "readings_2025: sent_by")

q("sum", "How much rain fell at Talcahuano Península in the whole of 2025, in millimetres?", "number", total(have(of("Talcahuano Península"), "precip_mm"), "precip_mm"), "readings_2025: sum of precip_mm")
q("sum", "yearly maintenance bill for the Aysén stations put together?", "number", total(have((r for r in S if r["region"] == "Aysén"), "clp"), "clp"), "KG inRegion; stations: sum of upkeep_clp_yr")
q("sum", "Hours of sunshine La Serena Pampa got over June, July and August combined", "number", total(have((r for r in of("La Serena Pampa") if r["m"] in (6, 7, 8)), "sun_hrs"), "sun_hrs"), "readings_2025: sum of sun_hrs, three months")

q("average", "What's the average elevation of the stations in the reference network?", "number", mean([r for r in S if r["ref_net"] == "1"], "elev"), "stations: mean elev_m, ref_net 1")
q("average", "avg wet days a month at balmaceda estepa 2025", "number", mean(have(of("Balmaceda Estepa"), "rain_days"), "rain_days"), "readings_2025: mean rain_days")
q("average", "What do the agromet stations (AGR) cost us a year on average, in pesos?", "number", mean(have((r for r in S if r["stn_type"] == "AGR"), "clp"), "clp"), "stations: mean upkeep_clp_yr, stn_type AGR")

q("min_max", "What was the strongest gust in 2025 at any station, in km/h?", "number", robust(max(r["gust_max_kmh"] for r in M if r["gust_max_kmh"]), max(r["gust_max_kmh"] for r in OK if r["gust_max_kmh"])), "readings_2025: max gust_max_kmh")
q("min_max", "coldest it got at visviri", "number", min(r["t_min_c"] for r in have(of("Visviri Frontera"), "t_min_c")), "readings_2025: min t_min_c")
q("min_max", "We've had a few readings for December trickle in late; on which date did the last of them reach us?", "values", max(r["rec"] for r in M if r["m"] == 12), "readings_2025: latest received, month 2025-12")

q("superlative", "Which is our newest station?", "values", best({r["name"]: r["y"] for r in S}), "stations: latest opened_yr")
q("superlative", "priciest station in upkeep", "values", best({r["name"]: r["clp"] for r in S if r["clp"]}), "stations: largest upkeep_clp_yr")
q("superlative", "Where did the thermometer climb highest in February 2025?", "values", best({r["name"]: r["t_max_c"] for r in M if r["m"] == 2}), "readings_2025: largest t_max_c, month 2025-02")
q("superlative", "southernmost station?", "values", best({r["name"]: r["lat"] for r in S}, low=True), "stations: smallest lat_deg")

q("top_k", "Which three stations are the oldest?", "values", best({r["name"]: r["y"] for r in S}, 3, low=True), "stations: three earliest opened_yr")
q("top_k", "2 cheapest stations to keep going", "values", best({r["name"]: r["clp"] for r in S if r["clp"]}, 2, low=True), "stations: two smallest upkeep_clp_yr")
q("top_k", "For the September bulletin I need the four stations with the most sun that month.", "values", best({r["name"]: r["sun_hrs"] for r in have((r for r in M if r["m"] == 9), "sun_hrs")}, 4), "readings_2025: four largest sun_hrs, month 2025-09")

q("comparison", "Was October rainier at Puerto Aysén Muelle or on Isla Evangelina?", "values", best({n: mon(n, 10)["precip_mm"] for n in ("Puerto Aysén Muelle", "Isla Evangelina Faro")}), "readings_2025: precip_mm of both, month 2025-10")
q("comparison", "lonquimay paso / san pedro ayllu: the higher one is", "values", best({n: SN[n]["elev"] for n in ("Lonquimay Paso", "San Pedro Ayllu")}), "stations: elev_m of both")
q("comparison", "Of Balmaceda Estepa and Punta Arenas Leñadura, which opened first?", "values", best({n: SN[n]["y"] for n in ("Balmaceda Estepa", "Punta Arenas Leñadura")}, low=True), "stations: opened_yr of both")

q("difference", "How many metres lower than Portillo Cumbre is Lonquimay Paso?", "number", SN["Portillo Cumbre"]["elev"] - SN["Lonquimay Paso"]["elev"], "stations: elev_m subtracted")
q("difference", "quinta vieja in jan 2025, gap between top and bottom temperature", "number", round(mon("Quinta Vieja", 1)["t_max_c"] - mon("Quinta Vieja", 1)["t_min_c"], 1), "readings_2025: t_max_c minus t_min_c, month 2025-01")
q("difference", "Pudahuel Sur is dearer to run than Quinta Vieja. By how many pesos a year?", "number", SN["Pudahuel Sur"]["clp"] - SN["Quinta Vieja"]["clp"], "stations: upkeep_clp_yr subtracted")

q("percent", "What percentage of stations belongs to the reference network?", "number", share(S, lambda r: r["ref_net"] == "1"), "stations: ref_net 1 over all rows")
q("percent", "share of 2025 reports flagged ok, in percent", "number", share(M, lambda r: r["qc_flag"] == "OK"), "readings_2025: qc_flag OK over all rows")
q("percent", "How many per cent of the synoptic stations (SYN) are automated?", "number", share([r for r in S if r["stn_type"] == "SYN"], lambda r: r["auto"] == "1"), "stations: auto 1 over stn_type SYN")

q("group_by", "How many stations of each type do we have?", "table", Counter(r["stn_type"] for r in S), "stations: rows per stn_type")
q("group_by", "stations per zone pls", "table", Counter(r["zone"] for r in S), "KG inRegion, partOfZone, stations per zone")
q("group_by", "Give me the number of reports for every quality flag.", "table", Counter(r["qc_flag"] for r in M), "readings_2025: rows per qc_flag")
q("group_by", "instrument models by maker, only the counts", "table", Counter(t for h, r, t in K if r == "madeBy"), "KG madeBy, rows per tail")

q("group_superlative", "Which region has the most stations?", "values", best(Counter(r["region"] for r in S)), "KG inRegion: most frequent tail")
q("group_superlative", "the instrument found at more stations than any other", "values", best(Counter(t for h, r, t in K if r == "hasInstrument")), "KG hasInstrument: most frequent tail")
q("group_superlative", "Adding up all of 2025, which station lost the most days of data?", "values", best({k: total(v, "days_lost") for k, v in group(M, lambda r: r["name"]).items()}), "readings_2025: largest sum of days_lost per stn_name")
q("group_superlative", "whats the commonest power supply out there", "values", best(Counter(r["power"] for r in S if r["power"] != "NA")), "stations: most frequent power")

q("yes_no", "Does Castro Nercón run automatically?", "boolean", SN["Castro Nercón"]["auto"] == "1", "stations: auto")
q("yes_no", "is lorena cid one of millaray's people", "boolean", "Millaray Catrileo" in out("Lorena Cid", "reportsTo"), "KG reportsTo")
q("yes_no", "Did the Air Force ever operate the Quintero Caleta station?", "boolean", bool(facts("operatedBy", "Quintero Caleta", "Air Force")), "TKG operatedBy")
q("yes_no", "any frost (below 0) at Azapa Bajo in 2025?", "boolean", any(r["t_min_c"] < 0 for r in have(of("Azapa Bajo"), "t_min_c")), "readings_2025: t_min_c < 0")

q("negation", "Which stations are neither automatic nor in the reference network?", "values", sts(lambda r: r["auto"] == "0" and r["ref_net"] == "0"), "stations: auto 0, ref_net 0")
q("negation", "synop stations not on grid power, leave out the one with no power entered", "values", sts(lambda r: r["stn_type"] == "SYN" and r["power"] not in ("grid", "NA")), "stations: stn_type SYN, power not grid")
q("negation", "Which of the reference stations have no Vindur anemometer of any kind?", "values", sts(lambda r: r["ref_net"] == "1" and not any(i.startswith("Vindur") for i in out(r["name"], "hasInstrument"))), "stations: ref_net 1; KG hasInstrument without Vindur")
q("negation", "august reports that didnt get an OK", "values", [r["report_no"] for r in M if r["m"] == 8 and r["qc_flag"] != "OK"], "readings_2025: month 2025-08, qc_flag not OK")

q("time_point", "Who was director of the service in 2010?", "values", one(in_year("directorOf", 2010))[0], "TKG directorOf in 2010")
q("time_point", "valdivia isla observer around the year 2000", "values", one(in_year("observerAt", 2000, tail="Valdivia Isla"))[0], "TKG observerAt in 2000")
q("time_point", "Back in the nineties our La Serena station wasn't on the university campus yet. Where did it stand in 1995?", "values", one(in_year("sitedAt", 1995, "La Serena Pampa"))[2], "TKG sitedAt in 1995")
q("time_point", "which alert was on for Metropolitana on 23 January 2025", "values", one(at("underAlert", date(2025, 1, 23), "Metropolitana"))[2], "TKG underAlert on that day")

q("before_after", "Who came after Myriam Goldsack as director?", "values", step(facts("directorOf"), 0, "Myriam Goldsack", 1), "TKG directorOf, next fact")
q("before_after", "portillo cumbre, who had it before the service took over", "values", step(facts("operatedBy", "Portillo Cumbre"), 2, SVC, -1), "TKG operatedBy, the fact before")
q("before_after", "Felipe Undurraga took over as observer at Quinta Vieja from whom?", "values", step(facts("observerAt", tail="Quinta Vieja"), 0, "Felipe Undurraga", -1), "TKG observerAt, the fact before")

q("duration", "For how many full years was Otto Schwenke the observer at Valdivia Isla?", "number", lasted(one(facts("observerAt", "Otto Schwenke"))), "TKG observerAt, completed years")
q("duration", "patricio leighton as director - whole years in office", "number", lasted(one(facts("directorOf", "Patricio Leighton"))), "TKG directorOf, completed years")
q("duration", "We want to honour the observer who, of all those still serving, has been at their station the longest. Who is that?", "values", best({f[0]: f[3].toordinal() for f in now("observerAt")}, low=True), "TKG open observerAt with the earliest start")

q("multi_hop", "In which country is the maker of the Nivalis SR50 headquartered?", "values", {c for m in out("Nivalis SR50", "madeBy") for c in out(m, "hasHeadquartersIn")}, "KG madeBy, hasHeadquartersIn")
q("multi_hop", "what all gets measured at san pedro ayllu, going by its instruments", "values", {x for i in out("San Pedro Ayllu", "hasInstrument") for x in out(i, "measures")}, "KG hasInstrument, measures")
q("multi_hop", "If Balmaceda Estepa fails, its backup steps in. What link does that backup use to transmit?", "values", out(one(inn("Balmaceda Estepa", "backupFor")), "transmitsVia"), "KG backupFor, transmitsVia")

q("cross_source", "How many monthly reports came from observers who answer to Branka Radic?", "number", sum(r["sent_by"] in inn("Branka Radic", "reportsTo") for r in M), "KG reportsTo; readings_2025: sent_by")
q("cross_source", "mean upkeep of the stns on a satellite link, those with a figure of course", "number", mean([r for r in S if r["name"] in inn("satellite link", "transmitsVia")], "clp"), "KG transmitsVia; stations: mean upkeep_clp_yr")
q("cross_source", "Total rainfall in April over all stations of the Austral Zone?", "number", total(have((r for r in M if r["m"] == 4 and SN[r["name"]]["zone"] == "Austral Zone"), "precip_mm"), "precip_mm"), "KG inRegion, partOfZone; readings_2025: sum of precip_mm, month 2025-04")
q("cross_source", "who was director of the service in the year Yendegaia Fiordo opened", "values", one(in_year("directorOf", SN["Yendegaia Fiordo"]["y"]))[0], "stations: opened_yr; TKG directorOf in that year")

q("missing", "For which stations is there no upkeep figure in the books?", "values", sts(lambda r: r["clp"] is None), "stations: upkeep_clp_yr NA")

refuse("How humid was it at Curicó El Romeral in March?", "no humidity in any file")
refuse("what does an observer get paid a month", "no pay in any file")
refuse("Who read the instruments at Castro Nercón in 2008?", "TKG: the first observerAt fact of the station starts in 2012")
refuse("strongest gust at azapa bajo in 2025", "readings_2025: gust_max_kmh always ///")
refuse("Who directed the weather service in 1990?", "TKG: the first directorOf fact starts in 1996")
refuse("A school class would like to visit Quinta Vieja. What are its opening hours?", "no opening hours in any file")
assert not in_year("observerAt", 2008, tail="Castro Nercón") and not in_year("directorOf", 1990) and all(r["gust_max_kmh"] is None for r in of("Azapa Bajo"))

finish(HERE, Q)
