#!/usr/bin/env python3
"""Computes every gold answer of the 'surgeries' domain (a chain of vets) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, step, tkg, total, num)


A = records(HERE, "animals.csv")
for r in A: r["n"], r["born"], r["kg"] = r["Name"], day(r["DoB"], "%d.%m.%Y"), num(r["Wt (kg)"])
AN, AP = {r["n"]: r for r in A}, {r["Pt no."]: r for r in A}
V = records(HERE, "visits.csv")
for r in V:
    r["d"], r["at"], r["vet"], r["mins"], r["fee"], r["meds"] = day(r["Date"], "%d-%b-%y"), r["Surgery"], r["Seen by"], num(r["Time (mins)"]), num(r["Fee (EUR)"]), num(r["Meds (EUR)"])
    r["animal"] = AP[r["Pt no."]]
VN = {r["Visit ID"]: r for r in V}
K, T = graphs(HERE, "surgeries")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
WORKS, CD, PM, CEO, INS, NIGHT = "works_at", "clinical director", "practice manager of", "chief executive of", "accepts insurance from", "out-of-hours cover by"

Q = []
q = asking("surgeries", Q)


# sanity of the data
SURG, VETS = heads("in town"), heads("graduated from")
assert len(AN) == len(AP) == len(A) and len(VN) == len(V) and len(set(K)) == len(K) and len(set(T)) == len(T)
assert {r["at"] for r in V} == SURG == {f[0] for f in facts(CD)} == {f[2] for f in facts(PM)} and {r["Reg'd at"] for r in A} <= SURG
assert {r["vet"] for r in V} <= VETS == {f[0] for f in facts(WORKS)} and {r["Owner"] for r in A} <= heads("lives in")
for rel, side in ((WORKS, 0), (CD, 0), (CD, 2), (PM, 0), (PM, 2), (CEO, 2), (NIGHT, 0)):  # one at a time
    for x in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == x]
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), fs
for f in facts(CD): assert any(g[3] <= f[3] and (g[4] is None or f[4] and f[4] <= g[4]) for g in facts(WORKS, f[2], f[0])), f
for r in V:
    assert r["animal"]["n"] == r["Patient"] and r["d"] >= r["animal"]["born"]
    assert one(at(WORKS, r["d"], head=r["vet"]))[2] == r["at"]
ids = lambda rows: [r["Visit ID"] for r in rows]
names = lambda rows: [r["n"] for r in rows]
in_y = lambda y, rows=V: [r for r in rows if r["d"].year == y]
why_ = lambda x, rows=V: [r for r in rows if r["Reason"] == x]
sp = lambda x, rows=A: [r for r in rows if r["Species"] == x]
at_ = lambda s, rows=V: [r for r in rows if r["at"] == s]
days = lambda f: (f[4] - f[3]).days
def county(s): return one(c for t in out(s, "in town") for c in out(t, "county"))

# ------------------------------------------------------------------ lookup
q("lookup", "Which vet saw the patient at visit HV-7029?", "values", VN["HV-7029"]["vet"], "visits: Seen by of HV-7029")
q("lookup", "what does rex weigh", "number", AN["Rex"]["kg"], "animals: Wt (kg) of Rex")
q("lookup", "What breed is Banshee?", "values", AN["Banshee"]["Breed"], "animals: Breed of Banshee")
q("lookup", "hv-7090, how much was the fee", "number", VN["HV-7090"]["fee"], "visits: Fee (EUR) of HV-7090")
q("lookup", "Lambay Pharma's rep is in the waiting room again and I am not in the mood. Who makes Flexicam?", "values", out("Flexicam", "made by"), "KG: Flexicam made by")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which dogs registered at Castlequay have been neutered?", "values", names(r for r in sp("Dog") if r["Reg'd at"] == "Castlequay" and r["Neut."] == "Y"),
  "animals: Species Dog, Reg'd at Castlequay, Neut. Y")
q("filter_list", "cats over 5 kilos, just the names", "values", names(r for r in sp("Cat") if r["kg"] is not None and r["kg"] > 5), "animals: Species Cat, Wt (kg) > 5")
q("filter_list", "Which visits in 2022 were emergencies that took more than 40 minutes?", "values", ids(r for r in why_("Emergency", in_y(2022)) if r["mins"] > 40),
  "visits: Reason Emergency, Date in 2022, Time (mins) > 40")
q("filter_list", "surgeries with an ultrasound as well as an in-house lab?", "values", inn("ultrasound", "equipped_with") & inn("in-house lab", "equipped_with"),
  "KG: equipped_with ultrasound and in-house lab")
q("filter_list", "vists from 2023 that are still unpaid, ids pls", "values", ids(r for r in in_y(2023) if r["Settled by"] == "Unpaid"), "visits: Settled by Unpaid, Date in 2023")
q("filter_list", "Which breeds are prone to dental disease?", "values", inn("dental disease", "prone to"), "KG: prone to dental disease")

# ------------------------------------------------------------------ count
q("count", "How many visits took place while Gráinne Devoy was chief executive?", "number", sum(bool(at(CEO, r["d"], "Gráinne Devoy")) for r in V), "visits: Date; TKG: chief executive of interval of Gráinne Devoy")
q("count", "jabs (vaccinatons) done in the whole of 2023, whats the count", "number", len(why_("Vaccination", in_y(2023))), "visits: Reason Vaccination, Date in 2023")
q("count", "How many vets work at Castlequay at present?", "number", len(now(WORKS, tail="Castlequay")), "TKG: open works_at facts of Castlequay")
q("count", "visits from 1 march to 31 may 2024 incl., how many", "number", sum(date(2024, 3, 1) <= r["d"] <= date(2024, 5, 31) for r in V), "visits: Date from 2024-03-01 to 2024-05-31")
q("count", "We are ordering hay and nobody can agree on the amount. How many bunnies do we have on the books?", "number", len(sp("Rabbit")), "animals: Species Rabbit")

# ------------------------------------------------------------------ sum
q("sum", "What did we charge in fees for dental visits in 2022 in total?", "number", total(why_("Dental", in_y(2022)), "fee"), "visits: sum of Fee (EUR), Reason Dental, Date in 2022")
q("sum", "yolanda quirke - how many minutes has she spent seeing patients altogether", "number", total([r for r in V if r["vet"] == "Yolanda Quirke"], "mins"),
  "visits: sum of Time (mins), Seen by Yolanda Quirke")
q("sum", "What is the total of the meds charged at The Paddocks?", "number", total(at_("The Paddocks"), "meds"), "visits: sum of Meds (EUR), Surgery The Paddocks")

# ------------------------------------------------------------------ average
q("average", "What is the average fee for a check-up?", "number", mean(why_("Check-up"), "fee"), "visits: mean Fee (EUR) (empty left out), Reason Check-up")
q("average", "avg weight of our labradors?", "number", mean([r for r in A if r["Breed"] == "Labrador"], "kg"), "animals: mean Wt (kg), Breed Labrador")
q("average", "The diary software gives dental work an hour and the vets keep moaning. How long did a dental visit take on average, in minutes?", "number", mean(why_("Dental"), "mins"),
  "visits: mean Time (mins), Reason Dental")

# ------------------------------------------------------------------ min_max
q("min_max", "How many minutes did the longest visit at Abbey Gate take?", "number", max(r["mins"] for r in at_("Abbey Gate")), "visits: max Time (mins), Surgery Abbey Gate")
q("min_max", "weight of the lightest dog on the books", "number", min(r["kg"] for r in sp("Dog") if r["kg"] is not None), "animals: min Wt (kg), Species Dog")
q("min_max", "When was Ginger last in for a visit?", "values", max(r["d"] for r in V if r["Patient"] == "Ginger"), "visits: latest Date, Patient Ginger")

# ------------------------------------------------------------------ superlative
q("superlative", "Which animal is the heaviest of all?", "values", best({r["n"]: r["kg"] for r in A if r["kg"] is not None}), "animals: highest Wt (kg)")
q("superlative", "whats our oldest cat called", "values", best({r["n"]: r["born"] for r in sp("Cat")}, low=True), "animals: earliest DoB, Species Cat")
q("superlative", "youngest patient thats signed up at fair green?", "values", best({r["n"]: r["born"] for r in A if r["Reg'd at"] == "Fair Green"}), "animals: latest DoB, Reg'd at Fair Green")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three cats weigh the most?", "values", best({r["n"]: r["kg"] for r in sp("Cat") if r["kg"] is not None}, 3), "animals: three highest Wt (kg), Species Cat")
q("top_k", "top 4 visits by what was charged for meds, ids", "values", best({r["Visit ID"]: r["meds"] for r in V if r["meds"] is not None}, 4), "visits: four highest Meds (EUR)")

# ------------------------------------------------------------------ comparison
q("comparison", "Who is older, Rex or Roxy?", "values", best({n: AN[n]["born"] for n in ("Rex", "Roxy")}, low=True), "animals: DoB of the two")
q("comparison", "which of the two had more visits, strand view or priory road", "values", best({s: len(at_(s)) for s in ("Strand View", "Priory Road")}), "visits: rows of the two surgeries")
q("comparison", "Who was chief executive for longer, Fintan Moylan or Gráinne Devoy?", "values", best({p: days(one(facts(CEO, p))) for p in ("Fintan Moylan", "Gráinne Devoy")}),
  "TKG: lengths of the two chief executive of facts")

# ------------------------------------------------------------------ difference
q("difference", "How many kilos heavier is Fionn than Duke?", "number", AN["Fionn"]["kg"] - AN["Duke"]["kg"], "animals: Wt (kg) of the two, subtracted")
q("difference", "castlequay vs mill race, whats the difference in no of visits", "number", len(at_("Castlequay")) - len(at_("Mill Race")), "visits: rows of the two surgeries, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our patients are dogs?", "number", 100 * len(sp("Dog")) / len(A), "animals: Species Dog over all rows")
q("percent", "% of the 2024 visits that got paid by card", "number", 100 * sum(r["Settled by"] == "Card" for r in in_y(2024)) / len(in_y(2024)), "visits: Date in 2024, share of Settled by Card")

# ------------------------------------------------------------------ group_by
q("group_by", "How many patients do we have of each species?", "table", Counter(r["Species"] for r in A), "animals: rows per Species")
q("group_by", "avg time per reason for the visit, in mins", "table", {k: mean(v, "mins") for k, v in group(V, lambda r: r["Reason"]).items()}, "visits: mean Time (mins) per Reason")
q("group_by", "What were the total fees for each surgery in 2023?", "table", {k: total(v, "fee") for k, v in group(in_y(2023), lambda r: r["at"]).items()},
  "visits: sum of Fee (EUR) per Surgery, Date in 2023")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which owner has the most animals registered with us?", "values", best(Counter(r["Owner"] for r in A)), "animals: most rows per Owner")
q("group_superlative", "which vet did the most visits overall", "values", best(Counter(r["vet"] for r in V)), "visits: most rows per Seen by")
q("group_superlative", "Which patient has run up the most in fees, all visits added up?", "values", best({k: total(v, "fee") for k, v in group(V, lambda r: r["Patient"]).items()}),
  "visits: highest sum of Fee (EUR) per Patient")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does The Paddocks have a CT scanner?", "boolean", "CT scanner" in out("The Paddocks", "equipped_with"), "KG: The Paddocks equipped_with CT scanner")
q("yes_no", "yolanda quirke, does she speak french", "boolean", "French" in out("Yolanda Quirke", "speaks"), "KG: no speaks French triple of Yolanda Quirke")
q("yes_no", "Did Aoife Brannigan ever work at Harbour Street?", "boolean", bool(facts(WORKS, "Aoife Brannigan", "Harbour Street")), "TKG: Aoife Brannigan works_at Harbour Street")
q("yes_no", "are we still taking fidelis pet insurance at abbey gate?", "boolean", bool(now(INS, "Abbey Gate", "Fidelis Pet")), "TKG: the Fidelis Pet fact of Abbey Gate has ended")

# ------------------------------------------------------------------ negation
q("negation", "Which surgeries do not have digital X-ray?", "values", SURG - inn("digital X-ray", "equipped_with"), "KG: surgeries without equipped_with digital X-ray")
q("negation", "dogs w/o insurance that belong to knockbawn cross or fair green", "values",
  names(r for r in sp("Dog") if r["Reg'd at"] in ("Knockbawn Cross", "Fair Green") and not r["Insured with"]), "animals: Species Dog, Reg'd at Knockbawn Cross or Fair Green, empty Insured with")
q("negation", "Which vets, past and present, have no specialism on file?", "values", VETS - heads("specialises in"), "KG: vets without a specialises in triple")
q("negation", "patients weve never actually seen, not one visit", "values", set(AN) - {r["Patient"] for r in V}, "animals: Name without a row in visits")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the clinical director of Castlequay on 1 May 2019?", "values", [one(at(CD, date(2019, 5, 1), head="Castlequay"))[2]], "TKG: clinical director of Castlequay valid on 2019-05-01")
q("time_point", "practise manager at mill race in 2015, who was that", "values", [one(in_year(PM, 2015, tail="Mill Race"))[0]], "TKG: practice manager of Mill Race in 2015")
q("time_point", "Which vets were working at Fair Green on 1 January 2020?", "values", [f[0] for f in at(WORKS, date(2020, 1, 1), tail="Fair Green")], "TKG: works_at Fair Green valid on 2020-01-01")
q("time_point", "who covers the nights for castlequay these days", "values", [one(now(NIGHT, "Castlequay"))[2]], "TKG: open out-of-hours cover by fact of Castlequay")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was clinical director of Knockbawn Cross before Saoirse Halpin?", "values", [step(facts(CD, "Knockbawn Cross"), 2, "Saoirse Halpin", -1)], "TKG: previous clinical director of Knockbawn Cross")
q("before_after", "fergal dowd stopped managing abbey gate, who stepped in after", "values", [step(facts(PM, tail="Abbey Gate"), 0, "Fergal Dowd", 1)], "TKG: next practice manager of Abbey Gate")
q("before_after", "Which vets started at the surgery they work at now after 1 January 2022?", "values", [f[0] for f in now(WORKS) if f[3] > date(2022, 1, 1)],
  "TKG: open works_at facts with start after 2022-01-01")

# ------------------------------------------------------------------ duration
f = one(facts(CD, "The Paddocks", "Fintan Moylan"))
q("duration", "For how many full years was Fintan Moylan clinical director of The Paddocks?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "of todays practice managers who has been at the same surgery for longest?", "values", best({f[0]: f[3] for f in now(PM)}, low=True), "TKG: earliest start of the open practice manager of facts")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country did Hugo Vandamme go to university?", "values", {c for u in out("Hugo Vandamme", "graduated from") for c in out(u, "country")}, "KG: graduated from > country")
q("multi_hop", "what drug do you give for the thing maine coons tend to get", "values", {d for c in out("Maine Coon", "prone to") for d in out(c, "treated with")}, "KG: prone to > treated with")
q("multi_hop", "Which of our surgeries are in Munster?", "values", {s for s in SURG if "Munster" in out(county(s), "province")}, "KG: in town > county > province Munster")

# ------------------------------------------------------------------ cross_source
r = VN["HV-7242"]
q("cross_source", "Who was clinical director of the surgery at the time of visit HV-7242?", "values", [one(at(CD, r["d"], head=r["at"]))[2]], "visits: Surgery, Date of HV-7242; TKG: clinical director on that date")
q("cross_source", "how many of the visits so far were with cats", "number", sum(r["animal"]["Species"] == "Cat" for r in V), "visits: Pt no.; animals: Species Cat")
q("cross_source", "How many visits were handled by vets who graduated from the Shannon Veterinary College?", "number", sum(r["vet"] in inn("Shannon Veterinary College", "graduated from") for r in V),
  "KG: graduated from Shannon Veterinary College; visits: Seen by")
q("cross_source", "animals belonging to people from knockbawn or carrowbeg?", "values", names(r for r in A if out(r["Owner"], "lives in") & {"Knockbawn", "Carrowbeg"}),
  "KG: lives in Knockbawn or Carrowbeg; animals: Owner, Name")
q("cross_source", "How many visits did Knockbawn Cross have while Piotr Zalewski was its clinical director?", "number", sum(bool(at(CD, r["d"], "Knockbawn Cross", "Piotr Zalewski")) for r in at_("Knockbawn Cross")),
  "visits: Surgery Knockbawn Cross, Date; TKG: clinical director interval of Piotr Zalewski")
q("cross_source", "bosco's insurance lot, which group owns them", "values", out(AN["Bosco"]["Insured with"], "owned by"), "animals: Insured with of Bosco; KG: owned by")
q("cross_source", "Nettle's owner heard something worrying at the cat show. What is a cat of Nettle's breed prone to?", "values", out(AN["Nettle"]["Breed"], "prone to"),
  "animals: Breed of Nettle; KG: prone to")
q("cross_source", "where does the vet work now who saw molly on 30 aug 2021", "values", [one(now(WORKS, one(r for r in V if r["Patient"] == "Molly" and r["d"] == date(2021, 8, 30))["vet"]))[2]],
  "visits: Seen by, Patient Molly, Date 2021-08-30; TKG: open works_at")

# ------------------------------------------------------------------ missing
q("missing", "Which animals have no weight entered?", "values", names(r for r in A if r["kg"] is None), "animals: empty Wt (kg)")
q("missing", "visits where somebody forgot to put in the fee", "values", ids(r for r in V if r["fee"] is None), "visits: empty Fee (EUR)")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Declan Rushe's salary?", "refuse", [], "no salaries in any file")
assert not now(CD, "Strand View")
q("unanswerable", "whos clinical director at strand view at the moment", "refuse", [], "TKG: the last clinical director of Strand View left on 2024-06-28, no open fact")
q("unanswerable", "What blood group does Rex have?", "refuse", [], "no blood groups in any file")
assert min(f[3] for f in facts(CEO)).year > 1997
q("unanswerable", "Who led Hazelbrook Vets as chief executive in 1997?", "refuse", [], "TKG: the first chief executive of Hazelbrook Vets started in 2004")
assert "Zorro" not in AN
q("unanswerable", "how heavy is zorro the poodle", "refuse", [], "there is no animal Zorro")
q("unanswerable", "mobile no for nuala gaffney? need to ring her about ginger", "refuse", [], "no phone numbers in any file")
q("unanswerable", "How long did people sit in the waiting room at Priory Road last year?", "refuse", [], "only the length of visits is recorded, no waiting times")

finish(HERE, Q)
