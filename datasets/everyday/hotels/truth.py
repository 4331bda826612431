#!/usr/bin/env python3
"""Computes every gold answer of the 'hotels' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter, defaultdict
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best, finish, full_years, kg, one, records  # beside the folders of the domains


def rd(name): return records(HERE, name)

def num(s):
    for c in ("€", ",", "%", "m²"):
        s = s.replace(c, "")
    return float(s)


B = rd("bookings.csv")
for r in B:
    r["made"] = datetime.strptime(r["Made on"], "%d/%m/%Y").date()
    r["arr"] = datetime.strptime(r["Arrival"], "%d %b %Y").date()
    r["eur"] = num(r["Amount charged (EUR)"]) if r["Amount charged (EUR)"] else None
    r["n"] = int(r["Nights"])
    r["score"] = float(r["Review score"]) if r["Review score"] else None
    r["g"], r["h"] = r["Lead guest"], r["Property"]
RM = rd("rooms.csv")
for r in RM:
    r["rate"] = num(r["Rack rate"])
    r["m2"] = num(r["Size"])
    r["occ"] = num(r["Occupancy 2024"])
    r["cnt"] = int(r["No. of rooms"])
    r["ref"] = datetime.strptime(r["Last refurbished"], "%d.%m.%Y").date() if r["Last refurbished"] else None
RK = {(r["Property"], r["Category"]): r for r in RM}
K = [(r["head"], r["relation"], r["tail"]) for r in rd("hotels.kg.tsv")]
out, inn, heads = kg(K)
T = [(r["head"], r["relation"], r["tail"], date.fromisoformat(r["start"]),
      date.fromisoformat(r["end"]) if r["end"] else None) for r in rd("hotels.tkg.tsv")]
HOT = {h for h, r, t in K if r == "part of brand"}

# sanity of the data
assert len({r["Ref"] for r in B}) == len(B) and len({r["Room code"] for r in RM}) == len(RM) == len(RK)
assert {r["h"] for r in B} == HOT == {r["Property"] for r in RM}
assert {f[2] for f in T if f[1] == "general manager of"} == HOT == {f[0] for f in T if f[1] == "owned_by"}
assert all((r["h"], r["Room category"]) in RK for r in B) and all(r["made"] <= r["arr"] for r in B)
assert all((r["State"] == "Cancelled") == (r["eur"] is None) for r in B)
assert all((r["Channel"] == "Agency") == (r["Agency"] != "") == (r["Commission"] != "") for r in B)
assert all(r["score"] is None or r["State"] == "Stayed" for r in B)
assert len(set(K)) == len(K)
assert {f[0] for f in T if f[1] == "loyalty_tier"} <= {r["g"] for r in B}


def facts(rel, head=None, tail=None):
    return sorted((f for f in T if f[1] == rel and (head is None or f[0] == head) and (tail is None or f[2] == tail)), key=lambda f: f[3])
def at(rel, d, head=None, tail=None):
    return [f for f in facts(rel, head, tail) if f[3] <= d and (f[4] is None or d <= f[4])]
def within(rel, a, b, head=None, tail=None):
    """facts that overlap the stretch a to b"""
    return [f for f in facts(rel, head, tail) if f[3] <= b and (f[4] is None or f[4] >= a)]
def now(rel, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[4] is None]
def country(h): return one(out(one(out(h, "located in")), "in country"))
def bk(ref): return one(r for r in B if r["Ref"] == ref)
def eur(rows): return sum(round(r["eur"] * 100) for r in rows if r["eur"] is not None) / 100
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def by(rows, key, fn):
    g = defaultdict(list)
    for r in rows: g[r[key]].append(r)
    return {k: fn(v) for k, v in g.items()}
def neighbour(rel, head=None, tail=None, who=None, step=1):
    fs = facts(rel, head, tail)
    side = 0 if head is None else 2
    return fs[one(i for i, f in enumerate(fs) if f[side] == who) + step][side]
def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{x:.4f}".rstrip("0").rstrip(".")
    return str(x)


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
    Q.append(({"id": f"hotels-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))


# ------------------------------------------------------------------ lookup
q("lookup", "What is the rack rate of a Junior Suite at Palacio Azafrán?", "number",
  RK["Palacio Azafrán", "Junior Suite"]["rate"], "rooms: Rack rate of that property and category", "plain")
q("lookup", "bk-30455 - whose name is that under?", "values", [bk("BK-30455")["g"]], "bookings: Lead guest of BK-30455", "casual")
q("lookup", "Who does the cooking at Osteria al Molo?", "values", out("Osteria al Molo", "head_chef"), "KG: head_chef of Osteria al Molo", "syn")
q("lookup", "How many people does a family room at Casa Marmelo sleep?", "number",
  int(RK["Casa Marmelo", "Family Room"]["Sleeps"]), "rooms: Sleeps of Casa Marmelo Family Room", "plain")
q("lookup", "When were the doubles at the Graf Adelmar last done up?", "values",
  [RK["Graf Adelmar", "Double"]["ref"]], "rooms: Last refurbished of Graf Adelmar Double", "syn")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which hotels have an indoor pool?", "values", inn("indoor pool", "has_amenity"), "KG: has_amenity indoor pool", "plain")
q("filter_list", "booking refs where we charged over 2,500 eur", "values",
  [r["Ref"] for r in B if r["eur"] and r["eur"] > 2500], "bookings: Amount charged > 2500", "casual")
q("filter_list", "A guest of mine drives an electric car and will have to plug it in overnight. Which of our houses can help him?", "values",
  inn("EV charging", "has_amenity"), "KG: has_amenity EV charging", "long syn")
q("filter_list", "Which room codes were refurbished in 2021?", "values",
  [r["Room code"] for r in RM if r["ref"] and r["ref"].year == 2021], "rooms: Last refurbished in 2021", "plain")
q("filter_list", "Which of the bookings that Fernweh Kontor brought us in 2024 were called off later? Refs will do.", "values",
  [r["Ref"] for r in B if r["Agency"] == "Fernweh Kontor" and r["State"] == "Cancelled" and r["made"].year == 2024],
  "bookings: Agency Fernweh Kontor, State Cancelled, Made on in 2024", "syn")

# ------------------------------------------------------------------ count
q("count", "How many bookings were cancelled?", "number", sum(r["State"] == "Cancelled" for r in B), "bookings: State Cancelled", "plain")
q("count", "How many hotels belong to the Pillow & Key brand?", "number", len(inn("Pillow & Key", "part of brand")), "KG: part of brand Pillow & Key", "plain")
q("count", "How many different guests have actually stayed at Huis ten Vlier?", "number",
  len({r["g"] for r in B if r["h"] == "Huis ten Vlier" and r["State"] == "Stayed"}), "bookings: distinct Lead guest, Huis ten Vlier, State Stayed", "plain")
q("count", "walk ins at ballinore castle, how many so far?", "number",
  sum(r["Channel"] == "Walk-in" and r["h"] == "Ballinore Castle" for r in B), "bookings: Channel Walk-in, Ballinore Castle", "casual")
q("count", "How many bookings made in 2024 were for full bord?", "number",
  sum(r["Board basis"] == "Full board" and r["made"].year == 2024 for r in B), "bookings: Board basis Full board, Made on in 2024", "typo")

# ------------------------------------------------------------------ sum
q("sum", "How much has Ulrich Pfannenstiel been charged in total?", "number",
  eur(r for r in B if r["g"] == "Ulrich Pfannenstiel"), "bookings: sum of Amount charged, Ulrich Pfannenstiel", "plain")
q("sum", "How many rooms does Villa Ombrosa have altogether?", "number",
  sum(r["cnt"] for r in RM if r["Property"] == "Villa Ombrosa"), "rooms: sum of No. of rooms, Villa Ombrosa", "plain")
q("sum", "I do the turist tax and only real stays count, no-shows and cancellations don't. How many nights did guests spend at "
  "Ballinore Castle on arrivals in 2024?", "number",
  sum(r["n"] for r in B if r["h"] == "Ballinore Castle" and r["State"] == "Stayed" and r["arr"].year == 2024),
  "bookings: sum of Nights, Ballinore Castle, State Stayed, Arrival in 2024", "long typo")

# ------------------------------------------------------------------ average
q("average", "What is the average review score of Villa Ombrosa?", "number",
  mean(r["score"] for r in B if r["h"] == "Villa Ombrosa"), "bookings: mean of the Review scores given, Villa Ombrosa", "plain")
q("average", "avg rack rate of a superior double across the group", "number",
  mean(r["rate"] for r in RM if r["Category"] == "Superior Double"), "rooms: mean Rack rate, Category Superior Double", "casual")
q("average", "People say nobody plans ahead any more. For the bookings that came in by phone, how many days lie on average between "
  "making the booking and arriving?", "number",
  mean((r["arr"] - r["made"]).days for r in B if r["Channel"] == "Phone"), "bookings: mean of Arrival minus Made on, Channel Phone", "long syn")

# ------------------------------------------------------------------ min_max
q("min_max", "What's the worst score a guest has ever given Huis ten Vlier?", "number",
  min(r["score"] for r in B if r["h"] == "Huis ten Vlier" and r["score"] is not None), "bookings: lowest Review score, Huis ten Vlier", "syn")
q("min_max", "What is the highest rack rate in the Family Room category?", "number",
  max(r["rate"] for r in RM if r["Category"] == "Family Room"), "rooms: highest Rack rate, Category Family Room", "plain")
q("min_max", "goncalo teixeira - date of his latest arrival on file?", "values",
  [max(r["arr"] for r in B if r["g"] == "Gonçalo Teixeira")], "bookings: latest Arrival, Gonçalo Teixeira", "casual")

# ------------------------------------------------------------------ superlative
q("superlative", "Which booking has the highest amount charged?", "values",
  best({r["Ref"]: r["eur"] for r in B if r["eur"] is not None}), "bookings: highest Amount charged", "plain")
q("superlative", "Looking at every kind of room we sell, which property had the one that stood emptiest in 2024?", "values",
  [one(r["Property"] for r in RM if r["Room code"] == one(best({x["Room code"]: x["occ"] for x in RM}, low=True)))],
  "rooms: Property of the row with the lowest Occupancy 2024", "syn")
q("superlative", "Which amenity is offered by the most hotels?", "values",
  best(Counter(t for h, r, t in K if r == "has_amenity")), "KG: most frequent tail of has_amenity", "plain")
q("superlative", "Of everyone who is in charge of a hotel today, who has been sitting in that same chair the longest?", "values",
  best({f[0]: f[3] for f in now("general manager of")}, low=True), "TKG: open general manager of fact with the earliest start", "syn")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three guests have been charged the most in total?", "values",
  best(by(B, "g", eur), 3), "bookings: three highest sums of Amount charged by Lead guest", "plain")
q("top_k", "5 cheapest room codes pls, going by rack rate", "values",
  best({r["Room code"]: r["rate"] for r in RM}, 5, low=True), "rooms: five lowest Rack rates", "casual")

# ------------------------------------------------------------------ comparison
rc = by(RM, "Property", lambda v: sum(r["cnt"] for r in v))
q("comparison", "Which has more rooms in total, The Tidewaiter or Hotel Korenbloem?", "values",
  best({k: rc[k] for k in ("The Tidewaiter", "Hotel Korenbloem")}), "rooms: sums of No. of rooms of the two", "plain")
gc = Counter(r["g"] for r in B)
q("comparison", "Who has more bookings on file, Fintan Mulcahy or Ulrich Pfannenstiel?", "values",
  best({k: gc[k] for k in ("Fintan Mulcahy", "Ulrich Pfannenstiel")}), "bookings: rows of the two guests", "plain")
q("comparison", "Where would a twin set me back more at the rack rate: Solar das Camelias or the Weavers House?", "values",
  best({k: RK[k, "Twin"]["rate"] for k in ("Solar das Camélias", "The Weavers' House")}), "rooms: Rack rate of Twin at the two", "syn")
q("comparison", "The Gilded Heron and the Palacio Azafran both wear five stars now. Which of them got there first?", "values",
  best({k: one(facts("star rating", head=k, tail="5 stars"))[3] for k in ("The Gilded Heron", "Palacio Azafrán")}, low=True),
  "TKG: earlier start of star rating 5 stars", "syn long")

# ------------------------------------------------------------------ difference
q("difference", "What is the difference in rack rate between a Suite and a Double at Quinta da Névoa?", "number",
  RK["Quinta da Névoa", "Suite"]["rate"] - RK["Quinta da Névoa", "Double"]["rate"], "rooms: difference of the two Rack rates", "plain")
ch = Counter(r["Channel"] for r in B)
q("difference", "How many more bookings came through agencies than by phone?", "number",
  ch["Agency"] - ch["Phone"], "bookings: Channel Agency rows minus Phone rows", "plain")
q("difference", "By how many percentage points were the doubles at Hotel Korenbloem fuller in 2024 than the family rooms there?", "number",
  round(RK["Hotel Korenbloem", "Double"]["occ"] - RK["Hotel Korenbloem", "Family Room"]["occ"], 2), "rooms: difference of Occupancy 2024", "syn")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all bookings were cancelled?", "number",
  100 * sum(r["State"] == "Cancelled" for r in B) / len(B), "bookings: Cancelled rows over all rows", "plain")
ec = [r for r in B if r["h"] == "L'Écluse Bleue"]
q("percent", "Of all the money we charged at L'Ecluse Bleue, how many per cent came from agancy bookings?", "number",
  100 * eur(r for r in ec if r["Channel"] == "Agency") / eur(ec), "bookings: Amount charged of Channel Agency over all, L'Écluse Bleue", "typo")

# ------------------------------------------------------------------ group_by
q("group_by", "How many bookings are there per channel?", "table", ch, "bookings: rows per Channel", "plain")
q("group_by", "Show me the total amount charged for each agency.", "table",
  by([r for r in B if r["Agency"]], "Agency", eur), "bookings: sum of Amount charged per Agency (rows without one left out)", "plain")
q("group_by", "hotels per country?", "table", Counter(country(h) for h in HOT), "KG: hotel -> city -> country, hotels per country", "casual")
q("group_by", "Do people who eat with us come away happier? Give me the mean review score for every board basis.", "table",
  by(B, "Board basis", lambda v: mean(r["score"] for r in v)), "bookings: mean of the Review scores given per Board basis", "long")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which hotel brought in the most money from bookings?", "values",
  best(by(B, "h", eur)), "bookings: highest sum of Amount charged per Property", "plain")
q("group_superlative", "Which agency lost us the most bookings to cancelation?", "values",
  best(Counter(r["Agency"] for r in B if r["Agency"] and r["State"] == "Cancelled")), "bookings: most Cancelled rows per Agency", "typo syn")
q("group_superlative", "Leaving the Halvard & Lune Group itself aside, which landlord owns the most of our hotels today?", "values",
  best(Counter(f[2] for f in now("owned_by") if f[2] != "Halvard & Lune Group")), "TKG: most open owned_by facts per owner, without the group", "syn")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Villa Ombrosa have a gym?", "boolean", "gym" in out("Villa Ombrosa", "has_amenity"), "KG: Villa Ombrosa has_amenity gym", "plain")
q("yes_no", "Has Maud Ellingsworth ever stood us up, I mean booked and then just not appeared?", "boolean",
  any(r["State"] == "No-show" for r in B if r["g"] == "Maud Ellingsworth"), "bookings: any State No-show of Maud Ellingsworth", "syn long")
q("yes_no", "Was Deirdre Falon ever general manager of Ballinore Castle?", "boolean",
  bool([f for f in facts("general manager of", tail="Ballinore Castle") if f[0] == "Deirdre Fallon"]), "TKG: Deirdre Fallon general manager of Ballinore Castle", "typo")
q("yes_no", "Are both of the Ghent hotels rated four stars at present?", "boolean",
  all(one(now("star rating", head=h))[2] == "4 stars" for h in inn("Ghent", "located in")), "KG: hotels in Ghent; TKG: open star rating of each", "plain")

# ------------------------------------------------------------------ negation
q("negation", "Which hotels do not have a restaurant?", "values",
  [h for h in HOT if not out(h, "has restaurant")], "KG: hotels without has restaurant", "plain")
q("negation", "Which hotels in Portugal have no spa?", "values",
  [h for h in HOT if country(h) == "Portugal" and "spa" not in out(h, "has_amenity")], "KG: hotels in Portugal without has_amenity spa", "plain")
q("negation", "Which guests with more than ten bookings have never been in any loyality tier?", "values",
  [g for g, c in gc.items() if c > 10 and not facts("loyalty_tier", head=g)], "bookings: guests with over ten rows; TKG: no loyalty_tier fact", "plain typo")
q("negation", "Name the Lune Classic houses that are in somebody else's hands right now, not the Halvard & Lune Group's.", "values",
  [h for h in inn("Lune Classic", "part of brand") if one(now("owned_by", head=h))[2] != "Halvard & Lune Group"],
  "KG: part of brand Lune Classic; TKG: open owner other than Halvard & Lune Group", "syn")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was general manager of The Gilded Heron in July 2018?", "values",
  [one(within("general manager of", date(2018, 7, 1), date(2018, 7, 31), tail="The Gilded Heron"))[0]], "TKG: general manager of The Gilded Heron in 2018-07", "plain")
q("time_point", "Who owned Ballinore Castle on 1 January 2020?", "values",
  [one(at("owned_by", date(2020, 1, 1), head="Ballinore Castle"))[2]], "TKG: owned_by of Ballinore Castle on 2020-01-01", "plain")
q("time_point", "What was the star rating of Hotel Korenblom in 2020?", "values",
  [one(within("star rating", date(2020, 1, 1), date(2020, 12, 31), head="Hotel Korenbloem"))[2]], "TKG: star rating of Hotel Korenbloem over 2020", "typo")
q("time_point", "ceo of the group on new year's day 2022?", "values",
  [one(at("chief executive of", date(2022, 1, 1)))[0]], "TKG: chief executive of on 2022-01-01", "casual")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was general manager of Palacio Azafrán before Hernán Bellver?", "values",
  [neighbour("general manager of", tail="Palacio Azafrán", who="Hernán Bellver", step=-1)], "TKG: previous general manager of Palacio Azafrán", "plain")
q("before_after", "Who steped into Ezio Marangon's shoes at Locanda dell'Orso?", "values",
  [neighbour("general manager of", tail="Locanda dell'Orso", who="Ezio Marangon")], "TKG: next general manager of Locanda dell'Orso", "typo syn")
q("before_after", "Who owned Relais Saint-Aubin immediately before Halvard & Lune Group?", "values",
  [neighbour("owned_by", head="Relais Saint-Aubin", who="Halvard & Lune Group", step=-1)], "TKG: previous owner of Relais Saint-Aubin", "plain")

# ------------------------------------------------------------------ duration
f = one(f for f in facts("general manager of", tail="Villa Ombrosa") if f[0] == "Ruggero Malvasi")
q("duration", "How many full years was Ruggero Malvasi general manager of Villa Ombrosa?", "number",
  full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "Of the former chief executives, who held out longest in the top job?", "values",
  best({f[0]: (f[4] - f[3]).days for f in facts("chief executive of") if f[4]}), "TKG: longest closed chief executive of interval", "syn")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which airport serves the town where Quinta da Névoa is located?", "values",
  out(one(out("Quinta da Névoa", "located in")), "served_by_airport"), "KG: Quinta da Névoa -> city -> airport", "plain")
q("multi_hop", "At which school did the head chef of the restaurant at Zwolf Linden learn the trade?", "values",
  {s for x in out("Zwölf Linden", "has restaurant") for c in out(x, "head_chef") for s in out(c, "trained at")},
  "KG: Zwölf Linden -> restaurant -> head chef -> trained at", "syn")
q("multi_hop", "In which country is Dagny Thorsen's employer based?", "values",
  {k for c in out("Dagny Thorsen", "works for") for t in out(c, "based in") for k in out(t, "in country")},
  "KG: Dagny Thorsen -> employer -> city -> country", "plain")
q("multi_hop", "I'd love to eat food by people from the Institut Brillat. In which of our hotels does one of its graduates run the kitchen?", "values",
  {h for h in HOT for x in out(h, "has restaurant") for c in out(x, "head_chef") if "Institut Brillat" in out(c, "trained at")},
  "KG: trained at Institut Brillat <- head_chef <- restaurant <- hotel", "long syn")

# ------------------------------------------------------------------ cross_source
o = bk("BK-30892")
q("cross_source", "Who was general manager of the hotel in booking BK-30892 on the day that booking was made?", "values",
  [one(at("general manager of", o["made"], tail=o["h"]))[0]],
  "bookings: Property and Made on of BK-30892; TKG: general manager of on that date", "plain")
q("cross_source", "How much have employees of Kolb & Rautner Pumps been charged in total?", "number",
  eur(r for r in B if "Kolb & Rautner Pumps" in out(r["g"], "works for")), "KG: works for; bookings: sum of Amount charged", "plain")
q("cross_source", "How many bookings were made for hotels in Austria?", "number",
  sum(country(r["h"]) == "Austria" for r in B), "KG: hotels in Austria; bookings: rows", "plain")
five = {f[0] for f in now("star rating", tail="5 stars")}
q("cross_source", "Do stars make guests happy? What I'm after is the average review score over all bookings at hotels that have five stars today.", "number",
  mean(r["score"] for r in B if r["h"] in five), "TKG: open star rating 5 stars; bookings: mean of the Review scores given", "long")
val = {f[0] for f in now("owned_by", tail="Groupe Valserine")}
q("cross_source", "Counting every categroy, how many rooms does Groupe Valserine own with us these days?", "number",
  sum(r["cnt"] for r in RM if r["Property"] in val), "TKG: open owned_by Groupe Valserine; rooms: sum of No. of rooms", "syn typo")
gold = {f[0] for f in now("loyalty_tier", tail="Gold")}
q("cross_source", "spend by todays gold tier guests at our irish hotels, total?", "number",
  eur(r for r in B if r["g"] in gold and country(r["h"]) == "Ireland"), "TKG: open loyalty_tier Gold; KG: hotels in Ireland; bookings: sum of Amount charged", "casual syn")

# ------------------------------------------------------------------ missing
q("missing", "Which room codes have no refurbishment date recorded?", "values",
  [r["Room code"] for r in RM if r["ref"] is None], "rooms: empty Last refurbished", "plain")

# ------------------------------------------------------------------ unanswerable
assert not within("general manager of", date(2009, 1, 1), date(2009, 12, 31), tail="Graf Adelmar")
assert "Penelope Harwick" not in {r["g"] for r in B}
q("unanswerable", "What is the phone number of the reception at Villa Ombrosa?", "refuse", [], "no phone numbers in any file", "plain")
q("unanswerable", "How many staff does The Tidewaiter employ?", "refuse", [], "no staff numbers in any file", "plain")
q("unanswerable", "Who was general manager of the Graf Adelmar in 2009?", "refuse", [], "the managers of Graf Adelmar are known from 2012 on only", "plain")
q("unanswerable", "What was Penelope Harwick charged for her stay?", "refuse", [], "there is no such guest", "plain")
q("unanswerable", "Which guests asked for their money back in 2024, and how many of them got it?", "refuse", [], "no refunds in any file", "syn")
q("unanswerable", "when do they stop serving brekfast at hotel zirbenhof?", "refuse", [], "no meal times in any file", "typo casual")


finish(HERE, [q for q, _ in Q])
