"""Computes every answer of the 'bakeries' domain from its files; see `practices.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from practices import *  # beside the folders of the domains

# ------------------------------------------------------------------ bakery
shops = load("shops.csv"); prods = load("products.csv"); orders = load("orders.csv")
S = {s["shop_id"]: s for s in shops}; Q = {p["product_id"]: p for p in prods}
for p in prods: p["price"] = float(p["unit_price_gbp"]); p["cost"] = float(p["unit_cost_gbp"]); p["max"] = int(p["max_qty_per_order"])
for o in orders:
    o["s"] = S[o["shop_id"]]; o["p"] = Q[o["product_id"]]; o["n"] = int(o["quantity"]); o["gbp"] = float(o["amount_gbp"]); o["year"] = o["order_date"][:4]
    assert abs(o["gbp"] - o["n"] * o["p"]["price"]) < .001
assert len({s["shop_name"] for s in shops}) == len(shops) and {o["year"] for o in orders} == {"2023", "2024"}
gbp = lambda o: o["gbp"]; qty = lambda o: o["n"]
shop = lambda o: o["s"]["shop_name"]; prod = lambda o: o["p"]["product_name"]; cust = lambda o: o["customer"]
cat = lambda o: o["p"]["category"]; region = lambda o: o["s"]["region"]; city = lambda o: o["s"]["city"]
total = sum(map(gbp, orders))
y23 = [o for o in orders if o["year"] == "2023"]; y24 = [o for o in orders if o["year"] == "2024"]
spend = sums(orders, cust, gbp)
end = max(date(o["order_date"]) for o in orders)
over = [o for o in orders if o["n"] > o["p"]["max"]]

q("busiest", "values", "Which month of 2023 had the highest sales in pounds?", [best(sums(y23, lambda o: o["order_date"][:7], gbp))])
q("lookup", "values", "who's the manager at Clifton?", [next(s["manager"] for s in shops if s["shop_name"] == "Clifton")])
q("argmax", "table", "What is the best-selling product in each category, measured in units sold?",
  {c: best(sums(g, prod, qty)) for c, g in group(orders, cat).items()})
q("allof", "values", "has anyone bought every cake we sell? who?",
  [c for c, g in group(orders, cust).items() if {p["product_id"] for p in prods if p["category"] == "cake"} <= {o["product_id"] for o in g}])
q("fragment", "values", "orders over 50 pounds from York?", [o["order_id"] for o in orders if o["gbp"] > 50 and city(o) == "York"])
q("negation", "values", "Are there products we have never sold? Which?", [p["product_name"] for p in prods if p["product_id"] not in {o["product_id"] for o in orders}])
q("avgspender", "values", "Who spent more than the average customer over the whole period?", above(spend, mean(spend.values())))
q("refuse", "refuse", "How many calories does the Cinnamon Roll have?")
q("compare", "table", "compare sales in pounds of Leeds and Bristol for 2024", (lambda d: {k: d[k] for k in ("Leeds", "Bristol")})(sums(y24, city, gbp)))
q("limit", "values", "Give me the ids of all orders in which the quantity was above the maximum allowed per order for that product.", [o["order_id"] for o in over])
q("count", "number", "how many shops do we have in the south", sum(s["region"] == "south" for s in shops))
q("growth", "table", "How did sales in pounds develop from 2023 to 2024 in every region? Percentage change please, minus for a decline.",
  (lambda a, b: {r: (b[r] / a[r] - 1) * 100 for r in a})(sums(y23, region, gbp), sums(y24, region, gbp)))
q("personmost", "values", "what did Mohammed Rahman buy the most, counted in pieces?", [best(sums([o for o in orders if cust(o) == "Mohammed Rahman"], prod, qty))])
q("groupavg", "values", "Which products have a unit price above the average price within their own category?",
  [n for g in group(prods, lambda p: p["category"]).values() for n in above({p["product_name"]: p["price"] for p in g}, mean(p["price"] for p in g))])
q("zeros", "table", "total takings per shop in the north, with 0 where nothing was sold",
  sums([o for o in orders if region(o) == "north"], shop, gbp, [s["shop_name"] for s in shops if s["region"] == "north"]))
q("missing", "number", "How many orders have no rating?", sum(not o["rating"].strip() for o in orders))
q("didmore", "boolean", "Did Mill Lane sell more units than Harbourside?", (lambda d: d["Mill Lane"] > d["Harbourside"])(sums(orders, shop, qty)))
q("lookup", "number", "price of a focaccia?", next(p["price"] for p in prods if p["product_name"] == "Focaccia"))
q("share", "number", "What percentage of our total sales value comes from vegan products?", 100 * sum(gbp(o) for o in orders if o["p"]["vegan"] == "yes") / total)
q("inactive", "values", "Which customers placed their last order more than three months before the latest order in the data?",
  inactive({c: max(date(o["order_date"]) for o in g) for c, g in group(orders, cust).items()}, end, 3))
q("time", "number", "number of orders placed before 8 am", sum(o["order_time"] < "08:00" for o in orders))
q("topn", "values", "Show me the top 5 products by revenue, highest first.", top(sums(orders, prod, gbp), 5))
q("argmax", "table", "Who is the top customer in each region by amount spent there?", {r: best(sums(g, cust, gbp)) for r, g in group(orders, region).items()})
q("days", "number", "How many days passed between Joan Pickering's first and her latest order?",
  (lambda d: (max(d) - min(d)).days)([date(o["order_date"]) for o in orders if cust(o) == "Joan Pickering"]))
q("refuse", "refuse", "what's Wendy Lam's email address")
q("ratio", "table", "Average order value for each channel?", {c: mean(map(gbp, g)) for c, g in group(orders, lambda o: o["channel"]).items()})
q("atleast", "values", "which customers ordered at least 10 times?", [c for c, n in sums(orders, cust).items() if n >= 10])
q("aboveavg", "values", "Which shops have total sales above the average shop? Please count all 20 shops for the average, a shop without orders as zero.",
  (lambda d: above(d, total / len(shops)))(sums(orders, shop, gbp, [s["shop_name"] for s in shops])))
q("difference", "number", "how much more did Alice Benton spend than Rebecca Stone?", spend["Alice Benton"] - spend["Rebecca Stone"])
q("groupcond", "table", "Units sold online, broken down by product category.", sums([o for o in orders if o["channel"] == "online"], cat, qty, [p["category"] for p in prods]))
q("busiest", "values", "which weekday brings in the most money overall?", [best(sums(orders, lambda o: weekday(o["order_date"]), gbp))])
q("filter", "values", "I need the order ids of online orders at Harbourside in 2024 that were rated 4 or better.",
  [o["order_id"] for o in y24 if shop(o) == "Harbourside" and o["channel"] == "online" and o["rating"] and int(o["rating"]) >= 4])
q("order", "values", "list the cakes from most expensive to cheapest", [p["product_name"] for p in ordered([p for p in prods if p["category"] == "cake"], lambda p: p["price"], True)])
q("limit", "values", "Which products were ordered above their per-order maximum more than once?", [k for k, n in sums(over, prod).items() if n > 1])
q("median", "number", "What is the median value of an order?", median(map(gbp, orders)))
q("refuse", "refuse", "How many people work at the Moseley shop?")
q("share", "table", "How is our revenue split across the regions, in percent?", {r: 100 * x / total for r, x in sums(orders, region, gbp).items()})
q("allof", "values", "Which shops have sold something from all four product categories?",
  [n for n, g in group(orders, shop).items() if set(map(cat, g)) == {p["category"] for p in prods}])
q("groupavg", "number", "How many orders were worth more than the average order of the same shop?",
  sum(o["gbp"] > mean(map(gbp, g)) + 1e-6 for g in group(orders, shop).values() for o in g))
q("atleast", "values", "customers who bought Rye Loaf more than once (in separate orders)?", [c for c, n in sums([o for o in orders if prod(o) == "Rye Loaf"], cust).items() if n > 1])
q("growth", "values", "Which cities had higher sales in pounds in 2024 than in 2023?",
  [c for c, g in group(orders, city).items() if (lambda y: y["2024"] > y["2023"])(sums(g, lambda o: o["year"], gbp, ("2023", "2024")))])
q("mean", "number", "avg rating for pastry orders? skip the ones without a rating", mean(int(o["rating"]) for o in orders if cat(o) == "pastry" and o["rating"]))
q("time", "values", "Which customers placed any order after 1 November 2024?", sorted({cust(o) for o in orders if o["order_date"] > "2024-11-01"}))
q("zeros", "table", "Number of orders for every shop in the south, including shops that had none.",
  sums([o for o in orders if region(o) == "south"], shop, start=[s["shop_name"] for s in shops if s["region"] == "south"]))
q("negation", "values", "Which of our customers have never ordered by phone?", [c for c, g in group(orders, cust).items() if "phone" not in {o["channel"] for o in g}])
q("distinct", "number", "how many different customers have ordered from Mill Lane?", len({cust(o) for o in orders if shop(o) == "Mill Lane"}))
q("refuse", "refuse", "What will our sales be in the run-up to Christmas 2026?")
q("difference", "table", "Gross profit per category, please: sales minus unit cost times quantity.", sums(orders, cat, lambda o: o["gbp"] - o["n"] * o["p"]["cost"]))
q("busiest", "values", "What was our weakest quarter of 2024 by sales value?", [best(sums(y24, lambda o: quarter(o["order_date"]), gbp), low=True)])
q("refuse", "refuse", "Which deliveries arrived late in 2024?")
finish()
