"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares and prints the differences)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def table(n):
    with open(path(n), encoding="utf-8", newline="") as f: return list(csv.DictReader(f))
def triples(n):
    with open(path(n), encoding="utf-8", newline="") as f:
        return [tuple(r) for r in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
E, B, KG, TK = table("entries.csv"), table("bookings.csv"), triples("choirfest.kg.tsv"), triples("choirfest.tkg.tsv")

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "")) if s.strip() else None
def day(s): return dt.datetime.strptime(s, "%d/%m/%Y").date().isoformat() if s.strip() else None
CH, CL, CN, CO, PC, ST, NO = "CHOIR", "Cl.", "Class name", "Cond.", "Own-choice pc", "status", "Entry no"
VN, USE, REF, BS, BY = "VENUE", "used for", "Bkg ref", "Booking STATUS", "Booked by"
def score(e): return num(e["Score /100"])
def fee(e): return num(e["Entry fee (£)"])
def mins(e): return num(e["Perf time (mins)"])
def cost(b): return num(b["Hire cost (£)"])
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [x for x, y, z in KG if y == r and z == t]
def uniq(xs): return list(dict.fromkeys(xs))
def one(xs):
    xs = uniq(xs)
    assert len(xs) == 1, xs
    return xs[0]
def row(rows, **kv): return one_([r for r in rows if all(r[k] == v for k, v in kv.items())])
def one_(rows):
    assert len(rows) == 1, rows
    return rows[0]
def ent(no): return one_([e for e in E if e[NO] == no])
def bkg(ref): return one_([b for b in B if b[REF] == ref])
def cls(name): return [e for e in E if e[CN] == name]
def facts(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def on(f, d): return f[3] <= d and (not f[4] or d <= f[4])
def open_(f): return f[4] == ""
def all_year(f, y): return on(f, f"{y}-01-01") and on(f, f"{y}-12-31")
def any_year(f, y): return f[3] <= f"{y}-12-31" and (open_(f) or f[4] >= f"{y}-01-01")
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
    for k, v in pairs: c[k] += v
    return c
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def rows_(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def yn(b): return ["yes" if b else "no"]
def full_years(a, b):
    a, b = dt.date.fromisoformat(a), dt.date.fromisoformat(b)
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def length(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days
refs = lambda rows: [b[REF] for b in rows]
nos = lambda rows: [e[NO] for e in rows]
live = [b for b in B if b[BS] != "Cancelled"]
conf = [b for b in B if b[BS] == "Confirmed"]
V, N, L, T = "values", "number", "boolean", "table"

# ------------------------------------------------------------ the data hang together
CHOIRS = uniq(h for h, r, t in KG if r == "based in")
CLASSES = uniq(h for h, r, t in KG if r == "prize money (£)")
VENUES = uniq(h for h, r, t in KG if r == "located in")
vname = {b["Venue Code"]: b[VN] for b in B}
town = lambda c: one(fwd(c, "based in"))
assert set(CHOIRS) == {e[CH] for e in E} and set(CLASSES) == {e[CN] for e in E} and set(VENUES) == {b[VN] for b in B}
assert all(len({b[VN] for b in B if b["Venue Code"] == v}) == 1 for v in vname) and all(e["V. code"] in vname for e in E)
assert len({(e[CH], e[CL]) for e in E}) == len(E) and len({(e[CL], e[CN]) for e in E}) == len(CLASSES)
assert all(e[CO] == f[0] for f in facts("music director of") if open_(f) for e in E if e[CH] == f[2])
assert all((e["Score /100"] == "") for e in E if e[ST] != "Performed")

Q = []
def q(kind, typ, text, ans, why):
    if isinstance(ans, str) or typ == N: ans = [ans]
    ans = [fmt(x) for x in ans]
    assert (typ == "refuse") == (not ans), text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"choirfest-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ,
              "answers": sorted(ans), "why": why})

# ------------------------------------------------------------ lookup
q("lookup", V, "Who accompanies the Ashcombe Singers?", fwd("Ashcombe Singers", "accompanist"), "KG accompanist")
q("lookup", N, "score for E153 pls", score(ent("E153")), "entries: Score of E153")
q("lookup", V, "What piece did the Larkfield Sisters bring along for the gospel class?",
  row(cls("Gospel & Spiritual"), **{CH: "The Larkfield Sisters"})[PC], "entries: Own-choice pc of The Larkfield Sisters in Gospel & Spiritual")
q("lookup", V, "invoice no for the prizegiving in the cathedral??", row(B, **{USE: "Prize-giving", VN: "Harrowmere Cathedral"})["Inv. no"],
  "bookings: Inv. no of the Prize-giving row")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "Which choirs pulled out of a class this year? I only need the choir names.", uniq(e[CH] for e in E if e[ST] == "Withdrawn"),
  "entries: CHOIR where status Withdrawn")
q("filter_list", V, "everything that scored over 90, entry numbers", nos(e for e in E if score(e) is not None and score(e) > 90),
  "entries: Score > 90 (90.0 itself is not over 90)")
q("filter_list", V, "Please list the booking references of all workshops that cost us more than £150 in hire.",
  refs(b for b in B if b[USE] == "Workshop" and cost(b) > 150), "bookings: used for Workshop, Hire cost > 150")
q("filter_list", V, "who sits on the jury for sacred music", inv("adjudicates", "Sacred Music"), "KG adjudicates, read backwards")
q("filter_list", V, "pieces w/ welsh words", inv("sung in", "Welsh"), "KG sung in Welsh, read backwards")
# ------------------------------------------------------------ count
per_choir = Counter(e[CH] for e in E)
q("count", N, "How many choirs put in exactly three entries?", sum(v == 3 for v in per_choir.values()), "entries: rows by CHOIR, those with 3")
choirs_of = {c: {e[CH] for e in E if e[CO] == c} for c in {e[CO] for e in E}}
q("count", N, "how many conducters are here with more than one choir", sum(len(s) > 1 for s in choirs_of.values()),
  "entries: distinct CHOIR by Cond., those with 2 or more")
q("count", N, "entries recieved after the end of march 2025 - how many?", sum(day(e["Recd"]) > "2025-03-31" for e in E), "entries: Recd after 31/03/2025")
seats = {b[VN]: num(b["Seats (cap.)"]) for b in B}
q("count", N, "how many of the halls seat 500 or more? only where we know the capcity", sum(s is not None and s >= 500 for s in seats.values()),
  "bookings: distinct VENUE with Seats >= 500")
# ------------------------------------------------------------ sum
q("sum", N, "What does the hire of venues for the competition sessions come to altogether, leaving out what was cancelled?",
  sum(cost(b) for b in live if b[USE] == "Competition"), "bookings: sum of Hire cost, Competition, not Cancelled")
q("sum", N, "How much entry money in £ is still outstanding? I mean all fees without a payment date, whatever happened to the entry later.",
  sum(fee(e) for e in E if not e["Fee pd on"]), "entries: sum of Entry fee where Fee pd on is empty")
assert all(mins(e) is not None for e in cls("Youth Under 18"))
q("sum", N, "total singing time of the under 18 class, in minutes", sum(mins(e) for e in cls("Youth Under 18")), "entries: sum of Perf time, Youth Under 18")
# ------------------------------------------------------------ average
q("average", N, "mean mark in the folk class? skip entrys without one", mean(score(e) for e in cls("Folk Arrangement")),
  "entries: mean Score, Folk Arrangement, empty left out")
assert all(e["No. singers"] and e[ST] == "Performed" for e in cls("Mixed Voices Chamber"))
q("average", N, "On average, how many singers does an entry in the Mixed Voices Chamber class have?", mean(num(e["No. singers"]) for e in cls("Mixed Voices Chamber")),
  "entries: mean No. singers, Mixed Voices Chamber")
q("average", N, "What do we pay for the hire of a rehearsal slot on average, if you count only confirmed bookings?",
  mean(cost(b) for b in conf if b[USE] == "Rehearsal"), "bookings: mean Hire cost, Rehearsal, Confirmed")
# ------------------------------------------------------------ min_max
q("min_max", V, "On what date did the very first entry form arrive?", min(day(e["Recd"]) for e in E), "entries: earliest Recd")
q("min_max", N, "worst score anybody got in mixed voices open?", min(score(e) for e in cls("Mixed Voices Open") if score(e) is not None),
  "entries: min Score, Mixed Voices Open")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which choir has existed the longest, as far as we know the founding years?",
  best({h: int(t) for h, r, t in KG if r == "founded in"}, low=True), "KG founded in, earliest year")
q("superlative", V, "whos the youngest composer we have a birth year for", best({h: int(t) for h, r, t in KG if r == "year of birth"}), "KG year of birth, latest")
q("superlative", V, "Our most expensive single booking: at which venue was it?", bkg(best({b[REF]: cost(b) for b in B}))[VN],
  "bookings: VENUE of the row with the largest Hire cost")
# ------------------------------------------------------------ top_k
q("top_k", V, "best three choirs in sacred music by points", top({e[CH]: score(e) for e in cls("Sacred Music") if score(e) is not None}, 3),
  "entries: three largest Score, Sacred Music")
prize = {c: float(one(fwd(c, "prize money (£)"))) for c in CLASSES}
q("top_k", V, "Name the four classes that carry the highest prize money.", top(prize, 4), "KG prize money, four largest")
q("top_k", V, "top 3 venues by hire spend pls, w/o cancelled bookings", top(total((b[VN], cost(b)) for b in live), 3),
  "bookings: sum of Hire cost by VENUE, not Cancelled, three largest")
# ------------------------------------------------------------ comparison
q("comparison", V, "cheaper room hire: opening concert or gala concert?",
  best({u: cost(row(B, **{USE: u})) for u in ("Opening concert", "Gala concert")}, low=True), "bookings: Hire cost of both")
q("comparison", V, "barbershop vs gospel - which of those classes drew more entries?",
  best({c: len(cls(c)) for c in ("Barbershop & Close Harmony", "Gospel & Spiritual")}), "entries: rows of each Class name")
# ------------------------------------------------------------ difference
ps = {e["Award"]: score(e) for e in cls("Primary Schools") if e["Award"] in ("1st", "2nd")}
q("difference", N, "points gap winner/runner-up, primary schools", ps["1st"] - ps["2nd"], "entries: Score of 1st minus Score of 2nd")
yr = lambda c: int(one(fwd(c, "founded in")))
q("difference", N, "How many years older is the Thrapley Colliery Male Choir than the Penbury Male Voice Choir?",
  yr("Penbury Male Voice Choir") - yr("Thrapley Colliery Male Choir"), "KG founded in, subtracted")
spend = total((b[USE], cost(b)) for b in live)
q("difference", N, "we spend more on hiring rooms for workshops than for committee mtgs. how many pounds more all in all?",
  spend["Workshop"] - spend["Committee mtg"], "bookings: sum of Hire cost of both uses (none of them cancelled), subtracted")
assert all(b[BS] == "Confirmed" for b in B if b[USE] in ("Workshop", "Committee mtg"))
# ------------------------------------------------------------ percent
q("percent", N, "What share of all entries, in per cent, ended up as withdrawn?", 100 * sum(e[ST] == "Withdrawn" for e in E) / len(E), "entries: status Withdrawn / all rows")
q("percent", N, "% of confirmed bookings where no deposit is recorded", 100 * sum(not b["Deposit pd (£)"] for b in conf) / len(conf),
  "bookings: Confirmed rows with empty Deposit pd / Confirmed rows")
q("percent", N, "Of the total entry fees we charged, what percentage falls on the Sacred Music class?", 100 * sum(map(fee, cls("Sacred Music"))) / sum(map(fee, E)),
  "entries: sum of Entry fee, Sacred Music / all")
# ------------------------------------------------------------ group_by
q("group_by", T, "Number of entries by class name, please.", rows_(Counter(e[CN] for e in E)), "entries: rows by Class name")
q("group_by", T, "hire cost split by what the room was used for (cancelled ones out)", rows_(spend), "bookings: sum of Hire cost by used for, not Cancelled")
q("group_by", T, "how many choirs per home town", rows_(Counter(town(c) for c in CHOIRS)), "KG based in, counted by town")
chairs_now = {f[2]: f[0] for f in facts("chair of") if open_(f)}
q("group_by", T, "For each committee that has a chair at the moment: who is it?", rows_(chairs_now), "TKG open chair-of facts by committee")
# ------------------------------------------------------------ group_superlative
marks = defaultdict(list)
for e in E:
    if score(e) is not None: marks[e[CO]].append(score(e))
q("group_superlative", V, "Among the conductors with at least three marked entries, whose entries have the best average score?",
  best({c: mean(m) for c, m in marks.items() if len(m) >= 3}), "entries: mean Score by Cond., those with 3 or more scores, largest")
q("group_superlative", V, "who made the most venue bookings", best(Counter(b[BY] for b in B)), "bookings: rows by Booked by, largest")
q("group_superlative", V, "class that brings in most entry fees?", best(total((e[CN], fee(e)) for e in E)), "entries: sum of Entry fee by Class name, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", L, "Has the Dunmoor Girls' Choir ever held the Castlemaine Rose Bowl?", yn(facts("holder of", "Dunmoor Girls' Choir", "Castlemaine Rose Bowl")),
  "TKG holder of: only the Brightwen Shield")
q("yes_no", L, "was duncan maclehose ever music director of the thrapley colliery lot?", yn(facts("music director of", "Duncan Maclehose", "Thrapley Colliery Male Choir")),
  "TKG music director of")
q("yes_no", L, "have all the choirs in primary schools paid up?", yn(all(e["Fee pd on"] for e in cls("Primary Schools"))), "entries: Fee pd on filled in every Primary Schools row")
q("yes_no", L, "did anyone in sacred music end up with less than 80 points", yn(any(score(e) is not None and score(e) < 80 for e in cls("Sacred Music"))),
  "entries: lowest Score in Sacred Music is 80.0")
# ------------------------------------------------------------ negation
backed_now = {f[2] for f in facts("sponsor of") if open_(f)}
q("negation", V, "Which classes are without a sponsor at present?", [c for c in CLASSES if c not in backed_now], "KG all classes less those with an open sponsor-of fact in the TKG")
q("negation", V, "choirs with no accompanist on our list?", [c for c in CHOIRS if not fwd(c, "accompanist")], "KG all choirs less those with an accompanist")
q("negation", V, "At which of the venues has no workshop been booked at all?", [v for v in VENUES if not any(b[VN] == v and b[USE] == "Workshop" for b in B)],
  "bookings: all venues less those with a Workshop row")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was in the chair of the Finance Committee on 1 March 2022?", one(f[0] for f in facts("chair of", t="Finance Committee") if on(f, "2022-03-01")),
  "TKG chair of on that day")
yu = [f for f in facts("sponsor of", t="Youth Under 18") if any_year(f, 2022)]
assert all(all_year(f, 2022) for f in yu)
q("time_point", V, "sponsors of the youth class in 2022?", [f[0] for f in yu], "TKG sponsor of covering 2022 (two at once)")
q("time_point", V, "Which choir had the Brightwen Shield in its cabinet on New Year's Day 2021?", one(f[0] for f in facts("holder of", t="Brightwen Shield") if on(f, "2021-01-01")),
  "TKG holder of on that day")
# ------------------------------------------------------------ before_after
def seq(r, t): return [f[0] for f in sorted(facts(r, t=t), key=lambda f: f[3])]
vd = seq("music director of", "Vox Dunmoor")
q("before_after", V, "vox dunmoor, who led them before tobiah crale came", vd[vd.index("Tobiah Crale") - 1], "TKG music director of, the fact before his")
mv = seq("sponsor of", "Male Voice")
q("before_after", V, "wyvern water dropped the male voice class. who stepped in after them", mv[mv.index("Wyvern Water") + 1], "TKG sponsor of, the next fact")
q("before_after", V, "In which committees has another person taken over the chair since the beginning of 2023?",
  uniq(f[2] for f in facts("chair of") if f[3] >= "2023-01-01"), "TKG chair of with start from 2023-01-01")
# ------------------------------------------------------------ duration
ch = one_(facts("chair of", "Colm Hegarty", "Venues Committee"))
q("duration", N, "How many complete years did Colm Hegarty chair the Venues Committee?", full_years(ch[3], ch[4]), "TKG start to end, completed years")
rk = one_(facts("music director of", "Ruth Kettlewell", "Harrowmere Ladies' Choir"))
assert open_(rk)
q("duration", N, "On 24 May 2025, how many full years had ruth kettlewell been in charge of the Harrowmere Ladies?", full_years(rk[3], "2025-05-24"),
  "TKG music director of, start to that day, completed years")
q("duration", V, "who kept the rose bowl longest in one go? leave out whoever has it now",
  {f[3]: f for f in facts("holder of", t="Castlemaine Rose Bowl")}[best({f[3]: length(f) for f in facts("holder of", t="Castlemaine Rose Bowl") if not open_(f)})][0],
  "TKG holder of, ended facts, longest")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In what county is Vox Dunmoor at home?", fwd(town("Vox Dunmoor"), "in county"), "KG based in > in county")
q("multi_hop", V, "Which pieces were written by composers who were born in Port Ennis?", uniq(p for c in inv("born in", "Port Ennis") for p in inv("composed by", c)),
  "KG born in backwards, then composed by backwards")
q("multi_hop", V, "acompanists of choirs from ennisshire, names please", uniq(a for c in CHOIRS if fwd(town(c), "in county") == ["Ennisshire"] for a in fwd(c, "accompanist")),
  "KG in county + based in + accompanist")
# ------------------------------------------------------------ cross_source
q("cross_source", N, "How many of this year's entries come from choirs based in Northmarch?", sum(fwd(town(e[CH]), "in county") == ["Northmarch"] for e in E),
  "entries by CHOIR, KG based in + in county")
q("cross_source", N, "How much prize money is attached, all told, to the classes that Dunmoor Building Society sponsors today?",
  sum(prize[f[2]] for f in facts("sponsor of", "Dunmoor Building Society") if open_(f)), "TKG open sponsor of, KG prize money, summed")
dth = [e for e in E if vname[e["V. code"]] == "Dunmoor Town Hall"]
assert all(e[ST] == "Performed" for e in dth) and one(fwd("Dunmoor Town Hall", "located in")) == "Great Dunmoor"
q("cross_source", V, "Several choirs sang in Dunmoor Town Hall. Which of them are not from Great Dunmoor?", uniq(e[CH] for e in dth if town(e[CH]) != "Great Dunmoor"),
  "entries by V. code, bookings for the venue's name, KG based in")
rnc = inv("trained at", "Royal Northmarch Conservatoire")
q("cross_source", N, "avg score of entries whose conductor trained at the Royal Northmarch Conservatoire?", mean(score(e) for e in E if e[CO] in rnc),
  "KG trained at backwards; entries: mean Score by Cond., empty left out")
q("cross_source", V, "VB-014 - whoever booked it, which comittee are they chairing now", one(c for c, p in chairs_now.items() if p == bkg("VB-014")[BY]),
  "bookings: Booked by; TKG open chair of")
q("cross_source", V, "Which entries were conducted by the very person who composed the piece? Entry numbers.", nos(e for e in E if e[CO] in fwd(e[PC], "composed by")),
  "entries: Cond. equals KG composed by of Own-choice pc")
q("cross_source", N, "what did we spend on venues in harrowmere? cancelled bookings not counted", sum(cost(b) for b in live if fwd(b[VN], "located in") == ["Harrowmere"]),
  "bookings: sum of Hire cost, not Cancelled; KG located in")
lm = one(f[2] for f in facts("sponsor of", "Loxleigh Motor Group") if open_(f))
q("cross_source", V, "Which conductor won the class that Loxleigh Motor Group is backing at the moment?", one(e[CO] for e in cls(lm) if e["Award"] == "1st"),
  "TKG open sponsor of; entries: Cond. of the row with Award 1st in that class")
# ------------------------------------------------------------ missing
q("missing", V, "For which entries has nobody filled in the piece they chose?", nos(e for e in E if not e[PC]), "entries: empty Own-choice pc")
q("missing", V, "bookings that are confirmed but theres no invoice yet - refs?", refs(b for b in conf if not b["Inv. no"]), "bookings: Confirmed with empty Inv. no")
q("missing", V, "for which venue is the number of seats not on file", one(v for v, s in seats.items() if s is None), "bookings: VENUE with empty Seats")
# ------------------------------------------------------------ unanswerable
R = "refuse"
q("unanswerable", R, "email of Tilda Roper?", [], "no contact details in any file")
q("unanswerable", R, "How many tickets were sold for the gala concert?", [], "only seats and hire, no ticket sales")
q("unanswerable", R, "Which choir had to travel the most miles to its performance?", [], "no distances in any file")
e157 = row(cls("Folk Arrangement"), **{CH: "Callowby Community Choir"})
assert score(e157) is None and e157[ST] == "Performed"
q("unanswerable", R, "what did callowby community choir score in folk", [], "entries: they performed, but their Score is empty")
assert not fwd("Rhys Talgarth", "year of birth")
q("unanswerable", R, "How old is Rhys Talgarth?", [], "KG has years of birth for composers only, he is none")
q("unanswerable", R, "How much does Wyvern Water pay us a year for sponsoring the youth class?", [], "TKG has no amounts; the prize money is not what a sponsor pays")
q("unanswerable", R, "who won mixed voices open back in 2019?", [], "entries are of 2025 only")
q("unanswerable", R, "In which key is Winter Vespers written?", [], "no keys in any file")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
if "--check" in sys.argv:
    with open(path("questions.jsonl"), encoding="utf-8") as f: old = {x["id"]: x for x in map(json.loads, f)}
    new = {x["id"]: x for x in Q}
    bad = [i for i in sorted(old.keys() | new.keys()) if old.get(i) != new.get(i)]
    for i in bad: print(i, "file:", old.get(i), "computed:", new.get(i), sep="\n  ")
    print("questions.jsonl DIFFERS" if bad else "questions.jsonl agrees")
    sys.exit(bool(bad))
with open(path("questions.jsonl"), "w", encoding="utf-8") as f:
    for x in Q: f.write(json.dumps(x, ensure_ascii=False) + "\n")
print(dict(Counter(x["kind"] for x in Q)))
for x in Q: print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
