"""Blocks of symbols that two sequences have in common."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable


def opcodes(
    ref: Iterable[Hashable], hyp: Iterable[Hashable], autojunk: bool, /
) -> list[tuple[str, int, int, int, int]]:
    """Opcodes of difflib's SequenceMatcher: by longest common blocks, not the cheapest alignment.

    >>> opcodes("a b c", "b c d", False)
    [('delete', 0, 2, 0, 0), ('equal', 2, 5, 0, 3), ('insert', 5, 5, 3, 5)]
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, tuple(ref), tuple(hyp), autojunk)
    return [(kind, i, i_end, j, j_end) for kind, i, i_end, j, j_end in matcher.get_opcodes()]
