#!/usr/bin/env python3
"""Computes every gold answer of the 'weddings' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total, digits as num)


K, T = graphs(HERE, "weddings")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("weddings", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

V = records(HERE, "venues.csv")
for r in V:
    r["seats"], r["beds"], r["hire"], r["since"], r["comm"] = (num(r[k]) for k in ("Max. seated", "Bedrooms", "Hire (Saturday)", "Partner since", "Our commission"))
VN = {r["Venue"]: r for r in V}
B = records(HERE, "bookings.csv")
for r in B:
    r["booked"], r["day"] = day(r["Booked on"], "%d/%m/%Y"), day(r["Wedding day"], "%d/%m/%Y")
    r["g"], r["q"] = num(r["Guests"]), num(r["Quote"])
    assert r["booked"] < r["day"] and r["Venue"] in VN and (r["g"] is None or r["g"] <= VN[r["Venue"]]["seats"])
BN, BC = {r["Ref"]: r for r in B}, {r["Couple"]: r for r in B}
assert len(VN) == len(V) and len(BN) == len(BC) == len(B)
for r in V: assert one(out(one(out(r["Venue"], "is near")), "in county")) == r["County"]
BANDS, CATERERS = heads("plays"), heads("cooks")
assert {r["Band"] for r in B} <= BANDS | {"none", "tbc"} and {r["Caterer"] for r in B} <= CATERERS | {"in-house", "tbc"}
vs = lambda rows: [r["Venue"] for r in rows]
st = lambda s: [r for r in B if r["Status"] == s]
at_venue = lambda v: [r for r in B if r["Venue"] == v]
of = lambda p: [r for r in B if r["Planner"] == p]
done, year = st("done"), lambda y: [r for r in B if r["day"].year == y]
euro = lambda f: num(f[2])

q("lookup", "Until what time can a band play at Larkfield Farm?", "values", VN["Larkfield Farm"]["Music until"], "venues: Music until")
q("lookup", "jessica & hugh - which package did they go for", "values", BC["Jessica & Hugh"]["Package"], "bookings: Package")
q("lookup", "Who was it that showed Saoirse Lally the ropes, i.e. trained her?", "values", out("Saoirse Lally", "was trained by"), "KG was trained by")
q("lookup", "who owns belvoir orchard", "values", out("Belvoir Orchard", "belongs to"), "KG belongs to")
q("lookup", "The mother of the bride rang about W-1346 and I don't have the file in front of me. What date is the wedding?", "values", BN["W-1346"]["day"], "bookings: Wedding day")

q("filter_list", "any barns on our books? list them pls", "values", vs(r for r in V if r["Style"] == "barn"), "venues: Style barn")
q("filter_list", "Which venues have more than 50 bedrooms?", "values", vs(r for r in V if r["beds"] and r["beds"] > 50), "venues: Bedrooms > 50")
q("filter_list", "Give me all couples with a 2025 date at Ashgrove Manor, also those who cancelled", "values", [r["Couple"] for r in year(2025) if r["Venue"] == "Ashgrove Manor"], "bookings: Venue, Wedding day in 2025")
q("filter_list", "who can do vegan food", "values", inn("vegan", "cooks"), "KG cooks vegan")
q("filter_list", "I need every booking that is only provisional, the refs will do.", "values", [r["Ref"] for r in st("provisional")], "bookings: Status provisional")
q("filter_list", "Where can guests bring the dog and the couple also say 'I do' right there on the premises?", "values", vs(r for r in V if r["Dogs allowed?"] == "Y" and r["Ceremony on site?"] == "Y"), "venues: Dogs allowed? Y and Ceremony on site? Y")

q("count", "How many bookings has Rory McGinn taken on so far, whatever came of them?", "number", len(of("Rory McGinn")), "bookings: rows of Planner")
q("count", "nr of cancelled weddings in total", "number", len(st("cancelled")), "bookings: Status cancelled")
q("count", "How many venues do we work with in County Galway?", "number", sum(r["County"] == "Galway" for r in V), "venues: County")
q("count", "bands that do pop, how many is that", "number", len(inn("pop", "plays")), "KG plays pop")
q("count", "How many couples came to us through Instagram?", "number", sum(r["How they found us"] == "Instagram" for r in B), "bookings: How they found us")

q("sum", "guests alltogether at the 2024 weddings, leave out the cancelled ones", "number", robust(total([r for r in year(2024) if r["Status"] != "cancelled"], "g"), total([r for r in done if r["day"].year == 2024], "g")), "bookings: sum of Guests, Wedding day in 2024, Status not cancelled")
q("sum", "What do the quotes of our provisional bookings add up to?", "number", total(st("provisional"), "q"), "bookings: sum of Quote, Status provisional")
q("sum", "How many bedrooms do the hotels have between them?", "number", total([r for r in V if r["Style"] == "hotel"], "beds"), "venues: sum of Bedrooms, Style hotel")

q("average", "What's the average number of guests at the weddings that have taken place at Gortnashee House?", "number", mean([r for r in at_venue("Gortnashee House") if r["Status"] == "done"], "g"), "bookings: mean Guests, Venue, Status done")
q("average", "avg quote for the full package, over all bookings", "number", mean([r for r in B if r["Package"] == "Full"], "q"), "bookings: mean Quote, Package Full")
q("average", "A couple is dreaming of a country house. What do those charge on average for a Saturday?", "number", mean([r for r in V if r["Style"] == "country house"], "hire"), "venues: mean Hire (Saturday), Style country house")

q("min_max", "What is the highest commission any venue gives us, in percent?", "number", max(r["comm"] for r in V), "venues: max Our commission")
q("min_max", "smalest number of guests at a wedding thats already done", "number", min(r["g"] for r in done), "bookings: min Guests, Status done")
q("min_max", "What is the date of the very last wedding we have in the diary?", "values", robust(max(r["day"] for r in B), max(r["day"] for r in st("confirmed"))), "bookings: latest Wedding day")

q("superlative", "Which venue charges the most for a Saturday, going by our price list?", "values", best({r["Venue"]: r["hire"] for r in V if r["hire"]}), "venues: largest Hire (Saturday)")
q("superlative", "couple with the biggest quote ever?", "values", best({r["Couple"]: r["q"] for r in B}), "bookings: largest Quote")
q("superlative", "the place taht can seat the fewest people", "values", best({r["Venue"]: r["seats"] for r in V}, low=True), "venues: smallest Max. seated")
q("superlative", "Which venue is our newest partner?", "values", best({r["Venue"]: r["since"] for r in V}), "venues: latest Partner since")
q("superlative", "By headcount, what couple had the biggest wedding of 2023?", "values", robust(best({r["Couple"]: r["g"] for r in year(2023)}), best({r["Couple"]: r["g"] for r in year(2023) if r["Status"] == "done"})), "bookings: largest Guests, Wedding day in 2023")

q("top_k", "What are the three venues with the most bedrooms?", "values", best({r["Venue"]: r["beds"] for r in V if r["beds"]}, 3), "venues: three largest Bedrooms")
q("top_k", "our 2 priciest weddings of 2024 by quote, names of the couples", "values", robust(best({r["Couple"]: r["q"] for r in year(2024)}, 2), best({r["Couple"]: r["q"] for r in year(2024) if r["Status"] == "done"}, 2)), "bookings: two largest Quotes, Wedding day in 2024")
q("top_k", "Which four bands turn up most often in our bookings?", "values", best(Counter(r["Band"] for r in B if r["Band"] in BANDS), 4), "bookings: four most frequent Bands")

q("comparison", "Which is dearer on a Saturday, Ashgrove Manor or Mount Ardagh?", "values", best({v: VN[v]["hire"] for v in ("Ashgrove Manor", "Mount Ardagh")}), "venues: Hire (Saturday) of both")
q("comparison", "who has more bookings, ciara dunphy or niamh o'dwyer?", "values", best({p: len(of(p)) for p in ("Ciara Dunphy", "Niamh O'Dwyer")}), "bookings: rows of both Planners")
q("comparison", "They have an awful lot of cousins. Dunshane Barn or the Portnamona Strand Hotel, where do more people fit at the tables?", "values", best({v: VN[v]["seats"] for v in ("Dunshane Barn", "Portnamona Strand Hotel")}), "venues: Max. seated of both")

q("difference", "How much higher was the quote for W-1429 than the one for W-1430?", "number", BN["W-1429"]["q"] - BN["W-1430"]["q"], "bookings: Quote subtracted")
q("difference", "katie & robert, how many days from booking to the big day", "number", (BC["Katie & Robert"]["day"] - BC["Katie & Robert"]["booked"]).days, "bookings: Wedding day minus Booked on")
q("difference", "By how many euros per bottle has the corkage at Ashgrove Manor gone up from 2017 to today?", "number", euro(one(now("corkage per bottle", "Ashgrove Manor"))) - euro(one(in_year("corkage per bottle", 2017, "Ashgrove Manor"))), "TKG corkage per bottle, open fact minus fact in 2017")

q("percent", "What share of all bookings is for the full package? Percent please", "number", share(B, lambda r: r["Package"] == "Full"), "bookings: Package Full over all rows")
q("percent", "% of venues where dogs are ok", "number", share(V, lambda r: r["Dogs allowed?"] == "Y"), "venues: Dogs allowed? Y over all rows")
q("percent", "Of all the bookings for Clonreagh Estate, what percentage ended up cancelled?", "number", share(at_venue("Clonreagh Estate"), lambda r: r["Status"] == "cancelled"), "bookings: cancelled over the rows of the Venue")

q("group_by", "Number of bookings for each planner?", "table", Counter(r["Planner"] for r in B), "bookings: rows per Planner")
q("group_by", "venues by county, just how many", "table", Counter(r["County"] for r in V), "venues: rows per County")
q("group_by", "I'm curious how big the parties get: average guest number by package, only weddings that are done.", "table", {k: mean(v, "g") for k, v in group(done, lambda r: r["Package"]).items()}, "bookings: mean Guests per Package, Status done")
q("group_by", "For every cuisine, how many of our caterers cook it?", "table", Counter(t for h, r, t in K if r == "cooks"), "KG cooks, rows per tail")

q("group_superlative", "In which county do we have the most venues?", "values", best(Counter(r["County"] for r in V)), "venues: most frequent County")
q("group_superlative", "which outside catrer gets booked the most", "values", best(Counter(r["Caterer"] for r in B if r["Caterer"] in CATERERS)), "bookings: most frequent Caterer other than in-house")
q("group_superlative", "owner with the most places to their name", "values", best(Counter(t for h, r, t in K if r == "belongs to")), "KG belongs to: most frequent tail")
q("group_superlative", "Which planner comes out on top if you add up the quotes of the weddings already done?", "values", best({k: total(v, "q") for k, v in group(done, lambda r: r["Planner"]).items()}), "bookings: largest sum of Quote per Planner, Status done")

q("yes_no", "Can you hold the ceremony at Dromard Abbey itself?", "boolean", VN["Dromard Abbey"]["Ceremony on site?"] == "Y", "venues: Ceremony on site?")
q("yes_no", "does niamh o'dwyer speak french", "boolean", "French" in out("Niamh O'Dwyer", "speaks"), "KG speaks")
q("yes_no", "W-1378, did their deposit come in?", "boolean", BN["W-1378"]["Deposit in?"] == "Y", "bookings: Deposit in?")
q("yes_no", "Have we ever had Banshee Soul playing at Woodquay House?", "boolean", any(r["Band"] == "Banshee Soul" and r["Status"] == "done" for r in at_venue("Woodquay House")), "bookings: Band, Venue, Status done")

q("negation", "Which hotels won't let dogs in?", "values", vs(r for r in V if r["Style"] == "hotel" and r["Dogs allowed?"] == "N"), "venues: Style hotel, Dogs allowed? N")
q("negation", "bands that were never booked for Clonreagh Estate", "values", BANDS - {r["Band"] for r in at_venue("Clonreagh Estate")}, "KG plays (all bands) without the Bands in bookings of the Venue")
q("negation", "Some venues would rather cook themselves. Which ones recommend no caterer at all?", "values", set(VN) - heads("recommends caterer"), "venues without KG recommends caterer")
q("negation", "couples marrying in 2026 who havent paid the deposit", "values", robust([r["Couple"] for r in year(2026) if r["Deposit in?"] == "N"], [r["Couple"] for r in year(2026) if r["Deposit in?"] == "N" and r["Status"] != "cancelled"]), "bookings: Wedding day in 2026, Deposit in? N")

q("time_point", "Who was fronting Gold Rush Revival in the summer of 2018?", "values", one(at("fronts", date(2018, 7, 15), tail="Gold Rush Revival"))[0], "TKG fronts on that day")
q("time_point", "inishbarra hotel, events manager in may 2022?", "values", one(at("events manager at", date(2022, 5, 15), tail="Inishbarra Hotel"))[0], "TKG events manager at on that day")
q("time_point", "what do they ask for corkage at The Old Creamery these days", "values", one(now("corkage per bottle", "The Old Creamery"))[2], "TKG open corkage per bottle")
q("time_point", "Back in 2019, who was the head chef of Fennel & Rye?", "values", one(in_year("head chef of", 2019, tail="Fennel & Rye"))[0], "TKG head chef of in 2019")

q("before_after", "Who was managing partner of the firm before Aoife Brennan?", "values", step(facts("managing partner of"), 0, "Aoife Brennan", -1), "TKG managing partner of, the fact before")
q("before_after", "antoine perrin left the copper ladle, who took over the kitchen after him", "values", step(facts("head chef of", tail="The Copper Ladle"), 0, "Antoine Perrin", 1), "TKG head chef of, next fact")

q("duration", "For how many full years was Olive Prendergast the events manager of Mount Ardagh?", "number", lasted(one(facts("events manager at", "Olive Prendergast", "Mount Ardagh"))), "TKG completed years")
q("duration", "Frank Tierney up front with tinkers reel: how many full years", "number", lasted(one(facts("fronts", "Frank Tierney", "Tinker's Reel"))), "TKG completed years")
q("duration", "Which venue has stuck longest with the house florist it has today?", "values", best({f[0]: f[3].toordinal() for f in now("has house florist")}, low=True), "TKG open has house florist with the earliest start")

q("multi_hop", "What county does the band with the gypsy jazz come from?", "values", {c for b in inn("gypsy jazz", "plays") for t in out(b, "based in") for c in out(t, "in county")}, "KG plays, based in, in county")
q("multi_hop", "which cuisines could we get from the caterer that ashgrove manor recommends", "values", out(one(out("Ashgrove Manor", "recommends caterer")), "cooks"), "KG recommends caterer, cooks")
q("multi_hop", "Rory learned the job from a colleague. And that colleague, who trained her?", "values", out(one(out("Rory McGinn", "was trained by")), "was trained by"), "KG was trained by, twice")

q("cross_source", "How many bookings are with a caterer that cooks seafood?", "number", sum(r["Caterer"] in inn("seafood", "cooks") for r in B), "KG cooks; bookings: rows")
q("cross_source", "Anna & Peter want to thank whoever was events manager at their venue on their wedding day. Who was that?", "values", one(at("events manager at", BC["Anna & Peter"]["day"], tail=BC["Anna & Peter"]["Venue"]))[0], "bookings: Wedding day, Venue; TKG events manager at on that day")
q("cross_source", "total quotes of the done weddings in houses of the Atlantic Stay Group", "number", total([r for r in done if r["Venue"] in inn("Atlantic Stay Group", "belongs to")], "q"), "KG belongs to; bookings: sum of Quote, Status done")
q("cross_source", "Tomás Keane looks after some of the venues for us. What does a Saturday there cost on average?", "number", mean([VN[v] for v in out("Tomás Keane", "looks after")], "hire"), "KG looks after; venues: mean Hire (Saturday)")

q("missing", "For which venues is the number of bedrooms not filled in?", "values", vs(r for r in V if r["beds"] is None), "venues: Bedrooms empty")

refuse("What did Anna & Peter pay for the flowers?", "no flower costs in any file")
refuse("how many parking spaces at templerath mill", "no parking in any file")
refuse("What would a Saturday at Carrigmore Castle cost to hire?", "venues: Hire (Saturday) is POA")
refuse("who fronted the velvet hours in 2009", "TKG: the first fronts fact of The Velvet Hours starts in 2012")
refuse("Tara & Stephen sent us a review afterwards. How many stars did they give?", "no reviews in any file")
assert VN["Carrigmore Castle"]["hire"] is None and not in_year("fronts", 2009, tail="The Velvet Hours")

finish(HERE, Q)
