"""Computes every answer of the 'mountainhuts' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("mountainhuts", Q)

huts = [dict(hut=r["Hut"], type=r["Type"], alt=num(r["Alt. (m)"]), beds=num(r["beds"]), built=num(r["Built"]),
             renovated=num(r["Renovated"]), member=num(r["Member CHF"]), guest=num(r["Non-member CHF"]),
             board=num(r["half_board_chf"]), shower=r["Shower"], phone=r["Phone"])
        for r in records(HERE, "huts.csv")]
books = [dict(no=r["Booking no."], guest=r["guest_name"], hut=r["Hut"], arrival=day(r["Arrival"], "%d.%m.%Y"),
              nights=num(r["nights"]), persons=num(r["Pers."]), board=r["Board"], total=digits(r["Total"]),
              via=r["booked via"], status=r["Status"], stars=num(r["Stars (1-5)"]))
         for r in records(HERE, "bookings.csv")]
K, T = graphs(HERE, "mountainhuts")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
H = {h["hut"]: h for h in huts}
assert len(H) == len(huts) and {b["hut"] for b in books} <= set(H) == heads("located in")
valley = {h: one(out(h, "located in")) for h in H}
peaks = {p: num(one(out(p, "elevation_m"))) for p in heads("elevation_m")}
def of(hut): return H[hut]
def year(y): return [b for b in books if b["arrival"].year == y]
def month(y, m): return [b for b in year(y) if b["arrival"].month == m]
def stayed(bs): return [b for b in bs if b["status"] == "stayed"]
def owned(d, section): return [f[0] for f in at("owned_by", d, tail=section)]
def heads_of(fs): return sorted({f[0] for f in fs})
def full_months(s, e): return 12 * (e.year - s.year) + e.month - s.month - (e.day < s.day)
def wardens(hut): return facts("warden_of", tail=hut)

# lookup
q("lookup", "altitude of Chamanna Radun?", "number", of("Chamanna Radun")["alt"], "Alt. (m) of the hut")
q("lookup", "I need to call the Kreuzjochhütte. What's their phone number?", "values", of("Kreuzjochhütte")["phone"],
  "Phone of the hut")
q("lookup", "whose booking is 24-009", "values", one(b["guest"] for b in books if b["no"] == "24-009"),
  "guest_name of the booking")
q("lookup", "What difficulty is the trail called Via Alta Corvera given?", "values", out("Via Alta Corvera", "difficulty"),
  "difficulty of the trail")

# filter_list
q("filter_list", "huts above 2700 m", "values", [h["hut"] for h in huts if h["alt"] > 2700], "Alt. (m) over 2700")
q("filter_list", "Which serviced huts have a shower, more than 60 beds and a member price under CHF 24 per night?", "values",
  [h["hut"] for h in huts if h["type"] == "serviced" and h["shower"] == "yes" and h["beds"] > 60 and h["member"] < 24],
  "type, shower, beds and member price")
q("filter_list", "we like it easy. Which trails are rated T1 or T2?", "values", inn("T1", "difficulty") | inn("T2", "difficulty"),
  "trails of those difficulties")
q("filter_list", "Which guests had half board at the Gletscherblickhütte on bookings arriving in July 2024?", "values",
  robust([b["guest"] for b in month(2024, 7) if b["hut"] == "Gletscherblickhütte" and b["board"] == "half board"],
         [b["guest"] for b in stayed(month(2024, 7)) if b["hut"] == "Gletscherblickhütte" and b["board"] == "half board"]),
  "hut, month of arrival and board")

# count
q("count", "how many huts were built before 1930", "number", sum(h["built"] < 1930 for h in huts), "Built under 1930")
q("count", "Among the bookings with arrival in 2023, how many have the status cancelled?", "number",
  sum(b["status"] == "cancelled" for b in year(2023)), "cancelled bookings that arrive in 2023")
q("count", "How many different people ever made a booking for the Falkenhütte, cancelled ones included?", "number",
  len({b["guest"] for b in books if b["hut"] == "Falkenhütte"}), "different guests of the hut")

# sum
q("sum", "total beds of all huts, winter rooms not counted?", "number", total(huts, "beds"), "sum of beds")
aug = [b for b in month(2024, 8) if b["board"] == "half board"]
q("sum", "How much money did the half board bookings with arrival in August 2024 bring in altogether?", "number",
  robust(total(aug, "total"), total(stayed(aug), "total")), "sum of Total; cancelled ones have none")
q("sum", "nights julia steiner spent in huts, all together. only bookings with status stayed pls", "number",
  total(stayed([b for b in books if b["guest"] == "Julia Steiner"]), "nights"), "sum of her nights")

# average
q("average", "average stars for the Gletscherblickhütte?", "number",
  mean([b for b in books if b["hut"] == "Gletscherblickhütte"], "stars"), "mean of the stars that are given")
q("average", "What do non-members pay per night on average in the self-service huts?", "number",
  mean([h for h in huts if h["type"] == "self-service"], "guest"), "mean of the non-member price")
q("average", "bookings that came in by phone - how many people on avarage", "number",
  mean([b for b in books if b["via"] == "phone"], "persons"), "mean of Pers. of phone bookings")

# min_max
q("min_max", "How many metres above sea level is the lowest hut?", "number", min(known(huts, "alt")), "least altitude")
q("min_max", "biggest total charged for a single booking in 2023?", "number", max(known(year(2023), "total")), "largest Total")
q("min_max", "Looking only at serviced huts without a shower, what is the cheapest half board price in francs?", "number",
  min(known([h for h in huts if h["type"] == "serviced" and h["shower"] == "no"], "board")), "least half board price")

# superlative
q("superlative", "which hut has the most beds", "values", best({h["hut"]: h["beds"] for h in huts}), "most beds")
q("superlative", "tallest mountain of them all?", "values", best(peaks), "largest elevation_m")
q("superlative", "Counting every booking whatever its status, which guest booked most often?", "values",
  best(Counter(b["guest"] for b in books)), "most bookings")
q("superlative", "Which self-service hut above 2100 m is the cheapest for members?", "values",
  best({h["hut"]: h["member"] for h in huts if h["type"] == "self-service" and h["alt"] > 2100},
       low=True), "least member price")

# top_k
q("top_k", "5 oldest huts", "values", best({h["hut"]: h["built"] for h in huts}, 5, low=True), "earliest years of building")
q("top_k", "Of the serviced huts that were built after 1950, which three stand highest?", "values",
  best({h["hut"]: h["alt"] for h in huts if h["type"] == "serviced" and h["built"] > 1950}, 3), "largest altitudes")
q("top_k", "Who are the three guests with the highest sum of booking totals over both years, no-show charges included?", "values",
  best(sums(books, "guest", "total"), 3), "sum of Total by guest")
q("top_k", "the two lowest peaks, please", "values", best(peaks, 2, low=True), "least elevation_m")

# comparison
q("comparison", "which is higher up, Falkenhütte or Schneehuhnhütte?", "values",
  best({h: of(h)["alt"] for h in ("Falkenhütte", "Schneehuhnhütte")}), "larger altitude")
def taken(h, bs): return total([b for b in bs if b["hut"] == h], "total")
def ahead(bs): return best({h: taken(h, bs) for h in ("Rottenhütte", "Wildseehütte")})
q("comparison", "Rottenhütte or Wildseehütte - who made more money from bookings in 2024", "values",
  robust(ahead(year(2024)), ahead(stayed(year(2024)))), "larger sum of Total")
q("comparison", "Who became president of a section earlier, Kaspar Julen or Rolf Tobler?", "values",
  best({p: facts("president_of", p)[0][3] for p in ("Kaspar Julen", "Rolf Tobler")}, low=True), "earlier start")

# difference
q("difference", "how many more beds has the Rottenhütte got than the Lärchenhütte", "number",
  of("Rottenhütte")["beds"] - of("Lärchenhütte")["beds"], "difference of beds")
q("difference", "At the Silbersattelhütte, how much more per night does a non-member pay compared with a member?", "number",
  of("Silbersattelhütte")["guest"] - of("Silbersattelhütte")["member"], "difference of the two prices")
q("difference", "height difference in m between Rottenhorn and Piz Radun?", "number", peaks["Rottenhorn"] - peaks["Piz Radun"],
  "difference of elevation_m")

# percent
q("percent", "what % of the huts have a shower", "number", share(huts, lambda h: h["shower"] == "yes"), "share of Shower yes")
q("percent", "What percentage of the bookings that arrived in 2024 and have status stayed is marked as booked via the website?", "number",
  share(stayed(year(2024)), lambda b: b["via"] == "website"), "share of those bookings, also of those without a channel")
q("percent", "no-shows as a percentage of all bookings with arrival in 2024?", "number",
  share(year(2024), lambda b: b["status"] == "no-show"), "share of no-show in 2024")

# group_by
q("group_by", "number of huts per type", "table", Counter(h["type"] for h in huts), "huts by type")
q("group_by", "How many of the bookings were with half board, breakfast only and self-catering? One line for each.", "table",
  Counter(b["board"] for b in books), "bookings by board")
q("group_by", "How many huts does each section own today?", "table", Counter(f[2] for f in now("owned_by")),
  "current owners; all of them are sections")
assert all(f[2].startswith("Section ") for f in now("owned_by"))
q("group_by", "bookings by month of arrival, just 2024", "table",
  Counter(b["arrival"].isoformat()[:7] for b in year(2024)), "bookings by month")

# group_superlative
q("group_superlative", "oldest hut of each type?", "table",
  {t: one(best({h["hut"]: h["built"] for h in g}, low=True)) for t, g in group(huts, itemgetter("type")).items()},
  "earliest Built by type")
q("group_superlative", "For 2023 and for 2024, which guest made the booking with the largest total in that year?", "table",
  {y: one(b["guest"] for b in year(y) if b["no"] == one(best({b["no"]: b["total"] for b in year(y) if b["total"]})))
   for y in (2023, 2024)}, "guest of the largest Total by year of arrival")
q("group_superlative", "highest peak per valley", "table",
  {v: one(best({p: peaks[p] for p in inn(v, "rises_above")})) for v in {t for _, r, t in K if r == "rises_above"}},
  "largest elevation_m of the peaks of a valley")
q("group_superlative", "I want to know the biggest hut in every valley by number of beds. Which are they?", "table",
  {v: one(best({h: of(h)["beds"] for h in H if valley[h] == v})) for v in set(valley.values())}, "most beds by valley")

# yes_no
q("yes_no", "shower at wildseehütte?", "boolean", of("Wildseehütte")["shower"] == "yes", "Shower of the hut")
q("yes_no", "Is there any booking under the name Sandra Bucher?", "boolean", any(b["guest"] == "Sandra Bucher" for b in books),
  "no row has that guest")
q("yes_no", "Beat Amstad, is he still running the Steinmannhütte", "boolean",
  bool(now("warden_of", "Beat Amstad", "Steinmannhütte")), "his time there has ended")

# negation
q("negation", "Which huts below 2400 m do not have a shower?", "values",
  [h["hut"] for h in huts if h["alt"] < 2400 and h["shower"] == "no"], "altitude and Shower no")
q("negation", "guests who booked for 2023 but not for 2024", "values",
  {b["guest"] for b in year(2023)} - {b["guest"] for b in year(2024)}, "guests of one year only")
q("negation", "Leaving the bivouacs aside, for which huts has nobody ever made a booking?", "values",
  {h["hut"] for h in huts if h["type"] != "bivouac"} - {b["hut"] for b in books}, "huts without a row in bookings")
q("negation", "which presidents of sections are no longer in office?", "values",
  set(heads_of(facts("president_of"))) - set(heads_of(now("president_of"))), "presidents whose time has ended")

# time_point
q("time_point", "who was warden at the Steinmannhütte in July 2018?", "values",
  robust(heads_of(at("warden_of", date(2018, 7, 1), tail="Steinmannhütte")),
         heads_of(at("warden_of", date(2018, 7, 31), tail="Steinmannhütte"))), "warden on those days")
q("time_point", "wildseehütte belonged to whom in 1995", "values",
  one(in_year("owned_by", 1995, "Wildseehütte"))[2], "owner during that year")
q("time_point", "Who held the office of president of Section Grausee on 1 January 2020?", "values",
  heads_of(at("president_of", date(2020, 1, 1), tail="Section Grausee")), "president on that day")
q("time_point", "I'm writing up the history of Section Steinbock. Which huts did it own in 2010?", "values",
  robust(owned(date(2010, 1, 2), "Section Steinbock"), owned(date(2010, 12, 30), "Section Steinbock")), "ownerships in 2010")

# before_after
q("before_after", "who ran the falkenhütte right before Nadja Furrer?", "values",
  step(wardens("Falkenhütte"), 0, "Nadja Furrer", -1), "warden just before her")
q("before_after", "Margrit Zollinger's direct successor as president of Section Edelweiss?", "values",
  step(facts("president_of", tail="Section Edelweiss"), 0, "Margrit Zollinger", 1), "next president")
q("before_after", "Who owned the Kreuzjochhütte before it went to Section Firn?", "values",
  step(facts("owned_by", "Kreuzjochhütte"), 2, "Section Firn", -1), "the owner before")
q("before_after", "Lukas Roth quit the Adlerhorst at some point. What hut did he take on next", "values",
  step(facts("warden_of", "Lukas Roth"), 2, "Adlerhorst", 1), "his next hut")

# duration
q("duration", "For how many full years was Hans Peter Gasser warden of the Steinmannhütte?", "number",
  lasted(one(facts("warden_of", "Hans Peter Gasser"))), "full years from start to end")
q("duration", "walter nägeli was president of the Grausee section for how long? in full years", "number",
  lasted(one(facts("president_of", "Walter Nägeli"))), "full years from start to end")
rock = one(f for f in facts("has_status", "Silbersattelhütte") if f[2] == "closed after rockfall")
q("duration", "How many full months did the Silbersattelhütte stay closed after the rockfall?", "number",
  robust(full_months(rock[3], rock[4]), full_months(rock[3], rock[4] + timedelta(days=1))), "full months from start to end")
q("duration", "years between building and renovation of Chamanna Plattas?", "number",
  of("Chamanna Plattas")["renovated"] - of("Chamanna Plattas")["built"], "Renovated less Built")

# multi_hop
q("multi_hop", "Which people are currently wardens of a hut in the Grauntal?", "values",
  [f[0] for f in now("warden_of") if valley[f[2]] == "Grauntal"], "current wardens of huts in the valley")
q("multi_hop", "what region is the hut in where the Murmelweg starts", "values",
  out(valley[one(out("Murmelweg", "starts_at"))], "part_of"), "trail, hut, valley, region")
q("multi_hop", "Chamanna Muntatsch: in which town is the section based that owns it now?", "values",
  out(one(now("owned_by", "Chamanna Muntatsch"))[2], "based in"), "current owner, then its town")
q("multi_hop", "Which huts serve as a base for peaks that Jakob Bieri was the first to climb?", "values",
  [h for p in inn("Jakob Bieri", "first_climbed_by") for h in inn(p, "base_for")], "peaks of the climber, then their huts")

# cross_source
q("cross_source", "beds in all the huts that now belong to Section Torrenta, added up?", "number",
  total([of(f[0]) for f in now("owned_by", tail="Section Torrenta")], "beds"), "current ownership, then beds")
q("cross_source", "Which guests in the bookings have themselves been warden of a hut at some time?", "values",
  {b["guest"] for b in books} & set(heads_of(facts("warden_of"))), "guests that are wardens in the temporal graph")
corvera = [b for b in year(2024) if valley[b["hut"]] == "Val Corvera"]
q("cross_source", "What do the 2024 bookings for huts located in Val Corvera come to in total, in CHF?", "number",
  robust(total(corvera, "total"), total(stayed(corvera), "total")), "valley of the hut, then sum of Total")
term = one(facts("warden_of", "Beat Amstad", "Steinmannhütte"))
q("cross_source", "Which guests arrived at the Steinmannhütte while Beat Amstad was warden there?", "values",
  robust([b["guest"] for b in books if b["hut"] == "Steinmannhütte" and term[3] < b["arrival"] < term[4]],
         [b["guest"] for b in stayed(books) if b["hut"] == "Steinmannhütte" and term[3] < b["arrival"] < term[4]]),
  "arrivals in his time there")

# missing
q("missing", "huts with no phone number listed", "values", [h["hut"] for h in huts if not h["phone"]], "Phone is empty")
q("missing", "For which huts is the renovation year left blank?", "values",
  [h["hut"] for h in huts if h["renovated"] is None], "Renovated is empty")
q("missing", "In how many bookings is it not filled in how the guest booked (website, phone etc.)?", "number",
  sum(not b["via"] for b in books), "booked via is empty")

# unanswerable
assert not out("Graunspitz", "first_climbed_by")
assert not any(r in ("length_km", "born_on", "bought_for") for _, r, _ in K)
q("unanswerable", "how long is the Adlersteig in km?", "refuse", [], "no lengths of trails")
q("unanswerable", "How old is Nadja Furrer, the warden?", "refuse", [], "no dates of birth")
q("unanswerable", "What does half board cost for children at the Falkenhütte?", "refuse", [], "no prices for children")
q("unanswerable", "who was first to climb the Graunspitz", "refuse", [], "no first climber of that peak")
q("unanswerable", "How much did Section Cervano pay for the Rifugio Bellavista when it took it over?", "refuse", [],
  "no prices of ownerships")

finish(HERE, Q)
