"""The one list of formats, and the choice among them by name, suffix or content.

The list holds what the choice by name and suffix needs. The module of a format is imported when its record is used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from importlib import import_module

from .engine.reports import refuse_report
from .errors import FormatError, UsageError, short, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

    from .record import Format
    from .source import Source, Target


class Entry:
    """A format before its module is imported: a copy of what its record says, which `load` compares."""

    __slots__ = ("folder", "magic", "name", "read_only", "suffixes")

    def __init__(
        self,
        name: str,
        suffixes: str = "",
        *,
        magic: bytes = b"",
        folder: bool = False,
        read_only: bool = False,
    ) -> None:
        self.name = name
        self.suffixes = tuple(suffixes.split())
        self.magic = magic
        self.folder = folder
        self.read_only = read_only

    @property
    def home(self) -> str:
        """The name of the module, which is that of the format with `_` for `-`."""
        return self.name.replace("-", "_")

    def load(self) -> Format:
        """The record of the format, from its module."""
        record: Format = import_module(f"scorelite.formats.{self.home}").FORMAT
        facts = record.name, record.suffixes, record.magic, record.folder, not record.writable
        if facts != (self.name, self.suffixes, self.magic, self.folder, self.read_only):
            raise AssertionError(f"formats/{self.home}.py has {facts}; its entry in formats/registry.py differs")
        return record


_ENTRIES = (
    Entry("trn", ".trn"),
    Entry("stm", ".stm"),
    Entry("mdtm", ".mdtm"),
    Entry("ctm", ".ctm"),
    Entry("kaldi", ".ark .kaldi"),
    Entry("srt", ".srt"),
    Entry("vtt", ".vtt"),
    Entry("ass", ".ass"),
    Entry("ssa", ".ssa"),
    Entry("microdvd", ".sub"),
    Entry("stl", ".stl"),
    Entry("ebu-stl", magic=rb"[0-9]{3}STL([0-9]{2})\.01", read_only=True),
    Entry("aws", ".aws.json"),
    Entry("whisper", ".whisper.json"),
    Entry("whisperx", ".whisperx.json"),
    Entry("faster-whisper", ".faster-whisper.json"),
    Entry("kaldi-json", ".kaldi.json"),
    Entry("vosk", ".vosk.json"),
    Entry("google", ".google.json"),
    Entry("azure", ".azure.json"),
    Entry("deepgram", ".deepgram.json"),
    Entry("assemblyai", ".assemblyai.json"),
    Entry("elevenlabs", ".elevenlabs.json"),
    Entry("speechmatics", ".speechmatics.json"),
    Entry("revai", ".revai.json"),
    Entry("watson", ".watson.json"),
    Entry("gentle", ".gentle.json"),
    Entry("gladia", ".gladia.json"),
    Entry("soniox", ".soniox.json"),
    Entry("lhotse", ".lhotse.jsonl"),
    Entry("nemo", ".nemo.jsonl .nemo.json"),
    Entry("seglst", ".seglst.json .seglst"),
    Entry("funasr", ".funasr.json", read_only=True),
    Entry("nemo-diar", ".nemo-diar.json", read_only=True),
    Entry("nemo-timestamps", ".nemo-timestamps.json", read_only=True),
    Entry("parakeet", ".parakeet.json", read_only=True),
    Entry("nlp", ".nlp"),
    Entry("uem", ".uem"),
    Entry("sgml", ".sgml .sgm", read_only=True),
    Entry("icefall", read_only=True),
    Entry("wenet", read_only=True),
    Entry("espnet", read_only=True),
    Entry("fairseq", read_only=True),
    Entry("ref-hyp", read_only=True),
    Entry("kaldi-per-utt", read_only=True),
    Entry("pra", read_only=True),
    Entry("textgrid", ".TextGrid"),
    Entry("textgrid-short"),
    Entry("csv", ".csv"),
    Entry("tsv", ".tsv"),
    Entry("jsonl", ".hf.jsonl"),
    Entry("parquet", ".parquet", magic=b"PAR1"),
    Entry("ttml", ".ttml .dfxp .itt"),
    Entry("ebu-tt"),
    Entry("ebu-tt-d"),
    Entry("imsc"),
    Entry("rttm", ".rttm"),
    Entry("ecf", ".ecf .ecf.xml", read_only=True),
    Entry("kwlist", ".kwlist .kwlist.xml", read_only=True),
    Entry("kwslist", ".kwslist .kwslist.xml", read_only=True),
    Entry("kaldi-data", "", folder=True),
    Entry("kaldi-decode", "", folder=True, read_only=True),
    Entry("hf-dataset", "", folder=True, read_only=True),
    Entry("librispeech", "", folder=True, read_only=True),
    Entry("kaldi-align", read_only=True),
    Entry("eaf", ".eaf"),
    Entry("trs", ".trs"),
    Entry("audacity", ".audacity.txt .audacity"),
    Entry("lab", ".lab", read_only=True),
    Entry("timit", ".phn .wrd", read_only=True),
    Entry("mlf", ".mlf", read_only=True),
    Entry("silero", ".silero.json", read_only=True),
    Entry("chat", ".cha", read_only=True),
    Entry("exb", ".exb", read_only=True),
    Entry("mpl2", ".mpl"),
    Entry("sami", ".smi", read_only=True),
    Entry("sbv", ".sbv"),
    Entry("json3", ".json3", read_only=True),
    Entry("lrc", ".lrc"),
    Entry("scc", ".scc", read_only=True),
    Entry("whisper-log", read_only=True),
    Entry("ljspeech", read_only=True),
    Entry("named-turns", read_only=True),
    Entry("txt", ".txt"),
)


class Formats(Sequence["Format"]):
    """All formats in order, also by name; a record is loaded on access."""

    __slots__ = ("_by_name", "_entries")

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._entries = entries
        self._by_name = {entry.name: entry for entry in entries}
        suffixes = [suffix for entry in entries for suffix in entry.suffixes]
        if len(self._by_name) != len(entries) or len(set(suffixes)) != len(suffixes):
            raise AssertionError("two formats share a name or a suffix")

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int | str) -> Format: ...

        @overload
        def __getitem__(self, index: slice) -> tuple[Format, ...]: ...

    def __getitem__(self, index: int | str | slice) -> Format | tuple[Format, ...]:
        if isinstance(index, str):
            return by_name(index)
        if isinstance(index, slice):
            return tuple(entry.load() for entry in self._entries[index])
        return self._entries[index].load()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Format]:
        return (entry.load() for entry in self._entries)

    def __repr__(self) -> str:
        return f"<{len(self)} formats: {', '.join(self._by_name)}>"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries, which are known before a record is loaded."""
        return self._entries

    def find(self, name: str) -> Entry | None:
        """The entry of this name; None where there is none."""
        return self._by_name.get(name)


FORMATS = Formats(_ENTRIES)
NAMES = tuple(entry.name for entry in _ENTRIES)
WRITABLE = tuple(entry.name for entry in _ENTRIES if not entry.read_only)
# Every text could be of this format, so its suffix proves nothing.
_ANYTHING = "txt"


def by_name(name: str) -> Format:
    """The format with this name.

    >>> by_name("trn").summary
    'NIST transcripts: words (id)'
    """
    entry = FORMATS.find(name)
    if entry is None:
        raise unknown("format", name, NAMES, "scorelite formats lists all")
    return entry.load()


def by_suffix(path: Target) -> Format | None:
    """The format that a file's suffix names, without `.gz`; None for an unknown suffix."""
    entry = _promised(path)
    return entry.load() if entry is not None else None


def _promised(path: Target) -> Entry | None:
    if not isinstance(path, (str, os.PathLike)):
        return None
    name = os.path.basename(os.fspath(path)).lower().removesuffix(".gz")
    promised = [
        (len(suffix), entry) for entry in _ENTRIES for suffix in entry.suffixes if name.endswith(suffix.lower())
    ]
    return max(promised, key=lambda pair: pair[0])[1] if promised else None


# Suffixes of files that hold no transcript as text, with what to do.
RECORDINGS = (".wav", ".mp3", ".flac", ".m4a", ".ogg", ".opus", ".aac", ".wma", ".mp4", ".mkv", ".mov", ".webm", ".sph")
_OTHERS = {
    **dict.fromkeys(
        (".xlsx", ".xls", ".ods"), "a spreadsheet; expected csv: save it as csv, with columns reference and hypothesis"
    ),
    **dict.fromkeys((".docx", ".doc", ".odt", ".rtf", ".pdf"), "a document; expected plain text: save it as .txt"),
    **dict.fromkeys((".html", ".htm", ".md"), "a page; expected plain text: save it as .txt"),
    **dict.fromkeys((".yaml", ".yml", ".toml"), "no transcript; expected lines of JSON (jsonl), csv or plain text"),
    **dict.fromkeys((".sbv", ".json3", ".lrc"), "captions; expected srt or vtt, which players and YouTube also have"),
    ".scc": "captions as codes (CEA-608); expected srt, vtt or ttml",
    **dict.fromkeys(
        (".pkl", ".pt", ".npy", ".npz"), "a file of Python; expected a table such as csv, jsonl or parquet"
    ),
    **dict.fromkeys(RECORDINGS, "a recording; expected its transcript"),
}
_BARE = ("", ".ref", ".hyp", ".pred")
"""Suffixes of files that name a side of a score and no format; their lines decide, or else they are plain text."""
_OF_KALDI = ("text", "segments", "utt2spk", "spk2utt", "wav.scp", "reco2file_and_channel")
"""Files of Kaldi's data folders, whose lines alone could be of other formats."""


_OTHER_TARGETS = {
    ".json": "JSON of several formats; expected OUT with its whole suffix, such as .whisper.json or .seglst.json",
    ".xml": "XML of several formats; expected format= (--to), such as ttml, imsc or ebu-tt",
    **dict.fromkeys((".html", ".htm", ".md"), "a page; expected OUT as .txt"),
    **dict.fromkeys((".tg", ".praat"), "files of Praat; expected OUT as .TextGrid"),
    **dict.fromkeys(RECORDINGS, "a recording; expected OUT as a transcript, such as .srt"),
    **dict.fromkeys((".xlsx", ".xls", ".ods"), "a spreadsheet; expected OUT as .csv, which spreadsheets open"),
    **dict.fromkeys(
        (".docx", ".doc", ".odt", ".rtf", ".pdf"), "a document; expected OUT as .txt, which word processors open"
    ),
    ".lab": "labels of HTK; expected format='audacity' (--to audacity) (label tracks, in seconds) or OUT as .TextGrid",
}
"""Suffixes that people ask for and no format has, with what to write instead."""


def refuse_target(path: str) -> None:
    """Raises UsageError for the name of an output whose suffix belongs to a program's own format."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _OTHER_TARGETS:
        raise UsageError(f"{path}: {_OTHER_TARGETS[suffix]}")


def detect(source: Source) -> Format:
    """The format of a file: by its suffix or, where that is unknown, by its first lines."""
    if not hasattr(source, "folder"):
        raise UsageError(f"detect() takes a Source, not {short(repr(source))}; expected scorelite.read(path).format")
    if source.folder is not None:
        files = _names_in(source.name)
        folders = (entry.load() for entry in _ENTRIES if entry.folder)
        return next((record for record in folders if record.sniff(files)), by_name(_ANYTHING))
    folder, name = os.path.split(source.name)
    if name in _OF_KALDI and by_name("kaldi-data").sniff(os.listdir(folder or ".")):
        if name == "text":
            return by_name("kaldi")
        raise UsageError(f"{source.name}: a part of a Kaldi data folder; expected the folder: {folder or '.'}")
    for entry in _ENTRIES:
        if entry.magic and re.match(entry.magic, source.data):
            return entry.load()
    promised = _promised(source.name)
    if promised is not None and promised.name != _ANYTHING:
        return promised.load()
    suffix = os.path.splitext(source.name)[1].lower()
    try:
        head = source.head()
    except FormatError:
        if suffix in _OTHERS:
            raise UsageError(f"{source.name}: {_OTHERS[suffix]}") from None
        raise
    refuse_report(source)
    for entry in _ENTRIES:
        if not entry.folder and (record := entry.load()).sniff(head):
            return record
    if promised is not None or suffix in _BARE:
        return by_name(_ANYTHING)
    if suffix in _OTHERS:
        raise UsageError(f"{source.name}: {_OTHERS[suffix]}")
    if source.start()[:1] in (b"{", b"["):
        from .engine.json_shapes import advice, are_lines

        if are_lines(head):
            return by_name("jsonl")  # which reports what its lines lack
        raise UsageError(
            f"{source.name}: neither suffix nor content shows the format of this JSON; expected one object a line "
            f"(jsonl){advice(source)}, or a name with format= (--from, --format, --ref-format or --hyp-format)"
        )
    raise UsageError(
        f"{source.name}: neither suffix nor content shows the format; name one with format= (--from, --format, "
        "--ref-format or --hyp-format), such as trn, txt, kaldi, ctm; scorelite formats lists all"
    )


def detect_alone(source: Source) -> Format:
    """The format of a file that is read by itself: lines of text that all begin with ids are Kaldi text.

    One side of a score is not read so, since the other side shows whether first words are ids.
    """
    record = detect(source)
    if record.name == _ANYTHING and source.folder is None:
        from .kaldi import has_ids

        return by_name("kaldi") if has_ids(source.head()) else record
    return record


def is_one(source: str, source_format: str | None) -> bool:
    """Whether a folder is one corpus, not a collection of files."""
    if source_format:
        return by_name(source_format).folder
    names = _names_in(source)
    return any(entry.folder and entry.load().sniff(names) for entry in FORMATS.entries)


def _names_in(folder: str) -> list[str]:
    """The names in a folder; if it holds folders alone, with paths below it along the first of them.

    One file of a tree of equal folders shows what the tree is.
    """
    names = inside = sorted(os.listdir(folder))
    place = folder
    while inside and all(os.path.isdir(os.path.join(place, name)) for name in inside):
        place = os.path.join(place, inside[0])
        inside = sorted(os.listdir(place))
        names = [*names, *(os.path.relpath(os.path.join(place, name), folder) for name in inside)]
    return names


def stem(name: str) -> str:
    """The name of a file without `.gz` and without the suffix of its format, or else its last suffix.

    >>> stem("talk.whisper.json"), stem("talk.srt.gz"), stem("a.b.json")
    ('talk', 'talk', 'a.b')
    """
    bare = name.removesuffix(".gz")
    suffixes = (suffix for entry in _ENTRIES for suffix in entry.suffixes)
    longest = max((suffix for suffix in suffixes if bare.lower().endswith(suffix.lower())), key=len, default="")
    return (bare[: -len(longest)] if longest else os.path.splitext(bare)[0]) or bare
