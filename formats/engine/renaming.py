"""New names for recordings, channels and speakers, as the caller asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import UsageError, quantity, short
from ..schema import NOTICE, Corpus, Table
from ..values import replace
from .gaps import kept
from .names import several_channels

_SHOWN = 5
"""Names of channels in a message."""


def renamed(
    corpus: Corpus,
    *,
    session: str | Mapping[str, str] | None = None,
    channel: str | Mapping[str, str] | None = None,
    speakers: Mapping[str, str] | None = None,
) -> Corpus:
    """The corpus with new names: for all sessions or channels, or for those that a map names.

    Of a recording with several channels, one name for all takes the channel that is called so.

    >>> from ..schema import Segment
    >>> renamed(Corpus((Segment(speaker="S1"),)), session="talk", speakers={"S1": "anna"}).segments[0].speaker
    'anna'
    """
    if not session and channel is None and not speakers:
        return corpus
    if isinstance(channel, str):
        corpus = _of_channel(corpus, channel)
    speaker_map = speakers or {}
    table = corpus.table
    sessions = {old: _new_name(old, session or None) for old in {*table.sessions}}
    columns: dict[str, list[str]] = {"session": list(map(sessions.__getitem__, table.sessions))}
    if channel is not None:
        channels = {old: _new_name(old, channel) for old in {*table.channels}}
        columns["channel"] = list(map(channels.__getitem__, table.channels))
    if table.words is not None:
        rows = table.changed(**columns).words
        assert rows is not None
        rows.rest = {row: _with_speaker(rest, speaker_map) for row, rest in rows.rest.items()}
        return replace(corpus, segments=Table.rows(rows))
    if speaker_map:
        columns["speaker"] = [speaker_map.get(old, old) for old in table.speakers]
    regions = tuple(
        replace(region, session=_new_name(region.session, session or None), channel=_new_name(region.channel, channel))
        for region in corpus.regions
    )
    return replace(corpus, segments=table.changed(**columns), regions=regions)


def _of_channel(corpus: Corpus, channel: str) -> Corpus:
    """The corpus with this channel alone of each recording that has several, and a notice about the others.

    Segments without a channel stay, as do recordings of one channel, whatever it is called.

    >>> from ..schema import Segment
    >>> both = Corpus((Segment(channel="0", text="hello"), Segment(channel="1", text="hi")))
    >>> [segment.text for segment in _of_channel(both, "1")]
    ['hi']
    """
    several = several_channels(corpus)
    if not several:
        return corpus
    for session, names in several.items():
        if channel not in names:
            raise _no_channel(corpus.path, session, names, channel)

    def is_of_it(session: str, name: str) -> bool:
        return session not in several or name in ("", channel)

    rows = zip(corpus.table.sessions, corpus.table.channels, strict=True)
    chosen = kept(corpus, [place for place, row in enumerate(rows) if is_of_it(*row)])
    others = {name: None for names in several.values() for name in names if name != channel}
    shown = ", ".join(map(short, [*others][:_SHOWN])) + ", ..." * (len(others) > _SHOWN)
    notice = f"only channel {short(channel)} is read, not {'channel' if len(others) == 1 else 'channels'} {shown}"
    return replace(
        chosen,
        regions=tuple([region for region in corpus.regions if is_of_it(region.session, region.channel)]),
        meta=(*corpus.meta, (f"{corpus.format}{NOTICE}", notice)),
    )


def _no_channel(path: str, session: str, names: Sequence[str], channel: str) -> UsageError:
    """The error for a name that none of the channels of a recording has."""
    recording = f"recording {short(session)!r}" if session else "the recording"
    pairs = ", ".join(f"{name!r}: {channel!r}" for name in names[:_SHOWN])
    options = " --channel ".join(f"'{name}={channel}'" for name in names[:_SHOWN])
    return UsageError(
        f"{path}: no channel {short(channel)!r}: {recording} has {quantity(len(names), 'channel')} "
        f"({', '.join(map(short, names[:_SHOWN]))}{', ...' * (len(names) > _SHOWN)}); expected one of these in "
        f"channel= (--channel), or new names: channel={{{pairs}}} (--channel {options}) joins channels"
    )


def _new_name(old: str, names: str | Mapping[str, str] | None) -> str:
    """The name that replaces an old one: one for all, or that of a map."""
    if names is None:
        return old
    return names if isinstance(names, str) else names.get(old, old)


def _with_speaker(rest: str, speakers: Mapping[str, str]) -> str:
    """The fields after the confidence of a row, type and speaker, with a new name for the speaker."""
    kind, blank, speaker = rest.partition(" ")
    return f"{kind} {'_'.join(speakers[speaker].split())}" if blank and speaker in speakers else rest
