"""Where a channel of a ctm file and that of another are cut into chunks: in gaps that both have."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Words of a chunk that are tried first; the number is doubled until there is a gap.
_WORDS = 50
# The end of the gap behind the last word.
_FOREVER = 999999.99


class Channel:
    """The words of a channel, number 0 being the word before it, and which of them are in alternations."""

    __slots__ = ("begin", "end", "inside")

    def __init__(self, begin: list[float], duration: list[float], inside: list[bool] | None) -> None:
        self.begin = begin
        self.end = [start + length for start, length in zip(begin, duration, strict=True)]
        self.inside = inside


def overlap(begin: float, end: float, other_begin: float, other_end: float) -> float:
    """How much two stretches of time have in common, in the reference's way; negative if they are apart.

    >>> overlap(0.0, 2.0, 1.0, 5.0), overlap(0.0, 1.0, 2.0, 3.0)
    (1.0, -1.0)
    """
    if begin < other_begin:
        return end - other_begin if end < other_end else other_end - other_begin
    return end - begin if end < other_end else other_end - begin


class Chopper:
    """Cuts the two channels into chunks; `old_end` tells the end of a hypothesis word as release 2.4.10 mistakes it."""

    __slots__ = ("_hyp", "_old_end", "_ref", "_stop")

    def __init__(self, ref: Channel, hyp: Channel, old_end: Callable[[int], float] | None) -> None:
        self._ref = ref
        self._hyp = hyp
        self._old_end = old_end

    def chunks(self) -> list[tuple[int, int]]:
        """The last words of all chunks."""
        found = []
        ref = hyp = 1
        last_ref, last_hyp = len(self._ref.begin) - 1, len(self._hyp.begin) - 1
        while ref <= last_ref or hyp <= last_hyp:
            most = _WORDS
            while (ends := self._chunk(ref, last_ref, hyp, last_hyp, most)) is None:
                most *= 2
            found.append(ends)
            ref, hyp = ends[0] + 1, ends[1] + 1
        return found

    def _chunk(self, ref: int, last_ref: int, hyp: int, last_hyp: int, most: int) -> tuple[int, int] | None:
        """The end of a chunk of about so many words that begins there, if there is one."""
        if last_ref - ref < most and last_hyp - hyp < most:
            return last_ref, last_hyp
        r, h = self._synchronize(ref, min(ref + most, last_ref), hyp, min(hyp + most, last_hyp))
        while r > ref and h > hyp:
            ref_gap = self._gap(self._ref, r, last_ref)
            hyp_gap = self._gap(self._hyp, h, last_hyp)
            if not overlap(*ref_gap, *hyp_gap) < 0.0:
                return r, h
            before = r, h
            r, h = self._step_back(ref, r, hyp, h)
            if (r, h) == before:
                break  # times that are no numbers: the reference never leaves this loop
        return (r, h) if r > ref or h > hyp else None

    @staticmethod
    def _gap(channel: Channel, word: int, last: int) -> tuple[float, float]:
        return channel.end[word], _FOREVER if word == last else channel.begin[word + 1]

    def _apart(self, r: int, h: int, hyp_end: float | None = None) -> bool:
        begin = self._hyp.begin[h]
        end = self._hyp.end[h] if hyp_end is None else hyp_end
        return overlap(self._ref.begin[r], self._ref.end[r], begin, end) < 0.0

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
        a, b = self._ref.begin, self._hyp.begin
        if r >= ref and self._ref.inside is not None and self._ref.inside[r]:
            r, _ = self._skip_back(ref, r)
        skipped = True
        while skipped:
            skipped = False
            if a[r] > b[h]:
                while not skipped and r >= ref and a[r] > b[h] and self._apart(r, h):
                    r, skipped = self._skip_back(ref, r)
            elif a[r] < b[h]:
                while h >= hyp and a[r] < b[h] and self._apart(r, h):
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
                while not skipped and h >= hyp and a[r] < b[h] and self._apart(r, h):
                    h -= 1
            elif a[r] <= b[h]:
                if h > hyp:
                    h -= 1
                while not skipped and r >= ref and a[r] > b[h] and self._apart_as_released(r, h):
                    r, skipped = self._skip_back(ref, r)
        return r, h

    def _apart_as_released(self, r: int, h: int) -> bool:
        return self._apart(r, h, None if self._old_end is None else self._old_end(h))


class Durations:
    """The durations in the reference's memory, where release 2.4.10 looks for those of words of the other file."""

    __slots__ = ("_base", "_loaded", "_memory", "_source")

    def __init__(self, source: Sequence[float]) -> None:
        self._source = source
        self._memory: list[float] = [0.0]
        self._base = self._loaded = 0

    def update(self, base: int, loaded: int, expanded: bool) -> None:
        """Move what is still wanted to the front and read on, as the reference does; what lies behind stays there."""
        memory = self._memory
        if base > self._base:
            kept = memory[base - self._base + 1 : self._loaded - self._base + 1]
            memory[1 : len(kept) + 1] = kept
        if loaded > self._loaded:
            place = self._loaded - base + 1
            rows = self._source[self._loaded : loaded]
            memory[place : place + len(rows)] = rows
        if expanded:
            del memory[loaded - base + 1 :]
        self._base, self._loaded = base, loaded

    def at(self, number: int) -> float:
        """The duration of the word with that number in the reference's memory, which was empty at first."""
        return self._memory[number] if 0 <= number < len(self._memory) else 0.0
