"""Computes every answer of the 'corefacility' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("corefacility", Q)

I = [dict(r, name=r["Instrument"], rate=digits(r["Rate (£/h)"]), price=digits(r["Purch. price"]), bought=iso(r["Purchased"]))
     for r in records(HERE, "instruments.csv")]
NAME = {r["Asset ID"]: r["name"] for r in I}
BY = {r["name"]: r for r in I}
B = [dict(r, ins=NAME[r["inst_id"]], group=r["Research group"], user=r["Booked by"], d=day(r["Date"], "%d/%m/%Y"),
          hrs=num(r["Hrs"]), st=r["Status"], charge=num(r["Charge (£)"])) for r in records(HERE, "bookings.csv")]
for r in B: r["cat"] = BY[r["ins"]]["Category"]
K, T = graphs(HERE, "corefacility")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

def bk(**c): return [r for r in B if all(r[k] == v for k, v in c.items())]
def within(rows, a, b): return [r for r in rows if iso(a) <= r["d"] <= iso(b)]
def year(rows, y): return [r for r in rows if r["d"].year == y]
def quarter(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def counts(rows, key): return dict(Counter(r[key] for r in rows))
def dept(g): return one(t for t in out(g, "part_of"))
done = bk(st="completed")
ALL = set(BY)
booked = {r["ins"] for r in B}

# looking up
q("lookup", "hourly rate of the Zenith XPS?", "number", BY["Zenith XPS"]["rate"], "Rate of the instrument")
q("lookup", "which room is the Sorel Cell Sorter in", "values", BY["Sorel Cell Sorter"]["Room"], "Room of the instrument")
q("lookup", "When did we buy the Kelvin 700 NMR?", "values", BY["Kelvin 700 NMR"]["bought"], "Purchased")
# lists
q("list", "List all X-ray instruments that need no training and cost less than £50 an hour.", "values",
  [r["name"] for r in I if r["Category"] == "X-ray" and r["Training req."] == "N" and r["rate"] < 50], "category, training and rate")
q("list", "instruments cheaper than 25 pounds an hour", "values", [r["name"] for r in I if r["rate"] is not None and r["rate"] < 25],
  "Rate under 25; an empty rate is not known")
q("list", "Give me the booking numbers of the Ivanova Lab's no-shows", "values",
  [r["Booking no."] for r in bk(group="Ivanova Lab", st="no-show")], "group and status")
# counts
q("count", "how many bookings were cancelled?", "number", len(bk(st="cancelled")), "rows with status cancelled")
q("count", "How many completed bookings did the Alvarez Lab have in 2024?", "number", len(year(bk(group="Alvarez Lab", st="completed"), 2024)), "status, group and year")
q("count", "number of different people who booked anything in 2025", "number", len({r["user"] for r in year(B, 2025)}), "distinct Booked by")
# sums
q("sum", "total charges in 2024?", "number", total(year(B, 2024), "charge"), "sum of Charge in 2024")
q("sum", "How many hours do the completed bookings of the Eriksen Lab on the Corvus SEM add up to?", "number",
  sum(known(bk(group="Eriksen Lab", ins="Corvus SEM", st="completed"), "hrs")), "Hrs of completed bookings")
q("sum", "I need the money from no-shows. How much was charged for them in total?", "number", total(bk(st="no-show"), "charge"), "sum over status no-show")
# means
q("mean", "average length of a completed booking in hours", "number", mean(done, "hrs"), "mean of Hrs over completed")
q("mean", "What is the mean hourly rate of the mass spectrometry instruments?", "number",
  mean([r for r in I if r["Category"] == "Mass spectrometry"], "rate"), "mean of Rate in the category")
# extremes
q("extreme", "Which instrument had the highest purchase price?", "values", best({r["name"]: r["price"] for r in I if r["price"]}), "largest Purch. price")
q("extreme", "whats the single biggest charge on any booking, in pounds", "number", max(known(B, "charge")), "largest Charge")
# top three
q("top", "top 3 research groups by total charges", "values", best(sums(B, "group", "charge"), 3), "Charge summed by group")
# most
q("most", "Which instrument was booked most often, counting all bookings whatever their status?", "values", best(counts(B, "ins")), "rows by instrument")
q("most", "who's had the most no shows?", "values", best(counts(bk(st="no-show"), "user")), "no-show rows by person")
q("most", "Which category of instrument brought in the most money from bookings in the first half of 2025?", "values",
  best(sums(within(B, "2025-01-01", "2025-06-30"), "cat", "charge")), "Charge by category of the instrument")
# per X
q("per", "total charges per research group", "table", {k: total(g, "charge") for k, g in group(B, itemgetter("group")).items()}, "Charge summed by group")
q("per", "For each category, how many instruments do we have?", "table", counts(I, "Category"), "rows by category")
# per time
q("time", "Number of bookings per quarter, please.", "table", dict(Counter(quarter(r["d"]) for r in B)), "rows by quarter")
q("time", "monthly charge totals for 2025", "table",
  {k: total(g, "charge") for k, g in group(year(B, 2025), lambda r: r["d"].strftime("%Y-%m")).items()}, "Charge by month of 2025")
# comparison, difference, yes or no
q("difference", "How much more in total charges did the Alvarez Lab run up than the Chaudhry Lab?", "number",
  total(bk(group="Alvarez Lab"), "charge") - total(bk(group="Chaudhry Lab"), "charge"), "difference of sums of Charge")
q("yesno", "Did Hannah Whitlock make more bookings than Tomas Reyes?", "boolean",
  robust(len(bk(user="Hannah Whitlock")) > len(bk(user="Tomas Reyes")),
         len(bk(user="Hannah Whitlock", st="completed")) > len(bk(user="Tomas Reyes", st="completed"))), "rows of the two")
q("yesno", "are all the NMR machines subject to training?", "boolean", all(r["Training req."] == "Y" for r in I if r["Category"] == "NMR"), "every NMR has Y")
# percent, growth, ratio
q("percent", "what percentage of all bookings were cancelled", "number", share(B, lambda r: r["st"] == "cancelled"), "cancelled rows over all rows")
q("percent", "What share of the 2024 charges came from the Alvarez Lab, in percent?", "number",
  100 * total(year(bk(group="Alvarez Lab"), 2024), "charge") / total(year(B, 2024), "charge"), "sum over sum")
a, b = (total([r for r in B if quarter(r["d"]) == x], "charge") for x in ("2024-Q1", "2025-Q1"))
q("growth", "By how many percent did total charges grow from the first quarter of 2024 to the first quarter of 2025?", "number", 100 * (b - a) / a, "change of the sums")
q("ratio", "Ratio of the total booked hours on the Corvus SEM to those on the Aurora Lightsheet, all statuses?", "number",
  sum(known(bk(ins="Corvus SEM"), "hrs")) / sum(known(bk(ins="Aurora Lightsheet"), "hrs")), "sum of Hrs over sum of Hrs")
# never, missing, both
q("never", "any instrument that nobody has ever booked?", "values", ALL - booked, "no row in bookings")
G = heads("led_by")
q("never", "Which research group has no bookings at all? Just the name", "values", G - {r["group"] for r in B}, "led groups without a row")
q("never", "Which instruments have never had a service contract?", "values", ALL - {f[0] for f in facts("service_contract_with")}, "no such fact")
q("missing", "which completed bookings have no charge entered (booking numbers)", "values", [r["Booking no."] for r in done if r["charge"] is None], "empty Charge")
q("both", "Which groups booked both the Kelvin 400 NMR and the Kelvin 700 NMR? Cancelled bookings and no-shows count too.", "values",
  {r["group"] for r in bk(ins="Kelvin 400 NMR")} & {r["group"] for r in bk(ins="Kelvin 700 NMR")}, "in both sets")
q("both", "groups funded by both the Hartwell Trust and the Medical Science Council", "values",
  inn("Hartwell Trust", "funded_by") & inn("Medical Science Council", "funded_by"), "both facts")
# averages, groups
m = mean(I, "price")
q("above", "Which instruments cost more to buy than the average of all instruments with a known price?", "values",
  [r["name"] for r in I if r["price"] and r["price"] > m], "price above the mean")
q("having", "people with more than five bookings of any status", "values", having(counts(B, "user"), lambda n: n > 5), "rows by person over 5")
# linked
q("linked", "who leads the group with the most bookings", "values", out(one(best(counts(B, "group"))), "led_by"), "most rows, then led_by")
q("linked", "I want the departments compared. What are the total charges for each department whose groups made bookings?", "table",
  {k: total(g, "charge") for k, g in group(B, lambda r: dept(r["group"])).items()}, "group part_of department, then Charge")
q("linked", "Which German-made instruments have an hourly rate of more than £35?", "values",
  [i for i in ALL if any("Germany" in out(t, "based_in") for t in out(i, "made_by")) and BY[i]["rate"] and BY[i]["rate"] > 35], "made_by, based_in and Rate")
# temporal
q("when", "Who was responsible for the Corvus SEM on 15 June 2022?", "values", [f[0] for f in at("responsible_for", date(2022, 6, 15), tail="Corvus SEM")], "facts that hold on the day")
q("when", "who looks after the Orbis GC-MS now?", "values", [f[0] for f in now("responsible_for", tail="Orbis GC-MS")], "fact without end")
q("when", "who was in charge of the core facility before Anneke de Wit", "values",
  step(facts("head_of", tail="Core Facility"), 0, "Anneke de Wit", -1), "the head_of fact before hers")
q("long", "Which outage took an instrument out of service for the longest time? Give the instrument", "values",
  best({x[0]: (x[4] - x[3]).days for x in facts("out_of_service_for")}), "longest interval")
q("long", "How many full years did Margaret Oyelaran head the core facility?", "number", lasted(one(facts("head_of", "Margaret Oyelaran"))), "start to end of the fact")
q("when", "Which instruments have a service contract that runs out in 2025?", "values",
  {f[0] for f in facts("service_contract_with") if f[4] and f[4].year == 2025}, "end in 2025")
ms = facts("member_of")
q("moved", "people who moved to another reserch group in 2024", "values",
  {x[0] for x in ms for y in ms if x[0] == y[0] and x[2] != y[2] and x[4] and x[4].year == y[3].year == 2024}, "one membership ends, another begins")
q("tkglink", "I'm preparing Nadia Rahimi's review. What are the total charges on the instruments she is responsible for at present?", "number",
  total([r for r in B if r["ins"] in {f[2] for f in now("responsible_for", "Nadia Rahimi")}], "charge"), "facts without end, then Charge")
# dates
q("between", "bookings from 1 March to 31 May 2024, how many?", "number", len(within(B, "2024-03-01", "2024-05-31")), "rows between the dates")
q("after", "Which instruments have been purchased since the start of 2021?", "values", [r["name"] for r in I if r["bought"] >= date(2021, 1, 1)], "Purchased from 2021 on")
q("last", "date of the most recent completed session on the Helion 300 TEM", "values", max(r["d"] for r in bk(ins="Helion 300 TEM", st="completed")), "latest Date")
q("bestof", "Show the instrument with the highest hourly rate in each category.", "table",
  {k: one(best({r["name"]: r["rate"] for r in g if r["rate"]})) for k, g in group(I, itemgetter("Category")).items()}, "largest Rate by category")
q("without", "Who completed a booking on the Corvus SEM though they are not listed as trained on it?", "values",
  {r["user"] for r in bk(ins="Corvus SEM", st="completed")} - inn("Corvus SEM", "trained_on"), "no trained_on fact")
# no answer
q("refuse", "How much did we spend on liquid helium in 2024?", "refuse", [], "no consumables in the data")
q("refuse", "what is Hannah Whitlock's email", "refuse", [], "no contact details")
q("refuse", "How much does the yearly service contract with Cryoline cost?", "refuse", [], "contracts have no cost")
q("refuse", "At what time of day did booking BK-4230 start?", "refuse", [], "bookings have dates and hours' length only")
q("refuse", "satisfaction score users gave the Zenith XRD?", "refuse", [], "no ratings")
finish(HERE, Q)
