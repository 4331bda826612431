"""Computes every answer of the 'recycling' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("recycling", Q)

V, R, L = (records(HERE, n) for n in ("vehicles.csv", "rounds.csv", "loads.csv"))
for v in V:
    v["since"], v["insp"] = day(v["In service"], "%d %b %Y"), day(v["Last inspection"], "%d %b %Y")
    v["pay"], v["price"] = num(v["Payload (t)"]), digits(v["Purchase price"])
    v["name"] = v["Vehicle name"]
for r in R:
    r["hh"], r["crew"], r["since"] = int(r["households"]), int(r["crew_size"]), iso(r["running_since"])
fleet, rounds = {v["Fleet No"]: v for v in V}, {r["round_code"]: r for r in R}
def minutes(s): return int(s[:2]) * 60 + int(s[3:])
for l in L:
    l["v"], l["r"] = fleet[l["Vehicle"]], rounds[l["Round"]]
    assert l["v"]["Depot"] == l["r"]["depot"]
    l["d"], l["paid"] = day(l["Date"], "%d/%m/%Y"), day(l["Invoice paid"], "%d/%m/%Y")
    l["t"], l["con"], l["km"] = num(l["Net wt (t)"]), num(l["Contam. %"]), num(l["Dist (km)"])
    l["miss"], l["fee"] = int(l["Missed bins"]), digits(l["Gate fee"])
    l["vname"], l["rname"] = l["v"]["name"], l["r"]["round_name"]
    l["stream"], l["depot"], l["chief"], l["site"] = l["r"]["stream"], l["r"]["depot"], l["r"]["crew_chief"], l["Tipped at"]
    l["month"] = l["d"].strftime("%Y-%m")
    l["quarter"] = f"{l['d'].year}-Q{(l['d'].month + 2) // 3}"
assert len({v["name"] for v in V}) == len(V) and len({r["round_name"] for r in R}) == len(R)
def vehicle(n): return one(v for v in V if v["name"] == n)
def route(n): return one(r for r in R if r["round_name"] == n)
def loads(**k): return [l for l in L if all(l[a] == b for a, b in k.items())]
def tot(rows, v): return sum(round(r[v] * 100) for r in rows if r[v] is not None) / 100
def per(key, v, rows=None): return {k: tot(g, v) for k, g in group(L if rows is None else rows, itemgetter(key)).items()}

# looking up
q("lookup", "which depot is Bramble kept at", "values", vehicle("Bramble")["Depot"], "Depot of Bramble")
q("lookup", "who's in charge of the crew on Orchard Lanes?", "values", route("Orchard Lanes")["crew_chief"], "crew_chief of Orchard Lanes")
q("lookup", "What did we pay for Greta?", "number", vehicle("Greta")["price"], "Purchase price of Greta")
q("lookup", "Where was the load on ticket 48697 tipped?", "values", one(loads(Ticket="48697"))["site"], "Tipped at of the ticket")
# lists
q("list", "Which vehicles run on HVO and can carry more than 10 tonnes?", "values",
  [v["name"] for v in V if v["Fuel"] == "HVO" and v["pay"] > 10], "Fuel HVO, payload over 10")
q("list", "glass or food waste rounds that go out on thursdays", "values",
  [r["round_name"] for r in R if r["stream"] in ("Glass", "Food waste") and r["day"] == "Thursday"], "stream and day")
q("list", "I'm looking for badly contaminated loads. Which ticket numbers were over 17 percent?", "values",
  [l["Ticket"] for l in L if (l["con"] or 0) > 17], "Contam. % over 17")
# counts
q("count", "How many loads did the Tansley Road depot send to Harrow Lane MRF in 2024 with contamination over 9 percent?", "number",
  len([l for l in loads(depot="Tansley Road", site="Harrow Lane MRF") if l["d"].year == 2024 and (l["con"] or 0) > 9]), "depot, site, year and contamination")
q("count", "How many of the mixed dry rounds serve more than 2,500 households?", "number",
  len([r for r in R if r["stream"] == "Mixed dry" and r["hh"] > 2500]), "rounds by stream and households")
q("count", "number of trips with zero missed bins", "number", len(loads(miss=0)), "Missed bins is 0")
# sums
q("sum", "total tonnes collected in 2023?", "number", tot([l for l in L if l["d"].year == 2023], "t"), "net weight, dates in 2023")
q("sum", "What did we pay in gate fees altogether for the loads that the Birchwood Mill depot tipped at Eastwick Transfer?", "number",
  tot(loads(depot="Birchwood Mill", site="Eastwick Transfer"), "fee"), "gate fees of that depot and site")
march = [l for l in loads(month="2024-03") if l["v"]["Fuel"] == "Diesel"]; assert all(l["km"] is not None for l in march)
q("sum", "kilometers driven by the diesel vehicles in march 2024", "number", tot(march, "km"), "distance, March 2024, fuel of the vehicle; none missing")
# means
q("mean", "avg contamination of loads taken to Harrow Lane MRF", "number", mean(loads(site="Harrow Lane MRF"), "con"), "mean of the cells that are filled")
q("mean", "What is the average purchase price of the electric vehicles?", "number", mean([v for v in V if v["Fuel"] == "Electric"], "price"), "mean price, all known")
# extremes
q("extreme", "heaviest single load on record - which ticket number was it", "values", best({l["Ticket"]: l["t"] for l in L}), "largest net weight")
q("extreme", "oldest truck in the fleet?", "values", best({v["name"]: v["since"] for v in V}, low=True), "earliest In service")
q("extreme", "Among the rounds with a crew of four, which one serves the fewest households?", "values",
  best({r["round_name"]: r["hh"] for r in R if r["crew"] == 4}, low=True), "smallest households where crew_size is 4")
# top three
q("top", "top 3 rounds by tonnage", "values", best(per("rname", "t"), 3), "summed net weight per round")
q("top", "Name the three most expensive vehicles we bought.", "values", best({v["name"]: v["price"] for v in V if v["price"]}, 3), "largest prices")
# most
q("most", "Which vehicle brought in the most loads?", "values", best(Counter(l["vname"] for l in L)), "rows per vehicle")
chiefs = per("chief", "miss"); assert best(chiefs) != [""]
q("most", "whose crew missed the most bins in total? i need the crew chief's name", "values", best(chiefs), "missed bins summed over the chief's rounds")
q("most", "which depot has the most vehicles based there", "values", best(Counter(v["Depot"] for v in V)), "vehicles per depot")
# per group
q("group", "tonnes per material stream", "table", per("stream", "t"), "net weight summed by the round's stream")
q("group", "Number of vehicles for each fuel type", "table", Counter(v["Fuel"] for v in V), "rows per fuel")
q("group", "For each depot, what were the total gate fees of its loads?", "table", per("depot", "fee"), "fees by depot")
# periods
q("period", "tonnage by quarter please", "table", per("quarter", "t"), "net weight per quarter")
q("period", "loads per month from July to December 2023", "table", Counter(l["month"] for l in L if l["d"].year == 2023), "rows per month")
assert min(l["d"] for l in L) >= date(2023, 7, 1)
q("period", "In which month did we run up the highest gate fees?", "values", best(per("month", "fee")), "fees per month, largest")
# comparison, difference
q("compare", "glass or food waste, which one brought in more tonnes in 2024?", "values",
  best({k: v for k, v in per("stream", "t", [l for l in L if l["d"].year == 2024]).items() if k in ("Glass", "Food waste")}), "sums of two streams in 2024")
q("difference", "How many more tonnes has the Tansley Road depot collected than the Quayside depot?", "number",
  round(per("depot", "t")["Tansley Road"] - per("depot", "t")["Quayside"], 2), "sums of two depots")

# percent, growth
q("percent", "what % of the fleet is electric", "number", share(V, lambda v: v["Fuel"] == "Electric"), "vehicles with Fuel Electric")
q("percent", "What share of all the tonnage, in percent, came from garden waste rounds?", "number",
  100 * per("stream", "t")["Garden waste"] / tot(L, "t"), "sum of the stream over the sum of all")
pq = per("quarter", "t")
q("growth", "By what percentage did the tonnage go up from the last quarter of 2023 to the first quarter of 2024?", "number",
  100 * (pq["2024-Q1"] / pq["2023-Q4"] - 1), "growth of quarterly sums")
# never, both
q("never", "Is there a vehicle that hasnt carried a single load? Which one", "values",
  one(v["name"] for v in V if not loads(Vehicle=v["Fleet No"])), "fleet number in no load")
q("never", "Which mixed dry rounds with loads on record have never tipped at Eastwick Transfer?", "values",
  {l["rname"] for l in loads(stream="Mixed dry")} - {l["rname"] for l in loads(site="Eastwick Transfer")}, "rounds with loads, none to that site")
q("both", "Which vehicles have been used on both mixed dry and garden waste rounds?", "values",
  {l["vname"] for l in loads(stream="Mixed dry")} & {l["vname"] for l in loads(stream="Garden waste")}, "vehicles of both streams")
# dates
q("dates", "rounds that started after the beginning of 2021", "values", [r["round_name"] for r in R if r["since"] > date(2021, 1, 1)], "running_since after 2021-01-01")
between = lambda a, b: len([l for l in L if a <= l["d"] <= b])
q("dates", "How many loads were there between 15 November and 15 December 2023?", "number",
  robust(between(date(2023, 11, 15), date(2023, 12, 15)), between(date(2023, 11, 16), date(2023, 12, 14))), "dates between the two")
q("dates", "vehicles whose last inspecton was before 2024", "values", [v["name"] for v in V if v["insp"] and v["insp"].year < 2024], "Last inspection before 2024, empty ones left out")
# how long
late = [{"n": (l["paid"] - l["d"]).days} for l in L if l["paid"]]
q("duration", "On average, how many days pass between the date of a load and its invoice being paid?", "number", mean(late, "n"), "mean days over the paid invoices")
t = one(loads(Ticket="49765"))
q("duration", "ticket 49765: how many minutes was the truck away from the depot?", "number", minutes(t["Back"]) - minutes(t["Left depot"]), "Back less Left depot")
# first and last
q("last", "when was the last collection on the castle hill round?", "values", max(l["d"] for l in loads(rname="Castle Hill")), "latest date of the round")
q("first", "Date of Clementine's first load?", "values", min(l["d"] for l in loads(vname="Clementine")), "earliest date of the vehicle")
# above the average, best of each
q("above", "Which of our vehicles have a payload above the fleet average?", "values", [v["name"] for v in V if v["pay"] > mean(V, "pay")], "payload over the mean payload")
q("besteach", "for every depot, the vehicle with the biggest payload", "table",
  {k: best({v["name"]: v["pay"] for v in g})[0] for k, g in group(V, itemgetter("Depot")).items()}, "largest payload in each depot")
# yes or no
dt = per("depot", "t", [l for l in L if date(2024, 1, 1) <= l["d"] <= date(2024, 6, 30)])
q("yesno", "Did Quayside bring in more tonnes than Hollin Park in the first half of 2024?", "boolean", dt["Quayside"] > dt["Hollin Park"], "sums of two depots, January to June 2024")
q("all", "have all the electric vehicles been inspected in 2024?", "boolean",
  all(v["insp"] and v["insp"].year == 2024 for v in V if v["Fuel"] == "Electric"), "Last inspection of each is in 2024")
# missing
q("missing", "which vehicles have no inspection date filled in?", "values", [v["name"] for v in V if not v["insp"]], "empty Last inspection")
q("missing", "rounds without a crew chief", "values", [r["round_name"] for r in R if not r["crew_chief"]], "empty crew_chief")
# ratio, groups
q("ratio", "What do we pay per tonne at Penby Paper Mill? Total gate fees divided by total tonnes.", "number",
  tot(loads(site="Penby Paper Mill"), "fee") / tot(loads(site="Penby Paper Mill"), "t"), "sum of fees over sum of net weight")
q("having", "Crew chiefs in charge of more than one round?", "values", [k for k, n in Counter(r["crew_chief"] for r in R if r["crew_chief"]).items() if n > 1], "rounds per chief over 1")
con = {k: mean(g, "con") for k, g in group(L, itemgetter("rname")).items() if len(g) > 5}
q("having", "Which rounds have more than 5 loads on record and an average contamination above 12 percent?", "values",
  [k for k, n in Counter(l["rname"] for l in L).items() if n > 5 and con[k] > 12], "rows per round over 5, mean of Contam. % over 12")
# linked
q("linked", "We may have overloaded some trucks. Which vehicles have ever come in with a net weight above their payload?", "values",
  {l["vname"] for l in L if l["t"] > l["v"]["pay"]}, "net weight over the payload of the vehicle")
q("linked", "which crew chiefs have had Clementine out on one of their rounds", "values", {l["chief"] for l in loads(vname="Clementine")}, "rounds of the vehicle's loads, their chiefs")
# no answer
q("refuse", "How many complaints were logged for Fishergate in 2024?", "refuse", [], "no complaints in the data")
q("refuse", "what does Denise Okafor earn a year", "refuse", [], "no pay in the data")
q("refuse", "How much money did we get from selling the glass?", "refuse", [], "only fees paid, no income")
assert not [r for r in R if "Larkspur" in r["round_name"]]
q("refuse", "tonnes collected on the Larkspur Meadows round?", "refuse", [], "no such round")
q("refuse", "How many litres of diesel did Wilma use in March 2024?", "refuse", [], "no fuel use in the data")
finish(HERE, Q)
