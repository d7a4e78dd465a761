"""TTML and what is made of it: DFXP, EBU-TT, EBU-TT-D and IMSC.

    <tt xmlns="http://www.w3.org/ns/ttml" ...><body><div>
      <p begin="00:00:01.000" end="00:00:02.500" ttm:agent="anna">Good<br/>day.</p>
    </div></body></tt>

A paragraph with times becomes a segment, or one for every speaker in it. The speaker is the agent; where the file names
no agents but writes in several colours, the colour, wherever styles and regions say it. Spans with times are the times
of words. The whole document is kept for writing: what has not changed is written as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from formats.engine.cues import LINES, clock, clock_text, subtitles, texts, times_of
from formats.engine.transform import plain_text
from formats.engine.xml_source import (
    bare,
    children,
    escape,
    library,
    local,
    note,
    place,
    quoteattr,
    root_of,
    undeclared,
)
from formats.errors import Problems
from formats.record import Format
from formats.schema import Attributes, Corpus, Label, Segment
from formats.schema.markup import words
from formats.source import Source

if TYPE_CHECKING:
    from lxml import etree

_XML = "{http://www.w3.org/XML/1998/namespace}"
_CLOCK = re.compile(r"([0-9]{2,6}):([0-9]{2}):([0-9]{2})(?:(\.[0-9]{1,12})|:([0-9]{2,6})(?:\.([0-9]{1,6}))?)?")
_OFFSET = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)(h|ms|m|s|f|t)")
_EXPECTED = "such as 00:00:01.000, 00:00:01:12 or 1.5s"
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
_ASIDE = frozenset({"text", "textContainer", "delimiter"})  # readings of characters, which are said only once
_DOCUMENT = "document"
_CONTAINERS = frozenset({"div", "p"})
_TIMES = frozenset({"begin", "end", "dur"})
_ID = frozenset({"id"})
_TIMES_AND_ID = _TIMES | _ID
_DIGITS = 9
_USUAL = len("00:00:00.000")
_BLANK_RUN = re.compile(r"[ \t\r\n]+")


class _Run(NamedTuple):
    """A piece of text in one style; `start` and `end` are those of a span with times."""

    text: str
    agent: str
    colour: str
    start: float | None
    end: float | None


class _Context(NamedTuple):
    """What an element has from those around it."""

    agent: str = ""
    colour: str = ""
    region: str = ""
    keeps_space: bool = False
    timed: bool = False


_Span: TypeAlias = "tuple[float | None, float | None]"
_Found: TypeAlias = "tuple[int, etree._Element, _Span, list[_Run]]"


# --- reading -----------------------------------------------------------------------------------------


def read(source: Source, *, name: str = "ttml") -> Corpus:
    """Reads paragraphs.

    >>> paragraph = b'<p begin="1s" end="2.5s">Good<br/>day.</p>'
    >>> corpus = read(Source(b'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>' + paragraph + b'</div></body></tt>'))
    >>> corpus.segments[0].text, corpus.segments[0].end
    ('Good day.', 2.5)
    """
    root = root_of(source)
    reader = _Reader(root, source.name, name)
    segments = tuple(reader.segments())
    meta = ((f"{name}:{_DOCUMENT}", undeclared(source.text)),)
    return Corpus(segments, meta=meta, format=name, path=source.name, original=segments)


class _Reader:
    """Reads the tree of a document."""

    def __init__(self, root: etree._Element, path: str, name: str) -> None:
        self.root = root
        self.paragraphs: list[etree._Element] = []
        self._path = path
        self._name = name
        self._problems = Problems()
        self._styles: dict[str, etree._Element] = {}
        self._regions: dict[str, etree._Element] = {}
        self._agents: dict[str, str] = {}
        if local(root) != "tt":
            note(self._problems, root, path, f"the root is <{local(root)}>", "<tt>")
            self._problems.check()
        for element in root.iter("{*}style", "{*}region", "{*}agent"):
            self._remember(element)
        self._frames = self._rate()
        self._parts = self._integer("subFrameRate") or 1
        self._ticks = Fraction(self._integer("tickRate") or 0) or self._frames * self._parts
        self._of_regions: dict[str, str] = {}
        self._untimed, self._timed = _Context(), _Context(timed=True)

    def _remember(self, element: etree._Element) -> None:
        key, kind = element.get(f"{_XML}id") or element.get("id") or "", local(element)
        if not key:
            return
        if kind == "style":
            self._styles.setdefault(key, element)
        elif kind == "region":
            self._regions.setdefault(key, element)
        elif kind == "agent":
            names = [" ".join(map(str, child.itertext())).strip() for child in children(element, "name")]
            self._agents.setdefault(key, next(filter(None, names), key))

    def _integer(self, name: str) -> int | None:
        value = attribute(self.root, name)
        if value is None:
            return None
        if not value.isdecimal() or not 0 < int(value[:12]) < 10**9:
            note(self._problems, self.root, self._path, f"{name} {value!r} is no number", "1 or more")
            self._problems.check()
        return int(value)

    def _rate(self) -> Fraction:
        rate = Fraction(self._integer("frameRate") or 30)
        multiplier = (attribute(self.root, "frameRateMultiplier") or "1 1").replace(":", " ").split()
        sound = all(part.isdecimal() and 0 < int(part[:12]) < 10**9 for part in multiplier)
        if not sound or len(multiplier) not in (1, 2):
            note(self._problems, self.root, self._path, "frameRateMultiplier cannot be read", "such as 1000 1001")
            self._problems.check()
        return rate * Fraction(int(multiplier[0]), int(multiplier[1]) if len(multiplier) == 2 else 1)

    def segments(self) -> list[Segment]:
        """All paragraphs that have words and times."""
        found: list[_Found] = []
        for body in children(self.root, "body"):
            self._walk(body, 0.0, None, _Context(), found)
        self.paragraphs = [element for _, element, _, _ in found]
        runs = [run for _, _, _, listed in found for run in listed if run.text.strip()]
        by_agent = any(run.agent for run in runs)
        by_colour = not by_agent and len({run.colour for run in runs}) > 1
        segments: list[Segment] = []
        for number, element, times, listed in found:
            if len(listed) == 1 and None not in times and listed[0].start is None and not by_agent and not by_colour:
                segments.append(self._simple(number, element, times, listed[0].text))
            else:
                segments += self._paragraph(number, element, times, listed, by_agent, by_colour)
        self._problems.check()
        return segments

    def _walk(
        self, element: etree._Element, origin: float, limit: float | None, above: _Context, found: list[_Found]
    ) -> float | None:
        """Collects the paragraphs below an element and answers when it ends."""
        own = _own(element)
        context = self._context(own, above) if own else above
        start, end = self._times(element, own, origin, limit)
        if local(element) == "p":
            if len(element):
                runs = list(self._runs(element, start, end, context))
            else:
                colour = context.colour or self._of_region(context.region)
                runs = [_Run(_spaced(element.text or "", context), context.agent, colour, None, None)]
            timed = context.timed and end is not None
            found.append((len(found), element, (start, end) if timed else _span(context, (start, end), runs), runs))
            return end
        sequential = element.get("timeContainer") == "seq"
        at = start
        for child in element:
            if local(child) not in _CONTAINERS:
                continue
            stop = self._walk(child, at, end, context, found)
            if sequential and stop is not None:
                at = stop
        return end

    def _context(self, own: Mapping[str, str], above: _Context) -> _Context:
        """What an element has by its own attributes or, where they say nothing, from what is around it."""
        if own.keys() <= _TIMES_AND_ID:
            if above.timed or own.keys() <= _ID:
                return above
            if self._untimed is not above:  # paragraphs stand in a row below one element
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
        """Begin and end of an element; what it says counts from `origin`, and nothing lasts longer than `limit`."""
        start, end = origin, limit
        begin, stop, duration = own.get("begin"), own.get("end"), own.get("dur")
        if begin is not None:
            start = self._time(element, "begin", begin, origin)
        if stop is not None:
            last = self._time(element, "end", stop, origin)
            if last < start:
                note(self._problems, element, self._path, f"end {stop} is before begin {begin}")
            end = last if end is None or last < end else end
        if duration is not None:
            last = self._time(element, "dur", duration, start)
            end = last if end is None or last < end else end
        return start, end if end is None or end > start else start

    def _time(self, element: etree._Element, name: str, written: str, origin: float = 0.0) -> float:
        """A time of an element, counted from the origin of all."""
        value = clock(written) if len(written) == _USUAL else None
        if value is not None and not origin:
            return value
        if value is None:
            value = self._seconds(written.strip())
        if value is None:
            note(self._problems, element, self._path, f"{name} {written!r} is no time", _EXPECTED)
            return 0.0
        return round(origin + value, _DIGITS)

    def _seconds(self, text: str) -> float | None:
        if found := _CLOCK.fullmatch(text):
            hours, minutes, seconds, fraction, frames, parts = found.groups()
            if int(minutes) > 59 or int(seconds) > 60:
                return None
            whole = Fraction(int(hours) * 3600 + int(minutes) * 60 + int(seconds)) + Fraction(f"0{fraction or ''}")
            return float(whole + (Fraction(int(frames or 0)) + Fraction(int(parts or 0), self._parts)) / self._frames)
        if found := _OFFSET.fullmatch(text):
            units = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}
            units |= {"f": 1 / self._frames, "t": 1 / self._ticks}
            return float(Fraction(found[1]) * units[found[2]])
        return None

    def _runs(
        self, element: etree._Element, start: float, end: float | None, context: _Context, timed: bool = False
    ) -> Iterator[_Run]:
        """The texts of an element and of what is in it, in order."""
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
        """The colour of a region."""
        if key not in self._of_regions:
            region = self._regions.get(key)
            found = [] if region is None else [region, *children(region, "style")]
            colours = (self._styled(_own(part)) for part in found)
            self._of_regions[key] = next(filter(None, colours), "")
        return self._of_regions[key]

    def _styled(self, own: Mapping[str, str], depth: int = 0) -> str:
        """The colour that attributes have by themselves or by the styles that they name."""
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
                # Of several styles the last one wins.
                found = self._styled(_own(style), depth + 1) or found
        return found

    def begin(self, element: etree._Element) -> float:
        """What a paragraph says of its begin."""
        return self._time(element, "begin", element.get("begin") or "0s")

    def _simple(self, number: int, element: etree._Element, times: _Span, text: str) -> Segment:
        """The segment of a paragraph with one piece of text, as most are."""
        return Segment(
            id=element.get(f"{_XML}id") or "",
            start=times[0],
            end=times[1],
            text=texts(text, text, self._name)[0],
            attributes=((f"{self._name}:p", f"{number}.1.1"),),
            where=place(element, self._path),
        )

    def _paragraph(
        self,
        number: int,
        element: etree._Element,
        times: _Span,
        runs: Sequence[_Run],
        by_agent: bool,
        by_colour: bool,
    ) -> Iterator[Segment]:
        groups: list[tuple[str, list[_Run]]] = []
        for run in runs:
            speaker = run.agent if by_agent else run.colour if by_colour else ""
            if groups and (not run.text.strip() or groups[-1][0] == speaker):
                groups[-1][1].append(run)
            elif run.text.strip():
                groups.append((speaker, [run]))
        if not groups and times == (None, None):
            return
        if groups and (times[0] is None or times[1] is None):
            note(self._problems, element, self._path, "a paragraph without times", "begin and end")
            return
        key = element.get(f"{_XML}id") or ""
        start, end = times
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
                where=place(element, self._path),
            )


def _own(element: etree._Element) -> dict[str, str]:
    """The attributes of an element, without their namespaces: those of TTML have changed with its versions."""
    return {bare(key): value for key, value in element.items()}  # type: ignore[misc]


def _span(context: _Context, times: tuple[float, float | None], runs: Sequence[_Run]) -> _Span:
    """Begin and end of a paragraph: its own or, without any around it, those of its spans."""
    if context.timed and times[1] is not None:
        return times
    ends = [run.end for run in runs if run.end is not None]
    if context.timed:
        return times[0], max(ends, default=None)
    return min((run.start for run in runs if run.start is not None), default=None), max(ends, default=None)


def _spaced(text: str, context: _Context) -> str:
    """A text as it is shown: runs of blanks are one, unless the file keeps them."""
    if context.keeps_space or (text.isprintable() and "  " not in text):
        return text
    return _BLANK_RUN.sub(" ", text)


def _labels(runs: Sequence[_Run]) -> tuple[Label, ...] | None:
    """The words, those that fill a span with times with its times; None if there is no such span."""
    if (len(runs) == 1 and runs[0].start is None) or all(run.start is None for run in runs):
        return None
    found: list[Label] = []
    glued = False
    for run in runs:
        values = words(run.text)
        if glued and values and not run.text[0].isspace():
            # A word goes on in the next span: its times end there.
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
    """The value of an attribute in any namespace."""
    return next((str(value) for key, value in element.attrib.items() if bare(str(key)) == name), None)


# --- writing -----------------------------------------------------------------------------------------


def write(corpus: Corpus, *, name: str = "ttml") -> Iterator[str]:
    """Yields a document; every segment needs times."""
    meta = dict(corpus.meta)
    kept = meta.get(f"{name}:{_DOCUMENT}")
    if kept is not None and corpus.original != corpus.segments:
        kept = _changed(kept, corpus, name)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    if kept is not None:
        yield kept + "\n"
    else:
        yield from _new(corpus, name)


def _changed(document: str, corpus: Corpus, name: str) -> str | None:
    """The document with other times and texts where the segments have them; None if it cannot say what they say."""
    reader = _Reader(root_of(Source(document.encode("utf-8"))), corpus.path, name)
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
    changed = str(library().tostring(reader.root, encoding="unicode"))
    after = _Reader(root_of(Source(changed.encode("utf-8"))), corpus.path, name).segments()
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
    """Gives a paragraph another text."""
    etree = library()
    namespace = str(element.tag).rpartition("}")[0].lstrip("{")
    new = etree.fromstring(f"<p xmlns={quoteattr(namespace)}>{_content(segment)}</p>")
    for child in list(element):
        element.remove(child)
    element.text = new.text
    element.extend(list(new))


def _move(element: etree._Element, segment: Segment, begin: float, before: Segment) -> None:
    """Gives a paragraph other times, which count from the same point as those that it had."""
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
    # The times of a span count from the beginning of its paragraph.
    times = [max(0, round(((time or 0.0) - start) * 1000)) for time in (label.start, label.end)]
    begin, end = (f"{time // 1000}.{time % 1000:03d}s" for time in times)
    return f'<span begin="{begin}" end="{end}">{escape(label.value)}</span>'


_TTML = "http://www.w3.org/ns/ttml"
_SPACES = {
    "xmlns": _TTML,
    "xmlns:ttp": f"{_TTML}#parameter",
    "xmlns:tts": f"{_TTML}#styling",
    "xmlns:ttm": f"{_TTML}#metadata",
}
_EBU = {"xmlns:ebuttm": "urn:ebu:tt:metadata", "xmlns:ebutts": "urn:ebu:tt:style"}
_STYLES = """\
    <styling>
      <style xml:id="plain" tts:fontFamily="sansSerif" tts:fontSize="100%" tts:textAlign="center"/>
    </styling>
    <layout>
      <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after"/>
    </layout>
"""


def _root(name: str) -> tuple[dict[str, str], str]:
    """The attributes of the root and what the head begins with."""
    base = {**_SPACES, "xml:lang": ""}
    if name == "imsc":
        return {**base, "ttp:profile": f"{_TTML}/profile/imsc1/text", "ttp:timeBase": "media"}, ""
    if name == "ebu-tt":
        version = "<ebuttm:documentEbuttVersion>v1.0</ebuttm:documentEbuttVersion>"
        metadata = f"<ebuttm:documentMetadata>{version}</ebuttm:documentMetadata>"
        return {**base, **_EBU, "ttp:timeBase": "media", "ttp:cellResolution": "40 24"}, metadata
    if name == "ebu-tt-d":
        standard = "<ebuttm:conformsToStandard>urn:ebu:tt:distribution:2014-01</ebuttm:conformsToStandard>"
        metadata = f"<ebuttm:documentMetadata>{standard}</ebuttm:documentMetadata>"
        return {**base, **_EBU, "ttp:timeBase": "media", "ttp:cellResolution": "40 24"}, metadata
    return base, ""


def _new(corpus: Corpus, name: str) -> Iterator[str]:
    """A document of its own, in the dialect of that name."""
    attributes, metadata = _root(name)
    speakers = [] if name == "ebu-tt-d" else list(dict.fromkeys(s.speaker for s in corpus.segments if s.speaker))
    agents = {speaker: f"agent{number}" for number, speaker in enumerate(speakers, 1)}
    yield f"<tt {' '.join(f'{key}={quoteattr(value)}' for key, value in attributes.items())}>\n  <head>\n"
    if metadata or agents:
        yield f"    <metadata>{metadata}\n"
        for speaker, agent in agents.items():
            title = f'<ttm:name type="full">{escape(speaker)}</ttm:name>'
            yield f'      <ttm:agent xml:id="{agent}" type="person">{title}</ttm:agent>\n'
        yield "    </metadata>\n"
    styled = name != "ttml"
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


# --- records -----------------------------------------------------------------------------------------


def _kind(lines: Sequence[str]) -> str:
    """Which dialect the first lines of a document are; empty if they are none."""
    head = "\n".join(lines)[:20_000]
    if not re.search(r"<(?:\w+:)?tt[\s>]", head) or not re.search(r"/ns/ttml|/ttaf1", head):
        return ""
    if "urn:ebu:tt:distribution" in head:
        return "ebu-tt-d"
    if "urn:ebu:tt:" in head:
        return "ebu-tt"
    return "imsc" if "/profile/imsc" in head else "ttml"


def _is(name: str, lines: Sequence[str]) -> bool:
    return _kind(lines) == name


def _record(name: str, suffixes: tuple[str, ...], summary: str, *carries: str) -> Format:
    functions = partial(read, name=name), partial(write, name=name), partial(_is, name)
    return subtitles(name, suffixes, summary, functions, "ids", "times", *carries)


TTML = _record("ttml", (".ttml", ".dfxp"), "Timed Text, also as DFXP", "speakers")
EBU_TT = _record("ebu-tt", (), "EBU-TT, for production", "speakers")
EBU_TT_D = _record("ebu-tt-d", (), "EBU-TT-D, for distribution")
IMSC = _record("imsc", (), "IMSC 1, the text profile", "speakers")
