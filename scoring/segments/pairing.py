"""Recordings of two files under one name each, and remarks on names and channels that differ."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from shlex import quote
from typing import NamedTuple, TypeAlias

from ...formats.errors import MismatchError, short
from ..common.affixes import affix_hint
from ..common.results import one_recording_each, renames
from .collar_and_overlap import Mark, without
from .rows import Key, Side, SideRows
from .turns import Row, Spans, Turns

_SHOWN = 5
"""Names of so many recordings fit into a message."""


_Named: TypeAlias = "dict[str, SideRows]"


class PairedRecordings(NamedTuple):
    """Rows of both sides, regions and marks by recording."""

    refs: _Named
    hyps: _Named
    regions: dict[str, Spans] | None
    marks: dict[str, list[Mark]]


def paired_recordings(
    ref: Side, hyp: Side, spans: Mapping[Key, Sequence[tuple[float, float]]] | None, *, within_labels: bool = True
) -> PairedRecordings:
    """Both sides by one name for each recording: the session, with the channel where it has several.

    Without `spans`, stretches that are not scored divide regions, `within_labels` those that md-eval scores.
    """
    channels: dict[str, set[str]] = defaultdict(set)
    for session, channel in ref.rows:
        channels[session].add(channel)
    single = all(len(names) == 1 for names in channels.values())

    def name(key: Key) -> str:
        return key[0] if single or not key[1] else f"{key[0]}/{key[1]}"

    refs: _Named = {}
    hyps: _Named = {}
    for side, turns in ((ref, refs), (hyp, hyps)):
        for key, rows in side.rows.items():
            before = turns.get(name(key))
            turns[name(key)] = rows if before is None else [*_listed(before), *_listed(rows)]
    regions: dict[str, Spans] | None = None
    if spans is not None:
        regions = {}
        for key, regions_of_key in spans.items():
            regions[name(key)] = [*regions.get(name(key), ()), *regions_of_key]
    marks = {name(key): rows for key, rows in ref.marks.items()}
    sides = _named_by_file(refs, ref.file, hyps), _named_by_file(hyps, hyp.file, refs)
    if not single and sides[0].keys().isdisjoint(sides[1]):
        _reject_other_channels(ref, hyp)
    sides = _matched(*sides)
    only = next(iter(sides[0])) if len(sides[0]) == 1 else ""  # may be the name that the hypothesis has
    if ref.ignored and regions is None:
        regions = {named: [_reach(rows) if within_labels else (0.0, inf)] for named, rows in sides[0].items()}
    for key, stretches in ref.ignored.items():
        if regions is not None and (named := only or name(key)) in regions:
            regions[named] = without(regions[named], stretches)
    return PairedRecordings(*sides, regions, marks)


def other_channels(ref: Side, hyp: Side) -> tuple[str, ...]:
    """Recordings that are paired although the hypothesis has a channel that the reference has not, with both channels.

    >>> rows = {("talk", "A"): [("anna", 0.0, 4.0)]}, {("talk", "1"): [("x", 0.0, 4.0)]}
    >>> other_channels(*(Side("", side) for side in rows))
    ('talk: channel A and 1',)
    """
    of_session: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for place, side in enumerate((ref, hyp)):
        for session, channel in side.rows:
            of_session[session][place].add(channel)
    if any(len(refs) > 1 for refs, _ in of_session.values()):
        return ()
    by_channel = sorted(of_session.items())
    return tuple(
        f"{session}: channel {', '.join(sorted(refs))} and {', '.join(sorted(hyps - refs))}"
        for session, (refs, hyps) in by_channel
        if refs and hyps - refs and not {"", "<NA>"} & (refs | hyps)
    )


def other_names(ref: Side, hyp: Side) -> tuple[str, ...]:
    """The names of one recording each, where they differ, with those of the files.

    >>> rows = {("talk", "1"): [("anna", 0.0, 4.0)]}, {("tolk", "1"): [("x", 0.0, 4.0)]}
    >>> other_names(*(Side(name, side) for name, side in zip(("a", "b"), rows)))
    ('one recording each: talk (a) with tolk (b)',)
    """
    names = [{session for session, _ in side.rows if session} for side in (ref, hyp)]
    if names[0] == names[1] or not all(len(side) == 1 for side in names):
        return ()
    return (one_recording_each((min(names[0]), ref.name), (min(names[1]), hyp.name)),)


def words_beside_segments(ref: Side, hyp: Side) -> tuple[str, ...]:
    """A remark if labels of one side are words, and those of the other segments of several words.

    >>> rows = {("talk", ""): [("good day to you", 0.0, 1.0)]}
    >>> print(*words_beside_segments(Side("a.stm", rows), Side("b.json", {}, words=True)))
    words of b.json are compared with segments of a.stm; `scorelite convert b.json b.stm` writes its segments
    """
    for words, other in ((ref, hyp), (hyp, ref)):
        texts = [text for rows in other.rows.values() for text, *_ in _listed(rows)]
        if words.words and not other.words and 2 * sum(text.count(" ") > 1 for text in texts) > len(texts):
            target = os.path.splitext(os.path.basename(words.name))[0] + ".stm"
            what = f"words of {words.name} are compared with segments of {other.name}"
            return (f"{what}; `scorelite convert {quote(words.name)} {quote(target)}` writes its segments",)
    return ()


def _reach(rows: SideRows) -> tuple[float, float]:
    """From the first to the last time of rows."""
    times = [time for _, *bounds in _listed(rows) for time in bounds if time is not None]
    return min(times, default=0.0), max(times, default=0.0)


def _listed(rows: SideRows) -> Iterable[Row]:
    return rows.rows() if isinstance(rows, Turns) else rows


def _named_by_file(rows: _Named, name: str, others: _Named) -> _Named:
    """The only recording of a file that does not name it, under the name of the file, if the other side has that."""
    return {name: rows[""]} if rows.keys() == {""} and name in others else rows


def _reject_other_channels(ref: Side, hyp: Side) -> None:
    """Rejects one recording on each side with equally many channels, of which none has the same name."""
    sessions, channels = zip(*[zip(*map(list, sorted(side.rows)), strict=True) for side in (ref, hyp)], strict=True)
    if any(len({*side}) > 1 for side in sessions) or len(channels[0]) != len(channels[1]):
        return
    renamed = [f"--session {quote(sessions[0][0])}"] if sessions[0][0] != sessions[1][0] else []
    renamed += [f"--channel {quote(f'{old}={new}')}" for new, old in zip(*channels, strict=True) if old != new]
    # Rows of rttm have speakers; words of other formats become segments in stm.
    suffix = "rttm" if hyp.name.endswith(".rttm") else "stm"
    target = f"{os.path.splitext(os.path.basename(hyp.name))[0]}.renamed.{suffix}"
    shown = [", ".join(map(short, side[:_SHOWN])) for side in channels]
    raise MismatchError(
        f"no channel of the reference ({shown[0]}) is in the hypothesis ({shown[1]}); expected the same channel names "
        f"on both sides: if they belong together in this order, `scorelite convert {quote(hyp.name)} {quote(target)} "
        f"{' '.join(renamed)}` renames them"
    )


def _matched(refs: _Named, hyps: _Named) -> tuple[_Named, _Named]:
    """Both sides; one recording each is a pair, whatever their names are."""
    if len(refs) == len(hyps) == 1:
        name = next(iter(refs)) or next(iter(hyps))
        return {name: next(iter(refs.values()))}, {name: next(iter(hyps.values()))}
    if refs and hyps and not set(refs) & set(hyps):
        shown = [", ".join(map(short, [*side][:_SHOWN])) or "without a name" for side in (refs, hyps)]
        name = "NAME" if {"", *refs} == {*refs} or {"", *hyps} == {*hyps} else "OLD=NEW"
        problem = (
            f"no recording of the reference ({shown[0]}) is in the hypothesis ({shown[1]}); expected the same "
            "recording names on both sides, or a file called as its recording"
        )
        if hint := affix_hint(refs, hyps):
            raise MismatchError(f"{problem}\n{hint}")
        command = renames([*refs], [*hyps]) or f"`scorelite convert IN OUT.rttm --session {name}`"
        raise MismatchError(f"{problem}; {command} renames them")
    return dict(refs), dict(hyps)
