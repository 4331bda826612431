#!/usr/bin/env python3
"""Computes every gold answer of the 'lawfirm' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, iso, kg, lasted, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for c in ("£", ",", "%", " h", " cm"):
        s = s.replace(c, "")
    return float(s) if s.strip() else None


K, T = graphs(HERE, "lawfirm")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def within(fs, first, last=None):
    """the facts that hold at some time from the first to the last day (one day if no last)"""
    return [f for f in fs if f[3] <= (last or first) and (f[4] is None or first <= f[4])]
def share(rows, test):
    rows = list(rows)
    return 100 * sum(map(test, rows)) / len(rows)
def length(f): return (f[4] - f[3]).days


Q = []
q = asking("lawfirm", Q)


M = rd("matters.csv")
for r in M:
    r["open"], r["close"] = day(r["Opened"], "%d/%m/%Y"), day(r["Closed"], "%d %b %Y")
    r["budget"], r["chance"] = num(r["Budget"]), num(r["Chance of success"])
MR, MN = {r["Matter Ref"]: r for r in M}, {r["Matter"]: r for r in M}
B = rd("bills.csv")
for r in B:
    r["d"], r["paid"] = iso(r["Billed on"]), day(r["Paid on"], "%d.%m.%Y")
    r["h"], r["fees"], r["disb"] = num(r["Hours"]), num(r["Fees (GBP)"]), num(r["Disbursements (GBP)"])
    r["m"] = MR[r["Matter Ref"]]
BN = {r["Bill No"]: r for r in B}
LAWYERS, CLIENTS = heads("works in"), heads("industry")

# sanity of the data
assert len(MR) == len(MN) == len(M) and len(BN) == len(B) and len(set(K)) == len(K)
assert {r["Client"] for r in M} == CLIENTS == heads("headquartered_in") and {r["Fee earner"] for r in B} <= LAWYERS
assert {r["Heard in"] for r in M} - {""} == heads("sits in") == {f[0] for f in facts("presiding judge")}
for r in M:
    assert out(r["Lead lawyer"], "works in") == {r["Practice group"]} and out(r["Lead lawyer"], "based at") == {r["Office"]}
    assert (r["close"] is not None) == (r["Stage"] == "Closed") and (r["close"] is None or r["open"] < r["close"])
for r in B:
    assert r["m"]["Fee basis"] != "Pro bono" and r["d"] > r["m"]["open"] and (r["paid"] is None or r["paid"] > r["d"])
    assert (r["Status"] == "Paid") == (r["paid"] is not None)
for rel in ("head_of_group", "presiding judge", "general counsel", "client partner", "owned_by", "rank"):
    for h in {f[0] for f in facts(rel)}:
        fs = facts(rel, h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, h)
names = lambda rows: [r["Matter"] for r in rows]
refs = lambda rows: [r["Matter Ref"] for r in rows]
grp = lambda g: [r for r in M if r["Practice group"] == g]
at_office = lambda o: [r for r in M if r["Office"] == o]
billed = lambda y: [r for r in B if r["d"].year == y]
by = lambda w, rows=B: [r for r in rows if r["Fee earner"] == w]
MP = "managing partner of"

# ------------------------------------------------------------------ lookup
q("lookup", "What budget was agreed for the Goose logo trade mark matter, in pounds?", "number", MN["Goose logo trade mark"]["budget"], "matters: Budget")
q("lookup", "whos leading m-2118", "values", MR["M-2118"]["Lead lawyer"], "matters: Lead lawyer of M-2118")
q("lookup", "Which industry is Gannet Offshore in?", "values", out("Gannet Offshore", "industry"), "KG: industry")
q("lookup", "bill B-70256, how many hrs were on it?", "number", BN["B-70256"]["h"], "bills: Hours of B-70256")
q("lookup", "Where did Sian Prosser study?", "values", out("Siân Prosser", "studied at"), "KG: studied at")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of our lawyers speak Dutch?", "values", inn("Dutch", "speaks") & LAWYERS, "KG: speaks Dutch")
q("filter_list", "everything we're doing or have done for free, matter refs please", "values", refs(r for r in M if r["Fee basis"] == "Pro bono"), "matters: Fee basis Pro bono")
q("filter_list", "Which clients have their headquarters in Edinburgh?", "values", inn("Edinburgh", "headquartered_in"), "KG: headquartered_in Edinburgh")
q("filter_list", "overdue bills - just the numbers so i can start chasing", "values", [r["Bill No"] for r in B if r["Status"] == "Overdue"], "bills: Status Overdue")
q("filter_list", "Which shipping matters were opened in 2023? The matter names will do.", "values", names(r for r in grp("Shipping") if r["open"].year == 2023),
  "matters: Practice group Shipping, Opened in 2023")

# ------------------------------------------------------------------ count
q("count", "How many matters were opened in 2022?", "number", sum(r["open"].year == 2022 for r in M), "matters: Opened in 2022")
q("count", "park row - no. of matters with stage open", "number", sum(r["Stage"] == "Open" for r in at_office("Park Row")), "matters: Office Park Row, Stage Open")
q("count", "How many bills in 2023 have Anneliese Brouwer-Hahn as the fee earner?", "number", len(by("Anneliese Brouwer-Hahn", billed(2023))), "bills: Fee earner, Billed on in 2023")
q("count", "crake & lovelace, how many times have we been up against that lot", "number", len(inn("Crake & Lovelace", "opposed_by")), "KG: opposed_by Crake & Lovelace")
q("count", "Before I ring the listing office at Patents Court West I should like to be sure of my facts. Could you kindly tell me how many of our matters are down as heard there?",
  "number", sum(r["Heard in"] == "Patents Court West" for r in M), "matters: Heard in Patents Court West")

# ------------------------------------------------------------------ sum
q("sum", "What were the total fees billed in 2023, in pounds?", "number", total(billed(2023), "fees"), "bills: sum of Fees, Billed on in 2023")
q("sum", "hours femke oosterling has clocked up on all her bills taken together", "number", total(by("Femke Oosterling"), "h"), "bills: sum of Hours (empty left out), Fee earner Femke Oosterling")
q("sum", "Please add up the disbursments on all bills for matter M-2125.", "number", total([r for r in B if r["Matter Ref"] == "M-2125"], "disb"), "bills: sum of Disbursements, M-2125")

# ------------------------------------------------------------------ average
q("average", "What is the average budget of our property matters?", "number", mean(grp("Property"), "budget"), "matters: mean Budget (empty left out), Practice group Property")
q("average", "avg chance of success on litigaton files, in %", "number", mean(grp("Litigation"), "chance"), "matters: mean Chance of success (empty left out), Litigation")
pd = [r for r in billed(2024) if r["paid"]]
q("average", "Cash flow meeting at ten and I have nothing to show. Looking at bills issued in 2024 that have been paid, how many days on average went by between billing and payment?",
  "number", sum((r["paid"] - r["d"]).days for r in pd) / len(pd), "bills: mean of Paid on minus Billed on, Billed on in 2024, paid")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest amount of fees on a single bill?", "number", max(r["fees"] for r in B), "bills: max Fees")
q("min_max", "when did we open our very first file for zephyr cycles", "values", min(r["open"] for r in M if r["Client"] == "Zephyr Cycles"), "matters: earliest Opened, Zephyr Cycles")
q("min_max", "smallest budget amogn the fixed fee jobs?", "number", min(r["budget"] for r in M if r["Fee basis"] == "Fixed fee" and r["budget"]), "matters: min Budget, Fee basis Fixed fee")

# ------------------------------------------------------------------ superlative
q("superlative", "Which corporate matter has the largest budget?", "values", best({r["Matter"]: r["budget"] for r in grp("Corporate") if r["budget"]}), "matters: highest Budget, Corporate")
q("superlative", "which bill had the most hours on it? number pls", "values", best({r["Bill No"]: r["h"] for r in B if r["h"]}), "bills: highest Hours")
q("superlative", "Of the people heading a practice group today, who has been in the post longest?", "values",
  best({f[2]: f[3] for f in now("head_of_group")}, low=True), "TKG: open head_of_group fact with the earliest start")
q("superlative", "wich of our closed matters dragged on the longest from opening to closing", "values",
  best({r["Matter"]: (r["close"] - r["open"]).days for r in M if r["close"]}), "matters: largest Closed minus Opened")

# ------------------------------------------------------------------ top_k
q("top_k", "Who are the three fee earners with the most hours billed in 2022?", "values",
  best({k: total(v, "h") for k, v in group(billed(2022), lambda r: r["Fee earner"]).items()}, 3), "bills: 2022, three highest sums of Hours per Fee earner")
q("top_k", "top 5 clinets by fees, all years in one", "values", best({k: total(v, "fees") for k, v in group(B, lambda r: r["m"]["Client"]).items()}, 5),
  "bills + matters: five highest sums of Fees per Client")

# ------------------------------------------------------------------ comparison
q("comparison", "Which office has had more matters, Wijnhaven or Melville Crescent?", "values", best({o: len(at_office(o)) for o in ("Wijnhaven", "Melville Crescent")}), "matters: rows of the two offices")
q("comparison", "lorimer glass or gannet offshore, who's been the bigger earner for us going by fees", "values",
  best({c: total([r for r in B if r["m"]["Client"] == c], "fees") for c in ("Lorimer Glass plc", "Gannet Offshore")}), "bills + matters: sums of Fees of the two clients")
q("comparison", "Who served longer as presiding judge, Ambrose Fairweather or Harriet Stubbins?", "values",
  best({j: length(one(facts("presiding judge", tail=j))) for j in ("Judge Ambrose Fairweather", "Judge Harriet Stubbins")}), "TKG: lengths of the two presiding judge facts")

# ------------------------------------------------------------------ difference
q("difference", "How much bigger is the budget of Audiobook rights audit than that of Cover design infringement?", "number",
  MN["Audiobook rights audit"]["budget"] - MN["Cover design infringement"]["budget"], "matters: difference of the two Budgets")
f21, f24 = total(billed(2021), "fees"), total(billed(2024), "fees")
q("difference", "fees billed in 2021 and fees billed in 2024: how far apart are they, in pounds", "number", abs(f24 - f21), "bills: sums of Fees of the two years, subtracted")
q("difference", "M-2043 and M-2140: what's the gap between our chances of success, in percentage points?", "number", abs(MR["M-2043"]["chance"] - MR["M-2140"]["chance"]),
  "matters: difference of the two Chances of success")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our matters are charged on an hourly basis?", "number", share(M, lambda r: r["Fee basis"] == "Hourly"), "matters: Fee basis Hourly over all rows")
q("percent", "how much of the 2024 fees has yasmin el tahir as fee earner, in percent", "number", 100 * total(by("Yasmin El-Tahir", billed(2024)), "fees") / f24,
  "bills: 2024, Fees of Fee earner Yasmin El-Tahir over all")

# ------------------------------------------------------------------ group_by
q("group_by", "How many matters does each practice group have?", "table", Counter(r["Practice group"] for r in M), "matters: rows per Practice group")
q("group_by", "fees billed year by year", "table", {k: total(v, "fees") for k, v in group(B, lambda r: r["d"].year).items()}, "bills: sum of Fees per year of Billed on")
q("group_by", "What is the average budget at each office?", "table", {k: mean(v, "budget") for k, v in group(M, lambda r: r["Office"]).items()}, "matters: mean Budget (empty left out) per Office")
q("group_by", "number of clients per indsutry", "table", Counter(t for h, r, t in K if r == "industry"), "KG: clients per industry")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which fee earner billed the most in fees in 2021?", "values", best({k: total(v, "fees") for k, v in group(billed(2021), lambda r: r["Fee earner"]).items()}),
  "bills: 2021, highest sum of Fees per Fee earner")
q("group_superlative", "which court do we end up in more often than any other", "values", best(Counter(r["Heard in"] for r in M if r["Heard in"])), "matters: most rows per Heard in (empty left out)")
q("group_superlative", "Which client has the highest total budget over all its matters?", "values", best({k: total(v, "budget") for k, v in group(M, lambda r: r["Client"]).items()}),
  "matters: highest sum of Budget per Client")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Desmond Achterberg qualified in the Netherlands?", "boolean", "Netherlands" in out("Desmond Achterberg", "qualified_in"), "KG: qualified_in Netherlands")
q("yes_no", "any of severn tunnel plant hire's bills marked overdue at the mo?", "boolean", any(r["Status"] == "Overdue" for r in B if r["m"]["Client"] == "Severn Tunnel Plant Hire"),
  "bills + matters: Status Overdue, client Severn Tunnel Plant Hire")
q("yes_no", "Was Moira Kilbrandon ever head of the Litigation group?", "boolean", bool(facts("head_of_group", "Litigation", "Moira Kilbrandon")), "TKG: no head_of_group fact of Litigation with her")
q("yes_no", "does the maas maritime tribunal do family cases as well?", "boolean", "family cases" in out("Maas Maritime Tribunal", "hears"), "KG: hears of Maas Maritime Tribunal")

# ------------------------------------------------------------------ negation
q("negation", "Which lawyers based at Corn Street have never been a client partner?", "values", inn("Corn Street", "based at") - {f[2] for f in facts("client partner")},
  "KG: based at Corn Street; TKG: no client partner fact")
q("negation", "clients who havent brought us anything new since the start of 2022", "values", CLIENTS - {r["Client"] for r in M if r["open"] >= date(2022, 1, 1)},
  "matters: clients without a row opened from 2022-01-01")
q("negation", "Which litigation matters have no opposing firm recorded?", "values", names(r for r in grp("Litigation") if not out(r["Matter Ref"], "opposed_by")),
  "matters: Litigation; KG: no opposed_by of the Matter Ref")
q("negation", "how many of the bills sent out in 2024 are anythign but paid", "number", sum(r["Status"] != "Paid" for r in billed(2024)), "bills: 2024, Status not Paid")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was managing partner of Park Row on 1 June 2019?", "values", one(within(facts(MP, tail="Park Row"), date(2019, 6, 1)))[0], "TKG: managing partner of, on 2019-06-01")
q("time_point", "farrier software's general counsel in 2022?", "values", one(within(facts("general counsel", "Farrier Software"), date(2022, 1, 1), date(2022, 12, 31)))[2], "TKG: general counsel in 2022")
q("time_point", "who was presiding at the northen employment tribunal back in july 2018", "values",
  one(within(facts("presiding judge", "Northern Employment Tribunal"), date(2018, 7, 1), date(2018, 7, 31)))[2], "TKG: presiding judge in 2018-07")
q("time_point", "What rank did Callum Dinwoodie hold on 1 January 2020?", "values", one(within(facts("rank", "Callum Dinwoodie"), date(2020, 1, 1)))[2], "TKG: rank on 2020-01-01")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was client partner for Quillfeather Press before Marguerite Lestrange-Cote?", "values",
  step(facts("client partner", "Quillfeather Press"), 2, "Marguerite Lestrange-Côté", -1), "TKG: previous client partner")
q("before_after", "cornelis duyvendak - who did he hand the wijnhaven office over to as managing partner?", "values",
  step(facts(MP, tail="Wijnhaven"), 0, "Cornelis Duyvendak", 1), "TKG: next managing partner of Wijnhaven")
q("before_after", "Which lawyers made partner after 1 January 2020?", "values", [f[0] for f in facts("rank", tail="Partner") if f[3] > date(2020, 1, 1)], "TKG: rank Partner with start after 2020-01-01")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Beatrice Wolstenholme head of the Family & Private Client group?", "number",
  lasted(one(facts("head_of_group", "Family & Private Client", "Beatrice Wolstenholme"))), "TKG: complete years from start to end")
q("duration", "melville crescent, former managing partners only: who held the reins longest", "values",
  best({f[0]: length(f) for f in facts(MP, tail="Melville Crescent") if f[4]}), "TKG: longest closed managing partner of fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the court that hears patent cases?", "values", {k for c in inn("patent cases", "hears") for t in out(c, "sits in") for k in out(t, "lies in")},
  "KG: hears backwards > sits in > lies in")
q("multi_hop", "what uni did rupert quennells trainer go to", "values", {u for t in out("Rupert Quennell", "trained_under") for u in out(t, "studied at")}, "KG: trained_under > studied at")
q("multi_hop", "Which city does Finbarr MacGarvey work in?", "values", {c for o in out("Finbarr MacGarvey", "based at") for c in out(o, "located in")}, "KG: based at > located in")

# ------------------------------------------------------------------ cross_source
x = MR["M-2129"]
q("cross_source", "Matter M-2129 has a court attached to it. Who was presiding judge there on the day we opened the matter?", "values",
  one(within(facts("presiding judge", x["Heard in"]), x["open"]))[2], "matters: Heard in, Opened; TKG: presiding judge on that date")
q("cross_source", "how much have we billed in fees to clients in the shiping industry, all told", "number",
  total([r for r in B if r["m"]["Client"] in inn("shipping", "industry")], "fees"), "KG: industry shipping; matters: Client; bills: sum of Fees")
q("cross_source", "How many matters were opened at Corn Street while Gwendolyn Ashby-Tarrant was its managing partner?", "number",
  sum(bool(within(facts(MP, "Gwendolyn Ashby-Tarrant", "Corn Street"), r["open"])) for r in at_office("Corn Street")), "TKG: managing partner of interval; matters: Office, Opened")
q("cross_source", "B-70267 - which client was that for", "values", BN["B-70267"]["m"]["Client"], "bills: Matter Ref; matters: Client")
q("cross_source", "How many hours in total were billed by lawyers who trained under Lucinda Farquharson-Pym?", "number",
  total([r for r in B if r["Fee earner"] in inn("Lucinda Farquharson-Pym", "trained_under")], "h"), "KG: trained_under; bills: sum of Hours (empty left out)")
q("cross_source", "who is general councel these days at the client with the float glass supply framework", "values",
  one(now("general counsel", MN["Supply framework, float glass"]["Client"]))[2], "matters: Client; TKG: open general counsel")
tq = {f[0] for f in now("owned_by", tail="Tarn Equity")}
q("cross_source", "I'm writing a conflicts note on Tarn Equity. Which matters, by name, have we ever opened for companies that it owns at present?", "values",
  names(r for r in M if r["Client"] in tq), "TKG: open owned_by Tarn Equity; matters: Client")

# ------------------------------------------------------------------ missing
q("missing", "Which matters that are not pro bono have no budget entered?", "values", names(r for r in M if r["Fee basis"] != "Pro bono" and r["budget"] is None), "matters: empty Budget, not Pro bono")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much did Gannet Offshore get in damages in the platform fire case?", "refuse", [], "no awards or settlements in any file")
q("unanswerable", "did we win the stallion lameness one", "refuse", [], "only the chance of success is recorded, no outcome")
q("unanswerable", "how many parking spaces has corn street got", "refuse", [], "no parking spaces in any file")
assert not within(facts(MP, tail="Harcourt House"), date(2005, 1, 1), date(2005, 12, 31))
q("unanswerable", "Who was managing partner of Harcourt House in 2005?", "refuse", [], "TKG: the first managing partner of Harcourt House starts in 2012")
assert "Project Nightjar" not in MN
q("unanswerable", "What is the budget for Project Nightjar?", "refuse", [], "there is no such matter")
q("unanswerable", "Which bills have been disputed by the client?", "refuse", [], "disputes are not recorded, only Paid, Outstanding, Overdue, Written off")
q("unanswerable", "judge ruth abernethy - any idea what date she retires", "refuse", [], "TKG: her fact is open, no retirement dates")


finish(HERE, Q)
