"""Exceptions, each with a hint of what to do next."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """Anything that could not be done."""

    #: What to do next, or ``None``.
    hint: Optional[str]

    def __init__(self, message: str, hint: Optional[str] = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message}\nhint: {self.hint}" if self.hint else message


class UsageError(Error):
    """An argument, a setting or a file is at fault."""


class QueryError(UsageError):
    """A query cannot be read; the message shows where."""


class EnvironmentFault(Error):
    """The machine is at fault: no network, a graph that does not answer, a full disk."""


class Cancelled(Error):
    """The work was stopped; the graph is as it was."""
