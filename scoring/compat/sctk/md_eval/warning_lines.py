"""Warnings of md-eval about events that cover no word, and about those that are deleted although they cover some."""

from __future__ import annotations

from .metadata import placed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .reading import Event, Key


class WarningLines:
    """Warnings of one recording; about events of the system only where its words are given."""

    __slots__ = ("_hyp_words", "_key", "_ref_words")

    def __init__(self, key: Key, ref_words: Sequence[Event], hyp_words: Sequence[Event] | None) -> None:
        self._key, self._ref_words, self._hyp_words = key, ref_words, hyp_words

    def wordless(self, refs: Iterable[Event], hyps: Iterable[Event]) -> bytes:
        """Events that cover no word of their side."""
        lines = [self._wordless(ref, self._ref_words, "reference") for ref in refs]
        if self._hyp_words is not None:
            lines += [self._wordless(hyp, self._hyp_words, "system output") for hyp in hyps]
        return "".join(lines).encode("latin-1")

    def _wordless(self, event: Event, words: Sequence[Event], side: str) -> str:
        beside = placed(event, words)
        if beside.last >= beside.first or event.kind == "IP":
            return ""
        file, channel = (name.decode("latin-1") for name in self._key)
        return (
            f"\nWARNING:  {side} metadata event subsumes no {side} words\n    file='{file}', chnl='{channel}',"
            f" tbeg='{event.written}', tend='{event.end:.15g}', type='{event.kind}', subtype='{event.subtype}'\n"
        )

    def deleted(self, events: Iterable[tuple[str, Event]], counts: Sequence[bool]) -> bytes:
        """Events outside of what is evaluated that cover words of the reference that count, with the side of each."""
        lines = []
        for side, event in events:
            beside = placed(event, self._ref_words)
            if any(counts[beside.first : beside.last + 1]):
                lines.append(
                    f"\nWARNING:  A {side} metadata event is being deleted that covers evaluated reference LEXEMEs\n"
                    f"    (type={event.kind}, subtype={event.subtype}, spkr={event.speaker}, TBEG={event.written},"
                    f" TEND={event.end:.15g})\n"
                )
        return "".join(lines).encode("latin-1")
