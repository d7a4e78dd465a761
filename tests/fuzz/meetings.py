"""Our measures of meetings beside MeetEval from PyPI: errors of each kind, lengths, speakers, assignments."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from scorelite.scoring import meetings
from scorelite.scoring.meetings.measures import MEASURES
from tests.fuzz.case import IDENTICAL, Case, Kind, Verdict, different, explained

_TIMINGS = (
    "character_based",
    "character_based_points",
    "equidistant_intervals",
    "equidistant_points",
    "full_segment",
)
_SORTS = {"segment": "segment", "word": "word", "checked": True, "kept": False}
# MeetEval's function of each measure, and the most streams and segments that it is asked to search exactly.
_FUNCTIONS = {
    "cp": "cp_word_error_rate",
    "tcp": "time_constrained_minimum_permutation_word_error_rate",
    "greedy-orc": "greedy_orc_word_error_rate",
    "greedy-tcorc": "greedy_time_constrained_orc_wer",
    "di-cp": "greedy_di_cp_word_error_rate",
    "di-tcp": "greedy_di_tcp_word_error_rate",
    "orc": "orc_word_error_rate",
    "tcorc": "time_constrained_orc_wer",
    "mimo": "mimo_word_error_rate",
    "tcmimo": "time_constrained_mimo_word_error_rate",
}
_EXACT = {"orc", "tcorc", "mimo", "tcmimo"}
_Rows = list[dict[str, Any]]


def make(chance: Random) -> Case:
    """Segments of both sides, with overlaps, repeated times and words, and empty texts, speakers and sides."""
    small = chance.random() < 0.6
    speakers = chance.randint(1, 3) if small else chance.randint(2, 20)
    streams = max(1, min(20, speakers + chance.choice((-2, -1, 0, 0, 0, 1, 2))))
    if small:
        streams = min(streams, 3)
    count = chance.randint(0, 6) if small else chance.randint(2, 40)
    grid = chance.choice((1.0, 0.5, 0.01))
    words = chance.choice(("a b", "a bb ccc dddd", "one two three four five six seven eight nine ten"))
    ref, hyp = [], []
    now = 0.0
    for _ in range(count):
        start = round(max(0.0, now - chance.choice((0, 0, 1, 3))) / grid) * grid
        end = round((start + chance.choice((0, 1, 2, chance.random() * 6))) / grid) * grid
        now = max(start, end) if chance.random() < 0.9 else start
        said = chance.choices(words.split(), k=chance.choice((0, 1, 1, 2, 3, 3 if small else 12)))
        speaker = chance.randrange(speakers)
        ref.append(_row(f"r{speaker}", said, start, max(start, end)))
        heard = [chance.choice(words.split()) if chance.random() < 0.2 else w for w in said if chance.random() < 0.9]
        if chance.random() < 0.9:
            stream = speaker % streams if chance.random() < 0.8 else chance.randrange(streams)
            shift = chance.choice((0.0, 0.0, grid, -grid, chance.random()))
            start = max(0.0, start + shift)
            hyp.append(_row(f"h{stream}", heard, start, max(start, end + chance.choice((0.0, grid)))))
    if chance.random() < 0.3:
        chance.shuffle(ref)
        chance.shuffle(hyp)
    files = tuple((f"{name}.json", json.dumps(rows, indent=0).encode()) for name, rows in (("ref", ref), ("hyp", hyp)))
    facts = (
        ("collar", chance.choice((0, 0.5, 1, 5, 100))),
        ("timing", (chance.choice(_TIMINGS), chance.choice(_TIMINGS))),
        ("sort", tuple(chance.choice(("segment", "segment", "kept", "word", "checked")) for _ in range(2))),
    )
    return Case(files, (), facts)


def _row(speaker: str, words: list[str], start: float, end: float) -> dict[str, Any]:
    return {"speaker": speaker, "words": " ".join(words), "start_time": start, "end_time": end}


def lacks() -> str:
    """Says that MeetEval is not installed, where that is so."""
    try:
        import meeteval  # noqa: F401
    except ImportError:
        return "meeteval is not installed (pip install meeteval)"
    return ""


def check(case: Case, _: Path) -> Verdict:
    """Equal numbers and assignments, measure by measure."""
    try:
        ref, hyp = (json.loads(case.file(f"{name}.json")) for name in ("ref", "hyp"))
        rows = [[(r["speaker"], r["words"], r["start_time"], r["end_time"]) for r in side] for side in (ref, hyp)]
    except (ValueError, KeyError, TypeError):
        return IDENTICAL  # a smaller case that says nothing
    if not ref:
        return IDENTICAL
    logging.disable(logging.CRITICAL)
    for measure in MEASURES:
        if measure.name not in _FUNCTIONS or (measure.name in _EXACT and not _is_small(ref, hyp)):
            continue
        keywords, sorts = _keywords(case, measure.timed, measure.name)
        expected = _answer(lambda: _theirs(measure.name, ref, hyp, keywords, sorts))  # noqa: B023
        actual = _answer(lambda: _ours(measure.name, rows, keywords, sorts))  # noqa: B023
        problem = _difference(measure.name, expected, actual)
        if problem and _is_their_failure(expected):
            continue
        if problem.startswith("kinds of errors") and measure.name in ("tcorc", "tcmimo"):
            return explained("another of equally good assignments in time")
        if measure.name in ("tcorc", "tcmimo") and _is_fewer(actual, expected):
            return explained("MeetEval's windows of time miss an assignment with fewer errors")
        if problem:
            return different(f"{measure.name}: {problem}", f"{keywords} {sorts}\nexpected {expected}\nours {actual}")
    return IDENTICAL


def _is_small(ref: _Rows, hyp: _Rows) -> bool:
    return len(ref) <= 6 and len(hyp) <= 6 and len({row["speaker"] for row in hyp}) <= 3


def _keywords(case: Case, timed: bool, name: str) -> tuple[dict[str, Any], list[str]]:
    sorts = list(case.fact("sort"))
    if not timed or name != "tcp":
        # Elsewhere segments stay whole.
        sorts = ["segment" if sort == "word" else sort for sort in sorts]
    if not timed:
        return {}, ["segment" if sort == "checked" else sort for sort in sorts]
    timing = case.fact("timing")
    return {"collar": case.fact("collar"), "ref_timing": timing[0], "hyp_timing": timing[1]}, sorts


def _theirs(name: str, ref: _Rows, hyp: _Rows, keywords: Mapping[str, Any], sorts: list[str]) -> dict[str, Any]:
    from meeteval.io import SegLST
    from meeteval.wer import wer

    settings = dict(keywords)
    if settings:
        settings["reference_pseudo_word_level_timing"] = settings.pop("ref_timing")
        settings["hypothesis_pseudo_word_level_timing"] = settings.pop("hyp_timing")
    settings |= {"reference_sort": _SORTS[sorts[0]], "hypothesis_sort": _SORTS[sorts[1]]}
    function: Callable[..., Any] | None = getattr(wer, _FUNCTIONS[name], None)
    if function is None:
        from meeteval.wer.wer import time_constrained_mimo

        function = getattr(time_constrained_mimo, _FUNCTIONS[name])
    rate = function(SegLST(ref), SegLST(hyp), **settings)
    theirs = {key: getattr(rate, key) for key in ("errors", "length", "substitutions", "deletions", "insertions")}
    if name in ("cp", "tcp"):
        theirs |= {"speakers": (rate.scored_speaker, rate.missed_speaker, rate.falarm_speaker)}
    if name not in _EXACT:
        theirs["assignment"] = rate.assignment
    return theirs


def _ours(name: str, rows: list[Any], keywords: Mapping[str, Any], sorts: list[str]) -> dict[str, Any]:
    settings = {"ref_sort": sorts[0], "hyp_sort": sorts[1], **keywords}
    result = meetings.score({"": rows[0]}, {"": rows[1]}, measure=name, **settings)
    counts, speakers = result.total.counts, result.total.speakers
    ours = {key: getattr(counts, key) for key in ("errors", "substitutions", "deletions", "insertions")}
    ours["length"] = counts.reference
    if name in ("cp", "tcp"):
        ours["speakers"] = (speakers.scored, speakers.missed, speakers.false)
    if name not in _EXACT:
        ours["assignment"] = result.parts[0].assigned.assignment
    return ours


def _answer(call: Callable[[], dict[str, Any]]) -> dict[str, Any] | str:
    try:
        return call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _difference(name: str, expected: dict[str, Any] | str, actual: dict[str, Any] | str) -> str:
    """The name of what differs; empty if nothing does."""
    if isinstance(expected, str) or isinstance(actual, str):
        if isinstance(expected, str) and isinstance(actual, str):
            return ""
        return f"only one is an error: {expected if isinstance(expected, str) else actual}"[:90]
    for key in sorted(expected):
        if expected[key] != actual[key] and not _is_placeholder(key, expected[key], actual[key]):
            kinds = key in ("substitutions", "deletions", "insertions")
            return "kinds of errors differ" if kinds and expected["errors"] == actual["errors"] else f"{key} differ"
    return ""


def _is_fewer(actual: dict[str, Any] | str, expected: dict[str, Any] | str) -> bool:
    """Whether our assignment, whose errors are counted on its alignment, is better than the one that MeetEval finds."""
    if isinstance(actual, str) or isinstance(expected, str):
        return False
    return bool(actual["errors"] < expected["errors"])


def _is_their_failure(expected: dict[str, Any] | str) -> bool:
    """Whether MeetEval refuses many speakers, or fails on a side without words."""
    return isinstance(expected, str) and ("Are you sure?" in expected or expected.startswith(("Assert", "IndexError")))


def _is_placeholder(key: str, expected: Any, actual: Any) -> bool:
    """Whether both assignments say that there is no stream."""
    return bool(key == "assignment" and set(expected) == {"dummy"} and set(actual) == {None})


KIND = Kind("meetings", "MeetEval of PyPI: every measure of meetings", 5, make, check, lacks, (b"},\n", b" "))
