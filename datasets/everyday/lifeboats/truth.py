#!/usr/bin/env python3
"""Computes every gold answer of the 'lifeboats' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, kg, known, lasted, mean, means, one, records, share, step, sums, tkg, total, num)


C = records(HERE, "callouts.csv")
for c in C:
    c["d"] = day(c["Date"], "%d/%m/%Y")
    c["y"] = c["d"].year
    c["mins"], c["cas"], c["hrs"], c["fuel"], c["wind"] = (
        num(c[x]) for x in ("Mins to launch", "Casualties", "Hrs at sea", "fuel (L)", "Wind (Bft)"))
B = records(HERE, "boats.csv")
for b in B:
    b["k"], b["loa"], b["kn"] = num(b["cost £k"]), num(b["LOA (m)"]), num(b["Top spd (kn)"])
ST, TY, CX, WX, BN = "Station name", "Type of call", "Cox / helm", "WX", "Boat no"
CALL, NAMED, NUMBERED = {c["Call No"]: c for c in C}, {b["NAME"]: b for b in B}, {b["Boat No."]: b for b in B}
K, T = graphs(HERE, "lifeboats")
out, inn, heads = kg(K)
facts, now, at, _ = tkg(T)
STATIONS, CREW = heads("in region"), heads("crew at")


def nos(cs): return [c["Call No"] for c in cs]
def names(bs): return [b["NAME"] for b in bs]
def boat_of(c): return NUMBERED[c[BN]]
def region(s): return one(out(s, "in region"))
def cox_on(s, d): return one(at("coxswain of", d, tail=s))[0]
def throughout(rel, tail, first, last):
    """who held a post both on the first and on the last day"""
    return one(f for f in at(rel, first, tail=tail) if f in at(rel, last, tail=tail))[0]
def days(f): return (f[4] - f[3]).days


# sanity of the data
assert len(NAMED) == len(NUMBERED) == len(B) and len(CALL) == len(C)
assert all(c[ST] in STATIONS and boat_of(c) for c in C) and {b["Station"] for b in B} <= STATIONS | {""}
assert all(NAMED[f[0]]["Station"] == f[2] for f in now("stationed at"))
for s in STATIONS:   # never two coxswains at once
    spells = facts("coxswain of", tail=s)
    assert all(x[4] and x[4] < y[3] for x, y in zip(spells, spells[1:])), s

Q = []
q = asking("lifeboats", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Who was in charge of the boat on call-out C324?", "values", CALL["C324"][CX], "callouts: Cox / helm of C324")
q("lookup", "what does Kwame Ofori do for a living", "values", out("Kwame Ofori", "works as"), "KG works as")
q("lookup", "the Minnow, how long is she in metres?", "number", NAMED["Minnow"]["loa"], "boats: LOA of Minnow")
q("lookup", "In which town can we find the Halvorsen & Beck yard?", "values", out("Halvorsen & Beck", "located in"), "KG located in")
# ------------------------------------------------------------ filter_list
q("filter_list", "Which boats on our list were built before the year 2000? Please give their names.", "values", names(b for b in B if int(b["Yr built"]) < 2000), "boats: Yr built < 2000")
q("filter_list", "shouts in fog, call nos pls", "values", nos(c for c in C if c[WX] == "Fog"), "callouts: WX Fog")
q("filter_list", "crew who r qualified as navigator and also as first aider?", "values", [p for p in CREW if {"navigator", "first aider"} <= out(p, "qualified_as")], "KG qualified_as, both")
q("filter_list", "At which stations is the boat put into the water from a carriage?", "values", inn("carriage", "launches_by"), "KG launches_by carriage")
# ------------------------------------------------------------ count
q("count", "How many call-outs did the whole network have in 2024?", "number", sum(c["y"] == 2024 for c in C), "callouts: rows in 2024")
q("count", "hw many plumbers have we got among the crews", "number", sum("plumber" in out(p, "works as") for p in CREW), "KG works as plumber")
q("count", "Counting every boat only once, how many different boats went out on call-outs from Gannet Bay?", "number", len({c[BN] for c in C if c[ST] == "Gannet Bay"}), "callouts: distinct Boat no at Gannet Bay")
assert not any(c["Launch time"] in ("00:00", "06:00") for c in C)
q("count", "The pagers always go off when we sleep. How many launches were between midnight and six in the morning?", "number", sum(c["Launch time"] < "06:00" for c in C), "callouts: Launch time before 06:00")
# ------------------------------------------------------------ sum
q("sum", "Adding up the casualties that were recorded, how many people did Pencarrick help in 2024?", "number", total((c for c in C if c[ST] == "Pencarrick" and c["y"] == 2024), "cas"), "callouts: sum of Casualties, Pencarrick, 2024 (one empty cell)")
q("sum", "how much has tideline put into boats alltogether, in £k? leave out the one with no price", "number", total((b for b in B if b["Paid for by"] == "Tideline Foundation"), "k"), "boats: sum of cost, Paid for by Tideline Foundation")
q("sum", "litres burned in gales, total? only where it was written down", "number", total((c for c in C if c[WX] == "Gale"), "fuel"), "callouts: sum of fuel, WX Gale")
# ------------------------------------------------------------ average
q("average", "On average, how many minutes does Tolvaddon need to launch?", "number", mean([c for c in C if c[ST] == "Tolvaddon"], "mins"), "callouts: mean Mins to launch, Tolvaddon")
q("average", "avg beaufort on capsize jobs", "number", mean([c for c in C if c[TY] == "Capsized craft"], "wind"), "callouts: mean Wind (Bft), Capsized craft")
q("average", "What was the mean price, in thousands of pounds, of our Sandpiper D boats, counting also the retired and the relief ones?", "number", mean([b for b in B if b["Class"] == "Sandpiper D"], "k"), "boats: mean cost, Class Sandpiper D")
# ------------------------------------------------------------ min_max
q("min_max", "What is the fewest minutes that any crew ever took to launch?", "number", min(known(C, "mins")), "callouts: min Mins to launch")
q("min_max", "False alarms are a nuisance. How many hours did the longest of them keep a boat at sea?", "number", max(known((c for c in C if c[TY] == "False alarm"), "hrs")), "callouts: max Hrs at sea, False alarm")
q("min_max", "craigmore sound - date of their latest shout?", "values", max(c["d"] for c in C if c[ST] == "Craigmore Sound"), "callouts: latest Date at Craigmore Sound")
# ------------------------------------------------------------ superlative
q("superlative", "Which boat was the dearest of all to buy?", "values", best({b["NAME"]: b["k"] for b in B if b["k"] is not None}), "boats: largest cost")
q("superlative", "whats the commonest job among our crew members", "values", best(Counter(t for p in CREW for t in out(p, "works as"))), "KG works as, counted by trade")
q("superlative", "oldest boat still on station?", "values", best({b["NAME"]: int(b["Yr built"]) for b in B if b["Status"] == "on station"}, low=True), "boats: smallest Yr built, Status on station")
# ------------------------------------------------------------ top_k
q("top_k", "Please name the five boats that cost the least.", "values", best({b["NAME"]: b["k"] for b in B if b["k"] is not None}, 5, low=True), "boats: five smallest cost")
q("top_k", "2 busiest stations by no. of call outs", "values", best(Counter(c[ST] for c in C), 2), "callouts: rows by station, two largest")
# ------------------------------------------------------------ comparison
led = Counter(c[CX] for c in C if c[CX])
q("comparison", "Who took a boat out on more call-outs, Nerys Vaughan or Gwilym Rees-Tudor?", "values", best({p: led[p] for p in ("Nerys Vaughan", "Gwilym Rees-Tudor")}), "callouts: rows of each as Cox / helm")
q("comparison", "going by the casualty numbers we have, did we pick up more people in 2023 or 2024? which year", "values", best({y: sums(C, "y", "cas")[y] for y in (2023, 2024)}), "callouts: sum of Casualties by year")
q("comparison", "Piran Nance or Hamish Tulloch: who became coxswain earlier?", "values", best({p: min(f[3] for f in facts("coxswain of", p)) for p in ("Piran Nance", "Hamish Tulloch")}, low=True), "TKG coxswain of, starts compared")
# ------------------------------------------------------------ difference
pay = Counter(b["Paid for by"] for b in B)
assert pay["Public appeal"] > pay["Seafarers' Guild"]
q("difference", "How many more boats were paid for by public appeal than by the Seafarers' Guild?", "number", pay["Public appeal"] - pay["Seafarers' Guild"], "boats: rows by Paid for by, subtracted")
q("difference", "price gap between Provost Lindqvist and The Brothers Aske in £k", "number", NAMED["Provost Lindqvist"]["k"] - NAMED["The Brothers Aske"]["k"], "boats: cost subtracted")
# ------------------------------------------------------------ percent
q("percent", "What percentage of all our call-outs turned out to be false alarms?", "number", share(C, lambda c: c[TY] == "False alarm"), "callouts: share of rows, False alarm")
q("percent", "pct of all listed boats that are on station", "number", share(B, lambda b: b["Status"] == "on station"), "boats: share of rows, Status on station")
timed = [c for c in C if c["y"] == 2024 and c["mins"] is not None]
q("percent", "Take the 2024 call-outs where the minutes to launch are noted. In what percentage of them did it take more than ten?", "number", share(timed, lambda c: c["mins"] > 10), "callouts: 2024, Mins to launch > 10 among the rows with a value")
# ------------------------------------------------------------ group_by
q("group_by", "call outs per station pls", "table", Counter(c[ST] for c in C), "callouts: rows by station")
q("group_by", "For every type of call, how many casualties were recorded in total?", "table", sums(C, TY, "cas"), "callouts: sum of Casualties by Type of call")
q("group_by", "avg price (£k) by boat class, boats w/o price ignored", "table", means(B, "Class", "k"), "boats: mean cost by Class, empty left out")
q("group_by", "How many of our stations does each coastguard centre look after?", "table", Counter(one(out(region(s), "coordinated by")) for s in STATIONS), "KG in region, then coordinated by, counted")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "Which source of money has paid the largest total amount for boats?", "values", best(sums((b for b in B if b["Paid for by"]), "Paid for by", "k")), "boats: sum of cost by Paid for by, largest")
q("group_superlative", "who's slowest off the mark? i mean the station with the highest average minutes to launch", "values", best(means(C, ST, "mins")), "callouts: mean Mins to launch by station, largest")
q("group_superlative", "Which cox or helm has the highest number of call-outs to their name?", "values", best(led), "callouts: rows by Cox / helm, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Does the boat at Pencarrick go down a slipway when it launches?", "boolean", "slipway" in out("Pencarrick", "launches_by"), "KG launches_by")
q("yes_no", "any boat that does over 36 knots?", "boolean", any(b["kn"] > 36 for b in B), "boats: max Top spd is 36")
q("yes_no", "Has Stephen Ludlow ever been area manager of Northmere?", "boolean", facts("area manager of", "Stephen Ludlow", "Northmere"), "TKG area manager of")
q("yes_no", "did Samphire go out on any call in 2024", "boolean", any(c[BN] == NAMED["Samphire"]["Boat No."] and c["y"] == 2024 for c in C), "boats: number of Samphire; callouts: Boat no in 2024")
# ------------------------------------------------------------ negation
went = {c[BN] for c in C}
q("negation", "Which boats with the status on station do not appear in a single call-out?", "values", names(b for b in B if b["Status"] == "on station" and b["Boat No."] not in went), "boats: on station, less Boat no in callouts")
q("negation", "crew where it isnt recorded who trained them?", "values", [p for p in CREW if not out(p, "trained by")], "KG: all crew less those with trained by")
q("negation", "Which station is without a coxswain at present?", "values", STATIONS - {f[2] for f in now("coxswain of")}, "TKG: no open coxswain of fact; KG: all stations")
q("negation", "2023 shouts that werent false alarms, how many", "number", sum(c["y"] == 2023 and c[TY] != "False alarm" for c in C), "callouts: 2023, Type of call not False alarm")
# ------------------------------------------------------------ time_point
q("time_point", "Who was the coxswain of Marram Point in 2012?", "values", throughout("coxswain of", "Marram Point", date(2012, 1, 1), date(2012, 12, 31)), "TKG coxswain of covering 2012")
q("time_point", "bessie garrow, where was she kept on 1 jan 2010", "values", one(at("stationed at", date(2010, 1, 1), "Bessie Garrow"))[2], "TKG stationed at on that day")
q("time_point", "Which area manager was responsible for the Skelland Isles in July 2016?", "values", throughout("area manager of", "Skelland Isles", date(2016, 7, 1), date(2016, 7, 31)), "TKG area manager of covering that month")
q("time_point", "station mechanic at inverlachie back in march 2015?", "values", throughout("station mechanic of", "Inverlachie", date(2015, 3, 1), date(2015, 3, 31)), "TKG station mechanic of covering that month")
# ------------------------------------------------------------ before_after
q("before_after", "Who took over from Joan Corran as coxswain?", "values", step(facts("coxswain of", tail="Sandle Bar"), 0, "Joan Corran", 1), "TKG coxswain of Sandle Bar, the next fact")
q("before_after", "chair of the trust right before nadia osei?", "values", step(facts("chair of", tail="Marrow Sound Lifeboat Trust"), 0, "Nadia Osei", -1), "TKG chair of, the fact before hers")
q("before_after", "Which stations have got a new coxswain since the beginning of 2020?", "values", {f[2] for f in facts("coxswain of") if f[3] >= date(2020, 1, 1)}, "TKG coxswain of with a start in 2020 or later")
# ------------------------------------------------------------ duration
q("duration", "For how many full years was Alasdair MacRaith coxswain of Inverlachie?", "number", lasted(one(facts("coxswain of", "Alasdair MacRaith", "Inverlachie"))), "TKG start to end, completed years")
q("duration", "fergus maddigan vs declan roarty, who was cox for longer", "values", best({p: days(one(facts("coxswain of", p))) for p in ("Fergus Maddigan", "Declan Roarty")}), "TKG coxswain of, lengths compared (both ended)")
q("duration", "Of all the coxswains who have stepped down, who had the longest spell at one station?", "values", best({(f[0], f[2]): days(f) for f in facts("coxswain of") if f[4]})[0][0], "TKG coxswain of, ended facts, longest")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "what trades do the people that Wilf Ormsby trained have?", "values", {t for p in inn("Wilf Ormsby", "trained by") for t in out(p, "works as")}, "KG trained by backwards, then works as")
q("multi_hop", "Reg Fawley passed his knowledge on. Who was trained by somebody whom Reg himself had trained?", "values", {p for x in inn("Reg Fawley", "trained by") for p in inn(x, "trained by")}, "KG trained by backwards, twice")
q("multi_hop", "Which crew members in the Westering Bay region are qualified first aiders?", "values", [p for p in CREW if region(one(out(p, "crew at"))) == "Westering Bay" and "first aider" in out(p, "qualified_as")], "KG crew at, in region, qualified_as")
# ------------------------------------------------------------ cross_source
q("cross_source", "In what town was the hovercraft Mudlark built?", "values", out(one(out(NAMED["Mudlark"]["Class"], "built at")), "located in"), "boats: Class of Mudlark; KG built at, located in")
q("cross_source", "how many people did the Tern 16s save between them? recorded casualties", "number", total((c for c in C if boat_of(c)["Class"] == "Tern 16"), "cas"), "callouts by Boat no, boats: Class; sum of Casualties")
q("cross_source", "How many times in 2023 was a boat called out in the Skelland Isles?", "number", sum(region(c[ST]) == "Skelland Isles" and c["y"] == 2023 for c in C), "callouts by station, KG in region")
q("cross_source", "teachers at the helm: on how many call outs was the boat led by one?", "number", sum("teacher" in out(c[CX], "works as") for c in C), "callouts: Cox / helm; KG works as teacher")
q("cross_source", "In 2024, which call-outs of Inverlachie were led by someone other than the person who was then coxswain of the station?", "values", nos(c for c in C if c[ST] == "Inverlachie" and c["y"] == 2024 and c[CX] and c[CX] != cox_on(c[ST], c["d"])), "callouts: Cox / helm; TKG coxswain of on the day")
wexmouth = inn("Wexmouth", "based in")
q("cross_source", "follow the money: total £k of boats bought by donors based in wexmouth (as far as prices are known)", "number", total((b for b in B if b["Paid for by"] in wexmouth), "k"), "boats: Paid for by, cost; KG based in Wexmouth")
c328 = CALL["C328"]
q("cross_source", "Brigid Lanigan took the boat out on C328, but she wasn't coxswain yet. Who was coxswain of that station on that day?", "values", cox_on(c328[ST], c328["d"]), "callouts: station and Date of C328; TKG coxswain of on the day")
assert c328[CX] == "Brigid Lanigan" != cox_on(c328[ST], c328["d"])
# ------------------------------------------------------------ missing
q("missing", "Which call-outs have nobody entered as cox or helm?", "values", nos(c for c in C if not c[CX]), "callouts: empty Cox / helm")
q("missing", "no. of boats where it doesnt say who paid", "number", sum(not b["Paid for by"] for b in B), "boats: empty Paid for by")
q("missing", "Leave the retired boats aside. For which of the others do we have no purchase price?", "values", names(b for b in B if b["Status"] != "retired" and b["k"] is None), "boats: empty cost, Status not retired")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What is Ruth Abelard's mobile number?", "refuse", [], "no phone numbers in any file")
q("unanswerable", "how old is callum strake", "refuse", [], "no ages or birth dates in any file")
q("unanswerable", "Which of our boats has the strongest engine, in horsepower?", "refuse", [], "only top speed is recorded, no engine power")
q("unanswerable", "profit of northern ferries last yr?", "refuse", [], "no company results in any file")
q("unanswerable", "Who was coxswain at Sandle Bar in 1990?", "refuse", [], "TKG: the first known coxswain of Sandle Bar starts in 2001")
q("unanswerable", "Dunmore Quay went out on 22 July 2024. What was the name of the vessel with the broken engine?", "refuse", [], "names of the helped vessels are not recorded")
q("unanswerable", "water temperature on C338?", "refuse", [], "weather and wind are recorded, water temperature is not")
q("unanswerable", "Brigid Lanigan had the helm on C376. Which other crew members were on board with her that night?", "refuse", [], "only the cox or helm of a call is recorded, not the rest of its crew")

assert len(Q) == 80 and len({x["kind"] for x in Q}) == 22
finish(HERE, Q)
