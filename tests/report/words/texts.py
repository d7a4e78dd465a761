"""Golden text reports: alignments of the reference program as SGML, and its reports on them."""

from __future__ import annotations

from pathlib import Path

from scorelite.core import Charset
from scorelite.scoring.compat.programs.sctk.sclite.sgml_input import read
from scorelite.scoring.report.words import ReportOptions, renderer
from scorelite.scoring.words.scores import WordScores

FOLDER = Path(__file__).parent / "golden_text"
# Transcripts; segments with labels, times and confidences; time marks on both sides; weights; characters with case.
NAMES = ("talk", "radio", "phone", "weights", "letters")
# The golden files come from this release.
RELEASE = "2.4.10"


def charset(name: str = "ascii") -> Charset:
    return Charset(name, {}, {})


def golden_input(name: str) -> bytes:
    return (FOLDER / name / "in.sgml").read_bytes()


def system(name: str) -> WordScores:
    (scores,) = read(golden_input(name), charset("utf-8" if name == "letters" else "ascii"))
    return scores


def one_system(body: bytes, attributes: bytes = b'title="t"') -> WordScores:
    """A system from the inside of its element."""
    (scores,) = read(b"<SYSTEM " + attributes + b">\n" + body + b"</SYSTEM>\n")
    return scores


def rendered(report: str, scores: WordScores, *, width: int = 1000, release: str = RELEASE) -> dict[str, bytes]:
    """The text of every file of a report under its suffix."""
    options = ReportOptions(width=width, release=release)
    return {suffix.decode(): b"".join(chunks) for suffix, chunks in renderer(report)(scores, options)}


def golden(name: str, report: str) -> dict[str, bytes]:
    """The files of a report as the reference wrote them, by suffix."""
    files = (FOLDER / name).glob(f"out.{report}*" if report in ("snt", "spk") else f"out.{report}")
    return {path.name.removeprefix("out"): path.read_bytes() for path in files}
