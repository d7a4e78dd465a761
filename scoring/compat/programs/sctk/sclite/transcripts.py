"""Transcripts against transcripts (trn): reading, matching by id, aligning, and the progress output."""

from __future__ import annotations

from ...... import core
from .....common.side_by_side import both
from .....words.scores import CHARACTERS
from .. import Failure
from .errors import first_failure, unreadable
from .job import Scoring, read_file
from .labels import ROOM, half_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .....words.scores import WordScores
    from .job import Job
    from .progress import Progress

    # Notice within the progress output: its place (twice the utterance's number: before its line; one more:
    # behind it), the stream (1 for stdout, 2 for stderr), and the text.
    Notice = tuple[int, int, bytes]

_ID_NAMES = {b"rm": b"RM", b"swb": b"SWB", b"spu_id": b"SPU_ID"}


class _Ids:
    """Utterance ids of a file, made on first use: many reports do not need them."""

    def __init__(self, transcripts: core.Trn) -> None:
        self._transcripts = transcripts
        self._ids: list[bytes] | None = None

    def __len__(self) -> int:
        return len(self._transcripts)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._all())

    def __getitem__(self, utterance: int) -> bytes:
        return self._all()[utterance]

    def _all(self) -> list[bytes]:
        if self._ids is None:
            self._ids = self._transcripts.ids()
        return self._ids


class TranscriptScoring(Scoring):
    """Scoring of one hypothesis file of transcripts."""

    def __init__(self, job: Job, hypothesis: tuple[bytes, bytes, bytes]) -> None:
        super().__init__(job, hypothesis)
        self._notices: list[Notice] = []

    def run(self) -> WordScores:
        """Read, match, align and announce; a failure is raised after the utterances before it."""
        index = self._read()
        self._find_speakers()
        batch, stop = self._align(index)
        scores = self._scores(batch)
        if stop is not None:
            self._notices = [notice for notice in self._notices if notice[0] <= 2 * len(scores) + 1]
            self._announce(scores, index, len(scores) + 1)
            raise stop
        self._announce(scores, index, len(scores))
        if self.job.command.feedback >= 1:
            self.job.streams.out(b"\n\n")
        self.job.sequence += len(scores)
        return scores

    # --- reading ---------------------------------------------------------------------------

    def _read(self) -> memoryview | None:
        """Read both files; returns the number of the reference utterance for every hypothesis utterance.

        None is returned if both files have the same ids in one order.
        """
        job, command = self.job, self.job.command
        assert command.ref_name is not None
        self._hyp_data, ahead = both(self._read_hypothesis, self._read_ahead, job.threads)
        self._hyp = hyp = self._read_lines(self._hyp_data)
        self._tell_events(hyp)
        ordered = self._sorted_ids()
        read_before = job.references.get(command.ref_name)
        if read_before is None:
            if isinstance(ahead, Failure):
                raise ahead
            data = self._read_reference() if ahead is None else ahead
            ref, _ = both(lambda: self._read_lines(data), self._look_at_ids, job.threads)
            job.references[command.ref_name] = ref
        else:
            ref = read_before
            self._look_at_ids()
        self._ref = ref
        broken = None if ordered is None else self._look_up(ordered)
        if broken is not None:
            self._tell_reference(broken[0])
            raise broken[1]
        index, repeated = hyp.match(ref)
        if index is None:
            self._tell_events(ref)
            return None
        if repeated:
            self._tell_reference(len(ref))
        self._tell_events(ref, told=bool(repeated))
        # -1 means no reference utterance: only -1 has eight bytes FF.
        if b"\xff" * 8 in index or hyp.duplicated():
            raise Failure(
                b"Error: Not enough Reference files loaded\nMissing:\n"
                + b"".join(b"    " + identifier + b"\n" for identifier in _missing(ref.ids(), hyp.ids()))
            )
        if repeated:
            raise Failure(b"")
        return memoryview(index).cast("q")

    def _look_at_ids(self) -> None:
        """Find the speakers of the hypothesis and whether ids are repeated, which the core keeps in mind."""
        kind = self.job.command.id_type or b""
        self._found_speakers = self._hyp.speakers(kind.decode("ascii"))
        self._hyp.duplicated()

    def _read_hypothesis(self) -> bytes:
        return read_file(self.name, b"Can't open input hypothesis file ")

    def _read_reference(self) -> bytes:
        return read_file(self.job.command.ref_name or b"", b"Can't open input Reference file ")

    def _read_ahead(self) -> bytes | Failure | None:
        """The bytes of a new reference file, where threads may read it, or why it is unreadable, for a later report."""
        if self.job.threads < 2 or self.job.command.ref_name in self.job.references:
            return None
        try:
            return self._read_reference()
        except Failure as failure:
            return failure

    def _read_lines(self, data: bytes) -> core.Trn:
        job = self.job
        return core.Trn(data, job.charset, sensitive=job.command.sensitive, threads=job.threads)

    def _tell_events(self, transcripts: core.Trn, *, told: bool = False) -> None:
        """Print the notices of the first reading of a file; raises if the file could not be read."""
        for kind, line in () if told else transcripts.events:
            self._tell_event(kind, line)
        if transcripts.error is not None:
            raise unreadable(*transcripts.error)

    def _tell_event(self, kind: str, line: bytes) -> None:
        if kind == "warning":
            self.job.streams.error(half_mark(line))
        elif kind == "repeated":
            self.job.streams.error(b"Error: double reference text for id '" + line + b"'\n")
        else:
            self.job.streams.out(self.definitions.read(line))

    def _sorted_ids(self) -> list[bytes] | None:
        """Sorted ids, if some may not be UTF-8; None if folding has tested them already."""
        command = self.job.command
        if not command.sensitive or command.encoding != "utf-8":
            return None
        from .broken_ids import are_broken, sort

        ids = self._hyp.ids()
        return sort(ids) if are_broken(ids) else sorted(ids)

    def _look_up(self, ordered: list[bytes]) -> tuple[int, Failure] | None:
        """First reference utterance whose look-up fails at an id that is not UTF-8, with the failure."""
        from .broken_ids import are_broken, first_broken

        ids = self._ref.ids()
        return first_broken(ordered, ids) if are_broken(ids) or are_broken(ordered) else None

    def _tell_reference(self, end: int) -> None:
        """Print the notices about the first reference utterances, among them ids repeated with another text."""
        ref = self._ref
        data = read_file(self.job.command.ref_name or b"", b"") if ref.events else b""
        # A notice about a line comes before one about the utterance in it.
        said = [(place, 0, (kind, line)) for place, kind, line in self._placed_events(data, ref) if place <= end]
        first: dict[bytes, int] = {}
        wanted = set(self._hyp.ids())
        for number, identifier in enumerate(ref.ids()[:end]):
            if identifier in wanted:
                text = ref.text(first.setdefault(identifier, number))
                if not text.startswith(ref.text(number)):
                    said.append((number, 1, ("repeated", identifier)))
        for _, _, (kind, line) in sorted(said, key=lambda notice: notice[:2]):
            self._tell_event(kind, line)

    def _find_speakers(self) -> None:
        """Find the speakers of all utterances, and print the notices of the second reading of the hypothesis file."""
        kind = self.job.command.id_type or b""
        hyp = self._hyp
        self._speakers, speaker_of, lost = self._found_speakers
        self._speaker_of = memoryview(speaker_of).cast("i")
        # Definitions in comments are known by now; only notices about memory are new.
        if any(event == "warning" for event, _ in hyp.events) or len(self.definitions.categories) >= ROOM:
            for place, event, line in self._placed_events(self._hyp_data, hyp):
                if event == "warning":
                    self._notices.append((2 * place, 2, half_mark(line)))
                else:
                    self._notices.append((2 * place, 1, self.definitions.read(line)))
        if lost:
            text = b"Error: extract_speaker can't locate " + _ID_NAMES[kind] + b" id "
            ids, place = hyp.ids(), -1
            for identifier in lost:
                place = ids.index(identifier, place + 1)
                self._notices.append((2 * place, 2, text + identifier + b"\n"))

    def _placed_events(self, data: bytes, transcripts: core.Trn) -> Iterator[tuple[int, str, bytes]]:
        """Notices about lines of a file, each with the number of utterances before it."""
        begin = utterances = 0
        place = -1
        for kind, line in transcripts.events:
            place = data.find(line, place + 1)
            while place > 0 and data[place - 1] != 0x0A:
                place = data.find(line, place + 1)
            part = core.Trn(data[begin:place], self.job.charset, sensitive=self.job.command.sensitive)
            begin, utterances = place, utterances + len(part)
            yield utterances, kind, line

    # --- aligning --------------------------------------------------------------------------

    def _align(self, index: memoryview | None) -> tuple[core.Batch, Failure | None]:
        """Alignments, up to the utterance that ends the run."""
        hyp = self._hyp
        complaints, stop = self.job.load_lexicon(len(hyp))
        self._notices += [(1, 2, complaint) for complaint in complaints]
        rules = self.job.rules()
        if stop is not None:
            return core.batch_of(self.job.charset, False, []), stop
        try:
            side = self._ref.side(None if index is None else bytes(index))
            return core.align(rules, side, hyp.side(), self.job.threads), None
        except core.TextError:
            return self._align_to_failure(rules, index)

    def _align_to_failure(self, rules: core.Rules, index: memoryview | None) -> tuple[core.Batch, Failure]:
        def align(count: int) -> core.Batch:
            order = memoryview(bytearray(8 * count)).cast("q")
            for place in range(count):
                order[place] = place
            places = bytes(order if index is None else index[:count])
            return core.align(rules, self._ref.side(places), self._hyp.side(bytes(order)))

        return first_failure(align, len(self._hyp))

    def _scores(self, batch: core.Batch) -> WordScores:
        attributes = self.attributes()
        if self.job.command.segment:
            attributes &= ~CHARACTERS
        return self.scores(
            batch,
            attributes,
            ids=_Ids(self._hyp),  # type: ignore[arg-type]  # has all that a report uses
            speakers=self._speakers,
            speaker_of=self._speaker_of,
        )

    # --- progress --------------------------------------------------------------------------

    def _announce(self, scores: WordScores, index: memoryview | None, count: int) -> None:
        """Print the progress of the first utterances, with the notices in their places."""
        progress = self._progress(scores, index)
        for place, name, text in scores.batch.notices:
            if progress is not None and progress.level >= 2 and name == "stdout":
                progress.insert(place, text)
            else:
                self._notices.append((2 * place + 1, 2 if name == "stderr" else 1, text))
        self._notices.sort(key=lambda notice: notice[0])
        if progress is None:
            self._tell_notices()
            return
        streams = self.job.streams
        for place, stream, text in self._notices:
            progress.tell((place + 1) // 2, streams)
            if stream == 2:
                streams.flush()
                streams.error(text)
            else:
                streams.out(text)
        progress.tell(count, streams)

    def _progress(self, scores: WordScores, index: memoryview | None) -> Progress | None:
        level = self.job.command.feedback
        if level < 1:
            return None
        from .progress import Progress

        progress = Progress(scores, level)
        if level >= 100:
            raw = core.Trn(self._hyp_data, self.job.charset, sensitive=True)
            places = range(len(self._hyp)) if index is None else index
            progress.texts = lambda utterance: (raw.text(utterance), self._ref.text(places[utterance]))
        return progress

    def _tell_notices(self) -> None:
        """Print all notices, with nothing between them."""
        for stream, write in ((1, self.job.streams.out), (2, self.job.streams.error)):
            text = b"".join(notice[2] for notice in self._notices if notice[1] == stream)
            if text:
                write(text)


def _missing(ref_ids: Sequence[bytes], hyp_ids: Sequence[bytes]) -> list[bytes]:
    """Ids that the reference calls missing: it looks only at as many sorted ids as it found references."""
    from .lexicon import search

    ordered = sorted(hyp_ids)
    # A binary search finds only one of two equal ids of the hypothesis.
    shared = {search(ordered, identifier) for identifier in set(ref_ids).intersection(ordered)}
    return [identifier for place, identifier in enumerate(ordered[: len(shared)]) if place not in shared]
