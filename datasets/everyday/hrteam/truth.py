"""Computes every answer of the 'hrteam' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("hrteam", Q)

EMP = [dict(no=r["Emp No"], name=r["Name"], dept=r["Dept"], title=r["Job Title"], site=r["Site"],
            hired=day(r["Hire Date"], "%d.%m.%Y"), left=day(r["Leaving Date"], "%d.%m.%Y"),
            hrs=num(r["Weekly hrs"]), pay=num(r["Gross Salary p.a. (EUR)"]), contract=r["Contract"],
            boss=r["Reports To"]) for r in records(HERE, "employees.csv")]
BY = {e["no"]: e for e in EMP}
ABS = [dict(id=r["absence_id"], e=BY[r["emp_no"]], name=BY[r["emp_no"]]["name"], dept=BY[r["emp_no"]]["dept"],
            site=BY[r["emp_no"]]["site"], type=r["absence_type"], a=iso(r["first_day"]), b=iso(r["last_day"]),
            days=num(r["working_days"]), req=iso(r["requested_on"]), note=r["doctors_note"])
       for r in records(HERE, "absences.csv")]
TR = [dict(id=r["Booking"], e=BY[r["Employee No"]], name=BY[r["Employee No"]]["name"],
           dept=BY[r["Employee No"]]["dept"], site=BY[r["Employee No"]]["site"], course=r["Course"],
           prov=r["Provider"], on=day(r["Start"], "%d/%m/%Y"), h=num(r["Duration [h]"]), fee=digits(r["Fee"]),
           res=r["Result"], rate=num(r["Rating (1-5)"])) for r in records(HERE, "trainings.csv")]
assert len(BY) == len({e["name"] for e in EMP}) == len(EMP) and all(x["a"].year == x["b"].year for x in ABS)
WHO = {e["name"]: e for e in EMP}
HERE_NOW = [e for e in EMP if not e["left"]]
def names(rows): return {r["name"] for r in rows}
def emp(**k): return [e for e in EMP if all(e[x] == v for x, v in k.items())]
def ab(year=None, **k): return [x for x in ABS if year in (None, x["a"].year) and all(x[f] == v for f, v in k.items())]
def tr(year=None, **k): return [x for x in TR if year in (None, x["on"].year) and all(x[f] == v for f, v in k.items())]
def ym(d): return f"{d.year}-{d.month:02d}"
def yq(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def counts(rows, key): return Counter(r[key] for r in rows)
SICK, ANNUAL, UNPAID, PARENTAL = "sick leave", "annual leave", "unpaid leave", "parental leave"

# short and plain
q("lookup", "Salary of Helga Brandt?", "number", WHO["Helga Brandt"]["pay"], "her row in employees")
q("count", "number of sick leaves in 2024", "number", len(ab(2024, type=SICK)), "sick leave rows with days in 2024")
q("sum", "total recorded training fees 2023", "number", total(tr(2023), "fee"), "sum of Fee, start in 2023; an empty fee is skipped")
q("mean", "average rating of GDPR Basics", "number", mean(tr(course="GDPR Basics"), "rate"), "mean of the given ratings")
q("most", "Who has the most absence entries?", "values", best(counts(ABS, "name")), "absence rows by employee")
q("most", "Which course was booked most often?", "values", best(counts(TR, "course")), "booking rows by course")
q("table", "number of absences per absence type", "table", counts(ABS, "type"), "rows by absence_type")
q("table", "average rating per training provider", "table", means(TR, "prov", "rate"), "mean of given ratings by provider")
q("topn", "top 3 earners in Production?", "values",
  robust(best({e["name"]: e["pay"] for e in emp(dept="Production")}, 3),
         best({e["name"]: e["pay"] for e in HERE_NOW if e["dept"] == "Production"}, 3)), "three highest salaries")
q("share", "Percentage of training bookings that were a no-show?", "number", share(TR, lambda t: t["res"] == "no-show"),
  "no-show rows over all bookings")
q("time", "absences started per month in 2024", "table", Counter(ym(x["a"]) for x in ab(2024)), "rows by month of first_day")
q("time", "training fees per quarter in 2023", "table", {k: total(v, "fee") for k, v in group(tr(2023), lambda t: yq(t["on"])).items()},
  "Fee summed by quarter of Start")
q("missing", "Whose salary is missing?", "values", names(e for e in EMP if e["pay"] is None), "empty salary cell")
q("mean", "mean weekly hours in Human Resources", "number", robust(mean(emp(dept="Human Resources"), "hrs"), mean(emp(dept="Human Resources", left=None), "hrs")),
  "Weekly hrs; nobody left there")
q("extreme", "longest unpaid leave - who took it?", "values", best({x["name"]: x["days"] for x in sorted(ab(type=UNPAID), key=itemgetter("days"))}),
  "most working days; the same by calendar days")
q("list", "Courses longer than 20 hours?", "values", {t["course"] for t in TR if t["h"] > 20}, "Duration over 20")
q("growth", "Growth of training fees from 2023 to 2024 in percent?", "number",
  100 * (total(tr(2024), "fee") / total(tr(2023), "fee") - 1), "sum 2024 over sum 2023, less 1")
q("groupcond", "employees with more than four absences", "values", having(counts(ABS, "name"), lambda n: n > 4), "absence rows by employee")
q("compare", "Who earns more, Laura Pizzuti or Bronagh Tully?", "values",
  best({n: WHO[n]["pay"] for n in ("Laura Pizzuti", "Bronagh Tully")}), "higher salary")
q("refuse", "Date of birth of Clodagh Roche?", "refuse", [], "no dates of birth")

# full sentences
q("list", "Which people at the Galway site were hired before 2018, whether or not they have left since?", "values",
  names(e for e in emp(site="Galway") if e["hired"].year < 2018), "Site and Hire Date")
q("list", "Which Dublin employees work fewer than 40 hours a week and earn more than 40,000 EUR a year?", "values",
  names(e for e in emp(site="Dublin") if e["hrs"] < 40 and e["pay"] > 40000), "three conditions")
q("count", "How many annual leave absences took more than five working days?", "number",
  sum(x["days"] > 5 for x in ab(type=ANNUAL)), "rows over 5")
q("sum", "How many working days were lost to sick leave with a doctor's note in 2024?", "number",
  sum(x["days"] for x in ab(2024, type=SICK, note="Y")), "working_days summed")
q("yesno", "Were there more no-shows at trainings in 2024 than in 2023?", "boolean",
  len(tr(2024, res="no-show")) > len(tr(2023, res="no-show")), "no-show rows by year")
q("mean", "What is the average gross salary of the machine operators who have not left the company?", "number",
  mean(emp(title="Machine Operator", left=None), "pay"), "no leaving date")
q("extreme", "Apart from the managing director, who has the highest gross salary in the company?", "values",
  best({e["name"]: e["pay"] for e in EMP if e["pay"] and e["title"] != "Managing Director"}), "max of the others")
q("topn", "Which three courses have cost us the most in fees altogether?", "values", best(sums(TR, "course", "fee"), 3), "Fee summed by course")
q("most", "Which employee lost the most working days to sick leave in 2024?", "values",
  best(sums(ab(2024, type=SICK), "name", "days")), "working_days summed by employee")
q("most", "Which department has the highest total of training fees?", "values", best(sums(TR, "dept", "fee")), "linked, summed by department")
q("difference", "How large is the difference in gross salary between the Head of Finance and the Head of IT?", "number",
  abs(one(emp(title="Head of Finance"))["pay"] - one(emp(title="Head of IT"))["pay"]), "two salaries")
q("share", "What percentage of the sick leaves of three or more working days have a doctor's note?", "number",
  share([x for x in ab(type=SICK) if x["days"] >= 3], lambda x: x["note"] == "Y"), "Y over all, none empty")
assert all(x["note"] for x in ab(type=SICK) if x["days"] >= 3)
q("never", "Which employees at the Dublin site do not appear in the absence list at all?", "values",
  robust(names(emp(site="Dublin")) - names(ABS), names(e for e in HERE_NOW if e["site"] == "Dublin") - names(ABS)), "no row")
q("both", "Which employees passed both the Forklift Licence and GDPR Basics?", "values",
  names(tr(course="Forklift Licence", res="passed")) & names(tr(course="GDPR Basics", res="passed")), "both passed")
q("between", "Which employees had an annual leave that began between 1 August and 31 August 2024?", "values",
  names(x for x in ab(2024, type=ANNUAL) if x["a"].month == 8), "first_day in August")
q("duration", "How many full years had Brendan Quirke been with the company when he left?", "number",
  lasted((0, 0, 0, WHO["Brendan Quirke"]["hired"], WHO["Brendan Quirke"]["left"])), "Hire Date to Leaving Date")
q("linked", "What is the average gross salary of the employees who passed Leadership Essentials?", "number",
  mean([WHO[n] for n in names(tr(course="Leadership Essentials", res="passed"))], "pay"), "trainings and employees")
q("linked", "Which employees were booked on Fire Warden in 2024 and also had a sick leave with a doctor's note in that year?", "values",
  names(tr(2024, course="Fire Warden")) & names(ab(2024, type=SICK, note="Y")), "both tables")
q("ratio", "For Northgate Training, what did we pay per training hour, taking total fees divided by total hours?", "number",
  total(tr(prov="Northgate Training"), "fee") / sum(known(tr(prov="Northgate Training"), "h")), "sum over sum; no fee is missing there")
assert all(t["fee"] is not None and t["res"] != "no-show" for t in tr(prov="Northgate Training"))
q("refuse", "How many days of annual leave does Yuki Tanabe have left for this year?", "refuse", [], "no entitlement, no row")

# casual
q("lookup", "who does anjali desai report to", "values", BY[WHO["Anjali Desai"]["boss"]]["name"], "Reports To, then the name")
q("lookup", "need Tara Moynihans start date at the company pls", "values", WHO["Tara Moynihan"]["hired"], "Hire Date")
q("list", "whos on a fixed term contract in production", "values",
  robust(names(emp(dept="Production", contract="fixed-term")), names(emp(dept="Production", contract="fixed-term", left=None))), "Contract, Dept")
q("count", "how many ppl ever failed a traning? different people i mean, not bookings", "number", len(names(tr(res="failed"))), "distinct employees")
q("sum", "im doing the budget. what do we pay the finance department in gross salaries per year, all together?", "number",
  robust(total(emp(dept="Finance"), "pay"), total(emp(dept="Finance", left=None), "pay")), "salary summed; nobody left")
q("table", "headcount by department please, only people without a leaving date", "table", counts(HERE_NOW, "dept"), "rows by Dept")
q("time", "busiest month for trainings in 2023? going by number of bookings", "values", best(Counter(ym(t["on"]) for t in tr(2023))), "rows by month of Start")
q("difference", "how many more absences did we have in 2024 compared with 2023", "number", len(ab(2024)) - len(ab(2023)), "rows by year")
q("share", "what share of all recorded training fees went to Brightpath Academy, in %", "number",
  100 * total(tr(prov="Brightpath Academy"), "fee") / total(TR, "fee"), "fees over all fees")
q("never", "anyone in logistics who has never been booked on a course? names please", "values",
  robust(names(emp(dept="Logistics")) - names(TR), names(emp(dept="Logistics", left=None)) - names(TR)), "no booking")
q("away", "who was away on 17 july 2023, any kind of leave", "values", names(x for x in ABS if x["a"] <= date(2023, 7, 17) <= x["b"]), "first_day to last_day")
q("duration", "Laura Pizzuti's parental leave: how many days before it started did she request it", "number",
  one((x["a"] - x["req"]).days for x in ab(name="Laura Pizzuti", type=PARENTAL)), "first_day less requested_on")
q("firstlast", "newest hire in the quality dept?", "values", best({e["name"]: e["hired"] for e in emp(dept="Quality")}), "latest Hire Date")
q("bestof", "best paid person in each departmnt, name for every dept", "table",
  {d: robust(one(best({e["name"]: e["pay"] for e in g if e["pay"]})), one(best({e["name"]: e["pay"] for e in g if e["pay"] and not e["left"]})))
   for d, g in group(EMP, itemgetter("dept")).items()}, "max salary by department")
q("yesno", "did the cork people have more absences than the dublin people?", "boolean",
  robust(*[sum(f(x) for x in ab(site="Cork")) > sum(f(x) for x in ab(site="Dublin")) for f in (lambda x: 1, itemgetter("days"))]),
  "rows by site; the same by days")
q("all", "is everybody in logistics based in galway", "boolean",
  robust(all(e["site"] == "Galway" for e in emp(dept="Logistics")), all(e["site"] == "Galway" for e in emp(dept="Logistics", left=None))), "Site of all")
q("above", "I want to see who in sales earns above the sales average. Which people are that?", "values",
  robust(*[names(e for e in g if e["pay"] > mean(g, "pay")) for g in (emp(dept="Sales"), emp(dept="Sales", left=None))]), "over the mean")
q("refuse", "why did Diogo Ferraz leave the company", "refuse", [], "no reasons given")
q("refuse", "how much bonus was paid to the sales team in 2024", "refuse", [], "no bonuses")
q("refuse", "I am missing one phone number. Whats the extension of Barry Nugent?", "refuse", [], "no phone numbers")
finish(HERE, Q)
