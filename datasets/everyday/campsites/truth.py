#!/usr/bin/env python3
"""Computes every gold answer of the 'campsites' domain (a company that runs campsites) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, step, tkg, total)


def num(s):
    for mark in ("£", ","): s = s.replace(mark, "")
    return float(s) if s.strip() else None


C = records(HERE, "sites.csv")
for r in C:
    r["n"], r["year"], r["pitches"], r["hook"], r["huts"] = r["Campsite"], int(r["Opened"]), num(r["Pitches"]), num(r["Elec. hook-ups"]), num(r["Huts & pods"])
    r["ha"], r["m"], r["peak"], r["low"], r["score"] = num(r["Area (ha)"]), num(r["Height above sea (m)"]), num(r["Peak price / night"]), num(r["Low season / night"]), num(r["Guest score (out of 10)"])
CN = {r["n"]: r for r in C}
S = records(HERE, "stays.csv")
for r in S:
    r["d"], r["site"], r["guest"], r["type"], r["via"] = day(r["Arrived"], "%d/%m/%Y"), r["Campsite"], r["Lead guest"], r["Pitch type"], r["Booked via"]
    r["nights"], r["ad"], r["ch"], r["dogs"], r["paid"], r["stars"] = (num(r[k]) for k in ("Nights", "Adults", "Children", "Dogs", "Paid (£)", "Stars"))
SN = {r["Ref"]: r for r in S}
K, T = graphs(HERE, "campsites")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
W, AM, MD, LEASE, AWARD, CAFE = "warden of", "area manager of", "managing director of", "leased_from", "holds award", "café run by"

Q = []
q = asking("campsites", Q)


# sanity of the data
SITES = {r["n"] for r in C}
assert len(CN) == len(C) and len(SN) == len(S) and len(set(K)) == len(K) and len(set(T)) == len(T)
assert {r["site"] for r in S} <= SITES == heads("nearest_town") == heads("belongs to area") == {f[2] for f in facts(W)}
assert {r["guest"] for r in S} <= heads("lives in")
for rel, side in ((W, 2), (AM, 2), (MD, 2), (W, 0), (AM, 0), (LEASE, 0), (CAFE, 0)):  # one at a time, on either side
    for x in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == x]
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), fs
def nation(site): return one(out(CN[site]["County"], "in nation"))
for r in C:
    assert out(one(out(r["n"], "nearest_town")), "in county") == {r["County"]}
    assert (r["n"] in {f[2] for f in now(W)}) or r["n"] == "Kielmoss"
for r in S:
    assert r["dogs"] == 0 or CN[r["site"]]["Dogs allowed"] == "Yes"
    assert (r["Electric"] == "") == (r["type"] in ("Hut", "Pod"))
area = lambda site: one(out(site, "belongs to area"))
refs = lambda rows: [r["Ref"] for r in rows]
names = lambda rows: [r["n"] for r in rows]
in_y = lambda y, rows=S: [r for r in rows if r["d"].year == y]
of = lambda site, rows=S: [r for r in rows if r["site"] == site]
typ = lambda t, rows=S: [r for r in rows if r["type"] == t]
days = lambda f: (f[4] - f[3]).days

# ------------------------------------------------------------------ lookup
q("lookup", "What did the guest pay for stay WG3127?", "number", SN["WG3127"]["paid"], "stays: Paid of WG3127")
q("lookup", "how high up is skelder tarn, in metres", "number", CN["Skelder Tarn"]["m"], "sites: Height above sea of Skelder Tarn")
q("lookup", "Which trail is Lanmorva on?", "values", out("Lanmorva", "on trail"), "KG: Lanmorva on trail")
q("lookup", "whats the season at pen-y-gors", "values", CN["Pen-y-Gors"]["Season"], "sites: Season of Pen-y-Gors")
q("lookup", "A chap rang about a delivery that never turned up and I had no idea what to tell him. Who do we get the firewood for Thrushgill from?", "values",
  out("Thrushgill", "buys firewood from"), "KG: Thrushgill buys firewood from")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which campsites in Cornwall and Devon allow dogs?", "values", names(r for r in C if r["County"] in ("Cornwall", "Devon") and r["Dogs allowed"] == "Yes"),
  "sites: County Cornwall or Devon, Dogs allowed Yes")
q("filter_list", "sites with over 100 pitches and free wifi", "values", names(r for r in C if r["pitches"] > 100 and r["Wi-Fi"] == "free"), "sites: Pitches > 100, Wi-Fi free")
q("filter_list", "Which stays that started in 2023 were given one or two stars?", "values", refs(r for r in in_y(2023) if r["stars"] in (1, 2)), "stays: Arrived in 2023, Stars 1 or 2")
q("filter_list", "campsites w/ a sauna pls", "values", inn("sauna", "has"), "KG: has sauna")
q("filter_list", "motorhomes that pulled in in august 2024 and stayed a week or longer - refs", "values",
  refs(r for r in typ("Motorhome") if (r["d"].year, r["d"].month) == (2024, 8) and r["nights"] >= 7), "stays: Pitch type Motorhome, Arrived in August 2024, Nights >= 7")
q("filter_list", "List the campsites that are more than 200 m above sea level and have a guest score of at least 9.", "values",
  names(r for r in C if r["m"] > 200 and r["score"] is not None and r["score"] >= 9), "sites: Height above sea > 200, Guest score >= 9")

# ------------------------------------------------------------------ count
q("count", "How many stays did Tregarrick Cove have in 2024?", "number", len(of("Tregarrick Cove", in_y(2024))), "stays: Campsite Tregarrick Cove, Arrived in 2024")
q("count", "how many stays kicked off between 1 june and 15 july 2023, both days included", "number", sum(date(2023, 6, 1) <= r["d"] <= date(2023, 7, 15) for r in S),
  "stays: Arrived from 2023-06-01 to 2023-07-15")
q("count", "How many of our campsites hold the Green Tent award at the moment?", "number", len(now(AWARD, tail="Green Tent")), "TKG: open holds award facts of Green Tent")
q("count", "how many diffrent people have booked a pod so far", "number", len({r["guest"] for r in typ("Pod")}), "stays: Pitch type Pod, distinct Lead guest")
q("count", "The vet next to Hollin Beck wants to leave flyers and asks if it is worth it. In how many stays did the party bring at least one dog, all campsites together?",
  "number", sum(r["dogs"] > 0 for r in S), "stays: Dogs >= 1")

# ------------------------------------------------------------------ sum
q("sum", "How many pitches do the campsites in Northumberland have in total?", "number", total([r for r in C if r["County"] == "Northumberland"], "pitches"),
  "sites: sum of Pitches, County Northumberland")
q("sum", "nights in tents 2022, add them all up", "number", total(typ("Tent", in_y(2022)), "nights"), "stays: sum of Nights, Pitch type Tent, Arrived in 2022")
q("sum", "What did guests pay altogether for stays at Bamfleet Sands?", "number", total(of("Bamfleet Sands"), "paid"), "stays: sum of Paid, Campsite Bamfleet Sands")

# ------------------------------------------------------------------ average
q("average", "What is the average peak price per night of our campsites?", "number", mean(C, "peak"), "sites: mean Peak price / night")
q("average", "avg lenght of a caravan stay in nights?", "number", mean(typ("Caravan"), "nights"), "stays: mean Nights, Pitch type Caravan")
q("average", "I have to write two lines for the annual report, nothing fancy. How many stars did guests give us on average in 2024?", "number", mean(in_y(2024), "stars"),
  "stays: mean Stars (empty left out), Arrived in 2024")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest low season price per night on our list?", "number", min(r["low"] for r in C), "sites: min Low season / night")
q("min_max", "most anybody ever paid us for a single stay in a hut", "number", max(r["paid"] for r in typ("Hut") if r["paid"] is not None), "stays: max Paid, Pitch type Hut")
q("min_max", "On what date did the first guest of 2024 arrive?", "values", min(r["d"] for r in in_y(2024)), "stays: earliest Arrived in 2024")

# ------------------------------------------------------------------ superlative
q("superlative", "which site has got most huts n pods", "values", best({r["n"]: r["huts"] for r in C}), "sites: highest Huts & pods")
q("superlative", "Which stay at Thrushgill was the most expensive one?", "values", best({r["Ref"]: r["paid"] for r in of("Thrushgill") if r["paid"] is not None}),
  "stays: highest Paid, Campsite Thrushgill")
q("superlative", "best scored campsite where you can bring the dog?", "values", best({r["n"]: r["score"] for r in C if r["Dogs allowed"] == "Yes" and r["score"] is not None}),
  "sites: highest Guest score, Dogs allowed Yes")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three campsites have the largest area?", "values", best({r["n"]: r["ha"] for r in C}, 3), "sites: three highest Area")
q("top_k", "4 dearest sites in peak season", "values", best({r["n"]: r["peak"] for r in C}, 4), "sites: four highest Peak price / night")

# ------------------------------------------------------------------ comparison
q("comparison", "Which lies higher, Glen Fyvich or Quantock Edge?", "values", best({n: CN[n]["m"] for n in ("Glen Fyvich", "Quantock Edge")}), "sites: Height above sea of the two")
q("comparison", "hollin beck or raven scar, whats cheaper out of season", "values", best({n: CN[n]["low"] for n in ("Hollin Beck", "Raven Scar")}, low=True),
  "sites: Low season / night of the two")
q("comparison", "Who was managing director for longer, Godfrey Lapwing or Sybil Lapwing?", "values", best({p: days(one(facts(MD, p))) for p in ("Godfrey Lapwing", "Sybil Lapwing")}),
  "TKG: lengths of the two managing director facts")

# ------------------------------------------------------------------ difference
q("difference", "gap between peak and low season at tregarick cove, £ a night", "number", CN["Tregarrick Cove"]["peak"] - CN["Tregarrick Cove"]["low"],
  "sites: Peak price minus Low season of Tregarrick Cove")
q("difference", "By how much did the number of stays go up from 2021 to 2024?", "number", len(in_y(2024)) - len(in_y(2021)), "stays: rows Arrived in 2024 minus rows in 2021")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all stays were booked by phone?", "number", 100 * sum(r["via"] == "Phone" for r in S) / len(S), "stays: Booked via Phone over all rows")
q("percent", "share of the campsites that have no wifi whatsoever, in %", "number", 100 * sum(r["Wi-Fi"] == "none" for r in C) / len(C), "sites: Wi-Fi none over all rows")

# ------------------------------------------------------------------ group_by
q("group_by", "What is the average guest score in each of our areas?", "table", {k: mean(v, "score") for k, v in group(C, lambda r: area(r["n"])).items()},
  "sites: mean Guest score (empty left out); KG: per belongs to area")
q("group_by", "avg nights per pitch type", "table", {k: mean(v, "nights") for k, v in group(S, lambda r: r["type"]).items()}, "stays: mean Nights per Pitch type")
q("group_by", "takings by year? just whats been paid", "table", {k: total(v, "paid") for k, v in group(S, lambda r: r["d"].year).items()}, "stays: sum of Paid (empty left out) per year of Arrived")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which campsite had the most stays?", "values", best(Counter(r["site"] for r in S)), "stays: most rows per Campsite")
q("group_superlative", "whos our best customer going by nights, all their stays added up", "values", best({k: total(v, "nights") for k, v in group(S, lambda r: r["guest"]).items()}),
  "stays: highest sum of Nights per Lead guest")
q("group_superlative", "Which facility can be found at the largest number of campsites?", "values", best(Counter(t for h, r, t in K if r == "has")), "KG: has, counted by facility")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is there a swimming pool at Otterleigh?", "boolean", "swimming pool" in out("Otterleigh", "has"), "KG: Otterleigh has swimming pool")
q("yes_no", "can u hire a canoe at kilbrannoch", "boolean", "canoe hire" in out("Kilbrannoch", "has"), "KG: no has canoe hire triple of Kilbrannoch")
q("yes_no", "Was Peg Wharram ever warden of Raven Scar?", "boolean", bool(facts(W, "Peg Wharram", "Raven Scar")), "TKG: Peg Wharram warden of Raven Scar")
q("yes_no", "is bamfleet sands still flying the blue pennant?", "boolean", bool(now(AWARD, "Bamfleet Sands", "Blue Pennant")), "TKG: the Blue Pennant fact of Bamfleet Sands has ended")

# ------------------------------------------------------------------ negation
q("negation", "Which campsites have no laundry?", "values", SITES - inn("laundry", "has"), "KG: campsites without a has laundry triple")
q("negation", "sites that have never had any award, ever", "values", SITES - {f[0] for f in facts(AWARD)}, "TKG: campsites without a holds award fact")
q("negation", "Which campsites in the South West area do not buy their firewood from Kindling Kernow?", "values", inn("South West", "belongs to area") - inn("Kindling Kernow", "buys firewood from"),
  "KG: belongs to area South West without buys firewood from Kindling Kernow")
q("negation", "stays in tents without electric at thrushgill or skelder tarn - how many is that", "number",
  sum(r["site"] in ("Thrushgill", "Skelder Tarn") and r["Electric"] == "No" for r in typ("Tent")), "stays: Campsite Thrushgill or Skelder Tarn, Pitch type Tent, Electric No")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the warden of Loch Sorn on 1 July 2019?", "values", [one(at(W, date(2019, 7, 1), tail="Loch Sorn"))[0]], "TKG: warden of Loch Sorn valid on 2019-07-01")
q("time_point", "who ran the north area as manager in 2016", "values", [one(in_year(AM, 2016, tail="North"))[0]], "TKG: area manager of North in 2016")
q("time_point", "Which campsites held the Dark Sky Site award on 15 August 2017?", "values", [f[0] for f in at(AWARD, date(2017, 8, 15), tail="Dark Sky Site")],
  "TKG: holds award Dark Sky Site valid on 2017-08-15")
q("time_point", "tregarrick cove, whos doing the cafe there nowadays", "values", [one(now(CAFE, "Tregarrick Cove"))[2]], "TKG: open café run by fact of Tregarrick Cove")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was warden of Cwm Hyfryd before Marged Tudor-Rees?", "values", [step(facts(W, tail="Cwm Hyfryd"), 0, "Marged Tudor-Rees", -1)], "TKG: previous warden of Cwm Hyfryd")
q("before_after", "anthea birtwistle left scotland, who took over the area from her", "values", [step(facts(AM, tail="Scotland"), 0, "Anthea Birtwistle", 1)], "TKG: next area manager of Scotland")
q("before_after", "Which wardens started in their present job after 1 January 2023?", "values", [f[0] for f in now(W) if f[3] > date(2023, 1, 1)], "TKG: open warden of facts with start after 2023-01-01")

# ------------------------------------------------------------------ duration
f = one(facts(W, "Dewi Prytherch", "Pen-y-Gors"))
q("duration", "For how many full years was Dewi Prytherch warden of Pen-y-Gors?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "out of the former area managers of the south west & wales, who kept the job longest", "values",
  best({f[0]: days(f) for a in ("South West", "Wales") for f in facts(AM, tail=a) if f[4]}), "TKG: longest closed area manager of fact of South West or Wales")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which county is the supplier that Glen Fyvich buys its firewood from?", "values",
  {c for s in out("Glen Fyvich", "buys firewood from") for t in out(s, "based_in") for c in out(t, "in county")}, "KG: buys firewood from > based_in > in county")
q("multi_hop", "campsites next to a lake?", "values", {c for w in inn("lake", "kind of water") for c in inn(w, "beside")}, "KG: kind of water lake < beside")
q("multi_hop", "the person who trained tegan haf, who trained them", "values", {b for a in out("Tegan Hâf", "trained_by") for b in out(a, "trained_by")}, "KG: trained_by > trained_by")

# ------------------------------------------------------------------ cross_source
r = SN["WG3172"]
q("cross_source", "Who was the warden of the campsite when stay WG3172 began?", "values", [one(at(W, r["d"], tail=r["site"]))[0]], "stays: Campsite, Arrived of WG3172; TKG: warden of on that date")
q("cross_source", "nights booked in all by people living in leeds", "number", total([r for r in S if "Leeds" in out(r["guest"], "lives in")], "nights"),
  "KG: lives in Leeds; stays: sum of Nights")
mt = one(facts(W, "Ambrose Luscombe", "Dartle Meadows"))
q("cross_source", "How many stays began at Dartle Meadows while Ambrose Luscombe was warden there?", "number",
  sum(bool(at(W, r["d"], "Ambrose Luscombe", "Dartle Meadows")) for r in of("Dartle Meadows")), "stays: Campsite Dartle Meadows, Arrived; TKG: warden of interval of Ambrose Luscombe")
q("cross_source", "what languages does todays warden of our lowest lying campsite speak", "values",
  out(one(now(W, tail=one(best({r["n"]: r["m"] for r in C}, low=True))))[0], "speaks"), "sites: lowest Height above sea; TKG: open warden of; KG: speaks")
q("cross_source", "What is the average guest score of the campsites that hold the Dark Sky Site award today?", "number",
  mean([CN[f[0]] for f in now(AWARD, tail="Dark Sky Site")], "score"), "TKG: open holds award Dark Sky Site; sites: mean Guest score")
cl = inn("Canvas Club", "member of")
q("cross_source", "We are haggling with the Canvas Club over their rebate again. What have their members paid us altogether since the start of 2023?", "number",
  total([r for r in S if r["guest"] in cl and r["d"].year >= 2023], "paid"), "KG: member of Canvas Club; stays: sum of Paid, Arrived from 2023-01-01")
q("cross_source", "scottish campsites w/ less than 50 pitches", "values", names(r for r in C if nation(r["n"]) == "Scotland" and r["pitches"] < 50),
  "KG: in nation Scotland; sites: County, Pitches < 50")
q("cross_source", "How many pitches are on land that we lease from Lune Valley Estates today?", "number", total([CN[f[0]] for f in now(LEASE, tail="Lune Valley Estates")], "pitches"),
  "TKG: open leased_from Lune Valley Estates; sites: sum of Pitches")

# ------------------------------------------------------------------ missing
q("missing", "Which campsites have no guest score yet?", "values", names(r for r in C if r["score"] is None), "sites: empty Guest score")
q("missing", "which stays in 2024 has nobody typed in what they paid", "values", refs(r for r in in_y(2024) if r["paid"] is None), "stays: empty Paid, Arrived in 2024")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much rent do we pay to the Plas Hyfryd Estate per year?", "refuse", [], "TKG says who leases to us, no rents")
assert not now(W, tail="Kielmoss")
q("unanswerable", "who is kielmoss's warden right now", "refuse", [], "TKG: the last warden of Kielmoss left on 2023-09-30, no open fact")
q("unanswerable", "How many showers are there at Hollin Beck?", "refuse", [], "no showers in any file")
assert min(f[3] for f in facts(W, tail="Traeth Melyn")).year > 1990
q("unanswerable", "Who was warden of Traeth Melyn in 1990?", "refuse", [], "TKG: the first warden of Traeth Melyn started in 2004")
assert "Puddlecombe" not in SITES
q("unanswerable", "puddlecombe - hows it priced in high season", "refuse", [], "there is no campsite Puddlecombe")
q("unanswerable", "What was the number plate of the motorhome in stay WG3172?", "refuse", [], "no number plates in any file")
q("unanswerable", "any complaints about noise at bamfleet last summer?", "refuse", [], "no complaints in any file, only stars")

finish(HERE, Q)
