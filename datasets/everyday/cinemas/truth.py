#!/usr/bin/env python3
"""Computes every gold answer of the 'cinemas' domain (a chain of cinemas) from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, full_years, graphs, group, kg, mean, one, records, share, step, tkg,
    total)


def rd(name): return records(HERE, name)


def num(s, *marks):
    for m in ("€", "£", "CHF", ",", "%", " °C") + marks: s = s.replace(m, "")
    return float(s) if s.strip() else None


K, T = graphs(HERE, "cinemas")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("cinemas", Q)


def pos(a):
    assert a > 0, a
    return a


def days(f): return (f[4] - f[3]).days


# every head has one holder of an office at a time, and the spells follow each other
def offices(*rels):
    for rel in rels:
        for h in {f[0] for f in facts(rel)}:
            fs = facts(rel, head=h)
            assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:])), (rel, h)


assert len(set(K)) == len(K) and len(set(T)) == len(T)

def mins(s): return int(s.split("h")[0]) * 60 + int(s.split()[1].rstrip("m"))


F = rd("films.csv")
for r in F:
    r["min"], r["rel"], r["hire"], r["score"] = mins(r["Running time"]), day(r["UK release"], "%d/%m/%Y"), num(r["Hire terms"]), num(r["Audience score /10"])
FN = {r["Title"]: r for r in F}
X = rd("screenings.csv")
for r in X:
    r["d"], r["tix"], r["seats"], r["gbp"] = day(r["Date"], "%a %d %b %Y"), num(r["Tickets"]), num(r["Seats"]), num(r["Takings"])
XN = {r["Ref"]: r for r in X}
LC, GM, CP, POP = "Lantern Cinemas", "general manager", "chief projectionist", "popcorn supplier"
CINEMAS = heads("located in")
offices(GM, CP, POP, "managing director", "head of programming", "owned_by", "meets at")
assert len(FN) == len(F) and len(XN) == len(X) and {r["Film"] for r in X} <= set(FN) == heads("directed by")
assert {r["Cinema"] for r in X} == CINEMAS == {f[0] for f in facts(GM)} and all((r["gbp"] is None) == (r["Status"] == "cancelled") for r in X)
refs = lambda rows: [r["Ref"] for r in rows]
titles = lambda rows: [r["Title"] for r in rows]
of = lambda c: [r for r in X if r["Cinema"] == c]
film = lambda t: [r for r in X if r["Film"] == t]
yr = lambda y: [r for r in X if r["d"].year == y]
genre = lambda g: [r for r in F if r["Genre"] == g]
can = [r for r in X if r["Status"] == "cancelled"]
county = lambda c: one(out(one(out(c, "located in")), "in county"))
tops = lambda rows, v, n=1: best({r["Ref"]: r[v] for r in rows if r[v] is not None}, n)

q("lookup", "What certificate does Hollow Lane have?", "values", FN["Hollow Lane"]["Cert"], "films: Cert of Hollow Lane")
q("lookup", "tickets sold for S-1242?", "number", XN["S-1242"]["tix"], "screenings: Tickets of S-1242")
q("lookup", "Who directed Marzipan?", "values", out("Marzipan", "directed by"), "KG: Marzipan directed by")
q("lookup", "Which architect built the Tivoli?", "values", out("The Tivoli", "architect"), "KG: The Tivoli architect")

q("filter_list", "Which films have an 18 certificate?", "values", titles(r for r in F if r["Cert"] == "18"), "films: Cert 18")
q("filter_list", "cancelled shows in march 24, refs only", "values", refs(r for r in can if (r["d"].year, r["d"].month) == (2024, 3)), "screenings: Status cancelled, March 2024")
q("filter_list", "Which films star Sheila Drummond?", "values", inn("Sheila Drummond", "starring"), "KG: starring Sheila Drummond")
q("filter_list", "Kestrel films with an audience score over 7, titles pls", "values", titles(r for r in F if r["Distributor"] == "Kestrel Films" and r["score"] and r["score"] > 7), "films: Distributor Kestrel Films, Audience score > 7")
q("filter_list", "Which of our cinemas have a café?", "values", inn("café", "has"), "KG: has café")
q("filter_list", "I'm putting together a rainy-day leaflet for families. List every film with a U certificate please.", "values", titles(r for r in F if r["Cert"] == "U"), "films: Cert U")
q("filter_list", "35mm screenings at the picturedrome, give me the refs", "values", refs(r for r in of("The Picturedrome") if r["Format"] == "35mm"), "screenings: The Picturedrome, Format 35mm")

q("count", "How many screenings were scheduled at the Luna in 2024?", "number", sum(r["d"].year == 2024 for r in of("Luna")), "screenings: Cinema Luna, 2024")
q("count", "how many comedys have we got on the film list", "number", len(genre("Comedy")), "films: Genre Comedy")
q("count", "How many screenings were cancelled?", "number", len(can), "screenings: Status cancelled")
q("count", "times priya was on as duty manager", "number", sum(r["Duty mgr"] == "Priya" for r in X), "screenings: Duty mgr Priya")
q("count", "How many films run longer than two hours?", "number", sum(r["min"] > 120 for r in F), "films: Running time > 2h 00m")
q("count", "how many diffrent films did the scala show (played, not cancelled)", "number", len({r["Film"] for r in of("Scala") if r["Status"] == "played"}), "screenings: Scala, Status played, distinct Film")

q("sum", "What were the total takings of the Electric Palace?", "number", total(of("Electric Palace"), "gbp"), "screenings: sum of Takings, Electric Palace")
q("sum", "how many people came to see cold harbour low tide, all sites", "number", total(film("Cold Harbour: Low Tide"), "tix"), "screenings: sum of Tickets, Cold Harbour: Low Tide")
q("sum", "How many tickets did we sell between 1 and 14 December 2024?", "number", total([r for r in yr(2024) if date(2024, 12, 1) <= r["d"] <= date(2024, 12, 14)], "tix"), "screenings: sum of Tickets, 1 to 14 December 2024")

q("average", "What is the average number of tickets for 3D screenings?", "number", mean([r for r in X if r["Format"] == "3D"], "tix"), "screenings: mean Tickets, Format 3D")
q("average", "avg audience score of our thrillers", "number", mean(genre("Thriller"), "score"), "films: mean Audience score (empty left out), Genre Thriller")
q("average", "What does a screening at the Scala take on average? Leave out the cancelled ones.", "number", mean(of("Scala"), "gbp"), "screenings: mean Takings (empty for cancelled), Scala")

q("min_max", "What is the best audience score any film got?", "number", max(r["score"] for r in F if r["score"]), "films: max Audience score")
q("min_max", "most we ever took on a single show, in pounds", "number", max(r["gbp"] for r in X if r["gbp"]), "screenings: max Takings")
q("min_max", "What is the release date of the oldest film on our list?", "values", min(r["rel"] for r in F), "films: earliest UK release")

q("superlative", "Which film has the longest running time?", "values", best({r["Title"]: r["min"] for r in F}), "films: highest Running time")
q("superlative", "best rated drama?", "values", best({r["Title"]: r["score"] for r in genre("Drama") if r["score"]}), "films: highest Audience score, Genre Drama")
q("superlative", "Which screening in 2025 sold the most tickets? Reference please.", "values", tops(yr(2025), "tix"), "screenings: highest Tickets in 2025")

q("top_k", "Which three screenings took the most money?", "values", tops(X, "gbp", 3), "screenings: three highest Takings")
q("top_k", "4 highest scoring films w/ the audience", "values", best({r["Title"]: r["score"] for r in F if r["score"]}, 4), "films: four highest Audience score")
q("top_k", "What are the two shortest films?", "values", best({r["Title"]: r["min"] for r in F}, 2, low=True), "films: two lowest Running time")

q("comparison", "Which is longer, Night Ferry or Hollow Lane?", "values", best({t: FN[t]["min"] for t in ("Night Ferry", "Hollow Lane")}), "films: Running time of the two")
q("comparison", "regal arcade vs electric palace: who sold more tickets overall", "values", best({c: total(of(c), "tix") for c in ("Regal Arcade", "Electric Palace")}), "screenings: sum of Tickets of the two cinemas")
q("comparison", "Who was managing director for longer, Ashok Bhatt or Marguerite Lane?", "values", best({p: days(one(facts("managing director", LC, p))) for p in ("Ashok Bhatt", "Marguerite Lane")}), "TKG: lengths of the two managing director facts")

q("difference", "How many minutes longer is The Long Tenth than Level Crossing?", "number", pos(FN["The Long Tenth"]["min"] - FN["Level Crossing"]["min"]), "films: Running time of the two in minutes, subtracted")
q("difference", "how much more did S-1207 take than S-1293 or was it S-1292, yes S-1292", "number", pos(XN["S-1207"]["gbp"] - XN["S-1292"]["gbp"]), "screenings: Takings of S-1207 minus S-1292")
q("difference", "How many more screenings were scheduled at the Picturedrome than at the Tivoli?", "number", pos(len(of("The Picturedrome")) - len(of("The Tivoli"))), "screenings: rows of the two cinemas, subtracted")

q("percent", "What percentage of screenings were cancelled?", "number", share(X, lambda r: r["Status"] == "cancelled"), "screenings: Status cancelled over all rows")
q("percent", "share of relaxed screenings in all we scheduled (played or not), %", "number", share(X, lambda r: r["Format"] == "Relaxed"), "screenings: Format Relaxed over all rows")

q("group_by", "How many films do we have from each distributor?", "table", Counter(r["Distributor"] for r in F), "films: rows per Distributor")
q("group_by", "total takings per cinema", "table", {k: total(v, "gbp") for k, v in group(X, lambda r: r["Cinema"]).items()}, "screenings: sum of Takings per Cinema")
q("group_by", "What is the mean audience score for each genre?", "table", {k: mean(v, "score") for k, v in group(F, lambda r: r["Genre"]).items()}, "films: mean Audience score (empty left out) per Genre")
q("group_by", "ticket numbers by format pls (sum)", "table", {k: total(v, "tix") for k, v in group(X, lambda r: r["Format"]).items()}, "screenings: sum of Tickets per Format")

q("group_superlative", "Which cinema had the most screenings in the first quarter of 2025?", "values", best(Counter(r["Cinema"] for r in yr(2025) if r["d"].month <= 3)), "screenings: January to March 2025, most rows per Cinema")
q("group_superlative", "who directed the most films on our list", "values", best(Counter(t for h, r, t in K if r == "directed by")), "KG: directed by, counted by director")
q("group_superlative", "Which film sold the most tickets overall?", "values", best({k: total(v, "tix") for k, v in group(X, lambda r: r["Film"]).items()}), "screenings: highest sum of Tickets per Film")
q("group_superlative", "who got stuck being duty manger the most often", "values", best(Counter(r["Duty mgr"] for r in X if r["Duty mgr"])), "screenings: most rows per Duty mgr (empty left out)")

q("yes_no", "Does the Scala have a car park?", "boolean", "car park" in out("Scala", "has"), "KG: Scala has")
q("yes_no", "has hattie lomax ever managed the tivoli", "boolean", bool(facts(GM, "The Tivoli", "Hattie Lomax")), "TKG: The Tivoli general manager")
q("yes_no", "Did Paper Lanterns win the Golden Reel?", "boolean", "Golden Reel" in out("Paper Lanterns", "won"), "KG: Paper Lanterns won")
q("yes_no", "was s-1060 called off?", "boolean", XN["S-1060"]["Status"] == "cancelled", "screenings: Status of S-1060")

q("negation", "Which cinemas are not listed buildings?", "values", CINEMAS - heads("listed_as"), "KG: located in without listed_as")
q("negation", "horror or sci-fi films that were never scheduled at the tivoli", "values", set(titles(genre("Horror") + genre("Sci-fi"))) - {r["Film"] for r in of("The Tivoli")}, "films: Genre Horror or Sci-fi; screenings: no row at The Tivoli")
q("negation", "How many films on our list are not in English?", "number", sum(r["Language"] != "English" for r in F), "films: Language not English")
q("negation", "dramas w/o any award", "values", set(titles(genre("Drama"))) - heads("won"), "films: Genre Drama; KG: no won triple")

q("missing", "Which films have no audience score yet?", "values", titles(r for r in F if r["score"] is None), "films: Audience score empty")
q("missing", "screenings in 2025 where nobody filled in the duty manager", "values", refs(r for r in yr(2025) if not r["Duty mgr"]), "screenings: 2025, Duty mgr empty")

q("time_point", "Who was general manager of the Luna on 1 March 2014?", "values", one(at(GM, date(2014, 3, 1), head="Luna"))[2], "TKG: general manager of Luna valid on 2014-03-01")
q("time_point", "head of programing back in 2008?", "values", one(in_year("head of programming", 2008, head=LC))[2], "TKG: head of programming in 2008")
q("time_point", "Who supplies the popcorn at the Scala now?", "values", one(now(POP, head="Scala"))[2], "TKG: open popcorn supplier of Scala")
q("time_point", "where was the midnight crowd meeting in 2020", "values", one(in_year("meets at", 2020, head="Midnight Crowd"))[2], "TKG: meets at of Midnight Crowd in 2020")

q("before_after", "Who was managing director before Roz Chivers?", "values", step(facts("managing director", head=LC), 2, "Roz Chivers", -1), "TKG: previous managing director")
q("before_after", "who followed neville crouch as gm of the tivoli", "values", step(facts(GM, head="The Tivoli"), 2, "Neville Crouch", 1), "TKG: next general manager of The Tivoli")
q("before_after", "Who owned the Plaza Wexcombe before the Pellow Family Trust had it?", "values", step(facts("owned_by", head="Plaza Wexcombe"), 2, "Pellow Family Trust", -1), "TKG: previous owned_by of Plaza Wexcombe")

f = one(facts("head of programming", LC, "Tobias Crane"))
q("duration", "How many full years was Tobias Crane head of programming?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "which cinema has had its present manager the longest", "values", best({f[0]: f[3].toordinal() for f in now(GM)}, low=True), "TKG: open general manager fact with the earliest start, its cinema")

q("multi_hop", "In which county is the Electric Palace?", "values", county("Electric Palace"), "KG: located in > in county")
q("multi_hop", "which films are by directors from norway", "values", {t for d in inn("Norway", "born in") for t in inn(d, "directed by")}, "KG: born in Norway < directed by")
q("cross_source", "total takings of everything hana morikawa directed", "number", total([r for r in X if "Hana Morikawa" in out(r["Film"], "directed by")], "gbp"), "KG: directed by Hana Morikawa; screenings: sum of Takings")
q("cross_source", "Who was general manager of the cinema where S-1319 was shown on that day?", "values", one(at(GM, XN["S-1319"]["d"], head=XN["S-1319"]["Cinema"]))[2], "screenings: Cinema, Date of S-1319; TKG: general manager on that date")
q("cross_source", "how many shows did the cinemas in westmarch put on in 2024, cancelled ones included", "number", sum(county(r["Cinema"]) == "Westmarch" for r in yr(2024)), "KG: located in > in county Westmarch; screenings: rows in 2024")
q("cross_source", "What is the average audience score of the films that are adapted from a novel?", "number", mean([FN[t] for t in inn("novel", "adapted from")], "score"), "KG: adapted from novel; films: mean Audience score")
q("cross_source", "Who was chief projectionist at the Tivoli while Colin Sparrow was its general manager?", "values", {p[2] for f in [one(facts(GM, "The Tivoli", "Colin Sparrow"))] for p in facts(CP, head="The Tivoli") if p[3] <= f[4] and (p[4] is None or p[4] >= f[3])}, "TKG: chief projectionist facts of The Tivoli overlapping the term of Colin Sparrow")

q("unanswerable", "How much popcorn did we sell at the Scala last week?", "refuse", [], "no popcorn sales in any file")
q("unanswerable", "what wages do we pay the projectionist at the luna", "refuse", [], "no wages in any file")
q("unanswerable", "Who was managing director of Lantern Cinemas in 1985?", "refuse", [], "TKG: the first managing director fact starts in 1994")
q("unanswerable", "certificate for Midnight in Matlock?", "refuse", [], "there is no film Midnight in Matlock")
q("unanswerable", "Which films are coming out next summer?", "refuse", [], "no future releases in any file")
assert "Midnight in Matlock" not in FN and not in_year("managing director", 1985) and max(r["rel"] for r in F) < date(2025, 6, 1) and not now("meets at", head="Parent & Baby Club")
q("unanswerable", "where does the parent & baby club meet these days", "refuse", [], "TKG: the last meets at fact of Parent & Baby Club ended in 2015")

assert len(Q) == 80, len(Q)
finish(HERE, Q)
