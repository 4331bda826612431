import csv, json, os, datetime as D
from statistics import mean, median
from collections import Counter
HERE = os.path.dirname(os.path.abspath(__file__))
def load(n):
    with open(os.path.join(HERE, n), newline='', encoding='utf-8') as f: return list(csv.DictReader(f))
def num(x):
    s = f"{round(x + (1e-9 if x >= 0 else -1e-9), 2):.2f}".rstrip('0').rstrip('.')
    return '0' if s in ('-0', '') else s
def date(s): return D.date.fromisoformat(s)
def wd(s): return date(s).strftime('%A')
def qtr(s): return f"Q{(int(s[5:7]) + 2) // 3}"
def yq(s): return s[:4] + '-' + qtr(s)
WARN = []; OUT = []
def grp(rows, key, val=None, fn=sum, base=()):
    """key -> fn(values); val None = count of rows; base = members to show with 0"""
    g = {b: [] for b in base}
    for r in rows: g.setdefault(key(r), []).append(1 if val is None else val(r))
    return {k: (fn(v) if v else 0) for k, v in g.items()}
def sets(rows, key, val):
    g = {}
    for r in rows: g.setdefault(key(r), set()).add(val(r))
    return g
def best(d, lo=False, n=1):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not lo)
    if len(s) > n and abs(s[n][1] - s[n-1][1]) < 1e-9: WARN.append(('tie', len(OUT) + 1, s[:n+2]))
    for a, b in zip(s[:n], s[1:n]):
        if abs(a[1] - b[1]) < 1e-9: WARN.append(('tie-in', len(OUT) + 1, a, b))
    return [k for k, _ in s[:n]]
def best_in(rows, outer, inner, val=None, lo=False):
    o = {}
    for r in rows:
        d = o.setdefault(outer(r), {}); d[inner(r)] = d.get(inner(r), 0) + (1 if val is None else val(r))
    return {k: best(d, lo)[0] for k, d in o.items()}
def tab(d): return [f"{k} | {num(v) if isinstance(v, (int, float)) else (v if isinstance(v, str) else ', '.join(sorted(v)))}" for k, v in sorted(d.items())]
def above_avg(d): m = mean(d.values()); return sorted(k for k, v in d.items() if v > m)
def pct(d): t = sum(d.values()); return {k: 100 * v / t for k, v in d.items()}
def growth(a, b): return 100 * (b - a) / a
def order(rows, key, name, rev=False):
    ks = [key(r) for r in rows]
    if len(set(ks)) < len(ks): WARN.append(('order tie', len(OUT) + 1, sorted(ks)))
    return [name(r) for r in sorted(rows, key=key, reverse=rev)]
def q(question, kind, typ, ans):
    if typ == 'number': ans = [num(ans)]
    elif typ == 'boolean': ans = ['yes' if ans else 'no']
    elif typ == 'table': ans = tab(ans) if isinstance(ans, dict) else ans
    elif typ == 'values': ans = [ans] if isinstance(ans, str) else (ans if isinstance(ans, list) else sorted(ans))
    elif typ == 'refuse': ans = []
    n = len(OUT) + 1
    if typ != 'refuse' and not ans: WARN.append(('empty', n, question))
    if len(ans) > 14: WARN.append(('long', n, len(ans)))
    if typ == 'number' and ans == ['0']: WARN.append(('zero', n, question))
    OUT.append({"id": f"{NAME}-{n:02d}", "question": question, "kind": kind, "answer_type": typ, "answers": list(ans)})
def finish():
    with open(os.path.join(HERE, 'questions.jsonl'), 'w', encoding='utf-8') as f:
        for o in OUT: f.write(json.dumps(o, ensure_ascii=False) + '\n')
    print(NAME, len(OUT), dict(Counter(o['answer_type'] for o in OUT)))
    for w in WARN: print('WARN', w)
NAME = 'bikecourier'
CO = load('couriers.csv'); CL = load('clients.csv'); S = load('deliveries.csv')
K = {r['Courier']: r for r in CO}; C = {r['Client']: r for r in CL}
for r in S:
    c, k = C[r['Client']], K[r['Courier']]
    r.update(city=c['City'], sector=c['Sector'], mgr=c['Account Manager'], home=k['Home City'], bike=k['Bike Type'], load=float(k['Max Load Kg']),
             n=int(r['Parcels']), kg=float(r['Weight Kg']), km=float(r['Distance Km']), fee=float(r['Fee']), tip=float(r['Tip']) if r['Tip'] else None,
             y=r['Date'][:4], m=r['Date'][:7], t=r['Pickup Time'])
for r in CL: r['bud'] = float(r['Yearly Budget'])
for r in CO: r['pay'] = float(r['Hourly Pay']); r['max'] = float(r['Max Load Kg'])
def f(k): return lambda r: r[k]
F, KM, N, client, cour = f('fee'), f('km'), f('n'), f('Client'), f('Courier')
Y2 = [r for r in S if r['y'] == '2022']; Y3 = [r for r in S if r['y'] == '2023']
def W(**k): return [r for r in S if all(r[a] == b for a, b in k.items())]
def tot(rows): return sum(map(F, rows))
homes = {r['Home City'] for r in CO}; cities = {r['City'] for r in CL}

q("Who is the best paid courier (hourly pay) in each home city?", 'topgroup', 'table', {h: best({r['Courier']: r['pay'] for r in CO if r['Home City'] == h})[0] for h in homes})
q("biggest client per sector by total fees, please, so I know who to send christmas cards to", 'topgroup', 'table', best_in(S, f('sector'), client, F))
q("For each account manager, which of their clients had the longest total distance of deliveries?", 'topgroup', 'table', best_in(S, f('mgr'), client, KM))
q("How many of our clients are based in Cardiff?", 'count', 'number', len([r for r in CL if r['City'] == 'Cardiff']))
q("how many deliveries had a fee higher than the overall average fee", 'aboveavg', 'number', len([r for r in S if r['fee'] > mean(map(F, S))]))
q("which couriers can carry more than the average max load for their own bike type", 'owngroup', 'values', [r['Courier'] for r in CO if r['max'] > mean(x['max'] for x in CO if x['Bike Type'] == r['Bike Type'])])
q("Clients whose yearly budget is above the average budget in their sector", 'owngroup', 'values', [r['Client'] for r in CL if r['bud'] > mean(x['bud'] for x in CL if x['Sector'] == r['Sector'])])
d = grp(S, client, F)
q("of the clients that ever booked a delivery, which paid more in total fees than the average of those clients?", 'groupavg', 'values', above_avg(d))
dd = grp(Y3, cour)
q("Taking just the couriers who rode at all in 2023, who made more deliveries that year than those couriers did on average?", 'groupavg', 'values', above_avg(dd))
q("Total fees for each client in Cardiff", 'each', 'table', grp(W(city='Cardiff'), client, F))
q("average distance per delivery for each bike type", 'each', 'table', grp(S, f('bike'), KM, mean))
q("no. of express deliveries per client city in 2023?", 'each', 'table', grp(W(y='2023', Service='Express'), f('city')))
q("Busiest month of 2023 by number of deliveries?", 'time', 'values', best(grp(Y3, f('m'))))
q("which weekday is the quietest going by number of deliveries", 'time', 'values', best(grp(S, lambda r: wd(r['Date'])), lo=True))
q("What was the best quarter for fees over the two years?", 'time', 'values', best(grp(S, lambda r: yq(r['Date']), F)))
q("worst quarter in 2022 for fee income", 'time', 'values', best(grp(Y2, lambda r: qtr(r['Date']), F), lo=True))
q("Compare fees from legal clients and medical clients", 'compare', 'table', grp([r for r in S if r['sector'] in ('Legal', 'Medical')], f('sector'), F))
q("did Callum Finch bring in more fees than Gwen Hopkins?", 'compare', 'boolean', tot(W(Courier='Callum Finch')) > tot(W(Courier='Gwen Hopkins')))
q("Was the total distance for Newport clients longer than for Bath clients?", 'compare', 'boolean', sum(map(KM, W(city='Newport'))) > sum(map(KM, W(city='Bath'))))
q("how much more did we charge Temple Architects than Spa Town Prints over the two years", 'compare', 'number', tot(W(Client='Temple Architects')) - tot(W(Client='Spa Town Prints')))
q("Which client does Stan Whitlock deliver for most often?", 'person', 'values', best(grp(W(Courier='Stan Whitlock'), client)))
q("what parcel type do the clients of Gina Frost send most often", 'person', 'values', best(grp(W(mgr='Gina Frost'), f('Parcel Type'))))
def span(rows): x = sorted(r['Date'] for r in rows); return (date(x[-1]) - date(x[0])).days
q("How many days between Priya Nair's first and last delivery?", 'span', 'number', span(W(Courier='Priya Nair')))
q("For each food client that has used us: days between their first and their last delivery", 'span', 'table', {k: span(W(Client=k)) for k in {r['Client'] for r in W(sector='Food')}})
q("Which couriers have delivered for clients in every client city?", 'all', 'values', [k for k, v in sets(S, cour, f('city')).items() if v == cities])
q("which clients have used all three service types (standard, express and same day)", 'all', 'values', [k for k, v in sets(S, client, f('Service')).items() if len(v) == 3])
q("Dates of the deliveries where the weight was over the courier's max load, sorted by date", 'limit', 'values', order([r for r in S if r['kg'] > r['load']], f('Date'), f('Date')))
f23 = grp(Y3, client, F)
q("Which clients spent more on fees in 2023 than their yearly budget?", 'limit', 'values', sorted(k for k, v in f23.items() if v > C[k]['bud']))
q("by how much did each client that blew its yearly budget in 2023 go over it", 'limit', 'table', {k: v - C[k]['bud'] for k, v in f23.items() if v > C[k]['bud']})
q("Deliveries per courier for the Newport based couriers, including anyone without any", 'zero', 'table', grp(W(home='Newport'), cour, base=[k for k in K if K[k]['Home City'] == 'Newport']))
q("total fees in 2022 for each Bath client. if they had nothing that year put 0", 'zero', 'table', grp(W(city='Bath', y='2022'), client, F, base=[k for k in C if C[k]['City'] == 'Bath']))
q("What percentage of deliveries falls on each service type?", 'share', 'table', pct(grp(S, f('Service'))))
q("what pct of all fee income came from clients looked after by Theo Okoro?", 'share', 'number', 100 * tot(W(mgr='Theo Okoro')) / tot(S))
q("fee growth from 2022 to 2023 in percent", 'growth', 'number', growth(tot(Y2), tot(Y3)))
q("How did the number of deliveries change from 2022 to 2023 in each client city? As a difference in deliveries.", 'growth', 'table', {c: len(W(city=c, y='2023')) - len(W(city=c, y='2022')) for c in {r['city'] for r in S}})
q("Which couriers made at least 10 deliveries?", 'atleast', 'values', [k for k, v in grp(S, cour).items() if v >= 10])
pr = grp(Y3, lambda r: (r['Client'], r['Courier']))
q("which clients had the same courier more than twice in 2023", 'atleast', 'values', {k[0] for k, v in pr.items() if v > 2})
q("how many pickups were after 18:00?", 'before', 'number', len([r for r in S if r['t'] > '18:00']))
q("Couriers hired after 30 June 2020", 'before', 'values', [r['Courier'] for r in CO if r['Hired On'] > '2020-06-30'])
q("clients that had a pickup before 8 in the morning in 2023 - names only", 'before', 'values', {r['Client'] for r in Y3 if r['t'] < '08:00'})
q("what's the longest distance of one single delivery, per service type", 'stat', 'table', grp(S, f('Service'), KM, max))
q("mean tip? only counting deliveries where there actually was a tip", 'stat', 'number', mean(r['tip'] for r in S if r['tip'] is not None))
q("What is the gap between the highest and lowest hourly pay among the e-bike couriers?", 'range', 'number', max(r['pay'] for r in CO if r['Bike Type'] == 'E-Bike') - min(r['pay'] for r in CO if r['Bike Type'] == 'E-Bike'))
q("top 3 couriers by fees earned for Bristol clients", 'topn', 'values', best(grp(W(city='Bristol'), cour, F), n=3))
q("Express deliveries in 2023 for Cardiff clients made by a courier on an e-bike - how many and no more detail needed", 'filter', 'number', len(W(y='2023', Service='Express', city='Cardiff', bike='E-Bike')))
q("Which clients had documents delivered over more than 8 km in 2022?", 'filter', 'values', {r['Client'] for r in W(y='2022') if r['Parcel Type'] == 'Documents' and r['km'] > 8})
q("Which couriers have never made a delivery?", 'negation', 'values', [k for k in K if k not in grp(S, cour)])
sv = sets(S, client, f('Service'))
q("clients who used standard but never express", 'negation', 'values', sorted(k for k, v in sv.items() if 'Standard' in v and 'Express' not in v))
cc = sets(S, client, cour)
q("who has been served by both Callum Finch and Priya Nair? clients I mean", 'both', 'values', sorted(k for k, v in cc.items() if {'Callum Finch', 'Priya Nair'} <= v))
q("Couriers with no phone number on file", 'missing', 'values', [r['Courier'] for r in CO if not r['Phone']])
q("list our medical clients by the date they signed, oldest first", 'order', 'values', order([r for r in CL if r['Sector'] == 'Medical'], f('Signed On'), client))
q("how many diffrent clients did Gwen Hopkins deliver for", 'distinct', 'number', len({r['Client'] for r in W(Courier='Gwen Hopkins')}))
q("For every client in Bath that has booked with us, which couriers came?", 'listgroup', 'table', sets(W(city='Bath'), client, cour))
assert len({r['m'] for r in S}) == 24
q("what do we take in fees per month on average, over the full 2 years", 'monthavg', 'number', tot(S) / 24)
q("How many parcels were delivered for Pontcanna Studio in total?", 'sum', 'number', sum(map(N, W(Client='Pontcanna Studio'))))
q("How many deliveries arrived late in 2023?", 'refuse', 'refuse', [])
q("which courier has had the most crashes", 'refuse', 'refuse', [])
q("what star rating do clients in Bath give us on average", 'refuse', 'refuse', [])
q("How much did we spend on bike repairs last year?", 'refuse', 'refuse', [])
q("need the address of Mason & Rudd Solicitors, street and postcode", 'refuse', 'refuse', [])
finish()
