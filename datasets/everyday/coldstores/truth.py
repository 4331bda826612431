"""Computes every gold answer of the 'coldstores' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, having, kg, known, mean, means, one, records, share,
    step, sums, tkg, total, num)


V, N, B, T, R, CL = "values", "number", "boolean", "table", "refuse", "Client"
KG, TK = graphs(HERE, "coldstores")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
P, D = records(HERE, "pallets.csv"), records(HERE, "deliveries.csv")
for p in P:
    p["wt"], p["val"], p["gone"] = num(p["Gross wt (kg)"]), num(p["Val. GBP"]), p["Stat."] == "shipped"
    p["rcvd"], p["bbe"] = day(p["Rcvd"], "%d/%m/%Y"), day(p["BBE"], "%d/%m/%Y")
for d in D:
    d["frt"], d["temp"], d["plts"] = num(d["Freight chg £"]), num(d["Temp @ arr. (°C)"]), int(d["plts"])
    d["day"], d["month"] = day(d["date"], "%d/%m/%Y"), day(d["date"], "%d/%m/%Y").strftime("%Y-%m")
    a, s = ([int(x) for x in d[c].split(":")] for c in ("Arr.", "Slot")) if d["Arr."] and d["Slot"] else (None, None)
    d["late"] = (a[0] - s[0]) * 60 + a[1] - s[1] if a else None     # minutes behind the slot
PL, DN = {p["Pallet ID"]: p for p in P}, {d["Del. No"]: d for d in D}
def store(ch): return one(out(ch, "part_of"))
def places(ch): return int(one(out(ch, "pallet places")))
def chamber(fault): return one(out(fault, "in chamber"))
def took(f): return (f[4] - f[3]).days
def ids(ps): return [p["Pallet ID"] for p in ps]
def nos(ds): return [d["Del. No"] for d in ds]
CHAMBERS, PRODUCTS, FAULTS = heads("part_of"), heads("product group"), heads("in chamber")
# the files agree with each other
assert len(PL) == len(P) and len(DN) == len(D)
assert {p["Product"] for p in P} <= PRODUCTS and {p["Chamber"] for p in P} - {""} <= CHAMBERS
for f in FAULTS: assert [chamber(f)] == [x[2] for x in facts("alarm open in", f)]
for d in D: assert not d["Driver"] or out(d["Driver"], "drives for") == {d["Haulier"]}
for p in P:
    assert p["gone"] == (p["Chamber"] == "") == (p["Out on DN"] != "")
    assert not p["gone"] or DN[p["Out on DN"]][CL] == p[CL] and p["rcvd"] < DN[p["Out on DN"]]["day"]

Q = []
q = asking("coldstores", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Which refrigerant is used in chamber QL-02?", V, out("QL-02", "cooled with"), "KG cooled with")
q("lookup", "best before of PL-7047?", V, PL["PL-7047"]["bbe"], "pallets: BBE of PL-7047")
q("lookup", "TF-208, who was it that called that one in?", V, out("TF-208", "reported by"), "KG reported by")
q("lookup", "How much did we bill for the transport of delivery DN-3337?", N, DN["DN-3337"]["frt"], "deliveries: Freight chg of DN-3337")
# ------------------------------------------------------------ filter_list
bad = Counter(d[CL] for d in D if d["Result"] != "Accepted")
q("filter_list", "Which clients had more than one delivery that was rejected, fully or in part?", V, having(bad, lambda n: n > 1),
  "deliveries: Result Part rej. or Rejected, counted by Client, more than 1")
q("filter_list", "tidway pallets over 600 kilos that havent left yet, IDs pls", V,
  ids(p for p in P if p[CL] == "Tideway Seafoods" and not p["gone"] and (p["wt"] or 0) > 600), "pallets: Client Tideway Seafoods, Stat. not shipped, Gross wt > 600")
q("filter_list", "Who of our people holds the F-gas certificate?", V, inn("F-gas certificate", "holds"), "KG holds, read backwards")
runs = Counter(d["Driver"] for d in D if d["Driver"])
q("filter_list", "lorry drivers with more than 6 runs for us?", V, having(runs, lambda n: n > 6), "deliveries: rows by Driver, more than 6")
# ------------------------------------------------------------ count
q("count", "How many deliveries reached the customer more than an hour after their slot?", N, sum((d["late"] or 0) > 60 for d in D),
  "deliveries: Arr. minus Slot > 60 min (rows without Arr. cannot be counted)")
q("count", "how many drops in sandhythe", N, sum(d["Dest."] == "Sandhythe" for d in D), "deliveries: Dest. Sandhythe")
q("count", "How many different products appear on the pallet list for Tideway Seafoods?", N, len({p["Product"] for p in P if p[CL] == "Tideway Seafoods"}),
  "pallets: distinct Product of the client")
q("count", "temp faults because somebody left the door open - how many so far?", N, len(inn("door left open", "caused by")), "KG caused by, counted")
# ------------------------------------------------------------ sum
q("sum", "What is the total value in pounds of all reserved pallets? Leave out any without a value.", N, total([p for p in P if p["Stat."] == "reserved"], "val"),
  "pallets: sum of Val. GBP, Stat. reserved")
q("sum", "coldrush in march 2025: no. of pallets they moved alltogether?", N,
  sum(d["plts"] for d in D if d["Haulier"] == "Coldrush Haulage" and d["month"] == "2025-03"), "deliveries: sum of plts, Haulier Coldrush Haulage, 2025-03")
may = [d for d in D if d["month"] == "2025-05"]
assert len(known(may, "frt")) == len(may)
q("sum", "Please add up the freight we charged in May 2025.", N, total(may, "frt"), "deliveries: sum of Freight chg, date in 2025-05")
# ------------------------------------------------------------ average
q("average", "What is the average freight charge of a delivery to Dunmere, ignoring notes where the charge is blank?", N,
  mean([d for d in D if d["Dest."] == "Dunmere"], "frt"), "deliveries: mean Freight chg, Dest. Dunmere, empty left out")
chips = [p for p in P if p["Product"] == "Oven chips"]
assert len(known(chips, "wt")) == len(chips)
q("average", "oven chips: what does a pallet weigh on avg?", N, mean(chips, "wt"), "pallets: mean Gross wt, Product Oven chips")
q("average", "How warm, in °C, were the loads for Penhale Dairy on average when they arrived?", N, mean([d for d in D if d[CL] == "Penhale Dairy"], "temp"),
  "deliveries: mean Temp @ arr. of the client (all six filled in)")
# ------------------------------------------------------------ min_max
q("min_max", "What is the largest number of pallets that ever went out on a single delivery?", N, max(known(D, "plts")), "deliveries: max plts")
q("min_max", "need the earliest best-before date of anything not shipped yet", V, min(known((p for p in P if not p["gone"]), "bbe")),
  "pallets: earliest BBE, Stat. not shipped")
q("min_max", "lightest pallet of croissants we have had? just the kg", N, min(known((p for p in P if p["Product"] == "Butter croissants"), "wt")),
  "pallets: min Gross wt, Product Butter croissants")
# ------------------------------------------------------------ superlative
q("superlative", "Which chamber offers the most pallet places?", V, best({c: places(c) for c in CHAMBERS}), "KG pallet places, largest")
q("superlative", "Penhale aside (they ship chilled): which delivery note had the warmest reading on arrival?", V,
  best({d["Del. No"]: d["temp"] for d in D if d[CL] != "Penhale Dairy" and d["temp"] is not None}), "deliveries: largest Temp @ arr., Client not Penhale Dairy")
q("superlative", "Among today's account managers, who has looked after one and the same client for the longest time?", V,
  best({f[0]: now("account manager for", f[0])[0][3] for f in now("account manager for")}, low=True),
  "TKG: open account-manager fact with the earliest start")
# ------------------------------------------------------------ top_k
q("top_k", "What are the three most valuable pallets on the list? I need the pallet IDs.", V, best({p["Pallet ID"]: p["val"] or 0 for p in P}, 3), "pallets: three largest Val. GBP")
q("top_k", "2 products w/ the longest allergen list?", V, best(Counter(h for h, r, t in KG if r == "contains"), 2), "KG contains, counted by product, two largest")
# ------------------------------------------------------------ comparison
q("comparison", "Did DN-3311 or DN-3329 carry the higher freight charge?", V, best({n: DN[n]["frt"] for n in ("DN-3311", "DN-3329")}), "deliveries: Freight chg of both")
moved = sums(D, "Haulier", "plts")
q("comparison", "frigoways vs coldrush, who shifted more pallets overall?", V, best({h: moved[h] for h in ("Frigoways", "Coldrush Haulage")}), "deliveries: sum of plts by Haulier")
q("comparison", "Who has more certificates, Hamid Tavakoli or Pilar Monteagudo?", V, best({s: len(out(s, "holds")) for s in ("Hamid Tavakoli", "Pilar Monteagudo")}),
  "KG holds, counted for both")
# ------------------------------------------------------------ difference
q("difference", "By how many kilos is PL-7022 heavier than PL-7050?", N, PL["PL-7022"]["wt"] - PL["PL-7050"]["wt"], "pallets: Gross wt of both, subtracted")
q("difference", "dn-3309 was late again wasnt it. how many mins behind its slot?", N, DN["DN-3309"]["late"], "deliveries: Arr. minus Slot")
q("difference", "mb-01 has how many more pallet places than mb-02?", N, places("MB-01") - places("MB-02"), "KG pallet places, subtracted")
# ------------------------------------------------------------ percent
q("percent", "What percentage of all deliveries was accepted in full?", N, share(D, lambda d: d["Result"] == "Accepted"), "deliveries: share of rows with Result Accepted")
live = [p for p in P if not p["gone"]]
q("percent", "of the pallets we still hold, how many % need -25?", N, share(live, lambda p: p["Req. temp °C"] == "-25"),
  "pallets: Stat. not shipped, share with Req. temp -25")
q("percent", "What share (in %) of all the freight money on the delivery list comes from Kestrel Catering Supplies? Blank charges don't count.", N,
  100 * total([d for d in D if d[CL] == "Kestrel Catering Supplies"], "frt") / total(D, "frt"), "deliveries: sum of Freight chg of the client / sum of all")
# ------------------------------------------------------------ group_by
q("group_by", "Please give me the number of pallets for each status.", T, Counter(p["Stat."] for p in P), "pallets: rows by Stat.")
q("group_by", "freight in £ per haulage firm, totals", T, sums(D, "Haulier", "frt"), "deliveries: sum of Freight chg by Haulier")
q("group_by", "For each of our stores, how many pallet places do all its chambers have together?", T,
  {s: sum(map(places, cs)) for s, cs in group(CHAMBERS, store).items()}, "KG part_of + pallet places, summed by store")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "whose pallets on the list are worth the most in total, shipped ones included?", V, best(sums(P, CL, "val")),
  "pallets: sum of Val. GBP by Client, largest")
q("group_superlative", "Which haulier had the highest number of deliveries that were partly or completely rejected?", V,
  best(Counter(d["Haulier"] for d in D if d["Result"] != "Accepted")), "deliveries: Result not Accepted, rows by Haulier, largest")
q("group_superlative", "fullest chamber right now going by pallets in it?", V, best(Counter(p["Chamber"] for p in live)), "pallets: rows by Chamber (shipped ones have none), largest")
q("group_superlative", "Which destination is the dearest for freight, taking the average charge per delivery?", V,
  best(means(D, "Dest.", "frt")), "deliveries: mean Freight chg by Dest., largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Does Stefan Dragomirov have a forklift licence?", B, "forklift licence" in out("Stefan Dragomirov", "holds"), "KG holds")
q("yes_no", "any pistacchio gelato in MB-02 at the mo?", B, any(p["Product"] == "Pistachio gelato" and p["Chamber"] == "MB-02" for p in P), "pallets: Product and Chamber")
q("yes_no", "Was Arctura Service still responsible for the maintenance of Harbourside Store in 2018?", B,
  in_year("maintenance contract for", 2018, "Arctura Service", "Harbourside Store"), "TKG maintenance contract: ended 2017-12-31")
assert not any(d["Dest."] == "Marlby" and not d["Driver"] for d in D)
q("yes_no", "has ruta j. ever done a run to marlby", B, any(d["Driver"] == "Ruta Jankauskaite" and d["Dest."] == "Marlby" for d in D), "deliveries: Driver Ruta Jankauskaite, Dest. Marlby: no row")
# ------------------------------------------------------------ negation
q("negation", "Which client keeps pallets with us but does not show up on the delivery list at all?", V,
  {p[CL] for p in P} - {d[CL] for d in D}, "pallets: Client, less the Clients in deliveries")
q("negation", "Which products have no allergen recorded?", V, PRODUCTS - heads("contains"), "KG: all products less those with contains")
q("negation", "chambers without a single pallet in them?", V, CHAMBERS - {p["Chamber"] for p in P}, "KG: all chambers less those in pallets")
q("negation", "which of the TF faults didnt need a repair firm", V, FAULTS - heads("repair by"), "KG: all faults less those with repair by")
# ------------------------------------------------------------ time_point
q("time_point", "Who was site manager of Harbourside Store on 1 May 2018?", V, one(at("site manager of", date(2018, 5, 1), tail="Harbourside Store"))[0],
  "TKG site manager of on that day")
q("time_point", "greenacre veg in 2020, who was looking after the account", V, one(in_year("account manager for", 2020, tail="Greenacre Veg Co."))[0],
  "TKG account manager for, 2020 (one person all year)")
q("time_point", "To whom did Lantern Bakery belong at Christmas 2021?", V, one(at("owner of", date(2021, 12, 25), tail="Lantern Bakery"))[0], "TKG owner of on that day")
q("time_point", "what alarms were open on 10 march 2025? fault numbers", V, [f[0] for f in at("alarm open in", date(2025, 3, 10))], "TKG alarm open in on that day")
# ------------------------------------------------------------ before_after
q("before_after", "Who ran Millbeck Store immediately before Hamid Tavakoli?", V,
  step(facts("site manager of", tail="Millbeck Store"), 0, "Hamid Tavakoli", -1), "TKG site manager of, the fact before his")
q("before_after", "penhale haulage - frigoways lost it, who got the contract next?", V,
  step(facts("haulage contract with", tail="Penhale Dairy"), 0, "Frigoways", 1), "TKG haulage contract with, the next fact")
q("before_after", "Which temperature alarms began after 1 May 2025?", V, [f[0] for f in facts("alarm open in") if f[3] > date(2025, 5, 1)], "TKG alarm open in with start after that day")
# ------------------------------------------------------------ duration
q("duration", "How many full years was Derek Outhwaite in charge of Harbourside Store?", N, full_years(*one(facts("site manager of", "Derek Outhwaite", "Harbourside Store"))[3:]),
  "TKG start to end, completed years")
q("duration", "TF-205 or TF-210, which took longer till the alarm was closed?", V, best({x: took(one(facts("alarm open in", x))) for x in ("TF-205", "TF-210")}),
  "TKG alarm open in, lengths compared (both ended)")
p38 = PL["PL-7038"]
q("duration", "PL-7038 is gone. How many days was it with us, from the day we received it to the date of its delivery?", N, (DN[p38["Out on DN"]]["day"] - p38["rcvd"]).days,
  "pallets: Rcvd and Out on DN; deliveries: date; days between")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In what county does Tideway Seafoods have its base?", V, out(one(out("Tideway Seafoods", "based in")), "in county"), "KG based in > in county")
q("multi_hop", "anything from polish producers? product names", V, {x for m in inn("Poland", "country") for x in inn(m, "made_by")}, "KG country backwards, then made_by backwards")
q("multi_hop", "Who is the boss of Tomos Prydderch's boss?", V, out(one(out("Tomos Prydderch", "reports to")), "reports to"), "KG reports to, twice")
q("multi_hop", "all fault nos. at millbeck pls", V, [f for f in FAULTS if store(chamber(f)) == "Millbeck Store"], "KG part_of backwards, then in chamber backwards")
# ------------------------------------------------------------ cross_source
q("cross_source", "How many pallets are standing in Eastfield Store at present?", N, sum(store(p["Chamber"]) == "Eastfield Store" for p in live), "pallets by Chamber, KG part_of")
q("cross_source", "which town did pallet PL-7041 end up in?", V, DN[PL["PL-7041"]["Out on DN"]]["Dest."], "pallets: Out on DN; deliveries: Dest.")
mer = {f[2] for f in now("owner of", "Merrow Foods plc")}
q("cross_source", "Follow the money: how much freight in total, in pounds, did we charge to the clients that belong to Merrow Foods plc today? Skip blank charges.", N,
  total([d for d in D if d[CL] in mer], "frt"), "TKG open owner of; deliveries: sum of Freight chg of these clients")
c9 = one({PL[p][CL] for p in out("TF-209", "affected pallet")})
q("cross_source", "TF-209 hit a few pallets, all of one client. which account manager do i call now?", V, one(now("account manager for", tail=c9))[0],
  "KG affected pallet; pallets: Client; TKG open account manager for")
q("cross_source", "deliveries into garthshire, how many in all?", N, sum(out(d["Dest."], "in county") == {"Garthshire"} for d in D), "deliveries by Dest., KG in county")
hot = [p for p in live if p["Chamber"] in {f[2] for f in now("alarm open in")}]
assert len(known(hot, "val")) == len(hot)
q("cross_source", "Some alarms are not closed yet. What is the total value in GBP of the pallets standing in the chambers concerned?", N, total(hot, "val"),
  "TKG open alarm open in; pallets: sum of Val. GBP in these chambers")
# ------------------------------------------------------------ missing
q("missing", "For which pallets has nobody entered a weight?", V, ids(p for p in P if p["wt"] is None), "pallets: empty Gross wt")
q("missing", "delivery notes w/o a driver name on them", V, nos(d for d in D if not d["Driver"]), "deliveries: empty Driver")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What was the peak temperature in chamber QL-02 during fault TF-210?", R, [], "no chamber temperatures in any file (only arrival temperatures of deliveries)")
q("unanswerable", "what did kelvin & croft invoice us for fixing TF-209", R, [], "no repair costs in any file")
assert min(f[3] for f in facts("site manager of", tail="Eastfield Store")) > date(2011, 12, 31)
q("unanswerable", "Who was the site manager of Eastfield Store in 2011?", R, [], "TKG site manager of: the first fact for this store starts 2014-04-01")
q("unanswerable", "highmoor's weekly storage rate per pallet?", R, [], "no storage rates in any file")
q("unanswerable", "Which client takes the longest to pay its invoices?", R, [], "no payments in any file")
q("unanswerable", "gwen ollerton sick days this year", R, [], "no absences in any file")
q("unanswerable", "What is the number plate of the lorry that did DN-3340?", R, [], "no vehicles in any file")
q("unanswerable", "kWh used by HS-02 in march?", R, [], "no energy data in any file")
assert len(Q) == 80
finish(HERE, Q)
