#!/usr/bin/env python3
"""Computes every gold answer of the 'claims' domain (an insurance broker) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, finish, fmt, full_years, graphs, group, iso, kg, mean, one, records, step, tkg, total)


def num(s):
    for mark in ("£", ",", "%", "/10"): s = s.replace(mark, "")
    return float(s) if s.strip() else None


P = records(HERE, "policies.csv")
for r in P:
    r["start"] = datetime.strptime(r["Inception"], "%d %b %Y").date()
    r["prem"], r["sum"], r["exc"], r["com"] = num(r["Annual premium"]), num(r["Sum insured"]), num(r["Excess"]), num(r["Commission"])
PN = {r["Policy No"]: r for r in P}
C = records(HERE, "claims.csv")
for r in C:
    r["loss"], r["note"] = datetime.strptime(r["Date of loss"], "%d/%m/%Y").date(), iso(r["Notified"])
    r["res"], r["paid"], r["days"], r["score"] = num(r["Reserve (GBP)"]), num(r["Paid (GBP)"]), num(r["Days to close"]), num(r["Customer score"])
    r["pol"] = PN[r["Policy"]]
CN = {r["Claim Ref"]: r for r in C}
K, T = graphs(HERE, "claims")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def share(rows, test): return 100 * sum(map(test, rows)) / len(rows)


BM, CD, AH, PAN = "branch manager", "claims director", "account handler", "on panel of"
OFFICES, INSURERS, FIRMS, CLIENTS = heads("offers") | {f[0] for f in facts(BM)}, heads("underwrites"), {t for h, r, t in K if r == "works for"}, heads("in trade")
BROKERS, ADJUSTERS = heads("works at"), heads("works for")
# sanity of the data
assert len(PN) == len(P) and len(CN) == len(C) and len(set(K)) == len(K)
assert OFFICES == {t for h, r, t in K if r == "works at"} and INSURERS == {f[0] for f in facts("owned_by")} == {r["Underwriter"] for r in P}
assert CLIENTS == {f[0] for f in facts(AH)} and CLIENTS < {r["Insured"] for r in P} and FIRMS == {f[0] for f in facts(PAN)}
for h in {f[0] for f in T}:
    for rel in (BM, CD, AH, "owned_by"):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in P: assert r["Class"] in out(r["Underwriter"], "underwrites") and r["Placed by"] in BROKERS
for r in C:
    assert r["pol"]["start"] <= r["loss"] <= r["note"] and (not r["Adjuster"] or r["Adjuster"] in ADJUSTERS)
    assert (r["days"] is None) == (r["Outcome"] == "Open") and (r["paid"] is None or r["Outcome"] == "Settled")
def office(broker): return one(out(broker, "works at"))
def firm(adj): return one(out(adj, "works for"))
def country(town): return one(out(one(out(town, "in county")), "part_of_country"))
rep = lambda y: [r for r in C if r["note"].year == y]
cause = lambda c, rows=None: [r for r in (C if rows is None else rows) if r["Cause"] == c]
cls = lambda c: [r for r in P if r["Class"] == c]
policy = lambda who, c: one(r for r in P if r["Insured"] == who and r["Class"] == c)

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (list, set, tuple)) or not isinstance(answers, (str, int, float, date)):
        answers = sorted({fmt(a) for a in answers})
    else:
        answers = [fmt(answers)]
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"claims-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
nos = lambda rows: [r["Policy No"] for r in rows]
refs = lambda rows: [r["Claim Ref"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "What is the annual premium of policy HM-4099?", "number", PN["HM-4099"]["prem"], "policies: Annual premium of HM-4099", "plain")
q("lookup", "what did we end up payng out on CL23/041", "number", CN["CL23/041"]["paid"], "claims: Paid of CL23/041", "typo casual syn")
q("lookup", "Which reinsurer stands behind Albatross Mutual?", "values", out("Albatross Mutual", "reinsured_by"), "KG: Albatross Mutual reinsured_by", "plain syn")
q("lookup", "iris applegarth, pet insurance - who's that with?", "values", policy("Iris Applegarth", "Pet")["Underwriter"], "policies: Underwriter, Iris Applegarth, Class Pet", "casual")
q("lookup", "Which firm does Dagny Thorvald work for?", "values", out("Dagny Thorvald", "works for"), "KG: Dagny Thorvald works for", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which policies have an annual premium of more than £10,000?", "values", nos(r for r in P if r["prem"] > 10000), "policies: Annual premium > 10,000", "plain")
q("filter_list", "stuff that got nicked in port ellery, claim refs please", "values", refs(r for r in cause("Theft") if r["Town"] == "Port Ellery"),
  "claims: Cause Theft, Town Port Ellery", "idiom casual")
q("filter_list", "Which brokers hold the Marine Certificate?", "values", inn("Marine Certificate", "holds_qualification"), "KG: holds_qualification Marine Certificate", "plain")
q("filter_list", "home policys with corvane that are still going?", "values",
  nos(r for r in cls("Home") if r["Underwriter"] == "Corvane Insurance plc" and r["Status"] == "In force"), "policies: Class Home, Underwriter Corvane, Status In force", "typo short syn")
q("filter_list", "Which claims were given a customer score of 1 out of 10?", "values", refs(r for r in C if r["score"] == 1), "claims: Customer score 1/10", "plain")

# ------------------------------------------------------------------ count
q("count", "How many claims were declined?", "number", sum(r["Outcome"] == "Declined" for r in C), "claims: Outcome Declined", "plain")
q("count", "how many cracked windscreens did we have reported in 2022", "number", len(cause("Windscreen", rep(2022))), "claims: Cause Windscreen, Notified in 2022", "casual syn")
q("count", "How many policies has Zofia Wrzesniak placed?", "number", sum(r["Placed by"] == "Zofia Wrzesniak" for r in P), "policies: Placed by Zofia Wrzesniak", "plain")
q("count", "aurelie fontanet - no. of claims on her desk over the years?", "number", sum(r["Adjuster"] == "Aurélie Fontanet" for r in C),
  "claims: Adjuster Aurélie Fontanet", "short syn")
q("count", "Good afternoon. My husband and I are moving house and I'd like to pop in on a weekend, as neither of us can get away before. How many of your offices open on a Saturday?", "number",
  len(inn("Saturday opening", "offers")), "KG: offers Saturday opening", "polite detour")

# ------------------------------------------------------------------ sum
q("sum", "What is the total annual premium of all farm policies?", "number", total(cls("Farm"), "prem"), "policies: sum of Annual premium, Class Farm", "plain")
q("sum", "how much money went out the door on strom damage, all in", "number", total(cause("Storm"), "paid"), "claims: sum of Paid (empty left out), Cause Storm", "typo idiom casual")
q("sum", "What do the reserves on all open claims add up to?", "number", total([r for r in C if r["Outcome"] == "Open"], "res"), "claims: sum of Reserve, Outcome Open", "plain")

# ------------------------------------------------------------------ average
q("average", "What is the average number of days it takes to close an escape of water claim?", "number", mean(cause("Escape of water"), "days"),
  "claims: mean Days to close (empty left out), Cause Escape of water", "plain")
q("average", "avg comission % on marine?", "number", mean(cls("Marine"), "com"), "policies: mean Commission, Class Marine", "typo short")
q("average", "Team meeting on Thursday and they want a figure to aim at. What's the average customer score on claims that were settled?", "number",
  mean([r for r in C if r["Outcome"] == "Settled"], "score"), "claims: mean Customer score (empty left out), Outcome Settled", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest excess on any policy?", "number", max(r["exc"] for r in P if r["exc"] is not None), "policies: max Excess", "plain")
q("min_max", "cheapest motor premium on the books", "number", min(r["prem"] for r in cls("Motor")), "policies: min Annual premium, Class Motor", "short idiom")
q("min_max", "When did the first subsidence claim come in?", "values", [min(r["note"] for r in cause("Subsidence"))], "claims: earliest Notified, Cause Subsidence", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which claim had the biggest payout?", "values", best({r["Claim Ref"]: r["paid"] for r in C if r["paid"]}), "claims: highest Paid", "plain syn")
q("superlative", "Which policyholder has the home with the largest sum insured?", "values", best({r["Insured"]: r["sum"] for r in cls("Home")}),
  "policies: highest Sum insured, Class Home", "plain syn")
q("superlative", "which broker at mercat square speaks the most langauges", "values", best({b: len(out(b, "speaks")) for b in inn("Mercat Square", "works at")}),
  "KG: speaks counted for those who work at Mercat Square", "typo casual")
q("superlative", "Of the travel policies, which one have we had on the books the longest?", "values", best({r["Policy No"]: r["start"] for r in cls("Travel")}, low=True),
  "policies: earliest Inception, Class Travel", "idiom")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three claims reported in 2023 had the highest reserves?", "values", best({r["Claim Ref"]: r["res"] for r in rep(2023)}, 3), "claims: three highest Reserve, Notified in 2023", "plain")
q("top_k", "top 4 commercial property accounts by premium, names only", "values", best({r["Insured"]: r["prem"] for r in cls("Commercial Property")}, 4),
  "policies: four highest Annual premium, Class Commercial Property, Insured", "short")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has the larger annual premium, MA-3311 or MA-3807?", "values", best({p: PN[p]["prem"] for p in ("MA-3311", "MA-3807")}), "policies: Annual premium of the two", "plain")
q("comparison", "kwabena darko or gwenllian pugh: whos had more claims to deal with", "values",
  best({a: sum(r["Adjuster"] == a for r in C) for a in ("Kwabena Darko", "Gwenllian Pugh")}), "claims: rows of the two adjusters", "casual syn")
z = {b: (lambda f: (f[4] - f[3]).days)(one(facts(BM, h, b))) for h, b in (("Chapel Street", "Ieuan Gethin"), ("The Corn Exchange", "Percival Tindle"))}
q("comparison", "Who was branch manager for longer, Ieuan Gethin at Chapel Street or Percival Tindle at The Corn Exchange?", "values", best(z), "TKG: lengths of the two branch manager facts", "plain")

# ------------------------------------------------------------------ difference
q("difference", "By how much was the reserve on CL24/082 above what was actually paid?", "number", CN["CL24/082"]["res"] - CN["CL24/082"]["paid"], "claims: Reserve minus Paid of CL24/082", "plain")
a, b = policy("Colm Devereux", "Motor")["prem"], policy("Colm Devereux", "Home")["prem"]
assert a > b
q("difference", "colm devereux: how much more does his car cost him a year than his house, insurance wise", "number", a - b, "policies: Annual premium of his Motor and Home policies, subtracted", "casual syn")
n21, n24 = len(rep(2021)), len(rep(2024))
assert n24 > n21
q("difference", "How many more claims were reported in 2024 than in 2021?", "number", n24 - n21, "claims: rows by year of Notified, subtracted", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our policies are in force?", "number", share(P, lambda r: r["Status"] == "In force"), "policies: Status In force over all rows", "plain")
q("percent", "of the slip or trip claims, what % got knocked back?", "number", share(cause("Slip or trip"), lambda r: r["Outcome"] == "Declined"), "claims: Cause Slip or trip, share Declined", "idiom short")

# ------------------------------------------------------------------ group_by
q("group_by", "How many policies are there in each class?", "table", Counter(r["Class"] for r in P), "policies: rows per Class", "plain")
q("group_by", "total paid out by cause pls", "table", {k: total(v, "paid") for k, v in group([r for r in C if r["paid"] is not None], lambda r: r["Cause"]).items()},
  "claims: sum of Paid per Cause", "short syn")
q("group_by", "Number of claims reported per year?", "table", Counter(r["note"].year for r in C), "claims: rows per year of Notified", "plain")
q("group_by", "for each adjusting firm, how many adjustors work there", "table", Counter(firm(a) for a in ADJUSTERS), "KG: works for, counted by firm", "typo casual")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "In which town have the most losses occurred?", "values", best(Counter(r["Town"] for r in C)), "claims: most rows per Town", "plain")
q("group_superlative", "which insurer do we give the most premium to, all policies added up", "values", best({k: total(v, "prem") for k, v in group(P, lambda r: r["Underwriter"]).items()}),
  "policies: highest sum of Annual premium per Underwriter", "casual syn")
q("group_superlative", "Which repairer is approved by the largest number of insurers?", "values", best(Counter(h for h, r, t in K if r == "approved_by")), "KG: approved_by, counted by repairer", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Pellucid Direct underwrite pet insurance?", "boolean", "Pet" in out("Pellucid Direct", "underwrites"), "KG: Pellucid Direct underwrites", "plain")
q("yes_no", "can i take my car to sid's body shop if im with albatross? do they approve it?", "boolean", "Albatross Mutual" in out("Sid's Body Shop", "approved_by"),
  "KG: approved_by of Sid's Body Shop", "casual detour")
q("yes_no", "Has Hamish Auchterlony ever been branch manager at Mercat Square?", "boolean", bool(facts(BM, "Mercat Square", "Hamish Auchterlony")), "TKG: Mercat Square branch manager", "plain")
q("yes_no", "is crake still on the corvane panel these days?", "boolean", bool(now(PAN, "Crake Loss Adjusting", "Corvane Insurance plc")), "TKG: on panel of, ended 2021-12-31", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which of the brokers at our offices do not hold any qualification?", "values", BROKERS - heads("holds_qualification"), "KG: works at without a holds_qualification triple", "plain")
q("negation", "which pet policys have never had a claim", "values", nos(r for r in cls("Pet") if r["Policy No"] not in {c["Policy"] for c in C}),
  "policies: Class Pet without a row in claims", "typo casual")
q("negation", "Which offices do not have wheelchair access?", "values", OFFICES - inn("wheelchair access", "offers"), "KG: offices without offers wheelchair access", "plain")
q("negation", "hw many motor policies are with someone other than pellucid direct?", "number", sum(r["Underwriter"] != "Pellucid Direct" for r in cls("Motor")),
  "policies: Class Motor, Underwriter not Pellucid Direct", "typo casual")

# ------------------------------------------------------------------ time_point
q("time_point", "Who owned Corvane Insurance plc in 2015?", "values", [one(in_year("owned_by", 2015, head="Corvane Insurance plc"))[2]], "TKG: owned_by in 2015", "plain")
q("time_point", "who ran the customs house office on 1 jan 2015", "values", [one(at(BM, date(2015, 1, 1), head="Customs House"))[2]], "TKG: branch manager of Customs House valid on 2015-01-01", "casual syn")
q("time_point", "Which insurers belonged to Meridew Capital on 30 June 2022?", "values", [f[0] for f in at("owned_by", date(2022, 6, 30), tail="Meridew Capital")],
  "TKG: owned_by Meridew Capital valid on 2022-06-30", "plain")
q("time_point", "Going through old minutes. Whose name would have been on the door as claims director at Pellucid in 2021?", "values", [one(in_year(CD, 2021, head="Pellucid Direct"))[2]],
  "TKG: claims director of Pellucid Direct in 2021", "idiom detour")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was branch manager of Tanner's Yard before Conrad Yelland?", "values", [step(facts(BM, head="Tanner's Yard"), 2, "Conrad Yelland", -1)],
  "TKG: previous branch manager of Tanner's Yard", "plain")
q("before_after", "who took over from enid bickerstaff at old lantern", "values", [step(facts(CD, head="Old Lantern Assurance"), 2, "Enid Bickerstaff", 1)],
  "TKG: next claims director of Old Lantern Assurance", "casual")
q("before_after", "Would you be so kind as to tell me which adjusting firms joined an insurer's panel after 1 January 2021? Names of the firms are quite enough.", "values",
  {f[0] for f in facts(PAN) if f[3] > date(2021, 1, 1)}, "TKG: on panel of with start after 2021-01-01", "polite")

# ------------------------------------------------------------------ duration
f = one(facts(AH, "Cardew's Ferries", "Jago Trevanion"))
q("duration", "How many full years was Jago Trevanion the account handler for Cardew's Ferries?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "out of the ex branch mangers of mercat square who hung on the longest", "values",
  best({f[2]: (f[4] - f[3]).days for f in facts(BM, head="Mercat Square") if f[4]}), "TKG: longest closed branch manager fact of Mercat Square", "typo idiom")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is the office where Cerys Mostyn works?", "values", {c for o in out("Cerys Mostyn", "works at") for t in out(o, "located in") for c in out(t, "in county")},
  "KG: works at > located in > in county", "plain")
q("multi_hop", "which adjusters who do fire come from a firm based in ashcombe regis", "values", {a for a in inn("fire", "specialises_in") if "Ashcombe Regis" in out(firm(a), "based in")},
  "KG: specialises_in fire; works for > based in", "casual")
q("multi_hop", "Which insurers have their headquarters in Scotland?", "values", {i for i in INSURERS if country(one(out(i, "headquartered in"))) == "Scotland"},
  "KG: headquartered in > in county > part_of_country", "plain")

# ------------------------------------------------------------------ cross_source
x = CN["CL20/003"]
q("cross_source", "Who was claims director of the insurer on the day the loss in CL20/003 happened?", "values", [one(at(CD, x["loss"], head=x["pol"]["Underwriter"]))[2]],
  "claims: Policy, Date of loss; policies: Underwriter; TKG: claims director on that date", "plain")
q("cross_source", "claims under brambleford bakerys policies - how much has been paid in total?", "number", total([r for r in C if r["pol"]["Insured"] == "Brambleford Bakery"], "paid"),
  "policies: Insured Brambleford Bakery; claims: sum of Paid", "casual")
q("cross_source", "How many claims were for losses in Scotland?", "number", sum(country(r["Town"]) == "Scotland" for r in C), "KG: in county > part_of_country; claims: rows by Town", "plain")
q("cross_source", "What is the total annual premium of the policies placed by brokers of the Fish Row office?", "number", total([r for r in P if office(r["Placed by"]) == "Fish Row"], "prem"),
  "KG: works at Fish Row; policies: sum of Annual premium", "plain")
q("cross_source", "how many claims ended up with an adjuster whose firm wasnt on that insurers pannel on the day it was notified", "number",
  sum(bool(r["Adjuster"]) and not at(PAN, r["note"], firm(r["Adjuster"]), r["pol"]["Underwriter"]) for r in C),
  "claims: Adjuster, Notified; policies: Underwriter; KG: works for; TKG: on panel of on that date", "typo casual")
q("cross_source", "Which adjusting firm has dealt with the most claims?", "values", best(Counter(firm(r["Adjuster"]) for r in C if r["Adjuster"])),
  "claims: Adjuster; KG: works for, rows counted by firm", "plain syn")
q("cross_source", "clients in the food trade that have marine cover w/ us, who looks after them at the moment", "values",
  {one(now(AH, head=c))[2] for c in inn("food", "in trade") if any(r["Insured"] == c for r in cls("Marine"))},
  "KG: in trade food; policies: Class Marine; TKG: open account handler", "casual syn")
w = inn("Welsh", "speaks")
q("cross_source", "How many policies that are in force were placed by somebody who speaks Welsh?", "number", sum(r["Status"] == "In force" and r["Placed by"] in w for r in P),
  "KG: speaks Welsh; policies: Placed by, Status", "plain")

# ------------------------------------------------------------------ missing
q("missing", "Which settled claims have no amount paid filled in?", "values", refs(r for r in C if r["Outcome"] == "Settled" and r["paid"] is None), "claims: Outcome Settled, empty Paid", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Lowri Jenkins-Tudor's date of birth?", "refuse", [], "no birth dates in any file", "plain")
q("unanswerable", "whats the reg of the car on MT-4474", "refuse", [], "no vehicles in any file", "casual")
assert not in_year(BM, 2005, head="Chapel Street")
q("unanswerable", "Who was branch manager of Chapel Street in 2005?", "refuse", [], "TKG: the first branch manager of Chapel Street starts in 2012", "plain")
assert "Griselda Fenn" not in {r["Insured"] for r in P}
q("unanswerable", "griselda fenn's home policy, whats the excess", "refuse", [], "there is no policyholder Griselda Fenn", "casual")
q("unanswerable", "How many complaints went to the ombudsman in 2023?", "refuse", [], "complaints are not recorded", "plain")
assert not now(BM, head="Beacon Lane")
q("unanswerable", "Who is the current branch manager of Beacon Lane?", "refuse", [], "TKG: the last branch manager of Beacon Lane left on 2024-09-30, no open fact", "plain")


finish(HERE, [q for q, _ in Q])
