"""Plain text and answers of text alone: each side is one recording, and all its words are aligned at once."""

from __future__ import annotations

from collections.abc import Sequence

from ....formats.engine.names import recording_name
from ....formats.errors import MismatchError, UsageError
from ....formats.schema import Alternation, Corpus, Grammar, Item, Segment
from ....formats.schema.markup import render
from ....formats.values import replace
from ...common.results import listed
from ..inputs.corpora import is_text
from ..utterance_table import place_name


def as_one(ref: Corpus, hyp: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides as one segment of equal times; a hypothesis whose words all have times keeps them.

    >>> from scorelite import read
    >>> ref, hyp = as_one(read(b"good day\\nyes\\n"), read(b"t A 0 .5 good\\nt A .5 .5 day\\n", format="ctm"))
    >>> ref.segments[0].text, ref.segments[0].session
    ('good day yes', 't')
    """
    if is_text(ref):
        place = _place(hyp, ref)
        if all(item_start(item) is not None for segment in hyp.segments for item in segment.items):
            return _window(place, _lines(ref), "plain", ref), hyp
        return _window(place, _lines(ref), "plain", ref), _window(place, *_words(hyp), hyp)
    place = _place(ref, hyp)
    return _window(place, *_words(ref), ref), _window(place, _lines(hyp), "plain", hyp)


def item_start(item: Item) -> float | None:
    """The begin of a word, or of the first word of an alternation; None without times."""
    if isinstance(item, Alternation):
        starts = (item_start(each) for branch in item.branches for each in branch)
        return next((start for start in starts if start is not None), None)
    return item.start if item.end is not None else None


def _place(timed: Corpus, text: Corpus) -> Segment:
    """The only recording and channel of the side with times, from 0 to behind its last word."""
    segments = [segment for segment in timed.segments if not segment.ignored]
    names = list(dict.fromkeys((segment.session, segment.channel) for segment in segments))
    if len(names) > 1:
        shown = [place_name(*name) for name in names]
        raise MismatchError(
            f"{text.path} is text without recordings, but {timed.path} has {listed(shown, 'channel')}; expected "
            "one recording on each side (two folders are paired by names of files; channel= (--channel NAME) joins "
            "channels)"
        )
    session, channel = names[0] if names else ("", "")
    ends = [segment.end for segment in segments if segment.end is not None]
    ends += [getattr(item, "end", None) or 0.0 for segment in segments for item in segment.labels or ()]
    return Segment(
        id=session or recording_name(timed.path),
        session=session,
        channel=channel,
        start=0.0,
        end=max(ends, default=0.0) + 1.0,
    )


def _window(place: Segment, text: str, grammar: Grammar, corpus: Corpus) -> Corpus:
    return replace(corpus, segments=(replace(place, text=text, grammar=grammar),))


def _lines(corpus: Corpus) -> str:
    return " ".join(filter(None, corpus.texts()))


def _words(corpus: Corpus) -> tuple[str, Grammar]:
    """All words in the order of time, and their grammar."""
    grammars = corpus.grammars()
    if len(grammars) > 1:
        raise UsageError(f"{corpus.path} mixes texts with and without marks; expected one kind")
    grammar: Grammar = next(iter(grammars), "plain")
    segments = [segment for segment in corpus.segments if not segment.ignored]
    segments.sort(key=lambda segment: segment.start or 0.0)
    items = [item for segment in segments for item in segment.items]
    return render(_sorted(items), grammar), grammar


def _sorted(items: Sequence[Item]) -> Sequence[Item]:
    """Items in the order of time, if all have times."""
    timed = [(start, item) for item in items if (start := item_start(item)) is not None]
    return [item for _, item in sorted(timed, key=lambda pair: pair[0])] if len(timed) == len(items) else items
