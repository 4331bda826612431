#!/usr/bin/env python3
"""Computes every gold answer of the 'gardencentre' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, mean, one, records, robust, tkg, total)


def num(s):
    s = re.sub(r"[£,]", "", s)
    return float(s) if s not in ("", "-", "unknown") else None


K, T = graphs(HERE, "gardencentre")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("gardencentre", Q, most=16)
def yn(question, answer, why): q("yes_no", question, "boolean", answer, why)
def neg(question, answers, why): q("negation", question, "values", answers, why)

YN = {"Yes": True, "No": False}
P = records(HERE, "plants.csv")
for r in P:
    r["price"], r["stock"], r["hardy"], r["tall"] = (num(r[k]) for k in ("Price incl. VAT (£)", "In stock (pieces)", "Hardy down to (°C)", "Height when grown (cm)"))
    r["org"], r["poison"], r["since"] = YN[r["Organic"]], YN[r["Poisonous"]], day(r["On sale since"], "%d/%m/%Y")
PN = {r["Plant"]: r for r in P}
O = records(HERE, "orders.csv")
for r in O:
    r["d"], r["qty"], r["sum"], r["paid"] = day(r["Ordered on"], "%d/%m/%Y"), num(r["Quantity"]), num(r["Order total (£)"]), YN[r["Paid"]]
    r["out"] = day(r["Handed over on"].strip("-"), "%d/%m/%Y")
ON = {r["Order no."]: r for r in O}
assert len(PN) == len(P) and len(ON) == len(O) and {r["Plant"] for r in O} <= set(PN)
CUSTOMERS, BRANCHES, SUPPLIERS = heads("customerGroup"), heads("isLocatedIn"), heads("hasNurseryIn")
assert CUSTOMERS == {r["Customer"] for r in O} and BRANCHES == {r["Branch"] for r in O} == {f[0] for f in facts("managedBy")}
assert SUPPLIERS == {r["Supplier"] for r in P} and heads("attracts") | heads("likesSoil") <= set(PN)
for f in now("suppliedBy"): assert PN[f[0]]["Supplier"] == f[2]
for f in now("soldAt"): assert PN[f[0]]["price"] == num(f[2])
plants = lambda rows: [r["Plant"] for r in rows]
nos = lambda rows: [r["Order no."] for r in rows]
of_type = lambda t: one({r["Type"] for r in P if r["Type"] == t}) and [r for r in P if r["Type"] == t]
by = lambda c: [r for r in O if r["Customer"] == c]
at_branch = lambda b: [r for r in O if r["Branch"] == b]
county = lambda t: one(out(t, "inCounty"))
spent = {c: total(by(c), "sum") for c in CUSTOMERS}
settled = {c: total([r for r in by(c) if r["paid"]], "sum") for c in CUSTOMERS}

# lookup
q("lookup", "Who does Lucy's boss report to?", "values", out(one(out("Lucy Bache", "reportsTo")), "reportsTo"), "KG reportsTo twice")
q("lookup", "town of zoes branch?", "values", out(one(out("Zoe Farr", "worksAt")), "isLocatedIn"), "KG worksAt, isLocatedIn")
q("lookup", "Where does the Olive Tree's supplier have its nursery?", "values", out(PN["Olive Tree"]["Supplier"], "hasNurseryIn"), "plants: Supplier; KG hasNurseryIn")
q("lookup", "I have a complaint to pass on to the manager of Ron's branch. Who is that at present?", "values", one(now("managedBy", one(out("Ron Tipton", "worksAt"))))[2], "KG worksAt; TKG open managedBy")
q("lookup", "What's the Latin name of Purple Coneflower?", "values", PN["Purple Coneflower"]["Latin name"], "plants: Latin name")
q("lookup", "How much is a Dicksonia Fern at the moment?", "number", PN["Dicksonia Fern"]["price"], "plants: Price incl. VAT (£)")
q("lookup", "order 50671, who dealt with it", "values", ON["50671"]["Served by"], "orders: Served by")
q("lookup", "On what day did order 50858 go out to the customer?", "values", ON["50858"]["out"], "orders: Handed over on")

# yes_no: universal
yn("Are all our herbs organic?", all(r["org"] for r in of_type("Herb")), "plants: Type Herb, all Organic")
yn("is every bulb we sell poisonous", all(r["poison"] for r in of_type("Bulb")), "plants: Type Bulb, all Poisonous")
yn("Do all the shrubs cost more than a tenner?", all(r["price"] > 10 for r in of_type("Shrub")), "plants: Type Shrub, all Price > 10")
yn("A parent rang, worried. Has everything that St Wulstan's School has ordered been harmless, so nothing poisonous at all?", not any(PN[r["Plant"]]["poison"] for r in by("St Wulstan's School")), "orders: Customer; plants: none Poisonous")
yn("malvern hills hotel - have they settled every one of their orders?", all(r["paid"] for r in by("Malvern Hills Hotel")), "orders: Customer, all Paid")
yn("Has each branch had a café at one time or another?", all(facts("cafeRunBy", b) for b in BRANCHES), "TKG cafeRunBy: a fact for every branch")
yn("Do all suppliers hold some certificate or other?", all(out(s, "hasCertificate") for s in SUPPLIERS), "KG hasNurseryIn, all with hasCertificate")
yn("All of our trees come from Greenacre, don't they?", all(r["Supplier"] == "Greenacre Trees" for r in of_type("Tree")), "plants: Type Tree, all of the Supplier")
# yes_no: two things
yn("Is Camellia Donation more expensive than Cherry Laurel?", PN["Camellia Donation"]["price"] > PN["Cherry Laurel"]["price"], "plants: Price of both")
yn("more chives than rosemary on the shelves right now?", PN["Chives"]["stock"] > PN["Rosemary"]["stock"], "plants: In stock of both")
yn("Has Mill Lane had more orders than Hilltop?", len(at_branch("Mill Lane")) > len(at_branch("Hilltop")), "orders: rows of both Branches")
yn("Does a Silver Birch get taller than an English Yew?", PN["Silver Birch"]["tall"] > PN["English Yew"]["tall"], "plants: Height of both")
yn("lavender hidcote, did we start selling that before rose gertrude jekyll?", PN["Lavender Hidcote"]["since"] < PN["Rose Gertrude Jekyll"]["since"], "plants: On sale since of both")
yn("Have Kidderminster in Bloom spent more with us than Hereford Parks Dept?", robust(spent["Kidderminster in Bloom"] > spent["Hereford Parks Dept"], settled["Kidderminster in Bloom"] > settled["Hereford Parks Dept"]), "orders: sums of Order total of both Customers")
yn("Did Priya serve more orders than Kelly?", sum(r["Served by"] == "Priya Nair" for r in O) > sum(r["Served by"] == "Kelly Marsh" for r in O), "orders: rows of both Served by")
yn("Has the present manager of Riverside been in the job longer than the one at Station Yard?", one(now("managedBy", "Riverside"))[3] < one(now("managedBy", "Station Yard"))[3], "TKG open managedBy, starts of both")
yn("Can the Royal Fern stand colder weather than Hart's Tongue?", PN["Royal Fern"]["hardy"] < PN["Hart's Tongue"]["hardy"], "plants: Hardy down to of both")
yn("order 50650 vs 50465: was the first one worth more?", ON["50650"]["sum"] > ON["50465"]["sum"], "orders: Order total of both")
# yes_no: others
yn("Is Monkshood poisonous?", PN["Monkshood"]["poison"], "plants: Poisonous")
yn("does garden mint attract bees", "bees" in out("Garden Mint", "attracts"), "KG attracts")
yn("Have we had the money for order 50833 yet?", ON["50833"]["paid"], "orders: Paid")
yn("Was Kelly Marsh ever in charge of a branch?", bool(facts("managedBy", tail="Kelly Marsh")), "TKG managedBy")
yn("any supplier of ours down in cornwall?", any(county(one(out(s, "hasNurseryIn"))) == "Cornwall" for s in SUPPLIERS), "KG hasNurseryIn, inCounty")
yn("Just settling a bet, did the Pump House Café ever buy an Olive Tree from us?", any(r["Plant"] == "Olive Tree" for r in by("Pump House Café")), "orders: Customer, Plant")

# negation: words
neg("Which orders at Hilltop are unpaid? The numbers please.", nos(r for r in at_branch("Hilltop") if not r["paid"]), "orders: Branch, Paid No")
neg("non-organic perennials", plants(r for r in of_type("Perennial") if not r["org"]), "plants: Type, Organic No")
neg("Which plants have gone entirely unsold, I mean without a single order?", set(PN) - {r["Plant"] for r in O}, "plants: not among orders: Plant")
neg("Which climber is non-poisonous?", plants(r for r in of_type("Climber") if not r["poison"]), "plants: Type, Poisonous No")
neg("uncertified suppliers??", SUPPLIERS - heads("hasCertificate"), "KG hasNurseryIn without hasCertificate")
q("negation", "How many of this year's orders (2025) are still unpaid?", "number", sum(r["d"].year == 2025 and not r["paid"] for r in O), "orders: Ordered on in 2025, Paid No")
# negation: verbs
neg("Who reports to Denise but does not work at Mill Lane?", [s for s in inn("Denise Pargeter", "reportsTo") if "Mill Lane" not in out(s, "worksAt")], "KG reportsTo, worksAt")
neg("trees over 60 quid that arent organic", plants(r for r in of_type("Tree") if r["price"] > 60 and not r["org"]), "plants: Type, Price > 60, Organic No")
neg("I want butterflies but my son is allergic to bees. Which plants attract butterflies and not bees?", inn("butterflies", "attracts") - inn("bees", "attracts"), "KG attracts")
neg("Which private customers do not live in Worcestershire?", [c for c in inn("private", "customerGroup") if county(one(out(c, "livesOrSitsIn"))) != "Worcestershire"], "KG customerGroup, livesOrSitsIn, inCounty")
neg("orders above £400 nobody has paid for, nos pls", nos(r for r in O if r["sum"] > 400 and not r["paid"]), "orders: Order total > 400, Paid No")
neg("Which of the suppliers in Devon doesn't supply roses?", [s for s in SUPPLIERS if county(one(out(s, "hasNurseryIn"))) == "Devon" and not any(r["Supplier"] == s for r in of_type("Rose"))], "KG hasNurseryIn, inCounty; plants: Supplier, Type")
# negation: complete lists
neg("Which customers have never ordered a tree?", CUSTOMERS - {r["Customer"] for r in O if PN[r["Plant"]]["Type"] == "Tree"}, "KG all customers without those with orders of Type Tree")
neg("Is there a branch that has never had a café, and if so which?", BRANCHES - {f[0] for f in facts("cafeRunBy")}, "KG all branches without those of TKG cafeRunBy")
neg("suppliers with not one organic plant in our range", SUPPLIERS - {r["Supplier"] for r in P if r["org"]}, "KG all suppliers without those with Organic Yes")
neg("Marketing would like to know which customers have never been on any loyalty level.", CUSTOMERS - {f[0] for f in facts("loyaltyLevel")}, "KG all customers without those of TKG loyaltyLevel")

# count
q("count", "How many suppliers do we have?", "number", len(SUPPLIERS), "plants: different Suppliers")
q("count", "how many different customers have ordered so far", "number", len(CUSTOMERS), "orders: different Customers")
q("count", "How many counties are our branches spread over?", "number", len({county(one(out(b, "isLocatedIn"))) for b in BRANCHES}), "KG isLocatedIn, inCounty: different counties")
q("count", "number of plant types we distinguish (shrub, fern and so on)", "number", len({r["Type"] for r in P}), "plants: different Types")
q("count", "How many orders has Dr Farah Aziz placed?", "number", len(by("Dr Farah Aziz")), "orders: rows of Customer")
q("count", "poisonous shrubs - how many are there", "number", sum(r["poison"] for r in of_type("Shrub")), "plants: Type, Poisonous")
q("count", "How many of our plants are good for bees?", "number", len(inn("bees", "attracts")), "KG attracts bees")
q("count", "no. of orders we took in 2024?", "number", sum(r["d"].year == 2024 for r in O), "orders: Ordered on in 2024")

# superlative, top_k
q("superlative", "Which plant is the most expensive?", "values", best({r["Plant"]: r["price"] for r in P}), "plants: largest Price")
q("superlative", "and the second most expensive plant in the range?", "values", best({r["Plant"]: r["price"] for r in P}, 2)[1], "plants: second largest Price")
q("superlative", "third tallest plant we sell, fully grown", "values", best({r["Plant"]: r["tall"] for r in P if r["tall"]}, 3)[2], "plants: third largest Height")
q("superlative", "Which branch gets the most orders?", "values", best(Counter(r["Branch"] for r in O)), "orders: most frequent Branch")
q("superlative", "I have to reorder. What are we down to the fewest pieces of?", "values", best({r["Plant"]: r["stock"] for r in P}, low=True), "plants: smallest In stock")
q("superlative", "What is the number of the second largest order ever by value?", "values", best({r["Order no."]: r["sum"] for r in O}, 2)[1], "orders: second largest Order total")
q("top_k", "our three biggest customers by total spend", "values", robust(best(spent, 3), best(settled, 3)), "orders: Customer, three largest sums of Order total")
q("top_k", "Leaving aside the plant we have most pieces of, which are the second and the third best stocked?", "values", best({r["Plant"]: r["stock"] for r in P}, 3)[1:], "plants: second and third largest In stock")

# missing
q("missing", "For which plants do we not know how hardy they are?", "values", plants(r for r in P if r["hardy"] is None), "plants: Hardy down to - or unknown")
q("missing", "plants w/o a height", "values", plants(r for r in P if r["tall"] is None), "plants: Height -")
q("missing", "How many orders have no name filled in for who served them?", "number", sum(r["Served by"] == "?" for r in O), "orders: Served by ?")
q("missing", "Which of the orders placed in 2025 lack a handover date? Just give me their numbers.", "values", nos(r for r in O if r["d"].year == 2025 and r["out"] is None), "orders: Ordered on in 2025, Handed over on empty or -")

# sum, average, group_by
q("sum", "Counting paid and unpaid orders alike, what were the takings of Orchard Farm in 2024?", "number", total([r for r in at_branch("Orchard Farm") if r["d"].year == 2024], "sum"), "orders: sum of Order total, Branch, Ordered on in 2024")
q("sum", "how much do customers still owe us altogether?", "number", total([r for r in O if not r["paid"]], "sum"), "orders: sum of Order total, Paid No")
q("sum", "Bulbs in stock, all kinds added up", "number", total(of_type("Bulb"), "stock"), "plants: sum of In stock, Type")
q("average", "What does a climber cost on average?", "number", mean(of_type("Climber"), "price"), "plants: mean Price, Type")
q("average", "avg order value hereford parks dept", "number", mean(by("Hereford Parks Dept"), "sum"), "orders: mean Order total, Customer")
q("average", "When Hilltop gets an order, what is that order worth on average?", "number", mean(at_branch("Hilltop"), "sum"), "orders: mean Order total, Branch")
q("group_by", "What are the total takings of each branch, whether the customers have paid yet or not?", "table", {k: total(v, "sum") for k, v in group(O, lambda r: r["Branch"]).items()}, "orders: sum of Order total per Branch")
q("group_by", "no of plants per type", "table", Counter(r["Type"] for r in P), "plants: rows per Type")
q("group_by", "Could you break down the average plant price by supplier for me?", "table", {k: mean(v, "price") for k, v in group(P, lambda r: r["Supplier"]).items()}, "plants: mean Price per Supplier")

# time_point, unanswerable
q("time_point", "Who managed Orchard Farm in 2020?", "values", one(in_year("managedBy", 2020, "Orchard Farm"))[2], "TKG managedBy in 2020")
q("time_point", "lavender hidcote: whats it sold for back in june 2023", "values", robust(one(at("soldAt", date(2023, 6, 1), "Lavender Hidcote"))[2], one(at("soldAt", date(2023, 6, 30), "Lavender Hidcote"))[2]), "TKG soldAt on those days")
q("unanswerable", "What do we pay Tamar Valley for one Camellia Donation, wholesale?", "refuse", [], "no purchase prices in any file")

finish(HERE, Q)
