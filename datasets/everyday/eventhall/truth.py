"""Computes every answer of the 'eventhall' domain from its files; see `suppliers.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from suppliers import *  # beside the folders of the domains

ro = load('rooms.csv'); cl = load('clients.csv'); bk = load('bookings.csv')
for r in ro: r.update(cap=int(r['Cap. (pers.)']), area=float(r['Area [m²]']), rate=float(r['Rate [EUR/h]']), floor=int(r['Floor']))
for c in cl: c.update(budget=float(c['Budget 2025 [EUR]']))
RO = {r['Room']: r for r in ro}; CL = {c['Client']: c for c in cl}
for b in bk:
    r = RO[b['Room']]; c = CL[b['Client']]
    b.update(no=b['Bkg No'], d=b['Event Date'], y=b['Event Date'][:4], client=b['Client'], room=b['Room'], type=b['Event Type'], g=int(b['Qty Guests']), h=float(b['Dur. [h]']), t=float(b['Amt [EUR]']),
             rating=int(b['Rating [1-5]']) if b['Rating [1-5]'] else None, wing=r['Wing'], cap=r['cap'], floor=r['floor'], region=c['Region'], city=c['City'], seg=c['Segment'], contact=c['Contact Person'], budget=c['budget'], coord=b['Coordinator'])
tot = lambda r: r['t']; gu = lambda r: r['g']; hr = lambda r: r['h']; client = lambda r: r['client']; room = lambda r: r['room']; wing = lambda r: r['wing']; typ = lambda r: r['type']; reg = lambda r: r['region']; seg = lambda r: r['seg']; co = lambda r: r['coord']
S = lambda rows, f=tot: sum(f(r) for r in rows)
F = lambda **k: [b for b in bk if all(b[a] == v for a, v in k.items())]
y24, y25 = F(y='2024'), F(y='2025')
noc = [c['Client'] for c in cl if not F(client=c['Client'])]; nor = [r['Room'] for r in ro if not F(room=r['Room'])]

T('Largest room by capacity in each wing?', 'toprow', toprow_in(ro, lambda r: r['Wing'], lambda r: r['Room'], lambda r: r['cap']))
T('per region: the client with the biggest 2025 budget', 'toprow', toprow_in(cl, lambda c: c['Region'], lambda c: c['Client'], lambda c: c['budget']))
T('Can you show me, wing by wing, which room earned the most booking money over the whole period?', 'topsum', top_in(bk, wing, room, tot))
T('which client brought the most guests in each segment (all bookings added up)', 'topsum', top_in(bk, seg, client, gu))
V('On which floor is the Library Lounge?', 'lookup', [RO['Library Lounge']['Floor']])
V('Which rooms charge an hourly rate above the average rate?', 'aboveavg', [r['Room'] for r in ro if r['rate'] > st.mean(x['rate'] for x in ro)])
V('list the booking numbers in 2025 with an amount higher than the average 2025 booking', 'aboveavg', [b['no'] for b in y25 if b['t'] > st.mean(map(tot, y25))])
wa = {k: st.mean(x) for k, x in grp(ro, lambda r: r['Wing'], lambda r: r['rate']).items()}
V('thinking about prices... rooms that are dearer per hour than the average room in their own wing?', 'aboveown', [r['Room'] for r in ro if r['rate'] > wa[r['Wing']]])
sa = {k: st.mean(x) for k, x in grp(cl, lambda c: c['Segment'], lambda c: c['budget']).items()}
V("Which clients' 2025 budgets are below the average budget of their segment?", 'aboveown', [c['Client'] for c in cl if c['budget'] < sa[c['Segment']]])
ct = sums(bk, client, tot)
V('Of the clients that have booked with us, who paid more in total than the average one?', 'groupavg', above_avg(ct))
V('which event types had more bookings than the average event type has', 'groupavg', above_avg(sums(bk, typ)))
T('For each client from the East that has booked with us: how many bookings?', 'pergroup', sums(F(region='East'), client))
T('average guests per booking by wing, weekends only (Sat + Sun)', 'pergroup', {k: st.mean(x) for k, x in grp([b for b in bk if dt(b['d']).weekday() >= 5], wing, gu).items()})
T('im preparing the sales meeting, can i get the total amount per event type for corporate clients, just 2024', 'pergroup', sums(F(seg='Corporate', y='2024'), typ, tot))
V('Which quarter of 2025 was the busiest by number of bookings?', 'period', top(sums(y25, lambda b: qt(b['d']))))
V('what was the weakest quarter we ever had in terms of amount? looking at both years, e.g. 2024-Q2', 'period', top(sums(bk, lambda b: yq(b['d']), tot), low=True))
N('total hours the Rehearsal Studio was booked', 'quantity', S(F(room='Rehearsal Studio'), hr))
V('on which day of the week do most hours get booked?', 'period', top(sums(bk, lambda b: wd(b['d']), hr)))
rt = sums(bk, room, tot)
T('Grand Hall vs Mirror Hall: total amount of each please', 'compare', {k: rt[k] for k in ('Grand Hall', 'Mirror Hall')})
B('Did Rheinbank pay more than Isar Software in 2025?', 'compare', S(F(client='Rheinbank', y='2025')) > S(F(client='Isar Software', y='2025')))
cc = Counter(map(co, bk))
N('how many more bookings did Marta Klein handle than Selin Aydin', 'compare', cc['Marta Klein'] - cc['Selin Aydin'])
V('Which room has Nina Albrecht of Spree Startups booked for the most hours?', 'personmost', top(sums(F(contact='Nina Albrecht'), room, hr)))
V("what kind of event has Lena Maier's company booked most often with us?", 'personmost', top(sums(F(contact='Lena Maier'), typ)))
span = lambda rows: (max(dt(b['d']) for b in rows) - min(dt(b['d']) for b in rows)).days
N('Days between the first and last event of Nordlicht Insurance?', 'span', span(F(client='Nordlicht Insurance')))
T('for every wing, how many days passed from its earliest to its latest event', 'span', {k: span(x) for k, x in grp(bk, wing).items()})
tw = {r['Room'] for r in ro if r['Wing'] == 'Tower'}
V('Which clients have booked every room in the Tower?', 'every', [k for k, x in grp(bk, client, room).items() if tw <= set(x)])
V("who had at least one booking in all four quarters of 2025?", 'every', [k for k, x in grp(y25, client, lambda b: qt(b['d'])).items() if len(set(x)) == 4])
V('Booking numbers where more guests came than the room has capacity for', 'overlimit', [b['no'] for b in bk if b['g'] > b['cap']])
V('which clients went over their 2025 budget with their 2025 bookings?', 'overlimit', [k for k, x in sums(y25, client, tot).items() if x > CL[k]['budget']])
T('and by how much? client and EUR above the 2025 budget, only the ones whose 2025 bookings exceed it', 'overlimit', {k: x - CL[k]['budget'] for k, x in sums(y25, client, tot).items() if x > CL[k]['budget']})
T('Number of bookings for each room in the Annex, including those without any', 'zero', {r['Room']: len(F(room=r['Room'])) for r in ro if r['Wing'] == 'Annex'})
T('amount booked in 2025 by each association; put 0 for those with nothing', 'zero', {c['Client']: S(F(client=c['Client'], y='2025')) for c in cl if c['Segment'] == 'Association'})
T('What percentage of bookings falls to each region?', 'share', {k: pct(x, len(bk)) for k, x in sums(bk, reg).items()})
N('for the investment plan: what share of the total amout did the Garden Wing have booked in 2024, in %', 'share', pct(S(F(wing='Garden Wing', y='2024')), S(y24)))
N('Growth in number of guests from 2024 to 2025, in percent?', 'growth', growth(S(y25, gu), S(y24, gu)))
T('by how many euros did the amount change between 2024 and 2025 in each segment (minus if it dropped)', 'growth', {k: S(F(seg=k, y='2025')) - S(F(seg=k, y='2024')) for k in sa})
q = sums(y25, lambda b: qt(b['d']), tot)
N('How did the booked amount develop from Q1 2025 to Q2 2025? percent change', 'growth', growth(q['Q2'], q['Q1']))
V('clients with 7 or more bookings', 'atleast', [k for k, x in Counter(map(client, bk)).items() if x >= 7])
V('Which rooms did Isar Software book more than once?', 'atleast', [k for k, x in Counter(map(room, F(client='Isar Software'))).items() if x > 1])
N('How many concerts took place after 30 June 2025?', 'date', sum(b['type'] == 'Concert' and b['d'] > '2025-06-30' for b in bk))
V('which clients held an event before 15 Feb 2024?', 'date', uniq(b['client'] for b in bk if b['d'] < '2024-02-15'))
N('median guest count of conferences', 'stats', st.median(map(gu, F(type='Conference'))))
N("What's the difference in square metres between the biggest and smallest room?", 'stats', max(r['area'] for r in ro) - min(r['area'] for r in ro))
V('top five clients by total amount', 'topn', top(sums(bk, client, tot), 5))
B('Was the amount booked in the Tower in 2024 higher than in the Annex?', 'compare', S(F(wing='Tower', y='2024')) > S(F(wing='Annex', y='2024')))
V('Booking numbers of culture clients from the South or West in the Main Building with over 3 hours', 'filter', [b['no'] for b in bk if b['seg'] == 'Culture' and b['region'] in ('South', 'West') and b['wing'] == 'Main Building' and b['h'] > 3])
N('so the Munich corporates, how many of their bookings in 2025 were above 1000 EUR each', 'filter', sum(b['y'] == '2025' and b['seg'] == 'Corporate' and b['city'] == 'Munich' and b['t'] > 1000 for b in bk))
V('Which rooms have never been booked?', 'never', nor)
V('we want to win people back, so who booked something in 2024 but then nothing in 2025', 'never', [k for k in uniq(map(client, y24)) if not F(client=k, y='2025')])
V('hey, looking for clients that have used both the Grand Hall and the Orangery at some point', 'both', [k for k, x in grp(bk, client, room).items() if 'Grand Hall' in x and 'Orangery' in x])
N('How many bookings have no rating?', 'missing', sum(b['rating'] is None for b in bk))
X('how loud can music be in the Garden Wing after 10 pm, is there a limit in decibel?')
V('Event dates of Ruhr Dance Company, earliest first', 'order', sorted(b['d'] for b in F(client='Ruhr Dance Company')))
N('how many diffrent rooms did Hanse Logistics use', 'distinct', len({b['room'] for b in F(client='Hanse Logistics')}))
T('Which rooms did each private client book?', 'listgroup', {k: sorted(set(x)) for k, x in grp(F(seg='Private'), client, room).items()})
assert len({b['d'][:7] for b in bk}) == 24
N('How many bookings per month do we get on average, over all 24 months?', 'permonth', len(bk) / 24)
X('How much did the catering cost for the Rheinbank events?')
X('which booking was cancelled at short notice and why')
X('Is there wheelchair access to the Cellar Vault?')
X('what salary does Jonas Beck get per month')

write(HERE, OUT)
