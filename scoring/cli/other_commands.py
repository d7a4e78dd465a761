"""The command that is meant where files belong to another one, as a line to type."""

from __future__ import annotations

import os
import re
from itertools import pairwise

from ...formats import read
from ...formats.detection import detect
from ...formats.errors import FormatError, MismatchError, UsageError, short
from ...formats.registry import NAMES, by_suffix
from ...formats.source import Source
from ..words.notices.paired import JOINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..words.result import Result
    from ..words.utterance_table import Timeline

TURNS = ("rttm", "mdtm")
_MEETINGS = ("stm", "seglst")
_TABLES = ("jsonl", "nemo", "csv", "tsv", "parquet", "hf-dataset", "lhotse", "kaldi-json")
_LONGEST = 200


def command_for(words: Sequence[str]) -> str:
    """The command for a command line that begins with files.

    >>> command_for(["ref.trn", "my hyp.trn"]), command_for(["a.rttm", "b.rttm"])
    ("scorelite score ref.trn 'my hyp.trn'", 'scorelite segments a.rttm b.rttm --measure diarisation')
    """
    files = [word for word in words if not word.startswith("-")]
    return _several(files) if len(files) > 2 else for_pair(files) or typed("score", *words)


def for_pair(files: Sequence[str]) -> str:
    """The command for two files of turns or of meetings; empty for any others."""
    kinds = [*map(kind_of, files)] if len(files) == 2 else []
    if kinds and all(kind in TURNS for kind in kinds):
        return typed("segments", *files, "--measure", "diarisation")
    if kinds and all(kind in _MEETINGS for kind in kinds):
        return typed("meetings", *files)
    return ""


def typed(*words: str) -> str:
    """A command line of scorelite, quoted for a shell; a long one is cut.

    >>> typed("score", "ref.trn", "my hyp.trn")
    "scorelite score ref.trn 'my hyp.trn'"
    """
    return short(" ".join(["scorelite", *map(_quoted, words)]), _LONGEST)


def _quoted(word: str) -> str:
    """A word as a shell reads it; shlex would take a tenth of the time of every start."""
    quote = "'\"'\"'"
    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else f"'{word.replace(chr(39), quote)}'"


def check_tables(files: Sequence[str]) -> None:
    """Refuses a reference with several hypotheses, and names of columns, where files hold both sides."""
    present = [file for file in files if os.path.exists(file)]
    if len(files) == 3 and len(present) == 1 and kind_of(present[0]) in _TABLES:
        ref, hyp = (file for file in files if file not in present)
        command = typed("score", *present, "--ref-column", ref, "--hyp-column", hyp)
        raise UsageError(f"{short(ref)} and {short(hyp)} are not files; for columns of a table: {command}")
    if len(files) == 3 and present == [*files[:2]] and "-" not in files:
        raise UsageError(
            f"{short(files[2])}: No such file or directory; expected two files, and -o FILE for the output"
        )
    if names := [file for file in files if file in NAMES and file not in present]:
        raise UsageError(
            f"{names[0]}: a format, not a file; expected --ref-format NAME and --hyp-format NAME; sclite -r REF "
            f"{names[0]} -h HYP {names[0]} has NIST's options"
        )
    if len(files) > 2 and not may_hold_both(files[0]):
        folders = {os.path.dirname(file) for file in files[1:] if os.path.isfile(file)}
        if len(folders) == 1 and os.path.isdir(files[0]) and not any(map(os.path.isdir, files[1:])):
            raise UsageError(
                f"{short(files[0])} is a folder of one side; expected two folders with files of the same names: "
                f"{typed('score', files[0], folders.pop() or os.curdir)} (--hyp-format NAME takes files of one format)"
            )
        raise UsageError(
            f"{short(files[0])} has one side alone, and three files or more are files that hold references and "
            f"hypotheses; for several hypotheses of one reference: {_several(files)}"
        )


def may_hold_both(path: str) -> bool:
    """Whether a path that is scored may hold both sides: a table, results of a toolkit, or a folder with these."""
    if os.path.isdir(path):
        from ..words.inputs.table_files import has_cells

        return has_cells(path)
    if not os.path.isfile(path):
        return True  # which is reported when it is read
    try:
        record = detect(Source(path))
    except (FormatError, UsageError):
        return True
    return record.name in _TABLES or record.both_sides


def holds_both(path: str) -> bool:
    """Whether the suffix of a file is one of tables, or of alignments, which may hold both sides."""
    record = by_suffix(path)
    return record is not None and record.name in (*_TABLES, "sgml")


def transcript(path: str) -> str:
    """The name of the format that the suffix of a file names, if it is one of transcripts."""
    record = by_suffix(path)
    return "" if record is None or record.name in ("sgml", "txt") else record.name


def _several(files: Sequence[str]) -> str:
    """The command that compares several hypotheses; outputs such as --markdown are the same."""
    return typed("compare", "--ref", *files)


def of_mismatch(error: MismatchError, ref: str, hyp: str | None) -> MismatchError:
    """The error about two files that do not match, with the cause where one is empty, and the command that is meant."""
    if hyp is None or "-" in (ref, hyp):
        return error
    empty = [path for path in (ref, hyp) if os.path.isfile(path) and not os.path.getsize(path)]
    if len(empty) == 1:
        return MismatchError(f"{empty[0]} has no utterances: the file is empty; expected a transcript")
    command = for_pair((ref, hyp))
    if (
        not command
        and "scorelite segments" not in str(error)
        and (turns := [path for path in (ref, hyp) if kind_of(path) in TURNS])
    ):
        of_turns = typed("segments", ref, hyp, "--measure", "diarisation")
        return MismatchError(f"{error}\n{turns[0]} has turns of speakers; for the diarisation error rate: {of_turns}")
    purpose = "Who speaks when" if command.startswith("scorelite segments") else "Recordings of several speakers"
    return MismatchError(f"{error}\n{purpose}: {command}") if command else error


def of_speakers(result: Result, ref: str, hyp: str | None) -> str:
    """The hint where several speakers of both files are scored as one text, or talk at once; empty for any others."""
    command = for_pair((ref, hyp)) if hyp and "-" not in (ref, hyp) else ""
    if not command:
        return ""
    joined = any(JOINED in notice.text for notice in result.notices)
    if not joined and not _talk_at_once(result.table.timeline):
        return ""
    if joined and not all(len({*read(path).table.speakers}) > 1 for path in (ref, hyp or "")):
        return ""
    what = "several speakers are scored as one text" if joined else "speakers talk at once"
    return f"{what}; who said what: {command}"


def _talk_at_once(timeline: Timeline | None) -> bool:
    """Whether a speaker starts before the end of another's turn."""
    if timeline is None:
        return False
    turns = sorted(zip(timeline.sessions, timeline.start, timeline.end, timeline.speakers, strict=True))
    return any(
        session == other and start < end and speaker != next_speaker
        for (session, _, end, speaker), (other, start, _, next_speaker) in pairwise(turns)
    )


def first_file(path: str) -> str:
    """The first file of a folder of files; any other path as it is."""
    if not os.path.isdir(path):
        return path
    # Imported only now: most systems are files.
    from pathlib import Path

    from ..common.folders import files_in, is_folder_of_files

    return os.fspath(next(iter(files_in(Path(path)).values()), "")) if is_folder_of_files(path) else path


def kind_of(path: str) -> str:
    """The name of a file's format; empty where it is not known."""
    try:
        if (record := by_suffix(path)) is not None:
            return record.name
        return detect(Source(path)).name if os.path.isfile(path) else ""
    except (FormatError, UsageError, OSError, MemoryError):
        return ""
