#!/usr/bin/env python3
"""Computes every gold answer of the 'harbour' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, full_years, graphs, group, iso, kg, mean, one, records, step, tkg)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("£", ",", " min", " m", " t"): s = s.replace(x, "")
    return float(s) if s.strip() else None


B = rd("berths.csv")
for r in B:
    r["len"], r["draught"], r["crane"], r["hire"] = num(r["Quay length"]), num(r["Max draught"]), num(r["Crane SWL"]), num(r["Daily hire"])
    r["year"], r["surv"] = int(r["Built"]), day(r["Surveyed"], "%d %b %Y")
BN = {r["Berth"]: r for r in B}
C = rd("calls.csv")
for r in C:
    r["a"], r["s"] = day(r["Arrived"], "%d/%m/%Y"), iso(r["Sailed"])
    r["t"], r["delay"], r["dues"] = num(r["Cargo (t)"]), num(r["Delay"]), num(r["Port dues (GBP)"])
    r["port"] = BN[r["Berth"]]["Port"]
CN = {r["Call No"]: r for r in C}
K, T = graphs(HERE, "harbour")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def total(rows, v):
    xs = [round(r[v] * 100) for r in rows if r[v] is not None]
    assert xs
    return sum(xs) / 100
def days(f): return (f[4] - f[3]).days


# sanity of the data
PORTS, VESSELS, PILOTS = {r["Port"] for r in B}, heads("ship type"), heads("licensed_for")
assert len(BN) == len(B) and len(CN) == len(C) and len(set(K)) == len(K)
assert PORTS == heads("located in") == {f[0] for f in facts("harbour master")} and VESSELS == {r["Vessel"] for r in C} == {f[0] for f in facts("operated_by")}
assert PILOTS == heads("speaks") == {f[0] for f in facts("stationed at")}
for rel in {f[1] for f in T}:
    for h in {f[0] for f in facts(rel)}:
        fs = facts(rel, head=h)
        assert all(x[4] and x[3] < x[4] < y[3] for x, y in zip(fs, fs[1:])), fs
for f in facts("stationed at"): assert f[2] in out(f[0], "licensed_for")
for r in C:
    if r["Pilot aboard"]: assert one(at("stationed at", r["a"], head=r["Pilot aboard"]))[2] == r["port"]
    assert (r["s"] is None) == (r["Outcome"] != "Completed") and (r["s"] is None or r["a"] <= r["s"])
    assert one(at("operated_by", r["a"], head=r["Vessel"])) and BN[r["Berth"]]["year"] <= r["a"].year
calls = lambda y: [r for r in C if r["a"].year == y]
of = lambda v: [r for r in C if r["Vessel"] == v]
berths = lambda rows: [r["Berth"] for r in rows]
nos = lambda rows: [r["Call No"] for r in rows]

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
    Q.append(({"id": f"harbour-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))

# ------------------------------------------------------------------ lookup
q("lookup", "What is the quay length of Albion Wharf 2, in metres?", "number", BN["Albion Wharf 2"]["len"], "berths: Quay length of Albion Wharf 2", "plain")
q("lookup", "who piloted PC-3031", "values", [CN["PC-3031"]["Pilot aboard"]], "calls: Pilot aboard of PC-3031", "short")
q("lookup", "At which yard was the Black Marigold built?", "values", out("Black Marigold", "built at"), "KG: Black Marigold built at", "plain")
q("lookup", "how deep can a ship sit in the water at vestmole 2?? metres", "number", BN["Vestmole 2"]["draught"], "berths: Max draught of Vestmole 2", "casual syn")
q("lookup", "Which port is Skarholm twinned with?", "values", out("Skarholm", "twinned with"), "KG: Skarholm twinned with", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which berths at Castelmorro are under repair?", "values", berths(r for r in B if r["Port"] == "Castelmorro" and r["State"] == "Under repair"),
  "berths: Port Castelmorro, State Under repair", "plain")
q("filter_list", "ships under the maltese flag, names pls", "values", inn("Malta", "flies_flag_of"), "KG: flies_flag_of Malta", "casual syn")
q("filter_list", "Which berths cost more than £6,500 a day to hire?", "values", berths(r for r in B if r["hire"] > 6500), "berths: Daily hire > 6500", "plain")
q("filter_list", "ports w/ a dry dock?", "values", inn("dry dock", "offers"), "KG: offers dry dock", "short")
q("filter_list", "call nos for every visit of the lady perpetau in 2022", "values", nos(r for r in of("Lady Perpetua") if r["a"].year == 2022),
  "calls: Vessel Lady Perpetua, Arrived in 2022", "typo casual")

# ------------------------------------------------------------------ count
q("count", "How many calls were there in 2023?", "number", len(calls(2023)), "calls: Arrived in 2023", "plain")
q("count", "how many berths let a ship plug in to shore power", "number", sum(r["Shore power"] == "Yes" for r in B), "berths: Shore power Yes", "casual")
q("count", "How many pilots speak Spanish?", "number", len(inn("Spanish", "speaks")), "KG: speaks Spanish", "plain")
q("count", "in 2022 how many calls had to be packed off somewhere else, ie divreted", "number", sum(r["Outcome"] == "Diverted" for r in calls(2022)),
  "calls: Arrived in 2022, Outcome Diverted", "typo idiom")
q("count", "Good afternoon, my grandfather spent his life on coal ships and I am putting together a little family booklet. Could you kindly tell me how many of the "
  "vessels that use your ports are bulk carriers?", "number", len(inn("bulk carrier", "ship type")), "KG: ship type bulk carrier", "polite detour")

# ------------------------------------------------------------------ sum
q("sum", "How much did the Halcyon Trader pay in port dues in 2022, in pounds?", "number", total([r for r in of("Halcyon Trader") if r["a"].year == 2022], "dues"),
  "calls: sum of Port dues, Halcyon Trader, 2022", "plain")
q("sum", "petrel's pride, how many tonnes has she dischraged with us all told", "number", total([r for r in of("Petrel's Pride") if r["Purpose"] == "Discharge"], "t"),
  "calls: sum of Cargo, Petrel's Pride, Purpose Discharge", "typo idiom")
q("sum", "A film crew wants every passenger berth at Baie-des-Aulnes for a day. What does the daily hire of all of them come to in pounds?", "number",
  total([r for r in B if r["Port"] == "Baie-des-Aulnes" and r["Cargo class"] == "Passengers"], "hire"), "berths: sum of Daily hire, Baie-des-Aulnes, Passengers", "detour")

# ------------------------------------------------------------------ average
q("average", "What is the average delay of the Kestrel Bay, in minutes?", "number", mean(of("Kestrel Bay"), "delay"), "calls: mean Delay (empty left out), Kestrel Bay", "plain")
q("average", "avg quay length of the contaner berths in metres", "number", mean([r for r in B if r["Cargo class"] == "Containers"], "len"),
  "berths: mean Quay length, Cargo class Containers", "typo short")
gd = [r for r in of("Grain Duchess") if r["s"]]
q("average", "When the Grain Duchess has been in and sailed again, how many days lay on average between her arrival and her sailing?", "number",
  sum((r["s"] - r["a"]).days for r in gd) / len(gd), "calls: mean of Sailed minus Arrived, Grain Duchess", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest daily hire among the open liquid bulk berths?", "number", min(r["hire"] for r in B if r["Cargo class"] == "Liquid bulk" and r["State"] == "Open"),
  "berths: min Daily hire, Liquid bulk, Open", "plain")
q("min_max", "heaviest single cargo of 2024, how many tonnes?", "number", max(r["t"] for r in calls(2024) if r["t"]), "calls: max Cargo in 2024", "short")
q("min_max", "when was the last time the princesse mirelle put in at one of our ports", "values", [max(r["a"] for r in of("Princesse Mireille"))],
  "calls: latest Arrived, Princesse Mireille", "typo idiom")

# ------------------------------------------------------------------ superlative
q("superlative", "Which is the oldest berth at Sønderhavn?", "values", best({r["Berth"]: r["year"] for r in B if r["Port"] == "Sønderhavn"}, low=True),
  "berths: earliest Built, Port Sønderhavn", "plain")
q("superlative", "what call number brought in the most port dues ever", "values", best({r["Call No"]: r["dues"] for r in C if r["dues"] is not None}), "calls: highest Port dues", "casual")
q("superlative", "Which pilot speaks the largest number of languages?", "values", best(Counter(h for h, r, t in K if r == "speaks")), "KG: speaks, counted by pilot", "plain")
q("superlative", "which drumlin quay berth has got the beefiest crane?", "values", best({r["Berth"]: r["crane"] for r in B if r["Port"] == "Drumlin Quay" and r["crane"]}),
  "berths: highest Crane SWL, Port Drumlin Quay", "idiom")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three longest berths we have?", "values", best({r["Berth"]: r["len"] for r in B}, 3), "berths: three highest Quay length", "plain")
q("top_k", "5 biggest cargoes in 2023, just the call nos thx", "values", best({r["Call No"]: r["t"] for r in calls(2023) if r["t"]}, 5), "calls: 2023, five highest Cargo", "short")

# ------------------------------------------------------------------ comparison
q("comparison", "coal pier 1 or kornkaj 3 - which would set me back more per day?", "values", best({b: BN[b]["hire"] for b in ("Coal Pier 1", "Kornkaj 3")}),
  "berths: Daily hire of the two", "idiom syn")
q("comparison", "Which has called at our ports more often, Tern of the Isles or Dagmar II?", "values", best({v: len(of(v)) for v in ("Tern of the Isles", "Dagmar II")}),
  "calls: rows of the two vessels", "plain")
hm = {p: days(one(facts("harbour master", "Castelmorro", p))) for p in ("Baltasar Quiroga", "Mercedes Ondarra")}
q("comparison", "Who was harbour master of Castelmorro for longer, Baltasar Quiroga or Mercedes Ondarra?", "values", best(hm), "TKG: lengths of the two harbour master facts", "plain")

# ------------------------------------------------------------------ difference
q("difference", "How many metres longer is Queen's Landing 1 than Queen's Landing 2?", "number", BN["Queen's Landing 1"]["len"] - BN["Queen's Landing 2"]["len"],
  "berths: difference of the two Quay lengths", "plain")
q("difference", "PC-3005 vs PC-3007, whats the gap in dues in quid", "number", abs(CN["PC-3005"]["dues"] - CN["PC-3007"]["dues"]), "calls: difference of the two Port dues", "casual idiom")
q("difference", "What is the difference between the number of calls in 2021 and the number in 2024?", "number", abs(len(calls(2021)) - len(calls(2024))),
  "calls: rows of the two years, subtracted", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all calls were diverted?", "number", 100 * sum(r["Outcome"] == "Diverted" for r in C) / len(C), "calls: Outcome Diverted over all rows", "plain")
cm = [r for r in B if r["Port"] == "Castelmorro"]
q("percent", "castelmorro - what % of its berths is open", "number", 100 * sum(r["State"] == "Open" for r in cm) / len(cm), "berths: Port Castelmorro, share of State Open", "short")

# ------------------------------------------------------------------ group_by
q("group_by", "How many berths does each port have?", "table", Counter(r["Port"] for r in B), "berths: rows per Port", "plain")
q("group_by", "port dues year by year please, totals", "table", {k: total(v, "dues") for k, v in group(C, lambda r: r["a"].year).items()},
  "calls: sum of Port dues per year of Arrived", "casual")
q("group_by", "What is the average daily hire for each cargo class?", "table", {k: mean(v, "hire") for k, v in group(B, lambda r: r["Cargo class"]).items()},
  "berths: mean Daily hire per Cargo class", "plain")
q("group_by", "number of vessels by ship tpye", "table", Counter(t for h, r, t in K if r == "ship type"), "KG: ship type, counted", "typo short")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which vessel has paid the most port dues in total?", "values", best({k: total(v, "dues") for k, v in group(C, lambda r: r["Vessel"]).items()}),
  "calls: highest sum of Port dues per Vessel", "plain")
q("group_superlative", "what pilot was on the msot calls in 2023", "values", best(Counter(r["Pilot aboard"] for r in calls(2023) if r["Pilot aboard"])),
  "calls: 2023, most rows per Pilot aboard", "typo casual")
q("group_superlative", "Which flag do the largest number of the vessels fly?", "values", best(Counter(t for h, r, t in K if r == "flies_flag_of")), "KG: flies_flag_of, counted by flag", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Sønderhavn offer a dry dock?", "boolean", "dry dock" in out("Sønderhavn", "offers"), "KG: no offers triple Sønderhavn dry dock", "plain")
q("yes_no", "fenella strang is allowed to pilot at port verity, right?", "boolean", "Port Verity" in out("Fenella Strang", "licensed_for"), "KG: Fenella Strang licensed_for Port Verity", "casual syn")
q("yes_no", "Was Lionel Baptiste ever chief executive of Tern Line?", "boolean", bool(facts("chief_executive", "Tern Line", "Lionel Baptiste")),
  "TKG: no chief_executive fact Tern Line, Lionel Baptiste", "plain")
q("yes_no", "did anatole guivarch do more than 1 stint as harbour master of baie des aulnes", "boolean", len(facts("harbour master", "Baie-des-Aulnes", "Anatole Guivarch")) > 1,
  "TKG: harbour master facts of Baie-des-Aulnes, Anatole Guivarch", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which ports do not offer waste reception?", "values", PORTS - inn("waste reception", "offers"), "KG: ports less those with offers waste reception", "plain")
q("negation", "sonderhavn berths that are open but havent got shore power", "values",
  berths(r for r in B if r["Port"] == "Sønderhavn" and r["State"] == "Open" and r["Shore power"] == "No"), "berths: Port Sønderhavn, State Open, Shore power No", "casual")
v22 = {r["Vessel"] for r in calls(2022)}
q("negation", "Which vessels did not call at all in 2022?", "values", VESSELS - v22, "KG: vessels without a 2022 row in calls", "plain")
q("negation", "how many of the 2024 calls were for anything other than loading or discharging", "number", sum(r["Purpose"] not in ("Load", "Discharge") for r in calls(2024)),
  "calls: 2024, Purpose neither Load nor Discharge", "casual")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the harbour master of Port Verity on 1 May 2015?", "values", [one(at("harbour master", date(2015, 5, 1), head="Port Verity"))[2]],
  "TKG: harbour master of Port Verity valid on 2015-05-01", "plain")
q("time_point", "who ran tern line back in 2010", "values", [one(in_year("chief_executive", 2010, head="Tern Line"))[2]], "TKG: chief_executive of Tern Line in 2010", "casual syn")
q("time_point", "which tug firm had the contract at skarholm on christmas day 2018", "values", [one(at("towage contract with", date(2018, 12, 25), head="Skarholm"))[2]],
  "TKG: towage contract with of Skarholm valid on 2018-12-25", "casual syn")
q("time_point", "Which pilots were stationed at Drumlin Quay on 1 June 2020?", "values", [f[0] for f in at("stationed at", date(2020, 6, 1), tail="Drumlin Quay")],
  "TKG: stationed at Drumlin Quay valid on 2020-06-01", "plain")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was harbour master of Skarholm before Ingvild Tangen?", "values", [step(facts("harbour master", head="Skarholm"), 2, "Ingvild Tangen", -1)],
  "TKG: previous harbour master of Skarholm", "plain")
q("before_after", "saint brendans way left compagnie maritime d'aulnes and then sailed for who", "values",
  [step(facts("operated_by", head="Saint Brendan's Way"), 2, "Compagnie Maritime d'Aulnes", 1)], "TKG: next operated_by of Saint Brendan's Way", "casual syn")
q("before_after", "I would be most grateful if you could list the vessels that Osker-Byrne Tankers began to operate after the end of 2015. Kind regards, a retired deckhand.", "values",
  [f[0] for f in facts("operated_by", tail="Osker-Byrne Tankers") if f[3] > date(2015, 12, 31)], "TKG: operated_by Osker-Byrne Tankers with start after 2015-12-31", "polite")

# ------------------------------------------------------------------ duration
f = one(facts("harbour master", "Port Verity", "Captain Hester Blackwood"))
q("duration", "How many full years was Captain Hester Blackwood harbour master of Port Verity?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "of the former harbour masters at sønderhavn, whose innings was the longest?", "values", best({f[2]: days(f) for f in facts("harbour master", "Sønderhavn") if f[4]}),
  "TKG: longest closed harbour master fact of Sønderhavn", "idiom")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country does Blue Petrel Shipping have its headquarters?", "values", {k for c in out("Blue Petrel Shipping", "headquartered_in") for k in out(c, "is in")},
  "KG: headquartered_in > is in", "plain")
q("multi_hop", "what country was the bonny haddock built in", "values", {k for y in out("Bonny Haddock", "built at") for k in out(y, "stands in")}, "KG: built at > stands in", "casual")
q("multi_hop", "Which lines does the agency with its office in Castelmorro act for?", "values", {l for a in inn("Castelmorro", "has office in") for l in out(a, "ship_agent_for")},
  "KG: has office in Castelmorro, read backwards > ship_agent_for", "plain syn")

# ------------------------------------------------------------------ cross_source
x = CN["PC-3101"]
q("cross_source", "Who was the harbour master of the port where call PC-3101 took place, on the day the vessel arrived?", "values", [one(at("harbour master", x["a"], head=x["port"]))[2]],
  "calls: Berth, Arrived; berths: Port; TKG: harbour master on that date", "plain")
q("cross_source", "how many calls did port verity get while winifred ashgrove was holding the reins there as harbour mastre", "number",
  sum(bool(at("harbour master", r["a"], "Port Verity", "Winifred Ashgrove")) for r in C if r["port"] == "Port Verity"),
  "calls: Arrived; berths: Port; TKG: harbour master interval", "typo idiom")
q("cross_source", "Which ferries does Tern Line operate now?", "values", {f[0] for f in now("operated_by", tail="Tern Line")} & inn("ferry", "ship type"),
  "TKG: open operated_by Tern Line; KG: ship type ferry", "plain")
q("cross_source", "How many tonnes of cargo were handled in 2024 at the ports on the North Sea?", "number",
  total([r for r in calls(2024) if r["port"] in inn("North Sea", "lies on the")], "t"), "KG: lies on the North Sea; berths: Port; calls: sum of Cargo in 2024", "plain")
kv = inn("Kvamsøy Yard", "built at")
q("cross_source", "take all the calls by ships that came out of kvamsoy yard. average delay in minutes, where there is one on record?", "number", mean([r for r in C if r["Vessel"] in kv], "delay"),
  "KG: built at Kvamsøy Yard; calls: mean Delay (empty left out)", "detour")
q("cross_source", "How many calls were made by a vessel that Naviera Cantalaya was operating at the time?", "number",
  sum(one(at("operated_by", r["a"], head=r["Vessel"]))[2] == "Naviera Cantalaya, S.A." for r in C), "calls: Vessel, Arrived; TKG: operated_by on that date", "plain")
q("cross_source", "what languages does the pliot from PC-3036 speak?", "values", out(CN["PC-3036"]["Pilot aboard"], "speaks"), "calls: Pilot aboard of PC-3036; KG: speaks", "typo casual")

# ------------------------------------------------------------------ missing
q("missing", "Which berths have no survey date on record?", "values", berths(r for r in B if r["surv"] is None), "berths: empty Surveyed", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is the engine power of the Rønne Express?", "refuse", [], "no engine data in any file", "plain")
q("unanswerable", "how many passengrs got off the gullwing aurora last summer", "refuse", [], "no passenger numbers in any file", "typo casual")
assert not in_year("harbour master", 1998, head="Castelmorro")
q("unanswerable", "Who was harbour master of Castelmorro in 1998?", "refuse", [], "TKG: the first harbour master fact of Castelmorro starts in 2005", "plain")
q("unanswerable", "bed for the night at the crew hostel, how much??", "refuse", [], "the crew hostel is a service; no prices of services", "short")
q("unanswerable", "Which captain commands the Santa Irune?", "refuse", [], "pilots and harbour masters are recorded, no ship's captains", "plain")
assert "Albion Wharf 9" not in BN
q("unanswerable", "What is the daily hire of Albion Wharf 9?", "refuse", [], "there is no berth Albion Wharf 9", "plain")
q("unanswerable", "accidents on muelle grande 4 in 2023, were there any and how many", "refuse", [], "no accidents in any file", "casual")


if "--styles" in sys.argv: print(Counter(t for _, ts in Q for t in ts))
finish(HERE, [q for q, _ in Q])
