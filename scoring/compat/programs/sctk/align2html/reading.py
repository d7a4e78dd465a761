"""Alignments in asclite's log, which it writes with `-f 6` or `-f 7`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .. import Failure
from ..perl_number import number
from .groups import Group, Segment, Word
from .times import spread

_MARK = b"[ALIGNMENT]"
_COLUMNS = 27
# First column of the reference's part of a row, and of the hypothesis': segment, begin, end, speaker, word, begin,
# end, text, confidence, words before, words after.
_REFERENCE, _HYPOTHESIS = 5, 16
_EVENTS = frozenset((b"C", b"S", b"D", b"I", b"P"))


def groups_of(lines: Iterable[bytes], warn: Callable[[bytes], None]) -> list[Group]:
    """The groups of a log, in the order of their ids as text; other lines of the log are passed over."""
    groups: dict[bytes, Group] = {}
    for place, line in enumerate(lines, 1):
        if not line.startswith(_MARK):
            continue
        fields = b"".join(line[len(_MARK) :].split()).split(b",")
        if fields[0] not in (b"SG", b"YES"):
            continue
        if len(fields) > _COLUMNS:
            warn(b"line %d has %d columns, not %d: text with a comma moves the others" % (place, len(fields), _COLUMNS))
        fields += [b""] * (_COLUMNS - len(fields))
        if fields[0] == b"SG":
            _add_word(groups, fields)
        else:
            _add_event(groups, fields, place)
    for group in groups.values():
        for segment in (*group.reference.values(), *group.hypothesis.values()):
            segment.words = spread(segment.words)
    return [groups[identity] for identity in sorted(groups)]


def _add_word(groups: dict[bytes, Group], fields: Sequence[bytes]) -> None:
    """Adds the word of a row; a row without a word, such as a gap between segments, adds nothing."""
    sides = [side for side in (_REFERENCE, _HYPOTHESIS) if fields[side] and fields[side + 4]]
    if not sides:
        return
    side = sides[-1]
    group = groups.setdefault(fields[1], Group(fields[1], fields[2], fields[3]))
    segments = group.reference if side == _REFERENCE else group.hypothesis
    segment = segments.setdefault(fields[side], Segment(fields[side + 3]))
    segment.words[fields[side + 4]] = _word(fields[side : side + 11])
    group.known.add(fields[side + 4])


def _word(fields: Sequence[bytes]) -> Word:
    first, last = number(fields[1]), number(fields[2])
    timed = bool(fields[5])
    begin, end = (number(fields[5]), number(fields[6])) if timed else (first, last)
    return Word(
        identity=fields[4],
        text=fields[7],
        begin=begin,
        duration=float(f"{end - begin:.3f}"),
        timed=timed,
        segment_begin=first,
        segment_end=last,
        before=tuple(filter(None, fields[9].split(b"|"))),
        after=tuple(filter(None, fields[10].split(b"|"))),
    )


def _add_event(groups: dict[bytes, Group], fields: Sequence[bytes], place: int) -> None:
    group, kind, words = groups.get(fields[1]), fields[4], (fields[_REFERENCE + 4], fields[_HYPOTHESIS + 4])
    if group is None:
        raise _wrong(place, b"group '%b' has no words" % fields[1])
    if kind not in _EVENTS:
        raise _wrong(place, b"unknown type '%b'; expected C, S, D, I or P" % kind)
    for word in filter(None, words):
        if word not in group.known:
            raise _wrong(place, b"group '%b' has no word '%b'" % (fields[1], word))
    group.events.append((kind, *words))


def _wrong(place: int, reason: bytes) -> Failure:
    return Failure(b"align2html.pl: line %d of the alignment: %b\n" % (place, reason), 255)
