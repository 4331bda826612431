#!/usr/bin/env python3
"""Computes every gold answer of the 'railfreight' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("€", ",", " min", " t", " mm"): s = s.replace(x, "")
    s = s.strip()
    return float(s) if s else None


W = rd("wagons.csv")
for r in W:
    r["built"], r["tare"], r["pay"], r["len"], r["ax"] = int(r["Built"]), num(r["Tare"]), num(r["Max payload"]), num(r["Length over buffers"]), int(r["Axles"])
    r["km"], r["rate"], r["rev"] = num(r["km run"]), num(r["Day rate"]), day(r["Last overhaul"], "%m/%Y")
WN = {r["Wagon no"]: r for r in W}
B = rd("waybills.csv")
for r in B:
    r["d"], r["net"], r["dist"], r["eur"], r["late"] = day(r["Loaded"], "%Y/%m/%d"), num(r["Net t"]), num(r["Rail km"]), num(r["Freight (EUR)"]), num(r["Late by"])
BN = {r["Waybill"]: r for r in B}
K, T = graphs(HERE, "railfreight")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
TERM, OPS = heads("lies in"), heads("head office in")
assert len(WN) == len(W) and len(BN) == len(B) and len(set(K)) == len(K)
assert {r["Home yard"] for r in W} <= TERM and {r["Keeper"] for r in W} == heads("registered in") and {r["Type"] for r in W} == heads("is a kind of")
assert {r["Ex"] for r in B} | {r["To"] for r in B} <= TERM and {r["RU"] for r in B} <= OPS and {r["Wagon"] for r in B} <= set(WN)
assert {r["Goods"] for r in B} == heads("cargo group") and {r["Consignee"] for r in B} == heads("plant in")
for rel, places in (("terminal manager of", TERM), ("managing director of", OPS), ("chairs", {"Terminal Users' Committee"})):
    for x in places:
        fs = facts(rel, tail=x)
        assert fs and all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])) and fs[-1][4] is None
for w in WN:
    fs = facts("leased to", head=w)
    assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:]))
for r in B:
    f = at("leased to", r["d"], head=r["Wagon"])
    assert not f or f[0][2] == r["RU"]
    assert all(not at("shut because of", r["d"], head=x) for x in (r["Ex"], r["To"]))
def country(t): return one(out(one(out(t, "lies in")), "country"))
def kind(w): return one(out(w["Type"], "is a kind of"))
ops = lambda o: [r for r in B if r["RU"] == o]
in_y = lambda y: [r for r in B if r["d"].year == y]
goods = lambda g: [r for r in B if r["Goods"] == g]
wt = lambda t: [r for r in W if r["Type"] == t]
wn = lambda rows: [r["Wagon no"] for r in rows]
wb = lambda rows: [r["Waybill"] for r in rows]

Q = []
q = asking("railfreight", Q)

# ------------------------------------------------------------------ lookup
q("lookup", "Who is the keeper of wagon 4667 201-7?", "values", [WN["4667 201-7"]["Keeper"]], "wagons: Keeper of 4667 201-7")
q("lookup", "wb23-062, what was in it", "values", [BN["WB23-062"]["Goods"]], "waybills: Goods of WB23-062")
q("lookup", "In which town does Transalp Link have its head office?", "values", out("Transalp Link", "head office in"), "KG: head office in")
q("lookup", "day rate for 7933 099-9?", "number", WN["7933 099-9"]["rate"], "wagons: Day rate of 7933 099-9")
q("lookup", "hazard class of causitc soda pls", "values", out("Caustic soda", "hazard class"), "KG: hazard class of Caustic soda")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which wagons have Oudezand Quay as their home yard and are in service?", "values",
  wn(r for r in W if r["Home yard"] == "Oudezand Quay" and r["Status"] == "In service"), "wagons: Home yard, Status")
q("filter_list", "sgns built after 2015, need the wagon numbers", "values", wn(r for r in wt("Sgns") if r["built"] > 2015), "wagons: Type Sgns, Built > 2015")
q("filter_list", "Which terminals are licensed for dangerous goods?", "values", inn("dangerous goods", "licensed for"), "KG: licensed for dangerous goods")
q("filter_list", "Which waybills to Steinach Rbf were more than 90 minutes late?", "values", wb(r for r in B if r["To"] == "Steinach Rbf" and r["late"] and r["late"] > 90),
  "waybills: To Steinach Rbf, Late by > 90 min")
q("filter_list", "anything that got refused in 2024? waybill nos", "values", wb(r for r in in_y(2024) if r["Status"] == "Refused"), "waybills: Status Refused, Loaded in 2024")
q("filter_list", "List the waybills for steel coils that left Svartvik Port or Brennholm in 2023.", "values",
  wb(r for r in goods("Steel coils") if r["Ex"] in ("Svartvik Port", "Brennholm") and r["d"].year == 2023), "waybills: Goods, Ex one of two, Loaded in 2023")
q("filter_list", "waybills between 430 and 500 rail km with status arrived, only 2024 - which ones?", "values",
  robust(*(wb(r for r in in_y(2024) if r["Status"] == "Arrived" and 430 + b <= r["dist"] <= 500 - b) for b in (0, 1))), "waybills: Rail km between 430 and 500, Status Arrived, Loaded in 2024")

# ------------------------------------------------------------------ count
q("count", "How many waybills were loaded in 2023?", "number", len(in_y(2023)), "waybills: Loaded in 2023")
q("count", "how many wagons does eriksen keep with us", "number", sum(r["Keeper"] == "Eriksen Leasing" for r in W), "wagons: Keeper Eriksen Leasing")
q("count", "How many different wagons appear on the waybills of Nordhaul?", "number", len({r["Wagon"] for r in ops("Nordhaul")}), "waybills: distinct Wagon, RU Nordhaul")
q("count", "cancelled waybills so far, all three years, how many?", "number", sum(r["Status"] == "Cancelled" for r in B), "waybills: Status Cancelled")
q("count", "I'm drawing up the noise report. How many six-axle wagons do we have with LL or K blocks?", "number",
  sum(r["ax"] == 6 and r["Brake blocks"] in ("LL", "K") for r in W), "wagons: Axles 6, Brake blocks LL or K")

# ------------------------------------------------------------------ sum
q("sum", "What is the total freight charged for steel coils?", "number", total(goods("Steel coils"), "eur"), "waybills: sum of Freight, Goods Steel coils (empty left out)")
q("sum", "add up the net tonnes on the grain waybills to oudezand quay", "number", total([r for r in goods("Grain") if r["To"] == "Oudezand Quay"], "net"),
  "waybills: sum of Net t, Goods Grain, To Oudezand Quay")
q("sum", "The bank rang and wants one number from me: how many euros of freight did we bill for everything loaded in 2022?", "number", total(in_y(2022), "eur"),
  "waybills: sum of Freight, Loaded in 2022 (empty left out)")

# ------------------------------------------------------------------ average
q("average", "What is the average day rate of the Zans wagons?", "number", mean(wt("Zans"), "rate"), "wagons: mean Day rate, Type Zans")
q("average", "rheinschub's average delay in min? blanks dont count", "number", mean(ops("Rheinschub"), "late"), "waybills: mean Late by, RU Rheinschub (empty left out)")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest freight charged on a single waybill?", "number", max(r["eur"] for r in B if r["eur"]), "waybills: max Freight")
q("min_max", "When was the last waybill out of Kragenhof Hafen loaded?", "values", [max(r["d"] for r in B if r["Ex"] == "Kragenhof Hafen")], "waybills: latest Loaded, Ex Kragenhof Hafen")

# ------------------------------------------------------------------ superlative
q("superlative", "Which wagon has run the most kilometres?", "values", best({r["Wagon no"]: r["km"] for r in W if r["km"]}), "wagons: highest km run")
q("superlative", "worst delay we ever had.. which waybill was that", "values", best({r["Waybill"]: r["late"] for r in B if r["late"] is not None}), "waybills: highest Late by")
q("superlative", "Which terminal has the most loading tracks?", "values", best({t: int(one(out(t, "loading tracks"))) for t in TERM}), "KG: highest loading tracks")
q("superlative", "cheapest hire among the zacns that are in service, which wagon", "values",
  best({r["Wagon no"]: r["rate"] for r in wt("Zacns") if r["Status"] == "In service"}, low=True), "wagons: lowest Day rate, Type Zacns, Status In service")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three wagons have the highest day rate?", "values", best({r["Wagon no"]: r["rate"] for r in W}, 3), "wagons: three highest Day rate")
q("top_k", "top 5 waybils by freight charge", "values", best({r["Waybill"]: r["eur"] for r in B if r["eur"]}, 5), "waybills: five highest Freight")

# ------------------------------------------------------------------ comparison
q("comparison", "Which of the two wagons is heavier when empty, 7846 021-5 or 4667 132-1?", "values", best({w: WN[w]["tare"] for w in ("7846 021-5", "4667 132-1")}), "wagons: Tare of the two")
q("comparison", "2024 only: did kuiper or baltrac get more waybills?", "values", best({o: sum(r["RU"] == o for r in in_y(2024)) for o in ("Kuiper Rail", "Baltrac")}),
  "waybills: rows of the two RUs in 2024")
q("comparison", "whos been running their terminal longer, lone kjaerulff or wieslawa pajak", "values",
  best({n: one(facts("terminal manager of", n))[3] for n in ("Lone Kjærulff", "Wiesława Pająk")}, low=True), "TKG: starts of the two open terminal manager of facts")

# ------------------------------------------------------------------ difference
q("difference", "How many more waybills were loaded in 2022 than in 2024?", "number", len(in_y(2022)) - len(in_y(2024)), "waybills: rows of 2022 minus 2024")
q("difference", "price gap per day between 7846 076-3 and 7846 021-5", "number", abs(WN["7846 076-3"]["rate"] - WN["7846 021-5"]["rate"]), "wagons: difference of the two Day rates")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all waybills were cancelled?", "number", 100 * sum(r["Status"] == "Cancelled" for r in B) / len(B), "waybills: Status Cancelled over all rows")
q("percent", "share of our wagons still on cast iron blocks, %", "number", 100 * sum(r["Brake blocks"] == "Cast iron" for r in W) / len(W), "wagons: Brake blocks Cast iron over all rows")
q("percent", "Of the freight billed on waybills from 2024, what percentage was for caustic soda?", "number",
  100 * total([r for r in in_y(2024) if r["Goods"] == "Caustic soda"], "eur") / total(in_y(2024), "eur"), "waybills: sum of Freight of Caustic soda over sum of Freight, Loaded in 2024")

# ------------------------------------------------------------------ group_by
q("group_by", "How many wagons are there in each status?", "table", Counter(r["Status"] for r in W), "wagons: rows per Status")
q("group_by", "freight in eur per operator for 2024", "table", {k: total(v, "eur") for k, v in group(in_y(2024), lambda r: r["RU"]).items()}, "waybills: sum of Freight per RU, Loaded in 2024")
q("group_by", "What was the average delay in minutes in each year of loading?", "table", {k: mean(v, "late") for k, v in group(B, lambda r: r["d"].year).items()},
  "waybills: mean Late by (empty left out) per year of Loaded")
q("group_by", "nr of terminals per corridor", "table", Counter(t for h, r, t in K if r == "on corridor"), "KG: on corridor, counted by corridor")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which operator has brought in the most freight money overall?", "values", best({k: total(v, "eur") for k, v in group(B, lambda r: r["RU"]).items()}),
  "waybills: highest sum of Freight per RU")
q("group_superlative", "whose name is on the most waybills, as consignee i mean", "values", best(Counter(r["Consignee"] for r in B)), "waybills: most frequent Consignee")
q("group_superlative", "Which keeper has the lowest average day rate?", "values", best({k: mean(v, "rate") for k, v in group(W, lambda r: r["Keeper"]).items()}, low=True),
  "wagons: lowest mean Day rate per Keeper")
tons = lambda rows: {k: total(v, "net") for k, v in group(rows, lambda r: r["Goods"]).items()}
q("group_superlative", "what do we shift most of, in tonnes", "values", robust(best(tons(B)), best(tons([r for r in B if r["Status"] != "Cancelled"]))), "waybills: highest sum of Net t per Goods")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is wagon 4575 041-9 leased to Kuiper Rail at present?", "boolean", bool(now("leased to", "4575 041-9", "Kuiper Rail")), "TKG: open leased to fact")
q("yes_no", "does baltrac haul with vectra locos", "boolean", "Vectra" in out("Baltrac", "hauls with"), "KG: Baltrac hauls with")
q("yes_no", "Has Brennholm ever been shut because of a strike?", "boolean", bool(facts("shut because of", "Brennholm", "strike")), "TKG: Brennholm shut because of strike")
q("yes_no", "did we have any methanol waybill to pontegrande ever", "boolean", any(r["To"] == "Pontegrande" for r in goods("Methanol")), "waybills: Goods Methanol, To Pontegrande")

# ------------------------------------------------------------------ negation
q("negation", "Which operators are not a subsidiary of anybody?", "values", [o for o in OPS if not out(o, "subsidiary of")], "KG: operators (head office in) without subsidiary of")
q("negation", "wagons that dont show up on a single waybill", "values", set(WN) - {r["Wagon"] for r in B}, "wagons less the Wagons of waybills")
q("negation", "Which operators have never held slots at Luttering?", "values", OPS - {f[0] for f in facts("holds slots at", tail="Luttering")}, "TKG: operators without holds slots at Luttering")
q("negation", "how many in-service wagons arent leased to anyone right now?", "number", sum(r["Status"] == "In service" and not now("leased to", r["Wagon no"]) for r in W),
  "wagons: Status In service; TKG: no open leased to fact")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was terminal manager of Kragenhof Nord on 1 May 2015?", "values", [one(at("terminal manager of", date(2015, 5, 1), tail="Kragenhof Nord"))[0]],
  "TKG: terminal manager of Kragenhof Nord valid on 2015-05-01")
q("time_point", "who owned ferrovia lombarda in 2014", "values", [one(in_year("owned_by", 2014, "Ferrovia Lombarda"))[2]], "TKG: owned_by of Ferrovia Lombarda in 2014")
q("time_point", "Which operators held slots at Steinach Rbf on 1 March 2023?", "values", [f[0] for f in at("holds slots at", date(2023, 3, 1), tail="Steinach Rbf")],
  "TKG: holds slots at Steinach Rbf valid on 2023-03-01")
q("time_point", "7846 076-3 - who has that one on lease nowadays", "values", [one(now("leased to", "7846 076-3"))[2]], "TKG: open leased to fact of 7846 076-3")

# ------------------------------------------------------------------ before_after
q("before_after", "Who managed the Luttering terminal before Wiesława Pająk?", "values", [step(facts("terminal manager of", tail="Luttering"), 0, "Wiesława Pająk", -1)],
  "TKG: previous terminal manager of Luttering")
q("before_after", "md of rheinschub straight after corado bissoli?", "values", [step(facts("managing director of", tail="Rheinschub"), 0, "Corrado Bissoli", 1)], "TKG: next managing director of Rheinschub")
q("before_after", "Which terminals have had to shut since 1 January 2023?", "values",
  robust([f[0] for f in facts("shut because of") if f[3] >= date(2023, 1, 1)], [f[0] for f in facts("shut because of") if f[4] >= date(2023, 1, 1)]), "TKG: shut because of facts starting since 2023-01-01")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Jarmila Holubová terminal manager of Kragenhof Nord?", "number", lasted(one(facts("terminal manager of", "Jarmila Holubová"))), "TKG: complete years from start to end")
q("duration", "whats the longest any terminal was shut - which one was it", "values", [one(best({f[:3]: (f[4] - f[3]).days for f in facts("shut because of")}))[0]],
  "TKG: longest shut because of fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the terminal Oudezand West?", "values", [country("Oudezand West")], "KG: lies in > country")
q("multi_hop", "which operators run diesel locos", "values", {o for l in inn("diesel", "traction") for o in inn(l, "hauls with")}, "KG: traction diesel < hauls with")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many waybills are made out to a terminal in Italy?", "number", sum(country(r["To"]) == "Italy" for r in B), "waybills: To; KG: lies in > country Italy")
q("cross_source", "We had a complaint about WB22-034. Who was managing the terminal it left from on that day?", "values",
  [one(at("terminal manager of", BN["WB22-034"]["d"], tail=BN["WB22-034"]["Ex"]))[0]], "waybills: Ex, Loaded; TKG: terminal manager of on that day")
q("cross_source", "total freight in euros on class 3 goods, all years", "number", total([r for r in B if "Class 3" in out(r["Goods"], "hazard class")], "eur"), "KG: hazard class Class 3; waybills: sum of Freight by Goods")
q("cross_source", "Which wagons of keepers registered in Italy are leased to Ferrovia Lombarda now?", "values",
  [r["Wagon no"] for r in W if "Italy" in out(r["Keeper"], "registered in") and now("leased to", r["Wagon no"], "Ferrovia Lombarda")], "wagons: Keeper; KG: registered in Italy; TKG: open leased to")
q("cross_source", "tank wagons: how many are in the workshop or stored?", "number", sum(kind(r) == "tank wagon" and r["Status"] in ("In workshop", "Stored") for r in W),
  "KG: is a kind of tank wagon; wagons: Type, Status")
hd = one(facts("chairs", "Henrik Dalby"))
q("cross_source", "Which managing directors took office while Henrik Dalby chaired the Terminal Users' Committee?", "values",
  [f[0] for f in facts("managing director of") if hd[3] <= f[3] <= hd[4]], "TKG: managing director of facts starting within Henrik Dalby's chairs fact")
q("cross_source", "pool wagons on waybills of 2023 - i.e. the wagon wasnt on lease to anybody that day. how many waybills?", "number",
  sum(not at("leased to", r["d"], r["Wagon"]) for r in in_y(2023)), "waybills: Wagon, Loaded in 2023; TKG: no leased to fact valid on that day")

# ------------------------------------------------------------------ missing
q("missing", "For which wagons is no last overhaul recorded?", "values", wn(r for r in W if not r["Last overhaul"]), "wagons: empty Last overhaul")
q("missing", "arrived but no delay filled in, which waybills", "values", wb(r for r in B if r["Status"] == "Arrived" and r["late"] is None), "waybills: Status Arrived, empty Late by")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What does Knud Overgaard earn a year?", "refuse", [], "no salaries in any file")
q("unanswerable", "how many train drivers work for kuiper rail", "refuse", [], "no drivers in any file")
assert not in_year("terminal manager of", 1998, tail="Oudezand West")
q("unanswerable", "Who managed Oudezand West in 1998?", "refuse", [], "TKG: the first manager of Oudezand West starts in 2006")
assert "8812 004-1" not in WN
q("unanswerable", "When was wagon 8812 004-1 built?", "refuse", [], "there is no such wagon")
q("unanswerable", "what did the storm surge at brennholm cost us in repairs", "refuse", [], "closures have dates but no costs")
assert not in_y(2019)
q("unanswerable", "How many tonnes of gravel went to Steinach Rbf in 2019?", "refuse", [], "the waybills begin in 2022")


finish(HERE, Q)
