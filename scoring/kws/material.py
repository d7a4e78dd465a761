"""Material of a scoring as columns: recordings, keywords, words that were said, and detections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...formats.ecf import Ecf
from ...formats.engine.nist_xml import where
from ...formats.errors import FormatError, Problem, UsageError, Where, short
from ...formats.kwlist import Keyword, KwList
from ...formats.kwslist import KwsList
from .settings import KwsSettings
from .text import normalized, split_characters
from .transcripts import Rows, Rttm

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Ints: TypeAlias = "NDArray[np.int64]"
Bools: TypeAlias = "NDArray[np.bool_]"
Texts: TypeAlias = "NDArray[np.bytes_]"


@dataclass(frozen=True, slots=True)
class Inputs:
    """Four inputs of a scoring: searched regions, transcript, keywords and detections."""

    ecf: Ecf
    rttm: Rttm
    kwlist: KwList
    detected: KwsList
    threshold: float | None = None
    """Score that accepts a detection for which the input holds no decision; None where all decisions are given."""
    searched: bool = False
    """The detections are those of keywords in the words of a recogniser."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the transcript, in file order; end times are rounded to four decimals."""

    place: Ints
    """Number of the recording and channel."""
    begin: Floats
    end: Floats
    speaker: Ints
    """Number of the speaker: place * number of names + number of the name."""
    speaker_names: list[str]
    tokens: list[str]
    begin_texts: list[str]
    indexed: Bools
    """Whether a keyword may begin here: not at fragments and filled pauses."""


@dataclass(frozen=True, slots=True)
class Detections:
    """All detections, in the order of the system output."""

    unit: Ints
    """Number of the list that holds each; `Material.units` names its keyword."""
    place: Ints
    begin: Floats
    end: Floats
    middle: Floats
    score: Floats
    yes: Bools


@dataclass(frozen=True, slots=True)
class Excerpts:
    """Excerpts of the control file as columns, in its order."""

    place: Ints
    begin: Floats
    end: Floats


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that one scoring works on."""

    keywords: tuple[Keyword, ...]
    places: list[tuple[str, str]]
    """Recording and channel by number."""
    words: Words
    speakers: Rows
    units: Ints
    """Keyword of each list of detections; keywords that the system does not list have an empty one at the end."""
    detections: Detections
    excerpts: Excerpts
    inputs: Inputs
    bytewise: bool
    """Texts stand for bytes of an encoding that is left as it is."""


class Places:
    """Numbers for pairs of recording and channel."""

    __slots__ = ("_known", "names")

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], int] = {}
        self.names: list[tuple[str, str]] = []

    def number(self, file: str, channel: str) -> int:
        """Number of a pair; a new pair gets the next one."""
        pair = (file, channel)
        number = self._known.get(pair)
        if number is None:
            number = self._known[pair] = len(self.names)
            self.names.append(pair)
        return number

    def numbers(self, files: Sequence[str], channels: Sequence[str]) -> Ints:
        """Numbers of many pairs."""
        number_of, number = self._known, self.number
        return np.array(
            [number_of[pair] if pair in number_of else number(*pair) for pair in zip(files, channels, strict=True)],
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
    # Halfway between two results the product is not exact enough to decide; very large numbers have no decimals.
    doubtful = (np.abs(np.abs(scaled - nearest) - 0.5) < 1e-4) | (np.abs(scaled) > 1e14) | ~np.isfinite(scaled)
    for place in np.flatnonzero(doubtful):
        result[place] = float(f"{values[place]:.4f}")
    return result


def split_text(text: str, settings: KwsSettings) -> str:
    """Text after the prefilters of the settings."""
    chosen = settings.prefilters
    if "charsplit" not in chosen:
        return text
    return split_characters(text, keep_ascii="notASCII" in chosen, drop_hyphens="deleteHyphens" in chosen)


def splitter(settings: KwsSettings) -> Callable[[str], list[str]]:
    """A function that cuts a text into words, after the prefilters of the settings."""
    return lambda text: split_text(text, settings).split()


def material(inputs: Inputs, settings: KwsSettings) -> Material:
    """Columns of the four inputs; a detection of an unknown keyword, or a keyword without words, is an error."""
    _check_keywords(inputs.kwlist)
    places = Places()
    excerpts = excerpt_columns(inputs.ecf, places)
    words = _words(inputs.rttm.lexemes, places)
    numbers = {keyword.id: number for number, keyword in enumerate(inputs.kwlist.keywords)}
    units, unit_of_list = _units(inputs, numbers, settings)
    return Material(
        keywords=tuple(
            Keyword(keyword.id, split_text(keyword.text, settings), keyword.attributes, keyword.where)
            for keyword in inputs.kwlist.keywords
        ),
        places=places.names,
        words=words,
        speakers=inputs.rttm.speakers,
        units=units,
        detections=_detections(inputs.detected, unit_of_list, places),
        excerpts=excerpts,
        inputs=inputs,
        bytewise=settings.convention.raw_files and inputs.kwlist.encoding.lower() == "gb2312",
    )


def excerpt_columns(ecf: Ecf, places: Places) -> Excerpts:
    """Excerpts as columns; their recordings and channels get numbers."""
    return Excerpts(
        places.numbers([item.file for item in ecf.excerpts], [item.channel for item in ecf.excerpts]),
        np.array([item.begin for item in ecf.excerpts], dtype=np.float64),
        np.array([item.end for item in ecf.excerpts], dtype=np.float64),
    )


class WordlessKeyword(FormatError):
    """A keyword without a word, at which KWSEval dies."""


def _check_keywords(kwlist: KwList) -> None:
    for keyword in kwlist.keywords:
        if not normalized(keyword.text, kwlist.normalize).split():
            place = keyword.where or Where("<keywords>", 1)
            what = f"keyword {keyword.id!r} has no word to search for"
            raise WordlessKeyword((Problem(place, what, "a text of one or more words"),))


def _words(rows: Rows, places: Places) -> Words:
    begin = np.array(rows.begins, dtype=np.float64)
    place = places.numbers(rows.files, rows.channels)
    speakers: dict[str, int] = {}
    names = np.array([speakers.setdefault(name, len(speakers)) for name in rows.speakers], dtype=np.int64)
    return Words(
        place=place,
        begin=begin,
        end=rounded(begin + np.array(rows.durations, dtype=np.float64)),
        speaker=place * max(len(speakers), 1) + names,
        speaker_names=rows.speakers,
        tokens=rows.tokens,
        begin_texts=rows.begin_texts,
        indexed=np.array([subtype not in ("frag", "fp") for subtype in rows.subtypes], dtype=np.bool_),
    )


def not_listed(keyword: str, kwlist: KwList) -> str:
    """The message about a keyword of the system that the list lacks; lists of plain text have their texts as ids."""
    text = f"keyword id {keyword!r} is not in the keyword list"
    is_plain = all(each.id == each.text for each in kwlist.keywords)
    if not kwlist.path or not kwlist.keywords or not is_plain:
        return text
    return (
        f"{text}, whose ids are its texts, such as {short(kwlist.keywords[0].text)!r}; expected one of these, or a "
        "list with ids: a kwlist file, or csv with the columns id and text"
    )


def _units(inputs: Inputs, numbers: dict[str, int], settings: KwsSettings) -> tuple[Ints, list[int]]:
    """Keywords of the units, and the unit of each list of the system output."""
    detected, kwlist = inputs.detected, inputs.kwlist
    for listing in detected.listings:
        if listing.keyword not in numbers:
            raise UsageError(f"{_place(detected, listing.keyword)}: {not_listed(listing.keyword, kwlist)}")
    convention = settings.convention
    listed = [numbers[listing.keyword] for listing in detected.listings]
    units = listed if convention.repeated_lists else list(dict.fromkeys(listed))
    unit_of = {keyword: unit for unit, keyword in enumerate(units)}
    of_list = list(range(len(listed))) if convention.repeated_lists else [unit_of[keyword] for keyword in listed]
    if not settings.listed_only or (settings.segments and convention.segments_list_all):
        units = units + [number for number in range(len(numbers)) if number not in unit_of]
    return np.array(units, dtype=np.int64), of_list


def _place(detected: KwsList, keyword: str) -> str:
    if detected.source is not None:
        offset = detected.source.data.find(f'kwid="{keyword}"'.encode())
        if offset >= 0:
            return str(where(detected.source, max(detected.source.data.rfind(b"<", 0, offset), 0)))
    return detected.path or "the system output"


def _detections(detected: KwsList, unit_of_list: Sequence[int], places: Places) -> Detections:
    size = len(detected)
    channels = max(len(detected.channel_names), 1)
    codes, inverse = np.unique(detected.files.astype(np.int64) * channels + detected.channels, return_inverse=True)
    table = np.array(
        [
            places.number(detected.file_names[code // channels], detected.channel_names[code % channels])
            for code in codes.tolist()
        ],
        dtype=np.int64,
    )
    sizes = [listing.last - listing.first for listing in detected.listings]
    return Detections(
        unit=np.repeat(np.array(unit_of_list, dtype=np.int64), sizes),
        place=table[inverse] if size else np.zeros(0, dtype=np.int64),
        begin=detected.begins,
        end=detected.begins + detected.durations,
        middle=detected.begins + detected.durations / 2.0,
        score=detected.scores,
        yes=detected.yes,
    )
