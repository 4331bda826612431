"""Computes every answer of the 'coworking' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

Q = []
q = asking("coworking", Q)
triples, quintuples = graphs(HERE, "coworking")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
B = [dict(ref=r["booking_ref"], date=day(r["Date"], "%d-%b-%y"), room=r["Room"], who=r["Booked by"], hrs=num(r["Hrs"]),
          att=num(r["No. attendees"]), fee=num(r["Fee (EUR)"]), st=r["Status"], cat=r["Catering"])
     for r in records(HERE, "bookings.csv")]
V = [dict(no=r["Invoice no."], date=iso(r["Issued"]), who=r["Member"], item=r["Item"], eur=digits(r["Amount"]),
          due=iso(r["Due date"]), paid=iso(r["Paid on"]), how=r["Pmt method"]) for r in records(HERE, "invoices.csv")]
for b in B:
    b["space"] = one(out(b["room"], "room_of"))
    b["city"] = one(out(b["space"], "in_city"))
members, rooms, spaces = heads("industry"), heads("room_of"), heads("in_city")
seats = {r: int(one(out(r, "seats"))) for r in rooms}
assert {r["who"] for r in B + V} <= members and {b["room"] for b in B} <= rooms
for b in B: assert (b["fee"] is None) == (b["st"] == "Cancelled")
for v in V: assert v["paid"] is None or v["paid"] != v["due"]
done = [b for b in B if b["st"] == "Completed"]
live = [b for b in B if b["st"] != "Cancelled"]
V23, V24 = [v for v in V if v["date"].year == 2023], [v for v in V if v["date"].year == 2024]
paid = [v for v in V if v["paid"]]
def of(rows, **k): return [r for r in rows if all(r[a] == b for a, b in k.items())]
def ym(d): return d.strftime("%Y-%m")
def yq(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def totals(rows, key, v): return {k: total(g, v) for k, g in group(rows, key).items()}
def by(k): return itemgetter(k)
def counts(rows, k): return dict(Counter(r[k] for r in rows))

# looking up
q("lookup", "Who is the contact person at Kestrel Robotics?", "values", out("Kestrel Robotics", "contact_person"), "contact_person in the graph")
q("lookup", "when was invoice INV-23124 paid", "values", one(of(V, no="INV-23124"))["paid"], "Paid on of that invoice")
q("lookup", "Booking BK2460, how many people attended?", "number", one(of(B, ref="BK2460"))["att"], "No. attendees of that booking")
# then and now
q("at", "Who was running Tannery Yard in March 2023?", "values", {f[0] for f in at("manages", date(2023, 3, 15), tail="Tannery Yard")}, "manages, holding in that month")
q("now", "current manager of Lantern House", "values", {f[0] for f in now("manages", tail="Lantern House")}, "manages without an end")
q("at", "which firm had office CN-5 on 1 June 2022?", "values", {f[0] for f in at("rents", date(2022, 6, 1), tail="CN-5")}, "rents, holding on that day")
q("now", "I need the members that are on the hot desk plan right now. Who are they?", "values", {f[0] for f in now("on_plan", tail="Hot Desk")}, "on_plan without an end")
# lists
q("list", "Which rooms have a projector and seat more than 12 people?", "values", [r for r in inn("projector", "has_equipment") if seats[r] > 12], "has_equipment and seats")
q("list", "invoices over 1300 euros issued in 2024, give me the invoice nos", "values", [v["no"] for v in V24 if v["eur"] > 1300], "Amount and Issued")
q("list", "Which members had lunch with a completed booking of the room Azulejo or Kingfisher?", "values",
  {b["who"] for b in done if b["cat"] == "Lunch" and b["room"] in ("Azulejo", "Kingfisher")}, "Catering, Status and Room")
# counts
q("count", "how many bookings were cancelled?", "number", len(of(B, st="Cancelled")), "rows with the status Cancelled")
q("count", "How many completed bookings lasted longer than three hours and had coffee served?", "number",
  len([b for b in done if b["hrs"] > 3 and b["cat"] == "Coffee"]), "Status, Hrs and Catering")
q("count", "How many meeting rooms do we have in Porto?", "number", len([r for r in rooms if out(one(out(r, "room_of")), "in_city") == {"Porto"}]), "room_of and in_city")
# sums
q("sum", "total billed in 2024?", "number", total(V24, "eur"), "sum of Amount, Issued in 2024")
q("sum", "What do the booking fees of Verdant Plots add up to?", "number", total(of(B, who="Verdant Plots"), "fee"), "sum of Fee; cancelled ones have none")
# means
q("mean", "avg number of attendes at completed bookings with lunch", "number", mean(of(done, cat="Lunch"), "att"), "mean of the known attendee numbers")
q("mean", "What is the average amount of a membership invoice?", "number", mean(of(V, item="Membership"), "eur"), "mean of Amount")
# extremes
q("extreme", "biggest single invoice, which member got it?", "values", one(of(V, no=best({v["no"]: v["eur"] for v in V})[0]))["who"], "largest Amount")
q("extreme", "Which booking had the highest fee? Just the ref pls", "values", best({b["ref"]: b["fee"] for b in live}), "largest Fee")
q("top", "top 3 members by total amount invoiced", "values", best(totals(V, by("who"), "eur"), 3), "sum of Amount per member")
q("most", "Which room has been booked most often if you leave out the cancelled bookings?", "values", best(counts(live, "room")), "rows per room")
q("most", "who did we send the most invoces to", "values", best(counts(V, "who")), "rows per member")
q("most", "Booking fees come in per room. Which space earned the most from them, all its rooms taken together?", "values", best(totals(live, by("space"), "fee")), "Fee summed over the rooms of a space")
# per group, month, quarter
q("per", "invoice total per item", "table", totals(V, by("item"), "eur"), "sum of Amount per Item")
q("per", "How many members are on each plan today?", "table", {p: len(now("on_plan", tail=p)) for p in {f[2] for f in facts("on_plan")}}, "on_plan without an end, per plan")
q("per", "average fee of completed bookings for each city", "table", means(done, "city", "fee"), "mean Fee per city of the room's space")
q("month", "booking fees per month from January to June 2024", "table", totals([b for b in live if b["date"].month <= 6], lambda b: ym(b["date"]), "fee"), "sum of Fee per month")
q("quarter", "Show me the invoiced amount by quarter for 2023.", "table", totals(V23, lambda v: yq(v["date"]), "eur"), "sum of Amount per quarter of Issued")
q("month", "which month of 2024 saw the most completed bookings", "values", best(dict(Counter(ym(b["date"]) for b in done))), "rows per month")
# comparison, difference, percent, growth, ratio
q("compare", "Who was invoiced more in total, Bluefin Analytics or Brightwater Capital?", "values",
  best(totals([v for v in V if v["who"] in ("Bluefin Analytics", "Brightwater Capital")], by("who"), "eur")), "two sums of Amount")
gap = total(of(B, room="Kingfisher"), "fee") - total(of(B, room="Wren"), "fee")
assert gap > 0
q("difference", "How much more in fees did Kingfisher bring in than Wren?", "number", gap, "difference of two sums of Fee")
q("percent", "what percentage of all bookings got cancelled", "number", share(B, lambda b: b["st"] == "Cancelled"), "share of the rows")
q("percent", "Share of office rent in the money invoiced in 2024, in percent?", "number", 100 * total(of(V24, item="Office rent"), "eur") / total(V24, "eur"), "share of the sum of Amount")
q("growth", "By what percent did the total invoiced change from 2023 to 2024?", "number", 100 * (total(V24, "eur") / total(V23, "eur") - 1), "change of the sum of Amount")
q("ratio", "fee per hour over all completed bookings (total fees divided by total hours)", "number", total(done, "fee") / sum(known(done, "hrs")), "two sums")
# never, both
q("never", "members that never booked a room?", "values", members - {b["who"] for b in B}, "members without a row in the bookings")
q("without", "Which spaces don't have bike storage", "values", spaces - inn("bike storage", "has_amenity"), "spaces without that amenity")
q("both", "I'm looking for a space with showers as well as parking. Which ones have both?", "values", inn("showers", "has_amenity") & inn("parking", "has_amenity"), "both amenities")
q("both", "Who has been manager of more than one space over the years?", "values", having({p: len({f[2] for f in facts("manages", head=p)}) for p in {f[0] for f in facts("manages")}}, lambda n: n > 1), "different spaces per manager")
# dates
q("between", "who was sent an invoice between 1 April and 31 May 2024?", "values", {v["who"] for v in V if date(2024, 4, 1) <= v["date"] <= date(2024, 5, 31)}, "Issued in that time")
q("after", "Which companies started renting an office after 2023, and are software or travel or energy firms?", "values",
  {f[0] for f in facts("rents") if f[3].year > 2023 and out(f[0], "industry") & {"software", "travel", "energy"}}, "start of rents, and industry")
q("step", "who had RL-201 right before Pixel Foundry?", "values", step(facts("rents", tail="RL-201"), 0, "Pixel Foundry", -1), "the renter before")
q("duration", "How many full years did Tomás Figueira manage Ribeira Loft?", "number", lasted(one(facts("manages", "Tomás Figueira", "Ribeira Loft"))), "full years of that fact")
q("duration", "average number of days between issue and payment, paid invoices only", "number", sum((v["paid"] - v["date"]).days for v in paid) / len(paid), "Paid on less Issued")
q("first", "frist ever manager of Canal Nine", "values", facts("manages", tail="Canal Nine")[0][0], "earliest start")
# average, best of each, yes or no
avg = mean(V, "eur")
q("average", "how many invoices are above the average invoice amount", "number", len([v for v in V if v["eur"] > avg]), "Amount above the mean of all")
q("each", "Name the biggest room (by seats) of every space.", "table", {s: best({r: seats[r] for r in inn(s, "room_of")})[0] for s in spaces}, "most seats per space")
spent = totals(live, by("who"), "fee")
q("yesno", "Did Quillon Legal run up more in booking fees than Brightwater Capital?", "boolean", spent["Quillon Legal"] > spent["Brightwater Capital"], "two sums of Fee")
q("all", "are all printing invoices paid by bank transfer?", "boolean", all(v["how"] == "Bank transfer" for v in of(V, item="Printing")), "Pmt method of every Printing invoice")
# linked
q("linked", "How much have we invoiced to members in the media industry?", "number", total([v for v in V if out(v["who"], "industry") == {"media"}], "eur"), "industry, then sum of Amount")
q("linked", "total hrs of completed bookings in Dublin", "number", sum(known(of(done, city="Dublin"), "hrs")), "in_city of the room's space, then sum of Hrs")
q("linked", "Which industries do the firms that now rent an office in Canal Nine belong to?", "values",
  {i for f in now("rents") if out(f[2], "office_in") == {"Canal Nine"} for i in out(f[0], "industry")}, "office_in, rents without an end, industry")
# missing, conditions on groups
q("missing", "completed bookings where nobody filled in the attendees, which refs?", "values", [b["ref"] for b in done if b["att"] is None], "empty No. attendees")
q("missing", "What's the total of the invoices that haven't been paid yet?", "number", total([v for v in V if not v["paid"]], "eur"), "empty Paid on")
q("having", "Which members have had at least two invoices paid after the due date?", "values",
  having(dict(Counter(v["who"] for v in paid if v["paid"] > v["due"])), lambda n: n >= 2), "late invoices per member")
# no answer
q("none", "What's the monthly price of the Dedicated Desk plan?", "refuse", [], "no prices of plans")
q("none", "Who managed Croix House in June 2019?", "refuse", [], "the first manager began in 2021")
q("none", "how many square metres does office CH-2 have", "refuse", [], "no areas of offices")
q("none", "total invoiced to Octavia Labs in 2024?", "refuse", [], "no such member")
q("none", "email address of the contact person at Sable Films?", "refuse", [], "no addresses")
finish(HERE, Q)
