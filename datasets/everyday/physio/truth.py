"""Computes every gold answer of the 'physio' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, distinct, finish, full_years, graphs, having, kg, known, mean, means, one, records, share, step,
    sums, tkg, total, num)


PA, TH, TR, PB, PN = "Patient", "Therapist", "Treatment", "Paid by", "practice name"
LEAD, SUP, RM, CD = "practice lead of", "supervises", "regional manager of", "clinical director of"
V, N, B, T = "values", "number", "boolean", "table"
KG, TK = graphs(HERE, "physio")
out, inn, _ = kg(KG)
facts, now, at, _ = tkg(TK)
A, S = records(HERE, "appointments.csv"), records(HERE, "staff.csv")
for a in A:
    a["fee"], a["late"], a["day"], a["came"] = num(a["fee_gbp"]), num(a["Mins late"]), day(a["DATE"], "%d/%m/%Y"), a["Attended?"] == "Y"
for s in S: s["pay"], s["hrs"], s["since"] = num(s["£ pay pa"]), num(s["Hours per wk"]), day(s["Started"], "%d/%m/%Y")
def rel(r): return [(h, t) for h, y, t in KG if y == r]
def person(n): return one(s for s in S if s["NAME"] == n)
def prac(th): return one(out(th, "works at"))
def town(p): return one(out(p, "located in"))
def county(t): return one(out(t, "in county"))
def of(rows, key, x): return [r for r in rows if r[key] == x]
def job(j): return of(S, "Job", j)
def nth(xs, k):
    """the k-th largest number; fails if it is not clear because of a tie"""
    s = sorted(xs, reverse=True)
    assert len(set(s[:k + 1])) == k + 1, s[:k + 1]
    return s[k - 1]
CAME = [a for a in A if a["came"]]
PHYS = [s["NAME"] for s in job("Physiotherapist")]
PRACS = {s[PN] for s in S}
INS = {t for h, t in rel("accepts")}
leads_now = {f[0] for f in now(LEAD)}
appts_pat, appts_th = Counter(a[PA] for a in A), Counter(a[TH] for a in A)
quals = Counter(h for h, t in rel("holds qualification"))
# the files agree with each other
assert dict(rel("works at")) == {n: person(n)[PN] for n in PHYS}
assert all(a[TH] in PHYS and a[TR] in out(prac(a[TH]), "offers") for a in A)
assert all(a[PB] in INS | {"Self"} for a in A)
assert all(person(f[0])[PN] == f[2] for f in now(LEAD))

Q = []
q = asking("physio", Q)

# ============================================================ condition on groups: appointments
q("filter_list", "Which patients have more than four appointments in the book?", V, having(appts_pat, lambda n: n > 4), "appointments: rows by Patient > 4")
q("filter_list", "patients with just a single booking, who are they", V, having(appts_pat, lambda n: n == 1), "appointments: rows by Patient = 1")
q("filter_list", "Which treatments were booked exactly twice?", V, having(Counter(a[TR] for a in A), lambda n: n == 2), "appointments: rows by Treatment = 2")
q("filter_list", "who didnt turn up 2 times or more?? need names of the patients", V,
  having(Counter(a[PA] for a in A if not a["came"]), lambda n: n >= 2), "appointments: rows with Attended? N by Patient >= 2")
q("count", "How many patients came at least three times in 2024? Leave out the visits they did not attend.", N,
  len(having(Counter(a[PA] for a in CAME if a["day"].year == 2024), lambda n: n >= 3)), "appointments: rows of 2024 with Attended? Y by Patient >= 3, counted")
q("filter_list", "Who has been booked in with three or more different therapists?", V,
  having(distinct(A, PA, TH), lambda n: n >= 3), "appointments: distinct Therapist by Patient >= 3")
q("filter_list", "insurers we billed over 300 quid all in all", V,
  having(sums((a for a in A if a[PB] in INS), PB, "fee"), lambda x: x > 300), "appointments: sum of fee by Paid by > 300; Self is no insurer")
q("filter_list", "Please name every patient whose fees add up to more than £250.", V,
  having(sums(A, PA, "fee"), lambda x: x > 250), "appointments: sum of fee by Patient > 250")
q("yes_no", "Is there any therapist who has got more than ten appointments in the list?", B, max(appts_th.values()) > 10, "appointments: rows by Therapist, none above 10 (largest 9)")
q("filter_list", "treatements that make above 60 pounds on average, only sessions that were attended", V,
  having(means(CAME, TR, "fee"), lambda x: x > 60), "appointments: mean recorded fee by Treatment, Attended? Y, > 60")
q("filter_list", "On which days did we have three or more appointments?", V, having(Counter(a["day"] for a in A), lambda n: n >= 3), "appointments: rows by DATE >= 3")
q("filter_list", "who was more than 10 min late on more than one occasion", V,
  having(Counter(a[PA] for a in A if (a["late"] or 0) > 10), lambda n: n > 1), "appointments: rows with Mins late > 10 by Patient > 1")
q("average", "Take only the patients with at least five bookings. What is the average fee over all of their appointments that have a fee?", N,
  mean([a for a in A if appts_pat[a[PA]] >= 5], "fee"), "appointments: Patients with >= 5 rows; mean recorded fee of their rows")
q("count", "no of therapists who had only one or two appts (not counting those who had none)", N, len(having(appts_th, lambda n: n <= 2)),
  "appointments: rows by Therapist <= 2, counted")
# ------------------------------------------------------------ staff
q("filter_list", "Which practices employ more than six people?", V, having(Counter(s[PN] for s in S), lambda n: n > 6), "staff: rows by practice name > 6")
q("filter_list", "grades w fewer than 4 staff", V, having(Counter(s["Grade"] for s in S), lambda n: n < 4), "staff: rows by Grade < 4")
q("filter_list", "At which of the practices is the average yearly pay higher than £35,000, going by the pay figures we have?", V,
  having(means(S, PN, "pay"), lambda x: x > 35000), "staff: mean recorded pay by practice > 35000")
q("count", "how many sites have got 3+ people doing 37.5 hrs a week or more?", N,
  len(having(Counter(s[PN] for s in S if (s["hrs"] or 0) >= 37.5), lambda n: n >= 3)), "staff: rows with Hours per wk >= 37.5 by practice >= 3, counted (the two without hours change nothing)")
# an unknown number of hours must not matter for the answer above
ft = Counter(s[PN] for s in S if (s["hrs"] or 0) >= 37.5)
assert all((ft[s[PN]] >= 3) == (ft[s[PN]] + 1 >= 3) for s in S if s["hrs"] is None)
# ------------------------------------------------------------ knowledge graph
q("filter_list", "Who holds three qualifications or more?", V, having(quals, lambda n: n >= 3), "KG holds qualification by head >= 3")
q("filter_list", "towns where we run several practices", V, having(Counter(town(p) for p in PRACS), lambda n: n > 1), "KG located in of the practices (not the surgeries), by town > 1")
q("filter_list", "Which insurers cover fewer than five of the treatments?", V, having(Counter(h for h, t in rel("covers")), lambda n: n < 5), "KG covers by insurer < 5")
q("count", "how many of our practices take at least 3 insurance companies", N, len(having(Counter(h for h, t in rel("accepts")), lambda n: n >= 3)), "KG accepts by practice >= 3, counted")
q("filter_list", "What treatments can a patient get at exactly three of the practices?", V, having(Counter(t for h, t in rel("offers")), lambda n: n == 3), "KG offers by treatment = 3")
q("filter_list", "docs that sent us only one patient so far", V, having(Counter(t for h, t in rel("referred by")), lambda n: n == 1), "KG referred by, by doctor = 1")
# ------------------------------------------------------------ temporal graph
q("filter_list", "Who has been lead of the same practice more than once?", V,
  {k[0] for k in having(Counter((f[0], f[2]) for f in facts(LEAD)), lambda n: n > 1)}, "TKG practice lead of: facts by person and practice > 1")
q("filter_list", "names of everyone who has headed 2 diferent practices or more over the years", V,
  having(distinct(facts(LEAD), 0, 2), lambda n: n >= 2), "TKG practice lead of: distinct practices by person >= 2")
q("filter_list", "Which people have supervised at least three different colleagues?", V, having(distinct(facts(SUP), 0, 2), lambda n: n >= 3),
  "TKG supervises: distinct tails by head >= 3")
q("filter_list", "which physios were under the same supervisor in two separate spells?", V,
  {k[1] for k in having(Counter((f[0], f[2]) for f in facts(SUP)), lambda n: n == 2)}, "TKG supervises: facts by pair = 2 (none has more)")
q("yes_no", "Has anybody been regional manager for more than one county?", B, having(distinct(facts(RM), 0, 2), lambda n: n > 1),
  "TKG regional manager of: distinct counties by person > 1")
q("count", "How many therapists have only ever had one person as their supervisor, going by the records?", N, len(having(distinct(facts(SUP), 2, 0), lambda n: n == 1)),
  "TKG supervises: distinct heads by tail = 1, counted")
# ------------------------------------------------------------ joined
q("cross_source", "How many of the practices in Northmarch have had more than ten appointments?", N,
  sum(county(town(p)) == "Northmarch" for p in having(Counter(prac(a[TH]) for a in A), lambda n: n > 10)),
  "appointments by Therapist, KG works at (or staff) > practice > 10 rows, located in + in county Northmarch")
q("cross_source", "patients living in Ashcombe with three or more bookings - how many is that?", N,
  len(inn("Ashcombe", "lives in") & set(having(appts_pat, lambda n: n >= 3))), "appointments: rows by Patient >= 3; KG lives in")
q("cross_source", "What is the average annual pay of the therapists that have more than five appointments?", N,
  mean(map(person, having(appts_th, lambda n: n > 5)), "pay"), "appointments: Therapists with > 5 rows; staff: mean pay")
q("cross_source", "which GPs have sent us patients who, taken together, made 10 bookings or more", V,
  having(Counter(d for a in A for d in out(a[PA], "referred by")), lambda n: n >= 10), "appointments: rows by the doctor of KG referred by >= 10")
q("cross_source", "Of the people who lead a practice now, who has three or more appointments in the list?", V,
  [p for p in leads_now if appts_th[p] >= 3], "TKG open practice-lead facts; appointments: rows by Therapist >= 3")
q("cross_source", "any physios with at least 3 qualifications on under 50k? who", V, [p for p in having(quals, lambda n: n >= 3) if person(p)["pay"] < 50000],
  "KG holds qualification by head >= 3; staff: pay < 50000")
GROUPS = len(Q)

# ============================================================ an extreme number
q("min_max", "highest salary?", N, max(known(S, "pay")), "staff: max pay")
q("min_max", "What is the lowest pay per year that one of our physiotherapists gets?", N, min(known(job("Physiotherapist"), "pay")), "staff: min recorded pay, Job Physiotherapist")
q("min_max", "whats the most we ever charged for one appointment", N, max(known(A, "fee")), "appointments: max fee")
q("min_max", "Looking only at appointments from 1 March 2024 on, what is the most minutes that a patient was late?", N,
  max(known((a for a in A if a["day"] >= date(2024, 3, 1)), "late")), "appointments: max Mins late, DATE from 2024-03-01")
q("min_max", "second biggest salary at castle walk", N, nth(known(of(S, PN, "Castle Walk"), "pay"), 2), "staff: second largest pay, Castle Walk")
q("min_max", "What was the lowest fee for a manual therapy session that took place?", N, min(known(of(CAME, TR, "Manual therapy"), "fee")),
  "appointments: min fee, Manual therapy, Attended? Y")
q("min_max", "fewest hrs per week anyone here is down for?", N, min(known(S, "hrs")), "staff: min Hours per wk")
q("min_max", "What is the largest number of appointments that any single patient has had booked?", N, max(appts_pat.values()), "appointments: rows by Patient, largest count")
q("min_max", "Gemma Ludlow, top fee for one session", N, max(known(of(A, TH, "Gemma Ludlow"), "fee")), "appointments: max fee of Gemma Ludlow")
q("min_max", "Adding up all fees per patient, how much is the highest total, in pounds?", N, max(sums(A, PA, "fee").values()), "appointments: sum of fee by Patient, largest sum")
q("min_max", "Of all practice lead terms that have ended, how many full years did the longest one last?", N,
  max(full_years(*f[3:]) for f in facts(LEAD) if f[4]), "TKG practice lead of: longest ended fact in completed years")
q("min_max", "third highest fee on the appt list, how much?", N, nth(known(A, "fee"), 3), "appointments: third largest fee (no ties)")
q("min_max", "The best paid receptionist earns how much a year?", N, max(known(job("Receptionist"), "pay")), "staff: max recorded pay, Job Receptionist")
q("cross_source", "smallest pay we give anybody in saltmere", N, min(known((s for s in S if town(s[PN]) == "Saltmere"), "pay")), "KG: practice located in Saltmere; staff: min pay there")
EXTREMES = len(Q) - GROUPS

# ============================================================ other kinds
q("lookup", "Which doctor referred Gurpreet Dhillon to us?", V, out("Gurpreet Dhillon", "referred by"), "KG referred by")
q("lookup", "hcpc no of rhys gethin pls", V, person("Rhys Gethin")["HCPC reg"], "staff: HCPC reg")
q("sum", "How much money came in from hydrotherapy altogether?", N, total(of(A, TR, "Hydrotherapy"), "fee"), "appointments: sum of fee, Hydrotherapy")
q("sum", "Riverside: total contracted hours a week for the whole team?", N, sum(s["hrs"] for s in of(S, PN, "Riverside")), "staff: sum of Hours per wk, Riverside (none missing)")
q("average", "By how many minutes on average are people late for a sports massage, where it was written down?", N,
  mean(of(A, TR, "Sports massage"), "late"), "appointments: mean recorded Mins late, Sports massage")
q("superlative", "whos been on our payroll the longest", V, best({s["NAME"]: s["since"] for s in S}, low=True), "staff: earliest Started")
q("top_k", "Name the three best-paid members of staff.", V, best({s["NAME"]: s["pay"] for s in S if s["pay"]}, 3), "staff: three largest pay")
q("comparison", "tomasz or priya, who gets paid more", V, best({n: person(n)["pay"] for n in ("Tomasz Wieczorek", "Priya Ramanathan")}), "staff: pay of both")
q("comparison", "Does Castle Walk or Canal Street offer the wider range of treatments?", V,
  best({p: len(out(p, "offers")) for p in ("Castle Walk", "Canal Street")}), "KG offers, counted for both")
pb = Counter(a[PB] for a in A)
assert pb["Self"] > pb["Pellham Mutual"]
q("difference", "How many more appointments are down as self-paying than as paid by Pellham Mutual?", N, pb["Self"] - pb["Pellham Mutual"], "appointments: rows with Paid by Self less Pellham Mutual")
q("percent", "what % of all bookings were no shows", N, share(A, lambda a: not a["came"]), "appointments: share of rows with Attended? N")
q("percent", "Which share of the staff, in percent, are physiotherapists? Assistants don't count.", N, share(S, lambda s: s["Job"] == "Physiotherapist"), "staff: share of rows with Job Physiotherapist")
q("group_by", "attended sessions by treatment, how many each", T, Counter(a[TR] for a in CAME), "appointments: rows with Attended? Y by Treatment (every treatment has one)")
assert {a[TR] for a in A} == {a[TR] for a in CAME}
q("group_by", "What is the average pay for each grade?", T, means(S, "Grade", "pay"), "staff: mean recorded pay by Grade")
q("group_superlative", "which practice has the biggest wage bill", V, best(sums(S, PN, "pay")), "staff: sum of pay by practice, largest")
q("negation", "Which of our practices do not accept WestCare?", V, PRACS - inn("WestCare", "accepts"), "KG: all practices less those accepting it")
q("negation", "physios without any appointment in the list?", V, [p for p in PHYS if p not in appts_th], "staff: Physiotherapists less the Therapists of appointments")
q("time_point", "Who was running Old Station in February 2015?", V, one({f[0] for d in (1, 28) for f in at(LEAD, date(2015, 2, d), tail="Old Station")}), "TKG practice lead of covering February 2015")
q("time_point", "callum strachan's supervisor on 1 june 2018", V, one(at(SUP, date(2018, 6, 1), tail="Callum Strachan"))[0], "TKG supervises on that day")
q("before_after", "After Roland Pym stepped down as clinical director, who took over from him?", V, step(facts(CD), 0, "Roland Pym", 1), "TKG clinical director of, the next fact")
q("duration", "how many complete years was roland pym lead at castle walk for?", N, full_years(*one(facts(LEAD, "Roland Pym", "Castle Walk"))[3:]), "TKG practice lead of, start to end in completed years")
q("multi_hop", "In which county does Dr. Hamish Innes have his surgery?", V, county(town(one(out("Dr. Hamish Innes", "doctor at")))), "KG doctor at > located in > in county")
q("missing", "appt refs where the patient came but no fee was entered", V, [a["Appt ref"] for a in CAME if a["fee"] is None], "appointments: Attended? Y with empty fee")
ap = one(of(A, "Appt ref", "AP5010"))
q("cross_source", "On the day of appointment AP5010, who was the lead of the practice where its therapist works?", V,
  one(at(LEAD, ap["day"], tail=prac(ap[TH])))[0], "appointments: Therapist, DATE; KG works at (or staff); TKG practice lead of on that day")
OTHERS = len(Q) - GROUPS - EXTREMES

# ============================================================ unanswerable
q("unanswerable", "How many minutes does a hydrotherapy session last?", "refuse", [], "no length of a session in any file, only the minutes late")
q("unanswerable", "mobile number of Maureen Stubbs?", "refuse", [], "no phone numbers in any file")
q("unanswerable", "Which therapists had more than five sick days last year?", "refuse", [], "no sickness records in any file")
q("unanswerable", "how old is derek fosdyke", "refuse", [], "no ages or dates of birth in any file")
q("unanswerable", "How many treatment rooms are there at Old Station?", "refuse", [], "no rooms in any file")
q("unanswerable", "patients who complained about us at least twice, names please", "refuse", [], "no complaints in any file")

assert (GROUPS, EXTREMES, OTHERS, len(Q)) == (36, 14, 24, 80), (GROUPS, EXTREMES, OTHERS, len(Q))
finish(HERE, Q)
