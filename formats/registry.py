"""The one list of formats, and the choice among them by name, suffix or content.

The list says where a format is, and what tells it from others without a look at it; its module is imported when it is
asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

    from formats.record import Format
    from formats.source import Source, Target


class Entry:
    """Where a format is, and what is known of it beforehand: the same as its record says."""

    __slots__ = ("folder", "home", "magic", "name", "read_only", "suffixes")

    def __init__(
        self,
        name: str,
        home: str,
        suffixes: str = "",
        *,
        magic: bytes = b"",
        folder: bool = False,
        read_only: bool = False,
    ) -> None:
        self.name = name
        self.home = home
        self.suffixes = tuple(suffixes.split())
        self.magic = magic
        self.folder = folder
        self.read_only = read_only

    def load(self) -> Format:
        """The record of the format."""
        module, _, attribute = self.home.partition(".")
        record: Format = getattr(import_module(f"formats.{module}"), attribute)
        found = record.name, record.suffixes, record.magic, record.files is not None, not record.writable
        if found != (self.name, self.suffixes, self.magic, self.folder, self.read_only):
            raise AssertionError(f"the registry does not say of {self.name} what {self.home} says: {found}")
        return record


_ENTRIES = (
    Entry("trn", "trn.FORMAT", ".trn"),
    Entry("stm", "stm.FORMAT", ".stm"),
    Entry("mdtm", "mdtm.FORMAT", ".mdtm"),
    Entry("ctm", "ctm.FORMAT", ".ctm"),
    Entry("kaldi", "kaldi.FORMAT", ".ark"),
    Entry("srt", "srt.FORMAT", ".srt"),
    Entry("vtt", "vtt.FORMAT", ".vtt"),
    Entry("ass", "ass.FORMAT", ".ass"),
    Entry("ssa", "ass.SSA", ".ssa"),
    Entry("microdvd", "frames.MICRODVD", ".sub"),
    Entry("stl", "frames.STL", ".stl"),
    Entry("aws", "aws.FORMAT", ".aws.json"),
    Entry("whisper", "whisper.FORMAT", ".whisper.json"),
    Entry("whisperx", "whisperx.FORMAT", ".whisperx.json"),
    Entry("faster-whisper", "faster_whisper.FORMAT", ".faster-whisper.json"),
    Entry("kaldi-json", "kaldi_json.FORMAT", ".kaldi.json"),
    Entry("vosk", "vosk.FORMAT", ".vosk.json"),
    Entry("google", "google.FORMAT", ".google.json"),
    Entry("azure", "azure.FORMAT", ".azure.json"),
    Entry("deepgram", "deepgram.FORMAT", ".deepgram.json"),
    Entry("assemblyai", "assemblyai.FORMAT", ".assemblyai.json"),
    Entry("speechmatics", "speechmatics.FORMAT", ".speechmatics.json"),
    Entry("revai", "revai.FORMAT", ".revai.json"),
    Entry("watson", "watson.FORMAT", ".watson.json"),
    Entry("gentle", "gentle.FORMAT", ".gentle.json"),
    Entry("lhotse", "lhotse.FORMAT", ".lhotse.jsonl"),
    Entry("nemo", "nemo.FORMAT", ".nemo.jsonl .nemo.json"),
    Entry("seglst", "seglst.FORMAT", ".seglst.json .seglst"),
    Entry("uem", "uem.FORMAT", ".uem"),
    Entry("sgml", "sgml.FORMAT", ".sgml .sgm", read_only=True),
    Entry("textgrid", "textgrid.FORMAT", ".TextGrid"),
    Entry("textgrid-short", "textgrid.SHORT"),
    Entry("csv", "csv_table.FORMAT", ".csv"),
    Entry("tsv", "csv_table.TABBED", ".tsv"),
    Entry("jsonl", "jsonl.FORMAT", ".hf.jsonl"),
    Entry("parquet", "parquet.FORMAT", ".parquet", magic=b"PAR1"),
    Entry("ttml", "ttml.TTML", ".ttml .dfxp"),
    Entry("ebu-tt", "ttml.EBU_TT"),
    Entry("ebu-tt-d", "ttml.EBU_TT_D"),
    Entry("imsc", "ttml.IMSC"),
    Entry("rttm", "rttm.FORMAT", ".rttm"),
    Entry("ecf", "ecf.FORMAT", ".ecf .ecf.xml", read_only=True),
    Entry("kwlist", "kwlist.FORMAT", ".kwlist .kwlist.xml", read_only=True),
    Entry("kwslist", "kwslist.FORMAT", ".kwslist .kwslist.xml", read_only=True),
    Entry("kaldi-data", "kaldi_data.FORMAT", "", folder=True),
    Entry("kaldi-align", "kaldi_data.ALIGNMENT", read_only=True),
    Entry("eaf", "eaf.FORMAT", ".eaf"),
    Entry("trs", "trs.FORMAT", ".trs"),
    Entry("audacity", "audacity.FORMAT", ".audacity.txt .audacity"),
    Entry("chat", "chat.FORMAT", ".cha", read_only=True),
    Entry("exb", "exb.FORMAT", ".exb", read_only=True),
    Entry("mpl2", "rare_subtitles.MPL2", ".mpl"),
    Entry("sami", "rare_subtitles.SAMI", ".smi", read_only=True),
    Entry("txt", "txt.FORMAT", ".txt"),
)


class Formats(Sequence["Format"]):
    """All formats in order; one is loaded when it is looked at."""

    __slots__ = ("_by_name", "_entries")

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._entries = entries
        self._by_name = {entry.name: entry for entry in entries}
        suffixes = [suffix for entry in entries for suffix in entry.suffixes]
        if len(self._by_name) != len(entries) or len(set(suffixes)) != len(suffixes):
            raise AssertionError("two formats share a name or a suffix")

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Format: ...

        @overload
        def __getitem__(self, index: slice) -> tuple[Format, ...]: ...

    def __getitem__(self, index: int | slice) -> Format | tuple[Format, ...]:
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
        """What is known of them before they are loaded."""
        return self._entries

    def find(self, name: str) -> Entry | None:
        """The entry of this name."""
        return self._by_name.get(name)


FORMATS = Formats(_ENTRIES)
NAMES = tuple(entry.name for entry in _ENTRIES)
WRITABLE = tuple(entry.name for entry in _ENTRIES if not entry.read_only)
# What everything could be, so that its suffix is no proof.
_ANYTHING = "txt"


def by_name(name: str) -> Format:
    """The format of this name.

    >>> by_name("trn").summary
    'NIST transcripts: words (id)'
    """
    entry = FORMATS.find(name)
    if entry is None:
        from formats.errors import UsageError

        raise UsageError(f"format {name!r} is unknown; expected one of: {', '.join(NAMES)}")
    return entry.load()


def by_suffix(path: Target) -> Format | None:
    """The format that a file name promises, `.gz` aside."""
    entry = _promised(path)
    return entry.load() if entry is not None else None


def _promised(path: Target) -> Entry | None:
    if not isinstance(path, (str, os.PathLike)):
        return None
    name = os.path.basename(os.fspath(path)).lower().removesuffix(".gz")
    found = [(len(suffix), entry) for entry in _ENTRIES for suffix in entry.suffixes if name.endswith(suffix.lower())]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def detect(source: Source) -> Format:
    """The format of a file: what its suffix promises; where that promises nothing, what its first lines look like."""
    if source.folder is not None:
        files = sorted(os.listdir(source.folder))
        folders = (entry.load() for entry in _ENTRIES if entry.folder)
        return next((record for record in folders if record.sniff(files)), by_name(_ANYTHING))
    promised = _promised(source.name)
    if promised is not None and promised.name != _ANYTHING:
        return promised.load()
    for entry in _ENTRIES:
        if entry.magic and source.data.startswith(entry.magic):
            return entry.load()
    head = source.head()
    for entry in _ENTRIES:
        if not entry.folder and (record := entry.load()).sniff(head):
            return record
    if promised is not None or not os.path.splitext(source.name)[1]:
        return by_name(_ANYTHING)
    from formats.errors import UsageError

    raise UsageError(f"{source.name}: neither name nor content tells the format; name it, one of: {', '.join(NAMES)}")
