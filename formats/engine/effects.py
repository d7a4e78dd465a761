"""Conversion options that have no effect: nearly all are an error, for the output is not what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import UsageError, quantity, short
from ..record import Format
from ..schema import Corpus, Table
from .names import several_channels

TABLES = ("commas", "tabs")
"""The ways in which tables are read in pieces; only they have columns."""
# Formats with a tier for each recording where a file holds several.
TIERS = ("textgrid", "textgrid-short")
_OPTIONS = {
    "session": "session= (--session)",
    "channel": "channel= (--channel)",
    "speakers": "speakers= (--speaker-map)",
    "pause": "pause= (--pause)",
    "interpolate": "interpolate=True (--interpolate)",
    "begin": "begin= (--begin)",
    "end": "end= (--end)",
    "shift": "shift= (--shift)",
    "fps": "fps= (--fps)",
    "max_chars": "max_chars= (--max-chars)",
    "max_lines": "max_lines= (--max-lines)",
    "max_duration": "max_duration= (--max-duration)",
    "min_gap": "min_gap= (--min-gap)",
}
_OF_EXCERPTS = ("begin", "end")
_OF_TIMES = ("shift", "fps")
_OF_CUES = ("max_chars", "max_lines", "max_duration", "min_gap")
_WITH_TIMES = frozenset({"segment times", "times", "regions"})
_FEATURES = {"session": "sessions", "channel": "channels", "speakers": "speakers"}
_FEATURES_OF_PLACES = ("session", "channel", "speaker")
_NAMES = {"session": "recording", "channel": "channel", "speakers": "speaker"}


@dataclass(frozen=True, slots=True)
class Given:
    """The options that were given; None for the others."""

    session: str | Mapping[str, str] | None = None
    channel: str | Mapping[str, str] | None = None
    speakers: Mapping[str, str] | None = None
    pause: float | None = None
    interpolate: bool | None = None
    begin: float | None = None
    end: float | None = None
    shift: float | None = None
    fps: str | None = None
    max_chars: int | None = None
    max_lines: int | None = None
    max_duration: float | None = None
    min_gap: float | None = None

    def names(self) -> list[str]:
        """The names of the options that were given."""
        return [name for name in _OPTIONS if getattr(self, name) not in (None, {}, "")]


def check_target(wanted: Given, goal: Format) -> None:
    """Raises UsageError for an option that no source could give an effect on this target."""
    for name in wanted.names():
        is_choice = name == "channel" and isinstance(wanted.channel, str)  # which the source decides
        if not is_choice and not _can_show(name, goal):
            raise UsageError(_unseen(name, goal))


def _unseen(name: str, goal: Format) -> str:
    return f"{_OPTIONS[name]} has no effect on {goal.name}, which holds no {_lacking(name)}"


def _can_show(name: str, goal: Format) -> bool:
    if name == "interpolate":
        return "times" in goal.carries
    if name == "pause":
        # A region is a whole recording; turns of speakers are cut from their words.
        return goal.name == "rttm" or (goal.name != "uem" and "segment times" in goal.needs)
    if name in _OF_EXCERPTS:
        return True
    if name in _OF_TIMES:
        return not _WITH_TIMES.isdisjoint(goal.carries)
    if name in _OF_CUES:
        return goal.cues
    # Ids are made of the names where the source has none.
    return _FEATURES[name] in goal.carries or "ids" in goal.needs or (name == "session" and goal.name in TIERS)


def _lacking(name: str) -> str:
    if name == "interpolate":
        return "times of words"
    if name in _OF_TIMES:
        return "times"
    if name in _OF_CUES:
        return "cues of subtitles"
    return "segments that are cut at pauses" if name == "pause" else f"{_NAMES[name]}s"


@dataclass(slots=True)
class Effects:
    """Options that have not had an effect on any piece so far."""

    given: Given
    goal: Format
    idle: set[str] = field(default_factory=set)
    _pieces: int = 0
    _seen: dict[str, set[str]] = field(default_factory=dict)
    """Names of recordings, channels and speakers, to be listed."""

    def __post_init__(self) -> None:
        check_target(self.given, self.goal)
        self.idle |= {*self.given.names()}

    def look(self, corpus: Corpus) -> None:
        """Notes which names a piece has, before they are changed."""
        if corpus.regions or _has_times(corpus):
            self.idle -= {*_OF_TIMES, *_OF_EXCERPTS}
        if not len(corpus):
            return
        self._pieces += 1
        self.idle -= {*_OF_CUES}  # a limit that every cue keeps is no mistake
        for name, names_of in (("session", sessions_of), ("channel", channels_of), ("speakers", speakers_of)):
            if name in self.idle and self._renames(name, names_of(corpus), corpus):
                self.idle.discard(name)

    def _renames(self, option: str, present: set[str], corpus: Corpus) -> bool:
        wanted = getattr(self.given, option)
        if isinstance(wanted, str):
            if option == "channel" and several_channels(corpus):
                return True
            return _can_show(option, self.goal) and self._has_place(corpus, option)
        self._seen.setdefault(option, set()).update(present)
        return bool(present & {*wanted})

    def _has_place(self, corpus: Corpus, name: str) -> bool:
        """Whether a new name can be written: a table that becomes a table keeps its columns."""
        if self.goal.streams not in TABLES or corpus.format != self.goal.name:
            return True
        return corpus.table.has(name)

    def made(self, *, cut: bool, interpolated: bool) -> None:
        """Notes what was made in a piece: segments cut at pauses, interpolated times."""
        self.idle -= {name for name, done in (("pause", cut), ("interpolate", interpolated)) if done}

    def problems(self) -> dict[str, str]:
        """The options without effect, each with its message; none for an empty source."""
        idle = [name for name in _OPTIONS if name in self.idle and name != "interpolate"]
        return {name: self._problem(name) for name in idle} if self._pieces else {}

    def notes(self) -> list[str]:
        """A note where all words have times: nothing was interpolated, but the output is what was asked for."""
        is_idle = self._pieces and "interpolate" in self.idle
        return [f"{_OPTIONS['interpolate']} has no effect: all words have times"] if is_idle else []

    def _problem(self, name: str) -> str:
        begin = f"{_OPTIONS[name]} has no effect: the source has"
        if name == "pause":
            return f"{begin} segments with times, or no words with times that are cut at pauses"
        if name in (*_OF_TIMES, *_OF_EXCERPTS):
            return f"{begin} no times"
        names = sorted(self._seen.get(name, set()) - {""})
        old = getattr(self.given, name)
        if not isinstance(old, Mapping) and not _can_show(name, self.goal):
            return _unseen(name, self.goal)
        if not isinstance(old, Mapping):
            return f"{begin} no column for {_NAMES[name]}s, and a table keeps its columns"
        if not names:
            return f"{begin} no names of {_NAMES[name]}s"
        few = ", ".join(map(repr, map(short, names[:5]))) + ", ..." * (len(names) > 5)
        wanted = ", ".join(map(repr, map(short, [*old][:5])))
        return f"{begin} {quantity(len(names), _NAMES[name])} ({few}), and none of {wanted}"


def sessions_of(corpus: Corpus) -> set[str]:
    """The names of all recordings of a corpus."""
    return _values(corpus.table, "session")


def channels_of(corpus: Corpus) -> set[str]:
    """The names of all channels of a corpus."""
    return _values(corpus.table, "channel")


def places_of(corpus: Corpus) -> set[tuple[str, str]]:
    """The names of all recordings with their channels; texts have none."""
    table = corpus.table
    return {*zip(table.sessions, table.channels, strict=True)} if _have_places(table) else set()


def speakers_of(corpus: Corpus) -> set[str]:
    """The names of all speakers of a corpus."""
    words = corpus.table.words
    if words is not None:
        # The fields after the confidence of a row: type and speaker.
        return {rest.partition(" ")[2] for rest in words.rest.values()} - {""}
    return _values(corpus.table, "speaker") - {""}


def _have_places(table: Table) -> bool:
    """Whether segments belong to a recording, a channel or a speaker, which utterances of bare texts do not."""
    return table.written is None or table.has_windows() or any(map(table.has, _FEATURES_OF_PLACES))


def _has_times(corpus: Corpus) -> bool:
    table = corpus.table
    return table.start is not None or table.end is not None or table.has_word_times()


def _values(table: Table, name: str) -> set[str]:
    """The values of one name; texts have none."""
    return {*getattr(table, f"{name}s")} if _have_places(table) else set()
