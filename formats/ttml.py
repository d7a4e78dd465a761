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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from formats.cues import LINES, clock_text, subtitles, times_of
from formats.errors import Problems, UsageError
from formats.markup import words
from formats.record import Format
from formats.schema import Attributes, Corpus, Label, Segment
from formats.source import Source
from formats.transform import plain_text
from formats.xml_source import children, escape, library, local, note, place, quoteattr, root_of

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


@dataclass(frozen=True, slots=True)
class _Run:
    """A piece of text in one style; `start` and `end` are those of a span with times."""

    text: str
    agent: str
    colour: str
    start: Fraction | None
    end: Fraction | None


_Found: TypeAlias = "tuple[int, etree._Element, tuple[Fraction | None, Fraction | None], list[_Run]]"


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
    segments = reader.segments()
    document = library().tostring(root, encoding="unicode")
    return Corpus(tuple(segments), meta=((f"{name}:{_DOCUMENT}", document),), format=name, path=source.name)


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
        for element in root.iter():
            self._remember(element)
        self._frames = self._rate()
        self._ticks = Fraction(self._integer("tickRate") or 0) or self._frames * (self._integer("subFrameRate") or 1)

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
            self._walk(body, Fraction(0), None, found)
        self.paragraphs = [element for _, element, _, _ in found]
        runs = [run for _, _, _, listed in found for run in listed if run.text.strip()]
        by_agent = any(run.agent for run in runs)
        by_colour = not by_agent and len({run.colour for run in runs}) > 1
        segments: list[Segment] = []
        for number, element, times, listed in found:
            segments += self._paragraph(number, element, times, listed, by_agent, by_colour)
        self._problems.check()
        return segments

    def _walk(
        self, element: etree._Element, origin: Fraction, limit: Fraction | None, found: list[_Found]
    ) -> Fraction | None:
        """Collects the paragraphs below an element and answers when it ends."""
        start, end = self._times(element, origin, limit)
        if local(element) == "p":
            runs = list(self._runs(element, start, end))
            found.append((len(found), element, self._span(element, (start, end), runs), runs))
            return end
        sequential = element.get("timeContainer") == "seq"
        at = start
        for child in children(element, "div", "p"):
            stop = self._walk(child, at, end, found)
            if sequential and stop is not None:
                at = stop
        return end

    def _times(
        self, element: etree._Element, origin: Fraction, limit: Fraction | None
    ) -> tuple[Fraction, Fraction | None]:
        begin, duration, stop = (self._time(element, name) for name in ("begin", "dur", "end"))
        start = origin + (begin or 0)
        ends = [origin + stop] if stop is not None else []
        ends += [start + duration] if duration is not None else []
        ends += [limit] if limit is not None else []
        end = min(ends, default=None)
        if end is not None and end < start:
            if stop is not None and origin + stop < start:
                what = f"end {element.get('end')} is before begin {element.get('begin')}"
                note(self._problems, element, self._path, what)
            end = start
        return start, end

    def _time(self, element: etree._Element, name: str) -> Fraction | None:
        written = element.get(name)
        if written is None:
            return None
        value = self._seconds(written.strip())
        if value is None:
            note(self._problems, element, self._path, f"{name} {written!r} is no time", _EXPECTED)
        return value

    def _seconds(self, text: str) -> Fraction | None:
        if found := _CLOCK.fullmatch(text):
            hours, minutes, seconds, fraction, frames, parts = found.groups()
            if int(minutes) > 59 or int(seconds) > 60:
                return None
            whole = Fraction(int(hours) * 3600 + int(minutes) * 60 + int(seconds)) + Fraction(f"0{fraction or ''}")
            part = Fraction(int(frames or 0)) + Fraction(int(parts or 0), self._integer("subFrameRate") or 1)
            return whole + part / self._frames
        if found := _OFFSET.fullmatch(text):
            units = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}
            units |= {"f": 1 / self._frames, "t": 1 / self._ticks}
            return Fraction(found[1]) * units[found[2]]
        return None

    def _span(
        self, element: etree._Element, times: tuple[Fraction, Fraction | None], runs: Sequence[_Run]
    ) -> tuple[Fraction | None, Fraction | None]:
        """Begin and end of a paragraph: its own or, without any around it, those of its spans."""
        if any(map(_is_timed, (element, *element.iterancestors()))):
            start: Fraction | None = times[0]
            end = times[1]
            if end is None:
                end = max((run.end for run in runs if run.end is not None), default=None)
            return start, end
        starts = [run.start for run in runs if run.start is not None]
        ends = [run.end for run in runs if run.end is not None]
        return min(starts, default=None), max(ends, default=None)

    def _runs(
        self, element: etree._Element, start: Fraction, end: Fraction | None, timed: bool = False
    ) -> Iterator[_Run]:
        """The texts of an element and of what is in it, in order."""
        agent, colour = self._agent(element), self._colour(element)
        own = (start, end) if timed else (None, None)
        keep = self._keeps_space(element)

        def run(text: str | None) -> Iterator[_Run]:
            if text:
                yield _Run(text if keep else " ".join(re.split(r"[ \t\r\n]+", text)), agent, colour, *own)

        yield from run(element.text)
        for child in children(element):
            kind = local(child)
            if kind == "br":
                yield _Run("\n", agent, colour, None, None)
            elif kind == "span" and attribute(child, "ruby") not in _ASIDE:
                inner = self._times(child, start, end)
                yield from self._runs(child, *inner, timed=timed or _is_timed(child))
            yield from run(child.tail)

    def _keeps_space(self, element: etree._Element) -> bool:
        for above in (element, *element.iterancestors()):
            value = above.get(f"{_XML}space")
            if value is not None:
                return bool(value == "preserve")
        return False

    def _agent(self, element: etree._Element) -> str:
        for above in (element, *element.iterancestors()):
            value = attribute(above, "agent")
            if value and local(above) != "agent":
                return " & ".join(self._agents.get(key, key) for key in value.split())
        return ""

    def _colour(self, element: etree._Element) -> str:
        for above in (element, *element.iterancestors()):
            if found := self._styled(above):
                return found
        for above in (element, *element.iterancestors()):
            region = self._regions.get(above.get("region") or "")
            if region is not None:
                nested = (self._styled(child) for child in (region, *children(region, "style")))
                return next(filter(None, nested), "")
        return ""

    def _styled(self, element: etree._Element, depth: int = 0) -> str:
        """The colour that an element has by itself or by the styles that it names."""
        value = attribute(element, "color")
        if value:
            value = value.strip().lower()
            value = value[:7] if len(value) == 9 and value.startswith("#") else value
            return _COLOURS.get(value, value)
        if depth > 8:
            return ""
        found = ""
        for key in (element.get("style") or "").split():
            style = self._styles.get(key)
            # Of several styles the last one wins.
            found = (self._styled(style, depth + 1) if style is not None else "") or found
        return found

    def begin(self, element: etree._Element) -> float:
        """What a paragraph says of its begin."""
        return float(self._time(element, "begin") or 0)

    def _paragraph(
        self,
        number: int,
        element: etree._Element,
        times: tuple[Fraction | None, Fraction | None],
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
        start, end = (None if time is None else float(time) for time in times)
        for part, (speaker, listed) in enumerate(groups or [("", [])], 1):
            text = "".join(run.text for run in listed)
            kept: Attributes = ((f"{self._name}:p", f"{number}.{part}.{max(1, len(groups))}"),)
            lines = "\n".join(" ".join(words(line)) for line in text.split("\n") if line.strip())
            if "\n" in lines:
                kept = ((LINES, lines), *kept)
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


def _is_timed(element: etree._Element) -> bool:
    return any(element.get(name) is not None for name in ("begin", "end", "dur"))


def _labels(runs: Sequence[_Run]) -> tuple[Label, ...] | None:
    """The words, those that fill a span with times with its times; None if there is no such span."""
    if all(run.start is None for run in runs):
        return None
    found: list[Label] = []
    glued = False
    for run in runs:
        values = words(run.text)
        if glued and values and not run.text[0].isspace():
            # A word goes on in the next span: its times end there.
            last = found.pop()
            end = float(run.end) if run.end is not None and len(values) == 1 else None
            found.append(Label(last.value + values.pop(0), last.start if end is not None else None, end))
        alone = len(values) == 1 and run.start is not None and run.end is not None
        for value in values:
            found.append(Label(value, float(run.start or 0), float(run.end or 0)) if alone else Label(value))
        if run.text:
            glued = not run.text[-1].isspace()
    return tuple(found)


def attribute(element: etree._Element, name: str) -> str | None:
    """The value of an attribute in any namespace: those of TTML have changed with its versions."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


# --- writing -----------------------------------------------------------------------------------------


def write(corpus: Corpus, *, name: str = "ttml") -> Iterator[str]:
    """Yields a document; every segment needs times."""
    document = dict(corpus.meta).get(f"{name}:{_DOCUMENT}")
    kept = _changed(document, corpus, name) if document is not None else None
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    if kept is not None:
        yield kept + "\n"
    else:
        yield from _new(corpus, name)


def _changed(document: str, corpus: Corpus, name: str) -> str | None:
    """The document with other times and texts where the segments have them; None if it cannot say what they say."""
    reader = _Reader(root_of(Source(document.encode("utf-8"))), corpus.path, name)
    before = reader.segments()
    if list(corpus.segments) == before:
        return document
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
    return escape(_allowed(text)).replace("\n", "<br/>")


def _timed(label: Label, start: float) -> str:
    # The times of a span count from the beginning of its paragraph.
    times = [max(0, round(((time or 0.0) - start) * 1000)) for time in (label.start, label.end)]
    begin, end = (f"{time // 1000}.{time % 1000:03d}s" for time in times)
    return f'<span begin="{begin}" end="{end}">{escape(_allowed(label.value))}</span>'


def _allowed(text: str) -> str:
    if re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", text):
        raise UsageError(f"XML cannot hold a character of the text {text!r}")
    return text


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
            title = f'<ttm:name type="full">{escape(_allowed(speaker))}</ttm:name>'
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
