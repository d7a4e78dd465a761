"""Chunks of two channels of ctm files, which are cut at gaps that both have."""

from __future__ import annotations

from array import array
from operator import add

# Words of a chunk that are tried first; the number is doubled until there is a gap.
_WORDS = 50
# The end of the gap after the last word.
_FOREVER = 999999.99


def ctm_cuts(begin: bytes, duration: bytes, ends: bytes, /) -> bytes | None:
    """For each end the first row whose middle is not before it (int64); None here: callers go from row to row."""
    return None


def ctm_chunks(
    ref_begin: bytes,
    ref_duration: bytes,
    inside: list[bool] | None,
    hyp_begin: bytes,
    hyp_duration: bytes,
    late: bytes | None,
    /,
) -> list[tuple[int, int]]:
    """The last words of the chunks into which two channels are cut, at gaps that both have.

    Number 0 of every column (float64) is the word before the first one. `inside`: which words are in an alternation, if
    any is; `late`: the durations of hypothesis words where a release mistakes them.
    """
    times = [array("d", column).tolist() for column in (ref_begin, ref_duration, hyp_begin, hyp_duration)]
    ref, hyp = Channel(times[0], times[1], inside), Channel(times[2], times[3], None)
    if late is None:
        return Chopper(ref, hyp).chunks()
    durations = array("d", late)
    if len(durations) != len(hyp.end):
        raise ValueError("late durations need one number per word")
    return Chopper(ref, hyp, list(map(add, times[2], durations))).chunks()


class Channel:
    """The words of a channel, between the one before them (number 0) and the end, and which are in alternations."""

    def __init__(self, begin: list[float], duration: list[float], inside: list[bool] | None) -> None:
        if not begin or len(duration) != len(begin) or (inside is not None and len(inside) != len(begin)):
            raise ValueError("a channel needs one number per word and at least the word before it")
        self.begin = [*begin, _FOREVER]
        self.end = [start + length for start, length in zip(begin, duration, strict=True)]
        self.inside = inside


def overlap(begin: float, end: float, other_begin: float, other_end: float) -> float:
    """The length that two time intervals have in common, computed as the reference does; negative if they are apart.

    >>> overlap(0.0, 2.0, 1.0, 5.0), overlap(0.0, 1.0, 2.0, 3.0)
    (1.0, -1.0)
    """
    if begin < other_begin:
        return end - other_begin if end < other_end else other_end - other_begin
    return end - begin if end < other_end else other_end - begin


class Chopper:
    """Cuts two channels into chunks; `ends` are the ends of hypothesis words as a release miscalculates them."""

    def __init__(self, ref: Channel, hyp: Channel, ends: list[float] | None = None) -> None:
        self._ref = ref
        self._hyp = hyp
        self._ends = hyp.end if ends is None else ends

    def chunks(self) -> list[tuple[int, int]]:
        """The last words of all chunks."""
        chunks = []
        ref = hyp = 1
        last_ref, last_hyp = len(self._ref.end) - 1, len(self._hyp.end) - 1
        while ref <= last_ref or hyp <= last_hyp:
            most = _WORDS
            while (ends := self._chunk(ref, last_ref, hyp, last_hyp, most)) is None:
                most *= 2
            chunks.append(ends)
            ref, hyp = ends[0] + 1, ends[1] + 1
        return chunks

    def _chunk(self, ref: int, last_ref: int, hyp: int, last_hyp: int, most: int) -> tuple[int, int] | None:
        """The end of the chunk of about `most` words that begins at these words; None if there is none."""
        if last_ref - ref < most and last_hyp - hyp < most:
            return last_ref, last_hyp
        r, h = self._synchronize(ref, min(ref + most, last_ref), hyp, min(hyp + most, last_hyp))
        while r > ref and h > hyp:
            if self._is_gap(r, h):
                return r, h
            before = r, h
            r, h = self._step_back(ref, r, hyp, h)
            if (r, h) == before:
                break  # NaN times: the reference never leaves this loop
        return (r, h) if r > ref or h > hyp else None

    def _is_gap(self, r: int, h: int) -> bool:
        """Whether the gaps after two words overlap."""
        a, b = self._ref, self._hyp
        return not overlap(a.end[r], a.begin[r + 1], b.end[h], b.begin[h + 1]) < 0.0

    def _skip_back(self, ref: int, r: int) -> tuple[int, bool]:
        """The word before this one, or before the alternation before it."""
        inside = self._ref.inside
        r -= 1
        skipped = False
        while inside is not None and r >= ref and inside[r]:
            r -= 1
            skipped = True
        return r, skipped

    def _synchronize(self, ref: int, r: int, hyp: int, h: int) -> tuple[int, int]:
        """Move the later of two words back until they overlap."""
        a, b, ends, inside = self._ref.begin, self._hyp.begin, self._hyp.end, self._ref.inside
        if r >= ref and inside is not None and inside[r]:
            r, _ = self._skip_back(ref, r)
        skipped = True
        while skipped:
            skipped = False
            if a[r] > b[h]:
                while not skipped and r >= ref and a[r] > b[h] and self._apart(r, h, ends[h]):
                    r, skipped = self._skip_back(ref, r)
            elif a[r] < b[h]:
                while h >= hyp and a[r] < b[h] and self._apart(r, h, ends[h]):
                    h -= 1
        return r, h

    def _step_back(self, ref: int, r: int, hyp: int, h: int) -> tuple[int, int]:
        """Move the later word back by one, then the other one until they overlap."""
        a, b = self._ref.begin, self._hyp.begin
        skipped = True
        while skipped:
            skipped = False
            if a[r] > b[h]:
                if r > ref:
                    r, skipped = self._skip_back(ref, r)
                while not skipped and h >= hyp and a[r] < b[h] and self._apart(r, h, self._hyp.end[h]):
                    h -= 1
            elif a[r] <= b[h]:
                if h > hyp:
                    h -= 1
                while not skipped and r >= ref and a[r] > b[h] and self._apart(r, h, self._ends[h]):
                    r, skipped = self._skip_back(ref, r)
        return r, h

    def _apart(self, r: int, h: int, hyp_end: float) -> bool:
        return overlap(self._ref.begin[r], self._ref.end[r], self._hyp.begin[h], hyp_end) < 0.0
