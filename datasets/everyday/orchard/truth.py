#!/usr/bin/env python3
"""Works out every gold answer from the data files beside it and writes questions.jsonl; with --check it only compares."""
import csv, pathlib, sys, datetime as dt
from collections import Counter, defaultdict

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from domain import finish  # beside the folders of the domains
def table(n):
    with open(HERE / n, encoding="utf-8", newline="") as f: return list(csv.DictReader(f))
def tsv(n): return [tuple(l.split("\t")) for l in (HERE / n).read_text(encoding="utf-8").split("\n")[1:] if l]
def num(s):
    s = s.replace(",", "").replace("€", "").replace("%", "").replace(" kg", "").replace(" m", "").strip()
    return float(s) if s else None

DEL, PLO, KG, TKG = table("deliveries.csv"), table("plots.csv"), tsv("orchard.kg.tsv"), tsv("orchard.tkg.tsv")
TKG = [tuple(f) if len(f) == 5 else f + ("",) for f in TKG]
for r in DEL:
    r["day"] = dt.datetime.strptime(r["Received"], "%d.%m.%Y").date().isoformat()
    r["year"] = r["day"][:4]
    r["kg"], r["brix"], r["loss"], r["price"], r["pay"] = (num(r[c]) for c in ("Net weight", "Brix", "Sorting loss", "Price per kg", "Payout (EUR)"))
for r in PLO:
    r["ha"], r["alt"], r["trees"] = num(r["Area (ha)"]), num(r["Altitude"]), num(r["Trees"])
NOTE = {r["Delivery note"]: r for r in DEL}
PLOT = {r["Plot No"]: r for r in PLO}
COOP = "Lindt Valley Cooperative"

def out(h, r): return [c for a, b, c in KG if a == h and b == r]
def back(r, t): return [a for a, b, c in KG if b == r and c == t]
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def facts(r, h=None, t=None): return [f for f in TKG if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def at(f, day): return f[3] <= day and (not f[4] or day <= f[4])
def during(f, y): return f[3] <= f"{y}-01-01" and (not f[4] or f[4] >= f"{y}-12-31")
def open_(r, h=None, t=None): return [f for f in facts(r, h, t) if not f[4]]
def most(d, low=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert len(s) == 1 or s[0][1] != s[1][1], s[:4]
    return s[0][0]
def first(d, n):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[n - 1][1] != s[n][1], s[:n + 2]
    return [k for k, _ in s[:n]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def tot(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v or 0
    return c
def text(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def length(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days + 1
def years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4]) + dt.timedelta(days=1)
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
notes = lambda rows: [r["Delivery note"] for r in rows]
nos = lambda rows: [r["Plot No"] for r in rows]
GROWERS = [a for a, b, c in KG if b == "lives in"]
VARS = [a for a, b, c in KG if b == "is a variety of"]
BUYERS = [a for a, b, c in KG if b == "type_of_buyer"]
group = lambda v: one(out(one(out(v, "is a variety of")), "crop_group"))
zone = lambda x: one(out(x, "in zone"))
# the sources agree with each other
assert {f[0] for f in open_("member of")} == set(GROWERS) == {r["Member"] for r in PLO}
assert all(PLOT[r["Plot"]]["Member"] == r["Grower"] and PLOT[r["Plot"]]["Variety"] == r["Variety"] for r in DEL)
assert all(r["Variety"] in VARS for r in PLO) and all(r["Sold to"] in BUYERS + [""] for r in DEL)
assert all(f[2] == PLOT[f[0]]["Member"] for f in open_("farmed by"))
assert all(one(f[0] for f in open_("ran depot", t=d)) == m for d, r, m in KG if r == "depot_manager")

Q = []
def q(kind, typ, question, ans, why):
    if typ == "number": ans = [float(ans)]
    elif typ == "boolean": ans = ["yes" if ans else "no"]
    elif typ == "table": ans = [f"{k} | {text(v)}" for k, v in sorted(ans.items())]
    elif isinstance(ans, str): ans = [ans]
    ans = [text(x) for x in ans]
    assert bool(ans) == (typ != "refuse") and len(ans) == len(set(ans)), (question, ans)
    Q.append(dict(id=f"orchard-{len(Q) + 1:02d}", question=question, kind=kind, answer_type=typ, answers=ans, why=why))

# ---- lookup
q("lookup", "values", "Which village is plot PL-047 in?", PLOT["PL-047"]["Village"], "plots: Village")
q("lookup", "number", "how many kilos on delivery note LN23-012?", NOTE["LN23-012"]["kg"], "deliveries: Net weight of that note")
q("lookup", "values", "Who bred Ruby Tarquin?", out("Ruby Tarquin", "bred_by"), "KG bred_by")
q("lookup", "values", "What sort of buyer is Cannery Zöllner?", out("Cannery Zöllner", "type_of_buyer"), "KG type_of_buyer")
q("lookup", "values", "On what date was the grower paid for LN24-010?", NOTE["LN24-010"]["Paid on"], "deliveries: Paid on of that note")
# ---- filter_list
q("filter_list", "values", "Which plots with gravel soil are drip-irrigated?", nos(r for r in PLO if r["Soil"] == "gravel" and r["Irrigation"] == "Drip"), "plots: Soil gravel, Irrigation Drip")
q("filter_list", "values", "Which varieties are prone to fire blight?", back("susceptible to", "fire blight"), "KG susceptible to fire blight")
q("filter_list", "values", "My hives could do with a second pair of eyes. Which of the growers know their way round bees?", back("skilled_in", "beekeeping"), "KG skilled_in beekeeping")
q("filter_list", "values", "Which deliveries were rejcted in 2024? Numbers of the notes, please.", notes(r for r in DEL if r["year"] == "2024" and r["Intake result"] == "Rejected"), "deliveries: Intake result Rejected in 2024 (typo)")
q("filter_list", "values", "organic plots above 900 m", nos(r for r in PLO if r["Farming method"] == "Organic" and r["alt"] > 900), "plots: Farming method Organic, Altitude > 900")
# ---- count
q("count", "number", "How many plots are there in Obervellach?", sum(r["Village"] == "Obervellach" for r in PLO), "plots: Village")
q("count", "number", "How many deliveries did we recieve in September 2023?", sum(r["day"].startswith("2023-09") for r in DEL), "deliveries: Received in 2023-09 (typo)")
q("count", "number", "Katinka Oberhuber: how many loads has she dropped off altogether?", sum(r["Grower"] == "Katinka Oberhuber" for r in DEL), "deliveries: rows of that grower")
q("count", "number", "How many different varieties has Old Corn Hall bought?", len({r["Variety"] for r in DEL if r["Sold to"] == "Old Corn Hall"}), "deliveries: distinct Variety sold to that buyer")
q("count", "number", "How many of our buyers insist on the BioLindt certificate?", len(back("requires_certificate", "BioLindt")), "KG requires_certificate BioLindt")
# ---- sum
q("sum", "number", "What is the total area, in hectares, of the fully organic plots?", sum(r["ha"] for r in PLO if r["Farming method"] == "Organic"), "plots: sum of Area, Farming method Organic")
q("sum", "number", "For the annual meeting I need one figure: what do the payouts for everything received in 2024 add up to?", sum(r["pay"] or 0 for r in DEL if r["year"] == "2024"), "deliveries: sum of Payout received in 2024")
q("sum", "number", "How many kilos of Bellagarda were brought in over the three seasons, rejected loads included?", sum(r["kg"] for r in DEL if r["Variety"] == "Bellagarda"), "deliveries: sum of Net weight, Variety")
# ---- average
q("average", "number", "What is the average Brix of the Snowcap deliveries?", mean(r["brix"] for r in DEL if r["Variety"] == "Snowcap"), "deliveries: mean recorded Brix, Variety")
q("average", "number", "avg altitide of the plots at Sankt Veit am Hang, in metres", mean(r["alt"] for r in PLO if r["Village"] == "Sankt Veit am Hang"), "plots: mean Altitude, Village (typo)")
q("average", "number", "Averaged over all its delivery notes, what was the price per kilo of Coeur de Sazé?", mean(r["price"] for r in DEL if r["Variety"] == "Coeur de Sazé"), "deliveries: mean recorded Price per kg, Variety")
# ---- min_max
q("min_max", "number", "What's the best price per kilo anyone has ever got?", max(r["price"] for r in DEL if r["price"]), "deliveries: largest Price per kg")
q("min_max", "number", "How many metres above sea level is our lowest-lying plot?", min(r["alt"] for r in PLO), "plots: smallest Altitude")
x = min((r for r in DEL if r["Variety"] == "Feldkrone" and r["year"] == "2024"), key=lambda r: r["day"])
q("min_max", "values", "When did the first Feldkrone of the 2024 season arrive?", x["Received"], "deliveries: earliest Received of Feldkrone in 2024")
# ---- superlative
q("superlative", "values", "Which plot has the most trees?", most({r["Plot No"]: r["trees"] or 0 for r in PLO}), "plots: largest Trees")
q("superlative", "values", "Which variety keeps the longest in storage?", most({h: float(t) for h, r, t in KG if r == "keeps for days"}), "KG: largest keeps for days")
q("superlative", "values", "heavyest single load ever, which note was it?", most({r["Delivery note"]: r["kg"] for r in DEL}), "deliveries: largest Net weight (typo)")
q("superlative", "values", "Of all growers who are members today, who joined the cooperative first?", most({f[0]: f[3] for f in open_("member of")}, low=True), "TKG: earliest start among open member of facts")
# ---- top_k
q("top_k", "values", "Name the three largest plots by area.", first({r["Plot No"]: r["ha"] for r in PLO}, 3), "plots: three largest Areas")
q("top_k", "values", "which 5 growers have earned the most from us over the years", first(tot((r["Grower"], r["pay"]) for r in DEL), 5), "deliveries: five largest sums of Payout by Grower")
# ---- comparison
q("comparison", "values", "Which plot lies higher, PL-016 or PL-072?", most({p: PLOT[p]["alt"] for p in ("PL-016", "PL-072")}), "plots: Altitude of both")
x = tot((r["Grower"], r["kg"]) for r in DEL if r["year"] == "2023")
q("comparison", "values", "By weight, who brought in more during 2023: Brunhilde Kaspar or Edith Ravenhall?", most({g: x[g] for g in ("Brunhilde Kasper", "Edith Ravenhall")}), "deliveries: sums of Net weight in 2023 (typo in the name)")
q("comparison", "values", "Does Winter Nonnen or Bellagarda keep longer?", most({v: float(one(out(v, "keeps for days"))) for v in ("Winter Nonnen", "Bellagarda")}), "KG keeps for days of both")
# ---- difference
d = PLOT["PL-053"]["trees"] - PLOT["PL-060"]["trees"]; assert d > 0
q("difference", "number", "How many more trees stand on PL-053 than on PL-060?", d, "plots: Trees, subtracted")
d = float(one(out("Depot Mitte", "cold_storage_tonnes"))) - float(one(out("Depot Lago", "cold_storage_tonnes"))); assert d > 0
q("difference", "number", "How many tonnes more can Depot Mitte put in cold storage than Depot Lago?", d, "KG cold_storage_tonnes, subtracted")
x = Counter(r["year"] for r in DEL); assert x["2024"] > x["2022"]
q("difference", "number", "By how many did the number of deliveries in 2024 top that of 2022?", x["2024"] - x["2022"], "deliveries: row counts per year, subtracted")
# ---- percent
q("percent", "number", "What percentage of all deliveries was graded Extra?", 100 * sum(r["Grade"] == "Extra" for r in DEL) / len(DEL), "deliveries: Grade Extra over all rows")
q("percent", "number", "what share of the plots isn't irigated at all, in %?", 100 * sum(r["Irrigation"] == "Rain-fed" for r in PLO) / len(PLO), "plots: Irrigation Rain-fed over all rows (typo)")
# ---- group_by
q("group_by", "table", "How many plots are there in each village?", Counter(r["Village"] for r in PLO), "plots: rows by Village")
q("group_by", "table", "Total payout for every harvest year, going by the date of receipt.", tot((r["year"], r["pay"]) for r in DEL), "deliveries: sum of Payout by year of Received")
q("group_by", "table", "mean sorting loss (%) per grade", {g: mean(r["loss"] for r in DEL if r["Grade"] == g) for g in {r["Grade"] for r in DEL}}, "deliveries: mean Sorting loss by Grade")
q("group_by", "table", "For each certificate, how many growers hold it at the moment?", Counter(f[2] for f in open_("holds certificate")), "TKG: open holds certificate facts by certificate")
# ---- group_superlative
q("group_superlative", "values", "Wich buyer has taken the most kilos off our hands?", most(tot((r["Sold to"], r["kg"]) for r in DEL if r["Sold to"])), "deliveries: largest sum of Net weight per Sold to (typo)")
q("group_superlative", "values", "Which village has the largest total plot area?", most(tot((r["Village"], r["ha"]) for r in PLO)), "plots: largest sum of Area per Village")
q("group_superlative", "values", "There seems to be a shortage of ideas for field names here. Which name is used for the most plots?", most(Counter(r["Field name"] for r in PLO)), "plots: most frequent Field name")
# ---- yes_no
q("yes_no", "boolean", "Does Casilda Romeu currently hold the QS Harvest certificate?", bool(open_("holds certificate", "Casilda Romeu", "QS Harvest")), "TKG open holds certificate")
q("yes_no", "boolean", "Can Bellagarda pollinate Winter Nonnen?", "Bellagarda" in out("Winter Nonnen", "pollinated_by"), "KG pollinated_by")
q("yes_no", "boolean", "did Wenzel Hollar ever chair the board", bool(facts("chair of the board", "Wenzel Hollar")), "TKG chair of the board: he was treasurer only")
q("yes_no", "boolean", "Has a load from plot PL-060 ever been rejected?", any(r["Plot"] == "PL-060" and r["Intake result"] == "Rejected" for r in DEL), "deliveries: no such row")
# ---- negation
q("negation", "values", "Which of the varieties we know about isn't planted on any plot?", [v for v in VARS if v not in {r["Variety"] for r in PLO}], "KG varieties less those in plots")
q("negation", "values", "Which growers have never held a certificate of any kind?", [g for g in GROWERS if not facts("holds certificate", g)], "growers less those with a holds certificate fact in the TKG")
q("negation", "number", "How many of the 2022 deliveries got a grade other than I?", sum(r["year"] == "2022" and r["Grade"] != "I" for r in DEL), "deliveries: 2022 rows with Grade not I")
q("negation", "values", "buyers that don't ask for any certificate?", [b for b in BUYERS if not out(b, "requires_certificate")], "KG buyers without requires_certificate")
# ---- time_point
q("time_point", "values", "Who was managing diretor of the cooperative on 1 June 2012?", one(f[0] for f in facts("managing director of", t=COOP) if at(f, "2012-06-01")), "TKG managing director of on that day (typo)")
q("time_point", "values", "Who chaired the board in 2015?", one(f[0] for f in facts("chair of the board", t=COOP) if during(f, 2015)), "TKG chair of the board covering 2015")
q("time_point", "values", "Who was working plot PL-069 back in 2010?", one(f[2] for f in facts("farmed by", "PL-069") if during(f, 2010)), "TKG farmed by covering 2010")
q("time_point", "values", "Which growers held Mountain Produce on 1 January 2015?", [f[0] for f in facts("holds certificate", t="Mountain Produce") if at(f, "2015-01-01")], "TKG holds certificate on that day")
# ---- before_after
x = sorted(facts("treasurer of", t=COOP), key=lambda f: f[3])
q("before_after", "values", "Who was tresurer before Josep Tarradell?", x[[f[0] for f in x].index("Josep Tarradell") - 1][0], "TKG treasurer of, the fact before his (typo)")
x = sorted(facts("ran depot", t="Depot Mitte"), key=lambda f: f[3])
q("before_after", "values", "When Alois Gstrein moved on from Depot Mitte, who stepped into his shoes there?", x[[f[0] for f in x].index("Alois Gstrein") + 1][0], "TKG ran depot, the next fact")
q("before_after", "values", "Which growers joined the cooperative after 2012?", [f[0] for f in facts("member of", t=COOP) if f[3] > "2012-12-31"], "TKG member of with start after 2012")
# ---- duration
q("duration", "number", "How many full years was Paloma Iturralde managing director?", years(one(facts("managing director of", "Paloma Iturralde"))), "TKG start to end, completed years")
q("duration", "values", "Who lasted longer as treasurer, Wenzel Hollar or Magdalena Stauder?", most({g: length(one(facts("treasurer of", g))) for g in ("Wenzel Hollar", "Magdalena Stauder")}), "TKG treasurer of, lengths compared")
# ---- multi_hop
q("multi_hop", "values", "Which depot manager is resposible for the village where Ilka Jungwirth lives?", one(out(one(out(one(out("Ilka Jungwirth", "lives in")), "served by depot")), "depot_manager")), "KG lives in, served by depot, depot_manager (typo)")
q("multi_hop", "values", "In which zone is the place that Nonna's Jam Kitchen is based in?", zone(one(out("Nonna's Jam Kitchen", "based in"))), "KG based in, in zone")
q("multi_hop", "values", "Which stone fruit varieties are susceptible to brown rot?", [v for v in back("susceptible to", "brown rot") if group(v) == "stone fruit"], "KG susceptible to; is a variety of, crop_group")
# ---- cross_source
q("cross_source", "number", "What do the payouts to growers who live in the Lake Shore zone come to, all seasons together?", sum(r["pay"] or 0 for r in DEL if zone(one(out(r["Grower"], "lives in"))) == "Lake Shore"), "deliveries: Payout; KG lives in, in zone")
q("cross_source", "number", "How many deliveries of stone fruit came in during 2024?", sum(r["year"] == "2024" and group(r["Variety"]) == "stone fruit" for r in DEL), "deliveries 2024; KG is a variety of, crop_group")
q("cross_source", "values", "There was a quarrel over LN23-012 and it went right to the top. Who was managing director on the day that load came in?", one(f[0] for f in facts("managing director of", t=COOP) if at(f, NOTE["LN23-012"]["day"])), "deliveries: Received; TKG managing director of on that day")
x = {f[0] for f in open_("ordinary_board_member_of")}
q("cross_source", "number", "How many plots do today's ordinary board members farm between them?", sum(r["Member"] in x for r in PLO), "TKG open ordinary_board_member_of; plots by Member")
q("cross_source", "number", "Greengate only wants BioLindt growers. How many deliveries sold to Greengate Grocers came from growers who did not hold BioLindt on the day of receipt?",
  sum(r["Sold to"] == "Greengate Grocers" and not any(at(f, r["day"]) for f in facts("holds certificate", r["Grower"], "BioLindt")) for r in DEL), "deliveries: Sold to, Received; TKG holds certificate on that day")
q("cross_source", "values", "Which plots once farmed by Otmar Felderer are organic now?", [f[0] for f in facts("farmed by", t="Otmar Felderer") if PLOT[f[0]]["Farming method"] == "Organic"], "TKG farmed by; plots: Farming method")
x = PLOT[most({r["Plot No"]: r["alt"] for r in PLO})]
q("cross_source", "values", "which depot serves the village with our highest plot?", one(out(x["Village"], "served by depot")), "plots: largest Altitude; KG served by depot")
# ---- missing
q("missing", "values", "For which accepted deliveries has nobody filled in the buyer?", notes(r for r in DEL if r["Intake result"] == "Accepted" and not r["Sold to"]), "deliveries: Accepted with empty Sold to")
# ---- unanswerable
q("unanswerable", "refuse", "How much rain fell in Niederau in 2023?", [], "no weather in any file")
q("unanswerable", "refuse", "What rent is paid for PL-069 per year?", [], "who farms a plot is recorded, no rents")
assert min(r["year"] for r in DEL) == "2022"
q("unanswerable", "refuse", "How many kilos were delivered in 2019?", [], "the deliveries begin in 2022")
assert min(f[3] for f in facts("chair of the board")) >= "1996"
q("unanswerable", "refuse", "Who was chair of the board in 1980?", [], "the recorded chairs begin in 1996")
assert not any("Lamprecht" in x for f in KG + TKG for x in f)
q("unanswerable", "refuse", "where does Gottfried Lamprecht live", [], "no such person in any file")
q("unanswerable", "refuse", "What was PL-037 sprayed with in May 2024?", [], "no spraying is recorded")
q("unanswerable", "refuse", "How many pickers did Edith Ravenhall hire for the 2024 harvest?", [], "no workers are recorded")


finish(HERE, Q)
