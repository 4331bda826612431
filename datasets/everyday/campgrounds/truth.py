"""Computes every answer of the 'campgrounds' domain from its files; see `rentals.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from rentals import *  # beside the folders of the domains

def build(S, G, K):
    o = Out('campgrounds'); V, N, B, T, R = o.V, o.N, o.B, o.T, o.R
    si = {s['site_name']: s for s in S}; gu = {g['guest_name']: g for g in G}
    J = [{**si[k['site_name']], **gu[k['guest_name']], **k} for k in K]
    A, SN, GN, PT = 'amount_paid', 'site_name', 'guest_name', 'pitch_type'
    yr = lambda y, rows=None: [j for j in (J if rows is None else rows) if j['arrival_date'][:4] == str(y)]
    w = lambda **k: [j for j in J if all(j[a] == b for a, b in k.items())]
    tot = lambda rows, c=A: sum((f(r, c) for r in rows), Fr(0))
    y3, y4 = yr(2023), yr(2024)
    regs = uniq(s['region'] for s in S); pts = uniq(k[PT] for k in K)

    V('lookup', "who runs Pine Hollow? i mean the manager", [si['Pine Hollow']['manager']])
    N('count', "How many bookings had their arrival in 2023?", len(y3))
    T('topgroup', "What's the biggest site, going by pitches, in every region?", {k: best({s[SN]: f(s, 'pitches') for s in v}) for k, v in group(S, 'region').items()})
    T('topgroup', "Region by region: the guest who has paid the most in total for stays there", {k: best(sums(v, GN, A)) for k, v in group(J, 'region').items()}, regs)
    T('topgroup', "for each pitch type i'd like to know the site that earned the most", {k: best(sums(v, SN, A)) for k, v in group(J, PT).items()})
    V('aboveavg', "Which sites have a base price above the average base price of all sites?", above({s[SN]: f(s, 'base_price') for s in S}, mean(f(s, 'base_price') for s in S)))
    V('aboveavg', "booking numbers where the amount paid was more than twice the average booking, across everything we have", few(above({k['booking_no']: f(k, A) for k in K}, 2 * mean(f(k, A) for k in K)), 3, 18))
    ra = {k: mean(f(s, 'pitches') for s in v) for k, v in group(S, 'region').items()}; assert all(f(s, 'pitches') != ra[s['region']] for s in S)
    V('owngroup', "Sites having more pitches than the average site of their own region", [s[SN] for s in S if f(s, 'pitches') > ra[s['region']]])
    pa = {k: mean(f(r, A) for r in v) for k, v in group(K, PT).items()}
    V('owngroup', "which bookings (numbers) cost more than double the average amount of bookings with the same pitch type", few([k['booking_no'] for k in K if f(k, A) > 2 * pa[k[PT]]], 2, 16))
    gc = counts(K, GN)
    V('abovegroup', "Who has more bookings than the average guest, counting only guests with at least one booking? (both years together)", above(gc, Fr(len(K), len(gc))))
    ss = sums(y4, SN, A); a1 = above(ss, mean(ss.values())); assert set(a1) == set(above(ss, sum(ss.values()) / len(S)))
    V('abovegroup', "Which sites took in more money in 2024 than the average site did that year?", a1)
    T('each', "For each site in the Highlands, total nights sold", sums(w(region='Highlands'), SN, 'nights'), [s[SN] for s in S if s['region'] == 'Highlands'])
    T('each', "average amount paid per booking for every membership level", {k: mean(f(r, A) for r in v) for k, v in group(J, 'membership').items()}, {g['membership'] for g in G})
    T('each', "how many bookings per pitch type did the lake sites get (site type Lake)", counts(w(site_type='Lake'), PT), pts)
    V('period', "Which month had the most arrivals, over the two years? YYYY-MM", [best(counts(K, lambda r: r['arrival_date'][:7]))])
    V('period', "what was our best quarter ever in terms of money paid for bookings, going by arrival date? please write it like 2023-Q1", [best(sums(K, lambda r: r['arrival_date'][:4] + '-' + quarter(r['arrival_date']), A))])
    V('period', "Worst quarter of 2024 by nights sold (arrival date counts)", [best(sums(y4, lambda r: quarter(r['arrival_date']), 'nights'), True)])
    d = counts(K, lambda r: weekday(r['arrival_date'])); assert len(d) == 7
    V('period', "which weekday sees the fewest arrivals", [best(d, True)])
    T('compare', "Seal Bay vs Pine Hollow - nights sold at each one in 2024", {k: tot([r for r in y4 if r[SN] == k], 'nights') for k in ('Seal Bay', 'Pine Hollow')})
    x, y = tot(w(site_name='Gannet Point')), tot(w(site_name='Otter Creek')); assert x != y
    B('compare', "Has Otter Creek earned more than Gannet Point overall?", y > x)
    N('compare', "How much more did the Coast region take in than the Valley region?", pos(tot(w(region='Coast')) - tot(w(region='Valley'))))
    V('mostof', "Which pitch type does Nora Feldkamp book most often?", [best(counts(w(guest_name='Nora Feldkamp'), PT))])
    V('mostof', "where has tom ashby spent the most nights, which site", [best(sums(w(guest_name='Tom Ashby'), SN, 'nights'))])
    g = lambda rows: (max(day(r['arrival_date']) for r in rows) - min(day(r['arrival_date']) for r in rows)).days
    N('span', "days between Priya Raman's first and last arrival?", pos(g(w(guest_name='Priya Raman'))))
    V('every', "Guests who've stayed in every one of our regions", few([k for k, v in group(J, GN).items() if {r['region'] for r in v} == set(regs)], 1, 10))
    V('every', "name the sites that have been booked with all four pitch types", few([k for k, v in group(J, SN).items() if {r[PT] for r in v} == set(pts)], 1, 12)); assert len(pts) == 4
    V('limit', "We had complaints about overcrowding. Which bookings brought more persons than the max group size of the site? booking numbers", few([j['booking_no'] for j in J if f(j, 'persons') > f(j, 'max_group_size')], 3, 14))
    V('limit', "Which sites beat their 2024 revenue target with the bookings arriving that year?", few([k for k, v in ss.items() if v > f(si[k], 'revenue_target_2024')], 2, 12))
    z = {s[SN]: sum(r[SN] == s[SN] for r in K) for s in S if s['region'] == 'Valley'}; assert 0 in z.values()
    T('zero', "bookings per site for the Valley, incl. sites that have none at all", z)
    z = {q['guest_name']: sum(r[GN] == q[GN] for r in y4) for q in G if q['home_city'] == 'Leeds'}; assert 0 in z.values()
    T('zero', "For every guest from Leeds give the number of bookings in 2024, also the ones who didnt book anything that year", z)
    T('share', "percent of total amount paid per pitch type", {k: v * 100 / tot(K) for k, v in sums(K, PT, A).items()})
    N('share', "What percentage of all bookings was made by Gold members?", Fr(100 * len(w(membership='Gold')), len(K)))
    N('growth', "how many more nights did we sell in 2024 compared with 2023?", pos(tot(y4, 'nights') - tot(y3, 'nights')))
    a, b = sums(y3, 'site_type', A), sums(y4, 'site_type', A)
    T('growth', "Per site type, the change in amount paid from 2023 to 2024. Negative where it dropped.", {k: b[k] - a[k] for k in a}, b)
    q = sums(y4, lambda r: quarter(r['arrival_date']), A)
    N('growth', "by what percent did takings (amount paid) rise from Q1 to Q2 of 2024?", pos((q['Q2'] - q['Q1']) * 100 / q['Q1']))
    V('atleast', "guests with 6 bookings or more", few([k for k, v in gc.items() if v >= 6], 3, 14))
    V('atleast', "Who has been to Seal Bay more than once?", few([k for k, v in counts(w(site_name='Seal Bay'), GN).items() if v > 1], 1, 6))
    V('before', "Which guests have been members since before 2018?", few([x[GN] for x in G if x['member_since'] < '2018-01-01'], 3, 14))
    assert all(k['checkin_time'] != '20:00' for k in K)
    N('time', "how many check-ins happend later than 20:00 in 2024", pos(sum(k['checkin_time'] > '20:00' for k in y4)))
    N('stat', "median amount paid of the cabin bookings", median(f(k, A) for k in w(pitch_type='Cabin')))
    N('stat', "What is the average star rating given for the Coast sites, leaving out bookings without stars?", mean(f(r, 'stars') for r in w(region='Coast') if r['stars']))
    T('range', "for each region, base price of the dearest site minus the cheapest one", {k: max(f(s, 'base_price') for s in v) - min(f(s, 'base_price') for s in v) for k, v in group(S, 'region').items()})
    V('topn', "top 3 sites by money taken over the whole two years, best first", topn(sums(K, SN, A), 3))
    V('topn', "Can you pull out the 5 guests with the highest spend at Lake type sites, from highest down?", topn(sums(w(site_type='Lake'), GN, A), 5))
    V('filter', "booking numbers for caravans on the Coast in 2024 that stayed 5 nights or longer", few([r['booking_no'] for r in y4 if r['region'] == 'Coast' and r[PT] == 'Caravan' and f(r, 'nights') >= 5], 1, 10))
    N('filter', "Total paid by Silver members from York for stays in the Highlands", pos(tot(w(membership='Silver', home_city='York', region='Highlands'))))
    V('never', "which guests have never booked a thing with us?", few([x[GN] for x in G if x[GN] not in gc], 1, 6))
    st = lambda r: {x[GN] for x in w(region=r)}
    V('never', "Gold members who have stayed on the Coast but never in the Highlands", few([x[GN] for x in G if x['membership'] == 'Gold' and x[GN] in st('Coast') - st('Highlands')], 1, 8))
    p = lambda t: {x[GN] for x in y4 if x[PT] == t}
    V('both', "Guests who in 2024 had both a tent and a cabin booking", few(sorted(p('Tent') & p('Cabin')), 1, 10))
    T('missing', "how many bookings without a star rating are there in each region?", counts(w(stars=''), 'region'), regs)
    V('order', "list the Coast sites from cheapest to dearest base price", ordered([s for s in S if s['region'] == 'Coast'], 'base_price', SN))
    V('order', "Booking numbers of Priya Raman sorted by arrival date, oldest first", ordered(w(guest_name='Priya Raman'), 'arrival_date', 'booking_no', str))
    N('distinct', "how many different towns do our sites list as nearest town", len({s['nearest_town'] for s in S}))
    T('listper', "Which sites did each guest from Bristol book in 2024?", {k: {r[SN] for r in v} for k, v in group([r for r in y4 if r['home_city'] == 'Bristol'], GN).items()}, [x[GN] for x in G if x['home_city'] == 'Bristol'])
    assert len({r['arrival_date'][:7] for r in y4}) == 12
    N('permonth', "how many bookings do we get per month on avarage, taking the 12 months of 2024 by arrival date", Fr(len(y4), 12))
    R("How many dogs did guests bring along in 2024?")
    R("what will the takings be in summer 2026")
    R("Which guests cancelled their booking at the last minute?")
    R("email adress of Tom Ashby pls")
    R("Which site has the highest electricity bill per pitch?")
    return o

if __name__ == '__main__':
    build(load('sites.csv'), load('guests.csv'), load('bookings.csv')).write()
