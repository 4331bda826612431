"""Computes every gold answer of the 'roadworks' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, kg, known, mean, means, num, one, records, share, step, sums,
    tkg, total)


V, N, B, T, X = "values", "number", "boolean", "table", "refuse"
ST, WT, CO = "STATUS", "Work type", "CONTRACTOR"
KG, TK = graphs(HERE, "roadworks")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
S, J = records(HERE, "road_sections.csv"), records(HERE, "repair_jobs.csv")
sec, job = {s["SectRef"]: s for s in S}, {j["Job no"]: j for j in J}
for s in S:
    s["ln"], s["width"], s["ci"], s["hgv"] = num(s["Len_km"]), num(s["Av. width (m)"]), num(s["Cond. idx (100=new)"]), num(s["HGV %"])
    s["a19"], s["a23"], s["mph"] = num(s["AADT 2019"]), num(s["AADT 2023 (veh/d)"]), num(s["Spd lim (mph)"])
for j in J:
    j["est"], j["fin"], j["nights"] = num(j["Est. (£k)"]), num(j["Final cost (£k)"]), num(j["night closures"])
    j["day"], j["start"], j["end"] = (day(j[c], "%d/%m/%Y") for c in ("ordered", "Start dt", "Compl. dt"))
    j["wait"] = (j["start"] - j["day"]).days if j["start"] else None
    j["over"] = j["fin"] - j["est"] if j["fin"] is not None else None
    j["area"], j["road"], j["funder"] = sec[j["sect_ref"]]["AREA"], sec[j["sect_ref"]]["Road No"], one(out(j["Bdgt"], "funded by"))
def refs(xs): return [s["SectRef"] for s in xs]
def nos(xs): return [j["Job no"] for j in xs]
def ndays(f): return (f[4] - f[3]).days
FIRMS, AE = heads("accredited for"), facts("area engineer of")
# the files agree with each other
assert len(sec) == len(S) and len(job) == len(J) and len(now("area engineer of")) == 5
assert {j[CO] for j in J} - {""} <= FIRMS
assert len({(s["Area Cd"], s["AREA"]) for s in S}) == 5
assert len({(j["Wk cd"], j[WT]) for j in J}) == len({j[WT] for j in J})
for f in FIRMS: assert out(f, "subsidiary of") == {x[2] for x in now("owned by", f)}, f
for s in S: assert inn(s["SectRef"], "diversion via") <= set(sec)

Q = []
q = asking("roadworks", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Which firm was given job RJ23-019?", V, job["RJ23-019"][CO], "repair_jobs: CONTRACTOR of RJ23-019")
q("lookup", "whats the speed limit on the sallowfield high street bit? in mph", N,
  one(s["mph"] for s in S if s["description"] == "Sallowfield High St"), "road_sections: Spd lim of the section described Sallowfield High St")
q("lookup", "What water flows under Packhorse Bridge?", V, out("Packhorse Bridge", "spans"), "KG spans")
q("lookup", "if we have to shut A4102/25, where do we send the traffic round", V, out("A4102/25", "diversion via"), "KG diversion via")
# ------------------------------------------------------------ filter_list
q("filter_list", "Please list the references of all class A sections whose condition index is below 50.", V,
  refs(s for s in S if s["Cl."] == "A" and s["ci"] < 50), "road_sections: Cl. A, Cond. idx < 50")
q("filter_list", "jobs that were delayed by weather AND ended up costing more than 100k. job nos please", V,
  nos(j for j in J if j["remarks"] == "weather delay" and (j["fin"] or 0) > 100), "repair_jobs: remarks weather delay, Final cost > 100 (£k); jobs without a final cost cannot count")
q("filter_list", "Which contractors are accredited for patching?", V, inn("Patching", "accredited for"), "KG accredited for, read backwards")
q("filter_list", "depots with a hot box?", V, inn("hot box", "keeps"), "KG keeps, read backwards")
# ------------------------------------------------------------ count
q("count", "How many road sections belong to the Coastal area?", N, sum(s["AREA"] == "Coastal" for s in S), "road_sections: AREA Coastal")
q("count", "how many jobs did we order in the whole of 2023", N, sum(j["day"].year == 2023 for j in J), "repair_jobs: ordered in 2023")
q("count", "On how many different sections has Whitelaw Bros completed at least one job?", N,
  len({j["sect_ref"] for j in J if j[CO] == "Whitelaw Bros" and j[ST] == "Completed"}), "repair_jobs: distinct sect_ref, Whitelaw Bros, Completed")
q("count", "C road sections with under 500 vehicles a day in the 23 count - how many are there", N,
  sum(s["Cl."] == "C" and s["a23"] is not None and s["a23"] < 500 for s in S), "road_sections: Cl. C, AADT 2023 < 500 (empty cells do not count)")
# ------------------------------------------------------------ sum
q("sum", "How many kilometres of road does the Moorside area look after altogether?", N, total([s for s in S if s["AREA"] == "Moorside"], "ln"), "road_sections: sum of Len_km, Moorside")
q("sum", "total bill for bridge repairs so far, in £k? skip the ones where the final figure isnt in yet", N,
  total([j for j in J if j[WT] == "Bridge repair"], "fin"), "repair_jobs: sum of Final cost, Bridge repair, empty left out")
q("sum", "For the police liaison meeting: please add up the night closures entered for all the jobs on the A617.", N,
  total([j for j in J if j["road"] == "A617"], "nights"), "repair_jobs: sum of night closures, sect_ref on Road No A617")
# ------------------------------------------------------------ average
q("average", "What is the average estimate of a surface dressing job, in thousand pounds?", N,
  mean([j for j in J if j[WT] == "Surface dressing"], "est"), "repair_jobs: mean Est., Surface dressing")
q("average", "avg lorry share in % over the b1193 sections", N, mean([s for s in S if s["Road No"] == "B1193"], "hgv"), "road_sections: mean HGV %, Road No B1193 (none empty)")
q("average", "After ordering a patching job, how many days do we wait on average until it starts? Leave out the jobs that have no start date.", N,
  mean([j for j in J if j[WT] == "Patching"], "wait"), "repair_jobs: mean of Start dt - ordered, Patching with a start date")
# ------------------------------------------------------------ min_max
q("min_max", "In the Vale area, what is the width in metres of the widest section?", N, max(s["width"] for s in S if s["AREA"] == "Vale"), "road_sections: max Av. width, Vale")
q("min_max", "lowest condtion score on any B road section?", N, min(s["ci"] for s in S if s["Cl."] == "B"), "road_sections: min Cond. idx, Cl. B")
q("min_max", "On what date did Steelbeck Bridgeworks start its very first job in our list?", V,
  min(known((j for j in J if j[CO] == "Steelbeck Bridgeworks"), "start")), "repair_jobs: earliest Start dt of the contractor")
# ------------------------------------------------------------ superlative
q("superlative", "Which section had the heaviest traffic in the 2023 count?", V, best({r: s["a23"] or 0 for r, s in sec.items()}), "road_sections: SectRef with the largest AADT 2023")
q("superlative", "priciest job of all going by what it really cost, just the job no", V, best({r: j["fin"] or 0 for r, j in job.items()}), "repair_jobs: largest Final cost")
q("superlative", "Which of our depots keeps the greatest variety of equipment?", V, best({d: len(out(d, "keeps")) for d in heads("keeps")}), "KG keeps, counted by depot")
q("superlative", "of the foremen we have today, whos been in the current post the longest", V,
  best({f[0]: f[3] for f in now("foreman at")}, low=True), "TKG: open foreman-at fact with the earliest start")
# ------------------------------------------------------------ top_k
q("top_k", "Which two jobs took the longest from start to completion?", V,
  best({r: j["end"] - j["start"] for r, j in job.items() if j["start"] and j["end"]}, 2), "repair_jobs: two largest Compl. dt - Start dt")
q("top_k", "4 worst sections by condition, refs only", V, best({r: s["ci"] for r, s in sec.items()}, 4, low=True), "road_sections: four smallest Cond. idx (100 = new)")
q("top_k", "Name the two contractors who appear most often in the job list.", V, best(Counter(j[CO] for j in J if j[CO]), 2), "repair_jobs: rows by CONTRACTOR, two largest")
# ------------------------------------------------------------ comparison
q("comparison", "Which one carried more vehicles per day in 2023, A4102/10 or A617/60?", V, best({r: sec[r]["a23"] for r in ("A4102/10", "A617/60")}), "road_sections: AADT 2023 of both")
q("comparison", "fenway or steelbeck - which came to its present owner first?", V,
  best({c: one(now("owned by", c))[3] for c in ("Fenway Drainage Co.", "Steelbeck Bridgeworks")}, low=True), "TKG: start of the open owned-by fact of both")
q("comparison", "Does Halberd Holdings or Corrigan Infrastructure Group have more subsidiaries among our contractors?", V,
  best({g: len(inn(g, "subsidiary of")) for g in ("Halberd Holdings", "Corrigan Infrastructure Group")}), "KG subsidiary of, counted")
q("comparison", "drainage vs kerbs n footways, what do we have more jobs of", V, best(Counter(j[WT] for j in J if j[WT] in ("Drainage", "Kerbs & footway"))), "repair_jobs: rows of each Work type")
# ------------------------------------------------------------ difference
q("difference", "By how many thousand pounds did job RJ22-002 go over its estimate?", N, job["RJ22-002"]["over"], "repair_jobs: Final cost - Est.")
km = sums(S, "Road No", "ln")
assert km["A4102"] > km["A617"]
q("difference", "how many km longer is our a4102 than our a617, all sections of each added up", N, km["A4102"] - km["A617"], "road_sections: sum of Len_km by Road No, subtracted")
x15 = sec["A4102/15"]
q("difference", "Between the 2019 count and the 2023 count, how many vehicles a day did A4102/15 gain?", N, x15["a23"] - x15["a19"], "road_sections: AADT 2023 - AADT 2019 of A4102/15")
# ------------------------------------------------------------ percent
q("percent", "What percentage of all jobs in the list has been completed?", N, share(J, lambda j: j[ST] == "Completed"), "repair_jobs: share of rows with STATUS Completed")
q("percent", "fenland sections: what % is surface dressed?", N, share([s for s in S if s["AREA"] == "Fenland"], lambda s: s["Surf. type"] == "Surf. dressed"),
  "road_sections: share of Fenland rows with Surf. type Surf. dressed")
rs = [j for j in J if j[WT] == "Resurfacing"]
q("percent", "Of the money finally paid for resurfacing, how many percent went to Whitelaw Bros? Use the final costs where they are recorded.", N,
  100 * total([j for j in rs if j[CO] == "Whitelaw Bros"], "fin") / total(rs, "fin"), "repair_jobs: share of the sum of Final cost, Resurfacing")
# ------------------------------------------------------------ group_by
q("group_by", "For each road class A, B and C, how many kilometres do we have?", T, sums(S, "Cl.", "ln"), "road_sections: sum of Len_km by Cl.")
q("group_by", "What is the mean condition index for every surface type?", T,
  means(S, "Surf. type", "ci"), "road_sections: mean Cond. idx by Surf. type")
q("group_by", "jobs split by status, how many in each", T, Counter(j[ST] for j in J), "repair_jobs: rows by STATUS")
q("group_by", "follow the money: final costs in £k summed up per funding source (the grant, the general fund, the levy)", T,
  sums((j for j in J if j["fin"] is not None), "funder", "fin"), "repair_jobs: sum of Final cost by KG funded by of Bdgt")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "We have five areas. In which of them is the average condition index of the sections the lowest?", V,
  best(means(S, "AREA", "ci"), low=True), "road_sections: mean Cond. idx by AREA, smallest")
q("group_superlative", "who inspected the most jobs?", V, best(Counter(j["Insp. by"] for j in J if j["Insp. by"])), "repair_jobs: rows by Insp. by, largest")
q("group_superlative", "For which type of work is the total overrun, final cost minus estimate, the biggest? Take only jobs that have a final cost.", V,
  best(sums(J, WT, "over")), "repair_jobs: sum of Final cost - Est. by Work type, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Is Steelbeck Bridgeworks accredited for drainage work?", B, "Drainage" in out("Steelbeck Bridgeworks", "accredited for"), "KG accredited for")
q("yes_no", "did whitelaw ever do the gritting in moorside", B, facts("winter gritting contract for", "Whitelaw Bros", "Moorside"), "TKG winter gritting contract for (2006 to 2012)")
q("yes_no", "Has Priya Nandakumar ever been the county surveyor herself, not just the deputy?", B,
  facts("county surveyor of", "Priya Nandakumar"), "TKG county surveyor of: no fact of hers, only deputy")
q("yes_no", "is any of the count stations on the B1193 a radar one?", B,
  any("radar" in out(s["Count stn"], "sensor type") for s in S if s["Road No"] == "B1193" and s["Count stn"]), "road_sections: Count stn on B1193; KG sensor type")
# ------------------------------------------------------------ negation
q("negation", "Which of our contractors are not a subsidiary of any group?", V, FIRMS - heads("subsidiary of"), "KG: all contractors less those with subsidiary of")
q("negation", "B road sections that dont show up in the jobs list at all?", V,
  {s["SectRef"] for s in S if s["Cl."] == "B"} - {j["sect_ref"] for j in J}, "road_sections: Cl. B less all sect_ref of repair_jobs")
q("negation", "Which depot has no gritter?", V, heads("serves") - inn("gritter", "keeps"), "KG: depots (serves) less those that keep a gritter")
q("negation", "which of todays area engineers have never run a different area before", V,
  [f[0] for f in now("area engineer of") if not any(g[0] == f[0] and g[2] != f[2] for g in AE)], "TKG area engineer of: open facts less people with a fact for another area")
# ------------------------------------------------------------ time_point
q("time_point", "Who was the area engineer of Coastal on 1 May 2021?", V, one(at("area engineer of", date(2021, 5, 1), tail="Coastal"))[0], "TKG area engineer of on that day")
q("time_point", "weight limit on eel bridge back in 2010?", V, one(in_year("weight limit", 2010, "Eel Bridge"))[2], "TKG weight limit covering 2010")
q("time_point", "Which company had to grit the roads of the Vale area on 15 January 2020?", V,
  one(at("winter gritting contract for", date(2020, 1, 15), tail="Vale"))[0], "TKG winter gritting contract for on that day")
# ------------------------------------------------------------ before_after
q("before_after", "Who took the chair of the Highways Committee directly after Cllr Martin Ogilvy?", V,
  step(facts("chair of", tail="Highways Committee"), 0, "Cllr Martin Ogilvy", 1), "TKG chair of, the next fact")
q("before_after", "foreman at drayne depot before paulette osei, who was that", V, step(facts("foreman at", tail="Drayne Depot"), 0, "Paulette Osei", -1), "TKG foreman at, the fact before hers")
q("before_after", "In which areas did somebody take over as area engineer after 1 January 2022?", V, {f[2] for f in AE if f[3] > date(2022, 1, 1)}, "TKG area engineer of with start after that day")
# ------------------------------------------------------------ duration
q("duration", "How many full years was Alec Dunstan area engineer of Moorside?", N, full_years(*one(facts("area engineer of", "Alec Dunstan", "Moorside"))[3:]), "TKG start to end, completed years")
q("duration", "who lasted longer as county surveyor, ashdown or whitcombe", V,
  best({p: ndays(one(facts("county surveyor of", p))) for p in ("Leonard Ashdown", "Harold Whitcombe")}), "TKG county surveyor of, lengths compared (both ended)")
coa = facts("area engineer of", tail="Coastal")
i_ = [f[0] for f in coa].index("Bronwen Hale")
g0, g1 = coa[i_ - 1][4] + timedelta(1), coa[i_][3]
assert coa[i_ - 1][0] == "Silas Trevanion" and g0.day == g1.day == 1
q("duration", "Coastal had no area engineer for a while between Silas Trevanion and Bronwen Hale. How many months was that?", N,
  (g1.year - g0.year) * 12 + g1.month - g0.month, "TKG area engineer of Coastal: from the end of his fact to the start of hers")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In which district is Steelbeck Bridgeworks based?", V, out(one(out("Steelbeck Bridgeworks", "based_in")), "in district"), "KG based_in > in district")
q("multi_hop", "whos the boss of gwil parfitts boss", V, out(one(out("Gwil Parfitt", "reports to")), "reports to"), "KG reports to, twice")
q("multi_hop", "Which contractors buy asphalt from a plant that is run by Halberd Holdings?", V,
  {c for p in inn("Halberd Holdings", "operated by") for c in inn(p, "buys asphalt from")}, "KG operated by backwards, then buys asphalt from backwards")
# ------------------------------------------------------------ cross_source
j2 = job["RJ22-002"]
q("cross_source", "Who was the area engineer responsible for the place of job RJ22-002 on the day when the work there started?", V,
  one(at("area engineer of", j2["start"], tail=j2["area"]))[0], "repair_jobs: sect_ref, Start dt; road_sections: AREA; TKG area engineer of on that day")
q("cross_source", "how much went in final costs (£k) to the firms of the corrigan group, all together?", N,
  total([j for j in J if j[CO] in inn("Corrigan Infrastructure Group", "subsidiary of")], "fin"), "repair_jobs: sum of Final cost; KG subsidiary of Corrigan Infrastructure Group")
q("cross_source", "How many jobs were given to a contractor that is not accredited for that type of work?", N,
  sum(bool(j[CO]) and j[WT] not in out(j[CO], "accredited for") for j in J), "repair_jobs: CONTRACTOR, Work type; KG accredited for; jobs without a contractor left out")
q("cross_source", "how busy is the road over sluice house bridge, veh per day in 2023", N,
  sec[one(out("Sluice House Bridge", "carries"))]["a23"], "KG carries; road_sections: AADT 2023")
bh = one(facts("area engineer of", "Bronwen Hale", "Coastal"))
q("cross_source", "How many jobs on Coastal sections were completed while Bronwen Hale was area engineer there?", N,
  sum(j["area"] == "Coastal" and j["end"] is not None and bh in at("area engineer of", j["end"]) for j in J), "TKG area engineer of; road_sections: AREA; repair_jobs: Compl. dt within her time")
# ------------------------------------------------------------ missing
q("missing", "For which completed jobs is the final cost still not entered?", V, nos(j for j in J if j[ST] == "Completed" and j["fin"] is None), "repair_jobs: Completed with empty Final cost")
q("missing", "sections with no year of last resurfacing filled in, but not the gravel ones, they never get it. refs?", V,
  refs(s for s in S if not s["Yr resurf."] and s["Surf. type"] != "Gravel"), "road_sections: empty Yr resurf., Surf. type not Gravel")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What is Tomasz Wilk's mobile number?", X, [], "no phone numbers in any file")
q("unanswerable", "how many potholes did people report in the vale last winter", X, [], "no pothole reports in any file, only repair jobs")
q("unanswerable", "How many people does Greyfield Civils Ltd employ?", X, [], "no staff numbers of contractors in any file")
q("unanswerable", "did anybody get hurt during the works of RJ23-018?", X, [], "no accidents in any file")
q("unanswerable", "What hourly rate does Fenway Drainage Co. charge us?", X, [], "only costs of whole jobs, no rates")
q("unanswerable", "need the aadt of A617/10 for 2021 pls", X, [], "traffic counts only for 2019 and 2023")
assert job["RJ23-010"]["Insp. by"] == ""
q("unanswerable", "Who inspected job RJ23-010?", X, [], "repair_jobs: Insp. by is empty for this job, and no other file says it")
assert not [f for f in facts("area engineer of", tail="Northern") if f[3] <= date(1995, 12, 31)]
q("unanswerable", "who was northerns area engineer in 1995", X, [], "TKG: the facts for Northern begin in 2004")
assert len(Q) == 80
finish(HERE, Q)
