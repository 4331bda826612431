"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def table(n, delim=","):
    with open(path(n), encoding="utf-8", newline="") as f:
        return list(csv.reader(f, delimiter=delim, quoting=csv.QUOTE_MINIMAL if delim == "," else csv.QUOTE_NONE))
def dicts(n):
    t = table(n)
    return [dict(zip(t[0], r)) for r in t[1:]]
P, D = dicts("pallets.csv"), dicts("deliveries.csv")
KG = [tuple(r) for r in table("coldstores.kg.tsv", "\t")[1:]]
TK = [tuple(r) for r in table("coldstores.tkg.tsv", "\t")[1:]]
assert all(len(f) == 3 for f in KG) and all(len(f) == 5 for f in TK)

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "")) if s.strip() else None
def iso(s): return dt.datetime.strptime(s, "%d/%m/%Y").date().isoformat() if s.strip() else None
def wt(p): return num(p["Gross wt (kg)"])
def val(p): return num(p["Val. GBP"])
def frt(d): return num(d["Freight chg £"])
def temp(d): return num(d["Temp @ arr. (°C)"])
def plts(d): return int(d["plts"])
def late(d):
    if not d["Arr."] or not d["Slot"]: return None
    a, s = ([int(x) for x in d[c].split(":")] for c in ("Arr.", "Slot"))
    return (a[0] - s[0]) * 60 + a[1] - s[1]
def gone(p): return p["Stat."] == "shipped"
for p in P: assert gone(p) == (p["Chamber"] == "") == (p["Out on DN"] != "")
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def pal(i): return one_row(P, "Pallet ID", i)
def dn(i): return one_row(D, "Del. No", i)
def one_row(rows, k, v):
    r = [x for x in rows if x[k] == v]
    assert len(r) == 1
    return r[0]
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [x for x, y, z in KG if y == r and z == t]
def facts(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def open_(f): return f[4] == ""
def on(f, day): return f[3] <= day and (open_(f) or day <= f[4])
def touches(f, y): return f[3] <= f"{y}-12-31" and (open_(f) or f[4] >= f"{y}-01-01")
def days(a, b): return (dt.date.fromisoformat(b) - dt.date.fromisoformat(a)).days
def full_years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def best(d, low=False):
    """the one key with the largest (smallest) value; fails on a tie"""
    s = sorted(((k, v) for k, v in d.items() if v is not None), key=lambda kv: kv[1], reverse=not low)
    assert s[0][1] != s[1][1], s[:3]
    return s[0][0]
def top(d, k):
    s = sorted(((a, v) for a, v in d.items() if v is not None), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def add(xs): return float(sum(x for x in xs if x is not None))
def groups(pairs):
    g = defaultdict(list)
    for k, v in pairs: g[k].append(v)
    return g
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def rows(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def yn(b): return ["yes" if b else "no"]
def ids(ps): return [p["Pallet ID"] for p in ps]
def nos(ds): return [d["Del. No"] for d in ds]
def store(ch): return one(fwd(ch, "part_of"))
CHAMBERS = list(dict.fromkeys(h for h, r, t in KG if r == "part_of"))
PRODUCTS = list(dict.fromkeys(h for h, r, t in KG if r == "product group"))
FAULTS = list(dict.fromkeys(h for h, r, t in KG if r == "in chamber"))
assert {p["Product"] for p in P} <= set(PRODUCTS) and {p["Chamber"] for p in P} - {""} <= set(CHAMBERS)
for f in FAULTS: assert fwd(f, "in chamber") == [x[2] for x in facts("alarm open in", f)]
for d in D:
    if d["Driver"]: assert fwd(d["Driver"], "drives for") == [d["Haulier"]]
for p in P:
    if gone(p): assert dn(p["Out on DN"])["Client"] == p["Client"] and iso(p["Rcvd"]) < iso(dn(p["Out on DN"])["date"])

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number":
        ans = [ans]
    if isinstance(ans, str):
        ans = [ans]
    ans = [fmt(x) for x in ans]
    assert typ == "refuse" or ans, text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"coldstores-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ,
              "answers": sorted(ans), "why": why})
V, N, B, T = "values", "number", "boolean", "table"
CL = "Client"

# ------------------------------------------------------------ lookup
q("lookup", V, "Which refrigerant is used in chamber QL-02?", fwd("QL-02", "cooled with"), "KG cooled with")
q("lookup", V, "best before of PL-7047?", iso(pal("PL-7047")["BBE"]), "pallets: BBE of PL-7047")
q("lookup", V, "TF-208, who was it that called that one in?", fwd("TF-208", "reported by"), "KG reported by")
q("lookup", N, "How much did we bill for the transport of delivery DN-3337?", frt(dn("DN-3337")), "deliveries: Freight chg of DN-3337")
# ------------------------------------------------------------ filter_list
bad = Counter(d[CL] for d in D if d["Result"] != "Accepted")
q("filter_list", V, "Which clients had more than one delivery that was rejected, fully or in part?", [c for c, n in bad.items() if n > 1],
  "deliveries: Result Part rej. or Rejected, counted by Client, more than 1")
q("filter_list", V, "tidway pallets over 600 kilos that havent left yet, IDs pls",
  ids(p for p in P if p[CL] == "Tideway Seafoods" and not gone(p) and (wt(p) or 0) > 600), "pallets: Client Tideway Seafoods, Stat. not shipped, Gross wt > 600")
q("filter_list", V, "Who of our people holds the F-gas certificate?", inv("holds", "F-gas certificate"), "KG holds, read backwards")
runs = Counter(d["Driver"] for d in D if d["Driver"])
q("filter_list", V, "lorry drivers with more than 6 runs for us?", [x for x, n in runs.items() if n > 6], "deliveries: rows by Driver, more than 6")
# ------------------------------------------------------------ count
q("count", N, "How many deliveries reached the customer more than an hour after their slot?", sum((late(d) or 0) > 60 for d in D),
  "deliveries: Arr. minus Slot > 60 min (rows without Arr. cannot be counted)")
q("count", N, "how many drops in sandhythe", sum(d["Dest."] == "Sandhythe" for d in D), "deliveries: Dest. Sandhythe")
q("count", N, "How many different products appear on the pallet list for Tideway Seafoods?", len({p["Product"] for p in P if p[CL] == "Tideway Seafoods"}),
  "pallets: distinct Product of the client")
q("count", N, "temp faults because somebody left the door open - how many so far?", len(inv("caused by", "door left open")), "KG caused by, counted")
# ------------------------------------------------------------ sum
q("sum", N, "What is the total value in pounds of all reserved pallets? Leave out any without a value.", add(val(p) for p in P if p["Stat."] == "reserved"),
  "pallets: sum of Val. GBP, Stat. reserved")
q("sum", N, "coldrush in march 2025: no. of pallets they moved alltogether?",
  sum(plts(d) for d in D if d["Haulier"] == "Coldrush Haulage" and iso(d["date"])[:7] == "2025-03"), "deliveries: sum of plts, Haulier Coldrush Haulage, 2025-03")
may = [d for d in D if iso(d["date"])[:7] == "2025-05"]
assert all(frt(d) is not None for d in may)
q("sum", N, "Please add up the freight we charged in May 2025.", add(frt(d) for d in may), "deliveries: sum of Freight chg, date in 2025-05")
# ------------------------------------------------------------ average
q("average", N, "What is the average freight charge of a delivery to Dunmere, ignoring notes where the charge is blank?",
  mean(frt(d) for d in D if d["Dest."] == "Dunmere"), "deliveries: mean Freight chg, Dest. Dunmere, empty left out")
chips = [p for p in P if p["Product"] == "Oven chips"]
assert all(wt(p) is not None for p in chips)
q("average", N, "oven chips: what does a pallet weigh on avg?", mean(wt(p) for p in chips), "pallets: mean Gross wt, Product Oven chips")
q("average", N, "How warm, in °C, were the loads for Penhale Dairy on average when they arrived?", mean(temp(d) for d in D if d[CL] == "Penhale Dairy"),
  "deliveries: mean Temp @ arr. of the client (all six filled in)")
# ------------------------------------------------------------ min_max
q("min_max", N, "What is the largest number of pallets that ever went out on a single delivery?", max(plts(d) for d in D), "deliveries: max plts")
q("min_max", V, "need the earliest best-before date of anything not shipped yet", min(iso(p["BBE"]) for p in P if not gone(p) and p["BBE"]),
  "pallets: earliest BBE, Stat. not shipped")
q("min_max", N, "lightest pallet of croissants we have had? just the kg", min(wt(p) for p in P if p["Product"] == "Butter croissants" and wt(p) is not None),
  "pallets: min Gross wt, Product Butter croissants")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which chamber offers the most pallet places?", best({c: int(one(fwd(c, "pallet places"))) for c in CHAMBERS}), "KG pallet places, largest")
q("superlative", V, "Penhale aside (they ship chilled): which delivery note had the warmest reading on arrival?",
  best({d["Del. No"]: temp(d) for d in D if d[CL] != "Penhale Dairy"}), "deliveries: largest Temp @ arr., Client not Penhale Dairy")
q("superlative", V, "Among today's account managers, who has looked after one and the same client for the longest time?",
  best({f[0]: v for f, v in ((f, min(g[3] for g in facts("account manager for", f[0]) if open_(g))) for f in facts("account manager for") if open_(f))}, low=True),
  "TKG: open account-manager fact with the earliest start")
# ------------------------------------------------------------ top_k
q("top_k", V, "What are the three most valuable pallets on the list? I need the pallet IDs.", top({p["Pallet ID"]: val(p) for p in P}, 3), "pallets: three largest Val. GBP")
q("top_k", V, "2 products w/ the longest allergen list?", top(Counter(h for h, r, t in KG if r == "contains"), 2), "KG contains, counted by product, two largest")
# ------------------------------------------------------------ comparison
q("comparison", V, "Did DN-3311 or DN-3329 carry the higher freight charge?", best({n: frt(dn(n)) for n in ("DN-3311", "DN-3329")}), "deliveries: Freight chg of both")
moved = {h: sum(plts(d) for d in D if d["Haulier"] == h) for h in ("Frigoways", "Coldrush Haulage")}
q("comparison", V, "frigoways vs coldrush, who shifted more pallets overall?", best(moved), "deliveries: sum of plts by Haulier")
q("comparison", V, "Who has more certificates, Hamid Tavakoli or Pilar Monteagudo?", best({s: len(fwd(s, "holds")) for s in ("Hamid Tavakoli", "Pilar Monteagudo")}),
  "KG holds, counted for both")
# ------------------------------------------------------------ difference
q("difference", N, "By how many kilos is PL-7022 heavier than PL-7050?", wt(pal("PL-7022")) - wt(pal("PL-7050")), "pallets: Gross wt of both, subtracted")
q("difference", N, "dn-3309 was late again wasnt it. how many mins behind its slot?", late(dn("DN-3309")), "deliveries: Arr. minus Slot")
q("difference", N, "mb-01 has how many more pallet places than mb-02?", int(one(fwd("MB-01", "pallet places"))) - int(one(fwd("MB-02", "pallet places"))), "KG pallet places, subtracted")
# ------------------------------------------------------------ percent
q("percent", N, "What percentage of all deliveries was accepted in full?", 100 * sum(d["Result"] == "Accepted" for d in D) / len(D), "deliveries: share of rows with Result Accepted")
live = [p for p in P if not gone(p)]
q("percent", N, "of the pallets we still hold, how many % need -25?", 100 * sum(p["Req. temp °C"] == "-25" for p in live) / len(live),
  "pallets: Stat. not shipped, share with Req. temp -25")
q("percent", N, "What share (in %) of all the freight money on the delivery list comes from Kestrel Catering Supplies? Blank charges don't count.",
  100 * add(frt(d) for d in D if d[CL] == "Kestrel Catering Supplies") / add(frt(d) for d in D), "deliveries: sum of Freight chg of the client / sum of all")
# ------------------------------------------------------------ group_by
q("group_by", T, "Please give me the number of pallets for each status.", rows(Counter(p["Stat."] for p in P)), "pallets: rows by Stat.")
q("group_by", T, "freight in £ per haulage firm, totals", rows({h: add(v) for h, v in groups((d["Haulier"], frt(d)) for d in D).items()}), "deliveries: sum of Freight chg by Haulier")
q("group_by", T, "For each of our stores, how many pallet places do all its chambers have together?",
  rows({s: sum(v) for s, v in groups((store(c), int(one(fwd(c, "pallet places")))) for c in CHAMBERS).items()}), "KG part_of + pallet places, summed by store")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "whose pallets on the list are worth the most in total, shipped ones included?", best({c: add(v) for c, v in groups((p[CL], val(p)) for p in P).items()}),
  "pallets: sum of Val. GBP by Client, largest")
q("group_superlative", V, "Which haulier had the highest number of deliveries that were partly or completely rejected?",
  best(Counter(d["Haulier"] for d in D if d["Result"] != "Accepted")), "deliveries: Result not Accepted, rows by Haulier, largest")
q("group_superlative", V, "fullest chamber right now going by pallets in it?", best(Counter(p["Chamber"] for p in live)), "pallets: rows by Chamber (shipped ones have none), largest")
q("group_superlative", V, "Which destination is the dearest for freight, taking the average charge per delivery?",
  best({c: mean(v) for c, v in groups((d["Dest."], frt(d)) for d in D).items()}), "deliveries: mean Freight chg by Dest., largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "Does Stefan Dragomirov have a forklift licence?", yn("forklift licence" in fwd("Stefan Dragomirov", "holds")), "KG holds")
q("yes_no", B, "any pistacchio gelato in MB-02 at the mo?", yn(any(p["Product"] == "Pistachio gelato" and p["Chamber"] == "MB-02" for p in P)), "pallets: Product and Chamber")
q("yes_no", B, "Was Arctura Service still responsible for the maintenance of Harbourside Store in 2018?",
  yn(any(touches(f, 2018) for f in facts("maintenance contract for", "Arctura Service", "Harbourside Store"))), "TKG maintenance contract: ended 2017-12-31")
assert not any(d["Dest."] == "Marlby" and not d["Driver"] for d in D)
q("yes_no", B, "has ruta j. ever done a run to marlby", yn(any(d["Driver"] == "Ruta Jankauskaite" and d["Dest."] == "Marlby" for d in D)), "deliveries: Driver Ruta Jankauskaite, Dest. Marlby: no row")
# ------------------------------------------------------------ negation
q("negation", V, "Which client keeps pallets with us but does not show up on the delivery list at all?",
  [c for c in dict.fromkeys(p[CL] for p in P) if c not in {d[CL] for d in D}], "pallets: Client, less the Clients in deliveries")
q("negation", V, "Which products have no allergen recorded?", [x for x in PRODUCTS if not fwd(x, "contains")], "KG: all products less those with contains")
q("negation", V, "chambers without a single pallet in them?", [c for c in CHAMBERS if c not in {p["Chamber"] for p in P}], "KG: all chambers less those in pallets")
q("negation", V, "which of the TF faults didnt need a repair firm", [f for f in FAULTS if not fwd(f, "repair by")], "KG: all faults less those with repair by")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was site manager of Harbourside Store on 1 May 2018?", one(f[0] for f in facts("site manager of", t="Harbourside Store") if on(f, "2018-05-01")),
  "TKG site manager of on that day")
q("time_point", V, "greenacre veg in 2020, who was looking after the account", one(f[0] for f in facts("account manager for", t="Greenacre Veg Co.") if touches(f, 2020)),
  "TKG account manager for, 2020 (one person all year)")
q("time_point", V, "To whom did Lantern Bakery belong at Christmas 2021?", one(f[0] for f in facts("owner of", t="Lantern Bakery") if on(f, "2021-12-25")), "TKG owner of on that day")
q("time_point", V, "what alarms were open on 10 march 2025? fault numbers", [f[0] for f in facts("alarm open in") if on(f, "2025-03-10")], "TKG alarm open in on that day")
# ------------------------------------------------------------ before_after
mb = sorted(facts("site manager of", t="Millbeck Store"), key=lambda f: f[3])
q("before_after", V, "Who ran Millbeck Store immediately before Hamid Tavakoli?", mb[[f[0] for f in mb].index("Hamid Tavakoli") - 1][0], "TKG site manager of, the fact before his")
hp = sorted(facts("haulage contract with", t="Penhale Dairy"), key=lambda f: f[3])
q("before_after", V, "penhale haulage - frigoways lost it, who got the contract next?", hp[[f[0] for f in hp].index("Frigoways") + 1][0], "TKG haulage contract with, the next fact")
q("before_after", V, "Which temperature alarms began after 1 May 2025?", [f[0] for f in facts("alarm open in") if f[3] > "2025-05-01"], "TKG alarm open in with start after that day")
# ------------------------------------------------------------ duration
q("duration", N, "How many full years was Derek Outhwaite in charge of Harbourside Store?", full_years(one(facts("site manager of", "Derek Outhwaite", "Harbourside Store"))),
  "TKG start to end, completed years")
q("duration", V, "TF-205 or TF-210, which took longer till the alarm was closed?", best({x: days(*one(facts("alarm open in", x))[3:]) for x in ("TF-205", "TF-210")}),
  "TKG alarm open in, lengths compared (both ended)")
p38 = pal("PL-7038")
q("duration", N, "PL-7038 is gone. How many days was it with us, from the day we received it to the date of its delivery?", days(iso(p38["Rcvd"]), iso(dn(p38["Out on DN"])["date"])),
  "pallets: Rcvd and Out on DN; deliveries: date; days between")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In what county does Tideway Seafoods have its base?", fwd(one(fwd("Tideway Seafoods", "based in")), "in county"), "KG based in > in county")
q("multi_hop", V, "anything from polish producers? product names", sorted(x for m in inv("country", "Poland") for x in inv("made_by", m)), "KG country backwards, then made_by backwards")
q("multi_hop", V, "Who is the boss of Tomos Prydderch's boss?", fwd(one(fwd("Tomos Prydderch", "reports to")), "reports to"), "KG reports to, twice")
q("multi_hop", V, "all fault nos. at millbeck pls", [f for f in FAULTS if store(one(fwd(f, "in chamber"))) == "Millbeck Store"], "KG part_of backwards, then in chamber backwards")
# ------------------------------------------------------------ cross_source
q("cross_source", N, "How many pallets are standing in Eastfield Store at present?", sum(store(p["Chamber"]) == "Eastfield Store" for p in live), "pallets by Chamber, KG part_of")
q("cross_source", V, "which town did pallet PL-7041 end up in?", dn(pal("PL-7041")["Out on DN"])["Dest."], "pallets: Out on DN; deliveries: Dest.")
mer = {f[2] for f in facts("owner of", "Merrow Foods plc") if open_(f)}
q("cross_source", N, "Follow the money: how much freight in total, in pounds, did we charge to the clients that belong to Merrow Foods plc today? Skip blank charges.",
  add(frt(d) for d in D if d[CL] in mer), "TKG open owner of; deliveries: sum of Freight chg of these clients")
c9 = one(pal(p)[CL] for p in fwd("TF-209", "affected pallet"))
q("cross_source", V, "TF-209 hit a few pallets, all of one client. which account manager do i call now?", one(f[0] for f in facts("account manager for", t=c9) if open_(f)),
  "KG affected pallet; pallets: Client; TKG open account manager for")
q("cross_source", N, "deliveries into garthshire, how many in all?", sum(fwd(d["Dest."], "in county") == ["Garthshire"] for d in D), "deliveries by Dest., KG in county")
hot = {f[2] for f in facts("alarm open in") if open_(f)}
assert all(val(p) is not None for p in live if p["Chamber"] in hot)
q("cross_source", N, "Some alarms are not closed yet. What is the total value in GBP of the pallets standing in the chambers concerned?", add(val(p) for p in live if p["Chamber"] in hot),
  "TKG open alarm open in; pallets: sum of Val. GBP in these chambers")
# ------------------------------------------------------------ missing
q("missing", V, "For which pallets has nobody entered a weight?", ids(p for p in P if wt(p) is None), "pallets: empty Gross wt")
q("missing", V, "delivery notes w/o a driver name on them", nos(d for d in D if not d["Driver"]), "deliveries: empty Driver")
# ------------------------------------------------------------ unanswerable
R = "refuse"
q("unanswerable", R, "What was the peak temperature in chamber QL-02 during fault TF-210?", [], "no chamber temperatures in any file (only arrival temperatures of deliveries)")
q("unanswerable", R, "what did kelvin & croft invoice us for fixing TF-209", [], "no repair costs in any file")
assert min(f[3] for f in facts("site manager of", t="Eastfield Store")) > "2011-12-31"
q("unanswerable", R, "Who was the site manager of Eastfield Store in 2011?", [], "TKG site manager of: the first fact for this store starts 2014-04-01")
q("unanswerable", R, "highmoor's weekly storage rate per pallet?", [], "no storage rates in any file")
q("unanswerable", R, "Which client takes the longest to pay its invoices?", [], "no payments in any file")
q("unanswerable", R, "gwen ollerton sick days this year", [], "no absences in any file")
q("unanswerable", R, "What is the number plate of the lorry that did DN-3340?", [], "no vehicles in any file")
q("unanswerable", R, "kWh used by HS-02 in march?", [], "no energy data in any file")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
if "--check" in sys.argv:
    with open(path("questions.jsonl"), encoding="utf-8") as f: old = [json.loads(l) for l in f if l.strip()]
    bad = 0
    for a, b in zip(old + [None] * (len(Q) - len(old)), Q + [None] * (len(old) - len(Q))):
        if a != b:
            bad += 1
            print("file:    ", json.dumps(a, ensure_ascii=False))
            print("computed:", json.dumps(b, ensure_ascii=False))
    print("questions.jsonl agrees" if not bad else f"questions.jsonl DIFFERS in {bad} questions")
    sys.exit(bool(bad))
with open(path("questions.jsonl"), "w", encoding="utf-8") as f:
    f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
print(dict(Counter(x["kind"] for x in Q)))
for x in Q:
    print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
