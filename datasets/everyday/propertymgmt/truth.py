"""Computes the gold answers from the files and prints what differs from questions.jsonl (--write writes it)."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *

def nr(x): return None if x in ("?", "tbc", "") else float(x.replace(",", ""))
A = dict(zip("Job|Rep'd|Blk|Where|Fault|Trade|Contractor|Prio|Quote £|Invoice £|Done|Visits|Recharge".split("|"),
             "job on blk where fault trade con prio quote inv done vis rech".split()))
A2 = dict(zip("Flat ref|Block|Leaseholder|Beds|Area m²|Half-yr SC £|Reserve £|Arrears £|Sublet|Pays by|Lease ends".split("|"),
              "flat block who beds area sc res arr sub by ends".split()))
J = [{A[k]: v for k, v in r.items()} for r in records(HERE, "repairs.csv")]
C = [{A2[k]: v for k, v in r.items()} for r in records(HERE, "charges.csv")]
for r in J + C:
    for k in r:
        if k in ("prio", "quote", "inv", "vis", "beds", "area", "sc", "res", "arr", "ends"): r[k] = nr(r[k])
        if k in ("on", "done"): r[k] = None if r[k] == "?" else day(r[k], "%d-%b-%y")
for r in J: r["days"] = (r["done"] - r["on"]).days if r["done"] else None
tri, qui = graphs(HERE, "propertymgmt")
out, inn, heads = kg(tri)
facts, now, at, in_year = tkg(qui)
Q = []
q = asking("propertymgmt", Q)
V, N, B, T = "values", "number", "boolean", "table"
def n(x): return int(round(x, 2)) if float(round(x, 2)).is_integer() else round(x, 2)
def pick(rows, **k): return [r for r in rows if all(r[a] == b for a, b in k.items())]
def j(**k): return pick(J, **k)
def c(**k): return pick(C, **k)
def job(no): return one(j(job=no))
def flat(no): return one(c(flat=no))
def col(rows, k): return [r[k] for r in rows]
def rnd(t): return {k: n(v) for k, v in t.items()}
def count(rows, k): return dict(Counter(col(rows, k)))
def heads_of(fs): return [x[0] for x in fs]
def tails_of(fs): return [x[2] for x in fs]
def block(code): return one(inn(code, "codedAs"))
def code(name): return one(out(name, "codedAs"))
blocks, firms = heads("standsIn"), heads("basedIn")
assert blocks == set(col(C, "block")) and firms == set(col(J, "con")) and len(set(col(C, "who"))) == len(C)
assert {(b, m) for b in blocks for m in out(b, "lookedAfterBy")} == {(x[2], x[0]) for x in now("managerOf")}

q("lookup", "Who owns the lease on CAV-05?", V, flat("CAV-05")["who"], "charges: Leaseholder of CAV-05")
q("lookup", "what did Hallam invoice us for job R3191", N, n(job("R3191")["inv"]), "repairs: Invoice of R3191")
q("lookup", "Freeholder of Dovecote Row?", V, out("Dovecote Row", "freeholder"), "KG freeholder")
q("lookup", "Mrs Lovelace rang, Rosalie Lovelace. How many square metres is her flat?", N, n(one(c(who="Rosalie Lovelace"))["area"]), "charges: Area of her flat")
q("lookup", "which day was R3222 finished?", V, job("R3222")["done"], "repairs: Done of R3222")

q("filter_list", "Which flats at Kingfisher Place are sublet?", V, col(c(block="Kingfisher Place", sub="✓"), "flat"), "charges: Block, Sublet ticked")
q("filter_list", "jobs where Pryce had to come four times", V, col(j(con="Pryce & Daughter", vis=4.0), "job"), "repairs: Contractor, Visits 4")
q("filter_list", "Which buildings have somewhere to park underground?", V, inn("underground parking", "hasFeature"), "KG hasFeature, read backwards")
q("filter_list", "flats owing us more than 1500 quid", V, [r["flat"] for r in C if r["arr"] > 1500], "charges: Arrears > 1500")

q("count", "How many times was the light on the stairs reported as broken?", N, len(j(fault="stair light out")), "repairs: Fault stair light out")
q("count", "three-bed flats, how many do we manage in all?", N, len(c(beds=3.0)), "charges: Beds 3")
q("count", "How many lift jobs got reported in 2024?", N, len([r for r in j(trade="lift") if r["on"].year == 2024]), "repairs: Trade lift, Rep'd in 2024")
q("count", "For how many blocks do we have Siobhan as manager?", N, len(inn("Siobhan Ruddock", "lookedAfterBy")), "KG lookedAfterBy (TKG managerOf agrees)")

q("sum", "Total arrears across the whole portfolio please.", N, n(total(C, "arr")), "charges: sum of Arrears")
q("sum", "Bramwell Drains - what have they billed us altogether?", N, n(total(j(con="Bramwell Drains"), "inv")), "repairs: sum of Invoice of the contractor")
q("sum", "How much service charge do the flats of Ferry Wharf bring in per half-year, all told?", N, n(total(c(block="Ferry Wharf"), "sc")), "charges: sum of Half-yr SC of the block")

q("average", "What's the average half-yearly charge for a one-bedroom flat?", N, n(mean(c(beds=1.0), "sc")), "charges: mean Half-yr SC of Beds 1")
q("average", "avg invoice for roof jobs", N, n(mean(j(trade="roof"), "inv")), "repairs: mean Invoice of roof")
q("average", "From report to completion, how many days did finished priority 1 jobs take on average?", N, n(mean(j(prio=1.0), "days")), "repairs: mean Done - Rep'd of Prio 1")

q("min_max", "What is the biggest repair bill we've had?", N, n(max(known(J, "inv"))), "repairs: max Invoice")
q("min_max", "smallest flat we look after, in m2?", N, n(min(known(C, "area"))), "charges: min Area")
q("min_max", "When does the earliest lease at Granary Lofts run out? Just the year.", N, n(min(known(c(block="Granary Lofts"), "ends"))), "charges: min Lease ends of the block")

q("superlative", "Whose flat is the largest?", V, best({r["who"]: r["area"] for r in C}), "charges: Leaseholder of the largest Area")
q("superlative", "Which job took the longest to get done?", V, best({r["job"]: r["days"] for r in J if r["done"]}), "repairs: longest Done - Rep'd")
q("superlative", "which flat has the highest arrears", V, best({r["flat"]: r["arr"] for r in C}), "charges: largest Arrears")

q("top_k", "The four dearest invoices - job numbers?", V, best({r["job"]: r["inv"] for r in J if r["inv"] is not None}, 4), "repairs: four largest Invoice")
q("top_k", "Our three busiest contractors by number of jobs?", V, best(count(J, "con"), 3), "repairs by Contractor, three largest")
q("top_k", "3 biggest flats in Cavendish Mansions by floor space", V, best({r["flat"]: r["area"] for r in c(block="Cavendish Mansions")}, 3), "charges: three largest Area of the block")

q("comparison", "Is it Volthouse or Sparkwell we call out more often?", V, best({f: len(j(con=f)) for f in ("Volthouse", "Sparkwell Electrical")}), "repairs by Contractor, compared")
q("comparison", "GRL-05 against FER-12, which of the two pays more into the reserve?", V, best({f: flat(f)["res"] for f in ("GRL-05", "FER-12")}), "charges: Reserve compared")
q("comparison", "Which block has had its present caretaker for longer, Alder House or Kingfisher Place?", V, best({b: one(now("caretakerAt", tail=b))[3] for b in ("Alder House", "Kingfisher Place")}, low=True), "TKG open caretakerAt, starts compared")

q("difference", "By how much did the bill for R3117 go over the quote, in pounds?", N, n(job("R3117")["inv"] - job("R3117")["quote"]), "repairs: Invoice less Quote of R3117")
q("difference", "How many more jobs does ALD have than DOV?", N, len(j(blk="ALD")) - len(j(blk="DOV")), "repairs by Blk, subtracted")
q("difference", "How many m2 bigger or smaller is the average flat at Alder House than the average one at Ferry Wharf? Just the gap.", N, n(abs(mean(c(block="Ferry Wharf"), "area") - mean(c(block="Alder House"), "area"))), "charges: mean Area of two blocks, subtracted")

q("percent", "What proportion of our flats (per cent) is sublet?", N, n(share(C, lambda r: r["sub"])), "charges: share with Sublet ticked")
q("percent", "% of jobs concerning the common parts rather than a flat", N, n(share(J, lambda r: r["where"] == "common")), "repairs: share with Where common")
q("percent", "Direct debit is what we'd like everyone on. What per cent of the leaseholders pay that way?", N, n(share(C, lambda r: r["by"] == "direct debit")), "charges: share of Pays by direct debit")

q("group_by", "repairs by trade, how many of each", T, count(J, "trade"), "repairs by Trade")
q("group_by", "How much is owed in each block?", T, rnd(sums(C, "block", "arr")), "charges: sum of Arrears by Block")
q("group_by", "Average floor area of the flats depending on the number of bedrooms?", T, {str(int(k)): n(v) for k, v in means(C, "beds", "area").items()}, "charges: mean Area by Beds")
q("group_by", "How many of our blocks belong to each freeholder?", T, dict(Counter(t for h, r, t in tri if r == "freeholder")), "KG freeholder by tail")

q("group_superlative", "Which contractor has cost us the most?", V, best(sums(J, "con", "inv")), "repairs: sum of Invoice by Contractor, largest")
q("group_superlative", "In which building is a flat dearest on average, going by the half-year charge?", V, best(means(C, "block", "sc")), "charges: mean Half-yr SC by Block, largest")
q("group_superlative", "what sort of fault comes in most", V, best(count(J, "fault")), "repairs by Fault, largest")

q("yes_no", "Is there a lift at Brackley Court?", B, "lift" in out("Brackley Court", "hasFeature"), "KG hasFeature")
q("yes_no", "Was job R3173 recharged to the leaseholder?", B, job("R3173")["rech"] == "✓", "repairs: Recharge of R3173")
q("yes_no", "does Otter Lifts come out at night", B, "yes" in out("Otter Lifts", "comesOutAtNight"), "KG comesOutAtNight")
q("yes_no", "Does Mr Crabtree (ALD-11) owe us anything?", B, flat("ALD-11")["arr"] > 0, "charges: Arrears of ALD-11")

q("negation", "Which blocks have no caretaker at present?", V, sorted(blocks - set(tails_of(now("caretakerAt")))), "KG blocks less those with an open caretakerAt")
q("negation", "contractors that are not accredited by anyone?", V, sorted(firms - heads("accreditedBy")), "KG basedIn less accreditedBy")
q("negation", "In which buildings does not a single flat owe anything?", V, having(sums(C, "block", "arr"), lambda v: v == 0), "charges: blocks whose Arrears are all 0")

q("time_point", "Who insured Alder House in 2015?", V, heads_of(in_year("insures", 2015, tail="Alder House")), "TKG insures in 2015")
q("time_point", "On 10 June 2010 there was a caretaker at Cavendish Mansions. Who?", V, heads_of(at("caretakerAt", date(2010, 6, 10), tail="Cavendish Mansions")), "TKG caretakerAt on that day")
q("time_point", "manager for ferry wharf, early 2017?", V, heads_of(at("managerOf", date(2017, 2, 1), tail="Ferry Wharf")), "TKG managerOf in early 2017")
q("time_point", "Which lifts was Skyward Elevators servicing on 1 January 2014 - I mean, in which blocks?", V, tails_of(at("servicesLiftAt", date(2014, 1, 1), "Skyward Elevators")), "TKG servicesLiftAt on that day")

q("before_after", "Who was the caretaker of Granary Lofts before Ravi?", V, step(facts("caretakerAt", tail="Granary Lofts"), 0, "Ravi Sundaram", -1), "TKG caretakerAt, the fact before his")
q("before_after", "When Greenhaven stopped doing the garden at Dovecote, who picked it up?", V, step(facts("gardensAt", tail="Dovecote Row"), 0, "Greenhaven Gardens", 1), "TKG gardensAt, the next fact")
q("before_after", "next residents' chair after Prudence Oakshott?", V, step(facts("chairsResidentsAt", tail="Cavendish Mansions"), 0, "Prudence Oakshott", 1), "TKG chairsResidentsAt, the next fact")

q("duration", "How many full years did Stanley Grubb look after Alder House as caretaker?", N, lasted(one(facts("caretakerAt", "Stanley Grubb", "Alder House"))), "TKG caretakerAt, completed years")
q("duration", "Skyward had the lift contract at Alder House for ages. Full years?", N, lasted(one(facts("servicesLiftAt", "Skyward Elevators", "Alder House"))), "TKG servicesLiftAt, completed years")
q("duration", "Joanna Petherick used to manage Brackley Court. For how many whole years did she do so?", N, lasted(one(facts("managerOf", "Joanna Petherick", "Brackley Court"))), "TKG managerOf, completed years")

q("multi_hop", "Who is the boss of the person looking after Granary Lofts?", V, {b for m in out("Granary Lofts", "lookedAfterBy") for b in out(m, "reportsTo")}, "KG lookedAfterBy > reportsTo")
q("multi_hop", "Which contractors have their base in the same district as Cavendish Mansions?", V, {f for d in out("Cavendish Mansions", "standsIn") for f in inn(d, "basedIn")}, "KG standsIn > basedIn backwards")
q("multi_hop", "features of the blocks that belong to the Wexcombe Trust?", V, {f for b in inn("Wexcombe Trust", "freeholder") for f in out(b, "hasFeature")}, "KG freeholder backwards > hasFeature")
q("multi_hop", "Which districts does Kwame Boateng have to drive to for his blocks?", V, {d for b in inn("Kwame Boateng", "lookedAfterBy") for d in out(b, "standsIn")}, "KG lookedAfterBy backwards > standsIn")

q("cross_source", "How many repairs have been reported for Kingfisher Place?", N, len(j(blk=code("Kingfisher Place"))), "KG codedAs; repairs by Blk")
q("cross_source", "Invoices for blocks in Riverside, what do they come to in total?", N, n(total([r for r in J if "Riverside" in out(block(r["blk"]), "standsIn")], "inv")), "KG codedAs, standsIn; repairs: sum of Invoice")
q("cross_source", "Arrears on Joanna Petherick's patch, in pounds all together?", N, n(total([r for r in C if "Joanna Petherick" in out(r["block"], "lookedAfterBy")], "arr")), "KG lookedAfterBy; charges: sum of Arrears")
q("cross_source", "Who is the leaseholder of the flat that job R3204 was for?", V, flat(job("R3204")["where"])["who"], "repairs: Where; charges: Leaseholder")
q("cross_source", "Which company insured the building of job R3160 when the fault was reported?", V, heads_of(at("insures", job("R3160")["on"], tail=block(job("R3160")["blk"]))), "repairs: Blk, Rep'd; KG codedAs; TKG insures")
q("cross_source", "Does the present chair of the residents at Cavendish Mansions have arrears himself?", B, one(c(who=one(heads_of(now("chairsResidentsAt", tail="Cavendish Mansions")))))["arr"] > 0, "TKG open chairsResidentsAt; charges: Arrears")

q("missing", "Which jobs were finished but the quote was never entered?", V, [r["job"] for r in J if r["done"] and r["quote"] is None], "repairs: Done filled, Quote ?")
q("missing", "how many jobs still have no completion date", N, len([r for r in J if r["done"] is None]), "repairs: Done ?")
q("missing", "For which flat is the end of the lease still to be confirmed?", V, [r["flat"] for r in C if r["ends"] is None], "charges: Lease ends tbc")

q("unanswerable", "What's the phone number of Mirela Popescu?", "refuse", [], "no phone numbers")
q("unanswerable", "How much rent do the subtenants at Kingfisher Place pay?", "refuse", [], "no rents, only whether a flat is sublet")
q("unanswerable", "When was Ferry Wharf built?", "refuse", [], "no years of construction")
q("unanswerable", "arrears of Magnolia Heights?", "refuse", [], "no such block")
q("unanswerable", "What premium does Shieldmere charge for Ferry Wharf?", "refuse", [], "no insurance premiums")
q("unanswerable", "Which leaseholders keep a dog?", "refuse", [], "no pets recorded")

if "--write" not in sys.argv: sys.argv.append("--check")
if len(Q) == 80: finish(HERE, Q)
else: print(len(Q), Counter(x["kind"] for x in Q))
