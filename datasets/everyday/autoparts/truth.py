"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares and prints the differences)."""
import csv, datetime as dt, json, os, sys
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def table(n):
    with open(path(n), encoding="utf-8", newline="") as f: return list(csv.DictReader(f))
def tsv(n):
    with open(path(n), encoding="utf-8", newline="") as f:
        return [tuple(r) for r in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
S, D, KG, TK = table("stock.csv"), table("deliveries.csv"), tsv("autoparts.kg.tsv"), tsv("autoparts.tkg.tsv")
assert all(len(x) == 3 for x in KG) and all(len(x) == 5 for x in TK)

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "")) if s.strip() else None
def iso(s): return dt.datetime.strptime(s, "%d.%m.%Y").date().isoformat() if s.strip() else None
def gap(a, b): return (dt.date.fromisoformat(b) - dt.date.fromisoformat(a)).days
for s in S:
    s.update(art=s["Art.No"], grp=s["prod. grp"], qty=num(s["Qty in stock"]), minq=num(s["Min. qty"]), cost=num(s["cost (EUR/pc)"]),
             lst=num(s["List EUR"]), wt=num(s["Wt (kg)"]), counted=iso(s["last counted"]))
for d in D:
    d.update(note=d["Del. note"], date=iso(d["Dlv date"]), art=d["art no"], pcs=num(d["pcs"]), disc=num(d["Disc %"]), net=num(d["Net (EUR)"]),
             ret=num(d["retd pcs"]) or 0, paid=iso(d["paid on"]))
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def part(a): return one_row(S, "art", a)
def note(n): return one_row(D, "note", n)
def one_row(rows, k, v):
    r = [x for x in rows if x[k] == v]
    assert len(r) == 1, (k, v)
    return r[0]
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [h for h, y, z in KG if y == r and z == t]
def heads(r): return list(dict.fromkeys(h for h, y, t in KG if y == r))
def facts(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def on(f, day): return f[3] <= day and (not f[4] or day <= f[4])
def in_year(f, y): return f[3] <= f"{y}-12-31" and (not f[4] or f[4] >= f"{y}-01-01")
def open_(f): return f[4] == ""
def best(d, low=False):
    """the one key with the largest (smallest) value; fails on a tie"""
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert round(s[0][1], 6) != round(s[1][1], 6) if not isinstance(s[0][1], str) else s[0][1] != s[1][1], s[:4]
    return s[0][0]
def top(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 2]
    return [x for x, _ in s[:k]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def total(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v
    return c
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def rows(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def yn(b): return ["yes" if b else "no"]
def full_years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
arts = lambda rs: [s["art"] for s in rs]
notes = lambda rs: [d["note"] for d in rs]
GAR, DRV, DEP, MFR = heads("run by"), heads("based at"), heads("price zone"), heads("makes")
def chain(g):
    c = fwd(g, "member of")
    return c[0] if c else None
def parent(m):
    p = fwd(m, "subsidiary of")
    return p[0] if p else None
def mfr(d): return part(d["art"])["Mfr"]
# the files agree with each other
assert {s["Mfr"] for s in S} == set(MFR) and {s["Depot"] for s in S} == set(DEP) == {f[2] for f in facts("manages")}
assert all(d["Garage"] in GAR and d["Driver"] in DRV + [""] and d["Depot"] == part(d["art"])["Depot"] for d in D)
assert all({f[2] for f in facts("owned by", m) if open_(f)} <= {parent(m)} for m in MFR)
assert all(s["grp"] in fwd(s["Mfr"], "makes") for s in S)
assert all(abs(d["net"] - d["pcs"] * part(d["art"])["lst"] * (1 - (d["disc"] or 0) / 100)) < 0.006 for d in D)
assert min(d["date"] for d in D) >= "2025-01-01" and max(d["date"] for d in D) <= "2025-06-30"
mgr_now = [f for f in facts("manages") if open_(f)]
assert sorted(f[2] for f in mgr_now) == sorted(DEP)

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number" or isinstance(ans, str): ans = [ans]
    ans = [fmt(x) for x in ans]
    assert typ == "refuse" or (ans and all(ans)), text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"autoparts-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": sorted(ans), "why": why})
V, N, B, T = "values", "number", "boolean", "table"

# ------------------------------------------------------------ lookup
q("lookup", V, "On which shelf do I find the brake disc BD-1104?", part("BD-1104")["shelf"], "stock: shelf of BD-1104")
q("lookup", V, "who runs nagy autoszerviz", fwd("Nagy Autoszerviz", "run by"), "KG run by")
q("lookup", V, "KDP on the pallet label - which maker is that?", one(s["Mfr"] for s in S if s["Mfr cd"] == "KDP"), "stock: Mfr of the rows with Mfr cd KDP")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "Which articles have run out completely, so not a single piece left? Article numbers are enough.", arts(s for s in S if s["qty"] == 0), "stock: Qty in stock 0")
q("filter_list", V, "sensors under 40 euro list, art nos pls", arts(s for s in S if s["grp"] == "Sensors" and s["lst"] < 40), "stock: prod. grp Sensors, List EUR < 40")
cnt = Counter(d["Garage"] for d in D)
q("filter_list", V, "Which garages have received more than seven deliveries?", [g for g, c in cnt.items() if c > 7], "deliveries: rows by Garage, more than 7")
q("filter_list", V, "need all delivery notes where 3 or more pcs came back", notes(d for d in D if d["ret"] >= 3), "deliveries: retd pcs >= 3")
q("filter_list", V, "Which of the garages know their way around Skodas, as a speciality I mean?", inv("specialises in", "Skoda"), "KG specialises in Skoda, read backwards")
# ------------------------------------------------------------ count
q("count", N, "how many diff garages got something from us in may 2025?", len({d["Garage"] for d in D if d["date"][:7] == "2025-05"}), "deliveries: distinct Garage in 2025-05")
q("count", N, "In how many cases is the quantity on the shelves smaller than the minimum quantity set for the article?",
  sum(s["minq"] is not None and s["qty"] < s["minq"] for s in S), "stock: Qty in stock < Min. qty where a minimum is entered")
q("count", N, "makers w at least 5 articles in the stock list, how many are there", sum(c >= 5 for c in Counter(s["Mfr"] for s in S).values()), "stock: rows by Mfr, groups of 5 or more counted")
# ------------------------------------------------------------ sum
assert all(s["cost"] for s in S if s["Depot"] == "Hillside Depot")
q("sum", N, "What is everything that lies at Hillside Depot worth at cost, that is pieces times cost price?",
  sum(s["qty"] * s["cost"] for s in S if s["Depot"] == "Hillside Depot"), "stock: Qty in stock x cost over Hillside Depot (no cost is missing there)")
q("sum", N, "kestrel motors q1 25, net total?", sum(d["net"] for d in D if d["Garage"] == "Kestrel Motors" and d["date"] < "2025-04-01"), "deliveries: sum of Net, Kestrel Motors, January to March 2025")
q("sum", N, "How many pieces did our customers send back altogether?", sum(d["ret"] for d in D), "deliveries: sum of retd pcs")
# ------------------------------------------------------------ average
q("average", N, "What discount in percent did Delgado & Sons get on average? Please skip the notes on which no discount is entered.",
  mean(d["disc"] for d in D if d["Garage"] == "Delgado & Sons"), "deliveries: mean Disc %, Delgado & Sons, empty left out")
q("average", N, "avg list price clutch kits?", mean(s["lst"] for s in S if s["grp"] == "Clutch kits"), "stock: mean List EUR, Clutch kits")
assert all(d["paid"] for d in D if d["Garage"] == "Garage Petrosyan")
q("average", N, "Garage Petrosyan has paid all its bills. How many days did they need for it on average, counted from the delivery date?",
  mean(gap(d["date"], d["paid"]) for d in D if d["Garage"] == "Garage Petrosyan"), "deliveries: mean of paid on - Dlv date, Garage Petrosyan")
# ------------------------------------------------------------ min_max
q("min_max", N, "What is the largest net amount on any one delivery note?", max(d["net"] for d in D), "deliveries: max Net")
q("min_max", V, "when was the last time we counted anything at north depot", max(s["counted"] for s in S if s["Depot"] == "North Depot" and s["counted"]), "stock: latest last counted, North Depot")
# ------------------------------------------------------------ superlative
q("superlative", V, "broadest maker = the one making the most product groups. who is it", best({m: len(fwd(m, "makes")) for m in MFR}), "KG makes, counted by maker")
q("superlative", V, "Of the people who manage a depot today, who has been in that post the longest?", best({f[0]: f[3] for f in mgr_now}, low=True), "TKG: open manages fact with the earliest start")
q("superlative", V, "oldest delivery that's still not paid, which note is it?", best({d["note"]: d["date"] for d in D if not d["paid"]}, low=True), "deliveries: earliest Dlv date with empty paid on")
# ------------------------------------------------------------ top_k
q("top_k", V, "our 3 biggest garages by net turnover pls", top(total((d["Garage"], d["net"]) for d in D), 3), "deliveries: sum of Net by Garage, three largest")
q("top_k", V, "Please list the article numbers of the five parts with the highest list price.", top({s["art"]: s["lst"] for s in S}, 5), "stock: five largest List EUR")
q("top_k", V, "Which two drivers were out on the road for us most often, going by the delivery notes?", top(Counter(d["Driver"] for d in D if d["Driver"]), 2), "deliveries: rows by Driver, two largest")
# ------------------------------------------------------------ comparison
q("comparison", V, "Who was a depot manager earlier in time, Callum Dunsmore or Ilaria Ventresca?",
  best({p: min(f[3] for f in facts("manages", p)) for p in ("Callum Dunsmore", "Ilaria Ventresca")}, low=True), "TKG: earliest manages start of both")
q("comparison", V, "aldena vs meridian - who has got more of our makers under its roof now?",
  best({p: len(inv("subsidiary of", p)) for p in ("Aldena Group", "Meridian Mobility Holding")}), "KG subsidiary of, counted (open owned-by facts agree)")
q("comparison", V, "Which of the two spent more with us net, Autohaus Roennfeldt or Kestrel Motors?",
  best({g: total((d["Garage"], d["net"]) for d in D)[g] for g in ("Autohaus Rönnfeldt", "Kestrel Motors")}), "deliveries: sum of Net of both")
# ------------------------------------------------------------ difference
p = part("HB-7111")
q("difference", N, "what do we make on one hb-7111 if sold at full list? list less cost", p["lst"] - p["cost"], "stock: List EUR - cost of HB-7111")
mon = Counter(d["date"][:7] for d in D)
assert mon["2025-01"] > mon["2025-02"]
q("difference", N, "January 2025 was busy, February was quiet. How many fewer deliveries did we have in February than in January?", mon["2025-01"] - mon["2025-02"], "deliveries: rows by month, subtracted")
# ------------------------------------------------------------ percent
q("percent", N, "What percentage of the delivery notes has not been paid so far?", 100 * sum(not d["paid"] for d in D) / len(D), "deliveries: share of rows with empty paid on")
ds = [d for d in D if d["Garage"] == "Delgado & Sons"]
q("percent", N, "return rate of delgado & sons? pcs sent back in % of pcs delivered", 100 * sum(d["ret"] for d in ds) / sum(d["pcs"] for d in ds), "deliveries: sum retd pcs / sum pcs, Delgado & Sons")
q("percent", N, "Out of the articles kept at Harbour Depot, what share (in %) is made by Bremolux?",
  100 * mean(float(s["Mfr"] == "Bremolux") for s in S if s["Depot"] == "Harbour Depot"), "stock: share of Bremolux among the Harbour Depot rows")
# ------------------------------------------------------------ group_by
q("group_by", T, "Please give me a small table: depot and how many different articles it keeps.", rows(Counter(s["Depot"] for s in S)), "stock: rows by Depot")
q("group_by", T, "net turnover by range (braking, filtration etc)", rows(total((one(fwd(part(d["art"])["grp"], "belongs to range")), d["net"]) for d in D)),
  "deliveries joined to stock by article number, KG belongs to range; sum of Net by range")
q("group_by", T, "how many member garages does each chain have", rows(Counter(t for h, r, t in KG if r == "member of")), "KG member of by chain")
q("group_by", T, "For every product group, what does its most expensive part cost according to the list?",
  rows({g: max(s["lst"] for s in S if s["grp"] == g) for g in dict.fromkeys(s["grp"] for s in S)}), "stock: max List EUR by prod. grp")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "Which garage has returned the most pieces, all its deliveries taken together?", best(total((d["Garage"], d["ret"]) for d in D)), "deliveries: sum of retd pcs by Garage, largest")
q("group_superlative", V, "best seller by pcs - which art no?", best(total((d["art"], d["pcs"]) for d in D)), "deliveries: sum of pcs by art no, largest")
q("group_superlative", V, "If we value the stock at list price, which maker ties up the most money in our depots?", best(total((s["Mfr"], s["qty"] * s["lst"]) for s in S)), "stock: Qty in stock x List EUR by Mfr, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "has speedwell settled everything they got from us?", yn(all(d["paid"] for d in D if d["Garage"] == "Speedwell Garage")), "deliveries: paid on filled in all rows of Speedwell Garage")
q("yes_no", B, "Did Clutchline ever belong to Salvatierra?", yn(bool(facts("owned by", "Clutchline", "Salvatierra Automotive"))), "TKG owned by")
q("yes_no", B, "was gunnar ekeby running harbour depot in 2016?", yn(any(in_year(f, 2016) for f in facts("manages", "Gunnar Ekeby", "Harbour Depot"))), "TKG manages: only until 2014-05-31")
# ------------------------------------------------------------ negation
q("negation", V, "Which manufacturers are independent, i.e. do not belong to any parent company?", [m for m in MFR if not parent(m)], "KG: makers without subsidiary of (no open owned-by fact either)")
q("negation", V, "garages on our books w/o a single delivery?", [g for g in GAR if g not in cnt], "KG garages less those in deliveries")
q("negation", N, "How many of the deliveries went to garages that are in no chain?", sum(chain(d["Garage"]) is None for d in D), "deliveries by Garage, KG without member of")
q("negation", V, "drivers who dont have C1", [x for x in DRV if "C1" not in fwd(x, "holds licence")], "KG holds licence: drivers without C1")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was managing Canal Depot on 15 August 2021?", one(f[0] for f in facts("manages", t="Canal Depot") if on(f, "2021-08-15")), "TKG manages on that day")
q("time_point", V, "vale zone end of 2022, which price list was valid", one(f[0] for f in facts("in force in", t="Vale zone") if on(f, "2022-12-31")), "TKG in force in on 2022-12-31")
q("time_point", V, "Which company was our preferred supplier for spark plugs in 2022?", one(f[0] for f in facts("preferred supplier for", t="Spark plugs") if in_year(f, 2022)), "TKG preferred supplier for in 2022")
q("time_point", V, "1 march 2023, whose name was on the purchasing dept as its head?", one(f[0] for f in facts("head of purchasing at") if on(f, "2023-03-01")), "TKG head of purchasing at on that day")
# ------------------------------------------------------------ before_after
h = sorted(facts("manages", t="Hillside Depot"), key=lambda f: f[3])
q("before_after", V, "Who was in charge of Hillside Depot before Greta Lindqvist took over?", h[[f[0] for f in h].index("Greta Lindqvist") - 1][0], "TKG manages, the fact before hers")
a = sorted(facts("account manager of", t="PitLine"), key=lambda f: f[3])
q("before_after", V, "pitline: who followed dieter holm as account mgr?", a[[f[0] for f in a].index("Dieter Holm") + 1][0], "TKG account manager of, the next fact")
q("before_after", V, "Which depots have had a change of manager, meaning somebody new started, after 1 January 2024?", [f[2] for f in facts("manages") if f[3] > "2024-01-01"], "TKG manages with start after that day")
# ------------------------------------------------------------ duration
q("duration", N, "marguerite rook as md of the firm: how many full years?", full_years(one(facts("managing director of", "Marguerite Rook"))), "TKG start to end, completed years")
q("duration", V, "Leaving aside the one that is valid now, which price list was in force longest in the Vale zone?",
  best({f[0]: gap(f[3], f[4]) for f in facts("in force in", t="Vale zone") if not open_(f)}), "TKG in force in, longest ended fact")
q("duration", N, "How many days passed between the delivery on note LS-81655 and its payment?", gap(note("LS-81655")["date"], note("LS-81655")["paid"]), "deliveries: paid on - Dlv date")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In which country does the parent of Nordfilter have its head office?", fwd(one(fwd(parent("Nordfilter"), "headquartered in")), "in country"), "KG subsidiary of > headquartered in > in country")
q("multi_hop", V, "Which drivers are stationed at a depot in the Selby Coast region?",
  [x for x in DRV if fwd(one(fwd(one(fwd(x, "based at")), "located_in")), "in region") == ["Selby Coast"]], "KG based at > located_in > in region")
q("multi_hop", V, "names of the ppl running the fixring garages?", [one(fwd(g, "run by")) for g in inv("member of", "FixRing")], "KG member of backwards, then run by")
grps = inv("belongs to range", "Filtration")
q("multi_hop", V, "Is there a maker of filtration parts with a plant in Portugal? Which one?",
  [m for m in MFR if set(fwd(m, "makes")) & set(grps) and any("Portugal" in fwd(c, "in country") for c in fwd(m, "has factory in"))], "KG belongs to range < makes, has factory in > in country")
# ------------------------------------------------------------ cross_source
q("cross_source", N, "How much net turnover did we make with the garages of the GarageLink chain?", sum(d["net"] for d in D if chain(d["Garage"]) == "GarageLink"), "deliveries by Garage, KG member of")
q("cross_source", N, "pcs of bremolux parts delivered so far?", sum(d["pcs"] for d in D if mfr(d) == "Bremolux"), "deliveries joined to stock by article number, Mfr Bremolux")
n = note("LS-81456")
q("cross_source", V, "There is a complaint about note LS-81456. Who was managing the depot it came from on the day of delivery?",
  one(f[0] for f in facts("manages", t=n["Depot"]) if on(f, n["date"])), "deliveries: Depot, Dlv date; TKG manages on that day")
adr = set(inv("driver_needs", "ADR"))
q("cross_source", V, "which notes had batteries on them but a driver without adr?",
  notes(d for d in D if part(d["art"])["grp"] == "Batteries" and d["Driver"] and "ADR" not in fwd(d["Driver"], "holds licence")), "deliveries joined to stock (Batteries), KG holds licence of the Driver")
q("cross_source", N, "I want to know what is still open with PitLine. How many euros net are on the unpaid notes of its garages?",
  sum(d["net"] for d in D if chain(d["Garage"]) == "PitLine" and not d["paid"]), "deliveries: empty paid on, KG member of PitLine")
q("cross_source", N, "customer wants CK-5013 but it's been replaced. how many do we have of the replacement?", part(one(fwd("CK-5013", "superseded by")))["qty"], "KG superseded by, stock Qty in stock")
q("cross_source", V, "Which parent company stands behind the maker of the part on note LS-81573?", parent(mfr(note("LS-81573"))), "deliveries: art no; stock: Mfr; KG subsidiary of")
q("cross_source", N, "follow the money: net turnover with stuff made by takemori companies?", sum(d["net"] for d in D if parent(mfr(d)) == "Takemori Industries"),
  "deliveries joined to stock by article number, KG subsidiary of (owned-by facts unchanged in 2025)")
c6 = one(facts("in force in", "Price list C6"))
q("cross_source", N, "How much net turnover have the depots of the Coast zone made since price list C6 came into force?",
  sum(d["net"] for d in D if fwd(d["Depot"], "price zone") == [c6[2]] and d["date"] >= c6[3]), "TKG: C6 from 2025-04-01; KG price zone; deliveries: sum of Net from that day")
# ------------------------------------------------------------ missing
q("missing", V, "For which articles is no weight recorded?", arts(s for s in S if s["wt"] is None), "stock: empty Wt")
q("missing", V, "who forgot to put the driver? i need those delivery notes", notes(d for d in D if not d["Driver"]), "deliveries: empty Driver")
# ------------------------------------------------------------ unanswerable
U = lambda text, why: q("unanswerable", "refuse", text, [], why)
U("What is the phone number of Quayside Car Care?", "no phone numbers in any file")
U("how many km did lena sobczak drive in march", "no distances in any file")
U("What did Garage Petrosyan buy from us in 2023?", "deliveries only cover January to June 2025")
U("when is the next load of SA-4002 coming in from Krafft?", "no incoming orders or dates in any file")
U("Which depot has the highest rent?", "no rents in any file")
U("which town is Seaview Motors in?", "no garage of this name in any file")
U("How old is Jens Aalbrecht?", "no ages or birth dates in any file")
U("warranty on voltacell batteries in months?", "no warranty in any file")

# ------------------------------------------------------------ write / check
def main():
    out = [json.dumps(x, ensure_ascii=False) for x in Q]
    if "--check" in sys.argv:
        with open(path("questions.jsonl"), encoding="utf-8") as f: old = f.read().splitlines()
        diff = 0
        for i in range(max(len(out), len(old))):
            o, n = (old[i] if i < len(old) else "(none)"), (out[i] if i < len(out) else "(none)")
            if o != n:
                diff += 1
                print(f"file : {o}\ntruth: {n}")
        print(f"{diff} differences" if diff else f"questions.jsonl agrees ({len(out)} questions)")
        sys.exit(bool(diff))
    with open(path("questions.jsonl"), "w", encoding="utf-8") as f: f.write("\n".join(out) + "\n")
    print(len(Q), dict(Counter(x["kind"] for x in Q)))
    for x in Q: print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
if __name__ == "__main__": main()
