"""State of one run: options, streams, counters, and the files already read."""

from __future__ import annotations

from time import ctime

from ...... import core
from .....words.scores import CHARACTERS, HYP_WEIGHT, REF_WEIGHT, SENSITIVE, WordScores
from .. import Failure, file_content
from .errors import refuse_compressed
from .labels import Definitions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..streams import Streams
    from .command_line import Command
    from .weights import Weights


class Job:
    """One run of the program."""

    def __init__(self, command: Command, streams: Streams, threads: int = 1) -> None:
        self.command = command
        self.threads = threads
        self.charset = command.charset or core.Charset("ascii", {}, {})
        self.streams = streams
        self.weights: Weights | None = None
        # Number of utterances so far: numbering continues through all hypotheses of a run.
        self.sequence = 0
        # Read when the first utterance is aligned, then kept, as reference files are.
        self.lexicon: list[bytes] | None = None
        self.references: dict[bytes, core.Trn] = {}

    def load_lexicon(self, utterances: int) -> tuple[list[bytes], Failure | None]:
        """Read the lexicon of -S when there is something to align; returns complaints and a failure, if any."""
        command = self.command
        if not utterances or not command.segment:
            return [], None
        if command.segment not in (1, 2):
            return [], Failure(b"Error: unknown alignment procedure\n")
        if self.lexicon is not None:
            return [], None
        from .lexicon import load

        try:
            assert command.lexicon is not None
            self.lexicon, complaints = load(command.lexicon, self.charset)
        except Failure as failure:
            return [], failure
        return complaints, None

    def rules(self, *, words_of_rows: bool = False) -> core.Rules:
        """Rules by which the core makes and compares words; with `words_of_rows`, only whole words."""
        command, weights = self.command, self.weights
        characters, segment = command.characters, command.segment if command.segment in (1, 2) else 0
        if words_of_rows:
            characters, segment = -1, 0
        return core.Rules(
            self.charset,
            sensitive=command.sensitive,
            optional=command.optional,
            fragments=command.fragments,
            # Inferred segmentation excludes alignment by characters.
            characters=-1 if segment else characters,
            weights=None if weights is None else weights.of_word,
            default_weight=0.0 if weights is None else weights.default,
            times=command.time_mediated,
            segment=segment,
            lexicon=self.lexicon or (),
            ascii_too=command.ascii_too,
            guarani=command.profile == b"babel_guarani",
            sort_times=words_of_rows,
        )


class Scoring:
    """Beginning and end of the scoring of one hypothesis file of any format."""

    def __init__(self, job: Job, hypothesis: tuple[bytes, bytes, bytes]) -> None:
        self.job = job
        self.name, _, self.title = hypothesis
        self.date = ctime().encode("ascii")
        self.definitions = Definitions()

    def scores(
        self,
        batch: core.Batch,
        attributes: Sequence[int] | int,
        *,
        ids: Sequence[bytes],
        speakers: Sequence[bytes],
        speaker_of: memoryview,
        labels_of: Sequence[bytes] | None = None,
        files: Sequence[bytes] | None = None,
        channels: Sequence[bytes] | None = None,
        ref_times: tuple[bytes, bytes] | None = None,
        odd_confidences: bool = False,
    ) -> WordScores:
        """Alignments together with everything else that reports show."""
        job, command = self.job, self.job.command
        return WordScores(
            batch=batch,
            charset=job.charset,
            ids=ids,
            speakers=speakers,
            speaker_of=speaker_of,
            sequence=range(job.sequence, job.sequence + len(batch)),
            title=self.title,
            ref_name=command.ref_name or b"",
            hyp_name=self.name,
            date=self.date,
            sensitive=command.sensitive,
            optional=command.optional,
            fragments=command.fragments,
            weighted=job.weights is not None,
            weight_name=b"" if job.weights is None else job.weights.name,
            labels=self.definitions.labels,
            categories=self.definitions.categories,
            labels_of=labels_of,
            files=files,
            channels=channels,
            ref_times=ref_times,
            attributes=attributes,
            odd_confidences=odd_confidences,
        )

    def attributes(self) -> int:
        """Attribute bits that the options give to every utterance."""
        command = self.job.command
        bits = SENSITIVE if command.sensitive else 0
        if command.characters >= 0:
            bits |= CHARACTERS
        if self.job.weights is not None:
            bits |= REF_WEIGHT | HYP_WEIGHT
        return bits


def read_file(path: bytes, refusal: bytes) -> bytes:
    """Bytes of an input file, a `.gz` unpacked; `refusal` is the reference's message up to the path."""
    try:
        data = file_content(path)
    except OSError:
        # The reference reads a folder for ever; here a folder is a file that cannot be opened.
        raise Failure(refusal + path + b"\n") from None
    refuse_compressed(data, path)
    return data
