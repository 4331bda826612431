import csv, json, os, statistics as st
from collections import defaultdict, Counter
from datetime import date
from decimal import Decimal, ROUND_HALF_UP
HERE = os.path.dirname(os.path.abspath(__file__))
def load(n):
    with open(os.path.join(HERE, n), encoding='utf-8', newline='') as f: return list(csv.DictReader(f))
OUT = []; WARN = []
def num(x):
    d = Decimal(repr(round(float(x), 7))).quantize(Decimal('0.01'), ROUND_HALF_UP)
    s = format(d, 'f').rstrip('0').rstrip('.')
    return '0' if s in ('-0', '') else s
def emit(q, kind, typ, ans):
    i = len(OUT) + 1
    if typ != 'refuse' and not ans: WARN.append(f'{i}: empty answer')
    if typ in ('values',) and len(ans) != len(set(ans)): WARN.append(f'{i}: duplicate values')
    OUT.append(dict(id=f'{NAME}-{i:02d}', question=q, kind=kind, answer_type=typ, answers=ans))
def V(q, kind, a): emit(q, kind, 'values', [str(x) for x in a])
def N(q, kind, a): emit(q, kind, 'number', [num(a)])
def B(q, kind, a): emit(q, kind, 'boolean', ['yes' if a else 'no'])
def T(q, kind, d):
    emit(q, kind, 'table', [f"{k} | {', '.join(v) if isinstance(v, (list, tuple)) else v if isinstance(v, str) else num(v)}" for k, v in sorted(d.items())])
def X(q): emit(q, 'refuse', 'refuse', [])
def uniq(seq):
    r = []
    for x in seq:
        if x not in r: r.append(x)
    return r
def grp(rows, key, val=None):
    d = defaultdict(list)
    for r in rows: d[key(r)].append(val(r) if val else r)
    return dict(d)
def sums(rows, key, val=lambda r: 1):
    d = defaultdict(float)
    for r in rows: d[key(r)] += val(r)
    return {k: round(v, 6) for k, v in d.items()}
def top(d, n=1, low=False):
    """names with the n largest (smallest) values; a tie anywhere in or at the edge is an error"""
    s = sorted(d.items(), key=lambda kv: kv[1] if low else -kv[1])
    for i in range(min(n, len(s) - 1)):
        if abs(s[i][1] - s[i + 1][1]) < 1e-6: WARN.append(f'{len(OUT)+1}: tie {s[i]} {s[i+1]}')
    return [k for k, _ in s[:n]]
def top_in(rows, outer, inner, val, low=False):
    return {o: top(sums(rs, inner, val), low=low)[0] for o, rs in grp(rows, outer).items()}
def toprow_in(rows, outer, name, val, low=False):
    out = {}
    for o, rs in grp(rows, outer).items():
        vs = sorted((val(r) for r in rs), reverse=not low)
        if len(vs) > 1 and vs[0] == vs[1]: WARN.append(f'{len(OUT)+1}: row tie in {o}')
        out[o] = name((min if low else max)(rs, key=val))
    return out
def above_avg(d, extra=0):
    """groups above the mean group; same answer needed with and without the empty members"""
    a = sum(d.values()) / len(d); b = sum(d.values()) / (len(d) + extra)
    x = [k for k in d if d[k] > a]; y = [k for k in d if d[k] > b]
    if set(x) != set(y): WARN.append(f'{len(OUT)+1}: average depends on empty members {set(y)-set(x)}')
    return x
def dt(s): return date.fromisoformat(s)
def wd(s): return dt(s).strftime('%A')
def qt(s): return 'Q%d' % ((int(s[5:7]) + 2) // 3)
def yq(s): return s[:4] + '-' + qt(s)
def pct(a, b): return 100 * a / b
def growth(new, old): return 100 * (new - old) / old
NAME = 'seedsupplier'
va = load('varieties.csv'); cu = load('customers.csv'); od = load('orders.csv')
for v in va:
    v['price'] = float(v['unit_price_gbp']); v['stock'] = int(v['stock_packets']); v['germ'] = float(v['germination_pct']) if v['germination_pct'] else None
for c in cu: c['limit'] = float(c['credit_limit_gbp'])
VA = {v['variety_id']: v for v in va}; CU = {c['customer_id']: c for c in cu}
for o in od:
    v = VA[o['variety_id']]; c = CU[o['customer_id']]
    o.update(var=v['variety_name'], cat=v['category'], organic=v['organic'], origin=v['origin_country'], cust=c['customer_name'],
             region=c['region'], city=c['city'], ctype=c['customer_type'], limit=c['limit'], q=int(o['packets']), t=float(o['order_total_gbp']), disc=int(o['discount_pct']), d=o['order_date'], y=o['order_date'][:4])
tot = lambda r: r['t']; qty = lambda r: r['q']; cust = lambda r: r['cust']; var = lambda r: r['var']; cat = lambda r: r['cat']; reg = lambda r: r['region']; rep = lambda r: r['sales_rep']; one = lambda r: 1
S = lambda rows, f=tot: sum(f(r) for r in rows)
F = lambda **k: [o for o in od if all(o[a] == b for a, b in k.items())]
vn = lambda v: v['variety_name']; cn = lambda c: c['customer_name']
ordered = set(map(cust, od)); nov = [c for c in cu if cn(c) not in ordered]
y23, y24 = F(y='2023'), F(y='2024')

T('What is the most expensive variety in each category?', 'toprow', toprow_in(va, lambda v: v['category'], vn, lambda v: v['price']))
B('Has Martin Oakes ever bought any flowers from us?', 'yesno', any(o['cat'] == 'Flower' for o in F(cust='Martin Oakes')))
T('Which customer placed the largest single order (by total) in each region?', 'toprow', toprow_in(od, reg, cust, tot))
T('top customer per region by total order value', 'topsum', top_in(od, reg, cust, tot))
T('hi, could you tell me for each of our sales reps which category has brought in the most money overall? just rep and category', 'topsum', top_in(od, rep, cat, tot))
X('which of our wholesale suppliers delivered us the seed for each category last autumn? need the names')
avp = st.mean(v['price'] for v in va)
V('Which varieties cost more than the average unit price?', 'aboveavg', [vn(v) for v in va if v['price'] > avp])
N('how many orders had more packets than our average order does?', 'aboveavg', sum(o['q'] > st.mean(map(qty, od)) for o in od))
ca = {k: st.mean(x) for k, x in grp(va, lambda v: v['category'], lambda v: v['price']).items()}
V('varietes that are priced above the average of their own category', 'aboveown', [vn(v) for v in va if v['price'] > ca[v['category']]])
ra = {k: st.mean(x) for k, x in grp(cu, lambda c: c['region'], lambda c: c['limit']).items()}
V("Which customers have a credit limit higher than the average limit in the region they're in?", 'aboveown', [cn(c) for c in cu if c['limit'] > ra[c['region']]])
cs = sums(od, cust, tot)
V('which customers spend more with us than the average customer does? take all orders together but only count customers that have ordered something at all', 'groupavg', above_avg(cs))
V('Which varieties with at least one order sold more packets in total than the average ordered variety?', 'groupavg', above_avg(sums(od, var, qty)))
assert all(cn(c) in ordered for c in cu if c['region'] == 'North')
T('Total order value for each customer in the North', 'pergroup', sums(F(region='North'), cust, tot))
T('im putting together the yearly overview, could you give me the number of orders per region in 2024', 'pergroup', sums(y24, reg))
T("What's the average number of packets per order for every customer type, looking only at organic varieties?", 'pergroup', {k: st.mean(x) for k, x in grp(F(organic='yes'), lambda r: r['ctype'], qty).items()})
V('Which month had the highest revenue?', 'period', top(sums(od, lambda r: r['d'][:7], tot)))
V('what was our worst quarter in 2023 moneywise', 'period', top(sums(y23, lambda r: qt(r['d']), tot), low=True))
V('On which weekday do customers order the most packets?', 'period', top(sums(od, lambda r: wd(r['d']), qty)))
T('Compare Fenland Produce and Downs Organic Farm by total order value', 'compare', {k: cs[k] for k in ('Fenland Produce', 'Downs Organic Farm')})
vq = sums(od, var, qty)
B('Did we sell more packets of Moneymaker Tomato than of Genovese Basil?', 'compare', vq['Moneymaker Tomato'] > vq['Genovese Basil'])
rs = sums(od, reg, tot)
hi, lo = ('West', 'South') if rs['West'] > rs['South'] else ('South', 'West')
N(f'By how many pounds did order value from the {hi} exceed that from the {lo}?', 'compare', rs[hi] - rs[lo])
V('What did Hanna Lindqvist buy the most of, in packets? give me the variety', 'personmost', top(sums(F(cust='Hanna Lindqvist'), var, qty)))
V('and what about george pascoe, which variety did he spend the most money on', 'personmost', top(sums(F(cust='George Pascoe'), var, tot)))
span = lambda rows: (max(dt(o['d']) for o in rows) - min(dt(o['d']) for o in rows)).days
N('How many days lie between the first and the last order of Severn Vale Farm?', 'span', span(F(cust='Severn Vale Farm')))
T('days from first to last order, for each sales rep', 'span', {k: span(x) for k, x in grp(od, rep).items()})
cats = {v['category'] for v in va}
V('Which customers have bought from every category?', 'every', [k for k, x in grp(od, cust, cat).items() if set(x) == cats])
V('are there varieties that were ordered from all four regions? which ones', 'every', [k for k, x in grp(od, var, reg).items() if len(set(x)) == 4])
V("give me the order ids of single orders that came out higher than the customer's credit limit", 'overlimit', [o['order_id'] for o in od if o['t'] > o['limit']])
V('Which customers ordered for more than their credit limit in 2024 altogether?', 'overlimit', [k for k, x in sums(y24, cust, tot).items() if x > F(cust=k)[0]['limit']])
T('How many orders did each herb variety get, including those never ordered?', 'zero', {vn(v): len(F(var=vn(v))) for v in va if v['category'] == 'Herb'})
T('packets bought per customer for all the associations pls, also list the ones that bought nothing (0)', 'zero', {cn(c): S(F(cust=cn(c)), qty) for c in cu if c['customer_type'] == 'Association'})
T("What percentage of total order value comes from each category?", 'share', {k: pct(x, S(od)) for k, x in sums(od, cat, tot).items()})
N('of all the packets that went out in 2024, what share were organic varieties? in percent please', 'share', pct(S([o for o in y24 if o['organic'] == 'yes'], qty), S(y24, qty)))
N('By what percent did total order value change from 2023 to 2024?', 'growth', growth(S(y24), S(y23)))
T('Boss wants to see how we grew: packets sold 2023 compared to 2024, growth in percent for each of the regions', 'growth', {k: growth(S(F(y='2024', region=k), qty), S(F(y='2023', region=k), qty)) for k in rs})
V('Which customers placed at least 8 orders?', 'atleast', [k for k, x in Counter(map(cust, od)).items() if x >= 8])
V("I'm looking for the varieties that Fenland Produce has ordered more than once", 'atleast', [k for k, x in Counter(map(var, F(cust='Fenland Produce'))).items() if x > 1])
N('How many orders came in before 1 April 2023?', 'date', sum(o['d'] < '2023-04-01' for o in od))
V('late season check - which customers ordered anyting after 31 October 2024', 'date', uniq(o['cust'] for o in od if o['d'] > '2024-10-31'))
N('Median order total?', 'stats', st.median(map(tot, od)))
fl = [v['price'] for v in va if v['category'] == 'Flower']
N('flowers: difference beween unit price of the dearest and the cheapest one', 'stats', max(fl) - min(fl))
V('Top 3 varieties by order value', 'topn', top(sums(od, var, tot), 3))
V('Which 4 cities brought in the most order value?', 'topn', top(sums(od, lambda r: r['city'], tot), 4))
V('need the order numbers for organic vegetables that went to farms in 2024, only orders with 40 packets or more', 'filter', [o['order_id'] for o in y24 if o['organic'] == 'yes' and o['cat'] == 'Vegetable' and o['ctype'] == 'Farm' and o['q'] >= 40])
V('Which garden centres in the East or South bought flowers from Ruth Kelso or Dan Amery with a discount?', 'filter', uniq(o['cust'] for o in od if o['ctype'] == 'Garden Centre' and o['region'] in ('East', 'South') and o['cat'] == 'Flower' and o['disc'] > 0 and o['sales_rep'] in ('Ruth Kelso', 'Dan Amery')))
V('Which customers have never ordered?', 'never', [cn(c) for c in nov])
V("so which varieties did sell in 2023 but then not at all in 2024?? we may drop them from the catalog", 'never', [v for v in uniq(map(var, y23)) if not F(y='2024', var=v)])
V('for a herb mailing i want all customers who bought vegetables from us at some point but no herbs so far', 'never', [k for k, x in grp(od, cust, cat).items() if 'Vegetable' in x and 'Herb' not in x])
A1, A2 = 'Genovese Basil', 'Nantes Carrot'
V(f'Who ordered both {A1} and {A2}?', 'both', [k for k, x in grp(od, cust, var).items() if A1 in x and A2 in x])
V('Which varieties have no germination rate recorded?', 'missing', [vn(v) for v in va if v['germ'] is None])
V('herbs sorted from cheapest to dearest please', 'order', [vn(v) for v in sorted((v for v in va if v['category'] == 'Herb'), key=lambda v: v['price'])])
N('How many different varieties has Lune Valley Growers ordered?', 'distinct', len({o['var'] for o in F(cust='Lune Valley Growers')}))
T('which varieties did each hobby customer order, one line per customer', 'listgroup', {k: sorted(set(x)) for k, x in grp(F(ctype='Hobby'), cust, var).items()})
assert len({o['d'][:7] for o in y24}) == 12
N('how many packets did we sell on average per month in 2024', 'permonth', S(y24, qty) / 12)
V("Who's the contact person at Norwich Plant Barn?", 'lookup', [c['contact_person'] for c in cu if cn(c) == 'Norwich Plant Barn'])
N('how manny packets of Giant Sunflower were sold in total', 'quantity', vq['Giant Sunflower'])
X('What is the phone number of Exe Meadow Farm?')
X('whats our profit margin on herbs after shipping costs')
X('Which customers returned damaged packets last year?')
X('How many weeks does the Boltardy Beetroot take until harvest?')

with open(os.path.join(HERE, 'questions.jsonl'), 'w', encoding='utf-8') as f:
    for o in OUT: f.write(json.dumps(o, ensure_ascii=False) + '\n')
print(NAME, len(OUT), dict(Counter(o['answer_type'] for o in OUT)), *WARN, sep='\n')
