"""Computes every answer of the 'nursinghomes' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("nursinghomes", Q)

res = [{"name": r["Resident"], "home": r["Home"], "age": num(r["Age"]), "care": r["Care Type"],
        "in": day(r["Admitted"], "%d/%m/%Y"), "fee": num(r["Weekly Fee (£)"]), "fund": r["Funding"],
        "deposit": num(r["Deposit (£)"]), "kw": r["Key Worker"]} for r in records(HERE, "resident_fees.csv")]
ins = [{"id": r["inspection_id"], "date": iso(r["inspected_on"]), "year": int(r["inspected_on"][:4]), "home": r["home"],
        "by": r["inspector"], "rating": r["overall_rating"], "issues": num(r["issues_found"]),
        "present": num(r["residents_present"]), "due": iso(r["follow_up_due"]), "fine": digits(r["fine"])}
       for r in records(HERE, "inspections.csv")]
K, T = graphs(HERE, "nursinghomes")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
R = {r["name"]: r for r in res}
homes = heads("located_in")
RI = "Requires Improvement"

# the four files go together
assert homes == {r["home"] for r in res} == {r["home"] for r in ins} and len(R) == len(res)
assert {(f[0], f[2]) for f in now("owned_by")} == {(h, t) for h, x, t in K if x == "owned_by"}
assert {(h, t) for h, x, t in K if x == "works_at"} == {(f[0], f[2]) for f in now("works_at")}
assert all(R[f[0]]["home"] == f[2] and R[f[0]]["in"] == f[3] for f in now("lives_at"))
assert all(not r["kw"] or r["home"] in out(r["kw"], "works_at") for r in res)
assert all(r["home"] in out(r["name"], "chairs_committee_of") for r in res if out(r["name"], "chairs_committee_of"))
assert {i["by"] for i in ins} == heads("based_in")


def of(rows, **want): return [r for r in rows if all(r[k] == v for k, v in want.items())]
def names(rows, k="name"): return [r[k] for r in rows]
def top(rows, k): return one(best({r["name"]: r[k] for r in rows}))
def area(c): return {h for t in inn(c, "in_county") for h in inn(t, "located_in")}


# lookup
q("lookup", "weekly fee for Muriel Chubb?", "number", R["Muriel Chubb"]["fee"], "her row of the fees")
q("lookup", "Who is Ralph Vincent's key worker?", "values", R["Ralph Vincent"]["kw"], "his row of the fees")
q("lookup", "which doctors surgery looks after the people at Priory Park", "values", one(out("Priory Park", "gp_surgery")), "gp_surgery")
q("lookup", "I have inspection report IR2112 in front of me. Which home is it about?", "values",
  one(of(ins, id="IR2112"))["home"], "home of the row with that id")

# filter_list
q("filter_list", "List the dementia care residents of Briar Lodge whose weekly fee is above £1,200.", "values",
  names(r for r in of(res, home="Briar Lodge", care="Dementia") if r["fee"] > 1200), "home, care type and fee")
q("filter_list", "homes with a hair salon", "values", inn("hair salon", "has_facility"), "has_facility")
q("filter_list", "Which self-funded residents are older than 85 and live at Gorse Hill, The Willows or Kestrel View?", "values",
  names(r for r in of(res, fund="Self-funded") if r["age"] > 85 and r["home"] in ("Gorse Hill", "The Willows", "Kestrel View")),
  "funding, age and home")
q("filter_list", "desmond pike's inspections that came out as requires improvement, just the report ids", "values",
  names(of(ins, by="Desmond Pike", rating=RI), "id"), "inspector and rating")

# count
q("count", "how many residents are in nursing care?", "number", len(of(res, care="Nursing")), "rows of that care type")
q("count", "How many inspections in 2023 and 2024 found more than ten issues?", "number",
  robust(*(sum(i["year"] in (2023, 2024) and i["issues"] > n for i in ins) for n in (10, 9))), "year and issues")
q("count", "How many residents who were admitted during 2023 have council funding?", "number",
  sum(r["in"].year == 2023 for r in of(res, fund="Council")), "funding and year of admission")
q("count", "how many cooks do we have across all the homes", "number", len(inn("Cook", "has_role")), "has_role Cook")

# sum
q("sum", "total weekly fees at The Willows?", "number", total(of(res, home="The Willows"), "fee"), "sum of the fees of the home")
q("sum", "How much have the homes been fined altogether?", "number", total(ins, "fine"), "sum of all fines")
q("sum", "add up the issues found at Larchwood since the start of 2023", "number",
  total([i for i in of(ins, home="Larchwood") if i["year"] >= 2023], "issues"), "its inspections of 2023 and later")
q("sum", "What do the deposits of all self-funded residents in residential care come to?", "number",
  total(of(res, fund="Self-funded", care="Residential"), "deposit"), "sum of their deposits")

# average
q("average", "avg age of dementia residents", "number", mean(of(res, care="Dementia"), "age"), "mean age of that care type")
q("average", "How many issues does an inspection of Kestrel View find on average?", "number",
  mean(of(ins, home="Kestrel View"), "issues"), "mean of issues over its inspections")
q("average", "What is the average weekly fee of council-funded residents aged over 85 who are not in nursing care?", "number",
  mean([r for r in of(res, fund="Council") if r["age"] > 85 and r["care"] != "Nursing"], "fee"), "mean fee of three conditions")
q("average", "average deposit at Ashgrove House? leave out people with no deposit on record", "number",
  mean(of(res, home="Ashgrove House"), "deposit"), "mean of the known deposits")

# min_max
q("min_max", "lowest weekly fee anyone is charged?", "number", min(known(res, "fee")), "smallest fee")
q("min_max", "What was the largest fine ever given to a home after an inspection?", "number", max(known(ins, "fine")), "largest fine")
q("min_max", "how old is the oldest resident of priory park", "number", max(known(of(res, home="Priory Park"), "age")), "largest age there")

# superlative
q("superlative", "Which home had the most issues in a single inspection?", "values",
  one(of(ins, id=one(best({i["id"]: i["issues"] for i in ins}))))["home"], "home of the row with most issues")
q("superlative", "which resident gets charged most per week", "values", top(res, "fee"), "largest fee")
q("superlative", "Looking at inspections from 2022 onwards, which inspector carried out the most?", "values",
  one(best(Counter(i["by"] for i in ins if i["year"] >= 2022))), "count by inspector from 2022")

# top_k
q("top_k", "top 3 nursing care residents by weekly fee", "values", best({r["name"]: r["fee"] for r in of(res, care="Nursing")}, 3), "three largest fees")
q("top_k", "Give me the ids of the five inspections with the most issues found.", "values",
  best({i["id"]: i["issues"] for i in ins}, 5), "five largest numbers of issues")
q("top_k", "whats the 3 dearest homes going by average weekly fee", "values", best(means(res, "home", "fee"), 3), "three largest mean fees")

# comparison
q("comparison", "who's older, Percy Notley or Hector Legg?", "values",
  one(best({n: R[n]["age"] for n in ("Percy Notley", "Hector Legg")})), "their ages")
q("comparison", "Which of the two has the higher average weekly fee, Briar Lodge or Millbrook Lodge?", "values",
  one(best({h: mean(of(res, home=h), "fee") for h in ("Briar Lodge", "Millbrook Lodge")})), "their mean fees")
q("comparison", "Larchwood or Cedar Court, who got fined more money in total", "values",
  one(best({h: total(of(ins, home=h), "fine") for h in ("Larchwood", "Cedar Court")})), "their sums of fines")

# difference
q("difference", "difference in weekly fee between Rita Stuckey and Phyllis Ives", "number",
  abs(R["Rita Stuckey"]["fee"] - R["Phyllis Ives"]["fee"]), "one fee less the other")
q("difference", "How many more inspections were rated Good than Requires Improvement?", "number",
  len(of(ins, rating="Good")) - len(of(ins, rating=RI)), "count less count")
q("difference", "On average, how much more per week do we charge for nursing care than for residential care?", "number",
  mean(of(res, care="Nursing"), "fee") - mean(of(res, care="Residential"), "fee"), "mean fee less mean fee")

# percent
q("percent", "what % of residents are self fundd", "number", share(res, lambda r: r["fund"] == "Self-funded"), "share of rows")
q("percent", "What percentage of the inspections carried out since the beginning of 2021 were rated Outstanding?", "number",
  share([i for i in ins if i["year"] >= 2021], lambda i: i["rating"] == "Outstanding"), "share of the rows from 2021")
q("percent", "Gorse Hill: share of its residents in dementia care, in percent", "number",
  share(of(res, home="Gorse Hill"), lambda r: r["care"] == "Dementia"), "share of the rows of the home")
q("percent", "What percent of our total weekly fee income comes from residents in nursing care?", "number",
  100 * total(of(res, care="Nursing"), "fee") / total(res, "fee"), "sum of their fees by the sum of all fees")

# group_by
q("group_by", "number of residents per home", "table", Counter(names(res, "home")), "rows by home")
q("group_by", "Show me the average weekly fee by type of care.", "table", means(res, "care", "fee"), "mean fee by care type")
q("group_by", "issues found each year, all inspections added together", "table", sums(ins, "year", "issues"), "sum of issues by year")

# group_superlative
q("group_superlative", "oldest resident for each care type", "table",
  {c: top(g, "age") for c, g in group(res, itemgetter("care")).items()}, "largest age by care type")
q("group_superlative", "For every kind of funding, which resident has the highest weekly fee?", "table",
  {c: top(g, "fee") for c, g in group(res, itemgetter("fund")).items()}, "largest fee by funding")
q("group_superlative", "per year, which home had the worst inspection (most issues found)", "table",
  {y: one(of(g, id=one(best({i["id"]: i["issues"] for i in g}))))["home"] for y, g in group(ins, itemgetter("year")).items()},
  "row with most issues by year")

# yes_no
q("yes_no", "is there a hydrotherapy pool at Kestrel View?", "boolean", "hydrotherapy pool" in out("Kestrel View", "has_facility"), "has_facility")
q("yes_no", "Has Dovecote Manor ever been rated Requires Improvement?", "boolean", of(ins, home="Dovecote Manor", rating=RI), "its inspections")
q("yes_no", "any respite residents at larchwood at the moment", "boolean", of(res, home="Larchwood", care="Respite"), "rows of home and care type")

# negation
q("negation", "Which homes have no garden?", "values", homes - inn("garden", "has_facility"), "homes less those with that facility")
q("negation", "kestrel view residnets who are not in dementia care", "values",
  names(r for r in of(res, home="Kestrel View") if r["care"] != "Dementia"), "home and another care type")
q("negation", "homes that never got an Outstanding", "values", homes - set(names(of(ins, rating="Outstanding"), "home")), "homes less those so rated")
q("negation", "Which self-funded residents of Ashgrove House or Larchwood get a type of care other than residential?", "values",
  names(r for r in of(res, fund="Self-funded") if r["home"] in ("Ashgrove House", "Larchwood") and r["care"] != "Residential"),
  "funding, home and another care type")

# missing
q("missing", "Which residents have no key worker?", "values", names(of(res, kw="")), "empty key worker")
q("missing", "ids of inspections where nobody filled in how many residents were present", "values",
  names(of(ins, present=None), "id"), "empty residents_present")
q("missing", "I need to chase some paperwork. Which Requires Improvement inspections (report ids) lack a follow-up date?", "values",
  names(of(ins, rating=RI, due=None), "id"), "rating and empty follow_up_due")

# time_point
q("time_point", "Who managed Briar Lodge in March 2015?", "values",
  robust(names(at("manager_of", date(2015, 3, 1), tail="Briar Lodge"), 0), names(at("manager_of", date(2015, 3, 31), tail="Briar Lodge"), 0)),
  "manager_of at that time")
q("time_point", "owner of larchwood as of 1 jan 2018", "values", names(at("owned_by", date(2018, 1, 1), "Larchwood"), 2), "owned_by on that day")
q("time_point", "Which homes were closed for refurbishment at some point during 2016 or 2017?", "values",
  names(in_year("has_status", 2016, tail="closed for refurbishment") + in_year("has_status", 2017, tail="closed for refurbishment"), 0),
  "has_status in these years")
q("time_point", "Who was the chief executive of Harbourstone Care Group in 2019?", "values",
  names(in_year("chief_executive_of", 2019, tail="Harbourstone Care Group"), 0), "chief_executive_of in that year")

# before_after
q("before_after", "manager of Millbrook Lodge right before Imran Sheikh?", "values",
  step(facts("manager_of", tail="Millbrook Lodge"), 0, "Imran Sheikh", -1), "the fact before his")
q("before_after", "simon quayle left brightwater trust. who took over as chief exec", "values",
  step(facts("chief_executive_of", tail="Brightwater Trust"), 0, "Simon Quayle", 1), "the fact after his")
q("before_after", "Who owned St Brannock's before Tamar Valley Homes?", "values",
  step(facts("owned_by", "St Brannock's"), 2, "Tamar Valley Homes", -1), "the fact before theirs")
q("before_after", "Which people started as manager of a home after 1 January 2023?", "values",
  names((f for f in facts("manager_of") if f[3] > date(2023, 1, 1)), 0), "manager_of that starts later")

# duration
q("duration", "How many full years did Bernard Coyle run Dovecote Manor as its manager?", "number",
  lasted(one(facts("manager_of", "Bernard Coyle", "Dovecote Manor"))), "end less start of manager_of")
i = one(i for i in of(ins, home="Millbrook Lodge") if i["date"] == date(2022, 10, 13))
q("duration", "Millbrook Lodge was inspected on 13 October 2022. How many days later was the follow-up due?", "number",
  (i["due"] - i["date"]).days, "follow_up_due less inspected_on")
f = one(facts("has_status", "Gorse Hill", "closed for refurbishment"))
q("duration", "for how many whole months was gorse hill shut for refurbishement", "number",
  robust(*((e.year - f[3].year) * 12 + e.month - f[3].month - (e.day < f[3].day) for e in (f[4], f[4] + timedelta(1)))), "end less start of the status")
q("duration", "Colin Yelland as chief executive of Tamar Valley Homes - how many complete years was that?", "number",
  lasted(one(facts("chief_executive_of", "Colin Yelland", "Tamar Valley Homes"))), "end less start of the post")

# multi_hop
q("multi_hop", "which homes are in Dorset?", "values", area("Dorset"), "in_county, then located_in")
q("multi_hop", "Who founded the company that owns Briar Lodge?", "values", one(out(one(out("Briar Lodge", "owned_by")), "founded_by")), "owned_by, then founded_by")
q("multi_hop", "Which senior carers work at a home in Somerset?", "values",
  {s for h in area("Somerset") for s in inn(h, "works_at")} & inn("Senior Carer", "has_role"), "county, homes, their staff of that role")
q("multi_hop", "homes whose owner is a charity", "values", {h for o in inn("charity", "legal_form") for h in inn(o, "owned_by")}, "legal_form, then owned_by")

# cross_source
q("cross_source", "average weekly fee in the Devon homes", "number", mean([r for r in res if r["home"] in area("Devon")], "fee"), "county of the home, then fees")
i = one(of(ins, home="Elmfield Rest Home", rating="Inadequate"))
q("cross_source", "Who was managing Elmfield Rest Home when it was inspected and rated Inadequate?", "values",
  names(at("manager_of", i["date"], tail=i["home"]), 0), "manager on the day of that inspection")
q("cross_source", "How many self-funded residents have a registered nurse as their key worker?", "number",
  sum(r["kw"] in inn("Registered Nurse", "has_role") for r in of(res, fund="Self-funded")), "funding, and role of the key worker")
sold = {f[0] for f in facts("owned_by") if f[3].year >= 2019}
assert all(len(facts("owned_by", h)) > 1 for h in sold)
q("cross_source", "Some homes got a new owner in 2019 or later. Which residents over 90 live in one of those homes now?", "values",
  names(r for r in res if r["age"] > 90 and r["home"] in sold), "homes of owned_by from 2019, then age")

# unanswerable
q("unanswerable", "How many beds does Dovecote Manor have?", "refuse", [], "no number of beds anywhere")
q("unanswerable", "what salary is Chloe Bannerman on", "refuse", [], "no pay of staff")
q("unanswerable", "phone number of Hawthorn Grange?", "refuse", [], "no phone numbers")
q("unanswerable", "Which residents have been diagnosed with Parkinson's?", "refuse", [], "no diagnoses")
q("unanswerable", "What price did Brightwater Trust pay when it took over Hawthorn Grange in 2021?", "refuse", [], "no prices of ownerships")

finish(HERE, Q)
