"""SpeechBrain's module `speechbrain.utils.edit_distance`: counts and alignments of utterances, and their summary.

It takes the alignment of Kaldi's compute-wer: the policy `kaldi_wer`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..... import core

__all__ = [
    "EDIT_SYMBOLS",
    "accumulatable_wer_stats",
    "alignment",
    "count_ops",
    "op_table",
    "top_wer_spks",
    "top_wer_utts",
    "wer_details_by_speaker",
    "wer_details_by_utterance",
    "wer_details_for_batch",
    "wer_summary",
]

EDIT_SYMBOLS = {"eq": "=", "ins": "I", "del": "D", "sub": "S"}
_RULE = (1, 1, 1), "IDS"
_NAMES = ("substitutions", "deletions", "insertions")

Details = dict[str, Any]
Step = tuple[str, int | None, int | None]
Same = Callable[[Any, Any], bool]


def _str_equals(a: Any, b: Any) -> bool:
    return bool(a == b)


def accumulatable_wer_stats(
    refs: Sequence[Any],
    hyps: Sequence[Any],
    stats: Counter[str] = Counter(),  # noqa: B006 (as the original; it stays empty)
    equality_comparator: Same = _str_equals,
) -> Counter[str]:
    """Counts of a batch added to those of earlier ones, and the rate of all in percent.

    >>> stats = accumulatable_wer_stats([[1, 2, 3], [4, 5, 6]], [[1, 2, 4], [5, 6]])
    >>> stats["substitutions"], stats["deletions"], stats["num_ref_tokens"], round(stats["WER"], 2)
    (1, 1, 6, 33.33)
    """
    if len(refs) != len(hyps):
        raise ValueError("The reference and hypothesis batches are not of the same size")
    batch: Counter[str] = Counter()
    for ref, counts in zip(refs, _counts(refs, hyps, equality_comparator), strict=True):
        batch += Counter(counts)
        batch["num_ref_tokens"] += len(ref)
    sums: Counter[Any] = stats + batch
    words = sums["num_ref_tokens"]
    rate: Any = 100.0 * sum(sums[name] for name in _NAMES) / words if words else float("nan")
    sums["WER"] = rate
    return sums


def op_table(a: Sequence[Any], b: Sequence[Any], equality_comparator: Same = _str_equals) -> list[list[str]]:
    """The last step of the cheapest alignment of each beginning of `a` with each beginning of `b`.

    >>> op_table("ab", "b")
    [['=', 'I'], ['D', 'S'], ['D', '=']]
    """
    costs = [*range(len(b) + 1)]
    table = [["=", *"I" * len(b)]]
    for left in a:
        above, costs = costs, [costs[0] + 1]
        row = ["D"]
        for place, right in enumerate(b):
            same = bool(equality_comparator(left, right))
            # Of equal costs the first is taken.
            cost, _, step = min(
                (costs[-1] + 1, 0, "I"),
                (above[place + 1] + 1, 1, "D"),
                (above[place] + (not same), 2, "=" if same else "S"),
            )
            costs.append(cost)
            row.append(step)
        table.append(row)
    return table


def alignment(table: Sequence[Sequence[str]]) -> list[Step]:
    """The steps of the way back through a table of `op_table`, with the places in both sequences.

    >>> alignment(op_table("ab", "b"))
    [('D', 0, None), ('=', 1, 0)]
    """
    i, j = len(table) - 1, len(table[0]) - 1
    steps: list[Step] = []
    while i or j:
        step = "I" if not i else "D" if not j else table[i][j]
        i -= step != "I"
        j -= step != "D"
        steps.append((step if step in "IDS" else "=", i if step != "I" else None, j if step != "D" else None))
    return steps[::-1]


def count_ops(table: Sequence[Sequence[str]]) -> Counter[str]:
    """Counts of insertions, deletions and substitutions on the way back through a table of `op_table`.

    >>> count_ops(op_table("ab", "b"))
    Counter({'deletions': 1})
    """
    names = {"I": "insertions", "D": "deletions", "S": "substitutions"}
    return Counter(names[step] for step, _, _ in reversed(alignment(table)) if step in names)


def wer_details_for_batch(
    ids: Iterable[Any],
    refs: Iterable[Any],
    hyps: Iterable[Any],
    compute_alignments: bool = False,
    equality_comparator: Same = _str_equals,
) -> list[Details]:
    """Details of the utterances of a batch; each needs a hypothesis.

    >>> (details,) = wer_details_for_batch(["u1"], [["a", "b", "c"]], [["a", "b", "d"]])
    >>> details["key"], details["substitutions"], round(details["WER"], 2)
    ('u1', 1, 33.33)
    """
    names = list(ids)
    # The shortest of the three decides, as with the original.
    refs_by_name, hyps_by_name = (dict(zip(names, side)) for side in (refs, hyps))  # noqa: B905
    return wer_details_by_utterance(refs_by_name, hyps_by_name, compute_alignments, "strict", equality_comparator)


def wer_details_by_utterance(
    ref_dict: Mapping[Any, Any],
    hyp_dict: Mapping[Any, Any],
    compute_alignments: bool = False,
    scoring_mode: str = "strict",
    equality_comparator: Same = _str_equals,
) -> list[Details]:
    """Details of the utterances of a reference.

    `scoring_mode` says what becomes of one without hypothesis: `strict` raises KeyError, `all` takes an empty one,
    `present` does not score it.
    """
    details = [_unscored(name, ref, compute_alignments) for name, ref in ref_dict.items()]
    scored = [each for each in details if _take_hypothesis(each, hyp_dict, scoring_mode)]
    pairs = [(ref_dict[each["key"]], each["hyp_tokens"]) for each in scored]
    counts = _counts([ref for ref, _ in pairs], [hyp for _, hyp in pairs], equality_comparator)
    for each, (ref, hyp), numbers in zip(scored, pairs, counts, strict=True):
        # An empty word first says that there are none.
        words = 0 if len(ref) == 0 or ref[0] == "" else len(ref)
        errors = sum(numbers.values())
        each.update(scored=True, hyp_empty=len(hyp) == 0, num_edits=errors, num_ref_tokens=words)
        each["WER"] = 100.0 * errors / max(1, words)
        each.update(numbers)
        if compute_alignments:
            each["alignment"] = _steps(ref, hyp, equality_comparator)
        else:
            each["hyp_tokens"] = None
    return details


def _unscored(name: Any, ref: Any, tokens: bool) -> Details:
    empty = dict.fromkeys(("WER", "insertions", "deletions", "substitutions", "alignment"))
    return {
        "key": name,
        "scored": False,
        "hyp_absent": None,
        "hyp_empty": None,
        "num_edits": None,
        "num_ref_tokens": len(ref),
        **empty,
        "ref_tokens": ref if tokens else None,
        "hyp_tokens": None,
    }


def _take_hypothesis(details: Details, hyps: Mapping[Any, Any], mode: str) -> bool:
    """Whether an utterance is scored; it gets its hypothesis."""
    name = details["key"]
    details["hyp_absent"] = name not in hyps
    if not details["hyp_absent"]:
        details["hyp_tokens"] = hyps[name]
    elif mode == "all":
        details["hyp_tokens"] = []
    elif mode == "strict":
        raise KeyError("Key " + name + " in reference but missing in hypothesis and strict mode on.")
    elif mode != "present":
        raise ValueError("Invalid scoring mode: " + mode)
    return details["hyp_tokens"] is not None


def _counts(refs: Sequence[Any], hyps: Sequence[Any], same: Same) -> list[dict[str, int]]:
    """Substitutions, deletions and insertions of each pair."""
    if same is not _str_equals:
        counters = [count_ops(op_table(ref, hyp, same)) for ref, hyp in zip(refs, hyps, strict=True)]
        return [{name: counter[name] for name in _NAMES} for counter in counters]
    numbers = memoryview(core.symbol_counts([*map(_symbols, refs)], [*map(_symbols, hyps)], *_RULE, False)).cast("i")
    columns = (numbers[place::4] for place in (1, 2, 3))
    return [dict(zip(_NAMES, row, strict=True)) for row in zip(*columns, strict=True)]


def _steps(ref: Any, hyp: Any, same: Same) -> list[Step]:
    """The steps of an alignment, with the places of their words."""
    if same is not _str_equals:
        return alignment(op_table(ref, hyp, same))
    refs, hyps = _symbols(ref), _symbols(hyp)
    steps: list[Step] = []
    i = j = 0
    for rows, columns in core.steps(refs, hyps, *_RULE, False):
        if not rows:
            steps.append(("I", None, j))
        elif not columns:
            steps.append(("D", i, None))
        else:
            steps.append(("=" if refs[i] == hyps[j] else "S", i, j))
        i += rows
        j += columns
    return steps


def _symbols(tokens: Any) -> list[Any]:
    """The tokens of a list, of an array or of a tensor."""
    return tokens if type(tokens) is list else list(tokens.tolist() if hasattr(tokens, "tolist") else tokens)


def wer_summary(details_by_utterance: Iterable[Details]) -> Details:
    """The sums over utterances, and the rates of words (WER) and of sentences (SER) in percent.

    >>> summary = wer_summary(wer_details_for_batch(["u1"], [["a", "b"]], [["a", "c"]]))
    >>> summary["WER"], summary["SER"], summary["num_edits"], summary["num_scored_tokens"]
    (50.0, 100.0, 1, 2)
    """
    details = list(details_by_utterance)
    scored = [each for each in details if each["scored"]]
    sums = {name: sum(each[name] for each in scored) for name in ("num_edits", "num_ref_tokens", *_NAMES)}
    wrong = sum(each["num_edits"] > 0 for each in scored)
    words = sums["num_ref_tokens"]
    return {
        "WER": 100.0 * sums["num_edits"] / words if words else 0.0,
        "SER": 100.0 * wrong / len(scored),
        "num_edits": sums["num_edits"],
        "num_scored_tokens": words,
        "num_erroneous_sents": wrong,
        "num_scored_sents": len(scored),
        "num_absent_sents": sum(bool(each["hyp_absent"]) for each in details),
        "num_ref_sents": len(details),
        "insertions": sums["insertions"],
        "deletions": sums["deletions"],
        "substitutions": sums["substitutions"],
    }


# The sums of a speaker, and the details of an utterance that are added.
_OF_SPEAKERS = {
    "insertions": "insertions",
    "dels": "deletions",
    "subs": "substitutions",
    "num_scored_tokens": "num_ref_tokens",
    "num_scored_sents": "scored",
    "num_edits": "num_edits",
}


def wer_details_by_speaker(details_by_utterance: Iterable[Details], utt2spk: Mapping[Any, Any]) -> list[Counter[str]]:
    """The sums of each speaker, and rates in percent; None for those of a speaker without scored utterances."""
    by_speaker: dict[Any, Counter[str]] = {}
    empty = dict.fromkeys([*_OF_SPEAKERS, "num_erroneous_sents", "num_absent_sents", "num_ref_sents"], 0)
    for each in details_by_utterance:
        speaker = utt2spk[each["key"]]
        sums = by_speaker.setdefault(speaker, Counter({"speaker": speaker, **empty}))
        sums["num_absent_sents"] += bool(each["hyp_absent"])
        if each["scored"]:
            for name, detail in _OF_SPEAKERS.items():
                sums[name] += each[detail]
            sums["num_erroneous_sents"] += each["num_edits"] > 0
    for sums in by_speaker.values():
        rates: dict[str, Any] = {"WER": None, "SER": None}
        if sums["num_scored_sents"]:
            rates["WER"] = 100.0 * sums["num_edits"] / sums["num_scored_tokens"]
            rates["SER"] = 100.0 * sums["num_erroneous_sents"] / sums["num_scored_sents"]
        dict.update(sums, rates)
    return list(by_speaker.values())


def top_wer_utts(details_by_utterance: Iterable[Details], top_k: int = 20) -> tuple[list[Details], list[Details]]:
    """The worst utterances with a hypothesis of words, and the worst without any words in it."""
    scored = sorted((each for each in details_by_utterance if each["scored"]), key=_rate, reverse=True)
    with_words, empty = ([each for each in scored if each["hyp_empty"] is state] for state in (False, True))
    return with_words[:top_k], empty[:top_k]


def top_wer_spks(details_by_speaker: Iterable[Counter[str]], top_k: int = 10) -> list[Counter[str]]:
    """The speakers with the highest rates."""
    return sorted((each for each in details_by_speaker if each["num_scored_sents"] > 0), key=_rate, reverse=True)[
        :top_k
    ]


def _rate(details: Mapping[str, Any]) -> float:
    rate: float = details["WER"]
    return rate
