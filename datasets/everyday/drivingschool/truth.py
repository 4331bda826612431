"""Computes every answer of the 'drivingschool' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

I = records(HERE, "instructors.csv")
P = records(HERE, "pupils.csv")
L = records(HERE, "lessons.csv")
T = records(HERE, "tests.csv")
for r in I:
    r["hired"], r["rate"] = day(r["Hired on"], "%d/%m/%Y"), num(r["Rate (GBP/h)"])
for r in P:
    r["dob"], r["enr"] = day(r["date_of_birth"], "%d/%m/%Y"), day(r["enrolled"], "%d/%m/%Y")
    r["dep"] = num(r["deposit_gbp"])
inst = {r["Instr. ID"]: r for r in I}
pup = {r["pupil_no"]: r for r in P}
for r in L:
    r["d"], r["min"], r["fee"] = iso(r["Date"]), num(r["Mins"]), digits(r["Charged"])
    r["i"], r["p"] = inst[r["Instr. ID"]], pup[r["Pupil no"]]
    r["in"], r["pn"], r["br"] = r["i"]["Instructor"], r["p"]["pupil_name"], r["i"]["Branch"]
    r["m"] = r["Date"][:7]
    assert (r["fee"] is None) == (r["Status"] != "completed")
for r in T:
    r["d"], r["p"] = day(r["test_date"], "%d %b %Y"), pup[r["pupil_no"]]
    r["pn"], r["fee"] = r["p"]["pupil_name"], num(r["fee_gbp"])
    r["score"], r["faults"] = num(r["theory_score"]), num(r["minor_faults"])
    r["in"] = inst[r["accompanied_by"]]["Instructor"] if r["accompanied_by"] else None
assert len({r["pupil_name"] for r in P}) == len(P) and len({r["Instructor"] for r in I}) == len(I)
done = [r for r in L if r["Status"] == "completed"]
theory = [r for r in T if r["kind"] == "theory"]
prac = [r for r in T if r["kind"] == "practical"]
taken = [r for r in prac if r["result"]]
assert all(r["d"] < date(2024, 7, 25) for r in taken) and all(r["result"] for r in theory)
by_ref = {r["test_ref"]: r for r in T}
names = lambda rows: [r["pupil_name"] for r in rows]
inames = lambda rows: [r["Instructor"] for r in rows]
count = lambda rows, key: dict(Counter(r[key] for r in rows))
who = lambda n: one(r for r in P if r["pupil_name"] == n)
tutor = lambda n: one(r for r in I if r["Instructor"] == n)

Q = []
q = asking("drivingschool", Q)  # q(kind, question, answer_type, answers, why)

# values looked up
q("lookup", "what car does Yusuf Demir drive", "values", tutor("Yusuf Demir")["Car"], "Car of the instructor")
q("lookup", "When did Leila Haddad enrol?", "values", who("Leila Haddad")["enr"], "enrolled of the pupil")
q("lookup", "I need the mobile number for Hannah Lindqvist pls", "values", tutor("Hannah Lindqvist")["Mobile"], "Mobile")
# lists
q("list", "Which instructors at the Harbour branch charge less than 40 pounds an hour?", "values",
  inames(r for r in I if r["Branch"] == "Harbour" and r["rate"] < 40), "Branch and Rate")
q("list", "pupils from Port Calder who heard about us from a friend", "values",
  names(r for r in P if r["town"] == "Port Calder" and r["heard_via"] == "friend"), "town and heard_via")
q("list", "Please list the pupils learning automatic who live in Elmsworth.", "values",
  names(r for r in P if r["town"] == "Elmsworth" and r["licence_type"] == "automatic"), "town and licence_type")
q("list", "which instructors teach both manual and automatic?", "values",
  inames(r for r in I if r["Gearbox"] == "both"), "Gearbox is both")
# counts
q("count", "lesons cancelled in may 2024, how many", "number",
  sum(r["Status"] == "cancelled" and r["m"] == "2024-05" for r in L), "Status and month")
q("count", "How many practical tests were failed at the Elmsworth DTC centre?", "number",
  sum(r["result"] == "fail" and r["centre"] == "Elmsworth DTC" for r in prac), "kind, result, centre")
q("count", "How many different pupils completed a lesson of 90 minutes or longer in April 2024?", "number",
  len({r["pn"] for r in done if r["min"] >= 90 and r["m"] == "2024-04"}),
  "distinct pupils of such lessons")
# sums
q("sum", "total charged for lessons in March 2024?", "number", total([r for r in L if r["m"] == "2024-03"], "fee"),
  "sum of Charged")
q("sum", "Total deposits paid by pupils who live in Millbrook", "number",
  total([r for r in P if r["town"] == "Millbrook"], "dep"), "sum of deposit_gbp")
q("sum", "What did Niamh Gallagher's test fees come to, theory and practical together?", "number",
  total([r for r in T if r["pn"] == "Niamh Gallagher"], "fee"), "sum of fee_gbp")
q("sum", "I'm doing the payroll. How many minutes of completed lessons did Lucy Penhaligon give?", "number",
  sum(r["min"] for r in done if r["in"] == "Lucy Penhaligon"), "sum of Mins")
# means
q("mean", "What is the mean number of minor faults in the practical tests that were passed?", "number",
  mean([r for r in prac if r["result"] == "pass"], "faults"), "mean of minor_faults")
q("mean", "avrage theory score at the Port Calder test centre", "number", mean([r for r in theory if r["centre"] == "Port Calder DTC"], "score"),
  "mean of theory_score")
# extremes
q("extreme", "longest serving instructor at Harbour?", "values",
  best({r["Instructor"]: r["hired"] for r in I if r["Branch"] == "Harbour"}, low=True), "earliest Hired on in the branch")
q("extreme", "which pupil made the most minor faults in a single practical", "values",
  by_ref[one(best({r["test_ref"]: r["faults"] for r in taken}))]["pn"],
  "highest minor_faults")
q("extreme", "who is our youngest manual pupil?", "values",
  best({r["pupil_name"]: r["dob"] for r in P if r["licence_type"] == "manual"}), "latest date_of_birth among manual")
# top three
q("top", "top 3 instructors by lesson takings", "values", best(sums(L, "in", "fee"), 3), "Charged by instructor")
q("top", "three pupils with the highest total lesson charges", "values", best(sums(L, "pn", "fee"), 3), "Charged by pupil")
# most
q("most", "which instructor has the most completed lessons?", "values", best(count(done, "in")), "completed rows counted")
q("most", "Which lesson topic comes up most often in the lessons, not counting the blank ones?", "values",
  
  robust(best(count([r for r in L if r["Topic"]], "Topic")), best(count([r for r in done if r["Topic"]], "Topic"))), "rows by Topic, all statuses")
q("most", "Which branch brought in the least lesson income in the second quarter of 2024?", "values",
  best(sums([r for r in L if "2024-04" <= r["m"] <= "2024-06"], "br", "fee"), low=True), "Charged by branch of the instructor")
# per group
q("per", "number of pupils per town", "table", count(P, "town"), "rows by town")
q("per", "lesson income by branch", "table", sums(L, "br", "fee"), "Charged by branch of the instructor")
q("per", "For each test centre, how many practical tests were passed?", "table",
  count([r for r in prac if r["result"] == "pass"], "centre"), "passes by centre")
# per time
q("time", "Completed lessons per month?", "table", count(done, "m"), "rows by month")
q("time", "What did we charge for lessons in each quarter of 2024?", "table",
  {k: sum(known(g, "fee")) for k, g in group(L, lambda r: f"2024-Q{(r['d'].month + 2) // 3}").items()}, "Charged by quarter")
q("time", "busiest month for theory tests", "values", best(count([dict(m=r["d"].isoformat()[:7]) for r in theory], "m")),
  "theory tests by month")
# comparison, difference
inc = sums(L, "in", "fee")
q("compare", "Who brought in more lesson money, Margaret Holloway or Tomasz Wieczorek?", "values",
  best({n: inc[n] for n in ("Margaret Holloway", "Tomasz Wieczorek")}), "Charged by instructor")
q("compare", "Did Ayesha Siddiqui give more completed lessons than Lucy Penhaligon?", "boolean",
  count(done, "in")["Ayesha Siddiqui"] > count(done, "in")["Lucy Penhaligon"], "completed rows counted")
q("difference", "by how many pounds per hour does Carlos Ibarra's rate exceed Gareth Pryce's", "number",
  tutor("Carlos Ibarra")["rate"] - tutor("Gareth Pryce")["rate"], "difference of Rate")
q("difference", "how many more pupils learn manual than automatic?", "number",
  count(P, "licence_type")["manual"] - count(P, "licence_type")["automatic"], "difference of counts")
# share, growth, ratio
q("share", "what percentage of all theory tests were passed", "number", share(theory, lambda r: r["result"] == "pass"),
  "passes among theory tests")
q("share", "What percentage of the lessons booked with instructors of the Millbrook branch were cancelled?", "number",
  share([r for r in L if r["br"] == "Millbrook"], lambda r: r["Status"] == "cancelled"), "cancelled among all of theirs")
bym = sums(L, "m", "fee")
q("growth", "By what percentage did lesson income grow from February to March 2024?", "number",
  100 * (bym["2024-03"] / bym["2024-02"] - 1), "Charged by month")
q("ratio", "Ratio of lesson income from automatic pupils to lesson income from manual pupils?", "number",
  total([r for r in L if r["p"]["licence_type"] == "automatic"], "fee")
  / total([r for r in L if r["p"]["licence_type"] == "manual"], "fee"), "two sums of Charged by licence_type")
# never, both
q("never", "which instructors never gave a lesson at all?", "values",
  inames(r for r in I if r["Instr. ID"] not in {x["Instr. ID"] for x in L}), "no row in lessons of any status")
q("never", "Pupils who have neither a lesson nor a test on record", "values",
  names(r for r in P if r["pupil_no"] not in {x["Pupil no"] for x in L} | {x["pupil_no"] for x in T}), "in neither table")
q("both", "Which pupils have had a lesson on reversing as well as one on motorway driving? Only completed lessons count.",
  "values", {r["pn"] for r in done if r["Topic"] == "reversing"} & {r["pn"] for r in done if r["Topic"] == "motorway"},
  "both topics among completed lessons")
q("both", "who failed a practical and later passed one?", "values",
  {r["pn"] for r in taken for x in taken if r["pn"] == x["pn"] and r["result"] == "fail" and x["result"] == "pass"
   and r["d"] < x["d"]}, "a fail before a pass")
# dates
q("dates", "pupils that signed up between 1 and 29 February 2024", "values",
  names(r for r in P if date(2024, 2, 1) <= r["enr"] <= date(2024, 2, 29)), "enrolled in the month")
q("dates", "which instructors were taken on before 2011?", "values", inames(r for r in I if r["hired"].year < 2011), "Hired on")
first = min(r["d"] for r in prac if r["pn"] == "Niamh Gallagher")
last = one(r["d"] for r in prac if r["pn"] == "Niamh Gallagher" and r["result"] == "pass")
q("duration", "How many days lie between Niamh Gallagher's first practical test and the practical she passed?", "number",
  (last - first).days, "days from one date to the other")
# first, last
q("first", "date of Oscar Winslow's first lesson?", "values", min(r["d"] for r in L if r["pn"] == "Oscar Winslow"), "earliest Date")
q("first", "who is the most recent pupil to pass the practical", "values",
  best({r["pn"]: r["d"] for r in prac if r["result"] == "pass"}), "latest passed practical")
# average, best of each
q("above", "Which Millbrook branch instructors charge more than the average hourly rate of all instructors?", "values",
  inames(r for r in I if r["Branch"] == "Millbrook" and r["rate"] > mean(I, "rate")), "Rate above the mean of all")
q("best", "Dearest instructor in each branch", "table",
  {k: one(best({r["Instructor"]: r["rate"] for r in g})) for k, g in group(I, itemgetter("Branch")).items()},
  "highest Rate by Branch")
# all
q("all", "have all of the instructors at Northgate got a mobile number on file?", "boolean",
  all(r["Mobile"] for r in I if r["Branch"] == "Northgate"), "one cell is empty")
# linked
q("linked", "I want to know about Nissan Leaf lessons. Which pupils completed a lesson with an instructor who drives one?", "values",
  {r["pn"] for r in done if r["i"]["Car"] == "Nissan Leaf"}, "lessons of the instructors with that car")
q("linked", "which instructors accompanied a pupil living in Elmsworth to a practical that the pupil passed", "values",
  {r["in"] for r in prac if r["result"] == "pass" and r["p"]["town"] == "Elmsworth"}, "tests, pupils and instructors")
# missing
q("missing", "Whose mobile is missing from the instructor list?", "values", inames(r for r in I if not r["Mobile"]), "empty Mobile")
q("missing", "practical tests with no result yet, give me the test refs", "values",
  [r["test_ref"] for r in prac if not r["result"]], "empty result")
# conditions on groups
q("having", "Names of pupils with more than five completed lessons", "values", having(count(done, "pn"), lambda n: n > 5),
  "completed rows by pupil")
# no answer
q("refuse", "What is Beatrice Fonseca's annual salary?", "refuse", [], "no salaries in the data")
q("refuse", "which instructor has the best customer rating", "refuse", [], "no ratings in the data")
q("refuse", "which instructor teaches Patricia Nowell", "refuse", [], "no such pupil")
q("refuse", "How much did the school spend on fuel in May 2024?", "refuse", [], "no fuel costs in the data")
q("refuse", "how many miles were driven in Carlos Ibarra's lessons?", "refuse", [], "no distances in the data")

finish(HERE, Q)
