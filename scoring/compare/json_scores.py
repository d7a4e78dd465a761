"""Scores of scorelite: the JSON of words, of meetings and of who speaks when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from shlex import quote
from typing import Any

from ...formats.errors import UsageError, Where, fail, short
from ...formats.values import replace
from ..common.counts import Counts
from ..common.tie_policy import policy_of
from ..meetings.measures import measure_of
from ..words.notices.paired import joined_in
from ..words.saved import result_of_rows, totals_of
from .alignments import Listed, Step
from .results import Blocks, compared_settings, of_result
from .scores import MILLISECOND, SAVED, Scores, total

_EXPECTED = "what scorelite score --json writes"


DIARISATION = "diarisation"


def read_json(name: str, text: str) -> Scores:
    """The scores of a result of scorelite in JSON."""
    try:
        result = result_of_rows(text, name)
        if result is not None:
            return replace(of_result(result, name), kind=SAVED)
        return _of_value(name, json.loads(text))
    except json.JSONDecodeError as error:
        fail(Where(name, error.lineno, error.colno), f"not JSON: {error.msg}", _EXPECTED)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{name}: not a JSON result of scorelite: {_told(error)}; expected {_EXPECTED}") from None


def _of_value(name: str, value: Any) -> Scores:
    """The scores of words, of meetings or of who speaks when, by the members that they have."""
    if isinstance(value, list) and not all(isinstance(each, dict) and "signature" in each for each in value):
        raise UsageError(f"{name}: no JSON result of scorelite; expected {_EXPECTED}")
    if isinstance(value, list) or "measures" in value:
        raise UsageError(
            f"{name}: results of several measures; expected the result of one: measure='cp' (--measure cp)"
        )
    if "|kws:" in str(value.get("signature", "")):
        raise UsageError(
            f"{name}: scores of keywords; expected scores of words, of meetings or of who speaks when; "
            f"`scorelite compare {quote(name)} B.json` compares two of keywords"
        )
    if "sessions" in value:
        return _meetings(name, value)
    if "measure" in value:
        return scores_of_turns(name, value, "scorelite's JSON of segments")
    return _words(name, value)


def _words(name: str, value: Any) -> Scores:
    """The scores of words, with those of utterances where they are listed."""
    counts = _json_counts(value)
    scores = Scores(
        name,
        SAVED,
        _policy(name, str(value["settings"]["policy"])),
        counts=counts,
        raw=_json_counts(value["without_normalisation"]) if "without_normalisation" in value else None,
        words=counts.reference,
        sentences=_count(value, "sentences"),
        wrong=_count(value, "sentence_errors"),
        counted=str(value["settings"].get("unit", "")),
        settings=compared_settings(_signed(value)),
    )
    if "utterances" not in value:
        return scores
    listed = {str(utterance["id"]): utterance for utterance in value["utterances"]}
    if len(listed) != len(value["utterances"]):
        raise UsageError(f"{name}: two utterances have the same id")
    utterances = {key: _json_counts(utterance) for key, utterance in listed.items()}
    if total(utterances.values()) != counts:
        raise UsageError(f"{name}: the counts of the utterances do not add up to the total")
    alignments = {key: utterance["alignment"] for key, utterance in listed.items()}
    for key, taken in alignments.items():
        _check_steps(taken, utterances[key])
    texts = {key: text for key, utterance in listed.items() if isinstance(text := utterance.get("ref"), str)}
    return replace(
        scores,
        utterances=utterances,
        steps=Listed(alignments, _steps_of_json),
        references=texts if 0 < len(texts) == len(utterances) else None,
        blocks=Blocks(totals_of(value)) if "metadata" in value else scores.blocks,
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
