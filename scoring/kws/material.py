"""What is scored, as columns: recordings, keywords, words that were said, and detections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from formats.ecf import Ecf
from formats.engine.nist_xml import where
from formats.errors import UsageError, Where, fail
from formats.kwlist import Keyword, KwList
from formats.kwslist import KwsList
from formats.rttm import Rows, Rttm
from scoring.kws.settings import KwsSettings
from scoring.kws.text import normalized, split_characters

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Ints: TypeAlias = "NDArray[np.int64]"
Bools: TypeAlias = "NDArray[np.bool_]"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of the transcript, in file order; times of ends are rounded to four decimals."""

    place: Ints
    """The number of the file and channel."""
    begin: Floats
    end: Floats
    speaker: Ints
    """A number for each speaker of each file and channel."""
    speaker_names: list[str]
    tokens: list[str]
    begin_texts: list[str]
    indexed: Bools
    """Whether a keyword may begin here: not at fragments and filled pauses."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One keyword as one list of the system output has it; rows of detections from first to last."""

    keyword: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Detections:
    """All detections; `unit` says whose they are."""

    unit: Ints
    place: Ints
    begin: Floats
    end: Floats
    middle: Floats
    score: Floats
    yes: Bools
    row: Ints
    """The row in the system output, for its texts."""


@dataclass(frozen=True, slots=True)
class Excerpts:
    """The excerpts of the control file as columns, in its order."""

    place: Ints
    begin: Floats
    end: Floats


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that one scoring works on."""

    keywords: tuple[Keyword, ...]
    places: list[tuple[str, str]]
    """File and channel of each number."""
    words: Words
    speakers: Rows
    units: tuple[Unit, ...]
    detections: Detections
    excerpts: Excerpts
    ecf: Ecf
    found: KwsList
    language: str
    normalize: str
    bytewise: bool
    out_of_vocabulary: dict[int, str] = field(default_factory=dict)
    """For each keyword of the system output, how many of its words were unknown there, as it says."""


class Places:
    """Numbers for pairs of file and channel."""

    __slots__ = ("_known", "names")

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], int] = {}
        self.names: list[tuple[str, str]] = []

    def number(self, file: str, channel: str) -> int:
        """The number of a pair, a new one if need be."""
        pair = (file, channel)
        number = self._known.get(pair)
        if number is None:
            number = self._known[pair] = len(self.names)
            self.names.append(pair)
        return number

    def numbers(self, files: Sequence[str], channels: Sequence[str]) -> Ints:
        """The numbers of many pairs."""
        known, number = self._known, self.number
        return np.array(
            [known[pair] if pair in known else number(*pair) for pair in zip(files, channels, strict=True)],
            dtype=np.int64,
        )


def rounded(values: Floats) -> Floats:
    """Numbers rounded to four decimals as printing rounds them.

    >>> rounded(np.array([0.00005, 1.23455, 10.0])).tolist()
    [0.0001, 1.2346, 10.0]
    """
    scaled = values * 1e4
    nearest = np.rint(scaled)
    result: Floats = nearest / 1e4
    # Near the middle between two results the product is not exact enough to decide; very large numbers are kept whole.
    doubtful = (np.abs(np.abs(scaled - nearest) - 0.5) < 1e-4) | (np.abs(scaled) > 1e14) | ~np.isfinite(scaled)
    for place in np.flatnonzero(doubtful):
        result[place] = float(f"{values[place]:.4f}")
    return result


def splitter(settings: KwsSettings) -> tuple[bool, bool, bool]:
    """Whether characters are words, ASCII words stay whole, and hyphens are dropped."""
    chosen = settings.prefilters
    return "charsplit" in chosen, "notASCII" in chosen, "deleteHyphens" in chosen


def split_text(text: str, settings: KwsSettings) -> str:
    """A text as the prefilters leave it."""
    characters, keep_ascii, drop_hyphens = splitter(settings)
    return split_characters(text, keep_ascii=keep_ascii, drop_hyphens=drop_hyphens) if characters else text


def material(ecf: Ecf, rttm: Rttm, kwlist: KwList, found: KwsList, settings: KwsSettings) -> Material:
    """Puts files together, and refuses detections of keywords that nobody asked for."""
    places = Places()
    excerpts = Excerpts(
        places.numbers([item.file for item in ecf.excerpts], [item.channel for item in ecf.excerpts]),
        np.array([item.begin for item in ecf.excerpts], dtype=np.float64),
        np.array([item.end for item in ecf.excerpts], dtype=np.float64),
    )
    words = _words(rttm.lexemes, places)
    numbers = {keyword.id: number for number, keyword in enumerate(kwlist.keywords)}
    units = _units(found, numbers, settings)
    return Material(
        keywords=tuple(
            Keyword(keyword.id, split_text(keyword.text, settings), keyword.attributes, keyword.where)
            for keyword in kwlist.keywords
        ),
        places=places.names,
        words=words,
        speakers=rttm.speakers,
        units=units,
        detections=_detections(found, units, numbers, places),
        excerpts=excerpts,
        ecf=ecf,
        found=found,
        language=kwlist.language,
        normalize=kwlist.normalize,
        bytewise=settings.strict_f4de and kwlist.encoding.lower() == "gb2312",
        out_of_vocabulary={numbers[listing.keyword]: listing.out_of_vocabulary for listing in found.listings},
    )


def check_keywords(keywords: Sequence[Keyword], normalize: str) -> None:
    """Refuses keywords without a word."""
    for keyword in keywords:
        if not normalized(keyword.text, normalize).split():
            place = keyword.where or Where("<keywords>", 1)
            fail(place, f"keyword {keyword.id!r} has no word to look for", "a text of one or more words")


def _words(rows: Rows, places: Places) -> Words:
    begin = np.array(rows.begins, dtype=np.float64)
    place = places.numbers(rows.files, rows.channels)
    known: dict[str, int] = {}
    names = np.array([known.setdefault(name, len(known)) for name in rows.speakers], dtype=np.int64)
    return Words(
        place=place,
        begin=begin,
        end=rounded(begin + np.array(rows.durations, dtype=np.float64)),
        speaker=place * max(len(known), 1) + names,
        speaker_names=rows.speakers,
        tokens=rows.tokens,
        begin_texts=rows.begin_texts,
        indexed=np.array([subtype not in ("frag", "fp") for subtype in rows.subtypes], dtype=np.bool_),
    )


def _units(found: KwsList, numbers: dict[str, int], settings: KwsSettings) -> tuple[Unit, ...]:
    """The lists of the system output in order, then the keywords that it does not list."""
    for listing in found.listings:
        if listing.keyword not in numbers:
            raise UsageError(
                f"{_place(found, listing.keyword)}: keyword id {listing.keyword!r} is not in the keyword list"
            )
    units = [Unit(numbers[listing.keyword], listing.first, listing.last) for listing in found.listings]
    if not settings.listed_only or (settings.segments and settings.strict_f4de):
        # In segment mode KWSEval scores what is not listed, whatever it was told.
        listed = {unit.keyword for unit in units}
        size = len(found)
        units += [Unit(number, size, size) for number in range(len(numbers)) if number not in listed]
    return tuple(units)


def _place(found: KwsList, keyword: str) -> str:
    if found.source is not None:
        offset = found.source.data.find(f'kwid="{keyword}"'.encode())
        if offset >= 0:
            return str(where(found.source, max(found.source.data.rfind(b"<", 0, offset), 0)))
    return found.path or "the system output"


def _detections(found: KwsList, units: Sequence[Unit], numbers: dict[str, int], places: Places) -> Detections:
    size = len(found)
    channels = max(len(found.channel_names), 1)
    codes, inverse = np.unique(found.files.astype(np.int64) * channels + found.channels, return_inverse=True)
    table = np.array(
        [
            places.number(found.file_names[code // channels], found.channel_names[code % channels])
            for code in codes.tolist()
        ],
        dtype=np.int64,
    )
    unit = np.zeros(size, dtype=np.int64)
    for number, listing in enumerate(found.listings):
        unit[listing.first : listing.last] = number
    return Detections(
        unit=unit,
        place=table[inverse] if size else np.zeros(0, dtype=np.int64),
        begin=found.begins,
        end=found.begins + found.durations,
        middle=found.begins + found.durations / 2.0,
        score=found.scores,
        yes=found.yes,
        row=np.arange(size, dtype=np.int64),
    )
