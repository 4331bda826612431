"""Computes every gold answer of the 'cityparks' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, having, kg, known, lasted, mean, means, num, one, records, robust,
    share, step, sums, tkg, total)


V, N, B, T, R = "values", "number", "boolean", "table", "refuse"
KG, TK = graphs(HERE, "cityparks")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
TR, W = records(HERE, "trees.csv"), records(HERE, "works.csv")
TAG, SPCD, SP, PK, PARK, YR, GIRTH, HGT, COND, TPO, INSP, BY, REM = TR[0]
NO, RAISED, DONE, PK, SITE, TAG, JOB, CO, PRIO, ST, HRS, COST, POT = W[0]
for t in TR: t.update({c: num(t[c]) for c in (YR, GIRTH, HGT)}, **{INSP: day(t[INSP], "%d/%m/%Y")})
for w in W:
    w.update({c: num(w[c]) for c in (HRS, COST)}, **{c: day(w[c], "%d/%m/%Y") for c in (RAISED, DONE)})
    w["took"] = (w[DONE] - w[RAISED]).days if w[DONE] else None
tree, order = {t[TAG]: t for t in TR}, {w[NO]: w for w in W}
def tags(ts): return [t[TAG] for t in ts]
def nos(ws): return [w[NO] for w in ws]
def job(j): return [w for w in W if w[JOB] == j]
def holder(post, tail, d): return one(at(post, d, tail=tail))[0]
PARKS, SPECIES, GROUNDS, FIRMS = (heads(r) for r in ("in district", "foliage", "playground in", "has its yard in"))
# the files agree with each other
assert len(tree) == len(TR) and len(order) == len(W)
assert all(t[PARK] in PARKS and t[SP] in SPECIES for t in TR)
assert all(w[SITE] in PARKS and w[CO] in FIRMS and (not w[TAG] or tree[w[TAG]][PARK] == w[SITE]) for w in W)

Q = []
q = asking("cityparks", Q)

# ------------------------------------------------------------ lookup
q("lookup", "What kind of tree is T1302?", V, tree["T1302"][SP], "trees: Species of T1302")
q("lookup", "who are the volunteers at old reservoir park called", V, inn("Old Reservoir Park", "volunteers at"), "KG volunteers at, read backwards")
q("lookup", "What do the kids land on at Rocket Corner? I mean the surface.", V, out("Rocket Corner", "ground surface"), "KG ground surface")
q("lookup", "W-24067, what did we pay for that one?", N, order["W-24067"][COST], "works: Cost of W-24067")
# ------------------------------------------------------------ filter_list
q("filter_list", "List the tags of all trees in Queen Adelaide Park that are covered by a tree preservation order.", V,
  tags(t for t in TR if t[PARK] == "Queen Adelaide Park" and t[TPO] == "Y"), "trees: Park name, TPO = Y")
q("filter_list", "Which parks have more than six entries in the tree register?", V,
  having(Counter(t[PARK] for t in TR), lambda n: n > 6), "trees: rows by Park name, more than 6")
q("filter_list", "jobs that came to over 5 grand pls, only the WO numbers", V, nos(w for w in W if (w[COST] or 0) > 5000), "works: Cost > 5000")
q("filter_list", "gravel trails, which ones?", V, inn("gravel", "trail surface"), "KG trail surface gravel")
# ------------------------------------------------------------ count
q("count", "How many of Greenbough's work orders ended up cancelled?", N,
  sum(w[CO] == "Greenbough Tree Care Ltd" and w[ST] == "Cancelled" for w in W), "works: Contractor Greenbough Tree Care Ltd, Status Cancelled")
q("count", "how many diffrent species are on the tree list for hollin wood", N, len({t[SP] for t in TR if t[PARK] == "Hollin Wood"}), "trees: distinct Species in Hollin Wood")
q("count", "How many contractors have completed at least six jobs for us?", N,
  len(having(Counter(w[CO] for w in W if w[ST] == "Completed"), lambda n: n >= 6)), "works: Completed rows by Contractor, groups of 6 or more")
# ------------------------------------------------------------ sum
q("sum", "Adding up the amounts that are entered, what has path resurfacing cost so far?", N, total(job("Path resurfacing"), COST), "works: sum of Cost, Path resurfacing (empty left out)")
q("sum", "Tree felling raised in 2023: total crew hrs?", N, total([w for w in job("Felling") if w[RAISED].year == 2023], HRS), "works: sum of Crew hrs, Felling, raised in 2023")
q("sum", "How many pounds were taken from the developer levy altogether?", N, total([w for w in W if w[POT] == "Developer levy"], COST), "works: sum of Cost, paid from Developer levy")
# ------------------------------------------------------------ average
q("average", "What is the mean height in metres of all London planes on the list?", N, mean([t for t in TR if t[SP] == "London plane"], HGT), "trees: mean Hgt m, London plane")
q("average", "avg cost playground repair? (only those with a bill)", N, mean(job("Playground repair"), COST), "works: mean recorded Cost, Playground repair")
q("average", "From the day a bench repair is raised until it is done, how many days go by on average?", N,
  mean(job("Bench repair"), "took"), "works: mean of Done on - raised, Bench repair with a Done date")
# ------------------------------------------------------------ min_max
q("min_max", "How many centimetres round the trunk does our stoutest yew measure?", N, max(known((t for t in TR if t[SP] == "Yew"), GIRTH)), "trees: max Girth, Yew")
q("min_max", "Trees in poor condition: what is the earliest date in the last inspection column?", V,
  min(known((t for t in TR if t[COND] == "Poor"), INSP)), "trees: min Last insp., Cond. Poor")
# ------------------------------------------------------------ superlative
q("superlative", "Which of the trails is the longest?", V, best({t: digits(one(out(t, "length"))) for t in heads("length")}), "KG length, largest")
q("superlative", "tallest tree we got on record, tag?", V, best({t[TAG]: t[HGT] or 0 for t in TR}), "trees: TreeTag of the largest Hgt m")
q("superlative", "In which park do visitors find the largest number of facilities?", V, best({p: len(out(p, "has facility")) for p in PARKS}), "KG has facility, counted by park")
# ------------------------------------------------------------ top_k
q("top_k", "Which three trees were planted first? Their tags, please.", V, best({t[TAG]: t[YR] for t in TR if t[YR]}, 3, low=True), "trees: three smallest Yr planted")
spent = sums(W, CO, COST)
q("top_k", "two contractors who got the most money from us in total", V, best(spent, 2), "works: sum of Cost by Contractor, two largest")
q("top_k", "which 3 work orders ate up the most crew time", V, best({w[NO]: w[HRS] or 0 for w in W}, 3), "works: three largest Crew hrs")
# ------------------------------------------------------------ comparison
q("comparison", "Who has billed us the bigger sum overall, Hask & Daughters or Arbortec Northern?", V,
  best({c: spent[c] for c in ("Hask & Daughters", "Arbortec Northern")}), "works: sum of Cost of each contractor")
q("comparison", "swanpool or lark hill park, which one opened first", V, best({p: num(one(out(p, "opened in"))) for p in ("Swanpool", "Lark Hill Park")}, low=True), "KG opened in, compared")
sp = Counter(t[SP] for t in TR)
q("comparison", "Limes and oaks: which of the two have we got more of?", V,
  best({s: sp[s] for s in ("Common lime", "English oak")}), "trees: rows of Common lime and English oak (none of them felled)")
# ------------------------------------------------------------ difference
fc = known(job("Felling"), COST)
q("difference", "By how many pounds is the dearest felling above the cheapest?", N, max(fc) - min(fc), "works: max - min Cost, Felling")
cd = Counter(t[COND] for t in TR)
assert cd["Good"] > cd["Poor"]
q("difference", "how many more trees rated good than rated poor?", N, cd["Good"] - cd["Poor"], "trees: Cond. counts, subtracted")
# ------------------------------------------------------------ percent
q("percent", "What share of the trees on the register, felled ones included, has a TPO? In per cent.", N, share(TR, lambda t: t[TPO] == "Y"), "trees: share of rows with TPO = Y")
q("percent", "% of work orders still waiting, i.e. scheduled or on hold", N, share(W, lambda w: w[ST] in ("Scheduled", "On hold")), "works: share of rows with Status Scheduled or On hold")
pr = job("Playground repair")
q("percent", "Of all the money that went into playground repairs, what percentage came from sponsors?", N,
  100 * total([w for w in pr if w[POT] == "Sponsors"], COST) / total(pr, COST), "works: Cost of Playground repair paid from Sponsors over all Playground repair cost")
# ------------------------------------------------------------ group_by
q("group_by", "Please count the trees for each condition grade.", T, cd, "trees: rows by Cond.")
q("group_by", "total spent per pot of money (core, levy etc)", T, sums(W, POT, COST), "works: sum of Cost by paid from")
q("group_by", "For every firm that made at least one of our playgrounds, how many are from it?", T, Counter(one(out(g, "made by")) for g in GROUNDS), "KG made by, counted by maker")
q("group_by", "crew hours, average by priority, where hours are filled in", T, means(W, PRIO, HRS), "works: mean recorded Crew hrs by prio")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "On which park have we spent the most, going by the work orders?", V, best(sums(W, SITE, COST)), "works: sum of Cost by Site, largest")
q("group_superlative", "Whose name stands most often behind the last inspections of our trees?", V, best(Counter(t[BY] for t in TR if t[BY])), "trees: rows by insp. by, largest")
q("group_superlative", "what sort of job gets cancelled most", V, best(Counter(w[JOB] for w in W if w[ST] == "Cancelled")), "works: Cancelled rows by Type of job, largest count")
# ------------------------------------------------------------ yes_no
q("yes_no", "Was Keith Bramall ever the manager of Lark Hill Park?", B, facts("park manager of", "Keith Bramall", "Lark Hill Park"), "TKG park manager of")
q("yes_no", "spielwiese graz and kletterhaus, same parent company?", B,
  out("Spielwiese Graz", "subsidiary of") & out("Kletterhaus Emden", "subsidiary of"), "KG subsidiary of, both compared")
q("yes_no", "The ash T1096 is dead. Has anybody put in a work order for it yet?", B, any(w[TAG] == "T1096" for w in W), "works: no row with TreeTag T1096")
q("yes_no", "did tidewell already mow the grass in lark hill park in 2019?", B,
  in_year("mowing contract for", 2019, "Tidewell Landscapes", "Lark Hill Park"), "TKG mowing contract for: Tidewell only from 2021-04-01")
# ------------------------------------------------------------ negation
q("negation", "Which parks have no playground?", V, [p for p in PARKS if not inn(p, "playground in")], "KG: all parks less those with a playground")
q("negation", "contractors we know of that dont appear on any work order", V, FIRMS - set(spent), "KG contractors (has its yard in) less works: Contractor")
q("negation", "For which tree species is no disease or pest noted?", V, SPECIES - heads("prone to"), "KG: all species less those with prone to")
q("negation", "Which playgrounds have never had a sponsor?", V, GROUNDS - {f[2] for f in facts("sponsor of")}, "KG playgrounds less TKG sponsor of")
# ------------------------------------------------------------ time_point
q("time_point", "Who was in charge of Queen Adelaide Park on 1 January 2018?", V, holder("park manager of", "Queen Adelaide Park", date(2018, 1, 1)), "TKG park manager of on that day")
q("time_point", "which firm cut the grass at tanners meadow in summer 2019", V,
  robust(*(holder("mowing contract for", "Tanner's Meadow", d) for d in (date(2019, 6, 1), date(2019, 8, 31)))), "TKG mowing contract for covering summer 2019")
q("time_point", "What was shut on 1 March 2022?", V, [f[0] for f in at("closed because of", date(2022, 3, 1))], "TKG closed because of on that day")
q("time_point", "Protected status of Swanpool back in 2010?", V, one(in_year("protected as", 2010, "Swanpool"))[2], "TKG protected as covering 2010")
# ------------------------------------------------------------ before_after
q("before_after", "Who took over the parks department from Leonard Postlethwaite?", V,
  step(facts("head of", tail="Marlowick Parks Department"), 0, "Leonard Postlethwaite", 1), "TKG head of, the next fact")
q("before_after", "brookside swings: sponsor before the bakery?", V,
  step(facts("sponsor of", tail="Brookside Swings"), 0, "Bellweather Bakery", -1), "TKG sponsor of, the fact before Bellweather Bakery")
q("before_after", "Which parks got a new manager after the end of June 2022?", V,
  {f[2] for f in facts("park manager of") if f[3] > date(2022, 6, 30)}, "TKG park manager of with start after 2022-06-30")
# ------------------------------------------------------------ duration
q("duration", "For how many complete years did Harriet Vane-Moss manage Prospect Gardens?", N,
  lasted(one(facts("park manager of", "Harriet Vane-Moss", "Prospect Gardens"))), "TKG start to end, completed years")
vg = {p: one(facts("mowing contract for", "Verdant Grounds plc", p)) for p in ("Swanpool", "Millrace Green")}
q("duration", "verdant has lost both swanpool and millrace green. where did they mow longer?", V,
  best({p: f[4] - f[3] for p, f in vg.items()}), "TKG mowing contract for, lengths compared (both ended)")
q("duration", "Of the closures that are over, which place was shut for the longest stretch?", V,
  one(best({f: f[4] - f[3] for f in facts("closed because of") if f[4]}))[0], "TKG closed because of, longest ended fact")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In what country sits the company that built Dam Builders?", V,
  out(one(out(one(out("Dam Builders", "made by")), "headquartered in")), "lies in"), "KG made by > headquartered in > lies in")
q("multi_hop", "Swan Beck flows into another stream. Which river does that one run into?", V, out(one(out("Swan Beck", "flows into")), "flows into"), "KG flows into, twice")
q("multi_hop", "Which species of ours can catch something that is caused by a bacterium?", V,
  {s for d in inn("bacterium", "caused_by") for s in inn(d, "prone to")}, "KG caused_by backwards, then prone to backwards")
q("multi_hop", "playgrounds from daughter firms of Nordspiel?", V,
  {g for m in inn("Nordspiel Holding", "subsidiary of") for g in inn(m, "made by")}, "KG subsidiary of backwards, then made by backwards")
# ------------------------------------------------------------ cross_source
q("cross_source", "How many trees on the register, felled and dead ones too, belong to an evergreen species?", N,
  sum("evergreen" in out(t[SP], "foliage") for t in TR), "trees by Species, KG foliage")
w71 = order["W-24071"]
q("cross_source", "Take the order W-24071. Who was manager of that park on the day it was raised?", V,
  holder("park manager of", w71[SITE], w71[RAISED]), "works: Site, raised; TKG park manager of on that day")
q("cross_source", "Which trees had their last inspection from someone who was not the tree officer of the park's district on that day? Tags are enough.", V,
  tags(t for t in TR if t[INSP] and t[BY] != holder("tree officer for", one(out(t[PARK], "in district")), t[INSP])), "trees: insp. by, Last insp.; KG in district; TKG tree officer for on that day")
q("cross_source", "How much money has gone to contractors holding the Arb Approved certificate?", N,
  total([w for w in W if "Arb Approved" in out(w[CO], "holds certificate")], COST), "works by Contractor, KG holds certificate, sum of Cost")
q("cross_source", "felling of trees with a TPO - what did that cost us in all?", N,
  total([w for w in job("Felling") if tree[w[TAG]][TPO] == "Y"], COST), "works: Felling, TreeTag; trees: TPO = Y; sum of Cost")
q("cross_source", "Some jobs were finished on a day when the whole park was closed. Which WO numbers?", V,
  nos(w for w in W if w[DONE] and at("closed because of", w[DONE], w[SITE])), "works: Site, Done on; TKG closed because of on that day")
sr = {f[2] for f in now("park manager of", "Sunita Rao")}
q("cross_source", "sunita rao: how many trees in the parks she runs now", N, sum(t[PARK] in sr for t in TR), "TKG open park manager of; trees by Park name (none of them felled)")
nr = {f[0] for f in now("protected as", tail="Local Nature Reserve")}
q("cross_source", "In the parks that are Local Nature Reserves at present, how many trees are in poor condition?", N,
  sum(t[PARK] in nr and t[COND] == "Poor" for t in TR), "TKG open protected as; trees: Park name, Cond. Poor")
# ------------------------------------------------------------ missing
q("missing", "Which trees have no date for the last inspection?", V, tags(t for t in TR if not t[INSP]), "trees: empty Last insp.")
q("missing", "completed but no cost put in - which orders?", V, nos(w for w in W if w[ST] == "Completed" and w[COST] is None), "works: Completed with empty Cost")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "How many children play at Rocket Corner on a normal weekday?", R, [], "no visitor numbers in any file")
q("unanswerable", "What does Tidewell charge per year for mowing Queen Adelaide Park?", R, [], "the mowing contracts have no price, and no work order is for mowing")
q("unanswerable", "phone no of sunita rao?", R, [], "no phone numbers in any file")
q("unanswerable", "hollin wood, how many hectares is it", R, [], "no park areas in any file")
q("unanswerable", "At what time does the café in Lark Hill Park open in the morning?", R, [], "no opening hours in any file")
q("unanswerable", "which park got the most complaints from residents last year", R, [], "no complaints in any file")
q("unanswerable", "Who managed Old Reservoir Park in 2010?", R, [], "TKG: its managers are recorded only from 2016-03-01 on")
q("unanswerable", "When does the guarantee on the equipment of Cinder Castle run out?", R, [], "no guarantees in any file")
assert len(Q) == 80
finish(HERE, Q)
