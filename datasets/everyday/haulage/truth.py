#!/usr/bin/env python3
"""Computes every gold answer of the 'haulage' domain from the four data files.
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
def num(s): return float(s.replace(",", "").replace("£", "")) if s not in ("", "n/k") else None
def dmy(s): return day(s, "%d/%m/%Y")


K, T = graphs(HERE, "haulage")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("haulage", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

V = rd("fleet.csv")
for r in V:
    r["first"], r["mot"] = dmy(r["first_reg"]), dmy(r["mot_exp"])
    r["odo"], r["cost"], r["m"] = num(r["odo_mi"]), num(r["cost_new_gbp"]), num(r["mpg"])
VN = {r["fleet_no"]: r for r in V}
J = rd("jobs.csv")
for r in J:
    r["c"], r["d"] = dmy(r["coll_date"]), dmy(r["del_date"])
    r["pal"], r["kg"], r["mi"], r["gbp"], r["late"] = (num(r[k]) for k in ("pallets", "wt_kg", "miles", "charge_gbp", "late_min"))
    assert (r["d"] is not None) == (r["status"] == "delivered") == (r["late"] is not None)
JN = {r["job_no"]: r for r in J}
assert len(VN) == len(V) and len(JN) == len(J)
DRIVERS, CUST, DEPOTS = heads("based_at"), heads("trades_in"), heads("managed_by")
assert {r["customer"] for r in J} == CUST and {r["from_depot"] for r in J} == DEPOTS
assert {r["driver"] for r in J} <= DRIVERS | {"TBC"} and {r["fleet_no"] for r in J} <= set(VN) | {"TBC"}
for r in V: assert all(f[2] == r["home_depot"] for f in now("stationed at", r["fleet_no"]))
FIRM = "Tarrant & Sons Haulage"
fl = lambda rows: [r["fleet_no"] for r in rows]
jn = lambda rows: [r["job_no"] for r in rows]
by = lambda k, v, rows=J: [r for r in rows if r[k] == v]
done = by("status", "delivered")
cab = lambda name: one(by("cab_name", name, V))["fleet_no"]

q("lookup", "Which depot does T17 live at?", "values", VN["T17"]["home_depot"], "fleet: home_depot")
q("lookup", "reg of Marcher Lass?", "values", VN[cab("Marcher Lass")]["reg"], "fleet: cab_name; reg")
q("lookup", "Who's the manager over at Goole?", "values", out("Goole", "managed_by"), "KG managed_by")
q("lookup", "job 41256, where was that going", "values", JN["41256"]["dest_town"], "jobs: dest_town")
q("lookup", "Got Trent Glass on the phone wanting their account person. Who is it?", "values", out("Trent Glass", "account_handler"), "KG account_handler")

q("filter_list", "Which lorries have a tail lift?", "values", fl(by("tail_lift", "Y", V)), "fleet: tail_lift Y")
q("filter_list", "jobs from 2022 that got called off", "values", jn(r for r in by("status", "cancelled") if r["c"].year == 2022), "jobs: status cancelled, coll_date in 2022")
q("filter_list", "Which drivers are allowed to carry dangerous goods?", "values", inn("dangerous goods", "qualified_for"), "KG qualified_for dangerous goods")
q("filter_list", "all our fridge wagons", "values", fl(by("body", "fridge", V)), "fleet: body fridge")
q("filter_list", "Which of our customers belong to Larder Brands?", "values", inn("Larder Brands", "belongs_to_group"), "KG belongs_to_group")
assert all(r["late"] != 180 for r in J)
q("filter_list", "drops that turned up over three hours late, job numbers", "values", jn(r for r in J if r["late"] and r["late"] > 180), "jobs: late_min > 180")

q("count", "How many lorries does Telford have?", "number", len(by("home_depot", "Telford", V)), "fleet: home_depot Telford")
q("count", "felixstowe runs delivered so far, how many", "number", len(by("dest_town", "Felixstowe", done)), "jobs: dest_town, status delivered")
q("count", "How many jobs has Tariq Mahmood been put down for, including any that were cancelled?", "number", len(by("driver", "Tariq Mahmood")), "jobs: driver")
q("count", "How many customers does Omar Deen look after?", "number", len(inn("Omar Deen", "account_handler")), "KG account_handler")

q("sum", "What have we charged Humber Agri altogether, in pounds?", "number", robust(total(by("customer", "Humber Agri"), "gbp"), total(by("customer", "Humber Agri", done), "gbp")), "jobs: sum of charge_gbp, customer")
q("sum", "total miles on the jobs dai bebb has delivered", "number", total(by("driver", "Dai Bebb", done), "mi"), "jobs: sum of miles, driver, status delivered")
MW = [r for r in by("dest_town", "Motherwell") if r["c"].year == 2023]
q("sum", "How many pallets did we take to Motherwell in 2023?", "number", robust(total(MW, "pal"), total([r for r in by("dest_town", "Motherwell", done) if r["d"].year == 2023], "pal")), "jobs: sum of pallets, dest_town, 2023")

q("average", "What do the Scanias do to the gallon on average?", "number", mean(by("make", "Scania", V), "m"), "fleet: mean mpg, make Scania")
q("average", "penley timber - avg price per job?", "number", robust(mean(by("customer", "Penley Timber"), "gbp"), mean(by("customer", "Penley Timber", done), "gbp")), "jobs: mean charge_gbp, customer")
q("average", "I've a review meeting with Polesworth Beverages coming up. How many minutes late were we with their deliveries on average, counting on-time ones as 0?", "number", mean(by("customer", "Polesworth Beverages", done), "late"), "jobs: mean late_min, customer, status delivered")

q("min_max", "What's the highest mileage showing on any of our lorries?", "number", max(r["odo"] for r in V), "fleet: max odo_mi")
q("min_max", "earliest mot expiry in the fleet, what date?", "values", min(r["mot"] for r in V), "fleet: earliest mot_exp")
q("min_max", "What is the least we have ever charged for a job?", "number", robust(min(r["gbp"] for r in J if r["gbp"]), min(r["gbp"] for r in done if r["gbp"])), "jobs: min charge_gbp")

q("superlative", "Which lorry is the thirstiest, i.e. gets the fewest miles to the gallon?", "values", best({r["fleet_no"]: r["m"] for r in V if r["m"]}, low=True), "fleet: smallest mpg")
q("superlative", "newest wagon we run, going by first registration", "values", best({r["fleet_no"]: r["first"] for r in V}), "fleet: latest first_reg")
q("superlative", "Which lorry was the most expensive to buy?", "values", best({r["fleet_no"]: r["cost"] for r in V if r["cost"]}), "fleet: largest cost_new_gbp")
q("superlative", "heaviest load we ever delivered - job no?", "values", robust(best({r["job_no"]: r["kg"] for r in done}), best({r["job_no"]: r["kg"] for r in J})), "jobs: largest wt_kg, status delivered")

q("top_k", "Which three lorries have the most miles on the clock?", "values", best({r["fleet_no"]: r["odo"] for r in V}, 3), "fleet: three largest odo_mi")
q("top_k", "4 dearest jobs", "values", robust(*(best({r["job_no"]: r["gbp"] for r in rows if r["gbp"]}, 4) for rows in (J, done))), "jobs: four largest charge_gbp")
q("top_k", "Who are our top two customers by total amount charged?", "values", robust(*(best({k: total(v, "gbp") for k, v in group(rows, lambda r: r["customer"]).items()}, 2) for rows in (J, done))), "jobs: two largest sums of charge_gbp per customer")

q("comparison", "T07 or T08, which is better on fuel?", "values", best({n: VN[n]["m"] for n in ("T07", "T08")}), "fleet: mpg of both")
q("comparison", "holyhead vs dover: where have we delivered more often", "values", robust(*(best({t: len(by("dest_town", t, rows)) for t in ("Holyhead", "Dover")}) for rows in (done, J))), "jobs: rows of both dest_towns, status delivered")
q("comparison", "Out of Ouse Steel and Trent Glass, who have we charged more in total?", "values", robust(*(best({c: total(by("customer", c, rows), "gbp") for c in ("Ouse Steel", "Trent Glass")}) for rows in (J, done))), "jobs: sums of charge_gbp of both customers")

q("difference", "How many more miles has T32 done than T21?", "number", VN["T32"]["odo"] - VN["T21"]["odo"], "fleet: odo_mi subtracted")
q("difference", "how much dearer was 41861 than 41842, in £", "number", round(JN["41861"]["gbp"] - JN["41842"]["gbp"], 2), "jobs: charge_gbp subtracted")
CC = facts("agreed rate per mile", "Cambrian Cheese")
assert CC[-1][3] == date(2024, 2, 1)
q("difference", "We put Cambrian Cheese's mileage rate up in February 2024. By how many pounds per mile?", "number", round(num(CC[-1][2]) - num(CC[-2][2]), 2), "TKG agreed rate per mile, last two facts subtracted")

q("percent", "What percentage of the fleet is DAF?", "number", share(V, lambda r: r["make"] == "DAF"), "fleet: make DAF over all rows")
q("percent", "% of delivered jobs where the pod is still not in", "number", share(done, lambda r: r["pod_in"] == "N"), "jobs: pod_in N over status delivered")
q("percent", "How big a share of our drivers are qualified on the forklift, as a percentage?", "number", 100 * len(inn("forklift", "qualified_for") & DRIVERS) / len(DRIVERS), "KG qualified_for forklift over based_at")

q("group_by", "How many lorries of each body type do we run?", "table", Counter(r["body"] for r in V), "fleet: rows per body")
q("group_by", "drivers per depot", "table", Counter(t for h, r, t in K if r == "based_at"), "KG based_at, rows per tail")
q("group_by", "avg mpg for every make", "table", {k: mean(v, "m") for k, v in group(V, lambda r: r["make"]).items()}, "fleet: mean mpg per make")
q("group_by", "Can you add up the charges for each depot the loads set off from? All the jobs please, whatever their status.", "table", {k: total(v, "gbp") for k, v in group(J, lambda r: r["from_depot"]).items()}, "jobs: sum of charge_gbp per from_depot")

q("group_superlative", "Which driver has delivered the most jobs?", "values", best(Counter(r["driver"] for r in done)), "jobs: most frequent driver, status delivered")
q("group_superlative", "garage that looks after most of our lorries", "values", best(Counter(t for h, r, t in K if r == "serviced_by")), "KG serviced_by: most frequent tail")
q("group_superlative", "What town have we had the most jobs to, whether they came off or not?", "values", best(Counter(r["dest_town"] for r in J)), "jobs: most frequent dest_town")
q("group_superlative", "which depot's lorries cost the most new on average", "values", best({k: mean(v, "cost") for k, v in group(V, lambda r: r["home_depot"]).items()}), "fleet: largest mean cost_new_gbp per home_depot")

q("yes_no", "Is T31 a tanker?", "boolean", VN["T31"]["body"] == "tanker", "fleet: body")
q("yes_no", "has martin gough got his forklift ticket", "boolean", "forklift" in out("Martin Gough", "qualified_for"), "KG qualified_for")
q("yes_no", "Did job 41110 get there on time?", "boolean", JN["41110"]["late"] == 0, "jobs: late_min 0")
q("yes_no", "Someone asked me about Volvo parts. Do we have any Volvos at all?", "boolean", bool(by("make", "Volvo", V)), "fleet: make Volvo")

q("negation", "Which customers aren't part of a group?", "values", CUST - heads("belongs_to_group"), "KG trades_in without belongs_to_group")
q("negation", "curtainsiders not kept at ellesmere port", "values", fl(r for r in by("body", "curtainsider", V) if r["home_depot"] != "Ellesmere Port"), "fleet: body curtainsider, home_depot not Ellesmere Port")
q("negation", "Are there lorries that have not been on a single job in the list? Which?", "values", set(VN) - {r["fleet_no"] for r in J}, "fleet: fleet_no without rows in jobs")
q("negation", "2024 jobs we delivered without getting the pod in", "values", robust(jn(r for r in done if r["d"].year == 2024 and r["pod_in"] != "Y"), jn(r for r in done if r["c"].year == 2024 and r["pod_in"] != "Y")), "jobs: delivered in 2024, pod_in not Y")

q("time_point", "Who was MD in 2012?", "values", one(in_year("managing director of", 2012))[0], "TKG managing director of in 2012")
q("time_point", "who had T05 in the summer of 2022", "values", one(at("drives", date(2022, 7, 15), tail="T05"))[0], "TKG drives on that day")
q("time_point", "What rate per mile had we agreed with Mersey Resins on 1 June 2019?", "values", one(at("agreed rate per mile", date(2019, 6, 1), "Mersey Resins"))[2], "TKG agreed rate per mile on that day")
q("time_point", "our fleet insurer nowadays?", "values", one(now("fleet insured with", FIRM))[2], "TKG open fleet insured with")

q("before_after", "Where was T30 stationed before it came to Tamworth?", "values", step(facts("stationed at", "T30"), 2, "Tamworth", -1), "TKG stationed at, the fact before")
q("before_after", "edwin retired as md... who took over from him", "values", step(facts("managing director of"), 0, "Edwin Tarrant", 1), "TKG managing director of, next fact")
q("before_after", "Who supplied Telford's diesel before Border Oils?", "values", step(facts("gets diesel from", "Telford"), 2, "Border Oils", -1), "TKG gets diesel from, the fact before")

q("duration", "How many full years was Duncan Shaw managing director?", "number", lasted(one(facts("managing director of", "Duncan Shaw"))), "TKG completed years")
q("duration", "steve plimmer in big brenda, full years?", "number", lasted(one(facts("drives", "Steve Plimmer", cab("Big Brenda")))), "fleet: cab_name; TKG drives, completed years")
q("duration", "Which depot has stuck with its present diesel supplier the longest?", "values", best({f[0]: f[3].toordinal() for f in now("gets diesel from")}, low=True), "TKG open gets diesel from with the earliest start")

q("multi_hop", "In what county is the town that job 41895 went to?", "values", out(JN["41895"]["dest_town"], "in_county"), "jobs: dest_town; KG in_county")
q("multi_hop", "who does nige farrow's depot manager answer to", "values", out(one(out(one(out("Nige Farrow", "based_at")), "managed_by")), "answers_to"), "KG based_at, managed_by, answers_to")
q("multi_hop", "What lines of business are Joyce Tunnicliffe's customers in?", "values", {t for c in inn("Joyce Tunnicliffe", "account_handler") for t in out(c, "trades_in")}, "KG account_handler, trades_in")

q("cross_source", "What do the charges for all jobs of the Ferrum UK companies come to, the ones only booked included?", "number", total([r for r in J if r["customer"] in inn("Ferrum UK", "belongs_to_group")], "gbp"), "KG belongs_to_group; jobs: sum of charge_gbp")
q("cross_source", "deliveries made to towns in kent, number of", "number", len([r for r in done if r["dest_town"] in inn("Kent", "in_county")]), "KG in_county; jobs: rows, status delivered")
q("cross_source", "Who drives Jenny Wren these days?", "values", one(now("drives", tail=cab("Jenny Wren")))[0], "fleet: cab_name; TKG open drives")
q("cross_source", "avg odometer reading of the lorries bryn commercials services", "number", mean([VN[n] for n in inn("Bryn Commercials", "serviced_by")], "odo"), "KG serviced_by; fleet: mean odo_mi")

q("missing", "For which lorries do we not know the mpg?", "values", fl(r for r in V if r["m"] is None), "fleet: mpg n/k")

refuse("how much does Bev Hollins get paid an hour", "no wages in any file")
refuse("What did we spend on road tolls for job 41160?", "no tolls in any file")
refuse("When is T12 due for its next tacho calibration?", "no tachograph calibrations in any file")
refuse("what rate per mile have we agreed with trent glass", "TKG: no agreed rate per mile of Trent Glass")
refuse("Who ran the firm as managing director in 1965?", "TKG: the first managing director of fact starts in 1971")
refuse("T09, what did that cost new?", "fleet: cost_new_gbp n/k")
assert VN["T09"]["cost"] is None and not facts("agreed rate per mile", "Trent Glass") and not in_year("managing director of", 1965)

finish(HERE, Q)
