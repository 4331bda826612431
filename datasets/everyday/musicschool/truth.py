"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares and prints the differences)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def table(n):
    with open(path(n), encoding="utf-8", newline="") as f: return list(csv.DictReader(f))
def tsv(n):
    with open(path(n), encoding="utf-8", newline="") as f: return [tuple(r) for r in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
E = table("lessons.csv")                # one row an enrolment
L = table("loan_instruments.csv")       # one row an instrument
KG = tsv("musicschool.kg.tsv")
TK = tsv("musicschool.tkg.tsv")

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "")) if s.strip() else None
def day(s): return dt.datetime.strptime(s, "%d.%m.%Y").date().isoformat() if s.strip() else None
NO, PU, YB, IN, TE, BR, FO, DA, MI, FE, RE, ST, GR, MA = ("Enr.No", "pupil", "Yr of birth", "INSTR.", "Teacher", "Branch", "Form", "Day", "min/wk",
    "Fee EUR/mth", "Reduct. %", "Start date", "Exam grade", "Mark (max 100)")
IV, LI, SZ, MK, BO, PR, FU, BW, PI, SI, LF, DE, CO, LC = ("Inv. no", "Instrument", "size", "Maker", "Bought on", "Price (EUR)", "funded by", "Borrower",
    "Pupil ID", "lent since", "Loan fee EUR/mth", "Deposit (EUR)", "Cond.", "last check")
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [x for x, y, z in KG if y == r and z == t]
def uniq(xs): return list(dict.fromkeys(xs))
def one(xs):
    xs = uniq(xs)
    assert len(xs) == 1, xs
    return xs[0]
def facts(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def on(f, d): return f[3] <= d and (not f[4] or d <= f[4])
def open_(f): return f[4] == ""
def best(d, low=False):
    """the one key with the largest (smallest) value; fails on a tie"""
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[0][1] != s[1][1], s[:3]
    return s[0][0]
def top(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def vals(xs): return [x for x in xs if x is not None]
def mean(xs):
    xs = vals(xs)
    return sum(xs) / len(xs)
def groups(pairs):
    g = defaultdict(list)
    for k, v in pairs: g[k].append(v)
    return g
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def rows(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def row(rs, k, v):
    r = [x for x in rs if x[k] == v]
    assert len(r) == 1, (k, v, r)
    return r[0]
def enr(no): return row(E, NO, no)
def item(no): return row(L, IV, no)
def yn(b): return ["yes" if b else "no"]
def iso(s): return dt.date.fromisoformat(s)
def full_years(f):
    a, b = iso(f[3]), iso(f[4]) + dt.timedelta(days=1)
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def length(f): return (iso(f[4]) - iso(f[3])).days
def nos(rs): return [x[NO] for x in rs]
def invs(rs): return [x[IV] for x in rs]
SCHOOL, FRIENDS = "Aldermere Music School", "Friends of the Music School"
TEACHERS = uniq(h for h, r, t in KG if r == "teaches")
ENS = uniq(h for h, r, t in KG if r == "conducted by")
PUPILS = uniq(e[PU] for e in E)
pid = {e[PU]: e["Pupil ID"] for e in E}
# the files agree with each other
assert len(set(pid.values())) == len(pid) == len(PUPILS) and len({e[NO] for e in E}) == len(E) and len({l[IV] for l in L}) == len(L)
for e in E: assert e[IN] in fwd(e[TE], "teaches"), e
for l in L:
    assert (l[BW] in PUPILS and pid[l[BW]] == l[PI]) or (l[BW] in ENS + [""] and not l[PI]), l
    assert bool(l[SI]) == bool(l[BW]) and (not l[BW] or day(l[SI]) > day(l[BO])) and not (l[BW] and l[CO] == "in repair")
    assert bool(l[LF]) == bool(l[PI])
for n in ENS: assert one(fwd(n, "conducted by")) == one(f[0] for f in facts("conductor of", t=n) if open_(f))
assert all(h in PUPILS for h, r, t in KG if r in ("plays in", "goes to school", "sibling of"))
assert {f[0] for f in facts("on staff at") if open_(f)} == set(TEACHERS)
for t in {f[2] for f in TK}:             # nobody shares an office or a sponsorship
    for r in {f[1] for f in TK if f[2] == t} - {"on staff at"}:
        s = sorted(facts(r, t=t), key=lambda f: f[3])
        for a, b in zip(s, s[1:]): assert a[4] and a[4] < b[3], (a, b)
enrolled = Counter(e[TE] for e in E)
heads_now = {f[2]: f[0] for f in facts("head of department") if open_(f)}

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number": ans = [ans]
    if isinstance(ans, str): ans = [ans]
    ans = [fmt(x) for x in ans]
    assert bool(ans) == (typ != "refuse"), text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"musicschool-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": sorted(ans), "why": why})
V, N, B, T, X = "values", "number", "boolean", "table", "refuse"

# ------------------------------------------------------------ lookup
q("lookup", V, "accordion AC-01, whose make is it?", item("AC-01")[MK], "loan_instruments: Maker of AC-01")
q("lookup", V, "what day does the wind band reherse", fwd("Wind Band", "rehearsal_day"), "KG rehearsal_day of Wind Band")
q("lookup", N, "E0332 - how much is that a month, list price?", num(enr("E0332")[FE]), "lessons: Fee EUR/mth of E0332 (no reduction on that row)")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "Please list the inventory numbers of all instruments that are in repair and cost us more than 1,000 euros.",
  invs(l for l in L if l[CO] == "in repair" and (num(l[PR]) or 0) > 1000), "loan_instruments: Cond. in repair, Price > 1000")
q("filter_list", V, "which teachers got more than 4 enrolments?", [t for t, n in enrolled.items() if n > 4], "lessons: rows by Teacher, count > 4")
q("filter_list", V, "Pupils signed up for two or more instruments at the same time, names pls",
  [p for p, x in groups((e[PU], e[IN]) for e in E).items() if len(set(x)) >= 2], "lessons: distinct INSTR. by pupil, at least 2")
q("filter_list", V, "who's all singing in the chamber choir", inv("plays in", "Chamber Choir"), "KG plays in Chamber Choir, read backwards")
q("filter_list", V, "Which instruments did we buy before 2014 that are out on loan right now? Inventory numbers will do.",
  invs(l for l in L if day(l[BO]) < "2014-01-01" and l[BW]), "loan_instruments: Bought on before 2014 and Borrower not empty")
# ------------------------------------------------------------ count
q("count", N, "How many enrolments do we have at Brewery Yard for single lessons of 45 minutes?",
  sum(e[BR] == "Brewery Yard" and e[FO] == "single" and e[MI] == "45" for e in E), "lessons: Branch, Form and min/wk")
q("count", N, "how many kids from Kingsway are in the youth orchestra?",
  sum("Kingsway Grammar" in fwd(p, "goes to school") for p in inv("plays in", "Youth Orchestra")), "KG plays in + goes to school")
q("count", N, "trumpets we own that nobody has borrowed at the moment, how many?", sum(l[LI] == "trumpet" and not l[BW] for l in L),
  "loan_instruments: Instrument trumpet, Borrower empty")
# ------------------------------------------------------------ sum
q("sum", N, "hartwell foundation: how much € did they put in our loan instruments, all in all", sum(num(l[PR]) for l in L if l[FU] == "Hartwell Foundation"),
  "loan_instruments: sum of Price, funded by Hartwell Foundation (no empty price)")
q("sum", N, "clarinets and saxes together, what do they bring in per month in loan fees?",
  sum(num(l[LF]) or 0 for l in L if l[LI] in ("clarinet", "saxophone")), "loan_instruments: sum of Loan fee, clarinet or saxophone")
assert all(e[FO] == "single" for e in E if e[TE] == "Oliver Penrose")
q("sum", N, "Oliver Penrose only gives single lessons. How many minutes of teaching does he have per week in total?",
  sum(num(e[MI]) for e in E if e[TE] == "Oliver Penrose"), "lessons: sum of min/wk for the teacher, all rows single")
q("sum", N, "After the reduction is taken off, what do Samuel Adeyemi's lessons cost his parents a month, all instruments together?",
  sum(num(e[FE]) * (1 - (num(e[RE]) or 0) / 100) for e in E if e[PU] == "Samuel Adeyemi"), "lessons: sum of Fee x (1 - Reduct. %/100) for the pupil")
# ------------------------------------------------------------ average
q("average", N, "What is the average mark in the grade 7 exams?", mean(num(e[MA]) for e in E if e[GR] == "7"), "lessons: mean Mark, Exam grade 7")
q("average", N, "avg purchase price of our 3/4 violins?", mean(num(l[PR]) for l in L if l[LI] == "violin" and l[SZ] == "3/4"), "loan_instruments: mean Price, violin, size 3/4")
q("average", N, "What deposit do we take on average? Please count only the loans where a deposit is written down.", mean(num(l[DE]) for l in L),
  "loan_instruments: mean Deposit, empty left out")
# ------------------------------------------------------------ min_max
q("min_max", N, "lowest mark anybody got for piano?", min(vals(num(e[MA]) for e in E if e[IN] == "piano")), "lessons: min Mark, INSTR. piano")
q("min_max", V, "On what date did we make our most recent purchase of an instrument?", max(day(l[BO]) for l in L), "loan_instruments: latest Bought on")
q("min_max", N, "Take only the violin pupils: what is the birth year of the youngest?", max(num(e[YB]) for e in E if e[IN] == "violin"), "lessons: max Yr of birth, violin")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which of our teachers can speak the most languages?", best({t: len(fwd(t, "speaks")) for t in TEACHERS}), "KG speaks, counted by teacher")
q("superlative", V, "dearest thing in the whole loan stock, inv no?", best({l[IV]: num(l[PR]) or 0 for l in L}), "loan_instruments: largest Price")
q("superlative", V, "Among the pupils who have an instrument on loan, who has had theirs for the longest time?",
  best({l[BW] + "/" + l[IV]: day(l[SI]) for l in L if l[PI]}, low=True).split("/")[0], "loan_instruments: earliest lent since with a Pupil ID")
# ------------------------------------------------------------ top_k
mk = {e[NO]: num(e[MA]) or 0 for e in E}
q("top_k", V, "3 best exam marks we ever had in the list. whose are they?", [enr(n)[PU] for n in top(mk, 3)], "lessons: three largest Mark, their pupils")
q("top_k", V, "4 biggest ensembles by members?", top({n: len(inv("plays in", n)) for n in ENS}, 4), "KG plays in, counted by ensemble, four largest")
# ------------------------------------------------------------ comparison
pup = lambda t: len({e[PU] for e in E if e[TE] == t})
q("comparison", V, "Pietersen or Castellanos, who's got more pupils", best({t: pup(t) for t in ("Jan Pietersen", "Ruben Castellanos")}), "lessons: distinct pupils of each teacher")
q("comparison", V, "wind band vs big band: which one wants the higher grade to get in", best({n: num(one(fwd(n, "minimum grade"))) for n in ("Wind Band", "Big Band")}), "KG minimum grade of both")
q("comparison", V, "Was a larger number of our instruments paid from the town budget or by the Friends?",
  best({f: sum(l[FU] == f for l in L) for f in ("Town budget", FRIENDS)}), "loan_instruments: rows by funded by, two compared")
# ------------------------------------------------------------ difference
q("difference", N, "How many euros dearer was the tuba TU-01 than our cheapest trombone?",
  num(item("TU-01")[PR]) - min(vals(num(l[PR]) for l in L if l[LI] == "trombone")), "loan_instruments: Price of TU-01 less min Price of trombones")
yb = [num(e[YB]) for e in E]
q("difference", N, "age gap betwen our oldest and our youngest pupil, going by birth year?", max(yb) - min(yb), "lessons: max - min Yr of birth")
bc = Counter(e[BR] for e in E)
assert bc["Main House"] > bc["Weir Street"]
q("difference", N, "By how many enrolments is Main House ahead of Weir Street?", bc["Main House"] - bc["Weir Street"], "lessons: rows of each Branch, subtracted")
# ------------------------------------------------------------ percent
q("percent", N, "What percentage of the enrolments get some reduction on the fee?", 100 * sum(bool(e[RE]) for e in E) / len(E), "lessons: share of rows with Reduct. % filled")
ra = inv("goes to school", "Riverside Academy")
q("percent", N, "Of our pupils from Riverside Academy, how many per cent play in at least one ensemble?", 100 * sum(bool(fwd(p, "plays in")) for p in ra) / len(ra),
  "KG goes to school + plays in")
# ------------------------------------------------------------ group_by
q("group_by", T, "enrolments branch by branch, how many each", rows(bc), "lessons: rows by Branch")
q("group_by", T, "loan money per mth by kind of instrument, just the kinds where some fee is paid",
  rows({k: sum(v) for k, v in groups((l[LI], num(l[LF])) for l in L if l[LF]).items()}), "loan_instruments: sum of Loan fee by Instrument")
q("group_by", T, "Give me a table of the ensembles and the building where each one rehearses.", rows({n: one(fwd(n, "rehearses at")) for n in ENS}), "KG rehearses at")
marks = {k: v for k, v in groups((e[TE], num(e[MA])) for e in E if e[MA]).items() if len(v) >= 4}
q("group_by", T, "avg exam mark by teacher pls. Only teachers with at least four marks.", rows({k: mean(v) for k, v in marks.items()}),
  "lessons: mean Mark by Teacher, groups with 4 or more marks")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "Which funder bought the most expensive instruments on average?",
  best({k: mean(v) for k, v in groups((l[FU], num(l[PR])) for l in L).items()}), "loan_instruments: mean Price by funded by, largest, empty left out")
q("group_superlative", V, "enrolments with a reduction - which teacher has got the most of those?", best(Counter(e[TE] for e in E if e[RE])),
  "lessons: rows with Reduct. % filled, by Teacher, largest count")
q("group_superlative", V, "In which year did the largest batch of the enrolments start?", best(Counter(day(e[ST])[:4] for e in E)), "lessons: rows by year of Start date, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "does jakub zeman have a brother or sister here", yn(bool(fwd("Jakub Zeman", "sibling of"))), "KG sibling of")
q("yes_no", B, "Has Matteo Ferrara ever been the conductor of the Big Band?", yn(bool(facts("conductor of", "Matteo Ferrara", "Big Band"))), "TKG conductor of (Wind Band and Brass Quintet only)")
q("yes_no", B, "New kid wants to start accordeon. Have we got one thats neither lent out nor in repair?",
  yn(any(l[LI] == "accordion" and not l[BW] and l[CO] != "in repair" for l in L)), "loan_instruments: accordions, Borrower and Cond.")
q("yes_no", B, "Did Judge Stanmore still chair the Friends in 2011?", yn(any(on(f, d) for f in facts("chair of", "Judge Harold Stanmore", FRIENDS) for d in ("2011-01-01", "2011-12-31"))),
  "TKG chair of: Stanmore until 2010-04-30")
# ------------------------------------------------------------ negation
q("negation", V, "any teacher with zero pupils in the lessons list? who", [t for t in TEACHERS if not enrolled[t]], "KG teaches: all teachers less those in lessons")
q("negation", V, "ensembles u can join w/o a minimum grade?", [n for n in ENS if not fwd(n, "minimum grade")], "KG: all ensembles less those with a minimum grade")
q("negation", V, "Which pupils don't play in any of our ensembles?", [p for p in PUPILS if not fwd(p, "plays in")], "lessons: all pupils less those with KG plays in")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was the school's director on 1 March 2017?", one(f[0] for f in facts("director of", t=SCHOOL) if on(f, "2017-03-01")), "TKG director of on that day")
q("time_point", V, "heads of department as of 1.1.2010, all of them", [f[0] for f in facts("head of department") if on(f, "2010-01-01")], "TKG head of department on that day")
q("time_point", V, "Which ensembles had Kessler as their sponsor on 1 July 2019?", [f[2] for f in facts("sponsor of", "Kessler Brewery") if on(f, "2019-07-01")], "TKG sponsor of on that day")
# ------------------------------------------------------------ before_after
def after(r, t, who, step=1):
    s = sorted(facts(r, t=t), key=lambda f: f[3])
    return s[[f[0] for f in s].index(who) + step][0]
q("before_after", V, "who took over the youth orchstra from Oberhuber", after("conductor of", "Youth Orchestra", "Lorenz Oberhuber"), "TKG conductor of, the fact after his")
q("before_after", V, "predecessor of carmen quintero at the friends, the chair i mean", after("chair of", FRIENDS, "Carmen Quintero", -1), "TKG chair of, the fact before hers")
q("before_after", V, "Which people on our staff today joined before 2006?", [f[0] for f in facts("on staff at", t=SCHOOL) if open_(f) and f[3] < "2006-01-01"], "TKG on staff at, open, start before 2006")
# ------------------------------------------------------------ duration
q("duration", N, "How many full years was Ursula Prentice the director?", full_years(one(facts("director of", "Ursula Prentice", SCHOOL))), "TKG start to end, completed years")
q("duration", V, "ex directors: which one of them had the job for the shortest time", best({f[0]: length(f) for f in facts("director of", t=SCHOOL) if not open_(f)}, low=True), "TKG director of, ended facts, shortest")
b = one(facts("conductor of", "Cyril Bostock", "Brass Quintet"))
n0, n1 = iso(b[4]) + dt.timedelta(days=1), iso(min(f[3] for f in facts("conductor of", t="Brass Quintet") if f[3] > b[4]))
assert n0.day == n1.day == 1
q("duration", N, "After Cyril Bostock left, the Brass Quintet had nobody in front for a while. How many months was that?", (n1.year - n0.year) * 12 + n1.month - n0.month,
  "TKG conductor of: 2012-06-30 to 2013-02-01, seven whole months between")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In which part of town does the Guitar Circle rehearse?", [d for h in fwd("Guitar Circle", "rehearses at") for d in fwd(h, "lies in district")], "KG rehearses at > lies in district")
q("multi_hop", V, "which of the conductors we have now live outside of Aldermere", uniq(c for n in ENS for c in fwd(n, "conducted by") if fwd(c, "lives in") != ["Aldermere"]), "KG conducted by > lives in, not Aldermere")
q("multi_hop", V, "Where did the keyboard teachers get their training? I need the names of the academies.", uniq(s for t in inv("member_of_department", "Keyboard") for s in fwd(t, "studied at")), "KG member_of_department Keyboard > studied at")
q("multi_hop", V, "A brother and sister play together in one of our ensembles. Who are the two?",
  uniq(a for a, r, c in KG if r == "sibling of" and set(fwd(a, "plays in")) & set(fwd(c, "plays in"))), "KG sibling of + plays in, same ensemble")
# ------------------------------------------------------------ cross_source
q("cross_source", N, "How many of the loan instruments come from a workshop in Leeds?", sum("Leeds" in fwd(l[MK], "workshop in") for l in L), "loan_instruments: Maker; KG workshop in")
q("cross_source", V, "who's got one of our instruments at home but isnt enrolled for that instrument?",
  [l[BW] for l in L if l[PI] and not any(e[PU] == l[BW] and e[IN] == l[LI] for e in E)], "loan_instruments: Borrower and Instrument; no lessons row with both")
mg = num(one(fwd("Youth Orchestra", "minimum grade")))
top_grade = {p: max(vals(num(e[GR]) for e in E if e[PU] == p), default=None) for p in PUPILS}
assert all(top_grade[p] is not None for p in inv("plays in", "Youth Orchestra"))
q("cross_source", V, "Which members of the Youth Orchestra are below its minimum grade, even if I take their highest exam grade over all instruments?",
  [p for p in inv("plays in", "Youth Orchestra") if top_grade[p] < mg], "KG plays in + minimum grade; lessons: max Exam grade by pupil")
hp = item("HP-04")
assert hp[FU] == FRIENDS
q("cross_source", V, "The Friends paid for the harp. Who was their chair on the day it was bought?", one(f[0] for f in facts("chair of", t=FRIENDS) if on(f, day(hp[BO]))), "loan_instruments: Bought on of HP-04; TKG chair of on that day")
brass = inv("member_of_department", "Brass")
assert all(e[FE] for e in E if e[TE] in brass)
q("cross_source", N, "What do the lessons with the teachers of the brass department bring in per month, added up? Take the fees as listed, before any reduction.", sum(num(e[FE]) for e in E if e[TE] in brass), "KG member_of_department Brass; lessons: sum of Fee")
q("cross_source", V, "pupils of the present head of woodwind?", uniq(e[PU] for e in E if e[TE] == heads_now["Woodwind"]), "TKG open head of department; lessons: pupils of that teacher")
q("cross_source", V, "Which of today's ensemble sponsors has not funded a single loan instrument?",
  [s for s in uniq(f[0] for f in facts("sponsor of") if open_(f)) if not any(l[FU] == s for l in L)], "TKG open sponsor of; loan_instruments: funded by")
q("cross_source", N, "brass quintet: how many of its players use an instrument borrowed from us", sum(any(l[BW] == p for l in L) for p in inv("plays in", "Brass Quintet")),
  "KG plays in; loan_instruments: Borrower")
# ------------------------------------------------------------ missing
q("missing", V, "fee missing - which enrolments? numbers pls", nos(e for e in E if not e[FE]), "lessons: Fee empty")
q("missing", N, "no of instruments where the last check was left blank", sum(not l[LC] for l in L), "loan_instruments: last check empty")
q("missing", V, "Some pupils have an exam grade in the list but no mark next to it. Who?", uniq(e[PU] for e in E if e[GR] and not e[MA]), "lessons: Exam grade filled, Mark empty")
# ------------------------------------------------------------ unanswerable
q("unanswerable", X, "What does Miriam Okafor earn per month?", [], "no pay in any file")
q("unanswerable", X, "how long is the waiting list for guitar lessons?", [], "no waiting list in any file")
q("unanswerable", X, "When is the next concert of the Youth Orchestra, and where?", [], "no concerts in any file (only rehearsal day and place)")
assert all(not e[MA] and not e[GR] for e in E if e[PU] == "Oskar Lehto")
q("unanswerable", X, "what mark did oskar lehto get for guitar", [], "lessons: his grade and mark are empty")
assert not any(f[3] <= "2012-12-31" for f in facts("conductor of", t="Percussion Group"))
q("unanswerable", X, "Who conducted the Percussion Group in 2012?", [], "TKG: its first conductor starts 2015-09-01, nothing on 2012")
assert not any(l[LI] == "bassoon" for l in L)
q("unanswerable", X, "how much / month to rent a bassoon from you?", [], "no bassoon in any file")
q("unanswerable", X, "Which pupil missed the most lessons this term?", [], "no attendance in any file")
q("unanswerable", X, "How many seats does the hall in Weir Street have?", [], "no rooms or seats in any file")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80 and len({x["kind"] for x in Q}) == 22, (len(Q), len({x["kind"] for x in Q}))
out = [json.dumps(x, ensure_ascii=False) for x in Q]
if "--check" in sys.argv:
    with open(path("questions.jsonl"), encoding="utf-8") as f: have = f.read().splitlines()
    bad = 0
    for i in range(max(len(out), len(have))):
        a, b = (have[i] if i < len(have) else None), (out[i] if i < len(out) else None)
        if a != b:
            bad += 1
            print("file    :", a); print("computed:", b)
    print("questions.jsonl agrees" if not bad else f"questions.jsonl DIFFERS in {bad} lines")
    sys.exit(bool(bad))
with open(path("questions.jsonl"), "w", encoding="utf-8") as f: f.write("\n".join(out) + "\n")
print(dict(Counter(x["kind"] for x in Q)))
for x in Q: print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
