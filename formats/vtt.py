"""WebVTT: cues with times, settings, voices and times of words.

    WEBVTT

    intro
    00:01.000 --> 00:02.500 align:start
    <v Anna>Good <00:02.000>day.

The id of a segment is the name of its cue, its speaker the voice; a cue of several voices becomes several segments.
Settings, markup, styles and regions are kept for writing. A note of one line is a comment.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, compress, pairwise, repeat
from operator import gt, itemgetter
from typing import TypeAlias

from .engine.cues import (
    LATEST,
    LINES,
    PIECE,
    Markup,
    check_times,
    clock,
    clock_text,
    clock_texts,
    cue_lines,
    spoken,
    subtitles,
    times_of,
    values_of,
)
from .engine.fields import are_times, wrong_time
from .engine.transform import plain_texts
from .errors import Problems, UsageError, Where, fail, quantity
from .schema import NOTICE, Attributes, Comment, Corpus, LabelColumns, LabelLists, Table, number_texts
from .schema.filling import filled
from .schema.markup import word_lists
from .source import Source
from .values import dataclass, replace

_ARROW = "-->"
_LAYOUT = "00:00:01.000 --> 00:00:02.500"
_TIMES = re.compile(r"\s*([0-9:.]+)[ \t\f]*-->[ \t\f]*([0-9:.]+)(?:([ \t].*)|\s*)")
_HEAD = "WEBVTT"
# Files that are joined have further heads; the draft of 2013 had regions in lines.
_KINDS = frozenset({"NOTE", "STYLE", "REGION", "Region:", _HEAD})
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>", re.IGNORECASE)
_VOICE_END = re.compile(r"</v\s*>", re.IGNORECASE)
_STAMP = re.compile(r"<((?:[0-9]+:)?[0-9]{2}:[0-9]{2}\.[0-9]{3})>")
# Players show no tag, known or unknown. A < before a blank is a sign that was not escaped.
_TAG = re.compile(r"<[^\s<>][^<>]*>|<\s*[0-9]+:[0-9:.]+\s*>")
_MARKED = re.compile("[<>&]")
# Captions of YouTube scroll: each of their lines is in up to three cues. The first cues show whether a file does.
_SCROLLED, _FEWEST_REPEATS = 64, 8
_ENTITY = re.compile(r"(&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});)")


_Part: TypeAlias = "tuple[int, str, str]"  # the place of a cue, a voice, and its text


@dataclass(frozen=True, slots=True)
class _Cues:
    """The cues of a file as columns."""

    ids: Sequence[str]
    starts: Sequence[float]
    ends: Sequence[float]
    settings: Sequence[str]
    raws: Sequence[str]
    """The texts of the file, with their line ends and markup."""
    lines: Sequence[int]
    """The lines with the times."""


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"WEBVTT\\n\\n00:01.000 --> 00:02.500\\n<v Anna>Good &amp; well.\\n"))
    >>> corpus.segments[0].speaker, corpus.segments[0].text
    ('Anna', 'Good & well.')
    """
    lines = cue_lines(source)
    first = lines[0] if lines else ""
    if first != "WEBVTT" and not first.startswith(("WEBVTT ", "WEBVTT\t")):
        fail(Where(source.name, 1), "not a WebVTT file", "'WEBVTT' in the first line", first)
    blank = [*[not line for line in map(str.strip, lines)], True]
    head = next(place for place in range(1, len(blank)) if blank[place] or _ARROW in lines[place])
    for place in range(head + 1, len(lines) - 1):
        if blank[place]:
            blank[place] = not _is_text(lines, place)
    begins = [place for place in range(head, len(lines)) if not blank[place] and (place == head or blank[place - 1])]
    ends = [place for place in range(head + 1, len(blank)) if blank[place] and not blank[place - 1]]
    timed = [place if _ARROW in lines[place] else place + 1 for place in begins]
    blocks, joined = _split(lines, list(zip(begins, timed, ends, strict=True)))
    are_cues = [place < end and _ARROW in lines[place] for _, place, end in blocks]
    places = list(compress(blocks, are_cues))
    times = [times_of(lines[place], _TIMES) for _, place, _ in places]
    starts, stops = [start for start, _, _ in times], [stop for _, stop, _ in times]
    cues = _Cues(
        ids=list(map(str.strip, [lines[begin] if begin < place else "" for begin, place, _ in places])),
        starts=starts,  # type: ignore[arg-type]  # all are times, else the check below fails
        ends=stops,  # type: ignore[arg-type]
        settings=[settings.lstrip(" \t").rstrip() for _, _, settings in times],
        raws=list(map("\n".join, [lines[place + 1 : end] for _, place, end in places])),
        lines=[place + 1 for _, place, _ in places],
    )
    others = [block for block, is_cue in zip(blocks, are_cues, strict=True) if not is_cue]
    is_wrong = None in starts or None in stops or _ARROW in "\n".join(cues.raws)
    if (
        is_wrong
        or any(map(gt, cues.starts, cues.ends))
        or not {words[0] for words in map(str.split, [lines[begin] for begin, _, _ in others])} <= _KINDS
    ):
        _complain(lines, blocks, source.name)
    table, first_rows = _table(cues, source.name)
    comments: list[Comment] = []
    heads = [begin for begin, _, _ in others if lines[begin].split(None, 1)[0] == _HEAD]
    meta = [("vtt:header", "\n".join(lines[:head]))] if head > 1 or first != "WEBVTT" else []
    befores = map(bisect_left, repeat(places), [(begin,) for begin, _, _ in others])
    for (begin, _, end), place in zip(others, befores, strict=True):
        line, before = lines[begin], first_rows[place]
        if _is_comment(line, end - begin):
            body = line[5:].strip()
            comments += [Comment(body if body[:2] == ";;" else line, before)]
        else:
            meta += [(f"vtt:block:{before}", "\n".join(lines[begin:end]))]
    for found, what in ((joined, "a cue without a blank line above it"), (heads, f"a second head '{_HEAD}'")):
        if found:
            line = f"line {found[0] + 1}" + f" and {quantity(len(found) - 1, 'more')}" * (len(found) > 1)
            meta += [(f"vtt{NOTICE}", f"{line}: {what}; read as players do")]
    if _are_scrolling(cues.raws[:_SCROLLED]):
        what = "most cues begin with the last line of the cue before, as captions that scroll do; its words count twice"
        meta += [(f"vtt{NOTICE}", what)]
    return Corpus(table, comments=tuple(comments), meta=tuple(meta), format="vtt", path=source.name)


def _are_scrolling(raws: Sequence[str]) -> bool:
    """Whether most cues begin with the last line of the cue before, and enough of them go on with another."""
    texts = [_TAG.sub("", raw).strip().split("\n") for raw in raws]
    repeats = [after for before, after in pairwise(texts) if before[-1].strip() == after[0].strip() != ""]
    return 2 * len(repeats) > len(texts) and sum(len(after) > 1 for after in repeats) >= _FEWEST_REPEATS


def _is_text(lines: Sequence[str], place: int) -> bool:
    """Whether a line of blanks is part of a cue, as in the captions of YouTube: the lines around it are text, too.

    Only an empty line ends a cue for players, but many files have blanks in the lines between cues.
    """
    before, line, after = lines[place - 1 : place + 2]
    is_inside = bool(line and before.strip() and after.strip())
    return is_inside and _ARROW not in "".join(lines[place + 1 : place + 3]) and after.split(None, 1)[0] not in _KINDS


def _split(lines: Sequence[str], blocks: list[tuple[int, int, int]]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Blocks, cut where a line with times ends the text of a cue, and the places of these lines.

    A number above such a line is the name of the next cue, which players would show: that is left for `_complain`.
    """
    if [_ARROW in line for line in lines].count(True) <= len(blocks):
        return blocks, []
    cut: list[tuple[int, int, int]] = []
    joined: list[int] = []
    for begin, place, end in blocks:
        for number in range(place + 1, end):
            is_named = number - 1 > place and lines[number - 1].strip().isdecimal()
            if _TIMES.fullmatch(lines[number]) and not is_named:
                cut.append((begin, place, number))
                joined.append(number)
                begin = place = number
        cut.append((begin, place, end))
    return cut, joined


def _is_comment(line: str, size: int) -> bool:
    """Whether a block of some lines, of which this is the first, is a note of one line."""
    return size == 1 and line[:4] == "NOTE" and line[4:5] in ("", " ", "\t")


def _complain(lines: Sequence[str], blocks: Sequence[tuple[int, int, int]], path: str) -> None:
    """Raises the problems of blocks: begin, the line with times if it is a cue, and end."""
    problems = Problems()
    for begin, place, end in blocks:
        first = lines[begin]
        if place >= end or _ARROW not in lines[place]:
            if first.split(None, 1)[0] not in _KINDS:
                problems.add(Where(path, begin + 1), "not a cue", _LAYOUT, first)
            continue
        line = lines[place]
        match = _TIMES.fullmatch(line)
        start, stop = (clock(match[1]), clock(match[2])) if match else (None, None)
        if match is None or start is None or stop is None:
            problems.add(Where(path, place + 1), "invalid times", _LAYOUT, line)
        elif stop < start:
            what = f"end {match[2]} is before begin {match[1]}"
            problems.add(Where(path, place + 1, match.start(2) + 1), what, "", line)
        elif _ARROW in "\n".join(lines[place + 1 : end]):
            number = next(number for number in range(place + 1, end) if _ARROW in lines[number])
            what = "a line with times inside a cue"
            problems.add(Where(path, number + 1), what, "a blank line before it", lines[number])
    problems.check()


def _table(cues: _Cues, path: str) -> tuple[Table, Sequence[int]]:
    """The segments of cues, one for each voice, and the first segment of each cue."""
    parts = _parts(cues.raws)
    counts, numbers = [0] * len(cues.raws), list[int]()
    for place, _, _ in parts:
        counts[place] += 1
        numbers += [counts[place]]
    texts, details = _MARKUP.read_all(text for _, _, text in parts)
    lines = [pairs[0][1] if pairs and pairs[0][0] == LINES else "" for pairs in details]
    single = [row for row, (place, _, _) in enumerate(parts) if counts[place] == 1]
    lists, stamped = _labels(cues, parts, [row for row in single if "<" in parts[row][2]])
    voices = _voices([voice for _, voice, _ in parts])
    bodies = [_marked(line or text) for line, text in zip(lines, texts, strict=True)]
    for row, timed in stamped.items():
        bodies[row] = timed or bodies[row]
    raws = [cues.raws[place] for place, _, _ in parts]
    # A lone > is no markup.
    different = {
        row
        for row in single
        if voices[parts[row][1]] + bodies[row] != raws[row]
        and (raws[row] != texts[row] or "<" in raws[row] or "&" in raws[row])
    }
    attributes: list[Attributes] = [()] * len(parts)
    settled = [row for row, (place, _, _) in enumerate(parts) if cues.settings[place] or counts[place] > 1]
    for row in {*settled, *different, *[row for row, line in enumerate(lines) if line]}:
        place, number, line = parts[row][0], numbers[row], lines[row]
        raw = (("vtt:text", raws[row]),)
        settings = (("vtt:settings", cues.settings[place]),) if cues.settings[place] else ()
        pairs: Attributes = ((LINES, line),) if line else ()
        if counts[place] == 1:
            pairs = (*settings, *pairs, *raw) if row in different else settings + pairs
        else:
            pairs += (("vtt:voice", str(number)),) if number > 1 else settings + raw
        attributes[row] = pairs
    table = filled(
        path,
        len(parts),
        id=[
            f"{cues.ids[place]}-{number}" if number > 1 and cues.ids[place] else cues.ids[place]
            for (place, _, _), number in zip(parts, numbers, strict=True)
        ],
        start=[cues.starts[place] for place, _, _ in parts],
        end=[cues.ends[place] for place, _, _ in parts],
        speaker=[voice for _, voice, _ in parts],
        text=[None if row in stamped else text for row, text in enumerate(texts)],
        labels=lists,
        attributes=attributes,
        lines=array("q", [cues.lines[place] for place, _, _ in parts]),
    )
    return table, list(accumulate(counts, initial=0))


def _labels(
    cues: _Cues, parts: Sequence[_Part], rows: Sequence[int]
) -> tuple[LabelLists | None, dict[int, str | None]]:
    """The words of those of these parts that have times, and the texts that they are written as, by part."""
    pieces = {
        row: pieces
        for row, pieces in zip(rows, map(_STAMP.split, [parts[row][2] for row in rows]), strict=True)
        if pieces[1:]
    }
    if not pieces:
        return None, {}
    starts, ends = ([column[parts[row][0]] for row in pieces] for column in (cues.starts, cues.ends))
    stamps = [clock(stamp) or 0.0 for listed in pieces.values() for stamp in listed[1::2]]
    limits = list(accumulate([size // 2 for size in map(len, pieces.values())], initial=0))
    times = [
        time
        for start, end, (first, last) in zip(starts, ends, pairwise(limits), strict=True)
        for time in (start, *stamps[first:last], end)
    ]
    # Markup may reach over a time, and takes that away.
    between = [bare("\0".join(listed[::2])).split("\0") for listed in pieces.values()]
    opened = [
        first + 2 * row + place
        for row, (first, inner) in enumerate(zip(limits, between, strict=False))
        for place, _ in enumerate(inner)
    ]
    words_of = list(word_lists(list(chain.from_iterable(between))))
    texts = number_texts(times)
    # Several words between two times have no times of their own.
    spans = [
        (texts[place], texts[place + 1]) if not inside[1:] and times[place] <= times[place + 1] else (None, None)
        for place, inside in zip(opened, words_of, strict=True)
    ]
    begins, stops = (
        [span[edge] for span, inside in zip(spans, words_of, strict=True) for _ in inside] for edge in (0, 1)
    )
    of_piece = list(accumulate(map(len, words_of), initial=0))
    bounds = [of_piece[place] for place in accumulate(map(len, between), initial=0)]
    numbers = (begins, stops, None) if any(begins) else (None, None, None)
    labels = LabelColumns(list(chain.from_iterable(words_of)), numbers, None)
    stamped = _all_stamped(LabelLists(labels, bounds), clock_texts(starts, "."), clock_texts(ends, "."))
    sizes = [0] * len(parts)
    for row, (first, last) in zip(pieces, pairwise(bounds), strict=True):
        sizes[row] = last - first
    lists = LabelLists(labels, array("q", accumulate(sizes, initial=0)))
    return lists, dict(zip(pieces, stamped, strict=True))


def _parts(raws: Sequence[str]) -> Sequence[_Part]:
    """The texts of cues by voice; text before the first voice has an empty one."""
    pieces = list(map(_VOICE.split, raws))
    voices = {name: _speaker(name) for name in {name for listed in pieces for name in listed[1::2]}} | {"": ""}
    several = [place for place, listed in enumerate(pieces) if listed[3:] or (listed[1:] and listed[0])]
    before: list[list[_Part]] = [[]] * len(raws)
    # The text in front of each voice, which belongs to the voice before.
    texts = [text for place in several for text in pieces[place][:-1:2]]
    ended = map(str.strip, map(_VOICE_END.sub, repeat(""), texts))
    spoken_texts = zip(ended, [bare(text).strip() for text in texts], strict=True)
    for place in several:
        rows = zip(["", *pieces[place][1:-2:2]], spoken_texts, strict=False)
        before[place] = [(place, voices[name], text) for name, (text, is_spoken) in rows if is_spoken]
    lasts = list(map(_VOICE_END.sub, repeat(""), [listed[-1] for listed in pieces]))
    parts: list[_Part] = []
    for place, (text, is_spoken) in enumerate([(text, bare(text).strip()) for text in lasts]):
        parts += before[place]
        if is_spoken or not before[place]:
            parts += [(place, voices[pieces[place][-2] if pieces[place][1:] else ""], text)]
    return parts


def _speaker(name: str) -> str:
    """The speaker whom the tag of a voice names."""
    return " ".join((_unescaped(name) if "&" in name else name).split())


def bare(text: str) -> str:
    """The text without markup.

    >>> bare("<c.loud>a</c> &lt;b&gt; <font color=red>c</font> 1 < 2")
    'a <b> c 1 < 2'
    """
    text = _TAG.sub("", text)
    return _ENTITY.sub(lambda match: _unescaped(match[0]), text) if "&" in text else text


def _unescaped(text: str) -> str:
    """A text with characters in place of all entities of HTML."""
    from html import unescape  # only now: most files have no entities

    return unescape(text)


def _marked(text: str) -> str:
    """A text with entities for markup characters."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _voices(speakers: Iterable[str]) -> dict[str, str]:
    """The tags of voices by speaker."""
    return {name: f"<v {_marked(name)}>" if name else "" for name in speakers}


_MARKUP = Markup("vtt", bare, mark=_marked)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the cues of a file; every segment needs times."""
    yield dict(corpus.meta).get("vtt:header", "WEBVTT") + "\n"
    yield from more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    blocks = [(int(key.rpartition(":")[2]), value) for key, value in corpus.meta if key.startswith("vtt:block:")]
    blocks += [(comment.before, _note(comment.text)) for comment in corpus.comments]
    rest = deque(sorted(blocks, key=itemgetter(0)))
    for place, cue in enumerate(_cues(corpus.table)):
        while rest and rest[0][0] <= place:
            yield f"\n{rest.popleft()[1]}\n"
        yield cue
    for _, block in rest:
        yield f"\n{block}\n"


def drops(corpus: Corpus) -> frozenset[str]:
    """The times of a word that fills its cue, between which and another no time stands."""
    table = corpus.table
    lists: LabelLists | None = table.column("labels")
    begins, ends, _ = (None, None, None) if lists is None else lists.flat().labels.numbers
    if lists is None or begins is None or ends is None or table.start is None or table.end is None:
        return frozenset()
    cues = zip(lists.first, lists.first[1:], table.start.values, table.end.values, strict=False)
    alone = [(begins[first], ends[first], start, stop) for first, last, start, stop in cues if last == first + 1]
    if any(begin and end and (float(begin), float(end)) == (start, stop) for begin, end, start, stop in alone):
        return frozenset({"times"})
    return frozenset()


def _cues(table: Table) -> Iterator[str]:
    """The cues of all segments; empty for those that are part of the cue before them."""
    wrong = wrong_time(table, LATEST)
    texts = list(_texts(table, wrong))
    attributes = table.column("attributes")
    ids = table.ids()
    inside = _with_voices(table, texts) if attributes is not None else ()
    if _ARROW in "\n".join((*ids, *texts)) or "\n" in "".join(ids):
        _check_lines(table, texts, inside)
    if wrong is not None:
        check_times(table, wrong, "vtt")
    if not texts:
        return
    assert table.start is not None
    assert table.end is not None
    settings = [""] * len(texts)
    for place, value in values_of((attributes or ())[: len(texts)], "vtt:settings").items():
        settings[place] = f" {value}"
    for first in range(0, len(texts), PIECE):
        part = slice(first, first + PIECE)
        times = clock_texts(table.start.values[part], "."), clock_texts(table.end.values[part], ".")
        cues = [
            "\n" + f"{key}\n" * (key != "") + f"{start} --> {end}{setting}\n{text}" + "\n" * (text != "")
            for start, end, key, setting, text in zip(*times, ids[part], settings[part], texts[part], strict=True)
        ]
        yield from ["" if place in inside else cue for place, cue in enumerate(cues, first)] if inside else cues


def _check_lines(table: Table, texts: Sequence[str], inside: Collection[int]) -> None:
    """Refuses arrows and line ends where a reader would take them for a part of a cue."""
    for place, (key, speaker, text) in enumerate(zip(table.ids(), table.speakers, texts, strict=False)):
        if place in inside:
            continue
        if _ARROW in text:
            raise UsageError(f"vtt cannot hold the speaker {speaker!r}: its arrow would be read as times")
        if _ARROW in key or "\n" in key:
            raise UsageError(f"vtt cannot hold the id {key!r}; expected one line without '-->'")


def _texts(table: Table, stop: int | None) -> Sequence[str]:
    """The texts of cues with their voices and the times of their words."""
    lists: LabelLists | None = table.column("labels")
    clocks_of = (clock_texts(column.values[:stop], ".") if column else [] for column in (table.start, table.end))
    stamped = None if lists is None else _all_stamped(lists, *clocks_of)
    attributes: Sequence[Attributes] = (table.column("attributes") or ())[:stop]
    plain, speakers = plain_texts(table)[:stop], table.speakers[:stop]
    remembered = values_of(attributes, "vtt:text")
    lines = values_of(attributes, LINES)
    unchanged = {place: line for place, line in lines.items() if spoken(line) == plain[place]}
    bodies = [_marked(unchanged.get(place, text)) for place, text in enumerate(plain)]
    if stamped is not None:
        bodies = [text if timed is None else timed for text, timed in zip(bodies, stamped, strict=True)]
    # A cue without words has the markup of the file.
    empty = {place: raw for place, raw in remembered.items() if not bodies[place]}
    voices = _voices(speakers)
    texts = [voices[speaker] + text for speaker, text in zip(speakers, bodies, strict=True)]
    for place, raw in empty.items():
        texts[place] += raw
    parts = _parts(list(remembered.values()))
    places = list(remembered)
    several = {place for (place, _, _), (other, _, _) in pairwise(parts) if place == other}
    spoken_by = {places[place]: speaker for place, speaker, _ in parts if place not in several}
    for place, raw in remembered.items():
        is_same = spoken(bare(raw)) == plain[place]
        if is_same and place in spoken_by and spoken_by[place] == speakers[place]:
            texts[place] = raw
    return texts


def _all_stamped(lists: LabelLists, opening: Sequence[str], closing: Sequence[str]) -> list[str | None]:
    """The words of cues between these clock times, with times between them; None where some word has no time."""
    values, (begins, ends, _) = lists.labels.values, lists.labels.numbers
    if begins is None:
        return [None] * len(opening)
    spans = list(pairwise(lists.first))[: len(opening)]
    is_timed = [last > first and None not in begins[first:last] for first, last in spans]
    for place in lists.branching():
        is_timed[place : place + 1] = [False] * len(is_timed[place : place + 1])
    numbers = [[0.0 if text is None else float(text) for text in texts] for texts in (begins, ends or begins)]
    if not all(map(partial(are_times, latest=LATEST), numbers)):
        for first, last in compress(spans, is_timed):
            for word, *times in zip(values[first:last], *(column[first:last] for column in numbers), strict=True):
                for time in times:
                    clock_text(time, owner=word)
        numbers = [[time if 0 <= time < LATEST else 0.0 for time in times] for times in numbers]
    marked = list(map(_marked, values))
    starts, stops = (clock_texts(times, ".") for times in numbers)
    of_file: Sequence[str | None] = ends or [None] * len(values)
    stamped: list[str | None] = []
    for (first, last), now, closed, timed in zip(spans, opening, closing, is_timed, strict=True):
        text = ""
        span = slice(first, last if timed else first)
        for word, start, stop, end in zip(marked[span], starts[span], stops[span], of_file[span], strict=True):
            text += f" <{start}>{word}" if start > now else f" {word}"
            if start > now:
                now = start
            if end is not None and stop > now:
                # A time after a word is its end; the next word begins there or later.
                text += f"<{stop}>" if stop < closed else ""
                now = stop
        stamped += [text[1:] if timed else None]
    return stamped


def _with_voices(table: Table, texts: list[str]) -> set[int]:
    """The segments that are part of the cue before them; that cue gets the text of the file."""
    attributes, speakers, inside = table.column("attributes"), table.speakers, set[int]()
    firsts = [place for place, pairs in enumerate(attributes[1 : len(texts)]) if ("vtt:voice", "2") in pairs]
    if not firsts:
        return inside
    plain, remembered = plain_texts(table), values_of(attributes, "vtt:text")
    raws = [remembered.get(place, "") for place in firsts]
    parts = _parts(raws)
    words_of, voices = [spoken(bare(text)) for _, _, text in parts], [voice for _, voice, _ in parts]
    bounds = pairwise(accumulate(Counter(place for place, _, _ in parts).values(), initial=0))
    for place, raw, (first, last) in zip(firsts, raws, bounds, strict=True):
        rows = slice(place, place + last - first)
        is_same = words_of[first:last] == list(plain[rows]) and voices[first:last] == list(speakers[rows])
        if place not in inside and is_same:
            texts[place] = raw
            inside |= {*range(place + 1, rows.stop)}
    return inside


def _note(text: str) -> str:
    if _ARROW in text:
        raise UsageError(f"vtt cannot hold the comment {text!r}: its arrow would be read as times")
    return text if text.startswith("NOTE") else f"NOTE {text}"


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line is WEBVTT."""
    return bool(lines) and lines[0].split(None, 1)[:1] == ["WEBVTT"]


FORMAT = replace(
    subtitles(
        "vtt",
        (".vtt",),
        "WebVTT: cues with voices, settings and times of words",
        (read, write, sniff),
        "comments",
        "ids",
        "speakers",
        "times",
    ),
    streams="appended",
    more=more,
    drops=drops,
)
