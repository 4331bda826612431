#!/usr/bin/env python3
"""Computes every gold answer of the 'research' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, graphs, group, iso, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)

def num(s):
    for x in ("€", "EUR", ",", "%", " kW", " pp"): s = s.replace(x, "")
    s = s.strip()
    return float(s) if s else None


P = rd("papers.csv")
for r in P:
    r["sent"], r["out"] = day(r["Sent in"], "%d.%m.%Y"), iso(r["Appeared"])
    r["apc"], r["cited"], r["pages"], r["n"] = num(r["APC"]), num(r["Times cited"]), num(r["Length"]), int(r["Authors"])
PN, PT = {r["Ref"]: r for r in P}, {r["Title"]: r for r in P}
I = rd("instruments.csv")
for r in I:
    r["d"], r["cost"], r["kw"] = day(r["Installed"], "%d %b %Y"), num(r["Cost"]), num(r["Power"])
    r["up"], r["hours"] = num(r["Uptime"]), num(r["Hours booked 2024"])
IN = {r["Instrument"]: r for r in I}
K, T = graphs(HERE, "research")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def full_years(s, e):
    def f(s, e): return e.year - s.year - ((e.month, e.day) < (s.month, s.day))
    assert f(s, e) == f(s, e + timedelta(days=1)) == f(s, e - timedelta(days=1))
    return f(s, e)


# sanity of the data
LABS, STAFF = heads("part of"), heads("works in")
assert len(PN) == len(PT) == len(P) and len(IN) == len(I) == len({r["Inv. No"] for r in I}) and len(set(K)) == len(K)
assert {r["Lead author"] for r in P} <= STAFF and {r["Journal"] for r in P} == heads("published_by") and {r["Lab"] for r in I} == LABS
for x in LABS | {"Corvenna Institute"} | {f[2] for f in facts("head_of_division")}:
    for rel in ("group leader of", "head_of_division", "director of"):
        fs = facts(rel, tail=x)
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:]))
def lab(p): return one(out(p, "works in"))
def div(l): return one(out(l, "part of"))
def town(l): return one(out(one(out(l, "housed_in")), "located in"))
def region(l): return one(out(town(l), "in region"))
for r in P:
    assert lab(r["Lead author"]) in LABS and (r["out"] is None) == (r["Stage"] != "Published") and (r["out"] is None or r["sent"] < r["out"])
    assert at("employed at", r["sent"], head=r["Lead author"])
for r in I: assert not r["Caretaker"] or lab(r["Caretaker"]) == r["Lab"]
by = lambda a: [r for r in P if r["Lead author"] == a]
sent = lambda y: [r for r in P if r["sent"].year == y]
appeared = lambda y: [r for r in P if r["out"] and r["out"].year == y]
of_lab = lambda l: [r for r in P if lab(r["Lead author"]) == l]
at_lab = lambda l: [r for r in I if r["Lab"] == l]

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
    Q.append(({"id": f"research-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
titles = lambda rows: [r["Title"] for r in rows]
refs = lambda rows: [r["Ref"] for r in rows]
inames = lambda rows: [r["Instrument"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "In which journal was Bark pH published?", "values", [PT["Bark pH"]["Journal"]], "papers: Journal of Bark pH", "plain")
q("lookup", "who looks after saffron, the cryostat", "values", [IN["Saffron"]["Caretaker"]], "instruments: Caretaker of Saffron", "short syn")
q("lookup", "Where did Milica Todorovic get her doctorate?", "values", out("Milica Todorović", "doctorate_from"), "KG: Milica Todorović doctorate_from", "plain")
q("lookup", "CI-21-017 how many pages", "number", PN["CI-21-017"]["pages"], "papers: Length of CI-21-017", "short syn")
q("lookup", "Who publishes Open Matter?", "values", out("Open Matter", "published_by"), "KG: Open Matter published_by", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which instruments cost more than 500,000 euros?", "values", inames(r for r in I if r["cost"] > 500000), "instruments: Cost > 500,000", "plain")
q("filter_list", "kit thats on the blink right now, i mean under repair - names?", "values", inames(r for r in I if r["State"] == "Under repair"), "instruments: State Under repair", "idiom casual")
q("filter_list", "Which papers led by Torbjörn Sandelius were rejected?", "values", titles(r for r in by("Torbjörn Sandelius") if r["Stage"] == "Rejected"),
  "papers: Lead author Torbjörn Sandelius, Stage Rejected", "plain")
q("filter_list", "staff who can dive??", "values", inn("diving", "skilled in"), "KG: skilled in diving", "short casual")
q("filter_list", "Could you list the papers that had been cited more than 60 times? Titles are enough, thank you.", "values",
  titles(r for r in P if r["cited"] is not None and r["cited"] > 60), "papers: Times cited > 60", "polite")

# ------------------------------------------------------------------ count
q("count", "How many papers were submitted in 2022?", "number", len(sent(2022)), "papers: Sent in in 2022", "plain syn")
q("count", "no of climate chambers in the house", "number", sum(r["Kind"] == "Climate chamber" for r in I), "instruments: Kind Climate chamber", "short")
q("count", "How many journals in our list belong to Coracle Open?", "number", len(inn("Coracle Open", "published_by")), "KG: published_by Coracle Open", "plain syn")
q("count", "how often has acta vigilae turned us down", "number", sum(r["Journal"] == "Acta Vigiliae" and r["Stage"] == "Rejected" for r in P),
  "papers: Journal Acta Vigiliae, Stage Rejected", "typo idiom")
q("count", "I'm writing a feature on science that anybody can read for nothing, so the licence matters to me. How many of the papers that appeared in 2021 are gold access?",
  "number", sum(r["Access"] == "Gold" for r in appeared(2021)), "papers: Appeared in 2021, Access Gold", "detour")

# ------------------------------------------------------------------ sum
q("sum", "What is the total cost of all instruments of the Quantum Sensing Group?", "number", total(at_lab("Quantum Sensing Group"), "cost"),
  "instruments: sum of Cost, Lab Quantum Sensing Group", "plain")
q("sum", "apc bill for papers that came out in 2023, all in", "number", total(appeared(2023), "apc"), "papers: sum of APC, Appeared in 2023 (empty left out)", "short syn")
q("sum", "How many hours were the lasers booked in 2024 altogether?", "number", total([r for r in I if r["Kind"] == "Laser"], "hours"),
  "instruments: sum of Hours booked 2024, Kind Laser (empty left out)", "plain")

# ------------------------------------------------------------------ average
q("average", "What is the average number of citations of papers in Annals of Slow Processes?", "number", mean([r for r in P if r["Journal"] == "Annals of Slow Processes"], "cited"),
  "papers: mean Times cited (empty left out), Annals of Slow Processes", "plain syn")
q("average", "avg uptime in % for stuff made by nippari seiki?", "number", mean([r for r in I if r["Maker"] == "Nippari Seiki"], "up"),
  "instruments: mean Uptime (empty left out), Maker Nippari Seiki", "casual")
tw = [r for r in P if r["Journal"] == "Tidewater Review" and r["out"]]
q("average", "People keep telling me Tidewater Review is slow. For our papers that appeared there, how many days on average lay between sending in and appearing?",
  "number", sum((r["out"] - r["sent"]).days for r in tw) / len(tw), "papers: mean of Appeared minus Sent in, Tidewater Review", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest APC we have paid for a single paper?", "number", max(r["apc"] for r in P if r["apc"] is not None), "papers: max APC", "plain")
q("min_max", "cheapest hydrohpone array went for how much", "number", min(r["cost"] for r in I if r["Kind"] == "Hydrophone array"), "instruments: min Cost, Hydrophone array", "casual syn")
q("min_max", "When was the most recent instrument of the Glacier Dynamics Lab installed?", "values", [max(r["d"] for r in at_lab("Glacier Dynamics Lab"))],
  "instruments: latest Installed, Glacier Dynamics Lab", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which paper has been cited the most?", "values", best({r["Title"]: r["cited"] for r in P if r["cited"] is not None}), "papers: highest Times cited", "plain")
q("superlative", "whats the thirstiest machien we have, electricity wise", "values", best({r["Instrument"]: r["kw"] for r in I if r["kw"] is not None}),
  "instruments: highest Power", "idiom casual")
q("superlative", "Which of the instruments that are still running was installed first?", "values", best({r["Instrument"]: r["d"] for r in I if r["State"] == "Running"}, low=True),
  "instruments: earliest Installed, State Running", "plain")
q("superlative", "Which staff member has won the most prizes?", "values", best(Counter(h for h, r, t in K if r == "won")), "KG: won, counted by person", "plain")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three most expensive instruments?", "values", best({r["Instrument"]: r["cost"] for r in I}, 3), "instruments: three highest Cost", "plain")
q("top_k", "top 4 by hours booked in 2024 pls (intrument names)", "values", best({r["Instrument"]: r["hours"] for r in I if r["hours"] is not None}, 4),
  "instruments: four highest Hours booked 2024", "typo short")

# ------------------------------------------------------------------ comparison
q("comparison", "Which instrument cost more, Wombat or Kelpie?", "values", best({n: IN[n]["cost"] for n in ("Wombat", "Kelpie")}), "instruments: Cost of the two", "plain")
q("comparison", "irmgard pöltl vs tomasz hejduk, who has more papers as lead", "values", best({a: len(by(a)) for a in ("Irmgard Pöltl", "Tomasz Hejduk")}),
  "papers: rows of the two Lead authors", "casual")
du2 = {n: one(facts("group leader of", n)) for n in ("Maud Eskeland", "Concetta Bruscolini")}
q("comparison", "Who led their group for longer: Maud Eskeland or Concetta Bruscolini?", "values", best({n: (f[4] - f[3]).days for n, f in du2.items()}),
  "TKG: lengths of the two group leader facts", "plain syn")

# ------------------------------------------------------------------ difference
q("difference", "How many more papers were submitted in 2018 than in 2020?", "number", len(sent(2018)) - len(sent(2020)), "papers: rows of Sent in 2018 minus 2020", "plain syn")
q("difference", "price diff between red kite and moth in euro", "number", abs(IN["Red Kite"]["cost"] - IN["Moth"]["cost"]), "instruments: difference of the two Costs", "short")
q("difference", "By how many percentage points does the uptime of Driftwood exceed that of Egret?", "number", IN["Driftwood"]["up"] - IN["Egret"]["up"],
  "instruments: difference of the two Uptimes", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all papers on file were withdrawn?", "number", 100 * sum(r["Stage"] == "Withdrawn" for r in P) / len(P), "papers: Stage Withdrawn over all rows", "plain")
sd = [r for r in I if r["Kind"] == "Survey drone"]
q("percent", "of our survery drones what share (in %) sits with the river sediment ppl", "number", 100 * sum(r["Lab"] == "River Sediment Lab" for r in sd) / len(sd),
  "instruments: Kind Survey drone, share of Lab River Sediment Lab", "typo casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many papers are there per stage?", "table", Counter(r["Stage"] for r in P), "papers: rows per Stage", "plain")
q("group_by", "total purchase cost lab by lab", "table", {k: total(v, "cost") for k, v in group(I, lambda r: r["Lab"]).items()}, "instruments: sum of Cost per Lab", "short syn")
q("group_by", "What is the average number of citations for each kind of access?", "table",
  {k: mean(v, "cited") for k, v in group((r for r in P if r["Access"]), lambda r: r["Access"]).items()}, "papers: mean Times cited (empty left out) per Access", "plain syn")
q("group_by", "How many labs does each division have?", "table", Counter(t for h, r, t in K if r == "part of"), "KG: part of, counted per division", "plain")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which lab has the highest total of hours booked in 2024?", "values", best({k: total(v, "hours") for k, v in group(I, lambda r: r["Lab"]).items()}),
  "instruments: highest sum of Hours booked 2024 per Lab", "plain")
q("group_superlative", "which journal do we cough up the most apc money for, over all the years", "values",
  best({k: total(v, "apc") for k, v in group(P, lambda r: r["Journal"]).items()}), "papers: highest sum of APC per Journal", "idiom casual")
q("group_superlative", "Which university awarded the most doctorates to our staff?", "values", best(Counter(t for h, r, t in K if r == "doctorate_from")),
  "KG: doctorate_from, counted by university", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does the Bee Health Unit collaborate with Kaimana College?", "boolean", "Kaimana College" in out("Bee Health Unit", "collaborates with"),
  "KG: Bee Health Unit collaborates with", "plain")
q("yes_no", "was the battery lab ever getting money from boreal?", "boolean", bool(facts("funded_by", "Battery Materials Lab", "Boreal Science Fund")),
  "TKG: Battery Materials Lab funded_by Boreal Science Fund", "casual syn")
q("yes_no", "Is Nutmeg a laser?", "boolean", IN["Nutmeg"]["Kind"] == "Laser", "instruments: Kind of Nutmeg", "plain")
q("yes_no", "did piers langrishe still lead the soil microbiome lab in 2017", "boolean", bool(in_year("group leader of", 2017, "Piers Langrishe", "Soil Microbiome Lab")),
  "TKG: Piers Langrishe group leader of Soil Microbiome Lab in 2017", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which labs do not collaborate with any university?", "values", [l for l in LABS if not out(l, "collaborates with")], "KG: labs (part of) without collaborates with", "plain")
l23 = {r["Lead author"] for r in sent(2023)}
q("negation", "who on the staff didnt submit a single paper as lead author in 2023", "values", STAFF - l23, "KG: works in; papers: no Sent in 2023 row as Lead author", "casual syn")
q("negation", "Which staff members of the Sleep Rhythms Group have never won a prize?", "values", [p for p in inn("Sleep Rhythms Group", "works in") if not out(p, "won")],
  "KG: works in Sleep Rhythms Group without won", "plain")
q("negation", "How many hydrophone arrays are in a lab other than the Marine Acoustics Group?", "number",
  sum(r["Kind"] == "Hydrophone array" and r["Lab"] != "Marine Acoustics Group" for r in I), "instruments: Hydrophone array, Lab not Marine Acoustics Group", "plain")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was director of the institute on 1 July 2007?", "values", [one(at("director of", date(2007, 7, 1)))[0]], "TKG: director of valid on 2007-07-01", "plain")
q("time_point", "head of the quantum gruop back in 2012?", "values", [one(in_year("group leader of", 2012, tail="Quantum Sensing Group"))[0]],
  "TKG: group leader of Quantum Sensing Group in 2012", "short syn")
q("time_point", "Which funders were paying for the Cold Plasma Group on 1 March 2017?", "values", [f[2] for f in at("funded_by", date(2017, 3, 1), head="Cold Plasma Group")],
  "TKG: funded_by of Cold Plasma Group valid on 2017-03-01", "plain syn")
q("time_point", "whos chairing the ethics board atm", "values", [one(now("chairs", tail="Ethics Board"))[0]], "TKG: open chairs fact of Ethics Board", "casual")

# ------------------------------------------------------------------ before_after
q("before_after", "Who led the Battery Materials Lab before Anselm Eyre?", "values", [step(facts("group leader of", tail="Battery Materials Lab"), 0, "Anselm Eyre", -1)],
  "TKG: previous group leader of Battery Materials Lab", "plain syn")
q("before_after", "and who came after hedwig marbuch in the directors chair", "values", [step(facts("director of"), 0, "Hedwig Marbach", 1)], "TKG: next director of", "idiom casual")
q("before_after", "Which labs did the Boreal Science Fund start funding after 1 January 2016?", "values", [f[0] for f in facts("funded_by", tail="Boreal Science Fund") if f[3] > date(2016, 1, 1)],
  "TKG: funded_by Boreal Science Fund with start after 2016-01-01", "plain")

# ------------------------------------------------------------------ duration
f = one(facts("head_of_division", "Captain Odile Kermarrec"))
q("duration", "For how many full years was Captain Odile Kermarrec head of the Division of Waters?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain")
q("duration", "which of our people stayed away longest as a visiting reseacher", "values", best({f[0]: (f[4] - f[3]).days for f in facts("visiting researcher at")}),
  "TKG: longest visiting researcher at fact (all closed)", "typo casual")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which town is the Lichen and Moss Unit?", "values", [town("Lichen and Moss Unit")], "KG: housed_in > located in", "plain")
q("multi_hop", "mele fonoti's mentor, where'd they do their doctorate", "values", {u for m in out("Mele Fonoti", "mentored_by") for u in out(m, "doctorate_from")},
  "KG: mentored_by > doctorate_from", "casual")
q("multi_hop", "Which staff members work in a lab of the Division of Matter and are skilled in spectroscopy?", "values",
  {p for l in inn("Division of Matter", "part of") for p in inn(l, "works in")} & inn("spectroscopy", "skilled in"), "KG: part of < works in, skilled in", "plain")

# ------------------------------------------------------------------ cross_source
q("cross_source", "Who was director of the institute when paper CI-17-004 was sent in?", "values", [one(at("director of", PN["CI-17-004"]["sent"]))[0]],
  "papers: Sent in; TKG: director of on that date", "plain")
q("cross_source", "How many papers have a lead author from the Coastal Wetlands Lab?", "number", len(of_lab("Coastal Wetlands Lab")), "KG: works in; papers: Lead author", "plain")
q("cross_source", "what did the gear in the firnhaus labs cost us all together?", "number", total([r for r in I if r["Lab"] in inn("Firnhaus", "housed_in")], "cost"),
  "KG: housed_in Firnhaus; instruments: sum of Cost by Lab", "casual syn")
q("cross_source", "Which group leader was in office at the Cold Plasma Group on the day its instrument Egret was installed?", "values",
  [one(at("group leader of", IN["Egret"]["d"], tail=IN["Egret"]["Lab"]))[0]], "instruments: Lab, Installed; TKG: group leader of on that date", "plain")
ym = {p for p in inn("Young Investigator Award", "won")}
q("cross_source", "add up the citatons of every paper led by a winner of the young investigator award", "number", total([r for r in P if r["Lead author"] in ym], "cited"),
  "KG: won Young Investigator Award; papers: sum of Times cited", "casual syn")
q("cross_source", "How many papers were published in journals whose publisher is based in Germany?", "number",
  sum(r["Stage"] == "Published" and "Germany" in out(one(out(r["Journal"], "published_by")), "based in") for r in P),
  "KG: published_by > based in Germany; papers: Stage Published", "plain")
q("cross_source", "Which instruments were installed in a lab while the Kestrel Industries Fund was funding that lab?", "values",
  inames(r for r in I if at("funded_by", r["d"], r["Lab"], "Kestrel Industries Fund")), "instruments: Lab, Installed; TKG: funded_by interval", "plain")

# ------------------------------------------------------------------ missing
q("missing", "Which gold access papers have no APC recorded? The reference numbers please.", "values", refs(r for r in P if r["Access"] == "Gold" and r["apc"] is None),
  "papers: Access Gold with empty APC", "polite")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much does Irmgard Pöltl earn?", "refuse", [], "no salaries in any file", "plain")
q("unanswerable", "how many euros did the boreal science fund give the glacier lab", "refuse", [], "funding has dates but no amounts", "casual")
assert not in_year("director of", 1990)
q("unanswerable", "Who was director of the Corvenna Institute in 1990?", "refuse", [], "TKG: the first director fact starts in 1998", "plain")
q("unanswerable", "impact factor of living substrate?", "refuse", [], "no impact factors in any file", "short")
assert "Blunderbuss" not in IN
q("unanswerable", "When was the instrument Blunderbuss installed?", "refuse", [], "there is no instrument Blunderbuss", "plain")
q("unanswerable", "who reviewed Sphagnum Regrowth, any idea", "refuse", [], "no reviewers in any file", "casual")
q("unanswerable", "Which warranty period does Moth have?", "refuse", [], "no warranties in any file", "plain")


finish(HERE, [q for q, _ in Q])
