#!/usr/bin/env python3
"""Derives every answer of the 'regionalair' domain from flights.csv, workorders.csv, the KG and the TKG.
  python3 truth.py           writes questions.jsonl
  python3 truth.py --check   compares questions.jsonl with what the files give"""
import os, sys
from collections import Counter, defaultdict
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import finish, one, records  # beside the folders of the domains


def load(name): return records(HERE, name)

def when(s, f): return datetime.strptime(s, f).date() if s else None
def value(s):
    """the number in '1,204 kg', '£36.90', '71.2%', '14 min'; None for an empty cell"""
    t = "".join(c for c in s if c.isdigit() or c == ".")
    return float(t) if t else None
def pence(s): return None if value(s) is None else round(value(s) * 100)


F = load("flights.csv")
for r in F:
    r["d"] = when(r["Operating date"], "%d-%b-%Y")
    r["y"], r["ym"] = r["d"].year, (r["d"].year, r["d"].month)
    r["late"], r["pax"], r["load"], r["fuel"], r["nm"] = (value(r[k]) for k in ("Arrival delay", "Pax", "Load factor", "Fuel burn", "Sector length"))
    r["gbp"] = pence(r["Ticket takings (GBP)"])
W = load("workorders.csv")
for w in W:
    w["up"], w["done"] = when(w["Raised"], "%d.%m.%Y"), when(w["Signed off"], "%d.%m.%Y")
    w["h"], w["gbp"] = value(w["Man-hours"]), pence(w["Parts bill"])
K = [(r["head"], r["relation"], r["tail"]) for r in load("regionalair.kg.tsv")]
T = [(r["head"], r["relation"], r["tail"], date.fromisoformat(r["start"]), date.fromisoformat(r["end"]) if r["end"] else None)
     for r in load("regionalair.tkg.tsv")]


def of(h, rel): return {t for a, r, t in K if a == h and r == rel}
def with_(rel, t): return {a for a, r, b in K if b == t and r == rel}
def terms(rel, head=None, tail=None):
    return sorted((f for f in T if f[1] == rel and head in (None, f[0]) and tail in (None, f[2])), key=lambda f: f[3])
def on(day, rel, **kw): return [f for f in terms(rel, **kw) if f[3] <= day and (f[4] is None or day <= f[4])]
def now(rel, **kw): return [f for f in terms(rel, **kw) if f[4] is None]
def first(d, n=1, low=False):
    it = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]          # a tie at the edge is an error
    return [k for k, _ in it[:n]]
def pounds(rs): return sum(r["gbp"] for r in rs if r["gbp"] is not None) / 100
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def fl(**kw): return [r for r in F if all(r[k] == v for k, v in kw.items())]
def wo(**kw): return [w for w in W if all(w[k] == v for k, v in kw.items())]
def flight(i): return one(fl(**{"Flight ID": i}))
def job(i): return one(wo(**{"Job No": i}))
def country(ap): return one(of(one(of(ap, "in region")), "in country"))
AIRPORTS = {h for h, r, t in K if r == "has_code"}
TAILS = {h for h, r, t in K if r == "is_a"}
AIR = "Skerrivane Air"

assert len({r["Flight ID"] for r in F}) == len(F) and len({w["Job No"] for w in W}) == len(W) and len(set(K)) == len(K)
assert {r["Origin"] for r in F} | {r["Destination"] for r in F} == AIRPORTS
assert {r["Registration"] for r in F} == TAILS == {w["Aircraft"] for w in W}
assert all(one(of(r["Registration"], "is_a")) in of(r[c], "type rated on") for r in F for c in ("Commander", "First officer"))
assert all((r["Outcome"] == "Cancelled") == (r["late"] is None) == (r["pax"] is None) == (r["gbp"] is None) for r in F)
for rel in ("base manager of", "chief executive of", "chief pilot of", "fleet captain for", "head of", "handles ground services at"):
    for tail in {f[2] for f in T if f[1] == rel}:
        fs = terms(rel, tail=tail)
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), (rel, tail)


def show(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{x:.4f}".rstrip("0").rstrip(".")
    return str(x)


Q = []
def q(kind, atype, question, answer, why):
    if atype == "boolean": a = ["yes" if answer else "no"]
    elif atype == "table": a = [f"{k} | {show(v)}" for k, v in sorted(answer.items())]
    elif atype == "refuse": a = []
    elif atype == "number": a = [show(answer)]
    else: a = sorted({show(x) for x in answer})
    assert a or atype == "refuse", question
    Q.append({"id": f"regionalair-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype, "answers": a, "why": why})


# lookup
q("lookup", "values", "What is the airport code of Easter Ronay?", of("Easter Ronay", "has_code"), "KG: Easter Ronay has_code")
q("lookup", "values", "where do we put our crews up in Havik?", of("Håvik", "crew_hotel"), "KG: Håvik crew_hotel")
q("lookup", "values", "SV-70193 captain?", [flight("SV-70193")["Commander"]], "flights: Commander of SV-70193")
q("lookup", "number", "How much did the parts for WO-5145 cost?", job("WO-5145")["gbp"] / 100, "workorders: Parts bill of WO-5145")
q("lookup", "values", "Which name is painted on K-SRNF?", of("K-SRNF", "christened"), "KG: K-SRNF christened")

# filter_list
q("filter_list", "values", "Which airports have a grass runway?", with_("runway surface", "grass"), "KG: runway surface grass")
q("filter_list", "values", "Give me the IDs of the flights that were diverted because of fog in 2025.",
  [r["Flight ID"] for r in fl(y=2025, Outcome="Diverted", **{"Irregularity cause": "Fog"})], "flights: 2025, Outcome Diverted, Irregularity cause Fog")
q("filter_list", "values", "Which jobs swallowed more than 50 man-hours?", [w["Job No"] for w in W if w["h"] and w["h"] > 50], "workorders: Man-hours > 50")
q("filter_list", "values", "Who of our pilots speaks German?", with_("speaks", "German"), "KG: speaks German")
q("filter_list", "values", "I've promised the board a slide on our best earners, so could you pull out every flight that brought in over 6,500 pounds in ticket money?",
  [r["Flight ID"] for r in F if r["gbp"] and r["gbp"] > 650000], "flights: Ticket takings > 6,500")

# count
q("count", "number", "How many flights were cancelled in 2024?", len(fl(y=2024, Outcome="Cancelled")), "flights: 2024, Outcome Cancelled")
q("count", "number", "How many different first officers have been rostered on K-SRND?", len({r["First officer"] for r in fl(Registration="K-SRND")}),
  "flights: distinct First officer, Registration K-SRND")
q("count", "number", "no. of AOG jobs raised in 2024", sum(w["up"].year == 2024 for w in wo(Priority="AOG")), "workorders: Priority AOG, Raised in 2024")
q("count", "number", "How many flihgts from Skerrivane to Innishbreck are in the log, cancelled ones included?", len(fl(Origin="Skerrivane", Destination="Innishbreck")),
  "flights: rows with that Origin and Destination")
q("count", "number", "How many pilots hold a rating for the Norvik NV-30?", len(with_("type rated on", "Norrvik NV-30")), "KG: type rated on Norrvik NV-30")

# sum
q("sum", "number", "How many passengers did we have in total on flights bound for Håvik in 2024?", sum(r["pax"] or 0 for r in fl(y=2024, Destination="Håvik")),
  "flights: sum of Pax, Destination Håvik, 2024")
q("sum", "number", "What have we paid Propworks Leiden for parts, all jobs added up?", pounds(wo(**{"Parts supplier": "Propworks Leiden"})),
  "workorders: sum of Parts bill, Parts supplier Propworks Leiden")
q("sum", "number", "how much fuel did k-srvd burn in april 2025, in kg", sum(r["fuel"] or 0 for r in fl(Registration="K-SRVD", ym=(2025, 4))),
  "flights: sum of Fuel burn, Registration K-SRVD, April 2025")

# average
q("average", "number", "What is the average load factor, in percent, of flights to Lindesora?", mean(r["load"] for r in fl(Destination="Lindesøra")),
  "flights: mean Load factor, Destination Lindesøra, blanks left out")
q("average", "number", "avg man hours for a scheduled check?", mean(w["h"] for w in wo(Priority="Scheduled check")), "workorders: mean Man-hours, Priority Scheduled check, blanks left out")
q("average", "number", "When a flight is held up by a late inbound aircraft, how many minutes behind does it arrive on average?",
  mean(r["late"] for r in fl(**{"Irregularity cause": "Late inbound aircraft"})), "flights: mean Arrival delay, Irregularity cause Late inbound aircraft")

# min_max
q("min_max", "number", "How many minutes was the longest delay on the way to Skerrivane?", max(r["late"] for r in fl(Destination="Skerrivane") if r["late"] is not None),
  "flights: max Arrival delay, Destination Skerrivane")
q("min_max", "values", "When was the latest job on K-SRNM raised?", [max(w["up"] for w in wo(Aircraft="K-SRNM"))], "workorders: latest Raised, Aircraft K-SRNM")
q("min_max", "number", "What's the cheapest parts bill on the books, in pounds?", min(w["gbp"] for w in W if w["gbp"] is not None) / 100, "workorders: min Parts bill")

# superlative
q("superlative", "values", "Which flight took the most money in tickets?", first({r["Flight ID"]: r["gbp"] for r in F if r["gbp"] is not None}), "flights: Flight ID with max Ticket takings")
q("superlative", "values", "Which job raised in 2024 had the highest parts bill?", first({w["Job No"]: w["gbp"] for w in W if w["up"].year == 2024 and w["gbp"] is not None}),
  "workorders: Raised in 2024, highest Parts bill")
q("superlative", "values", "Of the base managers in post today, who has been there the longest?", first({f[0]: f[3] for f in now("base manager of")}, low=True),
  "TKG: open base manager of with the earliest start")
q("superlative", "values", "farthest place we fly to from skerrivane?", first({r["Destination"]: r["nm"] for r in fl(Origin="Skerrivane")}), "flights: Origin Skerrivane, Destination with the longest Sector length")

# top_k
q("top_k", "values", "Which two flights in 2025 had the worst arrival delays?", first({r["Flight ID"]: r["late"] for r in fl(y=2025) if r["late"] is not None}, 2),
  "flights: 2025, two highest Arrival delays")
q("top_k", "values", "Which two aircaft have had the most jobs raised on them?", first(Counter(w["Aircraft"] for w in W), 2), "workorders: two Aircraft with most rows")

# comparison
q("comparison", "values", "Who was put down as commander more often, Rakel Storhaug or Aud Halvorsdatter?",
  first({c: len(fl(Commander=c)) for c in ("Rakel Storhaug", "Aud Halvorsdatter")}), "flights: rows per Commander")
q("comparison", "values", "Which of the two has more seats, the Brightling Skiff or the Norrvik NV-30?",
  first({t: int(one(of(t, "number of seats"))) for t in ("Brightling Skiff", "Norrvik NV-30")}), "KG: number of seats")
q("comparison", "values", "Fog or high winds - which of them forced more cancelations?",
  first({c: len(fl(Outcome="Cancelled", **{"Irregularity cause": c})) for c in ("Fog", "High winds")}), "flights: Outcome Cancelled per Irregularity cause")

# difference
q("difference", "number", "How many more flights were scheduled in June 2024 than in November 2024?", len(fl(ym=(2024, 6))) - len(fl(ym=(2024, 11))), "flights: rows of the two months")
q("difference", "number", "How much more did the parts for WO-5192 cost than those for WO-5194?", (job("WO-5192")["gbp"] - job("WO-5194")["gbp"]) / 100, "workorders: difference of the two Parts bills")
q("difference", "number", "If I swap a Brightling Skiff for a Corvanta 42, how many seats do I gain?", int(one(of("Corvanta 42", "number of seats"))) - int(one(of("Brightling Skiff", "number of seats"))),
  "KG: difference of number of seats")

# percent
q("percent", "number", "What percentage of all flights in the log were cancelled?", 100 * len(fl(Outcome="Cancelled")) / len(F), "flights: Outcome Cancelled over all rows")
q("percent", "number", "Of our work orders, what share in per cent was led by Tove Nygaard?", 100 * len(wo(**{"Lead engineer": "Tove Nygård"})) / len(W), "workorders: Lead engineer Tove Nygård over all rows")

# group_by
q("group_by", "table", "I'm sorting the maintenance archive into folders. How many jobs are there for each priority?", Counter(w["Priority"] for w in W), "workorders: rows per Priority")
g = defaultdict(list)
for r in fl(y=2025): g[r["Registration"]].append(r)
q("group_by", "table", "What did each aircraft earn in ticket takings in 2025?", {t: pounds(rs) for t, rs in g.items()}, "flights: sum of Ticket takings in 2025 per Registration")
q("group_by", "table", "cancellations by cause pls", Counter(r["Irregularity cause"] for r in fl(Outcome="Cancelled")), "flights: Outcome Cancelled, rows per Irregularity cause")
q("group_by", "table", "Can you tell me how many airports we have in each country?", Counter(country(a) for a in AIRPORTS), "KG: airport in region, in country")

# group_superlative
q("group_superlative", "values", "Which captain has commanded the most flights in the log?", first(Counter(r["Commander"] for r in F)), "flights: Commander with most rows")
q("group_superlative", "values", "Which parts suplier has cost us the most money overall?",
  first({s: pounds(wo(**{"Parts supplier": s})) for s in {w["Parts supplier"] for w in W} - {""}}), "workorders: highest sum of Parts bill per Parts supplier")
q("group_superlative", "values", "Our planners are arguing about where the fullest planes go. Which destination has the highest average load factor?",
  first({d: mean(r["load"] for r in fl(Destination=d)) for d in AIRPORTS}), "flights: highest mean Load factor per Destination, blanks left out")

# yes_no
q("yes_no", "boolean", "Is Catriona Muir rated on the Norrvik NV-30?", "Norrvik NV-30" in of("Catriona Muir", "type rated on"), "KG: type rated on of Catriona Muir")
q("yes_no", "boolean", "Has K-SRVT ever been in for propellor work?", bool(wo(Aircraft="K-SRVT", **{"ATA area": "Propeller"})), "workorders: Aircraft K-SRVT, ATA area Propeller")
q("yes_no", "boolean", "are all the corvantas based at skerrivane?", all(of(t, "based at") == {"Skerrivane"} for t in with_("is_a", "Corvanta 42")), "KG: is_a Corvanta 42, based at")
q("yes_no", "boolean", "Was Effie Macaskill ever head of Ground Operations?", bool(terms("head of", head="Effie Macaskill", tail="Ground Operations")), "TKG: Effie Macaskill head of Ground Operations")

# negation
q("negation", "values", "Which of our aircraft have never been leased?", TAILS - {f[0] for f in terms("leased_from")}, "KG: aircraft; TKG: no leased_from fact")
q("negation", "values", "airports without a crew hotel", [a for a in AIRPORTS if not of(a, "crew_hotel")], "KG: no crew_hotel triple")
q("negation", "values", "Which Norrvik NV-30s are not based at Skerrivane?", [t for t in with_("is_a", "Norrvik NV-30") if "Skerrivane" not in of(t, "based at")], "KG: is_a Norrvik NV-30, based at elsewhere")
q("negation", "values", "Which captains have not had a single cancelled flight?", {r["Commander"] for r in F} - {r["Commander"] for r in fl(Outcome="Cancelled")},
  "flights: Commanders without a row of Outcome Cancelled")

# time_point
q("time_point", "values", "Who was base manager at Aldermuir on 1 March 2020?", [one(on(date(2020, 3, 1), "base manager of", tail="Aldermuir"))[0]], "TKG: base manager of Aldermuir on 2020-03-01")
q("time_point", "values", "chief pilot in 2018 - who?", [one({f[0] for f in on(date(2018, 1, 1), "chief pilot of", tail=AIR)} | {f[0] for f in on(date(2018, 12, 31), "chief pilot of", tail=AIR)})],
  "TKG: chief pilot of Skerrivane Air through 2018")
q("time_point", "values", "Which company was looking after ground services for us at Håvik in June 2020?", [one(on(date(2020, 6, 15), "handles ground services at", tail="Håvik"))[0]],
  "TKG: handles ground services at Håvik in June 2020")
q("time_point", "values", "Please list everybody who sat on the Safety Review Bord on 1 May 2019.", [f[0] for f in on(date(2019, 5, 1), "sits_on", tail="Safety Review Board")],
  "TKG: sits_on Safety Review Board on 2019-05-01")


# before_after
def beside(rel, who, by, **kw):
    fs = terms(rel, **kw)
    side = 2 if "head" in kw else 0
    return fs[one(i for i, f in enumerate(fs) if f[side] == who) + by][side]
q("before_after", "values", "Who took the reins at Aldermuir after Ottoline Fraser?", [beside("base manager of", "Ottoline Fraser", 1, tail="Aldermuir")], "TKG: next base manager of Aldermuir")
q("before_after", "values", "Who was chief exectuive before Cornelius Rapp?", [beside("chief executive of", "Cornelius Rapp", -1, tail=AIR)], "TKG: previous chief executive of Skerrivane Air")
q("before_after", "values", "Which leasing company did we have K-SRND from before Tarn & Tweed Finance?", [beside("leased_from", "Tarn & Tweed Finance", -1, head="K-SRND")], "TKG: previous leased_from of K-SRND")

# duration
f = one(terms("base manager of", head="Henrietta Lusby"))
q("duration", "number", "How many full years was Henrietta Lusby base manager at Skerrivane?", f[4].year - f[3].year - ((f[4].month, f[4].day) < (f[3].month, f[3].day)),
  "TKG: complete years of Henrietta Lusby base manager of Skerrivane")
q("duration", "number", "WO-5181: how many days from being raised to sign-off?", (job("WO-5181")["done"] - job("WO-5181")["up"]).days, "workorders: Signed off minus Raised")

# multi_hop
q("multi_hop", "values", "Which country is Cnoc Ban airport in?", [country("Cnoc Bàn")], "KG: Cnoc Bàn in region, in country")
q("multi_hop", "values", "Who built K-SRVA?", {m for t in of("K-SRVA", "is_a") for m in of(t, "made by")}, "KG: K-SRVA is_a type, made by")
q("multi_hop", "values", "What does the pilot who trained Sindre Aasland speak?", {s for c in of("Sindre Aasland", "trained_by") for s in of(c, "speaks")}, "KG: trained_by, speaks")

# cross_source
r = flight("SV-70442")
q("cross_source", "values", "Somebody has to sign the report on SV-70442. Who was fleet captain for that aircraft's type on the day of the flight?",
  [one(on(r["d"], "fleet captain for", tail=one(of(r["Registration"], "is_a"))))[0]], "flights: Registration and date; KG: is_a; TKG: fleet captain for on that day")
q("cross_source", "number", "How many flights of the Gray Heron were cancelled?", len(fl(Registration=one(with_("christened", "Grey Heron")), Outcome="Cancelled")),
  "KG: christened Grey Heron; flights: Outcome Cancelled")
q("cross_source", "number", "What do the parts bills come to for the aircraft we currently lease from Heron Aviation Capital, in total?",
  pounds(w for w in W if w["Aircraft"] in {f[0] for f in now("leased_from", tail="Heron Aviation Capital")}), "TKG: open leased_from; workorders: sum of Parts bill")
q("cross_source", "values", "Which of the people trained by Ishbel Strachan were first officer on a diverted flight?",
  {r["First officer"] for r in fl(Outcome="Diverted")} & with_("trained_by", "Ishbel Strachan"), "KG: trained_by; flights: Outcome Diverted, First officer")
r = flight("SV-70508")
q("cross_source", "values", "Who was base manager at the departure airport on the day SV-70508 got cancelled?", [one(on(r["d"], "base manager of", tail=r["Origin"]))[0]],
  "flights: Origin and date; TKG: base manager of on that day")
q("cross_source", "number", "How many flights to Norway were scheduled in 2024?", sum(country(r["Destination"]) == "Norway" for r in fl(y=2024)), "KG: airports in Norway; flights: 2024, Destination")
eng = {s for c in with_("in country", "England") for s in with_("supplier based in", c)}
q("cross_source", "number", "parts bought in england for k-srbe, total in pounds?", pounds(w for w in wo(Aircraft="K-SRBE") if w["Parts supplier"] in eng),
  "KG: supplier based in, in country England; workorders: Aircraft K-SRBE, sum of Parts bill")

# missing
q("missing", "values", "Which AOG jobs have no parts bill entered?", [w["Job No"] for w in wo(Priority="AOG") if w["gbp"] is None], "workorders: Priority AOG, empty Parts bill")

# unanswerable
q("unanswerable", "refuse", "Who was chief executive in June 2022?", None, "TKG: nobody is recorded between 2022-01-31 and 2022-09-05")
q("unanswerable", "refuse", "How many flying hours has Jarl Tveitane got in his logbook?", None, "no flying hours or flight times in any file")
q("unanswerable", "refuse", "How many bags did we lose in 2024?", None, "no baggage in any file")
q("unanswerable", "refuse", "What is the runway at Port Ellery made of?", None, "no such airport in the files")
q("unanswerable", "refuse", "What's the wingspan of the Corvanta 42?", None, "only seats and maker of the types are recorded")
q("unanswerable", "refuse", "How many times did Hamish Gilchrist captain a flight in 2022?", None, "flights cover January 2024 to June 2025 only")
q("unanswerable", "refuse", "when does the lease on K-SRNF run out?", None, "TKG: the present lease has no end date")


finish(HERE, Q)
