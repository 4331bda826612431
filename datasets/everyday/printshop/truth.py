#!/usr/bin/env python3
"""Computes every gold answer of the 'printshop' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, iso, kg, mean, one, records, step, tkg,
    total, digits as num)


def rd(name): return records(HERE, name)
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "printshop")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))
def tails(rel): return {t for h, r, t in K if r == rel}

Q = []
q = asking("printshop", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

J = rd("jobs.csv")
for r in J:
    r["qty"], r["g"], r["net"], r["waste"] = num(r["Qty"]), num(r["gsm"]), num(r["Net £"]), num(r["Waste %"])
    r["in"], r["due"], r["out"] = (day(r[c], "%d.%m.%y") for c in ("In", "Due", "Out"))
    r["y"] = r["in"].year
JN = {r["Job no"]: r for r in J}
M = rd("machines.csv")
for r in M:
    r["d"], r["cost"], r["speed"], r["kw"], r["svc"] = day(r["Bought"], "%m/%Y"), num(r["Cost new"]), num(r["Max speed (per hr)"]), num(r["kW"]), iso(r["Next service"])
MN = {r["M/c"]: r for r in M}
CUST = heads("industry")
assert len(JN) == len(J) and len(MN) == len(M) and {r["Customer"] for r in J} <= CUST and {r["Press"] for r in J} <= set(MN)
for r in J:
    on("handles account of", r["in"], r["Rep"], r["Customer"])
    assert (r["out"] is None) == (r["Status"] == "cancelled") and MN[r["Press"]]["d"] < r["in"] and (not r["Op."] or r["Press"] in out(r["Op."], "trained_on"))
nos = lambda rows: [r["Job no"] for r in rows]
of = lambda c: [r for r in J if r["Customer"] == c]
ms = lambda rows: [r["M/c"] for r in rows]
late = lambda r: r["out"] is not None and r["out"] > r["due"]

q("lookup", "Which press was job 23-014 printed on?", "values", JN["23-014"]["Press"], "jobs: Press")
q("lookup", "what make is the laminator", "values", MN["Laminator"]["Make"], "machines: Make")
q("lookup", "Who is our contact person at Lantern Books?", "values", out("Lantern Books", "contact person"), "KG contact person")
q("lookup", "24-033 how much did we charge net", "number", JN["24-033"]["net"], "jobs: Net £")
q("lookup", "who makes the uncoated stock", "values", out("uncoated", "made by"), "KG made by")
q("filter_list", "Which jobs have been cancelled in 2024?", "values", nos(r for r in J if r["Status"] == "cancelled" and r["y"] == 2024), "jobs: Status cancelled, In in 2024")
q("filter_list", "Which machines are down?", "values", ms(r for r in M if r["State"] == "down"), "machines: State down")
q("filter_list", "rush jobs for the town council, numbers?", "values", nos(r for r in of("Skelby Town Council") if r["Rush"] == "x"), "jobs: Customer, Rush x")
q("filter_list", "Which leased machines were bought after 2010?", "values", ms(r for r in M if r["Owned/leased"] == "leased" and r["d"].year > 2010), "machines: leased, Bought after 2010")
q("filter_list", "The bailiff letter goes out tommorow: overdue jobs over 900 quid, wich ones", "values", nos(r for r in J if r["Status"] == "overdue" and r["net"] > 900), "jobs: Status overdue, Net > 900 (typos)")
q("filter_list", "who is trained on the Sparrow and works the early shift", "values", inn("Sparrow", "trained_on") & inn("early", "works shift"), "KG trained_on, works shift")
q("count", "How many jobs did we do for Halden Theatre, including the cancelled ones?", "number", len(of("Halden Theatre")), "jobs: rows of Customer")
q("count", "How many jobs came in during May 2024?", "number", sum((r["in"].year, r["in"].month) == (2024, 5) for r in J), "jobs: In in 2024-05")
q("count", "how many banner jobs on mesh", "number", sum(r["Product"] == "Banner" and r["Stock"] == "mesh" for r in J), "jobs: Product Banner, Stock mesh")
q("count", "number of machines in finishing?", "number", sum(r["Where"] == "Finishing" for r in M), "machines: Where Finishing")
q("count", "How often did we deliver late in 2023, I mean jobs that came in that year and went out after the due date?", "number", sum(r["y"] == 2023 and late(r) for r in J), "jobs: In 2023, Out after Due")
q("sum", "What is the total net value of all the jobs for Tidewell Hospice, cancelled ones included?", "number", total(of("Tidewell Hospice"), "net"), "jobs: sum of Net £, Customer")
q("sum", "how many envelopes have been ordered altogether, cancelled ones not counted", "number", total([r for r in J if r["Product"] == "Envelopes" and r["Status"] != "cancelled"], "qty"), "jobs: sum of Qty, Envelopes, not cancelled")
q("sum", "Total value of all overdue jobs, net?", "number", total([r for r in J if r["Status"] == "overdue"], "net"), "jobs: sum of Net £, overdue")
q("average", "What is the average waste on the Goliath, in percent?", "number", mean([r for r in J if r["Press"] == "Goliath"], "waste"), "jobs: mean Waste %, Press (empty left out)")
q("average", "avg net price of a business cards job", "number", mean([r for r in J if r["Product"] == "Business cards"], "net"), "jobs: mean Net £, Product")
q("average", "The new guy asks how big our flyer runs usually are. What is the mean quantity?", "number", mean([r for r in J if r["Product"] == "Flyers"], "qty"), "jobs: mean Qty, Product Flyers")
q("min_max", "What is the highest waste percentage on any job?", "number", max(r["waste"] for r in J if r["waste"] is not None), "jobs: max Waste %")
q("min_max", "When is the next service of the Folder Fred due?", "values", MN["Folder Fred"]["svc"], "machines: Next service")
q("superlative", "Which machine is the fastest?", "values", best({r["M/c"]: r["speed"] for r in M if r["speed"]}), "machines: largest Max speed")
q("superlative", "biggest job by net value - number?", "values", best({r["Job no"]: r["net"] for r in J}), "jobs: largest Net £")
q("superlative", "what machine guzzles the most electricty", "values", best({r["M/c"]: r["kw"] for r in M if r["kw"]}), "machines: largest kW (typo)")
q("superlative", "Which of the machines in Hall B is the oldest?", "values", best({r["M/c"]: r["d"] for r in M if r["Where"] == "Hall B"}, low=True), "machines: earliest Bought, Hall B")
q("top_k", "Name the three most expensive machines by cost new.", "values", best({r["M/c"]: r["cost"] for r in M if r["cost"]}, 3), "machines: three largest Cost new")
JL = [r for r in J if r["Status"] != "cancelled"]
for rows in (J, JL):  # the answers below do not hang on whether cancelled jobs count
    assert set(best({k: total(v, "net") for k, v in group([r for r in rows if r["y"] == 2022], lambda r: r["Rep"]).items()}, 2)) == {"Priya Sandhu", "Vanessa Croft"}
    assert best({k: total(v, "net") for k, v in group(rows, lambda r: r["Product"]).items()}) == best({k: total(v, "net") for k, v in group(J, lambda r: r["Product"]).items()})
    assert total([r for r in rows if r["Customer"] == "Castle Hotel"], "net") < total([r for r in rows if r["Customer"] == "Ellis Marine"], "net")
    assert sum(r["Press"] == "Kestrel" for r in rows) < sum(r["Press"] == "Wren" for r in rows)
q("top_k", "top 2 reps by turnover in 2022 (net)", "values", best({k: total(v, "net") for k, v in group([r for r in J if r["y"] == 2022], lambda r: r["Rep"]).items()}, 2), "jobs: two largest sums of Net £ per Rep, 2022")
q("comparison", "Did we earn more in total from Castle Hotel or from Ellis Marine, net?", "values", best({c: total(of(c), "net") for c in ("Castle Hotel", "Ellis Marine")}), "jobs: sums of Net £ of both")
q("comparison", "kestrel or wren, which press has had more jobs", "values", best({p: sum(r["Press"] == p for r in J) for p in ("Kestrel", "Wren")}), "jobs: rows of both Presses")
q("comparison", "Which is faster, the Stitcher or the Envelope line?", "values", best({m: MN[m]["speed"] for m in ("Stitcher", "Envelope line")}), "machines: Max speed of both")
q("difference", "How many sheets per hour faster is Kestrel than Sparrow?", "number", MN["Kestrel"]["speed"] - MN["Sparrow"]["speed"], "machines: Max speed subtracted")
q("difference", "how many more jobs came in in 2023 compared to 22?", "number", sum(r["y"] == 2023 for r in J) - sum(r["y"] == 2022 for r in J), "jobs: rows per year of In subtracted")
q("percent", "What percentage of all jobs were rush jobs?", "number", 100 * sum(r["Rush"] == "x" for r in J) / len(J), "jobs: Rush x over all rows")
q("percent", "share of our machines that is leased, %", "number", 100 * sum(r["Owned/leased"] == "leased" for r in M) / len(M), "machines: leased over all rows")
q("group_by", "How many jobs are there per product?", "table", Counter(r["Product"] for r in J), "jobs: rows per Product")
q("group_by", "sum of the net prices for each rep, every job on the list incl cancelled", "table", {k: total(v, "net") for k, v in group(J, lambda r: r["Rep"]).items()}, "jobs: sum of Net £ per Rep")
q("group_by", "What is the average waste percentage per press?", "table", {k: mean(v, "waste") for k, v in group(J, lambda r: r["Press"]).items()}, "jobs: mean Waste % per Press (empty left out)")
q("group_by", "customers per town pls", "table", Counter(t for h, r, t in K if r == "based in" and h in CUST), "KG based in, customers per town")
q("group_superlative", "Which customer has placed the most orders?", "values", best(Counter(r["Customer"] for r in J)), "jobs: most frequent Customer")
q("group_superlative", "which op is down for the most jobs, cancelled ones count too", "values", best(Counter(r["Op."] for r in J if r["Op."])), "jobs: most frequent Op.")
q("group_superlative", "Which product brings in the most money in total?", "values", best({k: total(v, "net") for k, v in group(J, lambda r: r["Product"]).items()}), "jobs: largest sum of Net £ per Product")
q("group_superlative", "which outside firm looks after the most of our kit, sevice wise", "values", best(Counter(t for h, r, t in K if r == "serviced by")), "KG serviced by, most frequent tail (typo)")
q("yes_no", "Is the Perfect Pete serviced by PressDoctor?", "boolean", "PressDoctor" in out("Perfect Pete", "serviced by"), "KG serviced by")
q("yes_no", "are we still certified for iso 9001", "boolean", bool(now("certified for", tail="ISO 9001")), "TKG open certified for")
q("yes_no", "Has Vector Engineering ever ordered letterheads?", "boolean", any(r["Product"] == "Letterheads" for r in of("Vector Engineering")), "jobs: Customer, Product")
q("yes_no", "was mick ferris ever a foreman in hall B?", "boolean", bool(facts("foreman of", "Mick Ferris", "Hall B")), "TKG foreman of")
q("negation", "Which machines in Finishing are not running?", "values", ms(r for r in M if r["Where"] == "Finishing" and r["State"] != "running"), "machines: Finishing, State not running")
q("negation", "customers we havent got a contact person for, arts ones only", "values", {c for c in inn("arts", "industry") if not out(c, "contact person")}, "KG industry arts, no contact person")
q("negation", "How many brochure jobs were not on silk?", "number", sum(r["Product"] == "Brochure" and r["Stock"] != "silk" for r in J), "jobs: Brochure, Stock not silk")
q("negation", "Which customers haven't placed any job in 2024?", "values", CUST - {r["Customer"] for r in J if r["y"] == 2024}, "KG customers less those in jobs of 2024")
q("time_point", "Who was foreman of Hall A on 1 January 2015?", "values", on("foreman of", date(2015, 1, 1), tail="Hall A")[0], "TKG on that day")
q("time_point", "who supplies silk nowadays", "values", one(now("supplies", tail="silk"))[0], "TKG open supplies")
q("time_point", "Who was managing director in 2005?", "values", one(in_year("managing director of", 2005))[0], "TKG managing director of in 2005")
q("time_point", "who did the northmoor college account in feb 2021", "values", one(at("handles account of", date(2021, 2, 15), tail="Northmoor College"))[0], "TKG handles account of in that month")
q("before_after", "Who handled the Ellis Marine account before Ian Dobbs?", "values", step(facts("handles account of", tail="Ellis Marine"), 0, "Ian Dobbs", -1), "TKG handles account of, the fact before")
q("before_after", "after signmart stopped, who did we get our pvc from", "values", step(facts("supplies", tail="PVC"), 0, "Signmart", 1), "TKG supplies, next fact")
q("before_after", "Who succeeded Margaret Quire as managing director?", "values", step(facts("managing director of"), 0, "Margaret Quire", 1), "TKG managing director of, next fact")
q("duration", "How many full years was Simon Quire managing director?", "number", full_years(*one(facts("managing director of", "Simon Quire"))[3:]), "TKG completed years")
q("duration", "whats the longest time (in days) the Goliath was ever out of action in one go, counting from the start date to the end date", "number", max(days(f) for f in facts("out of action because of", "Goliath")), "TKG longest fact in days, end minus start")
q("multi_hop", "In which country is the maker of our recycled stock?", "values", {c for m in out("recycled", "made by") for c in out(m, "in country")}, "KG made by, in country")
q("multi_hop", "pennine choirs parcels, whos the driver on that van", "values", {p for t in out("Pennine Choir", "based in") for v in out(t, "delivered_by") for p in out(v, "driven by")}, "KG based in, delivered_by, driven by")
q("multi_hop", "How quickly does the firm that services the Laminator come out?", "values", {x for s in out("Laminator", "serviced by") for x in out(s, "call-out time")}, "KG serviced by, call-out time")
q("cross_source", "What is the total net value of the jobs, including cancelled ones, for customers in the food industry?", "number", total([r for r in J if "food" in out(r["Customer"], "industry")], "net"), "KG industry; jobs: sum of Net £")
q("cross_source", "Which firm services the machine that cost the most new?", "values", out(best({r["M/c"]: r["cost"] for r in M if r["cost"]})[0], "serviced by"), "machines: largest Cost new; KG serviced by")
q("cross_source", "which charity customers did we print posters for, ever", "values", {r["Customer"] for r in J if r["Product"] == "Posters" and r["Status"] != "cancelled"} & inn("charity", "industry"), "jobs: Posters; KG industry charity")
q("cross_source", "How many jobs came in from customers based in Port Ellis in 2024?", "number", sum(r["y"] == 2024 and "Port Ellis" in out(r["Customer"], "based in") for r in J), "jobs: 2024; KG based in")
q("cross_source", "Job 24-053 had a smudge on it. What shift does the operator who ran it work?", "values", out(JN["24-053"]["Op."], "works shift"), "jobs: Op.; KG works shift")
f = one(facts("managing director of", "Margaret Quire"))
q("cross_source", "Leased or owned, which machines have a bought date that falls in Margaret Quire's time as managing director?", "values", ms(r for r in M if f[3] <= r["d"] <= f[4]), "machines: Bought; TKG managing director of interval")
assert f[4].month != 12 or not any((r["d"].year, r["d"].month) == (f[4].year, 12) for r in M)
q("cross_source", "who was md when the plate setter was bought", "values", on("managing director of", MN["Plate setter"]["d"])[0], "machines: Bought; TKG on that day")
q("missing", "Which machines have no lead operator down in the list?", "values", ms(r for r in M if not r["Lead operator"]), "machines: Lead operator empty")
q("missing", "jobs where nobody wrote down the operator in 2023", "values", nos(r for r in J if not r["Op."] and r["y"] == 2023), "jobs: Op. empty, 2023")
refuse("What does a litre of ink cost us?", "no ink prices in any file")
refuse("whats bernie walshs hourly wage", "no wages")
assert "25-001" not in JN
refuse("When is job 25-001 due?", "there is no job 25-001")
refuse("Who was managing director in 1970?", "the managing directors begin in 1988")
refuse("email of Ursula Finn?", "no addresses in any file")
refuse("How many complaints did we get from Rapide Pizza?", "no complaints in any file")
# questions 81 to 100
went = [r for r in J if r["out"]]
q("sum", "What did the jobs that came in during 2023 add up to net, cancelled ones excluded?", "number", total([r for r in J if r["y"] == 2023 and r["Status"] != "cancelled"], "net"), "jobs: sum of Net £, In in 2023, Status not cancelled")
q("superlative", "wide format printers aside, whats our slowest machine going by max speed", "values", best({r["M/c"]: r["speed"] for r in M if r["speed"] and r["Type"] != "wide format printer"}, low=True), "machines: smallest Max speed, Type not wide format printer (empty left out)")
big = {k: v for k, v in group(J, lambda r: r["Customer"]).items() if len(v) >= 7}
assert len(big) > 4
q("group_superlative", "Among the customers with seven or more jobs on the list, who has the lowest average net price per job? A cancelled job counts like any other.", "values", best({k: mean(v, "net") for k, v in big.items()}, low=True), "jobs: smallest mean Net £ per Customer, customers with at least 7 rows")
ops = group([r for r in J if r["Op."]], lambda r: r["Op."])
busy = {k for k, v in ops.items() if len(v) > 10}
assert busy == {k for k, v in ops.items() if sum(r["Status"] != "cancelled" for r in v) > 10}
q("group_by", "average waste for each operator pls, but only operators with more than ten jobs", "table", {k: mean(ops[k], "waste") for k in busy}, "jobs: mean Waste % per Op. with more than 10 rows (the same operators with and without cancelled jobs)")
q("count", "How many jobs came in in the third quarter of 2023?", "number", sum(date(2023, 7, 1) <= r["in"] <= date(2023, 9, 30) for r in J), "jobs: In from July to September 2023")
q("filter_list", "whats up for its next sevice no later than the end of april 2025", "values", ms(r for r in M if r["svc"] <= date(2025, 4, 30)), "machines: Next service on or before 2025-04-30 (typo)")
gone = [r for r in went if r["Press"] == "Goliath"]
q("percent", "Of the jobs printed on the Goliath that have gone out, what percentage went out late?", "number", 100 * sum(late(r) for r in gone) / len(gone), "jobs: Press Goliath with Out; Out after Due over those")
q("count", "lantern books - how many of their jobs left the house earlier than they were due?", "number", sum(r["out"] is not None and r["out"] < r["due"] for r in of("Lantern Books")), "jobs: Customer, Out before Due")
hal = inn("Halden", "based in") & CUST
post = {r["Customer"] for r in J if r["Product"] == "Posters"}
assert hal & post == hal & {r["Customer"] for r in JL if r["Product"] == "Posters"}
q("percent", "How many per cent of our customers in Halden have ever ordered posters?", "number", 100 * len(hal & post) / len(hal), "KG customers based in Halden; jobs: those with Product Posters")
dear = [r for r in M if r["cost"] and r["cost"] > 50]
q("percent", "of the machines that cost over 50 grand new, what share is looked after by Hart Engineering, in %", "number", 100 * sum("Hart Engineering" in out(r["M/c"], "serviced by") for r in dear) / len(dear), "machines: Cost new > 50k; KG serviced by")
q("missing", "Which jobs went out without anybody noting down the waste?", "values", nos(r for r in went if r["waste"] is None), "jobs: Out filled, Waste % empty")
q("missing", "machines with a top speed in the list but nothing for how much power they draw?", "values", ms(r for r in M if r["speed"] and r["kw"] is None), "machines: Max speed filled, kW empty")
q("negation", "Who is trained on at least one of our machines but isn't down as operator on a single job?", "values", heads("trained_on") - set(ops), "KG trained_on, less Op. of jobs")
q("negation", "of all the kit in halls A, B and C, what has never been out of action", "values", [r["M/c"] for r in M if r["Where"] in ("Hall A", "Hall B", "Hall C") and not facts("out of action because of", r["M/c"])], "machines: Where; TKG no out of action because of")
q("difference", "How much slower, per hour, is the Stitcher than the fastest machine we have in Finishing?", "number", max(r["speed"] for r in M if r["Where"] == "Finishing" and r["speed"]) - MN["Stitcher"]["speed"], "machines: largest Max speed in Finishing minus that of the Stitcher")
em = of("Ellis Marine")
assert all(r["Status"] != "cancelled" for r in em)
q("filter_list", "ellis marine jobs that were pricier (net) than their own average job, numbers pls", "values", nos(r for r in em if r["net"] > mean(em, "net")), "jobs: Customer, Net £ above the mean Net £ of that Customer")
q("lookup", "Job 22-020: how many of the brochures were spoiled, if you work it out from the quantity and the waste percentage?", "number", JN["22-020"]["qty"] * JN["22-020"]["waste"] / 100, "jobs: Qty times Waste % over 100")
ban = {r["Job no"]: r["net"] / r["qty"] for r in J if r["Product"] == "Banner"}
assert JN[best(ban)[0]]["Status"] != "cancelled"
q("min_max", "whats the most we ever charged for one single banner, i.e. net price devided by the number ordered", "number", max(ban.values()), "jobs: largest Net £ over Qty, Product Banner (typo)")
q("yes_no", "Moorland Rescue have paid for all of their jobs, haven't they?", "boolean", all(r["Status"] == "paid" for r in of("Moorland Rescue")), "jobs: Customer, every Status paid")
q("yes_no", "merritt paper still supplying us with uncoated?", "boolean", bool(now("supplies", "Merritt Paper", "uncoated")), "TKG: Merritt Paper supplies uncoated has ended")


finish(HERE, Q)
