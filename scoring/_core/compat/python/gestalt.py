"""Gestalt matching (Ratcliff and Metzener 1988): the longest common block, then likewise what is left and right."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable


def opcodes(
    ref: Iterable[Hashable], hyp: Iterable[Hashable], autojunk: bool, /
) -> list[tuple[str, int, int, int, int]]:
    """Opcodes of difflib's SequenceMatcher: by longest common blocks, not the cheapest alignment.

    difflib takes cubic time for long texts that repeat few symbols; the native core does not.

    >>> opcodes("a b c", "b c d", False)
    [('delete', 0, 2, 0, 0), ('equal', 2, 5, 0, 3), ('insert', 5, 5, 3, 5)]
    """
    # Imported only now: scores need nothing of it.
    from difflib import SequenceMatcher

    return [*SequenceMatcher(None, tuple(ref), tuple(hyp), autojunk).get_opcodes()]
