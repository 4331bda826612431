"""Ask questions over tables, knowledge graphs and temporal knowledge graphs.

>>> import trustuqa
>>> graph = trustuqa.open("./mine")
>>> graph.load("orders.csv")          # doctest: +SKIP
>>> answer = graph.ask("Which order is the largest?")   # doctest: +SKIP
>>> answer.to_pandas(), answer.trace  # doctest: +SKIP
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _native
from ._answer import Answer, Fact, Step, Trace
from ._errors import Cancelled, EnvironmentFault, Error, QueryError, UsageError
from ._native import __version__

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Answer", "Cancelled", "EnvironmentFault", "Error", "Fact", "Graph", "QueryError", "Step", "Trace",
    "UsageError", "__version__", "open",
]  # fmt: skip

_Path = Union[str, "os.PathLike[str]"]


class Graph:
    """A graph with its sources. Other programs, and other processes of Python, can use it at the
    same time; whoever opens it first answers the others."""

    def __init__(
        self,
        name: Optional[_Path] = None,
        *,
        create: bool = True,
        data_dir: Optional[_Path] = None,
        config: Optional[_Path] = None,
        writer: Optional[str] = None,
        share: Optional[str] = None,
        encoder: Optional[str] = None,
        model: Optional[str] = None,
        base_url: Optional[str] = None,
    ) -> None:
        """Opens a graph by name, or one in a folder when there is a ``/`` in it.

        What is not given is as for the program: from the environment, the settings file, or built in.
        The API key of a model is read from ``OPENAI_API_KEY``.
        """
        graph = os.fspath(name) if name is not None else None
        self._native = _native.Graph(
            graph, create, data_dir, config, writer, share, encoder, model, base_url
        )

    def load(
        self,
        *paths: _Path,
        kind: Optional[str] = None,
        name: Optional[str] = None,
        skip_bad: bool = False,
        replace: bool = False,
    ) -> Dict[str, Any]:
        """Loads files and folders in one transaction; the reply says what was loaded, and what was
        left out. `kind` is `table`, `kg` or `tkg` where it is not to be detected."""
        if not paths:
            raise UsageError("there is nothing to load", "give files or folders")
        reply = self._native.load([os.fspath(path) for path in paths], kind, name, skip_bad, replace)
        return dict(json.loads(reply))

    def load_frame(self, frame: "pandas.DataFrame", name: str) -> Dict[str, Any]:
        """Loads a DataFrame as a table; one of the same name is replaced. The index is loaded only
        when it has a name."""
        if not name or any(c in name for c in "/\\"):
            raise UsageError(f"`{name}` cannot be the name of a source", "give a name without slashes")
        if len(frame.columns) == 0:
            raise UsageError("the frame has no columns", "give a frame with columns")
        if any(index_name is not None for index_name in frame.index.names):
            frame = frame.reset_index()
        with tempfile.TemporaryDirectory() as folder:
            # Parquet keeps the types; without pyarrow, CSV is what everybody can write.
            path = Path(folder) / f"{name}.parquet"
            try:
                frame.to_parquet(path, index=False)
            except (ImportError, ValueError, TypeError):
                path = Path(folder) / f"{name}.csv"
                frame.to_csv(path, index=False)
            return self.load(path, kind="table", name=name, replace=True)

    def embed(self) -> Tuple[int, int]:
        """Gives every name a vector, so that names are found by meaning; says how many have one, of
        how many. Needs the sentence encoder (``trustuqa encoder fetch``)."""
        done, total = json.loads(self._native.embed())
        return int(done), int(total)

    def remove(self, *names: str) -> None:
        """Removes sources, all or none."""
        self._native.remove(list(names))

    @property
    def sources(self) -> List[Dict[str, Any]]:
        """The sources, with their columns or relations."""
        return list(json.loads(self._native.sources()))

    def ask(self, question: str) -> Answer:
        """Answers a question. An answer that is none is false, and its `message` says why."""
        reply = json.loads(self._native.ask(question))
        return Answer(Trace(reply["trace"]), reply["readings"])

    def query(self, text: str, sources: Sequence[str] = ()) -> Answer:
        """Runs a query that you wrote; only in some sources where they are given."""
        return Answer(Trace(json.loads(self._native.query(text, list(sources)))))

    def replay(self, trace: Trace) -> Answer:
        """Runs a trace again over the data as it is now."""
        return Answer(Trace(json.loads(self._native.replay(trace.to_json()))))

    def prompt(self, question: str) -> List[Dict[str, str]]:
        """The messages that a model would be sent first for a question; nothing is sent."""
        return list(json.loads(self._native.prompt(question)))


def open(name: Optional[_Path] = None, **settings: Any) -> Graph:  # noqa: A001
    """Opens a graph; see `Graph`."""
    return Graph(name, **settings)
