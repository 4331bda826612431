#!/usr/bin/env python3
"""Computes every gold answer of the 'consultancy' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, iso, kg, mean, one, records, robust, tkg, total)


def num(s):
    s = s.replace(" ", "")
    return float(s) if s not in ("", "n/a") else None


K, T = graphs(HERE, "consultancy")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("consultancy", Q, most=16)
def yn(question, answer, why): q("yes_no", question, "boolean", answer, why)
def neg(question, answers, why): q("negation", question, "values", answers, why)

E = records(HERE, "employees.csv")
for r in E:
    r["pay"], r["born"], r["hired"] = num(r["gross_pay_sek"]), iso(r["dob"]), iso(r["hire_date"])
    for k in ("active", "remote", "chartered", "first_aider"): r[k] = {"1": True, "0": False}[r[k]]
N = {r["full_name"]: r for r in E}
FIRST = {r["full_name"].split()[0]: r for r in E}
assert len(N) == len(FIRST) == len(E)
P = records(HERE, "projects.csv")
for r in P:
    r["s"], r["e"] = (day(r[k], "%d-%b-%Y") for k in ("start_dt", "end_dt"))
    r["bud"], r["hrs"] = num(r["budget_sek"]), num(r["hrs_booked"])
    for k in ("billable", "insured"): r[k] = {"1": True, "0": False}[r[k]]
PN = {r["proj_name"]: r for r in P}
PC = {r["proj_code"]: r for r in P}
assert len(PN) == len(PC) == len(P) and {r["proj_lead"] for r in P} <= set(N)
CLIENTS, DEPTS, OFFICES = {r["client"] for r in P}, {r["dept"] for r in E}, {r["office"] for r in E}
assert CLIENTS == heads("based_in") == heads("in_sector") == {f[0] for f in facts("account_managed_by")}
assert DEPTS == heads("headed_by") and OFFICES == {f[0] for f in facts("office_led_by")} == {r["office"] for r in P}
names = lambda rows: [r["full_name"] for r in rows]
titles = lambda rows: [r["proj_name"] for r in rows]
staff = lambda k, v: [r for r in E if r[k] == v]
jobs = lambda k, v: [r for r in P if r[k] == v]
led = lambda n: jobs("proj_lead", FIRST[n]["full_name"])
country = lambda c: one(out(one(out(c, "based_in")), "in_country"))
active = lambda rows: [r for r in rows if r["active"]]

# lookup
q("lookup", "Who does Bartek's boss report to?", "values", N[FIRST["Bartek"]["reports_to"]]["reports_to"], "employees: reports_to twice")
q("lookup", "in which country is sofies office", "values", out(FIRST["Sofie"]["office"], "in_country"), "employees: office; KG in_country")
q("lookup", "Oskar's mentor is off sick and I need a signature from that mentor's line manager. Who is it?", "values", N[one(inn("Oskar Dahl", "mentors"))]["reports_to"], "KG mentors; employees: reports_to")
q("lookup", "job title of Amund's mentor?", "values", N[one(inn("Amund Berge", "mentors"))]["job_title"], "KG mentors; employees: job_title")
q("lookup", "Who is our contact person at Norrå Vatten?", "values", out("Norrå Vatten", "has_contact"), "KG has_contact")
q("lookup", "Joakim Roos, desk extension", "values", N["Joakim Roos"]["desk_ext"], "employees: desk_ext")
q("lookup", "What is the status of VR-2245?", "values", PC["VR-2245"]["status"], "projects: status")
q("lookup", "when did Riikka start with us", "values", FIRST["Riikka"]["hired"], "employees: hire_date")

# yes_no: universal
yn("Are all our people in Gdańsk remote?", all(r["remote"] for r in staff("office", "Gdańsk")), "employees: office, all remote")
yn("Does every principal engineer have chartered status?", all(r["chartered"] for r in staff("job_title", "Principal Engineer")), "employees: job_title, all chartered")
yn("The insurer wants to know: are all the projects that are running at the moment insured?", all(r["insured"] for r in jobs("status", "running")), "projects: status running, all insured")
yn("is everything the gdansk office runs billable", all(r["billable"] for r in jobs("office", "Gdańsk")), "projects: office, all billable")
yn("Do all colleagues in Aarhus speak Danish?", robust(all("Danish" in out(n, "speaks") for n in names(staff("office", "Aarhus"))), all("Danish" in out(n, "speaks") for n in names(active(staff("office", "Aarhus"))))), "employees: office; KG speaks, all Danish")
yn("every non-billable job stayed under 1 million, right?", all(r["bud"] < 1e6 for r in P if not r["billable"]), "projects: not billable, all budget_sek < 1000000")
yn("Has each of our offices moved to another building at least once?", all(len(facts("housed_in", o)) > 1 for o in OFFICES), "TKG housed_in: two facts or more for every office")
yn("Has everybody in the Rail department been trained in OpenRail?", robust(all("OpenRail" in out(n, "trained_in") for n in names(staff("dept", "Rail"))), all("OpenRail" in out(n, "trained_in") for n in names(active(staff("dept", "Rail"))))), "employees: dept; KG trained_in, all OpenRail")
# yes_no: two things
yn("Does Sofie earn more than Kasper?", FIRST["Sofie"]["pay"] > FIRST["Kasper"]["pay"], "employees: gross_pay_sek of both")
yn("Ulrika Nord - older than Lars Bruun?", N["Ulrika Nord"]["born"] < N["Lars Bruun"]["born"], "employees: dob of both")
yn("Has Torbjörn led more projects than Jonas?", len(led("Torbjörn")) > len(led("Jonas")), "projects: rows of both proj_leads")
yn("Is the Service pier budget bigger than the one for Platform extension Ski?", PN["Service pier"]["bud"] > PN["Platform extension Ski"]["bud"], "projects: budget_sek of both")
yn("did håkon join the firm earlier than cecilia", FIRST["Håkon"]["hired"] < FIRST["Cecilia"]["hired"], "employees: hire_date of both")
yn("The Helipad and the Biomass hall both wrapped up this year. Did the Helipad finish later?", PN["Helipad"]["e"] > PN["Biomass hall"]["e"], "projects: end_dt of both")
yn("Have we had more jobs from Port Pomorski than from Djurs Letbane?", len(jobs("client", "Port Pomorski")) > len(jobs("client", "Djurs Letbane")), "projects: rows of both clients")
yn("Have more hours gone into Hall A cooling than into Hall B cooling so far?", PN["Hall A cooling"]["hrs"] > PN["Hall B cooling"]["hrs"], "projects: hrs_booked of both")
yn("are there more of us in oslo than in aarhus?", robust(len(staff("office", "Oslo")) > len(staff("office", "Aarhus")), len(active(staff("office", "Oslo"))) > len(active(staff("office", "Aarhus")))), "employees: rows of both offices")
yn("Did Håkon take charge of the Oslo office later than Agnieszka took charge of Gdańsk?", one(facts("office_led_by", "Oslo", "Håkon Lie"))[3] > one(facts("office_led_by", "Gdańsk", "Agnieszka Wrona"))[3], "TKG office_led_by, starts of both")
# yes_no: others
yn("Is Nils a first aider?", FIRST["Nils"]["first_aider"], "employees: first_aider")
yn("Could Frida take the call with the Norwegians, i.e. does she speak the language?", "Norwegian" in out("Frida Holm", "speaks"), "KG speaks")
yn("hanna lööf still active?", N["Hanna Lööf"]["active"], "employees: active")
yn("Was Karin Boman ever account manager for Lundagård Bio?", bool(facts("account_managed_by", "Lundagård Bio", "Karin Boman")), "TKG account_managed_by")
yn("Do we have a life sciences client in Denmark?", any(country(c) == "Denmark" for c in inn("Life sciences", "in_sector")), "KG in_sector, based_in, in_country")
yn("any project worth over 5 million", any(r["bud"] > 5e6 for r in P), "projects: budget_sek > 5000000")

# negation: words
neg("Which employees are inactive?", names(r for r in E if not r["active"]), "employees: active 0")
neg("Which clients have had unbillable projects led by Torbjörn?", {r["client"] for r in led("Torbjörn") if not r["billable"]}, "projects: proj_lead, not billable")
neg("unchartered senior engineers, names pls", robust(names(r for r in E if r["job_title"] == "Senior Engineer" and not r["chartered"]), names(r for r in active(E) if r["job_title"] == "Senior Engineer" and not r["chartered"])), "employees: job_title, chartered 0")
neg("Please list the codes of the uninsured projects that are still running.", [r["proj_code"] for r in P if r["status"] == "running" and not r["insured"]], "projects: status running, insured 0")
neg("Who led the non-billable work for Bohus Hamn?", {r["proj_lead"] for r in jobs("client", "Bohus Hamn AB") if not r["billable"]}, "projects: client, billable 0")
q("negation", "How many Kattegat Vind projects went uninsured?", "number", sum(not r["insured"] for r in jobs("client", "Kattegat Vind")), "projects: client, insured 0")
# negation: verbs
neg("Who in Building Services does not work in Aarhus?", robust(names(r for r in staff("dept", "Building Services") if r["office"] != "Aarhus"), names(r for r in active(staff("dept", "Building Services")) if r["office"] != "Aarhus")), "employees: dept, office not Aarhus")
neg("names of the projects over 2 million that arent run from Gothenburg", titles(r for r in P if r["bud"] > 2e6 and r["office"] != "Gothenburg"), "projects: budget_sek > 2000000, office not Gothenburg")
neg("We're planning a Sweden tour without Malmö. Which of our clients are in Sweden but not in Malmö?", {c for c in CLIENTS if country(c) == "Sweden" and "Malmö" not in out(c, "based_in")}, "KG based_in, in_country")
neg("over 400k and not billable, which projects (name them)", titles(r for r in P if r["bud"] > 4e5 and not r["billable"]), "projects: budget_sek > 400000, billable 0")
neg("Which Polish speaker isn't based at the Gdańsk office?", [n for n in inn("Polish", "speaks") if N[n]["office"] != "Gdańsk"], "KG speaks; employees: office")
neg("people trained in Revit who don't belong to Structures", robust([n for n in inn("Revit", "trained_in") if N[n]["dept"] != "Structures"], [n for n in inn("Revit", "trained_in") if N[n]["dept"] != "Structures" and N[n]["active"]]), "KG trained_in; employees: dept")
# negation: complete lists
neg("Which clients have never been under any framework contract with us?", CLIENTS - {f[0] for f in facts("under_contract")}, "KG all clients without those of TKG under_contract")
neg("departments where nobody at all works remotely", DEPTS - {r["dept"] for r in E if r["remote"]}, "employees: all depts without those with remote 1")
neg("Of the chartered colleagues who are still with us, who has never led a project?", {r["full_name"] for r in active(E) if r["chartered"]} - {r["proj_lead"] for r in P}, "employees: active, chartered; not among projects: proj_lead")
neg("I'm afraid some customers have gone quiet. For which clients has no project begun in 2024 or 2025?", CLIENTS - {r["client"] for r in P if r["s"].year >= 2024}, "projects: all clients without those with start_dt in 2024 or 2025")
assert max(r["s"] for r in P).year == 2025

# count
q("count", "How many departments are there?", "number", len(DEPTS), "employees: different depts")
q("count", "how many clients do we have", "number", len(CLIENTS), "projects: different clients")
q("count", "Number of languages spoken in the company, all staff on file taken together?", "number", len({t for h, r, t in K if r == "speaks"}), "KG speaks: different tails")
q("count", "In how many different industry sectors do our customers operate?", "number", len({t for h, r, t in K if r == "in_sector"}), "KG in_sector: different tails")
q("count", "How many projects has Riikka led?", "number", len(led("Riikka")), "projects: rows of proj_lead")
q("count", "chartered folks in geotechnics, how many", "number", robust(sum(r["chartered"] for r in staff("dept", "Geotechnics")), sum(r["chartered"] for r in active(staff("dept", "Geotechnics")))), "employees: dept, chartered")
q("count", "How many jobs did we kick off in 2023?", "number", sum(r["s"].year == 2023 for r in P), "projects: start_dt in 2023")
q("count", "no. of direct reports Petra Wallin has", "number", robust(len(staff("reports_to", "Petra Wallin")), len(active(staff("reports_to", "Petra Wallin")))), "employees: rows of reports_to")

# superlative, top_k
q("superlative", "What is the name of the project with the biggest budget?", "values", best({r["proj_name"]: r["bud"] for r in P}), "projects: largest budget_sek")
q("superlative", "second best paid person in the aarhus office", "values", robust(*[[best({r["full_name"]: r["pay"] for r in rows}, 2)[1]] for rows in (staff("office", "Aarhus"), active(staff("office", "Aarhus")))]), "employees: office, second largest gross_pay_sek")
q("superlative", "Going by hire date, who has been here third longest of all of us?", "values", best({r["full_name"]: r["hired"] for r in active(E)}, 3, low=True)[2], "employees: third earliest hire_date")
q("superlative", "Who is the youngest employee?", "values", best({r["full_name"]: r["born"] for r in E}), "employees: latest dob")
q("superlative", "Most hours ever booked were on Catenary masts I think, but which project comes second on hours? its name please", "values", best({r["proj_name"]: r["hrs"] for r in P if r["hrs"] is not None}, 2)[1], "projects: second largest hrs_booked")
q("superlative", "which lead has had the most projects", "values", best(Counter(r["proj_lead"] for r in P)), "projects: most frequent proj_lead")
q("top_k", "top 3 earners in Structures", "values", robust(*[best({r["full_name"]: r["pay"] for r in rows}, 3) for rows in (staff("dept", "Structures"), active(staff("dept", "Structures")))]), "employees: dept, three largest gross_pay_sek")
q("top_k", "Which two projects (by name) have the second and third largest budgets among those run out of Gdańsk?", "values", best({r["proj_name"]: r["bud"] for r in jobs("office", "Gdańsk")}, 3)[1:], "projects: office, second and third largest budget_sek")

# missing
q("missing", "Who has no line manager entered?", "values", names(r for r in E if not r["reports_to"]), "employees: reports_to empty")
q("missing", "people in the gothenburg office w/o a desk extension on file", "values", names(r for r in staff("office", "Gothenburg") if r["desk_ext"] in ("", "n/a")), "employees: office, desk_ext empty or n/a")
q("missing", "Invoicing is chasing purchase orders. Which running billable jobs have no client PO? Codes will do.", "values", [r["proj_code"] for r in P if r["status"] == "running" and r["billable"] and not r["client_po"]], "projects: status running, billable, client_po empty")
q("missing", "For how many projects are the booked hours blank?", "number", sum(r["hrs"] is None for r in P), "projects: hrs_booked empty")

# sum, average, group_by
q("sum", "What's the annual payroll for everyone who's still active?", "number", total(active(E), "pay"), "employees: sum of gross_pay_sek, active")
q("sum", "Total fee volume of all our Halland Vård projects, going by budget?", "number", total(jobs("client", "Halland Vård"), "bud"), "projects: sum of budget_sek, client")
q("sum", "wage bill of the geotechnics dept per year", "number", robust(total(staff("dept", "Geotechnics"), "pay"), total(active(staff("dept", "Geotechnics")), "pay")), "employees: sum of gross_pay_sek, dept")
q("average", "What are average earnings in the Gdańsk office?", "number", robust(mean(staff("office", "Gdańsk"), "pay"), mean(active(staff("office", "Gdańsk")), "pay")), "employees: mean gross_pay_sek, office")
q("average", "avg budget of running projects", "number", mean(jobs("status", "running"), "bud"), "projects: mean budget_sek, status running")
q("average", "What does one of our principal engineers take home on average in a year, before tax that is?", "number", mean(staff("job_title", "Principal Engineer"), "pay"), "employees: mean gross_pay_sek, job_title")
q("group_by", "How many active employees sit in each office?", "table", Counter(r["office"] for r in active(E)), "employees: active, rows per office")
q("group_by", "project count by status", "table", Counter(r["status"] for r in P), "projects: rows per status")
q("group_by", "Could I get the payroll split by department, leavers (the inactive ones) excluded?", "table", {k: total(v, "pay") for k, v in group(active(E), lambda r: r["dept"]).items()}, "employees: active, sum of gross_pay_sek per dept")

# time_point, unanswerable
q("time_point", "Who was running the Aarhus office in spring 2019?", "values", robust(one(at("office_led_by", date(2019, 4, 15), "Aarhus"))[2], one(at("office_led_by", date(2019, 3, 1), "Aarhus"))[2], one(at("office_led_by", date(2019, 6, 1), "Aarhus"))[2]), "TKG office_led_by on that day")
q("time_point", "what building were the gothenburg lot in back in 2018", "values", one(in_year("housed_in", 2018, "Gothenburg"))[2], "TKG housed_in in 2018")
q("unanswerable", "How many sick days did Magda Krol take last year?", "refuse", [], "no absences in any file")

finish(HERE, Q)
