"""Plain text: one utterance in each line, without any markup.

The id of an utterance is the number of its line, from 1. A blank line is an utterance without words, so that line 7 of
a reference always meets line 7 of a hypothesis. There are no comments. Text after the last newline is a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import core
from .engine.lines import Lines, corpus_of, read_lines
from .errors import UsageError
from .record import Format
from .schema import Corpus, Grammar, Made, rows
from .schema.markup import BLANKS, parse, render, unmarked
from .source import Source


def read(source: Source) -> Corpus:
    """Reads plain text.

    >>> corpus = read(Source(b"good day\\n\\nyes"))
    >>> corpus.ids(), corpus.texts()
    (['1', '2', '3'], ['good day', '', 'yes'])
    """
    spans = read_lines(source, core.read_txt, row, Lines(source.name))
    numbers = range(1, len(spans) + 1)
    return corpus_of(spans, source, "txt", ids=Made(len(spans), lambda: list(map(str, numbers))))


def row(line: str, add: Lines) -> None:
    """Reads one line, which is an utterance."""
    add.rows.add(line.strip(BLANKS), "")


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
        raise UsageError(f"txt cannot hold a line end inside the text of {key!r}; expected a blank in its place")
    return text + "\n"


def _ends(key: str) -> tuple[str, str]:
    return "", "\n"


FORMAT = Format(
    name="txt",
    suffixes=(".txt",),
    summary="plain text, one utterance per line",
    carries=frozenset(),
    read=read,
    write=write,
    sniff=sniff,
    family="plain text",
    streams="appended",
    ends=_ends,
)
