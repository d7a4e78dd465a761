"""Page of a group of segments: a drawing of its words in time, one lane a speaker, with lines between aligned words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from html import escape
from math import ceil, isfinite

from .groups import Group, Segment, Word

# Pixels: a second, the left border with the names, a row of words, the border of a lane, and the scale below.
_SECOND, _LEFT, _ROW, _BORDER, _SCALE = 100, 100, 30, 20, 25
# At most this many seconds have a line of their own.
_LINES = 2000
_LONGEST = 1e7
_KINDS = {b"C": "corr", b"S": "sub", b"P": "spkrerr", b"D": "del", b"I": "ins"}
_POLICY = "default-src 'none'; script-src 'self' file:; img-src 'self' file:; style-src 'unsafe-inline'"
_STYLE = """\
body { background: white; color: black; font: 11px Arial, sans-serif; }
#drawing { overflow-x: auto; }
.ref rect { fill: #eeffee; } .hyp rect { fill: #ffeeee; } .lane rect { stroke: yellow; }
.name { font: 12px Verdana, sans-serif; } .word line { stroke: dimgray; stroke-width: 2; }
.word circle { fill: #555; } .estimated circle { fill: #ddd; stroke: #555; } .empty line { stroke: brown; }
.scale line { stroke: orange; stroke-dasharray: 1 3; } .scale text { fill: orange; }
.word text, .scale text { text-anchor: middle; }
.corr, .opt { stroke: green; } .sub { stroke: red; } .spkrerr { stroke: blue; } .del, .ins { stroke: black; }
.corr, .sub, .spkrerr { stroke-width: 2; } .opt, .del, .ins { stroke-width: 4; }
"""
_KEY = (
    ("del", "Deletion: a bar below the word"),
    ("ins", "Insertion: a bar above the word"),
    ("opt", "Optionally Deletable, Optionally Insertable"),
    ("corr", "Correct"),
    ("sub", "Substitution"),
    ("spkrerr", "Speaker error"),
)
_WARNING = (
    "<p>WARNING: Some words do not have times specified for them.  For these cases, word times "
    '<img src="images/white_lt.gif" alt="o"> are estimated from the segment times.</p>\n'
)
_ZOOM = (("-0.5", "[-5]"), ("-0.1", "[-]"), ("0", "[Reset]"), ("0.1", "[+]"), ("0.5", "[+5]"))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a word is drawn."""

    left: float
    right: float
    height: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class _Lane:
    """Rows of a speaker's words; words that overlap, such as alternatives, are in rows of their own."""

    def __init__(self, speaker: bytes, kind: str, words: Iterable[Word]) -> None:
        self.speaker, self.kind = speaker, kind
        self.words: list[tuple[Word, int]] = []
        busy: list[tuple[float, int]] = []
        for word in sorted(words, key=lambda word: word.begin):
            row = heappop(busy)[1] if busy and busy[0][0] <= word.begin else len(busy)
            heappush(busy, (word.end, row))
            self.words.append((word, row))
        self.rows = max(1, len(busy))


def group_document(group: Group, mapped: Sequence[tuple[bytes, bytes]]) -> bytes:
    """The page of a group; `mapped` are pairs of speakers that belong together."""
    title = f"Segment Group ID {_text(group.identity)}"
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}</style>\n"
        f'<script src="js/wz_jsgraphics.js" defer></script>\n</head>\n<body>\n'
    )
    parts = [
        head,
        *_drawing(group, title),
        '<p id="zoom">',
        *(f'<button type="button" data-by="{by}">{shown}</button>' for by, shown in _ZOOM),
        "</p>\n<ul>\n",
        *(_key(kind, shown) for kind, shown in _KEY),
        "</ul>\n",
        *_mapping(group, mapped),
        _WARNING if group.has_estimates else "",
        "</body>\n</html>\n",
    ]
    return "".join(parts).encode("utf-8", "replace")


def _drawing(group: Group, title: str) -> Iterator[str]:
    lanes = [*_lanes(group.reference, "ref"), *_lanes(group.hypothesis, "hyp")]
    words = [word for lane in lanes for word, _ in lane.words]
    start = min((word.begin for word in words), default=0.0)
    length = max((word.end for word in words), default=0.0) - start
    # Times that no recording has: NaN too.
    length = length if 0 <= length <= _LONGEST else _LONGEST
    places: dict[bytes, _Place] = {}
    shapes = []
    top = 0.0
    for lane in lanes:
        height = lane.rows * _ROW + _BORDER
        shapes.append(
            f'<g class="lane {lane.kind}">'
            f'<rect class="t" x="0" y="{top:g}" width="{_LEFT + length * _SECOND:.0f}" height="{height}"/>'
            f'<text class="name" x="2" y="{top + height / 2:g}">{_text(lane.speaker)}</text></g>\n'
        )
        for word, row in lane.words:
            left = _LEFT + (word.begin - start) * _SECOND
            place = _Place(left, left + word.duration * _SECOND, top + row * _ROW + _BORDER)
            # The reference's word, where both sides have one of this id.
            places.setdefault(word.identity, place)
            shapes.append(_word(word, place, lane.kind))
        top += height
    width, bottom = _LEFT + (length + 1) * _SECOND, top + _SCALE
    yield f'<div id="drawing"><svg width="{width:.0f}" height="{bottom:g}" role="img" aria-label="{title}">\n'
    yield from shapes
    yield from _scale(start, length, top)
    yield from filter(None, (_link(*event, places) for event in group.events))
    yield "</svg></div>\n"


def _lanes(segments: Mapping[bytes, Segment], kind: str) -> list[_Lane]:
    """Lanes of the speakers, in the order of their first segments."""
    words: dict[bytes, list[Word]] = {}
    for segment in segments.values():
        words.setdefault(segment.speaker, []).extend(segment.words.values())
    return [_Lane(speaker, kind, spoken) for speaker, spoken in words.items()]


def _word(word: Word, place: _Place, kind: str) -> str:
    classes = "word" if word.timed else "word estimated"
    height = place.height
    if not word.text:
        if word.is_blank:
            return ""
        classes = "empty"
    line = f'<line class="t" x1="{place.left:.0f}" y1="{height:g}" x2="{place.right:.0f}" y2="{height:g}"/>'
    ends = "".join(f'<circle class="t" cx="{x:.0f}" cy="{height:g}" r="3"/>' for x in (place.left, place.right))
    below = height + (14 if kind == "hyp" else -6)
    text = f'<text class="t" x="{place.middle:.0f}" y="{below:g}">{_text(word.text)}</text>'
    tip = f"<title>{_text(word.text)} {word.begin:.3f} - {word.end:.3f}</title>"
    return f'<g class="{classes}">{tip}{line}{ends}{text}</g>\n'


def _link(kind: bytes, reference: bytes, hypothesis: bytes, places: Mapping[bytes, _Place]) -> str:
    """The line between two words, or the bar beside one that has no partner."""
    first, second = places.get(reference), places.get(hypothesis)
    if first is not None and second is not None:
        name = _KINDS[kind]
        ends = f'x2="{second.middle:.0f}" y2="{second.height:g}"'
        return f'<line class="t {name}" x1="{first.middle:.0f}" y1="{first.height:g}" {ends}/>\n'
    single = first or second
    if single is None:
        return ""
    name = "opt" if kind == b"C" else _KINDS[kind]
    down = 13 if first is not None else -13
    ends = f'x2="{single.middle:.0f}" y2="{single.height + down:g}"'
    return f'<line class="t {name}" x1="{single.middle:.0f}" y1="{single.height:g}" {ends}/>\n'


def _scale(start: float, length: float, bottom: float) -> Iterator[str]:
    """A line at every whole second, or at fewer if there are very many."""
    if not isfinite(start):
        return
    step = max(1, ceil(length / _LINES))
    yield '<g class="scale">\n'
    first = ceil(start)
    for second in range(first, first + int(length) + 1, step):
        place = f"{_LEFT + (second - start) * _SECOND:.0f}"
        yield f'<line class="t" x1="{place}" y1="0" x2="{place}" y2="{bottom:g}"/>'
        yield f'<text class="t" x="{place}" y="{bottom + 12:g}">{second}</text>\n'
    yield "</g>\n"


def _key(kind: str, shown: str) -> str:
    line = f'<svg width="26" height="8"><line class="{kind}" x1="3" y1="4" x2="23" y2="4"/></svg>'
    return f"<li>{line} {shown}</li>\n"


def _mapping(group: Group, mapped: Sequence[tuple[bytes, bytes]]) -> list[str]:
    """Pairs of speakers who are both in the group."""
    ours = {segment.speaker.lower() for segment in group.reference.values()}
    theirs = {segment.speaker.lower() for segment in group.hypothesis.values()}
    pairs = [pair for pair in mapped if pair[0].lower() in ours and pair[1].lower() in theirs]
    lines = sorted(b"%b <=> %b" % (first.upper(), other.upper()) for first, other in pairs)
    if not mapped:
        return []
    return ["<p>MAPPING:</p>\n<ul>\n", *(f"<li>{_text(line)}</li>\n" for line in lines), "</ul>\n"]


def _text(data: bytes) -> str:
    return escape(data.decode("utf-8", "replace"))
