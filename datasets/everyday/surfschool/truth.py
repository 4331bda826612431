#!/usr/bin/env python3
"""Computes every gold answer of the 'surfschool' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
  python3 truth.py --show   prints the questions with their answers"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def rd(name): return records(HERE, name)
def num(s): return float(s.replace(".", "").replace(",", ".")) if re.search(r"\d", s) else None
def inches(s):
    f, i = s.split("'")
    return 12 * int(f) + int(i)


K, T = graphs(HERE, "surfschool")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("surfschool", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

B = rd("boards.csv")
for r in B:
    r["no"], r["type"], r["len"], r["vol"] = r["Board no."], r["Type of board"], inches(r["Length (feet'inches)"]), num(r["Volume (litres)"])
    r["price"], r["hire"], r["y"] = num(r["Price when new (€)"]), num(r["Hire per day (€)"]), int(r["Bought"][3:])
BN = {r["no"]: r for r in B}
L = rd("lessons.csv")
for r in L:
    r["d"], r["n"], r["total"] = day(r["Lesson date"], "%d/%m/%Y"), int(r["Number of students"]), num(r["Total (€)"])
    r["wave"], r["rating"], r["pp"] = num(r["Wave height (m)"]), num(r["Rating (out of 5)"]), num(r["Price per student (€)"])
    assert (r["Outcome"] == "held") == (r["total"] is not None), r
LN = {r["Booking"]: r for r in L}
INS, BASES, BEACHES = heads("teachesAt"), {f[2] for f in facts("headInstructorAt")}, heads("seabed")
assert len(LN) == len(L) and len(BN) == len(B) and {r["Instructor"] for r in L} <= INS and {r["Beach"] for r in L} <= BEACHES
assert {r["Base"] for r in B} == BASES and {r["Brand"] for r in B} == heads("madeIn")
for r in L: assert r["Language"] in out(r["Instructor"], "speaks") and r["Level"] in out(r["Beach"], "suitableFor")
MV = "Maré Viva Surf School"
held = [r for r in L if r["Outcome"] == "held"]
cancelled = [r for r in L if r["Outcome"] == "cancelled"]
nos = lambda rows: [r["no"] for r in rows]
bk = lambda rows: [r["Booking"] for r in rows]
by = lambda who, rows=held: [r for r in rows if r["Instructor"] == who]
euros = lambda s: int(s.removesuffix(" EUR"))

q("lookup", "Where is Camille Duroc from?", "values", out("Camille Duroc", "comesFrom"), "KG comesFrom")
q("lookup", "MV042, what make is that", "values", BN["MV042"]["Brand"], "boards: Brand")
q("lookup", "On which beach was L-2384 taught?", "values", LN["L-2384"]["Beach"], "lessons: Beach")
q("lookup", "A mum wants to know what her boy would be falling on at Praia da Torre. What's the bottom like there?", "values", out("Praia da Torre", "seabed"), "KG seabed")
q("lookup", "What do we ask for a day with board MV040?", "number", BN["MV040"]["hire"], "boards: Hire per day")

q("filter_list", "Which instructors speak German?", "values", inn("German", "speaks"), "KG speaks German")
q("filter_list", "every board that needs fixing pls", "values", nos(r for r in B if r["Condition"] == "needs repair"), "boards: Condition needs repair")
q("filter_list", "Which beaches are good for kids?", "values", inn("Kids", "suitableFor"), "KG suitableFor Kids")
q("filter_list", "bookings that were called off in 2024", "values", bk(r for r in cancelled if r["d"].year == 2024), "lessons: cancelled, Lesson date in 2024")
q("filter_list", "Give me the numbers of the longboards kept at Santa Cruz Base.", "values", nos(r for r in B if r["type"] == "Longboard" and r["Base"] == "Santa Cruz Base"), "boards: Type, Base")
q("filter_list", "Our accountant is looking for the big ones. Which bookings came to more than 1600 euros?", "values", robust(bk(r for r in L if r["total"] and r["total"] > 1600), bk(r for r in L if r["total"] and r["total"] >= 1600)), "lessons: Total > 1600")

q("count", "How many boards do we keep in Ericeira?", "number", sum(r["Base"] == "Ericeira Base" for r in B), "boards: Base Ericeira Base")
q("count", "number of private lessons beatriz actually gave in 2023", "number", sum(r["Lesson type"] == "private" and r["d"].year == 2023 for r in by("Beatriz Lobo")), "lessons: private, held, 2023, Instructor")
q("count", "How many places to stay send their guests to the Ericeira base?", "number", len(inn("Ericeira Base", "sendsGuestsTo")), "KG sendsGuestsTo")
q("count", "How many bookings are there for lessons at sunset?", "number", sum(r["Time of day"] == "sunset" for r in L), "lessons: Time of day sunset")
q("count", "portuguese instructors (nationality not language) - how many", "number", len(inn("Portugal", "comesFrom") & INS), "KG comesFrom Portugal")

q("sum", "What do Beatriz Lobo's lessons add up to in euros, paid or not?", "number", total(by("Beatriz Lobo"), "total"), "lessons: sum of Total, Instructor")
q("sum", "students taught at praia da lagoa, total, only the lessons that went ahead", "number", total([r for r in held if r["Beach"] == "Praia da Lagoa"], "n"), "lessons: sum of students, held, Beach")
q("sum", "We went a bit mad buying boards in 2023. If I leave out any where nobody noted the price, what did they cost us in all?", "number", total([r for r in B if r["y"] == 2023], "price"), "boards: sum of Price when new, Bought in 2023")

q("average", "What is Thiago Moura's average rating?", "number", mean(by("Thiago Moura", L), "rating"), "lessons: mean Rating, Instructor")
q("average", "avg litres of our softboards", "number", mean([r for r in B if r["type"] == "Softboard"], "vol"), "boards: mean Volume, Softboard")
q("average", "How high were the waves on average on the lessons we cancelled?", "number", mean(cancelled, "wave"), "lessons: mean Wave height, cancelled")

q("min_max", "What's the most we ever paid for a new board?", "number", max(r["price"] for r in B if r["price"]), "boards: max Price when new")
q("min_max", "Smallest waves ever written down for a lesson at advanced level?", "number", min(r["wave"] for r in L if r["wave"] and r["Level"] == "Advanced"), "lessons: min Wave height, Advanced")
q("min_max", "sofia rebelo's first lesson in the book, what date", "values", robust(min(r["d"] for r in by("Sofia Rebelo")), min(r["d"] for r in by("Sofia Rebelo", L))), "lessons: earliest date, Instructor")

q("superlative", "Which board has the most volume?", "values", best({r["no"]: r["vol"] for r in B if r["vol"]}), "boards: largest Volume")
q("superlative", "cheapest board we own, going by what it cost new", "values", best({r["no"]: r["price"] for r in B if r["price"]}, low=True), "boards: smallest Price when new")
q("superlative", "Which of our longboards is the longest?", "values", best({r["no"]: r["len"] for r in B if r["type"] == "Longboard"}), "boards: largest Length, Longboard")
q("superlative", "Which booking has the highest total?", "values", best({r["Booking"]: r["total"] for r in held}), "lessons: largest Total")

q("top_k", "What were the three most expensive boards when we bought them?", "values", best({r["no"]: r["price"] for r in B if r["price"]}, 3), "boards: three largest Price when new")
q("top_k", "two beaches that turn up most in the lesson bookings", "values", best(Counter(r["Beach"] for r in L), 2), "lessons: two most frequent Beaches")
q("top_k", "Which 3 instructors' lessons add up to the most euros?", "values", best({k: total(v, "total") for k, v in group(held, lambda r: r["Instructor"]).items()}, 3), "lessons: three largest sums of Total per Instructor")

q("comparison", "Whose lessons were worth more in total, Tomás Figueira's or Joris Vermeer's?", "values", best({p: total(by(p), "total") for p in ("Tomás Figueira", "Joris Vermeer")}), "lessons: sums of Total of both")
q("comparison", "softboards: more of them at baleal base or at ericeira base?", "values", best({b: sum(r["type"] == "Softboard" and r["Base"] == b for r in B) for b in ("Baleal Base", "Ericeira Base")}), "boards: Softboards of both Bases")
q("comparison", "I'd like the cheaper group lesson. Foz Base or Santa Cruz Base at today's prices?", "values", best({b: euros(one(now("groupLessonPrice", b))[2]) for b in ("Foz Base", "Santa Cruz Base")}, low=True), "TKG open groupLessonPrice of both")

q("difference", "How much more did MV026 cost new than MV031?", "number", BN["MV026"]["price"] - BN["MV031"]["price"], "boards: Price when new subtracted")
q("difference", "by how many euros did the group price in ericeira go up in april 2024", "number", euros(one(now("groupLessonPrice", "Ericeira Base"))[2]) - euros(facts("groupLessonPrice", "Ericeira Base")[-2][2]), "TKG groupLessonPrice subtracted")
q("difference", "How many more bookings are there for lessons in English than in Portuguese?", "number", sum(r["Language"] == "English" for r in L) - sum(r["Language"] == "Portuguese" for r in L), "lessons: rows of both Languages subtracted")
assert facts("groupLessonPrice", "Ericeira Base")[-1][3] == date(2024, 4, 1)

q("percent", "What percentage of all bookings got cancelled?", "number", share(L, lambda r: r["Outcome"] == "cancelled"), "lessons: cancelled over all rows")
q("percent", "% of boards not in the hire pool", "number", share(B, lambda r: r["In hire pool (Y/N)"] == "N"), "boards: N over all rows")
q("percent", "Could you tell me what share of our instructors come from abroad, in percent?", "number", share(sorted(INS), lambda i: out(i, "comesFrom") != {"Portugal"}), "KG comesFrom other than Portugal")

q("group_by", "How many boards are there at each base?", "table", Counter(r["Base"] for r in B), "boards: rows per Base")
q("group_by", "mean rating per level", "table", {k: mean(v, "rating") for k, v in group(L, lambda r: r["Level"]).items()}, "lessons: mean Rating per Level")
q("group_by", "Can you split the lesson totals in euros by lesson type?", "table", {k: total(v, "total") for k, v in group(held, lambda r: r["Lesson type"]).items()}, "lessons: sum of Total per Lesson type")
q("group_by", "teachers per base, a head count", "table", Counter(t for h, r, t in K if r == "teachesAt"), "KG teachesAt, rows per tail")

q("group_superlative", "Which brand do we have the most boards of?", "values", best(Counter(r["Brand"] for r in B)), "boards: most frequent Brand")
q("group_superlative", "How do most of our bookings come in?", "values", best(Counter(r["Booked through"] for r in L)), "lessons: most frequent Booked through")
q("group_superlative", "language the most instructors can speak", "values", best(Counter(t for h, r, t in K if r == "speaks")), "KG speaks: most frequent tail")
q("group_superlative", "Which type of board is the dearest to buy on average?", "values", best({k: mean(v, "price") for k, v in group([r for r in B if r["price"]], lambda r: r["type"]).items()}), "boards: largest mean Price when new per Type")

q("yes_no", "Does Maja speak German?", "boolean", "German" in out("Maja Lindqvist", "speaks"), "KG speaks")
q("yes_no", "is there anyone from spain teaching for us", "boolean", bool(inn("Spain", "comesFrom") & INS), "KG comesFrom Spain")
q("yes_no", "Has Rui Matoso ever had a lesson cancelled?", "boolean", bool(by("Rui Matoso", cancelled)), "lessons: cancelled, Instructor")
q("yes_no", "Someone wants to take out MV060 this afternoon. Is that one in the hire pool?", "boolean", BN["MV060"]["In hire pool (Y/N)"] == "Y", "boards: In hire pool")

q("negation", "Which of the instructors don't speak Portuguese?", "values", INS - inn("Portuguese", "speaks"), "KG teachesAt heads without speaks Portuguese")
q("negation", "base without a single SUP", "values", BASES - {r["Base"] for r in B if r["type"] == "SUP"}, "boards: Bases without Type SUP")
q("negation", "Beaches we should not take beginners to?", "values", BEACHES - inn("Beginner", "suitableFor"), "KG suitableFor without Beginner")
q("negation", "2024 lessons that went ahead but still arent paid", "values", bk(r for r in held if r["d"].year == 2024 and r["Paid (Y/N)"] == "N"), "lessons: held, 2024, Paid N")

q("time_point", "Who was head instructor at Baleal Base in the summer of 2016?", "values", one(at("headInstructorAt", date(2016, 7, 15), tail="Baleal Base"))[0], "TKG headInstructorAt on that day")
q("time_point", "praia da bica, who had the concession in 2015", "values", one(in_year("concessionHeldBy", 2015, "Praia da Bica"))[2], "TKG concessionHeldBy in 2015")
q("time_point", "How much was a group lesson in Ericeira on 1 August 2019?", "values", one(at("groupLessonPrice", date(2019, 8, 1), "Ericeira Base"))[2], "TKG groupLessonPrice on that day")
q("time_point", "From whom does Baleal Base rent its storage at the moment?", "values", one(now("rentsStorageFrom", "Baleal Base"))[2], "TKG open rentsStorageFrom")

q("before_after", "Who managed Ericeira Base before Rui Matoso?", "values", step(facts("managedBy", "Ericeira Base"), 2, "Rui Matoso", -1), "TKG managedBy, the fact before")
q("before_after", "tomás figueira rode for bolina first. whos his sponsor after that", "values", step(facts("sponsoredBy", "Tomás Figueira"), 2, "Bolina", 1), "TKG sponsoredBy, next fact")
q("before_after", "Who took over from Kieran Walsh as head instructor?", "values", step(facts("headInstructorAt", tail="Ericeira Base"), 0, "Kieran Walsh", 1), "TKG headInstructorAt, next fact")

q("duration", "For how many full years did Vasco Antunes manage the Baleal base?", "number", lasted(one(facts("managedBy", "Baleal Base", "Vasco Antunes"))), "TKG completed years")
q("duration", "escola onda certa at praia da lagoa: how long did they have it, in whole years", "number", lasted(one(facts("concessionHeldBy", "Praia da Lagoa", "Escola Onda Certa"))), "TKG completed years")
q("duration", "Of the beaches where we hold the concession now, which have we had for the longest time?", "values", best({f[0]: f[3].toordinal() for f in now("concessionHeldBy", tail=MV)}, low=True), "TKG open concessionHeldBy with the earliest start")

q("multi_hop", "Which languages does Maja Lindqvist's mentor speak?", "values", out(one(out("Maja Lindqvist", "mentoredBy")), "speaks"), "KG mentoredBy, speaks")
q("multi_hop", "praia das pedras is in which municipality? not the village", "values", out(one(out("Praia das Pedras", "locatedIn")), "locatedIn"), "KG locatedIn twice")
q("multi_hop", "Marta Peixoto had a mentor, and that mentor had one too. Who is it?", "values", out(one(out("Marta Peixoto", "mentoredBy")), "mentoredBy"), "KG mentoredBy twice")

q("cross_source", "How many lessons did we hold on beaches with a reef?", "number", sum(r["Beach"] in inn("reef", "seabed") for r in held), "KG seabed reef; lessons: held rows")
q("cross_source", "portuguese made boards on our list, how many", "number", sum("Portugal" in out(r["Brand"], "madeIn") for r in B), "KG madeIn; boards: rows")
q("cross_source", "Who was managing the base in Santa Cruz on the day of booking L-2348?", "values", one(at("managedBy", LN["L-2348"]["d"], "Santa Cruz Base"))[2], "lessons: Lesson date; TKG managedBy on that day")
q("cross_source", "I'm drawing up the thank-you list. Taking just the places to stay that are in Ericeira itself, how much are the bookings that came through them worth altogether, in euros?", "number", total([r for r in held if r["Booked through"] in inn("Ericeira", "locatedIn") & heads("sendsGuestsTo")], "total"), "KG locatedIn, sendsGuestsTo; lessons: sum of Total")

q("missing", "For which boards do we not know what they cost new?", "values", nos(r for r in B if r["price"] is None), "boards: Price when new ?")

refuse("How warm is the water at Praia da Lagoa in May?", "no water temperatures in any file")
refuse("wetsuits size M at foz base, how many have we got", "no wetsuits in any file")
refuse("What does Kieran earn per hour?", "no wages in any file")
refuse("Who was the manager of Foz Base in 2017?", "TKG: the first managedBy fact of Foz Base starts in 2019")
refuse("A lady left her sunglasses after lesson L-2371 and I want to ring her. What's her number?", "no customers' names or numbers in any file")
assert not in_year("managedBy", 2017, "Foz Base")

assert len(Q) == 80 and len({x["kind"] for x in Q}) == 22
finish(HERE, Q)
