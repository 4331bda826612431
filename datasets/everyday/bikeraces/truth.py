"""Computes every answer of the 'bikeraces' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *
Q = []
q = asking("bikeraces", Q)

R = [dict(id=r["Ref"], race=r["Race"], start=day(r["Start date"], "%d/%m/%Y"), rider=r["Rider"], team=r["Team"], place=num(r["Place"]),
          outcome=r["Outcome"], pts=num(r["Pts"]), wins=num(r["Stage wins"]), gold=num(r["Days in gold"]), prize=digits(r["Prize money"]),
          bib=num(r["Bib"])) for r in records(HERE, "race_results.csv")]
S = [dict(id=r["stage_id"], race=r["race"], no=num(r["stage_no"]), date=iso(r["raced_on"]), a=r["from_town"], b=r["to_town"],
          terrain=r["terrain"], km=num(r["km"]), climb=num(r["climb_m"]), won=r["won_by"] or None, kmh=num(r["avg_kmh"]), crowd=num(r["crowd"]),
          sec=num(r["security_eur"]), by=r["security_by"]) for r in records(HERE, "stages.csv")]
K, T = graphs(HERE, "bikeraces")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
R23, R24 = ([r for r in R if r["start"].year == y] for y in (2023, 2024))
S23, S24 = ([s for s in S if s["date"].year == y] for y in (2023, 2024))
stage = {s["id"]: s for s in S}
riders = {r["rider"] for r in R}
teams = {r["team"] for r in R}
assert len(stage) == len(S) and teams == heads("rides_bikes_by") == {f[2] for f in facts("rode_for")}
assert riders == heads("born_in") == {f[0] for f in facts("rode_for")}, heads("born_in") - riders
# the two tables and the graph agree on stage wins and teams
for r in R:
    assert one(at("rode_for", r["start"], r["rider"]))[2] == r["team"]
    assert r["wins"] == sum(s["won"] == r["rider"] and s["race"] == r["race"] and s["date"].year == r["start"].year for s in S)
assert sum(r["wins"] for r in R) == sum(s["won"] is not None for s in S)


def row(rider, race, y): return one(r for r in R if (r["rider"], r["race"], r["start"].year) == (rider, race, y))


def st(race, y, n=None): return [s for s in S if s["race"] == race and s["date"].year == y and n in (None, s["no"])]


def ids(rows): return [r["id"] for r in rows]


def tally(rows, key): return dict(Counter(r[key] for r in rows if r[key] is not None))


def of(rows, **want): return [r for r in rows if all(r[k] == v for k, v in want.items())]


def top(rows, v, n=1, low=False): return best({r["id"]: r[v] for r in rows if r[v] is not None}, n, low)


def two(d, *ks): return best({k: d[k] for k in ks})


# lookup
q("lookup", "where did Wout Claes finish in the 2024 Tour of the Fells? which place", "number", row("Wout Claes", "Tour of the Fells", 2024)["place"], "Place")
q("lookup", "Bib of Whitlock at the Kaszuby Tour 2024", "number", row("Harry Whitlock", "Kaszuby Tour", 2024)["bib"], "Bib of that result")
q("lookup", "who builds the bikes for Fenwick Wheelers", "values", out("Fenwick Wheelers", "rides_bikes_by"), "graph: rides_bikes_by")
q("lookup", "Good morning. Could you kindly tell me who won the second stage of the Vuelta Almadra in 2024?", "values",
  one(st("Vuelta Almadra", 2024, 2))["won"], "won_by of stage 2")

# filter_list
q("filter_list", "mountain stages 2023, stage ids pls", "values", ids(of(S23, terrain="mountain")), "terrain mountain in 2023")
q("filter_list", "Which riders got themselves disqualified?", "values", [r["rider"] for r in of(R, outcome="disqualified")], "Outcome disqualified")
q("filter_list", "everyone Hanne Vos coaches", "values", inn("Dr. Hanne Vos", "coached_by"), "graph: coached_by backwards")
q("filter_list", "I would like a list of stages that finished in Lucca or in Siena (just the ids)", "values",
  ids([s for s in S if s["b"] in ("Lucca", "Siena")]), "to_town of the two")

# count
q("count", "How often did Anders Lindgren come second?", "number", len(of(R, rider="Anders Lindgren", place=2)), "Place 2")
q("count", "stages starting from sheffield - how many", "number", len(of(S, a="Sheffield")), "from_town")
q("count", "how many diffrent riders started for Orsova Krone in the 2024 races", "number", len({r["rider"] for r in of(R24, team="Orsova Krone")}),
  "distinct Rider of the team in 2024")
q("count", "In how many races was Callum Dunne at the start line?", "number", len(of(R, rider="Callum Dunne")), "rows of the rider")

# sum
q("sum", "how many points did Ben Ackroyd get in 2024?", "number", total(of(R24, rider="Ben Ackroyd"), "pts"), "sum of Pts")
q("sum", "How much did we spend on security for the Giro delle Colline 2023?", "number", total(st("Giro delle Colline", 2023), "sec"), "sum of security_eur")
q("sum", "prize money Mateo Ruiz has collected so far, alltogether", "number", total(of(R, rider="Mateo Ruiz"), "prize"), "sum of Prize money")
q("sum", "Please add up the kilometres of all the time trials for me.", "number", total(of(S, terrain="time trial"), "km"), "sum of km")

# average
q("average", "avg speed on flat stages?", "number", mean(of(S, terrain="flat"), "kmh"), "mean of avg_kmh over flat")
q("average", "When the police do the security, what does a stage cost us on average?", "number", mean(of(S, by="police"), "sec"), "mean of security_eur")
q("average", "how much people came in the mean to watch a stage of Volta Serrana", "number", mean(of(S, race="Volta Serrana"), "crowd"), "mean of crowd")

# min_max
q("min_max", "how long is the longest stage in km", "number", max(known(S, "km")), "maximum of km")
q("min_max", "slowest average speed ever recorded in a stage?", "number", min(known(S, "kmh")), "minimum of avg_kmh")
q("min_max", "What's the biggest prize Wout Claes took home from a single race?", "number", max(known(of(R, rider="Wout Claes"), "prize")), "maximum of Prize money")
q("min_max", "date of the first mountain stage in 2024", "values", min(s["date"] for s in of(S24, terrain="mountain")), "earliest raced_on")

# superlative
x = best(sums(R, "team", "wins"))
q("superlative", "which team won the most stages?", "values", x, "largest sum of Stage wins by Team")
q("superlative", "who spent the most days in the gold jersey, all races together", "values", best(sums(R, "rider", "gold")), "largest sum of Days in gold by Rider")
q("superlative", "Cheapest stage in terms of security. Stage id is enough.", "values", top(S, "sec", low=True), "smallest security_eur")
q("superlative", "what kind of terrain pulls the biggest crowds on average?", "values", best(means([s for s in S if s["crowd"] is not None], "terrain", "crowd")), "largest mean of crowd by terrain")

# top_k
q("top_k", "top 5 riders of 2024 by points", "values", best(sums(R24, "rider", "pts"), 5), "largest sums of Pts in 2024")
q("top_k", "The three stages with the most climbing - kindly give me their ids.", "values", top(S, "climb", 3), "largest climb_m")
q("top_k", "2 teams which earned most prize money in season 2023", "values", best(sums(R23, "team", "prize"), 2), "largest sums of Prize money in 2023")

# group_by
assert {r["team"] for r in R24} == teams
q("group_by", "points for each team in 2024 (sum)", "table", sums(R24, "team", "pts"), "sum of Pts by Team in 2024")
q("group_by", "How many kilometres did every race have in 2023?", "table", {k: round(v, 4) for k, v in sums(S23, "race", "km").items()}, "sum of km by race")
q("group_by", "number of stages by terrain type", "table", tally(S, "terrain"), "rows by terrain")
q("group_by", "security: what did each kind of provider cost us over both seasons?", "table", sums(S, "by", "sec"), "sum of security_eur by security_by")

# group_superlative
q("group_superlative", "Who won each race in 2024?", "table", {r["race"]: r["rider"] for r in of(R24, place=1)}, "Place 1 by Race")
q("group_superlative", "best scorer of every team in the 2023 season, points summed over the races", "table",
  {t: best(sums(g, "rider", "pts"))[0] for t, g in group(R23, itemgetter("team")).items()}, "largest sum of Pts by Rider within Team")
q("group_superlative", "for each terrain, which stage was the longest? id please", "table",
  {t: top(g, "km")[0] for t, g in group(S, itemgetter("terrain")).items()}, "largest km within terrain")

# comparison
q("comparison", "Who had more pts in 2023, Paolo Zanetti or Emile Garnier?", "values", two(sums(R23, "rider", "pts"), "Paolo Zanetti", "Emile Garnier"), "sums of Pts")
km = {f"{r} {y}": sum(s["km"] for s in st(r, y)) for r in ("Giro delle Colline", "Vuelta Almadra") for y in (2023,)}
q("comparison", "In 2023, was the Giro delle Colline longer than the Vuelta Almadra, counting all stages? Tell me which one was longer.", "values",
  best(km)[0].removesuffix(" 2023"), "sums of km")
q("comparison", "did police or private firms guard more stages", "values", two(tally(S, "by"), "police", "private firm"), "rows by security_by")
q("comparison", "chiara bellini vs sue holroyd: who has been team director for longer", "values",
  best({n: one(now("directs", n))[3] for n in ("Chiara Bellini", "Sue Holroyd")}, low=True), "start of directs, both still hold it")

# difference
q("difference", "By how many points did Mateo Ruiz beat Anders Lindgren at the Vuelta Almadra of 2024?", "number",
  row("Mateo Ruiz", "Vuelta Almadra", 2024)["pts"] - row("Anders Lindgren", "Vuelta Almadra", 2024)["pts"], "Pts of the two, subtracted")
q("difference", "ST102 and ST148 - what is the difference in climbing metres", "number", abs(stage["ST102"]["climb"] - stage["ST148"]["climb"]), "climb_m of the two")
x = total(S23, "sec") - total(S24, "sec")
q("difference", "how much less did security cost us in 2024 than the year before?", "number", x, "sums of security_eur by year, subtracted")

# percent
q("percent", "what % of all stages were flat", "number", share(S, lambda s: s["terrain"] == "flat"), "terrain flat of all stages")
q("percent", "Of all the races Mateo Ruiz started, what percentage did he finish in the top three?", "number",
  share(of(R, rider="Mateo Ruiz"), lambda r: (r["place"] or 99) <= 3), "Place up to 3 of his rows")
q("percent", "DNF rate in 2023 in percent (results marked DNF out of all results)", "number", share(R23, lambda r: r["outcome"] == "DNF"), "Outcome DNF of 2023 rows")

# yes_no
q("yes_no", "Did Iker Ruiz ever win a stage?", "boolean", any(s["won"] == "Iker Ruiz" for s in S), "won_by")
q("yes_no", "is Luca Ferri still riding with Team Monteluce", "boolean", now("rode_for", "Luca Ferri", "Team Monteluce"), "temporal graph: rode_for without end")
q("yes_no", "polder express are on Holtkamp bikes, right?", "boolean", "Holtkamp" in out("Polder Express", "rides_bikes_by"), "graph: rides_bikes_by")
q("yes_no", "Any stage in Poland won by a Wrona? I mean Piotr or Kacper, in the Kaszuby Tour.", "boolean",
  any((s["won"] or "").endswith("Wrona") for s in of(S, race="Kaszuby Tour")), "won_by of the Kaszuby Tour")

# negation
q("negation", "riders who have not won one single stage", "values", riders - {s["won"] for s in S}, "riders less stage winners")
q("negation", "which teams ride neither Brancato nor Velmar?", "values", teams - inn("Brancato", "rides_bikes_by") - inn("Velmar", "rides_bikes_by"), "graph: rides_bikes_by something else")
q("negation", "ids of 2023 stages not secured by the police", "values", ids([s for s in S23 if s["by"] != "police"]), "security_by not police")
q("negation", "Who among Gareth Pugh's riders never wore gold?", "values",
  [r for r in inn("Gareth Pugh", "coached_by") if not sum(x["gold"] for x in of(R, rider=r))], "graph: coached_by; Days in gold all 0")

# time_point
q("time_point", "Which team did Rui Abrantes ride for in June 2023?", "values", one(at("rode_for", date(2023, 6, 15), "Rui Abrantes"))[2], "temporal graph: rode_for")
q("time_point", "captain of aldora on 1 may 2022 = ?", "values", one(at("captain_of", date(2022, 5, 1), tail="Aldora Pro"))[0], "temporal graph: captain_of")
q("time_point", "main sponsor of Monteluce back in 2022, who was it", "values", one(in_year("main_sponsor_of", 2022, tail="Team Monteluce"))[0], "temporal graph: main_sponsor_of")
q("time_point", "Everybody under contract as a rider at Team Monteluce on 1 September 2023, please.", "values",
  [f[0] for f in at("rode_for", date(2023, 9, 1), tail="Team Monteluce")], "temporal graph: rode_for on that day")

# before_after
q("before_after", "who ran the Kaszuby Tour before Tomasz Kolba?", "values", step(facts("race_director_of", tail="Kaszuby Tour"), 0, "Tomasz Kolba", -1), "temporal graph: previous race_director_of")
q("before_after", "norrland timber stopped sponsoring Norrland Cycling. which company came in afterwards", "values",
  step(facts("main_sponsor_of", tail="Norrland Cycling"), 0, "Norrland Timber", 1), "temporal graph: next main_sponsor_of")
q("before_after", "Xavier Puig left Aldora Pro - what team did he direct next?", "values", step(facts("directs", "Xavier Puig"), 2, "Aldora Pro", 1), "temporal graph: his next directs")
q("before_after", "stage ids won by Mateo Ruiz since the start of 2024", "values", ids([s for s in S24 if s["won"] == "Mateo Ruiz"]), "won_by, raced_on from 2024")

# duration
q("duration", "For how many full years was Annelies Wauters director of Orsova Krone?", "number", lasted(one(facts("directs", "Annelies Wauters"))), "temporal graph: directs")
q("duration", "marijke smit ran the ronde van zeewold for how many complete years", "number", lasted(one(facts("race_director_of", "Marijke Smit"))), "temporal graph: race_director_of")
a, b = (one({r["start"] for r in y if r["race"] == "Volta Serrana"}) for y in (R23, R24))
q("duration", "how many days between the start of the volta serrana 2023 and the start of the 2024 one?", "number", (b - a).days, "Start date, subtracted")

# multi_hop
q("multi_hop", "In what country was the present captain of Norrland Cycling born?", "values",
  out(one(out(one(now("captain_of", tail="Norrland Cycling"))[0], "born_in")), "located_in"), "temporal graph: captain_of; born_in, located_in")
q("multi_hop", "Baltica 1926: their bike maker has its headquarters where", "values", out(one(out("Baltica 1926", "rides_bikes_by")), "headquartered_in"), "graph: rides_bikes_by, headquartered_in")
q("multi_hop", "Who coaches the brother of Iker Ruiz?", "values", out(one(out("Iker Ruiz", "brother_of")), "coached_by"), "graph: brother_of, coached_by")
q("multi_hop", "teams from spain?", "values", [t for t in teams if "Spain" in out(one(out(t, "based_in")), "located_in")], "graph: based_in, located_in")

# cross_source
leeds = inn("Leeds", "born_in")
q("cross_source", "total points of the riders born in Leeds", "number", total([r for r in R if r["rider"] in leeds], "pts"), "graph: born_in; sum of Pts")
q("cross_source", "Who was directing the team of the 2023 Vuelta Almadra winner at the time of that race?", "values",
  one(at("directs", one(of(R23, race="Vuelta Almadra", place=1))["start"], tail=one(of(R23, race="Vuelta Almadra", place=1))["team"]))[0], "Place 1; temporal graph: directs")
pugh = inn("Gareth Pugh", "coached_by")
q("cross_source", "number of stages won by riders Gareth Pugh trains", "number", sum(s["won"] in pugh for s in S), "graph: coached_by; won_by")

# missing
q("missing", "Which stages have no winner?", "values", ids([s for s in S if not s["won"]]), "won_by empty")
q("missing", "2024 stages where the security bill is missing, ids", "values", ids([s for s in S24 if s["sec"] is None]), "security_eur empty")
q("missing", "rider without a coach on file", "values", riders - heads("coached_by"), "graph: no coached_by")

# unanswerable
q("unanswerable", "what salary does Castell Racing pay Mateo Ruiz?", "refuse", [], "no salaries in the data")
q("unanswerable", "Who won the Tour of the Fells in 2019?", "refuse", [], "results only of 2023 and 2024")
q("unanswerable", "how many punctures did Soren Brandt have last season", "refuse", [], "no punctures in the data")
q("unanswerable", "My grandson likes Harry Whitlock. How tall is he?", "refuse", [], "no heights in the data")
finish(HERE, Q)
