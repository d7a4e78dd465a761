"""Keywords and words normalised through one chain before keywords are looked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ...formats.errors import MismatchError
from ...formats.kwlist import KwList
from ..common.results import listed
from ..normalise.chain import Chain
from ..normalise.effect import Effect
from ..normalise.log import Change
from ..normalise.moved import moved_by, stages_of
from ..normalise.origins import Origins, shared_time
from .material import Inputs
from .result import KwsResult
from .settings import KwsSettings
from .transcripts import Rows, Rttm

_NAMES = tuple(field.name for field in fields(Rows))


@dataclass(frozen=True, slots=True)
class Normalised:
    """Inputs after normalisation, and every change: of keywords, and of words in stretches without a long silence."""

    inputs: Inputs
    keyword_changes: Sequence[Change] = ()
    word_changes: Sequence[Change] = ()
    runs: Sequence[range] = ()
    """Rows of each stretch, which is one text."""


def normalised(inputs: Inputs, settings: KwsSettings) -> Normalised:
    """Inputs with normalised keywords and words; as they are where the settings have no normaliser."""
    if settings.chain is None:
        return Normalised(inputs)
    keywords, keyword_changes = _keywords(inputs.kwlist, settings.chain)
    words, word_changes, runs = _words(inputs.rttm, settings.chain, settings.gap)
    return Normalised(replace(inputs, kwlist=keywords, rttm=words), keyword_changes, word_changes, runs)


def changes_of(inputs: Inputs, settings: KwsSettings) -> Iterator[dict[str, Any]]:
    """Every change, ready for JSON: of keywords by id, of words by recording, channel and the start of their text."""
    changed = normalised(inputs, settings)
    for change in changed.keyword_changes:
        keyword = inputs.kwlist.keywords[change.utterance].id
        yield {"side": "kwlist", "keyword": keyword, **_piece(change)}
    rows = inputs.rttm.lexemes
    for change in changed.word_changes:
        row = changed.runs[change.utterance].start
        place = {"session": rows.files[row], "channel": rows.channels[row], "begin": rows.begins[row]}
        yield {"side": "rttm", **place, "text": change.utterance + 1, **_piece(change)}


def _piece(change: Change) -> dict[str, Any]:
    return {name: value for name, value in change.to_dict().items() if name != "utterance"}


def effect(inputs: Inputs, settings: KwsSettings, score: Callable[[Inputs], KwsResult]) -> Effect:
    """The result without normalisation, and the errors that rules moved; `score` scores inputs as they are."""
    raw = score(inputs)
    assert settings.chain is not None

    def after(chain: Chain) -> tuple[Inputs, Iterator[tuple[str, Hashable, str]]]:
        changed = normalised(inputs, replace(settings, normalise=chain))
        sides = enumerate((changed.keyword_changes, changed.word_changes))
        return changed.inputs, (
            ("", (side, change.utterance), change.rule)
            for side, changes in sides
            for change in changes
            if not change.is_of_blanks
        )

    def errors(inputs: Inputs, units: Collection[str]) -> dict[str, int]:
        return {"": errors_of(score(inputs))}

    return Effect(raw, moved_by(stages_of(settings.chain, after, errors), {"": errors_of(raw)}))


def errors_of(result: KwsResult) -> int:
    """Misses and false alarms at the decisions of the system."""
    numbers = result.to_dict()
    return int(numbers["misses"]) + int(numbers["false_alarms"])


def _keywords(keywords: KwList, chain: Chain) -> tuple[KwList, Sequence[Change]]:
    """The list with normalised texts; a keyword whose text nothing is left of is an error."""
    texts, changes = chain.apply([keyword.text for keyword in keywords.keywords], log=True)
    empty = [keyword.id for keyword, text in zip(keywords.keywords, texts, strict=True) if not text.strip()]
    if empty:
        raise MismatchError(
            f"{keywords.path}: {listed(empty, 'keyword')} without a word after {chain.label}; leave them out, or use "
            "another normaliser"
        )
    written = (replace(keyword, text=text.strip()) for keyword, text in zip(keywords.keywords, texts, strict=True))
    return replace(keywords, keywords=tuple(written)), changes


def _words(rttm: Rttm, chain: Chain, gap: float) -> tuple[Rttm, Sequence[Change], list[range]]:
    """The transcript with normalised words, which share or join the times of the old ones.

    Words of one channel between which nothing longer than `gap` is silent are one text: keywords lie within it.
    """
    rows = rttm.lexemes
    runs = list(_runs(rows, gap))
    texts, changes = chain.apply([" ".join(rows.tokens[run.start : run.stop]) for run in runs], log=True)
    origins = Origins(chain, rows.tokens, changes)
    rows_written = Rows.empty()
    for number, (run, text) in enumerate(zip(runs, texts, strict=True)):
        old = rows.tokens[run.start : run.stop]
        for first, last, words in origins.groups(number, old, text):
            _add(rows_written, rows, (run.start + first, run.start + last), words)
    return replace(rttm, lexemes=rows_written), changes, runs


def _runs(rows: Rows, gap: float) -> Iterator[range]:
    """Rows that follow each other in one channel, by one speaker, without a longer silence."""
    begin = 0
    for row in range(1, len(rows) + 1):
        if row < len(rows) and _follows(rows, row, gap):
            continue
        yield range(begin, row)
        begin = row


def _follows(rows: Rows, row: int, gap: float) -> bool:
    if any(column[row] != column[row - 1] for column in (rows.files, rows.channels, rows.speakers, rows.subtypes)):
        return False
    silence = rows.begins[row] - (rows.begins[row - 1] + rows.durations[row - 1])
    return rows.begins[row] >= rows.begins[row - 1] and silence <= gap


def _add(target: Rows, rows: Rows, places: tuple[int, int], words: Sequence[str]) -> None:
    """Adds words in the time from the first to the last of the rows at these places."""
    first, last = places
    start, end = rows.begins[first], rows.begins[last] + rows.durations[last]
    if len(words) == 1 and first == last:
        for name in _NAMES:
            getattr(target, name).append(words[0] if name == "tokens" else getattr(rows, name)[first])
        return
    for word, begin, stop in shared_time(words, start, end):
        assert begin is not None
        assert stop is not None
        values = {
            "tokens": word,
            "begins": begin,
            "begin_texts": f"{begin:.3f}",
            "durations": round(stop - begin, 3),
        }
        for name in _NAMES:
            getattr(target, name).append(values.get(name, getattr(rows, name)[first]))
