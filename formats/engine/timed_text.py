"""TTML and the formats derived from it: EBU-TT, EBU-TT-D and IMSC.

A paragraph with times becomes a segment, or one segment for each speaker in it. The speaker is the agent; in a document
without agents that uses several colours, the colour, from the element itself or from its styles and regions. Spans with
times give the times of words. The whole document is kept for writing: unchanged parts are written as they were.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import add, gt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import Problems, UsageError
from ..record import Format
from ..schema import Attributes, Corpus, LabelColumns, LabelLists, Table, number_texts
from ..schema.filling import Filling
from ..schema.markup import words
from ..source import Source
from ..values import dataclass
from .cues import LATEST, LINES, check_times, clock, clock_text, clock_texts, subtitles
from .fields import are_times, check_order, wrong_time
from .transform import plain_texts
from .xml_parts import Parts, Tree, read_parts
from .xml_source import bare, children, escape, etree_library, local, note, quoteattr, root_of, undeclared

if TYPE_CHECKING:
    from fractions import Fraction

    from lxml import etree

_XML = "{http://www.w3.org/XML/1998/namespace}"
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
_DECIMAL = {"s": "", "ms": "e-3"}
_MOST_TIMES = 1 << 16
_SPAN = {"begin", "end"}
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_MARKED = re.compile("[^ -;=?-~]|&")
_BLANK_RUN = re.compile(r"[ \t\r\n]+")


# A piece of text in one style: text, agent, colour, and the times of its span where that has times.
_Run: TypeAlias = "tuple[str, str, str, float | None, float | None]"
_Span: TypeAlias = "tuple[float | None, float | None]"
_COLUMNS = "id", "start", "end", "speaker", "text", "labels", "attributes", "lines"


class _Context(NamedTuple):
    """The properties that an element inherits from the elements around it."""

    agent: str = ""
    colour: str = ""
    region: str = ""
    keeps_space: bool = False
    timed: bool = False


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
        segments = read_parts(source, lambda document: _Reader(document, source.name, self.name).table())
        meta = ((f"{self.name}:{_DOCUMENT}", undeclared(source.text)),)
        return Corpus(segments, meta=meta, format=self.name, path=source.name, original=segments)

    def write(self, corpus: Corpus) -> Iterator[str]:
        """Yields a document; every segment needs times."""
        meta = dict(corpus.meta)
        document = meta.get(f"{self.name}:{_DOCUMENT}")
        if document is not None and corpus.original != corpus.segments:
            document = _changed(document, corpus, self.name)
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        if document is not None:
            yield document + "\n"
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


class _Whole(NamedTuple):
    """The row of a paragraph in which one person speaks, as soon as it is read; pieces of text take more memory."""

    row: tuple[Any, ...]
    agent: str
    colour: str


class _Seconds(dict[str, "float | None"]):
    """The seconds of times as they are written, each found once; None for what is no time."""

    def __init__(self, frames: Fraction, parts: int, ticks: Fraction | int) -> None:
        self._frames, self._parts, self._ticks = frames, parts, ticks

    def __missing__(self, written: str) -> float | None:
        value = clock(written) if len(written) == _USUAL else None
        value = self._of(written.strip()) if value is None else value
        if len(self) < _MOST_TIMES:
            self[written] = value
        return value

    def _of(self, text: str) -> float | None:
        from fractions import Fraction  # only now: the list of formats imports this module

        if match := _OFFSET.fullmatch(text):
            number, unit = match.groups()
            if unit in _DECIMAL:
                return float(number + _DECIMAL[unit])
            units = {"h": Fraction(3600), "m": Fraction(60), "f": 1 / self._frames, "t": 1 / Fraction(self._ticks)}
            return float(Fraction(number) * units[unit])
        if match := _CLOCK.fullmatch(text):
            hours, minutes, seconds, fraction, frames, parts = match.groups()
            if int(minutes) > 59 or int(seconds) > 60:
                return None
            whole = Fraction(int(hours) * 3600 + int(minutes) * 60 + int(seconds)) + Fraction(f"0{fraction or ''}")
            return float(whole + (Fraction(int(frames or 0)) + Fraction(int(parts or 0), self._parts)) / self._frames)
        return None


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
        frames, parts = self._rate(), self._integer("subFrameRate") or 1
        self._seconds = _Seconds(frames, parts, self._integer("tickRate") or frames * parts)
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

    def table(self) -> Table:
        """The segments of all paragraphs with words and times."""
        paragraphs = deque(self._all())
        for element in self._untimed_paragraphs:
            note(self._problems, element, self._path, "a paragraph without times", "the attributes begin and end")
        self._problems.check()
        by_agent = any(agent for agent, _ in self._said)
        by_colour = not by_agent and len({colour for _, colour in self._said}) > 1
        segments = Filling(self._path, *_COLUMNS)
        while paragraphs:
            paragraph = paragraphs.popleft()  # its memory serves the segments
            if type(paragraph) is _Whole:
                key, start, end, _, *rest = paragraph.row
                segments.add(key, start, end, paragraph[1 + by_colour] if by_agent or by_colour else "", *rest)
            else:
                segments.extend(self._rows(paragraph, by_agent, by_colour))  # type: ignore[arg-type]
        return segments.table()

    def _all(self) -> Iterator[_Paragraph | _Whole]:
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
        attributes = _own(element)
        context = self._context(attributes, above) if attributes else above
        start, end = self._times(element, attributes, origin, limit)
        return _Container(element, start, end, context)

    def _read(
        self, number: int, element: etree._Element, around: _Container
    ) -> tuple[_Paragraph | _Whole, float | None]:
        """A paragraph, and where it ends for the element around it."""
        attributes = _own(element)
        context = self._context(attributes, around.context) if attributes else around.context
        start, end = self._times(element, attributes, around.at, around.end)
        if len(element):
            runs = self._spans(element, start, end, context) or list(self._runs(element, start, end, context))
        else:
            colour = context.colour or self._of_region(context.region)
            runs = [(_spaced(element.text or "", context), context.agent, colour, None, None)]
        timed = context.timed and end is not None
        times = (start, end) if timed else _span(context, (start, end), runs)
        said = {run[1:3] for run in runs if run[0] and run[0] != " " and not run[0].isspace()}
        self._said |= said
        if None in times and said:
            self._untimed_paragraphs.append(element)
        if self._keeps:
            self.paragraphs.append(element)
        line = self._document.line(element)
        paragraph = _Paragraph(number, element.get(f"{_XML}id") or "", line, times, runs)
        if len(said) != 1 or None in times or (len(runs) == 1 and "\n" in runs[0][0]):
            return paragraph, end
        (row,) = self._rows(paragraph, False, False)
        return _Whole(row, *said.pop()), end

    def _context(self, attributes: Mapping[str, str], above: _Context) -> _Context:
        """The properties of an element: from its own attributes, else inherited."""
        if attributes.keys() <= _TIMES_AND_ID:
            if above.timed or attributes.keys() <= _ID:
                return above
            if self._untimed is not above:  # siblings share one context object
                self._untimed, self._timed = above, above._replace(timed=True)
            return self._timed
        agent, space = attributes.get("agent"), attributes.get("space")
        return _Context(
            " & ".join(self._agents.get(key, key) for key in agent.split()) if agent else above.agent,
            self._styled(attributes) or above.colour,
            attributes.get("region", above.region),
            above.keeps_space if space is None else space == "preserve",
            above.timed or not _TIMES.isdisjoint(attributes),
        )

    def _times(
        self, element: etree._Element, attributes: Mapping[str, str], origin: float, limit: float | None
    ) -> tuple[float, float | None]:
        """Begin and end of an element: its times count from `origin`, and it ends at `limit` at the latest."""
        start, end = origin, limit
        begin, stop, duration = attributes.get("begin"), attributes.get("end"), attributes.get("dur")
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
        value = self._seconds[written]
        if value is None:
            note(self._problems, element, self._path, f"{name} is {written!r}", _EXPECTED)
            return 0.0
        return value if not origin and len(written) == _USUAL and written[8] in ".," else round(origin + value, _DIGITS)

    def _spans(self, element: etree._Element, start: float, end: float | None, context: _Context) -> list[_Run] | None:
        """The texts of a paragraph of nothing but spans with begin and end inside it, which most with times of words
        are; None for any other."""
        first = element[0].tag
        texts, times = [element.text or ""], list[float]()
        for child in element:
            attributes: dict[Any, Any] = dict(child.attrib)
            if child.tag != first or {*attributes} != _SPAN or list(child):
                return None
            begin, stop = self._seconds[attributes["begin"]], self._seconds[attributes["end"]]
            if begin is None or stop is None or stop < begin:
                return None
            times += begin, stop
            texts += child.text or "", child.tail or ""
        if local(element[0]) != "span" or context.keeps_space:
            return None
        times = list(map(round, map(add, repeat(start), times), repeat(_DIGITS)))
        if end is not None and max(times) > end:
            return None
        joined = "".join(texts)
        if "  " in joined or not joined.isprintable():
            texts = [_spaced(text, context) for text in texts]
        style = context.agent, context.colour or self._of_region(context.region)
        runs: list[_Run] = [(texts[0], *style, None, None)] if texts[0] else []
        for text, tail, begin, stop in zip(texts[1::2], texts[2::2], times[::2], times[1::2], strict=True):
            if text:
                runs += [(text, *style, begin, stop)]
            if tail:
                runs += [(tail, *style, None, None)]
        return runs

    def _runs(
        self, element: etree._Element, start: float, end: float | None, context: _Context, timed: bool = False
    ) -> Iterator[_Run]:
        """The texts of an element and of its children, in order."""
        colour = context.colour or self._of_region(context.region)
        times: _Span = (start, end) if timed else (None, None)
        if element.text:
            yield (_spaced(element.text, context), context.agent, colour, *times)
        for child in children(element):
            kind = local(child)
            if kind == "br":
                yield "\n", context.agent, colour, None, None
            elif kind == "span" and attribute(child, "ruby") not in _ASIDE:
                names = _own(child)
                inner = self._times(child, names, start, end)
                within = self._context(names, context) if names else context
                yield from self._runs(child, *inner, within, timed or not _TIMES.isdisjoint(names))
            if child.tail:
                yield (_spaced(child.tail, context), context.agent, colour, *times)

    def _of_region(self, key: str) -> str:
        """The colour of a region; empty where it has none."""
        if key not in self._of_regions:
            colours = (self._styled(part) for part in self._regions.get(key, ()))
            self._of_regions[key] = next(filter(None, colours), "")
        return self._of_regions[key]

    def _styled(self, attributes: Mapping[str, str], depth: int = 0) -> str:
        """The colour in attributes, or in the styles that they name; empty where there is none."""
        value = attributes.get("color")
        if value:
            value = value.strip().lower()
            value = value[:7] if len(value) == 9 and value.startswith("#") else value
            return _COLOURS.get(value, value)
        if depth > 8 or "style" not in attributes:
            return ""
        colour = ""
        for key in attributes["style"].split():
            style = self._styles.get(key)
            if style is not None:
                # The last of several styles wins.
                colour = self._styled(style, depth + 1) or colour
        return colour

    def begin(self, element: etree._Element) -> float:
        """The begin of a paragraph, as its attribute gives it."""
        return self._time(element, "begin", element.get("begin") or "0s")

    def _rows(self, paragraph: _Paragraph, by_agent: bool, by_colour: bool) -> Iterator[tuple[Any, ...]]:
        """The segments of a paragraph, one for each speaker."""
        number, key, line, (start, end), runs = paragraph
        is_simple = len(runs) == 1 and runs[0][3] is None and not (by_agent or by_colour) and None not in (start, end)
        groups: list[tuple[str, list[_Run]]] = [("", runs)] if is_simple else []
        for run in () if is_simple else runs:
            speaker = run[1] if by_agent else run[2] if by_colour else ""
            is_blank = run[0] in ("", " ") or run[0].isspace()
            if groups and (is_blank or groups[-1][0] == speaker):
                groups[-1][1].append(run)
            elif not is_blank:
                groups.append((speaker, [run]))
        if not groups and start is None and end is None:
            return
        for part, (speaker, listed) in enumerate(groups or [("", [])], 1):
            text = "".join([run[0] for run in listed])
            attributes: Attributes = ((f"{self._name}:p", f"{number}.{part}.{max(1, len(groups))}"),)
            if "\n" in text and not is_simple:
                lines = "\n".join(" ".join(words(line)) for line in text.split("\n") if line.strip())
                attributes = ((LINES, lines), *attributes) if "\n" in lines else attributes
            labels = _labels(listed)
            spoken = " ".join(words(text)) if labels is None else None
            name = key if part == 1 else f"{key}-{part}" if key else ""
            yield name, start, end, speaker, spoken, labels, attributes, line


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
    ends = [run[4] for run in runs if run[4] is not None]
    if context.timed:
        return times[0], max(ends, default=None)
    return min((run[3] for run in runs if run[3] is not None), default=None), max(ends, default=None)


def _spaced(text: str, context: _Context) -> str:
    """A text as it is shown: a run of blanks is one blank, unless the document preserves space."""
    if context.keeps_space or (text.isprintable() and "  " not in text):
        return text
    return _BLANK_RUN.sub(" ", text)


def _labels(runs: Sequence[_Run]) -> LabelColumns | None:
    """The words of runs: a word that fills a span has its times. None where no span has times."""
    texts, _, _, starts, ends = zip(*runs, strict=True) if runs else ((), (), (), (), ())
    if all(start is None for start in starts):
        return None
    lists = list(map(str.split if "".join(texts).isprintable() else words, texts))
    values: list[str] = []
    begins: list[float | None] = []
    stops: list[float | None] = []
    is_open = False
    opens, closes = (list(map(str.isspace, [text[edge] for text in texts])) for edge in (slice(1), slice(-1, None)))
    for text, spoken, begin, end, opening, closing in zip(texts, lists, starts, ends, opens, closes, strict=True):
        if is_open and spoken and not opening:
            # A word continues in the next span and ends there.
            stops[-1] = end if spoken[1:] == [] else None
            begins[-1] = begins[-1] if stops[-1] is not None else None
            values[-1] += spoken.pop(0)
        if spoken:
            is_timed = spoken[1:] == [] and begin is not None and end is not None
            values += spoken
            begins += [begin] if is_timed else [None] * len(spoken)
            stops += [end] if is_timed else [None] * len(spoken)
        is_open = not closing if text else is_open
    return LabelColumns(values, (number_texts(begins), number_texts(stops), None), None)


def attribute(element: etree._Element, name: str) -> str | None:
    """The value of an attribute, whatever its namespace."""
    return next((str(value) for key, value in element.attrib.items() if bare(str(key)) == name), None)


# --- writing -----------------------------------------------------------------------------------------


def _changed(document: str, corpus: Corpus, name: str) -> str | None:
    """The document with the changed times and texts of the segments; None where it cannot hold them."""
    reader = _Reader(Tree(root_of(Source(document.encode("utf-8")))), corpus.path, name, keeps=True)
    before, now = reader.table(), corpus.table
    contents = _contents(now)
    old, new = (_by_paragraph(table, f"{name}:p") for table in (before, now))
    spoken, said = (list(zip(table.speakers, map(words, plain_texts(table)), strict=True)) for table in (before, now))
    for number, element in enumerate(reader.paragraphs):
        rows, rows_before = new.pop(str(number), []), old.get(str(number), [])
        if [now[row] for row in rows] == [before[row] for row in rows_before]:
            continue
        if rows and [said[row] for row in rows] == [spoken[row] for row in rows_before]:
            _move(element, (now, rows[0]), reader.begin(element), (before, rows_before[0]))
        elif len(rows) == 1:
            _change(element, contents[rows[0]])
            _move(element, (now, rows[0]), reader.begin(element), (before, rows_before[0]))
        elif not rows:
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)
    changed = str(etree_library().tostring(reader.root, encoding="unicode"))
    after = _Reader(Tree(root_of(Source(changed.encode("utf-8")))), corpus.path, name).table()
    return changed if _facts(after) == _facts(now) else None


def _facts(table: Table) -> list[tuple[str, int, int, list[str]]]:
    """Speaker, times and words of every segment."""
    if (wrong := wrong_time(table, LATEST)) is not None:
        check_times(table, wrong, "ttml")
    times = ([round(time * 1000) for time in column.values] if column else [] for column in (table.start, table.end))
    return list(zip(table.speakers, *times, map(words, plain_texts(table)), strict=False))


def _by_paragraph(table: Table, key: str) -> dict[str, list[int]]:
    """The segments of every paragraph, by its number."""
    rows: dict[str, list[int]] = {}
    for row, attributes in enumerate(table.column("attributes") or [()] * len(table)):
        rows.setdefault(dict(attributes).get(key, "").partition(".")[0], []).append(row)
    return rows


def _change(element: etree._Element, content: str) -> None:
    """Replaces the text of a paragraph."""
    etree = etree_library()
    namespace = str(element.tag).rpartition("}")[0].lstrip("{")
    new = etree.fromstring(f"<p xmlns={quoteattr(namespace)}>{content}</p>")
    for child in list(element):
        element.remove(child)
    element.text = new.text
    element.extend(list(new))


def _move(element: etree._Element, now: tuple[Table, int], begin: float, before: tuple[Table, int]) -> None:
    """Replaces the times of a paragraph; they count from the same origin as before."""
    start, end = check_times(*now, "ttml")
    origin = check_times(*before, "ttml")[0] - begin
    if "dur" in element.attrib:
        del element.attrib["dur"]
    element.set("begin", clock_text(max(0.0, start - origin), "."))
    element.set("end", clock_text(max(0.0, end - origin), "."))


def _contents(table: Table) -> list[str]:
    """The texts of paragraphs as XML: words in spans where they have times, and line breaks."""
    wrong = wrong_time(table, LATEST)
    texts = list(plain_texts(table)[:wrong])
    if table.has("attributes"):
        for place, attributes in enumerate(table.column("attributes")[:wrong]):
            lines = dict(attributes).get(LINES) if attributes else None
            if lines is not None and words(lines) == words(texts[place]):
                texts[place] = lines
    if _MARKED.search("".join(texts)):
        texts = [escape(text).replace("\n", "<br/>") for text in texts]
    lists: LabelLists | None = table.column("labels")
    if lists is not None and table.start is not None:
        spans = map(_spans, map(lists.columns, range(len(texts))), table.start.values)
        texts = [text if spoken is None else spoken for text, spoken in zip(texts, spans, strict=False)]
    if wrong is not None:
        check_times(table, wrong, "ttml")
    return texts


def _spans(labels: LabelColumns | None, start: float) -> str | None:
    """Words in spans with times; None where some word has none."""
    begins, ends = (None, None) if labels is None else labels.numbers[:2]
    if labels is None or begins is None or ends is None or not labels.values or None in begins or None in ends:
        return None
    times = [[float(text or 0) for text in texts] for texts in (begins, ends)]
    if not all(map(partial(are_times, latest=LATEST), times)) or any(map(gt, *times)):
        for value, *pair in zip(labels.values, *times, strict=True):
            _check_word(value, *pair)
    # The times of a span count from the begin of its paragraph.
    begins, ends = ([_offset(time - start) for time in column] for column in times)
    values = [escape(value) for value in labels.values] if _MARKED.search("".join(labels.values)) else labels.values
    rows = zip(begins, ends, values, strict=True)
    return " ".join([f'<span begin="{begin}s" end="{end}s">{value}</span>' for begin, end, value in rows])


def _offset(seconds: float) -> str:
    time = max(0, round(seconds * 1000))
    return f"{time // 1000}.{time % 1000:03d}"


def _check_word(value: str, start: float, end: float) -> None:
    for time in (start, end):
        if not 0 <= time < LATEST:
            raise UsageError(
                f"ttml cannot hold the time {time} s of {value!r}; expected seconds >= 0 and below {LATEST:g}"
            )
    check_order(start, end)


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
    table = corpus.table
    speakers = list(filter(None, dict.fromkeys(table.speakers))) if dialect.speakers else []
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
    yield from _paragraphs(table, agents, styled)
    yield "    </div>\n  </body>\n</tt>\n"


def _paragraphs(table: Table, agents: dict[str, str], styled: bool) -> Iterator[str]:
    contents = _contents(table)
    if not contents:
        return
    assert table.start is not None
    assert table.end is not None
    times = (clock_texts(column.values, ".") for column in (table.start, table.end))
    ids = [key if key and _NAME.fullmatch(key) else "" for key in table.ids()]
    taken: set[str] = set()
    for number, (key, start, end, speaker, content) in enumerate(
        zip(ids, *times, table.speakers, contents, strict=True), 1
    ):
        if styled or key:
            key = key if key and key not in taken else f"sub{number}"
            taken |= {key}
        name = f'xml:id="{key}" ' if key else ""
        region = 'region="bottom" ' if styled else ""
        agent = f' ttm:agent="{agents[speaker]}"' if speaker in agents else ""
        if styled and content[:5] != "<span":
            content = f"<span>{content}</span>"
        yield f'      <p {name}{region}begin="{start}" end="{end}"{agent}>{content}</p>\n'
