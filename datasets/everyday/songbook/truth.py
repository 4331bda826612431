import json, os, sys
from collections import Counter
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from domain import records, asking, best, one, robust

S, C, P, K = (records(here, f) for f in ("songs.csv", "concerts.csv", "performances.csv", "songbook.kg.tsv"))
for s in S: s["length_s"] = int(s["length_s"]); s["year"] = int(s["year"])
for c in C: c["ticket_price"] = int(c["ticket_price"]); c["visitors"] = int(c["visitors"]) if c["visitors"] else None
song = {s["song_id"]: s for s in S}; conc = {c["concert_id"]: c for c in C}
held = [c for c in C if c["status"] == "held"]
assert all(conc[p["concert_id"]]["status"] == "held" for p in P)
def n(rows, **k): return sum(all(r[a] == b for a, b in k.items()) for r in rows)
def vals(rows, a): return {r[a] for r in rows if r[a]}
def sel(rows, a, **k): return {r[a] for r in rows if all(r[x] == y for x, y in k.items())}
def out(h, r): return {k["tail"] for k in K if k["head"] == h and k["relation"] == r}
def inn(t, r): return {k["head"] for k in K if k["tail"] == t and k["relation"] == r}
def heads(r): return {k["head"] for k in K if k["relation"] == r}
composers = vals(S, "composer")
assert composers == heads("born_in")
towns = robust(vals(C, "town"), vals(held, "town"))
assert towns <= heads("located_in")

Q = []
q = asking("songbook", Q)
def qn(kind, text, v): q(kind, text, "number", v, "")
def qv(kind, text, v): q(kind, text, "values", v, "")
def qb(kind, text, v): q(kind, text, "boolean", v, "")
def qt(kind, text, v): q(kind, text, "table", v, "")
# bare counts
qn("count", "how many songs", len(S))
qn("count", "How many concerts are there?", len(C))
qn("count", "number of performances?", len(P))
qn("count", "how many carols do we have", n(S, genre="carol"))
qn("count", "How many songs are in Norwegian?", n(S, language="Norwegian"))
qn("count", "count of cancelled concerts", n(C, status="cancelled"))
qn("count", "How many concerts in Aldersby?", n(C, town="Aldersby"))
qn("count", "how many songs by Ruth Ashdown are there", n(S, composer="Ruth Ashdown"))
qn("count", "number of TTBB songs", n(S, voicing="TTBB"))
qn("count", "How many encores were there?", n(P, encore="yes"))
qn("count", "how many concerts did Helen Marsh conduct?", robust(n(C, conductor="Helen Marsh"), n(held, conductor="Helen Marsh")))
qn("count", "songs written after 2000, how many?", sum(s["year"] > 2000 for s in S))
# different values
qn("distinct", "How many composers are there?", len(composers))
qn("distinct", "how many different genres do we have", len(vals(S, "genre")))
qn("distinct", "How many languages do we sing in?", len(robust(vals(S, "language"), {song[p["song_id"]]["language"] for p in P})))
qn("distinct", "number of venues", len(vals(C, "venue")))
qn("distinct", "How many conductors do we have?", len(vals(C, "conductor")))
qn("distinct", "how many soloists are there?", len(vals(P, "soloist")))
qn("distinct", "count the lyricists", len(vals(S, "lyricist")))
qn("distinct", "In how many towns have we given concerts?", len(towns))
qn("distinct", "how many pianists", len(vals(C, "pianist")))
qn("distinct", "How many different keys are the songs in?", len(vals(S, "key")))
qn("distinct", "How many regions are there?", len({k["tail"] for k in K if k["relation"] == "located_in"}))
qn("distinct", "how many different voicings are there", len(vals(S, "voicing")))
# lists
qv("list", "list the composers", composers)
qv("list", "Which genres are there?", vals(S, "genre"))
qv("list", "show all concerts", vals(C, "name"))
qv("list", "Which venues do we use?", robust(vals(C, "venue"), vals(held, "venue")))
qv("list", "who are our soloists?", vals(P, "soloist"))
qv("list", "all song titles please", vals(S, "title"))
qv("list", "what languages are the songs in?", vals(S, "language"))
qv("list", "names of the conductors", vals(C, "conductor"))
# what never occurs
sung = {p["song_id"] for p in P}
qv("missing", "Which songs have never been performed?", {s["title"] for s in S if s["song_id"] not in sung})
qv("missing", "composers whose songs were never performed", composers - {song[i]["composer"] for i in sung})
qv("missing", "concerts without any songs", {c["name"] for c in C if c["concert_id"] not in {p["concert_id"] for p in P}})
qv("missing", "which genre have we never performed?", vals(S, "genre") - {song[i]["genre"] for i in sung})
qv("missing", "In which towns have we never had a concert?", heads("located_in") - towns)
# superlatives
qv("superlative", "What is the longest song?", best({s["title"]: s["length_s"] for s in S}))
qv("superlative", "which concert had the most visitors?", best({c["name"]: c["visitors"] for c in held}))
qv("superlative", "Which song has been performed most often?", best(Counter(song[p["song_id"]]["title"] for p in P)))
qv("superlative", "oldest song?", best({s["title"]: s["year"] for s in S}, low=True))
qn("min_max", "highest ticket price?", max(c["ticket_price"] for c in C))
# groupings
qt("group_by", "songs per composer", Counter(s["composer"] for s in S))
qt("group_by", "How many concerts in each town?", Counter(c["town"] for c in C))
qt("group_by", "number of songs by genre", Counter(s["genre"] for s in S))
qt("group_by", "concerts per status", Counter(c["status"] for c in C))
qt("group_by", "how many concerts per pianist?", Counter(c["pianist"] for c in C))
# the rest
qv("lookup", "Where was Owen Prys born?", out("Owen Prys", "born_in"))
qv("lookup", "Who composed Silver Harbour?", sel(S, "composer", title="Silver Harbour"))
qv("lookup", "who did Ida Solberg study with?", out("Ida Solberg", "studied_with"))
qv("lookup", "When was the Jubilee Gala?", sel(C, "date", name="Jubilee Gala"))
qv("lookup", "which region is Kirnbach in?", out("Kirnbach", "located_in"))
qv("filter_list", "Which composers were born in Lundvik?", inn("Lundvik", "born_in"))
qv("filter_list", "list the lullabies", sel(S, "title", genre="lullaby"))
qv("negation", "which composers didn't study with anyone?", composers - heads("studied_with"))
qn("sum", "How many visitors did we have in total?", sum(c["visitors"] for c in held))
qn("average", "What's the average length of a song in seconds?", sum(s["length_s"] for s in S) / len(S))
qb("yes_no", "Is the Evensong free?", one(c["ticket_price"] for c in C if c["name"] == "Evensong") == 0)
qb("yes_no", "do we have any songs in Spanish?", n(S, language="Spanish") > 0)
q("unanswerable", "What is Helen Marsh's phone number?", "refuse", [], "")


def main():
    assert len(Q) == 60 and len({x["question"].lower() for x in Q}) == 60
    for x in Q: x.pop("why")
    path = os.path.join(here, "questions.jsonl")
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
    with open(path, encoding="utf-8") as f:
        old = [json.loads(l) for l in f]
    for a, b in zip(old, Q):
        if a != b: print(a, b)
    print("lines:", len(old), dict(Counter(x["kind"] for x in Q)))


main()
