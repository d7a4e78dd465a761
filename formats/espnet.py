"""Results of ESPnet 1, `data.json`, read only: the texts of both sides, of which one is read.

    {"utts": {"u-1": {"output": [{"rec_text": "\\u2581good\\u2581way<eos>", "text": "good day"}], "utt2spk": "anna"}}}

The option `side` chooses the text: "hyp" (default) for `rec_text`, or "ref" for `text`. Of several outputs, the first
one counts, which is the best. Word pieces become words, and marks such as `<eos>` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.both_sides import BothSides, check_side, results
from .engine.json import Document
from .engine.json_objects import root_of
from .engine.json_places import outline
from .schema import Corpus
from .source import Source

NAME = "espnet"
_MARKS = re.compile("<(?:eos|sos|sos/eos|blank)>")
_BLANKS = re.compile("<space>|\u2581")


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the texts of one side.

    >>> text = b'{"utts": {"u1": {"output": [{"rec_text": "\\u2581good\\u2581way<eos>", "text": "good day"}]}}}'
    >>> read(Source(text)).texts(), read(Source(text), side="ref").texts()
    (['good way'], ['good day'])
    """
    check_side(side)
    document = Document.of(source, NAME)
    utterances = root_of(document).child("utts", required=True)
    texts = BothSides(source)
    for name in utterances.members:
        utterance = utterances.child(name)
        output = utterance.first_child("output", required=True)
        if utterance.members.get("output") == []:
            utterance.report("an empty list", "an output with the recognised text", "output")
        ref, hyp = output.text("text", required=True), output.text("rec_text", required=True)
        texts.add(name, " ".join(ref.split()), _words(hyp))
    document.check()
    return texts.corpus(NAME, side)


def _words(text: str) -> str:
    """The words of the text of a decoder."""
    return " ".join(_BLANKS.sub(" ", _MARKS.sub("", text)).split())


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are utterances with recognised texts."""
    shape = outline(lines)
    return any(path.startswith("/utts/") and path.endswith("/output/*/rec_text") for path in shape)


FORMAT = results(NAME, "results of ESPnet 1 (data.json): texts of reference and hypothesis", read, sniff)
