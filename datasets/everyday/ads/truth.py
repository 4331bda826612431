"""Computes the answer of every question from the CSV files and writes questions.jsonl.
Conventions: empty cells are left out of sums / averages / medians; "per X" covers the X that occur
in the transactions unless the question says otherwise; months are YYYY-MM, quarters YYYY-Qn;
dates are given as written in the cells; percentages as plain numbers."""
import sys
import csv, json, os
from datetime import datetime
from fractions import Fraction as F

HERE = os.path.dirname(os.path.abspath(__file__))
PREFIX = os.path.basename(HERE)
QS = []


def load(name):
    with open(os.path.join(HERE, name), newline='', encoding='utf-8') as f:
        return list(csv.DictReader(f))


def num(s):
    s = s.replace(',', '').replace('$', '').strip()
    return F(s) if s else None


def fmt(x):
    if isinstance(x, str):
        return x
    x = F(x)
    sign, c = ('-' if x < 0 else ''), abs(x) * 100
    if (2 * c).denominator == 1 and c.denominator == 2:
        print('NOTE exact half at the third decimal', float(x))
    c = int(c + F(1, 2))
    return sign + (str(c // 100) if c % 100 == 0 else f'{c // 100}.{c % 100:02d}')


def q(question, kind, answer_type):
    def deco(fn):
        QS.append((question, kind, answer_type, fn))
        return fn
    return deco


def total(xs):
    return sum((x for x in xs if x is not None), F(0))


def mean(xs):
    xs = [x for x in xs if x is not None]
    return total(xs) / len(xs)


def median(xs):
    xs = sorted(x for x in xs if x is not None)
    n = len(xs)
    return xs[n // 2] if n % 2 else (xs[n // 2 - 1] + xs[n // 2]) / 2


def biggest(xs):
    return max(x for x in xs if x is not None)


def groups(rows, key):
    out = {}
    for r in rows:
        k = key(r) if callable(key) else r[key]
        if k:
            out.setdefault(k, []).append(r)
    return dict(sorted(out.items()))


def agg(rows, key, val, f=total):
    """group -> f(values); val None counts rows"""
    return {k: (F(len(g)) if val is None else f([r[val] for r in g])) for k, g in groups(rows, key).items()}


def ndiff(rows, key, what):
    return {k: len({r[what] for r in g}) for k, g in groups(rows, key).items()}


def share(d):
    s = total(d.values())
    return {k: v * 100 / s for k, v in d.items()}


def rate(rows, key, test):
    return {k: F(100 * sum(map(test, g)), len(g)) for k, g in groups(rows, key).items()}


def ranked(d, k=None, low=False):
    """keys by value (highest first, or lowest first), first k; stops on a tie that would matter"""
    o = sorted(d, key=lambda x: d[x], reverse=not low)
    k = k or len(o)
    for a, b in zip(o[:k], o[1:k + 1]):
        assert d[a] != d[b], ('tie', a, b, d[a])
    return o[:k]


def names(it):
    return sorted(set(it))


def month(r):
    return r['d'].strftime('%Y-%m')


def quarter(r):
    return f"{r['d'].year}-Q{(r['d'].month + 2) // 3}"


def year(r):
    return str(r['d'].year)


def inyear(rows, y):
    return [r for r in rows if r['d'].year == y]


def first(rows):
    m = min(r['d'] for r in rows)
    g = [r for r in rows if r['d'] == m]
    assert len(g) == 1, ('tie first', g)
    return g[0]


def last(rows):
    m = max(r['d'] for r in rows)
    g = [r for r in rows if r['d'] == m]
    assert len(g) == 1, ('tie last', g)
    return g[0]


def write():
    path, lines = os.path.join(HERE, 'questions.jsonl'), []
    for i, (text, kind, at, fn) in enumerate(QS, 1):
        a = fn()
        if at == 'refuse':
            ans = []
        elif at == 'table':
            assert isinstance(a, dict) and a, text
            ans = [f'{k} | {fmt(v)}' for k, v in a.items()]
        elif at == 'boolean':
            assert isinstance(a, bool)
            ans = ['yes' if a else 'no']
        elif at == 'number':
            ans = [fmt(a)]
        else:
            ans = [fmt(x) for x in (a if isinstance(a, (list, tuple)) else [a])]
            assert ans, text
        lines.append(json.dumps({'id': f'{PREFIX}-{i:02d}', 'question': text, 'kind': kind,
                                 'answer_type': at, 'answers': ans}, ensure_ascii=False) + '\n')
    if '--check' in sys.argv:
        with open(path, encoding='utf-8') as f:
            assert f.readlines() == lines, 'the answers are others'
        print('the same')
    else:
        with open(path, 'w', encoding='utf-8') as f:
            f.writelines(lines)


# ---------------------------------------------------------------- data
S = load('spend.csv')
L = load('leads.csv')
K = {r['Campaign']: r for r in load('campaigns.csv')}
C = {r['Client']: r for r in load('clients.csv')}
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
    write()
