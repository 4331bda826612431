#!/usr/bin/env python3
"""Computes every gold answer of the 'apprentices' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
  python3 truth.py --show   also prints each question with its answers
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, kg, known, lasted, mean, means, num, one, records, share, step, tkg, total)

P = records(HERE, "placements.csv")
for r in P:
    r["s"], r["pl"], r["en"] = (day(r[c], "%d/%m/%Y") for c in ("Start", "Planned end", "Actual end"))
    r["wage"], r["mark"], r["grant"], r["lvl"] = digits(r["Wage p/h"]), digits(r["EPA mark"]), digits(r["Emp. grant"]), int(r["Lvl"])
V = records(HERE, "visits.csv")
for r in V:
    r["d"] = day(r["Visited"], "%d %b %Y")
    r["sc"], r["mi"], r["min"], r["hs"] = num(r["Score (of 20)"]), num(r["Miles"]), num(r["Mins on site"]), num(r["H&S issues"])
PN, VN = {r["Plc Ref"]: r for r in P}, {r["Visit No"]: r for r in V}
K, T = graphs(HERE, "apprentices")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("apprentices", Q, 12)

# sanity of the data
EMPLOYERS, COLLEGES, TRADES, ASSESSORS = heads("size band"), heads("teaches"), {t for h, r, t in K if r == "teaches"}, heads("qualified to assess")
assert len(PN) == len(P) and len(VN) == len(V)
assert EMPLOYERS == heads("operates in sector") == {f[2] for f in facts("covered")} == {t for h, r, t in K if r == "mentors at"}
for r in P:
    assert r["Employer"] in EMPLOYERS and r["College"] in COLLEGES and r["Trade"] in out(r["College"], "teaches") and r["s"] < r["pl"]
    assert (r["en"] is None) == (r["Outcome"] in ("In training", "On break")) and (r["en"] is None or r["s"] < r["en"])
    assert r["mark"] is None or r["Outcome"] == "Completed"
for r in V:
    p = PN[r["Placement"]]
    assert r["Employer"] == p["Employer"] and p["s"] < r["d"] and (p["en"] is None or r["d"] < p["en"])
    assert [f[0] for f in at("covered", r["d"], tail=r["Employer"])] == [r["Assessor"]]
for rel in ("principal of", "chaired", "scheme manager of", "owned", "covered"):
    for t in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=t)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])) and fs[-1][4] is None
for c in COLLEGES: assert out(c, "has principal") == {one(now("principal of", tail=c))[0]}

def county(x): return one(c for t in out(x, "based in") for c in out(t, "town in county"))
def outcome(o, rows=P): return [r for r in rows if r["Outcome"] == o]
def by(a, y=None): return [r for r in V if r["Assessor"] == a and (y is None or r["d"].year == y)]
def began(y): return [r for r in P if r["s"].year == y]
def of(name): return one(r for r in P if r["Apprentice"] == name)
def at_firm(e): return [r for r in P if r["Employer"] == e]
refs = lambda rows: [r["Plc Ref"] for r in rows]
nos = lambda rows: [r["Visit No"] for r in rows]
who = lambda rows: [r["Apprentice"] for r in rows]
done, training = outcome("Completed"), outcome("In training")

# ------------------------------------------------------------------ lookup
q("lookup", "Which college was Billy Ogden sent to?", "values", of("Billy Ogden")["College"], "placements: College of Billy Ogden")
q("lookup", "hourly pay for zak aspinall?", "number", of("Zak Aspinall")["wage"], "placements: Wage p/h of Zak Aspinall")
q("lookup", "who's the mentor at ansell harbor trust", "values", one(inn("Ansell Harbour Trust", "mentors at")), "KG: mentors at Ansell Harbour Trust")
q("lookup", "What is the planned end date of placement AP1357?", "values", PN["AP1357"]["pl"], "placements: Planned end of AP1357")
q("lookup", "what did daisy marsden get in her final assesment", "number", of("Daisy Marsden")["mark"], "placements: EPA mark of Daisy Marsden")
q("lookup", "Which body issues the Chainsaw Ticket?", "values", one(out("Chainsaw Ticket", "issued by")), "KG: Chainsaw Ticket issued by")
q("lookup", "whereabouts does hester vance live, which town", "values", one(out("Hester Vance", "home town")), "KG: Hester Vance home town")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Could you list the apprentices who were dismissed?", "values", who(outcome("Dismissed")), "placements: Outcome Dismissed")
q("filter_list", "everyone still in traning at the old granary bakery, names", "values", who(r for r in training if r["Employer"] == "The Old Granary Bakery"),
  "placements: Employer The Old Granary Bakery, Outcome In training")
q("filter_list", "Which placements at Northgate Precision Tools started in 2024? References will do.", "values",
  refs(r for r in began(2024) if r["Employer"] == "Northgate Precision Tools"), "placements: Employer Northgate Precision Tools, Start in 2024")
q("filter_list", "visits that turned up three or more health n safety problems - just the visit nos", "values", nos(r for r in V if r["hs"] >= 3),
  "visits: H&S issues >= 3")
q("filter_list", "Which employers belong to the construction sector?", "values", inn("construction", "operates in sector"), "KG: operates in sector construction")
q("filter_list", "who can we send to assess welding, as in properly qualified for it", "values", inn("Welding and Fabrication", "qualified to assess"),
  "KG: qualified to assess Welding and Fabrication")

# ------------------------------------------------------------------ count
q("count", "How many placements are at level 4?", "number", sum(r["lvl"] == 4 for r in P), "placements: Lvl 4")
assert len(set(who(began(2023)))) == len(began(2023))
q("count", "how many new starters did we have in 2023", "number", len(began(2023)), "placements: Start in 2023")
q("count", "How many visits did Colin Ackerley make in 2024?", "number", len(by("Colin Ackerley", 2024)), "visits: Assessor Colin Ackerley, Visited in 2024")
q("count", "no of trades kelby tech teaches?", "number", len(out("Kelby Technical College", "teaches")), "KG: Kelby Technical College teaches, counted")
q("count", "The paper wants to run a piece on drop-outs. How many placements ended with the apprentice withdrawing?", "number", len(outcome("Withdrawn")),
  "placements: Outcome Withdrawn")

# ------------------------------------------------------------------ sum
q("sum", "What do the employer grants for placements at Lumley Care Homes come to in total?", "number", total(at_firm("Lumley Care Homes"), "grant"),
  "placements: sum of Emp. grant (empty left out), Employer Lumley Care Homes")
q("sum", "total miles sian prothero has clocked up on her visits", "number", total(by("Siân Prothero"), "mi"), "visits: sum of Miles, Assessor Siân Prothero")
q("sum", "How many health and safety issues were found in all the safety checks taken together?", "number",
  total([r for r in V if r["Type"] == "Safety check"], "hs"), "visits: sum of H&S issues, Type Safety check")
q("sum", "adding it all up, how many minutes was tomasz wilk on peoples premises in 2023", "number", total(by("Tomasz Wilk", 2023), "min"),
  "visits: sum of Mins on site, Assessor Tomasz Wilk, Visited in 2023")

# ------------------------------------------------------------------ average
q("average", "What is the average end-point assessment mark across all placements that have one?", "number", mean(P, "mark"), "placements: mean EPA mark (empty left out)")
q("average", "avg wage an hour for the level 2s", "number", mean([r for r in P if r["lvl"] == 2], "wage"), "placements: mean Wage p/h (empty left out), Lvl 2")
assert all(r["mi"] is not None for r in by("Dev Ramanathan"))
q("average", "We are setting next year's fuel budget. How many miles does Dev Ramanathan drive per visit on average?", "number", mean(by("Dev Ramanathan"), "mi"),
  "visits: mean Miles, Assessor Dev Ramanathan")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest EPA mark on record?", "number", min(known(P, "mark")), "placements: min EPA mark")
q("min_max", "longest anyones ever spent on site in one visit? in mins", "number", max(r["min"] for r in V), "visits: max Mins on site")
q("min_max", "On what date did the most recent visit to Danby Dairy take place?", "values", max(r["d"] for r in V if r["Employer"] == "Danby Dairy"),
  "visits: latest Visited, Employer Danby Dairy")
q("min_max", "top hourly rate among the carpentry and joinery lot", "number", max(known([r for r in P if r["Trade"] == "Carpentry and Joinery"], "wage")),
  "placements: max Wage p/h, Trade Carpentry and Joinery")

# ------------------------------------------------------------------ superlative
q("superlative", "Which apprentice has the highest hourly wage?", "values", PN[one(best({r["Plc Ref"]: r["wage"] for r in P if r["wage"] is not None}))]["Apprentice"],
  "placements: highest Wage p/h (empty left out)")
q("superlative", "what visit meant the most driving", "values", best({r["Visit No"]: r["mi"] for r in V if r["mi"] is not None}), "visits: highest Miles (empty left out)")
q("superlative", "out of those who completed, who ran over their planned finish by the most days", "values",
  PN[one(best({r["Plc Ref"]: (r["en"] - r["pl"]).days for r in done}))]["Apprentice"], "placements: Outcome Completed, largest Actual end minus Planned end")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three apprentices achieved the highest EPA marks?", "values",
  [PN[x]["Apprentice"] for x in best({r["Plc Ref"]: r["mark"] for r in P if r["mark"] is not None}, 3)], "placements: three highest EPA mark")
q("top_k", "5 best paid in training rn, names only", "values",
  [PN[x]["Apprentice"] for x in best({r["Plc Ref"]: r["wage"] for r in training if r["wage"] is not None}, 5)], "placements: Outcome In training, five highest Wage p/h")
q("top_k", "Which three assessors have carried out the most visits?", "values", best(Counter(r["Assessor"] for r in V), 3), "visits: three most rows per Assessor")

# ------------------------------------------------------------------ comparison
q("comparison", "Which employer has had more placements, Wexcombe Boatbuilders or Quigley Steel Fabrications?", "values",
  best({e: len(at_firm(e)) for e in ("Wexcombe Boatbuilders", "Quigley Steel Fabrications")}), "placements: rows of the two employers")
pr = {p: one(facts("principal of", p)) for p in ("Hamish Drever", "Bernard Tupling")}
q("comparison", "hamish drever or bernard tupling, who lasted longer as a principal", "values", best({p: (f[4] - f[3]).days for p, f in pr.items()}),
  "TKG: lengths of the two principal of facts")
q("comparison", "does kezia boateng or omar saleh make more an hour", "values", best({p: of(p)["wage"] for p in ("Kezia Boateng", "Omar Saleh")}),
  "placements: Wage p/h of the two")

# ------------------------------------------------------------------ difference
q("difference", "How much more per hour does Ffion Parry earn than Toby Wainwright?", "number", of("Ffion Parry")["wage"] - of("Toby Wainwright")["wage"],
  "placements: difference of the two Wage p/h")
q("difference", "how many more visits has dev ramanathan done than hester vance", "number", len(by("Dev Ramanathan")) - len(by("Hester Vance")),
  "visits: rows of Dev Ramanathan minus rows of Hester Vance")
q("difference", "By how many did the placements started in 2024 exceed those started in 2020?", "number", len(began(2024)) - len(began(2020)),
  "placements: rows with Start in 2024 minus rows with Start in 2020")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all placements have been completed?", "number", share(P, lambda r: r["Outcome"] == "Completed"), "placements: Outcome Completed over all rows")
q("percent", "whats the % of visits where nothing at all came up on h&s", "number", share(V, lambda r: r["hs"] == 0), "visits: H&S issues 0 over all rows")
q("percent", "of the placements that kicked off in 2021 what share ended up completed, as a percentage", "number", share(began(2021), lambda r: r["Outcome"] == "Completed"),
  "placements: Start in 2021, share of Outcome Completed")

# ------------------------------------------------------------------ group_by
q("group_by", "How many placements are there for each outcome?", "table", Counter(r["Outcome"] for r in P), "placements: rows per Outcome")
q("group_by", "avg visit score by assesor pls", "table", means(V, "Assessor", "sc"), "visits: mean Score (empty left out) per Assessor")
q("group_by", "I need this for the regional return. Please give the number of employers in each county.", "table", Counter(county(e) for e in EMPLOYERS),
  "KG: employers (they have a size band) based in > town in county, counted")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which trade has had the most completed placements?", "values", best(Counter(r["Trade"] for r in done)), "placements: Outcome Completed, most rows per Trade")
q("group_superlative", "what college has got the most of ours in training just now", "values", best(Counter(r["College"] for r in training)),
  "placements: Outcome In training, most rows per College")
q("group_superlative", "who's had the most grant money off us all told, which employer i mean", "values",
  best({e: total(at_firm(e), "grant") for e in EMPLOYERS}), "placements: highest sum of Emp. grant (empty left out) per Employer")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Brackwell Skills Centre teach Roofing?", "boolean", "Roofing" in out("Brackwell Skills Centre", "teaches"), "KG: Brackwell Skills Centre teaches Roofing")
q("yes_no", "quigley steel, do they supply fairlie motors", "boolean", "Fairlie Motors" in out("Quigley Steel Fabrications", "supplies"),
  "KG: no supplies triple from Quigley Steel Fabrications to Fairlie Motors")
q("yes_no", "Was Joseph Oduya ever principal of Brackwell Skills Centre?", "boolean", bool(facts("principal of", "Joseph Oduya", "Brackwell Skills Centre")),
  "TKG: Joseph Oduya principal of Brackwell Skills Centre")
q("yes_no", "have we got even one visit logged for tollivers garage", "boolean", any(r["Employer"] == "Tolliver's Garage" for r in V), "visits: no row of Tolliver's Garage")

# ------------------------------------------------------------------ negation
q("negation", "Which employers have never had a placement?", "values", EMPLOYERS - {r["Employer"] for r in P}, "KG: employers without a row in placements")
q("negation", "which trades dont need any sort of ticket or cert", "values", TRADES - heads("needs certificate"), "KG: trades taught, without a needs certificate triple")
q("negation", "assessors who havent been out on a single visit in 2025", "values", ASSESSORS - {r["Assessor"] for r in V if r["d"].year == 2025},
  "KG: assessors (qualified to assess); visits: none Visited in 2025")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was principal of Merestow College on 1 October 2019?", "values", one(at("principal of", date(2019, 10, 1), tail="Merestow College"))[0],
  "TKG: principal of Merestow College valid on 2019-10-01")
hotel = {f[0] for d in (date(2020, 6, 1), date(2020, 6, 30)) for f in at("owned", d, tail="Saffron & Stone Hotel")}
q("time_point", "saffron and stone hotel - who owned it back in june 2020", "values", one(hotel), "TKG: owned Saffron & Stone Hotel valid in 2020-06")
q("time_point", "employers hester vance had on her patch on 1 jan 2022?", "values", [f[2] for f in at("covered", date(2022, 1, 1), head="Hester Vance")],
  "TKG: covered facts of Hester Vance valid on 2022-01-01")
q("time_point", "An old letter dated 31 December 2021 is signed only \"the scheme manager\". Who would that have been?", "values",
  one(at("scheme manager of", date(2021, 12, 31)))[0], "TKG: scheme manager of valid on 2021-12-31")

# ------------------------------------------------------------------ before_after
q("before_after", "Who chaired the Safety Panel immediately after Graham Ollerton?", "values", step(facts("chaired", tail="Safety Panel"), 0, "Graham Ollerton", 1),
  "TKG: next chaired fact of Safety Panel")
q("before_after", "who covered harkness joinery before colin ackerley took them over", "values",
  step(facts("covered", tail="Harkness Joinery Ltd"), 0, "Colin Ackerley", -1), "TKG: previous covered fact of Harkness Joinery Ltd")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Malcolm Eastwood principal of Aldmoor College?", "number", lasted(one(facts("principal of", "Malcolm Eastwood", "Aldmoor College"))),
  "TKG: complete years from start to end")
q("duration", "how many whole years did castlegate holdings hang on to the saffron & stone", "number", lasted(one(facts("owned", "Castlegate Holdings", "Saffron & Stone Hotel"))),
  "TKG: complete years from start to end of owned")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is the employer where Ivy Mottershead is a mentor?", "values", county(one(out("Ivy Mottershead", "mentors at"))),
  "KG: mentors at > based in > town in county")
q("multi_hop", "who hands out the tickets you need for roofing", "values", {b for c in out("Roofing", "needs certificate") for b in out(c, "issued by")},
  "KG: needs certificate > issued by")
q("multi_hop", "Which mentors work at an employer based in Port Ansell?", "values", {m for e in EMPLOYERS & inn("Port Ansell", "based in") for m in inn(e, "mentors at")},
  "KG: based in Port Ansell < mentors at")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many placements have been with employers based in the county of Eastmark?", "number", sum(county(r["Employer"]) == "Eastmark" for r in P),
  "KG: based in > town in county Eastmark; placements: rows")
q("cross_source", "grant money gone to the large employers, whats the total", "number", total([r for r in P if "large" in out(r["Employer"], "size band")], "grant"),
  "KG: size band large; placements: sum of Emp. grant (empty left out)")
x = of("Imogen Foxcroft")
q("cross_source", "Who was principal of Imogen Foxcroft's college on the day her placement began?", "values", one(at("principal of", x["s"], tail=x["College"]))[0],
  "placements: College and Start of Imogen Foxcroft; TKG: principal of on that date")
q("cross_source", "idris hussein, what cert does his trade call for", "values", out(of("Idris Hussein")["Trade"], "needs certificate"),
  "placements: Trade of Idris Hussein; KG: needs certificate")
q("cross_source", "how many of our placements began at a firm that castlegate holdings owned at the time", "number",
  sum(bool(at("owned", r["s"], "Castlegate Holdings", r["Employer"])) for r in P), "placements: Employer, Start; TKG: owned by Castlegate Holdings on that date")
q("cross_source", "The auditors are going through our mileage. How many miles were driven in total for visits to employers based outside Wrenshire?", "number",
  total([r for r in V if county(r["Employer"]) != "Wrenshire"], "mi"), "KG: based in > town in county not Wrenshire; visits: sum of Miles (empty left out)")

# ------------------------------------------------------------------ missing
q("missing", "Which completed placements have no EPA mark entered?", "values", refs(r for r in done if r["mark"] is None), "placements: Outcome Completed, empty EPA mark")
q("missing", "visit nos with the mileage left blank", "values", nos(r for r in V if r["mi"] is None), "visits: empty Miles")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Tilly Nuttall's date of birth?", "refuse", [], "no dates of birth in any file")
assert of("Dylan Pryce")["Outcome"] == "Withdrawn"
q("unanswerable", "why did dylan pryce pack it in", "refuse", [], "only the outcome Withdrawn is recorded, no reasons")
assert min(f[3] for f in facts("principal of", tail="Merestow College")).year > 2005
q("unanswerable", "Who was principal of Merestow College in 2005?", "refuse", [], "TKG: the first principal of Merestow College starts in 2011")
q("unanswerable", "any idea what aldmoor college charges us in fees per aprentice", "refuse", [], "no college fees in any file")

finish(HERE, Q)
