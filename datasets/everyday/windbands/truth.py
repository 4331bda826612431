"""Computes every answer of the 'windbands' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("windbands", Q)      # q(kind, question, answer_type, answers, why)

KG, TKG = graphs(HERE, "windbands")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TKG)
C = [{"ref": r["Ref"], "date": day(r["Date"], "%d/%m/%Y"), "band": r["Band"], "venue": r["Venue"],
      "cond": r["Conductor"], "occ": r["Occasion"], "solo": r["Soloist"], "tickets": num(r["Tickets sold"]),
      "takings": digits(r["Takings (£)"]), "hire": num(r["Hall hire (£)"]), "aid": r["In aid of"]}
     for r in records(HERE, "concerts.csv")]
I = [{"tag": r["tag_no"], "what": r["instrument"], "maker": r["maker"], "owner": r["owner"],
      "yr": int(r["yr_bought"]), "price": num(r["price_gbp"]), "status": r["status"], "by": r["held_by"],
      "to": r["hired_to"], "fee": num(r["hire_fee_per_month_gbp"]), "cond": r["cond."],
      "serviced": iso(r["last_serviced"])} for r in records(HERE, "instruments.csv")]
H, CC, W, S, M, K, O, U = ("Harrowdale Silver Band", "Cragside Colliery Band", "Wexby Concert Winds",
    "St Oswin's Wind Orchestra", "Millbeck Mills Band", "Kirkmoor Youth Band", "Oxenrigg Temperance Band",
    "Dunsett Wind Ensemble")
BANDS = heads("founded_in")
PLAYERS = heads("plays")
def con(**k): return [c for c in C if all(c[x] == v for x, v in k.items())]
def ins(**k): return [i for i in I if all(i[x] == v for x, v in k.items())]
def year(y, rows=C): return [c for c in rows if c["date"].year == y]
def refs(rows): return [c["ref"] for c in rows]
def tags(rows): return [i["tag"] for i in rows]
def col(fs, k): return {f[k] for f in fs}
seats = {h: int(one(out(h, "seats"))) for h in heads("seats")}
founded = {b: int(one(out(b, "founded_in"))) for b in BANDS}

# the four go together
assert {c["band"] for c in C} == {i["owner"] for i in I} == BANDS
assert {c["venue"] for c in C} <= heads("located_in")
assert all(not c["solo"] or c["solo"] in {f[0] for f in at("member_of", c["date"], tail=c["band"])} for c in C)
assert all(not i["by"] or (i["what"] in out(i["by"], "plays") and now("member_of", i["by"], i["owner"])) for i in I)
assert all(len(at("conducts", c["date"], tail=c["band"])) == 1 for c in C)

# lookup
q("lookup", "Who conducted the Christmas concert that Harrowdale Silver Band gave on 17 December 2022?", "values",
  one(con(band=H, occ="Christmas concert", date=date(2022, 12, 17)))["cond"], "conductor of that row of the concerts")
q("lookup", "how many seats does the Jubilee Hall have?", "number", seats["Jubilee Hall"], "seats of the hall in the graph")
q("lookup", "what does Theresa Langcake play", "values", out("Theresa Langcake", "plays"), "plays in the graph")
q("lookup", "I'm after the bass clarinet with tag IN-025. Which band has it on hire at the moment?", "values",
  one(ins(tag="IN-025"))["to"], "hired_to of that instrument")

# filter_list
q("filter_list", "bands based in Wexby?", "values", inn("Wexby", "based_in"), "heads of based_in Wexby")
q("filter_list", "Which instruments that belong to Harrowdale Silver Band are in fair condition and were bought before 2013? Give me the tag numbers.",
  "values", tags(i for i in ins(owner=H, cond="fair") if i["yr"] < 2013), "owner, condition, year bought")
q("filter_list", "all the Cragside Colliery Band concerts for the guide dogs, just the refs pls", "values",
  refs(con(band=CC, aid="Guide dogs")), "band and in aid of")
q("filter_list", "Who plays the trombone?", "values", inn("Trombone", "plays"), "heads of plays Trombone")

# count
q("count", "number of concerts in 2023", "number", len(year(2023)), "rows of 2023")
q("count", "How many of the instruments are on hire to another band?", "number",
  robust(len(ins(status="on hire")), len([i for i in I if i["to"]])), "status on hire")
q("count", "how many gigs did Millbeck Mills Band play at the Millbeck Corn Exchange", "number",
  len(con(band=M, venue="Millbeck Corn Exchange")), "rows of band and venue")
q("count", "How many of the players and conductors have their home in Wexby?", "number", len(inn("Wexby", "lives_in")), "heads of lives_in Wexby")

# sum
assert all(c["takings"] is not None for c in year(2022))
q("sum", "total takings 2022?", "number", total(year(2022), "takings"), "takings of the rows of 2022")
q("sum", "How much money was taken altogether at the Christmas concerts that were held in aid of Guide dogs?", "number",
  total(con(occ="Christmas concert", aid="Guide dogs"), "takings"), "takings of the rows of that occasion and cause")
q("sum", "tickets the Kirkmoor Youth Band has sold over all its concerts", "number", total(con(band=K), "tickets"), "tickets of the band's rows")
q("sum", "Oxenrigg Temperance Band hires in a few instruments from others. What does that come to per month in total, going by the fees that are written down?",
  "number", total(ins(to=O), "fee"), "fees of the rows hired to the band")

# average
q("average", "average number of tickets sold at Proms nights", "number", mean(con(occ="Proms night"), "tickets"), "mean of tickets of the occasion")
bb = [i for i in ins(what="B flat bass") if i["yr"] > 2015]
assert len(known(bb, "price")) == len(bb) > 2
q("average", "What was the mean price paid for the B flat basses that were bought after 2015?", "number", mean(bb, "price"), "mean price of the rows")
assert len(known(con(band=O), "hire")) == len(con(band=O))
q("average", "what does Oxenrigg Temperance Band pay on avarage to rent the hall for a concert", "number", mean(con(band=O), "hire"), "mean hall hire of the band's rows")

# min_max
q("min_max", "highest takings of a single concert?", "number", max(known(C, "takings")), "maximum of takings")
q("min_max", "What is the smallest number of tickets sold for any of the concerts in 2024?", "number", min(known(year(2024), "tickets")), "minimum of tickets in 2024")
q("min_max", "latest service date on the whole instrument list?", "values",
  max(known(I, "serviced")), "latest last_serviced")

# superlative
q("superlative", "Which band gave the most concerts?", "values", best(Counter(c["band"] for c in C)), "most rows")
q("superlative", "hall with the most seats", "values", best(seats), "largest seats in the graph")
q("superlative", "I need the tag of the priciest instrument. Which one cost the most?", "values",
  best({i["tag"]: i["price"] for i in I if i["price"] is not None}), "largest price")
q("superlative", "Which soloist has appeared in the largest number of concerts?", "values",
  best(Counter(c["solo"] for c in C if c["solo"])), "soloist of the most rows")

# top_k
q("top_k", "top 3 concerts by tickets sold (refs)", "values", best({c["ref"]: c["tickets"] for c in C}, 3), "three largest tickets")
q("top_k", "the two oldest bands, by year of foundation", "values", best(founded, 2, low=True), "two smallest founding years")
q("top_k", "Name the two players who have joined Millbeck Mills Band most recently.", "values",
  best({f[0]: f[3] for f in facts("member_of", tail=M)}, 2), "two latest starts of member_of")

# comparison
q("comparison", "what seats more people, the Jubilee Hall or the Millbeck Corn Exchange", "values",
  best({h: seats[h] for h in ("Jubilee Hall", "Millbeck Corn Exchange")}), "seats of both halls")
q("comparison", "Which of the two sold more tickets in 2024, Harrowdale Silver Band or Millbeck Mills Band?", "values",
  best({b: total(year(2024, con(band=b)), "tickets") for b in (H, M)}), "sum of tickets in 2024 of both")
q("comparison", "Who joined Oxenrigg Temperance Band first, Keith Naylor or Nigel Braithwaite?", "values",
  best({p: one(facts("member_of", p, O))[3] for p in ("Keith Naylor", "Nigel Braithwaite")}, low=True), "start of both memberships")

# difference
def xmas23(b): return one(year(2023, con(band=b, occ="Christmas concert")))["takings"]
q("difference", "How much more did Oxenrigg Temperance Band take at its Christmas concert in 2023 than Kirkmoor Youth Band did at theirs that year?",
  "number", xmas23(O) - xmas23(K), "difference of the takings of two rows")
q("difference", "how many more concerts were there in 2024 than in 2022", "number", len(year(2024)) - len(year(2022)), "difference of the numbers of rows")
q("difference", "Cornets versus euphoniums on the instrument list: how many more cornets are there?", "number",
  len(ins(what="Cornet")) - len(ins(what="Euphonium")), "difference of the numbers of rows")
assert all(q_["answers"][0][0] not in "-0" for q_ in Q[-3:])

# percent
q("percent", "what percentage of the instruments is in poor condition?", "number", share(I, lambda i: i["cond"] == "poor"), "share of rows")
q("percent", "Of the concerts in 2023, what share in percent were Christmas concerts?", "number", share(year(2023), lambda c: c["occ"] == "Christmas concert"), "share of rows of 2023")
cs = con(band=CC)
q("percent", "take all tickets sold by Cragside Colliery Band. how many percent of them were for concerts at the Victoria Pavilion", "number",
  100 * total([c for c in cs if c["venue"] == "Victoria Pavilion"], "tickets") / total(cs, "tickets"), "share of the sum of tickets")

# group_by
q("group_by", "concerts per year", "table", dict(Counter(c["date"].year for c in C)), "rows by year")
q("group_by", "breakdown of instruments by status", "table", dict(Counter(i["status"] for i in I)), "rows by status")
t22 = sums(year(2022), "band", "tickets")
assert set(t22) == BANDS
q("group_by", "For every band, how many tickets did it sell in 2022?", "table", t22, "sum of tickets in 2022 by band")
members = Counter(f[2] for f in now("member_of"))
assert set(members) == BANDS
q("group_by", "I'd like to see the present number of members for each of the bands.", "table", dict(members), "member_of without end, by band")

# group_superlative
q("group_superlative", "best attended concert of each year, with its ref", "table",
  {y: one(best({c["ref"]: c["tickets"] for c in g})) for y, g in group(C, lambda c: c["date"].year).items()}, "most tickets by year")
q("group_superlative", "What is the most expensive instrument of every owner, going by the prices we have? List owner and tag number.", "table",
  {o: one(best({i["tag"]: i["price"] for i in g if i["price"] is not None})) for o, g in group(I, itemgetter("owner")).items()}, "largest price by owner")
q("group_superlative", "for each occasion: which band sold the most tickets at a single concert of that sort", "table",
  {o: one(best({b: max(c["tickets"] for c in h) for b, h in group(g, itemgetter("band")).items()})) for o, g in group(C, itemgetter("occ")).items()},
  "band of the largest tickets by occasion")

# yes_no
q("yes_no", "did Harold Stubbs ever appear as a soloist", "boolean", con(solo="Harold Stubbs"), "rows with the soloist")
q("yes_no", "Is Una McCall still a member of St Oswin's Wind Orchestra?", "boolean", now("member_of", "Una McCall", S), "member_of without end")
q("yes_no", "has the Kirkmoor Youth Band ever given a concert in the Jubilee Hall?", "boolean", con(band=K, venue="Jubilee Hall"), "rows of band and venue")

# negation
q("negation", "Which bands have never put on a Film music night?", "values", BANDS - {c["band"] for c in con(occ="Film music night")}, "bands without such a row")
q("negation", "bands that dont have a sponsor now", "values", BANDS - col(now("sponsored_by"), 0), "bands without a sponsored_by without end")
q("negation", "How many concerts in 2024 went ahead without a soloist?", "number", len([c for c in year(2024) if not c["solo"]]), "empty soloist in 2024")
q("negation", "Harrowdale Silver Band mostly plays the Harrowdale Town Hall. In what other venues did it give concerts?", "values",
  {c["venue"] for c in con(band=H)} - {"Harrowdale Town Hall"}, "venues of the band other than that one")

# time_point
q("time_point", "Who was the conductor of Harrowdale Silver Band on 1 June 2016?", "values", col(at("conducts", date(2016, 6, 1), tail=H), 0), "conducts at that day")
q("time_point", "chair of Millbeck Mills Band in 2015?", "values", one(col(in_year("chair_of", 2015, tail=M), 0)), "chair_of in that year")
q("time_point", "what section was Cragside Colliery graded in during 2021", "values", one(col(in_year("graded_in", 2021, head=CC), 2)), "graded_in in that year")
q("time_point", "Please list the members that Kirkmoor Youth Band had as of 1 January 2019.", "values", col(at("member_of", date(2019, 1, 1), tail=K), 0), "member_of at that day")

# before_after
q("before_after", "Who conducted Cragside Colliery Band right before David Tempest?", "values", step(facts("conducts", tail=CC), 0, "David Tempest", -1), "the conductor before")
q("before_after", "where did millbeck mills band go for rehearsals after they left the Corn Exchange? I mean the very next place", "values",
  step(facts("rehearses_at", head=M), 2, "Millbeck Corn Exchange", 1), "the next rehearses_at")
q("before_after", "who joined Harrowdale Silver Band after 2018", "values",
  col((f for f in facts("member_of", tail=H) if f[3] > date(2018, 12, 31)), 0), "starts of member_of after 2018")
q("before_after", "Which instruments had their last service before 1 January 2019? Tag numbers, please.", "values",
  tags(i for i in I if i["serviced"] and i["serviced"] < date(2019, 1, 1)), "last_serviced before that day")

# duration
q("duration", "For how many full years was Colin Murgatroyd a member of Millbeck Mills Band?", "number", lasted(one(facts("member_of", "Colin Murgatroyd", M))), "full years from start to end")
q("duration", "how long did Brearley's Bakery sponsor Wexby Concert Winds, in full years", "number", lasted(one(facts("sponsored_by", W, "Brearley's Bakery"))), "full years from start to end")
def h24(o): return one(year(2024, con(band=H, occ=o)))["date"]
q("duration", "How many days after its Spring concert in 2024 did Harrowdale Silver Band give its Summer concert of that year?", "number",
  (h24("Summer concert") - h24("Spring concert")).days, "days from one date to the other")
q("duration", "bernard oldroyd's time as conductor of the Oxenrigg Temperance Band: how many full years?", "number",
  lasted(one(facts("conducts", "Bernard Oldroyd", O))), "full years from start to end")

# multi_hop
q("multi_hop", "Which instruments does the spouse of Declan Foyle play?", "values", out(one(out("Declan Foyle", "married_to")), "plays"), "married_to, then plays")
q("multi_hop", "who was the teacher of Zoe Parkin's teacher", "values", out(one(out("Zoe Parkin", "taught_by")), "taught_by"), "taught_by twice")
q("multi_hop", "In which town is the band based that Eleanor Vance conducts now?", "values", out(one(now("conducts", head="Eleanor Vance"))[2], "based_in"), "conducts without end, then based_in")
q("multi_hop", "Which pupil of Tom Hesketh plays for Cragside Colliery Band these days?", "values",
  one(inn("Tom Hesketh", "taught_by") & col(now("member_of", tail=CC), 0)), "heads of taught_by that are members of the band")

# cross_source
q("cross_source", "How many concerts did the bands that were founded before 1900 give in 2023?", "number",
  len([c for c in year(2023) if founded[c["band"]] < 1900]), "founded_in of the band of each row")
q("cross_source", "sometimes a guest takes the baton. Which concerts were conducted by someone who wasn't that band's own conductor on the day? refs will do",
  "values", refs(c for c in C if c["cond"] not in col(at("conducts", c["date"], tail=c["band"]), 0)), "conductor of the row against conducts at its day")
q("cross_source", "soloists in 2024 who live in Cragside", "values", {c["solo"] for c in year(2024)} & inn("Cragside", "lives_in"), "soloists of 2024 with lives_in Cragside")
top = one(best({c["ref"]: c["takings"] for c in C if c["takings"] is not None}))
topc = one(con(ref=top))
q("cross_source", "Who was chair of the band with the highest takings at a single concert, on the day of that concert?", "values",
  one(col(at("chair_of", topc["date"], tail=topc["band"]), 0)), "band and date of the largest takings, then chair_of at that day")

# missing
q("missing", "Which concerts have no takings entered? Just give the refs.", "values", refs(c for c in C if c["takings"] is None), "empty takings")
q("missing", "instruments with no price recorded (tag nos)", "values", tags(i for i in I if i["price"] is None), "empty price")
q("missing", "some of the instruments on hire have no monthly fee filled in, which tags are those", "values",
  tags(i for i in ins(status="on hire") if i["fee"] is None), "status on hire and empty fee")

# unanswerable
assert "Old Fire Station" in heads("located_in") and "Old Fire Station" not in seats
q("unanswerable", "how many seats are there in the Old Fire Station?", "refuse", [], "the graph gives no seats for it")
assert not in_year("conducts", 2008, tail=K)
q("unanswerable", "Who conducted Kirkmoor Youth Band in 2008?", "refuse", [], "its conductors are known from 2012 on only")
assert not con(band=H, occ="Gala concert")
q("unanswerable", "What were the takings of the Gala concert of Harrowdale Silver Band in 2023?", "refuse", [], "that band gave no Gala concert")
assert "treasurer" not in " ".join(r for _, r, *_ in KG + TKG)
q("unanswerable", "treasurer of Millbeck Mills Band?", "refuse", [], "no relation about treasurers")
q("unanswerable", "My niece sits next to Ivy Castleton in the cornets. How old is Ivy?", "refuse", [], "no ages or dates of birth")

finish(HERE, Q)
