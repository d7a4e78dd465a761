"""Paragraphs of timed text with several speakers, as one cue of formats that name none."""

from __future__ import annotations

from ..record import Format
from ..schema import Attributes, Corpus, Segment, text_of
from ..schema.markup import words
from ..values import replace
from .cues import LINES, STYLES, attribute_of_numbers, styled_numbers


def paragraph_of(attributes: Attributes) -> str:
    """The number of the paragraph of a segment; empty where it is of none."""
    return next((value.partition(".")[0] for key, value in attributes if key.endswith(":p")), "")


def joined_paragraphs(corpus: Corpus, target: Format) -> Corpus:
    """The corpus with a cue for each paragraph, in the lines of its speakers, where the target does not name these.

    Cues of equal times would lie on top of each other.

    >>> from ..registry import by_name
    >>> parts = [Segment(speaker=name, start=1.0, end=2.0, text=name, attributes=(("ttml:p", f"0.{part}.2"),))
    ...          for part, name in enumerate(("Yes.", "No."), 1)]
    >>> [cue.text for cue in joined_paragraphs(Corpus(tuple(parts)), by_name("srt")).segments]
    ['Yes. No.']
    """
    if not target.cues or "speakers" in target.carries or not corpus.table.has("speaker"):
        return corpus
    cues: list[Segment] = []
    last = ""
    for segment in corpus.segments:
        paragraph = paragraph_of(segment.attributes)
        if paragraph and paragraph == last and (cues[-1].start, cues[-1].end) == (segment.start, segment.end):
            cues[-1] = _joined(cues[-1], segment)
        else:
            cues.append(segment)
        last = paragraph
    return corpus if len(cues) == len(corpus) else replace(corpus, segments=tuple(cues), original=None)


def _joined(first: Segment, second: Segment) -> Segment:
    """Two parts of a paragraph, in lines of their own."""
    texts = text_of(first), text_of(second)
    kept = dict(first.attributes), dict(second.attributes)
    attributes = kept[0] | {LINES: "\n".join([more.get(LINES, text) for more, text in zip(kept, texts, strict=True)])}
    sizes = [len(words(text)) for text in texts]
    for style in STYLES:
        styled = [styled_numbers(more.get(style, ""), size) for more, size in zip(kept, sizes, strict=True)]
        attributes.pop(style, None)
        if numbers := [*styled[0], *[sizes[0] + number for number in styled[1]]]:
            attributes[style] = attribute_of_numbers(numbers, sum(sizes))
    pairs = tuple(attributes.items())
    if first.labels is not None and second.labels is not None:
        return replace(first, labels=(*first.labels, *second.labels), speaker="", attributes=pairs)
    return replace(first, text=" ".join(texts), labels=None, speaker="", attributes=pairs)
