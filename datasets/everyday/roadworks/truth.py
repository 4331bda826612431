"""Computes every gold answer from the four data files and writes questions.jsonl
   (python3 truth.py --check only compares and prints the differences)."""
import csv, json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
def path(n): return os.path.join(HERE, n)
def tsv(n):
    with open(path(n), encoding="utf-8", newline="") as f:
        return [tuple(r) for r in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
with open(path("road_sections.csv"), encoding="utf-8", newline="") as f: S = list(csv.DictReader(f))
with open(path("repair_jobs.csv"), encoding="utf-8", newline="") as f: J = list(csv.DictReader(f))
KG, TK = tsv("roadworks.kg.tsv"), tsv("roadworks.tkg.tsv")

# ------------------------------------------------------------ helpers
def num(s): return float(s.replace(",", "")) if s.strip() else None
def day(s): return dt.datetime.strptime(s, "%d/%m/%Y").date() if s.strip() else None
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [x for x, y, z in KG if y == r and z == t]
def heads(r): return list(dict.fromkeys(h for h, y, t in KG if y == r))
def facts(r, h=None, t=None): return sorted((f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])), key=lambda f: f[3])
def on(f, d): return f[3] <= d and (not f[4] or d <= f[4])
def open_(f): return f[4] == ""
def ndays(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days
def full_years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def best(d, low=False):
    """the one key with the largest (smallest) value; fails on a tie"""
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[0][1] != s[1][1], s[:3]
    return s[0][0]
def top(d, k, low=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def total(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v or 0
    return c
def fmt(x): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)
def yn(b): return ["yes" if b else "no"]
def rows(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]

sec = {s["SectRef"]: s for s in S}
job = {j["Job no"]: j for j in J}
assert len(sec) == len(S) and len(job) == len(J) and all(j["sect_ref"] in sec for j in J)
def ln(s): return num(s["Len_km"])
def a19(s): return num(s["AADT 2019"])
def a23(s): return num(s["AADT 2023 (veh/d)"])
def ci(s): return num(s["Cond. idx (100=new)"])
def hgv(s): return num(s["HGV %"])
def est(j): return num(j["Est. (£k)"])
def fin(j): return num(j["Final cost (£k)"])
def nights(j): return num(j["night closures"])
ST, WT, CO = "STATUS", "Work type", "CONTRACTOR"
area = lambda j: sec[j["sect_ref"]]["AREA"]
road = lambda j: sec[j["sect_ref"]]["Road No"]
refs = lambda xs: [s["SectRef"] for s in xs]
nos = lambda xs: [j["Job no"] for j in xs]
FIRMS = heads("accredited for")
assert {j[CO] for j in J} - {""} <= set(FIRMS)
assert len({(s["Area Cd"], s["AREA"]) for s in S}) == 5
assert len({(j["Wk cd"], j[WT]) for j in J}) == len({j[WT] for j in J})
for f_ in FIRMS:                       # KG subsidiary = owner open in the TKG
    assert fwd(f_, "subsidiary of") == [f[2] for f in facts("owned by", f_) if open_(f)], f_
for s in S: assert all(h in sec for h in inv("diversion via", s["SectRef"]))
AE = facts("area engineer of")
ae_now = [f for f in AE if open_(f)]
assert len(ae_now) == 5
funder = lambda j: one(fwd(j["Bdgt"], "funded by"))

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number": ans = [ans]
    if isinstance(ans, str): ans = [ans]
    ans = [fmt(x) for x in ans]
    assert typ == "refuse" or ans, text
    assert len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"roadworks-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ,
              "answers": sorted(ans), "why": why})
V, N, B, T, X = "values", "number", "boolean", "table", "refuse"

# ------------------------------------------------------------ lookup
q("lookup", V, "Which firm was given job RJ23-019?", job["RJ23-019"][CO], "repair_jobs: CONTRACTOR of RJ23-019")
q("lookup", N, "whats the speed limit on the sallowfield high street bit? in mph",
  num(one(s["Spd lim (mph)"] for s in S if s["description"] == "Sallowfield High St")), "road_sections: Spd lim of the section described Sallowfield High St")
q("lookup", V, "What water flows under Packhorse Bridge?", fwd("Packhorse Bridge", "spans"), "KG spans")
q("lookup", V, "if we have to shut A4102/25, where do we send the traffic round", fwd("A4102/25", "diversion via"), "KG diversion via")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "Please list the references of all class A sections whose condition index is below 50.",
  refs(s for s in S if s["Cl."] == "A" and ci(s) < 50), "road_sections: Cl. A, Cond. idx < 50")
q("filter_list", V, "jobs that were delayed by weather AND ended up costing more than 100k. job nos please",
  nos(j for j in J if j["remarks"] == "weather delay" and (fin(j) or 0) > 100), "repair_jobs: remarks weather delay, Final cost > 100 (£k); jobs without a final cost cannot count")
q("filter_list", V, "Which contractors are accredited for patching?", inv("accredited for", "Patching"), "KG accredited for, read backwards")
q("filter_list", V, "depots with a hot box?", inv("keeps", "hot box"), "KG keeps, read backwards")
# ------------------------------------------------------------ count
q("count", N, "How many road sections belong to the Coastal area?", sum(s["AREA"] == "Coastal" for s in S), "road_sections: AREA Coastal")
q("count", N, "how many jobs did we order in the whole of 2023", sum(day(j["ordered"]).year == 2023 for j in J), "repair_jobs: ordered in 2023")
q("count", N, "On how many different sections has Whitelaw Bros completed at least one job?",
  len({j["sect_ref"] for j in J if j[CO] == "Whitelaw Bros" and j[ST] == "Completed"}), "repair_jobs: distinct sect_ref, Whitelaw Bros, Completed")
q("count", N, "C road sections with under 500 vehicles a day in the 23 count - how many are there",
  sum(s["Cl."] == "C" and a23(s) is not None and a23(s) < 500 for s in S), "road_sections: Cl. C, AADT 2023 < 500 (empty cells do not count)")
# ------------------------------------------------------------ sum
q("sum", N, "How many kilometres of road does the Moorside area look after altogether?", sum(ln(s) for s in S if s["AREA"] == "Moorside"), "road_sections: sum of Len_km, Moorside")
q("sum", N, "total bill for bridge repairs so far, in £k? skip the ones where the final figure isnt in yet",
  sum(fin(j) or 0 for j in J if j[WT] == "Bridge repair"), "repair_jobs: sum of Final cost, Bridge repair, empty left out")
q("sum", N, "For the police liaison meeting: please add up the night closures entered for all the jobs on the A617.",
  sum(nights(j) or 0 for j in J if road(j) == "A617"), "repair_jobs: sum of night closures, sect_ref on Road No A617")
# ------------------------------------------------------------ average
q("average", N, "What is the average estimate of a surface dressing job, in thousand pounds?",
  mean(est(j) for j in J if j[WT] == "Surface dressing"), "repair_jobs: mean Est., Surface dressing")
q("average", N, "avg lorry share in % over the b1193 sections", mean(hgv(s) for s in S if s["Road No"] == "B1193"), "road_sections: mean HGV %, Road No B1193 (none empty)")
q("average", N, "After ordering a patching job, how many days do we wait on average until it starts? Leave out the jobs that have no start date.",
  mean((day(j["Start dt"]) - day(j["ordered"])).days for j in J if j[WT] == "Patching" and j["Start dt"]), "repair_jobs: mean of Start dt - ordered, Patching with a start date")
# ------------------------------------------------------------ min_max
q("min_max", N, "In the Vale area, what is the width in metres of the widest section?", max(num(s["Av. width (m)"]) for s in S if s["AREA"] == "Vale"), "road_sections: max Av. width, Vale")
q("min_max", N, "lowest condtion score on any B road section?", min(ci(s) for s in S if s["Cl."] == "B"), "road_sections: min Cond. idx, Cl. B")
q("min_max", V, "On what date did Steelbeck Bridgeworks start its very first job in our list?",
  min(day(j["Start dt"]) for j in J if j[CO] == "Steelbeck Bridgeworks" and j["Start dt"]).isoformat(), "repair_jobs: earliest Start dt of the contractor")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which section had the heaviest traffic in the 2023 count?", best({r: a23(s) for r, s in sec.items() if a23(s) is not None}), "road_sections: SectRef with the largest AADT 2023")
q("superlative", V, "priciest job of all going by what it really cost, just the job no", best({r: fin(j) for r, j in job.items() if fin(j) is not None}), "repair_jobs: largest Final cost")
q("superlative", V, "Which of our depots keeps the greatest variety of equipment?", best({d: len(fwd(d, "keeps")) for d in heads("keeps")}), "KG keeps, counted by depot")
q("superlative", V, "of the foremen we have today, whos been in the current post the longest",
  best({f[0]: f[3] for f in facts("foreman at") if open_(f)}, low=True), "TKG: open foreman-at fact with the earliest start")
# ------------------------------------------------------------ top_k
took = {r: (day(j["Compl. dt"]) - day(j["Start dt"])).days for r, j in job.items() if j["Compl. dt"] and j["Start dt"]}
q("top_k", V, "Which two jobs took the longest from start to completion?", top(took, 2), "repair_jobs: two largest Compl. dt - Start dt")
q("top_k", V, "4 worst sections by condition, refs only", top({r: ci(s) for r, s in sec.items()}, 4, low=True), "road_sections: four smallest Cond. idx (100 = new)")
q("top_k", V, "Name the two contractors who appear most often in the job list.", top(Counter(j[CO] for j in J if j[CO]), 2), "repair_jobs: rows by CONTRACTOR, two largest")
# ------------------------------------------------------------ comparison
q("comparison", V, "Which one carried more vehicles per day in 2023, A4102/10 or A617/60?", best({r: a23(sec[r]) for r in ("A4102/10", "A617/60")}), "road_sections: AADT 2023 of both")
q("comparison", V, "fenway or steelbeck - which came to its present owner first?",
  best({c: one(f[3] for f in facts("owned by", c) if open_(f)) for c in ("Fenway Drainage Co.", "Steelbeck Bridgeworks")}, low=True), "TKG: start of the open owned-by fact of both")
q("comparison", V, "Does Halberd Holdings or Corrigan Infrastructure Group have more subsidiaries among our contractors?",
  best({g: len(inv("subsidiary of", g)) for g in ("Halberd Holdings", "Corrigan Infrastructure Group")}), "KG subsidiary of, counted")
q("comparison", V, "drainage vs kerbs n footways, what do we have more jobs of", best(Counter(j[WT] for j in J if j[WT] in ("Drainage", "Kerbs & footway"))), "repair_jobs: rows of each Work type")
# ------------------------------------------------------------ difference
q("difference", N, "By how many thousand pounds did job RJ22-002 go over its estimate?", fin(job["RJ22-002"]) - est(job["RJ22-002"]), "repair_jobs: Final cost - Est.")
km = total((s["Road No"], ln(s)) for s in S)
assert km["A4102"] > km["A617"]
q("difference", N, "how many km longer is our a4102 than our a617, all sections of each added up", km["A4102"] - km["A617"], "road_sections: sum of Len_km by Road No, subtracted")
x15 = sec["A4102/15"]
q("difference", N, "Between the 2019 count and the 2023 count, how many vehicles a day did A4102/15 gain?", a23(x15) - a19(x15), "road_sections: AADT 2023 - AADT 2019 of A4102/15")
# ------------------------------------------------------------ percent
q("percent", N, "What percentage of all jobs in the list has been completed?", 100 * sum(j[ST] == "Completed" for j in J) / len(J), "repair_jobs: share of rows with STATUS Completed")
fen = [s for s in S if s["AREA"] == "Fenland"]
q("percent", N, "fenland sections: what % is surface dressed?", 100 * sum(s["Surf. type"] == "Surf. dressed" for s in fen) / len(fen), "road_sections: share of Fenland rows with Surf. type Surf. dressed")
rs = [j for j in J if j[WT] == "Resurfacing" and fin(j) is not None]
q("percent", N, "Of the money finally paid for resurfacing, how many percent went to Whitelaw Bros? Use the final costs where they are recorded.",
  100 * sum(fin(j) for j in rs if j[CO] == "Whitelaw Bros") / sum(fin(j) for j in rs), "repair_jobs: share of the sum of Final cost, Resurfacing")
# ------------------------------------------------------------ group_by
q("group_by", T, "For each road class A, B and C, how many kilometres do we have?", rows(total((s["Cl."], ln(s)) for s in S)), "road_sections: sum of Len_km by Cl.")
q("group_by", T, "What is the mean condition index for every surface type?",
  rows({t: mean(ci(s) for s in S if s["Surf. type"] == t) for t in dict.fromkeys(s["Surf. type"] for s in S)}), "road_sections: mean Cond. idx by Surf. type")
q("group_by", T, "jobs split by status, how many in each", rows(Counter(j[ST] for j in J)), "repair_jobs: rows by STATUS")
q("group_by", T, "follow the money: final costs in £k summed up per funding source (the grant, the general fund, the levy)",
  rows(total((funder(j), fin(j)) for j in J if fin(j) is not None)), "repair_jobs: sum of Final cost by KG funded by of Bdgt")
# ------------------------------------------------------------ group_superlative
areas = list(dict.fromkeys(s["AREA"] for s in S))
q("group_superlative", V, "We have five areas. In which of them is the average condition index of the sections the lowest?",
  best({a: mean(ci(s) for s in S if s["AREA"] == a) for a in areas}, low=True), "road_sections: mean Cond. idx by AREA, smallest")
q("group_superlative", V, "who inspected the most jobs?", best(Counter(j["Insp. by"] for j in J if j["Insp. by"])), "repair_jobs: rows by Insp. by, largest")
q("group_superlative", V, "For which type of work is the total overrun, final cost minus estimate, the biggest? Take only jobs that have a final cost.",
  best(total((j[WT], fin(j) - est(j)) for j in J if fin(j) is not None)), "repair_jobs: sum of Final cost - Est. by Work type, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "Is Steelbeck Bridgeworks accredited for drainage work?", yn("Drainage" in fwd("Steelbeck Bridgeworks", "accredited for")), "KG accredited for")
q("yes_no", B, "did whitelaw ever do the gritting in moorside", yn(bool(facts("winter gritting contract for", "Whitelaw Bros", "Moorside"))), "TKG winter gritting contract for (2006 to 2012)")
q("yes_no", B, "Has Priya Nandakumar ever been the county surveyor herself, not just the deputy?", yn(bool(facts("county surveyor of", "Priya Nandakumar"))), "TKG county surveyor of: no fact of hers, only deputy")
q("yes_no", B, "is any of the count stations on the B1193 a radar one?",
  yn(any("radar" in fwd(s["Count stn"], "sensor type") for s in S if s["Road No"] == "B1193" and s["Count stn"])), "road_sections: Count stn on B1193; KG sensor type")
# ------------------------------------------------------------ negation
q("negation", V, "Which of our contractors are not a subsidiary of any group?", [c for c in FIRMS if not fwd(c, "subsidiary of")], "KG: all contractors less those with subsidiary of")
used = {j["sect_ref"] for j in J}
q("negation", V, "B road sections that dont show up in the jobs list at all?", [s["SectRef"] for s in S if s["Cl."] == "B" and s["SectRef"] not in used], "road_sections: Cl. B less all sect_ref of repair_jobs")
q("negation", V, "Which depot has no gritter?", [d for d in heads("serves") if "gritter" not in fwd(d, "keeps")], "KG: depots (serves) less those that keep a gritter")
q("negation", V, "which of todays area engineers have never run a different area before",
  [f[0] for f in ae_now if not any(g[0] == f[0] and g[2] != f[2] for g in AE)], "TKG area engineer of: open facts less people with a fact for another area")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was the area engineer of Coastal on 1 May 2021?", one(f[0] for f in facts("area engineer of", t="Coastal") if on(f, "2021-05-01")), "TKG area engineer of on that day")
assert all(not (f[3] <= "2010-12-31" and f[4] and f[4] < "2010-12-31") for f in facts("weight limit", "Eel Bridge"))
q("time_point", V, "weight limit on eel bridge back in 2010?", one(f[2] for f in facts("weight limit", "Eel Bridge") if on(f, "2010-01-01") and on(f, "2010-12-31")), "TKG weight limit covering 2010")
q("time_point", V, "Which company had to grit the roads of the Vale area on 15 January 2020?",
  one(f[0] for f in facts("winter gritting contract for", t="Vale") if on(f, "2020-01-15")), "TKG winter gritting contract for on that day")
# ------------------------------------------------------------ before_after
ch = [f[0] for f in facts("chair of", t="Highways Committee")]
q("before_after", V, "Who took the chair of the Highways Committee directly after Cllr Martin Ogilvy?", ch[ch.index("Cllr Martin Ogilvy") + 1], "TKG chair of, the next fact")
dd = [f[0] for f in facts("foreman at", t="Drayne Depot")]
q("before_after", V, "foreman at drayne depot before paulette osei, who was that", dd[dd.index("Paulette Osei") - 1], "TKG foreman at, the fact before hers")
q("before_after", V, "In which areas did somebody take over as area engineer after 1 January 2022?", sorted({f[2] for f in AE if f[3] > "2022-01-01"}), "TKG area engineer of with start after that day")
# ------------------------------------------------------------ duration
q("duration", N, "How many full years was Alec Dunstan area engineer of Moorside?", full_years(one(facts("area engineer of", "Alec Dunstan", "Moorside"))), "TKG start to end, completed years")
q("duration", V, "who lasted longer as county surveyor, ashdown or whitcombe",
  best({p: ndays(one(facts("county surveyor of", p))) for p in ("Leonard Ashdown", "Harold Whitcombe")}), "TKG county surveyor of, lengths compared (both ended)")
coa = facts("area engineer of", t="Coastal")
i_ = [f[0] for f in coa].index("Bronwen Hale")
g0, g1 = dt.date.fromisoformat(coa[i_ - 1][4]) + dt.timedelta(days=1), dt.date.fromisoformat(coa[i_][3])
assert coa[i_ - 1][0] == "Silas Trevanion" and g0.day == g1.day == 1
q("duration", N, "Coastal had no area engineer for a while between Silas Trevanion and Bronwen Hale. How many months was that?",
  (g1.year - g0.year) * 12 + g1.month - g0.month, "TKG area engineer of Coastal: from the end of his fact to the start of hers")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "In which district is Steelbeck Bridgeworks based?", fwd(one(fwd("Steelbeck Bridgeworks", "based_in")), "in district"), "KG based_in > in district")
q("multi_hop", V, "whos the boss of gwil parfitts boss", fwd(one(fwd("Gwil Parfitt", "reports to")), "reports to"), "KG reports to, twice")
q("multi_hop", V, "Which contractors buy asphalt from a plant that is run by Halberd Holdings?",
  sorted({c for p in inv("operated by", "Halberd Holdings") for c in inv("buys asphalt from", p)}), "KG operated by backwards, then buys asphalt from backwards")
# ------------------------------------------------------------ cross_source
j2 = job["RJ22-002"]
q("cross_source", V, "Who was the area engineer responsible for the place of job RJ22-002 on the day when the work there started?",
  one(f[0] for f in facts("area engineer of", t=area(j2)) if on(f, day(j2["Start dt"]).isoformat())), "repair_jobs: sect_ref, Start dt; road_sections: AREA; TKG area engineer of on that day")
corr = set(inv("subsidiary of", "Corrigan Infrastructure Group"))
q("cross_source", N, "how much went in final costs (£k) to the firms of the corrigan group, all together?",
  sum(fin(j) or 0 for j in J if j[CO] in corr), "repair_jobs: sum of Final cost; KG subsidiary of Corrigan Infrastructure Group")
q("cross_source", N, "How many jobs were given to a contractor that is not accredited for that type of work?",
  sum(bool(j[CO]) and j[WT] not in fwd(j[CO], "accredited for") for j in J), "repair_jobs: CONTRACTOR, Work type; KG accredited for; jobs without a contractor left out")
q("cross_source", N, "how busy is the road over sluice house bridge, veh per day in 2023",
  a23(sec[one(fwd("Sluice House Bridge", "carries"))]), "KG carries; road_sections: AADT 2023")
bh = one(facts("area engineer of", "Bronwen Hale", "Coastal"))
q("cross_source", N, "How many jobs on Coastal sections were completed while Bronwen Hale was area engineer there?",
  sum(area(j) == "Coastal" and j["Compl. dt"] != "" and on(bh, day(j["Compl. dt"]).isoformat()) for j in J), "TKG area engineer of; road_sections: AREA; repair_jobs: Compl. dt within her time")
# ------------------------------------------------------------ missing
q("missing", V, "For which completed jobs is the final cost still not entered?", nos(j for j in J if j[ST] == "Completed" and fin(j) is None), "repair_jobs: Completed with empty Final cost")
q("missing", V, "sections with no year of last resurfacing filled in, but not the gravel ones, they never get it. refs?",
  refs(s for s in S if not s["Yr resurf."] and s["Surf. type"] != "Gravel"), "road_sections: empty Yr resurf., Surf. type not Gravel")
# ------------------------------------------------------------ unanswerable
q("unanswerable", X, "What is Tomasz Wilk's mobile number?", [], "no phone numbers in any file")
q("unanswerable", X, "how many potholes did people report in the vale last winter", [], "no pothole reports in any file, only repair jobs")
q("unanswerable", X, "How many people does Greyfield Civils Ltd employ?", [], "no staff numbers of contractors in any file")
q("unanswerable", X, "did anybody get hurt during the works of RJ23-018?", [], "no accidents in any file")
q("unanswerable", X, "What hourly rate does Fenway Drainage Co. charge us?", [], "only costs of whole jobs, no rates")
q("unanswerable", X, "need the aadt of A617/10 for 2021 pls", [], "traffic counts only for 2019 and 2023")
assert job["RJ23-010"]["Insp. by"] == ""
q("unanswerable", X, "Who inspected job RJ23-010?", [], "repair_jobs: Insp. by is empty for this job, and no other file says it")
assert not [f for f in facts("area engineer of", t="Northern") if f[3] <= "1995-12-31"]
q("unanswerable", X, "who was northerns area engineer in 1995", [], "TKG: the facts for Northern begin in 2004")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80, len(Q)
if "--check" in sys.argv:
    with open(path("questions.jsonl"), encoding="utf-8") as f: old = [json.loads(l) for l in f if l.strip()]
    bad = abs(len(old) - len(Q))
    if bad: print(f"questions.jsonl has {len(old)} questions, truth.py {len(Q)}")
    for a, b in zip(old, Q):
        for k in b:
            if a.get(k) != b[k]:
                bad += 1
                print(f"{b['id']} {k}: file {a.get(k)!r}, truth {b[k]!r}")
    print("questions.jsonl DIFFERS" if bad else "questions.jsonl agrees")
    sys.exit(bool(bad))
with open(path("questions.jsonl"), "w", encoding="utf-8") as f:
    f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
print(dict(Counter(x["kind"] for x in Q)))
for x in Q:
    print(x["id"], x["kind"], "|", x["question"], "->", x["answers"])
