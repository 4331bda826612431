#!/usr/bin/env python3
"""Computes the gold answer of every question from the data files (plain Python) and writes questions.jsonl; --check compares."""
import collections, csv, datetime as dt, json, os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
C = collections.Counter


def rd(name, d=","):
    with open(os.path.join(HERE, name), encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, delimiter=d, quoting=csv.QUOTE_NONE if d == "\t" else csv.QUOTE_MINIMAL))


def amount(s):
    s = re.sub(r"[^0-9.]", "", s)
    return float(s) if s else None


A, P = rd("adoptions.csv"), rd("animals.csv")
KG = [(r["head"], r["relation"], r["tail"]) for r in rd("shelter.kg.tsv", "\t")]
TK = [(r["head"], r["relation"], r["tail"], r["start"], r["end"]) for r in rd("shelter.tkg.tsv", "\t")]
for a in A:
    a.update(no=a["Adoption No"], date=a["Adopted on"], year=a["Adopted on"][:4], fee=amount(a["Fee"]), gift=amount(a["Gift on top ($)"]),
             stay=amount(a["Time in shelter"]), back=a["Brought back on"])
for p in P:
    p.update(tag=p["Tag"], name=p["Name"], up=amount(p["Monthly upkeep"]), lb=amount(p["Weight"]), sp=amount(p["Sponsored"]),
             came=dt.datetime.strptime(p["Taken in"], "%b %d, %Y").date().isoformat())
FAH, PIN, MUD, NINE, ROCH, OLD, QUA, TIL, THI, GUL, LAN = (
    "Fernhollow Animal Haven", "Pinewick Shelter", "Muddy Paws Refuge", "Nine Lives House", "St. Roch's Rescue", "Old Ferry Animal Home",
    "Quarry Hill Sanctuary", "Tillery's Barn", "Thistledown Horse & Hound", "Gullane Point Rescue", "Lantern Street Shelter")
ALL = {FAH, PIN, MUD, NINE, ROCH, OLD, QUA, TIL, THI, GUL, LAN}
TCSA = "Three Creeks Shelter Alliance"


def num(x):
    return f"{round(x, 4):.4f}".rstrip("0").rstrip(".")


def out(h, r):
    return [t for a, b, t in KG if a == h and b == r]


def inn(t, r):
    return [a for a, b, c in KG if c == t and b == r]


def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]


def best(d, k=1, low=False):
    s = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(s) == k or s[k - 1][1] != s[k][1], s[:k + 2]
    return [x for x, _ in s[:k]]


def add(rows, key, val=lambda r: 1):
    c = collections.defaultdict(float)
    for r in rows:
        c[key(r)] += val(r) or 0
    return dict(c)


def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)


def at(rel, tail, day):
    return [h for h, r, t, s, e in TK if r == rel and t == tail and s <= day and (not e or day <= e)]


def now(rel, tail):
    return [h for h, r, t, s, e in TK if r == rel and t == tail and not e]


def chain(rel, tail):
    return [h for s, h in sorted((s, h) for h, r, t, s, e in TK if r == rel and t == tail)]


def days(h, rel, tail):
    s, e = one([(s, e) for a, r, t, s, e in TK if (a, r, t) == (h, rel, tail)])
    return (dt.date.fromisoformat(e) - dt.date.fromisoformat(s)).days


def pet(n):
    return P[one([i for i, p in enumerate(P) if p["name"] == n])]


def ad(n):
    return A[one([i for i, a in enumerate(A) if a["no"] == n])]


def yn(b):
    return ["yes" if b else "no"]


def table(d):
    return [f"{k} | {num(v)}" for k, v in d.items()]


Q = []


def q(kind, typ, text, fn, why):
    Q.append((kind, typ, text, fn, why))


V, N, B, T, X = "values", "number", "boolean", "table", "refuse"
# ---- lookup
q("lookup", V, "Which vet looks after Captain Marble?", lambda: [pet("Captain Marble")["Vet"]], "animals: Vet of Captain Marble")
q("lookup", N, "AD-3187... what did the family have to pay?", lambda: [num(ad("AD-3187")["fee"])], "adoptions: Fee of AD-3187")
q("lookup", V, "Where did Dr. Ekholm train to be a vet?", lambda: out("Dr. Ruth Ekholm", "trained_at"), "KG: trained_at")
q("lookup", V, "Tove Lindqvale wants a day off. Whose signature does she need, i.e. who is her boss?", lambda: out("Tove Lindqvale", "reports_to"), "KG: reports_to")
q("lookup", N, "mrs whiskerby, how many lbs does she weigh", lambda: [num(pet("Mrs. Whiskerby")["lb"])], "animals: Weight of Mrs. Whiskerby")
# ---- filter_list
q("filter_list", V, "I've found an injured cockatiel on my balcony. Which shelters would accept a bird?", lambda: inn("birds", "takes_in"), "KG: takes_in birds, read backwards")
q("filter_list", V, "tags of the goats living up at Quarry Hill", lambda: [p["tag"] for p in P if p["Species"] == "Goat" and p["Shelter"] == QUA], "animals: Species Goat, Shelter Quarry Hill Sanctuary")
q("filter_list", V, "My husband has his heart set on something huge. Any dogs in care that tip the scales at over 100 pounds? Just their names.",
  lambda: [p["name"] for p in P if p["Species"] == "Dog" and p["lb"] and p["lb"] > 100], "animals: Species Dog, Weight > 100")
q("filter_list", V, "adoption numbers where folks chipped in $500 or more extra", lambda: [a["no"] for a in A if a["gift"] and a["gift"] >= 500], "adoptions: Gift on top >= 500")
q("filter_list", V, "Who arrived in Feb 2024? Animal names only, thx", lambda: [p["name"] for p in P if p["came"][:7] == "2024-02"], "animals: Taken in during 2024-02")
# ---- count
q("count", N, "How many cats found a home in 2023?", lambda: [num(sum(a["Species"] == "Cat" and a["year"] == "2023" for a in A))], "adoptions: Species Cat, Adopted on in 2023")
q("count", N, "animals in care still without a micro chip - total?", lambda: [num(sum(p["Microchip"] == "No" for p in P))], "animals: Microchip No")
q("count", N, "Not counting anybody twice, how many people have taken an animal home from Nine Lives House?",
  lambda: [num(len({a["New owner"] for a in A if a["Shelter"] == NINE}))], "adoptions: distinct New owner of the shelter")
q("count", N, "At Pinewick, how many adoptions went through without anyone visiting the home?",
  lambda: [num(sum(a["Shelter"] == PIN and a["Home visit"] == "No" for a in A))], "adoptions: Shelter Pinewick Shelter, Home visit No")
q("count", N, "It happens that an adoption doesn't work out. How many pets were handed back to us so far?", lambda: [num(sum(bool(a["back"]) for a in A))], "adoptions: Brought back on filled in")
# ---- sum
q("sum", N, "What did Muddy Paws make from adoption fees in 2024, all told?", lambda: [num(sum(a["fee"] or 0 for a in A if a["Shelter"] == MUD and a["year"] == "2024"))], "adoptions: sum of Fee, Muddy Paws Refuge, 2024")
q("sum", N, "Hay isn't cheap! What do all our horses together set us back every month?", lambda: [num(sum(p["up"] for p in P if p["Species"] == "Horse"))], "animals: sum of Monthly upkeep, Horse")
q("sum", N, "total extra donations by adopters from Old Ferry", lambda: [num(sum(a["gift"] or 0 for a in A if a["Owner's town"] == "Old Ferry"))], "adoptions: sum of Gift on top, Owner's town Old Ferry")
# ---- average
q("average", N, "On average, how many days does a Beagle sit with us before someone adopts it?", lambda: [num(mean(a["stay"] for a in A if a["Breed"] == "Beagle"))], "adoptions: mean Time in shelter, Beagle")
q("average", N, "mean monthly cost per resident at St Rochs", lambda: [num(mean(p["up"] for p in P if p["Shelter"] == ROCH))], "animals: mean Monthly upkeep, St. Roch's Rescue")
q("average", N, "What percentage of their keep do sponsors cover for our Irish wolfhonds, if you average it over them?", lambda: [num(mean(p["sp"] for p in P if p["Breed"] == "Irish Wolfhound"))], "animals: mean Sponsored, Irish Wolfhound")
# ---- min_max
q("min_max", N, "Record wait, in days, for an animal before it got adopted?", lambda: [num(max(a["stay"] for a in A))], "adoptions: max Time in shelter")
q("min_max", V, "What day was the latest return of a pet?", lambda: [max(a["back"] for a in A)], "adoptions: latest Brought back on")
q("min_max", N, "the least anybody ever paid us for a horse", lambda: [num(min(a["fee"] for a in A if a["Species"] == "Horse" and a["fee"]))], "adoptions: min Fee, Horse")
# ---- superlative
q("superlative", V, "Whose upkeep eats the most money, of all the animals we have right now?", lambda: best({p["name"]: p["up"] for p in P}), "animals: Name of the row with the largest Monthly upkeep")
q("superlative", V, "I live in a tiny flat, so: name of the lightest dog?", lambda: best({p["name"]: p["lb"] for p in P if p["Species"] == "Dog" and p["lb"]}, low=True), "animals: Dog with the smallest Weight")
q("superlative", V, "best equipped shelter (most facilities)?", lambda: best(C(h for h, r, t in KG if r == "equipped with")), "KG: equipped with, counted by shelter")
q("superlative", V, "Which vet is the great all-rounder, with more specialties than anyone else?", lambda: best(C(h for h, r, t in KG if r == "specializes in")), "KG: specializes in, counted by vet")
q("superlative", V, "Poor thing... who has been stuck at Nine Lives House for the longest?", lambda: best({p["name"]: p["came"] for p in P if p["Shelter"] == NINE}, low=True), "animals: earliest Taken in at Nine Lives House")
# ---- top_k
q("top_k", V, "Thank-you cards go to our three most generous givers. What are the adoption numbers with the highest gifts?", lambda: best({a["no"]: a["gift"] for a in A if a["gift"]}, 3), "adoptions: three largest Gift on top")
q("top_k", V, "2 priciest dogs to keep, Thistledown", lambda: best({p["name"]: p["up"] for p in P if p["Shelter"] == THI and p["Species"] == "Dog"}, 2), "animals: two largest Monthly upkeep of the dogs there")
# ---- comparison
q("comparison", V, "Who sat in the Alliance's chair for a longer time: Theobald Mensing, or was it Ottilie Hollins?", lambda: best({h: days(h, "chair of", TCSA) for h in ("Theobald Mensing", "Ottilie Hollins")}), "TKG: chair of, longer span")
q("comparison", V, "jigsaw vs juno - which horse is heavier", lambda: best({n: pet(n)["lb"] for n in ("Jigsaw", "Juno")}), "animals: Weight of the two")
q("comparison", V, "Has Keziah Stannard matched more dogs with new owners than Bram Tolliver, or the other way round? Tell me who is ahead.",
  lambda: best({c: sum(a["Counselor"] == c and a["Species"] == "Dog" for a in A) for c in ("Keziah Stannard", "Bram Tolliver")}), "adoptions: Dog rows by Counselor")
# ---- difference
q("difference", N, "Fernhollow is way ahead of Tillerys Barn in adoptions, but by how many?", lambda: [num(sum(a["Shelter"] == FAH for a in A) - sum(a["Shelter"] == TIL for a in A))], "adoptions: difference of row counts")
q("difference", N, "gap between Tumbleweed's and Doodle's montly bill in $?", lambda: [num(pet("Tumbleweed")["up"] - pet("Doodle")["up"])], "animals: difference of Monthly upkeep")
q("difference", N, "I'm told Old Tom is a monster next to Ziggy. How many pounds are there between the two?", lambda: [num(pet("Old Tom")["lb"] - pet("Ziggy")["lb"])], "animals: difference of Weight")
# ---- percent
q("percent", N, "Out of every hundred adoptions, how many end with the pet coming back? A percentage for the whole file is fine.", lambda: [num(100 * sum(bool(a["back"]) for a in A) / len(A))], "adoptions: rows with Brought back on / all rows")
q("percent", N, "% strays among lantern street's current animals", lambda: [num(100 * sum(p["Shelter"] == LAN and p["Intake reason"] == "Stray" for p in P) / sum(p["Shelter"] == LAN for p in P))], "animals: Stray rows / all rows of the shelter")
# ---- group_by
q("group_by", T, "Adoptions year by year, please.", lambda: table(add(A, lambda a: a["year"])), "adoptions: row count by year of Adopted on")
q("group_by", T, "why do animals end up with us? number of residents for each intake reason", lambda: table(add(P, lambda p: p["Intake reason"])), "animals: row count by Intake reason")
q("group_by", T, "I'd like a small price list for the website: the average adoption fee of each kind of animal.",
  lambda: table({s: mean(a["fee"] for a in A if a["Species"] == s) for s in {a["Species"] for a in A}}), "adoptions: mean Fee by Species, empty left out")
q("group_by", T, "towns per county, counted", lambda: table(C(t for h, r, t in KG if r == "in county")), "KG: in county, counted by county")
# ---- group_superlative
q("group_superlative", V, "Somebody must have a whole zoo at home by now. Who adopted the most?", lambda: best(add(A, lambda a: a["New owner"])), "adoptions: New owner with the most rows")
q("group_superlative", V, "most frequantly rehomed breed?", lambda: best(add(A, lambda a: a["Breed"])), "adoptions: Breed with the most rows")
q("group_superlative", V, "At which shelter do the residents run up the largest combined monthly bill?", lambda: best(add(P, lambda p: p["Shelter"], lambda p: p["up"])), "animals: sum of Monthly upkeep by Shelter, largest")
# ---- yes_no
q("yes_no", B, "My old lab needs water therapy. Is there a hydrotherapy pool at Pinewick Shelter?", lambda: yn("hydrotherapy pool" in out(PIN, "equipped with")), "KG: equipped with")
q("yes_no", B, "Barnaby Amadi - was he still the director over at Lantern Street in 2021?", lambda: yn("Barnaby Amadi" in at("director_of", LAN, "2021-01-01") and "Barnaby Amadi" in at("director_of", LAN, "2021-12-31")), "TKG: director_of 2017-04-04 to 2022-01-26")
q("yes_no", B, "can i bring a rabbit to quarry hill sanctuary", lambda: yn("rabbits" in out(QUA, "takes_in")), "KG: takes_in")
q("yes_no", B, "Soren Rask got a greyhound from us, didn't he?", lambda: yn(any(a["New owner"] == "Soren Rask" and a["Breed"] == "Greyhound" for a in A)), "adoptions: New owner and Breed")
# ---- negation
q("negation", V, "Kennel cough alert! Which shelters lack an isolation ward?", lambda: ALL - set(inn("isolation ward", "equipped with")), "KG: shelters without equipped with isolation ward")
q("negation", V, "rabbits here now that weren't strays? names", lambda: [p["name"] for p in P if p["Species"] == "Rabbit" and p["Intake reason"] != "Stray"], "animals: Rabbit, Intake reason other than Stray")
q("negation", V, "What towns don't have a shelter at all?", lambda: {h for h, r, t in KG if r == "in county"} - {t for h, r, t in KG if r == "located in"}, "KG: towns (in county) that no shelter is located in")
q("negation", V, "Which counselors have not placed a single cat?", lambda: {a["Counselor"] for a in A} - {a["Counselor"] for a in A if a["Species"] == "Cat"}, "adoptions: Counselor with no Cat row")
# ---- time_point
q("time_point", V, "Easter Sunday 2020 fell on April 12. Who ran the show at Gullane Point Rescue that day?", lambda: at("director_of", GUL, "2020-04-12"), "TKG: director_of over that day")
q("time_point", V, "chairperson of the aliance, Jan 5 2016", lambda: at("chair of", TCSA, "2016-01-05"), "TKG: chair of over that day")
q("time_point", V, "Our archive has a photo of the Thistledown open day, 20 February 2016, with the partners' banners. Who were the partners back then?", lambda: at("partner of", THI, "2016-02-20"), "TKG: partner of over that day")
q("time_point", V, "When 2019 began, who was helping out as a volunteer at Nine Lives House?", lambda: at("volunteers at", NINE, "2019-01-01"), "TKG: volunteers at over 2019-01-01")
# ---- before_after
q("before_after", V, "Whose shoes did Leopold Lockridge step into at Old Ferry Animal Home?", lambda: [(lambda c: c[c.index("Leopold Lockridge") - 1])(chain("director_of", OLD))], "TKG: director_of, the one before")
q("before_after", V, "dr walter crumb stopped being st. roch's vet - replaced by?", lambda: [(lambda c: c[c.index("Dr. Walter Crumb") + 1])(chain("attending vet of", ROCH))], "TKG: attending vet of, the one after")
q("before_after", V, "We have had some fresh faces at the top. Who started as a shelter director after 2021?", lambda: [h for h, r, t, s, e in TK if r == "director_of" and s > "2021-12-31"], "TKG: director_of with start after 2021-12-31")
# ---- duration
q("duration", N, "Juniper Kettering once ran Quarry Hill Sanctuary. That lasted how many complete years?", lambda: [num(int(days("Juniper Kettering", "director_of", QUA) / 365.2425))], "TKG: 2010-02-15 to 2013-07-10")
q("duration", V, "shortest stint of all the ex-directors, whose was it?", lambda: best({h: (dt.date.fromisoformat(e) - dt.date.fromisoformat(s)).days for h, r, t, s, e in TK if r == "director_of" and e}, low=True), "TKG: closed director_of facts, shortest span")
# ---- multi_hop
q("multi_hop", V, "What county is Nine Lives House in?", lambda: [c for t in out(NINE, "located in") for c in out(t, "in county")], "KG: located in, in county")
q("multi_hop", V, "Suppose a horse breaks a leg at Quarry Hill Sanctuary tonight. From which town does the emergency practice have to come?", lambda: [t for p in inn(QUA, "emergency cover for") for t in out(p, "based in")], "KG: emergency cover for (backwards), based in")
q("multi_hop", V, "vets employed at whatever practice covers emergencies for muddy paws?", lambda: [v for p in inn(MUD, "emergency cover for") for v in inn(p, "works at")], "KG: emergency cover for (backwards), works at (backwards)")
# ---- cross_source
GER = lambda: set(inn("Germany", "originates from"))
q("cross_source", N, "Teal County folks: how many adoptions have they made, all in all?", lambda: [num(sum(a["Owner's town"] in inn("Teal County", "in county") for a in A))], "KG: in county; adoptions: Owner's town counted")
q("cross_source", N, "Add up the fees for every adopted animal whose breed is German in origin.", lambda: [num(sum(a["fee"] or 0 for a in A if a["Breed"] in GER()))], "KG: originates from Germany; adoptions: sum of Fee")
q("cross_source", V, "Adoption AD-3014 is being disputed. Which director was responsible for that shelter when the cat left?", lambda: at("director_of", ad("AD-3014")["Shelter"], ad("AD-3014")["date"]), "adoptions: Shelter and date; TKG: director_of on that day")
q("cross_source", V, "who volunteers with us at the moment AND has adopted a pet", lambda: {h for h, r, t, s, e in TK if r == "volunteers at" and not e} & {a["New owner"] for a in A}, "TKG: volunteers at, open end; adoptions: New owner")
q("cross_source", N, "Count the residents whose vet is a Port Sable graduate.", lambda: [num(sum(p["Vet"] in inn("Port Sable University", "trained_at") for p in P))], "KG: trained_at; animals: Vet counted")
q("cross_source", V, "The day little Ziggy was taken in, who was chairing the Three Creeks Alliance?", lambda: at("chair of", TCSA, pet("Ziggy")["came"]), "animals: Taken in; TKG: chair of on that day")
q("cross_source", N, "The Whisker Foundation wants to know what's at stake: what is the monthly upkeep, summed over every animal in the shelters it is currently a partner of?",
  lambda: [num(sum(p["up"] for p in P if "The Whisker Foundation" in now("partner of", p["Shelter"])))], "TKG: partner of, open end; animals: sum of Monthly upkeep")
q("cross_source", V, "names of the old ferry animal home residents with a long coat", lambda: [p["name"] for p in P if p["Shelter"] == OLD and "long" in out(p["Breed"], "coat type")], "KG: coat type long; animals: Shelter and Breed")
# ---- missing
q("missing", V, "Which animals has nobody put on the scales yet?", lambda: [p["name"] for p in P if p["lb"] is None], "animals: Weight empty")
# ---- unanswerable
q("unanswerable", X, "does Bandit get along with toddlers?", lambda: [], "nothing about temperament in any file")
q("unanswerable", X, "Who directed the Sunny Meadow Sanctuary in 2015?", lambda: [], "no such shelter in the data")
q("unanswerable", X, "Could you look up what Bartholomew Finkelbrandt paid for his cat?", lambda: [], "no such adopter in the data")
q("unanswerable", X, "I need to send flowers to Dr. Clementine Abara. Her birthday is when?", lambda: [], "no birthdays of people in any file")
q("unanswerable", X, "shelter alliance chair back in 2005", lambda: [], "TKG: chairs are recorded from 2009-03-01 only")


def main():
    lines = []
    for i, (kind, typ, text, fn, why) in enumerate(Q, 1):
        a = list(fn())
        a = sorted(set(a)) if typ in (V, T) else a
        assert typ == X or a, text
        assert typ not in (N, B) or len(a) == 1
        lines.append(json.dumps({"id": f"shelter-{i:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": a, "why": why}, ensure_ascii=False))
    body = "\n".join(lines) + "\n"
    path = os.path.join(HERE, "questions.jsonl")
    if "--check" in sys.argv:
        ok = open(path, encoding="utf-8").read() == body
        print("same" if ok else "DIFFERENT")
        sys.exit(not ok)
    with open(path, "w", encoding="utf-8") as f:
        f.write(body)
    print(len(lines), dict(C(k for k, *_ in Q)))
    for x in map(json.loads, lines):
        print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])


if __name__ == "__main__":
    main()
