"""Written files are read again, or writers refuse to write them: over all pairs of formats, with hostile corpora."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator
from dataclasses import replace
from math import inf, nan
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.errors import FormatError, UsageError
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Comment, Corpus, Label, Segment
from tests.fuzz import readers, writers
from tests.fuzz.case import IDENTICAL, Case

NUMBERS = (-1.0, -0.0, 5e-324, 1e-7, 0.1, 1e8, 99999999.95, 1e9, 1e10, 1e11, 1e12, 1e15, 1e22, 1e308, inf, -inf, nan)
NAMES = (
    *("7", "9" * 5000, "a b", "a,b", 'a"b', "a\tb", "<a>", "\udc80", "\ud800", "\x1b[31m", "\x00", "#", ";;", "(x)"),
    *("", "/", "a/b", "{a}", "{ a / b }", "a\nb", "a\rb", "-->", "[1]", "|", "\\"),
    *("&amp;", "NA", "\ufeff", "\x85", "--"),
)
WRITTEN = [record for record in FORMATS if record.writable]
TARGETS = [record for record in FORMATS if record.writable and record.files is None and record.pack is None]


def problem(corpus: Corpus, record: formats.Format) -> str:
    """The problem of the file of a corpus; empty if the writer refuses it, or if the format reads it."""
    written = io.BytesIO()
    try:
        formats.write(corpus, written, format=record.name, errors="surrogateescape")
    except UsageError as error:
        return "" if str(error) else "an error without a message"
    try:
        formats.read(written.getvalue(), format=record.name, errors="surrogateescape")
    except FormatError as error:
        return f"{corpus.format or 'Python'} -> {record.name}: {error}"
    return ""


def hostile() -> Iterator[Corpus]:
    """Corpora with numbers and names that few formats hold."""
    usual = Segment(id="u", session="s", channel="1", speaker="p", start=0.0, end=3.0, text="a")
    word = Label("a", 1.0, 2.0)
    for number in NUMBERS:
        yield Corpus((replace(usual, start=number),))
        yield Corpus((replace(usual, end=number),))
        for label in (Label("a", number, number), Label("a", 1.0, number), Label("a", 1.0, 2.0, number)):
            yield Corpus((replace(usual, text=None, labels=(word, label)),))
            yield Corpus((replace(usual, text=None, labels=(label,), start=None, end=None),))
    for name in NAMES:
        for field in ("id", "session", "channel", "speaker", "text"):
            yield Corpus((replace(usual, **{field: name}),))
        yield Corpus((usual,), comments=(Comment(name, 0), Comment(name, 1)))
        overlapping = (replace(usual, speaker=name, start=float(place), end=place + 2.0) for place in range(3))
        yield Corpus(tuple(overlapping))


@functools.cache
def hostile_corpora() -> tuple[Corpus, ...]:
    """All hostile corpora, made once for all formats."""
    return tuple(hostile())


@pytest.mark.sweep(6)
@pytest.mark.parametrize("record", TARGETS, ids=lambda record: record.name)
def test_hostile_corpora_are_refused_or_read_again(record: formats.Format) -> None:
    assert [found for corpus in hostile_corpora() if (found := problem(corpus, record))] == []


# Files whose content few other formats hold.
FILES = {
    "mdtm": b"talk 1 0.00 1e22 speaker NA adult a\ntalk 1 1e22 1e22 speaker NA adult a\n",
    "sami": b"<SAMI><BODY><SYNC Start=99999980000><P>a<SYNC Start=99999990000><P>&nbsp;",
    "audacity": b"0.5\t1e22\tgood day\n-0.0\t1e-400\tyes\n",
    "rttm": b"LEXEME talk 1 0.1 1e22 a lex anna 1e300\n",
    "ctm": b"talk A 1e22 1e22 a 1e300\ntalk A 1e-400 0.1 b\n",
    "textgrid": b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n-5\n9e11\n<exists>\n2\n'
    b'"IntervalTier"\n"a"\n-5\n9\n1\n-5\n9\n"x"\n'
    b'"IntervalTier"\n"a"\n0\n9e11\n1\n0\n9e11\n"y"\n',
}


@pytest.mark.parametrize("record", TARGETS, ids=lambda record: record.name)
def test_files_that_few_formats_hold_are_refused_or_read_again(record: formats.Format) -> None:
    corpora = [formats.read(data, format=name) for name, data in FILES.items()]
    assert [found for corpus in corpora if (found := problem(corpus, record))] == []


@pytest.mark.sweep(8)
@pytest.mark.parametrize("record", WRITTEN, ids=lambda record: record.name)
def test_every_sample_has_the_same_words_in_every_format(record: formats.Format, tmp_path: Path) -> None:
    wrong = []
    for source in readers.entries():
        for ((_, data),) in () if source.folder else readers.samples(source.name):
            facts = (("source", source.name), ("target", record.name))
            verdict = writers.check(Case((("sample", data),), (), facts), tmp_path)
            if verdict != IDENTICAL:
                wrong.append(f"{source.name} -> {record.name}: {verdict.reason}\n{verdict.detail}")
    assert wrong == []
