#!/usr/bin/env python3
"""Computes every gold answer of the 'schools' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, step, tkg, total, digits as num)


def rd(name): return records(HERE, name)
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "schools")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))
def tails(rel): return {t for h, r, t in K if r == rel}

Q = []
q = asking("schools", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

E = rd("exams.csv")
for r in E:
    r["d"] = day(r["Sat on"], "%Y/%m/%d")
    r["ent"], r["abs"], r["pas"], r["top"], r["avg"], r["rem"] = num(r["Entered"]), num(r["Absent"]), num(r["Passed"]), num(r["Top grades"]), num(r["Avg mark"]), num(r["Re-marks asked"])
    r["y"] = r["d"].year
EN = {r["Ref"]: r for r in E}
S = rd("staff.csv")
MON = {"Jan": 1, "Apr": 4, "Sept": 9}
for r in S:
    m, y = r["Joined"].split()
    r["j"], r["fte"], r["les"], r["sick"], r["dbs"] = date(int(y), MON[m], 1), num(r["FTE"]), num(r["Lessons/wk"]), num(r["Sick days 23/24"]), day(r["DBS checked"], "%d/%m/%Y")
    assert one(now("taught at", r["Name"]))[2:4] == (r["School"], r["j"])
SN = {r["Name"]: r for r in S}
SCH = heads("specialism")
assert len(EN) == len(E) and len(SN) == len(S) == len({r["Code"] for r in S}) and {r["School"] for r in E} | {r["School"] for r in S} <= SCH
for r in E:
    on("examined by", r["d"], r["Subject"], r["Board"])
    assert not r["Taught by"] or at("taught at", r["d"], r["Taught by"], r["School"])
refs = lambda rows: [r["Ref"] for r in rows]
nm = lambda rows: [r["Name"] for r in rows]
boro = lambda s: one(out(one(out(s, "in town")), "in borough"))
ex = lambda **k: [r for r in E if all(r[a] == b for a, b in k.items())]

q("lookup", "Which school does Harvey Inskip teach at?", "values", SN["Harvey Inskip"]["School"], "staff: School")
q("lookup", "EX038 - how many pupils were entered", "number", EN["EX038"]["ent"], "exams: Entered")
q("lookup", "What is the specialism of Thornbury Hill?", "values", out("Thornbury Hill", "specialism"), "KG specialism")
q("lookup", "room of tamsin akhtar?", "values", SN["Tamsin Akhtar"]["Room"], "staff: Room")
q("lookup", "when does the robotics club meet", "values", out("robotics club", "meets on"), "KG meets on")
q("filter_list", "Which teachers at The Meadows work full time (FTE 1.0)?", "values", nm(r for r in S if r["School"] == "The Meadows" and r["fte"] == 1), "staff: School, FTE 1.0")
q("filter_list", "Which A-level exams had more than 45 pupils entered?", "values", refs(r for r in E if r["Level"] == "A-level" and r["ent"] > 45), "exams: A-level, Entered > 45")
q("filter_list", "heads of dept at queen maud", "values", nm(r for r in S if r["School"] == "Queen Maud Grammar" and r["Post"] == "Head of dept"), "staff: School, Post Head of dept")
q("filter_list", "My kid gets the X5 in the morning. Which schools could he get to on that bus?", "values", inn("X5", "served by bus"), "KG served by bus X5")
q("filter_list", "gcse art exams with an avrage above 75%", "values", refs(r for r in ex(Level="GCSE", Subject="Art") if r["avg"] and r["avg"] > 75), "exams: GCSE Art, Avg mark > 75 (typo)")
q("filter_list", "Which primary schools feed into Cressing College?", "values", inn("Cressing College", "feeds into"), "KG feeds into")
q("count", "How many exams were sat in 2022?", "number", sum(r["y"] == 2022 for r in E), "exams: Sat on in 2022")
q("count", "How many physics teachers are on the staff list?", "number", sum(r["Subject"] == "Physics" for r in S), "staff: Subject Physics")
q("count", "no. of french exams at a-level", "number", len(ex(Subject="French", Level="A-level")), "exams: French, A-level")
q("count", "of the ppl on the staff list at riverside, how many joined before 2010", "number", sum(r["School"] == "Riverside High" and r["j"].year < 2010 for r in S), "staff: School, Joined before 2010")
q("count", "How many schools wear navy?", "number", len(inn("navy", "uniform colour")), "KG uniform colour navy")
q("sum", "How many pupils were entered for English exams in total, all years?", "number", total(ex(Subject="English"), "ent"), "exams: sum of Entered, English")
q("sum", "sick days 23/24 for st aldates, all staff added together", "number", total([r for r in S if r["School"] == "St Aldate's"], "sick"), "staff: sum of Sick days, School (empty left out)")
q("average", "What is the average mark in GCSE Maths exams, in percent, taking every exam equally?", "number", mean(ex(Subject="Maths", Level="GCSE"), "avg"), "exams: mean Avg mark, GCSE Maths (empty left out)")
q("average", "avg lessons a week for heads of year", "number", mean([r for r in S if r["Post"] == "Head of year"], "les"), "staff: mean Lessons/wk, Head of year")
q("average", "The paper rang about absences. How many pupils were absent per exam on average in 2021?", "number", mean([r for r in E if r["y"] == 2021], "abs"), "exams: mean Absent, 2021")
q("min_max", "What is the highest number of pupils ever entered for a single exam?", "number", max(r["ent"] for r in E), "exams: max Entered")
q("min_max", "worst average mark in any physics exam? (%)", "number", min(r["avg"] for r in ex(Subject="Physics") if r["avg"]), "exams: min Avg mark, Physics")
q("min_max", "When was the DBS check of the Cressing College teacher whose check is the oldest?", "values", min(r["dbs"] for r in S if r["School"] == "Cressing College"), "staff: earliest DBS checked, School")
q("superlative", "Who has the most sick days in Riverside High?", "values", best({r["Name"]: r["sick"] for r in S if r["School"] == "Riverside High" and r["sick"] is not None}), "staff: largest Sick days, School")
q("superlative", "which exam had the best avg mark ever", "values", best({r["Ref"]: r["avg"] for r in E if r["avg"]}), "exams: largest Avg mark")
q("superlative", "Which of our schools is the oldest?", "values", best({h: int(t) for h, r, t in K if r == "founded in"}, low=True), "KG founded in, smallest")
q("superlative", "longest serving teacher on the current list?", "values", best({r["Name"]: r["j"] for r in S}, low=True), "staff: earliest Joined")
q("top_k", "Which three exams had the most passes?", "values", best({r["Ref"]: r["pas"] for r in E}, 3), "exams: three largest Passed")
q("top_k", "top 2 schools by no of exams on the list", "values", best(Counter(r["School"] for r in E), 2), "exams: two most frequent Schools")
q("comparison", "Who teaches more lessons a week, Percy Prentice or Kirsten Pemberton?", "values", best({n: SN[n]["les"] for n in ("Percy Prentice", "Kirsten Pemberton")}), "staff: Lessons/wk of both")
q("comparison", "hollins or the meadows, where did more kids sit exams in 2023? go by numbers entered", "values", best({s: total([r for r in ex(School=s) if r["y"] == 2023], "ent") for s in ("Hollins Academy", "The Meadows")}), "exams: sums of Entered 2023 of both")
q("comparison", "Which is older, Riverside High or Cressing College?", "values", best({s: int(one(out(s, "founded in"))) for s in ("Riverside High", "Cressing College")}, low=True), "KG founded in of both")
q("difference", "How many more pupils passed EX096 than EX094?", "number", EN["EX096"]["pas"] - EN["EX094"]["pas"], "exams: Passed subtracted")
q("difference", "By how many percentage points was the average mark in EX026 above that in EX012?", "number", round(EN["EX026"]["avg"] - EN["EX012"]["avg"], 4), "exams: Avg mark subtracted")
q("percent", "What percentage of the pupils entered for EX100 passed?", "number", 100 * EN["EX100"]["pas"] / EN["EX100"]["ent"], "exams: Passed over Entered")
q("percent", "share of staff who are part time, i.e. less than 1.0 FTE (in %)", "number", 100 * sum(r["fte"] < 1 for r in S) / len(S), "staff: FTE < 1 over all rows")
q("group_by", "How many teachers does each school have on the staff list?", "table", Counter(r["School"] for r in S), "staff: rows per School")
q("group_by", "entries per subject, all the years summed up", "table", {k: total(v, "ent") for k, v in group(E, lambda r: r["Subject"]).items()}, "exams: sum of Entered per Subject")
q("group_by", "What is the average number of sick days for each post?", "table", {k: mean(v, "sick") for k, v in group(S, lambda r: r["Post"]).items()}, "staff: mean Sick days per Post (empty left out)")
q("group_by", "exams by board, just the counts", "table", Counter(r["Board"] for r in E), "exams: rows per Board")
q("group_superlative", "Which school has the most pupils absent in total?", "values", best({k: total(v, "abs") for k, v in group(E, lambda r: r["School"]).items()}), "exams: largest sum of Absent per School")
q("group_superlative", "whose name is on most of the exams as teacher", "values", best(Counter(r["Taught by"] for r in E if r["Taught by"])), "exams: most frequent Taught by")
q("group_superlative", "Which subject has the most re-marks asked for in total?", "values", best({k: total(v, "rem") for k, v in group(E, lambda r: r["Subject"]).items()}), "exams: largest sum of Re-marks asked per Subject")
q("group_superlative", "which club has most staff running it", "values", best(Counter(t for h, r, t in K if r == "runs club")), "KG runs club, most frequent tail")
q("yes_no", "Does Hollins Academy share a sixth form with Park Lane School?", "boolean", "Park Lane School" in out("Hollins Academy", "shares_sixth_form_with"), "KG shares_sixth_form_with")
q("yes_no", "is the meadows rated good at the momnet", "boolean", bool(now("inspection rating", "The Meadows", "Good")), "TKG open inspection rating (typo)")
q("yes_no", "Has Verity Nettleton ever taught at Hollins Academy?", "boolean", bool(facts("taught at", "Verity Nettleton", "Hollins Academy")), "TKG taught at")
q("yes_no", "was alan stott a deputy head anywhere before he got his own school?", "boolean", any(f[4] and f[4] < one(facts("head of", "Alan Stott"))[3] for f in facts("deputy head of", "Alan Stott")), "TKG deputy head of ended before head of")
q("negation", "Which schools in Wexcombe do not share a sixth form with anybody?", "values", {s for s in inn("Wexcombe", "in town") if s in SCH and not out(s, "shares_sixth_form_with") and not inn(s, "shares_sixth_form_with")}, "KG in town, no shares_sixth_form_with either way")
q("negation", "teachers at thornbury hill who dont run a club", "values", {r["Name"] for r in S if r["School"] == "Thornbury Hill"} - heads("runs club"), "staff: School; no KG runs club")
q("negation", "How many exams in 2024 were not set by Caxton?", "number", sum(r["y"] == 2024 and r["Board"] != "Caxton" for r in E), "exams: 2024, Board not Caxton")
q("negation", "Which schools have never been rated Inadequate?", "values", SCH - {f[0] for f in facts("inspection rating", tail="Inadequate")}, "schools less TKG inspection rating Inadequate")
q("time_point", "Who was head of Park Lane School on 1 March 2014?", "values", on("head of", date(2014, 3, 1), tail="Park Lane School")[0], "TKG head of on that day")
q("time_point", "who chairs the governors at cressing college now", "values", one(now("chairs governors of", tail="Cressing College"))[0], "TKG open chairs governors of")
q("time_point", "What was the inspection rating of Queen Maud Grammar on 1 January 2016?", "values", on("inspection rating", date(2016, 1, 1), "Queen Maud Grammar")[2], "TKG inspection rating on that day")
q("time_point", "back in 2019, which board did maths", "values", one(in_year("examined by", 2019, "Maths"))[2], "TKG examined by in 2019")
q("time_point", "Which schools belonged to the Wold Schools Trust at the end of 2013?", "values", [f[0] for f in at("member school of", date(2013, 12, 31))], "TKG member school of on that day")
q("before_after", "Who was head of St Aldate's before Helen Thwaite?", "values", step(facts("head of", tail="St Aldate's"), 0, "Helen Thwaite", -1), "TKG head of, the fact before")
q("before_after", "who took over from lydia crowe at thornbury hill", "values", step(facts("head of", tail="Thornbury Hill"), 0, "Lydia Crowe", 1), "TKG head of, next fact")
q("before_after", "Where did Kirsten Pemberton teach before she came to Park Lane School?", "values", step(facts("taught at", "Kirsten Pemberton"), 2, "Park Lane School", -1), "TKG taught at, the fact before")
q("duration", "How many full years was Gordon Pask chief executive of the trust?", "number", full_years(*one(facts("chief executive of", "Gordon Pask"))[3:]), "TKG completed years")
q("duration", "of the ex heads of riverside high who stayed longest", "values", best({f[0]: days(f) for f in facts("head of", tail="Riverside High") if f[4]}), "TKG head of, longest closed fact")
q("multi_hop", "In which borough is Riverside High?", "values", boro("Riverside High"), "KG in town, in borough")
q("multi_hop", "what day does zachary jardines mentor's own mentor's... no, simpler: which uni did zachary jardine's mentor go to", "values", {u for m in out("Zachary Jardine", "mentored by") for u in out(m, "degree from")}, "KG mentored by, degree from (detour)")
q("multi_hop", "On which days of the week do the clubs run by Cressing College teachers meet?", "values", {d for r in S if r["School"] == "Cressing College" for c in out(r["Name"], "runs club") for d in out(c, "meets on")}, "staff: School; KG runs club, meets on")
q("cross_source", "How many exams were sat at schools in South Wold?", "number", sum(boro(r["School"]) == "South Wold" for r in E), "exams; KG in town, in borough")
q("cross_source", "Who was head of the school when EX072 was sat?", "values", on("head of", EN["EX072"]["d"], tail=EN["EX072"]["School"])[0], "exams: School, Sat on; TKG head of on that day")
q("cross_source", "welsh speakers teaching a sciences subject, who", "values", {r["Name"] for r in S if "Welsh" in out(r["Name"], "speaks") and "Sciences" in out(r["Subject"], "belongs to faculty")}, "staff: Subject; KG speaks, belongs to faculty")
f = one(facts("chief executive of", "Melanie Achebe"))
q("cross_source", "How many pupils were entered for exams sat since Melanie Achebe became chief executive of the trust?", "number", total([r for r in E if r["d"] >= f[3]], "ent"), "TKG start; exams: sum of Entered")
q("cross_source", "2019 exams at the sporty schools, I mean those with sport as their specialism. How many were there?", "number", sum(r["y"] == 2019 and "sport" in out(r["School"], "specialism") for r in E), "KG specialism; exams: rows 2019")
q("cross_source", "Which teachers joined their school while Keith Barlow was head of The Meadows and teach at The Meadows today?", "values", nm(r for r in S if r["School"] == "The Meadows" and at("head of", r["j"], "Keith Barlow", "The Meadows")), "staff: School, Joined; TKG head of interval")
q("missing", "Which A-level exams have no teacher recorded?", "values", refs(r for r in E if r["Level"] == "A-level" and not r["Taught by"]), "exams: A-level, Taught by empty")
q("missing", "staff with no pay point or no room on file, either one missing", "values", nm(r for r in S if not r["Pay pt"] or not r["Room"]), "staff: Pay pt or Room empty")
refuse("What is the salary of Gordon Pask?", "no salaries in any file")
refuse("how many pupils in total go to the meadows", "no numbers of pupils on roll")
assert "EX999" not in EN
refuse("Who taught EX999?", "there is no exam EX999")
refuse("Who was head of Hollins Academy in 1985?", "the heads begin in 2003")
refuse("pass mark for caxton physics?", "no pass marks in any file")
refuse("Which pupil got the top mark in EX036?", "no single pupils in any file")


finish(HERE, Q)
