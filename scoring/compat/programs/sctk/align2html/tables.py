"""Tables of align2html.pl: counts by recording, by group of segments, and by number of speakers at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from urllib.parse import quote

from .....common.counts import Summed
from ..perl_number import number
from .groups import Group

_COMMON = (
    "#Regions",
    "Total<br>Time",
    "#Regions<br>Aligned",
    "Total Time<br>Aligned",
    "#Ref Aligned<br>Words",
)
_RATES = ("Corr", "Sub", "Ins", "Del", "SpErr", "Err")
_NONE = "-"
# Signs in names of pages that links hold as they are, beside letters, digits and `-._~`: none ends an attribute, begins
# a query or makes a scheme.
_AS_WRITTEN = "!$'()*+,;=@"
_IGNORED = "<br>*: Segment Group ignored for scoring.<br>"


@dataclass(frozen=True, slots=True)
class Counts(Summed):
    """Counts of aligned words."""

    correct: int = 0
    substitutions: int = 0
    insertions: int = 0
    deletions: int = 0
    speaker_errors: int = 0
    reference: int = 0

    @property
    def errors(self) -> int:
        return self.substitutions + self.insertions + self.deletions + self.speaker_errors

    def cells(self, missing: str = _NONE) -> list[str]:
        """Shares of the words of the reference with the counts; something else if there are no words.

        >>> Counts(1, insertions=1, reference=2).cells()
        ['50.0% (1)', '0.0% (0)', '50.0% (1)', '0.0% (0)', '0.0% (0)', '50.0% (1)']
        """
        if not self.reference:
            return [missing] * len(_RATES)
        values = (self.correct, self.substitutions, self.insertions, self.deletions, self.speaker_errors, self.errors)
        return [f"{100 * value / self.reference:.1f}% ({value})" for value in values]


@dataclass(frozen=True, slots=True)
class Sums(Summed):
    """Sums of groups of segments: their number and time, of those that were aligned too, and their counts."""

    regions: int
    seconds: float
    aligned: int
    aligned_seconds: float
    counts: Counts
    heard: int = 0
    """Words of the hypothesis."""

    def cells(self, reference: str) -> list[str]:
        """Cells of a row up to the number of words."""
        seconds, aligned = f"{self.seconds:.3f}", f"{self.aligned_seconds:.3f}"
        return [str(self.regions), seconds, str(self.aligned), aligned, reference]


def counts_of(group: Group) -> Counts:
    """Counts of a group; a word of the hypothesis that may be left out is correct, but is no word of the reference."""
    kinds = [kind for kind, _, _ in group.events]
    correct, wrong, deleted, swapped = (kinds.count(kind) for kind in (b"C", b"S", b"D", b"P"))
    right = sum(1 for kind, word, _ in group.events if kind == b"C" and word)
    return Counts(correct, wrong, kinds.count(b"I"), deleted, swapped, right + wrong + deleted + swapped)


def sums_of(groups: Iterable[Group]) -> Sums:
    """Sums of groups, in their order."""
    total = Sums(0, 0.0, 0, 0.0, Counts())
    for group in groups:
        begin, end = group.bounds
        seconds, aligned = end - begin, group.is_scored
        total += Sums(1, seconds, int(aligned), seconds if aligned else 0, counts_of(group), group.heard)
    return total


@dataclass(frozen=True, slots=True)
class Recording:
    """A channel of a recording: the name of its page, and its groups in the order of their ids as text."""

    file: str
    channel: str
    page: str
    groups: Sequence[Group]

    @property
    def title(self) -> str:
        return escape(f"{self.file}/{self.channel}")


def index_page(recordings: Sequence[Recording], groups: Sequence[Group]) -> str:
    """The page of all recordings; `groups` are those of all in the order of their ids as text."""
    title = "Overall Performance Summary by Meeting"
    by_overlap = _by_overlap(groups)
    parts = [
        _head(title),
        _table([_heading("File/Channel", "left"), *map(_heading, (*_COMMON, *_RATES))], _recording_rows(recordings)),
        "<br>\n",
        *_overlap_tables(by_overlap, by_overlap),
        "</center>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def recording_page(recording: Recording, groups: Sequence[Group]) -> str:
    """The page of a recording; `groups` are those of all recordings."""
    ordered = sorted(recording.groups, key=_number)
    title = f"Overall Performance Summary for Meeting {recording.title}"
    # Tags that are closed too often or never are the reference's.
    heads = [
        _cell("<b>Region ID</b></b>", "left"),
        _cell("<b>Begin<br>Time"),
        *map(_heading, ("End<br>Time", "Duration", "#Ref<br>Speaker", "#Hyp<br>Speaker", _COMMON[-1], *_RATES)),
    ]
    parts = [
        _head(title),
        _table(heads, map(_group_row, ordered)),
        "" if all(group.is_scored for group in ordered) else _IGNORED,
        "<br>\n",
        *_overlap_tables(_by_overlap(ordered), _by_overlap(groups)),
        "<center>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _number(group: Group) -> float:
    return number(group.identity)


def _quoted(page: str) -> str:
    """The name of a page in a link."""
    return quote(page.encode("latin-1"), safe=_AS_WRITTEN)


def _recording_rows(recordings: Sequence[Recording]) -> list[list[str]]:
    """Rows of the recordings and of all together; insertions of a recording without words are in no sum."""
    rows, counts, regions, aligned, seconds, aligned_seconds = [], Counts(), 0, 0, 0.0, 0.0
    for recording in recordings:
        sums = sums_of(recording.groups)
        link = f'<a href="{_quoted(recording.page)}" target="_blank">{recording.title}</a>'
        values = [*sums.cells(str(sums.counts.reference)), *sums.counts.cells("NA")]
        rows.append([_cell(link, "left", "top"), *(_cell(value, across="top") for value in values)])
        regions, aligned = regions + sums.regions, aligned + sums.aligned
        # Times are summed as they are shown.
        seconds += float(f"{sums.seconds:.3f}")
        aligned_seconds += float(f"{sums.aligned_seconds:.3f}")
        counts += sums.counts if sums.counts.reference else Counts()
    total = [str(regions), f"{seconds:.15g}", str(aligned), f"{aligned_seconds:.15g}", str(counts.reference)]
    values = [*total, *counts.cells()]
    return [*rows, [_cell("<b>Ensemble</b>", "left", "top"), *(_cell(value, across="top") for value in values)]]


def _group_row(group: Group) -> list[str]:
    name = group.identity.decode("latin-1")
    counts, (begin, end), aligned = counts_of(group), group.bounds, group.is_scored
    link = f'<a href="{_quoted(group_page(group))}" target="_blank">{escape(name)}</a>'
    cells = [f"{begin:.3f}", f"{end:.3f}", f"{end - begin:.3f}", str(group.speakers), str(group.streams)]
    rates = counts.cells()
    if not aligned:
        link, cells = f"*<i>{link}</i>", [f"<i>{cell}</i>" for cell in cells]
    elif not counts.reference:
        rates[2] = f"({counts.insertions})"
    return [_cell(link, "left"), *map(_cell, (*cells, str(counts.reference) if aligned else _NONE, *rates))]


def group_page(group: Group) -> str:
    """The name of a group's page."""
    return file_name(f"segmentgroup-{group.identity.decode('latin-1')}.html")


def file_name(name: str) -> str:
    """A name without what would lead into another folder."""
    for sign in {"/", "\0", os.sep}:
        name = name.replace(sign, "_")
    return name


def _by_overlap(groups: Iterable[Group]) -> dict[int, Sums]:
    """Sums of groups by their number of speakers in the reference, in its order."""
    groups_by_overlap: dict[int, list[Group]] = {}
    for group in groups:
        groups_by_overlap.setdefault(group.speakers, []).append(group)
    return {speakers: sums_of(groups_by_overlap[speakers]) for speakers in sorted(groups_by_overlap)}


def _overlap_tables(exact: dict[int, Sums], overall: dict[int, Sums]) -> list[str]:
    """The table by number of speakers, and the cumulative one."""
    counted = [_counted(speakers, sums) for speakers, sums in exact.items()]
    totals = list(accumulate(counted))
    rows = [_overlap_row(speakers, sums, sums.heard) for speakers, sums in exact.items()]
    last = totals[-1] if totals else sums_of(())
    rows.append(list(map(_cell, ("<b>Ensemble</b>", *last.cells(str(last.counts.reference)), *last.counts.cells()))))
    # In the cumulative table of a recording, words without speakers are those of all recordings.
    silent = overall[0].heard if 0 in overall else 0
    growing = [_overlap_row(speakers, sums, silent) for speakers, sums in zip(exact, totals, strict=True)]
    heads = list(map(_heading, (*_COMMON, *_RATES)))
    return [
        _table([_heading("#Ref Speaker<br>Overlap"), *heads], rows),
        "<br>\n",
        _table([_heading("#Ref Speaker<br>Cumulative<br>Overlap"), *heads], growing),
    ]


def _counted(speakers: int, sums: Sums) -> Sums:
    """Sums of a row for the totals: counts if it has words of the reference; without speakers all words are wrong."""
    counts = sums.counts if sums.counts.reference else Counts()
    if speakers == 0:
        counts += Counts(insertions=sums.heard)
    return Sums(sums.regions, sums.seconds, sums.aligned, sums.aligned_seconds, counts)


def _overlap_row(speakers: int, sums: Sums, heard: int) -> list[str]:
    counts = sums.counts
    rates = counts.cells()
    if not counts.reference and speakers == 0:
        rates[2] = f"({heard})"
    reference = str(counts.reference) if counts.reference else _NONE
    return list(map(_cell, (f"<b>{speakers}<b>", *sums.cells(reference), *rates)))


def _head(title: str) -> str:
    return (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html>\n<head>\n'
        '<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1">\n'
        f"<title>{title}</title>\n</head>\n<body>\n<center>\n<h2>{title}</h2>\n"
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    body = "".join("<tr>\n" + "".join(row) + "</tr>\n" for row in (heads, *rows))
    opened = '<table style="text-align: left;" border="1" cellpadding="1" cellspacing="0">'
    return f"{opened}\n<tbody>\n{body}</tbody>\n</table>\n"


def _heading(text: str, along: str = "center") -> str:
    return _cell(f"<b>{text}</b>", along)


def _cell(text: str, along: str = "center", across: str = "center") -> str:
    return f'<td style="vertical-align: {across}; text-align: {along};">{text}</td>\n'
