"""Silences that all systems of rover share, and its rows and tags; its votes stand in `voting`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate
from math import copysign, isnan


def shared_silences(
    begins: Sequence[bytes], ends: Sequence[bytes], counts: bytes, seconds: float, latest: float, /
) -> bytes:
    """Pieces between silences that all systems share: the range (int32) of each system's words, piece by piece.

    A piece ends where the first system is silent for more than `seconds`, and all others for a part of that silence.
    Columns (float64) may have one word more than `counts` (int32) says: a system without words left takes part with
    it. The last silence ends at `latest`.

    >>> times = [array("d", [0.0, 5.0]).tobytes()] * 2, [array("d", [1.0, 6.0]).tobytes()] * 2
    >>> array("i", shared_silences(*times, array("i", [2, 2]).tobytes(), 1.0, 9e9)).tolist()
    [0, 1, 0, 1, 1, 2, 1, 2]
    """
    words = array("i", counts)
    columns = zip(map(_numbers, begins), map(_numbers, ends), words, strict=False)
    tracks = [_Track(*column, latest) for column in columns]
    if not words or not len(begins) == len(ends) == len(words) or not all(track.fits() for track in tracks):
        raise ValueError("columns of different lengths")
    stretches = array("i")
    while (lasts := _next_piece(tracks, seconds)) is not None:
        for track, last in zip(tracks, lasts, strict=True):
            stretches.extend((track.start, max(track.start, min(last + 1, len(track.begins)))))
            if track.more():
                track.start = last + 1
    return stretches.tobytes()


def _numbers(column: bytes) -> list[float]:
    return array("d", column).tolist()


class _Track:
    """Words of one system, cut piece by piece."""

    def __init__(self, begins: list[float], ends: list[float], count: int, latest: float) -> None:
        self.begins, self.ends, self.count = begins, ends, count
        self.start = 0
        self._latest = latest

    def fits(self) -> bool:
        return len(self.begins) == len(self.ends) and 0 <= self.count <= len(self.begins)

    def more(self) -> bool:
        return self.start < self.count

    def gap(self, place: int) -> tuple[float, float]:
        """From the end of a word to the beginning of the next one, or to the latest time."""
        return self.ends[place], self.begins[place + 1] if place + 1 < self.count else self._latest

    def silent(self, place: int, seconds: float) -> int:
        """The first word from a place on after which nothing is said for more than some seconds; else `count`."""
        gaps = ((number, *self.gap(number)) for number in range(place, self.count))
        return next((number for number, last, then in gaps if then > last + seconds), max(place, self.count))

    def silent_within(self, begin: float, end: float) -> int:
        """The first word that is left after which nothing is said for a part of a span; else `count`."""
        for number in range(self.start, self.count):
            last, then = self.gap(number)
            if (then if then < end else end) - (last if begin < last else begin) > 0.0:
                return number
        return self.count


def _next_piece(tracks: list[_Track], seconds: float) -> list[int] | None:
    """The last word of the next piece in each system; None if no words are left."""
    first = tracks[0]
    place = first.start - 1
    while (place := first.silent(place + 1, seconds)) < first.count:
        ends = _shared(tracks, place)
        if ends is not None:
            return ends
    return [track.count - 1 for track in tracks] if any(track.more() for track in tracks) else None


def _shared(tracks: list[_Track], place: int) -> list[int] | None:
    """The last words before a silence of the first system, if all others are silent within it."""
    ends = [place]
    begin, end = tracks[0].gap(place)
    for track in tracks[1:]:
        if not track.more():
            ends.append(track.start)
            continue
        silent_end = track.silent_within(begin, end)
        if silent_end >= track.count:
            return None
        ends.append(silent_end)
        last, then = track.gap(silent_end)
        begin, end = (last if last > begin else begin), (then if then < end else end)
    return ends


def voted_rows(
    where: bytes, values: list[list[bytes]], words: tuple[bytes, ...], nothing: bytes, sizes: bytes | None, /
) -> tuple[bytes, bytes]:
    """Rows of ctm for words of slots, with mean times and confidence, and where the rows of each slot end (int64).

    `where` is the beginning of each row, `words` what `slot_votes` says of words, `values` has the texts of all words
    of each system; `nothing` stands for no word at all. `sizes` (int32) has the number of words of each slot: several
    are alternatives. None stands for slots of one word; then rows of `nothing` are empty.

    >>> symbols, times = array("i", [0]).tobytes(), array("d", [1.0]).tobytes()
    >>> voted_rows(b"f 1", [[b"a"]], (symbols, symbols, array("i", [2]).tobytes(), times, times, times), b"@", None)[0]
    b'f 1 0.500 0.000 a 0.500000\\n'
    """
    systems, places, counts = (array("i", column).tolist() for column in words[:3])
    sums = [_numbers(column) for column in words[3:]]
    if {len(column) for column in sums} != {len(systems)} or not len(systems) == len(places) == len(counts):
        raise ValueError("columns of different lengths")
    if min(counts, default=1) < 1:
        raise ValueError("a word that no system said")
    rows = []
    for system, place, count, begin, end, confidence in zip(systems, places, counts, *sums, strict=True):
        if system >= 0 and not (system < len(values) and 0 <= place < len(values[system])):
            raise ValueError("a row of no word")
        word = values[system][place] if system >= 0 else nothing
        times = _printed(begin / count, 3), _printed((end - begin) / count, 3)
        row = b"%b %b %b %b %b\n" % (where, *times, word, _printed(confidence / count))
        rows.append(row if sizes is not None or word != nothing else b"")
    if sizes is not None:
        rows = _alternatives(where, rows, array("i", sizes))
    return b"".join(rows), array("q", accumulate(map(len, rows))).tobytes()


def _alternatives(where: bytes, rows: list[bytes], sizes: Sequence[int]) -> list[bytes]:
    """The rows of each slot in one text, with marks around several."""
    if sum(sizes) != len(rows) or min(sizes, default=0) < 0:
        raise ValueError("columns of different lengths")
    joined, place = [], 0
    for size in sizes:
        text = (where + b" * * <ALT>\n").join(rows[place : place + size])
        mark = where + b" * * <ALT_%b>\n"
        joined.append(mark % b"BEGIN" + text + mark % b"END" if size > 1 else text)
        place += size
    return joined


def slot_tags(
    where: bytes,
    names: list[bytes],
    values: list[list[bytes]],
    times: tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes]],
    slots: bytes,
    nothing: tuple[bytes, float],
    /,
) -> bytes:
    """Tags with what each system says in each slot; first what the first system that says something has in it.

    `where` stands in the head of each tag; `names` and `values` have the name and the texts of each system, `times`
    begins, ends and confidences (float64). `slots` is what `word_slots` gives, `nothing` the text and the confidence of
    a system that says nothing.

    >>> columns = [array("d", [0.5]).tobytes()]
    >>> print(slot_tags(b"f", [b"n"], [[b"a"]], (columns, columns, columns), bytes(4), (b"@", 0.0)).decode(), end="")
    <putative_tag f >
       <attrib tag="a" t1="0.500000" t2="0.500000" conf="0.500000" tag1="n">
    </putative_tag >
    """
    sides = [[_numbers(column) for column in side] for side in times]
    places, count = array("i", slots).tolist(), len(names)
    sizes = [len(of_system) for of_system in values]
    if not count or len(sizes) != count or any([len(column) for column in side] != sizes for side in sides):
        raise ValueError("columns of different lengths")
    if len(places) % count:
        raise ValueError("columns of different lengths")
    rows = [
        [_attributes(name, *word) for word in zip(of_system, *columns, strict=True)]
        for name, of_system, columns in zip(names, values, zip(*sides, strict=True), strict=True)
    ]
    silent = _attributes(b"", nothing[0], 0.0, 0.0, nothing[1])
    elements = []
    for begin in range(0, len(places), count):
        slot = places[begin : begin + count]
        first = next((number for number, place in enumerate(slot) if place >= 0), None)
        if first is None:
            raise ValueError("a slot of no word")
        if any(place >= size for place, size in zip(slot, sizes, strict=True)):
            raise ValueError("a row of no word")
        shown = [of_system[place] if place >= 0 else silent for of_system, place in zip(rows, slot, strict=True)]
        shown.insert(0, shown.pop(first))
        elements.append(b"<putative_tag %b >\n%b</putative_tag >\n" % (where, b"".join(shown)))
    return b"".join(elements)


def _attributes(name: bytes, value: bytes, begin: float, end: float, confidence: float) -> bytes:
    numbers = b't1="%b" t2="%b" conf="%b"' % (_printed(begin), _printed(end), _printed(confidence))
    return b'   <attrib tag="%b" %b tag1="%b">\n' % (value, numbers, name)


def _printed(value: float, decimals: int = 6) -> bytes:
    """A number as printf shows it, NaN with its sign."""
    return b"-nan" if isnan(value) and copysign(1.0, value) < 0 else b"%.*f" % (decimals, value)
