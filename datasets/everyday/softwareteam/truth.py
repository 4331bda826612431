"""Computes every answer of the 'softwareteam' domain from its files."""
import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import *  # beside the folders of the domains
Q = []
q = asking("softwareteam", Q)

B = [dict(id=r["Ticket ID"], service=r["Service"], customer=r["Customer"], who=r["Assignee"] or None, sev=r["Sev."],
          status=r["Status"], opened=day(r["Opened"], "%d-%b-%Y"), closed=day(r["Closed"], "%d-%b-%Y"),
          est=num(r["Est. (h)"]), spent=num(r["Spent (h)"]), credit=digits(r["SLA credit"]))
     for r in records(HERE, "bug_tickets.csv")]
R = [dict(name=r["release"], service=r["service"], date=iso(r["released_on"]), mgr=r["release_mgr"] or None, type=r["type"],
          commits=num(r["commits"]), bugs=num(r["bugs_fixed"]), down=num(r["downtime_min"]), back=r["rolled_back"] == "Y",
          cost=num(r["deploy_cost_usd"])) for r in records(HERE, "releases.csv")]
K, T = graphs(HERE, "softwareteam")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)
ticket = {b["id"]: b for b in B}
release = {r["name"]: r for r in R}
customers = heads("has_account_manager")
assert len(ticket) == len(B) and len(release) == len(R)
assert customers == {b["customer"] for b in B} == heads("in_industry") == {f[0] for f in facts("on_plan")}
assert {r["service"] for r in R} == {b["service"] for b in B} == heads("written_in")
assert all((b["closed"] is not None) == (b["status"] in ("Resolved", "Won't fix")) for b in B)
R23, R24 = ([r for r in R if r["date"].year == y] for y in (2023, 2024))
critical = [b for b in B if b["sev"] == "Critical"]


def names(rows, v="name"): return [r[v] for r in rows]


def tally(rows, key): return dict(Counter(r[key] for r in rows if r[key] is not None))


def top(rows, v):
    """the name (of a ticket the id) in the row with the most of `v`"""
    return best({r.get("name") or r["id"]: r[v] for r in rows if r[v] is not None})[0]


def full_months(s, e): return (e.year - s.year) * 12 + e.month - s.month - (e.day < s.day)


# lookup
q("lookup", "who was the release manager for Lantern Notify 2.0?", "values", release["Lantern Notify 2.0"]["mgr"],
  "release_mgr of that release")
q("lookup", "What is the current status of ticket BUG-2412?", "values", ticket["BUG-2412"]["status"], "Status of that ticket")
q("lookup", "Northgate Dental Group - which city is their head office in", "values", out("Northgate Dental Group", "headquartered_in"),
  "graph: headquartered_in")

# filter_list
q("filter_list", "Give me the ids of all Critical tickets whose status is In progress.", "values",
  names([b for b in critical if b["status"] == "In progress"], "id"), "Sev. Critical and Status In progress")
q("filter_list", "Which 2024 releases had to be rolled back?", "values", names([r for r in R24 if r["back"]]), "released in 2024, rolled_back Y")
q("filter_list", "engineers who know Kotlin", "values", inn("Kotlin", "knows_language"), "graph: knows_language Kotlin")
q("filter_list", "I'm looking for releases with over an hour of downtime. which ones are they", "values",
  robust(names([r for r in R if (r["down"] or 0) > 60]), names([r for r in R if (r["down"] or 0) >= 60])), "downtime_min above 60")

# count
q("count", "how many tickets did Albion Freight report?", "number", sum(b["customer"] == "Albion Freight" for b in B), "rows with that Customer")
q("count", "How many hotfix releases were shipped in 2023?", "number", sum(r["type"] == "hotfix" for r in R23), "type hotfix, released in 2023")
q("count", "number of customrs with Lena Brandt as acct manager", "number", len(inn("Lena Brandt", "has_account_manager")),
  "graph: has_account_manager Lena Brandt")

# sum
q("sum", "total release downtime in 2024, in minutes?", "number", total(R24, "down"), "sum of downtime_min over releases of 2024")
q("sum", "How many hours have been spent in total on Quill Editor tickets of High or Critical severity?", "number",
  total([b for b in B if b["service"] == "Quill Editor" and b["sev"] in ("High", "Critical")], "spent"), "sum of Spent (h) over those rows")
q("sum", "how much SLA credit went out for Trellis API bugs alltogether", "number",
  total([b for b in B if b["service"] == "Trellis API"], "credit"), "sum of SLA credit over tickets of the service")

# average
q("average", "average number of commits in a major release?", "number", mean([r for r in R if r["type"] == "major"], "commits"),
  "mean of commits where type is major")
x = [r for r in R23 if r["service"] == "Harbor Billing"]
assert all(r["cost"] for r in x)
q("average", "What was the average deployment cost of the Harbor Billing releases that went out in 2023?", "number", mean(x, "cost"),
  "mean of deploy_cost_usd over Harbor Billing releases of 2023")
q("average", "whats the mean estimate for low severity tickets, in hours", "number", mean([b for b in B if b["sev"] == "Low"], "est"),
  "mean of Est. (h) over Low tickets that have one")

# min_max
q("min_max", "highest deploy cost of any release?", "number", max(known(R, "cost")), "maximum of deploy_cost_usd")
q("min_max", "What is the largest number of hours spent on a single ticket of High severity?", "number",
  max(known([b for b in B if b["sev"] == "High"], "spent")), "maximum of Spent (h) over High tickets")
q("min_max", "date of the very first quill editor release in the list", "values", min(r["date"] for r in R if r["service"] == "Quill Editor"),
  "earliest released_on of the service")

# superlative
q("superlative", "which engineer has the most tickets assigned?", "values", best(tally(B, "who")), "most rows by Assignee")
q("superlative", "Which service had the most release downtime, all its releases taken together?", "values", best(sums(R, "service", "down")),
  "largest sum of downtime_min by service")
q("superlative", "Which customer has received the largest total of SLA credits?", "values", best(sums(B, "customer", "credit")),
  "largest sum of SLA credit by Customer")
q("superlative", "what release had the most comits", "values", top(R, "commits"), "largest commits")

# top_k
q("top_k", "top 3 releases by bugs fixed?", "values", best({r["name"]: r["bugs"] for r in R}, 3), "three largest bugs_fixed")
q("top_k", "What were the four most expensive releases of 2023 in terms of deployment cost?", "values",
  best({r["name"]: r["cost"] for r in R23 if r["cost"] is not None}, 4), "four largest deploy_cost_usd of 2023")
q("top_k", "the 3 engineers with the most hours spent on tickets, who are they", "values",
  best(sums([b for b in B if b["who"]], "who", "spent"), 3), "three largest sums of Spent (h) by Assignee")
q("top_k", "Which two services have the most bug tickets?", "values", best(tally(B, "service"), 2), "most rows by Service")

# comparison
q("comparison", "Which had more tickets, Lantern Notify or Trellis API?", "values",
  best({s: n for s, n in tally(B, "service").items() if s in ("Lantern Notify", "Trellis API")}), "rows by Service")
q("comparison", "did cobalt sync 2.0 or magpie search 3.0 cost more to deploy", "values",
  best({n: release[n]["cost"] for n in ("Cobalt Sync 2.0", "Magpie Search 3.0")}), "deploy_cost_usd of the two")
q("comparison", "Who joined Team Heron earlier, Helen Marsh or Lucia Ferrante?", "values",
  best({n: one(facts("member_of", n, "Team Heron"))[3] for n in ("Helen Marsh", "Lucia Ferrante")}, low=True), "start of member_of Team Heron")

# difference
q("difference", "commits in Beacon Auth 4.0 vs Beacon Auth 4.1 - what's the difference?", "number",
  release["Beacon Auth 4.0"]["commits"] - release["Beacon Auth 4.1"]["commits"], "commits of the two, subtracted")
q("difference", "How many more tickets were opened in 2023 than in 2024?", "number",
  sum(b["opened"].year == 2023 for b in B) - sum(b["opened"].year == 2024 for b in B), "rows by year of Opened, subtracted")
q("difference", "BUG-2293 took longer than planned. by how many hours was the estimate exceeded", "number",
  ticket["BUG-2293"]["spent"] - ticket["BUG-2293"]["est"], "Spent (h) minus Est. (h)")

# percent
q("percent", "what percentage of tickets are resolved?", "number", share(B, lambda b: b["status"] == "Resolved"), "Status Resolved of all tickets")
q("percent", "Of all the releases that came out in 2024, what percentage were of type minor?", "number",
  share(R24, lambda r: r["type"] == "minor"), "type minor of releases of 2024")
q("percent", "share of critical tickets that got an SLA credit, in %", "number", share(critical, lambda b: b["credit"] is not None),
  "Critical tickets with an SLA credit of all Critical tickets")

# group_by
q("group_by", "tickets per severity?", "table", tally(B, "sev"), "rows by Sev.")
q("group_by", "What is the total number of commits for each release type?", "table", sums(R, "type", "commits"), "sum of commits by type")
x = [dict(quarter=f"{r['date'].year}-Q{(r['date'].month + 2) // 3}", cost=r["cost"]) for r in R23]
assert len({r["quarter"] for r in x}) == 4
q("group_by", "deploy cost by quarter for 2023 pls, summed up", "table", sums(x, "quarter", "cost"), "sum of deploy_cost_usd by quarter of released_on")
q("group_by", "How many customers do we have in each industry?", "table", dict(Counter(t for h, r, t in K if r == "in_industry")),
  "graph: heads of in_industry by tail")

# group_superlative
by_service = group(R, itemgetter("service"))
q("group_superlative", "For each service, which release had the most commits?", "table", {s: top(g, "commits") for s, g in by_service.items()},
  "largest commits within each service")
q("group_superlative", "For each severity, which ticket took the most hours? Please give the ticket id.", "table",
  {s: top(g, "spent") for s, g in group(B, itemgetter("sev")).items()}, "largest Spent (h) within each Sev.")
q("group_superlative", "priciest release of each year (by deploy cost)", "table", {"2023": top(R23, "cost"), "2024": top(R24, "cost")},
  "largest deploy_cost_usd within each year of released_on")
q("group_superlative", "I need an overview: what's the newest release of every service", "table",
  {s: top(g, "date") for s, g in by_service.items()}, "latest released_on within each service")

# yes_no
q("yes_no", "Was Harbor Billing 5.2 rolled back?", "boolean", release["Harbor Billing 5.2"]["back"], "rolled_back of that release")
q("yes_no", "is Ines Carvalho still in Team Kestrel", "boolean", now("member_of", "Ines Carvalho", "Team Kestrel"),
  "temporal graph: her member_of Team Kestrel has ended")
q("yes_no", "Has a Critical ticket from Northgate Dental Group ever been resolved?", "boolean",
  any(b["customer"] == "Northgate Dental Group" and b["status"] == "Resolved" for b in critical), "Critical rows of that Customer with Status Resolved")
q("yes_no", "does quill editor depend directly on trellis api?", "boolean", "Trellis API" in out("Quill Editor", "depends_on"), "graph: depends_on")

# negation
q("negation", "Which services have never had a release rolled back?", "values",
  [s for s, g in by_service.items() if not any(r["back"] for r in g)], "services with rolled_back N throughout")
q("negation", "Which of our services are not written in Go, Java or Python?", "values",
  [h for h, r, t in K if r == "written_in" and t not in ("Go", "Java", "Python")], "graph: written_in something else")
q("negation", "customers w/out any critical ticket", "values", customers - {b["customer"] for b in critical}, "customers less those with a Critical row")
q("negation", "in progress tickets other than medium ones, give me the ids", "values",
  names([b for b in B if b["status"] == "In progress" and b["sev"] != "Medium"], "id"), "Status In progress, Sev. not Medium")

# time_point
q("time_point", "Who led Team Osprey in March 2023?", "values",
  robust([f[0] for f in at("leads", date(2023, 3, 1), tail="Team Osprey")], [f[0] for f in at("leads", date(2023, 3, 31), tail="Team Osprey")]),
  "temporal graph: leads Team Osprey in that month")
q("time_point", "who was on call for Harbor Billing on 1 June 2024", "values",
  one(at("on_call_for", date(2024, 6, 1), tail="Harbor Billing"))[0], "temporal graph: on_call_for on that day")
q("time_point", "What plan was Kettle & Thorn on during 2022?", "values", one(in_year("on_plan", 2022, "Kettle & Thorn"))[2], "temporal graph: on_plan in 2022")
q("time_point", "As of 1 January 2024, which customers were on the Enterprise plan?", "values",
  [f[0] for f in at("on_plan", date(2024, 1, 1), tail="Enterprise")], "temporal graph: on_plan Enterprise on that day")

# before_after
q("before_after", "who took over Team Lapwing after Sanne Vermeulen?", "values",
  step(facts("leads", tail="Team Lapwing"), 0, "Sanne Vermeulen", 1), "temporal graph: next to lead the team")
q("before_after", "Which team owned Trellis API before Team Dipper?", "values",
  step(facts("owned_by", "Trellis API"), 2, "Team Dipper", -1), "temporal graph: previous owned_by")
q("before_after", "Which Cobalt Sync releases came out after Cobalt Sync 2.1.1?", "values",
  names([r for r in R if r["service"] == "Cobalt Sync" and r["date"] > release["Cobalt Sync 2.1.1"]["date"]]), "later released_on of the service")
q("before_after", "Priya Raghunathan was on call for Magpie Search in summer 2024. who had the pager right before her", "values",
  step([f for f in facts("on_call_for", tail="Magpie Search") if f[3] <= one(facts("on_call_for", "Priya Raghunathan"))[3]],
       0, "Priya Raghunathan", -1), "temporal graph: previous on_call_for of the service")

# duration
q("duration", "How many days did it take to close BUG-2302?", "number", (ticket["BUG-2302"]["closed"] - ticket["BUG-2302"]["opened"]).days,
  "Closed minus Opened")
q("duration", "How many full years was Helen Marsh head of Team Osprey?", "number", lasted(one(facts("leads", "Helen Marsh"))),
  "temporal graph: end minus start of leads")
f = one(facts("member_of", "Callum Reid"))
q("duration", "callum reid in team kestrel: how many full months was he a member", "number",
  robust(full_months(f[3], f[4]), full_months(f[3], f[4] + timedelta(1))), "temporal graph: end minus start of member_of")
x = [(b["closed"] - b["opened"]).days for b in critical if b["status"] == "Resolved"]
q("duration", "On average, how many days passed between opening and closing for the Critical tickets that were resolved?", "number",
  sum(x) / len(x), "mean of Closed minus Opened over resolved Critical tickets")

# multi_hop
q("multi_hop", "Which office does the current leader of Team Heron work from?", "values",
  one(now("works_from", one(now("leads", tail="Team Heron"))[0]))[2], "temporal graph: leads, then works_from")
q("multi_hop", "programming languages known by whoever mentored Farah Siddiqui", "values",
  out(one(out("Farah Siddiqui", "mentored_by")), "knows_language"), "graph: mentored_by, then knows_language")
q("multi_hop", "Who is the boss of Yuki Tanabe's boss?", "values", out(one(out("Yuki Tanabe", "reports_to")), "reports_to"), "graph: reports_to twice")
q("multi_hop", "Which engineers know the language that Magpie Search is written in?", "values",
  inn(one(out("Magpie Search", "written_in")), "knows_language"), "graph: written_in, then knows_language backwards")

# cross_source
big = {f[0] for f in now("on_plan", tail="Enterprise")}
q("cross_source", "How many tickets come from customers that are on the Enterprise plan now?", "number", sum(b["customer"] in big for b in B),
  "temporal graph: on_plan Enterprise without end; rows of those customers")
hers = inn("Joanna Quirke", "has_account_manager")
q("cross_source", "total SLA credit for the customers Joanna Quirke looks after?", "number", total([b for b in B if b["customer"] in hers], "credit"),
  "graph: has_account_manager; sum of SLA credit of those customers")
q("cross_source", "Who was on call for Beacon Auth on the day BUG-2462 was opened?", "values",
  one(at("on_call_for", ticket["BUG-2462"]["opened"], tail=ticket["BUG-2462"]["service"]))[0], "Opened of the ticket; temporal graph: on_call_for that day")
q("cross_source", "what new features came with the releases that had more than 240 commits", "values",
  [t for r in R if r["commits"] > 240 for t in out(r["name"], "introduces")], "commits above 240; graph: introduces")

# missing
q("missing", "Which releases have no release manager entered?", "values", names([r for r in R if not r["mgr"]]), "release_mgr empty")
q("missing", "ids of tickets nobody is assigned to", "values", names([b for b in B if not b["who"]], "id"), "Assignee empty")
q("missing", "For which releases do we not have a deployment cost?", "values", names([r for r in R if r["cost"] is None]), "deploy_cost_usd empty")

# unanswerable
q("unanswerable", "How much does Albion Freight pay per month for its Enterprise plan?", "refuse", [], "no prices of plans in the data")
q("unanswerable", "lines of code changed in Beacon Auth 4.0?", "refuse", [], "only commits and bugs fixed are recorded")
q("unanswerable", "who was on call for Lantern Notify in May 2024", "refuse", [], "no on-call posts of that service in the data")
assert not facts("on_call_for", tail="Lantern Notify")
q("unanswerable", "Casa Lume Hotels got a fix for BUG-2293. what satisfaction rating did they give us", "refuse", [], "no ratings in the data")
q("unanswerable", "Which university did Priya Raghunathan go to?", "refuse", [], "no education in the data")
finish(HERE, Q)
