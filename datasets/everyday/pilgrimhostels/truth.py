import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
NAME, Q = os.path.basename(HERE), []


def text(x):
    if isinstance(x, float): return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".")
    return str(x)


def q(kind, question, atype, answers, why):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {text(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (str, int, float, date)): answers = [text(answers)]
    else: answers = sorted({text(a) for a in answers})
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    assert atype != "number" or float(answers[0]) is not None, question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype,
              "answers": answers, "why": why})


def top(d, n=1, low=False):
    """the n keys with the largest (or smallest) values; no tie at the border"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it
    return [k for k, _ in it[:n]]


def by(rows, key, value=None):
    """lists of a value by a key; empty values left out"""
    g = defaultdict(list)
    for r in rows:
        if value is None or r[value] is not None: g[r[key]].append(r[value] if value else r)
    return g


def mean(xs): xs = [x for x in xs if x is not None]; return sum(xs) / len(xs)
def total(xs): return round(sum(x for x in xs if x is not None), 2)
def one(xs): xs = list(xs); assert len(xs) == 1, xs; return xs[0]
def iso(s): return date.fromisoformat(s) if s else None
def years(a, b): return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def months(a, b): return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day)


K = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, NAME + ".kg.tsv")]
T = sorted(((r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, NAME + ".tkg.tsv")), key=lambda t: t[3])
def out(h, rel): return [t for a, r, t in K if (a, r) == (h, rel)]
def inn(t, rel): return [a for a, r, b in K if (b, r) == (t, rel)]
def facts(rel, head=None, tail=None): return [t for t in T if t[1] == rel and head in (None, t[0]) and tail in (None, t[2])]
def at(rel, d, **k): return [t for t in facts(rel, **k) if t[3] <= iso(d) and (t[4] is None or t[4] >= iso(d))]
def now(rel, **k): return [t for t in facts(rel, **k) if t[4] is None]

def num(s): return None if s in ("no data", "donation", "") else float(s.replace("€", "").removesuffix(" km"))


H = [dict(name=r["Hostel"], vill=r["Village"], km=num(r["Distance to Cabo Luz"]), beds=int(r["Beds"]), eur=num(r["Price per night"]),
          gift=r["Price per night"] == "donation", kitchen=r["Kitchen"] == "yes", bike=r["Bike shed"] == "yes", run=r["Run by"],
          open=r["Open"], alt=int(r["Altitude (m)"]), stars=num(r["Guest rating"]), dinner=r["Dinner served"] == "yes")
     for r in records(HERE, "hostels.csv")]
S = [dict(no=r["Ref"], d=datetime.strptime(r["Arrived"], "%d %b %Y").date(), who=r["Pilgrim"], land=r["Ctry"], age=int(r["Age"]),
          by=r["Travels"], hostel=r["Hostel"], n=int(r["Nights"]), eur=num(r["Paid (EUR)"]), bed=r["Bed"], ouch=r["Blisters"] == "yes")
     for r in records(HERE, "stays.csv")]
host, stay = {h["name"]: h for h in H}, {s["no"]: s for s in S}
AGE, LAND, BY = ({s["who"]: s[k] for s in S} for k in ("age", "land", "by"))
def region(h): return one(out(host[h]["vill"], "lies in"))
def warden(h): return one(now("warden of", tail=h))[0]


# lookup
q("lookup", "What does a night at Sol y Sombra cost, in euros?", "number", host["Sol y Sombra"]["eur"], "hostels: Price per night")
q("lookup", "which village do I find the hostel Buen Paso in", "values", host["Buen Paso"]["vill"], "hostels: Village")
q("lookup", "Who slept under reference 5060?", "values", stay["5060"]["who"], "stays: Pilgrim")
q("lookup", "Which saint is the church in Castroverde dedicated to?", "values", out("Castroverde", "has church of"), "KG has church of")
q("lookup", "From Puente Hondo, how many km have I still got to Cabo Luz?", "number", host["Puente Hondo"]["km"], "hostels: Distance to Cabo Luz")
q("lookup", "how old is our pilgrim Hannelore Dietz", "number", AGE["Hannelore Dietz"], "stays: Age")
# filter_list
q("filter_list", "Private hostels with both a kitchen and somewhere to lock up a bicycle, please.", "values", [h["name"] for h in H if h["run"] == "private" and h["kitchen"] and h["bike"]], "hostels: Run by private, Kitchen yes, Bike shed yes")
q("filter_list", "I walk in the dead of winter. Which houses never shut, all twelve months?", "values", [h["name"] for h in H if h["open"] == "all year"], "hostels: Open all year")
q("filter_list", "wardens who can talk German?", "values", inn("German", "speaks"), "KG speaks German")
q("filter_list", "who came by bike and is over fifty? names", "values", {s["who"] for s in S if s["by"] == "bicycle" and s["age"] > 50}, "stays: Travels bicycle, Age over 50")
# count
q("count", "How many hostels take more than a hundred sleepers?", "number", sum(h["beds"] > 100 for h in H), "hostels: Beds over 100")
q("count", "How many different pilgrims are in the book of stays?", "number", len(AGE), "stays: different Pilgrim")
q("count", "number of stays where feet were blistered", "number", sum(s["ouch"] for s in S), "stays: Blisters yes")
q("count", "How many hostels leave the price to you, donation only?", "number", sum(h["gift"] for h in H), "hostels: Price per night donation")
# sum
q("sum", "All beds of the municipal hostels together?", "number", sum(h["beds"] for h in H if h["run"] == "municipal"), "hostels: sum of Beds, municipal")
q("sum", "How much money did the stays that began in July 2024 bring in, as far as it's written down?", "number", total(s["eur"] for s in S if (s["d"].year, s["d"].month) == (2024, 7)), "stays: sum of Paid, Arrived in July 2024")
q("sum", "nights slept by the spanish (ES) guests, total", "number", sum(s["n"] for s in S if s["land"] == "ES"), "stays: sum of Nights, Ctry ES")
# average
q("average", "Mean price of a bed in association-run houses?", "number", mean(h["eur"] for h in H if h["run"] == "association"), "hostels: mean Price, association")
q("average", "What rating do hostels that serve dinner get on average?", "number", mean(h["stars"] for h in H if h["dinner"]), "hostels: mean Guest rating, Dinner served yes")
q("average", "avg amount paid per stay in a private room", "number", mean(s["eur"] for s in S if s["bed"] == "private room"), "stays: mean Paid, private room")
q("average", "On average, how many beds has a parish hostel got?", "number", mean(h["beds"] for h in H if h["run"] == "parish"), "hostels: mean Beds, parish")
# min_max
q("min_max", "Oldest pilgrim's age?", "number", max(AGE.values()), "stays: max Age")
q("min_max", "what's the least you can pay for a bed where there's a fixed price", "number", min(h["eur"] for h in H if h["eur"]), "hostels: min Price per night")
q("min_max", "At what height in metres lies the highest hostel on the trail?", "number", max(h["alt"] for h in H), "hostels: max Altitude")
# superlative
q("superlative", "Where do guests rate best? One hostel.", "values", top({h["name"]: h["stars"] for h in H if h["stars"]}), "hostels: max Guest rating")
q("superlative", "biggest house by beds?", "values", top({h["name"]: h["beds"] for h in H}), "hostels: max Beds")
q("superlative", "Among the parish hostels, which one is closest to Cabo Luz?", "values", top({h["name"]: h["km"] for h in H if h["run"] == "parish"}, low=True), "hostels: min Distance, parish")
# top_k
q("top_k", "Top 2 hostels by number of stays in the book.", "values", top(Counter(s["hostel"] for s in S), 2), "stays: rows by Hostel, two largest")
q("top_k", "Which four hostels have the fewest beds?", "values", top({h["name"]: h["beds"] for h in H}, 4, low=True), "hostels: four smallest Beds")
q("top_k", "the three pilgrims who left the most cash with us altogether", "values", top({k: sum(x) for k, x in by(S, "who", "eur").items()}, 3), "stays: sum Paid by Pilgrim, three largest")
# comparison
q("comparison", "Cheaper for one night: Templar's Gate or El Farol?", "values", top({n: host[n]["eur"] for n in ("Templar's Gate", "El Farol")}, low=True), "hostels: Price of both")
q("comparison", "Did the Brits (GB) or the Spaniards (ES) book more stays?", "values", top({c: sum(s["land"] == c for s in S) for c in ("GB", "ES")}), "stays: rows of both")
q("comparison", "Who is younger, Agata Nowicka or Kenji Watabe?", "values", top({n: AGE[n] for n in ("Agata Nowicka", "Kenji Watabe")}, low=True), "stays: Age of both")
# difference
q("difference", "How many kilometres is it from Casa Paloma to La Cuculla along the trail?", "number", host["Casa Paloma"]["km"] - host["La Cuculla"]["km"], "hostels: difference of Distance")
q("difference", "Villages Riofrio and Herrerias: how many metres of height between them?", "number", abs(host["Sol y Sombra"]["alt"] - host["Casa do Queixo"]["alt"]), "hostels: Altitude of the hostels of both villages")
q("difference", "how many more beds in Fuente del Vino than in Casa Hermenegildo", "number", host["Fuente del Vino"]["beds"] - host["Casa Hermenegildo"]["beds"], "hostels: Beds")
# percent
q("percent", "What percent of all hostels offer a kitchen?", "number", 100 * sum(h["kitchen"] for h in H) / len(H), "hostels: Kitchen yes of all")
q("percent", "Share of stays in the dorm, in per cent?", "number", 100 * sum(s["bed"] == "dormitory" for s in S) / len(S), "stays: Bed dormitory of all")
q("percent", "of those stays by people on foot, % with blisters", "number", 100 * sum(s["ouch"] for s in S if s["by"] == "on foot") / sum(s["by"] == "on foot" for s in S), "stays: Blisters yes of Travels on foot")
# group_by
q("group_by", "How many hostels are run by each sort of body (parish, town and so on)?", "table", Counter(h["run"] for h in H), "hostels: rows by Run by")
q("group_by", "Average age of pilgrims by way of travelling; count everybody once.", "table", {k: mean(AGE[w] for w in AGE if BY[w] == k) for k in set(BY.values())}, "stays: mean Age of different pilgrims by Travels")
q("group_by", "villages per region pls", "table", Counter(t for _, r, t in K if r == "lies in"), "KG lies in, counted")
# group_superlative
q("group_superlative", "What kind of operator asks the highest price on average?", "values", top({k: mean(x) for k, x in by(H, "run", "eur").items()}), "hostels: mean Price by Run by, largest")
q("group_superlative", "Which nation had the most nights? the two letters will do", "values", top({k: sum(x) for k, x in by(S, "land", "n").items()}), "stays: sum Nights by Ctry, largest")
q("group_superlative", "To which of the associations do most hostels belong?", "values", top(Counter(t for _, r, t in K if r == "belongs to")), "KG belongs to, counted, largest")
# yes_no
q("yes_no", "Can I get an evening meal at A Reboleira?", "boolean", host["A Reboleira"]["dinner"], "hostels: Dinner served")
q("yes_no", "Has anybody from Korea (KR) slept at Monasterio de las Claras?", "boolean", any(s["land"] == "KR" and s["hostel"] == "Monasterio de las Claras" for s in S), "stays: Ctry, Hostel")
q("yes_no", "Does Gethin Powell speak Spanish?", "boolean", "Spanish" in out("Gethin Powell", "speaks"), "KG speaks")
# negation
q("negation", "Which hostels had not one guest in our book?", "values", {h["name"] for h in H} - {s["hostel"] for s in S}, "hostels less those in stays")
q("negation", "wardens on record that don't know any Spanish", "values", {h for h, r, _ in K if r == "speaks"} - set(inn("Spanish", "speaks")), "KG: those who speak less those who speak Spanish")
q("negation", "municipal hostels without a kitchen, which ones are that?", "values", [h["name"] for h in H if h["run"] == "municipal" and not h["kitchen"]], "hostels: Run by municipal, Kitchen no")
# time_point
q("time_point", "Who looked after Hospital San Roque in 2005?", "values", [t[0] for t in at("warden of", "2005-07-01", tail="Hospital San Roque")], "TKG warden of in 2005")
q("time_point", "On 1 January 2015, to whom did Monte Irago belong?", "values", [t[2] for t in at("owned by", "2015-01-01", head="Monte Irago")], "TKG owned by on that day")
q("time_point", "I got to El Farol on 10 September 2023 and the door was locked. Why was it shut?", "values", [t[2] for t in at("closed for", "2023-09-10", head="El Farol")], "TKG closed for on that day")
q("time_point", "chair of the Friends of Saint Orlan in 2018?", "values", [t[0] for t in at("chairs", "2018-07-01", tail="Friends of Saint Orlan")], "TKG chairs in 2018")
# before_after
q("before_after", "Who was warden at O Curruncho before Consuelo Prat?", "values", facts("warden of", tail="O Curruncho")[0][0], "TKG warden of, fact before hers")
q("before_after", "Iberpilgrim SL sold Monte Irago on. Who got it next?", "values", facts("owned by", head="Monte Irago")[2][2], "TKG owned by, next fact")
q("before_after", "which hostel did Jolien Maes look after before Faro Azul", "values", facts("warden of", head="Jolien Maes")[0][2], "TKG warden of, her fact before")
q("before_after", "After Klaus Ennemoser, who took over the chair of the Confraternity of the Shell?", "values", facts("chairs", tail="Confraternity of the Shell")[1][0], "TKG chairs, next fact")
# duration
q("duration", "How many full years was Brother Anselm the warden at Hospital San Roque?", "number", years(*facts("warden of", head="Brother Anselm")[0][3:]), "TKG warden of, completed years")
q("duration", "How many days did the bedbugs keep Albergue de la Torre closed, from first to last date?", "number", (lambda t: (t[4] - t[3]).days)(facts("closed for", head="Albergue de la Torre")[0]), "TKG closed for, end less start")
q("duration", "whole months that puente hondo was out because of the flood", "number", months(*facts("closed for", head="Puente Hondo")[0][3:]), "TKG closed for, completed months")
# multi_hop
q("multi_hop", "What is the food or drink that the area around Oncala is famous for?", "values", out(one(out("Oncala", "lies in")), "known for"), "KG lies in, known for")
q("multi_hop", "In which region does the Yellow Arrow League have its headquarters?", "values", out(one(out("Yellow Arrow League", "has its seat in")), "lies in"), "KG has its seat in, lies in")
q("multi_hop", "What languages are spoken by the present warden of Refugio Nordico?", "values", out(warden("Refugio Nordico"), "speaks"), "TKG open warden of, KG speaks")
q("multi_hop", "churches of saint michael: regions they're in?", "values", {g for v in inn("Saint Michael", "has church of") for g in out(v, "lies in")}, "KG has church of backwards, lies in")
q("multi_hop", "Who chairs, as of now, the association Casa Bernarda is a member of?", "values", now("chairs", tail=one(out("Casa Bernarda", "belongs to")))[0][0], "KG belongs to, TKG open chairs")
# cross_source
q("cross_source", "How many beds are there in the whole region of Upper Navara?", "number", sum(h["beds"] for h in H if region(h["name"]) == "Upper Navara"), "hostels by Village, KG lies in")
q("cross_source", "nights spent in houses of the Friends of Saint Orlan?", "number", sum(s["n"] for s in S if "Friends of Saint Orlan" in out(s["hostel"], "belongs to")), "stays by Hostel, KG belongs to")
q("cross_source", "Which of the hostels that Camino Ventures owns these days is open all year?", "values", [h["name"] for h in H if h["open"] == "all year" and now("owned by", head=h["name"], tail="Camino Ventures")], "TKG open owned by, hostels Open")
q("cross_source", "The nun, Sister Inmaculada, asks how many stays our book has for the house she looks after. What do I tell her?", "number", sum(s["hostel"] == now("warden of", head="Sister Inmaculada")[0][2] for s in S), "TKG open warden of, stays Hostel")
# missing
q("missing", "For which hostels do we have no guest rating?", "values", [h["name"] for h in H if h["stars"] is None], "hostels: Guest rating no data")
q("missing", "how many stays lack the amount paid", "number", sum(s["eur"] is None for s in S), "stays: Paid no data")
q("missing", "Which pilgrims have a stay in August 2024 without any sum noted?", "values", {s["who"] for s in S if s["eur"] is None and (s["d"].year, s["d"].month) == (2024, 8)}, "stays: Arrived in August 2024, Paid no data")
# unanswerable
q("unanswerable", "What is the phone number of The Snail's Rest?", "refuse", [], "no phone numbers in any file")
q("unanswerable", "How many showers has Las Cigueñas got?", "refuse", [], "no showers in any file")
q("unanswerable", "wifi password at casa ximena??", "refuse", [], "no passwords in any file")
q("unanswerable", "How many nights did Ferdinand Ollivier stay with us?", "refuse", [], "no such pilgrim")
q("unanswerable", "Who mends the waymarks between Acebo and Ponfaro?", "refuse", [], "no waymarking in any file")
q("unanswerable", "What did Dario Fuentes pay for the Pilgrim's Kettle?", "refuse", [], "no purchase prices in any file")

assert len(Q) == 80 and len({x["question"] for x in Q}) == 80
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f:
    for was, is_ in zip([json.loads(x) for x in f], Q):
        if was != is_: print(was["id"], was, is_)
