"""Pairs of reference and hypothesis labels: candidates by time, then the best one-to-one choice.

Times are arrays and answers are indices, so that a whole corpus is one call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..maths.assignment import greatest
from .moments import Extents, ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .moments import Indices, Times

    Mask = NDArray[np.bool_]

# Edges of open components that are solved without scipy.
_FEW = 4096


@dataclass(frozen=True, slots=True)
class Edges:
    """Candidate pairs: reference indices, hypothesis indices, and the seconds that each pair shares."""

    ref: Indices
    hyp: Indices
    overlap: Times

    def __len__(self) -> int:
        return len(self.ref)

    def where(self, mask: Mask) -> Edges:
        """The edges that the mask selects."""
        return Edges(self.ref[mask], self.hyp[mask], self.overlap[mask])


def overlapping(ref: Extents, hyp: Extents, *, minimum: float = 0.0) -> Edges:
    """Pairs within a recording that share at least `minimum` seconds; 0 allows any overlap.

    >>> import numpy as np
    >>> ref = Extents(np.array([0.0, 5.0]), np.array([4.0, 6.0]))
    >>> edges = overlapping(ref, Extents(np.array([3.0]), np.array([5.5])))
    >>> list(zip(edges.ref.tolist(), edges.hyp.tolist(), edges.overlap.tolist()))
    [(0, 0, 1.0), (1, 0, 0.5)]
    """
    ref_starts, ref_ends, hyp_starts, hyp_ends = _places(ref, hyp, (ref.starts, ref.ends, hyp.starts, hyp.ends))
    order = np.argsort(hyp_starts, kind="stable")
    # Labels of one side may overlap, so only the running maximum of their ends is sorted.
    first = np.searchsorted(np.maximum.accumulate(hyp_ends[order]), ref_starts, "left")
    last = np.searchsorted(hyp_starts[order], ref_ends, "right")
    refs, place = _ranges(first, last)
    hyps = order[place]
    shared = np.minimum(ref.ends[refs], hyp.ends[hyps]) - np.maximum(ref.starts[refs], hyp.starts[hyps])
    enough = shared >= minimum if minimum > 0 else shared > 0
    return _sorted(Edges(refs[enough], hyps[enough], shared[enough]))


def near(ref: Extents, hyp: Extents, *, start_within: float, end_within: float | None = None) -> Edges:
    """Pairs within a recording whose starts differ by at most `start_within`, and whose ends by less than `end_within`.

    >>> import numpy as np
    >>> ref, hyp = Extents(np.array([1.0]), np.array([2.0])), Extents(np.array([1.5, 1.6]), np.array([2.0, 2.0]))
    >>> near(ref, hyp, start_within=0.5).hyp.tolist()
    [0]
    """
    # The window is slightly too wide, because its rounding could exclude a pair; the difference itself decides.
    slack = 1e-6 + 1e-9 * (np.abs(ref.starts) + abs(start_within))
    window = ref.starts - start_within - slack, ref.starts + start_within + slack
    earliest, latest, starts, _ = _places(ref, hyp, (*window, hyp.starts, hyp.starts))
    order = np.argsort(starts, kind="stable")
    first = np.searchsorted(starts[order], earliest, "left")
    last = np.searchsorted(starts[order], latest, "right")
    refs, place = _ranges(first, last)
    hyps = order[place]
    close = np.abs(ref.starts[refs] - hyp.starts[hyps]) <= start_within
    if end_within is not None:
        with np.errstate(invalid="ignore"):  # the distance of two open ends is NaN
            close &= np.abs(ref.ends[refs] - hyp.ends[hyps]) < end_within
    refs, hyps = refs[close], hyps[close]
    shared = np.minimum(ref.ends[refs], hyp.ends[hyps]) - np.maximum(ref.starts[refs], hyp.starts[hyps])
    return _sorted(Edges(refs, hyps, np.maximum(shared, 0.0)))


def _places(ref: Extents, hyp: Extents, times: tuple[Times, Times, Times, Times]) -> Sequence[Times | Indices]:
    """Two columns of reference times and two of hypothesis times; of several recordings as ranks by both."""
    if ref.recordings is None and hyp.recordings is None:
        return times
    owners = ref.owners(), ref.owners(), hyp.owners(), hyp.owners()
    return ranks(list(zip(owners, times, strict=True)))


def _ranges(first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """Each reference index with every index of its range."""
    sizes = np.maximum(last - first, 0)
    ref = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(len(ref)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + np.repeat(first, sizes)
    return ref, place


def _sorted(edges: Edges) -> Edges:
    """The edges sorted by reference, then by hypothesis."""
    if ((edges.ref[1:] > edges.ref[:-1]) | (edges.hyp[1:] > edges.hyp[:-1])).all():
        return edges  # the usual case: references are sorted, and hypotheses mostly are
    order = np.lexsort((edges.hyp, edges.ref))
    return Edges(edges.ref[order], edges.hyp[order], edges.overlap[order])


def matching(ref: Indices, hyp: Indices, gain: Times) -> Mask:
    """A mask of the edges of the one-to-one choice with the greatest sum of gains; edges without a gain are left out.

    Every connected component is solved by itself. Most need no solver: if the best partners of all references of a
    component are different labels, or those of all its hypotheses, these are the answer.

    >>> import numpy as np
    >>> matching(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([3.0, 2.0, 2.0])).tolist()
    [False, True, True]
    """
    taken = np.zeros(len(ref), dtype=bool)
    useful = np.flatnonzero(gain > 0)
    if not len(useful):
        return taken
    ref, hyp, gain = ref[useful], hyp[useful], gain[useful]
    component = _components(ref, hyp)
    solved = np.zeros(component.max() + 1, dtype=bool)
    rising = np.argsort(-gain, kind="stable")[::-1]
    for first, other in ((ref, hyp), (hyp, ref)):
        best = _best(first, rising)
        chosen = best[~solved[component[best]]]
        order = chosen[np.argsort(other[chosen], kind="stable")]
        clashes = order[1:][other[order[1:]] == other[order[:-1]]]
        free = ~solved
        free[component[clashes]] = False
        taken[useful[chosen[free[component[chosen]]]]] = True
        solved |= free
    rest = np.flatnonzero(~solved[component])
    if len(rest):
        rest = rest[np.argsort(component[rest], kind="stable")]
        cuts = np.flatnonzero(np.diff(component[rest])) + 1
        for edges in np.split(rest, cuts):
            chosen = _solve(ref[edges], hyp[edges], gain[edges], few=len(rest) <= _FEW)
            taken[useful[edges[chosen]]] = True
    return taken


def _components(ref: Indices, hyp: Indices) -> Indices:
    """The connected component of each edge: the number of its first edge."""
    # Importing a library of graphs takes longer.
    runs = [_runs(ref), _runs(hyp)]
    component = np.arange(len(ref))
    before = component[:0]
    while not np.array_equal(component, before):
        before = component
        for order, starts, sizes in runs:
            # All edges of a label belong together.
            least = np.repeat(np.minimum.reduceat(component[order], starts), sizes)
            component = np.empty_like(least)
            component[order] = least
        # The first edge of each edge may have found an earlier one: chains shrink by half at least.
        component = component[component]
    return component


def _runs(nodes: Indices) -> tuple[Indices, Indices, Indices]:
    """The order that sorts nodes, and where each run of equal ones starts in it, and its size."""
    order = np.argsort(nodes, kind="stable")
    starts = np.flatnonzero(np.diff(nodes[order], prepend=-1))
    return order, starts, np.diff(starts, append=len(nodes))


def _best(nodes: Indices, rising: Indices) -> Indices:
    """For each node the edge with the greatest gain, the first of equal ones; `rising` sorts edges by gain."""
    best = np.full(nodes.max() + 1, -1, dtype=np.int64)
    # Of several writes to one index the last stays.
    best[nodes[rising]] = rising
    return best[best >= 0]


def _solve(ref: Indices, hyp: Indices, gain: Times, *, few: bool) -> Indices:
    """The edges of the best choice in one component."""
    _, rows = np.unique(ref, return_inverse=True)
    _, columns = np.unique(hyp, return_inverse=True)
    gains = np.zeros((rows.max() + 1, columns.max() + 1))
    edge = np.full(gains.shape, -1, dtype=np.int64)
    gains[rows, columns] = gain
    edge[rows, columns] = np.arange(len(gain))
    chosen = edge[greatest(gains, few=few)]
    pairs: Indices = np.sort(chosen[chosen >= 0])
    return pairs
