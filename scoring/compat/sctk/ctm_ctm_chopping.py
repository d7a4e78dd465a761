"""Where a channel of a ctm file and that of another are cut into chunks: in gaps that both have."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Words of a chunk that are tried first; the number is doubled until there is a gap.
_WORDS = 50
# The end of the gap behind the last word.
_FOREVER = 999999.99


class Channel:
    """The words of a channel, between the one before them (number 0) and the end, and which are in alternations."""

    __slots__ = ("begin", "end", "inside")

    def __init__(self, begin: list[float], duration: list[float], inside: list[bool] | None) -> None:
        self.begin = [*begin, _FOREVER]
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
    """Cuts two channels into chunks; `ends` are those of the hypothesis words where a release mistakes them."""

    __slots__ = ("_ends", "_hyp", "_paths", "_ref")

    def __init__(self, ref: Channel, hyp: Channel, ends: list[float] | None = None) -> None:
        self._ref = ref
        self._hyp = hyp
        self._ends = hyp.end if ends is None else ends
        self._paths = _Paths(self) if ref.inside is None else None

    def chunks(self) -> list[tuple[int, int]]:
        """The last words of all chunks."""
        found = []
        ref = hyp = 1
        last_ref, last_hyp = len(self._ref.end) - 1, len(self._hyp.end) - 1
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
        if self._paths is not None:
            r, h = self._paths.last(ref, r, hyp, h)
        while r > ref and h > hyp:
            if self.is_gap(r, h):
                return r, h
            before = r, h
            r, h = self.step_back(ref, r, hyp, h)
            if (r, h) == before:
                break  # times that are no numbers: the reference never leaves this loop
        return (r, h) if r > ref or h > hyp else None

    def is_gap(self, r: int, h: int) -> bool:
        """Whether the gaps behind two words have something in common."""
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
        a, b = self._ref, self._hyp
        if r >= ref and a.inside is not None and a.inside[r]:
            r, _ = self._skip_back(ref, r)
        skipped = True
        while skipped:
            skipped = False
            if a.begin[r] > b.begin[h]:
                while not skipped and r >= ref and a.begin[r] > b.begin[h] and self._apart(r, h, b.end[h]):
                    r, skipped = self._skip_back(ref, r)
            elif a.begin[r] < b.begin[h]:
                while h >= hyp and a.begin[r] < b.begin[h] and self._apart(r, h, b.end[h]):
                    h -= 1
        return r, h

    def step_back(self, ref: int, r: int, hyp: int, h: int) -> tuple[int, int]:
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


class _Paths:
    """The ways back from pairs of words to a common gap, each step of which is made once: many ways soon meet.

    Pairs are numbered; of each are kept the next pair and one much further on, so that long ways are few jumps.
    """

    __slots__ = ("_chopper", "_depth", "_hyp", "_jump", "_next", "_numbers", "_ref")

    def __init__(self, chopper: Chopper) -> None:
        self._chopper = chopper
        self._numbers: dict[tuple[int, int], int] = {}
        self._ref: list[int] = []
        self._hyp: list[int] = []
        self._next: list[int] = []
        self._jump: list[int] = []
        self._depth: list[int] = []

    def last(self, ref: int, r: int, hyp: int, h: int) -> tuple[int, int]:
        """The last pair on the way back that is still behind these two words."""
        if r <= ref or h <= hyp:
            return r, h
        refs, hyps, jump, following = self._ref, self._hyp, self._jump, self._next
        pair = self._number(r, h)
        while True:
            far, near = jump[pair], following[pair]
            if far != pair and refs[far] > ref and hyps[far] > hyp:
                pair = far
            elif near != pair and refs[near] > ref and hyps[near] > hyp:
                pair = near
            else:
                return refs[pair], hyps[pair]

    def _number(self, r: int, h: int) -> int:
        """The number of a pair; all that follow it get theirs first."""
        chopper, numbers = self._chopper, self._numbers
        pair = following = r, h
        way = []
        while pair not in numbers:
            way.append(pair)
            r, h = pair
            # In front of the first words no way goes on.
            following = pair if r < 1 or h < 1 or chopper.is_gap(r, h) else chopper.step_back(1, r, 1, h)
            if following == pair:
                break
            pair = following
        for pair in reversed(way):
            self._add(pair, following)
            following = pair
        return numbers[following]

    def _add(self, pair: tuple[int, int], following: tuple[int, int]) -> None:
        number = self._numbers[pair] = len(self._next)
        near = self._numbers[following]
        depth, jump = self._depth, self._jump
        self._ref.append(pair[0])
        self._hyp.append(pair[1])
        self._next.append(near)
        if near == number:
            depth.append(0)
            jump.append(number)
            return
        depth.append(depth[near] + 1)
        far = jump[near]
        # Two jumps of the same length become one of twice that length.
        jump.append(jump[far] if depth[near] - depth[far] == depth[far] - depth[jump[far]] else near)


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

    def between(self, begin: int, end: int) -> list[float]:
        """The durations of the words with these numbers in the reference's memory, which was empty at first."""
        found = self._memory[begin:end]
        return found + [0.0] * (end - begin - len(found))
