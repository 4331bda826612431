"""Computes every answer of the 'cargoships' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("cargoships", Q)

C = [dict(id=r["Call No."], voy=r["Voy. No."], ship=r["Vessel"], port=r["Port"], arr=day(r["Arr."], "%d %b %Y"),
          dep=day(r["Dep."], "%d %b %Y"), why=r["Purpose"], t=num(r["Cargo handled (t)"]), dues=num(r["Port dues (USD)"]),
          agent=r["Agent"]) for r in records(HERE, "port_calls.csv")]
L = [dict(id=r["lot_id"], voy=r["voyage_no"], ship=r["vessel"], com=r["commodity"], t=num(r["qty_mt"]), lp=r["load_port"],
          dp=r["disch_port"], bl=iso(r["bl_date"]), fr=digits(r["freight"]), shipper=r["shipper"])
     for r in records(HERE, "cargo_lots.csv")]
triples, quints = graphs(HERE, "cargoships")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quints)
SHIPS = heads("ship_type")
call = {c["id"]: c for c in C}
lot = {x["id"]: x for x in L}
assert {c["ship"] for c in C} == {x["ship"] for x in L} <= SHIPS
for v in {x["voy"] for x in L}:  # the two tables say the same
    for why in ("loading", "discharging"):
        assert sum(c["t"] for c in C if (c["voy"], c["why"]) == (v, why)) == sum(x["t"] for x in L if x["voy"] == v)
assert all(c["arr"].year == c["dep"].year for c in C if c["dep"])  # no stay over New Year


def cs(f): return [c for c in C if f(c)]
def ls(f): return [x for x in L if f(x)]
def ids(xs): return [x["id"] for x in xs]
def tons(f): return sum(x["t"] for x in L if f(x))
def counts(rows, key): return Counter(r[key] for r in rows if r[key])
def quarter(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def month(d): return f"{d:%Y-%m}"
def kind_of(s): return one(out(s, "ship_type"))
def holder(rel, s, d): return one(f[2] for f in at(rel, d, head=s))
def dwt(s): return float(one(out(s, "deadweight_t")))


# looking up
q("lookup", "freight on L-1048", "number", lot["L-1048"]["fr"], "freight of L-1048")
q("lookup", "What is the deadweight of the Kestrel Bay in tonnes?", "number", dwt("Kestrel Bay"), "kg deadweight_t")

# lists
q("list", "Which vessels called at Durban in 2024?", "values",
  {c["ship"] for c in C if c["port"] == "Durban" and c["arr"].year == 2024}, "Vessel where Port Durban, Arr. 2024")
q("list", "wheat lots over 20,000 mt, lot ids pls", "values", ids(ls(lambda x: x["com"] == "wheat" and x["t"] > 20000)),
  "lots of wheat with qty_mt > 20000")
q("list", "I'm looking at repair stays. Which ships were in port for repairs during 2023?", "values",
  {c["ship"] for c in C if c["why"] == "repairs" and c["arr"].year == 2023}, "Purpose repairs, Arr. 2023")
q("list", "Please list the ids of the lots that Agrolane SA shipped to Rotterdam or Valencia in 2023 and 2024.", "values",
  ids(ls(lambda x: x["shipper"] == "Agrolane SA" and x["dp"] in ("Rotterdam", "Valencia"))), "shipper and disch_port")

# counts
q("count", "how many port calls in 2023?", "number", len(cs(lambda c: c["arr"].year == 2023)), "calls with Arr. in 2023")
q("count", "How many lots did Blue Delta Trading ship in 2024 on bulk carriers?", "number",
  len(ls(lambda x: x["shipper"] == "Blue Delta Trading" and x["bl"].year == 2024 and kind_of(x["ship"]) == "bulk carrier")),
  "lots by shipper, bl_date 2024, kg ship_type bulk carrier")
lo, hi = date(2024, 7, 10), date(2024, 8, 20)
assert not cs(lambda c: c["arr"] in (lo, hi))
q("count", "number of port calls with arrival between 10 july and 20 august 2024", "number", len(cs(lambda c: lo <= c["arr"] <= hi)),
  "rows by Arr., none on the borders")
q("distinct", "How many different commodities has the Northern Petrel carried?", "number",
  len({x["com"] for x in ls(lambda x: x["ship"] == "Northern Petrel")}), "distinct commodity of her lots")

# sums
q("sum", "total freight in 2023, going by bl date?", "number", total(ls(lambda x: x["bl"].year == 2023), "fr"),
  "sum of freight, bl_date 2023, empty cells left out")
q("sum", "tonnes of fertilizer loaded in Gdansk, all in all", "number",
  tons(lambda x: x["com"] == "fertiliser" and x["lp"] == "Gdansk"), "sum of qty_mt")
q("sum", "How much did the Kestrel Bay run up in port dues in 2024, not counting her stay for repairs?", "number",
  total(cs(lambda c: c["ship"] == "Kestrel Bay" and c["arr"].year == 2024 and c["why"] != "repairs"), "dues"),
  "sum of dues of her 2024 calls but the repairs")

# means
q("mean", "avg size of a timber lot?", "number", mean(ls(lambda x: x["com"] == "timber"), "t"), "mean qty_mt of timber lots")
load = [(c["dep"] - c["arr"]).days for c in cs(lambda c: c["why"] == "loading")]
q("duration", "On average, how many days pass between arrival and departure when a ship calls for loading?", "number",
  sum(load) / len(load), "mean of Dep. minus Arr. over loading calls")
q("mean", "mean deadweight of the bulk carriers", "number",
  (lambda xs: sum(xs) / len(xs))([dwt(s) for s in inn("bulk carrier", "ship_type")]), "mean deadweight_t over bulk carriers")

# extremes
q("extreme", "whats the id of the heaviest lot of all", "values", best({x["id"]: x["t"] for x in L}), "largest qty_mt")
q("last", "where did the Oriana Grace call last?", "values",
  call[one(best({c["id"]: c["arr"] for c in cs(lambda c: c["ship"] == "Oriana Grace")}))]["port"], "Port of her latest Arr.")
q("extreme", "Of the captains who are in command right now, who has been on their present ship the longest?", "values",
  best({f[2]: f[3] for f in now("captained_by")}, low=True), "earliest start among open captained_by facts")

# top three
q("top3", "top 3 commodities by tonnage", "values", best(sums(L, "com", "t"), 3), "largest sums of qty_mt")
q("top3", "Which three shippers brought in the most freight money in total?", "values",
  best(sums(ls(lambda x: x["shipper"]), "shipper", "fr"), 3), "largest sums of freight per shipper")

# which has the most
q("most", "Which port was called at most often?", "values", best(counts(C, "port")), "most rows per Port")
q("most", "Who has shipped the most tonnes of timber?", "values",
  best(sums(ls(lambda x: x["com"] == "timber" and x["shipper"]), "shipper", "t")), "largest sum of qty_mt of timber per shipper")
q("most", "which flag is the commonest one in teh fleet today", "values", best(Counter(f[2] for f in now("flies_flag_of"))),
  "most open flies_flag_of facts per flag")

# per X
q("per", "number of lots per commodity", "table", counts(L, "com"), "rows per commodity")
q("per", "Port dues split by purpose of call, in total?", "table",
  {k: total(g, "dues") for k, g in group(C, itemgetter("why")).items()}, "sum of dues per Purpose")
q("per", "How many ships does each owner have at the moment?", "table", Counter(f[2] for f in now("owned_by")),
  "open owned_by facts per owner")

# per month or quarter
q("quarter", "port calls per quarter of 2023, by arrival date", "table",
  Counter(quarter(c["arr"]) for c in C if c["arr"].year == 2023), "rows per quarter of Arr.")
w = group(ls(lambda x: x["com"] == "wheat"), lambda x: month(x["bl"]))
q("month", "wheat tonnage by month of the bl, just the months that had some", "table", {k: sum(known(g, "t")) for k, g in w.items()},
  "sum of qty_mt of wheat per month of bl_date")

# comparing two
wi = {k: tons(lambda x: x["com"] == k and x["bl"].year == 2023) for k in ("wheat", "iron ore")}
q("compare", "2023: did we ship more tonnes of wheat or of iron ore?", "values", best(wi), "larger sum of qty_mt, bl_date 2023")
sis = {s: len(cs(lambda c: c["ship"] == s)) for s in ("Iron Juniper", "Kestrel Bay")}
q("compare", "Which of the two sisters Iron Juniper and Kestrel Bay has made more port calls?", "values", best(sis), "more rows")
q("yesno", "Did Valencia get more calls than Antwerp in 2024?", "boolean",
  (lambda n: n["Valencia"] > n["Antwerp"])(counts(cs(lambda c: c["arr"].year == 2024), "port")), "rows per Port, Arr. 2024")

# differences
trk = sums(ls(lambda x: x["shipper"]), "shipper", "fr")
assert trk["Tres Rios Export"] > trk["Kwezi Minerals"]
q("difference", "By how many dollars is the total freight of Tres Rios Export above that of Kwezi Minerals?", "number",
  trk["Tres Rios Export"] - trk["Kwezi Minerals"], "difference of the two sums of freight")

# shares
q("share", "what % of the port calls were for discharging", "number", share(C, lambda c: c["why"] == "discharging"), "rows of rows")
q("share", "What percentage of the total lot tonnage was loaded at Gdansk?", "number",
  100 * tons(lambda x: x["lp"] == "Gdansk") / tons(lambda x: True), "qty_mt of Gdansk of all qty_mt")

# growth
h = {y: tons(lambda x: date(y, 1, 1) <= x["bl"] <= date(y, 6, 30)) for y in (2023, 2024)}
q("growth", "What was the percent change in lot tonnage from the first half of 2023 to the first half of 2024, by bl date?", "number",
  100 * (h[2024] - h[2023]) / h[2023], "percent change of sum of qty_mt, negative for a fall")

# never
q("never", "Which ship doesnt show up in the port calls at all?", "values", SHIPS - {c["ship"] for c in C}, "ships of the kg not in port_calls")
q("never", "Which of our ships have only ever had one owner?", "values",
  [s for s in SHIPS if len(facts("owned_by", s)) == 1], "ships with one owned_by fact")
q("never", "ports where we discharged but never loaded anything", "values",
  robust({x["dp"] for x in L} - {x["lp"] for x in L},
         {c["port"] for c in C if c["why"] == "discharging"} - {c["port"] for c in C if c["why"] == "loading"}),
  "disch_port values that are no load_port")

# both
q("both", "Which ships have flown the flag of Malta as well as that of Liberia over the years?", "values",
  {f[0] for f in facts("flies_flag_of", tail="Malta")} & {f[0] for f in facts("flies_flag_of", tail="Liberia")}, "both flags among her facts")

# time
q("when", "captain of Golden Tern on 1 March 2021?", "values", holder("captained_by", "Golden Tern", date(2021, 3, 1)), "captained_by holding that day")
q("before", "who owned the Marlowe Star right before Dardanos Maritime", "values",
  step([f for f in facts("owned_by", "Marlowe Star")], 2, "Dardanos Maritime", -1), "owned_by fact before that one")
q("howlong", "How many full years did Nordlys Management look after the Baltic Heron?", "number",
  lasted(one(facts("managed_by", "Baltic Heron", "Nordlys Management"))), "full years of the managed_by fact")
q("since", "since when is Astrid Lund under danish flag (Denmark)", "values",
  one(now("flies_flag_of", "Astrid Lund", "Denmark"))[3], "start of the open fact")

# above the average, best of each, all
tm = ls(lambda x: x["com"] == "timber")
fish = ls(lambda x: x["com"] == "frozen fish" and x["fr"] is not None)
q("above", "Take the frozen fish lots. Which ones had a higher freight than the average frozen fish lot? ids please", "values",
  ids([x for x in fish if x["fr"] > mean(fish, "fr")]), "freight above the mean of frozen fish lots")
q("besteach", "For each commodity, which lot was the heaviest (lot id)?", "table",
  {k: one(best({x["id"]: x["t"] for x in g})) for k, g in group(L, itemgetter("com")).items()}, "lot with largest qty_mt per commodity")
q("all", "Do all the ships that Lindqvist Rederi owns today fly the flag of Denmark?", "boolean",
  all(now("flies_flag_of", f[0], "Denmark") for f in now("owned_by", tail="Lindqvist Rederi")), "flag of each ship it owns now")

# linked
kure = inn("Kure Dockworks", "built_by")
q("linked", "total freight earned by ships built at Kure Dockworks", "number", total(ls(lambda x: x["ship"] in kure), "fr"), "kg built_by, then sum of freight")
q("linked", "Who was in command of the ship carrying lot L-1053 on the date of its bl?", "values",
  holder("captained_by", lot["L-1053"]["ship"], lot["L-1053"]["bl"]), "vessel and bl_date of the lot, then captained_by")
br = inn("Brazil", "located_in")
q("linked", "How many tonnes went to ports in Brazil?", "number", tons(lambda x: x["dp"] in br), "disch_port located_in Brazil, sum of qty_mt")
rep = one(cs(lambda c: c["ship"] == "Capo Ventura" and c["why"] == "repairs"))
assert holder("captained_by", rep["ship"], rep["arr"]) == holder("captained_by", rep["ship"], rep["dep"])
q("linked", "The Capo Ventura went in for repairs once. Which country was her captain at the time from?", "values",
  out(holder("captained_by", rep["ship"], rep["arr"]), "citizen_of"), "call, captain that day, citizen_of")

# missing, ratio, groups
q("missing", "lots w/o a freight amount - how many?", "number", len(ls(lambda x: x["fr"] is None)), "empty freight")
orr = ls(lambda x: x["com"] == "oranges")
assert all(x["fr"] for x in orr)
q("ratio", "overall freight per tonne for oranges (total freight / total tonnes)", "number", total(orr, "fr") / sum(known(orr, "t")), "sum of freight over sum of qty_mt")
q("having", "Which vessels have made more than eight port calls?", "values", having(counts(C, "ship"), lambda n: n > 8), "vessels with > 8 rows")
q("having", "captains who have been in charge of three or more different ships", "values",
  having({f[2]: len({g[0] for g in facts("captained_by", tail=f[2])}) for f in facts("captained_by")}, lambda n: n >= 3),
  "three or more distinct heads of captained_by")

# no answer
q("refuse", "How many crew members are there on the Sora Maru?", "refuse", [], "no crew numbers")
q("refuse", "total demurrage paid in 2024", "refuse", [], "no demurrage anywhere")
q("refuse", "What did Dardanos Maritime pay for the Marlowe Star when they bought her?", "refuse", [], "no purchase prices")
assert lot["L-1026"]["fr"] is None
q("refuse", "what was the freight for lot L-1026?", "refuse", [], "the cell is empty")
assert not in_year("captained_by", 2015, head="Oriana Grace") and facts("captained_by", "Oriana Grace")[0][3].year == 2018
q("refuse", "who was captain of the Oriana Grace in 2015", "refuse", [], "she was launched in 2018; her first captain is of 2018")
finish(HERE, Q)
