"""What the questions of `dentallab` and `bikecourier` share."""
import csv, datetime as D, os, sys
from statistics import mean, median
from collections import Counter
from domain import finish as write

HERE = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
NAME = os.path.basename(HERE)
def load(n):
    with open(os.path.join(HERE, n), newline='', encoding='utf-8') as f: return list(csv.DictReader(f))
def num(x):
    s = f"{round(x + (1e-9 if x >= 0 else -1e-9), 2):.2f}".rstrip('0').rstrip('.')
    return '0' if s in ('-0', '') else s
def date(s): return D.date.fromisoformat(s)
def wd(s): return date(s).strftime('%A')
def qtr(s): return f"Q{(int(s[5:7]) + 2) // 3}"
def yq(s): return s[:4] + '-' + qtr(s)
WARN = []; OUT = []
def grp(rows, key, val=None, fn=sum, base=()):
    """key -> fn(values); val None = count of rows; base = members to show with 0"""
    g = {b: [] for b in base}
    for r in rows: g.setdefault(key(r), []).append(1 if val is None else val(r))
    return {k: (fn(v) if v else 0) for k, v in g.items()}
def sets(rows, key, val):
    g = {}
    for r in rows: g.setdefault(key(r), set()).add(val(r))
    return g
def best(d, lo=False, n=1):
    s = sorted(d.items(), key=lambda kv: kv[1], reverse=not lo)
    if len(s) > n and abs(s[n][1] - s[n-1][1]) < 1e-9: WARN.append(('tie', len(OUT) + 1, s[:n+2]))
    for a, b in zip(s[:n], s[1:n]):
        if abs(a[1] - b[1]) < 1e-9: WARN.append(('tie-in', len(OUT) + 1, a, b))
    return [k for k, _ in s[:n]]
def best_in(rows, outer, inner, val=None, lo=False):
    o = {}
    for r in rows:
        d = o.setdefault(outer(r), {}); d[inner(r)] = d.get(inner(r), 0) + (1 if val is None else val(r))
    return {k: best(d, lo)[0] for k, d in o.items()}
def tab(d): return [f"{k} | {num(v) if isinstance(v, (int, float)) else (v if isinstance(v, str) else ', '.join(sorted(v)))}" for k, v in sorted(d.items())]
def above_avg(d): m = mean(d.values()); return sorted(k for k, v in d.items() if v > m)
def pct(d): t = sum(d.values()); return {k: 100 * v / t for k, v in d.items()}
def growth(a, b): return 100 * (b - a) / a
def order(rows, key, name, rev=False):
    ks = [key(r) for r in rows]
    if len(set(ks)) < len(ks): WARN.append(('order tie', len(OUT) + 1, sorted(ks)))
    return [name(r) for r in sorted(rows, key=key, reverse=rev)]
def q(question, kind, typ, ans):
    if typ == 'number': ans = [num(ans)]
    elif typ == 'boolean': ans = ['yes' if ans else 'no']
    elif typ == 'table': ans = tab(ans) if isinstance(ans, dict) else ans
    elif typ == 'values': ans = [ans] if isinstance(ans, str) else (ans if isinstance(ans, list) else sorted(ans))
    elif typ == 'refuse': ans = []
    n = len(OUT) + 1
    if typ != 'refuse' and not ans: WARN.append(('empty', n, question))
    if len(ans) > 14: WARN.append(('long', n, len(ans)))
    if typ == 'number' and ans == ['0']: WARN.append(('zero', n, question))
    OUT.append({"id": f"{NAME}-{n:02d}", "question": question, "kind": kind, "answer_type": typ, "answers": list(ans)})
def finish():
    for question in OUT: question["answers"] = [str(answer) for answer in question["answers"]]
    write(HERE, OUT)
