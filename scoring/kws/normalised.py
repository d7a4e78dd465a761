"""Keywords and words normalised through one chain before keywords are looked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from formats.errors import MismatchError
from formats.kwlist import KwList
from formats.rttm import Rows, Rttm
from scoring.normalise.chain import Chain
from scoring.normalise.corpus import by_text, shared_time, shares
from scoring.results import listed

_NAMES = tuple(field.name for field in fields(Rows))


def normalised_keywords(keywords: KwList, chain: Chain) -> KwList:
    """The list with normalised texts; a keyword whose text nothing is left of is an error.

    >>> from formats.kwlist import Keyword
    >>> from scoring.normalise import chain_of
    >>> normalised_keywords(KwList((Keyword("K1", "It's ten"),)), chain_of("whisper-en")).keywords[0].text
    'it is 10'
    """
    texts, _ = chain.apply([keyword.text for keyword in keywords.keywords], log=False)
    empty = [keyword.id for keyword, text in zip(keywords.keywords, texts, strict=True) if not text.strip()]
    if empty:
        raise MismatchError(
            f"{keywords.path}: {listed(empty, 'keyword')} without a word after {chain.label}; leave them out, or take "
            "another normaliser"
        )
    found = (replace(keyword, text=text.strip()) for keyword, text in zip(keywords.keywords, texts, strict=True))
    return replace(keywords, keywords=tuple(found))


def normalised_words(rttm: Rttm, chain: Chain, gap: float) -> Rttm:
    """The transcript with normalised words, which share or join the times of the old ones.

    Words of one channel between which nothing longer than `gap` is silent are one text: keywords lie within it.
    """
    rows = rttm.lexemes
    runs = list(_runs(rows, gap))
    texts, changes = chain.apply([" ".join(rows.tokens[run.start : run.stop]) for run in runs], log=True)
    changed = by_text(changes)
    found = Rows()
    for number, (run, text) in enumerate(zip(runs, texts, strict=True)):
        old = rows.tokens[run.start : run.stop]
        for first, last, words in shares(old, text, changed.get(number, ())):
            _add(found, rows, (run.start + first, run.start + last), words)
    return replace(rttm, lexemes=found)


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


def _add(found: Rows, rows: Rows, places: tuple[int, int], words: Sequence[str]) -> None:
    """Adds words in the time from the first to the last of the rows at these places."""
    first, last = places
    start, end = rows.begins[first], rows.begins[last] + rows.durations[last]
    if len(words) == 1 and first == last:
        for name in _NAMES:
            getattr(found, name).append(words[0] if name == "tokens" else getattr(rows, name)[first])
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
            getattr(found, name).append(values.get(name, getattr(rows, name)[first]))
