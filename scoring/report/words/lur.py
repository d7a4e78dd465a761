"""The labelled utterance report (.lur): words and word error by label and speaker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.numbers import integer, percent, rounded, statistics
from ..engine.table import Table
from . import ReportError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions

_NOTES = (
    b"Note:  * Speaker Has no reference word tokens.  Number of incorrect words presented",
    b"       + Speakers with no reference words ignored",
)


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The labelled utterance report; labels that do not match their definitions are an error."""
    yield b".lur", _report(scores, options)


def _report(scores: WordScores, options: ReportOptions) -> Iterator[bytes]:
    labelled = LabelScores(scores)
    table = Table(options.tables)
    table.row(b"c", [b"System: " + scores.title])
    table.rule(b" ")
    add_legend(table, scores, labelled, b"SPKR")
    cells = labelled.format(b"rr")
    for speaker, name in enumerate(scores.speakers):
        table.rule(b"-")
        table.row(cells, [name, *labelled.speaker(speaker)])
    wordless = labelled.wordless()
    mark = b" +" if wordless else b""
    table.rule(b"=")
    table.row(cells, [b"Set Sum/Avg", *labelled.total()])
    table.rule(b"-")
    mean, deviation, median = labelled.statistics()
    table.row(cells, [b"Mean" + mark, *mean])
    table.row(cells, [b"StdDev" + mark, *deviation])
    table.rule(b" ")
    table.row(cells, [b"Median", *median])
    if wordless:
        table.rule(b"-")
        for note in _NOTES:
            table.row(b"l", [note])
    yield table.render(1)


def add_legend(table: Table, scores: WordScores, labelled: LabelScores, rows: bytes) -> None:
    """The legend of the labels, and the column titles; `rows` is what the rows are."""
    for _, title, description in scores.labels:
        table.row(b"ccc", [title.replace(b"//", b" "), b"->", description])
    table.rule_after(b" ")
    table.row(b"ccc", [])
    table.rule(b"-")
    if scores.categories:
        table.row(labelled.format(b"ca", b"aa"), [b"", *(title for _, title, _ in scores.categories)])
        table.rule(b"-")
    table.row(labelled.format(b"ca"), [rows, *(title for _, title, _ in scores.labels)])
    table.row(labelled.format(b"ca"), [b"", *([b" #Wrd %WE"] * len(scores.labels))])


class LabelScores:
    """Reference words and errors by label and speaker, and the category field in which each label was found."""

    __slots__ = ("_scores", "errors", "fields", "words")

    def __init__(self, scores: WordScores, fields: list[int] | None = None) -> None:
        labels, speakers = len(scores.labels), len(scores.speakers)
        self._scores = scores
        self.words = [[0] * speakers for _ in range(labels)]
        self.errors = [[0] * speakers for _ in range(labels)]
        self.fields = fields if fields and len(fields) == labels else [-1] * labels
        if scores.labels_of is not None:
            self._count(scores.labels_of)

    def _count(self, texts: Sequence[bytes]) -> None:
        scores, order = self._scores, self._scores.order()
        in_order = [*map(texts.__getitem__, order)]
        firsts = dict(zip(reversed(in_order), reversed(order), strict=True))
        labels = {text: self._located(text, firsts[text]) for text in dict.fromkeys(in_order) if text}
        # The utterances of one text and speaker are a group.
        pairs = [*zip(texts, scores.speaker_of, strict=True)]
        numbers = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
        groups = memoryview(bytearray(4 * len(pairs))).cast("i")
        for utterance, number in enumerate(map(numbers.__getitem__, pairs)):
            groups[utterance] = number
        for (text, speaker), sums in zip(numbers, scores.batch.totals(bytes(groups), len(numbers)), strict=True):
            _, correct, substituted, deleted, inserted, _ = sums
            for label in labels.get(text, ()) if speaker >= 0 else ():
                self.words[label][speaker] += correct + substituted + deleted
                self.errors[label][speaker] += substituted + deleted + inserted

    def _located(self, text: bytes, utterance: int) -> list[int]:
        """The labels of an utterance; each may occur in one category field only."""
        identifier = self._scores.ids[utterance]
        if not text.startswith(b"<"):
            raise ReportError(
                b"Error: Bad Label '%s' for utt %s\n"
                b"       Make sure utterance labels have been properly formatted in the reference file.\n"
                % (text, identifier)
            )
        located = []
        for field, name in _names(text):
            label = self._index(name, identifier)
            if self.fields[label] == -1:
                self.fields[label] = field
            elif self.fields[label] != field:
                raise ReportError(
                    b"Error: Label id '%s' of utt '%s' (label def %s)"
                    b" occurs in multiple label category fields.\n" % (name, identifier, text)
                )
            located.append(label)
        return located

    def _index(self, name: bytes, identifier: bytes) -> int:
        fold = self._scores.charset.fold
        for index, (label, _, _) in enumerate(self._scores.labels):
            if fold(label) == fold(name):
                return index
        raise ReportError(
            b"Error: Label id '%s' lookup failed for utt %s\n"
            b"       Make sure labels have been defined in the comment lines of the reference file.\n"
            % (name, identifier)
        )

    def format(self, first: bytes, following: bytes | None = None) -> bytes:
        """The format of a row with two columns per label; `following` where the category field does not change."""
        text = b"c"
        for label, field in enumerate(self.fields):
            changed = label > 0 and field != self.fields[label - 1]
            text += b"=" if changed else b"|"
            text += first if changed or label == 0 or following is None else following
        return text

    def speaker(self, speaker: int) -> Iterator[bytes]:
        """Two cells per label for one speaker."""
        for words, errors in zip(self.words, self.errors, strict=True):
            if words[speaker]:
                yield b"[%d]" % words[speaker]
                yield b"%.1f" % rounded(percent(errors[speaker], words[speaker]), 1)
            elif errors[speaker]:
                yield b"0"
                yield b"* %d *" % errors[speaker]
            else:
                yield b""
                yield b""

    def wordless(self) -> bool:
        """Whether some speaker has errors but no reference words under some label."""
        return any(
            not words[speaker] and errors[speaker]
            for words, errors in zip(self.words, self.errors, strict=True)
            for speaker in range(len(words))
        )

    def total(self) -> Iterator[bytes]:
        """Two cells per label over all speakers."""
        for words, errors in zip(self.words, self.errors, strict=True):
            yield b"[%d]" % sum(words)
            # Rounded twice, as the reference does.
            yield b"%.1f" % rounded(rounded(percent(sum(errors), sum(words)), 1), 1)

    def statistics(self) -> tuple[list[bytes], list[bytes], list[bytes]]:
        """Two cells per label for mean, standard deviation and median over the speakers with reference words."""
        rows: tuple[list[bytes], list[bytes], list[bytes]] = ([], [], [])
        for words, errors in zip(self.words, self.errors, strict=True):
            present = [speaker for speaker, number in enumerate(words) if number]
            numbers = statistics([float(words[speaker]) for speaker in present])
            rates = statistics([percent(errors[speaker], words[speaker]) for speaker in present])
            for row, number, rate in zip(rows, numbers, rates, strict=True):
                row.append(b"[%d]" % integer(number))
                row.append(b"%.1f" % rounded(rate, 1))
        return rows


def _names(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Labels with the numbers of their category fields, empty fields included; `>` instead of a field ends the list."""
    field, position = 0, 1
    while position < len(text) and text[position] != ord(">"):
        end = position
        while end < len(text) and text[end] not in b"<,>":
            end += 1
        if end > position:
            yield field, text[position:end]
        position = end + 1
        field += 1
