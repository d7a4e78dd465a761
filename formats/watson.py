"""Responses of IBM Watson Speech to Text.

A segment is a result, cut where the speaker changes in `speaker_labels`. A finished job, which lists such responses, is
read as one. Further alternatives and details of speakers
are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise, repeat

from . import vendors
from .engine.json import Cells, Document, Json, Objects, detail, details, members, outline
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "watson"
_CONTINUES = "/continues"
_IN_JOB = re.compile(r"/results/\*/(?:results|speaker_labels|result_index)\b")


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
    results = root.objects("results", required=True)
    answers = root
    if any(results.cells("results")):  # a finished job lists its answers
        answers, results = results, results.objects("results")
    turns = answers.objects("speaker_labels")
    begins = turns.times("from", required=True)
    timed = [row for row, begin in enumerate(begins) if begin is not None]
    names = turns.picked(timed).names("speaker")
    speakers = {float(begins[row] or 0): name for row, name in zip(timed, names, strict=True)}
    alternatives = results.objects("alternatives", required=True)
    best = alternatives.firsts()
    alone = vendors.texts_alone(best, "transcript", "timestamps")
    confidences = _confidences(best)
    items = best.arrays("timestamps", [3], "a word, its begin and its end")
    starts, ends = items.times(1), items.times(2)
    items.refuse_nulls(1, "seconds")
    items.refuse_nulls(2, "seconds")
    items.order(starts, ends)
    texts = items.words()
    document.check()
    sizes = zip(confidences, items.first, items.first[1:], strict=False)
    of_items: Cells = list(
        chain.from_iterable([(cells + [None] * (end - begin))[: end - begin] for cells, begin, end in sizes])
    )
    words = vendors.heard(NAME, texts, (starts, ends, of_items))
    ends_of_words = list(accumulate(words.sizes, initial=0))
    times = [-1.0 if start is None or not speakers else float(start) for start in starts]
    of_starts = list(map(speakers.get, times, repeat("")))
    runs = vendors.runs_of(words.of_labels(of_starts), [ends_of_words[row] for row in items.first])
    attributes = vendors.joined(
        results.rest("alternatives"),
        vendors.attribute(NAME, "/empty", [None if is_there else True for is_there in best.there()]),
        vendors.attribute(
            NAME, "/alternative", vendors.members_of(best, NAME, "transcript", "timestamps", "word_confidence")
        ),
        vendors.attribute(NAME, "/alternatives", vendors.more_of(alternatives)),
    )
    segments = vendors.table_of(
        source.name,
        words.labels,
        runs.first,
        texts=runs.of_owners(alone),
        attributes=runs.of_firsts(attributes or [()] * len(results), (detail(NAME, _CONTINUES, True),)),
        speaker=runs.names,
    )
    meta = root.meta("results", "speaker_labels")
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


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


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    starts, ends, confidences = map(vendors.numerals, (spoken.starts, spoken.ends, spoken.confidences))
    owners = spoken.owners()
    rows = [row for row, owner in enumerate(owners) if spoken.speakers[owner] and starts[row] is not None]
    speakers = vendors.names_json(spoken.speakers)
    labels: list[Json] = [{"from": starts[row], "to": ends[row], "speaker": speakers[owners[row]]} for row in rows]
    firsts = [
        row for row in range(spoken.size) if not (row and row in spoken.details and _CONTINUES in spoken.details[row])
    ]
    timed: list[Json] = [list(row) for row in zip(spoken.words, starts, ends, strict=True)]
    sure: list[Json] = [list(row) for row in zip(spoken.words, confidences, strict=True)]
    results = _results(spoken, firsts, timed, sure)
    extras = details(corpus.meta, NAME)
    basics: dict[str, Json] = {
        "result_index": extras.get("result_index", 0),
        "results": results,
        "speaker_labels": labels or None,
    }
    return members(basics, extras)


def _results(spoken: Spoken, firsts: Sequence[int], timed: Sequence[Json], sure: Sequence[Json]) -> list[Json]:
    extras = {place: spoken.details[row] for place, row in enumerate(firsts) if row in spoken.details}
    columns: dict[str, list[Json]] = {"transcript": [], "timestamps": [], "word_confidence": []}
    for first, last in pairwise([*firsts, spoken.size]):
        flags = spoken.is_labelled[first:last]
        spans = [spoken.first[row : row + 2] for row in range(first, last) if spoken.is_labelled[row]]
        begin, end = spans[0][0] if spans else 0, spans[-1][1] if spans else 0
        places: Sequence[int] = range(begin, end)
        if not all(flags):
            places = [word for low, high in spans for word in range(low, high)]
        text = " ".join(filter(None, spoken.texts[first:last]))
        pairs = [(spoken.starts[word], spoken.ends[word]) for word in places]
        has_times = spans and None not in chain.from_iterable(pairs)
        is_sure = places and None not in [spoken.confidences[word] for word in places]
        columns["transcript"] += [text + " " if text else ""]
        columns["timestamps"] += [[timed[word] for word in places] if has_times else None]
        columns["word_confidence"] += [[sure[word] for word in places] if is_sure else None]
    if not firsts:
        return []
    firsts_of_file = {
        place: best for place, more in extras.items() if isinstance(best := more.get("/alternative"), dict)
    }
    alternatives: list[Json] = [[best] for best in vendors.objects(columns, firsts_of_file)]
    finals: list[Json] = [True] * len(alternatives)
    for place, more in extras.items():
        others = more.get("/alternatives")
        finals[place] = more.get("final", True)
        alternatives[place] = [
            *([] if more.get("/empty") else alternatives[place]),  # type: ignore[misc]
            *(others if isinstance(others, list) else []),
        ]
    return list(vendors.objects({"final": finals, "alternatives": alternatives}, extras))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are labels of speakers, or results with alternatives and `final` or timestamps."""
    shape = {path.removeprefix("/results/*") if _IN_JOB.match(path) else path for path in outline(lines)}
    if {"/speaker_labels/*/from", "/speaker_labels/*/speaker"} <= shape:
        return True
    if {"/result_index", "/results"} <= shape and "/results/*" not in shape:  # nothing was heard
        return True
    pairs = {"/result_index", "/results/*/final", "/results/*/alternatives/*/timestamps"}
    return "/results/*/alternatives/*/transcript" in shape and bool(pairs & shape)


CARRIES = frozenset({"speakers", "times", "confidence"})
FORMAT = Format(NAME, (".watson.json",), "IBM Watson Speech to Text", CARRIES, read, write, sniff, vendors.FAMILY)
