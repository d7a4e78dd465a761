"""Words paired with reference segments by recording, channel and time; no pair is guessed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise, starmap
from operator import add, gt

from .... import core
from ....formats.errors import MismatchError, Problems, Where
from ....formats.schema.words import ALT_BEGIN, ALT_END, Words
from ....formats.values import dataclass
from ...common.results import Missing, check_missing, listed
from ..utterance_table import folded, place_name
from .rules import Outside, Overlap, check_rules, choices

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
    """Words of a table, utterance after utterance; ~row is the null word behind the mark in that row."""

    rows: Sequence[int]
    first: array[int]
    """The first word of every utterance, and the number of words."""


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
    """Those that are further away from all segments than a recogniser is late or early."""
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
    places: dict[tuple[str, str], list[int]] = {key: [] for key in keys}
    for place, key in enumerate(keys):
        places[key] += (place,)
    channels = _channels(hyp, fold)
    silent = {key for key, its_places in places.items() if all(ref.ignored[place] for place in its_places)}
    lacking = [ref.names[places[key][0]] for key in places if key not in channels and key not in silent]
    extra = _extra(hyp, fold, places.keys())
    absent = _check_names(len(places), lacking, len(channels), extra, missing)
    left_out = {fold.name(name) for name in lacking} if missing == "skip" else set()

    units = _Units(hyp)
    spans = list(zip(ref.start, ref.end, strict=True))
    owners: dict[int, list[int]] = {}
    strays: list[_Stray] = []
    beyond, silent_segments = 0, list[int]()
    problems = Problems()
    for key, segments in places.items():
        if key in left_out:
            continue
        segments = sorted(segments, key=spans.__getitem__)
        if overlap == "error":
            _check_overlap(ref, segments, problems)
        channel_units = units.of(channels.get(key, ()))
        beyond += _beyond(spans, segments, units.middles(channel_units), silent_segments)
        _distribute(ref, segments, units, channel_units, outside, owners, strays)
    problems.check()
    if strays and outside == "error":
        raise MismatchError(_explain_strays(strays))
    scored: Sequence[int] = range(len(keys))
    if left_out or any(ref.ignored):
        rows = zip(keys, ref.ignored, strict=True)
        scored = [place for place, (key, ignored) in enumerate(rows) if not ignored and key not in left_out]
    return WindowPairing(
        units.select([owners.get(place, ()) for place in scored]),
        segments=scored,
        missing=absent[0],
        extra=absent[1],
        outside=len(strays),
        far=sum([each.distance > _FAR for each in strays]),
        ignored_segments=sum(map(bool, ref.ignored)),
        ignored_words=sum([len(words) for place, words in owners.items() if ref.ignored[place]]),
        beyond=beyond,
        silent=silent_segments,
    )


def by_pauses(ref: Words, hyp: Words, *, case_sensitive: bool = False, missing: Missing = "error") -> PausePairing:
    """Cuts every channel into utterances where both sides are silent for a second."""
    check_missing(missing)
    fold = Fold(case_sensitive, ref.names, hyp.names)
    refs, hyps = _channels(ref, fold), _channels(hyp, fold)
    lacking = _extra(ref, fold, hyps.keys())
    extra = _extra(hyp, fold, refs.keys())
    absent = _check_names(len(refs), lacking, len(hyps), extra, missing)
    left_out = {fold.name(name) for name in lacking} if missing == "skip" else set()

    units = _Units(ref), _Units(hyp)
    owners: tuple[list[Sequence[int]], list[Sequence[int]]] = [], []
    pieces: list[tuple[str, str, float, float]] = []
    beyond = [0, 0]
    names = dict(zip(reversed(fold.names(ref.names)), reversed(ref.names), strict=True))
    for key, runs in refs.items():
        if key in left_out:
            continue
        spoken = units[0].of(runs), units[1].of(hyps.get(key, ()))
        beyond = list(map(add, beyond, _beyond_each_other(*map(_Units.middles, units, spoken))))
        for start, end, *piece in _pieces(units, *spoken):
            pieces += ((*names[key], start, end),)
            for of_side, words in zip(owners, piece, strict=True):
                of_side += (words,)
    return PausePairing(
        units[0].select(owners[0]),
        units[1].select(owners[1]),
        pieces=pieces,
        missing=absent[0],
        extra=absent[1],
        beyond=(beyond[0], beyond[1]),
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


def _channels(table: Words, fold: Fold) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Runs of rows by channel."""
    keys = fold.names(table.names)
    runs: dict[tuple[str, str], list[tuple[int, int]]] = {key: [] for key in keys}
    for key, run in zip(keys, pairwise(table.first), strict=True):
        runs[key] += (run,)
    return runs


def _extra(table: Words, fold: Fold, keys: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names of a table that are not known, in their first spelling."""
    expected = dict.fromkeys(keys)
    extra: dict[tuple[str, str], tuple[str, str]] = {}
    for key, name in zip(fold.names(table.names), table.names, strict=True):
        if key not in expected:
            extra.setdefault(key, name)
    return list(extra.values())


def _check_names(
    refs: int, lacking: Sequence[tuple[str, str]], hyps: int, extra: Sequence[tuple[str, str]], missing: Missing
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that only one side has as text, unless that is an error."""
    absent = tuple(starmap(place_name, lacking)), tuple(starmap(place_name, extra))
    if (lacking and missing == "error") or (extra and missing != "skip"):
        raise MismatchError(explain_names(refs, lacking, hyps, extra, missing))
    return absent


def explain_names(
    refs: int, lacking: Sequence[tuple[str, str]], hyps: int, extra: Sequence[tuple[str, str]], missing: Missing
) -> str:
    """The message about names of channels of one side alone; `refs` and `hyps` are the numbers of all."""
    lines = ["reference and hypothesis have different recordings and channels"]
    names = list(starmap(place_name, lacking))
    if names:
        lines.append(f"  {listed(names, 'channel')} of {refs} in the reference without a word in the hypothesis")
    if extra:
        unknown = list(starmap(place_name, extra))
        lines.append(f"  {listed(unknown, 'channel')} of {hyps} in the hypothesis without a reference")
    sessions = {session for session, _ in lacking}
    alike = sum(session in sessions for session, _ in extra)
    if alike:
        lines.append(f"  {alike} of these differ only in the name of the channel: {_example(lacking, extra)}")
    folded = {tuple(map(str.casefold, name)) for name in extra}
    alike = sum(tuple(map(str.casefold, name)) in folded for name in lacking)
    if alike:
        lines.append(f"  {alike} of these differ only in upper and lower case")
    if lacking and extra and lacking[0][0] != extra[0][0]:
        new, old = lacking[0][0], extra[0][0]
        new, old = (new, old) if new else (old, new)
        lines.append(f"  session={{{old!r}: {new!r}}} (--session '{old}={new}') says that these two are one recording")
    return "\n".join([*lines, *choices("channels", "names", bool(extra), missing)])


def _example(lacking: Sequence[tuple[str, str]], extra: Sequence[tuple[str, str]]) -> str:
    for session, channel in lacking:
        for other, channel_of_hyp in extra:
            if other == session:
                return f"{session} {channel} in the reference, {session} {channel_of_hyp} in the hypothesis"
    return ""


# --- words -----------------------------------------------------------------------------------------


class _Units:
    """Words and whole alternations of a table; the number of a unit is that of its first row."""

    def __init__(self, table: Words) -> None:
        self._table = table
        self.begin: Sequence[float] = table.begin
        """Begins of units; an alternation begins with its first word."""
        self.middle: Sequence[float] = array("d", map(add, table.begin, map((0.5).__mul__, table.duration)))
        """Middles of units; the middle of an alternation is the latest middle of its words."""
        self._marks = table.marks()
        self._behind = self._alternations()
        self._inside = {row for first, last in self._behind.items() for row in range(first + 1, last)}
        if self._behind:
            self._measure()

    @cached_property
    def end(self) -> Sequence[float]:
        """Ends of units; an alternation ends with its last word."""
        return array("d", map(add, self._table.begin, self._table.duration))

    def _alternations(self) -> dict[int, int]:
        """First rows of alternations, with the rows behind them."""
        behind = {}
        begin = 0
        for row, mark in self._marks.items():
            if mark == ALT_BEGIN:
                begin = row
            elif mark == ALT_END:
                behind[begin] = row + 1
        return behind

    def _measure(self) -> None:
        """Sets begin, middle and end of alternations in their first and last rows."""
        begin, middle, end = array("d", self.begin), array("d", self.middle), array("d", self.end)
        starts = set(self._table.first)
        for first, last in self._behind.items():
            rows = [row for row in range(first, last) if row not in self._marks]
            if rows:
                values = (
                    min([begin[row] for row in rows]),
                    max([middle[row] for row in rows]),
                    max([end[row] for row in rows]),
                )
            else:
                # An alternation without times goes with the word before it.
                before = first - 1 if first not in starts else first
                values = begin[before], middle[before], end[before]
            for row in (first, last - 1):
                begin[row], middle[row], end[row] = values
        self.begin, self.middle, self.end = begin, middle, end

    def of(self, runs: Iterable[tuple[int, int]]) -> Sequence[int]:
        """Units of some runs, sorted by begin; units that begin together keep their order."""
        units_of_runs: list[Sequence[int]] = list(starmap(self._of_run if self._behind else range, runs))
        units = units_of_runs[0] if len(units_of_runs) == 1 else list(chain.from_iterable(units_of_runs))
        begins = _taken(self.begin, units)
        if any(map(gt, begins, islice(begins, 1, None))):
            return sorted(units, key=self.begin.__getitem__)
        return units

    def _of_run(self, first: int, last: int) -> Sequence[int]:
        return [row for row in range(first, last) if row not in self._inside]

    def middles(self, units: Sequence[int]) -> Sequence[float]:
        """The middles of some units."""
        return _taken(self.middle, units)

    def select(self, owners: Sequence[Sequence[int]]) -> Selection:
        """Rows of units, utterance after utterance."""
        rows = owners
        if self._behind:
            # sclite reads the null word behind a mark before another, but loses the word that follows that one.
            hollow = {row for row, mark in self._marks.items() if mark != ALT_END and row + 1 in self._marks}
            whole = {
                unit: [each for row in range(unit, behind) for each in ((row, ~row) if row in hollow else (row,))]
                for unit, behind in self._behind.items()
            }
            rows = [list(chain.from_iterable(map(whole.get, units, zip(units, strict=True)))) for units in owners]
        sizes = accumulate(map(len, rows), initial=0)
        return Selection(list(chain.from_iterable(rows)), array("q", sizes))


def _taken(column: Sequence[float], places: Sequence[int]) -> Sequence[float]:
    """The values at some places of a column."""
    if isinstance(places, range):
        return column[places.start : places.stop]
    return [column[place] for place in places]


@dataclass(frozen=True, slots=True)
class _Stray:
    """A word in no segment."""

    session: str
    channel: str
    middle: float
    distance: float
    """Seconds to the nearest segment."""


# --- times -----------------------------------------------------------------------------------------


def _distribute(
    ref: Windows,
    places: Sequence[int],
    units: _Units,
    words: Sequence[int],
    outside: Outside,
    owners: dict[int, list[int]],
    strays: list[_Stray],
) -> None:
    """Assigns the words of one channel to its segments, both in order of time."""
    starts, ends = (array("d", [column[place] for place in places]).tobytes() for column in (ref.start, ref.end))
    middles = array("d", units.middles(words))
    numbers, first, lost, distances = core.assigned(starts, ends, middles.tobytes(), outside == "attach")
    chosen = array("q", numbers).tolist()
    if words != range(len(words)):
        chosen = [words[number] for number in chosen]
    for place, (low, high) in zip(places, pairwise(array("q", first)), strict=True):
        owners[place] = chosen[low:high]
    for number, distance in zip(array("q", lost), array("d", distances), strict=True):
        strays.append(_Stray(*ref.names[places[0]], middles[number], distance))


def _beyond(
    spans: Sequence[tuple[float, float]], segments: Sequence[int], middles: Sequence[float], silent: list[int]
) -> int:
    """The number of words beyond all segments of a channel; segments beyond all of its words are added to `silent`."""
    if not middles:
        return 0
    start, end = spans[segments[0]][0], max([spans[place][1] for place in segments])
    first, last = min(middles), max(middles)
    beyond = [place for place in segments if spans[place][1] <= first or spans[place][0] > last]
    if len(beyond) > _MISSED:
        silent += beyond
    if start <= first and last < end:
        return 0
    return sum([not start <= middle < end for middle in middles])


def _beyond_each_other(refs: Sequence[float], hyps: Sequence[float]) -> tuple[int, int]:
    """The words of each side of a channel, by their middles, before the first or after the last one of the other."""
    if not refs or not hyps:
        return 0, 0
    pairs = ((refs, min(hyps), max(hyps)), (hyps, min(refs), max(refs)))
    of_ref, of_hyp = (sum([not first <= middle <= last for middle in side]) for side, first, last in pairs)
    return of_ref if of_ref >= _MISSED_WORDS else 0, of_hyp if of_hyp >= _MISSED_WORDS else 0


def _check_overlap(ref: Windows, places: Sequence[int], problems: Problems) -> None:
    for before, place in pairwise(places):
        if ref.start[place] < ref.end[before]:
            session, channel = ref.names[place]
            what = (
                f"this segment of {session} {channel} begins at {ref.start[place]}, before the segment of line "
                f"{ref.lines[before]} ends at {ref.end[before]}"
            )
            expected = (
                "segments that do not overlap; overlap='earlier' (--overlap earlier) assigns words in both to the "
                "earlier one"
            )
            problems.add(Where(ref.path, ref.lines[place]), what, expected)


def _explain_strays(strays: Sequence[_Stray]) -> str:
    shown = [f"{each.session} {each.channel} at {round(each.middle, 3)}" for each in strays]
    return (
        f"{listed(shown, 'word')} of the hypothesis outside all segments of the reference\n"
        "Fix the times, or choose: outside='attach' (--outside attach) assigns them to the next segment, as sclite "
        "does; outside='skip' (--outside skip) leaves them out"
    )


def _pieces(
    units: tuple[_Units, _Units], refs: Sequence[int], hyps: Sequence[int]
) -> list[tuple[float, float, Sequence[int], Sequence[int]]]:
    """Begin, end and units of both sides, which are sorted by begin, for every piece of a channel."""
    begins: Sequence[float] = [*_taken(units[0].begin, refs), *_taken(units[1].begin, hyps)]
    ends = [*_taken(units[0].end, refs), *_taken(units[1].end, hyps)]
    order = sorted(range(len(begins)), key=begins.__getitem__)
    begins = _taken(begins, order)
    latest = list(accumulate(_taken(ends, order), max))
    # The words before which both sides are silent: the first of each piece.
    pauses = enumerate(zip(islice(begins, 1, None), latest, strict=False), 1)
    firsts = [place for place, (begin, end) in pauses if begin - end >= PAUSE]
    passed = list(accumulate(map(len(refs).__gt__, order), initial=0))
    return [
        (
            begins[first],
            latest[last - 1],
            refs[passed[first] : passed[last]],
            hyps[first - passed[first] : last - passed[last]],
        )
        for first, last in pairwise((0, *firsts, len(order)) if order else ())
    ]
