#!/usr/bin/env python3
"""Computes every gold answer of the 'chess' domain (a national chess federation) from the four data files.
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


K, T = graphs(HERE, "chess")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("chess", Q)


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

P = rd("players.csv")
for r in P:
    r["std"], r["rap"], r["born"], r["fee"] = num(r["Elo std"]), num(r["Elo rapid"]), int(r["Yr of birth"]), num(r["Annual fee"])
    r["paid"], r["j"] = day(r["2025 fee paid on"], "%d-%m-%Y"), day(r["Joined"], "%d-%m-%Y")
PN = {r["Player"]: r for r in P}
X = rd("tournaments.csv")
for r in X:
    r["d"], r["rds"], r["ent"] = day(r["Starts"], "%d %b %Y"), num(r["Rds"]), num(r["Entries"])
    r["pts"], r["eur"] = num(r["Winner's score"]), num(r["Prize fund"])
XN = {r["Code"]: r for r in X}
FED, MEN, WOM = "Federação de Xadrez", "Men's national team", "Women's national team"
CLUBS = heads("club night")
offices("president", "treasurer", "captain", "chair", "main sponsor", "plays for")
assert len(PN) == len(P) and len(XN) == len(X) and len({(r["Event"], r["d"].year) for r in X}) == len(X)
assert {r["Winner"] for r in X} <= set(PN) and {r["Club"] for r in P} == CLUBS == heads("based in")
for r in P: assert one(now("plays for", head=r["Player"]))[2] == r["Club"]
codes = lambda rows: [r["Code"] for r in rows]
names = lambda rows: [r["Player"] for r in rows]
ev = lambda e: [r for r in X if r["Event"] == e]
yr = lambda y: [r for r in X if r["d"].year == y]
ed = lambda e, y: one(r for r in ev(e) if r["d"].year == y)
club = lambda c: [r for r in P if r["Club"] == c]
region = lambda c: one(out(one(out(c, "based in")), "in region"))

q("lookup", "What is Vasco Figueira's standard Elo?", "number", PN["Vasco Figueira"]["std"], "players: Elo std of Vasco Figueira")
q("lookup", "Which evening is club night at Rainha Santa?", "values", out("Rainha Santa", "club night"), "KG: Rainha Santa club night")
q("lookup", "whats odete salgueiros fed number again", "values", PN["Odete Salgueiro"]["Fed no"], "players: Fed no of Odete Salgueiro")
q("lookup", "When did the 2023 Sardine Blitz start?", "values", ed("Sardine Blitz", 2023)["d"], "tournaments: Starts, Sardine Blitz in 2023")
q("lookup", "Who founded the club Estrela do Mar?", "values", inn("Estrela do Mar", "founder of"), "KG: founder of Estrela do Mar")

q("filter_list", "Which players hold the IM title?", "values", names(r for r in P if r["Title"] == "IM"), "players: Title IM")
q("filter_list", "women above 2100 std elo, names pls", "values", names(r for r in P if r["Sex"] == "F" and r["std"] > 2100), "players: Sex F, Elo std > 2100")
q("filter_list", "Which tournaments did Gonçalo Teles win? Give the codes.", "values", codes(r for r in X if r["Winner"] == "Gonçalo Teles"), "tournaments: Winner Gonçalo Teles")
q("filter_list", "clubs in the 2nd divison?", "values", inn("Second Division", "plays in"), "KG: plays in Second Division")
q("filter_list", "List the players of Mate em Três born after 2000.", "values", names(r for r in club("Mate em Três") if r["born"] > 2000), "players: Club Mate em Três, Yr of birth > 2000")
q("filter_list", "Sorry, me again. For the brochure I need every event in Coimbra in 2018 or 2019 with a prize fund above 2000 euros. Codes are enough.", "values",
  codes(r for r in X if r["Town"] == "Coimbra" and r["d"].year in (2018, 2019) and r["eur"] and r["eur"] > 2000), "tournaments: Town Coimbra, 2018 or 2019, Prize fund > 2000")
q("filter_list", "who likes playing the french", "values", inn("French Defence", "favourite opening"), "KG: favourite opening French Defence")

q("count", "How many registered players does Torre de Aveiro have?", "number", len(club("Torre de Aveiro")), "players: Club Torre de Aveiro")
q("count", "how many juniors do we have on the books", "number", sum(r["Category"] == "Junior" for r in P), "players: Category Junior")
q("count", "How many tournaments took place in 2019?", "number", len(yr(2019)), "tournaments: Starts in 2019")
q("count", "number of times lurdes caeiro was cheif arbiter since 2020", "number", sum(r["Chief arbiter"] == "Lurdes Caeiro" and r["d"].year >= 2020 for r in X), "tournaments: Chief arbiter Lurdes Caeiro, Starts in 2020 or later")
q("count", "My daughter is thinking of asking Afonso Teles for lessons and wonders how busy he is. How many players does he coach?", "number", len(inn("Afonso Teles", "coached_by")), "KG: coached_by Afonso Teles")
q("count", "How many different players have won the National Championship?", "number", len({r["Winner"] for r in ev("National Championship")}), "tournaments: distinct Winner of National Championship")

q("sum", "What was the total prize money in 2017?", "number", total(yr(2017), "eur"), "tournaments: sum of Prize fund (empty left out), 2017")
q("sum", "all entries for the ribeira rapid together, every edition", "number", total(ev("Ribeira Rapid"), "ent"), "tournaments: sum of Entries, Ribeira Rapid")
q("sum", "What do the annual fees of all Rainha Santa players add up to?", "number", total(club("Rainha Santa"), "fee"), "players: sum of Annual fee, Club Rainha Santa")

q("average", "What is the average standard Elo of the players of Cavalo Preto?", "number", mean(club("Cavalo Preto"), "std"), "players: mean Elo std, Club Cavalo Preto")
q("average", "avrage nr of entries in the blitz events (3+2)", "number", mean([r for r in X if r["Rate of play"] == "3+2"], "ent"), "tournaments: mean Entries, Rate of play 3+2")
q("average", "What is the mean prize fund of the Pestana Memorial?", "number", mean(ev("Pestana Memorial"), "eur"), "tournaments: mean Prize fund (empty left out), Pestana Memorial")

q("min_max", "What is the highest rapid Elo in the federation?", "number", max(r["rap"] for r in P if r["rap"]), "players: max Elo rapid")
q("min_max", "smallest prize fund weve ever had for a national championship?", "number", min(r["eur"] for r in ev("National Championship") if r["eur"]), "tournaments: min Prize fund, National Championship")
q("min_max", "On what date did the most recent member join?", "values", max(r["j"] for r in P), "players: latest Joined")

q("superlative", "Who is the oldest registered player?", "values", best({r["Player"]: r["born"] for r in P}, low=True), "players: lowest Yr of birth")
q("superlative", "strongest player at estrela do mar by standard rating?", "values", best({r["Player"]: r["std"] for r in club("Estrela do Mar")}), "players: highest Elo std, Club Estrela do Mar")
q("superlative", "Which tournament had the most entries in 2021? Just the name of the event.", "values", [XN[c]["Event"] for c in best({r["Code"]: r["ent"] for r in yr(2021)})], "tournaments: highest Entries in 2021, Event")
q("superlative", "Of all the players without any title, who has the best standard rating?", "values", best({r["Player"]: r["std"] for r in P if not r["Title"]}), "players: Title empty, highest Elo std")

q("top_k", "Who are our top 5 players by standard Elo?", "values", best({r["Player"]: r["std"] for r in P}, 5), "players: five highest Elo std")
q("top_k", "3 fattest prize funds in 2024, event names", "values", [XN[c]["Event"] for c in best({r["Code"]: r["eur"] for r in yr(2024) if r["eur"]}, 3)], "tournaments: three highest Prize fund in 2024")
q("top_k", "Which two clubs have the most registered players?", "values", best(Counter(r["Club"] for r in P), 2), "players: rows per Club, two highest")

q("comparison", "Who has the higher standard rating, Graça Cabral or Filipa Xavier?", "values", best({p: PN[p]["std"] for p in ("Graça Cabral", "Filipa Xavier")}), "players: Elo std of the two")
q("comparison", "odete peixoto or odete salgueiro - which of them has won more of our tournaments", "values", best({p: sum(r["Winner"] == p for r in X) for p in ("Odete Peixoto", "Odete Salgueiro")}), "tournaments: rows per Winner of the two")
q("comparison", "did more people enter the carnival blitz or the sardine blitz, adding up all the years?", "values", best({e: total(ev(e), "ent") for e in ("Carnival Blitz", "Sardine Blitz")}), "tournaments: sum of Entries of the two events")

q("difference", "By how many points is Filipa Xavier's rapid Elo higher than her standard Elo?", "number", pos(PN["Filipa Xavier"]["rap"] - PN["Filipa Xavier"]["std"]), "players: Elo rapid minus Elo std of Filipa Xavier")
q("difference", "gap between the aveiro spring open 2024 and 2022 prize funds?", "number", abs(ed("Aveiro Spring Open", 2024)["eur"] - ed("Aveiro Spring Open", 2022)["eur"]), "tournaments: Prize fund of the two editions, subtracted")
q("difference", "How many more male than female players are registered?", "number", pos(sum(r["Sex"] == "M" for r in P) - sum(r["Sex"] == "F" for r in P)), "players: rows by Sex, subtracted")

q("percent", "What percentage of registered players are women?", "number", share(P, lambda r: r["Sex"] == "F"), "players: Sex F over all rows")
q("percent", "what share of our tournaments are round robins, in %", "number", share(X, lambda r: r["System"] == "Round robin"), "tournaments: System Round robin over all rows")

q("group_by", "How many players are there per category?", "table", Counter(r["Category"] for r in P), "players: rows per Category")
q("group_by", "mean std elo for each club", "table", {k: mean(v, "std") for k, v in group(P, lambda r: r["Club"]).items()}, "players: mean Elo std per Club")
q("group_by", "Number of tournaments per chief arbiter, please.", "table", Counter(r["Chief arbiter"] for r in X), "tournaments: rows per Chief arbiter")
q("group_by", "total prize money by year", "table", {k: total(v, "eur") for k, v in group(X, lambda r: r["d"].year).items()}, "tournaments: sum of Prize fund per year of Starts")

q("group_superlative", "Which player has won the most tournaments?", "values", best(Counter(r["Winner"] for r in X)), "tournaments: most rows per Winner")
q("group_superlative", "wich opening is the favorite of the most players", "values", best(Counter(t for h, r, t in K if r == "favourite opening")), "KG: favourite opening, counted by opening")
q("group_superlative", "Which town has hosted the most tournaments?", "values", best(Counter(r["Town"] for r in X)), "tournaments: most rows per Town")

q("yes_no", "Has Leonor Rebelo paid her 2025 fee?", "boolean", PN["Leonor Rebelo"]["paid"] is not None, "players: 2025 fee paid on of Leonor Rebelo")
q("yes_no", "did rui antunes ever play for bispo azul", "boolean", bool(facts("plays for", "Rui Antunes", "Bispo Azul")), "TKG: Rui Antunes plays for")
q("yes_no", "peões de braga and roque grande meet at the same place, right?", "boolean", out("Peões de Braga", "meets at") == out("Roque Grande", "meets at"), "KG: meets at of the two clubs")

q("negation", "Which players of Xadrez da Ribeira have no title?", "values", names(r for r in club("Xadrez da Ribeira") if not r["Title"]), "players: Club Xadrez da Ribeira, Title empty")
q("negation", "clubs that arent in the first division and not in the second either", "values", CLUBS - inn("First Division", "plays in") - inn("Second Division", "plays in"), "KG: plays in neither First nor Second Division")
q("negation", "How many of our titled players have never won a tournament on the list?", "number", sum(bool(r["Title"]) for r in P if r["Player"] not in {x["Winner"] for x in X}), "players: Title not empty; tournaments: no row as Winner")

q("missing", "Who hasn't paid the 2025 fee yet?", "values", names(r for r in P if not r["paid"]), "players: 2025 fee paid on empty")
q("missing", "which players have no rapid rating", "values", names(r for r in P if r["rap"] is None), "players: Elo rapid empty")

q("time_point", "Who was treasurer of the federation on 1 January 2010?", "values", one(at("treasurer", date(2010, 1, 1), head=FED))[2], "TKG: treasurer valid on 2010-01-01")
q("time_point", "which club was simao braga playing for back in 2014", "values", one(in_year("plays for", 2014, head="Simão Braga"))[2], "TKG: plays for of Simão Braga in 2014")
q("time_point", "Who captains the women's national team now?", "values", one(now("captain", head=WOM))[2], "TKG: open captain fact of the women's national team")
q("time_point", "who sponsored the ribeira rapid in 2018?", "values", one(in_year("main sponsor", 2018, head="Ribeira Rapid"))[2], "TKG: main sponsor of Ribeira Rapid in 2018")

q("before_after", "Who chaired Cavalo Preto before Belmiro Sá?", "values", step(facts("chair", head="Cavalo Preto"), 2, "Belmiro Sá", -1), "TKG: previous chair of Cavalo Preto")
q("before_after", "graciete louro stepped down as president and who took over", "values", step(facts("president", head=FED), 2, "Graciete Louro", 1), "TKG: next president")
q("before_after", "Where did Gonçalo Bettencourt play before he moved to Xadrez da Ribeira?", "values", step(facts("plays for", head="Gonçalo Bettencourt"), 2, "Xadrez da Ribeira", -1), "TKG: previous plays for of Gonçalo Bettencourt")

f = one(facts("captain", MEN, "Aníbal Sequeira"))
q("duration", "For how many full years was Aníbal Sequeira captain of the men's national team?", "number", full_years(f[3], f[4]), "TKG: complete years from start to end")
q("duration", "of the current club chairs whos been in the job longest", "values", best({f[2] + "|" + f[0]: f[3].toordinal() for f in now("chair")}, low=True)[0].split("|")[0], "TKG: open chair fact with the earliest start")

q("multi_hop", "In which region is the club Mate em Três?", "values", region("Mate em Três"), "KG: based in > in region")
q("multi_hop", "Which players have a favourite opening that is classed as open?", "values", {p for o in inn("open", "classed as") for p in inn(o, "favourite opening")}, "KG: classed as open < favourite opening")
q("cross_source", "how many registred players do the clubs from the norte region have", "number", sum(region(r["Club"]) == "Norte" for r in P), "players: Club; KG: based in > in region Norte")
q("cross_source", "How many tournaments were held while Domingos Arruda was president?", "number", sum(bool(at("president", r["d"], FED, "Domingos Arruda")) for r in X), "TKG: president interval of Domingos Arruda; tournaments: Starts")
w = ed("Minho Cup", 2017)
q("cross_source", "What club did the winner of the 2017 Minho Cup play for at the time?", "values", one(at("plays for", w["d"], head=w["Winner"]))[2], "tournaments: Winner, Starts of Minho Cup 2017; TKG: plays for on that date")
q("cross_source", "grade of the arbiter in charge of T23-04?", "values", out(XN["T23-04"]["Chief arbiter"], "arbiter grade"), "tournaments: Chief arbiter of T23-04; KG: arbiter grade")
q("cross_source", "What is the average standard Elo of the players coached by Graça Cabral?", "number", mean([PN[p] for p in inn("Graça Cabral", "coached_by")], "std"), "KG: coached_by Graça Cabral; players: mean Elo std")

q("unanswerable", "How many games did Vasco Figueira lose in 2023?", "refuse", [], "no games in any file")
q("unanswerable", "whos the main sponsor of the christmas rapid these days", "refuse", [], "TKG: no main sponsor fact of Christmas Rapid")
q("unanswerable", "Who was president of the federation in 1998?", "refuse", [], "TKG: the first president fact starts in 2001")
q("unanswerable", "what does a cup of coffee cost at the café imperial", "refuse", [], "no prices of venues in any file")
q("unanswerable", "Who came second in the 2022 National Championship?", "refuse", [], "only winners are recorded")
q("unanswerable", "email adress for fernanda tavira pls", "refuse", [], "no e-mail addresses in any file")
q("unanswerable", "What is the standard rating of Ludgero Pimentel?", "refuse", [], "there is no player Ludgero Pimentel")
assert "Ludgero Pimentel" not in PN and not facts("main sponsor", "Christmas Rapid") and not in_year("president", 1998)

assert len(Q) == 80, len(Q)
finish(HERE, Q)
