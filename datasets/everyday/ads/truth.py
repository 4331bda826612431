"""Computes every answer of the 'ads' domain from its files; see `managers.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from managers import F, agg, biggest, first, groups, inyear, last, mean, median, month, names, ndiff, num, q, quarter, ranked, rate, share, total, write, year

# ---------------------------------------------------------------- data
S = records(HERE, 'spend.csv')
L = records(HERE, 'leads.csv')
K = {r['Campaign']: r for r in records(HERE, 'campaigns.csv')}
C = {r['Client']: r for r in records(HERE, 'clients.csv')}
for r in S:
    r['d'] = datetime.strptime(r['Date'], '%d %b %Y')
    r['Impr'], r['Clicks'], r['Cost'] = num(r['Impr']), num(r['Clicks']), num(r['Cost EUR'])
for r in L:
    r['d'] = datetime.strptime(r['received'], '%Y/%m/%d')
    r['Deal'] = num(r['Deal value'])
for r in S + L:
    k = K[r['campaign']]
    r['Client'], r['Goal'] = k['Client'], k['Goal']
    r['Sector'], r['Owner'] = C[k['Client']]['Sector'], C[k['Client']]['Owner']


def of(rows, **kw):
    return [r for r in rows if all(r[k] == v for k, v in kw.items())]


def camp(rows):
    return {r['campaign'] for r in rows}


# ---------------------------------------------------------------- questions
@q('Total ad cost in 2024?', 'total for a year', 'number')
def _(): return total(r['Cost'] for r in inyear(S, 2024))

@q("what's the average deal value of the leads we won", 'average with filter', 'number')
def _(): return mean(r['Deal'] for r in of(L, stage='won'))

@q('Cost per campaign so far, everything that has had spend', 'per group', 'table')
def _(): return agg(S, 'campaign', 'Cost')

@q('How much have we spent for each client?', 'per group over join', 'table')
def _(): return agg(S, 'Client', 'Cost')

@q('number of leads by client sector', 'count per group over two joins', 'table')
def _(): return agg(L, 'Sector', None)

@q('Average cost of a spend entry by campaign goal?', 'average per group over join', 'table')
def _(): return agg(S, 'Goal', 'Cost', mean)

@q('top 3 campaigns by clicks', 'top k', 'values')
def _(): return ranked(agg(S, 'campaign', 'Clicks'), 3)

@q('Of the campaigns with any spend, which two have cost the least?', 'bottom k', 'values')
def _(): return ranked(agg(S, 'campaign', 'Cost'), 2, low=True)

@q('ad cost per month, Oct - Dec 2024', 'per month', 'table')
def _(): return agg([r for r in inyear(S, 2024) if r['d'].month >= 10], month, 'Cost')

@q('How many leads came in during each quarter of 2023?', 'per quarter', 'table')
def _(): return agg(inyear(L, 2023), quarter, None)

@q('clicks per year?', 'per year', 'table')
def _(): return agg(S, year, 'Clicks')

@q('Which month was the most expensive one overall?', 'best month', 'values')
def _(): return ranked(agg(S, month, 'Cost'), 1)

@q('Is there a campaign we have not spent anything on at all yet? which one', 'never', 'values')
def _(): return names(set(K) - camp(S))

@q('campaigns that cost us money but never produced a lead', 'A but not B across tables', 'values')
def _(): return names(camp(r for r in S if r['Cost']) - camp(L))

@q('Which campaigns got leads in 2023 and none in 2024?', 'A but not B', 'values')
def _(): return names(camp(inyear(L, 2023)) - camp(inyear(L, 2024)))

@q('Which campaigns ran on both Search and Social?', 'both A and B', 'values')
def _(): return names(camp(of(S, Chnl='Search')) & camp(of(S, Chnl='Social')))

@q('used Display but never Search - which campaigns?', 'A but not B', 'values')
def _(): return names(camp(of(S, Chnl='Display')) - camp(of(S, Chnl='Search')))

@q('Share of total cost per channel in percent', 'share of total', 'table')
def _(): return share(agg(S, 'Chnl', 'Cost'))

@q('What percentage of leads did we win, broken down by how they came in (form, phone, chat)?', 'share of status', 'table')
def _(): return rate(L, 'via', lambda r: r['stage'] == 'won')

@q('How much did our total ad cost go up or down from 2023 to 2024, in euros?', 'growth absolute', 'number')
def _(): return total(r['Cost'] for r in inyear(S, 2024)) - total(r['Cost'] for r in inyear(S, 2023))

@q('and the number of leads, 2024 vs 2023, change in percent?', 'growth percent', 'number')
def _():
    a, b = len(inyear(L, 2023)), len(inyear(L, 2024))
    return F(100 * (b - a), a)

@q('When did the first lead of each GreenWatt campaign come in?', 'first per group', 'table')
def _(): return {k: first(g)['received'] for k, g in groups(of(L, Client='GreenWatt'), 'campaign').items()}

@q('latest lead per DentaPlus or Casa Verde campaign - just the date', 'last per group', 'table')
def _(): return {k: last(g)['received'] for k, g in groups([r for r in L if r['Client'] in ('DentaPlus', 'Casa Verde')], 'campaign').items()}

@q('Largest deal value among the leads of each client', 'largest per client', 'table')
def _(): return agg(L, 'Client', 'Deal', biggest)

@q('On how many different channels did each campaign of Bergfreunde Sport run?', 'number of different', 'table')
def _(): return ndiff(of(S, Client='Bergfreunde Sport'), 'campaign', 'Chnl')

@q('how many different campaigns have used Video?', 'number of different', 'number')
def _(): return len(camp(of(S, Chnl='Video')))

@q("Rank Nadia, Luis and Tom by the ad cost of their clients, highest first", 'ranking over two joins', 'values')
def _(): return ranked(agg(S, 'Owner', 'Cost'))

@q('Median deal value over all leads?', 'median', 'number')
def _(): return median(r['Deal'] for r in L)

@q('Which campaigns have a budget above the average budget?', 'above average', 'values')
def _():
    b = {k: num(r['Budget']) for k, r in K.items()}
    return names(k for k in b if b[k] > mean(b.values()))

@q('campaigns with more than 5 leads', 'more than n', 'values')
def _(): return names(k for k, v in agg(L, 'campaign', None).items() if v > 5)

@q('Did Social bring us more clicks than Display?', 'compare two', 'boolean')
def _():
    c = agg(S, 'Chnl', 'Clicks')
    return c['Social'] > c['Display']

@q('any spend on Solar Switch in 2024?', 'yes/no', 'boolean')
def _(): return bool(inyear(of(S, campaign='Solar Switch'), 2024))

@q("What's the target CPL for Heat Pump Now?", 'lookup', 'number')
def _(): return num(K['Heat Pump Now']['Target CPL'])

@q('which client is Fresh Skin for?', 'lookup', 'values')
def _(): return K['Fresh Skin']['Client']

@q('What did one click cost us on Summit Sale, all its spend taken together?', 'ratio', 'number')
def _():
    g = of(S, campaign='Summit Sale')
    return total(r['Cost'] for r in g) / total(r['Clicks'] for r in g)

@q('How many spend entries above 900 EUR are still pending?', 'count with two conditions', 'number')
def _(): return sum(r['Cost'] is not None and r['Cost'] > 900 for r in of(S, Status='pending'))

@q('Combined budget of all campaigns for clients in Germany', 'total over join', 'number')
def _(): return total(num(r['Budget']) for r in K.values() if C[r['Client']]['Country'] == 'Germany')

@q('Lost leads that were worth more than 2000 - give me the lead IDs', 'filter with two conditions', 'values')
def _(): return [r['Lead'] for r in of(L, stage='lost') if r['Deal'] is not None and r['Deal'] > 2000]

@q('What age group clicked most on Trail Days?', 'not answerable', 'refuse')
def _(): return None

@q('How many app installs did we get out of the Video ads?', 'not answerable', 'refuse')
def _(): return None


if __name__ == '__main__':
    write(HERE)
