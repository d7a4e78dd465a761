"""Assignments carried out: one side gets the streams of the other, so that a plain error rate of both is the one found.

Sides are mappings or lists of streams, lists of segments, or objects with `to_seglst` and `new`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any


def rows_of(data: Any) -> list[dict[str, Any]] | None:
    """The segments of a side; None for mappings and lists of streams."""
    if hasattr(data, "to_seglst"):
        data = data.to_seglst()
    data = getattr(data, "segments", data)
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, Mapping) and "words" in row for row in data):
        return [dict(row) for row in data]
    return None


def _like(data: Any, rows: list[dict[str, Any]]) -> Any:
    return data.new(rows) if hasattr(data, "new") else rows


def _streams_of(data: Any) -> dict[Any, Any]:
    if isinstance(data, Mapping):
        return dict(data)
    if isinstance(data, (list, tuple)):
        return dict(enumerate(data))
    raise TypeError(f"{type(data).__name__} has no streams; expected a list or mapping of them, or segments")


def _parts(rows: Iterable[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The rows of each segment: those of one `segment_index`, or each row."""
    parts: dict[Any, list[dict[str, Any]]] = {}
    for number, row in enumerate(rows):
        parts.setdefault(("named", row["segment_index"]) if "segment_index" in row else number, []).append(row)
    return list(parts.values())


def moved(assignment: Sequence[Any], segments: Any, streams: Any) -> Any:
    """The segments in the streams that the assignment names, one for each segment.

    >>> moved(("A", "A", "B"), ["a", "c d", "e"], {"A": "a c", "B": "d e"})
    {'A': ['a', 'c d'], 'B': ['e']}
    """
    rows = rows_of(segments)
    parts = list(segments) if rows is None else _parts(rows)
    if len(parts) != len(assignment):
        raise AssertionError(f"{len(assignment)} streams are assigned to {len(parts)} segments; expected one for each")
    if rows is not None:
        named = zip(assignment, parts, strict=True)
        return _like(segments, [{**row, "speaker": stream} for stream, part in named for row in part])
    return _gathered(zip(assignment, parts, strict=True), streams)


def moved_by_speaker(assignment: Sequence[tuple[Any, Any]], segments: Any, streams: Any) -> Any:
    """The segments in streams; each pair of the assignment moves the next segment of a speaker to a stream.

    >>> moved_by_speaker([(0, 1), (1, 1), (0, 0)], [["a b", "c d"], ["e f"]], ["c d", "a b e f"])
    [['c d'], ['a b', 'e f']]
    """
    rows = rows_of(segments)
    if rows is None:
        waiting = {name: iter(parts) for name, parts in _streams_of(segments).items()}
        return _gathered(((stream, next(waiting[speaker])) for speaker, stream in assignment), streams)
    named = [{**row, "segment_index": row.get("segment_index", number)} for number, row in enumerate(rows)]
    named.sort(key=lambda row: row["segment_index"])
    by_speaker: dict[Any, list[dict[str, Any]]] = {}
    for row in named:
        by_speaker.setdefault(row["speaker"], []).append(row)
    queues = {speaker: iter(_parts(rows)) for speaker, rows in by_speaker.items()}
    moved = [{**row, "speaker": stream} for speaker, stream in assignment for row in next(queues[speaker])]
    return _like(segments, moved)


def _gathered(pairs: Iterable[tuple[Any, Any]], streams: Any) -> Any:
    by_stream: dict[Any, list[Any]] = {name: [] for name in _streams_of(streams)}
    for stream, part in pairs:
        by_stream[stream].append(part)
    return by_stream if isinstance(streams, Mapping) else type(streams)(by_stream.values())


def paired(
    assignment: Sequence[tuple[Any, Any]],
    sides: tuple[Any, Any],
    style: str,
    fallback_keys: Iterable[Any],
    missing: Any,
) -> tuple[Any, Any]:
    """Both sides with the speakers of one: of the reference with style `ref`, of the hypothesis with style `hyp`.

    >>> paired([("A", "O1"), (None, "O2")], ({"A": "a"}, {"O1": "b", "O2": "c"}), "ref", "a", "")
    ({'A': 'a', 'a': ''}, {'A': 'b', 'a': 'c'})
    """
    if style not in ("ref", "hyp"):
        raise ValueError(f"{style!r} is unknown; expected style 'ref' or 'hyp'")
    rows = [rows_of(side) for side in sides]
    segmented = all(row is not None for row in rows)
    if segmented:
        names_of_sides = [{row["speaker"] for row in rows_of_side or ()} for rows_of_side in rows]
    else:
        streams = [_streams_of(side) for side in sides]
        names_of_sides = [set(stream) for stream in streams]
    for number, names in enumerate(names_of_sides):
        assigned = {pair[number] for pair in assignment} - {None}
        if assigned != names:
            raise AssertionError(
                f"the assignment names {sorted(map(str, assigned))}; speakers are {sorted(map(str, names))}"
            )
    listed = not segmented and not isinstance(sides[0], Mapping)
    taken = names_of_sides[0] | names_of_sides[1]
    spare = (
        iter(range(*sorted(map(len, names_of_sides))))
        if listed
        else iter(key for key in fallback_keys if key not in taken)
    )
    named = list(_named(assignment, style, spare))
    if segmented:
        changed = 1 if style == "ref" else 0
        new_names = {pair[changed]: name for pair, name in zip(assignment, named, strict=True)}
        renamed = [{**row, "speaker": new_names[row["speaker"]]} for row in rows[changed] or ()]
        both = [_like(side, side_rows or []) for side, side_rows in zip(sides, rows, strict=True)]
        both[changed] = _like(sides[changed], renamed)
        return both[0], both[1]
    joined = [
        {name: streams[number].get(pair[number], missing) for pair, name in zip(assignment, named, strict=True)}
        for number in (0, 1)
    ]
    return (_in_order(joined[0]), _in_order(joined[1])) if listed else (joined[0], joined[1])


def _in_order(by_number: Mapping[Any, Any]) -> list[Any]:
    return [by_number[number] for number in sorted(by_number)]


def _named(assignment: Iterable[tuple[Any, Any]], style: str, spare: Iterator[Any]) -> Iterator[Any]:
    """The new name of each pair: the speaker that the style keeps, or a spare one."""
    for ref, hyp in assignment:
        name = ref if style == "ref" else hyp
        if name is None:
            name = next(spare, None)
        if name is None:
            raise RuntimeError("too few spare names for speakers without a partner; give more `fallback_keys`")
        yield name
