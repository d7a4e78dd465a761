"""Why two results differ: other texts were scored, or ties were decided by another policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ... import core
from ...formats.errors import quantity, short
from ..common.counts import Counts, counts_of
from ..common.tie_policy import POLICIES, Policy, policy_of
from ..words.alignment import joined_words
from .alignments import Alignments
from .differences import UtteranceDifferences
from .facts import Both
from .scores import NOW, SAVED, Scores, counted_in, unlike_settings

OTHER_TEST_SET, OTHER_REFERENCES = "not the same test set", "not the same references"
"""How explanations begin where the rates are of other texts."""
_UNKNOWN_REFERENCES = (
    "totals do not tell whether the references are the same; `scorelite score --json --utterances` stores the texts"
)
# Scores that do not say how words were read, as sclite's reports, differ in so few words by other alternatives alone.
_SHARE_OF_ALTERNATIVES = 0.02
_TEXTS_DECIDE = "; with alternatives such as { a / b }, `scorelite score --json --utterances` of both tells them apart"


def explanation_of(
    a: Scores,
    b: Scores,
    counts: Both | None,
    differences: UtteranceDifferences,
) -> str:
    """The explanation of a difference by other texts, or by tie policies: words are then aligned again."""
    if other_texts := of_other_texts(a, b, differences):
        return other_texts
    if counts is None:
        return ""
    (policy_a, total_a), (policy_b, total_b) = counts
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
            return "other words were recognised, or references or settings differ: no other order of ties gives both"
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
    return _UNKNOWN_REFERENCES if SAVED in (a.kind, b.kind) else ""


def of_other_texts(a: Scores, b: Scores, differences: UtteranceDifferences) -> str:
    """The explanation of a difference by what was scored: other utterances, or other references; empty if it is alike.

    Texts decide where both have them: of alternatives such as `{ a / b }`, each system has its own number of words.
    """
    if differences.one_sided:
        names = {*(a.utterances or ())}, {*(b.utterances or ())}
        only = [quantity(len(mine - others), a.unit) for mine, others in (names, names[::-1])]
        return f"{OTHER_TEST_SET}: {only[0]} only in A, {only[1]} only in B"
    if unlike_settings(a, b):
        return ""  # other rules give other words
    if None not in (a.sentences, b.sentences) and a.sentences != b.sentences:
        return f"{OTHER_TEST_SET}: {quantity(a.sentences or 0, a.unit)} in A, {b.sentences:,} in B"
    are_alike = a.kind == b.kind or {a.kind, b.kind} == {NOW, SAVED}
    if are_alike and a.steps is not None and b.steps is not None:
        if changed := _changed(a, b, differences.other_references):
            name, *texts = changed[0]
            shown = " in A, ".join(short(repr(text), 200) for text in texts)
            few = f"{quantity(len(changed), 'utterance')} {'has' if len(changed) == 1 else 'have'}"
            return f"{OTHER_REFERENCES}: {few} another one, such as {short(name)}: {shown} in B"
        if a.settings:
            return ""
    if a.words is not None and b.words is not None and a.words != b.words:
        if a.sentences == b.sentences and _may_be_alternatives(a, b, abs(a.words - b.words) / max(a.words, b.words)):
            return ""
        sizes = f"{a.words:,} {counted_in([a, b])}s in A, {b.words:,} in B"
        hint = "" if a.steps is not None and b.steps is not None else _TEXTS_DECIDE
        return f"{OTHER_REFERENCES}: {sizes}{hint if a.settings and b.settings else ''}"
    return ""


def _may_be_alternatives(a: Scores, b: Scores, share: float) -> bool:
    """Whether other choices of alternatives may be why reports of sclite differ in so small a share of the words."""
    return share <= _SHARE_OF_ALTERNATIVES and not a.settings and not b.settings


def _changed(a: Scores, b: Scores, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """The utterances with another reference, and both references.

    Texts with all alternatives decide. Without them, other aligned words may be another branch of one, but not
    where both hypotheses are the same.
    """
    if not names or a.steps is None or b.steps is None:
        return []
    fold = str.lower if "case:folded" in a.settings else str
    given = _given(a), _given(b)
    if given[0] is not None and given[1] is not None:
        rows = [(name, given[0][name], given[1][name]) for name in names]
    else:
        aligned = list(zip(names, a.steps.texts(names), b.steps.texts(names), strict=True))
        is_proven = any(fold(old[1]) == fold(new[1]) for _, old, new in aligned)
        rows = [(name, old[0], new[0]) for name, old, new in aligned] if is_proven else []
    return [row for row in rows if fold(row[1]) != fold(row[2])]


def _given(scores: Scores) -> Mapping[str, str] | None:
    """The references with all alternatives, by the names of utterances; None where they are not stored, or where words
    of the hypothesis decide how theirs are written."""
    if any(part.startswith("compounds:") for part in scores.settings):
        return None
    if scores.result is None:
        return scores.references
    return dict(zip(scores.result.table.names(), map(joined_words, scores.result.utterances.refs), strict=True))


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
