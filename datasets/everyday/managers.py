"""What the domains with questions of managers share (`wholesale`, `fitness`, `staffing`, `ads`): numbers of rows by
groups, and how answers are written. Numbers are exact, and shown with two decimals where they have any. Empty cells
are left out of sums, averages and medians; "per X" covers the X that occur in the transactions unless the question says
otherwise; months are YYYY-MM, quarters YYYY-Qn; dates are given as written in the cells."""
import os
from fractions import Fraction as F

from domain import finish

QS = []


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


def answers(at, a, text):
    if at == 'refuse':
        return []
    if at == 'table':
        assert isinstance(a, dict) and a, text
        return [f'{k} | {fmt(v)}' for k, v in a.items()]
    if at == 'boolean':
        assert isinstance(a, bool), text
        return ['yes' if a else 'no']
    ans = [fmt(x) for x in (a if isinstance(a, (list, tuple)) else [a])]
    assert ans, text
    return ans


def write(here):
    prefix = os.path.basename(here)
    finish(here, [{'id': f'{prefix}-{i:02d}', 'question': text, 'kind': kind, 'answer_type': at,
                   'answers': answers(at, fn(), text)} for i, (text, kind, at, fn) in enumerate(QS, 1)])
