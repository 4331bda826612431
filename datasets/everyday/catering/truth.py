"""Computes every answer of the 'catering' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("catering", Q)

clients = records(HERE, "clients.csv")
events = records(HERE, "events.csv")
shifts = records(HERE, "shifts.csv")
for c in clients:
    c["name"] = c["Client name"]
    c["since"] = day(c["Client since"], "%d %b %Y")
    c["disc"] = num(c["Discount %"])
    c["terms"] = num(c["Terms (days)"])
client = {c["client_no"]: c for c in clients}
for e in events:
    e["day"] = day(e["Date"], "%d/%m/%Y")
    e["paid"] = day(e["Paid on"], "%d/%m/%Y")
    e["y"], e["month"] = e["day"].year, e["day"].strftime("%Y-%m")
    e["quarter"] = f"{e['y']}-Q{(e['day'].month + 2) // 3}"
    e["g"], e["inv"], e["pp"], e["fb"] = num(e["Guests"]), digits(e["Invoice total"]), digits(e["Price p.p."]), num(e["Feedback (1-5)"])
    e["c"] = client[e["client_no"]]
    e["cn"], e["mgr"] = e["c"]["name"], e["c"]["Acct mgr"]
    e["wait"] = (e["paid"] - e["day"]).days if e["paid"] else None
event = {e["event_id"]: e for e in events}
named = {e["Event"]: e for e in events}
assert len(named) == len(events) == len(event) and len(client) == len(clients)
for s in shifts:
    s["e"] = event[s["event_id"]]
    s["h"], s["rate"], s["tip"] = num(s["Hrs"]), num(s["Rate (£/h)"]), num(s["Tips (£)"])


def ev(**k): return [e for e in events if all(e[a] == v for a, v in k.items())]
def names(es): return [e["Event"] for e in es]
def who(cs): return [c["name"] for c in cs]


y23, y24 = ev(y=2023), ev(y=2024)
fund = ev(Occasion="Fundraiser")

# looking up
q("lookup", "who's the account manager for Quayside Software?", "values",
  one(c["Acct mgr"] for c in clients if c["name"] == "Quayside Software"), "Acct mgr of the client")
q("lookup", "price per person at the Castellano wedding?", "values", named["Castellano wedding"]["Price p.p."], "Price p.p. of the event")
q("lookup", "When was the Regatta dinner held?", "values", named["Regatta dinner"]["day"], "Date of the event")

# lists
q("list", "Which events at the Guildhall Rooms had more than 60 guests and a price per person above £40?", "values",
  names(e for e in ev(Venue="Guildhall Rooms") if e["g"] > 60 and e["pp"] > 40), "Venue, Guests and Price p.p.")
q("list", "company clients based in bristol", "values",
  who(c for c in clients if c["Type"] == "Company" and c["Town"] == "Bristol"), "Type and Town")
q("list", "I'm reviewing our price list. Which clients get a discount of at least 10 percent?", "values",
  who(c for c in clients if c["disc"] and c["disc"] >= 10), "Discount % from 10 on")

# counts
q("count", "number of plated evnts in 2023", "number", len(ev(Service="Plated", y=2023)), "Service Plated, 2023")
q("count", "How many different people have worked as a waiter for us?", "number",
  len({s["Staff"] for s in shifts if s["Role"] == "Waiter"}), "distinct Staff with Role Waiter")

# sums
q("sum", "total invoiced for 2024 events?", "number", total(y24, "inv"), "sum of Invoice total, events of 2024")
assert None not in [e["g"] for e in fund]
q("sum", "how many guests have we fed at fundraisers, all together", "number", sum(known(fund, "g")), "sum of Guests of the fundraisers")
q("sum", "What is the sum of the tips recorded for shifts in the Waiter role?", "number",
  total([s for s in shifts if s["Role"] == "Waiter"], "tip"), "sum of Tips of Role Waiter")
q("sum", "I'm doing the bank reconciliation. What was the total of the invoices that were paid in January 2024?", "number",
  total([e for e in events if e["paid"] and (e["paid"].year, e["paid"].month) == (2024, 1)], "inv"), "Invoice total where Paid on lies in 2024-01")

# means
q("mean", "average feedback score for plated events?", "number", mean(ev(Service="Plated"), "fb"), "mean of the scores given, Service Plated")
q("mean", "avg lenght of a chef shift in hours", "number", mean([s for s in shifts if s["Role"] == "Chef"], "h"), "mean Hrs of Role Chef")

# extremes
q("extreme", "largest invoice ever - what event was it for", "values", best({e["Event"]: e["inv"] for e in events}), "largest Invoice total")
q("extreme", "who worked the longest single shift?", "values",
  one(s["Staff"] for s in shifts if s["h"] == max(known(shifts, "h"))), "largest Hrs, one row")

# top three, most
q("top", "top 3 customers by total invoiced", "values", best(sums(events, "cn", "inv"), 3), "sum of Invoice total per client")
q("top", "Name the three events of 2024 with the highest guest numbers.", "values",
  best({e["Event"]: e["g"] for e in y24 if e["g"] is not None}, 3), "three largest Guests in 2024")
q("most", "which kind of occasion do we cater most often?", "values", best(Counter(e["Occasion"] for e in events)), "rows per Occasion")
q("most", "Which staff member put in the most hours on events in 2024?", "values",
  best(sums([s for s in shifts if s["e"]["y"] == 2024], "Staff", "h")), "sum of Hrs per Staff, events of 2024")
q("most", "who's done most shifts at riverside marquee", "values",
  best(Counter(s["Staff"] for s in shifts if s["e"]["Venue"] == "Riverside Marquee")), "shifts per Staff at events in that venue")

# per group
q("per", "turnover by service type", "table", {k: total(ev(Service=k), "inv") for k in {e["Service"] for e in events}}, "sum of Invoice total per Service")
q("per", "Give me the total invoiced per account manager, leaving out clients that have no account manager.", "table",
  {k: total(ev(mgr=k), "inv") for k in {e["mgr"] for e in events} - {""}}, "events joined to clients, summed per Acct mgr")
q("per", "tips total for each person who got any", "table",
  {k: v for k, v in sums(shifts, "Staff", "tip").items() if v}, "sum of Tips per Staff, without those with none")

# months and quarters
q("month", "invoiced amount per quarter in 2024", "table",
  {k: total(ev(quarter=k), "inv") for k in {e["quarter"] for e in y24}}, "sum of Invoice total per quarter of the event")
by_month = Counter(e["month"] for e in y23)
assert len(by_month) == 12
q("month", "Number of events for each month of 2023", "table", dict(by_month), "rows per month of Date")
q("month", "I want to plan staffing. In which month of 2024 did we serve the most guests?", "values",
  best(sums(y24, "month", "g")), "sum of Guests per month")

# comparisons and differences
c23 = {k: total(ev(Occasion=k, y=2023), "inv") for k in ("Wedding", "Christmas party")}
q("compare", "what brought in more in 2023, weddings or christmas parties?", "values", best(c23), "sum of Invoice total of both in 2023")
q("difference", "How much more have we invoiced to Bellweather Insurance than to Quayside Software over the whole period?", "number",
  round(total(ev(cn="Bellweather Insurance"), "inv") - total(ev(cn="Quayside Software"), "inv"), 2), "difference of two sums")

# percent and growth
q("share", "What percentage of the money invoiced for 2024 events came from weddings?", "number",
  100 * total(ev(Occasion="Wedding", y=2024), "inv") / total(y24, "inv"), "sum of weddings of the sum of 2024")
q("share", "what % of waiter shifts have a tip recorded", "number",
  share([s for s in shifts if s["Role"] == "Waiter"], lambda s: s["tip"] is not None), "Role Waiter with Tips filled")
q("growth", "By what percent did our total invoiced go up from 2023 to 2024?", "number",
  100 * (total(y24, "inv") / total(y23, "inv") - 1), "sums by year of the event")
xmas = [sum(known(ev(Occasion="Christmas party", y=y), "g")) for y in (2023, 2024)]
q("growth", "christmas parties: % increase in number of guests, 2023 to 2024", "number", 100 * (xmas[1] / xmas[0] - 1), "sums of Guests of both years")

# never, both
booked = {e["client_no"] for e in events}
q("never", "which clients have never booked an event with us?", "values", who(c for c in clients if c["client_no"] not in booked), "clients without a row in events")
staffed = {s["event_id"] for s in shifts}
q("never", "Are there events without any staff shifts? List them please", "values",
  names(e for e in events if e["event_id"] not in staffed), "events without a row in shifts")
q("both", "Who worked at both the Lindqvist wedding and the Okonjo wedding?", "values",
  set.intersection(*({s["Staff"] for s in shifts if s["e"]["Event"] == w} for w in ("Lindqvist wedding", "Okonjo wedding"))), "Staff with a shift at each")
q("both", "clients who had a conference and also a christmas party from us", "values",
  set.intersection(*({e["cn"] for e in ev(Occasion=o)} for o in ("Conference", "Christmas party"))), "clients with both occasions")

# dates
q("dates", "Which customers joined us after 1 January 2024?", "values", who(c for c in clients if c["since"] > date(2024, 1, 1)), "Client since")
q("dates", "jobs between 15 March 2024 and 15 May 2024, how many?", "number",
  len([e for e in events if date(2024, 3, 15) <= e["day"] <= date(2024, 5, 15)]), "Date between the two, none on a border")
q("duration", "How many days after the Bellweather broker forum did the payment come in?", "number", named["Bellweather broker forum"]["wait"], "Paid on minus Date")
q("duration", "on average how many days after an event does Portbury Logistics pay", "number",
  mean(ev(cn="Portbury Logistics Ltd"), "wait"), "mean of Paid on minus Date of the paid events")
q("first", "Which client has been with us longest?", "values", best({c["name"]: c["since"] for c in clients}, low=True), "earliest Client since")
q("first", "last event we did at the Old Brewery?", "values", best({e["Event"]: e["day"] for e in ev(Venue="The Old Brewery")}), "latest Date at the venue")

# above the average, best of each group
q("above", "Which fundraisers were invoiced at more than the average for fundraisers?", "values",
  names(e for e in fund if e["inv"] > mean(fund, "inv")), "Invoice total above the mean of the fundraisers")
q("best", "for every venue, the event with the biggest invoice", "table",
  {v: one(best({e["Event"]: e["inv"] for e in es})) for v, es in group(events, itemgetter("Venue")).items()}, "largest Invoice total per Venue")

# yes or no
n = Counter(s["Staff"] for s in shifts)
q("yesno", "did Tess Yardley do more shifts than Callum Abbott", "boolean", n["Tess Yardley"] > n["Callum Abbott"], "rows per Staff")
q("all", "Have all our invoices for 2023 events been paid?", "boolean", all(e["paid"] for e in y23), "Paid on empty for one of them")

# linked tables
q("linked", "Which chefs have cooked at events for Bellweather Insurance?", "values",
  {s["Staff"] for s in shifts if s["Role"] == "Chef" and s["e"]["cn"] == "Bellweather Insurance"}, "shifts - events - clients")
wage = [s for s in shifts if s["e"]["Event"] == "Okonjo wedding"]
q("linked", "I need the staff cost of the Okonjo wedding. What do hours times hourly rate come to, tips not included?", "number",
  float(sum(s["h"] * s["rate"] for s in wage)), "sum of Hrs x Rate of its shifts")
q("linked", "how much have we billed our club clients in total?", "number",
  total([e for e in events if e["c"]["Type"] == "Club"], "inv"), "events of clients of Type Club")

# missing, ratio, conditions on groups
q("missing", "Which events of 2024 have been paid but still have no feedback score?", "values",
  names(e for e in y24 if e["paid"] and e["fb"] is None), "2024, Paid on filled, Feedback empty")
q("missing", "Some invoices have no payment date yet. What is the total amount of these unpaid invoices?", "number",
  total([e for e in events if e["paid"] is None], "inv"), "Invoice total where Paid on is empty")
conf = ev(Occasion="Conference")
q("ratio", "total invoiced for conferences divided by total conference guests = ?", "number", total(conf, "inv") / sum(known(conf, "g")), "sum of Invoice total by sum of Guests")
q("groups", "clients with more than three events", "values", having(Counter(e["cn"] for e in events), lambda k: k > 3), "rows per client above 3")
q("groups", "Which people have worked more than 50 hours in total over all their shifts?", "values",
  having(sums(shifts, "Staff", "h"), lambda h: h > 50), "sum of Hrs per Staff above 50")

# not in the data
q("refuse", "How much did we spend on ingredients in 2024?", "refuse", [], "no costs of food in the tables")
q("refuse", "phone number of Larkhall Theatre Trust?", "refuse", [], "no phone numbers")
q("refuse", "how many guests at the Castellano wedding wanted vegan food", "refuse", [], "nothing on diets")
q("refuse", "Who is the account manager of Downs Running Club?", "refuse", [], "the cell is empty")
q("refuse", "What was the average feedback for the events we did at Blackbird Hall?", "refuse", [], "no such venue")
assert one(c["Acct mgr"] for c in clients if c["name"] == "Downs Running Club") == ""
assert not ev(Venue="Blackbird Hall")

finish(HERE, Q)
