#!/usr/bin/env python3
"""Computes every gold answer of the 'embassies' domain (a foreign ministry) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, share, step,
    tkg, total)


def num(s):
    s = s.replace("kr", "").replace(" ", "")
    return float(s) if s else None


K, T = graphs(HERE, "embassies")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("embassies", Q, most=16)

M, V = records(HERE, "missions.csv"), records(HERE, "visits.csv")
for r in M:
    r["open"], r["insp"] = day(r["Opened"], "%d.%m.%Y"), day(r["last insp."], "%m/%Y")
    r["d"], r["loc"], r["bud"], r["visa"] = int(r["Dipl."]), int(r["Local staff"]), num(r["Budget (1000 kr)"]), num(r["Visas 2024"])
for r in V:
    r["f"], r["t"] = day(r["from"], "%d.%m.%Y"), day(r["to"], "%d.%m.%Y")
    r["pax"], r["cost"] = int(r["PAX"]), num(r["Cost"])
    assert r["f"].year == r["t"].year
MN, VN = {r["Post"]: r for r in M}, {r["Ref"]: r for r in V}
assert len(MN) == len(M) and len(VN) == len(V) and {r["Post"] for r in V} <= set(MN)
assert len(set(K)) == len(K) and len(set(T)) == len(T)
MF, HM = "Ministry of Foreign Affairs", "head of mission"
for h, rel in {(f[0], f[1]) for f in T if f[1] != "in force for"}:
    fs = facts(rel, head=h)
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (h, rel)
assert {r["Host country"] for r in M} == heads("in region") and {f[0] for f in facts(HM)} <= set(MN)
posts = lambda rows: [r["Post"] for r in rows]
refs = lambda rows: [r["Ref"] for r in rows]
typ = lambda t: [r for r in M if r["Type"] == t]
led = lambda p: [r for r in V if r["Led by"] == p]
to = lambda p: [r for r in V if r["Post"] == p]
why = lambda p: [r for r in V if r["Purpose"] == p]
year = lambda y: [r for r in V if r["f"].year == y]
region = lambda x: [r for r in M if x in out(r["Host country"], "in region")]
def pos(x):
    assert x > 0
    return x
def length(f): return (f[4] - f[3]).days

# lookup
q("lookup", "When was the embassy in Nairobi opened?", "values", MN["Nairobi"]["open"], "missions: Opened")
q("lookup", "how many diplomats sit in beijing", "number", MN["Beijing"]["d"], "missions: Dipl.")
q("lookup", "What was the purpose of visit 23/020?", "values", VN["23/020"]["Purpose"], "visits: Purpose")
q("lookup", "languages of dorota emin?", "values", out("Dorota Emin", "speaks"), "KG: speaks")
q("lookup", "24/011 - what did it set us back, in kr", "number", VN["24/011"]["cost"], "visits: Cost")
# filter_list
q("filter_list", "Which of our posts are consulates general?", "values", posts(typ("Consulate General")), "missions: Type")
q("filter_list", "posts at security level C", "values", posts(r for r in M if r["Sec. lvl"] == "C"), "missions: Sec. lvl C")
q("filter_list", "A citizen living abroad wants to vote in the autumn. At which missions is voting possible?", "values", inn("voting", "offers service"), "KG: offers service voting")
q("filter_list", "Which countries does the embassy in New Delhi also cover?", "values", out("New Delhi", "also covers"), "KG: also covers")
q("filter_list", "minister trips of 2024 that ended with a signature", "values", refs(r for r in year(2024) if r["Rank"] == "Minister" and r["Signed? Y/N"] == "Y"), "visits: Rank Minister, Signed Y, 2024")
q("filter_list", "Which missions issued more than 3,000 visas in 2024?", "values", posts(r for r in M if r["visa"] and r["visa"] > 3000), "missions: Visas 2024 > 3000")
# count
q("count", "How many embassies do we have?", "number", len(typ("Embassy")), "missions: Type Embassy")
q("count", "how offen did annika sorel lead a delegation", "number", len(led("Annika Sorel")), "visits: Led by (typo)")
q("count", "premises we own, nr", "number", sum(r["Premises"] == "owned" for r in M), "missions: Premises owned")
q("count", "How many diplomats speak Turkish?", "number", len(inn("Turkish", "speaks")), "KG: speaks Turkish")
# sum
q("sum", "How many visas were issued in 2024 in total?", "number", total(M, "visa"), "missions: sum of Visas 2024")
q("sum", "travel bill for Wanda Kolb's delegations, all years, kr", "number", total(led("Wanda Kolb"), "cost"), "visits: sum of Cost, Led by Wanda Kolb")
q("sum", "Local staff of the posts with security level D or C, added together?", "number", total([r for r in M if r["Sec. lvl"] in "CD"], "loc"), "missions: sum of Local staff, Sec. lvl C or D")
# average
q("average", "What is the average budget of an embassy, in thousand kr?", "number", mean(typ("Embassy"), "bud"), "missions: mean Budget, Type Embassy")
q("average", "mean delegation size when the minister himself or herself leads", "number", mean([r for r in V if r["Rank"] == "Minister"], "pax"), "visits: mean PAX, Rank Minister")
q("average", "Average cost of the visits to London?", "number", mean(to("London"), "cost"), "visits: mean Cost, Post London")
# min_max
q("min_max", "What is the largest delegation we have ever sent?", "number", max(r["pax"] for r in V), "visits: max PAX")
q("min_max", "cheapest trip on record - how many kr?", "number", min(r["cost"] for r in V if r["cost"]), "visits: min Cost")
q("min_max", "On what day did the youngest of our missions open?", "values", max(r["open"] for r in M), "missions: latest Opened")
# superlative
q("superlative", "Which mission has the biggest budget?", "values", best({r["Post"]: r["bud"] for r in M}), "missions: highest Budget")
q("superlative", "where have we been the longest? post pls", "values", best({r["Post"]: r["open"] for r in M}, low=True), "missions: earliest Opened")
q("superlative", "post with the fewest visas in 2024 (of those that issue any)", "values", best({r["Post"]: r["visa"] for r in M if r["visa"]}, low=True), "missions: lowest Visas 2024")
# top_k
q("top_k", "Which three posts issued the most visas in 2024?", "values", best({r["Post"]: r["visa"] for r in M if r["visa"]}, 3), "missions: three highest Visas 2024")
q("top_k", "top five missions by number of diplomats", "values", best({r["Post"]: r["d"] for r in M}, 5), "missions: five highest Dipl.")
q("top_k", "The auditors want our 4 dearest trips of 2023, references only.", "values", best({r["Ref"]: r["cost"] for r in year(2023) if r["cost"]}, 4), "visits: four highest Cost, 2023")
# comparison
q("comparison", "Which has more local staff, Cairo or New Delhi?", "values", best({p: MN[p]["loc"] for p in ("Cairo", "New Delhi")}), "missions: Local staff of both")
q("comparison", "berlin vs paris, which one got more visits", "values", best({p: len(to(p)) for p in ("Berlin", "Paris")}), "visits: rows per Post")
q("comparison", "Who was foreign minister longer, Viktor Saarmann or Helena Brask?", "values", best({p: length(one(facts("foreign minister", MF, p))) for p in ("Viktor Saarmann", "Helena Brask")}), "TKG: foreign minister, lengths")
# difference
q("difference", "How many more visas did Istanbul issue than Ankara?", "number", pos(MN["Istanbul"]["visa"] - MN["Ankara"]["visa"]), "missions: Visas 2024 subtracted")
q("difference", "washington budget less berlin budget (1000 kr)", "number", pos(MN["Washington"]["bud"] - MN["Berlin"]["bud"]), "missions: Budget subtracted")
q("difference", "By how many did visits for culture outnumber those for trade?", "number", pos(len(why("culture")) - len(why("trade"))), "visits: rows per Purpose, subtracted")
# percent
q("percent", "What percentage of our missions is rented?", "number", share(M, lambda r: r["Premises"] == "rented"), "missions: Premises rented over all rows")
q("percent", "share of trips with something signed, percent", "number", share(V, lambda r: r["Signed? Y/N"] == "Y"), "visits: Signed Y over all rows")
q("percent", "How many per cent of all visits went by government plane?", "number", share(V, lambda r: r["Travel"] == "govt plane"), "visits: Travel govt plane over all rows")
# group_by
q("group_by", "How many missions are there of each type?", "table", Counter(r["Type"] for r in M), "missions: rows per Type")
q("group_by", "visits per year pls", "table", Counter(r["f"].year for r in V), "visits: rows per year of from")
q("group_by", "What did we spend on visits for each purpose?", "table", {k: total(v, "cost") for k, v in group(V, lambda r: r["Purpose"]).items()}, "visits: sum of Cost per Purpose")
q("group_by", "host countries by region, a count for each", "table", Counter(t for h, r, t in K if r == "in region"), "KG: in region, counted")
# group_superlative
q("group_superlative", "Which post received the most visits?", "values", best(Counter(r["Post"] for r in V)), "visits: most frequent Post")
q("group_superlative", "protocol officer with the most visits to his or her name?", "values", best(Counter(r["Protocol off."] for r in V if r["Protocol off."])), "visits: most frequent Protocol off.")
q("group_superlative", "In which host country do we keep the most diplomats if you add up all its posts?", "values", best({k: total(v, "d") for k, v in group(M, lambda r: r["Host country"]).items()}), "missions: highest sum of Dipl. per Host country")
# yes_no
q("yes_no", "Does the mission in Geneva own its premises?", "boolean", MN["Geneva"]["Premises"] == "owned", "missions: Premises")
q("yes_no", "can i get a passport at the istanbul consulate", "boolean", "passports" in out("Istanbul", "offers service"), "KG: offers service")
q("yes_no", "Is the visa waiver with Turkiye still in force?", "boolean", bool(now("in force for", "Visa Waiver Agreement", "Türkiye")), "TKG: in force for has ended")
q("yes_no", "did pavel hintz ever head the london embassy?", "boolean", bool(facts(HM, "London", "Pavel Hintz")), "TKG: head of mission London")
# negation
q("negation", "Which embassies are in a country in Europe but not owned?", "values", posts(r for r in region("Europe") if r["Type"] == "Embassy" and r["Premises"] != "owned"), "missions: Type Embassy, Premises; KG: in region Europe")
q("negation", "missions w/o a single diplomat", "values", posts(r for r in M if r["d"] == 0), "missions: Dipl. 0")
q("negation", "Which posts in the Asia-Pacific region have had no visit at all?", "values", set(posts(region("Asia-Pacific"))) - {r["Post"] for r in V}, "KG: in region Asia-Pacific; missions; visits: no row of the Post")
# missing
q("missing", "For which missions is there no inspection date?", "values", posts(r for r in M if not r["insp"]), "missions: last insp. empty")
q("missing", "trips that have no cost against them", "values", refs(r for r in V if r["cost"] is None), "visits: Cost empty")
q("missing", "On some visits of 2023 the protocol officer was left blank. Which ones?", "values", refs(r for r in year(2023) if not r["Protocol off."]), "visits: Protocol off. empty, 2023")
# time_point
q("time_point", "Who was foreign minister on 1 July 2016?", "values", one(at("foreign minister", date(2016, 7, 1)))[2], "TKG: foreign minister on that day")
q("time_point", "current ambassador in tokyo?", "values", one(now(HM, "Tokyo"))[2], "TKG: open head of mission")
q("time_point", "What level was our travel advice for Ethiopia in the summer of 2021?", "values", robust([f[2] for f in at("travel advice", date(2021, 6, 1), head="Ethiopia")], [f[2] for f in at("travel advice", date(2021, 9, 30), head="Ethiopia")]), "TKG: travel advice in summer 2021")
q("time_point", "ministry's perm sec back in may 2010", "values", one(at("permanent secretary", date(2010, 5, 15)))[2], "TKG: permanent secretary in May 2010")
# before_after
q("before_after", "Who was head of mission in Rome before Beata Monnier?", "values", step(facts(HM, "Rome"), 2, "Beata Monnier", -1), "TKG: head of mission, the fact before")
q("before_after", "after hintz left london who got the job", "values", step(facts(HM, "London"), 2, "Pavel Hintz", 1), "TKG: head of mission, next fact")
q("before_after", "Oskar Rehn is in Tokyo now. Where was he head of mission before that?", "values", step(facts(HM, tail="Oskar Rehn"), 0, "Tokyo", -1), "TKG: head of mission of Oskar Rehn, the fact before")
# duration
q("duration", "For how many full years was Beata Monnier ambassador in Paris?", "number", lasted(one(facts(HM, "Paris", "Beata Monnier"))), "TKG: completed years")
q("duration", "which former head of mission in washington had the shortest stay", "values", best({f[2]: length(f) for f in facts(HM, "Washington") if f[4]}, low=True), "TKG: shortest closed head of mission")
q("duration", "Of all the ambassadors now in post, who has been in the same job for the longest?", "values", now(HM)[0][2], "TKG: open head of mission with the earliest start")
# multi_hop
q("multi_hop", "Who reports to the person who runs the Americas desk?", "values", inn(one(out("Americas", "desk run by")), "reports to"), "KG: desk run by, reports to backwards")
q("multi_hop", "mmm the youth exchange thing was signed in which country again? i only see the city", "values", MN[one(out("Youth Exchange Programme", "SignedIn"))]["Host country"], "KG: SignedIn; missions: Host country of the Post")
q("multi_hop", "Who runs the desk responsible for Kenya?", "values", out(one(out("Kenya", "in region")), "desk run by"), "KG: in region, desk run by")
# cross_source
q("cross_source", "How many visits went to posts in Africa?", "number", sum(r["Post"] in posts(region("Africa")) for r in V), "KG: in region; missions: Host country; visits")
q("cross_source", "who was ambassador when our people came to beijing on visit 22/029? check the exact day please", "values", one(at(HM, VN["22/029"]["f"], head=VN["22/029"]["Post"]))[2], "visits: Post, from; TKG: head of mission on that day")
q("cross_source", "Total visas 2024 from the posts in Arabic-speaking countries", "number", total([r for r in M if "Arabic" in out(r["Host country"], "working_language")], "visa"), "KG: working_language; missions: sum of Visas 2024")
q("cross_source", "Which of the missions that offer notary services are run by someone who speaks Turkish at present?", "values", [f[0] for f in now(HM) if "notary" in out(f[0], "offers service") and "Turkish" in out(f[2], "speaks")], "KG: offers service, speaks; TKG: open head of mission")
q("cross_source", "number of missions opened while ludmila oresh was foreign minister", "number", (lambda f: sum(f[3] <= r["open"] <= f[4] for r in M))(one(facts("foreign minister", MF, "Ludmila Oresh"))), "TKG: interval; missions: Opened")
# unanswerable
q("unanswerable", "How much does an ambassador earn?", "refuse", [], "no pay in any file")
q("unanswerable", "who was our man in berlin in 1995", "refuse", [], "TKG: head of mission Berlin starts in 2010")
q("unanswerable", "What are the opening hours of the visa section in Ankara?", "refuse", [], "no opening hours in any file")
q("unanswerable", "how many visa applications did mumbai turn down", "refuse", [], "only issued visas are recorded")
q("unanswerable", "Who is our ambassador in Oslo?", "refuse", [], "there is no mission in Oslo")
q("unanswerable", "rent we pay for the seoul office per month", "refuse", [], "only the budget as a whole, no rent")

finish(HERE, Q)
