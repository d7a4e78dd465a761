"""Times and audio on the error page: begin and length of utterances and words in milliseconds, and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.report.engine.blocks import Block, Time, lines, packed, varints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.words.result import Result


def time_blocks(results: Sequence[tuple[Result, Sequence[int]]]) -> Iterator[Block]:
    """The times of utterances and of the words of each result, at some places; none without times in the files."""
    first, places = results[0]
    timeline = first.table.timeline
    if timeline is None:
        return
    yield Block.of("stretches", packed((timeline.start[place], timeline.end[place]) for place in places))
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
    for place in order:
        for pair in result.utterances.alignment(place).pairs:
            if pair.ref is not None:
                refs.append((pair.ref_start, pair.ref_end))
            if pair.hyp is not None:
                hyps.append((pair.hyp_start, pair.hyp_end))
    return packed(refs) if carried.ref_times else b"", packed(hyps) if carried.hyp_times else b""


def audio_blocks(audio: Sequence[str], order: Sequence[int]) -> list[Block]:
    """The different links of the utterances at some places, and the number of each utterance's link, 0 for none."""
    if not audio:
        return []
    numbers = {"": 0}
    of = [numbers.setdefault(audio[place], len(numbers)) for place in order]
    return [Block.of("links", lines([link for link in numbers if link])), Block.of("audio", varints(of))]
