#!/usr/bin/env python3
"""Computes every gold answer of the 'recruiting' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, full_years, graphs, group, iso, kg, mean, one, records, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("£", ",", "%", " yrs", " h"):
        s = s.replace(x, "")
    return float(s) if s.strip() else None


C = rd("candidates.csv")
for r in C:
    r["yrs"], r["want"], r["score"], r["reg"] = num(r["Experience"]), num(r["Desired rate"]), num(r["Interview score"]), day(r["Registered on"], "%d %b %Y")
CN = {r["Name"]: r for r in C}
CR = {r["Ref"]: r for r in C}
P = rd("placements.csv")
for r in P:
    r["d"], r["e"] = day(r["Started"], "%d/%m/%Y"), iso(r["Finished"])
    r["hrs"], r["pay"], r["mk"], r["fee"], r["rate"] = num(r["Weekly hours"]), num(r["Pay rate"]), num(r["Mark-up"]), num(r["Fee (GBP)"]), num(r["Client rating"])
PN = {r["Placement No"]: r for r in P}
K, T = graphs(HERE, "recruiting")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
CLIENTS, BRANCHES = heads("in_sector"), {f[0] for f in facts("branch manager")}
STAFF = heads("works at")
assert len(CN) == len(CR) == len(C) and len(PN) == len(P) and len(set(K)) == len(K)
assert {r["Client"] for r in P} == CLIENTS == heads("payment_terms") and {r["Candidate"] for r in P} | heads("holds") <= set(CN)
assert heads("located in") == CLIENTS | BRANCHES
for h in CLIENTS | BRANCHES | {t for _, r, t in K if r == "in_sector"}:
    for rel in ("branch manager", "account_manager", "owned_by", "desk lead"):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
assert {(f[0], f[2]) for f in now("consultant at")} == {(a, b) for a, r, b in K if r == "works at"}
running = {r["Candidate"] for r in P if r["Outcome"] == "Running"}
assert running == {r["Name"] for r in C if r["Status"] == "On assignment"}
for r in P:
    r["am"] = one(at("account_manager", r["d"], head=r["Client"]))[2]
    assert at("consultant at", r["d"], r["Consultant"]) and CN[r["Candidate"]]["Trade"] == r["Job title"] and CN[r["Candidate"]]["reg"] < r["d"]
    assert (r["e"] is None) == (r["Outcome"] in ("Running", "No-show")) and (r["mk"] is None) == (r["Contract"] == "Perm")
    assert r["e"] is None or r["d"] < r["e"]
def town(x): return one(out(x, "located in"))
def region(x): return one(out(town(x), "in region"))
def sector(x): return one(out(x, "in_sector"))
started = lambda y, m=None: [r for r in P if r["d"].year == y and m in (None, r["d"].month)]
of = lambda c: [r for r in P if r["Client"] == c]
by = lambda c: [r for r in P if r["Consultant"] == c]

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (list, set, tuple)):
        answers = sorted({fmt(a) for a in answers})
    else:
        answers = [fmt(answers)]
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"recruiting-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
names = lambda rows: [r["Name"] for r in rows]
nos = lambda rows: [r["Placement No"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "What is the trade of Hamza Salcedo?", "values", [CN["Hamza Salcedo"]["Trade"]], "candidates: Trade of Hamza Salcedo", "plain")
q("lookup", "who did we send out on P-70132", "values", [PN["P-70132"]["Candidate"]], "placements: Candidate of P-70132", "short syn")
q("lookup", "How much notice does Chloe de Witte have to give?", "values", [CN["Chloé de Witte"]["Notice period"]], "candidates: Notice period of Chloé de Witte", "plain syn")
q("lookup", "fenland glass - how long do they get to pay their invoices", "values", out("Fenland Glass, plc", "payment_terms"), "KG: Fenland Glass, plc payment_terms", "casual syn")
q("lookup", "Who trained Temperance Hale?", "values", out("Temperance Hale", "trained_by"), "KG: Temperance Hale trained_by", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which candidates live in Averham St Giles?", "values", names(r for r in C if r["Home town"] == "Averham St Giles"), "candidates: Home town Averham St Giles", "plain")
q("filter_list", "welders on the books w/ 8 yrs or more under their belt?", "values", names(r for r in C if r["Trade"] == "Welder" and r["yrs"] >= 8),
  "candidates: Trade Welder, Experience >= 8", "idiom short")
q("filter_list", "Which clients offer a staff canteen?", "values", inn("staff canteen", "offers"), "KG: offers staff canteen", "plain")
q("filter_list", "Give me the numbers of all placements at Café Zéphyr that were ended early.", "values", nos(r for r in of("Café Zéphyr") if r["Outcome"] == "Ended early"),
  "placements: Client Café Zéphyr, Outcome Ended early", "plain")
q("filter_list", "whos on the naughty list (do not use) - names pls", "values", names(r for r in C if r["Status"] == "Do not use"), "candidates: Status Do not use", "idiom casual")

# ------------------------------------------------------------------ count
q("count", "How many placements started in 2023?", "number", len(started(2023)), "placements: Started in 2023", "plain")
q("count", "how many times did someone just not trun up for the job, all years", "number", sum(r["Outcome"] == "No-show" for r in P), "placements: Outcome No-show", "typo casual syn")
q("count", "How many of our clients are in the Hospitality sector?", "number", len(inn("Hospitality", "in_sector")), "KG: in_sector Hospitality", "plain")
q("count", "candiates that came to us thru a referral, how many", "number", sum(r["Source"] == "Referral" for r in C), "candidates: Source Referral", "typo short")
q("count", "How many different candidates has Kofi Mensah-Boyle placed?", "number", len({r["Candidate"] for r in by("Kofi Mensah-Boyle")}),
  "placements: distinct Candidate, Consultant Kofi Mensah-Boyle", "plain")

# ------------------------------------------------------------------ sum
q("sum", "What were the total fees from Trellick Biscuits?", "number", total(of("Trellick Biscuits"), "fee"), "placements: sum of Fee, Client Trellick Biscuits", "plain")
q("sum", "how much did we rake in on perms that started in 2022", "number", total([r for r in started(2022) if r["Contract"] == "Perm"], "fee"),
  "placements: sum of Fee, Contract Perm, Started in 2022", "idiom casual")
q("sum", "Hello, sorry to bother you, I am preparing Barnaby's appraisal. Could you add up all the fees Barnaby Skeggs has earned for us on placements started in 2024?", "number",
  total([r for r in by("Barnaby Skeggs") if r["d"].year == 2024], "fee"), "placements: sum of Fee, Consultant Barnaby Skeggs, Started in 2024", "polite detour")

# ------------------------------------------------------------------ average
q("average", "What is the average pay rate of an electrician placement?", "number", mean([r for r in P if r["Job title"] == "Electrician"], "pay"),
  "placements: mean Pay rate, Job title Electrician", "plain")
q("average", "avg interview score of the care assistants, skip those w/o one", "number", mean([r for r in C if r["Trade"] == "Care assistant"], "score"),
  "candidates: mean Interview score (empty left out), Care assistant", "short casual")
q("average", "On average, how did O'Malley's Kitchens rate the people we sent them?", "number", mean(of("O'Malley's Kitchens"), "rate"),
  "placements: mean Client rating (empty left out), O'Malley's Kitchens", "plain syn")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest fee we ever charged for a single placement?", "number", max(r["fee"] for r in P if r["fee"] is not None), "placements: max Fee", "plain")
q("min_max", "least any forklift driver would work for per hour, going by what theyve asked for", "number", min(r["want"] for r in C if r["Trade"] == "Forklift driver"),
  "candidates: min Desired rate, Forklift driver", "casual syn")
q("min_max", "When did our first placement at Bytewharf start?", "values", [min(r["d"] for r in of("Bytewharf"))], "placements: earliest Started, Client Bytewharf", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which data analyst asks for the highest rate?", "values", best({r["Name"]: r["want"] for r in C if r["Trade"] == "Data analyst"}),
  "candidates: highest Desired rate, Data analyst", "plain syn")
q("superlative", "who has been signed up with us longset of all candidates", "values", best({r["Name"]: r["reg"] for r in C}, low=True), "candidates: earliest Registered on", "casual syn")
q("superlative", "Which consultant covers the most sectors?", "values", best(Counter(a for a, r, t in K if r == "covers")), "KG: covers, counted by consultant", "plain")
q("superlative", "Which of our current branch managers has been in the post the longest?", "values", best({f[2]: f[3] for f in now("branch manager")}, low=True),
  "TKG: open branch manager fact with the earliest start", "plain")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three clients have taken the most placements?", "values", best(Counter(r["Client"] for r in P), 3), "placements: rows per Client, three largest", "plain")
q("top_k", "5 biggest fees of 2024 starts, placement nos only", "values", best({r["Placement No"]: r["fee"] for r in started(2024) if r["fee"] is not None}, 5),
  "placements: Started in 2024, five largest Fee", "short")

# ------------------------------------------------------------------ comparison
q("comparison", "Who has made more placements, Anwar Siddique or Gethin Prosser?", "values", best({c: len(by(c)) for c in ("Anwar Siddique", "Gethin Prosser")}),
  "placements: rows of the two consultants", "plain")
q("comparison", "owain bello vs rosalie rahmani, which sparky has more years in the trade", "values", best({c: CN[c]["yrs"] for c in ("Owain Bello", "Rosalie Rahmani")}),
  "candidates: Experience of the two", "idiom casual")
q("comparison", "Which brought in more in fees, Elmstead Hospice or Pendry Dental Group?", "values", best({c: total(of(c), "fee") for c in ("Elmstead Hospice", "Pendry Dental Group")}),
  "placements: sum of Fee of the two clients", "plain")

# ------------------------------------------------------------------ difference
n21, n22 = len(started(2021)), len(started(2022))
q("difference", "How many more placements started in 2022 than in 2021?", "number", n22 - n21, "placements: rows of the two years, subtracted", "plain")
assert n22 > n21
x, y = CN["Saskia Raghavan"]["score"], CN["Emeka Adeyemi"]["score"]
assert x > y
q("difference", "saskia raghavan interviewd how many points better than emeka adeyemi?", "number", x - y, "candidates: difference of the two Interview scores", "typo casual")
e, h = CN["Mirela Adeyemi"]["want"], CN["Chloé Cardoso"]["want"]
assert e > h
q("difference", "By how many pounds an hour is Mirela Adeyemi's desired rate above that of Chloé Cardoso?", "number", e - h, "candidates: difference of the two Desired rates", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of placements are perm contracts?", "number", 100 * sum(r["Contract"] == "Perm" for r in P) / len(P), "placements: Contract Perm over all rows", "plain")
gf = of("Gannet Freight, Ltd.")
q("percent", "gannet freight jobs, what % got ended early", "number", 100 * sum(r["Outcome"] == "Ended early" for r in gf) / len(gf),
  "placements: Client Gannet Freight, Ltd., share of Outcome Ended early", "short casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many candidates do we have for each status?", "table", Counter(r["Status"] for r in C), "candidates: rows per Status", "plain")
q("group_by", "fees by year of start please", "table", {k: total(v, "fee") for k, v in group(P, lambda r: r["d"].year).items()}, "placements: sum of Fee per year of Started", "short")
q("group_by", "What is the average mark-up for each job title?", "table", {k: mean(v, "mk") for k, v in group(P, lambda r: r["Job title"]).items()},
  "placements: mean Mark-up (empty left out) per Job title", "plain")
q("group_by", "number of clients in each sector?", "table", Counter(t for _, r, t in K if r == "in_sector"), "KG: in_sector, counted per sector", "plain")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which consultant has the highest total fees?", "values", best({k: total(v, "fee") for k, v in group(P, lambda r: r["Consultant"]).items()}),
  "placements: highest sum of Fee per Consultant", "plain")
q("group_superlative", "what kind of job did we fill most oftn in 2024", "values", best(Counter(r["Job title"] for r in started(2024))),
  "placements: Started in 2024, most rows per Job title", "typo casual")
q("group_superlative", "Which certificate is held by the most candidates?", "values", best(Counter(t for _, r, t in K if r == "holds")), "KG: holds, counted by certificate", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Brackenhurst Logistics offer free parking?", "boolean", "free parking" in out("Brackenhurst Logistics", "offers"), "KG: Brackenhurst Logistics offers", "plain")
q("yes_no", "has petra novotna ever looked after the kestrel scaffolding account", "boolean", bool(facts("account_manager", "Kestrel Scaffolding", "Petra Novotná")),
  "TKG: Kestrel Scaffolding account_manager Petra Novotná", "casual syn")
q("yes_no", "Is Tariq Zieliński available at the moment?", "boolean", CN["Tariq Zieliński"]["Status"] == "Available", "candidates: Status of Tariq Zieliński", "plain")
q("yes_no", "is trelick biscuits still in the hands of sweetbriar?", "boolean", bool(now("owned_by", "Trellick Biscuits", "Sweetbriar Foods, Inc.")),
  "TKG: owned_by of Trellick Biscuits, the Sweetbriar fact has ended", "idiom casual")

# ------------------------------------------------------------------ negation
fk = [r["Name"] for r in C if r["Trade"] == "Forklift driver" and "Forklift licence" not in out(r["Name"], "holds")]
q("negation", "Which of the forklift drivers do not hold a forklift licence?", "values", fk, "candidates: Trade Forklift driver; KG: no holds Forklift licence", "plain")
q("negation", "clients w no perks at all listed?", "values", [c for c in CLIENTS if not out(c, "offers")], "KG: clients without an offers triple", "short casual")
q("negation", "How many of the placements started in 2021 have an outcome other than Completed?", "number", sum(r["Outcome"] != "Completed" for r in started(2021)),
  "placements: Started in 2021, Outcome not Completed", "plain")
placed = {r["Candidate"] for r in P}
q("negation", "any nurses on file we've never found a job for?", "values", [r["Name"] for r in C if r["Trade"] == "Staff nurse" and r["Name"] not in placed],
  "candidates: Trade Staff nurse without a row in placements", "casual syn")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was branch manager of Station House on 1 June 2022?", "values", [one(at("branch manager", date(2022, 6, 1), head="Station House"))[2]],
  "TKG: branch manager of Station House valid on 2022-06-01", "plain")
q("time_point", "who looked after dray & sons back in march 2022", "values",
  [one(f for f in facts("account_manager", "Dray & Sons Builders") if f[3] <= date(2022, 3, 31) and (f[4] is None or f[4] >= date(2022, 3, 1)))[2]],
  "TKG: account_manager of Dray & Sons Builders in March 2022", "casual syn")
q("time_point", "Which consultants worked at the Oldmoor Gate branch on 15 May 2020?", "values", [f[0] for f in at("consultant at", date(2020, 5, 15), tail="Oldmoor Gate")],
  "TKG: consultant at Oldmoor Gate valid on 2020-05-15", "plain")
q("time_point", "hospitalty desk in 2021, who was heading it up", "values", [one(in_year("desk lead", 2021, head="Hospitality"))[2]], "TKG: desk lead of Hospitality in 2021", "idiom syn")

# ------------------------------------------------------------------ before_after
q("before_after", "Who managed the Harrowby High Street branch before Saoirse Kinsella?", "values",
  [step(facts("branch manager", head="Harrowby High Street"), 2, "Saoirse Kinsella", -1)], "TKG: previous branch manager of Harrowby High Street", "plain")
q("before_after", "ignatius pell handed marl coast building soceity over to who", "values", [step(facts("account_manager", head="Marl Coast Building Society"), 2, "Ignatius Pell", 1)],
  "TKG: next account_manager of Marl Coast Building Society", "casual idiom")
q("before_after", "Which firms were bought by Tern Capital Partners after 2018?", "values", [f[0] for f in facts("owned_by", tail="Tern Capital Partners") if f[3] > date(2018, 12, 31)],
  "TKG: owned_by Tern Capital Partners with start after 2018", "plain")

# ------------------------------------------------------------------ duration
f = one(facts("consultant at", "Callum Thistlewood", "Quayside Office"))
q("duration", "How many full years did Callum Thistlewood work as a consultant at the Quayside Office?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "of the bosses station house has had and who have since moved on, who stuck it out longest", "values",
  best({f[2]: (f[4] - f[3]).days for f in facts("branch manager", head="Station House") if f[4]}), "TKG: longest closed branch manager fact of Station House", "idiom syn")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which region is the branch where Ottoline Grimshaw works?", "values", {region(b) for b in out("Ottoline Grimshaw", "works at")},
  "KG: works at > located in > in region", "plain")
q("multi_hop", "who's the regional director over bytewharf's patch", "values", out(region("Bytewharf"), "regional_director"), "KG: located in > in region > regional_director", "idiom casual")
q("multi_hop", "Which consultants who speak French work in Harrowby?", "values", {a for a in inn("French", "speaks") for b in out(a, "works at") if town(b) == "Harrowby"},
  "KG: speaks French; works at > located in Harrowby", "plain")

# ------------------------------------------------------------------ cross_source
x = PN["P-70126"]
q("cross_source", "Who was the account manager of the client on the day placement P-70126 started?", "values", [x["am"]], "placements: Client, Started; TKG: account_manager on that date", "plain")
q("cross_source", "How many placements were made with clients in the Construction sector?", "number", sum(sector(r["Client"]) == "Construction" for r in P),
  "KG: in_sector Construction; placements: rows", "plain")
q("cross_source", "total fees from clients on the marl coast pls (region)", "number", total([r for r in P if region(r["Client"]) == "Marl Coast"], "fee"),
  "KG: located in > in region Marl Coast; placements: sum of Fee", "short")
q("cross_source", "got the renewal talks with brackenhurst on monday. how many placements kicked off there while petra novotna was their acct manager", "number",
  sum(r["am"] == "Petra Novotná" for r in of("Brackenhurst Logistics")), "placements: Client Brackenhurst Logistics; TKG: account_manager on Started", "detour casual")
q("cross_source", "Which candidates with a DBS check are available right now?", "values", [c for c in inn("DBS check", "holds") if CN[c]["Status"] == "Available"],
  "KG: holds DBS check; candidates: Status Available", "plain")
q("cross_source", "What is the average client rating of placements made by consultants trained by Hester Lumley?", "number",
  mean([r for r in P if r["Consultant"] in inn("Hester Lumley", "trained_by")], "rate"), "KG: trained_by Hester Lumley; placements: mean Client rating (empty left out)", "plain")
halden = {f[0] for f in now("owned_by", tail="Halden Group")}
q("cross_source", "take the firms halden group owns today. who's on assigment at any of them at the mo?", "values",
  {r["Candidate"] for r in P if r["Client"] in halden and r["Outcome"] == "Running"}, "TKG: open owned_by Halden Group; placements: Outcome Running", "typo casual")

# ------------------------------------------------------------------ missing
q("missing", "Which candidates have no interview score?", "values", names(r for r in C if r["score"] is None), "candidates: empty Interview score", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What is Owain Bello's phone number?", "refuse", [], "no phone numbers in any file", "plain")
q("unanswerable", "whats prudence okafors commision on her placements", "refuse", [], "only fees to the client, no commission of consultants", "typo casual")
assert not in_year("branch manager", 2008, head="Quayside Office")
q("unanswerable", "Who managed the Quayside Office in 2007?", "refuse", [], "TKG: the first branch manager of Quayside Office starts in 2009", "plain")
assert not any(r["Name"].startswith("Gordon") for r in C)
q("unanswerable", "When did Gordon Applewhite register with us?", "refuse", [], "there is no candidate Gordon Applewhite", "plain")
q("unanswerable", "how many open vacancies has larkrise hospital got rn", "refuse", [], "placements are recorded, open vacancies are not", "casual")
q("unanswerable", "How old is Fergus Popescu?", "refuse", [], "years of experience are recorded, no age or date of birth", "plain")
q("unanswerable", "why did yusra wolski's jobs get cut short, what reason did the clients give", "refuse", [], "Outcome and rating are recorded, no reasons", "casual")


finish(HERE, [q for q, _ in Q])
