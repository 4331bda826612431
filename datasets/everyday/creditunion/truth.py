"""Computes the gold answers from the files and prints what differs from questions.jsonl (--write writes it)."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *

def pounds(s): return float(s.replace("£", "").replace(",", "").rstrip("%")) if s else None
A = dict(zip("Loan no|Mem. no|Borrower|Product|What for|Approved|Amt lent|APR|Term (mths)|Still owed|Missed pmts|Guarantor|Loan officer|Branch".split("|"),
             "no mem who prod use on amt apr term owed miss guar off br".split()))
B2 = dict(zip("Mem. no|Member|Joined|Common bond|Savings|Puts in /mth|Branch|Pays in by|Statement|Will nomination".split("|"),
              "mem who on bond sav mth br by stm will".split()))
L = [{A[k]: v for k, v in r.items()} for r in records(HERE, "loans.csv")]
S = [{B2[k]: v for k, v in r.items()} for r in records(HERE, "savers.csv")]
for r in L + S:
    for k in r:
        if k in ("amt", "apr", "term", "owed", "miss", "sav", "mth"): r[k] = pounds(r[k])
        if k == "on": r[k] = day(r[k], "%d %b %Y")
tri, qui = graphs(HERE, "creditunion")
out, inn, heads = kg(tri)
facts, now, at, in_year = tkg(qui)
Q = []
q = asking("creditunion", Q)
V, N, B, T = "values", "number", "boolean", "table"
def n(x): return int(round(x, 2)) if float(round(x, 2)).is_integer() else round(x, 2)
def pick(rows, **k): return [r for r in rows if all(r[a] == b for a, b in k.items())]
def l(**k): return pick(L, **k)
def s(**k): return pick(S, **k)
def col(rows, k): return [r[k] for r in rows]
def sumof(rows, k): return n(total(rows, k))
def avg(rows, k): return n(mean(rows, k))
def rnd(t): return {k: n(v) for k, v in t.items()}
def heads_of(fs): return [x[0] for x in fs]
def tails_of(fs): return [x[2] for x in fs]
branches, officers = heads("has"), heads("works_at")
employers, products = heads("sector"), set(col(L, "prod"))
assert set(col(L, "off")) == officers and len(set(col(S, "who"))) == len(S)

q("lookup", "how much did we lend on L4566?", N, n(one(l(no="L4566"))["amt"]), "loans: Amt lent")
q("lookup", "Could you tell me what Mavis Quigley has in her savings?", N, n(one(s(who="Mavis Quigley"))["sav"]), "savers: Savings")
q("lookup", "Who do we ring about payroll at Bexwell Foods?", V, out("Bexwell Foods", "payroll_contact"), "KG payroll_contact")
q("lookup", "Isla Prendergast joined when?", V, one(s(who="Isla Prendergast"))["on"], "savers: Joined")
q("lookup", "which one of our branches does Greenbank Surgery collect for", V, out("Greenbank Surgery", "collects_for"), "KG collects_for")

q("filter_list", "Loan numbers where three payments have been missed, please.", V, col(l(miss=3.0), "no"), "loans: Missed pmts 3")
q("filter_list", "names of savers with over ten grand put by", V, [r["who"] for r in S if r["sav"] > 10000], "savers: Savings > 10000")
q("filter_list", "Who's allowed to say yes to a Car Loan?", V, inn("Car Loan", "may_approve"), "KG may_approve")
q("filter_list", "Bexwell Foods people who nominated nobody for their savings in case they die - list them by name.", V, col(s(bond="Bexwell Foods", will="No"), "who"), "savers: Common bond, Will nomination No")

q("count", "How many wedding loans have we given?", N, len(l(use="wedding")), "loans: What for wedding")
q("count", "Members paying in with cash: how many?", N, len(s(by="cash")), "savers: Pays in by cash")
q("count", "number of loans Sunita approved during 2023", N, len([r for r in l(off="Sunita Chaudhary") if r["on"].year == 2023]), "loans: officer, Approved in 2023")
q("count", "How many folk volunteer at our collection points altogether?", N, len(heads("volunteers_at")), "KG volunteers_at")

q("sum", "What's still outstanding across all the Home Improver loans?", N, sumof(l(prod="Home Improver"), "owed"), "loans: sum of Still owed")
q("sum", "Canalside savers - total pot in pounds?", N, sumof(s(br="Canalside"), "sav"), "savers: sum of Savings of the branch")
q("sum", "If every Calder Buses member pays in as agreed, how much comes in from them in one month?", N, sumof(s(bond="Calder Buses"), "mth"), "savers: sum of Puts in /mth")

q("average", "Average size of a Family Loan?", N, avg(l(prod="Family Loan"), "amt"), "loans: mean Amt lent")
q("average", "what do hospital members (Royal Ennis) save with us on avg, balance i mean", N, avg(s(bond="Royal Ennis Hospital"), "sav"), "savers: mean Savings")
q("average", "For loans taken out to buy furniture, over how many months do people pay them back on average?", N, avg(l(use="furniture"), "term"), "loans: mean Term of furniture")

q("min_max", "largest amount we've ever lent in one go", N, n(max(known(L, "amt"))), "loans: max Amt lent")
q("min_max", "What is the smallest savings balance at Hillhead?", N, n(min(col(s(br="Hillhead"), "sav"))), "savers: min Savings of the branch")
q("min_max", "When did our longest-standing member join? date", V, min(col(S, "on")), "savers: earliest Joined")

q("superlative", "Whose savings are the biggest?", V, best({r["who"]: r["sav"] for r in S}), "savers: largest Savings")
q("superlative", "which loan has the most left to pay", V, best({r["no"]: r["owed"] for r in L}), "loans: largest Still owed")
q("superlative", "Which of our products is the dearest at the moment, going by the rate?", V, best({x[0]: pounds(x[2]) for x in now("priced_at")}), "TKG open priced_at, highest (loans: APR agrees)")

q("top_k", "The three biggest savers at Market Street, who are they?", V, best({r["who"]: r["sav"] for r in s(br="Market Street")}, 3), "savers: three largest Savings of the branch")
q("top_k", "top 4 loans by amount still to be repayed (loan numbers)", V, best({r["no"]: r["owed"] for r in L}, 4), "loans: four largest Still owed")
q("top_k", "Give me the two loan officers with the highest number of loans.", V, best(Counter(col(L, "off")), 2), "loans by Loan officer, two largest")

q("comparison", "Do we lend more money in total for roofs or for used cars?", V, best({u: total(l(use=u), "amt") for u in ("roof", "used car")}), "loans: sum of Amt lent by What for")
q("comparison", "Chidi Jowett or Fergus Heseltine, who's got more saved up?", V, best({w: one(s(who=w))["sav"] for w in ("Chidi Jowett", "Fergus Heseltine")}), "savers: Savings compared")
q("comparison", "Which firm became a payroll partner earlier - Calder Buses or Royal Ennis Hospital?", V, best({h: one(facts("payroll_partner_of", h))[3] for h in ("Calder Buses", "Royal Ennis Hospital")}, low=True), "TKG payroll_partner_of, starts compared")

q("difference", "By how many loans is Everyday ahead of Payday Freedom?", N, len(l(prod="Everyday Loan")) - len(l(prod="Payday Freedom")), "loans by Product, subtracted")
q("difference", "paper statements vs app: how many more members use the app", N, len(s(stm="app")) - len(s(stm="paper")), "savers: Statement counted, subtracted")
q("difference", "The Everyday rate came down in July 2023. By how many percentage points?", N, n(pounds(facts("priced_at", "Everyday Loan")[0][2]) - pounds(facts("priced_at", "Everyday Loan")[1][2])), "TKG priced_at, old less new")

q("percent", "What percentage of the members have named someone to inherit their savings?", N, n(share(S, lambda r: r["will"] == "Yes")), "savers: share of Will nomination Yes")
q("percent", "share of loans that are completely paid off, in percent", N, n(share(L, lambda r: r["owed"] == 0)), "loans: share with nothing still owed")
q("percent", "Of the loans granted at Market Street, what % had a guarantor behind them?", N, n(share(l(br="Market Street"), lambda r: r["guar"])), "loans: share with Guarantor at the branch")

q("group_by", "members by branch, count", T, dict(Counter(col(S, "br"))), "savers by Branch")
q("group_by", "Total lent for each product?", T, rnd(sums(L, "prod", "amt")), "loans: sum of Amt lent by Product")
q("group_by", "How many loans did each year bring (by approval)?", T, dict(Counter(str(r["on"].year) for r in L)), "loans by year of Approved")
q("group_by", "For every committee and the board: number of people sitting on it", T, dict(Counter(t for h, r, t in tri if r == "sits_on")), "KG sits_on by tail")

q("group_superlative", "Which way of paying in is the most popular?", V, best(Counter(col(S, "by"))), "savers by Pays in by, largest")
q("group_superlative", "Which loan product has the highest average amount?", V, best(means(L, "prod", "amt")), "loans: mean Amt lent by Product")
q("group_superlative", "branch with the most owed to us right now?", V, best(sums(L, "br", "owed")), "loans: sum of Still owed by Branch")

q("yes_no", "Has L4465 been cleared, so nothing left on it?", B, one(l(no="L4465"))["owed"] == 0, "loans: Still owed 0 of L4465")
q("yes_no", "Does Weaver's Yard have a cash counter?", B, "cash counter" in out("Weaver's Yard", "has"), "KG has")
q("yes_no", "is Bexwell Foods still one of our payroll partners", B, bool(now("payroll_partner_of", "Bexwell Foods")), "TKG payroll_partner_of: ended")
q("yes_no", "Is there anyone at Hillhead who saves more than £10,000?", B, any(r["sav"] > 10000 for r in s(br="Hillhead")), "savers: Savings at the branch")

q("negation", "Which branches lack a cash counter?", V, sorted(branches - inn("cash counter", "has")), "KG: branches less those with it")
q("negation", "Products that don't ask for a payslip (among those that ask for something)?", V, sorted(heads("requires") - inn("payslip", "requires")), "KG: heads of requires less those with payslip")
q("negation", "How many savers did not borrow anything from us, i.e. have no loan on the list?", N, len(set(col(S, "mem")) - set(col(L, "mem"))), "savers less those in loans, by Mem. no")
q("negation", "Car loans with nobody standing guarantor, which numbers?", V, [r["no"] for r in l(prod="Car Loan") if not r["guar"]], "loans: Car Loan without Guarantor")

q("time_point", "Who was chairing the board in 2015?", V, heads_of(in_year("chairs", 2015, tail="board")), "TKG chairs in 2015")
q("time_point", "What dividend did we pay for 2020?", V, tails_of(in_year("paid_dividend", 2020)), "TKG paid_dividend of 2020")
q("time_point", "rate on a Family Loan back in May 2019?", V, tails_of(at("priced_at", date(2019, 5, 15), "Family Loan")), "TKG priced_at in 2019-05")
q("time_point", "On Christmas Day 2019, whose branch was Hillhead to manage?", V, heads_of(at("manages", date(2019, 12, 25), tail="Hillhead")), "TKG manages on that day")

q("before_after", "Who ran Market Street before Gareth?", V, step(facts("manages", tail="Market Street"), 0, "Gareth Prosser", -1), "TKG manages, the fact before his")
q("before_after", "When Winifred stood down from the chair of the board, who took over from her?", V, step(facts("chairs", tail="board"), 0, "Winifred Ackroyd", 1), "TKG chairs, the next fact")
q("before_after", "What was Lionel Akintola's job with us prior to becoming manager of Weaver's Yard?", V, [x[2] for x in facts("employed_as", "Lionel Akintola") if x[4] < one(facts("manages", "Lionel Akintola"))[3]], "TKG employed_as ended before manages starts")

q("duration", "how many full years was Barnaby Skelton in charge of Canalside", N, lasted(one(facts("manages", "Barnaby Skelton"))), "TKG manages, start to end")
q("duration", "Garrick Textiles used to be a payroll partner, before the mill shut. For how many complete years?", N, lasted(one(facts("payroll_partner_of", "Garrick Textiles"))), "TKG payroll_partner_of, start to end")
q("duration", "Fiona Kettlewell and Gareth Prosser have both managed Market Street. Which of them did it for longer?", V, best({x[0]: (x[4] - x[3]).days for x in facts("manages", tail="Market Street") if x[4]}), "TKG manages, lengths compared")

q("multi_hop", "In which town is the branch that Petra Vosloo works in?", V, {t for b in out("Petra Vosloo", "works_at") for t in out(b, "in_town")}, "KG works_at > in_town")
q("multi_hop", "Which volunteers help at places that collect for Hillhead?", V, {v for p in inn("Hillhead", "collects_for") for v in inn(p, "volunteers_at")}, "KG collects_for backwards > volunteers_at backwards")
q("multi_hop", "What products can the people mentored by Moira sign off?", V, {p for o in out("Moira Haldane", "mentors") for p in out(o, "may_approve")}, "KG mentors > may_approve")
q("multi_hop", "payroll contacts at transport employers pls", V, {c for e in inn("transport", "sector") for c in out(e, "payroll_contact")}, "KG sector backwards > payroll_contact (one has none)")

q("cross_source", "How much do members from employers in Thornfield have in savings altogether?", N, sumof([r for r in S if "Thornfield" in out(r["bond"], "in_town")], "sav"), "KG in_town; savers: sum of Savings by Common bond")
q("cross_source", "Which loans were approved by an officer who, going by the list of who may approve what, had no right to approve that product? Just the Home Improver ones.", V, [r["no"] for r in l(prod="Home Improver") if "Home Improver" not in out(r["off"], "may_approve")], "loans: officer; KG may_approve")
q("cross_source", "number of loans taken by members who pay in by payroll", N, len([r for r in L if one(s(mem=r["mem"]))["by"] == "payroll"]), "loans joined to savers by Mem. no")
q("cross_source", "Who was in charge of the branch that granted L4416, on the day it got approved?", V, heads_of(at("manages", one(l(no="L4416"))["on"], tail=one(l(no="L4416"))["br"])), "loans: Branch, Approved; TKG manages")
q("cross_source", "Our volunteers are members too. Add up the savings of those who help at The Shuttle Cafe.", N, sumof([r for r in S if r["who"] in inn("The Shuttle Cafe", "volunteers_at")], "sav"), "KG volunteers_at; savers: sum of Savings")

q("missing", "Which members have no regular monthly amount entered?", V, [r["who"] for r in S if r["mth"] is None], "savers: Puts in /mth empty")
q("missing", "On how many loans was the number of missed payments left blank?", N, len([r for r in L if r["miss"] is None]), "loans: Missed pmts empty")
q("missing", "statement preference not recorded - for whom?", V, col(s(stm=""), "who"), "savers: Statement empty")

q("unanswerable", "What is Jerome Rafiq's date of birth?", "refuse", [], "no dates of birth")
q("unanswerable", "How many applications for an Everyday Loan did we turn down last year?", "refuse", [], "refused applications are not in the list")
q("unanswerable", "credit score of the borrower on L4591?", "refuse", [], "no credit scores")
q("unanswerable", "How much has Dougal Fairbairn saved?", "refuse", [], "no such member")
q("unanswerable", "What rent do we pay for the Canalside premises?", "refuse", [], "no rents of branches")
q("unanswerable", "Which members have a prize draw ticket?", "refuse", [], "no prize draw recorded")

if "--write" not in sys.argv: sys.argv.append("--check")
if len(Q) == 80: finish(HERE, Q)
else: print(len(Q), Counter(x["kind"] for x in Q))
