"""Computes every gold answer of the 'toolhire' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, distinct, finish, full_years, graphs, having, kg, known, mean, means, one, records, share, step,
    sums, tkg, total, num)


CU, FN, CA, MK, DP = "Customer", "Fleet no", "Category", "Make", "Depot"
V, N, B, T, R = "values", "number", "boolean", "table", "refuse"
KG, TK = graphs(HERE, "toolhire")
out, inn, heads = kg(KG)
facts, now, at, _ = tkg(TK)
H, M = records(HERE, "hires.csv"), records(HERE, "machines.csv")
for m in M:
    m["price"], m["rate"], m["kg"], m["bought"] = num(m["purchase_gbp"]), num(m["£ per day"]), num(m["Weight kg"]), day(m["Bought"], "%d/%m/%Y")
FM = {m[FN]: m for m in M}
for h in H:
    h["charge"], h["dep"], h["late"] = num(h["charge_gbp"]), num(h["Deposit £"]), num(h["Mins late"])
    h["days"], h["hours"], h["out"] = num(h["Days out"]), num(h["Hours run"]), day(h["Date out"], "%d/%m/%Y")
    h[CA], h[DP] = FM[h[FN]][CA], FM[h[FN]][DP]
H24 = [h for h in H if h["out"].year == 2024]
assert len(FM) == len(M) and len({h["Hire ref"] for h in H}) == len(H)
def rel(r): return [(x, z) for x, y, z in KG if y == r]
def unpaid(h): return h["Paid?"] == "N"
def was_late(h): return (h["late"] or 0) > 0
hires, charged = Counter(h[CU] for h in H), sums(H, CU, "charge")
county = lambda town: one(out(town, "in_county"))
depot_county = lambda d: county(one(out(d, "in_town")))
MGR, ACC = "depot manager of", "account_holder_for"
mgr, acc, own, post = (facts(r) for r in (MGR, ACC, "owned by", "posted to"))
# KG and TKG agree on who is where now; the names of the files agree
assert all(out(f[0], "works_at") == {f[2]} for f in now("posted to") + now(MGR)) and len(now(MGR)) == 8
assert set(hires) | {f[2] for f in acc} <= heads("based_in")
assert all(m[MK] in inn(m[CA], "makes") for m in M) and {m[DP] for m in M} == heads("in_town")
assert all(h[DP] in out(h["Desk"], "works_at") for h in H)

Q = []
q = asking("toolhire", Q)

# ============================================================ conditions on groups (36)
# ---- over the tables
q("filter_list", "Which customers have more than five hires on the list?", V, having(hires, lambda n: n > 5), "hires: rows by Customer > 5")
q("filter_list", "who has hired from us just the once?", V, having(hires, lambda n: n == 1), "hires: rows by Customer = 1")
q("count", "how many custmers came to us at least 3 times in 2024", N, len(having(Counter(h[CU] for h in H24), lambda n: n >= 3)),
  "hires: rows with Date out in 2024 by Customer, >= 3, counted")
q("filter_list", "Are there makes of which we own fewer than three machines? Please list them.", V, having(Counter(m[MK] for m in M), lambda n: n < 3),
  "machines: rows by Make < 3")
q("filter_list", "categories where we paid over 12k a machine on average?", V,
  having(means(M, CA, "price"), lambda v: v > 12000), "machines: mean purchase_gbp by Category > 12000, empty left out")
q("filter_list", "Name the customers whose charges come to more than £1,200 altogether.", V, having(charged, lambda v: v > 1200),
  "hires: sum of charge_gbp by Customer > 1200")
q("filter_list", "kit thats been out exactly three times, fleet nos pls", V, having(Counter(h[FN] for h in H), lambda n: n == 3), "hires: rows by Fleet no = 3")
q("yes_no", "Is there any customer with three or more unpaid hires?", B,
  having(Counter(h[CU] for h in H if unpaid(h)), lambda n: n >= 3), "hires: rows with Paid? N by Customer, any >= 3 (Hembury Homes)")
q("filter_list", "At which depots do exactly six of our machines stand?", V, having(Counter(m[DP] for m in M), lambda n: n == 6), "machines: rows by Depot = 6")
q("filter_list", "who on the desk wrote up 10 hires or more", V, having(Counter(h["Desk"] for h in H), lambda n: n >= 10), "hires: rows by Desk >= 10")
q("filter_list", "We want a word with the repeat offenders. Which customers have brought things back late more than twice?", V,
  having(Counter(h[CU] for h in H if was_late(h)), lambda n: n > 2), "hires: rows with Mins late > 0 by Customer, > 2")
q("count", "of the customers who did hire, how many were billed under 400 quid all told", N, len(having(charged, lambda v: v < 400)), "hires: sum of charge_gbp by Customer < 400, counted")
q("average", "Take only the customers with at least six hires. What is the average charge per hire for them, leaving out hires with no charge entered?", N,
  mean([h for h in H if hires[h[CU]] >= 6], "charge"), "hires: customers with >= 6 rows, mean recorded charge_gbp over their rows")
q("cross_source", "Which customers have rented from us in four or more different machine categories?", V,
  having(distinct(H, CU, CA), lambda n: n >= 4), "hires joined to machines on Fleet no: different Category by Customer >= 4")
q("yes_no", "tregenza & sons, did they hire more than 4 times?", B, hires["Tregenza & Sons"] > 4, "hires: 4 rows of Tregenza & Sons, not more than 4")
q("count", "Of how many different models do we own at least four?", N, len(having(Counter((m[MK], m["Model"]) for m in M), lambda n: n >= 4)),
  "machines: rows by Model >= 4, counted")
q("filter_list", "customers we took a deposit off 3 times or more", V, having(Counter(h[CU] for h in H if h["dep"]), lambda n: n >= 3),
  "hires: rows with a Deposit by Customer >= 3")
q("sum", "What is the total of all deposits put down by those customers who hired exactly four times?", N, total([h for h in H if hires[h[CU]] == 4], "dep"),
  "hires: customers with 4 rows, sum of their Deposit")
# ---- table and graph
q("cross_source", "how many of our Somerset based customers have had more than three hires?", N,
  sum(county(t) == "Somerset" and hires[c] > 3 for c, t in rel("based_in")), "KG based_in + in_county Somerset; hires: rows by Customer > 3; counted")
q("cross_source", "Looking at the trades our customers are in: which trades account for more than ten hires each?", V,
  having(Counter(t for h in H for t in out(h[CU], "trade")), lambda n: n > 10), "hires by Customer, KG trade, rows by trade > 10")
q("cross_source", "italian makers, which of them do we own 5 or more machines from", V,
  having(Counter(m[MK] for m in M if out(one(out(m[MK], "head_office")), "in country") == {"Italy"}), lambda n: n >= 5),
  "KG head_office + in country Italy; machines: rows by Make >= 5")
q("cross_source", "In which counties do we keep fewer than ten machines?", V, having(Counter(depot_county(m[DP]) for m in M), lambda n: n < 10),
  "machines by Depot, KG in_town + in_county, rows by county < 10")
holder = {f[2]: f[0] for f in now(ACC)}
q("cross_source", "Add up the hires of all the customers each account holder looks after today. Whose customers come to more than 15 between them?", V,
  having(Counter(holder[h[CU]] for h in H if h[CU] in holder), lambda n: n > 15), "TKG open account_holder_for; hires: rows by holder > 15")
# ---- knowledge graph
q("filter_list", "Which depots offer at least three facilities?", V, having(Counter(d for d, _ in rel("has facility")), lambda n: n >= 3), "KG has facility by depot >= 3")
q("filter_list", "staff with 3 tickets or more?", V, having(Counter(p for p, _ in rel("holds ticket")), lambda n: n >= 3), "KG holds ticket by person >= 3")
q("filter_list", "is there a town where we've got several depots? which", V, having(Counter(t for _, t in rel("in_town")), lambda n: n > 1), "KG in_town read backwards, > 1 depot")
q("count", "How many manufacturers make exactly two kinds of machine, no matter whether we stock them?", N,
  len(having(Counter(m for m, _ in rel("makes")), lambda n: n == 2)), "KG makes by manufacturer = 2, counted")
q("filter_list", "bosses with more than two people reporting to them", V, having(Counter(b for _, b in rel("reports_to")), lambda n: n > 2), "KG reports_to read backwards, > 2")
q("filter_list", "Going by what the manufacturers make and not by what we own, which kinds of machine are made by three or more of them?", V,
  having(Counter(c for _, c in rel("makes")), lambda n: n >= 3), "KG makes read backwards, >= 3 manufacturers")
# ---- temporal graph
q("filter_list", "Who has been manager of one and the same depot on two occasions?", V, {k[0] for k in having(Counter((f[0], f[2]) for f in mgr), lambda n: n == 2)},
  "TKG depot manager of: two facts with the same person and depot")
q("filter_list", "who's run more than one depot over the years? i mean different ones", V, having(distinct(mgr, 0, 2), lambda n: n > 1),
  "TKG depot manager of: different depots by person > 1")
q("filter_list", "Some accounts get handed round a lot. Which customers have had three or more different account holders?", V,
  having(distinct(acc, 2, 0), lambda n: n >= 3), "TKG account_holder_for: different persons by customer >= 3")
q("filter_list", "Which makes have had exactly two owners on record, past and present together?", V, having(distinct(own, 0, 2), lambda n: n == 2),
  "TKG owned by: different owners by make = 2")
q("filter_list", "who's been posted to 3 diferent depots?", V, having(distinct(post, 0, 2), lambda n: n == 3), "TKG posted to: different depots by person = 3")
q("filter_list", "Which account holders are looking after more than three customers at present?", V, having(Counter(f[0] for f in now(ACC)), lambda n: n > 3),
  "TKG open account_holder_for by person > 3")
q("filter_list", "who got an account back again after somebody else had had it, i.e. held the same customer twice?", V,
  {k[0] for k in having(Counter((f[0], f[2]) for f in acc), lambda n: n == 2)}, "TKG account_holder_for: two facts with the same person and customer")
assert len(Q) == 36
# ============================================================ the extreme number itself (14)
q("min_max", "What is the highest charge on a single hire, in pounds?", N, max(known(H, "charge")), "hires: max charge_gbp")
q("min_max", "second highest purchase price in the fleet?", N, sorted(set(known(M, "price")))[-2], "machines: second largest purchase_gbp")
q("min_max", "Longest delay in bringing a machine back in 2024, in minutes?", N, max(known(H24, "late")), "hires: max Mins late, Date out in 2024")
q("min_max", "cheapest generator we ever bought, what did it cost", N, min(m["price"] for m in M if m[CA] == "Generator"), "machines: min purchase_gbp, Generator")
q("min_max", "What's the lowest day rate you can get anything for at Exeter Sowton?", N, min(m["rate"] for m in M if m[DP] == "Exeter Sowton"),
  "machines: min £ per day, Exeter Sowton")
q("min_max", "most hours put on a machine in one hire, 2023 only", N, max(known((h for h in H if h["out"].year == 2023), "hours")), "hires: max Hours run, Date out in 2023")
q("min_max", "How many kilos does the heaviest machine in the fleet weigh?", N, max(known(M, "kg")), "machines: max Weight kg")
q("min_max", "biggest deposit kernow drainage ever left?", N, max(known((h for h in H if h[CU] == "Kernow Drainage"), "dep")), "hires: max Deposit, Kernow Drainage")
q("min_max", "For how many days was a generator out at the most in one go?", N, max(h["days"] for h in H if h[CA] == "Generator"),
  "hires joined to machines on Fleet no: max Days out, Generator")
q("group_superlative", "How many hires has our busiest customer had?", N, max(hires.values()), "hires: rows by Customer, the largest number")
q("group_superlative", "highest total anyone's been charged across all their hires, £", N, max(charged.values()), "hires: sum of charge_gbp by Customer, the largest")
q("group_superlative", "What is the largest number of machines kept at any one depot?", N, max(Counter(m[DP] for m in M).values()), "machines: rows by Depot, the largest number")
q("min_max", "whats the most tickets any one member of staff has got", N, max(Counter(p for p, _ in rel("holds ticket")).values()), "KG holds ticket by person, the largest number")
q("min_max", "As things stand today, what is the greatest number of accounts in one person's hands?", N, max(Counter(f[0] for f in now(ACC)).values()),
  "TKG open account_holder_for by person, the largest number")
assert len(Q) == 50
# ============================================================ other kinds (24)
q("lookup", "What do we charge per day for P305?", N, FM["P305"]["rate"], "machines: £ per day of P305")
q("lookup", "who did the paperwork for H5218? need to ask them something", V, one(h["Desk"] for h in H if h["Hire ref"] == "H5218"), "hires: Desk of H5218")
q("sum", "How much money are we still waiting for on the hires marked as not paid?", N, total(filter(unpaid, H), "charge"), "hires: sum of charge_gbp, Paid? N")
q("average", "when a machine does come back late, how many mins is it on average", N, mean(filter(was_late, H), "late"), "hires: mean Mins late over rows > 0")
q("superlative", "Which machine have we owned the longest? Fleet number is enough.", V, best({m[FN]: m["bought"] for m in M}, low=True), "machines: earliest Bought")
q("top_k", "top 3 customers by what we charged them in 2024", V, best(sums(H24, CU, "charge"), 3), "hires: sum of charge_gbp by Customer, Date out in 2024, three largest")
q("top_k", "Give me the fleet numbers of the four most recently purchased machines.", V, best({m[FN]: m["bought"] for m in M}, 4), "machines: four latest Bought")
q("comparison", "Yeo Civils vs Kernow Drainage: which of them had machines out for more days in total?", V,
  best({c: sum(h["days"] for h in H if h[CU] == c) for c in ("Yeo Civils", "Kernow Drainage")}), "hires: sum of Days out of both")
q("difference", "How many pounds more has Parrett Demolition been charged than Pascoe Groundworks, over everything entered so far?", N,
  charged["Parrett Demolition"] - charged["Pascoe Groundworks"], "hires: sums of charge_gbp, subtracted")
q("percent", "minidiggers as % of the fleet?", N, share(M, lambda m: m[CA] == "Mini digger"), "machines: share of rows with Category Mini digger")
q("group_by", "How many machines do we have in each status?", T, Counter(m["Status"] for m in M), "machines: rows by Status")
q("group_by", "avg days out per desk person", T, means(H, "Desk", "days"), "hires: mean Days out by Desk")
q("group_superlative", "Which depot has the most money tied up in machines, going by what they cost us?", V, best(sums(M, DP, "price")),
  "machines: sum of purchase_gbp by Depot, largest")
q("yes_no", "does ridgeback belong to Axiom Industries these days", B, now("owned by", "Ridgeback", "Axiom Industries"),
  "TKG owned by: the open fact is Stenhamn Group")
q("negation", "Which depots do not have a workshop?", V, heads("in_town") - inn("workshop", "has facility"), "KG: all depots less those with facility workshop")
q("negation", "customers we've got down as based somewhere but who never actually hired anything", V, heads("based_in") - set(hires),
  "KG based_in less the Customers of hires")
q("time_point", "Who was running Plymouth Estover on 1 January 2018?", V, one(at(MGR, date(2018, 1, 1), tail="Plymouth Estover"))[0],
  "TKG depot manager of on that day")
q("time_point", "hembury homes acct, who had it in july 2018", V, one({f[0] for d in (1, 31) for f in at(ACC, date(2018, 7, d), tail="Hembury Homes")}),
  "TKG account_holder_for covering July 2018")
q("before_after", "Who took over Truro Newham once Jago Carlyon had gone?", V, step(facts(MGR, tail="Truro Newham"), 0, "Jago Carlyon", 1), "TKG depot manager of, the next fact")
q("duration", "How many full years was Graham Yeo in charge at Exeter Marsh Barton?", N, full_years(*one(facts(MGR, "Graham Yeo", "Exeter Marsh Barton"))[3:]),
  "TKG start to end, completed years")
q("multi_hop", "In which county is the depot where Lorna Maddock works?", V, depot_county(one(out("Lorna Maddock", "works_at"))), "KG works_at > in_town > in_county")
q("multi_hop", "someone at plymouth estover has to demo a scissor lift tomorrow. who there holds the right ticket for it?", V,
  [p for p in inn("Plymouth Estover", "works_at") if out("Scissor lift", "needs_ticket") & out(p, "holds ticket")], "KG needs_ticket, holds ticket backwards, works_at")
q("cross_source", "P271: on the day it was purchased, who was the manager of the depot where it is kept?", V,
  one(at(MGR, FM["P271"]["bought"], tail=FM["P271"][DP]))[0], "machines: Depot and Bought of P271; TKG depot manager of on that day")
q("missing", "which machines have no purchase price on file, fleet no", V, [m[FN] for m in M if m["price"] is None], "machines: purchase_gbp empty")
assert len(Q) == 74
# ============================================================ unanswerable (6)
q("unanswerable", "What is Bev Hannaford's mobile number?", R, [], "no phone numbers in any file")
q("unanswerable", "how much diesel did P241 burn on hire H5192", R, [], "no fuel in any file, only hours run")
q("unanswerable", "P277 is off hire for repair at the moment. What is that repair going to cost us?", R, [], "no repair costs in any file")
q("unanswerable", "who was depot manager at Yeovil Lufton back in 2005?", R, [], "the first recorded manager of Yeovil Lufton begins in 2011")
q("unanswerable", "What did we pay for P244 when we bought it?", R, [], "purchase_gbp of P244 is empty")
q("unanswerable", "credit limit of quantock builders?", R, [], "no credit limits in any file")
assert len(Q) == 80 and len({x["kind"] for x in Q}) == 22
# ============================================================ left out, two columns of a row, percent over files and the like (20)
q("average", "28 day hires aside, how many days is a machine out on average", N, mean([h for h in H if h["days"] != 28], "days"), "hires: mean Days out over rows with Days out other than 28")
q("sum", "What did we take in deposits in 2024? Whatever went through the CASH account should be left out.", N, total([h for h in H24 if h["Acct"] != "CASH"], "dep"),
  "hires: sum of Deposit, Date out in 2024, Acct not CASH")
busy = {k for k, n in Counter(h["Desk"] for h in H).items() if n >= 10}
q("group_superlative", "Among the desk staff with ten hires or more to their name, who has the lowest average charge per hire?", V,
  best(means([h for h in H if h["Desk"] in busy], "Desk", "charge"), low=True), "hires: Desk with >= 10 rows, lowest mean charge_gbp (empty left out)")
q("group_by", "avg day rate by make, but only makes we have six or more machines of", T,
  means([m for m in M if Counter(x[MK] for x in M)[m[MK]] >= 6], MK, "rate"), "machines: Make with >= 6 rows, mean £ per day by Make")
for m in M: m["svc"] = day(m["Next svc"], "%d/%m/%Y")
q("count", "how many machnies are down for their next service in the 1st quarter of 2025", N,
  sum(m["svc"] is not None and date(2025, 1, 1) <= m["svc"] <= date(2025, 3, 31) for m in M), "machines: Next svc from 2025-01-01 to 2025-03-31")
q("before_after", "Whose present spell as depot manager began no later than July 2021?", V, {f[0] for f in now(MGR) if f[3] <= date(2021, 7, 31)},
  "TKG open depot manager of, start on or before 2021-07-31")
over = [h for h in H if None not in (h["dep"], h["charge"]) and h["dep"] > h["charge"]]
q("count", "deposit bigger than what we charged in the end - how many hires was that?", N, len(over), "hires: Deposit > charge_gbp, both entered")
assert not any(h["dep"] == h["charge"] for h in H if h["dep"])
q("comparison", "Which of the unpaid hires would be covered in full by the deposit we took for it?", V, [h["Hire ref"] for h in over if unpaid(h)],
  "hires: Paid? N, Deposit at least charge_gbp")
q("percent", "What percentage of our machines stand at a depot with a workshop?", N, share(M, lambda m: m[DP] in inn("workshop", "has facility")),
  "machines: share of rows whose Depot has facility workshop in the KG")
q("percent", "groundworks firms, what % of the hires is down to them", N, share(H, lambda h: "groundworks" in out(h[CU], "trade")),
  "hires: share of rows whose Customer has the trade groundworks in the KG")
q("missing", "Hours run entered but nothing under mins late: which hires are those?", V, [h["Hire ref"] for h in H if h["hours"] is not None and h["late"] is None],
  "hires: Hours run filled, Mins late empty")
q("missing", "on fleet but no date in for the next service, which ones (fleet no)", V, [m[FN] for m in M if m["Status"] == "On fleet" and m["svc"] is None],
  "machines: Status On fleet, Next svc empty")
q("negation", "Which of our mini diggers have not been out on any hire?", V, [m[FN] for m in M if m[CA] == "Mini digger" and m[FN] not in {h[FN] for h in H}],
  "machines: Category Mini digger, Fleet no not in hires")
q("negation", "hembury homes: what categories of kit have they never had off us?", V, {m[CA] for m in M} - {h[CA] for h in H if h[CU] == "Hembury Homes"},
  "machines: all categories less those of the machines in the hires of Hembury Homes")
q("difference", "How much dearer was P305 to buy than the cheapest mini digger we have a price for?", N,
  FM["P305"]["price"] - min(known((m for m in M if m[CA] == "Mini digger"), "price")), "machines: purchase_gbp of P305 minus min purchase_gbp, Mini digger")
q("count", "how many machines go out for less a day than the fleet avarage", N, sum(m["rate"] < mean(M, "rate") for m in M), "machines: £ per day < mean £ per day")
h = one(x for x in H if x["Hire ref"] == "H5208")
q("difference", "take the deposit off the charge on H5208, whats left to pay", N, h["charge"] - h["dep"], "hires: charge_gbp minus Deposit of H5208")
q("superlative", "On which hire did the machine do the most hours per day out?", V, best({x["Hire ref"]: x["hours"] / x["days"] for x in H if x["hours"] is not None}),
  "hires: largest Hours run / Days out")
q("yes_no", "p277 back on fleet yet?", B, FM["P277"]["Status"] == "On fleet", "machines: Status of P277 is Off hire - repair")
q("yes_no", "Bev Hannaford never had the Kernow Drainage account, right?", B, not facts(ACC, "Bev Hannaford", "Kernow Drainage"),
  "TKG account_holder_for: no fact of Bev Hannaford with Kernow Drainage")
assert len(Q) == 100
finish(HERE, Q)
