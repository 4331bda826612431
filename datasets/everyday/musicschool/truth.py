"""Computes every gold answer of the 'musicschool' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, distinct, finish, full_years, graphs, group, having, kg, known, mean, means, one, records,
    share, step, sums, tkg, total, num)


V, N, B, T, X = "values", "number", "boolean", "table", "refuse"
KG, TK = graphs(HERE, "musicschool")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
E, L = records(HERE, "lessons.csv"), records(HERE, "loan_instruments.csv")     # one row an enrolment, one an instrument
NO, PI, PU, YB, IN, TE, _, BR, FO, DA, MI, FE, RE, ST, GR, MA = E[0]
IV, LI, SZ, MK, BO, PR, FU, BW, PI, SI, LF, DE, CO, LC = L[0]
for r in E: r.update({c: num(r[c]) for c in (YB, MI, FE, RE, GR, MA)}, **{ST: day(r[ST], "%d.%m.%Y")})
for r in L: r.update({c: num(r[c]) for c in (PR, LF, DE)}, **{c: day(r[c], "%d.%m.%Y") for c in (BO, SI)})
ENR, ITEM = {e[NO]: e for e in E}, {l[IV]: l for l in L}
def nos(rs): return [x[NO] for x in rs]
def invs(rs): return [x[IV] for x in rs]
SCHOOL, FRIENDS = "Aldermere Music School", "Friends of the Music School"
TEACHERS, ENS = heads("teaches"), heads("conducted by")
pid = {e[PU]: e[PI] for e in E}
PUPILS = set(pid)
# the files agree with each other
assert len(set(pid.values())) == len(pid) and len(ENR) == len(E) and len(ITEM) == len(L)
for e in E: assert e[IN] in out(e[TE], "teaches"), e
for l in L:
    assert (l[BW] in PUPILS and pid[l[BW]] == l[PI]) or (l[BW] in ENS | {""} and not l[PI]), l
    assert bool(l[SI]) == bool(l[BW]) and (not l[BW] or l[SI] > l[BO]) and not (l[BW] and l[CO] == "in repair")
    assert (l[LF] is not None) == bool(l[PI])
for n in ENS: assert [one(out(n, "conducted by"))] == [f[0] for f in now("conductor of", tail=n)]
assert heads("plays in") | heads("goes to school") | heads("sibling of") <= PUPILS
assert {f[0] for f in now("on staff at")} == TEACHERS
for r, t in {f[1:3] for f in TK if f[1] != "on staff at"}:     # nobody shares an office or a sponsorship
    for a, b in zip(facts(r, tail=t), facts(r, tail=t)[1:]): assert a[4] and a[4] < b[3], (a, b)
enrolled = Counter(e[TE] for e in E)

Q = []
q = asking("musicschool", Q)

# ------------------------------------------------------------ lookup
q("lookup", "accordion AC-01, whose make is it?", V, ITEM["AC-01"][MK], "loan_instruments: Maker of AC-01")
q("lookup", "what day does the wind band reherse", V, out("Wind Band", "rehearsal_day"), "KG rehearsal_day of Wind Band")
q("lookup", "E0332 - how much is that a month, list price?", N, ENR["E0332"][FE], "lessons: Fee EUR/mth of E0332 (no reduction on that row)")
# ------------------------------------------------------------ filter_list
q("filter_list", "Please list the inventory numbers of all instruments that are in repair and cost us more than 1,000 euros.", V,
  invs(l for l in L if l[CO] == "in repair" and (l[PR] or 0) > 1000), "loan_instruments: Cond. in repair, Price > 1000")
q("filter_list", "which teachers got more than 4 enrolments?", V, having(enrolled, lambda n: n > 4), "lessons: rows by Teacher, count > 4")
q("filter_list", "Pupils signed up for two or more instruments at the same time, names pls", V,
  having(distinct(E, PU, IN), lambda n: n >= 2), "lessons: distinct INSTR. by pupil, at least 2")
q("filter_list", "who's all singing in the chamber choir", V, inn("Chamber Choir", "plays in"), "KG plays in Chamber Choir, read backwards")
q("filter_list", "Which instruments did we buy before 2014 that are out on loan right now? Inventory numbers will do.", V,
  invs(l for l in L if l[BO] < date(2014, 1, 1) and l[BW]), "loan_instruments: Bought on before 2014 and Borrower not empty")
# ------------------------------------------------------------ count
q("count", "How many enrolments do we have at Brewery Yard for single lessons of 45 minutes?", N,
  sum(e[BR] == "Brewery Yard" and e[FO] == "single" and e[MI] == 45 for e in E), "lessons: Branch, Form and min/wk")
q("count", "how many kids from Kingsway are in the youth orchestra?", N,
  sum("Kingsway Grammar" in out(p, "goes to school") for p in inn("Youth Orchestra", "plays in")), "KG plays in + goes to school")
q("count", "trumpets we own that nobody has borrowed at the moment, how many?", N, sum(l[LI] == "trumpet" and not l[BW] for l in L),
  "loan_instruments: Instrument trumpet, Borrower empty")
# ------------------------------------------------------------ sum
q("sum", "hartwell foundation: how much € did they put in our loan instruments, all in all", N, total([l for l in L if l[FU] == "Hartwell Foundation"], PR),
  "loan_instruments: sum of Price, funded by Hartwell Foundation (no empty price)")
q("sum", "clarinets and saxes together, what do they bring in per month in loan fees?", N,
  total([l for l in L if l[LI] in ("clarinet", "saxophone")], LF), "loan_instruments: sum of Loan fee, clarinet or saxophone")
assert all(e[FO] == "single" for e in E if e[TE] == "Oliver Penrose")
q("sum", "Oliver Penrose only gives single lessons. How many minutes of teaching does he have per week in total?", N,
  sum(e[MI] for e in E if e[TE] == "Oliver Penrose"), "lessons: sum of min/wk for the teacher, all rows single")
q("sum", "After the reduction is taken off, what do Samuel Adeyemi's lessons cost his parents a month, all instruments together?", N,
  sum(e[FE] * (1 - (e[RE] or 0) / 100) for e in E if e[PU] == "Samuel Adeyemi"), "lessons: sum of Fee x (1 - Reduct. %/100) for the pupil")
# ------------------------------------------------------------ average
q("average", "What is the average mark in the grade 7 exams?", N, mean([e for e in E if e[GR] == 7], MA), "lessons: mean Mark, Exam grade 7")
q("average", "avg purchase price of our 3/4 violins?", N, mean([l for l in L if l[LI] == "violin" and l[SZ] == "3/4"], PR), "loan_instruments: mean Price, violin, size 3/4")
q("average", "What deposit do we take on average? Please count only the loans where a deposit is written down.", N, mean(L, DE),
  "loan_instruments: mean Deposit, empty left out")
# ------------------------------------------------------------ min_max
q("min_max", "lowest mark anybody got for piano?", N, min(known((e for e in E if e[IN] == "piano"), MA)), "lessons: min Mark, INSTR. piano")
q("min_max", "On what date did we make our most recent purchase of an instrument?", V, max(known(L, BO)), "loan_instruments: latest Bought on")
q("min_max", "Take only the violin pupils: what is the birth year of the youngest?", N, max(e[YB] for e in E if e[IN] == "violin"), "lessons: max Yr of birth, violin")
# ------------------------------------------------------------ superlative
q("superlative", "Which of our teachers can speak the most languages?", V, best({t: len(out(t, "speaks")) for t in TEACHERS}), "KG speaks, counted by teacher")
q("superlative", "dearest thing in the whole loan stock, inv no?", V, best({l[IV]: l[PR] or 0 for l in L}), "loan_instruments: largest Price")
q("superlative", "Among the pupils who have an instrument on loan, who has had theirs for the longest time?", V,
  [ITEM[i][BW] for i in best({l[IV]: l[SI] for l in L if l[PI]}, low=True)], "loan_instruments: earliest lent since with a Pupil ID")
# ------------------------------------------------------------ top_k
q("top_k", "3 best exam marks we ever had in the list. whose are they?", V, [ENR[n][PU] for n in best({e[NO]: e[MA] or 0 for e in E}, 3)], "lessons: three largest Mark, their pupils")
q("top_k", "4 biggest ensembles by members?", V, best({n: len(inn(n, "plays in")) for n in ENS}, 4), "KG plays in, counted by ensemble, four largest")
# ------------------------------------------------------------ comparison
pupils = distinct(E, TE, PU)
q("comparison", "Pietersen or Castellanos, who's got more pupils", V, best({t: pupils[t] for t in ("Jan Pietersen", "Ruben Castellanos")}), "lessons: distinct pupils of each teacher")
q("comparison", "wind band vs big band: which one wants the higher grade to get in", V, best({n: num(one(out(n, "minimum grade"))) for n in ("Wind Band", "Big Band")}), "KG minimum grade of both")
q("comparison", "Was a larger number of our instruments paid from the town budget or by the Friends?", V,
  best({f: sum(l[FU] == f for l in L) for f in ("Town budget", FRIENDS)}), "loan_instruments: rows by funded by, two compared")
# ------------------------------------------------------------ difference
q("difference", "How many euros dearer was the tuba TU-01 than our cheapest trombone?", N,
  ITEM["TU-01"][PR] - min(known((l for l in L if l[LI] == "trombone"), PR)), "loan_instruments: Price of TU-01 less min Price of trombones")
q("difference", "age gap betwen our oldest and our youngest pupil, going by birth year?", N, max(known(E, YB)) - min(known(E, YB)), "lessons: max - min Yr of birth")
bc = Counter(e[BR] for e in E)
assert bc["Main House"] > bc["Weir Street"]
q("difference", "By how many enrolments is Main House ahead of Weir Street?", N, bc["Main House"] - bc["Weir Street"], "lessons: rows of each Branch, subtracted")
# ------------------------------------------------------------ percent
q("percent", "What percentage of the enrolments get some reduction on the fee?", N, share(E, lambda e: e[RE] is not None), "lessons: share of rows with Reduct. % filled")
q("percent", "Of our pupils from Riverside Academy, how many per cent play in at least one ensemble?", N, share(inn("Riverside Academy", "goes to school"), lambda p: out(p, "plays in")),
  "KG goes to school + plays in")
# ------------------------------------------------------------ group_by
q("group_by", "enrolments branch by branch, how many each", T, bc, "lessons: rows by Branch")
q("group_by", "loan money per mth by kind of instrument, just the kinds where some fee is paid", T,
  sums((l for l in L if l[LF] is not None), LI, LF), "loan_instruments: sum of Loan fee by Instrument")
q("group_by", "Give me a table of the ensembles and the building where each one rehearses.", T, {n: one(out(n, "rehearses at")) for n in ENS}, "KG rehearses at")
q("group_by", "avg exam mark by teacher pls. Only teachers with at least four marks.", T, {t: mean(g, MA) for t, g in group(E, lambda e: e[TE]).items() if len(known(g, MA)) >= 4},
  "lessons: mean Mark by Teacher, groups with 4 or more marks")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "Which funder bought the most expensive instruments on average?", V,
  best(means(L, FU, PR)), "loan_instruments: mean Price by funded by, largest, empty left out")
q("group_superlative", "enrolments with a reduction - which teacher has got the most of those?", V, best(Counter(e[TE] for e in E if e[RE] is not None)),
  "lessons: rows with Reduct. % filled, by Teacher, largest count")
q("group_superlative", "In which year did the largest batch of the enrolments start?", V, best(Counter(e[ST].year for e in E)), "lessons: rows by year of Start date, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "does jakub zeman have a brother or sister here", B, out("Jakub Zeman", "sibling of"), "KG sibling of")
q("yes_no", "Has Matteo Ferrara ever been the conductor of the Big Band?", B, facts("conductor of", "Matteo Ferrara", "Big Band"), "TKG conductor of (Wind Band and Brass Quintet only)")
q("yes_no", "New kid wants to start accordeon. Have we got one thats neither lent out nor in repair?", B,
  any(l[LI] == "accordion" and not l[BW] and l[CO] != "in repair" for l in L), "loan_instruments: accordions, Borrower and Cond.")
q("yes_no", "Did Judge Stanmore still chair the Friends in 2011?", B, in_year("chair of", 2011, "Judge Harold Stanmore", FRIENDS),
  "TKG chair of: Stanmore until 2010-04-30")
# ------------------------------------------------------------ negation
q("negation", "any teacher with zero pupils in the lessons list? who", V, TEACHERS - set(enrolled), "KG teaches: all teachers less those in lessons")
q("negation", "ensembles u can join w/o a minimum grade?", V, ENS - heads("minimum grade"), "KG: all ensembles less those with a minimum grade")
q("negation", "Which pupils don't play in any of our ensembles?", V, PUPILS - heads("plays in"), "lessons: all pupils less those with KG plays in")
# ------------------------------------------------------------ time_point
q("time_point", "Who was the school's director on 1 March 2017?", V, one(at("director of", date(2017, 3, 1), tail=SCHOOL))[0], "TKG director of on that day")
q("time_point", "heads of department as of 1.1.2010, all of them", V, [f[0] for f in at("head of department", date(2010, 1, 1))], "TKG head of department on that day")
q("time_point", "Which ensembles had Kessler as their sponsor on 1 July 2019?", V, [f[2] for f in at("sponsor of", date(2019, 7, 1), "Kessler Brewery")], "TKG sponsor of on that day")
# ------------------------------------------------------------ before_after
q("before_after", "who took over the youth orchstra from Oberhuber", V, step(facts("conductor of", tail="Youth Orchestra"), 0, "Lorenz Oberhuber", 1), "TKG conductor of, the fact after his")
q("before_after", "predecessor of carmen quintero at the friends, the chair i mean", V, step(facts("chair of", tail=FRIENDS), 0, "Carmen Quintero", -1), "TKG chair of, the fact before hers")
q("before_after", "Which people on our staff today joined before 2006?", V, [f[0] for f in now("on staff at", tail=SCHOOL) if f[3] < date(2006, 1, 1)], "TKG on staff at, open, start before 2006")
# ------------------------------------------------------------ duration
up = one(facts("director of", "Ursula Prentice", SCHOOL))
q("duration", "How many full years was Ursula Prentice the director?", N, full_years(up[3], up[4] + timedelta(1)), "TKG start to end, completed years")
q("duration", "ex directors: which one of them had the job for the shortest time", V,
  best({f[0]: f[4] - f[3] for f in facts("director of", tail=SCHOOL) if f[4]}, low=True), "TKG director of, ended facts, shortest")
b = one(facts("conductor of", "Cyril Bostock", "Brass Quintet"))
n0, n1 = b[4] + timedelta(1), min(f[3] for f in facts("conductor of", tail="Brass Quintet") if f[3] > b[4])
assert n0.day == n1.day == 1
q("duration", "After Cyril Bostock left, the Brass Quintet had nobody in front for a while. How many months was that?", N, (n1.year - n0.year) * 12 + n1.month - n0.month,
  "TKG conductor of: 2012-06-30 to 2013-02-01, seven whole months between")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In which part of town does the Guitar Circle rehearse?", V, [d for h in out("Guitar Circle", "rehearses at") for d in out(h, "lies in district")], "KG rehearses at > lies in district")
q("multi_hop", "which of the conductors we have now live outside of Aldermere", V,
  {c for n in ENS for c in out(n, "conducted by") if out(c, "lives in") != {"Aldermere"}}, "KG conducted by > lives in, not Aldermere")
q("multi_hop", "Where did the keyboard teachers get their training? I need the names of the academies.", V,
  {s for t in inn("Keyboard", "member_of_department") for s in out(t, "studied at")}, "KG member_of_department Keyboard > studied at")
q("multi_hop", "A brother and sister play together in one of our ensembles. Who are the two?", V,
  {a for a, r, c in KG if r == "sibling of" and out(a, "plays in") & out(c, "plays in")}, "KG sibling of + plays in, same ensemble")
# ------------------------------------------------------------ cross_source
q("cross_source", "How many of the loan instruments come from a workshop in Leeds?", N, sum("Leeds" in out(l[MK], "workshop in") for l in L), "loan_instruments: Maker; KG workshop in")
q("cross_source", "who's got one of our instruments at home but isnt enrolled for that instrument?", V,
  [l[BW] for l in L if l[PI] and not any(e[PU] == l[BW] and e[IN] == l[LI] for e in E)], "loan_instruments: Borrower and Instrument; no lessons row with both")
mg = num(one(out("Youth Orchestra", "minimum grade")))
top_grade = {p: max(known((e for e in E if e[PU] == p), GR)) for p in inn("Youth Orchestra", "plays in")}
q("cross_source", "Which members of the Youth Orchestra are below its minimum grade, even if I take their highest exam grade over all instruments?", V,
  having(top_grade, lambda g: g < mg), "KG plays in + minimum grade; lessons: max Exam grade by pupil")
hp = ITEM["HP-04"]
assert hp[FU] == FRIENDS
q("cross_source", "The Friends paid for the harp. Who was their chair on the day it was bought?", V,
  one(at("chair of", hp[BO], tail=FRIENDS))[0], "loan_instruments: Bought on of HP-04; TKG chair of on that day")
brass = [e for e in E if e[TE] in inn("Brass", "member_of_department")]
assert len(known(brass, FE)) == len(brass)
q("cross_source", "What do the lessons with the teachers of the brass department bring in per month, added up? Take the fees as listed, before any reduction.", N,
  total(brass, FE), "KG member_of_department Brass; lessons: sum of Fee")
woodwind = one(now("head of department", tail="Woodwind"))[0]
q("cross_source", "pupils of the present head of woodwind?", V, {e[PU] for e in E if e[TE] == woodwind}, "TKG open head of department; lessons: pupils of that teacher")
q("cross_source", "Which of today's ensemble sponsors has not funded a single loan instrument?", V,
  {f[0] for f in now("sponsor of")} - {l[FU] for l in L}, "TKG open sponsor of; loan_instruments: funded by")
q("cross_source", "brass quintet: how many of its players use an instrument borrowed from us", N, sum(any(l[BW] == p for l in L) for p in inn("Brass Quintet", "plays in")),
  "KG plays in; loan_instruments: Borrower")
# ------------------------------------------------------------ missing
q("missing", "fee missing - which enrolments? numbers pls", V, nos(e for e in E if e[FE] is None), "lessons: Fee empty")
q("missing", "no of instruments where the last check was left blank", N, sum(not l[LC] for l in L), "loan_instruments: last check empty")
q("missing", "Some pupils have an exam grade in the list but no mark next to it. Who?", V, {e[PU] for e in E if e[GR] is not None and e[MA] is None}, "lessons: Exam grade filled, Mark empty")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What does Miriam Okafor earn per month?", X, [], "no pay in any file")
q("unanswerable", "how long is the waiting list for guitar lessons?", X, [], "no waiting list in any file")
q("unanswerable", "When is the next concert of the Youth Orchestra, and where?", X, [], "no concerts in any file (only rehearsal day and place)")
assert all(e[MA] is None and e[GR] is None for e in E if e[PU] == "Oskar Lehto")
q("unanswerable", "what mark did oskar lehto get for guitar", X, [], "lessons: his grade and mark are empty")
assert not any(f[3] <= date(2012, 12, 31) for f in facts("conductor of", tail="Percussion Group"))
q("unanswerable", "Who conducted the Percussion Group in 2012?", X, [], "TKG: its first conductor starts 2015-09-01, nothing on 2012")
assert not any(l[LI] == "bassoon" for l in L)
q("unanswerable", "how much / month to rent a bassoon from you?", X, [], "no bassoon in any file")
q("unanswerable", "Which pupil missed the most lessons this term?", X, [], "no attendance in any file")
q("unanswerable", "How many seats does the hall in Weir Street have?", X, [], "no rooms or seats in any file")
assert len(Q) == 80 and len({x["kind"] for x in Q}) == 22
finish(HERE, Q)
