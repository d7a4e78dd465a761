"""Scores of files with times, or of one recording each: by time, by equal segments, or as one text."""

from __future__ import annotations

from ...formats.errors import MismatchError
from ...formats.schema import Corpus
from ..common.settings import Settings
from .inputs.corpora import TEXT, are_one_each, has_windows, has_word_times, is_text_beside
from .inputs.merged_files import refuse_merged_files
from .job import Job
from .notices.paired import BY_SEGMENT, BY_TIME, JOINED, are_called_alike, of_multiples, paired, sorted_by_time
from .pairing.one_recording import are_cut_apart, as_one
from .pairing.unpaired import Unpaired
from .result import Result
from .timed_scores import score_timed
from .utterance_table import folded


def score_recordings(ref: Corpus, hyp: Corpus, settings: Settings, job: Job) -> Result:
    """Scores recordings by names and times; one on each side is a pair, whatever its name, and if need be one text."""
    rules = job.timed_rules(settings)
    one_each, is_beside = are_one_each(ref, hyp), is_text_beside(ref, hyp)
    if not is_beside or TEXT not in (ref.format, hyp.format):
        refuse_merged_files(ref, hyp)
    if is_beside or (one_each and (job.joined or are_cut_apart(ref, hyp, job.missing))):
        result = score_timed(*as_one(ref, hyp), rules).noted(sorted_by_time(ref, hyp))
        return result.noted((*paired(ref, hyp, JOINED), *of_multiples(ref, hyp))) if one_each else result
    if not one_each and job.missing == "error" and has_windows(ref) and has_windows(hyp):
        _check_names(ref, hyp)
    result = score_timed(ref, hyp, rules)
    if not one_each or are_called_alike(ref, hyp):
        return result
    return result.noted(paired(ref, hyp, BY_TIME if has_word_times(hyp) else BY_SEGMENT))


def _check_names(ref: Corpus, hyp: Corpus) -> None:
    """Rejects several recordings of which no name is on both sides, by their names and not by their segments."""
    if not {*ref.table.sessions}.isdisjoint(hyp.table.sessions):
        return
    names = [[*dict.fromkeys(zip(side.table.sessions, side.table.channels, strict=True))] for side in (ref, hyp)]
    if all(names) and not set.intersection(*({folded(name) for name, _ in side} for side in names)):
        raise MismatchError(Unpaired(names[0], len(names[0]), names[1], len(names[1])).message("error"))
