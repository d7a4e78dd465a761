"""Corpora normalised: texts, alternatives and words with times; words that split or join share their times."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import isnan, nan

from ...formats.engine.cues import LINES, STYLES, attribute_of_numbers, styled_numbers, styles_by_place, values_of
from ...formats.engine.gaps import kept
from ...formats.errors import UsageError, arguments_in, quantity
from ...formats.record import Format
from ...formats.schema import Attributes, Corpus, LabelColumns, LabelLists, Table, number_text
from ...formats.schema.items import TextsOrNone
from ...formats.schema.lazy import taken
from ...formats.schema.markup import can_be_cut, has_fragments, unmarked, words
from ...formats.values import dataclass, replace
from .chain import Chain
from .log import Change
from .marked import MarkedTexts
from .origins import Origins, Shares
from .segments import Done, labels_of, marked_text, segment_of, texts_of

_NO_LINES = "lost line breaks, because the number of words changed; max_chars=N (--max-chars N) of convert breaks lines"
# Markup of cues, other than styles.
_MARKUP = re.compile(r"<(?!/?[biu]>)|\{")


@dataclass(frozen=True, slots=True)
class NormalisedCorpus:
    """A normalised corpus and the log of its changes."""

    corpus: Corpus
    texts: Sequence[str]
    """The texts as they were, each of which was normalised as a whole."""
    owners: Sequence[int]
    """The place of the segment that each text belongs to."""
    changes: Sequence[Change]
    unstyled: int = 0
    """The number of segments that lost their styles, such as italics, which have no place among their new words."""

    def of_file(self, before: Corpus, target: Format) -> tuple[Corpus, list[str]]:
        """The corpus to write in a format, and what cues lost; those that lost all words are left out of subtitles."""
        if not target.cues:
            return self.corpus, []
        texts = self.corpus.texts()
        empty = {place for place in self.owners if not texts[place].strip()}
        lost = [
            (without_line_breaks(self.corpus), _NO_LINES),
            (self.unstyled, "lost italics, bold or underlining, because the number of words changed"),
            (len(empty), "left out, because all words were removed"),
        ]
        if target.name == before.format:  # a conversion to another format reports this, too
            lost.append((without_markup(before, self.corpus), "lost markup such as <font>, because words changed"))
        notices = [arguments_in(f"{quantity(count, 'cue')} {what}") for count, what in lost if count]
        return kept(self.corpus, [place for place in range(len(texts)) if place not in empty]), notices

    def lines(self, file: str = "") -> Iterator[bytes]:
        """A line of JSON for every change: number, id and recording of the segment, the number of the text, and the
        fields of the change; first the name of the file, where there are several."""
        ids, sessions = self.corpus.ids(), self.corpus.table.sessions
        for change in self.changes:
            place = self.owners[change.utterance]
            document = {
                **({"file": file} if file else {}),
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

    >>> from scorelite.formats.schema import Label, Segment
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
    segments = [segment_of(segment, done) for segment in before]
    unstyled = 0
    for place, (old, new) in enumerate(zip(before, segments, strict=True)):
        attributes = tuple([pair for pair in new.attributes if pair[0] not in STYLES])
        if len(attributes) < len(new.attributes) and len(old.items) != len(new.items):
            segments[place] = replace(new, attributes=attributes)
            unstyled += bool(new.items)
    return NormalisedCorpus(replace(corpus, segments=tuple(segments)), texts, owners, changes, unstyled)


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
    styled = styles_by_place(corpus.table.column("attributes") or ())
    results, changes = chain.apply(spoken, log=log or bool(styled))
    numbers = dict(zip(owners, range(len(owners)), strict=True))
    origins = Origins(chain, spoken, changes) if styled else None
    for place, styles in styled.items():
        if origins is not None and place in numbers:
            number = numbers[place]
            old = words(spoken[number])
            groups = origins.groups(number, old, results[number])
            rows = [(first, last) for first, last, values in groups for _ in values]
            styled[place] = _moved_styles(styles, len(old), rows)
    if corpus.table.grammar != "plain" and not unmarked("\n".join(results)):
        results = [marked_text(text, "sclite") for text in results]
    made = list(texts)
    for place, text in zip(owners, results, strict=True):
        made[place] = text
    changed = corpus.table.changed(text=made)
    if changed.has("attributes"):
        attributes = [
            _with_line_breaks(pairs, text) for pairs, text in zip(changed.column("attributes"), made, strict=True)
        ]
        changed = changed.changed(attributes=_with_styles(attributes, styled))
    return NormalisedCorpus(replace(corpus, segments=changed), spoken, owners, changes)


def _moved_styles(styles: Mapping[str, str], count: int, rows: Sequence[tuple[int, int]]) -> dict[str, str]:
    """The styles of new words, by the first and the last of the old words that each comes from."""
    moved: dict[str, str] = {}
    for style, attribute in styles.items():
        old = {number - 1 for number in styled_numbers(attribute, count)}
        new = [number for number, (first, last) in enumerate(rows, 1) if not old.isdisjoint(range(first, last + 1))]
        moved[style] = attribute_of_numbers(new, len(rows))
    return moved


def _with_styles(attributes: Sequence[Attributes], styled: Mapping[int, Mapping[str, str]]) -> list[Attributes]:
    """The attributes of all segments, with these styles by place; empty ones are left out."""
    made = list(attributes)
    for place, styles in styled.items():
        pairs = [(name, styles.get(name, value)) for name, value in made[place]]
        made[place] = tuple([(name, value) for name, value in pairs if value or name not in STYLES])
    return made


def _with_line_breaks(attributes: Attributes, text: str) -> Attributes:
    """The attributes with the lines of a cue made of its new words, where these are as many as before."""
    lines = dict(attributes).get(LINES, "")
    sizes = [len(line.split()) for line in lines.split("\n")]
    new_words = text.split()
    if not lines or sum(sizes) != len(new_words):
        return attributes
    bounds = pairwise(accumulate(sizes, initial=0))
    new_lines = "\n".join([" ".join(new_words[first:last]) for first, last in bounds])
    return tuple([(name, new_lines if name == LINES else value) for name, value in attributes])


def without_line_breaks(corpus: Corpus) -> int:
    """The number of cues whose lines are lost, because they have more or fewer words now."""
    if corpus.table.written is None or not corpus.table.has("attributes"):
        return 0
    lines = [dict(pairs).get(LINES, "") for pairs in corpus.table.column("attributes")]
    rows = zip(lines, corpus.texts(), strict=True)
    return sum(bool(kept and text) and kept.split() != text.split() for kept, text in rows)


def without_markup(before: Corpus, after: Corpus) -> int:
    """The number of cues whose markup is lost, because their words changed."""
    if before.table.written is None or not before.table.has("attributes"):
        return 0
    raw = values_of(before.table.column("attributes"), f"{before.format}:text")
    old, new = before.texts(), after.texts()
    return sum(old[place] != new[place] != "" and bool(_MARKUP.search(text)) for place, text in raw.items())


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
    alone = origins.words_alone()
    made = runs.written(results, alone, lambda number, labels, text: labels_of(labels, text, number, origins))
    return NormalisedCorpus(replace(corpus, segments=corpus.table.changed(text=made)), runs.texts, runs.owners, changes)


def _lists_of(table: Table) -> LabelLists | None:
    """The words of all segments as columns; None where these are not all that segments have."""
    lists: LabelLists | None
    rows = table.words
    if rows is not None:
        # Columns have no fragments, which stay what they are.
        lists = None if rows.grammar == "sclite" and has_fragments(rows.words) else rows.label_lists()
        return lists if lists is not None and not lists.odd and lists.labels else None
    lists = table.label_lists()
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
    attributes = None if old.attributes is None else taken(old.attributes, shares.first)
    labels = LabelColumns(shares.words, _numbers_of(shares, old), attributes)
    made = LabelLists(labels, list(map(shares.behind.__getitem__, lists.first)))
    new = _with_labels(table, made)
    styled = styles_by_place(table.column("attributes") or ())
    for place, styles in styled.items():
        begin, end = lists.first[place : place + 2]
        here = slice(*made.first[place : place + 2])
        rows = [(a - begin, b - begin) for a, b in zip(shares.first[here], shares.last[here], strict=True)]
        styled[place] = _moved_styles(styles, end - begin, rows)
    if styled:
        new = new.changed(attributes=_with_styles(new.column("attributes"), styled))
    return NormalisedCorpus(replace(corpus, segments=new), texts, owners, changes)


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
    confidences = None
    if sure is not None:
        confidences = [sure[row] for row in shares.first]
        for place in shares.parts:
            first, last = shares.first[place], shares.last[place]
            confidences[place] = _least(sure[first : last + 1])
    if starts is None or ends is None:
        return None, None, confidences
    begins, finals = shares.times(
        *([nan if text is None else float(text) for text in texts] for texts in (starts, ends))
    )
    new_starts, new_ends = [starts[row] for row in shares.first], [ends[row] for row in shares.last]
    for place, (before, done, letters) in shares.parts.items():
        end = new_ends[place]
        if before:
            new_starts[place] = _text_of_time(begins[place]) or end
        if done < letters:
            new_ends[place] = _text_of_time(finals[place]) or end
    return new_starts, new_ends, confidences


def _least(confidences: Sequence[str | None]) -> str | None:
    """The least of confidences as texts; None where all are missing."""
    return min([text for text in confidences if text is not None], key=float, default=None)


def _text_of_time(time: float) -> str:
    """The text of a time; empty for one that is unknown."""
    return "" if isnan(time) else number_text(time)


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
