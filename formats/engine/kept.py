"""Files that are kept as they were read, so that they are written without loss as long as nothing was changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from formats.engine.json_source import detail, details
from formats.schema import Corpus, Segment

_FILE = "/file"
_DECLARED = re.compile(r"""(<\?xml\b[^>]*?\bencoding\s*=\s*["'])[A-Za-z0-9._-]+""")


def keep(corpus: Corpus, text: str) -> Corpus:
    """The corpus with the text it was read from; an XML declaration says UTF-8, in which it will be written."""
    text = _DECLARED.sub(r"\g<1>UTF-8", text, count=1) if text.startswith("<?xml") else text
    return replace(corpus, meta=(*corpus.meta, detail(corpus.format, _FILE, [_sum(corpus.segments), text])))


def kept_text(corpus: Corpus, format: str) -> str | None:
    """The text that a corpus was read from, if its segments are still what they were."""
    value = details(corpus.meta, format).get(_FILE)
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str) and value[0] == _sum(corpus.segments):
        return value[1]
    return None


def _sum(segments: Sequence[Segment]) -> int:
    """A check sum of all segments; where they stood in their file does not count."""
    total = 0
    for segment in segments:
        total = crc32(repr(replace(segment, where=None)).encode("utf-8", "surrogatepass"), total)
    return total
