"""Computes every answer of the 'conference' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
from datetime import date
Q = []
q = asking("conference", Q)

C = [dict(code=r["Code"], name=r["Conference"], field=r["Field"], venue=r["Venue"], city=r["City"],
          start=day(r["Starts"], "%d %b %Y"), end=day(r["Ends"], "%d %b %Y"), seats=num(r["Max. seats"]),
          rent=num(r["Venue rent (EUR)"]), cater=num(r["Catering (EUR)"]), lead=r["Project lead"])
     for r in records(HERE, "conferences.csv")]
byname = {c["name"]: c for c in C}
bycode = {c["code"]: c for c in C}
S = [dict(id=r["talk_id"], conf=bycode[r["conf_code"]], who=r["speaker"], aff=r["affiliation"], title=r["title"],
          fmt=r["format"], date=iso(r["talk_date"]), min=num(r["length_min"]), score=num(r["avg_score"]),
          fee=num(r["fee_eur"])) for r in records(HERE, "talks.csv")]
O = [dict(no=r["Order no."], conf=bycode[r["Conf."]], buyer=r["Buyer"], company=r["Company"], country=r["Country"],
          type=r["Ticket type"], qty=num(r["Qty"]), total=digits(r["Order total"]), date=day(r["Ordered on"], "%d.%m.%Y"),
          up=num(r["Showed up"]), promo=r["Promo code"]) for r in records(HERE, "ticket_orders.csv")]
D = [dict(id=r["Deal"], who=r["Sponsor"], sector=r["Sector"], conf=bycode[r["Event code"]], level=r["Level"],
          amt=num(r["Amount EUR"]), stand=num(r["Stand (m²)"]), signed=day(r["Signed"], "%d-%b-%Y"),
          paid=day(r["Paid on"], "%d-%b-%Y")) for r in records(HERE, "sponsor_deals.csv")]
for c in C: c["year"] = c["start"].year; assert str(c["year"]) == c["name"][-4:]
for r in S: r["cname"] = r["conf"]["name"]; assert r["conf"]["start"] <= r["date"] <= r["conf"]["end"]
for r in O + D: r["cname"] = r["conf"]["name"]
for r in O: r["field"], r["lead"] = r["conf"]["field"], r["conf"]["lead"]
assert all(o["date"] < o["conf"]["start"] for o in O) and all((o["up"] or 0) <= o["qty"] for o in O)

def at(rows, **kw): return [r for r in rows if all(r[k] == v for k, v in kw.items())]
def conf(rows, name): assert name in byname; return at(rows, cname=name)
def yr(rows, y, k="date"): return [r for r in rows if r[k].year == y]
def names(rows, k): return {r[k] for r in rows}

# looking up
q("lookup", "Who leads the Clean Ports Congress 2024?", "values", byname["Clean Ports Congress 2024"]["lead"], "project lead of that row")
q("lookup", "catering bill for baltic software week 2023?", "number", byname["Baltic Software Week 2023"]["cater"], "catering cell of that row")
q("lookup", "who gave the talk Tracing Honey", "values", one(at(S, title="Tracing Honey"))["who"], "speaker of that title")
# lists
q("list", "events held in Hanover", "values", names(at(C, city="Hanover"), "name"), "city is Hanover")
q("list", "I'd like to see who takes our biggest packages. Which sponsors have had a Platinum deal?", "values", names(at(D, level="Platinum"), "who"), "level is Platinum")
q("list", "Which workshops lasted 120 minutes or longer and got a score above 4.5?", "values",
  names([r for r in at(S, fmt="Workshop") if r["min"] >= 120 and (r["score"] or 0) > 4.5], "title"), "three conditions on talks")
q("list", "polish buyers who got early bird tickets", "values", names(at(O, country="Poland", type="Early bird"), "buyer"), "country and ticket type")
# counts
q("count", "number of ticket orders from Sweden", "number", len(at(O, country="Sweden")), "orders counted")
q("count", "how many keynotes scored below 4", "number", sum(r["score"] is not None and r["score"] < 4 for r in at(S, fmt="Keynote")), "keynotes with a score under 4")
q("count", "How many Silver sponsor deals were signed in 2023?", "number", len(yr(at(D, level="Silver"), 2023, "signed")), "level and year of signing")
q("count", "we had how many diffrent speakers at our 2024 conferences", "number", len(names(yr(S, 2024), "who")), "distinct speakers of 2024")
# sums
q("sum", "total venue rent for the 2024 conferences?", "number", total(at(C, year=2024), "rent"), "rents of 2024 added up")
q("sum", "tickets sold for Nordic Grid Forum 2023?", "number", sum(known(conf(O, "Nordic Grid Forum 2023"), "qty")), "Qty added up")
q("sum", "how much sponsorship money have the banks signed up for so far, all deals together", "number", total(at(D, sector="Banking"), "amt"), "amounts of sector Banking")
q("sum", "What do the speaker fees for Food Chain Summit 2022 add up to?", "number", total(conf(S, "Food Chain Summit 2022"), "fee"), "fees added up")
# means
q("mean", "average score of the keynotes?", "number", mean(at(S, fmt="Keynote"), "score"), "mean of the scores there are")
q("mean", "What was the average length in minutes of the sessions at CareTech Days 2024?", "number", mean(conf(S, "CareTech Days 2024"), "min"), "mean length, all formats")
q("mean", "avg order value when the NEWS10 code was usd", "number", mean(at(O, promo="NEWS10"), "total"), "mean order total with that code")
# extremes
q("extreme", "worst rated session ever", "values", best({r["title"]: r["score"] for r in S if r["score"] is not None}, low=True), "smallest score")
q("extreme", "Who placed the ticket order with the highest order total?", "values",
  {one(at(O, no=n))["buyer"] for n in best({r["no"]: r["total"] for r in O})}, "buyer of the largest order")
# top three
q("top", "top 3 sponsors by total amount", "values", best(sums(D, "who", "amt"), 3), "amounts summed per sponsor")
q("top", "Name the three best rated workshops.", "values", best({r["title"]: r["score"] for r in at(S, fmt="Workshop") if r["score"] is not None}, 3), "three largest scores")
q("top", "I need our best sellers. Which three conferences brought in the most ticket revenue?", "values", best(sums(O, "cname", "total"), 3), "order totals summed per conference")
# most
q("most", "Which sponsor signed the most deals in 2022?", "values", best(Counter(r["who"] for r in yr(D, 2022, "signed"))), "deals of 2022 counted per sponsor")
q("most", "who bought the most tickets overall, counting tickets not orders", "values", best(sums(O, "buyer", "qty")), "Qty summed per buyer")
q("most", "Which country's orders bring us the least ticket revenue?", "values", best(sums(O, "country", "total"), low=True), "order totals summed per country, smallest")
# per group
q("per group", "Sponsorship total per level", "table", sums(D, "level", "amt"), "amounts summed per level")
q("per group", "tickets sold by ticket type", "table", sums(O, "type", "qty"), "Qty summed per type")
q("per group", "For each project lead, how many conferences have they been in charge of?", "table", Counter(c["lead"] for c in C), "conferences counted per lead")
q("per group", "mean rating by session format pls", "table", means(S, "fmt", "score"), "mean of the scores there are, per format")
# per month, quarter
q("per month", "ticket revenue per month of order, only orders placed in 2024", "table",
  {k: total(g, "total") for k, g in group(yr(O, 2024), lambda r: r["date"].strftime("%Y-%m")).items()}, "order totals summed per month")
q("per quarter", "How many sponsor deals were signed in each quarter of 2023?", "table",
  Counter(f"2023-Q{(r['signed'].month + 2) // 3}" for r in yr(D, 2023, "signed")), "deals counted per quarter")
# comparison, difference
def bsw(y): return mean(conf(S, f"Baltic Software Week {y}"), "score")
q("compare", "germany or poland - where do we make more with tickets?", "values", best({k: v for k, v in sums(O, "country", "total").items() if k in ("Germany", "Poland")}), "order totals of the two")
q("compare", "Which had the better average session score, Baltic Software Week 2023 or Baltic Software Week 2024?", "values",
  best({f"Baltic Software Week {y}": bsw(y) for y in (2023, 2024)}), "mean scores of the two")
q("difference", "How much more did the venue for Nordic Grid Forum 2024 cost than the one for Nordic Grid Forum 2022?", "number",
  byname["Nordic Grid Forum 2024"]["rent"] - byname["Nordic Grid Forum 2022"]["rent"], "rents subtracted")
# share, growth
q("share", "what % of sponsor deals are bronze", "number", share(D, lambda r: r["level"] == "Bronze"), "deals counted")
q("share", "What percentage of all tickets sold were Student tickets?", "number", 100 * sum(known(at(O, type="Student"), "qty")) / sum(known(O, "qty")), "Qty of Student by Qty of all")
q("growth", "By how many percent did the venue rent of the Baltic Software Week rise from 2022 to 2024?", "number",
  100 * (byname["Baltic Software Week 2024"]["rent"] / byname["Baltic Software Week 2022"]["rent"] - 1), "rent 2024 against 2022")
# never, both
q("never", "sponsors who never had a Gold deal", "values", names(D, "who") - names(at(D, level="Gold"), "who"), "all sponsors less those with Gold")
q("never", "Which conferences haven't sold a single VIP ticket?", "values", set(byname) - names(at(O, type="VIP"), "cname"), "all conferences less those with a VIP order")
q("both", "Which speakers have given both a keynote and a workshop?", "values", names(at(S, fmt="Keynote"), "who") & names(at(S, fmt="Workshop"), "who"), "both formats, any conference")
q("both", "Who sponsored energy events as well as food events? Just the company names.", "values",
  {d["who"] for d in D if d["conf"]["field"] == "Energy"} & {d["who"] for d in D if d["conf"]["field"] == "Food"}, "sponsors of both fields")
# dates
q("dates", "ids of the sponsor deals signed between 1 March and 30 June 2022", "values", [d["id"] for d in D if date(2022, 3, 1) <= d["signed"] <= date(2022, 6, 30)], "signed in that span")
q("how long", "How many days went by between signing and payment of Elbverlag's deal for Teaching Tomorrow 2023?", "number",
  one((d["paid"] - d["signed"]).days for d in at(conf(D, "Teaching Tomorrow 2023"), who="Elbverlag")), "paid less signed")
q("first", "when did the first ticket order for rural libraries day come in", "values", min(r["date"] for r in conf(O, "Rural Libraries Day 2024")), "earliest order date")
q("last", "Which sponsor was the last one to sign a deal?", "values", one(r["who"] for r in D if r["signed"] == max(r["signed"] for r in D)), "latest date of signing")
# above average, best of each
q("above average", "Which conferences had a rent above the average venue rent?", "values", [c["name"] for c in C if c["rent"] > mean(C, "rent")], "rent over the mean of all")
q("best of each", "For every 2024 conference give me the session with the highest score.", "table",
  {k: one(best({r["title"]: r["score"] for r in g if r["score"] is not None})) for k, g in group(yr(S, 2024), itemgetter("cname")).items()}, "largest score per conference")
# yes or no
t = sums(D, "who", "amt")
q("yes no", "Have Kranich Versicherung's sponsor deals been worth more in total than those of Möller Kühltechnik?", "boolean", t["Kranich Versicherung"] > t["Möller Kühltechnik"], "amounts summed for the two")
assert all(r["fee"] is not None for r in at(S, fmt="Keynote"))
q("all", "is the fee for every keynote at least 2000 euros", "boolean", all(r["fee"] >= 2000 for r in at(S, fmt="Keynote")), "smallest keynote fee")
# linked
q("linked", "how many tickets have gone for the confrences Farida Osmani is in charge of", "number", sum(known(at(O, lead="Farida Osmani"), "qty")), "Qty over orders of her conferences")
q("linked", "Which of the companies our speakers come from are also sponsors of ours?", "values", names(S, "aff") & names(D, "who"), "affiliations that have a deal")
# missing, ratio, groups
q("missing", "sponsors with a deal that has no payment date", "values", names(at(D, paid=None), "who"), "Paid on is empty")
q("ratio", "What's the ratio of sponsorship amount to venue rent for Clean Ports Congress 2024?", "number",
  total(conf(D, "Clean Ports Congress 2024"), "amt") / byname["Clean Ports Congress 2024"]["rent"], "amounts of its deals by its rent")
q("group condition", "Buyers who have placed more than five orders with us - who are they?", "values", having(Counter(r["buyer"] for r in O), lambda n: n > 5), "orders counted per buyer")
# no answer
assert not any("2025" in n for n in byname) and one(at(S, title="District Heat Without Gas"))["score"] is None
q("refuse", "What did we pay for security staff at Nordic Grid Forum 2024?", "refuse", [], "no such cost in the files")
q("refuse", "max seats food chain summit 2025?", "refuse", [], "no such conference in the files")
q("refuse", "Priya Raman is asking again. Which hotel did we book for her?", "refuse", [], "no hotels in the files")
q("refuse", "What score did the session \"District Heat Without Gas\" get?", "refuse", [], "its score is empty")
q("refuse", "avg age of the people who attended caretech days 2023", "refuse", [], "no ages in the files")

finish(HERE, Q)
