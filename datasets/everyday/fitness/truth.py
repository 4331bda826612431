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
P = load('payments.csv')
B = load('bookings.csv')
M = {r['Name']: r for r in load('members.csv')}
C = {r['Club']: r for r in load('clubs.csv')}
for r in P:
    r['d'] = datetime.strptime(r['Date'], '%Y-%m-%d')
    r['Fee'] = num(r['Fee'])
for r in B:
    r['d'] = datetime.strptime(r['day'], '%d/%m/%Y')
    r['Mins'] = num(r['Mins'])
for r in P + B:
    m = M[r['member']]
    r['Plan'], r['Club'], r['City'] = m['Plan'], m['Club'], C[m['Club']]['City']


def who(rows):
    return {r['member'] for r in rows}


def booked(cl):
    return who(r for r in B if r['Class'] == cl)


# ---------------------------------------------------------------- questions
@q('Add up the Fee column over all receipts, whatever their status', 'total', 'number')
def _(): return total(r['Fee'] for r in P)

@q('How much money is sitting in receipts that are late or still open?', 'total with filter', 'number')
def _(): return total(r['Fee'] for r in P if r['Status'] in ('late', 'open'))

@q('average fee per receipt, split by membership plan', 'average per group over join', 'table')
def _(): return agg(P, 'Plan', 'Fee', mean)

@q("Total fees per club, going by the member's club. Only clubs that have any.", 'per group over join', 'table')
def _(): return agg(P, 'Club', 'Fee')

@q('And what are the total fees per city?', 'per group over two joins', 'table')
def _(): return agg(P, 'City', 'Fee')

@q('How many bookings does each class have?', 'count per group', 'table')
def _(): return agg(B, 'Class', None)

@q('avg minutes per booking for each class', 'average per group', 'table')
def _(): return agg(B, 'Class', 'Mins', mean)

@q('Top 3 members by total fees?', 'top k', 'values')
def _(): return ranked(agg(P, 'member', 'Fee'), 3)

@q('Among members with at least one receipt, who has the lowest fee total?', 'bottom k', 'values')
def _(): return ranked(agg(P, 'member', 'Fee'), 1, low=True)

@q('bookings per month from October to December 2023', 'per month', 'table')
def _(): return agg([r for r in inyear(B, 2023) if r['d'].month >= 10], month, None)

@q('What did the fees come to in each quarter of 2024?', 'per quarter', 'table')
def _(): return agg(inyear(P, 2024), quarter, 'Fee')

@q('number of receipts per year', 'per year', 'table')
def _(): return agg(P, year, None)

@q('Busiest month of 2024 for class bookings?', 'best month', 'values')
def _(): return ranked(agg(inyear(B, 2024), month, None), 1)

@q('Which members have never booked a class?', 'never', 'values')
def _(): return names(set(M) - who(B))

@q("Is there anybody with neither a receipt nor a booking? Who?", 'none at all', 'values')
def _(): return names(set(M) - who(B) - who(P))

@q("who booked classes in 2023 but didn't book anything in 2024", 'A but not B', 'values')
def _(): return names(who(inyear(B, 2023)) - who(inyear(B, 2024)))

@q('Who has booked both Spin and Pilates?', 'both A and B', 'values')
def _(): return names(booked('Spin') & booked('Pilates'))

@q('Spin people who never booked Pilates?', 'A but not B', 'values')
def _(): return names(booked('Spin') - booked('Pilates'))

@q('We have members with receipts who never booked any class, right? Names please', 'A but not B across tables', 'values')
def _(): return names(who(P) - who(B))

@q('What share of all fees (in %) does each plan contribute?', 'share of total', 'table')
def _(): return share(agg(P, 'Plan', 'Fee'))

@q('no-show rate per class, in percent of its bookings', 'share of status', 'table')
def _(): return rate(B, 'Class', lambda r: r['result'] == 'no-show')

@q('Change in total fees from 2023 to 2024 (amount, minus if they fell)?', 'growth absolute', 'number')
def _(): return total(r['Fee'] for r in inyear(P, 2024)) - total(r['Fee'] for r in inyear(P, 2023))

@q("By what percentage did Aisha Khan's fees grow from 2023 to 2024?", 'growth percent', 'number')
def _():
    a, b = (total(r['Fee'] for r in inyear(P, y) if r['member'] == 'Aisha Khan') for y in (2023, 2024))
    return (b - a) * 100 / a

@q('Date of the most recent receipt for each Premium member', 'last per customer', 'table')
def _(): return {k: last(g)['Date'] for k, g in groups([r for r in P if r['Plan'] == 'Premium'], 'member').items()}

@q("What was the first class Hugo Brandt booked?", 'first', 'values')
def _(): return first([r for r in B if r['member'] == 'Hugo Brandt'])['Class']

@q('largest single fee for each member of The Foundry', 'largest per customer', 'table')
def _(): return agg([r for r in P if r['Club'] == 'The Foundry'], 'member', 'Fee', biggest)

@q('For the Basic members who have booked something: how many different classes did each of them book?', 'number of different', 'table')
def _(): return ndiff([r for r in B if r['Plan'] == 'Basic'], 'member', 'Class')

@q('Rank the plans by total fees, highest first', 'ranking', 'values')
def _(): return ranked(agg(P, 'Plan', 'Fee'))

@q("What's the median age of our members?", 'median', 'number')
def _(): return median(num(r['Age']) for r in M.values())

@q('which clubs are larger than the average club (sqm)?', 'above average', 'values')
def _():
    a = {k: num(r['Area sqm']) for k, r in C.items()}
    return names(k for k in a if a[k] > mean(a.values()))

@q('Members with more than 5 receipts?', 'more than n', 'values')
def _(): return names(k for k, v in agg(P, 'member', None).items() if v > 5)

@q('Do the Plus members bring in more fees in total than the Premium members?', 'compare two', 'boolean')
def _():
    t = agg(P, 'Plan', 'Fee')
    return t['Plus'] > t['Premium']

@q('Any club without a single member? Which?', 'none at all', 'values')
def _(): return names(set(C) - {r['Club'] for r in M.values()})

@q('When did Kira Novak sign up?', 'lookup', 'values')
def _(): return M['Kira Novak']['signed_up']

@q('Premium members over 40?', 'filter with two conditions', 'values')
def _(): return names(k for k, r in M.items() if r['Plan'] == 'Premium' and num(r['Age']) is not None and num(r['Age']) > 40)

@q('how many direct debit receipts in 2024 were late', 'count with filters', 'number')
def _(): return sum(r['Method'] == 'direct debit' and r['Status'] == 'late' for r in inyear(P, 2024))

@q('Which of our members belong to a club in Leeds?', 'filter over join', 'values')
def _(): return names(k for k, r in M.items() if C[r['Club']]['City'] == 'Leeds')

@q('Has Aisha Khan ever paid in cash?', 'yes/no', 'boolean')
def _(): return any(r['member'] == 'Aisha Khan' and r['Method'] == 'cash' for r in P)

@q('How much do we pay the trainers per Yoga class?', 'not answerable', 'refuse')
def _(): return None

@q('Which class got the best star rating from members?', 'not answerable', 'refuse')
def _(): return None


if __name__ == '__main__':
    write()
