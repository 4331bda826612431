"""Computes every gold answer of the 'restaurants' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, digits, finish, graphs, having, iso, kg, known, lasted, mean, num, one, records, robust,
    share, step, sums, tkg, total)


V, N, B, T, R = "values", "number", "boolean", "table", "refuse"
KG, TK = graphs(HERE, "restaurants")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
BK, DL = records(HERE, "bookings.csv"), records(HERE, "deliveries.csv")
REF, DATE, TIME, RCD, REST, GUEST, COV, VIA, ST, OCC, SETS, DEP, BILL, TIP = BK[0]
NOTE, DDATE, SITE, SUP, SUPCD, ITEM, ORD, REJ, WHY, PRICE, INV, CREDIT, SIGNED = DL[0]
for b in BK:
    b.update({c: num(b[c]) for c in (COV, SETS, DEP, BILL, TIP)}, **{DATE: day(b[DATE], "%d/%m/%Y")})
    b["weekday"] = b[DATE].strftime("%A")
for d in DL: d.update({c: num(d[c]) for c in (ORD, REJ, PRICE, INV, CREDIT)}, **{DDATE: iso(d[DDATE])})
booking, delivery = {b[REF]: b for b in BK}, {d[NOTE]: d for d in DL}
SM, AT, CK, BM, LU, JH, NP = "Saltmarsh", "The Anchor & Thistle", "The Copper Kettle", "Bistro Margaux", "Osteria Lunetta", "Juniper House", "Nonna Pia"
RESTS, DISHES, SERVED, SUPPLIERS = (heads(r) for r in ("site code", "course", "served at", "based in"))
CODE = {r: one(out(r, "site code")) for r in RESTS}
seated = [b for b in BK if b[ST] == "Seated"]
def refs(bs): return [b[REF] for b in bs]
def notes(ds): return [d[NOTE] for d in ds]
def table(rest): return [b for b in BK if b[REST] == rest]
def goods(rest): return [d for d in DL if d[SITE] == CODE[rest]]
def of(item): return [d for d in DL if d[ITEM] == item]
def lunch(rest, d): return digits(one(at("set lunch price", d, rest))[2])
# the files agree with each other
assert RESTS == {SM, AT, CK, BM, LU, JH, NP}
assert len(booking) == len(BK) and len(delivery) == len(DL)
for b in BK:
    assert CODE[b[REST]] == b[RCD] and b[ST] in ("Seated", "Cancelled", "No-show")
    assert b[ST] == "Seated" or (b[BILL] is None and b[TIP] is None)
for d in DL:
    assert d[SITE] in CODE.values() and d[SUP] in SUPPLIERS and inn(d[ITEM], "supplies")
    assert abs(d[ORD] * d[PRICE] - d[INV]) < .0051 and (d[REJ] or 0) <= d[ORD]
    assert d[CREDIT] is None or abs(d[REJ] * d[PRICE] - d[CREDIT]) < .0051
for rel in ("head chef of", "manager of", "leaseholder of"):    # one open holder of each post, no overlap
    for t in {f[2] for f in facts(rel)}:
        fs = facts(rel, tail=t)
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])) and fs[-1][4] is None
for f in facts("on menu"):                                      # on a menu now: served in its restaurant
    rest = one(out(f[2], "menu of"))
    if f[4] is None: assert rest in out(f[0], "served at"), f
    else: assert f[0] == "Lobster thermidor" or now("on menu", f[0])

Q = []
q = asking("restaurants", Q)

# ------------------------------------------------------------ lookup
q("lookup", "Which supplier brought the goods on delivery note DN-30578?", V, delivery["DN-30578"][SUP], "deliveries: Supplier of DN-30578")
q("lookup", "who came up with the beef shin pie?", V, out("Beef shin pie", "created by"), "KG created by")
q("lookup", "yuki tanabe on 10 may, table for how many was that", N, one(b[COV] for b in BK if b[GUEST] == "Yuki Tanabe" and b[DATE] == date(2025, 5, 10)),
  "bookings: Covers of the only booking of that guest on that day")
q("lookup", "At what address are the premises of Osteria Lunetta?", V, out(LU, "premises"), "KG premises")
# ------------------------------------------------------------ filter_list
q("filter_list", "Please list the references of all bookings for ten or more people at Juniper House.", V, refs(b for b in table(JH) if b[COV] >= 10), "bookings: Restaurant, Covers >= 10")
q("filter_list", "which del notes had stuff sent back cos it was bruised", V, notes(d for d in DL if d[WHY] == "bruised"), "deliveries: Rej. reason bruised")
q("filter_list", "Which dishes have both butter and potatoes in them?", V, DISHES & inn("Butter", "contains") & inn("Potatoes", "contains"), "KG contains, both")
q("filter_list", "Which suppliers from the Vale of Marrow are certified organic?", V, inn("Vale of Marrow", "based in") & inn("organic", "certified as"), "KG based in + certified as")
q("filter_list", "regulars: who has booked 5 times or more with us? cancelled ones and no shows count as well", V,
  having(Counter(b[GUEST] for b in BK), lambda n: n >= 5), "bookings: rows by Guest, at least 5")
# ------------------------------------------------------------ count
q("count", "How many times did we send an entire delivery back, down to the last kilo?", N, sum(d[REJ] == d[ORD] for d in DL), "deliveries: Rej. equals Ord.")
q("count", "How many of our no-shows fell on a Friday or a Saturday?", N,
  sum(b[ST] == "No-show" and b["weekday"] in ("Friday", "Saturday") for b in BK), "bookings: Status No-show, weekday of DATE")
q("count", "From how many diffrent suppliers has the Copper Kettle taken deliveries?", N, len({d[SUP] for d in goods(CK)}), "deliveries: Site CK, distinct Supplier")
q("count", "Saltmarsh keeps changing its head chef. How many different people have held that job up to now?", N,
  len({f[0] for f in facts("head chef of", tail=SM)}), "TKG head chef of, distinct heads (one of them twice)")
# ------------------------------------------------------------ sum
q("sum", "How much deposit money, in pounds, is on the bookings that were later cancelled?", N, total([b for b in BK if b[ST] == "Cancelled"], DEP), "bookings: sum of Dep. where Cancelled")
q("sum", "kilos of butter ordered in may, all sites together", N,
  total([d for d in of("Butter") if (d[DDATE].year, d[DDATE].month) == (2025, 5)], ORD), "deliveries: sum of Ord., Butter, May 2025")
q("sum", "What has Orchard End Veg invoiced us for deliveries to Saltmarsh in total, credit notes not taken off?", N,
  total([d for d in goods(SM) if d[SUP] == "Orchard End Veg"], INV), "deliveries: sum of Inv. total, Site SM and supplier")
# ------------------------------------------------------------ average
q("average", "What is the average bill of a booking at Juniper House?", N, mean(table(JH), BILL), "bookings: mean of the recorded BILL TOTAL")
q("average", "avg party size for bookings that came in over tablenow?", N, mean([b for b in BK if b[VIA] == "TableNow app"], COV), "bookings: mean Covers, Booked via TableNow app")
q("average", "Taking the plain mean over all leek deliveries, what price per kilo do we pay for leeks?", N, mean(of("Leeks"), PRICE), "deliveries: mean of £/kg, Leeks")
# ------------------------------------------------------------ min_max
q("min_max", "biggest tip anybody left, in quid?", N, max(known(BK, TIP)), "bookings: largest Tip")
q("min_max", "On what date did the first oysters arrive?", V, min(d[DDATE] for d in of("Oysters")), "deliveries: earliest date, Oysters")
q("min_max", "What is the lowest price that the set lunch at Bistro Margaux has ever had?", N, min(digits(f[2]) for f in facts("set lunch price", BM)), "TKG set lunch price, smallest")
# ------------------------------------------------------------ superlative
q("superlative", "Which ingredient goes into the largest number of dishes?", V, best(Counter(t for h, r, t in KG if r == "contains")), "KG contains, counted by ingredient")
q("superlative", "who ran up the highest single bill?", V, booking[one(best({b[REF]: b[BILL] or 0 for b in BK}))][GUEST], "bookings: Guest of the row with the largest BILL TOTAL")
q("superlative", "Which supplier has the widest range, so can supply the most ingredients?", V, best({s: len(out(s, "supplies")) for s in SUPPLIERS}), "KG supplies, counted by supplier")
# ------------------------------------------------------------ top_k
q("top_k", "3 worst deliveries by kilos rejected, note nos please", V, best({d[NOTE]: d[REJ] or 0 for d in DL}, 3), "deliveries: three largest Rej.")
q("top_k", "Name the two restaurants that served the most guests, counting covers of seated bookings only.", V,
  best(sums(seated, REST, COV), 2), "bookings: sum of Covers of Seated rows by Restaurant, two largest")
# ------------------------------------------------------------ comparison
tips = sums(BK, GUEST, TIP)
q("comparison", "who left us more in tips all in all, anwen bevan or dr amadi?", V, best({g: tips[g] for g in ("Anwen Bevan", "Dr Sophie Amadi")}), "bookings: sum of Tip of both guests")
today = {f[0]: digits(f[2]) for f in now("set lunch price")}
q("comparison", "Where is the set lunch dearer now, at Bistro Margaux or at Saltmarsh?", V, best({r: today[r] for r in (BM, SM)}), "TKG open set lunch price of both")
q("comparison", "Beatrice Holloway and Gianluca Ferrante: which of the two has a share in more restaurants?", V,
  best({o: len(inn(o, "owned by")) for o in ("Beatrice Holloway", "Gianluca Ferrante")}), "KG owned by, counted")
# ------------------------------------------------------------ difference
via = Counter(b[VIA] for b in BK)
assert via["Website"] > via["Phone"]
q("difference", "How many more bookings reached us through the website than by phone?", N, via["Website"] - via["Phone"], "bookings: rows by Booked via, subtracted")
q("difference", "By how many pounds has the lunch deal at the Copper Kettle gone up since it was first offered?", N,
  today[CK] - digits(facts("set lunch price", CK)[0][2]), "TKG set lunch price: open one less the earliest one")
dai = [d for d in goods(BM) if d[SUP] == "Daisybank Dairy"]
q("difference", "daisybank stuff for margaux: what's left to pay in £ if we take what they credited off what they invoiced?", N,
  total(dai, INV) - total(dai, CREDIT), "deliveries: Site BM, Daisybank Dairy, sum of Inv. total less sum of Credit note")
# ------------------------------------------------------------ percent
q("percent", "What percentage of the bookings at Bistro Margaux came to nothing, either cancelled or no-show?", N,
  share(table(BM), lambda b: b[ST] != "Seated"), "bookings: share of not Seated")
pot = of("Potatoes")
assert len(known(pot, REJ)) == len(pot)
q("percent", "potatoes: of all the kilos ordered, what % got rejected", N, 100 * total(pot, REJ) / total(pot, ORD), "deliveries: sum of Rej. over sum of Ord., Potatoes")
q("percent", "Of the different dishes that are served in our restaurants at present, how many percent are desserts?", N,
  share(SERVED, lambda x: "dessert" in out(x, "course")), "KG served at (distinct dishes), course dessert")
# ------------------------------------------------------------ group_by
q("group_by", "How many kilos were rejected from each supplier? Leave out those with nothing rejected.", T,
  sums((d for d in DL if d[REJ]), SUP, REJ), "deliveries: sum of Rej. by Supplier, above 0")
q("group_by", "covers per restaurant in april, only the ones who actually sat down, restaurants with none left out", T,
  sums((b for b in seated if (b[DATE].year, b[DATE].month) == (2025, 4)), REST, COV), "bookings: sum of Covers by Restaurant, Seated, April 2025")
q("group_by", "For every restaurant with a set lunch, what does it cost today?", T, today, "TKG open set lunch price by restaurant")
q("group_by", "nr of bookings by occassion (skip where none is given)", T, Counter(b[OCC] for b in BK if b[OCC]), "bookings: rows by Occasion, empty left out")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "In which restaurant did the tips add up to the most?", V, best(sums(BK, REST, TIP)), "bookings: sum of Tip by Restaurant, largest")
q("group_superlative", "busiest day of the week, going by number of bookings?", V, best(Counter(b["weekday"] for b in BK)), "bookings: rows by weekday of DATE")
q("group_superlative", "On which item did we spend the most, if you add up the invoices of all deliveries?", V, best(sums(DL, ITEM, INV)), "deliveries: sum of Inv. total by Item, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Is there any dish with shellfish at the Anchor & Thistle?", B,
  any(inn("shellfish", "is a") & out(x, "contains") for x in inn(AT, "served at")), "KG served at + contains + is a shellfish")
q("yes_no", "did rosalind pyke ever cancel on us", B, any(b[GUEST] == "Rosalind Pyke" and b[ST] == "Cancelled" for b in BK), "bookings: Guest, Status Cancelled")
fl = facts("head chef of", "Fergus Laidlaw")
q("yes_no", "Fergus Laidlaw has been head chef in two of our places. Was he ever so in both at once?", B,
  any(a[4] is None or a[4] >= b[3] for a, b in zip(fl, fl[1:])), "TKG head chef of: his two periods do not overlap")
brk = [d for d in DL if d[SUP] == "Brackenrigg Game"]
assert len(known(brk, REJ)) == len(brk)
q("yes_no", "Have we accepted everything from Brackenrigg so far, without a single kilo rejected?", B, all(d[REJ] == 0 for d in brk), "deliveries: Rej. is 0 in all rows of the supplier")
# ------------------------------------------------------------ negation
glu = inn("gluten", "allergen")
q("negation", "guest who cant have gluten, starters at juniper house that are ok for her?", V,
  [x for x in inn(JH, "served at") & inn("starter", "course") if not glu & out(x, "contains")], "KG served at, course starter, no ingredient with allergen gluten")
q("negation", "Which of the suppliers that we know of has not delivered anything according to the delivery list?", V,
  SUPPLIERS - {d[SUP] for d in DL}, "KG suppliers less those in deliveries")
q("negation", "Which of our restaurants have never offered a set lunch?", V, RESTS - {f[0] for f in facts("set lunch price")}, "KG restaurants less those with a set lunch price in the TKG")
# ------------------------------------------------------------ time_point
q("time_point", "Who was manager of Saltmarsh at Christmas 2021?", V, one(at("manager of", date(2021, 12, 25), tail=SM))[0], "TKG manager of on 2021-12-25")
q("time_point", "what did u pay for the set lunch at the anchor in july 2023", N, robust(*(lunch(AT, date(2023, 7, n)) for n in (1, 31))), "TKG set lunch price in that month")
q("time_point", "What dishes were on the Quay Menu on 1 July 2020?", V, [f[0] for f in at("on menu", date(2020, 7, 1), tail="Quay Menu")], "TKG on menu on that day")
q("time_point", "Who held the lease of the Old Dairy back in 1995?", V, one(in_year("leaseholder of", 1995, tail="The Old Dairy"))[0], "TKG leaseholder of in 1995")
# ------------------------------------------------------------ before_after
q("before_after", "Which tenant had 2 Quay Street directly before Holloway Catering?", V,
  step(facts("leaseholder of", tail="2 Quay Street"), 0, "Holloway Catering Ltd", -1), "TKG leaseholder of, the fact before")
q("before_after", "dishes put on one of our menus (or put back on) since the start of 2024?", V,
  {f[0] for f in facts("on menu") if f[3] >= date(2024, 1, 1)}, "TKG on menu with start in 2024 or later")
# ------------------------------------------------------------ duration
q("duration", "For how many completed years was Hugh Penrose the manager of Saltmarsh?", N, lasted(one(facts("manager of", "Hugh Penrose", SM))), "TKG start to end, completed years")
pv, hr = (one(facts("head chef of", c, BM)) for c in ("Pierre Vasseur", "Hélène Rousset"))
g0, g1 = pv[4] + timedelta(1), hr[3]
assert g0.day == g1.day == 1
q("duration", "pierre left margaux in 2020, then they had no head chef for a while. how many months until the next one started?", N,
  (g1.year - g0.year) * 12 + g1.month - g0.month, "TKG: end of Vasseur 2020-03-31, start of Rousset 2020-09-01")
q("duration", "Which of the current head chefs has been in their present post for the longest time?", V,
  one(best({f: f[3] for f in now("head chef of")}, low=True))[0], "TKG: open head-chef fact with the earliest start")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "From which regions come the suppliers who can supply something for the tagliatelle al ragù?", V,
  {r for i in out("Tagliatelle al ragù", "contains") for s in inn(i, "supplies") for r in out(s, "based in")}, "KG contains > supplies (backwards) > based in")
mol = inn("molluscs", "allergen")
q("multi_hop", "A lady at Bistro Margaux has a mollusc allergy. Which dishes there must she not order?", V,
  [x for x in inn(BM, "served at") if mol & out(x, "contains")], "KG served at + contains + allergen molluscs")
q("multi_hop", "which restaurant has no owner living in the same town as the restaurant", V,
  [r for r in RESTS if not any(out(o, "lives in") == out(r, "located in") for o in out(r, "owned by"))], "KG owned by + lives in against located in")
# ------------------------------------------------------------ cross_source
b31 = booking["B1231"]
q("cross_source", "We got a complaint about booking B1231. Who was head chef of that restaurant on that evening?", V,
  one(at("head chef of", b31[DATE], tail=b31[REST]))[0], "bookings: Restaurant and DATE; TKG head chef of on that day")
q("cross_source", "dairy products, how many kg did we order alltogether?", N, total([d for d in DL if d[ITEM] in inn("dairy", "is a")], ORD), "deliveries: sum of Ord.; KG is a dairy")
q("cross_source", "What is the total of all bills in the restaurants that Rory Kincaid owns or co-owns?", N,
  total([b for b in BK if b[REST] in inn("Rory Kincaid", "owned by")], BILL), "KG owned by; bookings: sum of BILL TOTAL")
q("cross_source", "Which delivery notes show an item that the supplier is not listed as supplying?", V,
  notes(d for d in DL if d[ITEM] not in out(d[SUP], "supplies")), "deliveries: Supplier and Item against KG supplies")
sl = [b for b in table(SM) if b[SETS] and date(2025, 4, 1) <= b[DATE] <= date(2025, 5, 31)]
q("cross_source", "How much money did Saltmarsh take with set lunches in April and May, each at the price that was valid on the day?", N,
  sum(b[SETS] * lunch(SM, b[DATE]) for b in sl), "bookings: Set lunches and DATE; TKG set lunch price on the day")
sj = one(facts("head chef of", "Sanjay Mistry", SM))
q("cross_source", "delieveries to saltmarsh while sanjay mistry was head chef there - how many?", N,
  sum(sj in at("head chef of", d[DDATE]) for d in goods(SM)), "TKG head chef of; KG site code; deliveries: rows of Site SM in that time")
lc = one(now("leaseholder of", tail="31 Harbour Lane"))[0]
q("cross_source", "In which town lives the person behind the company that leases 31 Harbour Lane now?", V,
  out(one(out(lc, "belongs to")), "lives in"), "TKG open leaseholder of; KG belongs to + lives in")
# ------------------------------------------------------------ missing
q("missing", "Goods were rejected but no credit note has come yet: which delivery notes are these?", V,
  notes(d for d in DL if d[REJ] and d[CREDIT] is None), "deliveries: Rej. > 0, Credit note empty")
q("missing", "how many seated tabels have no bill entered", N, sum(b[BILL] is None for b in seated), "bookings: Seated with empty BILL TOTAL")
q("missing", "Nobody signed for some of the May deliveries. Which ones, by delivery note?", V,
  notes(d for d in DL if (d[DDATE].year, d[DDATE].month) == (2025, 5) and not d[SIGNED]), "deliveries: May 2025, Signed by empty")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "whats martha quills phone number, she left her scarf", R, [], "no phone numbers in any file")
q("unanswerable", "How many seats does the dining room of Nonna Pia have?", R, [], "covers are people of a booking; no seats of a restaurant in any file")
q("unanswerable", "price of the duck confit on the carte du soir?", R, [], "prices only of set lunches and of goods per kg, not of single dishes")
q("unanswerable", "How much rent does Kincaid Hospitality pay for 31 Harbour Lane?", R, [], "leaseholders and dates only, no rents")
q("unanswerable", "What did the Elwick Rotary Club eat when they were at Juniper House on 19 April?", R, [], "no dishes recorded with bookings")
q("unanswerable", "Who was head chef of Nonna Pia in 2014?", R, [], "TKG: the first known head chef there starts 2016-06-01, and the premises were a launderette's until the end of 2015")
q("unanswerable", "what do we pay ffion prosser a month", R, [], "no wages in any file")
q("unanswerable", "Which supplier's van arrives late most often?", R, [], "delivery dates only, no agreed times")
assert len(Q) == 80
finish(HERE, Q)
