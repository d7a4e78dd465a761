"""The log of normalisation: a text before and after each step that changed it, shown as their difference."""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from ..diff.formatter import DiffFormatter


class NormalizedLogItem(NamedTuple):
    """A step that changed a text: the names of the steps around it and its own, and the text before and after."""

    stack: list[str]
    original: str
    normalized: str


class Logger:
    """The logger of all steps, the title of the text that is normalised, and the steps that run."""

    def __init__(self) -> None:
        self.title: str | None = None
        self.logger = logging.getLogger("benchmarkstt.normalize")
        self.logger.setLevel(logging.INFO)
        self.logger.propagate = False
        self.stack: list[str] = []


normalization_logger = Logger()


class ListHandler(logging.StreamHandler):  # type: ignore[type-arg]  # no subscript before Python 3.11
    """Keeps what is logged in a list."""

    def __init__(self) -> None:
        super().__init__(os.devnull)
        self._logs: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Adds a record."""
        self._logs.append(self.format(record))

    @property
    def logs(self) -> list[Any]:
        """The entries so far."""
        return self._logs

    def flush(self) -> list[Any]:  # type: ignore[override]
        """Empties the list and gives it back."""
        logs, self._logs = self._logs, []
        return logs


class DiffLoggingFormatterDialect:
    """How an entry is put together."""

    def format(self, title: str | None, stack: list[str], diff: Any) -> Any:
        """The entry."""
        raise NotImplementedError


class DiffLoggingTextFormatterDialect(DiffLoggingFormatterDialect):
    """An entry as a line of text."""

    def format(self, title: str | None, stack: list[str], diff: Any) -> str:
        """The title if there is one, the steps, and the difference."""
        title = normalization_logger.title if title is None else title
        return ": ".join(([] if title is None else [title]) + ["/".join(stack), diff])


class DiffLoggingDictFormatterDialect(DiffLoggingFormatterDialect):
    """An entry as a dict."""

    def format(self, title: str | None, stack: list[str], diff: Any) -> OrderedDict[str, Any]:
        """The title or None, the steps, and the difference."""
        return OrderedDict(title=title, stack=stack, diff=diff)


class DiffLoggingFormatter(logging.Formatter):
    """Formats entries of the log with the difference in a dialect."""

    diff_logging_formatter_dialects: ClassVar[dict[str, Any]] = {
        "text": DiffLoggingTextFormatterDialect,
        "dict": DiffLoggingDictFormatterDialect,
    }

    def __init__(
        self,
        dialect: str | None = None,
        diff_formatter_dialect: str | None = None,
        title: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self._title = title
        self._differ = DiffFormatter(dialect, *args, **kwargs)
        strict = diff_formatter_dialect is not None
        self._formatter_dialect = self.get_dialect(diff_formatter_dialect if strict else dialect, strict)
        self._last: tuple[str, str, Any] = ("", "", "")

    def format(self, record: logging.LogRecord) -> Any:
        """The entry of a record."""
        item: Any = record.msg
        if not isinstance(item, NormalizedLogItem):
            return super().format(record)
        # A step and what is around it alone changed the text alike: it is compared once.
        if self._last[:2] != item[1:]:
            self._last = (*item[1:], self._differ.diff(*item[1:]))
        return self._formatter_dialect.format(self._title, item.stack, self._last[2])

    @classmethod
    def has_dialect(cls, dialect: str) -> bool:
        """Whether there is a dialect of this name."""
        return dialect in cls.diff_logging_formatter_dialects

    @classmethod
    def get_dialect(cls, dialect: str | None, strict: bool | None = None) -> DiffLoggingFormatterDialect:
        """The dialect of this name; for an unknown one `text`, or an error with `strict`."""
        if dialect is not None and not cls.has_dialect(dialect):
            if strict:
                raise ValueError("Unknown diff formatter dialect", dialect)
            dialect = None
        formatter: DiffLoggingFormatterDialect = cls.diff_logging_formatter_dialects[dialect or "text"]()
        return formatter


def log(func: Callable[[Any, str], str]) -> Callable[[Any, str], str]:
    """Decorator that logs each call of a method `normalize` that changes the text."""

    def logged(cls: Any, text: str) -> str:
        stack = normalization_logger.stack
        stack.append(repr(cls))
        try:
            result = func(cls, text)
            if text != result and normalization_logger.logger.handlers:
                normalization_logger.logger.info(NormalizedLogItem(list(stack), text, result))
            return result
        finally:
            # After an error the stack is what it was; in the original it keeps the names.
            stack.pop()

    return logged


class LogCapturer:
    """A context that keeps the log of the steps that run in it; its arguments are those of DiffLoggingFormatter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.formatter_args = args, kwargs
        self.handler: ListHandler | None = None

    def __enter__(self) -> LogCapturer:
        self.handler = ListHandler()
        self.handler.setFormatter(DiffLoggingFormatter(*self.formatter_args[0], **self.formatter_args[1]))
        normalization_logger.logger.addHandler(self.handler)
        return self

    @property
    def logs(self) -> list[Any]:
        """The entries so far."""
        return list(self.handler.logs) if self.handler else []

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        if self.handler:
            normalization_logger.logger.removeHandler(self.handler)
        self.handler = None
