#!/usr/bin/env python3
"""Computes every gold answer from the four data files and writes questions.jsonl (with --check: compares only)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))


def table(name):
    return list(csv.DictReader(open(f"{HERE}/{name}", encoding="utf-8", newline="")))


def tsv(name):
    return [tuple(l.rstrip("\n").split("\t")) for l in open(f"{HERE}/{name}", encoding="utf-8")][1:]


def num(s):
    for junk in (",", "kr", "kn", "l/h", "%", " t", "min"):
        s = s.replace(junk, "")
    return float(s) if s.strip() else None


def day(s):
    return dt.datetime.strptime(s, "%d.%m.%Y").date().isoformat() if s else None


S, VS, K, T = table("sailings.csv"), table("vessels.csv"), tsv("ferry.kg.tsv"), tsv("ferry.tkg.tsv")
for r in S:
    r["no"], r["date"], r["off"] = r["Sailing No."], day(r["Date"]), r["Officer in charge"]
    r["year"], r["canc"] = r["date"][:4], r["Cancelled"] == "Yes"
    r["pax"], r["fr"], r["lf"], r["take"], r["delay"], r["wave"] = (num(r[c]) for c in ("Passengers", "Freight", "Load factor", "Takings", "Delay (min)", "Wave height (m)"))
for v in VS:
    v["len"], v["gt"], v["kn"], v["price"], v["fuel"], v["cars"] = (num(v[c]) for c in ("Length (m)", "Gross tonnage", "Top speed", "Price paid", "Fuel burn", "Car spaces"))
    v["built"], v["dock"] = int(v["Year built"]), day(v["Last dry-docked"])
SHIP = {v["Vessel"]: v for v in VS}
SAIL = {r["no"]: r for r in S}
CAP, HMR, OPB, ASG = "captain of", "harbour_master_of", "operated by", "assigned to"


def out(h, r): return [t for a, b, t in K if a == h and b == r]
def inn(t, r): return [a for a, b, c in K if c == t and b == r]
def facts(r, h=None, t=None): return [f for f in T if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def on(f, d): return f[3] <= d and (not f[4] or d <= f[4])
def open_(f): return not f[4]


def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]


def top(d, n, low=False):
    p = sorted(((v, k) for k, v in d.items() if v is not None), reverse=not low)
    assert len(p) == n or p[n - 1][0] != p[n][0], p[:n + 2]
    return [k for v, k in p[:n]]


def best(d, low=False): return top(d, 1, low)[0]


def total(pairs):
    d = defaultdict(float)
    for k, v in pairs:
        if v is not None:
            d[k] += v
    return d


def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)


def add(xs): return sum(x for x in xs if x is not None)
def iso(s): return dt.date.fromisoformat(s)
def days(f): return (iso(f[4] or "2024-12-31") - iso(f[3])).days


def full_years(f):
    a, b = iso(f[3]), iso(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))


def fmt(x):
    x = round(float(x), 4)
    return str(int(x)) if x == int(x) else str(x)


def tab(d): return [f"{k} | {fmt(v)}" for k, v in sorted(d.items())]
def yn(x): return "yes" if x else "no"


PORTS = [h for h, r, t in K if r == "lies on"]
ROUTES = [h for h, r, t in K if r == "departs from"]
PEOPLE = {f[0] for f in T if f[1] in (CAP, HMR)}
CAPT_NOW = {f[0]: f[2] for f in facts(CAP) if open_(f)}
Q = []


def q(kind, typ, question, ans, why):
    typ = {"V": "values", "N": "number", "B": "boolean", "T": "table", "R": "refuse"}[typ]
    if typ == "number":
        ans = [fmt(ans)]
    elif isinstance(ans, str):
        ans = [ans]
    ans = list(ans)
    assert (typ == "refuse") == (not ans), question
    assert len(ans) == len(set(ans)), question
    Q.append({"id": f"ferry-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": typ, "answers": ans, "why": why})


# ------------------------------------------------------------ lookup
q("lookup", "N", "Flat out, how many knots does the Osmund Flyer do?", SHIP["Osmund Flyer"]["kn"], "vessels: Top speed")
q("lookup", "V", "Where does Halvard Stenersby live these days?", one(out("Halvard Stenersby", "makes home in")), "KG: makes home in")
q("lookup", "V", "SR-8225 - who was up on the bridge for that one", SAIL["SR-8225"]["off"], "sailings: Officer in charge of that sailing")
q("lookup", "V", "In whose honour did they christen the Old Haakon?", one(out("Old Haakon", "named after")), "KG: named after")
q("lookup", "N", "I'm taking two toddlers on the Lantern Line. How many minutes will I have to keep them busy on board?",
  num(one(out("Lantern Line", "crossing_time"))), "KG: crossing_time of the Lantern Line")
# ------------------------------------------------------------ filter_list
q("filter_list", "V", "ports where a skipper can fill up on fuel", inn("fuel dock", "has facility"), "KG: has facility fuel dock")
q("filter_list", "V", "I need the vessels that are up for sale plus the ones in for repairs, in one list.",
  [v["Vessel"] for v in VS if v["Condition"] in ("For sale", "Under repair")], "vessels: Condition For sale or Under repair")
q("filter_list", "V", "Anything in the fleet over 118 metres? Names, please.", [v["Vessel"] for v in VS if v["len"] > 118], "vessels: Length (m) > 118")
q("filter_list", "V", "Engine trouble made us call off some trips; I need their sailing numbers.",
  [r["no"] for r in S if r["Cancellation cause"] == "Engine fault"], "sailings: Cancellation cause Engine fault")
q("filter_list", "V", "everyone who learned seamanship at Ravnby", inn("Ravnby Maritime Academy", "trained_at"), "KG: trained_at Ravnby Maritime Academy")
# ------------------------------------------------------------ count
q("count", "N", "2024: how many crossings got scrapped?", sum(r["canc"] and r["year"] == "2024" for r in S), "sailings: Cancelled Yes, dated 2024")
q("count", "N", "on how mnay of our boats can passengers get wifi", sum(v["Wi-Fi"] == "Yes" for v in VS), "vessels: Wi-Fi Yes")
q("count", "N", "Trips with 900 people or more aboard, how many have there been so far?", sum((r["pax"] or 0) >= 900 for r in S), "sailings: Passengers >= 900")
q("count", "N", "How many ships have sailed for Marlin Charter at one time or another, today's included?",
  len({f[0] for f in facts(OPB, t="Marlin Charter Co.")}), "TKG: distinct vessels operated by Marlin Charter Co.")
q("count", "N", "Count up the different officers who have been in charge of a Prince Tobias sailing.",
  len({r["off"] for r in S if r["Ship"] == "Prince Tobias" and r["off"]}), "sailings: distinct Officer in charge, Ship Prince Tobias")
# ------------------------------------------------------------ sum
q("sum", "N", "tonnes of cargo shifted along the Salt Road in 2024, all told?", add(r["fr"] for r in S if r["Route"] == "Salt Road" and r["year"] == "2024"),
  "sailings: sum of Freight, Route Salt Road, 2024")
q("sum", "N", "The auditors want to know what we laid out for catamarans. All of them in one figure, in kroner.", add(v["price"] for v in VS if v["Class"] == "Catamaran"),
  "vessels: sum of Price paid, Class Catamaran")
q("sum", "N", "Sea Thistle's earnings from 1 June to 31 Aug 2023?", add(r["take"] for r in S if r["Ship"] == "Sea Thistle" and "2023-06-01" <= r["date"] <= "2023-08-31"),
  "sailings: sum of Takings, Ship Sea Thistle, June to August 2023")
# ------------------------------------------------------------ average
q("average", "N", "How late does the Fell Shuttle run, typically? Give me the mean, in minutes.", mean(r["delay"] for r in S if r["Route"] == "Fell Shuttle"),
  "sailings: mean Delay (min), Route Fell Shuttle, empty cells left out")
q("average", "N", "Havorn avg load factor %", mean(r["lf"] for r in S if r["Ship"] == "Havørn"), "sailings: mean Load factor, Ship Havørn")
q("average", "N", "Per hour, how many litres does one of our workboats drink on average? Skip those with nothing noted.", mean(v["fuel"] for v in VS if v["Class"] == "Workboat"),
  "vessels: mean Fuel burn, Class Workboat")
# ------------------------------------------------------------ min_max
q("min_max", "N", "Of the trips that did go ahead, what were the highest waves, in metres?", max(r["wave"] for r in S if not r["canc"] and r["wave"] is not None),
  "sailings: max Wave height (m), Cancelled No")
q("min_max", "N", "how long is our tiniest boat in metres", min(v["len"] for v in VS), "vessels: min Length (m)")
q("min_max", "V", "What is the most recent date on which any of the ships was in dry dock?", max(v["dock"] for v in VS if v["dock"]), "vessels: latest Last dry-docked")
# ------------------------------------------------------------ superlative
q("superlative", "V", "What's the oldest hull we've got?", best({v["Vessel"]: v["built"] for v in VS}, low=True), "vessels: lowest Year built")
q("superlative", "V", "Late, later, latest... which sailing was furthest behind its timetable? Number, please.", best({r["no"]: r["delay"] for r in S}), "sailings: highest Delay (min)")
q("superlative", "V", "quickest route of all?", best({r: num(one(out(r, "crossing_time"))) for r in ROUTES}, low=True), "KG: lowest crossing_time")
q("superlative", "V", "Which ship guzzles the most deisel?", best({v["Vessel"]: v["fuel"] for v in VS}), "vessels: highest Fuel burn")
q("superlative", "V", "Leaving the mainland aside, at which port is there room for the largest number of ships to berth?",
  best({p: num(one(out(p, "number_of_berths"))) for p in PORTS if out(p, "lies on") != ["Brenn Mainland"]}), "KG: highest number_of_berths among ports that do not lie on Brenn Mainland")
# ------------------------------------------------------------ top_k
q("top_k", "V", "the four biggest ships going by gross tonage", top({v["Vessel"]: v["gt"] for v in VS}, 4), "vessels: four highest Gross tonnage")
q("top_k", "V", "On which two sailings did we squeeze in the most passengers? I only need the numbers of the sailings.", top({r["no"]: r["pax"] for r in S}, 2), "sailings: two highest Passengers")
# ------------------------------------------------------------ comparison
q("comparison", "V", "Duchess of Fell vs Silver Gannet: which has a certificate for more routes?", best({n: len(out(n, "certified for")) for n in ("Duchess of Fell", "Silver Gannet")}), "KG: certified for, counted for both")
q("comparison", "V", "Did bad weather stop more of our departures in 2023 or in 2024?",
  best(Counter(r["year"] for r in S if r["Cancellation cause"] == "Weather")), "sailings: Cancellation cause Weather, counted by year of Date")
q("comparison", "V", "Magnus Foubister and Wilhelmina Drost both had Haskwick harbour under them. Whose time there was the longer?",
  best({p: days(facts(HMR, p, "Haskwick")[0]) for p in ("Magnus Foubister", "Wilhelmina Drost")}), "TKG: harbour_master_of Haskwick, longer interval")
# ------------------------------------------------------------ difference
q("difference", "N", "If Havørn and Saltwind had a race, by how many knots would the faster one win?", abs(SHIP["Havørn"]["kn"] - SHIP["Saltwind"]["kn"]), "vessels: difference of Top speed")
q("difference", "N", "Port Lorimer has how many berths more than Eider Point?", num(one(out("Port Lorimer", "number_of_berths"))) - num(one(out("Eider Point", "number_of_berths"))),
  "KG: difference of number_of_berths")
q("difference", "N", "What did Northern Grace cost us over and above the price of Lady Ingrid?", SHIP["Northern Grace"]["price"] - SHIP["Lady Ingrid"]["price"], "vessels: difference of Price paid")
# ------------------------------------------------------------ percent
q("percent", "N", "A passenger claims we cancel every second boat. What is the true percentage of cancelled sailings?", 100 * sum(r["canc"] for r in S) / len(S), "sailings: Cancelled Yes over all rows")
q("percent", "N", "laid-up vessels as % of fleet", 100 * sum(v["Condition"] == "Laid up" for v in VS) / len(VS), "vessels: Condition Laid up over all rows")
# ------------------------------------------------------------ group_by
q("group_by", "T", "Make me a list of home ports and how many vessels are based at each.", tab(Counter(v["Home port"] for v in VS)), "vessels: rows per Home port")
q("group_by", "T", "pax carried, year by year", tab(total((r["year"], r["pax"]) for r in S)), "sailings: sum of Passengers per year of Date")
q("group_by", "T", "So why do boats get cancelled? Show me each cause and how often it came up.", tab(Counter(r["Cancellation cause"] for r in S if r["canc"])), "sailings: rows per Cancellation cause")
q("group_by", "T", "ports per island?", tab(Counter(t for h, r, t in K if r == "lies on")), "KG: lies on, counted by island")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "V", "Whose shipyard has turned out more of our vessels than any other?", best(Counter(v["Builder"] for v in VS)), "vessels: most rows per Builder")
q("group_superlative", "V", "Where does the big money come from? Just the route with the highest total takings.", best(total((r["Route"], r["take"]) for r in S)), "sailings: highest sum of Takings per Route")
q("group_superlative", "V", "engine manufacturer found most often below deck", best(Counter(t for h, r, t in K if r == "engines_by")), "KG: engines_by, counted by maker")
# ------------------------------------------------------------ yes_no
q("yes_no", "B", "We have a heavy crate coming: any crane for cargo at Grimsey Quay?", yn("freight crane" in out("Grimsey Quay", "has facility")), "KG: Grimsey Quay has facility freight crane")
q("yes_no", "B", "Old Haakon still sails for Ostrand Steam Packet, right?", yn(any(open_(f) for f in facts(OPB, "Old Haakon", "Ostrand Steam Packet, Ltd"))), "TKG: that operated by fact has ended")
q("yes_no", "B", "did we lose any sailing to a cancellation during july 2023", yn(any(r["canc"] and r["date"][:7] == "2023-07" for r in S)), "sailings: Cancelled Yes in July 2023")
q("yes_no", "B", "Sea Thistle and the Duchess of Fell look like twins to me, are they sister ships?", yn("Duchess of Fell" in out("Sea Thistle", "sister_ship_of")), "KG: sister_ship_of")
# ------------------------------------------------------------ negation
q("negation", "V", "Which ports haven't got a linkspan?", [p for p in PORTS if "linkspan" not in out(p, "has facility")], "KG: all ports less those with facility linkspan")
q("negation", "V", "Big ships (5,000 GT upwards) that offer no wi-fi?", [v["Vessel"] for v in VS if v["gt"] >= 5000 and v["Wi-Fi"] == "No"], "vessels: Gross tonnage >= 5000, Wi-Fi No")
q("negation", "V", "Some captains have hopped from ship to ship. Which of those in command at the moment have never captained any other vessel?",
  [c for c in CAPT_NOW if len({f[2] for f in facts(CAP, c)}) == 1], "TKG: open captain of facts, persons with no other captain of fact")
q("negation", "V", "Ports without a harbour master in the records, past or present?", [p for p in PORTS if not facts(HMR, t=p)], "KG: all ports (lies on) less those in TKG harbour_master_of")
# ------------------------------------------------------------ time_point
q("time_point", "V", "Back in October 2015, which firm was running the St. Runa?", one(f[2] for f in facts(OPB, "St. Runa") if on(f, "2015-10-01") and on(f, "2015-10-31")), "TKG: operated by over October 2015")
q("time_point", "V", "port lorimer harbourmaster, 1/5/2019?", one(f[0] for f in facts(HMR, t="Port Lorimer") if on(f, "2019-05-01")), "TKG: harbour_master_of Port Lorimer on 2019-05-01")
q("time_point", "V", "What ships worked the Gannet Line on New Year's Day 2019?", [f[0] for f in facts(ASG, t="Gannet Line") if on(f, "2019-01-01")], "TKG: assigned to Gannet Line on 2019-01-01")
q("time_point", "V", "My uncle travelled on the Queen of Hask in the summer of 2016 and was fond of her captain. What was the name?",
  one(f[0] for f in facts(CAP, t="Queen of Hask") if on(f, "2016-06-01") and on(f, "2016-08-31")), "TKG: captain of Queen of Hask over summer 2016")
# ------------------------------------------------------------ before_after
hm = sorted(facts(HMR, t="Ostrand"), key=lambda f: f[3])
q("before_after", "V", "Jorunn Vik inherited the harbour at Ostrand from...?", hm[[f[0] for f in hm].index("Jorunn Vik") - 1][0], "TKG: harbour_master_of Ostrand, the fact before hers")
li = sorted(facts(CAP, t="Lady Ingrid"), key=lambda f: f[3])
q("before_after", "V", "When Einar Quistgard walked off the Lady Ingrid, who stepped into his shoes?", li[[f[0] for f in li].index("Einar Quistgaard") + 1][0], "TKG: captain of Lady Ingrid, the next fact (typo in the name)")
ar = one(f[3] for f in facts(OPB, "Auld Reliable", "Bluewater Passage"))
q("before_after", "V", "List the companies that ran Auld Reliable prior to Bluewater Passage.", [f[2] for f in facts(OPB, "Auld Reliable") if f[3] < ar], "TKG: operated by with earlier start")
# ------------------------------------------------------------ duration
q("duration", "N", "Nils Ravnkilde, harbour master of Skerry Bay: complete years in office?", full_years(one(facts(HMR, "Nils Ravnkilde", "Skerry Bay"))), "TKG: start to end, completed years")
q("duration", "V", "Out of the Sea Thistle's former captains, which one lasted longest aboard?", best({f[0]: days(f) for f in facts(CAP, t="Sea Thistle") if not open_(f)}), "TKG: longest closed captain of interval")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "V", "The quay at Puffin Cove is full of potholes. Which authority governs the island it's on?", one(out(one(out("Puffin Cove", "lies on")), "administered_by")), "KG: lies on, administered_by")
q("multi_hop", "V", "routes that bring me to Osmund island", [r for r in ROUTES if out(one(out(r, "arrives at")), "lies on") == ["Osmund"]], "KG: arrives at a port that lies on Osmund")
q("multi_hop", "V", "In what country did Catriona Linklater get her training?", one(out(one(out(one(out("Catriona Linklater", "trained_at")), "located in")), "in country")), "KG: trained_at, located in, in country")
# ------------------------------------------------------------ cross_source
q("cross_source", "N", "How much money came in on sailings whose officer has a home in Haskwick?",
  add(r["take"] for r in S if r["off"] and "Haskwick" in out(r["off"], "makes home in")), "KG: makes home in Haskwick; sailings: sum of Takings by Officer in charge")
q("cross_source", "N", "number of Norwegian-built ships on the vessel list", sum(out(one(out(v["Builder"], "located in")), "in country") == ["Norway"] for v in VS),
  "vessels: Builder; KG: located in, in country")
gr = SAIL["NL-8205"]
q("cross_source", "V", "A lady left her umbrella on the quay when she boarded NL-8205. Who was harbour master there that day?",
  one(f[0] for f in facts(HMR, t=one(out(gr["Route"], "departs from"))) if on(f, gr["date"])), "sailings: Route, Date; KG: departs from; TKG: harbour_master_of on that date")
q("cross_source", "N", "Add up the passengers of 2024 on the vessels that Bluewater Passage has now.",
  add(r["pax"] for r in S if r["year"] == "2024" and any(open_(f) for f in facts(OPB, r["Ship"], "Bluewater Passage"))), "TKG: open operated by Bluewater Passage; sailings: sum of Passengers in 2024")
q("cross_source", "N", "How many times in 2023 was the officer in charge not the ship's captain at that date? Leave out sailings with no officer entered.",
  sum(r["year"] == "2023" and bool(r["off"]) and r["off"] != one(f[0] for f in facts(CAP, t=r["Ship"]) if on(f, r["date"])) for r in S), "sailings: Officer in charge against TKG captain of on the Date")
dear = best({v["Vessel"]: v["price"] for v in VS})
q("cross_source", "V", "who's harbour master now at the home port of the ship we paid most for",
  one(f[0] for f in facts(HMR, t=SHIP[dear]["Home port"]) if open_(f)), "vessels: highest Price paid, Home port; TKG: open harbour_master_of")
q("cross_source", "V", "Which of today's captains are on a ship that came out of a Polish yard?",
  [c for c, s in CAPT_NOW.items() if out(one(out(SHIP[s]["Builder"], "located in")), "in country") == ["Poland"]], "TKG: open captain of; vessels: Builder; KG: located in, in country")
q("cross_source", "N", "Taking all departures out of Kirkhaven, how full in per cent were the boats on average?",
  mean(r["lf"] for r in S if out(r["Route"], "departs from") == ["Kirkhaven"]), "KG: departs from Kirkhaven; sailings: mean Load factor")
# ------------------------------------------------------------ missing
q("missing", "V", "Which boats lack an entry for their last dry docking?", [v["Vessel"] for v in VS if not v["dock"]], "vessels: empty Last dry-docked")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "R", "family of four, return ticket on the puffin run - what would that set me back?", [], "no ticket prices in any file, only takings per sailing")
q("unanswerable", "R", "How many life jackets are stowed on the Lady Ingrid?", [], "no safety equipment in any file")
q("unanswerable", "R", "I sailed on the Heather Bell in 2021. Who commanded her then?", [], "the TKG has no captain for Heather Bell")
q("unanswerable", "R", "Tell me since when Sturla Brandvold has been with us as a captain.", [], "no such person in any file")
q("unanswerable", "R", "On which crossing did the most people get seasick?", [], "no illness of passengers in any file")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
text = "".join(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
if "--check" in sys.argv:
    same = open(f"{HERE}/questions.jsonl", encoding="utf-8").read() == text
    print("questions.jsonl agrees" if same else "questions.jsonl DIFFERS")
    sys.exit(not same)
open(f"{HERE}/questions.jsonl", "w", encoding="utf-8").write(text)
print(dict(Counter(x["kind"] for x in Q)))
for x in Q:
    print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
