"""Words with times (ctm) against words with times."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from struct import pack

from ...... import core
from ......core import compat
from .....words.scores import CHARACTERS, HYP_CONFIDENCE, HYP_TIMES, REF_CONFIDENCE, REF_TIMES, WordScores
from .. import Failure
from . import ctm
from .ctm import Ctm
from .ctm_marks import Marks
from .errors import bad_text
from .job import Scoring, read_file
from .stm_ctm_rows import side_of_ranges
from .windows import RowWindow

_NOTHING = b"(null)"


class Memory:
    """Rows in the reference's memory, behind which it sometimes takes stale ones for rows that it has read."""

    def __init__(self) -> None:
        self._rows = [-1]  # number 0 is not used
        self._base = self._loaded = 0

    def update(self, base: int, loaded: int, expanded: bool) -> None:
        """Move the rows still needed to the front and read on, as the reference does; stale rows stay behind them."""
        rows = self._rows
        if base > self._base:
            still_loaded = rows[base - self._base + 1 : self._loaded - self._base + 1]
            rows[1 : len(still_loaded) + 1] = still_loaded
        place = self._loaded - base + 1
        rows[place : place + loaded - self._loaded] = range(self._loaded, loaded)
        if expanded:
            del rows[loaded - base + 1 :]
        self._base, self._loaded = base, loaded

    def rows(self, begin: int, end: int) -> list[int]:
        """Rows at these numbers; -1 where none has ever been."""
        rows = self._rows[begin:end]
        return rows + [-1] * (end - begin - len(rows))


class _File:
    """One of the two files: its rows, its parts, and the place up to which it has been read."""

    def __init__(self, path: bytes, rows: Ctm, charset: core.Charset) -> None:
        self.path = path
        self.rows = rows
        self.files = rows.files.parts()
        self.parts = rows.files.parts(rows.channels)
        self.window = RowWindow(rows, self.files)
        self.memory = Memory()
        self.row = 0  # first row of the next conversation
        self.unsure = 0  # row before which no confidence has been read
        self.marks: Marks | None = None
        if rows.marked:
            self.marks = Marks(rows, charset)

    def load(self) -> None:
        """Read as far as the reference reads for the next conversation."""
        window = self.window
        capacity = window.capacity
        window.load(self.row)
        self.memory.update(window.base, window.loaded, window.capacity > capacity)

    def remaining(self) -> int:
        return len(self.rows) - self.row

    def name(self) -> bytes:
        """Name of the next conversation."""
        return self.rows.files[self.row]

    def end(self, row: int) -> int:
        """End of the channel that begins at this row."""
        return self.parts[bisect_right(self.parts, row)]

    def second(self, row: int) -> bool:
        """True if a second channel begins at this row."""
        # The reference overlooks a channel of one word at the end of the file.
        return row + 1 < len(self.rows) and self.rows.files[row] == self.name()

    def next(self) -> None:
        """Continue behind the conversation, even if not all of it was used."""
        self.row = self.files[bisect_right(self.files, self.row)]

    def has_confidence(self) -> bool:
        first = self.rows.first_confidence
        has_confidence = first is not None and first < self.window.loaded
        if not has_confidence:
            self.unsure = self.files[bisect_right(self.files, self.row)]
        return has_confidence

    def times(self, begin: int, end: int) -> tuple[bytes, bytes]:
        """Begins and durations of a channel's words and of the word before them."""
        rows, before = self.rows, begin - 1
        # The reference has an empty word before the first one.
        first = (rows.begin[before], rows.duration[before]) if before >= self.window.base else (0.0, 0.0)
        return pack("d", first[0]) + rows.begin[begin:end], pack("d", first[1]) + rows.duration[begin:end]

    def inside(self, begin: int, end: int) -> list[bool] | None:
        """Flags of the words that are in alternations; empty if no word of the file is."""
        marks = self.marks
        return None if marks is None else [begin > 0 and marks.inside[begin - 1], *marks.inside[begin:end]]


class WordScoring(Scoring):
    """Scoring of one hypothesis file of words with times against another."""

    def run(self) -> WordScores:
        """Read, pair, chop, align and announce; a failure is raised after the chunks before it."""
        self._read()
        # One entry a chunk.
        self._ids: list[bytes] = []
        self._names: list[bytes] = []
        self._files: list[bytes] = []
        self._channels: list[bytes] = []
        self._attributes: list[int] = []
        self._ref_ranges: list[tuple[int, int]] = []
        self._hyp_ranges: list[tuple[int, int]] = []
        # Names of the conversations, and the numbers of chunks before each.
        self._said: list[tuple[int, bytes]] = []
        self._stop: ctm.Stop | None = None
        self._pair()
        scores = self._scores(self._align())
        self._announce(scores)
        self.job.sequence += len(scores)
        return scores

    def _read(self) -> None:
        command, charset = self.job.command, self.job.charset
        path = command.ref_name or b""
        data = (
            read_file(self.name, b"Can't open input hypothesis file "),
            read_file(path, b"Can't open input reference file "),
        )
        encoding, sensitive = command.encoding, command.sensitive
        hyp = ctm.read(self.name, data[0], charset, encoding=encoding, sensitive=sensitive)
        ref = ctm.read(path, data[1], charset, encoding=encoding, sensitive=sensitive)
        self._hyp, self._ref = _File(self.name, hyp, charset), _File(path, ref, charset)

    # --- pairing -------------------------------------------------------------------------------

    def _pair(self) -> None:
        """Pair the conversations, which must be equal and in one order in both files."""
        ref, hyp = self._ref, self._hyp
        while self._stop is None:
            hyp.load()
            self._stop = hyp.window.stop()
            if self._stop is None:
                ref.load()
                self._stop = ref.window.stop()
            if self._stop is not None:
                return
            if not ref.remaining() and not hyp.remaining():
                # The reference dies by a signal.
                text = b"sclite: nothing is scored: neither '%b' nor '%b' has words\n" % (ref.path, hyp.path)
                self._stop = ctm.Stop(Failure(text))
                return
            try:
                channels = self._conversation()
            except Failure as failure:
                self._stop = ctm.Stop(failure)
                return
            self._said.append((len(self._ids), ref.name()))
            bits = self.attributes() & ~CHARACTERS | REF_TIMES | HYP_TIMES
            bits |= (REF_CONFIDENCE if ref.has_confidence() else 0) | (HYP_CONFIDENCE if hyp.has_confidence() else 0)
            for ref_range, hyp_range in channels:
                self._chop(*ref_range, *hyp_range, bits)
            ref.next()
            hyp.next()
            if not ref.remaining() and not hyp.remaining():
                return

    def _conversation(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Pair the one or two channels of the next conversation."""
        ref, hyp = self._ref, self._hyp
        if not hyp.remaining() or not ref.remaining():
            short, long = (hyp, ref) if not hyp.remaining() else (ref, hyp)
            sides = (b"hyp", b"ref") if short is hyp else (b"ref", b"hyp")
            text = b"Error: premature EOF in %b file '%b' at conversation '%b' of %b file '%b'\n"
            raise Failure(text % (sides[0], short.path, long.name(), sides[1], long.path))
        where = b"Error: in ref file '%b' and hyp file '%b'\n" % (ref.path, hyp.path)
        if ref.name() != hyp.name():
            text = b"       file strings out of synchronization around ref-file='%b'  hyp-file='%b'\n"
            raise Failure(where + text % (ref.name(), hyp.name()))
        ref_end, hyp_end = ref.end(ref.row), hyp.end(hyp.row)
        channels = [((ref.row, ref_end), (hyp.row, hyp_end))]
        has_second = ref.second(ref_end), hyp.second(hyp_end)
        if has_second == (True, False):
            raise Failure(where + b"       Hyp is missing second channel of file '%b'\n" % ref.name())
        if has_second == (False, True):
            raise Failure(where + b"       ref is missing second channel of file '%b'\n" % hyp.name())
        if has_second == (True, True):
            channels.append(((ref_end, ref.end(ref_end)), (hyp_end, hyp.end(hyp_end))))
        return channels

    def _chop(self, ref_begin: int, ref_end: int, hyp_begin: int, hyp_end: int, bits: int) -> None:
        """Chop a channel into chunks."""
        ref, hyp = self._ref, self._hyp
        late = None
        if self.job.command.release != "master":
            # Until 2.4.12, a hypothesis word takes its duration from the reference's word of that number.
            rows = ref.memory.rows(hyp_begin - hyp.window.base, hyp_end - hyp.window.base + 1)
            durations = ref.rows.duration
            late = pack(f"{len(rows)}d", *[durations[row] if row >= 0 else 0.0 for row in rows])
        ref_times, hyp_times = ref.times(ref_begin, ref_end), hyp.times(hyp_begin, hyp_end)
        chunks = compat.ctm_chunks(*ref_times, ref.inside(ref_begin, ref_end), *hyp_times, late)
        # Words are numbered from 1: the number of the last word is the row behind it.
        refs = [ref_begin, *(ref_begin + word for word, _ in chunks)]
        hyps = [hyp_begin, *(hyp_begin + word for _, word in chunks)]
        self._ref_ranges += pairwise(refs)
        self._hyp_ranges += pairwise(hyps)
        self._attributes += [bits] * len(chunks)
        named = min(bisect_left(refs, ref_end), len(chunks))
        self._add_names(ref_begin, 0, named)
        self._add_names(ref_end, named, len(chunks))

    def _add_names(self, row: int, begin: int, end: int) -> None:
        """Name some chunks of a channel by the reference's next row, even if that belongs to another channel."""
        ref, count = self._ref, end - begin
        file = channel = b""
        if row == len(ref.rows):
            # Behind the last row the reference finds stale memory, if there is any.
            (row,) = ref.memory.rows(row - ref.window.base + 1, row - ref.window.base + 2)
        if row >= 0:
            file, channel = ref.rows.files[row], ref.rows.channels[row]
        name = b"%b-%b" % (file or _NOTHING, channel or _NOTHING)
        self._ids += [b"(%b-%04d)" % (name, number) for number in range(begin, end)]
        self._names += [name] * count
        self._files += [file] * count
        self._channels += [channel] * count

    # --- aligning ------------------------------------------------------------------------------

    def _align(self) -> core.Batch:
        ref, hyp = self._ref, self._hyp
        sides = (
            side_of_ranges(ref.rows, self._ref_ranges, ref.unsure, ref.marks, None),
            side_of_ranges(hyp.rows, self._hyp_ranges, hyp.unsure, hyp.marks, None),
        )
        try:
            return core.align(self.job.rules(words_of_rows=True), *sides, self.job.threads)
        except core.TextError as error:
            raise bad_text(error) from None

    def _scores(self, batch: core.Batch) -> WordScores:
        numbers: dict[bytes, int] = {}
        speakers = [numbers.setdefault(name, len(numbers)) for name in self._names]
        attributes = self._attributes
        return self.scores(
            batch,
            attributes[0] if len(set(attributes)) == 1 else attributes,
            ids=self._ids,
            speakers=list(numbers),
            speaker_of=memoryview(pack(f"{len(speakers)}i", *speakers)).cast("i"),
            files=self._files,
            channels=self._channels,
            odd_confidences=self._hyp.rows.odd_confidences(),
        )

    def _announce(self, scores: WordScores) -> None:
        """Print a line for every conversation, with the core's notices between."""
        job = self.job
        mode = b"Time-mediated" if job.command.time_mediated else b"Word"
        notices = list(reversed(scores.batch.notices))
        for place, (_, name) in enumerate(self._said):
            end = self._said[place + 1][0] if place + 1 < len(self._said) else len(scores)
            if job.command.feedback >= 1:
                job.streams.out(b"    Performing %b alignments for file '%b'.\n" % (mode, name))
            while notices and notices[-1][0] < end:
                _, stream, text = notices.pop()
                (job.streams.error if stream == "stderr" else job.streams.out)(text)
        if self._stop is not None:
            job.streams.out(self._stop.out)
            raise self._stop.failure
