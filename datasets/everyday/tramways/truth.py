"""Computes every answer of the 'tramways' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
from collections import Counter
from datetime import date

Q = []
q = asking("tramways", Q)

V = [dict(name=r["Tram name"], no=r["Fleet No."], model=r["Model"], year=int(r["Year built"]), seats=int(r["Seats"]),
          cost=num(r["Purchase cost (EUR m)"]), low=r["Low floor"] == "Y", km=num(r["Odometer (km)"]),
          overhaul=day(r["Last overhaul"], "%d.%m.%Y")) for r in records(HERE, "vehicles.csv")]
I = [dict(ref=r["Ref"], date=iso(r["Date"]), line=r["Line"], tram=r["Tram"], stop=r["nearest_stop"], cause=r["Cause"],
          severity=r["Severity"], delay=num(r["delay_min"]), trips=int(r["Trips cancelled"]), injured=int(r["Injured"]),
          driver=r["Driver"], cost=digits(r["Repair cost"])) for r in records(HERE, "incidents.csv")]
triples, quintuples = graphs(HERE, "tramways")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)

tram = {r["name"]: r for r in V}
incident = {r["ref"]: r for r in I}
assert len(tram) == len(V) and len(incident) == len(I)
assert {r["tram"] for r in I} <= set(tram) and {r["line"] for r in I} == {f[0] for f in facts("based_at")}
assert all(r["stop"] in out(r["line"], "serves") for r in I if r["stop"])
assert all(any(f[2] == r["line"] for f in at("runs_on", r["date"], r["tram"])) for r in I)


def year(y): return [r for r in I if r["date"].year == y]
def on(*lines): return [r for r in I if r["line"] in lines]
def by(rows, key): return Counter(r[key] for r in rows if r[key])
def names(fs, side): return {f[side] for f in fs}


# lookup
q("lookup", "How many seats does Osprey have?", "number", tram["Osprey"]["seats"], "Seats of Osprey")
q("lookup", "What caused incident INC-0061?", "values", incident["INC-0061"]["cause"], "Cause of INC-0061")
q("lookup", "fleet number of Chiffchaff", "values", tram["Chiffchaff"]["no"], "Fleet No. of Chiffchaff")
q("lookup", "I need to plan the workshop. On what date was Merlin last overhauled?", "values", tram["Merlin"]["overhaul"],
  "Last overhaul of Merlin")
# filter_list
q("filter_list", "Which trams have more than 80 seats?", "values", {r["name"] for r in V if r["seats"] > 80}, "Seats > 80")
q("filter_list", "List the reference numbers of all incidents on Line 6 in 2024 that were classed as major or moderate.",
  "values", {r["ref"] for r in year(2024) if r["line"] == "Line 6" and r["severity"] != "minor"},
  "Line 6, 2024, severity major or moderate")
q("filter_list", "lode L5 trams that cost less than 1.65 million euro, names pls", "values",
  {r["name"] for r in V if r["model"] == "Lode L5" and r["cost"] is not None and r["cost"] < 1.65}, "model and purchase cost")
q("filter_list", "Which drivers were driving in incidents where more than two people were hurt?", "values",
  {r["driver"] for r in I if r["injured"] > 2}, "drivers of incidents with Injured > 2")
# count
q("count", "how many incidents in 2024?", "number", len(year(2024)), "rows dated 2024")
q("count", "Number of door faults on Line 2 and Line 6 put together?", "number",
  sum(r["cause"] == "Door fault" for r in on("Line 2", "Line 6")), "Cause is Door fault on either line")
q("count", "How many of our trams were built before 2010 and have a low floor?", "number",
  sum(r["year"] < 2010 and r["low"] for r in V), "Year built < 2010 and Low floor Y")
q("count", "I'm checking the timetable. How many stops are there on line 5?", "number", len(out("Line 5", "serves")),
  "stops that Line 5 serves")
# sum
q("sum", "total repair cost in 2023?", "number", total(year(2023), "cost"), "sum of Repair cost, 2023")
q("sum", "How many trips were cancelled altogether on Line 6 because of collisions with cars?", "number",
  sum(r["trips"] for r in on("Line 6") if r["cause"] == "Collision with car"), "sum of Trips cancelled")
q("sum", "add up the seats of all the bellori novas", "number", sum(r["seats"] for r in V if r["model"] == "Bellori Nova"),
  "sum of Seats of the model")
# average
q("average", "average delay of major incidents?", "number", mean([r for r in I if r["severity"] == "major"], "delay"),
  "mean of the recorded delays, severity major")
q("average", "What was the mean purchase cost, in million euros, of the trams built in 2018 or later?", "number",
  mean([r for r in V if r["year"] >= 2018], "cost"), "mean of Purchase cost, Year built >= 2018")
q("average", "avrage number of seats, skarne S40 and S60 trams taken together", "number",
  mean([r for r in V if r["model"] in ("Skarne S40", "Skarne S60")], "seats"), "mean of Seats of both models")
# min_max
q("min_max", "longest delay in minutes on Line 1?", "number", max(known(on("Line 1"), "delay")), "max delay_min, Line 1")
q("min_max", "What is the lowest odometer reading among the trams that were built before 2009?", "number",
  min(known([r for r in V if r["year"] < 2009], "km")), "min of Odometer, Year built < 2009")
q("min_max", "oldest date in the last overhaul column", "values", min(known(V, "overhaul")), "earliest Last overhaul")
# superlative
q("superlative", "which line had the most incidents?", "values", best(by(I, "line")), "most rows")
q("superlative", "Which tram has covered the most kilometres?", "values",
  best({r["name"]: r["km"] for r in V if r["km"] is not None}), "largest Odometer")
q("superlative", "stop with the most incidents nearby", "values", best(by(I, "stop")), "most frequent nearest_stop")
q("superlative", "Which cause of incidents led to the highest total repair cost in 2024?", "values",
  best(sums(year(2024), "cause", "cost")), "largest sum of Repair cost, 2024")
# top_k
q("top_k", "three most expensive trams", "values", best({r["name"]: r["cost"] for r in V if r["cost"] is not None}, 3),
  "three largest purchase costs")
q("top_k", "Which five incidents caused the longest delays? Please give me their refs.", "values",
  best({r["ref"]: r["delay"] for r in I if r["delay"] is not None}, 5), "five largest delays")
q("top_k", "top 3 causes by nr of incidents", "values", best(by(I, "cause"), 3), "three most frequent causes")
q("top_k", "Give me the two lines with the fewest incidents over the whole period.", "values",
  best(by(I, "line"), 2, low=True), "two smallest counts; every line has incidents")
# comparison
q("comparison", "Did Line 1 or Line 9 have more incidents?", "values",
  best({k: v for k, v in by(I, "line").items() if k in ("Line 1", "Line 9")}), "larger count")
q("comparison", "which one seats more people, heron or shelduck", "values",
  best({n: tram[n]["seats"] for n in ("Heron", "Shelduck")}), "larger Seats")
q("comparison", "In 2024, was the total delay in minutes greater on Line 3 or on Line 6?", "values",
  best({k: v for k, v in sums(year(2024), "line", "delay").items() if k in ("Line 3", "Line 6")}), "larger sum of delay_min, 2024")
# difference
q("difference", "How many more seats does Heron have than Wagtail?", "number", tram["Heron"]["seats"] - tram["Wagtail"]["seats"],
  "Seats of Heron less those of Wagtail")
q("difference", "What is the difference in euros between the total repair costs of 2023 and those of 2024?", "number",
  round(abs(total(year(2023), "cost") - total(year(2024), "cost")), 2), "difference of the two sums")
q("difference", "gap between the dearest and the cheapest tram we bought, in million euro", "number",
  round(max(known(V, "cost")) - min(known(V, "cost")), 2), "max less min of Purchase cost")
# percent
q("percent", "what percentage of incidents were minor?", "number", share(I, lambda r: r["severity"] == "minor"), "severity minor of all")
q("percent", "What share of the incidents on Line 2 was caused by passenger illness, in percent?", "number",
  share(on("Line 2"), lambda r: r["cause"] == "Passenger illness"), "cause of the rows of Line 2")
q("percent", "of all the vehicles on the list, how many percent are low floor", "number", share(V, lambda r: r["low"]), "Low floor Y of all")
# group_by
q("group_by", "incidents per line", "table", by(I, "line"), "rows of each line")
q("group_by", "average number of seats by model", "table", means(V, "model", "seats"), "mean Seats of each model")
q("group_by", "Show me the total number of cancelled trips for each cause of incident.", "table", sums(I, "cause", "trips"),
  "sum of Trips cancelled of each cause")
q("group_by", "I'm writing the yearly report. How many incidents did we have in each quarter of 2024?", "table",
  Counter(f"2024-Q{(r['date'].month + 2) // 3}" for r in year(2024)), "rows of each quarter")
# group_superlative
q("group_superlative", "For each model, which tram has the highest mileage?", "table",
  {k: one(best({r["name"]: r["km"] for r in g if r["km"] is not None})) for k, g in group(V, itemgetter("model")).items()},
  "largest Odometer of each model")
q("group_superlative", "For every line, give me the reference of the incident that caused the longest delay.", "table",
  {k: one(best({r["ref"]: r["delay"] for r in g if r["delay"] is not None})) for k, g in group(I, itemgetter("line")).items()},
  "largest delay_min of each line")
q("group_superlative", "costliest repair for each severity level, which incident ref was it", "table",
  {k: one(best({r["ref"]: r["cost"] for r in g if r["cost"] is not None})) for k, g in group(I, itemgetter("severity")).items()},
  "largest Repair cost of each severity")
# yes_no
q("yes_no", "Is Kestrel a low-floor tram?", "boolean", tram["Kestrel"]["low"], "Low floor of Kestrel")
q("yes_no", "Was anybody injured in an incident on Line 4 in 2023 or 2024?", "boolean",
  any(r["injured"] for r in on("Line 4") if r["date"].year in (2023, 2024)), "Injured in the rows of Line 4")
q("yes_no", "does central station have bike parking", "boolean", "bike parking" in out("Central Station", "has_facility"),
  "has_facility of Central Station")
# negation
q("negation", "Which lines do not stop at Central Station?", "values", heads("serves") - inn("Central Station", "serves"),
  "lines without serves Central Station")
q("negation", "How many incidents in 2024 were neither door faults nor collisions with a car?", "number",
  sum(r["cause"] not in ("Door fault", "Collision with car") for r in year(2024)), "other causes, 2024")
q("negation", "trams that never show up in the incident list", "values", set(tram) - {r["tram"] for r in I},
  "trams of the vehicle table that no incident names")
q("negation", "Which stops have a lift but no ticket office?", "values",
  inn("lift", "has_facility") - inn("ticket office", "has_facility"), "has_facility lift without ticket office")
# time_point
q("time_point", "who managed Kiln Road Depot in January 2022?", "values",
  robust(names(at("managed_by", date(2022, 1, 1), "Kiln Road Depot"), 2), names(at("managed_by", date(2022, 1, 31), "Kiln Road Depot"), 2)),
  "managed_by that held then")
q("time_point", "Which trams were running on Line 4 as of 1 June 2019?", "values", names(at("runs_on", date(2019, 6, 1), None, "Line 4"), 0),
  "runs_on Line 4 that held on the day")
q("time_point", "where was line 6 based back in 2015? which depot", "values", names(in_year("based_at", 2015, "Line 6"), 2),
  "based_at that held in 2015")
q("time_point", "Who was the Head of Operations on 1 March 2020?", "values", names(at("held_by", date(2020, 3, 1), "Head of Operations"), 2),
  "held_by that held on the day")
# before_after
q("before_after", "who was managing director before Marcus Whitcombe?", "values",
  step(facts("held_by", "Managing Director"), 2, "Marcus Whitcombe", -1), "holder before him")
q("before_after", "Which line did Moorhen run on before it was moved to Line 5?", "values",
  step(facts("runs_on", "Moorhen"), 2, "Line 5", -1), "runs_on before Line 5")
q("before_after", "after anton gruber left kiln road depot, who took over as manger", "values",
  step(facts("managed_by", "Kiln Road Depot"), 2, "Anton Gruber", 1), "manager after him")
q("before_after", "Which drivers came to Viaduct Depot after 1 January 2024?", "values",
  {f[0] for f in facts("works_at", None, "Viaduct Depot") if f[3] > date(2024, 1, 1)}, "works_at that began later")
# duration
q("duration", "How many full years was Ingrid Solberg Managing Director?", "number",
  lasted(one(facts("held_by", "Managing Director", "Ingrid Solberg"))), "full years from start to end")
q("duration", "ralf eberle was boss of Viaduct Depot for how many whole years", "number",
  lasted(one(facts("managed_by", "Viaduct Depot", "Ralf Eberle"))), "full years from start to end")


def months(s, e): return 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)


works = one(facts("has_status", "Gasworks", "closed for works"))
q("duration", "The Gasworks stop was closed for works at one time. For how many full months?", "number",
  robust(months(works[3], works[4]), months(works[3], works[4] + timedelta(days=2))), "full months from start to end")
q("duration", "How many days passed from incident INC-0024 to incident INC-0051?", "number",
  (incident["INC-0051"]["date"] - incident["INC-0024"]["date"]).days, "difference of the dates")
# multi_hop
q("multi_hop", "In which country is the maker of the Skarne S60 based?", "values",
  {n for m in out("Skarne S60", "built_by") for c in out(m, "headquartered_in") for n in out(c, "in_country")},
  "built_by, headquartered_in, in_country")
q("multi_hop", "Which districts does Line 9 run through, going by where its stops are?", "values",
  {d for s in out("Line 9", "serves") for d in out(s, "located_in")}, "serves, located_in")
q("multi_hop", "who trained the person that trained Liam Corrigan", "values",
  {x for p in out("Liam Corrigan", "trained_by") for x in out(p, "trained_by")}, "trained_by twice")
q("multi_hop", "Who currently manages the depot where Line 6 is now based?", "values",
  {f[2] for b in now("based_at", "Line 6") for f in now("managed_by", b[2])}, "based_at, managed_by, both still true")
# cross_source
castlegate = inn("Castlegate", "located_in")
q("cross_source", "number of incidents whose nearest stop is in Castlegate district?", "number",
  sum(r["stop"] in castlegate for r in I), "nearest_stop located_in Castlegate")
q("cross_source", "How many seats do the trams that run on Line 5 at present have in total?", "number",
  sum(tram[f[0]]["seats"] for f in now("runs_on", None, "Line 5")), "Seats of the trams that now run on Line 5")
leipzig = {m for k in inn("Leipzig", "headquartered_in") for m in inn(k, "built_by")}
q("cross_source", "Which of the trams currently running on Line 8 were made by the manufacturer headquartered in Leipzig?", "values",
  {f[0] for f in now("runs_on", None, "Line 8") if tram[f[0]]["model"] in leipzig}, "runs_on now, Model built_by a maker of Leipzig")
pupils = inn("Agnes Thorley", "trained_by")
q("cross_source", "repair bills of incidents with drivers trained by Agnes Thorley. whats the total?", "number",
  total([r for r in I if r["driver"] in pupils], "cost"), "sum of Repair cost of drivers trained_by her")
# unanswerable
q("unanswerable", "How much is a ticket from Harbour Gate to Airport Terminal?", "refuse", [], "no fares in the data")
q("unanswerable", "how old is Agnes Thorley?", "refuse", [], "no ages or birth dates of drivers")
q("unanswerable", "Which stop is used by the most passengers on a weekday?", "refuse", [], "no passenger numbers")
q("unanswerable", "cost of the last overhaul of Merlin", "refuse", [], "only the date of an overhaul is kept")
q("unanswerable", "What salary does the manager of Viaduct Depot earn at the moment?", "refuse", [], "no salaries in the data")
# missing
q("missing", "Which trams have no purchase cost entered?", "values", {r["name"] for r in V if r["cost"] is None}, "empty Purchase cost")
q("missing", "incidents w/o a driver name, give me the refs", "values", {r["ref"] for r in I if not r["driver"]}, "empty Driver")
q("missing", "For how many of the incidents caused by collisions with cars was no repair cost recorded?", "number",
  sum(r["cause"] == "Collision with car" and r["cost"] is None for r in I), "empty Repair cost, that cause")

finish(HERE, Q)
