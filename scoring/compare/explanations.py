"""Why two results differ: other texts were scored, or ties were decided by another policy."""

from __future__ import annotations

from collections.abc import Sequence

from ... import core
from ...formats.errors import quantity
from ..common.counts import Counts, counts_of
from ..common.tie_policy import POLICIES, Policy, policy_of
from .alignments import Alignments
from .differences import UtteranceDifferences
from .facts import Both
from .scores import Scores, counted_in

OTHER_TEST_SET, OTHER_REFERENCES = "not the same test set", "not the same references"
"""How explanations begin where the rates are of other texts."""


def explanation_of(
    a: Scores,
    b: Scores,
    counts: Both | None,
    differences: UtteranceDifferences,
) -> str:
    """The explanation of a difference by other texts, or by tie policies: words are then aligned again."""
    if counts is None:
        return ""
    (policy_a, total_a), (policy_b, total_b) = counts
    if differences.one_sided or (total_a.reference != total_b.reference and a.settings == b.settings):
        return _of_other_texts(a, b, (total_a, total_b))
    others = differences.other_words
    if others:
        return f"B has other {counted_in([a, b])}s than A in {quantity(others, 'utterance')}"
    source, name = (a, "A") if a.steps is not None else (b, "B")
    if source.steps is not None:
        candidates = dict.fromkeys((*POLICIES, policy_of(policy_a), policy_of(policy_b)))
        anew = {policy: _realigned(source.steps, policy) for policy in candidates}
        which_a = [policy for policy in candidates if anew[policy] == total_a]
        which_b = [policy for policy in candidates if anew[policy] == total_b]
        if which_a and which_b and not set(which_a) & set(which_b):
            of_a, of_b = _policy_shown(which_a, policy_a), _policy_shown(which_b, policy_b)
            return f"the tie policy explains it: the words of {name} give the counts of A {of_a}, those of B {of_b}"
        if total_a != total_b:
            return (
                "other words were recognised, or the settings of the scores differ: no other order of ties gives both"
            )
        return ""
    if (
        total_a != total_b
        and policy_a != policy_b
        and (total_a.errors, total_a.reference) == (total_b.errors, total_b.reference)
    ):
        shown = [
            f"{side} is scored {policy_of(policies).summary}" for side, policies in (("A", policy_a), ("B", policy_b))
        ]
        return f"two tie policies may explain it: {', '.join(shown)}; without words this cannot be checked"
    return ""


def _of_other_texts(a: Scores, b: Scores, totals: tuple[Counts, Counts]) -> str:
    """The explanation of a difference by what was scored: other utterances, or other references."""
    if a.utterances is not None and b.utterances is not None:
        names = {*a.utterances}, {*b.utterances}
        if names[0] != names[1]:
            only = [quantity(len(mine - others), a.unit) for mine, others in (names, names[::-1])]
            return f"{OTHER_TEST_SET}: {only[0]} only in A, {only[1]} only in B"
    if a.sentences is not None and b.sentences is not None and a.sentences != b.sentences:
        return f"{OTHER_TEST_SET}: {quantity(a.sentences, a.unit)} in A, {b.sentences:,} in B"
    sizes = [f"{total.reference:,}" for total in totals]
    return f"{OTHER_REFERENCES}: {sizes[0]} {counted_in([a, b])}s in A, {sizes[1]} in B"


def _policy_shown(policies: Sequence[Policy], label: str) -> str:
    chosen = next((policy for policy in policies if policy.label == label), policies[0])
    return f"with {chosen.label} ({chosen.summary}; ties {', '.join(chosen.ties)})"


def _realigned(steps: Alignments, policy: Policy) -> Counts:
    """The counts of the same words under another policy."""
    texts = [[text.encode("utf-8", "surrogateescape") for text in pair] for pair in steps.texts(steps)]
    sides = [ref for ref, _ in texts], [hyp for _, hyp in texts]
    charset = core.Charset("ascii", {}, {})
    rules = core.Rules(charset, sensitive=True, markup=False, costs=policy.whole_costs, ties=policy.ties)
    batch = core.align(rules, core.texts(sides[0]), core.texts(sides[1]))
    return counts_of(batch)
