"""Pairs of references and hypotheses by id; no pair is guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....formats.errors import MismatchError, short
from ....formats.schema.lazy import taken
from ....formats.schema.spans import SpanIds
from ....formats.values import dataclass, replace
from ...common.results import Missing, alike_names, check_missing, listed
from ...notices.notice import Notice
from .affixes import strip_hint
from .rules import choices


@dataclass(frozen=True, slots=True)
class Pairing:
    """Places of paired texts, in the order of the reference; a missing hypothesis is None."""

    ids: Sequence[str]
    ref: Sequence[int]
    hyp: Sequence[int | None]
    missing: tuple[str, ...] = ()
    """Ids of references without a hypothesis."""
    extra: tuple[str, ...] = ()
    """Ids of hypotheses without a reference."""
    in_other_case: tuple[str, str] | None = None
    """The first two ids that are one although they differ in case."""

    def notices(self) -> Iterator[Notice]:
        """A notice about ids that differ in case."""
        if self.in_other_case is not None:
            ref, hyp = map(short, self.in_other_case)
            yield Notice(
                "case of ids", f"ids are paired that differ in case: {ref} in the reference, {hyp} in the hypothesis"
            )


def pair(ref: Sequence[str], hyp: Sequence[str], *, missing: Missing = "error", strippable: bool = False) -> Pairing:
    """Pairs two lists of ids; the message names the expression that makes `strippable` ones equal.

    Ids that differ in case alone are paired, as sclite pairs them, if that pairs all of one side.

    `missing` decides about ids that only one side has: "error" raises, "skip" leaves them out, "delete" scores
    references without a hypothesis as deletions and raises for hypotheses without a reference.

    >>> pair(["a", "b"], ["b", "a"]).hyp
    [1, 0]
    >>> pair(["a", "b"], ["b"], missing="delete").hyp
    [None, 0]
    """
    check_missing(missing)
    _refuse_repeats(ref, "reference")
    _refuse_repeats(hyp, "hypothesis")
    places = _places(ref, hyp)
    lacking = tuple(taken(ref, [place for place, other in enumerate(places) if other < 0]))
    if len(ref) == len(hyp) and not lacking:
        return Pairing(ref, range(len(ref)), places)
    paired = {*places}
    extra = tuple(taken(hyp, [place for place in range(len(hyp)) if place not in paired]))
    names = _in_case_of(ref, hyp) if lacking and extra else {}
    if names and len(names) == min(len(lacking), len(extra)):
        first = next((names[key], key) for key in extra if key in names)
        return replace(pair(ref, [names.get(key, key) for key in hyp], missing=missing), in_other_case=first)
    if (lacking and missing == "error") or (extra and missing != "skip"):
        hint = strip_hint(lacking, extra) if strippable else ""
        raise MismatchError(refusal(len(ref), len(hyp), lacking, extra, missing, hint))
    if not lacking:
        return Pairing(ref, range(len(ref)), places, (), extra)
    if missing == "delete":
        return Pairing(ref, range(len(ref)), [None if place < 0 else place for place in places], lacking, extra)
    both = [place for place, other in enumerate(places) if other >= 0]
    return Pairing(taken(ref, both), both, taken(places, both), lacking, extra)


def _places(ref: Sequence[str], hyp: Sequence[str]) -> Sequence[int]:
    """The places of the ids of references among those of hypotheses, -1 for those that are missing there."""
    if isinstance(ref, SpanIds) and isinstance(hyp, SpanIds):
        return hyp.places_of(ref)
    if list(ref) == list(hyp):
        return range(len(ref))
    places = {key: place for place, key in enumerate(hyp)}
    return [places.get(key, -1) for key in ref]


def _in_case_of(ref: Sequence[str], hyp: Sequence[str]) -> dict[str, str]:
    """Ids of references by those of hypotheses that differ in case alone; none where a side has both cases."""
    refs, hyps = ({key.casefold(): key for key in side} for side in (ref, hyp))
    if len(refs) < len(ref) or len(hyps) < len(hyp):
        return {}
    return {key: refs[folded] for folded, key in hyps.items() if folded in refs and refs[folded] != key}


def _refuse_repeats(ids: Sequence[str], name: str) -> None:
    if ids.are_different if isinstance(ids, SpanIds) else len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    repeated = [key for key in ids if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
    raise MismatchError(f"the {name} has {listed(repeated, 'repeated id')}; expected unique ids")


def refusal(
    refs: int, hyps: int, lacking: Sequence[str], extra: Sequence[str], missing: Missing, hint: str = ""
) -> str:
    """The message about ids that only one side has, and the ways to treat them; first the numbers of all ids.

    `hint` is a line on the argument that makes them equal.
    """
    alone = _alone(refs, hyps, lacking, extra, hint)
    return "\n".join([*alone, *choices("ids", "ids", bool(extra), missing)])


def without_pairs(refs: Sequence[str], hyps: Sequence[str]) -> str:
    """The message about segments of which no two are equal, so that no way to treat those of one side is of use."""
    return "\n".join(_alone(len(refs), len(hyps), refs, hyps))


def _alone(refs: int, hyps: int, lacking: Sequence[str], extra: Sequence[str], hint: str = "") -> list[str]:
    """The lines about ids that only one side has."""
    lines = ["reference and hypothesis have different ids"]
    if lacking:
        lines.append(f"  {listed(lacking, 'reference')} of {refs} without a hypothesis")
    if extra:
        lines.append(f"  {listed(extra, 'hypothesis')} of {hyps} without a reference")
    if hint:
        lines.append(hint)
    elif alike := alike_names(lacking, extra):
        example = f"{short(alike[0][0])} in the reference, {short(alike[0][1])} in the hypothesis"
        lines.append(f"  {len(alike)} of these differ only in case, folder or suffix: {example}")
    return lines
