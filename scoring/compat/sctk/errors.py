"""Text that can not be read, while it is read and while it is aligned."""

from __future__ import annotations

import scoring._core as core
from scoring.compat.sctk import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def unreadable(kind: str, text: bytes) -> Failure:
    """Why the reading of a transcript file stopped."""
    if kind == "id":
        return Failure(b"Error: Unparsable utterance id " + text + b"\n")
    return Failure(text + b"\n")


def bad_text(error: core.TextError) -> Failure:
    """What the reference says of such a text."""
    return unreadable("text", str(error).encode("utf-8", "surrogateescape"))


def first_failure(align: Callable[[int], core.Batch], count: int) -> tuple[core.Batch, Failure]:
    """The alignments before the first utterance whose text can not be read, and the message; `align` takes a number."""
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
