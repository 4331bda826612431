"""What the questions of `seedsupplier` and `eventhall` share."""
import csv, os, statistics as st, sys
from collections import defaultdict, Counter
from datetime import date
from decimal import Decimal, ROUND_HALF_UP
from domain import finish as write

HERE = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
NAME = os.path.basename(HERE)
def load(n):
    with open(os.path.join(HERE, n), encoding='utf-8', newline='') as f: return list(csv.DictReader(f))
OUT = []; WARN = []
def num(x):
    d = Decimal(repr(round(float(x), 7))).quantize(Decimal('0.01'), ROUND_HALF_UP)
    s = format(d, 'f').rstrip('0').rstrip('.')
    return '0' if s in ('-0', '') else s
def emit(q, kind, typ, ans):
    i = len(OUT) + 1
    if typ != 'refuse' and not ans: WARN.append(f'{i}: empty answer')
    if typ in ('values',) and len(ans) != len(set(ans)): WARN.append(f'{i}: duplicate values')
    OUT.append(dict(id=f'{NAME}-{i:02d}', question=q, kind=kind, answer_type=typ, answers=ans))
def V(q, kind, a): emit(q, kind, 'values', [str(x) for x in a])
def N(q, kind, a): emit(q, kind, 'number', [num(a)])
def B(q, kind, a): emit(q, kind, 'boolean', ['yes' if a else 'no'])
def T(q, kind, d):
    emit(q, kind, 'table', [f"{k} | {', '.join(v) if isinstance(v, (list, tuple)) else v if isinstance(v, str) else num(v)}" for k, v in sorted(d.items())])
def X(q): emit(q, 'refuse', 'refuse', [])
def uniq(seq):
    r = []
    for x in seq:
        if x not in r: r.append(x)
    return r
def grp(rows, key, val=None):
    d = defaultdict(list)
    for r in rows: d[key(r)].append(val(r) if val else r)
    return dict(d)
def sums(rows, key, val=lambda r: 1):
    d = defaultdict(float)
    for r in rows: d[key(r)] += val(r)
    return {k: round(v, 6) for k, v in d.items()}
def top(d, n=1, low=False):
    """names with the n largest (smallest) values; a tie anywhere in or at the edge is an error"""
    s = sorted(d.items(), key=lambda kv: kv[1] if low else -kv[1])
    for i in range(min(n, len(s) - 1)):
        if abs(s[i][1] - s[i + 1][1]) < 1e-6: WARN.append(f'{len(OUT)+1}: tie {s[i]} {s[i+1]}')
    return [k for k, _ in s[:n]]
def top_in(rows, outer, inner, val, low=False):
    return {o: top(sums(rs, inner, val), low=low)[0] for o, rs in grp(rows, outer).items()}
def toprow_in(rows, outer, name, val, low=False):
    out = {}
    for o, rs in grp(rows, outer).items():
        vs = sorted((val(r) for r in rs), reverse=not low)
        if len(vs) > 1 and vs[0] == vs[1]: WARN.append(f'{len(OUT)+1}: row tie in {o}')
        out[o] = name((min if low else max)(rs, key=val))
    return out
def above_avg(d, extra=0):
    """groups above the mean group; same answer needed with and without the empty members"""
    a = sum(d.values()) / len(d); b = sum(d.values()) / (len(d) + extra)
    x = [k for k in d if d[k] > a]; y = [k for k in d if d[k] > b]
    if set(x) != set(y): WARN.append(f'{len(OUT)+1}: average depends on empty members {set(y)-set(x)}')
    return x
def dt(s): return date.fromisoformat(s)
def wd(s): return dt(s).strftime('%A')
def qt(s): return 'Q%d' % ((int(s[5:7]) + 2) // 3)
def yq(s): return s[:4] + '-' + qt(s)
def pct(a, b): return 100 * a / b
def growth(new, old): return 100 * (new - old) / old
