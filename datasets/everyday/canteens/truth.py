#!/usr/bin/env python3
"""Computes every gold answer of the 'canteens' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, finish, fmt, group, kg, mean, one, records, step, tkg)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("£", ",", "%", " kcal", " kg", " g", "p"): s = s.replace(x, "")
    return float(s) if s.strip() else None
def day(s): return datetime.strptime(s, "%d.%m.%Y").date()
def yr(s): return int(s) if s else None


D = rd("dishes.csv")
for r in D:
    r["kcal"], r["g"], r["cost"], r["salt"], r["score"] = num(r["Energy"]), num(r["Portion"]), num(r["Unit cost"]), num(r["Salt"]), num(r["Pupil score"])
DN = {r["Dish"]: r for r in D}
O = rd("orders.csv")
for r in O:
    r["d"], r["p"], r["waste"], r["free"], r["bill"] = day(r["Served on"]), num(r["Portions"]), num(r["Waste"]), num(r["Free meals"]), num(r["Bill"])
    r["y"] = r["d"].year
ON = {r["Order No"]: r for r in O}
K = [(r["head"], r["relation"], r["tail"]) for r in rd("canteens.kg.tsv")]
out, inn, heads = kg(K)
T = [(r["head"], r["relation"], r["tail"], yr(r["start"]), yr(r["end"])) for r in rd("canteens.tkg.tsv")]  # by year, both ends count
facts, now, at, in_year = tkg(T)


def at(rel, y, head=None, tail=None):
    return [f for f in facts(rel, head, tail) if f[3] <= y and (f[4] is None or y <= f[4])]
def total(rows, v):
    xs = [round(r[v] * 100) for r in rows if r[v] is not None]
    assert xs
    return sum(xs) / 100
def years(f): return f[4] - f[3] + 1  # both years count; only compared, never an answer


# sanity of the data
SCHOOLS, KITCHENS, SUPPLIERS = heads("school_type"), heads("holds_certificate"), heads("delivers")
assert len(DN) == len(D) == len({r["Recipe No"] for r in D}) and len(ON) == len(O) and len(set(K)) == len(K)
assert SCHOOLS == {f[0] for f in facts("headteacher")} == {f[0] for f in facts("meals_from")} == {r["School"] for r in O}
assert KITCHENS == {f[0] for f in facts("head cook")} == {f[0] for f in facts("run_by")} and SUPPLIERS == {f[0] for f in facts("under contract to")} == heads("based in")
assert heads("contains") | heads("recipe_by") <= set(DN) and heads("located in") == SCHOOLS | KITCHENS
for rel in ("headteacher", "meals_from", "head cook", "run_by", "managing director"):
    for h in {f[0] for f in facts(rel)}:
        fs = facts(rel, head=h)
        assert all(x[4] and x[3] <= x[4] == y[3] - 1 for x, y in zip(fs, fs[1:])), fs
def kitchen(r): return one(at("meals_from", r["y"], head=r["School"]))[2]
for r in O:
    assert out(r["Cook on shift"], "works at") == {kitchen(r)} and int(DN[r["Dish"]]["On menu since"]) <= r["y"]
    assert (r["bill"] is None) == (r["Status"] == "Cancelled") and (r["waste"] is None or r["Status"] in ("Served", "Served late"))
def town(x): return one(out(x, "located in"))
def of(s, y=None): return [r for r in O if r["School"] == s and y in (None, r["y"])]
year = lambda y: [r for r in O if r["y"] == y]
names = lambda rows: [r["Dish"] for r in rows]
nos = lambda rows: [r["Order No"] for r in rows]
dish = lambda d: [r for r in O if r["Dish"] == d]

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
    Q.append(({"id": f"canteens-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))

# ------------------------------------------------------------------ lookup
q("lookup", "How many kcal are in a portion of Paneer Korma?", "number", DN["Paneer Korma"]["kcal"], "dishes: Energy of Paneer Korma", "plain")
q("lookup", "who was cooking for MO-7143", "values", [ON["MO-7143"]["Cook on shift"]], "orders: Cook on shift of MO-7143", "short syn")
q("lookup", "Whose recipe is the Champ?", "values", out("Champ", "recipe_by"), "KG: Champ recipe_by", "plain")
q("lookup", "mac cheese, how many grams do they put on your plate", "number", DN["Macaroni Cheese"]["g"], "dishes: Portion of Macaroni Cheese", "casual syn")
q("lookup", "In which town is The Orchard Special School?", "values", out("The Orchard Special School", "located in"), "KG: located in", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which vegan dishes cost more than 200p a portion to make?", "values", names(r for r in D if r["Diet"] == "Vegan" and r["cost"] > 200), "dishes: Diet Vegan, Unit cost > 200p", "plain syn")
q("filter_list", "New girl in year 3, her mum says no fish at all because of an allergy. Which dishes have it in them?", "values", inn("fish", "contains"), "KG: contains fish", "detour")
q("filter_list", "Which schools have a salad bar?", "values", inn("salad bar", "has"), "KG: has salad bar", "plain")
q("filter_list", "which afters only come round in autumn?", "values", names(r for r in D if r["Course"] == "Dessert" and r["Season"] == "Autumn"), "dishes: Course Dessert, Season Autumn", "idiom syn")
q("filter_list", "oder numbers with over 35 kilos in the bin afterwards pls", "values", nos(r for r in O if r["waste"] is not None and r["waste"] > 35), "orders: Waste > 35 kg", "typo casual syn")

# ------------------------------------------------------------------ count
q("count", "How many orders were cancelled in 2024?", "number", sum(r["Status"] == "Cancelled" for r in year(2024)), "orders: 2024, Status Cancelled", "plain")
q("count", "how many soups do you do", "number", sum(r["Course"] == "Soup" for r in D), "dishes: Course Soup", "casual")
q("count", "How many dishes contain egg?", "number", len(inn("egg", "contains")), "KG: contains egg", "plain")
q("count", "Hello, I look after the parents' newsletter at Thornley and we would love to print a small piece on the lunches. Would you be so kind as to tell me how many "
  "meal orders Thornley Primary placed for 2022?", "number", len(of("Thornley Primary", 2022)), "orders: School Thornley Primary, Served on in 2022", "polite detour")
q("count", "kofi ansah-bell, how many orders have been on his watch all in all", "number", sum(r["Cook on shift"] == "Kofi Ansah-Bell" for r in O), "orders: Cook on shift Kofi Ansah-Bell", "idiom")

# ------------------------------------------------------------------ sum
q("sum", "How many portions of Lamb Hotpot have been ordered in total?", "number", total(dish("Lamb Hotpot"), "p"), "orders: sum of Portions, Lamb Hotpot", "plain")
q("sum", "what did fernhill academy run up in bills in 2023, in quid", "number", total(of("Fernhill Academy", 2023), "bill"), "orders: sum of Bill, Fernhill Academy, 2023", "idiom casual")
q("sum", "How many kilograms of waste has Hartbridge High produced altogether?", "number", total(of("Hartbridge High"), "waste"), "orders: sum of Waste, Hartbridge High", "plain")
q("sum", "total bill in pounds for all the fish finger sandwhiches of 2022", "number", total([r for r in dish("Fish Finger Sandwich") if r["y"] == 2022], "bill"), "orders: sum of Bill, Fish Finger Sandwich, 2022", "typo short")

# ------------------------------------------------------------------ average
q("average", "What is the average pupil score of the vegan mains?", "number", mean([r for r in D if r["Course"] == "Main" and r["Diet"] == "Vegan"], "score"), "dishes: mean Pupil score, Main, Vegan", "plain")
q("average", "salt in a soup, avrage in grams?", "number", mean([r for r in D if r["Course"] == "Soup"], "salt"), "dishes: mean Salt, Course Soup", "typo short")
q("average", "Over the Quarry Bank School orders that have a free meals figure, what is the average of that percentage?", "number", mean(of("Quarry Bank School"), "free"), "orders: mean Free meals (empty left out), Quarry Bank School", "plain")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest unit cost of a dessert, in pence?", "number", min(r["cost"] for r in D if r["Course"] == "Dessert"), "dishes: min Unit cost, Dessert", "plain")
bb = max(dish("Bœuf Bourguignon"), key=lambda r: r["d"]); assert bb["Status"] == "Served"
q("min_max", "when did we last dish up boeuf bourguignon", "values", [bb["d"]], "orders: latest Served on, Bœuf Bourguignon", "idiom casual")
q("min_max", "What is the largest number of portions on a single order?", "number", max(r["p"] for r in O), "orders: max Portions", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which dish has the highest pupil score?", "values", best({r["Dish"]: r["score"] for r in D if r["score"] is not None}), "dishes: highest Pupil score", "plain")
q("superlative", "whats the saltiest thing on the whole menu", "values", best({r["Dish"]: r["salt"] for r in D if r["salt"] is not None}), "dishes: highest Salt", "casual syn")
q("superlative", "Which order had the biggest bill?", "values", best({r["Order No"]: r["bill"] for r in O if r["bill"] is not None}), "orders: highest Bill", "plain")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three mains have the most kcal?", "values", best({r["Dish"]: r["kcal"] for r in D if r["Course"] == "Main"}, 3), "dishes: Main, three highest Energy", "plain")
q("top_k", "5 cheapest dishes to make, names only", "values", best({r["Dish"]: r["cost"] for r in D}, 5, low=True), "dishes: five lowest Unit cost", "short syn")
q("top_k", "Please name the two schools with the most orders.", "values", best(Counter(r["School"] for r in O), 2), "orders: rows per School, two highest", "plain")

# ------------------------------------------------------------------ comparison
q("comparison", "shepherds pie or lamb hotpot, which one goes down better with the kids going by the score?", "values", best({d: DN[d]["score"] for d in ("Shepherd's Pie", "Lamb Hotpot")}), "dishes: Pupil score of the two", "idiom")
q("comparison", "Which has more kcal per portion, Eton Mess or Crème Caramel?", "values", best({d: DN[d]["kcal"] for d in ("Eton Mess", "Crème Caramel")}), "dishes: Energy of the two", "plain")
ht = {p: years(one(facts("headteacher", "Thornley Primary", p))) for p in ("Mrs Enid Farraday", "Mr Colin Ashdown")}
q("comparison", "enid farraday vs colin ashdown - who was headteahcer of thornley primary longer", "values", best(ht), "TKG: lengths of the two headteacher facts", "typo casual")

# ------------------------------------------------------------------ difference
q("difference", "How many pence more does a portion of Salmon Fishcakes cost to make than a portion of Battered Pollock?", "number", DN["Salmon Fishcakes"]["cost"] - DN["Battered Pollock"]["cost"], "dishes: difference of the two Unit costs", "plain")
q("difference", "diff between no. of ordres in 2021 and 2022?", "number", abs(len(year(2021)) - len(year(2022))), "orders: rows of the two years, subtracted", "typo short")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all orders were cancelled?", "number", 100 * sum(r["Status"] == "Cancelled" for r in O) / len(O), "orders: Status Cancelled over all rows", "plain")
q("percent", "whats the % of dishes that are vegan", "number", 100 * sum(r["Diet"] == "Vegan" for r in D) / len(D), "dishes: Diet Vegan over all rows", "casual")
q("percent", "My lad can't touch milk and I'm wondering how hard this is going to be. What percentage of all your dishes contain it?", "number", 100 * len(inn("milk", "contains")) / len(D), "KG: contains milk; dishes: all rows", "detour")

# ------------------------------------------------------------------ group_by
q("group_by", "How many dishes are there for each course?", "table", Counter(r["Course"] for r in D), "dishes: rows per Course", "plain")
q("group_by", "portions ordered per year pls", "table", {k: total(v, "p") for k, v in group(O, lambda r: r["y"]).items()}, "orders: sum of Portions per year of Served on", "casual")
q("group_by", "What is the average unit cost for each diet, in pence?", "table", {k: mean(v, "cost") for k, v in group(D, lambda r: r["Diet"]).items()}, "dishes: mean Unit cost per Diet", "plain")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which school has produced the most waste in total?", "values", best({k: total(v, "waste") for k, v in group(O, lambda r: r["School"]).items()}), "orders: highest sum of Waste per School", "plain")
q("group_superlative", "what dish gets ordered the most oftten", "values", best(Counter(r["Dish"] for r in O)), "orders: most rows per Dish", "typo casual")
q("group_superlative", "Which town has the largest number of schools?", "values", best(Counter(town(s) for s in SCHOOLS)), "KG: schools (they have a school_type) located in, counted by town", "plain")
q("group_superlative", "which of the cooks has got the most recipes to their name", "values", best(Counter(t for h, r, t in K if r == "recipe_by")), "KG: recipe_by, counted by cook", "idiom")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Macaroni Cheese contain mustard?", "boolean", "mustard" in out("Macaroni Cheese", "contains"), "KG: Macaroni Cheese contains mustard", "plain")
q("yes_no", "is tidewell fish still under contract to the mill street kichen", "boolean", bool(now("under contract to", "Tidewell Fish", "Mill Street Kitchen")), "TKG: that contract ended in 2020", "typo casual")
q("yes_no", "Has Mr Barnaby Fitch been headteacher of Wexcombe Primary more than once?", "boolean", len(facts("headteacher", "Wexcombe Primary", "Mr Barnaby Fitch")) > 1, "TKG: headteacher facts of Wexcombe Primary, Mr Barnaby Fitch", "plain")
q("yes_no", "nunsmere primary - breakfast club there, yes or no?", "boolean", "breakfast club" in out("Nunsmere Primary", "has"), "KG: no has triple of Nunsmere Primary", "short")

# ------------------------------------------------------------------ negation
q("negation", "Which secondary schools do not have a school garden?", "values", inn("secondary school", "school_type") - inn("school garden", "has"), "KG: school_type secondary school less those that have a school garden", "plain")
q("negation", "fish mains without any milk in em", "values", [r["Dish"] for r in D if r["Course"] == "Main" and r["Diet"] == "Fish" and "milk" not in out(r["Dish"], "contains")], "dishes: Main, Fish; KG: no contains milk", "casual short")
q("negation", "Which dishes have never been ordered?", "values", set(DN) - {r["Dish"] for r in O}, "dishes: those without a row in orders", "plain")
q("negation", "How many orders in 2023 had a status other than Served?", "number", sum(r["Status"] != "Served" for r in year(2023)), "orders: 2023, Status not Served", "plain")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the headteacher of Wexcombe Community College in 2014?", "values", [one(at("headteacher", 2014, head="Wexcombe Community College"))[2]], "TKG: headteacher of Wexcombe Community College in 2014", "plain")
q("time_point", "which caterer was running larkfield in 2018", "values", [one(at("run_by", 2018, head="Larkfield Kitchen"))[2]], "TKG: run_by of Larkfield Kitchen in 2018", "casual")
q("time_point", "Which suppliers were under contract to Abbot's Row Kitchen in 2015?", "values", [f[0] for f in at("under contract to", 2015, tail="Abbot's Row Kitchen")], "TKG: under contract to Abbot's Row Kitchen in 2015", "plain")
q("time_point", "who was top dog in the saltergate kitchen, head cook i mean, back in 2005", "values", [one(at("head cook", 2005, head="Saltergate Kitchen"))[2]], "TKG: head cook of Saltergate Kitchen in 2005", "idiom")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was headteacher of All Hallows' Primary before Ms Siân Trehearne?", "values", [step(facts("headteacher", head="All Hallows' Primary"), 2, "Ms Siân Trehearne", -1)], "TKG: previous headteacher of All Hallows' Primary", "plain")
q("before_after", "doreen catermole gave up as head cook at mill street, who stepped into her shoes", "values", [step(facts("head cook", head="Mill Street Kitchen"), 2, "Doreen Cattermole", 1)], "TKG: next head cook of Mill Street Kitchen", "typo idiom")
q("before_after", "Which kitchens did Brightspoon Catering take over after 2018?", "values", [f[0] for f in facts("run_by", tail="Brightspoon Catering") if f[3] > 2018], "TKG: run_by Brightspoon Catering with start after 2018", "plain")

# ------------------------------------------------------------------ duration
q("duration", "Which of the former head cooks of Saltergate Kitchen held the post the longest?", "values", best({f[2]: years(f) for f in facts("head cook", "Saltergate Kitchen") if f[4]}), "TKG: longest closed head cook fact of Saltergate Kitchen", "plain")
q("duration", "of the contracts frostline foods has lost by now, which kitchen had stuck with them the longest?", "values", best({f[2]: years(f) for f in facts("under contract to", "Frostline Foods, plc") if f[4]}), "TKG: longest closed under contract to fact of Frostline Foods, plc", "idiom")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which district is Thornley Primary?", "values", out(town("Thornley Primary"), "in district"), "KG: located in > in district", "plain")
q("multi_hop", "the cook behind the cornflake tart, where did she train", "values", {t for c in out("Cornflake Tart", "recipe_by") for t in out(c, "trained_at")}, "KG: recipe_by > trained_at", "casual syn")
q("multi_hop", "Which certificates does the kitchen hold where Davide Scarpellini works?", "values", {c for k in out("Davide Scarpellini", "works at") for c in out(k, "holds_certificate")}, "KG: works at > holds_certificate", "plain")
q("multi_hop", "veg suppliers based in the vale of ember distirct?", "values", {s for s in inn("vegetables", "delivers") for t in out(s, "based in") if "Vale of Ember" in out(t, "in district")}, "KG: delivers vegetables, based in > in district Vale of Ember", "typo short syn")

# ------------------------------------------------------------------ cross_source
x = ON["MO-7127"]
q("cross_source", "Who was headteacher of the school that placed order MO-7127, in the year the order was served?", "values", [one(at("headteacher", x["y"], head=x["School"]))[2]], "orders: School, Served on; TKG: headteacher in that year", "plain")
q("cross_source", "How many orders went to schools that were getting their meals from Larkfield Kitchen in the year of the order?", "number", sum(kitchen(r) == "Larkfield Kitchen" for r in O), "orders: School, Served on; TKG: meals_from in that year", "plain")
q("cross_source", "add up fernhill academys meal bills for the years when oona maddocks was head, in pounds pls", "number", total([r for r in of("Fernhill Academy") if at("headteacher", r["y"], "Fernhill Academy", "Mrs Oona Maddocks")], "bill"), "TKG: headteacher interval; orders: sum of Bill in those years", "casual syn")
q("cross_source", "How many portions did the special schools order in 2024?", "number", total([r for r in year(2024) if r["School"] in inn("special school", "school_type")], "p"), "KG: school_type special school; orders: sum of Portions in 2024", "plain")
q("cross_source", "Which of Davide Scarpellini's recipes cost less than 150p a portion?", "values", names(r for r in D if "Davide Scarpellini" in out(r["Dish"], "recipe_by") and r["cost"] < 150), "KG: recipe_by Davide Scarpellini; dishes: Unit cost < 150p", "plain syn")
x = one(now("meals_from", head="Pebble Beach Infants"))[2]
q("cross_source", "I would be very thankful for a name to write to: which company nowadays runs the kitchen that makes the meals for Pebble Beach Infants?", "values", [one(now("run_by", head=x))[2]], "TKG: open meals_from of Pebble Beach Infants > open run_by of that kitchen", "polite")

# ------------------------------------------------------------------ missing
q("missing", "Which dishes have no pupil score?", "values", names(r for r in D if r["score"] is None), "dishes: empty Pupil score", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What does a school dinner cost the parents at Thornley Primary?", "refuse", [], "only the cost of making a portion and the bills of whole orders are recorded", "plain")
q("unanswerable", "how much suger is in the treacle sponge", "refuse", [], "energy and salt are recorded, no sugar", "typo casual")
assert not at("headteacher", 2007, head="Quarry Bank School")
q("unanswerable", "Who was the headteacher of Quarry Bank School in 2007?", "refuse", [], "TKG: the first headteacher fact of Quarry Bank School starts in 2013", "plain")
q("unanswerable", "kids on roll at saltergate grammar?", "refuse", [], "no pupil numbers in any file", "short syn")
assert not any("Moussaka" in d for d in DN)
q("unanswerable", "What is the pupil score of the Moussaka?", "refuse", [], "there is no dish Moussaka", "plain")
q("unanswerable", "whats leroy singletons take home pay these days", "refuse", [], "no wages in any file", "idiom casual")


if "--styles" in sys.argv: print(Counter(t for _, ts in Q for t in ts))
finish(HERE, [q for q, _ in Q])
