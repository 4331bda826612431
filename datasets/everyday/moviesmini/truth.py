import json, os, sys
from collections import Counter, defaultdict
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records

NAME = os.path.basename(HERE)
QS = []


def q(kind, question, atype, answers):
    if atype == "boolean": answers = ["yes" if answers else "no"]
    elif atype == "table": answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
    elif atype == "number": answers = [fmt(answers)]
    elif isinstance(answers, str): answers = [answers]
    else: answers = sorted(set(answers))
    assert (atype == "refuse") == (answers == []) and "" not in answers, question
    QS.append({"id": f"{NAME}-{len(QS) + 1:02d}", "question": question, "kind": kind, "answer_type": atype,
               "answers": answers})


def fmt(x): return f"{x:.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def col(t, k): return {r[k] for r in t if r[k]}
def n(t, **w): return sum(all(r[k] == v for k, v in w.items()) for r in t)
def total(t, k): return round(sum(float(r[k]) for r in t if r[k]), 2)
def mean(t, k):
    xs = [float(r[k]) for r in t if r[k]]
    return sum(xs) / len(xs)
def by(t, k):
    g = defaultdict(list)
    for r in t:
        assert r[k]
        g[r[k]].append(r)
    return g
def per(t, k): return {a: len(g) for a, g in by(t, k).items()}
def top(d, low=False):
    m = (min if low else max)(d.values())
    found = [k for k, v in d.items() if v == m]
    assert len(found) == 1, found
    return found[0]
def vals(t, k, v): return {r[k]: float(r[v]) for r in t}


F, C, S = (records(HERE, f + ".csv") for f in ("films", "cinemas", "screenings"))
KG = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, NAME + ".kg.tsv")]
rel = lambda r: {h: t for h, x, t in KG if x == r}
born, lies = rel("born_in"), rel("located_in")
won = [(h, t) for h, x, t in KG if x == "won_award"]
film = {r["film_id"]: r for r in F}
cinema = {r["cin_code"]: r for r in C}
shown_films, used = col(S, "film_id"), col(S, "cin_code")
directors = col(F, "director")
assert directors == set(born) and set(born.values()) < set(lies)
assert {h for h, _ in won} < directors

q("count", "How many films are there?", "number", len(F))
q("count", "how many cinemas", "number", len(C))
q("count", "number of screenings?", "number", len(S))
q("count", "How many screenings were cancelled?", "number", n(S, status="cancelled"))
q("count", "how many comedies do we have", "number", n(F, genre="comedy"))
q("count", "How many cinemas are in Hamburg?", "number", n(C, city="Hamburg"))
q("count", "count of IMAX screenings", "number", n(S, format="IMAX"))
q("count", "how many films are in French?", "number", n(F, lang="French"))
q("count", "number of films from 2021", "number", n(F, year="2021"))
q("count", "How many films did Keiko Arimura direct?", "number", n(F, director="Keiko Arimura"))
q("count", "how many cinemas does Starplex have", "number", n(C, chain="Starplex"))
q("count", "How many screenings start at 20:00?", "number", n(S, start="20:00"))

q("distinct", "How many directors are there?", "number", len(directors))
q("distinct", "how many genres do we have", "number", len(col(F, "genre")))
q("distinct", "How many different languages are the films in?", "number", len(col(F, "lang")))
q("distinct", "how many cities?", "number", len(col(C, "city")))
q("distinct", "number of cinema chains", "number", len(col(C, "chain")))
q("distinct", "How many age ratings are there?", "number", len(col(F, "age_rating")))
q("distinct", "How many formats are there?", "number", len(col(S, "format")))
q("distinct", "count the different start times", "number", len(col(S, "start")))
q("distinct", "on how many different dates are there screenings?", "number", len(col(S, "scr_date")))
q("distinct", "how many countries are in the data", "number", len(set(lies)))
q("distinct", "How many continents?", "number", len(set(lies.values())))
q("distinct", "number of different awards?", "number", len({t for _, t in won}))

q("list", "list the directors", "values", directors)
q("list", "Which cities are there?", "values", col(C, "city"))
q("list", "show all films", "values", col(F, "title"))
q("list", "what genres are there?", "values", col(F, "genre"))
q("list", "Show me all the cinemas", "values", col(C, "name"))
q("list", "which languages do we have", "values", col(F, "lang"))
q("list", "list of countries", "values", set(lies))
q("list", "what are the chains?", "values", col(C, "chain"))

q("negation", "Which films have never been screened?", "values", [r["title"] for r in F if r["film_id"] not in shown_films])
q("negation", "cinemas without screenings", "values", [r["name"] for r in C if r["cin_code"] not in used])
q("negation", "which directors have no award?", "values", directors - {h for h, _ in won})
q("negation", "countries with no directors", "values", set(lies) - set(born.values()))
q("negation", "Which directors have no film in the screenings?", "values", directors - {film[f]["director"] for f in shown_films})

q("superlative", "Which film is the longest?", "values", top(vals(F, "title", "runtime_min")))
q("superlative", "shortest film?", "values", top(vals(F, "title", "runtime_min"), low=True))
q("superlative", "which cinema has the most screens", "values", top(vals(C, "name", "screens")))
q("superlative", "What is the oldest cinema?", "values", top(vals(C, "name", "opened"), low=True))
assert top(vals(S, "scr_id", "price_eur"), low=True)
q("min_max", "lowest ticket price?", "number", min(float(r["price_eur"]) for r in S))

q("group_by", "films per genre", "table", per(F, "genre"))
q("group_by", "How many cinemas are there in each city?", "table", per(C, "city"))
q("group_by", "screenings by format", "table", per(S, "format"))
q("group_by", "tickets sold per day", "table", {k: int(total(g, "tickets_sold")) for k, g in by(S, "scr_date").items()})
q("group_by", "number of countries per continent", "table", dict(Counter(lies.values())))

q("lookup", "Who directed Midnight Bakery?", "values", [r["director"] for r in F if r["title"] == "Midnight Bakery"])
q("lookup", "where was Nia Kamau born?", "values", born["Nia Kamau"])
q("lookup", "what city is the Roxy in", "values", [r["city"] for r in C if r["name"] == "Roxy"])
q("sum", "How many tickets were sold in total?", "number", int(total(S, "tickets_sold")))
q("sum", "total number of screens?", "number", int(total(C, "screens")))
q("average", "average runtime of the films", "number", mean(F, "runtime_min"))
q("average", "What is the average ticket price?", "number", mean(S, "price_eur"))
q("yes_no", "Is there a cinema in Berlin?", "boolean", n(C, city="Berlin") > 0)
q("yes_no", "did Luc Fabre win an award?", "boolean", any(h == "Luc Fabre" for h, _ in won))
q("filter_list", "which films are in Japanese?", "values", [r["title"] for r in F if r["lang"] == "Japanese"])
q("missing", "films with no age rating", "values", [r["title"] for r in F if not r["age_rating"]])
q("unanswerable", "Who is the lead actor in Starling?", "refuse", [])
q("unanswerable", "how much does popcorn cost at the Rialto?", "refuse", [])

assert len(QS) == 60 and len({x["question"].lower() for x in QS}) == 60, len(QS)
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in QS)
    print(Counter(x["kind"] for x in QS))
with open(path, encoding="utf-8") as file:
    old = [json.loads(line) for line in file]
differ = [(was, now) for was, now in zip(old, QS) if was != now]
for was, now in differ:
    print(was, "!=", now)
print("nothing differs" if not differ and len(old) == len(QS) else "DIFFERS")
