"""Clock times and texts of cues, for all subtitle formats.

A cue becomes a segment whose text is its bare words. The attribute `lines` holds the text with line breaks, if it has
several lines; `<format>:text` holds the text of the file, if markup makes that different.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import gt
from typing import NamedTuple

from ..errors import UsageError, quantity
from ..record import Format
from ..schema import Attributes, Corpus, LabelColumns, Table, number_text
from ..schema.markup import BLANKS, words
from ..source import Source
from ..values import dataclass, replace
from .fields import check_order, wrong_time
from .plain_texts import plain_text, plain_texts

CARRIED = frozenset({"line breaks", "segment times"})
NEEDED = frozenset({"segment times"})
FAMILY = "subtitles"
LINES = "lines"
STYLES = {"italics": "i", "bold": "b", "underline": "u"}
"""The attributes with the words of a style, and the letters that most formats have for it.

The words are `all`, or numbers and ranges of them, such as `1-3 5`. Signs of a word that stand outside, such as a
quotation mark before a title in italics and a comma behind it, are counted: `1^2-3$1` is the second word without its
first sign, up to the third one without its last.
"""
STYLED = "styled"
"""The end of the key for the text of a file, where tags of styles are all the markup that it has."""
POSITION = "position"
"""The attribute with the place of a cue on the screen, as the keys of a number pad are: `8` is the top; none: `2`."""
_USUAL_POSITION = "2"
_PLACED = re.compile(r"\{[^{}]*\\an([1-9])[^{}]*\}")
STYLE_TAGS = "\ufdd0", "\ufdd1"
"""Begin and end of a style in a text, for a moment: code points that no text has."""
LATEST = 1e9
PIECE = 256
"""Cues that are written together."""
OPEN_END = 5.0
"""Seconds of the last cue of a file that does not say when it ends."""
_FRAME_RATE, _FASTEST = 25.0, 1000
_TOKEN = re.compile(f"[^{BLANKS}]+")
_RUN = re.compile(r"(?:([0-9]+)\^)?([0-9]+)(?:-([0-9]+))?(?:\$([0-9]+))?")
ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
"""A line break of HTML, which neither srt nor vtt has, in files that were HTML."""
_SIGN = re.compile("&(?:amp|lt|gt);|.", re.DOTALL)


def clock_text(seconds: float, *, owner: str | None = None) -> str:
    """The clock time of a number of seconds, with three digits after a point.

    >>> clock_text(3602.5), clock_text(1.0005)
    ('01:00:02.500', '00:00:01.001')
    """
    if not 0 <= seconds < LATEST:
        place = "" if owner is None else f"the word {owner!r}: "
        raise UsageError(f"{place}a time is {seconds!r}; expected seconds >= 0 and below 1e9")
    return clock_texts((seconds,), ".")[0]


def clock_texts(seconds: Iterable[float], mark: str, digits: int = 3) -> list[str]:
    """Clock times, rounded to a number of digits.

    >>> clock_texts([3602.5, 1.0005], ",")
    ['01:00:02,500', '00:00:01,001']
    """
    unit = 10**digits
    minute, hour = 60 * unit, 3600 * unit
    # The float 1.005 is slightly below the written 1.005.
    counts = [int(time * unit + 0.5 + 1e-6) for time in seconds]
    return [
        f"{count // hour:02d}:{count // minute % 60:02d}:{count // unit % 60:02d}{mark}{count % unit:0{digits}d}"
        for count in counts
    ]


def frame_rate_of(rate: float | None) -> float:
    """The frame rate of an option, which must be above 0 and below 1000.

    >>> frame_rate_of(24), frame_rate_of(None)
    (24.0, 25.0)
    """
    if rate is None:
        return _FRAME_RATE
    if not isinstance(rate, (int, float)) or not 0 < rate < _FASTEST:
        raise UsageError(
            f"frame_rate is {rate!r}; expected frames per second, above 0 and below {_FASTEST}, such as 25 or 23.976"
        )
    return float(rate)


def cue_lines(source: Source) -> list[str]:
    r"""The lines of a file; carriage returns end lines, too, where they are more than newlines.

    >>> cue_lines(Source(b"a\rb\rc\n")), cue_lines(Source(b"a\r\nb\rc\n"))
    (['a', 'b', 'c'], ['a', 'b\rc'])
    """
    text = source.text
    # A newline that was converted twice (\r\r\n) ends one line.
    if "\r" not in text or text.count("\r") - text.count("\r\n") - text.count("\r\r\n") <= text.count("\n"):
        lines = source.lines()
    else:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if text.endswith("\x1a"):  # the end of a file of DOS
        lines = [*lines[:-1], lines[-1].removesuffix("\x1a")]
    return lines


def without_blank_ends(lines: Sequence[str]) -> Sequence[str]:
    """Lines without the blank ones at both ends.

    >>> without_blank_ends(["", " a", "", "b", " "])
    [' a', '', 'b']
    """
    some = [place for place, line in enumerate(lines) if line.strip()]
    return lines[some[0] : some[-1] + 1] if some else []


# --- texts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a style in a format: how they are found, and how they are written."""

    style: str
    begin: re.Pattern[str]
    end: re.Pattern[str]
    written: tuple[str, str]

    @staticmethod
    def of_styles(begin: str, end: str, written: tuple[str, str]) -> tuple[Tags, ...]:
        """The tags of all styles: two patterns and what is written, in which `LETTER` stands for that of the style.

        >>> Tags.of_styles("<LETTER>", "</LETTER>", ("<LETTER>", "</LETTER>"))[1].written
        ('<b>', '</b>')
        """
        made = []
        for style, letter in STYLES.items():
            first, last, opens, closes = (text.replace("LETTER", letter) for text in (begin, end, *written))
            made.append(Tags(style, re.compile(first), re.compile(last), (opens, closes)))
        return tuple(made)


@dataclass(frozen=True, slots=True)
class Markup:
    """The markup of a format: how the text of a cue is read and written."""

    name: str
    """The name of the format in messages."""
    bare: Callable[[str], str]
    """Removes markup from a text."""
    line_end: str = "\n"
    """What stands between two lines of a cue."""
    mark: Callable[[str], str] | None = None
    """Escapes a bare text; what would be read as markup all the same is rejected."""
    styles: tuple[Tags, ...] = ()
    """The tags of the styles that the format has."""
    is_placed: bool = False
    """Whether the place of a cue is part of its text, as in `{\\an8}`."""

    def read(self, raw: str) -> tuple[str, Attributes]:
        """The words of a cue, and the attributes to keep.

        >>> markup = Markup("x", lambda text: text.replace("|", "\\n").strip("^"), "|")
        >>> markup.read("^a|b"), markup.read("a|b")
        (('a b', (('lines', 'a\\nb'), ('x:text', '^a|b'))), ('a b', (('lines', 'a\\nb'),)))
        """
        bare = self.bare(raw)
        text = shown = spoken(bare)
        attributes: Attributes = ()
        if "\n" in bare and "\n" in (lines := lines_of(bare)):
            attributes, shown = ((LINES, lines),), lines
        written = shown.replace("\n", self.line_end)
        styles = self.styles_in(raw)
        attributes += tuple(styles.items())
        placed = _PLACED.search(raw) if self.is_placed else None
        position = placed[1] if placed else ""
        if position not in ("", _USUAL_POSITION):
            attributes += ((POSITION, position),)
        if raw != self.placed(self.styled(written, styles), position):
            attributes += ((self.key_of(raw, written), raw),)
        return text, attributes

    def key_of(self, raw: str, bare: str) -> str:
        """The attribute for the text of the file: `text`, or `styled` where it is a bare text with tags of styles and
        of its place alone, which other formats have elsewhere."""
        if self.is_placed and self.styles_in(raw):
            raw = _PLACED.sub("", raw)
        for tags in self.styles:
            raw = tags.end.sub("", tags.begin.sub("", raw))
        return f"{self.name}:{STYLED if raw == bare else 'text'}"

    def write(self, text: str, attributes: Attributes) -> str:
        """The text to write for a cue: that of the file, if its words have not changed; else its lines or words."""
        kept = dict(attributes)
        raw, lines = kept.get(f"{self.name}:text", kept.get(f"{self.name}:{STYLED}")), kept.get(LINES)
        if raw is not None and spoken(self.bare(raw)) == text:
            return raw
        marked = self.marked(lines if lines is not None and spoken(lines) == text else text)
        return self.placed(self.styled(marked, kept), kept.get(POSITION, ""))

    def placed(self, text: str, position: str) -> str:
        """A text with the tag of its place, where the format has such tags."""
        return f"{{\\an{position}}}{text}" if self.is_placed and position else text

    def styles_in(self, raw: str) -> dict[str, str]:
        """The styles of a text with their words, as the attributes have them."""
        styles: dict[str, str] = {}
        begin, end = STYLE_TAGS
        if begin in raw or end in raw:
            return styles
        for tags in self.styles:
            if tags.begin.search(raw):
                styles[tags.style] = styled_words(self.bare(tags.end.sub(end, tags.begin.sub(begin, raw))))
        return {style: numbers for style, numbers in styles.items() if numbers}

    def styled(self, text: str, attributes: Mapping[str, str]) -> str:
        """A text with tags around its words that have styles, each pair within another or beside it."""
        if STYLES.keys().isdisjoint(attributes):
            return text
        written = {tags.style: tags.written for tags in self.styles}
        pieces = styled_pieces(text, attributes, self.line_end)
        made, open_ = list[str](), list[str]()
        for number, (piece, styles) in enumerate(pieces):
            while not styles.issuperset(open_):
                made.append(written[open_.pop()][1])
            begun = [style for style in written if style in styles and style not in open_]
            for style in sorted(begun, key=lambda style: _length(pieces[number:], style), reverse=True):
                made.append(written[style][0])
                open_.append(style)
            made.append(piece)
        return "".join(made) + "".join([written[style][1] for style in open_[::-1]])

    def marked(self, text: str) -> str:
        """A text as cues have it; rejected if it would be read as markup."""
        marked = text if self.mark is None else self.mark(text)
        if text != self.bare(marked) or (self.line_end != "\n" and self.line_end in text):
            what = "part of it would be read as markup; expected other signs, or a format that escapes it: ttml"
            raise UsageError(f"{self.name} cannot hold the text {text!r}: {what}")
        return marked.replace("\n", self.line_end)

    def cues(
        self, corpus: Corpus, owner: str = "", latest: float = LATEST
    ) -> tuple[array[float], array[float], Sequence[str]]:
        """Begins, ends and texts of all cues; an error where a time is missing, negative or too late for the format
        `owner`."""
        table = corpus.table
        wrong = wrong_time(table, latest)
        plain = plain_texts(table)[:wrong]
        attributes = (table.column("attributes") or [()] * len(table))[:wrong]
        texts: list[str] = []
        try:
            for text, pairs in zip(plain, attributes, strict=True):
                texts.append(self.write(text, pairs))
        except UsageError as error:
            line = table.lines[len(texts)]
            raise UsageError(f"{corpus.path}:{line}: {error}" if corpus.path and line else str(error)) from None
        if wrong is not None:
            check_times(table, wrong, owner or self.name, latest)
        empty = array("d")
        return table.start.values if table.start else empty, table.end.values if table.end else empty, texts


def styled_words(text: str) -> str:
    """The words of a text that stand between `STYLE_TAGS`, as attributes have them: a word with some letters there.

    >>> styled_words("a \ufdd0b c\ufdd1, d \ufdd0e\ufdd1"), styled_words("\ufdd0a b"), styled_words("a")
    ('2-3$1 5', 'all', '')
    """
    begin, _ = STYLE_TAGS
    runs: list[_Run] = []
    count, is_open = 0, False
    for word in words(text):
        styled = list[bool]()
        for sign in word:
            if sign in STYLE_TAGS:
                is_open = sign == begin
            else:
                styled.append(is_open)
        count += bool(styled)
        if True in styled:
            lead, tail = styled.index(True), styled[::-1].index(True)
            if runs and runs[-1].last == count - 1 and not runs[-1].tail and not lead:
                runs[-1] = runs[-1]._replace(last=count, tail=tail)
            else:
                runs.append(_Run(lead, count, count, tail))
    return _attribute_of(runs, count)


def attribute_of_numbers(numbers: Sequence[int], count: int) -> str:
    """The attribute for the words of these numbers, of so many words.

    >>> attribute_of_numbers([1, 2, 3, 5], 6), attribute_of_numbers([1, 2], 2), attribute_of_numbers([], 2)
    ('1-3 5', 'all', '')
    """
    runs: list[_Run] = []
    for number in numbers:
        if runs and runs[-1].last == number - 1:
            runs[-1] = runs[-1]._replace(last=number)
        else:
            runs.append(_Run(0, number, number, 0))
    return _attribute_of(runs, count)


class _Run(NamedTuple):
    """Words of a style, by their numbers, without so many signs of the first and of the last one."""

    lead: int
    first: int
    last: int
    tail: int

    def __str__(self) -> str:
        numbers = f"{self.first}-{self.last}" if self.last > self.first else f"{self.first}"
        return f"{self.lead}^" * bool(self.lead) + numbers + f"${self.tail}" * bool(self.tail)


def _attribute_of(runs: Sequence[_Run], count: int) -> str:
    return "all" if list(runs) == [(0, 1, count, 0)] else " ".join(map(str, runs))


def _runs(attribute: str, count: int) -> list[_Run]:
    """The runs of an attribute, for a text of so many words; none where it has fewer words than it had."""
    if attribute == "all":
        return [_Run(0, 1, count, 0)] if count else []
    runs: list[_Run] = []
    for match in _RUN.finditer(attribute):
        lead, first, last, tail = match.groups()
        runs.append(_Run(int(lead or 0), int(first), int(last or first), int(tail or 0)))
    return runs if runs and runs[-1].last <= count else []


def styled_numbers(attribute: str, count: int) -> list[int]:
    """The numbers of the words of a style, of so many words; none where the text has fewer words than it had.

    >>> styled_numbers("1-3 5", 6), styled_numbers("all", 2), styled_numbers("1-3", 2)
    ([1, 2, 3, 5], [1, 2], [])
    """
    return [number for run in _runs(attribute, count) for number in range(run.first, run.last + 1)]


def styles_in(attributes: Attributes) -> dict[str, str]:
    """The styles of a segment with their words.

    >>> styles_in((("lines", "a\\nb"), ("bold", "1")))
    {'bold': '1'}
    """
    return {name: value for name, value in attributes if name in STYLES}


def styles_by_place(attributes: Sequence[Attributes]) -> dict[int, dict[str, str]]:
    """The styles of the segments that have any, by their places."""
    return {place: styles for place, pairs in enumerate(attributes) if pairs and (styles := styles_in(pairs))}


def styles_within(attributes: Attributes, count: int, before: int, size: int) -> Attributes:
    """The styles of so many words after others, of a text of `count` words.

    >>> styles_within((("italics", "1^1-3 5$2"),), 6, 2, 3), styles_within((("bold", "all"),), 4, 2, 2)
    ((('italics', '1 3$2'),), (('bold', 'all'),))
    """
    kept: Attributes = ()
    for style, attribute in styles_in(attributes).items():
        runs: list[_Run] = []
        for lead, first, last, tail in _runs(attribute, count):
            begin, end = max(first - before, 1), min(last - before, size)
            if begin <= end:
                lead, tail = lead if begin == first - before else 0, tail if end == last - before else 0
                runs.append(_Run(lead, begin, end, tail))
        kept += ((style, _attribute_of(runs, size)),) if runs else ()
    return kept


def styled_pieces(text: str, attributes: Mapping[str, str], line_end: str = "\n") -> list[tuple[str, frozenset[str]]]:
    """The pieces of a text with the styles of each.

    >>> pieces = styled_pieces("a 'b' c", {"italics": "2$1", "bold": "2-3"})
    >>> [(piece, sorted(styles)) for piece, styles in pieces]
    [('a ', []), ("'b", ['bold', 'italics']), ("' c", ['bold'])]
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    tokens: list[tuple[int, int]] = []
    for style, attribute in attributes.items():
        if style in STYLES:
            tokens = tokens or [match.span() for match in _TOKEN.finditer(text.replace(line_end, " " * len(line_end)))]
            spans[style] = [_span(text, tokens, run) for run in _runs(attribute, len(tokens))]
    cuts = sorted({0, len(text), *[place for pairs in spans.values() for span in pairs for place in span]})
    return [
        (text[begin:end], frozenset([style for style in spans if any(a <= begin < b for a, b in spans[style])]))
        for begin, end in pairwise(cuts)
    ]


def _length(pieces: Sequence[tuple[str, frozenset[str]]], style: str) -> int:
    """The number of pieces at the begin that have a style."""
    return next((number for number, (_, styles) in enumerate(pieces) if style not in styles), len(pieces))


def _span(text: str, tokens: Sequence[tuple[int, int]], run: _Run) -> tuple[int, int]:
    """Begin and end of a run of words in a text."""
    (begin, begin_end), (end_begin, end) = tokens[run.first - 1], tokens[run.last - 1]
    lead, tail = _size(text[begin:begin_end], run.lead), _size(text[end_begin:end], run.tail, is_end=True)
    return (begin + lead, end - tail) if begin + lead < end - tail else (begin, end)  # the text is as long as it was


def _size(word: str, signs: int, *, is_end: bool = False) -> int:
    """The length of so many signs at the begin or the end of a written word.

    It is none where they are letters, as in a word that has changed, or where the word has times in it.
    """
    if not signs or "<" in word:
        return 0
    written = _SIGN.findall(word)
    outside = written[-signs:] if is_end else written[:signs]
    are_signs = signs < len(written) and not any(sign.isalnum() for sign in outside)
    return len("".join(outside)) if are_signs else 0


def timed_words(pieces: Iterable[tuple[str, float | None, float | None]]) -> LabelColumns | None:
    """The words of texts with times: one that fills a text has its times. None where no text has times.

    >>> labels = timed_words([("good ", 0.0, 0.5), ("mor", 0.5, 0.75), ("ning", 0.75, 1.0)])
    >>> labels.values, labels.numbers[:2]
    (['good', 'morning'], (['0.0', '0.5'], ['0.5', '1.0']))
    """
    values, begins, ends = list[str](), list[str | None](), list[str | None]()
    has_times = is_open = False
    for text, start, stop in pieces:
        has_times |= start is not None
        inside = words(text)
        if is_open and inside and not text[0].isspace():
            # A word continues in the next piece and ends there.
            is_end = len(inside) == 1 and stop is not None
            begins[-1], ends[-1] = (begins[-1], number_text(stop)) if is_end else (None, None)  # type: ignore[arg-type]
            values[-1] += inside.pop(0)
        begin = end = None
        if len(inside) == 1 and start is not None and stop is not None:
            begin, end = number_text(start), number_text(stop)
        values += inside
        begins += [begin] * len(inside)
        ends += [end] * len(inside)
        is_open = bool(text) and not text[-1].isspace()
    if not has_times:
        return None
    return LabelColumns(values, (begins, ends, None) if any(begins) or any(ends) else (None, None, None), None)


def unescaped(text: str) -> str:
    """A text with characters in place of all entities of HTML, of which `&nbsp;` is a blank between words."""
    from html import unescape  # only now: most files have no entities

    return unescape(text).replace("\xa0", " ")


def spoken(text: str) -> str:
    """The words of a text with single blanks between them.

    >>> spoken("good\\n day ")
    'good day'
    """
    return " ".join(words(text))


def in_lines(written: Sequence[str], text: str, line_end: str) -> str:
    """Words as a format writes them, in the lines of their text where these have as many words, or else in one line.

    >>> in_lines(["a", "<00:00:01.000>b"], "a\\nb", "\\n")
    'a\\n<00:00:01.000>b'
    """
    sizes = [len(words(line)) for line in text.split("\n")]
    if sum(sizes) != len(written):
        return " ".join(written)
    bounds = pairwise(accumulate(sizes, initial=0))
    return line_end.join([" ".join(written[first:last]) for first, last in bounds])


def lines_of(text: str) -> str:
    """The lines of a text that are not blank, with single blanks between their words.

    >>> lines_of("good \\n\\nday")
    'good\\nday'
    """
    return "\n".join(filter(None, [spoken(line) for line in text.split("\n") if line.strip()]))


def values_of(attributes: Sequence[Attributes], key: str) -> dict[int, str]:
    """The values that segments have for a key, by their places.

    >>> values_of([(), (("lines", "a"),)], "lines")
    {1: 'a'}
    """
    return {place: value for place, pairs in enumerate(attributes) for name, value in pairs if name == key}


def check_times(table: Table, place: int, name: str, latest: float = LATEST) -> tuple[float, float]:
    """Begin and end of a cue; an error where one is missing, negative or not before the latest time of the format."""
    segment = table[place]
    start, end = segment.start, segment.end
    if start is None or end is None:
        raise UsageError(f"{name} needs a start and an end for every segment; {plain_text(segment)[:40]!r} has none")
    for time in (start, end):
        if not 0 <= time < latest:
            raise UsageError(
                f"{name} cannot hold the time {float(time)} s of {plain_text(segment)[:40]!r}; "
                f"expected seconds >= 0 and below {latest:g}"
            )
    check_order(start, end)
    return start, end


def subtitles(
    name: str,
    suffixes: tuple[str, ...],
    summary: str,
    functions: tuple[Callable[..., Corpus], Callable[[Corpus], Iterable[str]], Callable[[Sequence[str]], bool]],
    *carries: str,
) -> Format:
    """The record of a subtitle format; `functions` are read, write and sniff, `carries` adds to the usual features."""
    read, write, sniff = functions
    return Format(
        name=name,
        suffixes=suffixes,
        summary=summary,
        carries=CARRIED | set(carries),
        read=read,
        write=write,
        sniff=sniff,
        family=FAMILY,
        needs=NEEDED,
        cues=True,
    )


def in_order_of_begin(corpus: Corpus, is_same_format: bool) -> tuple[Corpus, list[str]]:
    """The corpus with its cues sorted by begin, and a note; cues of the same format keep their order.

    >>> from scorelite.formats.schema import Segment
    >>> cues = Corpus((Segment(start=3.0, end=4.0, text="b"), Segment(start=1.0, end=2.0, text="a")))
    >>> [segment.text for segment in in_order_of_begin(cues, False)[0].segments]
    ['a', 'b']
    """
    if corpus.table.start is None:
        return corpus, []
    begins = [begin or 0.0 for begin in corpus.table.start.values]
    late = sum(map(gt, begins, begins[1:]))
    if not late:
        return corpus, []
    if is_same_format:
        verb = "begins" if late == 1 else "begin"
        note = (
            f"{quantity(late, 'cue')} {verb} before the cue above it; scorelite convert sorts cues for another format"
        )
        return corpus, [note]
    order = sorted(range(len(begins)), key=begins.__getitem__)
    verb = "was" if late == 1 else "were"
    note = f"cues are sorted by their begin: {late:,} {verb} out of order"
    return replace(corpus, segments=corpus.table.picked(order)), [note]
