"""The listing for other programs (`sgml`): the form of sclite's .sgml report, with times."""

from __future__ import annotations

from collections.abc import Iterator

from ...segments.result import Part, SegmentResult
from ...segments.slots import Slot
from ..engine.sclite import quoted, speaker, system_tag
from .options import ReportOptions


def render(result: SegmentResult, options: ReportOptions) -> Iterator[bytes]:
    """A speaker of one path for every recording; its words are labels, or names that hold in a stretch of time."""
    yield _bytes(system_tag(result.hyp_name or "hypothesis", result.ref_name, result.hyp_name))
    for place, part in enumerate(result.parts):
        yield _bytes(_speaker(result, part, place))
    yield b"</SYSTEM>\n"


def _speaker(result: SegmentResult, part: Part, place: int) -> str:
    slots = result.record.slots(part.recording, part.score, result.settings)
    words = [word for slot in slots for word in _words(slot)]
    path = {"file": part.name, "sequence": str(place), "word_aux": "r_t1+t2,h_t1+t2"}
    return speaker(part.name, path, words)


def _words(slot: Slot) -> Iterator[str]:
    for verdict, ref, hyp in slot.steps():
        names = ",".join("" if name is None else quoted(name) for name in (ref, hyp))
        spans = ",".join(
            "" if name is None or span is None else f"{span[0]:.3f}+{span[1]:.3f}"
            for name, span in ((ref, slot.ref_span), (hyp, slot.hyp_span))
        )
        yield f"{verdict},{names},{spans}"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
