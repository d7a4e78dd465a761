"""A page of recordings: lanes of both sides and their errors on a timeline, and a list of the errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...common.palette import KINDS
from .blocks import Block, Time, facts, lines, packed, varints
from .page import Markup, element, page, resource

Side = Literal["reference", "hypothesis", "error"]
_SIDES = ("reference", "hypothesis", "error")
# Classes of spans, by their place in the scripts; `-` is not scored.
_KINDS = {"S": 0, "D": 1, "I": 2, "C": 4, "-": 6}
_SCRIPTS = (
    *("decode.js", "text.js", "order.js", "state.js", "times.js", "timeline.js", "parts.js", "list.js"),
    *("spans.js", "start.js"),
)
# Spans that a page holds, some 8 bytes each.
_MOST = 5_000_000


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a lane, such as that of a speaker or a class, with its time in seconds, if that is known."""

    recording: str
    lane: str
    side: Side
    kind: str
    """C, S, D or I, or `-` for what is not scored."""
    time: Time
    """Begin and end."""
    ref: str = ""
    hyp: str = ""
    number: int = 1
    """How many errors the span stands for."""


@dataclass(frozen=True, slots=True)
class Nouns:
    """The words of a page for its recordings and lanes, each once and as a heading, and how errors count."""

    recording: str = "recording"
    recordings: str = "Recordings"
    lane: str = "class"
    lanes: str = "Classes"
    text: str = "reference → hypothesis"
    """Heading of the texts of errors."""
    counted: bool = False
    """An error stands for several, such as words in a row."""
    seconds: bool = False
    """Errors are measured in seconds."""
    kinds: tuple[str, ...] = tuple(kind.name for kind in KINDS.values())
    """The names of errors where something else, nothing and too much was recognised; empty for what cannot occur."""


def spans_page(
    title: str,
    head: Iterable[Markup],
    spans: Iterable[Span],
    nouns: Nouns = Nouns(),
    *,
    scripts: Sequence[str] = (),
) -> Iterator[bytes]:
    """The page, chunk by chunk: the head that the program writes, then what the scripts draw.

    Above so many spans only those of the recordings with most errors are shown, and the page says so.
    """
    shown, remark = _worst(list(spans))
    blocks = list(_blocks(shown))
    values = {
        **{name: getattr(nouns, name) for name in Nouns.__dataclass_fields__},
        "version": 1,
        "spans": len(shown),
        "timed": any(span.time[0] is not None for span in shown),
    }
    body = [*head, *([element("p", remark, class_="listed")] if remark else [])]
    chunks = page(
        title, [*body, Markup(resource("spans.html"))], scripts=(*scripts, *_SCRIPTS), data=facts(values, blocks)
    )
    return (chunk.encode() for chunk in chunks)


def _worst(spans: list[Span]) -> tuple[list[Span], str]:
    """The spans of the recordings with most errors, as many as fit, and a remark if that is not all of them."""
    if len(spans) <= _MOST:
        return spans, ""
    sizes: dict[str, list[int]] = {}
    for span in spans:
        sums = sizes.setdefault(span.recording, [0, 0])
        sums[0] += span.number * (span.side == "error")
        sums[1] += 1
    names: set[str] = set()
    room = _MOST
    for name in sorted(sizes, key=lambda each: (-sizes[each][0], each)):
        if sizes[name][1] <= room:
            room -= sizes[name][1]
            names.add(name)
    remark = (
        f"To keep the page small, timeline and list hold only {len(names):,} of {len(sizes):,} recordings, those with "
        "most errors. The totals above are of all recordings."
    )
    return [span for span in spans if span.recording in names], remark


def _blocks(spans: Sequence[Span]) -> Iterator[Block]:
    yield from _named("recording", "recordings", [span.recording for span in spans])
    yield from _named("lane", "lanes", [span.lane for span in spans])
    texts: dict[str, int] = {"": 0}
    yield Block.of("ref", varints([texts.setdefault(span.ref, len(texts)) for span in spans]))
    yield Block.of("hyp", varints([texts.setdefault(span.hyp, len(texts)) for span in spans]))
    yield Block.of("texts", lines(list(texts)[1:]))
    yield Block.of("side", varints([_SIDES.index(span.side) for span in spans]))
    yield Block.of("kind", varints([_KINDS[span.kind] for span in spans]))
    yield Block.of("number", varints([span.number for span in spans]))
    yield Block.of("times", packed([span.time for span in spans]))


def _named(column: str, names: str, values: Sequence[str]) -> Iterator[Block]:
    """A column of numbers, and the names that they stand for, by their first appearance."""
    numbers: dict[str, int] = {}
    yield Block.of(column, varints([numbers.setdefault(value, len(numbers)) for value in values]))
    yield Block.of(names, lines(numbers))


def joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans of which one begins where another of its lane, side, kind and texts ends become one.

    >>> halves = [Span("talk", "music", "error", "D", (k / 2, (k + 1) / 2), "music") for k in range(2)]
    >>> [span.time for span in joined(halves)]
    [(0.0, 1.0)]
    """
    open_spans: dict[tuple[str, ...], Span] = {}
    for span in spans:
        key = (span.recording, span.lane, span.side, span.kind, span.ref, span.hyp)
        before = open_spans.get(key)
        if before is not None and before.time[1] == span.time[0]:
            open_spans[key] = replace(before, time=(before.time[0], span.time[1]))
            continue
        if before is not None:
            yield before
        open_spans[key] = span
    yield from open_spans.values()
