"""Details over all recordings (`dtl`) in the manner of sclite: rates, the worst keywords, and lists of confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ....formats.errors import quantity
from ...kws import breakdown
from ...kws.breakdown import Row
from ...kws.confusions import Confusions, Pair, confusions, likeness
from ...kws.measures import MEASURES
from ...kws.result import KwsResult
from ...kws.totals import Entry
from .. import File
from ..engine.sclite import share
from .options import KwsReportOptions

_NOTE_CONFUSED = (
    "* NOTE: In a confusion pair a keyword was missed, and at its time the system\n"
    "        found another keyword. In overlapping keywords the first one was found,\n"
    "        or is part of a pair already. Percents tell how alike the texts are.\n\n"
)
_NOTE_SUBSTITUTIONS = (
    "* NOTE: The 'Substitution' keywords are those missed keywords for which\n"
    "        the system found another keyword.\n\n"
)
_NOTE_FALSELY_RECOGNIZED = (
    "* NOTE: The 'Falsely Recognized' keywords are those which the system\n"
    "        found in the place of a missed keyword.\n\n"
)


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Details of some sets, one after the other."""
    chunks = (chunk for item in sets for chunk in _chunks(item, options))
    yield b".dtl", (chunk.encode("utf-8", "surrogateescape") for chunk in chunks)


def _chunks(item: KwsResult, options: KwsReportOptions) -> Iterator[str]:
    yield f"DETAILED OVERALL REPORT FOR THE SYSTEM: {options.title}\n\n"
    yield from _recordings(breakdown.rows(item, "recording"))
    yield from _rates(breakdown.total(item))
    yield from _values(item)
    yield from _worst(item)
    yield from _lists(confusions(item), item.entries)


def _recordings(rows: Sequence[Row]) -> Iterator[str]:
    """Number of recordings with errors, and with which."""
    number = len(rows)
    yield "RECORDING RECOGNITION PERFORMANCE\n\n"
    yield f" recordings                                       {number:4d}\n"
    yield f" with errors                            {share(sum(bool(row.errors) for row in rows), number)}\n\n"
    yield f"   with misses                          {share(sum(bool(row.misses) for row in rows), number)}\n"
    yield f"   with false alarms                    {share(sum(bool(row.false_alarms) for row in rows), number)}\n\n\n"


def _rates(row: Row) -> Iterator[str]:
    """Rates and counts of all keywords that take part."""
    yield "KEYWORD RECOGNITION PERFORMANCE\n\n"
    yield f"Percent Total Error       =  {share(row.errors, row.targets)}\n\n"
    yield f"Percent Correct           =  {share(row.correct, row.targets)}\n\n"
    yield f"Percent Misses            =  {share(row.misses, row.targets)}\n"
    yield f"Percent False Alarms      =  {share(row.false_alarms, row.targets)}\n\n\n"
    yield f"Ref. keywords             =           ({row.targets:4d})\n"
    yield f"Hyp. keywords             =           ({row.correct + row.false_alarms:4d})\n"
    yield f"Detections                =           ({row.detections:4d})\n"
    yield f"Rejected rightly          =           ({row.rejections:4d})\n\n\n"


def _values(item: KwsResult) -> Iterator[str]:
    """Term-weighted values and what they are made of."""
    yield "TERM-WEIGHTED VALUE\n\n"
    for measure in MEASURES:
        note = f"   at threshold {measure.threshold(item)}" if measure.threshold and item.curve is not None else ""
        yield _value(measure.heading, measure.value(item), note)
    yield _value("Mean miss rate", item.actual.miss)
    alarm = item.actual.false_alarm
    yield f"{'Mean false alarm rate':<25} =  {'UNDEF' if alarm is None else f'{alarm:9.5f}'}\n\n\n"


def _value(name: str, value: float | None, note: str = "") -> str:
    return f"{name:<25} =  {'UNDEF' if value is None else f'{value:9.4f}'}{note}\n"


def _worst(item: KwsResult) -> Iterator[str]:
    """Keywords with errors, the lowest value first; those of one value with the most errors first."""
    rows = [row for row in breakdown.rows(item, "keyword") if row.counted and row.errors]
    rows.sort(key=lambda row: (row.point.value is None, row.point.value or 0.0, -row.errors, row.name))
    yield f"{'WORST KEYWORDS':<30}   Total                 ({len(rows)})\n\n"
    for place, row in enumerate(rows, 1):
        value = "    UNDEF" if row.point.value is None else f"{row.point.value:9.4f}"
        alarms = quantity(row.false_alarms, "false alarm")
        counts = f"{quantity(row.targets, 'target')}, {row.misses:,} missed, {alarms}"
        yield f"{place:4d}: {value}  ->  {row.name}   ({counts})\n"
    yield "\n\n"


def _lists(confusions: Confusions, keywords: Sequence[Entry]) -> Iterator[str]:
    """Lists of sclite: pairs of keywords, and single keywords by kind of error."""
    names = [entry.text or entry.id for entry in keywords]
    pairs = confusions.substituted.items()
    yield from _listing("CONFUSION PAIRS", _pairs(confusions.substituted, names))
    yield from _listing("OVERLAPPING KEYWORDS", _pairs(confusions.overlapped, names))
    yield _NOTE_CONFUSED
    yield from _listing("INSERTIONS", ((names[keyword], number) for keyword, number in confusions.inserted.items()))
    yield from _listing("DELETIONS", ((names[keyword], number) for keyword, number in confusions.deleted.items()))
    yield from _listing("SUBSTITUTIONS", ((names[ref], number) for (ref, _), number in pairs))
    yield _NOTE_SUBSTITUTIONS
    yield from _listing("FALSELY RECOGNIZED", ((names[hyp], number) for (_, hyp), number in pairs))
    yield _NOTE_FALSELY_RECOGNIZED


def _pairs(counts: Mapping[Pair, int], names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Pairs as text: what was said, what was found, and how alike the texts are."""
    for (ref, hyp), number in counts.items():
        alike = 100 * likeness(names[ref], names[hyp])
        yield f"{names[ref]} ==> {names[hyp]}   ({alike:.0f} % alike)", number


def _listing(title: str, numbers: Iterable[tuple[str, int]]) -> Iterator[str]:
    """List of names, the most frequent first, those of one frequency by name; numbers of one name add up."""
    sums: Counter[str] = Counter()
    for name, number in numbers:
        sums[name] += number
    rows = sorted(sums.items(), key=lambda row: (-row[1], row[0]))
    yield f"{title:<30}   Total                 ({len(rows)})\n\n"
    yield from (f"{place:4d}: {number:4d}  ->  {name}\n" for place, (name, number) in enumerate(rows, 1))
    yield f"     -------\n     {sum(sums.values()):5d}\n\n\n"
