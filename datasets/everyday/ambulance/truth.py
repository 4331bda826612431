#!/usr/bin/env python3
"""Computes every gold answer of the 'ambulance' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, iso, kg, mean, one, records, share, step,
    tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for cut in ("CHF ", "'", ",", " km", " min"): s = s.replace(cut, "")
    return float(s) if s.strip() else None


C = rd("callouts.csv")
for r in C:
    r["d"], r["resp"], r["scene"], r["km"] = day(r["Date"], "%d.%m.%Y"), num(r["Resp. (min)"]), num(r["On scene"]), num(r["Road km"])
    r["pat"], r["inv"], r["y"], r["nat"], r["mun"], r["res"] = num(r["Patients"]), num(r["Invoice (CHF)"]), day(r["Date"], "%d.%m.%Y").year, r["Nature of call"], r["Municipality"], r["Result"]
CN = {r["Job no"]: r for r in C}
V = rd("vehicles.csv")
for r in V:
    r["d"], r["km"], r["next"], r["st"], r["price"] = day(r["In service since"], "%d %b %Y"), num(r["Km on the clock"]), iso(r["Next inspection"]), num(r["Stretchers"]), num(r["Purchase price"])
VN = {r["Call sign"]: r for r in V}
K, T = graphs(HERE, "ambulance")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


Q = []
q = asking("ambulance", Q)


# sanity of the data
SERVICE = "Rescue Service Oberhalm"
STATIONS, MEDICS, HOSPITALS = heads("opened_in"), heads("based at"), heads("has unit")
INH = {m: int(one(out(m, "inhabitants"))) for m in heads("inhabitants")}
assert len(CN) == len(C) and len(VN) == len(V) and len(set(K)) == len(K)
assert {r["Garage"] for r in V} <= STATIONS == heads("in sector") == {f[2] for f in facts("head of station")}
assert {r["Unit"] for r in C} <= set(VN) == {f[0] for f in facts("garaged at")} and {r["Lead medic"] for r in C} <= MEDICS == {f[0] for f in facts("worked at")}
assert {r["mun"] for r in C} <= set(INH) == heads("covered by") and {r["Hospital"] for r in C} - {""} <= HOSPITALS == heads("located in")
assert {r["Model"] for r in V} == heads("made by")
assert {"E-2405", "E-2331"} <= set(CN) and {r["Hospital"] for r in C} - {""} == HOSPITALS
for rel, side in (("head of station", 2), ("chief executive of", 2), ("medical director", 0), ("dispatch software from", 0), ("head of training at", 2), ("garaged at", 0), ("worked at", 0), ("cleaned_by", 0), ("closed for", 0)):
    for who in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == who]
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, who, fs)
for r in C:
    assert at("garaged at", r["d"], r["Unit"]) and at("worked at", r["d"], r["Lead medic"]) and r["d"] > VN[r["Unit"]]["d"]
    assert (r["res"] == "Cancelled") == (r["resp"] is None) == (r["scene"] is None) and (r["res"] == "Transported") == bool(r["Hospital"])
for r in V: assert r["State"] == "Decommissioned" or one(now("garaged at", r["Call sign"]))[2] == r["Garage"]
for m in MEDICS: assert one(now("worked at", m))[2] == one(out(m, "based at"))
jobs = lambda rows: [r["Job no"] for r in rows]
signs = lambda rows: [r["Call sign"] for r in rows]
year = lambda y: [r for r in C if r["y"] == y]
nature = lambda n: [r for r in C if r["nat"] == n]
kind = lambda k: [r for r in V if r["Kind"] == k]
station = lambda m: one(out(m, "covered by"))
sector = lambda m: one(out(station(m), "in sector"))

# ------------------------------------------------------------------ lookup
q("lookup", "Who was the lead medic on job E-2389?", "values", [CN["E-2389"]["Lead medic"]], "callouts: Lead medic of E-2389")
q("lookup", "which hospital did we bring E-2466 to", "values", [CN["E-2466"]["Hospital"]], "callouts: Hospital of E-2466")
q("lookup", "On what date did Halm 16 come into service?", "values", [VN["Halm 16"]["d"]], "vehicles: In service since of Halm 16")
q("lookup", "whats the number plate of notarzt 2", "values", [VN["Notarzt 2"]["Plate"]], "vehicles: Plate of Notarzt 2")
q("lookup", "Which station covers Suravilla?", "values", out("Suravilla", "covered by"), "KG: Suravilla covered by")

# ------------------------------------------------------------------ filter_list
q("filter_list", "List the job numbers of all call-outs to an avalanche.", "values", jobs(nature("Avalanche")), "callouts: Nature of call Avalanche")
q("filter_list", "which vehicles are stuck in the workshop at the moment", "values", signs(r for r in V if r["State"] == "Workshop"), "vehicles: State Workshop")
q("filter_list", "Which ambulances have more than 150,000 km on the clock?", "values", signs(r for r in kind("Ambulance") if (r["km"] or 0) > 150000), "vehicles: Kind Ambulance, Km on the clock > 150,000")
q("filter_list", "I have an Italian lady on the line and my own Italian ends at pizza. Which of the medics speak it?", "values", inn("Italian", "speaks"), "KG: speaks Italian, read backwards")
q("filter_list", "falls in 2023 coded P2 where we took longer than 12 min to respond, job nos pls", "values",
  jobs(r for r in nature("Fall") if r["y"] == 2023 and r["Code"] == "P2" and (r["resp"] or 0) > 12), "callouts: Nature of call Fall, Date in 2023, Code P2, Resp. > 12")

# ------------------------------------------------------------------ count
q("count", "How many call-outs turned out to be false alarms?", "number", sum(r["res"] == "False alarm" for r in C), "callouts: Result False alarm")
q("count", "no of jobs with exactly three patients", "number", sum(r["pat"] == 3 for r in C), "callouts: Patients 3")
q("count", "How many electric vehicles are there in the fleet list?", "number", sum(r["Drive"] == "Electric" for r in V), "vehicles: Drive Electric")
q("count", "My back tells me it was a bad year for people tumbling down stairs. How many falls were we called to in 2024?", "number", sum(r["y"] == 2024 for r in nature("Fall")),
  "callouts: Nature of call Fall, Date in 2024")

# ------------------------------------------------------------------ sum
q("sum", "What is the total amount we have invoiced for call-outs of Adler 1?", "number", total([r for r in C if r["Unit"] == "Adler 1"], "inv"), "callouts: sum of Invoice (empty left out), Unit Adler 1")
q("sum", "patients in 2023, all jobs added up", "number", total(year(2023), "pat"), "callouts: sum of Patients, Date in 2023")
q("sum", "How many road kilometres did Halm 12 cover on its call-outs of 2024, all together?", "number", total([r for r in year(2024) if r["Unit"] == "Halm 12"], "km"), "callouts: sum of Road km, Unit Halm 12, Date in 2024")

# ------------------------------------------------------------------ average
q("average", "What is the average response time of P1 call-outs, in minutes?", "number", mean([r for r in C if r["Code"] == "P1"], "resp"), "callouts: mean Resp. (empty left out), Code P1")
q("average", "whats a transfer invoiced at on averge", "number", mean(nature("Transfer"), "inv"), "callouts: mean Invoice (empty left out), Nature of call Transfer")
q("average", "For how many minutes on average does a crew stay on scene at a road accident?", "number", mean(nature("Road accident"), "scene"), "callouts: mean On scene, Nature of call Road accident")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the longest response time we have on record, in minutes?", "number", max(r["resp"] for r in C if r["resp"] is not None), "callouts: max Resp.")
q("min_max", "lowest price we ever paid for a vehicle in the list", "number", min(r["price"] for r in V if r["price"] is not None), "vehicles: min Purchase price")
q("min_max", "when were we last called out for a birth", "values", [max(r["d"] for r in nature("Birth"))], "callouts: latest Date, Nature of call Birth")

# ------------------------------------------------------------------ superlative
q("superlative", "Which of the medics holds the most qualifications?", "values", best(Counter(h for h, r, t in K if r == "qualified in")), "KG: qualified in, counted per medic, most")
q("superlative", "call sign of our priciest ambulance?", "values", best({r["Call sign"]: r["price"] for r in kind("Ambulance")}), "vehicles: highest Purchase price, Kind Ambulance")
q("superlative", "Which call-out had the highest invoice?", "values", best({r["Job no"]: r["inv"] for r in C if r["inv"] is not None}), "callouts: highest Invoice")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three municipalities with the most inhabitants?", "values", best(INH, 3), "KG: three highest inhabitants")
q("top_k", "4 oldest vehicles going by when they came into service", "values", best({r["Call sign"]: r["d"] for r in V}, 4, low=True), "vehicles: four earliest In service since")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has more kilometres on the clock, Halm 17 or Kranich 1?", "values", best({x: VN[x]["km"] for x in ("Halm 17", "Kranich 1")}), "vehicles: Km on the clock of the two")
q("comparison", "oskar wyss vs reto wyss, who was lead medic on more jobs", "values", best({x: sum(r["Lead medic"] == x for r in C) for x in ("Oskar Wyss", "Reto Wyss")}), "callouts: rows of the two lead medics")
q("comparison", "Which of the two stations opened earlier, Sonnwil or Valbruna?", "values", best({x: int(one(out(x, "opened_in"))) for x in ("Sonnwil", "Valbruna")}, low=True), "KG: opened_in of the two")

# ------------------------------------------------------------------ difference
q("difference", "How many more inhabitants does Trins have than Kastelwil?", "number", INH["Trins"] - INH["Kastelwil"], "KG: inhabitants, subtracted")
q("difference", "price diffrence between adler 1 and adler 2 when we bought them", "number", VN["Adler 1"]["price"] - VN["Adler 2"]["price"], "vehicles: Purchase price of the two, subtracted")
q("difference", "What is the difference between the average response times of P1 and P2 call-outs, in minutes?", "number",
  abs(mean([r for r in C if r["Code"] == "P1"], "resp") - mean([r for r in C if r["Code"] == "P2"], "resp")), "callouts: mean Resp. (empty left out) of the two codes, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "The canton wants one single figure for its yearbook. What percentage of all call-outs have the result Transported?", "number", share(C, lambda r: r["res"] == "Transported"), "callouts: share of Result Transported")
q("percent", "how much of the fleet runs on diesel, in %", "number", share(V, lambda r: r["Drive"] == "Diesel"), "vehicles: share of Drive Diesel")

# ------------------------------------------------------------------ group_by
q("group_by", "How many vehicles does the fleet list show for each garage?", "table", Counter(r["Garage"] for r in V), "vehicles: rows per Garage")
q("group_by", "patients per nature of call, totals", "table", {k: total(v, "pat") for k, v in group(C, lambda r: r["nat"]).items()}, "callouts: sum of Patients per Nature of call")
q("group_by", "What is the average response time for each code?", "table", {k: mean(v, "resp") for k, v in group(C, lambda r: r["Code"]).items()}, "callouts: mean Resp. (empty left out) per Code")
q("group_by", "nr of medics for every qualification", "table", Counter(t for h, r, t in K if r == "qualified in"), "KG: qualified in, counted per qualification")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which municipality has had the most call-outs?", "values", best(Counter(r["mun"] for r in C)), "callouts: most rows per Municipality")
q("group_superlative", "what unit has brought in most money, invoices summed", "values", best({k: total(v, "inv") for k, v in group(C, lambda r: r["Unit"]).items()}), "callouts: highest sum of Invoice per Unit")
q("group_superlative", "Which hospital received the fewest of our call-outs?", "values", best(Counter(r["Hospital"] for r in C if r["Hospital"]), low=True), "callouts: fewest rows per Hospital (empty left out)")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does the Tschuggen station have a helipad?", "boolean", "helipad" in out("Tschuggen", "has"), "KG: Tschuggen has helipad")
q("yes_no", "does marco fontana speak german", "boolean", "German" in out("Marco Fontana", "speaks"), "KG: no Marco Fontana speaks German")
q("yes_no", "Was Petra Lüthi ever head of station at Sonnwil?", "boolean", bool(facts("head of station", "Petra Lüthi", "Sonnwil")), "TKG: no head of station fact of Petra Lüthi at Sonnwil")
q("yes_no", "was halm 17 ever parked up at tschuggen, i mean garaged there", "boolean", bool(facts("garaged at", "Halm 17", "Tschuggen")), "TKG: Halm 17 garaged at Tschuggen")

# ------------------------------------------------------------------ negation
q("negation", "Which stations have no charging point?", "values", STATIONS - inn("charging point", "has"), "KG: stations without has charging point")
q("negation", "medics who arent qualified in advanced life suport", "values", MEDICS - inn("advanced life support", "qualified in"), "KG: medics without qualified in advanced life support")
q("negation", "Which vehicles have never been on a call-out that is in the log?", "values", set(VN) - {r["Unit"] for r in C}, "vehicles: Call sign without a row in callouts")
q("negation", "halmstadt jobs with a hospital down, how many went anywhere but the kantonsspital halmstadt", "number",
  sum(r["mun"] == "Halmstadt" and r["Hospital"] not in ("", "Kantonsspital Halmstadt") for r in C), "callouts: Municipality Halmstadt, Hospital not empty and not Kantonsspital Halmstadt")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was head of station at Brunnmatt on 1 July 2012?", "values", [one(at("head of station", date(2012, 7, 1), tail="Brunnmatt"))[0]], "TKG: head of station of Brunnmatt on 2012-07-01")
q("time_point", "who was chief exec of the rescue service back in 2010", "values", [one(in_year("chief executive of", 2010))[0]], "TKG: chief executive of in 2010")
q("time_point", "Which vehicles were garaged at Kreuzboden on 1 June 2021?", "values", [f[0] for f in at("garaged at", date(2021, 6, 1), tail="Kreuzboden")], "TKG: garaged at Kreuzboden on 2021-06-01")
mg = one(facts("chief executive of", "Mauro Gianinazzi"))
assert all((f[3] >= mg[3] and f[4] <= mg[4]) or f[4] < mg[3] or f[3] > mg[4] for f in facts("closed for"))
q("time_point", "stations that were closed for a while during mauro gianinazzis time as chief executive?", "values", [f[0] for f in facts("closed for") if f[3] <= mg[4] and f[4] >= mg[3]],
  "TKG: closed for facts within the chief executive of fact of Mauro Gianinazzi")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was head of station at Oberhalm before Kaspar Zurfluh?", "values", [step(facts("head of station", tail="Oberhalm"), 0, "Kaspar Zurfluh", -1)], "TKG: previous head of station of Oberhalm")
q("before_after", "who got the medical director post after dr lucrezia poretti left", "values", [step(facts("medical director", SERVICE), 2, "Dr. Lucrezia Poretti", 1)], "TKG: next medical director")
q("before_after", "Halm 11 still has another crew's mugs in the glovebox. Where was it garaged before it came to Brunnmatt?", "values", [step(facts("garaged at", "Halm 11"), 2, "Brunnmatt", -1)], "TKG: previous garaged at of Halm 11")

# ------------------------------------------------------------------ duration
f = one(facts("head of station", "Annina Caflisch", "Oberhalm"))
q("duration", "How many full years was Annina Caflisch head of station at Oberhalm?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "of all the closures we had, which station's dragged on longest", "values", best({f[0] + "|" + f[2]: f[4] - f[3] for f in facts("closed for")})[0].split("|")[:1], "TKG: longest closed for fact, its station")
q("duration", "Which of the present heads of station has been in that post the longest?", "values", best({f[0]: f[3] for f in now("head of station")}, low=True), "TKG: earliest start among open head of station facts")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which sector is the station that covers Urmatt?", "values", [sector("Urmatt")], "KG: covered by > in sector")
q("multi_hop", "who mentored nora gislers mentor", "values", {b for a in out("Nora Gisler", "mentored by") for b in out(a, "mentored by")}, "KG: mentored by > mentored by")
q("multi_hop", "How many inhabitants do the municipalities covered by Lai Pitschen have altogether?", "number", sum(INH[m] for m in inn("Lai Pitschen", "covered by")), "KG: covered by, read backwards > sum of inhabitants")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many call-outs were in municipalities covered by a station in the Lakeside sector?", "number", sum(sector(r["mun"]) == "Lakeside" for r in C), "KG: covered by > in sector Lakeside; callouts: rows")
q("cross_source", "job E-2344, what company made the car that went out", "values", out(VN[CN["E-2344"]["Unit"]]["Model"], "made by"), "callouts: Unit; vehicles: Model; KG: made by")
x = VN["Halm 22"]
q("cross_source", "Halm 22 has stood in the same garage since it came into service. Who was head of station there on the day it did?", "values", [one(at("head of station", x["d"], tail=x["Garage"]))[0]],
  "vehicles: Garage, In service since of Halm 22; TKG: head of station on that day")
assert len(facts("garaged at", "Halm 22")) == 1
q("cross_source", "invoices of call outs led by somebody qualified in water rescue, added up", "number", total([r for r in C if r["Lead medic"] in inn("water rescue", "qualified in")], "inv"),
  "KG: qualified in water rescue; callouts: sum of Invoice")
q("cross_source", "What is the average response time in municipalities with fewer than 1,000 inhabitants?", "number", mean([r for r in C if INH[r["mun"]] < 1000], "resp"), "KG: inhabitants < 1,000; callouts: mean Resp. (empty left out)")
f = one(facts("head of station", "Kaspar Zurfluh", "Oberhalm"))
q("cross_source", "how many jobs did we have in mettlen while kaspar zurfluh was head of station at oberhalm", "number", sum(r["mun"] == "Mettlen" and f[3] <= r["d"] <= f[4] for r in C),
  "TKG: head of station fact of Kaspar Zurfluh at Oberhalm; callouts: Municipality Mettlen, Date within it")
q("cross_source", "How many call-outs were taken to a hospital that has a burns unit in 2023?", "number", sum(r["Hospital"] in inn("burns unit", "has unit") for r in year(2023)), "KG: has unit burns unit; callouts: Hospital, Date in 2023")

# ------------------------------------------------------------------ missing
q("missing", "For which vehicles is there no date of the next inspection?", "values", signs(r for r in V if r["next"] is None), "vehicles: empty Next inspection")
q("missing", "transported but no invoice amount on file: which jobs?", "values", jobs(r for r in C if r["res"] == "Transported" and r["inv"] is None), "callouts: Result Transported, empty Invoice")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Nora Gisler's monthly salary?", "refuse", [], "no pay in any file")
q("unanswerable", "name of the patient on E-2405?", "refuse", [], "no patient names in any file")
assert min(f[3] for f in facts("medical director", SERVICE)).year > 1988
q("unanswerable", "For the anniversary booklet we need the name of the medical director in 1988. Who was it?", "refuse", [], "TKG: the first medical director starts in 1996")
assert "Appenbach" not in INH
q("unanswerable", "which station covers appenbach", "refuse", [], "there is no municipality Appenbach")
q("unanswerable", "How many beds has the Seeklinik Egg?", "refuse", [], "units of hospitals are recorded, no beds")
q("unanswerable", "what did the last repair of halm 15 cost us", "refuse", [], "purchase prices are recorded, no repair costs")
q("unanswerable", "Who was at the wheel on job E-2331?", "refuse", [], "only the lead medic is recorded, not the driver")


finish(HERE, Q)
