"""The format of an output, by its name or suffix, and the writing of a corpus in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial

from ..core.file_names import RECORDINGS
from .engine.effects import TABLES
from .engine.formulas import CsvFormulas, check_formulas
from .engine.writing import Output, write_bytes, write_folder, write_text
from .errors import UsageError
from .record import Format
from .registry import WRITABLE, by_name, by_suffix
from .schema import Corpus

_LINES_OF_JSON = ("jsonl", "lhotse", "nemo")
_OTHER_TARGETS = {
    ".json": "JSON of several formats; expected OUT with its whole suffix, such as .whisper.json or .seglst.json",
    ".xml": "XML of several formats; expected format= (--to), such as ttml, imsc or ebu-tt",
    **dict.fromkeys((".html", ".htm", ".md"), "a page; expected OUT as .txt"),
    **dict.fromkeys((".tg", ".praat"), "files of Praat; expected OUT as .TextGrid"),
    **dict.fromkeys(RECORDINGS, "a recording; expected OUT as a transcript, such as .srt"),
    **dict.fromkeys((".xlsx", ".xls", ".ods"), "a spreadsheet; expected OUT as .csv, which spreadsheets open"),
    **dict.fromkeys(
        (".docx", ".doc", ".odt", ".rtf", ".pdf"), "a document; expected OUT as .txt, which word processors open"
    ),
    ".lab": "labels of HTK; expected format='audacity' (--to audacity) (label tracks, in seconds) or OUT as .TextGrid",
}
"""Suffixes that people ask for and no format has, with what to write instead."""


def target_of(corpus: Corpus, path: Output, name: str | None) -> Format:
    """The format to write a corpus in: the named one, the one of the suffix, or its own."""
    if name:
        return writable(by_name(name))
    if not isinstance(path, (str, os.PathLike)) or os.fspath(path) == "-":
        return _own_format(corpus)
    file = os.fspath(path)
    record = by_suffix(file)
    if record is None and file.lower().removesuffix(".gz").endswith(".jsonl"):
        # Several formats have lines of JSON: a file of one of them stays what it is, any other becomes a table.
        record = by_name(corpus.format if corpus.format in _LINES_OF_JSON else "jsonl")
    suffix = os.path.splitext(file)[1]
    if (record is None or not record.writable) and suffix.lower() in _OTHER_TARGETS:
        raise UsageError(f"{file}: {_OTHER_TARGETS[suffix.lower()]}")
    if record is not None:
        return writable(record)
    if suffix:
        names = ", ".join(WRITABLE[:5])
        raise UsageError(
            f"{file}: no format has this suffix; name one with format= (--to), such as {names} "
            "(scorelite formats lists all)"
        )
    return _own_format(corpus)


def _own_format(corpus: Corpus) -> Format:
    """The format that a corpus was read from."""
    if not corpus.format:
        raise UsageError("neither path nor corpus shows the format; expected format= (--to)")
    return writable(by_name(corpus.format))


def writable(record: Format) -> Format:
    """The format; a read-only one is rejected."""
    if not record.writable:
        raise UsageError(f"{record.name} can be read, but not written")
    return record


def write_corpus(corpus: Corpus, target: Output, record: Format, *, encoding: str | None, errors: str) -> None:
    """Writes a corpus in a format: to a file, or to a folder if the format is a folder."""
    if record.pack is not None:
        write_bytes(target, record.pack(corpus))
        return
    if record.files is None:
        write_text(target, record.write(corpus), encoding=encoding, errors=errors)
        return
    if not isinstance(target, (str, os.PathLike)) or os.fspath(target) == "-":
        raise UsageError(f"{record.name} is a folder of files; expected the path of a folder")
    write_folder(os.fspath(target), record.files(corpus), encoding=encoding, errors=errors)


def writer_of(record: Format, csv_formulas: CsvFormulas) -> Callable[..., Iterable[str]]:
    """The writer of a format, with the rule for formulas that only tables have."""
    check_formulas(csv_formulas)
    if csv_formulas == "keep":
        return record.write
    if record.streams not in TABLES:
        raise UsageError(
            f"csv_formulas={csv_formulas!r} (--csv-formulas {csv_formulas}) has no effect on {record.name}; expected "
            "csv or tsv as the format of the output"
        )
    return partial(record.write, csv_formulas=csv_formulas)
