"""Responses of IBM Watson Speech to Text.

A segment is a result, cut where the speaker changes in `speaker_labels`. A finished job, which lists such responses, is
read as one. Further alternatives and details of speakers
are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any

from . import vendors
from .engine.json import Cells, Document, Json, detail, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord, Run, without_runs
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .record import Format
from .schema import Attributes, Corpus
from .source import Source

NAME = "watson"
_CONTINUES = "/continues"
_OF_RESULT = frozenset({"alternatives"})
_PATHS = {
    f"{top}results/*/alternatives/0/{key}": (shape,)
    for top in ("", "results/*/")
    for key, shape in {
        "timestamps": PlainWord("0", "1", "2", is_array=True),
        "word_confidence": PlainWord("0", "", "", "1", is_array=True),
    }.items()
}
_IN_JOB = re.compile(r"/results/\*/(?:results|speaker_labels|result_index)\b")


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'''{"result_index": 0, "results": [{"final": true, "alternatives": [{"transcript": "hi ",
    ...   "timestamps": [["hi", 0.1, 0.5]], "word_confidence": [["hi", 0.9]]}]}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end, label.confidence
    ('hi', 0.1, 0.5, 0.9)
    """
    document = Document.of(source, NAME, _PATHS)
    root = root_of(document)
    answers, results = [root], root.children("results", required=True)
    is_job = any(result.has("results") for result in results) and not any(map(_has_alternatives, results))
    if is_job:  # a finished job lists its answers
        answers, results = results, [result for answer in results for result in answer.children("results")]
    speakers = _speakers(answers)
    words = WordLists(NAME)
    texts = list[str | None]()
    attributes = list[Attributes]()
    results, interim = vendors.without_interim(results, NAME, "final")
    for result in results:
        best = result.first_child("alternatives", required=True)
        words.begin()
        _add_words(best, words, speakers)
        texts.append(vendors.text_alone(best, "transcript", "timestamps"))
        of_best = best.others("transcript", "timestamps", "word_confidence")
        attributes.append(
            result.rest(_OF_RESULT)
            + vendors.kept(NAME, "/empty", None if best else True)
            + vendors.kept(NAME, "/alternative", of_best or None)
            + vendors.kept(NAME, "/alternatives", result.values("alternatives")[1:] or None)
        )
    document.check()
    segments = vendors.table_of(
        source.name,
        words.labels(),
        words.first,
        texts=words.of_lists(texts),
        attributes=words.of_firsts(attributes, (detail(NAME, _CONTINUES, True),)),
        speaker=words.turns,
    )
    meta = (*root.rest(frozenset({"results", "speaker_labels"})), *interim)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source, is_whole=not interim)


def _has_alternatives(result: JsonObject) -> bool:
    return result.has("alternatives")


def _speakers(answers: Sequence[JsonObject]) -> dict[float, str]:
    """The speakers of words, by their begins."""
    speakers: dict[float, str] = {}
    for answer in answers:
        for turn in answer.children("speaker_labels"):
            begin = turn.time("from", required=True)
            if begin is not None:
                speakers[float(begin)] = turn.name("speaker")
    return speakers


def _add_words(best: JsonObject, words: WordLists, speakers: Mapping[float, str]) -> None:
    """Adds the words of an alternative; the confidences of one without times are not looked at."""
    if not best.has("timestamps"):
        return
    timed, sure = best.values("timestamps"), best.values("word_confidence")
    turn_at = partial(_turn, speakers)
    runs = _only_run(timed), _only_run(sure)
    if runs[0] and (runs[1] or not sure):
        words.add_run(runs[0], turn_at, runs[1].column(3) if runs[1] else [])
        return
    best.members |= {key: without_runs(value) for key, value in best.members.items()}
    confidences: Cells = []
    for pair in best.arrays("word_confidence", [2], "a word and its confidence"):
        confidences.append(pair.number(1, "a confidence"))
        pair.refuse_null(1, "a confidence")
    for place, item in enumerate(best.arrays("timestamps", [3], "a word, its start and its end")):
        span = item.span(1, 2)
        item.refuse_null(1, "seconds")
        item.refuse_null(2, "seconds")
        confidence = confidences[place] if place < len(confidences) else None
        text = item.word()
        if text.strip():
            words.add(text, text, span, confidence, turn=turn_at((), span[0]))


def _only_run(items: Sequence[Any]) -> Run | None:
    """The run that is all of a list, if all of its words are plain."""
    return items[0] if len(items) == 1 and isinstance(items[0], Run) else None


def _turn(speakers: Mapping[float, str], _names: tuple[str, ...], start: str | None) -> str:
    """The speaker of a word."""
    return "" if start is None else speakers.get(float(start), "")


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
