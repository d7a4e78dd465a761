"""First lines of text that are names of columns, and would be scored as an utterance without a word."""

from __future__ import annotations

from collections.abc import Iterator

from formats.schema import Corpus, TextTable
from scoring.words.notices import Notice

# Names that a column of texts has, and other columns beside it.
_TEXTS = {"text", "transcript", "transcription", "sentence", "utterance", "utt_id", "reference", "hypothesis"}
_NAMES = _TEXTS | {
    *(
        "id",
        "utt",
        "uttid",
        "utterance_id",
        "key",
        "file",
        "file_name",
        "filename",
        "audio",
        "path",
        "wav",
        "ref",
        "hyp",
    ),
    *("ref", "hyp", "words", "speaker", "start", "end", "duration"),
}


def of_first_lines(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """Notices about first lines of text that are names of columns."""
    for corpus, side in ((ref, "reference"), (hyp, "hypothesis")):
        table = corpus.segments
        if corpus.format not in ("txt", "kaldi") or not isinstance(table, TextTable) or not len(table):
            continue
        line = f"{table.ids()[0]} {table.texts()[0]}" if corpus.format == "kaldi" else table.texts()[0]
        names = line.lower().replace(",", " ").replace(";", " ").replace("|", " ").split()
        if names and {*names} <= (_NAMES if len(names) > 1 else _TEXTS):
            text = f"the first line of the {side}, {line!r}, looks like names of columns, but is scored as an utterance"
            yield Notice(f"first line of the {side}", text)
