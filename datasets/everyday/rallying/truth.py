"""Computes every answer of the 'rallying' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("rallying", Q)

rallies = records(HERE, "rallies.csv")
results = records(HERE, "results.csv")
triples, quintuples = graphs(HERE, "rallying")
out, inn, heads = kg(triples)
facts, now, at, in_year = tkg(quintuples)


def seconds(s):
    if not s: return None
    h, m, x = s.split(":")
    return int(h) * 3600 + int(m) * 60 + float(x)


for r in rallies:
    r["start"], r["finish"] = day(r["Start"], "%d-%b-%Y"), day(r["Finish"], "%d-%b-%Y")
    r["year"], r["km"], r["stages"] = int(r["Season"]), num(r["SS dist (km)"]), num(r["No. of stages"])
    r["spect"], r["fee"] = num(r["Spectators"]), num(r["Entry fee (€)"])
    r["days"] = (r["finish"] - r["start"]).days + 1
    assert r["start"].year == r["year"]
code = {r["rally_code"]: r for r in rallies}
assert len(code) == len(rallies)
for r in results:
    x = r["of"] = code[r["rally"]]
    r["Event"], r["year"], r["Surface"] = x["Event"], x["year"], x["Surface"]
    r["pos"], r["secs"], r["pen"] = num(r["Pos"]), seconds(r["total_time"]), num(r["Pen. (s)"])
    r["wins"], r["pts"], r["prize"], r["cost"] = num(r["SS wins"]), num(r["Pts"]), digits(r["Prize"]), num(r["Repair cost (EUR)"])
    r["out"] = bool(r["Ret. reason"])
    assert r["out"] == (r["pos"] is None) == (r["secs"] is None) == (r["prize"] is None)
    # every driver has one team and one co-driver on the day, and drives that team's car
    assert r["Car"] in out(one(at("drives_for", x["start"], r["Driver"]))[2], "runs_car"), r
    one(at("co_driver_of", x["start"], None, r["Driver"]))
drivers = {r["Driver"] for r in results}
for x in rallies:
    done = sorted((r for r in results if r["of"] is x and r["pos"]), key=itemgetter("secs"))
    assert [r["pos"] for r in done] == [i + 1 for i in range(len(done))]  # total_time holds the penalties already
    assert sum(r["wins"] for r in results if r["of"] is x) <= x["stages"]
assert drivers == {f[0] for f in facts("drives_for")}


def by(**want): return [r for r in results if all(r[k] == v for k, v in want.items())]
def rally(event, year): return one(r for r in rallies if r["Event"] == event and r["year"] == year)
def winner(event, year): return one(by(Event=event, year=year, pos=1))
def season(y): return [r for r in rallies if r["year"] == y]
WIN, LOU, KES, AUZ, KUU, JEZ = ("Winterhaug Snow Rally", "Rally Serra da Lousal", "Kestrel Forest Rally",
                                "Rallye Monts d'Auzelle", "Rally Kuusankorpi", "Jezero Rally")

# the tables
q("lookup", "How many spectators came to the Rally Serra da Lousal in 2023?", "number", rally(LOU, 2023)["spect"], "cell Spectators of LOU23")
q("lookup", "who won jezero rally 2024", "values", winner(JEZ, 2024)["Driver"], "Pos 1 of JEZ24")
q("lookup", "why did Marchais retire at the Kestrel Forest Rally in 2023?", "values", one(by(Driver="Etienne Marchais", Event=KES, year=2023))["Ret. reason"], "Ret. reason of that entry")
q("list", "Which 2022 events had dry weather?", "values", [r["Event"] for r in season(2022) if r["Weather"] == "Dry"], "Weather Dry, Season 2022")
q("list", "Which drivers finished in the top three of a gravel rally in 2023 without getting any penalty seconds there?", "values",
  {r["Driver"] for r in by(year=2023, Surface="Gravel", pen=0) if r["pos"] and r["pos"] <= 3}, "Pos 1 to 3, Gravel, 2023, Pen 0")
q("list", "I need the rally codes of all gravel events. Only those with more than 300 km of special stages tho", "values",
  [r["rally_code"] for r in rallies if r["Surface"] == "Gravel" and r["km"] > 300], "Surface Gravel and SS dist over 300")
q("list", "drivers who ever retierd because of an accident", "values", {r["Driver"] for r in results if r["Ret. reason"] == "Accident"}, "Ret. reason Accident")
q("count", "number of retirements in 2023?", "number", len(by(year=2023, out=True)), "entries of 2023 with a Ret. reason")
q("count", "How many different drivers won a rally between 2022 and 2024?", "number", len({r["Driver"] for r in by(pos=1)}), "distinct drivers with Pos 1; the data has these three seasons")
q("count", "How many Arvel Lynx R5 entries retired and needed repairs costing more than 10,000 euros?", "number",
  len([r for r in by(Car="Arvel Lynx R5", out=True) if r["cost"] and r["cost"] > 10000]), "retired Arvel Lynx R5 entries with cost over 10,000")
q("sum", "total points of Ingrid Tveit?", "number", total(by(Driver="Ingrid Tveit"), "pts"), "sum of Pts over all her entries")
q("sum", "how much prize money was paid out at kuusankorpi in 2024 all together", "number", total(by(Event=KUU, year=2024), "prize"), "sum of Prize of KUU24")
q("mean", "average entry fee in 2024?", "number", mean(season(2024), "fee"), "mean Entry fee, Season 2024")
q("mean", "What did the repair cost on average when a driver retired after an accident?", "number", mean(by(**{"Ret. reason": "Accident"}), "cost"), "mean Repair cost of accidents; none is empty")
assert all(r["cost"] is not None for r in by(**{"Ret. reason": "Accident"}))
q("mean", "Taking only the rallies on asphalt, and leaving out any without a spectator figure, what was the average crowd?", "number", mean([r for r in rallies if r["Surface"] == "Asphalt"], "spect"), "mean of the known Spectators on Asphalt")
q("extreme", "Which rally drew the biggest crowd in 2022?", "values", best({r["Event"]: r["spect"] for r in season(2022)}), "max Spectators, 2022")
q("extreme", "who had the most expensive single repair bill?", "values", one(best({(r["entry_id"], r["Driver"]): r["cost"] for r in results if r["cost"]}))[1], "Driver of max Repair cost")
q("top3", "top 3 drivers by stage wins overall", "values", best(sums(results, "Driver", "wins"), 3), "three largest sums of SS wins")
q("top3", "Looking at the 2023 season only, who were the three drivers with the most points?", "values", best(sums(by(year=2023), "Driver", "pts"), 3), "three largest sums of Pts, 2023")
q("most", "who has retired most often", "values", best(Counter(r["Driver"] for r in by(out=True))), "most entries with a Ret. reason")
q("per", "points per driver in 2024", "table", sums(by(year=2024), "Driver", "pts"), "sum of Pts by Driver, 2024")
q("per", "break the retirements down by reason pls, how many of each", "table", Counter(r["Ret. reason"] for r in by(out=True)), "entries by Ret. reason")
q("period", "For the 2023 season, how many retirements were there in each quarter, going by the day the rally started?", "table",
  Counter(f"{r['year']}-Q{(r['of']['start'].month + 2) // 3}" for r in by(year=2023, out=True)), "retirements by quarter of Start, 2023")
q("compare", "who got more points in 2023, Tveit or Solbakken", "values", best({d: total(by(Driver=d, year=2023), "pts") for d in ("Ingrid Tveit", "Eirik Solbakken")}), "sums of Pts, 2023")
q("compare", "Did Aino Kettukangas win more stages than Ingrid Tveit in total?", "boolean", total(by(Driver="Aino Kettukangas"), "wins") > total(by(Driver="Ingrid Tveit"), "wins"), "sums of SS wins")
q("difference", "How many more spectators did Rally Kuusankorpi have in 2024 than in 2022?", "number", rally(KUU, 2024)["spect"] - rally(KUU, 2022)["spect"], "KUU24 less KUU22")
q("difference", "By how many seconds did the winner of Rally Kuusankorpi 2024 beat the driver in second place?", "number",
  round(one(by(Event=KUU, year=2024, pos=2))["secs"] - winner(KUU, 2024)["secs"], 1), "total_time of second less first")
q("percent", "what percentage of all entries ended in retirement", "number", share(results, itemgetter("out")), "entries with a Ret. reason, of all")
q("percent", "What share in percent of all the points scored in 2024 went to Aino Kettukangas?", "number", 100 * total(by(year=2024, Driver="Aino Kettukangas"), "pts") / total(by(year=2024), "pts"), "her Pts over all Pts, 2024")
q("growth", "Winterhaug entry fee, % increase 2022 to 2024", "number", 100 * (rally(WIN, 2024)["fee"] / rally(WIN, 2022)["fee"] - 1), "fee of WIN24 over WIN22")
q("never", "Which drivers have never won a rally?", "values", drivers - {r["Driver"] for r in by(pos=1)}, "drivers without a Pos 1")
q("both", "Which drivers have won a rally on gravel as well as one on asphalt?", "values", {r["Driver"] for r in by(pos=1, Surface="Gravel")} & {r["Driver"] for r in by(pos=1, Surface="Asphalt")}, "Pos 1 on both surfaces, joined by rally code")
q("above", "rallies in 2023 with an entry fee above that year's average", "values", [r["Event"] for r in season(2023) if r["fee"] > mean(season(2023), "fee")], "fee above the mean of 2023")
q("each", "who won each rally in 2024? list event and winner", "table", {r["Event"]: r["Driver"] for r in by(year=2024, pos=1)}, "Pos 1 by Event, 2024")
q("all", "Was every edition of Rally Kuusankorpi longer than 280 km of stages?", "boolean", all(r["km"] > 280 for r in rallies if r["Event"] == KUU), "SS dist of the three editions")
q("missing", "how many results have no repair cost filled in", "number", sum(r["cost"] is None for r in results), "empty Repair cost")
q("ratio", "For Tiago Ribalta, how many euros of prize money did he earn per point, total prize money divided by total points?", "number", total(by(Driver="Tiago Ribalta"), "prize") / total(by(Driver="Tiago Ribalta"), "pts"), "sum of Prize over sum of Pts")
q("groups", "drivers with more than 100 points across all seasons", "values", having(sums(results, "Driver", "pts"), lambda x: x > 100), "sum of Pts over 100")
assert by(Event=JEZ, year=2023) and not by(Event=JEZ, year=2022)
q("refuse", "Who won the Jezero Rally in 2022?", "refuse", [], "there was no Jezero Rally in 2022 in the data")
q("refuse", "top speed of the Kaimo Ilves?", "refuse", [], "no speeds of cars in the data")

# the graphs
q("first", "Of all the co-drivers Tiago Ribalta has had, who was the first?", "values", facts("co_driver_of", tail="Tiago Ribalta")[0][0], "earliest co_driver_of Tiago Ribalta")
q("never", "teams that never switched tyre supplier?", "values", [t for t in heads("runs_car") if len(facts("uses_tyres_from", t)) == 1], "one uses_tyres_from only")
q("between", "Which drivers began a spell with a team between 1 January and 30 June 2023?", "values", {f[0] for f in facts("drives_for") if date(2023, 1, 1) <= f[3] <= date(2023, 6, 30)}, "start of drives_for in that half year")
q("most", "which co driver has worked with the most different drivers over the years", "values", best({c: len({f[2] for f in facts("co_driver_of", c)}) for c in {f[0] for f in facts("co_driver_of")}}), "most different tails of co_driver_of")
q("groups", "Which teams have had more than three different drivers, past and present ones counted together?", "values", having({t: len({f[0] for f in facts("drives_for", tail=t)}) for t in heads("runs_car")}, lambda n: n > 3), "more than three heads of drives_for")
q("per", "current title sponsor of every team, as a list", "table", {t: one(now("title_sponsor_of", tail=t))[0] for t in heads("runs_car")}, "title_sponsor_of that has not ended, by team")
q("linked", "Which manufacturer built the car that won the Jezero Rally in 2023?", "values", out(winner(JEZ, 2023)["Car"], "built_by"), "Pos 1 of JEZ23, its Car, then built_by")
q("graph", "who mentored ruben oyarzun", "values", out("Ruben Oyarzun", "mentored_by"), "mentored_by")
q("graph", "Which drivers were born in Norway?", "values", {d for d in drivers if any("Norway" in out(t, "located_in") for t in out(d, "born_in"))}, "born_in a town located_in Norway")
q("before", "Who was team principal of Korpela Racing before Juho Lehtovaara took over?", "values", step(facts("principal_of", tail="Korpela Racing"), 0, "Juho Lehtovaara", -1), "principal_of Korpela Racing, the one before")
q("before", "which title sponsor did Ecurie Valmont get after ostara telecom", "values", step(facts("title_sponsor_of", tail="Ecurie Valmont"), 0, "Ostara Telecom", 1), "title_sponsor_of Ecurie Valmont, the one after")
q("when", "Who was co-driver for Eirik Solbakken on 15 October 2021?", "values", one(at("co_driver_of", date(2021, 10, 15), None, "Eirik Solbakken"))[0], "co_driver_of on that day")
q("when", "Which teams were on Pneus Roval tyres at some point during 2022?", "values", {f[0] for f in in_year("uses_tyres_from", 2022, None, "Pneus Roval")}, "uses_tyres_from Pneus Roval in 2022")
q("howlong", "how many full years did Lehtovaara drive for Korpela?", "number", lasted(one(facts("drives_for", "Juho Lehtovaara", "Korpela Racing"))), "from start to end of drives_for")
q("linked", "What nationality is the driver who won the Kestrel Forest Rally in 2022?", "values", out(winner(KES, 2022)["Driver"], "nationality"), "Pos 1 of KES22, then nationality")
q("linked", "How many points did the drivers who are with Nordlys Motorsport today score between them in 2024?", "number",
  sum(total(by(Driver=f[0], year=2024), "pts") for f in now("drives_for", tail="Nordlys Motorsport")), "drives_for that has not ended, then Pts of 2024")
q("linked", "I want to know who runs the club that organises the Kestrel Forest Rally. Who's its president now?", "values",
  one(now("president_of", tail=one(out(KES, "organised_by"))))[0], "organised_by, then president_of that has not ended")
q("refuse", "how much does Kvalheim Salmon pay Nordlys per year as sponsor", "refuse", [], "no sponsoring sums in the data")
q("refuse", "How old is Aino Kettukangas?", "refuse", [], "no dates of birth in the data")
assert not in_year("title_sponsor_of", 2021, None, "Korpela Racing")
q("refuse", "Which company was the title sponsor of Korpela Racing in 2021?", "refuse", [], "no title_sponsor_of Korpela Racing in 2021")

finish(HERE, Q)
