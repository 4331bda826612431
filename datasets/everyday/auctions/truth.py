#!/usr/bin/env python3
"""Computes every gold answer of the 'auctions' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, group, iso, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)
def num(s):
    for c in ("£", ",", "%", " h", " cm"):
        s = s.replace(c, "")
    return float(s) if s.strip() else None


K = [(r["head"], r["relation"], r["tail"]) for r in rd("auctions.kg.tsv")]
out, inn, heads = kg(K)
T = [(r["head"], r["relation"], r["tail"], int(r["start"]), int(r["end"]) if r["end"] else None) for r in rd("auctions.tkg.tsv")]
facts, now, at, in_year = tkg(T)


def within(fs, first, last=None):
    """the facts that hold at some time from the first to the last year (one year if no last)"""
    return [f for f in fs if f[3] <= (last or first) and (f[4] is None or first <= f[4])]
def share(rows, test):
    rows = list(rows)
    return 100 * sum(map(test, rows)) / len(rows)


Q = []
q = asking("auctions", Q)


S = rd("sales.csv")
for r in S:
    r["d"], r["view"] = day(r["Sale date"], "%d.%m.%Y"), iso(r["Viewing from"])
    r["bidders"], r["online"], r["premium"] = int(num(r["Registered bidders"])), num(r["Online share"]), num(r["Buyer's premium"])
SC = {r["Sale code"]: r for r in S}
L = rd("lots.csv")
for r in L:
    r["low"], r["high"], r["ham"] = num(r["Low estimate (EUR)"]), num(r["High estimate (EUR)"]), num(r["Hammer price (EUR)"])
    r["cm"], r["bids"], r["year"] = num(r["Height"]), num(r["Bids"]), num(r["Made in"])
    r["s"] = SC[r["Sale code"]]
LI = {r["Lot ID"]: r for r in L}
MAKERS, SPECIALISTS, AUCTIONEERS = {r["Maker"] for r in L}, heads("works in department"), heads("licensed in")
CONSIGNORS, WORKS = heads("kind_of_consignor"), {f[0] for f in facts("owned_by")}

# sanity of the data
assert len(SC) == len(S) == len({r["Sale title"] for r in S}) and len(LI) == len(L) and len(set(K)) == len(K)
assert MAKERS <= heads("born in") | heads("based in") and {r["Consignor"] for r in L} <= CONSIGNORS and {r["Specialist"] for r in L} <= SPECIALISTS and {r["Auctioneer"] for r in S} - {""} == AUCTIONEERS
for r in S:
    assert r["view"] < r["d"] and (r["Auctioneer"] == "") == (r["Format"] == "Online only")
for r in L:
    assert (r["Result"] == "Sold") == (r["ham"] is not None) and r["low"] < r["high"] and out(r["Specialist"], "works in department") == {r["s"]["Department"]}
    assert within(facts("specialist at", r["Specialist"], "Ferrand & Osgood"), r["s"]["d"].year)
WORK = {w: one(r for r in L if r["Title"] == w) for w in WORKS}
for w, r in WORK.items():
    fs = facts("owned_by", w)
    assert out(w, "made by") == {r["Maker"]} and (r["year"] is None or r["year"] <= fs[0][3])
    if r["ham"]:
        assert fs[-1][3] == r["s"]["d"].year and fs[-2][2] == r["Consignor"]
for rel in ("owned_by", "saleroom_director", "represented_by", "specialist at", "on loan to"):
    for h in {f[0] for f in facts(rel)}:
        fs = facts(rel, h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, h)
for rel in ("head of department", "chairman of"):
    for t in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=t)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, t)
HD, CH = "head of department", "chairman of"
ids = lambda rows: [r["Lot ID"] for r in rows]
codes = lambda rows: [r["Sale code"] for r in rows]
lots = lambda col, v: [r for r in L if r[col] == v]
sale = lambda col, v: [r for r in S if r[col] == v]
years = lambda f: f[4] - f[3]

# ------------------------------------------------------------------ lookup
q("lookup", "What was the hammer price of Harbour Bells, in euros?", "number", WORK["Harbour Bells"]["ham"], "lots: Hammer price of the title")
q("lookup", "who had the gavel at sale S22-194", "values", SC["S22-194"]["Auctioneer"], "sales: Auctioneer of S22-194")
q("lookup", "Which movement does Lajos Kerekes belong to?", "values", out("Lajos Kerekes", "movement"), "KG: movement")
q("lookup", "height of the admirals cabinet in cm", "number", WORK["The Admiral's Cabinet"]["cm"], "lots: Height of the title")
q("lookup", "Where are the lots of the Clocks department stored?", "values", out("Clocks", "stored_at"), "KG: stored_at")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of our specialists speak Hungarian?", "values", inn("Hungarian", "speaks") & SPECIALISTS, "KG: speaks Hungarian")
q("filter_list", "sales with more than 1400 people registered to bid, codes pls", "values", codes(r for r in S if r["bidders"] > 1400), "sales: Registered bidders > 1400")
q("filter_list", "Which makers were born in London?", "values", inn("London", "born in"), "KG: born in London")
q("filter_list", "lot ids of everything that fetched 150k or more", "values", ids(r for r in L if r["ham"] and r["ham"] >= 150000), "lots: Hammer price >= 150000")
q("filter_list", "Which works depict a bird?", "values", inn("bird", "depicts"), "KG: depicts bird")

# ------------------------------------------------------------------ count
q("count", "How many lots have the result Passed?", "number", len(lots("Result", "Passed")), "lots: Result Passed")
q("count", "online only sales in 2021, how many did we do", "number", sum(r["d"].year == 2021 for r in sale("Format", "Online only")), "sales: Format Online only, 2021")
q("count", "How many lots has Galerie Pascaline consigned to us?", "number", len(lots("Consignor", "Galerie Pascaline, SARL")), "lots: Consignor Galerie Pascaline, SARL")
q("count", "how many differnt makers are there among the lots from mr lindqvist-roy", "number", len({r["Maker"] for r in lots("Consignor", "Mr. Anders Lindqvist-Roy")}), "lots: distinct Maker, Consignor Mr. Anders Lindqvist-Roy")
q("count", "There is a lady on the line who is clearing her late mother's house and asks whether we know a certain potter at all. Could you look up how many lots by Bernadette Leaming we have sold?",
  "number", sum(r["Result"] == "Sold" for r in lots("Maker", "Bernadette Leaming")), "lots: Maker Bernadette Leaming, Result Sold")

# ------------------------------------------------------------------ sum
q("sum", "What is the total hammer price of all lots by Marthe Lenoble?", "number", total(lots("Maker", "Marthe Lenoble"), "ham"), "lots: sum of Hammer price (empty left out), Maker Marthe Lenoble")
q("sum", "bids on the ludo hertoghs estate's lots, all added up?", "number", total(lots("Consignor", "Estate of Ludo Hertoghs"), "bids"), "lots: sum of Bids (empty left out), Consignor Estate of Ludo Hertoghs")
q("sum", "Taking all sales at Sablon Hall together, what is the number of registerd bidders?", "number", sum(r["bidders"] for r in sale("Saleroom", "Sablon Hall")), "sales: sum of Registered bidders, Sablon Hall")

# ------------------------------------------------------------------ average
q("average", "What is the average hammer price of the lots handled by Percival Stoat?", "number", mean(lots("Specialist", "Percival Stoat"), "ham"), "lots: mean Hammer price (empty left out), Specialist Percival Stoat")
q("average", "avg online share for sales that were both live and online (%)", "number", mean(sale("Format", "Live and online"), "online"), "sales: mean Online share, Format Live and online")
ts = sale("Saleroom", "Theed Street")
q("average", "The guards at our viewings cost a fortune and I have been asked for figures. For the sales at Theed Street, how many days are there on average from the start of the viewing to the sale?",
  "number", sum((r["d"] - r["view"]).days for r in ts) / len(ts), "sales: mean of Sale date minus Viewing from, Theed Street")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest hammer price on record?", "number", min(r["ham"] for r in L if r["ham"]), "lots: min Hammer price")
q("min_max", "when was our last silver sale", "values", max(r["d"] for r in sale("Department", "Silver")), "sales: latest Sale date, Department Silver")
q("min_max", "biggest turnout of registered bidders we ever got for a funriture sale?", "number", max(r["bidders"] for r in sale("Department", "Furniture")), "sales: max Registered bidders, Department Furniture")

# ------------------------------------------------------------------ superlative
q("superlative", "What is the title of the lot with the highest hammer price?", "values", [LI[i]["Title"] for i in best({r["Lot ID"]: r["ham"] for r in L if r["ham"]})], "lots: highest Hammer price")
q("superlative", "tallest piece the baroness de wynckel ever gave us, title will do", "values",
  [LI[i]["Title"] for i in best({r["Lot ID"]: r["cm"] for r in lots("Consignor", "Baroness de Wynckel") if r["cm"]})], "lots: highest Height, Consignor Baroness de Wynckel")
q("superlative", "Which sale had the fewest registered bidders? Please give its code.", "values", best({r["Sale code"]: r["bidders"] for r in S}, low=True), "sales: lowest Registered bidders")
q("superlative", "which specialist at the firm today has clocked up the most years with us", "values", best({f[0]: f[3] for f in now("specialist at", tail="Ferrand & Osgood")}, low=True),
  "TKG: open specialist at Ferrand & Osgood fact with the earliest start")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three consignors have brought in the most lots?", "values", best(Counter(r["Consignor"] for r in L), 3), "lots: three highest row counts per Consignor")
q("top_k", "4 pricest lots of the 2023 sales, ids only", "values", best({r["Lot ID"]: r["ham"] for r in L if r["ham"] and r["s"]["d"].year == 2023}, 4), "lots + sales: four highest Hammer prices in sales of 2023")

# ------------------------------------------------------------------ comparison
q("comparison", "Which sale had more registered bidders, T23-234 or Q23-246?", "values", best({c: SC[c]["bidders"] for c in ("T23-234", "Q23-246")}), "sales: Registered bidders of the two")
q("comparison", "desmarets v lovibond - whose work have we had more lots of", "values", best({m: len(lots("Maker", m)) for m in ("Paul Desmarets", "Hester Lovibond")}), "lots: rows of the two makers")
q("comparison", "Who was saleroom director at Theed Street for longer, Henrietta Osgood or Percival Stoat?", "values",
  best({p: years(one(facts("saleroom_director", "Theed Street", p))) for p in ("Henrietta Osgood", "Percival Stoat")}), "TKG: lengths of the two saleroom_director facts")

# ------------------------------------------------------------------ difference
x = WORK["The Clockmaker Asleep"]
assert x["ham"] > x["high"]
q("difference", "By how many euros did The Clockmaker Asleep beat its high estimate?", "number", x["ham"] - x["high"], "lots: Hammer price minus High estimate")
q("difference", "how many more lots sold than passed?", "number", len(lots("Result", "Sold")) - len(lots("Result", "Passed")), "lots: rows Sold minus rows Passed")
x = abs(WORK["Swans at Leuvenhoek"]["ham"] - WORK["The Yellow Attic"]["ham"])
q("difference", "What is the difference in hammer price between Swans at Leuvenhoek and The Yellow Attic?", "number", x, "lots: difference of the two Hammer prices")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all lots were sold?", "number", share(L, lambda r: r["Result"] == "Sold"), "lots: Result Sold over all rows")
q("percent", "of the lots fergus o'mahony-reid got sold, what % went over the high estimate", "number",
  share([r for r in lots("Specialist", "Fergus O'Mahony-Reid") if r["ham"]], lambda r: r["ham"] > r["high"]), "lots: Specialist Fergus O'Mahony-Reid, Sold; share with Hammer price > High estimate")

# ------------------------------------------------------------------ group_by
q("group_by", "How many sales has each department held?", "table", Counter(r["Department"] for r in S), "sales: rows per Department")
q("group_by", "avg no of registred bidders for each sale format", "table", {k: mean(v, "bidders") for k, v in group(S, lambda r: r["Format"]).items()}, "sales: mean Registered bidders per Format")
q("group_by", "Please give me the total hammer price for every year of sale.", "table", {k: total(v, "ham") for k, v in group(L, lambda r: r["s"]["d"].year).items()}, "lots + sales: sum of Hammer price per year of Sale date")
q("group_by", "number of specialists per saleroom?", "table", Counter(t for h, r, t in K if r == "sits at"), "KG: sits at, counted per saleroom")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which specialist has handled the most lots?", "values", best(Counter(r["Specialist"] for r in L)), "lots: most rows per Specialist")
q("group_superlative", "whose work has raked in the most hammer money over the years? need the maker", "values", best({k: total(v, "ham") for k, v in group(L, lambda r: r["Maker"]).items()}),
  "lots: highest sum of Hammer price per Maker")
q("group_superlative", "Which sale had the most lots withdrawn, by code?", "values", best(Counter(r["Sale code"] for r in lots("Result", "Withdrawn"))), "lots: Withdrawn rows per Sale code")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Was Ottoline Grae a pupil of Ansel Vintner?", "boolean", "Ansel Vintner" in out("Ottoline Grae", "pupil_of"), "KG: pupil_of")
x = WORK["The Lovibond Epergne"]
q("yes_no", "lovibond epergne: did it go under its low estimate", "boolean", x["ham"] < x["low"], "lots: Hammer price and Low estimate of the title")
q("yes_no", "Is Dominic Ashgrove licensed in France?", "boolean", "France" in out("Dominic Ashgrove", "licensed in"), "KG: licensed in")
q("yes_no", "did the baroness de wynckel own the glass ferryman at any point", "boolean", bool(facts("owned_by", "The Glass Ferryman", "Baroness de Wynckel")), "TKG: no owned_by fact of The Glass Ferryman with her")

# ------------------------------------------------------------------ negation
q("negation", "Which consignors have had lots of theirs passed but never one withdrawn?", "values",
  {r["Consignor"] for r in lots("Result", "Passed")} - {r["Consignor"] for r in lots("Result", "Withdrawn")}, "lots: consignors with a Passed row and no Withdrawn row")
q("negation", "of the works the duke of arenfels once had, which were never out on loan", "values",
  {f[0] for f in facts("owned_by", tail="Duke of Arenfels")} - {f[0] for f in facts("on loan to")}, "TKG: owned_by Duke of Arenfels, no on loan to fact")
q("negation", "How many sales in 2023 had a format other than Live and online?", "number", sum(r["d"].year == 2023 and r["Format"] != "Live and online" for r in S), "sales: 2023, Format not Live and online")
q("negation", "auctioneers who havent taken a single sale at theed street", "values", AUCTIONEERS - {r["Auctioneer"] for r in ts}, "sales: auctioneers without a row at Theed Street")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was head of the Ceramics department in 2010?", "values", one(within(facts(HD, tail="Ceramics"), 2010))[0], "TKG: head of department in 2010")
q("time_point", "chairman of ferrand & osgood back in 2005?", "values", one(within(facts(CH, tail="Ferrand & Osgood"), 2005))[0], "TKG: chairman of in 2005")
q("time_point", "Who owned Girl with a Spoonbill in 1900?", "values", one(within(facts("owned_by", "Girl with a Spoonbill"), 1900))[2], "TKG: owned_by in 1900")
q("time_point", "which artists did gallerie kahnwald have on its books in 1955", "values", [f[0] for f in within(facts("represented_by", tail="Galerie Kahnwald"), 1955)], "TKG: represented_by Galerie Kahnwald in 1955")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was head of Modern Paintings before Cosima Hartley-Njoku?", "values", step(facts(HD, tail="Modern Paintings"), 0, "Cosima Hartley-Njoku", -1), "TKG: previous head of department")
q("before_after", "lighthouse for a moth - whose hands did it pass into after peggy osheerin", "values", step(facts("owned_by", "Lighthouse for a Moth"), 2, "Peggy O'Sheerin", 1), "TKG: next owned_by")
q("before_after", "Which departments got a new head in 2020 or later?", "values", [f[2] for f in facts(HD) if f[3] >= 2020], "TKG: head of department with start from 2020")

# ------------------------------------------------------------------ duration
q("duration", "Which owner kept The Arenfels Regulator the longest?", "values", best({f[2]: years(f) for f in facts("owned_by", "The Arenfels Regulator") if f[4]}), "TKG: longest owned_by fact")
q("duration", "wich work was away on loan longest in one go", "values", [f[0] for f in best({f: years(f) for f in facts("on loan to")})], "TKG: longest on loan to fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country was the teacher of Saskia Oudendijk born?", "values",
  {k for p in out("Saskia Oudendijk", "pupil_of") for c in out(p, "born in") for k in out(c, "part of country")}, "KG: pupil_of > born in > part of country")
q("multi_hop", "got to drop a parcel off at georgiana peakes desk, what city is that in", "values", {c for r in out("Georgiana Peake", "sits at") for c in out(r, "located in")}, "KG: sits at > located in")
q("multi_hop", "Which other makers belong to the same movement as Hester Lovibond?", "values", {a for m in out("Hester Lovibond", "movement") for a in inn(m, "movement")} - {"Hester Lovibond"}, "KG: movement, there and back")

# ------------------------------------------------------------------ cross_source
x = SC["T19-117"]
q("cross_source", "Who was the director of the saleroom in the year that sale T19-117 was held in it?", "values", one(within(facts("saleroom_director", x["Saleroom"]), x["d"].year))[2],
  "sales: Saleroom, Sale date; TKG: saleroom_director in that year")
fr = {a for c in inn("France", "part of country") for a in inn(c, "born in")}
q("cross_source", "makers born in france: total hammer price of all their lots?", "number", total([r for r in L if r["Maker"] in fr], "ham"), "KG: born in > part of country France; lots: sum of Hammer price")
q("cross_source", "How many lots came from consignors that are estates?", "number", sum(r["Consignor"] in inn("estate", "kind_of_consignor") for r in L), "KG: kind_of_consignor estate; lots: rows")
q("cross_source", "yellow attic - what buyers premium was charged at its sale, in percent", "number", WORK["The Yellow Attic"]["s"]["premium"], "lots: Sale code of the title; sales: Buyer's premium")
hd = one(facts(HD, "Cosima Hartley-Njoku", "Modern Paintings"))
q("cross_source", "How many lots are listed in Modern Paintings sales from the years when Cosima Hartley-Njoku headed that department?", "number",
  sum(r["s"]["Department"] == "Modern Paintings" and hd[3] <= r["s"]["d"].year <= hd[4] for r in L), "TKG: head of department; sales: Department, Sale date; lots: rows")
q("cross_source", "what did the works that museum rombouts owns today bring at our sales, hammer prices put togehter", "number",
  total([WORK[f[0]] for f in now("owned_by", tail="Museum Rombouts")], "ham"), "TKG: open owned_by Museum Rombouts; lots: sum of Hammer price (one of them passed)")
w = one(f[0] for f in facts("on loan to", tail="Takamori Museum") if f[3] == 2001)
q("cross_source", "A Japanese journalist is asking about the picture that went on loan to the Takamori Museum in 2001. In which of our salerooms was it auctioned later on?", "values",
  WORK[w]["s"]["Saleroom"], "TKG: on loan to Takamori Museum from 2001; lots: Sale code; sales: Saleroom")

# ------------------------------------------------------------------ missing
q("missing", "Which sales other than the online only ones have no catalogue price? Codes, please.", "values", codes(r for r in S if r["Format"] != "Online only" and not r["Catalogue price"]),
  "sales: empty Catalogue price, Format not Online only")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What was the paddle number of the winning bidder for Harbour Bells?", "refuse", [], "no paddle numbers in any file")
q("unanswerable", "how much sellers commision do we take from okkerse antiques", "refuse", [], "only the buyer's premium is recorded")
q("unanswerable", "weight of the arenfels regulator in kg?", "refuse", [], "only heights are recorded")
assert not within(facts("owned_by", "Requiem in Ochre"), 1910)
q("unanswerable", "Who was the owner of Requiem in Ochre in 1910?", "refuse", [], "TKG: its first owned_by fact starts in 1922")
assert "The Crooked Windmill" not in {r["Title"] for r in L}
q("unanswerable", "What did The Crooked Windmill sell for?", "refuse", [], "there is no such lot")
q("unanswerable", "Which of our lots turned out to be forgeries?", "refuse", [], "two specialists are expert on forgeries, but no lot is recorded as one")
q("unanswerable", "girl with a spoonbill, is it signed or not", "refuse", [], "no signatures in any file")

# ------------------------------------------------------------------ twenty more: left out, groups of a size, times, two columns, shares over files, gaps
sold = lambda rows: [r for r in rows if r["ham"] is not None]
dept = lambda d: [r for r in L if r["s"]["Department"] == d]
made = group(L, lambda r: r["Maker"])
q("sum", "Total hammer price of the Modern Paintings sales of 2022, with everything by Ansel Vintner left out?", "number",
  total([r for r in dept("Modern Paintings") if r["s"]["d"].year == 2022 and r["Maker"] != "Ansel Vintner"], "ham"), "lots + sales: sum of Hammer price, Modern Paintings in 2022, Maker not Ansel Vintner")
q("group_by", "how many sales has each saleroom had? ignore the ones that were only online", "table", Counter(r["Saleroom"] for r in S if r["Format"] != "Online only"), "sales: rows per Saleroom, Format not Online only")
few = lambda n, rows: best({k: mean(v, "ham") for k, v in made.items() if len(rows(v)) >= n})
assert few(10, list) == few(10, sold) != few(1, list)
q("group_superlative", "Among the makers of whom we have had ten lots or more, who has the highest average hammer price?", "values", few(10, list), "lots: highest mean Hammer price (empty left out) of the makers with at least 10 rows")
q("group_by", "avg number of bids on a lot for each consignor pls, but just the consignors with at least 20 lots", "table",
  {k: mean(v, "bids") for k, v in group(L, lambda r: r["Consignor"]).items() if len(v) >= 20}, "lots: mean Bids (empty left out) per Consignor with at least 20 rows")
q("count", "how many hester lovibond pieces from the 1760s did we sell", "number", len(sold(r for r in lots("Maker", "Hester Lovibond") if r["year"] and 1760 <= r["year"] <= 1769)),
  "lots: Maker Hester Lovibond, Made in 1760 to 1769, Sold")
q("filter_list", "Which of our salerooms have ever held a sale in December, whatever the year?", "values", {r["Saleroom"] for r in S if r["d"].month == 12}, "sales: Saleroom, month of Sale date December")
q("percent", "What share of the ceramics lots that sold went for less than their low estimate, in percent?", "number", share(sold(dept("Ceramics")), lambda r: r["ham"] < r["low"]),
  "lots + sales: Department Ceramics, Sold; share with Hammer price < Low estimate")
q("filter_list", "knocked down at exactly the low estimate - which lots? ids", "values", ids(r for r in L if r["ham"] == r["low"]), "lots: Hammer price = Low estimate")
q("percent", "What percentage of the lots in our Old Masters sales are by Baroque makers?", "number", share(dept("Old Masters"), lambda r: r["Maker"] in inn("Baroque", "movement")),
  "sales: Department Old Masters; KG: movement Baroque; lots: rows")
q("percent", "of everything that dealers have consigned, how many % found a buyer", "number", share([r for r in L if r["Consignor"] in inn("dealer", "kind_of_consignor")], lambda r: r["Result"] == "Sold"),
  "KG: kind_of_consignor dealer; lots: Result Sold over their rows")
q("missing", "Which lots have a year of making but no height, although they were sold? I need the ids.", "values", ids(sold(r for r in L if r["year"] and r["cm"] is None)), "lots: Made in filled, Height empty, Result Sold")
q("missing", "went for more then 50k but we have no year for when it was made - how many lots is that", "number", sum(r["year"] is None and r["ham"] > 50000 for r in sold(L)), "lots: Hammer price > 50000, Made in empty")
q("negation", "Which Expressionist makers have never been represented by any gallery?", "values", inn("Expressionism", "movement") - {f[0] for f in facts("represented_by")}, "KG: movement Expressionism; TKG: no represented_by fact")
q("negation", "2021 sales where not a single lot passed? codes", "values", set(codes(r for r in S if r["d"].year == 2021)) - {r["Sale code"] for r in lots("Result", "Passed")}, "sales: 2021; lots: no Passed row of the sale")
q("difference", "How far did Harbour Bells fall short of the highest hammer price we have ever had, in euros?", "number", max(r["ham"] for r in sold(L)) - WORK["Harbour Bells"]["ham"], "lots: max Hammer price minus that of the title")
om = sale("Department", "Old Masters")
above = lambda rows: codes(r for r in om if r["bidders"] > mean(rows, "bidders"))
assert above(S) == above(om)
q("filter_list", "Which Old Masters sales drew more registered bidders than our sales do on average? Codes please.", "values", above(S), "sales: Department Old Masters, Registered bidders above the mean of all sales")
x = WORK["Girl with a Spoonbill"]
q("difference", "girl with a spoonbill: how many years old was it in the year it came under the hammer here", "number", int(x["s"]["d"].year - x["year"]), "sales: year of Sale date; lots: Made in")
q("sum", "How much money did the buyer's premium bring in at sale H24-259, worked out on the hammer prices of all that sold there?", "number",
  sum(r["ham"] * r["s"]["premium"] for r in sold(lots("Sale code", "H24-259"))) / 100, "lots: Hammer prices of H24-259; sales: times Buyer's premium")
q("yes_no", "lionel osgood was never head of furniture, right?", "boolean", not facts(HD, "Lionel Osgood", "Furniture"), "TKG: no head of department fact of his for Furniture")
q("yes_no", "swans at leuvenhoek still with the hertoghs estate?", "boolean", bool(now("owned_by", "Swans at Leuvenhoek", "Estate of Ludo Hertoghs")), "TKG: open owned_by fact of the work")

finish(HERE, Q)
