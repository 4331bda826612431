"""Computes every gold answer of the 'wards' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, having, kg, known, mean, means, num, one, records, share, step, sums,
    tkg, total)


V, N, B, T, X = "values", "number", "boolean", "table", "refuse"
NO, PID, WD, CONS, PRAC, TYP, DX, TO = "Adm.No", "Pat ID", "Ward", "Consultant", "Ref. practice", "Adm type", "main dx", "Disch to"
INV, DT, MK, WC, RES, BY = "Inv No", "Device type", "Maker", "Ward code", "Result", "chk by"
KG, TK = graphs(HERE, "wards")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
A, D = records(HERE, "admissions.csv"), records(HERE, "device_checks.csv")
for a in A:
    a["in"], a["out"] = (day(a[c], "%d/%m/%Y") for c in ("Adm. date", "Disch. date"))
    a["age"], a["los"], a["bill"] = num(a["AGE (yrs)"]), num(a["LOS (nights)"]), num(a["Bill (EUR)"])
for d in D:
    d["bought"], d["due"] = (day(d[c], "%d/%m/%Y") for c in ("Purch. date", "Next due"))
    d["price"], d["cost"] = num(d["PRICE [EUR]"]), num(d["Chk cost (€)"])
ADM, DEV = {a[NO]: a for a in A}, {d[INV]: d for d in D}
def on_ward(w): return [a for a in A if a[WD] == w]
def month(a): return a["in"].strftime("%Y-%m")
def building(w): return one(out(w, "in building"))
def nos(rows): return [a[NO] for a in rows]
def ins(rows): return [d[INV] for d in rows]
WARDS, MAKERS = heads("ward_code"), heads("makes")
# the files agree with each other
assert len(ADM) == len(A) and len(DEV) == len(D)
assert all(a["out"] is None or (a["out"] - a["in"]).days == a["los"] for a in A)
assert {a[WD] for a in A} <= WARDS and all(out(a[WD], "ward_code") == {a["Wd cd"]} for a in A)
assert {d[MK] for d in D} <= MAKERS and all(d[DT] in out(d[MK], "makes") for d in D)
assert all(inn(d[WC], "ward_code") for d in D if d[WC])
for w in WARDS: assert out(w, "current specialty") == {f[2] for f in now("had specialty", w)}

Q = []
q = asking("wards", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Which consultant was in charge of admission AD-5134?", V, ADM["AD-5134"][CONS], "admissions: Consultant of AD-5134")
q("lookup", "mill lane gp - who runs that place?", V, out("Mill Lane GP", "led by"), "KG led by")
q("lookup", "when's MD-3309 next due for its check", V, DEV["MD-3309"]["due"], "device_checks: Next due of MD-3309")
# ------------------------------------------------------------ filter_list
q("filter_list", "Which ventilators and defibrillators failed their last check? I need the inventory numbers.", V,
  ins(d for d in D if d[DT] in ("Ventilator", "Defibrillator") and d[RES] == "Fail"), "device_checks: Device type in the two, Result Fail")
q("filter_list", "adm numbers of the over 80s who came in as emergencies", V,
  nos(a for a in A if a["age"] > 80 and a[TYP] == "Emergency"), "admissions: AGE > 80, Adm type Emergency (nobody is exactly 80)")
assert not any(a["age"] == 80 for a in A)
q("filter_list", "all wards in the Tower Block pls", V, WARDS & inn("Tower Block", "in building"), "KG in building, read backwards")
q("filter_list", "Please list the inventory numbers of everything we bought before 2020 for more than 30,000 euros.", V,
  ins(d for d in D if d["bought"] < date(2020, 1, 1) and (d["price"] or 0) > 30000), "device_checks: Purch. date before 2020, PRICE > 30000")
# ------------------------------------------------------------ count
dec = [a for a in A if month(a) == "2024-12"]
assert len({a[PID] for a in dec}) == len(dec)
q("count", "How many patients were admitted in December 2024?", N, len(dec), "admissions: Adm. date in 2024-12 (no patient twice)")
q("count", "how many devices were overdue on 1 april 2025, going by the due date in the list?", N, sum(d["due"] is not None and d["due"] < date(2025, 4, 1) for d in D),
  "device_checks: Next due before 2025-04-01 (none on that day)")
assert not any(d["due"] == date(2025, 4, 1) for d in D)
q("count", "How many patients have been in hospital with us more than once?", N, len(having(Counter(a[PID] for a in A), lambda n: n > 1)),
  "admissions: Pat IDs with more than one row")
q("count", "How many GP practices have referred more than 5 admissions to us?", N, len(having(Counter(a[PRAC] for a in A if a[PRAC]), lambda n: n > 5)),
  "admissions: rows by Ref. practice (empty left out), groups above 5")
# ------------------------------------------------------------ sum
q("sum", "What did all the checks done by Merle Dostalik cost us together?", N, total([d for d in D if d[BY] == "Merle Dostalik"], "cost"),
  "device_checks: sum of Chk cost, chk by Merle Dostalik")
q("sum", "nights on Fern in total?", N, total(on_ward("Fern Ward"), "los"), "admissions: sum of LOS, Fern Ward")
q("sum", "Some patients went on to a rehab clinic when they left us. Please add up the bills we have for them.", N,
  total([a for a in A if a[TO] == "Rehab clinic"], "bill"), "admissions: sum of Bill, Disch to Rehab clinic (one has no bill yet)")
# ------------------------------------------------------------ average
assert len({a[PID] for a in on_ward("Fern Ward")}) == len(on_ward("Fern Ward"))
q("average", "On average, how old were the women admitted to Fern Ward?", N, mean(on_ward("Fern Ward"), "age"), "admissions: mean AGE, Fern Ward (nobody twice)")
syr = [d for d in D if d[DT] == "Syringe driver"]
assert len(known(syr, "price")) == len(syr)
q("average", "avg price of a syringe driver", N, mean(syr, "price"), "device_checks: mean PRICE, Syringe driver (none empty)")
q("average", "how long do the knee artrosis people stay w/ us on average, in nights?", N, mean([a for a in A if a[DX] == "knee arthrosis"], "los"),
  "admissions: mean LOS, main dx knee arthrosis")
# ------------------------------------------------------------ min_max
q("min_max", "What is the amount of the highest bill in the admissions list?", N, max(known(A, "bill")), "admissions: max Bill")
q("min_max", "When was the oldest of our patient monitors purchased?", V, min(d["bought"] for d in D if d[DT] == "Patient monitor"), "device_checks: earliest Purch. date, Patient monitor")
q("min_max", "age of the yougest kid on sorrel?", N, min(a["age"] for a in on_ward("Sorrel Ward")), "admissions: min AGE, Sorrel Ward")
# ------------------------------------------------------------ superlative
q("superlative", "Which of the hospital's buildings is the oldest?", V, best({b: num(one(out(b, "built in"))) for b in heads("built in")}, low=True), "KG built in, smallest year")
q("superlative", "whats the single most expensve piece of kit we own (inv no)", V, best({d[INV]: d["price"] or 0 for d in D}), "device_checks: largest PRICE")
q("superlative", "Which admission had the longest stay? Just the admission number, please.", V, best({a[NO]: a["los"] or 0 for a in A}), "admissions: largest LOS")
# ------------------------------------------------------------ top_k
q("top_k", "Give me the inventory numbers of the three devices with the costliest checks.", V, best({d[INV]: d["cost"] or 0 for d in D}, 3), "device_checks: three largest Chk cost")
q("top_k", "top 2 practices by number of patients they sent to us (count each admission)", V, best(Counter(a[PRAC] for a in A if a[PRAC]), 2),
  "admissions: rows by Ref. practice (empty left out), two largest")
q("top_k", "3 wards w the biggest billing total", V, best(sums(A, WD, "bill"), 3), "admissions: sum of Bill by Ward, three largest")
# ------------------------------------------------------------ comparison
nc = Counter(a[CONS] for a in A)
q("comparison", "Who had more admissions, Dr. Hester Quillby or Dr. Tomasz Wilgorski?", V, best({d: nc[d] for d in ("Dr. Hester Quillby", "Dr. Tomasz Wilgorski")}),
  "admissions: rows of each Consultant")
df = Counter(d[MK] for d in D if d[DT] == "Defibrillator")
q("comparison", "pulsovex or bluefield, from which of them do we have more defibs?", V, best({m: df[m] for m in ("Pulsovex AB", "Bluefield Instruments")}),
  "device_checks: Defibrillator rows of each Maker")
q("comparison", "Which of the two became a consultant here first: Dr. Celia Wraxford or Dr. Moira Tansley?", V,
  best({p: one(facts("contract as", p, "consultant"))[3] for p in ("Dr. Celia Wraxford", "Dr. Moira Tansley")}, low=True), "TKG contract as consultant, starts compared")
# ------------------------------------------------------------ difference
nt = Counter(a[TYP] for a in A)
assert nt["Planned"] > nt["Emergency"]
q("difference", "How many more planned admissions than emergency admissions have we had?", N, nt["Planned"] - nt["Emergency"], "admissions: Adm type counts, subtracted")
vp = known((d for d in D if d[DT] == "Ventilator"), "price")
q("difference", "price gap between the dearest and the cheapest ventilator, where we know the price?", N, max(vp) - min(vp), "device_checks: max - min PRICE, Ventilator (one empty)")
lw = means(A, WD, "los")
assert lw["Elder Ward"] > lw["Alder Ward"]
q("difference", "By how many nights is the average stay on Elder Ward longer than the one on Alder Ward?", N,
  lw["Elder Ward"] - lw["Alder Ward"], "admissions: mean LOS of both wards, subtracted")
# ------------------------------------------------------------ percent
q("percent", "For what percentage of the admissions is there no referring practice in the list?", N, share(A, lambda a: not a[PRAC]), "admissions: share of rows with empty Ref. practice")
q("percent", "of the devices that have a check result, what % got a clean pass with no remarks", N, share([d for d in D if d[RES]], lambda d: d[RES] == "Pass"),
  "device_checks: Result Pass as share of the rows with a Result")
q("percent", "Cedar Ward: what share of the admissions there was planned? In percent.", N, share(on_ward("Cedar Ward"), lambda a: a[TYP] == "Planned"), "admissions: Cedar Ward, share of Planned")
# ------------------------------------------------------------ group_by
q("group_by", "How many admissions did we have per month? Please write the months as 2024-11, 2024-12 and so on.", T, Counter(map(month, A)), "admissions: rows by month of Adm. date")
q("group_by", "total purchse price per maker, count blanks as 0", T, sums(D, MK, "price"), "device_checks: sum of PRICE by Maker")
q("group_by", "For every building that has wards in it, how many wards are there?", T, Counter(map(building, WARDS)), "KG in building of the wards, counted by building")
q("group_by", "avg no of nights by where ppl went afterwards? leave out the ones with no destination", T,
  means([a for a in A if a[TO]], TO, "los"), "admissions: mean LOS by Disch to, empty left out")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "Which consultant's patients spent the most nights in hospital, all stays added up?", V, best(sums(A, CONS, "los")),
  "admissions: sum of LOS by Consultant, largest")
q("group_superlative", "what kind of device has the most failed checks?", V, best(Counter(d[DT] for d in D if d[RES] == "Fail")), "device_checks: Fail rows by Device type, largest")
q("group_superlative", "Looking only at diagnoses with at least three admissions, which one has the highest average bill?", V,
  best({dx: mean(g, "bill") for dx, g in group(A, lambda a: a[DX]).items() if len(g) >= 3}), "admissions: mean recorded Bill by main dx with 3 or more rows, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Is Jonas Pellworth certified to check infusion pumps?", B, "Infusion pump" in out("Jonas Pellworth", "certified for"), "KG certified for")
q("yes_no", "did we have anybody below 5 on Sorrel", B, any(a["age"] < 5 for a in on_ward("Sorrel Ward")), "admissions: AGE < 5 on Sorrel Ward")
q("yes_no", "Has Hanne Thorsrud been ward sister on more than one ward?", B, len({f[2] for f in facts("ward_sister_of", "Hanne Thorsrud")}) > 1, "TKG ward_sister_of, wards counted")
q("yes_no", "any ventilater from Aerolund that cost over 28k?", B, any(d[MK] == "Aerolund" and d[DT] == "Ventilator" and (d["price"] or 0) > 28000 for d in D),
  "device_checks: Ventilator of Aerolund with PRICE > 28000")
# ------------------------------------------------------------ negation
have = {d[WC] for d in D if d[DT] == "Defibrillator"}
assert "" not in have
q("negation", "Which wards do not have a defibrillator? Ward names please, not the codes.", V, [w for w in WARDS if one(out(w, "ward_code")) not in have],
  "all wards of the KG less those whose ward_code has a Defibrillator in device_checks")
q("negation", "Which device makers do not belong to any group?", V, MAKERS - heads("owned by"), "KG: all makers less those with owned by")
q("negation", "Which of the doctors who work on a ward have no mentor on record?", V, heads("works on") - heads("mentored_by"), "KG: doctors with works on, less those with mentored_by")
q("negation", "number of discharges to somewhere other than home (skip the blanks)", N, sum(a[TO] not in ("", "Home") for a in A), "admissions: Disch to filled and not Home")
# ------------------------------------------------------------ time_point
q("time_point", "Which doctors were here on a locum contract on 1 January 2025?", V, [f[0] for f in at("contract as", date(2025, 1, 1), tail="locum consultant")],
  "TKG contract as locum consultant on that day")
q("time_point", "what did hawthorn ward specialise in back in 2017?", V, one(in_year("had specialty", 2017, "Hawthorn Ward"))[2], "TKG had specialty covering 2017")
q("time_point", "Which visiting rule was in force for the whole hospital on Christmas Day 2020?", V,
  one(at("visiting rule", date(2020, 12, 25), "Merrowdale Regional Hospital"))[2], "TKG visiting rule of the hospital on that day")
q("time_point", "head of surgery in summer 2016 - who was that again?", V, one(in_year("head of", 2016, tail="Department of Surgery"))[0], "TKG head of Department of Surgery in 2016")
# ------------------------------------------------------------ before_after
q("before_after", "Before they started letting two visitors at a time into Intensive Care, what was the visiting rule of that unit?", V,
  step(facts("visiting rule", "Intensive Care Unit"), 2, "two visitors at a time", -1), "TKG visiting rule of the Intensive Care Unit, the fact before")
q("before_after", "what was on Maple before urology moved in", V, step(facts("had specialty", "Maple Ward"), 2, "urology", -1), "TKG had specialty, the fact before urology")
q("before_after", "Which wards have got a new ward sister since the start of 2024?", V,
  [f[2] for f in facts("ward_sister_of") if f[3] >= date(2024, 1, 1)], "TKG ward_sister_of with start from 2024-01-01")
# ------------------------------------------------------------ duration
hs = facts("ward_sister_of", tail="Hawthorn Ward")
e, s = hs[0][4] + timedelta(1), hs[1][3]
assert len(hs) == 2 and e.day == s.day == 1
q("duration", "After Ulrike Sandmoser left, Hawthorn Ward had no ward sister for a while. How many months was that?", N, (s.year - e.year) * 12 + s.month - e.month,
  "TKG ward_sister_of: from 2020-03-01 up to the next start 2021-02-01")
p1, p2 = sorted((a for a in A if a[PID] == "P29170"), key=lambda a: a["in"])
q("duration", "P29170 came back to us. how many days after the first discharge was that?", N, (p2["in"] - p1["out"]).days, "admissions: second Adm. date less first Disch. date")
q("duration", "Among the ward sisters whose time on a ward is over, who stayed longest on one ward?", V, one(best({(f[0], f[2]): f[4] - f[3] for f in facts("ward_sister_of") if f[4]}))[0],
  "TKG ward_sister_of with an end, longest span")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "Which doctors work on wards at the Westfield site?", V,
  {d for b in inn("Westfield site", "on site") for w in inn(b, "in building") for d in inn(w, "works on")}, "KG works on > in building > on site")
q("multi_hop", "which other practice is in the same town as Quayside Doctors?", V, inn(one(out("Quayside Doctors", "located in")), "located in") - {"Quayside Doctors"},
  "KG located in, forwards and backwards")
q("multi_hop", "Is there a British maker of defibrillators? Name it.", V,
  [m for m in inn("Defibrillator", "makes") if out(one(out(m, "based in")), "in country") == {"United Kingdom"}], "KG makes backwards, based in > in country")
# ------------------------------------------------------------ cross_source
q("cross_source", "How many admissions came from practices in the Coast district?", N,
  sum(bool(a[PRAC]) and out(one(out(a[PRAC], "located in")), "in district") == {"Coast"} for a in A), "admissions by Ref. practice, KG located in > in district")
q("cross_source", "what have we paid for devices whose maker belongs to Orvane Group?", N, total([d for d in D if "Orvane Group" in out(d[MK], "owned by")], "price"),
  "device_checks: PRICE by Maker, KG owned by")
q("cross_source", "Which devices were last checked by somebody who is not certified for that type of device? Inventory numbers, please.", V,
  ins(d for d in D if d[BY] and d[DT] not in out(d[BY], "certified for")), "device_checks: chk by, Device type; KG certified for")
a8 = ADM["AD-5108"]
q("cross_source", "On the day of admission AD-5108, who was the sister in charge of that ward?", V, one(at("ward_sister_of", a8["in"], tail=a8[WD]))[0],
  "admissions: Ward and Adm. date; TKG ward_sister_of on that day")
q("cross_source", "one consultent in our admissions list was no longer under contract on 1 march 2025. who?", V,
  one(c for c in nc if not at("contract as", date(2025, 3, 1), c)), "admissions: Consultant; TKG contract as, none open on that day")
q("cross_source", "number of admissions to Rowan while it was still orthopaedics", N, sum(bool(at("had specialty", a["in"], a[WD], "orthopaedics")) for a in on_ward("Rowan Ward")),
  "admissions: Rowan Ward by Adm. date; TKG had specialty orthopaedics until 2025-01-19")
hq = inn("Dr. Hester Quillby", "mentored_by")
q("cross_source", "Follow the money for me: how much has been billed for patients of consultants who were mentored by Dr. Hester Quillby?", N,
  total([a for a in A if a[CONS] in hq], "bill"), "KG mentored_by backwards; admissions: sum of Bill by Consultant")
# ------------------------------------------------------------ missing
q("missing", "For which discharged patients is the bill still missing? Please give the admission numbers.", V,
  nos(a for a in A if a["out"] and a["bill"] is None), "admissions: Disch. date filled, Bill empty")
q("missing", "how many devises have no ward entered against them", N, sum(not d[WC] for d in D), "device_checks: Ward code empty")
# ------------------------------------------------------------ unanswerable
assert ADM["AD-5128"]["bill"] is None
q("unanswerable", "How many nurses work on Bracken Ward?", X, [], "no staff numbers in any file, only ward sisters")
q("unanswerable", "blood group of P25714?", X, [], "no blood groups in any file")
q("unanswerable", "How much was the bill for AD-5128?", X, [], "the Bill cell of this admission is empty")
q("unanswerable", "Which patients complained about the food?", X, [], "no complaints in any file")
q("unanswerable", "what does dr wraxford earn", X, [], "no salaries in any file, only the kind of contract")
q("unanswerable", "How long does an emergency patient have to wait until a doctor sees him or her?", X, [], "no waiting times in any file")
q("unanswerable", "which insurance company paid for AD-5131", X, [], "no payer in any file")
q("unanswerable", "How many operations did Dr. Anselm Rothgate perform in January 2025?", X, [], "operations are not recorded, only admissions")
assert len(Q) == 80
finish(HERE, Q)
