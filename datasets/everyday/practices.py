"""What the questions of `vetclinic` and `bakeries` share."""
import csv, datetime as dt, os, sys
from collections import defaultdict, Counter
from statistics import mean, median
from domain import finish as write

HERE = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
NAME = os.path.basename(HERE)
def load(n):
    with open(os.path.join(HERE, n), newline='') as f: return list(csv.DictReader(f))
def date(s): return dt.date.fromisoformat(s)
def weekday(s): return date(s).strftime("%A")
def quarter(s): return "Q%d" % ((int(s[5:7]) + 2) // 3)
def months_back(d, n):
    y, m = divmod(d.year * 12 + d.month - 1 - n, 12)
    return dt.date(y, m + 1, min(d.day, 28))
def num(x):
    x = round(x + 1e-9, 2)
    return int(x) if x == int(x) else x
def sums(rows, key, val=lambda r: 1, start=()):
    d = {k: 0 for k in start}
    for r in rows: d[key(r)] = d.get(key(r), 0) + val(r)
    return d
def ranked(d, rev=True): return sorted(d.items(), key=lambda t: t[1], reverse=rev)
def best(d, low=False):
    s = ranked(d, not low)
    assert len(s) == 1 or abs(s[0][1] - s[1][1]) > 1e-6, ("tie", s[:3])
    return s[0][0]
def top(d, n):
    s = ranked(d)
    for a, b in zip(s[:n], s[1:n + 1]): assert abs(a[1] - b[1]) > 1e-6, ("tie", a, b)
    return [k for k, _ in s[:n]]
def ordered(rows, val, rev=False):
    s = sorted(rows, key=val, reverse=rev)
    assert len(set(map(val, s))) == len(s), "tie in order"
    return s
def above(d, avg):
    assert all(abs(v - avg) > 1e-6 for v in d.values()), "equal to the average"
    return [k for k, v in d.items() if v > avg]
def group(rows, key):
    d = defaultdict(list)
    for r in rows: d[key(r)].append(r)
    return d
def inactive(last, end, n):
    """members whose last date is more than n months before end; the border must be clear by 5 days"""
    cut = months_back(end, n)
    assert all(abs((v - cut).days) > 4 for v in last.values()), "near the border"
    return [k for k, v in last.items() if v < cut]
OUT = []
def q(kind, typ, question, ans=None):
    if typ == "values": ans = [str(a) for a in ans]; assert ans and len(set(ans)) == len(ans), (question, ans)
    elif typ == "number": ans = [num(ans)]
    elif typ == "boolean": ans = ["yes" if ans else "no"]
    elif typ == "table": ans = ["%s | %s" % (k, v if isinstance(v, str) else num(v)) for k, v in ans.items()]; assert len(ans) > 1
    else: ans = []
    OUT.append(dict(id="%s-%02d" % (NAME, len(OUT) + 1), question=question, kind=kind, answer_type=typ, answers=ans))
def finish():
    for question in OUT: question["answers"] = [str(answer) for answer in question["answers"]]
    write(HERE, OUT)
