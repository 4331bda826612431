#!/usr/bin/env python3
"""Computes every gold answer of the 'vineyardtours' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter, defaultdict
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, kg, one, records, tkg)


B = records(HERE, "bookings.csv")
for r in B:
    r["b"] = day(r["Booked"], "%d.%m.%Y")
    r["w"] = day(r["Date of walk"], "%d %b %Y")
    r["n"] = int(r["Pax"])
    r["cents"] = round(float(r["Paid EUR"].replace(",", "")) * 100) if r["Paid EUR"] else None
    r["s"] = int(r["Stars (1-5)"]) if r["Stars (1-5)"] else None
TT = records(HERE, "tours.csv")
for r in TT:
    r["price"] = float(r["Price p.p."].lstrip("€"))
    r["h"] = float(r["Hrs"])
    r["km"] = float(r["On foot"].removesuffix(" km")) if r["On foot"] else None
    r["max"] = int(r["Max. group"]) if r["Max. group"] else None
    r["since"] = int(r["Running since"])
TN = {r["Tour name"]: r for r in TT}
K, T = graphs(HERE, "stride_vine")
out, inn, _ = kg(K)
facts, now, at, _ = tkg(T)


def all_through(rel, a, b, **kw): return [f for f in facts(rel, **kw) if f[3] <= a and (f[4] is None or f[4] >= b)]
def euros(rows): return sum(r["cents"] or 0 for r in rows) / 100
def euros_by(key, rows=None):
    g = defaultdict(int)
    for r in B if rows is None else rows:
        if r[key]: g[r[key]] += r["cents"] or 0
    return {k: v / 100 for k, v in g.items()}
def mean(xs):
    xs = list(xs)
    return sum(xs) / len(xs)
def booking(ref): return one(r for r in B if r["Ref"] == ref)
def of(guest): return [r for r in B if r["Guest name"] == guest]
def region(town): return one(out(town, "lies_in"))
def neighbour(rel, tail, who, step):
    fs = sorted(facts(rel, tail=tail), key=lambda f: f[3])
    return fs[one(i for i, f in enumerate(fs) if f[0] == who) + step][0]
def full_months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)


GUIDES = {h for h, r, t in K if r == "speaks"}
RESTAURANTS = {h for h, r, t in K if r == "found in"}
GUESTS = {h for h, r, t in K if r == "comes from"}

# sanity of the data
assert len({r["Ref"] for r in B}) == len(B) and len({r["Code"] for r in TT}) == len(TT) == len(TN)
assert all(r["Tour"] in TN and r["Guest name"] in GUESTS and r["Guide"] in GUIDES | {""} for r in B)
assert all((r["Status"] == "Cancelled") == (r["cents"] is None) for r in B)
assert all(r["s"] is None or r["Status"] == "Done" for r in B)
assert all(r["b"] < r["w"] and r["n"] <= (TN[r["Tour"]]["max"] or 99) for r in B)
assert len(set(K)) == len(K) and len(set(T)) == len(T) and all(f[4] is None or f[3] < f[4] for f in T)
assert {h for h, r, t in K if r == "stops at"} <= set(TN) and {t for h, r, t in K if r == "stops at"} <= RESTAURANTS
assert {f[0] for f in now("partner of")} == RESTAURANTS  # every restaurant of the KG is a partner today
for r in B:                                             # guides walk only where they hold a licence
    c = one(out(region(TN[r["Tour"]]["Where"]), "in country"))
    assert not r["Guide"] or at("licensed_guide_in", r["w"], head=r["Guide"], tail=c), r

Q = []
q = asking("vineyardtours", Q)


# ------------------------------------------------------------------ lookup
q("lookup", "how many km do you cover on the grand cru footpath", "number",
  TN["Grand Cru Footpath"]["km"], "tours: On foot of Grand Cru Footpath")
q("lookup", "Who showed Tomasz Zielinski round when he came for Port & Almonds?", "values",
  [one(r for r in of("Tomasz Zieliński") if r["Tour"] == "Port & Almonds")["Guide"]],
  "bookings: Guide of the one booking of Tomasz Zieliński for Port & Almonds")
q("lookup", "Joaquim Prates learnt the trade from which colleague?", "values",
  out("Joaquim Prates", "trained_by"), "KG: Joaquim Prates trained_by")
q("lookup", "V2352 - what did they pay us?", "number",
  booking("V2352")["cents"] / 100, "bookings: Paid EUR of V2352")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of our outings are graded as hard?", "values",
  [r["Tour name"] for r in TT if r["Level"] == "Hard"], "tours: Level Hard")
q("filter_list", "One of the kitchens wants a heads up on past and coming coeliacs. Give me the reference of every reservation "
  "where gluten free was asked for.", "values",
  [r["Ref"] for r in B if "gluten free" in r["Food notes"]], "bookings: Food notes gluten free")
q("filter_list", "Restaurants holding a Golden Ladel?", "values",
  inn("Golden Ladle", "award"), "KG: award Golden Ladle")
q("filter_list", "anything for less than 30 euro a head? list the tours", "values",
  [r["Tour name"] for r in TT if r["price"] < 30], "tours: Price p.p. < 30")

# ------------------------------------------------------------------ count
q("count", "hw many bookings got called off?", "number",
  sum(r["Status"] == "Cancelled" for r in B), "bookings: Status Cancelled")
q("count", "How many of the guides know German?", "number",
  len(inn("German", "speaks") & GUIDES), "KG: speaks German")
q("count", "we're taking our kids to Logroño, so how many of the tours there are suitable for children?", "number",
  sum(r["Where"] == "Logroño" and r["Kids ok?"] == "Y" for r in TT), "tours: Where Logroño, Kids ok? Y")
q("count", "Number of different guests who reserved through a hotel desk", "number",
  len({r["Guest name"] for r in B if r["Via"] == "Hotel desk"}), "bookings: distinct Guest name, Via Hotel desk")

# ------------------------------------------------------------------ sum
q("sum", "total takings so far from Beaune Saturday Market", "number",
  euros(r for r in B if r["Tour"] == "Beaune Saturday Market"), "bookings: sum of Paid EUR, Tour Beaune Saturday Market")
el = [r for r in B if r["Guide"] == "Élodie Marchand"]
assert all(r["Status"] == "Done" for r in el)
q("sum", "Add up all the people Elodie Marchand has taken out on her walks, would you? I mean heads, not bookings.", "number",
  sum(r["n"] for r in el), "bookings: sum of Pax, Guide Élodie Marchand (all Done)")
bs = [r for r in of("Bianchi Sisters") if r["w"].year == 2023]
assert all((r["b"].year == 2023) == (r["w"].year == 2023) for r in of("Bianchi Sisters"))
q("sum", "what did the bianchi sisters spend in 2023?", "number",
  euros(bs), "bookings: sum of Paid EUR, Bianchi Sisters, 2023 (booked and walked the same year)")
q("sum", "If I went alone and did every tour in Haro and every tour in Laguardia once, what would the lot cost?", "number",
  sum(r["price"] for r in TT if r["Where"] in ("Haro", "Laguardia")), "tours: sum of Price p.p., Where Haro or Laguardia")

# ------------------------------------------------------------------ average
q("average", "Whats the average star rating Nadia Benali gets?", "number",
  mean(r["s"] for r in B if r["Guide"] == "Nadia Benali" and r["s"]), "bookings: mean Stars, Guide Nadia Benali (empty ones left out)")
q("average", "typical (mean) price per person of a hiking tour", "number",
  mean(r["price"] for r in TT if r["Type"] == "Hiking"), "tours: mean Price p.p., Type Hiking")
q("average", "Our food tours last how many hours on average?", "number",
  mean(r["h"] for r in TT if r["Type"] == "Food"), "tours: mean Hrs, Type Food")

# ------------------------------------------------------------------ min_max
assert all(r["km"] is not None for r in TT if r["Type"] == "Wine")
q("min_max", "My knees are bad. What is the least number of kilometres I'd have to walk on one of the wine tours?", "number",
  min(r["km"] for r in TT if r["Type"] == "Wine"), "tours: lowest On foot, Type Wine")
q("min_max", "biggest party ever on a single booking - how many were they", "number",
  max(r["n"] for r in B), "bookings: highest Pax")
q("min_max", "On which date did Keiko Yamada make her very first reservation?", "values",
  [min(r["b"] for r in of("Keiko Yamada"))], "bookings: earliest Booked, Keiko Yamada")

# ------------------------------------------------------------------ superlative
q("superlative", "What's the priciest tour per person?", "values",
  best({r["Tour name"]: r["price"] for r in TT}), "tours: highest Price p.p.")
q("superlative", "longest tour going by distance (not time)?", "values",
  best({r["Tour name"]: r["km"] for r in TT if r["km"] is not None}), "tours: highest On foot")
q("superlative", "Which guide speaks the most langauges?", "values",
  best({g: len(out(g, "speaks")) for g in GUIDES}), "KG: guide with most 'speaks' triples")
q("superlative", "Of the head chefs who are in post today, who started at their restaurant the earliest?", "values",
  best({f[0]: f[3] for f in now("head_chef_at")}, low=True), "TKG: open head_chef_at fact with the earliest start")

# ------------------------------------------------------------------ top_k
q("top_k", "top 3 guests by how much they've paid in total", "values",
  best(euros_by("Guest name"), 3), "bookings: three highest sums of Paid EUR by Guest name")
q("top_k", "Which two tours have we been running for the most years?", "values",
  best({r["Tour name"]: r["since"] for r in TT}, 2, low=True), "tours: two lowest Running since")
q("top_k", "Could you pick out the four most expensive wine tours for a leaflet?", "values",
  best({r["Tour name"]: r["price"] for r in TT if r["Type"] == "Wine"}, 4), "tours: four highest Price p.p., Type Wine")

# ------------------------------------------------------------------ comparison
q("comparison", "is it the Owl Trail of Dijon or the Seven Towers Stroll thats cheaper", "values",
  best({k: TN[k]["price"] for k in ("Owl Trail of Dijon", "Seven Towers Stroll")}, low=True), "tours: Price p.p. of the two")
gc = Counter(r["Guide"] for r in B)
q("comparison", "Whose name is on more bookings, Elodie Marchand's or Chiara Bongiovanni's?", "values",
  best({k: gc[k] for k in ("Élodie Marchand", "Chiara Bongiovanni")}), "bookings: row counts of the two guides")
q("comparison", "Who had the longer spell leading the Langhe, Tobias Wren or Luca Ferrero?", "values",
  best({k: (lambda f: (f[4] - f[3]).days)(one(facts("regional lead of", head=k, tail="Langhe"))) for k in ("Tobias Wren", "Luca Ferrero")}),
  "TKG: regional lead of Langhe, longer interval")
v = euros_by("Via")
q("comparison", "money wise: phone bookings vs travel agent bookings, which brought in more?", "values",
  best({k: v[k] for k in ("Phone", "Travel agent")}), "bookings: sums of Paid EUR of the two Via values")

# ------------------------------------------------------------------ difference
q("difference", "How much extra per person is Riesling by Lantern compared with Port & Almonds?", "number",
  TN["Riesling by Lantern"]["price"] - TN["Port & Almonds"]["price"], "tours: difference of the two Price p.p.")
q("difference", "owl trail of dijon takes how many more people max than the mustard, gingerbread & kir one?", "number",
  TN["Owl Trail of Dijon"]["max"] - TN["Mustard, Gingerbread & Kir"]["max"], "tours: difference of the two Max. group")
q("difference", "By how many euros has the Harrow Ramblers Club outspent Pip Entwhistle, over all their bookings?", "number",
  euros(of("Harrow Ramblers Club")) - euros(of("Pip Entwhistle")), "bookings: difference of the two sums of Paid EUR")

# ------------------------------------------------------------------ percent
q("percent", "what percent of the tours we offer are ok for kids", "number",
  100 * sum(r["Kids ok?"] == "Y" for r in TT) / len(TT), "tours: rows with Kids ok? Y over all rows")
q("percent", "no-shows as a % of all bookings", "number",
  100 * sum(r["Status"] == "No-show" for r in B) / len(B), "bookings: No-show rows over all rows")
q("percent", "What part of all the money paid to us came in through the website? As a percentage please", "number",
  100 * v["Website"] / euros(B), "bookings: sum of Paid EUR with Via Website over the sum of all")

# ------------------------------------------------------------------ group_by
q("group_by", "tours per town, how many in each", "table",
  Counter(r["Where"] for r in TT), "tours: rows per Where")
q("group_by", "Where do our bookings stand? Just a count for every status.", "table",
  Counter(r["Status"] for r in B), "bookings: rows per Status")
q("group_by", "Could I see the average price a head split by type of tour?", "table",
  {k: mean(r["price"] for r in TT if r["Type"] == k) for k in {r["Type"] for r in TT}}, "tours: mean Price p.p. per Type")
q("group_by", "For every wine region, the number of restaurants we work with there", "table",
  Counter(region(one(out(x, "found in"))) for x in RESTAURANTS), "KG: restaurant -> town -> region, restaurants per region (all are partners today)")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which tour gets booked most often?", "values",
  best(Counter(r["Tour"] for r in B)), "bookings: most rows per Tour")
q("group_superlative", "counting just the walks that are done, whats the name of the guide who earned us the most cash?", "values",
  best(euros_by("Guide", [r for r in B if r["Status"] == "Done"])), "bookings: Status Done, highest sum of Paid EUR per Guide")
q("group_superlative", "In which town do we run the largest number of tours?", "values",
  best(Counter(r["Where"] for r in TT)), "tours: most rows per Where")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Can Greta Schlosser do a tour in Dutch?", "boolean",
  "Dutch" in out("Greta Schlosser", "speaks"), "KG: no triple Greta Schlosser speaks Dutch")
q("yes_no", "is there any tour in dijon that costs over 100 euros pp?", "boolean",
  any(r["Where"] == "Dijon" and r["price"] > 100 for r in TT), "tours: highest Price p.p. in Dijon is below 100")
q("yes_no", "Sylvie Charpin - was she ever in charge of the Beaune office?", "boolean",
  bool(facts("runs office in", head="Sylvie Charpin", tail="Beaune")), "TKG: Sylvie Charpin runs office in Beaune")
q("yes_no", "Have we ever had a nut allergy noted on a booking for the Neive Donkey Trek?", "boolean",
  any(r["Tour"] == "Neive Donkey Trek" and "nut allergy" in r["Food notes"] for r in B), "bookings: Food notes of Neive Donkey Trek")

# ------------------------------------------------------------------ negation
booked = {r["Tour"] for r in B}
q("negation", "Which tours hasn't anybody booked yet?", "values",
  [t for t in TN if t not in booked], "tours without a row in bookings")
q("negation", "tours that dont stop at any restaurant", "values",
  [t for t in TN if not out(t, "stops at")], "tours without a 'stops at' triple in the KG")
q("negation", "Among the restaurants in the Rioja region, which ones are without an award?", "values",
  [x for x in RESTAURANTS if region(one(out(x, "found in"))) == "Rioja" and not out(x, "award")],
  "KG: restaurant -> town -> Rioja, no award triple")
q("negation", "A group from Ohio is coming and they only have English. Which guides do NOT speak it?", "values",
  [g for g in GUIDES if "English" not in out(g, "speaks")], "KG: guides without a 'speaks English' triple")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was lead for Rioja on 15 August 2019?", "values",
  [one(at("regional lead of", date(2019, 8, 15), tail="Rioja"))[0]], "TKG: regional lead of Rioja valid on 2019-08-15")
q("time_point", "back in 2018, who was the head chef at le tonneau bavard", "values",
  [one(all_through("head_chef_at", date(2018, 1, 1), date(2018, 12, 31), tail="Le Tonneau Bavard"))[0]],
  "TKG: head_chef_at Le Tonneau Bavard over the whole of 2018")
q("time_point", "which guides held a licence for Italy on New Years Day 2023?", "values",
  [f[0] for f in at("licensed_guide_in", date(2023, 1, 1), tail="Italy")], "TKG: licensed_guide_in Italy valid on 2023-01-01")
q("time_point", "I need to send out some old invoices. Who all belonged to the Bootlace Society on the 10th of November 2022?", "values",
  [f[0] for f in at("member of", date(2022, 11, 10), tail="Bootlace Society")], "TKG: member of Bootlace Society valid on 2022-11-10")

# ------------------------------------------------------------------ before_after
q("before_after", "who had alsace before Elodie Marchand became lead there?", "values",
  [neighbour("regional lead of", "Alsace", "Élodie Marchand", -1)], "TKG: previous regional lead of Alsace")
q("before_after", "When Pilar Ochandiano left the Logroño office, who stepped in?", "values",
  [neighbour("runs office in", "Logroño", "Pilar Ochandiano", 1)], "TKG: next runs office in Logroño")
q("before_after", "Gorka Irigoyen's predecessor as head chef of Bar La Seta Loca?", "values",
  [neighbour("head_chef_at", "Bar La Seta Loca", "Gorka Irigoyen", -1)], "TKG: previous head_chef_at Bar La Seta Loca")
q("before_after", "Benedita Azevedo used to be the lead for the Douro. Who was the next one after her?", "values",
  [neighbour("regional lead of", "Douro", "Benedita Azevedo", 1)], "TKG: next regional lead of Douro")

# ------------------------------------------------------------------ duration
f = one(facts("licensed_guide_in", head="Rui Fontoura"))
assert f[2] == "Portugal"
q("duration", "How many whole years was Rui Fontoura licensed in Portugal?", "number",
  full_months(f[3], f[4]) // 12, "TKG: complete years from start to end of Rui Fontoura licensed_guide_in Portugal")
f = one(facts("head_chef_at", head="Hansjörg Muller", tail="Winstub Zum Storich"))
q("duration", "hansjorg muller, winstub zum storich: complete years as chef?", "number",
  full_months(f[3], f[4]) // 12, "TKG: complete years from start to end of Hansjörg Muller head_chef_at Winstub Zum Storich")
f, g = sorted(facts("licensed_guide_in", head="Ottavia Sereni", tail="Italy"), key=lambda f: f[3])
q("duration", "Ottavia Sereni's Italian licence lapsed for a while. For how many months was she without it?", "number",
  full_months(f[4] + timedelta(days=1), g[3]), "TKG: months from the day after the first licensed_guide_in Italy ends to the day the second starts")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "what country is Neive in?", "values",
  out(region("Neive"), "in country"), "KG: Neive -> region -> country")
q("multi_hop", "If I do Port & Almonds, which estates' wine gets poured at the places where the tour stops?", "values",
  {w for x in out("Port & Almonds", "stops at") for w in out(x, "pours wine of")}, "KG: tour -> restaurants -> pours wine of")
q("multi_hop", "Where do the people trained by Rui Fontoura live?", "values",
  {t for g in inn("Rui Fontoura", "trained_by") for t in out(g, "lives in")}, "KG: trained_by Rui Fontoura -> lives in")
q("multi_hop", "tours calling at a restaurant that has the Slow Table award, which are they", "values",
  {t for x in inn("Slow Table", "award") for t in inn(x, "stops at")}, "KG: award Slow Table <- restaurants <- stops at")

# ------------------------------------------------------------------ cross_source
uk = {g for g in GUESTS if "United Kingdom" in out(one(out(g, "comes from")), "in country")}
q("cross_source", "How much money have we had from British guests altogether?", "number",
  euros(r for r in B if r["Guest name"] in uk), "KG: guest -> city -> United Kingdom; bookings: sum of Paid EUR")
o = one(r for r in of("Nordvik Rotary") if r["Tour"] == "Nebbiolo Ridge Walk")
q("cross_source", "On the day Nordvik Rotary walked the Nebbiolo Ridge, who was the regional lead for the area?", "values",
  [one(at("regional lead of", o["w"], tail=region(TN[o["Tour"]]["Where"])))[0]],
  "bookings: Date of walk; tours: Where; KG: town -> region; TKG: regional lead on that date")
rg = one(now("regional lead of", head="Joaquim Prates"))[2]
q("cross_source", "how many tours do we run in the region Joaquim Prates now heads", "number",
  sum(region(r["Where"]) == rg for r in TT), "TKG: open regional lead of; KG: town -> region; tours: rows")
mem = {f[0] for f in now("member of", tail="Corkscrew Club")}
q("cross_source", "Taking everyone who is in the Corkscrew Club today: how many bookings have they made between them, cancelled ones included?", "number",
  sum(r["Guest name"] in mem for r in B), "TKG: open member of Corkscrew Club; bookings: rows")

# ------------------------------------------------------------------ missing
q("missing", "Which tours have no walking distance filled in?", "values",
  [r["Tour name"] for r in TT if r["km"] is None], "tours: empty On foot")
q("missing", "bookings with nobody down as guide? refs please", "values",
  [r["Ref"] for r in B if not r["Guide"]], "bookings: empty Guide")
q("missing", "Someone forgot to enter the maximum group size for a few tours... which?", "values",
  [r["Tour name"] for r in TT if r["max"] is None], "tours: empty Max. group")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "whats Chiara Bongiovannis mobile number", "refuse", [], "no contact details in any file")
q("unanswerable", "How much do we pay Iñaki Zubiri for a day's guiding?", "refuse", [], "no guide pay in any file")
q("unanswerable", "Did it rain on the market tour in Beaune on 17 October 2023?", "refuse", [], "the tour is there, no weather in any file")
q("unanswerable", "Which hotel were the Lindqvists staying at in March 2024?", "refuse", [], "no lodgings in any file")

finish(HERE, Q)
