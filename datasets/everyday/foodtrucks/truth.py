"""Computes every answer of the 'foodtrucks' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("foodtrucks", Q)

crew = [{"name": r["Name"], "job": r["Job title"], "truck": r["Truck"], "town": r["Home town"],
         "start": day(r["Started"], "%d-%b-%Y"), "pay": digits(r["Hourly pay"]), "pay_cell": r["Hourly pay"],
         "hours": num(r["Contract hrs/wk"]), "cert": day(r["Hygiene cert. expires"], "%d-%b-%Y")} for r in records(HERE, "crew.csv")]
shifts = [{"ref": r["Ref"], "date": day(r["Date"], "%d/%m/%Y"), "truck": r["Truck"], "pitch": r["Pitch"], "type": r["Job type"],
           "shift": r["Shift"], "chef": r["Chef on duty"], "covers": num(r["Covers"]), "takings": num(r["Takings (€)"]),
           "food": num(r["Food cost (€)"]), "weather": r["Weather"], "dish": r["Best seller"]} for r in records(HERE, "service_days.csv")]
for s in shifts: s["month"] = f"{s['date']:%Y-%m}"
triples, quintuples = graphs(HERE, "foodtrucks")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)

# the four files agree
assert all({f[2] for f in now("works_on", c["name"])} == ({c["truck"]} - {""}) for c in crew)
assert all(c["start"] == facts("works_on", c["name"])[0][3] for c in crew if facts("works_on", c["name"]))
assert all((s["truck"] in {f[2] for f in at("works_on", s["date"], s["chef"])}) for s in shifts)
assert all([f[2] for f in at("has_status", s["date"], s["truck"])] == ["in service"] for s in shifts)
assert all(s["truck"] in heads("has_on_menu") and s["pitch"] in heads("managed_by") for s in shifts)
assert all(s["dish"] in out(s["truck"], "has_on_menu") | {""} for s in shifts)
assert {(c["name"], c["truck"]) for c in crew if c["job"] == "Head chef"} == {(f[0], f[2]) for f in now("head_chef_of")}
assert {s["date"].year for s in shifts} == {2024}

def S(**w): return [s for s in shifts if all(s[k] == v for k, v in w.items())]
def C(**w): return [c for c in crew if all(c[k] == v for k, v in w.items())]
def person(n): return one(C(name=n))
def m(n): return [s for s in shifts if s["date"].month == n]
def names(rows): return [r["name"] for r in rows]
def full(rows, v):
    assert all(r[v] is not None for r in rows)
    return rows
def months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
def top_each(rows, key, score):
    """the one with the largest score in each group"""
    return {k: one(best(score(g))) for k, g in group(rows, itemgetter(key)).items()}
def often(rows, v): return dict(Counter(r[v] for r in rows if r[v]))

# lookup
q("lookup", "what does Linh Tran get per hour?", "values", person("Linh Tran")["pay_cell"], "Hourly pay of Linh Tran")
q("lookup", "Which dish was the best seller when Dosa Dash traded on Cornmarket Street on 16 August 2024?", "values",
  one(s["dish"] for s in S(truck="Dosa Dash", pitch="Cornmarket Street", date=date(2024, 8, 16))), "Best seller of that row")
q("lookup", "when did brigid coakley start working for us", "values", person("Brigid Coakley")["start"], "Started of Brigid Coakley")

# filter_list
q("filter_list", "Crew members from Cobh?", "values", names(C(town="Cobh")), "Home town is Cobh")
q("filter_list", "Please list the refs of the festival shifts that brought in more than 1,900 euros.", "values",
  [s["ref"] for s in S(type="festival") if s["takings"] > 1900], "Job type festival, takings over 1900")
q("filter_list", "I need the head chefs on a 30 hour contract. who are they", "values", names(C(job="Head chef", hours=30)),
  "Job title Head chef, 30 contract hours")
q("filter_list", "Which servers earn less than €13.30 an hour and are contracted for more than 25 hours a week?", "values",
  names(c for c in C(job="Server") if c["pay"] < 13.3 and c["hours"] > 25), "Servers by pay and contract hours")

# count
q("count", "how many servers do we have?", "number", len(C(job="Server")), "Rows of the crew with job title Server")
q("count", "How many street jobs did Chip Pilot work in the evening?", "number", len(S(truck="Chip Pilot", type="street", shift="evening")),
  "Rows by truck, job type and shift")
q("count", "number of rainy shifts since 1 july", "number", len([s for s in S(weather="rain") if s["date"] >= date(2024, 7, 1)]),
  "Weather rain, July to September")

# sum
q("sum", "total takings at Grand Parade?", "number", total(S(pitch="Grand Parade"), "takings"), "Takings of the pitch added up")
q("sum", "What did we spend on food for Smoky Joan from the start of June to the end of July 2024?", "number",
  total(full([s for s in S(truck="Smoky Joan") if s["date"].month in (6, 7)], "food"), "food"), "Food cost of Smoky Joan in June and July")
q("sum", "covers Banh Mi Bus served in july and august, all together", "number",
  total(full([s for s in S(truck="Banh Mi Bus") if s["date"].month in (7, 8)], "covers"), "covers"), "Covers of Banh Mi Bus in July and August")

# average
q("average", "average hourly pay of line cooks?", "number", mean(C(job="Line cook"), "pay"), "Mean of Hourly pay of the line cooks")
q("average", "What do we take on average on a market shift that runs all day?", "number", mean(S(type="market", shift="all day"), "takings"),
  "Mean takings of all-day market shifts")
q("average", "avg no. of covers on a festival shift", "number", mean(full(S(type="festival"), "covers"), "covers"), "Mean covers of festival shifts")

# min_max
q("min_max", "lowest hourly wage on the crew?", "number", min(known(crew, "pay")), "Smallest Hourly pay")
q("min_max", "What is the largest number of covers we served in a single lunch shift?", "number", max(known(S(shift="lunch"), "covers")),
  "Largest Covers where Shift is lunch")
q("min_max", "hygeine certs: whats the earliest date one of them runs out", "values", min(known(crew, "cert")), "Earliest expiry in the crew table")

# superlative
q("superlative", "Which truck had the highest takings in a single shift?", "values",
  one(s["truck"] for s in shifts if s["ref"] in best({s["ref"]: s["takings"] for s in shifts})), "Truck of the row with the largest takings")
q("superlative", "out of the people still on the crew, who started first", "values", best({c["name"]: c["start"] for c in crew}, low=True),
  "Earliest start date in the crew table")
q("superlative", "Which pitch made the most money from street jobs alone?", "values", best(sums(S(type="street"), "pitch", "takings")),
  "Takings of street jobs added up by pitch")
q("superlative", "We want to print our hit on the menu cards. Which dish has been the best seller on the most shifts?", "values",
  best(often(shifts, "dish")), "Rows counted by best seller")

# top_k
q("top_k", "top 3 trucks by takings", "values", best(sums(shifts, "truck", "takings"), 3), "Takings added up by truck")
q("top_k", "Who are the five best paid people on the crew?", "values", best({c["name"]: c["pay"] for c in crew}, 5), "Largest Hourly pay")
q("top_k", "Which two pitches were used for the fewest shifts?", "values", best(often(shifts, "pitch"), 2, low=True), "Rows counted by pitch")
q("top_k", "give me the 4 biggest shifts at Kent Station Yard by revenue, refs will do", "values",
  best({s["ref"]: s["takings"] for s in S(pitch="Kent Station Yard")}, 4), "Largest takings at the pitch")

# comparison
q("comparison", "Did Pasta Rocket or Seoul Wheels take more money in September?", "values",
  best({t: total([s for s in m(9) if s["truck"] == t], "takings") for t in ("Pasta Rocket", "Seoul Wheels")}), "Takings of both in September")
q("comparison", "who earns more per hour, luca greco or tomasz wilk", "values",
  best({n: person(n)["pay"] for n in ("Luca Greco", "Tomasz Wilk")}), "Hourly pay of both")
q("comparison", "Where do we serve more covers per shift on average, Marina Walk or Kinsale Harbour?", "values",
  best({p: mean(S(pitch=p), "covers") for p in ("Marina Walk", "Kinsale Harbour")}), "Mean covers of both pitches")

# difference
q("difference", "how much more did we take in August than in April?", "number", round(total(m(8), "takings") - total(m(4), "takings"), 2),
  "Takings of August less those of April")
q("difference", "What is the gap in hourly pay between the best paid and the worst paid head chef?", "number",
  round(max(known(C(job="Head chef"), "pay")) - min(known(C(job="Head chef"), "pay")), 2), "Largest less smallest pay of head chefs")
q("difference", "Dosa Dash, most covers in a shift minus fewest covers in a shift", "number",
  max(known(S(truck="Dosa Dash"), "covers")) - min(known(S(truck="Dosa Dash"), "covers")), "Largest less smallest Covers of the truck")

# percent
q("percent", "what percentage of all shifts were street jobs?", "number", share(shifts, lambda s: s["type"] == "street"), "Street rows of all rows")
q("percent", "Looking at festivals only, what percent of the total takings came from Chip Pilot?", "number",
  100 * total(S(type="festival", truck="Chip Pilot"), "takings") / total(S(type="festival"), "takings"), "Chip Pilot's part of the festival takings")
q("percent", "% of the crew that are servers", "number", share(crew, lambda c: c["job"] == "Server"), "Servers of all crew rows")

# group_by
q("group_by", "takings per month", "table", {k: total(g, "takings") for k, g in group(shifts, itemgetter("month")).items()}, "Takings added up by month")
q("group_by", "How many people on the crew have each job title?", "table", often(crew, "job"), "Crew rows counted by job title")
q("group_by", "average takings by weather pls, leave out the shifts where nobody noted the weather", "table",
  means([s for s in shifts if s["weather"]], "weather", "takings"), "Mean takings by Weather, empty ones left out")
assert set(often(S(type="street"), "truck")) == {s["truck"] for s in shifts}
q("group_by", "Show for every truck how many street jobs it worked.", "table", often(S(type="street"), "truck"), "Street rows counted by truck")

# group_superlative
q("group_superlative", "For each job type, which truck took the most in total?", "table",
  top_each(shifts, "type", lambda g: sums(g, "truck", "takings")), "Takings by job type and truck, the largest of each job type")
q("group_superlative", "best paid person on each truck", "table", top_each([c for c in crew if c["truck"]], "truck", lambda g: {c["name"]: c["pay"] for c in g}),
  "Largest Hourly pay among the crew of each truck")
q("group_superlative", "Which truck was our top earner in each month?", "table", top_each(shifts, "month", lambda g: sums(g, "truck", "takings")),
  "Takings by month and truck, the largest of each month")
q("group_superlative", "for lunch, evening and all day: at which pitch did we take the most in one go. Just the pitch for each", "table",
  {k: one(s["pitch"] for s in g if s["ref"] in best({s["ref"]: s["takings"] for s in g})) for k, g in group(shifts, itemgetter("shift")).items()},
  "Pitch of the row with the largest takings of each shift")

# yes_no
q("yes_no", "Did Chip Pilot ever trade at Kinsale Harbour?", "boolean", S(truck="Chip Pilot", pitch="Kinsale Harbour"), "Rows of the truck at the pitch")
q("yes_no", "is anyone on the crew paid over 25 euro an hour", "boolean", [c for c in crew if c["pay"] > 25], "Hourly pay above 25")
q("yes_no", "Is there potato in the masala dosa?", "boolean", "potatoes" in out("Masala Dosa", "made_with"), "made_with of the dish")
q("yes_no", "Has Anna Zielinska ever worked on a truck besides the one she is on now?", "boolean",
  {f[2] for f in facts("works_on", "Anna Zielinska")} - {f[2] for f in now("works_on", "Anna Zielinska")}, "works_on of Anna Zielinska")

# negation
q("negation", "Which pitches never had a festival?", "values", robust(sorted({s["pitch"] for s in shifts} - {s["pitch"] for s in S(type="festival")}),
  sorted(heads("located_in") - {s["pitch"] for s in S(type="festival")})), "Pitches without a festival row")
q("negation", "line cooks who don't work 39 hours", "values", names(c for c in C(job="Line cook") if c["hours"] != 39), "Line cooks with other contract hours")
q("negation", "Which of our trucks have no dish made with potatoes on the menu?", "values",
  [t for t in heads("has_on_menu") if not any("potatoes" in out(d, "made_with") for d in out(t, "has_on_menu"))], "has_on_menu, then made_with")
q("negation", "how many shifts were neither street nor market jobs", "number", len([s for s in shifts if s["type"] not in ("street", "market")]),
  "Rows with another job type")

# time_point
q("time_point", "Who was head chef of Smoky Joan in 2021?", "values", one(f[0] for f in in_year("head_chef_of", 2021, tail="Smoky Joan")), "head_chef_of in 2021")
q("time_point", "wich trucks were kept at togher yard on 1 March 2022", "values", [f[0] for f in at("based_at", date(2022, 3, 1), tail="Togher Yard")],
  "based_at on that day")
q("time_point", "Who owned Crepe Caravan in the summer of 2019?", "values",
  one(robust([f[2] for f in at("owned_by", date(2019, 6, 1), "Crepe Caravan")], [f[2] for f in at("owned_by", date(2019, 9, 22), "Crepe Caravan")])), "owned_by in summer 2019")
q("time_point", "trucks in repair in August 2024?", "values",
  sorted({f[0] for d in range(31) for f in at("has_status", date(2024, 8, 1 + d), tail="in repair")}), "has_status in repair on some day of the month")

# before_after
q("before_after", "who ran the kitchen of dosa dash as head chef before Meera Nair", "values", step(facts("head_chef_of", tail="Dosa Dash"), 0, "Meera Nair", -1),
  "The fact before in head_chef_of")
q("before_after", "Which main supplier did Chip Pilot switch to after Ballynacourty Catch?", "values",
  step(facts("main_supplier", "Chip Pilot"), 2, "Ballynacourty Catch", 1), "The fact after in main_supplier")
q("before_after", "Where was Chip Pilot parked before it moved to Togher Yard?", "values", step(facts("based_at", "Chip Pilot"), 2, "Togher Yard", -1),
  "The fact before in based_at")
q("before_after", "I'm updating the website. Which people became head chef of a truck after the end of 2023?", "values",
  [f[0] for f in facts("head_chef_of") if f[3] > date(2023, 12, 31)], "head_chef_of that starts in 2024 or later")

# duration
q("duration", "For how many full years was Noel Tangney head chef of Chip Pilot?", "number", lasted(one(facts("head_chef_of", "Noel Tangney"))), "Full years of the fact")
q("duration", "how long did Suresh Pillai own Dosa Dash, in whole years", "number", lasted(one(facts("owned_by", "Dosa Dash", "Suresh Pillai"))), "Full years of the fact")
dh = one(facts("head_chef_of", "Declan Hurley", "Chip Pilot"))
q("duration", "Declan Hurley's time as head chef on Chip Pilot in complete months?", "number",
  robust(months(dh[3], dh[4]), months(dh[3], dh[4] + timedelta(1)), months(dh[3], dh[4] - timedelta(1))), "Full months of the fact")
q("duration", "How many days after Ciara Lyne became a head chef did Brigid Coakley become one?", "number",
  (one(facts("head_chef_of", "Brigid Coakley"))[3] - one(facts("head_chef_of", "Ciara Lyne"))[3]).days, "Days between the two starts")

# multi_hop
gd = out("Gearagh Dairy", "supplies")
q("multi_hop", "Which trucks have a dish made with something that Gearagh Dairy supplies?", "values",
  [t for t in heads("has_on_menu") if any(out(d, "made_with") & gd for d in out(t, "has_on_menu"))], "supplies, made_with, has_on_menu")
q("multi_hop", "what town is the firm in that supplies us with crab?", "values", out(one(inn("crab", "supplies")), "based_in"), "supplies, based_in")
q("multi_hop", "allergens in the gruyere galette", "values", {a for i in out("Gruyere Galette", "made_with") for a in out(i, "contains_allergen")},
  "made_with, contains_allergen")
q("multi_hop", "Who trained the person that trained Anand Kurup?", "values", out(one(out("Anand Kurup", "trained_by")), "trained_by"), "trained_by twice")

# cross_source
q("cross_source", "How much have we taken in total at the pitches managed by the Lee Harbour Trust?", "number",
  total([s for s in shifts if s["pitch"] in inn("Lee Harbour Trust", "managed_by")], "takings"), "managed_by, then takings")
may = robust(sorted(f[0] for f in at("based_at", date(2024, 5, 1), tail="Togher Yard")), [f[0] for f in at("based_at", date(2024, 5, 31), tail="Togher Yard")])
q("cross_source", "what did the trucks that are based at Togher Yard take altogether in may 2024", "number",
  total([s for s in m(5) if s["truck"] in robust(may, sorted(f[0] for f in now("based_at", tail="Togher Yard")))], "takings"), "based_at, then takings of May")
q("cross_source", "average hourly pay of those Declan Hurley trained", "number", mean([person(p) for p in inn("Declan Hurley", "trained_by")], "pay"),
  "trained_by, then Hourly pay")
rf = one(facts("main_supplier", "Chip Pilot", "Ridge Farm"))
q("cross_source", "How many shifts has Chip Pilot done since Ridge Farm became its main supplier?", "number",
  robust(len([s for s in S(truck="Chip Pilot") if s["date"] >= rf[3]]), len([s for s in S(truck="Chip Pilot") if s["date"] > rf[3]])), "main_supplier, then rows from its start")

# missing
q("missing", "Which shifts have no covers entered? The refs, please.", "values", [s["ref"] for s in shifts if s["covers"] is None], "Covers is empty")
q("missing", "who on the crew has no hygiene cert date", "values", names(C(cert=None)), "Hygiene cert. expires is empty")
q("missing", "How many shifts are missing their food cost?", "number", len(S(food=None)), "Food cost is empty")

# unanswerable
q("unanswerable", "How much did we collect in tips at Blackrock Pier in August?", "refuse", [], "Tips are nowhere in the data")
q("unanswerable", "whats the mileage on Seoul Wheels", "refuse", [], "No mileage in the data")
q("unanswerable", "Who was the head chef of Pasta Rocket in 2015?", "refuse", [], "The records of Pasta Rocket begin in 2019")
assert min(f[3] for f in quintuples if "Pasta Rocket" in (f[0], f[2])).year == 2019
q("unanswerable", "What daily rent do we pay for the pitch at Cobh Promenade?", "refuse", [], "No rents in the data")
q("unanswerable", "how old is Eoin Sugrue?", "refuse", [], "No ages or birth dates in the data")

finish(HERE, Q)
