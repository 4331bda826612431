#!/usr/bin/env python3
"""Computes every gold answer of the 'carhire' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, share, step, tkg,
    total)


def rd(name): return records(HERE, name)


Q = []
q = asking("carhire", Q)


def num(s):
    for cut in ("£", ","): s = s.replace(cut, "")
    return float(s) if s.strip() else None


V = rd("vehicles.csv")
for r in V:
    r["odo"], r["rate"], r["seats"], r["b"], r["mot"] = num(r["Odometer (mi)"]), num(r["Day rate"]), num(r["Seats"]), day(r["Bought"], "%d %b %Y"), day(r["MOT due"], "%b %Y")
VN = {r["Reg"]: r for r in V}
X = rd("bookings.csv")
for r in X:
    r["o"], r["k"], r["mi"], r["gbp"], r["dep"] = day(r["Date out"], "%d/%m/%Y"), day(r["Date back"], "%d/%m/%Y"), num(r["Miles driven"]), num(r["Total charged"]), num(r["Deposit"])
    r["v"] = VN[r["Reg"]]
XN = {r["Booking ref"]: r for r in X}
K, T = graphs(HERE, "carhire")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data
FIRM = "Tamar Car Hire"
BRANCHES = heads("in town")
assert len(VN) == len(V) and len(XN) == len(X) and len(set(K)) == len(K)
assert {r["Home branch"] for r in V} == BRANCHES == {f[0] for f in facts("branch manager")}
assert {r["Pick-up"] for r in X} | {r["Drop-off"] for r in X} <= BRANCHES
for rel in ("branch manager", "managing director", "fleet insured by", "repairs done by", "based at"):
    for fs in group(facts(rel), lambda f: f[0]).values():
        assert all(x[4] and (y[3] - x[4]).days == 1 for x, y in zip(fs, fs[1:])), fs
for r in V: assert one(now("based at", r["Reg"]))[2] == r["Home branch"]
for r in X: assert one(at("based at", r["o"], r["Reg"]))[2] == r["Pick-up"]
done = [r for r in X if r["State"] == "Completed"]
regs = lambda rows: [r["Reg"] for r in rows]
refs = lambda rows: [r["Booking ref"] for r in rows]
year = lambda y: [r for r in X if r["o"].year == y]
grp = lambda g: [r for r in V if r["Hire group"] == g]
county = lambda b: one(out(one(out(b, "in town")), "in county"))
days = lambda f: (f[4] - f[3]).days

# ------------------------------------------------------------------ lookup
q("lookup", "What is the day rate of WD72 VTE?", "number", VN["WD72 VTE"]["rate"], "vehicles: Day rate of WD72 VTE")
q("lookup", "who made booking TB5263", "values", [XN["TB5263"]["Customer"]], "bookings: Customer of TB5263")
q("lookup", "where is the panda put together", "values", out("Panda", "assembled in"), "KG: Panda assembled in")
q("lookup", "how many parking bays have we got at plymouth marsh mills?", "number", int(one(out("Plymouth Marsh Mills", "parking bays"))), "KG: parking bays of Plymouth Marsh Mills")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which electric vehicles are available?", "values", regs(r for r in V if r["Fuel"] == "Electric" and r["Status"] == "Available"), "vehicles: Fuel Electric, Status Available")
q("filter_list", "vans in the workshop right now, regs please", "values", regs(r for r in grp("Van") if r["Status"] == "Workshop"), "vehicles: Hire group Van, Status Workshop")
q("filter_list", "Which bookings in 2024 came back with damage?", "values", refs(r for r in year(2024) if r["Damage"] == "yes"), "bookings: Date out in 2024, Damage yes")
q("filter_list", "I have a French couple at the desk and my French is hopeless. Which of our staff speak it?", "values", inn("French", "speaks"), "KG: speaks French, read backwards")
q("filter_list", "list the automatics that cost less than £45 a day and arent sold", "values", regs(r for r in V if r["Gearbox"] == "Automatic" and r["rate"] < 45 and r["Status"] != "Sold"),
  "vehicles: Gearbox Automatic, Day rate < 45, Status not Sold")
q("filter_list", "Which branches have both a car wash and an EV charger?", "values", inn("car wash", "has") & inn("EV charger", "has"), "KG: has car wash and has EV charger")

# ------------------------------------------------------------------ count
q("count", "How many of our bookings ended up being cancelled?", "number", sum(r["State"] == "Cancelled" for r in X), "bookings: State Cancelled")
q("count", "how many vauxhalls on the vehicle list", "number", sum(r["Make"] == "Vauxhall" for r in V), "vehicles: Make Vauxhall")
q("count", "How many of the bookings with a date out in 2023 were made by phone?", "number", sum(r["Booked via"] == "Phone" for r in year(2023)), "bookings: Booked via Phone, Date out in 2023")
q("count", "hale and penrose, number of bookings all told", "number", sum(r["Customer"] == "Hale & Penrose Solicitors" for r in X), "bookings: Customer Hale & Penrose Solicitors")
q("count", "How many vehicles have more than 60,000 miles on the clock?", "number", sum((r["odo"] or 0) > 60000 for r in V), "vehicles: Odometer (mi) > 60000")
q("count", "one way hires - how many bookings have a drop-off branch thats not the pick-up branch", "number", sum(r["Pick-up"] != r["Drop-off"] for r in X), "bookings: Drop-off differs from Pick-up")

# ------------------------------------------------------------------ sum
q("sum", "What is the total charged for bookings picked up at Torquay?", "number", total([r for r in X if r["Pick-up"] == "Torquay"], "gbp"), "bookings: sum of Total charged (empty left out), Pick-up Torquay")
q("sum", "miles driven in jan 2025 bookings all in all (going by date out)", "number", total([r for r in year(2025) if r["o"].month == 1], "mi"), "bookings: sum of Miles driven, Date out in January 2025")
q("sum", "A youth club wants to go to the beach in everything big we own. Total seats of all our people carriers?", "number", total(grp("People carrier"), "seats"), "vehicles: sum of Seats, Hire group People carrier")

# ------------------------------------------------------------------ average
q("average", "What is the average day rate of the SUVs?", "number", mean(grp("SUV"), "rate"), "vehicles: mean Day rate, Hire group SUV")
q("average", "avg miles per compelted booking for pascoe film locations", "number", mean([r for r in done if r["Customer"] == "Pascoe Film Locations"], "mi"), "bookings: mean Miles driven (empty left out), Customer Pascoe Film Locations, State Completed")
q("average", "What do we take on average in total for a broker booking? Completed ones only.", "number", mean([r for r in done if r["Booked via"] == "Broker"], "gbp"), "bookings: mean Total charged (empty left out), Booked via Broker, State Completed")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest total we ever charged for a booking?", "number", max(r["gbp"] for r in X if r["gbp"] is not None), "bookings: max Total charged")
q("min_max", "cheepest day rate for a van?", "number", min(r["rate"] for r in grp("Van")), "vehicles: min Day rate, Hire group Van")

# ------------------------------------------------------------------ superlative
q("superlative", "Which vehicle has the highest mileage?", "values", best({r["Reg"]: r["odo"] for r in V if r["odo"] is not None}), "vehicles: highest Odometer (mi)")
q("superlative", "newest vehicle at taunton, the one we bought last", "values", best({r["Reg"]: r["b"] for r in V if r["Home branch"] == "Taunton"}), "vehicles: latest Bought, Home branch Taunton")
q("superlative", "Which customer drove the most miles in a single booking?", "values", [XN[best({r["Booking ref"]: r["mi"] for r in X if r["mi"] is not None})[0]]["Customer"]], "bookings: highest Miles driven, its Customer")
q("superlative", "what model has the biggest boot", "values", best({h: int(t) for h, r, t in K if r == "boot litres"}), "KG: highest boot litres")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three oldest vehicles by date bought?", "values", best({r["Reg"]: r["b"] for r in V}, 3, low=True), "vehicles: three earliest Bought")
q("top_k", "5 dearest bookings of 2023, refs only", "values", best({r["Booking ref"]: r["gbp"] for r in year(2023) if r["gbp"] is not None}, 5), "bookings: five highest Total charged, Date out in 2023")

# ------------------------------------------------------------------ comparison
q("comparison", "Which branch has more parking bays, Barnstaple or Torquay?", "values", best({b: int(one(out(b, "parking bays"))) for b in ("Barnstaple", "Torquay")}), "KG: parking bays of the two")
q("comparison", "mr g stoneman or mr k brandt, who has booked more often", "values", best({c: sum(r["Customer"] == c for r in X) for c in ("Mr G Stoneman", "Mr K Brandt")}), "bookings: rows of the two customers")
q("comparison", "Which has done fewer miles, WE19 MPX or WL19 WWN?", "values", best({x: VN[x]["odo"] for x in ("WE19 MPX", "WL19 WWN")}, low=True), "vehicles: Odometer (mi) of the two")

# ------------------------------------------------------------------ difference
q("difference", "How much more a day does WJ71 VUM cost than WA68 DYG?", "number", VN["WJ71 VUM"]["rate"] - VN["WA68 DYG"]["rate"], "vehicles: difference of Day rate")
q("difference", "by how many litres is the octavias boot bigger than the corollas", "number", int(one(out("Octavia", "boot litres"))) - int(one(out("Corolla", "boot litres"))), "KG: difference of boot litres")
q("difference", "How many more bookings do we have for 2023 than for 2024, going by the date out?", "number", len(year(2023)) - len(year(2024)), "bookings: rows with Date out in 2023 minus rows in 2024")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of the vehicles on the list are diesels?", "number", share(V, lambda r: r["Fuel"] == "Diesel"), "vehicles: share of Fuel Diesel")
q("percent", "share of completed bookings with damge, in %", "number", share(done, lambda r: r["Damage"] == "yes"), "bookings: State Completed, share of Damage yes")

# ------------------------------------------------------------------ group_by
q("group_by", "How many vehicles are there in each hire group?", "table", Counter(r["Hire group"] for r in V), "vehicles: rows per Hire group")
q("group_by", "money charged per pick up branch", "table", {b: total(v, "gbp") for b, v in group(X, lambda r: r["Pick-up"]).items()}, "bookings: sum of Total charged per Pick-up")
q("group_by", "What is the average day rate for each fuel?", "table", {f: mean(v, "rate") for f, v in group(V, lambda r: r["Fuel"]).items()}, "vehicles: mean Day rate per Fuel")
q("group_by", "nr of branches by county", "table", Counter(county(b) for b in BRANCHES), "KG: in town > in county, branches counted per county")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which customer has the most bookings?", "values", best(Counter(r["Customer"] for r in X)), "bookings: most rows per Customer")
q("group_superlative", "what colour is most common in the fleet list", "values", best(Counter(r["Colour"] for r in V)), "vehicles: most rows per Colour")
q("group_superlative", "Which vehicle has earned us the most, adding up what we charged?", "values", best({v: total(rs, "gbp") for v, rs in group(X, lambda r: r["Reg"]).items()}), "bookings: highest sum of Total charged per Reg")
q("group_superlative", "busyest pick-up branch in 2024, by nr of bookings", "values", best(Counter(r["Pick-up"] for r in year(2024))), "bookings: Date out in 2024, most rows per Pick-up")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is there an EV charger at Truro?", "boolean", "EV charger" in out("Truro", "has"), "KG: no has EV charger of Truro")
q("yes_no", "did barry trewin ever manage torquay", "boolean", bool(facts("branch manager", "Torquay", "Barry Trewin")), "TKG: branch manager of Torquay")
q("yes_no", "Does Tarka Catering still have an account with us?", "boolean", bool(now("account with", "Tarka Catering")), "TKG: open account with of Tarka Catering")
q("yes_no", "ms c lefevre has she ever brought one back damaged?", "boolean", any(r["Damage"] == "yes" for r in X if r["Customer"] == "Ms C Lefevre"), "bookings: no row of Ms C Lefevre with Damage yes")

# ------------------------------------------------------------------ negation
q("negation", "Which branches have no car wash?", "values", BRANCHES - inn("car wash", "has"), "KG: branches without has car wash")
q("negation", "vehicels on the list nobody has ever booked", "values", set(VN) - {r["Reg"] for r in X}, "vehicles: Reg without a row in bookings")
q("negation", "Which of the vans are not made by Ford?", "values", regs(r for r in grp("Van") if r["Make"] != "Ford"), "vehicles: Hire group Van, Make not Ford")
q("negation", "how many bookings in 2024 had no extras", "number", sum(r["Extras"] == "" for r in year(2024)), "bookings: Date out in 2024, Extras empty")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was managing director on 1 May 2012?", "values", [one(at("managing director", date(2012, 5, 1)))[2]], "TKG: managing director on 2012-05-01")
q("time_point", "who ran the plymouth branch in 2018", "values", [one(in_year("branch manager", 2018, "Plymouth Marsh Mills"))[2]], "TKG: branch manager of Plymouth Marsh Mills in 2018")
q("time_point", "Who insures the fleet at the moment?", "values", [one(now("fleet insured by"))[2]], "TKG: open fleet insured by")
q("time_point", "which branches did barry trewin manage between 2015 and 2023?", "values", {f[0] for f in facts("branch manager", tail="Barry Trewin") if f[3] <= date(2023, 12, 31) and (f[4] is None or f[4] >= date(2015, 1, 1))},
  "TKG: branch manager Barry Trewin, overlapping 2015 to 2023")
q("time_point", "Where was WE18 AJX based on 1 July 2023?", "values", [one(at("based at", date(2023, 7, 1), "WE18 AJX"))[2]], "TKG: based at of WE18 AJX on 2023-07-01")

# ------------------------------------------------------------------ before_after
q("before_after", "Who managed Taunton before Umar Rafiq?", "values", [step(facts("branch manager", "Taunton"), 2, "Umar Rafiq", -1)], "TKG: previous branch manager of Taunton")
q("before_after", "philippa tamar retired, who became md after her", "values", [step(facts("managing director"), 2, "Philippa Tamar", 1)], "TKG: next managing director")
q("before_after", "Which garage did the repairs for Torquay before Shiphay Motors took over?", "values", [step(facts("repairs done by", "Torquay"), 2, "Shiphay Motors", -1)], "TKG: previous repairs done by of Torquay")

# ------------------------------------------------------------------ duration
f = one(facts("branch manager", "Truro", "Agnes Pellow"))
q("duration", "How many full years was Agnes Pellow manager of Truro?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "which branch had the longest closure", "values", best({f[0]: days(f) for f in facts("closed for")}), "TKG: longest closed for fact, its branch")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is the Barnstaple branch?", "values", [county("Barnstaple")], "KG: in town > in county")
q("multi_hop", "who trained the person who trained luke hannaford", "values", {b for a in out("Luke Hannaford", "trained by") for b in out(a, "trained by")}, "KG: trained by > trained by")
q("multi_hop", "At which branch does the person who handles the Severn Stage Hire account work?", "values", {b for p in out("Severn Stage Hire", "account handled by") for b in out(p, "works at")}, "KG: account handled by > works at")

# ------------------------------------------------------------------ cross_source
x = XN["TB5172"]
q("cross_source", "Who was managing the pick-up branch on the day booking TB5172 went out?", "values", [one(at("branch manager", x["o"], x["Pick-up"]))[2]], "bookings: Pick-up, Date out; TKG: branch manager on that date")
q("cross_source", "how many vehicles on the list are from makes in the volkswagen group", "number", sum("Volkswagen Group" in out(r["Make"], "belongs to group") for r in V), "KG: belongs to group; vehicles: rows by Make")
q("cross_source", "How much have we charged for bookings picked up at airport branches?", "number", total([r for r in X if "airport" in out(r["Pick-up"], "branch type")], "gbp"), "KG: branch type airport; bookings: sum of Total charged")
q("cross_source", "vehicles assembled in the united kingdom that are in the workshop, regs", "values", regs(r for r in V if r["Status"] == "Workshop" and "United Kingdom" in out(r["Model"], "assembled in")), "KG: assembled in; vehicles: Status Workshop")
q("cross_source", "Counting cancelled ones too, how many bookings with Truro as pick-up have a date out that falls in Kerensa Rowe's time as manager there?", "number", sum(bool(at("branch manager", r["o"], "Truro", "Kerensa Rowe")) for r in X if r["Pick-up"] == "Truro"),
  "TKG: branch manager interval; bookings: Pick-up Truro, Date out")
q("cross_source", "avg day rate of the vehicles whose home branch is in cornwall", "number", mean([r for r in V if county(r["Home branch"]) == "Cornwall"], "rate"), "KG: in town > in county Cornwall; vehicles: mean Day rate")

# ------------------------------------------------------------------ missing
q("missing", "Which vehicles have no odometer reading?", "values", regs(r for r in V if r["odo"] is None), "vehicles: empty Odometer (mi)")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What did we pay for WD72 VTE when we bought it?", "refuse", [], "no purchase prices in any file")
q("unanswerable", "phone number of mr d lowther?", "refuse", [], "no phone numbers in any file")
assert "WD99 ZZZ" not in VN
q("unanswerable", "What is the day rate of WD99 ZZZ?", "refuse", [], "there is no vehicle WD99 ZZZ")
assert not in_year("branch manager", 2004, "Taunton")
q("unanswerable", "who managed taunton in 2004", "refuse", [], "TKG: the first branch manager of Taunton starts in 2015")
q("unanswerable", "How many speeding fines did our customers get last year?", "refuse", [], "no fines in any file")
q("unanswerable", "how many bookings out of the penzance branch", "refuse", [], "there is no branch in Penzance")


finish(HERE, Q)
