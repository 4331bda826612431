"""Computes every answer of the 'clinicaltrials' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

Q = []
q = asking("clinicaltrials", Q)

T = [{"id": r["Trial ID"], "trial": r["Short title"], "sponsor": r["Sponsor"], "phase": r["Phase"],
      "ind": r["Indication"], "pi": r["PI"], "start": day(r["Start date"], "%d/%m/%Y"),
      "planned": num(r["Planned pts"]), "enrolled": num(r["Enrolled"]), "budget": num(r["Budget (EUR)"]),
      "status": r["Status"]} for r in records(HERE, "trials.csv")]
V = [{"no": r["visit_no"], "trial": r["trial"], "site": r["site"], "date": iso(r["visit_date"]),
      "type": r["visit_type"], "cra": r["cra"], "hours": num(r["hrs_on_site"]), "findings": num(r["findings"]),
      "cost": digits(r["travel_cost"])} for r in records(HERE, "site_visits.csv")]
for r in V: r["year"] = str(r["date"].year)
triples, quintuples = graphs(HERE, "clinicaltrials")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
by = {r["trial"]: r for r in T}

# the four files agree with one another
assert len(by) == len(T) and {r["trial"] for r in V} <= set(by)
assert all([f[2] for f in now("has_status", r["trial"])] == [r["status"]] for r in T)
assert all(facts("has_status", r["trial"])[0][3] == r["start"] for r in T if r["start"])
assert {r["site"] for r in V} | {f[2] for f in facts("works_at")} <= heads("located in")
assert {r["pi"] for r in T} - {""} == heads("specialises in") == {f[0] for f in facts("works_at")}
assert heads("tests drug") == set(by) and {r["sponsor"] for r in T} <= heads("headquartered in")
assert {r["cra"] for r in V} == {f[0] for f in facts("reports_to")} == {f[0] for f in facts("based_in")}


def rows(table, **want): return [r for r in table if all(r[k] == v for k, v in want.items())]


def amount(table, v): return sum(known(table, v))


def names(found, key="trial"): return [r[key] for r in found]


def place(x): return one(out(x, "located in"))


def full_months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)


# lookup
q("lookup", "budget of SILKROAD?", "number", by["SILKROAD"]["budget"], "Budget (EUR) of SILKROAD")
q("lookup", "Who is the principal investigator of the KESTREL trial?", "values", by["KESTREL"]["pi"], "PI of KESTREL")
q("lookup", "when did freshwind start", "values", by["FRESHWIND"]["start"], "Start date of FRESHWIND")
q("lookup", "I have a report numbered V058 on my desk. Which site was that visit at?", "values",
  one(rows(V, no="V058"))["site"], "site of V058")

# filter_list
q("filter_list", "phase I trials that are recruiting", "values", names(rows(T, phase="I", status="Recruiting")),
  "Phase I and Status Recruiting")
q("filter_list", "Which trials plan for more than 600 patients and have a budget above 5 million euros?", "values",
  names(r for r in T if r["planned"] > 600 and (r["budget"] or 0) > 5e6), "Planned pts > 600 and Budget > 5,000,000")
q("filter_list", "sites dermot hayes went to in 2024", "values", names(rows(V, cra="Dermot Hayes", year="2024"), "site"),
  "sites of the visits of 2024 by Dermot Hayes")
q("filter_list", "Please list the visit numbers of all visits that lasted no more than 3 hours but still turned up "
  "10 or more findings.", "values",
  names((r for r in V if r["hours"] <= 3 and (r["findings"] or 0) >= 10), "no"), "hrs_on_site <= 3 and findings >= 10")

# count
q("count", "how many completed trials do we have?", "number", len(rows(T, status="Completed")), "Status Completed")
q("count", "number of close-out visits in 2023", "number", len(rows(V, type="Close-out", year="2023")),
  "visit_type Close-out in 2023")
q("count", "How many different sites has Chiara Bellini visited?", "number",
  distinct(V, "cra", "site")["Chiara Bellini"], "different sites of her visits")
q("count", "How many trials in migraine or COPD were started after 1 January 2022?", "number",
  len([r for r in T if r["ind"] in ("Migraine", "COPD") and r["start"] and r["start"] > date(2022, 1, 1)]),
  "Indication one of the two, Start date later")

# sum
q("sum", "total travel cost in 2024?", "number", total(rows(V, year="2024"), "cost"), "travel_cost of visits of 2024")
q("sum", "How many patients have been enrolled across all the trials sponsored by Tresco Vaccines?", "number",
  amount(rows(T, sponsor="Tresco Vaccines"), "enrolled"), "Enrolled added up for the sponsor")
q("sum", "hours spent on site at Oudegracht Clinic, monitoring visits only", "number",
  amount(rows(V, site="Oudegracht Clinic", type="Monitoring"), "hours"), "hrs_on_site added up")
q("sum", "add up the budgets of the psoriasis trials pls (one of them has none yet, leave it out)", "number",
  amount(rows(T, ind="Psoriasis"), "budget"), "known budgets of Psoriasis trials")
assert len(known(rows(T, ind="Psoriasis"), "budget")) == len(rows(T, ind="Psoriasis")) - 1

# average
q("average", "average travel cost of a close-out visit?", "number", mean(rows(V, type="Close-out"), "cost"),
  "mean of the known travel costs")
q("average", "What is the mean number of planned patients in the phase III trials that are already "
  "completed?", "number", mean(rows(T, phase="III", status="Completed"), "planned"),
  "mean Planned pts of Phase III and Completed")
q("average", "on avg how many findigns per monitoring visit at Lindenhof Klinikum", "number",
  mean(rows(V, site="Lindenhof Klinikum", type="Monitoring"), "findings"), "mean findings of these visits, all known")
assert None not in names(rows(V, site="Lindenhof Klinikum", type="Monitoring"), "findings")

# min_max
q("min_max", "lowest trial budget in euros?", "number", min(known(T, "budget")), "smallest Budget (EUR)")
q("min_max", "What is the highest number of findings Emma Lindqvist wrote up in a single visit?", "number",
  max(known(rows(V, cra="Emma Lindqvist"), "findings")), "largest findings of her visits")
q("min_max", "date of our last visit to kelvin park hospital", "values",
  max(known(rows(V, site="Kelvin Park Hospital"), "date")), "latest visit_date at the site")

# superlative
q("superlative", "Which trial has the biggest budget?", "values",
  best({r["trial"]: r["budget"] for r in T if r["budget"]}), "largest Budget (EUR)")
q("superlative", "Which CRA spent the most hours on site in 2023?", "values",
  best(sums(rows(V, year="2023"), "cra", "hours")), "largest sum of hrs_on_site in 2023")
q("superlative", "site with the most findings in total", "values", best(sums(V, "site", "findings")),
  "largest sum of findings")
q("superlative", "I want to know which of the trials now recruiting is furthest behind. Which one has enrolled the "
  "smallest share of its planned patients?", "values",
  best({r["trial"]: r["enrolled"] / r["planned"] for r in rows(T, status="Recruiting")}, low=True),
  "smallest Enrolled / Planned pts among Recruiting")

# top_k
q("top_k", "top 3 trials by enrollment", "values",
  best({r["trial"]: r["enrolled"] for r in T if r["enrolled"] is not None}, 3), "three largest Enrolled")
q("top_k", "Which two CRAs ran up the highest travel costs overall?", "values", best(sums(V, "cra", "cost"), 2),
  "two largest sums of travel_cost")
q("top_k", "the three sites we go to most often", "values", best(Counter(names(V, "site")), 3),
  "three largest numbers of visits")

# comparison
visits_of = Counter(names(V, "cra"))
q("comparison", "Who has made more visits, Ruth Callaghan or Emma Lindqvist?", "values",
  best({k: visits_of[k] for k in ("Ruth Callaghan", "Emma Lindqvist")}), "larger number of visits")
q("comparison", "bigger budget: LOWTIDE or STEADYBEAT?", "values",
  best({k: by[k]["budget"] for k in ("LOWTIDE", "STEADYBEAT")}), "larger Budget (EUR)")
q("comparison", "nightingale vs silkroad, which one has signed up more patients so far", "values",
  best({k: by[k]["enrolled"] for k in ("NIGHTINGALE", "SILKROAD")}), "larger Enrolled")

# difference
found = sums(V, "site", "findings")
q("difference", "How many more findings were there at Hôpital Sainte-Amélie than at Lindenhof Klinikum, all visits "
  "together?", "number", found["Hôpital Sainte-Amélie"] - found["Lindenhof Klinikum"], "difference of sums of findings")
q("difference", "difference between planned and enrolled pts for FLEXION", "number",
  by["FLEXION"]["planned"] - by["FLEXION"]["enrolled"], "Planned pts minus Enrolled")
q("difference", "How much more was spent on travel in 2022 than in 2023?", "number",
  total(rows(V, year="2022"), "cost") - total(rows(V, year="2023"), "cost"), "difference of sums of travel_cost")

# percent
q("percent", "% of visits that were monitoring visits?", "number", share(V, lambda r: r["type"] == "Monitoring"),
  "Monitoring among all visits")
q("percent", "What percentage of all travel costs comes from visits by Piotr Wolski?", "number",
  100 * amount(rows(V, cra="Piotr Wolski"), "cost") / amount(V, "cost"), "his travel_cost of all travel_cost")
q("percent", "what share of the phase III trials is completed, in percent", "number",
  share(rows(T, phase="III"), lambda r: r["status"] == "Completed"), "Completed among Phase III")

# group_by
q("group_by", "visits per year", "table", Counter(names(V, "year")), "number of visits by year of visit_date")
q("group_by", "Show me the number of trials for each status.", "table", Counter(names(T, "status")),
  "number of trials by Status")
q("group_by", "averge travel cost by type of visit", "table", means(V, "type", "cost"),
  "mean of known travel_cost by visit_type")
q("group_by", "I need the enrolled patients added up per sponsor. Can you make me a table?", "table",
  sums(T, "sponsor", "enrolled"), "sum of Enrolled by Sponsor")

# group_superlative
q("group_superlative", "For each phase, which trial has the highest budget?", "table",
  {k: one(best({r["trial"]: r["budget"] for r in g if r["budget"]})) for k, g in group(T, itemgetter("phase")).items()},
  "largest Budget (EUR) by Phase")
q("group_superlative", "site with most findings in each year", "table",
  {k: one(best(sums(g, "site", "findings"))) for k, g in group(V, itemgetter("year")).items()},
  "largest sum of findings by year")
q("group_superlative", "biggest trial of every sponsor, going by planned patients", "table",
  {k: one(best({r["trial"]: r["planned"] for r in g})) for k, g in group(T, itemgetter("sponsor")).items()},
  "largest Planned pts by Sponsor")

# yes_no
q("yes_no", "Is MERIDIAN still recruiting?", "boolean", by["MERIDIAN"]["status"] == "Recruiting", "Status of MERIDIAN")
q("yes_no", "did katie moss ever go to AZ Portus", "boolean", bool(rows(V, cra="Katie Moss", site="AZ Portus")),
  "any visit of hers to the site")
q("yes_no", "Do all of the phase IV trials have more than 250 patients enrolled?", "boolean",
  all(r["enrolled"] > 250 for r in rows(T, phase="IV")), "every Enrolled of Phase IV > 250")

# negation
q("negation", "Which of the trials sponsored by Helmgate Oncology are not completed?", "values",
  names(r for r in rows(T, sponsor="Helmgate Oncology") if r["status"] != "Completed"), "Status other than Completed")
q("negation", "sites Ruth Callaghan has never visited", "values",
  set(names(V, "site")) - set(names(rows(V, cra="Ruth Callaghan"), "site")), "all sites less hers")
assert set(names(V, "site")) == {h for h in heads("located in") if place(h) and h in {f[2] for f in facts("works_at")}}
q("negation", "how many visits in 2024 ended without a single finding?", "number",
  len(rows(V, year="2024", findings=0)), "findings 0 in 2024")
assert None not in names(rows(V, year="2024"), "findings")
q("negation", "Which of the completed trials never went through a follow-up phase?", "values",
  [f[0] for f in now("has_status", tail="Completed") if not facts("has_status", f[0], "Follow-up")],
  "completed now, no Follow-up status before")

# time_point
q("time_point", "who owned Novaquil in 2020?", "values", [f[2] for f in in_year("owned_by", 2020, "Novaquil")],
  "owned_by in 2020")
q("time_point", "where did Henrik Solberg work in june 2021", "values",
  robust([f[2] for f in at("works_at", date(2021, 6, 1), "Henrik Solberg")],
         [f[2] for f in at("works_at", date(2021, 6, 30), "Henrik Solberg")]), "works_at in that month")
q("time_point", "Which trials were on hold on 1 January 2022?", "values",
  [f[0] for f in at("has_status", date(2022, 1, 1), tail="On hold")], "has_status On hold on the day")
q("time_point", "Who sat on the Vaccine Advisory Panel at the end of 2021?", "values",
  [f[0] for f in at("member_of", date(2021, 12, 31), tail="Vaccine Advisory Panel")], "member_of on 2021-12-31")

# before_after
q("before_after", "Who was chief medical officer of Novaquil before Margit Haas?", "values",
  step(facts("chief_medical_officer_of", tail="Novaquil"), 0, "Margit Haas", -1), "the one before her at Novaquil")
q("before_after", "priya raman - where did she go after Airedale Cross Infirmary?", "values",
  step(facts("works_at", "Priya Raman"), 2, "Airedale Cross Infirmary", 1), "next works_at")
q("before_after", "Who joined the Island Ethics Committee after Tomás Quill had joined it?", "values",
  [f[0] for f in facts("member_of", tail="Island Ethics Committee")
   if f[3] > one(facts("member_of", "Tomás Quill", "Island Ethics Committee"))[3]], "member_of with a later start")
q("before_after", "visit numbers after 1 april 2025", "values",
  names((r for r in V if r["date"] > date(2025, 4, 1)), "no"), "visit_date later")
assert not rows(V, date=date(2025, 4, 1))

# duration
q("duration", "How many full years was Owen Tregear chief medical officer of Tresco Vaccines?", "number",
  lasted(one(facts("chief_medical_officer_of", "Owen Tregear", "Tresco Vaccines"))), "full years from start to end")
q("duration", "how long did Yusuf Demir stay at Oudegracht Clinic, in whole years", "number",
  lasted(one(facts("works_at", "Yusuf Demir", "Oudegracht Clinic"))), "full years from start to end")
hold = one(facts("has_status", "ROSALIND", "On hold"))
q("duration", "For how many full months was the ROSALIND trial on hold?", "number",
  robust(full_months(hold[3], hold[4]), full_months(hold[3], hold[4] + timedelta(days=1))),
  "full months from start to end of On hold")
q("duration", "how many days from the start of BREEZE-1 to the start of BREEZE-2?", "number",
  (by["BREEZE-2"]["start"] - by["BREEZE-1"]["start"]).days, "days from one Start date to the other")

# multi_hop
q("multi_hop", "In which country does the maker of cardolane have its headquarters?", "values",
  place(one(out(one(out("cardolane", "made by")), "headquartered in"))), "made by, headquartered in, located in")
q("multi_hop", "trials testing a monoclonal antibody", "values",
  [t for d in inn("monoclonal antibody", "belongs to class") for t in inn(d, "tests drug")],
  "drugs of the class, trials that test them")
q("multi_hop", "which investigators did their training in Bristol", "values",
  [p for u in inn("Bristol", "located in") for p in inn(u, "trained at")], "trained at what is located in Bristol")
q("multi_hop", "Henrik Solberg has moved. What country is he working in now?", "values",
  place(place(one(now("works_at", "Henrik Solberg"))[2])), "works_at now, located in twice")

# cross_source
q("cross_source", "How many initiation visits have been made to sites in the United Kingdom since the start "
  "of 2023?", "number",
  len([r for r in rows(V, type="Initiation") if r["date"] >= date(2023, 1, 1)
       and place(place(r["site"])) == "United Kingdom"]), "visits from 2023 whose site is in a city of the country")
q("cross_source", "patients enrolled in trials of drugs from Zellbach Biotech, total", "number",
  amount([by[t] for d in inn("Zellbach Biotech", "made by") for t in inn(d, "tests drug")], "enrolled"),
  "Enrolled of trials that test a drug made by it")
q("cross_source", "Which trials have a principal investigator who currently works at St. Brannoc's Hospital?", "values",
  names(r for r in T if r["pi"] in {f[0] for f in now("works_at", tail="St. Brannoc's Hospital")}),
  "PI among those who work there now")
q("cross_source", "What are the total travel costs of the CRAs who currently report to Oscar Nyberg?", "number",
  total([r for r in V if r["cra"] in {f[0] for f in now("reports_to", tail="Oscar Nyberg")}], "cost"),
  "travel_cost of those who report to him now")

# missing
q("missing", "Which trials have no budget entered?", "values", names(rows(T, budget=None)), "Budget (EUR) empty")
q("missing", "trials w/o a PI", "values", names(rows(T, pi="")), "PI empty")
q("missing", "For how many visits is the travel cost left blank?", "number", len(rows(V, cost=None)),
  "travel_cost empty")

# unanswerable
q("unanswerable", "How many patients dropped out of BREEZE-2?", "refuse", [], "no drop-outs in the data")
q("unanswerable", "what does emma lindqvist earn?", "refuse", [], "no salaries in the data")
q("unanswerable", "Which site has enrolled the most patients?", "refuse", [], "enrolment is not kept by site")
assert not facts("chief_medical_officer_of", tail="Caldwell Biosciences")
q("unanswerable", "Who was the chief medical officer of Caldwell Biosciences in 2022?", "refuse", [],
  "no chief medical officer of Caldwell Biosciences in the data")
q("unanswerable", "side effects reported for tamirelib", "refuse", [], "no side effects in the data")

finish(HERE, Q)
