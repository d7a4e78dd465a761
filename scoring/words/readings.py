"""Rules of equivalents written as alternations before words are aligned."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from ... import core
from ...formats.errors import MismatchError, UsageError, short
from ...formats.values import replace
from ..common.settings import Settings
from ..normalise.equivalents import (
    ANY_WORDS,
    CUT_OFFS,
    HYPHENS,
    MARKS,
    REDACTIONS,
    TAGS,
    Equivalent,
    Equivalents,
    Readings,
    Span,
    check_spans,
    folded,
)
from .alignment import Text, have_none, words_of
from .moved import first_moved
from .timed_words import TimedWords
from .utterance_table import Timeline

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..normalise.equivalents import OfTexts
    from .normalised.equivalents import Step

    Sides: TypeAlias = tuple[Sequence[Text], Sequence[Text]]


def with_readings(
    refs: Sequence[Text],
    hyps: Sequence[Text],
    names: Callable[[], Sequence[str]],
    settings: Settings,
    timeline: Timeline | None = None,
    before: Sequence[Text] | None = None,
) -> tuple[Sequence[Text], Sequence[Text], Settings]:
    """Both sides with alternations for the words that rules name, and settings that read these.

    `names` gives the ids of utterances, by which spans of single texts find them; those of a whole recording are found
    by its name. `before` are the references before they were normalised.
    """
    rules = settings.rules_of_words
    assert rules is not None
    if settings.unit != "word":
        raise UsageError("equivalents apply to words; score without unit='character' (-c)")
    if rules.spans and settings.equivalents_side == "hyp":
        raise UsageError(
            "equivalents for single texts apply to the reference; expected equivalents_side='both' "
            "(--equivalents-side both), which applies them to the reference, or 'ref'"
        )
    if {*rules.made} == {ANY_WORDS, REDACTIONS} and not rules.rules and settings.equivalents_side == "hyp":
        raise UsageError(
            "redactions of the reference match any words, those of the hypothesis do not; expected "
            "equivalents_side='both' (--equivalents-side both), which applies them to the reference, or 'ref'"
        )
    if rules.spans and before is not None:
        for _, texts, of_name in _spanned(rules, names(), timeline):
            _check_moved(of_name, _all_words(before, texts), _all_words(refs, texts), settings)
    if REDACTIONS in rules.made:
        # Imported only now: few references have redactions.
        from ..normalise.redactions import with_any_words

        refs = with_any_words(refs)
    made = None if rules.spans else _by_core(refs, hyps, settings)
    if made is None:
        of_refs, of_hyps = of_utterances(rules, refs, hyps, names, settings, timeline)
        made = _with_rules(refs, hyps, of_refs, of_hyps, settings)
    return *made, replace(settings, markup=True)


def _by_core(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings) -> Sides | None:
    """Both sides with alternations that the core writes; None where it refuses the texts.

    A pair in which words of rules overlap, or words with hyphens are spelled in two ways, is read by itself. A side
    that is not read stays what it is, as its words may have times.
    """
    rules = settings.rules_of_words
    assert rules is not None
    whole = settings.equivalents_branches == "whole"
    are_read = settings.equivalents_side != "hyp", settings.equivalents_side != "ref"
    if any(is_read and isinstance(texts, TimedWords) for is_read, texts in zip(are_read, (refs, hyps), strict=True)):
        return None  # what is read for words with times has times, too
    made = core.alternations(
        refs,  # type: ignore[arg-type]
        hyps,  # type: ignore[arg-type]
        are_read,
        Readings(rules, case_sensitive=settings.case_sensitive, whole=whole).phrases(),
        (HYPHENS in rules.made, CUT_OFFS in rules.made),
        [f";{tag}".encode() if whole else b"" for tag in TAGS],
        _marks_of(rules, refs, hyps).encode(),
        settings.case_sensitive,
    )
    if made is None:
        return None
    if places := memoryview(made[2]).cast("q").tolist():
        own_refs, own_hyps = ([texts[place] for place in places] for texts in (refs, hyps))
        of_texts = rules.made_of(*map(_joined, (own_refs, own_hyps)))
        read = _with_rules(own_refs, own_hyps, of_texts, of_texts, settings)
        for is_read, texts, own in zip(are_read, made[:2], read, strict=True):
            for place, text in zip(places, own, strict=True) if is_read else ():
                texts[place] = text  # type: ignore[index]
    return made[:2]


_STAR = re.compile(r"\*(?![^ \t\n\v\f\r])")
"""A star that is a mark: it ends a word."""


def _marks_of(rules: Equivalents, *sides: Sequence[Text]) -> str:
    """The letters that may be marks: no star is one if none ends a word, as in `<*>`."""
    is_star = ANY_WORDS not in rules.made or any(_STAR.search("\n".join(_joined(side))) for side in sides)
    return MARKS if is_star else MARKS.replace("*", "")


def _with_rules(
    refs: Sequence[Text], hyps: Sequence[Text], of_refs: OfTexts, of_hyps: OfTexts, settings: Settings
) -> Sides:
    """Both sides with alternations for the words that rules name, and for those of single texts."""
    rules = settings.rules_of_words
    assert rules is not None
    whole = settings.equivalents_branches == "whole"
    step = partial(Readings, rules, case_sensitive=settings.case_sensitive, whole=whole)
    side = settings.equivalents_side
    return (
        _side(refs, step if side != "hyp" else None, of_refs, settings),
        _side(hyps, step if side != "ref" else None, of_hyps, settings),
    )


def of_utterances(
    rules: Equivalents,
    refs: Sequence[Text],
    hyps: Sequence[Text],
    names: Callable[[], Sequence[str]],
    settings: Settings,
    timeline: Timeline | None,
) -> tuple[OfTexts, OfTexts]:
    """The rules that words of single utterances make for either side, and the spans of references."""
    made = rules.made_of(*map(_joined, (refs, hyps)), marked=settings.markup) if rules.made else {}
    spans = placed(rules, names(), timeline, refs, settings) if rules.spans else {}
    return with_spans(made, spans), made


def _joined(side: Sequence[Text]) -> Sequence[str]:
    """Each text of a side as one string."""
    if {*map(type, side)} == {str}:
        return side  # type: ignore[return-value]
    return [text if isinstance(text, str) else " ".join(words_of(text)) for text in side]


def with_spans(made: Mapping[int, Sequence[Equivalent]], spans: Mapping[int, Sequence[Span]]) -> OfTexts:
    """The rules that words of single utterances make, and spans of these."""
    of_texts: dict[int, Sequence[Equivalent | Span]] = {**made}
    for place, own in spans.items():
        of_texts[place] = (*own, *made.get(place, ()))
    return of_texts


def _side(texts: Sequence[Text], step: Step | None, of_texts: OfTexts, settings: Settings) -> Sequence[Text]:
    """A side of which no letter becomes a mark when marks are read; with alternations, if rules are read in it."""
    # Where there is nothing but words, what the rules write is what the core reads.
    bare = _bare(texts, None if step is None else step(of_texts))
    if bare is not None:
        return bare
    # Imported only now: most texts have no mark that is a letter.
    from .normalised.equivalents import marked_side

    return marked_side(texts, step, of_texts, settings)


def _bare(texts: Sequence[Text], readings: Readings | None) -> Sequence[Text] | None:
    """A side with the readings, if it has any; None where a sign in it is a mark, so that more is needed."""
    if readings is None:
        return texts if have_none(texts, MARKS) else None
    if isinstance(texts, TimedWords):
        return None
    return readings.bare(texts, MARKS)  # type: ignore[arg-type]


def placed(
    rules: Equivalents, names: Sequence[str], timeline: Timeline | None, refs: Sequence[Text], settings: Settings
) -> Mapping[int, Sequence[Span]]:
    """The spans of single texts by the numbers of their utterances; those of a whole recording are cut at these."""
    spans_of: dict[int, Sequence[Span]] = {}
    for name, texts, of_name in _spanned(rules, names, timeline):
        spans = _compared(of_name, settings)
        if len(texts) == 1:
            spans_of[texts.start] = spans
            continue
        own = [refs[place] for place in texts]
        if settings.markup and any(isinstance(text, str) and "{" in text for text in own):
            spans[0].refuse(f"the recording {short(name)} has alternations", "the ids of utterances")
        spans_of |= _cut(spans, texts, list(map(words_of, own)), settings)
    return spans_of


def _spanned(
    rules: Equivalents, names: Sequence[str], timeline: Timeline | None
) -> Iterator[tuple[str, range, Sequence[Span]]]:
    """The name of each text that has spans, its utterances, and the spans."""
    places = {name: place for place, name in enumerate(names)}
    # A part of a corpus may have a part of a recording.
    recordings = {} if timeline is None or rules.of_parts else timeline.recordings()
    if not rules.of_parts and not (places.keys() | recordings.keys()) & rules.spans.keys():
        raise MismatchError(
            f"no equivalents of a scored text: they are of {short(next(iter(rules.spans)))}, texts are "
            f"{short(next(iter(places), 'none'))}; expected spans by the ids of the reference, or by the names of "
            "recordings of one channel"
        )
    for name, of_name in rules.spans.items():
        texts = recordings.get(name) if name not in places else range(places[name], places[name] + 1)
        if not texts or not of_name:
            continue
        if timeline is not None and (span := next((span for span in of_name if not span.in_order), None)):
            span.refuse(f"{span.name} among words that are not in order of time", "rows in that order")
        yield name, texts, of_name


def _check_moved(spans: Sequence[Span], before: Sequence[str], behind: Sequence[str], settings: Settings) -> None:
    """Rejects spans of words that a normaliser moved, and spans of neither text, before or after the normaliser."""
    is_counted = any(span.size == len(before) for span in spans)
    first = first_moved(before, behind, settings) if is_counted else None
    for span in spans:
        if span.size != len(before):
            if span.text is None:  # what variations say of their text is compared word by word
                span.check_size(len(behind))
        elif first is not None and span.end > first:
            span.refuse(
                f"{short(span.name)} after word {first}, where the normaliser changes the number of words",
                "equivalents for texts that scorelite normalise wrote, or a normaliser that keeps the number of words",
            )


def _all_words(side: Sequence[Text], texts: range) -> list[str]:
    """The words of some texts of a side."""
    return [word for place in texts for word in words_of(side[place])]


def _compared(spans: Sequence[Span], settings: Settings) -> Sequence[Span]:
    """Spans whose texts and readings are written as the reference is, after its normaliser."""
    own = {id(span.text): span.text for span in spans if span.text is not None}  # spans of one text share it
    if settings.chain is None:
        texts = {key: _folded(text, settings) for key, text in own.items()}
        return [span if span.text is None else replace(span, text=texts[id(span.text)]) for span in spans]
    written = dict.fromkeys([*own.values(), *(reading for span in spans for reading in span.readings)])
    normalised = settings.chain.apply(list(map(" ".join, written)))[0]
    # What a normaliser writes as an alternation, no branch of another one can be.
    new = {
        words: words if "{" in text else tuple(words_of(text)) for words, text in zip(written, normalised, strict=True)
    }
    texts = {key: _folded(new[text], settings) for key, text in own.items()}
    return [
        replace(
            span,
            # Where nobody knows the words, their number is that of the text before or after the normaliser.
            size=None if span.text is None else len(texts[id(span.text)]),
            text=None if span.text is None else texts[id(span.text)],
            readings=tuple(dict.fromkeys(map(new.__getitem__, span.readings))),
        )
        for span in spans
    ]


def _folded(words: Sequence[str], settings: Settings) -> tuple[str, ...]:
    """Words as they are compared."""
    is_folded = settings.case_sensitive or " ".join(words).islower()
    return tuple(words if is_folded else map(folded, words))


def _cut(
    spans: Sequence[Span], texts: range, words: Sequence[Sequence[str]], settings: Settings
) -> Mapping[int, Sequence[Span]]:
    """The spans of a recording as those of its utterances, which have these words."""
    sizes = list(map(len, words))
    ends = [*accumulate(sizes)]
    check_spans(spans, _folded([*chain.from_iterable(words)], settings))
    cut: dict[int, list[Span]] = {}
    for span in spans:
        number = bisect_right(ends, span.first)
        begin = ends[number] - sizes[number]
        if span.end > ends[number]:
            span.refuse(f"{span.name} in two utterances, of which one begins at word {ends[number]}", "words of one")
        own = replace(span, first=span.first - begin, end=span.end - begin, size=None, text=None)
        cut.setdefault(texts[number], []).append(own)
    return cut
