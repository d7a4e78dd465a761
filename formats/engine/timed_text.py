"""TTML and the formats derived from it: EBU-TT, EBU-TT-D and IMSC.

A paragraph with times becomes a segment, or one segment for each speaker in it. The speaker is the agent; in a document
without agents that uses several colours, the colour, from the element itself or from its styles and regions. Spans with
times give the times of words. The whole document is kept for writing: unchanged parts are written as they were.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..errors import Problems, UsageError, Where
from ..record import Format
from ..schema import Attributes, Corpus, Label, Segment
from ..schema.markup import words
from ..source import Source
from ..values import dataclass, replace
from .cues import LINES, clock, clock_text, subtitles, texts, times_of
from .fields import check_order
from .transform import plain_text
from .xml_parts import Parts, Tree, read_parts
from .xml_source import bare, children, escape, etree_library, local, note, quoteattr, root_of, undeclared

if TYPE_CHECKING:
    from fractions import Fraction

    from lxml import etree

_XML = "{http://www.w3.org/XML/1998/namespace}"
_LATEST = 1e9
_CLOCK = re.compile(r"([0-9]{2,6}):([0-9]{2}):([0-9]{2})(?:(\.[0-9]{1,12})|:([0-9]{2,6})(?:\.([0-9]{1,6}))?)?")
_OFFSET = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)(h|ms|m|s|f|t)")
_EXPECTED = "a time such as 00:00:01.000, 00:00:01:12 or 1.5s"
_COLOURS = {
    "#ffffff": "white",
    "#000000": "black",
    "#ff0000": "red",
    "#00ff00": "lime",
    "#008000": "green",
    "#0000ff": "blue",
    "#ffff00": "yellow",
    "#00ffff": "cyan",
    "aqua": "cyan",
    "#ff00ff": "magenta",
    "fuchsia": "magenta",
}
_ASIDE = frozenset({"text", "textContainer", "delimiter"})  # ruby: the reading of characters, not further words
_DOCUMENT = "document"
_CONTAINERS = frozenset({"div", "p"})
_TIMES = frozenset({"begin", "end", "dur"})
_ID = frozenset({"id"})
_TIMES_AND_ID = _TIMES | _ID
_DIGITS = 9
_USUAL = len("00:00:00.000")
_BLANK_RUN = re.compile(r"[ \t\r\n]+")


class _Run(NamedTuple):
    """A piece of text in one style, with the times of its span where that has times."""

    text: str
    agent: str
    colour: str
    start: float | None
    end: float | None


class _Context(NamedTuple):
    """The properties that an element inherits from the elements around it."""

    agent: str = ""
    colour: str = ""
    region: str = ""
    keeps_space: bool = False
    timed: bool = False


_Span: TypeAlias = "tuple[float | None, float | None]"


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of the family: its name, and what a new document of it has at its root and in its head."""

    name: str
    summary: str
    suffixes: tuple[str, ...] = ()
    root: tuple[tuple[str, str], ...] = ()
    """Attributes of the root, beside the namespaces that all dialects have."""
    metadata: str = ""
    """The begin of the element <metadata>."""
    styled: bool = True
    """Whether a paragraph needs an id, a region and a style."""
    speakers: bool = True
    """Whether there are agents."""

    def read(self, source: Source) -> Corpus:
        """The paragraphs of a document as segments."""
        segments = tuple(read_parts(source, lambda document: _Reader(document, source.name, self.name).segments()))
        meta = ((f"{self.name}:{_DOCUMENT}", undeclared(source.text)),)
        return Corpus(segments, meta=meta, format=self.name, path=source.name, original=segments)

    def write(self, corpus: Corpus) -> Iterator[str]:
        """Yields a document; every segment needs times."""
        meta = dict(corpus.meta)
        kept = meta.get(f"{self.name}:{_DOCUMENT}")
        if kept is not None and corpus.original != corpus.segments:
            kept = _changed(kept, corpus, self.name)
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        if kept is not None:
            yield kept + "\n"
        else:
            yield from _new(corpus, self)

    def sniff(self, lines: Sequence[str]) -> bool:
        """Whether the first lines are those of this dialect."""
        return _dialect_name(lines) == self.name

    def format(self) -> Format:
        """The record of this format."""
        functions = self.read, self.write, self.sniff
        carries = ("ids", "times", "speakers") if self.speakers else ("ids", "times")
        return subtitles(self.name, self.suffixes, self.summary, functions, *carries)


def _dialect_name(lines: Sequence[str]) -> str:
    """The dialect that the first lines of a document name; empty where they are no timed text."""
    head = "\n".join(lines)[:20_000]
    if not re.search(r"<(?:\w+:)?tt[\s>]", head) or not re.search(r"/ns/ttml|/ttaf1", head):
        return ""
    if "urn:ebu:tt:distribution" in head:
        return "ebu-tt-d"
    if "urn:ebu:tt:" in head:
        return "ebu-tt"
    return "imsc" if "/profile/imsc" in head else "ttml"


# --- reading -----------------------------------------------------------------------------------------


class _Container:
    """The body or a division that is being read; `at` is where its next child begins."""

    __slots__ = ("at", "context", "element", "end", "sequential")

    def __init__(self, element: etree._Element, start: float, end: float | None, context: _Context) -> None:
        self.element = element
        self.at = start
        self.end = end
        self.context = context
        self.sequential = element.get("timeContainer") == "seq"

    def follow(self, end: float | None) -> None:
        """Moves the begin of the next child to the end of one, in a container whose children follow each other."""
        if self.sequential and end is not None:
            self.at = end


class _Paragraph(NamedTuple):
    """A paragraph: its number, id, line and times, and the pieces of its text."""

    number: int
    key: str
    line: int
    times: _Span
    runs: list[_Run]


class _Made(NamedTuple):
    """The segment of a paragraph in which one person speaks, as soon as it is read; pieces of text take more memory."""

    segment: Segment
    agent: str
    colour: str


class _Reader:
    """Reads a document; with `keeps`, the elements of its paragraphs are kept."""

    def __init__(self, document: Parts, path: str, name: str, *, keeps: bool = False) -> None:
        self.root = document.root
        self.paragraphs: list[etree._Element] = []
        self._document = document
        self._keeps = keeps
        self._path = path
        self._name = name
        self._problems = Problems()
        self._styles: dict[str, dict[str, str]] = {}
        self._regions: dict[str, list[dict[str, str]]] = {}
        self._agents: dict[str, str] = {}
        self._said: set[tuple[str, str]] = set()
        self._untimed_paragraphs: list[etree._Element] = []
        if local(self.root) != "tt":
            note(self._problems, self.root, path, f"the root is <{local(self.root)}>", "<tt>")
            self._problems.check()
        for element in document.elements("style", "region", "agent"):
            self._remember(element)
        self._frames = self._rate()
        self._parts = self._integer("subFrameRate") or 1
        self._ticks = self._integer("tickRate") or self._frames * self._parts
        self._of_regions: dict[str, str] = {}
        self._untimed, self._timed = _Context(), _Context(timed=True)

    def _remember(self, element: etree._Element) -> None:
        key, kind = element.get(f"{_XML}id") or element.get("id") or "", local(element)
        if not key:
            return
        if kind == "style":
            self._styles.setdefault(key, _own(element))
        elif kind == "region":
            self._regions.setdefault(key, [_own(part) for part in (element, *children(element, "style"))])
        elif kind == "agent":
            names = [" ".join(map(str, child.itertext())).strip() for child in children(element, "name")]
            self._agents.setdefault(key, next(filter(None, names), key))

    def _integer(self, name: str) -> int | None:
        value = attribute(self.root, name)
        if value is None:
            return None
        if not value.isdecimal() or not 0 < int(value[:12]) < 10**9:
            note(self._problems, self.root, self._path, f"{name} is {value!r}", "a whole number from 1 to 999999999")
            self._problems.check()
        return int(value)

    def _rate(self) -> Fraction:
        from fractions import Fraction  # only now: the list of formats imports this module

        rate = Fraction(self._integer("frameRate") or 30)
        multiplier = (attribute(self.root, "frameRateMultiplier") or "1 1").replace(":", " ").split()
        sound = all(part.isdecimal() and 0 < int(part[:12]) < 10**9 for part in multiplier)
        if not sound or len(multiplier) not in (1, 2):
            note(
                self._problems,
                self.root,
                self._path,
                f"frameRateMultiplier is {' '.join(multiplier)!r}",
                "one or two whole numbers, such as 1000 1001",
            )
            self._problems.check()
        return rate * Fraction(int(multiplier[0]), int(multiplier[1]) if len(multiplier) == 2 else 1)

    def segments(self) -> list[Segment]:
        """The segments of all paragraphs with words and times."""
        found = deque(self._found())
        for element in self._untimed_paragraphs:
            note(self._problems, element, self._path, "a paragraph without times", "the attributes begin and end")
        self._problems.check()
        by_agent = any(agent for agent, _ in self._said)
        by_colour = not by_agent and len({colour for _, colour in self._said}) > 1
        segments: list[Segment] = []
        while found:
            paragraph = found.popleft()  # its memory serves the segments
            if isinstance(paragraph, _Made):
                speaker = paragraph.agent if by_agent else paragraph.colour if by_colour else ""
                segments.append(replace(paragraph.segment, speaker=speaker) if speaker else paragraph.segment)
                continue
            runs = paragraph.runs
            if len(runs) == 1 and None not in paragraph.times and runs[0].start is None and not (by_agent or by_colour):
                segments.append(self._simple(paragraph))
            else:
                segments += self._paragraph(paragraph, by_agent, by_colour)
        return segments

    def _found(self) -> Iterator[_Paragraph | _Made]:
        """The paragraphs below the body and its divisions."""
        open_: list[_Container] = []
        number = 0
        for event, element in self._document.events("body", *_CONTAINERS, whole=("p",)):
            kind = local(element)
            if event == "end" and open_ and open_[-1].element is element:
                end = open_.pop().end
                if open_:
                    open_[-1].follow(end)
            elif kind == "p":
                if event == "end" and open_ and element.getparent() is open_[-1].element:
                    paragraph, end = self._read(number, element, open_[-1])
                    open_[-1].follow(end)
                    yield paragraph
                    number += 1
            elif event == "start" and kind == "div" and open_ and element.getparent() is open_[-1].element:
                open_.append(self._container(element, open_[-1].at, open_[-1].end, open_[-1].context))
            elif event == "start" and kind == "body" and not open_ and _is_child(element):
                open_.append(self._container(element, 0.0, None, _Context()))

    def _container(self, element: etree._Element, origin: float, limit: float | None, above: _Context) -> _Container:
        own = _own(element)
        context = self._context(own, above) if own else above
        start, end = self._times(element, own, origin, limit)
        return _Container(element, start, end, context)

    def _read(
        self, number: int, element: etree._Element, around: _Container
    ) -> tuple[_Paragraph | _Made, float | None]:
        """A paragraph, and where it ends for the element around it."""
        own = _own(element)
        context = self._context(own, around.context) if own else around.context
        start, end = self._times(element, own, around.at, around.end)
        if len(element):
            runs = list(self._runs(element, start, end, context))
        else:
            colour = context.colour or self._of_region(context.region)
            runs = [_Run(_spaced(element.text or "", context), context.agent, colour, None, None)]
        timed = context.timed and end is not None
        times = (start, end) if timed else _span(context, (start, end), runs)
        said = {run[1:3] for run in runs if run.text.strip()}
        self._said |= said
        if None in times and said:
            self._untimed_paragraphs.append(element)
        if self._keeps:
            self.paragraphs.append(element)
        paragraph = _Paragraph(number, element.get(f"{_XML}id") or "", self._document.line(element), times, runs)
        if len(runs) == 1 or len(said) != 1 or None in times:
            return paragraph, end
        (segment,) = self._paragraph(paragraph, False, False)
        return _Made(segment, *said.pop()), end

    def _context(self, own: Mapping[str, str], above: _Context) -> _Context:
        """The properties of an element: from its own attributes, else inherited."""
        if own.keys() <= _TIMES_AND_ID:
            if above.timed or own.keys() <= _ID:
                return above
            if self._untimed is not above:  # siblings share one context object
                self._untimed, self._timed = above, above._replace(timed=True)
            return self._timed
        agent, space = own.get("agent"), own.get("space")
        return _Context(
            " & ".join(self._agents.get(key, key) for key in agent.split()) if agent else above.agent,
            self._styled(own) or above.colour,
            own.get("region", above.region),
            above.keeps_space if space is None else space == "preserve",
            above.timed or not _TIMES.isdisjoint(own),
        )

    def _times(
        self, element: etree._Element, own: Mapping[str, str], origin: float, limit: float | None
    ) -> tuple[float, float | None]:
        """Begin and end of an element: its times count from `origin`, and it ends at `limit` at the latest."""
        start, end = origin, limit
        begin, stop, duration = own.get("begin"), own.get("end"), own.get("dur")
        if begin is not None:
            start = self._time(element, "begin", begin, origin)
        if stop is not None:
            last = self._time(element, "end", stop, origin)
            if last < start:
                note(
                    self._problems, element, self._path, f"end {stop} is before begin {begin}", "end at or after begin"
                )
            end = last if end is None or last < end else end
        if duration is not None:
            last = self._time(element, "dur", duration, start)
            end = last if end is None or last < end else end
        return start, end if end is None or end > start else start

    def _time(self, element: etree._Element, name: str, written: str, origin: float = 0.0) -> float:
        """A time of an element, in seconds from the begin of the document."""
        value = clock(written) if len(written) == _USUAL else None
        if value is not None and not origin:
            return value
        if value is None:
            value = self._seconds(written.strip())
        if value is None:
            note(self._problems, element, self._path, f"{name} is {written!r}", _EXPECTED)
            return 0.0
        return round(origin + value, _DIGITS)

    def _seconds(self, text: str) -> float | None:
        from fractions import Fraction

        if found := _CLOCK.fullmatch(text):
            hours, minutes, seconds, fraction, frames, parts = found.groups()
            if int(minutes) > 59 or int(seconds) > 60:
                return None
            whole = Fraction(int(hours) * 3600 + int(minutes) * 60 + int(seconds)) + Fraction(f"0{fraction or ''}")
            return float(whole + (Fraction(int(frames or 0)) + Fraction(int(parts or 0), self._parts)) / self._frames)
        if found := _OFFSET.fullmatch(text):
            units = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}
            units |= {"f": 1 / self._frames, "t": 1 / Fraction(self._ticks)}
            return float(Fraction(found[1]) * units[found[2]])
        return None

    def _runs(
        self, element: etree._Element, start: float, end: float | None, context: _Context, timed: bool = False
    ) -> Iterator[_Run]:
        """The texts of an element and of its children, in order."""
        colour = context.colour or self._of_region(context.region)
        own = (start, end) if timed else (None, None)
        if element.text:
            yield _Run(_spaced(element.text, context), context.agent, colour, *own)
        for child in children(element):
            kind = local(child)
            if kind == "br":
                yield _Run("\n", context.agent, colour, None, None)
            elif kind == "span" and attribute(child, "ruby") not in _ASIDE:
                names = _own(child)
                inner = self._times(child, names, start, end)
                within = self._context(names, context) if names else context
                yield from self._runs(child, *inner, within, timed or not _TIMES.isdisjoint(names))
            if child.tail:
                yield _Run(_spaced(child.tail, context), context.agent, colour, *own)

    def _of_region(self, key: str) -> str:
        """The colour of a region; empty where it has none."""
        if key not in self._of_regions:
            colours = (self._styled(part) for part in self._regions.get(key, ()))
            self._of_regions[key] = next(filter(None, colours), "")
        return self._of_regions[key]

    def _styled(self, own: Mapping[str, str], depth: int = 0) -> str:
        """The colour in attributes, or in the styles that they name; empty where there is none."""
        value = own.get("color")
        if value:
            value = value.strip().lower()
            value = value[:7] if len(value) == 9 and value.startswith("#") else value
            return _COLOURS.get(value, value)
        if depth > 8 or "style" not in own:
            return ""
        found = ""
        for key in own["style"].split():
            style = self._styles.get(key)
            if style is not None:
                # The last of several styles wins.
                found = self._styled(style, depth + 1) or found
        return found

    def begin(self, element: etree._Element) -> float:
        """The begin of a paragraph, as its attribute gives it."""
        return self._time(element, "begin", element.get("begin") or "0s")

    def _simple(self, paragraph: _Paragraph) -> Segment:
        """The segment of a paragraph with one piece of text, which most paragraphs are."""
        text = paragraph.runs[0].text
        return Segment(
            id=paragraph.key,
            start=paragraph.times[0],
            end=paragraph.times[1],
            text=texts(text, text, self._name)[0],
            attributes=((f"{self._name}:p", f"{paragraph.number}.1.1"),),
            where=Where(self._path, paragraph.line),
        )

    def _paragraph(self, paragraph: _Paragraph, by_agent: bool, by_colour: bool) -> Iterator[Segment]:
        number, key, line, (start, end), runs = paragraph
        groups: list[tuple[str, list[_Run]]] = []
        for run in runs:
            speaker = run.agent if by_agent else run.colour if by_colour else ""
            if groups and (not run.text.strip() or groups[-1][0] == speaker):
                groups[-1][1].append(run)
            elif run.text.strip():
                groups.append((speaker, [run]))
        if not groups and start is None and end is None:
            return
        for part, (speaker, listed) in enumerate(groups or [("", [])], 1):
            text = "".join(run.text for run in listed)
            kept: Attributes = ((f"{self._name}:p", f"{number}.{part}.{max(1, len(groups))}"),)
            if "\n" in text:
                lines = "\n".join(" ".join(words(line)) for line in text.split("\n") if line.strip())
                kept = ((LINES, lines), *kept) if "\n" in lines else kept
            labels = _labels(listed)
            yield Segment(
                id=key if part == 1 else f"{key}-{part}" if key else "",
                speaker=speaker,
                start=start,
                end=end,
                text=" ".join(words(text)) if labels is None else None,
                labels=labels,
                attributes=kept,
                where=Where(self._path, line),
            )


def _is_child(element: etree._Element) -> bool:
    """Whether an element is right below the root."""
    parent = element.getparent()
    return parent is not None and parent.getparent() is None


def _own(element: etree._Element) -> dict[str, str]:
    """The attributes of an element without their namespaces, which differ between versions of TTML."""
    return {bare(key): value for key, value in element.items()}  # type: ignore[misc]


def _span(context: _Context, times: tuple[float, float | None], runs: Sequence[_Run]) -> _Span:
    """Begin and end of a paragraph: its own or inherited times, else those of its spans."""
    if context.timed and times[1] is not None:
        return times
    ends = [run.end for run in runs if run.end is not None]
    if context.timed:
        return times[0], max(ends, default=None)
    return min((run.start for run in runs if run.start is not None), default=None), max(ends, default=None)


def _spaced(text: str, context: _Context) -> str:
    """A text as it is shown: a run of blanks is one blank, unless the document preserves space."""
    if context.keeps_space or (text.isprintable() and "  " not in text):
        return text
    return _BLANK_RUN.sub(" ", text)


def _labels(runs: Sequence[_Run]) -> tuple[Label, ...] | None:
    """The words of runs: a word that fills a span has its times. None where no span has times."""
    if (len(runs) == 1 and runs[0].start is None) or all(run.start is None for run in runs):
        return None
    found: list[Label] = []
    glued = False
    for run in runs:
        values = words(run.text)
        if glued and values and not run.text[0].isspace():
            # A word continues in the next span and ends there.
            last = found.pop()
            end = run.end if len(values) == 1 else None
            found.append(Label(last.value + values.pop(0), last.start if end is not None else None, end))
        alone = len(values) == 1 and run.start is not None and run.end is not None
        for value in values:
            found.append(Label(value, run.start, run.end) if alone else Label(value))
        if run.text:
            glued = not run.text[-1].isspace()
    return tuple(found)


def attribute(element: etree._Element, name: str) -> str | None:
    """The value of an attribute, whatever its namespace."""
    return next((str(value) for key, value in element.attrib.items() if bare(str(key)) == name), None)


# --- writing -----------------------------------------------------------------------------------------


def _changed(document: str, corpus: Corpus, name: str) -> str | None:
    """The document with the changed times and texts of the segments; None where it cannot hold them."""
    reader = _Reader(Tree(root_of(Source(document.encode("utf-8")))), corpus.path, name, keeps=True)
    before = reader.segments()
    key = f"{name}:p"
    old, new = _by_paragraph(before, key), _by_paragraph(corpus.segments, key)
    for number, element in enumerate(reader.paragraphs):
        segments = new.pop(str(number), [])
        if segments == old.get(str(number), []):
            continue
        before_it = old.get(str(number), [])
        if segments and list(map(_words_of, segments)) == list(map(_words_of, before_it)):
            _move(element, segments[0], reader.begin(element), before_it[0])
        elif len(segments) == 1:
            _change(element, segments[0])
            _move(element, segments[0], reader.begin(element), before_it[0])
        elif not segments:
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)
    changed = str(etree_library().tostring(reader.root, encoding="unicode"))
    after = _Reader(Tree(root_of(Source(changed.encode("utf-8")))), corpus.path, name).segments()
    return changed if list(map(_said, after)) == list(map(_said, corpus.segments)) else None


def _said(segment: Segment) -> tuple[str, int, int, list[str]]:
    start, end = times_of(segment, "ttml")
    return segment.speaker, round(start * 1000), round(end * 1000), words(plain_text(segment))


def _words_of(segment: Segment) -> tuple[str, list[str]]:
    return segment.speaker, words(plain_text(segment))


def _by_paragraph(segments: Sequence[Segment], key: str) -> dict[str, list[Segment]]:
    found: dict[str, list[Segment]] = {}
    for segment in segments:
        number = dict(segment.attributes).get(key, "").partition(".")[0]
        found.setdefault(number, []).append(segment)
    return found


def _change(element: etree._Element, segment: Segment) -> None:
    """Replaces the text of a paragraph."""
    etree = etree_library()
    namespace = str(element.tag).rpartition("}")[0].lstrip("{")
    new = etree.fromstring(f"<p xmlns={quoteattr(namespace)}>{_content(segment)}</p>")
    for child in list(element):
        element.remove(child)
    element.text = new.text
    element.extend(list(new))


def _move(element: etree._Element, segment: Segment, begin: float, before: Segment) -> None:
    """Replaces the times of a paragraph; they count from the same origin as before."""
    start, end = times_of(segment, "ttml")
    origin = times_of(before, "ttml")[0] - begin
    if "dur" in element.attrib:
        del element.attrib["dur"]
    element.set("begin", clock_text(max(0.0, start - origin), "."))
    element.set("end", clock_text(max(0.0, end - origin), "."))


def _content(segment: Segment) -> str:
    """The text of a paragraph as XML: words in spans where they have times, and line breaks."""
    text = plain_text(segment)
    start, _ = times_of(segment, "ttml")
    labels = segment.labels
    if labels and all(isinstance(item, Label) and item.start is not None and item.end is not None for item in labels):
        return " ".join(_timed(item, start) for item in labels if isinstance(item, Label))
    lines = dict(segment.attributes).get(LINES) if segment.attributes else None
    if lines is not None and words(lines) == words(text):
        text = lines
    return escape(text).replace("\n", "<br/>")


def _timed(label: Label, start: float) -> str:
    for time in (label.start, label.end):
        if time is not None and not 0 <= time < _LATEST:
            raise UsageError(
                f"ttml cannot hold the time {float(time)} s of {label.value!r}; "
                f"expected seconds >= 0 and below {_LATEST:g}"
            )
    check_order(label.start or 0.0, label.end or 0.0)
    # The times of a span count from the begin of its paragraph.
    times = [max(0, round(((time or 0.0) - start) * 1000)) for time in (label.start, label.end)]
    begin, end = (f"{time // 1000}.{time % 1000:03d}s" for time in times)
    return f'<span begin="{begin}" end="{end}">{escape(label.value)}</span>'


TTML = "http://www.w3.org/ns/ttml"
_SPACES = {
    "xmlns": TTML,
    "xmlns:ttp": f"{TTML}#parameter",
    "xmlns:tts": f"{TTML}#styling",
    "xmlns:ttm": f"{TTML}#metadata",
}
EBU = (
    ("xmlns:ebuttm", "urn:ebu:tt:metadata"),
    ("xmlns:ebutts", "urn:ebu:tt:style"),
    ("ttp:timeBase", "media"),
    ("ttp:cellResolution", "40 24"),
)
"""Attributes of the root of EBU's dialects."""
_STYLES = """\
    <styling>
      <style xml:id="plain" tts:fontFamily="sansSerif" tts:fontSize="100%" tts:textAlign="center"/>
    </styling>
    <layout>
      <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after"/>
    </layout>
"""


def _new(corpus: Corpus, dialect: Dialect) -> Iterator[str]:
    """A new document in a dialect."""
    attributes = {**_SPACES, "xml:lang": "", **dict(dialect.root)}
    metadata, styled = dialect.metadata, dialect.styled
    speakers = list(dict.fromkeys(s.speaker for s in corpus.segments if s.speaker)) if dialect.speakers else []
    agents = {speaker: f"agent{number}" for number, speaker in enumerate(speakers, 1)}
    yield f"<tt {' '.join(f'{key}={quoteattr(value)}' for key, value in attributes.items())}>\n  <head>\n"
    if metadata or agents:
        yield f"    <metadata>{metadata}\n"
        for speaker, agent in agents.items():
            title = f'<ttm:name type="full">{escape(speaker)}</ttm:name>'
            yield f'      <ttm:agent xml:id="{agent}" type="person">{title}</ttm:agent>\n'
        yield "    </metadata>\n"
    yield f"{_STYLES if styled else ''}  </head>\n  <body>\n"
    yield '    <div style="plain">\n' if styled else "    <div>\n"
    taken: set[str] = set()
    for number, segment in enumerate(corpus.segments, 1):
        yield _new_paragraph(segment, number, agents, styled, taken)
    yield "    </div>\n  </body>\n</tt>\n"


def _new_paragraph(segment: Segment, number: int, agents: dict[str, str], styled: bool, taken: set[str]) -> str:
    start, end = times_of(segment, "ttml")
    key = segment.id if re.fullmatch(r"[A-Za-z_][\w.-]*", segment.id, re.ASCII) else ""
    if styled or key:
        key = key if key and key not in taken else f"sub{number}"
        taken.add(key)
    written = [f'xml:id="{key}"'] if key else []
    written += ['region="bottom"'] if styled else []
    written += [f'begin="{clock_text(start, ".")}"', f'end="{clock_text(end, ".")}"']
    written += [f'ttm:agent="{agents[segment.speaker]}"'] if segment.speaker in agents else []
    content = _content(segment)
    if styled and not content.startswith("<span"):
        content = f"<span>{content}</span>"
    return f"      <p {' '.join(written)}>{content}</p>\n"
