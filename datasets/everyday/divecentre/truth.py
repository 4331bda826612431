"""Computes every gold answer from the four data files and prints each line that differs from
   questions.jsonl (python3 truth.py --write writes the file instead)."""
import json, os, sys, datetime as dt
from collections import Counter, defaultdict
HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
def facts_of(n): return [tuple(r.values()) for r in records(HERE, n)]
L, G, KG, TK = records(HERE, "dive_log.csv"), records(HERE, "rental_gear.csv"), facts_of("divecentre.kg.tsv"), facts_of("divecentre.tkg.tsv")
# ---- helpers
def n(r, c): return float(r[c]) if r[c] else None
def iso(s): return dt.datetime.strptime(s, "%d/%m/%Y").date().isoformat() if s else ""
for g in G:
    for c in ("purch_date", "last_svc", "next_svc"): g[c] = iso(g[c])
def done(): return [r for r in L if r["cancelled_yn"] == "N"]
def sel(t, **k): return [r for r in t if all(r[c] == v for c, v in k.items())]
def col(t, c): return [r[c] for r in t]
def vals(t, c): return [n(r, c) for r in t if r[c] != ""]
def mean(x): return sum(x) / len(x)
def fwd(h, r): return [t for a, b, t in KG if a == h and b == r]
def inv(r, t): return [a for a, b, c in KG if b == r and c == t]
def rel(r): return [(a, c) for a, b, c in KG if b == r]
def tf(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def on(f, d): return f[3] <= d and (not f[4] or d <= f[4])
def now(fs): return [f for f in fs if not f[4]]
def one(x):
    x = list(dict.fromkeys(x)); assert len(x) == 1, x
    return x[0]
def top(d, k=1, low=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[k - 1][1] != s[k][1], s[:k + 2]
    return [x for x, _ in s[:k]]
def topr(t, c, key, k=1, low=False):
    assert len({r[key] for r in t}) == len(t)
    return top({r[key]: n(r, c) for r in t if r[c] != ""}, k, low)
def tot(t, key, c):
    d = defaultdict(float)
    for r in t:
        if r[c]: d[r[key]] += n(r, c)
    return dict(d)
def avg(t, key, c):
    d = defaultdict(list)
    for r in t:
        if r[c]: d[r[key]].append(n(r, c))
    return {k: mean(v) for k, v in d.items()}
def cnt(t, key): return Counter(r[key] for r in t)
def row(t, key, v): return one_row([r for r in t if r[key] == v])
def one_row(x): assert len(x) == 1; return x[0]
def span(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days
def years(a, b):
    a, b = dt.date.fromisoformat(a), dt.date.fromisoformat(b) + dt.timedelta(days=1)
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def fmt(x):
    if isinstance(x, str): return x
    s = f"{round(x + 1e-9, 2):.2f}".rstrip("0").rstrip("."); return s
WRECKS = inv("site_type", "wreck"); SITES = [a for a, _ in rel("site_type")]
BASES = [a for a, _ in rel("located_on")]; STAFF = list(dict.fromkeys(a for a, _ in rel("certified_by")))
def wet(**k): return sel(done(), **k)
def gear(**k): return sel(G, **k)
def mgr(b, d): return one([f[0] for f in tf("manager_of", t=b) if on(f, d)])
def base_of(site): return one(fwd(site, "reached_from"))
def home(p): return one([f[2] for f in now(tf("works_at", h=p))])
assert set(col(L, "site")) <= set(SITES) and set(col(L, "guide")) <= set(STAFF) and set(col(G, "base")) == set(BASES)
for r in done(): assert any(on(f, r["date"]) and f[2] == base_of(r["site"]) for f in tf("works_at", h=r["guide"])), r
V, N, B, T, X = "values", "number", "boolean", "table", "refuse"
Q = []
def q(kind, typ, text, val, why): Q.append((kind, typ, text, val, why))
def yn(b): return "yes" if b else "no"

# ---- lookup
q("lookup", V, "Who led dive DL-448?", row(L, "dive_no", "DL-448")["guide"], "dive_log: guide of DL-448")
q("lookup", N, "how deep did they get on DL-440, in metres", n(row(L, "dive_no", "DL-440"), "max_depth_m"), "dive_log: max_depth_m of DL-440")
q("lookup", V, "What was in the holds of the SS Maribel when she sank?", fwd("SS Maribel", "cargo"), "KG cargo")
q("lookup", V, "wetsuit WS-11 what make is it", row(G, "tag", "WS-11")["brand"], "rental_gear: brand of WS-11")
q("lookup", V, "Someone wants to write to Ondine's head office. Which town is it in?", fwd("Ondine Divers League", "headquartered_in"), "KG headquartered_in")
# ---- filter_list
q("filter_list", V, "Give me the tags of all tanks that are marked as defective.", col(gear(item="tank", defect_yn="Y"), "tag"), "rental_gear: item tank, defect_yn Y")
q("filter_list", V, "dives called off because of swell, just the numbers", col(sel(L, cancelled_yn="Y", cancel_reason="swell"), "dive_no"), "dive_log: cancel_reason swell")
q("filter_list", V, "A guest is mad about conger eels. Where can we show her one?", inv("home_to", "conger eel"), "KG home_to, read backwards")
q("filter_list", V, "Which of our instructors speak German?", inv("speaks", "German"), "KG speaks, read backwards")
q("filter_list", V, "log numbers of the dives that went below 40 m", [r["dive_no"] for r in done() if n(r, "max_depth_m") > 40], "dive_log: max_depth_m > 40")
q("filter_list", V, "Got a big bloke coming to Punta Lirio, needs an XL wetsuit. Which tags do we have there?", col(gear(item="wetsuit", size="XL", base="Punta Lirio"), "tag"), "rental_gear: wetsuit, XL, Punta Lirio")
# ---- count
q("count", N, "How many night dives actually took place in July 2024?", len([r for r in wet(dive_type="night dive") if r["date"][:7] == "2024-07"]), "dive_log: night dive, not cancelled, 2024-07")
q("count", N, "number of regs we have at Calbera Harbour?", len(gear(item="regulator", base="Calbera Harbour")), "rental_gear: regulator, Calbera Harbour")
q("count", N, "On how many outings was nitrox breathed?", len(sel(L, nitrox_yn="Y")), "dive_log: nitrox_yn Y")
q("count", N, "How many wrecks are on our list of sites?", len(WRECKS), "KG site_type wreck")
# ---- sum
q("sum", N, "What did Grouper Garden bring in altogether over the season, in euros?", sum(vals(sel(L, site="Grouper Garden"), "takings_eur")), "dive_log: sum takings_eur of the site")
q("sum", N, "Total money we've sunk into drysuits", sum(vals(gear(item="drysuit"), "cost_eur")), "rental_gear: sum cost_eur, drysuit")
q("sum", N, "Add up the minutes Ingrid Saltnes spent under water as a guide in August 2024.", sum(vals([r for r in wet(guide="Ingrid Saltnes") if r["date"][:7] == "2024-08"], "dive_time_min")), "dive_log: sum dive_time_min, guide, 2024-08")
# ---- average
q("average", N, "What's the average water temperature we noted in October?", mean(vals([r for r in done() if r["date"][5:7] == "10"], "water_temp_c")), "dive_log: mean recorded water_temp_c, month 10")
q("average", N, "avg viz at Seahorse Meadow in metres", mean(vals(sel(L, site="Seahorse Meadow"), "viz_m")), "dive_log: mean recorded viz_m of the site")
q("average", N, "How much does one of our BCDs cost per day to hire, on avrage?", mean(vals(gear(item="BCD"), "hire_eur_day")), "rental_gear: mean hire_eur_day, BCD")
# ---- min_max
q("min_max", N, "What's the deepest anyone went on the MV Halvorsen?", max(vals(sel(L, site="MV Halvorsen"), "max_depth_m")), "dive_log: max max_depth_m of the site")
q("min_max", N, "coldest water readng of the whole log, celsius", min(vals(L, "water_temp_c")), "dive_log: min water_temp_c")
q("min_max", V, "On which day was the oldest item of our hire kit bought?", min(col(G, "purch_date")), "rental_gear: min purch_date")
# ---- superlative
q("superlative", V, "Which piece of rental kit was the most expensive to buy? I need the tag.", topr(G, "cost_eur", "tag"), "rental_gear: tag with max cost_eur")
q("superlative", V, "Where did the deepest dive of the season happen?", one([r["site"] for r in L if r["max_depth_m"] and n(r, "max_depth_m") == max(vals(L, "max_depth_m"))]), "dive_log: site of the row with max max_depth_m")
q("superlative", V, "the instructor who can chat in the most languages is…?", top(Counter(a for a, _ in rel("speaks"))), "KG speaks, counted by person")
q("superlative", V, "Of all the dive sites, which one has the most kinds of animals noted?", top(Counter(a for a, _ in rel("home_to"))), "KG home_to, counted by site")
# ---- top_k
q("top_k", V, "Name the four dives with the highest takings, by dive number.", topr(L, "takings_eur", "dive_no", 4), "dive_log: four largest takings_eur")
q("top_k", V, "2 most rented-out regulators last season (tags)", topr(gear(item="regulator"), "days_hired_2024", "tag", 2), "rental_gear: regulator, two largest days_hired_2024")
q("top_k", V, "What are our two busiest sites, counting only dives that were really made?", top(cnt(done(), "site"), 2), "dive_log: not cancelled, rows by site, two largest")
# ---- comparison
q("comparison", V, "Who guided more dives that went ahead, Hector Moline or Bako Adeyinka?", top({g: len(wet(guide=g)) for g in ("Hector Moliné", "Bako Adeyinka")}), "dive_log: not cancelled rows of both")
q("comparison", V, "RG-06 or RG-10, which was dearer?", top({t: n(row(G, "tag", t), "cost_eur") for t in ("RG-06", "RG-10")}), "rental_gear: cost_eur of both")
q("comparison", V, "Did Manolo Echave take over the Gaviota or the Old Bessie first?", top({b: one(tf("skipper_of", "Manolo Echave", b))[3] for b in ("Gaviota", "Old Bessie")}, low=True), "TKG skipper_of, starts compared")
# ---- difference
q("difference", N, "By how many metres was DL-420 deeper than DL-422?", n(row(L, "dive_no", "DL-420"), "max_depth_m") - n(row(L, "dive_no", "DL-422"), "max_depth_m"), "dive_log: max_depth_m subtracted")
q("difference", N, "how many more wetsuits than BCDs do we own", len(gear(item="wetsuit")) - len(gear(item="BCD")), "rental_gear: counts subtracted")
q("difference", N, "What's the price gap in euros between the dearest and the cheapest dive computer we bought?", max(vals(gear(item="dive computer"), "cost_eur")) - min(vals(gear(item="dive computer"), "cost_eur")), "rental_gear: max - min cost_eur, dive computer")
# ---- percent
q("percent", N, "What percentage of all the dives in the log got cancelled?", 100 * len(sel(L, cancelled_yn="Y")) / len(L), "dive_log: share of cancelled_yn Y")
q("percent", N, "share of our hire gear that is Kelpie, in %", 100 * len(gear(brand="Kelpie")) / len(G), "rental_gear: share of brand Kelpie")
q("percent", N, "Out of all our tanks, what per cent are 12 litre ones?", 100 * len(gear(item="tank", size="12 L")) / len(gear(item="tank")), "rental_gear: share of size 12 L among tanks")
# ---- group_by
q("group_by", T, "How many items of rental gear sit at each base?", dict(cnt(G, "base")), "rental_gear: rows by base")
q("group_by", T, "canceled dives per reson", dict(cnt(sel(L, cancelled_yn="Y"), "cancel_reason")), "dive_log: cancelled rows by cancel_reason")
q("group_by", T, "Average max depth for each type of dive please.", avg(L, "dive_type", "max_depth_m"), "dive_log: mean max_depth_m by dive_type")
q("group_by", T, "I'm doing the accounts: takings by boat, and leave out the shore dives.", tot([r for r in L if r["boat"] != "shore"], "boat", "takings_eur"), "dive_log: sum takings_eur by boat, shore left out")
# ---- group_superlative
q("group_superlative", V, "Which guide earned us the most money over the season in total?", top(tot(L, "guide", "takings_eur")), "dive_log: sum takings_eur by guide, largest")
q("group_superlative", V, "brand with the most faulty pieces?", top(cnt(gear(defect_yn="Y"), "brand")), "rental_gear: defect_yn Y by brand, largest count")
q("group_superlative", V, "What sort of gear went out for the most hire days in 2024, all items of the sort added up?", top(tot(G, "item", "days_hired_2024")), "rental_gear: sum days_hired_2024 by item, largest")
# ---- yes_no
q("yes_no", B, "Is Yuki Haramoto certified by Ondine?", yn("Ondine Divers League" in fwd("Yuki Haramoto", "certified_by")), "KG certified_by")
q("yes_no", B, "Do we own any Ostra fins in size L?", yn(gear(brand="Ostra", item="fins", size="L")), "rental_gear: fins, Ostra, L")
q("yes_no", B, "Has Rosa Pinheiro ever skippered the Tramontana?", yn(tf("skipper_of", "Rosa Pinheiro", "Tramontana")), "TKG skipper_of")
q("yes_no", B, "Can you see octopus at Anchor Wall?", yn("octopus" in fwd("Anchor Wall", "home_to")), "KG home_to: wall has red coral and lobster only")
# ---- negation
q("negation", V, "Which wrecks don't ask for any special certificate?", [w for w in WRECKS if not fwd(w, "requires_cert")], "KG: wrecks without requires_cert")
q("negation", N, "how many drysuits are not from Kelpie", len([g for g in gear(item="drysuit") if g["brand"] != "Kelpie"]), "rental_gear: drysuit, brand not Kelpie")
q("negation", V, "Which of the certified instructors have no English?", [p for p in STAFF if "English" not in fwd(p, "speaks")], "KG: certified_by persons less those speaking English")
# ---- time_point
q("time_point", V, "Who was running the Punta Lirio base in the summer of 2015?", mgr("Punta Lirio", "2015-07-15"), "TKG manager_of covering summer 2015")
q("time_point", V, "Which agency was Sant Ervan with on 1 May 2016?", one([f[2] for f in tf("affiliated_with", "Sant Ervan") if on(f, "2016-05-01")]), "TKG affiliated_with on that day")
q("time_point", V, "skipper of Old Bessie back in august 2020?", one([f[0] for f in tf("skipper_of", t="Old Bessie") if on(f, "2020-08-15")]), "TKG skipper_of in 2020-08")
# ---- before_after
q("before_after", V, "Who managed Calbera Harbour right before Nerea Valdosta took over?", max([f for f in tf("manager_of", t="Calbera Harbour") if f[3] < one_row(tf("manager_of", "Nerea Valdosta", "Calbera Harbour"))[3]], key=lambda f: f[3])[0], "TKG manager_of, the fact before hers")
q("before_after", V, "After Ulf Granby left the wheel of the Medusa II, who got it?", min([f for f in tf("skipper_of", t="Medusa II") if f[3] > one_row(tf("skipper_of", "Ulf Granby", "Medusa II"))[4]], key=lambda f: f[3])[0], "TKG skipper_of, the next fact")
q("before_after", V, "which dive sites had a closure that began after 1 jan 2022", [f[0] for f in tf("closed_by") if f[3] > "2022-01-01"], "TKG closed_by with start after that day")
# ---- duration
q("duration", N, "How many full years was Cliff Tanaway the skipper of the Old Bessie?", years(*one_row(tf("skipper_of", "Cliff Tanaway", "Old Bessie"))[3:]), "TKG start to end, completed years")
q("duration", V, "Pilar Ostrander and Edmund Larkspur both ran Calbera Harbour in their day. Which of them lasted longer as manager?", top({p: span(one_row(tf("manager_of", p, "Calbera Harbour"))) for p in ("Pilar Ostrander", "Edmund Larkspur")}), "TKG manager_of, lengths compared")
q("duration", V, "Which finished closure of a site went on the longest? Site name is enough.", top({f[0]: span(f) for f in tf("closed_by") if f[4]}), "TKG closed_by with an end, longest")
# ---- multi_hop
q("multi_hop", V, "Off which island do you dive the HMS Petronel?", fwd(base_of("HMS Petronel"), "located_on"), "KG reached_from > located_on")
q("multi_hop", V, "What creatures live on the wrecks that were built in Genovetta?", sorted({a for w in inv("built_in", "Genovetta") for a in fwd(w, "home_to")}), "KG built_in backwards, then home_to")
q("multi_hop", V, "Sites where you may see a barracuda and that leave from Calbera Harbour?", [s for s in inv("home_to", "barracuda") if base_of(s) == "Calbera Harbour"], "KG home_to backwards + reached_from")
# ---- cross_source
q("cross_source", N, "How many wreck dives did we complete, not counting those called off?", len([r for r in done() if r["site"] in WRECKS]), "dive_log not cancelled, KG site_type wreck")
q("cross_source", N, "What did all the gear kept on Isla Ervana cost to buy? The whole lot, broken or not.", sum(vals([g for g in G if "Isla Ervana" in fwd(g["base"], "located_on")], "cost_eur")), "rental_gear by base, KG located_on")
q("cross_source", V, "BC-10 was bought by whoever was manager of its base that day. Who was that?", mgr(row(G, "tag", "BC-10")["base"], row(G, "tag", "BC-10")["purch_date"]), "rental_gear: base, purch_date; TKG manager_of")
q("cross_source", V, "which languages does the guide of DL-463 speak", fwd(row(L, "dive_no", "DL-463")["guide"], "speaks"), "dive_log: guide; KG speaks")
q("cross_source", V, "Someone lost a fin on dive DL-492 and wants to ask the skipper. Who drove the boat that day?", one([f[0] for f in tf("skipper_of", t=row(L, "dive_no", "DL-492")["boat"]) if on(f, row(L, "dive_no", "DL-492")["date"])]), "dive_log: boat, date; TKG skipper_of")
# ---- missing
q("missing", V, "For which dives that took place at Lirio Point did nobody write down the visibility?", col([r for r in wet(site="Lirio Point") if not r["viz_m"]], "dive_no"), "dive_log: site, not cancelled, empty viz_m")
q("missing", V, "Tanks with no service date on file?", col([g for g in gear(item="tank") if not g["last_svc"]], "tag"), "rental_gear: tank, empty last_svc (next_svc too)")
q("missing", N, "how many pieces of gear have their hire days left blank", len([g for g in G if not g["days_hired_2024"]]), "rental_gear: empty days_hired_2024")
# ---- unanswerable
q("unanswerable", X, "How many bar were left in the tank at the end of DL-457?", [], "no tank pressures in any file")
q("unanswerable", X, "What's Ingrid Saltnes's mobile number?", [], "no phone numbers in any file")
q("unanswerable", X, "Who guided at Blackfin Reef last summer?", [], "no site of that name in any file")
q("unanswerable", X, "In which year did the Santa Nuria go down?", [], "no sinking dates in any file")
q("unanswerable", X, "How much do we pay Bako Adeyinka per month?", [], "no wages in any file")
q("unanswerable", X, "what was the MV Halvorsen's sister ship called", [], "sister ships are not recorded")

out = []
for i, (k, t, text, v, why) in enumerate(Q, 1):
    if t == X: a = []
    elif t == T: a = sorted(f"{x} | {fmt(y)}" for x, y in v.items())
    elif isinstance(v, (list, tuple)): a = sorted(dict.fromkeys(v)); assert a, text
    else: a = [fmt(v)]
    assert t not in (N, B) or len(a) == 1
    out.append(json.dumps({"id": f"divecentre-{i:02d}", "question": text, "kind": k, "answer_type": t, "answers": a, "why": why}, ensure_ascii=False))
if "--write" in sys.argv:
    with open(path("questions.jsonl"), "w", encoding="utf-8") as f: f.write("\n".join(out) + "\n")
else:
    with open(path("questions.jsonl"), encoding="utf-8") as f: old = f.read().splitlines()
    for i in range(max(len(out), len(old))):
        a, b = (x[i] if i < len(x) else "(none)" for x in (old, out))
        if a != b: print("file :", a, "\ntruth:", b)
