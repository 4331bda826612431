"""Computes every gold answer of the insurer domain from its four data files and writes questions.jsonl.
   python3 truth.py          write questions.jsonl
   python3 truth.py --check  only compare with the questions.jsonl that is there"""
import os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import best as largest, day, finish, fmt, full_years as years, graphs, one as only, records  # beside the folders of the domains
P, C = records(HERE, "policies.csv"), records(HERE, "claims.csv")
KG, TK = graphs(HERE, "insurer", when=str)

# ------------------------------------------------------------ cells
def num(s):
    s = s.replace("£", "").replace(",", "").replace(" days", "").strip()
    return None if s in ("", "n/a") else float(s)
def prem(p): return num(p["Prem. p.a."])
def insured(p): return num(p["Sum ins. (£k)"])          # thousands of pounds
def excess(p): return num(p["Excess"])
def began(p): return day(p["Incepted"], "%d %b %Y").isoformat()
def asked(c): return num(c["Amt claimed £"])
def paid(c): return num(c["Amt paid £"])
def took(c): return num(c["Turnaround"])
def iso(s): return day(s, "%d/%m/%Y").isoformat()
def lost(c): return iso(c["Loss date"])
def told(c): return iso(c["Notified"])
def pol(ref): return only([p for p in P if p["Pol. Ref"] == ref])
def clm(no): return only([c for c in C if c["Claim #"] == no])
def refs(rows): return [p["Pol. Ref"] for p in rows]
def nos(rows): return [c["Claim #"] for c in rows]

# ------------------------------------------------------------ graph
def fwd(h, r): return [t for x, y, t in KG if x == h and y == r]
def inv(r, t): return [h for h, y, z in KG if y == r and z == t]
def heads(r): return list(dict.fromkeys(h for h, y, t in KG if y == r))
ADJ, OFFICES, BROKERS, COVERS = heads("based at"), heads("situated in"), heads("sells"), heads("pays for")
def facts(r, h=None, t=None): return [f for f in TK if f[1] == r and h in (None, f[0]) and t in (None, f[2])]
def is_open(f): return f[4] == ""
def on(f, day): return f[3] <= day and (is_open(f) or day <= f[4])
def throughout(f, a, b): return f[3] <= a and (is_open(f) or f[4] >= b)
def touches(f, a, b): return f[3] <= b and (is_open(f) or f[4] >= a)
def during(fs, a, b):
    """the facts that hold all the time from a to b; fails if another one touches the span"""
    x = [f for f in fs if throughout(f, a, b)]
    assert x == [f for f in fs if touches(f, a, b)], fs
    return x
def n_days(a, b): return (dt.date.fromisoformat(b) - dt.date.fromisoformat(a)).days
def full_years(a, b): return years(dt.date.fromisoformat(a), dt.date.fromisoformat(b))
def seq(r, t): return sorted(facts(r, t=t), key=lambda f: f[3])
def after(r, t, who):
    s = seq(r, t); return s[only(i for i, f in enumerate(s) if f[0] == who) + 1][0]
def before(r, t, who):
    s = seq(r, t); i = only(i for i, f in enumerate(s) if f[0] == who); assert i > 0
    return s[i - 1][0]

# ------------------------------------------------------------ sums and orders
def best(d, low=False): return only(largest(d, low=low))
def top(d, k): return largest(d, k)
def known(xs): return [x for x in xs if x is not None]
def mean(xs):
    xs = known(xs); return sum(xs) / len(xs)
def totals(pairs):
    d = defaultdict(float)
    for k, v in pairs: d[k] += v or 0
    return d
def rows_of(d): return [f"{k} | {fmt(v)}" for k, v in d.items()]
def yn(b): return "yes" if b else "no"

# ------------------------------------------------------------ the files are sound
assert 30 <= len(P) <= 60 and 30 <= len(C) <= 60
assert len({p["Pol. Ref"] for p in P}) == len(P) and len({c["Claim #"] for c in C}) == len(C)
assert all(p["Branch"] in OFFICES and p["Cover"] in COVERS and p["Introduced by"] in BROKERS + ["Direct"] and fwd(p["Risk town"], "in_county") for p in P)
assert all(c["Policy"] in refs(P) and c["Loss adjuster"] in ADJ + [""] and began(pol(c["Policy"])) <= lost(c) <= told(c) for c in C)
for p in P:                 # a broker brought a policy to a branch only under contract, and only a cover it sells
    if p["Introduced by"] != "Direct":
        assert any(on(f, began(p)) for f in facts("contracted with", p["Introduced by"], p["Branch"])) and p["Cover"] in fwd(p["Introduced by"], "sells")
for a in ADJ:               # KG and TKG agree on who works where now
    assert fwd(a, "based at") == [f[2] for f in facts("employed at", a) if is_open(f)], a
managers_now = [f for f in facts("branch manager of") if is_open(f)]
assert sorted(f[2] for f in managers_now) == sorted(OFFICES)
assert {f[0] for f in facts("contracted with")} == set(BROKERS)

Q = []
KINDS = ("lookup filter_list count sum average min_max superlative top_k comparison difference percent group_by group_superlative "
         "yes_no negation time_point before_after duration multi_hop cross_source missing unanswerable").split()
def q(kind, typ, text, ans, why):
    ans = [ans] if isinstance(ans, (str, int, float)) else list(ans)
    ans = [fmt(x) for x in ans]
    assert kind in KINDS and (typ == "refuse") == (not ans) and len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"insurer-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": sorted(ans), "why": why})
V, N, B, T, X = "values", "number", "boolean", "table", "refuse"

# ------------------------------------------------------------ lookup
q("lookup", N, "how much does P-3113 cost the customer a year?", prem(pol("P-3113")), "policies: Prem. p.a. of P-3113")
q("lookup", V, "Whose desk is C-7039 on?", clm("C-7039")["Loss adjuster"], "claims: Loss adjuster of C-7039")
q("lookup", V, "I'm driving over to Ardlow North tomorrow, who will I meet at reception there?", inv("front desk of", "Ardlow North"), "KG front desk of, read backwards")
q("lookup", V, "polestar credit rating?", fwd("Polestar Reinsurance", "credit_rating"), "KG credit_rating")
# ------------------------------------------------------------ filter_list
q("filter_list", V, "A customer of ours only speaks French - which adjusters could talk to her?", [a for a in inv("speaks", "French") if a in ADJ], "KG speaks French (only adjusters do)")
q("filter_list", V, "Mill Lane policies that are live and paid by card (refs only)",
  refs(p for p in P if p["Branch"] == "Mill Lane" and p["State"] == "Live" and p["Pays via"] == "Card"), "policies: Branch Mill Lane, State Live, Pays via Card")
q("filter_list", V, "claim numbers for everything over 20 grand that we turned down",
  nos(c for c in C if c["Outcome"] == "Declined" and (asked(c) or 0) > 20000), "claims: Outcome Declined, Amt claimed > 20000")
q("filter_list", V, "My sister wants to insure her holiday let with us. What kinds of damage would that cover pay for?", fwd("Holiday let", "pays for"), "KG pays for")
# ------------------------------------------------------------ count
q("count", N, "How many times has somebody claimed because of theft?", sum(c["Peril"] == "Theft" for c in C), "claims: Peril Theft")
q("count", N, "number of policies that came to us direct, so no broker in between", sum(p["Introduced by"] == "Direct" for p in P), "policies: Introduced by Direct")
q("count", N, "We have how many diffrent policyholders altogether? Count each person or business just once", len({p["Insured party"] for p in P}), "policies: distinct Insured party")
q("count", N, "In how many of the claims did the actual loss happen in 2024 (never mind when it was reported)?", sum(lost(c)[:4] == "2024" for c in C), "claims: Loss date in 2024")
# ------------------------------------------------------------ sum
q("sum", N, "Flood payouts: what do all the recorded amounts come to?", sum(known(paid(c) for c in C if c["Peril"] == "Flood")), "claims: sum of Amt paid, Peril Flood, empty left out")
q("sum", N, "Going by the premiums we have on record, what do the live policies of the Saltby Counter bring in per year?",
  sum(known(prem(p) for p in P if p["Branch"] == "Saltby Counter" and p["State"] == "Live")), "policies: sum of Prem. p.a., Branch and State Live, empty left out")
q("sum", N, "total sum insured on all our farms put together, in thousand pounds", sum(insured(p) for p in P if p["Cover"] == "Farm"), "policies: sum of Sum ins. (£k), Cover Farm")
q("sum", N, "If I add up what people are asking for in the claims that are still open, how many pounds is that? Skip the ones without an amount.",
  sum(known(asked(c) for c in C if c["Outcome"] == "Open")), "claims: sum of Amt claimed, Outcome Open, empty left out")
# ------------------------------------------------------------ average
q("average", N, "how many days do storm claims take us on average, where we've noted it?", mean(took(c) for c in C if c["Peril"] == "Storm"), "claims: mean Turnaround, Peril Storm, n/a left out")
q("average", N, "What's the mean yearly premium for a holiday let?", mean(prem(p) for p in P if p["Cover"] == "Holiday let"), "policies: mean Prem. p.a., Cover Holiday let")
q("average", N, "avg excess landlord policies, skip the blanks", mean(excess(p) for p in P if p["Cover"] == "Landlord"), "policies: mean Excess, Cover Landlord, empty left out")
q("average", N, "When glass gets broken, how much do our customers ask for in a claim on average?", mean(asked(c) for c in C if c["Peril"] == "Glass breakage"), "claims: mean Amt claimed, Peril Glass breakage")
# ------------------------------------------------------------ min_max
q("min_max", N, "whats the biggest amount we ever paid on one single claim", max(known(paid(c) for c in C)), "claims: max Amt paid")
q("min_max", V, "On what date did the oldest policy in our list begin?", min(began(p) for p in P), "policies: earliest Incepted")
q("min_max", N, "What is the fastest we have declined a claim, in days?", min(known(took(c) for c in C if c["Outcome"] == "Declined")), "claims: min Turnaround, Outcome Declined")
# ------------------------------------------------------------ superlative
q("superlative", V, "Which policy has the highest annual premium, no matter if it is still running or not?", best({p["Pol. Ref"]: prem(p) for p in P if prem(p) is not None}), "policies: largest Prem. p.a.")
q("superlative", V, "who's the biggest language talent among the adjusters, i.e. speaks the most?", best({a: len(fwd(a, "speaks")) for a in ADJ}), "KG speaks, counted by adjuster")
q("superlative", V, "Of all the covers we offer, which one pays for the most kinds of damage?", best({c: len(fwd(c, "pays for")) for c in COVERS}), "KG pays for, counted by cover")
q("superlative", V, "Looking at today's branch managers, who has been in that job at their branch the longest?", best({f[0]: f[3] for f in managers_now}, low=True), "TKG: open branch-manager fact with the earliest start")
# ------------------------------------------------------------ top_k
q("top_k", V, "Give me the claim numbers of the three claims where the most money was asked for", top({c["Claim #"]: asked(c) for c in C if asked(c) is not None}, 3), "claims: three largest Amt claimed")
q("top_k", V, "the 2 perils we see most often in claims?", top(Counter(c["Peril"] for c in C), 2), "claims: rows by Peril, two largest")
q("top_k", V, "five newest policies pls, just the refs", top({p["Pol. Ref"]: began(p) for p in P}, 5), "policies: five latest Incepted")
# ------------------------------------------------------------ comparison
q("comparison", V, "Mill Lane or Quay House - who has more policies on the books?", best(Counter(p["Branch"] for p in P if p["Branch"] in ("Mill Lane", "Quay House"))), "policies: rows of each Branch")
q("comparison", V, "Did Yesenia Corto or Imogen Farrant get more claims to look after?", best(Counter(c["Loss adjuster"] for c in C if c["Loss adjuster"] in ("Yesenia Corto", "Imogen Farrant"))), "claims: rows of each Loss adjuster")
q("comparison", V, "which is insured for more money: P-3128 or P-3129", best({r: insured(pol(r)) for r in ("P-3128", "P-3129")}), "policies: Sum ins. of both")
q("comparison", V, "Kestrel Risk or Brightwater Brokers, which of them did we sign a contract with first?",
  best({b: min(f[3] for f in facts("contracted with", b)) for b in ("Kestrel Risk", "Brightwater Brokers")}, low=True), "TKG contracted with, first starts compared")
# ------------------------------------------------------------ difference
oc = Counter(c["Outcome"] for c in C)
assert oc["Paid"] > oc["Declined"]
q("difference", N, "How many more claims have been paid than declined?", oc["Paid"] - oc["Declined"], "claims: Outcome counts, subtracted")
q("difference", N, "On C-7018, how many pounds less than the claimed amount did the customer get?", asked(clm("C-7018")) - paid(clm("C-7018")), "claims: Amt claimed - Amt paid of C-7018")
so = known(prem(p) for p in P if p["Cover"] == "Shop & office")
q("difference", N, "shop & office: gap between dearest and cheapest yearly premium in £", max(so) - min(so), "policies: max - min Prem. p.a., Cover Shop & office")
# ------------------------------------------------------------ percent
q("percent", N, "What percentge of all our policies is live?", 100 * sum(p["State"] == "Live" for p in P) / len(P), "policies: share of rows with State Live")
fl = [c for c in C if c["Peril"] == "Flood"]
q("percent", N, "Out of 100 flood claims, how many end with us paying, judging by the claims on file?", 100 * sum(c["Outcome"] == "Paid" for c in fl) / len(fl), "claims: share of Outcome Paid among Peril Flood")
q("percent", N, "kestrel's share of all policies (in %)", 100 * sum(p["Introduced by"] == "Kestrel Risk" for p in P) / len(P), "policies: share of rows with Introduced by Kestrel Risk")
# ------------------------------------------------------------ group_by
q("group_by", T, "claims per peril please", rows_of(Counter(c["Peril"] for c in C)), "claims: rows by Peril")
q("group_by", T, "Could you break down the live policies by branch? I only need how many each one has.", rows_of(Counter(p["Branch"] for p in P if p["State"] == "Live")), "policies: Live rows by Branch")
q("group_by", T, "What does each type of cover cost per year on average?", rows_of({k: mean(prem(p) for p in P if p["Cover"] == k) for k in dict.fromkeys(p["Cover"] for p in P)}), "policies: mean recorded Prem. p.a. by Cover")
q("group_by", T, "For every branch, how many managers has it had so far, the present one included?", rows_of({o: len({f[0] for f in facts("branch manager of", t=o)}) for o in OFFICES}), "TKG branch manager of, persons by office")
# ------------------------------------------------------------ group_superlative
q("group_superlative", V, "Add up the yearly premiums of all policies in the list, live or not. Which branch comes out on top?", best(totals((p["Branch"], prem(p)) for p in P)), "policies: sum of Prem. p.a. by Branch, largest")
q("group_superlative", V, "which broker brought us the most policies", best(Counter(p["Introduced by"] for p in P if p["Introduced by"] != "Direct")), "policies: rows by Introduced by without Direct, largest")
q("group_superlative", V, "What sort of damage has cost us the most in payouts all in all?", best(totals((c["Peril"], paid(c)) for c in C)), "claims: sum of Amt paid by Peril, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", B, "Is Callum Reid-Osei certified for floods?", yn("Flood" in fwd("Callum Reid-Osei", "certified_for")), "KG certified_for")
q("yes_no", B, "did gerald plumtree ever run the mill lane branch?", yn(facts("branch manager of", "Gerald Plumtree", "Mill Lane")), "TKG branch manager of")
q("yes_no", B, "Has anyone put in a claim on policy P-3119?", yn(any(c["Policy"] == "P-3119" for c in C)), "claims: no row with that Policy")
q("yes_no", B, "Crestline Roofing, are they still on the repair panel for the Saltby Counter?", yn(any(is_open(f) for f in facts("on repair panel of", "Crestline Roofing", "Saltby Counter"))), "TKG on repair panel of, open fact")
# ------------------------------------------------------------ negation
q("negation", V, "Which brokers aren't a member of any association?", [b for b in BROKERS if not fwd(b, "member_of")], "KG: all brokers less those with member_of")
q("negation", V, "branches with nobody at the front desk?", [o for o in OFFICES if not inv("front desk of", o)], "KG: all offices less those with a front desk person")
q("negation", V, "Name the loss adjusters who have never been manager of a branch.", [a for a in ADJ if not facts("branch manager of", a)], "KG adjusters less anyone with a TKG branch-manager fact")
q("negation", N, "How many burst pipe claims are there with an outcome other than paid?", sum(c["Peril"] == "Burst pipe" and c["Outcome"] != "Paid" for c in C), "claims: Peril Burst pipe, Outcome not Paid")
# ------------------------------------------------------------ time_point
q("time_point", V, "Who was in charge of Quay House in March 2019?", [f[0] for f in during(facts("branch manager of", t="Quay House"), "2019-03-01", "2019-03-31")], "TKG branch manager of covering the month")
q("time_point", V, "which reinsurer stood behind our landlord cover on 5 May 2021", [f[0] for f in facts("reinsures", t="Landlord") if on(f, "2021-05-05")], "TKG reinsures on that day")
q("time_point", V, "New Year's Day 2021: what brokers had a contract with Quay House then?", [f[0] for f in facts("contracted with", t="Quay House") if on(f, "2021-01-01")], "TKG contracted with on that day")
q("time_point", V, "At which branch was Stellan Vos employed back in summer 2019?", [f[2] for f in during(facts("employed at", "Stellan Voss"), "2019-06-01", "2019-09-30")], "TKG employed at covering that summer (name misspelt)")
# ------------------------------------------------------------ before_after
q("before_after", V, "Who took over Ardlow South when Petronella Vane left?", after("branch manager of", "Ardlow South", "Petronella Vane"), "TKG branch manager of, the fact after hers")
q("before_after", V, "reinsurer for farm before tamarind came in?", before("reinsures", "Farm", "Tamarind Treaty Co."), "TKG reinsures, the fact before")
moved = [f[0] for f in facts("employed at") if f[3] >= "2021-01-01"]
assert all(any(g[3] < f[3] for g in facts("employed at", f[0])) for f in facts("employed at") if f[3] >= "2021-01-01")
q("before_after", V, "Which adjusters have moved to another office since the start of 2021?", moved, "TKG employed at with a start from 2021-01-01 on (all had an office before)")
# ------------------------------------------------------------ duration
lo = only(facts("branch manager of", "Lucinda Ostrowe", "Saltby Counter"))
q("duration", N, "How many complete years did Lucinda Ostrowe spend as manager of the Saltby Counter?", full_years(lo[3], lo[4]), "TKG start to end, completed years")
q("duration", N, "days between the loss and the day we were told about it, claim C-7018", n_days(lost(clm("C-7018")), told(clm("C-7018"))), "claims: Notified - Loss date of C-7018")
q("duration", V, "Gerald Plumtree and Rosamund Thackeray-Bligh both used to manage Quay House. Who of them lasted longer there?",
  best({w: n_days(*only(facts("branch manager of", w, "Quay House"))[3:]) for w in ("Gerald Plumtree", "Rosamund Thackeray-Bligh")}), "TKG branch manager of, lengths compared (both ended)")
# ------------------------------------------------------------ multi_hop
q("multi_hop", V, "What county is Ottoline Greebe's office in?", fwd(only(fwd(only(fwd("Ottoline Grebe", "based at")), "situated in")), "in_county"), "KG based at > situated in > in_county (name misspelt)")
q("multi_hop", V, "Some kids smashed my shop window!! Where is the firm located that puts glass breakage right?", fwd(only(inv("puts right", "Glass breakage")), "has seat in"), "KG puts right backwards, then has seat in")
q("multi_hop", V, "The people that Stellan Voss trained - what languages do they speak between them?", sorted({l for a in inv("trained_by", "Stellan Voss") for l in fwd(a, "speaks")}), "KG trained_by backwards, then speaks")
q("multi_hop", V, "adjusters certified for storm who are based in one of the Upland Division offices",
  [a for a in inv("certified_for", "Storm") if only(fwd(a, "based at")) in inv("belongs to", "Upland Division")], "KG certified_for, based at, belongs to")
# ------------------------------------------------------------ cross_source
q("cross_source", N, "How many of our policies are for a place in Estershire?", sum(fwd(p["Risk town"], "in_county") == ["Estershire"] for p in P), "policies: Risk town; KG in_county")
q("cross_source", V, "There's a complaint about P-3119. Who was the manager of its branch on the day the policy started?",
  [f[0] for f in facts("branch manager of", t=pol("P-3119")["Branch"]) if on(f, began(pol("P-3119")))], "policies: Branch, Incepted; TKG branch manager of")
q("cross_source", V, "Claims for something the customer's type of cover doesn't even pay for - I need the claim numbers",
  nos(c for c in C if c["Peril"] not in fwd(pol(c["Policy"])["Cover"], "pays for")), "claims: Peril, Policy; policies: Cover; KG pays for")
gone = [b for b in BROKERS if not any(is_open(f) for f in facts("contracted with", b))]
q("cross_source", N, "How many live policies do we have from brokers who are not under contract with any of our offices any more?",
  sum(p["State"] == "Live" and p["Introduced by"] in gone for p in P), "TKG contracted with: brokers without an open fact; policies: Introduced by, State Live")
# ------------------------------------------------------------ missing
q("missing", V, "For which policies did nobody enter the premium?", refs(p for p in P if not p["Prem. p.a."].strip()), "policies: empty Prem. p.a.")
q("missing", V, "claims with no ajuster noted", nos(c for c in C if not c["Loss adjuster"].strip()), "claims: empty Loss adjuster")
q("missing", N, "How many policies have the payment method left blank?", sum(not p["Pays via"].strip() for p in P), "policies: empty Pays via")
# ------------------------------------------------------------ unanswerable
q("unanswerable", X, "what commission does Kestrel Risk get from us?", [], "no commissions in any file")
q("unanswerable", X, "In which year was the house built that's insured under P-3128?", [], "no building years in any file (only the start of the policy)")
q("unanswerable", X, "Which repair firm gets the best reviews from customers?", [], "no reviews in any file (the only ratings are the reinsurers' credit ratings)")
q("unanswerable", X, "How old is Sir Ambrose Hollin?", [], "no ages or birth dates in any file (only his time as chief executive)")

# ------------------------------------------------------------ write / check
assert len(Q) == 80 and len({x["question"] for x in Q}) == 80 and {x["kind"] for x in Q} == set(KINDS), len(Q)
finish(HERE, Q)
