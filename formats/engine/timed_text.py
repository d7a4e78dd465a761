"""TTML and the formats derived from it: EBU-TT, EBU-TT-D and IMSC.

A paragraph with times becomes a segment, or one segment for each speaker in it. The speaker is the agent; in a document
without agents that uses several colours, the colour, from the element itself or from its styles and regions. Spans with
times give the times of words. The whole document is kept for writing: unchanged parts are written as they were.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, compress, islice, pairwise, repeat
from operator import attrgetter, gt, methodcaller
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import FormatError, Problems, UsageError
from ..record import Format
from ..schema import Attributes, Corpus, LabelLists, Table, number_texts
from ..schema.filling import TimedWords, filled, label_lists
from ..schema.markup import word_lists, words
from ..source import Source
from ..values import dataclass
from .cues import LATEST, LINES, check_times, clock, clock_text, clock_texts, lines_of, spoken, subtitles
from .fields import are_times, check_order, wrong_time
from .transform import plain_texts
from .xml_parts import Parts, Tree, read_parts
from .xml_source import (
    bare,
    children,
    escape,
    escaped,
    etree_library,
    local,
    names_of,
    note,
    quoteattr,
    root_of,
    undeclared,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from lxml import etree

_XML = "{http://www.w3.org/XML/1998/namespace}"
# Files of lyrics may lack hours or the unit of seconds (`3:58.640`, `58.640`).
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{1,12})|:([0-9]{2,6})(?:\.([0-9]{1,6}))?)?")
_OFFSET = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,12}))?(h|ms|m|s|f|t|)")
_SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?s")
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
_ZERO = "00:00:00.000"
_USUAL = len(_ZERO)
_MOST_TIMES = 1 << 16
_STYLE = ("agent", "style", "color", "region", "space")
_BATCH = 1 << 10
"""Paragraphs that are read at once."""
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_MARKED = re.compile("[^ -;=?-~]|&")
_BLANK_RUN = re.compile(r"[ \t\r\n]+")


_Span: TypeAlias = "tuple[float | None, float | None]"
_Limits: TypeAlias = "tuple[float, float | None]"
# A paragraph that is still to be read, what it inherits, and the limits of its times.
_Waiting: TypeAlias = "tuple[etree._Element, _Context, _Limits]"
# A piece of text, None for a line break; its context, and the times of its span where that has times.
_Piece: TypeAlias = "tuple[str | None, _Context, _Span]"
_NO_TIMES: _Span = None, None
# A paragraph: id, line, times, and where the pieces of its text begin and end.
_Paragraph: TypeAlias = "tuple[str, int, float | None, float | None, int, int]"
_TEXT, _TAIL = attrgetter("text"), attrgetter("tail")
_WHOLE, _GROUPS = methodcaller("group"), methodcaller("groups", "")


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
        segments = read_parts(source, lambda document: _table(document, source.name, self.name))
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


def _table(document: Parts, path: str, name: str) -> Table:
    """The segments of a document."""
    try:
        return _Reader(document, path, name).table()
    except FormatError:
        return _Reader(document, path, name, one_by_one=True).table()


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


class _Layout(dict[str, str]):
    """The attributes of elements with the same ones: the name in the file by the name without a namespace, which
    differs between versions of TTML."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__([(bare(name), name) for name in names])
        self.style = [self[name] for name in _STYLE if name in self]
        """Those which change what an element inherits to its content."""
        self.is_timed = not _TIMES.isdisjoint(self)
        self.is_usual = "begin" in self and ("end" in self) != ("dur" in self)
        self.has_length = "dur" in self
        self.begin, self.last = self.get("begin", ""), self.get("end", self.get("dur", ""))
        self.ruby = self.get("ruby", "")

    def own(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """The attributes of an element without namespaces."""
        return {name: attributes[key] for name, key in self.items()}


class _Layouts(dict[tuple[str, ...], _Layout]):
    """Layouts by the names of attributes."""

    def __missing__(self, names: tuple[str, ...]) -> _Layout:
        layout = self[names] = _Layout(names)
        return layout


class _Seconds(dict[str, "float | None"]):
    """The seconds of times as they are written, each found once; None for what is no time."""

    def __init__(self, frames: Fraction, parts: int, ticks: Fraction | int) -> None:
        self._parts = parts
        # The seconds of units, as numerators and denominators.
        self._units = {
            "h": (3600, 1),
            "m": (60, 1),
            "s": (1, 1),
            "": (1, 1),
            "ms": (1, 1000),
            "f": (frames.denominator, frames.numerator),
            "t": (ticks.denominator, ticks.numerator),
        }

    def all_of(self, texts: Sequence[str]) -> list[float | None]:
        """The seconds of times; an empty one is none."""
        return [float(text[:-1]) if _SECONDS.fullmatch(text) else self[text] if text else None for text in texts]

    def __missing__(self, written: str) -> float | None:
        text = written.strip()
        value = clock(written) if len(written) == _USUAL else None
        if value is None:
            value = (self._clocks((text,)) | self._offsets((text,))).get(text)
        if len(self) < _MOST_TIMES:
            self[written] = value
        return value

    def _clocks(self, texts: Iterable[str]) -> dict[str, float]:
        """The seconds of those texts that are clock times, with a fraction or with frames."""
        matches = list(filter(None, map(_CLOCK.fullmatch, texts)))
        frame, rate = self._units["f"]
        seconds = {}
        for text, groups in zip(map(_WHOLE, matches), map(_GROUPS, matches), strict=True):
            hours, minutes, rest, fraction, frames, parts = groups
            if int(minutes) > 59 or int(rest) > 60:
                continue
            whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(rest)
            if frames:
                unit = self._parts * rate
                count = (int(frames) * self._parts + int(parts or 0)) * frame
                seconds[text] = (whole * unit + count) / unit
            else:
                seconds[text] = float(f"{whole}.{fraction}")
        return seconds

    def _offsets(self, texts: Iterable[str]) -> dict[str, float]:
        """The seconds of those texts that are numbers with a unit."""
        matches = list(filter(None, map(_OFFSET.fullmatch, texts)))
        seconds = {}
        for text, (whole, decimals, unit) in zip(map(_WHOLE, matches), map(_GROUPS, matches), strict=True):
            numerator, denominator = self._units[unit]
            scale: int = 10 ** len(decimals) if decimals else 1
            seconds[text] = int(whole + decimals) * numerator / (scale * denominator)
        return seconds


class _Reader:
    """Reads a document; with `keeps`, the elements of its paragraphs are kept.

    Many paragraphs are read at once, or one after the other, which gives their problems in the order of the file.
    """

    def __init__(self, document: Parts, path: str, name: str, *, keeps: bool = False, one_by_one: bool = False) -> None:
        self.root = document.root
        self.elements: list[etree._Element] = []
        self._document = document
        self._keeps = keeps
        self._one_by_one = one_by_one
        self._layouts = _Layouts()
        self._inherited: dict[tuple[Any, ...], _Context] = {}
        self._paragraphs: list[_Paragraph] = []
        self._texts: list[str] = []
        self._styles_of: list[tuple[str, str]] = []
        self._times_of: list[_Span] = []
        self._path = path
        self._name = name
        self._problems = Problems()
        self._styles: dict[str, dict[str, str]] = {}
        self._regions: dict[str, list[dict[str, str]]] = {}
        self._agents: dict[str, str] = {}
        self._said: set[tuple[str, str]] = set()
        if local(self.root) != "tt":
            note(self._problems, self.root, path, f"the root is <{local(self.root)}>", "<tt>")
            self._problems.check()
        for element in document.elements("style", "region", "agent", first=True):
            self._remember(element)
        frames, parts = self._rate(), self._integer("subFrameRate") or 1
        self._seconds = _Seconds(frames, parts, self._integer("tickRate") or frames * parts)
        self._of_regions: dict[str, str] = {}
        # Apple's lyrics have syllables, and times that count from the begin of the song.
        self._are_lyrics = attribute(self.root, "timing") is not None

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
        self._read()
        self._problems.check()
        by_agent = any(agent for agent, _ in self._said)
        by_colour = not by_agent and len({colour for _, colour in self._said}) > 1
        return self._table(by_agent, by_colour)

    def _read(self) -> None:
        """Reads the paragraphs below the body and its divisions."""
        open_: list[_Container] = []
        waiting: list[_Waiting] = []
        for batch in self._document.batches("body", *_CONTAINERS, whole=("p",)):
            for (event, element), kind in zip(batch, self._kinds([element for _, element in batch]), strict=True):
                if kind == "p":
                    if event == "end" and open_ and element.getparent() is open_[-1].element:
                        around = open_[-1]
                        limits = around.at, around.end
                        waiting += [(element, around.context, limits)]
                        if self._one_by_one:
                            around.follow(self._read_paragraphs(waiting))
                            waiting = []
                        elif around.sequential:
                            around.follow(self._times(element, _own(element), *limits)[1])
                    continue
                if event == "end" and open_ and open_[-1].element is element:
                    end = open_.pop().end
                    if open_:
                        open_[-1].follow(end)
                elif event == "start" and kind == "div" and open_ and element.getparent() is open_[-1].element:
                    open_.append(self._container(element, open_[-1].at, open_[-1].end, open_[-1].context))
                elif event == "start" and kind == "body" and not open_ and _is_child(element):
                    open_.append(self._container(element, 0.0, None, _Context()))
            if waiting:
                self._read_paragraphs(waiting)
                waiting = []

    def _kinds(self, elements: Sequence[etree._Element]) -> list[str]:
        """The names of elements; that of one from another vocabulary, whose text is not shown, is `foreign`."""
        tags = {element.tag for element in elements}
        space = str(self.root.tag).removesuffix("tt")
        if all(isinstance(tag, str) and tag.startswith(space) for tag in tags):
            return names_of(elements)
        foreign = {tag for tag in tags if isinstance(tag, str) and not tag.startswith(space)}
        return [
            "foreign" if element.tag in foreign else name
            for element, name in zip(elements, names_of(elements), strict=True)
        ]

    def _container(self, element: etree._Element, origin: float, limit: float | None, above: _Context) -> _Container:
        attributes = _own(element)
        context = self._context(attributes, above) if attributes else above
        start, end = self._times(element, attributes, origin, limit)
        return _Container(element, start, end, context)

    def _read_paragraphs(self, waiting: Sequence[_Waiting]) -> float | None:
        """Reads paragraphs; the end of the last one."""
        elements = [element for element, _, _ in waiting]
        attributes: list[dict[str, str]] = list(map(dict, map(methodcaller("items"), elements)))
        contexts = self._contexts(attributes, [context for _, context, _ in waiting])
        spans = self._all_times(elements, attributes, [limits for _, _, limits in waiting])
        bounds = self._read_texts(elements, contexts, spans)
        lines = self._document.lines(elements)
        first_text = bounds[0]
        filled_texts = list(map(str.strip, self._texts[first_text:]))
        self._said |= {*compress(self._styles_of[first_text:], filled_texts)}
        keys = map(methodcaller("get", f"{_XML}id", ""), elements)
        rows = zip(keys, contexts, spans, lines, pairwise(bounds), strict=True)
        for key, context, (start, end), line, (first, last) in rows:
            times: _Span = (start, end)
            if not context.timed or end is None:
                times = _span(context, (start, end), self._times_of[first:last])
            self._paragraphs += [(key, line, *times, first, last)]
        if self._keeps:
            self.elements += elements
        return spans[-1][1]

    def _contexts(self, attributes: Sequence[dict[str, str]], around: Sequence[_Context]) -> list[_Context]:
        """The contexts that elements give to their content."""
        contexts = []
        for own, above in zip(attributes, around, strict=True):
            if own:
                names = tuple(own)
                layout = self._layouts[names]
                key = above, names, *map(own.get, layout.style)
                if key not in self._inherited:
                    self._inherited[key] = self._context(layout.own(own), above)
                above = self._inherited[key]
            contexts += [above]
        return contexts

    def _all_times(
        self, elements: Sequence[etree._Element], attributes: Sequence[dict[str, str]], around: Sequence[_Limits]
    ) -> list[_Limits]:
        """Begins and ends of elements; their times count from the begin of the element around them."""
        if not any(attributes):
            return [(start, end if end is None or end > start else start) for start, end in around]
        layouts = [self._layouts[tuple(own)] for own in attributes]
        rows = list(zip(attributes, layouts, around, strict=True))
        pairs = [(own[layout.begin], own[layout.last]) if layout.is_usual else ("", "") for own, layout, _ in rows]
        firsts, ends = ([pair[edge] for pair in pairs] for edge in (0, 1))
        values = list(zip(self._seconds.all_of(firsts), self._seconds.all_of(ends), strict=True))
        if self._are_lyrics:
            return [
                self._times(element, layout.own(own), *limits)
                for element, (own, layout, limits) in zip(elements, rows, strict=True)
            ]
        begins = [origin + (begin or 0.0) for (begin, _), (origin, _) in zip(values, around, strict=True)]
        starts = list(map(round, begins, repeat(_DIGITS)))
        lasts = [
            -1.0 if last is None or begin is None else last + (start if layout.has_length else origin)
            for (begin, last), start, (_, layout, (origin, _)) in zip(values, starts, rows, strict=True)
        ]
        spans: list[_Limits] = []
        times = zip(elements, rows, starts, map(round, lasts, repeat(_DIGITS)), strict=True)
        for element, (own, layout, (origin, limit)), start, last in times:
            if not layout.is_timed:
                start, end = origin, limit
            elif last < start:  # or in an unusual form
                start, end = self._times(element, layout.own(own), origin, limit)
            else:
                end = last if limit is None or last < limit else limit
            spans += [(start, end if end is None or end > start else start)]
        return spans

    def _read_texts(
        self, elements: Sequence[etree._Element], contexts: Sequence[_Context], spans: Sequence[_Limits]
    ) -> list[int]:
        """Adds the pieces of the texts of paragraphs; where those of each paragraph begin and end."""
        if self._one_by_one:
            rows = zip(elements, spans, contexts, strict=True)
            paragraphs = [list(self._pieces(element, *span, context)) for element, span, context in rows]
        else:
            paragraphs = self._pieces_inside(elements, contexts, spans, [False] * len(elements))
        if not self._are_lyrics and [1 for pieces in paragraphs for _, _, (_, end) in pieces if end is not None]:
            paragraphs = list(map(_spaced, paragraphs))
        bounds = list(accumulate(map(len, paragraphs), initial=len(self._texts)))
        self._add(list(chain.from_iterable(paragraphs)))
        return bounds

    def _pieces_inside(
        self,
        elements: Sequence[etree._Element],
        contexts: Sequence[_Context],
        spans: Sequence[_Limits],
        are_timed: Sequence[bool],
    ) -> list[list[_Piece]]:
        """The pieces of the texts of elements, some of which give their times to their text: a level at a time."""
        inner = list(map(list, elements))
        kids = list(chain.from_iterable(inner))
        kinds, counts = self._kinds(kids), list(map(len, kids))
        items = list(map(dict, map(methodcaller("items"), kids)))
        layouts = [self._layouts[tuple(own)] for own in items]
        # What annotates other characters is no text, and its times are not read.
        kinds = [
            "ruby" if kind == "span" and layout.ruby in own and own[layout.ruby] in _ASIDE else kind
            for own, layout, kind in zip(items, layouts, kinds, strict=True)
        ]
        attributes: list[dict[str, str]] = [
            own if kind == "span" else {} for own, kind in zip(items, kinds, strict=True)
        ]
        sizes = list(map(len, inner))
        owners = list(chain.from_iterable(map(repeat, range(len(inner)), sizes)))
        within = self._contexts(attributes, [contexts[owner] for owner in owners])
        times = self._all_times(kids, attributes, [spans[owner] for owner in owners])
        timed = [
            are_timed[owner] or (kind == "span" and layout.is_timed)
            for layout, owner, kind in zip(layouts, owners, kinds, strict=True)
        ]
        rows = zip(kids, within, times, timed, strict=True)
        nested = [row for row, kind, count in zip(rows, kinds, counts, strict=True) if kind == "span" and count]
        below = iter(self._pieces_inside(*zip(*nested, strict=True)) if nested else ())
        columns = kinds, map(_TAIL, kids), counts, map(_TEXT, kids), within, timed, times
        content: Iterator[Any] = iter(zip(*columns, strict=True))
        paragraphs: list[list[_Piece]] = []
        for text, context, span, is_timed, size in zip(
            map(_TEXT, elements), contexts, spans, are_timed, sizes, strict=True
        ):
            outer: _Span = span if is_timed else _NO_TIMES
            pieces: list[_Piece] = [(text, context, outer)] if text else []
            for kind, tail, count, kid_text, inherited, is_kid_timed, kid_span in islice(content, size):
                if kind == "br":
                    pieces += [(None, context, _NO_TIMES)]
                elif kind == "span" and count:
                    pieces += next(below)
                elif kind == "span" and kid_text:
                    pieces += [(kid_text, inherited, kid_span if is_kid_timed else _NO_TIMES)]
                if kind and tail:
                    pieces += [(tail, context, outer)]
            paragraphs += [pieces]
        return paragraphs

    def _add(self, pieces: Sequence[_Piece]) -> None:
        """Adds pieces of text; a run of blanks is one blank, unless the document preserves space."""
        texts = ["\n" if text is None else text for text, _, _ in pieces]
        joined = "".join(texts)
        if "  " in joined or not joined.isprintable():
            spaced = map(_BLANK_RUN.sub, repeat(" "), texts)
            texts = [
                text if raw is None or context.keeps_space else short
                for (raw, context, _), text, short in zip(pieces, texts, spaced, strict=True)
            ]
        styles = {context: self._style(context) for context in {context for _, context, _ in pieces}}
        self._texts += texts
        self._styles_of += [styles[context] for _, context, _ in pieces]
        self._times_of += [times for _, _, times in pieces]

    def _style(self, context: _Context) -> tuple[str, str]:
        """The agent and the colour of text."""
        return context.agent, context.colour or self._of_region(context.region)

    def _context(self, attributes: Mapping[str, str], above: _Context) -> _Context:
        """The properties of an element: from its own attributes, else inherited."""
        timed = above.timed or not _TIMES.isdisjoint(attributes)
        if attributes.keys() <= _TIMES_AND_ID:
            return above if timed == above.timed else above._replace(timed=True)
        agent, space = attributes.get("agent"), attributes.get("space")
        return _Context(
            " & ".join(self._agents.get(key, key) for key in agent.split()) if agent else above.agent,
            self._styled(attributes) or above.colour,
            attributes.get("region", above.region),
            above.keeps_space if space is None else space == "preserve",
            timed,
        )

    def _times(
        self, element: etree._Element, attributes: Mapping[str, str], origin: float, limit: float | None
    ) -> tuple[float, float | None]:
        """Begin and end of an element: its times count from `origin`, and it ends at `limit` at the latest."""
        start, end = origin, limit
        begin, stop, duration = attributes.get("begin"), attributes.get("end"), attributes.get("dur")
        origin = 0.0 if self._are_lyrics else origin
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

    def _pieces(
        self, element: etree._Element, start: float, end: float | None, context: _Context, timed: bool = False
    ) -> Iterator[_Piece]:
        """The texts of an element and of its children, in order."""
        times: _Span = (start, end) if timed else _NO_TIMES
        if element.text:
            yield element.text, context, times
        for child in children(element):
            (kind,) = self._kinds([child])
            if kind == "br":
                yield None, context, _NO_TIMES
            elif kind == "span" and attribute(child, "ruby") not in _ASIDE:
                names = _own(child)
                inner = self._times(child, names, start, end)
                within = self._context(names, context) if names else context
                yield from self._pieces(child, *inner, within, timed or not _TIMES.isdisjoint(names))
            if child.tail:
                yield child.tail, context, times

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

    def _table(self, by_agent: bool, by_colour: bool) -> Table:
        """The segments of all paragraphs, one for each speaker of a paragraph."""
        if by_agent or by_colour:
            self._join_marks(by_agent)
        pieces = zip(self._texts, self._styles_of, map(str.strip, self._texts), strict=True)
        # A piece of blanks belongs to the speaker before it.
        speakers = [
            (agent if by_agent else colour if by_colour else "") if filled else None
            for _, (agent, colour), filled in pieces
        ]
        rows: list[tuple[int, int, str, int, int]] = []  # paragraph, part, speaker, first and last piece
        sizes = []
        for number, (_, _, start, end, first, last) in enumerate(self._paragraphs):
            part, speaker = 0, ""
            for place, speaking in enumerate(speakers[first:last], first):
                if speaking is not None and (part == 0 or speaking != speaker):
                    part, speaker = part + 1, speaking
                    rows += [(number, part, speaker, place, place)]
                if part:
                    rows[-1] = (*rows[-1][:4], place + 1)
            if not part and (start is not None or end is not None):
                rows += [(number, 1, "", first, first)]
            sizes += [part or 1]
        slices = [slice(first, last) for *_, first, last in rows]
        texts = list(map("".join, [self._texts[part] for part in slices]))
        labels = _labels(self._texts, self._times_of, slices)
        attributes: list[Attributes] = [
            ((f"{self._name}:p", f"{number}.{part}.{sizes[number]}"),) for number, part, *_ in rows
        ]
        broken = [row for row, text in enumerate(texts) if "\n" in text]
        for row, lines in ((row, lines_of(texts[row])) for row in broken):
            _, _, start, end, first, last = self._paragraphs[rows[row][0]]
            is_whole = last - first == 1 and self._times_of[first][0] is None and None not in (start, end)
            is_simple = is_whole and not (by_agent or by_colour)
            if "\n" in lines and not is_simple:
                attributes[row] = ((LINES, lines), *attributes[row])
        paragraphs = [self._paragraphs[number] for number, *_ in rows]
        keys = zip(paragraphs, rows, strict=True)
        return filled(
            self._path,
            len(rows),
            id=[f"{key}-{part}" if key and part > 1 else key for (key, *_), (_, part, *_) in keys],
            start=[start for _, _, start, *_ in paragraphs],
            end=[end for _, _, _, end, *_ in paragraphs],
            speaker=[speaker for _, _, speaker, *_ in rows],
            text=[spoken(text) if words_of is None else None for text, words_of in zip(texts, labels, strict=True)],
            labels=label_lists(labels),
            attributes=attributes,
            lines=array("q", [line for _, line, *_ in paragraphs]),
        )

    def _join_marks(self, by_agent: bool) -> None:
        """Moves punctuation at a change of speaker to the word that it stands beside: colours may emphasise a word."""
        texts = self._texts
        for _, _, _, _, first, last in self._paragraphs:
            for place in range(first + 1, last):
                before, text = texts[place - 1], texts[place]
                styles = self._styles_of[place - 1], self._styles_of[place]
                is_same = styles[0][not by_agent] == styles[1][not by_agent]
                if is_same or not before or not text or before[-1].isspace() or text[0].isspace():
                    continue
                head, tail = text.split(None, 1)[0], before.rsplit(None, 1)[-1]
                if not any(map(str.isalnum, head)):
                    texts[place - 1], texts[place] = before + head, text[len(head) :]
                elif not any(map(str.isalnum, tail)):
                    texts[place - 1], texts[place] = before[: len(before) - len(tail)], tail + text


def _is_child(element: etree._Element) -> bool:
    """Whether an element is right below the root."""
    parent = element.getparent()
    return parent is not None and parent.getparent() is None


def _own(element: etree._Element) -> dict[str, str]:
    """The attributes of an element without their namespaces, which differ between versions of TTML."""
    return {bare(key): value for key, value in element.items()}  # type: ignore[misc]


def _spaced(pieces: list[_Piece]) -> list[_Piece]:
    """Pieces with a blank between spans that are shown one after the other, where the paragraph writes no blanks.

    Blanks between other spans show that spans without one are syllables of a word, as in karaoke.
    """
    if not any(end is not None for _, _, (_, end) in pieces) or any(text and not text.strip() for text, *_ in pieces):
        return pieces
    spaced: list[_Piece] = []
    for piece in pieces:
        text, context, (start, _) = piece
        if spaced and text and start is not None:
            before, _, (_, end) = spaced[-1]
            if before and end is not None and start >= end:
                spaced.append((" ", context, _NO_TIMES))
        spaced.append(piece)
    return spaced


def _span(context: _Context, times: _Limits, of_pieces: Sequence[_Span]) -> _Span:
    """Begin and end of a paragraph: its own or inherited times, else those of its spans."""
    if context.timed and times[1] is not None:
        return times
    end = max((end for _, end in of_pieces if end is not None), default=None)
    return times[0] if context.timed else min((start for start, _ in of_pieces if start is not None), default=None), end


def _labels(texts: Sequence[str], times: Sequence[_Span], slices: Sequence[slice]) -> Sequence[TimedWords | None]:
    """The words of slices of pieces: a word that fills a span has its times. None where no span has times."""
    if all(start is None for start, _ in times):
        return [None] * len(slices)
    edges = [text[:1] for text in texts], [text[-1:] for text in texts]
    numbers = (number_texts([time[edge] or 0.0 for time in times]) for edge in (0, 1))
    lists = list(word_lists(texts))
    columns = *numbers, *(map(str.isspace, edge) for edge in edges)
    pieces = list(zip(lists, map(len, lists), times, *columns, strict=True))
    labels: list[TimedWords | None] = []
    for part in slices:
        values, begins, stops = list[str](), list[str | None](), list[str | None]()
        is_open = has_times = False
        for words_of, count, (start, stop), begin, end, opening, closing in pieces[part]:
            has_times = has_times or start is not None
            if is_open and count and not opening:
                # A word continues in the next span and ends there.
                stops[-1] = end if count == 1 and stop is not None else None
                begins[-1] = None if stops[-1] is None else begins[-1]
                values[-1] += words_of[0]
                words_of, count = words_of[1:], count - 1
            is_timed = count == 1 and start is not None and stop is not None
            values += words_of
            begins += [begin if is_timed else None] * count
            stops += [end if is_timed else None] * count
            is_open = not closing
        labels += [(values, begins, stops) if has_times else None]
    return labels


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
    for number, element in enumerate(reader.elements):
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
    element.set("begin", clock_text(max(0.0, start - origin)))
    element.set("end", clock_text(max(0.0, end - origin)))


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
        texts = list(map(str.replace, escaped(texts), repeat("\n"), repeat("<br/>")))
    lists: LabelLists | None = table.column("labels")
    if lists is not None and table.start is not None:
        spans = _spans(lists, table.start.values[: len(texts)])
        texts = [text if spoken is None else spoken for text, spoken in zip(texts, spans, strict=False)]
    if wrong is not None:
        check_times(table, wrong, "ttml")
    return texts


def _spans(lists: LabelLists, starts: Sequence[float]) -> list[str | None]:
    """Words in spans with times; None for a segment in which some word has none."""
    begins, ends = lists.labels.numbers[:2]
    if begins is None or ends is None:
        return [None] * len(starts)
    branching = lists.branching()
    spans = [
        slice(first, last)
        if first < last and place not in branching and None not in begins[first:last] and None not in ends[first:last]
        else None
        for place, (first, last) in zip(range(len(starts)), pairwise(lists.first), strict=False)
    ]
    times = [[float(text or 0) for text in texts] for texts in (begins, ends)]
    values = lists.labels.values
    if not all(map(partial(are_times, latest=LATEST), times)) or any(map(gt, *times)):
        for span in filter(None, spans):
            for value, *pair in zip(values[span], times[0][span], times[1][span], strict=True):
                _check_word(value, *pair)
    # The times of a span count from the begin of its paragraph.
    origins = [
        start for start, (first, last) in zip(starts, pairwise(lists.first), strict=False) for _ in range(first, last)
    ]
    rows = zip(*(_offsets(column, origins) for column in times), escaped(values), strict=False)
    words_of = [f'<span begin="{begin}s" end="{end}s">{value}</span>' for begin, end, value in rows]
    return [None if span is None else " ".join(words_of[span]) for span in spans]


def _offsets(times: Sequence[float], origins: Sequence[float]) -> list[str]:
    counts = map(round, [(time - origin) * 1000 for time, origin in zip(times, origins, strict=False)])
    return ["0.000" if count < 0 else f"{count // 1000}.{count % 1000:03d}" for count in counts]


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
