"""Computes every answer of the 'aquarium' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("aquarium", Q)

A = records(HERE, "animals.csv")
for a in A:
    a["kg"], a["value"], a["came"] = num(a["Weight (kg)"]), digits(a["Insured value"]), day(a["Arrived"], "%d/%m/%Y")
BY_ID = {a["animal_id"]: a for a in A}
BY_NAME = {a["Name"]: a for a in A}
assert len(BY_ID) == len(BY_NAME) == len(A)
F = records(HERE, "feedings.csv")
for f in F:
    f["day"], f["g"], f["cost"], f["a"] = iso(f["date"]), num(f["amount_g"]), num(f["cost_eur"]), BY_ID[f["animal_id"]]
    f["month"], f["quarter"] = f["date"][:7], f"{f['day'].year}-Q{(f['day'].month + 2) // 3}"
    f["Name"], f["Aquarium"], f["Type"] = f["a"]["Name"], f["a"]["Aquarium"], f["a"]["Type"]
KG, TKG = graphs(HERE, "aquarium")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TKG)
HL, KW, VS, AS, GS = ("Harbour Light Aquarium", "Kelpwater Aquarium", "Velsund Oceanarium", "Acuario Serrano",
                      "Grauwik Seahouse")


def hall(a): return one(out(a["Tank"], "in_hall"))
def names(rows): return [r["Name"] for r in rows]
def by(keeper): return [f for f in F if f["keeper"] == keeper]
def food(*kinds): return [f for f in F if f["food"] in kinds]
def count(rows, key): return Counter(r[key] for r in rows if r[key])
def measured(rows, v): return {r["Name"]: r[v] for r in rows if r[v] is not None}


# the files tell the same story
for a in A:
    assert out(hall(a), "part_of") == {a["Aquarium"]}
    assert one(now("held", a["Tank"], a["Species"]))[3] <= a["came"]
assert all(f["day"] > f["a"]["came"] for f in F)
assert {f["keeper"] for f in F} - {""} == heads("specialises_in")

# values looked up
q("lookup", "how heavy is Thistle?", "number", BY_NAME["Thistle"]["kg"], "weight of Thistle")
q("lookup", "When did Marmite arrive?", "values", BY_NAME["Marmite"]["came"], "arrival date of Marmite")
q("list", "Which rescued mammals weigh less than 75 kg?", "values",
  names(a for a in A if a["Source"] == "rescue" and a["Type"] == "mammal" and a["kg"] is not None and a["kg"] < 75),
  "source rescue, type mammal, weight < 75")
q("list", "I need the fish at Harbour Light Aquarium. Which of them came in 2022 or later?", "values",
  names(a for a in A if a["Type"] == "fish" and a["Aquarium"] == HL and a["came"].year >= 2022),
  "type fish at Harbour Light, arrival from 2022")
q("count", "How many females have arrived at Velsund Oceanarium since the beginning of 2016?", "number",
  sum(a["Sex"] == "F" and a["Aquarium"] == VS and a["came"] >= date(2016, 1, 1) for a in A),
  "sex F, Velsund Oceanarium, arrival from 2016-01-01")
q("count", "captive bred penguins, how many", "number",
  sum(a["Source"] == "captive-bred" and a["Species"].endswith("penguin") for a in A),
  "both penguin species with source captive-bred")
q("count", "How many animals did Velsund Oceanarium get by exchange or donation that are insured for more than €4,000?",
  "number", sum(a["Aquarium"] == VS and a["Source"] in ("exchange", "donation") and (a["value"] or 0) > 4000 for a in A),
  "Velsund Oceanarium, either source, insured value > 4000")
q("sum", "What did the squid that Pablo Ferrandiz fed in April, May and June 2025 cost altogether?", "number",
  total([f for f in by("Pablo Ferrandiz") if f["food"] == "squid" and f["quarter"] == "2025-Q2"], "cost"),
  "cost of squid feedings by Pablo Ferrandiz in the second quarter")
q("sum", "how many grams of mackrel were handed out in total", "number", total(food("mackerel"), "g"),
  "amount over the mackerel feedings")
q("sum", "What is the total insured value of the rescued reptiles?", "number",
  total([a for a in A if a["Source"] == "rescue" and a["Type"] == "reptile"], "value"),
  "insured value over reptiles with source rescue")
q("mean", "avg weight of the harbour seals?", "number", mean([a for a in A if a["Species"] == "Harbour seal"], "kg"),
  "mean weight of the harbour seals")
q("mean", "When Declan Moore fed sprat, how many grams did he give per feeding on average?", "number",
  mean([f for f in by("Declan Moore") if f["food"] == "sprat"], "g"), "mean amount of his sprat feedings")
q("extreme", "Which animal has the highest insured value?", "values", best(measured(A, "value")), "largest insured value")
q("top3", "Name the three heaviest animals at Grauwik Seahouse.", "values",
  best(measured([a for a in A if a["Aquarium"] == GS], "kg"), 3), "three largest weights at Grauwik Seahouse")
q("top3", "top 3 keepers by number of feedings", "values", best(count(F, "keeper"), 3), "rows per keeper")
q("most", "which animal shows up most often in the feeding log?", "values", best(count(F, "Name")), "rows per animal")
q("most", "on which food did we spend the most money", "values", best(sums(F, "food", "cost")), "cost summed per food")
q("most", "Which aquarium's animals cost the most to feed in the first quarter of 2025?", "values",
  best(sums([f for f in F if f["quarter"] == "2025-Q1"], "Aquarium", "cost")),
  "cost per aquarium of the animal fed, January to March")

# groups
q("per", "animals per aquarium", "table", count(A, "Aquarium"), "rows per aquarium")
q("per", "Give me the feeding costs by keeper, leaving out the rows that have no keeper.", "table",
  {k: round(v, 2) for k, v in sums([f for f in F if f["keeper"]], "keeper", "cost").items()}, "cost summed per keeper")
q("per", "mean weight for each type of animal, where known", "table", means(A, "Type", "kg"), "mean of the weights per type")
q("period", "feedings per month", "table", count(F, "month"), "rows per month")
q("period", "What did feeding cost per quarter in 2025?", "table",
  {k: round(v, 2) for k, v in sums(F, "quarter", "cost").items()}, "cost summed per quarter")
src = count(A, "Source")
q("compare", "do we have more rescues or more captive-bred animals", "values",
  best({k: src[k] for k in ("rescue", "captive-bred")}), "rows of each source")
quarter = sums(F, "quarter", "cost")
apart = round(quarter["2025-Q2"] - quarter["2025-Q1"], 2)
assert apart > 0
q("difference", "By how many euros were the feeding costs of April to June 2025 above those of January to March 2025?",
  "number", apart, "second quarter minus first")
q("difference", "mabel vs quill, how many kilos between them?", "number",
  round(abs(BY_NAME["Mabel"]["kg"] - BY_NAME["Quill"]["kg"]), 2), "difference of the two weights")
q("share", "what % of the animals are fish", "number", share(A, lambda a: a["Type"] == "fish"), "fish among all rows")
q("share", "Of all the feedings of animals at Acuario Serrano, what percentage were squid?", "number",
  share([f for f in F if f["Aquarium"] == AS], lambda f: f["food"] == "squid"),
  "squid rows among the rows of animals at Acuario Serrano")
month = count(F, "month")
q("growth", "By what percentage did the number of feedings go up from January to February 2025?", "number",
  100 * (month["2025-02"] / month["2025-01"] - 1), "rows of the two months")

# without, both
q("without", "Which of the animals at Harbour Light Aquarium have never been fed, going by the feeding log?", "values",
  names(a for a in A if a["Aquarium"] == HL and a["animal_id"] not in {f["animal_id"] for f in F}),
  "animals of Harbour Light without a feeding row")
q("without", "halls that never had a sponsor", "values", heads("part_of") - {f[0] for f in facts("sponsored_by")},
  "halls without any sponsored_by fact")
q("both", "which foods were given to birds as well as to fish", "values",
  {f["food"] for f in F if f["Type"] == "bird"} & {f["food"] for f in F if f["Type"] == "fish"},
  "foods with a row of each type")
q("both", "Who has been both head keeper of a hall and director of an aquarium at some time?", "values",
  {f[0] for f in facts("head_keeper_of")} & {f[0] for f in facts("director_of")}, "heads of both relations")

# time
window = [f for f in F if date(2025, 3, 10) <= f["day"] <= date(2025, 3, 19)]
q("dates", "how many feedings between 10 and 19 march 2025", "number",
  robust(len(window), sum(date(2025, 3, 10) < f["day"] < date(2025, 3, 19) for f in F)), "rows between the two dates")
q("dates", "Who was still feeding from 21 June 2025 on? names of the keepers pls", "values",
  {f["keeper"] for f in F if f["day"] >= date(2025, 6, 21)}, "keepers of the rows from that day")
q("dates", "Which animals arrived before 2011?", "values", names(a for a in A if a["came"].year < 2011),
  "arrival year below 2011")
q("duration", "For how many full years was Birgit Falk head keeper of the Arctic Hall?", "number",
  lasted(one(facts("head_keeper_of", "Birgit Falk", "Arctic Hall"))), "start to end of that fact")
q("duration", "velsund oceanarium and Danish Seal Watch - partners for how many full years?", "number",
  lasted(one(facts("partner_of", VS, "Danish Seal Watch"))), "start to end of that fact")
q("first", "first director of Velsund Oceanarium?", "values", facts("director_of", None, VS)[0][0], "earliest start")
q("first", "newest arrival, which animal is it", "values", best({a["Name"]: a["came"] for a in A}), "latest arrival date")
q("then", "Who was head keeper of the Seahorse Nursery in 2015?", "values",
  one(in_year("head_keeper_of", 2015, None, "Seahorse Nursery"))[0], "fact that holds in 2015")
q("then", "who did the Amazon Hall have as head keeper right before Maeve Hartigan", "values",
  step(facts("head_keeper_of", None, "Amazon Hall"), 0, "Maeve Hartigan", -1), "fact before hers")
q("now", "what species are in tank GS-02 at the moment", "values", [f[2] for f in now("held", "GS-02")], "facts without an end")
q("now", "Which institutions is Grauwik Seahouse still a partner of?", "values",
  [f[2] for f in now("partner_of", GS)], "facts without an end")

# averages, groups with conditions
seals = [a for a in A if a["Species"] == "Harbour seal"]
q("above", "Which harbour seals are heavier than the average harbour seal?", "values",
  names(a for a in seals if a["kg"] is not None and a["kg"] > mean(seals, "kg")), "weight above the mean of the species")
q("best", "priciest animal in each aquarium, going by insured value", "table",
  {k: one(best(measured(rows, "value"))) for k, rows in group(A, itemgetter("Aquarium")).items()},
  "largest insured value per aquarium")
cost = sums(F, "keeper", "cost")
q("yesno", "Did the feedings by Ines Cabrera cost more in total than the ones by Pablo Ferrandiz?", "boolean",
  cost["Ines Cabrera"] > cost["Pablo Ferrandiz"], "cost summed per keeper")
q("all", "are all the sandbar sharks kept in the same tank?", "boolean",
  len({a["Tank"] for a in A if a["Species"] == "Sandbar shark"}) == 1, "tanks of the sandbar sharks")
q("having", "Which people are head keeper of more than one hall today?", "values",
  having(Counter(f[0] for f in now("head_keeper_of")), lambda n: n > 1), "facts without an end per person")

# linked
q("link", "Who is now head keeper of the hall where Biscuit lives?", "values",
  one(now("head_keeper_of", None, hall(BY_NAME["Biscuit"])))[0], "tank of Biscuit, its hall, head keeper now")
q("link", "Which animals belong to an endangered species and weigh over 50 kg?", "values",
  names(a for a in A if out(a["Species"], "conservation_status") == {"Endangered"} and (a["kg"] or 0) > 50),
  "status Endangered in the graph, weight > 50")
q("link", "how many animals live in freshwater tanks", "number",
  sum(out(a["Tank"], "water_type") == {"freshwater"} for a in A), "water type of the tank in the graph")
q("link", "I'm adding up the tanks of Velsund Oceanarium. What is their total volume in cubic metres?", "number",
  sum(float(one(out(t, "volume_m3"))) for h in inn(VS, "part_of") for t in inn(h, "in_hall")),
  "tanks in halls of the aquarium, volumes summed")
q("missing", "animals with no weight recorded?", "values", names(a for a in A if a["kg"] is None), "weight empty")
q("ratio", "What is the ratio of the money spent on squid to the money spent on clams?", "number",
  total(food("squid"), "cost") / total(food("clams"), "cost"), "cost of squid by cost of clams")

# no answer in the data
q("refuse", "what salary does Aoife Brannigan get?", "refuse", [], "no salaries")
q("refuse", "How many visitors came to Velsund Oceanarium in 2024?", "refuse", [], "no visitors")
q("refuse", "water temperature in tank VS-01?", "refuse", [], "no temperatures")
q("refuse", "which vet was the last to examine Thistle", "refuse", [], "no vets or examinations")
q("refuse", "How much does Nordlund Bank pay a year for sponsoring the Shark Tunnel?", "refuse", [], "no sponsorship amounts")

finish(HERE, Q)
