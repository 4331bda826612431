"""What the `truth.py` of every domain needs: reading its files, and writing or checking its questions."""
import csv, json, os, sys
from collections import Counter


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
