#!/usr/bin/env python3
"""Computes every gold answer of the 'bookshops' domain (second-hand bookshops) from the four data files.
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


def num(s):
    for mark in ("€", ",", " m²", "%"): s = s.replace(mark, "")
    return float(s) if s.strip() else None


S = records(HERE, "shops.csv")
for r in S:
    r["n"], r["est"], r["m2"], r["vols"], r["fte"], r["rent"], r["web"] = (r["Bookshop"], int(r["Est."]), num(r["Floor space"]), num(r["Volumes in stock"]),
                                                                          num(r["Staff (FTE)"]), num(r["Rent p.m."]), num(r["Online share"]))
SN = {r["n"]: r for r in S}
B = records(HERE, "books.csv")
for r in B:
    r["no"], r["shop"], r["t"], r["in"], r["sold"] = r["Stock no."], r["Bookshop"], r["Title"], iso(r["Came in"]), day(r["Sold on"], "%d %B %Y")
    r["ask"], r["got"] = num(r["Asking price"]), num(r["Price got"])
BN = {r["no"]: r for r in B}
K = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, "bookshops.kg.tsv")]
out, inn, heads = kg(K)
def yr(s, last): return date(int(s), 12 if last else 1, 31 if last else 1) if s else None  # by year, both ends count
T = [(r["head"], r["relation"], r["tail"], yr(r["start"], False), yr(r["end"], True)) for r in records(HERE, "bookshops.tkg.tsv")]
facts, now, at, in_year = tkg(T)
OWN, CHAIR, TREAS, MEM, HOUSE, HOSTS = "owned by", "chair of", "treasurer of", "member_of", "housed in", "hosts"

Q = []
q = asking("bookshops", Q)


# sanity of the data
SHOPS, TITLES = heads("on street"), heads("written by")
assert len(SN) == len(S) and len(BN) == len(B) and len(set(K)) == len(K) and len(set(T)) == len(T)
assert set(SN) == SHOPS == {f[0] for f in facts(OWN)} and {r["shop"] for r in B} <= SHOPS and {r["t"] for r in B} <= TITLES
for rel, side in ((OWN, 0), (CHAIR, 2), (TREAS, 2), (HOUSE, 0), (HOUSE, 2)):  # one at a time
    for x in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == x]
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), fs
for r in S: assert min(f[3] for f in facts(OWN, r["n"])).year == r["est"] and one(out(r["Town"], "in country"))
for r in B:
    assert r["Author"] == one(out(r["t"], "written by")) and r["in"].year >= SN[r["shop"]]["est"]
    assert (r["sold"] is None) == (r["Buyer"] == "") and (r["sold"] is None or r["sold"] > r["in"]) and (r["got"] is None or r["sold"])
def country(shop): return one(out(SN[shop]["Town"], "in country"))
nos = lambda rows: [r["no"] for r in rows]
names = lambda rows: [r["n"] for r in rows]
sold = [r for r in B if r["sold"]]
left = [r for r in B if not r["sold"]]
of = lambda shop, rows=B: [r for r in rows if r["shop"] == shop]
first = lambda rows=B: [r for r in rows if r["Edn."] == "1st"]
days = lambda f: (f[4] - f[3]).days

# ------------------------------------------------------------------ lookup
q("lookup", "In which bookshop is the book with stock number B-0408?", "values", BN["B-0408"]["shop"], "books: Bookshop of B-0408")
q("lookup", "rent per month at the mouldy page?", "number", SN["The Mouldy Page"]["rent"], "shops: Rent p.m. of The Mouldy Page")
q("lookup", "Who illustrated Three Rivers on Foot?", "values", out("Three Rivers on Foot", "illustrated by"), "KG: Three Rivers on Foot illustrated by")
q("lookup", "b-0667 what binding has it got", "values", BN["B-0667"]["Binding"], "books: Binding of B-0667")
q("lookup", "A man with a very wet dog wants to drop off four boxes of books next week. On which day of the week is Octavo closed?", "values", SN["Octavo"]["Day off"], "shops: Day off of Octavo")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which bookshops with a coffee corner have Monday as their day off?", "values", names(r for r in S if r["Coffee corner"] == "yes" and r["Day off"] == "Monday"),
  "shops: Coffee corner yes, Day off Monday")
q("filter_list", "shops holding over 20 thousand volumes", "values", names(r for r in S if r["vols"] > 20000), "shops: Volumes in stock > 20000")
q("filter_list", "Which first editions in VG condition came in during 2023? Give me the stock numbers.", "values", nos(r for r in first() if r["Cond."] == "VG" and r["in"].year == 2023),
  "books: Edn. 1st, Cond. VG, Came in in 2023")
q("filter_list", "who specialises in maps n atlases", "values", inn("Maps & atlases", "specialises_in"), "KG: specialises_in Maps & atlases")
q("filter_list", "signed copies not sold yet with an asking price above €100, stock nos pls", "values", nos(r for r in left if r["Signed"] == "yes" and r["ask"] > 100),
  "books: empty Sold on, Signed yes, Asking price > 100")
q("filter_list", "Which titles are set in Port-Aubin?", "values", inn("Port-Aubin", "set in"), "KG: set in Port-Aubin")

# ------------------------------------------------------------------ count
q("count", "How many copies of The Salt Ledger are on record, sold and unsold together?", "number", sum(r["t"] == "The Salt Ledger" for r in B), "books: Title The Salt Ledger")
q("count", "how many books were bougth by dealers", "number", sum(r["Buyer"] == "dealer" for r in B), "books: Buyer dealer")
q("count", "How many bookshops belong to the Dog-Eared Alliance at present?", "number", len(now(MEM)), "TKG: open member_of facts")
q("count", "books sold from 1 jan to 31 march 2024 - how many were there", "number", sum(date(2024, 1, 1) <= r["sold"] <= date(2024, 3, 31) for r in sold), "books: Sold on from 2024-01-01 to 2024-03-31")
q("count", "The new volunteer keeps asking what Fair means and I tell her it means not very nice. How many of the books that are still unsold are in Fair condition?", "number",
  sum(r["Cond."] == "Fair" for r in left), "books: empty Sold on, Cond. Fair")

# ------------------------------------------------------------------ sum
q("sum", "What is the total asking price of the unsold books at De Boekenzolder?", "number", total(of("De Boekenzolder", left), "ask"), "books: sum of Asking price, Bookshop De Boekenzolder, empty Sold on")
q("sum", "poetry: what did all the sold ones fetch together", "number", total([r for r in sold if r["Shelf"] == "Poetry"], "got"), "books: sum of Price got, Shelf Poetry")
q("sum", "How many volumes do the bookshops in Marlenne have in stock altogether?", "number", total([r for r in S if r["Town"] == "Marlenne"], "vols"), "shops: sum of Volumes in stock, Town Marlenne")

# ------------------------------------------------------------------ average
q("average", "What is the average monthly rent of our bookshops?", "number", mean(S, "rent"), "shops: mean Rent p.m.")
q("average", "avg asking price of a first editon from the crime shelf", "number", mean([r for r in first() if r["Shelf"] == "Crime"], "ask"), "books: mean Asking price, Edn. 1st, Shelf Crime")
q("average", "Karim says we are all turning into web shops, which I do not believe for a minute. What is the average online share of the bookshops, in percent?", "number", mean(S, "web"),
  "shops: mean Online share (empty left out)")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the highest price we ever got for a book?", "number", max(r["got"] for r in B if r["got"] is not None), "books: max Price got")
q("min_max", "earliest print year of anything still unsold", "number", min(int(r["Printed"]) for r in left), "books: min Printed, empty Sold on")
q("min_max", "When was the last book sold at Le Chat Relié?", "values", max(r["sold"] for r in of("Le Chat Relié", sold)), "books: latest Sold on, Bookshop Le Chat Relié")

# ------------------------------------------------------------------ superlative
q("superlative", "Which bookshop has the largest floor space?", "values", best({r["n"]: r["m2"] for r in S}), "shops: highest Floor space")
q("superlative", "oldest shop thats got a cat in it", "values", best({r["n"]: r["est"] for r in S if r["Shop pet"] == "cat"}, low=True), "shops: earliest Est., Shop pet cat")
q("superlative", "places w/ a coffee corner - which of em pays the least rent", "values", best({r["n"]: r["rent"] for r in S if r["Coffee corner"] == "yes"}, low=True),
  "shops: lowest Rent p.m., Coffee corner yes")

# ------------------------------------------------------------------ top_k
q("top_k", "Which three bookshops pay the highest rent?", "values", best({r["n"]: r["rent"] for r in S}, 3), "shops: three highest Rent p.m.")
q("top_k", "4 dearest books weve not sold yet, stock nos", "values", best({r["no"]: r["ask"] for r in left}, 4), "books: four highest Asking price, empty Sold on")

# ------------------------------------------------------------------ comparison
q("comparison", "Which has more volumes in stock, Vieux Papiers or Librairie du Canal?", "values", best({n: SN[n]["vols"] for n in ("Vieux Papiers", "Librairie du Canal")}), "shops: Volumes in stock of the two")
q("comparison", "papierwolf or colophon - who sold more books", "values", best({n: len(of(n, sold)) for n in ("Papierwolf", "Colophon")}), "books: rows with Sold on of the two shops")
q("comparison", "Who was chair of the Alliance for longer, Adelheid Lindwurm or Odile Quentin?", "values", best({p: days(one(facts(CHAIR, p))) for p in ("Adelheid Lindwurm", "Odile Quentin")}),
  "TKG: lengths of the two chair of facts")

# ------------------------------------------------------------------ difference
q("difference", "b-0781, how far below the asking price did it go", "number", BN["B-0781"]["ask"] - BN["B-0781"]["got"], "books: Asking price minus Price got of B-0781")
q("difference", "How many more books came in in 2021 than in 2024?", "number", sum(r["in"].year == 2021 for r in B) - sum(r["in"].year == 2024 for r in B), "books: rows Came in in 2021 minus rows in 2024")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all the books on record are first editions?", "number", 100 * len(first()) / len(B), "books: Edn. 1st over all rows")
q("percent", "% of the bookshops that keep a cat", "number", 100 * sum(r["Shop pet"] == "cat" for r in S) / len(S), "shops: Shop pet cat over all rows")

# ------------------------------------------------------------------ group_by
q("group_by", "For each country, how many bookshops do we have there?", "table", Counter(country(r["n"]) for r in S), "shops: Town; KG: in country, counted per country")
q("group_by", "avg price got for each sort of buyer", "table", {k: mean(v, "got") for k, v in group(sold, lambda r: r["Buyer"]).items()}, "books: mean Price got (empty left out) per Buyer")
q("group_by", "unsold books per shelf?", "table", Counter(r["Shelf"] for r in left), "books: empty Sold on, rows per Shelf")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which bookshop is sitting on the most unsold books?", "values", best(Counter(r["shop"] for r in left)), "books: empty Sold on, most rows per Bookshop")
q("group_superlative", "what shelf brings in most money, going by the prices we got", "values", best({k: total(v, "got") for k, v in group(B, lambda r: r["Shelf"]).items()}), "books: highest sum of Price got per Shelf")
q("group_superlative", "Which publisher brought out the most titles?", "values", best(Counter(t for h, r, t in K if r == "published by")), "KG: published by, counted by publisher")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does Colophon have a cellar?", "boolean", "cellar" in out("Colophon", "has a"), "KG: Colophon has a cellar")
q("yes_no", "is there a garden at buchfink", "boolean", "garden" in out("Buchfink", "has a"), "KG: no has a garden triple of Buchfink")
q("yes_no", "Did Falk Reuter ever own Colophon?", "boolean", bool(facts(OWN, "Colophon", "Falk Reuter")), "TKG: Colophon owned by Falk Reuter")
q("yes_no", "papierwolf still in the alliance or not?", "boolean", bool(now(MEM, "Papierwolf")), "TKG: the member_of fact of Papierwolf has ended")

# ------------------------------------------------------------------ negation
q("negation", "Which bookshops do not specialise in anything?", "values", SHOPS - heads("specialises_in"), "KG: bookshops without a specialises_in triple")
q("negation", "dutch bookshops without a pet", "values", names(r for r in S if country(r["n"]) == "Netherlands" and not r["Shop pet"]), "shops: empty Shop pet; KG: Town in country Netherlands")
q("negation", "Which titles published by Uitgeverij De Meeuw have not won a prize?", "values", inn("Uitgeverij De Meeuw", "published by") - heads("won"), "KG: published by Uitgeverij De Meeuw without a won triple")
q("negation", "shops that were never ever in the alliance", "values", SHOPS - {f[0] for f in facts(MEM)}, "TKG: bookshops without a member_of fact")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was chair of the Dog-Eared Alliance in 2010?", "values", [one(in_year(CHAIR, 2010))[0]], "TKG: chair of in 2010")
q("time_point", "who owned vieux papiers back in 1990", "values", [one(in_year(OWN, 1990, "Vieux Papiers"))[2]], "TKG: owned by of Vieux Papiers in 1990")
q("time_point", "Which bookshops did Thibault Lacroix own in 2015?", "values", [f[0] for f in in_year(OWN, 2015, tail="Thibault Lacroix")], "TKG: owned by Thibault Lacroix in 2015")
q("time_point", "map fair, whos hosting that nowadays", "values", [one(now(HOSTS, tail="Map Fair"))[0]], "TKG: open hosts fact of Map Fair")

# ------------------------------------------------------------------ before_after
q("before_after", "Who owned Octavo before Nour Haddad?", "values", [step(facts(OWN, "Octavo"), 2, "Nour Haddad", -1)], "TKG: previous owned by of Octavo")
q("before_after", "dieuwke abma stopped doing the treasurer job, who had it next", "values", [step(facts(TREAS), 0, "Dieuwke Abma", 1)], "TKG: next treasurer of the Alliance")
q("before_after", "Which shop was in the Alte Münze before Buchfink moved in?", "values", [step(facts(HOUSE, tail="Alte Münze"), 0, "Buchfink", -1)], "TKG: previous housed in fact of Alte Münze")

# ------------------------------------------------------------------ duration
q("duration", "Which of the present owners has owned the same bookshop the longest?", "values", best({f[2]: f[3] for f in now(OWN)}, low=True), "TKG: earliest start of the open owned by facts")
q("duration", "of our former chairs who was in the job longest", "values", best({f[0]: days(f) for f in facts(CHAIR) if f[4]}), "TKG: longest closed chair of fact")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country was the author of The Beekeeper's Year born?", "values", {c for a in out("The Beekeeper's Year", "written by") for t in out(a, "born in") for c in out(t, "in country")},
  "KG: written by > born in > in country")
q("multi_hop", "titles by people born in hohenried?", "values", {t for a in inn("Hohenried", "born in") for t in inn(a, "written by")}, "KG: born in Hohenried < written by")
q("multi_hop", "kaatje goes ashore follows on from another book, which prize did that one win", "values", {p for b in out("Kaatje Goes Ashore", "sequel to") for p in out(b, "won")}, "KG: sequel to > won")

# ------------------------------------------------------------------ cross_source
r = BN["B-0271"]
q("cross_source", "Who owned the bookshop in the year in which it sold B-0271?", "values", [one(in_year(OWN, r["sold"].year, r["shop"]))[2]], "books: Bookshop, Sold on of B-0271; TKG: owned by in that year")
q("cross_source", "how many unsold books are sitting in french shops", "number", sum(country(r["shop"]) == "France" for r in left), "books: empty Sold on, Bookshop; shops: Town; KG: in country France")
q("cross_source", "What did we get in total for books whose author was born in Oudekerke?", "number", total([r for r in sold if r["Author"] in inn("Oudekerke", "born in")], "got"),
  "KG: born in Oudekerke; books: sum of Price got")
q("cross_source", "copies sold of anything that won the prix lamartelle, how many", "number", sum("Prix Lamartelle" in out(r["t"], "won") for r in sold), "KG: won Prix Lamartelle; books: Sold on not empty")
q("cross_source", "How many books came in at Buchfink while Gudrun Pfleiderer owned it?", "number", sum(bool(at(OWN, r["in"], "Buchfink", "Gudrun Pfleiderer")) for r in of("Buchfink")),
  "books: Bookshop Buchfink, Came in; TKG: owned by interval of Gudrun Pfleiderer")
q("cross_source", "floor space of the shop thats in the old customs house now", "number", SN[one(now(HOUSE, tail="The Old Customs House"))[0]]["m2"], "TKG: open housed in The Old Customs House; shops: Floor space")
q("cross_source", "Which bookshops are owned today by somebody who did their apprenticeship with Falk Reuter?", "values", [f[0] for f in now(OWN) if f[2] in inn("Falk Reuter", "apprenticed with")],
  "KG: apprenticed with Falk Reuter; TKG: open owned by facts")
q("cross_source", "We might buy a second nipping press to share. How many volumes do the shops with a bindery have on average?", "number", mean([SN[n] for n in inn("bindery", "has a")], "vols"),
  "KG: has a bindery; shops: mean Volumes in stock")

# ------------------------------------------------------------------ missing
q("missing", "Which bookshops have no online share filled in?", "values", names(r for r in S if r["web"] is None), "shops: empty Online share")
q("missing", "books that were sold but nobody wrote down the price we got", "values", nos(r for r in sold if r["got"] is None), "books: Sold on not empty, empty Price got")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What did we pay for B-0727 when we bought it in?", "refuse", [], "asking price and price got are recorded, no purchase price")
assert not now(OWN, "Foxed & Bumped")
q("unanswerable", "who owns foxed & bumped now", "refuse", [], "TKG: the last owner of Foxed & Bumped ended in 2022, no open fact")
q("unanswerable", "How many pages does The Drowned Bell have?", "refuse", [], "no page numbers in any file")
assert min(f[3] for f in facts(OWN, "Marginalia")).year > 1985
q("unanswerable", "Who owned Marginalia in 1985?", "refuse", [], "TKG: the first owner of Marginalia started in 2001")
assert "The Gilded Owl" not in SHOPS
q("unanswerable", "the gilded owl, when was it founded", "refuse", [], "there is no bookshop The Gilded Owl")
q("unanswerable", "whats the name of the cat at octavo", "refuse", [], "shops says that there is a cat, no names")
q("unanswerable", "How many visitors came to the last Crime Breakfast?", "refuse", [], "TKG says who hosts it, no visitors")

# ------------------------------------------------------------------ left out, two columns of a row, percent over files and the like
priced = [r for r in sold if r["got"] is not None]
q("average", "maps & atlases aside, what did we get for a book on average", "number", mean([r for r in priced if r["Shelf"] != "Maps & atlases"], "got"),
  "books: mean Price got (empty left out), Shelf not Maps & atlases")
q("sum", "How many volumes do the German shops have between them? Antiquariat Lindwurm is not to be counted.", "number",
  total([r for r in S if country(r["n"]) == "Germany" and r["n"] != "Antiquariat Lindwurm"], "vols"), "shops: sum of Volumes in stock without Antiquariat Lindwurm; KG: Town in country Germany")
q("group_superlative", "Take the shops with no more than two sales to their name. Which of them got the best price per book on average?", "values",
  best({n: mean(of(n, priced), "got") for n in SN if 1 <= len(of(n, sold)) <= 2}), "books: Bookshop with 1 or 2 rows with Sold on, highest mean Price got (empty left out)")
q("filter_list", "which authors having at least ten copies on the list avarage over 100 euros asking price", "values",
  [k for k, v in group(B, lambda r: r["Author"]).items() if len(v) >= 10 and mean(v, "ask") > 100], "books: Author with >= 10 rows and mean Asking price > 100")
q("sum", "What did the books sold in the second half of 2022 bring in altogether?", "number", total([r for r in sold if date(2022, 7, 1) <= r["sold"] <= date(2022, 12, 31)], "got"),
  "books: sum of Price got, Sold on from 2022-07-01 to 2022-12-31")
q("count", "anything printed in the 1930s thats still unsold, how many is that", "number", sum(1930 <= int(r["Printed"]) <= 1939 for r in left), "books: empty Sold on, Printed from 1930 to 1939")
q("count", "How many books went for less than we were asking?", "number", sum(r["got"] < r["ask"] for r in priced), "books: Price got < Asking price")
q("percent", "what share of the sold books went in the same calendar year they came in, in %", "number", 100 * sum(r["sold"].year == r["in"].year for r in sold) / len(sold),
  "books: rows with Sold on in the year of Came in, over the rows with Sold on")
crime = [r for r in B if r["Shelf"] == "Crime"]
q("percent", "What percentage of all the crime books, sold or not, is listed at a shop that specialises in crime?", "number",
  100 * sum("Crime" in out(r["shop"], "specialises_in") for r in crime) / len(crime), "books: Shelf Crime; KG: Bookshop specialises_in Crime")
q("percent", "todays alliance members: how many % have a coffee corner", "number", 100 * sum(SN[f[0]]["Coffee corner"] == "yes" for f in now(MEM)) / len(now(MEM)),
  "TKG: open member_of facts; shops: Coffee corner yes")
q("missing", "Which shop keeps an animal but has no online share entered?", "values", names(r for r in S if r["Shop pet"] and r["web"] is None), "shops: Shop pet filled, empty Online share")
q("missing", "no price noted although sold, and we were asking over 100 euros: stock nos?", "values", nos(r for r in sold if r["got"] is None and r["ask"] > 100),
  "books: Sold on not empty, empty Price got, Asking price > 100")
assert heads("published by") == TITLES
q("negation", "Which titles do we know author and publisher of, without there being a single copy on the stock list?", "values", TITLES - {r["t"] for r in B},
  "KG: titles with written by and published by that are no Title in books")
q("negation", "shops that specialise in poetry but havent got one poetry book on the list, not even a sold one", "values",
  inn("Poetry", "specialises_in") - {r["shop"] for r in B if r["Shelf"] == "Poetry"}, "KG: specialises_in Poetry; books: no row with Shelf Poetry")
q("difference", "How many square metres more does De Boekenzolder have than our smallest shop?", "number", SN["De Boekenzolder"]["m2"] - min(r["m2"] for r in S),
  "shops: Floor space of De Boekenzolder minus the smallest Floor space")
q("filter_list", "coffee corner places paying more than the avg rent of all our shops", "values", names(r for r in S if r["Coffee corner"] == "yes" and r["rent"] > mean(S, "rent")),
  "shops: Coffee corner yes, Rent p.m. > mean Rent p.m. of all rows")
q("sum", "What do all our discounts come to in total, that is asking price less the price we got?", "number", total(priced, "ask") - total(priced, "got"),
  "books: sum of Asking price minus Price got, rows with Price got")
q("superlative", "rent per square metre - who pays the most", "values", best({r["n"]: r["rent"] / r["m2"] for r in S}), "shops: largest Rent p.m. / Floor space")
q("yes_no", "every copy of Moorgesänge gone, or not?", "boolean", all(r["sold"] for r in B if r["t"] == "Moorgesänge"), "books: Title Moorgesänge, Sold on filled in every row")
q("yes_no", "Buchfink still Gudrun Pfleiderer's?", "boolean", bool(now(OWN, "Buchfink", "Gudrun Pfleiderer")), "TKG: the owned by fact of Buchfink with Gudrun Pfleiderer has ended")

finish(HERE, Q)
