"""Computes every answer of the 'eyehospital' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("eyehospital", Q)      # q(kind, question, answer_type, answers, why)

# operations
O = []
for r in records(HERE, "operations.csv"):
    O.append({"id": r["Op No."], "date": day(r["Date"], "%d/%m/%Y"), "surgeon": r["Surgeon"], "proc": r["Procedure"],
              "eye": r["Eye"], "clinic": r["Clinic"], "an": r["Anaesthesia"], "min": num(r["Dur. (min)"]),
              "cost": digits(r["Cost"]), "comp": r["Complication"], "age": num(r["Pat. age"]),
              "follow": day(r["Follow-up"], "%d/%m/%Y")})
# equipment
M = []
for r in records(HERE, "equipment.csv"):
    M.append({"id": r["inv_no"], "device": r["device"], "type": r["type"], "site": r["site"], "room": r["room"],
              "bought": iso(r["bought_on"]), "price": num(r["price_gbp"]), "service": iso(r["last_service"]),
              "warranty": iso(r["warranty_until"]), "tech": r["technician"], "cond": r["condition"]})
assert len({o["id"] for o in O}) == len(O) and len({m["id"] for m in M}) == len(M)

K, T = graphs(HERE, "eyehospital")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
HOSPITAL = "St Triduana Eye Hospital"
DOCTORS = heads("graduated_from")
assert {o["surgeon"] for o in O} <= DOCTORS
assert {o["clinic"] for o in O} <= inn(HOSPITAL, "part_of") and {m["site"] for m in M} <= inn(HOSPITAL, "part_of")
assert {m["device"] for m in M} == heads("made_by")


def ops(year=None, **where):
    return [o for o in O if year in (None, o["date"].year) and all(o[k] == v for k, v in where.items())]


def gear(**where): return [m for m in M if all(m[k] == v for k, v in where.items())]
def ids(rows): return [r["id"] for r in rows]
def full(rows, v): assert all(r[v] is not None for r in rows); return rows


def tally(rows, key): return Counter(r[key] for r in rows)


def country(place): return one(out(place, "in_country"))


# lookup
q("lookup", "How long did operation OP-2516 take?", "number", one(ops(id="OP-2516"))["min"],
  "Dur. (min) of OP-2516")
q("lookup", "who makes the Tono Air", "values", one(out("Tono Air", "made_by")), "kg made_by")
q("lookup", "I'm looking for the machine with inventory number E1163. Which clinic is it in?", "values",
  one(gear(id="E1163"))["site"], "site of E1163")

# filter_list
q("filter_list", "Which surgeons did operations at Links Road Clinic in 2024?", "values",
  {o["surgeon"] for o in ops(2024, clinic="Links Road Clinic")}, "distinct Surgeon, Clinic and year of Date")
q("filter_list", "Give me the operation numbers of all cataract extractions under local anaesthesia that lasted more than 35 minutes.",
  "values", ids(o for o in full(ops(proc="Cataract extraction", an="local"), "min") if o["min"] > 35),
  "Op No. where Procedure, Anaesthesia and Dur. (min) > 35")
q("filter_list", "west port machines with a guarantee running past the end of 2025? just the inv numbers", "values",
  ids(m for m in gear(site="West Port Clinic") if m["warranty"] and m["warranty"].year > 2025),
  "inv_no where site and warranty_until after 2025-12-31")
q("filter_list", "doctors who speak German?", "values", inn("German", "speaks") & DOCTORS, "kg speaks")

# count
q("count", "How many operations in 2023?", "number", len(ops(2023)), "rows by year of Date")
q("count", "how many slit lamps do we have", "number", len(gear(type="slit lamp")), "rows of this type")
q("count", "How many operations on patients aged 70 or over did Callum Strachan carry out at Kinnoull Day Surgery?", "number",
  sum(o["age"] >= 70 for o in full(ops(surgeon="Callum Strachan", clinic="Kinnoull Day Surgery"), "age")),
  "rows by Surgeon, Clinic and Pat. age >= 70")
q("count", "nr of ops on under-10s in 2024", "number", sum(o["age"] < 10 for o in full(ops(2024), "age")),
  "rows of 2024 with Pat. age < 10")

# sum
q("sum", "total cost of all vitrectomies?", "number", total(full(ops(proc="Vitrectomy"), "cost"), "cost"),
  "sum of Cost of this procedure")
q("sum", "How much money went into equipment bought in 2023?", "number",
  total(full([m for m in M if m["bought"].year == 2023], "price"), "price"), "sum of price_gbp by year of bought_on")
q("sum", "add up the minutes Tomás Quiroga stood in theatre in 2023", "number",
  total(full(ops(2023, surgeon="Tomás Quiroga"), "min"), "min"), "sum of Dur. (min) of his operations of 2023")
q("sum", "What did the operations under general anaesthesia at Seagate Clinic in 2024 cost altogether?", "number",
  total(full(ops(2024, clinic="Seagate Clinic", an="general"), "cost"), "cost"), "sum of Cost with three conditions")

# average
q("average", "Average duration of a retinal laser operation?", "number", mean(full(ops(proc="Retinal laser"), "min"), "min"),
  "mean of Dur. (min) of this procedure")
q("average", "What is the average price of the operating microscopes that we bought after 2018?", "number",
  mean(full([m for m in gear(type="operating microscope") if m["bought"].year > 2018], "price"), "price"),
  "mean of price_gbp, type and year of bought_on")
q("average", "avarage patient age in maeve o'dwyers ops", "number", mean(full(ops(surgeon="Maeve O'Dwyer"), "age"), "age"),
  "mean of Pat. age of her operations")

# min_max
q("min_max", "Shortest cataract extraction, in minutes?", "number", min(known(ops(proc="Cataract extraction"), "min")),
  "minimum of Dur. (min)")
q("min_max", "whats the highest price we ever paid for a single machine", "number", max(known(M, "price")),
  "maximum of price_gbp")
q("min_max", "How old was the oldest patient who got a glaucoma shunt at Links Road Clinic?", "number",
  max(known(ops(proc="Glaucoma shunt", clinic="Links Road Clinic"), "age")), "maximum of Pat. age")

# superlative
q("superlative", "Which surgeon performed the most operations in 2024?", "values", best(tally(ops(2024), "surgeon")),
  "count per Surgeon in 2024")
q("superlative", "which clinic has the most kit that needs repair", "values", best(tally(gear(cond="needs repair"), "site")),
  "count per site where condition is needs repair")
q("superlative", "Which procedure has the highest average cost?", "values", best(means(O, "proc", "cost")),
  "mean Cost per Procedure")
q("superlative", "busiest month for surgery in 2023?", "values", best(Counter(o["date"].strftime("%Y-%m") for o in ops(2023))),
  "count per month of Date")

# top_k
q("top_k", "Top 3 surgeons by total operation cost?", "values", best(sums(O, "surgeon", "cost"), 3), "sum of Cost per Surgeon")
q("top_k", "the 5 most expensive ops, numbers please", "values", best({o["id"]: o["cost"] for o in O if o["cost"] is not None}, 5),
  "Op No. of the five highest values of Cost")
q("top_k", "What are the three machines at Tay Street Clinic that were bought first? I need the inventory numbers.", "values",
  best({m["id"]: m["bought"] for m in gear(site="Tay Street Clinic")}, 3, low=True), "earliest bought_on at this site")

# comparison
q("comparison", "Were more operations carried out at Seagate Clinic or at Kinnoull Day Surgery in 2024?", "values",
  best({c: len(ops(2024, clinic=c)) for c in ("Seagate Clinic", "Kinnoull Day Surgery")}), "count per Clinic in 2024")
q("comparison", "whose vitrectomies take longer on average, Ingrid Halvorsen's or Beatriz Salgueiro's?", "values",
  best({s: mean(full(ops(surgeon=s, proc="Vitrectomy"), "min"), "min") for s in ("Ingrid Halvorsen", "Beatriz Salgueiro")}),
  "mean Dur. (min) per Surgeon")
q("comparison", "Who headed the Cataract Unit for longer, Gregor Baillie or Tomás Quiroga?", "values",
  best({d: (lambda f: f[4] - f[3])(one(facts("head_of", d, "Cataract Unit"))) for d in ("Gregor Baillie", "Tomás Quiroga")}),
  "tkg head_of, end minus start")

# difference
q("difference", "How many more operations were done on right eyes than on left eyes?", "number",
  len(ops(eye="right")) - len(ops(eye="left")), "counts by Eye")
shunt, trab = (mean(full(ops(2023, proc=p), "min"), "min") for p in ("Glaucoma shunt", "Trabeculectomy"))
assert shunt > trab
q("difference", "By how many minutes was the average glaucoma shunt of 2023 longer than the average trabeculectomy of that year?",
  "number", shunt - trab, "means of Dur. (min) of 2023, one minus the other")
lamps = known(full(gear(type="slit lamp"), "price"), "price")
q("difference", "price gap between our dearest and our cheapest slit lamp", "number", max(lamps) - min(lamps),
  "maximum minus minimum of price_gbp")

# percent
q("percent", "What percentage of operations had a complication?", "number", share(O, lambda o: o["comp"] != "none"),
  "rows with a Complication other than none, of all rows")
q("percent", "share of equipment in good condition, in %", "number", share(M, lambda m: m["cond"] == "good"),
  "rows with condition good, of all rows")
q("percent", "Of the cataract extractions done in 2024, what percent had a capsule tear?", "number",
  share(ops(2024, proc="Cataract extraction"), lambda o: o["comp"] == "capsule tear"), "share within procedure and year")

# group_by
q("group_by", "operations per procedure", "table", tally(O, "proc"), "count per Procedure")
q("group_by", "How many machines in the equipment list does each technician look after?", "table", tally(M, "tech"), "count per technician")
q("group_by", "Show me the average operating time by surgeon for 2024, leaving out operations with no time recorded.", "table",
  means(ops(2024), "surgeon", "min"), "mean Dur. (min) per Surgeon in 2024")
q("group_by", "cataract extractions only: total cost per clinic?", "table",
  sums(full(ops(proc="Cataract extraction"), "cost"), "clinic", "cost"), "sum of Cost per Clinic of one procedure")

# group_superlative
q("group_superlative", "For each procedure, which surgeon did it most often?", "table",
  {p: one(best(tally(g, "surgeon"))) for p, g in group(O, itemgetter("proc")).items()}, "count per Procedure and Surgeon")
q("group_superlative", "priciest device at every site?", "table",
  {s: one({m["device"] for m in g if m["id"] in best({m["id"]: m["price"] for m in g if m["price"] is not None})})
   for s, g in group(M, itemgetter("site")).items()}, "device with the highest price_gbp per site")
q("group_superlative", "I'd like to see the longest operation of each surgeon in minutes.", "table",
  {s: max(known(g, "min")) for s, g in group(O, itemgetter("surgeon")).items()}, "maximum Dur. (min) per Surgeon")

# yes_no
q("yes_no", "Has Naomi Ashworth ever been medical director?", "boolean", facts("medical director of", "Naomi Ashworth"),
  "tkg medical director of")
q("yes_no", "did rafal zielonka do any eyelid repairs", "boolean", ops(surgeon="Rafał Zielonka", proc="Eyelid repair"),
  "rows by Surgeon and Procedure")
q("yes_no", "is there a laser at links road clinic", "boolean", gear(type="laser", site="Links Road Clinic"),
  "rows by type and site")
q("yes_no", "Were all of Sunniva Rask's operations done under general anaesthesia?", "boolean",
  all(o["an"] == "general" for o in ops(surgeon="Sunniva Rask")), "Anaesthesia of all her rows")

# negation
q("negation", "Which clinics have no fundus camera?", "values",
  inn(HOSPITAL, "part_of") - {m["site"] for m in gear(type="fundus camera")}, "sites without a row of this type")
q("negation", "How many of the operations at Seagate Clinic in 2024 were not done under general anaesthesia?", "number",
  sum(o["an"] != "general" for o in full([{**o, "an": o["an"] or None} for o in ops(2024, clinic="Seagate Clinic")], "an")),
  "rows by Clinic and year with another Anaesthesia")
q("negation", "Which surgeons never had a complication in their operations?", "values",
  {o["surgeon"] for o in O} - {o["surgeon"] for o in O if o["comp"] != "none"}, "surgeons all of whose rows say none")
q("negation", "device makers not headquartered in England?", "values",
  {m for m in heads("headquartered in") if country(one(out(m, "headquartered in"))) != "England"},
  "kg headquartered in, in_country")

# time_point
q("time_point", "Who was head of the Retina Unit in 2015?", "values", {f[0] for f in in_year("head_of", 2015, tail="Retina Unit")},
  "tkg head_of")
q("time_point", "in May 2017, at which site was the Cornea Unit", "values",
  robust([f[2] for f in at("based at", date(2017, 5, 1), head="Cornea Unit")],
         [f[2] for f in at("based at", date(2017, 5, 31), head="Cornea Unit")]), "tkg based at")
q("time_point", "Who was deputy director of St Triduana Eye Hospital on 1 March 2021?", "values",
  {f[0] for f in at("deputy director of", date(2021, 3, 1), tail=HOSPITAL)}, "tkg deputy director of")
q("time_point", "corvix medical belonged to whom back in 2010?", "values",
  {f[2] for f in in_year("owned_by", 2010, head="Corvix Medical")}, "tkg owned_by")

# before_after
q("before_after", "Who led the Glaucoma Unit right before Priya Venkataraman took over?", "values",
  step(facts("head_of", tail="Glaucoma Unit"), 0, "Priya Venkataraman", -1), "tkg head_of, the one before")
q("before_after", "who came after Edith Farnham as medical director", "values",
  step(facts("medical director of"), 0, "Edith Farnham", 1), "tkg medical director of, the next one")
q("before_after", "Which doctors started working at Seagate Clinic after 2015?", "values",
  {f[0] for f in facts("works_at", tail="Seagate Clinic") if f[3].year > 2015}, "tkg works_at by start")
q("before_after", "I need a list of everything old. Which machines were bought before 2017 (inventory numbers)?", "values",
  ids(m for m in M if m["bought"].year < 2017), "inv_no where bought_on before 2017-01-01")

# duration
q("duration", "How many full years was Olwen Prosser head of the Retina Unit?", "number",
  lasted(one(facts("head_of", "Olwen Prosser", "Retina Unit"))), "tkg head_of, full years")
works = one(facts("status", "Tay Street Clinic", "under renovation"))


def full_months(s, e): return 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)


q("duration", "for how many full months was tay street being renovated", "number",
  robust(full_months(works[3], works[4]), full_months(works[3], works[4] + timedelta(1))), "tkg status, full months")
q("duration", "How many full years did Moira Kettles spend at Corvix Medical before she came to us?", "number",
  lasted(one(facts("employed_by", "Moira Kettles", "Corvix Medical"))), "tkg employed_by, full years")
checked = one(ops(id="OP-2428"))
q("duration", "How many days were there between operation OP-2428 and its follow-up?", "number",
  (checked["follow"] - checked["date"]).days, "Follow-up minus Date")

# multi_hop
q("multi_hop", "In which country is the maker of the Pellworm B1 headquartered?", "values",
  country(one(out(one(out("Pellworm B1", "made_by")), "headquartered in"))), "kg made_by, headquartered in, in_country")
q("multi_hop", "doctors who went to uni in scotland?", "values",
  {d for d in DOCTORS for u in out(d, "graduated_from") if country(one(out(u, "located in"))) == "Scotland"},
  "kg graduated_from, located in, in_country")
q("multi_hop", "Who trained the doctor that trained Beatriz Salgueiro?", "values",
  one(out(one(out("Beatriz Salgueiro", "trained_under")), "trained_under")), "kg trained_under twice")
q("multi_hop", "Which university did our current medical director graduate from?", "values",
  one(out(one(now("medical director of", tail=HOSPITAL))[0], "graduated_from")), "tkg medical director of, kg graduated_from")

# cross_source
q("cross_source", "What did the 2024 operations by graduates of the University of Glasgow cost in total?", "number",
  total(full([o for o in ops(2024) if o["surgeon"] in inn("University of Glasgow", "graduated_from")], "cost"), "cost"),
  "kg graduated_from, then sum of Cost of 2024")
q("cross_source", "how many of our machines come from a maker based in Japan", "number",
  sum(country(one(out(one(out(m["device"], "made_by")), "headquartered in"))) == "Japan" for m in M),
  "kg made_by, headquartered in, in_country, then rows of equipment")
q("cross_source", "Which surgeons operated in the town of Perth in 2023?", "values",
  {o["surgeon"] for o in ops(2023) if one(out(o["clinic"], "located in")) == "Perth"}, "kg located in, then Surgeon of 2023")
since = one(facts("medical director of", "Priya Venkataraman"))[3]
q("cross_source", "How many operations has Priya Venkataraman done since she became medical director?", "number",
  robust(sum(o["date"] >= since for o in ops(surgeon="Priya Venkataraman")),
         sum(o["date"] > since for o in ops(surgeon="Priya Venkataraman"))), "tkg start, then rows after it")

# missing
q("missing", "which ops have no cost entered? op numbers", "values", ids(o for o in O if o["cost"] is None), "Cost is empty")
q("missing", "How many operations are still without a follow-up date?", "number", sum(o["follow"] is None for o in O),
  "Follow-up is empty")
q("missing", "Which machines at Seagate Clinic have no date of last service? Please list the inventory numbers.", "values",
  ids(m for m in gear(site="Seagate Clinic") if m["service"] is None), "last_service is empty")

# unanswerable
assert not ops(id="OP-2999")
q("unanswerable", "How many beds does Kinnoull Day Surgery have?", "refuse", [], "no beds in the data")
q("unanswerable", "what does callum strachan earn", "refuse", [], "no salaries in the data")
q("unanswerable", "Which insurance company paid for operation OP-2516?", "refuse", [], "no insurers in the data")
q("unanswerable", "How long did operation OP-2999 take?", "refuse", [], "no such operation")
q("unanswerable", "How much did Nakamori Instruments pay for Ostberg Laser?", "refuse", [], "the owner is known, not the price")

finish(HERE, Q)
