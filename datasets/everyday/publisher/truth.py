"""Derives each gold answer of the publisher domain from the data files beside it and writes
questions.jsonl. With --check it only compares, with --show it prints question and answer."""
import csv, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import finish  # beside the folders of the domains
def at_(n): return os.path.join(HERE, n)
def read_csv(n): return list(csv.DictReader(open(at_(n), encoding="utf-8", newline="")))
def read_tsv(n): return [tuple(l.split("\t")) for l in open(at_(n), encoding="utf-8").read().rstrip("\n").split("\n")][1:]
B, O, KG, TK = read_csv("titles.csv"), read_csv("orders.csv"), read_tsv("publisher.kg.tsv"), read_tsv("publisher.tkg.tsv")
HOUSE = "Thistledown & Marr"

# ------------------------------------------------------------ cells
def num(s):
    s = s.replace(",", "").replace("£", "").replace("%", "").replace(" pp", "")
    return float(s) if s else None
def out_on(b): return dt.datetime.strptime(b["Out on"], "%B %d, %Y").date()
def price(b): return num(b["Cover price"])
def pages(b): return num(b["Extent"])
def score(b): return num(b["Reader score"])
def net(o): return num(o["Net (GBP)"])
def units(o): return num(o["Units"])
def yr(o): return o["Placed"][:4]
def only(xs):
    s = set(xs)
    assert len(s) == 1, s
    return s.pop()
def book(title): return the(B, "Title", title)
def ref(r): return the(B, "Ref", r)
def order(r): return the(O, "Order ref", r)
def the(rows, k, v):
    r = [x for x in rows if x[k] == v]
    assert len(r) == 1, (k, v)
    return r[0]
def pick(rows, col, **eq): return [r[col] for r in rows if all(r[k] == v for k, v in eq.items())]

# ------------------------------------------------------------ graphs
def to(h, r): return [t for x, y, t in KG if (x, y) == (h, r)]
def of(r, t): return [h for h, y, x in KG if (y, x) == (r, t)]
AUTHORS = [h for h, r, _ in KG if r == "born in"]
ACCOUNTS = [h for h, r, _ in KG if r == "shop_in"]
IMPRINTS = [h for h, r, _ in KG if r == "imprint of division"]
def country(city): return only(to(city, "in_country"))
def spells(r, h=None, t=None): return sorted((f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def current(f): return f[4] == ""
def in_year(f, y):
    """whole year inside the spell; a year in which it begins or ends would be doubtful and fails"""
    assert y not in (f[3], f[4]), ("border year", f, y)
    return f[3] < y and (current(f) or y < f[4])
def during(r, y, h=None, t=None): return [f for f in spells(r, h, t) if in_year(f, y)]
def length(f): return int(f[4]) - int(f[3])
assert {b["Written by"] for b in B} == set(AUTHORS) and {o["Account"] for o in O} <= set(ACCOUNTS) and {b["Imprint"] for b in B} == set(IMPRINTS)
assert {o["Book"] for o in O} <= {b["Title"] for b in B}
for b in B:   # each book came out while its author was under contract to the imprint
    assert any(f[3] <= str(out_on(b).year) and (current(f) or str(out_on(b).year) <= f[4]) for f in spells("under contract to", b["Written by"], b["Imprint"])), b

# ------------------------------------------------------------ sums and winners
def most(d, least=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not least)
    assert s[0][1] != s[1][1], s[:4]
    return s[0][0]
def first(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def filled(xs): return [x for x in xs if x is not None]
def add(xs): return float(sum(filled(xs)))
def mean(xs): xs = filled(xs); return sum(xs) / len(xs)
def by(pairs):
    d = defaultdict(float)
    for k, v in pairs: d[k] += v or 0
    return d
def show(x): return f"{x:.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def pairs(d): return [f"{k} | {show(v)}" for k, v in d.items()]
def yes(b): return "yes" if b else "no"

Q = []
VAL, NUM, YN, TAB, REF = "values", "number", "boolean", "table", "refuse"
def q(kind, at, question, answer, why):
    a = [show(x) for x in (answer if isinstance(answer, list) else [answer])]
    if at in (VAL, TAB): a = sorted(set(a))
    assert bool(a) != (at == REF), question
    Q.append(dict(id=f"publisher-{len(Q)+1:02d}", question=question, kind=kind, answer_type=at, answers=a, why=why))

# ------------------------------------------------------------ lookup
q("lookup", NUM, "How many pages does Sword of the Salt Fen have?", pages(book("Sword of the Salt Fen")), "titles: Extent")
q("lookup", VAL, "who did the translation of Persimmon Season", book("Persimmon Season")["Translator"], "titles: Translator")
q("lookup", VAL, "Where was Nkechi Obi-Marsh born?", only(to("Nkechi Obi-Marsh", "born in")), "KG born in")
q("lookup", VAL, "I've a message for whoever takes care of Umbrella Books. Which rep is that?", only(to("Umbrella Books", "looked_after_by")), "KG looked_after_by")
q("lookup", VAL, "When was The Octopus Audit published?", out_on(book("The Octopus Audit")).isoformat(), "titles: Out on")
# ------------------------------------------------------------ filter_list
q("filter_list", VAL, "titles being reprinted now?", pick(B, "Title", Availability="Reprinting"), "titles: Availability Reprinting")
q("filter_list", VAL, "Which of our authors write in French?", of("writes in", "French"), "KG writes in French, read backwards")
q("filter_list", VAL, "Which hardbacks have a cover price of £25 or more?", [b["Title"] for b in B if b["Binding"] == "Hardback" and price(b) >= 25], "titles: Binding Hardback, Cover price >= 25")
q("filter_list", VAL, "Some shops are dragging their feet. Which orders placed in 2024 are overdue? Order refs, please.",
  [o["Order ref"] for o in O if o["Payment"] == "Overdue" and yr(o) == "2024"], "orders: Payment Overdue, Placed in 2024")
q("filter_list", VAL, "Who among our writers has the Wyvern Cup on the mantelpiece?", of("won", "Wyvern Cup"), "KG won Wyvern Cup, read backwards")
# ------------------------------------------------------------ count
q("count", NUM, "How many orders were taken at a book fair?", len(pick(O, "Order ref", Route="Book fair")), "orders: Route Book fair")
q("count", NUM, "How many crime tiltes do we have on the list?", len(pick(B, "Ref", Genre="Crime")), "titles: Genre Crime")
q("count", NUM, "indepedent bookshops among our accounts, how many", len(of("kind of account", "independent")), "KG kind of account independent")
q("count", NUM, "How many different titles has The Inky Fox ever put on order?", len(set(pick(O, "Book", Account="The Inky Fox"))), "orders: distinct Book of The Inky Fox")
# ------------------------------------------------------------ sum
q("sum", NUM, "Northern Star's net orders for 2023, what do they add up to?", add(net(o) for o in O if o["Account"] == "Northern Star Wholesale" and yr(o) == "2023"), "orders: sum of Net, Northern Star Wholesale, 2023")
q("sum", NUM, "Copies ordered of Proof by Picnic in total, leaving aside the cancelled orders?", add(units(o) for o in O if o["Book"] == "Proof by Picnic" and o["Payment"] != "Cancelled"), "orders: sum of Units, not Cancelled")
q("sum", NUM, "If you put the first print runs of all of Gwendolyn Ashby-Nair's books together, how many copies is that?",
  add(num(b["First printing"]) for b in B if b["Written by"] == "Gwendolyn Ashby-Nair"), "titles: sum of First printing by author")
# ------------------------------------------------------------ average
q("average", NUM, "What does a Marr Kitchen book cost on average?", mean(price(b) for b in B if b["Imprint"] == "Marr Kitchen"), "titles: mean Cover price of the imprint")
q("average", NUM, "avg reader score of our crime books?", mean(score(b) for b in B if b["Genre"] == "Crime"), "titles: mean Reader score, Genre Crime, empty left out")
q("average", NUM, "I'm researching payment habits in the book trade. Going by the orders with a payment date, how many days does Fenwright & Daughters take to pay on average?",
  mean((dt.datetime.strptime(o["Paid on"], "%d/%m/%Y") - dt.datetime.fromisoformat(o["Placed"])).days for o in O if o["Account"] == "Fenwright & Daughters" and o["Paid on"]),
  "orders: mean of Paid on minus Placed")
# ------------------------------------------------------------ min_max
q("min_max", NUM, "How many pages has our fattest book got?", max(pages(b) for b in B), "titles: max Extent")
q("min_max", VAL, "When did Ksiegarnia Pod Sowa order from us for the first time?", min(pick(O, "Placed", Account="Księgarnia Pod Sową")), "orders: earliest Placed of the account")
q("min_max", NUM, "Lowest reader score any Quarto Moon book has got?", min(filled(score(b) for b in B if b["Imprint"] == "Quarto Moon")), "titles: min Reader score of the imprint")
# ------------------------------------------------------------ superlative
q("superlative", VAL, "Which book had the biggest frist print run?", most({b["Title"]: num(b["First printing"]) for b in B}), "titles: largest First printing")
q("superlative", VAL, "Which of our authors has won the most prizes?", most({a: len(to(a, "won")) for a in AUTHORS}), "KG won, counted by author")
q("superlative", VAL, "Which literary agency represents the most authors of ours at present?", most(Counter(f[2] for f in spells("represented_by") if current(f))), "TKG: open represented_by, counted by agency")
q("superlative", VAL, "Salt & Anchor: which title do readers rate highest?", most({b["Title"]: score(b) for b in B if b["Imprint"] == "Salt & Anchor" and b["Reader score"]}), "titles: highest Reader score of the imprint")
# ------------------------------------------------------------ top_k
q("top_k", VAL, "3 largest orders by net value, refs only pls", first({o["Order ref"]: net(o) or 0 for o in O}, 3), "orders: three largest Net")
q("top_k", VAL, "What are our four bestselling titles, counting the copies in all orders?", first(by((o["Book"], units(o)) for o in O), 4), "orders: sum of Units by Book, four largest")
# ------------------------------------------------------------ comparison
spent = by((o["Account"], net(o)) for o in O)
q("comparison", VAL, "Who is worth more to us in net orders so far, The Inky Fox or Kettle & Quill?", most({a: spent[a] for a in ("The Inky Fox", "Kettle & Quill")}), "orders: sums of Net compared")
q("comparison", VAL, "Which is the longer read, The Ashen Ford or The Last Hill Fort?", most({t: pages(book(t)) for t in ("The Ashen Ford", "The Last Hill Fort")}), "titles: Extent compared")
q("comparison", VAL, "Caspian Wrenfield and Lowri ap Gethin both write for Quarto Moon. Who was signed up first?",
  most({a: int(only(f[3] for f in spells("under contract to", a, "Quarto Moon"))) for a in ("Caspian Wrenfield", "Lowri ap Gethin")}, least=True), "TKG under contract to Quarto Moon, starts compared")
# ------------------------------------------------------------ difference
q("difference", NUM, "How much more does The Lighthouse Wars cost than Wool and Empire?", price(book("The Lighthouse Wars")) - price(book("Wool and Empire")), "titles: Cover price of both, subtracted")
per = Counter(b["Imprint"] for b in B)
q("difference", NUM, "By how many titles is the Lantern Lane list longer than Marr Kitchens?", per["Lantern Lane"] - per["Marr Kitchen"], "titles: rows of both imprints, subtracted")
ed = lambda p, i: int(only(f[3] for f in spells("editor-in-chief of", p, i)))
q("difference", NUM, "How many years after Ivo Marchbank became editor-in-chief of Greyhound Crime did Harriet Thistledown get the job?",
  ed("Harriet Thistledown", "Greyhound Crime") - ed("Ivo Marchbank", "Greyhound Crime"), "TKG editor-in-chief of: start years subtracted")
# ------------------------------------------------------------ percent
q("percent", NUM, "What percentage of all orders came in thruogh the web portal?", 100 * mean(float(o["Route"] == "Web portal") for o in O), "orders: Route Web portal over all rows")
q("percent", NUM, "translated titles as % of the whole list?", 100 * mean(float(b["Translator"] != "") for b in B), "titles: rows with a Translator over all rows")
# ------------------------------------------------------------ group_by
q("group_by", TAB, "How many titles do we have in each genre?", pairs(Counter(b["Genre"] for b in B)), "titles: rows by Genre")
q("group_by", TAB, "Net sales by year, in pounds", pairs(by((yr(o), net(o)) for o in O)), "orders: sum of Net by year of Placed")
q("group_by", TAB, "Could you tell me, for each of our reps, how many accounts he or she looks after?", pairs(Counter(t for _, r, t in KG if r == "looked_after_by")), "KG looked_after_by, counted by rep")
q("group_by", TAB, "average reader score per imprint", pairs({i: mean(score(b) for b in B if b["Imprint"] == i) for i in IMPRINTS}), "titles: mean Reader score by Imprint, empty left out")
# ------------------------------------------------------------ group_superlative
q("group_superlative", VAL, "Which customer sends the most copies back to us?", most(by((o["Account"], num(o["Units returned"])) for o in O)), "orders: sum of Units returned by Account, largest")
q("group_superlative", VAL, "Which translator has the most of our books to his or her name?", most(Counter(b["Translator"] for b in B if b["Translator"])), "titles: rows by Translator, largest")
q("group_superlative", VAL, "I want to praise someone at the sales meeting. Whose rep visits brought in the most money overall?",
  most(by((o["Rep"], net(o)) for o in O if o["Route"] == "Rep visit")), "orders: Route Rep visit, sum of Net by Rep, largest")
q("group_superlative", VAL, "In which year did we bring out the most titles?", most(Counter(out_on(b).year for b in B)), "titles: rows by year of Out on, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", YN, "Is Rupert Vance-Toliver still under contract to Corbel Press?", yes(any(map(current, spells("under contract to", "Rupert Vance-Tolliver", "Corbel Press")))), "TKG under contract to: ended 2017")
q("yes_no", YN, "Is Goodnight, Mr Badger out as a hardback?", yes(book("Goodnight, Mr Badger")["Binding"] == "Hardback"), "titles: Binding")
q("yes_no", YN, "did harriet thistledown ever run salt & anchor", yes(bool(spells("editor-in-chief of", "Harriet Thistledown", "Salt & Anchor"))), "TKG editor-in-chief of")
q("yes_no", YN, "Has any order ever topped 1,500 pounds net?", yes(any((net(o) or 0) > 1500 for o in O)), "orders: max Net against 1500")
# ------------------------------------------------------------ negation
q("negation", VAL, "Which of our authors have never won a prize?", [a for a in AUTHORS if not to(a, "won")], "KG: all authors less those with won")
q("negation", VAL, "Which Quarto Moon titles did nobody order in 2024?", [b["Title"] for b in B if b["Imprint"] == "Quarto Moon" and b["Title"] not in {o["Book"] for o in O if yr(o) == "2024"}],
  "titles of the imprint less those with a 2024 row in orders (no title of it has only cancelled ones)")
q("negation", VAL, "Name the imprints that do not come under Adult Fiction.", [i for i in IMPRINTS if to(i, "imprint of division") != ["Adult Fiction"]], "KG imprint of division")
q("negation", VAL, "Which authors currently get by without an agent?", [a for a in AUTHORS if not any(map(current, spells("represented_by", a)))], "authors less those with an open represented_by in the TKG")
# ------------------------------------------------------------ time_point
q("time_point", VAL, "Who was editor-in-chief of Corbel Press in 2012?", only(f[0] for f in during("editor-in-chief of", "2012", t="Corbel Press")), "TKG editor-in-chief of in that year")
q("time_point", VAL, "film rights, The Quiet Quarry, 2020: who had them?", only(f[2] for f in during("film rights held by", "2020", h="The Quiet Quarry")), "TKG film rights held by in that year")
q("time_point", VAL, "Back in 2015, which agency acted for Caspian Wrenfield?", only(f[2] for f in during("represented_by", "2015", h="Caspian Wrenfield")), "TKG represented_by in that year")
q("time_point", VAL, "For a thesis on literary publishing I need to know which authors Salt & Anchor had under contract in 2014.", [f[0] for f in during("under contract to", "2014", t="Salt & Anchor")], "TKG under contract to in that year")
# ------------------------------------------------------------ before_after
sd = [f[0] for f in spells("sales director of", t=HOUSE)]
q("before_after", VAL, "Who was sales director of Thistledown & Marr before Dashiell Oyelaran-Pike?", sd[sd.index("Dashiell Oyelaran-Pike") - 1], "TKG sales director of, the fact before")
qm = [f[2] for f in spells("owned by", "Quarto Moon")]
q("before_after", VAL, "Wyvern Games let go of Quarto Moon at some point. Which firm owned it next?", qm[qm.index("Wyvern Games") + 1], "TKG owned by, the next fact")
q("before_after", VAL, "Which books had their film rights snapped up by some company in 2020 or later?", [f[0] for f in spells("film rights held by") if int(f[3]) >= 2020], "TKG film rights held by with a start in 2020 or later")
# ------------------------------------------------------------ duration
q("duration", VAL, "Of the former editors-in-chief of Salt & Anchor, who had the longest innings?", most({f[0]: length(f) for f in spells("editor-in-chief of", t="Salt & Anchor") if not current(f)}), "TKG longest closed editor-in-chief of there")
q("duration", VAL, "Who owned Corbel Press for longer, Orme House or Castellar Media?", most({o: length(spells("owned by", "Corbel Press", o)[0]) for o in ("Orme House", "Castellar Media")}), "TKG owned by, lengths compared")
# ------------------------------------------------------------ multi_hop
q("multi_hop", VAL, "In which contry was Mei-Xing Tallow born?", country(only(to("Mei-Xing Tallow", "born in"))), "KG born in > in_country")
q("multi_hop", VAL, "authors living in scotland?", [a for a in AUTHORS if country(only(to(a, "lives in"))) == "Scotland"], "KG lives in > in_country")
q("multi_hop", VAL, "Which authors had a mentor who has won the Wyvern Cup?", [a for a in AUTHORS if any("Wyvern Cup" in to(m, "won") for m in to(a, "mentored_by"))], "KG mentored_by > won")
# ------------------------------------------------------------ cross_source
author = {b["Title"]: b["Written by"] for b in B}
imprint = {b["Title"]: b["Imprint"] for b in B}
q("cross_source", NUM, "How much net money have orders for books by Nigerian-born authors brought in?",
  add(net(o) for o in O if country(only(to(author[o["Book"]], "born in"))) == "Nigeria"), "KG born in > in_country; titles: Written by; orders: sum of Net")
o1 = order("PO-7400")
q("cross_source", VAL, "Take order PO-7400. Who was editor-in-chief of the imprint behind that book in the year the book came out?",
  only(f[0] for f in during("editor-in-chief of", str(out_on(book(o1["Book"])).year), t=imprint[o1["Book"]])), "orders: Book; titles: Imprint, Out on; TKG editor-in-chief of in that year")
q("cross_source", NUM, "How many orders have we had for titles from the Adult Fiction division?", sum(to(imprint[o["Book"]], "imprint of division") == ["Adult Fiction"] for o in O), "KG imprint of division; titles: Imprint; orders: rows")
q("cross_source", VAL, "TM1027: who's got the film rights these days?", only(f[2] for f in spells("film rights held by", ref("TM1027")["Title"]) if current(f)), "titles: Title of that Ref; TKG open film rights held by")
q("cross_source", VAL, "I need to ask somebody's permission to quote from the book on order PO-7539. Which editor-in-chief now heads the imprint that publishes it?",
  only(f[0] for f in spells("editor-in-chief of", t=imprint[order("PO-7539")["Book"]]) if current(f)), "orders: Book; titles: Imprint; TKG open editor-in-chief of")
q("cross_source", NUM, "what have our irish accounts spent with us alltogether (net)?", add(net(o) for o in O if country(only(to(o["Account"], "shop_in"))) == "Ireland"), "KG shop_in > in_country; orders: sum of Net")
spon = {t for _, r, t in KG if r == "sponsored by"}
q("cross_source", NUM, "How many orders were placed by accounts that also sponsor a book prize?", sum(o["Account"] in spon for o in O), "KG sponsored by; orders: rows of these accounts")
# ------------------------------------------------------------ missing
q("missing", VAL, "Which books have no reader score yet?", [b["Title"] for b in B if not b["Reader score"]], "titles: empty Reader score")
# ------------------------------------------------------------ unanswerable
q("unanswerable", REF, "How big an advance did Ingrid Malmqvist get for Snow, Interrupted?", [], "no advances in any file (only the royalty rate)")
q("unanswerable", REF, "Who was our sales director in 2020?", [], "TKG: nobody between 2019 and 2022")
q("unanswerable", REF, "How many e-books did we sell in 2023?", [], "no e-books in any file, only printed bindings")
q("unanswerable", REF, "What's the ISBN of Nine Tides?", [], "no ISBNs, only our own refs")
q("unanswerable", REF, "Who holds the stage rights to The Salt Ledger?", [], "only film and audio rights are recorded")
q("unanswerable", REF, "which town does Percival Dunmorrow live in", [], "no such author in any file")
q("unanswerable", REF, "Who was editor-in-chief of Lantern Lane in 1999?", [], "TKG: the first editor there starts in 2003")
for b in B:   # no title has only cancelled orders in 2024
    s = [o["Payment"] for o in O if o["Book"] == b["Title"] and yr(o) == "2024"]
    assert b["Imprint"] != "Quarto Moon" or not s or set(s) != {"Cancelled"}, b["Title"]
assert not [f for f in spells("sales director of") if f[3] <= "2020" and (current(f) or "2020" <= f[4])] and spells("editor-in-chief of", t="Lantern Lane")[0][3] > "1999"


finish(HERE, Q)
