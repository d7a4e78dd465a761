"""The text report of a score of words, which `scorelite score` prints: what was scored, its rates, its signature."""

from __future__ import annotations

from ...formats.engine.terminal import visible
from ...formats.errors import quantity
from ..common.counts import percent
from ..common.text_tables import text_table
from ..words.inputs.swapped import NAME as SWAPPED
from ..words.measures import MEASURES
from ..words.measures.mean import MEAN
from ..words.notices.one_sided import outside_words
from ..words.totals import SHOWN
from .entities import entity_lines
from .intervals import NO_INTERVAL, interval_lines
from .normalisers import normalisation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..words.entities import Entities
    from ..words.result import Result
    from ..words.totals import Totals
    from .colour import Paint


def summary(
    result: Result, paint: Paint, entities: Entities | None = None, interval: Mapping[str, object] = NO_INTERVAL
) -> Iterator[str]:
    """The summary: files, rates and counts, a line each."""
    yield from source_lines(result, paint)
    yield ""
    yield from rates(result, paint)
    yield from interval_lines(interval)
    if result.before is not None:
        yield ""
        yield from normalisation(result.normalisation(), result.counts, title_of(result))
    if entities:
        yield ""
        yield from entity_lines(entities)
    if result.files:
        yield ""
        yield from _file_lines(result, paint)
    yield ""
    yield paint.quiet(result.signature)


def painted(text: str, paint: Paint) -> str:
    """The summary of a result: the main number, behind the first empty line, is bold, and the signature is dim.

    >>> from .colour import Paint
    >>> painted("1 session\\n\\ncpWER 5.0 %\\n\\nv1", Paint(True)).split("\\n")[2:]
    ['\\x1b[1mcpWER 5.0 %\\x1b[0m', '', '\\x1b[2mv1\\x1b[0m']
    """
    lines = text.split("\n")
    main = lines.index("") + 1
    paints = {main: paint.strong, len(lines) - 1: paint.quiet, **dict.fromkeys(range(1, main - 1), paint.warning)}
    return "\n".join(paints[place](line) if place in paints else line for place, line in enumerate(lines))


# Rows of files that a terminal shows, and how many of more files.
_ROWS, _WORST = 30, 10


def _file_lines(result: Result, paint: Paint) -> Iterator[str]:
    """A row for each file; of many, for those with the highest rates."""
    rows = result.files
    if len(rows) > _ROWS:
        rows = tuple(sorted(rows, key=lambda row: -(row.counts.wer or 0.0))[:_WORST])
    heads = ["", "rate", "errors", "substitutions", "deletions", "insertions", f"{result.settings.unit}s"]
    cells = []
    for name, counts in ((row.name, row.counts) for row in rows):
        numbers = counts.errors, counts.substitutions, counts.deletions, counts.insertions, counts.reference
        cells.append([visible(name), percent(counts.wer), *(f"{number:,}" for number in numbers)])
    first, *others = text_table(heads, cells, indent="")
    yield paint.strong(first)
    yield from others
    if len(rows) < len(result.files):
        yield f"the {len(rows)} highest rates of {quantity(len(result.files), 'file')}; --csv FILE has them all"


def title_of(result: Totals) -> str:
    """The name of the rate."""
    return "CER" if result.settings.unit == "character" else "WER"


def main_title(result: Totals) -> str:
    """The name of the rate that limits judge."""
    return "mean " * (result.settings.average == "mean") + title_of(result)


def source_lines(result: Totals, paint: Paint) -> Iterator[str]:
    """The files, the numbers of utterances and words, and notes."""
    if result.ref_name or result.hyp_name:
        yield visible(f"ref  {result.ref_name} ({result.ref_format})")
        yield visible(f"hyp  {result.hyp_name} ({result.hyp_format})")
    words = quantity(result.counts.reference, f"reference {result.settings.unit}")
    blanks = " (blanks do not count)" if result.settings.unit == "character" else ""
    yield f"{quantity(result.sentences, 'utterance')}, {words}{blanks}"
    for note in _notes(result):
        yield paint.warning(note)


def rates(result: Totals, paint: Paint) -> Iterator[str]:
    """Measures and counts, a line each."""
    counts = result.counts
    first, *others = MEASURES
    if result.settings.average == "mean":  # what the convention of --like publishes
        others.remove(MEAN)
        yield f"{paint.strong(MEAN.head(result))}   {MEAN.note(result)}"
    yield f"{paint.strong(first.head(result))}   {first.note(result)}"
    rows = (
        (f"{counts.correct:,} correct", counts.correct, counts.correct_rate, paint.good),
        (quantity(counts.substitutions, "substitution"), counts.substitutions, counts.substitution_rate, paint.bad),
        (quantity(counts.deletions, "deletion"), counts.deletions, counts.deletion_rate, paint.bad),
        (quantity(counts.insertions, "insertion"), counts.insertions, counts.insertion_rate, paint.bad),
    )
    for name, number, rate, colour in rows:
        value = f"{percent(rate):>10}"
        yield f"    {colour(value) if number else value}   {name}"
    for measure in others:
        if head := measure.head(result):
            yield f"{head}   {measure.note(result)}"


def _notes(result: Totals) -> Iterator[str]:
    """Notes on everything that was left out or treated by a rule."""
    channels = " of the channels" * (result.table.timeline is not None)
    for number, text in ((len(result.missing), "reference"), (len(result.extra), "hypothesis")):
        if number:
            other = "hypothesis" if text == "reference" else "reference"
            treated = "scored as deletions" if text == "reference" and result.missing_rule == "delete" else "left out"
            yield f"{number:,}{channels} with a {text} but without a {other}: {treated}"
    if result.outside:
        treated = outside_words(result.outside_rule)
        yield f"{quantity(result.outside, 'hypothesis word')} outside all segments: {treated} (see --outside)"
    if result.ignored_segments:
        segments = quantity(result.ignored_segments, "ignored segment")
        yield f"{segments} with {quantity(result.ignored_words, 'hypothesis word')}: left out"
    yield from result.case_remarks()
    if (convention := result.settings.convention) is not None:
        yield f"like {convention.name}: {convention.source}"
    # The lines above say more, and stderr has the sides that are swapped.
    yield from (str(notice) for notice in result.notices if notice.name not in (SWAPPED, *SHOWN))
