"""Computes every gold answer of oliveoil from its files and prints the lines that differ from questions.jsonl
(--write writes the file, --show lists the questions with their answers)."""
import json, os, sys
from collections import Counter
from datetime import date, datetime, timedelta
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import domain
from domain import records, asking, best, one, share, group, mean, known, sums, means, graphs, kg, tkg, full_years, lasted, step
def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x, 2):.2f}".rstrip("0").rstrip(".")
    return str(x)
domain.fmt = fmt
Q = []
q = asking("oliveoil", Q)
def by(rows, k): return dict(Counter(r[k] for r in rows))
def only(rows, **w): return [r for r in rows if all(r[k] == v for k, v in w.items())]
def get(rows, k, v, c): return one(r[c] for r in rows if r[k] == v)
def add(rows, c): return round(sum(known(rows, c)), 4)
def months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
def day(s): return datetime.strptime(s, "%d.%m.%Y").date()
def num(s): return float(s.replace(".", "").replace(",", ".")) if s else None
G, P = records(HERE, "growers.csv"), records(HERE, "pressings.csv")
for r in G: r.update(name=r["Grower"], trees=num(r["Trees"]), ha=num(r["Ha"]), alt=num(r["Alt. (m)"]), since=num(r["Member since"]))
GR = {r["No."]: r for r in G}
BY = {r["name"]: r for r in G}
for r in P:
    r.update(day=day(r["Day"]), kg=num(r["Olives kg"]), oil=num(r["Oil l"]), yld=num(r["Yield %"]), acid=num(r["Acid. %"]), fee=num(r["Fee €"]), g=GR[r["Grower no."]])
    r.update(year=r["day"].year, who=r["g"]["name"], cultivar=r["g"]["Main cultivar"], village=r["g"]["Village"])
KG, TK = graphs(HERE, "oliveoil")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
fact = lambda rel, h=None, t=None: one(facts(rel, h, t))
def g(n, c): return BY[n][c]
def b(n, c): return get(P, "Batch", n, c)
def names(rows): return [r["name"] for r in rows]
assert {r["Village"] for r in G} == heads("belongs to valley") and inn("Matteo Ferlazzo", "advised by") == {"Val d'Ombra"}
for r in G: r["valley"] = one(out(r["Village"], "belongs to valley"))
LINES = heads("run by")

q("lookup", "How many olive trees does Nereo Bagnoli own?", "number", g("Nereo Bagnoli", "trees"), "growers: Trees")
q("lookup", "batch 24/031 what acidity", "number", b("24/031", "acid"), "pressings: Acid. %")
q("lookup", "Who's in charge of Line 2?", "values", out("Line 2", "run by"), "KG run by")
q("filter_list", "Give me the organic growers of Montefosco.", "values", names(only(G, **{"Org.": "si", "Village": "Montefosco"})), "growers: Org. si, Village")
q("filter_list", "All batches that were downgraded to plain virgin (V), just the numbers", "values", [r["Batch"] for r in only(P, Class="V")], "pressings: Class V")
q("count", "How many members pick by hand?", "number", len(only(G, Picking="hand")), "growers: Picking hand")
q("count", "Batches run over Line 3 in the two seasons together?", "number", len(only(P, Line="Line 3")), "pressings: Line")
q("sum", "How many litres of oil did we press in 2024, all in all?", "number", add(only(P, year=2024), "oil"), "pressings: sum of Oil l, Day in 2024")
q("average", "what was the mean yield in the 2023 season (percent)", "number", mean(only(P, year=2023), "yld"), "pressings: mean Yield %, Day in 2023, empty left out")
q("superlative", "Who has the most trees of everybody?", "values", best({r["name"]: r["trees"] for r in G}), "growers: largest Trees")
q("superlative", "Whose olives grow highest up the mountain?", "values", best({r["name"]: r["alt"] for r in G}), "growers: largest Alt.")
q("multi_hop", "My cousin bought a grove in Montefosco and needs advice. Which adviser looks after the valley it belongs to?", "values", out(one(out("Montefosco", "belongs to valley")), "advised by"), "KG belongs to valley, advised by")
q("time_point", "Who presided over the cooperative on New Year's Day 2000?", "values", [f[0] for f in at("president of", date(2000, 1, 1))], "TKG president of on 2000-01-01")
q("unanswerable", "How many polyphenols were in batch 24/042?", "refuse", [], "no polyphenols recorded")
q("group_by", "growers per village?", "table", by(G, "Village"), "growers: counted by Village")
q("min_max", "The best yield we ever got out of a batch, in per cent.", "number", max(known(P, "yld")), "pressings: max Yield %")
q("yes_no", "Does Flora Giannelli farm organically?", "boolean", g("Flora Giannelli", "Org.") == "si", "growers: Org.")
q("cross_source", "How much oil, in litres, came from growers in Val Torba? Both seasons.", "number", add([r for r in P if r["g"]["valley"] == "Val Torba"], "oil"), "KG belongs to valley; growers: Village; pressings: sum of Oil l")
q("missing", "which growers have no year of joining on file", "values", names([r for r in G if r["since"] is None]), "growers: Member since empty")
q("comparison", "Pia Lombardini or Dino Ravaioli: who joined us earlier?", "values", best({n: g(n, "since") for n in ("Pia Lombardini", "Dino Ravaioli")}, low=True), "growers: Member since of both")
q("percent", "What percentage of our growers are organic?", "number", share(G, lambda r: r["Org."] == "si"), "growers: Org. si")
q("sum", "hectares in Santa Tecla, total", "number", add(only(G, Village="Santa Tecla"), "ha"), "growers: sum of Ha, Village")
q("negation", "Growers at Rocca Perilla who have no terraces?", "values", names(only(G, Village="Rocca Perilla", Terraces="no")), "growers: Village, Terraces no")
q("before_after", "Organica Italia certifies us now; which body did it previously?", "values", step(facts("certified"), 0, "Organica Italia", -1), "TKG certified: fact before")
q("duration", "How many full years did Egisto Fumagalli serve as mill master?", "number", lasted(fact("mill master of", "Egisto Fumagalli")), "TKG mill master of: end minus start")
q("top_k", "Three biggest growers by area", "values", best({r["name"]: r["ha"] for r in G}, 3), "growers: three largest Ha")
q("group_superlative", "Which village has the most hectares under olives?", "values", best(sums(G, "Village", "ha")), "growers: sum of Ha by Village")
q("difference", "By how many hectares is Gemma Valdambrini's land larger than Bruna Accorsi's?", "number", round(g("Gemma Valdambrini", "ha") - g("Bruna Accorsi", "ha"), 2), "growers: Ha of both")
q("lookup", "How much did we charge for pressing 23/045?", "number", b("23/045", "fee"), "pressings: Fee")
q("filter_list", "Drought is coming. Which cultivars put up with it?", "values", inn("drought", "withstands"), "KG withstands, backwards")
q("count", "from how many growers does the Bottega Anselmi buy its oil", "number", len(out("Bottega Anselmi", "buys oil of")), "KG buys oil of, counted")
q("average", "Filtered batches: average acidity?", "number", mean(only(P, **{"Filt.": "si"}), "acid"), "pressings: mean Acid. %, Filt. si, empty left out")
q("superlative", "Which batch had the worst acidity?", "values", best({r["Batch"]: r["acid"] for r in P if r["acid"]}), "pressings: largest Acid. %")
q("cross_source", "number of batches from people who have their picking done by Crew Fadda", "number", sum(r["who"] in inn("Crew Fadda", "has picking done by") for r in P), "KG has picking done by; growers; pressings counted")
q("unanswerable", "what price per litre do we ask for the extra virgin?", "refuse", [], "no oil prices")
q("time_point", "When did they put Line 3 into service?", "values", fact("in use at", "Line 3")[3], "TKG in use at: start")
q("multi_hop", "Norma Ricasoli has a crew in for the picking - who leads it?", "values", out(one(out("Norma Ricasoli", "has picking done by")), "led by"), "KG has picking done by, led by")
q("yes_no", "was batch 24/016 filterd?", "boolean", b("24/016", "Filt.") == "si", "pressings: Filt.")
q("group_by", "Litres of oil by line please", "table", sums(P, "Line", "oil"), "pressings: sum of Oil l by Line")
q("min_max", "how small was the smallest lot of olives we ever pressed? kilos", "number", min(known(P, "kg")), "pressings: min Olives kg")
q("sum", "What did the mill take in fees during November 2023?", "number", add([r for r in P if (r["year"], r["day"].month) == (2023, 11)], "fee"), "pressings: sum of Fee, Day in 2023-11")
q("before_after", "batches pressed later than 30 November 2024", "values", [r["Batch"] for r in P if r["day"] > date(2024, 11, 30)], "pressings: Day > 2024-11-30")
q("comparison", "Which year gave us more oil, 2023 or 2024?", "values", str(best(sums(P, "year", "oil"))[0]), "pressings: sum of Oil l by year")
q("negation", "Anyone in Poggiolungo who hasn't brought us a single olive in these two seasons?", "values", set(names(only(G, Village="Poggiolungo"))) - {r["who"] for r in P}, "growers of the village without a row in pressings")
q("percent", "share of growers with terraces in %", "number", share(G, lambda r: r["Terraces"] == "si"), "growers: Terraces si")
q("group_superlative", "Which of the three lines has the lowest acidity on average?", "values", best(means(P, "Line", "acid"), low=True), "pressings: mean Acid. % by Line")
q("duration", "For how many whole years did Guerrino Taddei keep the cooperative's books?", "number", lasted(fact("bookkeeper of", "Guerrino Taddei")), "TKG bookkeeper of: end minus start")
q("unanswerable", "How many trees does Gaspare Monteforte have?", "refuse", [], "no such grower")
q("top_k", "the three batches that gave the most litres", "values", best({r["Batch"]: r["oil"] for r in P}, 3), "pressings: three largest Oil l")
q("cross_source", "Which of the growers that Delicato London buys from are organic?", "values", [n for n in out("Delicato London", "buys oil of") if g(n, "Org.") == "si"], "KG buys oil of; growers: Org.")
q("difference", "Line 1 ran how many batches more than Line 3?", "number", by(P, "Line")["Line 1"] - by(P, "Line")["Line 3"], "pressings: counted by Line")
q("missing", "How many batches lack a yield figure?", "number", sum(r["yld"] is None for r in P), "pressings: Yield % empty")
q("count", "In 2024, how many times did Quinto Meoni come in with olives?", "number", len(only(P, who="Quinto Meoni", year=2024)), "growers: No.; pressings: rows in 2024")
q("superlative", "Who delivered the biggest lot of olives we ever had on the scales?", "values", GR[get(P, "Batch", best({r["Batch"]: r["kg"] for r in P})[0], "Grower no.")]["name"], "pressings: Grower no. of the largest Olives kg; growers: Grower")
q("average", "Average altitude of the organic groves (m)", "number", mean(only(G, **{"Org.": "si"}), "alt"), "growers: mean Alt., Org. si")
q("lookup", "Beppe Ottaviani, which village is he from?", "values", g("Beppe Ottaviani", "Village"), "growers: Village")
q("group_by", "How many growers does each picking crew work for?", "table", dict(Counter(t for h, r, t in KG if r == "has picking done by")), "KG has picking done by, counted by crew")
q("multi_hop", "In which city is the firm that built Line 3 seated?", "values", out(one(out("Line 3", "built by")), "seated in"), "KG built by, seated in")
q("time_point", "who was renting Tank B in the summer of 2021", "values", {f[2] for f in at("rented to", date(2021, 7, 15), "Tank B")}, "TKG rented to in summer 2021")
q("sum", "Ugo Lanzafame, both harvests: how many kilos of olives altogether?", "number", add(only(P, who="Ugo Lanzafame"), "kg"), "growers: No.; pressings: sum of Olives kg")
q("filter_list", "growers with over 1000 trees that use the shaker", "values", names([r for r in G if r["trees"] > 1000 and r["Picking"] == "shaker"]), "growers: Trees > 1000, Picking shaker")
q("yes_no", "Is it true that Azzurra Borghi and Ottavio Guerrazzi are a married couple?", "boolean", "Ottavio Guerrazzi" in out("Azzurra Borghi", "married to"), "KG married to")
q("difference", "How much higher was the acidity of 24/053 than that of 24/052?", "number", round(b("24/053", "acid") - b("24/052", "acid"), 2), "pressings: Acid. % of both")
q("unanswerable", "how much rain fell in Val Serena in October 2024?", "refuse", [], "no weather recorded")
q("before_after", "Who advised the people in Val Torba before Dott. Irene Colasanti came?", "values", step(facts("adviser in", None, "Val Torba"), 0, "Dott. Irene Colasanti", -1), "TKG adviser in: fact before")
q("percent", "Of all batches, how many percent went through the filter?", "number", share(P, lambda r: r["Filt."] == "si"), "pressings: Filt. si")
q("negation", "which line was not built by Officine Garroni", "values", LINES - inn("Officine Garroni", "built by"), "KG built by another firm")
q("min_max", "In what year did our longest-standing members join?", "number", min(known(G, "since")), "growers: min Member since")
q("comparison", "Who stayed president for longer, Luisa Carnaroli or Temistocle Bruni?", "values", best({h: (lambda f: f[4] - f[3])(fact("president of", h)) for h in ("Luisa Carnaroli", "Temistocle Bruni")}), "TKG president of: end minus start")
q("group_superlative", "Which grower paid us the most in pressing fees over the two seasons?", "values", best(sums(P, "who", "fee")), "growers: Grower; pressings: sum of Fee by grower")
q("cross_source", "Casalupa growers, harvest 2023 - sum of what they were charged?", "number", add(only(P, village="Casalupa", year=2023), "fee"), "growers: Village; pressings: sum of Fee, Day in 2023")
q("top_k", "In which two villages do most of our growers live?", "values", best(by(G, "Village"), 2), "growers: counted by Village")
q("average", "average fee of a batch on line 2", "number", mean(only(P, Line="Line 2"), "fee"), "pressings: mean Fee, Line")
q("missing", "For which batches do we have no acidity?", "values", [r["Batch"] for r in P if r["acid"] is None], "pressings: Acid. % empty")
q("unanswerable", "When was Line 2 last serviced?", "refuse", [], "no services recorded")
q("group_by", "I'd like the average yield for each main cultivar of the growers.", "table", means(P, "cultivar", "yld"), "growers: Main cultivar; pressings: mean Yield %")
q("multi_hop", "Katia Morelli had a teacher, and he had a teacher too. What's that last one called?", "values", out(one(out("Katia Morelli", "learned from")), "learned from"), "KG learned from, twice")
q("cross_source", "What yield in % does the line that Katia Morelli runs reach on average?", "number", mean(only(P, Line=one(inn("Katia Morelli", "run by"))), "yld"), "KG run by; pressings: mean Yield %")
q("unanswerable", "how old are the trees of Pia Lombardini", "refuse", [], "no age of trees")
q("duration", "In 2024, how many days lay between our first and our last pressing?", "number", (max(r["day"] for r in P if r["year"] == 2024) - min(r["day"] for r in P if r["year"] == 2024)).days, "pressings: last Day minus first Day of 2024")

assert len(Q) == 80 and len({x["question"] for x in Q}) == 80
n = Counter(x["kind"] for x in Q)
assert len(n) == 22 and min(n.values()) >= 3 and n["unanswerable"] == 6, n
path = os.path.join(HERE, "questions.jsonl")
lines = [json.dumps(x, ensure_ascii=False) + "\n" for x in Q]
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(lines)
if "--show" in sys.argv:
    for x in Q: print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
with open(path, encoding="utf-8") as f: old = f.readlines()
for i in range(max(len(old), len(lines))):
    if old[i:i + 1] != lines[i:i + 1]: print("differs:", *old[i:i + 1], *lines[i:i + 1])
