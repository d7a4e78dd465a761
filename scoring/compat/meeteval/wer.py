"""The functions of `meeteval.wer`: error rates of one session, and of many, from structures or files."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

from scoring.compat.meeteval.error_rates import (
    CPErrorRate,
    DICPErrorRate,
    ErrorRate,
    MimoErrorRate,
    OrcErrorRate,
    SelfOverlap,
    combine_error_rates,
)
from scoring.compat.meeteval.segments import Segment, by_session, loaded, segments_of, self_overlap
from scoring.meetings.result import MeetingPart, scored
from scoring.meetings.settings import MeetingSettings
from scoring.meetings.sides import Session, Side

__all__ = [
    "CPErrorRate",
    "DICPErrorRate",
    "ErrorRate",
    "MimoErrorRate",
    "OrcErrorRate",
    "SelfOverlap",
    "combine_error_rates",
    "cp_word_error_rate",
    "cp_word_error_rate_multifile",
    "cpwer",
    "greedy_di_cp_word_error_rate",
    "greedy_di_cp_word_error_rate_multifile",
    "greedy_di_tcp_word_error_rate",
    "greedy_di_tcp_word_error_rate_multifile",
    "greedy_dicpwer",
    "greedy_ditcpwer",
    "greedy_orc_word_error_rate",
    "greedy_orc_word_error_rate_multifile",
    "greedy_orcwer",
    "greedy_tcorcwer",
    "greedy_time_constrained_orc_wer",
    "greedy_time_constrained_orc_wer_multifile",
    "mimo_word_error_rate",
    "mimo_word_error_rate_multifile",
    "mimower",
    "orc_word_error_rate",
    "orc_word_error_rate_multifile",
    "orcwer",
    "siso_character_error_rate",
    "siso_word_error_rate",
    "siso_word_error_rate_multifile",
    "sisower",
    "tcmimower",
    "tcorcwer",
    "tcp_word_error_rate_multifile",
    "tcpwer",
    "time_constrained_mimo_word_error_rate",
    "time_constrained_mimo_word_error_rate_multifile",
    "time_constrained_minimum_permutation_word_error_rate",
    "time_constrained_orc_wer",
    "time_constrained_siso_word_error_rate",
    "time_constrained_orc_wer_multifile",
]

Rates: TypeAlias = "dict[Hashable, ErrorRate]"
_SORTS = {True: "checked", False: "kept", "segment": "segment", "word": "word", "segment_if_available": "segment"}
_MOST_EMPTY = 0.1
_LEVELS = ("session_id", "speaker", "segment_id")
_logger = logging.getLogger("meeteval")


def _sides(ref: list[Segment], hyp: list[Segment]) -> tuple[Session, tuple[list[Any], list[Any]]]:
    """The session with speakers as texts, and the names behind these."""
    names: tuple[list[Any], list[Any]] = ([], [])
    sides = []
    for rows, known in zip((ref, hyp), names, strict=True):
        numbers: dict[Any, str] = {}
        for row in rows:
            if "speaker" not in row:
                raise KeyError("speaker")
            numbers.setdefault(row["speaker"], str(len(numbers)))
        known += numbers
        speakers = tuple(numbers[row["speaker"]] for row in rows)
        texts = tuple(row["words"] for row in rows)
        if all("start_time" in row and "end_time" in row for row in rows):
            times = [tuple(float(row[name]) for row in rows) for name in ("start_time", "end_time")]
            sides.append(Side(speakers, texts, *times))
        else:
            sides.append(Side(speakers, texts))
    return Session("", *sides), names


def _check(ref: list[Segment], hyp: list[Segment], sorts: tuple[Any, Any]) -> None:
    sessions = {row["session_id"] for row in (*ref, *hyp) if "session_id" in row}
    if len(sessions) > 1:
        raise ValueError(f"Expected a single session ID, but got {len(sessions)}: {sessions}")
    for rows, sort, name in ((ref, sorts[0], "reference"), (hyp, sorts[1], "hypothesis")):
        if sort not in _SORTS:
            raise ValueError(f'Invalid value for sort: {sort}. Choose one of True, False, "segment", "word"')
        timed = all("start_time" in row and "end_time" in row for row in rows)
        if not timed and sort not in (False, "segment_if_available"):
            raise ValueError(f"sort={sort} is only supported if the data contains timestamps ({name}).")
        if timed and any(row["end_time"] < row["start_time"] for row in rows):
            raise ValueError(f"The end time of an interval must be larger than the start time ({name})")


def _part(
    measure: str, ref: list[Segment], hyp: list[Segment], sorts: tuple[Any, Any], **settings: Any
) -> tuple[dict[str, Any], MeetingPart, tuple[list[Any], list[Any]]]:
    """The fields that all error rates have, the score, and the names of speakers."""
    _check(ref, hyp, sorts)
    session, names = _sides(ref, hyp)
    chosen = MeetingSettings(ref_sort=_SORTS[sorts[0]], hyp_sort=_SORTS[sorts[1]], **settings)  # type: ignore[arg-type]
    (part,) = scored(measure, chosen, [session]).parts
    if not part.score.is_optimal and not measure.startswith(("greedy", "di-")):
        _logger.warning(
            "no proven optimum: the number of errors lies between %d and %d", part.score.low, part.score.counts.errors
        )
    counts = part.score.counts
    fields = {
        "errors": counts.errors,
        "length": counts.reference,
        "insertions": counts.insertions,
        "deletions": counts.deletions,
        "substitutions": counts.substitutions,
        "reference_self_overlap": self_overlap(ref),
        "hypothesis_self_overlap": self_overlap(hyp),
    }
    return fields, part, names


def _name(known: list[Any], number: str | None) -> Any:
    return None if number is None else known[int(number)]


def _cp(measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any) -> CPErrorRate:
    fields, part, (refs, hyps) = _part(measure, segments_of(reference), segments_of(hypothesis), sorts, **settings)
    speakers = part.score.speakers
    assignment = tuple((_name(refs, ref), _name(hyps, hyp)) for ref, hyp in part.assigned.assignment)
    return CPErrorRate(
        **fields,
        missed_speaker=speakers.missed,
        falarm_speaker=speakers.false,
        scored_speaker=speakers.scored,
        assignment=assignment,
    )


def _streams(found: tuple[Any, ...], known: list[Any]) -> tuple[Any, ...]:
    return tuple("dummy" if number is None else known[int(number)] for number in found)


def _orc(measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any) -> OrcErrorRate:
    fields, part, (_, hyps) = _part(measure, segments_of(reference), segments_of(hypothesis), sorts, **settings)
    return OrcErrorRate(**fields, assignment=_streams(part.assigned.assignment, hyps))


def _di(measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any) -> DICPErrorRate:
    fields, part, (refs, _) = _part(measure, segments_of(reference), segments_of(hypothesis), sorts, **settings)
    return DICPErrorRate(**fields, assignment=_streams(part.assigned.assignment, refs))


def _mimo(measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any) -> MimoErrorRate:
    fields, part, (refs, hyps) = _part(measure, segments_of(reference), segments_of(hypothesis), sorts, **settings)
    if measure == "tcmimo":
        return MimoErrorRate(**fields, assignment=None)
    pairs = part.assigned.assignment
    return MimoErrorRate(**fields, assignment=[(_name(refs, ref), _name(hyps, hyp)) for ref, hyp in pairs])


def siso_word_error_rate(reference: Any, hypothesis: Any) -> ErrorRate:
    """The error rate of one text against another.

    >>> siso_word_error_rate("a b", "c d")
    ErrorRate(error_rate=1.0, errors=2, length=2, insertions=0, deletions=0, substitutions=2)
    """
    sides = []
    for data, name in ((reference, "Reference"), (hypothesis, "Hypothesis")):
        rows = segments_of(data, ("segment",))
        if len(rows) != 1:
            raise ValueError(f"{name} must contain exactly one line, but found {len(rows)} lines.")
        sides.append([{"words": rows[0]["words"], "speaker": 0}])
    fields, _, _ = _part("wer", sides[0], sides[1], (False, False))
    return ErrorRate(**fields)


def siso_character_error_rate(reference: Any, hypothesis: Any) -> ErrorRate:
    """The character error rate of one text against another; blanks inside are characters.

    >>> siso_character_error_rate("abc", "abd").errors
    1
    """
    sides = []
    for data, name in ((reference, "Reference"), (hypothesis, "Hypothesis")):
        rows = segments_of(data, ("segment",))
        if len(rows) != 1:
            raise ValueError(f"{name} must contain exactly one line, but found {len(rows)} lines.")
        # Numbers in place of characters, as blanks separate words.
        sides.append(" ".join(str(ord(letter)) for letter in rows[0]["words"].strip()))
    return siso_word_error_rate(sides[0], sides[1])


def cp_word_error_rate(
    reference: Any,
    hypothesis: Any,
    reference_sort: Any = "segment_if_available",
    hypothesis_sort: Any = "segment_if_available",
) -> CPErrorRate:
    """The concatenated minimum-permutation error rate.

    >>> cp_word_error_rate(["a b", "c d"], ["c d", "a"]).assignment
    ((0, 1), (1, 0))
    """
    return _cp("cp", reference, hypothesis, (reference_sort, hypothesis_sort))


def orc_word_error_rate(
    reference: Any,
    hypothesis: Any,
    reference_sort: Any = "segment_if_available",
    hypothesis_sort: Any = "segment_if_available",
) -> OrcErrorRate:
    """The optimal reference combination error rate.

    >>> orc_word_error_rate({"A": ["a", "c d"], "B": ["e"]}, {"A": "a c", "B": "d e"}).errors
    2
    """
    return _orc("orc", reference, hypothesis, (reference_sort, hypothesis_sort))


def greedy_orc_word_error_rate(
    reference: Any,
    hypothesis: Any,
    reference_sort: Any = "segment_if_available",
    hypothesis_sort: Any = "segment_if_available",
) -> OrcErrorRate:
    """An upper bound of the optimal reference combination error rate, found greedily."""
    return _orc("greedy-orc", reference, hypothesis, (reference_sort, hypothesis_sort))


def mimo_word_error_rate(
    reference: Any,
    hypothesis: Any,
    reference_sort: Any = "segment_if_available",
    hypothesis_sort: Any = "segment_if_available",
) -> MimoErrorRate:
    """The multiple input, multiple output error rate."""
    return _mimo("mimo", reference, hypothesis, (reference_sort, hypothesis_sort))


def greedy_di_cp_word_error_rate(
    reference: Any,
    hypothesis: Any,
    reference_sort: Any = "segment_if_available",
    hypothesis_sort: Any = "segment_if_available",
) -> DICPErrorRate:
    """The diarization-invariant error rate, found greedily."""
    return _di("di-cp", reference, hypothesis, (reference_sort, hypothesis_sort))


def _timed(collar: Any, ref_timing: str | None, hyp_timing: str | None) -> dict[str, Any]:
    return {"collar": float(collar), "ref_timing": ref_timing or "none", "hyp_timing": hyp_timing or "none"}


def time_constrained_minimum_permutation_word_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> CPErrorRate:
    """The time-constrained concatenated minimum-permutation error rate."""
    timing = _timed(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return _cp("tcp", reference, hypothesis, (reference_sort, hypothesis_sort), **timing)


def time_constrained_siso_word_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> ErrorRate:
    """The time-constrained error rate of one stream against another."""
    timing = _timed(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    sides = []
    for data, name in ((reference, "reference"), (hypothesis, "hypothesis")):
        rows = segments_of(data)
        speakers = {row.get("speaker") for row in rows}
        if len(speakers) > 1:
            raise ValueError(f"{len(speakers)} speakers in the {name}; expected a single one")
        sides.append([{**row, "speaker": 0} for row in rows])
    fields, _, _ = _part("tcp", sides[0], sides[1], (reference_sort, hypothesis_sort), **timing)
    return ErrorRate(**fields)


def time_constrained_orc_wer(
    reference: Any,
    hypothesis: Any,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    hypothesis_sort: Any = "segment",
    reference_sort: Any = "segment",
) -> OrcErrorRate:
    """The time-constrained optimal reference combination error rate."""
    if reference_sort == "word":
        raise ValueError('reference_sort="word" is not supported: segments stay whole')
    timing = _timed(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return _orc("tcorc", reference, hypothesis, (reference_sort, hypothesis_sort), **timing)


def greedy_time_constrained_orc_wer(
    reference: Any,
    hypothesis: Any,
    *,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> OrcErrorRate:
    """An upper bound of the time-constrained optimal reference combination error rate, found greedily."""
    timing = _timed(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return _orc("greedy-tcorc", reference, hypothesis, (reference_sort, hypothesis_sort), **timing)


def greedy_di_tcp_word_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> DICPErrorRate:
    """The time-constrained diarization-invariant error rate, found greedily."""
    timing = _timed(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return _di("di-tcp", reference, hypothesis, (reference_sort, hypothesis_sort), **timing)


def time_constrained_mimo_word_error_rate(
    reference: Any,
    hypothesis: Any,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> MimoErrorRate:
    """The time-constrained multiple input, multiple output error rate."""
    timing = _timed(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return _mimo("tcmimo", reference, hypothesis, (reference_sort, hypothesis_sort), **timing)


# --- many sessions ---------------------------------------------------------------------------------------------------


def _many(
    score: Callable[[list[Segment], list[Segment]], ErrorRate],
    reference: Any,
    hypothesis: Any,
    regex: str | None,
    partial: bool,
    uem: Any = None,
    normalizer: str | None = None,
    most_empty: float = _MOST_EMPTY,
) -> Rates:
    """The error rate of each session, after the checks of MeetEval."""
    sides = [_filtered(loaded(data), regex, uem, normalizer) for data in (reference, hypothesis)]
    refs, hyps = by_session(sides[0]), by_session(sides[1])
    if not refs:
        raise RuntimeError("Empty reference.")
    extra, missing = [*(hyps.keys() - refs.keys())], [*(refs.keys() - hyps.keys())]
    if extra:
        message = f"{len(extra)} of {len(hyps)} session IDs are present in the hypothesis but missing in the reference"
        if not partial:
            raise RuntimeError(f"{message}: {extra[:5]}. If this is intentional, consider setting `partial=True`.")
        _logger.warning("%s: %s", message, extra[:5])
    if missing:
        message = f"Missing {len(missing)}/{len(refs)} of recordings in hypothesis (showing first 5): {missing[:5]}"
        if len(missing) / len(refs) > most_empty:
            raise RuntimeError(f"{message}. This exceeds the threshold of {most_empty:.0%}.")
        _logger.warning("%s", message)
    return {session: score(rows, hyps.get(session, [])) for session, rows in refs.items()}


_NORMALIZERS: Mapping[str, Callable[[str], str]] = {
    "lower,rm(.?!,)": lambda text: re.sub("[.?!,]", "", text.lower()),
    "lower,rm([^a-z0-9 ])": lambda text: re.sub(r"\s{2,}", " ", re.sub("[^a-z0-9 ]", "", text.lower()).strip()),
}


def _filtered(rows: list[Segment], regex: str | None, uem: Any, normalizer: str | None) -> list[Segment]:
    if regex:
        pattern = re.compile(regex)
        rows = [row for row in rows if pattern.fullmatch(row["session_id"])]
        if not rows:
            raise AssertionError(f"{regex}: Found nothing")
    if uem is not None:
        rows = _within(rows, uem)
    if normalizer is not None:
        if normalizer not in _NORMALIZERS:
            raise ValueError(f"Unknown normalizer: {normalizer}. Available normalizers: {[*_NORMALIZERS]}")
        rows = [{**row, "words": _NORMALIZERS[normalizer](row["words"])} for row in rows]
    return rows


def _within(rows: list[Segment], uem: Any) -> list[Segment]:
    """The segments that touch the last region of their session, and those of sessions without regions."""
    from formats.source import Source
    from scoring.meetings.files import regions_of

    if not all("start_time" in row and "end_time" in row for row in rows):
        raise ValueError("UEM is only supported when the data contains timestamps")
    paths = uem if isinstance(uem, (list, tuple)) else [uem]
    spans = {name: found[-1] for path in paths for name, found in regions_of(Source(str(path))).items()}
    return [
        row
        for row in rows
        if row["session_id"] not in spans
        or (spans[row["session_id"]][0] <= row["end_time"] and row["start_time"] <= spans[row["session_id"]][1])
    ]


def siso_word_error_rate_multifile(reference: Any, hypothesis: Any, partial: bool = False) -> Rates:
    """The error rate of each session, or of each session and speaker, which have one segment each."""
    sides = [segments_of(data, _LEVELS) for data in (reference, hypothesis)]
    keys: list[tuple[str, ...]] = [("session_id",), ("session_id", "speaker")]
    for key in keys:
        found = [[tuple(row.get(name) for name in key) for row in rows] for rows in sides]
        if all(len(set(names)) == len(names) for names in found):
            named = [
                [
                    {**row, "session_id": name if len(key) > 1 else name[0]}
                    for row, name in zip(rows, names, strict=True)
                ]
                for rows, names in zip(sides, found, strict=True)
            ]
            return _many(siso_word_error_rate, named[0], named[1], None, partial, most_empty=0.0)
    raise ValueError("(session ID, speaker) pairs are not unique. The SISO-WER needs unique ones.")


def sisower(
    reference: Any, hypothesis: Any, regex: str | None = None, normalizer: str | None = None, partial: bool = False
) -> Rates:
    """The error rate of each session, or of each session and speaker, of files or structures."""
    sides = [_filtered(loaded(data), regex, None, normalizer) for data in (reference, hypothesis)]
    return siso_word_error_rate_multifile(sides[0], sides[1], partial)


def _simple(function: Callable[..., ErrorRate], summary: str) -> Callable[..., Rates]:
    """The function of many sessions for a measure without times."""

    def score(
        reference: Any,
        hypothesis: Any,
        regex: str | None = None,
        reference_sort: Any = "segment_if_available",
        hypothesis_sort: Any = "segment_if_available",
        uem: Any = None,
        normalizer: str | None = None,
        partial: bool = False,
    ) -> Rates:
        def one(ref: list[Segment], hyp: list[Segment]) -> ErrorRate:
            return function(ref, hyp, reference_sort, hypothesis_sort)

        return _many(one, reference, hypothesis, regex, partial, uem, normalizer)

    score.__doc__ = summary
    return score


def _partial_first(function: Callable[..., ErrorRate], summary: str) -> Callable[..., Rates]:
    """The function of many sessions whose parameter `partial` comes before `normalizer`."""
    found = _simple(function, summary)

    def score(
        reference: Any,
        hypothesis: Any,
        regex: str | None = None,
        reference_sort: Any = "segment_if_available",
        hypothesis_sort: Any = "segment_if_available",
        uem: Any = None,
        partial: bool = False,
        normalizer: str | None = None,
    ) -> Rates:
        return found(reference, hypothesis, regex, reference_sort, hypothesis_sort, uem, normalizer, partial)

    score.__doc__ = summary
    return score


def _constrained(function: Callable[..., ErrorRate], summary: str) -> Callable[..., Rates]:
    """The function of many sessions for a measure with times."""

    def score(
        reference: Any,
        hypothesis: Any,
        *,
        collar: Any,
        regex: str | None = None,
        hyp_pseudo_word_timing: str | None = "character_based_points",
        ref_pseudo_word_timing: str | None = "character_based",
        hypothesis_sort: Any = "segment",
        reference_sort: Any = "segment",
        uem: Any = None,
        partial: bool = False,
        normalizer: str | None = None,
    ) -> Rates:
        def one(ref: list[Segment], hyp: list[Segment]) -> ErrorRate:
            return function(
                ref,
                hyp,
                collar=collar,
                reference_pseudo_word_level_timing=ref_pseudo_word_timing,
                hypothesis_pseudo_word_level_timing=hyp_pseudo_word_timing,
                reference_sort=reference_sort,
                hypothesis_sort=hypothesis_sort,
            )

        return _many(one, reference, hypothesis, regex, partial, uem, normalizer)

    score.__doc__ = summary
    return score


cpwer = _simple(cp_word_error_rate, "The cpWER of each session.")
orcwer = _partial_first(orc_word_error_rate, "The ORC-WER of each session.")
greedy_orcwer = _partial_first(greedy_orc_word_error_rate, "The greedy ORC-WER of each session.")
mimower = _simple(mimo_word_error_rate, "The MIMO-WER of each session.")
greedy_dicpwer = _partial_first(greedy_di_cp_word_error_rate, "The greedy DI-cpWER of each session.")
tcpwer = _constrained(time_constrained_minimum_permutation_word_error_rate, "The tcpWER of each session.")
tcorcwer = _constrained(time_constrained_orc_wer, "The tcORC-WER of each session.")
greedy_tcorcwer = _constrained(greedy_time_constrained_orc_wer, "The greedy tcORC-WER of each session.")
tcmimower = _constrained(time_constrained_mimo_word_error_rate, "The tcMIMO-WER of each session.")
greedy_ditcpwer = _constrained(greedy_di_tcp_word_error_rate, "The greedy DI-tcpWER of each session.")


# --- many sessions, of structures ------------------------------------------------------------------------------------


def _multifile(function: Callable[..., ErrorRate], summary: str) -> Callable[..., Rates]:
    """The function of sessions of a structure, whose first level are sessions, for a measure without times."""

    def score(
        reference: Any,
        hypothesis: Any,
        partial: bool = False,
        reference_sort: Any = "segment_if_available",
        hypothesis_sort: Any = "segment_if_available",
    ) -> Rates:
        def one(ref: list[Segment], hyp: list[Segment]) -> ErrorRate:
            return function(ref, hyp, reference_sort, hypothesis_sort)

        return _many(one, segments_of(reference, _LEVELS), segments_of(hypothesis, _LEVELS), None, partial)

    score.__doc__ = summary
    return score


def _timed_multifile(
    function: Callable[..., ErrorRate], summary: str, default_sort: str = "segment"
) -> Callable[..., Rates]:
    """The function of sessions of a structure, whose first level are sessions, for a measure with times."""

    def score(
        reference: Any,
        hypothesis: Any,
        *,
        collar: Any,
        reference_pseudo_word_level_timing: str | None = "character_based",
        hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
        reference_sort: Any = default_sort,
        hypothesis_sort: Any = default_sort,
        partial: bool = False,
    ) -> Rates:
        def one(ref: list[Segment], hyp: list[Segment]) -> ErrorRate:
            return function(
                ref,
                hyp,
                collar=collar,
                reference_pseudo_word_level_timing=reference_pseudo_word_level_timing,
                hypothesis_pseudo_word_level_timing=hypothesis_pseudo_word_level_timing,
                reference_sort=reference_sort,
                hypothesis_sort=hypothesis_sort,
            )

        return _many(one, segments_of(reference, _LEVELS), segments_of(hypothesis, _LEVELS), None, partial)

    score.__doc__ = summary
    return score


cp_word_error_rate_multifile = _multifile(cp_word_error_rate, "The cpWER of each session of a structure.")
orc_word_error_rate_multifile = _multifile(orc_word_error_rate, "The ORC-WER of each session of a structure.")
greedy_orc_word_error_rate_multifile = _multifile(
    greedy_orc_word_error_rate, "The greedy ORC-WER of each session of a structure."
)
mimo_word_error_rate_multifile = _multifile(mimo_word_error_rate, "The MIMO-WER of each session of a structure.")
greedy_di_cp_word_error_rate_multifile = _multifile(
    greedy_di_cp_word_error_rate, "The greedy DI-cpWER of each session of a structure."
)
tcp_word_error_rate_multifile = _timed_multifile(
    time_constrained_minimum_permutation_word_error_rate, "The tcpWER of each session of a structure."
)
time_constrained_orc_wer_multifile = _timed_multifile(
    time_constrained_orc_wer, "The tcORC-WER of each session of a structure."
)
greedy_time_constrained_orc_wer_multifile = _timed_multifile(
    greedy_time_constrained_orc_wer, "The greedy tcORC-WER of each session of a structure."
)
time_constrained_mimo_word_error_rate_multifile = _timed_multifile(
    time_constrained_mimo_word_error_rate, "The tcMIMO-WER of each session of a structure.", "segment_if_available"
)
greedy_di_tcp_word_error_rate_multifile = _timed_multifile(
    greedy_di_tcp_word_error_rate, "The greedy DI-tcpWER of each session of a structure."
)
