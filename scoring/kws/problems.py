"""Problems of the files of a keyword scoring, each with its place, found before anything is scored."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ...formats.ecf import Ecf
from ...formats.errors import Problem, Where, quantity
from ...formats.kwlist import KwList
from ...formats.kwslist import KwsList
from .excerpts import containing
from .material import Bools, Inputs, Ints, Places, excerpt_columns, not_listed
from .text import normalized
from .transcripts import Rttm

LIMIT = 20
"""Number of problems of one kind that are named; others are counted."""


def problems(inputs: Inputs) -> Iterator[Problem]:
    """Everything that is wrong, or hardly intended."""
    ecf, rttm, kwlist, detected = inputs.ecf, inputs.rttm, inputs.kwlist, inputs.detected
    yield from _keyword_problems(kwlist)
    yield from _listing_problems(kwlist, detected)
    yield from _excerpt_problems(ecf)
    if len(detected):
        yield from _detection_problems(ecf, detected)
        yield from _decision_problems(detected)
    if not len(rttm.lexemes):
        yield Problem(Where(rttm.path, 1), "no LEXEME row: the transcript has no words")
    yield from _word_problems(rttm)
    yield from _recording_problems(ecf, rttm)


def _keyword_problems(kwlist: KwList) -> Iterator[Problem]:
    texts: dict[str, str] = {}
    for keyword in kwlist.keywords:
        place = keyword.where or Where(kwlist.path, 1)
        words = " ".join(normalized(keyword.text, kwlist.normalize).split())
        if not words:
            yield Problem(place, f"keyword {keyword.id!r} has no word to search for")
        elif words in texts:
            yield Problem(place, f"keyword {keyword.id!r} has the text of {texts[words]!r}")
        texts.setdefault(words, keyword.id)


def _listing_problems(kwlist: KwList, detected: KwsList) -> Iterator[Problem]:
    ids = {keyword.id for keyword in kwlist.keywords}
    places = _listing_places(detected)
    seen: dict[str, int] = {}
    for number, listing in enumerate(detected.listings):
        if listing.keyword not in ids:
            yield Problem(places[number], not_listed(listing.keyword, kwlist))
        if listing.keyword in seen:
            line = places[seen[listing.keyword]].line
            yield Problem(places[number], f"keyword id {listing.keyword!r} is already listed on line {line}")
        seen.setdefault(listing.keyword, number)
    for keyword in kwlist.keywords:
        if keyword.id not in seen:
            where = keyword.where or Where(kwlist.path, 1)
            yield Problem(where, f"keyword {keyword.id!r} is not listed by the system: all of it counts as missed")


def _listing_places(detected: KwsList) -> list[Where]:
    """Place of each list in the file; comments are blanked, because they may hold what looks like a list."""
    if detected.source is None:
        return [Where(detected.path, 1)] * len(detected.listings)
    data = re.sub(
        rb"<!--.*?-->", lambda match: re.sub(rb"[^\n]", b" ", match[0]), detected.source.data, flags=re.DOTALL
    )
    places = []
    line, offset = 1, 0
    for match in re.finditer(rb"<detected_kwlist\b", data):
        line += data.count(b"\n", offset, match.start())
        offset = match.start()
        places.append(Where(detected.path, line, offset - data.rfind(b"\n", 0, offset)))
    return places + [Where(detected.path, 1)] * (len(detected.listings) - len(places))


def _excerpt_problems(ecf: Ecf) -> Iterator[Problem]:
    for excerpt in ecf.excerpts:
        if not excerpt.end > excerpt.begin:
            yield Problem(excerpt.where, f"an excerpt of {excerpt.file!r} has no length")
    by_place: dict[tuple[str, str], float] = {}
    for excerpt in sorted(ecf.excerpts, key=lambda item: (item.file, item.channel, item.begin, item.end)):
        key = (excerpt.file, excerpt.channel)
        if excerpt.begin < by_place.get(key, float("-inf")):
            yield Problem(excerpt.where, f"an excerpt of {excerpt.file!r} channel {excerpt.channel} overlaps another")
        by_place[key] = max(by_place.get(key, float("-inf")), excerpt.end)


def _word_problems(rttm: Rttm) -> Iterator[Problem]:
    """Words that an earlier row of the transcript gives with the same place, speaker and times."""
    words = rttm.lexemes
    first: dict[tuple[str | float, ...], int] = {}
    columns = (words.files, words.channels, words.speakers, words.begins, words.durations, words.tokens)
    count = 0
    for line, *row in zip(words.lines, *columns, strict=True):
        before = first.setdefault(tuple(row), line)
        if before != line:
            count += 1
            if count <= LIMIT:
                yield Problem(Where(rttm.path, line), f"the same word is given before, in line {before}")
    if count > LIMIT:
        yield Problem(Where(rttm.path, 1), f"the same word is given before: {quantity(count - LIMIT, 'more word')}")


def _detection_problems(ecf: Ecf, detected: KwsList) -> Iterator[Problem]:
    """Detections outside the excerpts, without length, without a finite score, or given twice."""
    places = Places()
    excerpts = excerpt_columns(ecf, places)
    table = np.array(
        [[places.number(file, channel) for channel in detected.channel_names] for file in detected.file_names]
    )
    place = table[detected.files, detected.channels]
    is_searched = np.isin(place, excerpts.place)
    inside = containing(excerpts, place, detected.begins, detected.begins + detected.durations) >= 0
    yield from _named(detected, ~is_searched, "the recording and channel are not in the control file")
    yield from _named(detected, is_searched & ~inside, "the time is not inside an excerpt: not scored")
    yield from _named(detected, detected.durations <= 0, "the duration is not above 0")
    yield from _named(detected, ~np.isfinite(detected.scores), "the score is not a finite number")
    yield from _named(detected, _repeated(detected, place), "the same detection is given before")


def _repeated(detected: KwsList, place: Ints) -> Bools:
    """Mask of detections that repeat keyword, place and times of an earlier one."""
    unit = np.zeros(len(detected), dtype=np.int64)
    ids = {keyword: number for number, keyword in enumerate({listing.keyword for listing in detected.listings})}
    for listing in detected.listings:
        unit[listing.first : listing.last] = ids[listing.keyword]
    order = np.lexsort((detected.durations, detected.begins, place, unit))
    same = np.zeros(len(detected), dtype=np.bool_)
    equal = np.ones(max(len(order) - 1, 0), dtype=np.bool_)
    for column in (detected.durations, detected.begins, place, unit):
        equal &= column[order][1:] == column[order][:-1]
    same[order[1:]] = equal
    return same


def _decision_problems(detected: KwsList) -> Iterator[Problem]:
    """Decisions that contradict the threshold which explains most of them."""
    yes, no = detected.yes, ~detected.yes
    if not yes.any() or not no.any():
        return
    lowest, highest = np.nanmin(detected.scores[yes]), np.nanmax(detected.scores[no])
    if not highest > lowest:
        return
    # Decisions on the wrong side of the threshold that explains most of them are named.
    order = np.argsort(detected.scores, kind="stable")
    rejected = np.cumsum(no[order])
    accepted = yes.sum() - np.cumsum(yes[order])
    best = order[int(np.argmax(rejected + accepted))]
    threshold = float(detected.scores[best])
    text = f"fits no single threshold: most decisions fit one above {threshold:.15g}"
    yield from _named(
        detected, (yes & (detected.scores <= threshold)) | (no & (detected.scores > threshold)), f"the decision {text}"
    )


def _named(detected: KwsList, wrong: Bools, what: str) -> Iterator[Problem]:
    rows = np.flatnonzero(wrong).tolist()
    for where in detected.places(rows[:LIMIT]) if rows else []:
        yield Problem(where, what)
    if len(rows) > LIMIT:
        yield Problem(Where(detected.path, 1), f"{what}: {quantity(len(rows) - LIMIT, 'more detection')}")


def _recording_problems(ecf: Ecf, rttm: Rttm) -> Iterator[Problem]:
    """Recordings of the control file that are missing in the transcript."""
    said = set(zip(rttm.lexemes.files, rttm.lexemes.channels, strict=True))
    named = set()
    for excerpt in ecf.excerpts:
        key = (excerpt.file, excerpt.channel)
        if key not in said and key not in named and said:
            named.add(key)
            yield Problem(excerpt.where, f"the transcript has no words of {excerpt.file!r} channel {excerpt.channel}")
