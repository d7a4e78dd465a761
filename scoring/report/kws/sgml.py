"""Alignments as SGML (`sgml`) in sclite's grammar, for other programs; docs/guides/keywords.md describes the fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from ...kws.result import KwsResult
from .. import File
from ..engine.sclite import quoted, speaker, system_tag
from .listing import Line, listed, seconds
from .options import KwsReportOptions

_FIELDS = "r_t1+t2,h_t1+t2,h_conf,h_decision,kwid"
# A rejected detection accepts no word: it is a deletion where the keyword was said, else correct with neither word.
_VERDICTS = {"C": "C", "D": "D", "I": "I", "R": "C"}


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Alignments of some sets, one after the other."""
    chunks = (chunk for item in sets for chunk in _chunks(item, options))
    yield b".sgml", (chunk.encode("utf-8", "surrogateescape") for chunk in chunks)


def _chunks(item: KwsResult, options: KwsReportOptions) -> Iterator[str]:
    yield system_tag(options.title, options.ref_name, options.hyp_name)
    for number, place in enumerate(listed(item)):
        path = {"file": place.recording, "channel": place.channel, "sequence": str(number), "word_aux": _FIELDS}
        yield speaker(place.name, path, list(map(_word, place.lines)))
    yield "</SYSTEM>\n"


def _word(line: Line) -> str:
    spans = ["" if span is None else "+".join(seconds(span)) for span in (line.ref, line.hyp)]
    ref = "" if line.ref is None else quoted(line.text)
    hyp = quoted(line.text) if line.decision == "YES" else ""
    return ",".join([_VERDICTS[line.verdict], ref, hyp, *spans, line.score, line.decision, _field(line.keyword.id)])


def _field(text: str) -> str:
    """Text in a field, where comma, colon and quote have a meaning: percent-encoded unless it is plain ASCII."""
    return quote(text.encode("utf-8", "surrogateescape"), safe=" /+;=@")
