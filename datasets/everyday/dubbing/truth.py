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


K = [(r["head"], r["relation"], r["tail"]) for r in records(HERE, NAME + ".kg.tsv")]
T = sorted(((r["head"], r["relation"], r["tail"], iso(r["start"]), iso(r["end"])) for r in records(HERE, NAME + ".tkg.tsv")), key=lambda t: t[3])
def out(h, rel): return [t for a, r, t in K if (a, r) == (h, rel)]
def inn(t, rel): return [a for a, r, b in K if (b, r) == (t, rel)]
def facts(rel, head=None, tail=None): return [t for t in T if t[1] == rel and head in (None, t[0]) and tail in (None, t[2])]
def at(rel, d, **k): return [t for t in facts(rel, **k) if t[3] <= iso(d) and (t[4] is None or t[4] >= iso(d))]
def now(rel, **k): return [t for t in facts(rel, **k) if t[4] is None]

def num(s): return None if s in ("-", "") else float(s.replace(".", "").replace(",", ".").rstrip("'"))
def day(s): return datetime.strptime(s, "%d.%m.%Y").date() if s != "-" else None
def mins(s): h, m = s.split(":"); return 60 * int(h) + int(m)


F = [dict(code=r["Code"], title=r["Title"], lang=r["Lang"], genre=r["Genre"], len=num(r["Length"]), client=r["Client"],
          d=day(r["Delivered"]), eur=num(r["Budget EUR"]), mix=r["Mix"], fsk=num(r["FSK"]), subs=r["Subs too"] == "x")
     for r in records(HERE, "films.csv")]
S = [dict(no=r["Session"], d=day(r["Day"]), film=r["Film"], who=r["Voice"], part=r["Part"], room=r["Room"],
          takes=num(r["Takes"]), min=mins(r["Rec. h:mm"]), fee=num(r["Fee EUR"]), re=r["Retake"] == "x", eng=r["Sound"])
     for r in records(HERE, "sessions.csv")]
film, code, ses = {f["title"]: f for f in F}, {f["code"]: f for f in F}, {s["no"]: s for s in S}
for s in S: s["title"] = code[s["film"]]["title"]


# lookup
q("lookup", "What part did Casper Wendt speak in session 23-048?", "values", ses["23-048"]["part"], "sessions: Part")
q("lookup", "Who ordered the dub of The Tea Smuggler?", "values", film["The Tea Smuggler"]["client"], "films: Client")
q("lookup", "budget for Neon Abbey in euros pls", "number", film["Neon Abbey"]["eur"], "films: Budget EUR")
q("lookup", "is Bastian Kroll a bass or a tenor or what", "values", out("Bastian Kroll", "voice type"), "KG voice type")
q("lookup", "On which day did The Last Ferryman go out to the client?", "values", film["The Last Ferryman"]["d"], "films: Delivered")
# filter_list
q("filter_list", "I need all titles we mixed in Atmos that run longer than two hours.", "values", [f["title"] for f in F if f["mix"] == "Atmos" and f["len"] and f["len"] > 120], "films: Mix Atmos, Length over 120")
q("filter_list", "Horror films cleared only for adults, so FSK 18?", "values", [f["title"] for f in F if f["genre"] == "horror" and f["fsk"] == 18], "films: Genre horror, FSK 18")
q("filter_list", "sopranos on our books", "values", inn("soprano", "voice type"), "KG voice type soprano")
q("filter_list", "Which sessions in the Topaz room were retakes? Session numbers are enough.", "values", [s["no"] for s in S if s["room"] == "Topaz" and s["re"]], "sessions: Room Topaz, Retake x")
# count
q("count", "How many of the titles come from Japan, going by the language?", "number", sum(f["lang"] == "JA" for f in F), "films: Lang JA")
q("count", "how often was ulrike tannhof in front of the mike", "number", sum(s["who"] == "Ulrike Tannhof" for s in S), "sessions: rows by Voice")
q("count", "How many films got subtitles from us as well as a dub?", "number", sum(f["subs"] for f in F), "films: Subs too x")
# sum
q("sum", "What did Gunnar Pauli cost us in fees, all his sessions added up?", "number", total(s["fee"] for s in S if s["who"] == "Gunnar Pauli"), "sessions: sum of Fee")
q("sum", "total budget of everything ordered by Bluewhale Kids", "number", total(f["eur"] for f in F if f["client"] == "Bluewhale Kids"), "films: sum of Budget")
q("sum", "All sessions Rupert Sandau sat at the desk for: how many minutes were recorded in total?", "number", sum(s["min"] for s in S if s["eng"] == "Rupert Sandau"), "sessions: sum of Rec. in minutes")
# average
q("average", "How long is a Swedish title on average, in minutes?", "number", mean(f["len"] for f in F if f["lang"] == "SV"), "films: mean Length, Lang SV")
q("average", "avg fee per session for Henrike Solm?", "number", mean(s["fee"] for s in S if s["who"] == "Henrike Solm"), "sessions: mean Fee")
q("average", "Takes per session in the Onyx room, on average, where somebody noted them?", "number", mean(s["takes"] for s in S if s["room"] == "Onyx"), "sessions: mean Takes, Onyx")
# min_max
q("min_max", "What is the tightest budget we ever dubbed a thriller for?", "number", min(f["eur"] for f in F if f["genre"] == "thriller"), "films: min Budget, thriller")
q("min_max", "highest fee paid out for a single session?", "number", max(s["fee"] for s in S if s["fee"]), "sessions: max Fee")
q("min_max", "When was the most recent session in the Jade room?", "values", max(s["d"] for s in S if s["room"] == "Jade"), "sessions: max Day, Jade")
# superlative
q("superlative", "Which film swallowed the biggest budget of all?", "values", top({f["title"]: f["eur"] for f in F}), "films: max Budget")
q("superlative", "which session had us in the booth longest, by recorded time? number pls", "values", top({s["no"]: s["min"] for s in S}), "sessions: max Rec.")
q("superlative", "Looking only at documentaries, which is the shortest?", "values", top({f["title"]: f["len"] for f in F if f["genre"] == "documentary" and f["len"]}, low=True), "films: min Length, documentary")
# top_k
q("top_k", "Give me the three voice actors with the most sessions.", "values", top(Counter(s["who"] for s in S), 3), "sessions: rows by Voice, three largest")
q("top_k", "five dearest comedies by budget", "values", top({f["title"]: f["eur"] for f in F if f["genre"] == "comedy"}, 5), "films: five largest Budget, comedy")
q("top_k", "Which two clients spend the most with us in total?", "values", top({c: sum(x) for c, x in by(F, "client", "eur").items()}, 2), "films: sum Budget by Client, two largest")
# comparison
q("comparison", "Cold Harvest or Tunnel Nine, which one has more money behind it?", "values", top({t: film[t]["eur"] for t in ("Cold Harvest", "Tunnel Nine")}), "films: Budget of both")
q("comparison", "Who sat in on more sessions as sound engineer, Dorothea Klamm or Ilyas Demir?", "values", top({e: sum(s["eng"] == e for s in S) for e in ("Dorothea Klamm", "Ilyas Demir")}), "sessions: rows of both")
q("comparison", "between Rain Tax and Mother of Pearl - what's the longer watch?", "values", top({t: film[t]["len"] for t in ("Rain Tax", "Mother of Pearl")}), "films: Length of both")
# difference
q("difference", "How many minutes longer is The Cellar Choir than The Hangman's Garden?", "number", film["The Cellar Choir"]["len"] - film["The Hangman's Garden"]["len"], "films: Length")
q("difference", "Sessions 23-023 and 23-070: what is the gap between the two fees?", "number", abs(ses["23-023"]["fee"] - ses["23-070"]["fee"]), "sessions: Fee")
q("difference", "how many more sessions were held in rubin than in jade", "number", sum(s["room"] == "Rubin" for s in S) - sum(s["room"] == "Jade" for s in S), "sessions: rows by Room")
# percent
q("percent", "What percentage of all our sessions were retakes?", "number", 100 * sum(s["re"] for s in S) / len(S), "sessions: Retake x of all")
q("percent", "share of titles mixed in plain stereo (%)", "number", 100 * sum(f["mix"] == "stereo" for f in F) / len(F), "films: Mix stereo of all")
q("percent", "Of the Korean titles, how many per cent were ordered by Streamora?", "number", 100 * sum(f["client"] == "Streamora" for f in F if f["lang"] == "KO") / sum(f["lang"] == "KO" for f in F), "films: Lang KO, Client Streamora")
# group_by
q("group_by", "How many titles per genre do we have?", "table", Counter(f["genre"] for f in F), "films: rows by Genre")
q("group_by", "fees paid, summed up by room", "table", {k: total(x) for k, x in by(S, "room", "fee").items()}, "sessions: sum Fee by Room")
q("group_by", "Please list for each agency how many of our actors it looks after.", "table", Counter(t for _, r, t in K if r == "represented by"), "KG represented by, counted")
q("group_by", "Average budget by original language, please.", "table", {k: mean(x) for k, x in by(F, "lang", "eur").items()}, "films: mean Budget by Lang")
# group_superlative
q("group_superlative", "Which genre has the highest average budget?", "values", top({k: mean(x) for k, x in by(F, "genre", "eur").items()}), "films: mean Budget by Genre, largest")
q("group_superlative", "what engineer piled up the most takes, all shifts together", "values", top({k: sum(x) for k, x in by(S, "eng", "takes").items()}), "sessions: sum Takes by Sound, largest")
q("group_superlative", "Which film kept us busiest, counted in number of sessions? The title, not the code.", "values", top(Counter(s["title"] for s in S)), "sessions: rows by Film, largest; films Title")
# yes_no
q("yes_no", "Did Emre Aydogan ever record in the Onyx room?", "boolean", any(s["who"] == "Emre Aydogan" and s["room"] == "Onyx" for s in S), "sessions: Voice and Room")
q("yes_no", "Pocket Dragons - can a four-year-old watch that, going by the rating?", "boolean", film["Pocket Dragons"]["fsk"] <= 4, "films: FSK 0")
q("yes_no", "Does Saskia Vorderegg belong to Stimmwerk?", "boolean", "Stimmwerk" in out("Saskia Vorderegg", "represented by"), "KG represented by")
# negation
q("negation", "Which of our voice actors works without an agency?", "values", {h for h, r, _ in K if r == "voice type"} - {h for h, r, _ in K if r == "represented by"}, "KG: voice type less represented by")
q("negation", "Clients who never once ordered a horror film?", "values", {f["client"] for f in F} - {f["client"] for f in F if f["genre"] == "horror"}, "films: clients less those of horror")
q("negation", "who among the voices has had not a single retake", "values", {s["who"] for s in S} - {s["who"] for s in S if s["re"]}, "sessions: voices less those with Retake x")
# time_point
q("time_point", "Who ran the studio in spring 2005?", "values", [t[0] for t in at("head of", "2005-04-15")], "TKG head of on that day")
q("time_point", "Which desk stood in Onyx on 1 March 2010?", "values", [t[2] for t in at("fitted with desk", "2010-03-01", head="Onyx")], "TKG fitted with desk on that day")
q("time_point", "whose voice did Dean Rutherford have over here in 2012", "values", [t[0] for t in at("voice of", "2012-06-30", tail="Dean Rutherford")], "TKG voice of in 2012")
q("time_point", "With which clients did we have a framework contract on 1 January 2009?", "values", [t[2] for t in at("framework contract with", "2009-01-01")], "TKG framework contract with on that day")
# before_after
q("before_after", "Who spoke Ji-won Baek before Philippa Zander got the job?", "values", facts("voice of", tail="Ji-won Baek")[0][0], "TKG voice of, fact before")
q("before_after", "After Brigitte Ansorge stepped down, who was next to head the studios?", "values", facts("head of")[2][0], "TKG head of, next fact")
q("before_after", "what building were we in before the alte molkerei", "values", facts("resident in")[0][2], "TKG resident in, fact before")
q("before_after", "Jade has a new desk. Which one was thrown out for it?", "values", facts("fitted with desk", head="Jade")[0][2], "TKG fitted with desk, fact before the present one")
# duration
q("duration", "For how many complete years did Casper Wendt lend Marcel Duvivier his voice?", "number", years(*facts("voice of", head="Casper Wendt")[0][3:]), "TKG voice of, completed years")
q("duration", "Who headed the place longer: Wilhelm Ansorge or Arno Kestner?", "values", top({w: (f := facts("head of", head=w)[0])[4] - f[3] for w in ("Wilhelm Ansorge", "Arno Kestner")}), "TKG head of, lengths compared")
q("duration", "how many full years was hanno birk on staff as engineer?", "number", years(*facts("sound engineer at", head="Hanno Birk")[0][3:]), "TKG sound engineer at, completed years")
q("duration", "How many days went by between pulling the old desk out of Rubin and the Kestrel 96 going in?", "number", (facts("fitted with desk", head="Rubin")[1][3] - facts("fitted with desk", head="Rubin")[0][4]).days, "TKG fitted with desk: start less end of the fact before")
# multi_hop
q("multi_hop", "In what city is the agency of Rosalie Hintz?", "values", out(one(out("Rosalie Hintz", "represented by")), "based in"), "KG represented by, based in")
q("multi_hop", "Which actors could I reach through a Munich agency?", "values", [v for a in inn("Munich", "based in") for v in inn(a, "represented by")], "KG based in and represented by, backwards")
q("multi_hop", "Who wrote the German dialogue for the Takeshi Mori film?", "values", {w for f in out("Takeshi Mori", "stars in") for w in out(f, "dialogue book by")}, "KG stars in, dialogue book by")
q("multi_hop", "The current voice of Lola Ferrer: what type of voice is that?", "values", out(now("voice of", tail="Lola Ferrer")[0][0], "voice type"), "TKG voice of, KG voice type")
q("multi_hop", "writers who worked on a film that Arno Kestner directed for dubbing", "values", {w for f in inn("Arno Kestner", "dubbing directed by") for w in out(f, "dialogue book by")}, "KG dubbing directed by backwards, dialogue book by")
# cross_source
q("cross_source", "How many sessions did basses record?", "number", sum("bass" in out(s["who"], "voice type") for s in S), "sessions by Voice, KG voice type")
q("cross_source", "What is the combined budget of the films where Dean Rutherford plays?", "number", total(film[t]["eur"] for t in out("Dean Rutherford", "stars in")), "KG stars in, films Budget")
q("cross_source", "fees total for actors of agency Stimmwerk?", "number", total(s["fee"] for s in S if "Stimmwerk" in out(s["who"], "represented by")), "KG represented by, sessions Fee")
q("cross_source", "For which clients has Luise Grabow directed a dub?", "values", {film[t]["client"] for t in inn("Luise Grabow", "dubbing directed by")}, "KG dubbing directed by, films Client")
q("cross_source", "The engineer who became head of the studio in 2021, how many sessions in the list did that person mix?", "number", sum(s["eng"] == one(t[0] for t in facts("head of") if t[3].year == 2021) for s in S), "TKG head of, sessions Sound")
# missing
q("missing", "Which titles have no running time entered?", "values", [f["title"] for f in F if f["len"] is None], "films: Length is -")
q("missing", "sessions where nobody filled in what we paid", "values", [s["no"] for s in S if s["fee"] is None], "sessions: Fee is -")
q("missing", "How many films are lacking an age rating?", "number", sum(f["fsk"] is None for f in F), "films: FSK is -")
# unanswerable
q("unanswerable", "How many cinema tickets did Ghost of the Ninth Floor sell in Germany?", "refuse", [], "no box office in any file")
q("unanswerable", "What is Tabea Lindqvist's date of birth?", "refuse", [], "no birth dates in any file")
q("unanswerable", "who dubs Bruno Castellari these days", "refuse", [], "no such star")
q("unanswerable", "Which microphone do we use in the Topaz room?", "refuse", [], "only the desks are recorded, no microphones")
q("unanswerable", "rent per month for the Alte Molkerei?", "refuse", [], "no rents in any file")
q("unanswerable", "Who did the subtitles for The Orange Seller's Oath?", "refuse", [], "no subtitlers in any file")

assert len(Q) == 80 and len({x["question"] for x in Q}) == 80
path = os.path.join(HERE, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
with open(path, encoding="utf-8") as f:
    for was, is_ in zip([json.loads(x) for x in f], Q):
        if was != is_: print(was["id"], was, is_)
