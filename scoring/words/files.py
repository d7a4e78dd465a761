"""Scores of two files, of the files of two folders, and of tables that hold both sides."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from operator import eq

from ... import formats
from ...formats.errors import UsageError, short
from ...formats.schema import Corpus, rows
from ...formats.schema.markup import MARKS, unmarked, words
from ...formats.schema.spans import SpanIds, SpanTexts
from ...formats.source import Target
from ...formats.values import replace
from ..common.other_names import understood
from ..common.results import Missing
from ..common.settings import Settings, settings_of
from ..common.signatures import with_keywords
from .alignment import Text
from .docstrings import with_list_of_keywords
from .inputs.columns import TABLES
from .inputs.corpora import TEXT, are_one_each, by_recording, facts_of_files, is_text_beside, paired_by_time, with_marks
from .inputs.further import columns_of
from .inputs.given import check_no_paths, is_existing, is_file
from .inputs.reading import PRINTED
from .inputs.sides import Sides, of_corpora, read_sides
from .inputs.swapped import swapped_notices
from .job import KEYWORDS, RECORDS, Job, job_of
from .notices.of_files import notices_of_files
from .pairing.of_corpora import arranged, paired
from .pairing.rules import check_rules
from .pairs import Pairs
from .renaming import Renaming, check_rules_apply
from .result import Result
from .scored import scored
from .table_columns import NO_COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any, TypeAlias

    from typing_extensions import Unpack

    from ..common.keywords import Keywords
    from .keywords import FileKeywords
    from .verdicts import Verdicts


File: TypeAlias = "Target | Corpus"
"""One side of a score of files: a file, or what `read` gave."""


@with_keywords(KEYWORDS, *RECORDS)
@understood
@with_list_of_keywords
def score_files(ref: File, hyp: File | None = None, **keywords: Unpack[FileKeywords]) -> Result:
    """Scores one file against another; utterances are paired by id, words and segments with times by time.

    Formats are detected by suffix and content, or named; `markup` follows the formats unless you pass it.
    With times, `outside` decides about hypothesis words outside all segments ("attach" them to the next one), and
    `overlap` about overlapping segments ("earlier" assigns words in both to the earlier one). `session` and `channel`
    name all recordings and channels of both files; mappings from old to new names change only those. Of a recording
    with several channels, `channel` takes the one of this name. Without `hyp`, one table holds both sides. A file may
    be a data frame of pandas or polars, or a data set of Hugging Face; both may be corpora.

    >>> score_files(b"a { b / c } (u-1)\\n", b"a c (u-1)\\n").wer
    0.0
    """
    for name, side in (("ref", ref), ("hyp", hyp)):
        if isinstance(side, (list, tuple)) and not is_file(side):
            raise UsageError(f"{name} is a list; expected a file, a folder, or score(refs, hyps), which scores texts")
    job, renaming = job_of(keywords)
    result = score_pair(ref, hyp, job, renaming)
    renaming.check(result)
    return result


def score_pair(
    ref: Target | Corpus,
    hyp: Target | Corpus | None,
    job: Job,
    renaming: Renaming,
    session: Mapping[str, str] | None = None,
) -> Result:
    """Scores one file against another, or all files of two folders.

    `renaming` notes the names of these files; `session` is the name of a recording without one.
    """
    if _are_folders(ref, hyp):
        result = _score_folders(ref, hyp, job, renaming)
    else:
        result = _score_read(_read(ref, hyp, job, renaming), job, renaming, session)
    return result.noted(swapped_notices(ref, hyp, job.how.columns, (result.ref_format, result.hyp_format)))


def score_systems(table: Target, column: str, job: Job, renaming: Renaming) -> dict[str, Result]:
    """The scores of the systems in one long table, by name: it has a row for each utterance of each system, which
    `column` names."""
    read = _read(table, None, job, renaming)
    columns = columns_of(read.ref, range(len(read.ref)), read.texts()) if read.by_row else NO_COLUMNS
    if column not in columns:
        has = f"it has {', '.join(map(repr, columns))}" if columns else "it has no further columns"
        raise UsageError(f"{read.ref.path}: no column {short(column)!r} to name the systems; {has}")
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(columns[column]):
        rows.setdefault(name or "", []).append(row)
    results = {name: _score_read(read, job, renaming, None, rows[name]) for name in rows}
    return {name: replace(result, hyp_name=name) for name, result in results.items()}


def score_judged(
    ref: Target, hyp: Target | None, verdicts: Verdicts, keywords: Mapping[str, Any]
) -> tuple[Result, Result]:
    """The scores of two files before verdicts correct the reference and with them; a file is read once.

    Keywords are those of `score_files`.
    """
    job, renaming = job_of({**keywords, "verdicts": verdicts})
    before = replace(job, verdicts=None)
    if _are_folders(ref, hyp):
        results = [_score_folders(ref, hyp, each, renaming) for each in (before, job)]
    else:
        read = _read(ref, hyp, job, renaming)
        results = [_score_read(read, each, renaming, None) for each in (before, job)]
    renaming.check(results[0])
    if results[0].settings.compounds != results[1].settings.compounds:
        raise UsageError(
            "verdicts 'both right' make alternations, which do not go with a normaliser that merges compounds; "
            "expected another normaliser in normalise= (--normalise), or verdicts without 'both right'"
        )
    formats = results[0].ref_format, results[0].hyp_format
    notices = tuple(swapped_notices(ref, hyp, job.how.columns, formats))
    return results[0].noted(notices), results[1].noted(notices)


def _are_folders(ref: File, hyp: File | None) -> bool:
    """Whether both sides are folders of files."""
    if not _has_folder(ref, hyp):
        return False
    from .inputs.folders import are_folders

    return are_folders(ref, hyp)


def _has_folder(ref: File, hyp: File | None) -> bool:
    return any(isinstance(side, (str, os.PathLike)) and os.path.isdir(side) for side in (ref, hyp))


def _read(ref: File, hyp: File | None, job: Job, renaming: Renaming) -> Sides:
    """The content of two files, or of a table with both sides."""
    if [side for side in (ref, hyp) if isinstance(side, str)] == ["-", "-"]:
        raise UsageError("ref and hyp are both standard input (-); expected a file name for one of them")
    if isinstance(ref, Corpus) or isinstance(hyp, Corpus):
        return of_corpora(ref, hyp, job.how)
    if hyp is None and job.hyp_format is not None:
        raise UsageError("hyp_format= (--hyp-format) has no effect without a second file: one table holds both sides")
    if hyp is not None and _has_folder(ref, hyp):
        from .inputs.one_folder import is_one_folder, read_with_folder

        if is_one_folder(ref, hyp):
            return read_with_folder(ref, hyp, job.how, renaming.one_channel, job.missing)
    return read_sides(ref, hyp, job.how)


def _score_read(
    read: Sides,
    job: Job,
    renaming: Renaming,
    session: Mapping[str, str] | None,
    chosen_rows: Sequence[int] | None = None,
) -> Result:
    """Scores the content of two files; of a table with both sides, all rows or those that are chosen."""
    sides = renaming.both(read.ref, read.hyp, session)
    if job.verdicts is not None:
        name = "" if session is None else session[""]
        sides = job.verdicts.corrected(sides[0], name=name, is_marked=not job.how.literal), sides[1]
        if session is None:
            job.verdicts.check()
    is_marked = any("sclite" in side.grammars() for side in sides)
    if job.settings.get("markup") and not is_marked:
        # Next to marks of a format, texts without any stay as they are: a signature tells one from the other.
        sides = with_marks(sides[0]), with_marks(sides[1])
    chosen = _settings(job, is_marked, read.stated)
    rules = job.timed_rules(chosen)
    check_rules(rules.outside, rules.overlap)
    if read.by_row and job.missing != "error":
        shown = f"missing={job.missing!r} (--missing {job.missing})"
        raise UsageError(f"{shown} has no effect on {read.ref.path}, whose rows hold both sides")
    if read.by_row:
        _check_no_files(*sides)
        result = _score_rows(*sides, chosen, job.threads, read.texts(), chosen_rows)
    else:
        result = _score_sides(*sides, chosen, job, tuple((renaming.speaker_map or {}).items()))
    if read.taken:
        from .inputs.taken import check_not_copied, of_numbers

        if _are_equal_as_read(result):
            check_not_copied(read.taken, result.counts)
        result = result.noted(of_numbers(read.taken, result.counts))
    result = _signed(result, read, job)
    renaming.check_kind(result)
    if is_text_beside(read.ref, read.hyp):
        renaming.check_whole(read.ref, read.hyp)
    if session is None:
        check_rules_apply(result, rules.outside, rules.overlap)
    return result.noted(notices_of_files(read, sides, result, printed=job.printed))


def _settings(job: Job, is_marked: bool, stated: Sequence[str]) -> Settings:
    """The settings of a job; where it leaves them open, those that a file states, and marks are read if a side has
    some, or verdicts make some."""
    settings: Keywords = {**dict.fromkeys(stated, True), **job.settings}  # type: ignore[typeddict-item]
    if "markup" not in settings:
        # Files of two folders are all read alike.
        settings["markup"] = is_marked or (job.verdicts is not None and job.verdicts.makes_alternations)
    return settings_of(settings, KEYWORDS)


def _signed(result: Result, read: Sides, job: Job) -> Result:
    """The result with the columns, forms of words and verdicts that its signature names."""
    named = enumerate((result.ref_format, result.hyp_format))
    signed = [job.how.signed(name, place, read.taken) for place, name in named]
    if job.printed and not any(name.endswith(PRINTED) for name in signed):
        names = " and ".join(dict.fromkeys(filter(None, signed)))
        raise UsageError(f"printed=True (--printed) has no effect on {names}, which stores only one form of each word")
    label = "" if job.verdicts is None else job.verdicts.verdicts.label
    return replace(result, ref_format=signed[0], hyp_format=signed[1], verdicts=label)


def _are_equal_as_read(result: Result) -> bool:
    """Whether texts are equal before they are normalised, too."""
    before = result.before
    if before is None or result.counts.errors:
        return True
    # Imported only now: most runs normalise nothing.
    from .normalised.both_sides import Before

    return not isinstance(before, Before) or all(map(eq, before.refs.texts, before.hyps.texts))


def _check_no_files(ref: Corpus, hyp: Corpus) -> None:
    """Rejects a table whose texts are names of files."""
    first = [texts[0] or "" for side in (ref, hyp) if (texts := side.table.written)]
    folder = os.path.dirname(ref.path)
    if not first or any("." not in text or (" " in text and not is_existing(text, folder)) for text in first):
        return  # which most texts show at once
    try:
        check_no_paths([*ref.texts()], [*hyp.texts()], folder=folder)
    except UsageError:
        what = f"the cells of texts are names of files, such as {first[0]!r}"
        raise UsageError(f"{ref.path}: {what}; expected texts, or two folders of the files") from None


def _score_sides(
    ref: Corpus, hyp: Corpus, chosen: Settings, job: Job, speaker_map: tuple[tuple[str, str], ...]
) -> Result:
    """Scores two files as their content allows: utterances by id, recordings by time or as one text each."""
    if job.id_column is not None or _are_lines(ref, hyp, job):
        return _score_ids(ref, hyp, chosen, job.missing, job.threads, speaker_map=speaker_map)
    if not are_one_each(ref, hyp) and not is_text_beside(ref, hyp):
        if not paired_by_time(ref, hyp):
            return _score_ids(ref, hyp, chosen, job.missing, job.threads, speaker_map=speaker_map)
        from .pairing.by_utterance import by_utterance

        if (named := by_recording(ref, hyp) or by_utterance(ref, hyp)) is not None:
            return _score_ids(*named, chosen, job.missing, job.threads, by_recording=True)
    # Imported only now: texts and ids need nothing of it.
    from .recordings import score_recordings

    return score_recordings(ref, hyp, chosen, job)


def _are_lines(ref: Corpus, hyp: Corpus, job: Job) -> bool:
    """Whether both sides are plain text of as many lines, which are pairs."""
    return not job.joined and ref.format == hyp.format == TEXT and len(ref) == len(hyp) > 0


def _score_folders(ref: File, hyp: File | None, job: Job, renaming: Renaming) -> Result:
    """Scores the files of two folders that have one name; a file without a recording's name has that of the file."""
    from pathlib import Path

    from .inputs.folders import score_folders

    def score_one(ref: Path, hyp: Path | None, name: str, like: Result | None) -> Result:
        if hyp is not None:
            return score_pair(ref, hyp, job, renaming, {"": name})
        if like is None or like.table.timeline is None:
            # As many lines without words as the reference has where other files are paired line by line.
            are_lines = like is not None and like.ref_format == like.hyp_format == TEXT and len(like.table) > 1
            lines = len(formats.read(ref, TEXT, encoding=job.encoding)) if are_lines else 0
            return score_pair(ref, b"\n" * lines, replace(job, hyp_format=TEXT), renaming, {"": name})
        # Words with times, of which there are none: the utterances are the segments of the reference.
        settings: Keywords = {**job.settings, "markup": like.settings.markup}
        part = score_pair(ref, b"", replace(job, hyp_format="ctm", settings=settings), renaming, {"": name})
        return replace(part, hyp_format=like.hyp_format)

    folders = Path(ref), Path(hyp)  # type: ignore[arg-type]  # paths
    result = score_folders(*folders, job.missing, score_one, (job.ref_format, job.hyp_format), renaming.files)
    if job.verdicts is not None:
        job.verdicts.check()
    check_rules_apply(result, job.outside or "attach", job.overlap or "error")
    return result


def _score_rows(
    ref: Corpus,
    hyp: Corpus,
    chosen: Settings,
    threads: int,
    texts: tuple[str, ...],
    rows: Sequence[int] | None,
) -> Result:
    """Scores two columns of one table, which `texts` names: all rows, or some."""
    ids, refs, hyps = _ids_of_rows(ref), texts_of(ref, chosen.markup), texts_of(hyp, chosen.markup)
    if rows is not None:
        ids = tuple([ids[row] for row in rows])
        refs, hyps = ([texts[row] for row in rows] for texts in (refs, hyps))
    has_ids = all(ids) and len({*ids}) == len(ids)
    result = scored(
        Pairs(
            refs,
            hyps,
            ids if has_ids else None,
            columns=columns_of(ref, range(len(ref)) if rows is None else rows, texts),
        ),
        chosen,
        threads,
        **facts_of_files(ref, hyp),
    )
    if has_ids and result.counts.errors:
        return result
    # Imported only now: most tables have ids that differ, and errors.
    from .notices.repeated import of_both_columns, of_equal_columns

    if not result.counts.errors:
        result = result.noted(of_equal_columns(ref, hyp, result.counts.reference, texts))
    return result.noted(of_both_columns(ref, hyp, ids, result.table.columns))


def _ids_of_rows(table: Corpus) -> tuple[str, ...]:
    """The ids of all rows; where some have none, the names of their recordings."""
    ids = tuple(table.ids())
    if all(ids) and len({*ids}) == len(ids):
        return ids
    sessions = tuple(table.table.sessions)
    return ids if all(ids) and len({*sessions}) < len(sessions) else sessions


def _score_ids(
    ref: Corpus,
    hyp: Corpus,
    chosen: Settings,
    missing: Missing,
    threads: int,
    by_recording: bool = False,
    **facts: Any,
) -> Result:
    """Scores utterances paired by id, or by the names of their recordings as ids."""
    pairing = paired(ref, hyp, missing)
    columns = arranged(texts_of(ref, chosen.markup), texts_of(hyp, chosen.markup), pairing)
    # Where neither format has ids, line numbers take their place: made-up ids.
    ids = pairing.ids if isinstance(pairing.ids, SpanIds) else tuple(pairing.ids)
    has_ids = by_recording or any(
        side.format in ("", *TABLES) or "ids" in formats.by_name(side.format).carries for side in (ref, hyp)
    )
    return scored(
        Pairs(*columns, ids if has_ids else None, columns=columns_of(ref, pairing.ref)),
        chosen,
        threads,
        missing=pairing.missing,
        extra=pairing.extra,
        missing_rule=missing,
        **facts_of_files(ref, hyp),
        **facts,
    ).noted(pairing.notices())


def texts_of(corpus: Corpus, markup: bool) -> Sequence[Text]:
    """Texts for the core; where it reads marks, bare text with marks is split into words, so that braces stay words."""
    texts = corpus.texts()
    if not markup or "plain" not in corpus.grammars():
        return texts
    if isinstance(texts, SpanTexts) and corpus.grammars() == {"plain"}:
        marked = [place for place in texts.unusual(MARKS) if not unmarked(texts[place])]
        if not marked:
            return texts
        mixed: list[Text] = list(texts)
        for place in marked:
            mixed[place] = words(texts[place])
        return mixed
    return [words(text) if grammar == "plain" and not unmarked(text) else text for _, text, grammar in rows(corpus)]
