#!/usr/bin/env python3
"""Computes every gold answer of the 'winery' domain (a wine cooperative) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, finish, fmt, full_years, graphs, group, kg, mean, one, records, step, tkg, total)


def num(s):
    for mark in ("€", ",", "% vol", "%", " months", " °Oe"): s = s.replace(mark, "")
    return float(s) if s.strip() else None


W = records(HERE, "wines.csv")
for r in W:
    r["year"], r["alc"], r["price"], r["cases"] = int(r["Vintage"]), num(r["Alcohol"]), num(r["Bottle price"]), num(r["Cases left"])
    r["oak"], r["rel"], r["pts"] = num(r["Oak ageing"]), datetime.strptime(r["Released"], "%d %B %Y").date(), num(r["Points"])
X = records(HERE, "deliveries.csv")
for r in X:
    r["d"] = datetime.strptime(r["Delivered"], "%d.%m.%Y").date()
    r["kg"], r["oe"], r["eur"], r["out"] = num(r["Weight (kg)"]), num(r["Must weight"]), num(r["Price per kg"]), num(r["Sorted out"])
XN = {r["Ticket"]: r for r in X}
K, T = graphs(HERE, "winery")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def share(rows, test): return 100 * sum(map(test, rows)) / len(rows)


CM, TB, ORG, DIS, PRE, COOP = "cellar master", "tended_by", "certified organic by", "distributor", "president", "Tre Valli Cooperative"
PLOTS, GROWERS, CELLARS, LABELS = heads("lies in"), heads("lives in"), {f[0] for f in facts(CM)}, heads("made from")
# sanity of the data
assert len({r["Ref"] for r in W}) == len(W) == len({(r["Label"], r["Vintage"]) for r in W}) and len(XN) == len(X) and len(set(K)) == len(K)
assert {r["Label"] for r in W} == LABELS and PLOTS == heads("planted_with") == {f[0] for f in facts(TB)} and not LABELS & PLOTS
assert CELLARS == heads("offers") == {r["Cellar"] for r in W} == {r["Received at"] for r in X}
for h in {f[0] for f in T}:
    for rel in (CM, TB, DIS, PRE, "agronomist", ORG):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in X:
    assert one(at(TB, r["d"], head=r["Plot"]))[2] == r["Grower"] in GROWERS and r["Variety"] in out(r["Plot"], "planted_with")
    assert r["eur"] is None or r["Grade"] != "Rejected"
for r in W: assert r["rel"].year > r["year"]
def appellation(plot): return one(out(one(out(plot, "lies in")), "in appellation"))
def country(plot): return one(out(one(out(appellation(plot), "part_of_region")), "in country"))
harvest = lambda y: [r for r in X if r["d"].year == y]
of = lambda v, rows=None: [r for r in (X if rows is None else rows) if r["Variety"] == v]
wine = lambda label, y: one(r for r in W if r["Label"] == label and r["year"] == y)
col = lambda c: [r for r in W if r["Colour"] == c]

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (str, int, float, date)):
        answers = [fmt(answers)]
    else:
        answers = sorted({fmt(a) for a in answers})
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"winery-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
refs = lambda rows: [r["Ref"] for r in rows]
labels = lambda rows: [r["Label"] for r in rows]
tickets = lambda rows: [r["Ticket"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "How much is a bottle of the 2021 Stara Rebula?", "number", wine("Stara Rebula", 2021)["price"], "wines: Bottle price, Stara Rebula, Vintage 2021", "plain syn")
q("lookup", "D20463 - what plot did those grapes come off", "values", XN["D20463"]["Plot"], "deliveries: Plot of D20463", "casual short")
q("lookup", "What is the soil at Pierre Percée?", "values", out("Pierre Percée", "soil"), "KG: Pierre Percée soil", "plain")
q("lookup", "when did the 2022 le sermon come out", "values", wine("Le Sermon", 2022)["rel"], "wines: Released, Le Sermon, Vintage 2022", "casual syn")
q("lookup", "Who created the wine Jelka?", "values", out("Jelka", "created by"), "KG: Jelka created by", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which wines go well with oysters?", "values", inn("oysters", "pairs_with"), "KG: pairs_with oysters", "plain syn")
q("filter_list", "reds for less than 9 euro a bottle? just the labels", "values", labels(r for r in col("Red") if r["price"] < 9), "wines: Colour Red, Bottle price < 9", "short syn")
q("filter_list", "Which deliveries were rejected in 2020?", "values", tickets(r for r in harvest(2020) if r["Grade"] == "Rejected"), "deliveries: Delivered in 2020, Grade Rejected", "plain")
q("filter_list", "plots w/ syrah planted?", "values", inn("Syrah", "planted_with"), "KG: planted_with Syrah", "short casual")
q("filter_list", "Please list the references of all wines that scored 92 points or more.", "values", refs(r for r in W if r["pts"] is not None and r["pts"] >= 92), "wines: Points >= 92", "plain")

# ------------------------------------------------------------------ count
q("count", "How many deliveries did Cave de la Lavande receive in 2023?", "number", sum(r["Received at"] == "Cave de la Lavande" for r in harvest(2023)),
  "deliveries: Received at Cave de la Lavande, Delivered in 2023", "plain")
q("count", "how many of our wines have a screw cap, every vintage counted seperately", "number", sum(r["Closure"] == "screw cap" for r in W), "wines: Closure screw cap", "typo casual")
q("count", "How many growers live in Verrano?", "number", len(inn("Verrano", "lives in")), "KG: lives in Verrano", "plain")
q("count", "ilaria scarsi, how mnay times has she turned up with grapes over the years", "number", sum(r["Grower"] == "Ilaria Scarsi" for r in X), "deliveries: rows of Ilaria Scarsi", "typo idiom")
q("count", "Hello! My wife and I spend our holidays near Saint-Aurin every summer, and last year we came to the wrong door twice. Could you tell us how many of your cellars do tastings?", "number",
  len(inn("tastings", "offers")), "KG: offers tastings", "polite detour")

# ------------------------------------------------------------------ sum
q("sum", "How many kilos of Nebbiolo were delivered in 2020?", "number", total(of("Nebbiolo", harvest(2020)), "kg"), "deliveries: sum of Weight, Nebbiolo, 2020", "plain")
q("sum", "cases of fizz left in all?", "number", total(col("Sparkling"), "cases"), "wines: sum of Cases left, Colour Sparkling", "short syn")
q("sum", "What was the total weight of grapes picked by machine in 2021?", "number", total([r for r in harvest(2021) if r["Picked by"] == "machine"], "kg"),
  "deliveries: sum of Weight, Picked by machine, 2021", "plain")

# ------------------------------------------------------------------ average
q("average", "What was the average must weight of the Grenache deliveries?", "number", mean(of("Grenache"), "oe"), "deliveries: mean Must weight, Grenache", "plain")
q("average", "whats a bottle of white set you back on averge, all vintages", "number", mean(col("White"), "price"), "wines: mean Bottle price, Colour White", "typo idiom")
q("average", "I keep hearing that the sorting table eats half the crop, which is nonsense. What percentage was sorted out on average in 2024?", "number", mean(harvest(2024), "out"),
  "deliveries: mean Sorted out (empty left out), 2024", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest must weight ever measured in a delivery?", "number", max(r["oe"] for r in X), "deliveries: max Must weight", "plain")
q("min_max", "earliest day anyone brougth grapes in in 2022", "values", min(r["d"] for r in harvest(2022)), "deliveries: earliest Delivered in 2022", "typo casual syn")
q("min_max", "What is the lowest price per kg we have paid for Barbera?", "number", min(r["eur"] for r in of("Barbera") if r["eur"]), "deliveries: min Price per kg, Barbera", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which wine is the most expensive?", "values", best({r["Label"]: r["price"] for r in sorted(W, key=lambda r: r["price"])}), "wines: highest Bottle price, Label", "plain syn")
q("superlative", "biggest single load of merlot, ticket no?", "values", best({r["Ticket"]: r["kg"] for r in of("Merlot")}), "deliveries: highest Weight, Merlot", "short syn")
q("superlative", "Which of the wines from Klet pri Mostu has the most cases left? Reference please.", "values", best({r["Ref"]: r["cases"] for r in W if r["Cellar"] == "Klet pri Mostu"}),
  "wines: highest Cases left, Cellar Klet pri Mostu", "plain")
q("superlative", "of the growers we have now, whos been tending the same plot the longest", "values", best({f[2]: f[3].toordinal() for f in reversed(now(TB))}, low=True),
  "TKG: open tended_by fact with the earliest start", "casual")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three growers delivered the most grapes by weight in 2023?", "values", best({k: total(v, "kg") for k, v in group(harvest(2023), lambda r: r["Grower"]).items()}, 3),
  "deliveries: 2023, three highest sums of Weight per Grower", "plain")
q("top_k", "top 4 nebiolo tickets for price per kilo", "values", best({r["Ticket"]: r["eur"] for r in of("Nebbiolo") if r["eur"]}, 4), "deliveries: four highest Price per kg, Nebbiolo", "typo short")

# ------------------------------------------------------------------ comparison
q("comparison", "Which is stronger, the 2021 Torre Alta or the 2021 Bricco Falco Riserva?", "values", best({l: wine(l, 2021)["alc"] for l in ("Torre Alta", "Bricco Falco Riserva")}),
  "wines: Alcohol of the two, Vintage 2021", "plain syn")
q("comparison", "rebula vs refosk - which one did we get more kilos of, all harvests together", "values", best({v: total(of(v), "kg") for v in ("Rebula", "Refošk")}),
  "deliveries: sum of Weight of the two varieties", "casual")
z = {p: (lambda f: (f[4] - f[3]).days)(one(facts(PRE, COOP, p))) for p in ("Marguerite Bonnafous", "Ernesto Ballabio")}
q("comparison", "Who was president of the cooperative for longer, Marguerite Bonnafous or Ernesto Ballabio?", "values", best(z), "TKG: lengths of the two president facts", "plain")

# ------------------------------------------------------------------ difference
a, b = wine("Loup Noir", 2020)["price"], wine("Loup Noir", 2023)["price"]
assert a > b
q("difference", "How much cheaper is the 2023 Loup Noir than the 2020?", "number", a - b, "wines: Bottle price of the two vintages, subtracted", "plain")
n19, n22 = total(harvest(2019), "kg"), total(harvest(2022), "kg")
q("difference", "kilos 2019 against 2022: whats the gap between the two harvests", "number", abs(n19 - n22), "deliveries: sums of Weight of the two years, subtracted", "casual")
na, nc = (sum(r["Grade"] == g for r in X) for g in "AC")
assert na > nc
q("difference", "How many more deliveries got grade A than grade C?", "number", na - nc, "deliveries: rows by Grade, subtracted", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of the deliveries were picked by hand?", "number", share(X, lambda r: r["Picked by"] == "hand"), "deliveries: Picked by hand over all rows", "plain")
q("percent", "what % of the entries on the wine list are red", "number", share(W, lambda r: r["Colour"] == "Red"), "wines: Colour Red over all rows", "casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many entries does our wine list have for each colour?", "table", Counter(r["Colour"] for r in W), "wines: rows per Colour", "plain")
q("group_by", "kg per harvest year pls", "table", {k: total(v, "kg") for k, v in group(X, lambda r: r["d"].year).items()}, "deliveries: sum of Weight per year of Delivered", "short")
q("group_by", "What is the average bottle price for each appellation?", "table", {k: mean(v, "price") for k, v in group(W, lambda r: r["Appellation"]).items()},
  "wines: mean Bottle price per Appellation", "plain")
q("group_by", "for each soil type, number of vinyards", "table", Counter(t for h, r, t in K if r == "soil"), "KG: soil, counted", "typo short")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which grape variety has been delivered the most, by weight?", "values", best({k: total(v, "kg") for k, v in group(X, lambda r: r["Variety"]).items()}),
  "deliveries: highest sum of Weight per Variety", "plain syn")
q("group_superlative", "who had the most loads rejcted", "values", best(Counter(r["Grower"] for r in X if r["Grade"] == "Rejected")), "deliveries: Grade Rejected, most rows per Grower", "typo casual syn")
q("group_superlative", "Which dish is matched with the most wines?", "values", best(Counter(t for h, r, t in K if r == "pairs_with")), "KG: pairs_with, counted by dish", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Did Loup Noir win the Coupe des Terroirs?", "boolean", "Coupe des Terroirs" in out("Loup Noir", "won"), "KG: Loup Noir won", "plain")
q("yes_no", "can one get a guided tour at torrevecchia", "boolean", "guided tours" in out("Cantina Torrevecchia", "offers"), "KG: Cantina Torrevecchia offers", "casual")
q("yes_no", "Has Tancredi Olivero ever been cellar master at Klet pri Mostu?", "boolean", bool(facts(CM, "Klet pri Mostu", "Tancredi Olivero")), "TKG: Klet pri Mostu cellar master", "plain")
q("yes_no", "is ottavia rebaudi organic at the moment?", "boolean", bool(now(ORG, head="Ottavia Rebaudi")), "TKG: open certified organic by fact of Ottavia Rebaudi", "casual")

# ------------------------------------------------------------------ negation
ever = {f[0] for f in facts(ORG)}
q("negation", "Which growers in the delivery list have never been certified organic?", "values", {r["Grower"] for r in X} - ever, "deliveries: Grower; TKG: no certified organic by fact", "plain")
q("negation", "red wines without any awrad, labels plz", "values", set(labels(col("Red"))) - heads("won"), "wines: Colour Red; KG: no won triple", "typo short syn")
p24 = {r["Plot"] for r in harvest(2024)}
q("negation", "Which vineyards did not deliver any grapes in 2024?", "values", PLOTS - p24, "KG: lies in; deliveries: no row in 2024", "plain syn")
q("negation", "how many times did grapes from costa serragna plots end up anywhere other than cantina del ponte", "number",
  sum(appellation(r["Plot"]) == "Costa Serragna" and r["Received at"] != "Cantina del Ponte" for r in X), "deliveries: Plot, Received at; KG: lies in > in appellation", "casual idiom")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was cellar master at Cantina Torrevecchia in 2010?", "values", [one(in_year(CM, 2010, head="Cantina Torrevecchia"))[2]], "TKG: cellar master in 2010", "plain")
q("time_point", "who was our distributer in the uk back in 2018", "values", [one(in_year(DIS, 2018, head="United Kingdom"))[2]], "TKG: distributor of United Kingdom in 2018", "typo casual")
q("time_point", "Which vineyards was Ernesto Ballabio tending on 1 May 2015?", "values", [f[0] for f in at(TB, date(2015, 5, 1), tail="Ernesto Ballabio")], "TKG: tended_by Ernesto Ballabio valid on 2015-05-01", "plain")
q("time_point", "who was at the helm of the whole co-op on new year's eve 2016?", "values", [one(at(PRE, date(2016, 12, 31), head=COOP))[2]], "TKG: president valid on 2016-12-31", "idiom syn")

# ------------------------------------------------------------------ before_after
q("before_after", "Who tended Il Gelso before Ilaria Scarsi?", "values", [step(facts(TB, head="Il Gelso"), 2, "Ilaria Scarsi", -1)], "TKG: previous tended_by of Il Gelso", "plain")
q("before_after", "zdenka mlakaric packed it in at klet pri mostu and then who came", "values", [step(facts(CM, head="Klet pri Mostu"), 2, "Zdenka Mlakarič", 1)],
  "TKG: next cellar master of Klet pri Mostu", "idiom casual")
q("before_after", "Would you be able to tell me which growers had already been certified organic before 2010? It is for our anniversary leaflet.", "values", {f[0] for f in facts(ORG) if f[3] < date(2010, 1, 1)},
  "TKG: certified organic by with start before 2010-01-01", "polite")

# ------------------------------------------------------------------ duration
f = one(facts(CM, "Cave de la Lavande", "Hélène Sabatier-Roux"))
q("duration", "For how many full years was Hélène Sabatier-Roux cellar master of Cave de la Lavande?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "of the former presidents which one was in the chair longest", "values", best({f[2]: (f[4] - f[3]).days for f in facts(PRE, head=COOP) if f[4]}), "TKG: longest closed president fact", "idiom")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "What soil do the grapes for Torre Alta grow on?", "values", {s for v in out("Torre Alta", "made from") for s in out(v, "soil")}, "KG: made from > soil", "plain syn")
q("multi_hop", "wich wines are made from a vineyard with schist", "values", {w for v in inn("schist", "soil") for w in inn(v, "made from")}, "KG: soil schist, then made from backwards", "typo casual")
q("multi_hop", "In which country is the vineyard Rdeča Zemlja?", "values", country("Rdeča Zemlja"), "KG: lies in > in appellation > part_of_region > in country", "plain")

# ------------------------------------------------------------------ cross_source
x = XN["D20362"]
q("cross_source", "Who was cellar master of the cellar that received D20362 on the day it was delivered?", "values", [one(at(CM, x["d"], head=x["Received at"]))[2]],
  "deliveries: Received at, Delivered; TKG: cellar master on that date", "plain")
q("cross_source", "how many kilos came in from plots in slovenia in 2023", "number", total([r for r in harvest(2023) if country(r["Plot"]) == "Slovenia"], "kg"),
  "KG: lies in > in appellation > part_of_region > in country; deliveries: sum of Weight in 2023", "casual")
q("cross_source", "How many deliveries came from growers who were certified organic on the day of the delivery?", "number", sum(bool(at(ORG, r["d"], head=r["Grower"])) for r in X),
  "deliveries: Grower, Delivered; TKG: certified organic by on that date", "plain")
am = inn("roast lamb", "pairs_with")
q("cross_source", "lamb for easter! cheapest bottle you have got (cases left, obviously) that goes with roast lamb? wine ref pls", "values",
  best({r["Ref"]: r["price"] for r in W if r["Label"] in am and r["cases"] > 0}, low=True), "KG: pairs_with roast lamb; wines: Cases left > 0, lowest Bottle price", "casual detour")
q("cross_source", "How many of Cantina Torrevecchia's wines were released while Ginevra Pastore was its cellar master? Each vintage counts as one.", "number",
  sum(r["Cellar"] == "Cantina Torrevecchia" and bool(at(CM, r["rel"], r["Cellar"], "Ginevra Pastore")) for r in W), "wines: Cellar, Released; TKG: cellar master interval", "plain")
q("cross_source", "Which growers who delivered grade A Syrah live in Rocquefeuille?", "values", {r["Grower"] for r in of("Syrah") if r["Grade"] == "A"} & inn("Rocquefeuille", "lives in"),
  "deliveries: Variety Syrah, Grade A; KG: lives in Rocquefeuille", "plain")
gb = inn("Golden Bunch", "won")
q("cross_source", "avg points for the wines that won the golden bunch, every vintage we sell of them", "number", mean([r for r in W if r["Label"] in gb], "pts"),
  "KG: won Golden Bunch; wines: mean Points (empty left out)", "casual")
top = best({r["Ticket"]: r["kg"] for r in of("Carignan")})
q("cross_source", "Who tends today the vineyard that the heaviest delivery of Carignan came from?", "values", [one(now(TB, head=XN[one(top)]["Plot"]))[2]],
  "deliveries: highest Weight, Carignan, its Plot; TKG: open tended_by", "plain")

# ------------------------------------------------------------------ missing
q("missing", "Which deliveries have no price although they were not rejected?", "values", tickets(r for r in X if r["eur"] is None and r["Grade"] != "Rejected"),
  "deliveries: empty Price per kg, Grade not Rejected", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How many bottles of Jelka did we sell last year?", "refuse", [], "no sales in any file, only cases left", "plain")
q("unanswerable", "how many hectares is vigna granda", "refuse", [], "no areas in any file", "casual")
assert not in_year(CM, 1980, head="Klet pri Mostu")
q("unanswerable", "Who was cellar master at Klet pri Mostu in 1980?", "refuse", [], "TKG: the first cellar master fact there starts in 1995", "plain")
assert "Château Perdigal" not in LABELS
q("unanswerable", "price of the chateau perdigal 2020?", "refuse", [], "there is no wine Château Perdigal", "short")
q("unanswerable", "What time does the farm shop at Cave de la Lavande close?", "refuse", [], "no opening hours in any file", "plain")
assert not now(DIS, head="Denmark")
q("unanswerable", "whos our distributor in denmark at the moment", "refuse", [], "TKG: the last distributor of Denmark ended on 2022-02-28", "casual")


finish(HERE, [q for q, _ in Q])
