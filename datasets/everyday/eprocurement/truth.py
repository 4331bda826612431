#!/usr/bin/env python3
"""Computes every gold answer of the 'eprocurement' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, having, kg, known, lasted, mean, one, records, share, step, sums, tkg, total)


def num(s): return float(s.replace(",", "").replace("%", "")) if s.strip() else None


P = records(HERE, "purchase_orders.csv")
for p in P:
    p["net"] = num(p["Net amt (EUR)"])
    p["ordered"], p["due"], p["recd"] = (day(p[c], "%d.%m.%Y") for c in ("Ord. date", "Dlv. due", "Goods rec'd"))
    p["late"] = (p["recd"] - p["due"]).days if p["recd"] else None
S = records(HERE, "suppliers.csv")
for s in S:
    s["lead"], s["spend"], s["otd"], s["score"] = (num(s[c]) for c in ("Lead time (wks)", "Spend 2023 (k EUR)", "OTD rate", "Score (max 100)"))
PN, SN = {p["PO no"]: p for p in P}, {s["Name"]: s for s in S}
K, T = graphs(HERE, "eprocurement")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def nos(rows): return [p["PO no"] for p in rows]
def names(rows): return [s["Name"] for s in rows]
def cap(fa): return num(one(out(fa, "volume cap (EUR)")))


# sanity of the data
CA, ST, AP, SU, FA, PL = "Item cat.", "Status", "approved by", "SUPPLIER", "FA ref", "plant"
MGR, AGREED, BLOCKED = "category manager of", "framework agreement with", "blocked for new orders by"
CATS = heads("belongs to")
assert len(PN) == len(P) and len(SN) == len(S)
assert {p[SU] for p in P} <= set(SN) and all(SN[p[SU]]["Suppl. ID"] == p["Suppl. ID"] for p in P)
assert {p[CA] for p in P} <= CATS == {f[2] for f in facts(MGR)}
assert all(p[FA] == "" or one(facts(AGREED, p[FA]))[2] == p[SU] for p in P)
assert all(p[ST] == "Delivered" or not p["recd"] for p in P)

Q = []
q = asking("eprocurement", Q)

# ------------------------------------------------------------ lookup
q("lookup", "What payment terms have we agreed with Elektropogon Maribor?", "values", SN["Elektropogon Maribor"]["Pay. terms"], "suppliers: Pay. terms")
q("lookup", "who do i ask for when i ring kugelwerk ansbach? just the name", "values", SN["Kugelwerk Ansbach"]["contact"], "suppliers: contact of Kugelwerk Ansbach")
q("lookup", "Who signed off purchase order 4500247?", "values", PN["4500247"][AP], "purchase_orders: approved by of 4500247")
q("lookup", "which of our buyers has carbidex on their desk", "values", one(inn("Carbidex Tools Ltd", "looks_after")), "KG looks_after, read backwards")
# ------------------------------------------------------------ filter_list
q("filter_list", "Which suppliers from the United Kingdom carry an A rating?", "values", names(s for s in S if s["Country"] == "United Kingdom" and s["RATING"] == "A"),
  "suppliers: Country United Kingdom, RATING A")
q("filter_list", "POs that are on hold pls, numbers only", "values", nos(p for p in P if p[ST] == "On hold"), "purchase_orders: Status On hold")
q("filter_list", "item categories where the orders add up to more than 100k?", "values", having(sums(P, CA, "net"), lambda v: v > 100000),
  "purchase_orders: sum of Net amt by Item cat., above 100000")
q("filter_list", "Which suppliers hold both an ISO 9001 and an IATF 16949 certificate?", "values",
  inn("ISO 9001", "certified to") & inn("IATF 16949", "certified to"), "KG certified to, both standards")
q("filter_list", "everything that turned up more than two weeks after it was due. po numbers", "values", nos(p for p in P if (p["late"] or 0) > 14),
  "purchase_orders: Goods rec'd more than 14 days after Dlv. due")
# ------------------------------------------------------------ count
q("count", "How many purchase orders did we place in the second quarter of 2024?", "number", sum(date(2024, 4, 1) <= p["ordered"] <= date(2024, 6, 30) for p in P),
  "purchase_orders: Ord. date April to June 2024")
q("count", "no. of suppliers who want their money up front?", "number", sum(s["Pay. terms"] == "prepaid" for s in S), "suppliers: Pay. terms prepaid")
q("count", "How many different suppliers have received at least three orders from us?", "number", len(having(Counter(p[SU] for p in P), lambda n: n >= 3)),
  "purchase_orders: rows by SUPPLIER, 3 or more")
q("count", "vanern invest - how many of our suppliers belong to them?", "number", len(inn("Vänern Invest", "subsidiary of")), "KG subsidiary of, counted")
# ------------------------------------------------------------ sum
q("sum", "What is the total net value of all orders that went to Brandholt Stahl GmbH?", "number", total((p for p in P if p[SU] == "Brandholt Stahl GmbH"), "net"),
  "purchase_orders: sum of Net amt for the supplier")
q("sum", "net total of the POs with status open, in eur", "number", total((p for p in P if p[ST] == "Open"), "net"), "purchase_orders: sum of Net amt, Status Open")
q("sum", "How many thousand euros did we spend in 2023 with suppliers based in Italy?", "number", total((s for s in S if s["Country"] == "Italy"), "spend"),
  "suppliers: sum of Spend 2023 (k EUR), Country Italy")
q("sum", "logistics stuff ordered for malvone and sorvika together, what does that come to net?", "number",
  total((p for p in P if p[CA] == "Logistics services" and p[PL] in ("Malvone", "Sorvika")), "net"), "purchase_orders: sum of Net amt, Logistics services, plant Malvone or Sorvika")
# ------------------------------------------------------------ average
q("average", "What is the average net amount of an electronics order if the cancelled ones are left out?", "number",
  mean([p for p in P if p[CA] == "Electronics" and p[ST] != "Cancelled"], "net"), "purchase_orders: mean Net amt, Electronics, Status not Cancelled")
q("average", "avg lead time of the italian suppliers in weeks? one has none on file, skip it", "number", mean([s for s in S if s["Country"] == "Italy"], "lead"),
  "suppliers: mean Lead time (wks), Italy, empty left out")
# ------------------------------------------------------------ min_max
q("min_max", "What is the earliest delivery due date among the orders with status Open?", "values", min(p["due"] for p in P if p[ST] == "Open"),
  "purchase_orders: earliest Dlv. due, Status Open")
q("min_max", "worst on-time rate among the C rated ones? just the percent", "number", min(known((s for s in S if s["RATING"] == "C"), "otd")),
  "suppliers: min OTD rate, RATING C")
# ------------------------------------------------------------ superlative
q("superlative", "Which purchase order has the highest net amount?", "values", best({p["PO no"]: p["net"] for p in P}), "purchase_orders: row with the largest Net amt")
q("superlative", "which british supplier have we had the longest", "values", best({s["Name"]: int(s["supplier since"]) for s in S if s["Country"] == "United Kingdom"}, low=True),
  "suppliers: earliest supplier since, United Kingdom")
q("superlative", "Who on the purchasing team looks after the largest number of suppliers?", "values", best(Counter(h for h, r, t in K if r == "looks_after")), "KG looks_after, counted by buyer")
# ------------------------------------------------------------ top_k
q("top_k", "Name the three suppliers we spent the most with in 2023.", "values", best({s["Name"]: s["spend"] for s in S if s["spend"] is not None}, 3), "suppliers: three largest Spend 2023")
q("top_k", "5 biggest framework agreements by cap, running or not. FA numbers", "values", best({h: num(t) for h, r, t in K if r == "volume cap (EUR)"}, 5), "KG volume cap (EUR), five largest")
# ------------------------------------------------------------ comparison
by_supplier = sums(P, SU, "net")
q("comparison", "Whose orders add up to the higher net value, those of Nordsens A/S or those of Voltmaier Antriebe?", "values",
  best({n: by_supplier[n] for n in ("Nordsens A/S", "Voltmaier Antriebe")}), "purchase_orders: sum of Net amt for both")
q("comparison", "kartonex or boxfabrik hammer, who delivers faster according to their lead time?", "values",
  best({n: SN[n]["lead"] for n in ("Kartonex Sp. z o.o.", "Boxfabrik Hammer")}, low=True), "suppliers: Lead time (wks) of both")
q("comparison", "Who is allowed to approve higher amounts, Luca Ferrantino or Ingeborg Sandmo?", "values",
  best({n: num(one(out(n, "approval limit (EUR)"))) for n in ("Luca Ferrantino", "Ingeborg Sandmo")}), "KG approval limit (EUR) of both")
# ------------------------------------------------------------ difference
q("difference", "By how many euros is the volume cap of FA-118 larger than that of FA-101?", "number", cap("FA-118") - cap("FA-101"), "KG volume cap (EUR), subtracted")
q("difference", "gap in points between our best scored and our worst scored supplier?", "number", max(known(S, "score")) - min(known(S, "score")), "suppliers: max - min Score")
q("difference", "The servo motors on order 4500229 came late. By how many days?", "number", PN["4500229"]["late"], "purchase_orders: Goods rec'd minus Dlv. due")
# ------------------------------------------------------------ percent
q("percent", "What percentage of all our purchase orders has the status Delivered?", "number", share(P, lambda p: p[ST] == "Delivered"), "purchase_orders: share of rows with Status Delivered")
q("percent", "how much of the whole net order value (all POs in the list) is steel & castings? in %", "number",
  100 * sums(P, CA, "net")["Steel & castings"] / total(P, "net"), "purchase_orders: Net amt of Steel & castings over all Net amt")
# ------------------------------------------------------------ group_by
q("group_by", "For each plant, what is the total net amount of its orders?", "table", sums(P, PL, "net"), "purchase_orders: sum of Net amt by plant")
q("group_by", "number of suppliers per rating, ignore the ones that have none", "table", Counter(s["RATING"] for s in S if s["RATING"]), "suppliers: rows by RATING, empty left out")
q("group_by", "How many orders did each of the approvers approve?", "table", Counter(p[AP] for p in P if p[AP]), "purchase_orders: rows by approved by, empty left out")
q("group_by", "avg lead time in wks by country, but only countries where we have 4 suppliers or more (blank lead times dont count in the avg)", "table",
  {c: mean(g, "lead") for c, g in group(S, lambda s: s["Country"]).items() if len(g) >= 4}, "suppliers: mean Lead time by Country, countries with 4 or more rows")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "Which approver has approved the largest total order value?", "values", best(sums((p for p in P if p[AP]), AP, "net")), "purchase_orders: sum of Net amt by approved by, largest")
q("group_superlative", "what item category had the most late arrivals? late = goods came in after the due date", "values", best(Counter(p[CA] for p in P if (p["late"] or 0) > 0)),
  "purchase_orders: Goods rec'd after Dlv. due, rows by Item cat., largest")
q("group_superlative", "Among the countries with at least three scored suppliers, which one has the best average score?", "values", best({c: mean(g, "score") for c, g in group(S, lambda s: s["Country"]).items() if len(known(g, "score")) >= 3}),
  "suppliers: mean Score by Country with 3 or more scores, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Is Scandroll Bearings AB certified to IATF 16949?", "boolean", "IATF 16949" in out("Scandroll Bearings AB", "certified to"), "KG certified to")
q("yes_no", "did we have to cancel any order with a swiss supplier?", "boolean", any(p[ST] == "Cancelled" and SN[p[SU]]["Country"] == "Switzerland" for p in P),
  "purchase_orders: Cancelled rows; suppliers: Country")
q("yes_no", "huta jaworna still blocked for new orders or what", "boolean", now(BLOCKED, "Huta Jaworna"), "TKG blocked for new orders by: the fact has ended")
q("yes_no", "Was Esther Nwachukwu already category manager of Electric motors when framework agreement FA-092 began?", "boolean",
  at(MGR, one(facts(AGREED, "FA-092"))[3], "Esther Nwachukwu", "Electric motors"), "TKG category manager of on the start day of FA-092")
# ------------------------------------------------------------ negation
q("negation", "Which suppliers on our supplier list do not appear in a single purchase order?", "values", set(SN) - {p[SU] for p in P}, "suppliers: Name less purchase_orders: SUPPLIER")
q("negation", "german suppliers with no certificate whatsoever?", "values", names(s for s in S if s["Country"] == "Germany" and not out(s["Name"], "certified to")),
  "suppliers: Country Germany, less those with a KG certified to")
q("negation", "Which category is without a category manager at present?", "values", CATS - {f[2] for f in now(MGR)}, "KG categories less those with an open TKG category manager of")
q("negation", "How many MRO orders went to someone other than Industriebedarf Kröger?", "number", sum(p[CA] == "MRO supplies" and p[SU] != "Industriebedarf Kröger" for p in P),
  "purchase_orders: Item cat. MRO supplies, SUPPLIER not Industriebedarf Kröger")
# ------------------------------------------------------------ time_point
q("time_point", "Who was head of purchasing on 1 March 2015?", "values", one(at("head of purchasing at", date(2015, 3, 1)))[0], "TKG head of purchasing at on that day")
q("time_point", "who had packaging back in 2015, i mean as category manager", "values", one(in_year(MGR, 2015, tail="Packaging"))[0], "TKG category manager of in 2015")
q("time_point", "Which framework agreements were in force on 15 August 2022?", "values", [f[0] for f in at(AGREED, date(2022, 8, 15))], "TKG framework agreement with on that day")
q("time_point", "new year 2023, 1 jan: which suppliers were on the block list for new orders that day?", "values", [f[0] for f in at(BLOCKED, date(2023, 1, 1))],
  "TKG blocked for new orders by on that day")
# ------------------------------------------------------------ before_after
q("before_after", "Who managed the Brenning plant before Karim Bouaziz?", "values", step(facts("plant manager of", tail="Brenning"), 0, "Karim Bouaziz", -1), "TKG plant manager of, the fact before his")
q("before_after", "after pemberly lost it, who became preffered supplier for electronics", "values", step(facts("preferred supplier for", tail="Electronics"), 0, "Pemberly Circuits Ltd", 1), "TKG preferred supplier for, the next fact")
q("before_after", "Which categories got a new category manager on or after 1 January 2023?", "values", [f[2] for f in facts(MGR) if f[3] >= date(2023, 1, 1)], "TKG category manager of with start from that day")
# ------------------------------------------------------------ duration
q("duration", "How many full years was Henrik Aalund head of purchasing?", "number", lasted(one(facts("head of purchasing at", "Henrik Aalund"))), "TKG start to end, completed years")
q("duration", "of the people who used to run tooling as category manager, who lasted longest?", "values", best({f[0]: (f[4] - f[3]).days for f in facts(MGR, tail="Tooling") if f[4]}),
  "TKG category manager of Tooling, ended facts, lengths compared")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In which country does the group that owns Polymax Seals Ltd have its head office?", "values", out(one(out("Polymax Seals Ltd", "subsidiary of")), "headquartered in"), "KG subsidiary of > headquartered in")
q("multi_hop", "whos the boss of the buyer that looks after nordsens", "values", out(one(inn("Nordsens A/S", "looks_after")), "reports to"), "KG looks_after backwards > reports to")
q("multi_hop", "Dichtungswerk Olpe may have to stop production. Which of our buyers looks after the second source for it?", "values",
  inn(one(inn("Dichtungswerk Olpe", "second source for")), "looks_after"), "KG second source for backwards > looks_after backwards")
# ------------------------------------------------------------ cross_source
limit = {h: num(t) for h, r, t in K if r == "approval limit (EUR)"}
assert {p[AP] for p in P if p[AP]} <= set(limit)
q("cross_source", "Which purchase orders are above the approval limit of the person who approved them?", "values", nos(p for p in P if p[AP] and p["net"] > limit[p[AP]]),
  "purchase_orders: Net amt, approved by; KG approval limit (EUR)")
q("cross_source", "total order value with companies of the Rheinmark group?", "number", total((p for p in P if "Rheinmark Gruppe" in out(p[SU], "subsidiary of")), "net"),
  "KG subsidiary of Rheinmark Gruppe; purchase_orders: sum of Net amt")
end = {f[0]: f[4] for f in facts(AGREED)}
q("cross_source", "Which orders refer to a framework agreement that had already run out on the order date?", "values", nos(p for p in P if p[FA] and p["ordered"] > end[p[FA]]),
  "purchase_orders: FA ref, Ord. date; TKG framework agreement with, end")
p52 = PN["4500252"]
q("cross_source", "PO 4500252: who was the category manager for its item category on the day we ordered?", "values", one(at(MGR, p52["ordered"], tail=p52[CA]))[0],
  "purchase_orders: Item cat., Ord. date; TKG category manager of on that day")
q("cross_source", "any POs for a category that isnt even in the range that supplier supplies? nos pls", "values", nos(p for p in P if p[CA] not in out(p[SU], "supplies")),
  "purchase_orders: Item cat. and SUPPLIER; KG supplies")
q("cross_source", "How many purchase orders have we placed with suppliers on net 60 terms?", "number", sum(SN[p[SU]]["Pay. terms"] == "net 60" for p in P), "purchase_orders joined with suppliers: Pay. terms net 60")
q("cross_source", "money ordered from D rated suppliers all in all??", "number", total((p for p in P if SN[p[SU]]["RATING"] == "D"), "net"), "purchase_orders joined with suppliers: RATING D, sum of Net amt")
q("cross_source", "How many euros of the volume cap of FA-118 are left after all the orders that refer to it?", "number", cap("FA-118") - sums(P, FA, "net")["FA-118"],
  "KG volume cap (EUR) less purchase_orders: Net amt with FA ref FA-118")
left = one(facts(MGR, "Silvia Marchetto", "Packaging"))[4]
q("cross_source", "silvia marchetto gave up packaging at some point. which packaging orders were placed after that? po nos", "values", nos(p for p in P if p[CA] == "Packaging" and p["ordered"] > left),
  "TKG category manager of Packaging, end; purchase_orders: Packaging ordered later")
# ------------------------------------------------------------ missing
q("missing", "status says delivered but nobody entered when the goods came in.. which POs?", "values", nos(p for p in P if p[ST] == "Delivered" and not p["recd"]), "purchase_orders: Delivered with empty Goods rec'd")
q("missing", "For which suppliers is there no rating on file?", "values", names(s for s in S if not s["RATING"]), "suppliers: empty RATING")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What is the phone number of Reto Hürlimann?", "refuse", [], "no phone numbers in any file")
q("unanswerable", "how much VAT was on po 4500214", "refuse", [], "only net amounts are recorded, no VAT")
q("unanswerable", "Who was category manager of Bearings in 1998?", "refuse", [], "the TKG facts for Bearings begin in 2006")
q("unanswerable", "whats the minimum order qty at bulten & rask", "refuse", [], "no minimum order quantities in any file")
q("unanswerable", "How much did we spend with Emballages Roussel in 2022?", "refuse", [], "only the spend of 2023 is recorded, and no 2022 order")
q("unanswerable", "Why was the order with Shenzhen Bright Circuit cancelled?", "refuse", [], "no reasons for cancelling in any file")
q("unanswerable", "4500263, how many licences is that exactly?", "refuse", [], "no quantities in any file")
q("unanswerable", "What rating do we give Gussfabrik Oderland?", "refuse", [], "no such supplier in any file")

assert len(Q) == 80
finish(HERE, Q)
