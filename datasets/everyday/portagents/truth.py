#!/usr/bin/env python3
"""Computes every gold answer of the 'portagents' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import asking, best, day, finish, group, iso, kg, lasted, mean, one, records, robust, share, step, tkg, total  # beside the folders


def rd(name): return records(HERE, name)
def num(s):
    s = s.replace(",", "")
    return float(s) if re.fullmatch(r"[0-9.]+", s) else None


K = [(r["head"], r["relation"], r["tail"]) for r in rd("portagents.kg.tsv")]
T = [(r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in rd("portagents.tkg.tsv")]
assert len(set(K)) == len(K) and len(set(T)) == len(T)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("portagents", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

V = rd("vessels.csv")
for r in V:
    r["gt"], r["dwt"], r["loa"], r["dr"], r["y"] = num(r["GT"]), num(r["DWT (t)"]), num(r["LOA (m)"]), num(r["Max dr. (m)"]), int(r["Blt"])
C = rd("calls.csv")
for r in C:
    r["a"], r["s"] = day(r["Arr."], "%d-%b-%y"), None if r["Sld"] == "in port" else day(r["Sld"], "%d-%b-%y")
    r["t"], r["da"], r["w"] = num(r["Qty (mt)"]), num(r["DA total (EUR)"]), num(r["Wtg (hrs)"])
    assert r["s"] is None or r["a"] <= r["s"]
VN, CN = {r["Vessel"]: r for r in V}, {r["Call ref"]: r for r in C}
assert len(VN) == len(V) and len(CN) == len(C) and {r["Vessel"] for r in C} <= set(VN)
PORTS = {t for h, r, t in K if r == "stationedAt"}
AGENTS = heads("stationedAt")
assert {r["Port"] for r in C} == PORTS and all(r["Port"] in out(r["Att. agent"], "stationedAt") for r in C)
assert all(r["Port"] in out(r["Pilot in"], "licensedFor") for r in C if r["Pilot in"] != "PEC")
assert set(VN) == heads("ownedBy") and {r["Cargo"] for r in C} <= heads("cargoGroup") and {r["Berth"] for r in C} <= heads("runBy")
vs = lambda rows: [r["Vessel"] for r in rows]
refs = lambda rows: [r["Call ref"] for r in rows]
ship = lambda v: [r for r in C if r["Vessel"] == v]
port = lambda p: [r for r in C if r["Port"] == p]
typ = lambda t: [r for r in V if r["Type"] == t]
load = lambda c: [r for r in C if r["Cargo"] == c]
owned = lambda o: inn(o, "ownedBy")
def yr(rows, y):
    """the calls of a year, by arrival; none of them straddles it"""
    rows = list(rows)
    got = [r for r in rows if r["a"].year == y]
    robust(refs(got), refs([r for r in rows if (r["s"] or r["a"]).year == y]))
    return got

q("lookup", "Who owns the Gotia Bulk?", "values", out("Gotia Bulk", "ownedBy"), "KG ownedBy")
q("lookup", "hafnia ro imo nr please", "values", VN["Hafnia Ro"]["IMO no."], "vessels: IMO no.")
q("lookup", "I have the charterer on the phone about VLI-22-02. What did the disbursement account come to in the end?", "number", CN["VLI-22-02"]["da"], "calls: DA total (EUR)")

q("filter_list", "Which vessels on our list sail under the Danish flag?", "values", vs(r for r in V if r["Flag"] == "Denmark"), "vessels: Flag")
q("filter_list", "calls in 2023 that went on demurrage, give me the refs", "values", refs(r for r in yr([r for r in C if r["Dem."] == "Y"], 2023)), "calls: Arr. in 2023, Dem. Y")
q("filter_list", "Which ships are longer than 170 metres?", "values", vs(r for r in V if r["loa"] > 170), "vessels: LOA (m) > 170")
q("filter_list", "Everyone who is allowed to pilot at Gothenburg", "values", inn("Gothenburg", "licensedFor"), "KG licensedFor")
q("filter_list", "German captain coming in and his English is terrible. Who of our agents can talk to him in German?", "values", inn("German", "speaks") & AGENTS, "KG speaks German")
q("filter_list", "Which calls were for wind turbine blades? References will do.", "values", refs(load("wind turbine blades")), "calls: Cargo wind turbine blades")
q("filter_list", "older tonnage, ie built before 2000", "values", vs(r for r in V if r["y"] < 2000), "vessels: Blt < 2000")

q("count", "How many times have we had the Hav Skarven?", "number", len(ship("Hav Skarven")), "calls: rows of the Vessel")
q("count", "klaipeda 2024 - number of calls?", "number", len(yr(port("Klaipėda"), 2024)), "calls: Port, Arr. in 2024")
q("count", "How many of the ships on file belong to Kallistos Maritime?", "number", len(owned("Kallistos Maritime")), "KG ownedBy, heads")
q("count", "tankers with 1A ice class, how many have we got listed", "number", sum(r["Ice cl."] == "1A" for r in typ("Tanker")), "vessels: Type Tanker, Ice cl. 1A")
q("count", "In how many calls was there no pilot because the master used his exemption certificate (PEC)?", "number", sum(r["Pilot in"] == "PEC" for r in C), "calls: Pilot in PEC")

q("sum", "How many tonnes of iron ore have been handled through us altogether?", "number", total(load("iron ore"), "t"), "calls: sum of Qty (mt), Cargo")
q("sum", "combined deadweight of the feeders", "number", total(typ("Feeder"), "dwt"), "vessels: sum of DWT (t), Type Feeder")
q("sum", "What do the D/As for all Navios Kestra calls add up to? Euros.", "number", total(ship("Navios Kestra"), "da"), "calls: sum of DA total (EUR), Vessel")
assert all(r["da"] for r in ship("Navios Kestra"))

q("average", "What does an Esbjerg call cost on average, going by the disbursement totals?", "number", mean(port("Esbjerg"), "da"), "calls: mean DA total (EUR), Port")
assert all(r["da"] for r in port("Esbjerg"))
q("average", "avg gross tonnage of ro-ro's", "number", mean(typ("RoRo"), "gt"), "vessels: mean GT, Type RoRo")
q("average", "Timber people want to know the typical parcel size. So: sawn timber, tonnes per call, averaged over every call.", "number", mean(load("sawn timber"), "t"), "calls: mean Qty (mt), Cargo")

q("min_max", "What's the longest any vessel has had to wait, in hours?", "number", max(r["w"] for r in C if r["w"] is not None), "calls: max Wtg (hrs)")
q("min_max", "smallest lot of steel coils we ever had, in mt", "number", min(r["t"] for r in load("steel coils")), "calls: min Qty (mt), Cargo")
q("min_max", "When did the Sorelle last arrive anywhere with us?", "values", max(r["a"] for r in ship("Sorelle")), "calls: latest Arr., Vessel")

q("superlative", "Which is the youngest vessel we have on file?", "values", best({r["Vessel"]: r["y"] for r in V}), "vessels: latest Blt")
q("superlative", "the call with the highest DA ever", "values", best({r["Call ref"]: r["da"] for r in C if r["da"]}), "calls: largest DA total (EUR)")
q("superlative", "Among the tankers, whose gross tonnage is the biggest?", "values", best({r["Vessel"]: r["gt"] for r in typ("Tanker")}), "vessels: Type Tanker, largest GT")
q("superlative", "shortest ship of them all?", "values", best({r["Vessel"]: r["loa"] for r in V}, low=True), "vessels: smallest LOA (m)")
q("superlative", "Of the harbour masters in office today, who has been in the job longest?", "values", best({f[0]: f[3].toordinal() for f in now("harbourMasterOf")}, low=True), "TKG open harbourMasterOf, earliest start")

q("top_k", "Name the three ships with the deepest draught.", "values", best({r["Vessel"]: r["dr"] for r in V if r["dr"]}, 3), "vessels: three largest Max dr. (m)")
q("top_k", "top 3 agents by no. of calls attended", "values", best(Counter(r["Att. agent"] for r in C), 3), "calls: three most frequent Att. agent")
q("top_k", "Need the two biggest cargoes (by tonnes) we handled in 2024, call refs please", "values", best({r["Call ref"]: r["t"] for r in yr(C, 2024)}, 2), "calls: Arr. in 2024, two largest Qty (mt)")

q("comparison", "Gotia Bulk or Pelagia Star - which one's longer?", "values", best({v: VN[v]["loa"] for v in ("Gotia Bulk", "Pelagia Star")}), "vessels: LOA (m) of both")
q("comparison", "did esbjerg or aarhus get more calls over the years", "values", best({p: len(port(p)) for p in ("Esbjerg", "Aarhus")}), "calls: rows of both Ports")
q("comparison", "We were arguing at lunch: who has attended more calls so far, Priya Nair or Piotr Zaleski?", "values", best({a: sum(r["Att. agent"] == a for r in C) for a in ("Priya Nair", "Piotr Zaleski")}), "calls: rows of both agents")

q("difference", "How many tonnes deadweight does the Bit Rosa have over her sister, the Bit Viola?", "number", VN["Bit Rosa"]["dwt"] - VN["Bit Viola"]["dwt"], "vessels: DWT (t) subtracted")
q("difference", "IMM-24-03 vs IMM-24-04, by how much did the D/A differ", "number", round(abs(CN["IMM-24-04"]["da"] - CN["IMM-24-03"]["da"]), 2), "calls: DA total (EUR) subtracted")
q("difference", "How many days passed between arrival and sailing on AAR-22-01?", "number", (CN["AAR-22-01"]["s"] - CN["AAR-22-01"]["a"]).days, "calls: Sld minus Arr.")

q("percent", "What percentage of all calls went on demurrage?", "number", share(C, lambda r: r["Dem."] == "Y"), "calls: Dem. Y over all rows")
q("percent", "% of the bulkers that have their own gear", "number", share(typ("Bulk"), lambda r: r["Geared"] == "Y"), "vessels: Geared Y over Type Bulk")
q("percent", "Out of the Gdynia calls, how big a share was for loading? In per cent.", "number", share(port("Gdynia"), lambda r: r["L/D"] == "L"), "calls: L/D L over the rows of the Port")

q("group_by", "How many vessels do we have of each type?", "table", Counter(r["Type"] for r in V), "vessels: rows per Type")
q("group_by", "calls per harbour in 2024", "table", Counter(r["Port"] for r in yr(C, 2024)), "calls: Arr. in 2024, rows per Port")
q("group_by", "Could you work out the average D/A for every port, leaving out the ones that are still open?", "table", {p: mean(v, "da") for p, v in group(C, lambda r: r["Port"]).items()}, "calls: mean DA total (EUR) per Port")
q("group_by", "agents stationed at each port, headcount", "table", Counter(t for h, r, t in K if r == "stationedAt"), "KG stationedAt, rows per tail")

q("group_superlative", "Which harbour sees the fewest of our calls?", "values", best(Counter(r["Port"] for r in C), low=True), "calls: least frequent Port")
q("group_superlative", "what cargo turns up most often", "values", best(Counter(r["Cargo"] for r in C)), "calls: most frequent Cargo")
q("group_superlative", "Which owner has the largest number of ships in our books?", "values", best(Counter(t for h, r, t in K if r == "ownedBy")), "KG ownedBy, most frequent tail")
q("group_superlative", "Pilot who brought in the most calls for us?", "values", best(Counter(r["Pilot in"] for r in C if r["Pilot in"] != "PEC")), "calls: most frequent Pilot in")

q("yes_no", "Is the Ramona T geared?", "boolean", VN["Ramona T"]["Geared"] == "Y", "vessels: Geared")
q("yes_no", "rasa petkute speaks russian right?", "boolean", "Russian" in out("Rasa Petkutė", "speaks"), "KG speaks")
q("yes_no", "Has the Isabela Spirit ever been to Immingham with us?", "boolean", any(r["Port"] == "Immingham" for r in ship("Isabela Spirit")), "calls: Vessel, Port")
q("yes_no", "Could we send Capt. Kaj Lyng to a ship in Esbjerg, I mean does his licence cover it?", "boolean", "Esbjerg" in out("Capt. Kaj Lyng", "licensedFor"), "KG licensedFor")
q("yes_no", "any demurage at vlissingen in 2023?", "boolean", any(r["Dem."] == "Y" for r in port("Vlissingen") if r["a"].year == 2023), "calls: Port, Arr. in 2023, Dem. Y")
robust(any(r["Dem."] == "Y" for r in port("Vlissingen") if r["a"].year == 2023), any(r["Dem."] == "Y" for r in port("Vlissingen") if r["s"] and r["s"].year == 2023))

q("negation", "Which of the general cargo ships have no ice class?", "values", vs(r for r in typ("Gen. cargo") if r["Ice cl."] == "-"), "vessels: Type Gen. cargo, Ice cl. -")
q("negation", "agents who speak nothing besides english", "values", {a for a in AGENTS if out(a, "speaks") == {"English"}}, "KG speaks: only English")
q("negation", "Which harbours has the Ek Ocean not called at yet, out of those where we have an agent?", "values", PORTS - {r["Port"] for r in ship("Ek Ocean")}, "KG stationedAt; calls: Port")
q("negation", "shipowners whose head office is neither in germany nor in denmark nor sweden", "values", {o for o in heads("headquarteredIn") if not out(one(out(o, "headquarteredIn")), "inCountry") & {"Germany", "Denmark", "Sweden"}}, "KG headquarteredIn, inCountry")

q("time_point", "Who was harbour master at Aarhus in March 2016?", "values", one(at("harbourMasterOf", date(2016, 3, 15), tail="Aarhus"))[0], "TKG harbourMasterOf on that day")
q("time_point", "towage contract vlissingen, summer of 2019 - which firm?", "values", one(at("towageContractWith", date(2019, 7, 15), "Vlissingen"))[2], "TKG towageContractWith on that day")
q("time_point", "Who looks after the Polsteam Amber account these days?", "values", {f[2] for f in now("accountHeldBy", "Polsteam Amber")}, "TKG open accountHeldBy")
q("time_point", "Somebody found an old invoice for the Ursula Oldendorp, from 20 January 2017. Who had her on charter back then?", "values", one(at("onTimeCharterTo", date(2017, 1, 20), "Ursula Oldendorp"))[2], "TKG onTimeCharterTo on that day")

q("before_after", "Who came before Capt. Danuta Reszke as harbour master of Gdynia?", "values", step(facts("harbourMasterOf", tail="Gdynia"), 0, "Capt. Danuta Reszke", -1), "TKG harbourMasterOf, the fact before")
q("before_after", "frisian teal left RINA, which class society then?", "values", step(facts("classedWith", "Frisian Teal"), 2, "RINA", 1), "TKG classedWith, the next fact")

q("duration", "For how many full years was Karin Holm harbour master?", "number", lasted(one(facts("harbourMasterOf", "Karin Holm"))), "TKG completed years")
q("duration", "gotia bulk with nordfert - how long did that charter last, whole years", "number", lasted(one(facts("onTimeCharterTo", "Gotia Bulk", "Nordfert"))), "TKG completed years")
q("duration", "Which port has had its current towage contractor for the longest time?", "values", best({f[0]: f[3].toordinal() for f in now("towageContractWith")}, low=True), "TKG open towageContractWith, earliest start")

q("multi_hop", "In which country is the owner of the Bente K based?", "values", out(one(out(one(out("Bente K", "ownedBy")), "headquarteredIn")), "inCountry"), "KG ownedBy, headquarteredIn, inCountry")
q("multi_hop", "kamil bury's boss speaks what languages", "values", out(one(out("Kamil Bury", "reportsTo")), "speaks"), "KG reportsTo, speaks")
q("multi_hop", "Who runs the berth the Elbe Feeder lay at on her Gdynia call?", "values", out(one(r["Berth"] for r in ship("Elbe Feeder") if r["Port"] == "Gdynia"), "runBy"), "calls: Vessel, Port, Berth; KG runBy")

q("cross_source", "How many of the calls were by ships that belong to Rederi AB Gotia?", "number", sum(r["Vessel"] in owned("Rederi AB Gotia") for r in C), "KG ownedBy; calls: rows")
q("cross_source", "whose tugs had the contract at the port when VLI-22-01 came in?", "values", one(at("towageContractWith", CN["VLI-22-01"]["a"], "Vlissingen"))[2], "calls: Port, Arr.; TKG towageContractWith on that day")
robust(one(at("towageContractWith", CN["VLI-22-01"]["a"], "Vlissingen"))[2], one(at("towageContractWith", CN["VLI-22-01"]["s"], "Vlissingen"))[2])
q("cross_source", "What is the total tonnage of dry bulk cargo we handled in Klaipėda?", "number", total([r for r in port("Klaipėda") if r["Cargo"] in inn("dry bulk", "cargoGroup")], "t"), "KG cargoGroup; calls: sum of Qty (mt), Port")
BALTIC = {f[0] for f in now("onTimeCharterTo", tail="Baltic Agri")}
q("cross_source", "Baltic Agri has some ships on charter at the moment. What's the mean D/A of all calls those ships made with us?", "number", mean([r for r in C if r["Vessel"] in BALTIC], "da"), "TKG open onTimeCharterTo; calls: mean DA total (EUR)")
assert len(BALTIC) > 1 and all(r["da"] for r in C if r["Vessel"] in BALTIC)

q("missing", "For which vessels don't we know the P&I club?", "values", vs(r for r in V if r["P&I"] == "n/k"), "vessels: P&I n/k")

refuse("How many crew does the Nordlink Saga have on board?", "no crew numbers in any file")
refuse("pilotage fee alone on IMM-24-03, without the rest of the DA", "no split of the disbursements in any file")
refuse("What is the maximum draught of the Anholt?", "vessels: Max dr. (m) tbc")
refuse("I'm writing a piece on port history. Who was harbour master of Gothenburg in 1998?", "TKG: the first harbourMasterOf fact of Gothenburg starts in 2008")
refuse("when is the Baltic Shearwater due next", "no expected calls in any file")
assert VN["Anholt"]["dr"] is None and facts("harbourMasterOf", tail="Gothenburg")[0][3].year > 1998

finish(HERE, Q)
