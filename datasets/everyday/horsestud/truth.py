"""Computes every gold answer of horsestud from its files and prints the lines that differ from questions.jsonl
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
q = asking("horsestud", Q)
def by(rows, k): return dict(Counter(r[k] for r in rows))
def only(rows, **w): return [r for r in rows if all(r[k] == v for k, v in w.items())]
def get(rows, k, v, c): return one(r[c] for r in rows if r[k] == v)
def add(rows, c): return round(sum(known(rows, c)), 4)
def months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)
def day(s): return None if s == "-" else datetime.strptime(s, "%d/%m/%Y").date()
def num(s): return None if s == "-" else float(s.replace(",", ""))
F, S = records(HERE, "foals.csv"), records(HERE, "sales.csv")
for r in F:
    r.update(name=r["Foal"], sex=r["Sex (C/F)"], born=day(r["Born"]), wt=num(r["Birth wt kg"]), ht=num(r["Ht withers (cm)"]), weaned=day(r["Weaned"]))
    r["year"] = r["born"].year
for r in S: r.update(sold=day(r["Sold"]), price=num(r["Hammer (GBP)"]))
FOAL = {r["name"]: r for r in F}
for r in S: r["foal"] = FOAL[r["Horse"]]
priced = [r for r in S if r["price"] is not None]
KG, TK = graphs(HERE, "horsestud")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
def f(n, c): return FOAL[n][c]
def s(n, c): return get(S, "Horse", n, c)
MARES = heads("looked after by"); STALLIONS = heads("sired by"); GROOMS = heads("works in")
assert MARES == {r["Dam"] for r in F} and STALLIONS == {r["Sire"] for r in F}
fact = lambda rel, h=None, t=None: one(facts(rel, h, t))

q("lookup", "Who is the dam of Kestrel Lane?", "values", f("Kestrel Lane", "Dam"), "foals: Dam")
q("lookup", "what did Echo Valley fetch?", "number", s("Echo Valley", "price"), "sales: Hammer of Echo Valley")
q("lookup", "Copper Regent isn't ours, is he. Whose horse is he then?", "values", out("Copper Regent", "belongs to"), "KG belongs to")
q("lookup", "which agent does Al Nahda Stud buy through?", "values", out("Al Nahda Stud", "buys through"), "KG buys through")
q("lookup", "Isolde - who looks after her", "values", out("Isolde", "looked after by"), "KG looked after by")
q("filter_list", "List the colts by Silver Assize that were born in 2023.", "values", [r["name"] for r in F if r["sex"] == "C" and r["Sire"] == "Silver Assize" and r["year"] == 2023], "foals: Sex C, Sire, Born 2023")
q("filter_list", "chestnut fillies out of box F2?", "values", [r["name"] for r in only(F, sex="F", Colour="chestnut", Box="F2")], "foals: Sex F, Colour, Box")
q("filter_list", "Which of the stallions were bred for eventing?", "values", inn("eventing", "bred for"), "KG bred for, backwards")
q("filter_list", "I'm chasing money this afternoon. Give me the invoice numbers where the buyer hasn't paid up yet.", "values", [r["Inv."] for r in only(S, Paid="N")], "sales: Paid N")
q("count", "How many of our foals arrived during the night?", "number", len(only(F, Night="Y")), "foals: Night Y")
q("count", "horses Yuki Tanemura has taken off us so far, how many?", "number", len(only(S, Purchaser="Yuki Tanemura")), "sales: rows of the purchaser")
q("count", "How many mares does Aoife Brannigan see to?", "number", len(inn("Aoife Brannigan", "looked after by")), "KG looked after by, counted")
q("count", "number of foals dropped in 2024", "number", len(only(F, year=2024)), "foals: Born in 2024")
q("sum", "What was our turnover at Kilmory Mart, all years together, in pounds?", "number", add(only(S, Venue="Kilmory Mart"), "price"), "sales: sum of Hammer at the venue")
q("sum", "Al Nahda Stud - what have they spent with us altogther?", "number", add(only(S, Purchaser="Al Nahda Stud"), "price"), "sales: sum of Hammer of the purchaser")
q("sum", "Add up the hammer prices of everything sold in 2023, as far as a price was written down.", "number", add([r for r in S if r["sold"].year == 2023], "price"), "sales: sum of Hammer, Sold in 2023")
q("average", "How heavy is a colt at birth on average, in kilos?", "number", mean(only(F, sex="C"), "wt"), "foals: mean Birth wt, Sex C, dashes left out")
q("average", "mean price a horse made at the Osterhof auction?", "number", mean(only(S, Venue="Osterhof Auktion"), "price"), "sales: mean Hammer, Venue")
q("average", "The youngsters by Marlowe Tide - what did they sell for on average, if we know the price?", "number", mean([r for r in S if r["foal"]["Sire"] == "Marlowe Tide"], "price"), "foals: Sire; sales: mean Hammer")
q("min_max", "What was the heaviest birth weight we ever put down, in kg?", "number", max(known(F, "wt")), "foals: max Birth wt")
q("min_max", "lowest price anyone ever paid for one of ours", "number", min(known(S, "price")), "sales: min Hammer")
q("min_max", "On what date did the very first foal of 2023 come?", "values", min(r["born"] for r in only(F, year=2023)), "foals: earliest Born in 2023")
q("superlative", "Which foal stood tallest?", "values", best({r["name"]: r["ht"] for r in F if r["ht"]}), "foals: largest Ht withers")
q("superlative", "Who picked up the cheapest horse we sold in 2024?", "values", s(best({r["Horse"]: r["price"] for r in priced if r["sold"].year == 2024}, low=True)[0], "Purchaser"), "sales: Purchaser of the smallest Hammer, Sold 2024")
q("superlative", "the tiniest newborn of all by weight, whats its name", "values", best({r["name"]: r["wt"] for r in F if r["wt"]}, low=True), "foals: smallest Birth wt")
q("superlative", "Which foal was the last to be born in the 2022 season?", "values", best({r["name"]: r["born"] for r in only(F, year=2022)}), "foals: latest Born in 2022")
q("top_k", "Our five dearest horses ever?", "values", best({r["Horse"]: r["price"] for r in priced}, 5), "sales: five largest Hammer")
q("top_k", "Name the three foals of the 2021 crop that were lightest at birth.", "values", best({r["name"]: r["wt"] for r in only(F, year=2021) if r["wt"]}, 3, True), "foals: three smallest Birth wt, 2021")
q("top_k", "which two stallions have given us the most foals", "values", best(by(F, "Sire"), 2), "foals: counted by Sire")
q("comparison", "Who weighed more the day he was born, Farthing or Paper Lion?", "values", best({n: f(n, "wt") for n in ("Farthing", "Paper Lion")}), "foals: Birth wt of both")
q("comparison", "Have we sold more horses through Tarrant Sales or through Kilmory Mart?", "values", best({v: len(only(S, Venue=v)) for v in ("Tarrant Sales", "Kilmory Mart")}), "sales: rows per venue")
q("comparison", "Hugh Daventry or Margaret Sellwood: who was stud manager of Hollowmere for longer?", "values", best({h: (lambda x: x[4] - x[3])(fact("stud manager of", h)) for h in ("Hugh Daventry", "Margaret Sellwood")}), "TKG stud manager of: end minus start")
q("difference", "By how many pounds was Echo Valley dearer than Weathercock?", "number", s("Echo Valley", "price") - s("Weathercock", "price"), "sales: Hammer of both")
q("difference", "how many more foals from Vesper Hill than from Lanternlight?", "number", by(F, "Sire")["Vesper Hill"] - by(F, "Sire")["Lanternlight"], "foals: counted by Sire")
q("difference", "Kestrel Lane and Farthing, what's the difference in cm between the two at the withers?", "number", f("Kestrel Lane", "ht") - f("Farthing", "ht"), "foals: Ht withers of both")
q("percent", "At what share of the births did we have to get the vet out? In per cent.", "number", share(F, lambda r: r["Vet called"] == "Y"), "foals: Vet called Y")
q("percent", "percentage of foals that are grey", "number", share(F, lambda r: r["Colour"] == "grey"), "foals: Colour grey")
q("percent", "Of all our sales, what percent were done privately?", "number", share(S, lambda r: r["Venue"] == "Private"), "sales: Venue Private")
q("group_by", "Foals per sire please, one line each.", "table", by(F, "Sire"), "foals: counted by Sire")
q("group_by", "takings by place of sale, known prices only", "table", sums(S, "Venue", "price"), "sales: sum of Hammer by Venue")
q("group_by", "For every groom who has mares: how many is he or she in charge of?", "table", dict(Counter(t for h, r, t in KG if r == "looked after by")), "KG looked after by, counted by tail")
q("group_by", "Average hammer price for colts and for fillies? Two lines, C and F.", "table", {x: mean([r for r in S if r["foal"]["sex"] == x], "price") for x in "CF"}, "foals: Sex; sales: mean Hammer")
q("group_superlative", "Which stallion throws the heaviest foals, going by the average?", "values", best(means(F, "Sire", "wt")), "foals: mean Birth wt by Sire")
q("group_superlative", "who's our best customer in money terms, by the prices we know", "values", best(sums(S, "Purchaser", "price")), "sales: sum of Hammer by Purchaser")
q("group_superlative", "Whose offspring has earned us the most at the sales? I mean which sire.", "values", best({x: add([r for r in S if r["foal"]["Sire"] == x], "price") for x in STALLIONS}), "foals: Sire; sales: sum of Hammer")
q("yes_no", "Is Hurricane Kate a filly?", "boolean", f("Hurricane Kate", "sex") == "F", "foals: Sex")
q("yes_no", "has the money for Overture come in", "boolean", s("Overture", "Paid") == "Y", "sales: Paid of Overture")
q("yes_no", "Was it Conrad Wetherby who trained Oriel back in 2015?", "boolean", any(x[2] == "Conrad Wetherby" for x in in_year("in training with", 2015, "Oriel")), "TKG in training with")
q("yes_no", "Does Gwen Pritchard live at Stoke Hollow?", "boolean", "Stoke Hollow" in out("Gwen Pritchard", "lives at"), "KG lives at Larkford")
q("negation", "Which foals have we not sold so far?", "values", set(FOAL) - {r["Horse"] for r in S}, "foals without a row in sales")
q("negation", "Horses sold during 2023 whose vetting was anything but a pass", "values", [r["Horse"] for r in S if r["sold"].year == 2023 and r["Vetting"] != "pass"], "sales: Vetting other than pass, Sold 2023")
q("negation", "Of the grooms working in one of our yards, who has no mare to look after?", "values", GROOMS - {t for h, r, t in KG if r == "looked after by"}, "KG works in without looked after by")
q("negation", "stallions that do NOT belong to Hollowmere Stud", "values", STALLIONS - inn("Hollowmere Stud", "belongs to"), "KG belongs to another owner")
q("time_point", "When did Copper Regent leave Hollowmere?", "values", fact("stood at", "Copper Regent", "Hollowmere Stud")[4], "TKG stood at: end")
q("time_point", "Who managed Hollowmere Stud at Christmas 2019?", "values", [x[0] for x in at("stud manager of", date(2019, 12, 25), None, "Hollowmere Stud")], "TKG stud manager of on 2019-12-25")
q("time_point", "summer 2020, at which stud was Lanternlight standing", "values", {x[2] for d in (date(2020, 6, 1), date(2020, 9, 1)) for x in at("stood at", d, "Lanternlight")}, "TKG stood at in summer 2020")
q("time_point", "On what day was Tallis sold?", "values", s("Tallis", "sold"), "sales: Sold")
q("before_after", "Walter Inskip retired from the Foaling Barn. Who followed him there as head groom?", "values", step(facts("head groom of", None, "Foaling Barn"), 0, "Walter Inskip", 1), "TKG head groom of: next fact")
q("before_after", "foals born after the 1st of May 2024", "values", [r["name"] for r in F if r["born"] > date(2024, 5, 1)], "foals: Born > 2024-05-01")
q("before_after", "With whom was Saffron Lace insured before she went to Equitas Cover?", "values", step(facts("insured with", "Saffron Lace"), 2, "Equitas Cover", -1), "TKG insured with: fact before")
q("duration", "How many full years was Bettina Krause head groom of Mill Yard?", "number", lasted(fact("head groom of", "Bettina Krause")), "TKG head groom of: end minus start")
q("duration", "How old in days was Gooseberry when she, sorry he, was weaned?", "number", (f("Gooseberry", "weaned") - f("Gooseberry", "born")).days, "foals: Weaned minus Born")
q("duration", "Petrel's lease to the Gestüt Erlenau: how many whole months did it run?", "number", months(*fact("leased to", "Petrel")[3:]), "TKG leased to: end minus start in months")
q("multi_hop", "In which village does the groom of Marigold Fen live?", "values", out(one(out("Marigold Fen", "looked after by")), "lives at"), "KG looked after by, lives at")
q("multi_hop", "Which vet is in charge of the yard where Nell Hargreave works?", "values", out(one(out("Nell Hargreave", "works in")), "vet in charge"), "KG works in, vet in charge")
q("multi_hop", "mares that are looked after by somebody living at Stoke Hollow", "values", [m for m in MARES if out(one(out(m, "looked after by")), "lives at") == {"Stoke Hollow"}], "KG lives at, looked after by backwards")
q("multi_hop", "Is there another stallion with the same father as Silver Assize? Name please.", "values", inn(one(out("Silver Assize", "sired by")), "sired by") - {"Silver Assize"}, "KG sired by, forth and back")
q("cross_source", "What have the clients of Fenella Cross paid us for horses in total, where we know the price?", "number", add([r for r in S if r["Purchaser"] in inn("Fenella Cross", "buys through")], "price"), "KG buys through; sales: sum of Hammer")
q("cross_source", "How many of our foals are by a stallion that Desmond Okafor owns?", "number", sum(r["Sire"] in inn("Desmond Okafor", "belongs to") for r in F), "KG belongs to; foals: Sire")
q("cross_source", "avrage hammer price of the greys", "number", mean([r for r in S if r["foal"]["Colour"] == "grey"], "price"), "foals: Colour; sales: mean Hammer")
q("cross_source", "Who bought the foal that Damson Jam had in 2023?", "values", s(one(r["name"] for r in F if r["Dam"] == "Damson Jam" and r["year"] == 2023), "Purchaser"), "foals: Dam, Born; sales: Purchaser")
q("missing", "For which foals was no birth weight recorded?", "values", [r["name"] for r in F if r["wt"] is None], "foals: Birth wt is -")
q("missing", "how many sales have no price in the book?", "number", len(S) - len(priced), "sales: Hammer is -")
q("missing", "Foals of 2024 that have no weaning date yet", "values", [r["name"] for r in only(F, year=2024) if r["weaned"] is None], "foals: Weaned is -, Born 2024")
q("unanswerable", "What stud fee do we charge for Marlowe Tide?", "refuse", [], "no fees anywhere")
q("unanswerable", "Who bought Silver Thistle?", "refuse", [], "no such horse")
q("unanswerable", "how much does Nell Hargreave earn a month", "refuse", [], "no wages recorded")
q("unanswerable", "Which of our foals went on to win a race later?", "refuse", [], "no racing results recorded")
q("unanswerable", "In what year did Dr. Ian Tregarth qualify as a vet?", "refuse", [], "not recorded")
q("unanswerable", "What's the height of the stallion Vesper Hill?", "refuse", [], "heights only of foals")

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
