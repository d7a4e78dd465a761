"""Two folders of files: files of one name are scored against each other, and their results are added."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, compress
from pathlib import Path

from ....formats.errors import MismatchError, NoTranscriptError, UsageError
from ....formats.values import replace
from ...common.counts import FileCounts
from ...common.folders import files_in, is_folder_of_files
from ...common.results import Missing, check_missing, listed
from ...notices.notice import Notice, facts_of
from ..notices.paired import of_files
from ..pairing.affixes import strip_hint
from ..pairing.rules import choices
from ..result import Result

# What a file is for, and its language: parts of a name that its partner may have in another form, or not at all.
_ROLE = re.compile(
    r"[._-](?:script|transcript|ref|reference|gold|truth|hyp|hypothesis|asr|auto|subtitles?|subs?|captions?|cc|sdh)"
    r"(?=[._-]|\Z)",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(r"\.[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z")

# Scores one file against another, or against nothing, as in another pair: paths, the name of the recording, that pair.
ScoreOne = Callable[[Path, "Path | None", str, "Result | None"], Result]
# The files of a folder under the names by which they are paired.
Renamed = Callable[["dict[str, Path]", Path], "dict[str, Path]"]


def are_folders(ref: object, hyp: object) -> bool:
    """Whether both sides are folders of files, neither of which is one corpus."""
    return is_folder_of_files(ref) and hyp is not None and is_folder_of_files(hyp)


def score_folders(
    ref: Path,
    hyp: Path,
    missing: Missing,
    score_one: ScoreOne,
    formats: tuple[str | None, str | None],
    renamed: Renamed,
) -> Result:
    """The sum over all pairs of files; `missing` decides about files that only one folder has.

    Of several files with one name, those of the named `formats` of both sides are scored.
    """
    check_missing(missing)
    sides = _paired(renamed(files_in(ref, formats[0], "ref"), ref), renamed(files_in(hyp, formats[1], "hyp"), hyp))
    lacking, extra = _alone(*sides), _alone(*reversed(sides))
    if (lacking and missing == "error") or (extra and missing != "skip"):
        lines = choices("files", "names", bool(extra), missing)
        raise MismatchError("\n".join([_different(ref, hyp, lacking, extra), *lines]))
    names = [name for name in sides[0] if name in sides[1] or missing == "delete"]
    if not names:
        raise MismatchError(f"nothing was scored: {ref} and {hyp} have no file names in common")
    by_name: dict[str, Result] = {}
    for name in names:
        if name in sides[1]:
            with without_transcript(missing):
                by_name[name] = _one(score_one, sides[0][name], sides[1][name], name)
    failed = [name for name in names if name in sides[1] and name not in by_name]
    names = [name for name in names if name in by_name or missing == "delete"]
    if not names:
        raise MismatchError(f"nothing was scored: no file of {hyp} has a transcript")
    lacking = (*lacking, *failed)
    pairs = [*by_name.values()]
    for name in names:
        if name not in by_name:
            by_name[name] = _one(score_one, sides[0][name], None, name, pairs[0] if pairs else None)
    parts, shared = _apart(names, [by_name[name] for name in names])
    unnamed = [name for name in lacking if name not in by_name or by_name[name].table.timeline is None]
    result = Result.merged(parts)
    noted = of_files([notice for part in pairs for notice in facts_of(part.notices)], len(pairs))
    return replace(
        result.noted((*noted, *shared)),
        ref_name=os.fspath(ref),
        hyp_name=os.fspath(hyp),
        missing=(*result.missing, *unnamed),
        extra=(*result.extra, *extra),
        missing_rule=missing,
        files=tuple(map(FileCounts, names, [part.counts for part in parts])),
    )


@contextmanager
def without_transcript(missing: Missing) -> Iterator[None]:
    """Passes over a file that says what went wrong in place of a transcript, if what is missing is no error."""
    try:
        yield
    except NoTranscriptError as error:
        if missing == "error":
            text = (
                f"{error}; missing='delete' (--missing delete) counts the words of its reference as deletions; "
                "missing='skip' (--missing skip) leaves them out"
            )
            raise UsageError(text) from None


def _apart(names: Sequence[str], parts: list[Result]) -> tuple[list[Result], tuple[Notice, ...]]:
    """The results of all files with different ids, and a notice where files share some, as those of two test sets.

    Words with times are told apart by their recordings.
    """
    untimed = [part.table.timeline is None for part in parts]
    numbers = Counter(chain.from_iterable(part.table.ids or () for part in compress(parts, untimed)))
    shared = [key for key, number in numbers.items() if number > 1]
    if not shared:
        return parts, ()
    verb, each = ("is", "it") if len(shared) == 1 else ("are", "each of them")
    text = f"{listed(shared, 'id')} {verb} in several files: {each} counts once in every file, as NAME/{shared[0]}"
    made = zip(names, parts, untimed, strict=True)
    if all("spk" in name for name in names):
        text += "; if the order of the speakers is free, `scorelite meetings REF HYP` pairs those of each id"
    return [part.in_file(name) if plain else part for name, part, plain in made], (Notice("shared ids", text),)


def same_files(first: Path, other: Path) -> list[tuple[str, Path, Path]]:
    """The files of two folders, which must have files of the same names: the name and both paths of each."""
    sides = _paired(files_in(first), files_in(other))
    lacking, extra = _alone(*sides), _alone(*reversed(sides))
    if not any(sides):
        raise MismatchError(f"{first} and {other} have no files; expected files with the same names")
    if lacking or extra:
        raise MismatchError(
            f"{_different(first, other, lacking, extra)}\nexpected folders with files of the same names"
        )
    return [(name, path, sides[1][name]) for name, path in sides[0].items()]


def _paired(first: dict[str, Path], other: dict[str, Path]) -> tuple[dict[str, Path], dict[str, Path]]:
    """The files of two folders, under names that both have where they are a pair.

    One file in each folder is a pair, whatever their names are.

    Files without a partner of the same name are paired by what is left of their names without roles (`a.ref.txt` with
    `A.hyp.srt`), and then without the language that only one of them names (`a.txt` with `a.en.vtt`).
    """
    sides = first, other
    if {*map(len, sides)} == {1}:
        return sides[0], dict(zip(sides[0], sides[1].values(), strict=True))
    for reduced in (_without_role, _without_language):
        alone = [_grouped(_alone(*pair), reduced) for pair in (sides, sides[::-1])]
        for key in [key for key in alone[0] if key in alone[1]]:
            names = alone[0][key], alone[1][key]
            if reduced is _without_language and not any(
                _without_role(name).casefold() == key for side in names for name in side
            ):
                continue  # two languages are no pair
            if max(map(len, names)) > 1:
                paths = [os.fspath(files[name]) for files, side in zip(sides, names, strict=True) for name in side]
                raise UsageError(f"{', '.join(paths)} could be paired; expected one file of each name in each folder")
            sides[1][names[0][0]] = sides[1].pop(names[1][0])
    return sides


def _grouped(names: Sequence[str], reduced: Callable[[str], str]) -> dict[str, list[str]]:
    """Names by what is left of them, in small letters."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(reduced(name).casefold(), []).append(name)
    return groups


def _without_role(name: str) -> str:
    """A name without the part that says what the file is for.

    >>> _without_role("talk.en.script"), _without_role("talk_ref"), _without_role("script")
    ('talk.en', 'talk', 'script')
    """
    return _ROLE.sub("", name)


def _without_language(name: str) -> str:
    """A name without its role and its language.

    >>> _without_language("talk.pt-BR"), _without_language("talk.ref.en"), _without_language("talk.2")
    ('talk', 'talk', 'talk.2')
    """
    return _LANGUAGE.sub("", _without_role(name))


def _alone(files: Mapping[str, Path], others: Mapping[str, Path]) -> tuple[str, ...]:
    """The names that files have and others have not."""
    return tuple(name for name in files if name not in others)


def _one(score_one: ScoreOne, ref: Path, hyp: Path | None, name: str, like: Result | None = None) -> Result:
    try:
        return score_one(ref, hyp, name, like).under_ids(name)
    except MismatchError as error:
        raise MismatchError(f"{ref} and {hyp}: {error}") from None


def _different(ref: Path, hyp: Path, lacking: Sequence[str], extra: Sequence[str]) -> str:
    """The message about files that only one folder has."""
    lines = ["the folders have files of different names"]
    lines += [f"  {listed(lacking, 'file')} in {ref} without a file of this name in {hyp}"] * bool(lacking)
    lines += [f"  {listed(extra, 'file')} in {hyp} without a file of this name in {ref}"] * bool(extra)
    if hint := strip_hint(lacking, extra):
        lines.append(hint)
    return "\n".join(lines)
