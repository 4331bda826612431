"""Works out every gold answer of the freight domain from its four data files and writes
questions.jsonl (python3 truth.py --check only compares; --show also prints)."""
import csv, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import finish  # beside the folders of the domains
def path(n): return os.path.join(HERE, n)
def table(n):
    with open(path(n), encoding="utf-8", newline="") as f: return list(csv.DictReader(f))
def tsv(n):
    with open(path(n), encoding="utf-8") as f: return [tuple(l.rstrip("\n").split("\t")) for l in f][1:]
S, FL, KG, TK = table("shipments.csv"), table("fleet.csv"), tsv("freight.kg.tsv"), tsv("freight.tkg.tsv")
FIRM = "Brixholm Carriers"

# ------------------------------------------------------------ reading cells
def num(s):
    for junk in (",", "€", "%", " kg", " km", " t", " l"): s = s.replace(junk, "")
    return float(s) if s.strip() else None
def charge(s): return num(s["Charge (EUR)"])
def claim(s): return num(s["Damage claim (EUR)"])
def km(s): return num(s["Haul"])
def kg_(s): return num(s["Gross mass"])
def booked(s): return dt.datetime.strptime(s["Booked on"], "%d %b %Y").date().isoformat()
def year(s): return booked(s)[:4]
def outlay(t): return num(t["Outlay"])
def acquired(t): return dt.datetime.strptime(t["Acquired"], "%d.%m.%Y").date().isoformat()
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def con(no): return one_row(S, "Consignment", no)
def truck(no): return one_row(FL, "Fleet No", no)
def one_row(rows, k, v):
    r = [x for x in rows if x[k] == v]
    assert len(r) == 1, v
    return r[0]
def cns(rows): return [s["Consignment"] for s in rows]
def nos(rows): return [t["Fleet No"] for t in rows]

# ------------------------------------------------------------ graph
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [h for h, y, x in KG if y == r and x == t]
def heads(r): return list(dict.fromkeys(h for h, y, _ in KG if y == r))
DEPOTS, DRIVERS, CUSTOMERS = heads("has_facility"), heads("based at"), heads("account_manager")
def land(town): return one(fwd(one(fwd(town, "lies in province")), "in_country"))
def facts(r, h=None, t=None): return sorted((f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def on(f, day): return f[3] <= day and (not f[4] or day <= f[4])
def now(f): return not f[4]
def next_after(r, t, who):
    fs = facts(r, t=t); i = one(k for k, f in enumerate(fs) if f[0] == who)
    return fs[i + 1][0]
def just_before(r, t, who):
    fs = facts(r, t=t); i = one(k for k, f in enumerate(fs) if f[0] == who)
    return fs[i - 1][0] if i else 1 / 0
def full_years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def span(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days
# the sources agree with each other
assert {s["Consignor"] for s in S} <= set(CUSTOMERS) and {s["Origin depot"] for s in S} <= set(DEPOTS)
assert {s["Driver"] for s in S} - {""} <= set(DRIVERS) and {s["Unit"] for s in S} - {""} <= {t["Fleet No"] for t in FL}
assert all([f[2] for f in facts("stationed at", d) if now(f)] == fwd(d, "based at") for d in DRIVERS)

# ------------------------------------------------------------ arithmetic
def best(d, low=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[0][1] != s[1][1], s[:3]
    return s[0][0]
def top(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def add(xs): return sum(x for x in xs if x is not None)
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def total(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v or 0
    return c
def fmt(x): return (f"{round(x, 4):.4f}".rstrip("0").rstrip(".")) if isinstance(x, float) else str(x)
def rows(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def yn(b): return "yes" if b else "no"

Q = []
V, N, B, T, NO = "values", "number", "boolean", "table", "refuse"
def q(kind, at, question, answer, why):
    a = answer if isinstance(answer, list) else [answer]
    a = [fmt(x) for x in a]
    a = sorted(set(a)) if at in (V, T) else a
    assert (not a) == (at == NO), question
    Q.append({"id": f"freight-{len(Q)+1:02d}", "question": question, "kind": kind, "answer_type": at, "answers": a, "why": why})

# ------------------------------------------------------------ lookup
q("lookup", V, "Which driver took consignment CN51286?", con("CN51286")["Driver"], "shipments: Driver of CN51286")
q("lookup", V, "number plate of T-141?", truck("T-141")["Plate"], "fleet: Plate of T-141")
q("lookup", V, "Who is the account manager for Hesbaye Malting?", one(fwd("Hesbaye Malting Co.", "account_manager")), "KG account_manager")
q("lookup", V, "Whereabouts is the Hazelmoor depot? Just the town will do.", one(fwd("Hazelmoor", "situated in")), "KG situated in")
q("lookup", N, "Could you look up for me what we billed for CN51275? I need the amount in euros.", charge(con("CN51275")), "shipments: Charge of CN51275")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "Which drivers hold a licence for abnormal loads?", inv("licensed_for", "abnormal loads"), "KG licensed_for abnormal loads, read backwards")
q("filter_list", V, "I want to ring round everyone in the flour trade. Which customers have ever booked bagged flour with us?",
  [s["Consignor"] for s in S if s["Goods"] == "Flour, bagged"], "shipments: distinct Consignor with Goods 'Flour, bagged'")
q("filter_list", V, "jobs over 500 km booked in 2024 - consignment nos", cns(s for s in S if km(s) > 500 and year(s) == "2024"), "shipments: Haul > 500 km, Booked on in 2024")
q("filter_list", V, "Please list the consigments booked in 2024 that ended up being refused.", cns(s for s in S if s["State"] == "Refused" and year(s) == "2024"),
  "shipments: State Refused, Booked on in 2024 (no POD for refused ones)")
q("filter_list", V, "Which trucks are in the workshop and belong to Hazelmoor, Kessel Park or Tollbridge Yard?",
  nos(t for t in FL if t["Condition"] == "In the workshop" and t["Home depot"] in ("Hazelmoor", "Kessel Park", "Tollbridge Yard")), "fleet: Condition and Home depot")
# ------------------------------------------------------------ count
q("count", N, "How many shipments did Möbel Auenthal book in 2024?", sum(s["Consignor"] == "Möbel Auenthal" and year(s) == "2024" for s in S), "shipments: rows of the customer in 2024")
q("count", N, "no. of express jobs out of Tolbridge Yard", sum(s["Service level"] == "Express" and s["Origin depot"] == "Tollbridge Yard" for s in S), "shipments: Express from Tollbridge Yard")
q("count", N, "How many of the vehicles in the fleet list are reefers?", sum(t["Body"] == "Reefer" for t in FL), "fleet: Body Reefer")
q("count", N, "How many depots have a cold stroe?", len(inv("has_facility", "cold store")), "KG has_facility cold store")
q("count", N, "How many different drivers have been down for Chemwerk Ostrau loads?", len({s["Driver"] for s in S if s["Consignor"] == "Chemwerk Ostrau"} - {""}),
  "shipments: distinct Driver of that customer, empty left out")
# ------------------------------------------------------------ sum
q("sum", N, "What did Kuhlhaus Marwede bring in for us in 2023, all charges added up?", add(charge(s) for s in S if s["Consignor"] == "Kühlhaus Marwede" and year(s) == "2023"),
  "shipments: sum of Charge, Kühlhaus Marwede, 2023")
q("sum", N, "total of the damage claims on shipments booked in 2024?", add(claim(s) for s in S if year(s) == "2024"), "shipments: sum of Damage claim, 2024")
q("sum", N, "For a study on freight flows: how many kilos in total have been booked for drop-off in Givremont?", add(kg_(s) for s in S if s["Drop-off"] == "Givremont"),
  "shipments: sum of Gross mass, Drop-off Givremont, whatever the State")
# ------------------------------------------------------------ average
q("average", N, "On average, how many litres per 100 km do the Norlund trucks burn?", mean(num(t["Litres per 100 km"]) for t in FL if t["Maker"] == "Norlund"), "fleet: mean of Litres per 100 km, Maker Norlund, empty left out")
q("average", N, "avg charge, express shipments?", mean(charge(s) for s in S if s["Service level"] == "Express"), "shipments: mean Charge of Express, empty left out")
q("average", N, "I am looking at how punctual road haulage is. For timed-slot shipments with a POD date, how many days lay between booking and POD on average?",
  mean((dt.date.fromisoformat(s["POD date"]) - dt.date.fromisoformat(booked(s))).days for s in S if s["Service level"] == "Timed slot" and s["POD date"]),
  "shipments: mean of POD date minus Booked on, Timed slot")
# ------------------------------------------------------------ min_max
q("min_max", V, "When did we acquire our very first tanker of the ones in the fleet list?", min(acquired(t) for t in FL if t["Body"] == "Tanker"), "fleet: earliest Acquired, Body Tanker")
q("min_max", N, "What's the longest haul Tegelhuis Brabo has ever booked, in km?", max(km(s) for s in S if s["Consignor"] == "Tegelhuis Brabo"), "shipments: max Haul of the customer")
q("min_max", N, "whats the biggest damge claim we've had so far", max(claim(s) for s in S if claim(s) is not None), "shipments: max Damage claim")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which truck has the most kilometres on the clock?", best({t["Fleet No"]: num(t["Odometer"]) for t in FL if t["Odometer"]}), "fleet: highest Odometer")
q("superlative", V, "Which depot is the best equipped, going by the number of facilities?", best({d: len(fwd(d, "has_facility")) for d in DEPOTS}), "KG has_facility, counted")
q("superlative", V, "Of the people heading a depot today, who has been in the chair the longest?", best({f[0]: f[3] for f in facts("depot_head_of") if now(f)}, low=True),
  "TKG: open depot_head_of with the earliest start")
hv = best({s["Consignment"]: kg_(s) for s in S if s["Origin depot"] == "Alder Dock" and kg_(s)})
q("superlative", V, "Whose was the heaviest consignment ever booked out of Alder Dock?", con(hv)["Consignor"], "shipments: Consignor of the row with the highest Gross mass from Alder Dock")
# ------------------------------------------------------------ top_k
q("top_k", V, "Who are our bread-and-butter customers? The top three by number of shipments, please.", top(Counter(s["Consignor"] for s in S), 3), "shipments: rows by Consignor, three largest")
q("top_k", V, "4 priciest trucks by what we paid, fleet nos only", top({t["Fleet No"]: outlay(t) for t in FL}, 4), "fleet: four highest Outlay")
# ------------------------------------------------------------ comparison
rev = total((s["Consignor"], charge(s)) for s in S)
q("comparison", V, "Who has brought in more money, Stahlbau Hagenreid or Chemwerk Ostrau?", best({c: rev[c] for c in ("Stahlbau Hagenried", "Chemwerk Ostrau")}), "shipments: sums of Charge compared")
q("comparison", V, "Which of the two signed a framework contract with us earlier: Aubrecy Vergers or Chocolaterie Delvigne?",
  best({c: facts("framework contract with", c)[0][3] for c in ("Aubrecy Vergers", "Chocolaterie Delvigne, s.a.")}, low=True), "TKG framework contract with, starts compared")
q("comparison", V, "T-105 or T-172, which one is thirstier?", best({t: num(truck(t)["Litres per 100 km"]) for t in ("T-105", "T-172")}), "fleet: Litres per 100 km compared")
# ------------------------------------------------------------ difference
yc = Counter(year(s) for s in S)
assert yc["2023"] != yc["2024"]
more, less = sorted(("2023", "2024"), key=lambda y: -yc[y])
q("difference", N, f"How many more shipments were booked in {more} than in {less}?", yc[more] - yc[less], "shipments: rows by year, subtracted")
a, b = outlay(truck("T-118")), outlay(truck("T-105"))
assert a > b
q("difference", N, "What is the difference in purchase price between T-118 and T-105?", a - b, "fleet: Outlay of both, subtracted")
q("difference", N, "By how much do the drivers based at Tollbridge Yard outnumber those at Quai des Tanneurs?", len(inv("based at", "Tollbridge Yard")) - len(inv("based at", "Quai des Tanneurs")), "KG based at, counted and subtracted")
# ------------------------------------------------------------ percent
q("percent", N, "What percentage of all the shipments was cancelled?", 100 * sum(s["State"] == "Cancelled" for s in S) / len(S), "shipments: State Cancelled over all rows")
q("percent", N, "how many percent of our curtainsiders are on the road right now", 100 * mean(float(t["Condition"] == "On the road") for t in FL if t["Body"] == "Curtainsider"), "fleet: Condition of the curtainsiders")
# ------------------------------------------------------------ group_by
q("group_by", T, "Number of shipmnts per service level?", rows(Counter(s["Service level"] for s in S)), "shipments: rows by Service level")
q("group_by", T, "Can you split our 2024 revenue up by the depot the goods left from?", rows(total((s["Origin depot"], charge(s)) for s in S if year(s) == "2024")), "shipments: sum of Charge by Origin depot, 2024")
q("group_by", T, "How many drivers does each depot have?", rows(Counter(t for _, r, t in KG if r == "based at")), "KG based at, counted by depot")
q("group_by", T, "avarage purchase price for each body type", rows({b: mean(outlay(t) for t in FL if t["Body"] == b) for b in dict.fromkeys(t["Body"] for t in FL)}), "fleet: mean Outlay by Body")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "What do people ship with us most often? I mean the kind of goods with the most bookings.", best(Counter(s["Goods"] for s in S)), "shipments: rows by Goods, largest")
q("group_superlative", V, "Which driver comes out on top if you add up the kilometres of all the hauls he or she was down for?",
  best(total((s["Driver"], km(s)) for s in S if s["Driver"])), "shipments: sum of Haul by Driver, largest")
q("group_superlative", V, "Which depot's shipments cost us the most in damage claims, all years together?", best(total((s["Origin depot"], claim(s)) for s in S)), "shipments: sum of Damage claim by Origin depot, largest")
q("group_superlative", V, "which make do we have the most trucks from", best(Counter(t["Maker"] for t in FL)), "fleet: rows by Maker, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "Does Lindqvist Timber still have a framework contract with us?", yn(any(now(f) for f in facts("framework contract with", "Lindqvist Timber"))), "TKG framework contract with: ended")
q("yes_no", B, "Can Ewa Strzelbicka legally take an ADR class 3 load, going by her licences?", yn("ADR class 3" in fwd("Ewa Strzelbicka", "licensed_for")), "KG licensed_for")
q("yes_no", B, "Has Jorrit van der Zwaan ever driven for O'Dalaigh?", yn(any(s["Driver"] == "Jorrit van der Zwaan" and s["Consignor"] == "O'Dalaigh Seafoods" for s in S)), "shipments: Driver and Consignor")
q("yes_no", B, "is there a rail siding at Linden Cross?", yn("rail siding" in fwd("Linden Cross", "has_facility")), "KG has_facility")
# ------------------------------------------------------------ negation
q("negation", V, "Which depots don't have a fuel station?", [d for d in DEPOTS if "fuel station" not in fwd(d, "has_facility")], "KG: all depots less those with a fuel station")
q("negation", V, "Which drivers have no special licence of any kind?", [d for d in DRIVERS if not fwd(d, "licensed_for")], "KG: all drivers less those with licensed_for")
under = {f[0] for f in facts("framework contract with") if now(f)}
q("negation", V, "I'm planning next month's sales calls. Which of our customers have no framework contract at the moment?", [c for c in CUSTOMERS if c not in under], "KG customers less those with an open contract in the TKG")
q("negation", N, "How many Tollbridge Yard trucks are anything but Skarvens?", sum(t["Home depot"] == "Tollbridge Yard" and t["Maker"] != "Skarven" for t in FL), "fleet: Home depot, Maker other than Skarven")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was head of Kessel Park on 1 May 2018?", one(f[0] for f in facts("depot_head_of", t="Kessel Park") if on(f, "2018-05-01")), "TKG depot_head_of on that day")
q("time_point", V, "Who owned Kuehlhaus Marwede in 2019?", one(f[2] for f in facts("owned by", "Kühlhaus Marwede") if f[3] <= "2019-01-01" and (now(f) or f[4] >= "2019-12-31")), "TKG owned by, covering all of 2019")
q("time_point", V, "which depot was Teun Brakkerveld stationed at in July 2019", one(f[2] for f in facts("stationed at", "Teun Brakkerveld") if on(f, "2019-07-15")), "TKG stationed at in that month")
q("time_point", V, "Name the drivers who were stationed at Alder Dock on 1 July 2012.", [f[0] for f in facts("stationed at", t="Alder Dock") if on(f, "2012-07-01")], "TKG stationed at on that day")
# ------------------------------------------------------------ before_after
q("before_after", V, "Who called the shots at Tollbridge Yard before Henning Vossbrink?", just_before("depot_head_of", "Tollbridge Yard", "Henning Vossbrink"), "TKG depot_head_of, the fact before his")
q("before_after", V, "When Dr. Möllenkamp stepped down as managing director, who stepped into his shoes?", next_after("managing director of", FIRM, "Dr. Ansgar Möllenkamp"), "TKG managing director of, the next fact")
q("before_after", V, "We changed our terms halfway through 2020. Which customers signed a framework contract after 30 June of that year?", [f[0] for f in facts("framework contract with") if f[3] > "2020-06-30"], "TKG framework contract with, start after that day")
# ------------------------------------------------------------ duration
q("duration", N, "How many full years did Gerlinde Spaatz run Hazelmoor?", full_years(facts("depot_head_of", "Gerlinde Spatz", "Hazelmoor")[0]), "TKG start to end, completed years")
q("duration", V, "Among the former heads of Tollbridge Yard, who held out longest?", best({f[0]: span(f) for f in facts("depot_head_of", t="Tollbridge Yard") if not now(f)}), "TKG longest closed depot_head_of there")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In which province does Florent Dubuisson-Ley live?", one(fwd(one(fwd("Florent Dubuisson-Ley", "lives in")), "lies in province")), "KG lives in > lies in province")
q("multi_hop", V, "Who taught the person who trained Fenna Hoogstrate?", one(fwd(one(fwd("Fenna Hoogstrate", "trained_by")), "trained_by")), "KG trained_by twice")
q("multi_hop", V, "customers w/ head office in Germany?", [c for c in CUSTOMERS if land(one(fwd(c, "headquartered in"))) == "Germany"], "KG headquartered in > lies in province > in_country")
# ------------------------------------------------------------ cross_source
s1 = con("CN51231")
q("cross_source", V, "A customer is still cross about CN51231. Who was head of the depot it left from on the day it was booked?",
  one(f[0] for f in facts("depot_head_of", t=s1["Origin depot"]) if on(f, booked(s1))), "shipments: Origin depot, Booked on; TKG depot_head_of that day")
q("cross_source", N, "How much have our chemicals customers been charged altogether?", add(charge(s) for s in S if "chemicals" in fwd(s["Consignor"], "industry")), "KG industry chemicals; shipments: sum of Charge")
q("cross_source", N, "What were the 2024 bookings of Benoît Chastelain's accounts worth?", add(charge(s) for s in S if year(s) == "2024" and fwd(s["Consignor"], "account_manager") == ["Benoît Chastelain"]),
  "KG account_manager; shipments: sum of Charge, 2024")
s2 = con("CN51050")
q("cross_source", V, "Who owned the company that booked CN51050 at the time of booking?", one(f[2] for f in facts("owned by", s2["Consignor"]) if on(f, booked(s2))), "shipments: Consignor, Booked on; TKG owned by that day")
q("cross_source", N, "How many shipments travelled in a truck of a make that is built in Sweden?", sum(bool(s["Unit"]) and fwd(truck(s["Unit"])["Maker"], "built in") == ["Sweden"] for s in S),
  "shipments: Unit; fleet: Maker; KG built in")
q("cross_source", V, "The truck on CN51406 pulls to the left. Which garages service that make?", fwd(truck(con("CN51406")["Unit"])["Maker"], "serviced_by"), "shipments: Unit; fleet: Maker; KG serviced_by")
q("cross_source", N, "How many bookings came from customers who had no framework contract in force on the day they booked?",
  sum(not any(on(f, booked(s)) for f in facts("framework contract with", s["Consignor"])) for s in S), "shipments: Consignor, Booked on; TKG framework contract with on that day")
# ------------------------------------------------------------ missing
q("missing", V, "delivered, but no POD date on file: which consignments?", cns(s for s in S if s["State"] == "Delivered" and not s["POD date"]), "shipments: State Delivered, empty POD date")
# ------------------------------------------------------------ unanswerable
q("unanswerable", NO, "How old is Sipke Wallinga?", [], "no ages or birth dates in any file")
q("unanswerable", NO, "Who was managing director of Brixholm Carriers in July 2009?", [], "TKG: a gap from 2009-01-01 to 2010-01-03")
q("unanswerable", NO, "How many tonnes of CO2 did the fleet put out in 2024?", [], "no emissions and no yearly mileage in any file")
q("unanswerable", NO, "Which driver caused the most accidents?", [], "no accidents in any file (damage claims are not accidents)")
q("unanswerable", NO, "What depot does Matthijs Duinkerk drive for?", [], "no such driver in any file")
q("unanswerable", NO, "who was in charge of Linden Cross back in 2010?", [], "TKG: first depot_head_of fact there starts 2013-04-15")
assert not [f for f in TK if f[1] == "managing director of" and on(f, "2009-07-15")] and facts("depot_head_of", t="Linden Cross")[0][3] > "2010"


finish(HERE, Q)
