"""Keywords in the words of a recogniser: a file of all its words, not of detections, is searched as a transcript is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from ...formats.ecf import Ecf
from ...formats.kwlist import KwList
from ...formats.kwslist import KwsList
from ...formats.schema import Label
from ...formats.values import replace
from .labels import Place, Terms, detections, transcript
from .material import Inputs, material, splitter
from .normalised import normalised
from .occurrences import occurrences
from .settings import KwsSettings

Words = Mapping[Place, Sequence[Label]]


def are_all_words(words: Words, terms: Terms) -> bool:
    """Whether labels are all words of a recogniser: single words, most of them no keywords, but some in keywords.

    >>> from scorelite.formats.kwlist import Keyword
    >>> words = {("talk", "1", ""): [Label(word, 0.0, 0.5) for word in ("the", "old", "lighthouse")]}
    >>> [are_all_words(words, Terms([Keyword("K1", text)])) for text in ("old lighthouse", "sea")]
    [True, False]
    """
    values = [label.value for labels in words.values() for label in labels]
    unlisted = sum(terms.number(value) < 0 for value in values)
    in_keywords = {word for term in terms.keywords for word in term.text.lower().split()}
    is_running = 2 * unlisted > len(values) and not any(" " in value for value in values)
    return is_running and any(value.lower() in in_keywords for value in values)


def found_in(words: Words, keywords: KwList, settings: KwsSettings, threshold: float, path: str) -> KwsList:
    """The occurrences of keywords in words, in any case: words of one channel with at most `settings.gap` between them.

    The score of an occurrence is the lowest confidence of its words, which is 1 where they have none.
    """
    terms = Terms(keywords.keywords)
    nothing = detections({}, terms, threshold=threshold, path=path)
    in_order = {place: sorted(labels, key=_start) for place, labels in words.items()}
    rttm = transcript(in_order, path, splitter(settings))
    inputs = Inputs(Ecf(()), rttm, replace(keywords, normalize="lowercase"), nothing)
    searched = normalised(inputs, settings).inputs
    found = occurrences(material(searched, settings), settings)
    rows = searched.rttm.lexemes
    starts = {place: [_start(label) for label in labels] for place, labels in in_order.items()}

    def confidence(row: int) -> float:
        """The confidence of the label that begins with this row, or of which it is a part."""
        place = rows.files[row], rows.channels[row], rows.speakers[row]
        label = in_order[place][bisect_right(starts[place], rows.begins[row]) - 1]
        return 1.0 if label.confidence is None else label.confidence

    labels: dict[Place, list[tuple[str, float, float, float]]] = {}
    for number, first, last in zip(found.keyword.tolist(), found.first.tolist(), found.last.tolist(), strict=True):
        place = rows.files[first], rows.channels[first], rows.speakers[first]
        end = rows.begins[last] + rows.durations[last]
        # In order of time, the words of an occurrence are neighbours.
        score = min(map(confidence, range(first, last + 1)))
        labels.setdefault(place, []).append((keywords.keywords[number].id, rows.begins[first], end, score))
    return detections(labels, terms, threshold=threshold, path=path)


def _start(label: Label) -> float:
    return label.start or 0.0
