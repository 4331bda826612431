#!/usr/bin/env python3
"""Computes every gold answer of the 'saas' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, iso, kg, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for cut in ("€", "$", ",", "%", " min", " km", " Mbit/s"): s = s.replace(cut, "")
    return float(s) if s.strip() else None


S = rd("subscriptions.csv")
for r in S:
    r["seats"], r["mrr"], r["disc"], r["up"], r["nps"] = num(r["Seats"]), num(r["MRR"]), num(r["Discount"]), num(r["Uptime 12m"]), num(r["NPS"])
    r["d"] = day(r["Live since"], "%b %d, %Y")
SN = {r["Sub ID"]: r for r in S}
D = rd("deals.csv")
for r in D:
    r["o"], r["c"] = day(r["Opened"], "%d/%m/%Y"), iso(r["Closed on"])
    r["val"], r["calls"] = num(r["First-year value (EUR)"]), num(r["Calls held"])
DN = {r["Deal No"]: r for r in D}
K, T = graphs(HERE, "saas")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


Q = []
q = asking("saas", Q)


# sanity of the data
ACCOUNTS, PRODUCTS = heads("in sector"), heads("built_by")
assert len(SN) == len(S) and len(DN) == len(D) and len(set(K)) == len(K)
assert {r["Account"] for r in S + D} == ACCOUNTS == {f[2] for f in facts("account owner of")}
assert {r["Product"] for r in S + D} == PRODUCTS == {f[2] for f in facts("product_manager")}
for rel in ("account owner of", "product_manager", "team lead of", "chief executive of"):
    for t in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=t)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in D:
    assert r["Owner"] == one(at("account owner of", r["o"], tail=r["Account"]))[0]
    assert (r["c"] is None) == (r["Stage"] in ("Demo", "Proposal", "Negotiation")) and (r["c"] is None or r["o"] < r["c"])
def country(x): return one(c for t in out(x, "based in") | out(x, "sits in") for c in out(t, "part of country"))
def won(y=None): return [r for r in D if r["Stage"] == "Won" and (y is None or r["c"].year == y)]
def lost_to(x): return [r for r in D if r["Lost to"] == x]
live = [r for r in S if r["Status"] == "Active"]
ids = lambda rows: [r["Sub ID"] for r in rows]
nos = lambda rows: [r["Deal No"] for r in rows]
sub = lambda a, p: one(r for r in S if r["Account"] == a and r["Product"] == p)

# ------------------------------------------------------------------ lookup
q("lookup", "How many seats does subscription S0814 have?", "number", SN["S0814"]["seats"], "subscriptions: Seats of S0814")
q("lookup", "who owned deal DL-3362", "values", [DN["DL-3362"]["Owner"]], "deals: Owner of DL-3362")
q("lookup", "Which data centre is Fieldbadger hosted in?", "values", out("Fieldbadger", "hosted_in"), "KG: Fieldbadger hosted_in")
q("lookup", "what programing langauge is driftwatch written in", "values", out("Driftwatch", "written in"), "KG: Driftwatch written in")
q("lookup", "Good morning, sorry to trouble you. Could you tell me on which date the Ledgerlark subscription of Hartnell's Hardware went live?", "values",
  [sub("Hartnell's Hardware", "Ledgerlark")["d"]], "subscriptions: Live since, Hartnell's Hardware, Ledgerlark")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which deals closed in 2023 were lost to Obelisk Suite?", "values", nos(r for r in lost_to("Obelisk Suite") if r["c"].year == 2023),
  "deals: Lost to Obelisk Suite, Closed on in 2023")
q("filter_list", "accounts in the health sector?", "values", inn("health", "in sector"), "KG: in sector health")
q("filter_list", "subs with north of 300 seats that are still active, just the ids", "values", ids(r for r in live if r["seats"] > 300),
  "subscriptions: Status Active, Seats > 300")
q("filter_list", "Which products integrate with Mooncrate ERP?", "values", inn("Mooncrate ERP", "integrates_with"), "KG: integrates_with Mooncrate ERP")
q("filter_list", "which business plan subs walked away from us (cancelled), sub ids pls", "values",
  ids(r for r in S if r["Status"] == "Cancelled" and r["Plan"] == "Business"), "subscriptions: Status Cancelled, Plan Business")

# ------------------------------------------------------------------ count
q("count", "How many deals were opened in 2024?", "number", sum(r["o"].year == 2024 for r in D), "deals: Opened in 2024")
q("count", "how many subscrptions are on pause", "number", sum(r["Status"] == "Paused" for r in S), "subscriptions: Status Paused")
q("count", "How many active subscriptions does Beacon Surveys have?", "number", sum(r["Product"] == "Beacon Surveys" for r in live),
  "subscriptions: Product Beacon Surveys, Status Active")
q("count", "deals beatriz falcao brought home in 2022, how many", "number", sum(r["Owner"] == "Beatriz Falcão" for r in won(2022)),
  "deals: Owner Beatriz Falcão, Stage Won, Closed on in 2022")
q("count", "I sat next to a rep from Kontorly on the train last week and he would not stop boasting. How many deals have we lost to them, all years together?",
  "number", len(lost_to("Kontorly")), "deals: Lost to Kontorly")

# ------------------------------------------------------------------ sum
q("sum", "What is the total MRR of all active subscriptions?", "number", total(live, "mrr"), "subscriptions: sum of MRR, Status Active")
q("sum", "what were the deals we won form trade fair leads worth altogether in first year value", "number",
  total([r for r in won() if r["Lead source"] == "Trade fair"], "val"), "deals: sum of First-year value, Stage Won, Lead source Trade fair")
q("sum", "How many seats do the active Rostermint subscriptions have in total?", "number", total([r for r in live if r["Product"] == "Rostermint"], "seats"),
  "subscriptions: sum of Seats, Product Rostermint, Status Active")

# ------------------------------------------------------------------ average
q("average", "What is the average number of calls held for the deals we won?", "number", mean(won(), "calls"), "deals: mean Calls held, Stage Won")
q("average", "avg nps of all the hallpass visitors subs", "number", mean([r for r in S if r["Product"] == "Hallpass Visitors"], "nps"),
  "subscriptions: mean NPS (empty left out), Product Hallpass Visitors")
q("average", "The board wants a forecast and I am stuck on our sales cycle. For the deals we won with a closing date in 2024, how many days went by on "
  "average between opening and closing?", "number", sum((r["c"] - r["o"]).days for r in won(2024)) / len(won(2024)),
  "deals: mean of Closed on minus Opened, Stage Won, Closed on in 2024")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest MRR among the Starter subscriptions?", "number", max(r["mrr"] for r in S if r["Plan"] == "Starter"),
  "subscriptions: max MRR, Plan Starter")
q("min_max", "steepest discount anyone on the team plan has wangled out of us, in %", "number", max(r["disc"] for r in S if r["Plan"] == "Team"),
  "subscriptions: max Discount, Plan Team")
q("min_max", "when did we last loose a deal to zephyr one, i mean the closing date", "values", [max(r["c"] for r in lost_to("Zephyr One"))],
  "deals: latest Closed on, Lost to Zephyr One")

# ------------------------------------------------------------------ superlative
q("superlative", "Which active subscription brings in the highest MRR?", "values", best({r["Sub ID"]: r["mrr"] for r in live}), "subscriptions: highest MRR, Status Active")
q("superlative", "of the subs still active which one have we had on the books longest", "values", best({r["Sub ID"]: r["d"] for r in live}, low=True),
  "subscriptions: earliest Live since, Status Active")
q("superlative", "Which product is resold by the largest number of partners?", "values", best(Counter(t for h, r, t in K if r == "resells")), "KG: resells, counted by product")
q("superlative", "Which lost deal had the highest first-year value?", "values",
  best({r["Deal No"]: r["val"] for r in D if r["Stage"] == "Lost" and r["val"] is not None}), "deals: highest First-year value, Stage Lost")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three deals won in 2023 had the highest first-year value?", "values", best({r["Deal No"]: r["val"] for r in won(2023)}, 3),
  "deals: three highest First-year value, Stage Won, Closed on in 2023")
q("top_k", "5 biggest active subs by monthly revenue, ids only thx", "values", best({r["Sub ID"]: r["mrr"] for r in live}, 5),
  "subscriptions: five highest MRR, Status Active")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has more active subscriptions, Rostermint or Tillow?", "values",
  best({p: sum(r["Product"] == p for r in live) for p in ("Rostermint", "Tillow")}), "subscriptions: rows of the two products, Status Active")
q("comparison", "chidi nwachukwu vs priyanka ranganathan - who won more deals?", "values",
  best({p: sum(r["Owner"] == p for r in won()) for p in ("Chidi Nwachukwu", "Priyanka Ranganathan")}), "deals: Stage Won, rows of the two owners")
pm = {p: one(facts("product_manager", p, "Quotient CPQ")) for p in ("Piers Oglethorpe", "Saoirse Mullane")}
q("comparison", "Who was product manager of Quotient CPQ for longer, Piers Oglethorpe or Saoirse Mullane?", "values",
  best({p: (f[4] - f[3]).days for p, f in pm.items()}), "TKG: lengths of the two product_manager facts")

# ------------------------------------------------------------------ difference
q("difference", "How much higher is the MRR of S0867 than that of S0814?", "number", SN["S0867"]["mrr"] - SN["S0814"]["mrr"], "subscriptions: difference of the two MRR values")
q("difference", "how many more deals did obelisk suite snatch from us than tallygram did", "number", len(lost_to("Obelisk Suite")) - len(lost_to("Tallygram")),
  "deals: rows Lost to Obelisk Suite minus rows Lost to Tallygram")
q("difference", "What is the difference between the number of deals won in 2022 and the number won in 2024?", "number", abs(len(won(2022)) - len(won(2024))),
  "deals: Stage Won, rows by year of Closed on, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all subscriptions have been cancelled?", "number", share(S, lambda r: r["Status"] == "Cancelled"), "subscriptions: Status Cancelled over all rows")
nb = [r for r in D if r["Type"] == "New business" and r["c"] and r["c"].year == 2024]
q("percent", "new busness deals that closed in 2024: what % did we actually win", "number", share(nb, lambda r: r["Stage"] == "Won"),
  "deals: Type New business, Closed on in 2024, share of Stage Won")

# ------------------------------------------------------------------ group_by
q("group_by", "How many active subscriptions are there for each product?", "table", Counter(r["Product"] for r in live), "subscriptions: Status Active, rows per Product")
q("group_by", "won deals per owner, total 1st year value in euros pls", "table", {k: total(v, "val") for k, v in group(won(), lambda r: r["Owner"]).items()},
  "deals: Stage Won, sum of First-year value per Owner")
q("group_by", "What is the average MRR for each plan?", "table", {k: mean(v, "mrr") for k, v in group(S, lambda r: r["Plan"]).items()}, "subscriptions: mean MRR per Plan")
q("group_by", "number of accounts by country", "table", Counter(country(a) for a in ACCOUNTS), "KG: accounts (they have a sector) based in > part of country, counted")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which account has the highest total MRR over its active subscriptions?", "values",
  best({k: total(v, "mrr") for k, v in group(live, lambda r: r["Account"]).items()}), "subscriptions: Status Active, highest sum of MRR per Account")
q("group_superlative", "which rival have we lost teh most deals to", "values", best(Counter(r["Lost to"] for r in D if r["Lost to"])), "deals: most rows per Lost to (empty left out)")
q("group_superlative", "Which lead source has brought us the most deals?", "values", best(Counter(r["Lead source"] for r in D if r["Lead source"])),
  "deals: most rows per Lead source (empty left out)")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Ledgerlark integrate with Tillow?", "boolean", "Tillow" in out("Ledgerlark", "integrates_with"), "KG: Ledgerlark integrates_with Tillow")
q("yes_no", "paperfinch sign comes in dutch too doesnt it?", "boolean", "Dutch" in out("Paperfinch Sign", "available in"), "KG: no available in Dutch triple of Paperfinch Sign")
q("yes_no", "Was Nkechi Obiora ever product manager of Stockwren?", "boolean", bool(facts("product_manager", "Nkechi Obiora", "Stockwren")),
  "TKG: Nkechi Obiora product_manager Stockwren")
q("yes_no", "did we ever win so much as one deal with turun lukko", "boolean", any(r["Account"] == "Turun Lukko Oy" for r in won()), "deals: no Won row of Turun Lukko Oy")

# ------------------------------------------------------------------ negation
q("negation", "Which of our products are not resold by any partner?", "values", PRODUCTS - {t for h, r, t in K if r == "resells"}, "KG: products without a resells triple")
q("negation", "leeds accounts that nobody referred to us?", "values", [a for a in ACCOUNTS & inn("Leeds", "based in") if not out(a, "referred_by")],
  "KG: accounts based in Leeds without a referred_by triple")
q("negation", "Which accounts do not have a single subscription?", "values", ACCOUNTS - {r["Account"] for r in S}, "KG / deals: accounts without a row in subscriptions")
q("negation", "how many of the active paperfinch sign subs are billed some other way than yearly", "number",
  sum(r["Product"] == "Paperfinch Sign" and r["Billing"] != "Yearly" for r in live), "subscriptions: Paperfinch Sign, Status Active, Billing not Yearly")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the account owner of Maison Perrichon on 1 March 2022?", "values", [one(at("account owner of", date(2022, 3, 1), tail="Maison Perrichon"))[0]],
  "TKG: account owner of Maison Perrichon valid on 2022-03-01")
q("time_point", "what accounts was declan heffernan looking after on 1 january 2018", "values", [f[2] for f in at("account owner of", date(2018, 1, 1), head="Declan Heffernan")],
  "TKG: account owner facts of Declan Heffernan valid on 2018-01-01")
q("time_point", "remind me who sat in the big chair as chief exec on 25 dec 2022", "values", [one(at("chief executive of", date(2022, 12, 25)))[0]],
  "TKG: chief executive of Lanternwick Software valid on 2022-12-25")
q("time_point", "Which companies were our reseller partners on 1 June 2024?", "values", [f[0] for f in at("reseller partner of", date(2024, 6, 1))],
  "TKG: reseller partner of valid on 2024-06-01")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was product manager of Rostermint before Kaisa Lehtovaara?", "values", [step(facts("product_manager", tail="Rostermint"), 0, "Kaisa Lehtovaara", -1)],
  "TKG: previous product_manager of Rostermint")
q("before_after", "skery seafood, who got that account when maartje kuipers gave it up", "values", [step(facts("account owner of", tail="Skerry Seafood"), 0, "Maartje Kuipers", 1)],
  "TKG: next account owner of Skerry Seafood")
q("before_after", "Could you kindly list the products whose present product manager only started after 1 January 2023? Thank you ever so much.", "values",
  [f[2] for f in now("product_manager") if f[3] > date(2023, 1, 1)], "TKG: open product_manager facts with start after 2023-01-01")

# ------------------------------------------------------------------ duration
f = one(facts("chief executive of", "Hamza Idrissi"))
q("duration", "How many full years was Hamza Idrissi chief executive?", "number", f[4].year - f[3].year - ((f[4].month, f[4].day) < (f[3].month, f[3].day)),
  "TKG: complete years from start to end")
q("duration", "out of the ex team leads of ledger guild who hung in there the longest", "values",
  best({f[0]: (f[4] - f[3]).days for f in facts("team lead of", tail="Ledger Guild") if f[4]}), "TKG: longest closed team lead of fact of Ledger Guild")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which city is the data centre that hosts Stockwren?", "values", {c for d in out("Stockwren", "hosted_in") for c in out(d, "based in")}, "KG: hosted_in > based in")
q("multi_hop", "the folks who build rostermint, what country do they sit in", "values", {country(t) for t in out("Rostermint", "built_by")}, "KG: built_by > sits in > part of country")
q("multi_hop", "Which accounts were referred by an account based in Zwolle?", "values", {a for b in inn("Zwolle", "based in") for a in inn(b, "referred_by")},
  "KG: based in Zwolle < referred_by")

# ------------------------------------------------------------------ cross_source
x = DN["DL-3153"]
q("cross_source", "Who was the product manager of the product in deal DL-3153 on the day the deal was opened?", "values", [one(at("product_manager", x["o"], tail=x["Product"]))[0]],
  "deals: Product, Opened; TKG: product_manager on that date")
q("cross_source", "total mrr from active subs of norwegain accounts?", "number", total([r for r in live if country(r["Account"]) == "Norway"], "mrr"),
  "KG: based in > part of country Norway; subscriptions: sum of MRR, Status Active")
q("cross_source", "How many deals have we won for products built by the Ledger Guild?", "number", sum("Ledger Guild" in out(r["Product"], "built_by") for r in won()),
  "KG: built_by Ledger Guild; deals: Stage Won")
pr = {f[2] for f in now("account owner of", "Priyanka Ranganathan")}
q("cross_source", "adding up all the active subs of the accounts priyanka ranganathan looks after these days, how many seats is that", "number",
  total([r for r in live if r["Account"] in pr], "seats"), "TKG: open account owner facts; subscriptions: sum of Seats, Status Active")
q("cross_source", "What is the combined MRR of the active subscriptions held by subsidiaries of the Lanyard Group?", "number",
  total([r for r in live if r["Account"] in inn("Lanyard Group", "subsidiary of")], "mrr"), "KG: subsidiary of Lanyard Group; subscriptions: sum of MRR, Status Active")
q("cross_source", "how many stockwren deals got opened while rasmus thygsen had the product under his wing as product manager", "number",
  sum(bool(at("product_manager", r["o"], "Rasmus Thygesen", "Stockwren")) for r in D if r["Product"] == "Stockwren"),
  "deals: Product Stockwren, Opened; TKG: product_manager interval of Rasmus Thygesen")
ow = one(now("account owner of", tail=SN["S0867"]["Account"]))[0]
q("cross_source", "Which languages does the current owner of the account with subscription S0867 speak?", "values", out(ow, "speaks"),
  "subscriptions: Account of S0867; TKG: open account owner; KG: speaks")

# ------------------------------------------------------------------ missing
q("missing", "Which deals have no first-year value entered?", "values", nos(r for r in D if r["val"] is None), "deals: empty First-year value")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much do we pay Ring 4 Frankfurt for hosting each month?", "refuse", [], "no hosting costs in any file")
assert min(f[3] for f in facts("account owner of", tail="Hestia Care Homes")).year > 2016
q("unanswerable", "who was looking after the hestia care homes account in 2016", "refuse", [], "TKG: the first account owner fact of Hestia Care Homes starts in 2019")
q("unanswerable", "What reason did customers give for cancelling Tillow?", "refuse", [], "only the status Cancelled is recorded, no reasons")
q("unanswerable", "any idea how many suport tickets stockwren racked up last month", "refuse", [], "no support tickets in any file")
assert "Pennywhistle CRM" not in PRODUCTS
q("unanswerable", "How many active subscriptions does Pennywhistle CRM have?", "refuse", [], "there is no product Pennywhistle CRM")
q("unanswerable", "iona macaskill, whats her sales target for 2025", "refuse", [], "no targets in any file")
q("unanswerable", "Which account logs in to Ledgerlark most often?", "refuse", [], "no usage or log-ins in any file")


finish(HERE, Q)
