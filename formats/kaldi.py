"""Kaldi text: a key, white space and the words of an utterance in each line, without any markup.

White space is that of C: a no-break space is part of a word. Blank lines are skipped; a key alone is an utterance
without words. Kaldi's text archives (`ark,t:`) have this form, too.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence

from .errors import Problems, UsageError, Where
from .record import Format
from .schema import Corpus, Grammar, Table, rows
from .schema.markup import BLANKS, parse, render, unmarked
from .source import Source

_KEY = re.compile(f"[^{BLANKS}]+")


def read(source: Source) -> Corpus:
    """Reads keys and texts.

    >>> corpus = read(Source(b"u1 good day\\nu2\\n"))
    >>> corpus.ids(), corpus.texts()
    (['u1', 'u2'], ['good day', ''])
    """
    lines: dict[str, int] = {}
    texts: list[str] = []
    problems = Problems()
    for number, line in enumerate(source.lines(), 1):
        match = _KEY.search(line)
        if match is None:
            continue
        key = match.group()
        if key in lines:
            where = Where(source.name, number, match.start() + 1)
            what = f"utterance id {key!r} is used twice, first on line {lines[key]}"
            problems.add(where, what, "a different id for every utterance", line)
            continue
        lines[key] = number
        texts.append(line[match.end() :].strip(BLANKS))
    problems.check()
    ids, numbers = list(lines), array("q", lines.values())
    table = Table(len(ids), path=source.name, id=ids, text=texts, lines=numbers)
    return Corpus(table, format="kaldi", path=source.name)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment; for an alternation, its first branch."""
    written: set[str] = set()
    for key, text, grammar in rows(corpus, is_plain=True):
        if key in written:
            raise UsageError(f"kaldi cannot hold the id {key!r} twice")
        written.add(key)
        yield _line(key, text, grammar)


def sniff(lines: Sequence[str]) -> bool:
    """Never: every text could have this form. The format is chosen by suffix or by name."""
    return False


def _line(key: str, text: str, grammar: Grammar) -> str:
    if _KEY.fullmatch(key) is None:
        raise UsageError(f"kaldi cannot hold the id {key!r}; expected one word without blanks")
    if grammar != "plain" and not unmarked(text):
        text = render(parse(text, grammar), "plain")
    if "\n" in text or "\r" in text:
        raise UsageError(f"kaldi cannot hold a line end inside the text of {key!r}")
    return f"{key} {text}\n" if text else f"{key}\n"


def _ends(key: str) -> tuple[str, str]:
    return key, "\n"


FORMAT = Format(
    name="kaldi",
    suffixes=(".ark",),
    summary="Kaldi text: key words",
    carries=frozenset({"ids"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"ids"}),
    family="Kaldi",
    streams="appended",
    ends=_ends,
)
