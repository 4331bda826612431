#!/usr/bin/env python3
"""Computes every gold answer of the 'records' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, iso, kg, mean, one, records, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    s = s.replace("£", "").replace(",", "").replace("%", "").replace(" min", "").strip()
    return float(s) if s else None


A = rd("releases.csv")
for r in A:
    r["d"], r["n"], r["min"], r["units"] = day(r["Street date"], "%d.%m.%Y"), int(r["Tracks"]), num(r["Length"]), num(r["Units shipped"])
    r["price"], r["ret"], r["budget"], r["score"] = num(r["List price"]), num(r["Returned"]), num(r["Budget (GBP)"]), num(r["Press score"])
AN = {r["Title"]: r for r in A}
C = rd("concerts.csv")
for r in C:
    r["d"], r["sold"], r["full"] = iso(r["Date"]), num(r["Tickets sold"]), num(r["House filled"])
    r["face"], r["box"], r["fee"] = num(r["Face value"]), num(r["Box office (GBP)"]), num(r["Guarantee (GBP)"])
CN = {r["Gig ref"]: r for r in C}
K, T = graphs(HERE, "records")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
ACTS, VENUES, BANDS = {r["Act"] for r in A}, heads("has_capacity"), heads("formed in")
assert len(AN) == len(A) == len({r["Cat No"] for r in A}) and len(CN) == len(C) and len(set(K)) == len(K)
assert {r["Headliner"] for r in C} == ACTS == {f[0] for f in facts("signed_to")} == {f[0] for f in facts("managed by")}
assert {r["Venue"] for r in C} == VENUES == {f[0] for f in facts("owned_by")} == {f[0] for f in facts("booker")}
assert BANDS == {f[2] for f in facts("member of")} and BANDS <= ACTS and heads("produced by") | {t for h, r, t in K if r == "appears_on"} <= set(AN)
for h in ACTS | VENUES | {r["Imprint"] for r in A}:
    for rel in ("signed_to", "managed by", "owned_by", "booker", "label head"):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in A: assert r["Imprint"] == one(at("signed_to", r["d"], head=r["Act"]))[2]
for r in C:
    assert (r["sold"] is not None) == (r["Status"] == "Played") and r["Opening act"] != r["Headliner"]
    if r["sold"] is not None: assert r["sold"] <= int(one(out(r["Venue"], "has_capacity")))
assert len({(r["Headliner"], r["d"]) for r in C}) == len(C) == len({(r["Venue"], r["d"]) for r in C})
def town(x): return one(out(x, "located in"))
def country(x): return one(out(one(out(town(x), "in_region")), "part of country"))
out_in = lambda y: [r for r in A if r["d"].year == y]
by = lambda a: [r for r in A if r["Act"] == a]
gigs = lambda y=None, **k: [r for r in C if y in (None, r["d"].year) and all(r[c] == v for c, v in k.items())]
tops = lambda a, y=None: gigs(y, Headliner=a)
played = lambda rows: [r for r in rows if r["Status"] == "Played"]
members = lambda b, d: {f[0] for f in at("member of", d, tail=b)}
titles = lambda rows: [r["Title"] for r in rows]
refs = lambda rows: [r["Gig ref"] for r in rows]


Q = []
q = asking("records", Q)

# ------------------------------------------------------------------ lookup
q("lookup", "What press score did Scree get?", "number", AN["Scree"]["score"], "releases: Press score of Scree")
q("lookup", "which album is Rose Window off", "values", out("Rose Window", "appears_on"), "KG: Rose Window appears_on")
q("lookup", "Where was Snap Election recorded?", "values", out("Snap Election", "recorded_at"), "KG: Snap Election recorded_at")
q("lookup", "G23-44 - who was the warm up?", "values", [CN["G23-44"]["Opening act"]], "concerts: Opening act of G23-44")
q("lookup", "When did Third Floor Walk-Up come out?", "values", [AN["Third Floor Walk-Up"]["d"]], "releases: Street date of Third Floor Walk-Up")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which EPs were released on Lampblack?", "values", titles(r for r in A if (r["Type"], r["Imprint"]) == ("EP", "Lampblack")), "releases: Type EP, Imprint Lampblack")
q("filter_list", "venues w step free acess pls", "values", inn("step-free access", "offers"), "KG: offers step-free access")
q("filter_list", "Which musicians play the fiddle?", "values", inn("fiddle", "plays"), "KG: plays fiddle")
q("filter_list", "what gigs packed o'shaughnessys to the rafters, 100% full? refs will do", "values", refs(r for r in gigs(Venue="O'Shaughnessy's Ballroom") if r["full"] == 100),
  "concerts: Venue O'Shaughnessy's Ballroom, House filled 100%")
q("filter_list", "Which albums and EPs from 2022 or later cost more than £20?", "values", titles(r for r in A if r["Type"] in ("Album", "EP") and r["d"].year >= 2022 and r["price"] > 20),
  "releases: Type Album or EP, Street date from 2022 on, List price > 20")

# ------------------------------------------------------------------ count
q("count", "How many concerts were cancelled in 2022?", "number", len(gigs(2022, Status="Cancelled")), "concerts: Date in 2022, Status Cancelled")
q("count", "how many people have passed thru tin cathedral over the years", "number", len({f[0] for f in facts("member of", tail="Tin Cathedral")}),
  "TKG: distinct members of Tin Cathedral")
q("count", "How many releases in the catalogue are by Hazel Okonedo?", "number", len(by("Hazel Okonedo")), "releases: Act Hazel Okonedo")
q("count", "I am putting together a small feature on the bands that always go on first and never get the glory. Would you be so kind as to tell me how many times Dead Man's Almanac "
  "were booked as the opening act?", "number", len(gigs(**{"Opening act": "Dead Man's Almanac"})), "concerts: Opening act Dead Man's Almanac")
q("count", "how many records has dot pennyfeather produced??", "number", len(inn("Dot Pennyfeather", "produced by")), "KG: produced by Dot Pennyfeather")

# ------------------------------------------------------------------ sum
q("sum", "What was the total box office in 2023?", "number", total(gigs(2023), "box"), "concerts: sum of Box office (GBP), Date in 2023")
q("sum", "how many units of saint gritstone stuff have been shipped all told", "number", total(by("Saint Gritstone"), "units"), "releases: sum of Units shipped, Act Saint Gritstone")
q("sum", "How many tickets were sold for concerts at the Corn Exchange in 2024?", "number", total(gigs(2024, Venue="Corn Exchange"), "sold"), "concerts: sum of Tickets sold, Corn Exchange, 2024")
q("sum", "add up what we spent making ninth wave records in 2018 n 2019, in pounds", "number", total([r for r in A if r["Imprint"] == "Ninth Wave" and r["d"].year in (2018, 2019)], "budget"),
  "releases: sum of Budget (GBP), Imprint Ninth Wave, Street date in 2018 or 2019")

# ------------------------------------------------------------------ average
q("average", "What is the average press score of folk releases?", "number", mean([r for r in A if r["Style"] == "Folk"], "score"), "releases: mean Press score (empty left out), Style Folk")
q("average", "whats a tikcet for rotwang go for on avg, face value", "number", mean(tops("Rotwang"), "face"), "concerts: mean Face value, Headliner Rotwang")
q("average", "I have always thought that post-rock goes on and on. How long, in minutes, is a Tin Cathedral release on average?", "number", mean(by("Tin Cathedral"), "min"),
  "releases: mean Length, Act Tin Cathedral")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the largest number of tickets sold for one concert at Fiskehallen?", "number", max(r["sold"] for r in gigs(Venue="Fiskehallen") if r["sold"] is not None), "concerts: largest Tickets sold, Fiskehallen")
q("min_max", "lowest budget ever for a proper album (type album)?", "number", min(r["budget"] for r in A if r["Type"] == "Album" and r["budget"] is not None), "releases: smallest Budget (GBP), Type Album")
q("min_max", "when did we frist put out something by queenie basset", "values", [min(r["d"] for r in by("Queenie Bassett"))], "releases: earliest Street date, Act Queenie Bassett")

# ------------------------------------------------------------------ superlative
q("superlative", "Which release has shipped the most units?", "values", best({r["Title"]: r["units"] for r in A}), "releases: largest Units shipped")
q("superlative", "tiniest room we put bands in?", "values", best({v: int(one(out(v, "has_capacity"))) for v in VENUES}, low=True), "KG: smallest has_capacity")
q("superlative", "of the soul ones, which did the critics rave about most", "values", best({r["Title"]: r["score"] for r in A if r["Style"] == "Soul" and r["score"] is not None}),
  "releases: highest Press score, Style Soul")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three biggest venues by capacity?", "values", best({v: int(one(out(v, "has_capacity"))) for v in VENUES}, 3), "KG: three largest has_capacity")
q("top_k", "top 5 gigs by box office, just the refs", "values", best({r["Gig ref"]: r["box"] for r in C if r["box"] is not None}, 5), "concerts: five largest Box office (GBP)")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has more tracks, Slack Water or The Pilot's Daughter?", "values", best({t: AN[t]["n"] for t in ("Slack Water", "The Pilot's Daughter")}),
  "releases: Tracks of the two")
q("comparison", "salthouse vs marlby guildhal in 2022, who took more at the door in £", "values", best({v: total(gigs(2022, Venue=v), "box") for v in ("The Salthouse", "Marlby Guildhall")}),
  "concerts: sums of Box office (GBP) in 2022 of the two venues")
md = {f[2]: (f[4] - f[3]).days for f in facts("managing director", "Hollowmere Group") if f[4]}
q("comparison", "Who was managing director of the Hollowmere Group for longer, Sir Ambrose Lyle or Verity Colquhoun?", "values", best({p: md[p] for p in ("Sir Ambrose Lyle", "Verity Colquhoun")}),
  "TKG: lengths of the two managing director facts")

# ------------------------------------------------------------------ difference
q("difference", "How many more units did Frost Date ship than Everything Bolts?", "number", AN["Frost Date"]["units"] - AN["Everything Bolts"]["units"], "releases: Units shipped, subtracted")
q("difference", "how much longer is nave than apse (mins)", "number", AN["Nave"]["min"] - AN["Apse"]["min"], "releases: Length, subtracted")
q("difference", "What is the difference in seats between The Barony and Ferryman's Hall? Well, capacity, since nobody sits down in either of them.", "number",
  abs(int(one(out("The Barony", "has_capacity"))) - int(one(out("Ferryman's Hall", "has_capacity")))), "KG: has_capacity of the two, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all concerts were postponed?", "number", 100 * len(gigs(Status="Postponed")) / len(C), "concerts: Status Postponed over all rows")
q("percent", "of hazel okondeos headline gigs what % had no opening act at all", "number", 100 * sum(not r["Opening act"] for r in tops("Hazel Okonedo")) / len(tops("Hazel Okonedo")),
  "concerts: Headliner Hazel Okonedo, share with empty Opening act")

# ------------------------------------------------------------------ group_by
q("group_by", "How many releases are there per imprint?", "table", Counter(r["Imprint"] for r in A), "releases: rows per Imprint")
q("group_by", "box office by year pls", "table", {k: total(v, "box") for k, v in group(C, lambda r: r["d"].year).items()}, "concerts: sum of Box office (GBP) per year of Date")
q("group_by", "Average list price for each type of release?", "table", {k: mean(v, "price") for k, v in group(A, lambda r: r["Type"]).items()}, "releases: mean List price per Type")
q("group_by", "For each venue, how many different bookers has it had?", "table", {v: len({f[2] for f in facts("booker", head=v)}) for v in VENUES}, "TKG: distinct booker per venue")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which act sold the most tickets as headliner in 2024?", "values", best({k: total(v, "sold") for k, v in group(gigs(2024), lambda r: r["Headliner"]).items()}),
  "concerts: 2024, largest sum of Tickets sold per Headliner")
q("group_superlative", "whos produced the most of our relases", "values", best(Counter(t for h, r, t in K if r == "produced by")), "KG: produced by, counted by producer")
q("group_superlative", "Which venue has had the most cancelled concerts?", "values", best(Counter(r["Venue"] for r in gigs(Status="Cancelled"))), "concerts: Status Cancelled, most rows per Venue")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Ada Mbeki-Lowe still play in Rotwang?", "boolean", now("member of", "Ada Mbeki-Lowe", "Rotwang"), "TKG: member of Rotwang ended")
q("yes_no", "was scree a golden turntable winner y/n", "boolean", "Golden Turntable" in out("Scree", "won"), "KG: Scree won Golden Turntable")
q("yes_no", "Has Queenie Bassett ever headlined at De Kelder?", "boolean", played(gigs(Headliner="Queenie Bassett", Venue="De Kelder")), "concerts: Headliner Queenie Bassett, Venue De Kelder, Played")
q("yes_no", "is it right that tin cathedral were influenced by rotwang, someone at the merch table swore blind they were", "boolean", "Rotwang" in out("Tin Cathedral", "influenced by"),
  "KG: no such influenced by triple of Tin Cathedral")

# ------------------------------------------------------------------ negation
q("negation", "Which acts have never been billed as headliner at The Barony, not even for a concert that was called off?", "values", ACTS - {r["Headliner"] for r in gigs(Venue="The Barony")}, "concerts: all acts less those with a row at The Barony")
q("negation", "velvet allotment releases that havent won anything", "values", [t for t in titles(by("Velvet Allotment")) if not out(t, "won")], "releases: Act Velvet Allotment; KG: no won triple")
q("negation", "How many of the 2021 concerts were not at venues in England?", "number", sum(country(r["Venue"]) != "England" for r in gigs(2021)),
  "concerts: Date in 2021; KG: located in > in_region > part of country is not England")
q("negation", "which venues dont have a late bar?", "values", [v for v in VENUES if "late bar" not in out(v, "offers")], "KG: venues without offers late bar")

# ------------------------------------------------------------------ time_point
q("time_point", "Who managed Saint Gritstone on 1 May 2017?", "values", [one(at("managed by", date(2017, 5, 1), "Saint Gritstone"))[2]], "TKG: managed by of Saint Gritstone valid on 2017-05-01")
q("time_point", "who was on drums, in fact who was in the drowned organists full stop on 1 july 2012", "values", members("The Drowned Organists", date(2012, 7, 1)),
  "TKG: member of The Drowned Organists valid on 2012-07-01")
q("time_point", "Which venues did the Hollowmere Group own on 30 June 2018?", "values", [f[0] for f in at("owned_by", date(2018, 6, 30), tail="Hollowmere Group")], "TKG: owned_by Hollowmere Group valid on 2018-06-30")
q("time_point", "booker at the corn exchagne in 2016?", "values", [one(in_year("booker", 2016, "Corn Exchange"))[2]], "TKG: booker of Corn Exchange in 2016")

# ------------------------------------------------------------------ before_after
q("before_after", "Who ran Lampblack before Greta Nordahl?", "values", [step(facts("label head", "Lampblack"), 2, "Greta Nordahl", -1)], "TKG: previous label head of Lampblack")
q("before_after", "after philippa drake who did the understudies get as manager", "values", [step(facts("managed by", "The Understudies"), 2, "Philippa Drake", 1)], "TKG: next managed by of The Understudies")
q("before_after", "Which musicians joined a band after 1 January 2021?", "values", {f[0] for f in facts("member of") if f[3] > date(2021, 1, 1)}, "TKG: member of with start after 2021-01-01")

# ------------------------------------------------------------------ duration
f = one(facts("member of", "Rab Calhoun", "Saint Gritstone"))
q("duration", "How many full years was Rab Calhoun in Saint Gritstone?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "out of all the people who used to be in a band and left it, whose stint was the shortest?", "values", best({(f[0], f[2]): (f[4] - f[3]).days for f in facts("member of") if f[4]}, low=True)[0][:1],
  "TKG: shortest closed member of fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country were Oh, Marguerite formed?", "values", {c for t in out("Oh, Marguerite", "formed in") for r in out(t, "in_region") for c in out(r, "part of country")}, "KG: formed in > in_region > part of country")
q("multi_hop", "whos the producer of the album Exit Poll is on", "values", {p for a in out("Exit Poll", "appears_on") for p in out(a, "produced by")}, "KG: appears_on > produced by")
q("multi_hop", "Which producers were mentored by somebody born in Thornwick?", "values", {p for m in inn("Thornwick", "born in") for p in inn(m, "mentored by")}, "KG: born in backwards, mentored by backwards")

# ------------------------------------------------------------------ cross_source
q("cross_source", "Who was the booker of the venue on the night of concert G23-65?", "values", [one(at("booker", CN["G23-65"]["d"], CN["G23-65"]["Venue"]))[2]], "concerts: Venue, Date; TKG: booker on that date")
q("cross_source", "How many concerts took place or were planned at venues that the Hollowmere Group owned on the day?", "number",
  sum(one(at("owned_by", r["d"], r["Venue"]))[2] == "Hollowmere Group" for r in C), "concerts: Venue, Date (any Status); TKG: owned_by on that date")
q("cross_source", "who mangaed kitchen cabinet when cutlery drawer came out", "values", [one(at("managed by", AN["Cutlery Drawer EP"]["d"], "Kitchen Cabinet"))[2]], "releases: Street date of Cutlery Drawer EP; TKG: managed by on that date")
q("cross_source", "How many units have been shipped in total of the releases recorded at Studio Grünewald?", "number", total([AN[t] for t in inn("Studio Grünewald", "recorded_at")], "units"),
  "KG: recorded_at Studio Grünewald; releases: sum of Units shipped")
q("cross_source", "take the record that got the best press score of the lot - who was in the band the day it hit the shops?", "values",
  members(AN[one(best({r["Title"]: r["score"] for r in A if r["score"] is not None}))]["Act"], AN[one(best({r["Title"]: r["score"] for r in A if r["score"] is not None}))]["d"]),
  "releases: highest Press score, its Act and Street date; TKG: member of that act then")
q("cross_source", "How many tickets did Norwegian venues sell in 2022?", "number", total([r for r in gigs(2022) if country(r["Venue"]) == "Norway"], "sold"), "KG: located in > in_region > part of country; concerts: sum of Tickets sold in 2022")
dk = {f[0] for f in now("managed by", tail="Delphine Okafor")}
q("cross_source", "delphine okafor's current roster, how much did they pull in as headliners at the box office in 2023 between them", "number", total([r for r in gigs(2023) if r["Headliner"] in dk], "box"),
  "TKG: open managed by Delphine Okafor; concerts: sum of Box office (GBP), 2023")

# ------------------------------------------------------------------ missing
q("missing", "For which concerts that were played is the box office not filled in?", "values", refs(r for r in C if r["Status"] == "Played" and r["box"] is None), "concerts: Status Played, empty Box office")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How many streams has Aurora Taxi had?", "refuse", [], "only units shipped of releases are recorded, no streams")
q("unanswerable", "what did the merch stall take at G23-44", "refuse", [], "no merchandise sales in any file")
assert not in_year("managing director", 1995)
q("unanswerable", "Who was managing director of the Hollowmere Group in 1995?", "refuse", [], "TKG: the first managing director fact starts in 2001")
assert "Cold Frame" not in AN
q("unanswerable", "What is the list price of Cold Frame?", "refuse", [], "there is no release Cold Frame")
q("unanswerable", "why did isla pettigrew leave velvet allotment", "refuse", [], "TKG has her dates, no reasons")
q("unanswerable", "Which songs did Nine Mile Ferry play at G22-41?", "refuse", [], "no set lists in any file")
q("unanswerable", "how old is bronwen haf", "refuse", [], "the KG has her birthplace only")

finish(HERE, Q)
