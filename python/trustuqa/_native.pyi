from os import PathLike
from typing import List, Optional, Sequence, Union

_Path = Union[str, PathLike[str]]

__version__: str

class Graph:
    def __new__(
        cls,
        graph: Optional[str],
        create: bool,
        data_dir: Optional[_Path] = None,
        config: Optional[_Path] = None,
        writer: Optional[str] = None,
        share: Optional[str] = None,
        encoder: Optional[str] = None,
        model: Optional[str] = None,
        base_url: Optional[str] = None,
    ) -> Graph: ...
    def ask(self, question: str) -> str: ...
    def query(self, text: str, sources: Sequence[str]) -> str: ...
    def replay(self, trace: str) -> str: ...
    def prompt(self, question: str) -> str: ...
    def sources(self) -> str: ...
    def load(
        self,
        paths: Sequence[_Path],
        kind: Optional[str] = None,
        name: Optional[str] = None,
        skip_bad: bool = False,
        replace: bool = False,
    ) -> str: ...
    def embed(self) -> str: ...
    def remove(self, names: List[str]) -> None: ...

def tree(trace: str) -> str: ...
