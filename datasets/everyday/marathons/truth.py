"""Computes every answer of the domain `marathons` from its four files. No answer is typed in."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg, total)

K, T = graphs(HERE, "marathons")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
Q = []
q = asking("marathons", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)
def num(s):
    s = s.replace("'", "")
    return None if s in ("", "n/a", "-") else float(s)
def secs(s):
    if not s: return None
    h, m, x = map(int, s.split(":"))
    return 3600 * h + 60 * m + x


RC = records(HERE, "races.csv")
for r in RC:
    r["d"] = day(r["race_date"], "%d.%m.%Y")
    r["km"], r["climb"], r["fee"], r["ent"], r["fin"] = (num(r[k]) for k in ("distance_km", "climb_m", "entry_fee_chf", "entrants", "finishers"))
    r["purse"], r["t"], r["aid"] = num(r["prize_purse_chf"]), num(r["temp_c"]), num(r["aid_stations"])
    r["y"], r["held"] = r["d"].year, r["status"] == "held"
    assert one(at("titleSponsorOf", r["d"], tail=r["event"]))[0] == r["title_sponsor"]
C = {r["race_code"]: r for r in RC}
RS = records(HERE, "results.csv")
for r in RS:
    r["race"] = C[r["race_code"]]
    r["s"], r["rank"], r["y"] = secs(r["finish_time"]), num(r["overall_rank"]), r["race"]["y"]
    assert r["race"]["held"] and (r["s"] is None) == (r["status"] != "FIN") == (r["rank"] is None)
    assert [f[2] for f in at("memberOf", r["race"]["d"], r["runner"])] == ([r["club"]] if r["club"] else [])
    assert r["rank"] is None or r["rank"] <= r["race"]["fin"]
assert len(C) == len(RC) and len({(r["race_code"], r["runner"]) for r in RS}) == len(RS)
EVENTS, RUNNERS = {r["event"] for r in RC}, heads("homeTown")
assert {r["runner"] for r in RS} <= RUNNERS and heads("courseType") == EVENTS
ev = lambda e: [r for r in RC if r["event"] == e]
yr = lambda y: [r for r in RC if r["y"] == y]
of = lambda n: [r for r in RS if r["runner"] == n]
at_race = lambda c: [r for r in RS if r["race_code"] == c]
res = lambda n, c: one(r for r in RS if r["runner"] == n and r["race_code"] == c)
codes = lambda rows: [r["race_code"] for r in rows]
MUM, BIH, CHT, EMU, ANR, LLY, GMC, SNR = ("Murtensee Marathon", "Bielersee Half", "Chasseral Trail", "Emmental Ultra", "Aare Night Run",
    "Ladies of Lyss", "Grosses Moos Classic", "St Nicholas Run")
def const(e, k): return one({r[k] for r in ev(e)})

q("lookup", "What did it cost to enter the Murtensee Marathon in 2023?", "number", C["MUM23"]["fee"], "races: entry_fee_chf of MUM23")
q("lookup", "who coaches selina krebs", "values", out("Selina Krebs", "coachedBy"), "KG coachedBy")
q("lookup", "Hi, people keep asking me at the info desk how many metres of uphill there are on the Chasseral Trail. Can you tell me?", "number", const(CHT, "climb"), "races: climb_m, the same in all years")
q("lookup", "noah zbinden bielersee half 2023, his time?", "values", res("Noah Zbinden", "BIH23")["finish_time"], "results: finish_time, BIH23")
q("lookup", "Which firm does the timing at the Emmental Ultra?", "values", out(EMU, "timedBy"), "KG timedBy")

q("filter_list", "I need the codes of all the races we've had to call off.", "values", codes(r for r in RC if r["status"] == "cancelled"), "races: status cancelled")
q("filter_list", "events where chronopuce has the clock", "values", inn("Chronopuce", "timedBy"), "KG timedBy Chronopuce")
q("filter_list", "Who dropped out along the way at the Bielersee Half in 2022?", "values", {r["runner"] for r in at_race("BIH22") if r["status"] == "DNF"}, "results: BIH22, status DNF")
q("filter_list", "everybody that abeba girma trains pls", "values", inn("Abeba Girma", "coachedBy"), "KG coachedBy Abeba Girma")
q("filter_list", "I'm doing a photo for the shoe brand. Which of our runners have a deal with Altapista at the moment?", "values", {f[0] for f in now("wearsShoesOf", tail="Altapista")}, "TKG open wearsShoesOf Altapista")
q("filter_list", "Which races in 2024 were run in more than 20 degrees? Codes are enough.", "values", codes(r for r in yr(2024) if r["t"] is not None and r["t"] > 20), "races: 2024, temp_c > 20")

q("count", "How many races did we actually hold in 2023?", "number", sum(r["held"] for r in yr(2023)), "races: 2023, status held")
q("count", "no of sponsors in the food trade", "number", len(inn("food", "industry")), "KG industry food")
q("count", "How many times has Céline Jaquet been entered for one of our races, whether she got round or not?", "number", len(of("Céline Jaquet")), "results: rows of the runner")
q("count", "cramp cases in the results list, total over all years?", "number", sum(r["complaint"] == "cramp" for r in RS), "results: complaint cramp")
q("count", "How many of our medical crew are paramedics?", "number", len(inn("paramedic", "specialisesIn")), "KG specialisesIn paramedic")

q("sum", "What did the prize money come to in 2023, all races together?", "number", total(yr(2023), "purse"), "races: sum of prize_purse_chf, 2023")
q("sum", "murtensee marathon, everyone who crossed the line 2021 to 2024 added up", "number", total(ev(MUM), "fin"), "races: sum of finishers")
q("sum", "For the anniversary brochure: how many women have signed up for the Ladies of Lyss in total since it started?", "number", total(ev(LLY), "ent"), "races: sum of entrants")

q("average", "How many people sign up for the Bielersee Half on average?", "number", mean(ev(BIH), "ent"), "races: mean entrants")
q("average", "avg temperature at the st nicholas run, the years it took place", "number", mean([r for r in ev(SNR) if r["held"]], "t"), "races: mean temp_c, held")
q("average", "Taking all the races of 2022, what was the average entry fee?", "number", mean(yr(2022), "fee"), "races: mean entry_fee_chf, 2022")

q("min_max", "What's the largest prize purse we have ever put up for a race?", "number", max(r["purse"] for r in RC if r["purse"] is not None), "races: max prize_purse_chf")
q("min_max", "coldest race day we've had so far - how many degrees?", "number", min(r["t"] for r in RC if r["t"] is not None), "races: min temp_c")
q("min_max", "What's the quickest time in our results for the Murtensee Marathon, any year?", "values", min((r for r in RS if r["race"]["event"] == MUM and r["s"]), key=lambda r: r["s"])["finish_time"], "results: smallest finish_time over the editions")

q("superlative", "Which single race had the most entrants of all? Please give me its code.", "values", best({r["race_code"]: r["ent"] for r in RC}), "races: largest entrants")
q("superlative", "longest event we do, distance wise", "values", best({e: const(e, "km") for e in EVENTS - {SNR}}), "races: largest distance_km")
q("superlative", "Of the 2024 races, which one had the fewest people reach the finish (code)?", "values", best({r["race_code"]: r["fin"] for r in yr(2024) if r["fin"] is not None}, low=True), "races: 2024, smallest finishers")
q("superlative", "Who of the runners on our list placed best at the Murtensee Marathon 2024?", "values", best({r["runner"]: r["rank"] for r in at_race("MUM24") if r["rank"]}, low=True), "results: MUM24, smallest overall_rank")

q("top_k", "Which three events have the most climbing in them?", "values", best({e: const(e, "climb") for e in EVENTS}, 3), "races: three largest climb_m")
q("top_k", "3 fastest women ever at ladies of lyss according to the results, names", "values", best({n: min(r["s"] for r in v) for n, v in group([r for r in RS if r["race"]["event"] == LLY and r["s"]], lambda r: r["runner"]).items()}, 3, low=True), "results: three smallest finish_time over the editions")
q("top_k", "Give me the codes of the four races in 2024 that most people signed up for.", "values", best({r["race_code"]: r["ent"] for r in yr(2024)}, 4), "races: 2024, four largest entrants")

q("comparison", "Was it hotter at the Aare Night Run 2024 or at the Ladies of Lyss 2024?", "values", best({e: C[c]["t"] for e, c in ((ANR, "ANR24"), (LLY, "LLY24"))}), "races: temp_c of both")
q("comparison", "anja stauffer or selina krebs - who was quicker at the 2023 bielersee half", "values", best({n: res(n, "BIH23")["s"] for n in ("Anja Stauffer", "Selina Krebs")}, low=True), "results: finish_time of both, BIH23")
q("comparison", "Two clubs are arguing about who is bigger. Do more of our runners belong to TV Lyss or to STB Solothurn right now?", "values", best({c: len(now("memberOf", tail=c)) for c in ("TV Lyss", "STB Solothurn")}), "TKG open memberOf of both")

q("difference", "How much dearer was a start at the Emmental Ultra than at the Aare Night Run in 2024?", "number", C["EMU24"]["fee"] - C["ANR24"]["fee"], "races: entry_fee_chf subtracted")
q("difference", "grosses moos classic: how many more finishers in 2024 than in 2021", "number", C["GMC24"]["fin"] - C["GMC21"]["fin"], "races: finishers subtracted")
q("difference", "The Bielersee Half 2023 was close between Selina Krebs and Céline Jaquet. How many seconds were there between them?", "number", abs(res("Céline Jaquet", "BIH23")["s"] - res("Selina Krebs", "BIH23")["s"]), "results: finish_time subtracted, in seconds")

q("percent", "What percentage of the entrants finished the Emmental Ultra in 2023?", "number", 100 * C["EMU23"]["fin"] / C["EMU23"]["ent"], "races: finishers over entrants, EMU23")
q("percent", "share of late entries in the results list, in %", "number", share(RS, lambda r: r["late_entry"] == "Y"), "results: late_entry Y over all rows")
q("percent", "Of all our events, how many per cent are on a mountain trail?", "number", share(EVENTS, lambda e: out(e, "courseType") == {"mountain trail"}), "KG courseType mountain trail over all events")

q("group_by", "How many races took place in each year? The cancelled ones don't count.", "table", Counter(str(r["y"]) for r in RC if r["held"]), "races: held rows per year")
q("group_by", "events per timing company, just the numbers", "table", Counter(t for h, r, t in K if r == "timedBy"), "KG timedBy, rows per tail")
q("group_by", "Split the results list by status (FIN, DNF and so on) and count.", "table", Counter(r["status"] for r in RS), "results: rows per status")
q("group_by", "mean entry fee for every event, all its years taken together", "table", {e: mean(ev(e), "fee") for e in EVENTS}, "races: mean entry_fee_chf per event")

q("group_superlative", "Going by our results list, all years taken together, at which event do we see the most DNFs?", "values", best(Counter(r["race"]["event"] for r in RS if r["status"] == "DNF")), "results: DNF rows per event of the race, largest")
q("group_superlative", "what do runners come to the medical tent with most often", "values", best(Counter(r["complaint"] for r in RS if r["complaint"])), "results: most frequent complaint")
q("group_superlative", "Who is the coach with the most of our runners under them?", "values", best(Counter(t for h, r, t in K if r == "coachedBy")), "KG coachedBy: most frequent tail")
q("group_superlative", "runner who has crossed our finish line the most times", "values", best(Counter(r["runner"] for r in RS if r["status"] == "FIN")), "results: FIN rows per runner, largest")

q("yes_no", "Were the roads closed for the Bielersee Half in 2022?", "boolean", C["BIH22"]["road_closed"] == "Y", "races: road_closed, BIH22")
q("yes_no", "did joel nyffeler ever not finish?? dnf i mean", "boolean", any(r["status"] == "DNF" for r in of("Joel Nyffeler")), "results: status DNF of the runner")
q("yes_no", "Is Baumann Sport still the main sponsor of the Bielersee Half?", "boolean", bool(now("titleSponsorOf", "Baumann Sport", BIH)), "TKG open titleSponsorOf")
q("yes_no", "Somebody from Ligerz wants to know if the Murtensee Marathon comes through their village. Does it?", "boolean", "Ligerz" in out(MUM, "passesThrough"), "KG passesThrough")
q("yes_no", "was the vully vineyard run on in 2023", "boolean", C["VVR23"]["held"], "races: status of VVR23")

q("negation", "Which of our runners have never been in any club?", "values", RUNNERS - {f[0] for f in facts("memberOf")}, "KG heads of homeTown without memberOf in the TKG")
q("negation", "events without a head medic right now", "values", EVENTS - {f[2] for f in now("headMedicOf")}, "races: events; TKG without open headMedicOf")
q("negation", "Which runners have nobody coaching them?", "values", RUNNERS - heads("coachedBy"), "KG heads of homeTown without coachedBy")
q("negation", "2024 races that did go ahead but had no road closure - codes", "values", codes(r for r in yr(2024) if r["held"] and r["road_closed"] == "N"), "races: 2024, held, road_closed N")

q("time_point", "Who was race director of the Murtensee Marathon in March 2020?", "values", one(at("raceDirectorOf", date(2020, 3, 15), tail=MUM))[0], "TKG raceDirectorOf on that day")
q("time_point", "kilian weibel, what club was he with in 2019?", "values", one(in_year("memberOf", 2019, "Kilian Weibel"))[2], "TKG memberOf in 2019")
q("time_point", "Who is the title sponsor of the Grosses Moos Classic now?", "values", one(now("titleSponsorOf", tail=GMC))[0], "TKG open titleSponsorOf")
q("time_point", "We have a claim dated 1 September 2021. Which doctor headed the medical team of the Bielersee Half on that day?", "values", one(at("headMedicOf", date(2021, 9, 1), tail=BIH))[0], "TKG headMedicOf on that day")

q("before_after", "Who ran the Chasseral Trail as director before Lea Bürgi took over?", "values", step(facts("raceDirectorOf", tail=CHT), 0, "Lea Bürgi", -1), "TKG raceDirectorOf, the fact before")
q("before_after", "brauerei kranich pulled out of the aare night run. title sponsor after them?", "values", step(facts("titleSponsorOf", tail=ANR), 0, "Brauerei Kranich", 1), "TKG titleSponsorOf, next fact")

q("duration", "For how many full years did Kaserei Lüthi sponsor the Emmental Ultra?", "number", lasted(one(facts("titleSponsorOf", "Kaserei Lüthi", EMU))), "TKG completed years")
q("duration", "monika steffen at the bielersee half - director for how long, complete years", "number", lasted(one(facts("raceDirectorOf", "Monika Steffen", BIH))), "TKG completed years")
q("duration", "Of today's race directors, who has been in charge of the same event for the longest?", "values", best({(f[0], f[2]): f[3].toordinal() for f in now("raceDirectorOf")}, low=True)[0][0], "TKG open raceDirectorOf with the earliest start")

q("multi_hop", "In which town is the hospital that Dr Eliane Voirol works at?", "values", {t for h in out("Dr Eliane Voirol", "worksAt") for t in out(h, "basedIn")}, "KG worksAt, basedIn")
q("multi_hop", "jelena maric - what canton is she from", "values", {c for t in out("Jelena Maric", "homeTown") for c in out(t, "inCanton")}, "KG homeTown, inCanton")
q("multi_hop", "What lines of business are the sponsors from Bern, the city, in?", "values", {i for s in inn("Bern", "basedIn") for i in out(s, "industry")}, "KG basedIn Bern, industry")

q("cross_source", "How many finishes did the runners coached by Abeba Girma get in 2023?", "number", sum(r["status"] == "FIN" and r["y"] == 2023 and r["runner"] in inn("Abeba Girma", "coachedBy") for r in RS), "KG coachedBy; results: FIN; races: year")
q("cross_source", "Beat Schwab says he spoke to the race director on the day he ran the Bielersee Half. Who must that have been?", "values", one(at("raceDirectorOf", one(r for r in of("Beat Schwab") if r["race"]["event"] == BIH)["race"]["d"], tail=BIH))[0], "results; races: race_date; TKG on that day")
q("cross_source", "prize money 2023, only the events on gravel, added together", "number", total([r for r in yr(2023) if out(r["event"], "courseType") == {"gravel"}], "purse"), "KG courseType gravel; races: sum of prize_purse_chf, 2023")
q("cross_source", "On average, how many entrants did the races timed by Bergzeit have in 2024?", "number", mean([r for r in yr(2024) if r["event"] in inn("Bergzeit", "timedBy")], "ent"), "KG timedBy; races: mean entrants, 2024")

q("missing", "For which race (code) did nobody fill in the number of aid stations?", "values", codes(r for r in RC if r["aid"] is None), "races: aid_stations n/a")

refuse("How much does Baumann Sport pay us for the Emmental Ultra?", "no sponsor fees in any file")
refuse("how many ppl were on the waiting list for the murtensee marathon 2024", "no waiting lists in any file")
refuse("Who won the Bielersee Half in 2023?", "results: no row of BIH23 with rank 1")
refuse("How warm was it at the Aare Night Run in 2022?", "races: temp_c of ANR22 is n/a")
refuse("karin flück's mobile number please, need her for sunday", "no phone numbers in any file")
assert not any(r["rank"] == 1 for r in at_race("BIH23")) and C["ANR22"]["t"] is None

finish(HERE, Q)
