"""EAF, annotations of ELAN.

Every annotation of a tier without parent becomes a segment, whose speaker is the participant or else the name of the
tier. Where a child tier holds the words of the segment with times, it gives the words. Other tiers, such as
translations, are kept in the file; the option `tiers` chooses tiers by name. A time slot without a value gives no time.
The file is kept: an unchanged corpus is written as its file was. Times are milliseconds.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .engine.json import detail, details
from .engine.kept import keep, kept_text
from .engine.spoken import bare_text, bounds, plain_labels, seconds, spoken, text_of_labels, units
from .engine.xml_source import children, escape, local, note, place, quoteattr, root_of
from .errors import Problems, UsageError
from .record import Format
from .schema import Corpus, Label, Segment, Written
from .schema.markup import words
from .source import Source
from .values import dataclass

if TYPE_CHECKING:
    from lxml import etree

NAME = "eaf"
_PER_SECOND = 1000
_MEDIA = (".wav", ".mp3", ".mp4", ".mpg", ".mpeg", ".mov", ".flac", ".m4a", ".ogg", ".avi", ".aif", ".aiff", ".webm")
_Times = tuple["Written | None", "Written | None"]


@dataclass(frozen=True, slots=True)
class _Annotation:
    """An annotation with its times, or with the annotation that it refers to."""

    element: etree._Element
    times: _Times
    parent: str
    text: str


@dataclass(frozen=True, slots=True)
class _Tier:
    """A tier with its annotations by id."""

    name: str
    speaker: str
    parent: str
    annotations: dict[str, _Annotation]
    references: Counter[str]
    """How many annotations refer to each of the parent tier."""


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
    segments = reader.segments([tiers] if isinstance(tiers, str) else tiers)
    reader.problems.check()
    return keep(Corpus(segments, format=NAME, path=source.name), source.text)


class _Reader:
    """Reads the time slots, then the tiers."""

    def __init__(self, name: str, root: etree._Element) -> None:
        self._name = name
        self.problems = Problems()
        if local(root) != "ANNOTATION_DOCUMENT":
            note(self.problems, root, name, "not a document of ELAN", "ANNOTATION_DOCUMENT")
            self.problems.check()
        self._slots = dict(self._read_slots(root))
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
        self._below: dict[str, list[_Tier]] = {}
        for tier in self._tiers.values():
            self._below.setdefault(tier.parent, []).append(tier)

    def _read_slots(self, root: etree._Element) -> Iterator[tuple[str, Written | None]]:
        for order in children(root, "TIME_ORDER"):
            for slot in children(order, "TIME_SLOT"):
                value = slot.get("TIME_VALUE")
                if value is not None and not (value.isascii() and value.isdigit()):
                    note(self.problems, slot, self._name, f"TIME_VALUE is {value!r}", "milliseconds")
                    value = None
                yield slot.get("TIME_SLOT_ID", ""), seconds(None if value is None else Written(value), _PER_SECOND)

    def _read_tier(self, element: etree._Element) -> _Tier:
        name = element.get("TIER_ID")
        if not name:
            note(self.problems, element, self._name, "no TIER_ID", "the name of the tier")
        found: dict[str, _Annotation] = {}
        for outer in children(element, "ANNOTATION"):
            for annotation in children(outer, "ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
                found[annotation.get("ANNOTATION_ID", f"/{len(found)}")] = self._read_annotation(annotation)
        references = Counter(annotation.parent for annotation in found.values())
        return _Tier(name or "", element.get("PARTICIPANT", ""), element.get("PARENT_REF", ""), found, references)

    def _read_annotation(self, element: etree._Element) -> _Annotation:
        values = list(children(element, "ANNOTATION_VALUE"))
        text = " ".join(words("".join(map(str, values[0].itertext())))) if values else ""
        if local(element) == "REF_ANNOTATION":
            return _Annotation(element, (None, None), element.get("ANNOTATION_REF", ""), text)
        start, end = (self._time(element, f"TIME_SLOT_REF{number}") for number in (1, 2))
        if start is not None and end is not None and end < start:
            note(
                self.problems, element, self._name, f"end {end} is before begin {start}", "an end at or after the begin"
            )
        return _Annotation(element, (start, end), "", text)

    def _time(self, element: etree._Element, key: str) -> Written | None:
        slot = element.get(key, "")
        if slot not in self._slots:
            note(self.problems, element, self._name, f"{key} {slot!r} is not a time slot", "one of TIME_ORDER")
        return self._slots.get(slot)

    def segments(self, wanted: Iterable[str]) -> tuple[Segment, ...]:
        """The segments of the chosen tiers, or of all tiers without parent, in order of time."""
        names = list(wanted) or [name for name, tier in self._tiers.items() if not tier.parent]
        for name in names:
            if name not in self._tiers:
                raise UsageError(f"{self._name} has no tier {name!r}; its tiers are: {', '.join(self._tiers)}")
        found = [segment for name in names for segment in self._of_tier(self._tiers[name])]
        if any(segment.start is None for segment in found):
            return tuple(found)
        return tuple(sorted(found, key=lambda segment: segment.start or 0.0))

    def _of_tier(self, tier: _Tier) -> Iterator[Segment]:
        below = [_Words(other) for other in self._below.get(tier.name, ())]
        for annotation in tier.annotations.values():
            start, end = self._span(tier, annotation)
            labels = next((found for other in below if (found := other.labels(annotation))), None)
            yield Segment(
                session=self._session,
                speaker=tier.speaker or tier.name,
                start=start,
                end=end,
                text=annotation.text if labels is None else None,
                labels=labels,
                attributes=(detail(NAME, "tier", tier.name),) if tier.speaker not in ("", tier.name) else (),
                where=place(annotation.element, self._name),
            )

    def _span(self, tier: _Tier, annotation: _Annotation) -> _Times:
        """The times of an annotation; one that refers to another has its times, if no other annotation refers to it."""
        parent = self._tiers.get(tier.parent)
        seen = 0
        while annotation.parent and parent is not None and seen <= len(self._tiers):
            other = parent.annotations.get(annotation.parent)
            if tier.references[annotation.parent] != 1 or other is None:
                return None, None
            tier, annotation, parent, seen = parent, other, self._tiers.get(parent.parent), seen + 1
        return annotation.times


class _Words:
    """The annotations with times and texts of a tier, by begin."""

    def __init__(self, tier: _Tier) -> None:
        found = [
            (start, number, annotation)
            for number, annotation in enumerate(tier.annotations.values())
            if annotation.text and not annotation.parent and (start := annotation.times[0]) is not None
        ]
        self._found = sorted(found, key=lambda row: row[:2])
        self._starts = [start for start, _, _ in self._found]

    def labels(self, whole: _Annotation) -> tuple[Label, ...] | None:
        """The annotations within another one in the order of the file, if they are its words."""
        first, last = whole.times
        if first is None or last is None:
            return None
        size = len(words(whole.text))
        inside: list[tuple[int, Label]] = []
        for k in range(bisect_left(self._starts, first), bisect_right(self._starts, last)):
            _, number, annotation = self._found[k]
            end = annotation.times[1]
            if end is not None and end <= last:
                # More words than the text has: whatever follows, they are not its words.
                if len(inside) == size:
                    return None
                inside.append((number, Label(annotation.text, *annotation.times)))
        labels = [label for _, label in sorted(inside, key=lambda row: row[0])]
        return tuple(labels) if labels and text_of_labels(labels) == whole.text == _single(labels) else None


def _single(labels: Sequence[Label]) -> str:
    """The text of labels of one word each; empty if some label has several words."""
    return text_of_labels(labels) if all(words(label.value) == [label.value] for label in labels) else ""


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
    yield from _Writer(list(spoken(corpus))).pieces()


class _Writer:
    """Collects tiers and time slots."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._slots: list[tuple[int, str]] = []
        self._count = 0
        self._tiers: dict[str, tuple[str, list[str]]] = {}
        self._words: dict[str, list[str]] = {}
        for segment in segments:
            self._add(segment)

    def _add(self, segment: Segment) -> None:
        labels = plain_labels(segment) if segment.labels is not None else []
        start, end = bounds(segment, labels)
        if start is None or end is None:
            raise UsageError(f"{NAME} cannot hold a segment without times")
        name = details(segment.attributes, NAME).get("tier")
        name = name if isinstance(name, str) else segment.speaker or "default"
        _, annotations = self._tiers.setdefault(name, (segment.speaker, []))
        annotations.append(self._annotation(bare_text(segment), start, end))
        if labels and all(label.start is not None and label.end is not None for label in labels):
            self._words.setdefault(name, []).extend(
                self._annotation(label.value, label.start or 0.0, label.end or 0.0) for label in labels
            )

    def _annotation(self, text: str, start: float, end: float) -> str:
        names = [self._slot(start), self._slot(end)]
        self._count += 1
        return (
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{self._count}" TIME_SLOT_REF1="{names[0]}" '
            f'TIME_SLOT_REF2="{names[1]}"><ANNOTATION_VALUE>{escape(text)}</ANNOTATION_VALUE>'
            "</ALIGNABLE_ANNOTATION></ANNOTATION>"
        )

    def _slot(self, time: float) -> str:
        name = f"ts{len(self._slots) + 1}"
        self._slots.append((units(time, _PER_SECOND) or 0, name))
        return name

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
        for session in dict.fromkeys(segment.session for segment in self._segments if segment.session):
            yield f'    <MEDIA_DESCRIPTOR MEDIA_URL={quoteattr(session)} MIME_TYPE="unknown"/>\n'
        yield "  </HEADER>\n  <TIME_ORDER>\n"
        for value, name in sorted(self._slots, key=lambda slot: slot[0]):
            yield f'    <TIME_SLOT TIME_SLOT_ID="{name}" TIME_VALUE="{value}"/>\n'
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


def _tier(head: str, annotations: Sequence[str]) -> Iterator[str]:
    yield f"  <TIER {head}>\n"
    for annotation in annotations:
        yield f"    {annotation}\n"
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
