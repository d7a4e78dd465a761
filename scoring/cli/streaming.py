"""`scorelite score REF HYP --stream`: two files of any size, read in pieces."""

from __future__ import annotations

import argparse

from ...formats.errors import LimitError, UsageError
from ...formats.values import field_names, replace
from ..batches.analyses import Growing
from ..batches.streams import StreamJob, WholeOnlyError, can_stream, score_stream
from ..report.words import OF_SUMS
from ..words.job import Job, job_of
from .limits import check_groups_limit, check_limit, end
from .scored_files import check_formats, keywords_of
from .text_report import main_title
from .totals_report import wanted_of, write

# Options that need all words, or the whole of a file.
_WHOLE = (
    "by",
    "utterances",
    "csv",
    "markdown",
    "latex",
    "plot",
    "verdict",
    "changes",
    "entities",
    "page",
    "audio",
    "embed_audio",
    "session",
    "channel",
    "speaker_map",
    "strip_id",
    "tier",
    "ref_tier",
    "hyp_tier",
    "printed",
    "references",
    "verdicts",
    "spans",
    "explain",
)


def score_streamed(options: argparse.Namespace) -> bool:
    """Scores two files in pieces; False where that was not asked for, and they must be read as a whole."""
    whole = [name for name in _WHOLE if getattr(options, name, None)]
    if options.report not in (None, *OF_SUMS):
        whole.append(f"report {options.report}")
    if whole and options.stream:
        raise UsageError(f"--{whole[0].replace('_', '-')} needs the whole of both files; expected no --stream with it")
    if whole:
        return False
    job = _job(options)
    if not options.stream and (_shows_effects(options) or _is_of_texts(job) or not can_stream(job)):
        return False
    if _is_of_texts(job):
        raise UsageError("--equivalents of single texts need the whole of both files; expected no --stream with them")
    wanted = wanted_of(options)
    growing = Growing(wanted) if wanted else None
    try:
        scored = score_stream(replace(job, look=growing.look) if growing else job)
    except (WholeOnlyError, LimitError):
        # Late lines may have no ids, and temporary files no room: only those who asked for pieces are informed.
        if options.stream:
            raise
        return False
    check_formats(options, [scored])
    analyses = growing.sum(scored.signature) if growing else {}
    check_limit(main_title(scored), scored.main_rate, options.max_wer, options)
    check_limit("SER", scored.ser, options.max_ser, options)
    check_groups_limit(main_title(scored), analyses, options, None)
    write(scored, options, analyses)
    end(options)
    return True


def _is_of_texts(job: StreamJob) -> bool:
    """Whether equivalents are of single texts, which a piece may not have."""
    rules = job.settings.get("equivalents")
    return rules is not None and bool(rules.spans)


def _shows_effects(options: argparse.Namespace) -> bool:
    """Whether the output of whole files says what normalisation changed, which pieces do not know."""
    return bool(options.normalise) and not options.report


def _job(options: argparse.Namespace) -> StreamJob:
    if options.hyp is None or "-" in (options.ref, options.hyp):
        raise UsageError("--stream is for two files, which may be read again; expected no table of both, and no '-'")
    job, _ = job_of(keywords_of(options))
    fields = {name: getattr(job, name) for name in field_names(Job)}
    return StreamJob(**fields, ref=options.ref, hyp=options.hyp, speakers=options.speakers)
