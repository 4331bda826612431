"""Computes every answer of the 'beecoop' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("beecoop", Q)

M = [dict(no=r["Member No."], name=r["Name"], village=r["Village"], joined=day(r["Joined"], "%d.%m.%Y"),
          share=num(r["Share paid (EUR)"]), organic=r["Organic cert."], phone=r["Phone"]) for r in records(HERE, "members.csv")]
BYNO = {m["no"]: m for m in M}
A = [dict(code=r["apiary_code"], apiary=r["apiary"], member=BYNO[r["member_no"]]["name"], site=r["site_type"],
          village=BYNO[r["member_no"]]["village"], organic=BYNO[r["member_no"]]["organic"],
          hives=num(r["hives"]), alt=num(r["altitude_m"]), insp=day(r["last_inspection"], "%d %b %Y"))
     for r in records(HERE, "apiaries.csv")]
BYCODE = {a["code"]: a for a in A}
D = [dict(BYCODE[r["Apiary"]], id=r["Deliv. ID"], date=iso(r["Date"]), honey=r["Honey"], kg=num(r["Net wt (kg)"]),
          moist=num(r["Moisture (%)"]), grade=r["Grade"], depot=r["Depot"]) for r in records(HERE, "deliveries.csv")]
S = [dict(inv=r["Invoice"], date=day(r["Sale date"], "%d/%m/%Y"), shop=r["Shop"], town=r["Town"], honey=r["Honey type"],
          g=num(r["Jar size (g)"]), jars=num(r["Jars"]), eur=digits(r["Amount"]), by=r["Sold by"],
          paid=day(r["Paid on"], "%d/%m/%Y")) for r in records(HERE, "sales.csv")]
for s in S: s["kg"] = s["g"] * s["jars"] / 1000


def yr(rows, y): return [r for r in rows if r["date"].year == y]
def month(d): return f"{d.year}-{d.month:02d}"
def quarter(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def at(rows, **kw): return [r for r in rows if all(r[k] == v for k, v in kw.items())]
def names(rows, k): return {r[k] for r in rows}


D23, D24, S23, S24 = yr(D, 2023), yr(D, 2024), yr(S, 2023), yr(S, 2024)

# looking up
q("lookup", "What is Maud Ashdown's phone number?", "values", one(at(M, name="Maud Ashdown"))["phone"], "phone cell of the member")
q("lookup", "who looks after the Kiln Wood apiary", "values", one(at(A, apiary="Kiln Wood"))["member"], "apiary's member number looked up among the members")
q("lookup", "when did Jonas Kettleby join?", "values", one(at(M, name="Jonas Kettleby"))["joined"], "joined cell as ISO date")
# lists
q("list", "Which apiaries on moorland have at least 20 hives?", "values",
  [a["apiary"] for a in A if a["site"] == "moorland" and a["hives"] >= 20], "site moorland, hives >= 20")
q("list", "members from Netherfield pls", "values", names(at(M, village="Netherfield"), "name"), "village Netherfield")
q("list", "I need the invoices for the Hallam Deli in 2024 that came to more than 300 euros. Which numbers are they?", "values",
  [s["inv"] for s in S24 if s["shop"] == "Hallam Deli" and s["eur"] > 300], "shop, year, amount > 300")
q("list", "organic certified members who live in Coldbrook or Little Barrow", "values",
  [m["name"] for m in M if m["organic"] == "yes" and m["village"] in ("Coldbrook", "Little Barrow")], "organic yes and village one of two")
# counts
q("count", "how many deliveries in 2023?", "number", len(D23), "delivery rows dated 2023")
q("count", "number of apiaries above 400 m", "number", sum(a["alt"] > 400 for a in A), "altitude > 400")
q("count", "How many heather deliveries came in at the Tarn Cross depot with grade A?", "number",
  len(at(D, honey="heather", depot="Tarn Cross depot", grade="A")), "honey, depot, grade")
q("count", "How many different shops have bought chestnut honey from us?", "number", len(names(at(S, honey="chestnut"), "shop")), "distinct shops of chestnut sales")
# sums
q("sum", "total sales in 2024?", "number", total(S24, "eur"), "sum of amounts of 2024")
q("sum", "how many kilos of acacia were deliverd in 2024", "number", round(sum(d["kg"] for d in at(D24, honey="acacia")), 4), "net weight of acacia in 2024")
# means
q("mean", "average share paid by members from Tarn Cross, leaving out those with nothing filled in", "number", mean(at(M, village="Tarn Cross"), "share"), "mean of the filled cells")
q("mean", "What was the mean moisture of the buckwheat deliveries?", "number", mean(at(D, honey="buckwheat"), "moist"), "mean of moisture, empty cells left out")
q("mean", "avg invoice value for sales to shops in Dunbridge, 2024 only", "number", mean(at(S24, town="Dunbridge"), "eur"), "mean amount, town, year")
# extremes
q("extreme", "highest apiary?", "values", best({a["apiary"]: a["alt"] for a in A}), "largest altitude")
q("extreme", "Which apiary sent in the delivery with the lowest weight of all?", "values",
  BYCODE[best({(d["code"], d["id"]): d["kg"] for d in D}, low=True)[0][0]]["apiary"], "apiary of the delivery with the smallest net weight")
# top three
q("top", "top 3 shops by money spent in 2024", "values", best(sums(S24, "shop", "eur"), 3), "sum of amounts per shop in 2024")
q("top", "Give me the three apiaries that delivered the most honey by weight over both years.", "values", best(sums(D, "apiary", "kg"), 3), "sum of net weight per apiary")
q("top", "three members with the most hives?", "values", best(sums(A, "member", "hives"), 3), "hives summed over a member's apiaries")
# most
q("most", "Which apiary made the most deliveries?", "values", best(Counter(d["apiary"] for d in D)), "rows per apiary")
q("most", "who has sold the most jars in 2023", "values", best(sums(S23, "by", "jars")), "jars per seller in 2023")
q("most", "which town brought in least money over the whole period", "values", best(sums(S, "town", "eur"), low=True), "sum of amounts per town, smallest")
# per
q("per", "revenue per honey type, 2024", "table", sums(S24, "honey", "eur"), "amounts by honey type in 2024")
q("per", "How many apiaries are there of each site type?", "table", Counter(a["site"] for a in A), "rows per site type")
q("per", "Going by the village where the beekeeper lives, how many hives are there in each village?", "table", sums(A, "village", "hives"), "hives by the village of the apiary's member")
q("per", "average hives per apiary by site type", "table", means(A, "site", "hives"), "mean hives per site type")
# time
q("month", "kg delivered by month in 2024", "table", {k: round(sum(known(g, "kg")), 4) for k, g in group(D24, lambda d: month(d["date"])).items()}, "net weight by month of 2024")
q("month", "quarterly sales for 2024 in euros", "table", {k: total(g, "eur") for k, g in group(S24, lambda s: quarter(s["date"])).items()}, "amounts by quarter of 2024")
# comparison, difference
wild, chest = sum(d["kg"] for d in at(D24, honey="wildflower")), sum(d["kg"] for d in at(D24, honey="chestnut"))
q("compare", "Did we get more wildflower or more chestnut by weight in 2024?", "values", "wildflower" if wild > chest else "chestnut", "net weight of the two in 2024")
q("difference", "How much more did Hallam Deli spend than Green Basket in 2024?", "number",
  round(total(at(S24, shop="Hallam Deli"), "eur") - total(at(S24, shop="Green Basket"), "eur"), 2), "difference of two sums")
assert total(at(S24, shop="Hallam Deli"), "eur") > total(at(S24, shop="Green Basket"), "eur")
# share
q("share", "what percent of members are organic certified", "number", share(M, lambda m: m["organic"] == "yes"), "organic yes among all members")
q("share", "Heather's share of 2024 turnover, in percent?", "number", 100 * total(at(S24, honey="heather"), "eur") / total(S24, "eur"), "heather amounts over all amounts of 2024")
# growth
hp = sum(d["kg"] for d in at(D23, honey="heather")), sum(d["kg"] for d in at(D24, honey="heather"))
q("growth", "By what percentage did the weight of heather honey delivered grow from 2023 to 2024?", "number", 100 * (hp[1] - hp[0]) / hp[0], "growth of net weight")
lq = [total([s for s in S if quarter(s["date"]) == k], "eur") for k in ("2023-Q4", "2024-Q4")]
q("growth", "change in sales Q4 2023 to Q4 2024, in %", "number", 100 * (lq[1] - lq[0]) / lq[0], "growth of amounts")
# without
q("never", "Which apiaries have never delivered anything?", "values", names(A, "apiary") - names(D, "apiary"), "apiaries not in the deliveries")
q("never", "members without any apiary", "values", names(M, "name") - names(A, "member"), "members not among the owners")
q("never", "wich shops never bought any heather", "values", names(S, "shop") - names(at(S, honey="heather"), "shop"), "shops without a heather sale")
# both
q("both", "apiaries that delivered acacia as well as buckwheat", "values",
  names(at(D, honey="acacia"), "apiary") & names(at(D, honey="buckwheat"), "apiary"), "intersection")
# dates
q("dates", "who joined after 1 January 2022", "values", robust([m["name"] for m in M if m["joined"] > date(2022, 1, 1)],
  [m["name"] for m in M if m["joined"] >= date(2022, 1, 1)]), "joined after the day")
q("dates", "Deliveries between 10 and 31 July 2024: how many were there?", "number",
  robust(sum(date(2024, 7, 10) <= d["date"] <= date(2024, 7, 31) for d in D), sum(date(2024, 7, 10) < d["date"] < date(2024, 7, 31) for d in D)), "rows between the days")
q("long", "How many days did it take St Anne's Wholefoods to pay invoice INV-308?", "number",
  (lambda s: (s["paid"] - s["date"]).days)(one(at(S, inv="INV-308"))), "paid on minus sale date")
q("first", "Which member has been in the co-op longest?", "values", best({m["name"]: m["joined"] for m in M}, low=True), "earliest joining date")
q("first", "when was the last sale to Brightwell Grocers?", "values", max(s["date"] for s in at(S, shop="Brightwell Grocers")), "latest sale date")
# above average, best of each
q("above", "Which orchard apiaries have more hives than the average of all our apiaries?", "values",
  [a["apiary"] for a in A if a["site"] == "orchard" and a["hives"] > mean(A, "hives")], "hives above the mean of all apiaries")
q("bestof", "for each honey type, the shop that took the most jars", "table",
  {h: best(sums(at(S, honey=h), "shop", "jars"))[0] for h in names(S, "honey")}, "jars per shop within each type")
# yes / no
q("yesno", "Did Tamsin Hoyle bring in more money than Nigel Tarrant and Agnes Thorley together in 2024?", "boolean",
  total(at(S24, by="Tamsin Hoyle"), "eur") > total(at(S24, by="Nigel Tarrant") + at(S24, by="Agnes Thorley"), "eur"), "sums of amounts compared")
q("all", "are all moorland apiaries higher than 500 m?", "boolean", all(a["alt"] > 500 for a in at(A, site="moorland")), "every moorland altitude > 500")
# linked
q("linked", "how much honey (kg) did Cecily Harrow deliver in 2024, all her apiaries together", "number",
  round(sum(d["kg"] for d in at(D24, member="Cecily Harrow")), 4), "net weight of deliveries of the member's apiaries")
# missing
q("missing", "Which invoices from 2023 are still unpaid?", "values", [s["inv"] for s in S23 if not s["paid"]], "paid cell empty, 2023")
q("missing", "apiaries with no inspection date on file?", "values", [a["apiary"] for a in A if not a["insp"]], "inspection cell empty")
# ratio, groups
q("ratio", "For 2024, kilos delivered per euro of sales - i mean total net weight divided by total turnover?", "number",
  sum(d["kg"] for d in D24) / total(S24, "eur"), "ratio of two sums")
q("groups", "Shops with more than nine invoices, which are they?", "values", having(Counter(s["shop"] for s in S), lambda n: n > 9), "rows per shop > 9")
q("linked", "Looking at members living in Little Barrow: which honey types did their apiaries deliver?", "values",
  names(at(D, village="Little Barrow"), "honey"), "honey types of deliveries linked by apiary and member")
REFUSE = [
    ("What did we pay Edith Marlowe per kilo for her chestnut?", "no prices paid to members"),
    ("which apiary lost the most hives over winter", "no losses recorded"),
    ("profit on heather in 2024 after costs?", "no costs recorded"),
    ("Email address of Percy Wainwright", "no e-mail column"),
    ("How old is Oona Fairlie?", "no birth dates"),
]
for text, why in REFUSE: q("refuse", text, "refuse", [], why)
finish(HERE, Q)
