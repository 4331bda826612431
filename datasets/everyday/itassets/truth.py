#!/usr/bin/env python3
"""Computes every gold answer of the 'itassets' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, re, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def money(s):
    """1.249,50 with a comma before the cents; n/a and - are no amounts"""
    return None if s in ("n/a", "-") else float(s.replace(".", "").replace(",", "."))


def moment(s): return None if s == "n/a" else datetime.strptime(s, "%Y-%m-%d %H:%M")
def eur(f): return float(re.sub(r"[^0-9.]", "", f[2]))


K, T = graphs(HERE, "itassets")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("itassets", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

A = records(HERE, "assets.csv")
for r in A:
    r["ram"], r["eur"] = int(r["ram_gb"]), money(r["price_eur"])
    r["bought"], r["warr"] = day(r["purch_dt"], "%d.%m.%Y"), day(r["warr_until"], "%d.%m.%Y")
AN = {r["asset_tag"]: r for r in A}
S = records(HERE, "tickets.csv")
for r in S:
    r["open"], r["closed"] = moment(r["opened_at"]), moment(r["closed_at"])
    r["min"], r["parts"] = int(r["mins_spent"]), money(r["parts_eur"])
    assert AN[r["asset_tag"]]["bought"] <= r["open"].date() and (r["closed"] is None or r["open"] < r["closed"])
    assert (r["closed"] is None) == (r["sla_ok"] == "n/a") == (r["resolution"] == "n/a")
    if r["asset_tag"].startswith("NB"):
        assert one(at("assignedTo", r["open"].date(), r["asset_tag"]))[2] == r["reported_by"]
SN = {r["ticket_no"]: r for r in S}
assert len(AN) == len(A) and len(SN) == len(S)
NB, SRV = ([r for r in A if r["class"] == c] for c in ("notebook", "server"))
DEPTS = {t for h, r, t in K if r == "worksIn"}
for r in NB: assert (r["state"] == "in_use") == bool(now("assignedTo", r["asset_tag"]))
for d in DEPTS - {"Management"}: assert inn(d, "worksIn") - inn(one(now("headOf", tail=d))[0], "reportsTo") == {now("headOf", tail=d)[0][0]}
tags = lambda rows: [r["asset_tag"] for r in rows]
nos = lambda rows: [r["ticket_no"] for r in rows]
topic = lambda t: [r for r in S if r["topic"] == t]
agent = lambda a: [r for r in S if r["agent"] == a]
in_use = lambda rows: [r for r in rows if r["state"] == "in_use"]

q("lookup", "What's the hostname of SRV-05?", "values", AN["SRV-05"]["hostname"], "assets: hostname")
q("lookup", "NB-1110 - warranty runs till when", "values", AN["NB-1110"]["warr"], "assets: warr_until")
q("lookup", "Who does Hana Dvořáková report to?", "values", out("Hana Dvořáková", "reportsTo"), "KG reportsTo")
q("lookup", "trackfreight, which company is that from?", "values", out("TrackFreight", "publishedBy"), "KG publishedBy")
q("lookup", "I have a colleague from Lyon on the phone who keeps mentioning T20927. What topic is that ticket filed under?", "values", SN["T20927"]["topic"], "tickets: topic")

q("filter_list", "Which machines have we lost?", "values", tags(r for r in A if r["state"] == "lost"), "assets: state lost")
q("filter_list", "servers with less than 100 gigs of memory", "values", tags(r for r in SRV if r["ram"] < 100), "assets: class server, ram_gb < 100")
q("filter_list", "Which tickets are still open?", "values", nos(r for r in S if r["closed"] is None), "tickets: closed_at n/a")
q("filter_list", "all the software we have from Kappa Systems", "values", inn("Kappa Systems", "publishedBy"), "KG publishedBy")
q("filter_list", "I'm preparing the stocktaking in Rotterdam. Can you give me the tags of all notebooks booked on ROT1, whatever state they're in?", "values", tags(r for r in NB if r["site_cd"] == "ROT1"), "assets: class notebook, site_cd ROT1")
q("filter_list", "what depends directly on the directory service", "values", inn("directory", "dependsOn"), "KG dependsOn directory")

q("count", "How many P1 tickets have there been so far?", "number", sum(r["prio"] == "P1" for r in S), "tickets: prio P1")
q("count", "people in R&D - how many", "number", len(inn("R&D", "worksIn")), "KG worksIn R&D")
q("count", "How many ThinkPad P16s did we buy in all these years?", "number", sum(r["model"] == "ThinkPad P16s" for r in A), "assets: model")
q("count", "nr of tickets claire bertin took care of as agent", "number", len(agent("Claire Bertin")), "tickets: agent")
q("count", "Windows 10 is out of support now. How many notebooks in use still have it?", "number", sum(r["os"] == "Windows 10" for r in in_use(NB)), "assets: class notebook, os, state in_use")

q("sum", "How much money went into parts for tickets of 2025 so far?", "number", robust(total([r for r in S if r["open"].year == 2025], "parts"), total([r for r in S if r["closed"] and r["closed"].year == 2025], "parts")), "tickets: sum of parts_eur, opened_at in 2025")
q("sum", "total minutes irina sommer spent on her tickets", "number", total(agent("Irina Sommer"), "min"), "tickets: sum of mins_spent, agent")
q("sum", "All servers that are in use taken together, how many GB of RAM is that?", "number", total(in_use(SRV), "ram"), "assets: sum of ram_gb, class server, state in_use")

q("average", "What did we pay for a Latitude 5440 on average?", "number", mean([r for r in A if r["model"] == "Latitude 5440"], "eur"), "assets: mean price_eur, model")
q("average", "avg minutes for a vpn ticket", "number", mean(topic("vpn"), "min"), "tickets: mean mins_spent, topic vpn")
q("average", "When a docking station ticket did need parts, what did those come to on average, in euros?", "number", mean(topic("docking station"), "parts"), "tickets: mean parts_eur where given, topic docking station")

q("min_max", "How much was the most expensive server, in EUR?", "number", max(r["eur"] for r in SRV if r["eur"]), "assets: max price_eur, class server")
q("min_max", "cheapest notbook we ever got, how much was it", "number", min(r["eur"] for r in NB if r["eur"]), "assets: min price_eur, class notebook")
q("min_max", "On what day did we buy the oldest hardware that's in the inventory?", "values", min(r["bought"] for r in A), "assets: earliest purch_dt")

q("superlative", "Which server has the most RAM?", "values", best({r["asset_tag"]: r["ram"] for r in SRV}), "assets: largest ram_gb, class server")
q("superlative", "laptop with the highest price", "values", best({r["asset_tag"]: r["eur"] for r in NB if r["eur"]}), "assets: largest price_eur, class notebook")
q("superlative", "On which ticket did we spend the most minutes?", "values", best({r["ticket_no"]: r["min"] for r in S}), "tickets: largest mins_spent")
q("superlative", "wich ticket had the dearest parts", "values", best({r["ticket_no"]: r["parts"] for r in S if r["parts"]}), "tickets: largest parts_eur")
q("superlative", "Which of our servers stays under warranty the longest?", "values", best({r["asset_tag"]: r["warr"] for r in SRV}), "assets: latest warr_until, class server")

q("top_k", "What are the three most expensive servers?", "values", best({r["asset_tag"]: r["eur"] for r in SRV if r["eur"]}, 3), "assets: three largest price_eur, class server")
q("top_k", "the 2 machines with the most tickets, tags pls", "values", best(Counter(r["asset_tag"] for r in S), 2), "tickets: two most frequent asset_tags")
q("top_k", "Name the four tickets with the biggest parts bills.", "values", best({r["ticket_no"]: r["parts"] for r in S if r["parts"]}, 4), "tickets: four largest parts_eur")

q("comparison", "Which one cost us more, SRV-03 or SRV-04?", "values", best({t: AN[t]["eur"] for t in ("SRV-03", "SRV-04")}), "assets: price_eur of both")
q("comparison", "who handled more tickets, Lukáš Novák or Marco Feldkirch", "values", best({a: len(agent(a)) for a in ("Lukáš Novák", "Marco Feldkirch")}), "tickets: rows of both agents")
q("comparison", "We were arguing over lunch. Do more tickets come in about vpn or about screen?", "values", best({t: len(topic(t)) for t in ("vpn", "screen")}), "tickets: rows of both topics")

q("difference", "What is the price difference between SRV-05 and SRV-10?", "number", AN["SRV-05"]["eur"] - AN["SRV-10"]["eur"], "assets: price_eur subtracted")
q("difference", "pipelinecrm per seat: how many euros more now than in 2019?", "number", eur(one(now("seatPrice", "PipelineCRM"))) - eur(one(in_year("seatPrice", 2019, "PipelineCRM"))), "TKG seatPrice, open fact minus fact in 2019")
q("difference", "How many days did it take to close T20694 after it was opened?", "number", robust((SN["T20694"]["closed"] - SN["T20694"]["open"]).days, (SN["T20694"]["closed"].date() - SN["T20694"]["open"].date()).days), "tickets: closed_at minus opened_at")

q("percent", "What percentage of the closed tickets met the SLA?", "number", share([r for r in S if r["closed"]], lambda r: r["sla_ok"] == "1"), "tickets: sla_ok 1 over the closed rows")
q("percent", "share of all assets that came from Nordhardware, in %", "number", share(A, lambda r: r["supplier"] == "Nordhardware"), "assets: supplier over all rows")
q("percent", "The auditor would like to know how many percent of the servers are not encrypted.", "number", share(SRV, lambda r: r["encrypted"] == "FALSE"), "assets: class server, encrypted FALSE over the rows of the class")

q("group_by", "How many tickets do we have per priority?", "table", Counter(r["prio"] for r in S), "tickets: rows per prio")
q("group_by", "headcount by department", "table", Counter(t for h, r, t in K if r == "worksIn"), "KG worksIn, rows per tail")
q("group_by", "avg price of the notebooks, split by make", "table", {k: mean(v, "eur") for k, v in group(NB, lambda r: r["make"]).items()}, "assets: mean price_eur per make, class notebook")
q("group_by", "Could you tell me for each supplier how many of our machines they delivered?", "table", Counter(r["supplier"] for r in A), "assets: rows per supplier")

q("group_superlative", "Which agent has spent the most time on tickets overall?", "values", best({k: total(v, "min") for k, v in group(S, lambda r: r["agent"]).items()}), "tickets: largest sum of mins_spent per agent")
q("group_superlative", "which service do the most other services depend on", "values", best(Counter(t for h, r, t in K if r == "dependsOn")), "KG dependsOn: most frequent tail")
q("group_superlative", "Which department has the most different programs licensed for it?", "values", best(Counter(t for h, r, t in K if r == "licensedFor")), "KG licensedFor: most frequent tail")
q("group_superlative", "most common notebook model here?", "values", best(Counter(r["model"] for r in NB)), "assets: most frequent model, class notebook")

q("yes_no", "Is SRV-07 encrypted?", "boolean", AN["SRV-07"]["encrypted"] == "TRUE", "assets: encrypted")
q("yes_no", "does Claire Bertin have a vmware cert", "boolean", "VMware" in out("Claire Bertin", "certifiedIn"), "KG certifiedIn")
q("yes_no", "T21466 - did we make it within the SLA?", "boolean", SN["T21466"]["sla_ok"] == "1", "tickets: sla_ok")
q("yes_no", "Before I order seats: is Photon Studio licensed for Sales already?", "boolean", "Sales" in out("Photon Studio", "licensedFor"), "KG licensedFor")

q("negation", "Which servers aren't encrypted?", "values", tags(r for r in SRV if r["encrypted"] == "FALSE"), "assets: class server, encrypted FALSE")
q("negation", "departments without orbis erp licence", "values", DEPTS - out("Orbis ERP", "licensedFor"), "KG worksIn (all departments) without licensedFor")
q("negation", "Who is in Sales but not based at KAS1?", "values", inn("Sales", "worksIn") - inn("KAS1", "basedAt"), "KG worksIn without basedAt")
q("negation", "Some laptops give us no work at all, which of those in use never had a ticket?", "values", set(tags(in_use(NB))) - {r["asset_tag"] for r in S}, "assets: class notebook, state in_use; no row in tickets")

q("time_point", "Who had NB-1057 in the summer of 2023?", "values", one(at("assignedTo", date(2023, 7, 15), "NB-1057"))[2], "TKG assignedTo on that day")
q("time_point", "internet at KAS2 in early 2021, which provider was that", "values", one(at("internetBy", date(2021, 2, 15), "KAS2"))[2], "TKG internetBy on that day")
q("time_point", "what release of SolidForge CAD are we on at the moment?", "values", one(now("runsRelease", "SolidForge CAD"))[2], "TKG open runsRelease")
q("time_point", "Who was in charge of Production back in 2015?", "values", one(in_year("headOf", 2015, tail="Production"))[0], "TKG headOf in 2015")

q("before_after", "Who was head of Sales before Anke Dörfler?", "values", step(facts("headOf", tail="Sales"), 0, "Anke Dörfler", -1), "TKG headOf, the fact before")
q("before_after", "BRN1 quit Moravia Telecom, who did they get their internet from after that", "values", step(facts("internetBy", "BRN1"), 2, "Moravia Telecom", 1), "TKG internetBy, next fact")

q("duration", "For how many full years was Corinna Rau head of IT?", "number", lasted(one(facts("headOf", "Corinna Rau"))), "TKG completed years")
q("duration", "orbis erp 7.0: full years it was running here", "number", lasted(one(facts("runsRelease", "Orbis ERP", "7.0"))), "TKG completed years")
q("duration", "Of the people who head a department today, who has been doing so the longest?", "values", best({f[0]: f[3].toordinal() for f in now("headOf")}, low=True), "TKG open headOf with the earliest start")

q("multi_hop", "I need to send Marco Feldkirch a parcel. In which city does he work?", "values", out(one(out("Marco Feldkirch", "basedAt")), "locatedIn"), "KG basedAt, locatedIn")
q("multi_hop", "deniz aydin's boss, what is he certified in", "values", out(one(out("Deniz Aydin", "reportsTo")), "certifiedIn"), "KG reportsTo, certifiedIn")
q("multi_hop", "Which publishers make the software that is licensed for Logistics?", "values", {v for s in inn("Logistics", "licensedFor") for v in out(s, "publishedBy")}, "KG licensedFor, publishedBy")

q("cross_source", "How many tickets were reported by people from Finance?", "number", sum(r["reported_by"] in inn("Finance", "worksIn") for r in S), "KG worksIn; tickets: reported_by")
q("cross_source", "what os is on the server that hosts the ERP", "values", AN[one(inn("ERP", "hostsService"))]["os"], "KG hostsService; assets: os")
q("cross_source", "Doris Wallner wants a second charger. What model of notebook does she have?", "values", AN[one(facts("assignedTo", tail="Doris Wallner"))[0]]["model"], "TKG assignedTo; assets: model")
q("cross_source", "What did the notebooks cost in total that are assigned to people of the IT department today?", "number", total([AN[f[0]] for f in now("assignedTo") if f[2] in inn("IT", "worksIn")], "eur"), "KG worksIn; TKG open assignedTo; assets: sum of price_eur")

q("missing", "assets w/o a price in the list?", "values", tags(r for r in A if r["eur"] is None), "assets: price_eur n/a")

refuse("What did we pay for SRV-09?", "assets: price_eur is n/a")
refuse("yusuf demirs phone extension", "no phone numbers in any file")
refuse("What IP address does the print server have?", "no addresses in any file")
refuse("how much was a seat of docuseal in 2018", "TKG: the first price of DocuSeal starts in 2021")
refuse("Facilities is asking again. How much electricity does the server room at KAS1 use in a year?", "no consumption in any file")
assert AN["SRV-09"]["eur"] is None and not in_year("seatPrice", 2018, "DocuSeal")
assert all(AN[f[0]]["eur"] for f in now("assignedTo") if f[2] in inn("IT", "worksIn"))

# questions 81 to 100
PEOPLE = {h for h, r, t in K if r == "worksIn"}
CLOSED = [r for r in S if r["closed"]]
assert all(len(now("assignedTo", tail=p)) == 1 for p in PEOPLE)
q("count", "How many tickets has Deniz Aydin dealt with as agent, not counting the ones that are still open?", "number", sum(r["closed"] is not None for r in agent("Deniz Aydin")), "tickets: agent, closed_at given")
q("superlative", "dells and macbooks aside, whats the dearest notebook we bought", "values", best({r["asset_tag"]: r["eur"] for r in NB if r["eur"] and r["make"] not in ("Dell", "Apple")}), "assets: largest price_eur, class notebook, make neither Dell nor Apple")
mod = {k: v for k, v in group(NB, lambda r: r["model"]).items() if len(v) >= 5}
assert len(mod) > 3
q("group_superlative", "Of the notebook models that we have bought at least five of, which one has the highest average price?", "values", best({k: mean(v, "eur") for k, v in mod.items()}), "assets: highest mean price_eur per model with at least 5 rows, class notebook")
q("group_by", "avg minutes per topic pls - only topics with more than 12 tickets", "table", {k: mean(v, "min") for k, v in group(S, lambda r: r["topic"]).items() if len(v) > 12}, "tickets: mean mins_spent per topic with more than 12 rows")
q("filter_list", "warranty running out from october 2025 to march 2026, which machines?", "values", tags(r for r in A if date(2025, 10, 1) <= r["warr"] <= date(2026, 3, 31)), "assets: warr_until from 2025-10-01 to 2026-03-31")
q("filter_list", "Which departments got their present head in 2020 or later?", "values", [f[2] for f in now("headOf") if f[3] >= date(2020, 1, 1)], "TKG open headOf with start on or after 2020-01-01")
q("count", "How many tickets were handled by the very person who had reported them?", "number", sum(r["reported_by"] == r["agent"] for r in S), "tickets: reported_by the same as agent")
q("percent", "share of the closed tickets that were closed the same day they came in, in %", "number", share(CLOSED, lambda r: r["open"].date() == r["closed"].date()), "tickets: day of closed_at the same as of opened_at, over the closed rows")
q("percent", "What percentage of the people in R&D have a Dell at the moment?", "number", share(inn("R&D", "worksIn"), lambda p: AN[one(now("assignedTo", tail=p))[0]]["make"] == "Dell"), "KG worksIn; TKG open assignedTo; assets: make")
q("percent", "p1 tickets: how many per cent of them were reported by folks based in kassel?", "number", share([r for r in S if r["prio"] == "P1"], lambda r: out(one(out(r["reported_by"], "basedAt")), "locatedIn") == {"Kassel"}), "tickets: prio P1; KG basedAt and locatedIn of reported_by")
q("missing", "Which tickets have no closing time yet although more than an hour has already gone into them?", "values", nos(r for r in S if r["closed"] is None and r["min"] > 60), "tickets: closed_at n/a, mins_spent > 60")
q("missing", "stuff from nordhardware where nobody noted what it cost", "values", tags(r for r in A if r["supplier"] == "Nordhardware" and r["eur"] is None), "assets: supplier, price_eur n/a")
q("negation", "Which employees have never reported a ticket?", "values", PEOPLE - {r["reported_by"] for r in S}, "KG worksIn (all people); tickets: no row of reported_by")
q("negation", "what topics have never come up on a server so far", "values", {r["topic"] for r in S} - {r["topic"] for r in S if AN[r["asset_tag"]]["class"] == "server"}, "tickets: topics without a row whose asset is of class server")
q("difference", "How many euros more did NB-1150 cost than the cheapest notebook on the list?", "number", round(AN["NB-1150"]["eur"] - min(r["eur"] for r in NB if r["eur"]), 2), "assets: price_eur minus the smallest price_eur of class notebook")
memory = lambda rows: tags(r for r in SRV if r["ram"] > mean(rows, "ram"))
q("filter_list", "servers w/ more memmory than the average server", "values", robust(memory(SRV), memory(in_use(SRV))), "assets: class server, ram_gb above the mean of the class (typo)")
q("superlative", "Which ticket took the longest from being opened to being closed?", "values", best({r["ticket_no"]: r["closed"] - r["open"] for r in CLOSED}), "tickets: largest closed_at minus opened_at")
q("superlative", "euros per gig of ram - which server was the best deal?", "values", best({r["asset_tag"]: r["eur"] / r["ram"] for r in SRV if r["eur"]}, low=True), "assets: class server, smallest price_eur over ram_gb")
q("yes_no", "All notebooks in use are encrypted, aren't they?", "boolean", all(r["encrypted"] == "TRUE" for r in in_use(NB)), "assets: class notebook, state in_use, every encrypted TRUE")
q("yes_no", "solidforge cad still on the 2021 release?", "boolean", bool(now("runsRelease", "SolidForge CAD", "2021")), "TKG runsRelease 2021 has ended")

finish(HERE, Q)
