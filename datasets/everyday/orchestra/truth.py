#!/usr/bin/env python3
"""Computes every gold answer of the 'orchestra' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def rd(name): return records(HERE, name)
def gap(s): return None if s in ("", "–", "n/a") else s
def num(s): return float(s.replace("'", "").replace("CHF ", "")) if gap(s) else None
def dmy(s): return day(s, "%d.%m.%Y") if gap(s) else None


K, T = graphs(HERE, "orchestra")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("orchestra", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

M = rd("musicians.csv")
for r in M:
    r["born"], r["joined"] = dmy(r["Date of birth"]), dmy(r["In the orchestra since"])
    r["load"], r["pay"] = num(r["Workload (%)"]), num(r["Monthly salary (CHF)"])
MN = {r["Name"]: r for r in M}
C = rd("concerts.csv")
for r in C:
    r["d"], r["min"] = dmy(r["Date"]), num(r["Length (minutes)"])
    r["tix"], r["chf"] = num(r["Tickets sold"]), num(r["Takings (CHF)"])
    assert (r["tix"] is not None) == (r["Status"] == "played")
CN = {r["Concert number"]: r for r in C}
assert len(CN) == len(C) and len(MN) == len(M)
HALLS, WORKS, SOLO = heads("seatingCapacity"), heads("composedBy"), heads("hasSoloInstrument")
assert {r["Hall"] for r in C} == HALLS and {r["Main work"] for r in C} <= WORKS
assert all((r["Main work"] in SOLO) == (r["Soloist"] != "–") for r in C)
ORCH = "Rheinfelden Symphony Orchestra"
seats = {h: int(one(out(h, "seatingCapacity"))) for h in HALLS}
assert all(r["tix"] <= seats[r["Hall"]] for r in C if r["tix"])
names = lambda rows: [r["Name"] for r in rows]
nos = lambda rows: [r["Concert number"] for r in rows]
by = lambda k, v, rows=C: [r for r in rows if r[k] == v]
played = by("Status", "played")
land = lambda h: one(out(one(out(h, "locatedIn")), "liesInCountry"))

q("lookup", "Who conducted K22-13?", "values", CN["K22-13"]["Conductor"], "concerts: Conductor")
q("lookup", "What does Rahel Bieri play?", "values", MN["Rahel Bieri"]["Instrument"], "musicians: Instrument")
q("lookup", "zsófia keresztes, what passport does she have?", "values", MN["Zsófia Keresztes"]["Nationality"], "musicians: Nationality")
q("lookup", "I'm finishing the programme notes for the family concert. Who wrote Pacific 231 again?", "values", out("Pacific 231", "composedBy"), "KG composedBy")
q("lookup", "which agency do i ring about signe dahlberg", "values", out("Signe Dahlberg", "representedBy"), "KG representedBy")

q("filter_list", "Who plays the horn with us?", "values", names(by("Instrument", "horn", M)), "musicians: Instrument horn")
q("filter_list", "all concert numbers where mei-ling tsao is the soloist", "values", nos(by("Soloist", "Mei-Ling Tsao")), "concerts: Soloist")
q("filter_list", "Which of the works we do are by Mendelssohn?", "values", inn("Felix Mendelssohn", "composedBy"), "KG composedBy Felix Mendelssohn")
q("filter_list", "cancelled concerts - numbers please", "values", nos(by("Status", "cancelled")), "concerts: Status cancelled")
q("filter_list", "For tomorrow's staff meeting I need the names of everybody who isn't here for good but only on a temporary contract.", "values", names(by("Employment", "temporary", M)), "musicians: Employment temporary")
q("filter_list", "Which concerts sold more than 1,080 tickets?", "values", nos(r for r in C if r["tix"] and r["tix"] > 1080), "concerts: Tickets sold > 1080")

q("count", "How many Japanese musicians do we have?", "number", len(by("Nationality", "Japanese", M)), "musicians: Nationality Japanese")
q("count", "scheherazade - how often have we played it so far?", "number", robust(len(by("Main work", "Scheherazade", played)), len(by("Main work", "Scheherazade"))), "concerts: Main work, Status played")
q("count", "How many times has Ulrike Sandmeier stood on our podium?", "number", robust(len(by("Conductor", "Ulrike Sandmeier", played)), len(by("Conductor", "Ulrike Sandmeier"))), "concerts: Conductor, Status played")
q("count", "no. of colleagues who teach at rheinfelden music school", "number", len(inn("Rheinfelden Music School", "teachesAt")), "KG teachesAt")

q("sum", "How much money have the lunch concerts brought in altogether?", "number", total(by("Series", "Lunch concerts"), "chf"), "concerts: sum of Takings (CHF), Series Lunch concerts")
q("sum", "tickets sold in the paulussaal, all nights together", "number", total(by("Hall", "Paulussaal"), "tix"), "concerts: sum of Tickets sold, Hall")
q("sum", "What do we pay our horn players a month, all of them added up?", "number", total(by("Instrument", "horn", M), "pay"), "musicians: sum of Monthly salary (CHF), Instrument horn")

q("average", "How many minutes does one of the lunch concerts last on average?", "number", robust(mean(by("Series", "Lunch concerts"), "min"), mean(by("Series", "Lunch concerts", played), "min")), "concerts: mean Length (minutes), Series Lunch concerts")
q("average", "avg audience at théâtre du lac? i mean tickets sold per concert", "number", mean(by("Hall", "Théâtre du Lac"), "tix"), "concerts: mean Tickets sold, Hall")
q("average", "What does a tutti player earn a month on average?", "number", mean(by("Position", "tutti", M), "pay"), "musicians: mean Monthly salary (CHF), Position tutti")

q("min_max", "What is the largest number of tickets we ever sold for a single concert?", "number", max(r["tix"] for r in played), "concerts: max Tickets sold")
q("min_max", "date of birth of the youngest player", "values", max(r["born"] for r in M if r["born"]), "musicians: latest Date of birth")
q("min_max", "What was the poorest box office we had in Subscription B, in francs?", "number", min(r["chf"] for r in by("Series", "Subscription B") if r["chf"]), "concerts: min Takings (CHF), Series")

q("superlative", "Who was the last musician to join us?", "values", best({r["Name"]: r["joined"] for r in M}), "musicians: latest In the orchestra since")
q("superlative", "most tickets for a family concert - which number was that?", "values", best({r["Concert number"]: r["tix"] for r in by("Series", "Family concerts", played)}), "concerts: Series Family concerts, largest Tickets sold")
q("superlative", "Which player has the fattest pay packet?", "values", best({r["Name"]: r["pay"] for r in M if r["pay"]}), "musicians: largest Monthly salary (CHF)")
q("superlative", "biggest hall we play in, going by seats", "values", best(seats), "KG seatingCapacity, largest")

q("top_k", "Name the three oldest members of the orchestra.", "values", best({r["Name"]: r["born"] for r in M if r["born"]}, 3, low=True), "musicians: three earliest Date of birth")
q("top_k", "top 5 concerts by takings", "values", best({r["Concert number"]: r["chf"] for r in C if r["chf"]}, 5), "concerts: five largest Takings (CHF)")
q("top_k", "Which two of our halls have the fewest seats?", "values", best(seats, 2, low=True), "KG seatingCapacity, two smallest")

q("comparison", "Who earns more, Séverine Monod or Jürg Tanner?", "values", best({n: MN[n]["pay"] for n in ("Séverine Monod", "Jürg Tanner")}), "musicians: Monthly salary (CHF) of both")
q("comparison", "K23-32 or K24-03, which had the bigger crowd?", "values", best({n: CN[n]["tix"] for n in ("K23-32", "K24-03")}), "concerts: Tickets sold of both")
q("comparison", "A subscriber claims we always do the same Mendelssohn. Has it been the Scottish Symphony or the Italian Symphony more often?", "values", robust(*(best({w: len(by("Main work", w, rows)) for w in ("Scottish Symphony", "Italian Symphony")}) for rows in (played, C))), "concerts: rows of both Main works")

q("difference", "By how many seats is the Rheinhalle larger than the Paulussaal?", "number", seats["Rheinhalle"] - seats["Paulussaal"], "KG seatingCapacity subtracted")
q("difference", "K21-20 vs K21-33, how many francs more did the first one take", "number", round(CN["K21-20"]["chf"] - CN["K21-33"]["chf"], 2), "concerts: Takings (CHF) subtracted")
SA = facts("seasonTicketPrice", "Subscription A")
assert [f[3] for f in SA[-2:]] == [date(2022, 8, 1), date(2024, 8, 1)]
q("difference", "The Subscription A season ticket went up in August 2024. By how much?", "number", num(SA[-1][2]) - num(SA[-2][2]), "TKG seasonTicketPrice, last two facts subtracted")

q("percent", "What percentage of the musicians are full-time?", "number", share(M, lambda r: r["load"] == 100), "musicians: Workload 100 over all rows")
q("percent", "of the concerts that were played, share recorded for the radio in %", "number", share(played, lambda r: r["Recorded for radio"] == "x"), "concerts: Recorded for radio over Status played")
q("percent", "How many per cent of the brass play an instrument that belongs to them?", "number", share(by("Section", "brass", M), lambda r: r["Own instrument"] == "yes"), "musicians: Own instrument yes over Section brass")

q("group_by", "How many concerts does each series have in the list, cancelled and planned ones included?", "table", Counter(r["Series"] for r in C), "concerts: rows per Series")
q("group_by", "average monthly pay by position", "table", {k: mean(v, "pay") for k, v in group(M, lambda r: r["Position"]).items()}, "musicians: mean Monthly salary (CHF) per Position")
q("group_by", "composers we play, counted by era", "table", Counter(t for h, r, t in K if r == "belongsToEra"), "KG belongsToEra, rows per tail")
q("group_by", "Could you split the number of tickets sold by hall, but only the two halls in Solothurn?", "table", {h: total(by("Hall", h), "tix") for h in inn("Solothurn", "locatedIn")}, "KG locatedIn Solothurn; concerts: sum of Tickets sold per Hall")

q("group_superlative", "In which hall have we sold the most tickets over all the concerts there?", "values", best({k: total(v, "tix") for k, v in group(C, lambda r: r["Hall"]).items()}), "concerts: largest sum of Tickets sold per Hall")
q("group_superlative", "leaving the swiss aside, what's the most common nationality in the orchestra", "values", best(Counter(r["Nationality"] for r in M if r["Nationality"] != "Swiss")), "musicians: most frequent Nationality but Swiss")
q("group_superlative", "At which venue did the radio record us most often?", "values", robust(*(best(Counter(r["Hall"] for r in rows if r["Recorded for radio"] == "x")) for rows in (played, C))), "concerts: Recorded for radio, most frequent Hall")
q("group_superlative", "agency with most artists on our list", "values", best(Counter(t for h, r, t in K if r == "representedBy")), "KG representedBy: most frequent tail")

q("yes_no", "Does Verena Stadelmann have more than a half-time job with us?", "boolean", MN["Verena Stadelmann"]["load"] > 50, "musicians: Workload (%)")
q("yes_no", "was the radio there for k22-18? it was the fantastique", "boolean", CN["K22-18"]["Recorded for radio"] == "x", "concerts: Recorded for radio")
q("yes_no", "Has Rebecca Osei ever appeared as soloist in a concert of ours?", "boolean", any(r["Soloist"] == "Rebecca Osei" for r in C), "concerts: Soloist")
q("yes_no", "is daniel fankhauser in duo rautiszug", "boolean", "Duo Rautiszug" in out("Daniel Fankhauser", "memberOfEnsemble"), "KG memberOfEnsemble")

q("negation", "Which halls that we play in are not in Switzerland?", "values", {h for h in HALLS if land(h) != "Switzerland"}, "KG locatedIn, liesInCountry not Switzerland")
q("negation", "woodwind players who arent swiss", "values", names(r for r in by("Section", "woodwind", M) if r["Nationality"] != "Swiss"), "musicians: Section woodwind, Nationality not Swiss")
LENT = {f[0] for f in now("playsOnLoan")}
assert all(MN[n]["Own instrument"] == "no" for n in LENT)
q("negation", "Which of our violinists have no instrument on loan at present?", "values", set(names(by("Instrument", "violin", M))) - LENT, "musicians: Instrument violin; without an open TKG playsOnLoan")
q("negation", "works w/ a solo part, just not for piano", "values", SOLO - inn("piano", "hasSoloInstrument"), "KG hasSoloInstrument without piano")

q("time_point", "Who was chief conductor in spring 2010?", "values", one(at("chiefConductorOf", date(2010, 4, 15)))[0], "TKG chiefConductorOf on that day")
q("time_point", "concertmaster on 1 january 2005?", "values", one(at("concertmasterOf", date(2005, 1, 1)))[0], "TKG concertmasterOf on that day")
q("time_point", "Which cello has Delphine Corbaz got on loan these days?", "values", one(now("playsOnLoan", "Delphine Corbaz"))[2], "TKG open playsOnLoan")
q("time_point", "season ticket for the lunch concerts, what was it in 2016", "values", one(in_year("seasonTicketPrice", 2016, "Lunch concerts"))[2], "TKG seasonTicketPrice in 2016")

q("before_after", "Who was concertmaster right before Roland Gysin?", "values", step(facts("concertmasterOf"), 0, "Roland Gysin", -1), "TKG concertmasterOf, the fact before")
q("before_after", "where did we go for rehearsals after the old tobacco works", "values", step(facts("rehearsesIn", ORCH), 2, "Old Tobacco Works", 1), "TKG rehearsesIn, next fact")
q("before_after", "Before she was lent the Scarampella, which violin did Ilaria Bonetti have?", "values", step(facts("playsOnLoan", "Ilaria Bonetti"), 2, "Scarampella violin 1899", -1), "TKG playsOnLoan, the fact before")

q("duration", "For how many full years did Marc-Antoine Delisle lead us as chief conductor?", "number", lasted(one(facts("chiefConductorOf", "Marc-Antoine Delisle"))), "TKG completed years")
q("duration", "salina pharma sponsoring the orchestra itself (not the family series): how many full years was that", "number", lasted(one(facts("sponsors", "Salina Pharma", ORCH))), "TKG completed years")
q("duration", "Of all the instruments out on loan today, which one has been with its present player the longest?", "values", best({f[2]: f[3].toordinal() for f in now("playsOnLoan")}, low=True), "TKG open playsOnLoan with the earliest start")

q("multi_hop", "In which country is the hall where K23-10 was held?", "values", land(CN["K23-10"]["Hall"]), "concerts: Hall; KG locatedIn, liesInCountry")
q("multi_hop", "what era is the composer of enigma variations", "values", out(one(out("Enigma Variations", "composedBy")), "belongsToEra"), "KG composedBy, belongsToEra")
q("multi_hop", "In which towns do the members of Barock am Rhein teach?", "values", {t for m in inn("Barock am Rhein", "memberOfEnsemble") for s in out(m, "teachesAt") for t in out(s, "locatedIn")}, "KG memberOfEnsemble, teachesAt, locatedIn")

q("cross_source", "How many tickets have we sold altogether in halls outside Switzerland?", "number", total([r for r in C if land(r["Hall"]) != "Switzerland"], "tix"), "KG locatedIn, liesInCountry; concerts: sum of Tickets sold")
q("cross_source", "K22-13 had a guest on the podium. Who was our chief conductor that day?", "values", one(at("chiefConductorOf", CN["K22-13"]["d"]))[0], "concerts: Date; TKG chiefConductorOf on that day")
RUS = {w for c in inn("Russia", "bornIn") for w in inn(c, "composedBy")}
q("cross_source", "avg ticket sales when the main work is by a composer born in russia", "number", mean([r for r in C if r["Main work"] in RUS], "tix"), "KG bornIn, composedBy; concerts: mean Tickets sold")
q("cross_source", "salmen quartet people with an instrument on loan right now?", "values", inn("Salmen Quartet", "memberOfEnsemble") & LENT, "KG memberOfEnsemble; TKG open playsOnLoan")

q("missing", "Whose date of birth have we not got on file?", "values", names(r for r in M if r["born"] is None), "musicians: Date of birth n/a")

refuse("What fee did Igor Baranov get for K23-34?", "no soloists' fees in any file")
refuse("when are the next auditions for 2nd oboe", "no auditions in any file")
refuse("How much rent did the Rheinhalle charge us for a concert evening?", "no hall rents in any file")
refuse("who was concertmaster back in 1985", "TKG: the first concertmasterOf fact starts in 1994")
refuse("Shun Morita's salary?", "musicians: Monthly salary (CHF) missing")
refuse("The insurance people called. For what sum is the Goffriller insured?", "no insured values in any file")
assert MN["Shun Morita"]["pay"] is None and not in_year("concertmasterOf", 1985)

finish(HERE, Q)
