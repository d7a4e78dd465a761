"""SAMI: subtitles in a form like HTML, read by the library pysubs2.

<SAMI><BODY><SYNC Start=400><P>Good<br>day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine import pysubs2_cues
from .engine.cues import subtitles
from .errors import LimitError, Where, fail
from .record import read_only
from .schema import Corpus
from .source import Source

_ROOT = re.compile(r"\s*<SAMI\b", re.IGNORECASE)
_CUE = re.compile("<SYNC", re.IGNORECASE)
_MOST_WORK = 10**10


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> read(Source(b"<SAMI><BODY><SYNC Start=400><P>Good<br>day.<SYNC Start=900><P>&nbsp;")).segments[0].text
    'Good day.'
    """
    if not _ROOT.match(source.text):
        first = source.head(1)[0] if source.text else ""
        fail(Where(source.name, 1), "no <SAMI> tag", "<SAMI> at the beginning", first)
    # The library copies the text of a cue at each of its tags.
    cost = sum(len(cue) * (cue.count("<") + cue.count("&")) for cue in _CUE.split(source.text))
    if cost > _MOST_WORK:
        raise LimitError(f"{source.name}: cues with very many tags; expected some in each")
    return pysubs2_cues.read(source, "sami", [source.lines()])


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first tag is <SAMI>."""
    return bool(_ROOT.match("\n".join(lines)))


FORMAT = subtitles("sami", (".smi",), "SAMI", (read, read_only, sniff))
