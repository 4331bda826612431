#!/usr/bin/env python3
"""Computes every gold answer of the 'parliament' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, graphs, group, iso, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("£", ",", "%"): s = s.replace(x, "")
    s = s.strip()
    return float(s) if s else None


M = rd("members.csv")
for r in M:
    r["votes"], r["share"], r["att"], r["claims"] = num(r["Votes won"]), num(r["Vote share"]), num(r["Attendance"]), num(r["Travel claims 2024"])
    r["born"], r["since"], r["asked"] = day(r["Born"], "%d.%m.%Y"), int(r["First sat"]), int(r["Questions put"])
MN, MC = {r["Member"]: r for r in M}, {r["Constituency"]: r for r in M if r["Constituency"]}
B = rd("bills.csv")
for r in B:
    r["d"], r["v"], r["cost"] = day(r["Tabled"], "%d/%m/%Y"), iso(r["Final vote"]), num(r["Yearly cost (£m)"])
    r["for"], r["against"], r["abst"] = num(r["For"]), num(r["Against"]), num(r["Abstained"])
BT, BN = {r["Short title"]: r for r in B}, {r["Bill"]: r for r in B}
K, T = graphs(HERE, "parliament")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def full_years(s, e):
    def f(s, e): return e.year - s.year - ((e.month, e.day) < (s.month, s.day))
    assert f(s, e) == f(s, e + timedelta(days=1)) == f(s, e - timedelta(days=1))
    return f(s, e)


# sanity of the data
COMMITTEES, MINISTRIES, COUNTIES = heads("scrutinises"), {f[2] for f in facts("minister at")}, heads("county_town")
assert len(MN) == len(M) and len(BT) == len(BN) == len(B) and len(set(K)) == len(K) and heads("in county") == set(MC)
assert {r["Committee"] for r in B} == COMMITTEES == {f[2] for f in facts("chair of")} and heads("sits on") <= set(MN)
assert {t for h, r, t in K if r in ("backs", "opposes")} <= set(BT) and {t for h, r, t in K if r == "scrutinises"} == MINISTRIES
for rel in ("minister at", "chair of", "leads", "first minister of", "speaker_of"):
    for x in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=x)
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])) and fs[-1][4] is None
for m in MN:
    assert len(now("sits for", head=m)) == 1 and facts("sits for", head=m)[0][3].year == MN[m]["since"]
assert {f[0] for f in now("sits for")} == set(MN)
for r in B:
    assert at("sits for", r["d"], head=r["Brought in by"]) and (r["v"] is None) == (r["Result"] in ("Withdrawn", "Pending")) == (r["for"] is None)
    assert r["v"] is None or (r["d"] < r["v"] and (r["for"] > r["against"]) == (r["Result"] == "Passed") and r["for"] + r["against"] + r["abst"] <= 66)
def party(m): return now("sits for", head=m)[0][2]
def party_on(m, d): return one(at("sits for", d, head=m))[2]
def county(c): return one(out(c, "in county"))
members = lambda p: [f[0] for f in now("sits for", tail=p)]
tabled = lambda y: [r for r in B if r["d"].year == y]
by = lambda m: [r for r in B if r["Brought in by"] == m]

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (list, set, tuple)):
        answers = sorted({fmt(a) for a in answers})
    else:
        answers = [fmt(answers)]
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"parliament-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
names = lambda rows: [r["Member"] for r in rows]
bills = lambda rows: [r["Short title"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "What did Saskia van Houten do for a living before parliament?", "values", [MN["Saskia van Houten"]["Former job"]], "members: Former job of Saskia van Houten", "plain syn")
q("lookup", "whos the MP for saltby", "values", [MC["Saltby"]["Member"]], "members: Member with Constituency Saltby", "short syn")
q("lookup", "Which room does the Budget Committee meet in?", "values", out("Budget Committee", "meets in"), "KG: Budget Committee meets in", "plain")
q("lookup", "skarra tunel bill, how many votes against?", "number", BT["Skarra Tunnel Bill"]["against"], "bills: Against of Skarra Tunnel Bill", "casual")
q("lookup", "Who introduced bill B20/07?", "values", [BN["B20/07"]["Brought in by"]], "bills: Brought in by of B20/07", "plain syn")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which health bills were rejected?", "values", bills(r for r in B if r["Subject"] == "Health" and r["Result"] == "Rejected"), "bills: Subject Health, Result Rejected", "plain")
q("filter_list", "mps who used to be nurses", "values", names(r for r in M if r["Former job"] == "Nurse"), "members: Former job Nurse", "short casual")
q("filter_list", "Which constituencies are in Westerdale?", "values", inn("Westerdale", "in county"), "KG: in county Westerdale", "plain")
q("filter_list", "who claimed over 14 grand for travel in 2024", "values", names(r for r in M if r["claims"] is not None and r["claims"] > 14000), "members: Travel claims 2024 > 14,000", "idiom casual")
q("filter_list", "I am preparing a leaflet for our association and would be grateful for some help. Which bills does the Royal Society for Seabirds back?", "values",
  out("Royal Society for Seabirds", "backs"), "KG: Royal Society for Seabirds backs", "polite detour")

# ------------------------------------------------------------------ count
q("count", "How many bills were tabled in 2021?", "number", len(tabled(2021)), "bills: Tabled in 2021", "plain")
q("count", "number of memebers with a direct mandate", "number", sum(r["Mandate"] == "Direct" for r in M), "members: Mandate Direct", "typo short")
q("count", "How many people sit on the Justice Committee?", "number", len(inn("Justice Committee", "sits on")), "KG: sits on Justice Committee", "plain")
q("count", "how many bills did the agriculture and fisheries lot get thru, passed ones i mean", "number",
  sum(r["Subject"] == "Agriculture and fisheries" and r["Result"] == "Passed" for r in B), "bills: Subject Agriculture and fisheries, Result Passed", "idiom casual")
q("count", "How many members does the Green Accord have at present?", "number", len(members("Green Accord")), "TKG: open sits for Green Accord", "plain")

# ------------------------------------------------------------------ sum
q("sum", "What is the combined yearly cost, in millions of pounds, of all transport bills that passed?", "number",
  total([r for r in B if r["Subject"] == "Transport" and r["Result"] == "Passed"], "cost"), "bills: sum of Yearly cost, Subject Transport, Result Passed (empty left out)", "plain")
q("sum", "all travel claims of the list members for 2024, whats the damage", "number", total([r for r in M if r["Mandate"] == "List"], "claims"),
  "members: sum of Travel claims 2024, Mandate List (empty left out)", "idiom casual syn")
q("sum", "How many questions have the former teachers put in total?", "number", total([r for r in M if r["Former job"] == "Teacher"], "asked"),
  "members: sum of Questions put, Former job Teacher", "plain")

# ------------------------------------------------------------------ average
q("average", "What is the average attendance of members with a list mandate, in percent?", "number", mean([r for r in M if r["Mandate"] == "List"], "att"),
  "members: mean Attendance (empty left out), Mandate List", "plain")
q("average", "avg yes votes per housing bill that got to a vote", "number", mean([r for r in B if r["Subject"] == "Housing"], "for"), "bills: mean For (empty left out), Subject Housing", "casual syn")
jv = [r for r in B if r["Subject"] == "Justice" and r["v"]]
q("average", "Our readers complain that the courts wait forever for new law. For justice bills that reached a final vote, how many days on average passed between tabling and that vote?",
  "number", sum((r["v"] - r["d"]).days for r in jv) / len(jv), "bills: mean of Final vote minus Tabled, Subject Justice", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest yearly cost of any bill, in millions of pounds?", "number", max(r["cost"] for r in B if r["cost"] is not None), "bills: max Yearly cost", "plain")
q("min_max", "lowest vote share anyone got in on", "number", min(r["share"] for r in M if r["share"] is not None), "members: min Vote share", "short casual")
q("min_max", "When was the first environment bill tabled?", "values", [min(r["d"] for r in B if r["Subject"] == "Environment")], "bills: earliest Tabled, Subject Environment", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which member has the best attendance?", "values", best({r["Member"]: r["att"] for r in M if r["att"] is not None}), "members: highest Attendance", "plain syn")
q("superlative", "whos the oldest mp", "values", best({r["Member"]: r["born"] for r in M}, low=True), "members: earliest Born", "short syn")
q("superlative", "Which bill received the most votes in favour?", "values", best({r["Short title"]: r["for"] for r in B if r["for"] is not None}), "bills: highest For", "plain syn")
q("superlative", "most expensive bill that was thrown out in the final vote?", "values", best({r["Short title"]: r["cost"] for r in B if r["Result"] == "Rejected" and r["cost"] is not None}),
  "bills: highest Yearly cost, Result Rejected", "idiom casual")

# ------------------------------------------------------------------ top_k
q("top_k", "Which two members have put the most questions?", "values", best({r["Member"]: r["asked"] for r in M}, 2), "members: two highest Questions put", "plain")
q("top_k", "four biggest travel bills in 2024, just the names of the mps", "values", best({r["Member"]: r["claims"] for r in M if r["claims"] is not None}, 4),
  "members: four highest Travel claims 2024", "casual syn")

# ------------------------------------------------------------------ comparison
q("comparison", "Who won more votes, Gethin Vaughan or Hester Whitlock?", "values", best({m: MN[m]["votes"] for m in ("Gethin Vaughan", "Hester Whitlock")}), "members: Votes won of the two", "plain")
q("comparison", "lemuel baptiste or magnus tolland - whose name is on fewer bills", "values", best({m: len(by(m)) for m in ("Lemuel Baptiste", "Magnus Tolland")}, low=True),
  "bills: rows of the two", "casual syn")
sp = {m: one(facts("speaker_of", m)) for m in ("Bertil Ökander", "Naveed Chaudhry")}
q("comparison", "Was Bertil Ökander or Naveed Chaudhry Speaker for longer?", "values", best({m: (f[4] - f[3]).days for m, f in sp.items()}), "TKG: lengths of the two speaker_of facts", "plain")

# ------------------------------------------------------------------ difference
q("difference", "How many more yes votes than no votes did the Wild Goats Bill get?", "number", BT["Wild Goats Bill"]["for"] - BT["Wild Goats Bill"]["against"],
  "bills: For minus Against of Wild Goats Bill", "plain syn")
q("difference", "onshore wind bill costs how many millions more a year than the jury service bill", "number", BT["Onshore Wind Bill"]["cost"] - BT["Jury Service Bill"]["cost"],
  "bills: difference of the two Yearly costs", "casual")
q("difference", "How many more seats does the Rose Alliance hold today than the Civic Union?", "number", len(members("Rose Alliance")) - len(members("Civic Union")),
  "TKG: open sits for facts of the two parties, subtracted", "plain syn")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all bills were withdrawn?", "number", 100 * sum(r["Result"] == "Withdrawn" for r in B) / len(B), "bills: Result Withdrawn over all rows", "plain")
fin = [r for r in B if r["Subject"] == "Finance"]
q("percent", "finance bills, what pct ended up rejectd", "number", 100 * sum(r["Result"] == "Rejected" for r in fin) / len(fin), "bills: Subject Finance, share of Result Rejected", "typo casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many bills are there for each result?", "table", Counter(r["Result"] for r in B), "bills: rows per Result", "plain")
q("group_by", "mps per party right now pls", "table", Counter(f[2] for f in now("sits for")), "TKG: open sits for facts per party", "short casual")
q("group_by", "What is the average yearly cost in millions of pounds by subject?", "table", {k: mean(v, "cost") for k, v in group(B, lambda r: r["Subject"]).items()},
  "bills: mean Yearly cost (empty left out) per Subject", "plain")
q("group_by", "Number of constituencies in each county?", "table", Counter(t for h, r, t in K if r == "in county"), "KG: in county, counted per county", "plain")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which committee has the most members?", "values", best({c: len(inn(c, "sits on")) for c in COMMITTEES}), "KG: sits on, counted per committee", "plain")
q("group_superlative", "what former job is the comonest one among our mps", "values", best(Counter(r["Former job"] for r in M if r["Former job"])), "members: most rows per Former job", "casual")
q("group_superlative", "In which year were the fewest bills tabled?", "values", best(Counter(r["d"].year for r in B), low=True), "bills: fewest rows per year of Tabled", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Hester Whitlock sit on the Health Committee?", "boolean", "Health Committee" in out("Hester Whitlock", "sits on"), "KG: Hester Whitlock sits on", "plain")
q("yes_no", "did tam o'shea ever sit for another party than now?", "boolean", len({f[2] for f in facts("sits for", head="Tam O'Shea")}) > 1, "TKG: sits for facts of Tam O'Shea", "casual")
q("yes_no", "Did the Cycle Lanes Bill pass?", "boolean", BT["Cycle Lanes Bill"]["Result"] == "Passed", "bills: Result of Cycle Lanes Bill", "plain")
q("yes_no", "are the free charter ppl still in goverment", "boolean", bool(now("in_government", head="Free Charter Party")), "TKG: no open in_government fact of Free Charter Party", "casual syn")

# ------------------------------------------------------------------ negation
q("negation", "Which members do not sit on any committee?", "values", [m for m in MN if not out(m, "sits on")], "members; KG: no sits on", "plain")
q("negation", "what subjects had not one single bill in 2015", "values", {r["Subject"] for r in B} - {r["Subject"] for r in tabled(2015)}, "bills: subjects without a row Tabled in 2015", "casual")
q("negation", "Which parties are not part of the government today?", "values", heads("political_family") - {f[0] for f in now("in_government")},
  "KG: parties (they have a political_family); TKG: no open in_government", "plain")
q("negation", "How many members of the Rose Alliance do not hold a direct mandate?", "number", sum(MN[m]["Mandate"] != "Direct" for m in members("Rose Alliance")),
  "TKG: open sits for Rose Alliance; members: Mandate not Direct", "plain")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was Minister of Finance on 1 January 2016?", "values", [one(at("minister at", date(2016, 1, 1), tail="Ministry of Finance"))[0]], "TKG: minister at Ministry of Finance valid on 2016-01-01", "plain")
q("time_point", "first minster in 2020?", "values", [one(in_year("first minister of", 2020))[0]], "TKG: first minister of in 2020", "typo short")
q("time_point", "Which party did Lachlan Peake sit for in June 2017?", "values", [party_on("Lachlan Peake", date(2017, 6, 15))], "TKG: sits for of Lachlan Peake in June 2017", "plain")
q("time_point", "which parties were running the show on 1 march 2012", "values", [f[0] for f in at("in_government", date(2012, 3, 1))], "TKG: in_government valid on 2012-03-01", "idiom casual")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was Minister of Transport before Hamish Auchterlonie?", "values", [step(facts("minister at", tail="Ministry of Transport"), 0, "Hamish Auchterlonie", -1)],
  "TKG: previous minister at Ministry of Transport", "plain")
q("before_after", "green accord, who took over at the top when marguerite d'aubigny steped down", "values", [step(facts("leads", tail="Green Accord"), 0, "Marguerite D'Aubigny", 1)],
  "TKG: next leads of Green Accord", "typo casual syn")
q("before_after", "Which committees have got a new chair since 1 January 2021?", "values", [f[2] for f in facts("chair of") if f[3] > date(2021, 1, 1)],
  "TKG: chair of with start after 2021-01-01", "plain")

# ------------------------------------------------------------------ duration
f = one(facts("first minister of", "Maeve Ó Briain"))
q("duration", "How many full years was Maeve Ó Briain First Minister?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "of the former chairs of the roads rail & ferries committee, who clung on longest?", "values",
  best({f[0]: (f[4] - f[3]).days for f in facts("chair of", tail="Roads, Rail and Ferries Committee") if f[4]}), "TKG: longest closed chair of fact of the committee", "idiom")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which building does the Homes and Planning Committee meet?", "values", {b for x in out("Homes and Planning Committee", "meets in") for b in out(x, "in_building")}, "KG: meets in > in_building", "plain")
q("multi_hop", "whats the county town for the constituency of tern point", "values", out(county("Tern Point"), "county_town"), "KG: in county > county_town", "casual")
q("multi_hop", "Which members sit on the committee that scrutinises the Ministry of Housing?", "values", inn(one(inn("Ministry of Housing", "scrutinises")), "sits on"),
  "KG: scrutinises < sits on", "plain")

# ------------------------------------------------------------------ cross_source
q("cross_source", "Which party does the member for Long Wick sit for today?", "values", [party(MC["Long Wick"]["Member"])], "members: Constituency; TKG: open sits for", "plain")
q("cross_source", "who was chairing the comittee when the skarra tunnel bill landed on its table, i.e. on the day it was tabled", "values",
  [one(at("chair of", BT["Skarra Tunnel Bill"]["d"], tail=BT["Skarra Tunnel Bill"]["Committee"]))[0]], "bills: Committee, Tabled; TKG: chair of on that date", "idiom casual")
q("cross_source", "How many bills were brought in by members who sat for the Fell and Fjord Party when the bill was tabled?", "number",
  sum(party_on(r["Brought in by"], r["d"]) == "Fell and Fjord Party" for r in B), "bills: Brought in by, Tabled; TKG: sits for on that date", "plain")
q("cross_source", "average atendance of the current free charter mps?", "number", mean([MN[m] for m in members("Free Charter Party")], "att"),
  "TKG: open sits for Free Charter Party; members: mean Attendance (empty left out)", "typo short")
q("cross_source", "How many votes were won altogether by the members who sit for constituencies in Lornshire?", "number", total([r for c, r in MC.items() if county(c) == "Lornshire"], "votes"),
  "KG: in county Lornshire; members: sum of Votes won", "plain")
q("cross_source", "I want to see whether the lobby gets what it wants. How many of the bills backed by the Chamber of Trade were passed?", "number",
  sum(BT[b]["Result"] == "Passed" for b in out("Chamber of Trade", "backs")), "KG: Chamber of Trade backs; bills: Result Passed", "detour")
q("cross_source", "Who was First Minister on the day of the final vote on the Class Size Limits Bill?", "values", [one(at("first minister of", BT["Class Size Limits Bill"]["v"]))[0]],
  "bills: Final vote; TKG: first minister of on that date", "plain")
# ------------------------------------------------------------------ missing
q("missing", "For which members is there no attendance figure?", "values", names(r for r in M if r["att"] is None), "members: empty Attendance", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How did Ailsa Drummond vote on the Wild Goats Bill?", "refuse", [], "only totals of votes are recorded, not who voted how", "plain")
q("unanswerable", "whats an mp paid a year?", "refuse", [], "no salaries in any file", "short casual")
assert not in_year("first minister of", 1995)
q("unanswerable", "Who was First Minister in 1995?", "refuse", [], "TKG: the first first minister fact starts in 2006", "plain")
q("unanswerable", "how many donations did civic union get last year", "refuse", [], "no donations in any file", "casual")
assert "Otter Protection Bill" not in BT
q("unanswerable", "When was the Otter Protection Bill tabled?", "refuse", [], "there is no Otter Protection Bill", "plain")
q("unanswerable", "turnout in great skarra at the last electoin?", "refuse", [], "votes and share of the winner are recorded, no turnout", "typo short")
q("unanswerable", "Is Dougal Sinnott married?", "refuse", [], "no marriages in any file", "plain")


finish(HERE, [q for q, _ in Q])
