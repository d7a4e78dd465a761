"""Texts of files kept in their corpus, so that an unchanged corpus is written as its file was."""

from __future__ import annotations

import re

from ..schema import Corpus
from ..values import replace

_FILE = "/file"
_DECLARED = re.compile(r"""(<\?xml\b[^>]*?\bencoding\s*=\s*["'])[A-Za-z0-9._-]+""")


def keep(corpus: Corpus, text: str) -> Corpus:
    """The corpus with the text of its file; an XML declaration is changed to UTF-8, the encoding of the output."""
    declared = _DECLARED.match(text)
    text = f"{declared[1]}UTF-8{text[declared.end() :]}" if declared else text
    meta = (*corpus.meta, (f"{corpus.format}:{_FILE}", text))
    return replace(corpus, meta=meta, original=corpus.segments)


def kept_text(corpus: Corpus, format: str) -> str | None:
    """The text of the file of a corpus, if the segments have not changed; else None."""
    text = dict(corpus.meta).get(f"{format}:{_FILE}")
    return text if text is not None and corpus.original == corpus.segments else None
