"""Corpora normalised: texts, alternatives and words with times; words that split or join share their times."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isnan, nan
from typing import TypeAlias

from ...formats.errors import FormatError, UsageError, short
from ...formats.schema import (
    Alternation,
    Corpus,
    Grammar,
    Item,
    Label,
    LabelColumns,
    LabelLists,
    Segment,
    Table,
    number_text,
)
from ...formats.schema.items import TextsOrNone
from ...formats.schema.markup import can_be_cut, has_fragments, parse, render, unmarked, words
from ...formats.values import dataclass, replace
from .chain import Chain
from .log import Change
from .marked import MarkedTexts
from .origins import Origins, Shares, shared_time

_Labels: TypeAlias = "list[Label]"
# Labels that are no words keep their values: a keyword is a name.
_SPOKEN = frozenset({"word", "fragment"})


@dataclass(frozen=True, slots=True)
class NormalisedCorpus:
    """A normalised corpus and the log of its changes."""

    corpus: Corpus
    texts: Sequence[str]
    """The texts as they were, each of which was normalised as a whole."""
    owners: Sequence[int]
    """The place of the segment that each text belongs to."""
    changes: Sequence[Change]

    def lines(self) -> Iterator[bytes]:
        """A line of JSON for every change: number, id and recording of the segment, the number of the text, and the
        fields of the change."""
        ids, sessions = self.corpus.ids(), self.corpus.table.sessions
        for change in self.changes:
            place = self.owners[change.utterance]
            document = {
                "segment": place + 1,
                "id": ids[place],
                "session": sessions[place],
                "text": change.utterance + 1,
                **{name: value for name, value in change.to_dict().items() if name != "utterance"},
            }
            yield json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def normalise_corpus(corpus: Corpus, chain: Chain, *, log: bool = True) -> NormalisedCorpus:
    """Normalises the words of a corpus; without `log`, texts may have no changes, in less time.

    A word that becomes several shares its time among them by their letters. Words that become one last from the begin
    of the first to the end of the last, with the least of their confidences. Each alternative is a text of its own, and
    so is each optional word.

    >>> from scorelite.scoring.normalise import chain_of
    >>> talk = Corpus((Segment(labels=(Label("It's", 0.0, 0.4), Label("fine.", 0.5, 1.0))),))
    >>> done = normalise_corpus(talk, chain_of("whisper-en"))
    >>> [(word.value, word.start, word.end) for word in done.corpus.segments[0].items]
    [('it', 0.0, 0.2), ('is', 0.2, 0.4), ('fine', 0.5, 1.0)]
    """
    _check_alternatives(corpus, chain.scoring.alternatives)
    if not chain.scoring.alternatives:
        if _is_bare(corpus.table):
            return _of_texts(corpus, chain, log=log)
        if (runs := _runs_of(corpus.table)) is not None:
            return _of_runs(corpus, runs, chain)
        if (lists := _lists_of(corpus.table)) is not None:
            return _of_lists(corpus, lists, chain)
    texts: list[str] = []
    owners: list[int] = []
    before = tuple(corpus.segments)
    for place, segment in enumerate(before):
        segment_texts = list(texts_of(segment))
        texts += segment_texts
        owners += [place] * len(segment_texts)
    results, changes = chain.apply(texts, log=True)
    origins = Origins(chain, texts, changes)
    done = Done(iter(enumerate(results)), origins, bool(chain.scoring.alternatives))
    segments = tuple(segment_of(segment, done) for segment in before)
    return NormalisedCorpus(replace(corpus, segments=segments), texts, owners, changes)


def _is_bare(table: Table) -> bool:
    """Whether all segments are texts without marks."""
    if table.written is None or table.has("ignored"):
        return False
    return table.grammar == "plain" or unmarked("\n".join(table.written))


def _of_texts(corpus: Corpus, chain: Chain, *, log: bool) -> NormalisedCorpus:
    """The corpus of bare texts, normalised."""
    texts = corpus.texts()
    owners = [place for place, text in enumerate(texts) if text]
    spoken = [texts[place] for place in owners]
    results, changes = chain.apply(spoken, log=log)
    if corpus.table.grammar != "plain" and not unmarked("\n".join(results)):
        results = [marked_text(text, "sclite") for text in results]
    made = list(texts)
    for place, text in zip(owners, results, strict=True):
        made[place] = text
    return NormalisedCorpus(replace(corpus, segments=corpus.table.changed(text=made)), spoken, owners, changes)


def _runs_of(table: Table) -> MarkedTexts | None:
    """The runs of words of texts in sclite's grammar; None where a text needs a closer look."""
    if table.written is None or table.grammar != "sclite":
        return None
    texts = table.texts()
    return MarkedTexts(texts) if can_be_cut(texts) else None


def _of_runs(corpus: Corpus, runs: MarkedTexts, chain: Chain) -> NormalisedCorpus:
    """The corpus of texts in sclite's grammar, normalised."""
    results, changes = chain.apply(runs.texts, log=True)
    origins = Origins(chain, runs.texts, changes)
    made = runs.written(results, lambda number, labels, text: _labels(labels, text, number, origins))
    return NormalisedCorpus(replace(corpus, segments=corpus.table.changed(text=made)), runs.texts, runs.owners, changes)


def _lists_of(table: Table) -> LabelLists | None:
    """The words of all segments as columns; None where these are not all that segments have."""
    rows = table.words
    if rows is not None:
        # Columns have no fragments, which stay what they are.
        labels = None if rows.grammar == "sclite" and has_fragments(rows.words) else rows.labels()
        return LabelLists(labels, rows.first) if labels else None
    lists: LabelLists | None = table.column("labels")
    if lists is None or not len(lists.labels) or lists.odd or table.has("ignored") or table.has("text"):
        return None
    starts, ends, _ = lists.labels.numbers
    return lists if (starts is None) == (ends is None) else None


def _of_lists(corpus: Corpus, lists: LabelLists, chain: Chain) -> NormalisedCorpus:
    """The corpus of words in columns, normalised."""
    table, old = corpus.table, lists.labels
    owners = [place for place, (first, last) in enumerate(pairwise(lists.first)) if first < last]
    whole = lists.texts()
    texts = [whole[place] for place in owners]
    results, changes = chain.apply(texts, log=True)
    bounds = [*map(lists.first.__getitem__, owners), len(old.values)]
    shares = Origins(chain, texts, changes).shares(bounds, old.values, texts, results)
    attributes = None if old.attributes is None else list(map(old.attributes.__getitem__, shares.first))
    labels = LabelColumns(list(shares.words), _numbers_of(shares, old), attributes)
    made = LabelLists(labels, list(map(shares.behind.__getitem__, lists.first)))
    return NormalisedCorpus(replace(corpus, segments=_with_labels(table, made)), texts, owners, changes)


def _with_labels(table: Table, labels: LabelLists) -> Table:
    """The table with these words in place of its own."""
    rows = table.words
    if rows is None:
        return table.changed(labels=labels)
    return Table(
        len(table),
        grammar=rows.grammar,
        path=table.path,
        session=table.sessions,
        channel=table.channels,
        labels=labels,
        lines=list(map(rows.lines.__getitem__, rows.first[:-1])),
    )


def _numbers_of(shares: Shares, old: LabelColumns) -> tuple[TextsOrNone, TextsOrNone, TextsOrNone]:
    """Begins, ends and confidences of new words as text: those of the old ones where they have their times whole."""
    starts, ends, sure = old.numbers
    spans = zip(shares.first, shares.last, strict=True)
    confidences = sure and [sure[a] if a == b else _least(sure[a : b + 1]) for a, b in spans]
    if starts is None or ends is None:
        return None, None, confidences
    begins, finals = shares.times(
        *([nan if text is None else float(text) for text in texts] for texts in (starts, ends))
    )
    rows = zip(shares.first, shares.last, shares.before, _texts_of_times(begins), strict=True)
    new_starts = [starts[a] if not before else begin or ends[b] for a, b, before, begin in rows]
    parts = zip(shares.last, shares.done, shares.letters, _texts_of_times(finals), strict=True)
    new_ends = [(done < letters and end) or ends[row] for row, done, letters, end in parts]
    return new_starts, new_ends, confidences


def _least(confidences: Sequence[str | None]) -> str | None:
    """The least of confidences as texts; None where all are missing."""
    return min([text for text in confidences if text is not None], key=float, default=None)


def _texts_of_times(times: Sequence[float]) -> list[str]:
    """The texts of times; empty ones where one is unknown."""
    texts = list(map(repr, times))
    joined = "".join(texts)
    if "e" in joined:
        return ["" if isnan(time) else number_text(time) for time in times]
    return ["" if text == "nan" else text for text in texts] if "n" in joined else texts


def _check_alternatives(corpus: Corpus, rule: str) -> None:
    """Refuses a rule that makes alternatives where words have times or texts no marks: marks would be words."""
    if not rule or not corpus.segments:
        return
    labels = (item for segment in corpus.segments for item in segment.labels or ())
    timed = any(getattr(label, "start", None) is not None for label in labels)
    if timed or "sclite" not in corpus.grammars():
        what = "words with times" if timed else f"texts of {corpus.format}"
        raise UsageError(
            f"{rule}: a rule that makes alternatives, which {what} do not hold here; expected trn or stm, or rules "
            "without { a / b } (ctm: scorelite sctk csrfilt.sh)"
        )


@dataclass(frozen=True, slots=True)
class Done:
    """The numbers and results of texts, in their order, and the changes by number."""

    results: Iterator[tuple[int, str]]
    origins: Origins | None
    """None where only the words matter, and not which old words they come from."""
    alternatives: bool = False
    """Whether braces of the results are marks of alternations that rules made."""


def _is_text(segment: Segment) -> bool:
    """Whether a segment is a text without marks."""
    return segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or ""))


def texts_of(segment: Segment) -> Iterator[str]:
    """The texts of a segment; `segment_of` takes their results in this order."""
    if segment.text and _is_text(segment):
        yield segment.text
        return
    if segment.labels is not None and segment.text:
        yield segment.text
    for group in _groups(segment.items):
        yield from _texts_of(group)


def _texts_of(group: _Labels | Item) -> Iterator[str]:
    if isinstance(group, Alternation):
        for branch in group.branches:
            for inner in _groups(branch):
                yield from _texts_of(inner)
    elif isinstance(group, list):
        yield _joined(group)


def _joined(labels: _Labels) -> str:
    return " ".join(label.value for label in labels)


def _groups(items: Sequence[Item]) -> Iterator[_Labels | Item]:
    """Runs of words, each one text; alternatives and labels that are no words alone."""
    run: _Labels = []
    for item in items:
        spoken = isinstance(item, Label) and item.kind in _SPOKEN
        if isinstance(item, Label) and spoken and not item.optional:
            run.append(item)
            continue
        if run:
            yield run
            run = []
        yield [item] if isinstance(item, Label) and spoken else item
    if run:
        yield run


def segment_of(segment: Segment, done: Done) -> Segment:
    """The segment with the results of its texts."""
    if segment.labels is not None:
        done = replace(done, alternatives=False)  # words with times; only pairs of a score know how rows write them
    if segment.text and _is_text(segment):
        return replace(segment, text=marked_text(next(done.results)[1], segment.grammar, done.alternatives))
    text = segment.text
    if segment.labels is not None and text:
        text = marked_text(next(done.results)[1], segment.grammar, done.alternatives)
    items = tuple(item for group in _groups(segment.items) for item in _items(group, done))
    if segment.labels is None:
        return segment if segment.text is None else replace(segment, text=render(items, segment.grammar))
    return replace(segment, text=text, labels=items)


def marked_text(text: str, grammar: Grammar, alternatives: bool = False) -> str:
    """A normalised text, with marks that the grammar would read as its own escaped.

    With `alternatives`, braces stay marks of alternations.

    >>> marked_text("A;B { HI / @ }", "sclite", alternatives=True)
    'A\\\\;B { HI / @ }'
    """
    if grammar == "plain" or unmarked(text):
        return text
    labels = map(Label, words(text))
    return render(_alternated(labels) if alternatives else labels, grammar)


def _alternated(labels: Iterable[Label]) -> Iterator[Item]:
    """The labels, with those from an opening brace to its closing one read as alternations."""
    run: _Labels = []
    depth = 0
    for label in labels:
        if not run and not label.value.startswith("{"):
            yield label
            continue
        run.append(label)
        depth += open_braces(label.value)
        if depth <= 0:
            yield from _alternation(run)
            run, depth = [], 0
    if run:
        yield from _alternation(run)


def open_braces(word: str) -> int:
    """The number of braces that a word opens and does not close."""
    return word.count("{") - word.count("}")


def _alternation(labels: _Labels) -> Iterable[Item]:
    written = _joined(labels)
    if any(label.optional for label in labels):
        raise UsageError(f"a rule makes the alternation {short(written)!r} of an optional word; expected a bare word")
    return alternation_of(written)


@lru_cache(maxsize=4096)
def alternation_of(written: str) -> tuple[Item, ...]:
    """The labels of an alternation that a rule wrote."""
    try:
        return parse(written, "sclite")
    except FormatError as error:
        problem = error.problems[0]
        raise UsageError(
            f"a rule makes the alternation {short(written)!r}: {problem.what}; expected {problem.expected}"
        ) from None


def _items(group: _Labels | Item, done: Done) -> Iterator[Item]:
    if isinstance(group, Alternation):
        branches = (
            tuple(item for inner in _groups(branch) for item in _items(inner, done)) for branch in group.branches
        )
        yield replace(group, branches=tuple(branches))
    elif isinstance(group, list):
        number, text = next(done.results)
        if done.origins is None:
            labels = _shared(group, words(text))
        else:
            labels = _labels(group, text, number, done.origins)
        yield from _alternated(labels) if done.alternatives and "{" in text else labels
    else:
        yield group


def _labels(labels: _Labels, text: str, number: int, origins: Origins) -> Iterator[Label]:
    """The labels of a normalised text."""
    old = [label.value for label in labels]
    if text == " ".join(old):
        yield from labels
        return
    for first, last, values in origins.groups(number, old, text):
        yield from _shared(labels[first : last + 1], values)


def _shared(labels: _Labels, values: list[str]) -> Iterator[Label]:
    """New words that share the time of the old ones."""
    old = labels[0]
    start, end = old.start, labels[-1].end
    confidences = [label.confidence for label in labels if label.confidence is not None]
    confidence = min(confidences) if confidences else None
    for value, begin, stop in shared_time(values, start, end):
        fragment = value != "-" and (value.startswith("-") or value.endswith("-"))
        kind = old.kind if value == old.value else "fragment" if fragment and old.kind == "fragment" else "word"
        yield replace(old, value=value, start=begin, end=stop, confidence=confidence, kind=kind)
