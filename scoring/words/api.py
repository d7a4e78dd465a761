"""Scores of lists of texts in memory, or of two files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isnan
from operator import eq

from ... import core, formats
from ...formats.errors import MismatchError, UsageError, quantity
from ...formats.schema import Corpus, rows
from ...formats.schema.markup import MARKS, unmarked, words
from ...formats.schema.spans import SpanIds, SpanTexts
from ...formats.source import Target
from ...formats.values import replace
from ..common.other_names import understood
from ..common.results import Missing, check_names, check_order
from ..common.settings import Settings, settings_of
from ..common.signatures import with_keywords
from ..common.strip_id import StripId
from ..notices.notice import Notice
from .alignment import ENDS, Text, check_text, have_none
from .declared import SETTINGS
from .inputs.columns import TABLES
from .inputs.corpora import TEXT, are_one_each, by_recording, is_text_beside, paired_by_time, with_marks
from .inputs.further import columns_of
from .inputs.given import check_no_paths, checked_words, is_existing, understood_side, without_hypotheses
from .inputs.sides import PRINTED, Sides, of_corpora, read_sides
from .inputs.swapped import NAME as SWAPPED
from .inputs.swapped import swapped
from .job import KEYWORDS, RECORDS, Job, job_of
from .pairing.by_id import Pairing, pair
from .pairing.rules import check_rules
from .renaming import Renaming, check_rules_apply
from .result import Result
from .scored import Pairs, scored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any, Protocol, TypeAlias, TypeVar

    from typing_extensions import Unpack

    from ...formats.source import Frame
    from ..common.keywords import Keywords
    from .keywords import FileKeywords
    from .verdicts import Verdicts

    Call = TypeVar("Call", bound=Callable[..., Any])
    Item = TypeVar("Item", covariant=True)

    class Collected(Protocol[Item]):
        """A list, tuple or other collection, but not str or bytes: their `in` takes no arbitrary object."""

        def __contains__(self, value: object, /) -> bool: ...
        def __iter__(self) -> Iterator[Item]: ...
        def __len__(self) -> int: ...


Texts: TypeAlias = "Collected[Text] | Iterator[Text] | Mapping[str, Text]"
Side: TypeAlias = "Texts | str | os.PathLike[str] | Frame | Corpus"
"""One side of a score: texts, a single text, a file, a data frame, or a corpus."""
File: TypeAlias = "Target | Corpus"
"""One side of a score of files: a file, or what `read` gave."""

_OF_FILES = tuple(setting.name for setting in SETTINGS if setting.of_files)


def _listing() -> str:
    """The keywords of `score` and `score_files`, for their docstrings."""
    lines = ["", "", "    Keywords, each with its default first:"]
    for of_files in (False, True):
        lines += ["    Of files:"] * of_files
        for setting in SETTINGS:
            if setting.of_files == of_files:
                lines += _folded(f"      {setting.name:<21}", setting.in_python())
    return "\n".join([*lines, "    "])


def _folded(head: str, text: str) -> Iterator[str]:
    """The lines of a text after a head, none of them too long for a terminal or a page."""
    line, indent = head, " " * len(head)
    for word in text.split():
        if len(line) + len(word) >= _WIDTH:
            yield line
            line = indent
        line += f" {word}"
    yield line


_WIDTH = 120
_KEYWORDS = _listing()


def _with_keywords(function: Call) -> Call:
    """The function, whose docstring lists all keywords."""
    # From 3.13 on Python takes the margin from docstrings.
    keywords = _KEYWORDS if sys.version_info < (3, 13) else _KEYWORDS.replace("\n    ", "\n")
    function.__doc__ = f"{(function.__doc__ or '').rstrip()}{keywords}"
    return function


@with_keywords(KEYWORDS, *RECORDS)
@understood
@_with_keywords
def score(
    refs: Side, hyps: Side | None = None, *, ids: Iterable[str | int] | None = None, **keywords: Unpack[FileKeywords]
) -> Result:
    """Scores hypotheses against references: texts, lists of texts or of words, mappings from id to text, or files.

    Lists are paired item by item, mappings by id. Two strings are a pair of texts. Paths, strings that name a file of
    a known format, such as "ref.trn", and data frames are scored as `score_files` does: without `hyps`, one table holds
    both sides. `ids` are those of lists. Keywords are listed below; with missing="delete" references without a
    hypothesis count as deletions.

    >>> result = score(["the cat sat"], ["the cat"])
    >>> result.counts
    Counts(correct=2, substitutions=0, deletions=1, insertions=0)
    >>> score({"a": "x", "b": "y"}, {"b": "y"}, missing="delete").wer
    0.5
    """
    if is_file(refs) or is_file(hyps):
        if ids is not None:
            raise UsageError("ids= is for lists; files have ids already")
        return score_files(*map(_as_file, ("refs", "hyps"), (refs, hyps)), **keywords)  # type: ignore[arg-type]
    if hyps is None:
        raise without_hypotheses(refs)
    check_no_paths(refs, hyps)
    return score_texts(refs, hyps, ids=ids, **keywords)


def score_texts(
    refs: Side, hyps: Side, *, ids: Iterable[str | int] | None = None, **keywords: Unpack[FileKeywords]
) -> Result:
    """The result of `score` for texts, even for texts that read like names of files."""
    one_object, hyps = refs is hyps and not isinstance(refs, str), _in_order_of(refs, hyps)
    labels = _labels_of(refs, hyps)
    for name, side in (("refs", refs), ("hyps", hyps)):
        if isinstance(side, bytes):
            raise UsageError(f"{name} are bytes; expected a text, such as {name}.decode(), or a list of texts")
        if isinstance(side, float) and isnan(side):
            raise UsageError(f"{name} is NaN, a missing text; expected a text, such as '' for an empty one")
    (refs, ref_nulls), (hyps, hyp_nulls) = _without_nulls(refs), _without_nulls(hyps)
    refs, hyps = understood_side("refs", refs), understood_side("hyps", hyps)
    if isinstance(refs, str) and isinstance(hyps, str):
        refs, hyps = [refs], [hyps]
    missing, threads = keywords.pop("missing", "error"), keywords.pop("threads", 1)
    stripped = StripId(keywords.pop("strip_id", None))
    if of_files := [name for name in keywords if name in _OF_FILES]:
        raise UsageError(f"{of_files[0]}= is for files; refs and hyps are texts")
    chosen = settings_of(keywords)
    if isinstance(refs, Mapping) or isinstance(hyps, Mapping):
        if not isinstance(refs, Mapping) or not isinstance(hyps, Mapping):
            raise UsageError("one of refs and hyps is a mapping; expected two mappings from id to text, or two lists")
        if ids is not None:
            raise UsageError("ids= is for lists; the ids of mappings are their keys")
        sides = [check_names(name, side) for name, side in (("refs", refs), ("hyps", hyps))]
        if stripped:
            sides = [[*stripped.names(side, name).values()] for name, side in zip(("refs", "hyps"), sides, strict=True)]
            stripped.check()
        pairing = pair(*sides, missing=missing, strippable=True)
        columns = _arranged(_listed("refs", refs.values()), _listed("hyps", hyps.values()), pairing)
        return scored(
            Pairs(*columns, tuple(pairing.ids), one_object=one_object, of_files=False),
            chosen,
            threads,
            missing=pairing.missing,
            extra=pairing.extra,
            missing_rule=missing,
        ).noted(pairing.notices())
    if missing != "error":
        raise UsageError(
            f"missing={missing!r} (--missing {missing}) has no effect on lists, which are paired item by item; it is "
            "for mappings"
        )
    if stripped:
        raise UsageError(
            "strip_id= (--strip-id) has no effect on lists, which are paired item by item; it is for mappings"
        )
    ref_list, hyp_list = _listed("refs", refs), _listed("hyps", hyps)
    if len(ref_list) != len(hyp_list):
        raise MismatchError(
            f"{quantity(len(ref_list), 'reference')}, but {quantity(len(hyp_list), 'hypothesis')}; expected one "
            "hypothesis for each reference, or mappings from id to text"
        )
    given = labels if ids is None else ids
    names = None if given is None else tuple(check_names("ids", given))
    if names is not None and len(names) != len(ref_list):
        ids_shown = f"{quantity(len(names), 'id')} for {quantity(len(ref_list), 'reference')}"
        raise MismatchError(f"{ids_shown}; expected one for each reference")
    pairs = Pairs(ref_list, hyp_list, names, one_object=one_object, of_files=False)
    return scored(pairs, chosen, threads).noted(of_nulls(ref_nulls, hyp_nulls))


# Several formats share these suffixes, so that they name none.
_JSON = (".json", ".jsonl", ".json.gz", ".jsonl.gz")


def is_file(side: object) -> bool:
    """Whether a side is a path, a corpus, an object of another library, or a string that names a file.

    A string names one that has no blanks and the suffix of a format, or of JSON.

    >>> is_file("talk.stm"), is_file("talk.json"), is_file("good day"), is_file("e.g."), is_file(["talk.stm"])
    (True, True, False, False, False)
    """
    if isinstance(side, str):
        is_known = side.lower().endswith(_JSON) or formats.by_suffix(side) is not None
        return is_known and not any(map(str.isspace, side))
    if isinstance(side, (os.PathLike, Corpus)):
        return True
    if isinstance(side, (list, tuple)) and isinstance(next(iter(side), ""), (str, list)):
        return False  # texts, as in most calls
    # Imported only now: most sides are texts or paths.
    from ...formats.objects import is_object

    return is_object(side)


def _as_file(name: str, side: object) -> object:
    """The side that is scored with a file or an object: a text with blanks is the text itself, lists are rejected."""
    if isinstance(side, str) and " " in side and not os.path.exists(side):
        return side.encode()
    if isinstance(side, (list, tuple, Mapping)) and not is_file(side):
        raise UsageError(
            f"{name} is a {type(side).__name__} of texts, the other side a file or an object; expected two of the same "
            "kind, such as lists of texts: [row['text'] for row in rows]"
        )
    return side


@with_keywords(KEYWORDS, *RECORDS)
@understood
@_with_keywords
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
        result = _score_read(_read(ref, hyp, job), job, renaming, session)
    return result.noted(swapped_notices(ref, hyp))


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
        read = _read(ref, hyp, job)
        results = [_score_read(read, each, renaming, None) for each in (before, job)]
    renaming.check(results[0])
    if results[0].settings.compounds != results[1].settings.compounds:
        raise UsageError(
            "verdicts 'both right' make alternations, which do not go with a normaliser that merges compounds; "
            "expected another normaliser in normalise= (--normalise), or verdicts without 'both right'"
        )
    notices = tuple(swapped_notices(ref, hyp))
    return results[0].noted(notices), results[1].noted(notices)


def _are_folders(ref: File, hyp: File | None) -> bool:
    """Whether both sides are folders of files."""
    if not _has_folder(ref, hyp):
        return False
    from .inputs.folders import are_folders

    return are_folders(ref, hyp)


def _has_folder(ref: File, hyp: File | None) -> bool:
    return any(isinstance(side, (str, os.PathLike)) and os.path.isdir(side) for side in (ref, hyp))


def _read(ref: File, hyp: File | None, job: Job) -> Sides:
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
            return read_with_folder(ref, hyp, job.how)
    return read_sides(ref, hyp, job.how)


def _score_read(read: Sides, job: Job, renaming: Renaming, session: Mapping[str, str] | None) -> Result:
    """Scores the content of two files."""
    how = job.how
    outside, overlap = job.outside or "attach", job.overlap or "error"
    sides = renaming.both(read.ref, read.hyp, session)
    if job.verdicts is not None:
        name = "" if session is None else session[""]
        sides = job.verdicts.corrected(sides[0], name=name, is_marked=not how.literal), sides[1]
        if session is None:
            job.verdicts.check()
    settings: Keywords = {**job.settings}
    is_marked = any("sclite" in side.grammars() for side in sides)
    if settings.get("markup") and not is_marked:
        # Next to marks of a format, texts without any stay as they are: a signature tells one from the other.
        sides = with_marks(sides[0]), with_marks(sides[1])
    if "markup" not in settings:
        # Files of two folders are all read alike.
        settings["markup"] = is_marked or (job.verdicts is not None and job.verdicts.makes_alternations)
    chosen = settings_of(settings)
    check_rules(outside, overlap)
    if read.by_row and job.missing != "error":
        shown = f"missing={job.missing!r} (--missing {job.missing})"
        raise UsageError(f"{shown} has no effect on {read.ref.path}, whose rows hold both sides")
    if read.by_row:
        _check_no_files(*sides)
        result = _score_rows(*sides, chosen, job.threads, read.texts())
    else:
        result = _score_sides(*sides, chosen, job, tuple((renaming.speaker_map or {}).items()))
    if read.taken:
        from .inputs.taken import check_not_copied, of_numbers

        if _are_equal_as_read(result):
            check_not_copied(read.taken, result.counts)
        result = result.noted(of_numbers(read.taken, result.counts))
    named = enumerate((result.ref_format, result.hyp_format))
    signed = [how.signed(name, place, read.taken) for place, name in named]
    if job.printed and not any(name.endswith(PRINTED) for name in signed):
        names = " and ".join(dict.fromkeys(filter(None, signed)))
        raise UsageError(f"printed=True (--printed) has no effect on {names}, which stores only one form of each word")
    label = "" if job.verdicts is None else job.verdicts.verdicts.label
    result = replace(result, ref_format=signed[0], hyp_format=signed[1], verdicts=label)
    renaming.check_kind(result)
    if is_text_beside(read.ref, read.hyp):
        renaming.check_whole(read.ref, read.hyp)
    if session is None:
        check_rules_apply(result, outside, overlap)
    spoken = () if job.printed else _spoken(read, result)
    nulls = (*of_nulls(nulls_of(read.ref), nulls_of(read.hyp)), *of_placeholders(read))
    return result.noted((*read.notices, *_of_readers(sides), *nulls, *_odd_rows(read, result), *spoken))


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


def _spoken(read: Sides, result: Result) -> Iterator[Notice]:
    """A notice of a side that was read without the punctuation that its file has, next to a side with punctuation."""
    sides = (read.ref, result.utterances.refs), (read.hyp, result.utterances.hyps)
    for (corpus, texts), (_, others) in zip(sides, sides[::-1], strict=True):
        has_both = bool(corpus.format) and formats.by_name(corpus.format).printed
        if has_both and result.counts.errors and have_none(texts, ENDS) and not have_none(others, ENDS):
            yield Notice(
                "spoken form",
                f"{corpus.path} ({corpus.format}) is read as spoken, but the other side has punctuation: printed=True "
                "(--printed) reads words with their punctuation, capitals and digits",
            )


def _of_readers(sides: tuple[Corpus, Corpus]) -> Iterator[Notice]:
    """Notices of the readers of both files, and of the choice of a channel."""
    for corpus in sides:
        for text in corpus.notices():
            yield Notice(f"reading {corpus.path}", f"{corpus.path}: {text}")


def _odd_rows(read: Sides, result: Result) -> tuple[Notice, ...]:
    """Notices about rows; words with times are looked at here, texts when somebody asks for the notices."""
    notices: list[Notice] = []
    has_lines = bool({read.ref.format, read.hyp.format} & {*_TEXT_LINES})
    if has_lines:
        from .inputs.first_lines import of_lines

        notices += of_lines(read.ref, read.hyp, result.settings.chain)
    has_cues = any(formats.by_name(side.format).cues for side in (read.ref, read.hyp) if side.format)
    if has_lines or has_cues:
        from .notices.captions import of_captions, of_heads

        of_cues = tuple(of_captions(read.ref, read.hyp, result.settings.chain))
        notices += of_cues or of_heads(read.ref, read.hyp, result.settings.chain)
    if result.table.timeline is not None:
        from .notices import odd_rows

        notices += odd_rows.of_corpora(read.ref, read.hyp, result.settings.chain)
    return tuple(notices)


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
    return not job.joined and ref.format == hyp.format == TEXT and len(ref) == len(hyp)


# Formats of lines of text, whose first line may hold names of columns.
_TEXT_LINES = ("txt", "kaldi")


def nulls_of(corpus: Corpus) -> int:
    """The number of texts of a table that are null."""
    nulls: int = getattr(corpus.segments, "nulls", 0)
    return nulls


NULL = "null "
"""The beginning of the names of notices about null texts."""


def of_nulls(ref: int, hyp: int) -> Iterator[Notice]:
    """A notice for each side of which so many texts are null."""
    for side, number in (("reference", ref), ("hypothesis", hyp)):
        if number:
            state = "is null" if number == 1 else "are null"
            yield Notice(f"{NULL}{side}", f"{quantity(number, 'text')} of the {side} {state}: scored as empty")


# What programs write for a text that is missing, and how many texts of a table are looked at.
_PLACEHOLDERS = frozenset(("NaN", "nan", "None", "null", "NULL", "<NA>", "N/A", "#N/A"))
_LOOKED_AT = 20_000


def of_placeholders(sides: Sides) -> Iterator[Notice]:
    """A notice for each side of a table in which cells hold a word for a missing text, as the other side's do not."""
    corpora = sides.ref, sides.hyp
    held = [
        [text for text in corpus.texts()[:_LOOKED_AT] if text in _PLACEHOLDERS] if corpus.format in TABLES else []
        for corpus in corpora
    ]
    for place, side in enumerate(("reference", "hypothesis")):
        words = [word for word in held[place] if word not in held[1 - place]]
        if words:
            state = "is" if len(words) == 1 else "are"
            shown = " or ".join(map(repr, dict.fromkeys(words)))
            yield Notice(
                f"placeholders {side}",
                f"{quantity(len(words), 'text')} of the {side} {state} {shown}, which counts as a word; expected an "
                "empty cell for a missing text",
            )


def swapped_notices(ref: File, hyp: File | None) -> Iterator[Notice]:
    """A notice if the names of the files say that the sides are swapped."""
    if text := swapped(ref, hyp):
        yield Notice(SWAPPED, text)


def _score_folders(ref: File, hyp: File | None, job: Job, renaming: Renaming) -> Result:
    """Scores the files of two folders that have one name; a file without a recording's name has that of the file."""
    from pathlib import Path

    from .inputs.folders import score_folders

    def score_one(ref: Path, hyp: Path | None, name: str, like: Result | None) -> Result:
        if hyp is not None:
            return score_pair(ref, hyp, job, renaming, {"": name})
        if like is None or like.table.timeline is None:
            return score_pair(ref, b"", replace(job, hyp_format=TEXT), renaming, {"": name})
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


def _score_rows(ref: Corpus, hyp: Corpus, chosen: Settings, threads: int, texts: tuple[str, ...]) -> Result:
    """Scores two columns of one table, which `texts` names."""
    ids = _ids_of_rows(ref)
    has_ids = all(ids) and len({*ids}) == len(ids)
    result = scored(
        Pairs(
            texts_of(ref, chosen.markup),
            texts_of(hyp, chosen.markup),
            ids if has_ids else None,
            columns=columns_of(ref, range(len(ref)), texts),
        ),
        chosen,
        threads,
        ref_name=ref.path,
        hyp_name=hyp.path,
        ref_format=ref.format,
        hyp_format=hyp.format,
    )
    if has_ids:
        return result
    # Imported only now: most tables have ids that differ.
    from .notices.repeated import of_both_columns

    return result.noted(of_both_columns(ref, hyp, ids))


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
    pairing = _paired(ref, hyp, missing)
    columns = _arranged(texts_of(ref, chosen.markup), texts_of(hyp, chosen.markup), pairing)
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
        ref_name=ref.path,
        hyp_name=hyp.path,
        ref_format=ref.format,
        hyp_format=hyp.format,
        **facts,
    ).noted(pairing.notices())


def _paired(ref: Corpus, hyp: Corpus, missing: Missing) -> Pairing:
    try:
        return pair(ref.ids(), hyp.ids(), missing=missing, strippable=True)
    except MismatchError as error:
        if ref.format != hyp.format and "txt" in (ref.format, hyp.format):
            hint = (
                "A txt file has line numbers instead of ids; expected ids on both sides "
                "(where lines begin with ids: ref_format='kaldi' (--ref-format kaldi), and likewise for hyp)"
                f"{_in_order(ref, hyp)}"
            )
            repeated = _repeated_first_word(ref, hyp) or _repeated_first_word(hyp, ref)
            raise MismatchError(f"{repeated}{error}\n{hint}") from None
        # Imported only now: most files have other ids on both sides, and no error.
        from ...formats.engine.further_columns import path_column

        if "repeated" not in str(error):
            raise
        text = f"{error}{_places_of_repeated(ref) or _places_of_repeated(hyp)}"
        if column := path_column(ref) or path_column(hyp):
            text += f": rows are named by their files; id_column={column!r} (--id-column {column}) pairs by path"
        raise MismatchError(text) from None


def _in_order(ref: Corpus, hyp: Corpus) -> str:
    """The end of a message about texts with ids next to as many lines: how the order can pair them."""
    if len(ref) != len(hyp):
        return ""
    side, name = ("HYP", "hypothesis") if ref.format == TEXT else ("REF", "reference")
    return (
        f"; if line 1 belongs to the first text, line 2 to the second and so on, `scorelite convert {side} OUT.txt` "
        f"makes lines of the {name}, and two files of lines are paired in order"
    )


def _repeated_first_word(side: Corpus, other: Corpus) -> str:
    """A line on an id that begins two lines of a txt file, where all lines begin with ids of the other side."""
    ids = {*other.ids()}
    first_line: dict[str, int] = {}
    repeated = ""
    for text, line in zip(side.texts() if side.format == "txt" else (), side.table.lines, strict=False):
        name = text.partition(" ")[0]
        if name not in ids:
            return ""
        if name in first_line and not repeated:
            repeated = f"{side.path}: id {name!r} begins line {first_line[name]} and line {line}; expected it once\n"
        first_line.setdefault(name, line)
    return repeated


def _places_of_repeated(side: Corpus) -> str:
    """The first two lines with one id, as ` (a.csv:2 and a.csv:4)`; empty where no id repeats, or no line is known."""
    first_line: dict[str, int] = {}
    for name, line in zip(side.ids(), side.table.lines, strict=True):
        if name in first_line:
            return f" ({side.path}:{first_line[name]} and {side.path}:{line})" if line else ""
        first_line[name] = line
    return ""


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


def _arranged(refs: Sequence[Text], hyps: Sequence[Text], pairing: Pairing) -> tuple[Sequence[Text], Sequence[Text]]:
    """Both sides in the order of the pairing."""
    return _at(refs, pairing.ref), _at(hyps, pairing.hyp)


def _at(texts: Sequence[Text], places: Sequence[int | None]) -> Sequence[Text]:
    """The texts at these places, and an empty one where there is no place."""
    if places == range(len(texts)):
        return texts
    known = [place for place in places if place is not None]
    if isinstance(texts, SpanTexts) and len(known) == len(places):
        return texts.taken(known)
    made = list(texts)
    return ["" if place is None else made[place] for place in places]


def _in_order_of(refs: object, hyps: Any) -> Any:
    """The hypotheses in the order of the references, where both are labelled by an index, as Series of pandas are."""
    index: Any = getattr(refs, "index", None)
    other: Any = getattr(hyps, "index", None)
    if not hasattr(index, "equals") or not hasattr(other, "equals") or index.equals(other):
        return hyps
    if len(index) != len(other) or not index.is_unique or not other.is_unique or not index.isin(other).all():
        raise MismatchError(
            "refs and hyps are Series whose indexes differ; expected one index with a unique label for each pair, "
            "or refs.tolist() and hyps.tolist(), which are paired by position"
        )
    return hyps.reindex(index)


def _labels_of(refs: object, hyps: object) -> list[str] | None:
    """The labels of the rows of Series of pandas; None where nothing names them."""
    if not hasattr(refs, "iloc") and not hasattr(hyps, "iloc"):
        return None
    # Imported only now: most texts are in lists.
    from ...formats.frames import labels_of

    return labels_of(refs) or labels_of(hyps)


def _without_nulls(side: Any) -> tuple[Any, int]:
    """A column of pandas, polars or pyarrow with an empty text for each null, as in a frame, and how many there are."""
    if hasattr(side, "isna") and hasattr(side, "fillna"):
        is_null = side.isna()
        nulls = int(is_null.sum())
        if nulls and not hasattr(side, "iloc"):  # the values of a column
            return ["" if null else text for text, null in zip(side, is_null, strict=True)], nulls
        return (side.astype(object).fillna("") if nulls else side), nulls  # a category has no empty text
    if hasattr(side, "null_count") and hasattr(side, "fill_null"):
        nulls = side.null_count() if callable(side.null_count) else side.null_count
        return (side.fill_null("") if nulls else side), nulls
    return side, 0


def _listed(name: str, texts: object) -> list[Text]:
    """The texts as a list; anything that is not a text is rejected."""
    if isinstance(texts, str):
        raise UsageError(f"{name} is a single text; expected a list of texts, or single texts on both sides")
    if not isinstance(texts, Iterable):
        raise UsageError(f"{name} is of type {type(texts).__name__}; expected a list of texts or of lists of words")
    check_order(name, texts, "a list of texts, or a mapping from id to text")
    values = list(texts)
    if core.all_text(values):
        return values
    if not all(issubclass(kind, (str, bytes, list, tuple)) for kind in set(map(type, values))):
        for place, text in enumerate(values):
            if not isinstance(text, (list, tuple)):
                check_text(f"{name}[{place}]", text)
    return checked_words(name, values)
