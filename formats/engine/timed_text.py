"""TTML and the formats derived from it: EBU-TT, EBU-TT-D and IMSC.

A paragraph with times becomes a segment, or one segment for each speaker in it. The speaker is the agent; in a document
without agents that uses several colours, the colour of whole lines or sentences, from the element itself or from its
styles and regions. Spans with times give the times of words. The whole document is kept for writing: unchanged parts
are written as they were.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, compress, pairwise, repeat
from math import isfinite
from operator import gt
from typing import TYPE_CHECKING, TypeAlias

from ..errors import UsageError
from ..record import Format
from ..schema import Corpus, LabelLists, Table
from ..schema.markup import words
from ..source import Source
from ..values import dataclass, replace
from .cues import (
    LATEST,
    LINES,
    STYLES,
    check_times,
    clock_text,
    clock_texts,
    in_lines,
    styled_numbers,
    styled_pieces,
    styles_by_place,
    subtitles,
    values_of,
)
from .fields import are_times, check_order, wrong_time
from .plain_texts import plain_texts
from .scrolling import said_once
from .timed_text_reader import STYLE_PROPERTIES, Reader
from .word_times import span
from .xml_parts import Parts, Tree, read_parts
from .xml_source import (
    escape,
    escaped,
    etree_library,
    quoteattr,
    root_of,
    undeclared,
)

if TYPE_CHECKING:
    from lxml import etree

_Languages: TypeAlias = "dict[str, list[tuple[float, float]]]"
_WRITTEN = {style: f'tts:{name}="{values[0]}"' for style, (name, values) in STYLE_PROPERTIES.items()}
"""The attributes of styles."""
_VALUE = re.compile(r'"(\w+)"')
_OF_STYLES = re.compile(r'(?<=<span )tts:\w+="\w+"(?: tts:\w+="\w+")*')
_SPAN = re.compile(r"(<span\b.*?</span>)", re.DOTALL)
_DOCUMENT = "document"
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_MARKED = re.compile("[^ -;=?-~]|&")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of the family: its name, and what a new document of it has at its root and in its head."""

    name: str
    summary: str
    suffixes: tuple[str, ...] = ()
    root: tuple[tuple[str, str], ...] = ()
    """Attributes of the root, without the namespaces that all dialects have."""
    metadata: str = ""
    """The begin of the element <metadata>."""
    styled: bool = True
    """Whether a paragraph needs an id, a region and a style."""
    speakers: bool = True
    """Whether there are agents."""

    def read(self, source: Source, *, language: str = "") -> Corpus:
        """The paragraphs of a document as segments; of one in several languages, those of `language`."""
        segments, languages = read_parts(source, lambda document: _read(document, source.name, self.name, language))
        _check_language(language, languages, source.name)
        meta = ((f"{self.name}:{_DOCUMENT}", undeclared(source.text)),)
        corpus = said_once(Corpus(segments, meta=meta, format=self.name, path=source.name))
        # What was left out is not written again.
        return replace(corpus, original=corpus.segments if len(languages) == 1 or not language else None)

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
        carries = ("ids", *STYLES, "times", *["speakers"] * self.speakers)
        return subtitles(self.name, self.suffixes, self.summary, functions, *carries)


def _read(document: Parts, path: str, name: str, language: str) -> tuple[Table, _Languages]:
    """The segments of a document, and its languages."""
    reader = Reader(document, path, name, language=language)
    return reader.table(), reader.languages()


def _check_language(language: str, languages: _Languages, path: str) -> None:
    """Rejects a language that no paragraph has, and a document in several of which none was chosen."""
    named = [*filter(None, languages)]
    if language and language not in languages:
        raise UsageError(f"{path} has no language {language!r}; its languages are: {', '.join(named) or 'none'}")
    if not language and named and _are_translations(languages):
        command = f"`scorelite convert IN OUT --option language={named[0]}`"
        what = f"paragraphs in several languages ({', '.join(each or 'none' for each in languages)}) at the same times"
        raise UsageError(f"{path}: {what}; expected one: language={named[0]!r} of read and convert, or {command}")


def _are_translations(languages: _Languages) -> bool:
    """Whether most paragraphs of some language are shown together with those of others."""
    for language, times in languages.items():
        others = sorted(span for other, spans in languages.items() if other != language for span in spans)
        starts, ends = [start for start, _ in others], [*accumulate((end for _, end in others), max, initial=0.0)]
        together = sum(ends[bisect_left(starts, end)] > start for start, end in times)
        if 2 * together > len(times):
            return True
    return False


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


def _changed(document: str, corpus: Corpus, name: str) -> str | None:
    """The document with the changed times and texts of the segments; None where it cannot hold them."""
    reader = Reader(Tree(root_of(Source(document.encode("utf-8")))), corpus.path, name, keeps=True)
    before, now = said_once(Corpus(reader.table(), format=name)).table, corpus.table
    contents = _contents(now)
    old, new = (_by_paragraph(table, f"{name}:p") for table in (before, now))
    spoken, said = (list(zip(table.speakers, map(words, plain_texts(table)), strict=True)) for table in (before, now))
    for number, element in enumerate(reader.elements):
        rows, rows_before = new.pop(str(number), []), old.get(str(number), [])
        if [now[row] for row in rows] == [before[row] for row in rows_before]:
            continue
        is_moved = _word_offsets(now, rows) == _word_offsets(before, rows_before)
        if rows and is_moved and [said[row] for row in rows] == [spoken[row] for row in rows_before]:
            _move(element, (now, rows[0]), reader.begin(element), (before, rows_before[0]))
        elif len(rows) == 1:
            _change(element, contents[rows[0]])
            _move(element, (now, rows[0]), reader.begin(element), (before, rows_before[0]))
        elif not rows:
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)
    changed = str(etree_library().tostring(reader.root, encoding="unicode"))
    after = Reader(Tree(root_of(Source(changed.encode("utf-8")))), corpus.path, name).table()
    return changed if _facts(said_once(Corpus(after, format=name)).table) == _facts(now) else None


def _word_offsets(table: Table, rows: Sequence[int]) -> list[float]:
    """The times of the words of paragraphs, from the begins of these."""
    return [
        round(time - (table[row].start or 0.0), 6)
        for row in rows
        for item in table[row].items
        for time in span(item) or ()
    ]


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
    new = etree.fromstring(
        f"<p xmlns={quoteattr(namespace)} xmlns:tts={quoteattr(namespace + '#styling')}>{content}</p>"
    )
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
    kept = values_of((table.column("attributes") or ())[:wrong], LINES)
    broken = {place: lines for place, lines in kept.items() if words(lines) == words(texts[place])}
    for place, lines in broken.items():
        texts[place] = lines
    styled = styles_by_place((table.column("attributes") or ())[:wrong])
    pieces = {place: styled_pieces(texts[place], styles) for place, styles in styled.items()}
    if _MARKED.search("".join(texts)):
        texts = list(map(str.replace, escaped(texts), repeat("\n"), repeat("<br/>")))
    for place, parts in pieces.items():
        texts[place] = "".join([_in_styles(escape(text).replace("\n", "<br/>"), styles) for text, styles in parts])
    lists = table.label_lists()
    if lists is not None and table.start is not None:
        spans = _spans(lists, table.start.values[: len(texts)], broken, styled)
        texts = [text if spoken is None else spoken for text, spoken in zip(texts, spans, strict=False)]
    if wrong is not None:
        check_times(table, wrong, "ttml")
    return texts


def _in_styles(content: str, styles: Collection[str]) -> str:
    """The content of a span with these styles; of none, it stands alone."""
    return f"<span {_attributes_of(styles)}>{content}</span>" if styles else content


def _attributes_of(styles: Collection[str]) -> str:
    return " ".join([written for style, written in _WRITTEN.items() if style in styles])


def _spans(
    lists: LabelLists, starts: Sequence[float], lines: Mapping[int, str], styled: Mapping[int, Mapping[str, str]]
) -> list[str | None]:
    """Words in spans with times, in the lines and styles of their segments; None for a segment in which some word has
    no times."""
    bounds = list(pairwise(lists.first))[: len(starts)]
    begins, ends = lists.labels.numbers[:2]
    if begins is None or ends is None:
        return [None] * len(starts)
    branching = lists.branching()
    timed = [
        first < last and place not in branching and None not in begins[first:last] and None not in ends[first:last]
        for place, (first, last) in enumerate(bounds)
    ]
    times = [[float(text or 0) for text in texts] for texts in (begins, ends)]
    values = lists.labels.values
    if not all(map(partial(are_times, latest=LATEST), times)) or any(map(gt, *times)):
        for first, last in compress(bounds, timed):
            for value, *pair in zip(values[first:last], times[0][first:last], times[1][first:last], strict=True):
                _check_word(value, *pair)
    # The times of a span count from the start of its paragraph.
    origins = [start for start, (first, last) in zip(starts, bounds, strict=False) for _ in range(first, last)]
    rows = zip(*(_offsets(column, origins) for column in times), escaped(values), strict=False)
    spans = [f'<span begin="{begin}s" end="{end}s">{value}</span>' for begin, end, value in rows]
    for place, styles in styled.items():
        first, last = bounds[place]
        numbers = {style: styled_numbers(attribute, last - first) for style, attribute in styles.items()}
        for number in {number for each in numbers.values() for number in each}:
            written = _attributes_of([style for style in styles if number in numbers[style]])
            row = first + number - 1
            spans[row] = spans[row].replace("<span ", f"<span {written} ", 1)
    return [
        in_lines(spans[first:last], lines.get(place, ""), "<br/>") if is_timed else None
        for place, ((first, last), is_timed) in enumerate(zip(bounds, timed, strict=True))
    ]


def _offsets(times: Sequence[float], origins: Sequence[float]) -> list[str]:
    pairs = zip(times, origins, strict=False)
    counts = [round((time - origin) * 1000) if isfinite(time) else 0 for time, origin in pairs]
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
_LANGUAGE = re.compile(r'\bxml:lang="([\w-]+)"|^Language: *([\w-]+)$', re.MULTILINE)
_STYLES = """\
    <styling>
      <style xml:id="plain" tts:fontFamily="sansSerif" tts:fontSize="100%" tts:textAlign="center"/>
    </styling>
    <layout>
      <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after"/>
    </layout>
"""


def _language_of(corpus: Corpus) -> str:
    """The only language that another dialect, or the head of WebVTT, names; a recogniser names that of the sound."""
    named = {match[1] or match[2] for _, value in corpus.meta for match in _LANGUAGE.finditer(value)}
    return named.pop() if len(named) == 1 else ""


def _new(corpus: Corpus, dialect: Dialect) -> Iterator[str]:
    """A new document in a dialect."""
    attributes = {**_SPACES, "xml:lang": _language_of(corpus), **dict(dialect.root)}
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
    used = {style for styles in styles_by_place(table.column("attributes") or ()).values() for style in styles}
    named = [
        f'      <style xml:id="{values[0]}" {_WRITTEN[style]}/>\n'
        for style, (_, values) in STYLE_PROPERTIES.items()
        if style in used
    ]
    head = _STYLES.replace("    </styling>\n", "".join(named) + "    </styling>\n")
    yield f"{head if styled else ''}  </head>\n  <body>\n"
    yield '    <div style="plain">\n' if styled else "    <div>\n"
    yield from _paragraphs(table, agents, styled)
    yield "    </div>\n  </body>\n</tt>\n"


def _in_spans(content: str) -> str:
    """A text all of which is in spans, with names of styles, as EBU's dialects want it.

    >>> _in_spans('<span tts:fontStyle="italic">a</span> b<br/>c')
    '<span style="italic">a</span><span> b<br/>c</span>'
    """
    if not content:
        return "<span></span>"
    named = _OF_STYLES.sub(lambda match: f'style="{" ".join(_VALUE.findall(match[0]))}"', content)
    pieces = _SPAN.split(named)
    is_bare = [piece[:5] != "<span" and piece.replace("<br/>", "").strip() != "" for piece in pieces]
    return "".join([f"<span>{piece}</span>" if bare else piece for piece, bare in zip(pieces, is_bare, strict=True)])


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
        if styled:
            content = _in_spans(content)
        yield f'      <p {name}{region}begin="{start}" end="{end}"{agent}>{content}</p>\n'
