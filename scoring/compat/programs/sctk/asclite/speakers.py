"""Map of speakers (-spkr-align), as md-eval.pl -M writes it."""

from __future__ import annotations

from .log import Log, crash
from .model import Segment, Side
from .rows import lines_of

_HEAD = b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap"
_FIELDS = 6


class SpeakerMap:
    """The reference speaker of each speaker of a system, by file and channel."""

    def __init__(self, name: bytes, log: Log) -> None:
        self._speakers: dict[bytes, bytes] = {}
        for number, line in enumerate(lines_of(name, b"SpeakerMatch file", log)):
            if line[:1] == b"#" or line == _HEAD:
                continue
            fields = line.split(b",")
            if len(fields) > _FIELDS:
                log.error(b"Too much: Error parsing the line %d in file %b" % (number, name))
                crash(name + b":%d" % (number + 1), b"%d fields; expected %d" % (len(fields), _FIELDS))
            if len(fields) < _FIELDS:
                log.error(b"Too few: Error parsing the line %d in file %b" % (number, name))
            elif fields[4] == b"mapped":
                self._add(fields, log)
        log.info(b"loading of file " + name + b" done")

    def _add(self, fields: list[bytes], log: Log) -> None:
        file, channel, reference, system = fields[:4]
        if b"|".join((file, channel, system)) in self._speakers:
            text = b" ".join((file, channel, system)) + b" exists! -> IGNORED"
            log.always(text)
            log.warn(text)
        else:
            self._speakers[b"|".join((file, channel, system))] = reference

    def reference_of(self, segment: Segment) -> bytes:
        """The reference speaker of the speaker of a segment; nothing if there is none."""
        return self._speakers.get(b"|".join((segment.file, segment.channel, segment.speaker)), b"")

    def is_own_in_capitals(self, segment: Segment, reference: Segment) -> bool:
        """Whether speakers are the same one where the names that are looked up and compared are in capitals."""
        key = b"|".join((segment.file, segment.channel, segment.speaker.upper()))
        return self._speakers.get(key, b"") == reference.speaker.upper()

    def is_own(self, segment: Segment, reference: Segment) -> bool:
        """Whether the speaker of a hypothesis segment is that of a reference segment."""
        return self.reference_of(segment) == reference.speaker

    def matches(self, reference: Side, hypotheses: list[Side]) -> bool:
        """Whether any speaker of the reference is one of the hypotheses."""
        spoken = {(s.file, s.channel, s.speaker) for side in hypotheses for s in side.segments()}
        # The map is asked for reference speakers, as if they were those of the system.
        asked = {(s.file, s.channel, self.reference_of(s)) for s in reference.segments()}
        return bool(asked & spoken)
