#!/usr/bin/env python3
"""Computes every gold answer of the 'sportsclub' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, iso, kg, lasted, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    s = re.sub(r"[^0-9.\-]", "", s)
    return float(s) if s not in ("", "-") else None


K = [(r["head"], r["relation"], r["tail"]) for r in rd("sportsclub.kg.tsv")]
T = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in rd("sportsclub.tkg.tsv")]
assert len(set(K)) == len(K) and len(set(T)) == len(T)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("sportsclub", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

M = rd("members.csv")
for r in M:
    r["born"], r["joined"] = day(r["Date of Birth"], "%d/%m/%Y"), day(r["Date Joined"], "%d/%m/%Y")
    r["due"], r["paid"] = num(r["Subscription Due"]), num(r["Amount Paid"])
MN = {r["Full Name"]: r for r in M}
F = rd("fixtures.csv")
for r in F:
    r["d"], r["us"], r["them"] = day(r["Date"], "%d/%m/%Y"), num(r["Our Score"]), num(r["Their Score"])
    r["crowd"], r["take"] = num(r["Spectators"]), num(r["Takings"])
    if r["us"] is not None:
        assert r["Result"] == ("Won" if r["us"] > r["them"] else "Lost" if r["us"] < r["them"] else "Drawn")
    else: assert r["Result"] in ("Postponed", "Abandoned") and r["crowd"] is None and r["take"] is None
    assert r["take"] is None or r["Home or Away"] == "Home"
FX = {r["Match"]: r for r in F}
assert len(FX) == len(F) and len(MN) == len(M)
TEAMS, C = heads("plays sport"), "Waihora Sports Club"
assert {r["Team"] for r in F} == TEAMS
for r in F:
    if r["Home or Away"] == "Home": assert r["Ground"] == one(out(r["Team"], "home ground"))
nm = lambda rows: [r["Full Name"] for r in rows]
ms = lambda rows: [r["Match"] for r in rows]
cat = lambda c: [r for r in M if r["Category"] == c]
team = lambda t: [r for r in F if r["Team"] == t]
opp = lambda o: [r for r in F if r["Opponent"] == o]
won = lambda rows: sum(r["Result"] == "Won" for r in rows)
for c in ("Adult", "Student", "Junior", "Senior"): assert {r["due"] for r in cat(c)} == {num(one(now("subscription rate", c))[2])}

q("lookup", "What is Moana Kahu's phone number?", "values", MN["Moana Kahu"]["Phone"], "members: Phone")
q("lookup", "home ground of the cricket firsts?", "values", out("Cricket Firsts", "home ground"), "KG home ground")
q("lookup", "Who refereed match M117?", "values", FX["M117"]["Referee"], "fixtures: Referee")

q("filter_list", "Which of our members live in Seaview?", "values", nm(r for r in M if r["Suburb"] == "Seaview"), "members: Suburb")
q("filter_list", "games the hockey men drew", "values", ms(r for r in team("Hockey Men") if r["Result"] == "Drawn"), "fixtures: Team, Result Drawn")
q("filter_list", "Can you give me the names of the life members?", "values", nm(cat("Life")), "members: Category Life")
q("filter_list", "Who is on the canteen? I need to get hold of them before Saturday.", "values", inn("canteen", "looks after"), "KG looks after canteen")
q("filter_list", "people who settle their sub in cash", "values", nm(r for r in M if r["Paid By"] == "Cash"), "members: Paid By Cash")
q("filter_list", "Which of the clubs we play against come from Wellington?", "values", inn("Wellington", "located in"), "KG located in Wellington")
q("filter_list", "List all matches where we took more than $1,000.", "values", ms(r for r in F if r["take"] and r["take"] > 1000), "fixtures: Takings > 1000")

q("count", "How many juniors does the club have?", "number", len(cat("Junior")), "members: rows of Category Junior")
q("count", "matches at Donnelly Street, how many in all", "number", sum(r["Ground"] == "Donnelly Street" for r in F), "fixtures: rows of Ground")
assert all(r["us"] is not None for r in F if r["Ground"] == "Donnelly Street")
q("count", "How many of the students have not paid a cent so far?", "number", sum(r["paid"] == 0 for r in cat("Student")), "members: Category Student, Amount Paid 0")
q("count", "squad size of Tennis Mixed pls", "number", len(inn("Tennis Mixed", "plays_for")), "KG plays_for Tennis Mixed")
q("count", "How often have we lost to Karori Swifts, all our teams together?", "number", sum(r["Result"] == "Lost" for r in opp("Karori Swifts")), "fixtures: Opponent, Result Lost")

q("sum", "What were the total takings of the Netball Premier in 2024?", "number", total([r for r in team("Netball Premier") if r["d"].year == 2024], "take"), "fixtures: sum of Takings, Team, Date in 2024")
q("sum", "How much money have the members from Kōwhai Bay paid us altogether?", "number", total([r for r in M if r["Suburb"] == "Kōwhai Bay"], "paid"), "members: sum of Amount Paid, Suburb")
q("sum", "goals by football women, every match added up", "number", total(team("Football Women"), "us"), "fixtures: sum of Our Score, Team")

q("average", "On average, how many people come to watch the Cricket Firsts?", "number", mean(team("Cricket Firsts"), "crowd"), "fixtures: mean Spectators, Team (counted ones)")
q("average", "avrg takings of a Football Men A home game", "number", mean(team("Football Men A"), "take"), "fixtures: mean Takings, Team")
q("average", "I'm writing the season review. How many goals a game do the Hockey Women let in on average?", "number", mean(team("Hockey Women"), "them"), "fixtures: mean Their Score, Team")
assert all(r["us"] is not None for r in team("Hockey Women"))

q("min_max", "What is the biggest crowd we have ever had at a match?", "number", max(r["crowd"] for r in F if r["crowd"]), "fixtures: max Spectators")
q("min_max", "lowest score the cricket seconds ever put on the board", "number", min(r["us"] for r in team("Cricket Seconds") if r["us"] is not None), "fixtures: min Our Score, Team")
q("min_max", "When did our newest member join?", "values", max(r["joined"] for r in M), "members: latest Date Joined")

q("superlative", "Who has been a member for the longest time?", "values", best({r["Full Name"]: r["joined"] for r in M}, low=True), "members: earliest Date Joined")
q("superlative", "whos the youngest in the club", "values", best({r["Full Name"]: r["born"] for r in M if r["born"]}), "members: latest Date of Birth")
q("superlative", "Which match had the fewest spectators?", "values", best({r["Match"]: r["crowd"] for r in F if r["crowd"] is not None}, low=True), "fixtures: smallest Spectators")
q("superlative", "the game that brought in the most cash", "values", best({r["Match"]: r["take"] for r in F if r["take"]}), "fixtures: largest Takings")
q("superlative", "Netball Premier's heaviest defeat, by points difference - which match number was that?", "values", best({r["Match"]: r["them"] - r["us"] for r in team("Netball Premier") if r["us"] is not None}), "fixtures: Team, largest Their Score minus Our Score")

q("top_k", "Who are our three oldest members?", "values", best({r["Full Name"]: r["born"] for r in M if r["born"]}, 3, low=True), "members: three earliest Date of Birth")
q("top_k", "top 2 matches of the hockey women for attendance", "values", best({r["Match"]: r["crowd"] for r in team("Hockey Women") if r["crowd"]}, 2), "fixtures: Team, two largest Spectators")
q("top_k", "Which two referees have been given the most of our fixtures?", "values", best(Counter(r["Referee"] for r in F), 2), "fixtures: two most frequent Referees")

q("comparison", "Who joined earlier, Wiremu or Moana Kahu?", "values", best({n: MN[n]["joined"] for n in ("Wiremu Kahu", "Moana Kahu")}, low=True), "members: Date Joined of both")
q("comparison", "more wins so far: Cricket Firsts or Cricket Seconds", "values", best({t: won(team(t)) for t in ("Cricket Firsts", "Cricket Seconds")}), "fixtures: Won rows of both Teams")
q("comparison", "We play Levin Wanderers and Petone Mariners in several sports. Which of the two have we beaten more often?", "values", best({o: won(opp(o)) for o in ("Levin Wanderers", "Petone Mariners")}), "fixtures: Won rows of both Opponents")

q("difference", "How many more people watched M052 than M063?", "number", FX["M052"]["crowd"] - FX["M063"]["crowd"], "fixtures: Spectators subtracted")
q("difference", "M095 vs M127, gap in takings", "number", round(FX["M095"]["take"] - FX["M127"]["take"], 2), "fixtures: Takings subtracted")
q("difference", "By how many dollars did the adult subscription go up in April 2020?", "number", num(one(at("subscription rate", date(2020, 4, 15), "Adult"))[2]) - num(one(at("subscription rate", date(2020, 3, 15), "Adult"))[2]), "TKG subscription rate of Adult, the two around that date")

q("percent", "What percentage of our members are volunteers?", "number", share(M, lambda r: r["Volunteer"] == "Yes"), "members: Volunteer Yes over all rows")
q("percent", "home games as a share of all fixtures, in %", "number", share(F, lambda r: r["Home or Away"] == "Home"), "fixtures: Home over all rows")
q("percent", "What percent of their matches have the Football Women lost?", "number", share(team("Football Women"), lambda r: r["Result"] == "Lost"), "fixtures: Lost over the rows of the Team")
assert all(r["us"] is not None for r in team("Football Women"))

q("group_by", "How many members are there in each suburb?", "table", Counter(r["Suburb"] for r in M), "members: rows per Suburb")
q("group_by", "wins per team", "table", {t: won(team(t)) for t in TEAMS}, "fixtures: Won rows per Team")
q("group_by", "What is the average attendance for each of our teams?", "table", {t: mean(team(t), "crowd") for t in TEAMS}, "fixtures: mean Spectators per Team")
q("group_by", "The committee would like to know how many leagues each association organises.", "table", Counter(t for h, r, t in K if r == "organised by"), "KG organised by, rows per tail")

q("group_superlative", "Which suburb do the most members come from?", "values", best(Counter(r["Suburb"] for r in M)), "members: most frequent Suburb")
q("group_superlative", "opponent we lost to most often?", "values", best(Counter(r["Opponent"] for r in F if r["Result"] == "Lost")), "fixtures: Lost, most frequent Opponent")
q("group_superlative", "Which team has earned the club the most at its matches overall?", "values", best({t: total(team(t), "take") for t in TEAMS}), "fixtures: largest sum of Takings per Team")
q("group_superlative", "most popular main sport among members", "values", best(Counter(r["Main Sport"] for r in M)), "members: most frequent Main Sport")

q("yes_no", "Has Arjun Desai paid any of his subscription yet?", "boolean", MN["Arjun Desai"]["paid"] > 0, "members: Amount Paid")
q("yes_no", "is daniel okoro a volunteer", "boolean", MN["Daniel Okoro"]["Volunteer"] == "Yes", "members: Volunteer")
q("yes_no", "Did the Hockey Women ever beat Kapiti Hockey?", "boolean", won([r for r in team("Hockey Women") if r["Opponent"] == "Kapiti Hockey"]) > 0, "fixtures: Team, Opponent, Won")
q("yes_no", "Somebody asked about shoes: do the Netball Seniors play on asphalt at home?", "boolean", "asphalt" in out(one(out("Netball Seniors", "home ground")), "surface"), "KG home ground, surface")
q("yes_no", "Does Fiona Brackley have a first aid qualification?", "boolean", any("First Aid" in x for x in out("Fiona Brackley", "holds qualification")), "KG holds qualification")
assert "Fiona Brackley" not in MN

q("negation", "Whose main sport is tennis but who are not in the Tennis Mixed team?", "values", set(nm(r for r in M if r["Main Sport"] == "Tennis")) - inn("Tennis Mixed", "plays_for"), "members: Main Sport; KG plays_for")
q("negation", "teams that arent in any competition of Capital Football", "values", {t for t in TEAMS if not any("Capital Football" in out(l, "organised by") for l in out(t, "competes in"))}, "KG competes in, organised by")
q("negation", "Which members in the Senior category do not volunteer?", "values", nm(r for r in cat("Senior") if r["Volunteer"] != "Yes"), "members: Category Senior, Volunteer No")
q("negation", "hockey people w/o a first aid certificate who also arent volunteers - going by main sport", "values", nm(r for r in M if r["Main Sport"] == "Hockey" and r["First Aid Certificate Expires"] == "None" and r["Volunteer"] == "No"), "members: Main Sport Hockey, First Aid Certificate None, Volunteer No")

q("time_point", "Who was the club's president on 1 January 2018?", "values", one(at("president of", date(2018, 1, 1)))[0], "TKG president of on that day")
q("time_point", "junior sub back in 2014?", "values", one(in_year("subscription rate", 2014, "Junior"))[2], "TKG subscription rate of Junior in 2014")
q("time_point", "Whose logo did the Netball Premier wear on their kit in 2019?", "values", one(in_year("kit sponsor", 2019, "Netball Premier"))[2], "TKG kit sponsor in 2019")
q("time_point", "who skippers the hockey men these days", "values", one(now("captain_of", tail="Hockey Men"))[0], "TKG open captain_of")

q("before_after", "Who coached Football Men A before Ewan Laidlaw took over?", "values", step(facts("coach of", tail="Football Men A"), 0, "Ewan Laidlaw", -1), "TKG coach of, the fact before")
q("before_after", "tania ruru handed on the netball premier captaincy. to whom?", "values", step(facts("captain_of", tail="Netball Premier"), 0, "Tania Ruru", 1), "TKG captain_of, next fact")

q("duration", "For how many full years was Pieter Vlietstra coach of the Hockey Men?", "number", lasted(one(facts("coach of", "Pieter Vlietstra", "Hockey Men"))), "TKG completed years")
q("duration", "pukeko plumbing on the shirts of Football Men A - how many full yrs did that last", "number", lasted(one(facts("kit sponsor", "Football Men A", "Pukeko Plumbing"))), "TKG completed years")
q("duration", "Of today's coaches, who has been with their team the longest?", "values", best({f[0]: f[3].toordinal() for f in now("coach of")}, low=True), "TKG open coach of with the earliest start")
assert len({f[0] for f in now("coach of")}) == len(now("coach of"))

q("multi_hop", "In which suburb do the Hockey Women play at home?", "values", out(one(out("Hockey Women", "home ground")), "located in"), "KG home ground, located in")
q("multi_hop", "who organises the league the cricket seconds play in", "values", out(one(out("Cricket Seconds", "competes in")), "organised by"), "KG competes in, organised by")
q("multi_hop", "Little Rosie Meikle wants to watch her parents play. Which teams are they in?", "values", {t for p in inn("Rosie Meikle", "parent_of") for t in out(p, "plays_for")}, "KG parent_of, plays_for")

q("cross_source", "Which players of the Football Women still owe part of their subscription?", "values", {p for p in inn("Football Women", "plays_for") if MN[p]["paid"] < MN[p]["due"]}, "KG plays_for; members: Amount Paid below Subscription Due")
q("cross_source", "phone no. of the current treasurer", "values", MN[one(now("treasurer of"))[0]]["Phone"], "TKG open treasurer of; members: Phone")
q("cross_source", "Who was coaching the Netball Premier at the time of M069?", "values", one(at("coach of", FX["M069"]["d"], tail="Netball Premier"))[0], "fixtures: Date; TKG coach of on that day")
q("cross_source", "Takings from all matches on grounds in Totara Flat, added together - could you work that out for me?", "number", total([r for r in F if r["Ground"] in inn("Totara Flat", "located in")], "take"), "KG located in; fixtures: sum of Takings")

q("missing", "Which members have no date of birth on file?", "values", nm(r for r in M if r["born"] is None), "members: Date of Birth empty")

refuse("What is Hemi Paewai's email address?", "no email addresses in any file")
refuse("who scored for us against foxton united in june 2024", "no goal scorers in any file")
refuse("How much do we pay for the hire of the Tide Street Turf?", "no ground hire costs in any file")
refuse("what time do the netball seniors train on tuesdays", "no training times in any file")
refuse("How many people came to M045?", "fixtures: Spectators not counted")
assert FX["M045"]["crowd"] is None

finish(HERE, Q)
