#!/usr/bin/env python3
"""Computes every gold answer of the 'lettings' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter, defaultdict
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, full_years, graphs, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)

def num(s):
    s = s.replace("£", "").replace(",", "").replace("m²", "").strip()
    return float(s) if s else None


F = rd("flats.csv")
for r in F:
    r["m2"], r["ask"], r["chg"] = num(r["Size"]), num(r["Asking rent (pcm)"]), num(r["Service charge"])
    r["dec"] = day(r["Last redecorated"], "%d.%m.%Y")
FU = {r["Unit"]: r for r in F}
A = rd("tenancies.csv")
for r in A:
    r["in"], r["out"] = day(r["Moved in"], "%d %b %Y"), day(r["Moved out"], "%d %b %Y")
    r["rent"], r["dep"], r["arr"] = num(r["Rent pcm (GBP)"]), num(r["Deposit"]), num(r["Arrears (GBP)"])
    r["score"] = num(r["Survey score"])
    r["flat"] = FU[r["Unit"]]
AN = {r["Agreement No"]: r for r in A}
K, T = graphs(HERE, "lettings")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def group(rows, key): 
    g = defaultdict(list)
    for r in rows: g[key(r)].append(r)
    return g
def district(b): return one(out(b, "stands in"))
def owner_now(b): return one(now("owned by", head=b))[2]


# sanity of the data
BUILD = heads("stands in")
assert len(FU) == len(F) and len(AN) == len(A) and len(set(K)) == len(K)
assert {r["Building"] for r in F} == BUILD == {f[2] for f in T if f[1] == "caretaker_of"} == {f[0] for f in T if f[1] == "owned by"}
for u, rs in group(A, lambda r: r["Unit"]).items():
    rs.sort(key=lambda r: r["in"])
    assert all(a["out"] and a["out"] < b["in"] for a, b in zip(rs, rs[1:]))
assert all((r["State"] == "Running") == (r["out"] is None) for r in A)
for b in BUILD:
    for rel, fs in (("c", facts("caretaker_of", tail=b)), ("o", facts("owned by", head=b)), ("i", facts("insured_with", head=b))):
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in A:   # a negotiator signs only while employed
    assert at("employed at", r["in"], head=r["Negotiator"])
RUN = [r for r in A if r["State"] == "Running"]
began = lambda y: [r for r in A if r["in"].year == y]

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (list, set, tuple)):
        answers = sorted({fmt(a) for a in answers})
    else:
        answers = [fmt(answers)]
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"lettings-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
units = lambda rows: [r["Unit"] for r in rows]
nos = lambda rows: [r["Agreement No"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "What is the asking rent for GW-12?", "number", FU["GW-12"]["ask"], "flats: Asking rent of GW-12", "plain")
q("lookup", "nearest tram for kingsfold?", "values", out("Kingsfold", "tram_stop"), "KG: Kingsfold tram_stop", "short")
q("lookup", "Who is the tenant on agreement AG-2364?", "values", [AN["AG-2364"]["Tenant"]], "tenancies: Tenant of AG-2364", "plain")
q("lookup", "how big is sh-18 in sq m", "number", FU["SH-18"]["m2"], "flats: Size of SH-18", "casual")
q("lookup", "Who designed Zeppelin House?", "values", out("Zeppelin House", "designed by"), "KG: Zeppelin House designed by", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of our units are penthouses?", "values", units(r for r in F if r["Kind"] == "Penthouse"), "flats: Kind Penthouse", "plain")
q("filter_list", "caller has 600 quid a month tops, has to stay below that. what do we advertise cheaper? unit codes pls", "values",
  units(r for r in F if r["ask"] < 600), "flats: Asking rent < 600", "casual syn")
q("filter_list", "Which buildings have a roof terrace?", "values", inn("roof terrace", "has amenity"), "KG: has amenity roof terrace", "plain")
q("filter_list", "Could you kindly draw up a list of all the agreements on which more than two thousand pounds of rent is outstanding?", "values",
  nos(r for r in A if r["arr"] > 2000), "tenancies: Arrears > 2000", "polite syn")
q("filter_list", "hotel meurisse - which flats allow cats only", "values",
  units(r for r in F if r["Building"] == "Hôtel Meurisse" and r["Pets"] == "Cats only"), "flats: Building Hôtel Meurisse, Pets Cats only", "casual")

# ------------------------------------------------------------------ count
q("count", "How many flats do we have in Kingsfold Tower?", "number", sum(r["Building"] == "Kingsfold Tower" for r in F), "flats: Building Kingsfold Tower", "plain")
q("count", "how many tenancys started in 2022", "number", len(began(2022)), "tenancies: Moved in within 2022", "typo")
q("count", "How many of Magda Wielopolska's agreements were broken off?", "number",
  sum(r["Negotiator"] == "Magda Wielopolska" and r["State"] == "Broken off" for r in A), "tenancies: Negotiator and State Broken off", "plain")
q("count", "no. of buildings w/ a lift?", "number", len(inn("lift", "has amenity")), "KG: has amenity lift", "short")
q("count", "OH-16 sees a lot of people come and go, doesn't it. How many different tenants has it had so far?", "number",
  len({r["Tenant"] for r in A if r["Unit"] == "OH-16"}), "tenancies: distinct Tenant of OH-16", "detour")

# ------------------------------------------------------------------ sum
q("sum", "how much deposit money are we sitting on for lets that are still running, all in?", "number", total(RUN, "dep"),
  "tenancies: sum of Deposit, State Running", "casual syn")
q("sum", "What do the arrears on all broken-off agreements add up to?", "number", total([r for r in A if r["State"] == "Broken off"], "arr"),
  "tenancies: sum of Arrears, State Broken off", "plain")
q("sum", "total floor space of our flats in weavers lofts, sqm", "number", total([r for r in F if r["Building"] == "Weavers' Lofts"], "m2"),
  "flats: sum of Size, Building Weavers' Lofts", "casual syn")

# ------------------------------------------------------------------ average
q("average", "What is the average asking rent of a two-bed?", "number", mean([r for r in F if r["Kind"] == "Two-bed"], "ask"),
  "flats: mean Asking rent, Kind Two-bed", "plain")
q("average", "avg survey score theo branock gets from his tennants", "number", mean([r for r in A if r["Negotiator"] == "Theo Brannock"], "score"),
  "tenancies: mean Survey score (empty left out), Negotiator Theo Brannock", "typo casual")
st = [r for r in began(2020) if r["out"]]
q("average", "I keep being asked how long people stay with us. Take the tenancies that began in 2020 and are over by now: how many days were "
  "there on average between moving in and moving out?", "number", sum((r["out"] - r["in"]).days for r in st) / len(st),
  "tenancies: mean of Moved out minus Moved in, Moved in within 2020, Moved out filled", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest service charge on any of our flats?", "number", min(r["chg"] for r in F if r["chg"] is not None),
  "flats: min Service charge", "plain")
q("min_max", "most anyone has ever paid us a month for a studio?", "number", max(r["rent"] for r in A if r["flat"]["Kind"] == "Studio"),
  "flats: Kind Studio; tenancies: max Rent pcm of those units", "casual syn")
q("min_max", "When did the first tenant on record move into ZH-08?", "values", [min(r["in"] for r in A if r["Unit"] == "ZH-08")],
  "tenancies: earliest Moved in of ZH-08", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which flat is the largest?", "values", best({r["Unit"]: r["m2"] for r in F}), "flats: highest Size", "plain")
q("superlative", "wich agreement is deepest in the red, rent wise", "values", best({r["Agreement No"]: r["arr"] for r in A}),
  "tenancies: highest Arrears", "typo idiom syn")
q("superlative", "Which contractor services the most buildings?", "values", best(Counter(t for h, r, t in K if r == "serviced_by")),
  "KG: serviced_by, counted by contractor", "plain")
q("superlative", "what flat has gone longest without a lick of paint?", "values", best({r["Unit"]: r["dec"] for r in F if r["dec"]}, low=True),
  "flats: earliest Last redecorated", "idiom syn")
q("superlative", "Of the people who are caretakers today, who has been at their present building the longest?", "values",
  best({f[0] + "|" + f[2]: f[3] for f in now("caretaker_of")}, low=True)[0].split("|")[:1], "TKG: open caretaker_of fact with the earliest start", "plain")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three flats with the highest asking rents?", "values", best({r["Unit"]: r["ask"] for r in F}, 3),
  "flats: three highest Asking rent", "plain")
q("top_k", "best 3 negociators of 2023 by no of move ins", "values", best(Counter(r["Negotiator"] for r in began(2023)), 3),
  "tenancies: Moved in within 2023, three largest row counts by Negotiator", "typo short casual")

# ------------------------------------------------------------------ comparison
fb = Counter(r["Building"] for r in F)
q("comparison", "Do we have more flats in Marigold Mansions or in Bellfounders' Yard?", "values",
  best({b: fb[b] for b in ("Marigold Mansions", "Bellfounders' Yard")}), "flats: rows of the two buildings", "plain")
n19 = Counter(r["Negotiator"] for r in began(2019))
q("comparison", "ruairi or sunniva, who got more lets over the line with a 2019 move in date", "values",
  best({n: n19[n] for n in ("Ruairi Caskey", "Sunniva Haldane")}), "tenancies: Moved in within 2019, rows of the two negotiators", "idiom casual")
held = {o: (one(facts("owned by", b, o))[4] - one(facts("owned by", b, o))[3]).days
        for o, b in (("Tideline Estates", "Cloth Hall, East Wing"), ("Quadrant Living, PLC", "Kingsfold Tower"))}
q("comparison", "Who held on to their building longer: Tideline Estates to Cloth Hall or Quadrant Living to Kingsfold Tower?", "values",
  best(held), "TKG: lengths of the two owned by facts", "plain syn")

# ------------------------------------------------------------------ difference
q("difference", "How much higher is the asking rent of GW-18 than that of GW-13?", "number", FU["GW-18"]["ask"] - FU["GW-13"]["ask"],
  "flats: difference of the two Asking rents", "plain")
q("difference", "biggest flat vs smallest flat, whats teh gap in m2", "number", max(r["m2"] for r in F) - min(r["m2"] for r in F),
  "flats: max Size minus min Size", "typo casual")
ls = Counter(r["Lead source"] for r in A)
q("difference", "How many more agreements came to us through the web portal than as walk-ins?", "number", ls["Web portal"] - ls["Walk-in"],
  "tenancies: Lead source counts, subtracted", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our flats are unfurnished?", "number", 100 * sum(r["Furnishing"] == "Unfurnished" for r in F) / len(F),
  "flats: Unfurnished rows over all rows", "plain")
q("percent", "of everyone who moved in during 2021, what % came thru a referal", "number",
  100 * sum(r["Lead source"] == "Referral" for r in began(2021)) / len(began(2021)), "tenancies: Moved in within 2021, share of Lead source Referral", "typo casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many flats are there of each kind?", "table", Counter(r["Kind"] for r in F), "flats: rows per Kind", "plain")
q("group_by", "avg asking rent by energy rating pls", "table", {k: mean(v, "ask") for k, v in group(F, lambda r: r["EPC band"]).items()},
  "flats: mean Asking rent per EPC band", "casual syn")
q("group_by", "How many of our buildings stand in each district?", "table", Counter(district(b) for b in BUILD), "KG: stands in, counted per district", "plain")
q("group_by", "Looking only at the agreements that are running: what monthly rent do they bring in, negotiator by negotiator?", "table",
  {k: total(v, "rent") for k, v in group(RUN, lambda r: r["Negotiator"]).items()}, "tenancies: State Running, sum of Rent pcm per Negotiator", "syn")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "In which building do the arrears of all agreements together come to the most?", "values",
  best({k: total(v, "arr") for k, v in group(A, lambda r: r["flat"]["Building"]).items()}), "flats: Building of the Unit; tenancies: highest sum of Arrears", "plain")
q("group_superlative", "whos done the most agreements of all our negotiators ever", "values", best(Counter(r["Negotiator"] for r in A)),
  "tenancies: most rows per Negotiator", "casual")
q("group_superlative", "Which architect designed the most of our buildings?", "values", best(Counter(t for h, r, t in K if r == "designed by")),
  "KG: designed by, counted per architect", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Are pets allowed in MM-07?", "boolean", FU["MM-07"]["Pets"] == "Yes", "flats: Pets of MM-07", "plain")
q("yes_no", "is there a lift in rope walk house, my client is on crutches", "boolean", "lift" in out("Rope Walk House", "has amenity"),
  "KG: no has amenity lift triple of Rope Walk House", "detour casual")
q("yes_no", "Was Yvonne Dacosta ever the caretaker of Glasshouse Wharf?", "boolean", bool(facts("caretaker_of", "Yvonne Dacosta", "Glasshouse Wharf")),
  "TKG: Yvonne Dacosta caretaker_of Glasshouse Wharf", "plain")
q("yes_no", "anybody living in KT-17 atm?", "boolean", any(r["Unit"] == "KT-17" for r in RUN), "tenancies: Running row of KT-17", "short casual")

# ------------------------------------------------------------------ negation
q("negation", "Which buildings have neither a lift nor a bike store?", "values",
  [b for b in BUILD if not out(b, "has amenity") & {"lift", "bike store"}], "KG: buildings without either has amenity triple", "plain")
q("negation", "which units have nobody in them right now", "values", set(FU) - {r["Unit"] for r in RUN},
  "flats: units without a Running row in tenancies", "casual syn")
q("negation", "Which of our negotiators speak nothing but English?", "values",
  [n for n in {r["Negotiator"] for r in A} if out(n, "speaks") == {"English"}], "KG: negotiators (tenancies) whose only speaks triple is English", "idiom")
mem = {f[0] for f in now("member of")}
q("negation", "Which current owners of our buildings are members of neither the Fair Rent Charter nor the Landlords' Guild at present?", "values",
  {owner_now(b) for b in BUILD} - mem, "TKG: open owned by facts, owners without an open member of fact", "plain")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was caretaker of Quill House on 1 May 2021?", "values", [one(at("caretaker_of", date(2021, 5, 1), tail="Quill House"))[0]],
  "TKG: caretaker_of Quill House valid on 2021-05-01", "plain")
q("time_point", "who owned the sugarhouse back in 2019", "values", [one(in_year("owned by", 2019, head="The Old Sugarhouse"))[2]],
  "TKG: owned by of The Old Sugarhouse in 2019", "casual")
q("time_point", "vauxlow district manger on 12/4/2020?", "values", [one(at("district manager of", date(2020, 4, 12), tail="Vauxlow"))[0]],
  "TKG: district manager of Vauxlow valid on 2020-04-12", "typo short")
q("time_point", "Which landlords belonged to the Fair Rent Charter on 1 January 2020?", "values",
  [f[0] for f in at("member of", date(2020, 1, 1), tail="Fair Rent Charter")], "TKG: member of Fair Rent Charter valid on 2020-01-01", "plain")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was the caretaker of Kingsfold Tower before Lionel Peach?", "values",
  [step(facts("caretaker_of", tail="Kingsfold Tower"), 0, "Lionel Peach", -1)], "TKG: previous caretaker_of Kingsfold Tower", "plain")
q("before_after", "when doug pargeter packed it in as northgate district manager who steped into his shoes", "values",
  [step(facts("district manager of", tail="Northgate"), 0, "Doug Pargeter", 1)], "TKG: next district manager of Northgate", "typo idiom casual")
ch = [f for f in facts("owned by") if f[3] >= date(2020, 1, 1)]
assert all(len(facts("owned by", head=f[0])) > 1 for f in ch)
q("before_after", "Which buildings have changed hands since the beginning of 2020?", "values", [f[0] for f in ch],
  "TKG: owned by facts with start from 2020-01-01", "plain syn")

# ------------------------------------------------------------------ duration
f = one(facts("caretaker_of", "Mavis Allardyce"))
q("duration", "For how many full years was Mavis Allardyce caretaker of Pilot's Rest?", "number", full_years(f[3], f[4]),
  "TKG: complete years from start to end", "plain")
q("duration", "out of the ex district managers of old harbour who stuck it out longest", "values",
  best({f[0]: (f[4] - f[3]).days for f in facts("district manager of", tail="Old Harbour") if f[4]}),
  "TKG: longest closed district manager of fact for Old Harbour", "idiom casual")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country was the architect of Northgate Point born?", "values",
  {k for a in out("Northgate Point", "designed by") for c in out(a, "born_in") for k in out(c, "in country")},
  "KG: designed by > born_in > in country", "plain")
q("multi_hop", "Which contractors do work on our buildings in Vauxlow?", "values",
  {c for b in inn("Vauxlow", "stands in") for c in out(b, "serviced_by")}, "KG: stands in Vauxlow backwards, then serviced_by", "plain")
q("multi_hop", "larkspur house is in what borough?", "values", out(district("Larkspur House"), "part of"), "KG: stands in > part of", "short")

# ------------------------------------------------------------------ cross_source
a = AN["AG-2103"]
q("cross_source", "Who was the caretaker of the building on the day the tenant of agreement AG-2103 moved in?", "values",
  [one(at("caretaker_of", a["in"], tail=a["flat"]["Building"]))[0]], "tenancies: Unit, Moved in; flats: Building; TKG: caretaker_of on that date", "plain")
tid = {f[0] for f in now("owned by", tail="Tideline Estates")}
q("cross_source", "Would you be so good as to tell me how many of our flats are in buildings that belong to Tideline Estates today? Thank you.", "number", sum(r["Building"] in tid for r in F),
  "TKG: open owned by Tideline Estates; flats: rows of those buildings", "polite")
q("cross_source", "monthly rent roll of the running agreemnts in old harbour district?", "number",
  total([r for r in RUN if district(r["flat"]["Building"]) == "Old Harbour"], "rent"),
  "KG: stands in Old Harbour; flats: Building; tenancies: sum of Rent pcm, Running", "typo syn")
q("cross_source", "What is the average asking rent in buildings heated by a heat pump?", "number",
  mean([r for r in F if out(r["Building"], "heated_by") == {"heat pump"}], "ask"), "KG: heated_by heat pump; flats: mean Asking rent", "plain")
a = AN["AG-2211"]
q("cross_source", "Got a complaint on my desk about AG-2211 and want to pass it up the ladder. Who is the district manager today for the area "
  "where that flat is?", "values", [one(now("district manager of", tail=district(a["flat"]["Building"])))[0]],
  "tenancies: Unit; flats: Building; KG: stands in; TKG: open district manager of", "detour idiom")
q("cross_source", "How many agreements began while the building belonged to Orlop Capital?", "number",
  sum(one(at("owned by", r["in"], head=r["flat"]["Building"]))[2] == "Orlop Capital" for r in A),
  "tenancies: Unit, Moved in; flats: Building; TKG: owned by on that date", "plain")
abroad = {b for b in BUILD if one(k for c in out(owner_now(b), "based in") for k in out(c, "in country")) != "England"}
q("cross_source", "epc F flats where the owner of the building sits abroad, not in England", "values",
  units(r for r in F if r["EPC band"] == "F" and r["Building"] in abroad),
  "flats: EPC band F; TKG: open owned by; KG: based in > in country other than England", "casual syn")

# ------------------------------------------------------------------ missing
q("missing", "Which agreements have no deposit recorded?", "values", nos(r for r in A if r["dep"] is None), "tenancies: empty Deposit", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How old is the tenant in WL-06?", "refuse", [], "no ages in any file", "plain")
q("unanswerable", "council tax for mm-10 per yr?", "refuse", [], "only rent and service charge are recorded, no council tax", "short")
assert not in_year("caretaker_of", 2009, tail="Rope Walk House")
q("unanswerable", "Who was the caretaker of Rope Walk House in 2009?", "refuse", [], "TKG: the first caretaker_of Rope Walk House starts in 2011", "plain")
q("unanswerable", "what does concetta bruni get payed as caretaker", "refuse", [], "no wages in any file", "typo casual")
q("unanswerable", "How many repairs did Aquafix Brothers carry out in 2023?", "refuse", [], "KG tells which buildings they service; no repairs are recorded", "plain")
assert "GW-21" not in FU
q("unanswerable", "What's the asking rent of GW-21?", "refuse", [], "there is no unit GW-21", "plain")


finish(HERE, [q for q, _ in Q])
