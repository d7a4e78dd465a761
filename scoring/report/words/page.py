"""The error page: one HTML file with all utterances of one or more systems, to be searched, sorted and filtered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import chain

from .... import core
from ....formats.errors import UsageError, quantity
from ...common.counts import percent
from ...words.result import Result
from ...words.step import Pair
from ..engine.analyses import fold_of
from ..engine.blocks import QUICK, Block, facts, lines, varints
from ..engine.page import Cell, Markup, element, page, resource, table, visible
from .page_analyses import Panel, blocks_of, facts_of
from .page_axes import axes_of
from .page_head import NO_RANKING, Ranking, head
from .page_systems import System, names_of, systems_of, worst_of
from .page_times import SILENT, Audio, audio_blocks, time_blocks

Commonest = tuple[list[tuple[tuple[bytes, bytes], int]], list[tuple[bytes, int]], list[tuple[bytes, int]]]

VERSION = 1
# Bytes of the columns of a page, and the share of them that a page cut to the worst utterances aims at.
BUDGET, _SPARE = 100_000_000, 0.8
SCRIPTS = (
    *("decode.js", "text.js", "model.js", "runs.js", "order.js", "state.js", "search.js", "parts.js", "filters.js"),
    *(
        "facets.js",
        "list.js",
        "alignment.js",
        "views.js",
        "reading.js",
        "charts.js",
        "exports.js",
        "main.js",
        "start.js",
    ),
)
_TOP, _STEPS = 50, 300
_MOST_VALUES = 200  # of a column of a table that makes groups
# Words of a recording that is written as a text for those who have no scripts.
_READ = 5000


def render(
    results: Sequence[Result],
    names: Sequence[str] = (),
    ranking: Ranking = NO_RANKING,
    *,
    budget: int = BUDGET,
    most: int | None = None,
    audio: Audio = SILENT,
    title: str = "",
    panels: Sequence[Panel] = (),
) -> Iterator[bytes]:
    """The page of some results that were scored against one reference, chunk by chunk.

    It lists at most as many utterances as asked for, and as fit the budget of bytes: those with most errors. Its sums
    are those of all utterances. `audio` has a link for each utterance of the first result. `panels` are analyses.
    """
    systems = systems_of(results, names or names_of([result.hyp_name for result in results]))
    listed = systems if most is None else worst_of(systems, most)
    values, blocks, commonest = _data(listed)
    size = sum(len(block.text) for block in blocks)
    if size > budget:
        # An utterance with many errors takes more than others.
        listed = worst_of(listed, max(1, int(_SPARE * len(listed[0].order) * budget / size)))
        values, blocks, _ = _data(listed)
    whole = len(systems[0].order)
    remark = "" if len(listed[0].order) == whole else _cut_remark(len(listed[0].order), whole)
    title = visible(title) or f"Errors of {', '.join(visible(system.name) for system in systems)}"
    more = {"all": whole, "sounds": [kind for kind, _ in audio.sounds], **facts_of(panels)}
    blocks += blocks_of(panels, listed)
    data = facts({**values, **more}, blocks)
    scripts = (
        *SCRIPTS,
        *["marks.js"] * ("analyses" in more),
        *("times.js", "timeline.js", "lanes.js") * ("times" in values),
        *["audio.js"] * bool(audio.links),
    )
    blocks += audio_blocks(audio, listed[0].order)
    # A page that is asked to be small looks at few utterances for its commonest errors, too.
    shown = systems[0] if most is None else listed[0]
    static = [*_commonest(systems[0].name, commonest), *(_text(shown) if _is_short_text(shown) else _worst(shown))]
    tables = [*chain.from_iterable(fold_of(panel.breakdown) for panel in panels)]
    body = _body(title, systems, ranking, remark, tables, static)
    for chunk in page(title, body, scripts=scripts, data=data, media=audio.sources):
        yield chunk.encode()


def _cut_remark(listed: int, whole: int) -> str:
    return (
        f"To keep the page small, lists, charts and exports hold only the {quantity(listed, 'utterance')} with most "
        f"errors, of {whole:,}. The totals above are of all utterances."
    )


# --- what the program writes: head, commonest errors, worst utterances -----------------------------


def _body(
    title: str,
    systems: Sequence[System],
    ranking: Ranking,
    remark: str,
    analyses: Sequence[Markup],
    static: Sequence[Markup],
) -> Iterator[Markup]:
    yield from head(title, systems, ranking)
    if analyses:
        yield Markup('<div class="analyses">\n')
        yield from analyses
        yield Markup("</div>\n")
    if remark:
        yield element("p", remark, class_="listed")
    yield Markup('<div id="static">\n')
    yield from static
    yield Markup("</div>\n")
    yield Markup(resource("words.html"))


def _commonest(name: str, commonest: Commonest) -> Iterator[Markup]:
    """The commonest substitutions, deleted words and inserted words."""
    pairs, deleted, inserted = commonest
    yield element("h2", f"Commonest errors of {visible(name)}")
    sides = [(Markup(" → ".join(element("bdi", _shown(word)) for word in pair)), number) for pair, number in pairs]
    yield from _counted("substituted", [(element("span", text, dir="ltr"), number) for text, number in sides])
    for kind, counts in (("deleted", deleted), ("inserted", inserted)):
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


def _is_short_text(system: System) -> bool:
    """Whether the utterances are of one recording, and can be read as a text."""
    return _recordings(system) == 1 and system.counts.reference <= _READ


def _text(system: System) -> Iterator[Markup]:
    """All words of a recording with the errors in their places, a paragraph an utterance."""
    yield element("h2", f"Text, with the errors of {visible(system.name)}")
    for place in system.order:
        steps = map(_step, system.result.utterances[place].alignment.pairs)
        yield element("p", element("bdi", Markup(" ".join(steps))), class_="read")


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
    """A step of an alignment: deleted words are struck, inserted ones underlined."""
    ref, hyp = (visible(word or "") for word in (pair.ref, pair.hyp))
    if pair.operation == "C":
        return element("bdi", ref)
    removed = element("del", ref, class_="deleted") if pair.ref is not None else Markup()
    return Markup(f"{removed}{element('ins', hyp, class_='inserted') if pair.hyp is not None else ''}")


# --- what the scripts read: columns of all utterances -----------------------------------------------


def _data(systems: Sequence[System]) -> tuple[dict[str, object], list[Block], Commonest]:
    """Facts, blocks and the commonest errors of the first system."""
    first = systems[0]
    batches = [system.result.utterances.batch for system in systems]
    words, columns, commonest = core.page_columns(batches, [system.order.tobytes() for system in systems], _TOP)
    groups, axes = _groups(first), axes_of(first)
    blocks: list[Block] = [*_row_blocks(first, columns, groups)]
    for number, axis in enumerate(axes):
        blocks += [Block.of(f"values.{number}", lines(axis.values)), Block.of(f"axis.{number}", varints(axis.of))]
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
        "recordings": _recordings(first),
        "joiner": "" if first.result.settings.unit == "character" else " ",
        "systems": [{"name": system.name} for system in systems],
        "groups": [name for name, _, _ in groups],
        "axes": [{"name": axis.name, "dates": axis.dates} for axis in axes],
        **({"times": True} if times else {}),
    }
    return values, [*blocks, *times], commonest


def _recordings(system: System) -> int:
    """How many recordings the utterances are of; as many as utterances where files do not name them."""
    timeline = system.result.table.timeline
    return len(system.order) if timeline is None else len({*timeline.sessions})


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
    """Speakers, recordings, channels and columns of tables, where there are several values.

    Of each its name, the names of its values, and the number of each utterance's; a column that has a value for nearly
    each utterance, or very many, is no group.
    """
    table = system.result.table
    columns: dict[str, Sequence[str]] = {}
    if table.timeline is not None:
        columns = {"recording": table.timeline.sessions, "channel": table.timeline.channels}
    if table.timeline is not None or not table.made_up:
        try:
            columns = {"speaker": system.result.speakers(), **columns}
        except UsageError:
            pass  # ids that name no speaker
    for name, column in table.columns.items():
        if name not in columns and 1 < len(column.values) <= min(_MOST_VALUES, max(2, len(column) // 2)):
            columns[name] = ["none" if value is None else value for value in column]
    of_classes = []
    for name, values in columns.items():
        shown = values if system.whole else [values[place] for place in system.order]
        numbers = {value: number for number, value in enumerate(dict.fromkeys(shown))}
        of = list(map(numbers.__getitem__, shown))
        if 1 < len(numbers) < len(of):
            of_classes.append((name, list(numbers), of))
    return of_classes
