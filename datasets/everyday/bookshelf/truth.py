"""Computes the answers; prints each line of questions.jsonl that differs (--write writes the file)."""
import json, os, sys
from collections import Counter

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, os.pardir))
from domain import records, best, fmt, one, group, mean, sums, means, asking

books, authors, borrowers = (records(here, f + ".csv") for f in ("books", "authors", "borrowers"))
for b in books:
    b["pages"], b["price"], b["year"] = int(b["pages"]), float(b["price"]), int(b["year"])
for a in authors:
    a["born"] = int(a["born"])
author = {a["author_id"]: a for a in authors}
card = {p["card_no"]: p for p in borrowers}
out = [b for b in books if b["lent_to"]]
title = {b["title"]: b for b in books}
written = {b["author_id"] for b in books}
holding = {b["lent_to"] for b in out}
questions = []
ask = asking("bookshelf", questions)


def q(kind, question, atype, answers): ask(kind, question, atype, answers, "")
def vals(rows, key): return {r[key] for r in rows if r[key]}
def n(rows, **want):
    k = sum(all(r[c] == v for c, v in want.items()) for r in rows)
    assert k
    return k
def count(rows, key): return dict(Counter(r[key] for r in rows))


q("count", "how many books", "number", len(books))
q("count", "How many authors are there?", "number", len(authors))
q("count", "number of borrowers?", "number", len(borrowers))
q("count", "How many books are on loan?", "number", len(out))
q("count", "count of crime books", "number", n(books, genre="Crime"))
q("count", "how many damaged books do we have?", "number", n(books, condition="damaged"))
q("count", "How many paperbacks are there?", "number", n(books, cover="paperback"))
q("count", "how many books in French", "number", n(books, language="French"))
q("count", "number of authors from Spain", "number", n(authors, country="Spain"))
q("count", "How many borrowers live in Thornby?", "number", n(borrowers, town="Thornby"))
q("count", "how many teachers borrow here?", "number", n(borrowers, occupation="teacher"))
q("count", "how many books has Tidewater published", "number", n(books, publisher="Tidewater"))

q("distinct", "How many genres are there?", "number", len(vals(books, "genre")))
q("distinct", "how many publishers", "number", len(vals(books, "publisher")))
q("distinct", "how many different languages do we have?", "number", len(vals(books, "language")))
q("distinct", "number of shelves", "number", len(vals(books, "shelf")))
q("distinct", "How many donors do we have?", "number", len(vals(books, "donor")))
q("distinct", "how many countries do the authors come from?", "number", len(vals(authors, "country")))
q("distinct", "How many towns are there?", "number", len(vals(borrowers, "town")))
q("distinct", "how many different occupations", "number", len(vals(borrowers, "occupation")))
q("distinct", "number of membership types?", "number", len(vals(borrowers, "membership")))
q("distinct", "how many kinds of cover are there", "number", len(vals(books, "cover")))
q("distinct", "How many people have a book on loan?", "number", len(holding))
q("distinct", "In how many different years were our books published?", "number", len(vals(books, "year")))

q("list", "list the genres", "values", vals(books, "genre"))
q("list", "Which publishers are there?", "values", vals(books, "publisher"))
q("list", "show all authors", "values", vals(authors, "name"))
q("list", "what languages do we have?", "values", vals(books, "language"))
q("list", "Which towns do borrowers live in?", "values", vals(borrowers, "town"))
q("list", "give me all the donors", "values", vals(books, "donor"))
q("list", "names of all borrowers", "values", vals(borrowers, "name"))
q("list", "what shelves are there", "values", vals(books, "shelf"))

nobook = [a["name"] for a in authors if a["author_id"] not in written]
noloan = [p["name"] for p in borrowers if p["card_no"] not in holding]
assert nobook and noloan
q("negation", "authors without books", "values", nobook)
q("negation", "Which borrowers have no book on loan?", "values", noloan)
q("negation", "how many authors have no books here?", "number", len(nobook))
q("negation", "How many borrowers have nothing on loan?", "number", len(noloan))
nogenre = vals(books, "genre") - vals(out, "genre")
assert nogenre
q("negation", "Which genres have no book on loan?", "values", nogenre)

q("superlative", "Which book is the longest?", "values", best({b["title"]: b["pages"] for b in books}))
q("superlative", "cheapest book?", "values", best({b["title"]: b["price"] for b in books}, low=True))
q("superlative", "what is the oldest book we have", "values", best({b["title"]: b["year"] for b in books}, low=True))
q("min_max", "highest price?", "number", max(b["price"] for b in books))
q("superlative", "Which author has the most books?", "values",
  [author[k]["name"] for k in best(count(books, "author_id"))])

q("group_by", "books per genre", "table", count(books, "genre"))
q("group_by", "How many books does each publisher have?", "table", count(books, "publisher"))
q("group_by", "number of borrowers by town", "table", count(borrowers, "town"))
q("group_by", "authors per country", "table", count(authors, "country"))
q("group_by", "total pages for each language", "table", sums(books, "language", "pages"))

q("lookup", "Who wrote Salt Road?", "values", author[title["Salt Road"]["author_id"]]["name"])
q("lookup", "which shelf is Low Tide on", "values", title["Low Tide"]["shelf"])
q("lookup", "When was Clara Pemberton born?", "number", one(a for a in authors if a["name"] == "Clara Pemberton")["born"])
q("lookup", "what is Leo Marsh's card number?", "values", one(p for p in borrowers if p["name"] == "Leo Marsh")["card_no"])
q("sum", "what are all the books worth together?", "number", sum(b["price"] for b in books))
q("sum", "total number of pages", "number", sum(b["pages"] for b in books))
q("average", "average price of a book", "number", mean(books, "price"))
q("average", "How many pages does a book have on average?", "number", mean(books, "pages"))
q("yes_no", "do we have any books in Italian?", "boolean", any(b["language"] == "Italian" for b in books))
q("yes_no", "Is Xenia Polk a nurse?", "boolean", one(p for p in borrowers if p["name"] == "Xenia Polk")["occupation"] == "nurse")
q("missing", "Which borrowers have no phone number?", "values", [p["name"] for p in borrowers if not p["phone"]])
q("filter_list", "list the fantasy books", "values", [b["title"] for b in books if b["genre"] == "Fantasy"])
q("unanswerable", "What is the ISBN of Nine Bridges?", "refuse", [])
assert questions[56]["answers"] != questions[57]["answers"] or questions[56]["answer_type"] != "boolean"

for a in questions:
    del a["why"]
assert len(questions) == 60 == len({a["question"].lower() for a in questions})
path = os.path.join(here, "questions.jsonl")
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(a, ensure_ascii=False) + "\n" for a in questions)
with open(path, encoding="utf-8") as file:
    old = [json.loads(line) for line in file]
for i in range(max(len(old), len(questions))):
    was, now = old[i:i + 1], questions[i:i + 1]
    if was != now:
        print(was, now)
