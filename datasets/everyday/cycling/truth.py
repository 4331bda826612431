#!/usr/bin/env python3
"""Computes every gold answer of the 'cycling' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, finish, group, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)

def num(s):
    for unit in ("€", ",", " km/h", " km", " m", " s"): s = s.replace(unit, "")
    return float(s) if s.strip() else None
def first(y): return date(int(y), 1, 1)
def last(y): return date(int(y), 12, 31) if y else None


S = rd("stages.csv")
for r in S:
    r["d"], r["km"], r["up"], r["speed"] = datetime.strptime(r["Date"], "%d/%m/%Y").date(), num(r["Length"]), num(r["Elevation gain"]), num(r["Winner's avg speed"])
    r["start"], r["fin"], r["purse"], r["crowd"] = num(r["Starters"]), num(r["Finishers"]), num(r["Purse"]), num(r["Crowd estimate"])
    r["year"], r["held"] = r["d"].year, r["Status"] == "Held"
SN = {r["Code"]: r for r in S}
X = rd("results.csv")
for r in X:
    r["pos"], r["pts"], r["gap"], r["prize"], r["hr"] = int(r["Pos"]), int(r["Points"]), num(r["Gap"]), num(r["Prize (EUR)"]), num(r["Avg heart rate"])
    r["st"] = SN[r["Stage code"]]
    r["year"], r["race"] = r["st"]["year"], r["st"]["Race"]
K = [(r["head"], r["relation"], r["tail"]) for r in rd("cycling.kg.tsv")]
out, inn, heads = kg(K)
T = [(r["head"], r["relation"], r["tail"], first(r["start"]), last(r["end"])) for r in rd("cycling.tkg.tsv")]
facts, now, at, in_year = tkg(T)


# sanity of the data
RIDERS, TEAMS, RACES = heads("specialises_in"), heads("registered_in"), heads("held in")
assert len(SN) == len(S) and len({r["Result No"] for r in X}) == len(X) and len(set(K)) == len(K)
assert {r["Rider"] for r in X} == RIDERS == {f[0] for f in facts("rides for")} and {r["Team"] for r in X} == TEAMS == {f[2] for f in facts("rides for")}
assert {r["Race"] for r in S} == RACES
for h in RIDERS | TEAMS | RACES | {f[0] for f in facts("national champion")}:
    for rel in ("rides for", "title sponsor", "sports director", "presented_by", "race director", "national champion"):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in X: assert r["Team"] == one(at("rides for", r["st"]["d"], head=r["Rider"]))[2] and r["st"]["held"]
for r in S: assert [x["pos"] for x in X if x["st"] is r] == ([1, 2, 3, 4, 5] if r["held"] else []) and (not r["held"] or r["fin"] <= r["start"])
for f in facts("national champion"): assert out(f[2], "citizen_of") == {f[0]}
stages = lambda y=None, **k: [r for r in S if y in (None, r["year"]) and all(r[c] == v for c, v in k.items())]
rows = lambda who=None, y=None, **k: [r for r in X if who in (None, r["Rider"]) and y in (None, r["year"]) and all(r[c] == v for c, v in k.items())]
codes = lambda rs: [r["Code"] for r in rs]
winner = lambda code: one(r for r in X if r["Stage code"] == code and r["pos"] == 1)
champion = lambda c, y: one(in_year("national champion", y, c))[2]
seasons = lambda f: f[4].year - f[3].year + 1
climbs = lambda race: out(race, "goes over")
high = lambda c: int(one(out(c, "has_altitude")))

Q = []
q = asking("cycling", Q)

# ------------------------------------------------------------------ lookup
q("lookup", "What colour is the leader's jersey of the Vuelta a Sierra Alba?", "values", out("Vuelta a Sierra Alba", "leader's jersey"), "KG: Vuelta a Sierra Alba leader's jersey")
q("lookup", "how many km was VSA23-1", "number", SN["VSA23-1"]["km"], "stages: Length of VSA23-1")
q("lookup", "Who coaches Nika Zupanc-Hribar?", "values", out("Nika Zupanc-Hribar", "coached by"), "KG: Nika Zupanc-Hribar coached by")
q("lookup", "altitude of the muur van sint job?", "number", high("Muur van Sint-Job"), "KG: Muur van Sint-Job has_altitude")
q("lookup", "Where did stage FJO22-3 finish?", "values", [SN["FJO22-3"]["To"]], "stages: To of FJO22-3")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which mountain stages were there in 2024? Please give the codes.", "values", codes(stages(2024, Profile="Mountain")), "stages: Date in 2024, Profile Mountain")
q("filter_list", "whos a sprint specialist", "values", inn("sprinting", "specialises_in"), "KG: specialises_in sprinting")
q("filter_list", "Which races go over Hag's Gap?", "values", {h for h, r, t in K if r == "goes over" and t == "Hag's Gap"}, "KG: goes over Hag's Gap")
q("filter_list", "stage codes of everything with over 3000 m of climing", "values", codes(r for r in S if r["up"] > 3000), "stages: Elevation gain > 3,000 m (whatever the Status)")
q("filter_list", "Which riders were in the top three of a time trial in 2023?", "values", {r["Rider"] for r in rows(y=2023) if r["pos"] <= 3 and r["st"]["Profile"] == "Time trial"},
  "results: Pos 1 to 3; stages: Profile Time trial, Date in 2023")

# ------------------------------------------------------------------ count
q("count", "How many times has Lieke Hoogland finished first?", "number", len(rows("Lieke Hoogland", pos=1)), "results: Rider Lieke Hoogland, Pos 1")
q("count", "how many stages or races on the calendar got scrapped", "number", len(stages(Status="Cancelled")), "stages: Status Cancelled")
q("count", "How many riders were born in Kasselbroek?", "number", len(inn("Kasselbroek", "born in")), "KG: born in Kasselbroek")
q("count", "Excuse me for bothering the results desk on a Sunday, my editor is adamant that the juries have gone soft. How many jury warnings are there among your results?", "number",
  len(rows(**{"Jury note": "Jury warning"})), "results: Jury note Jury warning")
q("count", "jule petersdorf, how many diffrent teams has she ridden for so far", "number", len({f[2] for f in facts("rides for", "Jule Petersdorf")}), "TKG: distinct rides for teams of Jule Petersdorf")

# ------------------------------------------------------------------ sum
q("sum", "How many points has Tess Verlinden scored in total?", "number", sum(r["pts"] for r in rows("Tess Verlinden")), "results: sum of Points, Rider Tess Verlinden")
q("sum", "prize monney picked up by kasselbroek ladies, all in all, in euros", "number", total(rows(Team="Kasselbroek Ladies"), "prize"), "results: sum of Prize (EUR), Team Kasselbroek Ladies")
q("sum", "How many kilometres did the four stages of the 2023 Giro delle Tre Valli add up to?", "number", total(stages(2023, Race="Giro delle Tre Valli"), "km"), "stages: sum of Length, Giro delle Tre Valli, 2023")
q("sum", "going by the crowd estimates how many people came out for the fjordrittet in 22 altogther", "number", total(stages(2022, Race="Fjordrittet"), "crowd"), "stages: sum of Crowd estimate, Fjordrittet, 2022")

# ------------------------------------------------------------------ average
q("average", "What is the average winning speed in time trials, in km/h?", "number", mean(stages(Profile="Time trial"), "speed"), "stages: mean Winner's avg speed, Profile Time trial")
q("average", "ingeborg fossum avg heart rate over all her results", "number", mean(rows("Ingeborg Fossum"), "hr"), "results: mean Avg heart rate (empty left out), Ingeborg Fossum")
q("average", "How much prize purse was there per stage on average at the 2024 Velmark Omloop?", "number", mean(stages(2024, Race="Velmark Omloop"), "purse"), "stages: mean Purse, Velmark Omloop, 2024")

# ------------------------------------------------------------------ min_max
q("min_max", "What was the length of the shortest time trial, in kilometres?", "number", min(r["km"] for r in stages(Profile="Time trial")), "stages: smallest Length, Profile Time trial")
q("min_max", "biggest crowd estimate weve ever had on a single day?", "number", max(r["crowd"] for r in S if r["crowd"] is not None), "stages: largest Crowd estimate")
q("min_max", "When was the most recent Clonmara Classic that actually took place?", "values", [max(r["d"] for r in stages(Race="Clonmara Classic", Status="Held"))], "stages: latest Date, Clonmara Classic, Held")

# ------------------------------------------------------------------ superlative
q("superlative", "Which climb is the highest?", "values", best({c: high(c) for c in heads("has_altitude")}), "KG: largest has_altitude")
q("superlative", "whats the granddaddy of the races, the one thats been going longest", "values", best({r: int(one(out(r, "first held"))) for r in RACES}, low=True), "KG: earliest first held")
q("superlative", "coach with the most riders on the books?", "values", best(Counter(t for h, r, t in K if r == "coached by")), "KG: coached by, counted by coach")

# ------------------------------------------------------------------ top_k
q("top_k", "Who are the three riders with the most points overall?", "values", best({k: sum(r["pts"] for r in v) for k, v in group(X, lambda r: r["Rider"]).items()}, 3), "results: three largest sums of Points per Rider")
q("top_k", "4 longest stages by km, codes only", "values", best({r["Code"]: r["km"] for r in S}, 4), "stages: four largest Length")

# ------------------------------------------------------------------ comparison
q("comparison", "Who has won more often, Elke Vandamme or Paola D'Ambrosio?", "values", best({p: len(rows(p, pos=1)) for p in ("Elke Vandamme", "Paola D'Ambrosio")}), "results: rows with Pos 1 of the two")
q("comparison", "which was hillier in total elevation gain, the 2021 vuelta a sierra alba or the one in 2024 - just the year", "values", best({y: total(stages(y, Race="Vuelta a Sierra Alba"), "up") for y in (2021, 2024)}),
  "stages: sums of Elevation gain of Vuelta a Sierra Alba in the two years")
q("comparison", "trollskaret or passo della lepre, whichs higher", "values", best({c: high(c) for c in ("Trollskaret", "Passo della Lepre")}), "KG: has_altitude of the two")

# ------------------------------------------------------------------ difference
q("difference", "How many more points did Hohenfels RSV collect than Alba Femenina?", "number", sum(r["pts"] for r in rows(Team="Hohenfels RSV")) - sum(r["pts"] for r in rows(Team="Alba Femenina")), "results: sums of Points of the two teams, subtracted")
q("difference", "RVK24 started with so many and ended with fewer - how many riders dropped out", "number", SN["RVK24"]["start"] - SN["RVK24"]["fin"], "stages: Starters minus Finishers of RVK24")
q("difference", "By how many years is the Grand Prix de Lorcy older than the O'Hanlon Memorial?", "number", int(one(out("O'Hanlon Memorial", "first held"))) - int(one(out("Grand Prix de Lorcy", "first held"))), "KG: first held of the two, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all the stages and races on the calendar were flat?", "number", 100 * len(stages(Profile="Flat")) / len(S), "stages: Profile Flat over all rows")
q("percent", "of chiara bonfantis results in the list, what % are wins", "number", 100 * len(rows("Chiara Bonfanti", pos=1)) / len(rows("Chiara Bonfanti")), "results: Chiara Bonfanti, share of Pos 1")
q("percent", "What share of the riders specialises in climbing, in percent?", "number", 100 * len(inn("climbing", "specialises_in")) / len(RIDERS), "KG: specialises_in climbing over all riders")

# ------------------------------------------------------------------ group_by
q("group_by", "How many wins has each team had?", "table", Counter(r["Team"] for r in rows(pos=1)), "results: rows with Pos 1 per Team")
q("group_by", "km raced per year, only what was actually held", "table", {k: total(v, "km") for k, v in group(stages(Status="Held"), lambda r: r["year"]).items()}, "stages: Held, sum of Length per year of Date")
q("group_by", "What is the average purse for each race?", "table", {k: mean(v, "purse") for k, v in group(S, lambda r: r["Race"]).items()}, "stages: mean Purse per Race")
q("group_by", "number of riders per nationality?", "table", Counter(t for h, r, t in K if r == "citizen_of"), "KG: citizen_of, counted by country")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which team has earned the most prize money?", "values", best({k: total(v, "prize") for k, v in group(X, lambda r: r["Team"]).items()}), "results: largest sum of Prize (EUR) per Team")
q("group_superlative", "who was top of the pile on pionts in 2022", "values", best({k: sum(r["pts"] for r in v) for k, v in group(rows(y=2022), lambda r: r["Rider"]).items()}), "results: largest sum of Points per Rider; stages: Date in 2022")
q("group_superlative", "Who finished secnd the most times?", "values", best(Counter(r["Rider"] for r in rows(pos=2))), "results: Pos 2, most rows per Rider")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Has Annika Wolfram ever ridden for Hohenfels RSV?", "boolean", facts("rides for", "Annika Wolfram", "Hohenfels RSV"), "TKG: Annika Wolfram rides for Hohenfels RSV")
q("yes_no", "did sanne kuipers ever win anything", "boolean", rows("Sanne Kuipers", pos=1), "results: no row with Sanne Kuipers and Pos 1")
q("yes_no", "Is Caffè Bellucci still presenting the Giro delle Tre Valli?", "boolean", now("presented_by", "Giro delle Tre Valli", "Caffè Bellucci"), "TKG: presented_by Caffè Bellucci ended")
q("yes_no", "somebody at the feed zone told me hanne desmet and elke vandamme are cousins, true?", "boolean", {("Elke Vandamme", "cousin of", "Hanne Desmet"), ("Hanne Desmet", "cousin of", "Elke Vandamme")} & set(K), "KG: Elke Vandamme cousin of Hanne Desmet")

# ------------------------------------------------------------------ negation
q("negation", "Which races have no leader's jersey?", "values", RACES - heads("leader's jersey"), "KG: races without a leader's jersey triple")
q("negation", "riders who have never finished first in any of the results", "values", RIDERS - {r["Rider"] for r in rows(pos=1)}, "results: all riders less those with Pos 1")
q("negation", "How many Velmark Omloop wins went to riders who are not from the Netherlands?", "number", sum("Netherlands" not in out(r["Rider"], "citizen_of") for r in rows(pos=1) if r["race"] == "Velmark Omloop"),
  "results: Pos 1 at Velmark Omloop; KG: citizen_of is not Netherlands")
q("negation", "which races were'nt put on at all in 2021, not even on the calender", "values", RACES - {r["Race"] for r in stages(2021)}, "stages: all races less those with a Date in 2021")

# ------------------------------------------------------------------ time_point
q("time_point", "Who did Marlene Sickert ride for in 2020?", "values", [one(in_year("rides for", 2020, "Marlene Sickert"))[2]], "TKG: rides for of Marlene Sickert in 2020")
q("time_point", "name on the shirt of oranje wielerploeg in 2019, the title sponsor i mean", "values", [one(in_year("title sponsor", 2019, "Oranje Wielerploeg"))[2]], "TKG: title sponsor of Oranje Wielerploeg in 2019")
q("time_point", "Who was Italian national champion in 2021?", "values", [champion("Italy", 2021)], "TKG: national champion of Italy in 2021")
q("time_point", "everyone on alba femeninas books in 2022 pls", "values", [f[0] for f in in_year("rides for", 2022, tail="Alba Femenina")], "TKG: rides for Alba Femenina in 2022")

# ------------------------------------------------------------------ before_after
q("before_after", "Which company was title sponsor of Kasselbroek Ladies before Hexa Insurance?", "values", [step(facts("title sponsor", "Kasselbroek Ladies"), 2, "Hexa Insurance, plc", -1)], "TKG: previous title sponsor of Kasselbroek Ladies")
q("before_after", "gualtiero sani hung up his hat as race driector of the giro, who took over", "values", [step(facts("race director", "Giro delle Tre Valli"), 2, "Gualtiero Sani", 1)], "TKG: next race director of Giro delle Tre Valli")
q("before_after", "Which teams got a new sports director after 2021?", "values", {f[0] for f in facts("sports director") if f[3] > date(2021, 12, 31)}, "TKG: sports director with a start later than 2021")

# ------------------------------------------------------------------ duration
q("duration", "How many seasons did Elke Vandamme spend at Kasselbroek Ladies, counting the first and the last?", "number", seasons(one(facts("rides for", "Elke Vandamme", "Kasselbroek Ladies"))), "TKG: 2018 to 2022, both counted")
q("duration", "of the race directors who have since stepped down, whose time in charge was the longest", "values", [best({(f[0], f[2]): seasons(f) for f in facts("race director") if f[4]})[0][1]], "TKG: longest closed race director fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the organiser of Fjordrittet based?", "values", {c for o in out("Fjordrittet", "organised_by") for t in out(o, "based in") for c in out(t, "located in")}, "KG: organised_by > based in > located in")
q("multi_hop", "which teams are on bikes made in belgium, going by where the bike maker is based", "values", {t for t in TEAMS for b in out(t, "rides bikes by") for w in out(b, "based in") if "Belgium" in out(w, "located in")},
  "KG: rides bikes by > based in > located in Belgium")
q("multi_hop", "Which climbers have a coach who lives in Bois-Renaud?", "values", {r for r in inn("climbing", "specialises_in") for c in out(r, "coached by") if "Bois-Renaud" in out(c, "lives in")}, "KG: specialises_in climbing; coached by > lives in Bois-Renaud")

# ------------------------------------------------------------------ cross_source
q("cross_source", "Where was the winner of GTV24-4 born?", "values", out(winner("GTV24-4")["Rider"], "born in"), "results: Pos 1 of GTV24-4; KG: born in")
w = winner("RVK23")
q("cross_source", "RVK23 - who was sports director of the winning team that year?", "values", [one(in_year("sports director", 2023, w["Team"]))[2]], "results: Team of Pos 1; TKG: sports director in 2023")
q("cross_source", "How many points did riders coached by Pilar Echenique score in 2023?", "number", sum(r["pts"] for r in rows(y=2023) if "Pilar Echenique" in out(r["Rider"], "coached by")), "KG: coached by; results: sum of Points; stages: Date in 2023")
q("cross_source", "how much prize money have teams won while lumen telecom was their title sponsor", "number", total([r for r in X if at("title sponsor", r["st"]["d"], r["Team"], "Lumen Telecom")], "prize"),
  "TKG: title sponsor Lumen Telecom; stages: Date; results: sum of Prize (EUR)")
q("cross_source", "How many points did the reigning Dutch national champion score in 2023?", "number", sum(r["pts"] for r in rows(champion("Netherlands", 2023), 2023)), "TKG: national champion of Netherlands in 2023; results: sum of Points; stages: Date in 2023")
q("cross_source", "home wins: how many times did a rider win on the roads of her own country", "number", sum(out(r["Rider"], "citizen_of") == out(r["race"], "held in") for r in rows(pos=1)), "results: Pos 1; stages: Race; KG: held in equals citizen_of")
q("cross_source", "Which riders won a stage of the Vuelta a Sierra Alba as a rider of a team registered in Norway?", "values", {r["Rider"] for r in rows(pos=1) if r["race"] == "Vuelta a Sierra Alba" and "Norway" in out(r["Team"], "registered_in")},
  "results: Pos 1, Team; stages: Race; KG: registered_in Norway")

# ------------------------------------------------------------------ missing
q("missing", "For which stages or races that were held is there no crowd estimate?", "values", codes(r for r in S if r["held"] and r["crowd"] is None), "stages: Status Held, empty Crowd estimate")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much does Lieke Hoogland earn at Hohenfels RSV?", "refuse", [], "no salaries in any file")
q("unanswerable", "what gear raito did femke ter borgh use for VSA21-2", "refuse", [], "no equipment beyond the bike maker of a team")
assert not in_year("sports director", 2003, "Team Clonmara")
q("unanswerable", "Who was sports director of Team Clonmara in 2003?", "refuse", [], "TKG: the first sports director fact of Team Clonmara starts in 2013")
assert not [f for f in facts("rides for") if "Moreau" in f[0]]
q("unanswerable", "Which team does Odile Moreau ride for?", "refuse", [], "there is no rider Odile Moreau")
q("unanswerable", "Who came 12th in the Grand Prix de Lorcy in 2023?", "refuse", [], "results have the first five only")
q("unanswerable", "how much does stellaire optique pay vc marisol a year for the naming rihgts", "refuse", [], "TKG has the sponsorship, no amounts")

finish(HERE, Q)
