"""Computes every answer of the 'observatory' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("observatory", Q)

P = [{"title": r["Title"], "pi": r["PI"], "tel": r["Telescope"], "ins": r["Instrument"], "sem": r["Semester"],
      "area": r["Science area"], "day": day(r["Submitted"], "%d %b %Y"), "req": num(r["Hrs req."]),
      "hrs": num(r["Hrs awarded"]), "score": num(r["TAC score (0-10)"]), "status": r["Status"],
      "grant": digits(r["Travel grant"])} for r in records(HERE, "proposals.csv")]
T = [{"name": r["Telescope"], "site": r["Site"], "country": r["Country"], "type": r["Type"],
      "ap": num(r["Aperture (m)"]), "alt": num(r["Alt. (m)"]), "light": iso(r["First light"]),
      "cost": digits(r["Build cost (USD)"]), "nights": num(r["Clear nights/yr"]), "staff": num(r["Staff"]),
      "remote": r["Remote mode"] == "Y"} for r in records(HERE, "telescopes.csv")]
triples, quintuples = graphs(HERE, "observatory")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)

# the four files go together
mounted = {(f[0], f[2]) for p in P for f in at("mounted_on", p["day"], p["ins"], p["tel"])}
assert all((p["ins"], p["tel"]) in mounted for p in P)
assert all(at("works_at", p["day"], p["pi"]) for p in P)
assert {t["name"] for t in T} == heads("operated_by")
assert len({p["title"] for p in P}) == len(P) and len({t["name"] for t in T}) == len(T)


def prop(title): return one(p for p in P if p["title"] == title)
def tel(name): return one(t for t in T if t["name"] == name)
def ps(**want): return [p for p in P if all(p[k] == v for k, v in want.items())]
def ts(**want): return [t for t in T if all(t[k] == v for k, v in want.items())]
def names(rows): return [r["name"] if "name" in r else r["title"] for r in rows]
def top(rows, v, n=1, low=False):
    key = "name" if "name" in rows[0] else "title"
    return best({r[key]: r[v] for r in rows if r[v] is not None}, n, low)
def months(f):
    def full(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
    s, e = f[3], f[4]
    assert full(s, e) == full(s, e + timedelta(days=2)) == full(s, e - timedelta(days=2))
    return full(s, e)


# lookup
q("lookup", "who is the PI of Volcanoes on Io?", "values", prop("Volcanoes on Io")["pi"], "PI of that proposal")
q("lookup", "first light of hoku telescope", "values", tel("Hoku Telescope")["light"], "First light of the Hoku Telescope")
q("lookup", "I'm trying to find out which instrument Daichi Okabe wants for his transit search around M dwarfs. Which one is it",
  "values", one(p for p in ps(pi="Daichi Okabe") if p["title"] == "A transit search around M dwarfs")["ins"], "Instrument of that proposal")

# filter_list
q("filter_list", "titles of all withdrawn proposals", "values", names(ps(status="Withdrawn")), "Status Withdrawn")
q("filter_list", "Please list the approved exoplanet proposals that asked for more than 40 hours.", "values",
  names(p for p in ps(area="Exoplanets", status="Approved") if p["req"] > 40), "area Exoplanets, Approved, Hrs req. > 40")
q("filter_list", "telescopes above 4000 m that can be used remotly", "values",
  names(t for t in T if t["alt"] > 4000 and t["remote"]), "Alt. > 4000 and Remote mode Y")

# count
q("count", "How many of the proposals submitted in 2023 asked for time on the Aldana Telescope?", "number",
  len([p for p in ps(tel="Aldana Telescope") if p["day"].year == 2023]), "Submitted in 2023, Telescope Aldana")
q("count", "no. of radio telescopes", "number", len(ts(type="Radio")), "rows of Type Radio")
q("count", "I need a headcount for the panel report. How many different PIs handed in something for semester 2024B", "number",
  len({p["pi"] for p in ps(sem="2024B")}), "distinct PI in semester 2024B")

# sum
q("sum", "total hours awarded in semester 2023A?", "number", total(ps(sem="2023A"), "hrs"), "sum of Hrs awarded of 2023A")
q("sum", "What is the combined build cost of the telescopes in Spain?", "number",
  robust(total(ts(country="Spain"), "cost"), sum(t["cost"] for t in ts(country="Spain"))), "sum of Build cost, Country Spain")
q("sum", "sum of the travel grants on Beatriz Salgueiro's proposals", "number", total(ps(pi="Beatriz Salgueiro"), "grant"),
  "sum of Travel grant of this PI")
q("sum", "how many hrs did people ask for altogether on the okutake telescope", "number", total(ps(tel="Okutake Telescope"), "req"),
  "sum of Hrs req. on the Okutake Telescope")

# average
q("average", "average TAC score of approved proposals", "number", mean(ps(status="Approved"), "score"), "mean of TAC score, Approved")
q("average", "What is the mean number of clear nights per year at the optical telescopes in the United States?", "number",
  mean(ts(type="Optical", country="United States"), "nights"), "mean of Clear nights/yr, Optical, United States")
q("average", "avg hours requested by Transients proposals?", "number", mean(ps(area="Transients"), "req"), "mean of Hrs req., Transients")
q("average", "how many people work at a radio telescope on average", "number", mean(ts(type="Radio"), "staff"), "mean of Staff, Type Radio")

# min_max
q("min_max", "What is the smallest number of hours that any approved proposal was awarded?", "number",
  min(known(ps(status="Approved"), "hrs")), "minimum of Hrs awarded")
q("min_max", "lowest build cost among the optical telescopes", "number", min(known(ts(type="Optical"), "cost")), "minimum of Build cost, Optical")
q("min_max", "when was the earliest first light of all our telescopes", "values", min(known(T, "light")), "minimum of First light")

# superlative
q("superlative", "which telescope has the biggest aperture?", "values", top(T, "ap"), "maximum of Aperture")
q("superlative", "Which of the withdrawn proposals had asked for the most hours?", "values", top(ps(status="Withdrawn"), "req"),
  "Withdrawn, maximum of Hrs req.")
q("superlative", "who has handed in the most proposals", "values", best(Counter(p["pi"] for p in P)), "most rows per PI")

# top_k
q("top_k", "top 3 most expensive telescopes", "values", top(T, "cost", 3), "three largest Build costs")
q("top_k", "Which four proposals were awarded the most hours?", "values", top(P, "hrs", 4), "four largest Hrs awarded")
q("top_k", "For the finance office: name the three PIs whose travel grants add up to the most money.", "values", best(sums(P, "pi", "grant"), 3),
  "three largest sums of Travel grant per PI")
q("top_k", "give me the 4 telescopes at the lowest altitude", "values", top(T, "alt", 4, low=True), "four smallest Alt.")

# comparison
q("comparison", "who got more hours awarded in total, Adaeze Nwosu or Daichi Okabe?", "values",
  best({n: total(ps(pi=n), "hrs") for n in ("Adaeze Nwosu", "Daichi Okabe")}), "larger sum of Hrs awarded")
q("comparison", "Which one sits higher up, the Nubra Telescope or the Puna Submillimetre Array?", "values",
  best({n: tel(n)["alt"] for n in ("Nubra Telescope", "Puna Submillimetre Array")}), "larger Alt.")
q("comparison", "galaxies vs stars, which area has the better average tac score", "values",
  best({a: mean(ps(area=a), "score") for a in ("Galaxies", "Stars")}), "larger mean of TAC score")

# difference
q("difference", "difference in clear nights per year between the Aldana Telescope and the Warrumbrook Telescope", "number",
  tel("Aldana Telescope")["nights"] - tel("Warrumbrook Telescope")["nights"], "Clear nights/yr of both")
q("difference", "By how many hours did the request for 'Spin-orbit angles of misaligned planets' exceed what was awarded?", "number",
  prop("Spin-orbit angles of misaligned planets")["req"] - prop("Spin-orbit angles of misaligned planets")["hrs"], "Hrs req. less Hrs awarded")
q("difference", "how much more did the puna submillimetre array cost to build than the southern sky survey telescope", "number",
  tel("Puna Submillimetre Array")["cost"] - tel("Southern Sky Survey Telescope")["cost"], "Build cost of both")

# percent
q("percent", "What percentage of all proposals was approved?", "number", share(P, lambda p: p["status"] == "Approved"), "Approved rows of all rows")
q("percent", "share of telescopes with remote mode, in %", "number", share(T, lambda t: t["remote"]), "Remote mode Y of all rows")
q("percent", "what percent of all the hours awarded went to Solar System proposals", "number",
  100 * total(ps(area="Solar System"), "hrs") / total(P, "hrs"), "sum of Hrs awarded of the area of the whole sum")
q("percent", "Of the proposals for the Hoku Telescope, what percentage wanted CARIBOU?", "number",
  share(ps(tel="Hoku Telescope"), lambda p: p["ins"] == "CARIBOU"), "Instrument CARIBOU of Telescope Hoku")

# group_by
q("group_by", "number of proposals per status", "table", Counter(p["status"] for p in P), "rows per Status")
q("group_by", "Show me the average aperture for each type of telescope.", "table", means(T, "type", "ap"), "mean of Aperture per Type")
q("group_by", "total hours awarded per semester", "table", sums(P, "sem", "hrs"), "sum of Hrs awarded per Semester")
q("group_by", "how many telecopes do we have in each country", "table", Counter(t["country"] for t in T), "rows per Country")

# group_superlative
q("group_superlative", "For each science area, which proposal was awarded the most hours?", "table",
  {a: one(top(g, "hrs")) for a, g in group(P, itemgetter("area")).items()}, "maximum of Hrs awarded per Science area")
q("group_superlative", "telescope at the greatest altitude in every country", "table",
  {c: one(top(g, "alt")) for c, g in group(T, itemgetter("country")).items()}, "maximum of Alt. per Country")
q("group_superlative", "best scored proposal of each semester pls", "table",
  {s: one(top(g, "score")) for s, g in group(P, itemgetter("sem")).items()}, "maximum of TAC score per Semester")
q("group_superlative", "Which telescope has the largest staff within each type?", "table",
  {k: one(top(g, "staff")) for k, g in group(T, itemgetter("type")).items()}, "maximum of Staff per Type")

# yes_no
q("yes_no", "is there a solar telescope in Spain?", "boolean", ts(type="Solar", country="Spain"), "a row of Type Solar and Country Spain")
q("yes_no", "Was the proposal 'Luminous red novae' approved?", "boolean", prop("Luminous red novae")["status"] == "Approved", "its Status")
q("yes_no", "did anyone get a travel grant over 3500 euros", "boolean", any(g > 3500 for g in known(P, "grant")), "a Travel grant > 3500")

# negation
q("negation", "telescopes in the United States that are not optical", "values",
  names(t for t in ts(country="United States") if t["type"] != "Optical"), "Country United States, Type other than Optical")
q("negation", "Which approved proposals in the Galaxies area did not get a travel grant?", "values",
  names(p for p in ps(area="Galaxies", status="Approved") if p["grant"] is None), "Approved, Galaxies, no Travel grant")
q("negation", "Which instruments were never mounted on more than one telescope?", "values",
  [i for i in heads("instrument_type") if len({f[2] for f in facts("mounted_on", i)}) == 1], "one tail of mounted_on")
q("negation", "astronomers with no phd advisor listed", "values", heads("specializes_in") - heads("phd_advisor"), "no fact phd_advisor")

# time_point
q("time_point", "who was director of the Nordheim Institute for Astrophysics in 2010?", "values",
  one(in_year("director_of", 2010, tail="Nordheim Institute for Astrophysics"))[0], "director_of that held in 2010")
q("time_point", "As of 1 June 2016, on which telescope was PETREL mounted?", "values", one(at("mounted_on", date(2016, 6, 1), "PETREL"))[2],
  "mounted_on that held on the day")
q("time_point", "status of aldana telescope in april 2021", "values",
  robust(one(at("has_status", date(2021, 4, 1), "Aldana Telescope"))[2], one(at("has_status", date(2021, 4, 30), "Aldana Telescope"))[2]),
  "has_status that held in the month")
q("time_point", "I'm writing up the history of the time allocation committee. who sat on it in 2019", "values",
  robust([f[0] for f in in_year("member of", 2019, tail="Time Allocation Committee")],
         [f[0] for f in at("member of", date(2019, 1, 1), tail="Time Allocation Committee")],
         [f[0] for f in at("member of", date(2019, 12, 31), tail="Time Allocation Committee")]), "member of that held in 2019")

# before_after
q("before_after", "Who ran the Kestrel Observatory Consortium before Rosalind Tuckwell?", "values",
  step(facts("director_of", tail="Kestrel Observatory Consortium"), 0, "Rosalind Tuckwell", -1), "the director_of before hers")
q("before_after", "which telescope did HERON go to after the Kestrel Peak Telescope", "values",
  step(facts("mounted_on", "HERON"), 2, "Kestrel Peak Telescope", 1), "the next mounted_on")
q("before_after", "telescopes with first light after 2010", "values",
  robust(names(t for t in T if t["light"].year > 2010), names(t for t in T if t["light"].year >= 2010)), "First light later than 2010")
q("before_after", "mei-ling tsao, where did she work before the Kestrel Observatory Consortium", "values",
  step(facts("works_at", "Mei-Ling Tsao"), 2, "Kestrel Observatory Consortium", -1), "the works_at before")

# duration
q("duration", "For how many full years was Samuel Whitcombe the director of the Kestrel Observatory Consortium?", "number",
  lasted(one(facts("director_of", "Samuel Whitcombe", "Kestrel Observatory Consortium"))), "start and end of director_of")
q("duration", "number of days between the first light of the Hoku Telescope and that of the Aldana Telescope", "number",
  (tel("Aldana Telescope")["light"] - tel("Hoku Telescope")["light"]).days, "days between both First light")
q("duration", "How many full months did the commissioning of the Puna Submillimetre Array take?", "number",
  months(one(facts("has_status", "Puna Submillimetre Array", "commissioning"))), "start and end of commissioning")
q("duration", "HERON on the Kestrel Peak Telescope, how many complete years was that", "number",
  lasted(one(facts("mounted_on", "HERON", "Kestrel Peak Telescope"))), "start and end of mounted_on")

# multi_hop
q("multi_hop", "In which country is the institute that built PETREL?", "values",
  {c for i in out("PETREL", "built_by") for t in out(i, "located in") for c in out(t, "located in")}, "built_by, located in, located in")
q("multi_hop", "what do Kenji Morishita's former phd students specialise in", "values",
  {f for s in inn("Kenji Morishita", "phd_advisor") for f in out(s, "specializes_in")}, "phd_advisor backwards, specializes_in")
q("multi_hop", "instruments built by institutes in the United States", "values",
  {x for c in inn("United States", "located in") for i in inn(c, "located in") for x in inn(i, "built_by")}, "located in twice and built_by, backwards")
q("multi_hop", "Who supervised the PhD of Jonas Aebischer's own PhD advisor?", "values",
  {b for a in out("Jonas Aebischer", "phd_advisor") for b in out(a, "phd_advisor")}, "phd_advisor twice")

# cross_source
q("cross_source", "How many proposals asked for an instrument that was built by the Kestrel Observatory Consortium?", "number",
  len([p for p in P if "Kestrel Observatory Consortium" in out(p["ins"], "built_by")]), "Instrument of the table, built_by")
q("cross_source", "total hours awarded to PIs who now work at the Ballymore Astrophysics Group", "number",
  total([p for p in P if now("works_at", p["pi"], "Ballymore Astrophysics Group")], "hrs"), "sum of Hrs awarded, works_at without end")
q("cross_source", "average altitude of the telescopes that have been decommissioned?", "number",
  mean([t for t in T if facts("has_status", t["name"], "decommissioned")], "alt"), "mean of Alt., has_status decommissioned")
q("cross_source", "I'd like to know how our Early Career Award winners do. Whats the mean TAC score of the proposals they are PI of", "number",
  mean([p for p in P if "Early Career Award" in out(p["pi"], "awarded")], "score"), "mean of TAC score, PI awarded the prize")

# missing
q("missing", "Which approved proposals still have no awarded hours filled in?", "values",
  names(p for p in ps(status="Approved") if p["hrs"] is None), "Approved, Hrs awarded empty")
q("missing", "telescopes w/o a build cost", "values", names(t for t in T if t["cost"] is None), "Build cost empty")
q("missing", "rejected proposals where the TAC score is blank", "values",
  names(p for p in ps(status="Rejected") if p["score"] is None), "Rejected, TAC score empty")

# unanswerable
q("unanswerable", "what salary does Jonas Aebischer get", "refuse", [], "no salaries in the data")
q("unanswerable", "What is the latitude of the Okutake Telescope?", "refuse", [], "no coordinates in the data")
q("unanswerable", "Who are the co-investigators on 'Storms on Uranus'?", "refuse", [], "only the PI is in the data")
q("unanswerable", "how heavy is PRISMA in kg", "refuse", [], "no weights in the data")
q("unanswerable", "How many papers were published with data from the Karoo Large Telescope in 2023?", "refuse", [], "no publications in the data")

finish(HERE, Q)
