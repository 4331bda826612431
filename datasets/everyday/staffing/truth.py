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
T = load('timesheets.csv')
C = {r['Client name']: r for r in load('clients.csv')}
W = {r['Worker']: r for r in load('workers.csv')}
for r in T:
    r['d'] = datetime.strptime(r['Wk ending'], '%m/%d/%Y')
    r['Hrs'] = num(r['Hrs'])
    r['Bill'] = num(r['Billed USD'])
    r['Industry'], r['Tier'] = C[r['client']]['Industry'], C[r['client']]['Tier']
    r['Skill'], r['Branch'] = W[r['Worker']]['Skill'], W[r['Worker']]['Branch']


def of(**kw):
    return [r for r in T if all(r[k] == v for k, v in kw.items())]


def col(rows, k):
    return {r[k] for r in rows}


# ---------------------------------------------------------------- questions
@q('How many hours do we have on timesheets in total?', 'total', 'number')
def _(): return total(r['Hrs'] for r in T)

@q('what did we bill in 2023, all timesheets together?', 'total for a year', 'number')
def _(): return total(r['Bill'] for r in inyear(T, 2023))

@q('Average billed amount per timesheet for each client that has timesheets', 'average per group', 'table')
def _(): return agg(T, 'client', 'Bill', mean)

@q('Hours by skill - welders, nurses, cooks etc.', 'per group over join', 'table')
def _(): return agg(T, 'Skill', 'Hrs')

@q('billed USD per industry, both years together', 'per group over join', 'table')
def _(): return agg(T, 'Industry', 'Bill')

@q('Mean hours per timesheet for each branch our workers belong to?', 'average per group over join', 'table')
def _(): return agg(T, 'Branch', 'Hrs', mean)

@q('Who are the top three workers by amount billed?', 'top k', 'values')
def _(): return ranked(agg(T, 'Worker', 'Bill'), 3)

@q('which two clients used the fewest hours? leave out those with no timesheets', 'bottom k', 'values')
def _(): return ranked(agg(T, 'client', 'Hrs'), 2, low=True)

@q('Month by month, what did we bill from April through June 2024?', 'per month', 'table')
def _(): return agg([r for r in inyear(T, 2024) if 4 <= r['d'].month <= 6], month, 'Bill')

@q('hours worked per quarter in 2024', 'per quarter', 'table')
def _(): return agg(inyear(T, 2024), quarter, 'Hrs')

@q('How many timesheets were there in 2023 and how many in 2024?', 'per year', 'table')
def _(): return agg(T, year, None)

@q('In which month did we bill the most? Looking at the full two years.', 'best month', 'values')
def _(): return ranked(agg(T, month, 'Bill'), 1)

@q('Which clients on our list have never had a timesheet?', 'never', 'values')
def _(): return names(set(C) - col(T, 'client'))

@q('who on the worker list does not have a single timesheet?', 'never', 'values')
def _(): return names(set(W) - col(T, 'Worker'))

@q('Which workers have no timesheet in 2024?', 'not in a period', 'values')
def _(): return names(set(W) - col(inyear(T, 2024), 'Worker'))

@q('Who has worked for both Bluebird Foods and Hillcrest Foods?', 'both A and B', 'values')
def _(): return names(col(of(client='Bluebird Foods'), 'Worker') & col(of(client='Hillcrest Foods'), 'Worker'))

@q('Clients that had a cook from us but never a driver', 'A but not B over join', 'values')
def _(): return names(col(of(Skill='Cook'), 'client') - col(of(Skill='Driver'), 'client'))

@q('What percent of everything we billed comes from Gold, Silver and Bronze clients respectively?', 'share of total', 'table')
def _(): return share(agg(T, 'Tier', 'Bill'))

@q('Per industry, what % of timesheets are approved?', 'share of status', 'table')
def _(): return rate(T, 'Industry', lambda r: r['Status'] == 'approved')

@q('Difference in total hours, 2024 minus 2023?', 'growth absolute', 'number')
def _(): return total(r['Hrs'] for r in inyear(T, 2024)) - total(r['Hrs'] for r in inyear(T, 2023))

@q('How much did billing to Food clients grow in 2024 versus 2023, in percent?', 'growth percent', 'number')
def _():
    a, b = (total(r['Bill'] for r in inyear(of(Industry='Food'), y)) for y in (2023, 2024))
    return (b - a) * 100 / a

@q('by how much did billing change from September 2023 to October 2023, in dollars', 'difference between months', 'number')
def _():
    m = agg(T, month, 'Bill')
    return m['2023-10'] - m['2023-09']

@q('Last week ending on a timesheet for each worker of the Dayton branch who has any', 'last per worker', 'table')
def _(): return {k: last(g)['Wk ending'] for k, g in groups(of(Branch='Dayton'), 'Worker').items()}

@q('Who was the first worker we ever had at Apex Logistics?', 'first', 'values')
def _(): return first(of(client='Apex Logistics'))['Worker']

@q('For each client, the single highest billed timesheet amount', 'largest per client', 'table')
def _(): return agg(T, 'client', 'Bill', biggest)

@q('number of different workers sent to each client', 'number of different', 'table')
def _(): return ndiff(T, 'client', 'Worker')

@q('How many different clients has Eli Foster worked for?', 'number of different', 'number')
def _(): return len(col(of(Worker='Eli Foster'), 'client'))

@q('Please rank the industries by hours, most hours first.', 'ranking', 'values')
def _(): return ranked(agg(T, 'Industry', 'Hrs'))

@q('median billed amount of the approved timesheets?', 'median', 'number')
def _(): return median(r['Bill'] for r in of(Status='approved'))

@q('Which workers have an hourly rate above the average rate of all workers?', 'above average', 'values')
def _():
    t = {k: num(r['Rate/h']) for k, r in W.items() if r['Rate/h']}
    return names(k for k in t if t[k] > mean(t.values()))

@q('workers with more than 6 timesheets', 'more than n', 'values')
def _(): return names(k for k, v in agg(T, 'Worker', None).items() if v > 6)

@q('Bria Coleman or Eli Foster: who has more hours?', 'compare two', 'values')
def _(): return ranked({k: total(r['Hrs'] for r in of(Worker=k)) for k in ('Bria Coleman', 'Eli Foster')}, 1)

@q('Who is the account manager for Apex Logistics?', 'lookup', 'values')
def _(): return C['Apex Logistics']['Acct mgr']

@q('hire date of Carl Jensen?', 'lookup', 'values')
def _(): return W['Carl Jensen']['hired']

@q('Which client has no account manager assigned?', 'missing value', 'values')
def _(): return names(k for k, r in C.items() if not r['Acct mgr'])

@q('Show the timesheets (TS numbers) that are disputed and over 1,500 dollars.', 'filter with two conditions', 'values')
def _(): return [r['TS'] for r in of(Status='disputed') if r['Bill'] is not None and r['Bill'] > 1500]

@q('How many Healthcare clients do we have in total, whether active or not?', 'count', 'number')
def _(): return sum(r['Industry'] == 'Healthcare' for r in C.values())

@q('Did Evergreen Hotels book anybody in 2024?', 'yes/no', 'boolean')
def _(): return bool(inyear(of(client='Evergreen Hotels'), 2024))

@q('How satisfied was Fairview Hospital with our nurses?', 'not answerable', 'refuse')
def _(): return None

@q('Whose work permit expires next year?', 'not answerable', 'refuse')
def _(): return None


if __name__ == '__main__':
    write()
