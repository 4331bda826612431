#!/usr/bin/env python3
"""Computes every gold answer of the 'newsroom' domain from the four data files.
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


K, T = graphs(HERE, "newsroom")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
def on(rel, d, head=None, tail=None): return one(at(rel, d, head, tail))

Q = []
q = asking("newsroom", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

W = rd("reporters.csv")
for r in W:
    r["h"], r["sal"], r["fte"], r["nl"] = day(r["Hired"], "%m/%d/%Y"), num(r["Salary ($k)"]), num(r["FTE"]), num(r["Newsltr subs"])
WN = {r["Byline"]: r for r in W}
A = rd("articles.csv")
for r in A:
    r["d"], r["w"], r["v"], r["c"] = day(r["Published"], "%m/%d/%Y"), num(r["Words"]), num(r["Views (000)"]), num(r["Cmts"])
AN, SL = {r["Art. ID"]: r for r in A}, {r["Slug"]: r for r in A}
assert len(AN) == len(A) == len(SL) and len(WN) == len(W)
for r in A: assert WN[r["Byline"]]["Desk"] == r["Desk"] and WN[r["Byline"]]["h"] < r["d"]
assert {h for h, rel, t in K if rel in ("won_award", "mentions", "follow-up to")} <= set(AN)
PEC = "Port Ellery Courier"
ids = lambda rows: [r["Art. ID"] for r in rows]
nm = lambda rows: [r["Byline"] for r in rows]
ty = lambda t: [r for r in A if r["Type"] == t]
desk = lambda t: [r for r in A if r["Desk"] == t]
by = lambda n: [r for r in A if r["Byline"] == n]
staff = lambda d: [r for r in W if r["Desk"] == d]
won = lambda a: inn(a, "won_award")

q("lookup", "When was Fatou Diarra hired?", "values", WN["Fatou Diarra"]["h"], "reporters: Hired")
q("lookup", "A-5226 - who wrote that", "values", AN["A-5226"]["Byline"], "articles: Byline")
q("lookup", "How many words long was the piece with the slug 'dam removal vote'?", "number", SL["dam removal vote"]["w"], "articles: Words")
q("lookup", "who gives out the pelican award", "values", out("Pelican Award", "given by"), "KG given by")
q("lookup", "What's Owen Fairweather's beat?", "values", WN["Owen Fairweather"]["Beat"], "reporters: Beat")
q("filter_list", "Which reporters are freelance?", "values", nm(r for r in W if r["Contract"] == "freelance"), "reporters: Contract freelance")
q("filter_list", "stories w/ more than 40,000 views, IDs", "values", ids(r for r in A if r["v"] > 40), "articles: Views > 40")
q("filter_list", "Sports people with a drone licence?", "values", nm(r for r in staff("Sports") if r["Drone lic."] == "Y"), "reporters: Desk Sports, Drone lic. Y")
q("filter_list", "Who on the team speaks Spanish?", "values", inn("Spanish", "speaks"), "KG speaks")
q("filter_list", "every culture feature that needed a corection", "values", ids(r for r in desk("Culture") if r["Type"] == "feature" and r["Corr?"] == "Y"), "articles: Desk Culture, Type feature, Corr? Y (typo)")
q("filter_list", "Legal is asking about Tidal Homes. Which of our stories mention them?", "values", inn("Tidal Homes", "mentions"), "KG mentions")
q("count", "How many articles were published in 2024?", "number", sum(r["d"].year == 2024 for r in A), "articles: Published in 2024")
q("count", "number of opinon pieces in the list", "number", len(desk("Opinion")), "articles: Desk Opinion (typo)")
q("count", "How many reporters earn more than $80k?", "number", sum(bool(r["sal"]) and r["sal"] > 80 for r in W), "reporters: Salary > 80")
q("count", "How many awards does the Ellery Foundation hand out?", "number", len(inn("Ellery Foundation", "given by")), "KG given by")
q("count", "Lena Brzezinski shot how many of our front page (A1) stories?", "number", sum(r["Pg"] == "A1" and r["Photo"] == "Lena Brzezinski" for r in A), "articles: Pg A1, Photo")
q("sum", "What's the total number of words in all investigations?", "number", total(ty("investigation"), "w"), "articles: sum of Words, Type investigation")
q("sum", "payroll of the metro desk, add up the salaries ($k)", "number", total(staff("Metro"), "sal"), "reporters: sum of Salary, Desk Metro")
q("sum", "How many reader comments did Stan Grabowski's pieces get altogether?", "number", total(by("Stan Grabowski"), "c"), "articles: sum of Cmts, Byline")
q("average", "What is the average length of a Q&A, in words?", "number", mean(ty("Q&A"), "w"), "articles: mean Words, Type Q&A")
q("average", "mean salary on staff contracts in thousand $", "number", mean([r for r in W if r["Contract"] == "staff"], "sal"), "reporters: mean Salary, Contract staff")
q("average", "And for sports stories, how many comments do they draw on average? No idea whether it's 50 or 500.", "number", mean(desk("Sports"), "c"), "articles: mean Cmts, Desk Sports")
q("min_max", "What is the lowest salary among the reporters, in $k?", "number", min(r["sal"] for r in W if r["sal"]), "reporters: min Salary")
q("min_max", "longest article we ran, number of words", "number", max(r["w"] for r in A), "articles: max Words")
q("min_max", "On what date did Jo Pellerin last publish something?", "values", max(r["d"] for r in by("Jo Pellerin")), "articles: latest Published, Byline")
q("superlative", "Which article got the most views?", "values", best({r["Art. ID"]: r["v"] for r in A}), "articles: largest Views")
q("superlative", "whos been on the payroll longest of the current reporters", "values", best({r["Byline"]: r["h"] for r in W}, low=True), "reporters: earliest Hired")
q("superlative", "Who is the best-paid reporter?", "values", best({r["Byline"]: r["sal"] for r in W if r["sal"]}), "reporters: largest Salary")
q("superlative", "the shortest thing ever run by the culture desk is which article", "values", best({r["Art. ID"]: r["w"] for r in desk("Culture")}, low=True), "articles: Desk Culture, smallest Words")
q("top_k", "What were the three most viewed articles?", "values", best({r["Art. ID"]: r["v"] for r in A}, 3), "articles: three largest Views")
q("top_k", "two most prolific bylines on the environment desk", "values", best(Counter(r["Byline"] for r in desk("Environment")), 2), "articles: Desk Environment, two most frequent Bylines")
q("comparison", "Who makes more, Vikram Sood or Leona Hatch?", "values", best({n: WN[n]["sal"] for n in ("Vikram Sood", "Leona Hatch")}), "reporters: Salary of both")
q("comparison", "jazz fest lineup vs. indie cinema saved: which slug had the bigger word count", "values", best({s: SL[s]["w"] for s in ("jazz fest lineup", "indie cinema saved")}), "articles: Words of both")
q("comparison", "Did Metro or State publish more articles?", "values", best({d: len(desk(d)) for d in ("Metro", "State")}), "articles: rows of both Desks")
q("difference", "By how many words is A-5257 longer than A-5059?", "number", AN["A-5257"]["w"] - AN["A-5059"]["w"], "articles: Words subtracted")
q("difference", "newsletter subscribers: simone minus beatrix", "number", WN["Simone Desrosiers"]["nl"] - WN["Beatrix Longo"]["nl"], "reporters: Newsltr subs subtracted")
q("difference", "How many more news items than features have we run?", "number", len(ty("news")) - len(ty("feature")), "articles: rows subtracted")
q("percent", "What share of our articles, in percent, is free to read?", "number", share(A, lambda r: r["Paywall"] == "free"), "articles: Paywall free over all rows")
q("percent", "percentage of the reporters who have a drone lic", "number", share(W, lambda r: r["Drone lic."] == "Y"), "reporters: Drone lic. Y over all rows")
q("group_by", "How many articles did each desk publish?", "table", Counter(r["Desk"] for r in A), "articles: rows per Desk")
q("group_by", "avg views per article type, in thousands", "table", {k: mean(v, "v") for k, v in group(A, lambda r: r["Type"]).items()}, "articles: mean Views per Type")
q("group_by", "Break the reporters down by office: how many sit in each?", "table", Counter(r["Office"] for r in W), "reporters: rows per Office")
q("group_by", "award wins by award", "table", Counter(t for h, r, t in K if r == "won_award"), "KG won_award, rows per tail")
q("group_superlative", "Which byline appears most often?", "values", best(Counter(r["Byline"] for r in A)), "articles: most frequent Byline")
q("group_superlative", "what desk has had the most corrections", "values", best(Counter(r["Desk"] for r in A if r["Corr?"] == "Y")), "articles: Corr? Y, most frequent Desk")
q("group_superlative", "Across everything in the file, which photographer's pictures ran most? Agency wire stuff doesn't count.", "values", best(Counter(r["Photo"] for r in A if r["Photo"] not in ("", "wire"))), "articles: most frequent Photo without wire")
q("group_superlative", "In which town are most of the organizations we write about headquartered?", "values", best(Counter(t for h, r, t in K if r == "headquartered in")), "KG headquartered in, most frequent tail")
q("yes_no", "Did A-5117 get a correction?", "boolean", AN["A-5117"]["Corr?"] == "Y", "articles: Corr?")
q("yes_no", "does brightwell still own the courier", "boolean", bool(now("owned by", PEC, "Brightwell Media")), "TKG open owned by")
q("yes_no", "Has Hamish Doyle written anything about sports?", "boolean", any(r["Desk"] == "Sports" for r in by("Hamish Doyle")), "articles: Byline, Desk")
q("yes_no", "Was 'lobster decline' an award winner?", "boolean", bool(out(SL["lobster decline"]["Art. ID"], "won_award")), "articles: Slug; KG won_award")
q("negation", "Which reporters haven't had a single article in the file?", "values", set(WN) - {r["Byline"] for r in A}, "reporters: Byline not among articles: Byline")
q("negation", "freelancers not holding a drone licence", "values", nm(r for r in W if r["Contract"] == "freelance" and r["Drone lic."] == "N"), "reporters: Contract freelance, Drone lic. N")
q("negation", "How many investigations are not free to read?", "number", sum(r["Paywall"] != "free" for r in ty("investigation")), "articles: Type investigation, Paywall not free")
q("negation", "which desks never won any award", "values", {r["Desk"] for r in A} - {AN[h]["Desk"] for h in heads("won_award")}, "KG won_award; articles: Desk")
q("time_point", "Who was editor-in-chief on January 1, 2015?", "values", on("editor-in-chief of", date(2015, 1, 1))[0], "TKG editor-in-chief of on that day")
q("time_point", "where was the courier printed in 2018", "values", one(in_year("printed_at", 2018, PEC))[2], "TKG printed_at in that year")
q("time_point", "Who is the Culture desk editor now?", "values", one(now("desk editor", tail="Culture"))[0], "TKG open desk editor")
q("time_point", "police beat, summer of 2015 - whose was it", "values", on("covered", date(2015, 7, 15), tail="police")[0], "TKG covered on that day")
q("before_after", "Who edited Business before Lucinda Ortega?", "values", step(facts("desk editor", tail="Business"), 0, "Lucinda Ortega", -1), "TKG desk editor, the fact before")
q("before_after", "after meridian papers let go of the port ellery courier, who bought it", "values", step(facts("owned by", PEC), 2, "Meridian Papers", 1), "TKG owned by, next fact")
q("before_after", "What did Gabe Rourke cover before fisheries?", "values", step(facts("covered", "Gabe Rourke"), 2, "fisheries", -1), "TKG covered, the fact before")
q("duration", "How many full years was Dominic Stavros editor-in-chief?", "number", lasted(one(facts("editor-in-chief of", "Dominic Stavros"))), "TKG completed years")
q("duration", "Of all who edit a desk at present, who has been doing it longest?", "values", best({f[0]: f[3] for f in now("desk editor")}, low=True), "TKG desk editor, earliest open fact")
q("multi_hop", "Which university did Wendell Tsosie's mentor attend?", "values", {u for m in out("Wendell Tsosie", "Mentor") for u in out(m, "studied at")}, "KG Mentor, studied at")
q("multi_hop", "In what town is the outfit that Gloria Petrakis speaks for based?", "values", {c for o in out("Gloria Petrakis", "spokesperson for") for c in out(o, "headquartered in")}, "KG spokesperson for, headquartered in")
q("multi_hop", "articles with an award from the guild of food writers?", "values", {a for w in inn("Guild of Food Writers", "given by") for a in won(w)}, "KG given by, won_award")
q("cross_source", "Which reporters have won the Foghorn?", "values", {AN[a]["Byline"] for a in won("Foghorn")}, "KG won_award; articles: Byline")
q("cross_source", "total views (thousands) of everything that mentions the School District", "number", total([AN[a] for a in inn("School District", "mentions")], "v"), "KG mentions; articles: sum of Views")
q("cross_source", "Who was editor of the desk when A-5074 ran?", "values", on("desk editor", AN["A-5074"]["d"], tail=AN["A-5074"]["Desk"])[0], "articles: Desk, Published; TKG desk editor on that day")
q("cross_source", "How many articles came out while Audra McClintock was editor-in-chief?", "number", sum(f[3] <= r["d"] <= f[4] for f in [one(facts("editor-in-chief of", "Audra McClintock"))] for r in A), "TKG interval; articles: Published")
q("cross_source", "combined salary of the graduates of ellery state, $k", "number", total([WN[n] for n in inn("Ellery State", "studied at")], "sal"), "KG studied at; reporters: sum of Salary")
q("cross_source", "The story A-5291 is a follow-up. Who wrote the one it follows?", "values", {AN[a]["Byline"] for a in out("A-5291", "follow-up to")}, "KG follow-up to; articles: Byline")
q("missing", "For which reporters is the press card expiry missing?", "values", nm(r for r in W if not r["Press card exp."]), "reporters: Press card exp. empty")
q("missing", "sports articles with no page given", "values", ids(r for r in desk("Sports") if not r["Pg"]), "articles: Desk Sports, Pg empty")
refuse("What is our print circulation on Sundays?", "no circulation in any file")
refuse("who headed the paper as editor in chief in 1985", "the editors begin in 1999")
refuse("what do we charge for a full-page ad", "no advertising in any file")
refuse("email of Renee Achterberg", "no addresses in any file")
assert "A-6100" not in AN
refuse("Word count of A-6100?", "there is no article A-6100")

finish(HERE, Q)
