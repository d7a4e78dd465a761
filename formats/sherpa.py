"""The output of sherpa-onnx's programs, read only: a line with the name of a sound file, then one of JSON.

    talk-1.wav
    {"lang": "", "emotion": "", "event": "", "text": " GOOD DAY", "timestamps": [0.04, 0.32], "tokens": [" GOOD", ...]}
    ----

The id of an utterance is the name of its file. Other lines, such as the real-time factor, are no text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from .engine.row_reader import FilledTable
from .errors import Where, fail
from .record import Format, read_only
from .schema import Corpus
from .schema.markup import words
from .source import Source

NAME = "sherpa"
_ANSWER = re.compile(r'\s*\{.*"text"\s*:.*"tokens"\s*:.*\}\s*')
_WANTED = "the name of a sound file, and a line of JSON with text and tokens below it"


def read(source: Source) -> Corpus:
    """Reads utterances.

    >>> segment, = read(Source(b'a/talk-1.wav\\n{"text": " GOOD DAY", "tokens": [" GOOD", " DAY"]}\\n----\\n')).segments
    >>> segment.id, segment.text
    ('talk-1', 'GOOD DAY')
    """
    add = FilledTable(source.name, "id", "text", "lines")
    before = ""
    for add.number, add.line in enumerate(source.lines(), 1):
        if _ANSWER.fullmatch(add.line):
            _add(before, add)
        before = add.line
    add.problems.check()
    if not len(add):
        fail(Where(source.name, 1), "no utterance", _WANTED)
    return Corpus(add.segments.table(), format=NAME, path=source.name)


def _add(path: str, add: FilledTable) -> None:
    """Reads one line of JSON below the name of its file."""
    try:
        answer = json.loads(add.line)
    except (ValueError, RecursionError):
        answer = None
    text = answer.get("text") if isinstance(answer, dict) else None
    if not isinstance(text, str):
        add.report(1, "no JSON with a text", _WANTED)
    elif not path.strip():
        add.report(1, "no name of a file above the text", _WANTED)
    else:
        name = re.split(r"[/\\]", path.strip())[-1]
        add.segments.add(name.rpartition(".")[0] or name, " ".join(words(text)), add.number)


def sniff(lines: Sequence[str]) -> bool:
    """Whether JSON with a text and tokens comes below another line that is none."""
    return any(_ANSWER.fullmatch(line) and above.strip()[:1] not in ("", "{", "[") for above, line in pairwise(lines))


FORMAT = Format(
    name=NAME,
    suffixes=(),
    summary="output of sherpa-onnx",
    carries=frozenset({"ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
