"""The one list of formats, and the choice among them by name or suffix.

The list holds what the choice by name and suffix needs. The module of a format is imported when its record is used.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module

from ..core.file_names import RECORDINGS
from .errors import unknown
from .source import BINARY_TEXTGRID, SUBVIEWER, XLABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

    from .record import Format
    from .source import Target


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
    Entry("video-indexer", ".video-indexer.json", read_only=True),
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
    Entry("speechbrain", read_only=True),
    Entry("textgrid", ".TextGrid", magic=BINARY_TEXTGRID),
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
    Entry("xlabel", magic=XLABEL, read_only=True),
    Entry("timit", ".phn .wrd", read_only=True),
    Entry("mlf", ".mlf", read_only=True),
    Entry("label-studio", ".label-studio.json", read_only=True),
    Entry("silero", ".silero.json", read_only=True),
    Entry("chat", ".cha", read_only=True),
    Entry("exb", ".exb", read_only=True),
    Entry("nxt", ".words.xml", read_only=True),
    Entry("mpl2", ".mpl"),
    Entry("sami", ".smi", read_only=True),
    Entry("sbv", ".sbv", magic=SUBVIEWER),
    Entry("json3", ".json3", read_only=True),
    Entry("srv3", ".srv3 .srv2 .srv1 .ytt", read_only=True),
    Entry("avid", read_only=True),
    Entry("lrc", ".lrc"),
    Entry("scc", ".scc", read_only=True),
    Entry("whisper-log", read_only=True),
    Entry("ljspeech", read_only=True),
    Entry("sherpa", read_only=True),
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
ANYTHING = "txt"
"""The format that every text could be of, so its suffix proves nothing."""


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
    if not isinstance(path, (str, os.PathLike)):
        return None
    name = os.path.basename(os.fspath(path)).lower().removesuffix(".gz")
    named = [(len(suffix), entry) for entry in _ENTRIES for suffix in entry.suffixes if name.endswith(suffix.lower())]
    return max(named, key=lambda pair: pair[0])[1].load() if named else None


def stem(name: str) -> str:
    """The name of a file without `.gz` and without the suffix of its format, or else its last suffix; and without that
    of a recording above it, as whisper.cpp calls its files.

    >>> stem("talk.whisper.json"), stem("talk.srt.gz"), stem("a.b.json"), stem("talk.wav.json")
    ('talk', 'talk', 'a.b', 'talk')
    """
    bare = name.removesuffix(".gz")
    suffixes = (suffix for entry in _ENTRIES for suffix in entry.suffixes)
    longest = max((suffix for suffix in suffixes if bare.lower().endswith(suffix.lower())), key=len, default="")
    own = (bare[: -len(longest)] if longest else os.path.splitext(bare)[0]) or bare
    name, suffix = os.path.splitext(own)
    return name if suffix.lower() in RECORDINGS else own
