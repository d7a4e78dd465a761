"""Option --verdict: the verdict as a file for the builds of others."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from functools import partial
from itertools import repeat

from ...formats.errors import quantity
from ..common.counts import percent
from ..common.gate import KINDS, LIMITED, Gate, Place
from ..report import verdict_text
from ..words.inputs.columns import NO_COLUMNS, TABLES, Columns, format_in
from ..words.inputs.reading import Reading
from ..words.inputs.sides import read_reference
from ..words.renaming import Renaming
from .delivery import deliver_json, undelivered
from .grammar import check_effects
from .intervals import REPLICATIONS
from .limits import verdicts_of_groups
from .shared_options import new_names
from .values import check_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    from ...formats.schema import Corpus
    from ...formats.schema.table import Segment, Table
    from ..common.limits import Verdict
    from ..meetings.result import MeetingResult
    from ..segments.result import SegmentResult
    from ..words.result import Result

    Key = TypeVar("Key")
    Wanted = list[tuple[str, Segment | None, str]]

WORST = 10
"""The number of utterances that a failed gate names."""


def add_verdict(group: argparse._ArgumentGroup, instead: str = "") -> None:
    """Adds the option; a message about a file alone ends with what may be meant `instead`."""
    listed = "; ".join(f"{kind}: {text}" for kind, text in KINDS.items())
    group.add_argument(
        "--verdict",
        action="append",
        default=[],
        type=partial(_kind_and_file, instead=instead),
        metavar="KIND=FILE",
        help=f"write the verdict for another program; repeatable. {listed}",
    )


def _kind_and_file(text: str, instead: str) -> tuple[str, str]:
    kind, equals, path = text.partition("=")
    if kind not in KINDS or not equals or not path:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a verdict; expected KIND=FILE, as in junit=verdict.xml, of the kinds {', '.join(KINDS)}"
            + ("" if equals else instead)
        )
    check_one(text, "--verdict", KINDS)
    return kind, path


def check_verdicts(options: argparse.Namespace, limited: bool, limits: str) -> None:
    """Refuses a file of a verdict where nothing is judged; a badge needs no limit."""
    judged = [kind for kind, _ in options.verdict if kind in LIMITED]
    check_effects(options, [("verdict", limited or not judged, f"a limit for {' and '.join(judged)}: {limits}")])


def deliver_verdicts(gate: Callable[[], Gate], options: argparse.Namespace) -> None:
    """Writes the verdict in every form that is asked for."""
    if options.verdict:
        made = gate()
        texts = [(verdict_text(made, _as_named(kind, path)), path) for kind, path in options.verdict]
        for text, path in texts:
            if _is_job_summary(path):
                _append(text, path)
            else:
                deliver_json([text], path)


def _as_named(kind: str, path: str) -> str:
    """The kind of a verdict; a badge in a file named .json is the JSON of which shields.io draws one."""
    return "shields" if kind == "badge" and path.lower().endswith(".json") else kind


def _is_job_summary(path: str) -> bool:
    """True for the file to which every command of a step in GitHub Actions adds its part."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "")
    return summary != "" and os.path.realpath(path) == os.path.realpath(summary)


def _append(text: str, path: str) -> None:
    try:
        with open(path, "ab") as file:
            file.write(f"{text}\n".encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise undelivered(error, path) from None


def gate_of_score(
    result: Result,
    title: str,
    verdict: Verdict | None,
    analyses: Mapping[str, Any],
    options: argparse.Namespace,
) -> Gate:
    """The gate of one result."""
    interval = result.interval(REPLICATIONS) if result.sentences > 1 and result.counts.reference else None
    worst: Wanted = []
    if verdict is not None and not verdict.passed:
        worst = [(item.id, item.segment, _errors(item.counts.errors, item.facts())) for item in result.worst(WORST)]
    path = options.hyp or options.ref
    files = {
        path: _reading(result.hyp_format, options.hyp_column, options),
        options.ref: _reading(result.ref_format, options.ref_column, options),
    }
    return Gate(
        "score",
        title,
        path,
        result.main_rate,
        interval=None if interval is None else (interval.low, interval.high),
        allowed=", ".join(filter(None, (_allowed(options), _of_ser(options.max_ser)))),
        verdict=verdict,
        worst=placed(worst, path, _renamed(read_again(files if worst else {}), options)),
        analyses=analyses,
        groups=verdicts_of_groups(title, analyses, options),
    )


def _renamed(corpora: dict[str, Corpus], options: argparse.Namespace) -> dict[str, Corpus]:
    """The hypothesis and the reference, where both are files, with the names that were scored."""
    renaming = Renaming(new_names("--session", options.session), new_names("--channel", options.channel))
    if len(corpora) < 2:
        return {path: renaming.renamed(corpus) for path, corpus in corpora.items()}
    (path, hyp), (ref_path, ref) = corpora.items()
    ref, hyp = renaming.both(ref, hyp)
    return {path: hyp, ref_path: ref}


def _reading(signed: str, column: str | None, options: argparse.Namespace) -> Reading:
    """The way in which a file is read again, whose format is that of a signature, with a chosen column."""
    name = format_in(signed)
    columns = Columns(column, None, options.id_column) if name in TABLES else NO_COLUMNS
    return Reading(name or None, encoding=options.encoding, errors="surrogateescape", columns=columns)


def gate_of_meetings(
    result: MeetingResult, verdict: Verdict | None, analyses: Mapping[str, Any], options: argparse.Namespace
) -> Gate:
    """The gate of one measure of meetings; its worst utterances are sessions."""
    counts = {part.name: part.score.counts for part in result.parts}
    ranked = sorted(counts.items(), key=lambda item: -item[1].errors)
    sessions = [
        (name, f"{quantity(each.errors, 'error')} ({percent(each.wer)})") for name, each in ranked if each.errors
    ]
    ends = None
    if len(counts) > 1 and all(each.reference for each in counts.values()):
        interval = result.interval(REPLICATIONS)
        ends = interval.low, interval.high
    limits = _allowed(options), verdict, _parts(sessions, verdict, options.hyp)
    groups = verdicts_of_groups(result.title, analyses, options)
    return Gate("meetings", result.title, options.hyp, result.error_rate, None, ends, *limits, groups=groups)


def gate_of_segments(result: SegmentResult, title: str, verdict: Verdict | None, options: argparse.Namespace) -> Gate:
    """The gate of labels with times; its worst utterances are recordings."""
    rates = {part.name: result.record.rate(result.record.total([part.score])) or 0.0 for part in result.parts}
    ranked = sorted(rates.items(), key=lambda item: -item[1])
    recordings = [(name, f"{title} {percent(rate)}") for name, rate in ranked if rate]
    limits = _at_most(options.max_rate), verdict, _parts(recordings, verdict, options.hyp)
    return Gate("segments", title, options.hyp, result.error_rate, None, None, *limits)


def _parts(ranked: Sequence[tuple[str, str]], verdict: Verdict | None, path: str) -> list[Place]:
    """The first of the parts of a result, which have no lines; none where no limit failed."""
    failed = verdict is not None and not verdict.passed
    return [Place(name, text, path) for name, text in ranked[:WORST]] if failed else []


def _allowed(options: argparse.Namespace) -> str:
    """The limits of the rate and of each group, in words."""
    of_groups = f"{_at_most(options.max_group_wer)} of each group" if options.max_group_wer is not None else ""
    return ", ".join(filter(None, (_at_most(options.max_wer), of_groups)))


def _of_ser(limit: float | None) -> str:
    return "" if limit is None else f"SER {_at_most(limit)}"


def _at_most(limit: float | None) -> str:
    return "" if limit is None else f"at most {limit:.2f} %"


def _errors(errors: int, facts: Mapping[str, Any]) -> str:
    return f"{quantity(errors, 'error')}; ref: {facts['ref']}; hyp: {facts['hyp']}"


def read_again(files: Mapping[str, Reading]) -> dict[str, Corpus]:
    """The files among these paths, for the lines of their utterances."""
    return {path: read_reference(how.open(path), how)[0] for path, how in files.items() if os.path.isfile(path)}


def placed(worst: Wanted, usual: str, corpora: Mapping[str, Corpus]) -> list[Place]:
    """Utterances with the lines where the first of these files has their ids, or else one has their times."""
    ids = {name for name, _, _ in worst}
    times = {_time(segment) for _, segment, _ in worst if segment is not None}
    indexes = [(path, *_lines(corpus.table, ids, times)) for path, corpus in corpora.items()]
    places = []
    for name, segment, text in worst:
        matches = [(path, by_id.get(name, 0)) for path, by_id, _ in indexes]
        if segment is not None:
            matches += [(path, by_time.get(_time(segment), 0)) for path, _, by_time in indexes]
        path, line = next((match for match in matches if match[1]), (usual, 0))
        places.append(Place(name, text, path, line))
    return places


Time = tuple[str, str, "float | None"]


def _time(segment: Segment) -> Time:
    return segment.session.lower(), segment.channel.lower(), segment.start


def _lines(table: Table, ids: Collection[str], times: Collection[Time]) -> tuple[dict[str, int], dict[Time, int]]:
    """The lines of some utterances in a file, by id and by time; an id or a time that two lines have is left out."""
    starts = table.start or repeat(None, len(table))
    keys = zip(map(str.lower, table.sessions), map(str.lower, table.channels), starts, strict=True)
    by_time = _unique(zip(keys, table.lines, strict=True), times) if times else {}
    return _unique(zip(table.ids(), table.lines, strict=True), ids), by_time


def _unique(pairs: Iterable[tuple[Key, int]], wanted: Collection[Key]) -> dict[Key, int]:
    """The values of some keys, without those that occur twice."""
    chosen = [pair for pair in pairs if pair[0] in wanted]
    counts = Counter(key for key, _ in chosen)
    return {key: line for key, line in chosen if counts[key] == 1}
