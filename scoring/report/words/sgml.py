"""Alignments as SGML for other programs (`.sgml`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words.scores import (
    CHARACTERS,
    HYP_CONFIDENCE,
    HYP_TIMES,
    HYP_WEIGHT,
    REF_CONFIDENCE,
    REF_TIMES,
    REF_WEIGHT,
    SEGMENT_TIMES,
    SENSITIVE,
)
from .alignment import STEP, facts, packed, with_equal_attributes, word_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions
    from .alignment import Part

# In the order in which the values follow a word.
WORD_VALUES = (
    (REF_TIMES, b"r_t1+t2"),
    (HYP_TIMES, b"h_t1+t2"),
    (REF_CONFIDENCE, b"r_conf"),
    (HYP_CONFIDENCE, b"h_conf"),
    (REF_WEIGHT, b"r_weight"),
    (HYP_WEIGHT, b"h_weight"),
)


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The report that other programs read: words separated by colons, their fields by commas."""
    yield b".sgml", document(scores, b":", b",")


def document(scores: WordScores, outer: bytes, inner: bytes) -> Iterator[bytes]:
    """All speakers with their alignments; `outer` separates words, `inner` the fields of a word."""
    yield _head(scores)
    tags = _Tags(scores)
    for speaker, name in enumerate(scores.speakers):
        yield b'<SPEAKER id="%b">\n' % name
        utterances = scores.utterances(speaker)
        for begin in range(0, len(utterances), STEP):
            for attribute, part in with_equal_attributes(scores, utterances[begin : begin + STEP]):
                part_facts = facts(part, tags.parts(attribute))
                yield scores.batch.sgml(packed(part), part_facts, outer, inner, word_lines(attribute))
        yield b"</SPEAKER>\n"
    yield b"</SYSTEM>\n"


def _head(scores: WordScores) -> bytes:
    # Names that a piped system lacks are printed as C prints a null string.
    fields = (
        (b"title", scores.title),
        (b"ref_fname", scores.ref_name or b"(null)"),
        (b"hyp_fname", scores.hyp_name or b"(null)"),
        (b"creation_date", scores.date or b"(null)"),
        (b"format", b"2.4"),
        (b"frag_corr", _flag(scores.fragments)),
        (b"opt_del", _flag(scores.optional)),
        (b"weight_ali", _flag(scores.weighted)),
        (b"weight_filename", scores.weight_name if scores.weighted else b""),
    )
    lines = [b"<SYSTEM", *(b' %b="%b"' % field for field in fields), b">\n"]
    for kind, definitions in ((b"LABEL", scores.labels), (b"CATEGORY", scores.categories)):
        for name, title, text in definitions:
            lines.append(b'<%b id="%b" title="%b" desc="%b">\n</%b>\n' % (kind, name, title, text, kind))
    return b"".join(lines)


def _flag(value: bool) -> bytes:
    return b"TRUE" if value else b"FALSE"


class _Tags:
    """Opening tags of utterances as patterns with columns."""

    __slots__ = ("_parts", "_times")

    def __init__(self, scores: WordScores) -> None:
        counts = memoryview(scores.batch.counts()).cast("i").tolist()
        self._parts: tuple[Part, ...] = (
            b'<PATH id="',
            (b"%b", scores.ids),
            b'"',
            (b' word_cnt="%d"', packed([*map(sum, zip(*(counts[kind::4] for kind in range(4)), strict=True))])),
            (b' labels="%b"', scores.labels_of),
            (b' file="%b"', scores.files),
            (b' channel="%b"', scores.channels),
            (b' sequence="%d"', packed(scores.sequence)),
        )
        self._times = scores.ref_times

    def parts(self, attribute: int) -> list[Part]:
        """The parts of tags of utterances with these attribute bits."""
        of_document: list[Part] = list(self._parts)
        if attribute & SEGMENT_TIMES and self._times is not None:
            begins, ends = self._times
            of_document += (b' R_T1="%.3f"', begins), (b' R_T2="%.3f"', ends)
        return [*of_document, _attributes(attribute)]


def _attributes(attribute: int) -> bytes:
    """The rest of a tag after its times."""
    rest = b""
    if attribute & CHARACTERS:
        rest += b' char_align="1"'
    if attribute & SENSITIVE:
        rest += b' case_sense="1"'
    if attribute & HYP_WEIGHT:
        rest += b' hyp_weight="1"'
    if attribute & REF_WEIGHT:
        rest += b' ref_weight="1"'
    values = [name for bit, name in WORD_VALUES if attribute & bit]
    if values:
        rest += b' word_aux="' + b",".join(values) + b'"'
    return rest + b">\n"
