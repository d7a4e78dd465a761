"""What all alignments of one run share: the options, the streams, the counters, the files already read."""

from __future__ import annotations

import scoring._core as core
from scoring.compat.sctk import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from scoring.compat.sctk.command_line import Command
    from scoring.compat.sctk.weights import Weights

    class Streams(Protocol):
        """Where messages go: buffered output, and errors that are written at once."""

        def out(self, data: bytes) -> None: ...
        def error(self, data: bytes) -> None: ...
        def flush(self) -> None: ...


class Job:
    """One run of the program."""

    __slots__ = ("charset", "command", "lexicon", "references", "sequence", "streams", "weights")

    def __init__(self, command: Command, streams: Streams) -> None:
        self.command = command
        self.charset = command.charset or core.Charset("ascii", {}, {})
        self.streams = streams
        self.weights: Weights | None = None
        # Utterances are numbered through all hypotheses of the run.
        self.sequence = 0
        # Read when the first utterance is aligned, then kept; so are the reference files.
        self.lexicon: list[bytes] | None = None
        self.references: dict[bytes, core.Trn] = {}

    def rules(self, *, sort_times: bool = False) -> core.Rules:
        """How words are made and compared under these options."""
        command, weights = self.command, self.weights
        return core.Rules(
            self.charset,
            sensitive=command.sensitive,
            optional=command.optional,
            fragments=command.fragments,
            # Inferred segmentation knows nothing of character alignment.
            characters=-1 if command.segment else command.characters,
            weights=None if weights is None else weights.of_word,
            default_weight=0.0 if weights is None else weights.default,
            times=command.time_mediated,
            segment=command.segment if command.segment in (1, 2) else 0,
            lexicon=self.lexicon or (),
            ascii_too=command.ascii_too,
            guarani=command.profile == b"babel_guarani",
            sort_times=sort_times,
        )


def read_file(path: bytes, refusal: bytes) -> bytes:
    """The bytes of an input file; the refusal is the reference's text, which ends with the path."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        # The reference would read a folder for ever; for us it is a file that can not be opened.
        raise Failure(refusal + path + b"\n") from None
