#!/usr/bin/env python3
"""Computes every gold answer of the 'skiing' domain (a group of ski resorts) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, share, step, tkg,
    total)


def rd(name): return records(HERE, name)


def num(s, *marks):
    for m in ("€", "£", "CHF", ",", "%", " °C") + marks: s = s.replace(m, "")
    return float(s) if s.strip() else None


K, T = graphs(HERE, "skiing")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("skiing", Q)


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

L = rd("lifts.csv")
for r in L:
    r["built"], r["len"], r["rise"], r["cap"] = int(r["Built"]), num(r["Length"], " m"), num(r["Vert. rise"], " m"), num(r["Cap. (pers./h)"])
    r["ride"], r["alt"], r["insp"] = num(r["Ride time [min]"]), num(r["Valley station (m a.s.l.)"]), day(r["Last inspection"], "%d.%m.%y")
LN = {r["Lift"]: r for r in L}
X = rd("pass_sales.csv")
for r in X:
    r["d"], r["qty"], r["unit"], r["disc"], r["tot"] = day(r["Sold on"], "%d.%m.%Y"), num(r["Qty"]), num(r["Unit price"]), num(r["Disc."]), num(r["Total"])
XN = {r["Sale"]: r for r in X}
GRP, RESORTS, PISTES = "Weisshorn Group", heads("lies_in"), heads("graded")
offices("resort manager", "head of piste patrol", "owned by", "chief executive", "sponsored by", "lift chief")
assert len(LN) == len(L) and len(XN) == len(X)
assert {r["Resort"] for r in L} == {r["Resort"] for r in X} == RESORTS == {f[0] for f in facts("resort manager")}
assert {t for p in PISTES for t in out(p, "reached by")} <= set(LN) and {f[0] for f in facts("sponsored by") + facts("lift chief")} <= set(LN)
lifts = lambda rows: [r["Lift"] for r in rows]
sales = lambda rows: [r["Sale"] for r in rows]
of = lambda r0: [r for r in L if r["Resort"] == r0]
sold = lambda r0: [r for r in X if r["Resort"] == r0]
yr = lambda y: [r for r in X if r["d"].year == y]
typ = lambda t: [r for r in L if r["Type"] == t]
canton = lambda r0: one(out(one(out(r0, "lies_in")), "part of canton"))
slope = lambda c: inn(c, "graded")

q("lookup", "When was the Sonnenbahn built?", "number", LN["Sonnenbahn"]["built"], "lifts: Built, Sonnenbahn")
q("lookup", "how long is the ride up on the murmelbahn (minutes)", "number", LN["Murmelbahn"]["ride"], "lifts: Ride time of Murmelbahn")
q("lookup", "What type of lift is Cresta Lunga?", "values", LN["Cresta Lunga"]["Type"], "lifts: Type of Cresta Lunga")
q("lookup", "what station do i get off at for alpe fontana", "values", out("Alpe Fontana", "nearest station"), "KG: Alpe Fontana nearest station")
q("lookup", "last inspecton date of HS04?", "values", one(r for r in L if r["Lift ID"] == "HS04")["insp"], "lifts: Last inspection of HS04")

q("filter_list", "Which lifts in Gletschboden are T-bars?", "values", lifts(r for r in of("Gletschboden") if r["Type"] == "T-bar"), "lifts: Resort Gletschboden, Type T-bar")
q("filter_list", "chairlifts w/ heated seats?", "values", lifts(r for r in L if r["Heated seats"] == "yes"), "lifts: Heated seats yes")
q("filter_list", "Which pistes are graded black?", "values", slope("black"), "KG: graded black")
q("filter_list", "huts that do fondue", "values", inn("fondue", "serves"), "KG: serves fondue")
q("filter_list", "List all lifts made by Garaventa that were built after 2000.", "values", lifts(r for r in L if r["Manufacturer"] == "Garaventa" and r["built"] > 2000), "lifts: Manufacturer Garaventa, Built > 2000")
q("filter_list", "The accountant is on my back about large orders. Which sales in 2024 came to more than 1500 francs in total? Sale numbers pls.", "values", sales(r for r in yr(2024) if r["tot"] > 1500), "pass_sales: Sold on in 2024, Total > 1500")
q("filter_list", "Which resorts offer a toboggan run?", "values", inn("toboggan run", "offers"), "KG: offers toboggan run")

q("count", "How many lifts does Piz Corvo have?", "number", len(of("Piz Corvo")), "lifts: Resort Piz Corvo")
q("count", "nr of lifts over 2 km long", "number", sum(r["len"] > 2000 for r in L), "lifts: Length > 2000 m")
q("count", "season pass sales to studnets, how many transactions", "number", sum(r["Pass"] == "Season pass" and r["Age group"] == "Student" for r in X), "pass_sales: Pass Season pass, Age group Student, rows")
q("count", "How many blue pistes are there?", "number", len(slope("blue")), "KG: graded blue")
q("count", "My kids only ski on the magic carpet. How many of those do we run in the whole group?", "number", len(typ("Magic carpet")), "lifts: Type Magic carpet")

q("sum", "What is the total revenue from pass sales in Sankt Wendel?", "number", total(sold("Sankt Wendel"), "tot"), "pass_sales: sum of Total, Resort Sankt Wendel")
q("sum", "how many day passes all in all did we sell in murmelegg (quantity not transactions)", "number", total([r for r in sold("Murmelegg") if r["Pass"] == "Day pass"], "qty"), "pass_sales: sum of Qty, Murmelegg, Pass Day pass")
q("sum", "What is the combined length of all lifts in Hirschenstein, in metres?", "number", total(of("Hirschenstein"), "len"), "lifts: sum of Length, Resort Hirschenstein")
q("sum", "takings in jan 2025, all resorts", "number", total([r for r in yr(2025) if r["d"].month == 1], "tot"), "pass_sales: sum of Total, January 2025")

q("average", "What is the average capacity of the 4-seater chairs?", "number", mean(typ("4-seater chair"), "cap"), "lifts: mean Cap., Type 4-seater chair")
q("average", "mean ride time for gondolas", "number", mean(typ("Gondola"), "ride"), "lifts: mean Ride time, Type Gondola")

q("min_max", "What is the greatest vertical rise of any lift?", "number", max(r["rise"] for r in L), "lifts: max Vert. rise")
q("min_max", "cheapest unit price anyone paid for a day pass?", "number", min(r["unit"] for r in X if r["Pass"] == "Day pass"), "pass_sales: min Unit price, Pass Day pass")
q("min_max", "On what day was the last season pass sold?", "values", max(r["d"] for r in X if r["Pass"] == "Season pass"), "pass_sales: latest Sold on, Pass Season pass")

q("superlative", "Which lift is the oldest?", "values", best({r["Lift"]: r["built"] for r in L}, low=True), "lifts: lowest Built")
q("superlative", "longest lift in alpe fontana?", "values", best({r["Lift"]: r["len"] for r in of("Alpe Fontana")}), "lifts: highest Length, Resort Alpe Fontana")
q("superlative", "Which lift takes the longest to ride?", "values", best({r["Lift"]: r["ride"] for r in L if r["ride"]}), "lifts: highest Ride time")
q("superlative", "biggest single pass sale of 2023 by total, which sale no", "values", best({r["Sale"]: r["tot"] for r in yr(2023)}), "pass_sales: highest Total, Sold on in 2023")

q("top_k", "Which three lifts have the highest hourly capacity?", "values", best({r["Lift"]: r["cap"] for r in L}, 3), "lifts: three highest Cap.")
q("top_k", "5 newest lifts plz", "values", best({r["Lift"]: r["built"] for r in L}, 5), "lifts: five highest Built")
q("top_k", "What are the four lifts in Piz Corvo with the greatest vertical rise?", "values", best({r["Lift"]: r["rise"] for r in of("Piz Corvo")}, 4), "lifts: four highest Vert. rise, Piz Corvo")

q("comparison", "Which is longer, the Steinbock Express or the Röhrenmoos?", "values", best({l: LN[l]["len"] for l in ("Steinbock Express", "Röhrenmoos")}), "lifts: Length of the two")
q("comparison", "murmelegg vs hirschenstein, who took in more money from passes", "values", best({r: total(sold(r), "tot") for r in ("Murmelegg", "Hirschenstein")}), "pass_sales: sum of Total of the two resorts")
q("comparison", "Was Brigitte Vonmoos or Flurina Caduff chief executive for longer?", "values", best({p: days(one(facts("chief executive", GRP, p))) for p in ("Brigitte Vonmoos", "Flurina Caduff")}), "TKG: lengths of the two chief executive facts")

q("difference", "How many metres longer is Sassalto than Pian Grande?", "number", pos(LN["Sassalto"]["len"] - LN["Pian Grande"]["len"]), "lifts: Length of the two, subtracted")
q("difference", "day pass adult: whats the price diff between gletschboden and hirschenstein (unit price)", "number",
  one({r["unit"] for r in sold("Gletschboden") if r["Pass"] == "Day pass" and r["Age group"] == "Adult"}) - one({r["unit"] for r in sold("Hirschenstein") if r["Pass"] == "Day pass" and r["Age group"] == "Adult"}),
  "pass_sales: Unit price, Day pass, Adult, of the two resorts, subtracted")

q("percent", "What percentage of sales were paid by card?", "number", share(X, lambda r: r["Paid by"] == "card"), "pass_sales: Paid by card over all rows")
q("percent", "how much of our lift park is older than 1990, in percent (built before that year)", "number", share(L, lambda r: r["built"] < 1990), "lifts: Built < 1990 over all rows")

q("group_by", "How many lifts are there of each type?", "table", Counter(r["Type"] for r in L), "lifts: rows per Type")
q("group_by", "revenue per resort from the pass sales", "table", {k: total(v, "tot") for k, v in group(X, lambda r: r["Resort"]).items()}, "pass_sales: sum of Total per Resort")
q("group_by", "Average unit price by pass type?", "table", {k: mean(v, "unit") for k, v in group(X, lambda r: r["Pass"]).items()}, "pass_sales: mean Unit price per Pass")
q("group_by", "pistes per colour", "table", Counter(t for h, r, t in K if r == "graded"), "KG: graded, counted")

q("group_superlative", "Which resort sold the most passes, counting the quantity?", "values", best({k: total(v, "qty") for k, v in group(X, lambda r: r["Resort"]).items()}), "pass_sales: highest sum of Qty per Resort")
q("group_superlative", "what manufacturer built most of our lifts", "values", best(Counter(r["Manufacturer"] for r in L if r["Manufacturer"])), "lifts: most rows per Manufacturer (empty left out)")
q("group_superlative", "Which lift reaches the largest number of pistes?", "values", best(Counter(t for h, r, t in K if r == "reached by")), "KG: reached by, counted by lift")

q("yes_no", "Does Sankt Wendel have a snowpark?", "boolean", "snowpark" in out("Sankt Wendel", "offers"), "KG: Sankt Wendel offers")
q("yes_no", "has marco pedrini ever headed the patrol at alpe fontana", "boolean", bool(facts("head of piste patrol", "Alpe Fontana", "Marco Pedrini")), "TKG: Alpe Fontana head of piste patrol")
q("yes_no", "Does the Jägerkanzel take less time to ride than the Geweih?", "boolean", LN["Jägerkanzel"]["ride"] < LN["Geweih"]["ride"], "lifts: Ride time of the two")
q("yes_no", "corvo nero is a black run isnt it?", "boolean", "black" in out("Piste Corvo Nero", "graded"), "KG: Piste Corvo Nero graded")

q("negation", "Which resorts do not offer night skiing?", "values", RESORTS - inn("night skiing", "offers"), "KG: lies_in without offers night skiing")
q("negation", "lifts in gletschboden nobody ever sponsored", "values", set(lifts(of("Gletschboden"))) - {f[0] for f in facts("sponsored by")}, "lifts: Gletschboden; TKG: no sponsored by fact")
q("negation", "How many sales had no discount at all?", "number", sum(r["disc"] == 0 for r in X), "pass_sales: Disc. 0%")

q("missing", "For which lifts do we not know the manufacturer?", "values", lifts(r for r in L if not r["Manufacturer"]), "lifts: Manufacturer empty")
q("missing", "sales with no channel noted", "values", sales(r for r in X if not r["Sold via"]), "pass_sales: Sold via empty")

q("time_point", "Who was resort manager of Murmelegg in 2014?", "values", one(in_year("resort manager", 2014, head="Murmelegg"))[2], "TKG: resort manager of Murmelegg in 2014")
q("time_point", "who owned piz corvo on 1 jan 2000", "values", one(at("owned by", date(2000, 1, 1), head="Piz Corvo"))[2], "TKG: owned by of Piz Corvo valid on 2000-01-01")
q("time_point", "Which lifts does Velora Bank sponsor at the moment?", "values", [f[0] for f in now("sponsored by", tail="Velora Bank")], "TKG: open sponsored by Velora Bank facts")
q("time_point", "head of patrol at gletschboden these days?", "values", one(now("head of piste patrol", head="Gletschboden"))[2], "TKG: open head of piste patrol of Gletschboden")
q("time_point", "who headed the patrol at piz corvo on the day ornella bettosini took over there as manager", "values", one(at("head of piste patrol", one(facts("resort manager", "Piz Corvo", "Ornella Bettosini"))[3], head="Piz Corvo"))[2], "TKG: start of Ornella Bettosini as resort manager; head of piste patrol valid on that day")

q("before_after", "Who was lift chief of Kirchlift before Sepp Gisler?", "values", step(facts("lift chief", head="Kirchlift"), 2, "Sepp Gisler", -1), "TKG: previous lift chief of Kirchlift")
q("before_after", "after reto imhof left alpe fontana, who came in as manager", "values", step(facts("resort manager", head="Alpe Fontana"), 2, "Reto Imhof", 1), "TKG: next resort manager of Alpe Fontana")
q("before_after", "Which resorts did the Weisshorn Group already own before 2005?", "values", {f[0] for f in facts("owned by", tail=GRP) if f[3] < date(2005, 1, 1)}, "TKG: owned by Weisshorn Group with start before 2005-01-01")

f = one(facts("chief executive", GRP, "Armin Kläusli"))
q("duration", "For how many full years was Armin Kläusli chief executive?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "which of todays resort managers has been in their post the longest", "values", best({f[2]: f[3].toordinal() for f in now("resort manager")}, low=True), "TKG: open resort manager fact with the earliest start")

q("multi_hop", "In which canton is Murmelegg?", "values", canton("Murmelegg"), "KG: lies_in > part of canton")
q("multi_hop", "im a beginner, which huts are on a blue slope", "values", {h for p in slope("blue") for h in inn(p, "hut on")}, "KG: graded blue < hut on")
q("cross_source", "how many lifts have we got in uri all together", "number", sum(canton(r["Resort"]) == "Uri" for r in L), "lifts: Resort; KG: lies_in > part of canton Uri")
q("cross_source", "Who managed the resort where sale PS-76739 was made on the day of the sale?", "values", one(at("resort manager", XN["PS-76739"]["d"], head=XN["PS-76739"]["Resort"]))[2], "pass_sales: Resort, Sold on; TKG: resort manager on that date")
q("cross_source", "what languages does the current manager of alpe fontana speak", "values", out(one(now("resort manager", head="Alpe Fontana"))[2], "speaks"), "TKG: open resort manager of Alpe Fontana; KG: speaks")
q("cross_source", "combined length in metres of the lifts that velora bank sponsors right now", "number", total([LN[f[0]] for f in now("sponsored by", tail="Velora Bank")], "len"), "TKG: open sponsored by Velora Bank facts; lifts: sum of Length")
q("cross_source", "How many passes (by quantity) have been sold in the resorts where Pulverkids teaches?", "number", total([r for r in X if r["Resort"] in out("Pulverkids", "teaches at")], "qty"), "KG: Pulverkids teaches at; pass_sales: sum of Qty")
q("cross_source", "Who are the manufacturers of the lifts Alois Herger is in charge of as lift chief at present?", "values", {LN[f[0]]["Manufacturer"] for f in now("lift chief", tail="Alois Herger")}, "TKG: open lift chief facts of Alois Herger; lifts: Manufacturer")

q("unanswerable", "How many avalanches were there in Gletschboden last winter?", "refuse", [], "no avalanches in any file")
q("unanswerable", "whats the snow depth at the top of corvo III right now", "refuse", [], "no snow depths in any file")
q("unanswerable", "Who was chief executive of the Weisshorn Group in 1990?", "refuse", [], "TKG: the first chief executive fact starts in 1999")
q("unanswerable", "what does a plate of rösti cost at the hirschstube", "refuse", [], "no menu prices in any file")
q("unanswerable", "How long is the lift Gämsblick?", "refuse", [], "there is no lift Gämsblick")
assert "Gämsblick" not in LN and not in_year("chief executive", 1990) and not now("sponsored by", head="Steinbock Express")
q("unanswerable", "who sponsors the steinbock express now?", "refuse", [], "TKG: the last sponsored by fact of Steinbock Express ended on 2021-02-25")

assert len(Q) == 80, len(Q)
finish(HERE, Q)
