"""Words paired with reference segments by recording, channel and time; no pair is guessed."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import starmap

from .... import core
from ....formats.errors import FormatError, MismatchError, Problems, Where, arguments_in
from ....formats.schema.words import ALT_BEGIN, ALT_END, Words
from ....formats.values import dataclass
from ...common.results import Missing, check_missing, listed
from ..utterance_table import folded, place_name
from .rules import Outside, Overlap, check_rules
from .unpaired import Unpaired

# Words more than this many seconds apart, with silence on both sides between them, are never paired.
PAUSE = 1.0
# Times of recognisers are off by less.
_FAR = 0.5
# So many segments may be missed at the ends of a recording, and of words without segments fewer than so many.
_MISSED, _MISSED_WORDS = 3, 60


@dataclass(frozen=True, slots=True)
class Windows:
    """Segments of a reference as columns."""

    names: Sequence[tuple[str, str]]
    """Session and channel of every segment."""
    start: Sequence[float]
    end: Sequence[float]
    ignored: Sequence[bool | int]
    lines: Sequence[int]
    path: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Words of a table, utterance after utterance, as runs of consecutive rows."""

    firsts: array[int]
    """The first row of every run; ~row is the null word after the mark in that row, which is a run of its own."""
    behinds: array[int]
    """The row after every run."""
    first: array[int]
    """The first word of every utterance, and the number of words."""

    @classmethod
    def of(cls, firsts: bytes, behinds: bytes, first: bytes) -> Selection:
        """The columns of the core."""
        return cls(array("q", firsts), array("q", behinds), array("q", first))


@dataclass(frozen=True, slots=True)
class WindowPairing:
    """Hypothesis words by reference segment. `missing` and `extra` name recordings and channels of only one side."""

    hyp: Selection
    segments: Sequence[int]
    """The reference segments that are scored, in the order of the file."""
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    outside: int
    """Hypothesis words in no segment."""
    ignored_segments: int
    ignored_words: int
    far: int = 0
    """Those further from all segments than a recogniser is late or early."""
    beyond: int = 0
    """Hypothesis words before the first segment of their channel, or after the last one."""
    silent: Sequence[int] = ()
    """Segments before the first word of their channel, or after the last one."""


@dataclass(frozen=True, slots=True)
class PausePairing:
    """Words of both sides by utterance, cut at pauses."""

    ref: Selection
    hyp: Selection
    pieces: Sequence[tuple[str, str, float, float]]
    """Session, channel, begin and end of every utterance."""
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    beyond: tuple[int, int] = (0, 0)
    """The words of both sides that lie before the first or after the last word of the other one; few are none."""


def by_windows(
    ref: Windows,
    hyp: Words,
    *,
    case_sensitive: bool = False,
    missing: Missing = "error",
    outside: Outside = "attach",
    overlap: Overlap = "error",
) -> WindowPairing:
    """Assigns every word to the segment that contains its middle, whatever the order of rows and segments.

    A word outside all segments goes to the next segment, or to the last one if none follows ("attach", as in sclite),
    is left out ("skip") or is an error. Overlapping segments of a channel are an error, or a word in both goes to the
    "earlier" one. Ignored segments are left out with their words.
    """
    check_missing(missing)
    check_rules(outside, overlap)
    fold = Fold(case_sensitive, ref.names, hyp.names)
    keys = fold.names(ref.names)
    known = {*map(fold.name, {*hyp.names})}
    spoken = {key for key, ignored in zip(keys, ref.ignored, strict=True) if not ignored}
    names = _first_names(keys, ref.names)
    lacking = [names[key] for key in dict.fromkeys(keys) if key in spoken and key not in known]
    extra = _extra(hyp, fold, names.keys())
    absent = _checked(Unpaired(lacking, len(names), extra, len(known), ref.path), missing)
    left_out = {fold.name(name) for name in lacking} if missing == "skip" else set()

    numbers = _numbers(keys, left_out)
    channels = array("q", [numbers.get(key, -1) for key in keys])
    segments = _bytes("d", ref.start), _bytes("d", ref.end), channels.tobytes(), bytes(map(bool, ref.ignored))
    *hyp_rows, strays, overlaps, silent, beyond, ignored_words = core.words_in_segments(
        segments, _given(hyp, fold, numbers), outside == "attach", _MISSED
    )
    if overlap == "error":
        _check_overlaps(ref, array("q", overlaps))
    places, middles, distances = array("q", strays[0]), array("d", strays[1]), array("d", strays[2])
    if places and outside == "error":
        raise MismatchError(_explain_strays([ref.names[place] for place in places], middles))
    scored: Sequence[int] = range(len(keys))
    if left_out or any(ref.ignored):
        of_keys = zip(keys, ref.ignored, strict=True)
        scored = [place for place, (key, ignored) in enumerate(of_keys) if not ignored and key not in left_out]
    return WindowPairing(
        Selection.of(*hyp_rows),
        segments=scored,
        missing=absent[0],
        extra=absent[1],
        outside=len(places),
        far=sum([distance > _FAR for distance in distances]),
        ignored_segments=sum(map(bool, ref.ignored)),
        ignored_words=ignored_words,
        beyond=beyond,
        silent=array("q", silent),
    )


def by_pauses(ref: Words, hyp: Words, *, case_sensitive: bool = False, missing: Missing = "error") -> PausePairing:
    """Cuts every channel into utterances where both sides are silent for a second."""
    check_missing(missing)
    fold = Fold(case_sensitive, ref.names, hyp.names)
    keys = fold.names(ref.names)
    refs, hyps = {*keys}, {*fold.names(hyp.names)}
    lacking = _extra(ref, fold, hyps)
    extra = _extra(hyp, fold, refs)
    absent = _checked(Unpaired(lacking, len(refs), extra, len(hyps)), missing)
    left_out = {fold.name(name) for name in lacking} if missing == "skip" else set()

    numbers = _numbers(keys, left_out)
    of_ref, of_hyp, channels, begins, ends, beyond = core.words_between_pauses(
        _given(ref, fold, numbers), _given(hyp, fold, numbers), PAUSE, _MISSED_WORDS
    )
    names, key_of = _first_names(keys, ref.names), list(numbers)
    pieces = zip(array("q", channels), array("d", begins), array("d", ends), strict=True)
    return PausePairing(
        Selection.of(*of_ref),
        Selection.of(*of_hyp),
        pieces=[(*names[key_of[channel]], begin, end) for channel, begin, end in pieces],
        missing=absent[0],
        extra=absent[1],
        beyond=beyond,
    )


# --- recordings and channels ---------------------------------------------------------------------


class Fold:
    """Names of recordings and channels for comparison: in lower case, as in sclite, unless case matters.

    One recording belongs to the only one of the other side, whatever its name. So do channels of these; of several
    recordings, only channels that one side does not name.
    """

    __slots__ = ("_kept", "_known", "_sensitive")

    def __init__(self, sensitive: bool, refs: Sequence[tuple[str, str]], hyps: Sequence[tuple[str, str]]) -> None:
        self._sensitive = sensitive
        self._known: dict[tuple[str, str], tuple[str, str]] = {}
        self._kept = True, True
        sides = [[self.name(name) for name in set(names)] for names in (refs, hyps)]
        sessions, channels = ([{name[part] for name in side} for side in sides] for part in (0, 1))
        several = any(len(side) > 1 for side in sessions)
        is_named = several and {""} not in channels
        self._kept = several, is_named or any(len(side) > 1 for side in channels)
        self._known.clear()

    def name(self, name: tuple[str, str]) -> tuple[str, str]:
        """The key of a session and a channel."""
        key = self._known.get(name)
        if key is None:
            parts = [part if keep else "" for part, keep in zip(name, self._kept, strict=True)]
            session, channel = parts if self._sensitive else map(folded, parts)
            key = self._known[name] = session, channel
        return key

    def names(self, names: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The keys of many sessions and channels."""
        key_of = {name: self.name(name) for name in {*names}}
        return list(map(key_of.__getitem__, names))


def _first_names(
    keys: Sequence[tuple[str, str]], names: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, str]]:
    """Session and channel of every key, as they are written first."""
    return dict(zip(reversed(keys), reversed(names), strict=True))


def _extra(table: Words, fold: Fold, keys: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names of a table that are not known, in their first spelling."""
    extra: dict[tuple[str, str], tuple[str, str]] = {}
    for name in dict.fromkeys(table.names):
        if (key := fold.name(name)) not in keys:
            extra.setdefault(key, name)
    return list(extra.values())


def _checked(unpaired: Unpaired, missing: Missing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The channels of one side alone as text, unless they are an error."""
    if not unpaired.are_allowed(missing):
        raise MismatchError(unpaired.message(missing))
    return tuple(starmap(place_name, unpaired.lacking)), tuple(starmap(place_name, unpaired.extra))


# --- words and segments for the core ---------------------------------------------------------------

_KINDS = {ALT_BEGIN: 0, ALT_END: 2}


def _numbers(keys: Iterable[tuple[str, str]], left_out: Collection[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The number of each channel, in order, except those that are left out."""
    return {key: number for number, key in enumerate([key for key in dict.fromkeys(keys) if key not in left_out])}


def _given(
    table: Words, fold: Fold, numbers: Mapping[tuple[str, str], int]
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]:
    """Words for the core: those of channels without a number are paired with nothing."""
    channels = array("q", [numbers.get(key, -1) for key in fold.names(table.names)])
    marks = table.marks()
    kinds = bytes([_KINDS.get(mark, 1) for mark in marks.values()])
    return (
        table.begin.tobytes(),
        table.duration.tobytes(),
        table.first.tobytes(),
        channels.tobytes(),
        array("q", marks).tobytes(),
        kinds,
    )


def _bytes(code: str, column: Sequence[float]) -> bytes:
    """A column for the core."""
    return (column if isinstance(column, array) else array(code, column)).tobytes()


def _check_overlaps(ref: Windows, overlaps: Sequence[int]) -> None:
    """Reports the segments that overlap, given in pairs."""
    try:
        _report_overlaps(ref, overlaps)
    except FormatError as error:
        advice = (
            "overlap='earlier' (--overlap earlier) assigns words in both to the earlier one; `scorelite meetings` "
            "scores speakers who talk at once"
        )
        raise FormatError(error.problems, error.more, arguments_in(advice)) from None


def _report_overlaps(ref: Windows, overlaps: Sequence[int]) -> None:
    problems = Problems()
    for before, place in zip(overlaps[::2], overlaps[1::2], strict=True):
        if not ref.lines[place]:
            raise MismatchError(
                f"{ref.path}: segments overlap at {ref.start[place]:g}, as those of several tiers or speakers do; "
                "expected one tier of words, ref_tier=NAME (--ref-tier NAME), or a score "
                "of meetings for several speakers; overlap='earlier' (--overlap earlier) assigns words in both to the "
                "earlier one"
            )
        of = f" of {place_name(*names)}" if any(names := ref.names[place]) else ""
        what = (
            f"this segment{of} begins at {ref.start[place]}, before the segment of line "
            f"{ref.lines[before]} ends at {ref.end[before]}"
        )
        problems.add(Where(ref.path, ref.lines[place]), what, "segments that do not overlap")
    problems.check()


def _explain_strays(names: Sequence[tuple[str, str]], middles: Sequence[float]) -> str:
    rows = zip(names, middles, strict=True)
    shown = [f"{session} {channel} at {round(middle, 3)}" for (session, channel), middle in rows]
    return (
        f"{listed(shown, 'word')} of the hypothesis outside all segments of the reference\n"
        "Fix the times, or choose: outside='attach' (--outside attach) assigns them to the next segment, as sclite "
        "does; outside='skip' (--outside skip) leaves them out"
    )
