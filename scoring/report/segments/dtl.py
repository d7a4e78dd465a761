"""Rates and lists of confusions over all recordings (`dtl`), in the manner of sclite's .dtl report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....formats.errors import UsageError
from ...segments.confusions import Amounts, Confusions
from ...segments.measures import MEASURES, measure_of
from ...segments.result import SegmentResult
from ..engine.sclite import percentage, share
from .options import ReportOptions


def render(result: SegmentResult, options: ReportOptions) -> Iterator[bytes]:
    """The report over all recordings together."""
    measure = result.record
    if measure.confusions is None:
        names = ", ".join(entry.name for entry in MEASURES if measure_of(entry.name).confusions)
        raise UsageError(
            f"measure {measure.name!r} does not count confusions, so it has no report dtl; measures with one: {names}"
        )
    scored = [(part.recording, part.score) for part in result.parts]
    confusions = measure.confusions(scored, result.settings)
    lines = [
        f"DETAILED OVERALL REPORT FOR THE SYSTEM: {result.hyp_name or 'hypothesis'}\n",
        *_recordings(result),
        *_rates(confusions.overall, measure.digits),
        *(line for title, amounts in _lists(confusions) for line in _listing(title, amounts, measure.digits)),
    ]
    yield "\n".join([*lines, ""]).encode("utf-8", "surrogateescape")


def _recordings(result: SegmentResult) -> Iterator[str]:
    """How many recordings have errors, and of which kind."""
    measure = result.record
    rows = [measure.counted(measure.overall(measure.total([part.score])))[1:] for part in result.parts]
    number = len(rows)
    yield "RECORDING RECOGNITION PERFORMANCE\n"
    yield f" recordings                                       {number:4d}"
    yield f" with errors                            {share(sum(any(row) for row in rows), number)}\n"
    for place, name in enumerate(("substitutions", "deletions", "insertions")):
        yield f"   with {name:<32}{share(sum(bool(row[place]) for row in rows), number)}"
    yield "\n"


def _rates(overall: Amounts, digits: int) -> Iterator[str]:
    """Rates and amounts of all values together."""
    unit, whole = "seconds" if digits else "labels", overall.total

    def row(name: str, part: float) -> str:
        return f"{'Percent ' + name:<25} =  {percentage(part, whole)}   ({part:.{digits}f})"

    yield "SEGMENT RECOGNITION PERFORMANCE\n"
    yield row("Total Error", overall.errors) + "\n"
    yield row("Correct", overall.correct) + "\n"
    yield row("Substitution", overall.substitutions)
    yield row("Deletions", overall.deletions)
    yield row("Insertions", overall.insertions) + "\n\n"
    for name, amount in (
        ("Ref.", whole),
        ("Hyp.", overall.hypothesis),
        ("Aligned", whole + overall.insertions),
    ):
        yield f"{f'{name} {unit}':<25} =           ({amount:.{digits}f})"
    yield ""


def _lists(confusions: Confusions) -> Iterator[tuple[str, Mapping[str, float]]]:
    """The lists of sclite: pairs, and the single values of each kind of error."""
    values = confusions.by_value()
    yield "CONFUSION PAIRS", {f"{ref} ==> {hyp}": amount for (ref, hyp), amount in confusions.substituted.items()}
    yield "INSERTIONS", confusions.inserted
    yield "DELETIONS", confusions.deleted
    yield "SUBSTITUTIONS", {value: amounts.substitutions for value, amounts in values.items()}
    yield "FALSELY RECOGNIZED", {value: amounts.substitutions_out for value, amounts in values.items()}


def _listing(title: str, amounts: Mapping[str, float], digits: int) -> Iterator[str]:
    """The values with an amount, the largest first, equal ones by name."""
    in_order = sorted(
        ((value, amount) for value, amount in amounts.items() if amount), key=lambda row: (-row[1], row[0])
    )
    width = 10 if digits else 4
    yield f"{title:<30}   Total                 ({len(in_order)})\n"
    yield from (f"{place:4d}: {value:{width}.{digits}f}  ->  {name}" for place, (name, value) in enumerate(in_order, 1))
    yield "     " + "-" * (width + 3)
    yield f"      {sum(amount for _, amount in in_order):{width}.{digits}f}\n\n"
