#!/usr/bin/env python3
"""Computes every gold answer of the 'courts' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import asking, best, day, finish, group, iso, kg, lasted, mean, one, records, robust, share, step, tkg, total  # beside the folders


def rd(name): return records(HERE, name)
def num(s):
    s = s.replace("'", "")
    return float(s) if re.fullmatch(r"[0-9.]+", s) else None


K = [(r["head"], r["relation"], r["tail"]) for r in rd("courts.kg.tsv")]
T = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in rd("courts.tkg.tsv")]
assert len(set(K)) == len(K) and len(set(T)) == len(T)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("courts", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

H = rd("hearing_rooms.csv")
for r in H:
    r["m2"], r["seats"], r["hire"], r["ref"] = num(r["area_m2"]), num(r["public_seats"]), num(r["hire_fee_per_day_chf"]), num(r["last_refurbished"])
C = rd("cases.csv")
for r in C:
    r["f"], r["c"] = (None if r[k] == "NULL" else day(r[k], "%d.%m.%Y") for k in ("date_filed", "date_closed"))
    r["amt"], r["fee"], r["days"] = num(r["amount_in_dispute_chf"]), num(r["court_fee_chf"]), num(r["hearing_days"])
    r["took"] = (r["c"] - r["f"]).days if r["c"] else None
    assert (r["c"] is None) == (r["outcome"] == "pending") == (r["fee"] is None) == (r["days"] is None)
HN, CN = {r["room_code"]: r for r in H}, {r["case_no"]: r for r in C}
assert len(HN) == len(H) and len(CN) == len(C)
COURTS = {r["court"] for r in H}
assert COURTS == heads("is located in") == {r["court"] for r in C}
JUDGES = {f[0] for f in now("sits at")}
assert JUDGES == heads("specialises in") == heads("speaks")
LAWYERS = heads("works for")
for r in C:
    assert r["counsel"] in LAWYERS | {"self-represented"} and (r["room_code"] == "NULL" or HN[r["room_code"]]["court"] == r["court"])
    assert any(f[3] <= r["f"] and (f[4] is None or r["c"] and f[4] >= r["c"]) for f in facts("sits at", r["presiding_judge"], r["court"]))
for f in now("practises at"): assert out(f[0], "works for") == {f[2]}
codes = lambda rows: [r["room_code"] for r in rows]
nos = lambda rows: [r["case_no"] for r in rows]
court = lambda c: [r for r in C if r["court"] == c]
rooms = lambda c: [r for r in H if r["court"] == c]
about = lambda m: [r for r in C if r["subject_matter"] == m]
filed = lambda y: [r for r in C if r["f"].year == y]
years = lambda f: lasted(one(f))
BW, LC, RT, CC = "District Court Brunnwil", "Labour Court Seefurt", "Rent Tribunal Talbrugg", "Cantonal Court Seefurt"
AC, FC, RM, OL = "Administrative Court Seefurt", "Family Court Brunnwil", "District Court Rietmatt", "District Court Oberlachen"

q("lookup", "Which judge presided in ST.2020.076?", "values", CN["ST.2020.076"]["presiding_judge"], "cases: presiding_judge")
q("lookup", "public seats in CC-204?", "number", HN["CC-204"]["seats"], "hearing_rooms: public_seats")
q("lookup", "I have a letter here for Noëmi Baumann but no address on it. What law firm is she with?", "values", out("Noëmi Baumann", "works for"), "KG works for")

q("filter_list", "Which hearing rooms have a video link as well as a holding cell? Codes please.", "values", codes(r for r in H if r["video_link"] == r["holding_cell"] == "yes"), "hearing_rooms: video_link yes, holding_cell yes")
q("filter_list", "whats still pending at brunnwils district court", "values", nos(r for r in court(BW) if r["outcome"] == "pending"), "cases: court, outcome pending")
q("filter_list", "In which cases was Dilara Aydin on record as counsel?", "values", nos(r for r in C if r["counsel"] == "Dilara Aydin"), "cases: counsel")
q("filter_list", "judges who can take a hearing in french", "values", inn("French", "speaks") & JUDGES, "KG speaks French")
q("filter_list", "My nephew is up before the court and needs somebody who does criminal defence. Which lawyers list that as a practice area?", "values", inn("criminal defence", "has practice area"), "KG has practice area")
q("filter_list", "Who specialises in contract law on the bench?", "values", inn("contract law", "specialises in"), "KG specialises in")
q("filter_list", "case nos of all acquittals", "values", nos(r for r in C if r["outcome"] == "acquitted"), "cases: outcome acquitted")

q("count", "How many cases were filed at the Family Court in 2022?", "number", sum(r["f"].year == 2022 for r in court(FC)), "cases: court, date_filed in 2022")
q("count", "number of hearing rooms in the oberlachen court", "number", len(rooms(OL)), "hearing_rooms: rows of court")
q("count", "How many law firms keep an office in Seefurt?", "number", len(inn("Seefurt", "has office in")), "KG has office in")
q("count", "cases that needed more than two days of hearings, how many were there", "number", sum((r["days"] or 0) > 2 for r in C), "cases: hearing_days > 2")
q("count", "How often did people come without a lawyer and represent themselves?", "number", sum(r["counsel"] == "self-represented" for r in C), "cases: counsel self-represented")

q("sum", "What do the court fees charged by the District Court in Brunnwil come to altogether, in francs?", "number", total(court(BW), "fee"), "cases: sum of court_fee_chf, court")
q("sum", "total hearing days spent on bodily harm", "number", total(about("bodily harm"), "days"), "cases: sum of hearing_days, subject_matter")
q("sum", "If we filled every public seat in all the rooms of the Rietmatt court, how many people would that be?", "number", total(rooms(RM), "seats"), "hearing_rooms: sum of public_seats, court")

q("average", "How large, on average, are the rooms that have a holding cell? Square metres.", "number", mean([r for r in H if r["holding_cell"] == "yes"], "m2"), "hearing_rooms: mean area_m2, holding_cell yes")
q("average", "avg amount in dispute, wrongful dismissals", "number", mean(about("wrongful dismissal"), "amt"), "cases: mean amount_in_dispute_chf, subject_matter")
q("average", "An association would like to rent a room at the Labour Court. What is the mean price per day there?", "number", mean(rooms(LC), "hire"), "hearing_rooms: mean hire_fee_per_day_chf, court")
assert all(r["amt"] for r in about("wrongful dismissal"))

q("min_max", "What is the highest amount anybody has ever fought over at the Rent Tribunal?", "number", max(r["amt"] for r in court(RT) if r["amt"]), "cases: max amount_in_dispute_chf, court")
q("min_max", "cheapest daily hire fee for any room, chf", "number", min(r["hire"] for r in H), "hearing_rooms: min hire_fee_per_day_chf")
q("min_max", "When was the most recent divorce filed?", "values", max(r["f"] for r in about("divorce")), "cases: latest date_filed, subject_matter")

q("superlative", "Which hearing room offers the most square metres of all?", "values", best({r["room_code"]: r["m2"] for r in H}), "hearing_rooms: largest area_m2")
q("superlative", "case with the highest court fee so far", "values", best({r["case_no"]: r["fee"] for r in C if r["fee"] is not None}), "cases: largest court_fee_chf")
q("superlative", "Which theft case dragged on the longest from filing to closing?", "values", best({r["case_no"]: r["took"] for r in about("theft") if r["took"]}), "cases: subject_matter theft, largest date_closed minus date_filed")
q("superlative", "on the ground floor, what room has the fewest places for the public", "values", best({r["room_code"]: r["seats"] for r in H if r["floor"] == "0"}, low=True), "hearing_rooms: floor 0, smallest public_seats")
q("superlative", "Of the court presidents serving at present, who took office first?", "values", best({f[0]: f[3].toordinal() for f in now("president of")}, low=True), "TKG open president of, earliest start")

q("top_k", "What were the three biggest amounts in dispute at the Cantonal Court? I need the case numbers.", "values", best({r["case_no"]: r["amt"] for r in court(CC) if r["amt"]}, 3), "cases: court, three largest amount_in_dispute_chf")
q("top_k", "2 dearest rooms to hire", "values", best({r["room_code"]: r["hire"] for r in H}, 2), "hearing_rooms: two largest hire_fee_per_day_chf")
q("top_k", "Could you tell me which three judges have presided over the most cases, all years taken together?", "values", best(Counter(r["presiding_judge"] for r in C), 3), "cases: three most frequent presiding_judge")

q("comparison", "Which is bigger, TB-001 or RM-103?", "values", best({k: HN[k]["m2"] for k in ("TB-001", "RM-103")}), "hearing_rooms: area_m2 of both")
robust(HN["TB-001"]["m2"] > HN["RM-103"]["m2"], HN["TB-001"]["seats"] > HN["RM-103"]["seats"])
q("comparison", "more cases on record: nadine roulet or urs kaltenbach?", "values", best({j: sum(r["presiding_judge"] == j for r in C) for j in ("Nadine Roulet", "Urs Kaltenbach")}), "cases: presiding_judge of both")
q("comparison", "Did the District Court in Talbrugg or the one in Rietmatt receive more filings overall?", "values", best({c: len(court(c)) for c in ("District Court Talbrugg", RM)}), "cases: rows of both courts")

q("difference", "How many more people fit on the public benches of CC-204 than of CC-001?", "number", HN["CC-204"]["seats"] - HN["CC-001"]["seats"], "hearing_rooms: public_seats subtracted")
q("difference", "bz.2021.030 and zv.2020.008, difference in court fee", "number", round(abs(CN["BZ.2021.030"]["fee"] - CN["ZV.2020.008"]["fee"]), 2), "cases: court_fee_chf subtracted")
q("difference", "How many days went by between the filing of ST.2020.076 and its closing?", "number", CN["ST.2020.076"]["took"], "cases: date_closed minus date_filed")

q("percent", "What percentage of our hearing rooms can be reached without climbing steps?", "number", share(H, lambda r: r["step_free_access"] == "yes"), "hearing_rooms: step_free_access yes over all rows")
q("percent", "traffic offences that have been closed: how many % ended in a conviction", "number", share([r for r in about("traffic offence") if r["c"]], lambda r: r["outcome"] == "convicted"), "cases: subject_matter, outcome convicted over the closed rows")
q("percent", "Legal aid is going to be discussed next week. In what share of all cases (per cent) was it granted?", "number", share(C, lambda r: r["legal_aid"] == "yes"), "cases: legal_aid yes over all rows")

q("group_by", "How did the cases end? Please count them by outcome, with the pending ones as their own line.", "table", Counter(r["outcome"] for r in C), "cases: rows per outcome")
q("group_by", "hearing rooms by court, count", "table", Counter(r["court"] for r in H), "hearing_rooms: rows per court")
q("group_by", "What is the average room size in square metres on each floor?", "table", {k: mean(v, "m2") for k, v in group(H, lambda r: r["floor"]).items()}, "hearing_rooms: mean area_m2 per floor")
q("group_by", "headcount of lawyers per firm", "table", Counter(t for h, r, t in K if r == "works for"), "KG works for, rows per tail")

q("group_superlative", "Which of the courts has the heaviest caseload, measured by number of cases?", "values", best(Counter(r["court"] for r in C)), "cases: most frequent court")
q("group_superlative", "what do people go to court about most often", "values", best(Counter(r["subject_matter"] for r in C)), "cases: most frequent subject_matter")
q("group_superlative", "Which law firm has the most lawyers?", "values", best(Counter(t for h, r, t in K if r == "works for")), "KG works for, most frequent tail")
q("group_superlative", "the lawyer who pops up in more of our cases than any other?", "values", best(Counter(r["counsel"] for r in C if r["counsel"] != "self-represented")), "cases: most frequent counsel")

q("yes_no", "Is there a video link in room LC-001?", "boolean", HN["LC-001"]["video_link"] == "yes", "hearing_rooms: video_link")
q("yes_no", "does urs kaltenbach speak italian", "boolean", "Italian" in out("Urs Kaltenbach", "speaks"), "KG speaks")
q("yes_no", "Has anyone ever been acquitted at the District Court in Brunnwil?", "boolean", any(r["outcome"] == "acquitted" for r in court(BW)), "cases: court, outcome acquitted")
q("yes_no", "securo ever guarded the rietmatt court? at any time i mean", "boolean", any("Securo" in f[2] for f in facts("has security contract with", RM)), "TKG has security contract with")
q("yes_no", "A visitor in a wheelchair is coming on Monday, the hearing is in FC-103. Can she get there without steps?", "boolean", HN["FC-103"]["step_free_access"] == "yes", "hearing_rooms: step_free_access")

q("negation", "Which courts have not a single room with a holding cell?", "values", COURTS - {r["court"] for r in H if r["holding_cell"] == "yes"}, "hearing_rooms: courts without holding_cell yes")
q("negation", "law firms with no seefurt office", "values", heads("has office in") - inn("Seefurt", "has office in"), "KG has office in without Seefurt")
q("negation", "Who among the judges on the bench today does not deputise for anybody?", "values", JUDGES - heads("deputises for"), "TKG open sits at; KG deputises for")
q("negation", "fraud cases without a conviction", "values", nos(r for r in about("fraud") if r["outcome"] != "convicted"), "cases: subject_matter fraud, outcome not convicted")
assert not any(r["outcome"] == "pending" for r in about("fraud"))

q("time_point", "Who was president of the District Court Brunnwil in the autumn of 2012?", "values", one(at("president of", date(2012, 10, 15), tail=BW))[0], "TKG president of on that day")
q("time_point", "talbrugg district court, where was it housed back in 2010?", "values", one(in_year("is housed in", 2010, "District Court Talbrugg"))[2], "TKG is housed in in 2010")
q("time_point", "Which company is responsible for security at the Cantonal Court nowadays?", "values", {f[2] for f in now("has security contract with", CC)}, "TKG open has security contract with")
q("time_point", "I'm going through the old files at Oberlachen and one is signed by the registrar in June 2006. Who would that have been?", "values", one(at("registrar of", date(2006, 6, 15), tail=OL))[0], "TKG registrar of on that day")

q("before_after", "Who was president of the Family Court right before Livia Tschudi?", "values", step(facts("president of", tail=FC), 0, "Livia Tschudi", -1), "TKG president of, the fact before")
q("before_after", "after protecta had lost the labour court contract, who got it", "values", step(facts("has security contract with", LC), 2, "Protecta", 1), "TKG has security contract with, the next fact")

q("duration", "For how many full years was Werner Gisler registrar?", "number", years(facts("registrar of", "Werner Gisler")), "TKG completed years")
q("duration", "admin court in the kaserne nord, how many whole years was that", "number", years(facts("is housed in", AC, "Kaserne Nord")), "TKG completed years")
q("duration", "Which court has been in its present building the longest?", "values", best({f[0]: f[3].toordinal() for f in now("is housed in")}, low=True), "TKG open is housed in, earliest start")

q("multi_hop", "What languages does the judge speak that Nora Iten clerks for?", "values", out(one(out("Nora Iten", "clerks for")), "speaks"), "KG clerks for, speaks")
q("multi_hop", "region of the court that dealt with ST.2019.051", "values", out(one(out(CN["ST.2019.051"]["court"], "is located in")), "belongs to region"), "cases: court; KG is located in, belongs to region")
q("multi_hop", "In which towns does the firm Alois Camenzind works for have offices?", "values", out(one(out("Alois Camenzind", "works for")), "has office in"), "KG works for, has office in")

UNTER = {c for c in COURTS if out(one(out(c, "is located in")), "belongs to region") == {"Unterland"}}
q("cross_source", "How many cases were filed at courts in the Unterland region in 2021?", "number", sum(r["court"] in UNTER for r in filed(2021)), "KG is located in, belongs to region; cases: date_filed in 2021")
QUAI = {f[0] for f in now("is housed in", tail="Gerichtsgebäude Quai")}
assert len(QUAI) == 2
q("cross_source", "average area of the rooms of the courts now in Gerichtsgebäude Quai, m2", "number", mean([r for r in H if r["court"] in QUAI], "m2"), "TKG open is housed in; hearing_rooms: mean area_m2")
q("cross_source", "Who was president of the court at the time FA.2023.045 was filed there?", "values", one(at("president of", CN["FA.2023.045"]["f"], tail=FC))[0], "cases: court, date_filed; TKG president of on that day")
q("cross_source", "The people from Lexwerk seem to be everywhere. In how many cases was one of their lawyers counsel?", "number", sum(r["counsel"] in inn("Lexwerk", "works for") for r in C), "KG works for; cases: counsel")

q("missing", "For which rooms do we have no year of refurbishment?", "values", codes(r for r in H if r["ref"] is None), "hearing_rooms: last_refurbished n.a.")

refuse("How many interpreters were booked for FA.2022.050?", "no interpreters in any file")
refuse("what does luca pedrini charge per hour", "no lawyers' fees in any file")
refuse("When was RM-103 last refurbished?", "hearing_rooms: last_refurbished n.a.")
refuse("Who was president of the Rent Tribunal in 2003? It's for the jubilee booklet.", "TKG: the first president of the Rent Tribunal starts in 2006")
refuse("sentence handed down in ST.2020.105, months?", "no sentences in any file")
assert HN["RM-103"]["ref"] is None and facts("president of", tail=RT)[0][3].year > 2003 and all(c in CN for c in ("FA.2022.050", "ST.2020.105"))

# ------------------------------------------------------------ questions 81 to 100
q("count", "How many cases came in during 2024, the ones still pending excluded?", "number", sum(r["outcome"] != "pending" for r in filed(2024)), "cases: date_filed in 2024, outcome not pending")
q("average", "avg court fee of a closed case? ignore the labour court and the rent tribunal, nobody pays anything there", "number", mean([r for r in C if r["court"] not in (LC, RT)], "fee"), "cases: mean court_fee_chf, court neither of the two (pending ones have no fee)")
assert not any(r["fee"] for r in court(LC) + court(RT))
bench = group(C, lambda r: r["presiding_judge"])
q("group_superlative", "Among the judges with at least ten cases on the list, who has the lowest average amount in dispute? Cases without an amount can be left out of the average.", "values", best({k: mean(v, "amt") for k, v in bench.items() if len(v) >= 10}, low=True), "cases: smallest mean amount_in_dispute_chf per presiding_judge with 10 rows or more")
topics = group(C, lambda r: r["subject_matter"])
many = robust({k for k, v in topics.items() if len(v) >= 10}, {k for k, v in topics.items() if sum(r["c"] is not None for r in v) >= 10})
q("group_by", "mean hearing days by subject matter pls, but only subjects with ten or more cases (pending ones have no days yet, so they dont go into the mean)", "table", {k: mean(topics[k], "days") for k in many}, "cases: mean hearing_days per subject_matter with at least 10 rows (the same subjects with and without pending cases)")
q("count", "How many cases were closed in the first half of 2023?", "number", sum(r["c"] is not None and date(2023, 1, 1) <= r["c"] <= date(2023, 6, 30) for r in C), "cases: date_closed from January to June 2023")
q("filter_list", "rooms that had their last makeover back in the nineties, codes?", "values", codes(r for r in H if r["ref"] and 1990 <= r["ref"] <= 1999), "hearing_rooms: last_refurbished from 1990 to 1999")
q("count", "Of the cases filed in 2020, how many were already closed before that year was out?", "number", sum(r["c"] is not None and r["c"].year == 2020 for r in filed(2020)), "cases: date_filed and date_closed both in 2020")
div = about("divorce")
assert all(r["took"] and not 175 < r["took"] < 190 for r in div)
q("percent", "what % of the divorces was through within half a year of being filed", "number", share(div, lambda r: r["took"] < 182), "cases: subject_matter divorce, date_closed less than six months after date_filed, over all of them")
q("percent", "How many per cent of the lawyers who list criminal defence as a practice area have ever been counsel in a bodily harm case?", "number", share(inn("criminal defence", "has practice area"), lambda x: x in {r["counsel"] for r in about("bodily harm")}), "KG has practice area; cases: counsel of subject_matter bodily harm")
q("percent", "share of hearing rooms, in %, that are in a court guarded by securo at the moment", "number", share(H, lambda r: r["court"] in {f[0] for f in now("has security contract with", tail="Securo AG")}), "TKG open has security contract with; hearing_rooms: court")
q("missing", "Which rooms do have a name, but no year of refurbishment on file?", "values", codes(r for r in H if r["room_name"] != "n.a." and r["ref"] is None), "hearing_rooms: room_name filled, last_refurbished n.a.")
q("missing", "still pending, no amount in dispute entered and no lawyer either - which case nos are those", "values", nos(r for r in C if r["outcome"] == "pending" and r["amt"] is None and r["counsel"] == "self-represented"), "cases: outcome pending, amount_in_dispute_chf NULL, counsel self-represented")
q("negation", "Which law firms have never had any of their lawyers as counsel at the District Court Brunnwil?", "values", {t for h, rel, t in K if rel == "works for"} - {t for r in court(BW) for t in out(r["counsel"], "works for")}, "KG works for; cases: firms of no counsel at that court")
q("negation", "rooms none of our cases was ever heared in?", "values", set(HN) - {r["room_code"] for r in C}, "hearing_rooms less the room_code of cases (typo)")
q("difference", "By how many square metres is CC-204 larger than the average hearing room?", "number", HN["CC-204"]["m2"] - mean(H, "m2"), "hearing_rooms: area_m2 minus the mean of all")
nd = about("neighbour dispute")
assert all(r["amt"] and r["c"] for r in nd)
q("filter_list", "neighbour disputes with more money at stake than the average neighbour dispute, case numbers", "values", nos(r for r in nd if r["amt"] > mean(nd, "amt")), "cases: subject_matter, amount_in_dispute_chf above its mean")
q("lookup", "Someone wants to rent OL-001 for a day. What would that come to per public seat, in francs?", "number", HN["OL-001"]["hire"] / HN["OL-001"]["seats"], "hearing_rooms: hire_fee_per_day_chf over public_seats")
q("superlative", "where does the public sit most cramped, going by square metres of the room per seat? one room code is enough", "values", best({r["room_code"]: r["m2"] / r["seats"] for r in H}, low=True), "hearing_rooms: smallest area_m2 over public_seats")
q("yes_no", "elisabeth thalmann still a judge at the family court?", "boolean", now("sits at", "Elisabeth Thalmann", FC), "TKG sits at has ended")
q("yes_no", "The evictions have all been closed by now, haven't they?", "boolean", all(r["c"] for r in about("eviction")), "cases: subject_matter eviction, every date_closed filled")

finish(HERE, Q)
