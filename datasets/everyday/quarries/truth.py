"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares and prints the differences)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def tsv(n):
    with open(path(n), encoding="utf-8", newline="") as f:
        return [tuple(r) for r in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
with open(path("weighbridge.csv"), encoding="utf-8", newline="") as f: W = list(csv.DictReader(f))
with open(path("plant.csv"), encoding="utf-8", newline="") as f: P = list(csv.DictReader(f))
KG, TK = tsv("quarries.kg.tsv"), tsv("quarries.tkg.tsv")

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "")) if s.strip() else None
def day(s): return dt.datetime.strptime(s, "%d/%m/%Y").date().isoformat() if s.strip() else None
def net(r): return num(r["Net (t)"])
def amt(r): return num(r["Amt GBP ex VAT"])
def ppt(r): return num(r["GBP/t"])
def out(r): return day(r["DATE out"])
def cost(m): return num(m["Cost GBP"])
def hrs(m): return num(m["Eng hrs"])
def fuel(m): return num(m["Fuel l/h"])
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [x for x, y, z in KG if y == r and z == t]
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def facts(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def on(f, d): return f[3] <= d and (not f[4] or d <= f[4])
def open_(f): return f[4] == ""
def all_year(f, y): return f[3] <= f"{y}-01-01" and (not f[4] or f[4] >= f"{y}-12-31")
def in_year(f, y): return f[3] <= f"{y}-12-31" and (not f[4] or f[4] >= f"{y}-01-01")
def best(d, low=False):
    """the one key with the largest (smallest) value; fails on a tie"""
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert abs(s[0][1] - s[1][1]) > 1e-9, s[:3]
    return s[0][0]
def top(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] - s[k][1] > 1e-9, s[:k + 1]
    return [x for x, _ in s[:k]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def total(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v or 0
    return c
def known(pairs): return {k: v for k, v in pairs if v is not None}
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def table(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def tkt(no): return one_row(W, "Tkt No", no)
def mach(no): return one_row(P, "Plant #", no)
def one_row(rows, k, v):
    r = [x for x in rows if x[k] == v]
    assert len(r) == 1, (k, v)
    return r[0]
def date(s): return dt.date.fromisoformat(s)
def full_years(f):
    a, b = date(f[3]), date(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def days(f, today="2025-06-30"): return (date(f[4] or today) - date(f[3])).days
def yn(b): return ["yes" if b else "no"]
def tkts(rows): return [r["Tkt No"] for r in rows]
def nos(rows): return [m["Plant #"] for m in rows]
SITE, CU, MA, HA, TY, SN, OP = "Site", "Customer name", "Material", "haulier", "TYPE", "Site name", "Usual operator"
SITES = list(dict.fromkeys(h for h, r, t in KG if r == "near town"))
BLAST = set(inv("licence type", "blasting consent"))
EXTR = set(inv("licence type", "extraction licence"))
LICS = {h for h, r, t in KG if r == "licence type"}
def town(s): return one(fwd(s, "near town"))

# the files fit together
assert len(SITES) == 11 and all(r[SITE] in SITES for r in W) and all(m[SN] in SITES for m in P)
assert len({(r["Site cd"], r[SITE]) for r in W} | {(m["Loc."], m[SN]) for m in P}) == 11
assert len({r["Tkt No"] for r in W}) == len(W) and len({m["Plant #"] for m in P}) == len(P)
assert all(r[MA] in fwd(r[SITE], "produces") for r in W) and all(fwd(r[CU], "based in") for r in W)
assert all(one(fwd(m[OP], "employed at")) == m[SN] for m in P if m[OP])
assert all(abs(num(r["GROSS kg"]) - num(r["Tare kg"]) - 1000 * net(r)) < .01 for r in W if r["Tare kg"])
assert all(abs(net(r) * ppt(r) - amt(r)) < .006 for r in W if amt(r) is not None)
assert all((ppt(r) is None) == (amt(r) is None) for r in W) and {r["Paid?"] for r in W} == {"Y", "N"}
assert {f[0] for f in facts("in force at")} == LICS and {f[2] for f in TK if f[1] == "site foreman of"} == set(SITES)
for s in SITES:     # at most one foreman, one owner at a time; the present foreman works at his site
    for r, fs in (("foreman", facts("site foreman of", t=s)), ("owner", facts("owned by", s))):
        fs = sorted(fs, key=lambda f: f[3])
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])), (s, r)
    assert all(fwd(f[0], "employed at") == [s] for f in facts("site foreman of", t=s) if open_(f))

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number":
        ans = [ans]
    if isinstance(ans, str):
        ans = [ans]
    ans = [fmt(x) for x in ans]
    assert typ == "refuse" or ans, text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"quarries-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ,
              "answers": sorted(ans), "why": why})
V, N, B, T = "values", "number", "boolean", "table"

# ------------------------------------------------------------ lookup
q("lookup", N, "What was the empty weight, in kilograms, of the vehicle on weighbridge ticket W-52510?", num(tkt("W-52510")["Tare kg"]), "weighbridge: Tare kg of W-52510")
q("lookup", V, "who normally drives PL143", mach("PL143")[OP], "plant: Usual operator of PL143")
q("lookup", V, "Which authority issued the licence BC-47?", one(fwd("BC-47", "issued by")), "KG issued by")
q("lookup", V, "whats the rock up at thornset quary?", one(fwd("Thornsett Quarry", "rock_type")), "KG rock_type of Thornsett Quarry")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "Give me the plant numbers of all wheel loaders that are heavier than 25 tonnes and were built before 2016.",
  nos(m for m in P if m[TY] == "Wheel loader" and num(m["Op wt (t)"]) > 25 and int(m["Yr built"]) < 2016), "plant: TYPE Wheel loader, Op wt > 25, Yr built < 2016")
q("filter_list", V, "armour stone loads over 26 t, just the ticket nos", tkts(r for r in W if r[MA] == "Armour stone" and net(r) > 26), "weighbridge: Material Armour stone, Net > 26")
q("filter_list", V, "Which quarries produce rail ballast?", inv("produces", "Rail ballast"), "KG produces, read backwards")
q("filter_list", V, "Who all is ticketed for the dozer?", inv("has ticket for", "dozer"), "KG has ticket for dozer, read backwards")
q("filter_list", V, "Loads out of Blackrigg not paid yet pls, the ticket numbers", tkts(r for r in W if r[SITE] == "Blackrigg Quarry" and r["Paid?"] == "N"), "weighbridge: Site Blackrigg Quarry, Paid? N")
# ------------------------------------------------------------ count
q("count", N, "How many loads did Kestrel Roadworks take?", sum(r[CU] == "Kestrel Roadworks" for r in W), "weighbridge: rows of the customer")
q("count", N, "kinzu machines, how many have we got", sum(m["Make"] == "Kinzu" for m in P), "plant: rows with Make Kinzu")
q("count", N, "How many customers have more than five weighbridge tickets?", sum(n > 5 for n in Counter(r[CU] for r in W).values()), "weighbridge: rows by Customer name, those above 5 counted")
q("count", N, "no. of type 1 loads from april to june 24?", sum(r[MA] == "Type 1 sub-base" and "2024-04" <= out(r)[:7] <= "2024-06" for r in W), "weighbridge: Material Type 1 sub-base, DATE out in 2024-04..06")
# ------------------------------------------------------------ sum
q("sum", N, "How many tonnes of sharp sand went over the weighbridge in total?", sum(net(r) for r in W if r[MA] == "Sharp sand"), "weighbridge: sum of Net (t), Sharp sand")
q("sum", N, "whats the whole bill for Tidewell Coastal so far, ex vat?", sum(amt(r) or 0 for r in W if r[CU] == "Tidewell Coastal Works"), "weighbridge: sum of Amt GBP ex VAT of Tidewell Coastal Works (none empty)")
assert all(amt(r) is not None for r in W if r[CU] == "Tidewell Coastal Works")
# ------------------------------------------------------------ average
q("average", N, "What is the average net weight, in tonnes, of a load carried by Fenwick Tippers?", mean(net(r) for r in W if r[HA] == "Fenwick Tippers"), "weighbridge: mean Net (t), haulier Fenwick Tippers")
q("average", N, "avg engine hours on the dump trucks", mean(hrs(m) for m in P if m[TY] == "Dump truck"), "plant: mean Eng hrs, TYPE Dump truck (none empty)")
assert all(hrs(m) is not None for m in P if m[TY] == "Dump truck")
q("average", N, "Typical fuel burn of an excavator in litres per hour? Take the mean and skip any with no figure.", mean(fuel(m) for m in P if m[TY] == "Excavator"), "plant: mean Fuel l/h, TYPE Excavator, empty left out")
# ------------------------------------------------------------ min_max
q("min_max", N, "lightest load we ever sold, how many tonnes net", min(net(r) for r in W), "weighbridge: min Net (t)")
q("min_max", V, "When did Gillian Stroud do her latest inspection?", max(day(m["Last insp"]) for m in P if m["Insp. by"] == "Gillian Stroud"), "plant: latest Last insp with Insp. by Gillian Stroud")
q("min_max", N, "highest price per ton we ever charged for walling stone", max(ppt(r) for r in W if r[MA] == "Walling stone" and ppt(r) is not None), "weighbridge: max GBP/t, Walling stone")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which machine has the most hours on its engine? I need the plant number.", best(known((m["Plant #"], hrs(m)) for m in P)), "plant: row with the largest Eng hrs")
q("superlative", V, "site that produces the widest range of materials?", best(Counter(h for h, r, t in KG if r == "produces")), "KG produces, counted by site")
q("superlative", V, "Which customer had the one load with the highest amount?", tkt(best(known((r["Tkt No"], amt(r)) for r in W)))[CU], "weighbridge: Customer name of the row with the largest Amt GBP ex VAT")
# ------------------------------------------------------------ top_k
q("top_k", V, "our 3 bigest customers by tonnage, names pls", top(total((r[CU], net(r)) for r in W), 3), "weighbridge: sum of Net (t) by Customer name, three largest")
q("top_k", V, "5 dearest machines by purchase cost, plant numbers only", top(known((m["Plant #"], cost(m)) for m in P), 5), "plant: five largest Cost GBP")
q("top_k", V, "Which two materials were invoiced for the most money?", top(total((r[MA], amt(r)) for r in W), 2), "weighbridge: sum of Amt GBP ex VAT by Material, two largest")
# ------------------------------------------------------------ comparison
tons_h = total((r[HA], net(r)) for r in W)
q("comparison", V, "by the tickets, who shifted more tonnes for us, Vale Bulk or Ruddock", best({h: tons_h[h] for h in ("Vale Bulk Logistics", "Ruddock Haulage")}), "weighbridge: sum of Net (t) of both hauliers")
q("comparison", V, "pl131 or pl142, which one is thirstier?", best({n: fuel(mach(n)) for n in ("PL131", "PL142")}), "plant: Fuel l/h of both")
came = lambda s: one(date(f[3]).toordinal() for f in facts("owned by", s, "Carrow Vale Aggregates"))
q("comparison", V, "Which of these two came into the hands of Carrow Vale first: Merebeck Gravel Pit or Penmarrow Quarry?",
  best({s: came(s) for s in ("Merebeck Gravel Pit", "Penmarrow Quarry")}, low=True), "TKG owned by Carrow Vale Aggregates, starts compared")
# ------------------------------------------------------------ difference
tons_s = total((r[SITE], net(r)) for r in W)
assert tons_s["Penmarrow Quarry"] > tons_s["Ashgill Quarry"]
q("difference", N, "By how many tonnes did Penmarrow outsell Ashgill?", tons_s["Penmarrow Quarry"] - tons_s["Ashgill Quarry"], "weighbridge: sum of Net (t) of both sites, subtracted")
scr = [cost(m) for m in P if m[TY] == "Screener" and cost(m) is not None]
q("difference", N, "gap in pounds between the priciest and the cheapest screener we bought?", max(scr) - min(scr), "plant: max - min Cost GBP, TYPE Screener (one empty)")
q("difference", N, "How many years newer is PL164 than PL162, going by the year they were built?", int(mach("PL164")["Yr built"]) - int(mach("PL162")["Yr built"]), "plant: Yr built of both, subtracted")
# ------------------------------------------------------------ percent
insp = [m for m in P if m["Result"]]
q("percent", N, "Of all machines that have an inspection result on file, what percentage failed?", 100 * sum(m["Result"] == "Fail" for m in insp) / len(insp), "plant: share of Result Fail among the rows with a Result")
q("percent", N, "own collect - what % of all the tickets is that", 100 * sum(r[HA] == "Own collect" for r in W) / len(W), "weighbridge: share of rows with haulier Own collect")
q("percent", N, "What share, in percent, of the total invoiced amount comes from Penmarrow Quarry?",
  100 * sum(amt(r) or 0 for r in W if r[SITE] == "Penmarrow Quarry") / sum(amt(r) or 0 for r in W), "weighbridge: Amt GBP ex VAT of the site over the whole sum")
# ------------------------------------------------------------ group_by
q("group_by", T, "How many tonnes has each site sold?", table(tons_s), "weighbridge: sum of Net (t) by Site")
q("group_by", T, "machines by status, how many in each", table(Counter(m["Status"] for m in P)), "plant: rows by Status")
q("group_by", T, "For every type of machine, what was the average purchase cost? Leave out the blanks.",
  table({t: mean(cost(m) for m in P if m[TY] == t) for t in dict.fromkeys(m[TY] for m in P)}), "plant: mean recorded Cost GBP by TYPE")
q("group_by", T, "headcount per site pls (skip sites with nobody)", table(Counter(t for h, r, t in KG if r == "employed at")), "KG employed at, counted by site")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "Going by the tickets, which haulage firm carried the most tonnes overall?", best({k: v for k, v in tons_h.items() if k not in ("", "Own collect")}), "weighbridge: sum of Net (t) by haulier, largest")
q("group_superlative", V, "where is most of our money tied up in machines, which site? go by purchase cost", best(total((m[SN], cost(m)) for m in P)), "plant: sum of Cost GBP by Site name, largest")
q("group_superlative", V, "Which inspector has failed the largest number of machines?", best(Counter(m["Insp. by"] for m in P if m["Result"] == "Fail")), "plant: rows with Result Fail by Insp. by, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "Has Marchbank Farms ever bought anything from Blackrigg Quarry?", yn(any(r[CU] == "Marchbank Farms" and r[SITE] == "Blackrigg Quarry" for r in W)), "weighbridge: a row with that customer and site")
q("yes_no", B, "does craig hebden have his ticket for dump trucks?", yn("dump truck" in fwd("Craig Hebden", "has ticket for")), "KG has ticket for: only wheel loader and excavator")
q("yes_no", B, "Did Hollin Bank Quarry have a blasting consent in force on 1 March 2024?", yn(any(f[0] in BLAST and on(f, "2024-03-01") for f in facts("in force at", t="Hollin Bank Quarry"))),
  "TKG in force at, KG licence type: BC-44 ended on 2023-12-31")
q("yes_no", B, "Did every machine at ashgill pass its last inspection?", yn(all(m["Result"] == "Pass" for m in P if m[SN] == "Ashgill Quarry")), "plant: Result of all rows of Ashgill Quarry")
# ------------------------------------------------------------ negation
q("negation", V, "Which sites have never had a blasting consent?", [s for s in SITES if not any(f[0] in BLAST for f in facts("in force at", t=s))], "TKG in force at + KG licence type: all sites less those with a blasting consent")
q("negation", V, "customers with no unpaid ticket at all, who are they", [c for c in dict.fromkeys(r[CU] for r in W) if not any(r[CU] == c and r["Paid?"] == "N" for r in W)], "weighbridge: all customers less those with a row Paid? N")
q("negation", V, "Which sites were without a site foreman on 15 January 2022?", [s for s in SITES if not any(on(f, "2022-01-15") for f in facts("site foreman of", t=s))], "TKG site foreman of: all sites less those with a fact on that day")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was the site foreman of Corley Gravel Pit on 1 January 2016?", one(f[0] for f in facts("site foreman of", t="Corley Gravel Pit") if on(f, "2016-01-01")), "TKG site foreman of on that day")
ash12 = [f for f in facts("owned by", "Ashgill Quarry") if in_year(f, 2012)]
assert len(ash12) == 1 and all_year(ash12[0], 2012)
q("time_point", V, "who owned ashgill back in 2012?", ash12[0][2], "TKG owned by covering 2012")
q("time_point", V, "Under which extraction licence was Sandholme Pit working on 15 July 2024?", one(f[0] for f in facts("in force at", t="Sandholme Pit") if f[0] in EXTR and on(f, "2024-07-15")), "TKG in force at on that day, KG licence type")
q("time_point", V, "All licences in force at Blackrigg on new years eve 2019 please, any kind.", [f[0] for f in facts("in force at", t="Blackrigg Quarry") if on(f, "2019-12-31")], "TKG in force at on 2019-12-31")
# ------------------------------------------------------------ before_after
bf = [f[0] for f in sorted(facts("site foreman of", t="Blackrigg Quarry"), key=lambda f: f[3])]
q("before_after", V, "Who took over as foreman of Blackrigg Quarry from Mirela Stanciu?", bf[bf.index("Mirela Stanciu") + 1], "TKG site foreman of, the fact after hers")
ch = [f[0] for f in sorted(facts("haulage contract at", t="Corley Gravel Pit"), key=lambda f: f[3])]
q("before_after", V, "who had the haulage contract at corley just before vale bulk got it", ch[ch.index("Vale Bulk Logistics") - 1], "TKG haulage contract at, the fact before")
q("before_after", V, "Which licences ran out between 1 January 2023 and 31 December 2024?", [f[0] for f in facts("in force at") if "2023-01-01" <= f[4] <= "2024-12-31"], "TKG in force at with the end in that span")
# ------------------------------------------------------------ duration
q("duration", N, "For how many full years was Edwin Lister site foreman of Ashgill Quarry?", full_years(one(facts("site foreman of", "Edwin Lister", "Ashgill Quarry"))), "TKG start to end, completed years")
nk, op_ = one(facts("site foreman of", "Nadine Kessler", "Thornsett Quarry")), one(facts("site foreman of", "Owen Parfitt", "Thornsett Quarry"))
g0, g1 = date(nk[4]) + dt.timedelta(1), date(op_[3])
assert g0.day == g1.day == 1
q("duration", N, "how many months was Thornsett left w/o a foreman after Nadine Kessler went?", 12 * (g1.year - g0.year) + g1.month - g0.month, "TKG site foreman of: 2021-01-01 up to the next start 2021-04-01")
spells = {(f[0], f[2]): days(f) for f in facts("site foreman of")}
q("duration", V, "longest unbroken spell as foreman on a single site, who was that?", best(spells)[0], "TKG site foreman of, longest start to end (open ones are far shorter)")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In which county does Lucy Ormerod work?", one(fwd(town(one(fwd("Lucy Ormerod", "employed at"))), "in county")), "KG employed at > near town > in county")
q("multi_hop", V, "who does danuta wilks boss report to?", one(fwd(one(fwd("Danuta Wilk", "reports to")), "reports to")), "KG reports to, twice")
q("multi_hop", V, "A client is building sea defences. Which quarries produce a material that is used for that?", sorted({s for p in inv("used_for", "sea defences") for s in inv("produces", p)}), "KG used_for backwards, then produces backwards")
# ------------------------------------------------------------ cross_source
ald = set(inv("subsidiary_of", "Aldermoor Holdings"))
q("cross_source", N, "How much money, before VAT, have we invoiced to the subsidiaries of Aldermoor Holdings altogether?", sum(amt(r) or 0 for r in W if r[CU] in ald), "KG subsidiary_of backwards; weighbridge: sum of Amt GBP ex VAT")
t1 = tkt("W-51990")
q("cross_source", V, "ticket W-51990: who was foreman at that pit on the day?", one(f[0] for f in facts("site foreman of", t=t1[SITE]) if on(f, out(t1))), "weighbridge: Site, DATE out; TKG site foreman of on that day")
q("cross_source", V, "Which people are down as usual operator of a machine although they hold no ticket for that type of machine?",
  sorted({m[OP] for m in P if m[OP] and m[TY].lower() not in fwd(m[OP], "has ticket for")}), "plant: Usual operator, TYPE; KG has ticket for")
m1 = mach("PL138")
assert m1[SN] == "Ashgill Quarry"
q("cross_source", V, "PL138 stands at Ashgill, but I think the quarry wasn't ours yet when that truck was bought. Who owned the site on the purchase date?", one(f[2] for f in facts("owned by", m1[SN]) if on(f, day(m1["Purch. date"]))), "plant: Site name, Purch. date; TKG owned by on that day")
bc = one(f for f in facts("in force at", t="Ashgill Quarry") if f[0] in BLAST)
q("cross_source", N, "Ashgills blasting consent has run out. How many tonnes went out of there since?", sum(net(r) for r in W if r[SITE] == "Ashgill Quarry" and out(r) > bc[4]), "TKG in force at + KG licence type: end of BC-45; weighbridge: sum of Net (t) after it")
q("cross_source", N, "loads where the customer is based in the same town the quarry is near - how many?", sum(town(r[SITE]) == one(fwd(r[CU], "based in")) for r in W), "weighbridge: Site, Customer name; KG near town, based in")
q("cross_source", N, "How many tonnes did we sell from those sites that have a drill rig standing there?", sum(net(r) for r in W if r[SITE] in {m[SN] for m in P if m[TY] == "Drill rig"}),
  "plant: Site name of TYPE Drill rig; weighbridge: sum of Net (t) of those sites")
# ------------------------------------------------------------ missing
q("missing", V, "On which tickets was the price per tonne never filled in?", tkts(r for r in W if ppt(r) is None), "weighbridge: empty GBP/t")
q("missing", V, "machines w/o any inspection date, plant nos?", nos(m for m in P if not m["Last insp"]), "plant: empty Last insp")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "refuse", "What is the name of the lorry driver on ticket W-52334?", [], "no drivers of the lorries in any file (the haulier of that ticket is empty too)")
q("unanswerable", "refuse", "how much does declan fogarty earn", [], "no pay in any file")
q("unanswerable", "refuse", "What is the yearly tonnage limit under licence EX-0388?", [], "only type, issuer, site and dates of a licence are known")
q("unanswerable", "refuse", "moisture content of the winterfold sand?", [], "no laboratory values in any file")
q("unanswerable", "refuse", "How many litres of diesel did the whole fleet use in July 2024?", [], "fuel per hour and lifetime engine hours only, no hours or litres by month")
q("unanswerable", "refuse", "what did carrow vale pay ruswick for thornsett?", [], "the change of owner is known, no price of it")
q("unanswerable", "refuse", "What is the net weight on weighbridge ticket W-54012?", [], "there is no such ticket")
q("unanswerable", "refuse", "any accidents at penmarrow in 2023, how many?", [], "no accidents in any file")
assert all(r["Tkt No"] != "W-54012" for r in W)

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
if "--check" in sys.argv:
    with open(path("questions.jsonl"), encoding="utf-8") as f: old = [json.loads(l) for l in f if l.strip()]
    bad = 0
    if len(old) != len(Q):
        bad += 1
        print(f"questions.jsonl has {len(old)} questions, truth.py {len(Q)}")
    for a, b in zip(old, Q):
        for k in sorted(set(a) | set(b)):
            if a.get(k) != b.get(k):
                bad += 1
                print(f"{b['id']} {k}: file {a.get(k)!r}, computed {b.get(k)!r}")
    print("questions.jsonl DIFFERS" if bad else "questions.jsonl agrees")
    sys.exit(bool(bad))
with open(path("questions.jsonl"), "w", encoding="utf-8") as f:
    f.write("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in Q))
print(dict(Counter(x["kind"] for x in Q)))
for x in Q:
    print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
