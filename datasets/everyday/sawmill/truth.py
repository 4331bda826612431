"""Computes every answer of the 'sawmill' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("sawmill", Q)

# --- the three tables -------------------------------------------------------------------------------
D = [dict(id=r["Ticket No"], date=day(r["Date In"], "%d/%m/%Y"), sup=r["Supplier"], sp=r["Species"],
          vol=num(r["Vol (m3)"]), dia=num(r["Avg Dia. (cm)"]), grade=r["Grade"], price=num(r["Price per m3 (£)"]),
          cert=r["Cert."], haul=r["Haulier"]) for r in records(HERE, "log_deliveries.csv")]
P = [dict(code=r["Prod. Code"], name=r["Product"], sp=r["Species"], treat=r["Treatment"], thick=num(r["thick_mm"]),
          width=num(r["width_mm"]), length=num(r["length_m"]), price=digits(r["List Price"]), stock=num(r["In Stock"]),
          reorder=num(r["Reorder Level"])) for r in records(HERE, "products.csv")]
BY = {p["code"]: p for p in P}
NAMED = {p["name"]: p for p in P}
assert len(BY) == len(NAMED) == len(P)
O = [dict(id=r["order_no"], date=iso(r["order_date"]), cust=r["customer"], town=r["ship_to"], code=r["prod_code"],
          qty=num(r["qty"]), disc=num(r["disc_%"]), tot=digits(r["order_total"]), how=r["delivery"],
          ship=day(r["shipped_on"], "%d %b %Y"), paid=r["paid"] == "Y") for r in records(HERE, "orders.csv")]
for o in O:
    p = BY[o["code"]]
    o.update(prod=p["name"], sp=p["sp"], treat=p["treat"])
assert len({d["id"] for d in D}) == len(D) and len({o["id"] for o in O}) == len(O)
CUST, SUP = {o["cust"] for o in O}, {d["sup"] for d in D}
assert all(CUST) and all(SUP)


def d(**k): return [r for r in D if all(r[a] == b for a, b in k.items())]
def o(**k): return [r for r in O if all(r[a] == b for a, b in k.items())]
def year(rows, y): return [r for r in rows if r["date"].year == y]
def span(rows, a, b): return [r for r in rows if date(*a) <= r["date"] <= date(*b)]
def vol(rows): return round(sum(r["vol"] for r in rows), 1)
def pounds(rows): return total(rows, "tot")
def order(n): return one(r for r in O if r["id"] == n)
def vols(rows, key): return {k: vol(g) for k, g in group(rows, itemgetter(key)).items()}
def spend(rows, key): return {k: pounds(g) for k, g in group(rows, itemgetter(key)).items()}
def counts(rows, key): return dict(Counter(r[key] for r in rows))
def names(rows, key): return {r[key] for r in rows}
def quarter(t): return f"{t.year}-Q{(t.month + 2) // 3}"


# --- lookups ----------------------------------------------------------------------------------------
q("lookup", "list price of an Oak Sleeper?", "number", NAMED["Oak Sleeper"]["price"], "cell List Price")
q("lookup", "what wood is the C24 Rafter cut from", "values", NAMED["C24 Rafter"]["sp"], "cell Species")
q("lookup", "When was order 4536 shipped?", "values", order("4536")["ship"], "cell shipped_on")

# --- lists ------------------------------------------------------------------------------------------
q("list", "I need kiln dried oak. Which products do we have?", "values",
  [p["name"] for p in P if p["sp"] == "Oak" and p["treat"] == "kiln dried"], "Species Oak, Treatment kiln dried")
q("list", "Which suppliers have brought in grade A larch logs?", "values", names(d(sp="Larch", grade="A"), "sup"),
  "Species Larch, Grade A")
q("list", "pressure treated stuff thats under a tenner apiece", "values",
  [p["name"] for p in P if p["treat"] == "pressure treated" and p["price"] < 10], "Treatment and List Price below 10")
q("list", "Give me the order numbers that Northgate Construction had delivered in 2024 with a total above £900.",
  "values", [r["id"] for r in year(o(cust="Northgate Construction", how="delivered"), 2024)
             if r["tot"] > 900], "customer, delivery, year of order date and ship date, total")
assert all(r["ship"].year == 2024 for r in year(o(cust="Northgate Construction", how="delivered"), 2024))

# --- counts -----------------------------------------------------------------------------------------
q("count", "how many loads of spruce came in during 2024?", "number", len(year(d(sp="Spruce"), 2024)), "rows")
q("count", "How many orders did we give a 10% discount on?", "number", len(o(disc=10.0)), "rows with disc_% 10")

# --- sums -------------------------------------------------------------------------------------------
q("sum", "total sales in 2024?", "number", pounds(year(O, 2024)), "sum of order_total by order date")
q("sum", "What is the combined value of all the orders that have not been paid yet?", "number", pounds(o(paid=False)),
  "paid N, sum of order_total")
q("sum", "oak sleepers sold so far, pieces in total", "number", int(sum(r["qty"] for r in o(prod="Oak Sleeper"))),
  "sum of qty of the product")
q("sum", "How many cubic metres of Douglas fir has Harwick Forestry delivered to us altogether?", "number",
  vol(d(sup="Harwick Forestry", sp="Douglas fir")), "sum of volume")

# --- means ------------------------------------------------------------------------------------------
q("mean", "On average, how much was an order from Stonebridge Homes worth?", "number",
  pounds(o(cust="Stonebridge Homes")) / len(o(cust="Stonebridge Homes")), "mean order_total")
q("mean", "mean log diameter of the oak loads? skip the ones where it wasnt measured", "number", mean(d(sp="Oak"), "dia"),
  "mean of the known diameters")

# --- extremes ---------------------------------------------------------------------------------------
q("extreme", "dearest product on the price list?", "values", best({p["name"]: p["price"] for p in P}), "largest list price")
q("extreme", "Looking for our smallest log load ever. Who was the supplier?", "values",
  one(d(id=best({r["id"]: r["vol"] for r in D}, low=True)[0]))["sup"], "smallest volume")
q("extreme", "What was the highest price per m3 we ever paid for spruce logs?", "number",
  max(r["price"] for r in d(sp="Spruce")), "largest price of Spruce")

# --- top three --------------------------------------------------------------------------------------
q("top", "top 3 custmers by money spent", "values", best(spend(O, "cust"), 3), "sum of order_total, three largest")
q("top", "Which three suppliers delivered the largest log volume in 2024?", "values", best(vols(year(D, 2024), "sup"), 3),
  "sum of volume in 2024, three largest")

# --- which has the most -----------------------------------------------------------------------------
q("most", "which haulage firm carried the most loads", "values", best({k: v for k, v in counts(D, "haul").items() if k}),
  "rows counted per haulier")
q("most", "What product have we earned the most from across all orders?", "values", best(spend(O, "prod")),
  "sum of order_total per product")

# --- per group --------------------------------------------------------------------------------------
q("per", "log volume per species", "table", vols(D, "sp"), "sum of volume")
q("per", "Break down the number of orders by the town they're shipped to.", "table", counts(O, "town"), "rows per ship_to")
q("per", "sales 2025 by wood species of the product", "table", spend(year(O, 2025), "sp"),
  "product gives the species, sum of order_total")
q("month", "number of log deliveries per month in 2025?", "table", counts([dict(m=f"{r['date']:%Y-%m}") for r in year(D, 2025)], "m"),
  "rows per month")
q("month", "Show me the order value for each quarter of 2024.", "table",
  spend([dict(r, q=quarter(r["date"])) for r in year(O, 2024)], "q"), "sum of order_total per quarter of the order date")

# --- comparison and difference ----------------------------------------------------------------------
q("compare", "who spent more with us, Gower Timber Frames or Hartley Tools?", "values",
  best({c: pounds(o(cust=c)) for c in ("Gower Timber Frames", "Hartley Tools")}), "two sums")
q("difference", "How much more expensive is the Douglas Fir Beam than the Oak Beam at list price?", "number",
  NAMED["Douglas Fir Beam"]["price"] - NAMED["Oak Beam"]["price"], "two list prices")

# --- percent, growth, ratio -------------------------------------------------------------------------
q("share", "what % of orders are collected", "number", share(O, lambda r: r["how"] == "collected"), "collected of all orders")
q("share", "What percentage of the log volume received in 2024 was FSC certified?", "number",
  100 * vol(year(d(cert="FSC"), 2024)) / vol(year(D, 2024)), "FSC volume of all volume in 2024")
q("share", "oak products' share of our total sales, in percent", "number", 100 * pounds(o(sp="Oak")) / pounds(O),
  "order_total of oak products of all")
a, b = (pounds(span(O, (y, 4, 1), (y, 6, 30))) for y in (2024, 2025))
q("growth", "By how many percent did sales grow from the second quarter of 2024 to the second quarter of 2025?", "number",
  100 * (b - a) / a, "two quarters by order date")
q("ratio", "ratio of spruce to larch logs taken in (m3)?", "number", vol(d(sp="Spruce")) / vol(d(sp="Larch")),
  "two sums of volume")

# --- never, both ------------------------------------------------------------------------------------
q("never", "products nobody has ever ordered", "values", [p["name"] for p in P if not o(code=p["code"])], "codes without an order")
q("never", "Which customers bought something in 2024 but haven't placed any order in 2025?", "values",
  names(year(O, 2024), "cust") - names(year(O, 2025), "cust"), "one set less the other")
q("both", "customers who've had both oak and scots pine products off us", "values",
  names(o(sp="Oak"), "cust") & names(o(sp="Scots pine"), "cust"), "two sets of customers")

# --- dates ------------------------------------------------------------------------------------------
q("dates", "which log tickets came in between 12 and 19 May 2025", "values",
  robust([r["id"] for r in span(D, (2025, 5, 12), (2025, 5, 19))], [r["id"] for r in span(D, (2025, 5, 13), (2025, 5, 18))]),
  "date in the range")
q("dates", "We put our prices up on 20 May 2025. Who has ordered since then?", "values",
  [r["cust"] for r in O if r["date"] > date(2025, 5, 20)], "order date after the day")
n = order("4533")
q("duration", "How many days did order 4533 take from being placed to being shipped?", "number", (n["ship"] - n["date"]).days,
  "shipped_on less order_date")
done = [(r["ship"] - r["date"]).days for r in o(how="collected") if r["ship"]]
q("duration", "avg wait in days from order to shipping, collected orders only", "number", sum(done) / len(done),
  "mean of the differences, orders that have a ship date")
q("first", "first ash load - who brought it?", "values", min(d(sp="Ash"), key=itemgetter("date"))["sup"], "earliest date")
q("first", "When did Strathlone Forestry last deliver logs to the mill?", "values",
  max(r["date"] for r in d(sup="Strathlone Forestry")), "latest date")

# --- average, best of each, yes or no ---------------------------------------------------------------
m = vol(D) / len(D)
q("average", "How many of the log loads were bigger than the average load?", "number", sum(r["vol"] > m for r in D), "volume above the mean")
q("bestof", "For each species, which supplier has delivered the most volume in total?", "table",
  {k: best(vols(g, "sup"))[0] for k, g in group(D, itemgetter("sp")).items()}, "largest sum of volume within each species")
q("yesno", "Has Bryn Coed Woodlands brought us more ash than oak, measured in m3?", "boolean",
  vol(d(sup="Bryn Coed Woodlands", sp="Ash")) > vol(d(sup="Bryn Coed Woodlands", sp="Oak")), "two sums of volume")
q("all", "have all the Gower Timber Frames orders been paid?", "boolean", all(r["paid"] for r in o(cust="Gower Timber Frames")),
  "one of them is not")

# --- linked -----------------------------------------------------------------------------------------
q("linked", "Which products are made of a species that we have never received as logs?", "values",
  [p["name"] for p in P if not d(sp=p["sp"])], "species of products without a delivery")
q("linked", "who supplies the logs for the wood in our Beech Stair Treads", "values",
  names(d(sp=NAMED["Beech Stair Tread"]["sp"]), "sup"), "product, its species, the suppliers of that species")
f = one(o(cust="Fernhill Stables"))
q("linked", "Fernhill Stables bought just one product from us. Which suppliers have delivered logs of its species?", "values",
  names(d(sp=f["sp"]), "sup"), "order, product, its species, the suppliers of that species")
q("linked", "orders for pressure treated products in 2025, how many were there?", "number",
  len(year(o(treat="pressure treated"), 2025)), "product gives the treatment, rows of 2025")

# --- missing, conditions on groups ------------------------------------------------------------------
q("missing", "Which orders have no ship date yet? order numbers please", "values", [r["id"] for r in o(ship=None)], "empty cells")
q("having", "customers with more than eight orders", "values", having(counts(O, "cust"), lambda v: v > 8), "orders counted per customer")
q("having", "Which suppliers deliver over 20 m3 per load on average?", "values", having(means(D, "sup", "vol"), lambda v: v > 20),
  "mean volume per supplier")
q("stock", "anything where stock has dropped below the reorder level?", "values",
  [p["name"] for p in P if p["stock"] is not None and p["stock"] < p["reorder"]], "two columns of products")

# --- no answer in the data --------------------------------------------------------------------------
for kind, text, why in (
        ("refuse", "whats the phone number of Glenmarrow Estate", "no contact details"),
        ("refuse", "Which sawyer cut the boards for order 4545?", "no staff"),
        ("refuse", "How much did we earn from selling sawdust and bark in 2024?", "no by-products"),
        ("refuse", "moisture content of the Oak Flooring Plank?", "no moisture"),
        ("none", "What did Millbrook Joinery pay for its order in May 2024?", "no such customer")):
    q(kind, text, "refuse", [], why)

finish(HERE, Q)
