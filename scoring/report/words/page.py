"""The error page: one HTML file with all utterances of one or more systems, to be searched, sorted and filtered."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from heapq import nlargest
from operator import add
from pathlib import PurePath

from ....formats.errors import MismatchError, UsageError, quantity
from ... import _core as core
from ...common.counts import Counts, percent
from ...maths.draws import MersenneTwister
from ...maths.intervals import intervals
from ...words.result import Result
from ...words.step import Pair
from ..engine.blocks import QUICK, Block, facts, lines, varints
from ..engine.page import Cell, Markup, element, page, resource, signature, table, visible
from .page_times import SILENT, Audio, audio_blocks, time_blocks

Commonest = tuple[list[tuple[tuple[bytes, bytes], int]], list[tuple[bytes, int]], list[tuple[bytes, int]]]

VERSION = 1
# Bytes of the columns of a page, and the share of them that a page cut to the worst utterances aims at.
BUDGET, _SPARE = 100_000_000, 0.8
SCRIPTS = (
    *("decode.js", "text.js", "model.js", "runs.js", "order.js", "state.js", "search.js", "parts.js", "filters.js"),
    *("facets.js", "list.js", "alignment.js", "views.js", "charts.js", "exports.js", "main.js", "start.js"),
)
_TOP, _STEPS = 50, 300
_REPLICATIONS, _SEED = 1000, 1


@dataclass(frozen=True, slots=True)
class System:
    """A result under the name that the page gives it, and the places of the utterances that the page shows."""

    name: str
    result: Result
    order: array[int]

    def column(self, *places: int) -> list[int]:
        """Sums of some of the counts (correct, substitutions, deletions, insertions), an utterance each."""
        numbers = self.result.utterances.counts()
        sums: Iterable[int] = numbers[places[0] :: 4]
        for place in places[1:]:
            sums = map(add, sums, numbers[place::4])
        all_sums = list(sums)
        return all_sums if self.whole else [all_sums[place] for place in self.order]

    @property
    def whole(self) -> bool:
        """Whether the page shows all utterances of the result."""
        return len(self.order) == len(self.result.utterances)

    @property
    def counts(self) -> Counts:
        """The counts of the utterances that the page shows."""
        return self.result.counts if self.whole else Counts(*(sum(self.column(place)) for place in range(4)))


@dataclass(frozen=True, slots=True)
class Ranking:
    """Paired tests of the systems: a table, if there is one, and lines of text."""

    lines: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def render(
    results: Sequence[Result],
    names: Sequence[str] = (),
    ranking: Ranking = Ranking(),
    *,
    budget: int = BUDGET,
    most: int | None = None,
    audio: Audio = SILENT,
) -> Iterator[bytes]:
    """The page of some results that were scored against one reference, chunk by chunk.

    It lists at most as many utterances as asked for, and as fit the budget of bytes: those with most errors. Its sums
    are those of all utterances. `audio` has a link for each utterance of the first result.
    """
    systems = _systems(results, names or names_of(results))
    listed = systems if most is None else _worst_of(systems, most)
    values, blocks, commonest = _data(listed)
    size = sum(len(block.text) for block in blocks)
    if size > budget:
        # An utterance with many errors takes more than others.
        listed = _worst_of(listed, max(1, int(_SPARE * len(listed[0].order) * budget / size)))
        values, blocks, _ = _data(listed)
    whole = len(systems[0].order)
    remark = "" if len(listed[0].order) == whole else _cut_remark(len(listed[0].order), whole)
    title = f"Errors of {', '.join(visible(system.name) for system in systems)}"
    data = facts({**values, "all": whole, "sounds": [kind for kind, _ in audio.sounds]}, blocks)
    scripts = (
        *SCRIPTS,
        *("times.js", "timeline.js", "lanes.js") * ("times" in values),
        *["audio.js"] * bool(audio.links),
    )
    blocks += audio_blocks(audio, listed[0].order)
    # A page that is asked to be small looks at few utterances for its commonest errors, too.
    static = [*_commonest(systems[0].name, commonest), *_worst(systems[0] if most is None else listed[0])]
    for chunk in page(
        title, _body(title, systems, ranking, remark, static), scripts=scripts, data=data, media=audio.sources
    ):
        yield chunk.encode()


def _cut_remark(listed: int, whole: int) -> str:
    return (
        f"Lists, charts and exports hold only the {quantity(listed, 'utterance')} with most errors, of {whole:,}, to "
        "keep the page small. The sums in this head are those of all utterances."
    )


def _worst_of(systems: Sequence[System], most: int) -> list[System]:
    """The systems with the utterances in which they make most errors together, in the order of the file."""
    columns = [system.column(1, 2, 3) for system in systems]
    errors = [sum(row) for row in zip(*columns, strict=True)]
    places = sorted(nlargest(most, range(len(errors)), key=errors.__getitem__))
    return [replace(system, order=array("q", [system.order[place] for place in places])) for system in systems]


def names_of(results: Sequence[Result]) -> list[str]:
    """The names of the hypothesis files, with as few of their folders as keep them apart."""
    return shortest([result.hyp_name for result in results])


def shortest(files: Sequence[str]) -> list[str]:
    """The names of files, with as few of their folders as keep them apart."""
    paths = [PurePath(file or "hypothesis").parts for file in files]
    for size in range(1, max(map(len, paths), default=1)):
        names = [str(PurePath(*parts[-size:])) for parts in paths]
        if len(set(names)) == len(names):
            return names
    return [file or "hypothesis" for file in files]


def _systems(results: Sequence[Result], names: Sequence[str]) -> list[System]:
    """The results with the places of the utterances that all of them have."""
    first, *others = results
    ids = list(first.utterances.ids())
    if all(list(other.utterances.ids()) == ids for other in others):
        order = array("q", range(len(ids)))
        return [System(name, result, order) for name, result in zip(names, results, strict=True)]
    places = [{key: place for place, key in enumerate(result.utterances.ids())} for result in results]
    shared = [key for key in ids if all(key in of_system for of_system in places)]
    if not shared:
        raise MismatchError("the results have no utterance in common; expected results of one reference")
    return [
        System(name, result, array("q", [place_of[key] for key in shared]))
        for name, result, place_of in zip(names, results, places, strict=True)
    ]


# --- what the program writes: head, commonest errors, worst utterances -----------------------------


def _body(
    title: str, systems: Sequence[System], ranking: Ranking, remark: str, static: Sequence[Markup]
) -> Iterator[Markup]:
    yield element("h1", title)
    yield from _head(systems, ranking)
    if remark:
        yield element("p", remark, class_="listed")
    yield Markup('<div id="static">\n')
    yield from static
    yield Markup("</div>\n")
    yield Markup(resource("words.html"))


def _head(systems: Sequence[System], ranking: Ranking) -> Iterator[Markup]:
    """Files, rates with their intervals, paired tests, notices, rules of normalisation, and signature."""
    first = systems[0].result
    words = quantity(systems[0].counts.reference, f"reference {first.settings.unit}")
    size = f"{quantity(len(systems[0].order), 'utterance')}, {words}"
    written = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    source = f"reference {visible(first.ref_name)} ({first.ref_format}); " if first.ref_name else ""
    yield element("p", f"{source}{size}; written {written}")
    yield Markup('<div class="heads"><div class="scrolled" tabindex="0">')
    heads = ("errors", "correct", "substitutions", "deletions", "insertions", "utterances with errors")
    rate = "CER" if first.settings.unit == "character" else "WER"
    errors = [system.column(1, 2, 3) for system in systems]
    yield from table(
        [Cell("system", text=True), *map(Cell, (rate, "95 % interval", *heads))],
        map(_row, systems, errors, _intervals(systems, errors)),
        name="rates",
        sortable=False,
    )
    yield Markup("</div>\n")
    yield from _ranking(ranking)
    yield Markup("</div>\n")
    yield from (element("p", line, class_="tests") for line in ranking.lines)
    for system in systems:
        yield from _remarks(system, several=len(systems) > 1)
    yield from map(signature, dict.fromkeys(system.result.signature for system in systems))


def _ranking(ranking: Ranking) -> Iterator[Markup]:
    if ranking.rows:
        last = len(ranking.heads) - 1
        rows = ([Cell(text, text=place == last) for place, text in enumerate(row)] for row in ranking.rows)
        heads = [Cell(text, text=place == last) for place, text in enumerate(ranking.heads)]
        yield Markup('<div class="scrolled" tabindex="0">')
        yield from table(heads, rows, name="ranking", sortable=False)
        yield Markup("</div>\n")


def _row(system: System, errors: list[int], interval: str) -> list[Cell]:
    counts = system.counts
    wrong = len(errors) - errors.count(0)
    numbers = (counts.errors, counts.correct, counts.substitutions, counts.deletions, counts.insertions, wrong)
    return [
        Cell(visible(system.name), text=True),
        Cell(_rate(counts.wer)),
        Cell(interval),
        *(Cell(f"{number:,}") for number in numbers),
    ]


def _rate(rate: float | None) -> str:
    return "undefined" if rate is None else f"{100 * rate:.2f} %"


def _intervals(systems: Sequence[System], errors: Sequence[list[int]]) -> list[str]:
    """The intervals of the rates, from bootstrap samples of utterances; all systems are seen on the same samples."""
    columns = [(wrong, system.column(0, 1, 2)) for system, wrong in zip(systems, errors, strict=True)]
    if len(systems[0].order) < 2 or not all(sum(words) for _, words in columns):
        return ["–"] * len(systems)
    return [
        # A sample without a word of the reference has no rate.
        f"{100 * max(0.0, interval.mean - interval.reach):.2f}–{100 * (interval.mean + interval.reach):.2f}"
        if interval.mean - interval.reach <= interval.mean + interval.reach
        else "–"
        for interval in intervals(columns, _REPLICATIONS, MersenneTwister(_SEED))
    ]


def _remarks(system: System, *, several: bool) -> Iterator[Markup]:
    """Remarks on how far to believe the numbers, and the errors that rules of normalisation moved."""
    result = system.result
    before = f"{visible(system.name)}: " if several else ""
    notes = [element("li", f"{before}{note}") for note in result.remarks()]
    if not system.whole:
        rest = quantity(len(result.utterances) - len(system.order), "utterance")
        notes.append(element("li", f"{before}{rest} not shown: another system has no such id"))
    if notes:
        yield element("ul", *notes, class_="notices")
    if result.before is not None:
        yield from _normalisation(system, several=several)


def _normalisation(system: System, *, several: bool) -> Iterator[Markup]:
    effect, counts = system.result.normalisation(), system.result.counts
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


def _commonest(name: str, commonest: Commonest) -> Iterator[Markup]:
    """The commonest substitutions, missed words and inserted words."""
    pairs, deleted, inserted = commonest
    yield element("h2", f"Commonest errors of {visible(name)}")
    yield from _counted("substituted", [(f"{_shown(ref)} → {_shown(hyp)}", number) for (ref, hyp), number in pairs])
    for kind, counts in (("missed", deleted), ("inserted", inserted)):
        yield from _counted(kind, [(_shown(word), number) for word, number in counts])


def _counted(name: str, rows: Sequence[tuple[str, int]]) -> Iterator[Markup]:
    if rows:
        cells = ([Cell(text, text=True), Cell(f"{number:,}")] for text, number in rows)
        yield from table([Cell(name, text=True), Cell("count")], cells, name=name, sortable=False)


def _shown(word: bytes) -> str:
    return visible(word.decode("utf-8", "replace")) or "∅"


def _worst(system: System) -> Iterator[Markup]:
    """The utterances with most errors; of equally many, the first."""
    errors = system.column(1, 2, 3)
    worst = [place for place in nlargest(_TOP, range(len(errors)), key=errors.__getitem__) if errors[place]]
    if not worst:
        return
    yield element("h2", f"Worst utterances of {visible(system.name)}")
    heads = [Cell("id", text=True), Cell("errors"), Cell("rate"), Cell("alignment", text=True)]
    yield Markup('<div class="scrolled" tabindex="0">')
    yield from table(heads, (_worst_row(system, place) for place in worst), name="worst", sortable=False)
    yield Markup("</div>\n")


def _worst_row(system: System, place: int) -> list[Cell]:
    utterance = system.result.utterances[system.order[place]]
    counts = utterance.counts
    pairs = utterance.alignment.pairs
    steps = [_step(pair) for pair in pairs[:_STEPS]] + [Markup("…")] * (len(pairs) > _STEPS)
    text = element("bdi", Markup(" ".join(steps)))
    return [
        Cell(visible(utterance.id), text=True),
        Cell(f"{counts.errors:,}"),
        Cell(percent(counts.wer)),
        Cell(text, text=True),
    ]


def _step(pair: Pair) -> Markup:
    """A step of an alignment: missed words are struck, inserted ones underlined."""
    ref, hyp = (visible(word or "") for word in (pair.ref, pair.hyp))
    if pair.operation == "C":
        return element("bdi", ref)
    missed = element("del", ref, class_="deleted") if pair.ref is not None else Markup()
    return Markup(f"{missed}{element('ins', hyp, class_='inserted') if pair.hyp is not None else ''}")


# --- what the scripts read: columns of all utterances -----------------------------------------------


def _data(systems: Sequence[System]) -> tuple[dict[str, object], list[Block], Commonest]:
    """Facts, blocks and the commonest errors of the first system."""
    first = systems[0]
    batches = [system.result.utterances.batch for system in systems]
    words, columns, commonest = core.page_columns(batches, [system.order.tobytes() for system in systems], _TOP)
    groups = _groups(first)
    blocks: list[Block] = [*_row_blocks(first, columns, groups)]
    blocks.append(Block.of("words", _lines(words)))
    for number, (_, refs, _, steps, said) in enumerate(columns):
        blocks += [Block.of(f"refs.{number}", refs)] if refs or not number else []
        blocks += [Block.of(f"steps.{number}", steps, QUICK), Block.of(f"said.{number}", said, QUICK)]
    times = list(time_blocks([(system.result, system.order) for system in systems]))
    values: dict[str, object] = {
        "version": VERSION,
        "utterances": len(first.order),
        "words": len(words),
        "unit": first.result.settings.unit,
        "joiner": "" if first.result.settings.unit == "character" else " ",
        "systems": [{"name": system.name} for system in systems],
        "groups": [name for name, _, _ in groups],
        **({"times": True} if times else {}),
    }
    return values, [*blocks, *times], commonest


def _lines(words: Sequence[bytes]) -> bytes:
    """Words as lines; a newline in one becomes a sign for it."""
    joined = b"\n".join(words)
    if joined.count(b"\n") < len(words):
        return joined
    return b"\n".join(word.replace(b"\n", "␊".encode()) for word in words)


def _row_blocks(
    first: System, columns: Sequence[tuple[bytes, ...]], groups: Sequence[tuple[str, list[str], list[int]]]
) -> Iterator[Block]:
    """The blocks that rows are sorted by: they stand first."""
    for number, (lengths, refs, tallies, _, _) in enumerate(columns):
        if lengths or refs or not number:
            yield Block.of(f"lengths.{number}", lengths)
        yield Block.of(f"tallies.{number}", tallies, QUICK)
    ids = first.result.utterances.ids()
    yield Block.of("ids", lines(ids if first.whole else [ids[place] for place in first.order]))
    for number, (_, names, of) in enumerate(groups):
        yield Block.of(f"names.{number}", lines(names))
        yield Block.of(f"group.{number}", varints(of))


def _groups(system: System) -> list[tuple[str, list[str], list[int]]]:
    """Speakers, recordings and channels, where there are several: the names, and the number of each utterance's."""
    table = system.result.table
    columns: dict[str, Sequence[str]] = {}
    if table.timeline is not None:
        columns = {"recording": table.timeline.sessions, "channel": table.timeline.channels}
    if table.timeline is not None or not table.made_up:
        try:
            columns = {"speaker": system.result.speakers(), **columns}
        except UsageError:
            pass  # ids that name no speaker
    of_classes = []
    for name, values in columns.items():
        shown = values if system.whole else [values[place] for place in system.order]
        numbers = {value: number for number, value in enumerate(dict.fromkeys(shown))}
        of = list(map(numbers.__getitem__, shown))
        if 1 < len(numbers) < len(of):
            of_classes.append((name, list(numbers), of))
    return of_classes
