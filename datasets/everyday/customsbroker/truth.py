"""Computes the gold answers from the files and prints what differs from questions.jsonl (--write writes it)."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *

def eu(s): return None if s == "-" else float(s.replace(".", "").replace(",", "."))
def dmy(s): return None if s == "-" else day(s, "%d/%m/%Y")
NAMES = dict(zip("Ref|Lodged|Client|Proc.|Goods|CoO|Gross kg|Pkgs|Cust. value EUR|Duty EUR|VAT EUR|Office|Declarant|Lane|Docs compl.".split("|"),
                 "ref on cl pr goods co kg pk val duty vat off who lane ok".split()))
NAMES2 = dict(zip("Fee note|Issued|Client|Decl.|Service|Net fee €|Outlays €|Paid on|Reminders".split("|"),
                  "no on cl ref sv fee out paid rem".split()))
D = [{NAMES[k]: v for k, v in r.items()} for r in records(HERE, "declarations.csv")]
F = [{NAMES2[k]: v for k, v in r.items()} for r in records(HERE, "feenotes.csv")]
for r in D + F:
    for k in r:
        if k in ("kg", "pk", "val", "duty", "vat", "fee", "out", "rem"): r[k] = eu(r[k])
        if k in ("on", "paid"): r[k] = dmy(r[k])
tri, qui = graphs(HERE, "customsbroker")
out, inn, heads = kg(tri)
facts, now, at, in_year = tkg(qui)
Q = []
q = asking("customsbroker", Q)
V, N, B, T = "values", "number", "boolean", "table"
def n(x): return int(round(x, 2)) if float(round(x, 2)).is_integer() else round(x, 2)
def d(**k): return [r for r in D if all(r[a] == b for a, b in k.items())]
def f(**k): return [r for r in F if all(r[a] == b for a, b in k.items())]
def dec(ref): return one(d(ref=ref))
def note(no): return one(f(no=no))
def col(rows, k): return [r[k] for r in rows]
def count(rows, k): return dict(Counter(col(rows, k)))
def tail(fs): return [x[2] for x in fs]
def head(fs): return [x[0] for x in fs]
def rnd(t): return {k: n(v) for k, v in t.items()}
Y = date(2024, 1, 1)
month = lambda rows, m: [r for r in rows if r["on"].month == m and r["on"].year == 2024]
clients, clerks = heads("based in"), heads("works from")

q("lookup", "What's the customs value on D24-1416?", N, n(dec("D24-1416")["val"]), "declarations: Cust. value EUR")
q("lookup", "Sagamore Tools, what carrier do they use?", V, out("Sagamore Tools", "ships with"), "KG ships with")
q("lookup", "When did FN5239 get settled?", V, note("FN5239")["paid"], "feenotes: Paid on")
q("lookup", "What is the code EX1 short for?", V, out("EX1", "stands for"), "KG stands for")
q("lookup", "gross weight of the shipment under D24-1325 in kilos pls", N, n(dec("D24-1325")["kg"]), "declarations: Gross kg")

q("filter_list", "Pull me the refs of everything for Ferrand that was put into the warehouse or selected red.", V,
  [r["ref"] for r in d(cl="Ferrand Cosmetics") if r["pr"] == "CW7" or r["lane"] == "red"], "declarations: client, Proc. CW7 or Lane red")
q("filter_list", "Which declarations did we lodge at Dunwick Crossing in the second half of 2024? References only.", V,
  [r["ref"] for r in d(off="Dunwick Crossing") if r["on"] >= date(2024, 7, 1)], "declarations: Office, Lodged from 1 July")
q("filter_list", "Who among the clerks has the licence for transit (T1)?", V, inn("T1", "licensed for"), "KG licensed for")
q("filter_list", "shipments wiht more than 230.000 euro customs value, refs", V, [r["ref"] for r in D if r["val"] > 230000], "declarations: Cust. value > 230000")

q("count", "How many of our declarations ended up in the red lane?", N, len(d(lane="red")), "declarations: Lane red")
q("count", "number of different countries of origin we saw for Mistral", N, len(set(col(d(cl="Mistral Wines"), "co"))), "declarations: distinct CoO of Mistral Wines")
q("count", "How many goods need a CE declaration?", N, len(inn("CE declaration", "needs")), "KG needs, read backwards")
q("count", "I'm doing the workload for October. How many declarations went in that month?", N, len(month(D, 10)), "declarations: Lodged in 2024-10")

q("sum", "How much duty did Halyard pay over the year, all in?", N, n(total(d(cl="Halyard Seafood"), "duty")), "declarations: sum of Duty EUR")
q("sum", "total net fees we billed for attending inspections", N, n(total(f(sv="Inspection attendance"), "fee")), "feenotes: sum of Net fee, Inspection attendance")
q("sum", "Add up the import VAT on everything cleared at Steenwell Rail Yard.", N, n(total(d(off="Steenwell Rail Yard"), "vat")), "declarations: sum of VAT EUR of the office")

q("average", "On average, what's a consignment of bed linen worth to customs?", N, n(mean(d(goods="bed linen"), "val")), "declarations: mean Cust. value of bed linen")
q("average", "typical (mean) net fee for classification advice?", N, n(mean(f(sv="Classification advice"), "fee")), "feenotes: mean Net fee")
q("average", "Juniper's average duty per IM4 entry, zero-rated ones included", N, n(mean(d(cl="Juniper Toys", pr="IM4"), "duty")), "declarations: mean Duty EUR of IM4 rows of the client")

q("min_max", "What was the biggest single duty amount in 2024?", N, n(max(known(D, "duty"))), "declarations: max Duty EUR")
q("min_max", "Smallest number of packages on any wool rugs entry?", N, n(min(known(d(goods="wool rugs"), "pk"))), "declarations: min Pkgs of wool rugs")
q("min_max", "date of the last T1 of the year?", V, max(col(d(pr="T1"), "on")), "declarations: latest Lodged with Proc. T1")

q("superlative", "Which entry of Vandermolen was the heaviest?", V, best({r["ref"]: r["kg"] for r in d(cl="Vandermolen Fruit")}), "declarations: largest Gross kg")
q("superlative", "what goods were on the declaration with the lowest customs value of the lot", V, dec(best({r["ref"]: r["val"] for r in D}, low=True)[0])["goods"], "declarations: Goods of the smallest Cust. value")
q("superlative", "Which fee note carries the highest outlays?", V, best({r["no"]: r["out"] for r in F if r["out"] is not None}), "feenotes: largest Outlays")
q("superlative", "Who of the present account managers has looked after his or her client for the longest?", V, best({x[0]: x[3] for x in now("account manager of")}, low=True), "TKG open account manager of, earliest start")

q("top_k", "Top 3 declarations by VAT, please.", V, best({r["ref"]: r["vat"] for r in D if r["vat"] is not None}, 3), "declarations: three largest VAT EUR")
q("top_k", "the three clients that moved the most kilos through us in total", V, best(sums(D, "cl", "kg"), 3), "declarations: sum of Gross kg by Client, three largest")
q("top_k", "our five priciest fee notes (net)?", V, best({r["no"]: r["fee"] for r in F}, 5), "feenotes: five largest Net fee")

q("comparison", "Who brought us more declarations, Tonkin Furniture or Kestrel Bicycles?", V, best({c: len(d(cl=c)) for c in ("Tonkin Furniture", "Kestrel Bicycles")}), "declarations counted by client")
q("comparison", "Wooden toys vs plush toys: where's more customs value in total?", V, best({g: total(d(goods=g), "val") for g in ("wooden toys", "plush toys")}), "declarations: sum of Cust. value by goods")
q("comparison", "did Paolo Bertolacci take over his branch before or after Wilhelmina Struyk got hers? just give the name of who started first", V, best({h: one(facts("runs", h))[3] for h in ("Paolo Bertolacci", "Wilhelmina Struyk")}, low=True), "TKG runs, starts compared")

q("difference", "How many more entries did Samir Haddou sign than Greta Lindholm?", N, len(d(who="Samir Haddou")) - len(d(who="Greta Lindholm")), "declarations by Declarant, subtracted")
q("difference", "gap in customs value between D24-1605 and D24-1087, in EUR", N, n(dec("D24-1605")["val"] - dec("D24-1087")["val"]), "declarations: two values subtracted")
q("difference", "By how many euros do the total clearance fees exceed all the fees for transit bonds?", N, n(total(f(sv="Clearance"), "fee") - total(f(sv="Transit bond"), "fee")), "feenotes: sums by Service, subtracted")

q("percent", "What share of all entries (in %) sailed through on green?", N, n(share(D, lambda r: r["lane"] == "green")), "declarations: share of Lane green")
q("percent", "percentage of Pemberly declarations that are CW7", N, n(share(d(cl="Pemberly Textiles"), lambda r: r["pr"] == "CW7")), "declarations: share of CW7 of the client")
q("percent", "How often, as a percentage of all fee notes, did we need to send at least one reminder?", N, n(share(F, lambda r: r["rem"] > 0)), "feenotes: share with Reminders > 0")

q("group_by", "entries per customs office", T, count(D, "off"), "declarations counted by Office")
q("group_by", "For each service, how much have we billed net?", T, rnd(sums(F, "sv", "fee")), "feenotes: sum of Net fee by Service")
q("group_by", "How many clients does each carrier move goods for?", T, dict(Counter(t for h, r, t in tri if r == "ships with")), "KG ships with, counted by tail")

q("group_superlative", "Which client has the largest total duty bill?", V, best(sums(D, "cl", "duty")), "declarations: sum of Duty by client, largest")
q("group_superlative", "whose entries are heaviest on average? i mean the declarants", V, best(means(D, "who", "kg")), "declarations: mean Gross kg by Declarant, largest")
q("group_superlative", "At which office did we have the fewest reds?", V, best({o: len(d(off=o, lane="red")) for o in set(col(D, "off"))}, low=True), "declarations: Lane red by Office, fewest")

q("yes_no", "Were the papers complete for D24-1612?", B, dec("D24-1612")["ok"] == "Y", "declarations: Docs compl.")
q("yes_no", "Does anybody here speak Arabic?", B, bool(inn("Arabic", "speaks")), "KG speaks")
q("yes_no", "has brightwell ever had a T1 with us", B, bool(d(cl="Brightwell Lamps", pr="T1")), "declarations: client and Proc.")
q("yes_no", "Is Halyard Seafood AEO certified at the moment?", B, bool(now("holds", "Halyard Seafood", "AEO certificate")), "TKG holds: ended")

q("negation", "Which clients did we never send a bill for a transit bond?", V, sorted(clients - set(col(f(sv="Transit bond"), "cl"))), "feenotes: all clients (KG based in) less those with Transit bond")
q("negation", "Clerks without any licence listed - who?", V, sorted(clerks - heads("licensed for")), "KG: clerks less those licensed for something")
q("negation", "How many IM4 entries paid no duty at all?", N, len([r for r in d(pr="IM4") if r["duty"] == 0]), "declarations: IM4 with Duty 0,00")

q("time_point", "Who was chief officer at the Port of Maarhaven in the summer of 2020?", V, robust(head(at("chief officer at", date(2020, 6, 1), tail="Port of Maarhaven")), head(at("chief officer at", date(2020, 9, 30), tail="Port of Maarhaven"))), "TKG chief officer at")
q("time_point", "On 1 May 2018, which bank stood behind Halyard?", V, tail(at("guaranteed by", date(2018, 5, 1), "Halyard Seafood")), "TKG guaranteed by on that day")
q("time_point", "who was running the quayside branch back in 2012", V, head(in_year("runs", 2012, tail="Quayside branch")), "TKG runs in 2012")
q("time_point", "Which firms held a warehouse permit on 30 June 2019?", V, head(at("holds", date(2019, 6, 30), tail="warehouse permit")), "TKG holds on that day")

q("before_after", "Before Priya got Pemberly, whose account was it?", V, step(facts("account manager of", tail="Pemberly Textiles"), 0, "Priya Nambiar", -1), "TKG account manager of, the fact before hers")
q("before_after", "who came after Hubert Tanghe as chief of the port", V, step(facts("chief officer at", tail="Port of Maarhaven"), 0, "Hubert Tanghe", 1), "TKG chief officer at, the next fact")
q("before_after", "When Tonkin left Aldermark Surety, who did they go to for their guarantee?", V, step(facts("guaranteed by", "Tonkin Furniture"), 2, "Aldermark Surety", 1), "TKG guaranteed by, the next fact")

q("duration", "How many complete years was Yvonne Kessels in charge at Dunwick Crossing?", N, lasted(one(facts("chief officer at", "Yvonne Kessels"))), "TKG start to end, completed years")
q("duration", "Before Samir, Annelies had the Halyard account. How many full years did she keep it?", N, lasted(one(facts("account manager of", "Annelies Brouwer", "Halyard Seafood"))), "TKG account manager of, completed years")
q("duration", "Which of the two lasted longer as account manager for Mistral and Ferrand respectively: Samir Haddou at Mistral or Olivier Castaing at Ferrand?", V,
  best({h: (lambda x: (x[4] - x[3]).days)(one(facts("account manager of", h, c))) for h, c in (("Samir Haddou", "Mistral Wines"), ("Olivier Castaing", "Ferrand Cosmetics"))}), "TKG lengths compared")

q("multi_hop", "Whose signature do we need for the paper that goes with teak chairs, i.e. which body issues it?", V, {b for p in out("teak chairs", "needs") for b in out(p, "issued by")}, "KG needs > issued by")
q("multi_hop", "In what town does Tomasz Wieczorek have his desk?", V, {t for b in out("Tomasz Wieczorek", "works from") for t in out(b, "lies in")}, "KG works from > lies in")
q("multi_hop", "Which languages are spoken in the Canal branch?", V, {l for c in inn("Canal branch", "works from") for l in out(c, "speaks")}, "KG works from backwards > speaks")
q("multi_hop", "goods that can't move without something from the Fisheries Inspectorate?", V, {g for p in inn("Fisheries Inspectorate", "issued by") for g in inn(p, "needs")}, "KG issued by backwards > needs backwards")

q("cross_source", "How many declarations belong to clients based in Brackholt?", N, len([r for r in D if "Brackholt" in out(r["cl"], "based in")]), "declarations by Client; KG based in")
q("cross_source", "Total duty on goods that need a CE declaration?", N, n(total([r for r in D if "CE declaration" in out(r["goods"], "needs")], "duty")), "KG needs; declarations: sum of Duty")
q("cross_source", "Look up fee note FN5314. What goods was that one about?", V, dec(note("FN5314")["ref"])["goods"], "feenotes: Decl.; declarations: Goods")
q("cross_source", "Net fees from clients whose account is now with Greta Lindholm, summed up", N, n(total([r for r in F if r["cl"] in tail(now("account manager of", "Greta Lindholm"))], "fee")), "TKG open account manager of; feenotes: sum of Net fee")
q("cross_source", "Which declarants signed T1s though they aren't licensed for it? names", V, {r["who"] for r in d(pr="T1")} - inn("T1", "licensed for"), "declarations: Declarant of T1; KG licensed for")
q("cross_source", "The client of D24-1262 needs a guarantee. Who provides it today?", V, tail(now("guaranteed by", dec("D24-1262")["cl"])), "declarations: Client; TKG open guaranteed by")

q("missing", "For which entries did nobody fill in the number of packages?", V, [r["ref"] for r in D if r["pk"] is None], "declarations: Pkgs missing")
q("missing", "how many fee notes are still open, no payment date?", N, len([r for r in F if r["paid"] is None]), "feenotes: Paid on missing")
q("missing", "Unpaid notes for Oduya Coffee or Juniper Toys, give me the numbers.", V, [r["no"] for r in F if r["paid"] is None and r["cl"] in ("Oduya Coffee", "Juniper Toys")], "feenotes: Paid on missing, two clients")

q("unanswerable", "What's the container number of D24-1220?", "refuse", [], "no container numbers")
q("unanswerable", "How much anti-dumping duty was charged on the e-bikes?", "refuse", [], "only one duty column, no anti-dumping duty")
q("unanswerable", "who handles the account of Ravelin Motors", "refuse", [], "no such client")
q("unanswerable", "Which driver brought the perfume to Lorring Airport in June?", "refuse", [], "no drivers recorded")
q("unanswerable", "How many minutes did customs need on average to release a green entry?", "refuse", [], "no release times")
q("unanswerable", "What salary does Ingrid Solheim get as branch head?", "refuse", [], "no salaries")

if "--write" not in sys.argv: sys.argv.append("--check")
if len(Q) == 80: finish(HERE, Q)
else: print(len(Q), Counter(x["kind"] for x in Q))
