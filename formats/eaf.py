"""EAF, annotations of ELAN.

Every annotation of a tier without parent becomes a segment, whose speaker is the participant or else the name of the
tier. Where a child tier holds the words of the segment with times, it gives the words. Other tiers, such as
translations, are kept in the file; the option `tiers` chooses tiers by name. A time slot without a value gives no time.
The file is kept: an unchanged corpus is written as its file was. Times are milliseconds.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import compress, pairwise, repeat
from math import inf
from operator import itemgetter, methodcaller, mul
from typing import TYPE_CHECKING, Any, TypeAlias

from .engine.json import detail, details
from .engine.kept import keep, kept_text
from .engine.spoken import seconds
from .engine.transform import bare_texts
from .engine.windows import spoken_table
from .engine.xml_source import children, escaped, lines_of, local, names_of, note, quoteattr, root_of
from .errors import Problems, UsageError
from .record import Format
from .schema import Attributes, Corpus, LabelLists, Written
from .schema.filling import TimedWords, filled, label_lists
from .schema.markup import word_lists, words
from .source import Source
from .values import dataclass

if TYPE_CHECKING:
    from lxml import etree

NAME = "eaf"
_PER_SECOND = 1000
_DIGITS = 18
_WHOLE = re.compile("[0-9]+")
_MARKED = re.compile("[^ -;=?-~]|&")
_MEDIA = (".wav", ".mp3", ".mp4", ".mpg", ".mpeg", ".mov", ".flac", ".m4a", ".ogg", ".avi", ".aif", ".aiff", ".webm")
_VALUE = "{*}ANNOTATION_VALUE"


# An annotation: begin, end, the annotation that it refers to, text and line.
_Annotation: TypeAlias = "tuple[str | None, str | None, str, str, int]"
_Row: TypeAlias = "tuple[str, str, str | None, str | None, str | None, TimedWords | None, Attributes, int]"
_COLUMNS = "session", "speaker", "start", "end", "text", "labels", "attributes", "lines"


_Entry: TypeAlias = "tuple[str, int, int]"  # an annotation to write: text, begin and end


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
    rows = reader.rows([tiers] if isinstance(tiers, str) else tiers)
    reader.problems.check()
    columns: dict[str, Any] = dict(zip(_COLUMNS, map(list, zip(*rows, strict=True)), strict=False))
    columns["labels"] = label_lists(columns.get("labels", ()))
    return keep(Corpus(filled(source.name, len(rows), **columns), format=NAME, path=source.name), source.text)


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

    def _read_slots(self, root: etree._Element) -> Iterator[tuple[str, str | None]]:
        slots = [slot for order in children(root, "TIME_ORDER") for slot in order.iterchildren("{*}TIME_SLOT")]
        values: list[str | None] = list(map(methodcaller("get", "TIME_VALUE"), slots))
        matches = map(_WHOLE.fullmatch, ["0" if value is None else value for value in values])
        for place in [place for place, match in enumerate(matches) if match is None]:
            what = f"TIME_VALUE is {values[place]!r}"
            note(self.problems, slots[place], self._name, what, "milliseconds")
            values[place] = None
        return zip(map(methodcaller("get", "TIME_SLOT_ID", ""), slots), _seconds(values), strict=True)

    def _read_tier(self, element: etree._Element) -> _Tier:
        name = element.get("TIER_ID")
        if not name:
            note(self.problems, element, self._name, "no TIER_ID", "the name of the tier")
        inner = [part for outer in _named(element, "ANNOTATION") for part in outer]
        parts = _named(inner, "ALIGNABLE_ANNOTATION", "REF_ANNOTATION")
        keys: list[str | None] = list(map(methodcaller("get", "ANNOTATION_ID"), parts))
        annotations: dict[str, _Annotation] = {}
        for key, annotation in zip(keys, self._read_annotations(parts), strict=True):
            annotations[f"/{len(annotations)}" if key is None else key] = annotation
        references = Counter(map(itemgetter(2), annotations.values()))
        return _Tier(name or "", element.get("PARTICIPANT", ""), element.get("PARENT_REF", ""), annotations, references)

    def _read_annotations(self, parts: Sequence[etree._Element]) -> Iterator[_Annotation]:
        """The annotations of elements, by columns."""
        is_timed = list(map({*_named(parts, "ALIGNABLE_ANNOTATION")}.__contains__, parts))
        owners = ["" if timed else part.get("ANNOTATION_REF", "") for part, timed in zip(parts, is_timed, strict=True)]
        slots = [list(map(methodcaller("get", key, ""), parts)) for key in ("TIME_SLOT_REF1", "TIME_SLOT_REF2")]
        starts, ends = (
            [time if timed else None for time, timed in zip(map(self._slots.get, column), is_timed, strict=True)]
            for column in slots
        )
        rows = zip(parts, is_timed, *slots, starts, ends, strict=True)
        for part, timed, first, last, start, end in rows:
            is_late = start is not None and end is not None and float(end) < float(start)
            if timed and (first not in self._slots or last not in self._slots or is_late):
                self._note_times(part, (first, last), (start, end))
        return zip(starts, ends, owners, _texts(parts), lines_of(parts), strict=True)

    def _note_times(self, element: etree._Element, slots: Sequence[str], times: Sequence[str | None]) -> None:
        """Notes what is wrong with the times of an annotation."""
        for key, slot in enumerate(slots, 1):
            if slot not in self._slots:
                what = f"TIME_SLOT_REF{key} {slot!r} is not a time slot"
                note(self.problems, element, self._name, what, "one of TIME_ORDER")
        start, end = times
        if start is not None and end is not None and float(end) < float(start):
            what = f"end {end} is before begin {start}"
            note(self.problems, element, self._name, what, "an end at or after the begin")

    def rows(self, wanted: Iterable[str]) -> list[_Row]:
        """The segments of the chosen tiers, or of all tiers without parent, in order of time."""
        names = list(wanted) or [name for name, tier in self._tiers.items() if not tier.parent]
        for name in names:
            if name not in self._tiers:
                raise UsageError(f"{self._name} has no tier {name!r}; its tiers are: {', '.join(self._tiers)}")
        rows = [row for name in names for row in self._of_tier(self._tiers[name])]
        starts = [row[2] for row in rows]
        if None in starts:
            return rows
        times = [float(start or 0) for start in starts]
        return [rows[place] for place in sorted(range(len(rows)), key=times.__getitem__)]

    def _of_tier(self, tier: _Tier) -> list[_Row]:
        annotations = list(tier.annotations.values())
        speaker = tier.speaker or tier.name
        attributes = (detail(NAME, "tier", tier.name),) if tier.speaker not in ("", tier.name) else ()
        labels: Sequence[TimedWords | None] = [None] * len(annotations)
        for other in self._below.get(tier.name, ()):
            labels = [first or second for first, second in zip(labels, _labels(other, annotations), strict=True)]
        spans = [self._span(tier, row) if row[2] else row[:2] for row in annotations]
        return [
            (self._session, speaker, *span, row[3] if spoken is None else None, spoken, attributes, row[4])
            for row, span, spoken in zip(annotations, spans, labels, strict=True)
        ]

    def _span(self, tier: _Tier, annotation: _Annotation) -> tuple[str | None, str | None]:
        """The times of an annotation; one that refers to another has its times, if no other annotation refers to it."""
        parent = self._tiers.get(tier.parent)
        seen = 0
        while annotation[2] and parent is not None and seen <= len(self._tiers):
            other = parent.annotations.get(annotation[2])
            if tier.references[annotation[2]] != 1 or other is None:
                return None, None
            tier, annotation, parent, seen = parent, other, self._tiers.get(parent.parent), seen + 1
        return annotation[:2]


def _labels(tier: _Tier, annotations: Sequence[_Annotation]) -> Sequence[TimedWords | None]:
    """The annotations of a tier, in the order of the file, within those of another tier whose words they are."""
    timed = [row for row in tier.annotations.values() if row[3] and not row[2] and row[0] is not None]
    starts = [float(start or 0) for start, *_ in timed]
    order = sorted(range(len(timed)), key=starts.__getitem__)
    starts = [starts[place] for place in order]
    ends = [inf if end is None else float(end) for end in [timed[place][1] for place in order]]
    # An annotation without times holds nothing.
    limits = [-1.0 if None in row[:2] else float(row[1] or 0) for row in annotations]
    firsts = [float(row[0] or 0) for row in annotations]
    spans = map(bisect_left, repeat(starts), firsts), map(bisect_right, repeat(starts), limits)
    texts = [row[3] for row in annotations]
    lists = list(word_lists(texts))
    columns = zip(texts, lists, map(" ".join, lists), map(len, lists), limits, *spans, strict=True)
    labels: list[TimedWords | None] = []
    for text, values, joined, most, limit, begin, end in columns:
        inside: list[tuple[int, str, str | None, str | None]] = []
        for place in range(begin, end):
            if ends[place] <= limit:
                if inside[most - 1 :]:  # more words than the text has: whatever follows, they are not its words
                    inside = []
                    break
                first, last, _, word = timed[order[place]][:4]
                inside += [(order[place], word, first, last)]
        spoken: TimedWords | None = None
        if inside and text == joined:
            _, words_of, begins, stops = zip(*sorted(inside), strict=True)
            spoken = (values, begins, stops) if [*words_of] == values else None
        labels += [spoken]
    return labels


def _named(elements: Iterable[etree._Element], *names: str) -> list[etree._Element]:
    """The elements of these names."""
    parts = list(elements)
    return list(compress(parts, map(names.__contains__, names_of(parts))))


def _texts(parts: Sequence[etree._Element]) -> list[str]:
    """The words of annotations."""
    values = list(map(methodcaller("find", _VALUE), parts))
    texts = ["" if value is None else value.text or "" for value in values]
    for place in [place for place, value in enumerate(values) if value is not None and [*value]]:
        texts[place] = "".join(map(str, values[place].itertext()))
    joined = "|".join(texts)
    if joined.isprintable() and "  " not in joined and list(map(str.strip, texts)) == texts:
        return texts
    return [" ".join(words(text)) for text in texts]


def _seconds(values: Sequence[str | None]) -> list[str | None]:
    """Milliseconds as seconds."""
    texts = [f"{value or '':0>4}" for value in values]
    # Zeros in front are dropped, and a decimal has no more digits than it keeps.
    return [
        None
        if value is None
        else f"{text[:-3]}.{text[-3:]}"
        if not text[_DIGITS:] and (text[0] != "0" or text[4:] == "")
        else str(seconds(Written(value), _PER_SECOND))
        for value, text in zip(values, texts, strict=True)
    ]


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
        lists: LabelLists | None = table.column("labels")
        lists = None if lists is None else lists.flat()
        times = _milliseconds(starts.texts()), _milliseconds(ends.texts())
        names = list(table.speakers)
        for place, pairs in enumerate(table.column("attributes") or ()):
            tier = details(pairs, NAME).get("tier") if pairs else None
            names[place] = tier if isinstance(tier, str) else names[place]
        segments = zip(escaped(bare_texts(table)), *times, strict=True)
        spoken = repeat(()) if lists is None else _words(lists)
        entries: list[tuple[list[str], _Entry]] = []
        for name, speaker, segment, words_of in zip(names, table.speakers, segments, spoken, strict=False):
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
    yield from map("    {}\n".format, annotations)
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
