"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def rows(n):
    with open(path(n), encoding="utf-8", newline="") as f: return list(csv.DictReader(f))
def tsv(n):
    with open(path(n), encoding="utf-8", newline="") as f: return [tuple(r) for r in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
B, D, KG, TK = rows("bookings.csv"), rows("drives.csv"), tsv("safari.kg.tsv"), tsv("safari.tkg.tsv")

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "").replace("%", "")) if s.strip() else None
def iso(s): return dt.datetime.strptime(s, "%d-%b-%Y").date().isoformat()
REF, GUEST, CTRY, CD, LODGE, ARR, NTS, PAX, RATE, AG, DEP, ST, TRF = B[0].keys()
NO, DATE, SLOT, DCD, RES, GID, GUIDE, VEH, GS, KM, HRS, FUEL, SIGHT, SEEN, TIP, NOTE = D[0].keys()
def value(b): return num(b[RATE]) * num(b[NTS]) * num(b[PAX])
def sight(d): return d[SIGHT].lower()
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [x for x, y, z in KG if y == r and z == t]
def heads(r): return list(dict.fromkeys(h for h, y, t in KG if y == r))
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def facts(r, h=None, t=None): return sorted((f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def open_(f): return f[4] == ""
def on(f, day): return f[3] <= day and (open_(f) or day <= f[4])
def all_year(f, y): return f[3] <= f"{y}-01-01" and (open_(f) or f[4] >= f"{y}-12-31")
def days(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days
def full_years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def best(d, low=False):
    """the one key with the largest (smallest) value; fails on a tie"""
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[0][1] != s[1][1], s[:3]
    return s[0][0]
def top(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def total(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v or 0
    return c
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def table(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def bk(ref): return one_row(B, REF, ref)
def dr(no): return one_row(D, NO, no)
def one_row(rs, k, v):
    r = [x for x in rs if x[k] == v]
    assert len(r) == 1, v
    return r[0]
def yn(b): return ["yes" if b else "no"]
refs = lambda rs: [b[REF] for b in rs]
nos = lambda rs: [d[NO] for d in rs]
stayed = [b for b in B if b[ST] == "Stayed"]
LODGES, RESERVES, GUIDES, AGENTS, VEHICLES = heads("lies in"), heads("part of"), heads("trained at"), heads("commission rate"), heads("model")
NAME = {b[CD]: b[LODGE] for b in B}

# ------------------------------------------------------------ the files agree with each other
assert len({b[REF] for b in B}) == len(B) and len({d[NO] for d in D}) == len(D)
assert len({(b[CD], b[LODGE]) for b in B}) == len(NAME) == len(LODGES) and set(NAME.values()) == set(LODGES)
assert len({(d[GID], d[GUIDE]) for d in D}) == len({d[GID] for d in D}) == len({d[GUIDE] for d in D})
assert all(d[DCD] in NAME and d[RES] in RESERVES and d[GUIDE] in GUIDES and d[VEH] in VEHICLES for d in D)
assert all(b[AG] in AGENTS + ["Direct"] for b in B)
assert all(not d[SIGHT] or fwd(sight(d), "red list status") for d in D)
assert all(d[DATE] and iso(d[DATE])[:4] == "2024" for d in D) and all(iso(b[ARR])[:4] == "2024" for b in B)
for l in LODGES:            # KG and TKG agree on who is where now; one manager, owner and head guide at a time
    assert set(inv("based at", l)) == {f[0] for f in facts("guide at", t=l) if open_(f)}
    for fs in (facts("manager of", t=l), facts("owned by", l), facts("head guide of", t=l)):
        assert sum(map(open_, fs)) == 1 and all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:]))
for d in D:                 # guide and vehicle were at the lodge of the drive on that day
    assert any(on(f, iso(d[DATE])) for f in facts("guide at", d[GUIDE], NAME[d[DCD]]))
    assert any(on(f, iso(d[DATE])) for f in facts("stationed at", d[VEH], NAME[d[DCD]]))

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number":
        ans = [ans]
    if isinstance(ans, str):
        ans = [ans]
    ans = [fmt(x) for x in ans]
    assert typ == "refuse" or ans, text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"safari-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ,
              "answers": sorted(ans), "why": why})
V, N, Y, T = "values", "number", "boolean", "table"

# ------------------------------------------------------------ lookup
q("lookup", V, "Under whose name was reservation SB-2443 made?", bk("SB-2443")[GUEST], "bookings: Lead Guest of SB-2443")
q("lookup", V, "where did callum strachan do his guide training", fwd("Callum Strachan", "trained at"), "KG trained at")
q("lookup", N, "sb-2430, what are they paying per head and night?", num(bk("SB-2430")[RATE]), "bookings: Rate pppn of SB-2430")
q("lookup", V, "Which airstrip is the closest one for guests of Hamerkop House?", fwd("Hamerkop House", "nearest airstrip"), "KG nearest airstrip")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "brits who cancelled on us? booking refs pls", refs(b for b in B if b[CTRY] == "UK" and b[ST] == "Cancelled"), "bookings: Ctry UK, status Cancelled")
q("filter_list", V, "On which drives were more than 20 elephants counted? Please give the drive numbers.",
  nos(d for d in D if d[SIGHT] == "Elephant" and num(d[SEEN]) > 20), "drives: Main sighting Elephant, No. seen > 20")
q("filter_list", V, "guides who could take a group in french or portugese",
  [g for g in GUIDES if {"French", "Portuguese"} & set(fwd(g, "speaks"))], "KG speaks French or Portuguese")
q("filter_list", V, "Which guests appear as lead guest on more than two bookings, whatever became of those bookings?",
  [g for g, n in Counter(b[GUEST] for b in B).items() if n > 2], "bookings: rows by Lead Guest, more than 2")
# ------------------------------------------------------------ count
q("count", N, "How many of the Leadwood Camp bookings ended in an actual stay?", sum(b[LODGE] == "Leadwood Camp" for b in stayed), "bookings: LODGE NAME, status Stayed")
q("count", N, "night drives on the sheet - how many is that", sum(d[SLOT] == "Night" for d in D), "drives: Slot Night")
q("count", N, "How many of our guides learned the job at Umfolo Guide School?", len(inv("trained at", "Umfolo Guide School")), "KG trained at, read backwards")
q("count", N, "How many of the vehicles have covered more than 350 km each when you add up all their drives?",
  sum(v > 350 for v in total((d[VEH], num(d[KM])) for d in D).values()), "drives: sum of Dist km by Veh, groups above 350")
q("count", N, "americans booked thru wildefields, how many bookings? count the cancelled ones too if any",
  sum(b[CTRY] == "US" and b[AG] == "Wildefields" for b in B), "bookings: Ctry US, Agent Wildefields")
# ------------------------------------------------------------ sum
q("sum", N, "deposits we took on the cancelled bookings, total in usd??", sum(num(b[DEP]) or 0 for b in B if b[ST] == "Cancelled"), "bookings: sum of Dep. recd, status Cancelled")
q("sum", N, "How much accommodation revenue did the stays at Sundowner Rock that took place bring, that is rate per person and night times nights times persons?",
  sum(value(b) for b in stayed if b[LODGE] == "Sundowner Rock"), "bookings: sum of Rate x Nts x PAX, Sundowner Rock, Stayed")
q("sum", N, "litres of fuel UN-09 used on all its drives together", sum(num(d[FUEL]) for d in D if d[VEH] == "UN-09"), "drives: sum of Fuel L, Veh UN-09 (no empty cell)")
# ------------------------------------------------------------ average
q("average", N, "How many nights does a booking at Kingfisher Bend run for on average, taking every booking on the list?",
  mean(num(b[NTS]) for b in B if b[LODGE] == "Kingfisher Bend"), "bookings: mean Nts, Kingfisher Bend")
q("average", N, "avg tip on hendrikas drives? skip the ones with nothing entered", mean(num(d[TIP]) for d in D if d[GUIDE] == "Hendrika Vosloo"),
  "drives: mean TIP $, guide Hendrika Vosloo, empty left out")
q("average", N, "What is the mean duration, in hours, of a morning drive?", mean(num(d[HRS]) for d in D if d[SLOT] == "AM"), "drives: mean Dur. (hrs), Slot AM")
# ------------------------------------------------------------ min_max
q("min_max", N, "What is the highest nightly rate per person that any booking carries?", max(num(b[RATE]) for b in B), "bookings: max Rate pppn")
q("min_max", V, "when was the first drive that had lions as main sighting? need the date", min(iso(d[DATE]) for d in D if d[SIGHT] == "Lion"), "drives: earliest Date, Main sighting Lion")
q("min_max", N, "smallest wild dog pack anyone logged, how many dogs?", min(num(d[SEEN]) for d in D if d[SIGHT] == "Wild dog"), "drives: min No. seen, Wild dog")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which reserve is the largest by area?", best({r: num(one(fwd(r, "area in km2"))) for r in RESERVES}), "KG area in km2, largest")
q("superlative", V, "which drive clocked up the most km? only need its drive no", best({d[NO]: num(d[KM]) for d in D}), "drives: largest Dist km")
q("superlative", V, "Which lodge offers its guests the greatest number of activities?", best({l: len(fwd(l, "offers")) for l in LODGES}), "KG offers, counted by lodge")
# ------------------------------------------------------------ top_k
q("top_k", V, "3 biggest deposits we got, which bookings were that", top({b[REF]: num(b[DEP]) or 0 for b in B}, 3), "bookings: three largest Dep. recd")
q("top_k", V, "top 2 guides by nr of drives", top(Counter(d[GUIDE] for d in D), 2), "drives: rows by guide, two largest")
# ------------------------------------------------------------ comparison
q("comparison", V, "Which of these two drives earned the guide the bigger tip, GD502 or GD535?", best({n: num(dr(n)[TIP]) for n in ("GD502", "GD535")}), "drives: TIP $ of both")
q("comparison", V, "baobab ridge or fever tree - who has more tents", best({l: num(one(fwd(l, "number of tents"))) for l in ("Baobab Ridge", "Fever Tree Camp")}), "KG number of tents of both")
q("comparison", V, "Does Acacia & Ash Travel or Kestrel Journeys account for more bookings?",
  best({a: sum(b[AG] == a for b in B) for a in ("Acacia & Ash Travel", "Kestrel Journeys")}), "bookings: rows of each Agent")
# ------------------------------------------------------------ difference
sl = Counter(d[SLOT] for d in D)
q("difference", N, "By how many do the afternoon drives outnumber the night drives?", sl["PM"] - sl["Night"], "drives: Slot counts PM and Night, subtracted")
com = lambda a: num(one(fwd(a, "commission rate")))
q("difference", N, "nordlicht vs wildefields: how many percentage points is there between their comission", abs(com("Nordlicht Reisen") - com("Wildefields")), "KG commission rate of both, subtracted")
im = [dt.date.fromisoformat(iso(b[ARR])) for b in B if b[GUEST] == "Imogen Fairclough"]
q("difference", N, "How many days lie between the first and the last arrival date of Imogen Fairclough's bookings?", (max(im) - min(im)).days, "bookings: max - min Arr. Date of that Lead Guest")
# ------------------------------------------------------------ percent
q("percent", N, "What percentage of all bookings on the list has been cancelled?", 100 * sum(b[ST] == "Cancelled" for b in B) / len(B), "bookings: share of rows with status Cancelled")
q("percent", N, "share of drives w/o any tip written down (%)", 100 * sum(not d[TIP] for d in D) / len(D), "drives: share of rows with empty TIP $")
# ------------------------------------------------------------ group_by
q("group_by", T, "Please show for every reserve how many kinds of animals it is home to.", table({r: len(fwd(r, "home to")) for r in RESERVES}), "KG home to, counted by reserve")
q("group_by", T, "heads per lodge pls, only bookings that stayed", table(total((b[LODGE], num(b[PAX])) for b in stayed)), "bookings: sum of PAX by LODGE NAME, status Stayed")
q("group_by", T, "Break the bookings down by type of transfer with the number of each, leaving out those without an entry.",
  table(Counter(b[TRF] for b in B if b[TRF])), "bookings: rows by Trf, empty left out")
q("group_by", T, "km each vehicle did altogether", table(total((d[VEH], num(d[KM])) for d in D)), "drives: sum of Dist km by Veh")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "In which reserve did the most drives take place?", best(Counter(d[RES] for d in D)), "drives: rows by RESERVE, largest")
q("group_superlative", V, "which agency made us the most money? only stays that happend, rate x nights x pax, and direct isnt an agency",
  best(total((b[AG], value(b)) for b in stayed if b[AG] != "Direct")), "bookings: sum of Rate x Nts x PAX by Agent, Stayed, without Direct; largest")
nd = Counter(d[GUIDE] for d in D)
q("group_superlative", V, "Considering only guides with at least five drives, who receives the highest average tip (drives without a tip entry left out)?",
  best({g: mean(num(d[TIP]) for d in D if d[GUIDE] == g) for g, n in nd.items() if n >= 5}), "drives: guides with 5 rows or more, mean recorded TIP $, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", Y, "guest asks about canoeing. do they do that at kingfisher bend?", yn("canoeing" in fwd("Kingfisher Bend", "offers")), "KG offers")
q("yes_no", Y, "did any drive get a black rhino as the main sighting?", yn(any(d[SIGHT] == "Black rhino" for d in D)), "drives: Main sighting Black rhino")
q("yes_no", Y, "Has Stephen Kalumba ever been in charge of Kingfisher Bend as manager?", yn(bool(facts("manager of", "Stephen Kalumba", "Kingfisher Bend"))), "TKG manager of: Fever Tree Camp and Marula House only")
q("yes_no", Y, "any no shows at marula house?", yn(any(b[LODGE] == "Marula House" and b[ST] == "No show" for b in B)), "bookings: status No show at Marula House")
# ------------------------------------------------------------ negation
q("negation", V, "Which of the lodges do not have night drives among their activities?", [l for l in LODGES if "night drive" not in fwd(l, "offers")], "KG: all lodges less those offering night drive")
kar = {sight(d) for d in D if d[RES] == "Karoma Game Reserve"}
q("negation", V, "what animals is karoma supposed to have that never came up as main sighting on a drive there",
  [a for a in fwd("Karoma Game Reserve", "home to") if a not in kar], "KG home to less Main sighting of the drives in the reserve")
hg = {f[0] for f in facts("head guide of")}
q("negation", V, "Which of our present guides have never been head guide anywhere?", [g for g in GUIDES if g not in hg], "KG guides less anyone with a head-guide fact in the TKG")
q("negation", N, "stayed bookings that did NOT come direct, how many?", sum(b[AG] != "Direct" for b in stayed), "bookings: status Stayed, Agent not Direct")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was the manager of Marula House on 1 January 2020?", one(f[0] for f in facts("manager of", t="Marula House") if on(f, "2020-01-01")), "TKG manager of on that day")
q("time_point", V, "who did kingfisher bend belong to in 2019", one(f[2] for f in facts("owned by", "Kingfisher Bend") if all_year(f, 2019)), "TKG owned by covering 2019")
q("time_point", V, "Which vehicles were stationed at Marula House on 31 July 2023?", [f[0] for f in facts("stationed at", t="Marula House") if on(f, "2023-07-31")], "TKG stationed at on that day")
q("time_point", V, "who was on the leadwood guide team on 20 may 2024", [f[0] for f in facts("guide at", t="Leadwood Camp") if on(f, "2024-05-20")], "TKG guide at on that day")
# ------------------------------------------------------------ before_after
hm = [f[0] for f in facts("manager of", t="Hamerkop House")]
q("before_after", V, "zanele mthimkhulu took over as manager at hamerkop from who", hm[hm.index("Zanele Mthimkhulu") - 1], "TKG manager of, the fact before hers")
lp = [f[2] for f in facts("patrolled by", "Lumbwe Floodplain")]
q("before_after", V, "the red oxpecker people stopped patroling lumbwe at some point. who took over from them?", lp[lp.index("Red Oxpecker Rangers") + 1], "TKG patrolled by, the next fact")
q("before_after", V, "Which people started as manager of one of the lodges after 1 January 2023?",
  sorted({f[0] for f in facts("manager of") if f[3] > "2023-01-01"}), "TKG manager of with start after that day, distinct persons")
# ------------------------------------------------------------ duration
q("duration", N, "For how many complete years was Anton van Schalkwyk manager of Hamerkop House?", full_years(one(facts("manager of", "Anton van Schalkwyk", "Hamerkop House"))), "TKG start to end, completed years")
b43 = bk("SB-2443")
q("duration", V, "SB-2443 - they stay all their nights, so what date do they check out?",
  (dt.date.fromisoformat(iso(b43[ARR])) + dt.timedelta(int(b43[NTS]))).isoformat(), "bookings: Arr. Date + Nts")
q("duration", V, "Among the guides we have now, who has been working at the same lodge for the longest time?",
  best({f[0]: f[3] for f in facts("guide at") if open_(f)}, low=True), "TKG: open guide-at fact with the earliest start")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "Which airlines serve the airstrip that is nearest to Fever Tree Camp?", fwd(one(fwd("Fever Tree Camp", "nearest airstrip")), "served by"), "KG nearest airstrip > served by")
q("multi_hop", V, "client wants cheetahs. which lodges lie in a reserve that has them",
  sorted({l for r in inv("home to", "cheetah") for l in inv("lies in", r)}), "KG home to backwards, then lies in backwards")
q("multi_hop", V, "which provnce is the lodge of lazarus munyandi in", fwd(one(fwd(one(fwd("Lazarus Munyandi", "based at")), "lies in")), "part of"), "KG based at > lies in > part of")
# ------------------------------------------------------------ cross_source
b29 = bk("SB-2429")
q("cross_source", V, "Who was manager of the lodge in question on the day the guests of booking SB-2429 arrived?",
  one(f[0] for f in facts("manager of", t=b29[LODGE]) if on(f, iso(b29[ARR]))), "bookings: LODGE NAME, Arr. Date; TKG manager of on that day")
q("cross_source", N, "what do we owe wildefields in commission? take all their stays that happened, rate x nights x pax, times their percentage",
  sum(value(b) for b in stayed if b[AG] == "Wildefields") * com("Wildefields") / 100, "bookings: sum of Rate x Nts x PAX, Wildefields, Stayed; KG commission rate")
q("cross_source", N, "How many drives were led by a guide who speaks German?", sum("German" in fwd(d[GUIDE], "speaks") for d in D), "drives: guide; KG speaks")
q("cross_source", V, "drives that went to a different reserve than the one their lodge lies in? drive nos",
  nos(d for d in D if d[RES] != one(fwd(NAME[d[DCD]], "lies in"))), "drives: Lodge Cd, RESERVE; bookings: lodge name of the code; KG lies in")
q("cross_source", N, "On how many drives was the main sighting an animal whose red list status is Vulnerable?",
  sum(bool(d[SIGHT]) and fwd(sight(d), "red list status") == ["Vulnerable"] for d in D), "drives: Main sighting; KG red list status")
gl = {f[0] for f in facts("owned by", t="Greenlake Hospitality") if open_(f)}
q("cross_source", N, "follow the money for me: accomodation takings (rate x nights x pax) of all stayed bookings in the lodges greenlake owns today",
  sum(value(b) for b in stayed if b[LODGE] in gl), "TKG open owned by Greenlake Hospitality; bookings: sum of Rate x Nts x PAX, Stayed")
q("cross_source", V, "Which drives report as main sighting an animal that the reserve they went to is not listed as home to? Drive numbers, please.",
  nos(d for d in D if d[SIGHT] and sight(d) not in fwd(d[RES], "home to")), "drives: Main sighting, RESERVE; KG home to")
# ------------------------------------------------------------ missing
q("missing", V, "For which bookings has no deposit been entered?", refs(b for b in B if not b[DEP]), "bookings: empty Dep. recd")
q("missing", V, "fuel figure missing on which drives? not EV-10 obviously, thats electric", nos(d for d in D if not d[FUEL] and d[VEH] != "EV-10"), "drives: empty Fuel L, Veh not EV-10")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "refuse", "Which lodge got the best reviews from its guests?", [], "no reviews or ratings in any file")
q("unanswerable", "refuse", "how old is thabo ndlelane", [], "no birth dates or ages in any file")
q("unanswerable", "refuse", "How many lions live in Karoma Game Reserve altogether?", [], "no populations in any file, only what single drives saw")
q("unanswerable", "refuse", "what salary does the baobab ridge manager get", [], "no salaries in any file")
q("unanswerable", "refuse", "For what reason was booking SB-2417 cancelled?", [], "the status is given, no reason for it")
q("unanswerable", "refuse", "whats the number plate of LC-03?", [], "no registration plates in any file, only fleet numbers")
q("unanswerable", "refuse", "How many persons are on booking SB-2487?", [], "there is no booking SB-2487 (the list ends with SB-2455)")
q("unanswerable", "refuse", "what did hank lindenmeyer spend at the bar", [], "no bar or extras bills in any file")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
out = "".join(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
if "--check" in sys.argv:
    old = open(path("questions.jsonl"), encoding="utf-8").read()
    for a, b in zip(old.splitlines(), out.splitlines()):
        if a != b: print("file:    ", a, "\ncomputed:", b)
    print("questions.jsonl agrees" if old == out else "questions.jsonl DIFFERS")
    sys.exit(old != out)
open(path("questions.jsonl"), "w", encoding="utf-8").write(out)
print(dict(Counter(x["kind"] for x in Q)))
for x in Q:
    print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
