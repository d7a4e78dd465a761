"""Plain text: one utterance in each line, without any markup.

The id of an utterance is the number of its line, from 1. A blank line is an utterance without words, so that line 7 of
a reference always meets line 7 of a hypothesis. There are no comments. Text after the last newline is a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .errors import UsageError
from .record import Format
from .schema import Corpus, Grammar, Made, Table, rows
from .schema.markup import BLANKS, parse, render, unmarked
from .source import Source


def read(source: Source) -> Corpus:
    """Reads plain text.

    >>> corpus = read(Source(b"good day\\n\\nyes"))
    >>> corpus.ids(), corpus.texts()
    (['1', '2', '3'], ['good day', '', 'yes'])
    """
    texts = [line.strip(BLANKS) for line in source.lines()]
    size = len(texts)
    lines = range(1, size + 1)
    table = Table(size, path=source.name, id=Made(size, lambda: list(map(str, lines))), text=texts, lines=lines)
    return Corpus(table, format="txt", path=source.name)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields one line for every segment, in order; for an alternation, its first branch."""
    for key, text, grammar in rows(corpus, is_plain=True):
        yield _line(key, text, grammar)


def sniff(lines: Sequence[str]) -> bool:
    """Never: every text could be plain. The format is chosen by suffix, or where no other format fits."""
    return False


def _line(key: str, text: str, grammar: Grammar) -> str:
    if grammar != "plain" and not unmarked(text):
        text = render(parse(text, grammar), "plain")
    if "\n" in text or "\r" in text:
        raise UsageError(f"txt cannot hold a line end inside the text of {key!r}")
    return text + "\n"


def _ends(key: str) -> tuple[str, str]:
    return "", "\n"


FORMAT = Format(
    name="txt",
    suffixes=(".txt",),
    summary="plain text, one utterance a line",
    carries=frozenset(),
    read=read,
    write=write,
    sniff=sniff,
    family="plain text",
    streams="appended",
    ends=_ends,
)
