"""Rows of ctm and stm: words with times made of labels, and segments with times made of fields."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import compress, islice, pairwise, repeat
from math import isfinite, isnan, nan
from operator import add, mul, sub, truediv
from typing import TYPE_CHECKING

from ... import core
from ..errors import UsageError
from ..schema import Alternation, Attributes, Corpus, Grammar, Label, LabelLists, Numbers, Table, number_text
from ..schema.items import names_of
from ..schema.lazy import Made
from ..schema.markup import BLANKS, NULL_WORD, one_word
from ..schema.numbers import decimals_of, exact_texts
from ..schema.spans import RowTexts
from ..schema.words import ALT, ALT_BEGIN, ALT_END, NO_TIME, UNSURE, RowLabels, Words, mark_of
from .fields import time_text, times
from .labels import tags_of

if TYPE_CHECKING:
    from typing import TypeAlias

    # Begins, ends and confidences of labels as texts; None where no label has a confidence.
    LabelNumbers: TypeAlias = tuple[Sequence[str], Sequence[str], Sequence[str | None] | None]

# Characters of words that a row writes otherwise, or not at all.
_SIGNS = "{;\\*@<"
_SPECIAL = frozenset(_SIGNS + BLANKS)
_TAGS = frozenset({"tag1", "tag2"})
_FIELDS = frozenset({"type", "speaker", "time"})
"""Attributes that are fields of rows, in addition to tags."""
_UNKNOWN = ("", "NA")  # as the confidence of a row
_ROWS = 512  # written together


def row_of(label: Label, grammar: Grammar = "sclite") -> str:
    """The word of a row, from a label: the inverse of `label_of_row`.

    >>> row_of(Label("a;b*", attributes=(("tag1", "noun"),)))
    'a\\\\;b**;noun'
    """
    tags = [value for key, value in label.attributes if key in ("tag1", "tag2")]
    word = one_word(label, or_nothing=bool(tags) and grammar != "plain")  # `;` is an empty word with an empty tag
    if mark_of(word):
        raise UsageError(f"a row cannot hold the word {word!r}: it would be read as a mark of an alternation")
    if grammar == "plain":
        return word
    braced = word.startswith("{")
    if word == NULL_WORD or (tags if braced else "\\" in word):
        raise UsageError(f"sclite's grammar cannot hold the word {word!r}" + " with tags" * bool(tags))
    star = "*" if word.endswith("*") and len(word) > 1 else ""  # a reader drops one
    fields = [word + star] if braced else [field.replace(";", "\\;") for field in (word + star, *tags)]
    return ";".join(fields)


def timed(corpus: Corpus, grammar: Grammar = "sclite") -> Words:
    """The words of a corpus as rows with times; an error where a word has none."""
    words = corpus.table.words
    if words is not None and words.grammar == grammar:
        return words
    lists = corpus.table.label_lists()
    if lists is not None and (rows := _rows_of_labels(corpus.table, lists, grammar)) is not None:
        return rows
    table = Words(grammar, corpus.path)
    if lists is not None and _add_lists(table, corpus.table, lists):
        return table
    for segment in corpus.segments:
        table.begin_run(segment.session, segment.channel)
        for item in segment.items:
            if isinstance(item, Label):
                _add(table, item)
                continue
            for mark, branch in zip((ALT_BEGIN, *[ALT] * (len(item.branches) - 1)), item.branches, strict=True):
                table.append(mark, NO_TIME, NO_TIME)
                for label in branch:
                    if isinstance(label, Alternation):
                        raise UsageError("ctm cannot hold an alternation inside an alternation")
                    _add(table, label)
            table.append(ALT_END, NO_TIME, NO_TIME)
    return table


def run_lines(heads: Sequence[str], first: Sequence[int], rows: Iterator[str]) -> Iterator[Iterator[str]]:
    """The lines of each run, many at once; every run has to be read before the next one.

    `heads` stand before the rows of each run, `first` are the first row of each run, and the number of all rows.

    >>> [list(lines) for lines in run_lines(["a ", "b "], [0, 2, 3], iter(["x", "y", "z"]))]
    [['a x\\na y\\n'], ['b z\\n']]
    """

    def lines(run: int) -> Iterator[str]:
        head = heads[run]
        for begin in range(first[run], first[run + 1], _ROWS):
            size = min(first[run + 1] - begin, _ROWS)
            yield head + f"\n{head}".join(islice(rows, size)) + "\n"

    return map(lines, range(len(heads)))


def exact_lengths(begins: Sequence[str], ends: Sequence[str]) -> tuple[array[float], array[float]] | None:
    """Begins and lengths of words, from texts of their begins and ends, exact in decimal digits.

    None where a time is not a number, or is too large, or where an end lies before its begin.
    """
    starts, stops = times(begins), times(ends)
    if starts is None or stops is None:
        return None
    if decimals := decimals_of(begins, ends):
        scale = 10.0**decimals
        whole = map(round, map(mul, map(sub, stops, starts), repeat(scale)))
        lengths = array("d", map(truediv, whole, repeat(scale)))
    else:
        lengths = array("d", map(float, exact_texts(sub, ends, begins)))
    return None if min(lengths, default=0) < 0 else (starts, lengths)


def _lengths(begins: Sequence[str], ends: Sequence[str]) -> tuple[array[float], array[float]] | None:
    """Begins and lengths as `exact_lengths` gives them; the core has those of usual texts, and NaN for others."""
    starts, lengths = (array("d", column) for column in core.lengths(begins, ends))
    rows = list(compress(range(len(lengths)), map(isnan, lengths)))
    others = exact_lengths([begins[row] for row in rows], [ends[row] for row in rows])
    if others is None:
        return None
    for row, start, length in zip(rows, *others, strict=True):
        starts[row], lengths[row] = start, length
    return starts, lengths


def _rows_of_labels(segments: Table, lists: LabelLists, grammar: Grammar) -> Words | None:
    """The rows that the labels of all segments are, in runs of these; None where they are none, or one is written
    otherwise."""
    labels = lists.labels
    if not isinstance(labels, RowLabels) or not isinstance(labels.values, RowTexts) or labels.values.has(_SIGNS):
        return None
    if labels.values.rows.added and not all(isfinite(sure) or isnan(sure) for sure in labels.rows.confidence):
        return None  # the problem is reported with its word
    texts = segments.column("text")
    have_words = [first < last for first, last in pairwise(lists.first)]
    if texts is not None and (any(texts) or [text is None for text in texts] != have_words):
        return None
    have_words[-1] = True  # words one by one keep the name of a last segment without any
    names = list(compress(zip(segments.sessions, segments.channels, strict=True), have_words))
    words = labels.rows.renamed(names, array("q", [0, *compress(lists.first[1:], have_words)]))
    words.grammar = grammar
    return words


def _add_lists(table: Words, segments: Table, lists: LabelLists) -> bool:
    """Adds the labels of all segments at once; False where one is not plain, and nothing is added then."""
    plain = _plain_numbers(segments, lists)
    if plain is None:
        return False
    begin_texts, end_texts, sure = plain
    labels = lists.labels
    attributes = labels.attributes or ()
    keys = names_of(attributes)
    signs, rests = _others_of_all(attributes) if not keys.isdisjoint(_FIELDS) else ((), ())
    sure, confidences = _confidences(sure, rests, len(labels))
    numbers = _lengths(begin_texts, end_texts)
    words = _rows_of(labels.values, () if keys.isdisjoint(_TAGS) else attributes, table.grammar)
    if words is None or numbers is None or confidences is None:
        return False  # problems are reported in the order of the words
    names = zip(segments.sessions, segments.channels, pairwise(lists.first), strict=True)
    spoken = [(session, channel, last) for session, channel, (first, last) in names if first < last]
    written = list(map(add, signs, begin_texts)) if any(signs) else begin_texts
    table.fill(
        [(session, channel) for session, channel, _ in spoken],
        array("q", [0, *[last for _, _, last in spoken]]),
        list(words),
        (written, Made(len(begin_texts), partial(exact_texts, sub, end_texts, begin_texts)), sure),
        (*numbers, confidences),
        _lines_of(lists),
    )
    table.rest = {row: rest for row, rest in enumerate(rests) if rest}
    return True


def _plain_numbers(segments: Table, lists: LabelLists) -> LabelNumbers | None:
    """The numbers of all labels, where each segment has plain words with times alone; else None."""
    texts = segments.column("text")
    if texts is not None and texts.count(None) < len(texts):
        return None
    if not all(type(item) is Label and not item.optional for item in lists.odd.values()):
        return None
    begin_texts, end_texts, sure = lists.labels.numbers
    if not len(lists.labels) or begin_texts is None or end_texts is None:
        return None
    if None in begin_texts or None in end_texts:
        return None
    if sure and None in sure and lists.first[-2] == lists.first[-1]:
        return None  # words one by one keep the name of a last segment without any
    return begin_texts, end_texts, sure


def _lines_of(lists: LabelLists) -> array[int]:
    """The line of each label, 0 for none."""
    lines = array("q", [0]) * len(lists.labels)
    for row, item in lists.odd.items():
        lines[row] = item.where.line if item.where else 0
    return lines


def _confidences(
    sure: Sequence[str | None] | None, rests: Sequence[str], size: int
) -> tuple[list[str], array[float] | None]:
    """The confidences of words as a row has them, and as numbers; None for these where one is not a number."""
    if sure is None and not any(rests):
        return [""] * size, array("d", [nan]) * size
    rows = zip(sure or repeat(None), rests or repeat("", size), strict=False)
    texts = [text or "NA" * bool(rest) for text, rest in rows]
    numbers = array("d", [nan if text in _UNKNOWN else float(text) for text in texts])
    lack = sum(map(texts.count, _UNKNOWN))
    return texts, None if sum(map(isfinite, numbers)) + lack < size else numbers


def _others_of(attributes: dict[str, str]) -> tuple[str, str]:
    """The sign before the start time of a word that has these attributes, and the fields after its confidence."""
    rest = attributes.get("type", "lex" if "speaker" in attributes else "")
    if "speaker" in attributes:
        rest += " " + attributes["speaker"]
    return UNSURE * (attributes.get("time") == "unsure"), rest


def _others_of_all(attributes: Sequence[Attributes]) -> tuple[Sequence[str], Sequence[str]]:
    """The signs before the begins of words that have these attributes, and the fields after their confidences."""
    others = {pairs: _others_of(dict(pairs)) for pairs in {*attributes}}
    signs, rests = zip(*map(others.__getitem__, attributes), strict=True)
    return signs, rests


def _rows_of(values: Sequence[str], attributes: Sequence[Attributes], grammar: Grammar) -> Sequence[str] | None:
    """The words of rows, from values and tags of labels; None where one cannot be written."""
    odd = [value for value in {*values} if not value or not _SPECIAL.isdisjoint(value)]
    tagged = {pairs for pairs in {*attributes} if _TAGS & {key for key, _ in pairs}}
    if not odd and not tagged:
        return values
    try:
        if not tagged:
            written = {value: row_of(Label(value), grammar) for value in odd}
            return list(map(written.get, values, values))
        spoken = [(value, pairs if pairs in tagged else ()) for value, pairs in zip(values, attributes, strict=True)]
        rows = {(value, pairs): row_of(Label(value, attributes=pairs), grammar) for value, pairs in {*spoken}}
    except UsageError:
        return None
    return list(map(rows.__getitem__, spoken))


def _add(table: Words, label: Label) -> None:
    if label.start is None or label.end is None:
        what = f"{label.where or table.path or 'a text'}: the word {label.value!r} has no times"
        raise UsageError(f"{what}; expected a start and an end for each word, or only texts, as in txt")
    begin = time_text(label.start, label.value)
    duration = Decimal(time_text(label.end, label.value)) - Decimal(begin)
    if duration < 0:
        raise UsageError(f"the word {label.value!r} ends before its start at {begin}; expected end >= begin")
    sign, rest = _others_of(dict(label.attributes))
    confidence = "NA" * bool(rest) if label.confidence is None else number_text(label.confidence)
    line = label.where.line if label.where else 0
    table.append(row_of(label, table.grammar), sign + begin, format(duration, "f"), confidence, rest, line)


def segments_table(
    fields: Sequence[Sequence[str]],
    numbers: Sequence[array[float]],
    ignored: bytes,
    lines: Sequence[int],
    path: str,
    *,
    markup: bool,
) -> Table:
    """The table of segments from fields: sessions, channels, speakers, begins, ends, labels and texts.

    `numbers` are the begins and ends.

    >>> fields = [["talk"], ["A"], ["anna"], ["0.0"], ["1.50"], ["<O>"], ["good day"]]
    >>> segments_table(fields, (array("d", [0]), array("d", [1.5])), b"\\0", [1], "x.stm", markup=True)[0].tags
    ('O',)
    """
    session, channel, speaker, starts, ends, labels, texts = fields
    tags_by_label = {label: tags_of(label) for label in {*labels}}
    return Table(
        len(texts),
        grammar="sclite" if markup else "plain",
        path=path,
        session=session,
        channel=channel,
        speaker=speaker,
        start=Numbers.read(starts, numbers[0]),
        end=Numbers.read(ends, numbers[1]),
        tags=None if tags_by_label.keys() <= {""} else list(map(tags_by_label.__getitem__, labels)),
        ignored=ignored if any(ignored) else None,
        text=texts,
        lines=lines,
    )
