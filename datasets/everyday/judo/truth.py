"""Computes every gold answer from the files and prints what differs from questions.jsonl (--write writes it)."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *

G = records(HERE, "gradings.csv")
for r in G:
    r["d"], r["p"], r["fee"] = day(r["Exam date"], "%d.%m.%Y"), float(r["Pts"].replace(",", ".")) if r["Pts"] else None, float(r["Fee EUR"].replace(",", "."))
    r["who"], r["g"], r["o"], r["no"] = r["Candidate"], r["Belt grade"], r["Outcome"], r["Prot. No"]
B = records(HERE, "bouts.csv")
for r in B:
    r["d"], x = day(r["Day"], "%d.%m.%Y"), r["Time (min:s)"]
    r["s"] = int(x.split(":")[0]) * 60 + int(x.split(":")[1]) if x else None
    r["win"], r["lose"] = (r["White"], r["Blue"]) if r["Won"] == "W" else (r["Blue"], r["White"])
    r["t"], r["by"], r["tech"], r["c"], r["rd"] = r["Tournament"], r["Decision"], r["Technique"], r["Cat."], r["Round"]
KG, TK = graphs(HERE, "judo")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
Q = []
_q = asking("judo", Q)
def q(kind, text, atype, ans, why):
    if isinstance(ans, float): ans = round(ans, 2)
    if isinstance(ans, dict): ans = {k: round(v, 2) for k, v in ans.items()}
    _q(kind, text, atype, ans, why)
D, HT, GR, RL, PR = date, "head trainer of", "holds grade", "referee licence", "president of"
g = {r["no"]: r for r in G}; b = {r["Bout"]: r for r in B}
clubs = heads("has dojo in")
wins = Counter(r["win"] for r in B); gold = Counter(r["win"] for r in B if r["rd"] == "final")
def reg(town): return one(out(town, "lies in"))
def club_reg(c): return reg(one(out(c, "has dojo in")))
def pres(d, r): return one(at(PR, d, None, r))[0]

q("lookup", "Which club does Svea Quandt start for at the belt exam?", "values", {r["Club"] for r in G if r["who"] == "Svea Quandt"}, "gradings: Club of Svea Quandt")
q("lookup", "how many points did Leopold Nagashima get for his 2 kyu", "number", one(r["p"] for r in G if r["who"] == "Leopold Nagashima"), "gradings: Pts")
q("lookup", "In which town is the mat hall of Seiryoku Halbach?", "values", out("Seiryoku Halbach", "has dojo in"), "KG has dojo in")
q("lookup", "What does Davit Gelashvili do for a living?", "values", out("Davit Gelashvili", "works as"), "KG works as")
q("filter_list", "Who fell through a grading in 2024? Full names.", "values", [r["who"] for r in G if r["o"] == "failed" and r["d"].year == 2024], "gradings: Outcome failed in 2024")
q("filter_list", "Show me every club whose dojo is in the town of Lindmoor", "values", inn("Lindmoor", "has dojo in"), "KG has dojo in, backwards")
q("filter_list", "bout numbers where somebody got disqualified (hansoku-make)", "values", [r["Bout"] for r in B if r["by"] == "hansoku-make"], "bouts: Decision hansoku-make")
q("filter_list", "Which candidates reached their 1 dan, meaning they sat the exam for it and made it?", "values", [r["who"] for r in G if r["g"] == "1 dan" and r["o"] == "passed"], "gradings: 1 dan passed")
q("filter_list", "Who learnt their judo with Takeshi Morinaga?", "values", inn("Takeshi Morinaga", "learned judo from"), "KG learned judo from, backwards")
q("count", "How many fights went into golden score?", "number", sum(r["GS"] == "x" for r in B), "bouts: GS is x")
q("count", "I'd like to know how many seoi-nage throws decided a bout in our lists.", "number", sum(r["tech"] == "seoi-nage" for r in B), "bouts: Technique seoi-nage")
q("count", "How many of the listed judoka have tomoe-nage as their pet technique?", "number", len(inn("tomoe-nage", "favourite throw")), "KG favourite throw")
q("sum", "Exam fees of the year 2023 altogether, in euros?", "number", sum(r["fee"] for r in G if r["d"].year == 2023), "gradings: sum of Fee EUR in 2023")
q("sum", "What do people still owe us? I mean the sum of grading fees not paid yet.", "number", sum(r["fee"] for r in G if r["Paid"] == "no"), "gradings: sum of Fee EUR, Paid no")
q("sum", "Greta Wojtyla, total seconds on the mat at the Federation Championship 2023", "number", sum(r["s"] for r in B if r["t"] == "Federation Championship 2023" and "Greta Wojtyla" in (r["White"], r["Blue"])), "bouts: sum of Time in seconds")
q("average", "What is the mean score in exams for the 2 kyu? Leave nobody out who has points.", "number", mean([r for r in G if r["g"] == "2 kyu"], "p"), "gradings: mean Pts, 2 kyu")
q("average", "avg points handed out by Takeshi Morinaga", "number", mean([r for r in G if r["Examiner"] == "Takeshi Morinaga"], "p"), "gradings: mean Pts of the examiner")
q("average", "On average, how many seconds does a final last, counting only finals with a time noted?", "number", mean([r for r in B if r["rd"] == "final"], "s"), "bouts: mean Time in seconds, final")
q("min_max", "What is the best score anybody ever got in a grading?", "number", max(known(G, "p")), "gradings: max Pts")
q("min_max", "fastest ippon of all bouts - how many seconds?", "number", min(r["s"] for r in B if r["by"] == "ippon"), "bouts: min Time in seconds, ippon")
q("min_max", "What was the lowest number of points with which someone still passed?", "number", min(r["p"] for r in G if r["o"] == "passed"), "gradings: min Pts, passed")
q("superlative", "Which judoka won the most bouts?", "values", best(wins), "bouts: winners counted")
q("superlative", "who took home the most gold, so finals won", "values", best(gold), "bouts: winners of finals counted")
q("superlative", "Among today's head trainers, who is the newest in the job?", "values", one(f[0] for f in now(HT) if f[3] == max(x[3] for x in now(HT))), "TKG: open head trainer fact with the latest start")
q("superlative", "Which judo teacher passed his knowledge on to the most trainers?", "values", best(Counter(x for _, r, x in KG if r == "learned judo from")), "KG learned judo from, counted by tail")
q("top_k", "Give me the two clubs with the most exam entries.", "values", best(Counter(r["Club"] for r in G), 2), "gradings: rows by Club")
q("top_k", "Three most common winning techniques?", "values", best(Counter(r["tech"] for r in B if r["tech"]), 3), "bouts: rows by Technique")
q("top_k", "top 3 gradings by points, protocol numbers pls", "values", best({r["no"]: r["p"] or 0 for r in G}, 3), "gradings: three largest Pts")
q("comparison", "Who won more often on the mat, Henning Palacz or Emre Kaltenbach?", "values", best({x: wins[x] for x in ("Henning Palacz", "Emre Kaltenbach")}), "bouts: wins of both")
q("comparison", "JV Kranichsee or Tatami Lindmoor, who sent more people to belt exams? Count every entry.", "values", best({x: sum(r["Club"] == x for r in G) for x in ("JV Kranichsee", "Tatami Lindmoor")}), "gradings: rows by Club")
q("comparison", "Was it the East Region or the South Region that got its present president earlier?", "values", best({x: one(now(PR, None, x))[3] for x in ("East Region", "South Region")}, low=True), "TKG: open president facts, starts compared")
q("difference", "How many more fights ended by ippon than by waza-ari?", "number", sum(r["by"] == "ippon" for r in B) - sum(r["by"] == "waza-ari" for r in B), "bouts: Decision counted, subtracted")
q("difference", "Yannis Volkmar needed two goes at the 1 kyu. How many points better was the second?", "number", one(r["p"] for r in G if r["who"] == "Yannis Volkmar" and r["g"] == "1 kyu" and r["o"] == "passed") - one(r["p"] for r in G if r["who"] == "Yannis Volkmar" and r["g"] == "1 kyu" and r["o"] == "failed"), "gradings: Pts subtracted")
q("difference", "fee difference in EUR between a 2 dan and a 6 kyu exam?", "number", one({r["fee"] for r in G if r["g"] == "2 dan"}) - one({r["fee"] for r in G if r["g"] == "6 kyu"}), "gradings: Fee EUR of the grades")
q("percent", "What percentage of gradings were passed?", "number", share(G, lambda r: r["o"] == "passed"), "gradings: share of Outcome passed, absent included in all")
q("percent", "Of the bouts at the Rosshaupt Open, how many percent did the fighter in white win?", "number", share([r for r in B if r["t"] == "Rosshaupt Open"], lambda r: r["Won"] == "W"), "bouts: share of Won W")
q("percent", "share of -57 kg fights among all fights in %", "number", share(B, lambda r: r["c"] == "-57 kg"), "bouts: share of Cat. -57 kg")
q("group_by", "Number of bouts per weight class", "table", Counter(r["c"] for r in B), "bouts: rows by Cat.")
q("group_by", "How many clubs sit in each region?", "table", Counter(club_reg(c) for c in clubs), "KG has dojo in + lies in, counted")
q("group_by", "what did we take in fees for each belt grade, paid or not", "table", sums(G, "Belt grade", "fee"), "gradings: sum of Fee EUR by Belt grade")
q("group_superlative", "At which tournament were the most golden score bouts fought?", "values", best(Counter(r["t"] for r in B if r["GS"] == "x")), "bouts: GS rows by Tournament")
q("group_superlative", "Which weight class has the longest bouts on average?", "values", best(means(B, "c", "s")), "bouts: mean Time by Cat.")
q("group_superlative", "whose pupils are the cleverest: which club has the highest avg exam points?", "values", best(means(G, "Club", "p")), "gradings: mean Pts by Club")
q("yes_no", "Did Arvid Celik pass his 2 kyu?", "boolean", any(r["who"] == "Arvid Celik" and r["g"] == "2 kyu" and r["o"] == "passed" for r in G), "gradings: Outcome of Arvid Celik")
q("yes_no", "Does uchi-mata count as a hip throw (koshi-waza) in our scheme?", "boolean", "koshi-waza" in out("uchi-mata", "is a"), "KG is a")
q("yes_no", "was Joost Pechstein the trainer of JV Kranichsee in 2012?", "boolean", any(f[2] == "JV Kranichsee" for f in at(HT, D(2012, 7, 1), "Joost Pechstein")), "TKG head trainer of in 2012")
q("yes_no", "Has Jannik Brosowski ever beaten Tizian Brandl in a final?", "boolean", any(r["win"] == "Jannik Brosowski" and r["lose"] == "Tizian Brandl" and r["rd"] == "final" for r in B), "bouts: a final of the two")
q("negation", "Which clubs never had a candidate fail?", "values", {r["Club"] for r in G} - {r["Club"] for r in G if r["o"] == "failed"}, "gradings: clubs minus those with failed")
q("negation", "which tournaments have no host club listed?", "values", heads("held in") - heads("hosted by"), "KG held in without hosted by")
q("negation", "Who got to a final of the Federation Championship 2024 but did not win it?", "values", [r["lose"] for r in B if r["t"] == "Federation Championship 2024" and r["rd"] == "final"], "bouts: losers of those finals")
q("time_point", "When did Takeshi Morinaga receive his 7 dan?", "values", one(facts(GR, "Takeshi Morinaga", "7 dan"))[3], "TKG holds grade, start")
q("time_point", "on what day was the Eisvogel Trophy fought", "values", {r["d"] for r in B if r["t"] == "Eisvogel Trophy"}, "bouts: Day of the tournament")
q("time_point", "Who was head of the North Region on 1 June 2018?", "values", pres(D(2018, 6, 1), "North Region"), "TKG president of on that day")
q("time_point", "Until which date did Ottokar Silbernagl lead the training at Randori Wiesental?", "values", one(facts(HT, "Ottokar Silbernagl"))[4], "TKG head trainer of, end")
q("before_after", "Who trained Yawara Steinach before Magda Hollerbusch came?", "values", step(facts(HT, None, "Yawara Steinach"), 0, "Magda Hollerbusch", -1), "TKG head trainer of, the one before")
q("before_after", "After Autohaus Pirk pulled out, which sponsor stepped in at the Eisvogel Trophy?", "values", step(facts("sponsors", None, "Eisvogel Trophy"), 0, "Autohaus Pirk", 1), "TKG sponsors, the next one")
q("before_after", "Which kyu or dan did Nele Schwarzkopf try after she had got the 1 dan?", "values", [r["g"] for r in G if r["who"] == "Nele Schwarzkopf" and r["d"] > one(x["d"] for x in G if x["who"] == "Nele Schwarzkopf" and x["g"] == "1 dan")], "gradings: later rows of the candidate")
q("duration", "For how many complete years was Eckart Wallrabe in charge of training at JC Bärenfels?", "number", lasted(one(facts(HT, "Eckart Wallrabe"))), "TKG whole years from start to end")
q("duration", "How many full years did Ludmila Schapira wait from her 4 dan to her 5 dan?", "number", full_years(one(facts(GR, "Ludmila Schapira", "4 dan"))[3], one(facts(GR, "Ludmila Schapira", "5 dan"))[3]), "TKG from the start of the 4 dan to that of the 5 dan")
q("duration", "days Kodokan Ostrau had no head trainer, from Tessin leaving to Killinger starting (date minus date)", "number", (one(facts(HT, "Dörte Killinger"))[3] - one(facts(HT, "Gudrun Tessin"))[4]).days, "TKG start of Killinger minus end of Tessin")
q("multi_hop", "In what region lies the town where the Rosshaupt Open takes place?", "values", reg(one(out("Rosshaupt Open", "held in"))), "KG held in, lies in")
q("multi_hop", "Who trains the club that hosts the Nordlicht Cup?", "values", inn(one(out("Nordlicht Cup", "hosted by")), "trains"), "KG hosted by, trains")
q("multi_hop", "To which family of techniques does the favourite throw of Leopold Nagashima belong?", "values", out(one(out("Leopold Nagashima", "favourite throw")), "is a"), "KG favourite throw, is a")
q("multi_hop", "which grade has the guy today who taught Sandro Quirin", "values", one(now(GR, one(out("Sandro Quirin", "learned judo from"))))[2], "KG learned judo from, TKG open holds grade")
q("multi_hop", "Who is currently president of the region in which Budo Sankt Velten is at home?", "values", one(now(PR, None, club_reg("Budo Sankt Velten")))[0], "KG has dojo in, lies in, TKG open president of")
q("cross_source", "How many bouts were decided by an ashi-waza?", "number", sum("ashi-waza" in out(r["tech"], "is a") for r in B), "KG is a, bouts: Technique")
q("cross_source", "Exams taken by candidates from clubs of the North Region, how many?", "number", sum(club_reg(r["Club"]) == "North Region" for r in G), "KG has dojo in + lies in, gradings: rows")
q("cross_source", "The carpenters' guild wants to sponsor us. How many bouts have been won by people who are carpenters?", "number", sum(wins[x] for x in inn("carpenter", "works as")), "KG works as, bouts: wins")
q("cross_source", "Who is the trainer of the club Elin Dornbusch took her exams for?", "values", inn(one({r["Club"] for r in G if r["who"] == "Elin Dornbusch"}), "trains"), "gradings: Club, KG trains")
q("cross_source", "bouts fought in Marienwerth - total number", "number", sum("Marienwerth" in out(r["t"], "held in") for r in B), "KG held in, bouts: rows")
q("cross_source", "What grade does the examiner of protocol P/24-081 hold at present?", "values", one(now(GR, g["P/24-081"]["Examiner"]))[2], "gradings: Examiner, TKG open holds grade")
q("missing", "For which bouts is no fighting time noted?", "values", [r["Bout"] for r in B if r["s"] is None], "bouts: Time empty")
q("missing", "How many exam entries have no points?", "number", sum(r["p"] is None for r in G), "gradings: Pts empty")
q("missing", "in how many bouts has no technique been put down", "number", sum(not r["tech"] for r in B), "bouts: Technique empty")
for text, why in [("What is Hedda Yildirim's year of birth?", "no birth dates"),
                  ("Which referee stood on the mat in bout 42?", "no referees of bouts"),
                  ("How many spectators came to the Nordlicht Cup?", "no spectators in any file"),
                  ("what belt does Ronja Tiefensee have", "no such person"),
                  ("How much is the yearly membership at Tatami Lindmoor?", "no membership fees"),
                  ("Did Malin Sturzenegger get injured at the Eisvogel Trophy?", "no injuries recorded")]:
    q("unanswerable", text, "refuse", [], why)
if "--write" not in sys.argv: sys.argv.append("--check")
finish(HERE, Q)
