#!/usr/bin/env python3
"""Computes every gold answer of the 'fireservice' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
  python3 truth.py --show   prints the questions with their answers"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    s = re.sub(r"[^0-9.]", "", s)
    return float(s) if s else None


K, T = graphs(HERE, "fireservice")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("fireservice", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

A = rd("appliances.csv")
for r in A:
    r["cs"], r["type"], r["in"] = r["c_sign"], r["appl_type"], day(r["in_svc_dt"], "%d-%b-%y")
    r["price"], r["odo"], r["tank"] = num(r["purch_gbp"]), num(r["odo_mi"]), num(r["tank_l"])
AN = {r["cs"]: r for r in A}
I = rd("incidents.csv")
for r in I:
    r["d"], r["att"], r["dur"] = day(r["rcvd_dttm"], "%d-%b-%y %H:%M"), num(r["att_min"]), num(r["dur_h"])
    r["hurt"], r["loss"], r["cd"] = int(r["inj"]), num(r["est_loss_gbp"]), r["nature_cd"]
    assert AN[r["first_c_sign"]]["stn"] == r["stn"] and AN[r["first_c_sign"]]["in"] <= r["d"] and r["stn"] in out(r["oic"], "posted to"), r
IN = {r["inc_no"]: r for r in I}
STN = heads("lies in district")
assert len(IN) == len(I) and len(AN) == len(A) and {r["stn"] for r in I} == STN and {r["cd"] for r in I} == heads("stands for")
for f in now("stationed at"): assert one(r for r in A if r["fleet_no"] == f[0])["stn"] == f[2]
code = lambda words: one(inn(words, "stands for"))
RTC, WTR, CHM, WLD, DWF, VEH, AFA = map(code, ("road traffic collision", "water rescue", "chimney fire", "wildfire", "dwelling fire", "vehicle fire", "automatic fire alarm"))
of = lambda s: [r for r in I if r["stn"] == s]
kind = lambda c, rows=I: [r for r in rows if r["cd"] == c]
led = lambda p, rows=I: [r for r in rows if r["oic"] == p]
cs = lambda rows: [r["cs"] for r in rows]
inc = lambda rows: [r["inc_no"] for r in rows]
in24 = [r for r in I if r["d"].year == 2024]
crewed = lambda s: one(now("crewed as", s))[2]

q("lookup", "What rank does Tamsin Reddy have?", "values", out("Tamsin Reddy", "holds rank"), "KG holds rank")
q("lookup", "fleet no F263 - which station is that one at?", "values", one(r for r in A if r["fleet_no"] == "F263")["stn"], "appliances: stn")
q("lookup", "How many people were injured at 23-0861?", "number", IN["23-0861"]["hurt"], "incidents: inj")
q("lookup", "which district is gosling green in", "values", out("Gosling Green", "lies in district"), "KG lies in district")
q("lookup", "I'm new in the control room and came across the letters CHM. What do they mean?", "values", out("CHM", "stands for"), "KG stands for")

q("filter_list", "Who is qualified in rope rescue?", "values", inn("rope rescue", "qualified in"), "KG qualified in rope rescue")
q("filter_list", "call signs of everything that's in the workshop", "values", cs(r for r in A if r["avail"] == "workshop"), "appliances: avail workshop")
q("filter_list", "Which stations make up the Harrow Forest district?", "values", inn("Harrow Forest", "lies in district"), "KG lies in district")
q("filter_list", "In which incidents of 2023 was more than one person hurt?", "values", inc(r for r in I if r["d"].year == 2023 and r["hurt"] > 1), "incidents: rcvd_dttm in 2023, inj > 1")
q("filter_list", "vehicles that can carry over 5,000 litres of water", "values", cs(r for r in A if r["tank"] and r["tank"] > 5000), "appliances: tank_l > 5000")
q("filter_list", "Could you list the holiday parks we keep as risk sites?", "values", inn("holiday park", "type of site"), "KG type of site holiday park")

q("count", "How many road crashes has Bellworth turned out to?", "number", len(kind(RTC, of("Bellworth"))), "incidents: RTC, stn")
q("count", "false alarms 2024, how many in all", "number", sum(r["false_alm"] == "Y" for r in in24), "incidents: false_alm Y, 2024")
q("count", "How many people report directly to Denise Okoro?", "number", len(inn("Denise Okoro", "reports to")), "KG reports to")
q("count", "Some of the fleet is getting on. How many vehicles and boats went into service before 2012?", "number", sum(r["in"].year < 2012 for r in A), "appliances: in_svc_dt before 2012")
q("count", "incidents with ravi menon in charge - number", "number", len(led("Ravi Menon")), "incidents: rows of oic")

q("sum", "How many people have been injured in road traffic collisions altogether?", "number", total(kind(RTC), "hurt"), "incidents: sum of inj, RTC")
q("sum", "est. loss of all chimney fires added up, where theres a figure", "number", total(kind(CHM), "loss"), "incidents: sum of est_loss_gbp, CHM")
q("sum", "What did we pay for our rescue boats in total?", "number", total([r for r in A if r["type"] == "rescue boat"], "price"), "appliances: sum of purch_gbp, rescue boat")

q("average", "How many minutes does Easterby take on average to get to an incident?", "number", mean(of("Easterby"), "att"), "incidents: mean att_min, stn")
q("average", "avg price we paid for a water ladder, leaving out the unknown ones", "number", mean([r for r in A if r["type"] == "water ladder"], "price"), "appliances: mean purch_gbp, water ladder")
q("average", "On average, how long does a wildfire keep our crews busy, in hours?", "number", mean(kind(WLD), "dur"), "incidents: mean dur_h, WLD")

q("min_max", "What is the highest loss ever estimated for an incident, in pounds?", "number", max(r["loss"] for r in I if r["loss"]), "incidents: max est_loss_gbp")
q("min_max", "fastest lindale has ever got to a job (minutes)", "number", min(r["att"] for r in of("Lindale") if r["att"]), "incidents: min att_min, stn")
q("min_max", "On what date were we last called to a water rescue?", "values", max(r["d"] for r in kind(WTR)), "incidents: latest rcvd_dttm, WTR")

q("superlative", "Which appliance has the most miles on the clock?", "values", best({r["cs"]: r["odo"] for r in A if r["odo"]}), "appliances: largest odo_mi")
q("superlative", "oldest one in the fleet? call sign pls, by when it went into service", "values", best({r["cs"]: r["in"].toordinal() for r in A}, low=True), "appliances: earliest in_svc_dt")
q("superlative", "Which incident tied us up the longest?", "values", best({r["inc_no"]: r["dur"] for r in I}), "incidents: largest dur_h")
q("superlative", "Of all the appliances whose price we know, which was the dearest?", "values", best({r["cs"]: r["price"] for r in A if r["price"]}), "appliances: largest purch_gbp")

q("top_k", "Which three stations have had the most incidents?", "values", best(Counter(r["stn"] for r in I), 3), "incidents: three most frequent stn")
q("top_k", "two newest appliances (date into service)", "values", best({r["cs"]: r["in"].toordinal() for r in A}, 2), "appliances: two latest in_svc_dt")
q("top_k", "What were the 3 costliest incidents of 2024 in terms of estimated loss?", "values", best({r["inc_no"]: r["loss"] for r in in24 if r["loss"]}, 3), "incidents: three largest est_loss_gbp, 2024")

q("comparison", "Which was busier in 2024, Penfold or Farrow Cross? I mean number of incidents.", "values", best({s: sum(r["stn"] == s for r in in24) for s in ("Penfold", "Farrow Cross")}), "incidents: rows of both stn in 2024")
q("comparison", "more miles: 01P1 or 09P1", "values", best({k: AN[k]["odo"] for k in ("01P1", "09P1")}), "appliances: odo_mi of both")
q("comparison", "Ravi Menon or Yvonne Strang, who has been in charge at more dwelling fires?", "values", best({p: len(led(p, kind(DWF))) for p in ("Ravi Menon", "Yvonne Strang")}), "incidents: DWF rows of both oic")

q("difference", "How much more did 02A1 cost than 09A1?", "number", AN["02A1"]["price"] - AN["09A1"]["price"], "appliances: purch_gbp subtracted")
q("difference", "mileage gap between 03P2 and 04P2", "number", AN["03P2"]["odo"] - AN["04P2"]["odo"], "appliances: odo_mi subtracted")
q("difference", "By how many do our dwelling fires outnumber our vehicle fires?", "number", len(kind(DWF)) - len(kind(VEH)), "incidents: rows of DWF minus VEH")

q("percent", "What percentage of the automatic fire alarm calls turned out to be false alarms?", "number", share(kind(AFA), lambda r: r["false_alm"] == "Y"), "incidents: false_alm Y over AFA rows")
q("percent", "share of stations that are on-call these days, in %", "number", share(sorted(STN), lambda s: crewed(s) == "on-call"), "TKG open crewed as on-call over all stations")
q("percent", "The chair of the fire authority asked me: in what percentage of incidents did somebody get hurt?", "number", share(I, lambda r: r["hurt"] > 0), "incidents: inj above 0 over all rows")

q("group_by", "How many incidents have we had for each nature code?", "table", Counter(r["cd"] for r in I), "incidents: rows per nature_cd")
q("group_by", "avg attendance time, station by station", "table", {k: mean(v, "att") for k, v in group(I, lambda r: r["stn"]).items()}, "incidents: mean att_min per stn")
q("group_by", "Break the fleet down by chassis make for me, just the numbers.", "table", Counter(r["chassis"] for r in A), "appliances: rows per chassis")
q("group_by", "stations per district", "table", Counter(t for h, r, t in K if r == "lies in district"), "KG lies in district, rows per tail")

q("group_superlative", "Who has been in charge at the most incidents?", "values", best(Counter(r["oic"] for r in I)), "incidents: most frequent oic")
q("group_superlative", "what sort of premises do we get called to most", "values", best(Counter(r["premises"] for r in I)), "incidents: most frequent premises")
q("group_superlative", "Which station is slowest to arrive on average?", "values", best({k: mean(v, "att") for k, v in group(I, lambda r: r["stn"]).items()}), "incidents: largest mean att_min per stn")
q("group_superlative", "qualification held by the most of our people", "values", best(Counter(t for h, r, t in K if r == "qualified in")), "KG qualified in: most frequent tail")

q("yes_no", "Is Fiona Meakin trained in wildfire tactics?", "boolean", "wildfire tactics" in out("Fiona Meakin", "qualified in"), "KG qualified in")
q("yes_no", "do they have an aerial at hartwell?", "boolean", any(r["type"] == "aerial ladder platform" for r in A if r["stn"] == "Hartwell"), "appliances: stn, appl_type")
q("yes_no", "Was 24-2168 a false alarm?", "boolean", IN["24-2168"]["false_alm"] == "Y", "incidents: false_alm")
q("yes_no", "Penfold lads swear they never get chimney fires. Have they ever been sent to one?", "boolean", bool(kind(CHM, of("Penfold"))), "incidents: CHM, stn")

q("negation", "Which stations have no water ladder?", "values", STN - {r["stn"] for r in A if r["type"] == "water ladder"}, "appliances: stations without a water ladder")
q("negation", "people posted to bellworth without swift water rescue", "values", inn("Bellworth", "posted to") - inn("swift water rescue", "qualified in"), "KG posted to without qualified in")
q("negation", "Which stations have never been to a wildfire?", "values", STN - {r["stn"] for r in kind(WLD)}, "incidents: stations without WLD")
q("negation", "2024 vehicle fires that werent on a road or motorway", "values", inc(r for r in kind(VEH, in24) if r["premises"] not in ("road", "motorway")), "incidents: VEH, 2024, premises neither")

q("time_point", "Who was chief fire officer on 1 January 2014?", "values", one(at("chief fire officer of", date(2014, 1, 1)))[0], "TKG chief fire officer of on that day")
q("time_point", "radio network contract, who had it in 2010", "values", one(in_year("contract held by", 2010, "radio network"))[2], "TKG contract held by in 2010")
q("time_point", "At which station was F220 in May 2016?", "values", one(at("stationed at", date(2016, 5, 15), "F220"))[2], "TKG stationed at on that day")
q("time_point", "How is Hartwell crewed nowadays?", "values", crewed("Hartwell"), "TKG open crewed as")

q("before_after", "Who was station commander at Dunsford before Fiona Meakin?", "values", step(facts("station commander of", tail="Dunsford"), 0, "Fiona Meakin", -1), "TKG station commander of, the fact before")
q("before_after", "airline safety used to service our BA sets. who got that contract after them", "values", step(facts("contract held by", "breathing apparatus servicing"), 2, "Airline Safety", 1), "TKG contract held by, next fact")
q("before_after", "Who succeeded Martin Quested as chief?", "values", step(facts("chief fire officer of"), 0, "Martin Quested", 1), "TKG chief fire officer of, next fact")

q("duration", "For how many full years did Stuart Hanley command Bellworth?", "number", lasted(one(facts("station commander of", "Stuart Hanley", "Bellworth"))), "TKG completed years")
q("duration", "kingsmoor laundries and our uniforms, how many complete years was that", "number", lasted(one(facts("contract held by", "uniform laundry", "Kingsmoor Laundries"))), "TKG completed years")
q("duration", "Of the contracts that are running now, which has been with the same firm the longest?", "values", best({f[0]: f[3].toordinal() for f in now("contract held by")}, low=True), "TKG open contract held by with the earliest start")

q("multi_hop", "Who is the boss of Marek Zielak's boss?", "values", out(one(out("Marek Zielak", "reports to")), "reports to"), "KG reports to twice")
q("multi_hop", "district of the station that backs up marl hill", "values", out(one(out("Marl Hill", "backed up by")), "lies in district"), "KG backed up by, lies in district")
q("multi_hop", "Which stations are first to attend at our care homes?", "values", {s for x in inn("care home", "type of site") for s in out(x, "first attendance from")}, "KG type of site, first attendance from")

q("cross_source", "How many incidents have the stations of the Estuary district dealt with?", "number", sum(r["stn"] in inn("Estuary", "lies in district") for r in I), "KG lies in district; incidents: rows")
q("cross_source", "who was chief the day 09A1 went into service", "values", one(at("chief fire officer of", AN["09A1"]["in"]))[0], "appliances: in_svc_dt; TKG on that day")
q("cross_source", "How many water rescues were led by someone who is actually qualified in swift water rescue?", "number", sum(r["oic"] in inn("swift water rescue", "qualified in") for r in kind(WTR)), "KG qualified in; incidents: WTR rows")
q("cross_source", "I need the total of purchase prices, so far as we have them, for everything based at stations that are on-call now.", "number", total([r for r in A if crewed(r["stn"]) == "on-call"], "price"), "TKG open crewed as; appliances: sum of purch_gbp")

q("missing", "For which appliances is the purchase price still to be confirmed?", "values", cs(r for r in A if r["price"] is None), "appliances: purch_gbp tbc")

refuse("How many hydrants are there in Kingsmoor?", "no hydrants in any file")
refuse("whats the name of the person hurt at 24-2077", "no casualties' names in any file")
refuse("How much did we spend on diesel in 2023?", "no fuel costs in any file")
refuse("Who was chief fire officer in 1998?", "TKG: the first chief fire officer fact starts in 2002")
refuse("I'm answering a complaint about the pub chimney in Easterby, 23-0039. How many minutes did we take to get there?", "incidents: att_min NULL")
assert not in_year("chief fire officer of", 1998) and IN["23-0039"]["att"] is None and IN["24-2077"]["hurt"] == 1 and IN["23-0039"]["cd"] == CHM
assert not any("diesel" in x.lower() or "fuel cost" in x.lower() for f in K + [t[:3] for t in T] for x in f)

assert len(Q) == 80 and len({x["kind"] for x in Q}) == 22
finish(HERE, Q)
