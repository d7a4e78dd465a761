"""Labels with times beside a count by hand, moment by moment, and beside md-eval, pyannote, spy-der and sed_eval."""

from __future__ import annotations

import json
import re
import subprocess
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

from tests.conftest import PATIENCE
from tests.fuzz import sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.run import folder_of, run_ours

Rows = list[tuple[str, float, float]]
Numbers = dict[str, float]

_TICK = 0.125
_REF, _HYP = "ref.rttm", "hyp.rttm"
_ROW = re.compile(r"SPEAKER f 1 ([\d.]+) ([\d.]+) <NA> <NA> (\w+) <NA> <NA>")
_PERL_DIED = 255
_TIMES = ("total", "missed", "false_alarm", "confused")


# --- the files ----------------------------------------------------------------------------------------


def make(chance: Random) -> Case:
    """Labels of both sides, a measure, and who else counts it."""
    measure, referee = chance.choice(_JOBS)
    # Sums of sixteenths are exact; other programs see any times.
    exact = referee == "hand"
    overlapping = measure != "classes"
    ref = _labels(chance, "abc" if measure != "diarisation" else "rst", exact, overlapping)
    hyp = _heard(chance, ref, "abc", exact) if chance.random() < 0.7 else _labels(chance, "abc", exact, overlapping)
    if measure == "classes":
        hyp = _labels(chance, "abd", exact, False)
    groups: list[tuple[str, ...]] = [("segments", _REF, _HYP), ("--measure", measure), ("--json",)]
    collar = chance.choice((0.0, 0.0, 0.25))
    if measure == "diarisation":
        convention = chance.choice(("md-eval", "pyannote", "spy-der")) if exact else referee
        groups += [("--convention", convention), ("--collar", str(collar))]
    files = tuple((name, _rttm(rows)) for name, rows in ((_REF, ref), (_HYP, hyp)))
    return Case(files, (Command("scorelite", tuple(groups)),), (("referee", referee), ("collar", collar)))


def _labels(chance: Random, names: str, exact: bool, overlapping: bool) -> Rows:
    """Labels one after the other; where they may overlap, several such rows of labels at once."""
    labels: Rows = []
    for number in range(chance.randint(1, 3) if overlapping else 1):
        at = chance.choice((0.0, 0.25, 1.5))
        for _ in range(chance.choice((1, 2, 4, 7))):
            length = chance.choice((0.25, 0.5, 1.0, 2.75)) if exact else round(chance.uniform(0.1, 3), 3)
            name = names[number] if overlapping else chance.choice(names)
            labels.append((name, at, at + length))
            at += length + (chance.choice((0.0, 0.0, 0.25, 1.25)) if exact else round(chance.uniform(0.01, 2), 3))
    return labels


def _heard(chance: Random, rows: Rows, names: str, exact: bool) -> Rows:
    """Labels as a system may find them: under other names, moved, or not at all."""
    called = {name: chance.choice(names) for name, _, _ in rows}
    heard = []
    for name, start, end in rows:
        if chance.random() < 0.15:
            continue
        moved = [chance.choice((0, 0, 0.125, -0.125)) if exact else round(chance.uniform(-0.2, 0.2), 3) for _ in "se"]
        begin = max(0.0, start + moved[0])
        heard.append((called[name], begin, max(begin + 0.125, end + moved[1])))
    return _apart(heard) or [("a", 0.0, 0.25)]


def _apart(rows: Rows) -> Rows:
    """The labels without overlaps among those of one name."""
    apart: Rows = []
    ends: dict[str, float] = {}
    for name, start, end in sorted(rows, key=lambda row: row[1]):
        if start >= ends.get(name, 0.0):
            apart.append((name, start, end))
            ends[name] = end
    return apart


def _rttm(rows: Rows) -> bytes:
    line = "SPEAKER f 1 {:.3f} {:.3f} <NA> <NA> {} <NA> <NA>\n"
    return "".join(line.format(start, end - start, name) for name, start, end in rows).encode()


def rows_of(data: bytes) -> Rows:
    """The labels of a file."""
    rows = (_ROW.fullmatch(line) for line in data.decode().splitlines())
    return [(row[3], float(row[1]), round(float(row[1]) + float(row[2]), 6)) for row in rows if row]


# --- the count by hand --------------------------------------------------------------------------------


def _active(rows: Rows, tick: int) -> set[str]:
    at = (tick + 0.5) * _TICK
    return {name for name, start, end in rows if start < at < end}


def _ticks(*sides: Rows) -> range:
    rows = [row for side in sides for row in side]
    return range(int(min(row[1] for row in rows) / _TICK), int(max(row[2] for row in rows) / _TICK))


def _diarised(ref: Rows, hyp: Rows, case: Case) -> Numbers:
    """Seconds of speech missed, false and confused, under the best mapping of speakers that there is."""
    convention = case.commands[0].words[case.commands[0].words.index("--convention") + 1]
    ticks = _ticks(ref) if convention == "md-eval" else _ticks(ref, hyp)
    joined = _touching(ref) if convention == "spy-der" else ref
    collar = case.fact("collar")
    edges = [edge for _, start, end in joined for edge in (start, end)]
    scored = [tick for tick in ticks if not any(abs((tick + 0.5) * _TICK - edge) < collar for edge in edges)]
    cells = [(_active(ref, tick), _active(hyp, tick)) for tick in scored]
    ticks_of = {
        "total": sum(len(ref) for ref, _ in cells),
        "missed": sum(max(0, len(first) - len(two)) for first, two in cells),
        "false_alarm": sum(max(0, len(two) - len(first)) for first, two in cells),
    }
    if not collar:
        shared = Counter((a, b) for first, two in cells for a in first for b in two)
        right = _best(shared, sorted({a for a, _, _ in ref}), sorted({b for b, _, _ in hyp}))
        ticks_of["confused"] = sum(min(len(first), len(two)) for first, two in cells) - right
    return {name: ticks * _TICK for name, ticks in ticks_of.items()}


def _touching(rows: Rows) -> Rows:
    """Labels of one name that touch are one."""
    touching: Rows = []
    for name, start, end in sorted(rows):
        if touching and touching[-1][0] == name and touching[-1][2] >= start:
            touching[-1] = (name, touching[-1][1], max(end, touching[-1][2]))
        else:
            touching.append((name, start, end))
    return touching


def _best(shared: Mapping[tuple[str, str], int], first: Sequence[str], two: Sequence[str]) -> int:
    padded = [*two, *("" for _ in first)]
    return max(
        sum(shared.get(pair, 0) for pair in zip(first, order, strict=False))
        for order in permutations(padded, len(first))
    )


def _classes(ref: Rows, hyp: Rows, _: Case) -> Numbers:
    """Seconds that are right, of another class, missed, added."""
    cells = [(_active(ref, tick), _active(hyp, tick)) for tick in _ticks(ref, hyp)]
    ticks_of = {
        "correct": sum(first == two != set() for first, two in cells),
        "substitutions": sum(bool(first and two and first != two) for first, two in cells),
        "deletions": sum(bool(first and not two) for first, two in cells),
        "insertions": sum(bool(two and not first) for first, two in cells),
    }
    return {name: ticks * _TICK for name, ticks in ticks_of.items()}


def _sounds(ref: Rows, hyp: Rows, _: Case) -> Numbers:
    """Counts in segments of a second, as sed_eval's paper defines them."""
    sounds: Counter[str] = Counter(hits=0, substitutions=0, deletions=0, insertions=0)
    for second in range(int(max(row[2] for row in ref + hyp)) + 1):
        first, two = ({name for name, start, end in rows if start < second + 1 and end > second} for rows in (ref, hyp))
        missed, false = len(first - two), len(two - first)
        sounds["hits"] += len(first & two)
        sounds["substitutions"] += min(missed, false)
        sounds["deletions"] += max(0, missed - false)
        sounds["insertions"] += max(0, false - missed)
    return dict(sounds)


# --- other programs -----------------------------------------------------------------------------------


class _NoAnswer(Exception):
    """A program of others ends without an answer, for a known reason."""


def _md_eval(ref: Rows, hyp: Rows, case: Case, folder: Path) -> Numbers:
    command = ["perl", str(sctk.program("md-eval.pl")), "-r", _REF, "-s", _HYP, "-c", str(case.fact("collar"))]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
    if done.returncode == _PERL_DIED and re.search(r"SCORED (TIME|SPEECH) =\s*0\.00 secs", done.stdout):
        raise _NoAnswer("md-eval divides by zero: the collar leaves nothing to score")
    done.check_returncode()
    printed = done.stdout
    names = dict(zip(_TIMES, ("SCORED", "MISSED", "FALARM"), strict=False)) | {"confused": "SPEAKER ERROR"}
    matches = {name: re.search(rf"{title}( SPEAKER)? TIME =\s*([\d.]+)", printed) for name, title in names.items()}
    speaker = re.search(r"SCORED SPEAKER TIME =\s*([\d.]+)", printed)
    numbers = {name: float(match[2]) for name, match in matches.items() if match}
    return numbers | ({"total": float(speaker[1])} if speaker else {})


def _pyannote(ref: Rows, hyp: Rows, case: Case, _: Path) -> Numbers:
    from pyannote.core import Annotation, Segment
    from pyannote.metrics.diarization import DiarizationErrorRate

    sides = []
    for rows in (ref, hyp):
        side = Annotation(uri="f")
        for number, (name, start, end) in enumerate(rows):
            side[Segment(start, end), number] = name
        sides.append(side)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        details = DiarizationErrorRate(collar=2 * case.fact("collar"))(*sides, detailed=True)
    return dict(
        zip(_TIMES, (details[name] for name in ("total", "missed detection", "false alarm", "confusion")), strict=True)
    )


def _spy_der(ref: Rows, hyp: Rows, case: Case, _: Path) -> Numbers:
    import spyder

    rates = spyder.DER(ref, hyp, collar=case.fact("collar"))
    total = rates.duration
    parts = (total, rates.miss * total, rates.falarm * total, rates.conf * total)
    return dict(zip(_TIMES, parts, strict=True))


def _sed_eval(ref: Rows, hyp: Rows, case: Case, _: Path) -> Numbers:
    import sed_eval
    from dcase_util.containers import MetaDataContainer

    names = sorted({row[0] for row in ref + hyp})
    sides = [
        MetaDataContainer([{"event_label": v, "onset": s, "offset": e, "file": "f"} for v, s, e in rows])
        for rows in (ref, hyp)
    ]
    if "sound-segments" in case.commands[0].words:
        metric = sed_eval.sound_event.SegmentBasedMetrics(event_label_list=names, time_resolution=1.0)
    else:
        if any(_on_the_collar(first, two) for first in ref for two in hyp):
            raise _NoAnswer("sed_eval: times that are exactly the collar apart, which depend on the last digit")
        metric = sed_eval.sound_event.EventBasedMetrics(event_label_list=names, t_collar=0.2, percentage_of_length=0.5)
    metric.evaluate(*sides)
    both = metric.overall_f_measure(), metric.overall_error_rate()
    return {"f1": both[0]["f_measure"], "error_rate": both[1]["error_rate"]}


def _on_the_collar(ref: tuple[str, float, float], hyp: tuple[str, float, float]) -> bool:
    """Whether begins or ends are as far apart as they may be, but for rounding."""
    starts, ends = abs(ref[1] - hyp[1]), abs(ref[2] - hyp[2])
    return isclose(starts, 0.2, abs_tol=1e-9) or isclose(ends, max(0.2, 0.5 * (ref[2] - ref[1])), abs_tol=1e-9)


_HAND: Mapping[str, Callable[[Rows, Rows, Case], Numbers]] = {
    "diarisation": _diarised,
    "classes": _classes,
    "sound-segments": _sounds,
}
_REFEREES: Mapping[str, tuple[Callable[[Rows, Rows, Case, Path], Numbers], float]] = {
    "md-eval": (_md_eval, 0.0051),
    "pyannote": (_pyannote, 1e-6),
    "spy-der": (_spy_der, 1e-3),
    "sed_eval": (_sed_eval, 1e-6),
}
_JOBS = [(measure, "hand") for measure in _HAND for _ in range(5)]
_JOBS += [("diarisation", name) for name in ("md-eval", "pyannote", "spy-der") for _ in range(2)]
_JOBS += [("sound-segments", "sed_eval"), ("sound-events", "sed_eval")]


# --- the check ----------------------------------------------------------------------------------------


def absent() -> dict[str, str]:
    """The other programs that are not installed, each with the reason."""
    absent = {}
    if not sctk.program("md-eval.pl").is_file():
        absent["md-eval"] = f"there is no {sctk.program('md-eval.pl')}"
    for name, module in (("pyannote", "pyannote.metrics.diarization"), ("spy-der", "spyder"), ("sed_eval", "sed_eval")):
        try:
            __import__(module)
        except ImportError as error:
            absent[name] = str(error)
    return absent


def lacks() -> str:
    """Loads what is needed, before memory is watched."""
    from scorelite.scoring.cli import segments  # noqa: F401
    from scorelite.scoring.segments import api  # noqa: F401

    absent()
    return ""


def check(case: Case, where: Path) -> Verdict:
    """Numbers of the command beside those of the referee; without the referee, those that are counted by hand."""
    outcome = run_ours(case, case.commands[0], where)
    if isinstance(outcome.code, str):
        return different(f"exception: {outcome.code}", outcome.err.decode("utf-8", "backslashreplace"))
    ref, hyp = rows_of(case.file(_REF)), rows_of(case.file(_HYP))
    if not ref or not hyp:
        return IDENTICAL  # a smaller case that says nothing
    nothing = outcome.code == 2 and b"nothing was scored" in outcome.err  # then the referee has zeros alone
    if outcome.code and not nothing:
        return different(f"exit code {outcome.code}", outcome.err.decode("utf-8", "backslashreplace"))
    measure, referee = case.commands[0].groups[1][1], case.fact("referee")
    if referee == "hand":
        expected, tolerance = _HAND[measure](ref, hyp, case), 1e-9
    elif referee in absent():
        return explained(f"{referee} is not installed")
    else:
        count, tolerance = _REFEREES[referee]
        try:
            with folder_of(case, where, "theirs") as folder:
                expected = count(ref, hyp, case, folder)
        except _NoAnswer as error:
            return explained(str(error))
    total = dict.fromkeys(expected, 0.0) if nothing else json.loads(outcome.out)["total"]
    return _verdict(f"{measure} by {referee}", expected, total, tolerance)


def _verdict(title: str, expected: Numbers, total: Mapping[str, Any], tolerance: float) -> Verdict:
    wrong = [
        f"{name}: expected {value}, ours {total[name]}"
        for name, value in expected.items()
        if not isclose(value, total[name] or 0.0, rel_tol=1e-9, abs_tol=tolerance)
    ]
    return different(f"{title}: {wrong[0].partition(':')[0]} differs", "\n".join(wrong)) if wrong else IDENTICAL


KIND = Kind("segments", "labels with times, by hand and by other programs", 5, make, check, lacks, (b"\n",))
