"""Alignment in SGML (`-o sgml`), as sclite writes it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from .model import BEGINNING, ENDING, Word
from .scoring import CORRECT, OTHER_SPEAKER, WRONG, Aligned, Alignment, Pair
from .settings import Settings


def generate(alignment: Alignment, settings: Settings, title: bytes) -> Iterator[bytes]:
    """The report, in pieces."""
    reference = alignment.reference()
    head = (
        (b"title", title),
        (b"ref_fname", reference.name if reference is not None else b""),
        (b"hyp_fname", alignment.hypothesis_name()),
        (b"creation_date", time.ctime().encode("ascii")),
        (b"format", b"2.4"),
        (b"frag_corr", b"TRUE" if settings.fragments else b"FALSE"),
        (b"opt_del", b"TRUE" if settings.optional == b"both" else b"FALSE"),
        (b"weight_ali", b"FALSE"),
        (b"weight_filename", b""),
    )
    yield b"<SYSTEM" + b"".join(b' %b="%b"' % pair for pair in head) + b">\n"
    for label in reference.labels if reference is not None else ():
        values = label.kind, label.name, label.title, label.description, label.kind
        yield b'<%b id="%b" title="%b" desc="%b">\n</%b>\n' % values
    paths = _Paths(alignment, settings)
    for speaker, segments in _speakers(alignment):
        yield b'<SPEAKER id="%b">\n' % speaker
        yield from map(paths.path, segments)
        yield b"</SPEAKER>\n"
    yield b"</SYSTEM>\n"


def _speakers(alignment: Alignment) -> list[tuple[bytes, list[Aligned]]]:
    """Speakers in the order of their first segments, each with its segments in the order of the file."""
    by_speaker: dict[bytes, list[Aligned]] = {}
    for aligned in alignment.segments():
        by_speaker.setdefault(aligned.segment.speaker, []).append(aligned)
    for segments in by_speaker.values():
        segments.sort(key=lambda aligned: aligned.segment.element)
    return sorted(by_speaker.items(), key=lambda item: item[1][0].segment.element)


class _Paths:
    """Segments as elements PATH; all have the columns that any word of the run needs."""

    def __init__(self, alignment: Alignment, settings: Settings) -> None:
        pairs = [pair for aligned in alignment.segments() for pair in aligned.pairs]
        references = [pair.reference for pair in pairs if pair.reference is not None]
        hypotheses = [pair.hypothesis for pair in pairs if pair.hypothesis is not None]
        wanted = (
            (b"r_t1+t2", False, _times, any(word.is_timed for word in references)),
            (b"h_t1+t2", True, _times, any(word.is_timed for word in hypotheses)),
            (b"r_conf", False, _confidence, any(word.confidence is not None for word in references)),
            (b"h_conf", True, _confidence, any(word.confidence is not None for word in hypotheses)),
        )
        self._columns = [(is_hypothesis, show) for _, is_hypothesis, show, used in wanted if used]
        self._names = [name for name, _, _, used in wanted if used]
        self._speakers = settings.speakers is not None
        if self._speakers:
            self._names.append(b"h_spkr,h_isSpkrSub")
        self._case = settings.case

    def path(self, aligned: Aligned) -> bytes:
        segment = aligned.segment
        attributes = [(b"id", segment.name), (b"word_cnt", b"%d" % len(aligned.pairs))]
        optional = (b"labels", segment.label), (b"file", segment.file), (b"channel", segment.channel)
        attributes += [(name, value) for name, value in optional if value]
        attributes.append((b"sequence", b"%d" % segment.element))
        if segment.begin >= 0 and segment.end >= 0:
            attributes.append((b"R_T1", b"%.3f" % (segment.begin / 1000)))
            attributes.append((b"R_T2", b"%.3f" % (segment.end / 1000)))
        if self._names:
            attributes.append((b"word_aux", b",".join(self._names)))
        if self._case:
            attributes.append((b"case_sense", b"1"))
        head = b"<PATH" + b"".join(b' %b="%b"' % pair for pair in attributes) + b">\n"
        return head + b":".join(map(self._pair, aligned.pairs)) + b"\n</PATH>\n"

    def _pair(self, pair: Pair) -> bytes:
        nothing = b'""' if pair.result == CORRECT else b""
        fields = [WRONG if pair.result == OTHER_SPEAKER else pair.result]
        fields += [nothing if word is None else self._text(word) for word in (pair.reference, pair.hypothesis)]
        for is_hypothesis, show in self._columns:
            word = pair.hypothesis if is_hypothesis else pair.reference
            fields.append(b"" if word is None else show(word))
        if self._speakers:
            hypothesis = pair.hypothesis
            fields.append(b"" if hypothesis is None else hypothesis.segment.speaker)
            fields.append(b"" if hypothesis is None else b"true" if pair.result == OTHER_SPEAKER else b"false")
        return b",".join(fields)

    def _text(self, word: Word) -> bytes:
        text, optional, fragment = word.read()
        text = text if self._case else text.lower()
        if fragment == ENDING:
            text = b"-" + text
        elif fragment == BEGINNING:
            text += b"-"
        return b'"(%b)"' % text if optional else b'"%b"' % text


def _times(word: Word) -> bytes:
    return b"%.3f+%.3f" % (word.begin / 1000, word.end / 1000) if word.is_timed else b""


def _confidence(word: Word) -> bytes:
    return b"" if word.confidence is None else b"%.6f" % word.confidence
