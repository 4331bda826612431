#!/usr/bin/env python3
"""Computes every gold answer of the 'kennels' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, iso, kg, lasted, mean, one, records, robust, share, step, sums, tkg, total)


S = records(HERE, "stays.csv")
for r in S:
    r["arr"], r["dep"] = day(r["Arr."], "%d/%m/%Y"), day(r["Dep."], "%d/%m/%Y")
    for key, col in (("nts", "Nts"), ("rate", "Rate/nt"), ("chg", "Stay chg"), ("win", "Wt in (kg)"), ("wout", "Wt out (kg)")):
        r[key] = digits(r[col])
B = {r["Bkg Ref"]: r for r in S}
X = records(HERE, "extras.csv")
for r in X:
    r["d"], r["paid"] = iso(r["Inv Dt"]), iso(r["Settled"])
    r["qty"], r["net"], r["gross"] = digits(r["Qty"]), digits(r["Net"]), digits(r["Gross"])
I = {r["Inv No"]: r for r in X}
K, T = graphs(HERE, "kennels")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("kennels", Q, 12)

# sanity of the data
PETS, OWNERS, SITES = heads("is a"), heads("lives_in"), heads("licensed by")
assert len(B) == len(S) and len(I) == len(X)
assert {r["Pet"] for r in S} <= PETS and {r["Site"] for r in S} == SITES
assert heads("belongs_to") == PETS and {t for h, r, t in K if r == "belongs_to"} == OWNERS
for r in S:
    assert (r["dep"] - r["arr"]).days == r["nts"]
    assert r["chg"] is None if r["Sts"] in ("Cancelled", "No show") else abs(r["chg"] - r["nts"] * r["rate"]) < .005
    if r["Chk-in by"]: assert at("works at", r["arr"], r["Chk-in by"], r["Site"])
for r in X:
    b = B[r["Bkg Ref"]]
    assert b["Pet"] == r["Pet"] and b["arr"] <= r["d"] <= b["dep"] and bool(r["Settled"]) == bool(r["Pmt"])
    assert bool(r["Vet practice"]) == (r["Cat."] == "Vet call-out")
    if r["Vet practice"]: assert at("call-out vet for", r["d"], r["Vet practice"], b["Site"])
    assert r["Pmt"] != "Insurer" or out(r["Pet"], "insured_by")
for rel in ("manager of", "call-out vet for", "feed supplier to"):
    for t in SITES:
        fs = facts(rel, tail=t)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])) and fs[-1][4] is None

gone = [r for r in S if r["Sts"] == "Departed"]
came = [r for r in S if r["Sts"] in ("Departed", "In residence")]
vet = [r for r in X if r["Cat."] == "Vet call-out"]
refs = lambda rows: [r["Bkg Ref"] for r in rows]
nos = lambda rows: [r["Inv No"] for r in rows]
of = lambda rows, **w: [r for r in rows if all(r[k] == v for k, v in w.items())]
owner = lambda p: one(out(p, "belongs_to"))
OX, LK, SM, NB, GH, TL = ("Oxclose Kennels & Cattery", "Larkfield Kennels", "Saltmarsh Pet Lodge", "Nettlebed Cattery", "Gallowhill Kennels", "Tansy Lane Cattery")
assert {OX, LK, SM, NB, GH, TL} == SITES

# ------------------------------------------------------------------ lookup
q("lookup", "How many nights is booking BK41285 for?", "number", B["BK41285"]["nts"], "stays: Nts of BK41285")
q("lookup", "who signed sheikh in that time at gallowhill", "values", [one(of(S, Pet="Sheikh", Site=GH))["Chk-in by"]], "stays: Chk-in by of the only row Sheikh, Gallowhill Kennels")
q("lookup", "Which company insures Hettie?", "values", [one(out("Hettie", "insured_by"))], "KG: Hettie insured_by")
q("lookup", "what sort of dog is pierogi", "values", [one(out("Pierogi", "breed"))], "KG: Pierogi breed")
q("lookup", "What does one night cost under booking BK41277?", "number", B["BK41277"]["rate"], "stays: Rate/nt of BK41277")
q("lookup", "x-0926, whose vets came out for that", "values", [I["X-0926"]["Vet practice"]], "extras: Vet practice of X-0926")
q("lookup", "Daphne Armstrong is on the phone about bringing her two cats in. Which town does she live in again?", "values", [one(out("Daphne Armstrong", "lives_in"))],
  "KG: Daphne Armstrong lives_in")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of our sites have a grooming parlour?", "values", inn("grooming parlour", "has facility"), "KG: has facility grooming parlour")
q("filter_list", "the ones that booked and then just never turned up, refs pls", "values", refs(of(S, Sts="No show")), "stays: Sts No show")
q("filter_list", "Please list the booking references of the completed stays that lasted 14 nights or more.", "values", refs(r for r in gone if r["nts"] >= 14),
  "stays: Sts Departed, Nts >= 14")
q("filter_list", "which pets cant have chiken", "values", inn("chicken", "allergic to"), "KG: allergic to chicken")
q("filter_list", "what invoices did an insurer cough up for", "values", nos(of(X, Pmt="Insurer")), "extras: Pmt Insurer")
q("filter_list", "staff with the pet first aid ticket?", "values", inn("Pet First Aid", "holds certificate"), "KG: holds certificate Pet First Aid")

# ------------------------------------------------------------------ count
q("count", "How many bookings were cancelled?", "number", len(of(S, Sts="Cancelled")), "stays: Sts Cancelled")
q("count", "going by the invoices how many times have we had a vet out", "number", len(vet), "extras: rows with Cat. Vet call-out")
q("count", "How many of the pets on record are cats?", "number", len(inn("Cat", "is a")), "KG: is a Cat")
q("count", "arrivals in august 2024, just the ones who really showed up. how many?", "number",
  robust(*(sum((r["arr"].year, r["arr"].month) == (2024, 8) for r in rows) for rows in (came, gone))), "stays: Arr. in 2024-08, neither Cancelled nor No show")
phone = [len(of(rows, **{"Site": NB, "Chan.": "Phone"})) for rows in (S, gone)]
q("count", "How many bookings for Nettlebed Cattery were made by phone?", "number", robust(*phone), "stays: Site Nettlebed Cattery, Chan. Phone")

# ------------------------------------------------------------------ sum
q("sum", "What is the total of the stay charges for all completed stays at Oxclose Kennels & Cattery?", "number", total(of(gone, Site=OX), "chg"),
  "stays: sum of Stay chg, Site Oxclose Kennels & Cattery, Sts Departed")
q("sum", "what do folk still owe us on the extras, vat included", "number", total([r for r in X if r["paid"] is None], "gross"), "extras: sum of Gross, Settled empty")
q("sum", "How many nights in total has Sergeant stayed with us?", "number", robust(*(total(of(rows, Pet="Sergeant"), "nts") for rows in (gone, came, S))),
  "stays: sum of Nts, Pet Sergeant")
q("sum", "grooming we billed in 2024, whats that come to before vat", "number", total([r for r in X if r["Cat."] == "Grooming" and r["d"].year == 2024], "net"),
  "extras: sum of Net, Cat. Grooming, Inv Dt in 2024")

# ------------------------------------------------------------------ average
q("average", "What is the average nightly rate over all bookings of a suite, whatever their status?", "number", mean([r for r in S if r["Accom."] == "Suite"], "rate"),
  "stays: mean of Rate/nt, Accom. Suite")
q("average", "avg no of nights for the pets that have been and gone", "number", mean(gone, "nts"), "stays: mean of Nts, Sts Departed")
q("average", "People keep moaning about the price of the vet. On average, what is the gross amount of a vet call-out invoice?", "number", mean(vet, "gross"),
  "extras: mean of Gross, Cat. Vet call-out")

# ------------------------------------------------------------------ min_max
q("min_max", "how much was the biggest extras bill ever, gross", "number", max(r["gross"] for r in X), "extras: max of Gross")
q("min_max", "whats the most nights any animal has ever stopped with us in one go", "number", robust(*(max(r["nts"] for r in rows) for rows in (gone, came, S))),
  "stays: max of Nts")
q("min_max", "What is the lowest weight on arrival ever recorded at Larkfield Kennels, in kg?", "number", min(r["win"] for r in of(S, Site=LK) if r["win"] is not None),
  "stays: min of Wt in (kg), Site Larkfield Kennels")
q("min_max", "last time anybody settled an extras bill in cash, what date", "values", [max(r["paid"] for r in of(X, Pmt="Cash"))], "extras: latest Settled, Pmt Cash")

# ------------------------------------------------------------------ superlative
q("superlative", "Which booking has the highest stay charge?", "values",
  robust(*(best({r["Bkg Ref"]: r["chg"] for r in rows if r["chg"] is not None}) for rows in (S, gone))), "stays: highest Stay chg")
q("superlative", "heaviest animal we ever weighed", "values",
  robust(*(best({p: max(r[w] for r in of(S, Pet=p) if r[w] is not None) for p in {r["Pet"] for r in S if r[w] is not None}}) for w in ("win", "wout"))),
  "stays: Pet of the highest Wt in (kg) (and Wt out)")
q("superlative", "most common certificate among the team?", "values", best(Counter(t for h, r, t in K if r == "holds certificate")), "KG: holds certificate, counted by certificate")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three invoices have the highest net amount?", "values", best({r["Inv No"]: r["net"] for r in X}, 3), "extras: three highest Net")
q("top_k", "the 2 commonest breeds on our books", "values", best(Counter(t for h, r, t in K if r == "breed"), 2), "KG: breed, counted by breed, two highest")
q("top_k", "3 longest stays at larkfield that went ahead, refs only", "values",
  robust(*(best({r["Bkg Ref"]: r["nts"] for r in of(rows, Site=LK)}, 3) for rows in (gone, came))), "stays: Site Larkfield Kennels, Sts Departed (or In residence), three highest Nts")

# ------------------------------------------------------------------ comparison
q("comparison", "Which site has had more bookings, Gallowhill Kennels or Tansy Lane Cattery?", "values",
  robust(*(best({s: len(of(rows, Site=s)) for s in (GH, TL)}) for rows in (S, came, gone))), "stays: rows of the two sites")
q("comparison", "aidan coulthard or imogen charlton, who got made manager first?", "values",
  best({p: one(facts("manager of", p))[3] for p in ("Aidan Coulthard", "Imogen Charlton")}, low=True), "TKG: manager of, start of each")
W = {p: [r[w] for r in of(S, Pet=p) for w in ("win", "wout") if r[w] is not None] for p in ("Wellington", "Bracken")}
q("comparison", "wellington vs bracken - which is the heavier lad on the scales", "values", robust(*(best({p: f(w) for p, w in W.items()}) for f in (max, min))),
  "stays: Wt in / Wt out of the two pets; the heaviest and the lightest weighings agree")

# ------------------------------------------------------------------ difference
q("difference", "How many nights longer is booking BK41302 than booking BK41374?", "number", B["BK41302"]["nts"] - B["BK41374"]["nts"], "stays: difference of Nts")
q("difference", "x-0975 against x-0926, whats the gap between them gross", "number", round(I["X-0975"]["gross"] - I["X-0926"]["gross"], 2), "extras: difference of Gross")
q("difference", "By how many kilos did Haggis's weight drop between arrival and departure on booking BK41374?", "number", round(B["BK41374"]["win"] - B["BK41374"]["wout"], 1),
  "stays: Wt in minus Wt out of BK41374")
assert B["BK41374"]["Pet"] == "Haggis"

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all our bookings have been cancelled?", "number", share(S, lambda r: r["Sts"] == "Cancelled"), "stays: Sts Cancelled over all rows")
q("percent", "what % of the extras invoices hasnt been payed yet (number of invoices, not pounds)", "number", share(X, lambda r: r["paid"] is None), "extras: rows with empty Settled over all rows")
q("percent", "What percentage of the dogs on record are insured?", "number", share([{"p": p} for p in inn("Dog", "is a")], lambda r: out(r["p"], "insured_by")),
  "KG: is a Dog with an insured_by triple, over all dogs")

# ------------------------------------------------------------------ group_by
q("group_by", "How many bookings are there for each site?", "table", Counter(r["Site"] for r in S), "stays: rows per Site")
q("group_by", "extras split by category, total gross each", "table", {c: total(of(X, **{"Cat.": c}), "gross") for c in {r["Cat."] for r in X}}, "extras: sum of Gross per Cat.")
q("group_by", "How many of our customers live in each town?", "table", Counter(t for h, r, t in K if r == "lives_in"), "KG: lives_in, counted by town")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which pet has run up the highest total gross amount in extras?", "values", best(sums(X, "Pet", "gross")), "extras: highest sum of Gross per Pet")
q("group_superlative", "whos checked in the most animals out of the team", "values",
  robust(best(Counter(r["Chk-in by"] for r in S if r["Chk-in by"])), best(Counter(w for w, p in {(r["Chk-in by"], r["Pet"]) for r in S if r["Chk-in by"]}))), "stays: most rows per Chk-in by")
q("group_superlative", "which insurer has the most of our guests on its books", "values",
  robust(*(best(Counter(t for h, r, t in K if r == "insured_by" and h in pets)) for pets in (PETS, {r["Pet"] for r in S}))), "KG: insured_by, most pets per insurer")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Saltmarsh Pet Lodge have a hydrotherapy pool?", "boolean", "hydrotherapy pool" in out(SM, "has facility"), "KG: Saltmarsh Pet Lodge has facility hydrotherapy pool")
q("yes_no", "has gwen robson got the city and guilds groming certificate", "boolean", "City & Guilds Grooming" in out("Gwen Robson", "holds certificate"),
  "KG: no holds certificate City & Guilds Grooming triple of Gwen Robson")
q("yes_no", "Was Petra Dodds ever manager of Nettlebed Cattery?", "boolean", bool(facts("manager of", "Petra Dodds", NB)), "TKG: no manager of fact of Petra Dodds and Nettlebed Cattery")
q("yes_no", "sheikh been to oxclose at all?", "boolean", robust(*(bool(of(rows, Pet="Sheikh", Site=OX)) for rows in (S, came, gone))), "stays: row Sheikh, Oxclose Kennels & Cattery")

# ------------------------------------------------------------------ negation
q("negation", "Which pets on record have never been booked in at any of our sites?", "values", PETS - {r["Pet"] for r in S}, "KG: pets without a row in stays")
q("negation", "sites where owners cant watch on a webcam", "values", SITES - inn("webcams", "has facility"), "KG: sites without has facility webcams")
q("negation", "which of the dogs isnt insured with anybody", "values", [p for p in inn("Dog", "is a") if not out(p, "insured_by")], "KG: is a Dog without an insured_by triple")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the manager of Larkfield Kennels on 1 January 2020?", "values", [one(at("manager of", date(2020, 1, 1), tail=LK))[0]], "TKG: manager of Larkfield Kennels on 2020-01-01")
q("time_point", "summer 2021, who was sending saltmarch their feed", "values",
  robust(*([one(at("feed supplier to", d, tail=SM))[0]] for d in (date(2021, 5, 15), date(2021, 7, 15), date(2021, 9, 30)))), "TKG: feed supplier to Saltmarsh Pet Lodge in summer 2021")
q("time_point", "What licence rating did Gallowhill Kennels hold on 15 March 2022?", "values", [one(at("licence rating", date(2022, 3, 15), head=GH))[2]],
  "TKG: licence rating of Gallowhill Kennels on 2022-03-15")
q("time_point", "The inspector wants names. Leaving the manager out, who was working at Gallowhill Kennels on 1 December 2023?", "values",
  [f[0] for f in at("works at", date(2023, 12, 1), tail=GH)], "TKG: works at Gallowhill Kennels on 2023-12-01")
assert not {f[0] for f in at("works at", date(2023, 12, 1), tail=GH)} & {f[0] for f in at("manager of", date(2023, 12, 1))}

# ------------------------------------------------------------------ before_after
q("before_after", "Who managed Oxclose Kennels & Cattery directly before Dilip Ranasinghe?", "values", [step(facts("manager of", tail=OX), 0, "Dilip Ranasinghe", -1)],
  "TKG: previous manager of Oxclose Kennels & Cattery")
q("before_after", "when priory stopped doing larkfields call outs which vets took over", "values", [step(facts("call-out vet for", tail=LK), 0, "Priory Veterinary Surgery", 1)],
  "TKG: next call-out vet for Larkfield Kennels")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Lorna Milburn manager of Oxclose Kennels & Cattery?", "number", lasted(one(facts("manager of", "Lorna Milburn", OX))),
  "TKG: complete years from start to end")
q("duration", "out of nettelbeds old managers who stuck it out longest", "values", best({f[0]: (f[4] - f[3]).days for f in facts("manager of", tail=NB) if f[4]}),
  "TKG: longest closed manager of fact of Nettlebed Cattery")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which town does the owner of Croûton live?", "values", out(owner("Croûton"), "lives_in"), "KG: belongs_to > lives_in")
q("multi_hop", "what animals do our consett customers have", "values", {p for o in inn("Consett", "lives_in") for p in inn(o, "belongs_to")}, "KG: lives_in Consett < belongs_to")
q("multi_hop", "Which council licenses our site in Washington?", "values", [one(c for s in inn("Washington", "located in") for c in out(s, "licensed by"))],
  "KG: located in Washington > licensed by")

# ------------------------------------------------------------------ cross_source
q("cross_source", "What is the total gross amount of the extras invoiced on bookings at Gallowhill Kennels?", "number", total([r for r in X if B[r["Bkg Ref"]]["Site"] == GH], "gross"),
  "extras: sum of Gross; stays: Site of the Bkg Ref")
z = one(of(S, Pet="Zeus"))
q("cross_source", "zeus the rottweiler, day he checked in - who was the boss of that site", "values", [one(at("manager of", z["arr"], tail=z["Site"]))[0]],
  "stays: Site and Arr. of Zeus; TKG: manager of on that date")
assert "Rottweiler" in out("Zeus", "breed")
q("cross_source", "How many completed stays have Labrador Retrievers had with us?", "number", sum("Labrador Retriever" in out(r["Pet"], "breed") for r in gone),
  "KG: breed Labrador Retriever; stays: Sts Departed")
aln = [[r for r in of(rows, Site=SM) if "Alnwick" in out(owner(r["Pet"]), "lives_in")] for rows in (gone, came)]
q("cross_source", "alnwick owners pets at saltmarsh, add up their nights for me. only where the stay went ahead mind", "number", robust(*(total(rows, "nts") for rows in aln)),
  "KG: belongs_to > lives_in Alnwick; stays: sum of Nts, Site Saltmarsh Pet Lodge, Sts Departed (or In residence)")
q("cross_source", "Which certificates does the person who checked in booking BK41307 hold?", "values", out(B["BK41307"]["Chk-in by"], "holds certificate"),
  "stays: Chk-in by of BK41307; KG: holds certificate")
gold = {f[0] for f in now("loyalty tier", tail="Gold Paw")}
q("cross_source", "the owners on gold paw right now, how many bookings of any status have their pets got between them", "number", sum(owner(r["Pet"]) in gold for r in S),
  "TKG: open loyalty tier Gold Paw; KG: belongs_to; stays: rows")

# ------------------------------------------------------------------ missing
q("missing", "Which bookings have no booking channel entered?", "values", refs(of(S, **{"Chan.": ""})), "stays: empty Chan.")
q("missing", "departed guests nobody weighed on the way out, which bookings was that", "values", refs(r for r in gone if r["wout"] is None), "stays: Sts Departed, empty Wt out (kg)")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Olive Hedley's hourly wage?", "refuse", [], "no wages in any file")
q("unanswerable", "when does zeus need his next booster jab", "refuse", [], "no vaccinations in any file")
assert B["BK41294"]["Sts"] == "Cancelled"
q("unanswerable", "Why was booking BK41294 cancelled?", "refuse", [], "only the status Cancelled is recorded, no reasons")
assert min(f[3] for f in facts("manager of", tail=GH)).year > 2012
q("unanswerable", "Writing a bit of history for the newsletter. who was managing gallowhill in 2012", "refuse", [], "TKG: the first manager of Gallowhill Kennels fact starts in 2017")


finish(HERE, Q)
