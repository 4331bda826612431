"""Computes the gold answers from the files and prints what differs from questions.jsonl (--write writes it)."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *

def nr(x): return None if x in ("n/a", "") else float(x.replace("'", ""))
NAMES = dict(zip("mkt_CHFm book_CHFm yield_pct ESG_watch asset_class fee_CHF travel_CHF".split(), "mkt book yld watch cls fee trav".split()))
P = [{NAMES.get(k, k): v for k, v in r.items()} for r in records(HERE, "holdings.csv")]
M = [{NAMES.get(k, k): v for k, v in r.items()} for r in records(HERE, "attendance.csv")]
for r in P:
    for k in ("units", "book", "mkt", "yld"): r[k] = nr(r[k])
    for k in ("matures", "bought"): r[k] = None if r[k] in ("", "n/a") else day(r[k], "%d.%m.%Y")
for r in M:
    for k in ("attended", "fee", "trav", "hours"): r[k] = nr(r[k])
    r["date"] = iso(r["date"])
tri, qui = graphs(HERE, "pensionfund")
out, inn, heads = kg(tri)
facts, now, at, in_year = tkg(qui)
Q = []
q = asking("pensionfund", Q)
V, N, B, T = "values", "number", "boolean", "table"
def n(x): return int(round(x, 2)) if float(round(x, 2)).is_integer() else round(x, 2)
def pick(rows, **k): return [r for r in rows if all(r[a] == b for a, b in k.items())]
def p(**k): return pick(P, **k)
def m(**k): return pick(M, **k)
def pos(no): return one(p(pos=no))
def col(rows, k): return [r[k] for r in rows]
def rnd(t): return {k: n(v) for k, v in t.items()}
def heads_of(fs): return [x[0] for x in fs]
def tails_of(fs): return [x[2] for x in fs]
def bond(r): return r["cls"] in ("gov. bond", "corp. bond")
meetings = {r["mtg"]: (r["body"], r["date"], r["hours"]) for r in M}
trustees = {r["trustee"] for r in M}
assert trustees == set(heads_of(now("trustee on")))

q("lookup", "When does position P206 fall due?", V, pos("P206")["matures"], "holdings: matures")
q("lookup", "What rating does the Birsbank 2.25% 2042 carry?", V, one(p(security="Birsbank 2.25% 2042"))["rating"], "holdings: rating")
q("lookup", "who put Milan Jovanovic forward as trustee", V, out("Milan Jovanovic", "put forward by"), "KG put forward by")
q("lookup", "Against which index do we measure the World Equity mandate?", V, out("World Equity", "measured against"), "KG measured against")
q("lookup", "I have a letter from Hokuto Motors on my desk. In which country are they at home?", V, out("Hokuto Motors", "domicile"), "KG domicile")

q("filter_list", "Which bonds of ours run out before 2030? Positions, please.", V, [r["pos"] for r in P if r["matures"] and r["matures"] < date(2030, 1, 1)], "holdings: matures before 2030")
q("filter_list", "equities under ESG watch (position numbers)", V, col(p(cls="equity", watch="x"), "pos"), "holdings: equity with ESG_watch x")
q("filter_list", "List the trustees who are accountants by trade.", V, inn("accountant", "profession"), "KG profession")
q("filter_list", "Who dialled in by video on 16 May 2024?", V, col(m(date=date(2024, 5, 16), mode="video"), "trustee"), "attendance: date, mode video")

q("count", "How many lines do we hold in Swiss francs?", N, len(p(ccy="CHF")), "holdings: ccy CHF")
q("count", "number of meetings the investment committee had in 2024", N, len({r["mtg"] for r in m(body="investment committee")}), "attendance: distinct mtg of the body")
q("count", "How often did Beat Zurbriggen take part by video?", N, len(m(trustee="Beat Zurbriggen", mode="video")), "attendance: trustee, mode video")
q("count", "How many of the issuers are in energy?", N, len(inn("energy", "industry")), "KG industry, read backwards")

q("sum", "What is the whole portfolio worth at market, in millions?", N, n(total(P, "mkt")), "holdings: sum of mkt_CHFm")
q("sum", "meeting fees for Noémie Favre, total for the year", N, n(total(m(trustee="Noémie Favre"), "fee")), "attendance: sum of fee_CHF")
q("sum", "All travel refunds for audit committee meetings together - how many francs?", N, n(total(m(body="audit committee"), "trav")), "attendance: sum of travel_CHF of the body")

q("average", "Mean yield of our corporate bonds, in percent?", N, n(mean(p(cls="corp. bond"), "yld")), "holdings: mean yield_pct of corp. bond")
q("average", "how long does a board meeting last on average (hours)", N, n(sum(h for b, _, h in meetings.values() if b == "board") / sum(b == "board" for b, _, h in meetings.values())), "attendance: mean hours over board meetings (each has eight rows, so rows agree)")
q("average", "What is the average market value of a property holding?", N, n(mean(p(cls="property"), "mkt")), "holdings: mean mkt_CHFm of property")

q("min_max", "What is the highest yield anywhere in the book?", N, n(max(known(P, "yld"))), "holdings: max yield_pct")
q("min_max", "latest maturity date among the franc bonds mandate", V, max(known(p(mandate="CHF Bonds"), "matures")), "holdings: max matures of CHF Bonds")
q("min_max", "The lowest market value of a single equity line - what is it, in CHF m?", N, n(min(col(p(cls="equity"), "mkt"))), "holdings: min mkt_CHFm of equity")

q("superlative", "Which security is our largest by market value?", V, best({r["security"]: r["mkt"] for r in P}), "holdings: largest mkt_CHFm")
q("superlative", "Of the infrastructure investments, which one did we buy first?", V, best({r["security"]: r["bought"] for r in p(cls="infrastructure")}, low=True), "holdings: earliest bought")
q("superlative", "longest serving current trustee?", V, best({x[0]: x[3] for x in now("trustee on")}, low=True), "TKG open trustee on, earliest start")

q("top_k", "Name the three equities with the best yield.", V, best({r["security"]: r["yld"] for r in p(cls="equity") if r["yld"] is not None}, 3), "holdings: three largest yield_pct of equity")
q("top_k", "five biggest positions by book value, pos numbers", V, best({r["pos"]: r["book"] for r in P}, 5), "holdings: five largest book_CHFm")
q("top_k", "Which two issuers weigh the most in the portfolio if you take all their securities together at market?", V, best(sums(P, "issuer", "mkt"), 2), "holdings: sum of mkt_CHFm by issuer, two largest")

q("comparison", "Have we more in Norvane Pharma or in Castellan Insurance, market value, bonds and shares together?", V, best({i: total(p(issuer=i), "mkt") for i in ("Norvane Pharma", "Castellan Insurance")}), "holdings: sum of mkt_CHFm by issuer")
q("comparison", "Who was absent more, Dario Bernasconi or Regula Aebischer?", V, best({t: len(m(trustee=t, attended=0.0)) for t in ("Dario Bernasconi", "Regula Aebischer")}), "attendance: attended 0 counted")
q("comparison", "Tidemark Capital and Kantonal Invest: which one started with us first?", V, best({h: min(x[3] for x in facts("runs mandate", h)) for h in ("Tidemark Capital", "Kantonal Invest")}, low=True), "TKG runs mandate, earliest starts compared")

q("difference", "What's the gain on P263 so far? Market minus book, in millions.", N, n(pos("P263")["mkt"] - pos("P263")["book"]), "holdings: mkt less book of P263")
q("difference", "How many more bond lines are there from governments than from companies?", N, len(p(cls="gov. bond")) - len(p(cls="corp. bond")), "holdings: counted by asset_class, subtracted")
q("difference", "By how many percentage points has the conversion rate gone down between 2018 and today?", N, n(float(tails_of(in_year("conversion rate", 2018))[0][:-1]) - float(one(tails_of(now("conversion rate")))[:-1])), "TKG conversion rate in 2018 less the open one")

q("percent", "How large is the equity share of total market value, in percent?", N, n(100 * total(p(cls="equity"), "mkt") / total(P, "mkt")), "holdings: mkt_CHFm of equity over all")
q("percent", "attendance rate at board meetings, please, as a percentage", N, n(share(m(body="board"), lambda r: r["attended"] == 1)), "attendance: share of attended 1, board")
q("percent", "What percentage of all positions is on the ESG watch list?", N, n(share(P, lambda r: r["watch"] == "x")), "holdings: share with ESG_watch x")

q("group_by", "Market value by asset class?", T, rnd(sums(P, "cls", "mkt")), "holdings: sum of mkt_CHFm by asset_class")
q("group_by", "For each trustee: total fees earned in 2024.", T, rnd(sums(M, "trustee", "fee")), "attendance: sum of fee_CHF by trustee")
q("group_by", "no. of positions per currency", T, dict(Counter(col(P, "ccy"))), "holdings counted by ccy")
q("group_by", "How many trustees did each body put forward - union, association, employers?", T, dict(Counter(t for h, r, t in tri if r == "put forward by")), "KG put forward by, counted by tail")

q("group_superlative", "Which mandate holds the most lines?", V, best(Counter(col(P, "mandate"))), "holdings by mandate, largest count")
q("group_superlative", "which trustee claimed the most for travelling", V, best(sums(M, "trustee", "trav")), "attendance: sum of travel_CHF by trustee, largest")
q("group_superlative", "Which country is home to the largest number of our issuers?", V, best(Counter(t for h, r, t in tri if r == "domicile")), "KG domicile by tail, largest")

q("yes_no", "Is P260 on the watch list?", B, pos("P260")["watch"] == "x", "holdings: ESG_watch of P260")
q("yes_no", "Did Chantal come to the December board meeting?", B, one(m(trustee="Chantal Monnier", date=date(2024, 12, 5)))["attended"] == 1, "attendance: attended on 2024-12-05")
q("yes_no", "does Santera own Alpine Fibre?", B, "Santera Telecom" in out("Alpine Fibre", "subsidiary of"), "KG subsidiary of")
q("yes_no", "Was Luc Tschanz still a trustee at the start of 2023?", B, bool(at("trustee on", date(2023, 1, 1), "Luc Tschanz")), "TKG trustee on: ended 2022-06-30")

q("negation", "Which of our current trustees sit neither on the investment nor on the audit committee?", V, sorted(trustees - heads("member of")), "KG: trustees less those with member of")
q("negation", "mandates that have no benchmark?", V, sorted(set(col(P, "mandate")) - heads("measured against")), "holdings mandates less KG measured against")
q("negation", "How many bonds are not rated AAA?", N, len([r for r in P if bond(r) and r["rating"] != "AAA"]), "holdings: bonds with another rating")

q("time_point", "Who presided over the board in 2016?", V, heads_of(in_year("presides over", 2016, tail="board")), "TKG presides over in 2016")
q("time_point", "technical interest rate applied as of 30 June 2018?", V, tails_of(at("technical interest", date(2018, 6, 30))), "TKG technical interest on that day")
q("time_point", "Which employers were affiliated with us in mid-2007?", V, heads_of(at("affiliated to", date(2007, 7, 1))), "TKG affiliated to on that day")
q("time_point", "on 1.3.2012 who kept our securities in custody", V, heads_of(at("custodian of", date(2012, 3, 1))), "TKG custodian of on that day")

q("before_after", "Who was auditor before Bolliger?", V, step(facts("audits"), 0, "Bolliger Audit", -1), "TKG audits, the fact before")
q("before_after", "After Blaumont lost Swiss Equity, which house got the mandate?", V, step(facts("runs mandate", tail="Swiss Equity"), 0, "Blaumont Asset Management", 1), "TKG runs mandate, the next fact")
q("before_after", "Which people joined the board of trustees after 1 January 2019?", V, [x[0] for x in facts("trustee on") if x[3] > date(2019, 1, 1)], "TKG trustee on with a later start")

q("duration", "For how many whole years did Kurt Wyttenbach direct the fund?", N, lasted(one(facts("managing director of", "Kurt Wyttenbach"))), "TKG managing director of, completed years")
q("duration", "Vreni Odermatt headed the investment committee for a time; how many full years was that?", N, lasted(one(x for x in facts("presides over", "Vreni Odermatt") if x[2] == "investment committee")), "TKG presides over, completed years")
q("duration", "Two former trustees, Gottfried Imhof and Luc Tschanz. Which one stayed longer on the board?", V, best({h: (lambda x: (x[4] - x[3]).days)(one(facts("trustee on", h))) for h in ("Gottfried Imhof", "Luc Tschanz")}), "TKG trustee on, lengths compared")

q("multi_hop", "In which town has the employer its seat that proposed Ursina Caduff?", V, {s for e in out("Ursina Caduff", "put forward by") for s in out(e, "seat")}, "KG put forward by > seat")
q("multi_hop", "Which subsidiaries belong to parents in the finance industry?", V, {s for i in inn("finance", "industry") for s in inn(i, "subsidiary of")}, "KG industry backwards > subsidiary of backwards")
q("multi_hop", "Where does the parent of Windpark Kollau come from?", V, {c for i in out("Windpark Kollau", "subsidiary of") for c in out(i, "domicile")}, "KG subsidiary of > domicile")
q("multi_hop", "what professions are there on the audit committee", V, {c for t in inn("audit committee", "member of") for c in out(t, "profession")}, "KG member of backwards > profession")

q("cross_source", "How much have we invested in technology issuers at market value (CHF m)?", N, n(total([r for r in P if "technology" in out(r["issuer"], "industry")], "mkt")), "KG industry; holdings: sum of mkt_CHFm")
q("cross_source", "Total value, at market, of everything Kantonal Invest manages for us now?", N, n(total([r for r in P if r["mandate"] in tails_of(now("runs mandate", "Kantonal Invest"))], "mkt")), "TKG open runs mandate; holdings: sum of mkt_CHFm")
q("cross_source", "Who was in charge of the mandate of P254 on the day that bond was bought?", V, heads_of(at("runs mandate", pos("P254")["bought"], tail=pos("P254")["mandate"])), "holdings: mandate, bought; TKG runs mandate")
q("cross_source", "Fees paid in 2024 to trustees nominated by Feller Machine Works, sum?", N, n(total([r for r in M if "Feller Machine Works" in out(r["trustee"], "put forward by")], "fee")), "KG put forward by; attendance: sum of fee_CHF")
q("cross_source", "positions whose issuer is based in the Netherlands", V, [r["pos"] for r in P if "Netherlands" in out(r["issuer"], "domicile")], "KG domicile; holdings by issuer")
q("cross_source", "Did the present president of the board miss any meeting in 2024?", B, bool([r for r in M if r["trustee"] == one(heads_of(now("presides over", tail="board"))) and r["attended"] == 0]), "TKG open presides over; attendance: attended 0")

q("missing", "For which securities do we have no yield figure?", V, [r["security"] for r in P if r["yld"] is None], "holdings: yield_pct n/a")
q("missing", "Which position has no purchase date on file?", V, [r["pos"] for r in P if r["bought"] is None], "holdings: bought n/a")
q("missing", "whose travel costs are still not known, and so marked n/a", V, [r["trustee"] for r in M if r["trav"] is None], "attendance: travel_CHF n/a")

q("unanswerable", "What coverage ratio did the fund have at the end of 2023?", "refuse", [], "no coverage ratio")
q("unanswerable", "How many pensioners draw a widow's pension?", "refuse", [], "no pensioners in the files")
q("unanswerable", "What fee in basis points does Tidemark charge us?", "refuse", [], "no manager fees")
q("unanswerable", "rating of the Kanderbahn bond?", "refuse", [], "no such security")
q("unanswerable", "In which hotel did the board meet on 27 June 2024?", "refuse", [], "no meeting places")
q("unanswerable", "How did Regula Aebischer vote on the new conversion rate?", "refuse", [], "no votes recorded")

if "--write" not in sys.argv: sys.argv.append("--check")
if len(Q) == 80: finish(HERE, Q)
else: print(len(Q), Counter(x["kind"] for x in Q))
