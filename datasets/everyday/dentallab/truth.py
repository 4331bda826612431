"""Computes every answer of the 'dentallab' domain from its files; see `deliveries.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from deliveries import *  # beside the folders of the domains

CL = load('clinics.csv'); PR = load('products.csv'); S = load('cases.csv')
C = {r['clinic_id']: r for r in CL}; P = {r['product_id']: r for r in PR}
for r in S:
    c, p = C[r['clinic_id']], P[r['product_id']]
    r.update(clinic=c['clinic_name'], city=c['city'], region=c['region'], dentist=c['dentist'], limit=float(c['credit_limit']),
             product=p['product_name'], cat=p['category'], mat=p['material'], std=int(p['std_days']),
             u=int(r['units']), a=float(r['amount_eur']), y=r['ordered_on'][:4], m=r['ordered_on'][:7])
    r['days'] = (date(r['delivered_on']) - date(r['ordered_on'])).days if r['delivered_on'] else None
for r in PR: r['lp'] = float(r['list_price'])
for r in CL: r['cl'] = float(r['credit_limit'])
def f(k): return lambda r: r[k]
A, U, cid = f('a'), f('u'), f('case_no')
Y3 = [r for r in S if r['y'] == '2023']; Y4 = [r for r in S if r['y'] == '2024']
def W(**k): return [r for r in S if all(r[a] == b for a, b in k.items())]
def tot(rows): return sum(r['a'] for r in rows)
ids = lambda rows: sorted(r['case_no'] for r in rows)

q("Which product has the highest list price in each category?", 'topgroup', 'table', {c: best({r['product_name']: r['lp'] for r in PR if r['category'] == c})[0] for c in {r['category'] for r in PR}})
q("whats the single biggest case (by amount) we had from each region, just give me the case number per region", 'topgroup', 'table', {g: best({r['case_no']: r['a'] for r in S if r['region'] == g})[0] for g in {r['region'] for r in S}})
q("For every region, which clinic has spent the most with us in total?", 'topgroup', 'table', best_in(S, f('region'), f('clinic'), A))
q("best technician in each product category going by the total order amount", 'topgroup', 'table', best_in(S, f('cat'), f('technician'), A))
q("Which products have a list price above the average list price of all products?", 'aboveavg', 'values', [r['product_name'] for r in PR if r['lp'] > mean(x['lp'] for x in PR)])
m = mean(map(A, S))
q("of the cases that were ordered in march 2024, which ones were worth more than our average case over the whole two years? case numbers pls", 'aboveavg', 'values', ids([r for r in W(m='2024-03') if r['a'] > m]))
q("products that are dearer than the average of their own category (list price)", 'owngroup', 'values', [r['product_name'] for r in PR if r['lp'] > mean(x['lp'] for x in PR if x['category'] == r['category'])])
q("Which clinics have a credit limit above the average credit limit of their region?", 'owngroup', 'values', [r['clinic_name'] for r in CL if r['cl'] > mean(x['cl'] for x in CL if x['region'] == r['region'])])
d = grp(S, f('clinic'), A)
q("Looking only at clinics that have ordered something: which of them spent more in total than the average of those clinics?", 'groupavg', 'values', above_avg(d))
q("technicians who handled more cases than the average technician", 'groupavg', 'values', above_avg(grp(S, f('technician'))))
q("Total order amount for each clinic in the North", 'each', 'table', grp(W(region='North'), f('clinic'), A))
q("how many cases did each technician handle in 2024", 'each', 'table', grp(Y4, f('technician')))
q("I'd like the mean amount per case for each product category, but only for what the clinics in Cologne sent us", 'each', 'table', grp(W(city='Cologne'), f('cat'), A, mean))
q("Which month was our busiest by number of cases ordered?", 'time', 'values', best(grp(S, f('m'))))
q("in which quarter of 2024 did we take the highest order amount?", 'time', 'values', best(grp(Y4, lambda r: qtr(r['ordered_on']), A)))
q("what weekday do most cases get ordered on", 'time', 'values', best(grp(S, lambda r: wd(r['ordered_on']))))
q("Who is the dentist at Weser Zahnaerzte?", 'lookup', 'values', next(r['dentist'] for r in CL if r['clinic_name'] == 'Weser Zahnaerzte'))
q("Compare Hamburg and Munich on total order amount.", 'compare', 'table', grp([r for r in S if r['city'] in ('Hamburg', 'Munich')], f('city'), A))
q("Did Petra Lindqvist handle more cases than Jonas Reuter in 2024?", 'compare', 'boolean', len([r for r in Y4 if r['technician'] == 'Petra Lindqvist']) > len([r for r in Y4 if r['technician'] == 'Jonas Reuter']))
q("how much more did Neustadt Dental spend than Weser Zahnaerzte all in all?", 'compare', 'number', tot(W(clinic='Neustadt Dental')) - tot(W(clinic='Weser Zahnaerzte')))
q("What product does Dr. Katja Zeidler order the most of, counting units?", 'person', 'values', best(grp(W(dentist='Dr. Katja Zeidler'), f('product'), U)))
q("so Petra Lindqvist, what has she made most units of", 'person', 'values', best(grp(W(technician='Petra Lindqvist'), f('product'), U)))
def span(rows): x = sorted(r['ordered_on'] for r in rows); return (date(x[-1]) - date(x[0])).days
q("How many days are there between the first and the last order of Lechzahn Praxis?", 'span', 'number', span(W(clinic='Lechzahn Praxis')))
q("days from first to last order, for each clinic in Bremen", 'span', 'table', {k: span(W(clinic=k)) for k in {r['clinic'] for r in W(city='Bremen')}})
cats = {r['category'] for r in PR}
q("which clinics have ordered from every product category we have?", 'all', 'values', [k for k, v in sets(S, f('clinic'), f('cat')).items() if v == cats])
q("Which products have been ordered by clinics in all four regions?", 'all', 'values', [k for k, v in sets(S, f('product'), f('region')).items() if len(v) == 4])
q("crown cases from 2024 that took more days from order to delivery than the standard days for the product - give me the case numbers", 'limit', 'values', ids([r for r in Y4 if r['cat'] == 'Crown' and r['days'] is not None and r['days'] > r['std']]))
over = {k: v for k, v in grp(S, f('clinic'), A).items() if v > next(r['cl'] for r in CL if r['clinic_name'] == k)}
q("Which clinics have ordered for more in total than their credit limit?", 'limit', 'values', sorted(over))
q("for the clinics whose total orders over both years went past their credit limit, by how much are they over?", 'limit', 'table', {k: v - next(r['cl'] for r in CL if r['clinic_name'] == k) for k, v in over.items()})
q("Number of cases for each clinic in the South, including those without any", 'zero', 'table', grp(W(region='South'), f('clinic'), base=[r['clinic_name'] for r in CL if r['region'] == 'South']))
q("units ordered of each splint product, show 0 for the ones nobody ever ordered", 'zero', 'table', grp(W(cat='Splint'), f('product'), U, base=[r['product_name'] for r in PR if r['category'] == 'Splint']))
q("What percentage of the total order amount comes from each product category?", 'share', 'table', pct(grp(S, f('cat'), A)))
q("what share of all cases were remakes, in percent?", 'share', 'number', 100 * len(W(remake='Y')) / len(S))
q("By what percentage did total order amount grow from 2023 to 2024?", 'growth', 'number', growth(tot(Y3), tot(Y4)))
q("percentage change in order amount 2023 -> 2024 for each region please", 'growth', 'table', {g: growth(tot(W(region=g, y='2023')), tot(W(region=g, y='2024'))) for g in {r['region'] for r in S}})
n4 = [r for r in Y4 if qtr(r['ordered_on']) == 'Q4']; n3 = [r for r in Y3 if qtr(r['ordered_on']) == 'Q4']
q("how many more cases were orderd in the fourth quarter of 2024 than in the fourth quarter of 2023?", 'growth', 'number', len(n4) - len(n3))
q("how many cases did we get from Leipzig in 2023", 'count', 'number', len(W(city='Leipzig', y='2023')))
q("which products show up in more than one remake case", 'atleast', 'values', [k for k, v in grp(W(remake='Y'), f('product')).items() if v > 1])
q("clinics that have been customers since before 2013", 'before', 'values', [r['clinic_name'] for r in CL if r['customer_since'] < '2013-01-01'])
q("Which cases still have no delivery date?", 'missing', 'values', ids([r for r in S if not r['delivered_on']]))
q("On how many crown, bridge and denture cases did somebody forget to write down the shade? i mean where it's just blank", 'missing', 'number', len([r for r in S if r['cat'] in ('Crown', 'Bridge', 'Denture') and not r['shade']]))
q("Median case amount?", 'stat', 'number', median(map(A, S)))
q("whats the difference between the dearest and the cheapest list price, per category", 'range', 'table', {c: max(r['lp'] for r in PR if r['category'] == c) - min(r['lp'] for r in PR if r['category'] == c) for c in cats})
q("Top 3 clinics by order amount in 2024", 'topn', 'values', best(grp(Y4, f('clinic'), A), n=3))
q("the two products that clinics in the west ordered most units of", 'topn', 'values', best(grp(W(region='West'), f('product'), U), n=2))
q("Give me the case numbers of all zirconia bridges (material zirconia, category bridge) ordered by clinics in the North in 2023.", 'filter', 'values', ids(W(region='North', cat='Bridge', mat='Zirconia', y='2023')))
q("how many cases did Samira Aziz do in 2024 for southern clinics that were crowns and not remakes?", 'filter', 'number', len(W(technician='Samira Aziz', y='2024', region='South', cat='Crown', remake='N')))
q("Which clinics have never ordered anything?", 'negation', 'values', [r['clinic_name'] for r in CL if r['clinic_name'] not in d])
cs = sets(S, f('clinic'), f('cat'))
q("clinics that ordered crowns but no dentures - need the clinic ids, not the names", 'negation', 'values', sorted(r['clinic_id'] for r in CL if 'Crown' in cs.get(r['clinic_name'], ()) and 'Denture' not in cs.get(r['clinic_name'], ())))
ps = sets(S, f('clinic'), f('product'))
q("Which clinics ordered both a Night Guard and a Surgical Guide?", 'both', 'values', sorted(k for k, v in ps.items() if {'Night Guard', 'Surgical Guide'} <= v))
q("list the implant parts from cheapest to dearest", 'order', 'values', order([r for r in PR if r['category'] == 'Implant Part'], f('lp'), f('product_name')))
q("How many different products has Dentalhaus Schnoor ordered?", 'distinct', 'number', len(ps['Dentalhaus Schnoor']))
q("which products did each clinic in Hamburg order", 'listgroup', 'table', sets(W(city='Hamburg'), f('clinic'), f('product')))
assert len({r['m'] for r in Y4}) == 12
q("how many cases came in per month on average in 2024", 'monthavg', 'number', len(Y4) / 12)
q("how many night guards have been ordered altogether? units not cases", 'sum', 'number', sum(map(U, W(product='Night Guard'))))
q("What profit did we make on crowns in 2024 after material costs?", 'refuse', 'refuse', [])
q("which patients complained about the fit of their denture", 'refuse', 'refuse', [])
q("How many hours did Dieter Funk work in October 2024?", 'refuse', 'refuse', [])
q("what's the phone number of Isar Dental Lounge", 'refuse', 'refuse', [])
q("which clinics haven't paid their invoices yet, we need to chase them before friday", 'refuse', 'refuse', [])
finish()
