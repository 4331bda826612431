#!/usr/bin/env python3
"""Computes every gold answer of the 'garage' domain (a car repair workshop) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def num(s):
    s = s.replace("€", "").replace(",", "").strip()
    return float(s) if s else None


K, T = graphs(HERE, "garage")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("garage", Q, most=16)

V, J = records(HERE, "vehicles.csv"), records(HERE, "jobs.csv")
for r in V:
    r["yr"], r["cc"], r["km"], r["nct"] = int(r["Yr"]), num(r["Engine (cc)"]), num(r["Odo km"]), day(r["NCT due"], "%d-%b-%y")
for r in J:
    r["in"], r["out"] = day(r["In"], "%d-%b-%y"), day(r["Out"], "%d-%b-%y")
    r["h"], r["parts"], r["lab"], r["stars"] = float(r["Hrs"]), num(r["Parts"]), num(r["Labour"]), num(r["Stars"])
VN, JN = {r["Reg."]: r for r in V}, {r["Job"]: r for r in J}
assert len(VN) == len(V) and len(JN) == len(J) and {r["Reg."] for r in J} <= set(VN)
assert len(set(K)) == len(K) and len(set(T)) == len(T)
GA, LA, OB = "Kehoe Motors", "looked after by", "owned by"
for h, rel in {(f[0], f[1]) for f in T if f[1] in (LA, OB, "works as", "foreman", "hourly_rate", "lent to")}:
    fs = facts(rel, head=h)
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (h, rel)
for f in now(OB): assert VN[f[0]]["Customer"] == f[2]
for r in J:  # the hourly rate and the owners fit the jobs
    assert abs(num(one(at("hourly_rate", r["in"]))[2]) * r["h"] - r["lab"]) < .01
    assert all(VN[r["Reg."]]["Customer"] == f[2] for f in at(OB, r["in"], head=r["Reg."]))
regs = lambda rows: [r["Reg."] for r in rows]
cust = lambda c: [r for r in V if r["Customer"] == c]
make = lambda m: [r for r in V if r["Make"] == m]
mech = lambda m: [r for r in J if r["Mech."] == m]
work = lambda w: [r for r in J if r["Work"] == w]
jreg = lambda g: [r for r in J if r["Reg."] == g]
jcust = lambda c: [r for r in J if VN[r["Reg."]]["Customer"] == c]
def jyear(y):  # whichever of the two dates of a job is meant
    a = [r for r in J if r["in"].year == y]
    robust([r["Job"] for r in a], [r["Job"] for r in J if r["out"].year == y])
    return a
def pos(x):
    assert x > 0
    return x
car = lambda c, m: one(r for r in cust(c) if r["Model"] == m)
private = inn("private", "customer type")

# lookup
q("lookup", "What is the odometer reading of 171-WX-2231?", "number", VN["171-WX-2231"]["km"], "vehicles: Odo km")
q("lookup", "tyre size on tadhg breens focus", "values", car("Tadhg Breen", "Focus")["Tyres"], "vehicles: Tyres of Tadhg Breen's Focus")
q("lookup", "Who worked on job J5318?", "values", JN["J5318"]["Mech."], "jobs: Mech.")
q("lookup", "where is StopSure based?", "values", out("StopSure", "based in"), "KG: based in")
q("lookup", "how much did we charge for parts on J5685", "number", JN["J5685"]["parts"], "jobs: Parts of J5685")
# filter_list
q("filter_list", "Which vehicles belong to Rathbeg Taxis?", "values", regs(cust("Rathbeg Taxis")), "vehicles: Customer")
q("filter_list", "all the electric ones pls, regs only", "values", regs(r for r in V if r["Fuel"] == "Electric"), "vehicles: Fuel Electric")
q("filter_list", "Which clutch jobs have we done?", "values", [r["Job"] for r in work("Clutch")], "jobs: Work Clutch")
q("filter_list", "A lady has rung who speaks nothing but Irish. Who could I put her on to?", "values", inn("Irish", "speaks"), "KG: speaks Irish")
q("filter_list", "motors with over 250,000 km on the clock", "values", regs(r for r in V if r["km"] and r["km"] > 250000), "vehicles: Odo km > 250000")
q("filter_list", "Which suppliers deliver on a Wednesday?", "values", inn("Wednesday", "DeliversOn"), "KG: DeliversOn")
# count
q("count", "How many jobs came in during 2022?", "number", len([r for r in J if r["in"].year == 2022]), "jobs: In in 2022")
q("count", "diesels on the books - number?", "number", sum(r["Fuel"] == "Diesel" for r in V), "vehicles: Fuel Diesel")
q("count", "How many jobs did Gerry Wickham do for us?", "number", len(mech("Gerry Wickham")), "jobs: Mech.")
q("count", "how many tyre jobs has sorcha banvile... no, all of us together, how many", "number", len(work("Tyres")), "jobs: Work Tyres (typo, detour)")
# sum
q("sum", "What was the total labour in 2023?", "number", total(jyear(2023), "lab"), "jobs: sum of Labour, In 2023")
q("sum", "hours agnieszka nowak has put in, all jobs added up", "number", total(mech("Agnieszka Nowak"), "h"), "jobs: sum of Hrs, Mech.")
q("sum", "How much money is still outstanding in labour on the jobs that were never paid?", "number", total([r for r in J if r["Pd"] == "N"], "lab"), "jobs: sum of Labour, Pd N")
# average
q("average", "What is the average number of hours for a timing belt?", "number", mean(work("Timing belt"), "h"), "jobs: mean Hrs, Work Timing belt")
q("average", "mean stars for Eoin Lacey (only where someone left a rating)", "number", mean(mech("Eoin Lacey"), "stars"), "jobs: mean Stars, Mech., empty left out")
q("average", "parts bill for brakes, on average €", "number", mean(work("Brakes"), "parts"), "jobs: mean Parts, Work Brakes")
# min_max
q("min_max", "What is the highest labour amount we have ever charged on one job?", "number", max(r["lab"] for r in J), "jobs: max Labour")
q("min_max", "smallest engine of all, cc?", "number", min(r["cc"] for r in V if r["cc"]), "vehicles: min Engine (cc)")
q("min_max", "When is the earliest NCT due?", "values", min(r["nct"] for r in V if r["nct"]), "vehicles: earliest NCT due")
# superlative
q("superlative", "Which vehicle has the most kilometres?", "values", best({r["Reg."]: r["km"] for r in V if r["km"]}), "vehicles: highest Odo km")
q("superlative", "dearest job ever for parts. job no.?", "values", best({r["Job"]: r["parts"] for r in J if r["parts"]}), "jobs: highest Parts")
q("superlative", "Whats the oldest yoke we still look after, by year? Just the reg", "values", best({r["Reg."]: r["yr"] for r in V}, low=True), "vehicles: lowest Yr (casual word)")
q("superlative", "Which job stayed in the workshop for the most days?", "values", best({r["Job"]: (r["out"] - r["in"]).days for r in J}), "jobs: longest time from In to Out")
# top_k
q("top_k", "What are the three jobs with the highest labour?", "values", best({r["Job"]: r["lab"] for r in J}, 3), "jobs: three highest Labour")
q("top_k", "five lowest mileages (where we have one)", "values", best({r["Reg."]: r["km"] for r in V if r["km"]}, 5, low=True), "vehicles: five lowest Odo km")
q("top_k", "Our 4 busiest mechanics going by number of jobs", "values", best(Counter(r["Mech."] for r in J), 4), "jobs: four most frequent Mech.")
# comparison
q("comparison", "Which has more kilometres, 163-WX-27 or 06-CW-1871?", "values", best({g: VN[g]["km"] for g in ("163-WX-27", "06-CW-1871")}), "vehicles: Odo km of both")
q("comparison", "did we do more brakes or more full services", "values", best({w: len(work(w)) for w in ("Brakes", "Full service")}), "jobs: rows per Work")
q("comparison", "Mick Hearne or Gerry Wickham: which of the two was foreman longer?", "values", best({p: (one(facts("foreman", GA, p))[4] - one(facts("foreman", GA, p))[3]).days for p in ("Mick Hearne", "Gerry Wickham")}), "TKG: foreman, lengths")
# difference
q("difference", "How many more kilometres does 191-WX-1407 have than 191-WX-1408?", "number", pos(VN["191-WX-1407"]["km"] - VN["191-WX-1408"]["km"]), "vehicles: Odo km subtracted")
q("difference", "labour on J5600 less labour on J5505", "number", pos(JN["J5600"]["lab"] - JN["J5505"]["lab"]), "jobs: Labour subtracted")
q("difference", "Vasile Munteanu has done more jobs than Gerry Wickham. How many more is that?", "number", pos(len(mech("Vasile Munteanu")) - len(mech("Gerry Wickham"))), "jobs: rows per Mech., subtracted")
# percent
q("percent", "What percentage of all jobs is not paid?", "number", share(J, lambda r: r["Pd"] == "N"), "jobs: Pd N over all rows")
q("percent", "share of white vehicles, %", "number", share(V, lambda r: r["colour"] == "white"), "vehicles: colour white over all rows")
q("percent", "Out of the jobs that got stars, what percent got the full five?", "number", share([r for r in J if r["stars"]], lambda r: r["stars"] == 5), "jobs: Stars 5 over rows with Stars")
# group_by
q("group_by", "How many vehicles are there of each fuel type?", "table", Counter(r["Fuel"] for r in V), "vehicles: rows per Fuel")
q("group_by", "hours booked per bay, total", "table", {k: total(v, "h") for k, v in group(J, lambda r: r["Bay"]).items()}, "jobs: sum of Hrs per Bay")
q("group_by", "Could you break the job count down by type of work?", "table", Counter(r["Work"] for r in J), "jobs: rows per Work")
q("group_by", "customers town by town - how many in each?", "table", Counter(t for h, r, t in K if r == "located in"), "KG: located in, counted")
# group_superlative
q("group_superlative", "Which vehicle has been in for the most jobs?", "values", best(Counter(r["Reg."] for r in J)), "jobs: most frequent Reg.")
q("group_superlative", "From which supplier have we had the most parts in euros?", "values", best({k: total(v, "parts") for k, v in group([r for r in J if r["Parts ex"]], lambda r: r["Parts ex"]).items()}), "jobs: highest sum of Parts per Parts ex")
q("group_superlative", "who has sent us the most new customers by recommending us?", "values", best(Counter(t for h, r, t in K if r == "recommended by")), "KG: recommended by, most frequent tail")
# yes_no
q("yes_no", "Is Declan Roche certified for hybrid systems?", "boolean", "hybrid systems" in out("Declan Roche", "certified for"), "KG: certified for")
q("yes_no", "J5785 paid? Sorry, J5775 I mean", "boolean", JN["J5775"]["Pd"] == "Y", "jobs: Pd of J5775 (detour)")
q("yes_no", "Do we still buy from Lubrex?", "boolean", bool(now("buys from", GA, "Lubrex")), "TKG: buys from has ended")
q("yes_no", "have we spare key for fintan kehoe's beemer", "boolean", car("Fintan Kehoe", "320d")["Spare key on file"] == "Y", "vehicles: Spare key on file (casual word)")
# negation
q("negation", "Which vehicles have never been in for a job?", "values", set(VN) - {r["Reg."] for r in J}, "vehicles; jobs: no row of the Reg.")
q("negation", "bays w/o an oil drain", "values", heads("has equipment") - inn("oil drain", "has equipment"), "KG: has equipment")
q("negation", "Which private customers were not recommended by anybody?", "values", private - heads("recommended by"), "KG: customer type private, no recommended by")
# missing
q("missing", "For which vehicles is there no NCT date?", "values", regs(r for r in V if not r["nct"]), "vehicles: NCT due empty")
q("missing", "kms never written down - which regs?", "values", regs(r for r in V if r["km"] is None), "vehicles: Odo km empty")
q("missing", "2023 jobs where the customer left no stars", "values", [r["Job"] for r in jyear(2023) if r["stars"] is None], "jobs: Stars empty, 2023")
# time_point
q("time_point", "Who was foreman on 1 June 2015?", "values", [f[2] for f in at("foreman", date(2015, 6, 1))], "TKG: foreman on that day")
q("time_point", "our hourly rate back in spring 2020?", "values", robust({f[2] for f in at("hourly_rate", date(2020, 3, 1))}, {f[2] for f in at("hourly_rate", date(2020, 6, 30))}), "TKG: hourly_rate in spring 2020")
q("time_point", "who minds the tyre bay these days", "values", [f[2] for f in now(LA, "Tyre Bay")], "TKG: open looked after by")
q("time_point", "Someone scratched the Courtesy Fabia around 25 August 2023. Who had it then?", "values", one(at("lent to", date(2023, 8, 25), head="Courtesy Fabia"))[2], "TKG: lent to on that day")
# before_after
q("before_after", "Who owned 162-D-9041 before Fintan Kehoe?", "values", step(facts(OB, "162-D-9041"), 2, "Fintan Kehoe", -1), "TKG: owned by, the fact before")
q("before_after", "09-WX-4030: after the bakery, whose was it next", "values", step(facts(OB, "09-WX-4030"), 2, "Slaney Bakery", 1), "TKG: owned by, next fact")
q("before_after", "Bay 2 was Gerry's for a while. Who took it over from him?", "values", step(facts(LA, "Bay 2"), 2, "Gerry Wickham", 1), "TKG: looked after by Bay 2, next fact")
# duration
q("duration", "For how many full years was Agnieszka Nowak a plain mechanic?", "number", lasted(one(facts("works as", "Agnieszka Nowak", "mechanic"))), "TKG: works as mechanic, completed years")
q("duration", "how many full years did mick hearne look after bay 1", "number", lasted(one(facts(LA, "Bay 1", "Mick Hearne"))), "TKG: completed years")
q("duration", "Of the suppliers we still deal with, which one have we been buying from longest?", "values", now("buys from", GA)[0][2], "TKG: open buys from with the earliest start")
# multi_hop
q("multi_hop", "Who trained the person that trained Sorcha Banville?", "values", inn(one(inn("Sorcha Banville", "trained")), "trained"), "KG: trained twice backwards")
q("multi_hop", "what county does mick hearne live in", "values", out(one(out("Mick Hearne", "lives in")), "in_county"), "KG: lives in, in_county")
q("multi_hop", "Which makes from Germany are not part of Volkswagen Group?", "values", inn("Germany", "brand_from") - inn("Volkswagen Group", "part of group"), "KG: brand_from, part of group")
# cross_source
q("cross_source", "How many of our vehicles are of a brand from Germany?", "number", sum(r["Make"] in inn("Germany", "brand_from") for r in V), "KG: brand_from; vehicles: Make")
q("cross_source", "hours we put into Carne Coaches' vehicles in total", "number", total(jcust("Carne Coaches"), "h"), "vehicles: Customer; jobs: sum of Hrs")
q("cross_source", "Who was looking after the bay in which job J5230 or, hang on, J5330 was done, on the day it came in?", "values", one(at(LA, JN["J5330"]["in"], head=JN["J5330"]["Bay"]))[2], "jobs: Bay, In; TKG: looked after by (detour)")
q("cross_source", "Which vehicles have customers in Kilrossan?", "values", regs(r for r in V if "Kilrossan" in out(r["Customer"], "located in")), "KG: located in; vehicles")
q("cross_source", "of the jobs done by people who live in Slaneyford, how many are unpaid", "number", sum(r["Pd"] == "N" and "Slaneyford" in out(r["Mech."], "lives in") for r in J), "KG: lives in; jobs: Pd N")
# unanswerable
q("unanswerable", "What does Liam Kehoe earn?", "refuse", [], "no pay in any file")
q("unanswerable", "how much did the two-post lift in bay 1 cost us", "refuse", [], "no prices of equipment in any file")
q("unanswerable", "Who was foreman in 1998?", "refuse", [], "TKG: foreman starts in 2005")
q("unanswerable", "Phone number for Noreen Stafford?", "refuse", [], "no phone numbers in any file")
q("unanswerable", "did job J9001 get five stars", "refuse", [], "there is no such job")

# questions 81 to 100
WITHP = [r for r in J if r["parts"] is not None]
CUSTOMERS = {r["Customer"] for r in V}
assert CUSTOMERS == heads("customer type") and {f[2] for f in now(OB)} <= CUSTOMERS
assert all(r["Pd"] in "YN" and r["Pd"] for r in J) and all((r["parts"] is None) == (r["Parts ex"] == "") for r in J)
q("average", "What do we charge for labour on an average job if we leave out the NCT preps?", "number", mean([r for r in J if r["Work"] != "NCT prep"], "lab"), "jobs: mean Labour, Work not NCT prep")
q("superlative", "hybrids and electrics aside, which motor has the fewest kms on it", "values", best({r["Reg."]: r["km"] for r in V if r["km"] and r["Fuel"] not in ("Hybrid", "Electric")}, low=True), "vehicles: lowest Odo km, Fuel neither Hybrid nor Electric")
often = {k: v for k, v in group(J, lambda r: r["Work"]).items() if len(v) >= 10}
assert all(r["parts"] is not None for v in often.values() for r in v)
q("group_superlative", "Of the kinds of work that we have done at least ten times, which one is the dearest for parts on average?", "values", best({k: mean(v, "parts") for k, v in often.items()}), "jobs: highest mean Parts per Work with at least 10 rows")
regular = {k: v for k, v in group(J, lambda r: r["Reg."]).items() if len(v) > 6}
q("group_by", "average hours per job for each vehicle, but only vehicles that were in more than six times", "table", {k: mean(v, "h") for k, v in regular.items()}, "jobs: mean Hrs per Reg. with more than 6 rows")
h2 = [r for r in J if date(2022, 7, 1) <= r["in"] <= date(2022, 12, 31)]
q("sum", "What did parts come to for the jobs that came in during the second half of 2022?", "number", robust(total(h2, "parts"), total([r for r in J if date(2022, 7, 1) <= r["out"] <= date(2022, 12, 31)], "parts")), "jobs: sum of Parts, In from July to December 2022")
q("filter_list", "nct due no later than the end of january 2025 - which regs", "values", regs(r for r in V if r["nct"] and r["nct"] <= date(2025, 1, 31)), "vehicles: NCT due on or before 2025-01-31")
assert all(r["parts"] != r["lab"] for r in J)
q("percent", "Of the jobs that needed parts, on what percentage did the parts cost more than the labour?", "number", share(WITHP, lambda r: r["parts"] > r["lab"]), "jobs: Parts above Labour over the rows with Parts")
q("count", "jobs of 2024 that didnt go out the same day they came in, how many?", "number", sum(r["out"] > r["in"] for r in jyear(2024)), "jobs: Out after In, 2024 (typo)")
q("percent", "How many per cent of our private customers have a diesel?", "number", share(private, lambda c: any(r["Fuel"] == "Diesel" for r in cust(c))), "KG: customer type private; vehicles: those with a row of Fuel Diesel")
jap = [r for r in V if r["Make"] in inn("Japan", "brand_from")]
q("percent", "of the japanese motors on our books, what share has ever been in for tyres (%)", "number", share(jap, lambda r: any(j["Work"] == "Tyres" for j in jreg(r["Reg."]))), "KG: brand_from Japan; vehicles; jobs: Work Tyres")
q("missing", "For which vehicles do we have the size of the engine but no tyre size?", "values", regs(r for r in V if r["cc"] and not r["Tyres"]), "vehicles: Engine (cc) filled, Tyres empty")
q("missing", "not paid and no stars left either... which jobs are those", "values", [r["Job"] for r in J if r["Pd"] == "N" and r["stars"] is None], "jobs: Pd N, Stars empty")
q("negation", "Which customers in Ballycanna have never been lent a courtesy car?", "values", (inn("Ballycanna", "located in") & CUSTOMERS) - {f[2] for f in facts("lent to")}, "KG: located in Ballycanna; TKG: no lent to")
q("negation", "which of the crowd we buy from these days isnt down for the parts of a single job", "values", {f[2] for f in now("buys from", GA)} - {r["Parts ex"] for r in J}, "TKG: open buys from; jobs: no row of Parts ex (typo)")
q("difference", "By how many kilometres is 163-WX-27 behind the vehicle with the highest mileage of all?", "number", pos(max(r["km"] for r in V if r["km"]) - VN["163-WX-27"]["km"]), "vehicles: highest Odo km minus that of 163-WX-27")
q("filter_list", "timing belts that took longer than the average timing belt (hrs), job nos pls", "values", [r["Job"] for r in work("Timing belt") if r["h"] > mean(work("Timing belt"), "h")], "jobs: Work Timing belt, Hrs above the mean Hrs of timing belts")
q("sum", "How much did Rathbeg Taxis run up with us altogether, parts and labour added together?", "number", (round(100 * total(jcust("Rathbeg Taxis"), "parts")) + round(100 * total(jcust("Rathbeg Taxis"), "lab"))) / 100, "vehicles: Customer; jobs: sum of Parts and Labour (no Parts counts as nothing)")
q("min_max", "biggest bill ever for one job, parts plus labour - how much was that?", "number", max(round(100 * (r["parts"] or 0)) + round(100 * r["lab"]) for r in J) / 100, "jobs: largest Parts plus Labour")
q("yes_no", "The Courtesy Fabia was never lent to Breda Furlong, right?", "boolean", not facts("lent to", "Courtesy Fabia", "Breda Furlong"), "TKG: no lent to of Courtesy Fabia and Breda Furlong")
q("yes_no", "all of carne coaches jobs paid, or not?", "boolean", all(r["Pd"] == "Y" for r in jcust("Carne Coaches")), "vehicles: Customer; jobs: every Pd Y")

finish(HERE, Q)
