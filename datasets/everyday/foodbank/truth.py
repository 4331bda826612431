"""Computes every answer of the 'foodbank' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("foodbank", Q)

C = [{"code": r["Code"], "name": r["Centre name"], "district": r["District"], "manager": r["Manager"],
      "opened": iso(r["Opened"]), "area": num(r["Floor area (m2)"]), "cold": r["Cold store"],
      "cap": num(r["Capacity (parcels/wk)"])} for r in records(HERE, "centres.csv")]
BY = {c["code"]: c for c in C}
D = [{"ref": r["Ref"], "date": day(r["Date rec'd"], "%d/%m/%Y"), "donor": r["Donor"], "type": r["Donor type"],
      "c": r["Centre"], "cat": r["Category"], "kg": num(r["Wt (kg)"]), "val": digits(r["Est. value"]),
      "bb": iso(r["Best before"])} for r in records(HERE, "donations.csv")]
S = [{"id": r["shift_id"], "date": day(r["shift_date"], "%d %b %Y"), "v": r["volunteer"], "c": r["centre_code"],
      "role": r["role"], "h": num(r["hours"]), "out": num(r["parcels_out"]), "ppl": num(r["people_helped"])}
     for r in records(HERE, "shifts.csv")]
for r in D + S:
    r["centre"], r["district"] = BY[r["c"]]["name"], BY[r["c"]]["district"]
    r["m"], r["y"] = r["date"].strftime("%Y-%m"), r["date"].year
    r["q"] = f"{r['y']}-Q{(r['date'].month + 2) // 3}"
def d(**k): return [r for r in D if all(r[a] == b for a, b in k.items())]
def s(**k): return [r for r in S if all(r[a] == b for a, b in k.items())]
def c(**k): return [r for r in C if all(r[a] == b for a, b in k.items())]
def count(rows, key): return Counter(r[key] for r in rows)
def names(rows, key="name"): return {r[key] for r in rows}
def plain(xs): return int(xs) if xs == int(xs) else xs

# values
q("lookup", "who manages Tanners Yard?", "values", one(c(name="Tanners Yard"))["manager"], "Manager of the centre")
q("lookup", "who gave donation DN-1085", "values", one(d(ref="DN-1085"))["donor"], "Donor of the ref")
# lists
q("list", "Which centres in Northgate have a floor area of more than 150 square metres?", "values",
  names(r for r in C if r["district"] == "Northgate" and r["area"] > 150), "district and floor area")
q("list", "Show me the refs of toiletries donations worth more than £400", "values",
  names((r for r in d(cat="Toiletries") if r["val"] and r["val"] > 400), "ref"), "category and value")
q("list", "Which volunteers did a packing shift in March 2024?", "values", names(s(role="Packing", m="2024-03"), "v"), "role and month")
# counts
q("count", "how many donations in 2023?", "number", len(d(y=2023)), "rows of 2023")
q("count", "no. of driver shifts of 5 hours or longer", "number", len([r for r in s(role="Driver") if r["h"] >= 5]), "role and hours")
q("count distinct", "How many different volunteers have worked at Quayside Store?", "number", len(names(s(centre="Quayside Store"), "v")), "distinct volunteers at WHR")
# sums
q("sum", "total kg of bread donated", "number", plain(total(d(cat="Bread"), "kg")), "sum of weights")
q("sum", "What is the total estimated value of everything the supermarkets gave us in 2024?", "number",
  total(d(type="Supermarket", y=2024), "val"), "sum of values, blanks left out")
q("sum", "parcels handed out in may 2024?", "number", plain(total(s(m="2024-05"), "out")), "sum of parcels_out in the month")
q("sum", "I need the hours for my thank-you letters. How many hours did Hannah Prewett put in altogether?", "number",
  plain(total(s(v="Hannah Prewett"), "h")), "sum of hours")
# means
q("mean", "avg weight of a fresh produce donation", "number", mean(d(cat="Fresh produce"), "kg"), "mean of weights")
q("mean", "What is the average length in hours of a sorting shift?", "number", mean(s(role="Sorting"), "h"), "mean of hours")
# extremes
q("extreme", "Which centre has the smallest capacity?", "values", best({r["name"]: r["cap"] for r in C}, low=True), "lowest capacity")
q("extreme", "heaviest single donation from an individual - who was it from", "values",
  best({(r["ref"], r["donor"]): r["kg"] for r in d(type="Individual")})[0][1], "donor of the largest weight")
q("extreme", "On which shift were the most parcels given out? Give me the shift id.", "values",
  best({r["id"]: r["out"] for r in S if r["out"] is not None}), "largest parcels_out")
q("top three", "top 3 donors by total weight", "values", best(sums(D, "donor", "kg"), 3), "sum of weights per donor")
q("most rows", "Which donor has made the most donations?", "values", best(count(D, "donor")), "rows per donor")
q("most rows", "which centre had the most shifts in Mach 2024", "values", best(count(s(m="2024-03"), "centre")), "rows per centre")
q("most summed", "Which category of goods brought in the highest total value in 2023?", "values", best(sums(d(y=2023), "cat", "val")), "sum of values per category")
# per group
q("per group", "number of donations by donor type", "table", count(D, "type"), "rows per type")
q("per group", "total hours per role", "table", {k: plain(v) for k, v in sums(S, "role", "h").items()}, "sum of hours per role")
q("per group", "For each district, what is the combined weekly parcel capacity of its centres?", "table",
  {k: plain(v) for k, v in sums(C, "district", "cap").items()}, "sum of capacity per district")
q("per group", "average weight per donation for every category", "table", means(D, "cat", "kg"), "mean of weights per category")
q("per month", "How many shifts were there each month?", "table", count(S, "m"), "rows per month")
q("per quarter", "kg received per quarter in 2023", "table", {k: plain(v) for k, v in sums(d(y=2023), "q", "kg").items()}, "sum of weights per quarter")
# comparison, difference, share, growth, ratio
kg = sums(D, "donor", "kg")
q("compare", "Who gave more kilos in total, Longacre Farm or Nether Hill Dairy?", "values", best({k: kg[k] for k in ("Longacre Farm", "Nether Hill Dairy")}), "two sums compared")
q("difference", "How many more parcels did Hannah Prewett give out than Maureen Tagg?", "number",
  plain(total(s(v="Hannah Prewett"), "out") - total(s(v="Maureen Tagg"), "out")), "difference of two sums")
q("percent", "what % of donations come from schools", "number", share(D, lambda r: r["type"] == "School"), "share of rows")
q("percent", "What share of all volunteer hours went into driver shifts, in percent?", "number", 100 * total(s(role="Driver"), "h") / total(S, "h"), "share of hours")
a, b = total(s(q="2024-Q1"), "out"), total(s(q="2024-Q2"), "out")
q("growth", "By how many percent did the number of parcels given out change from the first to the second quarter of 2024?", "number", 100 * (b - a) / a, "growth of the quarterly sum")
q("ratio", "people helped per parcel at the Millbrook Community Centre over all its shifts (total people divided by total parcels)", "number",
  total(s(c="MIL"), "ppl") / total(s(c="MIL"), "out"), "ratio of two sums")
# never, both
q("never", "Any centre that never got a single donation?", "values", names(C) - names(D, "centre"), "centres not in the donations")
q("never", "Which centres have no shifts on record?", "values", names(C) - names(S, "centre"), "centres not in the shifts")
q("never", "Which donors who gave in 2023 have given nothing in 2024 so far?", "values", names(d(y=2023), "donor") - names(d(y=2024), "donor"), "difference of two sets")
q("both", "donors that gave both tinned goods and toiletries", "values", names(d(cat="Tinned goods"), "donor") & names(d(cat="Toiletries"), "donor"), "both categories")
# time
q("after", "which centers opened in 2019 or later?", "values", robust(names(r for r in C if r["opened"] > date(2018, 12, 31))), "opened 2019 or later")
q("before", "who had already donated before 1 Feb 2023", "values",
  robust(names((r for r in D if r["date"] < date(2023, 2, 1)), "donor")), "rows before the date")
q("between", "How many donations came in between 10 June 2023 and 10 August 2023?", "number",
  robust(len([r for r in D if date(2023, 6, 10) <= r["date"] <= date(2023, 8, 10)]), len([r for r in D if date(2023, 6, 10) < r["date"] < date(2023, 8, 10)])), "rows between the dates")
q("how long", "We had a Dairy delivery at Elm Park Pavilion. How many days after it came in was its best before date?", "number",
  (lambda r: (r["bb"] - r["date"]).days)(one(d(cat="Dairy", c="ELM"))), "days from receipt to best before")
q("first", "What was the first thing Penrose & Daughters ever gave us? (category)", "values", min(d(donor="Penrose & Daughters"), key=itemgetter("date"))["cat"], "category of the earliest row")
q("last", "last shift of Kofi Mensima - what date?", "values", max(r["date"] for r in s(v="Kofi Mensima")), "latest shift_date")
# averages, best of each, yes/no
avg = mean(C, "cap")
q("above mean", "Which centres have an above average capacity?", "values", names(r for r in C if r["cap"] > avg), "capacity over the mean of all centres")
q("best of each", "biggest centre by floor area in each district", "table", {k: one(best({r["name"]: r["area"] for r in g})) for k, g in group(C, itemgetter("district")).items()}, "largest area per district")
q("yes/no", "Did Tanners Yard receive more donations than Priory Lodge?", "boolean", len(d(c="TAN")) > len(d(c="PRI")), "rows compared")
q("yes/no", "Do all the centres in Riverside have a cold store?", "boolean", all(r["cold"] == "yes" for r in c(district="Riverside")), "every row is yes")
# linked
q("linked", "How many kilos went to centres in Eastmoor during 2024?", "number", plain(total(d(district="Eastmoor", y=2024), "kg")), "donations joined to centres")
q("linked", "Who manages the centre where Siobhan Keary volunteers?", "values", {BY[r["c"]]["manager"] for r in s(v="Siobhan Keary")}, "shifts joined to centres")
q("linked", "parcels given out by district", "table", {k: plain(v) for k, v in sums([r for r in S if r["out"] is not None], "district", "out").items()}, "shifts joined to centres")
q("linked", "I'm looking for centers that got dairy donations but don't have a cold store. Which are they?", "values",
  robust({r["centre"] for r in d(cat="Dairy") if BY[r["c"]]["cold"] == "no"}, {r["centre"] for r in d(cat="Dairy") if BY[r["c"]]["cold"] != "yes"}), "donations joined to centres, Cold store is no")
# missing, groups
q("missing", "which centres dont have a manager listed", "values", names(c(manager="")), "empty Manager")
q("missing", "How many donations have no estimated value filled in?", "number", len(d(val=None)), "empty Est. value")
q("group condition", "vols with over 25 hrs in total", "values", having(sums(S, "v", "h"), lambda v: v > 25), "sum of hours per volunteer")
q("group condition", "Which centres have received more than 10 donations?", "values", having(count(D, "centre"), lambda v: v > 10), "rows per centre")
# no answer
q("no answer", "What's the phone number of Greenlane Youth Club?", "refuse", [], "no phone numbers")
q("no answer", "how many miles did Colin Estop drive in April 2024", "refuse", [], "no distances")
q("no answer", "Which centre had the most complaints in 2023?", "refuse", [], "no complaints")
q("no name", "When did Wexcombe Farm first donate?", "refuse", [], "no such donor")
q("no answer", "average age of our volunteers", "refuse", [], "no ages")
finish(HERE, Q)
