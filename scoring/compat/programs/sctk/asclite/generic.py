"""Several hypotheses without a reference (-generic-cost): a multiple alignment, written as XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ......core.compat import joint_columns, joint_reached
from . import listing
from .alignment import INSERTION, OPTIONAL, SUBSTITUTION, Axis, Step, axis_of, columns_of, duration_of, refuse_huge
from .equality import are_equal, form_of
from .groups import Group
from .log import LatticeLog, Log
from .model import Marks, Side, Word
from .settings import Input

_CELL_BITS = 32


def align(group: Group, marks: Marks, log: Log, lattices: LatticeLog) -> tuple[int, list[Step]]:
    """Cost and steps of the best alignment of streams of equal rank."""
    axes = [axis_of(segments) for segments in group.hypotheses]
    duration_of(group, log)
    words = [word for axis in axes for word in axis.words]
    numbers: dict[object, int] = {}
    kinds = [[numbers.setdefault(form_of(word), len(numbers)) for word in axis.words] for axis in axes]
    forms = [form_of(word) for word in words]
    distinct = list(dict.fromkeys(forms))
    alike = bytes(are_equal(form, other, marks) for form in distinct for other in distinct)
    columns = [columns_of(axis, names, _alone(axis)) for axis, names in zip(axes, kinds, strict=True)]
    refuse_huge(group, axes, _CELL_BITS)
    cost, steps = joint_columns(columns, alike, len(distinct), SUBSTITUTION)
    lattices.fill(lambda: joint_reached(columns, 0, b"", len(distinct), (0, 1, -1, -1)))
    return cost, [
        tuple(axis.words[place - 1] if place else None for axis, place in zip(axes, places, strict=True))
        for places in steps
    ]


def _alone(axis: Axis) -> list[int]:
    return [OPTIONAL if word.read()[1] else INSERTION for word in axis.words]


def report(inputs: Iterable[Input], alignments: list[list[Step]]) -> Iterator[bytes]:
    """The report, in pieces."""
    sides = list(inputs)
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<rover>\n'
    for each in sides:
        yield b'\t<input title="%b" filename="%b" />\n' % (each.title or each.name, each.name)
    for step in (step for steps in alignments for step in steps):
        yield _putative(step, len(sides))
    yield b"</rover>\n"


def _putative(step: Step, systems: int) -> bytes:
    last: Word | None = next((word for word in reversed(step) if word is not None), None)
    places = ((b"file", last.segment.file), (b"channel", last.segment.channel)) if last is not None else ()
    parts = [b"\t<putative" + b"".join(b' %b="%b"' % pair for pair in places if pair[1]) + b">\n"]
    parts += map(_word, step)
    parts += [b"\t\t<word></word>\n"] * (systems - len(step))
    return b"".join((*parts, b"\t</putative>\n"))


def _word(word: Word | None) -> bytes:
    if word is None:
        return b"\t\t<word></word>\n"
    side: Side = word.segment.stream.side
    attributes = [
        (name, b"%.3f" % (time / 1000)) for name, time in ((b"bt", word.begin), (b"et", word.end)) if time >= 0
    ]
    if word.confidence is not None:
        attributes.append((b"conf", b"%.6f" % word.confidence))
    if word.segment.speaker:
        attributes.append((b"speaker", word.segment.speaker))
    attributes.append((b"input", side.title))
    return b"\t\t<word" + b"".join(b' %b="%b"' % pair for pair in attributes) + b">" + word.text + b"</word>\n"


def list_steps(group: Group, steps: list[Step], log: Log) -> None:
    """Lists the alignment of a group in the log."""
    for step in steps:
        last = next((word for word in reversed(step) if word is not None), None)
        place = (last.segment.file, last.segment.channel) if last is not None else (b"", b"")
        words = b"".join(b"," + listing.word_fields(word) for word in step)
        log.alignment(b"YES,%d,%b,%b,%b" % (group.number, *place, words))
