"""Notice about captions in which more stands than what is spoken: sounds, music and labels of speakers."""

from __future__ import annotations

from collections.abc import Iterator

from ....formats.errors import quantity, short
from ....formats.registry import by_name
from ....formats.schema import Corpus
from ...normalise.chain import Chain
from ...normalise.repairs import spoken_words
from ...notices.notice import Notice

# So few cues, or such a part of all, are no captions of this kind.
_FEWEST, _PART = 3, 0.05


def of_captions(ref: Corpus, hyp: Corpus, chain: Chain | None) -> Iterator[Notice]:
    """Notices about the sides whose cues have words that nobody speaks, after a chain that may remove them."""
    for side, corpus in (("reference", ref), ("hypothesis", hyp)):
        if not by_name(corpus.format).cues:
            continue
        cues = [cue for cue in corpus.texts() if cue]
        marked = [cue for cue in cues if spoken_words(cue) != cue]
        rows = zip(marked, _sizes(marked, chain), _sizes([*map(spoken_words, marked)], chain), strict=True)
        odd = [cue for cue, size, spoken in rows if size > spoken]
        if len(odd) >= max(_FEWEST, _PART * len(cues)):
            first = " before the other normalisers" if chain else ""
            yield Notice(
                f"captions {side}",
                f"{len(odd):,} of {quantity(len(cues), 'cue')} of the {side} have sounds in brackets, \u266a or labels "
                f"of speakers, such as {short(repr(odd[0]))}, which count as words; normalise='captions' "
                f"(--normalise captions){first} removes them",
            )


def _sizes(cues: list[str], chain: Chain | None) -> list[int]:
    """The number of words of each cue as it is scored."""
    return [len(text.split()) for text in (chain.apply(cues)[0] if chain else cues)]
