"""Computes every answer of the 'lighting' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("lighting", Q)

O = [{"no": r["Order No."], "date": day(r["Order date"], "%d.%m.%Y"), "customer": r["Customer"], "country": r["Cust. country"],
      "product": r["Product"], "qty": int(r["Qty"]), "total": digits(r["Order total"]), "rep": r["Sales rep"], "channel": r["Channel"],
      "shipped": day(r["Ship date"], "%d.%m.%Y"), "payment": r["Payment"]} for r in records(HERE, "sales_orders.csv")]
P = [{"sku": r["SKU"], "name": r["Product name"], "category": r["Category"], "watt": int(r["Power (W)"]), "lumen": num(r["Lumen output"]),
      "price": num(r["List price (EUR)"]), "stock": num(r["Stock (pcs)"]), "kelvin": r["Colour temp. [K]"], "finish": r["Finish"],
      "launched": iso(r["Launched"]), "warranty": int(r["warranty_yrs"])} for r in records(HERE, "products.csv")]
triples, quintuples = graphs(HERE, "lighting")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)

for r in O: r["year"] = r["date"].year
BY = {p["name"]: p for p in P}
NO = {o["no"]: o for o in O}
assert len(BY) == len(P) and len(NO) == len(O)
# the four sources know the same names
assert {o["product"] for o in O} <= set(BY) == heads("designed_by") and {f[0] for f in facts("manufactured_at")} <= set(BY)
assert {o["customer"] for o in O} == heads("customer_type")
assert {o["rep"] for o in O} - {""} <= {f[0] for f in facts("covers")}
assert {f[2] for f in facts("manufactured_at")} == {f[2] for f in facts("plant_manager_of")} == heads("located in")
assert {f[0] for f in facts("owned_by")} <= heads("based in")


def orders(**want): return [o for o in O if all(o[k] == v for k, v in want.items())]
def products(**want): return [p for p in P if all(p[k] == v for k, v in want.items())]
def names(ps): return [p["name"] for p in ps]
def column(ps, v): return {p["name"]: p[v] for p in ps if p[v] is not None}
def totals(rows, key): return {k: total(g, "total") for k, g in group(rows, itemgetter(key)).items()}
def units(rows, key): return {k: sum(o["qty"] for o in g) for k, g in group(rows, itemgetter(key)).items()}
def top(d, low=False): return best(d, 1, low)[0]


# lookup
q("lookup", "wattage of the Obelin?", "number", BY["Obelin"]["watt"], "Power (W) of the row Obelin")
q("lookup", "I'm filling in a form and need the SKU of the Garda", "values", BY["Garda"]["sku"], "SKU of the row Garda")
q("lookup", "Who designed the Dromo?", "values", one(out("Dromo", "designed_by")), "designed_by of Dromo")

# filter_list
q("filter_list", "pendants over 400 euros", "values", names(p for p in products(category="Pendant") if p["price"] > 400),
  "Category Pendant, list price above 400")
q("filter_list", "List all products with a black finish and a five-year warranty that draw less than 15 watts.", "values",
  names(p for p in products(finish="Black", warranty=5) if p["watt"] < 15), "finish Black, warranty 5, power below 15")
q("filter_list", "overdue orders from Italy pls, just the order numbers", "values", [o["no"] for o in orders(payment="Overdue", country="Italy")],
  "Payment Overdue and customer country Italy")
q("filter_list", "Which products that were launched in the years 2019 to 2021 come with a 2-year warranty?", "values",
  names(p for p in products(warranty=2) if p["launched"] and 2019 <= p["launched"].year <= 2021), "launch year 2019 to 2021, warranty 2")

# count
q("count", "how many orders in 2024?", "number", len(orders(year=2024)), "orders with an order date in 2024")
q("count", "How many orders from German customers came in over the web and have already been paid?", "number",
  len(orders(country="Germany", channel="Web", payment="Paid")), "country Germany, channel Web, payment Paid")
q("count", "How many products use the COB LED chip?", "number", len(inn("COB LED chip", "uses_component")), "heads of uses_component COB LED chip")
q("count", "wall lights that draw less than 7 watts - how many do we have in the range", "number",
  len([p for p in products(category="Wall light") if p["watt"] < 7]), "wall lights with power below 7")

# sum
q("sum", "total sales in 2024?", "number", total(orders(year=2024), "total"), "sum of order totals with an order date in 2024")
q("sum", "What is the total value of the orders that Casa Lume placed in the second half of 2023?", "number",
  total([o for o in orders(customer="Casa Lume", year=2023) if o["date"].month >= 7], "total"), "sum of Casa Lume's order totals, July to December 2023")
q("sum", "how many Firefly did we sell alltogether, in pieces", "number", sum(o["qty"] for o in orders(product="Firefly")), "sum of Qty for Firefly")

# average
q("average", "average list price of floor lamps?", "number", mean(products(category="Floor lamp"), "price"), "mean list price of floor lamps that have one")
q("average", "What is the mean order total of the orders that came in by phone in 2023?", "number",
  mean(orders(channel="Phone", year=2023), "total"), "mean order total, channel Phone, order date in 2023")
q("average", "avg wattage of the outdoor lights", "number", mean(products(category="Outdoor light"), "watt"), "mean power of outdoor lights")

# min_max
q("min_max", "lowest price among the ceiling lights?", "number", min(known(products(category="Ceiling light"), "price")), "least list price of ceiling lights")
q("min_max", "What is the largest quantity that a Swedish customer has ever put into a single order?", "number",
  max(o["qty"] for o in orders(country="Sweden")), "greatest Qty with country Sweden")
q("min_max", "whats the date of our earliest product launch", "values", min(known(P, "launched")), "earliest Launched")

# superlative
q("superlative", "Which product has the highest lumen output?", "values", best(column(P, "lumen")), "greatest Lumen output")
q("superlative", "Looking only at the orders placed in 2024, which sales rep brought in the highest total order value?", "values",
  best(totals([o for o in orders(year=2024) if o["rep"]], "rep")), "greatest sum of order totals by rep, 2024")
q("superlative", "biggest order ever by value, I need the order no.", "values", best({o["no"]: o["total"] for o in O}), "order with the greatest order total")

# top_k
q("top_k", "top 3 customers by sales value", "values", best(totals(O, "customer"), 3), "three greatest sums of order totals by customer")
q("top_k", "Among the products with a list price under 150 euros, which three have the most pieces in stock?", "values",
  best(column([p for p in P if p["price"] and p["price"] < 150], "stock"), 3), "list price below 150, three greatest stocks")
q("top_k", "our three best sellers, counted in pieces", "values", best(units(O, "product"), 3), "three greatest sums of Qty by product")
q("top_k", "4 brightest pendants?", "values", best(column(products(category="Pendant"), "lumen"), 4), "four greatest lumen outputs of pendants")

# comparison
q("comparison", "Which is more expensive, the Mantis or the Stork?", "values", best(column([BY["Mantis"], BY["Stork"]], "price")), "list prices compared")
q("comparison", "Did customers in Norway or customers in Italy spend more money with us in 2024?", "values",
  best(totals([o for o in orders(year=2024) if o["country"] in ("Norway", "Italy")], "country")), "sums of order totals of 2024 compared")
q("comparison", "who has done more designs for us, Rasmus Dahl or Yuki Tanabe", "values",
  best({d: len(inn(d, "designed_by")) for d in ("Rasmus Dahl", "Yuki Tanabe")}), "numbers of products designed_by each compared")

# difference
q("difference", "How much more does the Hive Seven cost than the Hive Three?", "number", BY["Hive Seven"]["price"] - BY["Hive Three"]["price"],
  "list price of Hive Seven less that of Hive Three")
q("difference", "By how many euros were total sales in 2023 higher than total sales in 2024?", "number",
  round(total(orders(year=2023), "total") - total(orders(year=2024), "total"), 2), "sum of order totals of 2023 less that of 2024")
q("difference", "web vs phone, how many more orders came in over the web", "number", len(orders(channel="Web")) - len(orders(channel="Phone")),
  "orders by Web less orders by Phone")

# percent
q("percent", "percentage of orders placed at a trade fair?", "number", share(O, lambda o: o["channel"] == "Trade fair"), "orders with channel Trade fair among all")
q("percent", "What percentage of the total sales value in 2023 came from customers in Germany?", "number",
  100 * total(orders(year=2023, country="Germany"), "total") / total(orders(year=2023), "total"), "order totals of Germany among those of 2023")
q("percent", "how many percent of our products have 5 yrs warranty", "number", share(P, lambda p: p["warranty"] == 5), "products with warranty 5 among all")

# group_by
q("group_by", "sales per year in euros", "table", totals(O, "year"), "sum of order totals by year of the order date")
q("group_by", "What is the average power in watts of the products in each category?", "table", means(P, "category", "watt"), "mean power by category")
q("group_by", "Of the orders placed in 2024, how many came in through each channel?", "table", dict(Counter(o["channel"] for o in orders(year=2024))),
  "number of orders of 2024 by channel")
q("group_by", "number of products per designer", "table", dict(Counter(b for a, r, b in triples if r == "designed_by")), "number of designed_by facts by designer")

# group_superlative
q("group_superlative", "most expensive product in each category?", "table",
  {c: top(column(g, "price")) for c, g in group(P, itemgetter("category")).items()}, "greatest list price by category")
q("group_superlative", "For every customer country, which customer has spent the most money with us?", "table",
  {c: top(totals(g, "customer")) for c, g in group(O, itemgetter("country")).items()}, "greatest sum of order totals by country")
q("group_superlative", "Which product brought in the most revenue in each year from 2023 to 2025?", "table",
  {y: top(totals(g, "product")) for y, g in group(O, itemgetter("year")).items()}, "greatest sum of order totals of a product by year")
q("group_superlative", "i want to see, per category, the product we have most of in stock", "table",
  {c: top(column(g, "stock")) for c, g in group(P, itemgetter("category")).items()}, "greatest stock by category")

# yes_no
q("yes_no", "does the Corvo have a touch sensor?", "boolean", "Touch sensor" in out("Corvo", "uses_component"), "the facts uses_component of Corvo")
q("yes_no", "was Stefan Gruber ever the boss of the Vejle Plant", "boolean", bool(facts("plant_manager_of", "Stefan Gruber", "Vejle Plant")),
  "a fact plant_manager_of from Stefan Gruber to Vejle Plant")
q("yes_no", "Did Hotel Skovly order anything in 2023?", "boolean", bool(orders(customer="Hotel Skovly", year=2023)), "orders of Hotel Skovly with an order date in 2023")
q("yes_no", "Was Stefan Gruber already head of the Quality Department when the Folio was launched?", "boolean",
  "Stefan Gruber" in [f[0] for f in at("head_of", BY["Folio"]["launched"], tail="Quality Department")], "head_of Quality Department on the launch date of Folio")

# negation
q("negation", "products that were never ordered", "values", set(BY) - {o["product"] for o in O}, "products in no order")
q("negation", "Which customers have placed orders but have never had one marked as overdue?", "values",
  {o["customer"] for o in O} - {o["customer"] for o in orders(payment="Overdue")}, "customers without an order whose payment is Overdue")
q("negation", "wich desk lamps are neither black nor white", "values",
  names(p for p in products(category="Desk lamp") if robust(p["finish"] != "", True) and p["finish"] not in ("Black", "White")), "desk lamps with another finish")
q("negation", "Which of Claire Vasseur's designs do not use a swivel joint?", "values",
  inn("Claire Vasseur", "designed_by") - inn("Swivel joint", "uses_component"), "designed_by Claire Vasseur without uses_component Swivel joint")

# time_point
q("time_point", "head of sales on 15 June 2022?", "values", one(at("head_of", date(2022, 6, 15), tail="Sales Department"))[0],
  "head_of Sales Department that holds on the day")
q("time_point", "which plant made the Stork in 2021", "values", one(in_year("manufactured_at", 2021, "Stork"))[2], "manufactured_at of Stork during 2021")
q("time_point", "Which products was Porto Works manufacturing on 1 January 2022?", "values",
  [f[0] for f in at("manufactured_at", date(2022, 1, 1), tail="Porto Works")], "manufactured_at Porto Works on the day")
q("time_point", "In which city did Vale & Orrin Lighting have its headquarters in 2014?", "values",
  one(in_year("headquartered in", 2014, "Vale & Orrin Lighting"))[2], "headquartered in during 2014")

# before_after
q("before_after", "Who ran the design department before Rasmus Dahl?", "values",
  step(facts("head_of", tail="Design Department"), 0, "Rasmus Dahl", -1), "head_of Design Department just before Rasmus Dahl")
q("before_after", "who owned Kessler Elektronik directly after the Kessler family", "values",
  step(facts("owned_by", "Kessler Elektronik"), 2, "Kessler family", 1), "owned_by of Kessler Elektronik just after Kessler family")
q("before_after", "The Corvo is built at Linz Works now. Which plant made it before that?", "values",
  step(facts("manufactured_at", "Corvo"), 2, "Linz Works", -1), "manufactured_at of Corvo just before Linz Works")
q("before_after", "products launched after 1 January 2023?", "values", names(p for p in P if p["launched"] and p["launched"] > date(2023, 1, 1)),
  "Launched after 2023-01-01")

# duration
q("duration", "How many full years was Lena Hartwig head of the Design Department?", "number",
  lasted(one(facts("head_of", "Lena Hartwig", "Design Department"))), "start to end of the fact head_of")
q("duration", "days from order to shipping for SO-24022?", "number", (NO["SO-24022"]["shipped"] - NO["SO-24022"]["date"]).days, "ship date less order date")
f = one(facts("manufactured_at", "Corvo", "Porto Works"))
months = lambda s, e: 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)
q("duration", "For how many full months was the Corvo manufactured at Porto Works?", "number",
  robust(months(f[3], f[4]), months(f[3], f[4] + timedelta(days=2)), months(f[3], f[4] - timedelta(days=2))), "start to end of the fact manufactured_at")
q("duration", "how long did Rheinhold Group hold Kessler Elektronik? whole years is enough", "number",
  lasted(one(facts("owned_by", "Kessler Elektronik", "Rheinhold Group"))), "start to end of the fact owned_by")

# multi_hop
q("multi_hop", "In which country is the supplier of the COB LED chip based?", "values",
  one(out(one(out(one(out("COB LED chip", "supplied by")), "based in")), "in_country")), "supplied by, based in, in_country")
q("multi_hop", "what products have parts from Moravia Glass in them", "values",
  {p for c in inn("Moravia Glass", "supplied by") for p in inn(c, "uses_component")}, "products whose component is supplied by Moravia Glass")
q("multi_hop", "Which products were designed by someone who studied at the Aarhus School of Design and use the dimmer board D4?", "values",
  {p for d in inn("Aarhus School of Design", "studied_at") for p in inn(d, "designed_by")} & inn("Dimmer board D4", "uses_component"),
  "studied_at, designed_by, and uses_component")
q("multi_hop", "the Heron comes from which country these days?? I mean where the plant is", "values",
  one(out(one(out(one(now("manufactured_at", "Heron"))[2], "located in")), "in_country")), "manufactured_at without an end, located in, in_country")

# cross_source
ferraris = inn("Matteo Ferraris", "designed_by")
q("cross_source", "What did the 2023 orders for products designed by Matteo Ferraris add up to in euros?", "number",
  total([o for o in orders(year=2023) if o["product"] in ferraris], "total"), "order totals of 2023 of products designed_by Matteo Ferraris")
q("cross_source", "how many orders came from architecture firms?", "number",
  len([o for o in O if o["customer"] in inn("architecture firm", "customer_type")]), "orders of customers with customer_type architecture firm")
assert NO["SO-24004"]["rep"] == ""
q("cross_source", "Order SO-24004 has no sales rep. Who was covering DACH on the day it was placed?", "values",
  one(at("covers", NO["SO-24004"]["date"], tail="DACH"))[0], "covers DACH on the order date")
linz = [BY[f[0]] for f in now("manufactured_at", tail="Linz Works")]
q("cross_source", "avrg list price of the stuff thats currently made at Linz Works", "number", mean(linz, "price"),
  "mean list price of products with manufactured_at Linz Works without an end")

# missing
q("missing", "Which products have no list price yet?", "values", names(p for p in P if p["price"] is None), "empty list price")
q("missing", "order numbers that still dont have a ship date", "values", [o["no"] for o in O if o["shipped"] is None], "empty ship date")
q("missing", "For how many of the orders placed in 2024 was no sales rep entered?", "number", len(orders(year=2024, rep="")), "empty sales rep, order date in 2024")

# unanswerable
q("unanswerable", "how heavy is the Hive Seven?", "refuse", [], "no weights in the data")
q("unanswerable", "whats our profit margin on the Calyx", "refuse", [], "no costs or margins in the data")
q("unanswerable", "Who was head of the Legal Department in 2020?", "refuse", [], "no such department in the data")
q("unanswerable", "How many people were employed at Ostrava Works in 2022?", "refuse", [], "no numbers of staff in the data")
q("unanswerable", "Who owned Danubia Industries in 2019?", "refuse", [], "the data has what Danubia Industries owns, not its owner")

finish(HERE, Q)
