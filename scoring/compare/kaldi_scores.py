"""Scores of Kaldi: compute-wer, per_utt, per_spk, ops and wer_bootci."""

from __future__ import annotations

import re
from typing import Any

from ...formats.errors import UsageError, quantity
from ...formats.kaldi_per_utt import KINDS, entries
from ..common.counts import Counts
from ..common.perl_number import perl_number
from ..common.tie_policy import KALDI_ALIGN, KALDI_WER
from .alignments import Listed, Step, WordPair
from .scores import Scores, scores_of_utterances

_WER = re.compile(
    r"%WER (\S+) \[ ([0-9]{1,18}) / ([0-9]{1,18}), +([0-9]{1,18}) ins, ([0-9]{1,18}) del, ([0-9]{1,18}) sub \]",
)


_OF_SPEECHBRAIN = re.compile(r"%WER .*\n%SER .*\nScored .*\n=+\n")


_SER = re.compile(r"%SER \S+ \[ ([0-9]{1,18}) / ([0-9]{1,18}) \]")


_INTERVAL = re.compile(r"Set1: %WER (\S+) 95% Conf Interval \[ (\S+), (\S+) \]")


_SPEAKER = re.compile(r"^(.*?) +raw +([0-9]{1,18}(?: +[0-9]{1,18}){7})$", re.MULTILINE)


_OPS = re.compile(r"^(correct|insertion|deletion|substitution) +(\S+) +(\S+) +([0-9]{1,18})$")


_ROUNDING = 0.011


def read_wer(name: str, text: str) -> Scores:
    """Scores of the three lines of compute-wer, anywhere in a file, or of the line of best_wer."""
    matches = list(_WER.finditer(text))
    of_all = _OF_SPEECHBRAIN.match(text)
    if of_all is not None:
        matches = matches[:1]  # those of utterances follow
    if len(matches) != 1:
        raise UsageError(f"{name}: {quantity(len(matches), 'line')} with %WER and its counts; expected one")
    rate, *numbers = matches[0].groups()
    errors, words, insertions, deletions, substitutions = map(int, numbers)
    if errors != insertions + deletions + substitutions or words < substitutions + deletions:
        raise UsageError(f"{name}: the counts of {matches[0].group()!r} do not add up")
    printed = perl_number(rate)
    # compute-wer and wer_report round differently, so the last digit may differ by one.
    if words and abs(printed - 100 * errors / words) > _ROUNDING:
        found_counts = f"{quantity(errors, 'error')} in {quantity(words, 'word')}"
        raise UsageError(f"{name}: {rate} is not the percentage of {found_counts}")
    counts = Counts(words - substitutions - deletions, substitutions, deletions, insertions)
    ser = _SER.search(text)
    return Scores(
        name,
        "Kaldi's %WER" if of_all is None else "SpeechBrain's %WER",
        KALDI_WER.name,
        counts=counts,
        rate=printed,
        words=words,
        sentences=int(ser.group(2)) if ser else None,
        wrong=int(ser.group(1)) if ser else None,
    )


def read_bootci(name: str, text: str) -> Scores:
    match = _INTERVAL.search(text)
    assert match is not None
    mean, low, high = (perl_number(value) for value in match.groups())
    return Scores(name, "Kaldi's wer_bootci", KALDI_WER.name, interval=(mean, low, high))


def read_per_utt(name: str, text: str) -> Scores:
    utterances: dict[str, Counts] = {}
    steps: dict[str, object] = {}
    for key, (_, lines) in entries(name, text.split("\n")).items():
        numbers = lines.get("#csid", "").split()
        if len(numbers) != 4 or not all(number.isdecimal() for number in numbers):
            raise UsageError(f"{name}: {key} has no #csid line with four counts")
        correct, substitutions, insertions, deletions = map(int, numbers)
        utterances[key] = Counts(correct, substitutions, deletions, insertions)
        words = tuple(lines.get(kind, "").split() for kind in KINDS[:3])
        if not lines.keys() >= {"ref", "hyp", "op"} or len({*map(len, words)}) != 1:
            continue  # lines are missing, or blanks in words make them ambiguous
        if [words[2].count(letter) for letter in "CSID"] != [correct, substitutions, insertions, deletions]:
            raise UsageError(f"{name}: the counts of the #csid line of {key} are not those of its op line")
        steps[key] = tuple(lines[kind] for kind in KINDS[:3])
    whole = Listed(steps, _steps_of_lines) if len(steps) == len(utterances) else None
    return scores_of_utterances(name, "Kaldi's per_utt", KALDI_ALIGN.name, utterances, whole)


def _steps_of_lines(lines: Any) -> list[Step]:
    """Steps of an utterance of per_utt."""
    return [
        (op, None if op == "I" else ref, None if op == "D" else hyp)
        for ref, hyp, op in zip(*map(str.split, lines), strict=True)
    ]


def read_per_spk(name: str, text: str) -> Scores:
    speakers, total, numbers = {}, None, [0] * 8
    for match in _SPEAKER.finditer(text):
        numbers = [int(value) for value in match.group(2).split()]
        _, words, correct, substitutions, insertions, deletions, errors, _ = numbers
        counts = Counts(correct, substitutions, deletions, insertions)
        if (counts.reference, counts.errors) != (words, errors):
            raise UsageError(f"{name}: the counts of {match.group(1)!r} do not add up")
        if match.group(1) == "SUM":
            total = counts
        else:
            speakers[match.group(1)] = counts
    if total is None or total != sum(speakers.values(), Counts()):
        raise UsageError(f"{name}: no row SUM with the sum of all speakers")
    return Scores(
        name,
        "Kaldi's per_spk",
        KALDI_ALIGN.name,
        counts=total,
        words=total.reference,
        sentences=numbers[0],
        wrong=numbers[7],
        speakers=speakers,
    )


def read_ops(name: str, text: str) -> Scores:
    pairs: dict[WordPair, int] = {}
    for place, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        match = _OPS.match(line)
        if match is None:
            raise UsageError(f"{name}:{place}: {line!r}; expected {'kind, two words and a count'}")
        kind, ref, hyp, count = match.groups()
        pairs[None if kind == "insertion" else ref, None if kind == "deletion" else hyp] = int(count)
    return Scores(name, "Kaldi's ops", KALDI_ALIGN.name, word_pairs=pairs)
