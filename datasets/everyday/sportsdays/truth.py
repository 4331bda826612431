import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import records, best, fmt, one
A, R, M = (records(here, f + ".csv") for f in ("athletes", "results", "teams"))
for r in A: r["age"] = int(r["age"])
for r in R: r["pts"] = int(r["pts"])
who = {r["ath_id"]: r["name"] for r in A}
team = {r["tm"]: r["team"] for r in M}
of = {r["ath_id"]: r["tm"] for r in A}
used = {r["ath_id"] for r in R}
vals = lambda T, c: {r[c] for r in T if r[c]}
n = lambda T, **w: sum(all(r[c] == v for c, v in w.items()) for r in T)
per = lambda T, c: Counter(r[c] for r in T)
club = lambda x: one(r for r in M if r["team"] == x)
assert used <= set(who) and set(of.values()) <= set(team)
assert len(set(who.values())) == len(A) and len(set(team.values())) == len(M) and len(vals(R, "res_no")) == len(R)
pts = Counter()
for r in R: pts[who[r["ath_id"]]] += r["pts"]
V, N, B, T = "values", "number", "boolean", "table"
Q = [
("count", "How many athletes are there?", N, len(A)),
("count", "how many teams", N, len(M)),
("count", "number of results?", N, len(R)),
("count", "how many finals results do we have", N, n(R, round="final")),
("count", "How many athletes are from Ireland?", N, n(A, country="Ireland")),
("count", "count of U16 athletes", N, n(A, age_group="U16")),
("count", "how many athletes are older than 17?", N, sum(r["age"] > 17 for r in A)),
("count", "How many teams are in the North division?", N, n(M, division="North")),
("count", "how many green teams are there?", N, n(M, colour="green")),
("count", "number of results at Lenn Stadium", N, n(R, venue="Lenn Stadium")),
("count", "How many javelin results are there?", N, n(R, event="javelin")),
("count", "how many first places?", N, n(R, place="1")),
("distinct", "How many events are there?", N, len(vals(R, "event"))),
("distinct", "how many venues do we have?", N, len(vals(R, "venue"))),
("distinct", "number of coaches", N, len(vals(M, "coach"))),
("distinct", "How many countries do the athletes come from?", N, len(vals(A, "country"))),
("distinct", "how many different towns", N, len(vals(M, "town"))),
("distinct", "how many referees are there", N, len(vals(R, "referee"))),
("distinct", "How many age groups are there?", N, len(vals(A, "age_group"))),
("distinct", "how many divisions do we have", N, len(vals(M, "division"))),
("distinct", "number of team colours?", N, len(vals(M, "colour"))),
("distinct", "On how many different dates were there results?", N, len(vals(R, "date"))),
("distinct", "how many athletes have a result?", N, len(used)),
("distinct", "How many teams have athletes?", N, len(set(of.values()))),
("list", "list the events", V, vals(R, "event")),
("list", "which venues are there?", V, vals(R, "venue")),
("list", "show all teams", V, vals(M, "team")),
("list", "Who are the coaches?", V, vals(M, "coach")),
("list", "names of the referees", V, vals(R, "referee")),
("list", "What countries are there?", V, vals(A, "country")),
("list", "list all divisions", V, vals(M, "division")),
("list", "which towns do the teams come from", V, vals(M, "town")),
("missing", "Which athletes have no results?", V, {who[a] for a in set(who) - used}),
("missing", "teams without athletes", V, {team[t] for t in set(team) - set(of.values())}),
("missing", "how many athletes have never competed?", N, len(set(who) - used)),
("missing", "How many teams have no athletes?", N, len(set(team) - set(of.values()))),
("missing", "which towns have no athletes?", V, vals(M, "town") - {r["town"] for r in M if r["tm"] in of.values()}),
("superlative", "who is the oldest athlete?", V, best({r["name"]: r["age"] for r in A})),
("superlative", "Who is the youngest?", V, best({r["name"]: r["age"] for r in A}, low=True)),
("min_max", "lowest age?", N, min(r["age"] for r in A)),
("superlative", "which team has the most athletes?", V, [team[t] for t in best(per(A, "tm"))]),
("superlative", "Which athlete has the most points in total?", V, best(pts)),
("group_by", "athletes per country", T, per(A, "country")),
("group_by", "How many results does each event have?", T, per(R, "event")),
("group_by", "number of teams by division", T, per(M, "division")),
("group_by", "results per venue", T, per(R, "venue")),
("group_by", "how many athletes in each age group?", T, per(A, "age_group")),
("lookup", "Who coaches the Granite Goats?", V, {club("Granite Goats")["coach"]}),
("lookup", "what colour is Kestrel Club", V, {club("Kestrel Club")["colour"]}),
("lookup", "How old is Hamid Drake?", N, one(r["age"] for r in A if r["name"] == "Hamid Drake")),
("lookup", "which team is Tilda Ames in?", V, {team[one(r["tm"] for r in A if r["name"] == "Tilda Ames")]}),
("sum", "total points", N, sum(r["pts"] for r in R)),
("sum", "how many points were given in the long jump altogether?", N, sum(r["pts"] for r in R if r["event"] == "long jump")),
("average", "What is the average age of the athletes?", N, sum(r["age"] for r in A) / len(A)),
("average", "average points per result", N, sum(r["pts"] for r in R) / len(R)),
("yes_no", "Are there any athletes from Brazil?", B, "Brazil" in vals(A, "country")),
("yes_no", "is there a team from Sandrey?", B, "Sandrey" in vals(M, "town")),
("negation", "which teams in the East division are not from Tarn Hill?", V, {r["team"] for r in M if r["division"] == "East" and r["town"] != "Tarn Hill"}),
("filter_list", "Which teams come from Port Lenn?", V, {r["team"] for r in M if r["town"] == "Port Lenn"}),
("unanswerable", "how tall is Hamid Drake?", "refuse", []),
]
def answer(t, a):
    if t == B: return ["yes" if a else "no"]
    if t == T: return [f"{k} | {fmt(v)}" for k, v in sorted(a.items())]
    return [fmt(a)] if t == N else sorted(a)
new = [{"id": f"sportsdays-{i:02d}", "question": q, "kind": k, "answer_type": t, "answers": answer(t, a)}
       for i, (k, q, t, a) in enumerate(Q, 1)]
assert len(new) == 60 == len({q["question"] for q in new})
path = os.path.join(here, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(json.dumps(q, ensure_ascii=False) + "\n" for q in new)
with open(path, encoding="utf-8") as f:
    old = [json.loads(line) for line in f]
for i in range(max(len(old), len(new))):
    if old[i:i + 1] != new[i:i + 1]: print("was", old[i:i + 1], "now", new[i:i + 1])
