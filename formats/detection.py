"""The format of a file or folder that no option names: by its suffix, its first lines or the names in it."""

from __future__ import annotations

import os
import re

from ..core.file_names import RECORDINGS
from .engine.folder_tree import without_clutter
from .engine.reports import refuse_report, refuse_table
from .errors import FormatError, NoTranscriptError, UsageError, short
from .registry import ANYTHING, FORMATS, by_name, by_suffix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .record import Format
    from .source import Source

# Suffixes of files that hold no transcript as text, with what to do.
_OTHERS = {
    **dict.fromkeys((".xls", ".ods"), "a spreadsheet; expected xlsx or csv: save it as one of these"),
    **dict.fromkeys((".xlsx", ".xlsm"), "no workbook of Excel; expected one, or csv"),
    **dict.fromkeys(
        (".doc", ".odt", ".rtf", ".pdf"), "a document; expected docx or plain text: save it as one of these"
    ),
    **dict.fromkeys((".html", ".htm", ".md"), "a page; expected plain text: save it as .txt"),
    **dict.fromkeys(
        (".yaml", ".yml", ".toml"),
        "no transcript; expected lines of JSON (jsonl), plain text or csv, as `pandas.DataFrame(yaml.safe_load(open("
        "'IN.yaml'))).to_csv('OUT.csv', index=False)` writes a list in Python",
    ),
    **dict.fromkeys((".sbv", ".json3", ".lrc"), "captions; expected srt or vtt, which players and YouTube also have"),
    ".scc": "captions as codes (CEA-608); expected srt, vtt or ttml",
    **dict.fromkeys(
        (".pkl", ".pt", ".npy", ".npz"), "a file of Python; expected a table such as csv, jsonl or parquet"
    ),
    **dict.fromkeys(RECORDINGS, "a recording; expected its transcript"),
}
_TREES = (".json", ".xml")
"""Suffixes of files that hold a structure, whatever it is: what no reader knows in them is no plain text."""
_OF_KALDI = ("text", "segments", "utt2spk", "spk2utt", "wav.scp", "reco2file_and_channel")
"""Files of Kaldi's data folders, whose lines alone could be of other formats."""


def detect(source: Source) -> Format:
    """The format of a file: by its suffix or, where that is unknown, by its first lines."""
    if not hasattr(source, "folder"):
        raise UsageError(f"detect() takes a Source, not {short(repr(source))}; expected scorelite.read(path).format")
    if source.format:
        return by_name(source.format)
    if source.folder is not None:
        names = _names_in(source.name)
        folders = (entry.load() for entry in FORMATS.entries if entry.folder)
        return next((record for record in folders if record.sniff(names)), by_name(ANYTHING))
    if _is_part_of_kaldi(source.name):
        return by_name("kaldi")
    for entry in FORMATS.entries:
        if entry.magic and re.match(entry.magic, source.data):
            return entry.load()
    promised = by_suffix(source.name)
    if promised is not None and promised.name != ANYTHING:
        if promised.name == "trn":  # other tools call texts of other forms so
            refuse_report(source)
        return promised
    return _by_content(source)


def _by_content(source: Source) -> Format:
    """The format of a file whose suffix names none: by its lines, or else plain text, whatever the suffix."""
    suffix = os.path.splitext(source.name)[1].lower()
    record = _by_lines(source, suffix)
    if record is not None:
        return record
    is_plain = suffix not in (*_OTHERS, *_TREES)
    if suffix not in _OTHERS and source.start()[:1] in (b"{", b"["):
        # Imported only now: most files are not JSON.
        from .engine.json_shapes import is_json

        if not is_plain or is_json(source):
            return _lines_of_json(source)
    if is_plain:
        refuse_table(source)
        return by_name(ANYTHING)
    if suffix in _OTHERS:
        raise UsageError(f"{source.name}: {_OTHERS[suffix]}")
    raise UsageError(
        f"{source.name}: neither suffix nor content shows the format; name one with format= (--from, --format, "
        "--ref-format or --hyp-format), such as trn, txt, kaldi, ctm; scorelite formats lists all"
    )


def _is_part_of_kaldi(path: str) -> bool:
    """Whether a file is the texts of a Kaldi data folder; other files of one are rejected."""
    folder, name = os.path.split(path)
    if name not in _OF_KALDI or not by_name("kaldi-data").sniff(os.listdir(folder or ".")):
        return False
    if name != "text":
        raise UsageError(f"{path}: a part of a Kaldi data folder; expected the folder: {folder or '.'}")
    return True


def _by_lines(source: Source, suffix: str) -> Format | None:
    """The first format whose lines these could be."""
    try:
        head = source.head()
    except FormatError:
        if suffix in _OTHERS:
            raise UsageError(f"{source.name}: {_OTHERS[suffix]}") from None
        raise
    refuse_report(source)
    records = (entry.load() for entry in FORMATS.entries if not entry.folder)
    return next((record for record in records if record.sniff(head)), None)


def _lines_of_json(source: Source) -> Format:
    """The format of JSON that shows no other: lines of objects, whose reader reports what they lack."""
    from .engine.json_shapes import advice, are_lines, error_of

    if are_lines(source.head()):
        return by_name("jsonl")
    if said := error_of(source):
        raise NoTranscriptError(source.name, said)
    raise UsageError(
        f"{source.name}: neither suffix nor content shows the format of this JSON; expected one object a line "
        f"(jsonl){advice(source)}, or a name with format= (--from, --format, --ref-format or --hyp-format)"
    )


def detect_alone(source: Source) -> Format:
    """The format of a file that is read by itself: lines of text that all begin with ids are Kaldi text.

    One side of a score is not read so, since the other side shows whether first words are ids.
    """
    record = detect(source)
    if record.name == ANYTHING and source.folder is None:
        from .kaldi import has_ids

        return by_name("kaldi") if has_ids(source.head()) else record
    return record


def is_one(source: str, source_format: str | None) -> bool:
    """Whether a folder is one corpus, not a collection of files."""
    # Imported only now: most sources are files.
    from .parquet_parts import parts_in

    if parts_in(source):
        return source_format in (None, "parquet")
    if source_format:
        return by_name(source_format).folder
    names = _names_in(source)
    return any(entry.folder and entry.load().sniff(names) for entry in FORMATS.entries)


def _names_in(folder: str) -> list[str]:
    """The names in a folder; if it holds folders alone, with paths below it along the first of them.

    One file of a tree of equal folders shows what the tree is.
    """
    names = inside = without_clutter(os.listdir(folder))
    place = folder
    while inside and all(os.path.isdir(os.path.join(place, name)) for name in inside):
        place = os.path.join(place, inside[0])
        inside = without_clutter(os.listdir(place))
        names = [*names, *(os.path.relpath(os.path.join(place, name), folder) for name in inside)]
    return names
