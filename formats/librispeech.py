"""A folder of LibriSpeech, read only: the transcripts of its chapters are one corpus.

    84/121123/84-121123.trans.txt    84-121123-0000 GO DO YOU HEAR

Files in it and in folders below it are read; their names are a reader, a chapter and `.trans.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import kaldi
from .engine.folder_tree import files_below
from .errors import FormatError, Where, fail
from .record import Format, read_only
from .schema import Corpus
from .source import Source
from .values import replace

_TRANSCRIPT = re.compile(r"(?:.*/)?\d+-\d+\.trans\.txt")


def read(source: Source) -> Corpus:
    """Reads a folder."""
    paths = [] if source.folder is None else files_below(source.folder, lambda name: sniff([name]))
    if not paths:
        fail(Where(source.name, 1), "no file such as 84-121123.trans.txt", "a folder of LibriSpeech")
    chapters = [Source(path, encoding=source.encoding, errors=source.errors) for path in paths]
    texts = "\n".join(chapter.text for chapter in chapters)
    try:
        corpus = kaldi.read(Source(texts.encode(errors="surrogateescape"), errors=source.errors, name=source.name))
    except FormatError:
        for chapter in chapters:
            kaldi.read(chapter)  # the error names the file
        raise
    return replace(corpus, format="librispeech")


def sniff(names: Sequence[str]) -> bool:
    """Whether these are the file names of a folder of LibriSpeech."""
    return any(map(_TRANSCRIPT.fullmatch, names))


FORMAT = Format(
    name="librispeech",
    suffixes=(),
    summary="folder of LibriSpeech: the files *.trans.txt in it and below it",
    carries=frozenset({"ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"ids"}),
    folder=True,
)
