"""The utterances with most errors, as a notebook shows them."""

from __future__ import annotations

from heapq import nlargest

from ...formats.errors import short
from ..common.counts import percent
from ..common.display import HTML_BUDGET, escaped, html_size, unhidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..common.counts import Counts
    from .alignment import Alignment
    from .step import Pair

_MOST_ROWS = 10
# Correct words before and after an error that are shown, bytes of the steps of an utterance, and letters of a word.
_AROUND, _MOST_BYTES, _LONGEST_WORD = 3, 1000, 40


def worst_places(counts: Sequence[int]) -> list[int]:
    """The places of the utterances with most errors, of four counts for each; of equally many, the first.

    >>> worst_places([2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 0])
    [2, 1]
    """
    errors = [sum(counts[place + 1 : place + 4]) for place in range(0, len(counts), 4)]
    return [place for place in nlargest(_MOST_ROWS, range(len(errors)), key=errors.__getitem__) if errors[place]]


def worst_table(utterances: Iterable[tuple[str, Counts, Alignment]]) -> str:
    """A table of utterances, each with its errors among the words around them; nothing without any."""
    rows: list[str] = []
    size = 0
    for name, counts, alignment in utterances:
        cells = (_escaped(short(name, _LONGEST_WORD)), f"{counts.errors:,}", percent(counts.wer), _errors(alignment))
        row = f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        size += html_size(row)
        if size > HTML_BUDGET:
            break
        rows.append(row)
    if not rows:
        return ""
    caption = "the utterances with most errors: deleted words are struck, inserted ones underlined"
    heads = "<tr><th>id</th><th>errors</th><th>rate</th><th>errors, with the words around them</th></tr>"
    return f"<table>{heads}{''.join(rows)}</table><p>{caption}</p>"


def _errors(alignment: Alignment) -> str:
    """The errors with a few words around each; what lies between is an ellipsis."""
    pairs = alignment.pairs
    is_near = [False] * len(pairs)
    for place, pair in enumerate(pairs):
        if pair.operation != "C":
            for near in range(max(0, place - _AROUND), min(len(pairs), place + _AROUND + 1)):
                is_near[near] = True
    steps: list[str] = []
    size = 0
    for place, pair in enumerate(pairs):
        if is_near[place]:
            step = _step(pair)
            size += html_size(step) + 1
            if size > _MOST_BYTES:
                steps.append("…")
                break
            steps.append(step)
        elif not steps or is_near[place - 1]:
            steps.append("…")
    return " ".join(steps)


def _step(pair: Pair) -> str:
    ref, hyp = (_escaped(short(word or "", _LONGEST_WORD)) for word in (pair.ref, pair.hyp))
    if pair.operation == "C":
        return ref
    deleted, inserted = f"<del>{ref}</del>", f"<ins>{hyp}</ins>"
    return {"S": f"{deleted} → {inserted}", "D": deleted, "I": inserted}[pair.operation]


def _escaped(text: str) -> str:
    return escaped(unhidden(text))
