"""Computes every answer of the 'watertaxi' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("watertaxi", Q)

trips = [{"id": r["trip_no"], "date": iso(r["date"]), "year": int(r["date"][:4]), "month": r["date"][:7], "boat": r["boat"],
          "by": r["skipper"], "type": r["trip_type"], "pier": r["from_pier"], "pax": num(r["passengers"]),
          "min": num(r["minutes"]), "fare": num(r["fare_eur"]), "tips": num(r["tips_eur"]), "pay": r["paid_by"]}
         for r in records(HERE, "trips.csv")]
boats = [{"name": r["Boat"], "class": r["Class"], "fuel": r["Fuel"], "cap": num(r["Capacity"]), "built": int(r["Built"]),
          "cost": num(r["Hourly Cost (€)"]), "len": num(r["Length (m)"]), "survey": day(r["Next Survey"], "%d/%m/%Y")}
         for r in records(HERE, "boats.csv")]
K, T = graphs(HERE, "watertaxi")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
B = {b["name"]: b for b in boats}
TR = {t["id"]: t for t in trips}
piers, skippers = heads("located_in"), heads("lives_in")

# the four files go together
assert len(B) == len(boats) and len(TR) == len(trips)
assert {t["boat"] for t in trips} <= set(B) == heads("moored_at") == heads("engine_made_by")
assert {t["by"] for t in trips} == skippers and {t["pier"] for t in trips} == piers
assert {(f[0], f[2]) for f in now("owned_by")} == {(h, t) for h, x, t in K if x == "owned_by"}
assert all(t["pax"] is None or t["pax"] <= B[t["boat"]]["cap"] for t in trips)
assert all(t["year"] >= B[t["boat"]]["built"] for t in trips)
for rel in ("captain_of", "manager_of", "managing_director_of"):  # one at a time
    for tail in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=tail)
        assert all(a[4] < b[3] for a, b in zip(fs, fs[1:])), tail
for s in {f[0] for f in facts("has_status")}:
    assert not [t["id"] for t in trips if t["boat"] == s and any(f[0] == s for f in at("has_status", t["date"], s))], s


def of(rows, **want): return [r for r in rows if all(r[k] == v for k, v in want.items())]
def names(rows, k="name"): return [r[k] for r in rows]
def in_district(d): return inn(d, "located_in")
def no_blank(rows, *ks): assert all(r[k] not in (None, "") for r in rows for k in ks); return rows


# lookup
q("lookup", "who was at the helm on trip T3313?", "values", TR["T3313"]["by"], "skipper of that row")
q("lookup", "capacity Queen of Vallmar", "number", B["Queen of Vallmar"]["cap"], "her row of the boats")
q("lookup", "Good morning, could you kindly tell me at which pier the Calypso is moored? Thank you so much.", "values",
  one(out("Calypso", "moored_at")), "moored_at")
q("lookup", "when is harlequin due for its next survey", "values", B["Harlequin"]["survey"], "Next Survey of the row")

# filter_list
q("filter_list", "Give me all the boats built before 1990.", "values", names(b for b in boats if b["built"] < 1990), "built")
q("filter_list", "which skipers speak german", "values", inn("German", "speaks"), "speaks")
q("filter_list", "cash airport transfers in 2024 - trip numbers pls", "values",
  names(of(trips, type="Airport Transfer", pay="Cash", year=2024), "id"), "trip type, payment and year")
q("filter_list", "I am planning a party for 95 guests. Which boats are big enough to take all of us at once?", "values",
  names(b for b in boats if b["cap"] >= 95), "capacity of 95 or more")

# count
q("count", "How many trips did Yusuf Demir do in 2025?", "number", len(of(trips, by="Yusuf Demir", year=2025)), "skipper and year")
q("count", "I need the number of private charters that set off from Customs House Steps.", "number",
  len(of(trips, type="Private Charter", pier="Customs House Steps")), "trip type and pier")
q("count", "how many different people have skippered the Puffin on the trips in our list", "number",
  len({t["by"] for t in of(trips, boat="Puffin")}), "different skippers of the boat's trips")

# sum
q("sum", "how much did we earn from fares in june 2024", "number", total(of(trips, month="2024-06"), "fare"), "fares of that month")
q("sum", "How many passengers did the Heron carry altogether?", "number",
  total(no_blank(of(trips, boat="Heron"), "pax"), "pax"), "sum of the passengers of its trips")
q("sum", "viktor hruska tips total, card trips only", "number", total(of(trips, by="Viktor Hruska", pay="Card"), "tips"), "skipper and payment")
q("sum", "Suppose every sailing yacht in the fleet went out full on the same evening. How many people would be on the water?",
  "number", total(of(boats, **{"class": "Sailing Yacht"}), "cap"), "sum of the capacities of the class")

# average
q("average", "avg fare for a harbour tour?", "number", mean(of(trips, type="Harbour Tour"), "fare"), "mean fare of the type")
q("average", "On average, how many people were aboard a sunset cruise?", "number",
  mean(no_blank(of(trips, type="Sunset Cruise"), "pax"), "pax"), "mean passengers of the type")
q("average", "airport transfer takes how long normaly? i mean the average in minutes", "number",
  mean(of(trips, type="Airport Transfer"), "min"), "mean minutes of the type")
q("average", "What does it cost per hour, on average, to run one of our catamarans?", "number",
  mean(no_blank(of(boats, **{"class": "Catamaran"}), "cost"), "cost"), "mean hourly cost of the class")

# min_max
q("min_max", "highest fare we ever charged for one trip", "number", max(known(trips, "fare")), "largest fare")
q("min_max", "What is the smallest number of passengers any harbour tour has gone out with?", "number",
  min(known(of(trips, type="Harbour Tour"), "pax")), "fewest passengers of the type")
q("min_max", "What year was our oldest boat built?", "number", min(names(boats, "built")), "earliest built")
q("min_max", "last time the duchess went out, what day was that", "values", max(names(of(trips, boat="Duchess"), "date")), "latest date of its trips")

# superlative
q("superlative", "which skipper made the most trips?", "values", one(best(Counter(names(trips, "by")))), "trips by skipper")
q("superlative", "Looking only at water taxis, which vessel is cheapest to run per hour?", "values",
  one(best({b["name"]: b["cost"] for b in of(boats, **{"class": "Water Taxi"}) if b["cost"]}, low=True)), "lowest hourly cost in the class")
q("superlative", "longest boat", "values", one(best({b["name"]: b["len"] for b in boats})), "largest length")
q("superlative", "What pier do the most trips start from? I would like to put a kiosk there.", "values",
  one(best(Counter(names(trips, "pier")))), "trips by pier")

# top_k
q("top_k", "5 newest boats", "values", best({b["name"]: b["built"] for b in boats}, 5), "five latest built")
q("top_k", "Name the three skippers who carried the most passengers.", "values", best(sums(trips, "by", "pax"), 3), "three largest sums of passengers")
q("top_k", "what where the four dearest trips of 2025, only the trip number", "values",
  best({t["id"]: t["fare"] for t in of(trips, year=2025)}, 4), "four largest fares of the year")

# comparison
q("comparison", "Which can take more people, Evening Star or Morning Star?", "values",
  one(best({n: B[n]["cap"] for n in ("Evening Star", "Morning Star")})), "their capacities")
q("comparison", "did greta brandt or tomas brandt do more trips", "values",
  one(best({n: len(of(trips, by=n)) for n in ("Greta Brandt", "Tomas Brandt")})), "their numbers of trips")
q("comparison", "In total tips, who did better in 2025: Hanne Solberg or Lucia Ferrante?", "values",
  one(best({n: total(of(trips, by=n, year=2025), "tips") for n in ("Hanne Solberg", "Lucia Ferrante")})), "their sums of tips that year")

# difference
q("difference", "how many years older is Old Tom than Marguerite", "number", B["Marguerite"]["built"] - B["Old Tom"]["built"], "built less built")
q("difference", "By how many euros did the fares of the Lady Augusta exceed those of the Morning Star, taking all their trips together?", "number",
  total(of(trips, boat="Lady Augusta"), "fare") - total(of(trips, boat="Morning Star"), "fare"), "sum less sum")
q("difference", "taxi trips vs harbour tours, how many more of the first", "number",
  len(of(trips, type="Taxi")) - len(of(trips, type="Harbour Tour")), "count less count")

# percent
q("percent", "what % of our trips are harbour tours", "number", share(trips, lambda t: t["type"] == "Harbour Tour"), "share of the rows")
q("percent", "Of all the fare money taken in 2025, what percentage came from private charters?", "number",
  100 * total(of(trips, year=2025, type="Private Charter"), "fare") / total(of(trips, year=2025), "fare"), "sum by sum")
q("percent", "electric part of the fleet in percent, counted in boats", "number", share(boats, lambda b: b["fuel"] == "Electric"), "share of the boats")

# group_by
q("group_by", "fare income per type of trip", "table", sums(trips, "type", "fare"), "sum of fares by type")
q("group_by", "How many boats do we have in each class?", "table", Counter(names(boats, "class")), "boats by class")
q("group_by", "average capacity for diesel, electric and hybrid", "table", means(boats, "fuel", "cap"), "mean capacity by fuel")
q("group_by", "Please make me a list of the districts with the number of piers in each.", "table",
  {d: len(in_district(d)) for p in piers for d in out(p, "located_in")}, "located_in by district")

# group_superlative
q("group_superlative", "For every class of boat, which vessel holds the most people?", "table",
  {c: one(best({b["name"]: b["cap"] for b in g})) for c, g in group(boats, itemgetter("class")).items()}, "largest capacity by class")
q("group_superlative", "trip with highest fare for each trip type (trip no)", "table",
  {c: one(best({t["id"]: t["fare"] for t in g})) for c, g in group(trips, itemgetter("type")).items()}, "largest fare by type")
q("group_superlative", "2024 and 2025 seperately: who had the most passengers each year, by skipper", "table",
  {y: one(best(sums(g, "by", "pax"))) for y, g in group(trips, itemgetter("year")).items()}, "largest sum of passengers by year")

# yes_no
q("yes_no", "Does Opera Steps have a charging point?", "boolean", "charging point" in out("Opera Steps", "has_facility"), "has_facility")
assert not facts("captain_of", "Ines Duval", "Pilgrim")
q("yes_no", "has ines duval ever skippered the pilgrim", "boolean", of(trips, by="Ines Duval", boat="Pilgrim"), "trips of both")
q("yes_no", "any boat for more than 140 passengers?", "boolean", [b for b in boats if b["cap"] > 140], "capacity")
q("yes_no", "Is it true that all the sailing yachts were built before 2000?", "boolean",
  all(b["built"] < 2000 for b in of(boats, **{"class": "Sailing Yacht"})), "built of the class")

# negation
q("negation", "Which boats do not appear in the trip list at all?", "values", set(B) - {t["boat"] for t in trips}, "boats less those with trips")
q("negation", "piers without ticket office", "values", piers - inn("ticket office", "has_facility"), "piers less those with it")
q("negation", "who among the skippers speaks no english?", "values", skippers - inn("English", "speaks"), "skippers less those who do")
q("negation", "Taxi trips from the Fishmarket Quay that were paid some other way than by card - trip numbers, please.", "values",
  names((t for t in no_blank(of(trips, type="Taxi", pier="Fishmarket Quay"), "pay") if t["pay"] != "Card"), "id"), "type, pier and another payment")

# time_point
q("time_point", "Who captained the Sea Biscuit in 2015?", "values", names(in_year("captain_of", 2015, tail="Sea Biscuit"), 0), "captain_of in that year")
q("time_point", "manager of customs house steps on 1 march 2010", "values", names(at("manager_of", date(2010, 3, 1), tail="Customs House Steps"), 0), "manager_of on that day")
q("time_point", "which boats were laid up at christmas 2020", "values", names(at("has_status", date(2020, 12, 25)), 0), "has_status on that day")
assert {f[2] for f in at("has_status", date(2020, 12, 25))} == {"laid up"}
q("time_point", "The Calypso has not always had the same owner. Whose was she in August 2018?", "values",
  names(at("owned_by", date(2018, 8, 1), "Calypso"), 2), "owned_by at that time")

# before_after
q("before_after", "Who ran Opera Steps before Claire Moretti?", "values", step(facts("manager_of", tail="Opera Steps"), 0, "Claire Moretti", -1), "the fact before hers")
q("before_after", "ingrid aalto left vallmar boat company as managing director.. who got the job next", "values",
  step(facts("managing_director_of", tail="Vallmar Boat Company"), 0, "Ingrid Aalto", 1), "the fact after hers")
q("before_after", "People who became captain of a boat after 1 July 2021", "values",
  names((f for f in facts("captain_of") if f[3] > date(2021, 7, 1)), 0), "captain_of that starts later")
q("before_after", "previous owner of old tom?", "values", step(facts("owned_by", "Old Tom"), 2, "Harbour Trust", -1), "the owner before the present one")

# duration
q("duration", "How many full years was Otto Keller in charge of the North Mole?", "number",
  lasted(one(facts("manager_of", "Otto Keller", "North Mole"))), "end less start of manager_of")
f = one(facts("has_status", "Santa Rita", "in dry dock"))
q("duration", "santa rita in dry dock, how many whole weeks", "number",
  robust((f[4] - f[3]).days // 7, ((f[4] - f[3]).days + 1) // 7), "end less start of the status")
guild = now("member_of", tail="Harbour Pilots' Guild")
q("duration", "Of the skippers who are still in the Harbour Pilots' Guild, who has been a member the longest?", "values",
  one(best({f[0]: f[3] for f in guild}, low=True)), "earliest start of those who have not left")
q("duration", "bridget malone - years as captain on the blue marlin (complete ones)", "number",
  lasted(one(facts("captain_of", "Bridget Malone", "Blue Marlin"))), "end less start of captain_of")

# multi_hop
q("multi_hop", "From which country is the company that made the Kingfisher's engine?", "values",
  one(out(one(out("Kingfisher", "engine_made_by")), "based_in")), "engine_made_by, then based_in")
q("multi_hop", "managing director now of the firm that owns the evening star", "values",
  names(now("managing_director_of", tail=one(out("Evening Star", "owned_by"))), 0), "owned_by, then managing_director_of")
q("multi_hop", "which skippers were trained by somebody living in Northbank", "values",
  {s for m in inn("Northbank", "lives_in") for s in inn(m, "trained_by")}, "lives_in, then trained_by")

# cross_source
rows = no_blank([t for t in trips if t["pier"] in in_district("Belvedere")], "pax")
q("cross_source", "How many passengers in total boarded at the piers of the Belvedere district?", "number", total(rows, "pax"), "district of the pier, then passengers")
q("cross_source", "trips leaving from a pier with a fuel pump: how many", "number",
  sum(t["pier"] in inn("fuel pump", "has_facility") for t in trips), "facility of the pier, then trips")
q("cross_source", "What did the boats that belong to Harbour Trust bring in, in fares?", "number",
  total([t for t in trips if t["boat"] in inn("Harbour Trust", "owned_by")], "fare"), "owner, then fares")
t = TR["T3128"]
assert t["pier"] == "St Elmo Landing"
q("cross_source", "T3128 left from St Elmo Landing. Who was the pier manager that day", "values",
  names(at("manager_of", t["date"], tail=t["pier"]), 0), "manager on the day of the trip")

# missing
q("missing", "boats with no survey date", "values", names(of(boats, survey=None)), "empty Next Survey")
q("missing", "On which trips did somebody forget to write down the number of passengers? The trip numbers will do.", "values",
  names(of(trips, pax=None), "id"), "empty passengers")
q("missing", "how many trips dont say how they were paid", "number", len(of(trips, pay="")), "empty paid_by")

# unanswerable
q("unanswerable", "What is Elena Costa's mobile number?", "refuse", [], "no phone numbers")
q("unanswerable", "how much fuel did the Duchess burn on 13 june 2025", "refuse", [], "no fuel used")
q("unanswerable", "Was it raining on the day of trip T3171? A guest asks about it.", "refuse", [], "no weather")
q("unanswerable", "monthly wage of Bridget Malone", "refuse", [], "no wages")

finish(HERE, Q)
