"""EAF, annotations of ELAN.

Every annotation of a tier without parent becomes a segment, whose speaker is the participant or else the name of the
tier. Where a child tier holds the words of the segment with times, it gives the words. Other tiers, such as
translations, are kept in the file; the option `tiers` chooses tiers by name. A time slot without a value lies between
its neighbours. The file is kept: an unchanged corpus is written as its file was. Times are milliseconds.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, repeat
from math import inf
from operator import itemgetter, mul
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .engine.cues import PIECE
from .engine.json import detail
from .engine.kept import keep, kept_text
from .engine.plain_texts import bare_texts
from .engine.spoken import seconds
from .engine.tiers import no_tier, tier_names
from .engine.timeline import interpolated, of_interpolated
from .engine.windows import spoken_table
from .engine.xml_source import children, escaped, line_of, local, note, quoteattr, root_of
from .errors import Problems, argument, quantity, short
from .record import Format
from .schema import NOTICE, Attributes, Corpus, LabelColumns, LabelLists, Written
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "eaf"
_PER_SECOND = 1000
_DIGITS = 18
_SHOWN = 5
_CHOICE = "tiers=[NAME] (--tier NAME)"
_WHOLE = re.compile("[0-9]+")
_MEDIA = (".wav", ".mp3", ".mp4", ".mpg", ".mpeg", ".mov", ".flac", ".m4a", ".ogg", ".avi", ".aif", ".aiff", ".webm")
_VALUE = "{*}ANNOTATION_VALUE"


_COLUMNS = "session", "speaker", "start", "end", "text", "labels", "attributes", "lines"


_Entry: TypeAlias = "tuple[str, int, int]"  # an annotation to write: text, begin and end


class _Annotation(NamedTuple):
    """An annotation of a tier: its times, or the id of the annotation that it refers to, its text and its line."""

    start: str | None
    end: str | None
    owner: str
    previous: str
    """The id of the annotation before it, of several that refer to one."""
    text: str
    line: int


class _Tier(NamedTuple):
    """A tier with its annotations by id."""

    name: str
    speaker: str
    parent: str
    type: str
    annotations: dict[str, _Annotation]
    references: Counter[str]
    """How many annotations refer to each of the parent tier."""

    def texts(self) -> list[str]:
        """The texts of its annotations that are not empty."""
        return [each.text for each in self.annotations.values() if each.text]


def read(source: Source, *, tiers: Sequence[str] = ()) -> Corpus:
    """Reads annotations; all, or those of the named `tiers`.

    >>> text = b'''<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="500"/>
    ... <TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="1500"/></TIME_ORDER><TIER TIER_ID="anna"><ANNOTATION>
    ... <ALIGNABLE_ANNOTATION ANNOTATION_ID="x" TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"><ANNOTATION_VALUE>hi you
    ... </ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.start, segment.end, segment.text
    ('anna', 0.500, 1.500, 'hi you')
    """
    root = root_of(source)
    reader = _Reader(source.name, root)
    rows = reader.rows([tiers] if isinstance(tiers, str) else tiers)
    reader.problems.check()
    segments = Filling(source.name, *_COLUMNS)
    segments.extend(rows)
    meta = reader.notices(is_chosen=bool(tiers))
    return keep(Corpus(segments.table(), meta=meta, format=NAME, path=source.name), source.text)


class _Reader:
    """Reads the time slots, then the tiers."""

    def __init__(self, name: str, root: etree._Element) -> None:
        self._name = name
        self.problems = Problems()
        if local(root) != "ANNOTATION_DOCUMENT":
            note(self.problems, root, name, "not a document of ELAN", "ANNOTATION_DOCUMENT")
            self.problems.check()
        slots = list(self._read_slots(root))
        times, self._interpolated = interpolated([time for _, time in slots])
        self._slots = {key: time for (key, _), time in zip(slots, times, strict=True)}
        self._session = _session(root)
        self._tiers: dict[str, _Tier] = {}
        for element in children(root, "TIER"):
            tier = self._read_tier(element)
            if tier.name in self._tiers:
                note(
                    self.problems,
                    element,
                    name,
                    f"the tier {tier.name!r} is repeated",
                    "a different name for each tier",
                )
            self._tiers[tier.name] = tier
        self._worded: set[str] = set()
        """The names of tiers that gave the words of another one."""
        self._below: dict[str, list[_Tier]] = {}
        for tier in self._tiers.values():
            self._below.setdefault(tier.parent, []).append(tier)

    def _read_slots(self, root: etree._Element) -> Iterator[tuple[str, str | None]]:
        """The ids of time slots with their seconds."""
        for order in children(root, "TIME_ORDER"):
            for slot in order.iterchildren("{*}TIME_SLOT"):
                value = slot.get("TIME_VALUE")
                if value is not None and not _WHOLE.fullmatch(value):
                    note(self.problems, slot, self._name, f"TIME_VALUE is {value!r}", "milliseconds")
                    value = None
                yield slot.get("TIME_SLOT_ID", ""), None if value is None else _seconds(value)

    def _read_tier(self, element: etree._Element) -> _Tier:
        name = element.get("TIER_ID")
        if not name:
            note(self.problems, element, self._name, "no TIER_ID", "the name of the tier")
        annotations: dict[str, _Annotation] = {}
        for outer in children(element, "ANNOTATION"):
            for part in outer:
                kind = local(part)
                if kind in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
                    key = part.get("ANNOTATION_ID", f"/{len(annotations)}")
                    annotations[key] = self._read_annotation(part, kind)
        references = Counter([annotation.owner for annotation in annotations.values()])
        ordered = _in_chains(annotations)
        speaker, parent = element.get("PARTICIPANT", ""), element.get("PARENT_REF", "")
        kind = element.get("LINGUISTIC_TYPE_REF", "")
        return _Tier(name or "", speaker, parent, kind, ordered, references)

    def _read_annotation(self, part: etree._Element, kind: str) -> _Annotation:
        text, line = _text(part), line_of(part)
        if kind == "REF_ANNOTATION":
            owner, previous = part.get("ANNOTATION_REF", ""), part.get("PREVIOUS_ANNOTATION", "")
            return _Annotation(None, None, owner, previous, text, line)
        start, end = self._time(part, "TIME_SLOT_REF1"), self._time(part, "TIME_SLOT_REF2")
        if start is not None and end is not None and float(end) < float(start):
            what = f"end {end} is before begin {start}"
            note(self.problems, part, self._name, what, "end >= begin")
        return _Annotation(start, end, "", "", text, line)

    def _time(self, part: etree._Element, key: str) -> str | None:
        """The time of the slot that an annotation names."""
        slot = part.get(key, "")
        if slot not in self._slots:
            note(self.problems, part, self._name, f"{key} {slot!r} is not a time slot", "one of TIME_ORDER")
            return None
        return self._slots[slot]

    def rows(self, wanted: Iterable[str]) -> list[tuple[Any, ...]]:
        """The segments of the chosen tiers, or of all tiers without parent, in order of time."""
        names = list(wanted) or [name for name, tier in self._tiers.items() if not tier.parent]
        for name in names:
            if name not in self._tiers:
                raise no_tier(self._name, name, self._tiers)
        rows = [row for name in names for row in self._of_tier(self._tiers[name])]
        begins = [begin for begin, _ in rows]
        ordered = rows if None in begins else sorted(rows, key=lambda row: float(row[0] or 0))
        return [row for _, row in ordered]

    def notices(self, *, is_chosen: bool) -> Attributes:
        """Notices about interpolated times and, unless tiers were chosen, about those that were read and left out."""
        notices = of_interpolated(self._interpolated, "time slot")
        if not is_chosen:
            notices += [*self._of_types(), *self._left_out()]
        return tuple([(NAME + NOTICE, notice) for notice in notices])

    def _of_types(self) -> Iterator[str]:
        """A notice about tiers of several types that were read together, such as speech and gestures."""
        types: dict[str, list[str]] = {}
        for tier in self._tiers.values():
            if not tier.parent and tier.texts():
                types.setdefault(tier.type, []).append(tier.name)
        if len(types) > 1:
            names = ", ".join([f"{short(kind or 'none')} ({_names(tiers)})" for kind, tiers in types.items()])
            first = next(iter(types.values()))
            choice = argument(f"tiers={first}", " ".join([f"--tier {quote(name)}" for name in first]))
            yield f"tiers of {len(types)} types are read: {names}; {choice} reads those of the first type"

    def _left_out(self) -> Iterator[str]:
        """A notice about tiers below others that gave no words."""
        left = [
            tier.name for tier in self._tiers.values() if tier.parent and tier.name not in self._worded and tier.texts()
        ]
        if not left:
            return
        ids = [tier for tier in self._tiers.values() if not tier.parent and _are_ids(tier.texts())]
        if any(self._below.get(tier.name) for tier in ids):
            what = f"read: {quantity(len(ids), 'tier')} of ids, such as {ids[0].texts()[0]!r} in {short(ids[0].name)}"
            yield f"{what}; {_CHOICE} reads one of words below ({_names(left)})"
        else:
            yield f"not read: {quantity(len(left), 'tier')} below others ({_names(left)}); {_CHOICE} reads one"

    def _of_tier(self, tier: _Tier) -> Iterator[tuple[str | None, tuple[Any, ...]]]:
        """The segments of a tier, with the columns of the table; each with the time at which it or what it belongs to
        begins."""
        speaker = tier.speaker or tier.name
        attributes = (detail(NAME, "tier", tier.name),) if tier.speaker not in ("", tier.name) else ()
        below = [_TimedWords(other) for other in self._below.get(tier.name, ())]
        for annotation in tier.annotations.values():
            labels = None
            for words_of in below:
                labels = words_of.inside(annotation)
                if labels is not None:
                    self._worded.add(words_of.name)
                    break
            text = annotation.text if labels is None else None
            owner, is_alone = self._owner(tier, annotation)
            start, end = (owner.start, owner.end) if is_alone else (None, None)
            yield owner.start, (self._session, speaker, start, end, text, labels, attributes, annotation.line)

    def _owner(self, tier: _Tier, annotation: _Annotation) -> tuple[_Annotation, bool]:
        """The annotation with times to which one refers, also through others, and whether no other refers to it."""
        parent = self._tiers.get(tier.parent)
        seen, is_alone = 0, True
        while annotation.owner and parent is not None and seen <= len(self._tiers):
            other = parent.annotations.get(annotation.owner)
            if other is None:
                break
            is_alone = is_alone and tier.references[annotation.owner] == 1
            tier, annotation, parent, seen = parent, other, self._tiers.get(parent.parent), seen + 1
        return annotation, is_alone


def _are_ids(texts: Sequence[str]) -> bool:
    """Whether the texts of a tier number sentences.

    >>> _are_ids(["Story.001", "Story.002"]), _are_ids(["uh", "uh 2"])
    (True, False)
    """
    are_numbered = all(len(text.split()) == 1 and any(map(str.isdigit, text)) for text in texts)
    return are_numbered and len({*texts}) == len(texts) > 0


def _names(tiers: Sequence[str]) -> str:
    return ", ".join([*map(short, tiers[:_SHOWN]), *["..."] * (len(tiers) > _SHOWN)])


def _in_chains(annotations: dict[str, _Annotation]) -> dict[str, _Annotation]:
    """Annotations in order: one that names another as the previous one follows it, wherever it stands in the file."""
    if not any(each.previous for each in annotations.values()):
        return annotations
    followers: dict[str | None, list[str]] = {}
    for key, each in annotations.items():
        followers.setdefault(each.previous if each.previous in annotations else None, []).append(key)
    ordered: dict[str, _Annotation] = {}
    waiting = followers.get(None, [])[::-1]
    while waiting:
        key = waiting.pop()
        ordered[key] = annotations[key]
        waiting += followers.get(key, [])[::-1]
    return ordered | annotations  # with those of a circle


class _TimedWords:
    """The annotations of a tier that may be words of another tier, in order of time."""

    def __init__(self, tier: _Tier) -> None:
        timed = [
            (float(each.start), inf if each.end is None else float(each.end), number, each)
            for number, each in enumerate(tier.annotations.values())
            if each.text and not each.owner and each.start is not None
        ]
        self.name = tier.name
        self._timed = sorted(timed, key=itemgetter(0))
        self._starts = [start for start, *_ in self._timed]

    def inside(self, annotation: _Annotation) -> LabelColumns | None:
        """The annotations within another one, in the order of the file; None where these are not its words."""
        if annotation.start is None or annotation.end is None:
            return None
        values, limit = words(annotation.text), float(annotation.end)
        found: list[tuple[int, _Annotation]] = []
        first, last = bisect_left(self._starts, float(annotation.start)), bisect_right(self._starts, limit)
        for _, end, number, word in self._timed[first:last]:
            if end <= limit:
                found.append((number, word))
                if len(found) > len(values):
                    return None  # whatever follows, these are not its words
        found.sort(key=itemgetter(0))
        if not found or [word.text for _, word in found] != values:
            return None
        begins, ends = ([getattr(word, edge) for _, word in found] for edge in ("start", "end"))
        return LabelColumns(values, (begins, ends, None), None)


def _text(part: etree._Element) -> str:
    """The words of an annotation."""
    value = part.find(_VALUE)
    if value is None:
        return ""
    return " ".join(words("".join(map(str, value.itertext())) if len(value) else value.text or ""))


def _seconds(value: str) -> str:
    """Milliseconds as seconds."""
    text = f"{value:0>4}"
    # Zeros in front are dropped, and a decimal has no more digits than it keeps.
    if len(text) <= _DIGITS and (text[0] != "0" or len(text) == 4):
        return f"{text[:-3]}.{text[-3:]}"
    return str(seconds(Written(value), _PER_SECOND))


def _session(root: etree._Element) -> str:
    """The name of the recording: its file without folder and without the suffix of a sound or film."""
    for header in children(root, "HEADER"):
        for media in children(header, "MEDIA_DESCRIPTOR"):
            url = media.get("RELATIVE_MEDIA_URL") or media.get("MEDIA_URL") or ""
            name, suffix = os.path.splitext(url.replace("\\", "/").rpartition("/")[2])
            return name if suffix.lower() in _MEDIA else name + suffix
    return ""


# --- writing -------------------------------------------------------------------------------------


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file of an unchanged corpus; else a file with a tier for every speaker."""
    text = kept_text(corpus, NAME)
    if text is not None:
        yield text
        return
    yield from _Writer(corpus).pieces()


class _Writer:
    """Collects tiers and time slots."""

    def __init__(self, corpus: Corpus) -> None:
        table, starts, ends = spoken_table(corpus, NAME)
        self._sessions = list(filter(None, dict.fromkeys(table.sessions)))
        self._slots: list[int] = []
        self._tiers: dict[str, tuple[str, list[str]]] = {}
        self._words: dict[str, list[str]] = {}
        lists = table.label_lists()
        lists = None if lists is None else lists.flat()
        times = _milliseconds(starts.texts()), _milliseconds(ends.texts())
        segments = zip(escaped(bare_texts(table)), *times, strict=True)
        spoken = repeat(()) if lists is None else _words(lists)
        entries: list[tuple[list[str], _Entry]] = []
        for name, speaker, segment, words_of in zip(tier_names(table), table.speakers, segments, spoken, strict=False):
            name = name or "default"
            if name not in self._tiers:
                self._tiers[name] = speaker, []
            entries += [(self._tiers[name][1], segment)]
            if words_of:
                if name not in self._words:
                    self._words[name] = []
                words_before = self._words[name]
                entries += [(words_before, word) for word in words_of]
        for number, (tier_before, (text, start, end)) in enumerate(entries, 1):
            self._slots += [start, end]
            annotation = (
                f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" TIME_SLOT_REF1="ts{2 * number - 1}" '
                f'TIME_SLOT_REF2="ts{2 * number}"><ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>'
                "</ALIGNABLE_ANNOTATION></ANNOTATION>"
            )
            tier_before += [annotation]

    def pieces(self) -> Iterator[str]:
        """The lines of the file."""
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        # ELAN needs a date; the current one would change with every run.
        yield (
            '<ANNOTATION_DOCUMENT AUTHOR="" DATE="1970-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" '
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
            'xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">\n'
        )
        yield '  <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">\n'
        for session in self._sessions:
            yield f'    <MEDIA_DESCRIPTOR MEDIA_URL={quoteattr(session)} MIME_TYPE="unknown"/>\n'
        yield "  </HEADER>\n  <TIME_ORDER>\n"
        slots = sorted(enumerate(self._slots, 1), key=itemgetter(1))
        yield "".join([f'    <TIME_SLOT TIME_SLOT_ID="ts{place}" TIME_VALUE="{time}"/>\n' for place, time in slots])
        yield "  </TIME_ORDER>\n"
        for name, (speaker, listed) in self._tiers.items():
            participant = f" PARTICIPANT={quoteattr(speaker)}" if speaker else ""
            yield from _tier(f'LINGUISTIC_TYPE_REF="default-lt"{participant} TIER_ID={quoteattr(name)}', listed)
            if name in self._words:
                head = f'LINGUISTIC_TYPE_REF="words" PARENT_REF={quoteattr(name)}{participant}'
                yield from _tier(f"{head} TIER_ID={quoteattr(name + ' - words')}", self._words[name])
        yield '  <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" TIME_ALIGNABLE="true"/>\n'
        if self._words:
            yield (
                '  <LINGUISTIC_TYPE CONSTRAINTS="Included_In" GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="words" '
                'TIME_ALIGNABLE="true"/>\n'
                "  <CONSTRAINT DESCRIPTION=\"Time alignable annotations within the parent annotation's time interval, "
                'gaps are allowed" STEREOTYPE="Included_In"/>\n'
            )
        yield "</ANNOTATION_DOCUMENT>\n"


def _words(lists: LabelLists) -> Sequence[Sequence[_Entry]]:
    """The words of segments in which each has times; none for other segments."""
    begins, ends = lists.labels.numbers[:2]
    if begins is None or ends is None:
        return [()] * len(lists)
    # A word without times is not written.
    starts, stops = (_milliseconds([time or "0" for time in column]) for column in (begins, ends))
    rows = list(zip(escaped(lists.labels.values), starts, stops, strict=True))
    are_timed = [begin is not None and end is not None for begin, end in zip(begins, ends, strict=True)]
    return [rows[first:last] if False not in are_timed[first:last] else () for first, last in pairwise(lists.first)]


def _milliseconds(times: Sequence[str | None]) -> list[int]:
    """The nearest milliseconds of times."""
    return list(map(round, map(mul, map(Decimal, filter(None, times)), repeat(_PER_SECOND))))


def _tier(head: str, annotations: Sequence[str]) -> Iterator[str]:
    yield f"  <TIER {head}>\n"
    for first in range(0, len(annotations), PIECE):
        yield "".join([f"    {annotation}\n" for annotation in annotations[first : first + PIECE]])
    yield "  </TIER>\n"


def sniff(lines: Sequence[str]) -> bool:
    """Whether the document holds annotations of ELAN."""
    return any("<ANNOTATION_DOCUMENT" in line for line in lines[:20])


FORMAT = Format(
    name=NAME,
    suffixes=(".eaf",),
    summary="ELAN annotations",
    carries=frozenset({"sessions", "speakers", "segment times", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="annotation",
    needs=frozenset({"segment times"}),
)
