"""Computes every answer of the 'opticians' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

T = [{"ref": r["Test Ref"], "date": day(r["Test Date"], "%d/%m/%Y"), "customer": r["Customer"], "age": num(r["Age (yrs)"]),
      "branch": r["Branch"], "opt": r["Optometrist"], "type": r["Test Type"], "right": num(r["IOP R (mmHg)"]),
      "left": num(r["IOP L (mmHg)"]), "fee": num(r["Fee (£)"]), "recall": num(r["Recall (mths)"])}
     for r in records(HERE, "eye_tests.csv")]
O = records(HERE, "spectacle_orders.csv")
for r in O:
    r["date"], r["coll"] = iso(r["order_date"]), iso(r["collected_on"])
    for c in ("frame_price", "lens_price", "discount", "total"): r[c] = digits(r[c])
triples, quintuples = graphs(HERE, "opticians")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
brand = {f: one(out(f, "model_of")) for f in heads("model_of")}
for r in O: r["brand"] = brand[r["frame"]]
assert len({tuple(r.values()) for r in O}) == len(O)


def orders(**k): return [r for r in O if all(r[a] == b for a, b in k.items())]
def tests(**k): return [r for r in T if all(r[a] == b for a, b in k.items())]
def year(rows, y): return [r for r in rows if r["date"].year == y]
def count(rows, key): return Counter(r[key] for r in rows)
def names(rows): return {r["customer"] for r in rows}


Q = []
q = asking("opticians", Q)  # q(kind, question, answer_type, answers, why)
O23, O24, T23, T24 = year(O, 2023), year(O, 2024), year(T, 2023), year(T, 2024)

# looking up
q("lookup", "which frame was order 20584?", "values", one(orders(order_no="20584"))["frame"], "frame of the order")
q("lookup", "Who tested Chloe Raistrick's eyes?", "values", one(tests(customer="Chloe Raistrick"))["opt"], "her only test")
q("lookup", "where did amira haddad qualify", "values", out("Amira Haddad", "qualified_at"), "qualified_at")
r = one(orders(order_no="20570"))
q("duration", "How many days passed between order 20570 being placed and collected?", "number", (r["coll"] - r["date"]).days, "difference of two dates")

# lists
q("list", "Which customers have ordered glasses on instalments at the Ilkley branch?", "values",
  names(orders(branch="Ilkley", pay_method="Instalments")), "branch and payment method")
q("list", "orders over £400, just give me the order numbers", "values", [r["order_no"] for r in O if r["total"] > 400], "total above 400")
q("list", "I need everybody with a right eye pressure above 21 at any test. Which customers are they?", "values",
  names(r for r in T if r["right"] is not None and r["right"] > 21), "IOP R above 21")
q("list", "titanium frames we have?", "values", inn("Titanium", "frame_material"), "frame_material")

# counts
q("count", "how many spectacle orders at Skipton in 2024?", "number", len(year(orders(branch="Skipton"), 2024)), "rows of the branch and year")
q("count", "How many NHS tests did Gareth Bowen carry out in 2024?", "number", len(year(tests(type="NHS", opt="Gareth Bowen"), 2024)), "rows under three conditions")
q("linked", "total order value for tianium frames", "number", total([r for r in O if "Titanium" in out(r["frame"], "frame_material")], "total"), "material in the graph, totals in the orders")
q("groups", "customers with more than four spectacle orders", "values", having(count(O, "customer"), lambda n: n > 4), "orders counted per customer")

# sums, means
q("sum", "total sales from spectacle orders in 2024?", "number", total(O24, "total"), "sum of total")
q("sum", "How much discount has Harrogate given on its spectacle orders altogether?", "number", total(orders(branch="Harrogate"), "discount"), "sum of discount")
q("ratio", "In 2024, what was lens revenue divided by frame revenue? Use the lens and frame prices before any discount.", "number", total(O24, "lens_price") / total(O24, "frame_price"), "ratio of two sums")
q("mean", "average frame price on the orders dispensed by Fiona Daws", "number", mean(orders(dispensed_by="Fiona Daws"), "frame_price"), "mean of frame_price")
q("mean", "mean order total for varifocals?", "number", mean(orders(lens_type="Varifocal"), "total"), "mean of total")
q("linked", "I need an optometrist who speaks French. Who of those works at Ilkley at the moment?", "values", {f[0] for f in now("works_at", tail="Ilkley")} & inn("French", "speaks"), "speaks and works_at")

# extremes
q("extreme", "whose order was the dearest of all in total", "values", one(names(orders(total=max(r["total"] for r in O)))), "largest total")
q("last", "Who came for Helen Stokoe's last test of 2023?", "values", one(r["customer"] for r in T23 if r["opt"] == "Helen Stokoe" and r["date"] == max(x["date"] for x in T23 if x["opt"] == "Helen Stokoe")), "latest test of the year")
q("extreme", "youngest customer tested?", "values", one({r["customer"] for r in T if r["age"] == min(known(T, "age"))}), "smallest age")
q("top", "Name the three frames that were ordered most often.", "values", best(count(O, "frame"), 3), "orders counted per frame")
q("top", "top 3 customers by money spent on spectacle orders", "values", best(sums(O, "customer", "total"), 3), "totals summed per customer")
q("most", "Which optometrist did the most tests in 2024?", "values", best(count(T24, "opt")), "tests counted")
q("most", "which branch has taken the most money from specs orders? I mean all orders, both years", "values", best(sums(O, "branch", "total")), "totals summed")
q("most", "what brand has the most orders", "values", best(count(O, "brand")), "orders counted over the graph's brand of the frame")

# per group
q("per", "orders per branch", "table", count(O, "branch"), "rows per branch")
q("per", "Show me total order value by payment method.", "table", sums(O, "pay_method", "total"), "sum per method")
q("per", "avg order total for each lens type pls", "table", means(O, "lens_type", "total"), "mean per lens type")
h2 = [r for r in T24 if r["date"].month >= 7]
months = Counter(r["date"].strftime("%Y-%m") for r in h2)
assert len(months) == 6
q("time", "How many eye tests were done in each month from July to December 2024?", "table", months, "tests per month")
q("time", "2024 order sales by quarter", "table", {k: total(g, "total") for k, g in group(O24, lambda r: f"{r['date'].year}-Q{(r['date'].month + 2) // 3}").items()}, "totals per quarter")

# comparisons, differences, shares
q("compare", "Ripon or Skipton, who did more eye tests in 2024?", "values", best({b: len([r for r in T24 if r["branch"] == b]) for b in ("Ripon", "Skipton")}), "tests of two branches")
q("difference", "How much more did Harrogate take in spectacle orders in 2023 than in 2024?", "number",
  total(year(orders(branch="Harrogate"), 2023), "total") - total(year(orders(branch="Harrogate"), 2024), "total"), "difference of two sums")
assert float(Q[-1]["answers"][0]) > 0
mm = means(O, "pay_method", "total")
q("difference", "By how many pounds does the average order total paid by instalments exceed the average for card orders?", "number", mm["Instalments"] - mm["Card"], "difference of two means")
assert float(Q[-1]["answers"][0]) > 0
q("share", "what percentage of orders got a discount", "number", share(O, lambda r: r["discount"]), "rows with a discount")
q("share", "Of the tests in 2024, what share were NHS, in percent?", "number", share(T24, lambda r: r["type"] == "NHS"), "NHS rows of the year")
q("growth", "By what percent did the number of eye tests grow from 2023 to 2024?", "number", 100 * (len(T24) / len(T23) - 1), "counts of two years")
assert float(Q[-1]["answers"][0]) > 0

# never, both
q("never", "Which customers had an eye test but never ordered any spectacles?", "values", names(T) - names(O), "in one table only")
q("never", "frame models nobody has ordered yet", "values", heads("model_of") - set(count(O, "frame")), "models of the graph without an order")
q("both", "who has been tested by both Gareth Bowen and Priya Nair", "values", names(tests(opt="Gareth Bowen")) & names(tests(opt="Priya Nair")), "tested by each")
q("both", "Which branches have a retinal camera and a step-free entrance?", "values", inn("Retinal camera", "has_equipment") & inn("Step-free entrance", "has_facility"), "both facts")

# time
a, b = date(2024, 4, 10), date(2024, 5, 25)
assert not any(r["date"] in (a, b) for r in T)
q("dates", "Which customers had a test between 10 April 2024 and 25 May 2024?", "values", names(r for r in T if a <= r["date"] <= b), "test date in the span")
q("before", "Who managed Skipton directly before Leah Barraclough?", "values", step(facts("manages", tail="Skipton"), 0, "Leah Barraclough", -1), "manager before")
q("before", "Imran Sheikh left Harrogate in January 2024. Who took over as manager there?", "values", step(facts("manages", tail="Harrogate"), 0, "Imran Sheikh", 1), "next manager")
q("at", "who ran the Skipton branch on 1 june 2010", "values", one(at("manages", date(2010, 6, 1), tail="Skipton"))[0], "manager on the day")
q("at", "Halden supplier in 2015?", "values", one(in_year("supplies", 2015, tail="Halden"))[0], "supplier in the year")
q("duration", "How many full years was Brenda Clough manager of Ripon?", "number", lasted(one(facts("manages", "Brenda Clough", "Ripon"))), "start to end")
first = min(r["date"] for r in year(orders(lens_type="Varifocal"), 2024))
q("first", "date of the first varifocal order in 2024", "values", first, "earliest order")

# averages, groups, truth
avg = mean(O, "total")
assert all(abs(r["total"] - avg) > .5 for r in O)
q("average", "How many orders had a total above the average of all orders?", "number", sum(r["total"] > avg for r in O), "total above the mean")
q("each", "For each branch, which customer has spent the most there on spectacle orders?", "table",
  {k: one(best(sums(g, "customer", "total"))) for k, g in group(O, itemgetter("branch")).items()}, "best sum per branch")
q("yesno", "Is Priya Nair still at Harrogate?", "boolean", bool(now("works_at", "Priya Nair", "Harrogate")), "works_at has ended")
q("all", "Is there a collection date for every order placed in 2023?", "boolean", all(r["coll"] for r in O23), "no empty cell?")

# linked
nord = {f[2] for f in now("supplies", "Nordisk Optik")}
q("linked", "How many orders were for frames of the brands that Nordisk Optik supplies now?", "number", sum(r["brand"] in nord for r in O), "supplier to brand to frame to orders")
q("linked", "order 20595: who was the manager of that branch on the day it was ordered?", "values",
  one(at("manages", one(orders(order_no="20595"))["date"], tail=one(orders(order_no="20595"))["branch"]))[0], "branch and date of the order")
q("missing", "Give the test refs where no fee is recorded.", "values", [r["ref"] for r in T if r["fee"] is None], "empty fee")

# without an answer
q("refuse", "What profit did we make on the Alder frames in 2024?", "refuse", [], "no costs in the data")
q("refuse", "phone number of Sheila Brearley?", "refuse", [], "no phone numbers")
q("refuse", "How many orders were returned for a refund in 2023?", "refuse", [], "no returns in the data")
q("refuse", "what time does the ripon shop open on saturdays", "refuse", [], "no opening hours")
q("refuse", "Which branch has the best customer satisfaction score?", "refuse", [], "no scores")
finish(HERE, Q)
