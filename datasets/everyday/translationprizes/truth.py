"""Computes every answer of the 'translationprizes' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("translationprizes", Q)

ents = [{"year": int(r["Year"]), "prize": r["Prize"], "name": r["Book"], "by": r["Translator"], "lang": r["Original Language"],
         "genre": r["Genre"], "pub": r["Publisher"], "result": r["Result"], "money": digits(r["Prize Money"]),
         "pages": num(r["Pages"]), "date": iso(r["Announced"])} for r in records(HERE, "prizes.csv")]
sales = [{"name": r["title"], "pub": r["publisher"], "format": r["format"], "date": iso(r["published"]), "price": num(r["cover_price"]),
          "sold": num(r["copies_sold"]), "back": num(r["returned"])} for r in records(HERE, "sales.csv")]
K, T = graphs(HERE, "translationprizes")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
S = {s["name"]: s for s in sales}
E = {e["name"]: e for e in ents}  # of a book with two entries what is the same in both
W = [e for e in ents if e["result"] == "Winner"]
pubs = heads("founded_by")
people = heads("translates_from")

# the four files go together
assert len(S) == len(sales) and set(S) <= set(E) == heads("written_by")
for k in ("by", "lang", "genre", "pub", "pages"): assert all(e[k] == E[e["name"]][k] for e in ents)
assert {e["pub"] for e in ents} == pubs == heads("based_in") == {f[2] for f in facts("editor_in_chief_of")}
assert all(s["pub"] == E[s["name"]]["pub"] and (s["date"] is None or s["date"] < E[s["name"]]["date"]) for s in sales)
assert all(not e["by"] or e["lang"] in out(e["by"], "translates_from") for e in ents)
assert {(f[0], f[2]) for f in now("sponsored_by")} == {(h, t) for h, x, t in K if x == "sponsored_by"}
assert len({(e["prize"], e["year"]) for e in W}) == len(W) == len({(e["prize"], e["year"]) for e in ents})
assert all(at("jury_chair_of", e["date"], tail=e["prize"]) and at("sponsored_by", e["date"], e["prize"]) for e in ents)
for rel, side in (("jury_chair_of", 2), ("editor_in_chief_of", 2), ("president_of", 2), ("owned_by", 0), ("sponsored_by", 0)):
    for x in {f[side] for f in facts(rel)}:
        fs = [f for f in facts(rel) if f[side] == x]
        assert all(a[4] < b[3] for a, b in zip(fs, fs[1:])), x
assert {f[0] for f in facts("member_of")} <= people


def of(rows, **want): return [r for r in rows if all(r[k] == v for k, v in want.items())]
def names(rows, k="name"): return [r[k] for r in rows]
def given(rows, k): assert all(r[k] not in (None, "") for r in rows); return rows
def single(rows): assert len(set(names(rows))) == len(rows); return rows  # no book stands twice
def books(rows): return [E[n] for n in sorted(set(names(rows)))]
def by_name(rows, k): return {r["name"]: r[k] for r in rows if r[k] is not None}


# lookup
q("lookup", "Who translated The Slow Cathedral?", "values", E["The Slow Cathedral"]["by"], "translator of its row")
q("lookup", "hunger street - how many pages", "number", E["Hunger Street"]["pages"], "pages of its row")
q("lookup", "In what city would I find the offices of Paper Boat, please?", "values", one(out("Paper Boat", "based_in")), "based_in")
q("lookup", "How many copies has Snow Debts sold? We are thinking about a reprint.", "number", S["Snow Debts"]["sold"], "its row of the sales")

# filter_list
q("filter_list", "poetry books that were winners", "values", set(names(of(W, genre="Poetry"))), "genre and result")
q("filter_list", "Which of the books did Kathleen Moss translate?", "values", set(names(of(ents, by="Kathleen Moss"))), "translator")
q("filter_list", "hardback titels with a price under 18 pounds", "values", names(s for s in of(sales, format="Hardback") if s["price"] and s["price"] < 18), "format and price")
q("filter_list", "I like very thick books. Please list those with more than 475 pages.", "values",
  {e["name"] for e in ents if e["pages"] and e["pages"] > 475}, "pages")
q("filter_list", "translators living in edinburgh", "values", people & inn("Edinburgh", "lives_in"), "lives_in")

# count
q("count", "How many different books translated from French are there in the prize list?", "number", len(books(of(ents, lang="French"))), "different books of the language")
q("count", "how many winners has the corvina prize had so far", "number", len(of(W, prize="Corvina Prize")), "prize and result")
q("count", "e-books: number of titles", "number", len(of(sales, format="E-book")), "format")

# sum
q("sum", "how much prize money did books from Blackthorn Editions bring home in total", "number", total(of(ents, pub="Blackthorn Editions"), "money"), "sum of the money of the publisher")
q("sum", "Two Rivers Editions total copies sold", "number", total(given(of(sales, pub="Two Rivers Editions"), "sold"), "sold"), "sum of the copies of the publisher")
q("sum", "If you add up all the prize money that was handed out in 2021, what do you get?", "number", total(given(of(W, year=2021), "money") + of([e for e in ents if e["result"] != "Winner"], year=2021), "money"), "sum of the money of the year")
q("sum", "returned copies of hardbacks, alltogether", "number", total(of(sales, format="Hardback"), "back"), "sum of returned of the format")

# average
q("average", "averge number of pages for a poetry book", "number", mean(single(given(of(ents, genre="Poetry"), "pages")), "pages"), "mean pages of the genre")
q("average", "What does a paperback cost on average?", "number", mean(given(of(sales, format="Paperback"), "price"), "price"), "mean price of the format")
q("average", "Meridian Prize winners only: mean page count, skipping those where we have no number", "number",
  mean(single(of(W, prize="Meridian Prize")), "pages"), "mean of the known pages")

# min_max
q("min_max", "largest prize money on a single entry", "number", max(known(ents, "money")), "largest prize money")
q("min_max", "For how little could one buy a hardback?", "number", min(known(of(sales, format="Hardback"), "price")), "lowest price of the format")
q("min_max", "earliest publication date in the sales list", "values", min(known(sales, "date")), "earliest published")
q("min_max", "What is the highest number of copies that any poetry title has sold?", "number",
  max(known([s for s in sales if E[s["name"]]["genre"] == "Poetry"], "sold")), "genre, then the most copies")

# superlative
q("superlative", "the longest book", "values", one(best(by_name(ents, "pages"))), "most pages")
q("superlative", "Which translator has won most often?", "values", one(best(Counter(names(given(W, "by"), "by")))), "winners by translator")
q("superlative", "best seller among the e-books?", "values", one(best(by_name(of(sales, format="E-book"), "sold"))), "most copies of the format")
q("superlative", "I wonder who does worst: what publisher sold the fewest copies when you take all its titles together?", "values",
  one(best(sums(sales, "pub", "sold"), low=True)), "smallest sum of copies by publisher")

# top_k
q("top_k", "3 titles that sold most", "values", best(by_name(sales, "sold"), 3), "three largest numbers of copies")
q("top_k", "Name the four publishers whose books earned the most prize money.", "values", best(sums(ents, "pub", "money"), 4), "four largest sums by publisher")
q("top_k", "five shortest books by pages pls", "values", best(by_name(ents, "pages"), 5, low=True), "five smallest numbers of pages")

# comparison
q("comparison", "Which is longer, Paper Kin or Please Hold the Line?", "values",
  one(best({n: E[n]["pages"] for n in ("Paper Kin", "Please Hold the Line")})), "their pages")
q("comparison", "fog over arkady vs the understairs, what sold more", "values",
  one(best({n: S[n]["sold"] for n in ("Fog Over Arkady", "The Understairs")})), "their copies")
q("comparison", "Did Ostler Books or Fallow House have more wins over the years?", "values",
  one(best({p: len(of(W, pub=p)) for p in ("Ostler Books", "Fallow House")})), "their numbers of winners")

# difference
q("difference", "How many pages longer is Vinegar Season than Pelican Year?", "number", E["Vinegar Season"]["pages"] - E["Pelican Year"]["pages"], "pages less pages")
a, b = (one(of(W, prize="Meridian Prize", year=y))["money"] for y in (2020, 2021))
q("difference", "meridian winner 2021 got how much more money than the one of 2020", "number", b - a, "money less money")
q("difference", "Between the dearest and the cheapest title in the sales table, what is the gap in cover price?", "number",
  round(max(known(sales, "price")) - min(known(sales, "price")), 2), "largest less smallest price")

# percent
q("percent", "what % of titles in the sales list are paperbacks", "number", share(sales, lambda s: s["format"] == "Paperback"), "share of the rows")
q("percent", "Out of all the winning entries, what percentage are novels?", "number", share(W, lambda e: e["genre"] == "Novel"), "share of the winners")
q("percent", "The Eel Wedding: returns as a percent of copies sold", "number", 100 * S["The Eel Wedding"]["back"] / S["The Eel Wedding"]["sold"], "returned by copies sold")

# group_by
q("group_by", "copies sold by format", "table", sums(sales, "format", "sold"), "sum of copies by format")
q("group_by", "How often has each publisher been a winner? You can leave out any that never was.", "table", Counter(names(W, "pub")), "winners by publisher")
q("group_by", "for each genre the highest page count we have", "table",
  {g: max(known(r, "pages")) for g, r in group(ents, itemgetter("genre")).items()}, "most pages by genre")
q("group_by", "prize money paid, year by year", "table", sums(ents, "year", "money"), "sum of money by year")

# group_superlative
q("group_superlative", "For paperbacks, hardbacks and e-books each, which title sold best?", "table",
  {f: one(best(by_name(g, "sold"))) for f, g in group(sales, itemgetter("format")).items()}, "most copies by format")
q("group_superlative", "shortest book of every genre", "table",
  {c: one(best(by_name(g, "pages"), low=True)) for c, g in group(ents, itemgetter("genre")).items()}, "fewest pages by genre")
q("group_superlative", "Per year, I want the winning book that had the most pages.", "table",
  {y: one(best(by_name(g, "pages"))) for y, g in group(W, itemgetter("year")).items()}, "most pages of the winners by year")

# yes_no
q("yes_no", "Has a book translated from Czech ever won the Meridian Prize?", "boolean", of(W, lang="Czech", prize="Meridian Prize"), "language, prize and result")
q("yes_no", "is ruth amsel still in the translators circle?", "boolean", now("member_of", "Ruth Amsel", "Translators' Circle"), "member_of without end")
q("yes_no", "any essays among the winners of 2024", "boolean", of(W, genre="Essays", year=2024), "genre, year and result")
q("yes_no", "My granddaughter says that Mei Chen and Wei Langford come from the same city of birth. Is she right?", "boolean",
  out("Mei Chen", "born_in") == out("Wei Langford", "born_in"), "born_in of both")

# negation
q("negation", "publishers that have never won the Silver Quill", "values", pubs - set(names(of(W, prize="Silver Quill"), "pub")), "publishers less those that did")
q("negation", "Who is currently a member of the Translators' Circle but does not teach anywhere?", "values",
  {f[0] for f in now("member_of", tail="Translators' Circle")} - heads("teaches_at"), "members now less those who teach")
q("negation", "which books of the prize list are not in the sales list", "values", set(E) - set(S), "books less those with sales")
q("negation", "2017 entries that didnt end up as the winner - titles", "values",
  robust(names(e for e in ents if e["year"] == 2017 and e["result"] != "Winner"), sorted(set(names(of(ents, year=2017))) - set(names(of(W, year=2017))))),
  "year and another result")

# time_point
q("time_point", "Who chaired the jury of the Meridian Prize in 2020?", "values", names(in_year("jury_chair_of", 2020, tail="Meridian Prize"), 0), "jury_chair_of in that year")
q("time_point", "editor in chief gannet press june 2010", "values", names(at("editor_in_chief_of", date(2010, 6, 15), tail="Gannet Press"), 0), "editor_in_chief_of at that time")
q("time_point", "Fallow House has changed hands a few times. To whom did it belong on 1 January 2015?", "values",
  names(at("owned_by", date(2015, 1, 1), "Fallow House"), 2), "owned_by on that day")
q("time_point", "who was paying for the silver quill as sponsor back in 2019", "values", names(in_year("sponsored_by", 2019, "Silver Quill"), 2), "sponsored_by in that year")

# before_after
q("before_after", "Who was president of the Translators' Circle before Odile Barker?", "values",
  step(facts("president_of", tail="Translators' Circle"), 0, "Odile Barker", -1), "the fact before hers")
q("before_after", "next jury chair of northlight after lionel achebe", "values",
  step(facts("jury_chair_of", tail="Northlight Award"), 0, "Lionel Achebe", 1), "the fact after his")
q("before_after", "Which publishers passed to a new owner after the end of 2018?", "values",
  {f[0] for f in facts("owned_by") if f[3] > date(2018, 12, 31) and facts("owned_by", f[0])[0] != f}, "owned_by that starts later and is not the first")
q("before_after", "lena abrams went in 2018, who replaced her as editor in chief", "values",
  step(facts("editor_in_chief_of", tail="Third Floor Books"), 0, "Lena Abrams", 1), "the fact after hers")

# duration
q("duration", "How many complete years did Claude Pelletier spend as editor in chief of Lumen Press?", "number",
  lasted(one(facts("editor_in_chief_of", "Claude Pelletier", "Lumen Press"))), "end less start of the post")
q("duration", "simon hartog translators circle membership, full years", "number", lasted(one(facts("member_of", "Simon Hartog"))), "end less start of member_of")
a, b = (of(W, prize=p, year=2024)[0]["date"] for p in ("Meridian Prize", "Halloran Award"))
q("duration", "In 2024, how many days went by from the announcement of the Meridian Prize until that of the Halloran Award?", "number",
  (b - a).days, "date less date")
q("duration", "fallow house: who was editor in chief for longer, edmund crane or bianca osei", "values",
  one(best({f[0]: (f[4] - f[3]).days for f in facts("editor_in_chief_of", tail="Fallow House") if f[0] in ("Edmund Crane", "Bianca Osei")})),
  "their times at that publisher")

# multi_hop
q("multi_hop", "where was the author of Winter Quarters born?", "values", one(out(one(out("Winter Quarters", "written_by")), "born_in")), "written_by, then born_in")
q("multi_hop", "publishers in england", "values", {p for c in inn("England", "in_country") for p in inn(c, "based_in")}, "in_country, then based_in")
q("multi_hop", "Could you find me the books whose writers were born in Ukraine?", "values",
  {b for c in inn("Ukraine", "in_country") for a in inn(c, "born_in") for b in inn(a, "written_by")}, "country, city, author, book")

# cross_source
q("cross_source", "total copies sold of everything Rafael Montes wrote", "number",
  total(given([s for s in sales if s["name"] in inn("Rafael Montes", "written_by")], "sold"), "sold"), "written_by, then copies")
q("cross_source", "Which author's book took the Corvina Prize in 2021?", "values",
  one(out(one(of(W, prize="Corvina Prize", year=2021))["name"], "written_by")), "winner, then written_by")
e = one(of(ents, name="Snow Debts"))
assert e["result"] == "Winner"
q("cross_source", "snow debts won a prize - who chaired the jury on the day of the announcement", "values",
  names(at("jury_chair_of", e["date"], tail=e["prize"]), 0), "chair of that prize on that day")
q("cross_source", "How much prize money has gone to books of publishers based in Ireland?", "number",
  total([e for e in ents if e["pub"] in {p for c in inn("Ireland", "in_country") for p in inn(c, "based_in")}], "money"), "country of the publisher, then money")

# missing
q("missing", "books with no translator given", "values", {e["name"] for e in ents if not e["by"]}, "empty translator")
q("missing", "For some winners nobody recorded the prize money. Which books are they?", "values", names(of(W, money=None)), "winner and empty money")
q("missing", "is there a title where cover price is missing, wich one", "values", names(of(sales, price=None)), "empty price")

# unanswerable
q("unanswerable", "How old is Mei Chen?", "refuse", [], "no dates of birth")
q("unanswerable", "isbn of paper kin", "refuse", [], "no ISBN")
q("unanswerable", "What did the newspapers write about Marrow when it came out?", "refuse", [], "no reviews")
q("unanswerable", "how many people work at saltmarsh", "refuse", [], "no staff numbers")

finish(HERE, Q)
