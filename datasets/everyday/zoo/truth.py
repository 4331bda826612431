#!/usr/bin/env python3
"""Computes every gold answer of the 'zoo' domain (a zoo) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, iso, kg, mean, one, records, share, step,
    tkg, total)


def rd(name): return records(HERE, name)


def num(s, *marks):
    for m in ("€", "£", "CHF", ",", "%", " °C") + marks: s = s.replace(m, "")
    return float(s) if s.strip() else None


K, T = graphs(HERE, "zoo")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("zoo", Q)


def pos(a):
    assert a > 0, a
    return a


def days(f): return (f[4] - f[3]).days


# every head has one holder of an office at a time, and the spells follow each other
def offices(*rels):
    for rel in rels:
        for h in {f[0] for f in facts(rel)}:
            fs = facts(rel, head=h)
            assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, h)


assert len(set(K)) == len(K) and len(set(T)) == len(T)

A = rd("animals.csv")
for r in A:
    r["b"], r["arr"] = iso(r["DOB"]), day(r["Arrived"], "%d/%m/%Y")
    r["kg"], r["gbp"] = num(r["Last weight (kg)"]), num(r["Adoption price / yr"])
AN = {r["Animal"]: r for r in A}
X = rd("enclosures.csv")
for r in X:
    r["open"], r["sqm"], r["temp"], r["max"] = int(r["Opened"]), num(r["Area (sq m)"]), num(r["Indoor temp"]), num(r["Max. animals"])
    r["rate"], r["cost"], r["refurb"] = num(r["Visitor rating"]), num(r["Upkeep £/yr"]), day(r["Last refurb"], "%b %Y")
XN = {r["Enclosure"]: r for r in X}
ZOO, HK, SB = "Marlhaven Zoo", "head keeper", "studbook keeper"
offices(HK, SB, "director", "head vet", "sponsored_by", "housed in")
assert len(AN) == len(A) and len(XN) == len(X) and {r["Enclosure"] for r in A} == set(XN) == {f[0] for f in facts(HK)} == heads("visitor facility")
assert {r["Species"] for r in A} == heads("native to") and {f[0] for f in facts("housed in")} <= set(AN)
for f in now("housed in"): assert AN[f[0]]["Enclosure"] == f[2]
KEEPERS = heads("trained in")
names = lambda rows: [r["Animal"] for r in rows]
encs = lambda rows: [r["Enclosure"] for r in rows]
sp = lambda s: [r for r in A if r["Species"] == s]
inside = lambda e: [r for r in A if r["Enclosure"] == e]
zone = lambda z: [r for r in X if r["Zone"] == z]
born = [r for r in A if r["Came from"] == "born here"]
status = lambda s: inn(s, "IUCN status")

q("lookup", "Which enclosure is Juniper in?", "values", AN["Juniper"]["Enclosure"], "animals: Enclosure of Juniper")
q("lookup", "how heavy was ember last time, kg", "number", AN["Ember"]["kg"], "animals: Last weight of Ember")
q("lookup", "When was Reptile Gallery opened?", "number", XN["Reptile Gallery"]["open"], "enclosures: Opened, Reptile Gallery")
q("lookup", "What do hyacinth macaws eat?", "values", out("Hyacinth macaw", "eats"), "KG: Hyacinth macaw eats")
q("lookup", "what time is the public feeding at otter creek", "values", XN["Otter Creek"]["Public feeding"], "enclosures: Public feeding, Otter Creek")

q("filter_list", "Which animals arrived in 2018?", "values", names(r for r in A if r["arr"].year == 2018), "animals: Arrived in 2018")
q("filter_list", "penguins heavier than 4.1 kg, names pls", "values", names(r for r in sp("Humboldt penguin") if r["kg"] and r["kg"] > 4.1), "animals: Species Humboldt penguin, Last weight > 4.1")
q("filter_list", "Which species are endangered according to the IUCN?", "values", status("Endangered"), "KG: IUCN status Endangered")
q("filter_list", "enclosures in the savanna zone?", "values", encs(zone("Savanna")), "enclosures: Zone Savanna")
q("filter_list", "List the female ring-tailed lemurs that were not born here.", "values", names(r for r in sp("Ring-tailed lemur") if r["Sex"] == "F" and r["Came from"] != "born here"), "animals: Ring-tailed lemur, Sex F, Came from not born here")
q("filter_list", "keepers who can use the dart gun", "values", inn("dart gun", "trained in"), "KG: trained in dart gun")
q("filter_list", "A wheelchair user is visiting on Sunday and I want to plan her route. Which enclosures have a step-free path?", "values", inn("step-free path", "visitor facility"), "KG: visitor facility step-free path")

q("count", "How many animals do we have from Zoo Ostrava?", "number", sum(r["Came from"] == "Zoo Ostrava" for r in A), "animals: Came from Zoo Ostrava")
q("count", "how many meerkats hav we got", "number", len(sp("Meerkat")), "animals: Species Meerkat")
q("count", "How many enclosures opened before 1980?", "number", sum(r["open"] < 1980 for r in X), "enclosures: Opened < 1980")
q("count", "animals adopted by the public, how many", "number", sum(r["Adopted by public?"] == "Yes" for r in A), "animals: Adopted by public? Yes")
q("count", "How many different species live in the zoo?", "number", len({r["Species"] for r in A}), "animals: distinct Species")
q("count", "number of bird species please", "number", len(inn("bird", "is a")), "KG: is a bird")

q("sum", "What is the total upkeep of all enclosures per year?", "number", total(X, "cost"), "enclosures: sum of Upkeep")
q("sum", "combined area of the riverside enclosures, sq m", "number", total(zone("Riverside"), "sqm"), "enclosures: sum of Area, Zone Riverside")
q("sum", "How much adoption money do the adopted animals bring in a year?", "number", total([r for r in A if r["Adopted by public?"] == "Yes"], "gbp"), "animals: sum of Adoption price, Adopted by public? Yes")

q("average", "What is the average weight of our zebras?", "number", mean(sp("Grevy's zebra"), "kg"), "animals: mean Last weight, Grevy's zebra")
q("average", "mean visitor ratng of the tropics enclosures", "number", mean(zone("Tropics"), "rate"), "enclosures: mean Visitor rating (empty left out), Zone Tropics")

q("min_max", "What is the largest enclosure area we have, in square metres?", "number", max(r["sqm"] for r in X), "enclosures: max Area")
q("min_max", "lightest weight recorded for a penguin?", "number", min(r["kg"] for r in sp("Humboldt penguin") if r["kg"]), "animals: min Last weight, Humboldt penguin")
q("min_max", "When did the last animal from Tierpark Elmsee arrive?", "values", max(r["arr"] for r in A if r["Came from"] == "Tierpark Elmsee"), "animals: latest Arrived, Came from Tierpark Elmsee")

q("superlative", "Which animal is the oldest?", "values", best({r["Animal"]: r["b"].toordinal() for r in A}, low=True), "animals: earliest DOB")
q("superlative", "heaviest animal in the zoo, whos that", "values", best({r["Animal"]: r["kg"] for r in A if r["kg"]}), "animals: highest Last weight")
q("superlative", "Which enclosure is the most expensive to keep up?", "values", best({r["Enclosure"]: r["cost"] for r in X}), "enclosures: highest Upkeep")
q("superlative", "worst rated enclosure by visitors?", "values", best({r["Enclosure"]: r["rate"] for r in X if r["rate"]}, low=True), "enclosures: lowest Visitor rating")

q("top_k", "Which three enclosures are the largest?", "values", best({r["Enclosure"]: r["sqm"] for r in X}, 3), "enclosures: three highest Area")
q("top_k", "5 heaviest animals pls", "values", best({r["Animal"]: r["kg"] for r in A if r["kg"]}, 5), "animals: five highest Last weight")
q("top_k", "Who are the four youngest animals?", "values", best({r["Animal"]: r["b"].toordinal() for r in A}, 4), "animals: four latest DOB")

q("comparison", "Which weighs more, Basil or Rambo?", "values", best({n: AN[n]["kg"] for n in ("Basil", "Rambo")}), "animals: Last weight of the two")
q("comparison", "otter creek or tapir house, which ones bigger in sq m", "values", best({e: XN[e]["sqm"] for e in ("Otter Creek", "Tapir House")}), "enclosures: Area of the two")
q("comparison", "Who was director for longer, Rupert Gale or Aoife Brannigan?", "values", best({p: days(one(facts("director", ZOO, p))) for p in ("Rupert Gale", "Aoife Brannigan")}), "TKG: lengths of the two director facts")

q("difference", "How many kilos heavier is Pablo than Mitzi?", "number", pos(AN["Pablo"]["kg"] - AN["Mitzi"]["kg"]), "animals: Last weight of the two, subtracted")
q("difference", "upkeep lemur island minus lion rock = ?", "number", pos(XN["Lemur Island"]["cost"] - XN["Lion Rock"]["cost"]), "enclosures: Upkeep of the two, subtracted")
q("difference", "How many more animals were born here than came from Dierenpark Wijngaard?", "number", pos(len(born) - sum(r["Came from"] == "Dierenpark Wijngaard" for r in A)), "animals: rows by Came from, subtracted")

q("percent", "What percentage of our animals were born here?", "number", share(A, lambda r: r["Came from"] == "born here"), "animals: Came from born here over all rows")
q("percent", "how many percent of the enclosures have glass as barrier", "number", share(X, lambda r: r["Barrier"] == "glass"), "enclosures: Barrier glass over all rows")

q("group_by", "How many animals are there of each species?", "table", Counter(r["Species"] for r in A), "animals: rows per Species")
q("group_by", "upkeep per zone, total", "table", {k: total(v, "cost") for k, v in group(X, lambda r: r["Zone"]).items()}, "enclosures: sum of Upkeep per Zone")
q("group_by", "What is the mean area for each barrier type?", "table", {k: mean(v, "sqm") for k, v in group(X, lambda r: r["Barrier"]).items()}, "enclosures: mean Area per Barrier")
q("group_by", "species by continent, just the numbers", "table", Counter(t for h, r, t in K if r == "native to"), "KG: native to, counted")

q("group_superlative", "Which species do we have the most animals of?", "values", best(Counter(r["Species"] for r in A)), "animals: most rows per Species")
q("group_superlative", "what zoo did most of our bought-in animals come from (so not the ones born here)", "values", best(Counter(r["Came from"] for r in A if r["Came from"] != "born here")), "animals: most rows per Came from, without born here")
q("group_superlative", "Which zone has the largest total area?", "values", best({k: total(v, "sqm") for k, v in group(X, lambda r: r["Zone"]).items()}), "enclosures: highest sum of Area per Zone")

q("yes_no", "Is Aoife Brannigan trained in diving?", "boolean", "diving" in out("Aoife Brannigan", "trained in"), "KG: Aoife Brannigan trained in")
q("yes_no", "was sukie the tiger born here", "boolean", AN["Sukie"]["Came from"] == "born here", "animals: Came from of Sukie")
q("yes_no", "Has Kenji Arai ever been head keeper of Lion Rock?", "boolean", bool(facts(HK, "Lion Rock", "Kenji Arai")), "TKG: Lion Rock head keeper")
q("yes_no", "any picnic benches at penguin cove?", "boolean", "picnic benches" in out("Penguin Cove", "visitor facility"), "KG: Penguin Cove visitor facility")

q("negation", "Which enclosures have no public feeding?", "values", encs(r for r in X if not r["Public feeding"]), "enclosures: Public feeding empty")
q("negation", "enclosures that never had a sponsor", "values", set(XN) - {f[0] for f in facts("sponsored_by")}, "enclosures; TKG: no sponsored_by fact")
q("negation", "Which keepers are not trained in diving?", "values", KEEPERS - inn("diving", "trained in"), "KG: trained in without diving")

q("missing", "For which penguins is there no weight on record?", "values", names(r for r in sp("Humboldt penguin") if r["kg"] is None), "animals: Humboldt penguin, Last weight empty")
q("missing", "animals where the sex hasnt been filled in", "values", names(r for r in A if not r["Sex"]), "animals: Sex empty")

q("time_point", "Who was head vet in 2013?", "values", one(in_year("head vet", 2013, head=ZOO))[2], "TKG: head vet in 2013")
q("time_point", "who ran the zoo as director on 1 jan 2010", "values", one(at("director", date(2010, 1, 1), head=ZOO))[2], "TKG: director valid on 2010-01-01")
q("time_point", "Which enclosures does Dafydd Rees look after as head keeper now?", "values", [f[0] for f in now(HK, tail="Dafydd Rees")], "TKG: open head keeper facts of Dafydd Rees")
q("time_point", "where was zola being kept in spring 2019", "values", one(at("housed in", date(2019, 4, 15), head="Zola"))[2], "TKG: housed in of Zola valid in spring 2019")

q("before_after", "Who was head keeper of Tiger Ridge before Tomasz Wilk?", "values", step(facts(HK, head="Tiger Ridge"), 2, "Tomasz Wilk", -1), "TKG: previous head keeper of Tiger Ridge")
q("before_after", "after dr tupper stopped as head vet, who was next", "values", step(facts("head vet", head=ZOO), 2, "Dr Alan Tupper", 1), "TKG: next head vet")
q("before_after", "Which of the animals that arrived between 1 January 2022 and 30 June 2023 were not born here?", "values", names(r for r in A if date(2022, 1, 1) <= r["arr"] <= date(2023, 6, 30) and r["Came from"] != "born here"), "animals: Arrived between the two dates, Came from not born here")

f = one(facts("director", ZOO, "Dr Ida Forsyth"))
q("duration", "For how many full years was Dr Ida Forsyth director?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "who of the present head keepers has had the same enclosure the longest", "values", best({f[2] + "|" + f[0]: f[3].toordinal() for f in now(HK)}, low=True)[0].split("|")[0], "TKG: open head keeper fact with the earliest start")

q("multi_hop", "From which continent does the species in Tapir House come?", "values", out(one({r["Species"] for r in inside("Tapir House")}), "native to"), "animals: Species in Tapir House; KG: native to")
q("multi_hop", "who is the boss of the boss of samir haddad", "values", out(one(out("Samir Haddad", "reports to")), "reports to"), "KG: reports to > reports to")
q("cross_source", "how many of our animals belong to an endangered species (IUCN: Endangered)", "number", sum(r["Species"] in status("Endangered") for r in A), "KG: IUCN status Endangered; animals: rows")
q("cross_source", "Who is the current head keeper of the enclosure where Winston lives?", "values", one(now(HK, head=AN["Winston"]["Enclosure"]))[2], "animals: Enclosure of Winston; TKG: open head keeper")
q("cross_source", "total upkeep of the enclosures northstar energy sponsors at the moment", "number", total([XN[f[0]] for f in now("sponsored_by", tail="Northstar Energy")], "cost"), "TKG: open sponsored_by Northstar Energy facts; enclosures: sum of Upkeep")
q("cross_source", "How many animals arrived at the zoo while Rupert Gale was director? The ones born here count too.", "number", sum(bool(at("director", r["arr"], ZOO, "Rupert Gale")) for r in A), "TKG: director interval of Rupert Gale; animals: Arrived")
q("cross_source", "names of the animals that came from a zoo in france", "values", names(r for r in A if "France" in out(r["Came from"], "in country")), "animals: Came from; KG: in country France")

q("unanswerable", "How many visitors came to Marlhaven Zoo last Sunday?", "refuse", [], "no visitor numbers in any file")
q("unanswerable", "what does an adult ticket cost", "refuse", [], "no ticket prices in any file")
q("unanswerable", "Who was director of the zoo in 1985?", "refuse", [], "TKG: the first director fact starts in 1998")
q("unanswerable", "how old is dumbo the elephant", "refuse", [], "there is no animal Dumbo and no elephant")
q("unanswerable", "Who is the father of Winston?", "refuse", [], "KG: no offspring of triple of Winston")
q("unanswerable", "whos sponsoring flamingo lagoon these days", "refuse", [], "TKG: the last sponsored_by fact of Flamingo Lagoon ended on 2014-09-30")
q("unanswerable", "What is Chloe Marchetti's salary?", "refuse", [], "no salaries in any file")
assert "Dumbo" not in AN and not in_year("director", 1985) and not out("Winston", "offspring of") and not now("sponsored_by", head="Flamingo Lagoon")

assert len(Q) == 80, len(Q)
finish(HERE, Q)
