#!/usr/bin/env python3
"""Computes every gold answer of the 'gyms' domain from the four data files.
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
    for x in ("€", ",", "%", " min"):
        s = s.replace(x, "")
    return float(s) if s.strip() else None


M = rd("memberships.csv")
for r in M:
    r["join"], r["left"] = day(r["Joined"], "%d %b %Y"), iso(r["Left on"])
    r["fee"], r["disc"], r["vis"] = num(r["Monthly fee"]), num(r["Discount"]), num(r["Visits 2024"])
MN = {r["Member No"]: r for r in M}
ME = {r["Member"]: r for r in M}
X = rd("sessions.csv")
for r in X:
    r["d"], r["len"], r["price"], r["took"] = day(r["Date"], "%d.%m.%Y"), num(r["Length"]), num(r["Drop-in price"]), num(r["Drop-in takings (EUR)"])
    r["places"], r["booked"], r["came"], r["score"] = num(r["Places"]), num(r["Booked"]), num(r["Attended"]), num(r["Score"])
XN = {r["Session"]: r for r in X}
K, T = graphs(HERE, "gyms")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
CLUBS, CLASSES, PLANS = heads("opened_in"), heads("has level"), heads("includes")
POOLS = {h for h, r, t in K if r == "has" and t in ("25 m pool", "50 m pool")}
assert len(MN) == len(ME) == len(M) and len(XN) == len(X) and len(set(K)) == len(K)
assert CLUBS == heads("located in") == {r["Club"] for r in X} == {r["Home club"] for r in M} == {f[0] for f in facts("club manager")} == {f[0] for f in facts("owned_by")}
assert CLASSES == {f[0] for f in facts("runs at")} and {r["Class"] for r in X} <= CLASSES and PLANS == {r["Plan"] for r in M}
assert POOLS == {f[0] for f in facts("swim coach")} == {f[0] for f in facts("pool_serviced_by")}
for h in CLUBS:
    for rel in ("club manager", "owned_by", "swim coach", "pool_serviced_by"):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
assert {(f[0], f[2]) for f in now("trainer at")} == {(a, b) for a, r, b in K if r == "based at"}
for f in facts("swim coach"):
    assert at("trainer at", f[3], f[2], f[0])
for r in X:
    assert at("trainer at", r["d"], r["Trainer"], r["Club"]) and at("runs at", r["d"], r["Class"], r["Club"])
    assert r["booked"] <= r["places"] and (r["came"] is None or r["came"] <= r["booked"]) and (r["came"] is None) >= (r["Status"] == "Cancelled")
    assert (r["took"] is None) == (r["came"] is None)
for r in M:
    assert (r["left"] is not None) == (r["Account"] == "Closed") and (r["left"] is None or r["join"] < r["left"])
    assert not r["Personal trainer"] or at("trainer at", r["left"] or date(2024, 12, 31), r["Personal trainer"], r["Home club"])
CUR = [r for r in M if not r["left"]]
def town(x): return one(out(x, "located in"))
def region(x): return one(out(town(x), "in_region"))
ran = lambda y, m=None: [r for r in X if r["d"].year == y and m in (None, r["d"].month)]
of = lambda k: [r for r in X if r["Class"] == k]
by = lambda t: [r for r in X if r["Trainer"] == t]
club = lambda c: [r for r in X if r["Club"] == c]

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
    Q.append(({"id": f"gyms-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
names = lambda rows: [r["Member"] for r in rows]
nos = lambda rows: [r["Member No"] for r in rows]
ids = lambda rows: [r["Session"] for r in rows]

DONE = [r for r in X if r["Status"] != "Cancelled"]
for key, n in (("Trainer", 1), ("Class", 3)):  # the same with or without the cancelled ones
    assert set(best(Counter(r[key] for r in X), n)) == set(best(Counter(r[key] for r in DONE), n))
assert sum(r["Trainer"] == "Ayesha Farooqi" for r in DONE) > sum(r["Trainer"] == "Bram Oosterhuis" for r in X)
assert max(of("Salsa Sweat"), key=lambda r: r["d"]) in DONE

# ------------------------------------------------------------------ lookup
q("lookup", "In what year did Lido Miramar open?", "number", one(out("Lido Miramar", "opened_in")), "KG: Lido Miramar opened_in", "plain")
q("lookup", "who took session S2671", "values", [XN["S2671"]["Trainer"]], "sessions: Trainer of S2671", "short syn")
q("lookup", "Which plan is Florian Abernethy on?", "values", [ME["Abernethy, Florian"]["Plan"]], "memberships: Plan of Abernethy, Florian", "plain")
q("lookup", "hi im new to boxfit. what stuff do i need to have with me", "values", out("Boxfit", "bring_along"), "KG: Boxfit bring_along", "casual detour")
q("lookup", "How much does Zacharie Uzun pay per month?", "number", ME["Uzun, Zacharie"]["fee"], "memberships: Monthly fee of Uzun, Zacharie", "plain syn")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which clubs have a sauna?", "values", inn("sauna", "has"), "KG: has sauna", "plain")
q("filter_list", "who owes us money atm? (accounts behind) names", "values", names(r for r in M if r["Account"] == "Behind"), "memberships: Account Behind", "casual syn")
q("filter_list", "Which sessions of Masters Swim had a score of at least 4.7?", "values", ids(r for r in of("Masters Swim") if r["score"] is not None and r["score"] >= 4.7),
  "sessions: Class Masters Swim, Score >= 4.7", "plain")
q("filter_list", "clases at beginer level?", "values", inn("beginner", "has level"), "KG: has level beginner", "typo short")
q("filter_list", "Give me the member numbers of everyone at Ostpark Hall on the Swim Only plan who has not left.", "values",
  nos(r for r in CUR if r["Home club"] == "Ostpark Hall" and r["Plan"] == "Swim Only"), "memberships: Home club Ostpark Hall, Plan Swim Only, Left on empty", "plain")

# ------------------------------------------------------------------ count
q("count", "How many sessions were cancelled in 2023?", "number", sum(r["Status"] == "Cancelled" for r in ran(2023)), "sessions: Date in 2023, Status Cancelled", "plain")
q("count", "how many ppl signed up in 2022", "number", sum(r["join"].year == 2022 for r in M), "memberships: Joined in 2022", "casual short")
q("count", "How many clubs does the region Lune Coast have?", "number", sum(region(c) == "Lune Coast" for c in CLUBS), "KG: located in > in_region Lune Coast", "plain")
q("count", "yin yoga at piscine des tanneurs, how many times is it in the sesion list", "number", sum(r["Class"] == "Yin Yoga" for r in club("Piscine des Tanneurs")),
  "sessions: Class Yin Yoga, Club Piscine des Tanneurs", "typo casual")
q("count", "How many different trainers are listed for Spin 45 sessions?", "number", len({r["Trainer"] for r in of("Spin 45")}), "sessions: distinct Trainer, Class Spin 45", "plain")

# ------------------------------------------------------------------ sum
q("sum", "What were the total drop-in takings of The Boiler House in 2024?", "number", total([r for r in club("The Boiler House") if r["d"].year == 2024], "took"),
  "sessions: sum of Drop-in takings, The Boiler House, 2024", "plain")
q("sum", "all told how many people came thru the door for aqua aerobics", "number", total(of("Aqua Aerobics"), "came"), "sessions: sum of Attended, Class Aqua Aerobics", "idiom casual")
q("sum", "Good afternoon, I am drawing up the budget for the Alte Färberei. Would you kindly tell me what all its current members together pay us in one month?", "number",
  total([r for r in CUR if r["Home club"] == "Alte Färberei"], "fee"), "memberships: sum of Monthly fee, Home club Alte Färberei, Left on empty", "polite detour")

# ------------------------------------------------------------------ average
q("average", "What is the average score of Pilates Mat?", "number", mean(of("Pilates Mat"), "score"), "sessions: mean Score (empty left out), Class Pilates Mat", "plain")
q("average", "members still with us at northgate baths, avg visits in 2024?", "number", mean([r for r in CUR if r["Home club"] == "Northgate Baths"], "vis"),
  "memberships: mean Visits 2024 (empty left out), Home club Northgate Baths, Left on empty", "casual")
q("average", "On average, how many people attend a session taken by Gudrun Haberl?", "number", mean(by("Gudrun Haberl"), "came"), "sessions: mean Attended (empty left out), Trainer Gudrun Haberl", "plain")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest number of visits any member made in 2024?", "number", max(r["vis"] for r in M if r["vis"] is not None), "memberships: max Visits 2024", "plain")
q("min_max", "whats the worst score lunch express hiit ever got", "number", min(r["score"] for r in of("Lunch Express HIIT") if r["score"] is not None),
  "sessions: min Score, Class Lunch Express HIIT", "casual syn")
q("min_max", "What is the date of the latest Salsa Sweat session?", "values", [max(r["d"] for r in of("Salsa Sweat"))], "sessions: latest Date, Class Salsa Sweat", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which is our oldest club?", "values", best({h: int(t) for h, r, t in K if r == "opened_in"}, low=True), "KG: earliest opened_in", "plain")
q("superlative", "who's been a member longest out of the ones who havent quit", "values", best({r["Member"]: r["join"] for r in CUR}, low=True),
  "memberships: earliest Joined, Left on empty", "casual syn")
q("superlative", "Which session brought in the most drop-in money?", "values", best({r["Session"]: r["took"] for r in X if r["took"] is not None}), "sessions: highest Drop-in takings", "plain syn")
q("superlative", "Which club has the most amenities?", "values", best(Counter(h for h, r, t in K if r == "has")), "KG: has, counted by club", "plain")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three classes with the most sessions?", "values", best(Counter(r["Class"] for r in X), 3), "sessions: rows per Class, three largest", "plain")
q("top_k", "4 keenest members in 2024, going by visits. names only ta", "values", best({r["Member"]: r["vis"] for r in M if r["vis"] is not None}, 4),
  "memberships: four highest Visits 2024", "casual syn")

# ------------------------------------------------------------------ comparison
q("comparison", "Who has taken more sessions, Ayesha Farooqi or Bram Oosterhuis?", "values", best({t: len(by(t)) for t in ("Ayesha Farooqi", "Bram Oosterhuis")}), "sessions: rows of the two trainers", "plain")
q("comparison", "lido miramar or seebad ilgen - which has more members rite now", "values",
  best({c: sum(r["Home club"] == c for r in CUR) for c in ("Lido Miramar", "Seebad Ilgen")}), "memberships: current rows of the two Home clubs", "typo casual")
gm = {p: sum((f[4] - f[3]).days for f in facts("club manager", c, p)) for c, p in (("Ostpark Hall", "Horst Brandlechner"), ("Seebad Ilgen", "Alois Pernkopf"))}
q("comparison", "Who was a club manager for longer, Horst Brandlechner or Alois Pernkopf?", "values", best(gm), "TKG: lengths of the two club manager facts", "plain")

# ------------------------------------------------------------------ difference
s22, s24 = total(ran(2022), "took"), total(ran(2024), "took")
q("difference", "What is the difference between the drop-in takings of 2022 and those of 2024, in euros?", "number", abs(s24 - s22), "sessions: yearly sums of Drop-in takings, subtracted", "plain")
a, b = ME["Kerouédan, Yara"]["vis"], ME["Lavigne, Tove"]["vis"]
assert a > b
q("difference", "how many more times did yara kerouedan come in 2024 than tove lavigne", "number", a - b, "memberships: difference of the two Visits 2024", "casual syn")
y = {c: int(one(out(c, "opened_in"))) for c in ("Seebad Ilgen", "Lido Miramar")}
assert y["Seebad Ilgen"] < y["Lido Miramar"]
q("difference", "How many years before Lido Miramar did Seebad Ilgen open?", "number", y["Lido Miramar"] - y["Seebad Ilgen"], "KG: difference of the two opened_in", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of our members, former ones included, pay by direct debit?", "number", 100 * sum(r["Pays by"] == "Direct debit" for r in M) / len(M),
  "memberships: Pays by Direct debit over all rows", "plain")
q("percent", "what % of weir street gym sessions got cancled", "number", 100 * sum(r["Status"] == "Cancelled" for r in club("Weir Street Gym")) / len(club("Weir Street Gym")),
  "sessions: Club Weir Street Gym, share of Status Cancelled", "typo short")

# ------------------------------------------------------------------ group_by
q("group_by", "How many sessions are listed for each club?", "table", Counter(r["Club"] for r in X), "sessions: rows per Club", "plain")
q("group_by", "current members per plan pls", "table", Counter(r["Plan"] for r in CUR), "memberships: Left on empty, rows per Plan", "short")
q("group_by", "What is the average attendance for each class?", "table", {k: mean(v, "came") for k, v in group(X, lambda r: r["Class"]).items()},
  "sessions: mean Attended (empty left out) per Class", "plain")
q("group_by", "drop in takings, broken down by yr", "table", {k: total(v, "took") for k, v in group(X, lambda r: r["d"].year).items()},
  "sessions: sum of Drop-in takings per year of Date", "casual")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which trainer has taken the most sessions?", "values", best(Counter(r["Trainer"] for r in X)), "sessions: most rows per Trainer", "plain")
q("group_superlative", "which class pulled in the most drop-in cash altogther", "values", best({k: total(v, "took") for k, v in group(X, lambda r: r["Class"]).items()}),
  "sessions: highest sum of Drop-in takings per Class", "typo idiom")
q("group_superlative", "Which club has lost the most members, that is, has the most who have left?", "values", best(Counter(r["Home club"] for r in M if r["left"])),
  "memberships: Left on filled, most rows per Home club", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does the Platinum plan include towel service?", "boolean", "towel service" in out("Platinum", "includes"), "KG: Platinum includes towel service", "plain")
q("yes_no", "can u use the pool on classic plus? swimming included i mean", "boolean", "swimming" in out("Classic Plus", "includes"), "KG: Classic Plus includes", "casual detour")
q("yes_no", "Was Cressida Boyne ever manager of The Boiler House?", "boolean", bool(facts("club manager", "The Boiler House", "Cressida Boyne")),
  "TKG: The Boiler House club manager Cressida Boyne", "plain")
q("yes_no", "do they still run spin 45 at ostpark hall?", "boolean", bool(now("runs at", "Spin 45", "Ostpark Hall")), "TKG: Spin 45 runs at Ostpark Hall has ended", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which clubs do not have a pool?", "values", CLUBS - POOLS, "KG: clubs without has 25 m pool or has 50 m pool", "plain")
q("negation", "platinum people without a personal trainer, who? only those still members", "values", names(r for r in CUR if r["Plan"] == "Platinum" and not r["Personal trainer"]),
  "memberships: Plan Platinum, Personal trainer empty, Left on empty", "casual")
q("negation", "How many sessions in 2024 had a status other than Held?", "number", sum(r["Status"] != "Held" for r in ran(2024)), "sessions: Date in 2024, Status not Held", "plain")
q("negation", "which of the trainers at our pools in brennau and portlune arent lifegaurds", "values",
  {f[0] for f in now("trainer at") if f[2] in POOLS and town(f[2]) in ("Brennau", "Portlune") and "lifeguard" not in out(f[0], "qualified_as")},
  "KG: clubs with a pool in the two towns; TKG: open trainer at; KG: no qualified_as lifeguard", "typo casual")

# ------------------------------------------------------------------ time_point
q("time_point", "Who managed Northgate Baths on 1 May 2016?", "values", [one(at("club manager", date(2016, 5, 1), head="Northgate Baths"))[2]],
  "TKG: club manager of Northgate Baths valid on 2016-05-01", "plain")
q("time_point", "whose hands was the gymnase de lecluse in back in 2019", "values", [one(in_year("owned_by", 2019, head="Gymnase de l'Écluse"))[2]],
  "TKG: owned_by of Gymnase de l'Écluse in 2019", "idiom casual")
q("time_point", "Which trainers did The Boiler House have on 10 March 2021?", "values", [f[0] for f in at("trainer at", date(2021, 3, 10), tail="The Boiler House")],
  "TKG: trainer at The Boiler House valid on 2021-03-10", "plain")
q("time_point", "ostpark pool, which firm looked after it in 2018", "values", [one(in_year("pool_serviced_by", 2018, head="Ostpark Hall"))[2]],
  "TKG: pool_serviced_by of Ostpark Hall in 2018", "short syn")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was the swim coach at Seebad Ilgen before Theresia Moosbrugger?", "values",
  [step(facts("swim coach", head="Seebad Ilgen"), 2, "Theresia Moosbrugger", -1)], "TKG: previous swim coach of Seebad Ilgen", "plain")
q("before_after", "after gordon pike packed it in at weir street, who got the managers job", "values", [step(facts("club manager", head="Weir Street Gym"), 2, "Gordon Pike", 1)],
  "TKG: next club manager of Weir Street Gym", "idiom casual")
q("before_after", "Which clubs did Tidewell Leisure take over after 2019?", "values", [f[0] for f in facts("owned_by", tail="Tidewell Leisure") if f[3] > date(2019, 12, 31)],
  "TKG: owned_by Tidewell Leisure with start after 2019", "plain")

# ------------------------------------------------------------------ duration
f = one(facts("trainer at", "Océane Bertholet", "Piscine des Tanneurs"))
q("duration", "How many full years was Océane Bertholet a trainer at Piscine des Tanneurs?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "former managers of ostpark hall - which of em hung on the longest", "values",
  best({f[2]: (f[4] - f[3]).days for f in facts("club manager", head="Ostpark Hall") if f[4]}), "TKG: longest closed club manager fact of Ostpark Hall", "idiom casual")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which region is the club where Selma Đurić is based?", "values", {region(c) for c in out("Selma Đurić", "based at")}, "KG: based at > located in > in_region", "plain")
q("multi_hop", "who is area mananger for o'haras corner", "values", out(region("O'Hara's Corner"), "area manager"), "KG: located in > in_region > area manager", "typo short")
q("multi_hop", "Which trainers based in Harrowfen speak German?", "values", {a for a in inn("German", "speaks") for c in out(a, "based at") if town(c) == "Harrowfen"},
  "KG: speaks German; based at > located in Harrowfen", "plain")

# ------------------------------------------------------------------ cross_source
x = XN["S2213"]
q("cross_source", "Who was the manager of the club on the day of session S2213?", "values", [one(at("club manager", x["d"], head=x["Club"]))[2]],
  "sessions: Club, Date; TKG: club manager on that date", "plain")
q("cross_source", "How many current members have their home club in Portlune?", "number", sum(town(r["Home club"]) == "Portlune" for r in CUR),
  "KG: located in Portlune; memberships: Left on empty", "plain")
q("cross_source", "my core is rubbish so i want classes that work on it. of those, what did drop ins pay in all of 2023 in total?", "number",
  total([r for r in ran(2023) if r["Class"] in inn("core", "works on")], "took"), "KG: works on core; sessions: sum of Drop-in takings in 2023", "detour casual")
q("cross_source", "How many sessions took place or were planned at Lido Miramar while Cressida Boyne was its manager?", "number",
  sum(bool(at("club manager", r["d"], "Lido Miramar", "Cressida Boyne")) for r in club("Lido Miramar")), "sessions: Club Lido Miramar; TKG: club manager on Date", "plain")
q("cross_source", "What is the average score of the sessions taken by trainers who were coached by Gudrun Haberl?", "number",
  mean([r for r in X if r["Trainer"] in inn("Gudrun Haberl", "coached by")], "score"), "KG: coached by Gudrun Haberl; sessions: mean Score (empty left out)", "plain")
lm = {f[2] for f in now("corporate partner of", head="Lakeside Mutual")}
q("cross_source", "clubs lakeside mutual is corporate partner of today, how many members have they got between them that are still signed up", "number",
  sum(r["Home club"] in lm for r in CUR), "TKG: open corporate partner of, Lakeside Mutual; memberships: Left on empty", "casual syn")
q("cross_source", "Which members have a personal trainer who is a qualified boxing coach? Leave out those who have left.", "values",
  names(r for r in CUR if "boxing coach" in out(r["Personal trainer"], "qualified_as")), "memberships: Personal trainer, Left on empty; KG: qualified_as boxing coach", "plain")

# ------------------------------------------------------------------ missing
q("missing", "Which current members have no visits recorded for 2024?", "values", names(r for r in CUR if r["vis"] is None), "memberships: Left on empty, Visits 2024 empty", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What are the opening hours of Weir Street Gym?", "refuse", [], "session starts are recorded, no opening hours", "plain")
q("unanswerable", "how warm is the water at lido miramar", "refuse", [], "no water temperature in any file", "casual")
assert not in_year("club manager", 1950, head="Lido Miramar")
q("unanswerable", "Who was the manager of Lido Miramar in 1995?", "refuse", [], "TKG: the first club manager of Lido Miramar starts in 2008", "plain")
assert "Aqua Zen" not in CLASSES
q("unanswerable", "What level is the class Aqua Zen?", "refuse", [], "there is no class Aqua Zen", "plain")
q("unanswerable", "gudrun haberl, whats she earn", "refuse", [], "no wages in any file", "short casual")
q("unanswerable", "How many calories does a Kettlebell Club session burn?", "refuse", [], "no calories in any file", "plain")
q("unanswerable", "did lost property at ostpark find a blue swiming cap", "refuse", [], "no lost property in any file", "typo casual")


finish(HERE, [q for q, _ in Q])
