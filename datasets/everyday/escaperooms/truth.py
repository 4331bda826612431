"""Computes every gold answer from the files and prints each line of questions.jsonl that differs."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime
from decimal import Decimal, ROUND_HALF_UP
H = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(H))
from domain import records
R, B = records(H, "rooms.csv"), records(H, "bookings.csv")
KG, TKG = records(H, "escaperooms.kg.tsv"), records(H, "escaperooms.tkg.tsv")

def num(s):
    s = s.replace("£", "").replace(",", "").replace("%", "").replace(" min", "").strip()
    return float(s) if s else None
def day(s): return datetime.strptime(s, "%d %b %Y").date()
def fmt(x):
    s = str(Decimal(repr(round(float(x), 9))).quantize(Decimal("0.01"), ROUND_HALF_UP))
    return s.rstrip("0").rstrip(".")
def N(x): return [fmt(x)]
def V(xs): return sorted(set(xs))
def YN(b): return ["yes" if b else "no"]
def TBL(d): return sorted(f"{k} | {fmt(v)}" for k, v in d.items())
def nums(rows, c): return [num(r[c]) for r in rows if num(r[c]) is not None]
def mean(xs): xs = list(xs); return sum(xs) / len(xs)
def best(d, lowest=False, k=1):
    o = sorted(d.items(), key=lambda t: t[1] if lowest else -t[1])
    assert len(o) == k or o[k - 1][1] != o[k][1], ("tie", o[:k + 2])
    return V(x for x, _ in o[:k])
def col(rows, c, key): return {r[key]: num(r[c]) for r in rows if num(r[c]) is not None}
def tails(h, rel): return [f["tail"] for f in KG if f["head"] == h and f["relation"] == rel]
def heads(rel, t): return [f["head"] for f in KG if f["relation"] == rel and f["tail"] == t]
def room(n): return next(r for r in R if n in (r["Room Name"], r["Room No"]))
def book(n): return next(r for r in B if r["Booking Ref"] == n)
def tk(rel, head=None, tail=None):
    return sorted((f for f in TKG if f["relation"] == rel and head in (None, f["head"]) and tail in (None, f["tail"])), key=lambda f: f["start"])
def covers(f, a, b=None):
    b = b or a
    return f["start"] <= b and (not f["end"] or f["end"] >= a)
def group(rows, key):
    g = defaultdict(list)
    for r in rows: g[r[key]].append(r)
    return g
def days(f): return (date.fromisoformat(f["end"]) - date.fromisoformat(f["start"])).days
def full_years(f):
    s, e = date.fromisoformat(f["start"]), date.fromisoformat(f["end"])
    return e.year - s.year - ((e.month, e.day) < (s.month, s.day))
def months(rows, *ms): return [r for r in rows if (day(r["Date"]).year, day(r["Date"]).month) in ms]
def W(rows, **k): return [r for r in rows if all(r[c.replace("_", " ")] == v for c, v in k.items())]
def cnt(k, *names):
    c = Counter(r[k] for r in B)
    return {n: c[n] for n in names} if names else c
PLAYED = [r for r in B if r["Outcome"] in ("Escaped", "Not Escaped")]
ESC = W(B, Outcome="Escaped")
GMS = V(f["head"] for f in KG if f["relation"] == "works at")
BRANCH = V(r["Branch"] for r in R)
hosp = [b for c in heads("in county", "Saltshire") for b in heads("located in", c)]
pellsea = heads("located in", "Pellsea")
ended = [f for f in tk("managed") if f["end"]]
bk = room("The Beekeeper")
b7 = book("B24007")
def succ(rel, head, who):
    fs = tk(rel, head=head) if rel == "franchise held by" else tk(rel, tail=head)
    k = "tail" if rel == "franchise held by" else "head"
    i = [f[k] for f in fs].index(who)
    return [fs[i + 1][k]]
trainer = lambda x: tails(x, "trained by")[0]

A = [
 V([room("The Silent Abbot")["Theme"]]),
 N(num(room("R-406")["Time Limit (min)"])),
 V(tails("Madame Orlova's Parlour", "designed by")),
 V(tails("Mikael Strandvik", "former trade")),
 V(heads("speaks", "Polish")),
 V(r["Booking Ref"] for r in months(B, (2024, 5), (2024, 6)) if r["Outcome"] == "Cancelled"),
 V(r["Room Name"] for r in W(R, Theme="Pirates")),
 V(r["Room Name"] for r in R if num(r["Max Grp"]) >= 10 and r["Status"] == "Open"),
 N(len(W(B, Outcome="No Show"))),
 N(len(W(R, Status="Closed for Refit"))),
 N(len(W(months(B, (2024, 1), (2024, 2), (2024, 3)), Occasion="Hen / Stag"))),
 N(len({r["Booked By"] for r in W(B, GM="Omar Sediq")})),
 N(sum(nums(months(B, (2024, 3)), "Paid"))),
 N(sum(nums(W(R, Branch="Northgate"), "Build Cost"))),
 N(sum(nums(W(B, GM="Bea Lovelock"), "Hints Given"))),
 N(sum(nums(W(B, Occasion="School Trip"), "Players"))),
 N(mean(nums(W(B, Occasion="Team Building"), "Players"))),
 N(mean(nums(W(R, Theme="Horror"), "Price Pp"))),
 N(mean(nums(ESC, "Time Left"))),
 N(min(nums(R, "Success Rate"))),
 N(max(nums(B, "Paid"))),
 [min(day(r["Opened On"]) for r in W(R, Branch="Abbey Lane")).isoformat()],
 best(col(R, "Build Cost", "Room Name")),
 best({r["Room Name"]: day(r["Opened On"]).toordinal() for r in R}),
 best(col(ESC, "Time Left", "Booking Ref")),
 best(col(R, "Success Rate", "Room Name"), k=3),
 best(col(W(R, Branch="Castlegate"), "Build Cost", "Room Name"), k=4),
 best(cnt("GM"), k=2),
 best(col([room("The Butcher's Ledger"), room("The Black Spot")], "Success Rate", "Room Name"), lowest=True),
 best(col([room("Frozen Station"), room("The Gold Express")], "Build Cost", "Room Name")),
 best(cnt("Booked By", "Jemima Frost", "Tamsin Rook")),
 N(num(room("Asylum Ward C")["Price Pp"]) - num(room("Asylum Ward D")["Price Pp"])),
 N(num(room("Platform Zero")["Success Rate"]) - num(room("Signal Lost")["Success Rate"])),
 N(len(W(B, Channel="Website")) - len(W(B, Channel="Phone"))),
 N(100 * len(W(R, Theme="Horror")) / len(R)),
 N(100 * len(W(B, Outcome="Cancelled")) / len(B)),
 N(100 * len(ESC) / len(PLAYED)),
 TBL({k: len(v) for k, v in group(R, "Theme").items()}),
 TBL({k: sum(nums(v, "Paid")) for k, v in group(B, "Channel").items()}),
 TBL({k: len(v) for k, v in group(B, "Occasion").items()}),
 TBL({k: mean(nums(v, "Price Pp")) for k, v in group(R, "Branch").items()}),
 best({k: sum(nums(v, "Build Cost")) for k, v in group(R, "Branch").items()}),
 best(cnt("Channel")),
 best({k: mean(nums(v, "Success Rate")) for k, v in group(R, "Theme").items()}, lowest=True),
 YN(14 >= num(room("Ravenmaster")["Min Age"])),
 YN("German" in tails("Noor van Dalen", "speaks")),
 YN("Hamish Tulloch" in tails("Joss Ellery", "trained by")),
 YN(room("Vault 19")["Status"] == "Open"),
 YN(any(r["Outcome"] == "Escaped" for r in B if r["Booked By"] == "Brackmoor Rugby Club")),
 V(r["Room Name"] for r in W(R, Branch="Pierhead") if r["Theme"] not in ("Family", "Adventure")),
 N(sum(r["Channel"] != "Website" for r in B)),
 V(b for b in BRANCH if b not in hosp),
 V(f["head"] for f in tk("managed", tail="Northgate") if covers(f, "2020-12-01", "2020-12-31")),
 V(f["head"] for f in tk("managed", tail="Castlegate") if covers(f, "2018-07-01")),
 V(f["tail"] for f in tk("game master at", head="Kit Marlowe-Dunn") if covers(f, "2020-01-01", "2020-12-31")),
 V(f["tail"] for f in tk("franchise held by", head="Harbour Street") if covers(f, "2016-01-01", "2016-12-31")),
 succ("managed", "Pierhead", "Mortimer Sable"),
 V([max((f for f in tk("managed", head="Nadia Fennimore") if f["end"] and f["end"] < tk("managed", "Nadia Fennimore", "Castlegate")[0]["start"]), key=lambda f: f["end"])["tail"]]),
 succ("franchise held by", "Abbey Lane", "Sundial Entertainments"),
 N(full_years(tk("managed", "Saskia Brandreth", "Station Quarter")[0])),
 best({n: days(tk("managed", n, "Harbour Street")[0]) for n in ("Nadia Fennimore", "Tobias Quarrell")}),
 V(x.split("|")[0] for x in best({f["head"] + "|" + f["tail"]: days(f) for f in ended}, lowest=True)),
 V(k for c in tails("Tannery Row", "located in") for k in tails(c, "in county")),
 V(t for o in tails("Asylum Ward D", "sequel_of") for d in tails(o, "designed by") for t in tails(d, "former trade")),
 V(g for b in heads("located in", "Brackmoor") for g in heads("works at", b)),
 V(tails(trainer(trainer("Noor van Dalen")), "works at")),
 N(sum(r["Room"] in heads("designed by", "Hesper Whitlow") for r in B)),
 N(sum(num(room(n)["Build Cost"]) for n in heads("designed by", "Mikael Strandvik"))),
 V(f["head"] for f in tk("managed", tail=bk["Branch"]) if covers(f, day(bk["Opened On"]).isoformat())),
 N(mean(nums([r for r in R if r["Branch"] in pellsea], "Success Rate"))),
 V(f["tail"] for f in tk("franchise held by", head=room(b7["Room"])["Branch"]) if covers(f, day(b7["Date"]).isoformat())),
 V(r["Room Name"] for r in R if not r["Success Rate"]),
 V(r["Booking Ref"] for r in PLAYED if not r["Paid"]),
 V(g for g in GMS if not tails(g, "speaks")),
 [], [], [], [], [], [],
]

if __name__ == "__main__":
    Q = [json.loads(l) for l in open(os.path.join(H, "questions.jsonl"), encoding="utf-8")]
    assert len(Q) == len(A) == 80, (len(Q), len(A))
    # the six unanswerable ones: nothing in the files may answer them
    text = " ".join(open(os.path.join(H, n), encoding="utf-8").read() for n in ("rooms.csv", "bookings.csv", "escaperooms.kg.tsv", "escaperooms.tkg.tsv"))
    assert "Gallows Hill" not in text and not tails("Android Uprising", "designed by") and not tails("Fergus Tighe", "trained by")
    assert not any(w in text.lower() for w in ("wage", "review", "stars", "magnet", "supplier"))
    bad = 0
    for q, a in zip(Q, A):
        got = q["answers"]
        if sorted(got) != sorted(a) or (not a) != (q["answer_type"] == "refuse"):
            bad += 1
            print(q["id"], "file:", got, "truth:", a)
    print("differ:", bad)
