"""Times and audio on the error page: begin and length of utterances and words in milliseconds, and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...words.result import Result
from ..engine.blocks import Block, Time, lines, packed, varints


def time_blocks(results: Sequence[tuple[Result, Sequence[int]]]) -> Iterator[Block]:
    """The times of utterances and of the words of each result, at some places; none without times in the files."""
    first, places = results[0]
    timeline = first.table.timeline
    if timeline is None:
        return
    starts, ends = [*timeline.start], [*timeline.end]
    yield Block.of("stretches", packed([(starts[place], ends[place]) for place in places]))
    shared = b""
    for number, (result, order) in enumerate(results):
        refs, hyps = _word_times(result, order)
        if refs and (not number or refs != shared):
            yield Block.of(f"ref_times.{number}", refs)
        if hyps:
            yield Block.of(f"hyp_times.{number}", hyps)
        shared = shared or refs


def _word_times(result: Result, order: Sequence[int]) -> tuple[bytes, bytes]:
    """The times of the words of both sides in the order of the alignments; empty where a side has none."""
    carried = result.utterances.carried()
    if not carried.ref_times and not carried.hyp_times:
        return b"", b""
    refs: list[Time] = []
    hyps: list[Time] = []
    for pairs in map(result.utterances.aligned.pairs, order):
        refs += [(pair.ref_start, pair.ref_end) for pair in pairs if pair.ref is not None]
        hyps += [(pair.hyp_start, pair.hyp_end) for pair in pairs if pair.hyp is not None]
    return packed(refs) if carried.ref_times else b"", packed(hyps) if carried.hyp_times else b""


@dataclass(frozen=True, slots=True)
class Audio:
    """The link of each utterance, empty for none; `sound:0` and so on are files that the page holds."""

    links: Sequence[str] = ()
    sounds: Sequence[tuple[str, bytes]] = ()
    """The type and the bytes of each file."""

    @property
    def sources(self) -> str:
        """Where a browser may find it: in the page, or next to it."""
        return "blob:" if self.sounds else "'self' file:" if self.links else ""


SILENT = Audio()


def audio_blocks(audio: Audio, order: Sequence[int]) -> list[Block]:
    """The different links of the utterances at some places, each utterance's link by number (0: none), and files."""
    if not audio.links:
        return []
    numbers = {"": 0}
    of = [numbers.setdefault(audio.links[place], len(numbers)) for place in order]
    sounds = [Block.of(f"sound.{number}", data) for number, (_, data) in enumerate(audio.sounds)]
    return [Block.of("links", lines([link for link in numbers if link])), Block.of("audio", varints(of)), *sounds]
