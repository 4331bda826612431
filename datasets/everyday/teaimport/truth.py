"""Computes every gold answer from the four files and prints lines of questions.jsonl that differ.
   python3 truth.py --write writes questions.jsonl anew."""
import json, os, sys, datetime as dt
from collections import Counter, defaultdict
H = os.path.dirname(os.path.abspath(__file__))
def p(n): return os.path.join(H, n)
sys.path.insert(0, os.path.dirname(H))
from domain import records
L, C = records(H, "lots.csv"), records(H, "tastings.csv")
KG, TK = ([tuple(r.values()) for r in records(H, f"teaimport.{kind}.tsv")] for kind in ("kg", "tkg"))
num = lambda s: float(s.replace(",", "")) if s.strip() else None
for r in L:
    r["d"] = dt.datetime.strptime(r["Sale dt"], "%d/%m/%Y").date().isoformat()
    r["kg"], r["usd"], r["bags"] = num(r["Net wt kg"]), num(r["Price/kg USD"]), int(r["Bags"])
for r in C: r["sc"], r["mo"] = int(r["Score /100"]), num(r["Moist. %"])
def f(x):
    if isinstance(x, str): return x
    return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
lot = lambda n: next(r for r in L if r["Lot No"] == n)
cup = lambda n: next(r for r in C if r["Cup ref"] == n)
def sel(rows, **k): return [r for r in rows if all(r[a.replace("_", " ")] == b for a, b in k.items())]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def fwd(h, r): return [t for a, b, t in KG if a == h and b == r]
def inv(r, t): return [a for a, b, c in KG if b == r and c == t]
def one(xs):
    assert len(set(xs)) == 1, xs
    return xs[0]
def at(r, t, day): return one([x[0] for x in TK if x[1] == r and x[2] == t and x[3] <= day and (not x[4] or day <= x[4])])
def fact(h, r, t): return next(x for x in TK if x[:3] == (h, r, t))
def top(d, k=1, low=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[k-1][1] != s[k][1], ("tie", s[:k+2])
    return [x for x, _ in s[:k]]
def grp(rows, key, val, fn=sum):
    g = defaultdict(list)
    for r in rows:
        if r[key] != "" and val(r) is not None: g[r[key]].append(val(r))
    return {k: fn(v) for k, v in g.items()}
def tab(d): return sorted(f"{k} | {f(v)}" for k, v in d.items())
def nos(rows): return [r["Lot No"] for r in rows]
def years(h, r, t):
    s, e = (dt.date.fromisoformat(x) for x in fact(h, r, t)[3:])
    return e.year - s.year - ((e.month, e.day) < (s.month, s.day))
def days(h, r, t):
    s, e = (dt.date.fromisoformat(x) for x in fact(h, r, t)[3:])
    return (e - s).days
def succ(r, t, h, step):
    s = sorted((x for x in TK if x[1] == r and x[2] == t), key=lambda x: x[3])
    return s[[x[0] for x in s].index(h) + step][0]
GARDENS = [h for h, r, t in KG if r == "lies_in"]
def country(g): return one(fwd(one(fwd(g, "lies_in")), "district of"))
yn = lambda b: "yes" if b else "no"
y = lambda r, yr: r["d"].startswith(yr)
Q = []
def q(kind, typ, text, ans, why):
    if not isinstance(ans, list): ans = [ans]
    ans = sorted(f(a) for a in ans)
    assert (typ == "refuse") == (not ans) and (typ not in ("number", "boolean") or len(ans) == 1), text
    Q.append({"id": f"teaimport-{len(Q)+1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": ans, "why": why})
V, N, B, T, X = "values", "number", "boolean", "table", "refuse"

q("lookup", V, "Which warehouse did lot KOL-3179 go to?", lot("KOL-3179")["Whse"], "lots: Whse")
q("lookup", N, "what did we give per kilo for CMB-2310", lot("CMB-2310")["usd"], "lots: Price/kg USD")
q("lookup", V, "What firm operates the store W-RTM7?", fwd("W-RTM7", "run_by"), "KG run_by")
q("lookup", V, "On what day was cup T550 on the tasting table?", cup("T550")["Tasted on"], "tastings: Tasted on")
q("filter_list", V, "Lot numbers of all the FBOP that has been sold on, please.", nos(sel(L, Grade="FBOP", Status="Sold on")), "lots: Grade FBOP, Status Sold on")
q("filter_list", V, "gardens with a fairtrade ticket?", inv("certified_by", "Fairtrade"), "KG certified_by read backwards")
q("filter_list", V, "Cups that Perpetua Lyle marked below 80. Just the refs", [r["Cup ref"] for r in sel(C, Taster="Perpetua Lyle") if r["sc"] < 80], "tastings: Taster, Score < 80")
q("filter_list", V, "I need to ring the shipping line in a minute: which lots are still on the water?", nos(sel(L, Status="Afloat")), "lots: Status Afloat")
q("count", N, "How many lots did we pick up at the Mombasa auction in 2023?", len([r for r in sel(L, Auction_ctr="Mombasa") if y(r, "2023")]), "lots: Auction ctr, year of Sale dt")
q("count", N, "no. of cups with the verdict fail", len(sel(C, Verdict="Fail")), "tastings: Verdict Fail")
q("count", N, "So how many different gardens have we bought from, going by the lot book?", len({r["Garden"] for r in L}), "lots: distinct Garden")
q("count", N, "In how many cups did the liquor come out smoky?", len(sel(C, Liquor_note="smoky")), "tastings: Liquor note")
q("sum", N, "Total kilos of Rungbeni bought in 2024?", sum(r["kg"] for r in sel(L, Garden="Rungbeni") if y(r, "2024")), "lots: sum Net wt kg")
q("sum", N, "How many bags altogether are in store at W-TIL4 according to the book?", sum(r["bags"] for r in sel(L, Whse="W-TIL4", Status="In store")), "lots: sum Bags, Status In store")
q("sum", N, "Money question. What did all the Selimpahar lots cost us together in dollars, weight times kilo price?", sum(r["kg"] * r["usd"] for r in sel(L, Garden="Selimpahar")), "lots: sum of Net wt kg x Price/kg USD")
q("sum", N, "bags from dhansirimukh, all added up", sum(r["bags"] for r in sel(L, Garden="Dhansirimukh")), "lots: sum Bags")
q("average", N, "What score does Yuki Haramoto give on avarage?", mean(r["sc"] for r in sel(C, Taster="Yuki Haramoto")), "tastings: mean Score")
q("average", N, "Taking each BOPF lot as one, not weighted by kilos, what was the mean price per kg we paid?", mean(r["usd"] for r in sel(L, Grade="BOPF")), "lots: plain mean Price/kg USD of BOPF")
q("average", N, "avg moisture of the cups noted as malty (skip those nobody measured)", mean(r["mo"] for r in sel(C, Liquor_note="malty")), "tastings: mean Moist. %, blanks skipped")
q("min_max", N, "What is the highest mark any tea ever got at our tastings?", max(r["sc"] for r in C), "tastings: max Score")
q("min_max", N, "lowest kilo price we ever managed on Kipsoren", min(r["usd"] for r in sel(L, Garden="Kipsoren") if r["usd"]), "lots: min Price/kg USD")
q("min_max", V, "The very first Kotadanda purchase in the ledger, what date was that?", min(r["d"] for r in sel(L, Garden="Kotadanda")), "lots: min Sale dt")
q("superlative", V, "Which of the Colombo lots is the heaviest?", top({r["Lot No"]: r["kg"] for r in sel(L, Auction_ctr="Colombo")}), "lots: max Net wt kg at Colombo")
q("superlative", V, "the dearest lot per kg of the whole lot book, which one is it", top({r["Lot No"]: r["usd"] for r in L if r["usd"]}), "lots: max Price/kg USD")
q("superlative", V, "Which garden was planted the longest ago?", top({h: int(t) for h, r, t in KG if r == "planted in"}, low=True), "KG planted in, smallest year")
q("top_k", V, "Hector Lindqvist's three heaviest lots?", top({r["Lot No"]: r["kg"] for r in sel(L, Bought_by="Hector Lindqvist")}, 3), "lots: top 3 Net wt kg")
q("top_k", V, "Give me the five priciest lots we ever bought, by price per kilo.", top({r["Lot No"]: r["usd"] for r in L if r["usd"]}, 5), "lots: top 5 Price/kg USD")
q("top_k", V, "youngest two gardens by planting year", top({h: int(t) for h, r, t in KG if r == "planted in"}, 2), "KG planted in, two largest")
q("comparison", V, "Which lot was dearer by the kilo, CMB-2218 or CMB-2330?", top({n: lot(n)["usd"] for n in ("CMB-2218", "CMB-2330")}), "lots: Price/kg USD compared")
q("comparison", V, "Glenforsa vs Ulapitiya, from whom have we taken more weight overall?", top(grp([r for r in L if r["Garden"] in ("Glenforsa", "Ulapitiya")], "Garden", lambda r: r["kg"])), "lots: sum Net wt kg compared")
q("comparison", V, "Who has slurped more cups, Imogen Sturridge or Perpetua Lyle?", top(grp([r for r in C if r["Taster"] in ("Imogen Sturridge", "Perpetua Lyle")], "Taster", lambda r: 1)), "tastings: rows per Taster compared")
q("difference", N, "How many kilos more does lot CMB-2361 weigh than CMB-2344?", lot("CMB-2361")["kg"] - lot("CMB-2344")["kg"], "lots: Net wt kg difference")
q("difference", N, "T501 and T503 are the same lot, yet the points differ. By how much?", abs(cup("T501")["sc"] - cup("T503")["sc"]), "tastings: Score difference")
q("difference", N, "In 2024, how many more lots came from Mombasa than from the Colombo sale?", len([r for r in sel(L, Auction_ctr="Mombasa") if y(r, "2024")]) - len([r for r in sel(L, Auction_ctr="Colombo") if y(r, "2024")]), "lots: count difference in 2024")
q("percent", N, "What percentage of all the cups got a pass?", 100 * len(sel(C, Verdict="Pass")) / len(C), "tastings: share Verdict Pass")
q("percent", N, "share of our lots that went into blends, in per cent of the number of lots", 100 * len(sel(L, Status="Blended")) / len(L), "lots: share Status Blended")
q("percent", N, "Of the cups Benedikt Asmussen did, what % were sent back for a retaste?", 100 * len(sel(C, Taster="Benedikt Asmussen", Verdict="Retaste")) / len(sel(C, Taster="Benedikt Asmussen")), "tastings: share Retaste within Taster")
q("group_by", T, "lots per warehouse code (leave out those with no warehouse yet)", tab(grp(L, "Whse", lambda r: 1)), "lots: rows by Whse, blank left out")
q("group_by", T, "For every taster, what is their average score?", tab(grp(C, "Taster", lambda r: float(r["sc"]), mean)), "tastings: mean Score by Taster")
q("group_by", T, "How much weight in kg did we buy at each auction centre in 2024?", tab(grp([r for r in L if y(r, "2024")], "Auction ctr", lambda r: r["kg"])), "lots: sum Net wt kg by Auction ctr, 2024")
q("group_superlative", V, "Which description of the liquor comes up most often in the tasting notes?", top(Counter(r["Liquor note"] for r in C)), "tastings: most frequent Liquor note")
q("group_superlative", V, "what broker sold us the most kilos, all years together", top(grp(L, "Broker", lambda r: r["kg"])), "lots: largest sum Net wt kg by Broker")
q("group_superlative", V, "Among our buyers, who bought the fewest lots?", top(grp(L, "Bought by", lambda r: 1), low=True), "lots: fewest rows by Bought by")
q("group_superlative", V, "Looking at leaf grades: the one with the highest average kilo price?", top(grp(L, "Grade", lambda r: r["usd"], mean)), "lots: largest mean Price/kg USD by Grade")
q("yes_no", B, "Has MBA-1470 been sold on?", yn(lot("MBA-1470")["Status"] == "Sold on"), "lots: Status")
q("yes_no", B, "did any cup ever reach 97 points or better", yn(any(r["sc"] >= 97 for r in C)), "tastings: any Score >= 97")
q("yes_no", B, "A customer is asking: is Tukribari Rainforest Alliance certified?", yn("Rainforest Alliance" in fwd("Tukribari", "certified_by")), "KG certified_by")
q("negation", V, "Which gardens hold no certificate whatsoever?", [g for g in GARDENS if not fwd(g, "certified_by")], "KG: gardens without certified_by")
q("negation", V, "lots we bought in October 2023 that were never tasted", [r["Lot No"] for r in L if y(r, "2023-10") and r["Lot No"] not in {c["Lot No"] for c in C}], "lots without a row in tastings, Sale dt 2023-10")
q("negation", N, "How many of the Coonoor lots were not blended?", len([r for r in sel(L, Auction_ctr="Coonoor") if r["Status"] != "Blended"]), "lots: Coonoor, Status other than Blended")
q("time_point", V, "Who was head taster in London on 15 May 2023?", at("head taster at", "London tasting room", "2023-05-15"), "TKG head taster at")
q("time_point", V, "buyer at Kolkata in march 2022, who was that again", at("buyer at", "Kolkata", "2022-03-15"), "TKG buyer at")
q("time_point", V, "When did Ruwan Hettigoda take charge of Ulapitiya?", fact("Ruwan Hettigoda", "manager of", "Ulapitiya")[3], "TKG manager of, start")
q("time_point", V, "It must have been Christmas 2015 that I visited Rungbeni. Who was the manager there then?", at("manager of", "Rungbeni", "2015-12-25"), "TKG manager of")
q("time_point", V, "Since when have we been renting W-FXT2?", fact("Brackley & Tolland", "rents", "W-FXT2")[3], "TKG rents, start")
q("before_after", V, "Who came straight after Gerlinde Paasch as head taster in the Hamburg room?", succ("head taster at", "Hamburg tasting room", "Gerlinde Paasch", 1), "TKG head taster at, next")
q("before_after", V, "which broker handled Chebaraa just before Pemberley Kilonzo took it on?", succ("broker for", "Chebaraa", "Pemberley Kilonzo", -1), "TKG broker for, previous")
q("before_after", V, "Everything bought before 1 February 2023, lot nos only", nos(r for r in L if r["d"] < "2023-02-01"), "lots: Sale dt < 2023-02-01")
q("before_after", B, "Was Anoushka Deyel buying at Coonoor before she became the Kolkata buyer?", yn(fact("Anoushka Deyel", "buyer at", "Coonoor")[3] < fact("Anoushka Deyel", "buyer at", "Kolkata")[3]), "TKG buyer at, starts compared")
q("duration", N, "For how many full years was Alasdair Fenwick head taster in London?", years("Alasdair Fenwick", "head taster at", "London tasting room"), "TKG start to end, completed years")
q("duration", V, "who lasted longer as Mombasa buyer, Ochieng or Tanui?", top({h: days(h, "buyer at", "Mombasa") for h in ("Wilfred Ochieng", "Marguerite Tanui")}), "TKG lengths compared (both ended)")
q("duration", N, "Norbu Tamsang at Rungbeni: how many complete years as manager?", years("Norbu Tamsang", "manager of", "Rungbeni"), "TKG start to end, completed years")
q("multi_hop", V, "In what country is the Gisharuka garden?", country("Gisharuka"), "KG lies_in, district of")
q("multi_hop", V, "Borsola Tea Co. owns several gardens. Which of them are in India?", [g for g in inv("owned by", "Borsola Tea Co.") if country(g) == "India"], "KG owned by, lies_in, district of")
q("multi_hop", V, "who taught the person that taught Yuki Haramoto", one(fwd(one(fwd("Yuki Haramoto", "trained under")), "trained under")), "KG trained under twice")
q("multi_hop", V, "Which companys own gardens in Kenya?", sorted({o for g in GARDENS if country(g) == "Kenya" for o in fwd(g, "owned by")}), "KG district of, lies_in, owned by")
q("cross_source", V, "The warehouse where KOL-3190 was put, in which town is it?", fwd(lot("KOL-3190")["Whse"], "stands in"), "lots Whse, KG stands in")
q("cross_source", N, "How many of our lots were put into a warehouse run by Docklands Cold & Dry?", len([r for r in L if r["Whse"] in inv("run_by", "Docklands Cold & Dry")]), "KG run_by, lots Whse")
q("cross_source", N, "kilos of Kenyan tea in the lot book, total", sum(r["kg"] for r in L if country(r["Garden"]) == "Kenya"), "KG lies_in, district of; lots sum Net wt kg")
q("cross_source", N, "How do Gathangari teas score on average in the cup?", mean(c["sc"] for c in C if lot(c["Lot No"])["Garden"] == "Gathangari"), "lots Garden, tastings mean Score")
q("cross_source", V, "On the day lot KOL-3179 was bought, who was the head taster at the London room?", at("head taster at", "London tasting room", lot("KOL-3179")["d"]), "lots Sale dt, TKG head taster at")
q("missing", V, "Which lots have no price entered?", nos(r for r in L if r["usd"] is None), "lots: Price/kg USD blank")
q("missing", N, "number of cups where the moisture was never written down", len([c for c in C if c["mo"] is None]), "tastings: Moist. % blank")
q("missing", B, "Is the warehouse still blank for lot KOL-3389?", yn(lot("KOL-3389")["Whse"] == ""), "lots: Whse blank")
q("unanswerable", X, "What did the sea freight on lot CMB-2310 come to?", [], "no freight anywhere")
q("unanswerable", X, "Who was head taster in our Rotterdam tasting room in 2020?", [], "no Rotterdam tasting room")
q("unanswerable", X, "what score did Clementine Orr give KOL-3305", [], "no such taster")
q("unanswerable", X, "We sold MBA-1470 on, I know. But which customer took it?", [], "customers are not recorded")
q("unanswerable", X, "altitude of the Glenforsa garden in metres?", [], "no altitude recorded")
q("unanswerable", X, "Who manages Kotadanda at present?", [], "no manager recorded for Kotadanda")

if "--write" in sys.argv:
    with open(p("questions.jsonl"), "w", encoding="utf-8") as o:
        for r in Q: o.write(json.dumps(r, ensure_ascii=False) + "\n")
old = [json.loads(l) for l in open(p("questions.jsonl"), encoding="utf-8")]
if len(old) != len(Q): print("lines:", len(old), "computed:", len(Q))
for a, b in zip(old, Q):
    if a != b: print("differs:", a, b)
