#!/usr/bin/env python3
"""Computes every gold answer of the 'filmarchive' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, distinct, finish, graphs, group, having, kg, known, lasted, mean, means, one, records, share, step,
    sums, tkg, total, num)


S = records(HERE, "screenings.csv")
for s in S:
    s["d"], s["tix"], s["eur"], s["late"] = day(s["date"], "%d/%m/%Y"), num(s["Tix sold"]), num(s["takings_eur"]), num(s["Mins late"])
    s["y"] = s["d"].year
F = records(HERE, "films.csv")
for f in F:
    f["cost"], f["mins"], f["insp"] = num(f["print_cost_eur"]), num(f["Running mins"]), day(f["Last insp."], "%d/%m/%Y")
FILM, TITLED, SHOW = {f["Film cd"]: f for f in F}, {f["TITLE"]: f for f in F}, {s["Scr no"]: s for s in S}
for s in S: s["dir"] = FILM[s["Film cd"]]["Dir."]
K, T = graphs(HERE, "filmarchive")
out, inn, heads = kg(K)
facts, now, at, _ = tkg(T)


def filled(rows, col): return [r for r in rows if r[col]]
def per(rows, col): return group(filled(rows, col), lambda r: r[col])
def linked(fs, rel, side):
    """for each head (side 0) or tail (side 2) of a relation what stands on the other side"""
    return {k: [f[2 - side] for f in v] for k, v in group([f for f in fs if f[1] == rel], lambda f: f[side]).items()}
def town(venue): return one(out(venue, "located_in"))


# sanity of the data
VENUES = heads("located_in")
assert len(FILM) == len(TITLED) == len(F) and len(SHOW) == len(S)
assert all(FILM[s["Film cd"]]["TITLE"] == s["Film"] and s["VENUE"] in VENUES for s in S)
assert all(one(out(f["TITLE"], "directed_by")) == f["Dir."] for f in F if f["Dir."])      # KG and table agree
assert heads("held in") == set(TITLED)
by_film, by_venue, by_season, by_proj = (per(S, col) for col in ("Film", "VENUE", "Season", "Proj'ist"))
by_dir, by_lab = per(F, "Dir."), per(F, "Lab")

Q = []
q = asking("filmarchive", Q)

# ============================================================ conditions on groups: the tables
q("filter_list", "Which films have we screened at least five times?", "values", having(by_film, lambda v: len(v) >= 5), "screenings: rows by Film, 5 or more")
q("filter_list", "any films that got exactly two showings? list pls", "values", having(by_film, lambda v: len(v) == 2), "screenings: rows by Film, exactly 2")
q("count", "how many titles were put on only once in the whole log", "number", len(having(by_film, lambda v: len(v) == 1)), "screenings: films with exactly one row, counted")
q("filter_list", "Which venues have brought in more than 4,000 euros in takings altogether?", "values", having(sums(S, "VENUE", "eur"), lambda v: v > 4000),
  "screenings: sum of takings_eur by VENUE > 4000")
q("filter_list", "seasons w/ an avrage audience over 90 a night", "values", having(means(S, "Season", "tix"), lambda v: v > 90), "screenings: mean recorded Tix sold by Season > 90")
q("filter_list", "Which projectionists have ten or more of our screenings to their name?", "values", having(by_proj, lambda v: len(v) >= 10), "screenings: rows by Proj'ist, 10 or more")
q("count", "Going by the screening log, how many projectionists have worked at four or more different venues?", "number",
  len(having(distinct(filled(S, "Proj'ist"), "Proj'ist", "VENUE"), lambda v: v >= 4)), "screenings: distinct VENUE by Proj'ist >= 4, counted (empty Proj'ist left out)")
q("filter_list", "houses that started late three times or more in 2024?", "values",
  having(per([s for s in S if s["y"] == 2024 and (s["late"] or 0) > 0], "VENUE"), lambda v: len(v) >= 3),
  "screenings: rows of 2024 with Mins late > 0 by VENUE, 3 or more")
q("yes_no", "Is there any director of whom we hold six films or more?", "boolean", having(by_dir, lambda v: len(v) >= 6), "films: rows by Dir.; the most is five")
q("filter_list", "labs weve paid over 40k in total for prints", "values", having(sums(filled(F, "Lab"), "Lab", "cost"), lambda v: v > 40000), "films: sum of print_cost_eur by Lab > 40000")
q("filter_list", "For which directors is the average running time of their films above 100 minutes?", "values", having(means(filled(F, "Dir."), "Dir.", "mins"), lambda v: v > 100),
  "films: mean Running mins by Dir. > 100")
q("average", "Some directors have just a single film in the archive. What did the prints by those directors cost us on average?", "number",
  mean([v[0] for v in by_dir.values() if len(v) == 1], "cost"), "films: directors with one row, mean print_cost_eur of these films")
q("filter_list", "directors whose work we keep in more than one format", "values", having(distinct(filled(F, "Dir."), "Dir.", "Fmt"), lambda v: v > 1), "films: distinct Fmt by Dir. > 1")
q("count", "how many films took over 2000 euro, all their showings added up?", "number", len(having(sums(S, "Film", "eur"), lambda v: v > 2000)),
  "screenings: sum of takings_eur by Film > 2000, counted")
q("filter_list", "Were any films programmed under more than one season? Which ones?", "values", having(distinct(S, "Film", "Season"), lambda v: v > 1),
  "screenings: distinct Season by Film > 1")
q("count", "In how many months of 2024 did we put on more than three screenings?", "number",
  len(having(group([s for s in S if s["y"] == 2024], lambda s: s["d"].month), lambda v: len(v) > 3)), "screenings: rows of 2024 by month, more than 3, counted")
q("filter_list", "At which venues has one and the same film been on twice?", "values",
  having(by_venue, lambda v: max(Counter(s["Film"] for s in v).values()) == 2), "screenings: rows by VENUE and Film, exactly 2 (no pair has more)")
assert max(Counter((s["VENUE"], s["Film"]) for s in S).values()) == 2
q("sum", "take only the venues with fewer than 5 screenings. tickets sold there, all together?", "number",
  total((s for v in by_venue.values() if len(v) < 5 for s in v), "tix"), "screenings: venues with under 5 rows, sum of Tix sold")
# ------------------------------------------------------------ joined
assert set(by_venue) == VENUES
q("cross_source", "How many of the Tarnmouth venues have hosted more than five screenings?", "number",
  len([v for v in inn("Tarnmouth", "located_in") if len(by_venue[v]) > 5]), "KG located_in; screenings: rows by VENUE > 5, counted")
q("cross_source", "towns where we sold upwards of 1,000 tickets all told?", "values",
  having(group(S, lambda s: town(s["VENUE"])), lambda v: total(v, "tix") > 1000), "screenings: VENUE to town by KG located_in; sum of Tix sold > 1000")
q("cross_source", "Which directors have seen their films screened more than seven times in all?", "values", having(per(S, "dir"), lambda v: len(v) > 7),
  "screenings joined to films on Film cd; rows by Dir. > 7")
# ------------------------------------------------------------ conditions on groups: the graph
q("filter_list", "films with at least four names in the cast?", "values", having(linked(K, "stars", 0), lambda v: len(v) >= 4), "KG stars, counted by film, 4 or more")
q("multi_hop", "Where were the actors born who star in five or more of our films?", "values",
  {t for a in having(linked(K, "stars", 2), lambda v: len(v) >= 5) for t in out(a, "born in")}, "KG stars, counted by actor >= 5; then born in")
q("filter_list", "which towns have got more than one venue", "values", having(linked(K, "located_in", 2), lambda v: len(v) > 1), "KG located_in, counted by town > 1")
q("count", "How many films were shot in two different towns?", "number", len(having(linked(K, "shot in", 0), lambda v: len(v) == 2)), "KG shot in, films with exactly two towns (none has more)")
assert max(map(len, linked(K, "shot in", 0).values())) == 2
q("filter_list", "collections w fewer than 4 films in them, which?", "values", having(linked(K, "held in", 2), lambda v: len(v) < 4), "KG held in, counted by collection < 4")
q("multi_hop", "In which counties do we have at least four venues?", "values",
  having(group(VENUES, lambda v: one(out(town(v), "in county"))), lambda v: len(v) >= 4), "KG located_in > in county, venues counted by county, 4 or more")
q("filter_list", "Which places were the birthplace of four or more of our directors and actors?", "values", having(linked(K, "born in", 2), lambda v: len(v) >= 4),
  "KG born in, counted by town, 4 or more")
q("multi_hop", "Name every actor who has worked under at least three different directors.", "values",
  having(linked(K, "stars", 2), lambda v: len({d for f in v for d in out(f, "directed_by")}) >= 3), "KG stars backwards, then directed_by; distinct directors by actor >= 3")
# ------------------------------------------------------------ conditions on groups: the temporal graph
prog, chief, chair, spon = (linked(T, r, 0) for r in ("programmer at", "chief projectionist at", "chair of", "sponsor of"))
q("filter_list", "Who has been programmer at the same venue more than once?", "values", having(prog, lambda v: max(Counter(v).values()) > 1),
  "TKG programmer at, facts by person and venue > 1")
q("filter_list", "anyone ever chaired two different bodies? who", "values", having(chair, lambda v: len(set(v)) == 2), "TKG chair of, distinct bodies by person = 2 (nobody has more)")
assert max(len(set(v)) for v in chair.values()) == 2
q("filter_list", "Which of the collections have had only two curators in their whole history?", "values",
  having(linked(T, "curator of", 2), lambda v: len(set(v)) == 2), "TKG curator of, distinct persons by collection = 2")
q("count", "sponsors that backed more than one season over the years, how many are there?", "number", len(having(spon, lambda v: len(set(v)) > 1)),
  "TKG sponsor of, distinct seasons by sponsor > 1, counted (Brackley Brewery: one season, twice)")
q("yes_no", "Did any sponsor ever come back to a season it had already backed before?", "boolean", having(spon, lambda v: max(Counter(v).values()) > 1),
  "TKG sponsor of, facts by sponsor and season > 1 (Brackley Brewery, Noir Nights)")
q("filter_list", "People who were chief projectionist in two different houses, please give me their names.", "values", having(chief, lambda v: len(set(v)) == 2),
  "TKG chief projectionist at, distinct venues by person = 2 (Pete Hathersage: the same house twice)")
assert max(len(set(v)) for v in chief.values()) == 2
q("filter_list", "who is looking after 2 collections at once right now", "values",
  having(linked(now("curator of"), "curator of", 0), lambda v: len(set(v)) == 2), "TKG open curator of facts by person = 2")

# ============================================================ extreme numbers
q("min_max", "Highest takings at a single screening?", "number", max(known(S, "eur")), "screenings: max takings_eur")
q("min_max", "whats the 2nd biggest audience we ever had, number of tickets", "number", sorted(known(S, "tix"), reverse=True)[1], "screenings: second largest Tix sold")
q("min_max", "How many minutes does the longest film in the archive run?", "number", max(known(F, "mins")), "films: max Running mins")
q("min_max", "lowest take at the regal in eur", "number", min(known(by_venue["The Regal"], "eur")), "screenings: min takings_eur, The Regal")
q("min_max", "Worst delay of 2024, in minutes?", "number", max(known((s for s in S if s["y"] == 2024), "late")), "screenings: max Mins late, 2024")
q("min_max", "most we ever paid the Lyon lab for one print?", "number", max(known(by_lab["Cinéreel Lyon"], "cost")), "films: max print_cost_eur, Cinéreel Lyon")
q("min_max", "What is the lowest price paid for a 35mm print?", "number", min(known((f for f in F if f["Fmt"] == "35mm"), "cost")), "films: min print_cost_eur, 35mm, empty left out")
q("min_max", "smallest crowd at a noir evening so far? just the ticket number", "number", min(known(by_season["Noir Nights"], "tix")), "screenings: min Tix sold, Noir Nights")
q("min_max", "shortest running time we have on DCP, mins", "number", min(known((f for f in F if f["Fmt"] == "DCP"), "mins")), "films: min Running mins, DCP")
q("cross_source", "What is the largest number of tickets that was ever sold for one screening in the town of Oxcombe?", "number",
  max(known((s for s in S if town(s["VENUE"]) == "Oxcombe"), "tix")), "KG located_in Oxcombe; screenings: max Tix sold")
q("min_max", "third highest print cost on our books, how many euros was that?", "number", sorted(known(F, "cost"), reverse=True)[2], "films: third largest print_cost_eur")
q("min_max", "What is the greatest number of films that were shot in any one town?", "number", max(map(len, linked(K, "shot in", 2).values())), "KG shot in, counted by town, the largest count")
q("min_max", "The film we repeated most often: how many screenings did it get?", "number", max(map(len, by_film.values())), "screenings: rows by Film, the largest count")
q("min_max", "best takings figure for a show with live piano?", "number", max(known((s for s in S if s["Notes"] == "live piano"), "eur")), "screenings: max takings_eur, Notes live piano")

# ============================================================ the other kinds
q("lookup", "whos the director of paper harbour", "values", TITLED["Paper Harbour"]["Dir."], "films: Dir.; KG directed_by agrees")
q("lookup", "When did we last inspect the print NFA-0311?", "values", FILM["NFA-0311"]["insp"], "films: Last insp. of NFA-0311")
q("sum", "What were the recorded takings of the Electric Palace in 2023, in total?", "number", total((s for s in by_venue["Electric Palace"] if s["y"] == 2023), "eur"),
  "screenings: sum of takings_eur, Electric Palace, 2023 (one is empty)")
q("average", "mean lenght in minutes of the films from the artists' film collection", "number",
  mean([TITLED[t] for t in inn("Artists' Film Collection", "held in")], "mins"), "KG held in; films: mean Running mins")
q("count", "How many screenings began exactly on time?", "number", sum(s["late"] == 0 for s in S), "screenings: Mins late is 0 (empty ones not counted)")
q("superlative", "whats the longest thing we have on 35mm?", "values", best({f["TITLE"]: f["mins"] for f in F if f["Fmt"] == "35mm"}), "films: largest Running mins, 35mm")
q("top_k", "Please name the four oldest films that we hold.", "values", best({f["TITLE"]: int(f["Yr"]) for f in F}, 4, low=True), "films: four smallest Yr")
q("comparison", "what earned us more, Noir Nights or Sea & Shore?", "values", best({k: sums(S, "Season", "eur")[k] for k in ("Noir Nights", "Sea & Shore")}),
  "screenings: sum of takings_eur of both seasons")
gap = len(by_lab["Halvorsen Lab"]) - len(by_lab["Cinéreel Lyon"])
assert gap > 0
q("difference", "How many more of our prints come from Halvorsen than from Cinéreel?", "number", gap, "films: rows by Lab, subtracted")
q("percent", "16mm films as a share of everything in the film list, in %?", "number", share(F, lambda f: f["Fmt"] == "16mm"), "films: share of rows with Fmt 16mm")
q("group_by", "I need a small table for the funders: the total takings of each season.", "table", sums(S, "Season", "eur"),
  "screenings: sum of takings_eur by Season")
q("group_superlative", "Which venue has made the most money for us over all screenings?", "values", best(sums(S, "VENUE", "eur")),
  "screenings: sum of takings_eur by VENUE, largest")
q("group_superlative", "prints by which director have cost us the most, added up?", "values", best(sums(filled(F, "Dir."), "Dir.", "cost")),
  "films: sum of print_cost_eur by Dir., largest")
shown = {s["Film cd"] for s in S}
q("negation", "samuel thackray films that havent been screend yet?", "values", [f["TITLE"] for f in by_dir["Samuel Thackray"] if f["Film cd"] not in shown],
  "films by the director less the Film cd in screenings")
q("negation", "For which of our venues is no chief projectionist on record at all, past or present?", "values",
  VENUES - {f[2] for f in facts("chief projectionist at")}, "KG venues less those with a TKG chief projectionist fact")
q("time_point", "Who was the programmer of The Lantern on 1 October 2012?", "values", one(at("programmer at", date(2012, 10, 1), tail="The Lantern"))[0],
  "TKG programmer at on that day")
q("before_after", "who took over the silents collection after selma left it", "values", step(facts("curator of", tail="Silent Collection"), 0, "Selma Aydin", 1),
  "TKG curator of Silent Collection, the fact after hers")
q("before_after", "Which people started as programmer at one of the venues after 1 January 2023?", "values", {f[0] for f in facts("programmer at") if f[3] > date(2023, 1, 1)},
  "TKG programmer at with start after that day")
q("duration", "How many full years was Tobias Wenlock curator of the Feature Collection?", "number", lasted(one(facts("curator of", "Tobias Wenlock", "Feature Collection"))),
  "TKG start to end, completed years")
q("multi_hop", "which county was The Ferryman's Daughter filmed in?", "values", {c for t in out("The Ferryman's Daughter", "shot in") for c in out(t, "in county")},
  "KG shot in > in county")
q("missing", "Somebody forgot to note the takings now and then. Give me the numbers of those screenings.", "values", [s["Scr no"] for s in S if s["eur"] is None],
  "screenings: empty takings_eur")
night = SHOW["S2354"]
q("cross_source", "S2354 - who was programmer of that venue on the night?", "values", one(at("programmer at", night["d"], tail=night["VENUE"]))[0],
  "screenings: VENUE and date; TKG programmer at on that day")
q("cross_source", "How many tickets were sold in the houses that the Lindwick Arts Society runs?", "number",
  total((s for v in inn("Lindwick Arts Society", "run by") for s in by_venue[v]), "tix"), "KG run by; screenings: sum of Tix sold")
q("yes_no", "Has Kittiwake ever been shown in the town of Pennick?", "boolean", any(s["Film"] == "Kittiwake" and town(s["VENUE"]) == "Pennick" for s in S),
  "screenings of the film; KG located_in Pennick")

# ============================================================ unanswerable
q("unanswerable", "How many of our screenings were sold out?", "refuse", [], "no seat numbers or sold-out mark in any file")
q("unanswerable", "what salary does dev patankar get at the lantern", "refuse", [], "no pay in any file")
q("unanswerable", "Which film in the archive has won the most awards?", "refuse", [], "no awards in any file")
q("unanswerable", "How much did Coastline Buses pay us for sponsoring Sea & Shore?", "refuse", [], "the TKG has who sponsored when, but no sums")
q("unanswerable", "percentage of under-25s in our audiences?", "refuse", [], "nothing on the age of the audience in any file")
q("unanswerable", "What did the bar at The Regal take in 2024?", "refuse", [], "takings_eur is for screenings; no bar sales in any file")

assert len(Q) == 80
finish(HERE, Q)
