#!/usr/bin/env python3
"""Computes every gold answer of the 'gamestudio' domain from the four data files.
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


Q = []
q = asking("gamestudio", Q)


def num(s):
    for cut in ("$", ",", "%", "M"): s = s.replace(cut, "")
    return float(s) if s.strip() else None


G = rd("titles.csv")
for r in G:
    r["meta"], r["user"], r["bud"], r["dev"], r["age"], r["gb"], r["d"] = num(r["Metascore"]), num(r["User score"]), num(r["Budget"]), num(r["Dev months"]), num(r["PEGI"]), num(r["Size (GB)"]), day(r["Release"], "%d-%m-%Y")
GN = {r["Title"]: r for r in G}
S = rd("sales.csv")
for r in S:
    r["y"], r["u"], r["usd"], r["ref"], r["disc"], r["g"] = int(r["Quarter"][:4]), num(r["Units"]), num(r["Gross USD"]), num(r["Refund %"]), num(r["Discount"]), GN[r["Title"]]
SN = {r["Line"]: r for r in S}
K, T = graphs(HERE, "gamestudio")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data
FOX = "Lantern Fox"
assert len(GN) == len(G) == len({r["Code"] for r in G}) and len(SN) == len(S) and len(set(K)) == len(K)
TEAMS = {r["Team"] for r in G}
assert TEAMS == heads("team sits in") == {f[0] for f in facts("led by")} == {f[2] for f in facts("works in team")}
for rel in ("led by", "studio head", "technical director", "community manager", "published by", "works in team"):
    for fs in group(facts(rel), lambda f: f[0]).values():
        assert all(x[4] and (y[3] - x[4]).days == 1 for x, y in zip(fs, fs[1:])), fs
released = {r["Title"] for r in G if r["d"]}
assert released == heads("runs on") == {f[0] for f in facts("published by")}
for r in S: assert r["Platform"] in out(r["Title"], "runs on") and r["g"]["d"].year <= r["y"]
names = lambda rows: [r["Title"] for r in rows]
lines = lambda rows: [r["Line"] for r in rows]
genre = lambda g: [r for r in G if r["Genre"] == g]
of = lambda t: [r for r in S if r["Title"] == t]
year = lambda y: [r for r in S if r["y"] == y]
days = lambda f: (f[4] - f[3]).days

# ------------------------------------------------------------------ lookup
q("lookup", "What is the Metascore of Hexfield?", "number", GN["Hexfield"]["meta"], "titles: Metascore of Hexfield")
q("lookup", "who did the music for marrow", "values", out("Marrow", "music by"), "KG: music by of Marrow")
q("lookup", "when did cloud farm come out", "values", [GN["Cloud Farm"]["d"]], "titles: Release of Cloud Farm")
q("lookup", "Which engine is Orbital Post built on?", "values", [GN["Orbital Post"]["Engine"]], "titles: Engine of Orbital Post")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which titles are in development?", "values", names(r for r in G if r["Status"] == "in development"), "titles: Status in development")
q("filter_list", "horror games with an 18 rating that are live", "values", names(r for r in genre("horror") if r["age"] == 18 and r["Status"] == "live"), "titles: Genre horror, PEGI 18, Status live")
q("filter_list", "Which titles were released in 2018 or 2019 with a Metascore above 85?", "values", names(r for r in G if r["d"] and r["d"].year in (2018, 2019) and r["meta"] > 85), "titles: Release in 2018 or 2019, Metascore > 85")
q("filter_list", "My cousin only speaks Polish and wants something of ours to play. Which games are translated into Polish?", "values", inn("Polish", "translated into"), "KG: translated into Polish, read backwards")
q("filter_list", "everything over 50 gb", "values", names(r for r in G if r["gb"] is not None and r["gb"] > 50), "titles: Size (GB) > 50")
q("filter_list", "sales lines from japan in 2024 on playstation, line nos pls", "values", lines(r for r in year(2024) if r["Region"] == "Japan" and r["Platform"] == "PlayStation"), "sales: Quarter in 2024, Region Japan, Platform PlayStation")

# ------------------------------------------------------------------ count
q("count", "How many titles are on Kiln 2?", "number", sum(r["Engine"] == "Kiln 2" for r in G), "titles: Engine Kiln 2")
q("count", "how many games came out between 1 jan 2016 and 31 dec 2017", "number", sum(bool(r["d"]) and date(2016, 1, 1) <= r["d"] <= date(2017, 12, 31) for r in G), "titles: Release from 2016-01-01 to 2017-12-31")
q("count", "How many of our titles have multiplayer and run on Unreal?", "number", sum(r["Multiplayer"] == "Y" and r["Engine"] == "Unreal" for r in G), "titles: Multiplayer Y, Engine Unreal")
q("count", "number of sales lines in 2023 with more than 10000 units", "number", sum(r["u"] > 10000 for r in year(2023)), "sales: Quarter in 2023, Units > 10000")
q("count", "How many games run on the Switch?", "number", len(inn("Switch", "runs on")), "KG: runs on Switch")
q("count", "we are short of hands in qa again. how many testers are on record?", "number", len(inn("tester", "job")), "KG: job tester")

# ------------------------------------------------------------------ sum
q("sum", "How many units of Kettle were sold in total?", "number", total(of("Kettle"), "u"), "sales: sum of Units, Kettle")
q("sum", "gross in north amercia in 2022, all titles", "number", total([r for r in year(2022) if r["Region"] == "North America"], "usd"), "sales: sum of Gross USD (empty left out), Region North America, Quarter in 2022")
q("sum", "What is the combined budget of the strategy games, in million dollars?", "number", total(genre("strategy"), "bud"), "titles: sum of Budget, Genre strategy")

# ------------------------------------------------------------------ average
q("average", "What is the average user score of our simulation games?", "number", mean(genre("simulation"), "user"), "titles: mean User score, Genre simulation")
q("average", "avg refund % on xbox", "number", mean([r for r in S if r["Platform"] == "Xbox"], "ref"), "sales: mean Refund % (empty left out), Platform Xbox")
q("average", "How many months does team Lynx need for a game on average?", "number", mean([r for r in G if r["Team"] == "Lynx"], "dev"), "titles: mean Dev months, Team Lynx")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest Metascore we have ever received?", "number", min(r["meta"] for r in G if r["meta"] is not None), "titles: min Metascore")
q("min_max", "most units on any one sales line?", "number", max(r["u"] for r in S), "sales: max Units")

# ------------------------------------------------------------------ superlative
q("superlative", "Which game had the biggest budget?", "values", best({r["Title"]: r["bud"] for r in G if r["bud"] is not None}), "titles: highest Budget")
q("superlative", "smallest download in gb, which game", "values", best({r["Title"]: r["gb"] for r in G if r["gb"] is not None}, low=True), "titles: lowest Size (GB)")
q("superlative", "What is our newest released title?", "values", best({r["Title"]: r["d"] for r in G if r["d"]}), "titles: latest Release")
q("superlative", "racing game the critics liked best (metascore)", "values", best({r["Title"]: r["meta"] for r in genre("racing") if r["meta"] is not None}), "titles: highest Metascore, Genre racing")

# ------------------------------------------------------------------ top_k
q("top_k", "What are our four best titles by Metascore?", "values", best({r["Title"]: r["meta"] for r in G if r["meta"] is not None}, 4), "titles: four highest Metascore")
q("top_k", "top 5 games by units sold in 2024", "values", best({t: total(v, "u") for t, v in group(year(2024), lambda r: r["Title"]).items()}, 5), "sales: sum of Units per Title in 2024, five largest")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has the higher user score, Ninth Bell or Marrow?", "values", best({t: GN[t]["user"] for t in ("Ninth Bell", "Marrow")}), "titles: User score of the two")
q("comparison", "mothlight or mothlight second flame - what sold more units", "values", best({t: total(of(t), "u") for t in ("Mothlight", "Mothlight: Second Flame")}), "sales: sum of Units of the two titles")
sh = {p: days(one(facts("studio head", FOX, p))) for p in ("Marek Dvorsky", "Ines Cabral")}
q("comparison", "Who was studio head for longer, Marek Dvorsky or Ines Cabral?", "values", best(sh), "TKG: lengths of the two studio head facts")

# ------------------------------------------------------------------ difference
q("difference", "How much more did Bread & Circuses cost than Hexfield, in million dollars?", "number", round(GN["Bread & Circuses"]["bud"] - GN["Hexfield"]["bud"], 2), "titles: difference of Budget")
q("difference", "metascore gap between dustwalkers and dustwalkers exile?", "number", GN["Dustwalkers"]["meta"] - GN["Dustwalkers: Exile"]["meta"], "titles: difference of Metascore")
q("difference", "By how many units did 2023 beat 2022?", "number", total(year(2023), "u") - total(year(2022), "u"), "sales: sum of Units in 2023 minus 2022")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our titles are made with Unreal?", "number", share(G, lambda r: r["Engine"] == "Unreal"), "titles: share of Engine Unreal")
q("percent", "share of all units ever sold that was on pc, in %", "number", 100 * total([r for r in S if r["Platform"] == "PC"], "u") / total(S, "u"), "sales: Units on Platform PC over all Units")
q("percent", "What percent of the released games have multiplayer?", "number", share([r for r in G if r["d"]], lambda r: r["Multiplayer"] == "Y"), "titles: with a Release, share of Multiplayer Y")

# ------------------------------------------------------------------ group_by
q("group_by", "How many titles are there per genre?", "table", Counter(r["Genre"] for r in G), "titles: rows per Genre")
q("group_by", "units per platform", "table", {p: total(v, "u") for p, v in group(S, lambda r: r["Platform"]).items()}, "sales: sum of Units per Platform")
q("group_by", "For each team, what is the average Metascore of its games?", "table", {t: mean(v, "meta") for t, v in group(G, lambda r: r["Team"]).items()}, "titles: mean Metascore (empty left out) per Team")
q("group_by", "gross dollars by year", "table", {y: total(v, "usd") for y, v in group(S, lambda r: r["y"]).items()}, "sales: sum of Gross USD per year of Quarter")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which title has sold the most units overall?", "values", best({t: total(v, "u") for t, v in group(S, lambda r: r["Title"]).items()}), "sales: highest sum of Units per Title")
q("group_superlative", "whos down as lead desinger on most titles", "values", best(Counter(r["Lead designer"] for r in G)), "titles: most rows per Lead designer")
q("group_superlative", "Which region brought in the most money?", "values", best({t: total(v, "usd") for t, v in group(S, lambda r: r["Region"]).items()}), "sales: highest sum of Gross USD per Region")
q("group_superlative", "who's written music for the most of our games", "values", best(Counter(t for h, r, t in K if r == "music by")), "KG: music by, counted by composer")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Kettle translated into German?", "boolean", "German" in out("Kettle", "translated into"), "KG: no translated into German of Kettle")
q("yes_no", "did yuki arai ever lead lynx", "boolean", bool(facts("led by", "Lynx", "Yuki Arai")), "TKG: led by fact")
q("yes_no", "Are the online servers of Quarry 9 still running?", "boolean", bool(now("online servers run by", "Quarry 9")), "TKG: the online servers run by fact has ended")
q("yes_no", "paper dragons won anything?", "boolean", bool(out("Paper Dragons", "won")), "KG: won of Paper Dragons")

# ------------------------------------------------------------------ negation
q("negation", "Which released games have no line in the sales table?", "values", released - {r["Title"] for r in S}, "titles: with a Release, without a row in sales")
q("negation", "adventrue games that didnt win a prize", "values", names(r for r in genre("adventure") if not out(r["Title"], "won")), "titles: Genre adventure; KG: no won")
q("negation", "Which live games do not run on PlayStation?", "values", names(r for r in G if r["Status"] == "live" and "PlayStation" not in out(r["Title"], "runs on")), "titles: Status live; KG: no runs on PlayStation")
q("negation", "how many of badgers titles arent strategy", "number", sum(r["Team"] == "Badger" and r["Genre"] != "strategy" for r in G), "titles: Team Badger, Genre not strategy")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was studio head on 1 June 2018?", "values", [one(at("studio head", date(2018, 6, 1)))[2]], "TKG: studio head on 2018-06-01")
q("time_point", "comunity manager in 2020?", "values", [one(in_year("community manager", 2020))[2]], "TKG: community manager in 2020")
q("time_point", "Who leads team Heron today?", "values", [one(now("led by", "Heron"))[2]], "TKG: open led by of Heron")
q("time_point", "what team did leo duarte work in back in 2016", "values", [one(in_year("works in team", 2016, "Leo Duarte"))[2]], "TKG: works in team of Leo Duarte in 2016")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was technical director before Olu Adeyinka?", "values", [step(facts("technical director"), 2, "Olu Adeyinka", -1)], "TKG: previous technical director")
q("before_after", "after marek dvorsky left who ran the studio", "values", [step(facts("studio head"), 2, "Marek Dvorsky", 1)], "TKG: next studio head")
q("before_after", "Our archive is a mess. Which publisher had Saffron Road before Kumo Publishing?", "values", [step(facts("published by", "Saffron Road"), 2, "Kumo Publishing", -1)], "TKG: previous published by of Saffron Road")

# ------------------------------------------------------------------ duration
f = one(facts("led by", "Lynx", "Yuki Arai"))
q("duration", "How many full years did Yuki Arai lead team Lynx?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "who of the people in lynx now has been there longest", "values", best({f[0]: f[3] for f in now("works in team", tail="Lynx")}, low=True), "TKG: open works in team Lynx with the earliest start")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Who voices the main character of Saffron Road?", "values", {v for c in out("Saffron Road", "main character") for v in out(c, "voiced by")}, "KG: main character > voiced by")
q("multi_hop", "what country is team lynx in", "values", {c for t in out("Lynx", "team sits in") for c in out(t, "city in")}, "KG: team sits in > city in")
q("multi_hop", "Which prize was won by the game that Mothlight: Ashes is a sequel to?", "values", {a for g in out("Mothlight: Ashes", "sequel to") for a in out(g, "won")}, "KG: sequel to > won")

# ------------------------------------------------------------------ cross_source
x = GN["Bread & Circuses"]
q("cross_source", "Who was studio head when Bread & Circuses was released?", "values", [one(at("studio head", x["d"]))[2]], "titles: Release; TKG: studio head on that date")
q("cross_source", "total units of games with music by takumi ono", "number", total([r for r in S if "Takumi Ono" in out(r["Title"], "music by")], "u"), "KG: music by Takumi Ono; sales: sum of Units")
q("cross_source", "How many of our games came out while Robbie Finch was community manager, counting both of his stints?", "number", sum(bool(at("community manager", r["d"], FOX, "Robbie Finch")) for r in G if r["d"]), "TKG: community manager intervals; titles: Release")
q("cross_source", "avg metascore of the games kumo publishes now", "number", mean([GN[f[0]] for f in now("published by", tail="Kumo Publishing")], "meta"), "TKG: open published by Kumo Publishing; titles: mean Metascore")
q("cross_source", "Which games were made by a team that sits in Ghent and have Pilar Ortega as the voice of the main character?", "values", names(r for r in G if "Ghent" in out(r["Team"], "team sits in") and any("Pilar Ortega" in out(c, "voiced by") for c in out(r["Title"], "main character"))),
  "titles: Team; KG: team sits in Ghent, main character > voiced by Pilar Ortega")
q("cross_source", "gross of all the shooters in 2023, every platform", "number", total([r for r in year(2023) if r["g"]["Genre"] == "shooter"], "usd"), "titles: Genre shooter; sales: sum of Gross USD in 2023")

# ------------------------------------------------------------------ missing
q("missing", "Which sales lines have no channel filled in?", "values", lines(r for r in S if not r["Channel"]), "sales: empty Channel")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How many people are playing Cloud Farm at this very moment?", "refuse", [], "no player counts in any file")
q("unanswerable", "whats the release date of saltmarch gonna be", "refuse", [], "Saltmarch is in development and has no Release")
assert "Mothlight: Dawn" not in GN
q("unanswerable", "Who designed Mothlight: Dawn?", "refuse", [], "there is no title Mothlight: Dawn")
assert not in_year("led by", 2008, "Otter")
q("unanswerable", "who led otter in 2008", "refuse", [], "TKG: the first led by fact of Otter starts in 2010")
q("unanswerable", "What does Hana Fujimoto charge for a day in the sound booth?", "refuse", [], "no fees in any file")
q("unanswerable", "nr of bugs reported for ninth bell?", "refuse", [], "no bugs in any file")


finish(HERE, Q)
