"""The notices about a score of files that are found in the files: how they were read, and what their rows hold."""

from __future__ import annotations

from collections.abc import Iterator

from .... import formats
from ....formats.schema import Corpus
from ...notices.durations import other_unit
from ...notices.notice import SIDES, Notice
from ..alignment import ENDS, have_none
from ..inputs.sides import Sides
from ..result import Result
from .nulls import nulls_of, of_nulls, of_placeholders

# Formats of lines of text, whose first line may hold names of columns.
_LINES = ("txt", "kaldi")


def notices_of_files(read: Sides, sides: tuple[Corpus, Corpus], result: Result, *, printed: bool) -> Iterator[Notice]:
    """The notices about both files as they were read, and about the sides that were scored of them."""
    yield from read.notices
    if read.counts:
        yield from _of_counts(read, result)
    said = set[str]()
    for side, corpus in zip(SIDES, sides, strict=True):
        for text in filter(None, (*corpus.notices(), other_unit(corpus))):
            if (whole := f"{corpus.path}: {text}") in said:
                continue  # of a table that has both sides
            said.add(whole)
            yield Notice(f"reading {side}: {text.partition('; ')[0]}", whole)  # one for a folder
    yield from of_nulls(nulls_of(read.ref), nulls_of(read.hyp))
    yield from of_placeholders(read.ref, read.hyp)
    if read.hyp.format == "kaldi-decode":
        from .best_wer import of_best_wer

        yield from of_best_wer(read.hyp, result)
    yield from _of_rows(read.ref, read.hyp, result)
    if not printed:
        yield from _of_spoken_form(read, result)


def _of_counts(read: Sides, result: Result) -> Iterator[Notice]:
    """A notice if alignments count other errors than those that were found now."""
    # Imported only now: few files hold alignments.
    from ....formats.engine.both_sides import counted

    if read.counts != counted(result.counts.errors, result.counts.reference):
        yield Notice(
            "counts of alignments",
            f"{read.ref.path} itself counts {read.counts}; settings of the program that made it may give them, such as "
            "optional words (-D) and fragments (-F) of sclite",
        )


def _of_rows(ref: Corpus, hyp: Corpus, result: Result) -> Iterator[Notice]:
    """Notices about lines, cues and rows of words; what texts hold is looked for when somebody asks for the notices."""
    chain = result.settings.chain
    has_lines = bool({ref.format, hyp.format} & {*_LINES})
    if has_lines:
        from ..inputs.first_lines import of_lines

        yield from of_lines(ref, hyp, chain)
    if has_lines or any(formats.by_name(side.format).cues for side in (ref, hyp) if side.format):
        from .captions import of_captions, of_dashes, of_heads, of_sites, of_songs
        from .cue_times import of_cue_times
        from .repeated import of_cues
        from .two_languages import of_two_languages

        captions = tuple(of_captions(ref, hyp, chain))
        yield from captions or of_heads(ref, hyp, chain)
        yield from of_songs(ref, hyp)
        yield from of_sites(ref, hyp)
        yield from of_dashes(ref, hyp, chain)
        yield from of_cue_times(ref, hyp)
        yield from of_two_languages(ref, hyp)
        yield from of_cues(ref, hyp)
    if result.table.timeline is not None:
        from .odd_rows import of_corpora

        yield from of_corpora(ref, hyp, chain)


def _of_spoken_form(read: Sides, result: Result) -> Iterator[Notice]:
    """A notice of a side that was read without the punctuation that its file has, next to a side with punctuation."""
    sides = (read.ref, result.utterances.refs), (read.hyp, result.utterances.hyps)
    for (corpus, texts), (_, others) in zip(sides, sides[::-1], strict=True):
        has_both = bool(corpus.format) and formats.by_name(corpus.format).printed
        if has_both and result.counts.errors and have_none(texts, ENDS) and not have_none(others, ENDS):
            yield Notice(
                "spoken form",
                f"{corpus.path} ({corpus.format}) is read as spoken, but the other side has punctuation: printed=True "
                "(--printed) reads words with their punctuation, capitals and digits",
            )
