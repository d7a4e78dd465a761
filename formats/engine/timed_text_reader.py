"""Reading of TTML and the formats derived from it: paragraphs with their styles, spans and times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import Problems
from ..schema import Attributes, Table
from ..schema.filling import Filling
from .clock_times import clock
from .cues import (
    LINES,
    STYLE_TAGS,
    lines_of,
    spoken,
    styled_words,
    timed_words,
)
from .xml_parts import Parts
from .xml_source import (
    bare,
    children,
    local,
    note,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from lxml import etree

_XML = "{http://www.w3.org/XML/1998/namespace}"
# Files of lyrics may lack hours or the unit of seconds (`3:58.640`, `58.640`).
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{1,12})|:([0-9]{2,6})(?:\.([0-9]{1,6}))?)?")
_OFFSET = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,12}))?(h|ms|m|s|f|t|)")
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
_ASIDE = frozenset({"text", "textContainer", "delimiter"})  # ruby: the reading of characters, not more words
STYLE_PROPERTIES = {
    "italics": ("fontStyle", ("italic", "oblique")),
    "bold": ("fontWeight", ("bold",)),
    "underline": ("textDecoration", ("underline",)),
}
"""The property of each style, and its values, of which the first one is written."""
_CONTAINERS = frozenset({"div", "p"})
_TIMES = frozenset({"begin", "end", "dur"})
_ID = frozenset({"id"})
_TIMES_AND_ID = _TIMES | _ID
_DIGITS = 9
_ZERO = "00:00:00.000"
_USUAL = len(_ZERO)
_MOST_TIMES = 1 << 16
_STOPS, _QUOTES = ".!?\u2026\u3002\uff01\uff1f", "\"')\u201d\u2019\u00bb\u300d"
_BLANK_RUN = re.compile(r"[ \t\r\n]+")
_Span: TypeAlias = "tuple[float | None, float | None]"
_Limits: TypeAlias = "tuple[float, float | None]"
# The agent and the colour of text, and whether it is in italics, bold or underlined.
_Style: TypeAlias = "tuple[str, str, frozenset[str]]"
# A piece of text, its style, and the times of its span where that has times.
_Piece: TypeAlias = "tuple[str, _Style, _Span]"
# Such a piece, or a line break, which is None in place of a text.
_PieceOrBreak: TypeAlias = "tuple[str | None, _Style, _Span]"
_NO_TIMES: _Span = None, None
_COLUMNS = ("id", "start", "end", "speaker", "text", "labels", "attributes", "lines")


class _Context(NamedTuple):
    """The properties that an element inherits from the elements around it."""

    style: _Style = ("", "", frozenset())
    colour: str = ""
    """The colour of its own or of those around it, without that of the region."""
    region: str = ""
    keeps_space: bool = False
    timed: bool = False
    language: str = ""

    def shown(self, text: str) -> str:
        """A text as it is shown: a run of blanks is one blank, unless the document preserves space."""
        if self.keeps_space or ("  " not in text and text.isprintable()):
            return text
        return _BLANK_RUN.sub(" ", text)


class _Paragraph(NamedTuple):
    """A paragraph: its name and line, its times, and the pieces of its text."""

    key: str
    line: int
    start: float | None
    end: float | None
    language: str
    pieces: list[_Piece]


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
        """Moves the start of the next child to the end of one, in a container whose children follow each other."""
        if self.sequential and end is not None:
            self.at = end


class _Kinds(dict[Any, str]):
    """The names of elements by their tags; that of one from another vocabulary, whose text is not shown, is `foreign`.

    >>> kinds = _Kinds("{urn:x}tt")
    >>> kinds["{urn:x}p"], kinds["{urn:y}p"]
    ('p', 'foreign')
    """

    def __init__(self, root: str) -> None:
        super().__init__()
        self._space = root.removesuffix("tt")

    def __missing__(self, tag: Any) -> str:
        kind = "" if not isinstance(tag, str) else bare(tag) if tag.startswith(self._space) else "foreign"
        self[tag] = kind
        return kind


class _Seconds(dict[str, "float | None"]):
    """The seconds of times as they are written, each found once; None for what is no time.

    With `counted`, a clock time numbers frames, so many a second, as timecode does: at 24000/1001 frames a second,
    01:00:00:00 is an hour and 3.6 seconds. `dropped` says which of these numbers are left out.
    """

    def __init__(
        self, frames: Fraction, parts: int, ticks: Fraction | int, counted: int | None, dropped: str | None
    ) -> None:
        super().__init__()
        self._parts = parts
        self._counted = counted
        self._dropped = dropped
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

    def __missing__(self, written: str) -> float | None:
        value = clock(written) if len(written) == _USUAL else None
        if value is None:
            text = written.strip()
            value = self._clock(text) if ":" in text else self._offset(text)
        if len(self) < _MOST_TIMES:
            self[written] = value
        return value

    def _clock(self, text: str) -> float | None:
        """The seconds of a clock time with a fraction or with frames."""
        match = _CLOCK.fullmatch(text)
        if match is None:
            return None
        hours, minutes, seconds, fraction, frames, parts = match.groups("")
        if int(minutes) > 59 or int(seconds) > 60:
            return None
        whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
        if fraction or not (frames or self._counted):
            return float(f"{whole}.{fraction}")
        frame, rate = self._units["f"]
        unit = self._parts * rate
        numbers = int(frames or 0) * self._parts + int(parts or 0)
        if self._counted:
            begun = whole * self._counted - self._left_out(whole // 60)
            return (begun * self._parts + numbers) * frame / unit
        return (whole * unit + numbers * frame) / unit

    def _left_out(self, minutes: int) -> int:
        """How many numbers of frames are left out by a minute of timecode."""
        if self._dropped == "dropNTSC":  # two a minute, but in each tenth
            return 2 * (minutes - minutes // 10)
        if self._dropped == "dropPAL":  # four every other minute, but in each twentieth
            return 4 * (minutes // 2 - minutes // 20)
        return 0

    def _offset(self, text: str) -> float | None:
        """The seconds of a number with a unit."""
        match = _OFFSET.fullmatch(text)
        if match is None:
            return None
        whole, decimals, unit = match.groups("")
        numerator, denominator = self._units[unit]
        scale: int = 10 ** len(decimals)
        return int(whole + decimals) * numerator / (scale * denominator)


class Reader:
    """Reads a document; with `keeps`, the elements of its paragraphs are kept.

    Of a document in several languages, those paragraphs are read that have the tag `language`, if one is given.
    """

    def __init__(self, document: Parts, path: str, name: str, *, language: str = "", keeps: bool = False) -> None:
        self.root = document.root
        self.elements: list[etree._Element] = []
        self._document = document
        self._language = language
        self._keeps = keeps
        self._kinds = _Kinds(str(self.root.tag))
        self._paragraphs: list[_Paragraph] = []
        self._path = path
        self._name = name
        self._problems = Problems()
        self._styles: dict[str, dict[str, str]] = {}
        self._regions: dict[str, list[dict[str, str]]] = {}
        self._agents: dict[str, str] = {}
        if local(self.root) != "tt":
            note(self._problems, self.root, path, f"the root is <{local(self.root)}>", "<tt>")
            self._problems.check()
        for element in document.elements("style", "region", "agent", first=True):
            self._remember(element)
        frames, parts = self._rate(), self._integer("subFrameRate") or 1
        ticks = self._integer("tickRate") or frames * parts
        is_timecode = attribute(self.root, "timeBase") == "smpte"
        counted = (self._integer("frameRate") or 30) if is_timecode else None
        self._seconds = _Seconds(frames, parts, ticks, counted, attribute(self.root, "dropMode"))
        self._of_regions: dict[str, str] = {}
        # Apple's lyrics have syllables, and times that count from the start of the song.
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
        paragraphs = [*enumerate(self._paragraphs)]
        if self._language:
            paragraphs = [(number, each) for number, each in paragraphs if each.language == self._language]
        styles = {style for _, paragraph in paragraphs for text, style, _ in paragraph.pieces if text.strip()}
        of_paragraphs = [paragraph.pieces for _, paragraph in paragraphs]
        spoken_parts = [_joined([("", pieces)]) for pieces in of_paragraphs]
        if any(agent for agent, _, _ in styles):
            spoken_parts = [_by_agent(pieces) for pieces in of_paragraphs]
        elif len({colour for _, colour, _ in styles}) > 1:
            by_colour = [*_by_colour(of_paragraphs)]
            if len({speaker for parts in by_colour for speaker, _ in parts}) > 1:  # not one who emphasises words
                spoken_parts = by_colour
        # In bold throughout, a document emphasises nothing.
        is_bold = len(paragraphs) > 1 and all("bold" in style[2] for style in styles)
        usual = frozenset({"bold"} if is_bold else ())
        segments = Filling(self._path, *_COLUMNS)
        for (number, paragraph), parts in zip(paragraphs, spoken_parts, strict=True):
            if not parts and (paragraph.start is not None or paragraph.end is not None):
                parts = [("", [])]
            for part, (speaker, spoken_pieces) in enumerate(parts, 1):
                text = "".join([text for text, _, _ in spoken_pieces])
                attributes: Attributes = ((f"{self._name}:p", f"{number}.{part}.{len(parts)}"),)
                if "\n" in text:
                    lines = lines_of(text)
                    attributes = ((LINES, lines), *attributes) if "\n" in lines else attributes
                attributes = (*_styles_of(spoken_pieces, usual), *attributes)
                labels = timed_words([(text, *times) for text, _, times in spoken_pieces])
                key = f"{paragraph.key}-{part}" if paragraph.key and part > 1 else paragraph.key
                bare_text = spoken(text) if labels is None else None
                times = paragraph.start, paragraph.end
                segments.add(key, *times, speaker, bare_text, labels, attributes, paragraph.line)
        return segments.table()

    def languages(self) -> dict[str, list[tuple[float, float]]]:
        """The languages of the paragraphs that were read, with the times of these, in order."""
        languages: dict[str, list[tuple[float, float]]] = {}
        for each in self._paragraphs:
            if any(text.strip() for text, _, _ in each.pieces):
                times = languages.setdefault(each.language, [])
                if each.start is not None and each.end is not None:
                    times.append((each.start, each.end))
        return {language: sorted(times) for language, times in languages.items()}

    def _read(self) -> None:
        """Reads the paragraphs below the body and its divisions."""
        open_: list[_Container] = []
        around = _Context(language=attribute(self.root, "lang") or "")
        for batch in self._document.batches("body", *_CONTAINERS, whole=("p",)):
            for event, element in batch:
                kind = self._kinds[element.tag]
                if kind == "p":
                    if event == "end" and open_ and element.getparent() is open_[-1].element:
                        self._read_paragraph(element, open_[-1])
                elif event == "end" and open_ and open_[-1].element is element:
                    end = open_.pop().end
                    if open_:
                        open_[-1].follow(end)
                elif event == "start" and kind == "div" and open_ and element.getparent() is open_[-1].element:
                    open_.append(self._container(element, open_[-1].at, open_[-1].end, open_[-1].context))
                elif event == "start" and kind == "body" and not open_ and _is_child(element):
                    open_.append(self._container(element, 0.0, None, around))

    def _container(self, element: etree._Element, origin: float, limit: float | None, above: _Context) -> _Container:
        attributes = _own(element)
        context = self._context(attributes, above)
        start, end = self._times(element, attributes, origin, limit)
        return _Container(element, start, end, context)

    def _read_paragraph(self, element: etree._Element, around: _Container) -> None:
        """Reads a paragraph of a container."""
        attributes = _own(element)
        context = self._context(attributes, around.context)
        start, end = self._times(element, attributes, around.at, around.end)
        found: list[_PieceOrBreak] = []
        self._add_pieces(element, context, (start, end), False, found)
        if not self._are_lyrics:
            found = _spaced(found)
        pieces = [("\n" if text is None else text, style, span) for text, style, span in found]
        key, (line,) = element.get(f"{_XML}id", ""), self._document.lines([element])
        times: _Span = (start, end)
        if not context.timed or end is None:
            times = _span(context, (start, end), [span for _, _, span in pieces])
        self._paragraphs.append(_Paragraph(key, line, *times, context.language, pieces))
        if self._keeps:
            self.elements.append(element)
        around.follow(end)

    def _add_pieces(
        self, element: etree._Element, context: _Context, span: _Limits, is_timed: bool, pieces: list[_PieceOrBreak]
    ) -> None:
        """Adds the texts of an element and of its children, in order; they have its times if `is_timed` says so."""
        times: _Span = span if is_timed else _NO_TIMES
        if element.text:
            pieces.append((context.shown(element.text), context.style, times))
        for child in element:
            kind = self._kinds[child.tag]
            if kind == "br":
                pieces.append((None, context.style, _NO_TIMES))
            elif kind == "span":
                attributes = _own(child)
                # What annotates other characters is no text.
                if attributes.get("ruby") not in _ASIDE:
                    limits = self._times(child, attributes, *span)
                    inner = is_timed or not _TIMES.isdisjoint(attributes)
                    self._add_pieces(child, self._context(attributes, context), limits, inner, pieces)
            if kind and child.tail:
                pieces.append((context.shown(child.tail), context.style, times))

    def _context(self, attributes: Mapping[str, str], above: _Context) -> _Context:
        """The properties of an element: from its own attributes, else inherited."""
        timed = above.timed or not _TIMES.isdisjoint(attributes)
        if attributes.keys() <= _TIMES_AND_ID:
            return above if timed == above.timed else above._replace(timed=True)
        agent, space = attributes.get("agent"), attributes.get("space")
        names = above.style[0] if not agent else " & ".join(self._agents.get(key, key) for key in agent.split())
        colour, region = self._styled(attributes) or above.colour, attributes.get("region", above.region)
        styles = set(above.style[2])
        for style, (name, values) in STYLE_PROPERTIES.items():
            if value := self._property(attributes, name):
                styles.discard(style)
                styles |= {style} if not {*value.split()}.isdisjoint(values) else set()
        return _Context(
            (names, colour or self._of_region(region), frozenset(styles)),
            colour,
            region,
            above.keeps_space if space is None else space == "preserve",
            timed,
            attributes.get("lang", above.language),
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
                note(self._problems, element, self._path, f"end {stop} is before begin {begin}", "end >= begin")
            end = last if end is None or last < end else end
        if duration is not None:
            last = self._time(element, "dur", duration, start)
            end = last if end is None or last < end else end
        return start, end if end is None or end > start else start

    def _time(self, element: etree._Element, name: str, written: str, origin: float = 0.0) -> float:
        """A time of an element, in seconds from the start of the document."""
        value = self._seconds[written]
        if value is None:
            note(self._problems, element, self._path, f"{name} is {written!r}", _EXPECTED)
            return 0.0
        return value if not origin and len(written) == _USUAL and written[8] in ".," else round(origin + value, _DIGITS)

    def _of_region(self, key: str) -> str:
        """The colour of a region; empty where it has none."""
        if key not in self._of_regions:
            colours = (self._styled(part) for part in self._regions.get(key, ()))
            self._of_regions[key] = next(filter(None, colours), "")
        return self._of_regions[key]

    def _styled(self, attributes: Mapping[str, str]) -> str:
        """The colour in attributes, or in the styles that they name; empty where there is none."""
        value = self._property(attributes, "color").strip().lower()
        value = value[:7] if len(value) == 9 and value.startswith("#") else value
        return _COLOURS.get(value, value)

    def _property(self, attributes: Mapping[str, str], name: str, depth: int = 0) -> str:
        """A property of style in attributes, or in the styles that they name; empty where there is none."""
        if attributes.get(name):
            return attributes[name]
        if depth > 8 or "style" not in attributes:
            return ""
        value = ""
        for key in attributes["style"].split():
            style = self._styles.get(key)
            if style is not None:
                # The last of several styles wins.
                value = self._property(style, name, depth + 1) or value
        return value

    def begin(self, element: etree._Element) -> float:
        """The begin of a paragraph, as its attribute gives it."""
        return self._time(element, "begin", element.get("begin") or "0s")


def _styles_of(pieces: Sequence[_Piece], usual: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The styles of pieces with their words, other than the usual ones."""
    for style in STYLE_PROPERTIES:
        if style not in usual and any(style in styles for _, (_, _, styles), _ in pieces):
            tagged = [text.join(STYLE_TAGS) if style in styles else text for text, (_, _, styles), _ in pieces]
            if numbers := styled_words("".join(tagged)):
                yield style, numbers


def _by_agent(pieces: Sequence[_Piece]) -> list[tuple[str, list[_Piece]]]:
    """The parts of a paragraph with their agents."""
    return _joined([(style[0], [(text, style, times)]) for text, style, times in _with_marks_joined(pieces, 0)])


def _by_colour(paragraphs: Iterable[Sequence[_Piece]]) -> Iterator[list[tuple[str, list[_Piece]]]]:
    """The parts of paragraphs with the colours of their speakers, which cover whole lines or sentences.

    A colour that never does so emphasises words.
    """
    of_paragraphs = [_sentences(_with_marks_joined(pieces, 1)) for pieces in paragraphs]
    letters = [[_letters_by_colour(sentence) for sentence in sentences] for sentences in of_paragraphs]
    speaking = {colour for counts in letters for count in counts if len(count) == 1 for colour in count}
    for sentences, counts in zip(of_paragraphs, letters, strict=True):
        speakers = [max(filter(speaking.__contains__, count), key=count.__getitem__, default="") for count in counts]
        yield _joined([*zip(speakers, sentences, strict=True)])


def _sentences(pieces: Sequence[_Piece]) -> list[list[_Piece]]:
    """The pieces of each line and sentence of a paragraph."""
    sentences: list[list[_Piece]] = []
    is_ended = True
    for piece in pieces:
        text = piece[0].rstrip()
        if text and is_ended:
            sentences.append([])
        # A piece of blanks belongs to the sentence before it.
        if sentences:
            sentences[-1].append(piece)
        if text:
            is_ended = text.rstrip(_QUOTES).endswith(tuple(_STOPS))
        is_ended = is_ended or "\n" in piece[0][len(text) :]
    return sentences


def _letters_by_colour(pieces: Sequence[_Piece]) -> dict[str, int]:
    """How many letters of pieces each colour has; how many signs, where there are no letters."""
    texts = [(text, colour) for text, (_, colour, _), _ in pieces if text.strip()]
    if any(any(map(str.isalnum, text)) for text, _ in texts):
        texts = [("".join(filter(str.isalnum, text)), colour) for text, colour in texts]
    letters: dict[str, int] = {}
    for text, colour in texts:
        if text:
            letters[colour] = letters.get(colour, 0) + len(text)
    return letters


def _joined(parts: Sequence[tuple[str, Sequence[_Piece]]]) -> list[tuple[str, list[_Piece]]]:
    """Parts of which those that follow each other are of different speakers; blanks belong to the part before them."""
    joined: list[tuple[str, list[_Piece]]] = []
    for speaker, pieces in parts:
        is_blank = not any(text.strip() for text, _, _ in pieces)
        if joined and (is_blank or speaker == joined[-1][0]):
            joined[-1][1].extend(pieces)
        elif not is_blank:
            joined.append((speaker, list(pieces)))
    return joined


def _with_marks_joined(pieces: Sequence[_Piece], key: int) -> list[_Piece]:
    """Pieces with punctuation at a change of this member of the style moved to its word: colours may emphasise one."""
    texts = [text for text, _, _ in pieces]
    for place in range(1, len(texts)):
        before, text = texts[place - 1], texts[place]
        styles = pieces[place - 1][1], pieces[place][1]
        is_same = styles[0][key] == styles[1][key]
        if is_same or not before or not text or before[-1].isspace() or text[0].isspace():
            continue
        head, tail = text.split(None, 1)[0], before.rsplit(None, 1)[-1]
        if not any(map(str.isalnum, head)):
            texts[place - 1], texts[place] = before + head, text[len(head) :]
        elif not any(map(str.isalnum, tail)):
            texts[place - 1], texts[place] = before[: len(before) - len(tail)], tail + text
    return [(text, style, times) for text, (_, style, times) in zip(texts, pieces, strict=True)]


def _is_child(element: etree._Element) -> bool:
    """Whether an element is right below the root."""
    parent = element.getparent()
    return parent is not None and parent.getparent() is None


def _own(element: etree._Element) -> dict[str, str]:
    """The attributes of an element without their namespaces, which differ between versions of TTML."""
    return {bare(key): value for key, value in element.items()}  # type: ignore[misc]


def _spaced(pieces: list[_PieceOrBreak]) -> list[_PieceOrBreak]:
    """Pieces with a blank between spans that are shown one after the other, where the paragraph writes no blanks.

    Blanks between other spans show that spans without one are syllables of a word, as in karaoke.
    """
    if all(end is None for _, _, (_, end) in pieces):
        return pieces
    if any(text is not None and not text.strip() for text, _, _ in pieces):
        return pieces
    spaced: list[_PieceOrBreak] = []
    for piece in pieces:
        text, style, (start, _) = piece
        if spaced and text is not None and start is not None:
            before, _, (_, end) = spaced[-1]
            if before is not None and end is not None and start >= end:
                spaced.append((" ", style, _NO_TIMES))
        spaced.append(piece)
    return spaced


def _span(context: _Context, times: _Limits, of_pieces: Sequence[_Span]) -> _Span:
    """Begin and end of a paragraph: its own or inherited times, else those of its spans."""
    if context.timed and times[1] is not None:
        return times
    end = max((end for _, end in of_pieces if end is not None), default=None)
    return times[0] if context.timed else min((start for start, _ in of_pieces if start is not None), default=None), end


def attribute(element: etree._Element, name: str) -> str | None:
    """The value of an attribute, whatever its namespace."""
    return next((str(value) for key, value in element.attrib.items() if bare(str(key)) == name), None)
