"""Responses of IBM Watson Speech to Text.

A segment is a result, cut where the speaker changes in `speaker_labels`. Further alternatives and details of speakers
are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise

from .json import Cells, Document, Json, Objects, detail, details, dump, members, outline
from .record import Format
from .schema import Corpus
from .source import Source
from .vendors import (
    Spoken,
    attribute,
    heard,
    joined,
    members_of,
    more_of,
    names_json,
    numerals,
    objects,
    runs_of,
    sealed,
    table_of,
    texts_alone,
    unsealed,
)

NAME = "watson"
_CONTINUES = "/continues"


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'''{"result_index": 0, "results": [{"final": true, "alternatives": [{"transcript": "hi ",
    ...   "timestamps": [["hi", 0.1, 0.5]], "word_confidence": [["hi", 0.9]]}]}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end, label.confidence
    ('hi', 0.1, 0.5, 0.9)
    """
    document = Document.of(source, NAME)
    root = document.object()
    turns = root.objects("speaker_labels")
    begins = turns.times("from", required=True)
    timed = [row for row, begin in enumerate(begins) if begin is not None]
    names = turns.picked(timed).names("speaker")
    speakers = {float(begins[row] or 0): name for row, name in zip(timed, names, strict=True)}
    results = root.objects("results", required=True)
    alternatives = results.objects("alternatives", required=True)
    best = alternatives.firsts()
    alone = texts_alone(best, "transcript", "timestamps")
    confidences = _confidences(best)
    items = best.arrays("timestamps", [3], "a word, its begin and its end")
    starts, ends = items.times(1), items.times(2)
    items.refuse_nulls(1, "seconds")
    items.refuse_nulls(2, "seconds")
    items.order(starts, ends)
    texts = items.words()
    document.check()
    of_items: Cells = list(
        chain.from_iterable(map(_padded, confidences, map(int.__sub__, items.first[1:], items.first)))
    )
    words = heard(NAME, texts, (starts, ends, of_items))
    ends_of_words = list(accumulate(words.sizes, initial=0))
    of_starts = (
        [speakers[time] if time in speakers else "" for time in map(float, starts)] if speakers else [""] * len(starts)
    )  # type: ignore[arg-type]
    runs = runs_of(words.of_labels(of_starts), [ends_of_words[row] for row in items.first])
    attributes = joined(
        results.rest("alternatives"),
        attribute(NAME, "/empty", [None if best.is_there(row) else True for row in range(len(best))]),
        attribute(NAME, "/alternative", members_of(best, NAME, "transcript", "timestamps", "word_confidence")),
        attribute(NAME, "/alternatives", more_of(alternatives)),
    )
    segments = table_of(
        source.name,
        words.labels,
        runs.first,
        texts=runs.of_owners(alone),
        attributes=runs.of_firsts(attributes or [()] * len(results), (detail(NAME, _CONTINUES, True),)),
        speaker=runs.names,
    )
    meta = root.meta("results", "speaker_labels")
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _confidences(best: Objects) -> list[Cells]:
    """The confidences of words, by result; those of a result without times are not looked at."""
    timed = [row for row, cell in enumerate(best.cells("timestamps")) if cell is not None]
    items = best.picked(timed).arrays("word_confidence", [2], "a word and its confidence")
    texts = items.numbers(1, expected="a confidence")
    items.refuse_nulls(1, "a confidence")
    lists: list[Cells] = [[] for _ in range(len(best))]
    for row, (first, last) in zip(timed, pairwise(items.first), strict=True):
        lists[row] = texts[first:last]
    return lists


def _padded(cells: Cells, size: int) -> Cells:
    """As many confidences as there are words."""
    return cells if len(cells) == size else [*cells[:size], *[None] * (size - len(cells))]


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    starts, ends, confidences = map(numerals, (spoken.starts, spoken.ends, spoken.confidences))
    owners = spoken.owners()
    rows = [row for row, owner in enumerate(owners) if spoken.speakers[owner] and starts[row] is not None]
    speakers = names_json(spoken.speakers)
    labels: list[Json] = [{"from": starts[row], "to": ends[row], "speaker": speakers[owners[row]]} for row in rows]
    firsts = [
        row for row in range(spoken.size) if not (row and row in spoken.details and _CONTINUES in spoken.details[row])
    ]
    timed: list[Json] = [list(row) for row in zip(spoken.words, starts, ends, strict=True)]
    sure: list[Json] = [list(row) for row in zip(spoken.words, confidences, strict=True)]
    results = _results(spoken, firsts, timed, sure)
    found = details(corpus.meta, NAME)
    known: dict[str, Json] = {
        "result_index": found.get("result_index", 0),
        "results": results,
        "speaker_labels": labels or None,
    }
    return members(known, found)


def _results(spoken: Spoken, firsts: Sequence[int], timed: Sequence[Json], sure: Sequence[Json]) -> list[Json]:
    found = {place: spoken.details[row] for place, row in enumerate(firsts) if row in spoken.details}
    columns: dict[str, list[Json]] = {"transcript": [], "timestamps": [], "word_confidence": []}
    for first, last in pairwise([*firsts, spoken.size]):
        flags = spoken.is_labelled[first:last]
        spans = [spoken.first[row : row + 2] for row in range(first, last) if spoken.is_labelled[row]]
        begin, end = spans[0][0] if spans else 0, spans[-1][1] if spans else 0
        places: Sequence[int] = range(begin, end)
        if not all(flags):
            places = [place for low, high in spans for place in range(low, high)]
        text = " ".join(filter(None, spoken.texts[first:last]))
        has_times = spans and not any([spoken.starts[place] is None or spoken.ends[place] is None for place in places])
        is_sure = places and None not in [spoken.confidences[place] for place in places]
        columns["transcript"] += [text + " " if text else ""]
        columns["timestamps"] += [[timed[place] for place in places] if has_times else None]
        columns["word_confidence"] += [[sure[place] for place in places] if is_sure else None]
    if not firsts:
        return []
    kept = {place: first for place, more in found.items() if isinstance(first := more.get("/alternative"), dict)}
    alternatives: list[Json] = [[best] for best in objects(columns, kept)]
    finals: list[Json] = [True] * len(alternatives)
    for place, more in found.items():
        others = more.get("/alternatives")
        finals[place] = more.get("final", True)
        alternatives[place] = [
            *([] if more.get("/empty") else alternatives[place]),  # type: ignore[misc]
            *(others if isinstance(others, list) else []),
        ]
    return list(objects({"final": finals, "alternatives": alternatives}, found))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the response in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with alternatives, and `final` or timestamps."""
    shape = outline(lines, "results", "alternatives")
    own = {"/result_index", "/results/*/final", "/results/*/alternatives/*/timestamps"}
    return "/results/*/alternatives/*/transcript" in shape and bool(own & shape)


FORMAT = Format(
    name=NAME,
    suffixes=(".watson.json",),
    summary="IBM Watson Speech to Text",
    carries=frozenset({"speakers", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
