"""What the `truth.py` of every domain needs: reading its files, and writing or checking its questions."""
import csv, json, os, re, sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from operator import itemgetter


def records(here, name):
    """The rows of a table, or the facts of a graph, by the names in its first line."""
    with open(os.path.join(here, name), newline="", encoding="utf-8") as file:
        if name.endswith(".tsv"):
            return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        return list(csv.DictReader(file))


def finish(here, questions):
    """Writes questions.jsonl; with --check says only whether it is what the files give, with --show
    prints each question with its answers."""
    path = os.path.join(here, "questions.jsonl")
    assert len({q["question"] for q in questions}) == len(questions)
    if "--show" in sys.argv:
        for q in questions:
            print(q["id"], q["kind"], "|", q["question"], "->", q["answers"])
    if "--check" in sys.argv:
        with open(path, encoding="utf-8") as file:
            old = [json.loads(line) for line in file]
        for was, now in zip(old, questions):
            if was != now:
                print(was["id"], was["answers"], now["answers"])
        print("same" if old == questions else "questions.jsonl DIFFERS")
        sys.exit(old != questions)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(q, ensure_ascii=False) + "\n" for q in questions)
    print(len(questions), dict(Counter(q["kind"] for q in questions)))


def one(xs):
    xs = list(xs)
    assert len(xs) == 1, xs
    return xs[0]


def best(d, n=1, low=False):
    """keys of the n largest (or smallest) values; a tie at the border is an error"""
    it = sorted(d.items(), key=lambda x: x[1], reverse=not low)
    assert len(it) == n or it[n - 1][1] != it[n][1], it[:n + 2]
    return [k for k, _ in it[:n]]


def fmt(x):
    if isinstance(x, date): return x.isoformat()
    if isinstance(x, float): return f"{round(x, 4):.4f}".rstrip("0").rstrip(".")
    return str(x)


def asking(domain, questions, most=None):
    """The function that computes a question of a domain and adds it to `questions`: its answers are a truth, a
    mapping for a table, one value, or several of them, at most so many."""
    def q(kind, question, atype, answers, why):
        if atype == "boolean":
            answers = ["yes" if answers else "no"]
        elif atype == "table":
            answers = [f"{k} | {fmt(v)}" for k, v in sorted(answers.items())]
        elif atype == "number":
            assert isinstance(answers, (int, float)) and not isinstance(answers, bool), question
            answers = [fmt(answers)]
        elif isinstance(answers, (str, int, float, date)):
            answers = [fmt(answers)]
        else:
            answers = sorted({fmt(a) for a in answers})
        assert (atype == "refuse") == (answers == []), question
        assert all(a not in ("", "None") for a in answers), question
        assert most is None or len(answers) <= most, question
        questions.append({"id": f"{domain}-{len(questions) + 1:02d}", "question": question, "kind": kind,
                          "answer_type": atype, "answers": answers, "why": why})
    return q


def share(rows, test): return 100 * sum(bool(test(r)) for r in rows) / len(rows)


def robust(xs, *others):
    """an answer that does not hang on how a border or an odd row is read"""
    for o in others: assert (sorted(o) == sorted(xs)) if isinstance(xs, (list, set)) else o == xs, (xs, o)
    return xs


def iso(s): return date.fromisoformat(s) if s else None


def graphs(here, name, when=iso):
    """The facts of the two graphs of a domain: (head, relation, tail), and those with start and end, which `when`
    reads. No fact stands twice."""
    triples = [(r["head"], r["relation"], r["tail"]) for r in records(here, name + ".kg.tsv")]
    quintuples = [(r["head"], r["relation"], r["tail"], when(r["start"]), when(r["end"]))
                  for r in records(here, name + ".tkg.tsv")]
    assert len(set(triples)) == len(triples) and len(set(quintuples)) == len(quintuples)
    return triples, quintuples


def num(s):
    """a number, thousands apart by commas or not; nothing of an empty cell"""
    return float(s.replace(",", "")) if s.strip() else None


def digits(s):
    """the number in a cell, whatever stands around it; nothing where there is none"""
    s = re.sub(r"[^0-9.\-]", "", s)
    return float(s) if s else None


def known(rows, v): return [r[v] for r in rows if r[v] is not None]


def mean(rows, v):
    xs = known(rows, v)
    return sum(xs) / len(xs)


def group(rows, key):
    g = defaultdict(list)
    for r in rows: g[key(r)].append(r)
    return g


def sums(rows, key, v): return {k: sum(known(g, v)) for k, g in group(rows, itemgetter(key)).items()}


def means(rows, key, v): return {k: mean(g, v) for k, g in group(rows, itemgetter(key)).items()}


def distinct(rows, key, v):
    """how many different values of `v` each `key` has"""
    return {k: len({r[v] for r in g}) for k, g in group(rows, itemgetter(key)).items()}


def having(d, test): return [k for k, v in d.items() if test(v)]


def total(rows, v): return sum(round(r[v] * 100) for r in rows if r[v] is not None) / 100


def day(s, f): return datetime.strptime(s, f).date() if s else None


def full_years(s, e): return e.year - s.year - ((e.month, e.day) < (s.month, s.day))


def lasted(f):
    """the full years of a fact, whether or not its last day counts"""
    s, e = f[3], f[4]
    assert full_years(s, e) == full_years(s, e + timedelta(days=2)) == full_years(s, e - timedelta(days=2))
    return full_years(s, e)


def step(fs, side, who, k):
    names = [f[side] for f in fs]
    i = names.index(who) + k
    assert names.count(who) == 1 and i >= 0
    return names[i]


def kg(triples):
    """Of (head, relation, tail): the tails of a head (`out`), the heads of a tail (`inn`), all heads (`heads`)."""
    def out(h, rel): return {t for a, r, t in triples if a == h and r == rel}
    def inn(t, rel): return {a for a, r, b in triples if b == t and r == rel}
    def heads(rel): return {a for a, r, b in triples if r == rel}
    return out, inn, heads


def tkg(quintuples):
    """Of (head, relation, tail, start, end) the facts of a relation, earliest first (`facts`): those that
    have not ended (`now`), that hold on a day (`at`), or on some day of a year (`in_year`)."""
    def facts(rel, head=None, tail=None):
        found = (f for f in quintuples if f[1] == rel and head in (None, f[0]) and tail in (None, f[2]))
        return sorted(found, key=lambda f: f[3])
    def now(rel, head=None, tail=None): return [f for f in facts(rel, head, tail) if f[4] is None]
    def at(rel, d, head=None, tail=None):
        return [f for f in facts(rel, head, tail) if f[3] <= d and (f[4] is None or d <= f[4])]
    def in_year(rel, y, head=None, tail=None):
        first, last = date(y, 1, 1), date(y, 12, 31)
        return [f for f in facts(rel, head, tail) if f[3] <= last and (f[4] is None or f[4] >= first)]
    return facts, now, at, in_year
