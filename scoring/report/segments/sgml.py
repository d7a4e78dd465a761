"""What was compared with what, for other programs (`sgml`): the form of sclite's .sgml report, with times."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.report.segments.options import ReportOptions
    from scoring.segments.result import Part, SegmentResult
    from scoring.segments.slots import Slot


def render(result: SegmentResult, options: ReportOptions) -> Iterator[bytes]:
    """A speaker of one path for every recording; its words are labels, or names that hold in a stretch of time."""
    names = {"title": result.hyp_name or "hypothesis", "ref_fname": result.ref_name, "hyp_fname": result.hyp_name}
    rest = 'creation_date="" format="2.4" frag_corr="FALSE" opt_del="FALSE" weight_ali="FALSE" weight_filename=""'
    yield _bytes(f"<SYSTEM {' '.join(f'{name}={_quoted(text)}' for name, text in names.items())} {rest}>\n")
    for place, part in enumerate(result.parts):
        yield _bytes(_speaker(result, part, place))
    yield b"</SYSTEM>\n"


def _speaker(result: SegmentResult, part: Part, place: int) -> str:
    slots = result.record.slots(part.recording, part.score, result.settings)
    words = [word for slot in slots for word in _words(slot)]
    attributes = (
        f'id={_quoted(f"({part.name})")} word_cnt="{len(words)}" file={_quoted(part.name)} sequence="{place}" '
        'word_aux="r_t1+t2,h_t1+t2"'
    )
    return f"<SPEAKER id={_quoted(part.name)}>\n<PATH {attributes}>\n{':'.join(words)}\n</PATH>\n</SPEAKER>\n"


def _words(slot: Slot) -> Iterator[str]:
    for verdict, ref, hyp in slot.steps():
        names = ",".join("" if name is None else _quoted(name) for name in (ref, hyp))
        spans = ",".join(
            "" if name is None or span is None else f"{span[0]:.3f}+{span[1]:.3f}"
            for name, span in ((ref, slot.ref_span), (hyp, slot.hyp_span))
        )
        yield f"{verdict},{names},{spans}"


def _quoted(text: str) -> str:
    return '"' + escape(text).replace("\n", "&#10;") + '"'


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
