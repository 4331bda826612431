#!/usr/bin/env python3
"""Works out every gold answer of the railmuseum domain from its four data files and writes questions.jsonl.
With --check nothing is written: the answers are compared with the questions.jsonl that is there."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import day, finish, graphs, records, tkg  # beside the folders of the domains
NAME = "railmuseum"

def money(cell):
    cell = cell.replace("£", "").replace(",", "").strip()
    try: return float(cell)
    except ValueError: return None          # empty, or "life"

DAYS, VOL = records(HERE, "running_days.csv"), records(HERE, "volunteers.csv")
KG, TKG = graphs(HERE, NAME)
facts = tkg(TKG)[0]
for d in DAYS:
    d["on"] = day(d["Date"], "%d/%m/%Y"); d["y"] = d["on"].year
    d["pax"], d["fares"], d["tea"], d["coal"], d["late"] = (money(d[c]) for c in ("Pax", "Fares taken (£)", "Tea room £", "Coal burnt (cwt)", "Late away (min)"))
for v in VOL:
    v["since"] = day(v["Joined"], "%b %Y")
    v["born"], v["h23"], v["h24"], v["sub"] = (money(v[c]) for c in ("Yr born", "Hrs '23", "Hrs '24", "Annual sub"))
V = {v["Name"]: v for v in VOL}
TRUST, LINE = "Skelmarsh Railway Trust", "Skelmarsh Light Railway"

def tails(h, r): return [c for a, b, c in KG if (a, b) == (h, r)]
def heads(r, t): return [a for a, b, c in KG if (b, c) == (r, t)]
def value(h, r): x, = tails(h, r); return float(x)
def only(xs): x, = dict.fromkeys(xs); return x
def on(fs, first, last=None):
    """the facts that hold at some moment from first to last"""
    return [f for f in fs if f[3] <= (last or first) and (f[4] is None or f[4] >= first)]
def most(scores, n=None, least=False):
    """keys with the best scores; a tie at the edge is an error"""
    p = sorted([(v, k) for k, v in scores if v is not None], key=lambda x: x[0], reverse=not least); m = n or 1
    assert len(p) == m or p[m - 1][0] != p[m][0], p[:m + 1]
    return [k for _, k in p[:m]] if n else p[0][1]
def full(xs): xs = list(xs); assert xs and None not in xs, xs; return xs
def known(xs): return [x for x in xs if x is not None]
def add_up(rows, key, col):
    c = Counter()
    for r in rows:
        if r[col] is not None: c[r[key]] += r[col]
    return c
def mean(xs): return sum(xs) / len(xs)
def whole_years(f):
    """years of a fact that ends on the eve of its anniversary"""
    e = f[4] + timedelta(days=1); assert (e.month, e.day) == (f[3].month, f[3].day); return e.year - f[3].year
def length(f): return (f[4] - f[3]).days + 1
def show(x):
    if isinstance(x, float): x = round(x, 4); x = int(x) if x == int(x) else x
    return str(x)

LOCOS = [a for a, b, c in KG if b == "built by"]
STATIONS = [a for a, b, c in KG if b == "opened_in"]
APPEALS = [a for a, b, c in KG if b == "target_gbp"]
DRIVERS = [v["Name"] for v in VOL if v["What they do"] == "Driver"]
DIESELS = heads("burns", "diesel")
assert len(LOCOS) == len(set(LOCOS)) == 11 and {d["Loco rostered"] for d in DAYS} <= set(LOCOS)
assert set(DRIVERS) == {a for a, b, c in KG if b == "passed to drive"} >= {d["Driver"] for d in DAYS}
assert len({d["on"] for d in DAYS}) == len(DAYS)
# the roster agrees with the knowledge graph and the temporal one
assert all(d["Loco rostered"] in tails(d["Driver"], "passed to drive") for d in DAYS)
assert not any(on(facts("under overhaul at", d["Loco rostered"]), d["on"]) for d in DAYS)

OUT = []
def ask(kind, typ, question, ans, why):
    if typ == "number": ans = [show(float(ans))]
    elif typ == "boolean": ans = ["yes" if ans else "no"]
    elif typ == "table": ans = [f"{k} | {show(float(v))}" for k, v in sorted(ans.items())]
    elif typ == "values": ans = [str(a) for a in (ans if isinstance(ans, (list, tuple)) else [ans])]
    assert len(ans) == len(set(ans)) and bool(ans) == (typ != "refuse"), (question, ans)
    OUT.append({"id": f"{NAME}-{len(OUT) + 1:02d}", "question": question, "kind": kind, "answer_type": typ, "answers": ans, "why": why})

# lookup
ask("lookup", "number", "what year did Fenella Roake join up?", V["Fenella Roake"]["since"].year, "volunteers.csv: year of Joined (Jan 2014)")
ask("lookup", "values", "6 May 2023 - which engine was out that day?", only(d["Loco rostered"] for d in DAYS if d["on"] == date(2023, 5, 6)), "running_days.csv: Loco rostered on that Date")
ask("lookup", "values", "Which town is Barney Sket from?", V["Barney Skett"]["Home town"], "volunteers.csv: Home town (typo in the name)")
ask("lookup", "values", "My lad wants to draw Kestrel and has lost his brochure. What colour is it painted?", only(tails("Kestrel", "livery")), "KG: Kestrel, livery")
# filter_list
ask("filter_list", "values", "List the volunteers who come from Port Lethby please.", [v["Name"] for v in VOL if v["Home town"] == "Port Lethby"], "volunteers.csv: Home town")
ask("filter_list", "values", "santa specials where we carried over 600 people, need the ref codes", [d["Ref"] for d in DAYS if d["What's on"] == "Santa Special" and (d["pax"] or 0) > 600], "running_days.csv: What's on = Santa Special, Pax > 600")
ask("filter_list", "values", "Which of the locomotives are black?", heads("livery", "black"), "KG: livery black")
ask("filter_list", "values", "everyone who has ever been the trust's treasurer, past and present", [f[2] for f in facts("treasurer", TRUST)], "TKG: treasurer, all periods")
# count
ask("count", "number", "On how many running days was the weather put down as sunny?", sum(d["Weather"] == "Sunny" for d in DAYS), "running_days.csv: Weather = Sunny")
ask("count", "number", "how many life members have we got among the volunteers", sum(v["Annual sub"] == "life" for v in VOL), "volunteers.csv: Annual sub = life")
ask("count", "number", "How many different engines pulled our trains during 2024?", len({d["Loco rostered"] for d in DAYS if d["y"] == 2024}), "running_days.csv: distinct Loco rostered, 2024")
ask("count", "number", "Counting each engine only once, how many have been through an overhaul at Quay Works?", len({f[0] for f in facts("under overhaul at", None, "Quay Works")}), "TKG: distinct heads of under overhaul at Quay Works")
# sum
ask("sum", "number", "What did we make on fares in the whole of 2023?", sum(full(d["fares"] for d in DAYS if d["y"] == 2023)), "running_days.csv: sum of Fares taken, 2023")
ask("sum", "number", "add up the passengers on the Beer and Bangers trains in 2024", sum(full(d["pax"] for d in DAYS if d["What's on"] == "Beer & Bangers" and d["y"] == 2024)), "running_days.csv: sum of Pax, Beer & Bangers, 2024 (and for &)")
ask("sum", "number", "Our accountant wants to know how much the volunteers' yearly subscriptions bring in altogether, in pounds. Life members pay nothing, and leave out anyone with nothing written down.", sum(known(v["sub"] for v in VOL)), "volunteers.csv: sum of the money amounts in Annual sub")
ask("sum", "number", "If every appeal hit its target, how many pounds would that be in total?", sum(value(a, "target_gbp") for a in APPEALS), "KG: sum of target_gbp")
# average
ask("average", "number", "How many passengers does a Santa Special day get on average?", mean(full(d["pax"] for d in DAYS if d["What's on"] == "Santa Special")), "running_days.csv: mean Pax, Santa Special")
ask("average", "number", "avg coal used per day when Lady Ottoline's rostered (cwt)", mean(full(d["coal"] for d in DAYS if d["Loco rostered"] == "Lady Ottoline")), "running_days.csv: mean Coal burnt, Lady Ottoline")
ask("average", "number", "What is the mean weight of our diesels, in tons?", mean([value(l, "weight_tons") for l in DIESELS]), "KG: burns diesel, mean weight_tons")
# min_max
ask("min_max", "number", "Worst delay we ever had setting off, in minutes?", max(known(d["late"] for d in DAYS)), "running_days.csv: largest Late away (min)")
ask("min_max", "number", "what's the least we have taken in fares on any one day", min(full(d["fares"] for d in DAYS)), "running_days.csv: smallest Fares taken")
ask("min_max", "number", "In which year did the first of the stations open?", min(value(s, "opened_in") for s in STATIONS), "KG: smallest opened_in (two stations share it)")
# superlative
ask("superlative", "values", "Going by the birth years we hold, who is the oldest volunteer?", most([(v["Name"], v["born"]) for v in VOL], least=True), "volunteers.csv: smallest Yr born")
ask("superlative", "values", "Which engine in the collection is the lightest?", most([(l, value(l, "weight_tons")) for l in LOCOS], least=True), "KG: smallest weight_tons")
ask("superlative", "values", "Which date was the tearoom's best ever for takings?", most([(d["on"], d["tea"]) for d in DAYS]), "running_days.csv: Date of the largest Tea room £")
ask("superlative", "values", "who put in the most hours in 2024?", most([(v["Name"], v["h24"]) for v in VOL]), "volunteers.csv: largest Hrs '24")
# top_k
ask("top_k", "values", "three busiest days for passengers ever - dates please", most([(d["on"], d["pax"]) for d in DAYS], 3), "running_days.csv: Dates of the three largest Pax")
ask("top_k", "values", "We're handing out long service badges. Which five volunteers have been with us the longest?", most([(v["Name"], v["since"]) for v in VOL], 5, least=True), "volunteers.csv: five earliest Joined")
ask("top_k", "values", "The two most ambitious appeals, money-wise?", most([(a, value(a, "target_gbp")) for a in APPEALS], 2), "KG: two largest target_gbp")
# comparison
ask("comparison", "values", "who did more hours in 2023, kit aldersey or jack purslow?", most([(n, V[n]["h23"]) for n in ("Kit Aldersey", "Jack Purslow")]), "volunteers.csv: Hrs '23 of both")
x = add_up([d for d in DAYS if d["What's on"] == "Steam Gala"], "y", "fares")
ask("comparison", "values", "Did the Steam Gala take more in fares in 2023 or in 2024?", most([(y, x[y]) for y in (2023, 2024)]), "running_days.csv: sum of Fares taken, Steam Gala, by year")
ask("comparison", "values", "Ivor Blenkarn or Hubert Sallow: which of them lasted longer as chief engineer?", most([(p, length(only(facts("chief engineer of", p, LINE)))) for p in ("Ivor Blenkarn", "Hubert Sallow")]), "TKG: lengths of their chief engineer periods")
# difference
x = add_up([d for d in DAYS if d["What's on"] == "Wartime Weekend"], "y", "fares"); assert x[2024] > x[2023]
ask("difference", "number", "How much more did the wartime weekend take in fares in 2024 than the year before?", x[2024] - x[2023], "running_days.csv: sums of Fares taken, Wartime Weekend, subtracted")
ask("difference", "number", "How many years apart were Clement Hargrave and Josie Tregenna born?", V["Josie Tregenna"]["born"] - V["Clement Hargrave"]["born"], "volunteers.csv: Yr born, subtracted")
ask("difference", "number", "Sir Humphrey weighs how many tons more than Pit Pony", value("Sir Humphrey", "weight_tons") - value("Pit Pony", "weight_tons"), "KG: weight_tons, subtracted")
# percent
x = [d for d in DAYS if d["y"] == 2024]
ask("percent", "number", "Of the days we ran in 2024, what percentage were just ordinary service?", 100 * mean([d["What's on"] == "Ordinary service" for d in x]), "running_days.csv: Ordinary service rows over all rows of 2024")
ask("percent", "number", "% of volunteers who belong to the footplate dept?", 100 * mean([v["Dept"] == "Footplate" for v in VOL]), "volunteers.csv: Dept Footplate over all volunteers")
ask("percent", "number", "What proportion of our locos run on diesel? Give it as a percentage.", 100 * len(DIESELS) / len(LOCOS), "KG: burns diesel over all locomotives")
# group_by
ask("group_by", "table", "2024 fare income for each loco, one line per engine", add_up([d for d in DAYS if d["y"] == 2024], "Loco rostered", "fares"), "running_days.csv: sum of Fares taken per Loco rostered, 2024")
ask("group_by", "table", "How many volunteers are there in every department?", Counter(v["Dept"] for v in VOL), "volunteers.csv: rows per Dept")
ask("group_by", "table", "Could you tell me the average number of passengers for each type of event, over both years? Days without a figure don't count.", {e: mean(known(d["pax"] for d in DAYS if d["What's on"] == e)) for e in {d["What's on"] for d in DAYS}}, "running_days.csv: mean Pax per What's on, empty cells left out")
ask("group_by", "table", "number of our engines by manufacturer", Counter(c for a, b, c in KG if b == "built by"), "KG: engines per built by")
# group_superlative
ask("group_superlative", "values", "Taking both years together, which sort of event has brought in the most fare money?", most(add_up(DAYS, "What's on", "fares").items()), "running_days.csv: largest sum of Fares taken per What's on")
ask("group_superlative", "values", "who's been at the regulator on the most running days? i mean driving", most(Counter(d["Driver"] for d in DAYS).items()), "running_days.csv: most frequent Driver")
ask("group_superlative", "values", "Which department clocked up the most hours between them in 2024?", most(add_up(VOL, "Dept", "h24").items()), "volunteers.csv: largest sum of Hrs '24 per Dept")
ask("group_superlative", "values", "What donor has supported the greatest number of appeals?", most(Counter(a for a, b, c in KG if b == "gave to").items()), "KG: most gave to triples per donor")
# yes_no
ask("yes_no", "boolean", "Has Pit Pony ever done a Santa Special?", any(d["Loco rostered"] == "Pit Pony" and d["What's on"] == "Santa Special" for d in DAYS), "running_days.csv: no such row")
ask("yes_no", "boolean", "is alastair kinnaird still the treasurer", any(f[4] is None for f in facts("treasurer", TRUST, "Alastair Kinnaird")), "TKG: his treasurer period ended 2018-12-31")
ask("yes_no", "boolean", "Can I buy souvenirs at Skelmarsh Quay, I mean is there a gift shop?", "gift shop" in tails("Skelmarsh Quay", "facilities"), "KG: facilities of Skelmarsh Quay")
ask("yes_no", "boolean", "Have we ever had a day with more than twenty thousand pounds in fares?", any(d["fares"] > 20000 for d in DAYS), "running_days.csv: Fares taken > 20,000")
# negation
ask("negation", "values", "Which engines in the collection didn't have a single outing in 2023 or 2024?", [l for l in LOCOS if l not in {d["Loco rostered"] for d in DAYS}], "KG engines less the Loco rostered column")
ask("negation", "number", "how many of the volunteers do NOT come from Skelmarsh", sum(v["Home town"] != "Skelmarsh" for v in full(VOL)), "volunteers.csv: Home town other than Skelmarsh")
ask("negation", "values", "Travelling with a toddler: at which stations is there no toilet?", [s for s in STATIONS if "toilets" not in tails(s, "facilities")], "KG: stations without facilities toilets")
ask("negation", "values", "Which drivers haven't been passed out on any diesel?", [p for p in DRIVERS if not set(tails(p, "passed to drive")) & set(DIESELS)], "KG: passed to drive, none of which burns diesel")
# time_point
ask("time_point", "values", "Who was chairing the trust in summer 2017?", only(f[2] for f in on(facts("chaired by", TRUST), date(2017, 6, 1), date(2017, 8, 31))), "TKG: chaired by, valid in June to August 2017")
ask("time_point", "values", "cheif engineer in january 2020?", only(f[0] for f in on(facts("chief engineer of", None, LINE), date(2020, 1, 1), date(2020, 1, 31))), "TKG: chief engineer of, valid in January 2020 (typo)")
ask("time_point", "values", "I have a photo of Lady Ottoline from 2010. Which shed would she have lived in then?", only(f[2] for f in on(facts("based at", "Lady Ottoline"), date(2010, 1, 1), date(2010, 12, 31))), "TKG: based at, valid in 2010")
ask("time_point", "values", "Christmas Day 2018 - who did Klara belong to?", only(f[2] for f in on(facts("owned_by", "Klara"), date(2018, 12, 25))), "TKG: owned_by on that day")
# before_after
x = facts("station_master", "Widow's Gate"); i, = [i for i, f in enumerate(x) if f[2] == "Noor Bashir"]
ask("before_after", "values", "Who looked after Widow's Gate as station master just before Noor Bashir?", x[i - 1][2], "TKG: station_master of Widow's Gate, the one preceding")
x = facts("foreman of", None, "Quay Works"); i, = [i for i, f in enumerate(x) if f[0] == "Yusuf Demirel-Hart"]
ask("before_after", "values", "who came next as foreman of the quay works after yusuf demirel-hart", x[i + 1][0], "TKG: foreman of Quay Works, the one following")
ask("before_after", "values", "Name every locomotive that came out of overhaul in 2021 or later.", list(dict.fromkeys(f[0] for f in facts("under overhaul at") if f[4] and f[4].year >= 2021)), "TKG: under overhaul at with an end in 2021 or later")
e = only(facts("chaired by", TRUST, "Dorothy Penhallow"))[4]
ask("before_after", "values", "All the people who have been chair since Dorothy Penhallow stepped down?", [f[2] for f in facts("chaired by", TRUST) if f[3] > e], "TKG: chaired by facts starting after her end")
# duration
ask("duration", "number", "Enid Cropper as treasurer - how long was that, in years?", whole_years(only(facts("treasurer", TRUST, "Enid Cropper"))), "TKG: 1980-01-01 to 2004-12-31")
ask("duration", "number", "dorothy penhallow, how many years as chair?", whole_years(only(facts("chaired by", TRUST, "Dorothy Penhallow"))), "TKG: 2009-04-01 to 2015-03-31")
ask("duration", "values", "Leaving aside any that's still going on, which loco's overhaul dragged on the longest?", most([(f[0], length(f)) for f in facts("under overhaul at") if f[4]]), "TKG: longest closed period of under overhaul at")
# multi_hop
ask("multi_hop", "values", "In what town was the firm that made Bracken?", only(t for b in tails("Bracken", "built by") for t in tails(b, "based in")), "KG: built by, based in")
ask("multi_hop", "values", "who trained the person who trained Jack Purslow", only(b for a in tails("Jack Purslow", "trained by") for b in tails(a, "trained by")), "KG: trained by, twice")
ask("multi_hop", "values", "Which of our locos were turned out by a builder in Great Wattle?", [l for l in LOCOS if "Great Wattle" in tails(only(tails(l, "built by")), "based in")], "KG: built by, based in Great Wattle")
ask("multi_hop", "values", "Which appeals got money from an organisation based in Dunmere?", sorted({a for d in heads("based in", "Dunmere") for a in tails(d, "gave to")}), "KG: based in Dunmere, gave to")
# cross_source
s = only(facts("chaired by", TRUST, "Marguerite Osei"))
ask("cross_source", "number", "In our running day records, how much came in from fares while Marguerite Osei was chair?", sum(full(d["fares"] for d in DAYS if s[3] <= d["on"] <= s[4])), "TKG: her time as chair; running_days.csv: sum of Fares taken within it")
ask("cross_source", "number", "How many of the running days had an engine built by Corrigan and Platt?", sum(d["Loco rostered"] in heads("built by", "Corrigan & Platt") for d in DAYS), "KG: built by; running_days.csv: rows with those engines")
i = most([(i, d["pax"]) for i, d in enumerate(DAYS)])
ask("cross_source", "values", "Think of the day we carried the most passengers. Who was sponsoring that event at the time?", only(f[0] for f in on(facts("sponsor of", None, DAYS[i]["What's on"]), DAYS[i]["on"])), "running_days.csv: largest Pax; TKG: sponsor of that event on that date")
p = only(f[2] for f in facts("station_master", "Ferncastle") if f[4] is None)
ask("cross_source", "number", "how many hours did the present station master of Ferncastle do in 2024?", full([V[p]["h24"]])[0], "TKG: open station_master fact; volunteers.csv: Hrs '24")
# missing
ask("missing", "values", "Days when nobody wrote down how many passengers there were? Refs will do.", [d["Ref"] for d in DAYS if d["pax"] is None], "running_days.csv: empty Pax")
ask("missing", "values", "whose year of birth don't we have on file", [v["Name"] for v in VOL if v["born"] is None], "volunteers.csv: empty Yr born")
ask("missing", "number", "How many volunteers have no first aid expiry date in the list?", sum(v["First aid valid to"] == "" for v in VOL), "volunteers.csv: empty First aid valid to")
# unanswerable
ask("unanswerable", "refuse", "How many pounds has the Tallis Foundation given towards the Duchess's new boiler?", [], "the KG has that it gave to the appeal and the appeal's target, not how much it gave")
ask("unanswerable", "refuse", "whats gethin prossers phone number", [], "no phone numbers anywhere")
ask("unanswerable", "refuse", "How many passengers travelled with us in 2019?", [], "running_days.csv covers 2023 and 2024 only")
ask("unanswerable", "refuse", "What was the bill for Magpie's overhaul at Pennock Engineering?", [], "the TKG has the overhaul and its dates, no costs")

finish(HERE, OUT)
