"""Text that can not be read, while it is read and while it is aligned."""

from __future__ import annotations

import scoring._core as core
from scoring.compat.sctk import Failure


def unreadable(kind: str, text: bytes) -> Failure:
    """Why the reading of a transcript file stopped."""
    if kind == "id":
        return Failure(b"Error: Unparsable utterance id " + text + b"\n")
    return Failure(text + b"\n")


def bad_text(error: core.TextError) -> Failure:
    """What the reference says of such a text."""
    return unreadable("text", str(error).encode("utf-8", "surrogateescape"))


def first_failure(
    rules: core.Rules, ref: core.Trn, index: memoryview, hyp: core.Trn
) -> tuple[core.Batch, Failure, int]:
    """The alignments before the first utterance whose text can not be read, the message, and its place."""

    def align(count: int) -> core.Batch:
        order = memoryview(bytearray(8 * count)).cast("q")
        for place in range(count):
            order[place] = place
        return core.align(rules, ref.side(bytes(index[:count])), hyp.side(bytes(order)))

    good, bad = 0, len(index)
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
        return align(good), bad_text(error), good
    raise AssertionError("an error that comes and goes")
