"""Computes every answer of the 'furniture' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("furniture", Q)

O = [{"no": r["Order No."], "placed": day(r["Order Date"], "%d/%m/%Y"), "customer": r["Customer"],
      "product": r["Product"], "qty": int(r["Qty"]), "total": num(r["Order Total (£)"]), "deposit": num(r["Deposit (£)"]),
      "room": r["Showroom"], "maker": r["Made by"], "finish": r["Finish"], "status": r["Status"],
      "delivered": day(r["Delivered On"], "%d/%m/%Y"), "rating": num(r["Cust. Rating (1-5)"])}
     for r in records(HERE, "orders.csv")]
P = [{"name": r["product_name"], "category": r["category"], "timber": r["main_timber"], "price": digits(r["list_price"]),
      "kg": num(r["weight_kg"]), "width": num(r["width (cm)"]), "lead": int(r["lead time (wks)"]),
      "launch": iso(r["launch_date"]), "warranty": int(r["warranty (yrs)"]), "stock": num(r["stock_qty"])}
     for r in records(HERE, "products.csv")]
KG, TKG = graphs(HERE, "furniture")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TKG)
PR = {p["name"]: p for p in P}
OR = {o["no"]: o for o in O}
assert len(PR) == len(P) and len(OR) == len(O)
assert {o["product"] for o in O} <= set(PR) == heads("designed_by")
for o in O:  # the tables and the graphs fit together
    assert (o["delivered"] is not None) == (o["status"] == "Delivered")
    assert PR[o["product"]]["launch"] < o["placed"] and (o["delivered"] is None or o["delivered"] > o["placed"])
    assert o["maker"] == "" or at("works_at", o["placed"], o["maker"])
O23, O24 = ([o for o in O if o["placed"].year == y] for y in (2023, 2024))
assert len(O23) + len(O24) == len(O)


def orders(rows=O, **want): return [o for o in rows if all(o[k] == v for k, v in want.items())]


def items(**want): return [p for p in P if all(p[k] == v for k, v in want.items())]


# lookup
q("lookup", "How much does the Marches Dresser weigh?", "number", PR["Marches Dresser"]["kg"], "weight_kg of that product")
q("lookup", "who built the chairs in order AF-5190", "values", OR["AF-5190"]["maker"], "Made by of that order")
q("lookup", "I have a customer on the phone about AF-5304. When was it delivered?", "values", OR["AF-5304"]["delivered"],
  "Delivered On of that order")
# filter_list
q("filter_list", "Which products are made mainly of cherry?", "values", [p["name"] for p in items(timber="cherry")],
  "main_timber is cherry")
q("filter_list", "List all storage pieces with a list price above £1,500 that weigh more than 90 kg.", "values",
  [p["name"] for p in items(category="Storage") if p["price"] > 1500 and (p["kg"] or 0) > 90], "three conditions on products")
q("filter_list", "customers who ordered a severn sideboard", "values", {o["customer"] for o in orders(product="Severn Sideboard")},
  "Customer where Product is Severn Sideboard")
q("filter_list", "I need the order numbers of everything sold at Pantiles in 2023 with a painted finish.", "values",
  [o["no"] for o in orders(O23, room="Pantiles Showroom", finish="Painted")], "showroom, year and finish")
# count
q("count", "how many orders came in during 2024?", "number", len(O24), "Order Date in 2024")
q("count", "How many products have a lead time of 10 weeks or more and a list price below £2,500?", "number",
  sum(p["lead"] >= 10 and p["price"] < 2500 for p in P), "two conditions on products")
q("count", "number of orders rated 5 by the customer at the Walcot showrom", "number",
  len(orders(room="Walcot Showroom", rating=5)), "showroom and rating")
q("count", "How many craftspeople specialise in upholstery?", "number", len(inn("upholstery", "specialises_in")),
  "heads of specialises_in upholstery")
# sum
q("sum", "total order value in 2024?", "number", total(O24, "total"), "sum of Order Total over 2024")
q("sum", "How many Fen Rocking Chairs have been ordered altogether, counting every unit?", "number",
  sum(o["qty"] for o in orders(product="Fen Rocking Chair")), "sum of Qty")
q("sum", "What did The Heron Inn spend with us in 2023, all of its orders together?", "number",
  total(orders(O23, customer="The Heron Inn"), "total"), "sum of Order Total for customer and year")
q("sum", "add up the deposits taken at ancoats", "number", total(orders(room="Ancoats Showroom"), "deposit"),
  "sum of Deposit, empty cells left out")
# average
q("average", "avg customer rating for the orders Bram Fothergill made", "number", mean(orders(maker="Bram Fothergill"), "rating"),
  "mean of the ratings given")
q("average", "What is the average list price of a desk that weighs less than 50 kg?", "number",
  mean([p for p in items(category="Desks") if p["kg"] < 50], "price"), "mean list_price of the desks under 50 kg")
oak = items(timber="oak")
assert len(known(oak, "kg")) == len(oak)
q("average", "On average, how many kilos do our oak products weigh?", "number", mean(oak, "kg"), "mean weight_kg of oak products")
# min_max
q("min_max", "lowest list price in the catalogue?", "number", min(p["price"] for p in P), "minimum of list_price")
q("min_max", "What is the longest lead time, in weeks, among the beds with a list price under £2,000?", "number",
  max(p["lead"] for p in items(category="Beds") if p["price"] < 2000), "maximum lead time of the beds under 2000")
q("min_max", "when did marlowe college place their first order", "values",
  min(o["placed"] for o in orders(customer="Marlowe College")), "earliest Order Date of that customer")
# superlative
kilos = {p["name"]: p["kg"] for p in P if p["kg"] is not None}
q("superlative", "Which product is the heaviest?", "values", best(kilos), "largest weight_kg")
q("superlative", "Which customer has spent the most with us, going by the total of all their orders?", "values",
  best(sums(O, "customer", "total")), "largest sum of Order Total")
q("superlative", "Looking only at orders placed in 2024, which craftsperson made the most of them?", "values",
  best(Counter(o["maker"] for o in O24 if o["maker"])), "largest number of 2024 orders by Made by")
q("superlative", "widest thing we sell?", "values", best({p["name"]: p["width"] for p in P if p["width"] is not None}),
  "largest width (cm)")
# top_k
q("top_k", "Top 3 products by number of units ordered", "values", best(sums(O, "product", "qty"), 3), "sum of Qty per product")
q("top_k", "What are the five most expensive products by list price if we leave out the sofas?", "values",
  best({p["name"]: p["price"] for p in P if p["category"] != "Sofas"}, 5), "five largest list_price outside Sofas")
q("top_k", "3 biggest orders of 2023 by total, order numbers pls", "values", best({o["no"]: o["total"] for o in O23}, 3),
  "three largest Order Total in 2023")
# comparison
pair = ("Tyne Bookcase", "Severn Writing Desk")
q("comparison", "Which is heavier, the Tyne Bookcase or the Severn Writing Desk?", "values", best({k: kilos[k] for k in pair}),
  "weight_kg of the two")
rooms23 = sums(O23, "room", "total")
q("comparison", "which showroom took more money in orders placed in 2023, Leith or Walcot", "values",
  best({k: rooms23[k] for k in ("Leith Showroom", "Walcot Showroom")}), "sum of Order Total of the two in 2023")
pair = {w: one(now("works_at", w, "Ludlow Workshop"))[3] for w in ("Gethin Rowlands", "Ines Cattermole")}
q("comparison", "Who has been at the Ludlow workshop longer: Gethin Rowlands or Ines Cattermole?", "values", best(pair, low=True),
  "earlier start of works_at")
# difference
q("difference", "How much more does the Frome Three-Seater cost than the Frome Two-Seater at list price?", "number",
  PR["Frome Three-Seater"]["price"] - PR["Frome Two-Seater"]["price"], "list_price of one less the other")
q("difference", "We had more orders in 2023 than in 2024. How many more?", "number", robust(len(O23) - len(O24), abs(len(O23) - len(O24))),
  "number of orders of 2023 less that of 2024")
q("difference", "by how many kg does the severn four poster outweigh the clee wardrobe", "number",
  kilos["Severn Four Poster"] - kilos["Clee Wardrobe"], "weight_kg of one less the other")
# percent
q("percent", "what percentage of all orders has been delivered?", "number", share(O, lambda o: o["status"] == "Delivered"),
  "orders with Status Delivered of all orders")
q("percent", "Of the products we launched before 2018, what percentage has oak as the main timber?", "number",
  share([p for p in P if p["launch"].year < 2018], lambda p: p["timber"] == "oak"), "products of oak of those launched before 2018")
q("percent", "% of the 2024 order value that came from the pantiles showroom", "number",
  100 * total(orders(O24, room="Pantiles Showroom"), "total") / total(O24, "total"), "Order Total of Pantiles of all of 2024")
# group_by
q("group_by", "Number of orders per showroom", "table", dict(Counter(o["room"] for o in O)), "rows by Showroom")
q("group_by", "What is the average list price in each product category?", "table", means(P, "category", "price"),
  "mean list_price by category")
q("group_by", "how many of our products did each designer design? as a table", "table", dict(Counter(t for _, r, t in KG if r == "designed_by")),
  "designed_by facts by tail")
q("group_by", "Show me the total order value for every quarter of 2024.", "table",
  {k: total(g, "total") for k, g in group(O24, lambda o: f"2024-Q{(o['placed'].month + 2) // 3}").items()},
  "sum of Order Total by quarter of Order Date")
# group_superlative
q("group_superlative", "The most expensive product in each category (list price)", "table",
  {k: one(best({p["name"]: p["price"] for p in g})) for k, g in group(P, itemgetter("category")).items()}, "largest list_price by category")
q("group_superlative", "For each showroom, which customer has spent the most there?", "table",
  {k: one(best(sums(g, "customer", "total"))) for k, g in group(O, itemgetter("room")).items()},
  "largest sum of Order Total by Showroom and Customer")
q("group_superlative", "newest product for every timber, by launch date", "table",
  {k: one(best({p["name"]: p["launch"] for p in g})) for k, g in group(P, itemgetter("timber")).items()}, "latest launch_date by main_timber")
# yes_no
q("yes_no", "Is the Clee Mirror made of walnut?", "boolean", PR["Clee Mirror"]["timber"] == "walnut", "main_timber of that product")
assert facts("works_at", "Hattie Brockbank")
q("yes_no", "has hattie brockbank ever worked at the hexham workshop", "boolean",
  bool(facts("works_at", "Hattie Brockbank", "Hexham Workshop")), "a works_at fact of the two")
q("yes_no", "Was there any order in 2024 with a total above £10,000?", "boolean", any(o["total"] > 10000 for o in O24), "largest Order Total of 2024")
devon = [s for s in heads("provides") if any("Devon" in out(t, "in_county") for t in out(s, "based_in"))]
q("yes_no", "Do we have a supplier of oak that is based in Devon?", "boolean", any("oak" in out(s, "provides") for s in devon),
  "provides oak, based_in a town in_county Devon")
# negation
stroud = {f[0] for f in now("works_at", tail="Stroud Workshop")}
q("negation", "Which of the people working at the Stroud workshop now did not train under Maud Ellerby?", "values",
  stroud - inn("Maud Ellerby", "trained_under"), "current works_at Stroud without trained_under Maud Ellerby")
q("negation", "products nobody has ever ordered", "values", set(PR) - {o["product"] for o in O}, "products in no row of orders")
q("negation", "How many of the orders placed in 2024 through the Pantiles showroom have not been delivered yet?", "number",
  sum(o["status"] != "Delivered" for o in orders(O24, room="Pantiles Showroom")), "Status other than Delivered, showroom and year")
q("negation", "Which sofas and chairs are made of a timber other than beech? I only want those launched before 2018.", "values",
  [p["name"] for p in P if p["category"] in ("Sofas", "Chairs") and p["timber"] != "beech" and p["launch"].year < 2018],
  "category, main_timber and launch_date")
# time_point
jobs = {f[0] for d in (1, 15, 30) for f in at("holds_post", date(2015, 6, d), tail="Head of Design")}
q("time_point", "Who was Head of Design in June 2015?", "values", one(jobs), "holds_post in that month")
q("time_point", "who ran the jericho showroom on 1 march 2020", "values",
  one(at("manages", date(2020, 3, 1), tail="Jericho Showroom"))[0], "manages on that day")


def held(rel, tail, *days):
    """the heads on all of the days alike"""
    return robust(*[sorted(f[0] for f in at(rel, d, tail=tail)) for d in days])


q("time_point", "Which suppliers were delivering to the Stroud workshop in the summer of 2018?", "values",
  held("supplies", "Stroud Workshop", date(2018, 6, 1), date(2018, 7, 15), date(2018, 9, 30)), "supplies at that time")
q("time_point", "what was on display at walcot in january 2021?", "values",
  held("on_display_at", "Walcot Showroom", date(2021, 1, 1), date(2021, 1, 15), date(2021, 1, 31)), "on_display_at in that month")
# before_after
q("before_after", "Who managed the Leith showroom before Callum Strachan?", "values",
  step(facts("manages", tail="Leith Showroom"), 0, "Callum Strachan", -1), "the fact before")
q("before_after", "who took over as prodution manager from Lennart Voss", "values",
  step(facts("holds_post", tail="Production Manager"), 0, "Lennart Voss", 1), "the fact after")
q("before_after", "Which products were launched after 1 January 2023 and have a list price under £1,000?", "values",
  [p["name"] for p in P if p["launch"] > date(2023, 1, 1) and p["price"] < 1000], "launch_date after that day, list_price")
q("before_after", "The Severn Dining Table is on display at Jericho. Which showroom had it before that?", "values",
  step(facts("on_display_at", "Severn Dining Table"), 2, "Jericho Showroom", -1), "the fact before")
# duration
q("duration", "How many full years was Maud Ellerby Head of Design?", "number",
  lasted(one(facts("holds_post", "Maud Ellerby", "Head of Design"))), "start to end of holds_post")
q("duration", "AF-5193 - how many days from order to delivery?", "number", (OR["AF-5193"]["delivered"] - OR["AF-5193"]["placed"]).days,
  "Delivered On less Order Date")


def full_months(s, e): return 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)


s, e = one(facts("manages", "Selwyn Pike", "Ancoats Showroom"))[3:]
q("duration", "For how many complete months was Selwyn Pike in charge of the Ancoats showroom?", "number",
  robust(full_months(s, e), full_months(s, e + timedelta(days=1)), full_months(s, e - timedelta(days=1))), "start to end of manages")
q("duration", "how many whole years did greenacre veneers have its FSC certificate for", "number",
  lasted(one(facts("certified_by", "Greenacre Veneers", "FSC"))), "start to end of certified_by")
# multi_hop
q("multi_hop", "In which city is the showroom that Amara Okonjo manages?", "values",
  one(out(one(now("manages", "Amara Okonjo"))[2], "located_in")), "manages, then located_in")
q("multi_hop", "who trained the designer of the fen blanket box", "values",
  one(out(one(out("Fen Blanket Box", "designed_by")), "trained_under")), "designed_by, then trained_under")
q("multi_hop", "Which products were designed by someone who was born in Galway?", "values",
  {p for w in inn("Galway", "born_in") for p in inn(w, "designed_by")}, "born_in, then designed_by")
q("multi_hop", "county of the supplier that we get wool cloth from?", "values",
  one(out(one(out(one(inn("wool cloth", "provides")), "based_in")), "in_county")), "provides, based_in, in_county")
# cross_source
made = inn("Gethin Rowlands", "designed_by")
q("cross_source", "What is the total value of all orders for products designed by Gethin Rowlands?", "number",
  total([o for o in O if o["product"] in made], "total"), "designed_by, then Order Total")
fen = inn("Fen Collection", "part_of_collection")
q("cross_source", "Which customers ordered something from the Fen Collection in 2024 and had it delivered?", "values",
  {o["customer"] for o in O24 if o["product"] in fen and robust(o["status"] == "Delivered", o["delivered"] is not None)},
  "part_of_collection, then orders of 2024 with Status Delivered")
league = {f[0] for f in now("member_of", tail="Marches Woodcraft League")}
q("cross_source", "how many orders were built by people who are currently in the Marches Woodcraft League", "number",
  sum(o["maker"] in league for o in O), "current member_of, then rows by Made by")
leith = [PR[f[0]] for f in now("on_display_at", tail="Leith Showroom")]
q("cross_source", "avrage list price of whats on show at leith right now", "number", mean(leith, "price"),
  "current on_display_at, then list_price")
# missing
q("missing", "Which products have no stock figure?", "values", [p["name"] for p in P if p["stock"] is None], "stock_qty empty")
q("missing", "order numbers with nobody entered as the maker", "values", [o["no"] for o in O if not o["maker"]], "Made by empty")
q("missing", "How many orders are there without a deposit amount?", "number", sum(o["deposit"] is None for o in O), "Deposit empty")
# unanswerable
q("unanswerable", "Which craftsperson earns the highest salary?", "refuse", [], "no pay in the data")
q("unanswerable", "phone number of the Saltmarsh Hotel?", "refuse", [], "no telephone numbers in the data")
q("unanswerable", "how many people visited the leith showroom in 2023", "refuse", [], "no visitor numbers in the data")
assert not in_year("holds_post", 2005, tail="Head of Design")
q("unanswerable", "Who was Head of Design back in 2005?", "refuse", [], "the first fact about that post starts later")
q("unanswerable", "What does Harcombe Timber charge us for a cubic metre of oak?", "refuse", [], "no prices of materials in the data")
finish(HERE, Q)
