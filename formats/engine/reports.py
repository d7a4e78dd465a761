"""Reports of scorers, which hold rates and no transcripts, and files that another program reads or turns into a
transcript: tables of ELAN, releases of the LDC, interlinear texts. They are rejected where a transcript is expected."""

from __future__ import annotations

import re
import shlex
from codecs import BOM_UTF8

from ..errors import UsageError, quantity
from ..source import Source

_START = 2_000
# What shows a report near its beginning, what it is, and what to take in its place.
_REPORTS = (
    (
        rb"(?s)(?:compute-wer [^\n]*\n)?%WER [0-9.]+ \[(?!.*\nALIGNMENTS\r?\n)",
        "the rates of Kaldi's compute-wer",
        "the texts that were scored",
    ),
    (
        rb"(?s)NIST_TEXT_ALIGNMENT|.*(SYSTEM SUMMARY PERCENTAGES|DETAILED OVERALL REPORT FOR THE SYSTEM)",
        "a report of sclite",
        "the transcripts that were scored, such as ref.trn and hyp.trn next to ESPnet's result.txt",
    ),
    (
        (
            rb"(?:\xef\xbb\xbf)?(?:(?:[^\t\n]*\t){1,2}\d+:\d\d:\d\d\.\d{3}\t(?:[\d.]+\t)*\d+:\d\d:\d\d\.\d{3}\t"
            rb"|(?:[^\t\n]*\t){1,2}(?:\d+\.\d{3}\t){3}|Tier\t(?:[^\t\n]*\t)?Begin Time - )"
        ),
        "a table of tiers and times, as the tab-delimited export of ELAN",
        (
            "the .eaf file, or a file with the rows of one tier, read by the numbers of its columns: `scorelite "
            "convert IN.txt OUT.stm --from tsv --option text=9` (start and end, too)"
        ),
    ),
    (
        rb"(?:\s*#.*\n)*(?:\s*[0-9]+\.[0-9]+ [0-9]+\.[0-9]+ [AB][0-9]*:.*(?:\n|$)){2}",
        "turns with begin, end and channel, as the LDC publishes Fisher and CallHome",
        "stm, which `scorelite sctk chfilt.pl -d -l english IN.txt -- - > OUT.stm` makes",
    ),
    (
        rb"sw[0-9]{4}[AB]-ms98-a-[0-9]+ [0-9]+\.[0-9]+ [0-9]+\.[0-9]+ ",
        "a transcript of Switchboard, with id, begin and end before its texts",
        (
            "stm, which `sed -E 's/^(sw[0-9]+)([AB])-[^ ]* ([^ ]*) ([^ ]*)/\\1 \\2 \\1\\2 \\3 \\4/' IN.text > OUT.stm` "
            "makes"
        ),
    ),
    (
        rb"(?:\xef\xbb\xbf)?(?:[A-Za-z][\w-]*[_-][0-9]{3,}:\S.*\r?\n){2}",
        "a list of JSUT or JVS, with an id and a colon before each text",
        "Kaldi's text, which `sed 's/:/ /' IN.txt > OUT.text` makes",
    ),
    (
        rb"\s*\|[^\n]*\|\s*\n\|[-:| ]+\|\s*\n",
        "a table of Markdown",
        (
            "columns between tabs, as `sed '/^|[-:| ]*$/d; s/^| *//; s/ *|\\s*$//; s/ *| */\\t/g' IN.md > OUT.tsv` "
            "makes them"
        ),
    ),
    (
        rb"(?is)(?:\xef\xbb\xbf)?\s*(?:<!doctype html\b|<html\b|<table\b)(?:.*<table\b)?.*<t[hd]\b",
        "a page with a table",
        "csv, as `pandas.read_html('IN.html')[0].to_csv('OUT.csv', index=False)` writes in Python",
    ),
    (
        rb"\S+\.pcm :: ",
        "a list of KsponSpeech, with the name of a file before each text",
        "trn, which `sed -E 's/^.*\\/?(K[^.]*)\\.pcm :: (.*)$/\\2 (\\1)/' IN.trn > OUT.trn` makes",
    ),
)
_IN_ELAN = "expected a file of ELAN, which imports it (File > Import), or the lines of one tier as plain text"
# What shows an interlinear text, and the program that writes it.
_INTERLINEAR = (
    (rb"\\_sh v|(?s:(?=.*^\\(?:ref|id)\b)(?=.*^\\tx? )\s*\\)", "Toolbox"),
    (rb"(?s)\s*(?:<\?.*?\?>\s*)?<document\b.*<interlinear-text\b", "FieldWorks (FLEx)"),
)
_FEWEST_FIELDS = 3
_LONGEST_NAME = 60
"""Characters of the name of a column that fits into a message."""
_NUMBER = re.compile(r"-?[0-9][0-9.,:]*")
_LINES_OF_TABLE = 3
"""Lines with one number of fields that are no accident."""
_SIGNATURE = b'"signature": "scorelite:'


def refuse_report(source: Source) -> None:
    """Rejects a report of rates, or a file that another program has to read first.

    >>> refuse_report(Source(b"%WER 12.50 [ 3 / 24, 0 ins, 1 del, 2 sub ]\\n", name="wer_9"))
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: wer_9: the rates of Kaldi's compute-wer; expected the texts that were scored
    """
    if source.folder is not None:
        return
    start = source.start(_START)
    for pattern, what, expected in _REPORTS:
        if re.match(pattern, start):
            raise UsageError(f"{source.name}: {what}; expected {expected}")
    for pattern, program in _INTERLINEAR:
        if re.match(pattern, start.removeprefix(BOM_UTF8), re.MULTILINE):
            raise UsageError(f"{source.name}: an interlinear text of {program}; {_IN_ELAN}")
    if is_result(source):
        raise UsageError(
            f"{source.name}: a result of scorelite in JSON; expected a transcript (`scorelite compare OLD.json "
            "NEW.json` compares results, which `scorelite score REF HYP --json -o NEW.json` writes)"
        )


def is_result(source: Source) -> bool:
    """Whether a file is a result of scorelite in JSON."""
    line = source.data[: source.data.find(b"\n") + 1]
    # A result is one document; of lines of JSON, which may be many, the first one is looked at.
    return source.start(1) == b"{" and _SIGNATURE in (line if len(line.strip()) > 1 else source.data)


def refuse_table(source: Source) -> None:
    """Rejects lines of text that all have the same number of fields between tabs, three or more: their numbers and
    names would be words.

    >>> refuse_table(Source(b"good day\\nyes, we can\\nno\\n"))  # a text
    """
    rows = [line.split("\t") for line in source.head() if line.strip()]
    sizes = {*map(len, rows)}
    if len(rows) < _LINES_OF_TABLE or len(sizes) > 1 or max(sizes) < _FEWEST_FIELDS:
        return
    words = [sum(len(cell.split()) for cell in column) for column in zip(*rows, strict=True)]
    place = words.index(max(words))
    heading = rows[0][place]
    field = heading if _is_heading(rows) and len(heading) <= _LONGEST_NAME else str(place + 1)
    path, option = map(shlex.quote, (source.name, f"text={field}"))
    raise UsageError(
        f"{source.name}: a table, with {quantity(len(words), 'field')} between tabs in each line; expected one text a "
        f"line, as `scorelite convert {path} OUT.txt --from tsv --option {option}` makes, or format='txt' (--from txt, "
        "--ref-format txt) where all fields are words"
    )


def _is_heading(rows: list[list[str]]) -> bool:
    """Whether the first of some rows has a name where all others have numbers."""
    columns = ([bool(_NUMBER.fullmatch(cell.strip())) for cell in column] for column in zip(*rows, strict=True))
    return any(not first and all(others) for first, *others in columns)
