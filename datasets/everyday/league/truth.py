#!/usr/bin/env python3
"""Works out every answer of the 'league' domain from its four data files.
  python3 truth.py           writes questions.jsonl
  python3 truth.py --check   compares it with what the files say"""
import csv, sys
from collections import Counter
from datetime import date, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from domain import finish, full_years  # beside the folders of the domains
def csv_rows(name): return list(csv.DictReader((HERE / name).open(encoding="utf-8", newline="")))
def tsv_rows(name): return [l.split("\t") for l in (HERE / name).read_text(encoding="utf-8").split("\n")[1:] if l]
def amount(s): return int(s.replace("£", "").replace(",", "").replace(" cm", "")) if s else None

M, P = csv_rows("matches.csv"), csv_rows("players.csv")
for m in M:
    m["day"] = datetime.strptime(m["Date"], "%d.%m.%Y").date()
    m["h"], m["a"], m["y"], m["r"] = (int(m[c]) for c in ("HG", "AG", "Yel", "Red"))
    m["gate"], m["cash"] = amount(m["Gate"]), amount(m["Gate receipts"])
for p in P:
    p["born"] = datetime.strptime(p["Born"], "%d %b %Y").date()
    p["ht"], p["wage"], p["fee"] = amount(p["Ht"]), amount(p["Weekly wage"]), amount(p["Fee paid"])
    p["g"], p["apps"], p["caps"] = int(p["Gls 2023/24"]), int(p["Apps 2023/24"]), int(p["Caps"])
PL = {p["Player"]: p for p in P}
K = [tuple(x) for x in tsv_rows("league.kg.tsv")]
T = [(h, r, t, date.fromisoformat(s), date.fromisoformat(e) if e else None) for h, r, t, s, e in tsv_rows("league.tkg.tsv")]
FAR = date(9999, 1, 1)

def tails(h, r): return [c for a, b, c in K if (a, b) == (h, r)]
def heads(r, t): return [a for a, b, c in K if (b, c) == (r, t)]
def only(xs):
    xs = sorted(set(xs)); assert len(xs) == 1, xs; return xs[0]
def facts(r, head=None, tail=None): return [f for f in T if f[1] == r and head in (None, f[0]) and tail in (None, f[2])]
def valid(fs, d1, d2=None):
    """facts that hold on a day, or over the whole of a period"""
    return [f for f in fs if f[3] <= d1 and (f[4] or FAR) >= (d2 or d1)]
def opened(fs): return [f for f in fs if f[4] is None]
def extreme(d, n=1, low=False):
    s = sorted(dict(d).items(), key=lambda kv: kv[1] if low else -kv[1])
    assert len(s) == n or s[n - 1][1] != s[n][1], s[:n + 2]
    return [k for k, _ in s[:n]]
def mean(xs):
    xs = list(xs); assert None not in xs; return sum(xs) / len(xs)
def add(xs):
    xs = list(xs); assert None not in xs; return sum(xs)
def game(code): return only([i for i, m in enumerate(M) if m["Match code"] == code])
def home(club, season=None): return [m for m in M if m["Home side"] == club and season in (None, m["Season"])]
def scored(club, season): return sum(m["h"] if m["Home side"] == club else m["a"] for m in M if club in (m["Home side"], m["Away side"]) and m["Season"] == season)
def conceded(club, season): return sum(m["a"] if m["Home side"] == club else m["h"] for m in M if club in (m["Home side"], m["Away side"]) and m["Season"] == season)
def won(club, m): return (m["Home side"] == club and m["h"] > m["a"]) or (m["Away side"] == club and m["a"] > m["h"])
CLUBS = [h for h, r, t in K if r == "plays at"]
def squad(club): return [p for p in P if p["Club"] == club]
def next_fact(fs, who, step, side):
    fs = sorted(fs, key=lambda f: f[3]); i = only([i for i, f in enumerate(fs) if f[side] == who]); return fs[i + step][side]

# soundness of the files
assert len({m["Match code"] for m in M}) == len(M) and len(PL) == len(P) and len(set(K)) == len(K) and len(set(T)) == len(T)
assert all(p["Club"] in CLUBS for p in P) and all(m["Home side"] in CLUBS and m["Away side"] in CLUBS for m in M)
for h, r, t, s, e in T:
    if r == "played for" and e is None: assert PL[h]["Club"] == t
    if r == "captain of" and h in PL:
        assert all(f[3] <= s for f in facts("played for", h, t)), h
        assert not any(f[3] <= (e or FAR) and (f[4] or FAR) >= s for f in facts("on loan at", h)), h
for season in {m["Season"] for m in M}:   # the shield goes to the club with most points
    pts = Counter()
    for m in M:
        if m["Season"] == season:
            pts[m["Home side"]] += 3 if m["h"] > m["a"] else m["h"] == m["a"]
            pts[m["Away side"]] += 3 if m["a"] > m["h"] else m["h"] == m["a"]
    last = max(m["day"] for m in M if m["Season"] == season)
    assert extreme(pts) == [valid(facts("held by", "Vale Shield"), last)[0][2]]

def show(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".")
    return str(x)
Q = []
def ask(kind, typ, text, ans, why):
    if typ == "boolean": assert isinstance(ans, bool); out = ["yes" if ans else "no"]
    elif typ == "table": out = [f"{k} | {show(v)}" for k, v in sorted(ans.items())]
    elif typ == "refuse": out = []
    elif isinstance(ans, (list, set, tuple)): out = sorted({show(a) for a in ans})
    else: out = [show(ans)]
    assert out or typ == "refuse", text
    Q.append({"id": f"league-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": out, "why": why})

# lookup
ask("lookup", "number", "How tall is Bence Szalontai, in centimetres?", PL["Bence Szalontai"]["ht"], "players: Ht of Bence Szalontai")
ask("lookup", "values", "who reffed VL1112", M[game("VL1112")]["Ref"], "matches: Ref of VL1112")
ask("lookup", "values", "Which ground do Ketterwick Albion play at?", tails("Ketterwick Albion", "plays at"), "KG: Ketterwick Albion plays at")
ask("lookup", "values", "My grandad always shouted a pet name for Tollerby Rovers from the terrace and I can't for the life of me remember it. What is the club called by its fans?",
    tails("Tollerby Rovers", "nicknamed"), "KG: Tollerby Rovers nicknamed")
ask("lookup", "number", "How much does Charlie Hebblethwait earn per week, in pounds?", PL["Charlie Hebblethwaite"]["wage"], "players: Weekly wage of Charlie Hebblethwaite (typo)")
# filter_list
ask("filter_list", "values", "Which players are paid more than £4,000 a week?", [p["Player"] for p in P if p["wage"] > 4000], "players: Weekly wage > 4000")
ask("filter_list", "values", "keepers 193 cm or over?", [p["Player"] for p in P if p["Pos"] == "GK" and (p["ht"] or 0) >= 193], "players: Pos GK, Ht >= 193")
ask("filter_list", "values", "Tessaro makes the strips of which clubs?", heads("kit_made_by", "Tessaro"), "KG: kit_made_by Tessaro")
ask("filter_list", "values", "Give me the codes of the matches in which two red cards were shown.", [m["Match code"] for m in M if m["r"] == 2], "matches: Red = 2")
ask("filter_list", "values", "I am writing a feature about lads who came up through the ranks. Which players are products of Sallowfield City's youth academy?",
    heads("came through academy of", "Sallowfield City"), "KG: came through academy of Sallowfield City")
# count
ask("count", "number", "How many matches ended in a draw in the 2022/23 season?", sum(m["h"] == m["a"] for m in M if m["Season"] == "2022/23"), "matches: 2022/23, HG = AG")
ask("count", "number", "How many Irishmen are playing in the league?", sum(p["Nat."] == "Ireland" for p in P), "players: Nat. = Ireland")
ask("count", "number", "How many of their home games did Wexcombe Untied win in 2021/22?", sum(m["h"] > m["a"] for m in home("Wexcombe United", "2021/22")), "matches: Home side Wexcombe United, 2021/22, HG > AG (typo)")
ask("count", "number", "no. of games on channel wold in 23/24", sum(m["Live on"] == "Channel Wold" and m["Season"] == "2023/24" for m in M), "matches: Live on Channel Wold, 2023/24")
ask("count", "number", "How many players have a contract that runs out in 2024?", sum(p["Contract to"] == "2024" for p in P), "players: Contract to = 2024")
# sum
ask("sum", "number", "All told, how many people came through the gates for Ketterwick Albion's home matches in 2022/23?", add(m["gate"] for m in home("Ketterwick Albion", "2022/23")), "matches: sum of Gate, Home side Ketterwick Albion, 2022/23 (none empty)")
ask("sum", "number", "What is Port Ansel Athletic's weekly wage bill, adding up all the players on its books?", add(p["wage"] for p in squad("Port Ansel Athletic")), "players: sum of Weekly wage, Club Port Ansel Athletic")
ask("sum", "number", "yellow cards dished out by Sunita Waring in total?", add(m["y"] for m in M if m["Ref"] == "Sunita Waring"), "matches: sum of Yel, Ref Sunita Waring")
# average
ask("average", "number", "What was the average attendance at AFC Marchgate's home games in 2023/24?", mean(m["gate"] for m in home("AFC Marchgate", "2023/24")), "matches: mean Gate, Home side AFC Marchgate, 2023/24 (none empty)")
ask("average", "number", "On average, how many goals were there per match in the 2021/22 season?", mean(m["h"] + m["a"] for m in M if m["Season"] == "2021/22"), "matches: mean of HG + AG in 2021/22")
ask("average", "number", "avg height dunholt wanderers squad (cm)", mean(p["ht"] for p in squad("Dunholt Wanderers")), "players: mean Ht, Club Dunholt Wanderers (none empty)")
# min_max
ask("min_max", "number", "What is the highest fee any club has paid for one of the players on the list?", max(p["fee"] for p in P if p["fee"]), "players: largest Fee paid")
ask("min_max", "number", "How small was the smallest crowd Brackmouth Town ever had for a home game?", min(m["gate"] for m in home("Brackmouth Town")), "matches: smallest Gate, Home side Brackmouth Town (none empty)")
assert sum(p["born"] == max(p["born"] for p in P) for p in P) == 1
ask("min_max", "values", "Date of birth of the youngest player?", max(p["born"] for p in P), "players: latest Born")
# superlative
ask("superlative", "values", "Who scored the most goals in 2023/24?", extreme({p["Player"]: p["g"] for p in P}), "players: highest Gls 2023/24")
ask("superlative", "values", "Which match raked in the most money at the turnstiles? The code will do.", extreme({m["Match code"]: m["cash"] for m in M}), "matches: highest Gate receipts")
ask("superlative", "values", "Which is the oldest ground in the league?", extreme({h: int(t) for h, r, t in K if r == "opened_in"}, low=True), "KG: earliest opened_in")
ask("superlative", "values", "Managers seem to get the boot every other week these days. Of the ones in a job now, who has been in post at their club the longest?",
    extreme({f[0]: f[3].toordinal() for f in opened(facts("manager_of"))}, low=True), "TKG: open manager_of fact with the earliest start")
ask("superlative", "values", "tallest player in the leauge?", extreme({p["Player"]: p["ht"] for p in P if p["ht"]}), "players: largest Ht (typo)")
# top_k
ask("top_k", "values", "Who are the three best paid players?", extreme({p["Player"]: p["wage"] for p in P}, 3), "players: three highest Weekly wage")
ask("top_k", "values", "4 biggest grounds by capacity", extreme({h: int(t) for h, r, t in K if r == "capacity"}, 4), "KG: four highest capacity")
# comparison
ask("comparison", "values", "Who has won more caps for his country, Angus Dalgarno or Pelle Lindqvist?", extreme({n: PL[n]["caps"] for n in ("Angus Dalgarno", "Pelle Lindqvist")}), "players: Caps of the two")
ask("comparison", "values", "Did Brackmouth Town or Ketterwick Albion score more goals in 2022/23?", extreme({c: scored(c, "2022/23") for c in ("Brackmouth Town", "Ketterwick Albion")}), "matches: goals for, home and away, 2022/23")
ask("comparison", "values", "Dougie Marr or Carlton Huxtable - who lasted longer in the Tollerby Rovers dugout?",
    extreme({f[0]: (f[4] - f[3]).days for f in facts("manager_of", tail="Tollerby Rovers") if f[0] in ("Dougie Marr", "Carlton Huxtable")}), "TKG: lengths of the two manager_of periods at Tollerby Rovers")
# difference
cap = {h: int(t) for h, r, t in K if r == "capacity"}
ask("difference", "number", "How many more people can the Corporation Stadium hold than St Elmo's Park?", cap["Corporation Stadium"] - cap["St. Elmo's Park"], "KG: difference of the two capacities")
x = conceded("Tollerby Rovers", "2023/24") - conceded("Port Ansel Athletic", "2023/24"); assert x > 0
ask("difference", "number", "How many fewer goals did Port Ansel Athletic let in than Tollerby Rovers in 2023/24?", x, "matches: goals against of the two clubs, subtracted")
x = add(m["cash"] for m in home("Sallowfield City", "2023/24")) - add(m["cash"] for m in home("Sallowfield City", "2021/22")); assert x > 0
ask("difference", "number", "By how many pounds did Sallowfield City's gate receipts for a whole season go up between 2021/22 and 2023/24?", x, "matches: sums of Gate receipts, Home side Sallowfield City, subtracted")
# percent
ask("percent", "number", "What percentage of all the matches on record were won by the home side?", 100 * sum(m["h"] > m["a"] for m in M) / len(M), "matches: rows with HG > AG over all rows")
ask("percent", "number", "share of the players who are english, in %", 100 * sum(p["Nat."] == "England" for p in P) / len(P), "players: Nat. England over all rows")
# group_by
ask("group_by", "table", "How many goals did each club score at home in 2023/24?", {c: sum(m["h"] for m in home(c, "2023/24")) for c in CLUBS if home(c, "2023/24")}, "matches: sum of HG per Home side, 2023/24")
ask("group_by", "table", "red cards per season pls", {s: sum(m["r"] for m in M if m["Season"] == s) for s in {m["Season"] for m in M}}, "matches: sum of Red per Season")
ask("group_by", "table", "For each agency, how many players does it represent?", Counter(t for h, r, t in K if r == "represented_by"), "KG: represented_by facts per agency")
ask("group_by", "table", "Could you break down the average weakly wage club by club?", {c: mean(p["wage"] for p in squad(c)) for c in CLUBS if squad(c)}, "players: mean Weekly wage per Club (typo)")
# group_superlative
ask("group_superlative", "values", "Which ref has booked the most players over the three seasons? I mean yellow cards only.", extreme({r: sum(m["y"] for m in M if m["Ref"] == r) for r in {m["Ref"] for m in M}}), "matches: largest sum of Yel per Ref")
ask("group_superlative", "values", "Which nationality, England aside, is most common among the players?", extreme(Counter(p["Nat."] for p in P if p["Nat."] != "England")), "players: most rows per Nat., England left out")
pts = Counter()
for m in M:
    if m["Season"] == "2021/22": pts[m["Away side"]] += 3 if m["a"] > m["h"] else int(m["a"] == m["h"])
ask("group_superlative", "values", "With three points for a win and one for a draw, which club picked up the fewest points on the road in 2021/22?", extreme(pts, low=True), "matches: points of each Away side in 2021/22, the lowest")
# yes_no
ask("yes_no", "boolean", "Did Ravensea Argyle win any of their home games against Sallowfield City?", any(m["h"] > m["a"] for m in home("Ravensea Argyle") if m["Away side"] == "Sallowfield City"), "matches: Ravensea Argyle at home to Sallowfield City with HG > AG")
ask("yes_no", "boolean", "Is Northbight Holdings still the owner of Wexcombe United?", bool(opened(facts("owned by", "Wexcombe United", "Northbight Holdings"))), "TKG: that ownership ended on 2022-08-31")
ask("yes_no", "boolean", "pennick vale and hallowbridge - local rivals, yes or no", "Hallowbridge F.C." in tails("Pennick Vale Harriers", "local rival of"), "KG: Pennick Vale Harriers local rival of Hallowbridge F.C.")
ask("yes_no", "boolean", "Was Gil Trevannion ever skipper of Ravensea Argyle?", bool(facts("captain of", "Gil Trevanion", "Ravensea Argyle")), "TKG: no such captain of fact; he captained Brackmouth Town and Hallowbridge F.C. (typo)")
# negation
ask("negation", "values", "According to the records, which clubs have never had their hands on the Lantern Cup?", set(CLUBS) - {f[2] for f in facts("held by", "Lantern Cup")}, "KG clubs less the holders of the Lantern Cup in the TKG")
ask("negation", "values", "Which players didn't play a single game in 2023/24?", [p["Player"] for p in P if p["apps"] == 0], "players: Apps 2023/24 = 0")
ask("negation", "values", "Which refrees did not take charge of any Sallowfield City home game in 2022/23?", {m["Ref"] for m in M} - {m["Ref"] for m in home("Sallowfield City", "2022/23")}, "matches: all referees less those of Sallowfield City's home rows in 2022/23 (typo)")
ask("negation", "values", "sallowfield city players w/o an agency on file", [p["Player"] for p in squad("Sallowfield City") if not tails(p["Player"], "represented_by")], "players: Club Sallowfield City; KG: no represented_by")
# time_point
ask("time_point", "values", "Who was in charge of Dunholt Wanderers on Boxing Day 2023?", only(f[0] for f in valid(facts("manager_of", tail="Dunholt Wanderers"), date(2023, 12, 26))), "TKG: manager_of Dunholt Wanderers on 2023-12-26")
ask("time_point", "values", "Which club was Liam Shevlyn with in May 2019?", only(f[2] for f in valid(facts("played for", "Liam Shevlin"), date(2019, 5, 1), date(2019, 5, 31))), "TKG: Liam Shevlin played for, May 2019 (typo)")
ask("time_point", "values", "Whose name was on the front of Sallowfield City's shirts in 2020?", only(f[2] for f in valid(facts("shirt_sponsor", "Sallowfield City"), date(2020, 1, 1), date(2020, 12, 31))), "TKG: shirt_sponsor of Sallowfield City over the whole of 2020")
ask("time_point", "values", "lantern cup holders, new year's day 2020?", only(f[2] for f in valid(facts("held by", "Lantern Cup"), date(2020, 1, 1))), "TKG: Lantern Cup held by on 2020-01-01")
# before_after
ask("before_after", "values", "Who owned Ravensea Argyle before the fans' society took it over?", next_fact(facts("owned by", "Ravensea Argyle"), "Ravensea Fans' Society", -1, 2), "TKG: previous owned by of Ravensea Argyle")
ask("before_after", "values", "Who succeeded Phillipe Garonnaire as manager of Wexcombe United?", next_fact(facts("manager_of", tail="Wexcombe United"), "Philippe Garonnaire", 1, 0), "TKG: next manager_of Wexcombe United (typo)")
ask("before_after", "values", "Where was Owen Llanfare playing straight before he joined Port Ansel Athletic?", next_fact(facts("played for", "Owen Llanfair"), "Port Ansel Athletic", -1, 2), "TKG: previous played for of Owen Llanfair (typo)")
# duration
f = only(facts("chair of", "Constance Ibbotson", "Vale League"))
ask("duration", "number", "Constance Ibbotson was at the top of the Vale League for a while. How many full years was she its chair?", full_years(f[3], f[4]), "TKG: complete years of her chair of period")
ask("duration", "values", "Counting only spells that are over, which manager stayed longest at one club?", extreme({(f[0], f[2]): (f[4] - f[3]).days for f in facts("manager_of") if f[4]})[0][0], "TKG: longest closed manager_of period")
# multi_hop
c = only(heads("plays at", "The Breakwater"))
ask("multi_hop", "values", "Which county is The Breakwater in?", tails(only(tails(c, "based in")), "in county"), "KG: ground <- club -> town -> county")
ask("multi_hop", "values", "Goran Matijašević's agents: what town is their office in?", tails(only(tails("Goran Matijašević", "represented_by")), "has office in"), "KG: represented_by, has office in")
ask("multi_hop", "values", "Which people skippered a club and later went on to manage that very same club?", {f[0] for f in facts("captain of") for g in facts("manager_of", f[0], f[2]) if f[4] and g[3] > f[4]}, "TKG: captain of and a later manager_of with the same person and club")
# cross_source
m = M[game("VL1115")]
ask("cross_source", "values", "Who was the manager of the losing side in match VL1115 at the time?", only(f[0] for f in valid(facts("manager_of", tail=m["Away side"] if m["h"] > m["a"] else m["Home side"]), m["day"])), "matches: losing side and date of VL1115; TKG: manager_of on that date")
ask("cross_source", "number", "How many goals did players on the books of Keystone Players get between them in 2023/24?", add(PL[n]["g"] for n in heads("represented_by", "Keystone Players")), "KG: represented_by Keystone Players; players: sum of Gls 2023/24")
f = only(facts("manager_of", "Dougal Rennie", "Ketterwick Albion")); assert f[4] is None
ask("cross_source", "number", "How many league matches has Ketterwick Albion won since Dougal Rennie took over there?", sum(won("Ketterwick Albion", m) for m in M if m["day"] >= f[3]), "TKG: start of his term; matches: wins of Ketterwick Albion from that day on")
ask("cross_source", "values", "There was a freak 7-1 result a while back. At which ground did that happen?", tails(only(m["Home side"] for m in M if {m["h"], m["a"]} == {7, 1}), "plays at"), "matches: Home side of the only 7-1; KG: plays at")
caps = {f[0] for f in opened(facts("captain of"))}
assert caps <= set(PL)
ask("cross_source", "number", "What do today's club captains earn in a week, all of them put together?", add(PL[n]["wage"] for n in caps), "TKG: open captain of facts; players: sum of Weekly wage")
c = only(f[2] for f in opened(facts("held by", "Vale Shield")))
ask("cross_source", "values", "Take the club that holds the Vale Shield now. Which of its players are home-grown, that is, came out of its own academy?", [p["Player"] for p in squad(c) if c in tails(p["Player"], "came through academy of")], "TKG: open Vale Shield held by; players: Club; KG: came through academy of the same club")
c = {f[0] for f in opened(facts("owned by")) if f[2] == "Gristmill Brewing Co."}
ask("cross_source", "number", "The brewery that owns a club - Gristmill, that is. How much has that club taken in gate receipts since they bought it, in pounds?",
    add(m["cash"] for m in home(only(c)) if m["day"] >= only(f[3] for f in opened(facts("owned by", only(c))))), "TKG: club owned by Gristmill Brewing Co. and the start; matches: sum of Gate receipts of its home games from then on")
# missing
ask("missing", "values", "Whose height hasn't been filled in?", [p["Player"] for p in P if p["ht"] is None], "players: empty Ht")
# unanswerable
ask("unanswerable", "refuse", "How many assists did Iwan Bevan get in 2023/24?", [], "no assists in any file, only appearances and goals")
ask("unanswerable", "refuse", "Who scored the winning goal in match VL1330?", [], "matches have the score, no scorers")
ask("unanswerable", "refuse", "Who was manager of Ketterwick Albion in 2009?", [], "TKG: its managers are recorded from June 2015 only")
ask("unanswerable", "refuse", "how many goals did callum sturrock score in 2021/22?", [], "players' goals are recorded for 2023/24 only")
ask("unanswerable", "refuse", "What position does Gregor Vantongeren play?", [], "no such player in any file")
ask("unanswerable", "refuse", "By what score did AFC Marchgate win the 2024 Lantern Cup final, and against whom?", [], "the TKG has the holders only; matches are league games")


finish(HERE, Q)
