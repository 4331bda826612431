"""Answers and traces as Python objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from . import _native

if TYPE_CHECKING:
    import pandas

#: Facts of a step that a notebook shows before it counts the rest.
_SHOWN = 50


@dataclass(frozen=True)
class Fact:
    """A stored fact that a step used, with the place that it was read from."""

    head: str
    relation: str
    tail: str
    source: str
    file: Optional[str]
    line: Optional[int]
    time: Optional[str] = None

    @property
    def place(self) -> str:
        """File and line, or the source where these are not known."""
        if self.file is None:
            return self.source
        return f"{self.file}:{self.line}" if self.line is not None else self.file


@dataclass(frozen=True)
class Step:
    """A step of a query: what it asks, and what it found."""

    number: int
    title: str
    query: str
    results: Tuple[str, ...]
    #: How many results there are; `results` holds the first of them.
    results_total: int
    facts: Tuple[Fact, ...]
    #: How many facts there are; `facts` holds the first of them.
    facts_total: int


class Trace:
    """How an answer was computed. It can be kept as JSON and run again."""

    def __init__(self, data: Dict[str, Any]) -> None:
        self._data = data

    @classmethod
    def from_json(cls, text: str) -> "Trace":
        """Reads what `to_json` or ``trustuqa ask --json`` wrote."""
        return cls(json.loads(text))

    def to_json(self, indent: Optional[int] = None) -> str:
        """The trace as JSON, which `Graph.replay` and ``trustuqa trace`` read."""
        return json.dumps(self._data, ensure_ascii=False, indent=indent)

    @property
    def question(self) -> Optional[str]:
        """The question, when there was one."""
        return self._data.get("question")

    @property
    def query(self) -> str:
        """The query that was run."""
        return str(self._data["query"])

    @property
    def steps(self) -> List[Step]:
        """The steps of the query."""
        return [_step(step) for step in self._data.get("steps", [])]

    @property
    def answer(self) -> "Answer":
        """The answer."""
        return Answer(self)

    def __str__(self) -> str:
        return _native.tree(self.to_json())

    def __repr__(self) -> str:
        return f"<Trace of {self.question or self.query!r}: {len(self.steps)} steps>"

    def _repr_html_(self) -> str:
        steps = "".join(_step_html(step) for step in self.steps)
        return f'<div style="font-family: monospace">{steps}</div>'


class Answer:
    """An answer: a table of values, whether it is certain, and how it was computed."""

    def __init__(self, trace: Trace, readings: Optional[List[Dict[str, str]]] = None) -> None:
        self._answer: Dict[str, Any] = trace._data["answer"]
        #: How it was computed.
        self.trace = trace
        #: What else could be meant, where the question was too unclear to be answered:
        #: dictionaries with `meaning` and `query`.
        self.readings = readings or []

    @property
    def status(self) -> str:
        """`answered`, `no_such_name`, `no_such_fact`, `not_stored`, `empty` or `failed`."""
        return str(self._answer["status"])

    @property
    def values(self) -> List[str]:
        """The distinct values, as they are written."""
        return [item["text"] for item in self._answer["items"]]

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return [column["name"] for column in self._answer.get("columns", [])]

    @property
    def rows(self) -> List[List[str]]:
        """The rows: what each value belongs to, then the value."""
        return [list(row) for row in self._answer.get("rows", [])]

    @property
    def certain(self) -> bool:
        """Whether every name was matched beyond doubt and the reading is sure."""
        return bool(self._answer["certain"])

    @property
    def doubts(self) -> List[str]:
        """Why it is not certain."""
        return list(self._answer.get("doubts", []))

    @property
    def sources(self) -> List[str]:
        """The sources that it rests on."""
        return list(self._answer["sources"])

    @property
    def message(self) -> Optional[str]:
        """Why there is no answer, and what to do next."""
        parts = [self._answer.get("message"), self._answer.get("hint")]
        return "; ".join(part for part in parts if part) or None

    def __bool__(self) -> bool:
        return self.status == "answered"

    def to_pandas(self) -> "pandas.DataFrame":
        """The answer as a DataFrame. Columns of plain numbers are numbers, all others are text;
        ``attrs`` has question, query, certainty, sources and the places of the facts."""
        import pandas

        names = _distinct(self.columns)
        rows = [row + [""] * (len(names) - len(row)) for row in self.rows]
        frame = pandas.DataFrame(rows, columns=names, dtype=object)
        for at, column in enumerate(self._answer.get("columns", [])):
            if column["kind"] in ("integer", "decimal") and not column.get("unit"):
                numbers = pandas.to_numeric(frame.iloc[:, at].str.replace(",", "", regex=False), errors="coerce")
                if numbers.notna().all():
                    frame[names[at]] = numbers
        frame.attrs = {
            "question": self.trace.question,
            "query": self.trace.query,
            "certain": self.certain,
            "sources": self.sources,
            "facts": [fact.place for step in self.trace.steps for fact in step.facts],
        }
        return frame

    def __str__(self) -> str:
        return "\n".join(self.values) if self else (self.message or self.status)

    def __repr__(self) -> str:
        sure = "certain" if self.certain else "not certain"
        return f"<Answer {self.values!r}, {sure}>" if self else f"<Answer: {self.status}>"

    def _repr_html_(self) -> str:
        if not self:
            body = f"<p>{escape(self.message or self.status)}</p>"
        elif len(self.columns) < 2:
            body = "".join(f"<p>{escape(value)}</p>" for value in self.values[:_SHOWN])
        else:
            head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
            cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in self.rows[:_SHOWN])
            rows = "".join(f"<tr>{row}</tr>" for row in cells)
            body = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        more = max(len(self.rows), len(self.values)) - _SHOWN
        more_html = f"<p>… and {more} more</p>" if more > 0 else ""
        sure = "certain" if self.certain else "not certain" if self else ""
        doubts = "".join(f"<li>{escape(doubt)}</li>" for doubt in self.doubts)
        return (
            f"<div>{body}{more_html}<p><small>{sure}</small></p><ul>{doubts}</ul>"
            f"<details><summary>How this was computed</summary>{self.trace._repr_html_()}</details></div>"
        )


def _distinct(names: List[str]) -> List[str]:
    """Names without two that are equal or empty, for a DataFrame."""
    seen: Dict[str, int] = {}
    distinct = []
    for name in (name or "value" for name in names):
        seen[name] = seen.get(name, 0) + 1
        distinct.append(name if seen[name] == 1 else f"{name}.{seen[name] - 1}")
    return distinct


def _step(step: Dict[str, Any]) -> Step:
    facts = tuple(
        Fact(
            head=fact["head"],
            relation=fact["relation"],
            tail=fact["tail"],
            source=fact["source"],
            file=fact.get("file"),
            line=fact.get("line"),
            time=fact.get("time"),
        )
        for fact in step.get("facts", [])
    )
    return Step(
        number=step["number"],
        title=step["title"],
        query=step["query"],
        results=tuple(step.get("results", [])),
        results_total=step.get("results_total", 0),
        facts=facts,
        facts_total=step.get("facts_total", len(facts)),
    )


def _step_html(step: Step) -> str:
    rows = "".join(
        f"<tr><td>{escape(fact.head)}</td><td>{escape(fact.relation)}</td><td>{escape(fact.tail)}</td>"
        f"<td>{escape(fact.place)}</td></tr>"
        for fact in step.facts[:_SHOWN]
    )
    more = step.facts_total - min(len(step.facts), _SHOWN)
    note = f"<p>… and {more} more facts</p>" if more > 0 else ""
    return (
        f"<details><summary>{step.number}. {escape(step.title)}</summary>"
        f"<p><code>{escape(step.query)}</code></p><table>{rows}</table>{note}</details>"
    )
