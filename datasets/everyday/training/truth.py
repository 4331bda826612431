"""Computes every gold answer of the 'training' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, having, kg, known, mean, means, num, one, records, share, step,
    sums, tkg, total)


V, N, B, T, X = "values", "number", "boolean", "table", "refuse"
KG, TK = graphs(HERE, "training")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
C, E = records(HERE, "courses.csv"), records(HERE, "enrolments.csv")
CRS, ENR = {c["Crs No"]: c for c in C}, {e["Enr. ID"]: e for e in E}
for c in C:
    c["fee"], c["days"], c["seats"], c["start"] = num(c["Fee p.p. EUR"]), num(c["Days"]), num(c["Seats"]), day(c["Start"], "%d.%m.%Y")
for e in E:
    e["res"], e["travel"], e["booked"] = num(e["Result %"]), num(e["Travel (EUR)"]), day(e["booked on"], "%d.%m.%Y")
    e["fee"] = CRS[e["Crs No"]]["fee"]
def of(p): return [e for e in E if e["Employee"] == p]
def dept(p): return one(out(p, "works in"))
def site(d): return one(out(d, "based at"))
def head_on(d, when): return one(at("head of", when, tail=d))[0]
def took(f): return (f[4] - f[3]).days
def nos(cs): return [c["Crs No"] for c in cs]
def ids(es): return [e["Enr. ID"] for e in es]
STAFF, DEPTS, PROV, CERTS = (heads(r) for r in ("works in", "based at", "headquartered in", "issued_by"))
DONE = [e for e in E if e["Status"] == "Completed"]
# the files agree with one another
assert len(CRS) == len(C) and len(ENR) == len(E) and {e["Employee"] for e in E} <= STAFF
assert len({(e["Employee"], e["Pers.No"]) for e in E}) == len({e["Employee"] for e in E}) == len({e["Pers.No"] for e in E})
assert {c["Prov."] for c in C} == PROV and {c["Rm"] for c in C} - {""} <= heads("room at")
assert {f[2] for f in facts("head of")} <= DEPTS and {f[2] for f in facts("holds certificate")} <= CERTS
assert len({f[2] for f in now("head of")}) == len(now("head of")) == len(DEPTS) - 1
assert all(dept(f[0]) == f[2] for f in now("head of"))
for e in E: assert bool(e["passed"]) == (e["res"] is not None) and (e["res"] is None or e["Status"] == "Completed")

Q = []
q = asking("training", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Which training company runs the course LDR-407?", V, CRS["LDR-407"]["Prov."], "courses: Prov. of LDR-407")
q("lookup", "cost center of quality assurance?", V, out("Quality Assurance", "cost centre"), "KG cost centre")
q("lookup", "hi, what score did Piotr Lisiecki get in his forklift course", N,
  one(e["res"] for e in of("Piotr Lisiecki") if CRS[e["Crs No"]]["Course"] == "Forklift Driver Basic"), "enrolments: Result % of his row for SAF-103, Forklift Driver Basic")
q("lookup", "To whom does Oksana Hrytsenko report directly?", V, out("Oksana Hrytsenko", "reports_to"), "KG reports_to")
# ------------------------------------------------------------ filter_list
q("filter_list", "Please list the course numbers of all trainings that are given in French.", V, nos(c for c in C if c["Lang."] == "FR"), "courses: Lang. FR")
q("filter_list", "anything over 1.5k per head? just the course nos", V, nos(c for c in C if (c["fee"] or 0) > 1500), "courses: Fee p.p. > 1500")
q("filter_list", "who of us can weld", V, inn("welding", "has skill"), "KG has skill welding, read backwards")
q("filter_list", "Which employees have more than three enrolments, cancelled ones and no-shows included?", V,
  having(Counter(e["Employee"] for e in E), lambda n: n > 3), "enrolments: rows by Employee, all statuses, more than 3")
q("filter_list", "Whose booking is still stuck on the waiting list?", V, [e["Employee"] for e in E if e["Status"] == "Waiting list"], "enrolments: Status Waiting list, Employee")
# ------------------------------------------------------------ count
q("count", "some course titles come up more than once in the list. how many titles is that?", N,
  len(having(Counter(c["Course"] for c in C), lambda n: n > 1)), "courses: titles (Course) with at least 2 rows")
q("count", "people who simply didnt turn up - how many cases so far?", N, sum(e["Status"] == "No-show" for e in E), "enrolments: Status No-show")
q("count", "How many different persons booked at least one training between 1 July and 31 December 2024?", N,
  len({e["Employee"] for e in E if date(2024, 7, 1) <= e["booked"] <= date(2024, 12, 31)}), "enrolments: distinct Employee with booked on in the second half of 2024")
# ------------------------------------------------------------ sum
q("sum", "What have we spent on travel for all enrolments together?", N, total(E, "travel"), "enrolments: sum of Travel (EUR), empty cells add nothing")
q("sum", "seats in the Python and SQL trainings, all added up?", N, total([c for c in C if c["Course"] in ("Python Starter", "SQL for Analysts")], "seats"),
  "courses: sum of Seats of Python Starter and SQL for Analysts")
q("sum", "For planning I want to know how many course days Certara gives in 2025. What is the sum over all its courses that start in that year?", N,
  total([c for c in C if c["Prov."] == "Certara Institute" and c["start"].year == 2025], "days"), "courses: sum of Days, Prov. Certara Institute, Start in 2025")
# ------------------------------------------------------------ average
q("average", "those who flunked their exam - whats the average result they got", N, mean([e for e in E if e["passed"] == "no"], "res"), "enrolments: mean Result % with passed no")
lead = [c for c in C if c["Cat."] == "Leadership"]
assert len(known(lead, "fee")) == len(lead)
q("average", "avg price p.p. of the leadership stuff", N, mean(lead, "fee"), "courses: mean Fee p.p. EUR with Cat. Leadership (none empty)")
# ------------------------------------------------------------ min_max
q("min_max", "What is the lowest percentage with which somebody still passed an exam?", N, min(e["res"] for e in E if e["passed"] == "yes"), "enrolments: smallest Result % with passed yes")
q("min_max", "biggest travel bill for one single enrolment, in euro?", N, max(known(E, "travel")), "enrolments: max Travel (EUR)")
q("min_max", "On which date did our very first Orbis course begin?", V, min(c["start"] for c in C if c["Prov."] == "Orbis Language School"), "courses: earliest Start of Orbis Language School")
# ------------------------------------------------------------ superlative
q("superlative", "which course no. goes on for the most days?", V, best({c["Crs No"]: c["days"] for c in C}), "courses: largest Days")
q("superlative", "Who has the greatest number of skills listed?", V, best(Counter(h for h, r, t in KG if r == "has skill")), "KG has skill, counted by person")
q("superlative", "Of all present department heads, who is the newest in the job?", V, best({f[0]: f[3] for f in now("head of")}), "TKG: open head of fact with the latest start")
# ------------------------------------------------------------ top_k
q("top_k", "top 3 exam results - names only plz", V, [ENR[i]["Employee"] for i in best({i: e["res"] or 0 for i, e in ENR.items()}, 3)],
  "enrolments: three largest Result %, Employee")
q("top_k", "Name the two providers that have the most entries in the course list.", V, best(Counter(c["Prov."] for c in C), 2), "courses: rows by Prov.; the first two have 7 each, the next 6")
q("top_k", "3 longest serving heads, in the dept they lead right now", V, best({f[0]: f[3] for f in now("head of")}, 3, low=True),
  "TKG: open head of facts, three earliest starts")
# ------------------------------------------------------------ comparison
rm = Counter(c["Rm"] for c in C)
q("comparison", "Lab 2 or Rotunda, wich one is down for more courses?", V, best({r: rm[r] for r in ("Lab 2", "Rotunda")}), "courses: rows by Rm")
q("comparison", "Who joined the works council earlier: Dragan Petrov or Petra Sailer?", V,
  best({p: one(facts("member of", p, "Works Council"))[3] for p in ("Dragan Petrov", "Petra Sailer")}, low=True), "TKG member of Works Council, starts compared")
# ------------------------------------------------------------ difference
lt = {c["start"].year: c["fee"] for c in C if c["Course"] == "Leading a Team"}
q("difference", "By how many euros did Leading a Team get dearer from 2024 to 2025?", N, lt[2025] - lt[2024], "courses: Fee p.p. of LDR-402 less that of LDR-401")
nk = {e["Crs No"]: e["res"] for e in of("Nadia Kowalczyk")}
q("difference", "Nadia did the black belt and the iso audit. how many points better was she in the black belt?", N,
  nk["QM-504"] - nk["QM-501"], "enrolments: Result % of her two rows, subtracted")
q("difference", "How many more people report directly to Bernd Tauscher than to Celia Northcott?", N,
  len(inn("Bernd Tauscher", "reports_to")) - len(inn("Celia Northcott", "reports_to")), "KG reports_to, read backwards, counted")
# ------------------------------------------------------------ percent
q("percent", "What share of all enrolments, in per cent, was cancelled?", N, share(E, lambda e: e["Status"] == "Cancelled"), "enrolments: Cancelled rows over all rows")
q("percent", "failure rate in our exams? only count rows where a pass or fail is noted, % please", N, share([e for e in E if e["passed"]], lambda e: e["passed"] == "no"),
  "enrolments: passed no over rows with passed filled in")
# ------------------------------------------------------------ group_by
q("group_by", "no of courses in the list per cat.", T, Counter(c["Cat."] for c in C), "courses: rows by Cat.")
q("group_by", "mean fee per provider (skip the courses that have no price yet)", T, means(C, "Prov.", "fee"), "courses: mean Fee p.p. by Prov., empty left out")
q("group_by", "How many kinds of certificate does each provider issue?", T, Counter(t for h, r, t in KG if r == "issued_by"), "KG issued_by, counted by provider")
q("group_by", "headcount by site", T, Counter(site(dept(p)) for p in STAFF), "KG works in + based at, persons counted by site")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "On which cost centre was the most travel money spent?", V, best(sums((e for e in E if e["CC"]), "CC", "travel")), "enrolments: sum of Travel (EUR) by CC, largest")
q("group_superlative", "what skill is covered by the largest number of our courses acc. to the graph?", V, best(Counter(t for h, r, t in KG if r == "teaches")), "KG teaches, counted by skill")
q("group_superlative", "Which course category is the most expensive one per person on average?", V, best(means(C, "Cat.", "fee")), "courses: mean Fee p.p. by Cat., empty left out, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "is there a beamer in salle loire?", B, "projector" in out("Salle Loire", "equipped with"), "KG equipped with: only a whiteboard there")
q("yes_no", "did owen braithwaite make it thru the project management exam prep?", B,
  one(e["passed"] for e in of("Owen Braithwaite") if e["Crs No"] == "LDR-406") == "yes", "enrolments: passed of his row for LDR-406")
left = one(facts("member of", "Petra Sailer", "Works Council"))[4]
q("yes_no", "Petra Sailer left the works council at some point. Was she a member of the Safety Committee on that day?", B, at("member of", left, "Petra Sailer", "Safety Committee"),
  "TKG: end of her works council membership lies in her safety committee membership")
q("yes_no", "Anyone from finance who was ever down as a no-show?", B,
  any(e["Status"] == "No-show" and dept(e["Employee"]) == "Finance" for e in E), "enrolments: Status No-show; KG works in Finance")
# ------------------------------------------------------------ negation
q("negation", "Which of the training providers have no accreditation from any body?", V, PROV - heads("accredited by"), "KG: all providers less those with accredited by")
q("negation", "Are there certificates that none of our courses leads to? Which?", V, [c for c in CERTS if not inn(c, "leads to")], "KG: all certificates (issued_by) less those with a leads to")
taken = {e["Crs No"] for e in E}
q("negation", "course nos of the trainings that start in 2024 and got zero enrolments", V, nos(c for c in C if c["start"].year == 2024 and c["Crs No"] not in taken),
  "courses with Start in 2024, less Crs No of enrolments")
q("negation", "Who at the Brzeska Plant has no skill recorded at all?", V,
  [p for p in STAFF if site(dept(p)) == "Brzeska Plant" and not out(p, "has skill")], "KG works in + based at, less persons with has skill")
# ------------------------------------------------------------ time_point
q("time_point", "Who ran Logistics on 1 January 2020?", V, head_on("Logistics", date(2020, 1, 1)), "TKG head of on that day")
q("time_point", "stefan obermoser's position back in 2015?", V, one(in_year("job title", 2015, "Stefan Obermoser"))[2], "TKG job title covering 2015")
q("time_point", "I need everyone who sat on the works council on 1 June 2022.", V,
  [f[0] for f in at("member of", date(2022, 6, 1), tail="Works Council")], "TKG member of Works Council on that day")
q("time_point", "Which certificates did Michael Thaler hold on 31 December 2024?", V,
  [f[2] for f in at("holds certificate", date(2024, 12, 31), "Michael Thaler")], "TKG holds certificate on that day")
# ------------------------------------------------------------ before_after
q("before_after", "Before Nadia Kowalczyk took over Quality Assurance, who was in charge there?", V,
  step(facts("head of", tail="Quality Assurance"), 0, "Nadia Kowalczyk", -1), "TKG head of, the fact before hers")
q("before_after", "bethan price wasnt always database admin... what was her job before that", V,
  step(facts("job title", "Bethan Price"), 2, "Database Administrator", -1), "TKG job title, the fact before")
q("before_after", "Wanda Brodzka gave up Assembly one day. Which department did she lead next?", V, step(facts("head of", "Wanda Brodzka"), 2, "Assembly", 1), "TKG head of, her next fact")
# ------------------------------------------------------------ duration
q("duration", "denise ashworth as HR boss, how many full yrs?", N,
  full_years(*one(facts("head of", "Denise Ashworth", "Human Resources"))[3:]), "TKG head of Human Resources, start to end, completed years")
q("duration", "Gerhard Zoller vs Rolf Dannecker: who was boss of Machining for longer?", V,
  best({p: took(one(facts("head of", p, "Machining"))) for p in ("Gerhard Zoller", "Rolf Dannecker")}), "TKG head of Machining, lengths compared (both ended)")
q("duration", "Among those who are no longer on the works council, who had served the longest?", V,
  best({f[0]: took(f) for f in facts("member of", tail="Works Council") if f[4]}), "TKG member of Works Council, ended facts, longest")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "room aire, what country is that in", V, out(one(out(one(out("Aire", "room at")), "located in")), "lies in country"), "KG room at > located in > lies in country")
q("multi_hop", "boss of the boss of Chloe Adeyemi?", V, out(one(out("Chloe Adeyemi", "reports_to")), "reports_to"), "KG reports_to, twice")
q("multi_hop", "Somebody wants to become Lead Auditor. Which course leads to the certificate that is required for it?", V,
  inn(one(out("Lead Auditor", "requires")), "leads to"), "KG requires, then leads to backwards")
# ------------------------------------------------------------ cross_source
hr = one(out("Human Resources", "cost centre"))
q("cross_source", "How much in course fees was charged to the cost centre of Human Resources? Take only completed enrolments.", N,
  sum(e["fee"] for e in DONE if e["CC"] == hr), "KG cost centre of Human Resources; enrolments: Completed with that CC; courses: Fee p.p., summed")
q("cross_source", "what did we pay polaris in total = fee for each person who completed one of their courses", N,
  sum(e["fee"] for e in DONE if CRS[e["Crs No"]]["Prov."] == "Polaris Leadership"), "courses: Prov. Polaris Leadership, Fee p.p.; enrolments: Completed, summed")
q("cross_source", "Which departments have more than 6 completed enrolments, going by where each participant works?", V,
  having(Counter(dept(e["Employee"]) for e in DONE), lambda n: n > 6), "enrolments: Completed; KG works in; counted by department, more than 6")
e02 = ENR["E3302"]
q("cross_source", "Look at enrolment E3302. On the day of that booking, who was head of the department where this employee works?", V,
  head_on(dept(e02["Employee"]), e02["booked"]), "enrolments: Employee, booked on; KG works in; TKG head of on that day")
q("cross_source", "who passed a course that leads to a certificate, but has never had this certificate on record?", V,
  {e["Employee"] for e in E if e["passed"] == "yes" for c in out(CRS[e["Crs No"]]["Course"], "leads to")
   if not facts("holds certificate", e["Employee"], c)}, "enrolments: passed yes; courses: Course; KG leads to; less TKG holds certificate of the person")
wcn = {f[0] for f in now("member of", tail="Works Council")}
q("cross_source", "enrolments of ppl who are on the works council today - how many all in all?", N, sum(e["Employee"] in wcn for e in E), "TKG open member of Works Council; enrolments counted")
nsb = inn("National Safety Board", "accredited by")
q("cross_source", "trainings by firms that the National Safety Board has accredited, above 400 eur per person. crs nos?", V,
  nos(c for c in C if c["Prov."] in nsb and (c["fee"] or 0) > 400), "KG accredited by, backwards; courses: Prov., Fee p.p. > 400")
q("cross_source", "One of the people who stand in for a department head has failed an exam. Who is it?", V, {e["Employee"] for e in E if e["passed"] == "no"} & heads("deputy of"),
  "KG deputy of; enrolments: passed no")
# ------------------------------------------------------------ missing
q("missing", "on site trainings that still need a room? numbers", V, nos(c for c in C if c["Mode"] == "on site" and not c["Rm"]), "courses: Mode on site with empty Rm")
q("missing", "crs numbers where the price is still blank", V, nos(c for c in C if c["fee"] is None), "courses: empty Fee p.p. EUR")
q("missing", "For which enrolments did somebody forget to fill in the CC?", V, ids(e for e in E if not e["CC"]), "enrolments: empty CC")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "nikhil shah monthly pay?", X, [], "no salaries in any file")
q("unanswerable", "how happy were participants with the polaris seminars, avg stars?", X, [], "no feedback or rating in any file (Result % is the exam)")
q("unanswerable", "Who was the trainer of the Lean Shopfloor day in April 2024?", X, [], "no trainers in any file, only the provider")
q("unanswerable", "how many square metres has lab 2", X, [], "no size of rooms in any file")
q("unanswerable", "Which courses has Zoltan Meixner attended so far?", X, [], "no such person in any file")
assert CRS["SAF-107"]["fee"] is None
q("unanswerable", "What is the fee for the First Aid Refresher in September 2025?", X, [], "courses: the fee of SAF-107 is empty (the 60.00 is for the run of 2024)")
q("unanswerable", "Hannah cancelled the Excel course. For what reason?", X, [], "enrolments has the status but no reasons")
assert min(f[3] for f in facts("head of", tail="Finance")) >= date(2012, 1, 1)
q("unanswerable", "Who was head of Finance in 2008?", X, [], "TKG: head of Finance is only known from 2012 on")
assert len(Q) == 80
finish(HERE, Q)
