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


dd = some(lambda s: D.strptime(s, "%m/%d/%Y"), "N/A")
usd = some(lambda s: float(s[1:]), "N/A")
yes = lambda s: s == "Yes"
P = table("products.csv", item=("ITEM", str), name=("Description", str), cat=("Category", str), animal=("Animal", some(str, "N/A")), vendor=("Vendor", str), cost=("Unit cost", usd), price=("List price", usd),
          since=("In range since", dd), gone=("Discontinued", yes))
M = table("members.csv", card=("Card", str), name=("Member", str), home=("Home store", str), pet=("Main pet", some(str, "N/A")), joined=("Joined", dd), born=("Birth yr", some(int, "N/A")), email=("Email OK", yes), points=("Points", int))
T = table("sales.csv", no=("RCPT", str), day=("SOLD", dd), store=("STORE", str), sku=("SKU", str), qty=("QTY", int), unit=("UNIT_PRICE", usd), card=("CARD_NO", some(str)), clerk=("CLERK", str),
          click=("CHANNEL", lambda s: s == "Click & collect"), got=("PICKED_UP", dd), back=("RETURNED", yes))
PI, MI = {p.item: p for p in P}, {m.card: m for m in M}
for t in T: t["p"] = PI.get(t.sku); t["m"] = MI.get(t.card); t["usd"] = t.qty * t.unit
K, N = [t for t in T if t.p], [t for t in T if t.m]
money = lambda g: S(g, "usd")
sku, cards = {t.sku for t in T}, Counter(t.card for t in N)
def animal(a): return [t for t in K if t.p.animal == a]
waits = lambda g: avg((t.got - t.day).days for t in g if t.got)

q("group_by", "Sales in dollars per store (quantity times price, returns not taken off)", "table", by(T, "store", money), "sales: sum of QTY x UNIT_PRICE by STORE")
q("sum", "How much money did we take with cat products?", "number", money(animal("Cat")), "sales.SKU = products.ITEM, Animal Cat, sum of QTY x UNIT_PRICE")
q("lookup", "who is our vendor for the Willow Tunnel", "values", [p.vendor for p in P if p.name == "Willow Tunnel"], "products: Vendor")
q("negation", "Fish products which didn't sell at all, which ones?", "values", [p.name for p in P if p.animal == "Fish" and p.item not in sku], "products Animal Fish without a row in sales")
q("average", "What's an average sale worth in dollars when there is a card number on it (any number)?", "number", avg(t.usd for t in T if t.card), "sales: CARD_NO filled in, mean of QTY x UNIT_PRICE")
q("cross_source", "Receipts with an item number that our product list does not know?", "values", [t.no for t in T if not t.p], "sales without a match in products")
q("percent", "What percentage of sales money comes from dog products?", "number", pct(money(animal("Dog")), money(T)), "join, Animal Dog, sum / sum of all sales")
q("top_k", "top 3 members by what they spent, names", "values", best(by(N, lambda t: t.m.name, money), 3), "sales.CARD_NO = members.Card, sum by Member")
q("duration", "For click & collect orders, how many days pass on average until they're picked up?", "number", waits(T), "sales: PICKED_UP - SOLD, mean where picked up")
q("unanswerable", "How many dogs did we groom at Maple Street in October?", "refuse", [], "no grooming is recorded")
q("superlative", "Which product brought in the most money?", "values", best(by(K, lambda t: t.p.name, money)), "join, sum of QTY x UNIT_PRICE by Description")
q("group_by", "units sold per category", "table", by(K, lambda t: t.p.cat, lambda g: S(g, "qty")), "join, sum of QTY by Category")
q("count", "In how many sales did a member shop at a store that's not their home store?", "number", sum(t.store != t.m.home for t in N), "join, STORE differs from Home store")
q("difference", "By how many dollars did sales rise from October to November?", "number", money([t for t in T if t.day.month == 11]) - money([t for t in T if t.day.month == 10]), "sales: sum by month of SOLD, November - October")
q("filter_list", "Members who bought four times or more on their card", "values", [MI[c].name for c, n in cards.items() if n >= 4], "join, at least 4 rows per Card")
q("multi_hop", "Beatriz... no, Rosalba Youngblood: what did she buy from us?", "values", {t.p.name for t in N if t.p and t.m.name == "Rosalba Youngblood"}, "members.Card to sales.SKU to products.Description")
q("yes_no", "Did anything from Barn & Burrow get returned?", "boolean", any(t.back and t.p.vendor == "Barn & Burrow" for t in K), "join, Vendor, RETURNED Yes")
q("group_superlative", "Whose goods make us the most sales money, by vendor?", "values", best(by(K, lambda t: t.p.vendor, money)), "join, sum by Vendor")
q("before_after", "members that joined after June 2024", "values", [m.name for m in M if m.joined >= D(2024, 7, 1)], "members: Joined from 07/01/2024 on")
q("missing", "For which items do we have no unit cost on file? Names please.", "values", [p.name for p in P if p.cost is None], "products: Unit cost N/A")
q("percent", "% of sales that are click & collect", "number", pct(sum(t.click for t in T), len(T)), "sales: CHANNEL / all rows")
q("sum", "What discount in dollars have we given away below list price on all the sales whose item we know?", "number", sum(t.qty * (t.p.price - t.unit) for t in K), "join, sum of QTY x (List price - UNIT_PRICE)")
q("comparison", "Are members with a cat or members with a dog spending more in total on their cards?", "values", best(by([t for t in N if t.m.pet in ("Cat", "Dog")], lambda t: t.m.pet, money)), "join, sum by Main pet")
q("time_point", "When was the first Memory Foam Bed L sold?", "values", min(t.day for t in K if t.p.name == "Memory Foam Bed L"), "products to earliest sales.SOLD")
q("top_k", "best two products in each store by dollars, please", "table", per(K, "store", lambda g: by(g, lambda t: t.p.name, money), 2), "join, sum by Description within STORE, two largest: store | product")
q("unanswerable", "what's the email address of Kofi Espinoza", "refuse", [], "only whether e-mail is allowed is recorded")
q("group_by", "Number of sales per month", "table", by(T, lambda t: month(t.day)), "sales: rows by month of SOLD")
q("cross_source", "There are card numbers in the sales that belong to none of our members. What are those numbers?", "values", {t.card for t in T if t.card and not t.m}, "sales.CARD_NO without a match in members")
q("negation", "Members with Old Depot as home store who haven't bought anything", "values", [m.name for m in M if m.home == "Old Depot" and not cards[m.card]], "members without a row in sales")
q("average", "average list price of our toys", "number", avg(p.price for p in P if p.cat == "Toys"), "products: Category Toys, mean of List price")
q("min_max", "What's the most expensive item (list price) that Tidewater Aquatics delivers, in dollars?", "number", max(p.price for p in P if p.vendor == "Tidewater Aquatics"), "products: maximum of List price")
q("duration", "Receipt 30429: how many days did it wait for pick-up?", "number", [(t.got - t.day).days for t in T if t.no == "30429"][0], "sales: PICKED_UP - SOLD")
q("count", "How many discontinued articles were still sold at least once?", "number", sum(p.gone and p.item in sku for p in P), "products Discontinued Yes with a row in sales")
q("superlative", "clerk with the highest sales in dollars?", "values", best(by(T, "clerk", money)), "sales: sum by CLERK")
q("group_by", "average spend per sale by the member's main pet (skip members where no pet is noted)", "table", by([t for t in N if t.m.pet], lambda t: t.m.pet, lambda g: avg(t.usd for t in g)), "join, mean of QTY x UNIT_PRICE by Main pet")
q("percent", "What percentage of our members has never used the card for a purchase?", "number", pct(sum(not cards[m.card] for m in M), len(M)), "members without a row in sales / all")
q("filter_list", "Returned stuff: which products came back? List the names", "values", {t.p.name for t in K if t.back}, "join, RETURNED Yes")
q("group_superlative", "in which store do people wait longest on average before collecting their orders", "values", best(by([t for t in T if t.got], "store", waits)), "sales: mean of PICKED_UP - SOLD by STORE")
q("difference", "How many more units of food than of treats were sold?", "number", S([t for t in K if t.p.cat == "Food"], "qty") - S([t for t in K if t.p.cat == "Treats"], "qty"), "join, sum of QTY by Category")
q("sum", "Gross profit on everything from Goodpaw Wholesale where we know the unit cost? (price minus cost, times quantity)", "number", sum(t.qty * (t.unit - t.p.cost) for t in K if t.p.vendor == "Goodpaw Wholesale" and t.p.cost is not None), "join, sum of QTY x (UNIT_PRICE - Unit cost)")
q("multi_hop", "Which vendors' goods has Shirin Drummond bought?", "values", {t.p.vendor for t in N if t.p and t.m.name == "Shirin Drummond"}, "members to sales to products.Vendor")
q("yes_no", "Has each store sold at least one Senior Kibble Chicken 12 lb?", "boolean", {t.store for t in K if t.p.name == "Senior Kibble Chicken 12 lb"} == {t.store for t in T}, "join, stores with a sale of it")
q("unanswerable", "How much rent do we pay for the Riverbend Mall shop?", "refuse", [], "no rent is recorded")
q("group_by", "members per home store", "table", by(M, "home"), "members: rows by Home store")
q("missing", "how many click and collect orders have no pickup date", "number", sum(t.click and not t.got for t in T), "sales: Click & collect, PICKED_UP N/A")
q("lookup", "How many points has Floyd Ingersoll got?", "number", [m.points for m in M if m.name == "Floyd Ingersoll"][0], "members: Points")
q("before_after", "Which products have been in our range since before July 2019?", "values", [p.name for p in P if p.since < D(2019, 7, 1)], "products: In range since before 07/01/2019")
q("comparison", "Did Maple Street or Old Depot sell more units in November?", "values", best(by([t for t in T if t.day.month == 11 and t.store in ("Maple Street", "Old Depot")], "store", lambda g: S(g, "qty"))), "sales: sum of QTY by STORE, November")
q("cross_source", "Dog owners among our members who bought something made for cats – who?", "values", {t.m.name for t in N if t.p and t.m.pet == "Dog" and t.p.animal == "Cat"}, "members Main pet Dog, products Animal Cat")
q("time_point", "date on which the member with card 466283 last bought something", "values", max(t.day for t in N if t.card == "466283"), "sales: latest SOLD of the card")
q("top_k", "Which five members have the most points?", "values", best({m.name: m.points for m in M}, 5), "members: Points, five largest")
q("group_by", "quarterly sales in $", "table", by(T, lambda t: quarter(t.day), money), "sales: sum by quarter of SOLD")
q("percent", "How many percent of the sales rows where we know the product went below list price?", "number", pct(sum(t.unit < t.p.price for t in K), len(K)), "join, UNIT_PRICE < List price / rows with a match")
q("min_max", "biggest single sale in Fox Hollow, dollars", "number", max(t.usd for t in T if t.store == "Fox Hollow"), "sales: maximum of QTY x UNIT_PRICE")
q("duration", "On average, how many days had members been with us when they made their first purchase in these sales?", "number", avg((min(t.day for t in N if t.card == c) - MI[c].joined).days for c in cards), "join, earliest SOLD - Joined by Card")
q("average", "mean points of members who allow e-mail", "number", avg(m.points for m in M if m.email), "members: Email OK Yes, mean of Points")
q("group_superlative", "Which month brought in the most from members' cards?", "values", best(by(N, lambda t: month(t.day), money)), "join sales and members, sum by month of SOLD")
q("unanswerable", "Total December sales of the Birchwood Avenue store?", "refuse", [], "there is no such store")
q("count", "different products sold at Sunset Plaza, how many? (only ones on our product list)", "number", len({t.sku for t in K if t.store == "Sunset Plaza"}), "join, distinct ITEM")
q("difference", "How much more does an average sale in Riverbend Mall... sorry, in Fox Hollow bring in than one in Riverbend Mall?", "number", avg(t.usd for t in T if t.store == "Fox Hollow") - avg(t.usd for t in T if t.store == "Riverbend Mall"), "sales: mean of QTY x UNIT_PRICE by STORE")
done()
