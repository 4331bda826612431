#!/usr/bin/env python3
"""Computes the answers of the fintech questions from the files beside it and writes questions.jsonl."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total)


def rd(name): return records(HERE, name)
def num(s):
    """1.250,50 is one thousand two hundred and fifty and a half"""
    return float(s.replace(".", "").replace(",", ".")) if s not in ("", "-", "NULL") else None


K, T = graphs(HERE, "fintech")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("fintech", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

M = rd("merchants.csv")
for r in M:
    r["since"], r["fee"], r["limit"], r["risk"], r["staff"] = day(r["onboarded"], "%d.%m.%Y"), num(r["fee_pct"]), num(r["mthly_limit_eur"]), num(r["risk_score"]), num(r["headcount"])
MN, MI = {r["merchant_name"]: r for r in M}, {r["mid"]: r for r in M}
X = rd("transactions.csv")
for r in X:
    r["d"], r["s"], r["amt"], r["fee"] = day(r["booked_on"], "%d.%m.%Y"), day(r["settled_on"], "%d.%m.%Y"), num(r["amt_eur"]), num(r["fee_eur"])
    r["m"] = MI[r["mid"]]
    assert r["d"] > r["m"]["since"] and (r["fee"] is None) == (r["status"] == "declined")
XN = {r["txn_id"]: r for r in X}
assert len(XN) == len(X) and len(MN) == len(MI) == len(M)
NAT = {"DE": "Germany", "AT": "Austria", "NL": "Netherlands", "PL": "Poland", "DK": "Denmark", "BE": "Belgium"}
for r in M:
    assert one(now("on_plan", r["merchant_name"]))[2] == r["plan"]
    assert one(out(one(out(r["merchant_name"], "basedIn")), "inCountry")) == NAT[r["ctry"]]
Z = "Zahlwerk"
names = lambda rows: [r["merchant_name"] for r in rows]
ids = lambda rows: [r["txn_id"] for r in rows]
ctry = lambda c: [r for r in M if r["ctry"] == c]
plan = lambda p: [r for r in M if r["plan"] == p]
st = lambda s: [r for r in X if r["status"] == s]
by = lambda n: [r for r in X if r["m"]["merchant_name"] == n]

q("lookup", "Who owns Zeltwelt?", "values", out("Zeltwelt", "hasOwner"), "KG hasOwner")
q("lookup", "risk score for Kletterhalle Granit?", "number", MN["Kletterhalle Granit"]["risk"], "merchants: risk_score")
q("lookup", "Which authority granted us the e-money licence?", "values", out("e-money licence", "issuedBy"), "KG issuedBy")
q("lookup", "Got Busreisen Brandl on the line, they ask how often their money is sent out. Daily or what?", "values", MN["Busreisen Brandl"]["payout"], "merchants: payout")
q("lookup", "what happened with TX-43895, whats its status", "values", XN["TX-43895"]["status"], "transactions: status")

q("filter_list", "Which of our merchants are in Austria?", "values", names(ctry("AT")), "merchants: ctry AT")
q("filter_list", "everybody on enterprise", "values", names(plan("Enterprise")), "merchants: plan Enterprise")
q("filter_list", "Give me the IDs of all payments over 1,000 euros.", "values", ids(r for r in X if r["amt"] > 1000), "transactions: amt_eur > 1000")
q("filter_list", "who put money into our series A?", "values", inn("Series A", "investedIn"), "KG investedIn Series A")
q("filter_list", "Which merchants employ more than 35 people?", "values", names(r for r in M if r["staff"] and r["staff"] > 35), "merchants: headcount > 35")
q("filter_list", "I'm getting the dispute review ready for Thursday. Could I have the ids of the chargebacks on online payments?", "values", ids(r for r in st("chargeback") if r["channel"] == "online"), "transactions: status chargeback, channel online")

q("count", "How many merchants does Kasia Nowak look after?", "number", sum(r["acct_mgr"] == "Kasia Nowak" for r in M), "merchants: acct_mgr")
q("count", "wallet payments booked in May 2024, how many", "number", sum(r["method"] == "wallet" and (r["d"].year, r["d"].month) == (2024, 5) for r in X), "transactions: method wallet, booked_on in May 2024")
q("count", "How many banks take part in SEPA Instant?", "number", len(inn("SEPA Instant", "memberOf")), "KG memberOf SEPA Instant")
q("count", "no of declined transactions at a terminal (pos)", "number", sum(r["channel"] == "pos" for r in st("declined")), "transactions: status declined, channel pos")

q("sum", "What's the total amount of the transactions that were refunded?", "number", total(st("refunded"), "amt"), "transactions: sum of amt_eur, status refunded")
q("sum", "fees charged to ticketfuchs, all its transactions together, in euros", "number", total(by("Ticketfuchs"), "fee"), "merchants: mid; transactions: sum of fee_eur")
q("sum", "If every Enterprise client used up their monthly limit, how many euros would that be a month?", "number", total(plan("Enterprise"), "limit"), "merchants: sum of mthly_limit_eur, plan Enterprise")

q("average", "What is the average amount of an instant payment?", "number", mean([r for r in X if r["method"] == "instant"], "amt"), "transactions: mean amt_eur, method instant")
q("average", "avrg risk score of the dutch merchants (skip the one without)", "number", mean(ctry("NL"), "risk"), "merchants: mean risk_score, ctry NL")
q("average", "On average, what fee percentage do merchants on the Growth plan pay?", "number", mean(plan("Growth"), "fee"), "merchants: mean fee_pct, plan Growth")

q("min_max", "What's the biggest single payment we have processed?", "number", max(r["amt"] for r in X), "transactions: max amt_eur")
q("min_max", "lowest fee % anyone gets from us", "number", min(r["fee"] for r in M), "merchants: min fee_pct")
q("min_max", "On which date was the latest chargeback booked?", "values", max(r["d"] for r in st("chargeback")), "transactions: latest booked_on, status chargeback")

q("superlative", "Which merchant has the highest risk score?", "values", best({r["merchant_name"]: r["risk"] for r in M if r["risk"] is not None}), "merchants: largest risk_score")
q("superlative", "our very first merchant, who was it", "values", best({r["merchant_name"]: r["since"] for r in M}, low=True), "merchants: earliest onboarded")
q("superlative", "Which transaction did we charge the highest fee on?", "values", best({r["txn_id"]: r["fee"] for r in X if r["fee"]}), "transactions: largest fee_eur")
q("superlative", "Merchant with the smallest team?", "values", best({r["merchant_name"]: r["staff"] for r in M if r["staff"]}, low=True), "merchants: smallest headcount")

q("top_k", "Name the three merchants with the highest monthly limits.", "values", best({r["merchant_name"]: r["limit"] for r in M}, 3), "merchants: three largest mthly_limit_eur")
q("top_k", "4 riskiest german ones, by score", "values", best({r["merchant_name"]: r["risk"] for r in ctry("DE") if r["risk"] is not None}, 4), "merchants: ctry DE, four largest risk_score")
q("top_k", "Bonuses are due. Which two account managers had the most transactions among their merchants?", "values", best(Counter(r["m"]["acct_mgr"] for r in X), 2), "merchants: acct_mgr; transactions: two largest counts of rows")

q("comparison", "Who carries more risk going by the score, Snackpost or Weingut Hasel?", "values", best({n: MN[n]["risk"] for n in ("Snackpost", "Weingut Hasel")}), "merchants: risk_score of both")
q("comparison", "more transactions via Banque Sorel or Nordbanken Clearing", "values", best({a: sum(r["acquirer"] == a for r in X) for a in ("Banque Sorel", "Nordbanken Clearing")}), "transactions: rows of both acquirers")
q("comparison", "Havnens Badehotel and Hotel Seeblick are both on the water. Which one put more money through us? Count everything, refunds as well.", "values", best({n: total(by(n), "amt") for n in ("Havnens Badehotel", "Hotel Seeblick")}), "merchants: mid; transactions: sums of amt_eur of both")

q("difference", "How many more employees does Zeltwelt have than Snackpost?", "number", MN["Zeltwelt"]["staff"] - MN["Snackpost"]["staff"], "merchants: headcount subtracted")
q("difference", "Hotel Seeblick complains they pay more than Pixelprint24. By how many percentage points is their fee higher?", "number", round(MN["Hotel Seeblick"]["fee"] - MN["Pixelprint24"]["fee"], 2), "merchants: fee_pct subtracted")
q("difference", "days between booking and settlement, TX-41032", "number", (XN["TX-41032"]["s"] - XN["TX-41032"]["d"]).days, "transactions: settled_on minus booked_on")

q("percent", "What percentage of all transactions ended in a chargeback?", "number", share(X, lambda r: r["status"] == "chargeback"), "transactions: status chargeback over all rows")
q("percent", "share of merchants that get paid out weekly in %", "number", share(M, lambda r: r["payout"] == "weekly"), "merchants: payout weekly over all rows")
q("percent", "Out of the online payments, what percent are by card?", "number", share([r for r in X if r["channel"] == "online"], lambda r: r["method"] == "card"), "transactions: method card over channel online")

q("group_by", "How many merchants do we have in each sector?", "table", Counter(r["sector"] for r in M), "merchants: rows per sector")
q("group_by", "volume in eur per acquirer, all statuses", "table", {k: total(v, "amt") for k, v in group(X, lambda r: r["acquirer"]).items()}, "transactions: sum of amt_eur per acquirer")
q("group_by", "What's the average number of employees for each plan? Ignore those we don't know.", "table", {k: mean(v, "staff") for k, v in group(M, lambda r: r["plan"]).items()}, "merchants: mean headcount per plan")
q("group_by", "languages per account manager, how many does each speak", "table", Counter(h for h, r, t in K if r == "speaks"), "KG speaks, rows per head")
assert heads("speaks") == {r["acct_mgr"] for r in M}

q("group_superlative", "In which city do we have the most merchants?", "values", best(Counter(one(out(n, "basedIn")) for n in MN)), "KG basedIn of the merchants: most frequent tail")
q("group_superlative", "what sector moves the most money with us", "values", best({k: total(v, "amt") for k, v in group(X, lambda r: r["m"]["sector"]).items()}), "merchants: sector; transactions: largest sum of amt_eur")
q("group_superlative", "Which payment method is declined most often?", "values", best(Counter(r["method"] for r in st("declined"))), "transactions: status declined, most frequent method")
q("group_superlative", "bank that most of our merchants have their account with?", "values", best(Counter(t for h, r, t in K if r == "banksWith")), "KG banksWith: most frequent tail")

q("yes_no", "Is Pixelprint24 an Enterprise customer?", "boolean", MN["Pixelprint24"]["plan"] == "Enterprise", "merchants: plan")
q("yes_no", "is there an account manager who knows swedish?", "boolean", bool(inn("Swedish", "speaks")), "KG speaks")
q("yes_no", "Has Tandarts Breukel ever had a chargeback?", "boolean", any(r["status"] == "chargeback" for r in by("Tandarts Breukel")), "merchants: mid; transactions: status chargeback")
q("yes_no", "A lead from London wrote to us. Are we still authorised in the United Kingdom?", "boolean", bool(now("authorised_in", Z, "United Kingdom")), "TKG authorised_in, ended")

q("negation", "Which merchants have not passed the KYB check?", "values", names(r for r in M if r["kyb_ok"] == "N"), "merchants: kyb_ok N")
q("negation", "dutch merchants that dont get daily payouts", "values", names(r for r in ctry("NL") if r["payout"] != "daily"), "merchants: ctry NL, payout not daily")
q("negation", "Which merchants have had no transactions at all?", "values", set(MN) - {r["m"]["merchant_name"] for r in X}, "merchants without a row in transactions")
q("negation", "Banks where our merchants have accounts but which aren't in SEPA Instant?", "values", {t for h, r, t in K if r == "banksWith"} - inn("SEPA Instant", "memberOf"), "KG banksWith, memberOf without SEPA Instant")

q("time_point", "Who was CTO on 1 March 2022?", "values", one(at("has_role", date(2022, 3, 1), tail="CTO"))[0], "TKG has_role on that day")
q("time_point", "starter plan pricing back in 2019?", "values", one(in_year("list_price", 2019, "Starter"))[2], "TKG list_price in 2019")
q("time_point", "Where is our office these days?", "values", one(now("office_at", Z))[2], "TKG open office_at")
q("time_point", "The auditor wants to know which bank was safeguarding client money in June 2021.", "values", one(at("safeguards_funds_at", date(2021, 6, 15), Z))[2], "TKG safeguards_funds_at on that day")

q("before_after", "Who was head of compliance before Paulina Reiß?", "values", step(facts("has_role", tail="Head of Compliance"), 0, "Paulina Reiß", -1), "TKG has_role, the fact before")
q("before_after", "after köpenicker straße where did we move", "values", step(facts("office_at", Z), 2, "Köpenicker Straße 9", 1), "TKG office_at, next fact")
q("before_after", "On which plan was Pixelprint24 before it went to Enterprise?", "values", step(facts("on_plan", "Pixelprint24"), 2, "Enterprise", -1), "TKG on_plan, the fact before")

q("duration", "How many full years was Jonas Pfeiffer CEO?", "number", lasted(one(facts("has_role", "Jonas Pfeiffer", "CEO"))), "TKG completed years")
q("duration", "client funds with rheinische volkskasse - for how many whole years was that", "number", lasted(one(facts("safeguards_funds_at", Z, "Rheinische Volkskasse"))), "TKG completed years")
q("duration", "Of all the people who hold a role at the moment, who has been in theirs the longest?", "values", best({f[0]: f[3].toordinal() for f in now("has_role")}, low=True), "TKG open has_role with the earliest start")

q("multi_hop", "In which city is the bank that Physio Balance uses?", "values", out(one(out("Physio Balance", "banksWith")), "basedIn"), "KG banksWith, basedIn")
q("multi_hop", "polder partners came in on a round, who led that one", "values", out(one(out("Polder Partners", "investedIn")), "ledBy"), "KG investedIn, ledBy")
q("multi_hop", "Who is the boss of the person looking after Sklep Orlik?", "values", out(MN["Sklep Orlik"]["acct_mgr"], "reportsTo"), "merchants: acct_mgr; KG reportsTo")

q("cross_source", "What do the transactions of the merchants owned by Horeca Groep Midden add up to, whatever their status?", "number", total([r for r in X if r["m"]["merchant_name"] in inn("Horeca Groep Midden", "hasOwner")], "amt"), "KG hasOwner; merchants: mid; transactions: sum of amt_eur")
q("cross_source", "Who was our head of sales when Gartenkumpel signed up?", "values", one(at("has_role", MN["Gartenkumpel"]["since"], tail="Head of Sales"))[0], "merchants: onboarded; TKG has_role on that day")
q("cross_source", "avg risk of merchants banking with the alpenbank or donaukasse", "number", mean([r for r in M if out(r["merchant_name"], "banksWith") & {"Alpenbank", "Donaukasse"}], "risk"), "KG banksWith; merchants: mean risk_score")
q("cross_source", "I'm off to Leipzig next week to see clients. How many transactions did the merchants there have?", "number", sum("Leipzig" in out(r["m"]["merchant_name"], "basedIn") for r in X), "KG basedIn; merchants: mid; transactions: rows")

q("missing", "For which merchants do we have no headcount?", "values", names(r for r in M if r["staff"] is None), "merchants: headcount NULL")

refuse("How many euros did Quai Neuf Growth invest in us?", "no invested amounts in any file")
refuse("reason why TX-41245 got declined", "no decline reasons in any file")
refuse("What risk score does Tandarts Breukel have?", "merchants: risk_score NULL")
refuse("Who's on the supervisory board?", "no board members in any file")
refuse("Wollkiste changed bank details last month I think, what IBAN do we have for them", "no IBANs in any file")
refuse("when does the Dutch branch permit expire?", "KG: only who issued it")
assert MN["Tandarts Breukel"]["risk"] is None

finish(HERE, Q)
