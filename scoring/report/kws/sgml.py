"""Alignments as SGML (`sgml`) in sclite's grammar, for other programs; docs/kws.md describes the fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from scoring.kws.result import KwsResult
from scoring.report.kws.listing import Line, Place, listed, seconds
from scoring.report.kws.options import KwsReportOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.report import File

_FIELDS = "r_t1+t2,h_t1+t2,h_conf,h_decision,kwid"
# A rejected detection accepts no word: it is a deletion where the keyword was said, else correct with neither word.
_VERDICTS = {"C": "C", "D": "D", "I": "I", "R": "C"}


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Alignments of some sets, one after the other."""
    chunks = (chunk for item in sets for chunk in _chunks(item, options))
    yield b".sgml", (chunk.encode("utf-8", "surrogateescape") for chunk in chunks)


def _chunks(item: KwsResult, options: KwsReportOptions) -> Iterator[str]:
    names = {"title": options.title, "ref_fname": options.ref_name, "hyp_fname": options.hyp_name}
    rest = 'creation_date="" format="2.4" frag_corr="FALSE" opt_del="FALSE" weight_ali="FALSE" weight_filename=""'
    yield f"<SYSTEM {' '.join(f'{name}={_quoted(text)}' for name, text in names.items())} {rest}>\n"
    for number, place in enumerate(listed(item)):
        yield _speaker(place, number)
    yield "</SYSTEM>\n"


def _speaker(place: Place, number: int) -> str:
    """Speaker of one path: the trials of one recording and channel."""
    attributes = {
        "id": f"({place.name})",
        "word_cnt": str(len(place.lines)),
        "file": place.recording,
        "channel": place.channel,
        "sequence": str(number),
        "word_aux": _FIELDS,
    }
    path = " ".join(f"{name}={_quoted(text)}" for name, text in attributes.items())
    words = ":".join(map(_word, place.lines))
    return f"<SPEAKER id={_quoted(place.name)}>\n<PATH {path}>\n{words}\n</PATH>\n</SPEAKER>\n"


def _word(line: Line) -> str:
    spans = ["" if span is None else "+".join(seconds(span)) for span in (line.ref, line.hyp)]
    ref = "" if line.ref is None else _quoted(line.text)
    hyp = _quoted(line.text) if line.decision == "YES" else ""
    return ",".join([_VERDICTS[line.verdict], ref, hyp, *spans, line.score, line.decision, _field(line.keyword.id)])


def _field(text: str) -> str:
    """Text in a field, where comma, colon and quote have a meaning: percent-encoded unless it is plain ASCII."""
    return quote(text.encode("utf-8", "surrogateescape"), safe=" /+;=@")


def _quoted(text: str) -> str:
    return '"' + escape(text).replace("\n", "&#10;") + '"'
