"""Both sides of a score, read from two files: formats are decided by what either side shows, and by both together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import formats
from formats.errors import UsageError
from formats.schema import Corpus
from scoring.words.line_ids import shares, verdict
from scoring.words.notices import Notice

_BARE, _KEYED = "txt", "kaldi"
_NAME_BOTH = (
    "name the formats: --ref-format kaldi --hyp-format kaldi (ref_format='kaldi', hyp_format='kaldi') takes the first "
    "word of a line as its id, txt on both sides as a word"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The way in which files are read: how their bytes become text, and whether marks in it are letters."""

    encoding: str | None = None
    errors: str = "strict"
    literal: bool = False

    def open(self, target: formats.Target) -> formats.Source:
        """The file, opened."""
        return formats.Source(target, encoding=self.encoding, errors=self.errors)

    def read(self, source: formats.Source, record: formats.Format) -> Corpus:
        """The content of a file of this format."""
        options: dict[str, Any] = {}
        if self.literal and "alternations" in record.carries:
            options["markup"] = False
        return record.read(source, **options)


@dataclass(frozen=True, slots=True)
class Sides:
    """The content of both files, and what is to be said about how they were read."""

    ref: Corpus
    hyp: Corpus
    notices: tuple[Notice, ...] = ()


def read_sides(
    ref: formats.Target, hyp: formats.Target, how: Reading, ref_format: str | None, hyp_format: str | None
) -> Sides:
    """Reads both files; a format that is not named is detected."""
    sources = how.open(ref), how.open(hyp)
    records = _record(sources[0], ref_format), _record(sources[1], hyp_format)
    undecided = [
        name is None and record.name == _BARE and source.folder is None
        for name, record, source in zip((ref_format, hyp_format), records, sources, strict=True)
    ]
    if all(undecided):
        return _lines(*sources, how)
    if undecided[0]:
        other = how.read(sources[1], records[1])
        record, notices = _beside(sources[0], other, 0)
        return Sides(how.read(sources[0], record), other, notices)
    corpus = how.read(sources[0], records[0])
    if undecided[1]:
        record, notices = _beside(sources[1], corpus, 1)
        return Sides(corpus, how.read(sources[1], record), notices)
    return Sides(corpus, how.read(sources[1], records[1]))


def _record(source: formats.Source, name: str | None) -> formats.Format:
    return formats.by_name(name) if name else formats.detect(source)


def _lines(ref: formats.Source, hyp: formats.Source, how: Reading) -> Sides:
    """Both sides are lines of text: with ids or without."""
    found = verdict(ref.lines(), hyp.lines())
    if not found.format:
        raise UsageError(f"{ref.name} and {hyp.name} may be plain text or Kaldi text: {found.reason}; {_NAME_BOTH}")
    record = formats.by_name(found.format)
    notices: tuple[Notice, ...] = ()
    if found.reason:
        keyed = found.format == _KEYED
        read, other, otherwise = ("its id", _BARE, "a word") if keyed else ("a word", _KEYED, "its id")
        advice = f"--ref-format {other} --hyp-format {other} (ref_format='{other}', hyp_format='{other}')"
        text = f"the first word of a line is read as {read}: {found.reason}; {advice} reads it as {otherwise}"
        notices = (Notice("line ids", text),)
    return Sides(how.read(ref, record), how.read(hyp, record), notices)


def _beside(source: formats.Source, other: Corpus, place: int) -> tuple[formats.Format, tuple[Notice, ...]]:
    """The format of lines of text beside a side whose format is known: with ids if that side has the same."""
    has_ids = "ids" in formats.by_name(other.format).carries
    if not has_ids or not shares(source.lines(), {*other.ids()} - {""}):
        return formats.by_name(_BARE), ()
    side, option = (("reference", "ref"), ("hypothesis", "hyp"))[place]
    text = (
        f"the first word of a line of the {side} is read as its id: the other side has these ids; --{option}-format "
        f"{_BARE} ({option}_format='{_BARE}') reads it as a word"
    )
    return formats.by_name(_KEYED), (Notice("line ids", text),)
