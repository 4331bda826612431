"""Computes every answer of the 'radiostation' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

Q = []
q = asking("radiostation", Q)

B = [dict(id=r["Bcast ID"], day=day(r["Date"], "%d-%b-%Y"), prog=r["Programme"], station=r["Station"], who=r["On air"],
          start=r["Start"], mins=num(r["Length (min)"]), aud=num(r["Avg. listeners"]), texts=num(r["Texts rec'd"]))
     for r in records(HERE, "broadcasts.csv")]
A = [dict(r, day=iso(r["booked_on"]), paid=iso(r["paid_on"]), plays=num(r["plays"]), secs=num(r["spot_length_sec"]),
          price=digits(r["total_price"])) for r in records(HERE, "ad_spots.csv")]
triples, quintuples = graphs(HERE, "radiostation")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
assert len({r["id"] for r in B}) == len(B) and len({r["booking_no"] for r in A}) == len(A)
assert all(out(r["prog"], "airs_on") == {r["station"]} for r in B)  # table and graph agree
nodes = {x for h, _, t in triples for x in (h, t)} | {x for f in quintuples for x in (f[0], f[2])}
assert all({r["prog"], r["station"], r["who"]} <= nodes for r in B)
assert all({r["advertiser"], r["station"], r["sales_rep"]} <= nodes for r in A)
for rel, side in (("owned_by", 0), ("studio_at", 0), ("presents", 2), ("manages", 2), ("ceo_of", 2)):  # one at a time
    for k, fs in group(facts(rel), itemgetter(side)).items():
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), (rel, k)


def bc(**w): return [r for r in B if all(r[k] == v for k, v in w.items())]
def ads(**w): return [r for r in A if all(r[k] == v for k, v in w.items())]
def year(rows, y): return [r for r in rows if r["day"].year == y]
def month(rows, y, m): return [r for r in rows if (r["day"].year, r["day"].month) == (y, m)]
def full(rows, v): assert all(r[v] is not None for r in rows); return rows  # no empty cell takes part
def names(fs, side): return {f[side] for f in fs}


# lookup
q("lookup", "On which frequency does Moorland Sound broadcast?", "values", out("Moorland Sound", "broadcasts_on"),
  "graph: broadcasts_on of Moorland Sound")
q("lookup", "which advertiser is behind booking 7142", "values", one(ads(booking_no="7142"))["advertiser"],
  "advertiser in the row of booking 7142")
q("lookup", "I need a name. Who is the producer of Lyndale Today?", "values", out("Lyndale Today", "produced_by"),
  "graph: produced_by of Lyndale Today")
q("lookup", "How many listeners did Full Time have on Signal 96 on 14 October 2023?", "number",
  one(bc(prog="Full Time", day=date(2023, 10, 14)))["aud"], "listeners in the one row of that programme and day")

# filter_list
q("filter_list", "which shows are folk", "values", inn("Folk", "has_genre"), "graph: programmes with has_genre Folk")
q("filter_list", "Give me the booking numbers of all breakfast spots booked in 2023 with a total price above £1,000.", "values",
  [r["booking_no"] for r in year(ads(daypart="breakfast"), 2023) if r["price"] is not None and r["price"] > 1000],
  "rows with daypart breakfast, booked in 2023, price > 1000")
q("filter_list", "broadcasts in 2024 that ran three hours or longer, IDs please", "values",
  [r["id"] for r in year(B, 2024) if r["mins"] >= 180], "rows of 2024 with length >= 180")
q("filter_list", "Which advertisers have booked breakfast spots of at least 30 seconds on Beck Radio or Radio Lyndale?", "values",
  {r["advertiser"] for r in A if r["station"] in ("Beck Radio", "Radio Lyndale") and r["daypart"] == "breakfast" and r["secs"] >= 30},
  "advertisers of the rows with both stations, breakfast, length >= 30")

# count
q("count", "how many broadcasts in march 2024?", "number", len(month(B, 2024, 3)), "rows of March 2024")
q("count", "How many ad bookings did Shirin Mirza handle in 2023 for the drive slot?", "number",
  len(year(ads(sales_rep="Shirin Mirza", daypart="drive"), 2023)), "rows with that rep, drive, booked in 2023")
q("count", "number of programmes Fergus Doyle produces", "number", len(inn("Fergus Doyle", "produced_by")),
  "graph: heads of produced_by Fergus Doyle")
q("count", "On how many different stations has Quayside Motors booked spots?", "number",
  len({r["station"] for r in ads(advertiser="Quayside Motors")}), "different stations in its rows")

# sum
q("sum", "total price of all ads booked in 2023?", "number", total(year(A, 2023), "price"), "sum of total_price, booked in 2023")
q("sum", "How many texts did Kitchen Table get altogether?", "number", total(full(bc(prog="Kitchen Table"), "texts"), "texts"),
  "sum of texts of Kitchen Table")
q("sum", "Hexby Farm Supplies, drive slot: how many plays did they buy all told", "number",
  total(ads(advertiser="Hexby Farm Supplies", daypart="drive"), "plays"), "sum of plays of its drive rows")
q("sum", "How much money do the bookings of Bright Eye Opticians on Signal 96 add up to, both years together?", "number",
  total(full(ads(advertiser="Bright Eye Opticians", station="Signal 96"), "price"), "price"),
  "sum of total_price of that advertiser on that station")

# average
q("average", "average listeners of golden hour?", "number", mean(full(bc(prog="Golden Hour"), "aud"), "aud"),
  "mean of listeners of Golden Hour")
q("average", "What was the mean total price of a booking on Pulse Carrick that Aidan Locke sold in 2023?", "number",
  mean(full(year(ads(station="Pulse Carrick", sales_rep="Aidan Locke"), 2023), "price"), "price"),
  "mean of total_price of those rows")
q("average", "avg no. of messages per broadcast of Loud After Dark", "number",
  mean(full(bc(prog="Loud After Dark"), "texts"), "texts"), "mean of texts of Loud After Dark")

# min_max
q("min_max", "What is the lowest listener figure of any broadcast?", "number", min(known(B, "aud")), "smallest listeners")
q("min_max", "dearest booking so far, how much was it", "number", max(known(A, "price")), "largest total_price")
q("min_max", "How many minutes did the longest broadcast last in which Ffion Barker was on air in 2024?", "number",
  max(r["mins"] for r in year(bc(who="Ffion Barker"), 2024)), "largest length of her rows of 2024")

# superlative
q("superlative", "Which single broadcast drew the most texts? I need its ID.", "values",
  best({r["id"]: r["texts"] for r in B if r["texts"] is not None}), "row with the most texts")
q("superlative", "wich advertiser has the highest total spend", "values",
  robust(best(sums(A, "advertiser", "price")), best(sums([r for r in A if r["paid"]], "advertiser", "price"))),
  "largest sum of total_price by advertiser (the same with paid ones only)")
q("superlative", "Which station carried the most plays among the bookings made in 2024?", "values",
  best(sums(year(A, 2024), "station", "plays")), "largest sum of plays by station, booked in 2024")

# top_k
q("top_k", "Top 3 programmes by average listeners?", "values", best(means([r for r in B if r["aud"] is not None], "prog", "aud"), 3),
  "three largest means of listeners by programme")
q("top_k", "the five most expensive bookings, numbers only please", "values",
  best({r["booking_no"]: r["price"] for r in A if r["price"] is not None}, 5), "five largest total_price")
q("top_k", "Name the two sales reps who sold the most plays in total in 2023.", "values",
  best(sums(year(A, 2023), "sales_rep", "plays"), 2), "two largest sums of plays by rep, booked in 2023")

# comparison
q("comparison", "Who sold more in pounds, Gemma Pound or Douglas Tate?", "values",
  best({k: total(ads(sales_rep=k), "price") for k in ("Gemma Pound", "Douglas Tate")}), "larger sum of total_price")
q("comparison", "Beck Breakfast or Carrick Mornings - which has the bigger audience on average", "values",
  best({k: mean(full(bc(prog=k), "aud"), "aud") for k in ("Beck Breakfast", "Carrick Mornings")}), "larger mean of listeners")
q("comparison", "Which of the two has been in charge of their station for longer, Gordon Muir or Simone Adler?", "values",
  best({k: one(facts("manages", k))[3] for k in ("Gordon Muir", "Simone Adler")}, low=True), "earlier start of manages; both go on")

# difference
q("difference", "How many more listeners did Morning Harbour have on 18 September 2023 than on the day after?", "number",
  one(bc(prog="Morning Harbour", day=date(2023, 9, 18)))["aud"] - one(bc(prog="Morning Harbour", day=date(2023, 9, 19)))["aud"],
  "difference of two cells")
q("difference", "diffrence in total ad sales between signal 96 and coast gold, in pounds", "number",
  total(ads(station="Signal 96"), "price") - total(ads(station="Coast Gold"), "price"), "difference of the sums of total_price")
q("difference", "What is the gap between the most and the fewest texts that a Lyndale Today broadcast received in 2024?", "number",
  max(known(full(year(bc(prog="Lyndale Today"), 2024), "texts"), "texts")) - min(known(year(bc(prog="Lyndale Today"), 2024), "texts")),
  "largest less smallest texts of those rows")

# percent
q("percent", "What percentage of the bookings made in 2024 were for the breakfast slot?", "number",
  share(year(A, 2024), lambda r: r["daypart"] == "breakfast"), "breakfast rows of all rows booked in 2024")
q("percent", "millhaven building society's share of all ad money, in %", "number",
  100 * total(ads(advertiser="Millhaven Building Society"), "price") / total(A, "price"), "its total_price of all total_price")
q("percent", "% of broadcasts that started before 9 am?", "number", share(B, lambda r: r["start"] < "09:00"),
  "rows with start before 09:00 of all rows")

# group_by
q("group_by", "Number of broadcasts per station", "table", Counter(r["station"] for r in B), "rows by station")
q("group_by", "For the bookings of 2023, what is the summed price for each daypart?", "table",
  sums(year(A, 2023), "daypart", "price"), "sum of total_price by daypart, booked in 2023")
q("group_by", "how many programmes does every producer have", "table",
  Counter(t for _, r, t in triples if r == "produced_by"), "graph: produced_by by producer")
q("group_by", "Longest broadcast of each Signal 96 and Pulse Carrick programme, in minutes?", "table",
  {k: max(r["mins"] for r in g) for k, g in group([r for r in B if r["station"] in ("Signal 96", "Pulse Carrick")], itemgetter("prog")).items()},
  "largest length by programme of the two stations")

# group_superlative
q("group_superlative", "For each daypart, which advertiser made the booking with the highest price?", "table",
  {k: one(ads(booking_no=one(best({r["booking_no"]: r["price"] for r in g if r["price"] is not None}))))["advertiser"]
   for k, g in group(A, itemgetter("daypart")).items()}, "advertiser of the largest total_price by daypart")
q("group_superlative", "best-heard programme of each station, going by average listeners", "table",
  {k: one(best(means(g, "prog", "aud"))) for k, g in group([r for r in B if r["aud"] is not None], itemgetter("station")).items()},
  "largest mean of listeners among the programmes of a station")
q("group_superlative", "I want to see where our reps do well. At which station has each of them sold the most plays in total?", "table",
  {k: one(best(sums(g, "station", "plays"))) for k, g in group(A, itemgetter("sales_rep")).items()},
  "largest sum of plays by station for each rep")

# yes_no
q("yes_no", "did bronwen ellis win the Golden Aerial?", "boolean", "Golden Aerial" in out("Bronwen Ellis", "won"), "graph: won")
q("yes_no", "Has any broadcast of Night Ferry with Nadia Haddad on air had more than 2,500 listeners?", "boolean",
  any(r["aud"] > 2500 for r in bc(prog="Night Ferry", who="Nadia Haddad") if r["aud"] is not None), "no such row reaches it")
q("yes_no", "Does Tidewater Media still own Coast Gold?", "boolean", bool(now("owned_by", "Coast Gold", "Tidewater Media")),
  "temporal graph: that ownership has ended")
q("yes_no", "Rowan Garden Centre - ever bought spots on Beck Radio", "boolean",
  bool(ads(advertiser="Rowan Garden Centre", station="Beck Radio")), "there are such rows")

# negation
assert {r["advertiser"] for r in A} == heads("based_in") == heads("industry")
q("negation", "Which advertisers never booked anything on Signal 96?", "values",
  heads("based_in") - {r["advertiser"] for r in ads(station="Signal 96")}, "advertisers without a row of Signal 96")
q("negation", "programmes not produced by Fergus Doyle or Alba Renwick", "values",
  heads("produced_by") - inn("Fergus Doyle", "produced_by") - inn("Alba Renwick", "produced_by"), "the programmes of the other producers")
q("negation", "How many broadcasts were there in May 2024 on stations other than Coast Gold?", "number",
  len([r for r in month(B, 2024, 5) if r["station"] != "Coast Gold"]), "rows of May 2024 without Coast Gold")
q("negation", "Who among the presenters born in Millhaven has not won any award?", "values",
  robust({x for x in inn("Millhaven", "born_in") if x in names(facts("presents"), 0) and not out(x, "won")},
         {x for x in inn("Millhaven", "born_in") if x in names(now("presents"), 0) and not out(x, "won")}),
  "born_in Millhaven, presents, and no fact won")

# time_point
q("time_point", "Who owned Coast Gold in May 2015?", "values", names(at("owned_by", date(2015, 5, 15), "Coast Gold"), 2),
  "owned_by that holds in May 2015")
q("time_point", "who was hosting lyndale today back in 2010", "values", names(in_year("presents", 2010, None, "Lyndale Today"), 0),
  "presents that holds in 2010")
q("time_point", "Which stations belonged to Kestrel Group as of 10 January 2017?", "values",
  names(at("owned_by", date(2017, 1, 10), None, "Kestrel Group"), 0), "owned_by Kestrel Group that holds on that day")
q("time_point", "Where did Signal 96 have its studio in 2021?", "values", names(in_year("studio_at", 2021, "Signal 96"), 2),
  "studio_at that holds in 2021")

# before_after
q("before_after", "Who managed Moorland Sound before Maeve Corrigan?", "values",
  step(facts("manages", None, "Moorland Sound"), 0, "Maeve Corrigan", -1), "the manager before her")
q("before_after", "who took over Loud After Dark from Tomasz Wilk?", "values",
  step(facts("presents", None, "Loud After Dark"), 0, "Tomasz Wilk", 1), "the presenter after him")
q("before_after", "radio lyndale: which group got it straight after Falk & Daughters", "values",
  step(facts("owned_by", "Radio Lyndale"), 2, "Falk & Daughters", 1), "the owner after Falk & Daughters")
q("before_after", "Which people became manager of a station after 1 January 2020 and are still in that post?", "values",
  {f[0] for f in now("manages") if f[3] > date(2020, 1, 1)}, "manages with start after that day and no end")

# duration
q("duration", "For how many full years did Nadia Haddad present Carrick Mornings?", "number",
  lasted(one(facts("presents", "Nadia Haddad", "Carrick Mornings"))), "full years from start to end")
q("duration", "how many days passed between booking and payment for no. 7142?", "number",
  (one(ads(booking_no="7142"))["paid"] - one(ads(booking_no="7142"))["day"]).days, "paid_on less booked_on")
q("duration", "Tidewater had Coast Gold for how long? Complete years please.", "number",
  lasted(one(facts("owned_by", "Coast Gold", "Tidewater Media"))), "full years from start to end")
f = one(facts("manages", "Beatriz Nolan", "Coast Gold"))
q("duration", "How many full months was Beatriz Nolan the manager of Coast Gold?", "number",
  (f[4].year - f[3].year) * 12 + f[4].month - f[3].month - (f[4].day < f[3].day), "full months from start to end")

# multi_hop
q("multi_hop", "In which county is the station that airs Golden Hour?", "values",
  {c for s in out("Golden Hour", "airs_on") for t in out(s, "located_in") for c in out(t, "in_county")}, "airs_on, located_in, in_county")
q("multi_hop", "presenters curently doing a show on a Millhaven station?", "values",
  {f[0] for f in now("presents") for s in out(f[2], "airs_on") if "Millhaven" in out(s, "located_in")},
  "presents (no end), airs_on, located_in Millhaven")
q("multi_hop", "Who founded the group that owns Pulse Carrick at present?", "values",
  {p for f in now("owned_by", "Pulse Carrick") for p in out(f[2], "founded_by")}, "owned_by (no end), founded_by")
q("multi_hop", "Which programme does the wife of Stuart Pennock present nowadays?", "values",
  {f[2] for w in inn("Stuart Pennock", "married_to") for f in now("presents", w)}, "married_to, presents (no end)")

# cross_source
q("cross_source", "How many texts did the sport programmes receive in 2023, all broadcasts together?", "number",
  total([r for r in year(B, 2023) if "Sport" in out(r["prog"], "has_genre")], "texts"), "has_genre Sport; sum of texts of 2023")
q("cross_source", "What is the total price of the bookings made in 2024 on stations that Brightline Audio now owns?", "number",
  total([r for r in year(A, 2024) if now("owned_by", r["station"], "Brightline Audio")], "price"),
  "owned_by Brightline Audio (no end); sum of total_price, booked in 2024")
q("cross_source", "I am looking for stand-ins. Which broadcasts in 2024 had somebody on air who wasn't the programme's regular presenter on that date? IDs", "values",
  [r["id"] for r in year(B, 2024) if r["who"] not in names(at("presents", r["day"], None, r["prog"]), 0)],
  "on air is not who presents the programme on that day")
assert all(at("presents", r["day"], None, r["prog"]) for r in B)
q("cross_source", "food and drink companies that bought spots on a port elwin station", "values",
  {r["advertiser"] for r in A if "Food and Drink" in out(r["advertiser"], "industry") and "Port Elwin" in out(r["station"], "located_in")},
  "industry Food and Drink; station located_in Port Elwin")

# missing
q("missing", "which bookings have no price (numbers)", "values", [r["booking_no"] for r in A if r["price"] is None], "empty total_price")
q("missing", "For which broadcasts in 2024 is the listener figure missing? Give the IDs.", "values",
  [r["id"] for r in year(B, 2024) if r["aud"] is None], "rows of 2024 with empty listeners")
q("missing", "Which advertisers have a booking that has a price but no payment date yet?", "values",
  {r["advertiser"] for r in A if r["price"] is not None and r["paid"] is None}, "total_price there, paid_on empty")

# unanswerable
q("unanswerable", "What does Harbour FM pay each year for its broadcasting licence?", "refuse", [], "no licence fees in the data")
q("unanswerable", "priya raman salary?", "refuse", [], "no salaries in the data")
q("unanswerable", "how many podcast downloads did Night Ferry have in April 2024", "refuse", [], "no downloads in the data")
q("unanswerable", "Who owned Beck Radio in 1990?", "refuse", names(in_year("owned_by", 1990, "Beck Radio"), 2), "its first owner starts in 1998")
q("unanswerable", "In which year was Lavinia Crewe born?", "refuse", [], "only the place of birth is known")

finish(HERE, Q)
