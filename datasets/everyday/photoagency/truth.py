#!/usr/bin/env python3
"""Computes every gold answer of the 'photoagency' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date
from operator import itemgetter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, distinct, finish, graphs, group, having, iso, kg, lasted, known, mean, means, num, one,
    records, robust, share, step, sums, tkg, total)

L = records(HERE, "licences.csv")
for r in L:
    r["d"], r["paid"] = day(r["Granted"], "%d/%m/%Y"), iso(r["Paid on"])
    r["fee"], r["run"], r["term"] = num(r["Fee (GBP)"]), num(r["Print run"]), num(r["Term (mths)"])
    r["year"] = str(r["d"].year)
J = records(HERE, "assignments.csv")
for r in J:
    r["d"] = day(r["1st shoot day"], "%d %b %Y")
    r["days"], r["rate"], r["exp"], r["fr"] = num(r["Days"]), digits(r["Day rate"]), num(r["Exps (GBP)"]), num(r["Frames del."])
LN, JN, BRIEF = {r["Lic No"]: r for r in L}, {r["Job No"]: r for r in J}, {r["Brief"]: r for r in J}
K, T = graphs(HERE, "photoagency")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

# sanity of the data
IMAGES, CLIENTS, SHOOTERS = heads("shot_by"), heads("client type"), heads("specialises in")
assert len(LN) == len(L) and len(JN) == len(J) == len(BRIEF)
assert 200 <= len(K) <= 300 and 90 <= len(T) <= 110
assert {r["Image"] for r in L} <= IMAGES and {r["Client"] for r in L} <= CLIENTS
assert {r["Commissioned by"] for r in J} <= CLIENTS == {f[2] for f in facts("account handler of")}
assert {r["Photographer"] for r in J} == SHOOTERS == {f[0] for f in facts("under contract")}
assert IMAGES == heads("taken_in") == heads("in collection")
assert {c for i in IMAGES for c in out(i, "in collection")} == {f[2] for f in facts("curator of")}
for rel, side in (("account handler of", 2), ("curator of", 2), ("heads_desk", 2), ("managing director of", 2), ("under contract", 0), ("subscribes_to", 0)):
    for x in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == x]
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:]))
for r in L:
    assert r["Sold by"] == one(at("account handler of", r["d"], tail=r["Client"]))[0]
    assert r["paid"] is None or r["paid"] >= r["d"]
    for j in out(r["Image"], "from_job"): assert JN[j]["d"] < r["d"]
for i in heads("from_job"):
    j = JN[one(out(i, "from_job"))]
    assert {j["Photographer"]} == out(i, "shot_by") and {j["Location"]} == out(i, "taken_in") and j["State"] == "Delivered"
for r in J:
    assert r["Photographer"] in SHOOTERS and out(r["Location"], "part of country")
    assert at("under contract", r["d"], head=r["Photographer"])
    assert (r["fr"] is not None) == (r["State"] == "Delivered")
def lics(**k): return [r for r in L if all(r[a] == b for a, b in k.items())]
def jobs(**k): return [r for r in J if all(r[a] == b for a, b in k.items())]
def by(rows, key): return Counter(r[key] for r in rows)
def country(place): return one(out(place, "part of country"))
def shot_by(who): return [r for r in L if who in out(r["Image"], "shot_by")]
nos = lambda rows: [r["Lic No"] for r in rows]
ids = lambda rows: [r["Job No"] for r in rows]
delivered = jobs(State="Delivered")
PAID = [r for r in L if r["paid"]]

Q = []
q = asking("photoagency", Q, 12)

# ------------------------------------------------------------------ lookup
q("lookup", "Which photographer took the picture Kelp Cathedral?", "values", out("Kelp Cathedral", "shot_by"), "KG: Kelp Cathedral shot_by")
q("lookup", "what did they pay for L23455", "number", LN["L23455"]["fee"], "licences: Fee of L23455")
q("lookup", "Who was the picture editor on job J-1256?", "values", JN["J-1256"]["Pic. editor"], "assignments: Pic. editor of J-1256")
q("lookup", "wheres magnus tveit based these days", "values", out("Magnus Tveit", "based in"), "KG: Magnus Tveit based in")
q("lookup", "On what date did Atelier Rousselot pay for licence L24524?", "values", LN["L24524"]["Paid on"], "licences: Paid on of L24524")
q("lookup", "almadraba season shoot - per day price of the photographer?", "number", BRIEF["Almadraba season"]["rate"], "assignments: Day rate, Brief Almadraba season")
q("lookup", "The Tidal Review put Gannets at Noup Head on its cover. What print run did the licence state?", "number",
  one(lics(Image="Gannets at Noup Head", Client="The Tidal Review", Use="Magazine cover"))["run"], "licences: Print run, Gannets at Noup Head, The Tidal Review")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which jobs were cancelled? Please give the job numbers.", "values", ids(jobs(State="Cancelled")), "assignments: State Cancelled")
q("filter_list", "pics sitting in open water, titles", "values", inn("Open Water", "in collection"), "KG: in collection Open Water")
q("filter_list", "Which licences did Loudhouse Creative take for billboards? I need the licence numbers.", "values",
  nos(lics(Client="Loudhouse Creative", Use="Billboard")), "licences: Client Loudhouse Creative, Use Billboard")
q("filter_list", "snappers who do food", "values", inn("food", "specialises in"), "KG: specialises in food")
q("filter_list", "Which of our clients are newspapers?", "values", inn("newspaper", "client type"), "KG: client type newspaper")
q("filter_list", "long ones: deliverd jobs of seven days or more, just job nos", "values", ids(r for r in delivered if r["days"] >= 7),
  "assignments: State Delivered, Days >= 7")

# ------------------------------------------------------------------ count
q("count", "How many licences were granted in 2024?", "number", len(lics(year="2024")), "licences: Granted in 2024")
q("count", "hw many pics are there in table & hearth", "number", len(inn("Table & Hearth", "in collection")), "KG: in collection Table & Hearth")
q("count", "How many different images has Atelier Rousselot licensed?", "number", distinct(L, "Client", "Image")["Atelier Rousselot"],
  "licences: distinct Image of Client Atelier Rousselot")
rm = lics(**{"Lic type": "Rights-managed"})
q("count", "rights managed deals over a grand, how many have we done", "number",
  robust(sum(r["fee"] > 1000 for r in rm), sum(r["fee"] >= 1000 for r in rm)), "licences: Lic type Rights-managed, Fee > 1000")
hs = {f[0] for f in facts("account handler of", tail="Nordvind Kalender")}
q("count", "How many people have handled the Nordvind Kalender account so far, including the present one?", "number",
  robust(len(hs), len(facts("account handler of", tail="Nordvind Kalender"))), "TKG: distinct account handlers of Nordvind Kalender")

# ------------------------------------------------------------------ sum
q("sum", "What is the total of all fees from Royalty-free licences?", "number", total(lics(**{"Lic type": "Royalty-free"}), "fee"),
  "licences: sum of Fee, Lic type Royalty-free")
q("sum", "billboard licence fees, all of them added up? paid or not", "number", total(lics(Use="Billboard"), "fee"), "licences: sum of Fee, Use Billboard")
q("sum", "How many shooting days in total did the delivered jobs that started in 2023 take?", "number",
  total([r for r in delivered if r["d"].year == 2023], "days"), "assignments: sum of Days, State Delivered, 1st shoot day in 2023")
q("sum", "gwenllian parry, frames she handed over so far in all", "number", total(jobs(Photographer="Gwenllian Parry"), "fr"),
  "assignments: sum of Frames del., Photographer Gwenllian Parry")

# ------------------------------------------------------------------ average
q("average", "What is the average fee of a Book cover licence?", "number", mean(lics(Use="Book cover"), "fee"), "licences: mean Fee, Use Book cover")
q("average", "mean day rate over all of noor van batenburgs jobs pls. the cancelled one counts too", "number",
  mean(jobs(Photographer="Noor van Batenburg"), "rate"), "assignments: mean Day rate, Photographer Noor van Batenburg")
q("average", "On average, how many frames did a job for Wayfarer Quarterly deliver?", "number", mean(jobs(**{"Commissioned by": "Wayfarer Quarterly"}), "fr"),
  "assignments: mean Frames del., Commissioned by Wayfarer Quarterly")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest fee ever paid for a Calendar licence?", "number",
  robust(max(r["fee"] for r in lics(Use="Calendar")), max(r["fee"] for r in lics(Use="Calendar") if r["paid"])), "licences: maximum Fee, Use Calendar")
q("min_max", "smallest print run we ever had on a book cover", "number", min(known(lics(Use="Book cover"), "run")), "licences: minimum Print run, Use Book cover")
q("min_max", "What is the lowest amount of expenses entered for any job?", "number", min(known(J, "exp")), "assignments: minimum Exps")
q("min_max", "holborn courier - when did their last payment come in", "values", max(known(lics(Client="The Holborn Courier"), "paid")),
  "licences: latest Paid on, Client The Holborn Courier")

# ------------------------------------------------------------------ superlative
q("superlative", "Which job delivered the most frames?", "values", best({r["Job No"]: r["fr"] for r in delivered}), "assignments: Job No of the highest Frames del.")
q("superlative", "dearest newspaper licence, whats its number", "values", best({r["Lic No"]: r["fee"] for r in lics(Use="Newspaper")}),
  "licences: Lic No of the highest Fee, Use Newspaper")
def top_rate(rows):
    return best({p: max(r["rate"] for r in g) for p, g in group(rows, itemgetter("Photographer")).items()})
q("superlative", "Which photographer was booked at the highest day rate of all?", "values", robust(top_rate(J), top_rate(delivered)),
  "assignments: Photographer of the highest Day rate")

# ------------------------------------------------------------------ top_k
q("top_k", "Name the three clients that have brought in the most licence fees.", "values", robust(best(sums(L, "Client", "fee"), 3), best(sums(PAID, "Client", "fee"), 3)), "licences: sum of Fee by Client, top 3")
q("top_k", "the 2 jobs where the expences ran highest, job nos", "values", best({r["Job No"]: r["exp"] for r in J if r["exp"] is not None}, 2),
  "assignments: top 2 by Exps")
q("top_k", "Which three pictures have been licensed most often?", "values", best(by(L, "Image"), 3), "licences: count by Image, top 3")

# ------------------------------------------------------------------ comparison
fees = sums(L, "Client", "fee")
q("comparison", "Have we earned more licence fees from Brackenbury Press or from Hoffmann & Sohn Verlag?", "values",
  robust(*(best({c: x[c] for c in ("Brackenbury Press", "Hoffmann & Sohn Verlag")}) for x in (fees, sums(PAID, "Client", "fee")))), "licences: sum of Fee of the two clients")
two = ("Kwabena Asante-Frey", "Yuki Tanemura")
q("comparison", "kwabena or yuki? who put in more shoot days on delivered jobs", "values",
  robust(*(best({p: total([r for r in x if r["Photographer"] == p], "days") for p in two}) for x in (delivered, J))), "assignments: sum of Days of the two photographers, State Delivered")
q("comparison", "Which collection holds more pictures, Wild North or Built Lines?", "values",
  best({c: len(inn(c, "in collection")) for c in ("Wild North", "Built Lines")}), "KG: number of heads of in collection")

# ------------------------------------------------------------------ difference
y = {k: total(g, "fee") for k, g in group(L, itemgetter("year")).items()}
q("difference", "What is the difference between the licence fees granted in 2023 and those granted in 2024?", "number", round(abs(y["2024"] - y["2023"]), 2),
  "licences: sum of Fee by year of Granted, 2023 against 2024")
assert BRIEF["Arctic cruise brochure"]["fr"] > BRIEF["Polar night calendar"]["fr"]
q("difference", "arctic cruise brochure vs polar night calendar. how many more frames did the first give us?", "number",
  BRIEF["Arctic cruise brochure"]["fr"] - BRIEF["Polar night calendar"]["fr"], "assignments: Frames del. of the two briefs")
yr = known(jobs(Photographer="Yuki Tanemura"), "rate")
q("difference", "How far apart are Yuki Tanemura's highest and lowest day rates?", "number", max(yr) - min(yr), "assignments: maximum less minimum Day rate, Yuki Tanemura")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all licences are of the type Editorial?", "number", share(L, lambda r: r["Lic type"] == "Editorial"), "licences: share of Lic type Editorial")
q("percent", "share of shoots that got called off, in % of all jobs", "number", share(J, lambda r: r["State"] == "Cancelled"), "assignments: share of State Cancelled")
q("percent", "What percentage of the sum of all licence fees falls to Atelier Rousselot?", "number",
  100 * total(lics(Client="Atelier Rousselot"), "fee") / total(L, "fee"), "licences: sum of Fee of Atelier Rousselot in the sum of all")

# ------------------------------------------------------------------ group_by
q("group_by", "Show the number of licences for each licence type.", "table", by(L, "Lic type"), "licences: count by Lic type")
q("group_by", "licence fees totalled per year they were granted in", "table", y, "licences: sum of Fee by year of Granted")
assert all(r["Pic. editor"] for r in delivered)
q("group_by", "How many delivered jobs did each picture editor work on?", "table", by(delivered, "Pic. editor"), "assignments: count by Pic. editor, State Delivered")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which picture editor has had the most delivered frames in total pass over the desk?", "values", best(sums(delivered, "Pic. editor", "fr")),
  "assignments: sum of Frames del. by Pic. editor, highest")
q("group_superlative", "who on the sales side raked in the most licence money overall", "values", robust(best(sums(L, "Sold by", "fee")), best(sums(PAID, "Sold by", "fee"))), "licences: sum of Fee by Sold by, highest")
q("group_superlative", "which kind of use fetches the best fee on avrage", "values", best(means(L, "Use", "fee")), "licences: mean Fee by Use, highest")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Lubomír Šťastný speak German?", "boolean", "German" in out("Lubomír Šťastný", "speaks"), "KG: Lubomír Šťastný speaks")
q("yes_no", "L25586 - money in yet?", "boolean", LN["L25586"]["paid"] is not None, "licences: Paid on of L25586 is empty")
def owners(c): return {x for o in out(c, "owned_by") for x in {o} | owners(o)}
q("yes_no", "Does Meridian Learning belong, directly or through another company, to Stonebridge Media?", "boolean", "Stonebridge Media" in owners("Meridian Learning"),
  "KG: Meridian Learning owned_by Brackenbury Press owned_by Stonebridge Media")
q("yes_no", "was hester cavanagh-lowe ever on a trial contract with us", "boolean", bool(facts("under contract", "Hester Cavanagh-Lowe", "trial contract")),
  "TKG: under contract of Hester Cavanagh-Lowe")

# ------------------------------------------------------------------ negation
q("negation", "Which clients have never bought a licence from us?", "values", CLIENTS - {r["Client"] for r in L}, "KG: client type; licences: Client")
q("negation", "photographers of ours without a single pic in any collection", "values", SHOOTERS - {one(out(i, "shot_by")) for i in IMAGES}, "KG: specialises in, shot_by")
q("negation", "our shelf warmers: which pictures did nobody license at all?", "values", IMAGES - {r["Image"] for r in L}, "KG: shot_by; licences: Image")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the curator of Wild North on 1 January 2023?", "values", one(at("curator of", date(2023, 1, 1), tail="Wild North"))[0], "TKG: curator of Wild North on 2023-01-01")
q("time_point", "who had loudhouse creative as their account back in march 2024", "values",
  robust(*([f[0] for f in at("account handler of", date(2024, 3, d), tail="Loudhouse Creative")] for d in (1, 31))), "TKG: account handler of Loudhouse Creative in March 2024")
q("time_point", "Which plan did Brackenbury Press subscribe to in June 2021?", "values",
  robust(*([f[2] for f in at("subscribes_to", date(2021, 6, d), head="Brackenbury Press")] for d in (1, 30))), "TKG: Brackenbury Press subscribes_to in June 2021")
q("time_point", "when did kwabena asante-frey go exclusive with us? the start date", "values", one(facts("under contract", "Kwabena Asante-Frey", "exclusive contract"))[3],
  "TKG: start of under contract exclusive contract, Kwabena Asante-Frey")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was managing director of Copperlight Pictures directly before Harald Osei-Blum?", "values",
  step(facts("managing director of", tail="Copperlight Pictures"), 0, "Harald Osei-Blum", -1), "TKG: managing director of, the fact before")
q("before_after", "who took faces over as curator from clementine yarrow", "values", step(facts("curator of", tail="Faces"), 0, "Clementine Yarrow", 1),
  "TKG: curator of Faces, the fact after")

# ------------------------------------------------------------------ duration
def full(f):
    """full years, whether or not the last day itself is counted, one day less or more"""
    return one({(x.year - f[3].year - ((x.month, x.day) < (f[3].month, f[3].day))) for x in (f[4], date.fromordinal(f[4].toordinal() + 1))})
q("duration", "How many full years was Vivienne Thackeray managing director?", "number", full(one(facts("managing director of", "Vivienne Thackeray"))), "TKG: complete years from start to end")
q("duration", "ida bergqvist & wild north, how many full yrs did she curate it", "number", lasted(one(facts("curator of", "Ida Bergqvist", "Wild North"))),
  "TKG: complete years from start to end")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country was the picture Concrete and Sky taken?", "values", country(one(out("Concrete and Sky", "taken_in"))), "KG: taken_in > part of country")
q("multi_hop", "country where fatoumata diarras mentor lives?", "values", country(one(out(one(out("Fatoumata Diarra", "mentored_by")), "based in"))),
  "KG: mentored_by > based in > part of country")
q("multi_hop", "the companies groupe carvalet owns. which towns are their head offices in", "values",
  [t for c in inn("Groupe Carvalet", "owned_by") for t in out(c, "headquartered in")], "KG: owned_by Groupe Carvalet > headquartered in")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How much have the licences of Hester Cavanagh-Lowe's pictures earned in fees altogether?", "number", robust(*(total([r for r in shot_by("Hester Cavanagh-Lowe") if r in x], "fee") for x in (L, PAID))),
  "KG: shot_by Hester Cavanagh-Lowe; licences: sum of Fee")
q("cross_source", "licences on pics that were taken in japan - how many so far", "number",
  sum(country(one(out(r["Image"], "taken_in"))) == "Japan" for r in L), "KG: taken_in > part of country Japan; licences: count")
q("cross_source", "Which clients have licensed a picture shot by Yuki Tanemura?", "values", {r["Client"] for r in shot_by("Yuki Tanemura")},
  "KG: shot_by Yuki Tanemura; licences: Client")
q("cross_source", "magazines as a kind of client: what do the fees on their licences come to, unpaid ones too", "number",
  total([r for r in L if r["Client"] in inn("magazine", "client type")], "fee"), "KG: client type magazine; licences: sum of Fee")
q("cross_source", "Who currently handles the account of the client that commissioned job J-1303?", "values",
  one(now("account handler of", tail=JN["J-1303"]["Commissioned by"]))[0], "assignments: Commissioned by of J-1303; TKG: open account handler of")
q("cross_source", "walrus on the slip came out of one of our shoots. what were the expenses on that one", "number",
  JN[one(out("Walrus on the Slip", "from_job"))]["exp"], "KG: Walrus on the Slip from_job; assignments: Exps")

# ------------------------------------------------------------------ missing
q("missing", "Which delivered jobs have no expenses entered?", "values", ids(r for r in delivered if r["exp"] is None), "assignments: State Delivered, empty Exps")
q("missing", "licences w/o a payment date, list the nos", "values", nos(r for r in L if r["paid"] is None), "licences: empty Paid on")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What shutter speed was Scrum in the Rain taken with?", "refuse", [], "no camera settings in any file")
q("unanswerable", "phone no of the art buyer at loudhouse creative", "refuse", [], "no contacts or phone numbers in any file")
q("unanswerable", "How old is Teodor Vasilescu?", "refuse", [], "no ages or birth dates in any file")
q("unanswerable", "blue ice cave went to atelier rousselot for a billboard. what cut of that did ingunn get?", "refuse", [], "no photographers' shares of the fees in any file")

finish(HERE, Q)
