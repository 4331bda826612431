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


num = some(lambda s: float(s.replace(",", "")), "–")
whole = some(lambda s: int(s.replace(",", "")), "–")
dd = some(lambda s: D.strptime(s, "%Y-%m-%d"), "?")
J = table("jobs.csv", no=("job_no", str), title=("title", str), pub=("publisher", str), bind=("binding", str), pages=("pages", int), copies=("print_run", whole), paper=("paper_code", some(str, "?")),
          ordered=("ordered", dd), promised=("promised", dd), shipped=("shipped", dd), price=("price_eur", num), reprint=("reprint", lambda s: s == "true"))
P = table("paper.csv", code=("code", str), grade=("grade", str), mill=("mill", str), gsm=("gsm", int), surface=("surface", str), price=("EUR_per_tonne", num), stock=("reams_in_stock", int),
          reorder=("reorder_at", int), fsc=("FSC", lambda s: s == "true"), last=("last_received", dd))
clock = lambda s: D.strptime(s, "%H:%M")
U = table("press_runs.csv", run=("Run", str), job=("Job", str), press=("Press", str), op=("Operator", str), day=("Day", lambda s: D.strptime(s, "%Y/%m/%d")), start=("Start", clock), end=("End", clock),
          sheets=("Sheets", whole), waste=("Waste", whole), result=("Result", str))
JI, PI, T = {j.no: j for j in J}, {p.code: p for p in P}, {j.title: j for j in J}
for j in J:
    j["p"] = PI.get(j.paper); j["runs"] = [u for u in U if u.job == j.no]; j["late"] = (j.shipped - j.promised).days if j.shipped else None
for u in U: u["j"] = JI.get(u.job); u["mins"] = int((u.end - u.start).total_seconds() / 60)
V, X, sold = [u for u in U if u.j], [j for j in J if j.p], [j for j in J if j.shipped]
turnover = lambda g: S(g, "price")
used = {j.paper for j in J}

q("multi_hop", "Which mill made the paper for Maps of Tapestry?", "values", [T["Maps of Tapestry"].p.mill], "jobs.paper_code to paper.mill")
q("group_by", "Turnover by publisher, please", "table", by(J, "pub", turnover), "jobs: sum of price_eur by publisher")
q("negation", "Which job numbers have not been on any press yet?", "values", [j.no for j in J if not j.runs], "jobs without a row in press_runs")
q("sum", "how many sheets did we run for Lantern Row altogether", "number", S([u for u in V if u.j.pub == "Lantern Row"], "sheets"), "press_runs.Job = jobs.job_no, publisher, sum of Sheets")
q("duration", "Average number of days from order to shipping for hardcovers?", "number", avg((j.shipped - j.ordered).days for j in sold if j.bind == "hardcover"), "jobs: shipped - ordered, binding hardcover, shipped ones")
q("percent", "What percentage of the jobs that have shipped left the house later than promised?", "number", pct(sum(j.late > 0 for j in sold), len(sold)), "jobs: shipped after promised / shipped")
q("cross_source", "press runs for jobs I can't find in the job list, which run numbers?", "values", [u.run for u in U if not u.j], "press_runs without a match in jobs")
q("superlative", "Which of the presses has put through the most sheets?", "values", best(by(U, "press", lambda g: S(g, "sheets"))), "press_runs: sum of Sheets by Press")
q("unanswerable", "Who designed the cover of The Last Nightingale?", "refuse", [], "no designer is recorded")
q("count", "How many jobs are down for an FSC certified paper?", "number", sum(j.p.fsc for j in X), "jobs.paper_code = paper.code, FSC true")
q("top_k", "top three paper codes by the number of copies ordered on them", "values", best(by(X, "paper", lambda g: S(g, "copies")), 3), "join, sum of print_run by code")
q("lookup", "price of job J2211", "number", JI["J2211"].price, "jobs: price_eur")
q("difference", "How many euros less did we take in orders in the fourth quarter than in the third?", "number", turnover([j for j in J if quarter(j.ordered)[-1] == "3"]) - turnover([j for j in J if quarter(j.ordered)[-1] == "4"]), "jobs: sum of price_eur by quarter of ordered, Q3 - Q4")
q("group_by", "late jobs per publisher (shipped after the promised day)", "table", by([j for j in sold if j.late > 0], "pub"), "jobs: shipped after promised, rows by publisher")
q("filter_list", "Matt coated papers where the stock has fallen below the reorder level, codes?", "values", [p.code for p in P if p.surface == "matt coated" and p.stock < p.reorder], "paper: surface, reams_in_stock < reorder_at")
q("time_point", "on which day did Counting Lighthouse leave us", "values", [T["Counting Lighthouse"].shipped], "jobs: shipped")
q("average", "Average sheets per press run when the book is a hardcover?", "number", avg(u.sheets for u in V if u.j.bind == "hardcover"), "join, binding hardcover, mean of Sheets")
q("comparison", "Who has run more sheets, Ines Rautenberg or Tomasz Bielak?", "values", best(by([u for u in U if u.op in ("Ines Rautenberg", "Tomasz Bielak")], "op", lambda g: S(g, "sheets"))), "press_runs: sum of Sheets by Operator")
q("missing", "Which jobs came in without a paper code?", "values", [j.no for j in J if not j.paper], "jobs: paper_code is ?")
q("group_by", "Press hours per press, I mean from start to end of the runs", "table", by(U, "press", lambda g: S(g, "mins") / 60), "press_runs: sum of End - Start by Press")
q("percent", "How much of our turnover do reprints make, in percent?", "number", pct(turnover([j for j in J if j.reprint]), turnover(J)), "jobs: reprint true, price_eur / all")
q("duration", "How many days too late did Counting Fermentation go out?", "number", T["Counting Fermentation"].late, "jobs: shipped - promised")
q("yes_no", "Has J2161 ever been on the Digi One?", "boolean", any(u.press == "Digi One" for u in JI["J2161"].runs), "press_runs: Job, Press")
q("multi_hop", "names of the operators who have printed something for Northgate Schools", "values", {u.op for u in V if u.j.pub == "Northgate Schools"}, "jobs.publisher to press_runs.Operator")
q("top_k", "For paperback, hardcover and spiral each: the two publishers with the highest turnover.", "table", per([j for j in J if j.bind != "saddle stitch"], "bind", lambda g: by(g, "pub", turnover), 2), "jobs: sum of price_eur by publisher within binding: binding | publisher")
q("group_superlative", "Most copies are ordered on the paper of which mill?", "values", best(by(X, lambda j: j.p.mill, lambda g: S(g, "copies"))), "join, sum of print_run by mill")
q("before_after", "orders that came in before February 2024, job nos", "values", [j.no for j in J if j.ordered < D(2024, 2, 1)], "jobs: ordered before 2024-02-01")
q("cross_source", "Which jobs are not shipped yet and are meant for a paper that has gone below its reorder level?", "values", [j.no for j in X if not j.shipped and j.p.stock < j.p.reorder], "join, shipped empty, reams_in_stock < reorder_at")
q("sum", "Minutes of press time that the self-published authors have used so far?", "number", S([u for u in V if u.j.pub == "self-published"], "mins"), "join, publisher self-published, sum of End - Start")
q("min_max", "cheapest paper over 100 gsm, euros per tonne", "number", min(p.price for p in P if p.gsm > 100), "paper: gsm > 100, minimum of EUR_per_tonne")
q("unanswerable", "What royalties does the author of Maps of Violin get?", "refuse", [], "no royalties are recorded")
q("superlative", "Which operator has the most waste in total?", "values", best(by(U, "op", lambda g: S(g, "waste"))), "press_runs: sum of Waste by Operator")
q("group_by", "average print run per binding", "table", by(J, "bind", lambda g: avg(j.copies for j in g)), "jobs: mean of print_run by binding")
q("percent", "What share of the sheets on Big Komet ended up as waste? Only count runs where the waste was written down, in percent please.", "number", (lambda g: pct(S(g, "waste"), S(g, "sheets")))([u for u in U if u.press == "Big Komet" and u.waste is not None]), "press_runs: Waste / Sheets, Press Big Komet, Waste known")
q("duration", "How many days after the order does a job have its first press run, on average? (jobs that were printed)", "number", avg((min(u.day for u in j.runs) - j.ordered).days for j in J if j.runs), "join, earliest Day - ordered by job")
q("count", "runs by Precious Mbeki on Heidi 4?", "number", sum(u.op == "Precious Mbeki" and u.press == "Heidi 4" for u in U), "press_runs: Operator, Press")
q("filter_list", "Publishers with more than ten jobs on our list", "values", have(by(J, "pub"), lambda n: n > 10), "jobs by publisher, more than 10 rows")
q("sum", "How many copies in all were ordered on paper from Vestfjord Mill?", "number", S([j for j in X if j.p.mill == "Vestfjord Mill"], "copies"), "join, mill, sum of print_run")
q("yes_no", "Have all the Hollow Oak jobs been shipped by now?", "boolean", all(j.shipped for j in J if j.pub == "Hollow Oak"), "jobs: publisher, shipped filled in")
q("group_by", "quaterly turnover by order date", "table", by(J, lambda j: quarter(j.ordered), turnover), "jobs: sum of price_eur by quarter of ordered")
q("difference", "How much more per tonne does paper from Cartiera Bellombra cost on average compared with Vestfjord Mill?", "number", avg(p.price for p in P if p.mill == "Cartiera Bellombra") - avg(p.price for p in P if p.mill == "Vestfjord Mill"), "paper: mean EUR_per_tonne by mill")
q("negation", "FSC papers of 80 gsm or less that no job uses", "values", [p.code for p in P if p.fsc and p.gsm <= 80 and p.code not in used], "paper without a row in jobs")
q("unanswerable", "What did the freight to Ostrich & Quill cost us in April?", "refuse", [], "no freight cost is recorded")
q("top_k", "Give me the four jobs that were on the presses for the longest time in total.", "values", best(by(V, "job", lambda g: S(g, "mins")), 4), "press_runs: sum of End - Start by Job")
q("cross_source", "Some jobs carry a paper code that our paper list doesn't have. Which titles? (leave out those with no code at all)", "values", [j.title for j in J if j.paper and not j.p], "jobs with a code without a match in paper")
q("group_superlative", "best month for turnover, going by when orders came in?", "values", best(by(J, lambda j: month(j.ordered), turnover)), "jobs: sum of price_eur by month of ordered")
q("average", "avg gsm of the paper used for our spiral bound jobs", "number", avg(j.p.gsm for j in X if j.bind == "spiral"), "join, binding spiral, mean of gsm over the jobs")
q("lookup", "How heavy is paper P392, in gsm?", "number", PI["P392"].gsm, "paper: gsm")
q("comparison", "Did paper from Lumijoki Paper or from Moulin d'Orbey go into more jobs?", "values", best(by([j for j in X if j.p.mill in ("Lumijoki Paper", "Moulin d'Orbey")], lambda j: j.p.mill)), "join, rows by mill")
q("min_max", "longest single press run for a Fathom Press book, minutes", "number", max(u.mins for u in V if u.j.pub == "Fathom Press"), "join, publisher, maximum of End - Start")
q("missing", "For how many runs did nobody note the waste?", "number", sum(u.waste is None for u in U), "press_runs: Waste is –")
q("percent", "How many percent of the papers on the list have never been used for one of these jobs?", "number", pct(sum(p.code not in used for p in P), len(P)), "paper without a row in jobs / all")
q("time_point", "When was the very first press run for Fathom Press?", "values", min(u.day for u in V if u.j.pub == "Fathom Press"), "join, earliest Day")
q("group_by", "sheets printed per paper surface", "table", by([u for u in V if u.j.p], lambda u: u.j.p.surface, lambda g: S(g, "sheets")), "press_runs to jobs to paper, sum of Sheets by surface")
q("before_after", "How many jobs went out after 1 November 2024?", "number", sum(j.shipped > D(2024, 11, 1) for j in sold), "jobs: shipped after the day (none on the day)")
q("group_superlative", "which press is our fastest – total sheets over total press time", "values", best(by(U, "press", lambda g: S(g, "sheets") / S(g, "mins"))), "press_runs: sum of Sheets / sum of End - Start by Press")
q("unanswerable", "what did Pelican Gate order in spring", "refuse", [], "there is no such publisher")
q("difference", "Hardcover turnover minus paperback turnover?", "number", turnover([j for j in J if j.bind == "hardcover"]) - turnover([j for j in J if j.bind == "paperback"]), "jobs: sum of price_eur by binding")
q("sum", "What do the jobs on coated stock (matt or gloss) add up to in euros?", "number", turnover([j for j in X if j.p.surface in ("matt coated", "gloss coated")]), "join, surface, sum of price_eur")
q("count", "How many different paper codes from our paper list have gone into jobs?", "number", len({j.paper for j in X}), "join, distinct code")
done()
