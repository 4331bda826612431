#!/usr/bin/env python3
"""Computes every gold answer from the four files and writes questions.jsonl (--check: compares instead)."""
import collections
import datetime as dt
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import day, finish, fmt, graphs, kg, one, records  # beside the folders of the domains

FED = "Helvian Rowing Federation"


def val(s):
    s = s.replace("€", "").replace(",", "").strip()
    return float(s) if s else None


def us(s):
    return day(s, "%b %d, %Y")


R = records(HERE, "results.csv")
for r in R:
    r["day"] = day(r["Race day"], "%d.%m.%Y")
    r["t"], r["prize"] = val(r["Time (s)"]), val(r["Prize money"])
    r["pos"] = int(r["Place"]) if r["Place"] else None
S = records(HERE, "shells.csv")
for s in S:
    s["paid"], s["kg"], s["ins"] = val(s["Paid (EUR)"]), val(s["Weight [kg]"]), val(s["Insurance / yr"])
    s["bought"], s["check"] = us(s["Date bought"]), us(s["Last check-up"])
    s["kind"] = s["Class"].split(" (")[0]
KG, TK = graphs(HERE, "rowing", when=str)
out, inn, _ = kg(KG)
CLUBS = sorted({h for h, r, t in KG if r == "home water"})
assert len({s["Shell"] for s in S}) == len(S)


def hop(h, *rels):
    xs = [h]
    for r in rels:
        xs = [t for x in xs for t in out(x, r)]
    return xs


def held(rel, tail, day=None, now=False):
    return [h for h, r, t, s, e in TK if r == rel and t == tail
            and (day is None or s <= day and (not e or day < e)) and not (now and e)]


def period(rel, tail, a, b):
    """Holders over any part of a..b; each must hold it throughout."""
    x, y, z = (set(held(rel, tail, d)) for d in (a, b, a[:5] + "08-01"))
    assert x == y == z
    return x


def line(rel, tail):
    o = [h for s, h in sorted((s, h) for h, r, t, s, e in TK if r == rel and t == tail)]
    assert len(set(o)) == len(o)
    return o


def days(s, e):
    return (dt.date.fromisoformat(e) - dt.date.fromisoformat(s)).days


def top(pairs, n=1, low=False):
    """Names of the n largest (smallest) of (name, value); a tie at the cut is an error."""
    o = sorted([p for p in pairs if p[1] is not None], key=lambda p: p[1], reverse=not low)
    assert len(o) == n or o[n - 1][1] != o[n][1], o[:n + 2]
    return [p[0] for p in o[:n]]


def per(rows, key, v=lambda r: 1):
    d = collections.defaultdict(float)
    for r in rows:
        if v(r) is not None:
            d[key(r)] += v(r)
    return d


def total(xs):
    return sum(x for x in xs if x is not None)


def full(xs):
    xs = list(xs)
    assert xs and None not in xs
    return xs


def avg(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)


def yn(b):
    return ["yes" if b else "no"]


def tab(d):
    return [f"{k} | {fmt(v)}" for k, v in d.items()]


def sh(name):
    return one(s for s in S if s["Shell"] == name)


def race(regatta, year):
    return [r for r in R if r["Regatta"] == regatta and r["day"].year == year]


def of(club):
    return [r for r in R if r["Club"] == club]


def owned(*clubs):
    return [s for s in S if s["Belongs to"] in clubs]


def names(rows):
    return [s["Shell"] for s in rows]


def built(b):
    return [s for s in S if s["Boatyard"] == b]


Q = []


def q(kind, atype, text, fn, why):
    Q.append((kind, atype, text, fn, why))


# lookup
q("lookup", "values", "when was kestrel oars founded", lambda: out("Kestrel Oars", "founded in"), "KG: founded in")
q("lookup", "values", "Who was sitting in the stroke seat in entry E027?", lambda: [one(r for r in R if r["Entry"] == "E027")["Stroke seat"]],
  "results: Stroke seat of E027")
q("lookup", "number", "price paid for the Salamander", lambda: [fmt(sh("Salamander")["paid"])], "shells: Paid of Salamander")
q("lookup", "values", "What country is coach Renske Dalhuisen a national of?", lambda: out("Renske Dalhuizen", "nationality"),
  "KG: nationality (name misspelt in the question)")
# filter_list
q("filter_list", "values", "Could you give me the names of all boats in the register that came out of the Castagna yard?",
  lambda: names(built("Castagna Scafi")), "shells: Boatyard Castagna Scafi")
q("filter_list", "values", "boats heavier than 100 kilos", lambda: names(s for s in S if s["kg"] is not None and s["kg"] > 100),
  "shells: Weight over 100")
q("filter_list", "values", "who rows for halvic?", lambda: inn("Halvic Boat Club", "rows for"), "KG: rows for Halvic Boat Club")
q("filter_list", "values", "Have any clubs been thrown out of a race by the umpire, I mean disqualified? Tell me which ones.",
  lambda: [r["Club"] for r in R if r["Note"] == "Disqualified"], "results: clubs with a row of Note Disqualified")
# count
q("count", "number", "How many shells are in the workshop being fixed?", lambda: [fmt(sum(s["State"] == "In repair" for s in S))],
  "shells: State In repair")
q("count", "number", "Lake Issen: how many rivers run into it?", lambda: [fmt(len(inn("Lake Issen", "flows into")))], "KG: flows into Lake Issen")
q("count", "number", "number of Portuguese coaches", lambda: [fmt(len(inn("Portugal", "nationality")))],
  "KG: nationality Portugal (only coaches have one)")
q("count", "number", "How often has RC Forelle Brunnau come in third?", lambda: [fmt(sum(r["pos"] == 3 for r in of("RC Forelle Brunnau")))],
  "results: rows of the club with Place 3")
# sum
q("sum", "number", "How much prize money has Blackwater Crew pocketed over all its races?", lambda: [fmt(total(r["prize"] for r in of("Blackwater Crew")))],
  "results: sum of Prize money of the club")
q("sum", "number", "Helvian Champinships, all years together: prize money paid out?",
  lambda: [fmt(total(r["prize"] for r in R if r["Regatta"] == "Helvian Championships"))],
  "results: sum of Prize money of that regatta (name misspelt in the question)")
q("sum", "number", "Leaving aside those with no price on file, what did all the eights in the register cost to buy?",
  lambda: [fmt(total(s["paid"] for s in S if s["kind"] == "Eight"))], "shells: sum of Paid, Class Eight (8+)")
q("sum", "number", "I do the books for the Polytechnic Boat Club. What does insuring all our boats cost us a year?",
  lambda: [fmt(sum(full(s["ins"] for s in owned("Polytechnic Boat Club"))))], "shells: sum of Insurance of the club's boats (none empty)")
# average
q("average", "number", "avg winning time, men's eights (sec)",
  lambda: [fmt(avg(full(r["t"] for r in R if r["Event"] == "Men's eight" and r["pos"] == 1)))], "results: average Time, Event Men's eight, Place 1")
q("average", "number", "On average how heavy is one of the doubles, in kg?", lambda: [fmt(avg(full(s["kg"] for s in S if s["kind"] == "Double")))],
  "shells: average Weight, Class Double (2x)")
q("average", "number", "What does a Hollenweger boat typically cost - I mean the average over the ones in the fleet list?",
  lambda: [fmt(avg(full(s["paid"] for s in built("Hollenweger Bootsbau"))))], "shells: average Paid, Boatyard Hollenweger Bootsbau")
# min_max
q("min_max", "number", "fastest time ever clocked in a women's single, in seconds?",
  lambda: [fmt(min(r["t"] for r in R if r["Event"] == "Women's single" and r["t"]))], "results: min Time, Event Women's single")
q("min_max", "number", "What's the most money a club has ever laid out for one boat?", lambda: [fmt(max(s["paid"] for s in S if s["paid"]))],
  "shells: max Paid")
q("min_max", "values", "What is the date of the most recent check-up of any shell?", lambda: [max(s["check"] for s in S if s["check"]).isoformat()],
  "shells: latest Last check-up")
# superlative
q("superlative", "values", "lightest boat of the lot?", lambda: top([(s["Shell"], s["kg"]) for s in S], low=True), "shells: Shell at min Weight")
q("superlative", "values", "Whose women's quad was the slowest to cross the line? I'm after the name of the rower at stroke.",
  lambda: top([(r["Stroke seat"], r["t"]) for r in R if r["Event"] == "Women's quad"]), "results: Stroke seat at max Time, Event Women's quad")
q("superlative", "values", "Among the quads, which one set its owners back the most?",
  lambda: top([(s["Shell"], full([s["paid"]])[0]) for s in S if s["kind"] == "Quad"]), "shells: Shell at max Paid, Class Quad (4x)")
q("superlative", "values", "Oldest rowing club in the federation?", lambda: top([(c, int(one(out(c, "founded in")))) for c in CLUBS], low=True),
  "KG: club with the earliest founded in")
# top_k
q("top_k", "values", "three heaviest eights, names", lambda: top([(s["Shell"], full([s["kg"]])[0]) for s in S if s["kind"] == "Eight"], 3),
  "shells: Class Eight (8+), top 3 by Weight")
q("top_k", "values", "Tarn Rowing Club wants to sell its 2 priciest boats (going by what was paid). Which would those be?",
  lambda: top([(s["Shell"], full([s["paid"]])[0]) for s in owned("Tarn Rowing Club")], 2), "shells: Belongs to the club, top 2 by Paid")
q("top_k", "values", "Which five boats were bought most recently?", lambda: top([(s["Shell"], s["bought"]) for s in S], 5),
  "shells: five latest Date bought")
# comparison
q("comparison", "values", "Dipper or Gudrun - which weighs more?", lambda: top([(x, sh(x)["kg"]) for x in ("Dipper", "Gudrun")]), "shells: Weight of the two")
q("comparison", "values", "Has Halvic Boat Club been around longer than Polytechnic Boat Club, or the other way round? Name the older one.",
  lambda: top([(c, int(one(out(c, "founded in")))) for c in ("Halvic Boat Club", "Polytechnic Boat Club")], low=True), "KG: founded in of the two clubs")
q("comparison", "values", "who's earned more in prizes all told, st ursin or morvain ladies",
  lambda: top([(c, total(r["prize"] for r in of(c))) for c in ("St. Ursin Rowing Society", "Morvain Ladies' Boat Club")]),
  "results: sum of Prize money of the two clubs")


# difference
def margin():
    t = {r["pos"]: r["t"] for r in race("Helvian Championships", 2024)}
    return [fmt(round(t[2] - t[1], 4))]


q("difference", "number", "By how many seconds did the winner beat the runner-up at the 2024 Helvian Championships?", margin,
  "results: Time of Place 2 less Time of Place 1 (one race that year)")
q("difference", "number", "price gap between Loreley and The Long Haul?", lambda: [fmt(abs(sh("Loreley")["paid"] - sh("The Long Haul")["paid"]))],
  "shells: difference of the two Paid")
q("difference", "number", "How many more hulls in the list are from Hollenweger than from Kauri?",
  lambda: [fmt(len(built("Hollenweger Bootsbau")) - len(built("Kauri Racing Craft")))], "shells: difference of row counts by Boatyard")
# percent
q("percent", "number", "what % of the boats on the list are retired", lambda: [fmt(100 * sum(s["State"] == "Retired" for s in S) / len(S))],
  "shells: Retired rows / all rows")
q("percent", "number", "Out of all the entries in the results, what percentage is noted as \"did not finish\"?",
  lambda: [fmt(100 * sum(r["Note"] == "Did not finish" for r in R) / len(R))], "results: Note Did not finish / all rows")
q("percent", "number", "Werft Anselm's share of our fleet, counted in boats, as a percentage?",
  lambda: [fmt(100 * len(built("Werft Anselm, GmbH")) / len(S))], "shells: Boatyard Werft Anselm, GmbH / all rows")
# group_by
def by_nation():
    who = [h for h, r, t in KG if r == "nationality"]
    assert set(who) == {h for h, r, *_ in TK if r in ("head coach of", "national coach of")} and len(who) == len(set(who))
    return tab(collections.Counter(t for h, r, t in KG if r == "nationality"))


q("group_by", "table", "Fleet by state: how many boats in each?", lambda: tab(per(S, lambda s: s["State"])), "shells: row count by State")
q("group_by", "table", "For every boatyard, what was the price of the most expensive boat anybody bought from it?",
  lambda: tab({b: max(s["paid"] for s in built(b) if s["paid"]) for b in {s["Boatyard"] for s in S}}), "shells: max Paid by Boatyard")
q("group_by", "table", "prize money handed out per year", lambda: tab(per(R, lambda r: r["day"].year, lambda r: r["prize"])),
  "results: sum of Prize money by year of Race day")
q("group_by", "table", "Count up the coaches we have on file by nationality.", by_nation, "KG: nationality tails counted (only coaches have one)")
# group_superlative
q("group_superlative", "values", "which builder have clubs bought the most boats from?", lambda: top(per(S, lambda s: s["Boatyard"]).items()),
  "shells: row count by Boatyard, largest")
q("group_superlative", "values", "Adding up every race, which stroke has brought home the most prize money?",
  lambda: top(per(R, lambda r: r["Stroke seat"], lambda r: r["prize"]).items()), "results: sum of Prize money by Stroke seat, largest")
q("group_superlative", "values", "club with the most wins", lambda: top(per([r for r in R if r["pos"] == 1], lambda r: r["Club"]).items()),
  "results: rows of Place 1 by Club, largest")
q("group_superlative", "values", "Which coach looks after more individual rowers as their personal coach than any other?",
  lambda: top(collections.Counter(t for h, r, t in KG if r == "personal_coach").items()), "KG: personal_coach tails counted")
# yes_no
q("yes_no", "boolean", "is the Mistral in for repairs?", lambda: yn(sh("Mistral")["State"] == "In repair"), "shells: State of Mistral")
q("yes_no", "boolean", "Does Molki Dairy still sponsor the St. Ursin Rowing Society?",
  lambda: yn("Molki Dairy, S.A." in held("main sponsor of", "St. Ursin Rowing Society", now=True)), "TKG: its sponsorship has an end (2021-01-01)")
q("yes_no", "boolean", "Have Old Mill Scullers ever entered the Tarsino International?",
  lambda: yn(any(r["Regatta"] == "Tarsino International" for r in of("Old Mill Scullers"))), "results: no such row")
q("yes_no", "boolean", "Kauri Racing Craft belongs to Tidewater Shells, right?", lambda: yn("Tidewater Shells Ltd." in out("Kauri Racing Craft", "parent company")),
  "KG: parent company")
# negation
q("negation", "values", "Which clubs in the results haven't won a single race?",
  lambda: {r["Club"] for r in R} - {r["Club"] for r in R if r["pos"] == 1}, "results: clubs with no row of Place 1")
q("negation", "values", "List the boats in the register that don't turn up anywhere in the race results.",
  lambda: {s["Shell"] for s in S} - {r["Shell used"] for r in R}, "shells: Shell never in results Shell used")
q("negation", "values", "rowers without a personal coach?",
  lambda: {h for h, r, t in KG if r == "rows for"} - {h for h, r, t in KG if r == "personal_coach"}, "KG: rows for, no personal_coach triple")
q("negation", "values", "We'd like to approach clubs that have no main sponsor at present. Which ones are they?",
  lambda: [c for c in CLUBS if not held("main sponsor of", c, now=True)], "KG clubs minus TKG main sponsor of with open end")
# time_point
q("time_point", "values", "federation president on 1 December 2020", lambda: held("president of", FED, "2020-12-01"), "TKG: president of over that day")
q("time_point", "values", "Who was Kestrel's head coach in the summer of 2014?", lambda: period("head coach of", "Kestrel Oars", "2014-06-01", "2014-09-30"),
  "TKG: head coach of Kestrel Oars over those months")
q("time_point", "values", "Which people sat on the board of the federation on July 1st, 2021?", lambda: held("board member of", FED, "2021-07-01"),
  "TKG: board member of over that day")
q("time_point", "values", "Back in 2018 the Pellin Cup carried which firm's name as title sponsor?",
  lambda: period("title sponsor of", "Pellin Cup", "2018-01-01", "2018-12-31"), "TKG: title sponsor of Pellin Cup over all 2018")


# before_after
def nxt(rel, tail, who, step):
    o = line(rel, tail)
    return [o[o.index(who) + step]]


def split(rel, tail, who, after):
    o = line(rel, tail)
    return o[o.index(who) + 1:] if after else o[:o.index(who)]


q("before_after", "values", "who followed Noa Linqvist as head coach of the Polytechnic?", lambda: nxt("head coach of", "Polytechnic Boat Club", "Noa Lindqvist", 1),
  "TKG: next head coach of by start (name misspelt in the question)")
q("before_after", "values", "Ursina Caflisch's direct predecessor as treasurer?", lambda: nxt("treasurer of", FED, "Ursina Caflisch", -1),
  "TKG: treasurer of, the one before her by start")
q("before_after", "values", "What main sponsors did St Ursin have before Alpina Mutual came on the scene?",
  lambda: split("main sponsor of", "St. Ursin Rowing Society", "Alpina Mutual", False), "TKG: main sponsor of with earlier starts")
q("before_after", "values", "All the presidents the federation has had since Marguerite Savoyard left office, please.",
  lambda: split("president of", FED, "Marguerite Savoyard", True), "TKG: president of with later starts")


# duration
def years(h, rel, t):
    s, e = one((x[3], x[4]) for x in TK if x[:3] == (h, rel, t))
    assert s[4:] == e[4:]
    return int(e[:4]) - int(s[:4])


q("duration", "number", "Kofi Asante-Brühl coached St. Ursin for how many years?",
  lambda: [fmt(years("Kofi Asante-Brühl", "head coach of", "St. Ursin Rowing Society"))], "TKG: 2012-05-01 to 2020-05-01")
q("duration", "values", "longest serving treasurer", lambda: top([(h, days(s, e or "2027-01-01")) for h, r, t, s, e in TK if r == "treasurer of"]),
  "TKG: treasurer of, longest span (the open one began in 2024 only)")
q("duration", "values", "Looking only at loans that are over, which boat was lent out the longest?",
  lambda: top([(h, days(s, e)) for h, r, t, s, e in TK if r == "on loan to" and e]), "TKG: on loan to with an end, longest span")
# multi_hop
q("multi_hop", "values", "Pádraig Tennehan learned from a mentor. And who mentored that mentor?", lambda: hop("Pádraig Tennehan", "mentored by", "mentored by"),
  "KG: mentored by twice")
q("multi_hop", "values", "country where the parent company of Brødrene Falk is based", lambda: hop("Brødrene Falk", "parent company", "based in"),
  "KG: parent company, based in")
q("multi_hop", "values", "I've never been to the Tarsino International. Which country would I have to travel to?",
  lambda: hop("Tarsino International", "held on", "lies_in", "part of"), "KG: held on, lies_in, part of")
q("multi_hop", "values", "hedda malmgren's personal coach - from which country?", lambda: hop("Hedda Malmgren", "personal_coach", "nationality"),
  "KG: personal_coach, nationality")


# cross_source
def tarsino():
    w = one(r for r in race("Tarsino International", 2023) if r["pos"] == 1)
    return held("head coach of", w["Club"], w["day"].isoformat())


def yards(rel, tail):
    return [s for b in inn(tail, rel) for s in built(b)]


q("cross_source", "values", "Who was head coach, on race day, of the club that won the 2023 Tarsino International?", tarsino,
  "results: Club of Place 1 and Race day; TKG: head coach of on that day")
q("cross_source", "number", "What have clubs spent in total on boats from Italian boatyards? Only count the ones where the price is known.",
  lambda: [fmt(total(s["paid"] for s in yards("based in", "Italy")))], "KG: based in Italy; shells: sum of Paid")
q("cross_source", "number", "prize money won by the clubs that have Lake Issen as home water, total",
  lambda: [fmt(total(r["prize"] for c in inn("Lake Issen", "home water") for r in of(c)))], "KG: home water; results: sum of Prize money")
q("cross_source", "values", "Name the boats owned by clubs whose main sponsor right now is Alpina Mutual.",
  lambda: names(owned(*[c for c in CLUBS if "Alpina Mutual" in held("main sponsor of", c, now=True)])), "TKG: main sponsor of, open end; shells: Belongs to")
q("cross_source", "values", "At which regattas has somebody with Yvaine Delorme as personal coach stroked a winning crew?",
  lambda: [r["Regatta"] for r in R if r["pos"] == 1 and r["Stroke seat"] in inn("Yvaine Delorme", "personal_coach")],
  "KG: personal_coach; results: Regatta of rows with Place 1")
# missing
q("missing", "values", "For which boats did nobody enter what they cost?", lambda: names(s for s in S if s["paid"] is None), "shells: empty Paid")
q("missing", "values", "entry numbers where the shell wasn't written down", lambda: [r["Entry"] for r in R if not r["Shell used"]], "results: empty Shell used")
q("missing", "values", "Boats lacking a check-up date?", lambda: names(s for s in S if s["check"] is None), "shells: empty Last check-up")
# unanswerable
q("unanswerable", "refuse", "how tall is Florin Dorta", lambda: [], "no heights in any file")
q("unanswerable", "refuse", "What would it cost me per year to become a member of the Halvic Boat Club?", lambda: [], "no membership fees in any file")
q("unanswerable", "refuse", "Which club won the Pellin Cup in 2019?",
  lambda: race("Pellin Cup", 2019), "results: recorded from 2022 only")


questions = []
for i, (kind, atype, text, fn, why) in enumerate(Q, 1):
    a = list(fn())
    a = sorted(set(a)) if atype in ("values", "table") else a
    assert bool(a) == (atype != "refuse"), text
    assert atype not in ("number", "boolean") or len(a) == 1, text
    questions.append({"id": f"rowing-{i:02d}", "question": text, "kind": kind, "answer_type": atype, "answers": a, "why": why})
finish(HERE, questions)
