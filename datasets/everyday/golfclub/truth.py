"""Computes every answer of the 'golfclub' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("golfclub", Q)

mem = [dict(id=r["Mem No"], name=r["Name"], sex=r["Sex"], born=int(r["Born"]), cat=r["Category"],
            joined=day(r["Joined"], "%d/%m/%Y"), hcap=num(r["H'cap Index"]), hcap_cell=r["H'cap Index"], town=r["Town"],
            locker=r["Locker"], sub=digits(r["Annual Sub"])) for r in records(HERE, "members.csv")]
M = {r["id"]: r for r in mem}
N = {r["name"]: r for r in mem}
assert len(M) == len(N) == len(mem)
bk = [dict(id=r["booking_id"], date=iso(r["play_date"]), m=M[r["member_no"]], name=M[r["member_no"]]["name"],
           players=int(r["players"]), guests=int(r["guests"]), holes=r["holes"], buggy=r["buggy"] == "Y",
           status=r["status"], fee=num(r["guest_fees_gbp"])) for r in records(HERE, "tee_bookings.csv")]
res = [dict(comp=r["Competition"], date=day(r["Comp Date"], "%d %b %Y"), m=M[r["Member"]], name=M[r["Member"]]["name"],
            gross=num(r["Gross"]), nett=num(r["Nett"]), pos=r["Pos"], prize=digits(r["Prize"]))
       for r in records(HERE, "comp_results.csv")]
buy = [dict(id=r["Receipt"], date=day(r["Date"], "%d/%m/%Y"), m=M.get(r["Mem No"]),
            name=M[r["Mem No"]]["name"] if r["Mem No"] else None, outlet=r["Outlet"], item=r["Item"], qty=int(r["Qty"]),
            amount=digits(r["Amount (GBP)"]), paid=r["Paid by"]) for r in records(HERE, "purchases.csv")]
assert {r["date"].year for r in bk + res + buy} == {2025}
played = [r for r in bk if r["status"] == "Played"]
own = [r for r in buy if r["m"]]  # purchases by members


def month(r): return r["date"].strftime("%Y-%m")
def quarter(r): return f"{r['date'].year}-Q{(r['date'].month + 2) // 3}"
def at(outlet): return [r for r in buy if r["outlet"] == outlet]
def in_month(rows, n): return [r for r in rows if r["date"].month == n]
def field(comp):
    rows = [r for r in res if r["comp"] == comp]
    assert rows
    return rows
def of(name, rows):
    assert name in N
    return [r for r in rows if r["name"] == name]
def cat(c):
    rows = [r for r in mem if r["cat"] == c]
    assert rows
    return rows
def names(rows): return {r["name"] for r in rows}
def count(rows, key): return Counter(r[key] for r in rows)
def totals(rows, key): return {k: total(g, "amount") for k, g in group(rows, itemgetter(key)).items()}


# looking up
q("lookup", "What is Verity Ashcombe's handicap index?", "values", N["Verity Ashcombe"]["hcap_cell"], "her cell in H'cap Index")
q("lookup", "who's got locker 22?", "values", one(r["name"] for r in mem if r["locker"] == "22"), "the member with Locker 22")
q("lookup", "When did Joanna Kirkbride join the club?", "values", N["Joanna Kirkbride"]["joined"], "her cell in Joined")

# lists
q("list", "Which Full members have a handicap index below 7?", "values", names(r for r in cat("Full") if r["hcap"] < 7),
  "members of category Full with H'cap Index < 7")
q("list", "female members from Thornby", "values", names(r for r in mem if r["sex"] == "F" and r["town"] == "Thornby"),
  "members with Sex F and Town Thornby")
q("list", "I need the cancelled bookings of August 2025. Which booking ids are they?", "values",
  [r["id"] for r in in_month(bk, 8) if r["status"] == "Cancelled"], "ids of bookings in August with status Cancelled")

# counts
q("count", "how many members do we have?", "number", len(mem), "rows of members.csv")
q("count", "How many 9-hole rounds with a buggy were actually played?", "number",
  sum(r["holes"] == "9" and r["buggy"] for r in played), "bookings with 9 holes, buggy Y, status Played")
q("count", "how many junior memebrs from kelbrook", "number", sum(r["town"] == "Kelbrook" for r in cat("Junior")),
  "members of category Junior with Town Kelbrook")

# sums
q("sum", "total guest fees?", "number", total(bk, "fee"), "sum of guest_fees_gbp")
q("sum", "what did the Bar sell in July 2025 in pounds, all told", "number", total(in_month(at("Bar"), 7), "amount"),
  "sum of Amount of outlet Bar in July")
q("sum", "How much prize money has Joanna Kirkbride won altogether?", "number", total(of("Joanna Kirkbride", res), "prize"),
  "sum of Prize over her results")

# means
q("mean", "avg handicap index in the senior category", "number", mean(cat("Senior"), "hcap"), "mean H'cap Index of category Senior")
q("mean", "Taking only bookings in June 2025 that were played, what was the average number of players per booking?", "number",
  mean(in_month(played, 6), "players"), "mean of players, status Played, June")
q("mean", "How much is a Pro Shop receipt worth on average?", "number", mean(at("Pro Shop"), "amount"), "mean Amount of outlet Pro Shop")

# extremes
q("extreme", "Who has been a member the longest?", "values", best({r["name"]: r["joined"] for r in mem}, low=True), "earliest Joined")
q("extreme", "most expensive thing charged to a bar account, which item was that", "values",
  one(r["item"] for r in buy if r["id"] in best({r["id"]: r["amount"] for r in buy if r["paid"] == "Bar account"})),
  "Item of the largest Amount with Paid by Bar account")

# top three
q("top three", "Name the three members who spent the most at the bar, hut and shop taken together.", "values",
  best(totals(own, "name"), 3), "sum of Amount by member, three largest; purchases without a member left out")
q("top three", "top 3 items by quantity sold?", "values", best({k: sum(r["qty"] for r in g) for k, g in group(buy, itemgetter("item")).items()}, 3),
  "sum of Qty by Item, three largest")

# most, counted
q("most counted", "Which member has the most bookings for 18 holes that were actually played?", "values",
  best(count([r for r in played if r["holes"] == "18"], "name")), "bookings with 18 holes and status Played counted by member")
q("most counted", "which town do we have the most members from", "values", best(Counter(r["town"] for r in mem if r["town"])),
  "members counted by Town")

# most, summed
q("most summed", "Whose bookings brought in the most guest fees?", "values", best(sums(bk, "name", "fee")), "sum of guest_fees_gbp by member")
q("most summed", "Which competiton paid out the most prize money?", "values", best(sums(res, "comp", "prize")), "sum of Prize by Competition")

# per group
q("per group", "members per category", "table", count(mem, "cat"), "members counted by Category")
q("per group", "Show me the total sales of each outlet.", "table", totals(buy, "outlet"), "sum of Amount by Outlet")
q("per group", "average handicap index, male vs female members (M / F)", "table", means(mem, "sex", "hcap"), "mean H'cap Index by Sex")

# per month, per quarter
q("per month", "Tee bookings per month?", "table", Counter(map(month, bk)), "bookings counted by month of play_date")
q("per month", "pro shop revenue month by month", "table", {k: total(g, "amount") for k, g in group(at("Pro Shop"), month).items()},
  "sum of Amount of outlet Pro Shop by month")
q("per quarter", "How many purchases were made in each quarter?", "table", Counter(map(quarter, buy)),
  "purchases counted by quarter")

# two compared
q("comparison", "Who is the better player by handicap index (lower is better), Maeve Donnellan or Verity Ashcombe?", "values",
  best({n: N[n]["hcap"] for n in ("Maeve Donnellan", "Verity Ashcombe")}, low=True), "the smaller H'cap Index of the two")
q("comparison", "Spring Medal or Ladybank Trophy - which had more entries", "values",
  best({c: len(field(c)) for c in ("Spring Medal", "Ladybank Trophy")}), "result rows of the two counted")

# difference
q("difference", "By how many strokes did the winner of the Spring Medal beat the runner-up on nett score?", "number",
  one(r["nett"] for r in field("Spring Medal") if r["pos"] == "2") - one(r["nett"] for r in field("Spring Medal") if r["pos"] == "1"),
  "Nett of Pos 2 minus Nett of Pos 1")
q("difference", "how much more was paid by card than in cash", "number", round(totals(buy, "paid")["Card"] - totals(buy, "paid")["Cash"], 2),
  "sum of Amount with Paid by Card minus that with Cash")

# share
q("share", "Of the 18-hole tee bookings in August and September 2025, what percentage got cancelled?", "number",
  share([r for r in bk if r["holes"] == "18" and r["date"].month in (8, 9)], lambda r: r["status"] == "Cancelled"),
  "bookings with status Cancelled of those with 18 holes in the two months")
q("share", "pro shop's share of all purchases by value, in %", "number", 100 * total(at("Pro Shop"), "amount") / total(buy, "amount"),
  "Amount of Pro Shop of all Amount")

# growth
q("growth", "By what percentage did sales across the three outlets rise from July to August 2025?", "number",
  100 * (total(in_month(buy, 8), "amount") / total(in_month(buy, 7), "amount") - 1), "Amount in August against July")

# never, without
q("never", "Which members in the Senior category have never booked a tee time?", "values", names(cat("Senior")) - names(bk), "category Senior without a booking")
q("without", "full members w/o a locker", "values", names(r for r in cat("Full") if not r["locker"]), "category Full with empty Locker")

# both
shopped = distinct(own, "name", "outlet")
q("both", "Who has won a competition and has also booked a buggy at some point?", "values",
  names(r for r in res if r["pos"] == "1") & names(r for r in bk if r["buggy"]), "Pos 1 in a competition, and a booking with buggy Y")
q("both", "members who've bought something at all three outlets", "values", having(shopped, lambda n: n == len(totals(buy, "outlet"))),
  "members with purchases at every Outlet")

# dates
early, late = date(2025, 6, 11), date(2025, 6, 22)
q("dates", "Who joined before 1995?", "values", names(r for r in mem if r["joined"].year < 1995), "Joined before 1995")
between = [r for r in bk if early <= r["date"] <= late]
q("dates", "bookings between 11 and 22 June 2025, how many?", "number",
  robust(len(between), sum(early < r["date"] < late for r in bk)), "bookings with play_date from 11 to 22 June")

# how long
q("how long", "How many days passed from the Spring Medal to the Hartley Salver?", "number",
  (one({r["date"] for r in field("Hartley Salver")}) - one({r["date"] for r in field("Spring Medal")})).days, "difference of the two Comp Dates")

# first, last
q("last", "what's the last thing Agnes Birtwistle bought?", "values",
  one(r["item"] for r in buy if r["id"] in best({r["id"]: r["date"] for r in of("Agnes Birtwistle", buy)})), "Item of her latest Date")

# above the average, best of each group
mid = [r for r in field("Midsummer Medal") if r["gross"] is not None]
q("above average", "In the Midsummer Medal, who took more shots (gross) than the average of the field?", "values",
  names(r for r in mid if r["gross"] > mean(mid, "gross")), "Gross above the mean Gross of that competition")
q("best of each", "Who won each competition?", "table", {c: one(r["name"] for r in g if r["pos"] == "1") for c, g in group(res, itemgetter("comp")).items()},
  "the member with Pos 1 by Competition")

# yes or no, all
q("yes or no", "Did Gareth Ollerton make more tee bookings than Joanna Kirkbride?", "boolean",
  len(of("Gareth Ollerton", bk)) > len(of("Joanna Kirkbride", bk)), "their bookings counted")
q("yes or no", "I'm looking at the Bar only. Did it sell more in September 2025 than in August?", "boolean",
  total(in_month(at("Bar"), 9), "amount") > total(in_month(at("Bar"), 8), "amount"), "Amount of outlet Bar in the two months")
q("all", "have all Full members entered at least one competition?", "boolean", names(cat("Full")) <= names(res),
  "every member of category Full is in comp_results.csv")

# linked
q("linked", "What did Social members spend in the Pro Shop from July to September 2025?", "number",
  total([r for r in own if r["m"]["cat"] == "Social" and r["outlet"] == "Pro Shop" and r["date"].month in (7, 8, 9)], "amount"),
  "sum of Amount of outlet Pro Shop by members of category Social, July to September")
q("linked", "How many of the prizes went to people from Upper Dene?", "number",
  sum(r["prize"] is not None and r["m"]["town"] == "Upper Dene" for r in res), "results with a Prize by members of Town Upper Dene")
q("linked", "Average nett score of the women in the Founders' Cup, please", "number",
  mean([r for r in field("Founders' Cup") if r["m"]["sex"] == "F"], "nett"), "mean Nett of members with Sex F in that competition")

# missing
q("missing", "who has no handicap index on file", "values", names(r for r in mem if r["hcap"] is None), "empty H'cap Index")

# ratio
q("ratio", "ratio of Pro Shop sales to Bar sales (in money)", "number", total(at("Pro Shop"), "amount") / total(at("Bar"), "amount"),
  "Amount of Pro Shop divided by Amount of Bar")

# conditions on groups
q("groups", "members with more than five bookings", "values", having(count(bk, "name"), lambda n: n > 5), "members with over 5 bookings")

# no answer in the data
q("refuse", "What is Gareth Ollerton's phone number?", "refuse", [], "no phone numbers in the data")
q("refuse", "profit margin on polo shirts?", "refuse", [], "no cost prices in the data")
q("refuse", "Who won the Harvest Medal in 2024?", "refuse", [], "results of 2025 only")
q("refuse", "Which members were late paying their annual sub?", "refuse", [], "no dates of payment of the subs")
q("refuse", "how many birdies did Zachary Munro make in the Ladybank Trophy", "refuse", [], "no scores by hole in the data")
finish(HERE, Q)
