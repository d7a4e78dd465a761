"""Subtitles that are late, early, or of another frame rate as a whole: their joined texts do not show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from shlex import quote
from statistics import median

from ....formats.registry import by_name
from ....formats.schema import Corpus
from ...notices.notice import Notice

# So many cues of one text, and such a part of the shorter side, are compared; such a part of them agrees.
_FEWEST, _PART, _MOST = 5, 0.5, 0.9
# Cues of recognisers begin a little earlier or later, too.
_LEAST, _NEAR = 0.5, 0.25
_RATES = ("25:23.976", "23.976:25", "25:24", "24:25", "30:25", "25:30")
"""Frame rates of a hypothesis and of a reference, of which one is another edition of the other."""


def of_cue_times(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice if cues of equal texts are apart by one time, or by one frame rate."""
    if not all(corpus.format and by_name(corpus.format).cues for corpus in (ref, hyp)):
        return
    refs, hyps = _starts(ref), _starts(hyp)
    pairs = [(start, hyps[text]) for text, start in refs.items() if text in hyps]
    if len(pairs) < max(_FEWEST, _PART * min(len(refs), len(hyps))):
        return
    late = median(other - start for start, other in pairs)
    if _agree(other - start - late for start, other in pairs):
        if abs(late) >= _LEAST:
            how = f"{abs(late):.2f} s {'later' if late > 0 else 'earlier'} than those of the reference"
            yield _notice(how, hyp, f"--shift {-round(late, 2):g}")
        return
    for rates in _RATES:
        own, other_rate = map(float, rates.split(":"))
        slower = other_rate / own
        offset = median(other - slower * start for start, other in pairs)
        if _agree(other - slower * start - offset for start, other in pairs):
            yield _notice(f"those of a video with {own:g} frames a second, not {other_rate:g}", hyp, f"--fps {rates}")
            return


def _notice(how: str, hyp: Corpus, option: str) -> Notice:
    text = f"the cues of the hypothesis are {how}, which the rate of joined texts does not show"
    return Notice("cue times", f"{text}: `scorelite convert {quote(hyp.path)} OUT {option}` moves them")


def _agree(rests: Iterator[float]) -> bool:
    near = [abs(rest) <= _NEAR for rest in rests]
    return sum(near) >= _MOST * len(near)


def _starts(corpus: Corpus) -> Mapping[str, float]:
    """The start of each cue whose text is there once."""
    column = corpus.table.start
    starts: dict[str, float | None] = {}
    for text, start in zip(corpus.texts(), column.values if column else (), strict=False):
        words = "".join(letter for letter in text.casefold() if letter.isalnum())
        starts[words] = None if words in starts else start
    return {text: start for text, start in starts.items() if text and start is not None}
