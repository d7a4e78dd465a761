"""Keyword spotting beside a count by hand: every way to pair detections with occurrences is tried."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.run import run_ours

# The exit code where no keyword was said.
_NOTHING = 2
_FILES = (("--ecf", "ecf.xml"), ("--rttm", "ref.rttm"), ("--kwlist", "kwlist.xml"), ("--kwslist", "kwslist.xml"))
_GAP, _TOLERANCE, _COST, _PRIOR = 0.5, 0.5, 0.1, 0.0001
_SECONDS = 100


# --- the files ----------------------------------------------------------------------------------------


def make(chance: Random) -> Case:
    """A few words, keywords among them, and detections near and far."""
    words = ["ba", "ko", "ti", "mu"][: chance.choice((2, 3, 4))]
    files = ["x", "y", "z"][: chance.randint(1, 3)]
    spoken = {
        (name, speaker): _speech(chance, words) for name in files for speaker in ("s", "t")[: chance.randint(1, 2)]
    }
    rttm = sorted(
        (name, start, speaker, length, word) for (name, speaker), rows in spoken.items() for start, length, word in rows
    )
    lines = [
        f"LEXEME {name} 1 {start:.2f} {length:.2f} {word} {_subtype(chance)} {speaker} <NA>"
        for name, start, speaker, length, word in rttm
    ]
    terms = sorted(
        {" ".join(chance.choices(words, k=chance.choice((1, 1, 2, 3)))) for _ in range(chance.randint(1, 5))}
    )
    scores = iter(chance.sample(range(1, 999), 200))
    listed = [
        _detected(chance, f"K{place}", files, spoken, scores) for place in range(len(terms)) if chance.random() < 0.9
    ]
    contents = {
        "ecf.xml": [
            '<ecf source_signal_duration="1" language="l" version="1">',
            *(
                f'<excerpt audio_filename="{name}.sph" channel="1" tbeg="0" dur="{_SECONDS}" source_type="cts"/>'
                for name in files
            ),
            "</ecf>",
        ],
        "ref.rttm": lines,
        "kwlist.xml": [
            '<kwlist ecf_filename="e" language="l" encoding="UTF-8" compareNormalize="lowercase" version="1">',
            *(f'<kw kwid="K{place}"><kwtext>{term}</kwtext></kw>' for place, term in enumerate(terms)),
            "</kwlist>",
        ],
        "kwslist.xml": [
            '<kwslist kwlist_filename="k" language="l" system_id="s">',
            *(line for part in listed for line in part),
            "</kwslist>",
        ],
    }
    options = [
        option
        for option in (
            ("--gap", str(chance.choice((0, 0.25, 1)))),
            ("--tolerance", str(chance.choice((0, 0.25, 1)))),
            ("--cost", "0.2"),
            ("--prior", "0.001"),
            ("--trials-per-second", "2"),
            ("--include-empty",),
        )
        if chance.random() < 0.2
    ]
    command = Command("scorelite", (("kws",), *_FILES, ("--json", "--keywords"), *options))
    return Case(tuple((name, "\n".join(text).encode() + b"\n") for name, text in contents.items()), (command,))


def _speech(chance: Random, words: Sequence[str]) -> list[tuple[float, float, str]]:
    spoken, at = [], chance.choice((0.0, 0.25))
    for _ in range(chance.choice((0, 3, 8, 15))):
        length = chance.choice((0.25, 0.3, 0.5))
        spoken.append((at, length, chance.choice(words)))
        at += length + chance.choice((0, 0, 0.25, 0.5, 0.51, 2))
    return spoken


def _subtype(chance: Random) -> str:
    return chance.choice(("lex", "lex", "lex", "lex", "lex", "fp", "frag"))


def _detected(chance: Random, keyword: str, files: Sequence[str], spoken: Any, scores: Iterator[int]) -> list[str]:
    starts = [(name, start) for (name, _), rows in spoken.items() for start, _, _ in rows] or [(files[0], 1.0)]
    detected = [f'<detected_kwlist kwid="{keyword}" search_time="1" oov_count="0">']
    for _ in range(chance.choice((0, 1, 2, 4, 6))):
        name, start = chance.choice(starts)
        at = max(0.0, start + chance.choice((0, 0.1, -0.1, 0.25, -0.5, 0.75)))
        score = next(scores)
        decision = "YES" if score > 500 else "NO"
        detected.append(
            f'<kw file="{name}" channel="1" tbeg="{at:.2f}" dur="{chance.choice((0.2, 0.5, 0.9)):.2f}" '
            f'score="0.{score:03d}" decision="{decision}"/>'
        )
    return [*detected, "</detected_kwlist>"]


# --- the count by hand --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Detection:
    name: str
    start: float
    length: float
    score: float
    accepted: bool


@dataclass(slots=True)
class _Trials:
    """The outcome for one keyword: scores and decisions of hits and false ones, and how many were not found at all."""

    omitted: int = 0
    targets: list[_Detection] = field(default_factory=list)
    others: list[_Detection] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How often the keyword was said."""
        return self.omitted + len(self.targets)


class _Tie(Exception):
    """Two pairings are equally good, and differ in what they say of detections."""


class _Hand:
    """The count of one case."""

    def __init__(self, case: Case) -> None:
        options = dict(zip(case.commands[0].words, [*case.commands[0].words[1:], ""], strict=True))
        self.gap = float(options.get("--gap", _GAP))
        self.tolerance = float(options.get("--tolerance", _TOLERANCE))
        self.beta = float(options.get("--cost", _COST)) * (1 / float(options.get("--prior", _PRIOR)) - 1)
        self.with_empty = "--include-empty" in options
        self.names = set(re.findall(r'filename="(\w+)\.sph"', case.file("ecf.xml").decode()))
        self.total = round(_SECONDS * len(self.names) * float(options.get("--trials-per-second", 1)))
        self.words = _lexemes(case.file("ref.rttm").decode())
        self.terms = re.findall(r'kwid="(\w+)"><kwtext>([^<]*)', case.file("kwlist.xml").decode())
        self.detected = _detections(case.file("kwslist.xml").decode())
        self.trials = {keyword: self._trials(keyword, text) for keyword, text in self.terms}

    def _trials(self, keyword: str, text: str) -> _Trials:
        trials = _Trials()
        spoken = self._occurrences(text.lower().split())
        detections = self.detected.get(keyword, [])
        for name in {*spoken, *(detection.name for detection in detections)} & self.names:
            here = [detection for detection in detections if detection.name == name]
            paired = self._paired(spoken.get(name, []), here)
            trials.omitted += len(spoken.get(name, [])) - len(paired)
            trials.targets += [here[place] for place in sorted(paired)]
            trials.others += [detection for place, detection in enumerate(here) if place not in paired]
        return trials

    def _occurrences(self, wanted: list[str]) -> dict[str, list[tuple[float, float]]]:
        spoken: dict[str, list[tuple[float, float]]] = {}
        for (name, _), rows in self.words.items():
            for place in range(len(rows) - len(wanted) + 1):
                part = rows[place : place + len(wanted)]
                silences = [round(after[0] - before[1], 4) for before, after in pairwise(part)]
                if (
                    part[0][3] not in ("fp", "frag")
                    and [row[2].lower() for row in part] == wanted
                    and all(silence <= self.gap for silence in silences)
                ):
                    spoken.setdefault(name, []).append((part[0][0], part[-1][1]))
        return spoken

    def _paired(self, spoken: list[tuple[float, float]], detections: list[_Detection]) -> set[int]:
        """Which detections are paired: as many as can be, then those of the highest sum."""
        if not spoken or not detections:
            return set()
        scores = [detection.score for detection in detections]
        spread = max(max(scores) - min(scores), 1e-5)

        def worth(ref: tuple[float, float], detection: _Detection) -> float | None:
            middle = detection.start + detection.length / 2
            if not ref[0] - self.tolerance <= middle <= ref[1] + self.tolerance:
                return None
            shared = (min(ref[1], detection.start + detection.length) - max(ref[0], detection.start)) / max(
                ref[1] - ref[0], 1e-5
            )
            return 1 + 1e-8 * shared + 1e-6 * (detection.score - min(scores)) / spread

        table = [[worth(ref, detection) for detection in detections] for ref in spoken]
        ways = list(_ways(table, 0, frozenset()))
        most = max(len(chosen) for chosen, _ in ways)
        best = max(total for chosen, total in ways if len(chosen) == most)
        good = {chosen for chosen, total in ways if len(chosen) == most and total > best - 1e-10}
        if len(good) > 1:
            raise _Tie
        return set(next(iter(good)))

    def numbers(self) -> dict[str, float | None]:
        """Counts and values over all keywords, under the names of the JSON."""
        used = {keyword: trials for keyword, trials in self.trials.items() if trials.count}
        averaged = self.trials if self.with_empty else used
        if not used:
            return {} if self.with_empty else {"atwv": None, "mtwv": None, "otwv": None, "stwv": None, "map": None}
        thresholds = sorted({trial.score for trials in used.values() for trial in trials.targets + trials.others})

        def value(threshold: float | None) -> float:
            miss = _mean([self.miss(trials, threshold) for trials in used.values()])
            return 1 - miss - self.beta * _mean([self.alarm(trials, threshold) for trials in averaged.values()])

        def best(trials: _Trials) -> float:
            return max(
                1 - self.miss(trials, threshold) - self.beta * self.alarm(trials, threshold) for threshold in thresholds
            )

        numbers: dict[str, float | None] = {
            "targets": sum(trials.count for trials in used.values()),
            "hits": sum(target.accepted for trials in used.values() for target in trials.targets),
            "false_alarms": sum(other.accepted for trials in averaged.values() for other in trials.others),
            "atwv": value(None),
        }
        if not self.with_empty:
            numbers["map"] = _mean([_precision(trials) for trials in used.values()])
        if thresholds:
            numbers["stwv"] = 1 - _mean([trials.omitted / trials.count for trials in used.values()])
        if thresholds and not self.with_empty:
            numbers |= {"mtwv": max(map(value, thresholds)), "otwv": _mean([best(trials) for trials in used.values()])}
        return numbers

    def miss(self, trials: _Trials, threshold: float | None) -> float:
        """The rate of misses of a keyword, at the system's decisions or at a threshold."""
        return 1 - sum(_taken(target, threshold) for target in trials.targets) / trials.count

    def alarm(self, trials: _Trials, threshold: float | None) -> float:
        """The rate of false alarms, likewise."""
        return sum(_taken(other, threshold) for other in trials.others) / (self.total - trials.count)


def _taken(detection: _Detection, threshold: float | None) -> bool:
    return detection.accepted if threshold is None else detection.score >= threshold


def _precision(trials: _Trials) -> float:
    ranked = sorted(
        [(-target.score, True) for target in trials.targets] + [(-other.score, False) for other in trials.others]
    )
    right = [place for place, (_, is_target) in enumerate(ranked, 1) if is_target]
    return sum(number / place for number, place in enumerate(right, 1)) / trials.count


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _ways(table: list[list[float | None]], row: int, taken: frozenset[int]) -> Iterator[tuple[frozenset[int], float]]:
    """All ways to pair the rows from one on with columns that are free."""
    if row == len(table):
        yield taken, 0.0
        return
    yield from _ways(table, row + 1, taken)
    for column, worth in enumerate(table[row]):
        if worth is not None and column not in taken:
            for chosen, total in _ways(table, row + 1, taken | {column}):
                yield chosen, total + worth


def _lexemes(text: str) -> dict[tuple[str, str], list[tuple[float, float, str, str]]]:
    """Begin, end, word and subtype by recording and speaker, in the order of time."""
    lexemes: dict[tuple[str, str], list[tuple[float, float, str, str]]] = {}
    for line in text.splitlines():
        _, name, _, start, length, word, subtype, speaker, _ = line.split()
        end = round(float(start) + float(length), 4)
        lexemes.setdefault((name, speaker), []).append((float(start), end, word, subtype))
    for rows in lexemes.values():
        rows.sort(key=lambda row: row[0])
    return lexemes


def _detections(text: str) -> dict[str, list[_Detection]]:
    detections: dict[str, list[_Detection]] = {}
    for keyword, part in re.findall(r'<detected_kwlist kwid="(\w+)".*?>(.*?)</detected_kwlist>', text, re.S):
        rows = re.findall(r'file="(\w+)" channel="1" tbeg="(.*?)" dur="(.*?)" score="(.*?)" decision="(\w+)"', part)
        detections[keyword] = [
            _Detection(name, float(start), float(length), float(score), decision == "YES")
            for name, start, length, score, decision in rows
        ]
    return detections


# --- the check ----------------------------------------------------------------------------------------


def lacks() -> str:
    """Loads what is needed, before memory is watched."""
    from scorelite.scoring.cli import kws  # noqa: F401

    return ""


def check(case: Case, where: Path) -> Verdict:
    """Counts and values of the command beside those counted by hand."""
    outcome = run_ours(case, case.commands[0], where)
    if isinstance(outcome.code, str):
        return different(f"exception: {outcome.code}", outcome.err.decode("utf-8", "backslashreplace"))
    try:
        hand = _Hand(case)
        expected = hand.numbers()
    except _Tie:
        return explained("two pairings are equally good")
    except ValueError:
        return IDENTICAL  # a smaller case that says nothing
    if outcome.err.startswith(b"usage:"):
        return IDENTICAL  # a smaller case that says nothing
    if not hand.with_empty and not any(trials.count for trials in hand.trials.values()):
        refused = outcome.code == _NOTHING and b"nothing was scored" in outcome.err
        return IDENTICAL if refused else different("a run without targets is no error")
    if outcome.code != 0:
        return different(f"exit code {outcome.code}", outcome.err.decode("utf-8", "backslashreplace"))
    document = json.loads(outcome.out)
    wrong = [
        f"{name}: by hand {value}, ours {document.get(name)}"
        for name, value in expected.items()
        if not _same(value, document.get(name))
    ]
    rows = {row["id"]: row for row in document["keywords"]}
    for keyword, trials in hand.trials.items():
        counts = {
            "targets": trials.count,
            "hits": sum(target.accepted for target in trials.targets),
            "false_alarms": sum(other.accepted for other in trials.others),
        }
        ours = {name: rows.get(keyword, {}).get(name, 0) for name in counts}
        if counts != ours:
            wrong.append(f"{keyword}: by hand {counts}, ours {ours}")
    return different(f"{wrong[0].partition(':')[0]} differs", "\n".join(wrong)) if wrong else IDENTICAL


def _same(first: float | None, other: float | None) -> bool:
    if first is None or other is None:
        return first is other
    return isclose(first, other, rel_tol=1e-9, abs_tol=1e-9)


KIND = Kind("kws", "keyword spotting counted by hand, every pairing tried", 5, make, check, lacks, (b"\n",))
