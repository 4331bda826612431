"""Computes every gold answer from the files and prints each line that differs from questions.jsonl (--write writes it, --show shows all)."""
import json, os, sys
from collections import Counter, defaultdict
from datetime import date, datetime as D
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
NAME, Q = os.path.basename(HERE), []


class R(dict): __getattr__ = dict.get
def table(file, **cols): return [R({k: f(r[c]) for k, (c, f) in cols.items()}) for r in records(HERE, file)]
def some(f, *gaps): return lambda s: None if s in ("",) + gaps else f(s)
def S(rows, c): return sum(r[c] for r in rows if r[c] is not None)
def avg(xs):
    xs = [x for x in xs if x is not None]
    return sum(xs) / len(xs)
def by(rows, k, f=len):
    g = defaultdict(list)
    for r in rows: g[k(r) if callable(k) else r[k]].append(r)
    return {a: f(b) for a, b in g.items()}
def best(d, n=1, low=False):
    it = sorted(d.items(), key=lambda x: round(x[1], 6), reverse=not low)
    assert len(it) == n or abs(it[n - 1][1] - it[n][1]) > 1e-6, it[:n + 3]
    return [k for k, _ in it[:n]]
def per(rows, k, f, n):
    """the n best of every group, as pairs"""
    return [(a, b) for a, g in by(rows, k, list).items() for b in best(f(g), n)]
def have(d, f): return [k for k, v in d.items() if f(v)]
def pct(part, whole): return 100 * part / whole
def month(d): return f"{d:%Y-%m}"
def quarter(d): return f"{d.year}-Q{(d.month + 2) // 3}"
def fmt(x):
    if isinstance(x, D): x = x.date()
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x + 1e-9, 2):.2f}".rstrip("0").rstrip(".")
    return str(x)
def q(kind, question, kind_of, a, why):
    if kind_of == "boolean": a = ["yes" if a else "no"]
    elif kind_of == "table": a = sorted(f"{k} | {fmt(v)}" for k, v in (a.items() if isinstance(a, dict) else a))
    elif kind_of == "number": assert isinstance(a, (int, float)), question; a = [fmt(a)]
    else: a = sorted({fmt(x) for x in (a if isinstance(a, (list, set)) else [a])})
    assert (kind_of == "refuse") == (a == []) and not {"", "None"} & set(a), question
    Q.append({"id": f"{NAME}-{len(Q) + 1:02d}", "question": question, "kind": kind, "answer_type": kind_of, "answers": a, "why": why})
def done():
    assert len({x["question"] for x in Q}) == len(Q)
    path = os.path.join(HERE, "questions.jsonl")
    if "--show" in sys.argv:
        for x in Q: print(x["id"][-2:], x["kind"], "|", x["question"], "->", x["answers"])
        print(len(Q), Counter(x["kind"] for x in Q))
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f: f.writelines(json.dumps(x, ensure_ascii=False) + "\n" for x in Q)
    with open(path, encoding="utf-8") as f: old = [json.loads(x) for x in f]
    for i in range(max(len(old), len(Q))):
        if old[i:i + 1] != Q[i:i + 1]: print("differs:", old[i:i + 1], Q[i:i + 1])


num = some(lambda s: float(s.replace(",", ".")))
dd = some(lambda s: D.strptime(s, "%d.%m.%Y"))
at = some(lambda s: D.strptime(s, "%d.%m.%Y %H:%M"))
C = table("clients.csv", id=("Client ID", str), name=("Company", str), town=("Town", str), sector=("Sector", str), staff=("Staff", some(int)), mgr=("Account mgr", str),
          since=("Client since", dd), plan=("Plan", str), pay=("Payment", str))
M = table("machines.csv", serial=("Serial no.", str), model=("Model", str), client=("Client", some(str)), place=("Location", str), inst=("Installed", dd), rent=("Rent/month", num),
          cups=("Cups per day", some(int)), milk=("Fresh milk", lambda s: s == "X"), warranty=("Warranty until", dd))
T = table("tickets.csv", no=("Ticket", str), machine=("Machine", str), open=("Opened", at), close=("Closed", at), prio=("Priority", str), fault=("Fault", str), tech=("Technician", some(str)),
          mins=("Min. on site", num), km=("Km driven", num), parts=("Parts EUR", num), rep=("Repeat fault", lambda s: s == "yes"))
CI, MI = {c.id: c for c in C}, {m.serial: m for m in M}
for m in M: m["c"] = CI.get(m.client)
for t in T:
    t["m"] = MI.get(t.machine); t["c"] = t.m.c if t.m else None
    t["hours"] = (t.close - t.open).total_seconds() / 3600 if t.close else None
N, O, P = [m for m in M if m.c], [t for t in T if t.m], [t for t in T if t.c]
rent = lambda g: S(g, "rent")
parts = lambda g: S(g, "parts")
company = lambda r: r.c.name
def at_(name): return [t for t in P if t.c.name == name]
per_machine, per_client = Counter(t.machine for t in T), by(P, company)

q("group_by", "For each account manager, what monthly rent comes in from the machines at their clients?", "table", by(N, lambda m: m.c.mgr, rent), "machines.Client = clients.Client ID, sum of Rent/month by Account mgr")
q("lookup", "what plan is Pirol Radio on", "values", [c.plan for c in C if c.name == "Pirol Radio"], "clients: Plan")
q("count", "How many of the tickets came from companies in Bremen?", "number", sum(t.c.town == "Bremen" for t in P), "tickets to machines to clients, Town Bremen")
q("negation", "Which companies on our client list have no machine of ours standing there?", "values", [c.name for c in C if c.id not in {m.client for m in M}], "clients without a row in machines")
q("duration", "avg hours from opened to closed for the high priority calls", "number", avg(t.hours for t in T if t.prio == "high"), "tickets: mean of Closed - Opened, Priority high, closed ones")
q("sum", "Rent per month from clients with the Basic plan, in total?", "number", rent([m for m in N if m.c.plan == "Basic"]), "join, Plan Basic, sum of Rent/month")
q("superlative", "Who on our client list gives us the most work, I mean which company took up the most minutes on site?", "values", best(by(P, company, lambda g: S(g, "mins"))), "tickets to machines to clients, sum of Min. on site by Company")
q("cross_source", "There are machines booked on a client number that isn't on the client list. Serial numbers?", "values", [m.serial for m in M if m.client and not m.c], "machines with a Client that has no match")
q("percent", "share of repeat faults among all tickets, in %", "number", pct(sum(t.rep for t in T), len(T)), "tickets: Repeat fault yes / all")
q("unanswerable", "How many kilos of beans did Nordlicht Energie order in May?", "refuse", [], "no bean orders are recorded")
q("top_k", "the three companies that pay us the highest rent a month", "values", best(by(N, company, rent), 3), "join, sum of Rent/month by Company")
q("difference", "By how many euros is a Barista Grande dearer to rent per month than a Barista Compact, on average?", "number", avg(m.rent for m in M if m.model == "Barista Grande") - avg(m.rent for m in M if m.model == "Barista Compact"), "machines: mean Rent/month by Model")
q("group_by", "tickets per town of the client", "table", by(P, lambda t: t.c.town), "tickets to machines to clients, rows by Town")
q("multi_hop", "Which of our technicians have worked on the machine at Ahornallee Kita-Träger?", "values", {t.tech for t in at_("Ahornallee Kita-Träger")}, "clients to machines to tickets.Technician")
q("time_point", "When was the Presto Tower set up at Turmfalke Cloud?", "values", [m.inst for m in N if m.c.name == "Turmfalke Cloud"], "join: Installed")
q("comparison", "Karim Haddad and Fiete Lorenzen are both always on the road. Which of them drove more kilometres in total?", "values", best(by([t for t in T if t.tech in ("Karim Haddad", "Fiete Lorenzen")], "tech", lambda g: S(g, "km"))), "tickets: sum of Km driven by Technician")
q("filter_list", "ticket nos with more than 100 euros of parts", "values", [t.no for t in T if (t.parts or 0) > 100], "tickets: Parts EUR > 100")
q("average", "How many cups a day does a Presto Tower make on average?", "number", avg(m.cups for m in M if m.model == "Presto Tower"), "machines: mean of Cups per day")
q("group_by", "Please list the parts cost month by month (month in which the ticket was opened).", "table", by(T, lambda t: month(t.open), parts), "tickets: sum of Parts EUR by month of Opened")
q("yes_no", "Has Zander Feinkost got a machine with fresh milk?", "boolean", any(m.milk for m in N if m.c.name == "Zander Feinkost"), "join: Fresh milk X")
q("missing", "clients where the number of staff is unknown", "values", [c.name for c in C if c.staff is None], "clients: Staff empty")
q("sum", "What have we spent on parts at Bernsteinhandel Küstner this year?", "number", parts(at_("Bernsteinhandel Küstner")), "tickets to machines to clients, sum of Parts EUR")
q("percent", "What percentage of all the monthly rent comes from clients looked after by Leyla Demirtas?", "number", pct(rent([m for m in N if m.c.mgr == "Leyla Demirtas"]), rent(M)), "join, sum of Rent/month / sum of all")
q("group_superlative", "which model makes the most tickets", "values", best(by(O, lambda t: t.m.model)), "tickets to machines, rows by Model")
q("before_after", "Who were our clients before 2017 already?", "values", [c.name for c in C if c.since.year < 2017], "clients: Client since < 2017")
q("cross_source", "tickets on machines that are missing in the machine list?", "values", [t.no for t in T if not t.m], "tickets without a match in machines")
q("min_max", "What's the highest monthly rent for a single machine in Oldenburg?", "number", max(m.rent for m in N if m.c.town == "Oldenburg"), "join, Town Oldenburg, maximum of Rent/month")
q("duration", "Ticket 7436: how many hours from the call until it was closed?", "number", [t.hours for t in T if t.no == "7436"][0], "tickets: Closed - Opened")
q("top_k", "For every town, the two companies with the highest rent per month.", "table", per(N, lambda m: m.c.town, lambda g: by(g, company, rent), 2), "join, sum of Rent/month by Company within Town, two largest: town | company")
q("count", "how many machines are standing around in the warehouse", "number", sum(m.place == "Warehouse" for m in M), "machines: Location Warehouse")
q("difference", "How many more tickets were opened in March than in April?", "number", sum(t.open.month == 3 for t in T) - sum(t.open.month == 4 for t in T), "tickets by month of Opened")
q("unanswerable", "When does the contract with Kranichfeld Bank expire?", "refuse", [], "no end of contract is recorded")
q("group_by", "kilometers per technician", "table", by([t for t in T if t.tech], "tech", lambda g: S(g, "km")), "tickets: sum of Km driven by Technician")
q("negation", "presto towers at clients with not a single ticket so far – serials", "values", [m.serial for m in M if m.model == "Presto Tower" and m.client and not per_machine[m.serial]], "machines without a row in tickets")
q("before_after", "For how many tickets was the machine's warranty already over on the day the ticket was opened?", "number", sum(t.m.warranty.date() < t.open.date() for t in O), "join: Warranty until before Opened")
q("average", "Average number of tickets per Barista Compact at a client, counting those which had none as well?", "number", avg(per_machine[m.serial] for m in M if m.model == "Barista Compact" and m.client), "tickets per machine, mean over the model")
q("percent", "How many percent of the companies on the client list had no ticket at all?", "number", pct(sum(c.name not in per_client for c in C), len(C)), "clients without tickets / all clients")
q("multi_hop", "PT-52740 is down again, who is the account manager for the client it belongs to?", "values", [MI["PT-52740"].c.mgr], "machines.Client to clients.Account mgr")
q("superlative", "Which technician stays longest on site per ticket, on average?", "values", best(by([t for t in T if t.mins], "tech", lambda g: avg(t.mins for t in g))), "tickets: mean of Min. on site by Technician")
q("sum", "minutes on site for leaking machines, sum", "number", S([t for t in T if t.fault == "Leaking"], "mins"), "tickets: Fault Leaking, sum of Min. on site")
q("filter_list", "Which companies have more than two machines?", "values", have(by(N, company), lambda n: n > 2), "machines by Company, more than 2 rows")
q("group_superlative", "In which industry do we use up the most money in parts?", "values", best(by(P, lambda t: t.c.sector, parts)), "tickets to machines to clients, sum of Parts EUR by Sector")
q("time_point", "first milk foamer ticket at Zander Feinkost, which day was that opened?", "values", min(t.open for t in at_("Zander Feinkost") if t.fault == "Milk foamer dirty"), "tickets to machines to clients, earliest Opened")
q("missing", "How many of the machines that stand at a client have no cups per day entered?", "number", sum(bool(m.client) and m.cups is None for m in M), "machines with Client, Cups per day empty")
q("unanswerable", "What does Falkenhorst Immobilien pay a month?", "refuse", [], "there is no such client")
q("group_by", "average hours until closed, by client plan", "table", by(P, lambda t: t.c.plan, lambda g: avg(t.hours for t in g)), "tickets to machines to clients, mean of Closed - Opened by Plan, closed ones")
q("comparison", "Do Comfort or Full service clients cause more tickets?", "values", best(by([t for t in P if t.c.plan != "Basic"], lambda t: t.c.plan)), "tickets to machines to clients, rows by Plan")
q("lookup", "payment terms of Hufnagel Medizintechnik?", "values", [c.pay for c in C if c.name == "Hufnagel Medizintechnik"], "clients: Payment")
q("sum", "Sum of monthly rents for the machines we installed in 2024", "number", rent([m for m in M if m.inst and m.inst.year == 2024]), "machines: Installed in 2024, sum of Rent/month")
q("cross_source", "Full service clients paying by direct debit that had at least one ticket, which are they?", "values", [c.name for c in C if c.plan == "Full service" and c.pay == "direct debit" and c.name in per_client], "clients to machines to tickets")
q("duration", "How many days lie between the installation of FC-66072 and its first ticket?", "number", (min(t.open for t in T if t.machine == "FC-66072").date() - MI["FC-66072"].inst.date()).days, "machines.Installed to earliest tickets.Opened")
q("percent", "what % of tickets on known machines were for machines with fresh milk", "number", pct(sum(t.m.milk for t in O), len(O)), "join, Fresh milk X / tickets with a match")
q("top_k", "Top four faults by total minutes spent on site", "values", best(by(T, "fault", lambda g: S(g, "mins")), 4), "tickets: sum of Min. on site by Fault")
q("yes_no", "were there any tickets in June from clients in Cuxhaven?", "boolean", any(t.open.month == 6 and t.c.town == "Cuxhaven" for t in P), "tickets to machines to clients, June and Town")
q("unanswerable", "Which rating did customers give Silke Obermann last quarter?", "refuse", [], "no ratings are recorded")
q("min_max", "What was the biggest parts bill on one ticket at a Full service client?", "number", max(t.parts or 0 for t in P if t.c.plan == "Full service"), "tickets to machines to clients, maximum of Parts EUR")
q("average", "average rent of machines at health sector clients", "number", avg(m.rent for m in N if m.c.sector == "Health"), "join, Sector Health, mean of Rent/month")
q("group_superlative", "What month had the most high priority tickets?", "values", best(by([t for t in T if t.prio == "high"], lambda t: month(t.open))), "tickets: Priority high by month of Opened")
q("count", "from how many different companies did we get tickets?", "number", len(per_client), "tickets to machines to clients, distinct Company")
q("difference", "Total cups per day, Bremen minus Oldenburg?", "number", S([m for m in N if m.c.town == "Bremen"], "cups") - S([m for m in N if m.c.town == "Oldenburg"], "cups"), "join, sum of Cups per day by Town")
done()
