"""Computes every answer of the 'repairs' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains

Q = []
q = asking("repairs", Q)

P = records(HERE, "properties.csv")
for p in P:
    p["beds"] = int(p["Beds"])
    p["rent"] = num(p["Weekly Rent (GBP)"])
    p["start"] = day(p["Tenancy Start"], "%d/%m/%Y")
ref = {p["Prop Ref"]: p for p in P}
assert len({p["Address"] for p in P}) == len(P)
J = records(HERE, "jobs.csv")
for j in J:
    j["£"] = digits(j["cost"])
    j["hrs"] = num(j["labour_hrs"])
    j["rating"] = num(j["tenant_rating"])
    j["on"], j["done"] = iso(j["date_reported"]), iso(j["date_completed"])
    j["days"] = (j["done"] - j["on"]).days if j["done"] else None
    j["address"] = ref[j["prop_ref"]]["Address"]
    j["estate"] = ref[j["prop_ref"]]["Estate"]
    assert (j["done"] is None) == (j["status"] != "Completed")
K, T = graphs(HERE, "repairs")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
job = {j["job_no"]: j for j in J}
home = {p["Address"]: p for p in P}
def jobs(**kw): return [j for j in J if all(j[k] == v for k, v in kw.items())]
def homes(**kw): return [p for p in P if all(p[k] == v for k, v in kw.items())]
def year(rows, y): return [j for j in rows if j["on"].year == y]
def within(rows, a, b): return [j for j in rows if iso(a) <= j["on"] <= iso(b)]
def counts(rows, key): return {k: len(g) for k, g in group(rows, itemgetter(key)).items()}
def change(a, b): return 100 * (b - a) / a
allrent = mean(P, "rent")

# looking up
q("lookup", "what's the weekly rent for 9 Rowan Close?", "number", home["9 Rowan Close"]["rent"], "rent of that address")
q("lookup", "who did job 70352", "values", job["70352"]["contractor"], "contractor of the job")
q("lookup", "Where is Tamar Glazing Co based?", "values", out("Tamar Glazing Co", "based_in"), "based_in in the graph")
q("lookup", "When did the current tenancy at 42 Weir View begin?", "values", home["42 Weir View"]["start"], "Tenancy Start of that address")
# lists
q("list", "Please give me the job numbers of all heating jobs reported in 2024 that cost more than £1,000.", "values",
  [j["job_no"] for j in year(jobs(trade="Heating"), 2024) if j["£"] and j["£"] > 1000], "trade, year and cost")
q("list", "bungalows with epc E, addresses", "values", [p["Address"] for p in homes(Type="Bungalow", EPC="E")], "type and EPC")
# counts
q("count", "how many jobs are still not completed?", "number", len([j for j in J if not j["done"]]), "no completion date")
q("count", "How many emergency plumbing jobs were reported in 2023?", "number",
  len(year(jobs(trade="Plumbing", priority="Emergency"), 2023)), "trade, priority and year")
# sums
q("sum", "total cost of roofing jobs", "number", total(jobs(trade="Roofing"), "£"), "sum of cost over roofing")
q("sum", "What is the total cost of Brackley Heating Services' jobs that were completed between 1 July 2023 and 31 December 2023?", "number",
  total([j for j in jobs(contractor="Brackley Heating Services") if j["done"] and iso("2023-07-01") <= j["done"] <= iso("2023-12-31")], "£"), "contractor and completion date")
# means
q("mean", "avg tenant rating for Quayside Electrical", "number", mean(jobs(contractor="Quayside Electrical"), "rating"), "mean of the known ratings")
q("mean", "Average cost of a damp and mould job?", "number", mean(jobs(trade="Damp & Mould"), "£"), "mean of the known costs")
# extremes
q("extreme", "most expensive job of all - give me the job number", "values", best({j["job_no"]: j["£"] for j in J if j["£"]}), "largest cost")
# top three
q("top", "top 3 contractors by total cost", "values", best(sums(J, "contractor", "£"), 3), "summed cost per contractor")
q("top", "I'm looking at our priciest homes. Which three addresses have the highest weekly rents?", "values",
  best({p["Address"]: p["rent"] for p in P}, 3), "largest rents")
# which has the most
q("most", "which estate has had the most repair jobs reported", "values", best(counts(J, "estate")), "rows per estate, linked by prop_ref")
q("most", "which adress has cost us the most in repairs overall?", "values", best(sums(J, "address", "£")), "summed cost per address")
# per
q("per", "number of jobs by trade", "table", counts(J, "trade"), "rows per trade")
q("per", "average weekly rent per estate", "table", means(P, "Estate", "rent"), "mean rent per estate")
q("per", "can you break down total spend by estate for jobs reported in 2024", "table",
  {k: total(g, "£") for k, g in group(year(J, 2024), itemgetter("estate")).items()}, "summed cost per estate, linked by prop_ref")
# months, quarters
q("month", "jobs reported per month, January to June 2023", "table",
  dict(Counter(j["on"].isoformat()[:7] for j in within(J, "2023-01-01", "2023-06-30"))), "rows per month")
q("month", "Show the repair costs by quarter for jobs reported in 2023.", "table",
  {k: total(g, "£") for k, g in group(year(J, 2023), lambda j: f"2023-Q{(j['on'].month + 2) // 3}").items()}, "summed cost per quarter")
# comparison, difference
el, pl = mean(jobs(trade="Electrical"), "£"), mean(jobs(trade="Plumbing"), "£")
q("compare", "which is dearer on average, an electrical job or a plumbing job?", "values", "Electrical" if el > pl else "Plumbing", "mean costs compared")
q("difference", "By how much does the average weekly rent of a house exceed that of a flat?", "number",
  mean(homes(Type="House"), "rent") - mean(homes(Type="Flat"), "rent"), "difference of mean rents")
# percent, growth
q("percent", "what % of all jobs were emergencies", "number", share(J, lambda j: j["priority"] == "Emergency"), "share of rows")
q("percent", "What percentage of the total repair cost went on Northgate Roofing?", "number",
  100 * total(jobs(contractor="Northgate Roofing"), "£") / total(J, "£"), "share of summed cost")
h1, h2 = within(J, "2023-01-01", "2023-06-30"), within(J, "2024-01-01", "2024-06-30")
q("growth", "By what percentage did the number of jobs reported rise from January-June 2023 to January-June 2024?", "number", change(len(h1), len(h2)), "change of counts")
# never, without
q("never", "which addresses have never had a repair logged?", "values", {p["Address"] for p in P} - {j["address"] for j in J}, "no row in jobs")
q("never", "Are there contractors that have held one of our contracts but don't appear on a single repair job? Which ones?", "values",
  {f[0] for f in facts("holds_contract")} - {j["contractor"] for j in J}, "holds_contract without a row in jobs")
# both
q("both", "Which properties have had both a roofing job and a heating job? Addresses please.", "values",
  {j["address"] for j in jobs(trade="Roofing")} & {j["address"] for j in jobs(trade="Heating")}, "addresses in both")
q("both", "estates with a play area and allotments", "values", inn("play area", "has_facility") & inn("allotments", "has_facility"), "both facilities")
q("both", "I need someone for boiler work. Which contractors are accredited by the Gas Safe Register and based in Harbury?", "values",
  inn("Gas Safe Register", "accredited_by") & inn("Harbury", "based_in"), "accreditation and town")
# before, after, at a time
q("before", "who managed Tollgate before Grace Okonkwo", "values", step(facts("manages", tail="Tollgate"), 0, "Grace Okonkwo", -1), "the fact before hers")
q("after", "Who took over Wharf Lane after Owen Castell?", "values", step(facts("manages", tail="Wharf Lane"), 0, "Owen Castell", 1), "the fact after his")
q("at", "Which contractor held the Electrical Testing Contract in May 2022?", "values",
  one({f[0] for f in robust(at("holds_contract", iso("2022-05-01"), tail="Electrical Testing Contract"), at("holds_contract", iso("2022-05-31"), tail="Electrical Testing Contract"))}), "the fact that holds then")
q("at", "what estates was Peter Lunn looking after on 1 March 2014", "values", {f[2] for f in at("manages", iso("2014-03-01"), head="Peter Lunn")}, "the facts that hold then")
# how long, first, last
q("long", "how many days did job 70324 take from being reported to completion?", "number", job["70324"]["days"], "days between the dates")
q("long", "on average how many days do routine jobs take to get finished?", "number", mean(jobs(priority="Routine"), "days"), "mean days of the completed ones")
q("long", "For how many full years did Ray Tolliver chair the St Aidan's Court Residents' Panel?", "number",
  lasted(one(facts("chairs", "Ray Tolliver", "St Aidan's Court Residents' Panel"))), "full years from start to end")
q("first", "first officer to manage Corbett Gardens?", "values", facts("manages", tail="Corbett Gardens")[0][0], "earliest fact")
q("last", "when was the last roofing job reported", "values", max(j["on"] for j in jobs(trade="Roofing")), "latest date")
q("between", "How many of our current tenancies started between 1 January 2020 and 31 December 2022?", "number",
  len([p for p in P if p["start"] and date(2020, 1, 1) <= p["start"] <= date(2022, 12, 31)]), "tenancy start within the dates")
# above the average, best of each
q("above", "Which estates have an average rent that is higher than the average rent of all our homes?", "values",
  having(means(P, "Estate", "rent"), lambda m: m > allrent), "mean per estate against the mean of all")
q("each", "for each estate, the address with the highest rent", "table",
  {e: one(best({p["Address"]: p["rent"] for p in g})) for e, g in group(P, itemgetter("Estate")).items()}, "largest rent of each estate")
# yes or no
q("yesno", "Has Oakes Drainage had more plumbing jobs than Pell & Sons?", "boolean",
  len(jobs(trade="Plumbing", contractor="Oakes Drainage")) > len(jobs(trade="Plumbing", contractor="Pell & Sons")), "counts compared")
q("yesno", "was every completed emergency job finished within 3 days of being reported", "boolean",
  all(j["days"] <= 3 for j in jobs(priority="Emergency") if j["done"]), "days of the completed emergency jobs")
q("all", "are all the homes at St Aidan's Court flats", "boolean", all(p["Type"] == "Flat" for p in homes(Estate="St Aidan's Court")), "type of each")
# linked
castle = inn("Castle Ward", "located_in_ward")
q("linked", "What have we spent on repairs on the estates in Castle Ward, in total?", "number",
  total([j for j in J if j["estate"] in castle], "£"), "ward -> estates -> properties -> cost")
q("linked", "How many jobs have gone to contractors that belong to the Merriden Group?", "number",
  len([j for j in J if j["contractor"] in inn("Merriden Group", "subsidiary_of")]), "group -> contractors -> jobs")
q("linked", "job 70632 - who was the housing officer managing that estate when it was reported?", "values",
  one(at("manages", job["70632"]["on"], tail=job["70632"]["estate"]))[0], "job -> estate -> officer on that day")
# missing
q("missing", "completed jobs with no cost entered, job nos pls", "values", [j["job_no"] for j in J if j["done"] and j["£"] is None], "empty cost")
# ratio, groups
q("ratio", "What's the ratio of total repair cost at Elmfield to total repair cost at Millbrook?", "number",
  total(jobs(estate="Elmfield"), "£") / total(jobs(estate="Millbrook"), "£"), "ratio of two sums")
q("groups", "Which addresses have had more than four jobs?", "values", having(counts(J, "address"), lambda n: n > 4), "rows per address")
q("groups", "contractors with an average tenant rating under 3.25?", "values", having(means(J, "contractor", "rating"), lambda m: m < 3.25), "mean of the known ratings per contractor")
q("groups", "Has anyone been managing director of two different contractors? Who?", "values",
  having({h: len({f[2] for f in facts("managing_director_of", h)}) for h in {f[0] for f in facts("managing_director_of")}}, lambda n: n == 2), "tails per head")
# no answer
q("refuse", "what's the phone number for Northgate Roofing", "refuse", [], "no phone numbers in the data")
q("refuse", "How much rent is in arrears on the Elmfield estate?", "refuse", [], "no arrears in the data")
q("refuse", "Who managed the Riverside estate in 2020?", "refuse", [], "no such estate")
q("refuse", "Which contractor completed the most repair jobs in 2019?", "refuse", [], "jobs start in 2023")
q("refuse", "who chairs the Tollgate tenants association", "refuse", [], "Tollgate has no association")
finish(HERE, Q)
