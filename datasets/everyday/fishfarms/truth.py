"""Computes every answer of the 'fishfarms' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("fishfarms", Q)

KG, TKG = graphs(HERE, "fishfarms")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TKG)
US = "Kelda Aquaculture"

H = []
for r in records(HERE, "harvests.csv"):
    H.append({"id": r["Harvest no."], "date": day(r["Date"], "%d %b %Y"), "site": r["Site"], "pen": r["Pen"],
              "species": r["Species"], "grade": r["Grade"], "pcs": num(r["Fish (pcs)"]), "kg": num(r["Gutted wt (kg)"]),
              "temp": num(r["Water temp (°C)"]), "buyer": r["Buyer"], "inv": digits(r["Invoice total"]),
              "bio": r["Supervising biologist"]})
F = []
for r in records(HERE, "feed_deliveries.csv"):
    F.append({"id": r["delivery_id"], "date": iso(r["delivered_on"]), "site": r["site"], "supplier": r["supplier"],
              "type": r["feed_type"], "mm": r["pellet_mm"], "t": num(r["qty_t"]), "cost": num(r["cost_gbp"]),
              "vessel": r["vessel"], "by": r["received_by"]})
for rows in (H, F): assert len({r["id"] for r in rows}) == len(rows)
assert all(f["date"].year == 2024 for f in F)


def pick(rows, **k): return [r for r in rows if all(r[c] == v for c, v in k.items())]
def year(rows, y): return [r for r in rows if r["date"].year == y]
def ids(rows): return [r["id"] for r in rows]
def tens(rows, v): return sum(round(r[v] * 10) for r in rows if r[v] is not None) / 10
def counts(rows, key): return {k: len(g) for k, g in group(rows, itemgetter(key)).items()}


SALMON, TROUT, HALIBUT = "Atlantic salmon", "Rainbow trout", "Halibut"
assert {h["species"] for h in H} == {SALMON, TROUT, HALIBUT}
H23, H24 = year(H, 2023), year(H, 2024)
assert len(H23) + len(H24) == len(H)
SITES = heads("licensed for")
assert SITES == {h["site"] for h in H} == {f[0] for f in facts("status")}

# lookup
q("lookup", "who bought harvest H-2327?", "values", one(pick(H, id="H-2327"))["buyer"], "buyer of that row")
q("lookup", "which company supplied the feed in delivery FD-120", "values", one(pick(F, id="FD-120"))["supplier"],
  "supplier of that row")
q("lookup", "I'm looking at the Brae Sound harvest of 26 June 2024. What grade did it get?", "values",
  one(pick(H, site="Brae Sound", date=date(2024, 6, 26)))["grade"], "the one row of that site and day")
q("lookup", "what kind of boat is the Grey Seal", "values", out("Grey Seal", "vessel type"), "its vessel type")

# filter_list
q("filter_list", "Give me the harvest numbers of all halibut harvests in 2024 that were graded Superior.", "values",
  ids(pick(H24, species=HALIBUT, grade="Superior")), "rows of the species, grade and year")
q("filter_list", "I need the delivery ids. Which medicated feed deliveries cost more than 80,000 pounds?", "values",
  ids(f for f in pick(F, type="medicated") if f["cost"] > 80000), "rows of the type above the cost")
q("filter_list", "harvest nos. from Tarsay that went to Delmas Marée", "values",
  ids(pick(H, site="Tarsay", buyer="Delmas Marée")), "rows of the site and buyer")
q("filter_list", "trout harvests over 12000 kg gutted weight, harvest numbers pls", "values",
  ids(h for h in pick(H, species=TROUT) if h["kg"] > 12000), "rows of the species above the weight")

# count
q("count", "how many harvests in 2023?", "number", len(H23), "rows of the year")
q("count", "How many feed deliveries did Port Ellary receive from Marlfeed?", "number",
  len(pick(F, site="Port Ellary", supplier="Marlfeed")), "rows of the site and supplier")
q("count", "How many Atlantic salmon harvests were given the grade Production?", "number",
  len(pick(H, species=SALMON, grade="Production")), "rows of the species and grade")
q("count", "how many diffrent buyers have taken halibut from us", "number",
  len({h["buyer"] for h in pick(H, species=HALIBUT)}), "different buyers in halibut rows (none is empty)")
assert all(h["buyer"] for h in pick(H, species=HALIBUT))

# sum
q("sum", "total amount invoiced for 2024 harvests?", "number", total(H24, "inv"), "invoice totals of the year, empty ones left out")
q("sum", "How many tonnes of feed did Norska Fôr deliver to Brae Sound from May to September 2024?", "number",
  tens([f for f in pick(F, supplier="Norska Fôr", site="Brae Sound") if 5 <= f["date"].month <= 9], "t"),
  "tonnes of the rows of the supplier, site and months")
q("sum", "number of fish taken out of Loch Arrin altogether", "number", sum(known(pick(H, site="Loch Arrin"), "pcs")),
  "sum of the pieces of the site")
q("sum", "What have we spent on starter feed? Deliveries without a cost can be left out.", "number",
  total(pick(F, type="starter"), "cost"), "sum of the known costs of the feed type")

# average
q("average", "average water temp for halibut harvests?", "number", mean(pick(H, species=HALIBUT), "temp"), "mean of the known temperatures")
q("average", "What is the average invoice total for Superior grade Atlantic salmon sold to Bannerman & Sons?", "number",
  mean(pick(H, species=SALMON, grade="Superior", buyer="Bannerman & Sons"), "inv"), "mean over the rows of species, grade and buyer")
q("average", "avg tonnage per feed delivery at Inver Mhor", "number", mean(pick(F, site="Inver Mhor"), "t"), "mean tonnes of the site")

# min_max
q("min_max", "highest invoice total of any harvest?", "number", max(known(H, "inv")), "largest invoice total")
q("min_max", "What was the smallest gutted weight, in kg, of a single harvest in 2023?", "number", min(known(H23, "kg")),
  "smallest weight of the year")
q("min_max", "whats the coldest water we ever harvested rainbow trout in (°C)", "number",
  min(known(pick(H, species=TROUT), "temp")), "lowest known temperature of the species")

# superlative
q("superlative", "Which buyer has been invoiced the most money overall?", "values",
  best(sums([h for h in H if h["buyer"]], "buyer", "inv")), "largest sum of invoice totals")
q("superlative", "which biologist has supervised the most harvests", "values", best(counts(H, "bio")), "most rows")
q("superlative", "Which feed supplier delivered the largest total tonnage in the second half of 2024?", "values",
  best(sums([f for f in F if f["date"] >= date(2024, 7, 1)], "supplier", "t")), "largest sum of tonnes from July on")
q("superlative", "hatchery that delivers smolts to the most farms?", "values",
  best(Counter(t for h, r, t in KG if r == "gets smolts from")), "hatchery with most sites")

# top_k
q("top_k", "top 3 buyers by gutted weight in 2024?", "values",
  best(sums([h for h in H24 if h["buyer"]], "buyer", "kg"), 3), "three largest sums of weight")
q("top_k", "Which two sites received the most tonnes of feed?", "values", best(sums(F, "site", "t"), 2), "two largest sums of tonnes")
q("top_k", "The four heaviest harvests of 2023 please. Just the harvest numbers", "values",
  best({h["id"]: h["kg"] for h in H23}, 4), "four largest weights of the year")

# comparison
S23 = sums(H23, "site", "kg")
q("comparison", "Which farm harvested more kilos in 2023, Tarsay or Holm of Skeld?", "values",
  best({s: S23[s] for s in ("Tarsay", "Holm of Skeld")}), "larger sum of weight")
NF = counts(F, "supplier")
q("comparison", "norska fôr or marlfeed, who made more deliveries", "values",
  best({s: NF[s] for s in ("Norska Fôr", "Marlfeed")}), "more rows")
q("comparison", "Which farm got the RSPCA Assured certificate earlier, Loch Arrin or Dunsaig Bay?", "values",
  best({s: one(facts("holds_certificate", s, "RSPCA Assured"))[3] for s in ("Loch Arrin", "Dunsaig Bay")}, low=True),
  "earlier start")

# difference
B23 = {b: total(g, "inv") for b, g in group(H23, itemgetter("buyer")).items()}
q("difference", "By how many pounds do the 2023 invoices of Bannerman & Sons exceed those of Northgate Wholesale?", "number",
  round(B23["Bannerman & Sons"] - B23["Northgate Wholesale"], 2), "difference of the sums of invoice totals")
q("difference", "difference in tonnes between grower and finisher feed delivered", "number",
  round(tens(pick(F, type="grower"), "t") - tens(pick(F, type="finisher"), "t"), 1), "grower minus finisher")
assert tens(pick(F, type="grower"), "t") > tens(pick(F, type="finisher"), "t")
q("difference", "How many more harvests did Carrick Voe have than Port Ellary?", "number",
  len(pick(H, site="Carrick Voe")) - len(pick(H, site="Port Ellary")), "difference of the numbers of rows")

# percent
q("percent", "what % of all harvests were graded Superior?", "number", share(H, lambda h: h["grade"] == "Superior"), "share of the rows")
q("percent", "What percentage of the total feed tonnage came from Aquavita Nutrition?", "number",
  100 * tens(pick(F, supplier="Aquavita Nutrition"), "t") / tens(F, "t"), "share of the tonnes")
q("percent", "share of the 2023 harvests that Bannerman & Sons took, in percent of the number of harvests", "number",
  share(H23, lambda h: h["buyer"] == "Bannerman & Sons"), "share of the rows of the year")
assert all(h["buyer"] for h in H23)

# group_by
q("group_by", "harvests per species?", "table", counts(H, "species"), "rows of each species")
q("group_by", "Show me the total gutted weight in kg for every buyer in 2023.", "table", sums(H23, "buyer", "kg"), "sum of weight by buyer")
q("group_by", "feed cost broken down by supplier", "table",
  {s: total(g, "cost") for s, g in group(F, itemgetter("supplier")).items()}, "sum of the known costs by supplier")
q("group_by", "How many farms do we have in each region? I mean Argyll, Shetland and so on.", "table",
  dict(Counter(one(out(s, "located in")) for s in SITES)), "sites by where they are located")

# group_superlative
q("group_superlative", "For each species, which site harvested the most kilos?", "table",
  {s: one(best(sums(g, "site", "kg"))) for s, g in group(H, itemgetter("species")).items()}, "largest sum of weight in each species")
q("group_superlative", "best customer by invoice total, for 2023 and for 2024", "table",
  {str(y): one(best(sums([h for h in year(H, y) if h["buyer"]], "buyer", "inv"))) for y in (2023, 2024)},
  "largest sum of invoice totals in each year")
q("group_superlative", "For every feed type I would like to see the supplier that delivered the most tonnes of it.", "table",
  {s: one(best(sums(g, "supplier", "t"))) for s, g in group(F, itemgetter("type")).items()}, "largest sum of tonnes in each type")

# yes_no
q("yes_no", "Did Harbour Larder ever buy Production grade fish?", "boolean", bool(pick(H, buyer="Harbour Larder", grade="Production")),
  "is there such a row")
q("yes_no", "is tarsay still ASC certified", "boolean", bool(now("holds_certificate", "Tarsay", "ASC")), "does the certificate hold now")
q("yes_no", "Has Pellegrini Ittica bought any Atlantic salmon from us?", "boolean",
  bool(pick(H, buyer="Pellegrini Ittica", species=SALMON)), "is there such a row")
q("yes_no", "does Marta Kowalczyk report to Isla Drummond?", "boolean", "Isla Drummond" in out("Marta Kowalczyk", "reports to"),
  "her fact in the graph")

# negation
q("negation", "Which sites have never harvested halibut?", "values", SITES - {h["site"] for h in pick(H, species=HALIBUT)},
  "sites without such a row")
q("negation", "farms without an ASC certificate at the moment", "values",
  SITES - {f[0] for f in now("holds_certificate", tail="ASC")}, "sites that do not hold it now")
q("negation", "How many of the 2023 harvests went to buyers other than Bannerman & Sons and Delmas Marée?", "number",
  sum(h["buyer"] not in ("Bannerman & Sons", "Delmas Marée") for h in H23), "rows of the year with another buyer")
q("negation", "which sites didnt get any starter feed in 2024", "values", SITES - {f["site"] for f in pick(F, type="starter")},
  "sites without such a delivery")

# time_point
q("time_point", "Who managed Dunsaig Bay in August 2022?", "values",
  robust([f[0] for f in at("manager_of", date(2022, 8, 1), tail="Dunsaig Bay")],
         [f[0] for f in at("manager_of", date(2022, 8, 31), tail="Dunsaig Bay")]), "manager in that month")
q("time_point", "where was the storm petrel based on 1 June 2023", "values",
  {f[2] for f in at("stationed_at", date(2023, 6, 1), "Storm Petrel")}, "its station that day")
q("time_point", "Which farm was fallow in August 2023?", "values",
  robust([f[0] for f in at("status", date(2023, 8, 1), tail="fallow")], [f[0] for f in at("status", date(2023, 8, 31), tail="fallow")]),
  "sites of that status in that month")
q("time_point", "CEO of Kelda Aquaculture as of 31 December 2020?", "values",
  {f[0] for f in at("chief_executive_of", date(2020, 12, 31), tail=US)}, "chief executive that day")

# before_after
q("before_after", "Who took over as manager of Holm of Skeld right after Tomas Lindqvist?", "values",
  step(facts("manager_of", tail="Holm of Skeld"), 0, "Tomas Lindqvist", 1), "the next manager")
q("before_after", "who owned carrick voe before kelda aquaculture", "values",
  step(facts("owned_by", "Carrick Voe"), 2, US, -1), "the owner before")
q("before_after", "Niall Garvie works at Tarsay now. Which farm was he at before that?", "values",
  step(facts("biologist_at", "Niall Garvie"), 2, "Tarsay", -1), "his site before")
q("before_after", "Which harvest numbers does Dunsaig Bay have after 15 May 2024?", "values",
  ids(h for h in pick(H, site="Dunsaig Bay") if h["date"] > date(2024, 5, 15)), "rows of the site after that day")

# duration
q("duration", "how many full years was Catriona Sinclair chief executive?", "number",
  lasted(one(facts("chief_executive_of", "Catriona Sinclair"))), "full years of that fact")
q("duration", "For how many full years did Isla Drummond work as the biologist at Loch Arrin?", "number",
  lasted(one(facts("biologist_at", "Isla Drummond", "Loch Arrin"))), "full years of that fact")
q("duration", "days between the first and the last halibut harvest at Port Ellary", "number",
  (max(h["date"] for h in pick(H, site="Port Ellary", species=HALIBUT))
   - min(h["date"] for h in pick(H, site="Port Ellary", species=HALIBUT))).days, "last date minus first date")

# multi_hop
q("multi_hop", "who skippers the boat thats now stationed at Tarsay", "values",
  {s for f in now("stationed_at", tail="Tarsay") for s in out(f[0], "skippered by")}, "vessel there now, its skipper")
q("multi_hop", "Which hatchery supplies smolts to the sites in Wester Ross?", "values",
  {h for s in inn("Wester Ross", "located in") for h in out(s, "gets smolts from")}, "sites there, their hatchery")
q("multi_hop", "At which university did the current biologist of Loch Arrin study?", "values",
  {u for f in now("biologist_at", tail="Loch Arrin") for u in out(f[0], "studied at")}, "biologist there now, the university")
q("multi_hop", "who runs the hatchery Brae Sound gets its smolts from?", "values",
  {c for h in out("Brae Sound", "gets smolts from") for c in out(h, "run by")}, "its hatchery, who runs it")

# cross_source
SHET = inn("Shetland", "located in")
q("cross_source", "What was the total gutted weight (kg) harvested in 2024 at the sites located in Shetland?", "number",
  sum(h["kg"] for h in H24 if h["site"] in SHET), "sites there, their weight in the year")
q("cross_source", "Which biologists who studied at the University of Stirling have supervised a rainbow trout harvest?", "values",
  {h["bio"] for h in pick(H, species=TROUT)} & inn("University of Stirling", "studied at"), "graduates among the supervisors")
ENG = inn("England", "in country")
q("cross_source", "tonnes of feed from suppliers headquartered in england", "number",
  tens([f for f in F if out(f["supplier"], "headquartered in") & ENG], "t"), "suppliers there, their tonnes")
a = one(facts("manager_of", "Ailsa Croy", "Carrick Voe"))
q("cross_source", "How many harvests did Carrick Voe have while Ailsa Croy was its manager?", "number",
  robust(sum(a[3] <= h["date"] <= a[4] for h in pick(H, site="Carrick Voe")),
         sum(a[3] < h["date"] < a[4] for h in pick(H, site="Carrick Voe"))), "rows of the site within her time")

# missing
q("missing", "which harvests have no invoice total yet? (harvest no.)", "values", ids(pick(H, inv=None)), "rows with an empty invoice total")
q("missing", "How many harvests have no water temperature recorded?", "number", len(pick(H, temp=None)), "rows with an empty temperature")
q("missing", "delivery ids where received by is blank", "values", ids(pick(F, by="")), "rows with an empty received_by")

# unanswerable
q("unanswerable", "What salary did Ewan Petrie get in 2024?", "refuse", [], "no pay in the data")
q("unanswerable", "how many fish were lost to sea lice at Tarsay in 2023", "refuse", [], "no mortality in the data")
q("unanswerable", "Who was skipper of the Sula before Peter Jamieson?", "refuse", [], "skippers are known without a history")
q("unanswerable", "gutted weight of harvest H-2410?", "refuse", [], "no such harvest")
q("unanswerable", "I have to call Pellegrini Ittica. What is their phone number?", "refuse", [], "no phone numbers in the data")

finish(HERE, Q)
