"""Computes every gold answer of the 'safari' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, full_years, graphs, group, having, kg, mean, num, one, records,
    share, step, sums, tkg, total)


V, N, Y, T = "values", "number", "boolean", "table"
KG, TK = graphs(HERE, "safari")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
B, D = records(HERE, "bookings.csv"), records(HERE, "drives.csv")
REF, GUEST, CTRY, CD, LODGE, ARR, NTS, PAX, RATE, AG, DEP, ST, TRF = B[0]
NO, DATE, SLOT, DCD, RES, GID, GUIDE, VEH, GS, KM, HRS, FUEL, SIGHT, SEEN, TIP, NOTE = D[0]
for b in B:
    b.update({c: num(b[c]) for c in (NTS, PAX, RATE, DEP)}, **{ARR: day(b[ARR], "%d-%b-%Y")})
    b["value"] = b[RATE] * b[NTS] * b[PAX]
for d in D: d.update({c: num(d[c]) for c in (KM, HRS, FUEL, SEEN, TIP)}, sight=d[SIGHT].lower(), **{DATE: day(d[DATE], "%d-%b-%Y")})
BK, DR = {b[REF]: b for b in B}, {d[NO]: d for d in D}
NAME = {b[CD]: b[LODGE] for b in B}
def commission(agent): return digits(one(out(agent, "commission rate")))
def refs(rs): return [b[REF] for b in rs]
def nos(rs): return [d[NO] for d in rs]
stayed = [b for b in B if b[ST] == "Stayed"]
LODGES, RESERVES, GUIDES, AGENTS, VEHICLES = (heads(r) for r in ("lies in", "part of", "trained at", "commission rate", "model"))
# the files agree with each other
assert len(BK) == len(B) and len(DR) == len(D)
assert len({(b[CD], b[LODGE]) for b in B}) == len(NAME) == len(LODGES) and set(NAME.values()) == LODGES
assert len({(d[GID], d[GUIDE]) for d in D}) == len({d[GID] for d in D}) == len({d[GUIDE] for d in D})
assert all(d[DCD] in NAME and d[RES] in RESERVES and d[GUIDE] in GUIDES and d[VEH] in VEHICLES for d in D)
assert {b[AG] for b in B} <= AGENTS | {"Direct"}
assert all(not d["sight"] or out(d["sight"], "red list status") for d in D)
assert all(d[DATE].year == 2024 for d in D) and all(b[ARR].year == 2024 for b in B)
for l in LODGES:            # KG and TKG agree on who is where now; one manager, owner and head guide at a time
    assert inn(l, "based at") == {f[0] for f in now("guide at", tail=l)}
    for fs in (facts("manager of", tail=l), facts("owned by", l), facts("head guide of", tail=l)):
        assert sum(f[4] is None for f in fs) == 1 and all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:]))
for d in D:                 # guide and vehicle were at the lodge of the drive on that day
    assert at("guide at", d[DATE], d[GUIDE], NAME[d[DCD]]) and at("stationed at", d[DATE], d[VEH], NAME[d[DCD]])

Q = []
q = asking("safari", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Under whose name was reservation SB-2443 made?", V, BK["SB-2443"][GUEST], "bookings: Lead Guest of SB-2443")
q("lookup", "where did callum strachan do his guide training", V, out("Callum Strachan", "trained at"), "KG trained at")
q("lookup", "sb-2430, what are they paying per head and night?", N, BK["SB-2430"][RATE], "bookings: Rate pppn of SB-2430")
q("lookup", "Which airstrip is the closest one for guests of Hamerkop House?", V, out("Hamerkop House", "nearest airstrip"), "KG nearest airstrip")
# ------------------------------------------------------------ filter_list
q("filter_list", "brits who cancelled on us? booking refs pls", V, refs(b for b in B if b[CTRY] == "UK" and b[ST] == "Cancelled"), "bookings: Ctry UK, status Cancelled")
q("filter_list", "On which drives were more than 20 elephants counted? Please give the drive numbers.", V,
  nos(d for d in D if d[SIGHT] == "Elephant" and d[SEEN] > 20), "drives: Main sighting Elephant, No. seen > 20")
q("filter_list", "guides who could take a group in french or portugese", V,
  GUIDES & (inn("French", "speaks") | inn("Portuguese", "speaks")), "KG speaks French or Portuguese")
q("filter_list", "Which guests appear as lead guest on more than two bookings, whatever became of those bookings?", V,
  having(Counter(b[GUEST] for b in B), lambda n: n > 2), "bookings: rows by Lead Guest, more than 2")
# ------------------------------------------------------------ count
q("count", "How many of the Leadwood Camp bookings ended in an actual stay?", N, sum(b[LODGE] == "Leadwood Camp" for b in stayed), "bookings: LODGE NAME, status Stayed")
q("count", "night drives on the sheet - how many is that", N, sum(d[SLOT] == "Night" for d in D), "drives: Slot Night")
q("count", "How many of our guides learned the job at Umfolo Guide School?", N, len(inn("Umfolo Guide School", "trained at")), "KG trained at, read backwards")
q("count", "How many of the vehicles have covered more than 350 km each when you add up all their drives?", N,
  len(having(sums(D, VEH, KM), lambda km: km > 350)), "drives: sum of Dist km by Veh, groups above 350")
q("count", "americans booked thru wildefields, how many bookings? count the cancelled ones too if any", N,
  sum(b[CTRY] == "US" and b[AG] == "Wildefields" for b in B), "bookings: Ctry US, Agent Wildefields")
# ------------------------------------------------------------ sum
q("sum", "deposits we took on the cancelled bookings, total in usd??", N, total([b for b in B if b[ST] == "Cancelled"], DEP), "bookings: sum of Dep. recd, status Cancelled")
q("sum", "How much accommodation revenue did the stays at Sundowner Rock that took place bring, that is rate per person and night times nights times persons?", N,
  total([b for b in stayed if b[LODGE] == "Sundowner Rock"], "value"), "bookings: sum of Rate x Nts x PAX, Sundowner Rock, Stayed")
q("sum", "litres of fuel UN-09 used on all its drives together", N, total([d for d in D if d[VEH] == "UN-09"], FUEL), "drives: sum of Fuel L, Veh UN-09 (no empty cell)")
# ------------------------------------------------------------ average
q("average", "How many nights does a booking at Kingfisher Bend run for on average, taking every booking on the list?", N,
  mean([b for b in B if b[LODGE] == "Kingfisher Bend"], NTS), "bookings: mean Nts, Kingfisher Bend")
q("average", "avg tip on hendrikas drives? skip the ones with nothing entered", N, mean([d for d in D if d[GUIDE] == "Hendrika Vosloo"], TIP),
  "drives: mean TIP $, guide Hendrika Vosloo, empty left out")
q("average", "What is the mean duration, in hours, of a morning drive?", N, mean([d for d in D if d[SLOT] == "AM"], HRS), "drives: mean Dur. (hrs), Slot AM")
# ------------------------------------------------------------ min_max
q("min_max", "What is the highest nightly rate per person that any booking carries?", N, max(b[RATE] for b in B), "bookings: max Rate pppn")
q("min_max", "when was the first drive that had lions as main sighting? need the date", V, min(d[DATE] for d in D if d[SIGHT] == "Lion"), "drives: earliest Date, Main sighting Lion")
q("min_max", "smallest wild dog pack anyone logged, how many dogs?", N, min(d[SEEN] for d in D if d[SIGHT] == "Wild dog"), "drives: min No. seen, Wild dog")
# ------------------------------------------------------------ superlative
q("superlative", "Which reserve is the largest by area?", V, best({r: num(one(out(r, "area in km2"))) for r in RESERVES}), "KG area in km2, largest")
q("superlative", "which drive clocked up the most km? only need its drive no", V, best({d[NO]: d[KM] for d in D}), "drives: largest Dist km")
q("superlative", "Which lodge offers its guests the greatest number of activities?", V, best({l: len(out(l, "offers")) for l in LODGES}), "KG offers, counted by lodge")
# ------------------------------------------------------------ top_k
q("top_k", "3 biggest deposits we got, which bookings were that", V, best({b[REF]: b[DEP] or 0 for b in B}, 3), "bookings: three largest Dep. recd")
q("top_k", "top 2 guides by nr of drives", V, best(Counter(d[GUIDE] for d in D), 2), "drives: rows by guide, two largest")
# ------------------------------------------------------------ comparison
q("comparison", "Which of these two drives earned the guide the bigger tip, GD502 or GD535?", V, best({n: DR[n][TIP] for n in ("GD502", "GD535")}), "drives: TIP $ of both")
q("comparison", "baobab ridge or fever tree - who has more tents", V, best({l: num(one(out(l, "number of tents"))) for l in ("Baobab Ridge", "Fever Tree Camp")}), "KG number of tents of both")
q("comparison", "Does Acacia & Ash Travel or Kestrel Journeys account for more bookings?", V,
  best({a: sum(b[AG] == a for b in B) for a in ("Acacia & Ash Travel", "Kestrel Journeys")}), "bookings: rows of each Agent")
# ------------------------------------------------------------ difference
sl = Counter(d[SLOT] for d in D)
q("difference", "By how many do the afternoon drives outnumber the night drives?", N, sl["PM"] - sl["Night"], "drives: Slot counts PM and Night, subtracted")
q("difference", "nordlicht vs wildefields: how many percentage points is there between their comission", N,
  abs(commission("Nordlicht Reisen") - commission("Wildefields")), "KG commission rate of both, subtracted")
im = [b[ARR] for b in B if b[GUEST] == "Imogen Fairclough"]
q("difference", "How many days lie between the first and the last arrival date of Imogen Fairclough's bookings?", N, (max(im) - min(im)).days, "bookings: max - min Arr. Date of that Lead Guest")
# ------------------------------------------------------------ percent
q("percent", "What percentage of all bookings on the list has been cancelled?", N, share(B, lambda b: b[ST] == "Cancelled"), "bookings: share of rows with status Cancelled")
q("percent", "share of drives w/o any tip written down (%)", N, share(D, lambda d: d[TIP] is None), "drives: share of rows with empty TIP $")
# ------------------------------------------------------------ group_by
q("group_by", "Please show for every reserve how many kinds of animals it is home to.", T, {r: len(out(r, "home to")) for r in RESERVES}, "KG home to, counted by reserve")
q("group_by", "heads per lodge pls, only bookings that stayed", T, sums(stayed, LODGE, PAX), "bookings: sum of PAX by LODGE NAME, status Stayed")
q("group_by", "Break the bookings down by type of transfer with the number of each, leaving out those without an entry.", T,
  Counter(b[TRF] for b in B if b[TRF]), "bookings: rows by Trf, empty left out")
q("group_by", "km each vehicle did altogether", T, sums(D, VEH, KM), "drives: sum of Dist km by Veh")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "In which reserve did the most drives take place?", V, best(Counter(d[RES] for d in D)), "drives: rows by RESERVE, largest")
q("group_superlative", "which agency made us the most money? only stays that happend, rate x nights x pax, and direct isnt an agency", V,
  best(sums((b for b in stayed if b[AG] != "Direct"), AG, "value")), "bookings: sum of Rate x Nts x PAX by Agent, Stayed, without Direct; largest")
q("group_superlative", "Considering only guides with at least five drives, who receives the highest average tip (drives without a tip entry left out)?", V,
  best({g: mean(ds, TIP) for g, ds in group(D, lambda d: d[GUIDE]).items() if len(ds) >= 5}), "drives: guides with 5 rows or more, mean recorded TIP $, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "guest asks about canoeing. do they do that at kingfisher bend?", Y, "canoeing" in out("Kingfisher Bend", "offers"), "KG offers")
q("yes_no", "did any drive get a black rhino as the main sighting?", Y, any(d[SIGHT] == "Black rhino" for d in D), "drives: Main sighting Black rhino")
q("yes_no", "Has Stephen Kalumba ever been in charge of Kingfisher Bend as manager?", Y,
  facts("manager of", "Stephen Kalumba", "Kingfisher Bend"), "TKG manager of: Fever Tree Camp and Marula House only")
q("yes_no", "any no shows at marula house?", Y, any(b[LODGE] == "Marula House" and b[ST] == "No show" for b in B), "bookings: status No show at Marula House")
# ------------------------------------------------------------ negation
q("negation", "Which of the lodges do not have night drives among their activities?", V, LODGES - inn("night drive", "offers"), "KG: all lodges less those offering night drive")
q("negation", "what animals is karoma supposed to have that never came up as main sighting on a drive there", V,
  out("Karoma Game Reserve", "home to") - {d["sight"] for d in D if d[RES] == "Karoma Game Reserve"}, "KG home to less Main sighting of the drives in the reserve")
q("negation", "Which of our present guides have never been head guide anywhere?", V, GUIDES - {f[0] for f in facts("head guide of")}, "KG guides less anyone with a head-guide fact in the TKG")
q("negation", "stayed bookings that did NOT come direct, how many?", N, sum(b[AG] != "Direct" for b in stayed), "bookings: status Stayed, Agent not Direct")
# ------------------------------------------------------------ time_point
q("time_point", "Who was the manager of Marula House on 1 January 2020?", V, one(at("manager of", date(2020, 1, 1), tail="Marula House"))[0], "TKG manager of on that day")
q("time_point", "who did kingfisher bend belong to in 2019", V, one(in_year("owned by", 2019, "Kingfisher Bend"))[2], "TKG owned by covering 2019")
q("time_point", "Which vehicles were stationed at Marula House on 31 July 2023?", V, [f[0] for f in at("stationed at", date(2023, 7, 31), tail="Marula House")], "TKG stationed at on that day")
q("time_point", "who was on the leadwood guide team on 20 may 2024", V, [f[0] for f in at("guide at", date(2024, 5, 20), tail="Leadwood Camp")], "TKG guide at on that day")
# ------------------------------------------------------------ before_after
q("before_after", "zanele mthimkhulu took over as manager at hamerkop from who", V,
  step(facts("manager of", tail="Hamerkop House"), 0, "Zanele Mthimkhulu", -1), "TKG manager of, the fact before hers")
q("before_after", "the red oxpecker people stopped patroling lumbwe at some point. who took over from them?", V,
  step(facts("patrolled by", "Lumbwe Floodplain"), 2, "Red Oxpecker Rangers", 1), "TKG patrolled by, the next fact")
q("before_after", "Which people started as manager of one of the lodges after 1 January 2023?", V,
  {f[0] for f in facts("manager of") if f[3] > date(2023, 1, 1)}, "TKG manager of with start after that day, distinct persons")
# ------------------------------------------------------------ duration
q("duration", "For how many complete years was Anton van Schalkwyk manager of Hamerkop House?", N,
  full_years(*one(facts("manager of", "Anton van Schalkwyk", "Hamerkop House"))[3:]), "TKG start to end, completed years")
b43 = BK["SB-2443"]
q("duration", "SB-2443 - they stay all their nights, so what date do they check out?", V,
  b43[ARR] + timedelta(b43[NTS]), "bookings: Arr. Date + Nts")
q("duration", "Among the guides we have now, who has been working at the same lodge for the longest time?", V,
  best({f[0]: f[3] for f in now("guide at")}, low=True), "TKG: open guide-at fact with the earliest start")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "Which airlines serve the airstrip that is nearest to Fever Tree Camp?", V, out(one(out("Fever Tree Camp", "nearest airstrip")), "served by"), "KG nearest airstrip > served by")
q("multi_hop", "client wants cheetahs. which lodges lie in a reserve that has them", V,
  {l for r in inn("cheetah", "home to") for l in inn(r, "lies in")}, "KG home to backwards, then lies in backwards")
q("multi_hop", "which provnce is the lodge of lazarus munyandi in", V, out(one(out(one(out("Lazarus Munyandi", "based at")), "lies in")), "part of"), "KG based at > lies in > part of")
# ------------------------------------------------------------ cross_source
b29 = BK["SB-2429"]
q("cross_source", "Who was manager of the lodge in question on the day the guests of booking SB-2429 arrived?", V,
  one(at("manager of", b29[ARR], tail=b29[LODGE]))[0], "bookings: LODGE NAME, Arr. Date; TKG manager of on that day")
q("cross_source", "what do we owe wildefields in commission? take all their stays that happened, rate x nights x pax, times their percentage", N,
  total([b for b in stayed if b[AG] == "Wildefields"], "value") * commission("Wildefields") / 100, "bookings: sum of Rate x Nts x PAX, Wildefields, Stayed; KG commission rate")
q("cross_source", "How many drives were led by a guide who speaks German?", N, sum("German" in out(d[GUIDE], "speaks") for d in D), "drives: guide; KG speaks")
q("cross_source", "drives that went to a different reserve than the one their lodge lies in? drive nos", V,
  nos(d for d in D if d[RES] != one(out(NAME[d[DCD]], "lies in"))), "drives: Lodge Cd, RESERVE; bookings: lodge name of the code; KG lies in")
q("cross_source", "On how many drives was the main sighting an animal whose red list status is Vulnerable?", N,
  sum(out(d["sight"], "red list status") == {"Vulnerable"} for d in D), "drives: Main sighting; KG red list status")
gl = {f[0] for f in now("owned by", tail="Greenlake Hospitality")}
q("cross_source", "follow the money for me: accomodation takings (rate x nights x pax) of all stayed bookings in the lodges greenlake owns today", N,
  total([b for b in stayed if b[LODGE] in gl], "value"), "TKG open owned by Greenlake Hospitality; bookings: sum of Rate x Nts x PAX, Stayed")
q("cross_source", "Which drives report as main sighting an animal that the reserve they went to is not listed as home to? Drive numbers, please.", V,
  nos(d for d in D if d[SIGHT] and d["sight"] not in out(d[RES], "home to")), "drives: Main sighting, RESERVE; KG home to")
# ------------------------------------------------------------ missing
q("missing", "For which bookings has no deposit been entered?", V, refs(b for b in B if b[DEP] is None), "bookings: empty Dep. recd")
q("missing", "fuel figure missing on which drives? not EV-10 obviously, thats electric", V, nos(d for d in D if d[FUEL] is None and d[VEH] != "EV-10"), "drives: empty Fuel L, Veh not EV-10")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "Which lodge got the best reviews from its guests?", "refuse", [], "no reviews or ratings in any file")
q("unanswerable", "how old is thabo ndlelane", "refuse", [], "no birth dates or ages in any file")
q("unanswerable", "How many lions live in Karoma Game Reserve altogether?", "refuse", [], "no populations in any file, only what single drives saw")
q("unanswerable", "what salary does the baobab ridge manager get", "refuse", [], "no salaries in any file")
q("unanswerable", "For what reason was booking SB-2417 cancelled?", "refuse", [], "the status is given, no reason for it")
q("unanswerable", "whats the number plate of LC-03?", "refuse", [], "no registration plates in any file, only fleet numbers")
q("unanswerable", "How many persons are on booking SB-2487?", "refuse", [], "there is no booking SB-2487 (the list ends with SB-2455)")
q("unanswerable", "what did hank lindenmeyer spend at the bar", "refuse", [], "no bar or extras bills in any file")
assert len(Q) == 80
finish(HERE, Q)
