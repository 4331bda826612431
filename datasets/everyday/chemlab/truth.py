#!/usr/bin/env python3
"""Computes every gold answer of the 'chemlab' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, group, iso, kg, lasted, mean, one, records, share, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s): return float(s.replace("'", "")) if re.fullmatch(r"[0-9'.]+", s) else None
def dt(s): return day(s, "%d.%m.%Y") if re.fullmatch(r"\d\d\.\d\d\.\d{4}", s) else None


K = [(r["head"], r["relation"], r["tail"]) for r in rd("chemlab.kg.tsv")]
T = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in rd("chemlab.tkg.tsv")]
assert len(set(K)) == len(K) and len(set(T)) == len(T)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("chemlab", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

I = rd("instruments.csv")
for r in I: r["b"], r["cal"], r["chf"] = dt(r["bought"]), dt(r["last_cal"]), num(r["price_CHF"])
IN = {r["instr"]: r for r in I}
S = rd("samples.csv")
for r in S:
    r["in"], r["du"], r["rep"] = dt(r["recd"]), dt(r["due"]), dt(r["reported"])
    r["temp"], r["res"], r["fee"] = num(r["temp_recd_degC"]), num(r["result"]), num(r["fee_CHF"])
    assert (r["rep"] is None) == (r["result"] == "") == (r["in_spec"] == "") == (r["reported"] == "open")
    assert r["method"] in out(r["analyst"], "qualifiedFor")
SN = {r["sample_no"]: r for r in S}
assert len(SN) == len(S) and len(IN) == len(I)
for f in now("locatedIn"): assert IN[f[0]]["room"] == f[2]
LAB, CLIENTS, METHODS, ANALYSTS = "Aaretal Analytik AG", heads("sector"), heads("followsStandard"), heads("memberOf")
assert {r["client"] for r in S} == CLIENTS and {r["analyst"] for r in S} <= ANALYSTS and {r["method"] for r in S} <= METHODS
ids = lambda rows: [r["instr"] for r in rows]
nos = lambda rows: [r["sample_no"] for r in rows]
of = lambda k, v: [r for r in S if r[k] == v]
money = lambda s: float(s.replace("CHF ", ""))

q("lookup", "Which room is the KJ-1 in?", "values", IN["KJ-1"]["room"], "instruments: room")
q("lookup", "24-0011 what came out?", "number", SN["24-0011"]["res"], "samples: result")
q("lookup", "Which standard does method M-203 follow?", "values", out("M-203", "followsStandard"), "KG followsStandard")

q("filter_list", "Which of our instruments cost more than 100'000 francs?", "values", ids(r for r in I if r["chf"] > 100000), "instruments: price_CHF > 100000")
q("filter_list", "samples that haven't gone out to the client yet, still open", "values", nos(r for r in S if r["reported"] == "open"), "samples: reported open")
q("filter_list", "Who is qualified to run M-103?", "values", inn("M-103", "qualifiedFor"), "KG qualifiedFor")
q("filter_list", "all our shimadzu machines", "values", ids(r for r in I if r["mfr"] == "Shimadzu"), "instruments: mfr")
q("filter_list", "Please list the sample numbers of the juices that Mosterei Thalmann brought us.", "values", nos(r for r in of("client", "Mosterei Thalmann") if r["matrix"] == "juice"), "samples: client, matrix juice")
q("filter_list", "The ICP-OES-1 is down this week. Which methods are affected?", "values", inn("ICP-OES-1", "runsOn"), "KG runsOn")
q("filter_list", "Which instruments have we bought since the start of 2020?", "values", ids(r for r in I if r["b"] and r["b"].year >= 2020), "instruments: bought in 2020 or later")

q("count", "How many soil samples were received in 2023?", "number", sum(r["in"].year == 2023 for r in of("matrix", "soil")), "samples: matrix soil, recd in 2023")
q("count", "express jobs for Novachem Basel, how many", "number", sum(r["rush"] == "y" for r in of("client", "Novachem Basel")), "samples: client, rush y")
q("count", "How many samples were out of spec in total?", "number", len(of("in_spec", "n")), "samples: in_spec n")
q("count", "nr of clients beat zaugg looks after", "number", len(inn("Beat Zaugg", "accountManager")), "KG accountManager")
q("count", "How many results came out below the LOQ?", "number", len(of("result", "<LOQ")), "samples: result <LOQ")

q("sum", "What do the fees of all samples received from Wasserverbund Seetal in 2023 add up to?", "number", total([r for r in of("client", "Wasserverbund Seetal") if r["in"].year == 2023], "fee"), "samples: sum of fee_CHF, client, recd in 2023")
q("sum", "insurance wants the purchase value of everything standing in L1.15. one figure pls", "number", total([r for r in I if r["room"] == "L1.15"], "chf"), "instruments: sum of price_CHF, room")
q("sum", "How much have we charged for rush samples altogether?", "number", total(of("rush", "y"), "fee"), "samples: sum of fee_CHF, rush y")

q("average", "What does a sludge sample bring in on average, in francs?", "number", mean(of("matrix", "sludge"), "fee"), "samples: mean fee_CHF, matrix")
q("average", "avg temperature of milk when it gets here", "number", mean(of("matrix", "milk"), "temp"), "samples: mean temp_recd_degC, matrix milk")
q("average", "What was the average price of our balances?", "number", mean([r for r in I if r["type"] == "balance"], "chf"), "instruments: mean price_CHF, type balance")

q("min_max", "What is the highest result we have ever reported with M-205?", "number", max(r["res"] for r in of("method", "M-205") if r["res"] is not None), "samples: max result, method")
q("min_max", "largest fee on a single sample", "number", max(r["fee"] for r in S), "samples: max fee_CHF")
q("min_max", "When was our most recent instrument purchase?", "values", max(r["b"] for r in I if r["b"]), "instruments: latest bought")

q("superlative", "Which instrument was the most expensive?", "values", best({r["instr"]: r["chf"] for r in I}), "instruments: largest price_CHF")
q("superlative", "oldest machine we have a purchase date for", "values", best({r["instr"]: r["b"] for r in I if r["b"]}, low=True), "instruments: earliest bought")
q("superlative", "Which sample was the warmest on arrival?", "values", best({r["sample_no"]: r["temp"] for r in S if r["temp"] is not None}), "samples: largest temp_recd_degC")
q("superlative", "Auditor question: which instrument was calibrated longest ago?", "values", best({r["instr"]: r["cal"] for r in I if r["cal"]}, low=True), "instruments: earliest last_cal")
q("superlative", "sample w/ highest M-201 value", "values", best({r["sample_no"]: r["res"] for r in of("method", "M-201") if r["res"] is not None}), "samples: method, largest result")

q("top_k", "What are our three priciest instruments?", "values", best({r["instr"]: r["chf"] for r in I}, 3), "instruments: three largest price_CHF")
q("top_k", "the 2 analysts who did the most samples", "values", best(Counter(r["analyst"] for r in S), 2), "samples: two most frequent analysts")
q("top_k", "Could you tell me which three clients have brought in the most fees overall?", "values", best({k: total(v, "fee") for k, v in group(S, lambda r: r["client"]).items()}, 3), "samples: three largest sums of fee_CHF per client")

q("comparison", "Who has worked on more samples, Dario Kunz or Regula Stettler?", "values", best({a: len(of("analyst", a)) for a in ("Dario Kunz", "Regula Stettler")}), "samples: rows of both analysts")
q("comparison", "hplc-1 or kj-1, which one did we buy first", "values", best({i: IN[i]["b"] for i in ("HPLC-1", "KJ-1")}, low=True), "instruments: bought of both")
q("comparison", "Between Novachem Basel and Terraplan Ingenieure, who was charged more in total?", "values", best({c: total(of("client", c), "fee") for c in ("Novachem Basel", "Terraplan Ingenieure")}), "samples: sums of fee_CHF of both clients")

q("difference", "How much more did the GC-MS-2 cost than the GC-MS-1?", "number", IN["GC-MS-2"]["chf"] - IN["GC-MS-1"]["chf"], "instruments: price_CHF subtracted")
q("difference", "A client complains about 22-0008. How many days after the due date did we report it?", "number", (SN["22-0008"]["rep"] - SN["22-0008"]["du"]).days, "samples: reported minus due")
q("difference", "M-205 list price rise in july 2023, how many francs was it", "number", money(one(at("listPrice", date(2023, 7, 15), "M-205"))[2]) - money(one(at("listPrice", date(2023, 6, 15), "M-205"))[2]), "TKG listPrice of M-205, the two around that date")

q("percent", "What percentage of all samples came in as rush orders?", "number", share(S, lambda r: r["rush"] == "y"), "samples: rush y over all rows")
q("percent", "failure rate of the soils, % out of spec", "number", share(of("matrix", "soil"), lambda r: r["in_spec"] == "n"), "samples: in_spec n over the rows of matrix soil")
assert all(r["in_spec"] for r in of("matrix", "soil"))
q("percent", "What share of our instruments is covered by a service contract, in percent?", "number", share(I, lambda r: r["svc_contract"] == "y"), "instruments: svc_contract y over all rows")

q("group_by", "How many samples have we had of each matrix?", "table", Counter(r["matrix"] for r in S), "samples: rows per matrix")
q("group_by", "average fee by method", "table", {k: mean(v, "fee") for k, v in group(S, lambda r: r["method"]).items()}, "samples: mean fee_CHF per method")
q("group_by", "How many instruments are there in each room?", "table", Counter(r["room"] for r in I), "instruments: rows per room")
q("group_by", "clients per sector, numbers only", "table", Counter(t for h, r, t in K if r == "sector"), "KG sector, rows per tail")

q("group_superlative", "Which method do we run most often?", "values", best(Counter(r["method"] for r in S)), "samples: most frequent method")
q("group_superlative", "room with the most valuable equipment in it, all added together", "values", best({k: total(v, "chf") for k, v in group(I, lambda r: r["room"]).items()}), "instruments: largest sum of price_CHF per room")
q("group_superlative", "Which matrix has had the largest number of samples out of spec?", "values", best(Counter(r["matrix"] for r in of("in_spec", "n"))), "samples: in_spec n, most frequent matrix")
q("group_superlative", "account manager w most clients?", "values", best(Counter(t for h, r, t in K if r == "accountManager")), "KG accountManager: most frequent tail")

q("yes_no", "Is there a service contract for the GC-MS-1?", "boolean", IN["GC-MS-1"]["svc_contract"] == "y", "instruments: svc_contract")
q("yes_no", "can elif demir do mercury", "boolean", bool(out("Elif Demir", "qualifiedFor") & inn("mercury", "determines")), "KG qualifiedFor, determines")
q("yes_no", "Did sample 24-0039 meet its specification?", "boolean", SN["24-0039"]["in_spec"] == "y", "samples: in_spec")
q("yes_no", "Have we ever had a beer that was out of spec?", "boolean", any(r["in_spec"] == "n" for r in of("matrix", "beer")), "samples: matrix beer, in_spec n")
q("yes_no", "quick one before I send the quote... are we accredited for M-104 at the moment?", "boolean", bool(now("accreditedFor", LAB, "M-104")), "TKG open accreditedFor")

q("negation", "Which members of the Metals group are not qualified for M-104?", "values", inn("Metals", "memberOf") - inn("M-104", "qualifiedFor"), "KG memberOf without qualifiedFor M-104")
q("negation", "L0.07 equipment without a service contract", "values", ids(r for r in I if r["room"] == "L0.07" and r["svc_contract"] == "n"), "instruments: room, svc_contract n")
q("negation", "Which of our methods have never been accredited?", "values", METHODS - {f[2] for f in facts("accreditedFor", LAB)}, "KG methods without TKG accreditedFor")
q("negation", "rush samples from 2023 (going by when they came in) that we didnt report on time", "values", nos(r for r in S if r["rush"] == "y" and r["in"].year == 2023 and r["rep"] > r["du"]), "samples: rush y, recd in 2023, reported after due")

q("time_point", "Who was head of Chromatography in May 2015?", "values", one(at("headOf", date(2015, 5, 15), tail="Chromatography"))[0], "TKG headOf on that day")
q("time_point", "list price M-101 in 2020?", "values", one(in_year("listPrice", 2020, "M-101"))[2], "TKG listPrice in 2020")
q("time_point", "who takes care of the icp-ms-1 now", "values", one(now("responsibleFor", tail="ICP-MS-1"))[0], "TKG open responsibleFor")
q("time_point", "Where did the IC-1 stand on 1 March 2016?", "values", one(at("locatedIn", date(2016, 3, 1), "IC-1"))[2], "TKG locatedIn on that day")

q("before_after", "Who was in charge of the whole lab before Philipp Aebersold?", "values", step(facts("headOf", tail=LAB), 0, "Philipp Aebersold", -1), "TKG headOf the lab, the fact before")
q("before_after", "marc vonlanthen gave up gc-ms-1, who got it after him", "values", step(facts("responsibleFor", tail="GC-MS-1"), 0, "Marc Vonlanthen", 1), "TKG responsibleFor, next fact")

q("duration", "For how many full years did Hansruedi Moser lead the Metals group?", "number", lasted(one(facts("headOf", "Hansruedi Moser", "Metals"))), "TKG completed years")
q("duration", "HPLC-2 sat in L1.15 for how many full years before it went to the store?", "number", lasted(one(facts("locatedIn", "HPLC-2", "L1.15"))), "TKG completed years")
q("duration", "Among the clients that get a discount today, which one has had its current rate the longest?", "values", best({f[0]: f[3].toordinal() for f in now("discount")}, low=True), "TKG open discount with the earliest start")

q("multi_hop", "In which canton is Mosterei Thalmann?", "values", out(one(out("Mosterei Thalmann", "basedIn")), "inCanton"), "KG basedIn, inCanton")
q("multi_hop", "what substances can we measure on the LC-MS-1", "values", {a for m in inn("LC-MS-1", "runsOn") for a in out(m, "determines")}, "KG runsOn, determines")
q("multi_hop", "Timo Räber's boss is away, so who is the boss of his boss?", "values", out(one(out("Timo Räber", "reportsTo")), "reportsTo"), "KG reportsTo twice")

q("cross_source", "How many samples have we received from clients in the canton of Solothurn?", "number", sum("Solothurn" in out(one(out(r["client"], "basedIn")), "inCanton") for r in S), "KG basedIn, inCanton; samples: rows")
q("cross_source", "total fees from the breweries", "number", total([r for r in S if r["client"] in inn("brewery", "sector")], "fee"), "KG sector; samples: sum of fee_CHF")
q("cross_source", "What discount did the client of 22-0010 have on the day it came in? Just checking the invoice.", "values", one(at("discount", SN["22-0010"]["in"], SN["22-0010"]["client"]))[2], "samples: client, recd; TKG discount on that day")
q("cross_source", "Which manufacturers made the instruments used for M-202?", "values", {IN[i]["mfr"] for i in out("M-202", "runsOn")}, "KG runsOn; instruments: mfr")

q("missing", "Which instruments have no calibration date entered?", "values", ids(r for r in I if r["cal"] is None), "instruments: last_cal unknown")

OPEN = [r for r in S if r["reported"] == "open"]
refuse("What is the measurement uncertainty of M-104?", "no measurement uncertainties in any file")
refuse("how much argon did the two icps use last month", "no gas consumption in any file")
refuse("Who at Kantonsspital Zofingen do we phone when a result is critical?", "no contacts at the clients in any file, only our own account managers")
refuse("scores from the last proficiency test for nitrate", "no proficiency tests in any file")
refuse(f"What was the result of sample {OPEN[-1]['sample_no']}?", "samples: result empty, still open")

# left out
q("average", "What do we charge for a groundwater sample on average, if the rush jobs are left out?", "number", mean([r for r in of("matrix", "groundwater") if r["rush"] == "n"], "fee"), "samples: mean fee_CHF, matrix, rush n")
q("count", "drinking water samples received in 2024, how many? not counting the ones from Wasserverbund Seetal", "number", sum(r["in"].year == 2024 and r["client"] != "Wasserverbund Seetal" for r in of("matrix", "drinking water")), "samples: matrix, recd in 2024, other clients")

# groups of some size
q("group_superlative", "Among the clients who have sent us ten or more samples, whose average fee is the lowest?", "values", best({k: mean(v, "fee") for k, v in group(S, lambda r: r["client"]).items() if len(v) >= 10}, low=True), "samples: clients with 10 rows or more, smallest mean fee_CHF")
q("group_by", "avg purchase price per manufacturer, only makers that we have at least three instruments from", "table", {k: mean(v, "chf") for k, v in group(I, lambda r: r["mfr"]).items() if len(v) >= 3}, "instruments: mean price_CHF per mfr with 3 rows or more")

# times
q("filter_list", "Which instruments had their last calibration in the first quarter of 2024?", "values", ids(r for r in I if r["cal"] and date(2024, 1, 1) <= r["cal"] <= date(2024, 3, 31)), "instruments: last_cal from January to March 2024")
q("filter_list", "soil samples that arrived on or after 1 july 2024, numbers pls", "values", nos(r for r in of("matrix", "soil") if r["in"] >= date(2024, 7, 1)), "samples: matrix soil, recd from 01.07.2024 on")

# two columns of a row
q("group_superlative", "Which client has had the largest number of reports from us later than the due date?", "values", best(Counter(r["client"] for r in S if r["rep"] and r["rep"] > r["du"])), "samples: reported after due, most frequent client")
q("count", "how many samples did we get out early, i.e. before they were due", "number", sum(bool(r["rep"] and r["rep"] < r["du"]) for r in S), "samples: reported before due")

# percent over two files
q("percent", "What percentage of all our samples went to analysts of the Chromatography group?", "number", share(S, lambda r: r["analyst"] in inn("Chromatography", "memberOf")), "KG memberOf; samples: analyst, over all rows")
q("percent", "nadia frei's clients: how many % of them have ever sent us a rush job", "number", share(inn("Nadia Frei", "accountManager"), lambda c: any(r["rush"] == "y" for r in of("client", c))), "KG accountManager; samples: clients with rush y over all of hers")

# present and missing
q("missing", "drinking water with a result but no temperature on arrival noted, which samples", "values", nos(r for r in of("matrix", "drinking water") if r["result"] and r["temp"] is None), "samples: matrix, result there, temp_recd_degC n/a")
q("missing", "Which samples were due in September 2024 and have no result entered yet?", "values", nos(r for r in S if (r["du"].year, r["du"].month) == (2024, 9) and not r["result"]), "samples: due in September 2024, result empty")

# negation over two files
q("negation", "Which of Beat Zaugg's clients have never had a sample out of spec?", "values", inn("Beat Zaugg", "accountManager") - {r["client"] for r in of("in_spec", "n")}, "KG accountManager; samples: no row with in_spec n")
q("negation", "instruments in L1.15 that none of our methods runs on", "values", ids(r for r in I if r["room"] == "L1.15" and not inn(r["instr"], "runsOn")), "instruments: room; KG: no runsOn")

# against an extreme or an average
q("difference", "How much dearer was the BAL-2 than the cheapest balance in the house?", "number", IN["BAL-2"]["chf"] - min(r["chf"] for r in I if r["type"] == "balance"), "instruments: its price_CHF less the smallest of type balance")
q("filter_list", "m-205 samples whose fee was above the average for that method", "values", nos(r for r in of("method", "M-205") if r["fee"] > mean(of("method", "M-205"), "fee")), "samples: method, fee_CHF above its mean")

# a formula
assert IN["HG-1"]["cal_int_months"] == "6" and IN["HG-1"]["cal"].month == 6
q("lookup", "HG-1: when does it have to be calibrated next, going by its last calibraton and the interval?", "values", IN["HG-1"]["cal"].replace(month=12), "instruments: last_cal plus cal_int_months of the HG-1")
q("duration", "What is the longest that a sample has ever taken from arrival to report, in days?", "number", max((r["rep"] - r["in"]).days for r in S if r["rep"]), "samples: largest reported minus recd")

# yes or no by a fragment
q("yes_no", "24-0150 reported yet?", "boolean", SN["24-0150"]["rep"] is not None, "samples: reported open")
q("yes_no", "elif demir never worked on a soil sample, right?", "boolean", not any(r["matrix"] == "soil" for r in of("analyst", "Elif Demir")), "samples: no row of the analyst with matrix soil")

finish(HERE, Q)
