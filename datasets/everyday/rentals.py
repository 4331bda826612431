"""What the questions of `printerlease` and `campgrounds` share."""
import csv, datetime, os, sys
from fractions import Fraction as Fr
from domain import finish as write

HERE = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
NAME = os.path.basename(HERE)

def load(name):
    with open(os.path.join(HERE, name), newline='', encoding='utf-8') as f:
        return list(csv.DictReader(f))
def num(x):
    x = Fr(x); s = -1 if x < 0 else 1
    c = int(abs(x) * 100 + Fr(1, 2)) * s
    t = ('-' if c < 0 else '') + '%d.%02d' % (abs(c) // 100, abs(c) % 100)
    return t.rstrip('0').rstrip('.')
def f(r, c): return Fr(r[c])
def day(s): return datetime.date.fromisoformat(s)
def uniq(xs): return list(dict.fromkeys(xs))
def group(rows, key):
    d = {}
    for r in rows:
        d.setdefault(key(r) if callable(key) else r[key], []).append(r)
    return d
def sums(rows, key, col): return {k: sum((f(r, col) for r in v), Fr(0)) for k, v in group(rows, key).items()}
def counts(rows, key): return {k: len(v) for k, v in group(rows, key).items()}
def mean(xs):
    xs = list(xs); return sum(xs, Fr(0)) / len(xs)
def median(xs):
    xs = sorted(xs); n = len(xs)
    return xs[n // 2] if n % 2 else (xs[n // 2 - 1] + xs[n // 2]) / 2
def best(d, low=False):
    o = sorted(d.items(), key=lambda kv: kv[1], reverse=not low)
    assert len(o) == 1 or o[0][1] != o[1][1], 'tie'
    return o[0][0]
def topn(d, n):
    o = sorted(d.items(), key=lambda kv: -kv[1])
    v = [x[1] for x in o[:n + 1]]
    assert len(set(v)) == n + 1, 'tie in top n'
    return [k for k, _ in o[:n]]
def above(d, t):
    assert all(v != t for v in d.values()), 'equal to threshold'
    return [k for k, v in d.items() if v > t]
def ordered(rows, col, name, conv=Fr):
    v = [conv(r[col]) for r in rows]
    assert len(set(v)) == len(v), 'tie in order'
    return [r[name] for r in sorted(rows, key=lambda r: conv(r[col]))]
def quarter(d): return 'Q%d' % ((int(d[5:7]) + 2) // 3)
def weekday(d): return ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][day(d).weekday()]

class Out:
    def __init__(s, name): s.name, s.rows = name, []
    def add(s, q, kind, t, a):
        s.rows.append({'id': '%s-%02d' % (s.name, len(s.rows) + 1), 'question': q, 'kind': kind, 'answer_type': t, 'answers': a})
    def V(s, kind, q, a):
        a = list(a); assert a and len(set(a)) == len(a) and len(a) <= 25, 'list %d: %s' % (len(a), q)
        assert all(a); s.add(q, kind, 'values', a)
    def N(s, kind, q, x): s.add(q, kind, 'number', [num(x)])
    def B(s, kind, q, b): s.add(q, kind, 'boolean', ['yes' if b else 'no'])
    def T(s, kind, q, d, keys=None):
        assert len(d) >= 2, 'small table ' + q
        if keys is not None: assert set(keys) == set(d), 'group without rows: ' + q
        a = []
        for k, v in d.items():
            if isinstance(v, (list, set)): v = ', '.join(sorted(v) if isinstance(v, set) else v)
            a.append('%s | %s' % (k, v if isinstance(v, str) else num(v)))
        s.add(q, kind, 'table', a)
    def R(s, q): s.add(q, 'refuse', 'refuse', [])
    def write(s):
        assert len({r['question'] for r in s.rows}) == len(s.rows)
        write(HERE, s.rows)

def pos(x):
    assert x > 0, 'not positive'; return x
def few(a, lo, hi):
    a = list(a); assert lo <= len(a) <= hi, 'few %d' % len(a); return a
