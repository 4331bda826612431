#!/usr/bin/env python3
"""Computes every gold answer of the 'bank' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, step, tkg, total, digits as num)


def rd(name): return records(HERE, name)
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "bank")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))
def tails(rel): return {t for h, r, t in K if r == rel}

Q = []
q = asking("bank", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

B = rd("branches.csv")
for r in B:
    r["fte"], r["atm"], r["dep"], r["rent"] = num(r["Staff (FTE)"]), num(r["Cash machines"]), num(r["Deposits (£m)"]), num(r["Rent p.m. (£)"])
    r["box"], r["o"], r["refit"] = num(r["Safe deposit boxes"]), day(r["Opened"], "%b %Y"), num(r["Last refit"])
BN = {r["Branch"]: r for r in B}
L = rd("loans.csv")
for r in L:
    r["amt"], r["rate"], r["term"], r["bal"], r["late"] = num(r["Amount (£)"]), num(r["Rate p.a."]), num(r["Term (mths)"]), num(r["Balance (£)"]), num(r["Days past due"])
    r["d"] = day(r["Drawn down"], "%d-%b-%y")
LN = {r["Loan no"]: r for r in L}
assert len(LN) == len(L) and len(BN) == len(B) and {r["Branch"] for r in L} <= set(BN)
for r in L: assert at("posted_to", r["d"], r["Officer"], r["Branch"])
CUST, OFF = heads("line of business"), {r["Officer"] for r in L}
assert {r["Customer"] for r in L} <= CUST and OFF <= heads("reports to")
KSB = "Kilbrannoch Savings Bank"
town = lambda b: one(out(b, "in town"))
county = lambda t: one(out(t, "in_county"))
area = lambda t: one(out(county(t), "belongs to area"))
nos = lambda rows: [r["Loan no"] for r in rows]
st = lambda s: [r for r in L if r["Status"] == s]
for r in B: assert town(r["Branch"]) == r["Town"]

q("lookup", "What is the sort code of the Mill Lane branch?", "values", BN["Mill Lane"]["Sort code"], "branches: Sort code")
q("lookup", "30469 - which officer did that one", "values", LN["30469"]["Officer"], "loans: Officer")
q("lookup", "Who owns Ardmore Salmon?", "values", out("Ardmore Salmon", "owned_by"), "KG owned_by")
q("lookup", "rent per month at kirkgate?", "number", BN["Kirkgate"]["rent"], "branches: Rent p.m.")
q("lookup", "What interest rate is loan 30481 on? In percent.", "number", LN["30481"]["rate"], "loans: Rate p.a.")
q("filter_list", "Which loans are in arrears?", "values", nos(st("In arrears")), "loans: Status In arrears")
q("filter_list", "Which branches are in Dunmarrow?", "values", [r["Branch"] for r in B if r["Town"] == "Dunmarrow"], "branches: Town")
q("filter_list", "Auditors want the really big tickets. Loan numbers of everythng above 700 grand please", "values", nos(r for r in L if r["amt"] > 700000), "loans: Amount > 700000 (typo)")
q("filter_list", "branches open saturdays w/ step free access", "values", [r["Branch"] for r in B if r["Open Saturdays"] == "yes" and r["Step-free"] == "yes"], "branches: Open Saturdays yes, Step-free yes")
q("filter_list", "Which loans written off had risk grade A?", "values", nos(r for r in st("Written off") if r["Risk grade"] == "A"), "loans: Status Written off, Risk grade A")
q("filter_list", "who can deal with a customer in french?", "values", inn("French", "speaks"), "KG speaks French")
q("count", "How many loans are there at the Old Quay branch?", "number", sum(r["Branch"] == "Old Quay" for r in L), "loans: rows of Branch")
q("count", "How many loans were drawn down in 2019?", "number", sum(r["d"].year == 2019 for r in L), "loans: Drawn down in 2019")
q("count", "nr of overdrafts we ever gave out that are repaid", "number", sum(r["Product"] == "Overdraft" for r in st("Repaid")), "loans: Product Overdraft, Status Repaid")
q("count", "How many customers are in the fishing business?", "number", len(inn("fishing", "line of business")), "KG line of business")
q("count", "hebden boatyard, how many times have they borrowed frm us", "number", sum(r["Customer"] == "Hebden Boatyard" for r in L), "loans: rows of Customer (typo)")
q("sum", "What is the total outstanding balance of all performing loans?", "number", total(st("Performing"), "bal"), "loans: sum of Balance, Status Performing")
q("sum", "Add up the deposits of the branches in Kilbrannoch, in £m.", "number", total([r for r in B if r["Town"] == "Kilbrannoch"], "dep"), "branches: sum of Deposits, Town")
q("sum", "how much did we lend as green loans all in all", "number", total([r for r in L if r["Product"] == "Green loan"], "amt"), "loans: sum of Amount, Product")
q("average", "What is the average rate on commercial mortgages, in percent?", "number", mean([r for r in L if r["Product"] == "Commercial mortgage"], "rate"), "loans: mean Rate, Product")
q("average", "avg loan size for Glen Nursery", "number", mean([r for r in L if r["Customer"] == "Glen Nursery"], "amt"), "loans: mean Amount, Customer")
q("average", "For loans in arrears, how many days past due are they on average?", "number", mean(st("In arrears"), "late"), "loans: mean Days past due, In arrears")
q("min_max", "What is the highest monthly rent we pay for a branch?", "number", max(r["rent"] for r in B if r["rent"]), "branches: max Rent p.m.")
q("min_max", "smallest loan that Angus Tolmie ever did, how much", "number", min(r["amt"] for r in L if r["Officer"] == "Angus Tolmie"), "loans: min Amount, Officer")
q("superlative", "Which branch has the most deposits?", "values", best({r["Branch"]: r["dep"] for r in B}), "branches: largest Deposits")
q("superlative", "oldest branch in the network?", "values", best({r["Branch"]: r["o"] for r in B}, low=True), "branches: earliest Opened")
q("superlative", "which loan still running has the bigest balance left", "values", best({r["Loan no"]: r["bal"] for r in L if r["bal"]}), "loans: largest Balance (typo)")
q("superlative", "Which loan is the most days past due?", "values", best({r["Loan no"]: r["late"] for r in L if r["late"]}), "loans: largest Days past due")
q("top_k", "What are the three largest branches by staff?", "values", best({r["Branch"]: r["fte"] for r in B}, 3), "branches: three largest Staff")
q("top_k", "top 2 branches by number of loans", "values", best(Counter(r["Branch"] for r in L), 2), "loans: two most frequent Branches")
q("comparison", "Which branch has more safe deposit boxes, Glenfarg Road or Mill Lane?", "values", best({b: BN[b]["box"] for b in ("Glenfarg Road", "Mill Lane")}), "branches: Safe deposit boxes of both")
q("comparison", "who's handled more loans - leila osman or isla drummond?", "values", best({o: sum(r["Officer"] == o for r in L) for o in ("Leila Osman", "Isla Drummond")}), "loans: rows of both Officers")
q("comparison", "Have we lent more in total to Fiddler's Inn or to the Inverlair Hotel?", "values", best({c: total([r for r in L if r["Customer"] == c], "amt") for c in ("Fiddler's Inn", "Inverlair Hotel")}), "loans: sums of Amount of both Customers")
q("difference", "How many more full-time equivalent staff does Bellfield have than Kirkgate?", "number", BN["Bellfield"]["fte"] - BN["Kirkgate"]["fte"], "branches: Staff subtracted")
q("difference", "gap in monthly rent between Station Parade and High Street, £", "number", BN["Station Parade"]["rent"] - BN["High Street"]["rent"], "branches: Rent subtracted")
q("difference", "How many more term loans than overdrafts are in the book, counting every loan whatever its status?", "number", sum(r["Product"] == "Term loan" for r in L) - sum(r["Product"] == "Overdraft" for r in L), "loans: rows subtracted")
q("percent", "What percentage of all loans has been written off?", "number", 100 * len(st("Written off")) / len(L), "loans: Status Written off over all rows")
q("percent", "share of branches without saturday opening (%)", "number", 100 * sum(r["Open Saturdays"] == "no" for r in B) / len(B), "branches: Open Saturdays no over all rows")
q("group_by", "How many loans are there for each status?", "table", Counter(r["Status"] for r in L), "loans: rows per Status")
q("group_by", "deposits town by town, £m", "table", {k: total(v, "dep") for k, v in group(B, lambda r: r["Town"]).items()}, "branches: sum of Deposits per Town")
q("group_by", "What is the average amount lent per product?", "table", {k: mean(v, "amt") for k, v in group(L, lambda r: r["Product"]).items()}, "loans: mean Amount per Product")
q("group_by", "how many of the officers hold each qualification", "table", Counter(t for h, r, t in K if r == "holds qualification"), "KG holds qualification, rows per tail")
q("group_superlative", "Which officer has handled the most loans in total?", "values", best(Counter(r["Officer"] for r in L)), "loans: most frequent Officer")
q("group_superlative", "what do people mostly put up as security? ignore the blanks", "values", best(Counter(r["Security"] for r in L if r["Security"])), "loans: most frequent Security")
q("group_superlative", "Which town has the highest total of safe deposit boxes?", "values", best({k: total(v, "box") for k, v in group(B, lambda r: r["Town"]).items()}), "branches: largest sum of Safe deposit boxes per Town")
q("group_superlative", "which branch has lent the most money in total since records began", "values", best({k: total(v, "amt") for k, v in group(L, lambda r: r["Branch"]).items()}), "loans: largest sum of Amount per Branch")
q("yes_no", "Does the University branch have step-free access?", "boolean", BN["University"]["Step-free"] == "yes", "branches: Step-free")
q("yes_no", "is shona macrae still on the credit commitee", "boolean", bool(now("sits on credit committee", "Shona Macrae")), "TKG open sits on credit committee (typo)")
q("yes_no", "Has Skene Solar ever been written off on a loan?", "boolean", any(r["Customer"] == "Skene Solar" for r in st("Written off")), "loans: Customer, Status Written off")
q("yes_no", "Did Ranald Skene chair the board on 1 June 2011?", "boolean", bool(at("chairs the board of", date(2011, 6, 1), "Ranald Skene")), "TKG on that day")
q("negation", "Which branches have no cash machine?", "values", [r["Branch"] for r in B if r["atm"] == 0], "branches: Cash machines 0")
q("negation", "officers who dont speak any extra languge at all? just the ones who report to gordon petrie", "values", {o for o in inn("Gordon Petrie", "reports to") if not out(o, "speaks")}, "KG reports to; no speaks (typo)")
q("negation", "Which bridging loans were not repaid?", "values", nos(r for r in L if r["Product"] == "Bridging loan" and r["Status"] != "Repaid"), "loans: Bridging loan, Status not Repaid")
q("negation", "How many loans in 2021 were secured on something other than property? Leave out those with no security given and the unsecured ones.", "number", sum(r["d"].year == 2021 and r["Security"] not in ("property", "", "unsecured") for r in L), "loans: 2021, Security filled, neither property nor unsecured")
q("time_point", "Who was chief executive on 1 January 2010?", "values", on("chief executive of", date(2010, 1, 1))[0], "TKG chief executive of on that day")
q("time_point", "What was the standard variable rate on 1 March 2019?", "values", on("stood_at", date(2019, 3, 1))[2], "TKG stood_at on that day")
q("time_point", "who runs the portskene branch these days", "values", one(now("branch manager of", tail="Portskene"))[0], "TKG open branch manager of")
q("time_point", "Who sat on the credit committee on 15 May 2015?", "values", [f[0] for f in at("sits on credit committee", date(2015, 5, 15))], "TKG on that day")
q("before_after", "Who was manager of Harbour Road before Alec Muir?", "values", step(facts("branch manager of", tail="Harbour Road"), 0, "Alec Muir", -1), "TKG branch manager of, the fact before")
q("before_after", "crombie were our auditors once - who came in after them", "values", step(facts("audits"), 0, "Crombie LLP", 1), "TKG audits, next fact")
q("before_after", "Which branch was Piotr Zalewski posted to before Mill Lane?", "values", step(facts("posted_to", "Piotr Zalewski"), 2, "Mill Lane", -1), "TKG posted_to, the fact before")
q("duration", "For how many full years was Elizabeth Carstairs chief executive?", "number", full_years(*one(facts("chief executive of", "Elizabeth Carstairs"))[3:]), "TKG completed years")
q("duration", "which rate has the svr stood at for the shortest time? not counting todays", "values", best({f[2]: days(f) for f in facts("stood_at") if f[4]}, low=True), "TKG stood_at, shortest closed fact")
q("multi_hop", "Which county is the Old Quay branch in?", "values", county(town("Old Quay")), "KG in town, in_county")
q("multi_hop", "ewan lockhart's boss - what qualificatons has he or she got", "values", {x for b in out("Ewan Lockhart", "reports to") for x in out(b, "holds qualification")}, "KG reports to, holds qualification (typo)")
q("multi_hop", "Which customers belonging to Inverlair Estates are registered in Balnamuir?", "values", inn("Inverlair Estates", "owned_by") & inn("Balnamuir", "registered in"), "KG owned_by, registered in")
q("cross_source", "What is the total amount of the loans to customers in hospitality?", "number", total([r for r in L if "hospitality" in out(r["Customer"], "line of business")], "amt"), "KG line of business; loans: sum of Amount")
q("cross_source", "Who was head of credit when loan 30364 was drawn down?", "values", on("head of credit at", LN["30364"]["d"])[0], "loans: Drawn down; TKG on that day")
q("cross_source", "how many loans went to firms owned by paula reilly", "number", sum(r["Customer"] in inn("Paula Reilly", "owned_by") for r in L), "KG owned_by; loans: rows")
q("cross_source", "And the branch manager on the day when 30375 was paid out? No sorry, I meant 30377.", "values", on("branch manager of", LN["30377"]["d"], tail=LN["30377"]["Branch"])[0], "loans: Branch, Drawn down; TKG on that day (detour)")
f = one(facts("chairs the board of", "Priya Menon"))
q("cross_source", "How many loans were drawn down while Priya Menon chaired the board?", "number", sum(f[3] <= r["d"] <= f[4] for r in L), "TKG interval; loans: Drawn down")
q("cross_source", "Which branches in the West area have fewer than 8 staff?", "values", [r["Branch"] for r in B if area(r["Town"]) == "West" and r["fte"] < 8], "KG in_county, belongs to area; branches: Staff")
q("missing", "Which branches have no rent recorded?", "values", [r["Branch"] for r in B if r["rent"] is None], "branches: Rent empty")
q("missing", "loans w/o a risk grade that are still performing", "values", nos(r for r in st("Performing") if not r["Risk grade"]), "loans: Risk grade empty, Performing")
refuse("What is Gordon Petrie's salary?", "no salaries in any file")
refuse("profit of the bank last year?", "no results in any file")
refuse("How many customers closed their account in 2022?", "no accounts in any file")
assert "40001" not in LN
refuse("Balance of loan 40001?", "there is no loan 40001")
refuse("who chaired the board in 1990", "the chairs begin in 2005")
refuse("What are the opening hours of the Corrie branch?", "only whether it opens on Saturdays is recorded")


finish(HERE, Q)
