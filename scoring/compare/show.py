"""Comparisons as text for a terminal, and as markdown for a comment or the summary of a job."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...formats.errors import short
from ..common.counts import Counts
from ..common.display import display_width, in_line
from ..common.limits import Verdict
from ..common.text_tables import latex_table, markdown_code, markdown_table, text_table
from .changes import change, title_of
from .columns import files_in_common, further_cells, further_heads, rate_shown, rates_of_files, raw_title
from .differences import UtteranceDifference
from .facts import signed
from .lines_of_tests import p_shown
from .scores import MILLISECOND, rate_of
from .systems import Tournament
from .verdict import DIFFERENT, Comparison

Style = Callable[[str], str]
_LONGEST_TEXT = 400  # of an utterance; --json has all of it


TOP = 10
"""Utterances and words that are listed, unless another number is chosen."""


def _printed(shown: Comparison | Tournament) -> str:
    return "\n".join(systems_terminal(shown) if isinstance(shown, Tournament) else terminal(shown, TOP))


def terminal(comparison: Comparison, top: int, strong: Style = str, verdict: Verdict | None = None) -> Iterator[str]:
    """The comparison as lines of text."""
    yield strong(_first(comparison, verdict))
    title = title_of(comparison)
    head = f"{title} " if title != "WER" else ""
    for side, scores in (("A", comparison.a), ("B", comparison.b)):
        rate = f"{head}{rate_shown(rate_of(scores)):>9}"
        raw = f"; {rate_shown(scores.raw.wer)} {raw_title()}" if scores.raw is not None else ""
        yield f"{side}  {rate}  {scores.name} ({scores.kind}{raw})"
    if comparison.explanation:
        yield comparison.explanation
    yield from comparison.tests()
    if names := files_in_common((comparison.a, comparison.b)):
        rates = map(rates_of_files, (comparison.a, comparison.b))
        yield ""
        yield from text_table(["file", "A", "B"], [[*row] for row in zip(names, *rates, strict=True)], left=(0,))
    for analysis in comparison.analyses.values():
        yield from ("", *analysis.lines())
    yield from (line for explained in comparison.explained for line in ("", *explained.lines()))
    if facts := _differing(comparison):
        yield ""
        yield from text_table(["", "A", "B", "B - A"], facts)
    for title, ones in ((f"{comparison.a.unit}s", comparison.utterances), ("speakers", comparison.speakers)):
        if ones:
            yield ""
            yield _heading(len(ones), title, top)
            for difference in ones[:top]:
                yield from _utterance(difference, comparison.counted)
    if comparison.words:
        yield ""
        yield _heading(len(comparison.words), f"pairs of {comparison.counted}s", top)
        rows = [
            [_word(word.ref), _word(word.hyp), f"{word.a:,}", f"{word.b:,}", signed(word.b - word.a)]
            for word in comparison.words[:top]
        ]
        yield from text_table(["ref", "hyp", "A", "B", "B - A"], rows)


def markdown(comparison: Comparison, top: int, verdict: Verdict | None = None) -> Iterator[str]:
    """The comparison as markdown."""
    yield f"### {_first(comparison, verdict)}"
    yield ""
    both = comparison.a, comparison.b
    yield from markdown_table(
        ["", title_of(comparison), *further_heads(both), "source", "kind"],
        [
            [side, rate_shown(rate_of(scores)), *further_cells(scores, both), markdown_code(scores.name), scores.kind]
            for side, scores in zip("AB", both, strict=True)
        ],
    )
    for line in ([comparison.explanation] if comparison.explanation else []) + list(comparison.tests()):
        yield ""
        yield line
    for analysis in comparison.analyses.values():
        yield from ("", *analysis.markdown())
    yield from (line for explained in comparison.explained for line in ("", *explained.markdown()))
    if facts := _differing(comparison):
        yield ""
        yield from markdown_table(["", "A", "B", "B - A"], facts)
    for title, ones in ((f"{comparison.a.unit}s", comparison.utterances), ("speakers", comparison.speakers)):
        if ones:
            yield ""
            yield _heading(len(ones), title, top)
            yield ""
            counted = comparison.counted
            rows = [
                [markdown_code(row.id), _brief(row.a, counted), _brief(row.b, counted), _more(row.more, counted)]
                for row in ones[:top]
            ]
            yield from markdown_table(["", "A: C S D I", "B: C S D I", "errors"], rows)
    if comparison.words:
        yield ""
        yield _heading(len(comparison.words), f"pairs of {comparison.counted}s", top)
        yield ""
        words = [
            (markdown_code(_word(word.ref)), markdown_code(_word(word.hyp)), word) for word in comparison.words[:top]
        ]
        rows = [[ref, hyp, str(pair.a), str(pair.b)] for ref, hyp, pair in words]
        yield from markdown_table(["ref", "hyp", "A", "B"], rows)


def latex(comparison: Comparison, verdict: Verdict | None = None) -> Iterator[str]:
    """The rates of both results in LaTeX, with the p-values of paired tests in the second row.

    A verdict comes first, as a comment.
    """
    if verdict is not None:
        yield f"% {verdict}"
    both = comparison.a, comparison.b
    tests = comparison.p_values
    interval = [] if comparison.interval is None else [" to ".join(f"{100 * end:+.2f}" for end in comparison.interval)]
    names = [*["B - A, 95 % interval"] * len(interval), *(f"p ({name})" for name in tests)]
    heads = ["system", title_of(comparison), *further_heads(both), *names]
    cells = [[""] * len(names), [*interval, *(p_shown(value).removeprefix("= ") for value in tests.values())]]
    rows = [
        [scores.name, rate_shown(rate_of(scores)), *further_cells(scores, both), *row]
        for scores, row in zip(both, cells, strict=True)
    ]
    yield from latex_table(heads, rows)
    yield from _latex_of_analyses(comparison.analyses.values())


def _first(comparison: Comparison, verdict: Verdict | None) -> str:
    """The first line: the verdict, or else whether both results are equal, and the change of the rate."""
    if verdict is not None:
        return str(verdict)
    return comparison.verdict if comparison.verdict != DIFFERENT else f"{DIFFERENT}: {change(comparison)}"


def _differing(comparison: Comparison) -> list[list[str]]:
    """A row for each number in which the results differ."""
    differing = [fact for fact in comparison.facts if not fact.same]
    return [[*fact.cells()] for fact in differing]


def systems_terminal(standings: Tournament, strong: Style = str, columns: int = 0) -> Iterator[str]:
    """The table of systems as lines of text; one with fewer tests where it has more than so many columns."""
    heads, rows = standings.cells()
    table = list(text_table(heads, rows, left=(len(heads) - 1,)))
    is_narrow = bool(columns and standings.matches) and max(map(display_width, table)) > columns
    if is_narrow:
        heads, rows = standings.cells_of_neighbours()
        table = list(text_table(heads, rows, left=(len(heads) - 1,)))
    yield strong(table[0])
    yield from table[1:]
    yield ""
    yield standings.legend
    if is_narrow:
        yield "next: the tests against the system of the next line; `scorelite compare --json` has those of every pair"
    yield from (line for analysis in standings.analyses.values() for line in ("", *analysis.lines()))
    yield from (line for explained in standings.explained for line in ("", *explained.lines()))


def systems_markdown(table: Tournament) -> Iterator[str]:
    """The table of systems as markdown."""
    heads, rows = table.cells()
    yield from markdown_table(heads, [[*numbers, markdown_code(name)] for *numbers, name in rows])
    yield ""
    yield table.legend
    yield from (line for analysis in table.analyses.values() for line in ("", *analysis.markdown()))
    yield from (line for explained in table.explained for line in ("", *explained.markdown()))


def systems_latex(table: Tournament) -> Iterator[str]:
    """The table of systems in LaTeX, the names first, with the legend as a comment."""
    (_, *heads, system), rows = table.cells()
    yield from latex_table([system, *heads], [[f"{place} {name}", *cells] for place, *cells, name in rows])
    yield f"% {table.legend}"
    yield from _latex_of_analyses(table.analyses.values())


def _latex_of_analyses(analyses: Iterable[Any]) -> Iterator[str]:
    """A table for each analysis in LaTeX, with its heading and notes as comments."""
    for analysis in analyses:
        yield f"% {analysis.heading()}"
        yield from latex_table(*analysis.cells())
        yield from (f"% {in_line(note)}" for note in analysis.notes())


def _utterance(row: UtteranceDifference, counted: str) -> Iterator[str]:
    errors = "of errors" if counted == MILLISECOND else f"error{'s' * (abs(row.more) != 1)}"
    both = f"A: {_brief(row.a, counted)}  B: {_brief(row.b, counted)}"
    yield f"  {in_line(short(row.id))}  {_more(row.more, counted)} {errors}  {both}"
    for name, text in (("ref", row.ref), ("A", row.hyp_a), ("B", row.hyp_b)):
        if text is not None:
            yield f"    {name:3}  {short(text, _LONGEST_TEXT)}"


def _more(errors: int, counted: str) -> str:
    """How many more errors, or seconds of them."""
    return f"{errors / 1000:+.2f} s" if counted == MILLISECOND else signed(errors)


def _brief(counts: Counts | None, counted: str) -> str:
    if counts is None:
        return "not there"
    numbers = counts.correct, counts.substitutions, counts.deletions, counts.insertions
    return " ".join(f"{number / 1000:.2f}" if counted == MILLISECOND else str(number) for number in numbers)


def _heading(count: int, title: str, top: int) -> str:
    if count == 1:
        return f"1 {title.replace('pairs', 'pair') if ' ' in title else title.removesuffix('s')} differs:"
    return f"{count:,} {title} differ" + (f"; the worst {top}:" if count > top else ":")


def _word(word: str | None) -> str:
    return "-" if word is None else word
