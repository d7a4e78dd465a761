"""The one list of formats, and the choice among them by name, suffix or content."""

from __future__ import annotations

import os

from formats import (
    ass,
    assemblyai,
    audacity,
    aws,
    azure,
    chat,
    csv_table,
    ctm,
    deepgram,
    eaf,
    ecf,
    exb,
    faster_whisper,
    frames,
    gentle,
    google,
    jsonl,
    kaldi,
    kaldi_data,
    kaldi_json,
    kwlist,
    kwslist,
    lhotse,
    mdtm,
    nemo,
    parquet,
    rare_subtitles,
    revai,
    rttm,
    seglst,
    sgml,
    speechmatics,
    srt,
    stm,
    textgrid,
    trn,
    trs,
    ttml,
    txt,
    uem,
    vosk,
    vtt,
    watson,
    whisper,
    whisperx,
)
from formats.errors import UsageError
from formats.record import Format
from formats.source import Source, Target

FORMATS: tuple[Format, ...] = (
    trn.FORMAT,
    stm.FORMAT,
    mdtm.FORMAT,
    ctm.FORMAT,
    kaldi.FORMAT,
    srt.FORMAT,
    vtt.FORMAT,
    ass.FORMAT,
    ass.SSA,
    frames.MICRODVD,
    frames.STL,
    aws.FORMAT,
    whisper.FORMAT,
    whisperx.FORMAT,
    faster_whisper.FORMAT,
    kaldi_json.FORMAT,
    vosk.FORMAT,
    google.FORMAT,
    azure.FORMAT,
    deepgram.FORMAT,
    assemblyai.FORMAT,
    speechmatics.FORMAT,
    revai.FORMAT,
    watson.FORMAT,
    gentle.FORMAT,
    lhotse.FORMAT,
    nemo.FORMAT,
    seglst.FORMAT,
    uem.FORMAT,
    sgml.FORMAT,
    textgrid.FORMAT,
    textgrid.SHORT,
    csv_table.FORMAT,
    csv_table.TABBED,
    jsonl.FORMAT,
    parquet.FORMAT,
    ttml.TTML,
    ttml.EBU_TT,
    ttml.EBU_TT_D,
    ttml.IMSC,
    rttm.FORMAT,
    ecf.FORMAT,
    kwlist.FORMAT,
    kwslist.FORMAT,
    kaldi_data.FORMAT,
    kaldi_data.ALIGNMENT,
    eaf.FORMAT,
    trs.FORMAT,
    audacity.FORMAT,
    chat.FORMAT,
    exb.FORMAT,
    rare_subtitles.MPL2,
    rare_subtitles.SAMI,
    txt.FORMAT,
)
# What everything could be, so that its suffix is no proof.
_ANYTHING = txt.FORMAT


def _unique(formats: tuple[Format, ...]) -> dict[str, Format]:
    names = {record.name: record for record in formats}
    suffixes = [suffix for record in formats for suffix in record.suffixes]
    if len(names) != len(formats) or len(set(suffixes)) != len(suffixes):
        raise AssertionError("two formats share a name or a suffix")
    return names


_BY_NAME = _unique(FORMATS)


def by_name(name: str) -> Format:
    """The format of this name.

    >>> by_name("trn").summary
    'NIST transcripts: words (id)'
    """
    if name not in _BY_NAME:
        raise UsageError(f"format {name!r} is unknown; expected one of: {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def by_suffix(path: Target) -> Format | None:
    """The format that a file name promises, `.gz` aside."""
    if not isinstance(path, (str, os.PathLike)):
        return None
    name = os.path.basename(os.fspath(path)).lower().removesuffix(".gz")
    found = [(len(suffix), record) for record in FORMATS for suffix in record.suffixes if name.endswith(suffix.lower())]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def detect(source: Source) -> Format:
    """The format of a file: what its suffix promises; where that promises nothing, what its first lines look like."""
    if source.folder is not None:
        files = sorted(os.listdir(source.folder))
        return next((record for record in FORMATS if record.files and record.sniff(files)), _ANYTHING)
    promised = by_suffix(source.name)
    if promised not in (None, _ANYTHING):
        return promised
    for record in FORMATS:
        if record.magic and source.data.startswith(record.magic):
            return record
    head = source.head()
    for record in FORMATS:
        if not record.files and record.sniff(head):
            return record
    if promised is not None or not os.path.splitext(source.name)[1]:
        return _ANYTHING
    names = ", ".join(_BY_NAME)
    raise UsageError(f"{source.name}: neither name nor content tells the format; name it, one of: {names}")
