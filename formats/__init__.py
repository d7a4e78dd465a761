"""Readers and writers of transcript formats, all into one label schema.

>>> import formats
>>> corpus = formats.read(b"good { day / morning } (a-1)\\n")
>>> corpus.segments[0].id, corpus.format
('a-1', 'trn')
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import BinaryIO

    from formats.engine.features import lost
    from formats.errors import FormatError, LimitError, MismatchError, Problem, ScoreliteError, UsageError, Where
    from formats.record import Format
    from formats.registry import FORMATS, by_name, detect
    from formats.schema import Alternation, Comment, Corpus, Label, Region, Segment
    from formats.source import Source, Target

__all__ = [
    "read",
    "write",
    "convert",
    "lost",
    "Corpus",
    "Segment",
    "Label",
    "Alternation",
    "Region",
    "Comment",
    "Where",
    "Format",
    "FORMATS",
    "by_name",
    "detect",
    "Source",
    "Target",
    "ScoreliteError",
    "FormatError",
    "MismatchError",
    "UsageError",
    "LimitError",
    "Problem",
]

# Every module below imports this package first, and most need little of what it offers.
_HOMES = {
    "lost": "engine.features",
    "Format": "record",
    "FORMATS": "registry",
    "by_name": "registry",
    "detect": "registry",
    "Source": "source",
    "Target": "source",
    **dict.fromkeys(("Corpus", "Segment", "Label", "Alternation", "Region", "Comment"), "schema"),
    **dict.fromkeys(
        ("ScoreliteError", "FormatError", "MismatchError", "UsageError", "LimitError", "Problem", "Where"), "errors"
    ),
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'formats' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"formats.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def read(
    path: Target,
    *,
    format: str | None = None,
    encoding: str | None = None,
    errors: str = "strict",
    **options: object,
) -> Corpus:
    """Reads a file: a path, `-` for standard input, bytes or an open binary file, packed by gzip or not.

    The format is told by suffix and content unless it is named. Encoding None means UTF-8 unless a byte order mark says
    otherwise; `errors="surrogateescape"` lets wrong bytes through. Further options are the format's own.
    """
    from formats.registry import by_name, detect
    from formats.source import Source

    source = Source(path, encoding=encoding, errors=errors)
    record = by_name(format) if format else detect(source)
    return record.read(source, **options)


def write(
    corpus: Corpus,
    path: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    encoding: str | None = None,
    errors: str = "strict",
) -> None:
    """Writes a corpus to a path, `-` (standard output) or an open binary file; `.gz` packs.

    The format is told by the suffix unless it is named; without either it stays what it was.
    """
    from formats.conversion import target_of, write_corpus

    write_corpus(corpus, path, target_of(corpus, path, format), encoding=encoding, errors=errors)


def convert(
    source: Target,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    encoding: str | None = None,
    target_encoding: str | None = None,
    errors: str = "strict",
    strict: bool = False,
    interpolate: bool = False,
    pause: float | None = None,
    session: str | None = None,
    channel: str | None = None,
    speakers: Mapping[str, str] | None = None,
    **options: object,
) -> tuple[str, ...]:
    """Reads one file and writes another; returns what the target could not carry, or raises if `strict`.

    Words without times get made up ones only if `interpolate`; words without segments are cut at pauses of so many
    seconds (1) where the target has segments with times. `session`, `channel` and the map `speakers` give other names.
    Further options are those of the source's format.
    """
    from formats.conversion import Wishes, run

    wishes = Wishes(
        source_format=source_format,
        target_format=target_format,
        encoding=encoding,
        target_encoding=target_encoding,
        errors=errors,
        strict=strict,
        interpolate=interpolate,
        pause=pause,
        session=session,
        channel=channel,
        speakers=speakers or {},
        options=options,
    )
    return run(source, target, wishes).dropped
