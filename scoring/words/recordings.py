"""Scores of files with times, or of one recording each: by time, by equal segments, or as one text."""

from __future__ import annotations

from ...formats.schema import Corpus
from ..common.settings import Settings
from .inputs.corpora import are_one_each, has_word_times, is_text_beside
from .job import Job
from .notices.paired import BY_SEGMENT, BY_TIME, JOINED, are_called_alike, paired
from .pairing.one_recording import are_cut_apart, as_one
from .result import Result
from .timed_scores import score_timed


def score_recordings(ref: Corpus, hyp: Corpus, settings: Settings, job: Job) -> Result:
    """Scores recordings by names and times; one on each side is a pair, whatever its name, and if need be one text."""
    one_each = are_one_each(ref, hyp)
    if is_text_beside(ref, hyp) or (one_each and _is_joined(ref, hyp, job)):
        result = _score(*as_one(ref, hyp), settings, job)
        return result.noted(paired(ref, hyp, JOINED)) if one_each else result
    result = _score(ref, hyp, settings, job)
    if not one_each or are_called_alike(ref, hyp):
        return result
    return result.noted(paired(ref, hyp, BY_TIME if has_word_times(hyp) else BY_SEGMENT))


def _is_joined(ref: Corpus, hyp: Corpus, job: Job) -> bool:
    """Whether two recordings are one text each; other rules for what is missing than `error` keep their segments."""
    return job.joined or (job.missing == "error" and are_cut_apart(ref, hyp))


def _score(ref: Corpus, hyp: Corpus, settings: Settings, job: Job) -> Result:
    return score_timed(
        ref,
        hyp,
        settings,
        missing=job.missing,
        outside=job.outside or "attach",
        overlap=job.overlap or "error",
        threads=job.threads,
    )
