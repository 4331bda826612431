#!/usr/bin/env python3
"""Computes every gold answer of the 'translators' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say"""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total, digits as num)


def rd(name): return records(HERE, name)


K, T = graphs(HERE, "translators")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))

Q = []
q = asking("translators", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

L = rd("translators.csv")
for r in L:
    r["rate"], r["wpd"], r["s"], r["sc"], r["min"] = num(r["€/word"]), num(r["Wds per day"]), day(r["On file since"], "%d.%m.%y"), num(r["Score"]), num(r["Min. fee €"])
LN = {r["Translator"]: r for r in L}
J = rd("jobs.csv")
for r in J:
    r["d"], r["due"], r["out"] = day(r["In"], "%d.%m.%y"), day(r["Due"], "%d.%m.%y"), day(r["Delivered"], "%d.%m.%y")
    r["w"], r["net"], r["qa"] = num(r["Wds"]), num(r["Net (€)"]), num(r["QA"])
JN = {r["Job"]: r for r in J}
CL = heads("sector")
assert len(JN) == len(J) and len(LN) == len(L) and {r["Client"] for r in J} == CL
assert {r["Translator"] for r in J} <= set(LN) and heads("translates_from") == set(LN)
for r in J: assert r["Src"] in out(r["Translator"], "translates_from") and r["Tgt"] == LN[r["Translator"]]["Mother tongue"] and LN[r["Translator"]]["s"] < r["d"]
AM = "account manager for"
ids = lambda rows: [r["Job"] for r in rows]
nm = lambda rows: [r["Translator"] for r in rows]
cl = lambda c: [r for r in J if r["Client"] == c]
by = lambda n: [r for r in J if r["Translator"] == n]
pair = lambda a, b: [r for r in J if (r["Src"], r["Tgt"]) == (a, b)]
into = lambda b: [r for r in J if r["Tgt"] == b]
country = lambda c: one(out(one(out(c, "HQ in")), "in country"))
fam = lambda l: one(out(l, "language family"))

q("lookup", "What does Solène Marchal charge per word?", "number", LN["Solène Marchal"]["rate"], "translators: €/word")
q("lookup", "J2400 is for which client", "values", JN["J2400"]["Client"], "jobs: Client")
q("lookup", "When was job J2312 delivered?", "values", JN["J2312"]["out"], "jobs: Delivered")
q("lookup", "contact person at Inventa IP?", "values", out("Inventa IP", "contact_person"), "KG contact_person")
q("lookup", "Which CAT tool does Rui Tavares use?", "values", LN["Rui Tavares"]["CAT"], "translators: CAT")
q("filter_list", "Which jobs were cancelled?", "values", ids(r for r in J if r["Status"] == "cancelled"), "jobs: Status cancelled")
q("filter_list", "sworn translaters, names", "values", nm(r for r in L if r["Sworn"] == "yes"), "translators: Sworn yes (typo)")
q("filter_list", "Job numbers of everything longer than 10,000 words, please.", "values", ids(r for r in J if r["w"] > 10000), "jobs: Wds > 10000")
q("filter_list", "who's a native German speaker", "values", nm(r for r in L if r["Mother tongue"] == "German"), "translators: Mother tongue")
q("filter_list", "List the translators specialised in shipping.", "values", inn("shipping", "specialised in"), "KG specialised in")
q("filter_list", "rush jobs we did for notariat delvaux", "values", ids(r for r in cl("Notariat Delvaux") if r["Rush"] == "yes"), "jobs: Client, Rush yes")
q("count", "How many jobs did Aerovent Turbines send us?", "number", len(cl("Aerovent Turbines")), "jobs: rows of Client")
q("count", "nr of jobs german into english", "number", len(pair("German", "English")), "jobs: Src, Tgt")
q("count", "How many jobs came in during 2024?", "number", sum(r["d"].year == 2024 for r in J), "jobs: In in 2024")
q("count", "Deadlines: how often did we deliver after the due date?", "number", sum(bool(r["out"]) and r["out"] > r["due"] for r in J), "jobs: Delivered after Due")
q("count", "How many translators are members of ITI?", "number", len(inn("ITI", "member of")), "KG member of")
q("sum", "What is the total net amount invoiced to Pharmalux?", "number", total(cl("Pharmalux"), "net"), "jobs: sum of Net, Client")
q("sum", "words małgorzata wrona has done, all jobs added up", "number", total(by("Małgorzata Wrona"), "w"), "jobs: sum of Wds, Translator")
q("sum", "In euros, what have all the rush jobs come to?", "number", total([r for r in J if r["Rush"] == "yes"], "net"), "jobs: sum of Net, Rush yes")
q("average", "What is the average QA mark for jobs into Spanish?", "number", mean(into("Spanish"), "qa"), "jobs: mean QA, Tgt")
q("average", "avg word rate of the in-house people", "number", mean([r for r in L if r["Type"] == "in-house"], "rate"), "translators: mean €/word, Type in-house")
q("average", "Typically how many words does a job from Hotel Groep Zilt have? The mean will do.", "number", mean(cl("Hotel Groep Zilt"), "w"), "jobs: mean Wds, Client")
q("min_max", "What is the lowest QA result on record?", "number", min(r["qa"] for r in J if r["qa"]), "jobs: min QA")
q("min_max", "biggest amount on a single job (net)", "number", max(r["net"] for r in J if r["net"]), "jobs: max Net")
q("min_max", "When did the very first job from Museum De Kaai come in?", "values", min(r["d"] for r in cl("Museum De Kaai")), "jobs: earliest In, Client")
q("superlative", "Which translator is the most expensive per word?", "values", best({r["Translator"]: r["rate"] for r in L}), "translators: largest €/word")
q("superlative", "who can do the most words a day?", "values", best({r["Translator"]: r["wpd"] for r in L}), "translators: largest Wds per day")
q("superlative", "Which job was the smallest in words?", "values", best({r["Job"]: r["w"] for r in J}, low=True), "jobs: smallest Wds")
q("superlative", "of all freelancers whos been on our file since the earliest date", "values", best({r["Translator"]: r["s"] for r in L if r["Type"] == "freelance"}, low=True), "translators: Type freelance, earliest On file since")
q("top_k", "Who are the three highest scored translators?", "values", best({r["Translator"]: r["sc"] for r in L if r["sc"]}, 3), "translators: three largest Score")
q("top_k", "top 3 clients by turnover", "values", best({k: total(v, "net") for k, v in group(J, lambda r: r["Client"]).items()}, 3), "jobs: three largest sums of Net per Client")
q("comparison", "Who is cheaper per word, Imogen Tate or Declan Moriarty?", "values", best({n: LN[n]["rate"] for n in ("Imogen Tate", "Declan Moriarty")}, low=True), "translators: €/word of both")
q("comparison", "kranz & söhne or inventa - more jobs from which?", "values", best({n: len(cl(n)) for n in ("Kranz & Söhne", "Inventa IP")}), "jobs: rows of both Clients")
q("comparison", "Do we translate more jobs into Dutch or into French?", "values", best({n: len(into(n)) for n in ("Dutch", "French")}), "jobs: rows of both Tgt")
q("difference", "How many words a day does Olivier Fontenoy do more than Ulrike Behrens?", "number", LN["Olivier Fontenoy"]["wpd"] - LN["Ulrike Behrens"]["wpd"], "translators: Wds per day subtracted")
q("difference", "J2473 vs J2477, price gap in €", "number", JN["J2473"]["net"] - JN["J2477"]["net"], "jobs: Net subtracted")
q("difference", "Take 2023 and 2022. How many more jobs arrived in the later year?", "number", sum(r["d"].year == 2023 for r in J) - sum(r["d"].year == 2022 for r in J), "jobs: rows per year of In subtracted")
q("percent", "What percentage of our jobs are rush jobs?", "number", share(J, lambda r: r["Rush"] == "yes"), "jobs: Rush yes over all rows")
q("percent", "share of translators working weekends in %", "number", share(L, lambda r: r["Weekend?"] == "y"), "translators: Weekend? y over all rows")
q("group_by", "How many jobs are there for each source language?", "table", Counter(r["Src"] for r in J), "jobs: rows per Src")
q("group_by", "turnover per year the job came in, €", "table", {str(k): total(v, "net") for k, v in group(J, lambda r: r["d"].year).items()}, "jobs: sum of Net per year of In")
q("group_by", "Mean rate per word for each CAT tool?", "table", {k: mean(v, "rate") for k, v in group(L, lambda r: r["CAT"]).items()}, "translators: mean €/word per CAT")
q("group_by", "clients by sector, just count them", "table", Counter(t for h, r, t in K if r == "sector"), "KG sector, rows per tail")
q("group_superlative", "Which translator has had the most jobs?", "values", best(Counter(r["Translator"] for r in J)), "jobs: most frequent Translator")
q("group_superlative", "what language do we translate into the most", "values", best(Counter(r["Tgt"] for r in J)), "jobs: most frequent Tgt")
q("group_superlative", "Which client has had the most cancellations?", "values", best(Counter(r["Client"] for r in J if r["Status"] == "cancelled")), "jobs: Status cancelled, most frequent Client")
q("group_superlative", "Somebody must be our busiest reviser. Who revised most jobs?", "values", best(Counter(r["Rev. by"] for r in J if r["Rev. by"])), "jobs: most frequent Rev. by")
q("yes_no", "Is Dimitra Vlachou sworn?", "boolean", LN["Dimitra Vlachou"]["Sworn"] == "yes", "translators: Sworn")
q("yes_no", "can annelie kratz translate from polish", "boolean", "Polish" in out("Annelie Kratz", "translates_from"), "KG translates_from")
q("yes_no", "Do we still have an office in Lille?", "boolean", bool(now("office_in", tail="Lille")), "TKG open office_in")
q("yes_no", "Did Baltic Reefers ever order something into Greek?", "boolean", any(r["Tgt"] == "Greek" for r in cl("Baltic Reefers")), "jobs: Client, Tgt")
q("negation", "Which Italian or Portuguese natives are not sworn?", "values", nm(r for r in L if r["Mother tongue"] in ("Italian", "Portuguese") and r["Sworn"] == "no"), "translators: Mother tongue, Sworn no")
q("negation", "clients that never had a framework contract with us", "values", CL - {f[0] for f in facts("framework contract with")}, "KG sector heads without a fact in TKG framework contract with")
q("negation", "How many delivered jobs weren't revised by anyone?", "number", sum(r["Status"] == "delivered" and not r["Rev. by"] for r in J), "jobs: Status delivered, Rev. by empty")
q("negation", "translators not in any association", "values", set(LN) - heads("member of"), "translators: no KG member of")
q("time_point", "Who was managing director on 15 March 2015?", "values", on("managing director of", date(2015, 3, 15))[0], "TKG managing director of on that day")
q("time_point", "account manager of aerovent turbines right now?", "values", one(now(AM, tail="Aerovent Turbines"))[0], "TKG open account manager for")
q("time_point", "Which tool was our main CAT tool in 2010?", "values", one(in_year("main CAT tool", 2010))[2], "TKG main CAT tool in that year")
q("time_point", "at the end of 2020 we had offices where?", "values", [f[2] for f in at("office_in", date(2020, 12, 31))], "TKG office_in on that day")
q("before_after", "Who looked after Lumira Diagnostics before Yasmine Daoudi?", "values", step(facts(AM, tail="Lumira Diagnostics"), 0, "Yasmine Daoudi", -1), "TKG account manager for, the fact before")
q("before_after", "ulrike handed over the german desk. to whom", "values", step(facts("head of language desk", tail="German desk"), 0, "Ulrike Behrens", 1), "TKG head of language desk, next fact")
q("before_after", "Which company hosted our servers after LinguaSecure?", "values", step(facts("hosted servers for"), 0, "LinguaSecure", 1), "TKG hosted servers for, next fact")
q("duration", "How many full years was Wim Stuyvaert managing director?", "number", lasted(one(facts("managing director of", "Wim Stuyvaert"))), "TKG completed years")
q("duration", "longest running account managment in force today, who has it", "values", best({f[0]: f[3] for f in now(AM)}, low=True), "TKG account manager for, earliest open fact (typo)")
q("multi_hop", "In which country is Baltic Reefers based?", "values", country("Baltic Reefers"), "KG HQ in, in country")
q("multi_hop", "the client who referred costa verde to us, what sector are they in", "values", {s for c in out("Costa Verde Resorts", "referred_by") for s in out(c, "sector")}, "KG referred_by, sector")
q("multi_hop", "At which university did Joris De Clercq's mentor study?", "values", {u for m in out("Joris De Clercq", "mentored_by") for u in out(m, "graduated from")}, "KG mentored_by, graduated from")
q("cross_source", "How many jobs came from clients in the medical sector?", "number", sum("medical" in out(r["Client"], "sector") for r in J), "KG sector; jobs: rows")
q("cross_source", "turnover with clients whose HQ is in Germany or France (in €)", "number", total([r for r in J if country(r["Client"]) in ("Germany", "France")], "net"), "KG HQ in, in country; jobs: sum of Net")
q("cross_source", "Who was the client's account manager when J2218 came in?", "values", on(AM, JN["J2218"]["d"], tail=JN["J2218"]["Client"])[0], "jobs: Client, In; TKG account manager for on that day")
q("cross_source", "average rate per word of the patents people", "number", mean([LN[n] for n in inn("patents", "specialised in")], "rate"), "KG specialised in; translators: mean €/word")
q("cross_source", "Jobs into a Slavic language - how many have there been?", "number", sum(fam(r["Tgt"]) == "Slavic" for r in J), "KG language family; jobs: rows of Tgt")
q("cross_source", "Which tool does the current head of the French desk work with?", "values", LN[one(now("head of language desk", tail="French desk"))[0]]["CAT"], "TKG open head of language desk; translators: CAT")
q("missing", "Which translators have no score?", "values", nm(r for r in L if r["sc"] is None), "translators: Score empty")
q("missing", "who has no minimum fee entered", "values", nm(r for r in L if r["min"] is None), "translators: Min. fee empty")
refuse("What was our profit last year?", "no costs or results in any file")
refuse("Which client pays its invoices the slowest?", "no payments in any file")
refuse("birthday of Katrijn Vermeulen", "no birthdays in any file")
assert "J3050" not in JN
refuse("how many words was J3050", "there is no job J3050")
refuse("Who ran Babelbrug as managing director in 1998?", "the managing directors begin in 2001")

finish(HERE, Q)
