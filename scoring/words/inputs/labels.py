"""Names that people give to the recordings of two files; of one recording each, they are no keys."""

from __future__ import annotations

import os

from ....formats.registry import stem
from ....formats.schema import Corpus

# Paths of what is no file.
_NO_FILES = ("", "<bytes>")


def labels(ref: Corpus, hyp: Corpus) -> tuple[str, str]:
    """The name of the first recording of each side, or else that of its file; empty where neither has one.

    >>> labels(Corpus(path="a/news one.whisper.json"), Corpus(path="<bytes>"))
    ('news_one', '')
    """
    return _label(ref), _label(hyp)


def _label(corpus: Corpus) -> str:
    name = next(iter(corpus.table.sessions), "")
    if name or corpus.path in _NO_FILES:
        return name
    return "_".join(stem(os.path.basename(corpus.path)).strip("<>").split())
