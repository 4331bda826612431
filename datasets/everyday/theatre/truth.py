#!/usr/bin/env python3
"""Computes every gold answer of the 'theatre' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, finish, full_years, graphs, group, iso, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)

def num(s):
    for u in ("€", ",", " min", "%", "+"): s = s.replace(u, "")
    return float(s) if s.strip() else None


P = rd("productions.csv")
for r in P:
    r["open"], r["len"], r["budget"] = datetime.strptime(r["Opening Night"], "%d %b %Y").date(), num(r["Running Time"]), num(r["Production Budget"])
    r["cost"], r["age"], r["iv"], r["state"] = num(r["Costumes"]), num(r["Min Age"]), num(r["Intervals"]), r["Repertoire Status"]
PN = {r["Title"]: r for r in P}
X = rd("performances.csv")
for r in X:
    r["d"], r["sold"], r["fill"], r["take"], r["comps"] = iso(r["Date"]), num(r["Tickets Sold"]), num(r["House Fill"]), num(r["Takings (EUR)"]), num(r["Comps"])
    r["genre"], r["venue"] = PN[r["Show"]]["Genre"], PN[r["Show"]]["Venue"]
XN = {r["Perf No"]: r for r in X}
K, T = graphs(HERE, "theatre")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


Q = []
q = asking("theatre", Q)


HOUSE = "Rosenau Opera and Playhouse"
# sanity of the data
VENUES = {r["Venue"] for r in P}
assert len(PN) == len(P) == len({r["Prod Code"] for r in P}) and len(XN) == len(X) and len(set(K)) == len(K)
assert VENUES == heads("seating_capacity") == {f[0] for f in facts("sponsored by")}
assert set(PN) == heads("composed_by") | heads("written by") == {t for h, r, t in K if r == "character_in"}
assert {f[0] for f in facts("performed by")} <= heads("character_in")
for h in heads("character_in") | VENUES | {HOUSE}:
    for rel in ("performed by", "sponsored by", "artistic director", "music_director", "managing director", "chorus_master", "ballet director", "head of wardrobe", "owned_by"):
        fs = facts(rel, h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (h, fs)
for r in X:
    assert r["d"] >= PN[r["Show"]]["open"] and not at("closed for", r["d"], r["venue"])
    assert (r["Type"] == "Premiere") == (r["d"] == PN[r["Show"]]["open"]) and (r["sold"] is None) == (r["Outcome"] == "Cancelled")
for r in P: assert not at("closed for", r["open"], r["Venue"]), r
of = lambda s: [r for r in X if r["Show"] == s]
year = lambda y: [r for r in X if r["d"].year == y]
genre = lambda g: [r for r in P if r["Genre"] == g]
names = lambda rows: [r["Title"] for r in rows]
nos = lambda rows: [r["Perf No"] for r in rows]
def maker(t): return one(out(t, "composed_by") | out(t, "written by"))
def country(x): return one(out(one(out(x, "born in")), "in country"))

# ------------------------------------------------------------------ lookup
q("lookup", "How long is The Fenland Bride, in minutes?", "number", PN["The Fenland Bride"]["len"], "productions: Running Time")
q("lookup", "who staged dockside dolly", "values", [PN["Dockside Dolly"]["Staged By"]], "productions: Staged By")
q("lookup", "Who composed Il Barcaiolo?", "values", out("Il Barcaiolo", "composed_by"), "KG: composed_by")
q("lookup", "how many seats has the kammerspiele got", "number", int(one(out("Kammerspiele", "seating_capacity"))), "KG: seating_capacity")
q("lookup", "What time did the curtain go up at P-7105?", "values", [XN["P-7105"]["Curtain Up"]], "performances: Curtain Up of P-7105")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which operas are performed in Italian?", "values", names(r for r in genre("Opera") if r["Performed In"] == "Italian"), "productions: Genre Opera, Performed In Italian")
q("filter_list", "shows on tour right now?", "values", names(r for r in P if r["state"] == "On tour"), "productions: Repertoire Status On tour")
q("filter_list", "We are coming with our little boy, who is four. Which shows in the repertoire may he see, going by the minimum age?", "values",
  names(r for r in P if r["state"] == "In repertoire" and r["age"] <= 4), "productions: Min Age <= 4, Repertoire Status In repertoire")
q("filter_list", "Which singers are tenors?", "values", inn("tenor", "voice_type"), "KG: voice_type tenor, read backwards")
q("filter_list", "perf numbers of all the galas in 2024", "values", nos(r for r in year(2024) if r["Type"] == "Gala"), "performances: Type Gala, Date in 2024")

# ------------------------------------------------------------------ count
q("count", "How many performances were cancelled?", "number", sum(r["Outcome"] == "Cancelled" for r in X), "performances: Outcome Cancelled")
q("count", "how many plays are in the list of productions", "number", len(genre("Play")), "productions: Genre Play")
q("count", "How many performances in 2022 sold more than 1,000 tickets?", "number", sum((r["sold"] or 0) > 1000 for r in year(2022)), "performances: Tickets Sold > 1000, Date in 2022")
q("count", "number of productions Rasmus Overgaard has under his belt here", "number", sum(r["Staged By"] == "Rasmus Øvergaard" for r in P), "productions: Staged By Rasmus Øvergaard")
q("count", "How many of our works were composed by Percival Wray?", "number", len(inn("Percival Wray", "composed_by")), "KG: composed_by Percival Wray, counted")

# ------------------------------------------------------------------ sum
q("sum", "What were the total takings of Nachtschicht?", "number", total(of("Nachtschicht"), "take"), "performances: sum of Takings (empty left out)")
q("sum", "tickets sold for ballet in 2023, all added up", "number", total([r for r in year(2023) if r["genre"] == "Ballet"], "sold"), "productions: Genre Ballet; performances: sum of Tickets Sold in 2023")
q("sum", "How many free tickets did we hand out at school performances in total?", "number", total([r for r in X if r["Type"] == "School"], "comps"), "performances: sum of Comps, Type School")

# ------------------------------------------------------------------ average
q("average", "What is the average running time of our operettas?", "number", mean(genre("Operetta"), "len"), "productions: mean Running Time, Genre Operetta")
q("average", "how full is the house on avreage for sevillana, in %", "number", mean(of("Sevillana"), "fill"), "performances: mean House Fill (empty left out)")
q("average", "What is the average production budget of the shows in the Studio?", "number", mean([r for r in P if r["Venue"] == "Studio"], "budget"), "productions: mean Production Budget (empty left out), Venue Studio")

# ------------------------------------------------------------------ min_max
q("min_max", "What are the highest takings of any single performance?", "number", max(r["take"] for r in X if r["take"] is not None), "performances: max Takings")
q("min_max", "how short is the shortest of the plays, minutes", "number", min(r["len"] for r in genre("Play")), "productions: min Running Time, Genre Play")
q("min_max", "When was Der Glasblaser last on?", "values", [max(r["d"] for r in of("Der Glasbläser"))], "performances: latest Date")

# ------------------------------------------------------------------ superlative
q("superlative", "Which production had the biggest budget?", "values", best({r["Title"]: r["budget"] for r in P if r["budget"] is not None}), "productions: highest Production Budget")
q("superlative", "whats the longest opera you do", "values", best({r["Title"]: r["len"] for r in genre("Opera")}), "productions: longest Running Time, Genre Opera")
q("superlative", "Which of the ballets had the earliest opening night?", "values", best({r["Title"]: r["open"] for r in genre("Ballet")}, low=True), "productions: earliest Opening Night, Genre Ballet")
q("superlative", "At which performance of Ritter Blaubein was the hall emptiest? Just the number.", "values", best({r["Perf No"]: r["fill"] for r in of("Ritter Blaubein") if r["fill"] is not None}, low=True), "performances: lowest House Fill of Ritter Blaubein")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three longest plays?", "values", best({r["Title"]: r["len"] for r in genre("Play")}, 3), "productions: three longest Running Time, Genre Play")
q("top_k", "top 4 shows by tickets sold, whole period", "values", best({s: total(v, "sold") for s, v in group(X, lambda r: r["Show"]).items()}, 4), "performances: sum of Tickets Sold per Show, four largest")

# ------------------------------------------------------------------ comparison
q("comparison", "Which is longer, La Dogaressa or La Tessitrice?", "values", best({x: PN[x]["len"] for x in ("La Dogaressa", "La Tessitrice")}), "productions: Running Time of the two")
q("comparison", "henrike stolz or theo papadakis - whos down as conductor for more performances?", "values", best({c: sum(r["Conductor"] == c for r in X) for c in ("Henrike Stolz", "Theo Papadakis")}), "performances: rows of the two conductors")
ad = {p: (one(facts("artistic director", HOUSE, p))[4] - one(facts("artistic director", HOUSE, p))[3]).days for p in ("Dame Cordelia Ashby", "Reinhold Asperger-Veit")}
q("comparison", "Who was artistic director for longer, Dame Cordelia Ashby or Reinhold Asperger-Veit?", "values", best(ad), "TKG: lengths of the two artistic director facts")

# ------------------------------------------------------------------ difference
q("difference", "How many minutes longer is The Salt Widow than Zimní král?", "number", PN["The Salt Widow"]["len"] - PN["Zimní král"]["len"], "productions: difference of Running Time")
q("difference", "how many more seats in the main house than in the courtyrad", "number", int(one(out("Main House", "seating_capacity"))) - int(one(out("Courtyard", "seating_capacity"))), "KG: seating_capacity, subtracted")
a, b = (total(year(y), "take") for y in (2022, 2023))
q("difference", "What is the difference in takings between 2022 and 2023?", "number", abs(a - b), "performances: sums of Takings of the two years, subtracted")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all performances were matinées?", "number", 100 * sum(r["Type"] == "Matinée" for r in X) / len(X), "performances: share of Type Matinée")
q("percent", "what share of the productions has no interval at all (in percent)", "number", 100 * sum(r["iv"] == 0 for r in P) / len(P), "productions: share of Intervals 0")

# ------------------------------------------------------------------ group_by
q("group_by", "How many productions are there in each genre?", "table", Counter(r["Genre"] for r in P), "productions: rows per Genre")
q("group_by", "box office money per year pls", "table", {y: total(v, "take") for y, v in group(X, lambda r: r["d"].year).items()}, "performances: sum of Takings per year of Date")
q("group_by", "Good evening, I am preparing a talk for the Friends of the opera. Would you kindly tell me what the average house fill is for each type of performance?", "table", {t: mean(v, "fill") for t, v in group(X, lambda r: r["Type"]).items()}, "performances: mean House Fill per Type")
q("group_by", "number of singers per voice", "table", Counter(t for h, r, t in K if r == "voice_type"), "KG: voice_type, counted per voice")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which show has the most performances on the list?", "values", best(Counter(r["Show"] for r in X)), "performances: most rows per Show")
q("group_superlative", "which house mangaer had the most performances cancelled on them", "values", best(Counter(r["House Manager"] for r in X if r["Outcome"] == "Cancelled")), "performances: Outcome Cancelled, most rows per House Manager")
q("group_superlative", "Which director has spent the most production money with us, adding up the budgets?", "values", best({d: total(v, "budget") for d, v in group(P, lambda r: r["Staged By"]).items()}), "productions: sum of Production Budget per Staged By, largest")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is there a hearing loop in the Main House?", "boolean", "hearing loop" in out("Main House", "has"), "KG: has hearing loop")
q("yes_no", "can you get a drink in the kammerspiele, like is there a bar", "boolean", "bar" in out("Kammerspiele", "has"), "KG: no has bar of Kammerspiele")
q("yes_no", "Did Tobias Rademacher ever play Mulligan?", "boolean", bool(facts("performed by", "Mulligan", "Tobias Rademacher")), "TKG: performed by fact")
q("yes_no", "has vasily orlenko ever been music dircetor of the house?", "boolean", bool(facts("music_director", HOUSE, "Vasily Orlenko")), "TKG: no music_director fact of his")

# ------------------------------------------------------------------ negation
seen = {r["Show"] for r in X}
q("negation", "Which operas in the repertoire have no performance on the list at all?", "values", names(r for r in genre("Opera") if r["state"] == "In repertoire" and r["Title"] not in seen),
  "productions: Opera, In repertoire, without a row in performances")
q("negation", "musicals that havent won any prize", "values", names(r for r in genre("Musical") if not out(r["Title"], "won")), "productions: Genre Musical; KG: no won fact")
q("negation", "Which plays are not performed in English?", "values", names(r for r in genre("Play") if r["Performed In"] != "English"), "productions: Genre Play, Performed In not English")
q("negation", "how many performances of ritter blaubein are down for somebody other than bronagh kilbride on the podium", "number", sum(r["Conductor"] != "Bronagh Kilbride" for r in of("Ritter Blaubein")), "performances: Ritter Blaubein, Conductor not Bronagh Kilbride")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was artistic director on 1 May 2010?", "values", [one(at("artistic director", date(2010, 5, 1), HOUSE))[2]], "TKG: artistic director on 2010-05-01")
q("time_point", "who played inspector lamb in 2018", "values", [one(in_year("performed by", 2018, "Inspector Lamb"))[2]], "TKG: performed by of Inspector Lamb in 2018")
q("time_point", "Which company sponsored the Main House in 2017?", "values", [one(in_year("sponsored by", 2017, "Main House"))[2]], "TKG: sponsored by of Main House in 2017")
q("time_point", "who was wielding the scissors as head of wardrobe on the first of june 2005", "values", [one(at("head of wardrobe", date(2005, 6, 1), HOUSE))[2]], "TKG: head of wardrobe on 2005-06-01")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was chorus master before Yaroslav Hnatyuk?", "values", [step(facts("chorus_master", HOUSE), 2, "Yaroslav Hnatyuk", -1)], "TKG: previous chorus_master")
q("before_after", "who took over the role of fatou after miriam adeyemi", "values", [step(facts("performed by", "Fatou"), 2, "Miriam Adeyemi", 1)], "TKG: next performed by of Fatou")
q("before_after", "My grandmother subscribed in the days of Sir Eustace Plumtree and never got over his leaving. Who became music director straight after him?", "values", [step(facts("music_director", HOUSE), 2, "Sir Eustace Plumtree", 1)], "TKG: next music_director")

# ------------------------------------------------------------------ duration
f = one(facts("managing director", HOUSE, "Adalbert Kroll"))
q("duration", "How many full years was Adalbert Kroll managing director?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "of all the closures, which venue's was the longest?", "values", best({f: (f[4] - f[3]).days for f in facts("closed for")})[0][:1], "TKG: longest closed for fact, its venue")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which country was the composer of Paprika born?", "values", [country(maker("Paprika"))], "KG: composed_by > born in > in country")
q("multi_hop", "Which characters appear in the works that are set in Seville?", "values", {c for t in inn("Seville", "set in") for c in inn(t, "character_in")}, "KG: set in Seville, read backwards > character_in, read backwards")
q("multi_hop", "what voice has the teacher of Joost van Rjin got", "values", {v for t in out("Joost van Rijn", "studied under") for v in out(t, "voice_type")}, "KG: studied under > voice_type")

# ------------------------------------------------------------------ cross_source
PX = "P-7574"
x = XN[PX]
q("cross_source", f"Who was in the role of Isolda Crane on the date of performance {PX}?", "values", [one(at("performed by", x["d"], "Isolda Crane"))[2]], "performances: Date; TKG: performed by of Isolda Crane on that date")
q("cross_source", "How much have works composed by Leopold Grünwaldt taken at the box office?", "number", total([r for r in X if r["Show"] in inn("Leopold Grünwaldt", "composed_by")], "take"), "KG: composed_by; performances: sum of Takings")
q("cross_source", "how many performances, cancelled or not, are dated from the day henrietta vogelsang became artistic director onwards, that day included?", "number", sum(r["d"] >= one(facts("artistic director", HOUSE, "Henrietta Vogelsang"))[3] for r in X),
  "TKG: start of the artistic director fact; performances: Date")
q("cross_source", "Who sings the leading character these days in our most expensive opera in repertoire? I mean the character listed for it.", "values",
  [one(now("performed by", one(inn(best({r["Title"]: r["budget"] for r in genre("Opera") if r["state"] == "In repertoire" and r["budget"]})[0], "character_in"))))[2]],
  "productions: highest Production Budget, Opera, In repertoire; KG: character_in; TKG: open performed by")
q("cross_source", "avg house fill of the shows set in venise", "number", mean([r for r in X if r["Show"] in inn("Venice", "set in")], "fill"), "KG: set in Venice; performances: mean House Fill (empty left out)")
q("cross_source", "How many performances at the Courtyard took place while Aqua Rosena was its sponsor, cancelled ones included?", "number",
  sum(bool(at("sponsored by", r["d"], "Courtyard", "Aqua Rosena")) for r in X if r["venue"] == "Courtyard"), "productions: Venue; TKG: sponsored by interval; performances: Date")
q("cross_source", "which productions by directors from the prague stage academy have won a prize?", "values", names(r for r in P if "Prague Stage Academy" in out(r["Staged By"], "trained_at") and out(r["Title"], "won")),
  "productions: Staged By; KG: trained_at, won")

# ------------------------------------------------------------------ missing
q("missing", "Which productions have no budget on record?", "values", names(r for r in P if r["budget"] is None), "productions: empty Production Budget")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "How much does a seat in the front row cost for Sevillana?", "refuse", [], "only total takings are recorded, no ticket prices")
q("unanswerable", "where can i park near the opera house", "refuse", [], "no parking in any file")
assert not in_year("artistic director", 1985, HOUSE)
q("unanswerable", "Who was artistic director in 1985?", "refuse", [], "TKG: the first artistic director starts in 1998")
assert "Rosenkavalier's Cousin" not in PN
q("unanswerable", "how long is the rosenkavaliers cousin", "refuse", [], "there is no production of that title")
q("unanswerable", "What salary does Valentina Sorrentino get?", "refuse", [], "no pay in any file")
q("unanswerable", "Which critic wrote the worst reveiw of Ritter Blaubein?", "refuse", [], "no reviews in any file")
q("unanswerable", "who was the understudy for perpetua last season", "refuse", [], "no understudies in any file")


finish(HERE, Q)
