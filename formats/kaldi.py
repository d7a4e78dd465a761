"""Kaldi text: a key, white space and the words of an utterance in each line, without any markup.

White space is that of C: a no-break space is part of a word. Blank lines are skipped; a key alone is an utterance
without words. Kaldi's text archives (`ark,t:`) have this form, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .. import core
from .engine.lines import Lines, corpus_of, read_lines, report_repeated
from .errors import UsageError
from .record import Format
from .schema import Corpus, Grammar, rows
from .schema.markup import BLANKS, parse, render, unmarked
from .schema.spans import SpanIds
from .source import Source

_KEY = re.compile(f"[^{BLANKS}]+")
# A word that begins with a letter and has a digit or an underscore, or numbers with a sign between them; perhaps as the
# last part of a path.
_ID = re.compile(r"(?:\S*/)?(?:[^\W\d_][^\s0-9_]*[0-9_]\S*|[0-9]+[-_][0-9]\S*)")
# A reader, a chapter and the number of an utterance.
_LIBRISPEECH = re.compile(r"[0-9]+-[0-9]+-[0-9]{4}(?= |$)")


def read(source: Source) -> Corpus:
    """Reads keys and texts.

    >>> corpus = read(Source(b"u1 good day\\nu2\\n"))
    >>> corpus.ids(), corpus.texts()
    (['u1', 'u2'], ['good day', ''])
    """
    add = Lines(source.name)
    spans = read_lines(source, core.read_kaldi, row, add)
    report_repeated(spans, source, add, lambda line: len(line) - len(line.lstrip(BLANKS)) + 1)
    add.problems.check()
    return corpus_of(spans, source, "kaldi")


def first_words(source: Source) -> SpanIds:
    """The first words of all lines that have one; some may be the same, for nothing says that they are keys."""
    return SpanIds(read_lines(source, core.read_kaldi, row, Lines(source.name)))


def row(line: str, add: Lines) -> None:
    """Reads one line: nothing, or a key and a text."""
    match = _KEY.search(line)
    if match is not None:
        add.rows.add(line[match.end() :].strip(BLANKS), match.group())


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment; for an alternation, its first branch."""
    written: set[str] = set()
    for key, text, grammar in rows(corpus, is_plain=True):
        if key in written:
            raise UsageError(f"kaldi cannot hold the id {key!r} twice")
        written.add(key)
        yield _line(key, text, grammar)


def sniff(lines: Sequence[str]) -> bool:
    """Whether lines begin with different ids of LibriSpeech; every other text could have this form, too.

    >>> sniff(["84-121123-0000 GO", "84-121123-0001 BUT"]), sniff(["84-121123-0000 GO"]), sniff(["u1 go", "u2 but"])
    (True, False, False)
    """
    keys = [match.group() for match in map(_LIBRISPEECH.match, lines) if match]
    return len(keys) > 1 and len({*keys}) == len([line for line in lines if line.strip(BLANKS)])


def has_ids(lines: Sequence[str]) -> bool:
    """Whether lines begin with different words with letters and digits, unlike most of the other words.

    >>> has_ids(["u1 go", "u2 but"]), has_ids(["we go", "but go"]), has_ids(["b2 b4", "b7 b6"]), has_ids(["u1 go"])
    (True, False, False, False)
    >>> has_ids(["wavs/u1.wav go", "wavs/u2.wav but"])
    True
    """
    keys = likely_ids(lines)
    return 1 < len({*keys}) == len(keys)


def likely_ids(lines: Sequence[str]) -> list[str]:
    """The first words of lines, where all of them have letters and digits, unlike most of the other words; else none.

    >>> likely_ids(["u1 go", "u2 but", "u1 on"]), likely_ids(["we go", "u2 but"])
    (['u1', 'u2', 'u1'], [])
    """
    words = [fields for line in lines if (fields := line.split())]
    keys = [line[0] for line in words]
    if not all(map(_ID.fullmatch, keys)):
        return []
    others = [word for line in words for word in line[1:]]
    looks_alike = sum(map(bool, map(_ID.fullmatch, others)))
    return keys if 2 * looks_alike < len(others) else []


def _line(key: str, text: str, grammar: Grammar) -> str:
    if _KEY.fullmatch(key) is None:
        raise UsageError(f"kaldi cannot hold the id {key!r}; expected one word without blanks")
    if grammar != "plain" and not unmarked(text):
        text = render(parse(text, grammar), "plain")
    if "\n" in text or "\r" in text:
        raise UsageError(f"kaldi cannot hold a line end inside the text of {key!r}; expected a blank in its place")
    return f"{key} {text}\n" if text else f"{key}\n"


def _ends(key: str) -> tuple[str, str]:
    return key, "\n"


FORMAT = Format(
    name="kaldi",
    suffixes=(".ark", ".kaldi"),
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
