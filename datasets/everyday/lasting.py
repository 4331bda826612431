"""What the domains with questions about how long things took share (`loans`, `tickets`, `projects`, `voyages`)."""
import os

from domain import finish

QS = []


def q(kind, answer_type, question):
    def deco(fn):
        QS.append((kind, answer_type, question, fn))
        return fn
    return deco


def num(x):
    s = "%.2f" % (round(x + 1e-9, 2))
    return s.rstrip("0").rstrip(".")


def mean(xs):
    xs = list(xs)
    return sum(xs) / len(xs)


def top(pairs, n=1, low=False):
    """keys of the n largest (smallest) values; refuses a tie at the cut"""
    p = sorted(pairs, key=lambda kv: kv[1], reverse=not low)
    assert len(p) == n or abs(p[n - 1][1] - p[n][1]) > 1e-9, ("tie", p[:n + 1])
    return [k for k, _ in p[:n]]


def group_mean(rows, key, val):
    g = {}
    for r in rows:
        g.setdefault(r[key], []).append(val(r))
    return [(k, mean(v)) for k, v in g.items()]


def group_count(rows, key):
    g = {}
    for r in rows:
        g[r[key]] = g.get(r[key], 0) + 1
    return list(g.items())


def one(rows, **want):
    got = [r for r in rows if all(r[k] == v for k, v in want.items())]
    assert len(got) == 1, (want, len(got))
    return got[0]


def yes(b):
    return "yes" if b else "no"


def distinct(xs):
    return list(dict.fromkeys(xs))


def answers(a, text):
    a = num(a) if isinstance(a, (int, float)) else a
    a = a if isinstance(a, list) else [a]
    assert a and all(isinstance(x, str) and x for x in a), text
    return a


def write(here):
    prefix = os.path.basename(here)
    finish(here, [{"id": "%s-%02d" % (prefix, i), "question": text, "kind": kind, "answer_type": at,
                   "answers": answers(fn(), text)} for i, (kind, at, text, fn) in enumerate(QS, 1)])
