"""The referee of chunks: two channels cut at gaps that both have, every way walked to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_WORDS = 50
_FOREVER = 999999.99


def chunks_of(
    ref_begins: Sequence[float],
    ref_durations: Sequence[float],
    hyp_begins: Sequence[float],
    hyp_durations: Sequence[float],
    inside: Sequence[bool] | None,
    late: Sequence[float] | None,
) -> list[tuple[int, int]]:
    """The last words of all chunks; number 0 of every column is the word before the first one."""
    ref = _Channel(list(ref_begins), list(ref_durations), list(inside or [False] * len(ref_begins)))
    hyp = _Channel(list(hyp_begins), list(hyp_durations), [False] * len(hyp_begins))
    cutter = _Cutter(ref, hyp, list(late or hyp_durations))
    chunks: list[tuple[int, int]] = []
    r = h = 1
    while r <= ref.last or h <= hyp.last:
        most = _WORDS
        while (end := cutter.chunk(r, h, most)) is None:
            most *= 2
        chunks.append(end)
        r, h = end[0] + 1, end[1] + 1
    return chunks


@dataclass(frozen=True, slots=True)
class _Channel:
    begins: list[float]
    durations: list[float]
    inside: list[bool]

    @property
    def last(self) -> int:
        return len(self.begins) - 1

    def end(self, word: int) -> float:
        return self.begins[word] + self.durations[word]

    def next(self, word: int) -> float:
        return self.begins[word + 1] if word < self.last else _FOREVER


@dataclass(frozen=True, slots=True)
class _Cutter:
    ref: _Channel
    hyp: _Channel
    late: list[float]

    def chunk(self, ref: int, hyp: int, most: int) -> tuple[int, int] | None:
        """The end of the chunk of about so many words that begins here; None if none of them is followed by a gap."""
        if self.ref.last - ref < most and self.hyp.last - hyp < most:
            return self.ref.last, self.hyp.last
        r, h = min(ref + most, self.ref.last), min(hyp + most, self.hyp.last)
        if r >= ref and self.ref.inside[r]:
            r, _ = self._before(ref, r)
        r, h = self._met(ref, r, hyp, h)
        while r > ref and h > hyp and not self._is_gap(r, h):
            before = r, h
            r, h = self._step(ref, r, hyp, h)
            if (r, h) == before:
                break
        return (r, h) if r > ref or h > hyp else None

    def _is_gap(self, r: int, h: int) -> bool:
        """Whether the gaps behind two words touch."""
        return min(self.ref.next(r), self.hyp.next(h)) - max(self.ref.end(r), self.hyp.end(h)) >= 0

    def _before(self, ref: int, r: int) -> tuple[int, bool]:
        """The word before this one and before the alternation in between, and whether there is one."""
        start = r = r - 1
        while r >= ref and self.ref.inside[r]:
            r -= 1
        return r, r < start

    def _apart(self, r: int, h: int, hyp_end: float) -> bool:
        begin = max(self.ref.begins[r], self.hyp.begins[h])
        return min(self.ref.end(r), hyp_end) - begin < 0

    def _met(self, ref: int, r: int, hyp: int, h: int) -> tuple[int, int]:
        """The later of two words moves back until they overlap, again after each alternation."""
        skipped = True
        while skipped:
            skipped = False
            if self.ref.begins[r] > self.hyp.begins[h]:
                while (
                    not skipped
                    and r >= ref
                    and self.ref.begins[r] > self.hyp.begins[h]
                    and self._apart(r, h, self.hyp.end(h))
                ):
                    r, skipped = self._before(ref, r)
            else:
                while h >= hyp and self.ref.begins[r] < self.hyp.begins[h] and self._apart(r, h, self.hyp.end(h)):
                    h -= 1
        return r, h

    def _step(self, ref: int, r: int, hyp: int, h: int) -> tuple[int, int]:
        """The later word moves back by one, then the other one until they overlap."""
        skipped = True
        while skipped:
            skipped = False
            if self.ref.begins[r] > self.hyp.begins[h]:
                if r > ref:
                    r, skipped = self._before(ref, r)
                while (
                    not skipped
                    and h >= hyp
                    and self.ref.begins[r] < self.hyp.begins[h]
                    and self._apart(r, h, self.hyp.end(h))
                ):
                    h -= 1
            else:
                h -= h > hyp
                while (
                    not skipped
                    and r >= ref
                    and self.ref.begins[r] > self.hyp.begins[h]
                    and self._apart(r, h, self.hyp.begins[h] + self.late[h])
                ):
                    r, skipped = self._before(ref, r)
        return r, h
