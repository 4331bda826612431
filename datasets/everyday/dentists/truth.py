#!/usr/bin/env python3
"""Computes every gold answer of the 'dentists' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total)


def rd(name): return records(HERE, name)
def num(s): return None if s in ("n/a", "-", "POA", "") else float(s.replace("€", "").replace(",", ""))


K, T = graphs(HERE, "dentists")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("dentists", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

P = rd("treatments.csv")
for r in P: r["name"], r["fee"], r["min"] = r["Treatment"], num(r["Fee"]), num(r["Chair Time (minutes)"])
PN = {r["name"]: r for r in P}
PC = {r["Treatment Code"]: r for r in P}
A = rd("appointments.csv")
for r in A:
    r["no"], r["d"], r["at"], r["who"], r["how"] = r["Appointment Number"], day(r["Date"], "%d/%m/%Y"), r["Practice"], r["Clinician"], r["Outcome"]
    r["eur"], r["wait"], r["stars"] = num(r["Amount Charged"]), num(r["Waiting Time (minutes)"]), num(r["Patient Rating (1-5)"])
    r["t"] = PC[r["Treatment Code"]]
    r["name"], r["cat"] = r["t"]["name"], r["t"]["Category"]
    assert (r["eur"] is not None) == (r["how"] == "Completed") == (r["wait"] is not None)
    assert r["at"] in out(r["who"], "works at")
AN = {r["no"]: r for r in A}
assert len(AN) == len(A) and len(PN) == len(P)
assert {(f[0], f[2]) for f in now("employed at")} == {(h, t) for h, r, t in K if r == "works at"}
for f in now("list price"): assert num(f[2]) == PN[f[0]]["fee"]
O = "Oakmount Dental Group"
PRACTICES, STAFF = heads("has equipment"), heads("works at")
DONE = [r for r in A if r["how"] == "Completed"]
DNA = [r for r in A if r["how"] == "Did not attend"]
trs = lambda test: [r["name"] for r in P if test(r)]
nos = lambda rows: [r["no"] for r in rows]
by = lambda who: [r for r in A if r["who"] == who]
here = lambda p: [r for r in A if r["at"] == p]
month = lambda m: [r for r in A if r["d"].month == m]
fee = lambda t: PN[t]["fee"]
towns = lambda p: one(out(p, "located in"))

q("lookup", "How long do we block the chair for in-chair whitening?", "number", PN["In-chair Whitening"]["min"], "treatments: Chair Time")
q("lookup", "zirconia crown - whats the guarantee on it", "values", PN["Zirconia Crown"]["Guarantee"], "treatments: Guarantee")
q("lookup", "Who delivers FissureFlow to us?", "values", out("FissureFlow", "supplied by"), "KG supplied by")
q("lookup", "where did dr keane go to uni", "values", out("Dr Fergus Keane", "qualified at"), "KG qualified at")
q("lookup", "The patient from A-61795 queries her bill. Could you tell me how much she was charged?", "number", AN["A-61795"]["eur"], "appointments: Amount Charged")

q("filter_list", "What can a patient have done for under fifty euro, going by the price list?", "values", trs(lambda r: r["fee"] and r["fee"] < 50), "treatments: Fee < 50 (POA aside)")
q("filter_list", "Which treatments does PRSI pay towards?", "values", trs(lambda r: r["Covered by PRSI"] == "Yes"), "treatments: Covered by PRSI Yes")
q("filter_list", "A lady from Connemara would rather talk Irish to whoever treats her. Who among our people can?", "values", inn("Irish", "speaks"), "KG speaks Irish")
q("filter_list", "branches with an intraoral scaner", "values", inn("intraoral scanner", "has equipment"), "KG has equipment")
q("filter_list", "Appointment numbers of all the crowns we fitted this year, porcelain or zirconia", "values", nos(r for r in DONE if r["name"] in ("Porcelain Crown", "Zirconia Crown")), "treatments: code of both crowns; appointments: Completed")
q("filter_list", "what work carries a five year guarantee", "values", trs(lambda r: r["Guarantee"] == "5 years"), "treatments: Guarantee 5 years")

q("count", "How many no-shows did we have in April?", "number", sum(r in DNA for r in month(4)), "appointments: Did not attend, Date in April")
q("count", "number of appts that came in over the website, whatever became of them", "number", sum(r["Booked Through"] == "Website" for r in A), "appointments: Booked Through Website")
q("count", "Of everybody who treats patients here now, hygienists included, how many are UCC graduates?", "number", len(inn("University College Cork", "qualified at") & STAFF), "KG qualified at University College Cork")
q("count", "dr quirke, completed visits, how many", "number", sum(r in DONE for r in by("Dr Sinéad Quirke")), "appointments: Clinician, Completed")

q("sum", "What did Castle Gate take in altogether, in euro?", "number", total(here("Castle Gate Dental"), "eur"), "appointments: sum of Amount Charged, Practice")
q("sum", "total cash taken across the group", "number", total([r for r in A if r["Paid By"] == "Cash"], "eur"), "appointments: sum of Amount Charged, Paid By Cash")
q("sum", "If you add it all up, how many minutes did Dr Fennelly's patients sit in the waiting room?", "number", total(by("Dr Rory Fennelly"), "wait"), "appointments: sum of Waiting Time, Clinician")

q("average", "What's the average score patients give Emer Stack?", "number", mean(by("Emer Stack"), "stars"), "appointments: mean Patient Rating, Clinician")
q("average", "mean list fee for endo treatments", "number", mean([r for r in P if r["Category"] == "Endodontics"], "fee"), "treatments: mean Fee, Category Endodontics")
q("average", "People in Galway grumble about the wait. How many minutes is it at Harbour Street on average?", "number", mean(here("Harbour Street Dental"), "wait"), "appointments: mean Waiting Time, Practice")

q("min_max", "What is the longest anyone had to wait at Bridge House, in minutes?", "number", max(r["wait"] for r in here("Bridge House Dental") if r["wait"] is not None), "appointments: max Waiting Time, Practice")
q("min_max", "cheapest filling we list, how much is it", "number", min(r["fee"] for r in P if "Filling" in r["name"]), "treatments: min Fee, Treatment with Filling")
q("min_max", "When was the last appointment on the books with Dr Rao?", "values", max(r["d"] for r in by("Dr Sunita Rao")), "appointments: latest Date, Clinician")

q("superlative", "Which treatment is the dearest on our list?", "values", best({r["name"]: r["fee"] for r in P if r["fee"]}), "treatments: largest Fee")
q("superlative", "what takes up the chair longest", "values", best({r["name"]: r["min"] for r in P}), "treatments: largest Chair Time")
q("superlative", "Which of the practices was the last to become part of Oakmount Dental Group?", "values", best({f[0]: f[3].toordinal() for f in facts("owned by", tail=O)}), "TKG owned by Oakmount Dental Group, latest start")
q("superlative", "appointment with the longest time spent waiting, the number of it", "values", best({r["no"]: r["wait"] for r in DONE if r["wait"]}), "appointments: largest Waiting Time")

q("top_k", "Name the three treatments with the highest fees.", "values", best({r["name"]: r["fee"] for r in P if r["fee"]}, 3), "treatments: three largest Fee")
q("top_k", "2 clinicians w the fullest diary, all appts, attended or not", "values", best(Counter(r["who"] for r in A), 2), "appointments: two most frequent Clinicians")
q("top_k", "I'm doing the half-year review: which three practices brought in the most money?", "values", best({k: total(v, "eur") for k, v in group(A, lambda r: r["at"]).items()}, 3), "appointments: three largest sums of Amount Charged per Practice")

q("comparison", "Which keeps a patient in the chair longer, a molar root canal or a three-unit bridge?", "values", best({t: PN[t]["min"] for t in ("Root Canal (molar)", "Three-unit Bridge")}), "treatments: Chair Time of both")
q("comparison", "fennelly or keane, who started with us earlier", "values", best({w: one(facts("employed at", w))[3].toordinal() for w in ("Dr Rory Fennelly", "Dr Fergus Keane")}, low=True), "TKG employed at: starts of both")
q("comparison", "Did Ciara Dunphy or Jakub Mazur get more appointments, counting the ones that fell through?", "values", best({w: len(by(w)) for w in ("Ciara Dunphy", "Jakub Mazur")}), "appointments: rows of both Clinicians")

q("difference", "How much more is a zirconia crown than a porcelain one?", "number", fee("Zirconia Crown") - fee("Porcelain Crown"), "treatments: Fee subtracted")
q("difference", "routine exam now vs back in 2019, price went up by how many euros?", "number", fee("Routine Examination") - num(one(in_year("list price", 2019, "Routine Examination"))[2]), "TKG list price now minus list price in 2019")
q("difference", "By how many completed appointments is Bridge House ahead of Lough View?", "number", sum(r["at"] == "Bridge House Dental" for r in DONE) - sum(r["at"] == "Lough View Dental" for r in DONE), "appointments: Completed, rows of both Practices subtracted")

q("percent", "What percentage of all appointments got cancelled?", "number", share(A, lambda r: r["how"] == "Cancelled"), "appointments: Cancelled over all rows")
q("percent", "% of treatments on the list that involve the lab", "number", share(P, lambda r: r["Needs Lab Work"] == "Yes"), "treatments: Needs Lab Work Yes over all rows")
q("percent", "Out of the people who booked by phone, what share simply never turned up (in percent)?", "number", share([r for r in A if r["Booked Through"] == "Phone"], lambda r: r in DNA), "appointments: Did not attend over Booked Through Phone")

q("group_by", "How many appointments has each practice had? Cancelled ones and no-shows count too.", "table", Counter(r["at"] for r in A), "appointments: rows per Practice")
q("group_by", "avg waiting time, practice by practice", "table", {k: mean(v, "wait") for k, v in group(A, lambda r: r["at"]).items()}, "appointments: mean Waiting Time per Practice")
q("group_by", "Money in per way of paying, please.", "table", {k: total(v, "eur") for k, v in group(DONE, lambda r: r["Paid By"]).items()}, "appointments: sum of Amount Charged per Paid By")
q("group_by", "suppliers and the number of materials we get off each", "table", Counter(t for h, r, t in K if r == "supplied by"), "KG supplied by, rows per tail")

q("group_superlative", "Which supplier provides the greatest number of our materials?", "values", best(Counter(t for h, r, t in K if r == "supplied by")), "KG supplied by: most frequent tail")
q("group_superlative", "best rated practice by average patient rating", "values", best({k: mean(v, "stars") for k, v in group(A, lambda r: r["at"]).items()}), "appointments: largest mean Patient Rating per Practice")
q("group_superlative", "Whose appointments brought the most money in, of all the clinicians?", "values", best({k: total(v, "eur") for k, v in group(DONE, lambda r: r["who"]).items()}), "appointments: largest sum of Amount Charged per Clinician")
q("group_superlative", "what section of the price list has most treatments in it", "values", best(Counter(r["Category"] for r in P)), "treatments: most frequent Category")

q("yes_no", "Is there a sedation suite at Castle Gate?", "boolean", "sedation suite" in out("Castle Gate Dental", "has equipment"), "KG has equipment")
q("yes_no", "can hana novotna talk german to a patient", "boolean", "German" in out("Dr Hana Novotná", "speaks"), "KG speaks")
q("yes_no", "Did Dr Menon ever work in Naas?", "boolean", any(towns(f[2]) == "Naas" for f in facts("employed at", "Dr Anjali Menon")), "TKG employed at; KG located in")
q("yes_no", "My denture cracked. Does a repair go off to the lab?", "boolean", PN["Denture Repair"]["Needs Lab Work"] == "Yes", "treatments: Needs Lab Work")

q("negation", "Which practices have no OPG machine?", "values", PRACTICES - inn("OPG machine", "has equipment"), "KG has equipment without OPG machine")
q("negation", "restorative stuff that doesn't go to a lab", "values", trs(lambda r: r["Category"] == "Restorative" and r["Needs Lab Work"] == "No"), "treatments: Restorative, Needs Lab Work No")
q("negation", "Who of our clinicians speaks nothing but English?", "values", {w for w in STAFF if out(w, "speaks") == {"English"}}, "KG speaks: only English")
q("negation", "practices not sending to CeramArt these days", "values", PRACTICES - {f[0] for f in now("sends lab work to", tail="CeramArt Studio")}, "TKG open sends lab work to without CeramArt Studio")

q("time_point", "Who was manager at the Quay Practice in the middle of 2020?", "values", one(at("managed by", date(2020, 7, 1), "The Quay Practice"))[2], "TKG managed by on that day")
q("time_point", "what was a scale n polish in 2019? price i mean", "values", one(in_year("list price", 2019, "Scale and Polish"))[2], "TKG list price in 2019")
q("time_point", "Where was Dr Lacey working in 2014?", "values", one(in_year("employed at", 2014, "Dr Eoin Lacey"))[2], "TKG employed at in 2014")
q("time_point", "clinical director of the group, autumn 2016", "values", one(at("clinical director of", date(2016, 10, 15)))[0], "TKG clinical director of on that day")

q("before_after", "Who owned Bridge House right before we bought it?", "values", step(facts("owned by", "Bridge House Dental"), 2, O, -1), "TKG owned by, the fact before")
q("before_after", "after padraig lennox, who became clinical director", "values", step(facts("clinical director of"), 0, "Dr Padraig Lennox", 1), "TKG clinical director of, next fact")
q("before_after", "Castle Gate has its crowns made by CeramArt now. Which lab had that work previously?", "values", step(facts("sends lab work to", "Castle Gate Dental"), 2, "CeramArt Studio", -1), "TKG sends lab work to, the fact before")

q("duration", "How many full years did Imelda Hession manage Harbour Street?", "number", lasted(one(facts("managed by", "Harbour Street Dental", "Imelda Hession"))), "TKG managed by, completed years")
q("duration", "sheila kiely - complete years on the payroll before she left?", "number", lasted(one(facts("employed at", "Sheila Kiely"))), "TKG employed at, completed years")
q("duration", "Among those managing one of our practices today, who has been doing that job at their practice longest?", "values", best({f[2]: f[3].toordinal() for f in now("managed by")}, low=True), "TKG open managed by with the earliest start")

q("multi_hop", "Which country does the material for our porcelain veneers come from, I mean where is the supplier based?", "values", {c for m in inn("Porcelain Veneer", "used for") for s in out(m, "supplied by") for c in out(s, "based in")}, "KG used for, supplied by, based in")
q("multi_hop", "orla furey's dentist, which languages", "values", out(one(out("Orla Furey", "assists")), "speaks"), "KG assists, speaks")
q("multi_hop", "My daughter needs an orthodontist. In what towns do ours see patients?", "values", {towns(p) for w in inn("orthodontics", "specialises in") for p in out(w, "works at")}, "KG specialises in, works at, located in")

q("cross_source", "How many completed visits used something from Endo Direct?", "number", sum(r["name"] in {t for m in inn("Endo Direct", "supplied by") for t in out(m, "used for")} for r in DONE), "KG supplied by, used for; treatments: code; appointments: Completed")
q("cross_source", "avg wait with the clinicians who speak polish", "number", mean([r for r in A if "Polish" in out(r["who"], "speaks")], "wait"), "KG speaks; appointments: mean Waiting Time")
q("cross_source", "What have the people specialising in endodontics billed so far, taking all their work together?", "number", total([r for r in DONE if "endodontics" in out(r["who"], "specialises in")], "eur"), "KG specialises in; appointments: sum of Amount Charged")
q("cross_source", "complaint about A-61581. whos the practice manager there now", "values", one(now("managed by", AN["A-61581"]["at"]))[2], "appointments: Practice; TKG open managed by")

q("missing", "Which treatments haven't got an actual price on the list?", "values", trs(lambda r: r["fee"] is None), "treatments: Fee POA")

refuse("What do we pay Brightwell for a carton of PureWhite gel?", "no purchase prices in any file")
refuse("dr raos mobile number?", "no phone numbers in any file")
refuse("Who was the owner of Castle Gate Dental in 1990?", "TKG: the first owned by fact of the practice starts in 1996")
refuse("I'd like to know what clear aligners cost with us back in 2015.", "TKG: no list price of Clear Aligners before 2018")
refuse("salary of the hygenist in galway", "no salaries in any file")
refuse("How old is the patient from A-61412?", "no birth dates or ages in any file")
assert not in_year("owned by", 1990, "Castle Gate Dental") and not in_year("list price", 2015, "Clear Aligners") and "A-61412" in AN

finish(HERE, Q)
