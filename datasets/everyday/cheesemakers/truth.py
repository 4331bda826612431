"""Computes every answer of the 'cheesemakers' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("cheesemakers", Q)

cheeses = [{"cheese": r["Cheese"], "maker": r["Maker"], "milk": r["Milk"], "type": r["Type"],
            "fat": num(r["Fat i.d.m. (%)"]), "age": num(r["Min. age (months)"]), "price": num(r["Price (£/kg)"]),
            "price_cell": r["Price (£/kg)"], "rennet": r["Rennet"], "raw": r["Raw milk"], "year": int(r["Launched"])}
           for r in records(HERE, "cheeses.csv")]
by_name = {c["cheese"]: c for c in cheeses}
dels = [{"no": r["Del. no."], "date": day(r["Date"], "%d/%m/%Y"), "shop": r["Shop"], "cheese": r["Cheese"],
         "kg": num(r["qty_kg"]), "total": digits(r["Invoice total"]), "carrier": r["Carrier"],
         "temp": num(r["Temp. on arrival (°C)"]), "remark": r["Remarks"]} for r in records(HERE, "deliveries.csv")]
for d in dels: d["maker"] = by_name[d["cheese"]]["maker"]
triples, quintuples = graphs(HERE, "cheesemakers")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
makers = {c["maker"] for c in cheeses}
shops = {d["shop"] for d in dels}

# the four files agree
assert len(by_name) == len(cheeses) and makers == heads("founded_by") and makers | shops == heads("located_in")
assert all(at("supplies", d["date"], d["maker"], d["shop"]) for d in dels)
assert all(by_name[c]["maker"] in makers for c in heads("won_prize"))
assert all(c["milk"] in {one(out(b, "breed_of")) for b in out(c["maker"], "keeps_breed")} for c in cheeses)

d24 = [d for d in dels if d["date"].year == 2024]
d25 = [d for d in dels if d["date"].year == 2025]
def where(rows, **k): return [r for r in rows if all(r[a] == b for a, b in k.items())]
def names(rows, v="cheese"): return [r[v] for r in rows]

# lookup
q("lookup", "What kind of rennet goes into Tor Washed?", "values", by_name["Tor Washed"]["rennet"],
  "Rennet of the row Tor Washed")
q("lookup", "price of Dragon Blue per kilo?", "values", by_name["Dragon Blue"]["price_cell"],
  "Price (£/kg) of the row Dragon Blue")
q("lookup", "who's running the Quayside Larder these days", "values",
  one(f[0] for f in now("shop_manager_of", tail="Quayside Larder")), "shop_manager_of without an end")
x = one(where(dels, no="D2457"))
q("lookup", "I've got the invoice for delivery D2457 in front of me. Which shop was it for, and which cheese was in it?",
  "values", [x["shop"], x["cheese"]], "Shop and Cheese of D2457")

# filter_list
q("filter_list", "which sheep's milk cheeses are made with raw milk", "values",
  names(where(cheeses, milk="sheep", raw="yes")), "Milk sheep, Raw milk yes")
q("filter_list", "List the goat cheeses that cost more than £33 a kilo.", "values",
  names(r for r in where(cheeses, milk="goat") if r["price"] and r["price"] > 33), "Milk goat, price over 33")
q("filter_list", "Give me the delivery numbers of everything that went to The Rind in 2024 and weighed more than 20 kg.",
  "values", names((r for r in where(d24, shop="The Rind") if r["kg"] > 20), "no"), "shop, year and qty_kg over 20")
q("filter_list", "need soft cheeses with vegetarian rennet, launched after 2016", "values",
  names(r for r in where(cheeses, type="soft", rennet="vegetarian") if r["year"] > 2016),
  "Type soft, Rennet vegetarian, Launched after 2016")

# count
q("count", "how many blue cheeses are there?", "number", len(where(cheeses, type="blue")), "rows of Type blue")
q("count", "How many deliveries arrived late?", "number", len(where(dels, remark="arrived late")),
  "Remarks say 'arrived late'")
q("count", "number of dairies that have Friesian cows", "number", len(inn("Friesian", "keeps_breed")),
  "heads of keeps_breed Friesian")
q("count", "In the first half of 2024, how many deliveries of over 15 kg did Shannon Reefer carry?", "number",
  len([r for r in where(d24, carrier="Shannon Reefer") if r["kg"] > 15 and r["date"].month <= 6]),
  "carrier, January to June 2024, qty_kg over 15")

# sum
q("sum", "total invoiced to Hobday's in 2024?", "number", total(where(d24, shop="Hobday's"), "total"),
  "sum of Invoice total of the shop in 2024")
q("sum", "How many kilos of Foy's Hard Goat have been delivered altogether?", "number",
  sum(known(where(dels, cheese="Foy's Hard Goat"), "kg")), "sum of qty_kg of the cheese")
q("sum", "what did tilbury provisions get billed, all deliverys together", "number",
  total(where(dels, shop="Tilbury Provisions"), "total"), "sum of Invoice total of the shop")
q("sum", "What is the total weight in kg that Pennine Chill delivered from October to December 2024?", "number",
  sum(known([r for r in where(d24, carrier="Pennine Chill") if r["date"].month >= 10], "kg")),
  "sum of qty_kg of the carrier in the last quarter of 2024")

# average
q("average", "average price of goat's cheese per kg?", "number", mean(where(cheeses, milk="goat"), "price"),
  "mean of the known prices of Milk goat")
q("average", "What is the mean fat content of the hard cheeses?", "number", mean(where(cheeses, type="hard"), "fat"),
  "mean of Fat i.d.m. of Type hard")
q("average", "avg arrival temp for deliveries by Dale & Son", "number",
  mean(where(dels, carrier="Dale & Son Haulage"), "temp"), "mean of the known temperatures of the carrier")
q("average", "I'm planning shelf space. How many months are the washed-rind cheeses aged on average, going by their minimum age?",
  "number", mean(where(cheeses, type="washed-rind"), "age"), "mean of Min. age of Type washed-rind")

# min_max
q("min_max", "What's the highest price per kg of any cheese made from sheep's milk?", "number",
  max(known(where(cheeses, milk="sheep"), "price")), "largest price of Milk sheep")
q("min_max", "lowest temperature on arrival in 2025?", "number", min(known(d25, "temp")),
  "smallest temperature of 2025")
q("min_max", "when was the last delivery to castle street cheese", "values",
  max(names(where(dels, shop="Castle Street Cheese"), "date")), "latest Date of the shop")

# superlative
q("superlative", "Which cheese has the most fat?", "values",
  best({r["cheese"]: r["fat"] for r in cheeses if r["fat"] is not None}), "largest Fat i.d.m.")
q("superlative", "Which shop took the most kilos of cheese in 2024?", "values", best(sums(d24, "shop", "kg")),
  "largest sum of qty_kg by shop in 2024")
q("superlative", "which dairy makes the most different cheeses", "values", best(Counter(names(cheeses, "maker"))),
  "most rows by Maker")
q("superlative", "Looking for a bargain. What is the cheapest hard cheese?", "values",
  best({r["cheese"]: r["price"] for r in where(cheeses, type="hard") if r["price"]}, low=True),
  "smallest known price of Type hard")

# top_k
q("top_k", "top 3 most expensive cheeses", "values",
  best({r["cheese"]: r["price"] for r in cheeses if r["price"]}, 3), "three largest prices")
q("top_k", "Which four shops had the highest total invoiced amount in 2024?", "values",
  best({s: total(g, "total") for s, g in group(d24, itemgetter("shop")).items()}, 4),
  "four largest sums of Invoice total by shop in 2024")
q("top_k", "give me the five biggest single deliveries by invoice total, delivery nos. please", "values",
  best({r["no"]: r["total"] for r in dels}, 5), "five largest Invoice totals")

# comparison
q("comparison", "Is Old Edith or Harrow Vintage aged for longer?", "values",
  best({c: by_name[c]["age"] for c in ("Old Edith", "Harrow Vintage")}), "larger Min. age")
q("comparison", "The Rind or Hobday's - who got more deliveries overall?", "values",
  best({s: len(where(dels, shop=s)) for s in ("The Rind", "Hobday's")}), "more rows")
q("comparison", "which carrier moved more kg in 2024, coldline or pennine chill?", "values",
  best({c: sum(known(where(d24, carrier=c), "kg")) for c in ("Coldline Logistics", "Pennine Chill")}),
  "larger sum of qty_kg in 2024")

# difference
q("difference", "How much more per kilo does Birkrigg Blue cost than Coombe Blue?", "number",
  round(by_name["Birkrigg Blue"]["price"] - by_name["Coombe Blue"]["price"], 2), "difference of the two prices")
k = sums(d24, "shop", "kg")
q("difference", "How many kg more did Maddox Cheese Cellar receive than Fenwick & Daughters in 2024?", "number",
  k["Maddox Cheese Cellar"] - k["Fenwick & Daughters"], "difference of the sums of qty_kg in 2024")
assert Q[-1]["answers"][0][0] != "-"
m = means(cheeses, "milk", "price")
q("difference", "gap between the average sheep cheese price and the average cow cheese price, in £ per kg", "number",
  m["sheep"] - m["cow"], "difference of the means of the known prices")
assert m["sheep"] > m["cow"]

# percent
q("percent", "what percentage of the cheeses are raw milk", "number", share(cheeses, lambda r: r["raw"] == "yes"),
  "Raw milk yes among all cheeses")
q("percent", "What percent of the number of deliveries in 2024 went to Maddox Cheese Cellar?", "number",
  share(d24, lambda r: r["shop"] == "Maddox Cheese Cellar"), "rows of the shop among the rows of 2024")
q("percent", "Of all the cow's milk cheeses, what percent are semi-hard?", "number",
  share(where(cheeses, milk="cow"), lambda r: r["type"] == "semi-hard"), "Type semi-hard among Milk cow")

# group_by
q("group_by", "number of cheeses per type", "table", Counter(names(cheeses, "type")), "rows by Type")
q("group_by", "Show the total kg delivered to each shop in 2024.", "table", sums(d24, "shop", "kg"),
  "sum of qty_kg by shop in 2024")
q("group_by", "avg price by milk, pls", "table", means(cheeses, "milk", "price"), "mean of the known prices by Milk")

# group_superlative
def best_of(rows, key, name, v):
    return {g: one(best({r[name]: r[v] for r in rs if r[v] is not None})) for g, rs in group(rows, itemgetter(key)).items()}
q("group_superlative", "For each kind of milk, which cheese is the dearest?", "table",
  best_of(cheeses, "milk", "cheese", "price"), "largest price by Milk")
most = {s: one(best(sums(g, "cheese", "kg"))) for s, g in group(dels, itemgetter("shop")).items()}
q("group_superlative", "most delivered cheese by weight at every shop, over all the deliveries we have", "table", most,
  "largest sum of qty_kg of a cheese by shop")
founded = defaultdict(dict)
for x in makers: founded[one(out(one(out(x, "located_in")), "part_of"))][x] = -int(one(out(x, "founded_in")))
q("group_superlative", "What is the earliest founded dairy in each country?", "table",
  {c: one(best(d)) for c, d in founded.items()}, "located_in, part_of and the smallest founded_in")

# yes_no
q("yes_no", "Is Cwm Cream made with raw milk?", "boolean", by_name["Cwm Cream"]["raw"] == "yes", "Raw milk of the row")
q("yes_no", "does Wensley Fold keep Lacaune sheep", "boolean", "Lacaune" in out("Wensley Fold", "keeps_breed"),
  "the graph has the fact")
q("yes_no", "Did anything delivered to the Blue Door Deli ever arrive warmer than 8 degrees?", "boolean",
  any(t > 8 for t in known(where(dels, shop="Blue Door Deli"), "temp")), "largest temperature of the shop")
q("yes_no", "nell horner still the manager of wensley fold?", "boolean",
  bool(now("manages", "Nell Horner", "Wensley Fold")), "her manages fact has an end")

# negation
q("negation", "Which hard cheeses are not made from cow's milk?", "values",
  names(r for r in where(cheeses, type="hard") if r["milk"] != "cow"), "Type hard, Milk other than cow")
q("negation", "Which dairies have never been in the Guild of Farmhouse Cheesemakers?", "values",
  makers - {f[0] for f in facts("member_of", tail="Guild of Farmhouse Cheesemakers")},
  "makers without a member_of fact of the guild")
q("negation", "which Nant Gwyn cheeses have no prize to their name", "values",
  [c for c in names(where(cheeses, maker="Nant Gwyn Dairy")) if not out(c, "won_prize")],
  "cheeses of the maker without won_prize")

# time_point
q("time_point", "Who owned Harrow Hill Creamery in 2010?", "values",
  one(f[0] for f in in_year("owns", 2010, tail="Harrow Hill Creamery")), "owns that holds in 2010")
q("time_point", "Which shops was Thornbeck Dairy supplying on 1 January 2020?", "values",
  [f[2] for f in at("supplies", date(2020, 1, 1), "Thornbeck Dairy")], "supplies that hold on the day")
x = [one(at("manages", date(2018, 3, i), tail="Coombe Mill Cheese"))[0] for i in (1, 31)]
q("time_point", "manager at coombe mill as of march 2018?", "values", one(set(x)), "manages that holds in that month")
q("time_point", "I'm writing up the history of Fenwick & Daughters. Where was the shop trading from in 2001?", "values",
  one(f[2] for f in in_year("trades_from", 2001, "Fenwick & Daughters")), "trades_from that holds in 2001")

# before_after
q("before_after", "Who owned Loch Arden Creamery right before Northern Dales Foods took it over?", "values",
  step(facts("owns", tail="Loch Arden Creamery"), 0, "Northern Dales Foods", -1), "the owner before in order of start")
q("before_after", "who took over as manager of the rind after gillian speight", "values",
  step(facts("shop_manager_of", tail="The Rind"), 0, "Gillian Speight", 1), "the next manager in order of start")
q("before_after", "Which dairies joined or rejoined the Guild of Farmhouse Cheesemakers after 2005?", "values",
  [f[0] for f in facts("member_of", tail="Guild of Farmhouse Cheesemakers") if f[3].year > 2005],
  "member_of with a start after 2005")
q("before_after", "shops that Harrow Hill started supplying before 2005?", "values",
  [f[2] for f in facts("supplies", "Harrow Hill Creamery") if f[3].year < 2005], "supplies with a start before 2005")

# duration
q("duration", "How many full years did Beatrix Nunn own Saltmarsh Goats?", "number",
  lasted(one(facts("owns", "Beatrix Nunn", "Saltmarsh Goats"))), "full years of the owns fact")
q("duration", "clive merrick was manager at pennard vale for how many whole years?", "number",
  lasted(one(facts("manages", "Clive Merrick", "Pennard Vale Dairy"))), "full years of the manages fact")
a, b = (one(where(dels, no=n))["date"] for n in ("D2408", "D2415"))
q("duration", "How many days after delivery D2408 did delivery D2415 come?", "number", (b - a).days,
  "difference of the two dates")
def full_months(s, e): return 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)
f = one(facts("manages", "Conor Hurley", "Kilbrannagh Dairy"))
q("duration", "For how many full months did Conor Hurley manage Kilbrannagh Dairy?", "number",
  robust(full_months(f[3], f[4]), full_months(f[3], f[4] + timedelta(days=2)), full_months(f[3], f[4] - timedelta(days=2))),
  "full months of the manages fact")

# multi_hop
q("multi_hop", "Which dairies keep a breed that comes from Switzerland?", "values",
  [x for x in makers if any("Switzerland" in out(b, "originates_from") for b in out(x, "keeps_breed"))],
  "keeps_breed, then originates_from")
q("multi_hop", "who founded the dairies in county cork", "values",
  [one(out(x, "founded_by")) for x in inn("County Cork", "located_in")], "located_in, then founded_by")
q("multi_hop", "In which country is the dairy that Fergus McQuillan founded?", "values",
  out(one(out(one(inn("Fergus McQuillan", "founded_by")), "located_in")), "part_of"),
  "founded_by, located_in, part_of")
q("multi_hop", "Who learned the trade from someone who had in turn been trained by Clive Merrick?", "values",
  {p for y in inn("Clive Merrick", "trained_under") for p in inn(y, "trained_under")}, "trained_under twice")

# cross_source
q("cross_source", "How many kilos of cheese from dairies in Cumbria were delivered in 2024?", "number",
  sum(known([d for d in d24 if "Cumbria" in out(d["maker"], "located_in")], "kg")),
  "deliveries, their cheeses' makers, located_in Cumbria")
q("cross_source", "average price of the cheeses that have won at least one prize?", "number",
  mean([by_name[c] for c in heads("won_prize")], "price"), "mean price of the heads of won_prize, each once")
assert all(by_name[c]["price"] for c in heads("won_prize"))
q("cross_source", "Which cheeses come from a dairy that Northern Dales Foods currently owns?", "values",
  [c["cheese"] for c in cheeses if c["maker"] in {f[2] for f in now("owns", "Northern Dales Foods")}],
  "owns without an end, then Maker")
q("cross_source", "Add up the invoices for cheese from Somerset makers that went to London shops.", "number",
  total([d for d in dels if "Somerset" in out(d["maker"], "located_in") and "London" in out(d["shop"], "located_in")], "total"),
  "deliveries, makers located_in Somerset, shops located_in London")

# unanswerable
q("unanswerable", "What's the salt content of Birkrigg Blue?", "refuse", [], "no column or fact about salt")
q("unanswerable", "how many litres of milk does thornbeck dairy process a year", "refuse", [], "no amounts of milk")
q("unanswerable", "phone no. of Castle Street Cheese?", "refuse", [], "no phone numbers")
q("unanswerable", "How much did Callum Baird pay when he bought Loch Arden Creamery?", "refuse", [], "no purchase prices")
q("unanswerable", "How many customers visited The Rind in 2024?", "refuse", [], "no numbers of visitors")

# missing
q("missing", "Which cheeses have no price entered?", "values", names(r for r in cheeses if r["price"] is None),
  "empty Price")
q("missing", "how many deliveries dont have a carrier filled in", "number", len(where(dels, carrier="")), "empty Carrier")
q("missing", "I'm checking the cold chain. For which deliveries to Maddox Cheese Cellar was no arrival temperature recorded? I need the delivery numbers.",
  "values", names((r for r in where(dels, shop="Maddox Cheese Cellar") if r["temp"] is None), "no"),
  "empty temperature of the shop")
finish(HERE, Q)
