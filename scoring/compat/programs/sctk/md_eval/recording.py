"""One recording of md-eval: its words, metadata and speakers, each scored when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import Failure
from .reading import METADATA
from .regions import regions_of
from .speakers import Scored, side_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..streams import Streams
    from .command_line import Command
    from .display import Shown
    from .metadata import Counts, Pairing
    from .reading import Event, Spans, Talk
    from .speakers import Repeated
    from .words import WordPath


class Recording:
    """Both sides of one recording and channel, with what of it is evaluated."""

    def __init__(self, key: tuple[bytes, bytes], ref: Talk, hyp: Talk, uem: Spans | None, command: Command) -> None:
        self.ref, self.hyp, self._command, self._key = ref, hyp, command, key
        self.uem = ref.extent() if uem is None else uem
        self._path = self._aligned()
        single = command.has("1")
        self._regions = regions_of(ref, self.uem, command.excluded("Y"), command.amount("c"), single=single)
        self.pairings: dict[str, Pairing] = {}
        """What was paired, by type of metadata."""

    def word_lines(self) -> Iterator[str]:
        """The list of words, if it is wanted."""
        if self._path is not None and self._path.hyps and self._command.has("d"):
            from .details import word_lines

            yield from word_lines(self._path, self._where(), mapped=self._command.has("w"))

    def metadata(self, streams: Streams) -> Iterator[tuple[str, Counts]]:
        """Errors of each type of metadata that the reference has; lists of them are printed on the way."""
        kinds = {event.kind for event in self.ref.events}
        if kinds.isdisjoint(METADATA):
            return
        from .metadata import Matching, Pairing, counts_of, placed
        from .warning_lines import deleted

        words, command = self.ref.of("LEXEME"), self._command
        scored = self._scored_in(self._regions.scored_metadata)
        counted = [here and there for here, there in zip(scored, self._scored_in(self._regions.metadata), strict=True)]
        matching = Matching(
            command.amount("T"), command.amount("l"), command.has("W"), command.pruning("P", "W"), command.has("x")
        )
        for kind in METADATA:
            refs = self.ref.of(kind)
            if not refs:
                continue
            self._demand(words, b"no reference words")
            ours = [placed(event, words) for event in refs]
            theirs = [placed(event, words, self._time) for event in self.hyp.of(kind)]
            pairing = self.pairings[kind] = Pairing(ours, theirs, self._regions.metadata, matching)
            streams.error(self._wordless(refs, self.hyp.of(kind)) + deleted(pairing.unevaluated, words, counted))
            if not pairing.counts:
                continue
            counts = counts_of(kind, pairing, words, scored)
            if command.has("D"):
                from .details import metadata_lines

                lines = metadata_lines(kind, counts.lines, self._where(), mapped=command.has("w"))
                streams.out("".join([line + "\n" for line in lines]).encode("latin-1"))
            yield kind, counts

    def speakers(self, streams: Streams) -> Scored | None:
        """Diarisation; None where the reference has no turns."""
        if not self.ref.codes:
            return None
        if self._command.has("W"):
            self._demand(self.ref.of("LEXEME"), b"no reference words")
        if self._command.has("W") or self._command.has("w"):
            streams.error(self._wordless(self.ref.turns(), self.hyp.turns()))

        regions = self._regions
        sides = side_of(self.ref), side_of(self.hyp, self._time)
        return Scored(*sides, self.ref.of("LEXEME"), regions.speakers, regions.packed_speakers)

    def warnings(self, scored: Scored) -> str:
        """Warnings about speakers who speak more than once, in what is evaluated and then in what is scored."""
        evaluated, counted = scored.repeated
        lines = "".join(self._warnings(evaluated))
        return lines + (lines if counted == evaluated else "".join(self._warnings(counted)))

    def _warnings(self, repeated: Sequence[Repeated]) -> Iterator[str]:
        """Warnings in the order of time; a begin is shown as its file writes it, unless it is mapped."""
        written = self.ref.written, self.hyp.written if self._time is None else None
        for side, name, time, place in repeated:
            text_of = written[side]
            text = f"{time:.15g}" if place < 0 or text_of is None else text_of(place)
            yield f"WARNING:  speaker {name} speaking more than once at time {text}\n"

    def shown(self, mapping: dict[str, str]) -> Shown:
        """Contents of the chronological display of the recording."""
        from .display import Shown

        if not self.hyp.codes and not self.hyp.events:
            place = b"file '%b' and channel '%b'" % self._key
            raise Failure(b"md-eval.pl: -e shows nothing for " + place + b": the system output has no rows\n", 255)
        regions = self._regions
        # Speakers are scored last, and their regions decide then which words count.
        spans = regions.scored_speakers() if self.ref.codes else regions.scored_metadata
        return Shown(
            self.ref,
            self.hyp,
            self.uem,
            self.pairings,
            self._path,
            self._time,
            regions.metadata,
            self._scored_in(spans),
            mapping,
        )

    def _scored_in(self, spans: Spans) -> list[bool]:
        """Which words of the reference lie in the spans."""
        return [_inside(word.middle, spans) for word in self.ref.of("LEXEME")]

    @property
    def _time(self) -> Callable[[float], float] | None:
        return self._path.time if self._path is not None and self._command.has("w") else None

    def _aligned(self) -> WordPath | None:
        command = self._command
        if not command.has("w") and not command.has("e"):
            return None
        refs, hyps = self.ref.of("LEXEME"), self.hyp.of("LEXEME")
        more = b"\n              Words are required for word-mediated alignment"
        if command.has("w"):
            self._demand(refs, b"no reference words")
            self._demand(hyps, b"no system output words", more)
        for words, talk in ((refs, self.ref), (hyps, self.hyp)):
            # The reference dies as it looks for the last word of an SU or IP.
            self._demand(words or not (talk.of("SU") or talk.of("IP")), b"SU or IP rows without words")
        portion = b"in UEM portion of"
        self._demand([word for word in refs if _inside(word.middle, self.uem)], b"no reference words", where=portion)
        inside = [word for word in hyps if _inside(word.middle, self.uem)]
        if command.has("w"):
            self._demand(inside, b"no system output words", more, where=portion)
        from .words import WordPath, WordRules

        rules = WordRules(command.amount("t"), command.pruning("p", "w"), command.has("o"))
        return WordPath(self.ref, self.hyp, rules) if inside else None

    def _demand(self, words: Sequence[Event] | bool, what: bytes, more: bytes = b"", where: bytes = b"for") -> None:
        if not words:
            place = b"file '%b' and channel '%b'" % self._key
            raise Failure(b"\n\nFATAL ERROR:  " + what + b" " + where + b" " + place + more + b"\n\n", 255)

    def _wordless(self, refs: Sequence[Event], hyps: Sequence[Event]) -> bytes:
        """Warnings about events that cover no word; about events of the system only where its words are aligned."""
        from .warning_lines import wordless

        lines = wordless(refs, self.ref.of("LEXEME"), "reference", self._key)
        if self._command.has("w"):
            lines += wordless(hyps, self.hyp.of("LEXEME"), "system output", self._key)
        return lines

    def _where(self) -> str:
        return f"channel {self._key[1].decode('latin-1')} of file {self._key[0].decode('latin-1')}"


def _inside(time: float, spans: Spans) -> bool:
    # Where exclusions leave nothing, everything counts.
    return not spans or any(begin <= time <= end for begin, end in spans)
