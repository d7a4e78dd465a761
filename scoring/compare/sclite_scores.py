"""Scores of sclite: the reports sys, raw, dtl, sgml and pra."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from ...formats.errors import UsageError, quantity
from ...formats.values import replace
from ..common.counts import Counts
from ..common.tie_policy import SCLITE
from .alignments import Alignments, Listed, Step
from .scores import Scores, counts_of_steps, scores_of_utterances

_ROW = re.compile(r"\|(?P<name>[^|]*)\|\s*(?P<snt>[0-9]{1,18})\s+(?P<wrd>[0-9]{1,18})\s*\|(?P<rest>[^|]*)\|")


_COUNT = re.compile(r"[0-9]{1,18}")


_PERCENTAGE = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,18})?")


_PATH = re.compile(r'<PATH id="\(?(.*?)\)?" word_cnt="([0-9]{1,18})"')


_ID = re.compile(r"id: \((.+)\)\s*")


_SCORES = re.compile(r"Scores: \(#C #S #D #I\) ([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9})\s*")


_SPEAKER = re.compile(r'<SPEAKER id="([^"]*)"|Speaker sentences +[0-9]+: +(.*?) +#utts:')


_WORD = re.compile(r'([CSDI]),("(?:.*?)"|),("(?:.*?)"|)(?=,|:[CSDI],|$)(?:,[^:]*)?(?::(?=[CSDI],)|$)')


_COUNTED = re.compile(r"^(Percent [A-Za-z ]+|Ref\. words|Hyp\. words)\s*=.*\(\s*([0-9]{1,18})\)", re.MULTILINE)


def _rows(path: str, text: str, label: str) -> tuple[dict[str, re.Match[str]], re.Match[str]]:
    """Rows of the first table of a summary, and the row of its sum."""
    speakers: dict[str, re.Match[str]] = {}
    for match in _ROW.finditer(text):
        name = match["name"].strip()
        if name == label:
            return speakers, match
        speakers[name] = match
    raise UsageError(f"{path}: no row {label!r} with two counts and a third column in this report of sclite")


def read_sys(name: str, text: str) -> Scores:
    _, total = _rows(name, text, "Sum/Avg")
    words, sentences = int(total["wrd"]), int(total["snt"])
    shares = _shares(name, total)
    return Scores(
        name,
        "sclite's sys",
        SCLITE.name,
        rate=shares["errors"],
        digits=1,
        words=words,
        sentences=sentences,
        shares=shares,
    )


def _shares(name: str, row: re.Match[str]) -> dict[str, float]:
    """The percentages of a row of the sys report by name."""
    values = row["rest"].split()
    if len(values) < 6 or not all(map(_PERCENTAGE.fullmatch, values)):
        raise UsageError(
            f"{name}: the row {row['name'].strip()!r} has {row['rest'].strip()!r}; expected six percentages"
        )
    names = ("correct", "substitutions", "deletions", "insertions", "errors", "sentence errors")
    return dict(zip(names, map(float, values), strict=False))


def read_raw(name: str, text: str) -> Scores:
    rows, total = _rows(name, text, "Sum")
    speakers = {key: _raw_counts(name, match) for key, match in rows.items()}
    counts = _raw_counts(name, total)
    return Scores(
        name,
        "sclite's raw",
        SCLITE.name,
        counts=counts,
        words=counts.reference,
        sentences=int(total["snt"]),
        wrong=int(total["rest"].split()[5]),
        speakers=speakers,
    )


def _raw_counts(name: str, row: re.Match[str]) -> Counts:
    values = row["rest"].split()
    if len(values) < 6 or not all(map(_COUNT.fullmatch, values[:6])):
        raise UsageError(f"{name}: the row {row['name'].strip()!r} has {row['rest'].strip()!r}; expected six counts")
    correct, substitutions, deletions, insertions, errors = map(int, values[:5])
    counts = Counts(correct, substitutions, deletions, insertions)
    if (counts.reference, counts.errors) != (int(row["wrd"]), errors):
        raise UsageError(f"{name}: the counts of {row['name'].strip()!r} do not add up (weighted words?)")
    return counts


def read_dtl(name: str, text: str) -> Scores:
    counted = {match.group(1).strip(): int(match.group(2)) for match in _COUNTED.finditer(text)}
    try:
        counts = Counts(
            *(counted[f"Percent {what}"] for what in ("Correct", "Substitution", "Deletions", "Insertions"))
        )
        words = counted["Ref. words"]
    except KeyError as error:
        raise UsageError(f"{name}: no line {error} in this dtl report") from None
    if counts.reference != words or counts.errors != counted.get("Percent Total Error", counts.errors):
        raise UsageError(f"{name}: the counts of this dtl report do not add up")
    return Scores(name, "sclite's dtl", SCLITE.name, counts=counts, words=words)


def read_sgml(name: str, text: str) -> Scores:
    steps: dict[str, list[Step]] = {}
    speakers: list[str] = []
    speaker = ""
    if not text.rstrip().endswith("</SYSTEM>"):
        raise UsageError(f"{name}: no </SYSTEM> at the end: this sgml report is truncated")
    lines = text.split("\n")
    for place, line in enumerate(lines):
        speaker = _speaker_of(line, speaker)
        match = _PATH.search(line)
        if match is None:
            continue
        speakers.append(speaker)
        body = lines[place + 1] if int(match.group(2)) else ""
        if body in ("C", "S", "D", "I"):  # sclite's nl.sgml has a field a line
            fields = lines[place + 1 : lines.index("</PATH>", place)]
            width = len(fields) // int(match.group(2))
            body = ":".join(",".join(fields[at : at + width]) for at in range(0, len(fields), width))
        words = _WORD.findall(body)
        if len(words) != int(match.group(2)):
            raise UsageError(f"{name}:{place + 2}: {body!r}; expected {quantity(int(match.group(2)), 'word')}")
        steps[match.group(1)] = [(op, _quoted(ref), _quoted(hyp)) for op, ref, hyp in words]
    utterances = {key: counts_of_steps(taken) for key, taken in steps.items()}
    return _by_speaker(name, "sclite's sgml", utterances, speakers, Listed(steps, _as_they_are))


def read_pra(name: str, text: str) -> Scores:
    utterances: dict[str, Counts] = {}
    speakers: list[str] = []
    utterance = speaker = ""
    for line in text.splitlines():
        speaker = _speaker_of(line, speaker)
        if match := _ID.fullmatch(line):
            utterance = match[1]
        elif match := _SCORES.fullmatch(line):
            speakers.append(speaker)
            utterances[utterance] = Counts(*map(int, match.groups()))
    return _by_speaker(name, "sclite's pra", utterances, speakers, None)


def _speaker_of(line: str, speaker: str) -> str:
    """The speaker whose utterances follow a line, which is the one before unless the line names another."""
    match = _SPEAKER.match(line)
    return speaker if match is None else match[1] or match[2]


def _by_speaker(
    name: str, kind: str, utterances: Mapping[str, Counts], speakers: Sequence[str], steps: Alignments | None
) -> Scores:
    """The scores of utterances, which know their speakers."""
    if len(speakers) != len(utterances):
        raise UsageError(f"{name}: two utterances have the same id")
    names = list(dict.fromkeys(speakers))
    places = {speaker: place for place, speaker in enumerate(names)}
    scores = scores_of_utterances(name, kind, SCLITE.name, utterances, steps)
    return replace(scores, blocks={"speaker": (names, array("i", [places[speaker] for speaker in speakers]))})


def _as_they_are(taken: Any) -> list[Step]:
    return list(taken)


def _quoted(word: str) -> str | None:
    return word[1:-1].replace("\\;", ";") if word else None
