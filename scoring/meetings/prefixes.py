"""Names before texts, as in `Anna: good day`: found in subtitles and plain texts, and read as speakers when asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...formats.errors import UsageError, arguments_in
from ...formats.schema import Corpus, Segment
from ..common.results import listed

_PREFIX = re.compile(r"\s*([^\W\d][\w.'-]*(?: [\w.'-]+){0,2}):\s+(?=\S)")
_FEW = 2
"""Each name stands before so many texts on average, or more, where names are speakers."""


def with_speakers(corpora: tuple[Corpus, Corpus]) -> tuple[Corpus, Corpus]:
    """Both files, with names before texts as speakers where no segment has a speaker of its own.

    >>> corpus = Corpus((Segment(text="Anna: good day", start=0.0, end=1.0),), path="talk.srt")
    >>> [(segment.speaker, segment.text) for segment in with_speakers((corpus, corpus))[0].segments]
    [('Anna', 'good day')]
    """
    ref, hyp = corpora
    if not any(_names(ref)) and not any(_names(hyp)):
        raise UsageError(
            "no text without a speaker begins with a name and a colon, such as 'Anna: good day'; leave out "
            "speaker_prefix=True (--speaker-prefix)"
        )
    return _with_speakers(ref), _with_speakers(hyp)


def notice(corpus: Corpus) -> str:
    """A warning that the names of speakers count as words; empty where most texts have none, or names do not repeat.

    >>> rows = tuple(Segment(text=text) for text in ("Anna: good day", "Ben: hello", "Anna: bye", "Ben: bye"))
    >>> notice(Corpus(rows, path="talk.srt")).partition(";")[0]
    'talk.srt: 4 of 4 texts begin with 2 names (Anna, Ben) and a colon, which count as words'
    """
    found = [*_names(corpus)]
    known = [name for name in found if name]
    names = [*dict.fromkeys(known)]
    if not known or 2 * len(known) < len(found) or len(known) < _FEW * len(names):
        return ""
    return arguments_in(
        f"{corpus.path}: {len(known)} of {len(found)} texts begin with {listed(names, 'name')} and a colon, which "
        "count as words; speaker_prefix=True (--speaker-prefix) takes them as speakers"
    )


def _names(corpus: Corpus) -> Iterator[str]:
    """The name before each text, or an empty text; nothing where segments have speakers."""
    table = corpus.table
    if table.words is not None or table.has("speaker") or corpus.format in ("stm", "seglst"):
        return
    texts: Sequence[str | None] | None = table.written
    if texts is None:
        texts = [segment.text if segment.labels is None else None for segment in corpus.segments]
    for text, ignored in zip(texts, table.ignored, strict=True):
        if text and not ignored:
            found = _PREFIX.match(text)
            yield found[1] if found else ""


def _with_speakers(corpus: Corpus) -> Corpus:
    return replace(corpus, segments=tuple(map(_named, corpus.segments))) if any(_names(corpus)) else corpus


def _named(segment: Segment) -> Segment:
    found = None if segment.labels is not None else _PREFIX.match(segment.text or "")
    return segment if found is None else replace(segment, speaker=found[1], text=(segment.text or "")[found.end() :])
