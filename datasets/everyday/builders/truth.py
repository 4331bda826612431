#!/usr/bin/env python3
"""Computes every gold answer of the 'builders' domain from the four data files.
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
    for x in ("£", ",", "%", " m²"):
        s = s.replace(x, "")
    return float(s) if s.strip() else None


S = rd("sites.csv")
for r in S:
    r["sum"], r["st"], r["end"], r["over"] = num(r["Contract sum"]), day(r["Started"], "%d/%m/%Y"), iso(r["Handed over"]), num(r["Overrun (weeks)"])
    r["area"], r["ret"], r["dp"] = num(r["Floor area"]), num(r["Retention"]), num(r["Defects period (months)"])
SN = {r["Site"]: r for r in S}
V = rd("invoices.csv")
for r in V:
    r["d"], r["net"], r["vat"], r["md"], r["p"] = day(r["Raised"], "%d-%b-%Y"), num(r["Net amount (GBP)"]), num(r["VAT"]), num(r["Man-days"]), day(r["Paid on"], "%d/%m/%Y")
    r["site"] = SN[r["Site"]]
VN = {r["Invoice No"]: r for r in V}
K, T = graphs(HERE, "builders")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
FIRMS = heads("trade")
assert len(SN) == len(S) == len({r["Job No"] for r in S}) and len(VN) == len(V) and len(set(K)) == len(K)
assert set(SN) == heads("lies in") and {r["Firm"] for r in V} == FIRMS and heads("client type") == {r["Client"] for r in S}
assert heads("designed_by") <= set(SN) and {f[2] for f in facts("foreman of")} == {r["Site"] for r in S if r["st"]}
for fs in [facts("foreman of", tail=s) for s in SN] + [facts("heads_department", tail=d) for d in {f[2] for f in facts("heads_department")}] + \
          [facts(rel, head=h) for rel in ("owned_by", "approval grade", "framework agreement with") for h in {f[0] for f in facts(rel)}]:
    assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in V:
    assert r["For"] in out(r["Firm"], "trade") and r["site"]["st"] < r["d"] and (r["site"]["end"] is None or r["d"] <= r["site"]["end"])
    assert len(at("foreman of", r["d"], tail=r["Site"])) == 1 and (r["p"] is None) == (r["Position"] != "Paid") and (r["p"] is None or r["p"] > r["d"])
for r in S:
    assert (r["end"] is None) == (r["Stage"] != "Complete") == (r["over"] is None) and (r["st"] is None) == (r["Stage"] == "Pre-start")
def town(x): return one(out(x, "lies in"))
def county(x): return one(out(town(x), "in_county"))
raised = lambda y, rows=V: [r for r in rows if r["d"].year == y]
by = lambda f: [r for r in V if r["Firm"] == f]
on = lambda s: [r for r in V if r["Site"] == s]
kind = lambda k: [r for r in S if r["Kind of works"] == k]
client = lambda c: [r for r in S if r["Client"] == c]

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
    Q.append(({"id": f"builders-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
names = lambda rows: [r["Site"] for r in rows]
nos = lambda rows: [r["Invoice No"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "How big is the contract for Kingsmead Pavilion, in pounds?", "number", SN["Kingsmead Pavilion"]["sum"], "sites: Contract sum of Kingsmead Pavilion", "plain")
q("lookup", "who signed off INV-7020", "values", [VN["INV-7020"]["Certified by"]], "invoices: Certified by of INV-7020", "short idiom")
q("lookup", "Which architect designed Hallgarth Manor?", "values", out("Hallgarth Manor", "designed_by"), "KG: Hallgarth Manor designed_by", "plain")
q("lookup", "tollhouse bakery - what day did we give them the keys back", "values", [SN["Tollhouse Bakery"]["end"]], "sites: Handed over of Tollhouse Bakery", "idiom casual")
q("lookup", "Who was Rosa Lombardi trained by?", "values", out("Rosa Lombardi", "trained_under"), "KG: Rosa Lombardi trained_under", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which jobs are on hold at the moment? Site names please.", "values", names(r for r in S if r["Stage"] == "On hold"), "sites: Stage On hold", "plain syn")
q("filter_list", "loft conversions over 80k", "values", names(r for r in kind("Loft conversion") if r["sum"] > 80000), "sites: Kind of works Loft conversion, Contract sum > 80000", "short")
q("filter_list", "Which subcontractors hold Constructline Gold?", "values", inn("Constructline Gold", "accredited_by"), "KG: accredited_by Constructline Gold", "plain syn")
q("filter_list", "I have the auditors here tomorrow and they want to see the ones we turned down. Could you list the numbers of the invoices from 2021 that were rejected?", "values",
  nos(r for r in raised(2021) if r["Position"] == "Rejected"), "invoices: Position Rejected, Raised in 2021", "polite detour")
q("filter_list", "which formen have a telehandler tiket", "values", inn("Telehandler", "holds ticket"), "KG: holds ticket Telehandler", "typo casual")

# ------------------------------------------------------------------ count
q("count", "How many invoices did Lumley Flooring send us?", "number", len(by("Lumley Flooring")), "invoices: Firm Lumley Flooring", "plain")
q("count", "How many new builds are there on our job list?", "number", len(kind("New build")), "sites: Kind of works New build", "plain")
q("count", "invoices still queried, how many", "number", sum(r["Position"] == "Queried" for r in V), "invoices: Position Queried", "short")
q("count", "How many of our sites are in Port Sallow?", "number", len(inn("Port Sallow", "lies in")), "KG: lies in Port Sallow", "plain")
q("count", "how many diffrent subbies billed us for work at thornleigh grange", "number", len({r["Firm"] for r in on("Thornleigh Grange")}),
  "invoices: distinct Firm, Site Thornleigh Grange", "typo idiom")

# ------------------------------------------------------------------ sum
q("sum", "What is the total net amount of all invoices from Cragside Scaffolding in 2022?", "number", total(raised(2022, by("Cragside Scaffolding")), "net"),
  "invoices: sum of Net amount, Cragside Scaffolding, Raised in 2022", "plain")
q("sum", "all the jobs for calloway developments together, what are they worth on paper?", "number", total(client("Calloway Developments"), "sum"),
  "sites: sum of Contract sum, Client Calloway Developments", "casual syn")
q("sum", "How many man-days were booked on Kingsmead Pavilion in total?", "number", total(on("Kingsmead Pavilion"), "md"), "invoices: sum of Man-days (empty left out), Kingsmead Pavilion", "plain")

# ------------------------------------------------------------------ average
q("average", "What floor area does an extension of ours have on average, in square metres?", "number", mean(kind("Extension"), "area"), "sites: mean Floor area (empty left out), Kind of works Extension", "plain")
q("average", "avg net invoice hargrave electrics", "number", mean(by("Hargrave Electrics"), "net"), "invoices: mean Net amount, Hargrave Electrics", "short")
pk = [r for r in by("Kowalczyk Joinery") if r["p"]]
q("average", "Kowalczyk keep moaning that we are slow payers. Once they send an invoice, how long is it on average till it gets paid, in days (paid ones only, obviously)?", "number",
  sum((r["p"] - r["d"]).days for r in pk) / len(pk), "invoices: mean of Paid on minus Raised, Kowalczyk Joinery, paid ones", "detour idiom")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the largest net amount on a single decorating invoice?", "number", max(r["net"] for r in V if r["For"] == "decorating"), "invoices: max Net amount, For decorating", "plain")
q("min_max", "smallest contract we ever took on for halloran leisure in pounds?", "number", min(r["sum"] for r in client("Halloran Leisure")), "sites: min Contract sum, Client Halloran Leisure", "casual")
q("min_max", "When did Winfell Demolition last raise an invoice?", "values", [max(r["d"] for r in by("Whinfell Demolition"))], "invoices: latest Raised, Whinfell Demolition", "plain")

# ------------------------------------------------------------------ superlative
q("superlative", "Which site has the highest contract sum?", "values", best({r["Site"]: r["sum"] for r in S}), "sites: highest Contract sum", "plain")
q("superlative", "which job ran over by the most weeks", "values", best({r["Site"]: r["over"] for r in S if r["over"] is not None}), "sites: highest Overrun (weeks)", "casual")
q("superlative", "Which foreman holds the most tickets?", "values", best(Counter(h for h, r, t in K if r == "holds ticket")), "KG: holds ticket, counted by person", "plain")
q("superlative", "of everything we did for gosforth-hale estates, what had the biggest footprint?", "values",
  best({r["Site"]: r["area"] for r in client("Gosforth-Hale Estates") if r["area"]}), "sites: highest Floor area, Client Gosforth-Hale Estates", "idiom casual")

# ------------------------------------------------------------------ top_k
q("top_k", "What are our three biggest refurbishment jobs by contract sum?", "values", best({r["Site"]: r["sum"] for r in kind("Refurbishment")}, 3), "sites: three highest Contract sums, Refurbishment", "plain")
q("top_k", "5 priciest invoices from 2023, just the numbers", "values", best({r["Invoice No"]: r["net"] for r in raised(2023)}, 5), "invoices: five highest Net amounts, Raised in 2023", "short syn")

# ------------------------------------------------------------------ comparison
q("comparison", "Which was the bigger contract, Ironmonger Row or St. Oswin's Vestry?", "values", best({s: SN[s]["sum"] for s in ("Ironmonger Row", "St. Oswin's Vestry")}), "sites: Contract sums of the two", "plain")
q("comparison", "voltarc or hargrave, who charged us more overall before vat?", "values", best({f: total(by(f), "net") for f in ("Voltarc Electrical", "Hargrave Electrics")}),
  "invoices: sums of Net amount of the two firms", "casual")
lead = {p: (one(facts("heads_department", p, d))[4] - one(facts("heads_department", p, d))[3]).days for p, d in (("Reginald Arkle", "Estimating"), ("Thandiwe Moyo", "Estimating"))}
q("comparison", "Did Reginald Arkle or Thandiwe Moyo head Estimating for longer?", "values", best(lead), "TKG: lengths of the two heads_department Estimating facts", "plain")

# ------------------------------------------------------------------ difference
q("difference", "By how much does the contract sum of Beacon Depot exceed that of Quarry Bank Flats?", "number", SN["Beacon Depot"]["sum"] - SN["Quarry Bank Flats"]["sum"],
  "sites: difference of the two Contract sums", "plain")
n22, n23 = len(raised(2022)), len(raised(2023))
q("difference", "How many more invoices were raised in 2023 than in 2022?", "number", n23 - n22, "invoices: rows of the two years, subtracted", "plain")
q("difference", "plot 7 copperas lane vs foxglove way, how many more sq m has the one got than the other", "number", abs(SN["Copperas Lane, Plot 7"]["area"] - SN["Foxglove Way"]["area"]),
  "sites: difference of the two Floor areas", "casual")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all invoices carry no VAT, i.e. a rate of 0%?", "number", 100 * sum(r["vat"] == 0 for r in V) / len(V), "invoices: VAT 0% over all rows", "plain")
dn = [r for r in S if r["Stage"] == "Complete"]
q("percent", "Out of the compelted jobs, what share came in bang on time, no overrun at all? In per cent.", "number", 100 * sum(r["over"] == 0 for r in dn) / len(dn),
  "sites: Overrun 0 over the rows with Stage Complete", "typo idiom")

# ------------------------------------------------------------------ group_by
q("group_by", "Give me the number of sites for every kind of works.", "table", Counter(r["Kind of works"] for r in S), "sites: rows per Kind of works", "plain")
q("group_by", "net spend per year on plastering", "table", {y: total(g, "net") for y, g in group([r for r in V if r["For"] == "plastering"], lambda r: r["d"].year).items()},
  "invoices: sum of Net amount per year of Raised, For plastering", "short syn")
q("group_by", "Would you kindly give me the average overrun in weeks for each QS?", "table", {k: mean(g, "over") for k, g in group([r for r in S if r["over"] is not None], lambda r: r["QS"]).items()},
  "sites: mean Overrun (weeks) (empty left out) per QS", "polite")
q("group_by", "sites per county, how many in each?", "table", Counter(county(s) for s in SN), "KG: lies in > in_county, sites per county", "short")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which firm invoiced us the highest net total in 2024?", "values", best({k: total(g, "net") for k, g in group(raised(2024), lambda r: r["Firm"]).items()}),
  "invoices: highest sum of Net amount per Firm, Raised in 2024", "plain")
q("group_superlative", "Which client has given us the most jobs?", "values", best(Counter(r["Client"] for r in S)), "sites: most rows per Client", "plain")
q("group_superlative", "whos certified the most invoices out of the qs lot", "values", best(Counter(r["Certified by"] for r in V if r["Certified by"])), "invoices: most rows per Certified by", "casual")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Ropery Roofing Co. accredited by RoofMark?", "boolean", "RoofMark" in out("Ropery Roofing Co.", "accredited_by"), "KG: accredited_by", "plain")
q("yes_no", "did any bexwell steel invoice ever top 20 grand?", "boolean", any(r["net"] > 20000 for r in by("Bexwell Steel")), "invoices: any Net amount > 20000, Bexwell Steel", "idiom casual")
q("yes_no", "Was Barry Lund ever foreman of Crake House?", "boolean", bool(facts("foreman of", "Barry Lund", "Crake House")), "TKG: foreman of", "plain")
q("yes_no", "are all our barn conversions for bellwether farms, yes or no", "boolean", all(r["Client"] == "Bellwether Farms" for r in kind("Barn conversion")), "sites: Client of every Barn conversion row", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which subcontractors have no accreditation?", "values", FIRMS - heads("accredited_by"), "KG: firms with a trade but no accredited_by", "plain")
q("negation", "Which foremen do not hold First Aid?", "values", heads("holds ticket") - inn("First Aid", "holds ticket"), "KG: people with tickets but not First Aid", "plain")
q("negation", "jobs in skelder that had no archtect", "values", inn("Skelder", "lies in") - heads("designed_by"), "KG: lies in Skelder, no designed_by", "typo short")
q("negation", "Which firms did not send a single invoice in 2022?", "values", FIRMS - {r["Firm"] for r in raised(2022)}, "KG: firms with a trade; invoices: no row with Raised in 2022", "plain")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was the foreman of Saltpan Cottage on 1 September 2022?", "values", [one(at("foreman of", date(2022, 9, 1), tail="Saltpan Cottage"))[0]],
  "TKG: foreman of Saltpan Cottage valid on 2022-09-01", "plain")
q("time_point", "who owned fairhurst glazing in 2022", "values", [one(in_year("owned_by", 2022, head="Fairhurst Glazing"))[2]], "TKG: owned_by of Fairhurst Glazing in 2022", "casual")
q("time_point", "Which approval grade did O'Shaughnessy Plastering have on 15 June 2021?", "values", [one(at("approval grade", date(2021, 6, 15), head="O'Shaughnessy Plastering"))[2]],
  "TKG: approval grade of O'Shaughnessy Plastering valid on 2021-06-15", "plain")
q("time_point", "health and safety, who was in the hot seat there on chirstmas eve 2020?", "values", [one(at("heads_department", date(2020, 12, 24), tail="Health & Safety"))[0]],
  "TKG: heads_department Health & Safety valid on 2020-12-24", "typo idiom")

# ------------------------------------------------------------------ before_after
q("before_after", "Who headed the Joinery Workshop before Ewan Tolhurst?", "values", [step(facts("heads_department", tail="Joinery Workshop"), 0, "Ewan Tolhurst", -1)],
  "TKG: previous heads_department Joinery Workshop", "plain")
q("before_after", "olu handed the priory almshouses over to which foreman", "values", [step(facts("foreman of", tail="Priory Almshouses"), 0, "Olu Adebayo-Finch", 1)],
  "TKG: next foreman of Priory Almshouses", "casual")
q("before_after", "Which clients signed a framework agreement with us after 1 January 2020?", "values", [f[0] for f in facts("framework agreement with") if f[3] > date(2020, 1, 1)],
  "TKG: framework agreement with, start after 2020-01-01", "plain")

# ------------------------------------------------------------------ duration
f = one(facts("heads_department", "Osbert Crane", "Joinery Workshop"))
q("duration", "For how many full years did Osbert Crane run the Joinery Workshop?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end", "plain syn")
q("duration", "voltarc has changed hands a couple of times. which of the previous owners hung on to it longest?", "values",
  best({f[2]: (f[4] - f[3]).days for f in facts("owned_by", "Voltarc Electrical") if f[4]}), "TKG: longest closed owned_by fact of Voltarc Electrical", "idiom detour")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which county is Juniper Bank in?", "values", [county("Juniper Bank")], "KG: lies in > in_county", "plain")
q("multi_hop", "my merchant cant get me any tiles. the ones who do stock them, what counties do they deliver to?", "values",
  {c for m in inn("tiles", "stocks") for c in out(m, "delivers to")}, "KG: stocks tiles > delivers to", "casual detour")
q("multi_hop", "In which town is the office of the architects who designed Riddings School Kitchen?", "values",
  {t for a in out("Riddings School Kitchen", "designed_by") for t in out(a, "office in")}, "KG: designed_by > office in", "plain")

# ------------------------------------------------------------------ cross_source
x = VN["INV-7023"]
q("cross_source", "Who was the foreman of the site on the day invoice INV-7023 was raised?", "values", [one(at("foreman of", x["d"], tail=x["Site"]))[0]],
  "invoices: Site, Raised; TKG: foreman of on that date", "plain")
q("cross_source", "How much in net terms was invoiced in 2023 for sites in Kestledale?", "number", total([r for r in raised(2023) if county(r["Site"]) == "Kestledale"], "net"),
  "KG: lies in > in_county; invoices: sum of Net amount, Raised in 2023", "plain")
q("cross_source", "invoices from firms that were only grade C on the day they sent it, how many of those?", "number",
  sum(any(f[2] == "Grade C" for f in at("approval grade", r["d"], head=r["Firm"])) for r in V), "invoices: Firm, Raised; TKG: approval grade Grade C on that date", "casual")
q("cross_source", "What is the total contract sum of all sites designed by Hardcastle & Finn?", "number", total([SN[s] for s in inn("Harcastle & Finn", "designed_by")], "sum"),
  "KG: designed_by Harcastle & Finn; sites: sum of Contract sum", "plain")
cg = {f[0] for f in now("owned_by", tail="Corrigan Trade Group")}
q("cross_source", "corrigan have been buying up half the trade round here. how many invoices have we had so far, from day one, from the firms they own today?", "number",
  sum(r["Firm"] in cg for r in V), "TKG: open owned_by Corrigan Trade Group; invoices: rows", "idiom detour")
q("cross_source", "Who is currently foreman on the sites we have for local authorities?", "values",
  {f[0] for f in now("foreman of") if "local authority" in out(SN[f[2]]["Client"], "client type")}, "KG: client type local authority; sites: Client; TKG: open foreman of", "plain")
q("cross_source", "which sites that piotr zielinski was foreman of at some point had a contract of more than 400 thousand", "values",
  {f[2] for f in facts("foreman of", "Piotr Zieliński") if SN[f[2]]["sum"] > 400000}, "TKG: foreman of; sites: Contract sum > 400000", "casual")

# ------------------------------------------------------------------ missing
q("missing", "For which sites is no defects period filled in?", "values", names(r for r in S if r["dp"] is None), "sites: empty Defects period (months)", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How many accidents were reported on the Beacon Depot site?", "refuse", [], "no accidents in any file", "plain")
q("unanswerable", "whats declan raffertys day rate", "refuse", [], "no wages or day rates in any file", "short")
assert facts("heads_department", tail="Plant Yard")[0][3].year > 2001
q("unanswerable", "Who was head of the Plant Yard in 2001?", "refuse", [], "TKG: the first heads_department Plant Yard fact starts in 2009", "plain")
assert not any("Gannet" in s for s in SN)
q("unanswerable", "What is the contract sum for Gannet Lodge?", "refuse", [], "there is no site Gannet Lodge", "plain")
q("unanswerable", "did the planners give heron point its permisson on the first go?", "refuse", [], "no planning decisions in any file", "typo casual")
q("unanswerable", "Which other builders tendered against us for Chantry Library?", "refuse", [], "no tenders or competitors in any file", "plain")
q("unanswerable", "price of a pallet of blocks at bannisters these days?", "refuse", [], "KG says what merchants stock, no prices", "short")


finish(HERE, [q for q, _ in Q])
