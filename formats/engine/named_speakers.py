"""Speakers of segments: names before texts, names of rows of words, and what some speakers say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from ..errors import UsageError, short
from ..schema import Corpus, Label, Segment, Table
from ..values import replace
from .gaps import kept

_PART = r"[\w.'\u2019\u2010\u2011-]"
_BLANK = "[ \u00a0]"
# One word and maybe its number; or words that each have a capital or stand within names, as those of `He said` do not,
# and what is said of a person in parentheses.
_PARTICLE = "van|von|der|den|de|di|da|du|la|le|el|bin|of|and"
NAME = (
    rf"(?:[^\W\d]{_PART}*(?:{_BLANK}\d+)?"
    rf"|(?![a-z])[^\W\d]{_PART}*(?:,?{_BLANK}(?:(?![a-z]){_PART}+|{_PARTICLE})){{0,5}}(?:{_BLANK}\([^():]{{1,40}}\))?)"
)
STAMP = r"[\[(<]?\d+:\d\d(?::\d\d)?(?:[.,]\d+)?[\])>]?"
"""The name of a speaker, and a time, as they stand before texts."""
# A name before a text, maybe in brackets, with a time before or behind it.
_PREFIX = re.compile(rf"\s*(?:{STAMP}[-\s]\s*)?\[?({NAME})\]?(?: {STAMP})?[\u00a0\u202f]?:\s+(?=\S)")
_SHOWN = 10
_FEW = 2
"""Each name stands before so many texts on average, or more, where names are speakers."""


def names_before(corpus: Corpus) -> Iterator[str]:
    """The name before each text, or an empty text; nothing where segments have speakers."""
    table = corpus.table
    if table.words is not None or table.has("speaker") or corpus.format in ("stm", "seglst"):
        return
    texts: Sequence[str | None] | None = table.written
    if texts is None:
        texts = [segment.text if segment.labels is None else None for segment in corpus.segments]
    for text, ignored in zip(texts, table.ignored, strict=True):
        if text and not ignored:
            match = _PREFIX.match(text)
            yield match[1] if match else ""


def names_of_speakers(heads: Sequence[str]) -> list[str]:
    """The different names before texts; none where most texts have no name, or names do not repeat.

    >>> names_of_speakers(["Anna", "Ben", "", "Anna", "Ben"]), names_of_speakers(["Note", "", ""])
    (['Anna', 'Ben'], [])
    """
    present = [name for name in heads if name]
    names = [*dict.fromkeys(present)]
    is_every = len(present) == len(heads) > 1
    are_few = len(present) >= _FEW * len(names) or is_every
    return names if 2 * len(present) >= len(heads) and are_few else []


def with_names_before(*corpora: Corpus) -> tuple[Corpus, ...]:
    """The corpora with names before texts as speakers, where no segment has a speaker of its own.

    >>> corpus = Corpus((Segment(text="Anna: good day", start=0.0, end=1.0),), path="talk.srt")
    >>> [(segment.speaker, segment.text) for segment in with_names_before(corpus)[0].segments]
    [('Anna', 'good day')]
    >>> [_named(Segment(text=f"{head}: yes")).speaker for head in ("[00:02:36] Mrs. Lee", "[SPEAKER_00]", "Al [00:05]")]
    ['Mrs. Lee', 'SPEAKER_00', 'Al']
    """
    are_named = [any(names_before(corpus)) for corpus in corpora]
    if not any(are_named):
        raise UsageError(
            f"no text without a speaker begins with a name and a colon, such as 'Anna: good day'; {_advice(corpora)}"
        )
    return tuple(
        replace(corpus, segments=tuple(map(_named, corpus.segments))) if is_named else corpus
        for corpus, is_named in zip(corpora, are_named, strict=True)
    )


def _advice(corpora: Sequence[Corpus]) -> str:
    """The advice for corpora without names before texts, which some have as speakers."""
    for corpus in corpora:
        if name := next(filter(None, with_names_of_rows(corpus).table.speakers), ""):
            return (
                f"{corpus.path} has speakers already, such as {short(name)}, which `scorelite convert IN OUT "
                "--speaker-names` writes before texts of subtitles or plain text"
            )
    return "leave out speaker_prefix=True (--speaker-prefix)"


def _named(segment: Segment) -> Segment:
    match = None if segment.labels is not None else _PREFIX.match(segment.text or "")
    return segment if match is None else replace(segment, speaker=match[1], text=(segment.text or "")[match.end() :])


def with_names_written(corpus: Corpus) -> Corpus:
    """The corpus with the names of speakers as the beginnings of texts.

    >>> talk = Corpus((Segment(speaker="Anna", text="good day"), Segment(text="(music)")))
    >>> with_names_written(talk).texts()
    ['Anna: good day', '(music)']
    """
    return replace(corpus, segments=tuple([_written(segment) for segment in corpus.segments]))


def _written(segment: Segment) -> Segment:
    if not segment.speaker or segment.ignored:
        return segment
    name = f"{segment.speaker}:"
    if segment.labels is None:
        return replace(segment, speaker="", text=f"{name} {segment.text or ''}")
    return replace(segment, speaker="", labels=(Label(name), *segment.labels))


def with_names_of_rows(corpus: Corpus) -> Corpus:
    """A corpus with a segment for each run of rows of one speaker, where rows of words name theirs, as in some ctm."""
    rows = corpus.table.words
    if rows is None or not rows.rest:
        return corpus
    runs, speakers, _ = rows.by_speaker()
    return replace(corpus, segments=Table.rows(runs).changed(speaker=speakers)) if any(speakers) else corpus


def said_by(corpus: Corpus, names: Collection[str]) -> Corpus:
    """The segments of speakers with these names.

    >>> talk = Corpus((Segment(speaker="CHI", text="ball"), Segment(speaker="MOT", text="a ball")), path="a.cha")
    >>> said_by(talk, ["CHI"]).texts()
    ['ball']
    """
    corpus = with_names_of_rows(corpus)
    speakers = corpus.table.speakers
    if missing := [name for name in names if name not in speakers]:
        present = sorted({*speakers} - {""})
        shown = ", ".join([*present[:_SHOWN], *["..."] * (len(present) > _SHOWN)])
        expected = f"expected one of {shown}" if present else "no segment has a speaker"
        raise UsageError(f"{corpus.path}: no speaker {short(missing[0])} to choose; {expected}")
    return kept(corpus, [place for place, speaker in enumerate(speakers) if speaker in names])
