#!/usr/bin/env python3
"""Computes every gold answer of the 'swimming' domain (a regional swimming association) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def num(s):
    s = s.replace("$", "").replace(",", "")
    return float(s) if s else None


K, T = graphs(HERE, "swimming")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("swimming", Q, most=16)

S, R = records(HERE, "swimmers.csv"), records(HERE, "races.csv")
for r in S:
    r["b"], r["cm"], r["hrs"], r["fee"], r["j"] = day(r["D.O.B."], "%m/%d/%Y"), num(r["Ht (cm)"]), num(r["hrs/wk"]), num(r["Annual fee"]), int(r["Joined"])
for r in R:
    r["d"], r["s"], r["pts"], r["rt"] = day(r["Date"], "%m/%d/%Y"), num(r["Time (s)"]), int(r["Pts"]), num(r["RT [s]"])
    r["dq"] = r["DQ?"] == "DQ"
    assert r["dq"] == (r["s"] is None) == (r["Pl."] == "")
SN, RN = {r["Swimmer"]: r for r in S}, {r["Swim"]: r for r in R}
assert len(SN) == len(S) and len(RN) == len(R) and {r["Swimmer"] for r in R} <= set(SN)
assert len(set(K)) == len(K) and len(set(T)) == len(T)
FSA, HC, CAP, REC, SF, MB, CL = "Fundy Swim Association", "head coach", "team captain", "record held by", "swims for", "managed by", "closed_for"
for h, rel in {(f[0], f[1]) for f in T}:
    fs = facts(rel, head=h)
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (h, rel)
for f in now(SF): assert SN[f[0]]["Club"] == f[2]
for f in now(CAP): assert SN[f[2]]["Club"] == f[0]
POOLS, OFFICIALS = heads("pool_length"), heads("licensed as")
assert {r["Pool"] for r in R} <= POOLS and {r["Meet"] for r in R} == heads("hosted_by") and {r["Club"] for r in S} == {f[0] for f in facts(HC)}
names = lambda rows: [r["Swimmer"] for r in rows]
club = lambda c: [r for r in S if r["Club"] == c]
coach = lambda c: [r for r in S if r["Coach"] == c]
swims = lambda n: [r for r in R if r["Swimmer"] == n]
ev = lambda e: [r for r in R if r["Event"] == e]
meet = lambda m, y: [r for r in R if r["Meet"] == m and r["d"].year == y]
won = [r for r in R if r["Pl."] == "1"]
fast = lambda rows: {r["Swim"]: r["s"] for r in rows if r["s"]}
def pos(x):
    assert x > 0
    return x
def length(f): return (f[4] - f[3]).days

# lookup
q("lookup", "How tall is Vincent Robichaud, in cm?", "number", SN["Vincent Robichaud"]["cm"], "swimmers: Ht (cm)")
q("lookup", "who coaches isla prosser", "values", SN["Isla Prosser"]["Coach"], "swimmers: Coach")
q("lookup", "What was the time in swim S-048?", "number", RN["S-048"]["s"], "races: Time (s)")
q("lookup", "Beacon Bay Natatorium, how many lanes?", "values", out("Beacon Bay Natatorium", "number of lanes"), "KG: number of lanes")
q("lookup", "Yasmin Haddad's date of birth please", "values", SN["Yasmin Haddad"]["b"], "swimmers: D.O.B.")
# filter_list
q("filter_list", "Which swimmers train 16 hours a week or more?", "values", names(r for r in S if r["hrs"] >= 16), "swimmers: hrs/wk >= 16")
q("filter_list", "dolphins swimmers, everyone of them pls", "values", names(club("Miramont Dolphins")), "swimmers: Club Miramont Dolphins")
q("filter_list", "Which swims were disqualified?", "values", [r["Swim"] for r in R if r["dq"]], "races: DQ?")
q("filter_list", "Our starter is ill on Saturday. Which officials hold a starter's licence?", "values", inn("starter", "licensed as"), "KG: licensed as starter")
q("filter_list", "backstroke kids born in 2009 or later", "values", names(r for r in S if r["Main stk"] == "BK" and r["b"].year >= 2009), "swimmers: Main stk BK, D.O.B. 2009 or later")
q("filter_list", "Which coaches are certified in para swimming?", "values", inn("para swimming", "certified in"), "KG: certified in para swimming")
# count
q("count", "How many swimmers does Petit Havre Aquatics have?", "number", len(club("Petit Havre Aquatics")), "swimmers: Club")
q("count", "nr of girls registered?", "number", sum(r["M/F"] == "F" for r in S), "swimmers: M/F F")
q("count", "how many swimers have joined in 2018", "number", sum(r["j"] == 2018 for r in S), "swimmers: Joined 2018 (typo)")
q("count", "How many pools have a water slide?", "number", len(inn("water slide", "has")), "KG: has water slide")
# sum
q("sum", "How many points did Rosalie Thériault score in total?", "number", sum(r["pts"] for r in swims("Rosalie Thériault")), "races: sum of Pts")
q("sum", "fees per yr from all the Beacon Bay Seals put together, $", "number", total(club("Beacon Bay Seals"), "fee"), "swimmers: sum of Annual fee, Club")
q("sum", "Add up all points handed out at the Lobster Classic in 2024.", "number", sum(r["pts"] for r in meet("Lobster Classic", 2024)), "races: sum of Pts, Meet, 2024")
# average
q("average", "What is the average height of the swimmers coached by Ying Zhao?", "number", mean(coach("Ying Zhao"), "cm"), "swimmers: mean Ht (cm), Coach")
q("average", "mean time mens 100 back (sec)", "number", mean(ev("M 100 BK"), "s"), "races: mean Time (s), Event M 100 BK")
q("average", "Whats the usual training load, I mean average hours a week over all swimmers?", "number", mean(S, "hrs"), "swimmers: mean hrs/wk")
# min_max
q("min_max", "What is the highest annual fee anyone pays?", "number", max(r["fee"] for r in S), "swimmers: max Annual fee")
q("min_max", "quickest reaction time on record, seconds", "number", min(r["rt"] for r in R if r["rt"]), "races: min RT [s]")
q("min_max", "When was our oldest swimmer born?", "values", min(r["b"] for r in S), "swimmers: earliest D.O.B.")
# superlative
q("superlative", "Who is the tallest swimmer?", "values", best({r["Swimmer"]: r["cm"] for r in S if r["cm"]}), "swimmers: highest Ht (cm)")
q("superlative", "youngest one in the whole association", "values", best({r["Swimmer"]: r["b"] for r in S}), "swimmers: latest D.O.B.")
q("superlative", "Which swim was the fastest women's 100 free?", "values", best(fast(ev("W 100 FR")), low=True), "races: lowest Time (s), Event W 100 FR")
q("superlative", "pool with the most lanes is...?", "values", best({p: int(one(out(p, "number of lanes"))) for p in POOLS}), "KG: highest number of lanes")
# top_k
q("top_k", "Which three swimmers have the most points overall?", "values", best({k: sum(r["pts"] for r in v) for k, v in group(R, lambda r: r["Swimmer"]).items()}, 3), "races: three highest sums of Pts")
q("top_k", "three shortest (only where height is known)", "values", best({r["Swimmer"]: r["cm"] for r in S if r["cm"]}, 3, low=True), "swimmers: three lowest Ht (cm)")
q("top_k", "I need the five fastest swims in the men's 100 free, just the swim numbers.", "values", best(fast(ev("M 100 FR")), 5, low=True), "races: five lowest Time (s), Event M 100 FR")
# comparison
q("comparison", "Who is taller, Tristan Bourque or Gavin Sonier?", "values", best({n: SN[n]["cm"] for n in ("Tristan Bourque", "Gavin Sonier")}), "swimmers: Ht (cm) of both")
q("comparison", "marlins or otters - which club is bigger by swimmers", "values", best({c: len(club(c)) for c in ("Marlin SC", "Tantramar Otters")}), "swimmers: rows per Club")
q("comparison", "Harold Munn and Colette Breau were both president. Who was it longer?", "values", best({p: length(one(facts("president", FSA, p))) for p in ("Harold Munn", "Colette Breau")}), "TKG: president, lengths")
# difference
q("difference", "How many centimetres taller is Nathan Oulton than Quinn Allain?", "number", pos(SN["Nathan Oulton"]["cm"] - SN["Quinn Allain"]["cm"]), "swimmers: Ht (cm) subtracted")
q("difference", "S-109 minus S-087, seconds", "number", round(pos(RN["S-109"]["s"] - RN["S-087"]["s"]), 2), "races: Time (s) subtracted")
q("difference", "Gap in yearly fee between Dylan Surette and Logan Fillmore?", "number", pos(SN["Dylan Surette"]["fee"] - SN["Logan Fillmore"]["fee"]), "swimmers: Annual fee subtracted")
# percent
q("percent", "What percentage of all swims ended in a DQ?", "number", share(R, lambda r: r["dq"]), "races: DQ? over all rows")
q("percent", "percent of swimmers with an expired medical form", "number", share(S, lambda r: r["Med. form"] == "exp."), "swimmers: Med. form exp. over all rows")
# group_by
q("group_by", "How many swimmers are there per club?", "table", Counter(r["Club"] for r in S), "swimmers: rows per Club")
q("group_by", "points per event, the total for each", "table", {k: sum(r["pts"] for r in v) for k, v in group(R, lambda r: r["Event"]).items()}, "races: sum of Pts per Event")
q("group_by", "Average height, boys and girls apart?", "table", {k: mean(v, "cm") for k, v in group(S, lambda r: r["M/F"]).items()}, "swimmers: mean Ht (cm) per M/F")
q("group_by", "main stroke - how many swimmers on each", "table", Counter(r["Main stk"] for r in S), "swimmers: rows per Main stk")
# group_superlative
q("group_superlative", "Which pool has had the most swims?", "values", best(Counter(r["Pool"] for r in R)), "races: most frequent Pool")
q("group_superlative", "who has won the most races", "values", best(Counter(r["Swimmer"] for r in won)), "races: Pl. 1, most frequent Swimmer")
q("group_superlative", "Which certificate is the most common among our coaches?", "values", best(Counter(t for h, r, t in K if r == "certified in")), "KG: certified in, most frequent tail")
# yes_no
q("yes_no", "Does the Petit Havre Civic Pool have electronic timing?", "boolean", "electronic timing" in out("Petit Havre Civic Pool", "has"), "KG: has")
q("yes_no", "was there a dq at the regional long course 2023", "boolean", any(r["dq"] for r in meet("Regional Long Course", 2023)), "races: DQ?, Meet, 2023")
q("yes_no", "Has Benoît Chiasson ever swum for Marlin SC?", "boolean", bool(facts(SF, "Benoît Chiasson", "Marlin SC")), "TKG: swims for")
q("yes_no", "dominic hache won the 100 back at santa splash 2024, right?", "boolean", any(r["Swimmer"] == "Dominic Haché" and r["Event"] == "M 100 BK" and r["Pl."] == "1" for r in meet("Santa Splash", 2024)), "races: Pl. in M 100 BK, Santa Splash 2024")
# negation
q("negation", "Which pools have no bleachers?", "values", POOLS - inn("bleachers", "has"), "KG: has without bleachers")
q("negation", "coaches w/o first aid", "values", heads("certified in") - inn("first aid", "certified in"), "KG: certified in without first aid")
q("negation", "Who of the Marlin SC swimmers has not won a single race?", "values", set(names(club("Marlin SC"))) - {r["Swimmer"] for r in won}, "swimmers: Club; races: no row with Pl. 1")
# missing
q("missing", "Which swimmers have no coach entered?", "values", names(r for r in S if not r["Coach"]), "swimmers: Coach empty")
q("missing", "medical forms we never got - whose?", "values", names(r for r in S if not r["Med. form"]), "swimmers: Med. form empty")
q("missing", "For two swimmers the height is missing. Who are they?", "values", names(r for r in S if r["cm"] is None), "swimmers: Ht (cm) empty")
# time_point
q("time_point", "Who was president of the association on 1 January 2018?", "values", one(at("president", date(2018, 1, 1)))[2], "TKG: president on that day")
q("time_point", "seals captain at the moment?", "values", one(now(CAP, "Beacon Bay Seals"))[2], "TKG: open team captain")
q("time_point", "Why was the Marlin pool shut around 1 Sept 2023?", "values", one(at(CL, date(2023, 9, 1), head="Marlin Memorial Pool"))[2], "TKG: closed_for on that day")
q("time_point", "mens 100 free record, who had it in summer 2000", "values", robust([f[2] for f in at(REC, date(2000, 6, 1), head="M 100 FR")], [f[2] for f in at(REC, date(2000, 9, 30), head="M 100 FR")]), "TKG: record held by in summer 2000")
# before_after
q("before_after", "Who was head coach of the Beacon Bay Seals before Ying Zhao?", "values", step(facts(HC, "Beacon Bay Seals"), 2, "Ying Zhao", -1), "TKG: head coach, the fact before")
q("before_after", "gavin sonier - what club came after the dolphins for him", "values", step(facts(SF, "Gavin Sonier"), 2, "Miramont Dolphins", 1), "TKG: swims for, next fact")
q("before_after", "From whom did Amélie Gallant take the women's 100 free record?", "values", step(facts(REC, "W 100 FR"), 2, "Amélie Gallant", -1), "TKG: record held by, the fact before")
# duration
q("duration", "For how many full years was Denis Roy head coach of Petit Havre Aquatics?", "number", lasted(one(facts(HC, "Petit Havre Aquatics", "Denis Roy"))), "TKG: completed years")
q("duration", "which pool closure on the books went on the longest - name the reason", "values", best({f[2]: length(f) for f in facts(CL)}), "TKG: longest closed_for")
q("duration", "Out of the five head coaches today, who has been in the job for the longest?", "values", now(HC)[0][2], "TKG: open head coach with the earliest start")
# multi_hop
q("multi_hop", "In which county is the Coverley Outdoor Pool?", "values", out(one(out("Coverley Outdoor Pool", "in town")), "inCounty"), "KG: in town, inCounty")
q("multi_hop", "mentor of kofi addos mentor", "values", out(one(out("Kofi Addo", "mentored by")), "mentored by"), "KG: mentored by twice")
q("multi_hop", "Which officials have a kid at Sackton High?", "values", {p for s in inn("Sackton High", "goes to school") for p in inn(s, "parent of")} & OFFICIALS, "KG: goes to school, parent of")
# cross_source
q("cross_source", "How many swims took place in 50 m pools?", "number", sum("50 m" in out(r["Pool"], "pool_length") for r in R), "KG: pool_length; races: Pool")
q("cross_source", "points scored so far by pupils of Moncrest Collegiate, all added", "number", sum(r["pts"] for r in R if "Moncrest Collegiate" in out(r["Swimmer"], "goes to school")), "KG: goes to school; races: sum of Pts")
q("cross_source", "Which company or body ran the pool on the day of swim S-095?", "values", one(at(MB, RN["S-095"]["d"], head=RN["S-095"]["Pool"]))[2], "races: Pool, Date; TKG: managed by")
q("cross_source", "Who won the women's 200 free at the 2024 edition of the meet sponsored by Bore Brewing?", "values", one(r for r in won if r["Event"] == "W 200 FR" and r["d"].year == 2024 and "Bore Brewing" in out(r["Meet"], "sponsor"))["Swimmer"], "KG: sponsor; races: Pl. 1")
q("cross_source", "number of swimmers whose coach has Level 4", "number", sum("Level 4" in out(r["Coach"], "certified in") for r in S), "KG: certified in; swimmers: Coach")
q("cross_source", "was the captain of the otters in oct 2023 taller than 180? no - just tell me the height", "number", SN[one(robust(at(CAP, date(2023, 10, 1), head="Tantramar Otters"), at(CAP, date(2023, 10, 31), head="Tantramar Otters")))[2]]["cm"], "TKG: team captain; swimmers: Ht (cm) (detour)")
# unanswerable
q("unanswerable", "What does a day ticket for the Miramont Aquatic Centre cost?", "refuse", [], "no prices of pools in any file")
q("unanswerable", "water temperature at petit havre?", "refuse", [], "no temperatures in any file")
q("unanswerable", "Who was head coach of the Tantramar Otters in 1995?", "refuse", [], "TKG: the first head coach fact starts in 2003")
q("unanswerable", "how heavy is dylan surette", "refuse", [], "no weights in any file")
q("unanswerable", "What time did Oscar Melanson swim in the 100 fly?", "refuse", [], "there is no such swimmer")

finish(HERE, Q)
