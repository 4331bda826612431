#!/usr/bin/env python3
"""Computes every gold answer of the 'evcharging' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
  python3 truth.py --show   prints each question with its answers
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, group, kg, lasted, mean, num, one, records, robust, share, step,
    sums, tkg, total)

S = records(HERE, "charging_sessions.csv")
for r in S:
    r["a"], r["z"] = (datetime.strptime(r[k], "%d/%m/%Y %H:%M") for k in ("Plugged in", "Unplugged"))
    r["kwh"], r["eur"], r["soc"] = num(r["kWh"]), num(r["Amt (EUR)"]), digits(r["SoC end"])
    r["min"] = (r["z"] - r["a"]).total_seconds() / 60
SN = {r["Sess. ID"]: r for r in S}
M = records(HERE, "maintenance_jobs.csv")
for r in M:
    r["rep"], r["res"] = day(r["Reported"], "%d.%m.%Y"), day(r["Resolved"], "%d.%m.%Y")
    r["down"], r["parts"] = num(r["Downtime (h)"]), num(r["Parts (EUR)"])
MN = {r["Ticket"]: r for r in M}
K, T = graphs(HERE, "evcharging")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data
STATIONS, CUSTOMERS, TECHS = heads("located_in"), heads("based in"), heads("works for")
CO = "Kilowerk Mobility"
assert len(SN) == len(S) and len(MN) == len(M)
assert {r["Station"] for r in S} | {r["Stn."] for r in M} <= STATIONS == {f[2] for f in facts("site manager of")} == {f[2] for f in facts("supplies power to")}
assert {r["Customer"] for r in S} - {""} <= CUSTOMERS == {f[0] for f in facts("on tariff")}
assert {r["Tech."] for r in M} - {""} <= TECHS == heads("certified_for")
for rel, side in (("site manager of", 2), ("supplies power to", 2), ("chief executive of", 2), ("on tariff", 0)):
    for x in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == x]
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), x
for r in S:
    assert r["a"] < r["z"] and r["a"].year == r["z"].year and r["Conn."] in out(r["Station"], "offers connector")
    assert not r["Customer"] or one(at("on tariff", r["a"].date(), head=r["Customer"]))
for r in M:
    assert (r["res"] is None) == (r["State"] != "Closed") and (r["res"] is None or r["rep"] <= r["res"])
    assert r["Charger"] in out(r["Stn."], "has_charger") and (not r["Tech."] or r["Charger"] in out(r["Tech."], "certified_for"))
for s in STATIONS: assert out(s, "has_charger") and out(s, "offers connector")
def country(x): return one(c for t in out(x, "based in") | out(x, "located_in") for c in out(t, "part of country"))
def sess(**w): return [r for r in S if all(r[k] == v for k, v in w.items())]
def ids(rows): return [r["Sess. ID"] for r in rows]
def jobs(**w): return [r for r in M if all(r[k] == v for k, v in w.items())]
def tix(rows): return [r["Ticket"] for r in rows]
def y(n): return [r for r in S if r["a"].year == n]
def fault(f): return [r for r in M if r["Fault"] == f]
mine = [r for r in S if r["Customer"]]

Q = []
q = asking("evcharging", Q, 12)

# ------------------------------------------------------------------ lookup
q("lookup", "How many kWh were charged in session CS-20732?", "number", SN["CS-20732"]["kwh"], "sessions: kWh of CS-20732")
q("lookup", "who was the one that repaired ticket M960", "values", MN["M960"]["Tech."], "jobs: Tech. of M960")
q("lookup", "Which company hosts the station Koper Pristan?", "values", out("Koper Pristan", "hosted by"), "KG: Koper Pristan hosted by")
q("lookup", "what car does jasna velikonja have", "values", out("Jasna Velikonja", "drives"), "KG: Jasna Velikonja drives")
q("lookup", "hribar catering, how big was the bill for their charge on 10 sept 2024", "number",
  one(r for r in sess(Customer="Hribar Catering") if r["a"].date() == date(2024, 9, 10))["eur"], "sessions: Amt (EUR), Hribar Catering, plugged in 10/09/2024")
q("lookup", "Who manufactures the Moss 50 charger?", "values", out("Moss 50", "made by"), "KG: Moss 50 made by")
q("lookup", "helena rupnik, whos her employer", "values", out("Helena Rupnik", "works for"), "KG: Helena Rupnik works for")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which charging sessions were stopped by an error?", "values", ids(r for r in S if r["Stop reason"] == "Error"), "sessions: Stop reason Error")
q("filter_list", "stations where i can get my car washed", "values", inn("car wash", "amenity"), "KG: amenity car wash")
q("filter_list", "Which maintenance tickets have not been resolved yet?", "values",
  robust(tix(r for r in M if r["State"] != "Closed"), tix(r for r in M if r["res"] is None)), "jobs: State not Closed (Resolved empty)")
q("filter_list", "wich tickets were about a dead screan", "values", tix(fault("Screen dead")), "jobs: Fault Screen dead")
q("filter_list", "Which technicians are certified for the Tarn 300?", "values", inn("Tarn 300", "certified_for"), "KG: certified_for Tarn 300")
q("filter_list", "sessions that drew more than 70 kwh, ids pls", "values", ids(r for r in S if r["kwh"] and r["kwh"] > 70), "sessions: kWh > 70")

# ------------------------------------------------------------------ count
q("count", "How many charging sessions took place at Šiška Market?", "number", len(sess(Station="Šiška Market")), "sessions: rows of Station Šiška Market")
q("count", "how often did people settle up with a credit card", "number", len(sess(**{"Paid by": "Credit card"})), "sessions: Paid by Credit card")
q("count", "How many maintenance jobs were reported in 2024?", "number", sum(r["rep"].year == 2024 for r in M), "jobs: Reported in 2024")
q("count", "broken cables, how many tickets so far", "number", len(fault("Cable damaged")), "jobs: Fault Cable damaged")
q("count", "How many of our stations are hosted by Merkando Supermarkets?", "number", len(inn("Merkando Supermarkets", "hosted by")), "KG: hosted by Merkando Supermarkets")

# ------------------------------------------------------------------ sum
q("sum", "What is the total amount in euros of all sessions in 2025?", "number", total(y(2025), "eur"), "sessions: sum of Amt (EUR), plugged in in 2025")
q("sum", "all the juice that went through jarun lake, total kwh", "number", total(sess(Station="Jarun Lake"), "kwh"), "sessions: sum of kWh, Station Jarun Lake")
q("sum", "How many hours of downtime do the tickets of Kvarner Marina add up to?", "number",
  round(sum(r["down"] for r in jobs(**{"Stn.": "Kvarner Marina"}) if r["down"] is not None), 2), "jobs: sum of Downtime (h), Stn. Kvarner Marina (empty left out)")
q("sum", "money spent on parts for damaged cables alltogether", "number", total(fault("Cable damaged"), "parts"), "jobs: sum of Parts (EUR), Fault Cable damaged (empty left out)")

# ------------------------------------------------------------------ average
q("average", "avg kwh per session on a type 2 plug", "number", mean(sess(**{"Conn.": "Type 2"}), "kwh"), "sessions: mean kWh, Conn. Type 2")
q("average", "mean parts bill of the high prio jobs", "number", mean(jobs(Prio="High"), "parts"), "jobs: mean Parts (EUR), Prio High")
q("average", "I need a figure for the talk with Blitzbote Kurier GmbH. How many minutes passed on average between plugging in and unplugging in their sessions?",
  "number", mean(sess(Customer="Blitzbote Kurier GmbH"), "min"), "sessions: mean of Unplugged minus Plugged in, Customer Blitzbote Kurier GmbH")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest amount that a single session has cost?", "number", max(r["eur"] for r in S if r["eur"] is not None), "sessions: max Amt (EUR)")
q("min_max", "longest a charger has ever been out of order on one ticket, hours", "number", max(r["down"] for r in M if r["down"] is not None), "jobs: max Downtime (h)")
q("min_max", "What is the lowest state of charge, in percent, with which any session ended?", "number", min(r["soc"] for r in S if r["soc"] is not None), "sessions: min SoC end")
q("min_max", "smallest sum we ever spent on parts for a job (eur)", "number", min(r["parts"] for r in M if r["parts"] is not None), "jobs: min Parts (EUR)")

# ------------------------------------------------------------------ superlative
q("superlative", "Which session delivered the most energy?", "values", best({r["Sess. ID"]: r["kwh"] for r in S if r["kwh"] is not None}), "sessions: highest kWh")
q("superlative", "which ticket swallowed the most money in parts", "values", best({r["Ticket"]: r["parts"] for r in M if r["parts"] is not None}), "jobs: highest Parts (EUR)")
q("superlative", "Which technician is certified for the largest number of charger models?", "values", best(Counter(h for h, r, t in K if r == "certified_for")),
  "KG: certified_for, counted by technician")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three stations have had the most maintenance jobs?", "values", best(Counter(r["Stn."] for r in M), 3), "jobs: three Stn. with most rows")
q("top_k", "i want to send a little present to our best clients. which 2 customers took the most kwh in total", "values", best(sums(mine, "Customer", "kwh"), 2),
  "sessions: two highest sums of kWh per Customer (empty left out)")
q("top_k", "5 dearest sessions, just the ids", "values", best({r["Sess. ID"]: r["eur"] for r in S if r["eur"] is not None}, 5), "sessions: five highest Amt (EUR)")

# ------------------------------------------------------------------ comparison
q("comparison", "Which had more charging sessions, Balaton Kikötő or Pannon Outlet?", "values",
  best({s: len(sess(Station=s)) for s in ("Balaton Kikötő", "Pannon Outlet")}), "sessions: rows of the two stations")
q("comparison", "tarn 150 or ibex 200, which has more tickets against it", "values", best({c: len(jobs(Charger=c)) for c in ("Tarn 150", "Ibex 200")}), "jobs: rows of the two Charger values")
ceo = {p: one(facts("chief executive of", p)) for p in ("Gerda Mittermayr", "Balázs Keresztes")}
q("comparison", "gerda mittermayr vs balázs keresztes, who lasted longer as ceo", "values", best({p: (f[4] - f[3]).days for p, f in ceo.items()}),
  "TKG: lengths of the two chief executive of facts")

# ------------------------------------------------------------------ difference
q("difference", "How much more did session CS-20675 cost than session CS-20498?", "number", SN["CS-20675"]["eur"] - SN["CS-20498"]["eur"], "sessions: difference of the two Amt (EUR)")
q("difference", "how many more sessions were payed by app than with the rfid card", "number", len(sess(**{"Paid by": "App"})) - len(sess(**{"Paid by": "RFID card"})),
  "sessions: rows Paid by App minus rows Paid by RFID card")
q("difference", "What is the difference in total kWh between the sessions of Orsi Takács and those of Zeleni Kombi d.o.o.?", "number",
  abs(total(sess(Customer="Orsi Takács"), "kwh") - total(sess(Customer="Zeleni Kombi d.o.o."), "kwh")), "sessions: sums of kWh of the two customers, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all sessions were paid by invoice?", "number", share(S, lambda r: r["Paid by"] == "Invoice"), "sessions: Paid by Invoice over all rows")
q("percent", "share of tickets filed as high priority, in %", "number", share(M, lambda r: r["Prio"] == "High"), "jobs: Prio High over all rows")
q("percent", "of teh 2025 sessions what percent ran over ccs", "number", share(y(2025), lambda r: r["Conn."] == "CCS"), "sessions: plugged in in 2025, share of Conn. CCS")

# ------------------------------------------------------------------ group_by
q("group_by", "How many sessions were there for each connector type?", "table", Counter(r["Conn."] for r in S), "sessions: rows per Conn.")
q("group_by", "nr of tickets by priority", "table", Counter(r["Prio"] for r in M), "jobs: rows per Prio")
q("group_by", "What is the total cost of parts for each type of fault?", "table", {k: total(v, "parts") for k, v in group(M, lambda r: r["Fault"]).items()},
  "jobs: sum of Parts (EUR) per Fault (empty left out)")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which technician has been put on the most maintenance jobs?", "values", best(Counter(r["Tech."] for r in M if r["Tech."])), "jobs: most rows per Tech. (empty left out)")
q("group_superlative", "what kind of fault has cost us the most hours of standstill all in all", "values", best(sums(M, "Fault", "down")),
  "jobs: highest sum of Downtime (h) per Fault (empty left out)")
q("group_superlative", "at which station did we take in the most euros overall", "values", best(sums(S, "Station", "eur")), "sessions: highest sum of Amt (EUR) per Station")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Kelenpark offer a CHAdeMO connector?", "boolean", "CHAdeMO" in out("Kelenpark", "offers connector"), "KG: no offers connector CHAdeMO triple of Kelenpark")
q("yes_no", "is there a cafe at pohorje lift?", "boolean", "café" in out("Pohorje Lift", "amenity"), "KG: Pohorje Lift amenity café")
q("yes_no", "Has Emil Haberzettl had any charging session?", "boolean", bool(sess(Customer="Emil Haberzettl")), "sessions: no row of Customer Emil Haberzettl")
q("yes_no", "elektroring still a roaming partner of ours or did that end", "boolean", bool(now("roaming partner of", "ElektroRing")), "TKG: open roaming partner of fact of ElektroRing")

# ------------------------------------------------------------------ negation
q("negation", "Which stations have no amenity at all?", "values", STATIONS - heads("amenity"), "KG: stations without an amenity triple")
q("negation", "sites that never had a single ticket", "values", STATIONS - {r["Stn."] for r in M}, "KG / jobs: stations without a row in jobs")
q("negation", "Which technicians do not appear on any maintenance ticket?", "values", TECHS - {r["Tech."] for r in M}, "KG / jobs: technicians without a row in jobs")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the site manager of Tivoli Rob on 15 May 2022?", "values", one(at("site manager of", date(2022, 5, 15), tail="Tivoli Rob"))[0],
  "TKG: site manager of Tivoli Rob valid on 2022-05-15")
q("time_point", "which tariff was ivan grbac on back in march 2023", "values",
  robust(one(at("on tariff", date(2023, 3, 1), "Ivan Grbac"))[2], one(at("on tariff", date(2023, 3, 31), "Ivan Grbac"))[2]), "TKG: on tariff of Ivan Grbac valid in 2023-03")
q("time_point", "Which roaming partners did we have on 1 January 2024?", "values", [f[0] for f in at("roaming partner of", date(2024, 1, 1), tail=CO)],
  "TKG: roaming partner of valid on 2024-01-01")
q("time_point", "who delivered the electricity for savski most at christmas 2022", "values", one(at("supplies power to", date(2022, 12, 25), tail="Savski Most"))[0],
  "TKG: supplies power to Savski Most valid on 2022-12-25")

# ------------------------------------------------------------------ before_after
q("before_after", "Who became site manager of Dunakorzó Garage after Viktor Halmos?", "values", step(facts("site manager of", tail="Dunakorzó Garage"), 0, "Viktor Halmos", 1),
  "TKG: next site manager of Dunakorzó Garage")
q("before_after", "what plan did nejc podlogar have befor he switched to commuter", "values", step(facts("on tariff", "Nejc Podlogar"), 2, "Commuter", -1),
  "TKG: previous on tariff of Nejc Podlogar")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Balázs Keresztes chief executive of Kilowerk Mobility?", "number", lasted(ceo["Balázs Keresztes"]), "TKG: complete years from start to end")
q("duration", "zdenka marusic as manager at jarun lake, how many full years was that", "number", lasted(one(facts("site manager of", "Zdenka Marušić", "Jarun Lake"))),
  "TKG: complete years from start to end")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which manufacturers made the chargers installed at Jarun Lake?", "values", {m for c in out("Jarun Lake", "has_charger") for m in out(c, "made by")},
  "KG: Jarun Lake has_charger > made by")
q("multi_hop", "austrian customers driving something from lumo automobile", "values",
  {c for c in CUSTOMERS if country(c) == "Austria" and any("Lumo Automobile" in out(v, "built_by") for v in out(c, "drives"))},
  "KG: customers based in > part of country Austria, drives > built_by Lumo Automobile")
q("multi_hop", "Which technicians are certified for at least one charger model made by Fjellkraft Power?", "values",
  {t for m in inn("Fjellkraft Power", "made by") for t in inn(m, "certified_for")}, "KG: made by Fjellkraft Power < certified_for")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many charging sessions took place at stations in Slovenia?", "number", sum(country(r["Station"]) == "Slovenia" for r in S),
  "sessions + KG: Station located_in > part of country Slovenia")
q("cross_source", "takings from the stations that kostelac petrol hosts, total eur", "number", total([r for r in S if r["Station"] in inn("Kostelac Petrol", "hosted by")], "eur"),
  "sessions + KG: sum of Amt (EUR), Station hosted by Kostelac Petrol")
q("cross_source", "What is the total cost of parts of the jobs done by technicians who work for Stromfix Service?", "number",
  total([r for r in M if r["Tech."] in inn("Stromfix Service", "works for")], "parts"), "jobs + KG: sum of Parts (EUR), Tech. works for Stromfix Service")
r = SN["CS-20465"]
q("cross_source", "session CS-20465: who was in charge of that site back then, on that very day", "values", one(at("site manager of", r["a"].date(), tail=r["Station"]))[0],
  "sessions + TKG: site manager of the Station of CS-20465 on its day")
r = SN["CS-20318"]
q("cross_source", "Which tariff was the customer of session CS-20318 on when that session started?", "values", one(at("on tariff", r["a"].date(), r["Customer"]))[2],
  "sessions + TKG: on tariff of the Customer of CS-20318 on its day")
fed = {f[2] for f in now("supplies power to", "Jadran Solar")}
q("cross_source", "tickets at stations which get their power from jadran solar nowadays, how many", "number", sum(r["Stn."] in fed for r in M),
  "jobs + TKG: Stn. with an open supplies power to fact of Jadran Solar")

# ------------------------------------------------------------------ missing
q("missing", "For which sessions is it not recorded how they were paid?", "values", ids(r for r in S if not r["Paid by"]), "sessions: Paid by empty")
q("missing", "accounting is nagging me again. closed tickets where nobody put in the parts cost?", "values", tix(r for r in M if r["State"] == "Closed" and r["parts"] is None),
  "jobs: State Closed, Parts (EUR) empty")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much did we pay Jadran Solar for electricity in 2024?", "refuse", [], "no purchase price of power in the data")
q("unanswerable", "what colour is leopold strassers car", "refuse", [], "no colours in the data")
q("unanswerable", "How many parking spaces does Pannon Outlet have?", "refuse", [], "no parking spaces in the data")
q("unanswerable", "how hot did the charger get in ticket M884, degrees", "refuse", [], "no temperatures in the data")

finish(HERE, Q)
