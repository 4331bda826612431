"""Computes every gold answer from the four data files and prints each line that differs
from questions.jsonl (python3 truth.py --write writes the file first)."""
import json, os, sys, datetime as dt
from collections import Counter, defaultdict
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
F, P = records(HERE, "fines.csv"), records(HERE, "permits.csv")
K, T = records(HERE, "parking.kg.tsv"), records(HERE, "parking.tkg.tsv")
def day(s): return dt.datetime.strptime(s, "%d/%m/%Y").date()
def num(s): return float(s.replace(",", "")) if s else None
for r in F:
    r["d"] = day(r["Issued"]); r["p"] = day(r["Paid on"]) if r["Paid on"] else None; r["a"] = num(r["Amt (GBP)"])
for r in P:
    r["f"] = num(r["Fee p.a. (GBP)"]); r["l"] = num(r["Veh. length (m)"])
def f(**k): return [r for r in F if all(r[x.replace("_", " ")] == v for x, v in k.items())]
def p(**k): return [r for r in P if all(r[x.replace("_", " ")] == v for x, v in k.items())]
def out(h, r): return [x["tail"] for x in K if (x["head"], x["relation"]) == (h, r)]
def inn(r, t): return [x["head"] for x in K if (x["relation"], x["tail"]) == (r, t)]
def t(h=None, r=None, tl=None): return [x for x in T if (h is None or x["head"] == h) and (r is None or x["relation"] == r) and (tl is None or x["tail"] == tl)]
def at(xs, d): return [x for x in xs if x["start"] <= d and (not x["end"] or d <= x["end"])]
def now(xs): return [x for x in xs if not x["end"]]
def pcn(xs): return [r["PCN no."] for r in xs]
def per(xs): return [r["Permit"] for r in xs]
def n(x): return ("%.2f" % (round(x + 1e-9, 2))).rstrip("0").rstrip(".")
def mean(xs): xs = list(xs); return sum(xs) / len(xs)
def top(m, k=1, sign=1):
    o = sorted(dict(m).items(), key=lambda kv: -sign * kv[1])
    assert len(o) == k or abs(o[k - 1][1] - o[k][1]) > 1e-9, ("tie", o[:k + 2])
    return [x for x, _ in o[:k]]
def agg(xs, key, fn):
    g = defaultdict(list)
    for r in xs: g[r[key]].append(r)
    return {k: fn(v) for k, v in g.items()}
def tab(m): return ["%s | %s" % (k, n(v)) for k, v in m.items()]
def yn(b): return ["yes" if b else "no"]
def years(s, e):
    s, e = dt.date.fromisoformat(s), dt.date.fromisoformat(e) + dt.timedelta(1)
    return e.year - s.year - ((e.month, e.day) < (s.month, s.day))
def length(x): return (dt.date.fromisoformat(x["end"]) - dt.date.fromisoformat(x["start"])).days
OFF, PAN = "Haverleigh Parking Office", "Parking Appeals Panel"
HEADS = sorted(t(r="head of", tl=OFF), key=lambda x: x["start"])
CHAIR = sorted(t(r="chair of", tl=PAN), key=lambda x: x["start"])
WARD = t(r="warden at", tl=OFF); NOWW = [x["head"] for x in now(WARD)]
RATE = t(r="hourly rate (GBP)"); RNOW = {x["head"]: float(x["tail"]) for x in now(RATE)}
one = lambda xs: (xs[0] if len(xs) == 1 else 1 / 0)
A = lambda q: sum(r["a"] for r in q)
amt = lambda no: one(f(**{"PCN no.": no}))["a"]
fee = lambda no: one(p(Permit=no))["f"]
CNT = lambda key: Counter(r[key] for r in F)
Q = []
def q(kind, typ, text, why, ans): Q.append((text, kind, typ, ans, why))
V, N, B, TB = "values", "number", "boolean", "table"

# lookup
q("lookup", N, "How much was ticket H20540 for?", "fines: Amt of H20540", [n(amt("H20540"))])
q("lookup", V, "whose car is KJ22 OLW, going by our permits?", "permits: Holder with that reg.", [one(p(**{"Veh. reg.": "KJ22 OLW"}))["Holder"]])
q("lookup", V, "Which firm makes the Kerbline Solo?", "KG made by", out("Kerbline Solo", "made by"))
q("lookup", V, "On what day did they settle penalty H20501?", "fines: Paid on of H20501", [one(f(**{"PCN no.": "H20501"}))["p"].isoformat()])
q("lookup", V, "what colour are the signs in the minster zone", "KG sign colour", out("Minster Zone", "sign colour"))
# filter_list
q("filter_list", V, "Please list the PCN numbers of all blocked fire access tickets whose status is still unpaid.", "fines: Contravention, Status Unpaid", pcn(f(Contravention="Blocked fire access", Status="Unpaid")))
q("filter_list", V, "A German tourist is shouting at the counter. Who of the wardens could talk to him in his own language?", "KG speaks German", inn("speaks", "German"))
q("filter_list", V, "trade permits costing more than a grand a year, just the permit numbers pls", "permits: Category Trade, Fee > 1000", per(r for r in p(Category="Trade") if r["f"] > 1000))
q("filter_list", V, "Who does the rounds in Harbour Zone?", "KG patrols, read backwards", inn("patrols", "Harbour Zone"))
q("filter_list", V, "I need the reg plates of permitted vehicles that are longer than 7 metres.", "permits: Veh. length > 7, Veh. reg.", [r["Veh. reg."] for r in P if r["l"] and r["l"] > 7])
# count
q("count", N, "How many tickets has Ivo Marchetti written?", "fines: rows of the warden", [n(len(f(Warden="Ivo Marchetti")))])
q("count", N, "second car permits, how many have we got in the list", "permits: Category Second car", [n(len(p(Category="Second car")))])
q("count", N, "How many fines were handed out in Decmber 2023?", "fines: Issued in 2023-12", [n(sum((r["d"].year, r["d"].month) == (2023, 12) for r in F))])
q("count", N, "appeals still pending: number?", "fines: Appeal Pending", [n(len(f(Appeal="Pending")))])
# sum
q("sum", N, "What do the fines with status Unpaid add up to? Leave out the ones that went to court.", "fines: sum Amt, Status Unpaid", [n(A(f(Status="Unpaid")))])
q("sum", N, "What do we take in fees per year for all trade permits together?", "permits: sum Fee, Trade", [n(sum(r["f"] for r in p(Category="Trade")))])
q("sum", N, "gareth pryce-hughes had a busy July in 2023. total of the tickets he wrote that month in pounds?", "fines: Warden, Issued in 2023-07, sum Amt", [n(A(r for r in f(Warden="Gareth Pryce-Hughes") if (r["d"].year, r["d"].month) == (2023, 7)))])
# average
q("average", N, "How long is a vehicle with a business permit on average, in metres?", "permits: mean recorded Veh. length, Business", [n(mean(r["l"] for r in p(Category="Business") if r["l"]))])
q("average", N, "mean fine for lorries over 7.5 t?", "fines: mean Amt, Lorry over 7.5 t", [n(mean(r["a"] for r in f(Contravention="Lorry over 7.5 t")))])
q("average", N, "People grumble that Quay Street is a trap. What does the average ticket there come to?", "fines: mean Amt, Quay Street", [n(mean(r["a"] for r in f(Street="Quay Street")))])
# min_max
q("min_max", N, "What's the lowest yearly fee for any business permit?", "permits: min Fee, Business", [n(min(r["f"] for r in p(Category="Business")))])
q("min_max", N, "longest vehicle in the permit list, how many metres", "permits: max Veh. length", [n(max(r["l"] for r in P if r["l"]))])
q("min_max", V, "When was the very first ticket in Millfield Zone issued?", "fines: min Issued, Millfield Zone", [min(r["d"] for r in f(Zone="Millfield Zone")).isoformat()])
# superlative
q("superlative", V, "Which ticket is the dearest of the lot? PCN number please.", "fines: largest Amt", top((r["PCN no."], r["a"]) for r in F))
q("superlative", V, "who of the wardens still serving today has been with us longest", "TKG open warden at, earliest start", top([(x["head"], int(x["start"].replace("-", ""))) for x in now(WARD)], 1, -1))
q("superlative", V, "Where does an hour of parking cost most at present, I mean in which zone?", "TKG open hourly rates, largest", top(RNOW))
# top_k
q("top_k", V, "three highest fines on Corn Street, PCN nos only", "fines: Street, three largest Amt, PCN no.", top([(r["PCN no."], r["a"]) for r in f(Street="Corn Street")], 3))
q("top_k", V, "Name the two zones in which the most tickets were written.", "fines: rows by Zone, two largest", top(CNT("Zone"), 2))
q("top_k", V, "What are the 2 most expensive permits we have sold, by yearly fee? Give the permit numbers.", "permits: two largest Fee", top([(r["Permit"], r["f"]) for r in P if r["f"]], 2))
# comparison
q("comparison", V, "Who has given out more tickets, Colm Deverell or Emeka Okonjo?", "fines: rows of each warden", top({w: CNT("Warden")[w] for w in ("Colm Deverell", "Emeka Okonjo")}))
q("comparison", V, "H20591 or H20573 - which was the bigger penalty?", "fines: Amt of both", top({w: amt(w) for w in ("H20591", "H20573")}))
q("comparison", V, "Emeka Okonjo and Dorota Wisniak keep arguing who is the older hand. Which of them started as a warden first?", "TKG warden at, starts compared", top({w: int(one(t(w, "warden at"))["start"].replace("-", "")) for w in ("Emeka Okonjo", "Dorota Wisniak")}, 1, -1))
# difference
q("difference", N, "How many more paid tickets than cancelled ones are there?", "fines: Status counts, subtracted", [n(CNT("Status")["Paid"] - CNT("Status")["Cancelled"])])
q("difference", N, "By how many pounds is an hour in Old Market Zone dearer than one in Station Zone now?", "TKG open hourly rates, subtracted", [n(RNOW["Old Market Zone"] - RNOW["Station Zone"])])
q("difference", N, "abandoned vehicles: gap between the biggest and the smallest fine", "fines: max - min Amt, Abandoned vehicle", [n(max(r["a"] for r in f(Contravention="Abandoned vehicle")) - min(r["a"] for r in f(Contravention="Abandoned vehicle")))])
# percent
q("percent", N, "What percentage of all our tickets ended up cancelled?", "fines: share of Status Cancelled", [n(100 * len(f(Status="Cancelled")) / len(F))])
q("percent", N, "Of all permits in the list (free ones too), how many per cent are paid by direct debit?", "permits: share Paid by Direct debit", [n(100 * len(p(**{"Paid by": "Direct debit"})) / len(P))])
q("percent", N, "Station Zone, what share of the tickets there was for overstaying? in %", "fines: Zone Station Zone, share Overstayed", [n(100 * len(f(Zone="Station Zone", Contravention="Overstayed")) / len(f(Zone="Station Zone")))])
# group_by
q("group_by", TB, "number of tickets per zone?", "fines: rows by Zone", tab(CNT("Zone")))
q("group_by", TB, "Break the permits down for me: how many are there of each category?", "permits: rows by Category", tab(Counter(r["Category"] for r in P)))
q("group_by", TB, "For every type of contravention, what is the total amount of the fines?", "fines: sum Amt by Contravention", tab(agg(F, "Contravention", A)))
# group_superlative
q("group_superlative", V, "Which street comes out on top when you add up the fines of each?", "fines: sum Amt by Street, largest", top(agg(F, "Street", A)))
q("group_superlative", V, "In which zone do we have the greatest number of permits?", "permits: rows by Zone, largest", top(Counter(r["Zone"] for r in P)))
q("group_superlative", V, "what sort of offence costs most on average", "fines: mean Amt by Contravention, largest", top(agg(F, "Contravention", lambda v: mean(r["a"] for r in v))))
# yes_no
q("yes_no", B, "Has penalty H20648 been paid?", "fines: Status of H20648", yn(one(f(**{"PCN no.": "H20648"}))["Status"] == "Paid"))
q("yes_no", B, "is emeka okonjo one of those who patrol the Harbour zone?", "KG patrols", yn("Harbour Zone" in out("Emeka Okonjo", "patrols")))
q("yes_no", B, "Somebody told me Maureen Tidswell was deputy before she got the top job in the parking office. True?", "TKG deputy head of before head of", yn(one(t("Maureen Tidswell", "deputy head of"))["start"] < one(t("Maureen Tidswell", "head of"))["start"]))
q("yes_no", B, "Did Saltmarsh Florists pay any of their permits in cash?", "permits: Holder, Paid by Cash", yn(any(r["Paid by"] == "Cash" for r in p(Holder="Saltmarsh Florists"))))
# negation
q("negation", V, "Which of our present wardens do not have Ruth Ballantyne as their boss?", "TKG open warden at less KG reports to Ruth Ballantyne", [w for w in NOWW if "Ruth Ballantyne" not in out(w, "reports to")])
q("negation", V, "zone without any car park?", "KG zones less those with lies in", [z for z in {r["Zone"] for r in F} if not inn("lies in", z)])
q("negation", V, "Which fines of 1,000.00 or more have a status other than Paid? PCN nos", "fines: Amt >= 1000, Status not Paid", pcn(r for r in F if r["a"] >= 1000 and r["Status"] != "Paid"))
q("negation", N, "How many permits are for somewhere other than Harbour Zone?", "permits: Zone not Harbour Zone", [n(sum(r["Zone"] != "Harbour Zone" for r in P))])
# time_point
q("time_point", V, "Who ran the parking office in May 2013?", "TKG head of in 2013-05", [x["head"] for x in at(HEADS, "2013-05-15")])
q("time_point", N, "A lady wants money back for a stay in Harbour Zone on 15 August 2020. What did one hour cost there that day?", "TKG hourly rate on that day", [n(float(one(at(t("Harbour Zone", "hourly rate (GBP)"), "2020-08-15"))["tail"]))])
q("time_point", V, "who had the towing contract in summer 2018", "TKG towing contract with, 2018", [x["head"] for x in at(t(r="towing contract with"), "2018-07-15")])
q("time_point", V, "Which people were employed as wardens on 1 January 2008?", "TKG warden at on that day", [x["head"] for x in at(WARD, "2008-01-01")])
# before_after
q("before_after", V, "Who took over the office when Anil Bhattacharjee stopped being its head?", "TKG head of, the next fact", [HEADS[[x["head"] for x in HEADS].index("Anil Bhattacharjee") + 1]["head"]])
q("before_after", V, "chair of the appeals panel before gwendolen farrar?", "TKG chair of, the fact before hers", [CHAIR[[x["head"] for x in CHAIR].index("Gwendolen Farrar") - 1]["head"]])
q("before_after", V, "Which wardens joined later than 01/01/2019?", "TKG warden at, start after that day", [x["head"] for x in WARD if x["start"] > "2019-01-01"])
# duration
q("duration", N, "How many full years was Percival Langstaff in charge of the parking office?", "TKG head of, completed years", [n(years(*[one(t("Percival Langstaff", "head of"))[k] for k in ("start", "end")]))])
q("duration", V, "Stanley Hebblethwaite or Joyce Pimblett, who of the two old wardens served longer?", "TKG warden at, lengths compared (both ended)", top({w: length(one(t(w, "warden at"))) for w in ("Stanley Hebblethwaite", "Joyce Pimblett")}))
q("duration", N, "how many days went by between issuing H20522 and the money coming in", "fines: Paid on minus Issued", [n((lambda r: (r["p"] - r["d"]).days)(one(f(**{"PCN no.": "H20522"}))))])
# multi_hop
q("multi_hop", V, "In what town is the company based that makes the meters standing in Northgate Zone?", "KG meter model, made by, based in", [c for m in out("Northgate Zone", "meter model") for k in out(m, "made by") for c in out(k, "based in")])
q("multi_hop", V, "Who trained the colleague that speaks Swedish?", "KG speaks Swedish, trained_by", [x for w in inn("speaks", "Swedish") for x in out(w, "trained_by")])
q("multi_hop", V, "zones with meters from Vendrell Systems?", "KG made by + meter model", [z for m in inn("made by", "Vendrell Systems") for z in inn("meter model", m)])
q("multi_hop", V, "Colm Deverell has a complaint about his supervisor. To whom does that supervisor report?", "KG reports to, twice", [y for x in out("Colm Deverell", "reports to") for y in out(x, "reports to")])
# cross_source
q("cross_source", N, "How many tickets were written by the wardens under Lionel Cartmell?", "fines by Warden, KG reports to", [n(sum(r["Warden"] in inn("reports to", "Lionel Cartmell") for r in F))])
q("cross_source", N, "Archie Penhallow holds a second car permit. How much in fines has that second car run up altogether?", "permits: Veh. reg. of his Second car; fines: sum Amt", [n(A(f(**{"Reg. mark": one(p(Holder="Archie Penhallow", Category="Second car"))["Veh. reg."]})))])
q("cross_source", N, "tickets in zones that have the TollBee 200, how many in all?", "fines by Zone, KG meter model", [n(sum(r["Zone"] in inn("meter model", "TollBee 200") for r in F))])
q("cross_source", V, "What language besides English might I hear from the warden who wrote our dearest ticket?", "fines: largest Amt, Warden; KG speaks", out(one([r for r in F if [r["PCN no."]] == top((x["PCN no."], x["a"]) for x in F)])["Warden"], "speaks"))
q("cross_source", V, "Since when has the warden who signed H20540 been in service?", "fines: Warden of H20540; TKG warden at, start", [one(t(one(f(**{"PCN no.": "H20540"}))["Warden"], "warden at"))["start"]])
# missing
q("missing", V, "Which tickets have no registration mark written on them?", "fines: empty Reg. mark", pcn(r for r in F if not r["Reg. mark"]))
q("missing", V, "permits where nobody filled in the vehicle length, numbers please", "permits: empty Veh. length", per(r for r in P if r["l"] is None))
q("missing", N, "For how many permits is the fee left blank?", "permits: empty Fee", [n(sum(r["f"] is None for r in P))])
# unanswerable
U = lambda text, why: q("unanswerable", "refuse", text, why, [])
U("What does Fiona Garscadden earn per month?", "no salaries in any file")
U("what make of car is KJ22 OLW?", "no vehicle makes in any file")
U("How many tickets did Trevor Blenkinsop write last year?", "no such warden in any file")
U("Who was head of the parking office in 1995?", "the recorded heads begin in 2004")
U("The ticket H20423 was cancelled after an appeal. What reason did the driver give?", "only the outcome of an appeal is recorded, no reasons")
U("how many spaces are there in the Tidegate Car Park", "no capacities in any file")

rows = []
for i, (text, kind, typ, ans, why) in enumerate(Q, 1):
    ans = sorted(ans); assert len(set(ans)) == len(ans) and bool(ans) == (typ != "refuse"), (text, ans)
    assert typ not in (N, B) or len(ans) == 1
    rows.append(dict(id="parking-%02d" % i, question=text, kind=kind, answer_type=typ, answers=ans, why=why))
QF = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(QF, "w", encoding="utf-8") as o:
        for r in rows: o.write(json.dumps(r, ensure_ascii=False) + "\n")
old = [json.loads(x) for x in open(QF, encoding="utf-8")]
if len(old) != len(rows): print("lines:", len(old), "expected:", len(rows))
for a, b in zip(old, rows):
    if a != b: print("DIFFERS", a, "COMPUTED", b)
