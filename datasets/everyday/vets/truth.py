#!/usr/bin/env python3
"""Computes every gold answer of the 'vets' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total)


def rd(name): return records(HERE, name)
def num(s):
    s = s.replace(",", "")
    return float(s) if s else None


K, T = graphs(HERE, "vets")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))

Q = []
q = asking("vets", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

A = rd("animals.csv")
for r in A:
    r["b"], r["kg"], r["bcs"], r["vac"] = day(r["D.O.B."], "%d %b %Y"), num(r["Wt (kg)"]), num(r["BCS"]), day(r["Last vacc"], "%d/%m/%Y")
AN = {r["Name"]: r for r in A}
V = rd("visits.csv")
for r in V:
    r["d"], r["min"], r["chg"], r["temp"] = day(r["Date"], "%d/%m/%Y"), num(r["Mins"]), num(r["Charge (NZ$)"]), num(r["Temp °C"])
    r["sp"], r["own"] = AN[r["Animal"]]["Species"], AN[r["Animal"]]["Owner"]
VN = {r["Visit"]: r for r in V}
assert len(VN) == len(V) and len(AN) == len(A)
OWN, VETS = heads("lives_in"), heads("qualified at")
assert {r["Owner"] for r in A} <= OWN and {r["Seen by"] for r in V} <= VETS
for r in V: assert at("works at", r["d"], r["Seen by"], r["Clinic"])
for h in {f[0] for f in facts("belonged to")}: assert one(now("belonged to", h))[2] == AN[h]["Owner"]
names = lambda rows: [r["Name"] for r in rows]
ids = lambda rows: [r["Visit"] for r in rows]
an = lambda **k: [r for r in A if all(r[x] == y for x, y in k.items())]
why = lambda x: [r for r in V if r["Reason"] == x]
by = lambda v: [r for r in V if r["Seen by"] == v]
of = lambda a: [r for r in V if r["Animal"] == a]
town = lambda o: one(out(o, "lives_in"))
dist = lambda o: one(out(town(o), "in district"))

q("lookup", "Who owns Hobbit?", "values", AN["Hobbit"]["Owner"], "animals: Owner")
q("lookup", "chip no for Kina pls", "values", AN["Kina"]["Chip"], "animals: Chip")
q("lookup", "What breed is Olive?", "values", AN["Olive"]["Breed"], "animals: Breed")
q("lookup", "V22174, how much did we bill for that", "number", VN["V22174"]["chg"], "visits: Charge")
q("lookup", "Which company makes Heartolol?", "values", out("Heartolol", "made_by"), "KG made_by")
q("filter_list", "Which animals belong to the Otekura Riding School?", "values", names(an(Owner="Otekura Riding School")), "animals: Owner")
q("filter_list", "cats over 5 kilos", "values", names(r for r in an(Species="Cat") if r["kg"] and r["kg"] > 5), "animals: Species Cat, Wt > 5")
q("filter_list", "Which visits were paid by the insurer?", "values", ids(r for r in V if r["Paid by"] == "insurer"), "visits: Paid by insurer")
q("filter_list", "I need visit numbers for every emergancy we had.", "values", ids(why("Emergency")), "visits: Reason Emergency (typo)")
q("filter_list", "patients covered by Kea Mutual", "values", names(an(Insurer="Kea Mutual")), "animals: Insurer")
q("filter_list", "Which breeds are prone to hip dysplasia?", "values", inn("hip dysplasia", "prone to"), "KG prone to")
q("filter_list", "Somebody rang about a dental under anaesthetic. Which of our clinics even have a dental suite?", "values", inn("dental suite", "hasEquipment"), "KG hasEquipment")
q("count", "How many dogs are on our books?", "number", len(an(Species="Dog")), "animals: Species Dog")
q("count", "How many visits did we have in 2023?", "number", sum(r["d"].year == 2023 for r in V), "visits: Date in 2023")
q("count", "times cotton has been in, total", "number", len(of("Cotton")), "visits: rows of Animal")
q("count", "Home visits by Fergus McAllister - how many?", "number", sum(r["Home visit?"] == "Y" for r in by("Fergus McAllister")), "visits: Seen by, Home visit Y")
q("count", "How many vets speak te reo Māori?", "number", len(inn("te reo Māori", "speaks")), "KG speaks")
q("sum", "What did all surgery visits together bring in?", "number", total(why("Surgery"), "chg"), "visits: sum of Charge, Surgery")
q("sum", "total $ charged for Marmalade so far", "number", total(of("Marmalade"), "chg"), "visits: sum of Charge, Animal")
q("sum", "How many minutes did Mele Fonua spend on visits in all?", "number", total(by("Mele Fonua"), "min"), "visits: sum of Mins, Seen by")
q("average", "What is the average charge for a skin visit?", "number", mean(why("Skin"), "chg"), "visits: mean Charge, Skin")
q("average", "typical weight of a dachshund here, mean of the two", "number", mean(an(Breed="Dachshund"), "kg"), "animals: mean Wt, Dachshund")
q("average", "How long does a vaccination take on average, in minutes?", "number", mean(why("Vaccination"), "min"), "visits: mean Mins, Vaccination")
q("min_max", "What's the highest temperature we ever measured at a visit?", "number", max(r["temp"] for r in V if r["temp"]), "visits: max Temp")
q("min_max", "dearest checkup ever, amount", "number", max(r["chg"] for r in why("Check-up")), "visits: max Charge, Check-up")
q("min_max", "When did we see Biscuit for the first time, going by the visits?", "values", min(r["d"] for r in of("Biscuit")), "visits: earliest Date of Biscuit")
q("superlative", "Which animal is the heaviest?", "values", best({r["Name"]: r["kg"] for r in A if r["kg"]}), "animals: largest Wt")
q("superlative", "oldest cat?", "values", best({r["Name"]: r["b"] for r in an(Species="Cat")}, low=True), "animals: Species Cat, earliest D.O.B.")
q("superlative", "Which visit was the most expensive one?", "values", best({r["Visit"]: r["chg"] for r in V}), "visits: largest Charge")
q("superlative", "Who on the vet side has the most proteges, I mean has mentored the most colleagues", "values", best(Counter(t for h, r, t in K if r == "mentored by")), "KG mentored by, most frequent tail")
q("top_k", "Which three dogs weigh the most?", "values", best({r["Name"]: r["kg"] for r in an(Species="Dog")}, 3), "animals: three largest Wt, Dog")
q("top_k", "5 youngest animals on file", "values", best({r["Name"]: r["b"] for r in A if r["b"]}, 5), "animals: five latest D.O.B.")
q("comparison", "Who weighs more, Kingi or Nimbus?", "values", best({a: AN[a]["kg"] for a in ("Kingi", "Nimbus")}), "animals: Wt of both")
q("comparison", "riverbend v station road: where did more visits take place?", "values", best({c: sum(r["Clinic"] == c for r in V) for c in ("Riverbend", "Station Road")}), "visits: rows of both Clinics")
q("comparison", "Is it Pipi or Bruno that was born earlier?", "values", best({a: AN[a]["b"] for a in ("Pipi", "Bruno")}, low=True), "animals: D.O.B. of both")
q("difference", "How many kilos separate Captain and Saffron?", "number", AN["Captain"]["kg"] - AN["Saffron"]["kg"], "animals: Wt subtracted")
q("difference", "more dogs than cats by how many", "number", len(an(Species="Dog")) - len(an(Species="Cat")), "animals: rows subtracted")
q("difference", "What did V22245 cost more than V22083?", "number", VN["V22245"]["chg"] - VN["V22083"]["chg"], "visits: Charge subtracted")
q("percent", "What percentage of visits were home visits?", "number", share(V, lambda r: r["Home visit?"] == "Y"), "visits: Home visit Y over all rows")
q("percent", "% of our animals with no insurance", "number", share(A, lambda r: r["Insurer"] == "none"), "animals: Insurer none over all rows")
q("group_by", "How many animals are registered at each clinic?", "table", Counter(r["Home clinic"] for r in A), "animals: rows per Home clinic")
q("group_by", "takings by year", "table", {str(k): total(v, "chg") for k, v in group(V, lambda r: r["d"].year).items()}, "visits: sum of Charge per year of Date")
q("group_by", "Mean weight per horse breed? Leave out the ones not weighed.", "table", {k: mean(v, "kg") for k, v in group([r for r in an(Species="Horse") if r["kg"]], lambda r: r["Breed"]).items()}, "animals: mean Wt per Breed, Horse")
q("group_by", "Count the visits for every reason.", "table", Counter(r["Reason"] for r in V), "visits: rows per Reason")
q("group_superlative", "Which clinic took the most money over all visits?", "values", best({k: total(v, "chg") for k, v in group(V, lambda r: r["Clinic"]).items()}), "visits: largest sum of Charge per Clinic")
q("group_superlative", "what do they mostly come in for", "values", best(Counter(r["Reason"] for r in V)), "visits: most frequent Reason")
q("group_superlative", "Which owner has the most animals with us?", "values", best(Counter(r["Owner"] for r in A)), "animals: most frequent Owner")
q("yes_no", "Is Pretzel insured?", "boolean", AN["Pretzel"]["Insurer"] != "none", "animals: Insurer none")
q("yes_no", "does totara street have a ct scanner", "boolean", "CT scanner" in out("Totara Street", "hasEquipment"), "KG hasEquipment")
q("yes_no", "Has Jock Sinclair ever been managing partner?", "boolean", bool(facts("managing partner", "Jock Sinclair")), "TKG managing partner")
q("yes_no", "Sunil says Bruno is still taking Carproval. Is that right?", "boolean", bool(now("on medication", "Bruno", "Carproval")), "TKG open on medication")
q("negation", "Which clinics don't have x-ray?", "values", {r["Home clinic"] for r in A} - inn("x-ray", "hasEquipment"), "KG hasEquipment without x-ray")
q("negation", "horses that arent insured", "values", names(an(Species="Horse", Insurer="none")), "animals: Horse, Insurer none")
q("negation", "How many of the surgeries weren't paid by card?", "number", sum(r["Paid by"] not in ("card", "") for r in why("Surgery")), "visits: Surgery, Paid by not card")
assert all(r["Paid by"] for r in why("Surgery"))
q("negation", "Animals we've never seen at a visit?", "values", {r["Name"] for r in A} - {r["Animal"] for r in V}, "animals: Name not among visits: Animal")
q("time_point", "Who led the Riverbend clinic on 1 May 2021?", "values", on("clinic_lead", date(2021, 5, 1), tail="Riverbend")[0], "TKG clinic_lead on that day")
q("time_point", "which lab did our samples go to in 2018", "values", one(in_year("does lab work for", 2018))[0], "TKG does lab work for in that year")
q("time_point", "Which vets were working at Station Road at New Year 2020?", "values", [f[0] for f in at("works at", date(2020, 1, 1), tail="Station Road")], "TKG works at on that day")
q("time_point", "managing partner these days?", "values", one(now("managing partner"))[0], "TKG open managing partner")
q("before_after", "Who owned Maestro before Clementine Fahey?", "values", step(facts("belonged to", "Maestro"), 2, "Clementine Fahey", -1), "TKG belonged to, the fact before")
q("before_after", "Priyanka gave up running Totara Street in 2022, who took over as lead?", "values", step(facts("clinic_lead", tail="Totara Street"), 0, "Priyanka Shetty", 1), "TKG clinic_lead, the next fact")
q("before_after", "hobbit - what was he on before cytopaw", "values", step(facts("on medication", "Hobbit"), 2, "Cytopaw", -1), "TKG on medication, the fact before")
q("duration", "For how many full years did Malcolm Urquhart serve as managing partner?", "number", lasted(one(facts("managing partner", "Malcolm Urquhart"))), "TKG completed years")
q("duration", "Of the vets we have now, who has been at the same clinic the longest?", "values", best({f[0]: f[3] for f in now("works at")}, low=True), "TKG works at, earliest open fact")
q("multi_hop", "In which district does Kirsty Ballantyne live?", "values", dist("Kirsty Ballantyne"), "KG lives_in, in district")
q("multi_hop", "Where did Mei Zhang's mentor get her degree?", "values", {u for m in out("Mei Zhang", "mentored by") for u in out(m, "qualified at")}, "KG mentored by, qualified at")
q("multi_hop", "medicines by Zealvet that are for arthritis", "values", inn("Zealvet", "made_by") & inn("arthritis", "used against"), "KG made_by, used against")
q("cross_source", "What diseases is Saffron's breed prone to?", "values", out(AN["Saffron"]["Breed"], "prone to"), "animals: Breed; KG prone to")
q("cross_source", "How many animals have an owner living in Waimarie?", "number", sum(town(r["Owner"]) == "Waimarie" for r in A), "animals: Owner; KG lives_in")
q("cross_source", "Who was clinic lead where V22125 took place, on that day?", "values", on("clinic_lead", VN["V22125"]["d"], tail=VN["V22125"]["Clinic"])[0], "visits: Clinic, Date; TKG clinic_lead on that day")
q("cross_source", "how much have people in the coast district paid us altogether", "number", total([r for r in V if dist(r["own"]) == "Coast"], "chg"), "animals: Owner; KG lives_in, in district; visits: sum of Charge")
q("cross_source", "Take the vets interested in cats, whoever they are. How many visits have they done between them?", "number", sum(r["Seen by"] in inn("cats", "special interest") for r in V), "KG special interest; visits: rows of Seen by")
q("cross_source", "Whisky - no wait, I want his mum. How heavy is she, kg?", "number", AN[one(out("Whisky", "mother"))]["kg"], "KG mother; animals: Wt (detour)")
q("missing", "Which animals have no date of birth entered?", "values", names(r for r in A if not r["b"]), "animals: D.O.B. empty")
q("missing", "pets w/o a body condition score", "values", names(r for r in A if r["bcs"] is None), "animals: BCS empty")
refuse("How much does Wiremu Tawhai earn?", "no pay in any file")
refuse("Phone number of Esther Vaifale?", "no phone numbers in any file")
refuse("who was managing partner in 1990", "the managing partners begin in 1996")
refuse("How many animals died last year?", "no deaths in any file")
assert "Rufus" not in AN
refuse("whats wrong with Rufus the spaniel", "there is no animal Rufus")

finish(HERE, Q)
