"""A text takes the times of a timed hypothesis, by their alignment.

Words that are recognised are anchors, and have the times of the hypothesis. A stretch of other words takes the span of
what was recognised instead, or the gap between its anchors, and shares it by letters.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import formats
from ...formats.engine.rows import timed
from ...formats.engine.transform import INTERPOLATED, renamed, with_word_times
from ...formats.errors import UsageError, quantity, short
from ...formats.schema import Attributes, Corpus, LabelColumns, LabelLists, Table
from ...formats.schema.filling import filled
from ...formats.schema.markup import first_branches, word_lists
from ...formats.values import dataclass, replace
from .. import _core as core

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    from ...formats.source import Target

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]
    Mask: TypeAlias = NDArray[np.bool_]

BY_WORDS = (4, 3, 3), "SID"
BY_MATCHES = (2, 1, 1), "SID"
"""Finds an equal word on both sides wherever there is one."""
BY_SEGMENTS = (1, 1, 1), "DIS"
_MARKS = re.compile(r"[^\w]+")
_CORRECT, _INSERTED, _DELETED = b"CID"


@dataclass(frozen=True, slots=True)
class Retimed:
    """A text with times.

    >>> import scorelite
    >>> ctm = b"talk A 0.5 0.2 good 0.9\\ntalk A 0.7 0.4 day 0.9\\n"
    >>> text = scorelite.retime(b"Good, my day.\\n", ctm)
    >>> [(word.value, word.start, word.end) for word in text.corpus.segments[0].items][::2]
    [('Good,', 0.500, 0.700), ('day.', 0.700, 1.100)]
    >>> text.words, text.anchors
    (3, 2)
    """

    corpus: Corpus
    """The segments of the text, each word with its times; a word without an anchor is marked as interpolated."""
    words: int
    anchors: int
    """Words that were recognised."""
    longest: int
    """The most words one after the other without an anchor."""

    def __str__(self) -> str:
        share = 100 * self.anchors / self.words
        stretch = f"; longest stretch without one: {quantity(self.longest, 'word')}" if self.longest else ""
        verb = "has" if self.words == 1 else "have"
        return f"{self.anchors:,} of {quantity(self.words, 'word')} {verb} an anchor ({share:.1f} %){stretch}"


def retime(text: Target | Corpus, times: Target | Corpus) -> Retimed:
    """The text with the times of the words of a timed hypothesis, in the text's own lines.

    The confidence of a time is 1 at an anchor, and less the more words lie between two anchors.
    """
    told, heard = opened(text), opened(times)
    lines = lines_of(told)
    rows = timed_rows(heard)
    pairs = _pairs(told, rows)
    begins, ends = (np.full(len(lines.words), np.nan) for _ in range(2))
    anchored = np.zeros(len(lines.words), np.bool_)
    runs = np.zeros(len(lines.words), np.int64)
    for session, recording in pairs.items():
        places = places_of(told.table, lines.first, session)
        words = [lines.words[place] for place in places.tolist()]
        fit = _fitted(words, rows[recording])
        begins[places], ends[places], anchored[places], runs[places] = fit
    if not anchored.any():
        raise UsageError("no word of the text is one of the timed hypothesis; expected two texts of one recording")
    corpus = _with_times(told, lines, (begins, ends), runs)
    if not told.table.has("session"):
        corpus = renamed(corpus, session=next(iter(pairs.values())))
    return Retimed(corpus, len(lines.words), int(anchored.sum()), int(runs.max()))


class Lines:
    """The words of all segments, and the first word of each segment."""

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        self.words = list(chain.from_iterable(lists))
        self.first = np.array([0, *accumulate(map(len, lists))], np.int64)


class TimedRows:
    """Words with times, in the order of their begins."""

    def __init__(self, words: Sequence[str], begins: Floats, ends: Floats) -> None:
        order = np.argsort(begins, kind="stable")
        self.words = list(map(words.__getitem__, order.tolist()))
        self.begins, self.ends = begins[order], np.maximum(ends, begins)[order]


def opened(source: Target | Corpus) -> Corpus:
    return source if isinstance(source, Corpus) else formats.read(source)


def lines_of(corpus: Corpus) -> Lines:
    """The words of the segments that are not ignored; of alternations, those of the first branch."""
    texts = corpus.texts()
    if corpus.table.grammar == "sclite":
        texts = first_branches(texts) or texts
    lists = [*word_lists(texts)]
    if corpus.table.has("ignored"):
        lists = [[] if ignored else words for words, ignored in zip(lists, corpus.table.ignored, strict=True)]
    lines = Lines(lists)
    if not lines.words:
        raise UsageError(f"{corpus.path}: no words; expected a text")
    return lines


def timed_rows(corpus: Corpus) -> dict[str, TimedRows]:
    """The words with times of each recording."""
    try:
        rows = timed(with_word_times(corpus, True, [])).folded().table
    except UsageError:
        raise UsageError(f"{corpus.path}: words without times; expected a hypothesis with times, such as ctm") from None
    if not rows.words:
        raise UsageError(f"{corpus.path}: no words; expected a hypothesis with times")
    names: dict[str, list[tuple[int, int]]] = {}
    for (session, _), first, last in zip(rows.names, rows.first, rows.first[1:], strict=False):
        names.setdefault(session, []).append((first, last))
    begins = np.array(rows.begin)
    ends = np.round(begins + np.array(rows.duration), 6)
    made = {}
    for session, spans in names.items():
        places = np.concatenate([np.arange(first, last) for first, last in spans])
        made[session] = TimedRows([rows.words[place] for place in places.tolist()], begins[places], ends[places])
    return made


def sessions_of(table: Table) -> list[str]:
    return list(dict.fromkeys(table.sessions))


def _pairs(told: Corpus, rows: Mapping[str, TimedRows]) -> dict[str, str]:
    return matched(sessions_of(told.table), list(rows))


def matched(wanted: Sequence[str], there: Sequence[str]) -> dict[str, str]:
    """The recording of each session of the text: the one of its name, or the only one."""
    if len(wanted) == len(there) == 1:
        return {wanted[0]: there[0]}
    lacking = [name for name in wanted if name not in there]
    if lacking:
        raise UsageError(
            f"no recording {short(lacking[0])!r} in both files; expected one recording in each, or equal names, as in "
            f"{', '.join(map(short, there[:3]))}"
        )
    return {name: name for name in wanted}


def places_of(table: Table, first: Integers, session: str) -> Integers:
    """The places of the words of a session."""
    inside = np.array([name == session for name in table.sessions], np.bool_)
    return np.flatnonzero(np.repeat(inside, np.diff(first)))


def operations_of(
    refs: Sequence[Sequence[str]], hyps: Sequence[Sequence[str]], policy: tuple[tuple[int, int, int], str]
) -> NDArray[np.uint8]:
    """The operations of the steps between lists of words, those of one pair behind those of another."""
    costs, ties = policy
    rules = core.Rules(core.Charset("ascii", {}, {}), sensitive=True, markup=False, costs=costs, ties=ties)
    ref, hyp = (
        core.texts([[word.encode("utf-8", "surrogatepass") for word in words] for words in side])
        for side in (refs, hyps)
    )
    return np.frombuffer(core.align(rules, ref, hyp).letters()[0], np.uint8)


def keys(words: Sequence[str]) -> list[str]:
    """The letters and digits of words, by which they are compared; empty for marks alone."""
    keys = {word: _MARKS.sub("", word.casefold()) for word in {*words}}
    return list(map(keys.__getitem__, words))


def _fitted(words: Sequence[str], rows: TimedRows) -> tuple[Floats, Floats, Mask, Integers]:
    """Begins and ends of words, whether each is an anchor, and how many words its stretch without one has."""
    told, heard = keys(words), keys(rows.words)
    told_rows, heard_rows = (np.flatnonzero(np.array([bool(key) for key in side], np.bool_)) for side in (told, heard))
    sides = [[*filter(None, told)]], [[*filter(None, heard)]]
    operations = operations_of(*sides, BY_WORDS)
    if _CORRECT not in operations:
        operations = operations_of(*sides, BY_MATCHES)
    ref, hyp = (np.cumsum(operations != kind) - 1 for kind in (_INSERTED, _DELETED))
    correct = operations == _CORRECT
    at, source = told_rows[ref[correct]], heard_rows[hyp[correct]]
    begins, ends = np.full(len(words), np.nan), np.full(len(words), np.nan)
    begins[at], ends[at] = rows.begins[source], rows.ends[source]
    anchored = ~np.isnan(begins)
    runs = np.zeros(len(words), np.int64)
    if len(at):
        letters = np.array([max(1, len(key)) for key in told], np.float64)
        _fill((begins, ends, runs), (at, source), letters, rows)
    return begins, ends, anchored, runs


def _fill(
    columns: tuple[Floats, Floats, Integers], anchors: tuple[Integers, Integers], letters: Floats, rows: TimedRows
) -> None:
    """Gives times to the words between anchors, which share the span of what was recognised instead, or the gap."""
    begins, ends, runs = columns
    at, source = anchors
    size = len(begins)
    edges, sources = np.array([-1, *at, size]), np.array([-1, *source, len(rows.words)])
    gaps = np.flatnonzero(np.diff(edges) > 1)
    first, last = edges[gaps] + 1, edges[gaps + 1]
    low, high = sources[gaps] + 1, sources[gaps + 1]
    total = np.concatenate([[0.0], np.cumsum(letters)])
    pace = float(np.median((ends[at] - begins[at]) / letters[at]))
    length = (total[last] - total[first]) * pace
    heard = high > low
    some = np.minimum(low, len(rows.words) - 1)
    before = np.where(first > 0, ends[np.maximum(first - 1, 0)], np.nan)
    behind = np.where(last < size, begins[np.minimum(last, size - 1)], np.nan)
    # Before the first anchor and after the last one, words have the usual pace.
    before = np.where(np.isnan(before), np.maximum(behind - length, 0.0), before)
    behind = np.where(np.isnan(behind), before + length, behind)
    start = np.where(heard, rows.begins[some], np.minimum(before, behind))
    stop = np.maximum(np.where(heard, rows.ends[np.maximum(high - 1, 0)], behind), start)
    places = np.concatenate(
        [np.arange(begin, end) for begin, end in zip(first, last, strict=True)] or [np.array([], int)]
    )
    gap = np.repeat(np.arange(len(gaps)), last - first)
    whole = (total[last] - total[first])[gap]
    for column, shift in ((begins, 0), (ends, 1)):
        column[places] = start[gap] + (stop - start)[gap] * (total[places + shift] - total[first][gap]) / whole
    runs[places] = (last - first)[gap]


def _with_times(corpus: Corpus, lines: Lines, times: tuple[Floats, Floats], runs: Integers) -> Corpus:
    """The segments of a text with words that have times."""
    begins, ends = ([f"{time:.3f}" for time in column.tolist()] for column in times)
    sure = {run: f"{1 / (1 + run):.2f}" for run in np.unique(runs).tolist()}
    own = _attributes(corpus, lines)
    attributes = [(*pairs, INTERPOLATED) if run else pairs for pairs, run in zip(own, runs.tolist(), strict=True)]
    confidences = [sure[run] for run in runs.tolist()]
    labels = LabelColumns(lines.words, (begins, ends, confidences), attributes if any(attributes) else None)
    spans = list(zip(lines.first[:-1].tolist(), lines.first[1:].tolist(), strict=True))
    starts = [begins[first] if first < last else None for first, last in spans]
    stops = [ends[last - 1] if first < last else None for first, last in spans]
    made = like(corpus, start=starts, end=stops, labels=LabelLists(labels, array("q", lines.first.tolist())))
    return replace(made, meta=corpus.meta)


def _attributes(corpus: Corpus, lines: Lines) -> Sequence[Attributes]:
    """Details of the words of a text, such as marks and classes, but for doubts about its old times."""
    lists = corpus.table.column("labels") if corpus.table.column("text") is None else None
    labels = lists.labels if lists is not None and not lists.odd else None
    if labels is None or labels.attributes is None or list(labels.values) != lines.words:
        return [()] * len(lines.words)
    kept = {pairs: tuple([pair for pair in pairs if pair[0] != "time"]) for pairs in {*labels.attributes}}
    return list(map(kept.__getitem__, labels.attributes))


def like(corpus: Corpus, **columns: Any) -> Corpus:
    """A corpus with the names of the segments of another one."""
    table = corpus.table
    names = {name: list(getattr(table, f"{name}s")) for name in ("session", "channel", "speaker") if table.has(name)}
    ids = {"id": list(table.ids())} if table.has("id") else {}
    made = filled(corpus.path, len(table), **ids, **names, **columns)
    return Corpus(made, format="", path=corpus.path)
