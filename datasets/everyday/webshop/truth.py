"""Computes every gold answer of the 'webshop' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, having, kg, known, mean, means, one, records, share, step, sums, tkg, num)


V, N, B, T = "values", "number", "boolean", "table"
AM = "account manager of"
KG, TK = graphs(HERE, "webshop")
out, inn, heads = kg(KG)
facts, now, at, _ = tkg(TK)
def brand(p): return one(out(p, "made by"))
def line(p): return one(out(p, "product_line"))
def house(p): return one(out(p, "stocked at"))
def supplier(b): return one(out(b, "supplied_by"))
O, C = records(HERE, "orders.csv"), records(HERE, "customers.csv")
for c in C: c["pts"], c["limit"], c["since"] = num(c["loyalty pts"]), num(c["Credit lim. (kEUR)"]), day(c["Sign-up"], "%d.%m.%Y")
CUST, NAME = {c["CustID"]: c for c in C}, {c["Name"]: c for c in C}
for o in O:
    o["day"], o["shipped"] = day(o["Ord date"], "%d.%m.%Y"), day(o["Shipped"], "%d.%m.%Y")
    o["wait"] = (o["shipped"] - o["day"]).days if o["shipped"] else None
    o["qty"], o["each"], o["disc"], o["wt"] = int(o["Qty"]), num(o["Unit price EUR"]), num(o["Disc. %"]), num(o["Pkg wt (kg)"])
    o["gross"] = o["qty"] * o["each"]
    o["net"], o["back"] = o["gross"] * (1 - o["disc"] / 100), o["Ret."] == "Y"
    o["cust"], o["line"] = CUST[o["CustID"]], line(o["Product"])
    o["segment"], o["city"] = o["cust"]["Segment"], o["cust"]["City"]
RANGE = heads("made by")                                         # the products on sale
BRANDS = {brand(p) for p in RANGE}
AMS = heads("office in")                                         # the account managers of today
assert len(CUST) == len(NAME) == len(C) and all(o["cust"]["Name"] == o["Customer"] and o["Product"] in RANGE for o in O)
assert AMS == {f[0] for f in now(AM)}
# whatever has no end still held on the last day of 2024, and nothing else did
assert all(f[3] <= date(2024, 12, 31) and (f[4] is None or f[4] < date(2024, 12, 31)) for f in TK)
for b in BRANDS: assert [f[2] for f in now("distributed_by", b)] == [supplier(b)]  # the graphs agree on who supplies what now
def of(rows, key, x): return [r for r in rows if r[key] == x]
def month(m): return [o for o in O if (o["day"].year, o["day"].month) == (2024, m)]
def order(no): return one(of(O, "Ord No", no))
def am_on(c, d): return one(at(AM, d, tail=c))[0]
def am_now(c): return one(now(AM, tail=c))[0]
def nos(rows): return [o["Ord No"] for o in rows]
def names(rows): return [c["Name"] for c in rows]
orders_of = Counter(o["Customer"] for o in O)

Q = []
q = asking("webshop", Q)

# ------------------------------------------------------------ lookup
q("lookup", "What city does Greta Solberg live in?", V, NAME["Greta Solberg"]["City"], "customers: City")
q("lookup", "W-24313, how heavy was that parcel in kg", N, order("W-24313")["wt"], "orders: Pkg wt of W-24313")
q("lookup", "whos our contact at the ski school Scuola Sci Dolomia?", V, NAME["Scuola Sci Dolomia"]["contact"], "customers: contact")
q("lookup", "Which agency came up with the Boots & Roots campaign?", V, out("Boots & Roots", "created by"), "KG created by")
# ------------------------------------------------------------ filter_list
q("filter_list", "order numbers of everything sold over the marketplace pls", V, nos(of(O, "Chan.", "Marketplace")), "orders: Chan. Marketplace")
q("filter_list", "Can you list the gyms and clubs that are subscribed to our newsletter?", V,
  names(c for c in C if c["Segment"] in ("Gym", "Club") and c["Newsl."] == "Y"), "customers: Segment Gym or Club, Newsl. Y (empty is not a yes)")
q("filter_list", "Which products in our range carry the FairStitch label?", V, inn("FairStitch", "certified_by"), "KG certified_by, read backwards")
q("filter_list", "anything ordered in september 24 that came to more than 1k after discount? just the order nos", V,
  nos(o for o in month(9) if o["net"] > 1000), "orders: Ord date in 2024-09, Qty x Unit price less Disc. > 1000")
# ------------------------------------------------------------ count
q("count", "How many private customers do we have in Austria?", N, len(of(of(C, "Segment", "Private"), "Ctry", "AT")), "customers: Segment Private, Ctry AT")
q("count", "nr of customers with more than 3 orders", N, len(having(orders_of, lambda n: n > 3)), "orders: rows by Customer, those above 3")
q("count", "Leaving aside those not shipped yet, how many orders needed more than 7 days from order to dispatch?", N,
  sum((o["wait"] or 0) > 7 for o in O), "orders: Shipped - Ord date > 7 days")
q("count", "vietnam - how many of our articles are produced there?", N, len(inn("Vietnam", "manufactured in")), "KG manufactured in Vietnam")
# ------------------------------------------------------------ sum
q("sum", "How many pairs of the Scree Mid boot were ordered in total, no matter whether they were sent back later?", N,
  sum(o["qty"] for o in of(O, "Product", "Scree Mid")), "orders: sum of Qty, Scree Mid")
q("sum", "web orders placed in Q2 2024: total value in euros before any discount?", N,
  sum(o["gross"] for m in (4, 5, 6) for o in of(month(m), "Chan.", "Web")), "orders: sum of Qty x Unit price, Chan. Web, 2024-04..06")
q("sum", "What do the credit limits of all our resellers add up to, in thousand euros?", N,
  sum(c["limit"] for c in of(C, "Segment", "Reseller")), "customers: sum of Credit lim., Segment Reseller (all filled in)")
# ------------------------------------------------------------ average
q("average", "avg loyalty balance of the private shoppers, skip the ones where its blank", N, mean(of(C, "Segment", "Private"), "pts"),
  "customers: mean loyalty pts, Segment Private, empty left out")
q("average", "When somebody orders by phone, how many days go by on average until we ship? Ignore orders that are still open.", N,
  mean(of(O, "Chan.", "Phone"), "wait"), "orders: mean of Shipped - Ord date, Chan. Phone, empty Shipped left out")
q("average", "typical order size of Trailhead Outfitters? mean no. of pieces per order i mean", N, mean(of(O, "Customer", "Trailhead Outfitters"), "qty"),
  "orders: mean Qty of the customer's rows")
# ------------------------------------------------------------ min_max
q("min_max", "On which date did the very first of our private customers register?", V, min(c["since"] for c in of(C, "Segment", "Private")),
  "customers: earliest Sign-up, Segment Private")
q("min_max", "Of the returned parcels with a weight on record, how many kilos did the heaviest one weigh?", N, max(known(of(O, "back", True), "wt")), "orders: max Pkg wt, Ret. Y")
q("min_max", "max we ever charged per piece for a Fjelheim 4, not counting discounts", N, max(o["each"] for o in of(O, "Product", "Fjellheim 4")),
  "orders: max Unit price of the product")
# ------------------------------------------------------------ superlative
q("superlative", "Who has collected the most points in our loyalty scheme?", V, best({c["Name"]: c["pts"] or 0 for c in C}), "customers: largest loyalty pts")
q("superlative", "Which country is home to the largest number of our brands?", V, best(Counter(t for h, r, t in KG if r == "brand from")), "KG brand from, counted by country")
q("superlative", "newest customer?", V, best({c["Name"]: c["since"] for c in C}), "customers: latest Sign-up")
# ------------------------------------------------------------ top_k
q("top_k", "top 3 customers by what they spent with us (after discount, orders that were returned still count)", V, best(sums(O, "Customer", "net"), 3),
  "orders: net value by Customer, three largest")
q("top_k", "Please give me the numbers of the two orders with the highest recorded parcel weight.", V, best({o["Ord No"]: o["wt"] or 0 for o in O}, 2), "orders: two largest Pkg wt")
# ------------------------------------------------------------ comparison
q("comparison", "Noemi Cavelti or Lea Burgstaller: who has been a customer for longer?", V,
  best({n: NAME[n]["since"] for n in ("Noemi Cavelti", "Lea Burgstaller")}, low=True), "customers: Sign-up of both")
q("comparison", "did more peices get ordered of the cairn 35 or of the ridgeway 28", V, best({p: sum(o["qty"] for o in of(O, "Product", p)) for p in ("Cairn 35", "Ridgeway 28")}),
  "orders: sum of Qty of both products")
q("comparison", "Do we get more orders from customers in Vienna or from customers in Innsbruck?", V,
  best({t: len(of(O, "city", t)) for t in ("Vienna", "Innsbruck")}), "orders joined to customers on CustID, rows by City")
# ------------------------------------------------------------ difference
q("difference", "By how many loyalty points is Katja Zupan ahead of Noemi Cavelti?", N, NAME["Katja Zupan"]["pts"] - NAME["Noemi Cavelti"]["pts"], "customers: loyalty pts, subtracted")
q("difference", "how many orders more in may than in february?", N, len(month(5)) - len(month(2)),
  "orders: rows by month of Ord date (all of 2024), subtracted")
q("difference", "How many more articles does the Hall warehouse keep than the one in Trento?", N,
  len(inn("Warehouse Hall", "stocked at")) - len(inn("Warehouse Trento", "stocked at")), "KG stocked at, counted for both")
# ------------------------------------------------------------ percent
q("percent", "return rate in %, measured on the orders that have been shipped?", N, 100 * len(of(O, "back", True)) / len(known(O, "shipped")),
  "orders: Ret. Y among rows with Shipped filled in")
q("percent", "What percentage of all the customers on file are Swiss, going by their country code?", N, share(C, lambda c: c["Ctry"] == "CH"), "customers: Ctry CH among all rows")
q("percent", "Tents seem to carry the shop. How many percent of the total order value after discount do they make up?", N,
  100 * sum(o["net"] for o in of(O, "line", "Tents")) / sum(o["net"] for o in O), "orders: net value, KG product_line Tents, divided by net value of all")
# ------------------------------------------------------------ group_by
q("group_by", "order count split by channel", T, Counter(o["Chan."] for o in O), "orders: rows by Chan.")
q("group_by", "Could you work out the average discount in percent for each sales channel?", T, means(O, "Chan.", "disc"), "orders: mean Disc. % by Chan., zeros count")
q("group_by", "For each supplier: how many brands do we currently get from them?", T, Counter(supplier(b) for b in BRANDS), "KG supplied_by, counted by supplier")
q("group_by", "net sales by product line (so after discount, returned stuff left in)", T, sums(O, "line", "net"),
  "orders: net value; KG product_line of the Product")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "who sent the most orders back?", V, best(Counter(o["Customer"] for o in of(O, "back", True))), "orders: Ret. Y by Customer, largest count")
q("group_superlative", "Which customer segment has the highest average value per order, after discount?", V, best(means(O, "segment", "net")),
  "orders joined to customers on CustID: mean net value by Segment, largest")
q("group_superlative", "Looking at where the ordered products are stocked, which warehouse is involved in the largest number of orders?", V,
  best(Counter(house(o["Product"]) for o in O)), "orders; KG stocked at of the Product; rows by warehouse, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "kestrel ridge is a british brand, right?", B, "United Kingdom" in out("Kestrel Ridge", "brand from"), "KG brand from United Kingdom")
q("yes_no", "Has any customer from Freiburg placed an order so far?", B, of(O, "city", "Freiburg"), "orders joined to customers: City Freiburg")
q("yes_no", "Was the Summer Summit campaign on billboards as well?", B, facts("ran on", "Summer Summit", "Billboards"), "TKG ran on: only Social media and Podcast")
q("yes_no", "chiara bonetti was already running purchasing in january 2023?", B,
  any(at("head of", date(2023, 1, d), "Chiara Bonetti", "Purchasing") for d in (1, 31)), "TKG head of: she starts 2023-04-01")
# ------------------------------------------------------------ negation
q("negation", "Which products from our range did nobody order?", V, RANGE - {o["Product"] for o in O}, "KG made by (the range) less the Products in orders")
q("negation", "business customers with zero orders on the list? so everyone who isnt private", V, names(c for c in C if c["Segment"] != "Private" and not orders_of[c["Name"]]),
  "customers: Segment not Private, no row in orders")
q("negation", "How many orders were placed without any discount?", N, len(of(O, "disc", 0)), "orders: Disc. % is 0")
q("negation", "Which of our account managers do not speak English?", V, AMS - inn("English", "speaks"), "KG: people with speaks and office in, less those speaking English")
# ------------------------------------------------------------ time_point
q("time_point", "Who looked after Trailhead Outfitters on 15 June 2020?", V, am_on("Trailhead Outfitters", date(2020, 6, 15)), "TKG account manager of on that day")
q("time_point", "who ran marketing in april 2024", V, one({f[0] for d in (1, 30) for f in at("head of", date(2024, 4, d), tail="Marketing")}), "TKG head of Marketing covering 2024-04")
q("time_point", "Back on 1 March 2023, from which distributor did Moosfell goods come?", V, one(at("distributed_by", date(2023, 3, 1), "Moosfell"))[2],
  "TKG distributed_by on that day (today it is another)")
q("time_point", "Which accounts were in the hands of Katrin Oberhauser on New Year's Day 2023?", V, [f[2] for f in at(AM, date(2023, 1, 1), "Katrin Oberhauser")],
  "TKG account manager of on 2023-01-01")
# ------------------------------------------------------------ before_after
q("before_after", "hotel sonnwendhof - who had that acount before Lena Fjordbakk took it over?", V, step(facts(AM, tail="Hotel Sonnwendhof"), 0, "Lena Fjordbakk", -1),
  "TKG account manager of, the fact before hers")
q("before_after", "Which company took over the running of Warehouse Hall from Gletscher Logistik?", V, step(facts("operated by", "Warehouse Hall"), 2, "Gletscher Logistik", 1), "TKG operated by, the next fact")
q("before_after", "Which brands have switched to a new distributor since the beginning of 2022?", V,
  [f[0] for f in facts("distributed_by") if f[3] >= date(2022, 1, 1) and any(g[4] and g[4] < f[3] for g in facts("distributed_by", f[0]))],
  "TKG distributed_by starting in 2022 or later, with an earlier distributor")
# ------------------------------------------------------------ duration
camp = {f[0]: (f[4] - f[3]).days + 1 for f in facts("ran on")}
assert all(len({f[3:] for f in facts("ran on", c)}) == 1 for c in camp)
q("duration", "Counting the first and the last day, how many days did Tent Weeks run?", N, camp["Tent Weeks"], "TKG ran on: 2024-03-18 to 2024-04-21, both counted")
q("duration", "longest campaign we ran in 2024?", V, best({c: n for c, n in camp.items() if facts("ran on", c)[0][3].year >= 2024}), "TKG ran on: end - start, largest among those of 2024")
q("duration", "For how many full years did Tarnstone belong to Ridgeback Brands?", N, full_years(*one(facts("owned by", "Tarnstone", "Ridgeback Brands"))[3:]), "TKG owned by: start to end, completed years")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In what country is the supplier of Moosfell based?", V, out(one(out(supplier("Moosfell"), "HQ in")), "lies in"), "KG supplied_by > HQ in > lies in")
q("multi_hop", "haar shell - which buyer do i need to talk to?", V, inn(line("Haar Shell"), "buyer for"), "KG product_line, then buyer for backwards")
q("multi_hop", "Lakeside Hostel Lugano found us through another customer. Who in turn had referred that one?", V,
  out(one(out("Lakeside Hostel Lugano", "referred by")), "referred by"), "KG referred by, two steps")
# ------------------------------------------------------------ cross_source
q("cross_source", "How many euros of order value, after discount, are in products of brands that Nordkamm Import AB supplies?", N,
  sum(o["net"] for o in O if supplier(brand(o["Product"])) == "Nordkamm Import AB"), "orders: net value; KG made by > supplied_by")
tw = facts("ran on", "Tent Weeks")[0]
q("cross_source", "tent weeks: how many orders for tents came in while it was on?", N, sum(tw[3] <= o["day"] <= tw[4] for o in of(O, "line", "Tents")),
  "TKG ran on (dates); KG product_line Tents; orders by Ord date")
q("cross_source", "There is a complaint about order W-24184. Who was account manager of that customer on the day of the order?", V,
  am_on(order("W-24184")["Customer"], order("W-24184")["day"]), "orders: Customer, Ord date; TKG account manager of on that day")
q("cross_source", "Take all customers Mirjam Achleitner is in charge of now. What have they ordered altogether in EUR, discounts deducted?", N,
  sum(o["net"] for o in O if o["Customer"] in {f[2] for f in now(AM, "Mirjam Achleitner")}), "TKG open account manager of; orders: net value by Customer")
summit = {f[0] for f in now("owned by", tail="Summit & Co Holding")}
q("cross_source", "returns of goods from brands that belong to Summit & Co, how many orders?", N, sum(brand(o["Product"]) in summit for o in of(O, "back", True)),
  "TKG open owned by; KG made by; orders: Ret. Y")
big = order(one(best({o["Ord No"]: o["net"] for o in O})))
q("cross_source", "Which languages does the present account manager of the customer behind our biggest order speak? Biggest by value after discount.", V,
  out(am_now(big["Customer"]), "speaks"), "orders: largest net value; TKG open account manager of; KG speaks")
q("cross_source", "how many orders in total have come from custommers who were referred to us by another customer?", N,
  sum(bool(out(o["Customer"], "referred by")) for o in O), "KG referred by (heads); orders: rows of these customers")
# ------------------------------------------------------------ missing
q("missing", "Which orders are still waiting to be shipped?", V, nos(of(O, "shipped", None)), "orders: Shipped empty")
q("missing", "newsletter yes/no never filled in - for how many customers?", N, len(of(C, "Newsl.", "")), "customers: Newsl. empty")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What profit margin do we make on the Fjellheim 4?", "refuse", [], "no purchase costs in any file, only selling prices")
q("unanswerable", "phone number of Svenja Hartl pls", "refuse", [], "no phone numbers in any file (she is only the contact of Kletterhalle Bergwerk)")
q("unanswerable", "How much money went into the Black Week campaign?", "refuse", [], "no campaign budgets in any file")
q("unanswerable", "why did marta ilvonen send the jackets back?", "refuse", [], "only that the order was returned is recorded, no reason")
q("unanswerable", "kettla stove, how many left in stock right now", "refuse", [], "stocked at names the warehouse, no stock levels in any file")
q("unanswerable", "On which day did order W-24120 arrive at the customer's door?", "refuse", [], "only the shipping date is recorded, no delivery date")
q("unanswerable", "How many loyalty points does Henrik Daubner have?", "refuse", [], "no such customer in any file")
q("unanswerable", "Which of our sleeping bags got the best customer reviews?", "refuse", [], "no reviews or ratings in any file")
# ------------------------------------------------------------ questions 81 to 100
q("count", "Not counting anything that was sent back, how many orders were placed in October 2024?", N, len([o for o in month(10) if not o["back"]]),
  "orders: Ord date in 2024-10, Ret. not Y")
q("group_superlative", "private shoppers aside, which segment returned the most orders?", V, best(Counter(o["segment"] for o in of(O, "back", True) if o["segment"] != "Private")),
  "orders joined to customers on CustID: Ret. Y by Segment without Private, largest count")
big_cities = having(Counter(o["city"] for o in O), lambda n: n >= 6)
assert "" not in big_cities
q("group_by", "What is the average order value after discount for each customer city? I only need the cities with at least six orders.", T,
  means([o for o in O if o["city"] in big_cities], "city", "net"), "orders joined to customers: mean net value by City with 6 rows or more")
often = having(Counter(o["Product"] for o in O), lambda n: n >= 4)
q("superlative", "products that show up in four or more orders: which one has the lowest avg quantitiy per order", V,
  best(means([o for o in O if o["Product"] in often], "Product", "qty"), low=True), "orders: smallest mean Qty by Product with 4 rows or more")
q("filter_list", "Which customers registered with us in the first quarter of 2021?", V, names(c for c in C if date(2021, 1, 1) <= c["since"] <= date(2021, 3, 31)), "customers: Sign-up from January to March 2021")
q("before_after", "brands that got the owner they have now in 2020 or later", V, [f[0] for f in now("owned by") if f[3] >= date(2020, 1, 1)], "TKG open owned by, start in 2020 or later")
q("count", "How many orders went out the very next day after they had been placed?", N, len(of(O, "wait", 1)), "orders: Shipped is the day after Ord date")
late = [o for o in O if o["shipped"] and o["shipped"].month == o["day"].month + 1]
assert late == [o for o in O if o["shipped"] and o["shipped"].month != o["day"].month]
q("filter_list", "ordered in one month but only shipped in the next - which order nos?", V, nos(late), "orders: Shipped in the month after that of Ord date")
q("percent", "What percentage of the returned orders were for something that is stocked at the Trento warehouse?", N,
  share(of(O, "back", True), lambda o: house(o["Product"]) == "Warehouse Trento"), "orders: Ret. Y; KG stocked at of the Product")
q("percent", "austrian customers, how many % of them have ordered anything at all", N, share(of(C, "Ctry", "AT"), lambda c: orders_of[c["Name"]]), "customers: Ctry AT; those with a row in orders")
q("missing", "Which customers have a contact person on file but no credit limit?", V, names(c for c in C if c["contact"] and c["limit"] is None), "customers: contact filled, Credit lim. empty")
q("missing", "already shipped but nobody wrote down what the parcel weighed - order numbers?", V, nos(o for o in O if o["shipped"] and o["wt"] is None), "orders: Shipped filled, Pkg wt empty")
q("negation", "Which brands have never had one of their products sent back?", V, BRANDS - {brand(o["Product"]) for o in of(O, "back", True)}, "KG made by; brands of no Product with Ret. Y in orders")
boards = {f[0] for f in facts("ran on", tail="Billboards")}
q("negation", "which of the agencies never had any of their campaigns on billboards", V, {t for h, r, t in KG if r == "created by"} - {t for c in boards for t in out(c, "created by")},
  "KG created by; TKG ran on: agencies of no campaign on Billboards")
q("difference", "How many loyalty points is Selin Aydemir short of the customer with the highest balance?", N, max(known(C, "pts")) - NAME["Selin Aydemir"]["pts"],
  "customers: largest loyalty pts minus hers")
q("filter_list", "who is allowed more credit than the average, taking the average over all who have a limit", V, names(c for c in C if c["limit"] and c["limit"] > mean(C, "limit")),
  "customers: Credit lim. above the mean of those filled in")
q("lookup", "W-24320, what did that order come to in the end, after the discount?", N, order("W-24320")["net"], "orders: Qty x Unit price less Disc. of W-24320")
q("sum", "How many euros did the discounts on our web orders cost us altogether, with returned orders included?", N, sum(o["gross"] - o["net"] for o in of(O, "Chan.", "Web")),
  "orders: sum of Qty x Unit price x Disc., Chan. Web")
q("yes_no", "W-24339 out of the door yet?", B, order("W-24339")["shipped"], "orders: Shipped of W-24339 is empty")
q("yes_no", "Gymnasium am Ring have never sent an order back, right?", B, not of(of(O, "Customer", "Gymnasium am Ring"), "back", True), "orders: no row of the customer with Ret. Y")
assert len(Q) == 100
finish(HERE, Q)
