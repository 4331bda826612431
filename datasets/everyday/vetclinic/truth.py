"""Computes every answer of the 'vetclinic' domain from its files; see `practices.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from practices import *  # beside the folders of the domains

# ------------------------------------------------------------------ vetclinic
pets = load("pets.csv"); visits = load("visits.csv"); inv = load("invoices.csv")
P = {p["Pet ID"]: p for p in pets}; V = {v["Visit No"]: v for v in visits}
for p in pets: p["kg"] = float(p["Weight (kg)"]); p["limit"] = float(p["Cover Limit (EUR)"])
for v in visits: v["pet"] = P[v["Pet ID"]]; v["min"] = int(v["Duration (min)"]); v["year"] = v["Visit Date"][:4]
for i in inv:
    i["v"] = V[i["Visit No"]]; i["p"] = i["v"]["pet"]; i["eur"] = float(i["Amount (EUR)"]); i["year"] = i["v"]["year"]
assert len({p["Pet Name"] for p in pets}) == len(pets) and {v["year"] for v in visits} == {"2023", "2024"}
def pname(n): return next(p for p in pets if p["Pet Name"] == n)
eur = lambda i: i["eur"]
owner_of = lambda i: i["p"]["Owner"]
vname = lambda v: v["pet"]["Pet Name"]
end = max(date(v["Visit Date"]) for v in visits)
by_owner = sums(inv, owner_of, eur)
assert set(by_owner) == {p["Owner"] for p in pets}      # the average owner is the same either way
city = sums(inv, lambda i: i["p"]["City"], eur)
vet = sums(inv, lambda i: i["v"]["Vet"], eur)

q("lookup", "values", "Who is Biscuit's owner?", [pname("Biscuit")["Owner"]])
q("allof", "values", "Which pets have been seen by all four of our vets at some point?",
  [n for n, g in group(visits, vname).items() if {v["Vet"] for v in g} == {v["Vet"] for v in visits}])
q("busiest", "values", "what was our busiest month in 2024, by number of visits?",
  [best(sums([v for v in visits if v["year"] == "2024"], lambda v: v["Visit Date"][:7]))])
q("argmax", "table", "Heaviest pet of each species please.",
  {s: best({p["Pet Name"]: p["kg"] for p in g}) for s, g in group(pets, lambda p: p["Species"]).items()})
q("fragment", "values", "invoices with status open over 50 euros from Utrecht?",
  [i["Invoice No"] for i in inv if i["Status"] == "Open" and i["eur"] > 50 and i["p"]["City"] == "Utrecht"])
q("aboveavg", "number", "How many of our invoices came out higher than the average invoice amount?",
  len(above({i["Invoice No"]: i["eur"] for i in inv}, mean(map(eur, inv)))))
q("refuse", "refuse", "Can you give me Joke Mulder's phone number? I need to ring her about Cleo.")
q("growth", "number", "By how many percent did the total invoiced amount change from 2023 to 2024, going by visit date? Negative if it went down.",
  (lambda y: (y["2024"] / y["2023"] - 1) * 100)(sums(inv, lambda i: i["year"], eur)))
q("atleast", "values", "which animals came in 5 times or more", [n for n, c in sums(visits, vname).items() if c >= 5])
q("count", "number", "how many cats do we have registered", sum(p["Species"] == "Cat" for p in pets))
q("limit", "values", "Please list the invoice numbers where the amount is higher than the cover limit of the pet it was for.",
  [i["Invoice No"] for i in inv if i["eur"] > i["p"]["limit"]])
q("compare", "table", "Compare the total invoiced for visits with Dr. Hendriks and with Dr. Brandt.", {k: vet[k] for k in ("Dr. Hendriks", "Dr. Brandt")})
q("groupavg", "values", "Which pets weigh more than the average for their own species?",
  [n for g in group(pets, lambda p: p["Species"]).values() for n in above({p["Pet Name"]: p["kg"] for p in g}, mean(p["kg"] for p in g))])
q("share", "number", "What percentage of our invoices (by number of invoices) has not been paid yet, i.e. is open or overdue?",
  100 * sum(i["Status"] in ("Open", "Overdue") for i in inv) / len(inv))
q("days", "number", "How many days are there between Saffron's first and last visit?",
  (lambda d: (max(d) - min(d)).days)([date(v["Visit Date"]) for v in visits if vname(v) == "Saffron"]))
q("zeros", "table", "Number of emergency visits for every species we have, also show the ones with 0",
  sums([v for v in visits if v["Reason"] == "Emergency"], lambda v: v["pet"]["Species"], start=[p["Species"] for p in pets]))
q("personmost", "values", "What kind of treatment did Gerrit Smit spend the most money on?",
  [best(sums([i for i in inv if owner_of(i) == "Gerrit Smit"], lambda i: i["Treatment"], eur))])
q("negation", "values", "Which registered pets have never been here for a visit?",
  [p["Pet Name"] for p in pets if p["Pet ID"] not in {v["Pet ID"] for v in visits}])
q("lookup", "values", "which vet did visit V2047?", [V["V2047"]["Vet"]])
q("time", "number", "how many visits started before 9 in the morning?", sum(v["Start Time"] < "09:00" for v in visits))
q("median", "number", "What's the median amount of a medication invoice?", median(i["eur"] for i in inv if i["Treatment"] == "Medication"))
q("didmore", "boolean", "Looking only at visits in 2024: did we invoice more for dogs than for cats?",
  (lambda d: d["Dog"] > d["Cat"])(sums([i for i in inv if i["year"] == "2024"], lambda i: i["p"]["Species"], eur)))
q("topn", "values", "Top 3 owners by total amount invoiced, biggest first", top(by_owner, 3))
q("refuse", "refuse", "Which of the male dogs have been neutered?")
q("argmax", "table", "For every city, tell me which treatment brought in the most invoice money.",
  {c: best(sums(g, lambda i: i["Treatment"], eur)) for c, g in group(inv, lambda i: i["p"]["City"]).items()})
q("missing", "values", "Pets without a microchip number on file?", [p["Pet Name"] for p in pets if not p["Microchip No"].strip()])
q("groupcond", "table", "I'd like the total invoiced for each owner who lives in Leiden.",
  sums([i for i in inv if i["p"]["City"] == "Leiden"], owner_of, eur, [p["Owner"] for p in pets if p["City"] == "Leiden"]))
q("inactive", "values", "Which pets that visited us before had their last visit more than 12 months before the most recent visit in our records?",
  inactive({n: max(date(v["Visit Date"]) for v in g) for n, g in group(visits, vname).items()}, end, 12))
q("ratio", "table", "How much do we invoice per minute of visit time, for each vet? Take their invoice total and divide by the minutes of all their visits.",
  (lambda m: {k: vet[k] / m[k] for k in m})(sums(visits, lambda v: v["Vet"], lambda v: v["min"])))
q("atleast", "values", "who has more than one overdue invoice",
  [o for o, c in sums([i for i in inv if i["Status"] == "Overdue"], owner_of).items() if c > 1])
q("difference", "number", "how much more money did we invoice to Utrecht owners than to Haarlem owners, all in all?", city["Utrecht"] - city["Haarlem"])
q("busiest", "values", "On which day of the week do we get the most visits?", [best(sums(visits, lambda v: weekday(v["Visit Date"])))])
q("avgspender", "values", "Which owners have been billed more in total than the average owner?", above(by_owner, mean(by_owner.values())))
q("order", "values", "list all our rabbits by name, heaviest first",
  [p["Pet Name"] for p in ordered([p for p in pets if p["Species"] == "Rabbit"], lambda p: p["kg"], True)])
q("negation", "values", "Which dogs have visited us, but never because of an injury or an emergency?",
  [n for n, g in group([v for v in visits if v["pet"]["Species"] == "Dog"], vname).items() if not {"Injury", "Emergency"} & {v["Reason"] for v in g}])
q("groupavg", "number", "How many invoices are above the average of their own treatment, so a dental bill compared with all dental bills, a surgery with all surgeries and so on?",
  sum(len(above({i["Invoice No"]: i["eur"] for i in g}, mean(map(eur, g)))) for g in group(inv, lambda i: i["Treatment"]).values()))
q("limit", "values", "Which owners have had more than one invoice above the cover limit of the pet concerned?",
  [o for o, c in sums([i for i in inv if i["eur"] > i["p"]["limit"]], owner_of).items() if c > 1])
q("filter", "values", "dogs over 20 kg from Utrecht?", [p["Pet Name"] for p in pets if p["Species"] == "Dog" and p["kg"] > 20 and p["City"] == "Utrecht"])
q("refuse", "refuse", "What does Dr. Visser earn per month?")
q("busiest", "values", "Which quarter of 2023 had the highest invoiced total, going by the visit date?",
  [best(sums([i for i in inv if i["year"] == "2023"], lambda i: quarter(i["v"]["Visit Date"]), eur))])
q("allof", "values", "Is there an owner who has been billed for every treatment type that appears on our invoices? Who?",
  [o for o, g in group(inv, owner_of).items() if {i["Treatment"] for i in g} == {i["Treatment"] for i in inv}])
q("minmax", "number", "difference in euros between the most expensive and the cheapest surgery invoice?",
  (lambda s: max(s) - min(s))([i["eur"] for i in inv if i["Treatment"] == "Surgery"]))
q("argmax", "table", "Which vet had the most visits in 2023, and which one in 2024?",
  {y: best(sums(g, lambda v: v["Vet"])) for y, g in sorted(group(visits, lambda v: v["year"]).items())})
q("zeros", "table", "For all pets from Haarlem, how often has each one visited? Include those that were never here with zero.",
  sums([v for v in visits if v["pet"]["City"] == "Haarlem"], vname, start=[p["Pet Name"] for p in pets if p["City"] == "Haarlem"]))
q("growth", "values", "In which cities did the invoiced total for 2024 visits exceed that for 2023 visits?",
  [c for c, g in group(inv, lambda i: i["p"]["City"]).items() if (lambda y: y["2024"] > y["2023"])(sums(g, lambda i: i["year"], eur, ("2023", "2024")))])
q("refuse", "refuse", "How happy were owners with Dr. Kaya, on average, in the satisfaction survey?")
q("distinct", "number", "How many different pets has Dr. Brandt seen?", len({v["Pet ID"] for v in visits if v["Vet"] == "Dr. Brandt"}))
q("aboveavg", "number", "how many of Dr. Kaya's visits took longer than our average visit (average over all vets)?",
  len(set(above({v["Visit No"]: v["min"] for v in visits}, mean(v["min"] for v in visits))) & {v["Visit No"] for v in visits if v["Vet"] == "Dr. Kaya"}))
q("time", "values", "Give me the visit numbers of all visits with Dr. Hendriks after 1 July 2024, oldest first.",
  [v["Visit No"] for v in sorted(visits, key=lambda v: (v["Visit Date"], v["Start Time"])) if v["Vet"] == "Dr. Hendriks" and v["Visit Date"] > "2024-07-01"])
q("refuse", "refuse", "how much did we pay for medication supplies last year")
finish()
