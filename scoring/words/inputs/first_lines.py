"""Lines of text that show another kind of file: names of columns, a page of HTML, ids at the ends of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from shlex import quote

from ....formats.errors import short
from ....formats.kaldi import has_ids
from ....formats.roles import HYPOTHESES, REFERENCES
from ....formats.schema import Corpus
from ...normalise.chain import Chain
from ...notices.headings import headings
from ...notices.notice import SIDES, Notice
from .line_ids import look_of

_SAMPLE = 200
# What stands between both sides on a line, and how many lines have them.
_SEPARATORS = ("\t", " -> ", " => ", " ||| ", "|")
_MOST = 0.8
_PAGE = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
# Names of columns of texts, and of the columns next to them.
_TEXTS = {"text", "transcript", "transcription", "sentence", "utterance", "utt_id", "reference", "hypothesis"}
_NAMES = _TEXTS | {
    *(
        "id",
        "utt",
        "uttid",
        "utterance_id",
        "key",
        "file",
        "file_name",
        "filename",
        "audio",
        "path",
        "wav",
        "ref",
        "hyp",
    ),
    *("ref", "hyp", "words", "speaker", "start", "end", "duration"),
}
# Usual names of columns of texts, and how names of columns look in programs.
_COLUMNS = frozenset({*REFERENCES, *HYPOTHESES})
_COLUMN = re.compile(r"\w+")
_TABLES = (("tsv", "\t"), ("csv", ","))


def of_lines(ref: Corpus, hyp: Corpus, chain: Chain | None) -> Iterator[Notice]:
    """Notices about lines of text that show another kind of file."""
    yield from _both_sides(ref, hyp)
    for corpus, other, side in zip((ref, hyp), (hyp, ref), SIDES, strict=True):
        table = corpus.table
        if corpus.format not in ("txt", "kaldi") or not len(table):
            continue
        line = f"{table.ids()[0]} {table.texts()[0]}" if corpus.format == "kaldi" else table.texts()[0]
        names = line.lower().replace(",", " ").replace(";", " ").replace("|", " ").split()
        if names and {*names} <= (_NAMES if len(names) > 1 else _TEXTS):
            text = f"the first line of the {side}, {line!r}, looks like column names, but is scored as an utterance"
            yield Notice(f"first line of the {side}", text)
        elif table_format := _table_in(corpus):
            option = ("ref", "hyp")[SIDES.index(side)]
            text = (
                f"the first line of the {side}, {short(line)!r}, looks like column names, but every line is scored "
                f"as text; {option}_format='{table_format}' (--{option}-format {table_format}) reads a table"
            )
            yield Notice(f"first line of the {side}", text)
        elif _PAGE.match(line):
            text = f"the {side} is an HTML page, whose lines are scored as utterances"
            yield Notice(f"first line of the {side}", text)
        if text := headings(corpus, chain, other):
            yield Notice(f"headings of the {side}", f"{corpus.path}: {text}")
    yield from _endings(ref, hyp)
    yield from _beginnings(ref, hyp)


def _both_sides(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice if lines of text hold the texts of the other side, too, before or behind a separator."""
    for corpus, other, side in ((ref, hyp, SIDES[0]), (hyp, ref, SIDES[1])):
        if corpus.format != "txt":
            continue
        there = {text.strip() for text in other.texts()[:_SAMPLE]}
        for separator in _SEPARATORS:
            pairs = [text.split(separator) for text in corpus.texts()[:_SAMPLE]]
            for place, where in enumerate(("before", "behind")):
                found = [parts for parts in pairs if len(parts) == 2 and parts[place].strip() in there]
                if len(found) > _MOST * len(pairs) and len(found) > 1:
                    sign = "a tab" if separator == "\t" else repr(separator.strip())
                    text = (
                        f"{len(found)} of the first {len(pairs)} lines of the {side} have a text of the other side "
                        f"{where} {sign}, which counts as words; expected a file with the texts of one side"
                    )
                    yield Notice(f"both sides in the {side}", f"{corpus.path}: {text}")
                    return


def _beginnings(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice if lines of text begin with ids that count as words, since the other side has none."""
    for corpus, other in ((ref, hyp), (hyp, ref)):
        if corpus.format != "txt" or other.format in ("txt", "kaldi"):
            continue
        lines = corpus.texts()[:_SAMPLE]
        if has_ids(lines):
            first = short(lines[0].split()[0])
            text = (
                f"{corpus.path}: every line begins with a word that looks like an id, such as {first!r}, and counts as "
                f"a word; `scorelite convert {quote(corpus.path)} OUT.txt --from kaldi` writes the texts alone"
            )
            yield Notice("first words", text)


def _table_in(corpus: Corpus) -> str:
    """The format of a table whose lines were read as plain text; empty for any other text."""
    if corpus.format != "txt" or len(corpus) < 2:
        return ""
    head, row = corpus.texts()[:2]
    for name, separator in _TABLES:
        columns = [column.strip().strip('"') for column in head.split(separator)]
        is_head = len(columns) > 1 and all(map(_COLUMN.fullmatch, columns))
        if is_head and not _COLUMNS.isdisjoint(columns) and row.count(separator) >= len(columns) - 1:
            return name
    return ""


def _endings(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice if lines of both sides end with ids."""
    if {ref.format, hyp.format} != {"txt"}:
        return
    sides = [corpus.texts() for corpus in (ref, hyp)]
    lines = [[line.split() for line in texts[:_SAMPLE] if line.strip()] for texts in sides]
    endings = [[line[-1] for line in side] for side in lines]
    if any(len({*last}) < max(len(last), 2) for last in endings) or not {*endings[0]} & {*endings[1]}:
        return
    others = [look_of(word) == "id" for side in lines for line in side for word in line[:-1]]
    if 10 * sum(others) <= len(others) and all(look_of(word) == "id" for last in endings for word in last):
        text = (
            f"every line ends with a word that looks like an id, such as {endings[0][0]!r}, which is scored as a word"
        )
        yield Notice("last words", f"{text}; expected ids before the texts, or in parentheses after them (trn)")
