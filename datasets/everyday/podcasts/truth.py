#!/usr/bin/env python3
"""Computes every gold answer of the 'podcasts' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total, digits as num)


def rd(name): return records(HERE, name)
def days(f): return (f[4] - f[3]).days


K, T = graphs(HERE, "podcasts")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("podcasts", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

S = rd("shows.csv")
for r in S:
    r["l"], r["subs"], r["stars"], r["len"], r["cpm"] = day(r["Launched"], "%m/%Y"), num(r["Subs"]), num(r["Stars"]), num(r["Typ. len (min)"]), num(r["CPM"])
    assert r["Subs"].endswith("k")
SN = {r["Show"]: r for r in S}
E = rd("episodes.csv")
for r in E:
    r["d"], r["dl"], r["compl"], r["rev"] = day(r["Pub date"], "%b %d, %Y"), num(r["DLs (30d)"]), num(r["Compl. rate"]), num(r["Ad rev"])
    m, s = r["Runtime"].split(":")
    r["sec"] = 60 * int(m) + int(s)
    assert (r["rev"] is None) == (r["Sponsor"] == "")
EN = {r["GUID"]: r for r in E}
ET = {r["Title"]: r for r in E}
assert len(EN) == len(E) == len(ET) and len(SN) == len(S) and {r["Show"] for r in E} == set(SN)
for r in S:
    assert r["Lead host"] in inn(r["Show"], "HOSTS")
    assert not facts("fronted_by", r["Show"]) or one(now("fronted_by", r["Show"]))[2] == r["Lead host"]
N = "Lanternfish Audio"
sh = lambda rows: [r["Show"] for r in rows]
ti = lambda rows: [r["Title"] for r in rows]
eps = lambda s: [r for r in E if r["Show"] == s]
yr = lambda y: [r for r in E if r["d"].year == y]
by = lambda key, v: {k: total(x, v) for k, x in group([r for r in E if r[key]], lambda r: r[key]).items()}
PRODUCERS = {r["Producer"] for r in E}
SPONS = heads("sells")
assert {r["Sponsor"] for r in E} - {""} == SPONS

q("lookup", "Who is the lead host of Pixel Parish?", "values", SN["Pixel Parish"]["Lead host"], "shows: Lead host")
q("lookup", "The Toaster - how long does that episode run", "values", ET["The Toaster"]["Runtime"], "episodes: Runtime")
q("lookup", "Who wrote the theme tune for Hedgerow?", "values", out("Hedgerow", "theme music by"), "KG theme music by")
q("lookup", "which studio do we record rookie dad in", "values", SN["Rookie Dad"]["Recorded at"], "shows: Recorded at")
q("lookup", "Who was the guest on Spines?", "values", ET["Spines"]["Guest"], "episodes: Guest")

q("filter_list", "Which shows come out every week? Not the twice-weekly one.", "values", sh(r for r in S if r["Freq"] == "weekly"), "shows: Freq weekly")
q("filter_list", "episodes w/ Robbie Carrick as guest", "values", ti(r for r in E if r["Guest"] == "Robbie Carrick"), "episodes: Guest")
q("filter_list", "Which episodes had more than 170,000 downloads in their first 30 days?", "values", ti(r for r in E if r["dl"] > 170000), "episodes: DLs > 170000")
q("filter_list", "Winners of the Golden Ear, all our shows that got it?", "values", inn("Golden Ear", "Won Award"), "KG Won Award")
q("filter_list", "Legal is checking bad language. Titles of the 2024 episodes flagged explicit, please", "values", ti(r for r in yr(2024) if r["Expl."] == "E"), "episodes: Expl. E, 2024")

q("count", "How many episodes came out in 2023?", "number", len(yr(2023)), "episodes: Pub date in 2023")
q("count", "number of shows that are still live", "number", sum(r["Status"] == "live" for r in S), "shows: Status live")
q("count", "How many episodes has Fernvale Seeds paid for?", "number", sum(r["Sponsor"] == "Fernvale Seeds" for r in E), "episodes: Sponsor")
q("count", "How many hosts does Touchline Static have altogether?", "number", len(inn("Touchline Static", "HOSTS")), "KG HOSTS")

q("sum", "How much ad revenue did Cold Tap bring in altogether?", "number", total(eps("Cold Tap"), "rev"), "episodes: sum of Ad rev, Show")
q("sum", "total downloads 2024, all shows", "number", total(yr(2024), "dl"), "episodes: sum of DLs, 2024")
q("sum", "What have we earned from Tallow & Thyme ads over the whole list? In pounds.", "number", total([r for r in E if r["Sponsor"] == "Tallow & Thyme"], "rev"), "episodes: sum of Ad rev, Sponsor")

q("average", "What is the average number of downloads for a Half Orbit episode?", "number", mean(eps("Half Orbit"), "dl"), "episodes: mean DLs, Show")
q("average", "avg completion rate soup weather, %", "number", mean(eps("Soup Weather"), "compl"), "episodes: mean Compl. rate, Show")
q("average", "What CPM do we charge on average across the shows that have one?", "number", mean(S, "cpm"), "shows: mean CPM")

q("min_max", "What is the highest ad revenue a single episode has made?", "number", max(r["rev"] for r in E if r["rev"]), "episodes: max Ad rev")
q("min_max", "lowest star rating of any show?", "number", min(r["stars"] for r in S if r["stars"]), "shows: min Stars")
q("min_max", "When did the first episode of 2024 with Brightbean Coffee as sponsor go out?", "values", min(r["d"] for r in yr(2024) if r["Sponsor"] == "Brightbean Coffee"), "episodes: earliest Pub date, 2024, Sponsor")

q("superlative", "Which show has the most subscribers?", "values", best({r["Show"]: r["subs"] for r in S}), "shows: largest Subs")
q("superlative", "longest episode ever, title pls", "values", best({r["Title"]: r["sec"] for r in E}), "episodes: largest Runtime")
q("superlative", "What was our most downloded episode?", "values", best({r["Title"]: r["dl"] for r in E}), "episodes: largest DLs (typo)")
q("superlative", "priciest cpm - which show", "values", best({r["Show"]: r["cpm"] for r in S if r["cpm"]}), "shows: largest CPM")

q("top_k", "What are the three shows with the most subscribers?", "values", best({r["Show"]: r["subs"] for r in S}, 3), "shows: three largest Subs")
q("top_k", "4 oldest shows we have going by launch", "values", best({r["Show"]: r["l"] for r in S}, 4, low=True), "shows: four earliest Launched")
q("top_k", "Name the two sponsors that have spent the most on ads with us.", "values", best(by("Sponsor", "rev"), 2), "episodes: two largest sums of Ad rev per Sponsor")

q("comparison", "Does Bog Standard or Half Orbit have more subscribers?", "values", best({s: SN[s]["subs"] for s in ("Bog Standard", "Half Orbit")}), "shows: Subs of both")
q("comparison", "which got more downloads, The Bellhop or Salt Lane", "values", best({t: ET[t]["dl"] for t in ("The Bellhop", "Salt Lane")}), "episodes: DLs of both")
q("comparison", "Victor Lamb and Sunita Prasad both ran the company. Whose stint as CEO was longer?", "values", best({p: days(one(facts("CEO of", p))) for p in ("Victor Lamb", "Sunita Prasad")}), "TKG lengths of both CEO facts")

q("difference", "How many more episodes in the list has Cold Tap than Soup Weather?", "number", len(eps("Cold Tap")) - len(eps("Soup Weather")), "episodes: rows of both Shows subtracted")
q("difference", "cpm radio allotment minus cpm hedgerow", "number", SN["Radio Allotment"]["cpm"] - SN["Hedgerow"]["cpm"], "shows: CPM subtracted")
q("difference", "By how many downloads did Derby Day beat Penalties Again?", "number", ET["Derby Day"]["dl"] - ET["Penalties Again"]["dl"], "episodes: DLs subtracted")

q("percent", "What percentage of episodes had a sponsor?", "number", share(E, lambda r: r["Sponsor"]), "episodes: Sponsor filled over all rows")
q("percent", "% of shows recorded remotely", "number", share(S, lambda r: r["Recorded at"] == "remote"), "shows: Recorded at remote over all rows")
q("percent", "Out of Rookie Dad's episodes, what per cent have a guest on?", "number", share(eps("Rookie Dad"), lambda r: r["Guest"]), "episodes: Guest filled over the rows of the Show")

q("group_by", "How many episodes did each producer make?", "table", Counter(r["Producer"] for r in E), "episodes: rows per Producer")
q("group_by", "ad revenue by sponsor, all time", "table", by("Sponsor", "rev"), "episodes: sum of Ad rev per Sponsor")
q("group_by", "theme composers and how many of our themes each did", "table", Counter(t for h, r, t in K if r == "theme music by"), "KG theme music by, rows per tail")

q("group_superlative", "Which guest has been on the most episodes?", "values", best(Counter(r["Guest"] for r in E if r["Guest"])), "episodes: most frequent Guest")
q("group_superlative", "sponsor that shows up on the most episodes?", "values", best(Counter(r["Sponsor"] for r in E if r["Sponsor"])), "episodes: most frequent Sponsor")
q("group_superlative", "What producer's episodes have made the most ad money in total?", "values", best(by("Producer", "rev")), "episodes: largest sum of Ad rev per Producer")
q("group_superlative", "which award have our shows won most often", "values", best(Counter(t for h, r, t in K if r == "Won Award")), "KG Won Award: most frequent tail")

q("yes_no", "Is Court Eleven still running?", "boolean", SN["Court Eleven"]["Status"] == "live", "shows: Status")
q("yes_no", "did cold tap ever win the british podcast awards", "boolean", "British Podcast Awards" in out("Cold Tap", "Won Award"), "KG Won Award")
q("yes_no", "Has Quillbank ever sponsored a Touchline Static episode?", "boolean", any(r["Sponsor"] == "Quillbank" for r in eps("Touchline Static")) or bool(facts("headline sponsor", "Touchline Static", "Quillbank")), "episodes: Show, Sponsor; TKG headline sponsor")
q("yes_no", "Is Rhona Keir somebody who works under Helena Voss?", "boolean", "Helena Voss" in out("Rhona Keir", "reports_to") | {b for a in out("Rhona Keir", "reports_to") for b in out(a, "reports_to")}, "KG reports_to, also over two steps")

q("negation", "Which shows have never carried a sponsored episode?", "values", set(SN) - {r["Show"] for r in E if r["Sponsor"]}, "episodes: shows without a Sponsor")
q("negation", "touchline episodes without a guest", "values", ti(r for r in eps("Touchline Static") if not r["Guest"]), "episodes: Show, Guest empty")
q("negation", "Which of our producers don't edit with Pro Tools?", "values", PRODUCERS - inn("Pro Tools", "edits with"), "episodes: Producer; KG edits with without Pro Tools")
q("negation", "sponsors that arent owned by anyone bigger", "values", SPONS - heads("owned by"), "KG sponsors without owned by")

q("time_point", "Who was CEO on 1 January 2017?", "values", one(at("CEO of", date(2017, 1, 1)))[0], "TKG CEO of on that day")
q("time_point", "Lanternfish Plus monthly, price in june 2021?", "values", one(at("subscription price", date(2021, 6, 15), "Lanternfish Plus (monthly)"))[2], "TKG subscription price in June 2021")
q("time_point", "Who is Half Orbit's headline sponsor at present?", "values", one(now("headline sponsor", "Half Orbit"))[2], "TKG open headline sponsor")
q("time_point", "where was our hq in 2018", "values", one(in_year("HQ at", 2018))[2], "TKG HQ at in 2018")

q("before_after", "Who fronted Bog Standard before Siobhán Tierney?", "values", step(facts("fronted_by", "Bog Standard"), 2, "Siobhán Tierney", -1), "TKG fronted_by, the fact before")
q("before_after", "We left Megawave at some point, what platform did we go to", "values", step(facts("hosted on platform"), 2, "Megawave", 1), "TKG hosted on platform, next fact")
q("before_after", "rosalind pike - whose job as head of content did she take over?", "values", step(facts("head of content at"), 0, "Rosalind Pike", -1), "TKG head of content at, the fact before")

q("duration", "For how many full years was Felix Oduya the face of The Ledger Club?", "number", lasted(one(facts("fronted_by", "The Ledger Club", "Felix Oduya"))), "TKG completed years")
q("duration", "old print works, how many complete years were we in there", "number", lasted(one(facts("HQ at", N, "Old Print Works"))), "TKG completed years")
q("duration", "Counting only headline sponsor deals that still run, which company has stuck with one show the longest?", "values", best({f[2] + "|" + f[0]: f[3].toordinal() for f in now("headline sponsor")}, low=True)[0].split("|")[0], "TKG open headline sponsor with the earliest start")

q("multi_hop", "In which country does the lead host of Petites Histoires live?", "values", out(one(out(SN["Petites Histoires"]["Lead host"], "lives in")), "country"), "shows: Lead host; KG lives in, country")
q("multi_hop", "frankie lowe's boss's boss?", "values", out(one(out("Frankie Lowe", "reports_to")), "reports_to"), "KG reports_to twice")
q("multi_hop", "Which sponsors have their base in Scotland?", "values", {s for s in SPONS if out(one(out(s, "based in")), "country") == {"Scotland"}}, "KG based in, country")
q("multi_hop", "The show that Court Eleven was spun off from: what's it about?", "values", out(one(out("Court Eleven", "spin-off of")), "is_about"), "KG spin-off of, is_about")

q("cross_source", "How much ad revenue came from brands owned by Castlegate plc?", "number", total([r for r in E if r["Sponsor"] in inn("Castlegate plc", "owned by")], "rev"), "KG owned by; episodes: sum of Ad rev")
q("cross_source", "subscriber numbers of the shows about fraud, added up (in thousands)", "number", round(sum(SN[s]["subs"] for s in inn("fraud", "is_about")), 1), "KG is_about; shows: sum of Subs")
q("cross_source", "Which producer is in charge of the show with the most subscribers today?", "values", one(now("produces", tail=best({r["Show"]: r["subs"] for r in S})[0]))[0], "shows: largest Subs; TKG open produces")
q("cross_source", "On the day The Loudest Star came out, sorry, no, A Clock for Mars, who was Half Orbit's headline sponsor?", "values", one(at("headline sponsor", ET["A Clock for Mars"]["d"], "Half Orbit"))[2], "episodes: Pub date; TKG on that day (detour)")
q("cross_source", "episodes that went out with a sponsor from london", "values", ti(r for r in E if r["Sponsor"] and "London" in out(r["Sponsor"], "based in")), "KG based in; episodes: Sponsor")

q("missing", "Which shows have no CPM listed?", "values", sh(r for r in S if r["cpm"] is None), "shows: CPM empty")
q("missing", "2024 episodes where we lack the completion rate", "values", ti(r for r in yr(2024) if r["compl"] is None), "episodes: Compl. rate empty, 2024")

refuse("How many listeners does Cold Tap have in Canada?", "no listeners by country in any file")
refuse("what did we pay Elke Brandt for the themes", "no fees in any file")
refuse("What is the star rating of Court Eleven?", "shows: Stars empty")
refuse("who was the ceo in 2005", "TKG: the first CEO fact starts in 2012")
refuse("headline sponsor of bog standard these days?", "TKG: the only headline sponsor fact of Bog Standard has ended")
assert SN["Court Eleven"]["stars"] is None and not in_year("CEO of", 2005) and not now("headline sponsor", "Bog Standard")

finish(HERE, Q)
