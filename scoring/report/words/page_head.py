"""The head of the error page: a card with the answer, and below it, folded, all numbers, tests and settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TypeAlias

from ....formats.errors import quantity
from ...common.counts import percent
from ...common.key_figure import between, ends_of, shares
from ...maths.intervals import interval_of_sizes
from ..engine.head import CLASSES, bar
from ..engine.page import Cell, Markup, element, signature, table, visible
from .page_systems import System

# The ends of an interval.
Ends: TypeAlias = "tuple[float, float] | None"

_REPLICATIONS = 1000
_CHANCE, _TOO_FEW = "may be chance", "too few for a test"
# More notices than this are folded.
_FEW = 3


@dataclass(frozen=True, slots=True)
class Ranking:
    """Paired tests of the systems: a table, if there is one, lines of text, and which pairs differ for sure."""

    lines: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    significant: Mapping[tuple[int, int], bool | None] = field(default_factory=dict)
    """For the places of two results, the lower one first; None where they are too few for a test."""

    def verdict(self, one: int, other: int) -> str:
        """How sure the difference of two results is, in words; empty where it was not tested."""
        places = min(one, other), max(one, other)
        if places not in self.significant:
            return ""
        sure = self.significant[places]
        return _TOO_FEW if sure is None else "significant" if sure else _CHANCE


NO_RANKING = Ranking()


@dataclass(frozen=True, slots=True)
class _Row:
    """A system on the card."""

    system: System
    place: int
    """Among the results."""
    ends: Ends

    @property
    def rate(self) -> float:
        """Errors by word of the reference; without words, 0."""
        return self.system.counts.wer or 0.0


def head(title: str, systems: Sequence[System], ranking: Ranking) -> Iterator[Markup]:
    """The card, then notices, and all numbers in a fold."""
    errors = [system.column(1, 2, 3) for system in systems]
    ends = _intervals(systems, errors)
    yield Markup('<header class="card">')
    yield element("h1", title)
    yield from _card([_Row(system, place, ends[place]) for place, system in enumerate(systems)], ranking)
    yield element("p", _scored(systems[0]), class_="quiet")
    yield Markup("</header>\n")
    yield from _notices([note for system in systems for note in _remarks(system, several=len(systems) > 1)])
    yield Markup('<details class="fold"><summary>All numbers, tests and settings</summary>')
    yield from _numbers(systems, errors, ends, ranking)
    yield Markup("</details>\n")


# --- the card ---------------------------------------------------------------------------------------


def _card(rows: Sequence[_Row], ranking: Ranking) -> Iterator[Markup]:
    ordered = sorted(rows, key=lambda row: row.rate)
    best, *others = ordered
    if others:
        yield element("p", Markup(_answer(best, others[0], ranking)), class_="answer")
    most = max([row.rate for row in rows] + [row.ends[1] for row in rows if row.ends]) or 1.0
    lines = [_line(row, best, most, ranking, several=bool(others)) for row in ordered]
    yield Markup(f'<table class="results{"" if others else " single"}"><tbody>{"".join(lines)}</tbody></table>')


def _answer(best: _Row, second: _Row, ranking: Ranking) -> str:
    """The comparison of the two best systems as a sentence."""
    names = (element("bdi", visible(row.system.name)) for row in (best, second))
    first, other = (element("strong", name) for name in names)
    rates = f"{percent(best.system.counts.wer)} against {percent(second.system.counts.wer)}"
    verdict = ranking.verdict(best.place, second.place)
    if best.rate == second.rate:
        return f"{first} and {other} are equally good: {percent(best.system.counts.wer)}"
    if verdict == _CHANCE:
        return f"{first} and {other} do not differ by more than chance: {rates}"
    if verdict == _TOO_FEW:
        return f"{first} has a lower rate than {other}, but utterances are {verdict}: {rates}"
    return f"{first} is better than {other}: {rates}{', ' * bool(verdict)}{verdict}"


def _line(row: _Row, best: _Row, most: float, ranking: Ranking, *, several: bool) -> Markup:
    counts = row.system.counts
    more = 100 * (row.rate - best.rate)
    verdict = ranking.verdict(row.place, best.place)
    points = f"{more:+.1f} points" if more else "equal"
    beside = "best" if row is best else ", ".join(filter(None, (points, verdict)))
    kinds = shares(counts)
    parts = [element("span", kind.text, class_=CLASSES[kind.kind]) for kind in kinds]
    errors = Markup(f"{quantity(counts.errors, 'error')}: {', '.join(parts)}")
    unit = element("small", f"{row.system.result.settings.unit} error rate")
    cells = [
        element("th", element("bdi", visible(row.system.name)), scope="row", class_="text"),
        element("td", percent(counts.wer), " ", unit, class_="rate"),
        element("td", bar(kinds, row.ends, most, f"{percent(counts.wer)}; {_between(row.ends)}"), class_="bars"),
        element("td", _between(row.ends), class_="between"),
        element("td", errors, class_="text"),
    ]
    if several:
        cells.append(element("td", beside, class_="text beside"))
    return element("tr", *cells, class_="best" if row is best else None)


def _between(ends: Ends) -> str:
    return between(ends) if ends else ""


def _scored(system: System) -> str:
    """The sizes and the rules of what was scored, in plain words."""
    result, settings = system.result, system.result.settings
    name = visible(PurePath(result.ref_name or "").name)
    size = f"{quantity(len(system.order), 'utterance')}, {quantity(system.counts.reference, settings.unit)}"
    rules = ["case-sensitive" if settings.case_sensitive else "case is ignored"]
    if settings.chain:
        rules.append(f"both sides normalised by {settings.chain.label}")
    return f"{f'Reference {name}: ' * bool(name)}{size}. Counted by {settings.unit}; {'; '.join(rules)}."


# --- notices ----------------------------------------------------------------------------------------


def _notices(notes: Sequence[Markup]) -> Iterator[Markup]:
    """Notices in sight; many are folded, because the page begins with its answer."""
    if not notes:
        return
    shown = element("ul", *notes, class_="notices")
    if len(notes) > _FEW:
        shown = element("details", element("summary", f"{len(notes)} notices"), shown, class_="fold")
    yield shown


def _remarks(system: System, *, several: bool) -> Iterator[Markup]:
    """Remarks on how far to believe the numbers."""
    result = system.result
    before = f"{visible(system.name)}: " if several else ""
    yield from (element("li", f"{before}{note}") for note in result.remarks())
    if not system.whole:
        rest = quantity(len(result.utterances) - len(system.order), "utterance")
        yield element("li", f"{before}{rest} not shown: another system does not have them")


# --- the fold ---------------------------------------------------------------------------------------


def _numbers(
    systems: Sequence[System], errors: Sequence[list[int]], ends: Sequence[Ends], ranking: Ranking
) -> Iterator[Markup]:
    """The table of all counts, paired tests, the effect of normalisation, and the signature."""
    heads = ("errors", "correct", "substitutions", "deletions", "insertions", "utterances with errors")
    rate = "CER" if systems[0].result.settings.unit == "character" else "WER"
    yield Markup('<div class="heads"><div class="scrolled" tabindex="0">')
    yield from table(
        [Cell("system", text=True), *map(Cell, (rate, "95 % interval", *heads)), Cell("file", text=True)],
        map(_row, systems, errors, ends),
        name="rates",
        sortable=False,
    )
    yield Markup("</div>\n")
    yield from _ranking(ranking)
    yield Markup("</div>\n")
    yield from (element("p", line, class_="tests") for line in ranking.lines)
    for system in systems:
        if system.result.before is not None:
            yield from _normalisation(system, several=len(systems) > 1)
    yield from map(signature, dict.fromkeys(system.result.signature for system in systems))


def _ranking(ranking: Ranking) -> Iterator[Markup]:
    if ranking.rows:
        last = len(ranking.heads) - 1
        rows = ([Cell(text, text=place == last) for place, text in enumerate(row)] for row in ranking.rows)
        heads = [Cell(text, text=place == last) for place, text in enumerate(ranking.heads)]
        yield Markup('<div class="scrolled" tabindex="0">')
        yield from table(heads, rows, name="ranking", sortable=False)
        yield Markup("</div>\n")


def _row(system: System, errors: list[int], ends: Ends) -> list[Cell]:
    counts = system.counts
    wrong = len(errors) - errors.count(0)
    numbers = (counts.errors, counts.correct, counts.substitutions, counts.deletions, counts.insertions, wrong)
    return [
        Cell(visible(system.name), text=True),
        Cell(percent(counts.wer)),
        Cell(f"{100 * ends[0]:.2f}–{100 * ends[1]:.2f}" if ends else "-"),
        *(Cell(f"{number:,}") for number in numbers),
        Cell(visible(system.result.hyp_name or "-"), text=True),
    ]


def _intervals(systems: Sequence[System], errors: Sequence[list[int]]) -> list[Ends]:
    """The intervals of the rates, from bootstrap samples of utterances, as `--interval` has them."""
    columns = [(wrong, system.column(0, 1, 2)) for system, wrong in zip(systems, errors, strict=True)]
    if len(systems[0].order) < 2 or not all(sum(words) for _, words in columns):
        return [None] * len(systems)
    drawn = [interval_of_sizes(Counter(zip(*column, strict=True)), _REPLICATIONS) for column in columns]
    return [ends_of(interval) for interval in drawn]


def _normalisation(system: System, *, several: bool) -> Iterator[Markup]:
    """The errors that each rule of normalisation moved."""
    effect, counts = system.result.normalisation(), system.result.counts
    if effect.raw is None:
        return
    name = f" of {visible(system.name)}" if several else ""
    raw = quantity(effect.raw.errors, "error")
    moved = f"{raw} without, {counts.errors:,} with it ({counts.errors - effect.raw.errors:+,})"
    rows = (
        [Cell(row.rule, text=True), Cell(f"{row.changes:,}"), Cell(f"{float(row.errors):+,.1f}")]
        for row in effect.moved
    )
    summary = element("summary", f"Normalisation{name}: {moved}")
    content = Markup(
        "".join(table([Cell("rule", text=True), Cell("changes"), Cell("errors moved")], rows, sortable=False))
    )
    yield element("details", summary, content, class_="normalisation")
