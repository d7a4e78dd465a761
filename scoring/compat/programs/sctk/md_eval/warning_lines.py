"""Warnings of md-eval about events that cover no word, and about those that are deleted although they cover some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .metadata import placed
from .reading import Event, Key


def wordless(events: Iterable[Event], words: Sequence[Event], side: str, key: Key) -> bytes:
    """Events of a side that cover no word of it."""
    file, channel = (name.decode("latin-1") for name in key)
    lines = []
    for event in events:
        beside = placed(event, words)
        if beside.last < beside.first and event.kind != "IP":
            lines.append(
                f"\nWARNING:  {side} metadata event subsumes no {side} words\n    file='{file}', chnl='{channel}',"
                f" tbeg='{event.written}', tend='{event.end:.15g}', type='{event.kind}', subtype='{event.subtype}'\n"
            )
    return "".join(lines).encode("latin-1")


def deleted(events: Iterable[tuple[str, Event]], words: Sequence[Event], counts: Sequence[bool]) -> bytes:
    """Events outside of what is evaluated that cover words of the reference that count, with the side of each."""
    lines = []
    for side, event in events:
        beside = placed(event, words)
        if any(counts[beside.first : beside.last + 1]):
            lines.append(
                f"\nWARNING:  A {side} metadata event is being deleted that covers evaluated reference LEXEMEs\n"
                f"    (type={event.kind}, subtype={event.subtype}, spkr={event.speaker}, TBEG={event.written},"
                f" TEND={event.end:.15g})\n"
            )
    return "".join(lines).encode("latin-1")
