"""Computes every answer of the 'printerlease' domain from its files; see `rentals.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from rentals import *  # beside the folders of the domains

def build(C, M, S):
    o = Out('printerlease'); V, N, B, T, R = o.V, o.N, o.B, o.T, o.R
    cu = {c['CustomerID']: c for c in C}; ma = {m['MachineID']: m for m in M}
    # calls joined with machine and customer
    J = []
    for s in S:
        m = ma[s['MachineID']]; J.append({**cu[m['CustomerID']], **m, **s})
    MJ = [{**cu[m['CustomerID']], **m} for m in M]
    A, CN, MN, TE, FT = 'InvoiceAmount', 'CustomerName', 'MachineName', 'Technician', 'FaultType'
    yr = lambda y: [j for j in J if j['CallDate'][:4] == str(y)]
    w = lambda **k: [j for j in J if all(j[a] == b for a, b in k.items())]
    tot = lambda rows, c=A: sum((f(r, c) for r in rows), Fr(0))
    y3, y4 = yr(2023), yr(2024)

    V('lookup', "Who is the contact person at Brightwell Clinic?", [c['ContactPerson'] for c in C if c[CN] == 'Brightwell Clinic'])
    N('count', "how many service calls did we have in 2024", len(y4))
    T('topgroup', "For each machine type, which machine has the highest monthly rent?",
      {k: best({m[MN]: f(m, 'MonthlyRent') for m in v}) for k, v in group(M, 'MachineType').items()})
    T('topgroup', "need this for monday's meeting: which customer brought in the most invoice money in each region?",
      {k: best(sums(v, CN, A)) for k, v in group(J, 'Region').items()}, uniq(c['Region'] for c in C))
    T('topgroup', "Per technician, the type of fault they invoiced the most for in total",
      {k: best(sums(v, FT, A)) for k, v in group(J, TE).items()})
    V('aboveavg', "Which machines rent for more than the average monthly rent of all our machines?",
      above({m[MN]: f(m, 'MonthlyRent') for m in M}, mean(f(m, 'MonthlyRent') for m in M)))
    V('aboveavg', "I'm looking for the really heavy jobs - call IDs where the labour hours were more than double the overall average per call",
      few(above({s['CallID']: f(s, 'LabourHours') for s in S}, 2 * mean(f(s, 'LabourHours') for s in S)), 2, 14))
    ga = {k: mean(f(m, 'MonthlyRent') for m in v) for k, v in group(M, 'MachineType').items()}
    assert all(f(m, 'MonthlyRent') != ga[m['MachineType']] for m in M)
    V('owngroup', "machines that are pricier per month than the average of their own machine type, names please",
      [m[MN] for m in M if f(m, 'MonthlyRent') > ga[m['MachineType']]])
    fa = {k: mean(f(s, A) for s in v) for k, v in group(S, FT).items()}
    V('owngroup', "Which calls were invoiced at more than twice the average invoice for their own fault type? Give the call IDs.",
      few([s['CallID'] for s in S if f(s, A) > 2 * fa[s[FT]]], 2, 14))
    cc = counts(J, CN); a1 = above(cc, Fr(len(J), len(C))); assert set(a1) == set(above(cc, Fr(len(J), len(cc))))
    V('abovegroup', "Which customers had more service calls than the average customer?", a1)
    ts = sums(J, TE, A)
    V('abovegroup', "technicians whose invoiced total is higher than what the average technician invoiced", above(ts, mean(ts.values())))
    T('each', "For each customer in the North region, what did we invoice in total for service calls?", sums(w(Region='North'), CN, A),
      [c[CN] for c in C if c['Region'] == 'North'])
    T('each', "how many calls did every technician handle in 2023?", counts(y3, TE), ts)
    T('each', "average invoice per fault type, but only for calls on plotters", {k: mean(f(r, A) for r in v) for k, v in group(w(MachineType='Plotter'), FT).items()}, fa)
    V('period', "What was our busiest month by number of service calls? format yyyy-mm", [best(counts(J, lambda r: r['CallDate'][:7]))])
    V('period', "in 2024, which quarter had the highest invoiced amount", [best(sums(y4, lambda r: quarter(r['CallDate']), A))])
    assert len({r['CallDate'][:7] for r in y4}) == 12
    N('permonth', "On average, how many service calls per month did we get during 2024?", Fr(len(y4), 12))
    d = sums(y3, lambda r: r['CallDate'][:7], A); assert len(d) == 12
    V('period', "which month of 2023 was the weakest money wise (invoiced amount of the service calls)?", [best(d, True)])
    T('compare', "Compare Harbour Freight Lines and Castell Legal: invoiced service total in 2024 for each",
      {k: tot(r for r in y4 if r[CN] == k) for k in ('Harbour Freight Lines', 'Castell Legal')})
    x, y = tot(r for r in y3 if r[TE] == 'Petra Lindqvist'), tot(r for r in y3 if r[TE] == 'Omar Haddad'); assert x != y
    B('compare', "Did Petra Lindqvist bring in more invoice money than Omar Haddad in 2023?", x > y)
    N('compare', "how much more did we invoice to the Law customers than to the Education ones, all in all?", pos(tot(w(Industry='Law')) - tot(w(Industry='Education'))))
    V('mostof', "what kind of fault did Petra Lindqvist deal with most often", [best(counts(w(Technician='Petra Lindqvist'), FT))])
    V('mostof', "Which technician has been out to St. Anselm College the most times?", [best(counts(w(CustomerName='St. Anselm College'), TE))])
    g = lambda rows: (max(day(r['CallDate']) for r in rows) - min(day(r['CallDate']) for r in rows)).days
    N('span', "How many days lie between the first and the last service call for the machine Heron?", pos(g(w(MachineName='Heron'))))
    N('span', "days from the very first call to the most recent one at Linden Apotheke", pos(g(w(CustomerName='Linden Apotheke'))))
    V('every', "Which customers have had every single fault type at least once?", few([k for k, v in group(J, CN).items() if {r[FT] for r in v} == set(fa)], 1, 8))
    V('every', "customers that do lease from us and where all of the machines are of type Color Laser",
      few([k for k, v in group(MJ, CN).items() if all(m['MachineType'] == 'Color Laser' for m in v)], 1, 6))
    assert all(f(j, A) != f(j, 'RepairCap') for j in J)
    V('limit', "Which single calls were invoiced above the repair cap of the machine concerned? IDs of the calls please", few([j['CallID'] for j in J if f(j, A) > f(j, 'RepairCap')], 3, 14))
    V('limit', "If you add up all calls of 2024, which machines went over their repair cap?", few([k for k, v in sums(y4, MN, A).items() if v > next(f(m, 'RepairCap') for m in M if m[MN] == k)], 2, 18))
    z = {c[CN]: sum(m['CustomerID'] == c['CustomerID'] for m in M) for c in C if c['Region'] == 'West'}; assert 0 in z.values()
    T('zero', "Number of machines leased by every customer in the West, including those without any", z)
    z = {m[MN]: sum(r['MachineID'] == m['MachineID'] for r in y4) for m in M if m['MachineType'] == 'Plotter'}; assert 0 in z.values()
    T('zero', "list each plotter with its number of calls in 2024, and put a 0 for the ones that had none", z)
    T('share', "What percentage of the total invoiced amount comes from each region?", {k: v * 100 / tot(J) for k, v in sums(J, 'Region', A).items()})
    N('share', "share of paper jams among all the calls of 2024, in percent", Fr(100 * sum(r[FT] == 'Paper Jam' for r in y4), len(y4)))
    N('growth', "By how much did the invoiced service total grow from 2023 to 2024 (euros)?", pos(tot(y4) - tot(y3)))
    a, b = counts(y3, 'Region'), counts(y4, 'Region')
    T('growth', "change in the number of service calls from 2023 to 2024 for each region (minus if it went down)", {k: b[k] - a[k] for k in a}, b)
    V('atleast', "Which machines needed at least 5 service calls?", few([k for k, v in counts(J, MN).items() if v >= 5], 3, 12))
    V('atleast', "customers who had a toner leak more than once in 2024?", few([k for k, v in counts([r for r in y4 if r[FT] == 'Toner Leak'], CN).items() if v > 1], 1, 8))
    V('before', "machines instaled before 1 January 2020", few([m[MN] for m in M if m['InstallDate'] < '2020-01-01'], 3, 15))
    assert all(s['CallTime'] != '15:30' for s in S)
    N('time', "How many of the calls came in after 15:30?", pos(sum(s['CallTime'] > '15:30' for s in S)))
    N('stat', "median invoice amount for drum wear calls", median(f(r, A) for r in w(FaultType='Drum Wear')))
    V('stat', "what's the ID of the call with the lowest invoice we ever wrote?", [best({s['CallID']: f(s, A) for s in S}, True)])
    rl = [f(m, 'MonthlyRent') for m in M if m['MachineType'] == 'Color Laser']
    N('range', "Difference between the highest and lowest monthly rent among the Color Laser machines", max(rl) - min(rl))
    T('range', "per fault type, how far apart are the longest and the shortest job in labour hours?", {k: max(f(s, 'LabourHours') for s in v) - min(f(s, 'LabourHours') for s in v) for k, v in group(S, FT).items()})
    V('topn', "Top 3 customers by invoiced service amount in 2024, highest first", topn(sums(y4, CN, A), 3))
    V('topn', "hey, can you tell me the 4 cities where we spent the most labour hours on calls? biggest one first", topn(sums(J, 'City', 'LabourHours'), 4))
    V('filter', "Call IDs for Healthcare customers in the South handled by Omar Haddad", few([r['CallID'] for r in w(Industry='Healthcare', Region='South', Technician='Omar Haddad')], 1, 8))
    N('filter', "how many calls over 200 euros invoice did we have on Mono Laser machines of Retail customers in 2024?", pos(sum(f(r, A) > 200 for r in y4 if r['MachineType'] == 'Mono Laser' and r['Industry'] == 'Retail')))
    V('never', "Which machines have never had a service call?", few([m[MN] for m in M if m['MachineID'] not in {s['MachineID'] for s in S}], 1, 6))
    V('never', "customers we were out at in 2023 but not once in 2024", few([k for k in uniq(r[CN] for r in y3) if k not in {r[CN] for r in y4}], 1, 5))
    s1 = lambda t: {r[CN] for r in y4 if r[TE] == t}
    V('both', "in 2024, which customers got visits from both Petra Lindqvist and Jonas Reuter?", few(sorted(s1('Petra Lindqvist') & s1('Jonas Reuter')), 1, 7))
    N('missing', "How many calls have no customer rating?", pos(sum(s['Rating'] == '' for s in S)))
    V('order', "list the plotters from cheapest to dearest monthly rent", ordered([m for m in M if m['MachineType'] == 'Plotter'], 'MonthlyRent', MN))
    N('distinct', "how many diferent machines has Jonas Reuter worked on so far?", len({r['MachineID'] for r in w(Technician='Jonas Reuter')}))
    T('listper', "Which technicians went out to each of the East customers during 2024?", {k: {r[TE] for r in v} for k, v in group([r for r in y4 if r['Region'] == 'East'], CN).items()},
      [c[CN] for c in C if c['Region'] == 'East'])
    N('sumqty', "number of spare parts used in total on calls for Logistics customers", tot(w(Industry='Logistics'), 'PartsUsed'))
    R("What is the phone number of Brightwell Clinic?")
    R("how many toner cartridges do we still have in the warehouse")
    R("Which technician has the highest salary?")
    R("whats our profit on each machine after the purchase price and financing costs, roughly")
    R("Which customers have given notice to end their lease?")
    return o

if __name__ == '__main__':
    build(load('customers.csv'), load('machines.csv'), load('service_calls.csv')).write()
