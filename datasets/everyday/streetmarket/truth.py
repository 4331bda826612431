"""Computes every answer of the domain `streetmarket` from its four files. No answer is typed in."""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg, total)

K, T = graphs(HERE, "streetmarket")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("streetmarket", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)
def num(s):
    if s == "nil": return 0.0
    s = re.sub(r"[^0-9.]", "", s) if s not in ("n.r.", "?") else ""
    return float(s) if s else None


S = records(HERE, "stalls.csv")
for r in S:
    r["ft"], r["fee"], r["owe"], r["y"] = num(r["Frontage (ft)"]), num(r["Fee per day"]), num(r["Arrears"]), int(r["Trading since"])
    r["ins"] = None if r["Insured until"] == "none on file" else day(r["Insured until"], "%d-%b-%y")
SN = {r["Stall"]: r for r in S}
V = records(HERE, "inspections.csv")
for r in V:
    r["d"], r["f"], r["score"], r["fine"], r["mins"] = day(r["Date"], "%d/%m/%Y"), int(r["No. of faults"]), num(r["Hygiene score"]), num(r["Penalty (£)"]), num(r["Mins on site"])
    r["market"] = SN[r["Stall"]]["Market"]
    assert (r["fine"] is not None) == (r["Outcome"] == "fixed penalty")
VN = {r["Visit ref"]: r for r in V}
assert len(SN) == len(S) == len({r["Licence No."] for r in S}) == len({r["Pitch"] for r in S}) and len(VN) == len(V)
for f in now("stands on"): assert SN[f[0]]["Pitch"] == f[2]
MARKETS = {r["Market"] for r in S}
rate = lambda f: num(f[2])
for r in S:
    fee = rate(one(now("charges per foot", r["Market"]))) * (r["ft"] or 0) + 2.5 * (r["Elec. hook-up"] == "Yes")
    assert r["ft"] is None or abs(fee - r["fee"]) < .005
st = lambda rows: [r["Stall"] for r in rows]
mk = lambda m: [r for r in S if r["Market"] == m]
of = lambda n: [r for r in V if r["Stall"] == n]
by = lambda o: [r for r in V if r["Officer"] == o]
MTA = "Merrowby Traders' Association"

q("lookup", "What pitch is Brass Monkey on?", "values", SN["Brass Monkey"]["Pitch"], "stalls: Pitch")
q("lookup", "who's behind bao wagon, name of the owner", "values", SN["Bao Wagon"]["Trader"], "stalls: Trader")
q("lookup", "I've got the lady from The Herb Garden on the phone and she can't find her licence number. What is it?", "values", SN["The Herb Garden"]["Licence No."], "stalls: Licence No.")
q("lookup", "lantern night market, which day of the week is that", "values", out("Lantern Night", "open on"), "KG open on")
q("lookup", "How big was the fine after visit V2303?", "number", VN["V2303"]["fine"], "inspections: Penalty")

q("filter_list", "Which stalls sell fruit and veg at Abbey Green?", "values", st(r for r in mk("Abbey Green") if r["Goods"] == "fruit & veg"), "stalls: Market, Goods")
q("filter_list", "stalls with gas on them, full list for the fire brigade", "values", st(r for r in S if r["Gas on stall"] == "Yes"), "stalls: Gas on stall Yes")
q("filter_list", "Which stalls are behind with us by more than £500?", "values", st(r for r in S if r["owe"] > 500), "stalls: Arrears > 500")
q("filter_list", "who do i have to warn if northern cash & carry goes bust? stalls that buy there", "values", inn("Northern Cash & Carry", "buys from"), "KG buys from")
q("filter_list", "I'm in Halifax on Monday. Which suppliers are there?", "values", inn("Halifax", "based in"), "KG based in Halifax")
q("filter_list", "Officers with gas safety training?", "values", inn("gas safety", "trained in"), "KG trained in gas safety")

q("count", "How many stalls are there at the Station Road market?", "number", len(mk("Station Road")), "stalls: rows of Market")
q("count", "number of inspections we did in 2023", "number", sum(r["d"].year == 2023 for r in V), "inspections: Date in 2023")
q("count", "How many visits so far have ended with a fixed penalty?", "number", sum(r["Outcome"] == "fixed penalty" for r in V), "inspections: Outcome fixed penalty")
q("count", "stalls that take the merrowby pound - how many", "number", len(inn("Merrowby Pound", "takes")), "KG takes Merrowby Pound")
q("count", "How often did Shabana Iqbal have to go out because somebody complained?", "number", sum(r["Reason"] == "complaint" for r in by("Shabana Iqbal")), "inspections: Officer, Reason complaint")

q("sum", "What does everything the stalls owe us come to?", "number", total(S, "owe"), "stalls: sum of Arrears, nil is none")
q("sum", "all fines handed out in 2022, in pounds", "number", total([r for r in V if r["d"].year == 2022], "fine"), "inspections: sum of Penalty, 2022")
q("sum", "Suppose every Cornhill stall turns up and pays. How much do we collect that day?", "number", total(mk("Cornhill"), "fee"), "stalls: sum of Fee per day, Market Cornhill")

q("average", "What's the average hygiene score of Quay Kippers over all its visits?", "number", mean(of("Quay Kippers"), "score"), "inspections: mean Hygiene score, Stall")
q("average", "avg daily fee on lantern night", "number", mean(mk("Lantern Night"), "fee"), "stalls: mean Fee per day, Market")
q("average", "How many faults does Colin Marsh find in a visit, on average?", "number", mean(by("Colin Marsh"), "f"), "inspections: mean No. of faults, Officer")

q("min_max", "What's the worst hygiene mark we have ever given?", "number", min(r["score"] for r in V if r["score"] is not None), "inspections: min Hygiene score")
q("min_max", "smallest sum anyone owes us, leaving out those who owe nothing", "number", min(r["owe"] for r in S if r["owe"]), "stalls: min Arrears above nil")
q("min_max", "When was the last time an officer looked in at Hog Heaven?", "values", max(r["d"] for r in of("Hog Heaven")), "inspections: latest Date, Stall")

q("superlative", "Which stall has the widest front?", "values", best({r["Stall"]: r["ft"] for r in S if r["ft"]}), "stalls: largest Frontage")
q("superlative", "oldest stall we've got, as in trading the longest", "values", best({r["Stall"]: r["y"] for r in S}, low=True), "stalls: earliest Trading since")
q("superlative", "Which stall pays the least for a day?", "values", best({r["Stall"]: r["fee"] for r in S}, low=True), "stalls: smallest Fee per day")
q("superlative", "steepest penalty ever, which visit was it (ref)?", "values", best({r["Visit ref"]: r["fine"] for r in V if r["fine"]}), "inspections: largest Penalty")

q("top_k", "Who pays us most for a day? I'm after the top three stalls.", "values", best({r["Stall"]: r["fee"] for r in S}, 3), "stalls: three largest Fee per day")
q("top_k", "2 worst debtors - stall names pls", "values", best({r["Stall"]: r["owe"] for r in S}, 2), "stalls: two largest Arrears")
q("top_k", "We want to give a plaque to the four stalls that have been around longest. Which ones get it?", "values", best({r["Stall"]: r["y"] for r in S}, 4, low=True), "stalls: four earliest Trading since")

q("comparison", "Who pays more a day, Jerk Junction or Bao Wagon?", "values", best({s: SN[s]["fee"] for s in ("Jerk Junction", "Bao Wagon")}), "stalls: Fee per day of both")
q("comparison", "storr's shellfish vs hog heaven: which got inspected more often", "values", best({s: len(of(s)) for s in ("Storr's Shellfish", "Hog Heaven")}), "inspections: rows of both Stalls")
q("comparison", "Is a foot dearer at Cornhill or at Fish Quay at present?", "values", best({m: rate(one(now("charges per foot", m))) for m in ("Cornhill", "Fish Quay")}), "TKG open charges per foot of both")

q("difference", "How many feet more frontage has Bits & Bobs than Attic Treasures?", "number", SN["Bits & Bobs"]["ft"] - SN["Attic Treasures"]["ft"], "stalls: Frontage subtracted")
q("difference", "abbey green price per foot, by how many £ did it go up in april 2024", "number", round(rate(one(at("charges per foot", date(2024, 4, 10), "Abbey Green"))) - rate(one(at("charges per foot", date(2024, 3, 20), "Abbey Green"))), 2), "TKG charges per foot after and before")
q("difference", "Falafel Fred and Brass Monkey both owe us money. How much more does Fred owe?", "number", round(SN["Falafel Fred"]["owe"] - SN["Brass Monkey"]["owe"], 2), "stalls: Arrears subtracted")

q("percent", "Sorry to bother you again, but would you know what percentage of all our stalls have an electric hook-up?", "number", share(S, lambda r: r["Elec. hook-up"] == "Yes"), "stalls: Elec. hook-up Yes over all rows")
q("percent", "% of routine checks that were a straight pass", "number", share([r for r in V if r["Reason"] == "routine"], lambda r: r["Outcome"] == "pass"), "inspections: pass over the routine rows")
q("percent", "Fiona Greaves is asking for her share of our inspections. What is it in per cent?", "number", share(V, lambda r: r["Officer"] == "Fiona Greaves"), "inspections: Officer over all rows")

q("group_by", "How are the stalls spread over the markets? A number for each market will do.", "table", Counter(r["Market"] for r in S), "stalls: rows per Market")
q("group_by", "how did the visits end, how many of each outcome", "table", Counter(r["Outcome"] for r in V), "inspections: rows per Outcome")
q("group_by", "Could you work out the average number of faults for each reason for a visit?", "table", {k: mean(v, "f") for k, v in group(V, lambda r: r["Reason"]).items()}, "inspections: mean No. of faults per Reason")
q("group_by", "daily fees added up per type of goods", "table", {k: total(v, "fee") for k, v in group(S, lambda r: r["Goods"]).items()}, "stalls: sum of Fee per day per Goods")

q("group_superlative", "Which officer has carried out the most inspections?", "values", best(Counter(r["Officer"] for r in V)), "inspections: most frequent Officer")
q("group_superlative", "market w/ the most money outstanding", "values", best({m: total(mk(m), "owe") for m in MARKETS}), "stalls: largest sum of Arrears per Market")
q("group_superlative", "What kind of goods do we have the most stalls of?", "values", best(Counter(r["Goods"] for r in S)), "stalls: most frequent Goods")
q("group_superlative", "which firm supplies the most of our stalls", "values", best(Counter(t for h, r, t in K if r == "buys from")), "KG buys from: most frequent tail")

q("yes_no", "Does Keys & Cobblers have power on its pitch?", "boolean", SN["Keys & Cobblers"]["Elec. hook-up"] == "Yes", "stalls: Elec. hook-up")
q("yes_no", "can people pay by card at vintage vera", "boolean", "card" in out("Vintage Vera", "takes"), "KG takes")
q("yes_no", "Has Denim Dan ever been suspended?", "boolean", bool(facts("suspended from", "Denim Dan")), "TKG suspended from")
q("yes_no", "Is Martin Holroyd Ewan Petrie's boss?", "boolean", "Martin Holroyd" in out("Ewan Petrie", "reports to"), "KG reports to")
q("yes_no", "did ackroyd fruit & veg ever get a fixed penalty", "boolean", any(r["Outcome"] == "fixed penalty" for r in of("Ackroyd Fruit & Veg")), "inspections: Stall, Outcome fixed penalty")

q("negation", "Which Lantern Night stalls have no electricity?", "values", st(r for r in mk("Lantern Night") if r["Elec. hook-up"] == "No"), "stalls: Market, Elec. hook-up No")
q("negation", "stalls w/o a single inspection on record", "values", set(SN) - {r["Stall"] for r in V}, "stalls without a row in inspections")
q("negation", "Where can you get hot food from us other than on Lantern Night? Names of the stalls please.", "values", st(r for r in S if r["Goods"] == "hot food" and r["Market"] != "Lantern Night"), "stalls: Goods hot food, Market not Lantern Night")
q("negation", "which stalls dont accept cash", "values", heads("takes") - inn("cash", "takes"), "KG takes, without cash")

q("time_point", "Who was the manager of Cornhill in 2010?", "values", one(in_year("manages", 2010, tail="Cornhill"))[0], "TKG manages in 2010")
q("time_point", "old bridge summer 2016, how much was a foot", "values", one(at("charges per foot", date(2016, 7, 15), "Old Bridge"))[2], "TKG charges per foot on that day")
q("time_point", "Who sweeps Fish Quay these days?", "values", one(now("swept by", "Fish Quay"))[2], "TKG open swept by")
q("time_point", "There's an old accident claim from 1 January 2010. Which pitch did Thread & Thimble have then?", "values", one(at("stands on", date(2010, 1, 1), "Thread & Thimble"))[2], "TKG stands on on that day")

q("before_after", "Who chaired the Traders' Association before Nasreen Akhtar?", "values", step(facts("chairs", tail=MTA), 0, "Nasreen Akhtar", -1), "TKG chairs, the fact before")
q("before_after", "harbour cleansing stopped doing old bridge at some point, who did it straight after", "values", step(facts("swept by", "Old Bridge"), 2, "Harbour Cleansing", 1), "TKG swept by, next fact")

q("duration", "How many complete years was Stanley Orme in charge of Cornhill?", "number", lasted(one(facts("manages", "Stanley Orme", "Cornhill"))), "TKG completed years")
q("duration", "maureen sugden as chair of the traders assoc, how long was that? full years", "number", lasted(one(facts("chairs", "Maureen Sugden", MTA))), "TKG completed years")
q("duration", "Which of the managers we have now has been looking after their market the longest?", "values", best({f[0]: f[3].toordinal() for f in now("manages")}, low=True), "TKG open manages with the earliest start")

q("multi_hop", "What county does Bell Lane Bakers' supplier come from?", "values", {c for s in out("Bell Lane Bakers", "buys from") for t in out(s, "based in") for c in out(t, "lies in")}, "KG buys from, based in, lies in")
q("multi_hop", "shabana iqbals bosses boss?", "values", {b for a in out("Shabana Iqbal", "reports to") for b in out(a, "reports to")}, "KG reports to, twice")
q("multi_hop", "Which ward is the Lantern Night market in? The councillor wants to know.", "values", {w for p in out("Lantern Night", "set up in") for w in out(p, "in ward")}, "KG set up in, in ward")

q("cross_source", "When V2208 was written up, who was running the market that stall is on?", "values", one(at("manages", VN["V2208"]["d"], tail=VN["V2208"]["market"]))[0], "inspections: Date; stalls: Market; TKG on that day")
q("cross_source", "arrears of the stalls that buy from any supplier in leeds, total", "number", total([r for r in S if out(r["Stall"], "buys from") & inn("Leeds", "based in")], "owe"), "KG buys from, based in; stalls: sum of Arrears")
q("cross_source", "How many inspections did Angela Sykes' team do in 2024?", "number", sum(r["d"].year == 2024 and r["Officer"] in inn("Angela Sykes", "reports to") for r in V), "KG reports to; inspections: rows in 2024")
q("cross_source", "Luke Tillotson helps out at two places. What do they pay us per day between them?", "number", total([SN[s] for s in out("Luke Tillotson", "helps out on")], "fee"), "KG helps out on; stalls: sum of Fee per day")

q("missing", "Which stalls has nobody measured yet, i.e. where the frontage isn't known?", "values", st(r for r in S if r["ft"] is None), "stalls: Frontage is ?")

refuse("How many visitors did we have at the last Lantern Night?", "no visitor numbers in any file")
refuse("email address for lorna fox, attic treasures", "no e-mail addresses in any file")
refuse("What hygiene score did Samosa Stop get on visit V2205?", "inspections: Hygiene score of V2205 is n.r.")
refuse("Who managed Fish Quay back in 2003?", "TKG: the first manager of Fish Quay starts in 2008")
refuse("waiting list for a pitch at station road - how long is it at the mo", "no waiting lists in any file")
assert VN["V2205"]["score"] is None and VN["V2205"]["Stall"] == "Samosa Stop" and not in_year("manages", 2003, tail="Fish Quay")
assert len(out("Luke Tillotson", "helps out on")) == 2

finish(HERE, Q)
