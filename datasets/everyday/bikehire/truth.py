"""Computes every gold answer from the files and prints each line that differs from questions.jsonl (--write writes it, --show shows all)."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime as D
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
NAME, Q = os.path.basename(HERE), []


class R(dict): __getattr__ = dict.get
def table(file, **cols): return [R({k: f(r[c]) for k, (c, f) in cols.items()}) for r in records(HERE, file)]
def some(f, *gaps): return lambda s: None if s in ("",) + gaps else f(s)
def S(rows, c): return sum(r[c] for r in rows if r[c] is not None)
def avg(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def by(rows, k, f=len):
    g = defaultdict(list)
    for r in rows: g[k(r) if callable(k) else r[k]].append(r)
    return {a: f(b) for a, b in g.items()}
def best(d, n=1, low=False):
    it = sorted(d.items(), key=lambda x: round(x[1], 6), reverse=not low)
    assert len(it) == n or abs(it[n - 1][1] - it[n][1]) > 1e-6, it[:n + 3]
    return [k for k, _ in it[:n]]
def per(rows, k, f, n):
    """the n best of every group, as pairs"""
    return [(a, b) for a, g in by(rows, k, list).items() for b in best(f(g), n)]
def have(d, f): return [k for k, v in d.items() if f(v)]
def pct(part, whole): return 100 * part / whole
def month(d): return f"{d:%Y-%m}"
def quarter(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def fmt(x):
    if isinstance(x, D): x = x.date()
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x + 1e-9, 2):.2f}".rstrip("0").rstrip(".")
    return str(x)
def q(kind, question, kind_of, a, why):
    if kind_of == "boolean": a = ["yes" if a else "no"]
    elif kind_of == "table": a = sorted(f"{k} | {fmt(v)}" for k, v in (a.items() if isinstance(a, dict) else a))
    elif kind_of == "number": assert isinstance(a, (int, float)), question; a = [fmt(a)]
    else: a = sorted({fmt(x) for x in (a if isinstance(a, (list, set)) else [a])})
    assert (kind_of == "refuse") == (a == []) and not {"", "None"} & set(a), question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": kind_of, "answers": a, "why": why})
def done():
    assert len({x["question"] for x in Q}) == len(Q)
    path = os.path.join(HERE, "questions.jsonl")
    if "--show" in sys.argv:
        for x in Q: print(x["id"][-2:], x["kind"], "|", x["question"], "->", x["answers"])
        print(len(Q), Counter(x["kind"] for x in Q))
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
    with open(path, encoding="utf-8") as f: old = [json.loads(x) for x in f]
    for i in range(max(len(old), len(Q))):
        if old[i:i + 1] != Q[i:i + 1]: print("differs:", old[i:i + 1], Q[i:i + 1])


F = table("fleet.csv", code=("Bike code", str), model=("Make & model", str), type=("Type", str), e=("E-bike", lambda s: s == "Y"), frame=("Frame (cm)", some(int)),
          shop=("Home shop", str), bought=("Bought", lambda s: D.strptime(s, "%d %b %Y")), cost=("Cost new (GBP)", float), rate=("Day rate", float), status=("Status", str))
at = some(lambda s: D.strptime(s, "%d/%m/%Y %H:%M"))
H = table("hires.csv", no=("Hire no", str), bike=("Bike", str), who=("Customer", str), frm=("Picked up at", str), out=("Out", at), back=("Back", at), to=("Returned to", some(str)),
          pay=("Paid by", str), charge=("Charge", lambda s: float(s[1:])), disc=("Disc.", some(lambda s: int(s[:-1]))), helmet=("Helmet", lambda s: s == "x"))
dd = some(lambda s: D.strptime(s, "%d-%b-%y"), "-")
W = table("workshop.csv", job=("Job", str), bike=("Bike ID", str), inn=("Booked in", dd), fin=("Finished", dd), fault=("Fault", str), mech=("Mechanic", str),
          parts=("Parts cost (£)", some(float, "-")), hours=("Labour (h)", some(float, "-")), billed=("Billed to hirer", lambda s: s == "yes"))
B = {f.code: f for f in F}
for r in H + W: r["b"] = B.get(r.bike)
for r in W: r["days"] = (r.fin - r.inn).days if r.fin else None
K, L = [h for h in H if h.b], [w for w in W if w.b]
hired, fixed = Counter(h.bike for h in H), Counter(w.bike for w in W)
money = lambda g: S(g, "charge")
def ht(t): return [h for h in K if h.b.type == t]

q("lookup", "What is the frame size of BK-308?", "number", B["BK-308"].frame, "fleet: Frame (cm)")
q("sum", "How much did all the tandem hires bring in together?", "number", money(ht("Tandem")), "hires.Bike = fleet.Bike code, Type Tandem, sum of Charge")
q("count", "number of hires that went out from Castle Gate in June 2024", "number", sum(h.frm == "Castle Gate" and h.out.month == 6 for h in H), "hires: Picked up at, Out")
q("group_by", "Monthly hire takings please, going by the day the bike went out.", "table", by(H, lambda h: month(h.out), money), "hires: sum of Charge by month of Out")
q("cross_source", "Some hires are for bikes that aren't in our fleet list at all. Which hire numbers are those?", "values", [h.no for h in H if not h.b], "hires without a match in fleet")
q("negation", "city bikes nobody has hired yet?? codes", "values", [f.code for f in F if f.type == "City" and f.code not in hired], "fleet Type City without a row in hires")
q("average", "What do we take per hire on average when somebody rents a road bike?", "number", avg(h.charge for h in ht("Road")), "join on bike, Type Road, mean of Charge")
q("superlative", "Which bike of our fleet has earned the most hire money?", "values", best(by(K, "bike", money)), "join, sum of Charge by bike")
q("group_by", "workshop jobs by type of bike (only the bikes we have on the register)", "table", by(L, lambda w: w.b.type), "join workshop and fleet, rows by Type")
q("unanswerable", "How many miles has BK-510 been ridden on hire?", "refuse", [], "no distance is recorded")
q("percent", "Of the hires that have come back, what percentage was handed in at another shop than the one they started from?", "number", pct(sum(bool(h.back) and h.to != h.frm for h in H), sum(bool(h.back) for h in H)), "hires with Back: Returned to differs from Picked up at")
q("filter_list", "Which of our customers have rented five times or more?", "values", have(by(H, "who"), lambda n: n >= 5), "hires by Customer, at least 5 rows")
q("duration", "On average, how many days does it take from booking a bike into the workshop until it is finished?", "number", avg(w.days for w in W), "workshop: Finished - Booked in, finished jobs only")
q("top_k", "top 3 bike types by what their hires brought in", "values", best(by(K, lambda h: h.b.type, money), 3), "join, sum of Charge by Type, three largest")
q("sum", "Money that went into parts for the bikes which live at Millbrook?", "number", S([w for w in L if w.b.shop == "Millbrook"], "parts"), "join workshop and fleet, Home shop Millbrook, sum of Parts cost")
q("yes_no", "Did Petra Abernethy ever take out a cargo bike?", "boolean", any(h.who == "Petra Abernethy" for h in ht("Cargo")), "join, Customer and Type Cargo")
q("difference", "How many pounds more or less did hires starting in July make than hires starting in June? (July minus June)", "number", money([h for h in H if h.out.month == 7]) - money([h for h in H if h.out.month == 6]), "hires: sum of Charge, July - June")
q("filter_list", "e-bikes that came in to the workshop with a flat tyre – which codes", "values", {w.bike for w in L if w.b.e and w.fault == "Puncture"}, "join, E-bike Y, Fault Puncture")
q("group_superlative", "From which shop were the most electric bikes handed out?", "values", best(by([h for h in K if h.b.e], "frm")), "join, E-bike Y, rows by Picked up at")
q("missing", "For which bikes has no one entered a frame size?", "values", [f.code for f in F if f.frame is None], "fleet: Frame (cm) empty")
q("lookup", "who did job W-962", "values", [w.mech for w in W if w.job == "W-962"], "workshop: Mechanic")
q("percent", "How much of our hire income, in percent of all of it, comes from bikes whose home is Castle Gate?", "number", pct(money([h for h in K if h.b.shop == "Castle Gate"]), money(H)), "join, sum of Charge by Home shop / sum of all")
q("average", "labour hours on a slipping gears job, average", "number", avg(w.hours for w in W if w.fault == "Gears slipping"), "workshop: mean of Labour (h) where filled in")
q("time_point", "When did we buy the bike that job W-949 was about?", "values", [w.b.bought for w in W if w.job == "W-949"], "workshop.Bike ID to fleet.Bought")
q("top_k", "I need the two best earning bikes of every type among cargo, tandem and trekking, by total hire charges.", "table", per([h for h in K if h.b.type in ("Cargo", "Tandem", "Trekking")], lambda h: h.b.type, lambda g: by(g, "bike", money), 2), "join, sum of Charge by bike within Type, two largest each: type | bike")
q("sum", "how many hours has Dominic Achebe spent on mountain bikes", "number", S([w for w in L if w.mech == "Dominic Achebe" and w.b.type == "Mountain"], "hours"), "join, sum of Labour (h)")
q("comparison", "Harbourside or Castle Gate: where did the hires picked up in August bring in more?", "values", best(by([h for h in H if h.out.month == 8 and h.frm in ("Harbourside", "Castle Gate")], "frm", money)), "hires: sum of Charge by Picked up at, August")
q("multi_hop", "What make and model was Leocadia Endicott riding?", "values", {h.b.model for h in K if h.who == "Leocadia Endicott"}, "hires.Customer to fleet.Make & model")
q("group_by", "average charge per hire for each bike type", "table", by(K, lambda h: h.b.type, lambda g: avg(h.charge for h in g)), "join, mean of Charge by Type")
q("unanswerable", "What takings did the Riverside shop have in May?", "refuse", [], "there is no Riverside shop")
q("count", "How many different people have hired from us?", "number", len({h.who for h in H}), "hires: distinct Customer")
q("before_after", "which hires began after 20 September 2024", "values", [h.no for h in H if h.out >= D(2024, 9, 21)], "hires: Out after the day (none on the day)")
q("percent", "What percentage of the fleet has not been hired a single time?", "number", pct(sum(f.code not in hired for f in F), len(F)), "fleet without a row in hires / all")
q("min_max", "Highest charge on a single hire of a bike without motor?", "number", max(h.charge for h in K if not h.b.e), "join, E-bike N, maximum of Charge")
q("duration", "The longest any e-bike was stuck in the workshop, in days (finished jobs)?", "number", max(w.days for w in L if w.b.e and w.fin), "join, E-bike Y, max of Finished - Booked in")
q("superlative", "our best customer by money, who is it?", "values", best(by(H, "who", money)), "hires: sum of Charge by Customer")
q("cross_source", "Which bikes had at least three workshop jobs and were also hired three times or more?", "values", [c for c in B if fixed[c] >= 3 and hired[c] >= 3], "rows per bike in workshop and in hires")
q("difference", "How much dearer, on average, was an e-bike when new than a bike without a motor?", "number", avg(f.cost for f in F if f.e) - avg(f.cost for f in F if not f.e), "fleet: mean Cost new by E-bike")
q("negation", "I'd like to know which bikes with home shop Harbourside have never been in the workshop.", "values", [f.code for f in F if f.shop == "Harbourside" and f.code not in fixed], "fleet without a row in workshop")
q("group_by", "trekking bikes only: number of hires by way of payment", "table", by(ht("Trekking"), "pay"), "join, Type Trekking, rows by Paid by")
q("unanswerable", "Can you tell me who of the staff handed over the bike for H5320?", "refuse", [], "no counter staff is recorded")
q("group_superlative", "in what month did most hires start", "values", best(by(H, lambda h: month(h.out))), "hires by month of Out")
q("sum", "We retired some bikes. What had those cost us new, all together?", "number", S([f for f in F if f.status == "Retired"], "cost"), "fleet: Status Retired, sum of Cost new")
q("yes_no", "has every tandem been out on hire at least once?", "boolean", all(f.code in hired for f in F if f.type == "Tandem"), "fleet Type Tandem, each in hires")
q("average", "Average purchase price of the bikes that were hired five or more times", "number", avg(f.cost for f in F if hired[f.code] >= 5), "rows per bike in hires >= 5, mean of Cost new")
q("duration", "How many hours was the bike away on hire H5320?", "number", [int((h.back - h.out).total_seconds() / 3600) for h in H if h.no == "H5320"][0], "hires: Back - Out")
q("before_after", "bikes bought before 2019 that are still in service", "values", [f.code for f in F if f.bought.year < 2019 and f.status == "In service"], "fleet: Bought, Status")
q("top_k", "The four bikes of ours that have swallowed the most money in parts, please.", "values", best(by(L, "bike", lambda g: S(g, "parts")), 4), "workshop: sum of Parts cost by bike in fleet")
q("comparison", "Who needs more labour for a puncture on average, Saskia Verhoeven or Gwilym Prothero?", "values", best(by([w for w in W if w.fault == "Puncture" and w.mech[0] in "SG"], "mech", lambda g: avg(w.hours for w in g))), "workshop: mean Labour (h) by Mechanic, Puncture")
q("missing", "how many workshop jobs have no parts cost down", "number", sum(w.parts is None for w in W), "workshop: Parts cost is -")
q("multi_hop", "Names of the customers who rode a bike on which Hettie Langstaff has straightened or replaced a bent wheel (any time this year)?", "values", {h.who for h in H if h.bike in {w.bike for w in W if w.mech == "Hettie Langstaff" and w.fault == "Bent wheel"}}, "workshop to bike to hires.Customer")
q("group_by", "Parts spending by quarter, by the date the job was booked in", "table", by(W, lambda w: quarter(w.inn), lambda g: S(g, "parts")), "workshop: sum of Parts cost by quarter of Booked in")
q("filter_list", "cash hires that started in august, hire nos", "values", [h.no for h in H if h.pay == "cash" and h.out.month == 8], "hires: Paid by cash, Out in August")
q("percent", "Kwame Dalgliesh always seems to get a discount. What percentage of his hires really had one?", "number", pct(sum(h.who == "Kwame Dalgliesh" and h.disc is not None for h in H), sum(h.who == "Kwame Dalgliesh" for h in H)), "hires: Disc. filled in / his hires")
q("group_superlative", "Which make and model has eaten up the most workshop hours in total?", "values", best(by(L, lambda w: w.b.model, lambda g: S(g, "hours"))), "join, sum of Labour (h) by Make & model")
q("unanswerable", "phone number of Zofia Zuckermann pls", "refuse", [], "no phone numbers are recorded")
q("time_point", "On what day was BK-510 hired out for the very first time?", "values", min(h.out for h in H if h.bike == "BK-510"), "hires: earliest Out")
q("cross_source", "Repair bill check: job numbers in the workshop log with a bike code the fleet list doesn't know", "values", [w.job for w in W if not w.b], "workshop without a match in fleet")
q("min_max", "whats the cheapest day rate among bikes that live in Priory Lane", "number", min(f.rate for f in F if f.shop == "Priory Lane"), "fleet: Home shop Priory Lane, minimum of Day rate")
q("difference", "By how many jobs did the workshop's intake drop from the first quarter to the second?", "number", sum(quarter(w.inn)[-1] == "1" for w in W) - sum(quarter(w.inn)[-1] == "2" for w in W), "workshop: rows by quarter of Booked in")
done()
