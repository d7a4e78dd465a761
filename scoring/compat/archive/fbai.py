"""The script score.py of is21_deep_bias: error rates of all words, of rare words (B-WER) and of others (U-WER).

A rare word is one that the third column of its line lists: an inserted word is rare only in a text that lists it.
Of equally cheap alignments the script takes the one whose last step is a match or a substitution: `4/3/3:SID`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence

from .... import core
from ....formats.engine.terminal import say
from ...common.counts import Counts

__all__ = ["read_refs", "three_lines"]

_COSTS, _TIES = (4, 3, 3), "SID"
# A blank is in no word, and this is one that no split leaves.
_RARE = b" "


def read_refs(path: str) -> dict[str, tuple[str, frozenset[str]]]:
    """The text of each utterance, and the rare words that the third column lists."""
    refs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            cells = line.strip().split("\t")
            name, text, rare = cells[0], cells[1], frozenset(json.loads(cells[2]))
            refs[name] = (text, rare)
    return refs


def three_lines(total: Counts, rare: Counts) -> Iterator[str]:
    """The lines of the script: all words, words that are not rare, and rare ones."""
    others = Counts(*(getattr(total, name) - getattr(rare, name) for name in Counts.__match_args__))
    for name, counts in (("WER", total), ("U-WER", others), ("B-WER", rare)):
        if not counts.reference:
            raise AssertionError
        rate = 100.0 * counts.errors / counts.reference
        numbers = f"subs={counts.substitutions}, ins={counts.insertions}, dels={counts.deletions}"
        yield f"{name}: error_rate={rate}, ref_words={counts.reference}, {numbers}\n"


def _read_hyps(path: str) -> dict[str, str]:
    """The text of each utterance; one without a second column is empty."""
    hyps = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, *texts = line.strip().split("\t")
            hyps[name] = texts[0] if texts else ""
    return hyps


def _marked(text: str, rare: frozenset[str]) -> list[bytes]:
    """The words of a text, of which rare ones end with a mark."""
    words = text.split()
    if rare.isdisjoint(words):
        return [word.encode("utf-8", "surrogatepass") for word in words]
    return [word.encode("utf-8", "surrogatepass") + (_RARE if word in rare else b"") for word in words]


def _counted(refs: Mapping[str, tuple[str, frozenset[str]]], hyps: Mapping[str, str]) -> tuple[Counts, Counts]:
    """The counts of all words, and those of rare ones."""
    pairs = [(_marked(text, rare), _marked(hyps[name], rare)) for name, (text, rare) in refs.items() if name in hyps]
    if any(not ref and not hyp for ref, hyp in pairs):
        raise ValueError("Doesn't support empty ref AND hyp!")
    charset = core.Charset("ascii", {}, {})
    rules = core.Rules(charset, sensitive=True, markup=False, costs=_COSTS, ties=_TIES)
    batch = core.align(rules, core.texts([ref for ref, _ in pairs]), core.texts([hyp for _, hyp in pairs]))
    steps = core.word_steps(batch)
    counts = memoryview(steps.counts()).cast("i")
    total, rare = Counts(), Counts()
    for place, word in enumerate(steps.words()):
        correct, substituted, deleted, inserted = counts[5 * place : 5 * place + 4]
        each = Counts(correct, substituted, deleted, inserted)
        total += each
        if word.endswith(_RARE):
            rare += each
    return total, rare


def _score(arguments: Sequence[str]) -> Iterator[str]:
    """The output of score.py for the words behind its name."""
    parser = argparse.ArgumentParser(
        prog="score.py", description="Compute WER, U-WER, and B-WER. Results are output to stdout."
    )
    parser.add_argument(
        "--refs",
        required=True,
        help="Path to tab-separated reference file. First column is utterance ID. Second column is reference text. "
        "Last column is list of biasing words.",
    )
    parser.add_argument(
        "--hyps",
        required=True,
        help="Path to tab-separated hypothesis file. First column is utterance ID. Second column is hypothesis text.",
    )
    parser.add_argument("--lenient", action="store_true", help="If set, hyps doesn't have to cover all of refs.")
    options = parser.parse_args(arguments)
    refs = read_refs(options.refs)
    say(f"Loaded {len(refs)} reference utts from {options.refs}\n")
    hyps = _read_hyps(options.hyps)
    say(f"Loaded {len(hyps)} hypothesis utts from {options.hyps}\n")
    missing = next((name for name in refs if name not in hyps), None)
    if missing is not None and not options.lenient:
        raise ValueError(f"{missing} missing in hyps! Set `--lenient` flag to ignore this error.")
    yield from three_lines(*_counted(refs, hyps))


PROGRAMS = {"score.py": _score}
