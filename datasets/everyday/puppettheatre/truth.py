import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
NAME, Q = os.path.basename(HERE), []


def text(x):
    if isinstance(x, float): return f"{x + 1e-9:.2f}".rstrip("0").rstrip(".")
    return str(x)


def q(kind, question, atype, answers, why):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {text(v)}" for k, v in sorted(answers.items())]
    elif isinstance(answers, (str, int, float, date)): answers = [text(answers)]
    else: answers = sorted({text(a) for a in answers})
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    assert atype != "number" or float(answers[0]) is not None, question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": atype,
              "answers": answers, "why": why})


def top(d, n=1, low=False):
    """the n keys with the largest (or smallest) values; no tie at the border"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it
    return [k for k, _ in it[:n]]


def by(rows, key, value=None):
    """lists of a value by a key; empty values left out"""
    g = defaultdict(list)
    for r in rows:
        if value is None or r[value] is not None: g[r[key]].append(r[value] if value else r)
    return g


def mean(xs): xs = [x for x in xs if x is not None]; return sum(xs) / len(xs)
def total(xs): return round(sum(x for x in xs if x is not None), 2)
def one(xs): xs = list(xs); assert len(xs) == 1, xs; return xs[0]
def iso(s): return date.fromisoformat(s) if s else None
def years(a, b): return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def months(a, b): return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day)


K = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, NAME + ".kg.tsv")]
T = sorted(((r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, NAME + ".tkg.tsv")), key=lambda t: t[3])
def out(h, rel): return [t for a, r, t in K if (a, r) == (h, rel)]
def inn(t, rel): return [a for a, r, b in K if (b, r) == (t, rel)]
def facts(rel, head=None, tail=None): return [t for t in T if t[1] == rel and head in (None, t[0]) and tail in (None, t[2])]
def at(rel, d, **k): return [t for t in facts(rel, **k) if t[3] <= iso(d) and (t[4] is None or t[4] >= iso(d))]
def now(rel, **k): return [t for t in facts(rel, **k) if t[4] is None]

def num(s): return None if s in ("n/a", "?", "") else float(s)
def day(s, f): return datetime.strptime(s, f).date() if s != "?" else None


P = [dict(no=r["Perf no"], d=day(r["Date"], "%d/%m/%y"), show=r["Show"], venue=r["Venue"], start=r["Start"], lead=r["Lead"],
          sold=num(r["Tkts sold"]), cap=num(r["Cap."]), gbp=num(r["Takings (GBP)"]), school=r["School grp"] == "Y",
          off=r["Called off"] == "Y") for r in records(HERE, "performances.csv")]
U = [dict(tag=r["Tag"], who=r["Character"], show=r["Show"], tech=r["Technique"], ht=num(r["Ht cm"]), wt=num(r["Wt kg"]),
          carver=r["Carver"], made=int(r["Made"]), strings=num(r["Strings"]), state=r["State"],
          insp=day(r["Last insp."], "%d %b %Y"), ins=num(r["Insured for £"])) for r in records(HERE, "puppets.csv")]
C = "Thimble Lane Puppet Theatre"
PLAYED = [p for p in P if not p["off"]]
perf, pup = {p["no"]: p for p in P}, {u["who"]: u for u in U}
def town(v): return one(out(v, "stands in"))
def county(v): return one(out(town(v), "lies in county"))
def age(s): return int(one(out(s, "suitable from age")))
def director(s): return one(out(s, "directed by"))


# lookup
q("lookup", "Who carved Tailor Zebedee?", "values", pup["Tailor Zebedee"]["carver"], "puppets: Carver")
q("lookup", "how many strings does the Clockmaker Lindqvist marionette hang on", "number", pup["Clockmaker Lindqvist"]["strings"], "puppets: Strings")
q("lookup", "PF509, which hall was that in?", "values", perf["PF509"]["venue"], "performances: Venue")
q("lookup", "Whose script is Queen of Moths?", "values", out("Queen of Moths", "written by"), "KG written by")
q("lookup", "When was the last check-over of the Candle Page?", "values", pup["Candle Page"]["insp"], "puppets: Last insp.")
# filter_list
q("filter_list", "I'm packing the van for the menders: give me the names of all characters that are being mended right now.", "values",
  [u["who"] for u in U if u["state"] == "in repair"], "puppets: State in repair")
q("filter_list", "Which of our puppeteers can work shadow figures?", "values", inn("shadow", "skilled in"), "KG skilled in shadow")
q("filter_list", "evening shows starting half past seven in 2024 with a school group in the house. just the PF numbers", "values",
  [p["no"] for p in P if p["start"] == "19:30" and p["school"] and p["d"].year == 2024 and not p["off"]] , "performances: Start 19:30, School grp Y, year 2024")
q("filter_list", "Puppets taller than a metre and a half?", "values", [u["who"] for u in U if u["ht"] > 150], "puppets: Ht cm over 150")
# count
q("count", "How many puppets did Ottoline Frayne make for us?", "number", sum(u["carver"] == "Ottoline Frayne" for u in U), "puppets: rows by Carver")
q("count", "number of performances we had to scrap", "number", sum(p["off"] for p in P), "performances: Called off Y")
q("count", "How many of the glove puppets are insured for more than 600 pounds?", "number", sum(u["tech"] == "glove" and u["ins"] > 600 for u in U), "puppets: Technique glove, Insured over 600")
q("count", "How often did a show really play at the Seaview Pavilion in the whole list? Leave out anything called off.", "number", sum(p["venue"] == "Seaview Pavilion" for p in PLAYED), "performances: Venue, Called off N")
# sum
q("sum", "what did Nettle Soup bring in altogether, in pounds", "number", total(p["gbp"] for p in P if p["show"] == "Nettle Soup"), "performances: sum of Takings")
q("sum", "If everything from Seven Sleepy Giants burned, how much insurance money would we be owed in total?", "number", total(u["ins"] for u in U if u["show"] == "Seven Sleepy Giants"), "puppets: sum of Insured")
q("sum", "Total tickets sold at the Tramshed?", "number", total(p["sold"] for p in P if p["venue"] == "Tramshed"), "performances: sum of Tkts sold")
# average
q("average", "How heavy is a rod puppet on average (kilos, only those that were weighed)?", "number", mean(u["wt"] for u in U if u["tech"] == "rod"), "puppets: mean Wt, rod")
q("average", "avg audience size when Fenella Croft leads?", "number", mean(p["sold"] for p in P if p["lead"] == "Fenella Croft"), "performances: mean Tkts sold by Lead")
q("average", "What is the mean height in centimetres of the figures in Nettle Soup?", "number", mean(u["ht"] for u in U if u["show"] == "Nettle Soup"), "puppets: mean Ht")
# min_max
q("min_max", "smallest crowd we ever played to - how many tickets was it?", "number", min(p["sold"] for p in P if p["sold"] is not None), "performances: min Tkts sold")
q("min_max", "What is the largest sum any one puppet is insured for?", "number", max(u["ins"] for u in U), "puppets: max Insured")
q("min_max", "On what date was the earliest performance of The Tin Admiral in the list?", "values", min(p["d"] for p in P if p["show"] == "The Tin Admiral"), "performances: min Date")
# superlative
q("superlative", "Who's the heaviest lump in the whole puppet store?", "values", top({u["who"]: u["wt"] for u in U if u["wt"]}), "puppets: max Wt")
q("superlative", "Which performance made us the most money? the number please", "values", top({p["no"]: p["gbp"] for p in P if p["gbp"]}), "performances: max Takings")
q("superlative", "which show is for the oldest kids, I mean with the highest minimum age", "values", top({s: age(s) for s, r, _ in K if r == "suitable from age"}), "KG suitable from age, max")
# top_k
q("top_k", "Three tallest figures we own?", "values", top({u["who"]: u["ht"] for u in U}, 3), "puppets: three largest Ht")
q("top_k", "Name the two lead puppeteers who stand most often in the performance list.", "values", top(Counter(p["lead"] for p in P), 2), "performances: rows by Lead, two largest")
q("top_k", "top 4 halls by total takings", "values", top({v: sum(x) for v, x in by(P, "venue", "gbp").items()}, 4), "performances: sum Takings by Venue, four largest")
# comparison
q("comparison", "Which of the two weighs more, the Lighthouse Lady or Fox Horatio?", "values", top({w: pup[w]["wt"] for w in ("Lighthouse Lady", "Fox Horatio")}), "puppets: Wt of both")
q("comparison", "Did Gideon Marsh or Pavel Drozd carve more of our puppets?", "values", top({c: sum(u["carver"] == c for u in U) for c in ("Gideon Marsh", "Pavel Drozd")}), "puppets: rows of both carvers")
q("comparison", "corn exchange vs seaview pavilion, who holds more people?", "values", top({v: one({p["cap"] for p in P if p["venue"] == v}) for v in ("Corn Exchange", "Seaview Pavilion")}), "performances: Cap. of both")
# difference
q("difference", "How many more tickets went at PF545 than at PF557?", "number", perf["PF545"]["sold"] - perf["PF557"]["sold"], "performances: Tkts sold")
q("difference", "By how many centimetres does Old Slumberfoot tower over Tiny Wren?", "number", pup["Old Slumberfoot"]["ht"] - pup["Tiny Wren"]["ht"], "puppets: Ht")
q("difference", "Grimfang and Widow Rusalka are from the same show but not the same age. How many years lie between their makings?", "number", pup["Widow Rusalka"]["made"] - pup["Grimfang"]["made"], "puppets: Made")
# percent
q("percent", "What share of our puppets, in percent, has been retired?", "number", 100 * sum(u["state"] == "retired" for u in U) / len(U), "puppets: State retired of all")
q("percent", "pct of seats filled at PF512", "number", 100 * perf["PF512"]["sold"] / perf["PF512"]["cap"], "performances: Tkts sold of Cap.")
q("percent", "Of all performances in the list, what percentage was booked by a school group?", "number", 100 * sum(p["school"] for p in P) / len(P), "performances: School grp Y of all rows")
# group_by
q("group_by", "How many puppets per technique?", "table", Counter(u["tech"] for u in U), "puppets: rows by Technique")
q("group_by", "takings total for each show, one line a show", "table", {s: total(x) for s, x in by(P, "show", "gbp").items()}, "performances: sum Takings by Show")
q("group_by", "For each writer, how many of our shows did they write?", "table", Counter(t for _, r, t in K if r == "written by"), "KG written by, counted")
# group_superlative
q("group_superlative", "Which carver's puppets are insured for the most money taken together?", "values", top({c: sum(x) for c, x in by(U, "carver", "ins").items()}), "puppets: sum Insured by Carver, largest")
q("group_superlative", "For what show do we own the most puppets?", "values", top(Counter(u["show"] for u in U)), "puppets: rows by Show, largest")
q("group_superlative", "which show got called off more times than any other", "values", top(Counter(p["show"] for p in P if p["off"])), "performances: Called off Y by Show, largest")
# yes_no
q("yes_no", "Is the Copper Pot still usable, I mean not retired?", "boolean", pup["The Copper Pot"]["state"] != "retired", "puppets: State")
q("yes_no", "Was the Corn Exchange ever sold out, every last seat?", "boolean", any(p["sold"] == p["cap"] for p in P if p["venue"] == "Corn Exchange"), "performances: Tkts sold = Cap.")
q("yes_no", "Does Tomasz Birulski know how to handle string puppets?", "boolean", "string" in out("Tomasz Birulski", "skilled in"), "KG skilled in")
# negation
q("negation", "Which shows have no composer on file?", "values", {s for s, r, _ in K if r == "written by"} - {s for s, r, _ in K if r == "music by"}, "KG: shows less those with music by")
q("negation", "Our home studio had some leads. Which puppeteers from the performance list have never led at Thimble Lane Studio?", "values", {p["lead"] for p in P} - {p["lead"] for p in P if p["venue"] == "Thimble Lane Studio"}, "performances: leads less those at the studio")
q("negation", "carvers who did not make a single shadow puppet?", "values", {u["carver"] for u in U} - {u["carver"] for u in U if u["tech"] == "shadow"}, "puppets: carvers less those of shadow puppets")
# time_point
q("time_point", "Who was artistic director on 1 May 2010?", "values", [t[0] for t in at("artistic director of", "2010-05-01")], "TKG artistic director of on that day")
q("time_point", "who had Silver Face in hand back in 2009?", "values", [t[2] for t in at("performed by", "2009-07-01", head="Silver Face")], "TKG performed by in 2009")
q("time_point", "Which show was touring abroad on Christmas Day 2019?", "values", [t[0] for t in at("on tour in", "2019-12-25")], "TKG on tour in on that day")
q("time_point", "Name everyone who belonged to the company on 1 January 2000.", "values", [t[0] for t in at("company member of", "2000-01-01")], "TKG company member of on that day")
# before_after
q("before_after", "Who worked Admiral Pewter before Fenella Croft took over?", "values", facts("performed by", head="Admiral Pewter")[0][2], "TKG performed by, fact before hers")
q("before_after", "which sponsor of the theatre came right after Garrick & Lowe Brewers", "values", facts("sponsored by", head=C)[1][2], "TKG sponsored by, next fact")
q("before_after", "Helena Strand ran the house once. Who took the artistic director's chair directly after her?", "values", facts("artistic director of")[3][0], "TKG artistic director of, next fact")
q("before_after", "Where did The Fox Who Kept Time tour first, before it went to Ireland?", "values", facts("on tour in", head="The Fox Who Kept Time")[0][2], "TKG on tour in, fact before")
# duration
q("duration", "For how many full years was Constance Eberle artistic director?", "number", years(*facts("artistic director of", head="Constance Eberle")[0][3:]), "TKG start to end, completed years")
q("duration", "How many whole months did Kasimir and the Iron Wolf spend touring Poland?", "number", months(*facts("on tour in", head="Kasimir and the Iron Wolf")[0][3:]), "TKG start to end, completed months")
q("duration", "Cecily Amadi or Barnard Pyle: who stayed in the company longer?", "values", top({w: (f := facts("company member of", head=w)[0])[4] - f[3] for w in ("Cecily Amadi", "Barnard Pyle")}), "TKG company member of, lengths compared")
q("duration", "days between first and last day of the Barnaby Turnip tour round Saltcoast?", "number", (lambda f: (f[4] - f[3]).days)(facts("on tour in", head="Barnaby Turnip")[0]), "TKG end minus start in days")
# multi_hop
q("multi_hop", "In which county is the Ropewalk?", "values", county("The Ropewalk"), "KG stands in, lies in county")
q("multi_hop", "Who taught the carver that Pavel Drozd learned from?", "values", out(one(out("Pavel Drozd", "apprenticed to")), "apprenticed to"), "KG apprenticed to twice")
q("multi_hop", "Which directors have staged something by Cormac Devane?", "values", {director(s) for s in inn("Cormac Devane", "written by")}, "KG written by backwards, directed by")
q("multi_hop", "venues in Westmark that we play?", "values", [v for t in inn("Westmark", "lies in county") for v in inn(t, "stands in")], "KG lies in county and stands in, backwards")
q("multi_hop", "Who wrote the show that Castor Shipyards put money into?", "values", out(facts("sponsored by", tail="Castor Shipyards")[0][0], "written by"), "TKG sponsored by backwards, KG written by")
# cross_source
q("cross_source", "How many tickets were sold in the county of Saltcoast all in all?", "number", total(p["sold"] for p in P if county(p["venue"]) == "Saltcoast"), "performances by Venue, KG stands in, lies in county")
q("cross_source", "What are the puppets of all shows directed by Miriam Castellane insured for together?", "number", total(u["ins"] for u in U if director(u["show"]) == "Miriam Castellane"), "puppets by Show, KG directed by")
q("cross_source", "who carved the puppet that Marguerite Oduya has been performing since October 2018?", "values", pup[one(t[0] for t in at("performed by", "2018-10-31", tail="Marguerite Oduya"))]["carver"], "TKG performed by, puppets Carver")
q("cross_source", "Count the performances, called off or not, of pieces suitable for 3-year-olds.", "number", sum(age(p["show"]) <= 3 for p in P), "performances by Show, KG suitable from age 3 or less")
q("cross_source", "Which puppets made by people who learned from Walter Stenhouse directly are worn out a bit (state worn)?", "values", [u["who"] for u in U if u["state"] == "worn" and "Walter Stenhouse" in out(u["carver"], "apprenticed to")], "KG apprenticed to, puppets State worn")
# missing
q("missing", "Which puppets have never had their weight written down?", "values", [u["who"] for u in U if u["wt"] is None], "puppets: Wt kg is ?")
q("missing", "performances that did take place but where the takings weren't noted? PF numbers", "values", [p["no"] for p in PLAYED if p["gbp"] is None], "performances: Called off N, Takings n/a")
q("missing", "For how many puppets is the date of the last inspection not known?", "number", sum(u["insp"] is None for u in U), "puppets: Last insp. is ?")
# unanswerable
q("unanswerable", "How long does Oskar's Paper Sea run, in minutes?", "refuse", [], "no running times in any file")
q("unanswerable", "what wood is Grimfang carved from", "refuse", [], "no materials in any file")
q("unanswerable", "How many people came to The Dragon of Harlow Hill?", "refuse", [], "no such show")
q("unanswerable", "What does Yuki Harada earn per performance?", "refuse", [], "no wages in any file")
q("unanswerable", "Which newspaper gave Queen of Moths the best review?", "refuse", [], "no reviews in any file")
q("unanswerable", "Who was the artistic director in 1985?", "refuse", [], "the record begins in 1991")

assert len(Q) == 80 and len({x["question"] for x in Q}) == 80
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f:
    for was, is_ in zip([json.loads(x) for x in f], Q):
        if was != is_: print(was["id"], was, is_)
