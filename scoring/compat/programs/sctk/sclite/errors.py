"""Errors of text that cannot be decoded, met in reading or in aligning."""

from __future__ import annotations

from ...... import core
from .. import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# How data of gzip, bzip2, xz and zstd begin.
_COMPRESSED = (b"\x1f\x8b\x08", b"BZh91AY&SY", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd")


def unreadable(kind: str, text: bytes) -> Failure:
    """Failure for the reason why reading a transcript file stopped."""
    if kind == "id":
        return Failure(b"Error: Unparsable utterance id " + text + b"\n")
    return Failure(text + b"\n")


def refuse_compressed(data: bytes, name: bytes) -> None:
    """Refuses compressed data, whose bytes the reference prints where it does not crash."""
    if data.startswith(_COMPRESSED):
        raise Failure(b"sclite: " + name + b": compressed data; expected text: unpack it first, as gunzip does\n")


def bad_text(error: core.TextError) -> Failure:
    """Failure with the reference's message about such a text."""
    return unreadable("text", str(error).encode("utf-8", "surrogateescape"))


def first_failure(align: Callable[[int], core.Batch], count: int) -> tuple[core.Batch, Failure]:
    """Alignments before the first utterance with broken text, and the failure; `align` takes a number of utterances."""
    good, bad = 0, count
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            align(middle)
            good = middle
        except core.TextError:
            bad = middle
    try:
        align(bad)
    except core.TextError as error:
        return align(good), bad_text(error)
    raise AssertionError("an error that comes and goes")
