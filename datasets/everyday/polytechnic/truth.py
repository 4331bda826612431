"""Computes every answer of the 'polytechnic' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("polytechnic", Q)

C = [dict(code=r["Code"], title=r["Course Title"], dept=r["dept"], lecturer=r["Lecturer"], term=r["Term"],
          ects=num(r["ECTS"]), enrolled=num(r["No. enrolled"]), passed=num(r["No. passed"]),
          grade=num(r["Avg grade (0-100)"]), exam=day(r["Exam Date"], "%d/%m/%Y"), lang=r["Teaching lang."])
     for r in records(HERE, "courses.csv")]
P = [dict(id=r["project_id"], name=r["Project"], pi=r["PI"], dept=r["Department"], sponsor=r["Sponsor"],
          budget=digits(r["Budget"]), spent=num(r["spent_to_date (EUR)"]), start=day(r["Start"], "%d %b %Y"),
          end=day(r["End"], "%d %b %Y"), fte=num(r["Staff (FTE)"]), status=r["Status"])
     for r in records(HERE, "research_projects.csv")]
KG, TKG = graphs(HERE, "polytechnic")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TKG)
CS, EE, ME, CE = "Computer Science", "Electrical Engineering", "Mechanical Engineering", "Civil Engineering"
MS, AM = "Materials Science", "Applied Mathematics"
AUTUMN, SPRING = "Autumn 2023", "Spring 2024"

def course(title): return one(r for r in C if r["title"] == title)
def project(name): return one(r for r in P if r["name"] == name)
def titles(test): return [r["title"] for r in C if test(r)]
def names(test): return [r["name"] for r in P if test(r)]
def full_months(s, e):
    """the full months from day to day, whether or not the last day counts"""
    def m(e): return 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)
    assert m(e) == m(e + timedelta(days=2)) == m(e - timedelta(days=2))
    return m(e)
def column(rows, key, v): return {r[key]: r[v] for r in rows if r[v] is not None}

# the sources agree with each other
assert all(not r["lecturer"] or out(r["lecturer"], "works_for") == {r["dept"]} for r in C)
assert all(out(r["pi"], "works_for") == {r["dept"]} for r in P)
assert len({r["title"] for r in C}) == len(C) and len({r["name"] for r in P}) == len(P)

# lookup
q("lookup", "exam date of Fluid Mechanics?", "values", course("Fluid Mechanics")["exam"], "courses: Exam Date of that course")
q("lookup", "Who teaches Polymer Chemistry?", "values", course("Polymer Chemistry")["lecturer"], "courses: Lecturer of that course")
q("lookup", "How big is the budget that was approved for the Warehouse Picking Arm project, in euros?", "number",
  project("Warehouse Picking Arm")["budget"], "projects: Budget of that project")
q("lookup", "what does petra vesely do research on", "values", out("Petra Vesely", "researches"), "graph: researches")

# filter_list
q("filter_list", "Please list the courses in Spring 2024 that are taught in English and give exactly 6 ECTS credits.", "values",
  titles(lambda r: r["term"] == SPRING and r["lang"] == "English" and r["ects"] == 6), "courses: term, language and ECTS")
q("filter_list", "Which Mechanical Engineering projects have a budget of more than 350,000 euros?", "values",
  names(lambda r: r["dept"] == ME and r["budget"] > 350000), "projects: department and budget")
q("filter_list", "courses with more than 140 people signed up", "values",
  titles(lambda r: r["enrolled"] > 140), "courses: No. enrolled > 140")
q("filter_list", "which reserch projects are on hold", "values", names(lambda r: r["status"] == "On hold"), "projects: status On hold")

# count
q("count", "How many courses does Materials Science offer?", "number", sum(r["dept"] == MS for r in C), "courses of the department, counted")
q("count", "number of projects sponsored by Brightwater Energy", "number",
  sum(r["sponsor"] == "Brightwater Energy" for r in P), "projects of the sponsor, counted")
q("count", "how many of our profs got their degree from Ostermark University", "number",
  len(inn("Ostermark University", "graduated_from")), "graph: heads of graduated_from")
q("count", "I'm planning a guided tour. How many labs are there in the Noether Wing?", "number",
  len(inn("Noether Wing", "located in")), "graph: heads of located in")

# sum
q("sum", "total budget of all ongoing projects?", "number", total([r for r in P if r["status"] == "Ongoing"], "budget"),
  "budgets of projects with status Ongoing, added")
q("sum", "If someone took every Civil Engineering course of the Autumn 2023 term, how many ECTS credits would that be altogether?",
  "number", total([r for r in C if r["dept"] == CE and r["term"] == AUTUMN], "ects"), "ECTS of these courses, added")
q("sum", "combined enrollment of all courses by Tomasz Bielski", "number",
  total([r for r in C if r["lecturer"] == "Tomasz Bielski"], "enrolled"), "No. enrolled of his courses, added")

# average
q("average", "average number of enrolled students per Applied Mathematics course?", "number",
  mean([r for r in C if r["dept"] == AM], "enrolled"), "mean of No. enrolled over these courses")
q("average", "What is the mean budget of the completed projects in Materials Science?", "number",
  mean([r for r in P if r["dept"] == MS and r["status"] == "Completed"], "budget"), "mean budget over these projects")
q("average", "avg staff (FTE) on projects paid for by lumena optics", "number",
  mean([r for r in P if r["sponsor"] == "Lumena Optics"], "fte"), "mean of Staff (FTE) over these projects")
q("average", "Looking only at the courses held in Spring 2024, how many students passed on average per course?", "number",
  mean([r for r in C if r["term"] == SPRING], "passed"), "mean of No. passed over these courses")

# min_max
q("min_max", "What's the lowest average grade of any course?", "number", min(known(C, "grade")), "minimum of Avg grade")
q("min_max", "biggest budget among the cancelled projects?", "number",
  max(r["budget"] for r in P if r["status"] == "Cancelled"), "maximum budget where status is Cancelled")
q("min_max", "when was the first exam of the spring 2024 term", "values",
  min(r["exam"] for r in C if r["term"] == SPRING and r["exam"]), "earliest Exam Date of that term")

# superlative
q("superlative", "Which course has the fewest enrolled students?", "values", best(column(C, "title", "enrolled"), low=True),
  "smallest No. enrolled")
done = [r for r in P if r["status"] == "Completed"]
q("superlative", "most expensive completed project?", "values",
  robust(best(column(done, "name", "budget")), best(column(done, "name", "spent"))),
  "completed project with the largest budget (and the largest spending)")
q("superlative", "Counting past and present students, which professor has supervised the most students?", "values",
  best(Counter(f[0] for f in facts("supervised"))), "temporal graph: most supervised facts")

# top_k
q("top_k", "top 5 courses by enrolment", "values", best(column(C, "title", "enrolled"), 5), "five largest No. enrolled")
q("top_k", "What are the three projects with the smallest budgets?", "values", best(column(P, "name", "budget"), 3, low=True),
  "three smallest budgets")
q("top_k", "I need the 3 departments that have the most project money in total. Go by budget, all projects.", "values",
  best(sums(P, "dept", "budget"), 3), "sum of budgets by department, three largest")

# comparison
q("comparison", "Which course has more enrolled students, Calculus I or Linear Algebra?", "values",
  best({t: course(t)["enrolled"] for t in ("Calculus I", "Linear Algebra")}), "larger No. enrolled of the two")
def held(who, post):
    f = one(facts("held_post", who, post))
    return (f[4] - f[3]).days
q("comparison", "who was rector for longer, isaac feldstein or alasdair munro", "values",
  best({p: held(p, "Rector") for p in ("Isaac Feldstein", "Alasdair Munro")}), "temporal graph: longer held_post Rector of the two")
q("comparison", "Did Heat Pump Benchmark or Terahertz Imaging get the bigger budget?", "values",
  best({n: project(n)["budget"] for n in ("Heat Pump Benchmark", "Terahertz Imaging")}), "larger budget of the two")

# difference
q("difference", "how many more people enrolled in Thermodynamics than in Heat Transfer?", "number",
  course("Thermodynamics")["enrolled"] - course("Heat Transfer")["enrolled"], "No. enrolled, first minus second")
b = sums(P, "dept", "budget")
assert b[ME] > b[CE]
q("difference", "By how many euros does the total project budget of Mechanical Engineering exceed that of Civil Engineering?", "number",
  b[ME] - b[CE], "sums of budgets, first minus second")
r = project("Low-carbon Concrete")
q("difference", "whats left of the Low-carbon Concrete budget after what has been spent so far", "number",
  r["budget"] - r["spent"], "budget minus spent to date")

# percent
q("percent", "what percent of the courses are taught in English?", "number", share(C, lambda r: r["lang"] == "English"),
  "courses with English of all courses")
r = course("Introduction to Programming")
q("percent", "What percentage of the students enrolled in Introduction to Programming passed it?", "number",
  100 * r["passed"] / r["enrolled"], "No. passed of No. enrolled")
r = project("Wind Wake Simulation")
q("percent", "percent of its budget that Wind Wake Simulation has used up so far", "number",
  100 * r["spent"] / r["budget"], "spent to date of budget")

# group_by
q("group_by", "number of projects per status", "table", Counter(r["status"] for r in P), "projects counted by status")
q("group_by", "Show me the total course enrolment for each department.", "table",
  sums(C, "dept", "enrolled"), "No. enrolled added by department")
q("group_by", "How many exams were there in each month? Leave out courses without an exam date.", "table",
  Counter(r["exam"].strftime("%Y-%m") for r in C if r["exam"]), "courses with an exam counted by month")
q("group_by", "labs per building, only the buildings that have any", "table",
  Counter(t for h, rel, t in KG if rel == "located in" and h in heads("part of")), "graph: located in counted by tail")

# group_superlative
q("group_superlative", "In each department, which course has the highest average grade?", "table",
  {d: one(best(column(rs, "title", "grade"))) for d, rs in group(C, itemgetter("dept")).items()}, "largest Avg grade by department")
q("group_superlative", "for every sponsor named in the project list: which of its projects has the biggest budget", "table",
  {s: one(best(column(rs, "name", "budget"))) for s, rs in group([r for r in P if r["sponsor"]], itemgetter("sponsor")).items()},
  "largest budget by sponsor")
q("group_superlative", "most crowded course of each term (by students enrolled)?", "table",
  {t: one(best(column(rs, "title", "enrolled"))) for t, rs in group(C, itemgetter("term")).items()}, "largest No. enrolled by term")

# yes_no
q("yes_no", "Is Compiler Design taught in English?", "boolean", course("Compiler Design")["lang"] == "English", "courses: language")
q("yes_no", "has viktor sandoval ever chaired a department", "boolean", bool(facts("chaired", "Viktor Sandoval")),
  "temporal graph: no chaired fact of his")
r = project("Hydrogen Embrittlement")
q("yes_no", "did Hydrogen Embrittlement go over its budget?", "boolean", r["spent"] > r["budget"], "spent to date against budget")
q("yes_no", "I have an appointment at the Kiln Lab. Is that on the Harbour Campus?", "boolean",
  out(one(out("Kiln Lab", "located in")), "on campus") == {"Harbour Campus"}, "graph: located in, then on campus")

# negation
q("negation", "Which Electrical Engineering courses are not taught in Swedish?", "values",
  titles(lambda r: r["dept"] == EE and r["lang"] != "Swedish"), "courses of the department in another language")
q("negation", "Which professors have never chaired any department?", "values",
  heads("works_for") - {f[0] for f in facts("chaired")}, "heads of works_for without a chaired fact")
q("negation", "computer science projects with any status other than completed", "values",
  names(lambda r: r["dept"] == CS and r["status"] != "Completed"), "projects: department, status not Completed")
consulted = {c for p in heads("consults for") for c in out(p, "consults for")}
q("negation", "which of the partner companies, past or present, dont have one of our profs consulting for them?", "values",
  {f[0] for f in facts("partner_of")} - consulted, "heads of partner_of that are no tail of consults for")

# time_point
q("time_point", "who was rector in march 2018", "values",
  robust([f[0] for f in at("held_post", date(2018, 3, 1), tail="Rector")], [f[0] for f in at("held_post", date(2018, 3, 31), tail="Rector")]),
  "held_post Rector holding in that month")
q("time_point", "Which building was Applied Mathematics housed in during 2015?", "values",
  [f[2] for f in in_year("housed_in", 2015, AM)], "housed_in holding in that year")
q("time_point", "Which professors were members of the Academic Senate on 1 December 2017?", "values",
  [f[0] for f in at("member_of", date(2017, 12, 1), tail="Academic Senate")], "member_of holding on that day")
q("time_point", "Who are the department chairs at the moment? I only need the names.", "values",
  [f[0] for f in now("chaired")], "chaired facts without end")

# before_after
def before(rel, who, where, side=0): return step(facts(rel, tail=where) if side == 0 else facts(rel, head=where), side, who, -1)
q("before_after", "who chaired Materials Science before Leopold Zierer?", "values", before("chaired", "Leopold Zierer", MS),
  "chaired: the one before")
q("before_after", "Who followed Petra Vesely as Dean of Graduate Studies?", "values",
  step(facts("held_post", tail="Dean of Graduate Studies"), 0, "Petra Vesely", 1), "held_post: the next one")
q("before_after", "where was civil engineering based before it moved to the harbour annex", "values",
  before("housed_in", "Harbour Annex", CE, 2), "housed_in: the one before")
q("before_after", "Which courses had their exam after 22 June 2024?", "values",
  robust(titles(lambda r: r["exam"] and r["exam"] > date(2024, 6, 22)), titles(lambda r: r["exam"] and r["exam"] >= date(2024, 6, 22))),
  "courses: Exam Date after that day")

# duration
q("duration", "for how many full years was marta lindqvist chair of computer science", "number",
  lasted(one(facts("chaired", "Marta Lindqvist", CS))), "chaired: full years from start to end")
f = one(facts("has_status", "Old Foundry", "under renovation"))
q("duration", "How many full months was the Old Foundry under renovation?", "number", full_months(f[3], f[4]), "has_status: full months from start to end")
q("duration", "How many complete years did Farah Nazari sit on the Research Ethics Board?", "number",
  lasted(one(facts("member_of", "Farah Nazari", "Research Ethics Board"))), "member_of: full years from start to end")
r = project("Soft Gripper")
q("duration", "Soft Gripper project: number of days from its start date to its end date", "number",
  (r["end"] - r["start"]).days, "end minus start")

# multi_hop
q("multi_hop", "Which professors do research in a subfield of Artificial Intelligence?", "values",
  {p for x in inn("Artificial Intelligence", "subfield of") for p in inn(x, "researches")}, "subfield of, then researches")
q("multi_hop", "In which city is the company headquartered that Henrik Toivonen consults for?", "values",
  out(one(out("Henrik Toivonen", "consults for")), "headquartered in"), "consults for, then headquartered in")
q("multi_hop", "heads of the labs on the harbour campus pls, i mean the people who direct them", "values",
  {p for x in inn("Harbour Campus", "on campus") for l in inn(x, "located in") for p in inn(l, "directs")},
  "on campus, located in, directs")
q("multi_hop", "who owns the company samuel okonjo is a consultant for?", "values",
  one(f[2] for f in now("owned_by", one(out("Samuel Okonjo", "consults for")))), "consults for, then owned_by without end")

# cross_source
rectors = {f[0] for f in facts("held_post", tail="Rector")}
q("cross_source", "Add up the budgets of all projects led by someone who is or was Rector. What is the total?", "number",
  total([r for r in P if r["pi"] in rectors], "budget"), "held_post Rector, then budgets of the projects they lead")
wing = {p for l in inn("Noether Wing", "located in") for p in inn(l, "directs")}
q("cross_source", "Which courses are taught by professors who direct a lab in the Noether Wing?", "values",
  titles(lambda r: r["lecturer"] in wing), "located in and directs, then courses of these lecturers")
q("cross_source", "how much project budget in total comes from sponsors headquartered in Karlsund", "number",
  total([r for r in P if r["sponsor"] in inn("Karlsund", "headquartered in")], "budget"), "headquartered in, then budgets by sponsor")
r = project("Sparse Solvers")
q("cross_source", "Who was chairing the department of the Sparse Solvers project when that project started?", "values",
  one(f[0] for f in at("chaired", r["start"], tail=r["dept"])), "department and start of the project, then chaired on that day")

# missing
q("missing", "which courses have no lecturer entered?", "values", titles(lambda r: not r["lecturer"]), "empty Lecturer")
q("missing", "projects without a spending figure", "values", names(lambda r: r["spent"] is None), "empty spent to date")
q("missing", "I have to chase the missing marks. Which courses don't have an average grade recorded?", "values",
  titles(lambda r: r["grade"] is None), "empty Avg grade")

# unanswerable
assert course("Electron Microscopy")["grade"] is None and not in_year("chaired", 2003)
q("unanswerable", "What is the tuition fee for the Bridge Design course?", "refuse", [], "no fees in the data")
q("unanswerable", "floor space of Faraday Hall in square metres?", "refuse", [], "no areas in the data")
q("unanswerable", "what salary does the current rector get", "refuse", [], "no salaries in the data")
q("unanswerable", "What was the average grade in Electron Microscopy?", "refuse", [], "the cell of that course is empty")
q("unanswerable", "Who chaired Electrical Engineering in 2003?", "refuse", [], "the first chaired fact of that department starts later")

finish(HERE, Q)
