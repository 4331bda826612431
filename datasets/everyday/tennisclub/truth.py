"""Computes every answer of the 'tennisclub' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

M = [{"id": r["Mbr No."], "name": r["Name"], "dob": iso(r["DOB"]), "cat": r["Cat."], "joined": day(r["Join date"], "%d/%m/%Y"),
      "town": r["Town"], "hand": r["Hand"], "pts": num(r["Ladder pts"]), "fee": num(r["Annual fee (£)"]),
      "owed": num(r["Bal. owed (£)"]), "locker": r["Locker"]} for r in records(HERE, "members.csv")]
B = [{"ref": r["booking_ref"], "date": iso(r["date"]), "court": r["court"], "by": r["booked_by"], "type": r["booking_type"],
      "coach": r["coach"], "min": num(r["dur_min"]), "guests": num(r["guests"]), "lights": r["lights"],
      "cell": r["charge"], "charge": digits(r["charge"])} for r in records(HERE, "court_bookings.csv")]
K, T = graphs(HERE, "tennisclub")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
who = {r["name"]: r for r in M}
assert len(who) == len(M) and {r["by"] for r in B} <= set(who) and {r["date"].year for r in B} == {2025}
CLUB = "Millbrook Tennis Club"


def mem(**k): return [r for r in M if all(r[a] == v for a, v in k.items())]
def bk(*months, **k):
    return [r for r in B if (not months or r["date"].month in months) and all(r[a] == v for a, v in k.items())]
def names(rows): return [r["name"] for r in rows]
def refs(rows): return [r["ref"] for r in rows]
def by(rows, v, key="name"): return {r[key]: r[v] for r in rows if r[v] is not None}


Q = []
q = asking("tennisclub", Q)

# lookup
q("lookup", "which town does Freya Lindqvist live in?", "values", who["Freya Lindqvist"]["town"], "Town of her row")
q("lookup", "locker number for Oliver Penrose", "values", who["Oliver Penrose"]["locker"], "Locker of his row")
q("lookup", "I'm sending out anniversary cards. When did Katrin Brandt join the club?", "values", who["Katrin Brandt"]["joined"], "Join date of her row")
q("lookup", "whats the charge on booking BK4618", "values", one(bk(ref="BK4618"))["cell"], "charge of that booking")

# filter_list
q("filter_list", "list all left-handed members", "values", names(mem(hand="L")), "Hand is L")
q("filter_list", "Which members in the Junior category live in Brackwater?", "values", names(mem(cat="Junior", town="Brackwater")), "Cat. Junior and Town Brackwater")
q("filter_list", "Which members in the Adult category who joined before 2018 still owe the club money?", "values",
  names(r for r in mem(cat="Adult") if r["joined"].year < 2018 and r["owed"] > 0), "Cat. Adult, Join date before 2018, balance above 0")
q("filter_list", "lessons that took place on court 8, just the booking refs pls", "values", refs(bk(court="Court 8", type="Lesson")), "Lesson on Court 8")

# count
q("count", "how many student members?", "number", len(mem(cat="Student")), "rows of category Student")
q("count", "number of court bookings in june 2025", "number", len(bk(6)), "bookings dated June 2025")
q("count", "How many doubles bookings had the lights on?", "number", len(bk(type="Doubles", lights="Y")), "Doubles with lights Y")
q("count", "How many members in the Adult category live in Ashcombe and have more than 1000 ladder points?", "number",
  sum((r["pts"] or 0) > 1000 for r in mem(cat="Adult", town="Ashcombe")), "Adult, Ashcombe, points above 1000")

# sum
q("sum", "total balance owed by Thornley members?", "number", total(mem(town="Thornley"), "owed"), "sum of Bal. owed in Thornley")
q("sum", "What did the lessons in July 2025 bring in altogether, in pounds?", "number", total(bk(7, type="Lesson"), "charge"), "sum of charge of lessons in July 2025")
q("sum", "add up the minutes booked on court 8", "number", sum(known(bk(court="Court 8"), "min")), "sum of dur_min on Court 8")
q("sum", "need this for the budget - what do the anual fees of the Seniors come to in total", "number", total(mem(cat="Senior"), "fee"), "sum of Annual fee of Seniors")

# average
q("average", "average ladder points of the juniors?", "number", mean(mem(cat="Junior"), "pts"), "mean of known points of Juniors")
assert all(r["cell"] for r in bk(court="Court 1", type="Singles"))
q("average", "What is the average charge for a singles booking on Court 1?", "number", mean(bk(court="Court 1", type="Singles"), "charge"), "mean charge of Singles on Court 1")
q("average", "avg length of a lesson in minutes", "number", mean(bk(type="Lesson"), "min"), "mean dur_min of lessons")

# min_max
q("min_max", "lowest number of ladder points anyone has", "number", min(known(M, "pts")), "least Ladder pts")
q("min_max", "What is the highest charge for a doubles booking?", "number", max(known(bk(type="Doubles"), "charge")), "greatest charge of Doubles")
q("min_max", "What is the earliest join date among the student members who have a locker?", "values",
  min(r["joined"] for r in mem(cat="Student") if r["locker"]), "least Join date of Students with a locker")

# superlative
q("superlative", "who owes us the most?", "values", best(by(M, "owed")), "greatest balance owed")
q("superlative", "Which court was booked the most often?", "values", best(Counter(r["court"] for r in B)), "court with most bookings")
q("superlative", "Which Adult category member without a locker has the most ladder points?", "values",
  best(by((r for r in mem(cat="Adult", locker="")), "pts")), "Adult, empty Locker, greatest points")
q("superlative", "whos the youngest person in the club going by date of birth", "values", max(mem(), key=lambda r: r["dob"] or date.min)["name"], "latest DOB")

# top_k
q("top_k", "top 3 on the ladder by points", "values", best(by(M, "pts"), 3), "three greatest Ladder pts")
q("top_k", "Which five members have the largest outstanding balances?", "values", best(by(M, "owed"), 5), "five greatest balances")
q("top_k", "we're ordering new nets. give me the 2 courts with the fewest bookings", "values",
  best(Counter(r["court"] for r in B), 2, low=True), "two courts with fewest bookings")

# comparison
q("comparison", "Who has more ladder points, Omar Haddad or Katrin Brandt?", "values", best({n: who[n]["pts"] for n in ("Omar Haddad", "Katrin Brandt")}), "greater Ladder pts of the two")
q("comparison", "court 3 or court 4 - which one has more bookings", "values", best({c: len(bk(court=c)) for c in ("Court 3", "Court 4")}), "more bookings of the two")
q("comparison", "From June to August 2025, which brought in more money: singles or doubles bookings?", "values",
  best({t: total(bk(6, 7, 8, type=t), "charge") for t in ("Singles", "Doubles")}), "greater sum of charge in June to August")
q("comparison", "who joined first, rupert lang or marcus delacroix?", "values", best({n: who[n]["joined"] for n in ("Rupert Lang", "Marcus Delacroix")}, low=True), "earlier Join date of the two")

# difference
q("difference", "How many more members of the Adult category live in Ashcombe than in Thornley?", "number", len(mem(cat="Adult", town="Ashcombe")) - len(mem(cat="Adult", town="Thornley")), "Adults of one town less those of the other")
q("difference", "ladder points difference between Ben Threlfall and Hao Zhao", "number", abs(who["Ben Threlfall"]["pts"] - who["Hao Zhao"]["pts"]), "points of one less points of the other")
d = round(total(bk(5), "charge") - total(bk(6), "charge"), 2)
assert d > 0
q("difference", "By how many pounds were the total court charges in May 2025 higher than in June 2025?", "number", d, "sum of charge in May less that in June")

# percent
q("percent", "Of the members in the Adult category who live in Ashcombe, what percentage have a locker?", "number", share(mem(cat="Adult", town="Ashcombe"), lambda r: r["locker"]), "Locker not empty out of Adults in Ashcombe")
q("percent", "share of bookings with lights on, in %", "number", share(B, lambda r: r["lights"] == "Y"), "lights Y out of all bookings")
q("percent", "Of all the money charged for court bookings, what percent came from lessons?", "number", 100 * total(bk(type="Lesson"), "charge") / total(B, "charge"), "charge of lessons out of all charge")

# group_by
q("group_by", "members per town", "table", Counter(r["town"] for r in M), "members counted by Town")
q("group_by", "Total charges for each booking type?", "table", sums(B, "type", "charge"), "sum of charge by booking_type")
q("group_by", "Could you break down the average ladder points by home town?", "table", means(M, "town", "pts"), "mean of known points by Town")

# group_superlative
q("group_superlative", "Among the members in the Adult category, who has the most ladder points in each town?", "table", {t: one(best(by(g, "pts"))) for t, g in group(mem(cat="Adult"), itemgetter("town")).items()}, "greatest points of Adults by Town")
q("group_superlative", "biggest debtor per town, i.e. who owes the most in each", "table", {t: one(best(by(g, "owed"))) for t, g in group(M, itemgetter("town")).items()}, "greatest balance by Town")
q("group_superlative", "For every membership category, who is the member that joined the longest ago?", "table",
  {c: one(best(by(g, "joined"), low=True)) for c, g in group(M, itemgetter("cat")).items()}, "earliest Join date by Cat.")

# yes_no
q("yes_no", "is Jamie Fenn a lefty?", "boolean", who["Jamie Fenn"]["hand"] == "L", "Hand of his row")
q("yes_no", "Does any member who lives in Marlow End owe more than £100?", "boolean", any(r["owed"] > 100 for r in mem(town="Marlow End")), "a balance above 100 in Marlow End")
q("yes_no", "has court 8 ever been booked for team practice", "boolean", bool(bk(court="Court 8", type="Team practice")), "Team practice on Court 8")
q("yes_no", "Is Garland Estate Agents still the sponsor of Men's A?", "boolean", bool(now("sponsored_by", "Men's A", "Garland Estate Agents")), "sponsored_by without an end")

# negation
q("negation", "Which members owe money but don't have a locker?", "values", names(r for r in M if r["owed"] > 0 and not r["locker"]), "balance above 0 and empty Locker")
courts = {r["court"] for r in B}
assert courts == heads("has_surface") == {f[0] for f in facts("has status")}
q("negation", "courts that have never been resurfaced", "values", courts - {f[0] for f in facts("has status", tail="being resurfaced")}, "courts without such a status")
q("negation", "Which members in the Junior category are not coached by Judith Amberley?", "values", set(names(mem(cat="Junior"))) - out("Judith Amberley", "coaches"), "Juniors less those she coaches")
q("negation", "singles bookings on Court 8 without any guests, give me the booking refs", "values", refs(bk(court="Court 8", type="Singles", guests=0)), "Singles on Court 8 with 0 guests")

# time_point
q("time_point", "Who was Club Chair in June 2018?", "values", robust([f[0] for f in at("served_as", date(2018, 6, 1), tail="Club Chair")], [f[0] for f in at("served_as", date(2018, 6, 30), tail="Club Chair")]), "served_as Club Chair through June 2018")
q("time_point", "captain of Ladies' A as of 1 January 2022?", "values", [f[0] for f in at("captain_of", date(2022, 1, 1), tail="Ladies' A")], "captain_of on that day")
q("time_point", "what was the status of court 2 in january 2024", "values", robust([f[2] for f in at("has status", date(2024, 1, 1), "Court 2")], [f[2] for f in at("has status", date(2024, 1, 31), "Court 2")]), "has status through January 2024")
q("time_point", "Who played for Mixed A at some time during 2017?", "values", [f[0] for f in in_year("plays_for", 2017, tail="Mixed A")], "plays_for that holds on a day of 2017")

# before_after
q("before_after", "Who was Treasurer before Fiona Carstairs?", "values", step(facts("served_as", tail="Treasurer"), 0, "Fiona Carstairs", -1), "the one before her as Treasurer")
q("before_after", "who took over as Mens B captain after Martin Hesketh", "values", step(facts("captain_of", tail="Men's B"), 0, "Martin Hesketh", 1), "the next captain")
q("before_after", "Which club did Connor Healy work for before he came to Millbrook Tennis Club?", "values", step(facts("works_for", "Connor Healy"), 2, CLUB, -1), "his works_for before the club")
q("before_after", "new joiners since the start of 2023, who are they?", "values", names(r for r in M if r["joined"] >= date(2023, 1, 1)), "Join date from 2023-01-01")

# duration
q("duration", "For how many full years was Dev Raman Club Chair?", "number", lasted(one(facts("served_as", "Dev Raman", "Club Chair"))), "full years from start to end")
f = one(facts("works_for", "Howard Pell", CLUB))
q("duration", "howard pell used to coach here. how many full years did he work for Millbrook Tennis Club", "number", lasted(f), "full years from start to end")
f = one(facts("has status", "Court 5", "being resurfaced"))
months = (f[4].year - f[3].year) * 12 + f[4].month - f[3].month - (f[4].day < f[3].day)
assert f[3].day - f[4].day > 2
q("duration", "How many complete months did the resurfacing of Court 5 take?", "number", months, "full months from start to end")

# multi_hop
sponsor = one(now("sponsored_by", "Men's B"))[2]
q("multi_hop", "In which town is the company that currently sponsors Men's B based?", "values", out(sponsor, "based_in"), "sponsored_by, then based_in")
q("multi_hop", "Which league is the Vets team's division part of?", "values", out(one(out("Vets", "competes_in")), "part_of"), "competes_in, then part_of")
cap = one(now("captain_of", tail="Men's A"))[0]
q("multi_hop", "what country does the racket brand of the current Men's A captain come from", "values", out(one(out(cap, "uses_racket")), "from_country"), "captain_of, uses_racket, from_country")
q("multi_hop", "Who coaches the child of Ines Delacroix?", "values", inn(one(out("Ines Delacroix", "parent_of")), "coaches"), "parent_of, then coaches")

# cross_source
q("cross_source", "How many ladder points does the current captain of Mixed A have?", "number", who[one(now("captain_of", tail="Mixed A"))[0]]["pts"], "captain_of, then Ladder pts")
q("cross_source", "total charges for bookings on clay courts", "number", total([r for r in B if r["court"] in inn("clay", "has_surface")], "charge"), "has_surface clay, then sum of charge")
q("cross_source", "Do any of the current Ladies' A players owe money? I need their names.", "values", [f[0] for f in now("plays_for", tail="Ladies' A") if who[f[0]]["owed"] > 0], "plays_for without an end and a balance above 0")
q("cross_source", "How many lessons in the bookings were given by coaches with a Level 3 licence?", "number", sum(r["coach"] in inn("Level 3 licence", "holds_qualification") for r in bk(type="Lesson")), "holds_qualification, then lessons counted")

# missing
q("missing", "Which members have no date of birth on file?", "values", names(r for r in M if not r["dob"]), "empty DOB")
q("missing", "bookings where the charge was left blank (refs)", "values", refs(bk(cell="")), "empty charge")
q("missing", "For which lessons did nobody fill in the coach? Booking refs please.", "values", refs(bk(type="Lesson", coach="")), "Lesson with empty coach")

# unanswerable
assert min(f[3] for f in facts("served_as")).year > 1998
q("unanswerable", "What is Jordan Blake's phone number?", "refuse", [], "no phone numbers in the data")
q("unanswerable", "how much do the coaches earn per hour", "refuse", [], "no pay in the data")
q("unanswerable", "How many matches has Men's A won this season?", "refuse", [], "no results in the data")
q("unanswerable", "what did it cost to resurface court 2?", "refuse", [], "no costs of work on courts in the data")
q("unanswerable", "Who was Club Chair in 1998?", "refuse", [], "the posts begin in 2009")

finish(HERE, Q)
