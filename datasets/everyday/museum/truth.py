#!/usr/bin/env python3
"""Works out every answer of the 'museum' domain from its four data files; nothing is written down here.
  python3 truth.py           writes questions.jsonl
  python3 truth.py --check   compares it with what the files say"""
import csv, sys
from collections import Counter
from datetime import date, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from domain import finish  # beside the folders of the domains
def csv_rows(name): return list(csv.DictReader((HERE / name).open(encoding="utf-8", newline="")))
def tsv_rows(name): return [tuple(l.split("\t")) for l in (HERE / name).read_text(encoding="utf-8").split("\n")[1:] if l]
def figure(s):
    for x in ("£", ",", " kg"): s = s.replace(x, "")
    return float(s) if s else None

O, L, K = csv_rows("objects.csv"), csv_rows("loans.csv"), tsv_rows("museum.kg.tsv")
for o in O:
    o["kg"], o["val"], o["cm"], o["year"] = figure(o["Weight"]), figure(o["Insured for"]), figure(o["H (cm)"]), figure(o["Made"])
    o["came"] = datetime.strptime(o["Came in"], "%d/%m/%Y").date()
for l in L:
    l["out"] = datetime.strptime(l["Sent out"], "%d %b %Y").date()
    l["back"] = datetime.strptime(l["Back on"], "%d %b %Y").date() if l["Back on"] else None
    l["cost"], l["fee"] = figure(l["Transport cost (EUR)"]), figure(l["Loan fee (EUR)"])
OB = {o["Title"]: o for o in O}
# the temporal facts are by year, both ends included; no end: still so
T = [(h, r, t, int(s), int(e) if e else None) for h, r, t, s, e in tsv_rows("museum.tkg.tsv")]

def tails(h, r): return [c for a, b, c in K if (a, b) == (h, r)]
def heads(r, t): return [a for a, b, c in K if (b, c) == (r, t)]
def pairs(r): return {a: c for a, b, c in K if b == r}
def only(xs):
    xs = sorted(set(xs)); assert len(xs) == 1, xs; return xs[0]
def facts(r, head=None, tail=None): return [f for f in T if f[1] == r and head in (None, f[0]) and tail in (None, f[2])]
def in_year(fs, y): return [f for f in fs if f[3] <= y and (f[4] is None or y <= f[4])]
def opened(fs): return [f for f in fs if f[4] is None]
def extreme(d, n=1, low=False):
    s = sorted(dict(d).items(), key=lambda kv: kv[1] if low else -kv[1])
    assert len(s) == n or s[n - 1][1] != s[n][1], s[:n + 2]
    return [k for k, _ in s[:n]]
def add(xs):
    xs = list(xs); assert None not in xs; return sum(xs)
def mean(xs): xs = list(xs); return add(xs) / len(xs)
def neighbour(fs, who, step, side):
    fs = sorted(fs, key=lambda f: f[3]); i = only([i for i, f in enumerate(fs) if f[side] == who]); return fs[i + step][side]
def loan(ref): return L[only([i for i, l in enumerate(L) if l["Loan ref"] == ref])]
SHOWS = {a: int(c) for a, b, c in K if b == "held_in_year"}
VIS = {a: int(c) for a, c in pairs("visitor_total").items()}

# soundness of the files
assert len(OB) == len(O) == len({o["Acc. No."] for o in O}) and len({l["Loan ref"] for l in L}) == len(L)
assert len(set(K)) == len(K) and len(set(T)) == len(T)
GAL = [h for h, r, t in K if r == "part of"]
assert all(o["Gallery"] in GAL + [""] for o in O) and all(l["Item"] in OB for l in L)
assert {f[2] for f in facts("curator of")} == set(GAL) and {f[2] for f in facts("director of")} == {t for h, r, t in K if r == "part of"}
for f in opened(facts("displayed in")): assert OB[f[0]]["Gallery"] == f[2]
for r in ("director of", "curator of", "chair of", "displayed in", "owned by", "principal_sponsor_of"):
    side = 0 if r in ("displayed in", "owned by") else 2   # never two at once
    for f in facts(r):
        for g in facts(r):
            if f is not g and f[side] == g[side]: assert f[3] > (g[4] or 9999) or g[3] > (f[4] or 9999), (f, g)
for l in L:
    assert OB[l["Item"]]["came"] < l["out"]
    for m in L:
        if l is not m and l["Item"] == m["Item"]: assert l["out"] > (m["back"] or date.max) or m["out"] > (l["back"] or date.max)

def show(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".")
    return str(x)
Q = []
def ask(kind, typ, text, ans, why):
    if typ == "boolean": assert isinstance(ans, bool); out = ["yes" if ans else "no"]
    elif typ == "table": out = [f"{k} | {show(v)}" for k, v in sorted(ans.items())]
    elif typ == "refuse": out = []
    elif isinstance(ans, (list, set, tuple)): out = sorted({show(a) for a in ans})
    else: out = [show(ans)]
    assert out or typ == "refuse", text
    Q.append({"id": f"museum-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": out, "why": why})

# lookup
ask("lookup", "values", "Who made the Mayor's Chair?", OB["Mayor's Chair"]["Maker"], "objects: Maker of Mayor's Chair")
ask("lookup", "number", "kaleidoscope - how much is it insured for?", OB["Kaleidoscope"]["val"], "objects: Insured for of Kaleidoscope")
ask("lookup", "values", "Which floor is the Chart Room on?", tails("Chart Room", "on the"), "KG: Chart Room on the")
ask("lookup", "number", "What does it cost a grown-up to get into Penhalgarth House, in pounds?", float(only(tails("Penhalgarth House", "adult_admission_gbp"))), "KG: adult_admission_gbp of Penhalgarth House")
ask("lookup", "values", "I came across the number L2251 in an old press folder and would like to know who had the piece. Which museum was the borrower on that loan?", loan("L2251")["Borrower"], "loans: Borrower of L2251")
# filter_list
ask("filter_list", "values", "Which paintings are by Wilhelmina Stoud?", [o["Title"] for o in O if o["Kind"] == "Painting" and o["Maker"] == "Wilhelmina Stroud"], "objects: Kind Painting, Maker Wilhelmina Stroud (typo)")
ask("filter_list", "values", "Which exhibitions did Livia Castellano put together?", heads("curated by", "Livia Castellano"), "KG: curated by Livia Castellano")
ask("filter_list", "values", "things weighing over half a tonne", [o["Title"] for o in O if (o["kg"] or 0) > 500], "objects: Weight > 500 kg")
ask("filter_list", "values", "For a piece about careless handling I need the loan numbers of everything that came back damaged.", [l["Loan ref"] for l in L if l["State on return"] == "Damaged"], "loans: State on return Damaged")
ask("filter_list", "values", "My kids only care for really ancient stuff. Which objects are known to have been made before the year 300?", [o["Title"] for o in O if o["year"] and o["year"] < 300], "objects: Made < 300")
# count
ask("count", "number", "How many objects were left to the museums in a will?", sum(o["Acquired by"] == "Bequest" for o in O), "objects: Acquired by = Bequest")
ask("count", "number", "How many objects are under treatmnt?", sum(o["State"] == "Under treatment" for o in O), "objects: State = Under treatment (typo)")
ask("count", "number", "no. of loans to haus der uhren", sum(l["Borrower"] == "Haus der Uhren" for l in L), "loans: Borrower Haus der Uhren")
ask("count", "number", "How many objects came into the collection in the 1990s?", sum(1990 <= o["came"].year <= 1999 for o in O), "objects: Came in 1990-1999")
ask("count", "number", "How many people were members of the Board of Trustees in 2017?", len({f[0] for f in in_year(facts("member of", tail="Board of Trustees"), 2017)}), "TKG: member of Board of Trustees covering 2017")
# sum
ask("sum", "number", "How much was spent on trasnport for the loans that were sent out in 2022?", add(l["cost"] for l in L if l["out"].year == 2022), "loans: sum of Transport cost, Sent out in 2022 (typo)")
ask("sum", "number", "What are all the paintings insured for, put together?", add(o["val"] for o in O if o["Kind"] == "Painting"), "objects: sum of Insured for, Kind Painting")
ask("sum", "number", "How many visitors in total did the exhibitions staged at the Tidewater Maritime Museum attract?", add(VIS[e] for e in heads("staged at", "Tidewater Maritime Museum")), "KG: staged at that museum, sum of visitor_total")
# average
ask("average", "number", "What is the average transport cost of a loan to the National Gallery of Corrland?", mean(l["cost"] for l in L if l["Borrower"] == "National Gallery of Corrland"), "loans: mean Transport cost, Borrower National Gallery of Corrland")
x = [l for l in L if l["out"].year == 2018]; assert all(l["back"] for l in x)
ask("average", "number", "Let's take the loans that left in 2018. How many days on average went by until the piece was home again?", mean((l["back"] - l["out"]).days for l in x), "loans: mean of Back on minus Sent out, sent out in 2018 (all back)")
ask("average", "number", "avg insured value of the textiles?", mean(o["val"] for o in O if o["Kind"] == "Textile"), "objects: mean Insured for, Kind Textile")
# min_max
ask("min_max", "number", "What is the most that transport for a single loan has ever cost, in euros?", max(l["cost"] for l in L), "loans: largest Transport cost")
ask("min_max", "values", "When did the very first of these objects enter the collection?", min(o["came"] for o in O), "objects: earliest Came in")
ask("min_max", "number", "worst attendance of any exhibition - how many visitors?", min(VIS.values()), "KG: smallest visitor_total")
# superlative
ask("superlative", "values", "Which object is insured for the highest amount?", extreme({o["Title"]: o["val"] for o in O}), "objects: largest Insured for")
ask("superlative", "values", "Which exhibition was the biggest crowd-puller of all?", extreme(VIS), "KG: largest visitor_total")
ask("superlative", "values", "What is the tallest object in the Orangery?", extreme({o["Title"]: o["cm"] for o in O if o["Gallery"] == "Orangery"}), "objects: Gallery Orangery, largest H (cm)")
ask("superlative", "values", "which of the museums opned first", extreme({m: int(y) for m, y in pairs("opened_in").items()}, low=True), "KG: earliest opened_in (typo)")
ask("superlative", "values", "I'd love to interview an old hand. Among the curators in post at the moment, who has had their gallery for the longest time?", extreme({f[0] + "|" + f[2]: f[3] for f in opened(facts("curator of"))}, low=True)[0].split("|")[0], "TKG: open curator of fact with the earliest start")
# top_k
ask("top_k", "values", "What are the three heaviest objects?", extreme({o["Title"]: o["kg"] for o in O if o["kg"]}, 3), "objects: three largest Weights")
ask("top_k", "values", "top 4 exhibitions by visitors", extreme(VIS, 4), "KG: four largest visitor_total")
# comparison
ask("comparison", "values", "Which is older, the Equation Clock or the Bracket Clock?", extreme({n: OB[n]["year"] for n in ("Equation Clock", "Bracket Clock")}, low=True), "objects: Made of the two, the earlier")
c = Counter(l["Carrier"] for l in L)
ask("comparison", "values", "Who carried more loans, Gentle Giants or Van Doren?", extreme({n: c[n] for n in ("Gentle Giants Ltd", "Van Doren Transport")}), "loans: rows of the two Carriers")
ask("comparison", "values", "Lady Rosalind Thornbury and Constantine Mabey both headed Penhalgarth House. Which of them was director there for longer?",
    extreme({f[0]: f[4] - f[3] for f in facts("director of", tail="Penhalgarth House") if f[0] in ("Lady Rosalind Thornbury", "Constantine Mabey")}), "TKG: lengths of the two director of periods at Penhalgarth House")
# difference
ask("difference", "number", "How much more is the Portrait of Alderman Croke insured for than the Portrait of Lady Penhalgarth?", OB["Portrait of Alderman Croke"]["val"] - OB["Portrait of Lady Penhalgarth"]["val"], "objects: difference of the two Insured for")
x = Counter(l["out"].year for l in L); assert x[2019] > x[2023]
ask("difference", "number", "How many fewer laons went out in 2023 than in 2019?", x[2019] - x[2023], "loans: rows sent out in 2019 minus 2023 (typo)")
ask("difference", "number", "By how many visitors did Pinned Down outdo Tick?", VIS["Pinned Down"] - VIS["Tick"], "KG: difference of the two visitor_total")
# percent
ask("percent", "number", "What percentage of the objects in the collection were bought?", 100 * sum(o["Acquired by"] == "Purchase" for o in O) / len(O), "objects: Acquired by Purchase over all rows")
ask("percent", "number", "share of all loans that had a courier along, in %", 100 * sum(bool(l["Courier"]) for l in L) / len(L), "loans: rows with a Courier over all rows")
# group_by
ask("group_by", "table", "How many objects are there in each state of repair?", Counter(o["State"] for o in O), "objects: rows per State")
ask("group_by", "table", "loans per carrier?", Counter(l["Carrier"] for l in L), "loans: rows per Carrier")
ask("group_by", "table", "How many galleries are there, museum by museum?", Counter(t for h, r, t in K if r == "part of"), "KG: part of facts per museum")
ask("group_by", "table", "Per way of acquiring, i.e. gift, purchase and so on: what is the total insured value?", {k: add(o["val"] for o in O if o["Acquired by"] == k) for k in {o["Acquired by"] for o in O}}, "objects: sum of Insured for per Acquired by")
# group_superlative
ask("group_superlative", "values", "Which borrower has paid us the most in loan fees, everything added up?", extreme({b: add(l["fee"] for l in L if l["Borrower"] == b and l["fee"]) for b in {l["Borrower"] for l in L}}), "loans: largest sum of Loan fee per Borrower (empty cells left out)")
ask("group_superlative", "values", "Who's the most generous giver? I mean whoever gave us the largest number of objects as gifts.", extreme(Counter(o["From"] for o in O if o["Acquired by"] == "Gift")), "objects: Acquired by Gift, most rows per From")
ask("group_superlative", "values", "who has been on the road as a courier most often?", extreme(Counter(l["Courier"] for l in L if l["Courier"])), "loans: most rows per Courier")
# yes_no
ask("yes_no", "boolean", "Is the Meteorite of Brackley Down still away on loan?", any(l["Item"] == "Meteorite of Brackley Down" and l["back"] is None for l in L), "loans: its loan with an empty Back on")
ask("yes_no", "boolean", "Was the Barrel Organ ever on show in the Optics Bay?", bool(facts("displayed in", "Barrel Organ", "Optics Bay")), "TKG: Barrel Organ displayed in Optics Bay")
ask("yes_no", "boolean", "has the narwhal tusk ever been lent out", any(l["Item"] == "Narwhal Tusk" for l in L), "loans: no row with that Item")
ask("yes_no", "boolean", "Did Yewdale Bnak sponsor the exhibition True Blue?", "Yewdale Bank" in tails("True Blue", "sponsored_by"), "KG: True Blue was sponsored_by another company (typo)")
# negation
lent = {l["Item"] for l in L}
ask("negation", "values", "Which objects in the Coin Cabinet have never gone out on loan?", [o["Title"] for o in O if o["Gallery"] == "Coin Cabinet" and o["Title"] not in lent], "objects: Gallery Coin Cabinet less the Items in loans")
ask("negation", "values", "Which exhibitions had to do without a sponsor?", [e for e in SHOWS if not tails(e, "sponsored_by")], "KG: exhibitions without a sponsored_by fact")
ask("negation", "values", "any galleries w/o a curator at present?", set(GAL) - {f[2] for f in opened(facts("curator of"))}, "KG galleries less those with an open curator of fact in the TKG")
ask("negation", "values", "Who belongs to the Board of Trustees today but has never been its chair?", {f[0] for f in opened(facts("member of", tail="Board of Trustees"))} - {f[0] for f in facts("chair of", tail="Board of Trustees")}, "TKG: open member of facts less everyone with a chair of fact")
# time_point
ask("time_point", "values", "Who was director of The Loomworks in 2012?", only(f[0] for f in in_year(facts("director of", tail="The Loomworks"), 2012)), "TKG: director of The Loomworks covering 2012")
ask("time_point", "values", "Who chaired the Bord of Trustees in 2010?", only(f[0] for f in in_year(facts("chair of", tail="Board of Trustees"), 2010)), "TKG: chair of Board of Trustees covering 2010 (typo)")
ask("time_point", "values", "The Kingfisher tea service was in other hands long before we got it. Whose was it in 1985?", only(f[2] for f in in_year(facts("owned by", 'Tea Service, "Kingfisher"'), 1985)), "TKG: owned by of the Tea Service covering 1985")
ask("time_point", "values", "main sponsor of the tidewater museum in 2005?", only(f[0] for f in in_year(facts("principal_sponsor_of", tail="Tidewater Maritime Museum"), 2005)), "TKG: principal_sponsor_of Tidewater Maritime Museum covering 2005")
# before_after
ask("before_after", "values", "Who followed Livia Castelano as curator of the Roman Gallery?", neighbour(facts("curator of", tail="Roman Gallery"), "Livia Castellano", 1, 0), "TKG: next curator of Roman Gallery (typo)")
ask("before_after", "values", "Where was the Glass Jellyfish on display right before it went to the Specimen Hall?", neighbour(facts("displayed in", "Glass Jellyfish"), "Specimen Hall", -1, 2), "TKG: previous displayed in of Glass Jellyfish")
ask("before_after", "values", "Who was the owner of Still Life with Medlars before the Croke family got hold of it?", neighbour(facts("owned by", "Still Life with Medlars"), "The Croke Family", -1, 2), "TKG: previous owned by of Still Life with Medlars")
# duration
ask("duration", "values", "Which director of Aldermoor City Museum stayed in the job longest?", extreme({f[0]: (f[4] or 2024) - f[3] for f in facts("director of", tail="Aldermoor City Museum")}), "TKG: longest director of period there")
ask("duration", "values", "Mervyn Oakeshott ran more than one gallery in his day. Which one did he look after for the greatest number of years?", extreme({f[2]: f[4] - f[3] for f in facts("curator of", "Mervyn Oakeshott")}), "TKG: his longest curator of period")
# multi_hop
ask("multi_hop", "values", "In which town is the Pattern Room?", tails(only(tails("Pattern Room", "part of")), "stands in"), "KG: gallery -> museum -> town")
ask("multi_hop", "values", "Anne Tolliver learned her trade from somebody. Where was that person born?", tails(only(tails("Anne Tolliver", "apprenticed_to")), "born in"), "KG: apprenticed_to, born in")
ask("multi_hop", "values", "exhibitions before 2015 at museums in aldermoor?", [e for m in heads("stands in", "Aldermoor") for e in heads("staged at", m) if SHOWS[e] < 2015], "KG: museum stands in Aldermoor <- staged at, held_in_year < 2015")
# cross_source
fr = {b for c in heads("in country", "France") for b in heads("located in", c)}
ask("cross_source", "number", "How many loans have gone to museums in France?", sum(l["Borrower"] in fr for l in L), "KG: borrowers in cities in France; loans: rows")
l = L[only([i for i, l in enumerate(L) if l["Item"] == "Mayor's Chair" and l["out"].year == 2019])]
ask("cross_source", "values", "When the Mayor's Chair was sent on loan in 2019, who was the curator of the gallery it belongs to?", only(f[0] for f in in_year(facts("curator of", tail=OB[l["Item"]]["Gallery"]), l["out"].year)), "objects: its Gallery; loans: year; TKG: curator of covering it")
ask("cross_source", "values", "Which objects were made by people born in Tansy Bridge?", [o["Title"] for o in O if o["Maker"] in heads("born in", "Tansy Bridge")], "KG: born in Tansy Bridge; objects: Maker")
ask("cross_source", "number", "What is the combined insured value of the objects featured in The Last Graet Auk?", add(OB[t]["val"] for t in tails("The Last Great Auk", "featured")), "KG: featured; objects: sum of Insured for (typo)")
e = "A Thousand Pieces"
ask("cross_source", "values", "Who was at the helm of the museum as director in the year it put on A Thousand Pieces?", only(f[0] for f in in_year(facts("director of", tail=only(tails(e, "staged at"))), SHOWS[e])), "KG: staged at, held_in_year; TKG: director of covering that year")
ask("cross_source", "values", "Which trustees, past and present, have also handed over an object as a gift?", {f[0] for f in facts("member of", tail="Board of Trustees")} & {o["From"] for o in O if o["Acquired by"] == "Gift"}, "TKG: member of Board of Trustees; objects: From, Acquired by Gift")
c = only(f[0] for f in opened(facts("curator of", tail="Chart Room")))
ask("cross_source", "number", "What did transport come to for all the loans on which today's Chart Room curator travelled as courier?", add(l["cost"] for l in L if l["Courier"] == c), "TKG: open curator of Chart Room; loans: sum of Transport cost by Courier")
# missing
ask("missing", "values", "For which objects is the weight not recorded?", [o["Title"] for o in O if o["kg"] is None], "objects: empty Weight")
# unanswerable
ask("unanswerable", "refuse", "What price did the museums pay for the Sleeping Faun when they bought it?", [], "only the insured value is there, no purchase prices")
assert "Toyshop of Ghosts" in SHOWS and "Toyshop of Ghosts" not in VIS
ask("unanswerable", "refuse", "How many people visited Toyshop of Ghosts?", [], "KG: that exhibition alone has no visitor_total")
ask("unanswerable", "refuse", "till what time is the loomworks open on sundays?", [], "no opening hours in any file")
ask("unanswerable", "refuse", "Who was director of Penhalgarth House in 1980?", [], "TKG: its directors are recorded from 1987 only")
ask("unanswerable", "refuse", "Who is the curator of the Porcelain Vault?", [], "no such gallery in any file")
ask("unanswerable", "refuse", "Which objects have been stolen over the years?", [], "no thefts in any file")


finish(HERE, Q)
