"""Alignments by speaker (`.pra`)."""

from __future__ import annotations

from ...words.scores import SENSITIVE
from .alignment import by_speaker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions

TITLE = b"\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   %b\n"


def speaker_list(scores: WordScores) -> bytes:
    """Numbered names of the speakers, followed by a blank line."""
    names = [b"   %2d:  %b\n" % (speaker, name) for speaker, name in enumerate(scores.speakers)]
    return b"Speakers: \n" + b"".join(names) + b"\n"


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The report: words and errors only, without times and confidences."""
    yield b".pra", _chunks(scores, options)


def _chunks(scores: WordScores, options: ReportOptions) -> Iterator[bytes]:
    yield TITLE % scores.title + b"\n" + speaker_list(scores)
    yield from by_speaker(scores, options.width, SENSITIVE)
    yield b"\n"
