"""Computes every gold answer of the 'windfarms' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, having, kg, known, lasted, mean, means, num, one, records, share,
    step, sums, tkg, total)


V, N, B, T, R = "values", "number", "boolean", "table", "refuse"
KG, TK = graphs(HERE, "windfarms")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
W, O = records(HERE, "turbines.csv"), records(HERE, "outages.csv")
WTG, FCD, FARM, MODEL, KW, HUB, BORN, SERIAL, ST, AVAIL, MWH, LAND, LEASE = W[0]
REF, DATE, WTG, KIND, PART, ALARM, TECH, HRS, LOST, COST, CRANE, CLOSED = O[0]
for w in W: w.update({c: num(w[c]) for c in (KW, HUB, AVAIL, MWH, LEASE)}, **{BORN: day(w[BORN], "%d/%m/%Y")})
wtg, job = {w[WTG]: w for w in W}, {o[REF]: o for o in O}
for o in O:
    o.update({c: num(o[c]) for c in (HRS, LOST, COST)}, **{c: day(o[c], "%d/%m/%Y") for c in (DATE, CLOSED)})
    o["farm"], o["model"] = wtg[o[WTG]][FARM], wtg[o[WTG]][MODEL]
def ids(ws): return [w[WTG] for w in ws]
def refs(rs): return [o[REF] for o in rs]
def owner(site): return one(now("owned by", site))[2]
def tariff(site): return digits(one(facts("feed-in tariff", site))[2])     # ct/kWh
def held(o): return one(at("service contract for", o[DATE], tail=o["farm"]))[0]
SITES, MODELS, TECHS = heads("in county"), heads("made by"), heads("qualified_for")
FARMS, FAULTS = {w[FARM] for w in W}, [o for o in O if o[KIND] == "Fault"]
# the files agree with each other
assert len(wtg) == len(W) and len(job) == len(O)
assert SITES - FARMS == {"Owenbeg"} and {w[MODEL] for w in W} == MODELS
assert all(o[DATE].year == 2024 and (o[TECH] in TECHS or o[KIND] == "Grid outage") for o in O)
for s in SITES: assert out(s, "owned by") == {owner(s)}
for s in FARMS:
    assert out(s, "leases land from") == {w[LAND] for w in W if w[FARM] == s}
    assert all(len(now(r, tail=s)) <= 1 for r in ("site manager of", "service contract for"))

Q = []
q = asking("windfarms", Q)

# ------------------------------------------------------------ lookup
q("lookup", "What is the hub height of turbine LEN-06, in metres?", N, wtg["LEN-06"][HUB], "turbines: Hub ht of LEN-06")
q("lookup", "serial no of clg-03 pls", V, wtg["CLG-03"][SERIAL], "turbines: Serial no. of CLG-03")
q("lookup", "At which substation is Garvagh Top connected to the grid?", V, out("Garvagh Top", "grid connection at"), "KG grid connection at")
q("lookup", "who did the gearbox job on CRM-02 back in may", V, one(o[TECH] for o in O if o[WTG] == "CRM-02" and o[PART] == "Gearbox" and o[DATE].month == 5),
  "outages: Technician of the Gearbox fault on CRM-02 (S2428)")
# ------------------------------------------------------------ filter_list
q("filter_list", "which machines are being throttled right now? ids only", V, ids(w for w in W if w[ST] == "Curtailed"), "turbines: Status Curtailed")
q("filter_list", "List the reference numbers of all jobs that needed a crane.", V, refs(o for o in O if o[CRANE] == "Y"), "outages: Crane Y/N is Y")
q("filter_list", "For the meeting with the State Forestry Board I need the IDs of the turbines on their land whose status is anything other than Running.", V,
  ids(w for w in W if w[LAND] == "State Forestry Board" and w[ST] != "Running"), "turbines: Landowner, Status not Running")
jobs = Counter(o[TECH] for o in O if o[TECH])
q("filter_list", "technicians with more than 5 jobs in the list", V, having(jobs, lambda n: n > 5), "outages: rows by Technician, more than 5")
# ------------------------------------------------------------ count
q("count", "How many faults were logged in the second quarter of 2024?", N, sum(4 <= o[DATE].month <= 6 for o in FAULTS), "outages: Kind Fault, Date April to June")
q("count", "how many sites have to deal w/ 3 or more landowners?", N, sum(len(out(s, "leases land from")) >= 3 for s in SITES), "KG leases land from, counted by site (turbines.csv agrees)")
q("count", "How many different turbines had at least two faults during 2024?", N, len(having(Counter(ids(FAULTS)), lambda n: n >= 2)), "outages: Fault rows by WTG, two or more")
q("count", "turbines comissioned before 2010, how many", N, sum(w[BORN].year < 2010 for w in W), "turbines: Commissioned before 2010-01-01")
# ------------------------------------------------------------ sum
q("sum", "Going by the lease figures we have on file, how much do we pay Ardnagreen Estates per year for all of its turbines together?", N,
  total([w for w in W if w[LAND] == "Ardnagreen Estates"], LEASE), "turbines: sum of Lease for the landowner (BRA-01 has none)")
q("sum", "total MWh gone because the grid was down", N, total([o for o in O if o[KIND] == "Grid outage"], LOST), "outages: sum of Lost MWh, Grid outage")
q("sum", "derrynore bog - installed capacity in MW?", N, total([w for w in W if w[FARM] == "Derrynore Bog"], KW) / 1000, "turbines: sum of Rated kW of the farm, in MW")
# ------------------------------------------------------------ average
service = [o for o in O if o[KIND] == "Annual service"]
q("average", "On average, for how many hours is a turbine down for its annual service?", N, mean(service, HRS), "outages: mean Down hrs, Annual service")
q("average", "avg availability 2024 of the Kestrels in %, whatever is recorded", N,
  mean([w for w in W if w[MODEL] == "Kestrel K54"], AVAIL), "turbines: mean Avail 2024, Kestrel K54, empty left out")
q("average", "What did a fault cost us on average last year? By last year I mean 2024, and leave out the ones that have no cost entered.", N,
  mean(FAULTS, COST), "outages: mean Cost, Fault, empty left out")
# ------------------------------------------------------------ min_max
q("min_max", "What is the most recent date on which one of our turbines was commissioned?", V, max(w[BORN] for w in W), "turbines: latest Commissioned")
q("min_max", "whats the cheapest an annual service came to, eur", N, min(known(service, COST)), "outages: min Cost, Annual service")
# ------------------------------------------------------------ superlative
q("superlative", "Which turbine had the worst availability in 2024?", V, best({w[WTG]: w[AVAIL] for w in W if w[AVAIL] is not None}, low=True), "turbines: smallest Avail 2024")
q("superlative", "who owns land under the most of our farms", V, best(Counter(t for h, r, t in KG if r == "leases land from")), "KG leases land from, counted by landowner")
q("superlative", "Of the people who manage a site today, who has been at their present site the longest?", V,
  one(best({f: f[3] for f in now("site manager of")}, low=True))[0], "TKG: open site-manager fact with the earliest start")
# ------------------------------------------------------------ top_k
q("top_k", "top five producers in 2024, just the turbine ids", V, best({w[WTG]: w[MWH] or 0 for w in W}, 5), "turbines: five largest Output 2024")
q("top_k", "Which three farms lost the most energy in the outage list, measured in MWh?", V,
  best(sums(O, "farm", LOST), 3), "outages: sum of Lost MWh by the Farm of the WTG (turbines), three largest")
# ------------------------------------------------------------ comparison
cap = sums(W, FARM, KW)
q("comparison", "Which farm is bigger in installed capacity, Lough Enna or Carrickmoyle?", V,
  best({s: cap[s] for s in ("Lough Enna", "Carrickmoyle")}), "turbines: sum of Rated kW of both farms")
q("comparison", "Katrin or Jonas, who got more jobs?", V, best({t: jobs[t] for t in ("Katrin Obermann", "Jonas Hartwig")}), "outages: rows of each technician")
q("comparison", "feed in tariff - which one gets the better rate, meenacreeva or scartmore?", V, best({s: tariff(s) for s in ("Meenacreeva", "Scartmore")}), "TKG feed-in tariff of both")
# ------------------------------------------------------------ difference
q("difference", "By how many metres is the hub of DNB-08 higher than that of DNB-01?", N, wtg["DNB-08"][HUB] - wtg["DNB-01"][HUB], "turbines: Hub ht, subtracted")
ff = Counter(o["farm"] for o in FAULTS)
assert ff["Slieve Darra"] > ff["Tullyvann"]
q("difference", "how many more faults at slieve darra than at tullyvan", N, ff["Slieve Darra"] - ff["Tullyvann"], "outages: Fault rows by the Farm of the WTG, subtracted")
lo = sums(W, LAND, LEASE)
assert all(w[LEASE] for w in W if w[LAND] in ("State Forestry Board", "Derrynore Turf Co.")) and lo["State Forestry Board"] > lo["Derrynore Turf Co."]
q("difference", "How much more lease money per year goes to the State Forestry Board than to Derrynore Turf Co.?", N,
  lo["State Forestry Board"] - lo["Derrynore Turf Co."], "turbines: sums of Lease, subtracted")
# ------------------------------------------------------------ percent
q("percent", "What percentage of the entries in the outage list are faults?", N, share(O, lambda o: o[KIND] == "Fault"), "outages: share of rows with Kind Fault")
q("percent", "pct of turbines that sit on ardnagreen land", N, share(W, lambda w: w[LAND] == "Ardnagreen Estates"), "turbines: share of rows with that Landowner")
q("percent", "Of all the money the list shows for faults, what percentage was spent on Aerolund A90 machines?", N,
  100 * total([o for o in FAULTS if o["model"] == "Aerolund A90"], COST) / total(FAULTS, COST), "outages: Cost of Faults; turbines: Model of the WTG")
# ------------------------------------------------------------ group_by
q("group_by", "2024 output by farm pls, MWh, add up whats there", T, sums(W, FARM, MWH), "turbines: sum of Output 2024 by Farm (three empty)")
q("group_by", "For each kind of job, how many hours of downtime does the list show in total?", T, sums(O, KIND, HRS), "outages: sum of Down hrs by Kind")
q("group_by", "How many technicians does each firm employ?", T, Counter(t for h, r, t in KG if r == "employed by"), "KG employed by, counted by firm")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "Which farm shows up most often in the outage list?", V, best(Counter(o["farm"] for o in O)), "outages: rows by the Farm of the WTG (turbines)")
q("group_superlative", "whats the part that breaks most", V, best(Counter(o[PART] for o in FAULTS)), "outages: Fault rows by Component, largest")
q("group_superlative", "Which turbine model had the highest average availability in 2024?", V, best(means(W, MODEL, AVAIL)), "turbines: mean Avail 2024 by Model, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Is Katrin Obermann qualified to work on the WH92?", B, "Windhauer WH92" in out("Katrin Obermann", "qualified_for"), "KG qualified_for")
q("yes_no", "did castellan ever own knockbrack hill?", B, facts("owned by", "Knockbrack Hill", "Castellan Power"), "TKG owned by")
q("yes_no", "Do we have any direct-drive turbines in Co. Glenmara?", B,
  any("Co. Glenmara" in out(w[FARM], "in county") and "direct drive" in out(w[MODEL], "drive train") for w in W), "turbines: Farm, Model; KG in county, drive train")
q("yes_no", "s2465 - is that one closed yet", B, job["S2465"][CLOSED], "outages: Closed on of S2465 is empty")
# ------------------------------------------------------------ negation
q("negation", "Which of the farms in the turbine list has nobody as site manager at the moment?", V,
  FARMS - {f[2] for f in now("site manager of")}, "TKG: farms less those with an open site-manager fact")
q("negation", "lough enna machines that never appear in the outage list?", V,
  set(ids(w for w in W if w[FARM] == "Lough Enna")) - set(ids(O)), "turbines of the farm less the WTGs in outages")
q("negation", "Which turbine models have blades that come from neither Lamtek nor Vestbo Composites?", V,
  MODELS - inn("Lamtek", "blades from") - inn("Vestbo Composites", "blades from"), "KG blades from")
# ------------------------------------------------------------ time_point
q("time_point", "Who was the site manager of Carrickmoyle on 1 January 2018?", V, one(at("site manager of", date(2018, 1, 1), tail="Carrickmoyle"))[0], "TKG site manager of on that day")
q("time_point", "who did garvagh belong to in 2015", V, one(in_year("owned by", 2015, "Garvagh Top"))[2], "TKG owned by covering 2015")
q("time_point", "Where did the planning for Owenbeg stand on 31 December 2022?", V, one(at("planning_status", date(2022, 12, 31), "Owenbeg"))[2], "TKG planning_status on that day")
q("time_point", "Which farms did Castellan Power own on 30 June 2017?", V,
  [f[0] for f in at("owned by", date(2017, 6, 30), tail="Castellan Power")], "TKG owned by on that day, read backwards")
# ------------------------------------------------------------ before_after
q("before_after", "Who ran the Tullyvann site right before Shane Dorrian took over?", V,
  step(facts("site manager of", tail="Tullyvann"), 0, "Shane Dorrian", -1), "TKG site manager of, the fact before his")
q("before_after", "galewind lost the knockbrack contract. who has it after them?", V,
  step(facts("service contract for", tail="Knockbrack Hill"), 0, "Galewind Services", 1), "TKG service contract for, the next fact")
q("before_after", "Which farms passed from one owner to another after 30 June 2020?", V,
  [s for s in SITES if any(f[3] > date(2020, 6, 30) for f in facts("owned by", s)[1:])], "TKG owned by with start after that day and an earlier owner (Owenbeg has only its first)")
# ------------------------------------------------------------ duration
q("duration", "How many full years did Bernard Lyle manage Cloghmore Ridge?", N,
  lasted(one(facts("site manager of", "Bernard Lyle", "Cloghmore Ridge"))), "TKG start to end, completed years")
wv = {s: one(facts("owned by", s, "Windvale Developments")) for s in ("Carrickmoyle", "Knockbrack Hill")}
q("duration", "Windvale once had both Carrickmoyle and Knockbrack Hill. Which of the two did it keep longer?", V,
  best({s: f[4] - f[3] for s, f in wv.items()}), "TKG owned by Windvale Developments, lengths compared")
q("duration", "S2428, how many days between the date of the job and the date it was closed?", N, (job["S2428"][CLOSED] - job["S2428"][DATE]).days, "outages: Closed on less Date")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "From which country is the company that makes the Nordhavn NH100?", V,
  out(one(out(one(out("Nordhavn NH100", "made by")), "headquartered in")), "country"), "KG made by > headquartered in > country")
q("multi_hop", "which sites hang off a 220 kV substation", V,
  {s for x in inn("220 kV", "voltage level") for s in inn(x, "grid connection at")}, "KG voltage level backwards, then grid connection at backwards (Owenbeg too)")
q("multi_hop", "Which group does the present owner of Cloghmore Ridge belong to?", V, out(owner("Cloghmore Ridge"), "subsidiary of"), "KG owned by > subsidiary of")
q("multi_hop", "technicians at the depot that looks after scartmore?", V, inn(one(out("Scartmore", "served from")), "based at"), "KG served from, then based at backwards")
# ------------------------------------------------------------ cross_source
q("cross_source", "Counting every machine in the turbine list, how many turbines are in Co. Tullagh?", N,
  sum(out(w[FARM], "in county") == {"Co. Tullagh"} for w in W), "turbines by Farm, KG in county")
q("cross_source", "lease money per yr that ends up with landowners in Dromkeel, total", N,
  total([w for w in W if "Dromkeel" in out(w[LAND], "address in")], LEASE), "turbines: Landowner, Lease; KG address in")
q("cross_source", "Which jobs were done by a technician who is not qualified for the model of the turbine in question? Please give the reference numbers.", V,
  refs(o for o in O if o[TECH] and o["model"] not in out(o[TECH], "qualified_for")), "outages: Technician; turbines: Model of the WTG; KG qualified_for")
dear = job[one(best({o[REF]: o[COST] or 0 for o in O}))]
q("cross_source", "our most expensive job of 2024: who owned that farm on the day?", V,
  one(at("owned by", dear[DATE], dear["farm"]))[2], "outages: largest Cost; turbines: Farm; TKG owned by on that day")
s26 = job["S2426"]
q("cross_source", "Who was in charge of the site on the day of job S2426?", V,
  one(at("site manager of", s26[DATE], tail=s26["farm"]))[0], "outages: Date, WTG; turbines: Farm; TKG site manager of on that day")
q("cross_source", "mwh made in 2024 by everything Halden owns now (ignore blanks)", N,
  total([w for w in W if owner(w[FARM]) == "Halden Green Fund"], MWH), "turbines: Output 2024; KG owned by / TKG open owned by")
q("cross_source", "I suspect outsiders on our sites. Which jobs were done by a technician whose employer did not hold the service contract for the farm on that day? Refs please.", V,
  refs(o for o in O if o[TECH] and held(o) not in out(o[TECH], "employed by")), "outages: Technician, Date; turbines: Farm; KG employed by; TKG service contract for on that day")
cm = [w for w in W if w[FARM] == "Carrickmoyle"]
assert all(w[MWH] for w in cm) and all(at("feed-in tariff", d, "Carrickmoyle") for d in (date(2024, 1, 1), date(2024, 12, 31)))
q("cross_source", "If every MWh that Carrickmoyle produced in 2024 was paid at the feed-in tariff it had that year, how many euros did that bring in?", N,
  total(cm, MWH) * tariff("Carrickmoyle") * 10, "turbines: sum of Output 2024 x TKG feed-in tariff (ct/kWh x 10 = EUR/MWh)")
# ------------------------------------------------------------ missing
q("missing", "Which turbines have no serial number on file?", V, ids(w for w in W if not w[SERIAL]), "turbines: empty Serial no.")
q("missing", "faults where nobody has put in a cost yet, refs?", V, refs(o for o in FAULTS if o[COST] is None), "outages: Fault with empty Cost")
q("missing", "For how many turbines is the 2024 output not filled in?", N, sum(w[MWH] is None for w in W), "turbines: empty Output 2024")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What is Rory McAnulty's mobile number?", R, [], "no phone numbers in any file")
q("unanswerable", "mean wind speed at lough enna in 2024?", R, [], "no wind speeds in any file")
q("unanswerable", "What price did Halden Green Fund pay when it bought Knockbrack Hill?", R, [], "no purchase prices in any file")
q("unanswerable", "birds killed by the blades at derrynore, any number on that?", R, [], "no bird counts in any file")
q("unanswerable", "In which year does the land lease with Nora Flavin run out?", R, [], "only the yearly lease payment is recorded, no lease term")
q("unanswerable", "how many spare gearboxes are lying in the dromkeel depot", R, [], "no stock of parts in any file")
q("unanswerable", "What salary does Orla Finnerty get from Galewind Services?", R, [], "no salaries in any file")
q("unanswerable", "how loud is an A112 at 500 m, dB?", R, [], "no noise levels in any file")
assert len(Q) == 80
finish(HERE, Q)
