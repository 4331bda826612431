"""Computes every answer of the 'hospice' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *
Q = []
q = asking("hospice", Q)

V = [dict(id=r["Visit no."], date=day(r["Date"], "%d %b %Y"), place=r["Place"], client=r["Client"], who=r["Seen by"], service=r["Service"],
          min=num(r["Min."]), miles=num(r["Miles"]), cost=digits(r["Cost"]), fund=r["Funded by"] or None, status=r["Status"])
     for r in records(HERE, "visits.csv")]
P = [dict(name=r["name"], job=r["job"], paid=r["contract"] == "paid", town=r["base_town"], start=iso(r["started"]), hours=num(r["hours_week"]),
          rate=digits(r["hourly_rate"]), instr=r["instrument"] or None, drives=r["drives"] == "Y", dbs=r["dbs_check"] or None)
     for r in records(HERE, "staff.csv")]
K, T = graphs(HERE, "hospice", when=lambda s: int(s) if s else None)
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
visit = {v["id"]: v for v in V}
staff = {p["name"]: p for p in P}
done = [v for v in V if v["status"] == "done"]
assert len(visit) == len(V) and len(staff) == len(P) and {v["who"] for v in V} <= set(staff)
assert all((v["min"] is None) == (v["status"] != "done") and not (v["cost"] and v["min"] is None) for v in V)
assert all(staff[f[0]]["start"].year < f[3] or staff[f[0]]["start"].year == f[3] for f in T if f[0] in staff)
for h, r, t in K:  # the managers of the graph are those of the temporal graph
    if r == "managed by": assert [f[0] for f in T if f[1].endswith("manager of") and f[2] == h and f[4] is None] == [t]
BEDS = {h: int(t) for h, r, t in K if r == "number of beds"}


def inside(rel, y, **kw):
    """who held it in a year that is nobody's first or last"""
    assert not any(y in (f[3], f[4]) for f in facts(rel, **kw)), (rel, y)
    return at(rel, y, **kw)


def years(f): return f[4] - f[3]


def ids(rows): return [r["id"] for r in rows]


def names(rows): return [r["name"] for r in rows]


def tally(rows, key): return dict(Counter(r[key] for r in rows if r[key] is not None))


def of(rows, **want): return [r for r in rows if all(r[k] == v for k, v in want.items())]


def top(rows, v, n=1, low=False): return best({r.get("id") or r["name"]: r[v] for r in rows if r[v] is not None}, n, low)


def money(rows, key="service"): return {k: total(g, "cost") for k, g in group(rows, itemgetter(key)).items()}


# lookup
q("lookup", "what instrument does Vera Pascoe play", "values", staff["Vera Pascoe"]["instr"], "instrument")
q("lookup", "V3077 - how many minutes was that one?", "number", visit["V3077"]["min"], "Min. of that visit")
q("lookup", "Could you please tell me who is in charge of the Millbrook Care Home these days?", "values", out("Millbrook Care Home", "managed by"), "graph: managed by")
q("lookup", "hourly rate Hugh Penrose", "number", staff["Hugh Penrose"]["rate"], "hourly_rate")

# filter_list
q("filter_list", "which of the volunteers can play an instrument? I need the names for the carol evening", "values",
  names([p for p in P if not p["paid"] and p["instr"]]), "contract volunteer, instrument not empty")
q("filter_list", "visits over 45 pounds, just visit numbers", "values", ids([v for v in V if (v["cost"] or 0) > 45]), "Cost above 45")
q("filter_list", "who is speaking Arabic in our organisation?", "values", inn("Arabic", "speaks"), "graph: speaks Arabic")
q("filter_list", "Everything that got cancelled in July 2024 (visit nos).", "values",
  ids([v for v in of(V, status="cancelled") if (v["date"].year, v["date"].month) == (2024, 7)]), "Status cancelled, Date in July 2024")

# count
assert len(of(V, who="Grace Tan")) == len(of(done, who="Grace Tan"))
q("count", "How many visits did Grace Tan do?", "number", len(of(V, who="Grace Tan")), "rows with Seen by Grace Tan")
q("count", "nr of people based in ellerton on our staff list", "number", len(of(P, town="Ellerton")), "base_town")
q("count", "How many different clients had their visit at Primrose Ward actually done?", "number", len({v["client"] for v in of(done, place="Primrose Ward")}),
  "distinct Client of done visits there")
q("count", "how many of our nurses drive", "number", sum(p["drives"] for p in of(P, job="nurse")), "job nurse, drives Y")

# sum
q("sum", "How much did music therapy cost us in total?", "number", total(of(V, service="music therapy"), "cost"), "sum of Cost of the service")
q("sum", "miles driven in januray 2024 please", "number", total([v for v in V if (v["date"].year, v["date"].month) == (2024, 1)], "miles"), "sum of Miles, Date in January 2024")
q("sum", "Bill Nancarrow is such a dear. How many minutes has he sat with people, all visits added up?", "number", total(of(V, who="Bill Nancarrow"), "min"), "sum of Min.")
q("sum", "what was spent on visits the rotary club paid", "number", total(of(V, fund="Rotary Club"), "cost"), "sum of Cost, Funded by Rotary Club")

# average
q("average", "avg cost of a nursing care visit", "number", mean(of(V, service="nursing care"), "cost"), "mean of Cost of the service")
q("average", "What do our nurses earn an hour, on average?", "number", mean(of(P, job="nurse"), "rate"), "mean of hourly_rate of nurses")
q("average", "How long does a visit to The Old Rectory last in average (minutes)?", "number", mean(of(V, place="The Old Rectory"), "min"), "mean of Min. there")

# min_max
q("min_max", "lowest hourly wage we pay?", "number", min(known(P, "rate")), "minimum of hourly_rate")
q("min_max", "most miles anybody drove for one single visit", "number", max(known(V, "miles")), "maximum of Miles")
assert not [v for v in of(V, place="Heron Ward") if v["status"] != "done"]
q("min_max", "When was the last time someone visited Heron Ward?", "values", max(v["date"] for v in of(V, place="Heron Ward")), "latest Date there")

# superlative
q("superlative", "who's been with us longest? the person with the earliest start date", "values", top(P, "start", low=True), "earliest started")
q("superlative", "place with the most beds", "values", best(BEDS), "graph: number of beds")
q("superlative", "Which service ate up the most money?", "values", best(money(V)), "largest sum of Cost by Service")
q("superlative", "busiest music therapist, by completed music therapy visits - who is it", "values",
  best(tally([v for v in done if staff[v["who"]]["job"] == "music therapist"], "who")), "most done rows of people with that job")

# top_k
q("top_k", "3 best paid people per hour", "values", top(P, "rate", 3), "largest hourly_rate")
q("top_k", "I'd like the five most expensive visits. Visit numbers are sufficient.", "values", top(V, "cost", 5), "largest Cost")
q("top_k", "the 2 volunteer sitters with most minutes in total", "values",
  best(sums([v for v in V if staff[v["who"]]["job"] == "volunteer sitter"], "who", "min"), 2), "largest sums of Min. by Seen by")

# group_by
q("group_by", "cost per service, summed", "table", money(V), "sum of Cost by Service")
q("group_by", "How many people do we have in every town (staff and volunteers together)?", "table", tally(P, "town"), "rows by base_town")
q("group_by", "visit status overview: how many of each", "table", tally(V, "status"), "rows by Status")
x = [p for p in P if p["rate"] is not None and p["job"] in ("nurse", "music therapist", "physiotherapist")]
q("group_by", "mean hourly pay for nurses, music therapists and physiotherapists, one figure for each job pls", "table", means(x, "job", "rate"), "mean of hourly_rate by job")

# group_superlative
q("group_superlative", "for each service, who drove the most miles all in all?", "table",
  {s: best(sums(g, "who", "miles"))[0] for s, g in group(V, itemgetter("service")).items()}, "largest sum of Miles by Seen by within Service")
q("group_superlative", "In every town, which of our people started first?", "table",
  {t: top(g, "start", low=True)[0] for t, g in group(P, itemgetter("town")).items()}, "earliest started within base_town")
q("group_superlative", "dearest visit for every funder, give visit no", "table",
  {f: top(g, "cost")[0] for f, g in group([v for v in V if v["fund"]], itemgetter("fund")).items()}, "largest Cost within Funded by")

# comparison
q("comparison", "who works more hours a week, Yasmin Farouk or Ewelina Duda", "values", best({n: staff[n]["hours"] for n in ("Yasmin Farouk", "Ewelina Duda")}), "hours_week")
q("comparison", "Did we spend more on physiotherapy or on bereavement support?", "values", best({s: money(V)[s] for s in ("physiotherapy", "bereavement support")}), "sums of Cost")
q("comparison", "rowan ward vs the old rectory: which has more beds", "values", best({s: BEDS[s] for s in ("Rowan Ward", "The Old Rectory")}), "graph: number of beds")

# difference
q("difference", "How much more per hour does Catrin Bevan get than Julian Rowse?", "number", staff["Catrin Bevan"]["rate"] - staff["Julian Rowse"]["rate"], "hourly_rate of the two")
q("difference", "beds: heron ward minus primrose ward", "number", BEDS["Heron Ward"] - BEDS["Primrose Ward"], "graph: number of beds")
m = {k: sum((v["date"].year, v["date"].month) == k for v in done) for k in ((2023, 12), (2023, 11))}
q("difference", "December 2023 was busier than the month before. How many more visits were done in it, counting only those with status done?",
  "number", m[2023, 12] - m[2023, 11], "done rows of the two months, subtracted")

# percent
q("percent", "what percentage of the people on the staff list are volunteers", "number", share(P, lambda p: not p["paid"]), "contract volunteer of all")
q("percent", "cancelled visits as % of all visits?", "number", share(V, lambda v: v["status"] == "cancelled"), "Status cancelled of all")
q("percent", "Which part of our total visit cost went to music therapy? In percent, please.", "number", 100 * money(V)["music therapy"] / total(V, "cost"), "sum of Cost of the service of all Cost")

# yes_no
q("yes_no", "does Martin Opie drive", "boolean", staff["Martin Opie"]["drives"], "drives")
q("yes_no", "Was Edith Marrack ever the treasurer of the trust?", "boolean", facts("treasurer of", "Edith Marrack"), "temporal graph: treasurer of")
q("yes_no", "has desmond clarke visited anyone at all?", "boolean", of(V, who="Desmond Clarke"), "rows with Seen by Desmond Clarke")
q("yes_no", "Owen Treloar - he's the manager of Orchard House now, correct?", "boolean", "Owen Treloar" in out("Orchard House", "managed by"), "graph: managed by")

# negation
q("negation", "Volunteers who do not drive?", "values", names([p for p in P if not p["paid"] and not p["drives"]]), "contract volunteer, drives N")
q("negation", "any nurse without a single visit in the book, who", "values", [p["name"] for p in of(P, job="nurse") if not of(V, who=p["name"])], "job nurse, no rows in visits")
q("negation", "places with beds but no musical instrument", "values", set(BEDS) - heads("has instrument"), "graph: number of beds, no has instrument")
q("negation", "Visits in February 2024 other than to private homes, visit numbers", "values",
  ids([v for v in V if (v["date"].year, v["date"].month) == (2024, 2) and v["place"] != "Private home"]), "Date in February 2024, Place not Private home")

# time_point
q("time_point", "who chaired the trustees in 2016", "values", one(inside("chair of trustees", 2016))[0], "temporal graph: chair of trustees")
q("time_point", "Treasurer back in 2012?", "values", one(inside("treasurer of", 2012))[0], "temporal graph: treasurer of")
q("time_point", "In 2017 who were the ward managers, whichever the ward?", "values", [f[0] for f in inside("ward manager of", 2017)], "temporal graph: ward manager of")
q("time_point", "volunteer coordinator ellerton 2019", "values", one(inside("volunteer coordinator for", 2019, tail="Ellerton"))[0], "temporal graph: volunteer coordinator for")

# before_after
q("before_after", "Who ran Heron Ward before Stuart Bligh?", "values", step(facts("ward manager of", tail="Heron Ward"), 0, "Stuart Bligh", -1), "temporal graph: previous ward manager of")
q("before_after", "after lorna sleeman left as chief exec, who got the job", "values", step(facts("chief executive of"), 0, "Lorna Sleeman", 1), "temporal graph: next chief executive of")
q("before_after", "Noreen Walsh has The Old Rectory. Which home did she manage prior to that?", "values", step(facts("home manager of", "Noreen Walsh"), 2, "The Old Rectory", -1), "temporal graph: her previous home manager of")
q("before_after", "oliver stead gave up the carol concert, who organises it since", "values", step(facts("organises", tail="Carol Concert"), 0, "Oliver Stead", 1), "temporal graph: next organises")

# duration
q("duration", "How many years was Dame Ruth Elwood our patron?", "number", years(one(facts("patron of", "Dame Ruth Elwood"))), "temporal graph: end minus start")
q("duration", "walter goss, treasurer: for how many years", "number", years(one(facts("treasurer of", "Walter Goss"))), "temporal graph: end minus start")
x = [v["date"] for v in of(V, who="Joel Akande")]
assert all(v["status"] == "done" for v in of(V, who="Joel Akande"))
q("duration", "How many days lie between Joel Akande's first and last visit?", "number", (max(x) - min(x)).days, "latest Date minus earliest Date")

# multi_hop
q("multi_hop", "which county is Rowan Ward in?", "values", out(one(out("Rowan Ward", "located in")), "in county"), "graph: located in, in county")
q("multi_hop", "Where did the boss of Sian Maddock do their training?", "values", out(one(out("Sian Maddock", "reports to")), "trained at"), "graph: reports to, trained at")
q("multi_hop", "head of the home nursing team reports to whom", "values", out(one(now("leads", tail="Home Nursing Team"))[0], "reports to"), "temporal graph: leads; reports to")
q("multi_hop", "foreign languages spoken by somebody in the Home Nursing Team", "values", [l for p in inn("Home Nursing Team", "member of") for l in out(p, "speaks")], "graph: member of, speaks")

# cross_source
mine = inn("Stuart Bligh", "managed by")
q("cross_source", "What did all the visits on Stuart Bligh's wards cost?", "number", total([v for v in V if v["place"] in mine], "cost"), "graph: managed by; sum of Cost")
north = {p for t in inn("Northmoor", "in county") for p in inn(t, "located in")}
q("cross_source", "total minutes of visits in places in Northmoor county", "number", total([v for v in V if v["place"] in north], "min"), "graph: located in, in county; sum of Min.")
q("cross_source", "what do we pay the leader of the Music Therapy Team an hour?", "number", staff[one(now("leads", tail="Music Therapy Team"))[0]]["rate"], "temporal graph: leads; hourly_rate")
x = inn("Rosalind Tremayne", "reports to")
q("cross_source", "miles clocked up by the people who report to Rosalind Tremayne", "number", total([v for v in V if v["who"] in x], "miles"), "graph: reports to; sum of Miles")

# missing
q("missing", "Which visits have no funder noted?", "values", ids([v for v in V if not v["fund"]]), "Funded by empty")
q("missing", "paid staff, hourly rate missing - who?", "values", names([p for p in P if p["paid"] and p["rate"] is None]), "contract paid, hourly_rate empty")
q("missing", "we have people where the DBS check field was left blank, names please", "values", names([p for p in P if not p["dbs"]]), "dbs_check empty")
q("missing", "done visits that still have no cost against them (numbers)", "values", ids([v for v in done if v["cost"] is None]), "Status done, Cost empty")

# unanswerable
q("unanswerable", "what illness does client C-019 have", "refuse", [], "no diagnoses in the data")
q("unanswerable", "How much money did the Summer Fete raise last year?", "refuse", [], "no takings of events in the data")
q("unanswerable", "phone no of Tessa Chenoweth??", "refuse", [], "no telephone numbers in the data")
q("unanswerable", "My late husband was so fond of Dorothy Venn. When is her birthday?", "refuse", [], "no birthdays in the data")
finish(HERE, Q)
