"""Computes every gold answer of the 'observatories' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, having, kg, known, mean, one, records, share, step, sums, tkg,
    total, num)


V, N, B, G = "values", "number", "boolean", "table"
KG, TK = graphs(HERE, "observatories")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
S, T = records(HERE, "sessions.csv"), records(HERE, "telescopes.csv")
for s in S:
    s["hrs"], s["seeing"], s["cloud"] = num(s["Hrs on sky"]), num(s["seeing (arcsec)"]), num(s["Cloud %"])
    s["charge"], s["lost"] = num(s["Charge EUR"]), s["Outcome"].startswith("lost")
for t in T:
    t["price"], t["aper"], t["year"] = num(t["Price (kEUR)"]), num(t["Apert. (cm)"]), int(t["Yr 1st light"])
    t["realum"] = day(t["Last realum."], "%d/%m/%Y")
def tel(code): return one(t for t in T if t["Tel code"] == code)
def scope(name): return one(t for t in T if t["Telescope"] == name)
def of(rows, key, x): return [r for r in rows if r[key] == x]
def obs_of(s): return tel(s["Tel"])["Observatory"]
def univ(person): return one(out(person, "affiliated with"))
def country(o): return one(out(one(out(o, "located in")), "lies in"))
def elevation(o): return num(one(out(o, "elevation_m")))
def ids(ss): return [s["Sess. ID"] for s in ss]
def names(ts): return [t["Telescope"] for t in ts]
def director(o, who): return one(facts("director of", who, o))
def days(f): return (f[4] - f[3]).days
def whole_months(a, b):
    """months from the day after a to the day before b, both month borders"""
    a += timedelta(1)
    assert a.day == b.day == 1
    return (b.year - a.year) * 12 + b.month - a.month
OBS, UNIS, INSTR, PEOPLE = (heads(r) for r in ("operated_by", "member of", "mounted_on", "affiliated with"))
# the files agree with each other
assert {t["Observatory"] for t in T} == OBS and UNIS == {univ(p) for p in PEOPLE}
for s in S:
    assert tel(s["Tel"])["Telescope"] == s["Telescope"] and s["Observer"] in PEOPLE and out(s["TARGET"], "is a")
    assert not s["Instr."] or out(s["Instr."], "mounted_on") == {s["Telescope"]}
    assert s["Night of"].startswith("2024-") and (s["hrs"] == 0) == s["lost"]
for p in PEOPLE: assert [univ(p)] == [f[2] for f in now("employed at", p)]
for o in OBS: assert out(o, "operated_by") == {f[0] for f in now("operator of", tail=o)}

Q = []
q = asking("observatories", Q)

# ------------------------------------------------------------ lookup
q("lookup", "whos the instrument scientist of NORSPEC these days", V, one(now("instrument scientist for", tail="NORSPEC"))[0],
  "TKG instrument scientist for NORSPEC, open fact")
q("lookup", "Where did Demelza Tregarth get her PhD?", V, out("Demelza Tregarth", "phd_from"), "KG phd_from")
q("lookup", "how high up is Punta Calera, in metres?", N, elevation("Punta Calera Observatory"), "KG elevation_m")
q("lookup", "What amount did we bill for session OS-2425?", N, one(of(S, "Sess. ID", "OS-2425"))["charge"], "sessions: Charge EUR of OS-2425")
# ------------------------------------------------------------ filter_list
q("filter_list", "Please list the codes of all telescopes that are mothballed at present.", V, [t["Tel code"] for t in of(T, "STATUS", "mothballed")],
  "telescopes: STATUS mothballed")
q("filter_list", "who all does exoplanet stuff?", V, inn("exoplanets", "works on"), "KG works on exoplanets, read backwards")
q("filter_list", "seeing better than 1 arcsec - which sessions? IDs pls", V, ids(s for s in S if s["seeing"] is not None and s["seeing"] < 1),
  "sessions: seeing (arcsec) < 1 (better = smaller; OS-2401 with 1.00 is not under 1)")
q("filter_list", "Which observers collected more than 20 hours on sky over the whole of 2024?", V,
  having(sums(S, "Observer", "hrs"), lambda h: h > 20), "sessions: sum of Hrs on sky by Observer > 20 (all sessions are in 2024)")
# ------------------------------------------------------------ count
q("count", "clouded out - how many sessions did we loose to that?", N, len(of(S, "Outcome", "lost - clouds")), "sessions: Outcome lost - clouds")
q("count", "number of scopes in our list with first light earlier than 1970?", N, sum(t["year"] < 1970 for t in T), "telescopes: Yr 1st light < 1970")
q("count", "On how many different telescopes was Nadia El Fassi booked, lost nights included?", N, len({s["Tel"] for s in of(S, "Observer", "Nadia El Fassi")}),
  "sessions: distinct Tel of the observer")
q("count", "how many progs have 5 sessions or more on them", N, len(having(Counter(s["Prog."] for s in S if s["Prog."]), lambda n: n >= 5)),
  "sessions: rows by Prog. (empty left out), groups with >= 5")
# ------------------------------------------------------------ sum
q("sum", "Counting every telescope made by Astromekka, how many thousand euros did they cost together?", N, sum(t["price"] for t in of(T, "Maker", "Astromekka Oy")),
  "telescopes: sum of Price (kEUR) of the maker")
q("sum", "Priya Raghunathan - total hrs on sky?", N, sum(s["hrs"] for s in of(S, "Observer", "Priya Raghunathan")), "sessions: sum of Hrs on sky of the observer")
q("sum", "I am closing the third quarter. Please add up what was charged for sessions from July to September 2024 that the Halloran Trust paid for.", N,
  total([s for s in of(S, "Funded by", "Halloran Trust") if "2024-07" <= s["Night of"][:7] <= "2024-09"], "charge"), "sessions: sum of Charge EUR, Funded by Halloran Trust, 2024-07..09")
# ------------------------------------------------------------ average
q("average", "What seeing, in arcseconds, did the Pascoe 61-centimetre get on average? Nights without a value don't count.", N,
  mean(of(S, "Telescope", "Pascoe 61-centimetre"), "seeing"), "sessions: mean recorded seeing of TH-01")
q("average", "avg aperature of our refractors in cm", N, mean(of(T, "type", "Refractor"), "aper"), "telescopes: mean Apert. (cm), type Refractor")
q("average", "How cloudy was it on average, in percent, during the sessions that were only partial?", N, mean(of(S, "Outcome", "partial"), "cloud"),
  "sessions: mean Cloud %, Outcome partial (no empty ones among them)")
assert all(s["cloud"] is not None for s in of(S, "Outcome", "partial"))
# ------------------------------------------------------------ min_max
q("min_max", "worst seeing value anybody noted in 2024?", N, max(known(S, "seeing")), "sessions: largest seeing (worse = larger)")
q("min_max", "cheapest radio dish we own, how much was it in kEUR", N, min(t["price"] for t in of(T, "type", "Radio dish")), "telescopes: min Price, Radio dish")
q("min_max", "On which date was a mirror at Punta Calera realuminised most recently?", V,
  max(known(of(T, "Observatory", "Punta Calera Observatory"), "realum")), "telescopes: latest Last realum. of the observatory")
# ------------------------------------------------------------ superlative
q("superlative", "Which telescope is the oldest one we have? Give its name.", V, best({t["Telescope"]: t["year"] for t in T}, low=True), "telescopes: smallest Yr 1st light")
q("superlative", "leaving the radio dishes aside, whats the name of the scope with the biggest apperture", V,
  best({t["Telescope"]: t["aper"] for t in T if t["type"] != "Radio dish"}), "telescopes: largest Apert. (cm), not Radio dish")
q("superlative", "Who supervised the largest number of our astronomers?", V, best(Counter(t for h, r, t in KG if r == "supervised_by")), "KG supervised_by, counted by supervisor")
# ------------------------------------------------------------ top_k
q("top_k", "5 most expensive telescopes, names only", V, best({t["Telescope"]: t["price"] or 0 for t in T}, 5), "telescopes: five largest Price (kEUR)")
q("top_k", "Name the two targets that received the most hours on sky.", V, best(sums(S, "TARGET", "hrs"), 2), "sessions: sum of Hrs on sky by TARGET, two largest")
q("top_k", "the 3 highest observatories, going by elevaton?", V, best({o: elevation(o) for o in OBS}, 3), "KG elevation_m, three largest")
# ------------------------------------------------------------ comparison
q("comparison", "Did Marit Lindqvist or Ginevra Tolomei have more sessions in the log?", V, best({o: len(of(S, "Observer", o)) for o in ("Marit Lindqvist", "Ginevra Tolomei")}),
  "sessions: rows of each observer")
q("comparison", "Corvara Schmidt vs Hohenwarte Astrograph, which was there first?", V, best({n: scope(n)["year"] for n in ("Corvara Schmidt", "Hohenwarte Astrograph")}, low=True),
  "telescopes: Yr 1st light compared")
q("comparison", "who built more of our instruments, dunmore or halloran?", V,
  best({m: len(inn(m, "built by")) for m in ("Dunmore Photonics", "Halloran Detectors")}), "KG built by, counted")
# ------------------------------------------------------------ difference
q("difference", "By how many centimetres is the Gran Telescopio Ibarra larger in aperture than the Valdrossa 182?", N,
  scope("Gran Telescopio Ibarra")["aper"] - scope("Valdrossa 182")["aper"], "telescopes: Apert. (cm) subtracted")
q("difference", "how much dearer was the Ilmenrode radio telescope than the Fjell dish (in k euros)", N, scope("Ilmenrode Radio Telescope")["price"] - scope("Fjell Radio Dish")["price"],
  "telescopes: Price (kEUR) subtracted")
ended = Counter(s["Outcome"] for s in S)
assert ended["completed"] > ended["partial"]
q("difference", "How many more sessions were completed than ended as partial?", N, ended["completed"] - ended["partial"], "sessions: Outcome counts subtracted")
# ------------------------------------------------------------ percent
q("percent", "What percentage of all sessions ended up lost, whatever the reason?", N, share(S, lambda s: s["lost"]), "sessions: share of Outcome lost - clouds or lost - technical")
q("percent", "share of scopes that are operational rn, in %", N, share(T, lambda t: t["STATUS"] == "operational"), "telescopes: share of STATUS operational")
q("percent", "Of all the money charged for sessions, what percentage came from the Kelvin Grant Council?", N,
  100 * total(of(S, "Funded by", "Kelvin Grant Council"), "charge") / total(S, "charge"), "sessions: Charge EUR of the funder over all charges")
# ------------------------------------------------------------ group_by
q("group_by", "How many telescopes does each observatory have?", G, Counter(t["Observatory"] for t in T), "telescopes: rows by Observatory")
q("group_by", "total charged per funder?", G, sums(S, "Funded by", "charge"), "sessions: sum of Charge EUR by Funded by")
seen = group(S, lambda s: s["Tel"])
q("group_by", "mean seeing by tel code, but only the ones where it was measured at least 5 times", G, {k: mean(g, "seeing") for k, g in seen.items() if len(known(g, "seeing")) >= 5},
  "sessions: mean recorded seeing by Tel, groups with >= 5 values")
q("group_by", "For each kind of instrument (spectrograph, photometer and so on), how many instruments do we have?", G, Counter(one(out(i, "is a")) for i in INSTR),
  "KG is a, counted over everything that is mounted_on a telescope")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "If you add up the prices of its telescopes, which observatory is the most valuable?", V, best(sums(T, "Observatory", "price")),
  "telescopes: sum of Price (kEUR) by Observatory, largest")
q("group_superlative", "programme code with most hours on sky?", V, best(sums((s for s in S if s["Prog."]), "Prog.", "hrs")), "sessions: sum of Hrs on sky by Prog., largest")
q("group_superlative", "most scopes come from which maker?", V, best(Counter(t["Maker"] for t in T)), "telescopes: rows by Maker, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Is CALIR mounted on the Calera 2.4-metre?", B, "Calera 2.4-metre" in out("CALIR", "mounted_on"), "KG mounted_on")
q("yes_no", "did demelza tregarth ever have a job at strathmarnock uni?", B, facts("employed at", "Demelza Tregarth", "University of Strathmarnock"), "TKG employed at")
q("yes_no", "saalecam: used more than once?", B, len(of(S, "Instr.", "SAALECAM")) > 1, "sessions: rows with that Instr.")
assert len(of(S, "Tel", "HW-03")) == 1
q("yes_no", "On New Year's Day 2018, was Beatriz Salmeron the director of Punta Calera?", B,
  at("director of", date(2018, 1, 1), "Beatriz Salmeron", "Punta Calera Observatory"), "TKG director of: her two terms do not cover 2018-01-01")
# ------------------------------------------------------------ negation
q("negation", "Which observatories do not have a radio dish?", V, OBS - {t["Observatory"] for t in of(T, "type", "Radio dish")},
  "telescopes: all observatories less those with a Radio dish")
q("negation", "instruments that never show up in the session log?", V, INSTR - {s["Instr."] for s in S}, "KG instruments (mounted_on) less the Instr. values of sessions")
q("negation", "How many of the sessions on BJ-01 were paid by someone other than the Nordfjell Research Fund?", N,
  sum(s["Funded by"] != "Nordfjell Research Fund" for s in of(S, "Tel", "BJ-01")), "sessions: Tel BJ-01, Funded by not Nordfjell")
q("negation", "unis which arent in the NordSky Alliance", V, UNIS - inn("NordSky Alliance", "member of"), "KG member of: all universities less those in NordSky")
# ------------------------------------------------------------ time_point
q("time_point", "Who was in charge of Monte Corvara Observatory in 2010?", V, one(in_year("director of", 2010, tail="Monte Corvara Observatory"))[0],
  "TKG director of covering 2010")
q("time_point", "where was Marit Lindqvist employed on 1 june 2016", V, one(at("employed at", date(2016, 6, 1), "Marit Lindqvist"))[2], "TKG employed at on that day")
q("time_point", "Which observatories did Ottokar Wendisch direct in 2001?", V, [f[2] for f in in_year("director of", 2001, "Ottokar Wendisch")], "TKG director of covering 2001 (two at once)")
q("time_point", "nordsky alliance, who sat in the chair in may 2014?", V, one({f[0] for d in (1, 31) for f in at("chair of", date(2014, 5, d), tail="NordSky Alliance")}),
  "TKG chair of in that month")
# ------------------------------------------------------------ before_after
q("before_after", "Who took over Kestrel Ridge as director right after Hamish Ruthven?", V, step(facts("director of", tail="Kestrel Ridge Observatory"), 0, "Hamish Ruthven", 1),
  "TKG director of, the next fact")
q("before_after", "Sierra Almagra wasn't always run by Olvera. who operated it before them?", V, step(facts("operator of", tail="Sierra Almagra Observatory"), 0, "Universidad de Olvera", -1),
  "TKG operator of, the fact before")
q("before_after", "Which people started a term as director of one of the observatories after 1 January 2018?", V,
  [f[0] for f in facts("director of") if f[3] > date(2018, 1, 1)], "TKG director of with start after that day")
# ------------------------------------------------------------ duration
q("duration", "For how many full years was Loveday Curnow director at Trevanion Hill?", N, full_years(*director("Trevanion Hill Observatory", "Loveday Curnow")[3:]),
  "TKG 1998-09-01 to 2013-07-31, completed years")
q("duration", "who lasted longer as head of Hohenwarte: Wendisch or Kallweit", V, best({p: days(director("Hohenwarte Observatory", p)) for p in ("Ottokar Wendisch", "Dietmar Kallweit")}),
  "TKG director of, lengths compared (both ended)")
jf, lp = (director("Sierra Almagra Observatory", p) for p in ("Joaquin Ferrandis", "Leocadia Pozuelo"))
q("duration", "How many months was Sierra Almagra without a director, between Ferrandis leaving and Pozuelo starting?", N, whole_months(jf[4], lp[3]),
  "TKG director of: end 2016-06-30, next start 2016-09-01, so July and August")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In what country is the university that Leocadia Pozuelo belongs to?", V, one(out(one(out(univ("Leocadia Pozuelo"), "has campus in")), "lies in")),
  "KG affiliated with > has campus in > lies in")
q("multi_hop", "kallweits former students, at which unis are they now?", V, {univ(p) for p in inn("Dietmar Kallweit", "supervised_by")}, "KG supervised_by backwards, then affiliated with")
q("multi_hop", "In which city does the company have its headquarters that built the spectrograph of the Nordlys 1.2-metre?", V,
  out(one(out(one(i for i in inn("Nordlys 1.2-metre", "mounted_on") if "spectrograph" in out(i, "is a")), "built by")), "headquartered in"),
  "KG mounted_on backwards + is a spectrograph, built by, headquartered in")
# ------------------------------------------------------------ cross_source
q("cross_source", "How many hours on sky were spent on targets that are listed as a galaxy?", N, sum(s["hrs"] for s in S if "galaxy" in out(s["TARGET"], "is a")),
  "sessions: Hrs on sky; KG target is a galaxy")
q("cross_source", "guest sessions, how many? i mean the observer's own university is not the one that operates the observatory", N,
  sum(univ(s["Observer"]) != one(out(obs_of(s), "operated_by")) for s in S), "sessions: Observer, Tel; telescopes: Observatory; KG affiliated with, operated_by")
q("cross_source", "How much was charged altogether for sessions on telescopes in Italy?", N, total([s for s in S if country(obs_of(s)) == "Italy"], "charge"),
  "sessions: Charge EUR; telescopes: Observatory; KG located in > lies in Italy")
tinde = scope("Tinde 70")
q("cross_source", "The Tinde 70 needs a new coating. Who was director of its observatory when the mirror was last realuminised?", V,
  one(at("director of", tinde["realum"], tail=tinde["Observatory"]))[0], "telescopes: Observatory, Last realum.; TKG director of on that day")
q("cross_source", "which observers have worked w/ an infrared camera?", V, {s["Observer"] for s in S if "infrared camera" in out(s["Instr."], "is a") and not s["lost"]},
  "sessions: Observer, Instr.; KG is a infrared camera")
q("cross_source", "hrs on sky of all Ritchey-Chretien scopes together", N, sum(s["hrs"] for s in S if tel(s["Tel"])["type"] == "Ritchey-Chretien"), "sessions: Hrs on sky, Tel; telescopes: type")
# ------------------------------------------------------------ missing
q("missing", "For which telescopes is no price on file? I need the names.", V, names(t for t in T if t["price"] is None), "telescopes: Price (kEUR) empty")
q("missing", "not lost but still no charge filled in: session ids?", V, ids(s for s in S if not s["lost"] and s["charge"] is None), "sessions: Outcome not lost, Charge EUR empty")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "need to write to Nadia El Fassi, whats her email?", "refuse", [], "no e-mail addresses in any file")
q("unanswerable", "how many papers came out of programme P24-10?", "refuse", [], "no publications in any file")
q("unanswerable", "humidity during OS-2416?", "refuse", [], "no humidity in any file (only seeing and cloud)")
q("unanswerable", "What was the purchase price of the NORSPEC spectrograph?", "refuse", [], "prices only for telescopes, none for instruments")
q("unanswerable", "Who was the director of Trevanion Hill in 1990?", "refuse", [], "TKG: the first known director there starts in 1998")
q("unanswerable", "How far away is M51 in light years?", "refuse", [], "no distances in any file")
q("unanswerable", "which scope gets replaced next year? cant find the plan", "refuse", [], "no plans in any file")
q("unanswerable", "How many students use the Praktikum telescopes each term?", "refuse", [], "no student numbers in any file")
assert len(Q) == 80
finish(HERE, Q)
