"""Computes every answer of the 'policeforce' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("policeforce", Q)

INC = [{"no": r["Incident No"], "date": day(r["Date Reported"], "%d/%m/%Y"), "type": r["Type"], "stn": r["Handling Stn"],
        "officer": r["Attending Officer"], "veh": r["Vehicle (call sign)"], "min": num(r["Resp. time (min)"]),
        "loss": digits(r["Est. loss"]), "out": r["Outcome"]} for r in records(HERE, "incidents.csv")]
VEH = [dict(r, date_bought=iso(r["date_bought"]), purchase_price=num(r["purchase_price"]), mileage=num(r["mileage"]))
       for r in records(HERE, "vehicles.csv")]
triples, quintuples = graphs(HERE, "policeforce")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
assert len({r["no"] for r in INC}) == len(INC) and len({r["call_sign"] for r in VEH}) == len(VEH)
OFFICERS = heads("works_for")
ML, AB, HS, KR, PG, SM, FG = (s + " Station" for s in ("Mill Lane", "Abbeyfield", "Harbour Street", "Kiln Road", "Priory Gate",
                                                      "Saltmarket", "Fernleigh Green"))


def inc(year=None, **want):
    return [r for r in INC if (year is None or r["date"].year == year) and all(r[k] == v for k, v in want.items())]


def veh(**want): return [r for r in VEH if all(r[k] == v for k, v in want.items())]


def nos(rows): return [r["no"] for r in rows]


def signs(rows): return [r["call_sign"] for r in rows]


def counts(rows, key): return Counter(r[key] for r in rows if r[key])


# the sources agree with each other
for o in OFFICERS:
    base = {s for u in out(o, "works_for") for s in out(u, "based_at")}
    assert base == {f[2] for f in now("stationed_at", o)} and len(now("holds_rank", o)) == 1, o
for f in now("assigned_to"):
    assert out(f[2], "based_at") == {one(veh(call_sign=f[0]))["base_station"]}, f
assert {r["officer"] for r in INC} - {""} <= OFFICERS and {r["veh"] for r in INC} - {""} <= set(signs(VEH))
for r in INC:
    assert not at("has_status", r["date"], r["veh"]) or not r["veh"], r

# lookup
q("lookup", "Who attended incident WX24-0328?", "values", one(inc(no="WX24-0328"))["officer"], "cell of that row")
q("lookup", "reg plate of Tango 73?", "values", one(veh(call_sign="Tango 73"))["reg_plate"], "cell of that row")
q("lookup", "What was the outcome of the vehicle theft that was reported on 6 August 2024 and handled by Fernleigh Green Station?",
  "values", one(inc(date=date(2024, 8, 6), type="Vehicle theft", stn=FG))["out"], "the only such incident")
q("lookup", "which team is Katie Broadhurst in", "values", out("Katie Broadhurst", "works_for"), "works_for in the graph")

# filter_list
q("filter_list", "Which 4x4s were bought before 2021?", "values",
  signs(r for r in veh(vehicle_type="4x4") if r["date_bought"].year < 2021), "type and year of purchase")
q("filter_list", "Please list the incident numbers of the burglaries handled by Priory Gate Station with an estimated loss of more than £2,000.",
  "values", nos(r for r in inc(type="Burglary", stn=PG) if r["loss"] and r["loss"] > 2000), "type, station and loss")
q("filter_list", "show me all the electric vehiclse", "values", signs(veh(fuel="Electric")), "fuel is Electric")
q("filter_list", "Which officers are trained in negotiation or firearms?", "values",
  inn("Negotiation", "trained_in") | inn("Firearms", "trained_in"), "trained_in, both skills")

# count
q("count", "how many incidents in 2024?", "number", len(inc(2024)), "rows of that year")
q("count", "How many of the vehicle thefts reported in 2024 ended with no further action?", "number",
  len(inc(2024, type="Vehicle theft", out="No further action")), "type, year and outcome")
q("count", "number of diesel vehicles based at saltmarket", "number", len(veh(fuel="Diesel", base_station=SM)), "fuel and base")
q("count", "I'm doing a head count for the rota. How many constables do we have right now?", "number",
  len({f[0] for f in now("holds_rank", tail="Constable")}), "open holds_rank facts")

# sum
q("sum", "total estimated loss from burglaries in 2025?", "number", total(inc(2025, type="Burglary"), "loss"), "sum of the losses")
q("sum", "How much did all the vans cost us to buy, excluding the dog vans?", "number",
  total(veh(vehicle_type="Van"), "purchase_price"), "sum of the prices of type Van")
q("sum", "What is the combined mileage of the unmarked cars based at Priory Gate Station?", "number",
  total(veh(vehicle_type="Unmarked car", base_station=PG), "mileage"), "sum of the mileages")
q("sum", "fraud at abbeyfield, how much money was lost altogether", "number", total(inc(type="Fraud", stn=AB), "loss"), "sum of the losses")

# average
q("average", "average response time for road collisions?", "number", mean(inc(type="Road collision"), "min"), "mean of known times")
q("average", "What was the mean estimated loss of the vehicle thefts that were reported in 2024?", "number",
  mean(inc(2024, type="Vehicle theft"), "loss"), "mean of known losses")
q("average", "avg price of an unmarked car", "number", mean(veh(vehicle_type="Unmarked car"), "purchase_price"), "mean of prices")
q("average", "On average, how many minutes did Gareth Lintott need to get to the incidents he attended in 2025?", "number",
  mean(inc(2025, officer="Gareth Lintott"), "min"), "mean of known times")

# min_max
q("min_max", "longest response time on record, in minutes?", "number", max(known(INC, "min")), "maximum of the column")
q("min_max", "whats the lowest milage of the dog vans", "number", min(known(veh(vehicle_type="Dog van"), "mileage")), "minimum of the column")
q("min_max", "When was the first of our motorbikes bought?", "values",
  min(known(veh(vehicle_type="Motorcycle"), "date_bought")), "earliest date of type Motorcycle")

# superlative
q("superlative", "Which station handled the most incidents?", "values", best(counts(INC, "stn")), "rows by station")
q("superlative", "Which vehicle has the most miles on the clock?", "values",
  best({r["call_sign"]: r["mileage"] for r in VEH if r["mileage"]}), "largest mileage")
q("superlative", "whos the officer who went to the most burglaries", "values",
  best(counts(inc(type="Burglary"), "officer")), "rows by officer")

# top_k
prices = {r["call_sign"]: r["purchase_price"] for r in VEH if r["purchase_price"]}
q("top_k", "top 3 most expensive vehicles", "values", best(prices, 3), "three largest prices")
q("top_k", "Which five incidents reported in 2025 had the highest estimated loss? I need the incident numbers.", "values",
  best({r["no"]: r["loss"] for r in inc(2025) if r["loss"]}, 5), "five largest losses of the year")
q("top_k", "the two officers who attended the most incidents overall?", "values", best(counts(INC, "officer"), 2), "rows by officer")
q("top_k", "Which 2 types of incident have the shortest average response time?", "values",
  best(means(INC, "type", "min"), 2, low=True), "two smallest means")

# comparison
q("comparison", "What happens more often here, burglary or shoplifting?", "values",
  best({t: len(inc(type=t)) for t in ("Burglary", "Shoplifting")}), "rows of the two types")
q("comparison", "Did Harbour Street Station or Mill Lane Station handle more incidents in 2024?", "values",
  best({s: len(inc(2024, stn=s)) for s in (HS, ML)}), "rows of the two stations")
q("comparison", "who made sergeant first, Hannah Ostler or Eleri Probert", "values",
  best({o: one(facts("holds_rank", o, "Sergeant"))[3] for o in ("Hannah Ostler", "Eleri Probert")}, low=True), "earlier start as Sergeant")

# difference
bikes = known(veh(vehicle_type="Motorcycle"), "purchase_price")
q("difference", "How many more incidents were reported in 2024 than in 2025?", "number", len(inc(2024)) - len(inc(2025)), "rows of the two years")
q("difference", "price gap between the dearest and the cheapest motorcycle?", "number", max(bikes) - min(bikes), "maximum less minimum")
q("difference", "By how many minutes is the average response time to vehicle thefts longer than the one to burglaries?", "number",
  mean(inc(type="Vehicle theft"), "min") - mean(inc(type="Burglary"), "min"), "difference of the means of known times")

# percent
q("percent", "What percentage of all recorded incidents were shoplifting?", "number", share(INC, lambda r: r["type"] == "Shoplifting"), "share of rows")
q("percent", "share of the fleet that runs on diesel, in %", "number", share(VEH, lambda r: r["fuel"] == "Diesel"), "share of rows")
q("percent", "Of the incidents reported in 2025, what per cent were handled by Fernleigh Green Station?", "number",
  share(inc(2025), lambda r: r["stn"] == FG), "share of the rows of the year")

# group_by
q("group_by", "incidents per station in 2025", "table", counts(inc(2025), "stn"), "rows by station")
q("group_by", "I need the average purchase price for each type of vehicle.", "table", means(VEH, "vehicle_type", "purchase_price"),
  "mean of known prices by type")
q("group_by", "How many officers work for each unit?", "table", Counter(u for o in OFFICERS for u in out(o, "works_for")), "works_for facts by unit")

# group_superlative
q("group_superlative", "For each vehicle type, which vehicle has the highest mileage?", "table",
  {t: one(best({r["call_sign"]: r["mileage"] for r in g if r["mileage"]})) for t, g in group(VEH, itemgetter("vehicle_type")).items()},
  "largest mileage within the type")
q("group_superlative", "priciest vehicle at every base station", "table",
  {s: one(best({r["call_sign"]: r["purchase_price"] for r in g if r["purchase_price"]})) for s, g in group(VEH, itemgetter("base_station")).items()},
  "largest price within the station")
q("group_superlative", "Per handling station, what is the number of the incident with the biggest estimated loss?", "table",
  {s: one(best({r["no"]: r["loss"] for r in g if r["loss"]})) for s, g in group(INC, itemgetter("stn")).items()},
  "largest loss within the station")

# yes_no
q("yes_no", "Is the front counter at Priory Gate Station open at the moment?", "boolean",
  bool(now("has_status", PG, "Front Counter Open")), "open has_status fact")
q("yes_no", "Did Femi Adebanjo attend any burglaries in 2025?", "boolean",
  bool(inc(2025, type="Burglary", officer="Femi Adebanjo")), "rows of officer, type and year")
q("yes_no", "does ravi sandhu answer to priya venkatesan", "boolean", "Priya Venkatesan" in out("Ravi Sandhu", "reports_to"), "reports_to")

# negation
q("negation", "Which officers work for a unit that is not part of the Operations Department?", "values",
  {o for o in OFFICERS if "Operations Department" not in {d for u in out(o, "works_for") for d in out(u, "part_of")}}, "works_for, part_of")
q("negation", "which motorcycles are not at priory gate", "values",
  signs(r for r in veh(vehicle_type="Motorcycle") if r["base_station"] != PG), "other base")
q("negation", "Not everyone goes out on jobs. Which officers who work for one of our units have never attended an incident?", "values",
  OFFICERS - {r["officer"] for r in INC}, "officers of the graph who are in no row")
q("negation", "How many incidents in 2025 were something other than shoplifting or burglary?", "number",
  len([r for r in inc(2025) if r["type"] not in ("Shoplifting", "Burglary")]), "rows of the other types")

# time_point
june = at("in_charge_of", date(2017, 6, 1), tail=ML)
q("time_point", "Who was in charge of Mill Lane Station in June 2017?", "values",
  robust([f[0] for f in june], [f[0] for f in at("in_charge_of", date(2017, 6, 30), tail=ML)]), "in_charge_of on that day")
q("time_point", "what rank did Siobhan Keaney hold on 1 January 2016", "values",
  [f[2] for f in at("holds_rank", date(2016, 1, 1), "Siobhan Keaney")], "holds_rank on that day")
q("time_point", "Which vehicles were assigned to the Serious Crime Team at the end of 2022?", "values",
  [f[0] for f in at("assigned_to", date(2022, 12, 31), tail="Serious Crime Team")], "assigned_to on 31 December")
q("time_point", "Who was posted to Harbour Street in March 2020?", "values",
  robust([f[0] for f in at("stationed_at", date(2020, 3, 1), tail=HS)], [f[0] for f in at("stationed_at", date(2020, 3, 31), tail=HS)]),
  "stationed_at in that month")

# before_after
q("before_after", "who ran Saltmarket Station before Douglas Hembrow", "values",
  step(facts("in_charge_of", tail=SM), 0, "Douglas Hembrow", -1), "previous in_charge_of")
q("before_after", "Which vehicles that were bought after 1 January 2023 cost more than £30,000?", "values",
  signs(r for r in VEH if r["date_bought"] > date(2023, 1, 1) and (r["purchase_price"] or 0) > 30000), "date and price")
q("before_after", "Where was Tomasz Wierzba moved to right after Priory Gate Station?", "values",
  step(facts("stationed_at", "Tomasz Wierzba"), 2, PG, 1), "next stationed_at")
q("before_after", "Kilo 21 is with Response Team B now. Which unit had it just before?", "values",
  step(facts("assigned_to", "Kilo 21"), 2, "Response Team B", -1), "previous assigned_to")

# duration
off = {f[0]: f for f in facts("has_status", tail="Off Road")}
months = lambda s, e: (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
q("duration", "For how many full years was Ronald Tasker in charge of Harbour Street Station?", "number",
  lasted(one(facts("in_charge_of", "Ronald Tasker", HS))), "start to end")
q("duration", "how many whole months was tango 72 off the road?", "number",
  robust(months(*off["Tango 72"][3:]), months(off["Tango 72"][3], off["Tango 72"][4] + timedelta(days=1))), "start to end")
q("duration", "Alan Purvis at Abbeyfield, how long was he in charge? full years", "number",
  lasted(one(facts("in_charge_of", "Alan Purvis", AB))), "start to end")
q("duration", "How many days after Kilo 21 went off the road did Mike 41 go off the road too?", "number",
  (off["Mike 41"][3] - off["Kilo 21"][3]).days, "between the two starts")

# multi_hop
q("multi_hop", "In which town is the station where the Dog Section is based?", "values",
  {t for s in out("Dog Section", "based_at") for t in out(s, "located_in")}, "based_at, located_in")
q("multi_hop", "Which district is the workshop in that looks after Kilo 15?", "values",
  {d for w in out("Kilo 15", "maintained_by") for t in out(w, "located_in") for d in out(t, "in_district")},
  "maintained_by, located_in, in_district")
q("multi_hop", "boss of the officer who handles the dog Juno?", "values",
  {b for o in out("Juno", "handled_by") for b in out(o, "reports_to")}, "handled_by, reports_to")
castle = {u for s in inn("Castleholt", "located_in") for u in inn(s, "based_at")}
q("multi_hop", "Which officers belong to units that are based in Castleholt?", "values",
  {o for u in castle for o in inn(u, "works_for")}, "located_in, based_at, works_for")

# cross_source
rpu = inn("Roads Policing Unit", "works_for")
q("cross_source", "How many incidents were attended by members of the Roads Policing Unit?", "number",
  len([r for r in INC if r["officer"] in rpu]), "works_for, then rows of those officers")
northgate = [one(veh(call_sign=v)) for v in inn("Northgate Motors", "maintained_by")]
assert all(r["mileage"] is not None for r in northgate)
q("cross_source", "total mileage of everything Northgate Motors maintains?", "number", total(northgate, "mileage"), "maintained_by, then mileages")
case = one(inc(no="WX24-0189"))
q("cross_source", "What rank did the officer who attended incident WX24-0189 hold on the day it was reported?", "values",
  [f[2] for f in at("holds_rank", case["date"], case["officer"])], "officer of the row, holds_rank on that date")
q("cross_source", "Some of our vehicles are off the road at the moment. What did those cost to buy in total?", "number",
  total([one(veh(call_sign=f[0])) for f in now("has_status", tail="Off Road")], "purchase_price"), "open Off Road facts, then prices")

# missing
q("missing", "Which incidents have no outcome recorded yet? Incident numbers please", "values", nos(inc(out="")), "empty cell")
q("missing", "vehicles with no mileage entered", "values", signs(veh(mileage=None)), "empty cell")
q("missing", "Give me the numbers of all incidents for which the attending officer was left blank.", "values", nos(inc(officer="")), "empty cell")

# unanswerable
q("unanswerable", "What is Margaret Oyelaran's salary?", "refuse", [], "no pay in the data")
q("unanswerable", "how old is Nadia Kowal", "refuse", [], "no ages or birthdays in the data")
q("unanswerable", "What colour is Romeo 62?", "refuse", [], "no colours in the data")
q("unanswerable", "Who was the suspect in the burglary with incident number WX24-0489?", "refuse", [], "no suspects in the data")
q("unanswerable", "dog section budget for 2024?", "refuse", [], "no budgets in the data")

finish(HERE, Q)
