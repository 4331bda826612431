"""Computes every answer of the 'recordlabel' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("recordlabel", Q)

rel = [{"id": r["Cat No"], "artist": r["Artist"], "title": r["Title"], "format": r["Format"], "genre": r["Genre"],
        "date": iso(r["Release date"]), "studio": r["Studio"], "producer": r["Producer"],
        "tracks": num(r["No. of tracks"]), "len": num(r["Length (min)"]), "qty": num(r["Pressing qty"]),
        "price": num(r["List price (GBP)"])} for r in records(HERE, "releases.csv")]
roy = [{"id": r["line_id"], "end": day(r["Period end"], "%d/%m/%Y"), "artist": r["Artist"], "title": r["Title"],
        "channel": r["Channel"], "terr": r["Territory"], "units": num(r["Units"]), "gross": digits(r["gross_receipts"]),
        "due": num(r["Royalty due (£)"]), "paid": day(r["Paid on"], "%d %b %Y")}
       for r in records(HERE, "royalty_lines.csv")]
for r in roy: r["year"] = r["end"].year
triples, quintuples = graphs(HERE, "recordlabel")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)
T = {r["title"]: r for r in rel}
assert len(T) == len(rel) and all(T[r["title"]]["artist"] == r["artist"] for r in roy)


def R(**want): return [r for r in rel if all(r[k] == v for k, v in want.items())]
def Y(**want): return [r for r in roy if all(r[k] == v for k, v in want.items())]
def titles(rows): return [r["title"] for r in rows]
def count(rows, key): return dict(Counter(r[key] for r in rows if r[key]))
def cents(rows, key, v): return {k: total(g, v) for k, g in group(rows, itemgetter(key)).items()}
def known_by(rows, v): return {r["title"]: r[v] for r in rows if r[v] is not None}
def tails(fs): return [f[2] for f in fs]
def fheads(fs): return [f[0] for f in fs]
def months(f):
    e = f[4] + timedelta(days=1)
    assert e.day == f[3].day
    return (e.year - f[3].year) * 12 + e.month - f[3].month


# lookup
q("lookup", "Who produced Regatta Week?", "values", T["Regatta Week"]["producer"], "Producer of the title")
q("lookup", "list price of Isobar?", "number", T["Isobar"]["price"], "List price of the title")
q("lookup", "when did Fathom by Ottoline Drake come out", "values", T["Fathom"]["date"], "Release date of the title")
q("lookup", "I'm trying to find the studio where Copper Annex recorded Overtime. Which one was it?", "values",
  T["Overtime"]["studio"], "Studio of the title")

# filter_list
q("filter_list", "LPs released in 2023?", "values", titles(r for r in R(format="LP") if r["date"].year == 2023),
  "Format LP, release date in 2023")
q("filter_list", "Which folk titles were recorded at Chapel Row Studio with Graham Piller as producer?", "values",
  titles(R(genre="Folk", studio="Chapel Row Studio", producer="Graham Piller")), "genre, studio and producer")
q("filter_list", "show me evry artist who has put something out on casette", "values",
  [r["artist"] for r in R(format="Cassette")], "artists with Format Cassette")
q("filter_list", "Give me the ids of the royalty lines from Japan with gross receipts of more than £800.", "values",
  [r["id"] for r in Y(terr="Japan") if r["gross"] > 800], "Territory Japan, gross above 800")

# count
q("count", "how many jazz releases?", "number", len(R(genre="Jazz")), "rows with Genre Jazz")
q("count", "How many releases did Moira Tennant produce before 2020?", "number",
  sum(r["date"].year < 2020 for r in R(producer="Moira Tennant")), "producer, release date before 2020")
q("count", "number of streaming royalty lines for periods in 2024", "number", len(Y(channel="Streaming", year=2024)),
  "Channel Streaming, period end in 2024")
q("count", "How many different artists have recorded something at Fjordlys Studio?", "number",
  len({r["artist"] for r in R(studio="Fjordlys Studio")}), "different artists with that studio")

# sum
q("sum", "total units in 2023?", "number", sum(known(Y(year=2023), "units")), "units of lines with period end in 2023")
assert all(r["qty"] is not None for r in R(artist="The Marrow Lanes"))
q("sum", "How many copies of records by The Marrow Lanes have been pressed altogether?", "number",
  sum(known(R(artist="The Marrow Lanes"), "qty")), "sum of Pressing qty of the artist")
q("sum", "what did gig merch in Germany bring in, gross, all periods together", "number",
  total(Y(channel="Gig merch", terr="Germany"), "gross"), "gross receipts of channel and territory")
q("sum", "I need the sum of the royalties due to Hollin Grey for 2023 and 2024. How much is it?", "number",
  total([r for r in Y(artist="Hollin Grey") if r["year"] in (2023, 2024)], "due"), "royalty due, period end 2023 or 2024")

# average
q("average", "average list price of an LP?", "number", mean(R(format="LP"), "price"), "mean list price of LPs")
q("average", "How many tracks does a folk CD have on average?", "number", mean(R(genre="Folk", format="CD"), "tracks"),
  "mean number of tracks, Folk and CD")
assert all(r["len"] is not None for r in R(genre="Ambient"))
q("average", "mean running time of the ambient stuff, in minutes", "number", mean(R(genre="Ambient"), "len"),
  "mean length of Ambient releases")
assert all(r["units"] is not None for r in Y(channel="Mail order", terr="UK"))
q("average", "On average, how many units are there on a royalty line for mail order in the UK?", "number",
  mean(Y(channel="Mail order", terr="UK"), "units"), "mean units, Mail order and UK")

# min_max
q("min_max", "longest running time in the catalogue?", "number", max(known(rel, "len")), "largest length")
q("min_max", "What is the lowest list price we ask for an LP?", "number", min(known(R(format="LP"), "price")),
  "smallest list price of LPs")
q("min_max", "biggest royalty due on one single line, periods of 2024 only", "number", max(known(Y(year=2024), "due")),
  "largest royalty due, period end in 2024")
q("min_max", "On what date did the first post-punk release come out?", "values",
  min(r["date"] for r in R(genre="Post-punk")), "earliest release date, Post-punk")

# superlative
q("superlative", "Which studio has the most releases?", "values", best(count(rel, "studio")), "rows by studio")
q("superlative", "whose record got the biggest pressing", "values", T[best(known_by(rel, "qty"))[0]]["artist"], "artist of the largest Pressing qty")
q("superlative", "Adding up all the royalty lines, which title has earned the most in royalties?", "values",
  best(cents(roy, "title", "due")), "royalty due by title")
q("superlative", "Which territory has the highest total gross receipts from downloads?", "values",
  best(cents(Y(channel="Download"), "terr", "gross")), "gross by territory, Download")

# top_k
q("top_k", "top 3 artists by gross receipts", "values", best(cents(roy, "artist", "gross"), 3), "gross by artist")
q("top_k", "What are the three longest jazz releases?", "values", best(known_by(R(genre="Jazz"), "len"), 3),
  "length of Jazz releases")
q("top_k", "which two producers did the most releases", "values", best(count(rel, "producer"), 2), "rows by producer")
q("top_k", "Name the four titles that sold the most units in record shops between 2022 and 2024.", "values",
  best(sums(Y(channel="Record shops"), "title", "units"), 4), "units by title, Record shops (all years)")
assert {r["year"] for r in roy} == {2022, 2023, 2024}

# comparison
d = cents(Y(year=2024), "artist", "gross")
q("comparison", "Did Nkem Oduya or Dry Dock Five bring in more gross receipts in 2024?", "values",
  best({a: d[a] for a in ("Nkem Oduya", "Dry Dock Five")}), "gross of both, period end in 2024")
q("comparison", "longer: Fathom or Barometric?", "values", best({t: T[t]["len"] for t in ("Fathom", "Barometric")}),
  "length of both")
q("comparison", "market day suite and rua das flores, which of the two came out first", "values",
  best({t: T[t]["date"] for t in ("Market Day Suite", "Rua das Flores")}, low=True), "earlier release date")
d = count(rel, "studio")
q("comparison", "Which studio has more releases to its name, Attic Nine or Longshore Studios?", "values",
  best({s: d[s] for s in ("Attic Nine", "Longshore Studios")}), "rows of both studios")

# difference
q("difference", "how much dearer is Tin Hat than No Fixed Abode?", "number",
  round(T["Tin Hat"]["price"] - T["No Fixed Abode"]["price"], 2), "difference of list prices")
a, b = total(Y(year=2024), "gross"), total(Y(year=2022), "gross")
assert a > b
q("difference", "How much higher were gross receipts in 2024 than in 2022?", "number", round(a - b, 2),
  "gross 2024 less gross 2022, by period end")
xs = known(R(format="LP"), "len")
q("difference", "How many minutes longer is the longest LP than the shortest one?",
  "number", round(max(xs) - min(xs), 1), "largest less smallest length of LPs")
d = sums(Y(title="Bus Replacement"), "channel", "units")
assert d["Mail order"] > d["Download"]
q("difference", "Bus Replacement - how many more units by mail order than as downloads", "number",
  d["Mail order"] - d["Download"], "units of the title in both channels")

# percent
q("percent", "what % of releases are LPs?", "number", share(rel, lambda r: r["format"] == "LP"), "LP rows of all rows")
q("percent", "What percentage of the 2023 gross receipts came from the UK?", "number",
  100 * total(Y(year=2023, terr="UK"), "gross") / total(Y(year=2023), "gross"), "UK gross of all gross, period end 2023")
q("percent", "share of royalty lines with no payment date yet, in percent", "number",
  share(roy, lambda r: r["paid"] is None), "lines with empty Paid on of all lines")
q("percent", "Of all the royalties due, what percent go to Tomasz Wilga?", "number",
  100 * total(Y(artist="Tomasz Wilga"), "due") / total(roy, "due"), "royalty due of the artist of the whole")

# group_by
q("group_by", "gross receipts per channel", "table", cents(roy, "channel", "gross"), "gross by channel")
q("group_by", "number of releases by genre?", "table", count(rel, "genre"), "rows by genre")
q("group_by", "avg list price for each format pls", "table", means(rel, "format", "price"), "mean list price by format")
q("group_by", "Show me how much was due in royalties for each year, going by the end of the period.", "table",
  cents(roy, "year", "due"), "royalty due by year of Period end")

# group_superlative
q("group_superlative", "For each genre, which release is the longest?", "table",
  {g: one(best(known_by(rs, "len"))) for g, rs in group(rel, itemgetter("genre")).items()}, "longest title by genre")
q("group_superlative", "artist with the highest gross receipts in every territory", "table",
  {g: one(best(cents(rs, "artist", "gross"))) for g, rs in group(roy, itemgetter("terr")).items()},
  "gross by artist in each territory")
q("group_superlative", "Which channel moved the most units in each year?", "table",
  {g: one(best({c: n for c, n in sums(rs, "channel", "units").items() if n}))
   for g, rs in group(roy, itemgetter("year")).items()}, "units by channel in each year")
q("group_superlative", "whats the newest release from each studio", "table",
  {g: one(best({r["title"]: r["date"] for r in rs})) for g, rs in group(rel, itemgetter("studio")).items()},
  "latest release date by studio")

# yes_no
q("yes_no", "is Dew Point an LP?", "boolean", T["Dew Point"]["format"] == "LP", "Format of the title")
q("yes_no", "Did Thorn & Tallow get any streaming receipts in 2022?", "boolean",
  bool(Y(artist="Thorn & Tallow", channel="Streaming", year=2022)), "such lines with period end in 2022")
q("yes_no", "Does everything recorded at The Boiler House have a list price above £18?", "boolean",
  all(r["price"] > 18 for r in R(studio="The Boiler House")), "all list prices of the studio")
q("yes_no", "did the UK gross more than all the other territories put together", "boolean",
  total(Y(terr="UK"), "gross") > total([r for r in roy if r["terr"] != "UK"], "gross"), "gross of UK and of the rest")

# negation
q("negation", "releases from 2024 that arent digital", "values",
  titles(r for r in rel if r["date"].year == 2024 and r["format"] != "Digital"), "2024, Format other than Digital")
q("negation", "Which artists in the royalty lines have no streaming line at all?", "values",
  {r["artist"] for r in roy} - {r["artist"] for r in Y(channel="Streaming")}, "artists less those with Streaming")
assert all(r["producer"] for r in R(genre="Jazz"))
q("negation", "How many jazz releases were produced by somebody other than Dev Kapadia?", "number",
  sum(r["producer"] != "Dev Kapadia" for r in R(genre="Jazz")), "Jazz rows with another producer")
q("negation", "I want studios that have neither a Hammond organ nor an EMT plate reverb. Which ones are they?", "values",
  {r["studio"] for r in rel} - inn("Hammond organ", "has_equipment") - inn("EMT plate reverb", "has_equipment"),
  "studios without either has_equipment fact")
assert {r["studio"] for r in rel} == heads("has_equipment") == heads("located in") - heads("mastered by") - {
    t for h in heads("works_at") for t in out(h, "works_at")}

# time_point
q("time_point", "managing director in 2016?", "values", one(fheads(in_year("holds_post", 2016, tail="Managing Director"))),
  "holds_post during 2016")
q("time_point", "Who was managing The Marrow Lanes on 1 January 2019?", "values",
  one(tails(at("managed_by", date(2019, 1, 1), head="The Marrow Lanes"))), "managed_by on that day")
q("time_point", "who was in Copper Annex in mid june 2019", "values",
  robust(fheads(at("member_of", date(2019, 6, 15), tail="Copper Annex")),
         fheads(at("member_of", date(2019, 6, 1), tail="Copper Annex")),
         fheads(at("member_of", date(2019, 6, 30), tail="Copper Annex"))), "member_of in June 2019")
q("time_point", "In which city was Tidewrack Records based during 2013?", "values",
  one(tails(in_year("based_in", 2013, head="Tidewrack Records"))), "based_in during 2013")

# before_after
q("before_after", "who owned Attic Nine before Moira Tennant?", "values",
  step(facts("owned_by", head="Attic Nine"), 2, "Moira Tennant", -1), "owner before")
q("before_after", "Who took over from Edith Marlow as royalties manager?", "values",
  step(facts("holds_post", tail="Royalties Manager"), 0, "Edith Marlow", 1), "next holder of the post")
q("before_after", "Which artists signed to Tidewrack Records after 1 January 2018?", "values",
  robust([f[0] for f in facts("signed_to", tail="Tidewrack Records") if f[3] > date(2018, 1, 1)],
         [f[0] for f in facts("signed_to", tail="Tidewrack Records") if f[3] >= date(2018, 1, 1)]), "start after that day")
q("before_after", "what label was Nkem Oduya with before tidewrack", "values",
  step(facts("signed_to", head="Nkem Oduya"), 2, "Tidewrack Records", -1), "signed_to fact before")

# duration
q("duration", "How many full years was Gerald Whitcombe managing director?", "number",
  lasted(one(facts("holds_post", "Gerald Whitcombe", "Managing Director"))), "full years of the fact")
q("duration", "how many months were The Marrow Lanes on hiatus?", "number",
  months(one(facts("has_status", "The Marrow Lanes", "on hiatus"))), "months of the fact, last day counted")
q("duration", "for how many complete years did copper annex stay signed to Tidewrack Records", "number",
  lasted(one(facts("signed_to", "Copper Annex", "Tidewrack Records"))), "full years of the fact")
q("duration", "Bus Replacement came out ahead of All the Wrong Exits. How many days lay between the two release dates?",
  "number", (T["All the Wrong Exits"]["date"] - T["Bus Replacement"]["date"]).days, "days between release dates")

# multi_hop
q("multi_hop", "what country is Casa do Eco in?", "values",
  one(c for t in out("Casa do Eco", "located in") for c in out(t, "in_country")), "located in, in_country")
q("multi_hop", "In which city is the mastering house whose engineer mastered Barometric?", "values",
  one(c for e in out("Barometric", "mastered by") for h in out(e, "works_at") for c in out(h, "located in")),
  "mastered by, works_at, located in")
sib = out("Nadia Fairweather", "sibling of") | inn("Nadia Fairweather", "sibling of")
q("multi_hop", "instrument played by Nadia Fairweathers brother or sister", "values",
  one(i for p in sib for i in out(p, "plays")), "sibling of, plays")
q("multi_hop", "Which titles with artwork by Owen Gribble were mastered by someone trained by Bertil Lund?", "values",
  [t for t in inn("Owen Gribble", "artwork by") if any("Bertil Lund" in out(e, "trained_by") for e in out(t, "mastered by"))],
  "artwork by, mastered by, trained_by")

# cross_source
q("cross_source", "total gross receipts of the records mastered by Bertil Lund", "number",
  total([r for r in roy if r["title"] in inn("Bertil Lund", "mastered by")], "gross"), "mastered by with royalty lines")
q("cross_source", "How many releases were recorded in Bristol?", "number",
  sum("Bristol" in out(r["studio"], "located in") for r in rel), "city of the studio with releases")
helene = fheads(now("managed_by", tail="Helene Vogt"))
q("cross_source", "Helene Vogt looks after a few artists at the moment. What is the sum of the royalties due to those artists for periods in 2024?",
  "number", total([r for r in Y(year=2024) if r["artist"] in helene], "due"), "managed_by now with royalty lines of 2024")
f = one(facts("owned_by", "Chapel Row Studio", "Tidewrack Records"))
q("cross_source", "which releases made at chapel row studio came out after Tidewrack Records took ownership of it", "values",
  robust(titles(r for r in R(studio="Chapel Row Studio") if r["date"] > f[3]),
         titles(r for r in R(studio="Chapel Row Studio") if r["date"] > f[3] + timedelta(days=365))),
  "release date after the start of owned_by")

# missing
q("missing", "Which releases have no length entered?", "values", titles(R(len=None)), "empty Length (min)")
q("missing", "titles w/o a producer?", "values", titles(R(producer="")), "empty Producer")
q("missing", "royalty lines for periods in 2023 where the paid date is still blank - give me the line ids", "values",
  [r["id"] for r in Y(year=2023, paid=None)], "empty Paid on, period end in 2023")

# unanswerable
assert not facts("managed_by", head="Tomasz Wilga") and min(r["year"] for r in roy) == 2022
q("unanswerable", "Who manages Tomasz Wilga?", "refuse", [], "no managed_by fact of this artist")
q("unanswerable", "how much did it cost to record Hedge School?", "refuse", [], "no recording costs in the data")
q("unanswerable", "gross receipts of Overtime in the last quarter of 2021", "refuse", [], "royalty lines begin in 2022")
q("unanswerable", "What score did reviewers give Tin Hat?", "refuse", [], "no reviews in the data")
q("unanswerable", "How many copies of Azulejo did the record shops send back?", "refuse", [], "no returns in the data")

finish(HERE, Q)
