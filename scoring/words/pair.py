"""Which reference goes with which hypothesis: by id, and never by a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from formats.errors import MismatchError
from scoring.results import Missing, check_missing, listed


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom, in the order of the reference; a hypothesis of None has no words."""

    ids: Sequence[str]
    ref: Sequence[int]
    hyp: Sequence[int | None]
    missing: tuple[str, ...] = ()
    """Ids of references without a hypothesis."""
    extra: tuple[str, ...] = ()
    """Ids of hypotheses without a reference."""


def pair(ref: Sequence[str], hyp: Sequence[str], *, missing: Missing = "error") -> Pairing:
    """Pairs two lists of ids.

    `missing` says what becomes of an id that only one side has. "error" raises; "skip" leaves it out; "delete" scores a
    reference without hypothesis as deletions, and still raises for a hypothesis without reference.

    >>> pair(["a", "b"], ["b", "a"]).hyp
    [1, 0]
    >>> pair(["a", "b"], ["b"], missing="delete").hyp
    [None, 0]
    """
    check_missing(missing)
    if list(ref) == list(hyp):
        _refuse_repeats(ref, "reference")
        return Pairing(ref, range(len(ref)), range(len(hyp)))
    places = {key: place for place, key in enumerate(hyp)}
    known = set(ref)
    _refuse_repeats(ref, "reference")
    _refuse_repeats(hyp, "hypothesis")
    lacking = tuple(key for key in ref if key not in places)
    extra = tuple(key for key in hyp if key not in known)
    if (lacking and missing == "error") or (extra and missing != "skip"):
        raise MismatchError(_explain(ref, hyp, lacking, extra, missing))
    if not lacking:
        return Pairing(ref, range(len(ref)), [places[key] for key in ref], (), extra)
    if missing == "delete":
        return Pairing(ref, range(len(ref)), [places.get(key) for key in ref], lacking, extra)
    kept = [index for index, key in enumerate(ref) if key in places]
    return Pairing([ref[index] for index in kept], kept, [places[ref[index]] for index in kept], lacking, extra)


def _refuse_repeats(ids: Sequence[str], name: str) -> None:
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    repeated = [key for key in ids if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
    raise MismatchError(f"the {name} has {listed(repeated, 'repeated id')}; every id may stand there once")


def _explain(
    ref: Sequence[str], hyp: Sequence[str], lacking: Sequence[str], extra: Sequence[str], missing: Missing
) -> str:
    """The ids without a partner, and what can be done about them."""
    lines = ["reference and hypothesis do not have the same ids"]
    if lacking:
        lines.append(f"  {listed(lacking, 'reference')} of {len(ref)} without a hypothesis")
    if extra:
        lines.append(f"  {listed(extra, 'hypothesis', 'hypotheses')} of {len(hyp)} without a reference")
    folded = {key.casefold() for key in extra}
    alike = sum(key.casefold() in folded for key in lacking)
    if alike:
        lines.append(f"  {alike} of these would meet if upper and lower case were the same in ids")
    if extra and missing == "delete":
        lines.append("  missing='delete' only allows references without a hypothesis")
    lines.append(
        "Mend the ids, or choose: missing='delete' (--missing delete) counts the words of a reference without "
        "hypothesis as deletions; missing='skip' (--missing skip) scores only what both sides have"
    )
    return "\n".join(lines)
