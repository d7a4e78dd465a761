"""Labels in the place of NIST's files: keywords, words and detections in memory, or in files of other formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite, isnan, nan
from typing import Any, TypeAlias

import numpy as np

from ...formats.detection import detect
from ...formats.ecf import Ecf, Excerpt
from ...formats.engine.nist_xml import root_name
from ...formats.errors import UsageError, Where, fail
from ...formats.kwlist import Keyword, KwList
from ...formats.kwslist import KwsList, Listing
from ...formats.record import Format
from ...formats.registry import by_name, by_suffix
from ...formats.schema import Corpus, Label, text_of
from ...formats.schema.items import first_words
from ...formats.source import Source, Target
from .timed_rows import TABLES, read_rows
from .transcripts import Rows, Rttm

# A label, or (value, start, end), (value, start, end, score), (value, start, end, score, decision).
Labelled: TypeAlias = "Label | Sequence[Any]"
# Recording, channel and speaker
Place: TypeAlias = "tuple[str, str, str]"

NIST = ("ecf", "kwlist", "kwslist", "rttm")
_HEAD = 1 << 16
_DECISION = "kwslist:decision"


# --- files ----------------------------------------------------------------------------------------


def opened(target: Target, wanted: str) -> tuple[Source, Corpus | None]:
    """Source of a file, and its corpus if it is not in NIST's format; a NIST file of another kind is an error."""
    source = Source(target)
    record = _format(source, wanted)
    if record is None or record.name == wanted:
        return source, None
    if record.name in NIST:
        raise UsageError(f"{source.name}: this is {record.name}; expected {wanted}")
    if record.name in TABLES and wanted in ("rttm", "kwslist"):
        return source, read_rows(source, record, scored=wanted == "kwslist")
    return source, record.read(source)


def _format(source: Source, wanted: str) -> Format | None:
    """Format of a file, told by name and first lines; None where the reader of the wanted format decides."""
    if source.folder is not None:
        return detect(source)
    head = source.data[:_HEAD]
    name = root_name([head.decode("utf-8", "replace").lstrip("\ufeff")])
    if name in NIST:
        return by_name(name)
    if not head.strip():
        return by_suffix(source.name)  # a system that found nothing writes an empty ctm file
    if len(head) < len(source.data):
        head = head[: head.rfind(b"\n") + 1] or head
    record = detect(Source(head, name=source.name))
    return None if record.name == "txt" and head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else record


def by_place(corpus: Corpus) -> dict[Place, list[Label]]:
    """Labels with times by recording, channel and speaker, each list in order of time.

    A segment without labels becomes one label with its text as value. Only the first alternative counts.
    """
    places: dict[Place, list[Label]] = {}
    for segment in corpus.segments:
        labels = places.setdefault((segment.session, segment.channel, segment.speaker), [])
        if segment.labels is None and segment.start is not None and segment.text:
            labels.append(Label(segment.text, segment.start, segment.end, where=segment.where))
        else:
            words = first_words(segment.items)
            labels += [label for label in words if label.start is not None and label.end is not None]
    for labels in places.values():
        labels.sort(key=lambda label: (label.start or 0.0, label.end or 0.0))
    return places


def placed(labels_of_places: Mapping[Place, list[Label]], ecf: Ecf) -> dict[Place, list[Label]]:
    """Labels by place, with the only recording or channel of the control file for a place that names none."""
    files = dict.fromkeys(excerpt.file for excerpt in ecf.excerpts)
    result: dict[Place, list[Label]] = {}
    for (file, channel, speaker), labels in labels_of_places.items():
        if not file and len(files) == 1:
            file = next(iter(files))
        channels = dict.fromkeys(excerpt.channel for excerpt in ecf.excerpts if excerpt.file == file)
        if not channel and len(channels) == 1:
            channel = next(iter(channels))
        result.setdefault((file, channel, speaker), []).extend(labels)
    return result


def control(corpus: Corpus) -> Ecf:
    """Control file: the regions of a corpus."""
    if not corpus.regions:
        raise UsageError(f"{corpus.path}: {corpus.format} has no searched regions; expected an ECF or UEM file")
    where = Where(corpus.path, 1)
    excerpts = (searched(region.session, region.channel, region.start, region.end, where) for region in corpus.regions)
    return Ecf(tuple(excerpts), path=corpus.path)


def searched(file: str, channel: str, start: float, end: float, where: Where) -> Excerpt:
    """The excerpt of a control file that is a stretch of a recording."""
    return Excerpt(file, channel, start, float(f"{end:.4f}"), "", str(start), end - start, where)


def keywords(corpus: Corpus) -> KwList:
    """Keyword list: the texts of a corpus, each once; a text without an id is its own id."""
    by_text: dict[str, Keyword] = {}
    # Ids that only count lines are not ids.
    counted = corpus.ids() == [str(number) for number in range(1, len(corpus) + 1)]
    for segment in corpus.segments:
        text = " ".join(text_of(segment).split())
        if text and text not in by_text:
            id_of_keyword = "" if counted else segment.id
            by_text[text] = Keyword(id_of_keyword or text, text, where=segment.where or Where(corpus.path, 1))
    ids = {keyword.id for keyword in by_text.values()}
    if len(ids) < len(by_text):
        raise UsageError(f"{corpus.path}: two keywords have the same id; expected a unique id for each")
    return KwList(tuple(by_text.values()), "", "UTF-8", "lowercase", corpus.path)


# --- columns --------------------------------------------------------------------------------------


def transcript(
    recordings: Mapping[Place, Iterable[Labelled]], path: str = "", split: Callable[[str], list[str]] = str.split
) -> Rttm:
    """Transcript of words; `split` cuts a label into words, which share its time evenly."""
    rows = Rows.empty()
    for (file, channel, speaker), labels in recordings.items():
        for label in labels:
            value, start, end, _, _ = _parts("ref", label)
            words = split(value) or [value]
            share = (end - start) / len(words)
            for number, word in enumerate(words):
                begin = start + number * share
                rows.files.append(file)
                rows.channels.append(channel)
                rows.begin_texts.append(f"{begin:.15g}")
                rows.begins.append(begin)
                rows.durations.append(share)
                rows.tokens.append(word)
                rows.subtypes.append("lex")
                rows.speakers.append(speaker)
                rows.lines.append(0)
    return Rttm(rows, Rows.empty(), path)


class Terms:
    """Keywords that detections may name, by id or by text."""

    __slots__ = ("_ids", "_texts", "case_sensitive", "keywords")

    def __init__(self, keywords: Sequence[Keyword], *, case_sensitive: bool = False) -> None:
        self.keywords = keywords
        self.case_sensitive = case_sensitive
        self._ids = {term.id: number for number, term in enumerate(keywords)}
        self._texts: dict[str, int] = {}
        for number, term in enumerate(keywords):
            self._texts.setdefault(term.text if case_sensitive else term.text.lower(), number)

    def number(self, value: str) -> int:
        """Index of the keyword that a value names; -1 for none."""
        return self._ids.get(value, self._texts.get(value if self.case_sensitive else value.lower(), -1))


def detections(
    recordings: Mapping[Place, Iterable[Labelled]], terms: Terms, *, threshold: float, path: str = "hyp"
) -> KwsList:
    """Detections as columns, with a list for each keyword; one without a decision is accepted at the threshold."""
    files: dict[str, int] = {}
    channels: dict[str, int] = {}
    rows: list[tuple[int, int, int, float, float, float, bool]] = []
    for (file, channel, _), labels in recordings.items():
        place = files.setdefault(file, len(files)), channels.setdefault(channel, len(channels))
        for label in labels:
            value, start, end, score, decision = _parts("hyp", label)
            number = terms.number(value)
            if number < 0:
                _refuse(value, label, terms)
            rows.append(
                (number, *place, start, end - start, score, score >= threshold if decision is None else decision)
            )
    rows.sort(key=lambda row: row[0])
    owners = np.array([row[0] for row in rows], dtype=np.int64)
    bounds = np.searchsorted(owners, np.arange(len(terms.keywords) + 1)).tolist()
    columns = [np.array([row[place] for row in rows]) for place in range(1, 7)]
    listings = enumerate(terms.keywords)
    return KwsList(
        tuple(Listing(term.id, "0", "NA", bounds[number], bounds[number + 1]) for number, term in listings),
        tuple(files),
        tuple(channels),
        columns[0].astype(np.int32),
        columns[1].astype(np.int32),
        np.array([f"{row[3]:.15g}".encode() for row in rows], dtype=np.bytes_),
        columns[2].astype(np.float64),
        columns[3].astype(np.float64),
        np.array([repr(row[5]).encode() for row in rows], dtype=np.bytes_),
        columns[4].astype(np.float64),
        columns[5].astype(np.bool_),
        path=path,
    )


def are_decided(labels: Iterable[Labelled]) -> bool:
    """Whether there are detections, and all have decisions."""
    decisions = [_parts("hyp", label)[4] for label in labels]
    return bool(decisions) and None not in decisions


def _refuse(value: str, label: Labelled, terms: Terms) -> None:
    expected = "the id or the text of one"
    if text := next((term.text for term in terms.keywords if value.lower() in term.text.lower().split()), ""):
        expected += f": a detection of {text!r} is one label, from its first word to its last; join the words before"
    else:
        expected += "; leave out rows of other words"
    if isinstance(label, Label) and label.where is not None:
        fail(label.where, f"{value!r} is not a keyword", expected)
    raise UsageError(f"hyp: {value!r} is not a keyword; expected {expected}")


def _parts(name: str, label: Labelled) -> tuple[str, float, float, float, bool | None]:
    """Value, start, end, score and decision of a label; the decision is None where it says none."""
    if isinstance(label, Label):
        score = 1.0 if label.confidence is None else label.confidence
        fields: Sequence[Any] = (label.value, label.start, label.end, score)
        said = dict(label.attributes).get(_DECISION)
        if said is not None:
            fields = (*fields, said == "YES")
    else:
        fields = label
    if not 3 <= len(fields) <= 5 or not isinstance(fields[0], str) or fields[1] is None or fields[2] is None:
        raise UsageError(f"{name}: {label!r} is not a label; expected (value, start, end[, score[, decision]])")
    try:
        start, end, score = float(fields[1]), float(fields[2]), float(fields[3]) if len(fields) > 3 else 1.0
    except (TypeError, ValueError):
        start = end = score = nan
    if not (isfinite(start) and isfinite(end)) or isnan(score):
        raise UsageError(f"{name}: {label!r} is not a label; expected numbers as start, end and score, times finite")
    if not start <= end:
        raise UsageError(f"{name}: {label!r} ends before it starts")
    return fields[0], start, end, score, bool(fields[4]) if len(fields) > 4 else None
