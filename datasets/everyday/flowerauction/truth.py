"""Computes every gold answer of flowerauction from its files and prints the lines that differ from questions.jsonl
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
q = asking("flowerauction", Q)
def by(rows, k): return dict(Counter(r[k] for r in rows))
def only(rows, **w): return [r for r in rows if all(r[k] == v for k, v in w.items())]
def get(rows, k, v, c): return one(r[c] for r in rows if r[k] == v)
def add(rows, c): return round(sum(known(rows, c)), 4)
def months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
def num(s): return None if s == "NULL" else float(s)
L, B = records(HERE, "lots.csv"), records(HERE, "buyers.csv")
for r in B: r.update(credit=num(r["credit_k_eur"]), levy=num(r["levy_pct"]), reg=num(r["reg_year"]))
CODE = {r["code"]: r for r in B}
FIRM = {r["firm"]: r for r in B}
for r in L:
    r.update(day=datetime.strptime(r["auct_date"], "%Y%m%d").date(), n=num(r["stems"]), ct=num(r["price_ct"]), temp=num(r["water_temp"]), by=CODE.get(r["buyer"]))
    assert (r["by"] is None) == (r["ct"] is None) == (r["buyer"] == "NULL")
    r["firm"] = r["by"] and r["by"]["firm"]
SOLD = [r for r in L if r["by"]]
KG, TK = graphs(HERE, "flowerauction")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
fact = lambda rel, h=None, t=None: one(facts(rel, h, t))
def lot(n, c): return get(L, "lot", n, c)
def firm(n, c): return FIRM[n][c]
def lots(rows): return [r["lot"] for r in rows]
GROWERS = {r["grower"] for r in L}
assert GROWERS == heads("grows in") and {r["variety"] for r in L} < heads("bred by") and {r["clock"] for r in L} == heads("stands in")

q("count", "How many lots of roses came under the clock?", "number", len(only(L, product="rose")), "lots: product rose")
q("time_point", "Who was director of the Bloemenhal in the middle of 2005?", "values", [f[0] for f in at("director of", date(2005, 7, 1))], "TKG director of on 2005-07-01")
q("lookup", "lot 70515: how many cents a stem?", "number", lot("70515", "ct"), "lots: price_ct")
q("superlative", "Which lot made the most per stem?", "values", best({r["lot"]: r["ct"] for r in SOLD}), "lots: largest price_ct")
q("filter_list", "peonies graded B1 - lot numbers", "values", lots(only(L, product="peony", grade="B1")), "lots: product, grade")
q("negation", "Which lots found no buyer?", "values", lots(r for r in L if not r["by"]), "lots: buyer NULL")
q("multi_hop", "There's water on the floor at the Reseda clock. Who supervises the hall it stands in?", "values", out(one(out("Reseda", "stands in")), "supervised by"), "KG stands in, supervised by")
q("sum", "How many lily stems did we put up for sale in all?", "number", add(only(L, product="lily"), "n"), "lots: sum of stems, product")
q("percent", "What percent of the lots arrived cooled?", "number", share(L, lambda r: r["cooled"] == "1"), "lots: cooled 1")
q("unanswerable", "How many days does Amber Vow last in the vase?", "refuse", [], "no vase life recorded")
q("group_by", "Count of lots for each kind of flower", "table", by(L, "product"), "lots: counted by product")
q("yes_no", "Did lot 70571 go to anybody?", "boolean", lot("70571", "by") is not None, "lots: buyer NULL")
q("average", "Average levy paid by our A-rated buyers, in percent?", "number", mean(only(B, rating="A"), "levy"), "buyers: mean levy_pct, rating A")
q("before_after", "who ran the Iris clock before Femke Dijkgraaf got it", "values", step(facts("ran the clock", None, "Iris"), 0, "Femke Dijkgraaf", -1), "TKG ran the clock: fact before")
q("cross_source", "How many of the lots were varieties from the breeder Roseraie Delmas?", "number", sum("Roseraie Delmas" in out(r["variety"], "bred by") for r in L), "KG bred by; lots: variety")
q("lookup", "Where is Sakellaris Flora from? The country code will do.", "values", firm("Sakellaris Flora", "ctry"), "buyers: ctry")
q("missing", "buyers with no credit limit entered?", "values", [r["firm"] for r in B if r["credit"] is None], "buyers: credit_k_eur NULL")
q("comparison", "Verbruggen Import or Uitendaal Groothandel, who's got the larger credit line?", "values", best({n: firm(n, "credit") for n in ("Verbruggen Import", "Uitendaal Groothandel")}), "buyers: credit_k_eur of both")
q("group_superlative", "Which grower gets the best price per stem on average?", "values", best(means(SOLD, "grower", "ct")), "lots: mean price_ct by grower")
q("duration", "Ineke Doornbos spent how many full years on the Salvia clock?", "number", lasted(fact("ran the clock", "Ineke Doornbos")), "TKG ran the clock: end minus start")
q("filter_list", "Event firms from the UK that buy here, please list them.", "values", [r["firm"] for r in only(B, type="events", ctry="UK")], "buyers: type, ctry")
q("top_k", "the two growers who send in most lots", "values", best(by(L, "grower"), 2), "lots: counted by grower")
q("min_max", "What's the top price per stem ever paid, in cents?", "number", max(known(L, "ct")), "lots: max price_ct")
q("difference", "How many more lots went over Iris than over Salvia?", "number", by(L, "clock")["Iris"] - by(L, "clock")["Salvia"], "lots: counted by clock")
q("count", "how many buyers sit on the tribune rather than bidding remotely", "number", len(only(B, seat="tribune")), "buyers: seat tribune")
q("multi_hop", "What country does the breeder of Amber Vow come from?", "values", out(one(out("Amber Vow", "bred by")), "seated in"), "KG bred by, seated in")
q("unanswerable", "Who bought lot 79999?", "refuse", [], "no such lot")
q("sum", "Credit given to all the German buyers together, in thousand euros", "number", add(only(B, ctry="DE"), "credit"), "buyers: sum of credit_k_eur, ctry DE")
q("time_point", "When exactly did Femke Dijkgraaf stop at the Reseda clock?", "values", fact("ran the clock", "Femke Dijkgraaf", "Reseda")[4], "TKG ran the clock: end")
q("superlative", "In which lot was the water warmest?", "values", best({r["lot"]: r["temp"] for r in L if r["temp"]}), "lots: largest water_temp")
q("negation", "Growers without any certificate?", "values", GROWERS - heads("certified with"), "KG: growers without certified with")
q("lookup", "whos the auctioneer at Reseda nowadays", "values", out("Reseda", "auctioneer"), "KG auctioneer (open TKG fact agrees)")
q("cross_source", "Roses grown in Kenya: what did they fetch per stem on average, lot by lot?", "number", mean([r for r in L if r["product"] == "rose" and "Kenya" in out(r["grower"], "grows in")], "ct"), "KG grows in; lots: mean price_ct")
q("group_by", "How many buyers has every account manager got?", "table", by(B, "acct_mgr"), "buyers: counted by acct_mgr")
q("average", "Lots that came in uncooled - average water temperature?", "number", mean(only(L, cooled="0"), "temp"), "lots: mean water_temp, cooled 0, NULL left out")
q("yes_no", "Has Raadgever Flowers paid a deposit?", "boolean", firm("Raadgever Flowers", "deposit") == "1", "buyers: deposit 0")
q("percent", "share of A1 among all lots, %", "number", share(L, lambda r: r["grade"] == "A1"), "lots: grade A1")
q("filter_list", "Which growers hold a FairStem certificate?", "values", inn("FairStem", "certified with"), "KG certified with, backwards")
q("difference", "Lot 70725 against lot 70613: by how many cents per stem was the first one dearer?", "number", round(lot("70725", "ct") - lot("70613", "ct"), 2), "lots: price_ct of both")
q("before_after", "Before Bidwave, whose software did the clocks run on?", "values", step(facts("clock software from"), 0, "Bidwave", -1), "TKG clock software from: fact before")
q("count", "Varieties bred by Hartog Breeding, how many do we know of?", "number", len(inn("Hartog Breeding", "bred by")), "KG bred by, counted")
q("top_k", "Three dearest peony lots, by price per stem?", "values", best({r["lot"]: r["ct"] for r in only(SOLD, product="peony")}, 3), "lots: three largest price_ct, peony")
q("multi_hop", "varieties that were bred by a Japanese company", "values", {v for x in inn("Japan", "seated in") for v in inn(x, "bred by")}, "KG seated in and bred by, backwards")
q("sum", "How many stems has Kruithof Boeketten bought from us?", "number", add(only(L, firm="Kruithof Boeketten"), "n"), "buyers: code; lots: sum of stems")
q("unanswerable", "What does the FairStem certificate cost a grower per year?", "refuse", [], "no costs recorded")
q("min_max", "lowest price for a rose, ct per stem", "number", min(known(only(L, product="rose"), "ct")), "lots: min price_ct, rose")
q("missing", "How often was the water temperature not measured?", "number", sum(r["temp"] is None for r in L), "lots: water_temp NULL")
q("comparison", "Per stem, did lot 70403 or lot 70480 bring more?", "values", best({n: lot(n, "ct") for n in ("70403", "70480")}), "lots: price_ct of both")
q("cross_source", "Which of the buyers trucked by Vlietstra Koeltransport have a seat on the tribune?", "values", [n for n in inn("Vlietstra Koeltransport", "trucked by") if firm(n, "seat") == "tribune"], "KG trucked by; buyers: seat")
q("group_superlative", "which account manager looks after the largest total of credit?", "values", best(sums(B, "acct_mgr", "credit")), "buyers: sum of credit_k_eur by acct_mgr")
q("superlative", "Which of our buyers has been registered the longest?", "values", best({r["firm"]: r["reg"] for r in B}, low=True), "buyers: smallest reg_year")
q("duration", "For how many complete years did Kasbergen Freesia deliver to the auction?", "number", lasted(fact("delivers to", "Kasbergen Freesia")), "TKG delivers to: end minus start")
q("negation", "Belgian buyers who have NOT paid a deposit", "values", [r["firm"] for r in only(B, ctry="BE", deposit="0")], "buyers: ctry, deposit 0")
q("time_point", "since what date has Addis Petals been delivering here?", "values", fact("delivers to", "Addis Petals")[3], "TKG delivers to: start")
q("average", "What credit limit does an exporter have on average (k€)?", "number", mean(only(B, type="exporter"), "credit"), "buyers: mean credit_k_eur, type, NULL left out")
q("group_by", "Give me the number of varieties per breeder.", "table", dict(Counter(t for h, r, t in KG if r == "bred by")), "KG bred by, counted by breeder")
q("lookup", "At what time of day was lot 70676 called?", "values", lot("70676", "time"), "lots: time")
q("before_after", "lots that were called before ten past six in the morning", "values", lots(r for r in L if r["time"] < "06:10"), "lots: time < 06:10")
q("unanswerable", "How many stems did Bloemisterij Taverne take in May?", "refuse", [], "no such buyer")
q("cross_source", "A client at Floravista Madrid wants to phone their account manager. Which languages can they use?", "values", out(firm("Floravista Madrid", "acct_mgr"), "speaks"), "buyers: acct_mgr; KG speaks")
q("percent", "How many percent of the buyers have paid their deposit?", "number", share(B, lambda r: r["deposit"] == "1"), "buyers: deposit 1")
q("comparison", "Was Hermanus Velthuis or Aleida Brandsen the director for a longer time?", "values", best({h: (lambda f: f[4] - f[3])(fact("director of", h)) for h in ("Hermanus Velthuis", "Aleida Brandsen")}), "TKG director of: end minus start")
q("sum", "Turnover of the Salvia clock in euros? Stems times price, the sold lots.", "number", round(sum(r["n"] * r["ct"] / 100 for r in only(SOLD, clock="Salvia")), 2), "lots: sum of stems x price_ct / 100, clock")
q("superlative", "what firm snapped up the cheapest lot per stem", "values", one(r["firm"] for r in SOLD if r["lot"] in best({r["lot"]: r["ct"] for r in SOLD}, low=True)), "lots: buyer of the smallest price_ct; buyers: firm")
q("filter_list", "Apart from hydrangeas, which lots went for more than a euro a stem?", "values", lots(r for r in SOLD if r["product"] != "hydrangea" and r["ct"] > 100), "lots: product not hydrangea, price_ct > 100")
q("group_superlative", "Buyers of which country have carried off the most stems altogether?", "values", best({c: add([r for r in SOLD if r["by"]["ctry"] == c], "n") for c in {r["by"]["ctry"] for r in SOLD}}), "buyers: ctry; lots: sum of stems by country")
q("multi_hop", "Wietske Altena is on leave. What languages does the colleague speak who stands in for her?", "values", out(one(inn("Wietske Altena", "stands in for")), "speaks"), "KG stands in for backwards, speaks")
q("count", "16 May 2024: number of lots that day", "number", len(only(L, day=date(2024, 5, 16))), "lots: auct_date 20240516")
q("yes_no", "Is Dorota Pietrzak able to talk to customers in Polish?", "boolean", "Polish" in out("Dorota Pietrzak", "speaks"), "KG speaks")
q("difference", "How many years lie between the registrations of Hummelgaard and Astoria Decor?", "number", firm("Hummelgaard", "reg") - firm("Astoria Decor", "reg"), "buyers: reg_year of both")
q("unanswerable", "what rent did the Circus Balthazar pay for Hall South", "refuse", [], "no rents recorded")
q("top_k", "From which three countries do most of our buyers come?", "values", best(by(B, "ctry"), 3), "buyers: counted by ctry")
q("negation", "Of the varieties whose breeder we know, which never turned up among the lots?", "values", heads("bred by") - {r["variety"] for r in L}, "KG bred by; lots: variety absent")
q("duration", "The renovation of Hall North by Bouwgroep Tichelaar, how many whole months did that take?", "number", months(*fact("renovated by", "Hall North")[3:]), "TKG renovated by: end minus start in months")
q("average", "What did sold lots from the Dutch growers make on average, in ct per stem?", "number", mean([r for r in SOLD if "Netherlands" in out(r["grower"], "grows in")], "ct"), "KG grows in; lots: mean price_ct")
q("group_by", "avg price per stem of roses, by variety", "table", means(only(SOLD, product="rose"), "variety", "ct"), "lots: mean price_ct by variety, rose")
q("min_max", "Highest price per stem that a French buyer paid?", "number", max(r["ct"] for r in SOLD if r["by"]["ctry"] == "FR"), "buyers: ctry FR; lots: max price_ct")
q("cross_source", "How many lots were bought by customers of Ghislaine Moreau?", "number", sum(r["by"]["acct_mgr"] == "Ghislaine Moreau" for r in SOLD), "buyers: acct_mgr; lots counted")
q("missing", "A-rated firms whose credit limit is blank", "values", [r["firm"] for r in only(B, rating="A") if r["credit"] is None], "buyers: rating A, credit_k_eur NULL")
q("unanswerable", "how many people work in Hall South?", "refuse", [], "no staff numbers")

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
