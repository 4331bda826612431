"""Computes every answer of the 'seedsupplier' domain from its files; see `suppliers.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from suppliers import *  # beside the folders of the domains

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

write(HERE, OUT)
