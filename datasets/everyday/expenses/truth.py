#!/usr/bin/env python3
"""Computes every gold answer of the 'expenses' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, distinct, finish, graphs, group, having, iso, kg, known, lasted, mean, means, one,
    records, robust, share, step, sums, tkg, total)

C = records(HERE, "claims.csv")
for r in C:
    r["spend"], r["sub"], r["paid"] = day(r["Spend dt"], "%d/%m/%Y"), day(r["Subm. dt"], "%d/%m/%Y"), iso(r["Paid on"])
    r["eur"], r["cur"] = digits(r["Amt EUR"]), r["Amt claimed"].split()[0]
CN = {r["Claim No"]: r for r in C}
T = records(HERE, "trips.csv")
for r in T:
    r["dep"], r["ret"] = day(r["Dep"], "%d-%b-%Y"), day(r["Ret"], "%d-%b-%Y")
    r["est"], r["act"], r["co2"], r["n"] = digits(r["Est. cost"]), digits(r["Act. cost"]), digits(r["CO2e kg"]), int(r["Nts"])
TN = {r["Trip ID"]: r for r in T}
K, X = graphs(HERE, "expenses")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(X)
Q = []
q = asking("expenses", Q, most=12)


# sanity of the data
STAFF = heads("works in")
assert len(CN) == len(C) and len(TN) == len(T)
assert {r["Employee"] for r in C} | {r["Traveller"] for r in T} <= STAFF
assert {r["Dept"] for r in C} == {one(out(p, "works in")) for p in STAFF} == {f[2] for f in facts("head of")}
assert {r["Dest."] for r in T} <= heads("in country")
for rel in ("head of", "project lead of"):
    for t in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=t)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for p in STAFF:
    assert one(now("held job", head=p))[2] == one(out(p, "job_title"))
    fs = facts("held job", head=p)
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for f in facts("based at"):
    assert f[4] or f[2] == one(out(f[0], "sits at"))
for r in C:
    assert r["Dept"] == one(out(r["Employee"], "works in")) and r["spend"] < r["sub"]
    assert (r["paid"] is not None) == (r["Status"] == "Paid") and (r["Approver"] == "") == (r["Status"] == "Pending")
    assert (r["Rej. reason"] != "") == (r["Status"] == "Rejected") and (r["paid"] is None or r["paid"] > r["sub"])
    head = one(at("head of", r["sub"], tail=r["Dept"]))[0]
    assert r["Approver"] in ("", head) or r["Employee"] == head
    assert r["cur"] != "EUR" or digits(r["Amt claimed"]) == r["eur"]
    if r["Trip ref"]:
        t = TN[r["Trip ref"]]
        assert t["Traveller"] == r["Employee"] and r["spend"] <= t["ret"] and t["State"] == "Completed"
    assert not r["Cost ctr"] or out(r["Cost ctr"], "cost centre of") <= {r["Dept"]} | heads("project for")
    assert r["Rej. reason"] != "over limit" or r["eur"] > digits(one(out(r["Exp. type"], "limit per claim")))
for r in T:
    assert (r["ret"] - r["dep"]).days == r["n"] and r["State"] in ("Completed", "Cancelled", "Planned")
    assert r["State"] == "Completed" or (r["act"] is None and r["co2"] is None)
    assert not r["Hotel"] or one(out(r["Hotel"], "hotel in")) == r["Dest."]


def country(city): return one(out(city, "in country"))
def by(**w): return [r for r in C if all(r[k.replace("_", " ")] == v for k, v in w.items())]
def type_(t): return [r for r in C if r["Exp. type"] == t]
def trips(dest=None, who=None, state=None, purpose=None):
    return [r for r in T if dest in (None, r["Dest."]) and who in (None, r["Traveller"])
            and state in (None, r["State"]) and purpose in (None, r["Purpose"])]
def nos(rows): return [r["Claim No"] for r in rows]
def ids(rows): return [r["Trip ID"] for r in rows]
def kept(): return [r for r in C if r["Status"] != "Rejected"]
def city_of(p): return one(out(one(out(p, "sits at")), "office in"))
DONE = trips(state="Completed")

# ------------------------------------------------------------------ lookup
q("lookup", "Who approved claim EX-10554?", "values", CN["EX-10554"]["Approver"], "claims: Approver of EX-10554")
q("lookup", "which hotel was joana in for T-2451", "values", robust(TN["T-2451"], one(trips("Gothenburg", "Joana Figueiredo")))["Hotel"], "trips: Hotel of T-2451")
q("lookup", "customer behind foxglove?", "values", out("Foxglove", "project for"), "kg: Foxglove project for")
q("lookup", "Why was expense claim EX-10528 turned down?", "values", CN["EX-10528"]["Rej. reason"], "claims: Rej. reason of EX-10528")
q("lookup", "most we may spend on a hotel night in zurich", "values", out("Zürich", "hotel_cap_per_night"), "kg: hotel_cap_per_night of Zürich")
q("lookup", "How did Piotr Zieliński get to Gothenburg for his training course?", "values", one(trips("Gothenburg", "Piotr Zieliński"))["Transport"], "trips: Transport of Piotr's trip to Gothenburg")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which claims were rejected because there was no receipt?", "values", nos(r for r in C if r["Rej. reason"] == "no receipt"), "claims: Rej. reason is no receipt")
q("filter_list", "everyone w/ a platinum card", "values", inn("Platinum", "company card"), "kg: company card Platinum")
q("filter_list", "trips that are only planned so far, just the ids pls", "values", ids(trips(state="Planned")), "trips: State is Planned")
q("filter_list", "Which hotel claims came from the Quality Lab? I need the claim numbers.", "values", nos(r for r in type_("Hotel") if r["Dept"] == "Quality Lab"), "claims: Exp. type Hotel, Dept Quality Lab")
q("filter_list", "who sits in the graz office", "values", {p for o in inn("Graz", "office in") for p in inn(o, "sits at")}, "kg: sits at the office in Graz")
q("filter_list", "Please list all claims that were handed in during September 2024.", "values", nos(r for r in C if (r["sub"].year, r["sub"].month) == (2024, 9)), "claims: Subm. dt in September 2024")

# ------------------------------------------------------------------ count
q("count", "How many business trips were called off?", "number", len(trips(state="Cancelled")), "trips: State is Cancelled")
q("count", "nr of claims imani has put in so far", "number", len(by(Employee="Imani Okafor")), "claims: Employee Imani Okafor")
q("count", "How many people work in Key Accounts?", "number", len(inn("Key Accounts", "works in")), "kg: works in Key Accounts")
q("count", "beatrix holloway gets around. how many diffrent cities did she travel to?", "number", robust(len({r["Dest."] for r in trips(who="Beatrix Holloway")}), len({r["Dest."] for r in trips(who="Beatrix Holloway", state="Completed")})), "trips: different Dest. of Beatrix Holloway")
q("count", "How many of the claims were made in pounds?", "number", sum(r["cur"] == "GBP" for r in C), "claims: Amt claimed in GBP")

# ------------------------------------------------------------------ sum
q("sum", "What do all the hotel claims come to in euros, no matter whether they were paid or not?", "number", total(type_("Hotel"), "eur"), "claims: sum of Amt EUR, Exp. type Hotel")
q("sum", "total co2 from flying to oslo", "number", sum(known([r for r in trips("Oslo") if r["Transport"] == "Plane"], "co2")), "trips: sum of CO2e kg, Dest. Oslo, Transport Plane")
q("sum", "I am closing the books. How much, in euros, is sitting in claims that have been approved but not paid out yet?", "number", robust(total(by(Status="Approved"), "eur"), total([r for r in C if r["Approver"] and not r["paid"] and r["Status"] != "Rejected"], "eur")), "claims: sum of Amt EUR, Status Approved")
q("sum", "nights manfred spent in munich all told", "number", robust(sum(r["n"] for r in trips("Munich", "Manfred Leitner")), sum(r["n"] for r in trips("Munich", "Manfred Leitner", "Completed"))), "trips: sum of Nts, Manfred Leitner to Munich")

# ------------------------------------------------------------------ average
q("average", "What is the average taxi claim in euros?", "number", mean(type_("Taxi"), "eur"), "claims: mean of Amt EUR, Exp. type Taxi")
q("average", "trade fairs weve been to, avarage nr of nights away", "number", mean(trips(state="Completed", purpose="Trade fair"), "n"), "trips: mean of Nts, Purpose Trade fair, State Completed")
q("average", "On average, what did a trip to Lisbon actually cost us?", "number", robust(mean(trips("Lisbon"), "act"), mean(trips("Lisbon", state="Completed"), "act")), "trips: mean of Act. cost, Dest. Lisbon")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the biggest single amount, in euros, that anyone has put on a claim?", "number", max(known(C, "eur")), "claims: largest Amt EUR")
q("min_max", "lowest final bill we ever had for a trip", "number", min(known(T, "act")), "trips: smallest Act. cost")
q("min_max", "When did the first trip for the Kestrel project set off?", "values", min([r for r in T if r["Project"] == "Kestrel"], key=lambda r: r["dep"])["Dep"], "trips: earliest Dep, Project Kestrel")
q("min_max", "highest daily allowance any country gets", "values", max((t for h in heads("daily allowance") for t in out(h, "daily allowance")), key=digits), "kg: largest daily allowance")

# ------------------------------------------------------------------ superlative
q("superlative", "Which trip overshot its estimate by the most euros?", "values", best({r["Trip ID"]: r["act"] - r["est"] for r in T if r["act"] is not None}), "trips: largest Act. cost minus Est. cost")
q("superlative", "who put in the priciest client entertainment claim", "values", CN[one(best({r["Claim No"]: r["eur"] for r in type_("Client entertainment")}))]["Employee"], "claims: Employee of the largest Amt EUR, Exp. type Client entertainment")
q("superlative", "Which paid claim had to wait longest for its money, counted from the day it was submitted?", "values", best({r["Claim No"]: (r["paid"] - r["sub"]).days for r in C if r["paid"]}), "claims: largest Paid on minus Subm. dt")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three employees have claimed the most in euros overall?", "values", robust(best(sums(C, "Employee", "eur"), 3), best(sums(kept(), "Employee", "eur"), 3)), "claims: sum of Amt EUR by Employee, three largest")
q("top_k", "5 dirtiest trips co2 wise (ids)", "values", best({r["Trip ID"]: r["co2"] for r in T if r["co2"] is not None}, 5), "trips: five largest CO2e kg")
q("top_k", "What are the three longest trips, going by nights away?", "values", robust(best({r["Trip ID"]: r["n"] for r in T}, 3), best({r["Trip ID"]: r["n"] for r in DONE}, 3)), "trips: three largest Nts")

# ------------------------------------------------------------------ comparison
q("comparison", "Who has claimed more in euros in total, Gareth Penhallow or Stefan Obermayr?", "values", best({p: total(by(Employee=p), "eur") for p in ("Gareth Penhallow", "Stefan Obermayr")}), "claims: sum of Amt EUR of the two")
q("comparison", "is the hotel limit higher in dublin or in rotterdam?", "values", best({c: digits(one(out(c, "hotel_cap_per_night"))) for c in ("Dublin", "Rotterdam")}), "kg: hotel_cap_per_night of the two")
q("comparison", "which saw more of our trips, milan or vienna", "values", robust(best({c: len(trips(c)) for c in ("Milan", "Vienna")}), best({c: len(trips(c, state="Completed")) for c in ("Milan", "Vienna")})), "trips: rows by Dest. of the two")

# ------------------------------------------------------------------ difference
q("difference", "By how many euros did trip T-2424 go over its estimate?", "number", TN["T-2424"]["act"] - TN["T-2424"]["est"], "trips: Act. cost minus Est. cost of T-2424")
zuz = [one(trips(c, "Zuzanna Nowak"))["act"] for c in ("Kraków", "Warsaw")]
q("difference", "zuzanna went to krakow once and to warsaw once. whats the gap in actual cost between the two", "number", abs(zuz[0] - zuz[1]), "trips: Act. cost of Zuzanna Nowak's two trips")
q("difference", "days between ingeborg sending in EX-10595 and it being paid", "number", robust((CN["EX-10595"]["paid"] - CN["EX-10595"]["sub"]).days, (one(by(Employee="Ingeborg Stadler"))["paid"] - CN["EX-10595"]["sub"]).days), "claims: Paid on minus Subm. dt of EX-10595")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all claims has been rejected?", "number", share(C, lambda r: r["Status"] == "Rejected"), "claims: share with Status Rejected")
q("percent", "completed trips, % that went by train?", "number", share(DONE, lambda r: r["Transport"] == "Train"), "trips: share with Transport Train of those with State Completed")
q("percent", "What percentage of our 31 employees has a company card?", "number", share(STAFF, lambda p: out(p, "company card")), "kg: share of the employees with a company card")
assert len(STAFF) == 31

# ------------------------------------------------------------------ group_by
q("group_by", "How many claims are there in each status?", "table", Counter(r["Status"] for r in C), "claims: rows by Status")
q("group_by", "headcount by office", "table", Counter(one(out(p, "sits at")) for p in STAFF), "kg: sits at, by office")
q("group_by", "euros claimed, split by departmnet, everything included", "table", {k: round(v, 2) for k, v in sums(C, "Dept", "eur").items()}, "claims: sum of Amt EUR by Dept")
q("group_by", "What did trips really cost on average for each means of transport?", "table", means(T, "Transport", "act"), "trips: mean of Act. cost by Transport")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which department has claimed the most money altogether?", "values", robust(best(sums(C, "Dept", "eur")), best(sums(kept(), "Dept", "eur"))), "claims: sum of Amt EUR by Dept, largest")
q("group_superlative", "purpose of travel w/ the worst co2 on average", "values", best(means(T, "Purpose", "co2")), "trips: mean of CO2e kg by Purpose, largest")
q("group_superlative", "what sort of expense do ppl claim most often", "values", best(Counter(r["Exp. type"] for r in C)), "claims: rows by Exp. type, most")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Has anyone in Finance ever claimed a taxi?", "boolean", any(r["Dept"] == "Finance" for r in type_("Taxi")), "claims: any Taxi of Dept Finance")
q("yes_no", "did T-2441 come in under budget", "boolean", TN["T-2441"]["act"] < TN["T-2441"]["est"], "trips: Act. cost below Est. cost of T-2441")
q("yes_no", "does corin report straight to dilip?", "boolean", "Dilip Raman" in out("Corin Tregenza", "reports_to"), "kg: Corin Tregenza reports_to")
q("yes_no", "Were all of Nils Eriksen's trips to Edinburgh?", "boolean", all(r["Dest."] == "Edinburgh" for r in trips(who="Nils Eriksen")), "trips: Dest. of Nils Eriksen's trips")

# ------------------------------------------------------------------ negation
q("negation", "Which departments have never had a claim rejected?", "values", having(group(C, lambda r: r["Dept"]), lambda g: all(r["Status"] != "Rejected" for r in g)), "claims: Dept without a row with Status Rejected")
q("negation", "countries in our list that dont have a daily allowance", "values", {country(c) for c in heads("in country")} - heads("daily allowance"), "kg: countries without daily allowance")
q("negation", "Who in Field Service does not hold a company card?", "values", inn("Field Service", "works in") - heads("company card"), "kg: works in Field Service, no company card")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was in charge of the Quality Lab in March 2021?", "values", robust([f[0] for f in at("head of", date(2021, 3, 1), tail="Quality Lab")], [f[0] for f in at("head of", date(2021, 3, 31), tail="Quality Lab")]), "tkg: head of Quality Lab in March 2021")
q("time_point", "what did zuzanna do here back in 2019, which job", "values", one(in_year("held job", 2019, head="Zuzanna Nowak"))[2], "tkg: held job of Zuzanna Nowak in 2019")
q("time_point", "travel agency we used in summer 2020?", "values", robust([f[0] for f in at("travel agency of", date(2020, 7, 1))], [f[0] for f in in_year("travel agency of", 2020)]), "tkg: travel agency of the firm in 2020")
q("time_point", "Which office was Keir Abernathy based at in June 2021?", "values", robust([f[2] for f in at("based at", date(2021, 6, 1), head="Keir Abernathy")], [f[2] for f in in_year("based at", 2021, head="Keir Abernathy")]), "tkg: based at of Keir Abernathy in June 2021")

# ------------------------------------------------------------------ before_after
mk = facts("head of", tail="Marketing")
q("before_after", "Who headed Marketing immediately before Beatrix Holloway?", "values", step(mk, 0, "Beatrix Holloway", -1), "tkg: head of Marketing before Beatrix Holloway")
q("before_after", "who took lodestone over from sorcha", "values", step(facts("project lead of", tail="Lodestone"), 0, "Sorcha Ní Bhriain", 1), "tkg: project lead of Lodestone after Sorcha Ní Bhriain")

# ------------------------------------------------------------------ duration
q("duration", "How many full years did Leopold Wagenhofer's first spell as head of Product Design last?", "number", lasted(facts("head of", "Leopold Wagenhofer", "Product Design")[0]), "tkg: first head of Product Design of Leopold Wagenhofer, full years")
q("duration", "agnieszka ran it operations for how many whole years", "number", lasted(one(facts("head of", "Agnieszka Kowalczyk", "IT Operations"))), "tkg: head of IT Operations of Agnieszka Kowalczyk, full years")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country is the customer of the Saltmarsh project?", "values", country(one(out(one(out("Saltmarsh", "project for")), "customer in"))), "kg: project for, customer in, in country")
q("multi_hop", "duartes boss's boss, who's that", "values", out(one(out("Duarte Meireles", "reports_to")), "reports_to"), "kg: reports_to twice")
q("multi_hop", "Which hotels on our list are in Portugal?", "values", {h for c in inn("Portugal", "in country") for h in inn(c, "hotel in")}, "kg: hotel in, in country Portugal")

# ------------------------------------------------------------------ cross_source
q("cross_source", "What do the claims that belong to trips to Norway add up to in euros?", "number", total([r for r in C if r["Trip ref"] and country(TN[r["Trip ref"]]["Dest."]) == "Norway"], "eur"), "claims by Trip ref with trips by Dest. and kg in country")
q("cross_source", "claims that got paid although they were above the limit for that type of expense", "values", nos(r for r in by(Status="Paid") for l in out(r["Exp. type"], "limit per claim") if r["eur"] > digits(l)), "claims: Status Paid, Amt EUR above the kg's limit per claim of the Exp. type")
tt = TN["T-2442"]
q("cross_source", "keir was up in edinburgh on T-2442. who was running that project then?", "values", robust([f[0] for f in at("project lead of", tt["dep"], tail=tt["Project"])], [f[0] for f in at("project lead of", tt["ret"], tail=tt["Project"])]), "trips: Project and Dep of T-2442; tkg: project lead of")
q("cross_source", "How many claims come from employees on grade G4?", "number", sum("G4" in out(r["Employee"], "grade") for r in C), "kg: grade G4; claims by Employee")
q("cross_source", "completed trips to a city where we have an office ourselves, ids", "values", ids(r for r in DONE if inn(r["Dest."], "office in")), "trips: Dest. is a city of kg office in, State Completed")
pre = step(facts("head of", tail="IT Operations"), 0, "Dilip Raman", -1)
q("cross_source", "Dilip Raman took over IT Operations from somebody. How much has that person claimed in euros?", "number", total(by(Employee=pre), "eur"), "tkg: head of IT Operations before Dilip Raman; claims: sum of Amt EUR")

# ------------------------------------------------------------------ missing
q("missing", "Which trips with at least one night away have no hotel entered?", "values", ids(r for r in T if r["n"] and not r["Hotel"]), "trips: Nts above 0, Hotel empty")
q("missing", "claims where nobody filled in a cost center", "values", nos(r for r in C if not r["Cost ctr"]), "claims: Cost ctr empty")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "Which airline did Yannick Lemaire fly to Dublin with?", "refuse", [], "no file names airlines")
q("unanswerable", "corins salary?", "refuse", [], "no file has salaries")
q("unanswerable", "Who were the guests Priya Chandran took out on 27 February 2024?", "refuse", [], "no file names the guests of client entertainment")
assert facts("head of", tail="People Team")[0][3].year > 2011
q("unanswerable", "who was head of the people team in 2011", "refuse", [], "the tkg's heads of the People Team begin in 2015")

finish(HERE, Q)
