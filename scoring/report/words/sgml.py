"""Alignments as SGML for other programs (`.sgml`)."""

from __future__ import annotations

from scoring.report.words.alignment import STEP, word_lines
from scoring.words.scores import (
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.report import File
    from scoring.report.words import ReportOptions
    from scoring.words.scores import WordScores

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
    counts = memoryview(scores.batch.counts()).cast("i")
    known: dict[int, tuple[bytes, bytes, int]] = {}
    for speaker, name in enumerate(scores.speakers):
        yield b'<SPEAKER id="%b">\n' % name
        utterances = scores.utterances(speaker)
        for begin in range(0, len(utterances), STEP):
            pieces = []
            for utterance in utterances[begin : begin + STEP]:
                attribute = scores.attribute(utterance)
                texts = known.get(attribute)
                if texts is None:
                    texts = known[attribute] = _attributes(attribute)
                words = sum(counts[4 * utterance : 4 * utterance + 4])
                pieces.append(_path(scores, utterance, words, texts))
                pieces.append(scores.batch.sgml(utterance, outer, inner, texts[2]))
                pieces.append(b"\n</PATH>\n")
            yield b"".join(pieces)
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


def _path(scores: WordScores, utterance: int, words: int, texts: tuple[bytes, bytes, int]) -> bytes:
    text = b'<PATH id="%b" word_cnt="%d"' % (scores.ids[utterance], words)
    text += _optional(b"labels", scores.labels_of, utterance)
    text += _optional(b"file", scores.files, utterance)
    text += _optional(b"channel", scores.channels, utterance)
    text += b' sequence="%d"' % scores.sequence[utterance]
    if texts[0] and scores.ref_times is not None:
        text += texts[0] % scores.ref_times[utterance]
    return text + texts[1]


def _optional(name: bytes, column: Sequence[bytes] | None, utterance: int) -> bytes:
    return b' %b="%b"' % (name, column[utterance]) if column is not None and column[utterance] else b""


def _attributes(attribute: int) -> tuple[bytes, bytes, int]:
    """Format of the segment times (empty without them), rest of the tag, selection bits of the core for values."""
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
    return b' R_T1="%.3f" R_T2="%.3f"' if attribute & SEGMENT_TIMES else b"", rest + b">\n", word_lines(attribute)
