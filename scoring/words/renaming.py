"""Other names for recordings, channels and speakers of both sides, and which of them had an effect."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from ...formats.errors import UsageError, quantity, short
from ...formats.schema import NOTICE, Corpus
from ...formats.values import replace
from ..common.strip_id import StripId
from .result import Result
from .speakers import KINDS, speakers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_SHOWN = 5


class Renaming:
    """Names of the options, and the names that the files of one or several pairs had before."""

    __slots__ = (
        *("_channels", "_has_taken", "_sessions", "_speakers"),
        *("channel", "session", "speaker_map", "stripped"),
    )

    def __init__(
        self,
        session: str | Mapping[str, str] | None = None,
        channel: str | Mapping[str, str] | None = None,
        speaker_map: Mapping[str, str] | None = None,
        strip_id: str | None = None,
    ) -> None:
        self.session = session
        self.channel = channel
        self.speaker_map = speaker_map
        self.stripped = StripId(strip_id)
        self._sessions: set[str] = set()
        self._channels: set[str] = set()
        self._speakers: set[str] = set()
        self._has_taken = False

    def __bool__(self) -> bool:
        return bool(self.session or self.channel not in (None, {}) or self.speaker_map or self.stripped)

    def both(self, ref: Corpus, hyp: Corpus, session: str | Mapping[str, str] | None = None) -> tuple[Corpus, Corpus]:
        """Both sides under other names. Channels are renamed on one side where it alone has all the old names.

        Of a reference with the channels 1 and 2 and a hypothesis with 0 and 1, the map 0=1, 1=2 is for the hypothesis.
        """
        has_all = [self._has_channels(side) for side in (ref, hyp)]
        either = any(has_all)
        ref, hyp = self._with_notice(ref, hyp), self._with_notice(hyp, ref)
        return (
            self.renamed(ref, session, channels=has_all[0] or not either),
            self.renamed(hyp, session, channels=has_all[1] or not either),
        )

    def _with_notice(self, corpus: Corpus, other: Corpus) -> Corpus:
        """A side, with a notice if it has no channels to choose from and the other one has several."""
        if not isinstance(self.channel, str):
            return corpus
        from ...formats.engine.effects import channels_of
        from ...formats.engine.names import several_channels

        if any(channels_of(corpus)) or not several_channels(other):
            return corpus
        notice = f"no channels: all its words are scored with channel {short(self.channel)} of the other side"
        return replace(corpus, meta=(*corpus.meta, (corpus.format + NOTICE, notice)))

    def _has_channels(self, corpus: Corpus) -> bool:
        """Whether a side has all the channels that a map renames."""
        if not self.channel or isinstance(self.channel, str):
            return False
        from ...formats.engine.effects import channels_of

        return channels_of(corpus) >= self.channel.keys()

    def renamed(
        self, corpus: Corpus, session: str | Mapping[str, str] | None = None, *, channels: bool = True
    ) -> Corpus:
        """One side under other names; a corpus of bare texts has no names to change.

        `session` is the name of a recording without one, where the options name no recordings.
        """
        if self:
            from ...formats.engine.effects import channels_of, sessions_of, speakers_of

            self._sessions |= sessions_of(corpus)
            self._channels |= channels_of(corpus)
            self._speakers |= speakers_of(corpus)
        if self.stripped:
            corpus = self._without(corpus)
        wanted = self.session or session
        if not (wanted or self):
            return corpus
        from ...formats.engine.renaming import renamed

        return renamed(corpus, session=wanted, channel=self.channel if channels else None, speakers=self.speaker_map)

    def one_channel(self, corpus: Corpus) -> Corpus:
        """The words of the named channel of a file that is one text; a file of one channel, or without this
        one, stays as it is."""
        channels = {*corpus.table.channels}
        if not isinstance(self.channel, str) or self.channel not in channels or len(channels) < 2:
            return corpus
        from ...formats.engine.renaming import renamed

        self._has_taken = True
        return renamed(corpus, channel=self.channel)

    def files(self, by_name: dict[str, Path], folder: Path) -> dict[str, Path]:
        """The files of a folder without what the expression matches in their names."""
        return self.stripped.keys(by_name, os.fspath(folder))

    def _without(self, corpus: Corpus) -> Corpus:
        """One side without what the expression matches in its ids, and with times in the names of its recordings."""
        ids = [*corpus.ids()] if corpus.table.has("id") else []
        if ids:
            names = self.stripped.names(ids, corpus.path)
            corpus = replace(corpus, segments=corpus.table.changed(id=[names[name] for name in ids]))
        return corpus if ids and not corpus.table.has_windows() else self.stripped.sessions(corpus)

    def check_kind(self, result: Result) -> None:
        """Raises UsageError for names of recordings and channels where texts are paired by ids."""
        if result.table.timeline is not None:
            return
        for name, renamed in (("session", self.session), ("channel", None if self._has_taken else self.channel)):
            if renamed not in (None, {}, ""):
                raise UsageError(f"{name}= (--{name}) has no effect without segments or words with times")

    def check_whole(self, ref: Corpus, hyp: Corpus) -> None:
        """Raises UsageError where plain text is compared with the only recording of the other side."""
        for name, renamed in (("session", self.session), ("channel", self.channel)):
            if renamed not in (None, {}, ""):
                from ...formats.engine.effects import places_of

                if len(places_of(ref) | places_of(hyp)) < 2:
                    raise UsageError(f"{name}= (--{name}) has no effect on one recording compared with plain text")

    def check(self, result: Result) -> None:
        """Raises UsageError for a map whose old names no file has."""
        used = {*self.used(result)}
        if isinstance(self.session, Mapping) and self.session and "session" not in used:
            raise _unknown("session= (--session)", self.session, self._sessions, "recording")
        if isinstance(self.channel, Mapping) and self.channel and "channel" not in used:
            raise _unknown("channel= (--channel)", self.channel, self._channels, "channel")
        if self.speaker_map and "speaker_map" not in used:
            shown = self._speakers or {*result.speakers()}
            raise _unknown("speaker_map= (--speaker-map)", self.speaker_map, shown, "speaker")
        self.stripped.check()

    def used(self, result: Result) -> Iterator[str]:
        """The maps that have a name of these files."""
        if isinstance(self.session, Mapping) and self._sessions & {*self.session}:
            yield "session"
        if isinstance(self.channel, Mapping) and self._channels & {*self.channel}:
            yield "channel"
        if self.speaker_map and (self._speakers | _of_ids(result)) & {*self.speaker_map}:
            yield "speaker_map"
        if self.stripped.has_effect:
            yield "strip_id"


def _of_ids(result: Result) -> set[str]:
    """The speakers that ids name, in each way that a report may choose; before they are renamed."""
    if result.table.timeline is not None or result.table.made_up:
        return set()

    names_of_ids: set[str] = set()
    names = result.table.names()
    for kind in KINDS:
        try:
            names_of_ids.update(speakers_of(names, kind))
        except UsageError:  # ids that name no speaker in this way
            continue
    return names_of_ids


def _unknown(option: str, renamed: Mapping[str, str], present: set[str], what: str) -> UsageError:
    names = sorted(present - {""})
    if not names:
        return UsageError(f"{option} has no effect: the files name no {what}s")
    few = ", ".join(map(repr, map(short, names[:_SHOWN]))) + ", ..." * (len(names) > _SHOWN)
    old = ", ".join(map(repr, map(short, [*renamed][:_SHOWN]))) + ", ..." * (len(renamed) > _SHOWN)
    return UsageError(f"{option} has no effect: the files have {quantity(len(names), what)} ({few}), and none of {old}")


def check_rules_apply(result: Result, outside: str, overlap: str) -> None:
    """Raises UsageError for rules of segments with times where there are none."""
    needed = "a reference of segments with times and a hypothesis of words with times"
    if result.outside_rule:
        return
    for name, chosen, usual in (("outside", outside, "attach"), ("overlap", overlap, "error")):
        if chosen != usual:
            raise UsageError(f"{name}={chosen!r} (--{name} {chosen}) has no effect without {needed}")
