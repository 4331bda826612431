#!/usr/bin/env python3
"""Computes every gold answer of the 'choirs' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, robust, step, tkg,
    total)


def rd(name): return records(HERE, name)

def num(s):
    if s == "free": return 0.0
    s = s.replace(" kr", "").replace(" min", "").replace(" ", "")
    return float(s) if s else None


C = rd("choirs.csv")
for r in C:
    r["est"], r["n"], r["fee"], r["dues"] = int(r["Est."]), int(r["Singers"]), num(r["Fee per year"]), num(r["Dues outstanding"])
CN = {r["Choir"]: r for r in C}
G = rd("concerts.csv")
for r in G:
    r["d"], r["sold"], r["price"], r["takings"] = day(r["Date"], "%d.%m.%Y"), num(r["Tickets sold"]), num(r["Ticket"]), num(r["Takings"])
    r["stars"], r["min"] = num(r["Stars"]), num(r["Duration"])
GN = {r["Ref"]: r for r in G}
K, T = graphs(HERE, "choirs")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)


# sanity of the data
VENUES, COND, FED = heads("stands in"), heads("studied at"), "Fjord Choral Federation"
assert len(CN) == len(C) and len(GN) == len(G) and len(set(K)) == len(K)
assert {r["Choir"] for r in G} <= set(CN) and {r["Venue"] for r in G} | {r["Rehearses in"] for r in C} <= VENUES
assert {r["Led by"] for r in G} <= COND and {r["Main work"] for r in G} - {""} <= heads("composed_by") and {r["Soloist"] for r in G} - {""} <= heads("voice type")
for rel, places in (("conducts", CN), ("president of", [FED]), ("treasurer of", [FED]), ("secretary of", [FED]), ("accompanist of", CN), ("chair of", CN), ("artistic director of", ["Midsummer Song Days"])):
    for x in places:
        fs = facts(rel, tail=x)
        assert all(a[4] and a[4] < b[3] for a, b in zip(fs, fs[1:])) and (not fs or fs[-1][4] is None)
        if rel == "conducts": assert CN[x]["est"] <= fs[0][3].year
for r in G: assert not at("closed for", r["d"], head=r["Venue"])
for r in C: assert r["n"] == sum(int(r[x] or 0) for x in "SATB")
def district(town): return one(out(town, "in district"))
def own(r): return [f[0] for f in at("conducts", r["d"], tail=r["Choir"])]
of = lambda c: [r for r in G if r["Choir"] == c]
led = lambda p: [r for r in G if r["Led by"] == p]
in_y = lambda y: [r for r in G if r["d"].year == y]
held = lambda rows: [r for r in rows if r["Outcome"] != "Called off"]
town = lambda t: [r for r in C if r["Town"] == t]
cn = lambda rows: [r["Choir"] for r in rows]
refs = lambda rows: [r["Ref"] for r in rows]

Q = []
q = asking("choirs", Q)

# ------------------------------------------------------------------ lookup
q("lookup", "Where does Glasskoret rehearse?", "values", [CN["Glasskoret"]["Rehearses in"]], "choirs: Rehearses in of Glasskoret")
q("lookup", "whats the yearly fee at lillefoss mannskor", "number", CN["Lillefoss Mannskor"]["fee"], "choirs: Fee per year of Lillefoss Mannskor")
q("lookup", "Who is the composer of Vinternatt?", "values", out("Vinternatt", "composed_by"), "KG: Vinternatt composed_by")
q("lookup", "silje brekke hansen - what voice is she", "values", out("Silje Brekke-Hansen", "voice type"), "KG: voice type of Silje Brekke-Hansen")
q("lookup", "Which programme did concert C23/277 have?", "values", [GN["C23/277"]["Programme"]], "concerts: Programme of C23/277")

# ------------------------------------------------------------------ filter_list
q("filter_list", "Which choirs based in Storhamn are on probation?", "values", cn(r for r in town("Storhamn") if r["Standing"] == "On probation"), "choirs: Town Storhamn, Standing On probation")
q("filter_list", "satb choirs with under 31 singers, names pls", "values", cn(r for r in C if r["Voices"] == "SATB" and r["n"] < 31), "choirs: Voices SATB, Singers < 31")
q("filter_list", "Which venues have a pipe organ?", "values", inn("pipe organ", "has instrument"), "KG: has instrument pipe organ")
q("filter_list", "concerts in 2023 you could get into for free, give me the refs", "values", refs(r for r in in_y(2023) if r["Ticket"] == "free"), "concerts: Date in 2023, Ticket free")
q("filter_list", "Which Romantic works are sung in Norwegian?", "values", inn("Romantic", "period") & inn("Norwegian", "sung in"), "KG: period Romantic, sung in Norwegian")
q("filter_list", "The paper wants to run a piece on our best evenings. Which concerts got six stars? The refs will do.", "values", refs(r for r in G if r["stars"] == 6), "concerts: Stars 6")
q("filter_list", "anything in havnelageret between 1 sept and 31 dec 2024? refs", "values",
  robust(*(refs(r for r in G if r["Venue"] == "Havnelageret" and date(2024, 9, 1) + timedelta(b) <= r["d"] <= date(2024, 12, 31) - timedelta(b)) for b in (0, 1))),
  "concerts: Venue Havnelageret, Date between 2024-09-01 and 2024-12-31")

# ------------------------------------------------------------------ count
q("count", "How many concerts have been called off?", "number", sum(r["Outcome"] == "Called off" for r in G), "concerts: Outcome Called off")
q("count", "how many choirs practice on tuesdays", "number", sum(r["Night"] == "Tue" for r in C), "choirs: Night Tue")
q("count", "How many times was Requiem for a Harbour down as the main work?", "number", sum(r["Main work"] == "Requiem for a Harbour" for r in G), "concerts: Main work Requiem for a Harbour")
q("count", "number of grade B choirs w/ more than 40 singers?", "number", sum(r["Grade"] == "B" and r["n"] > 40 for r in C), "choirs: Grade B, Singers > 40")
q("count", "With how many different conductors on the podium has Cantus Aurora been billed?", "number", len({r["Led by"] for r in of("Cantus Aurora")}), "concerts: distinct Led by, Choir Cantus Aurora")

# ------------------------------------------------------------------ sum
q("sum", "How many singers do the choirs in Bjerkeli have altogether?", "number", total(town("Bjerkeli"), "n"), "choirs: sum of Singers, Town Bjerkeli")
q("sum", "what do all the outstanding dues come to", "number", total(C, "dues"), "choirs: sum of Dues outstanding (empty left out)")
q("sum", "What were the total takings of concerts in Sandvær kirke in 2024?", "number", total([r for r in in_y(2024) if r["Venue"] == "Sandvær kirke"], "takings"),
  "concerts: sum of Takings, Venue Sandvær kirke, Date in 2024")

# ------------------------------------------------------------------ average
q("average", "What is the average number of stars for concerts of the Storhamn Oratoriekor?", "number", mean(of("Storhamn Oratoriekor"), "stars"), "concerts: mean Stars (empty left out), Choir Storhamn Oratoriekor")
q("average", "avg size of a female voice choir (ssaa)?", "number", mean([r for r in C if r["Voices"] == "SSAA"], "n"), "choirs: mean Singers, Voices SSAA")
q("average", "Mean length in minutes of the concerts that Sunniva Mæland led, please.", "number", mean(led("Sunniva Mæland"), "min"), "concerts: mean Duration (empty left out), Led by Sunniva Mæland")

# ------------------------------------------------------------------ min_max
q("min_max", "What is the largest number of tickets sold for any concert?", "number", max(r["sold"] for r in G if r["sold"] is not None), "concerts: max Tickets sold")
q("min_max", "When was the first concert listed for Tinnfjell stavkirke that did take place as planned (outcome Given)?", "values",
  [min(r["d"] for r in G if r["Venue"] == "Tinnfjell stavkirke" and r["Outcome"] == "Given")], "concerts: earliest Date, Venue Tinnfjell stavkirke, Outcome Given")

# ------------------------------------------------------------------ superlative
q("superlative", "Which choir was established first?", "values", best({r["Choir"]: r["est"] for r in C}, low=True), "choirs: lowest Est.")
q("superlative", "who has the most tenors, which choir", "values", best({r["Choir"]: int(r["T"]) for r in C if r["T"]}), "choirs: highest T")
q("superlative", "Which concert made the highest takings? Its reference, please.", "values", best({r["Ref"]: r["takings"] for r in G if r["takings"] is not None}), "concerts: highest Takings")
q("superlative", "smalest venue weve got, going by seats", "values", best({v: int(one(out(v, "seats"))) for v in VENUES}, low=True), "KG: lowest seats")

# ------------------------------------------------------------------ top_k
q("top_k", "What are the three largest choirs by number of singers?", "values", best({r["Choir"]: r["n"] for r in C}, 3), "choirs: three highest Singers")
q("top_k", "top 4 concerts by tickets sold (refs)", "values", best({r["Ref"]: r["sold"] for r in G if r["sold"] is not None}, 4), "concerts: four highest Tickets sold")

# ------------------------------------------------------------------ comparison
q("comparison", "Which choir is older, Måkene or Gruvekoret?", "values", best({c: CN[c]["est"] for c in ("Måkene", "Gruvekoret")}, low=True), "choirs: Est. of the two")
q("comparison", "eilif bratveit or dagfinn ulvestad, who was on the podium for more concerts", "values",
  robust(best({p: len(led(p)) for p in ("Eilif Bråtveit", "Dagfinn Ulvestad")}), best({p: len(held(led(p))) for p in ("Eilif Bråtveit", "Dagfinn Ulvestad")})), "concerts: rows of the two Led by")
q("comparison", "Who was president of the federation for longer, Philippa Greaves or Sverre Løkkeberg?", "values",
  best({p: (f[4] - f[3]).days for p in ("Philippa Greaves", "Sverre Løkkeberg") for f in facts("president of", p)}), "TKG: lengths of the two president of facts")

# ------------------------------------------------------------------ difference
q("difference", "sjøbodkoret vs gruvekoret, difference in basses?", "number", abs(int(CN["Sjøbodkoret"]["B"]) - int(CN["Gruvekoret"]["B"])), "choirs: difference of the two B")
q("difference", "By how many did the concerts listed for 2023 outnumber those for 2022?", "number", len(in_y(2023)) - len(in_y(2022)), "concerts: rows of 2023 minus 2022")

# ------------------------------------------------------------------ percent
q("percent", "What percentage of the choirs are graded A?", "number", 100 * sum(r["Grade"] == "A" for r in C) / len(C), "choirs: Grade A over all rows")
q("percent", "how big a slice (%) of all tickets sold in 2024 went to the konserthus in storhamn", "number",
  100 * total([r for r in in_y(2024) if r["Venue"] == "Storhamn konserthus"], "sold") / total(in_y(2024), "sold"), "concerts: sum of Tickets sold at Storhamn konserthus over all, Date in 2024")

# ------------------------------------------------------------------ group_by
q("group_by", "How many choirs are there in each town?", "table", Counter(r["Town"] for r in C), "choirs: rows per Town")
q("group_by", "total tickets sold by year", "table", {k: total(v, "sold") for k, v in group(G, lambda r: r["d"].year).items()}, "concerts: sum of Tickets sold per year of Date")
q("group_by", "For each voicing, what is the average number of singers?", "table", {k: mean(v, "n") for k, v in group(C, lambda r: r["Voices"]).items()}, "choirs: mean Singers per Voices")
q("group_by", "conductors per school they studied at?", "table", Counter(t for h, r, t in K if r == "studied at"), "KG: studied at, counted by school")

# ------------------------------------------------------------------ group_superlative
q("group_superlative", "Which venue has had the most concerts listed?", "values", best(Counter(r["Venue"] for r in G)), "concerts: most frequent Venue")
q("group_superlative", "which conductor pulled in the most money at the door, all concerts together", "values", best({k: total(v, "takings") for k, v in group(G, lambda r: r["Led by"]).items()}),
  "concerts: highest sum of Takings per Led by")
q("group_superlative", "Which town has the most singers in total?", "values", best({k: total(v, "n") for k, v in group(C, lambda r: r["Town"]).items()}), "choirs: highest sum of Singers per Town")
q("group_superlative", "what soloist has been engaged most often?", "values",
  robust(best(Counter(r["Soloist"] for r in G if r["Soloist"])), best(Counter(r["Soloist"] for r in held(G) if r["Soloist"]))), "concerts: most frequent Soloist")

# ------------------------------------------------------------------ yes_no
q("yes_no", "Is Gruvekoret twinned with Kór Zatoki?", "boolean", "Kór Zatoki" in out("Gruvekoret", "twinned with"), "KG: Gruvekoret twinned with")
q("yes_no", "is havblikk dormant", "boolean", CN["Havblikk"]["Standing"] == "Dormant", "choirs: Standing of Havblikk")
q("yes_no", "Was Anne-Grete Moi ever treasurer of the federation?", "boolean", bool(facts("treasurer of", "Anne-Grete Moi")), "TKG: Anne-Grete Moi treasurer of")
q("yes_no", "did jens petter aasgard ever conduct the tuesday singers?", "boolean",
  bool(facts("conducts", "Jens Petter Aasgard", "The Tuesday Singers")) or any(r["Led by"] == "Jens Petter Aasgard" for r in of("The Tuesday Singers")), "TKG: conducts; concerts: Led by")

# ------------------------------------------------------------------ negation
q("negation", "Which choirs have no concert listed at all?", "values", set(CN) - {r["Choir"] for r in G}, "choirs less the Choirs of concerts")
q("negation", "conductors that dont play the piano", "values", COND - inn("piano", "plays"), "KG: conductors (studied at) without plays piano")
q("negation", "Which SATB choirs in Storhamn are not twinned with anybody?", "values", [r["Choir"] for r in town("Storhamn") if r["Voices"] == "SATB" and not out(r["Choir"], "twinned with")],
  "choirs: Town, Voices; KG: no twinned with")
q("negation", "how many of the 2024 concerts were held somewhere other than the choirs own rehearsal place? leave out the called off ones", "number",
  sum(r["Venue"] != CN[r["Choir"]]["Rehearses in"] for r in held(in_y(2024))), "concerts: Venue, Outcome not Called off, Date in 2024; choirs: Rehearses in")

# ------------------------------------------------------------------ time_point
q("time_point", "Who was president of the federation on 1 May 2009?", "values", [one(at("president of", date(2009, 5, 1)))[0]], "TKG: president of valid on 2009-05-01")
q("time_point", "makene, who conducted them in 2010", "values", [one(in_year("conducts", 2010, tail="Måkene"))[0]], "TKG: conducts Måkene in 2010")
q("time_point", "Which choirs did Gruvefondet sponsor on 1 January 2021?", "values", [f[0] for f in at("sponsored by", date(2021, 1, 1), tail="Gruvefondet")], "TKG: sponsored by Gruvefondet valid on 2021-01-01")
q("time_point", "who plays the piano for fossegrim these days", "values", [one(now("accompanist of", tail="Fossegrim"))[0]], "TKG: open accompanist of fact of Fossegrim")

# ------------------------------------------------------------------ before_after
q("before_after", "Who conducted the Gruvekoret before Bendik Holthe?", "values", [step(facts("conducts", tail="Gruvekoret"), 0, "Bendik Holthe", -1)], "TKG: previous conducts fact of Gruvekoret")
q("before_after", "next treasurer after roald teigen?", "values", [step(facts("treasurer of"), 0, "Roald Teigen", 1)], "TKG: next treasurer of")
agm = one(now("president of"))
assert agm[0] == "Anne-Grete Moi"
q("before_after", "A lot has changed since Anne-Grete Moi became president. Which choirs have got a new conductor in that time?", "values", [f[2] for f in facts("conducts") if f[3] > agm[3]],
  "TKG: conducts facts starting after the start of Anne-Grete Moi's president of fact")

# ------------------------------------------------------------------ duration
q("duration", "For how many full years was Asbjørn Dyrdal chair of Høybu Songlag?", "number", lasted(one(facts("chair of", "Asbjørn Dyrdal"))), "TKG: complete years from start to end")
q("duration", "of the ex conductors of høybu songlag, whod been there longest", "values", best({f[0]: (f[4] - f[3]).days for f in facts("conducts", tail="Høybu Songlag") if f[4]}), "TKG: longest closed conducts fact of Høybu Songlag")

# ------------------------------------------------------------------ multi_hop
q("multi_hop", "Which of our choirs are twinned with a choir from Germany?", "values", {c for x in inn("Germany", "at home in") for c in inn(x, "twinned with")}, "KG: at home in Germany < twinned with")
q("multi_hop", "where did mats lundkvists teacher study", "values", {s for t in out("Mats Lundkvist", "pupil of") for s in out(t, "studied at")}, "KG: pupil of > studied at")

# ------------------------------------------------------------------ cross_source
q("cross_source", "How many concerts list a main work by Halfdan Krogh?", "number", sum(bool(r["Main work"]) and out(r["Main work"], "composed_by") == {"Halfdan Krogh"} for r in G), "concerts: Main work; KG: composed_by Halfdan Krogh")
q("cross_source", "On C23/266 there was a mix-up with the score. Who was conductor of the choir that sang, going by the records for that date?", "values", [one(own(GN["C23/266"]))],
  "concerts: Choir, Date; TKG: conducts on that day")
q("cross_source", "tickets sold in houses that belong to storhamn municipality, all in all", "number", total([r for r in G if "Storhamn municipality" in out(r["Venue"], "belongs to")], "sold"),
  "KG: belongs to Storhamn municipality; concerts: sum of Tickets sold by Venue")
q("cross_source", "How much do the choirs of the Østmark district still owe in dues?", "number", total([r for r in C if district(r["Town"]) == "Østmark"], "dues"), "choirs: sum of Dues outstanding by Town; KG: in district Østmark")
q("cross_source", "grade a choirs that are conducted by an organist at the moment (somebody who plays the organ)", "values",
  [r["Choir"] for r in C if r["Grade"] == "A" and "organ" in out(one(now("conducts", tail=r["Choir"]))[0], "plays")], "choirs: Grade A; TKG: open conducts; KG: plays organ")
q("cross_source", "Which concerts had a soloist who is a pupil of Dagfinn Ulvestad and got at least four stars?", "values",
  refs(r for r in G if r["Soloist"] and "Dagfinn Ulvestad" in out(r["Soloist"], "pupil of") and (r["stars"] or 0) >= 4), "concerts: Soloist, Stars >= 4; KG: pupil of Dagfinn Ulvestad")
q("cross_source", "How many of the concerts in 2023, leaving out those called off, were led by somebody who was not the choir's own conductor at that time?", "number",
  sum(r["Led by"] not in own(r) for r in held(in_y(2023))), "concerts: Led by, Choir, Date in 2023, Outcome not Called off; TKG: conducts on that day")

# ------------------------------------------------------------------ missing
q("missing", "Which choirs have no entry for their outstanding dues?", "values", cn(r for r in C if r["dues"] is None), "choirs: empty Dues outstanding")
q("missing", "concerts w/ outcome given but no takings entered?? refs", "values", refs(r for r in G if r["Outcome"] == "Given" and r["takings"] is None), "concerts: Outcome Given, empty Takings")

# ------------------------------------------------------------------ unanswerable
q("unanswerable", "What does Philippa Greaves get paid for a concert?", "refuse", [], "no fees of conductors in any file")
q("unanswerable", "phone number of the bjerkeli kulturhus?", "refuse", [], "no phone numbers in any file")
assert not in_year("president of", 1988)
q("unanswerable", "Who was president of the Fjord Choral Federation in 1988?", "refuse", [], "TKG: the first president of fact starts in 2002")
assert "Trollvik Damekor" not in CN
q("unanswerable", "How many singers does Trollvik Damekor have?", "refuse", [], "there is no such choir")
q("unanswerable", "how much money did lakseringen give lyngroser", "refuse", [], "sponsorships have dates but no amounts")
assert not in_y(2018)
q("unanswerable", "What were the total takings in 2018?", "refuse", [], "the concerts begin in 2021")


finish(HERE, Q)
