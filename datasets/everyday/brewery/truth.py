#!/usr/bin/env python3
"""Computes every gold answer of the 'brewery' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter, defaultdict
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    best, day, finish, fmt, full_years, graphs, kg, mean, one, records, step, tkg, total)


def rd(name): return records(HERE, name)

def num(s):
    s = s.replace("€", "").replace(",", "").replace("%", "").replace(" days", "").strip()
    return float(s) if s else None


B = rd("beers.csv")
for r in B:
    r["abv"], r["ibu"], r["price"], r["keep"] = num(r["ABV"]), num(r["IBU"]), num(r["Price per hl"]), num(r["Shelf life"])
    r["kegs"], r["year"] = num(r["Kegs in cellar"]), int(r["First brewed"])
BN = {r["Beer"]: r for r in B}
X = rd("batches.csv")
for r in X:
    r["d"], r["p"] = day(r["Brewed on"], "%d/%m/%Y"), day(r["Packaged on"], "%Y-%m-%d")
    r["l"], r["cost"], r["loss"], r["score"] = num(r["Volume (L)"]), num(r["Ingredient cost (EUR)"]), num(r["Losses"]), num(r["Panel score"])
    r["house"] = BN[r["Beer"]]["House"]
XN = {r["Batch No"]: r for r in X}
K, T = graphs(HERE, "brewery")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


def group(rows, key): 
    g = defaultdict(list)
    for r in rows: g[key(r)].append(r)
    return g


# sanity of the data
HOUSES, PUBS = {r["House"] for r in B}, heads("pours")
assert len(BN) == len(B) == len({r["Code"] for r in B}) and len(XN) == len(X) and len(set(K)) == len(K)
assert HOUSES == heads("water_source") == {f[0] for f in facts("owned_by")} and PUBS == {f[0] for f in facts("licensee")}
assert heads("located in") == PUBS | HOUSES and {t for h, r, t in K if r == "pours"} | heads("hopped_with") <= set(BN)
for h in HOUSES | PUBS:
    for rel in ("head brewer", "owned_by", "licensee"):
        fs = facts(rel, head=h)
        assert all(x[4] and x[4] < y[3] for x, y in zip(fs, fs[1:]))
for r in X:
    assert r["Malt from"] == one(at("malt supplier of", r["d"], tail=r["house"]))[0] and out(r["Shift brewer"], "works at") == {r["house"]}
    assert r["p"] is None or r["d"] < r["p"]
    assert (r["p"] is None) == (r["Outcome"] in ("Dumped", "In tank")) and r["d"].year >= BN[r["Beer"]]["year"]
def town(x): return one(out(x, "located in"))
def region(x): return one(out(town(x), "in region"))
def country(x): return one(out(region(x), "part_of_country"))
brewed = lambda y: [r for r in X if r["d"].year == y]
of = lambda b: [r for r in X if r["Beer"] == b]

Q = []
def q(kind, question, atype, answers, why, tags=""):
    if atype == "boolean":
        answers = ["yes" if answers else "no"]
    elif atype == "table":
        answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (list, set, tuple)):
        answers = sorted({fmt(a) for a in answers})
    else:
        answers = [fmt(answers)]
    assert (atype == "refuse") == (answers == []), question
    Q.append(({"id": f"brewery-{len(Q) + 1:02d}", "question": question, "kind": kind,
               "answer_type": atype, "answers": answers, "why": why}, set(tags.split())))
names = lambda rows: [r["Beer"] for r in rows]
nos = lambda rows: [r["Batch No"] for r in rows]

# ------------------------------------------------------------------ lookup
q("lookup", "What is the alcohol content of Storm Glass, in percent?", "number", BN["Storm Glass"]["abv"], "beers: ABV of Storm Glass", "plain syn")
q("lookup", "who was on shift for B-5497", "values", [XN["B-5497"]["Shift brewer"]], "batches: Shift brewer of B-5497", "short syn")
q("lookup", "Where does Three Herons take its water from?", "values", out("Three Herons", "water_source"), "KG: Three Herons water_source", "plain")
q("lookup", "oyster catcher keeps for how many days??", "number", BN["Oyster Catcher"]["keep"], "beers: Shelf life of Oyster Catcher", "casual syn")
q("lookup", "Which award did La Meuniere win?", "values", out("La Meunière", "won"), "KG: La Meunière won", "plain")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which of our beers have more than 8% alcohol?", "values", names(r for r in B if r["abv"] > 8), "beers: ABV > 8%", "plain syn")
q("filter_list", "stouts - which ones have we got", "values", names(r for r in B if r["Style"] == "Stout"), "beers: Style Stout", "casual")
q("filter_list", "pubs in port sran w/ mudlark on tap?", "values", inn("Mudlark", "pours") & inn("Port Sarn", "located in"),
  "KG: pours Mudlark and located in Port Sarn", "typo short syn")
q("filter_list", "Which batches of Skjold Pils scored 45 or more with the panel?", "values",
  nos(r for r in of("Skjold Pils") if r["score"] is not None and r["score"] >= 45), "batches: Beer Skjold Pils, Panel score >= 45", "plain")
q("filter_list", "which 2023 brews went down the drain, batch numbers pls", "values", nos(r for r in brewed(2023) if r["Outcome"] == "Dumped"),
  "batches: Brewed on in 2023, Outcome Dumped", "idiom casual")

# ------------------------------------------------------------------ count
q("count", "How many batches were brewed in 2022?", "number", len(brewed(2022)), "batches: Brewed on in 2022", "plain")
q("count", "how many beers in the limted range", "number", sum(r["Range"] == "Limited" for r in B), "beers: Range Limited", "typo short")
q("count", "How many pubs offer a beer garden?", "number", len(inn("beer garden", "offers")), "KG: offers beer garden", "plain")
q("count", "kerra nancarrow, how many brews has she got under her belt", "number", sum(r["Shift brewer"] == "Kerra Nancarrow" for r in X),
  "batches: Shift brewer Kerra Nancarrow", "idiom casual")
q("count", "Good morning, I was chatting to somebody from Tolmie Maltings at the trade fair yesterday and could not answer him. May I ask in how "
  "many of our batches their malt was used?", "number", sum(r["Malt from"] == "Tolmie Maltings" for r in X), "batches: Malt from Tolmie Maltings", "polite detour")

# ------------------------------------------------------------------ sum
q("sum", "How many litres of Eckerlin Hell were brewed in 2023?", "number", total([r for r in of("Eckerlin Hell") if r["d"].year == 2023], "l"),
  "batches: sum of Volume, Eckerlin Hell, 2023", "plain")
q("sum", "whats the ingrediants bill in euros for everything brewed in march 22", "number",
  total([r for r in X if (r["d"].year, r["d"].month) == (2022, 3)], "cost"), "batches: sum of Ingredient cost, Brewed on in 2022-03", "typo casual syn")
q("sum", "How many kegs of seasonal beers are in the cellar in total?", "number", total([r for r in B if r["Range"] == "Seasonal"], "kegs"),
  "beers: sum of Kegs in cellar, Range Seasonal", "plain")

# ------------------------------------------------------------------ average
q("average", "What is the average panel score of Black Weir?", "number", mean(of("Black Weir"), "score"), "batches: mean Panel score (empty left out), Black Weir", "plain")
q("average", "how strong is a brasserie duvallon beer on avg (%)", "number", mean([r for r in B if r["House"] == "Brasserie Duvallon"], "abv"),
  "beers: mean ABV, House Brasserie Duvallon", "casual syn")
pk = [r for r in of("Skjold Pils") if r["p"]]
q("average", "Trying to plan tank space here. Going by the batches of Skjold Pils that have been packaged, how many days pass on average between brewing "
  "and packaging?", "number", sum((r["p"] - r["d"]).days for r in pk) / len(pk), "batches: mean of Packaged on minus Brewed on, Skjold Pils", "detour")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the lowest price per hl among the core beers?", "number", min(r["price"] for r in B if r["Range"] == "Core"),
  "beers: min Price per hl, Range Core", "plain")
q("min_max", "worst mark the tasting panel ever dished out?", "number", min(r["score"] for r in X if r["score"] is not None), "batches: min Panel score", "idiom casual")
q("min_max", "when did we last do a brew of candelmas", "values", [max(r["d"] for r in of("Candlemas"))], "batches: latest Brewed on, Candlemas", "typo casual")

# ------------------------------------------------------------------ superlative
q("superlative", "Which is our strongest beer?", "values", best({r["Beer"]: r["abv"] for r in B}), "beers: highest ABV", "plain")
q("superlative", "of the foss lane beers which one goes back the furthest", "values",
  best({r["Beer"]: r["year"] for r in B if r["House"] == "Foss Lane Brewery"}, low=True), "beers: earliest First brewed, House Foss Lane Brewery", "idiom casual")
q("superlative", "Which pub pours the largest number of our beers?", "values", best(Counter(h for h, r, t in K if r == "pours")), "KG: pours, counted by pub", "plain")
q("superlative", "Which batch had the highest ingredient cost?", "values", best({r["Batch No"]: r["cost"] for r in X}), "batches: highest Ingredient cost", "plain")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the four bitterest beers we make?", "values", best({r["Beer"]: r["ibu"] for r in B if r["ibu"] is not None}, 4), "beers: four highest IBU", "plain syn")
q("top_k", "5 dearest per hl, beer names only thx", "values", best({r["Beer"]: r["price"] for r in B}, 5), "beers: five highest Price per hl", "short syn")

# ------------------------------------------------------------------ comparison
q("comparison", "brother cuthbert or the duvallon brune, which one keeps longer in the cellar?", "values",
  best({b: BN[b]["keep"] for b in ("Brother Cuthbert", "Duvallon Brune")}), "beers: Shelf life of the two", "casual syn")
q("comparison", "mudlark v low tide, which did we brew more often", "values", best({b: len(of(b)) for b in ("Mudlark", "Low Tide")}),
  "batches: rows of the two beers", "casual")
hb = {p: (one(facts("head brewer", h, p))[4] - one(facts("head brewer", h, p))[3]).days for h, p in (("Abbot's Mill", "Gwilym Parfitt"), ("Foss Lane Brewery", "Cornelius Bagshaw"))}
q("comparison", "Who was head brewer for longer, Gwilym Parfitt or Cornelius Bagshaw?", "values", best(hb), "TKG: lengths of the two head brewer facts", "plain")

# ------------------------------------------------------------------ difference
q("difference", "By how many percentage points of alcohol is Dark Aurora stronger than Skjold Pils?", "number", BN["Dark Aurora"]["abv"] - BN["Skjold Pils"]["abv"],
  "beers: difference of the two ABV values", "plain syn")
q("difference", "old crozier is how much dearer than quiet vespers per hl", "number", BN["Old Crozier"]["price"] - BN["Quiet Vespers"]["price"],
  "beers: difference of the two Prices per hl", "casual syn")
n21, n24 = len(brewed(2021)), len(brewed(2024))
q("difference", "What is the difference between the number of batches brewed in 2021 and the number brewed in 2024?", "number", abs(n24 - n21), "batches: rows of the two years, subtracted", "plain")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of all batches have the outcome Released?", "number", 100 * sum(r["Outcome"] == "Released" for r in X) / len(X),
  "batches: Outcome Released over all rows", "plain")
am = [r for r in B if r["House"] == "Abbot's Mill"]
q("percent", "abbots mill beers, how much % of em are core rnage", "number", 100 * sum(r["Range"] == "Core" for r in am) / len(am),
  "beers: House Abbot's Mill, share of Range Core", "typo casual")

# ------------------------------------------------------------------ group_by
q("group_by", "How many beers does each house have?", "table", Counter(r["House"] for r in B), "beers: rows per House", "plain")
q("group_by", "litres brewed year by year pls", "table", {k: total(v, "l") for k, v in group(X, lambda r: r["d"].year).items()},
  "batches: sum of Volume per year of Brewed on", "casual")
q("group_by", "What is the average price per hl for each range?", "table", {k: mean(v, "price") for k, v in group(B, lambda r: r["Range"]).items()},
  "beers: mean Price per hl per Range", "plain")
q("group_by", "Number of pubs per town?", "table", Counter(town(p) for p in PUBS), "KG: pubs (they pour beers) located in, counted per town", "plain")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which shift brewer has brewed the most batches?", "values", best(Counter(r["Shift brewer"] for r in X)), "batches: most rows per Shift brewer", "plain")
q("group_superlative", "what beer did we make the msot of in 2023, by litres", "values",
  best({k: total(v, "l") for k, v in group(brewed(2023), lambda r: r["Beer"]).items()}), "batches: 2023, highest sum of Volume per Beer", "typo casual")
q("group_superlative", "Which hop goes into the largest number of our beers?", "values", best(Counter(t for h, r, t in K if r == "hopped_with")),
  "KG: hopped_with, counted by hop", "plain")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Does The Lugger pour Quiet Vespers?", "boolean", "Quiet Vespers" in out("The Lugger", "pours"), "KG: The Lugger pours Quiet Vespers", "plain")
q("yes_no", "castle bar - thats tied to three herons isnt it", "boolean", "Three Herons" in out("Castle Bar", "tied to"), "KG: no tied to triple of Castle Bar", "casual")
q("yes_no", "Was Jory Penhaligon ever head brewer at Three Herons?", "boolean", bool(facts("head brewer", "Three Herons", "Jory Penhaligon")),
  "TKG: Three Herons head brewer Jory Penhaligon", "plain")
q("yes_no", "did fox in the orchard ever have more than 1 licensee", "boolean", len(facts("licensee", head="Fox in the Orchard")) > 1,
  "TKG: licensee facts of Fox in the Orchard", "casual")

# ------------------------------------------------------------------ negation
q("negation", "Which core beers of Three Herons have not won an award?", "values",
  names(r for r in B if r["House"] == "Three Herons" and r["Range"] == "Core" and not out(r["Beer"], "won")),
  "beers: House Three Herons, Range Core; KG: no won triple", "plain")
q("negation", "wendleham pubs that arent tied to any brewery?", "values", [p for p in PUBS & inn("Wendleham", "located in") if not out(p, "tied to")],
  "KG: pubs located in Wendleham without a tied to triple", "short casual")
b24 = {r["Beer"] for r in brewed(2024)}
q("negation", "which of the core beers did we skip altogether in 2024, not one brew", "values", [r["Beer"] for r in B if r["Range"] == "Core" and r["Beer"] not in b24],
  "beers: Range Core without a 2024 row in batches", "casual syn")
q("negation", "how many duvallon blonde batches were made with malt from someone other than malterie de l'orneau", "number",
  sum(r["Malt from"] != "Malterie de l'Orneau" for r in of("Duvallon Blonde")), "batches: Duvallon Blonde, Malt from not Malterie de l'Orneau", "casual")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was head brewer of Saltmarsh Ales on 1 March 2020?", "values", [one(at("head brewer", date(2020, 3, 1), head="Saltmarsh Ales"))[2]],
  "TKG: head brewer of Saltmarsh Ales valid on 2020-03-01", "plain")
q("time_point", "brasserie duvalon, who owned it in 2015", "values", [one(in_year("owned_by", 2015, head="Brasserie Duvallon"))[2]],
  "TKG: owned_by of Brasserie Duvallon in 2015", "typo casual")
q("time_point", "who had the licence at the pilgrims staff on new years day 2018", "values", [one(at("licensee", date(2018, 1, 1), head="The Pilgrim's Staff"))[2]],
  "TKG: licensee of The Pilgrim's Staff valid on 2018-01-01", "casual syn")
q("time_point", "Which breweries were owned by Castellane on 1 September 2018?", "values",
  [f[0] for f in at("owned_by", date(2018, 9, 1), tail="Castellane Boissons, S.A.")], "TKG: owned_by Castellane Boissons, S.A. valid on 2018-09-01", "plain")

# ------------------------------------------------------------------ before_after
q("before_after", "Who was the licensee of The Harbourmaster before Ravi Kapadia?", "values",
  [step(facts("licensee", head="The Harbourmaster"), 2, "Ravi Kapadia", -1)], "TKG: previous licensee of The Harbourmaster", "plain")
q("before_after", "mathilde surmnt left and then who got the head brewer job", "values", [step(facts("head brewer", head="Brasserie Duvallon"), 2, "Mathilde Surmont", 1)],
  "TKG: next head brewer of Brasserie Duvallon", "typo casual")
q("before_after", "Could you please let me know which breweries the Fenwright Group had already bought before the year 2018? Many thanks in advance.", "values", [f[0] for f in facts("owned_by", tail="Fenwright Group") if f[3] < date(2018, 1, 1)],
  "TKG: owned_by Fenwright Group with start before 2018-01-01", "polite syn")

# ------------------------------------------------------------------ duration
f = one(facts("head brewer", "Brauhaus Eckerlin", "Käthe Morgenroth"))
q("duration", "How many full years did Kathe Morgenroth spend as head brewer of Brauhaus Eckerlin?", "number", full_years(f[3], f[4]),
  "TKG: complete years from start to end", "plain")
q("duration", "past landlords of the anchor & eel, which of them lasted longest behind the bar", "values",
  best({f[2]: (f[4] - f[3]).days for f in facts("licensee", head="The Anchor & Eel") if f[4]}), "TKG: longest closed licensee fact of The Anchor & Eel", "idiom syn")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "In which region is The World's End?", "values", [region("The World's End")], "KG: located in > in region", "plain")
q("multi_hop", "lady bracknells handbag, what countries are its hops grown in", "values",
  {c for h in out("Lady Bracknell's Handbag", "hopped_with") for c in out(h, "grown in")}, "KG: hopped_with > grown in", "casual")
q("multi_hop", "What is the water source of the brewery Sigrid Moen works at?", "values",
  {w for b in out("Sigrid Moen", "works at") for w in out(b, "water_source")}, "KG: works at > water_source", "plain")

# ------------------------------------------------------------------ cross_source
x = XN["B-5373"]
q("cross_source", "Who was the head brewer of the brewery on the day batch B-5373 was brewed?", "values", [one(at("head brewer", x["d"], head=x["house"]))[2]],
  "batches: Beer, Brewed on; beers: House; TKG: head brewer on that date", "plain")
q("cross_source", "how many batches were brewed at brasserie duvallon while aurele vandenbosh was calling the shots as head brewer", "number",
  sum(bool(at("head brewer", r["d"], "Brasserie Duvallon", "Aurèle Vandenbosch")) for r in X if r["house"] == "Brasserie Duvallon"),
  "beers: House; batches: Brewed on; TKG: head brewer interval", "typo idiom")
q("cross_source", "Which pubs pour at least one beer of more than 8.5% alcohol?", "values", {p for p in PUBS if any(BN[b]["abv"] > 8.5 for b in out(p, "pours"))},
  "KG: pours; beers: ABV > 8.5%", "plain syn")
q("cross_source", "How many litres did our breweries in England brew in 2024?", "number", total([r for r in brewed(2024) if country(r["house"]) == "England"], "l"),
  "KG: located in > in region > part_of_country; beers: House; batches: sum of Volume in 2024", "plain")
hc = inn("Harbour Cup", "won")
q("cross_source", "take every batch of any beer that won the harbour cup. avg panel score over all those batches?", "number",
  mean([r for r in X if r["Beer"] in hc], "score"), "KG: won Harbour Cup; batches: mean Panel score (empty left out)", "casual detour")
q("cross_source", "How many batches were brewed at a brewery that belonged to Castellane at the time?", "number",
  sum(one(at("owned_by", r["d"], head=r["house"]))[2] == "Castellane Boissons, S.A." for r in X),
  "beers: House; batches: Brewed on; TKG: owned_by on that date", "plain")
wp = inn("Wren Day", "pours") & inn("Kilcarra", "located in")
q("cross_source", "whos running the kilcarra pubs that pour wren day these days", "values", {one(now("licensee", head=p))[2] for p in wp},
  "KG: pours Wren Day, located in Kilcarra; TKG: open licensee", "casual syn")

# ------------------------------------------------------------------ missing
q("missing", "For which beers is no IBU recorded?", "values", names(r for r in B if r["ibu"] is None), "beers: empty IBU", "plain")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What does a pint of Mudlark cost at The Lugger?", "refuse", [], "only the price per hl is recorded, no pub prices", "plain")
q("unanswerable", "pints sold at fox in the orchard last month??", "refuse", [], "no pub sales in any file", "short")
assert not in_year("head brewer", 2001, head="Saltmarsh Ales")
q("unanswerable", "Who was head brewer of Saltmarsh Ales in 2001?", "refuse", [], "TKG: the first head brewer fact of Saltmarsh Ales starts in 2007", "plain")
q("unanswerable", "how many calorys has low tide got", "refuse", [], "no calories in any file", "typo casual")
q("unanswerable", "Which yeast strain is Quiet Vespers fermented with?", "refuse", [], "hops and malt suppliers are recorded, no yeast", "plain")
assert "Wendle Silver" not in BN
q("unanswerable", "What is the ABV of Wendle Silver?", "refuse", [], "there is no beer Wendle Silver", "plain")
q("unanswerable", "cerise noire label is gorgeous, who drew it", "refuse", [], "no label artists in any file", "casual detour")


finish(HERE, [q for q, _ in Q])
