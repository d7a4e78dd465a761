"""Readers of scores: files and folders of Kaldi's scoring, reports of sclite, results of scorelite."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from ...formats.errors import UsageError, Where, fail, quantity, short
from ...formats.kaldi_per_utt import KINDS, entries
from ...formats.source import Source
from ...formats.values import replace
from ..common.counts import Counts
from ..common.perl_number import perl_number
from ..common.tie_policy import KALDI_ALIGN, KALDI_WER, SCLITE, policy_of
from ..meetings.measures import measure_of
from ..words.notices.paired import joined_in
from ..words.saved import result_of_rows, totals_of
from .alignments import Alignments, Listed, Step, WordPair
from .results import Blocks, compared_settings, of_result
from .scores import MILLISECOND, NOTHING, SAVED, Scores, counts_of_steps, total

_WER = re.compile(
    r"%WER (\S+) \[ ([0-9]{1,18}) / ([0-9]{1,18}), +([0-9]{1,18}) ins, ([0-9]{1,18}) del, ([0-9]{1,18}) sub \]",
)
_OF_SPEECHBRAIN = re.compile(r"%WER .*\n%SER .*\nScored .*\n=+\n")
_SER = re.compile(r"%SER \S+ \[ ([0-9]{1,18}) / ([0-9]{1,18}) \]")
_INTERVAL = re.compile(r"Set1: %WER (\S+) 95% Conf Interval \[ (\S+), (\S+) \]")
_ROW = re.compile(r"\|(?P<name>[^|]*)\|\s*(?P<snt>[0-9]{1,18})\s+(?P<wrd>[0-9]{1,18})\s*\|(?P<rest>[^|]*)\|")
_COUNT = re.compile(r"[0-9]{1,18}")
_PERCENTAGE = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,18})?")
_SPEAKER = re.compile(r"^(.*?) +raw +([0-9]{1,18}(?: +[0-9]{1,18}){7})$", re.MULTILINE)
_OPS = re.compile(r"^(correct|insertion|deletion|substitution) +(\S+) +(\S+) +([0-9]{1,18})$")
_PATH = re.compile(r'<PATH id="\(?(.*?)\)?" word_cnt="([0-9]{1,18})"')
_WORD = re.compile(r'([CSDI]),("(?:.*?)"|),("(?:.*?)"|)(?=,|:[CSDI],|$)(?:,[^:]*)?(?::(?=[CSDI],)|$)')
_COUNTED = re.compile(r"^(Percent [A-Za-z ]+|Ref\. words|Hyp\. words)\s*=.*\(\s*([0-9]{1,18})\)", re.MULTILINE)

_SUMMARY = re.compile(r"(?:(?:PASS|FAIL): .*\n)?ref  .*\nhyp  ")

_EXPECTED = "what scorelite score --json writes"
_ROUNDING = 0.011
DIARISATION = "diarisation"

Reader = Callable[[str, str], Scores]


def read(path: str | os.PathLike[str]) -> Scores:
    """Reads a file of scores, or a folder of Kaldi's scoring; the kind is detected by content."""
    name = os.fspath(path)
    if os.path.isdir(name):
        return _folder(Path(name))
    text = Source(name, errors="surrogateescape").text
    for looks_like, reader in _READERS:
        if looks_like(text):
            return reader(name, text)
    if _SUMMARY.match(text):
        raise UsageError(f"{name}: a summary for people; expected what scorelite score --json -o FILE writes")
    raise UsageError(
        f"{name}: unknown kind of scores; expected a file or folder of Kaldi's scoring (wer_*, best_wer, "
        "per_utt, per_spk, ops, wer_bootci), a report of sclite (sys, raw, dtl, sgml) or a JSON result of scorelite; "
        "transcripts are compared with ref=FILE (--ref FILE), or scored first: "
        "`scorelite score REF HYP --json -o FILE`"
    )


def _broken(name: str, number: int, line: str, expected: str) -> NoReturn:
    raise UsageError(f"{name}:{number}: {line!r}; expected {expected}")


# --------------------------------------------------------------------------------------------------------------- Kaldi


def _wer(name: str, text: str) -> Scores:
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


def _bootci(name: str, text: str) -> Scores:
    match = _INTERVAL.search(text)
    assert match is not None
    mean, low, high = (perl_number(value) for value in match.groups())
    return Scores(name, "Kaldi's wer_bootci", KALDI_WER.name, interval=(mean, low, high))


def _per_utt(name: str, text: str) -> Scores:
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
    return _of_utterances(name, "Kaldi's per_utt", KALDI_ALIGN.name, utterances, whole)


def _steps_of_lines(lines: Any) -> list[Step]:
    """Steps of an utterance of per_utt."""
    return [
        (op, None if op == "I" else ref, None if op == "D" else hyp)
        for ref, hyp, op in zip(*map(str.split, lines), strict=True)
    ]


def _of_utterances(
    name: str, kind: str, policy: str, utterances: Mapping[str, Counts], steps: Alignments | None
) -> Scores:
    counts = total(utterances.values())
    return Scores(
        name,
        kind,
        policy,
        counts=counts,
        words=counts.reference,
        sentences=len(utterances),
        wrong=sum(counts.errors > 0 for counts in utterances.values()),
        utterances=utterances,
        steps=steps,
    )


def _per_spk(name: str, text: str) -> Scores:
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


def _ops(name: str, text: str) -> Scores:
    pairs: dict[WordPair, int] = {}
    for place, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        match = _OPS.match(line)
        if match is None:
            _broken(name, place, line, "kind, two words and a count")
        kind, ref, hyp, count = match.groups()
        pairs[None if kind == "insertion" else ref, None if kind == "deletion" else hyp] = int(count)
    return Scores(name, "Kaldi's ops", KALDI_ALIGN.name, word_pairs=pairs)


def _folder(folder: Path) -> Scores:
    """Scores of a decoding folder, its scoring_kaldi or its wer_details: the best rate, with details if present."""
    files = [path for path in sorted(folder.glob("wer_*")) if path.is_file() and path.name != "wer_bootci"]
    places = [folder / "scoring_kaldi", folder]
    if folder.name == "wer_details":
        places.append(folder.parent)
    candidates = [place / "best_wer" for place in places if (place / "best_wer").is_file()]
    rated = [read(path) for path in files]
    best = min(rated, key=lambda scores: _rate(scores.rate)) if rated else read(candidates[0]) if candidates else None
    details = next(
        (
            path
            for path in (folder / "scoring_kaldi" / "wer_details", folder / "wer_details", folder)
            if (path / "per_utt").is_file()
        ),
        None,
    )
    detail = read(details / "per_utt") if details else None
    interval = read(details / "wer_bootci") if details and (details / "wer_bootci").is_file() else None
    if best is None and detail is None:
        tables = sorted(path.name for path in folder.iterdir() if path.suffix in (".jsonl", ".csv", ".tsv"))
        if tables:
            raise UsageError(f"{folder}: a folder with tables; expected one of them, such as {folder / tables[0]}")
        raise UsageError(f"{folder}: not a scoring folder of Kaldi; expected wer_*, best_wer or per_utt in it")
    chosen = best or detail
    assert chosen is not None
    return Scores(
        str(folder),
        f"Kaldi's folder, {chosen.name}" if best else "Kaldi's wer_details",
        chosen.policy,
        counts=chosen.counts,
        rate=chosen.rate,
        words=chosen.words,
        sentences=chosen.sentences,
        wrong=chosen.wrong,
        interval=interval.interval if interval else None,
        detail_policy=KALDI_ALIGN.name,
        utterances=detail.utterances if detail else None,
        steps=detail.steps if detail else None,
    )


def _rate(rate: float | None) -> float:
    return float("inf") if rate is None or rate != rate else rate


# -------------------------------------------------------------------------------------------------------------- sclite


def _rows(path: str, text: str, label: str) -> tuple[dict[str, re.Match[str]], re.Match[str]]:
    """Rows of the first table of a summary, and the row of its sum."""
    speakers: dict[str, re.Match[str]] = {}
    for match in _ROW.finditer(text):
        name = match["name"].strip()
        if name == label:
            return speakers, match
        speakers[name] = match
    raise UsageError(f"{path}: no row {label!r} with two counts and a third column in this report of sclite")


def _sys(name: str, text: str) -> Scores:
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


def _raw(name: str, text: str) -> Scores:
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


def _dtl(name: str, text: str) -> Scores:
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


def _sgml(name: str, text: str) -> Scores:
    steps: dict[str, list[Step]] = {}
    if not text.rstrip().endswith("</SYSTEM>"):
        raise UsageError(f"{name}: no </SYSTEM> at the end: this sgml report is truncated")
    lines = text.split("\n")
    for place, line in enumerate(lines):
        match = _PATH.search(line)
        if match is None:
            continue
        body = lines[place + 1] if int(match.group(2)) else ""
        words = _WORD.findall(body)
        if len(words) != int(match.group(2)):
            _broken(name, place + 2, body, quantity(int(match.group(2)), "word"))
        steps[match.group(1)] = [(op, _quoted(ref), _quoted(hyp)) for op, ref, hyp in words]
    utterances = {key: counts_of_steps(taken) for key, taken in steps.items()}
    return _of_utterances(name, "sclite's sgml", SCLITE.name, utterances, Listed(steps, _as_they_are))


def _as_they_are(taken: Any) -> list[Step]:
    return list(taken)


def _quoted(word: str) -> str | None:
    return word[1:-1].replace("\\;", ";") if word else None


# ----------------------------------------------------------------------------------------------------------- scorelite


def _json(name: str, text: str) -> Scores:
    try:
        result = result_of_rows(text, name)
        if result is not None:
            return replace(of_result(result, name), kind=SAVED)
        value = json.loads(text)
        if isinstance(value, list) or "measures" in value:
            raise UsageError(f"{name}: results of several measures; expected the result of one")
        if "sessions" in value:
            return _meetings(name, value)
        if "measure" in value:
            return scores_of_turns(name, value, "scorelite's JSON of segments")
        counts = _json_counts(value)
        raw = _json_counts(value["without_normalisation"]) if "without_normalisation" in value else None
        policy = _policy(name, str(value["settings"]["policy"]))
        utterances = steps = None
        blocks = NOTHING
        if "utterances" in value:
            utterances = {str(utterance["id"]): _json_counts(utterance) for utterance in value["utterances"]}
            listed = {str(utterance["id"]): utterance["alignment"] for utterance in value["utterances"]}
            if len(listed) != len(value["utterances"]):
                raise UsageError(f"{name}: two utterances have the same id")
            if total(utterances.values()) != counts:
                raise UsageError(f"{name}: the counts of the utterances do not add up to the total")
            for key, taken in listed.items():
                _check_steps(taken, utterances[key])
            steps = Listed(listed, _steps_of_json)
            if "metadata" in value:
                blocks = Blocks(totals_of(value))
        sentences, wrong = _count(value, "sentences"), _count(value, "sentence_errors")
        counted, settings = str(value["settings"].get("unit", "")), compared_settings(_signed(value))
    except json.JSONDecodeError as error:
        fail(Where(name, error.lineno, error.colno), f"not JSON: {error.msg}", _EXPECTED)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{name}: not a JSON result of scorelite: {_told(error)}; expected {_EXPECTED}") from None
    return Scores(
        name,
        SAVED,
        policy,
        counts=counts,
        raw=raw,
        words=counts.reference,
        sentences=sentences,
        wrong=wrong,
        utterances=utterances,
        steps=steps,
        blocks=blocks,
        counted=counted,
        settings=settings,
    )


def _told(error: Exception) -> str:
    """The fault of a value of JSON: a name that is not there, a number, or the kinds of values."""
    if isinstance(error, KeyError):
        return f"it has no {short(str(error.args[0]))!r}"
    return str(error) if isinstance(error, ValueError) else "it has values of other kinds"


def _signed(value: Any) -> Iterator[str]:
    """The parts of a signature without the rules that had no effect."""
    effects = {"missing": ("missing", "extra"), "outside": ("outside",), "overlap": ()}
    for part in str(value.get("signature", "")).split("|"):
        fields = effects.get(part.partition(":")[0])
        if fields is None or any(value.get(field) for field in fields):
            yield part
    yield from joined_in((str(notice["name"]), str(notice["text"])) for notice in value.get("notices", ()))


def _meetings(name: str, value: Any) -> Scores:
    """The scores of meetings: a session is what an utterance is elsewhere."""
    sessions = {str(session["name"]): _json_counts(session) for session in value["sessions"]}
    counts = _json_counts(value["total"])
    if total(sessions.values()) != counts:
        raise UsageError(f"{name}: the counts of the sessions do not add up to the total")
    return Scores(
        name,
        "scorelite's JSON of meetings",
        _policy(name, str(value["policy"])),
        counts=counts,
        words=counts.reference,
        unit="session",
        measure=str(value["signature"]).partition("|")[2],
        title=str(measure_of(str(value["measure"])).title),
        utterances=sessions,
    )


def scores_of_turns(name: str, value: Any, kind: str) -> Scores:
    """The scores of who speaks when, from JSON: a recording for an utterance, a millisecond for a word.

    `kind` says where the JSON is from.
    """
    if value["measure"] != DIARISATION:
        raise UsageError(
            f"{name}: scores of segments by the measure {value['measure']}, whose numbers are not compared; expected "
            "scores of words, of meetings or of the measure diarisation"
        )
    counts = _milliseconds(value["total"])
    return Scores(
        name,
        kind,
        "",
        counts=counts,
        words=counts.reference,
        unit="recording",
        measure=str(value["signature"]).partition("|")[2],
        title="DER",
        utterances={str(recording["name"]): _milliseconds(recording) for recording in value["recordings"]},
        counted=MILLISECOND,
    )


def _milliseconds(value: Any) -> Counts:
    """Seconds of right, confused, missed and false speech as counts of milliseconds."""
    return Counts(*(round(1000 * value[name]) for name in ("correct", "confused", "missed", "false_alarm")))


def _policy(name: str, label: str) -> str:
    try:
        return policy_of(label).label
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def _check_steps(taken: Any, counts: Counts) -> None:
    """Refuses an alignment with unknown operations, other counts, or steps without two words, of which one may lack."""
    letters = [op for op, _, _, *_ in taken]
    if not {type(word) for _, ref, hyp, *_ in taken for word in (ref, hyp)} <= {str, type(None)}:
        raise ValueError("an alignment with steps that are not words")
    numbers = [letters.count(letter) for letter in "CSDI"]
    if sum(numbers) != len(letters) or Counts(*numbers) != counts:
        raise ValueError("an alignment whose steps do not match its counts")


def _steps_of_json(taken: Any) -> list[Step]:
    """Steps of an utterance; times behind the words are left out."""
    return [(op, ref, hyp) for op, ref, hyp, *_ in taken]


def _json_counts(value: Any) -> Counts:
    return Counts(*(_count(value, name) for name in ("correct", "substitutions", "deletions", "insertions")))


def _count(value: Any, name: str) -> int:
    """The number under a name, which is whole and not below 0."""
    found = value[name]
    if type(found) is not int or found < 0:
        raise ValueError(f"{name} is {short(json.dumps(found))}, which is not a count")
    return found


def _has(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda text: compiled.search(text) is not None


_READERS: Iterable[tuple[Callable[[str], bool], Reader]] = (
    (lambda text: text[:4096].lstrip().startswith(("{", "[")), _json),
    (_has(r"\A<SYSTEM title="), _sgml),
    (_has(r"\ADETAILED OVERALL REPORT"), _dtl),
    (_has(r"\A(correct|insertion|deletion|substitution) +\S+ +\S+ +\d+$"), _ops),
    # Large files first: the patterns below are searched in the whole file.
    (_has(r"\A\s*(\S+ (ref|hyp|op) .*\n)*\S+ #csid "), _per_utt),
    (_has(r"^\s*\| *Sum/Avg *\|"), _sys),
    (_has(r"^\s*\| *Sum *\|"), _raw),
    (_has(r"^Set1: %WER \S+ 95% Conf Interval \["), _bootci),
    (_has(r"%WER \S+ \["), _wer),
    (_has(r"^SPEAKER +id "), _per_spk),
    (_has(r"^\S+ #csid "), _per_utt),
)
