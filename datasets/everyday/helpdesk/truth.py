#!/usr/bin/env python3
"""Computes every gold answer from the four data files and writes questions.jsonl (--check: compares only)."""
import csv, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import finish  # beside the folders of the domains
def table(n): return list(csv.DictReader(open(os.path.join(HERE, n), encoding="utf-8", newline="")))
def tsv(n): return [tuple(l.rstrip("\n").split("\t")) for l in open(os.path.join(HERE, n), encoding="utf-8")][1:]
def num(s):
    for x in (",", "$", "%", " GB", " min"): s = s.replace(x, "")
    return float(s) if s.strip() else None

T, S, K, F = table("tickets.csv"), table("servers.csv"), tsv("helpdesk.kg.tsv"), tsv("helpdesk.tkg.tsv")
for r in T:
    r["day"] = dt.datetime.strptime(r["Opened"], "%d %b %Y").date().isoformat()
    r["fr"], r["hrs"], r["bill"], r["sat"] = (num(r[c]) for c in ("First response", "Hours logged", "Billed (EUR)", "CSAT (1-5)"))
for r in S:
    r["mem"], r["use"], r["rent"], r["cores"], r["disk"] = (num(r[c]) for c in ("Memory", "Disk use", "Monthly rent", "Cores", "Storage"))
    r["since"] = dt.datetime.strptime(r["In service since"], "%b %d, %Y").date().isoformat()
TK = {r["Ticket"]: r for r in T}
SV = {r["Hostname"]: r for r in S}

# ---- helpers
def fwd(h, r): return [t for a, x, t in K if a == h and x == r]
def inv(t, r): return [a for a, x, b in K if b == t and x == r]
def one(xs):
    xs = list(dict.fromkeys(xs))
    assert len(xs) == 1, xs
    return xs[0]
def facts(rel, h=None, t=None): return [f for f in F if f[1] == rel and h in (None, f[0]) and t in (None, f[2])]
def on(f, day): return f[3] <= day and (not f[4] or day <= f[4])
def whole(f, a, b): return f[3] <= a and (not f[4] or f[4] >= b)
def best(d, low=False):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert s[0][1] != s[1][1], s[:3]
    return s[0][0]
def top(d, k):
    s = sorted(d.items(), key=lambda kv: -kv[1])
    assert s[k - 1][1] != s[k][1], s[:k + 1]
    return [x for x, _ in s[:k]]
def mean(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def add(pairs):
    c = defaultdict(float)
    for k, v in pairs: c[k] += v or 0
    return c
def fmt(x):
    if isinstance(x, float):
        x = f"{round(x, 4):.4f}".rstrip("0").rstrip(".")
    return str(x)
def yn(b): return ["yes" if b else "no"]
def ids(rows): return [r["Ticket"] for r in rows]
def hosts(rows): return [r["Hostname"] for r in rows]
def days(f): return (dt.date.fromisoformat(f[4]) - dt.date.fromisoformat(f[3])).days
def full_years(f):
    a, b = dt.date.fromisoformat(f[3]), dt.date.fromisoformat(f[4]) + dt.timedelta(days=1)
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
AGENTS = [h for h, r, t in K if r == "member of"]
CUST = [h for h, r, t in K if r == "headquartered in"]
PRODS = [h for h, r, t in K if r == "supported_by"]
assert all(r["Agent"] in AGENTS and r["Customer"] in CUST and r["Product"] in PRODS for r in T)
def country(x): return one(fwd(x, "lies_in_country"))
def now(rel, h=None, t=None): return [f for f in facts(rel, h, t) if not f[4]]
for t in {f[2] for f in facts("team lead of")}:      # a lead of today is a member of the team
    assert one(fwd(now("team lead of", t=t)[0][0], "member of")) == t
for p in PRODS:                                       # products run where they are hosted
    assert {SV[h]["Site"] for h in fwd(p, "runs on")} == {now("hosted_at", p)[0][2]}

Q = []
def q(kind, typ, text, ans, why):
    if typ == "number": ans = [float(ans)]
    if typ == "table": ans = [f"{k} | {fmt(v)}" for k, v in ans.items()]
    if isinstance(ans, str): ans = [ans]
    ans = [fmt(x) for x in ans]
    assert (typ == "refuse") == (not ans) and len(set(ans)) == len(ans), (text, ans)
    Q.append({"id": f"helpdesk-{len(Q) + 1:02d}", "question": text, "kind": kind, "answer_type": typ, "answers": sorted(ans), "why": why})
V, N, B, G = "values", "number", "boolean", "table"

# ---- lookup
q("lookup", V, "Which team is Jolanta Piekarczyk in?", fwd("Jolanta Piekarczyk", "member of"), "KG member of")
q("lookup", V, "What operating system does fh-db-12 run?", SV["fh-db-12"]["OS"], "servers: OS of that host")
q("lookup", N, "how long did we sit on HD-2111 before anyone answered, in mins", TK["HD-2111"]["fr"], "tickets: First response of that ticket")
q("lookup", V, "Where does Trelawney Ferries have its head office?", fwd("Trelawney Ferries", "headquartered in"), "KG headquartered in")
q("lookup", V, "Who dealt with ticket HD-2124?", TK["HD-2124"]["Agent"], "tickets: Agent of that ticket")
# ---- filter_list
q("filter_list", V, "Which customers are in the food and drink sector?", inv("food and drink", "sector"), "KG sector, read backwards")
q("filter_list", V, "hostnames of the boxes we've retired pls", hosts(r for r in S if r["Status"] == "Retired"), "servers: Status Retired")
q("filter_list", V, "I've got a caller who only speaks German. Which of our agents could take him?", inv("German", "speaks besides English"), "KG speaks besides English: German")
q("filter_list", V, "List all P1 tickets from Pemberwick Zoo.", ids(r for r in T if r["Customer"] == "Pemberwick Zoo" and r["Priority"] == "P1"), "tickets: Customer and Priority P1")
q("filter_list", V, "Which servers at Foz Campus have more then 80% of their disk full?", hosts(r for r in S if r["Site"] == "Foz Campus" and (r["use"] or 0) > 80), "servers: Site, Disk use > 80")
# ---- count
q("count", N, "How many tickets came in by phone?", sum(r["Channel"] == "Phone" for r in T), "tickets: Channel Phone")
q("count", N, "How many servers does the Network Operations team look after?", sum(r["Maintained by"] == "Network Operations" for r in S), "servers: Maintained by")
q("count", N, "how many diferent customers got in touch in March 2024?", len({r["Customer"] for r in T if r["day"].startswith("2024-03")}), "tickets: distinct Customer opened in 2024-03 (typo)")
q("count", N, "How many people are on the Service Desk team?", len(inv("Service Desk", "member of")), "KG member of Service Desk")
q("count", N, "Never mind the cancelled ones: how many tickets are still not finished, so either open or parked with the customer?",
  sum(r["State"] in ("Open", "Waiting for customer") for r in T), "tickets: State Open or Waiting for customer")
# ---- sum
q("sum", N, "How much have we billed Eiderdown Hotels in total?", sum(r["bill"] or 0 for r in T if r["Customer"] == "Eiderdown Hotels"), "tickets: sum of Billed, Customer")
q("sum", N, "What is the total memory, in GB, of all live servers at Saltaire Hall?", sum(r["mem"] for r in S if r["Site"] == "Saltaire Hall" and r["Status"] == "Live"), "servers: sum of Memory, Site and Status Live")
q("sum", N, "hrs burned on P1s, all told?", sum(r["hrs"] or 0 for r in T if r["Priority"] == "P1"), "tickets: sum of Hours logged, Priority P1")
# ---- average
q("average", N, "What is the average CSAT score of the Payflint tickets?", mean(r["sat"] for r in T if r["Product"] == "Payflint"), "tickets: mean recorded CSAT, Product Payflint")
q("average", N, "When people contact us by chat, how many minutes do they wait on avrage for the first reply?", mean(r["fr"] for r in T if r["Channel"] == "Chat"), "tickets: mean recorded First response, Channel Chat")
q("average", N, "avg monthly rent of a databse server, in dollars", mean(r["rent"] for r in S if r["Role"] == "Database"), "servers: mean Monthly rent, Role Database (typo)")
# ---- min_max
q("min_max", N, "What is the highest amount billed for a single ticket?", max(r["bill"] for r in T if r["bill"]), "tickets: largest Billed")
q("min_max", V, "Since when has our longest-serving server that is still live been running? I need the date.",
  SV[best({r["Hostname"]: r["since"] for r in S if r["Status"] == "Live"}, low=True)]["In service since"], "servers: earliest In service since with Status Live")
q("min_max", N, "What's the fullest any backup server's disk gets, in percent?", max(r["use"] for r in S if r["Role"] == "Backup" and r["use"] is not None), "servers: largest Disk use, Role Backup")
# ---- superlative
q("superlative", V, "Which ticket took the most hours?", best({r["Ticket"]: r["hrs"] or 0 for r in T}), "tickets: largest Hours logged")
q("superlative", V, "who's got the most certificates to their name?", best(Counter(h for h, r, t in K if r == "certified_in")), "KG certified_in, counted by agent")
q("superlative", V, "Of all our web servers, which one is the cheapest to rent?", best({r["Hostname"]: r["rent"] for r in S if r["Role"] == "Web"}, low=True), "servers: smallest Monthly rent, Role Web")
q("superlative", V, "Among today's team leads, who has been in charge of their team the longest without a break?",
  best({f[0]: f[3] for f in now("team lead of")}, low=True), "TKG: open team lead facts, earliest start")
# ---- top_k
q("top_k", V, "Of all servers on the list, give me the three most expensve ones by monthly rent.", top({r["Hostname"]: r["rent"] for r in S}, 3), "servers: three largest Monthly rents")
q("top_k", V, "our top 5 customers by number of tickets", top(Counter(r["Customer"] for r in T), 5), "tickets: rows by Customer, five largest")
# ---- comparison
c = Counter(r["Agent"] for r in T)
q("comparison", V, "Who handled more tickets, Lev Abramochkin or Mateo Iribarren?", best({a: c[a] for a in ("Lev Abramochkin", "Mateo Iribarren")}), "tickets: rows of each agent")
q("comparison", V, "Which has more memory, fh-app-06 or fh-app-16?", best({h: SV[h]["mem"] for h in ("fh-app-06", "fh-app-16")}), "servers: Memory of both")
q("comparison", V, "Jackdaw Books and Umbrafix both went gold at some point - which of the two got there first?",
  best({x: one(f[3] for f in facts("support plan", x, "Gold plan")) for x in ("Jackdaw Books", "Umbrafix Lighting")}, low=True), "TKG support plan Gold plan, starts compared")
# ---- difference
c = Counter(r["Category"] for r in T)
q("difference", N, "How many more incidents than requests did we get?", c["Incident"] - c["Request"], "tickets: Category counts, subtracted")
m = add((r["Customer"], r["bill"]) for r in T)
assert m["Fjordlyst Seafoods"] > m["Trelawney Ferries"]
q("difference", N, "By how many euros is the total billed to Fjordlyst Seafoods higher than the total billed to Trelawny Ferries?",
  m["Fjordlyst Seafoods"] - m["Trelawney Ferries"], "tickets: sums of Billed, subtracted (typo)")
u = Counter(t for h, r, t in K if r == "uses product")
assert u["Mailmoor"] > u["Ledgerly"]
q("difference", N, "How many more customers use Mailmoor than Ledgerly?", u["Mailmoor"] - u["Ledgerly"], "KG uses product, counted for both")
# ---- percent
q("percent", N, "What percentage of all tickets were classed as P4?", 100 * sum(r["Priority"] == "P4" for r in T) / len(T), "tickets: share of rows with Priority P4")
x = [r for r in T if r["SLA met"]]
q("percent", N, "Of the tickets where it's noted whether we met the SLA or not, what share did we miss, in %?",
  100 * sum(r["SLA met"] == "No" for r in x) / len(x), "tickets: SLA met No over the non-empty ones")
# ---- group_by
q("group_by", G, "How many tickets are there per channel?", Counter(r["Channel"] for r in T), "tickets: rows by Channel")
q("group_by", G, "avg customer satisfacton by priority", {p: mean(r["sat"] for r in T if r["Priority"] == p) for p in ("P1", "P2", "P3", "P4")}, "tickets: mean recorded CSAT by Priority")
q("group_by", G, "Total monthly rent for each site, please, across every server on the list whatever its status.", add((r["Site"], r["rent"]) for r in S), "servers: sum of Monthly rent by Site")
q("group_by", G, "How many customers does each account manager have at present?", Counter(f[0] for f in now("account_manager_of")), "TKG: open account_manager_of facts per person")
# ---- group_superlative
q("group_superlative", V, "Which customer have we billed the most overall?", best(add((r["Customer"], r["bill"]) for r in T)), "tickets: largest sum of Billed per Customer")
q("group_superlative", V, "Which product eats up the most of our time, counting all logged hours?", best(add((r["Product"], r["hrs"]) for r in T)), "tickets: largest sum of Hours logged per Product")
q("group_superlative", V, "Which agent missed the SLA most often?", best(Counter(r["Agent"] for r in T if r["SLA met"] == "No")), "tickets: SLA met No by Agent, largest count")
# ---- yes_no
q("yes_no", B, "Does Rosewater Spa use Rostermate?", yn("Rostermate" in fwd("Rosewater Spa", "uses product")), "KG uses product")
q("yes_no", B, "has Iverna Pharma ever been on the gold plan", yn(bool(facts("support plan", "Iverna Pharma", "Gold plan"))), "TKG support plan: only Silver")
q("yes_no", B, "Are any live servers at Maashaven still on Windows?", yn(any(r["Site"] == "Maashaven DC" and r["Status"] == "Live" and r["OS"].startswith("Windows") for r in S)), "servers: Site, Status Live, OS Windows")
q("yes_no", B, "Was Dagny Rosenlund already running Network Operations at Christmas 2018?", yn(any(on(f, "2018-12-25") for f in facts("team lead of", "Dagny Rosenlund", "Network Operations"))),
  "TKG team lead of: only from 2019-02-01")
# ---- negation
q("negation", V, "Which customers have never raised a P1 ticket?", [x for x in CUST if not any(r["Customer"] == x and r["Priority"] == "P1" for r in T)], "KG customers less those with a P1 row in tickets")
q("negation", V, "Which products don't depend on any other product?", [p for p in PRODS if not fwd(p, "depends_on")], "KG products without depends_on")
q("negation", V, "agents w/o a single certification?", [a for a in AGENTS if not fwd(a, "certified_in")], "KG members of a team without certified_in")
q("negation", N, "How many tickets reached us by some route other than email?", sum(r["Channel"] != "Email" for r in T), "tickets: Channel not Email")
# ---- time_point
q("time_point", V, "Who led the Secuirty Desk on 1 March 2020?", one(f[0] for f in facts("team lead of", t="Security Desk") if on(f, "2020-03-01")), "TKG team lead of on that day")
q("time_point", V, "What support plan was Kowalczyk Transport on in June 2020?", one(f[2] for f in facts("support plan", "Kowalczyk Transport") if whole(f, "2020-06-01", "2020-06-30")), "TKG support plan in that month")
q("time_point", V, "Back in spring 2021, who was looking after Pemberwick Zoo as account manager?", one(f[0] for f in facts("account_manager_of", t="Pemberwick Zoo") if whole(f, "2021-03-01", "2021-06-30")), "TKG account_manager_of over that spring")
q("time_point", V, "Ledgerly has moved house a few times. Which data centre was it in on New Year's Day 2019?", one(f[2] for f in facts("hosted_at", "Ledgerly") if on(f, "2019-01-01")), "TKG hosted_at on that day")
# ---- before_after
l = sorted(facts("team lead of", t="Database Care"), key=lambda f: f[3])
q("before_after", V, "Who became team lead of Database Care right after Casimir Dobrowski?", l[[f[0] for f in l].index("Casimir Dobrowski") + 1][0], "TKG team lead of, the next fact")
q("before_after", V, "What plan did Fjordlyst Seafods have before the one they've got now?", sorted(facts("support plan", "Fjordlyst Seafoods"), key=lambda f: f[3])[-2][2], "TKG support plan, the fact before the open one (typo)")
q("before_after", V, "Which customers went onto the Gold plan after 2020?", [f[0] for f in facts("support plan", t="Gold plan") if f[3] > "2020-12-31"], "TKG support plan Gold plan with start after 2020")
# ---- duration
q("duration", N, "For how many full years was Annelies Kortekaas mangaing director?", full_years(one(facts("managing director of", "Annelies Kortekaas"))), "TKG start to end, completed years")
q("duration", V, "Of the people who once ran Cloud Platform and have since handed over, who lasted the longest?", best({f[0]: days(f) for f in facts("team lead of", t="Cloud Platform") if f[4]}), "TKG ended team lead facts, longest")
# ---- multi_hop
q("multi_hop", V, "In which countries are the members of the Cloud Platform team based?", sorted({country(one(fwd(a, "based_in"))) for a in inv("Cloud Platform", "member of")}), "KG member of, based_in, lies_in_country")
q("multi_hop", V, "Gatehouse SSO goes down for maintenance tonight, so I have to warn people. Which customers use a product that depends directly on it?",
  sorted({x for p in inv("Gatehouse SSO", "depends_on") for x in inv(p, "uses product")}), "KG depends_on backwards, uses product backwards")
q("multi_hop", V, "What division does the team that supports O'Mara POS belong to?", one(fwd(one(fwd("O'Mara POS", "supported_by")), "part of division")), "KG supported_by, part of division")
# ---- cross_source
q("cross_source", N, "How many tickets were handeled by members of the Database Care team?", sum(fwd(r["Agent"], "member of") == ["Database Care"] for r in T), "tickets by Agent, KG member of")
q("cross_source", N, "How much have we billed customers headquartered in the Netherlands, all in all?",
  sum(r["bill"] or 0 for r in T if country(one(fwd(r["Customer"], "headquartered in"))) == "Netherlands"), "tickets: Billed; KG headquartered in, lies_in_country")
r0 = TK["HD-2105"]
q("cross_source", V, "I'm going over old complaints. When HD-2105 was opened, who was account manager of the customer in question?",
  one(f[0] for f in facts("account_manager_of", t=r0["Customer"]) if on(f, r0["day"])), "tickets: Customer, Opened; TKG account_manager_of on that day")
q("cross_source", N, "What is the combined monthly rent of the servers that Ledgerly runs on?", sum(SV[h]["rent"] for h in fwd("Ledgerly", "runs on")), "KG runs on; servers: Monthly rent")
gold = {f[0] for f in now("support plan", t="Gold plan")}
q("cross_source", N, "how many P1s came from customers who are on Gold today?", sum(r["Priority"] == "P1" and r["Customer"] in gold for r in T), "TKG: open Gold plan facts; tickets: P1 rows")
q("cross_source", V, "Which tickets are about a product the customer isn't down as using?", ids(r for r in T if r["Product"] not in fwd(r["Customer"], "uses product")), "tickets: Customer, Product; not in KG uses product")
end = one(f[4] for f in facts("support plan", "Northgate College", "Platinum plan"))
assert end and not now("support plan", "Northgate College")
q("cross_source", N, "Northgate College let its support plan run out, yet they kept writing in. How many tickets did they open after it had ended?",
  sum(r["Customer"] == "Northgate College" and r["day"] > end for r in T), "TKG: end of their last plan; tickets: rows opened later")
# ---- missing
q("missing", V, "Which resolved tickets have no hours logged?", ids(r for r in T if r["State"] == "Resolved" and r["hrs"] is None), "tickets: State Resolved, empty Hours logged")
# ---- unanswerable
q("unanswerable", "refuse", "What's the mobile number of whoever leads the Service Desk?", [], "no phone numbers in any file")
q("unanswerable", "refuse", "How much does the Gold plan cost per month?", [], "plans have no prices")
assert min(r["day"] for r in T) > "2022"
q("unanswerable", "refuse", "How many tickets were raised in 2021?", [], "the ticket list begins in October 2023")
assert min(f[3] for f in facts("team lead of", t="Service Desk")) > "2006"
q("unanswerable", "refuse", "Who led the Service Desk in 2005?", [], "the recorded leads begin in 2011")
assert "Harrowgate Airways" not in CUST
q("unanswerable", "refuse", "Which support plan is Harrowgate Airways on?", [], "no such customer")
q("unanswerable", "refuse", "How many times did fh-db-01 crash last year?", [], "no outages are recorded")
q("unanswerable", "refuse", "How old is Philippa Stourton?", [], "no ages or birth dates in any file")


finish(HERE, Q)
