"""FunASR's scorers: the module funasr.metrics.wer, and the scripts compute_wer.py of its examples and of its runtime.

Of equally cheap alignments they take the one whose last step is a match or a substitution, then an insertion: the
policy `1/1/1:SID`. Their errors are numbers of 16 bits, which overflow with NumPy 2; those here are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .... import core
from ....formats.engine.terminal import say

__all__ = ["compute_wer", "compute_wer_by_line", "print_cer_detail"]

_USAGE = "usage : python compute-wer.py test.ref test.hyp test.wer\n"
_MODULE_USAGE = (
    "usage : python -m  funasr.metrics.wer ++ref_file=test.ref ++hyp_file=test.hyp ++cer_file=test.wer "
    "++cn_postprocess=false\n"
)
# A hundred times more does not fit into 16 bits.
_MOST = 327
_OVERFLOW = (
    "scorelite: %WER differs from that of FunASR, whose numbers of 16 bits overflow beyond "
    f"{_MOST} errors with NumPy 2\n"
)

Counts = dict[str, int]


def compute_wer(ref_file: str, hyp_file: str, cer_file: str, cn_postprocess: bool = False) -> None:
    """Writes the counts and the texts of each utterance, and the rates, to a file.

    With `cn_postprocess`, words are cut into characters.
    """
    hyps, refs = (_read(path, cn_postprocess) for path in (hyp_file, ref_file))
    with open(cer_file, "w", encoding="utf-8") as file:
        file.writelines(_report(refs, hyps, whole=True))


def compute_wer_by_line(hyp: Iterable[str], ref: Iterable[str]) -> Counts:
    """The counts of an utterance; a and A are the same letter.

    >>> compute_wer_by_line(["a", "c"], ["A", "b"])
    {'nwords': 2, 'cor': 1, 'wrong': 1, 'ins': 0, 'del': 0, 'sub': 1}
    """
    return _counted([_lower(ref)], [_lower(hyp)])[0]


def print_cer_detail(rst: Mapping[str, int]) -> str:
    """The counts of an utterance as they stand behind its name.

    >>> print_cer_detail(compute_wer_by_line(["a", "c"], ["A", "b"]))
    '(nwords=2,cor=1,ins=0,del=0,sub=1) corr:50.00%,cer:50.00%'
    """
    counts = ",".join(f"{name}={rst[name]}" for name in ("nwords", "cor", "ins", "del", "sub"))
    return f"({counts}) corr:{_share(rst['cor'], rst['nwords'])},cer:{_share(rst['wrong'], rst['nwords'])}"


def _share(part: int, words: int) -> str:
    """A share in percent; `-` of nothing."""
    return f"{part / words:.2%}" if words else "-"


def _read(path: str, characters: bool) -> dict[str, list[str]]:
    """The words of each utterance; the last of a name counts."""
    texts = {}
    with open(path, encoding="utf-8") as lines:
        for name, *words in filter(None, map(str.split, lines)):
            texts[name] = list("".join(words)) if characters else words
    return texts


def _report(refs: Mapping[str, list[str]], hyps: Mapping[str, list[str]], whole: bool) -> Iterator[str]:
    """The lines of the file: utterances that both sides have, and their sums.

    `whole` words are written in lower case with blanks between them; otherwise as they are, without blanks.
    """
    names = [name for name in hyps if name in refs]
    lower = [[*map(_lower, (side[name] for name in names))] for side in (refs, hyps)]
    counts = _counted(*lower)
    for place, name in enumerate(names):
        yield f"{name}{print_cer_detail(counts[place])}\n"
        ref, hyp = (
            (" ".join(side[place]) for side in lower) if whole else ("".join(side[name]) for side in (refs, hyps))
        )
        yield f"ref:\t{ref}\nhyp:\t{hyp}\n"
    yield from _sums(counts, len(hyps))


def _sums(counts: Sequence[Counts], hyps: int) -> Iterator[str]:
    """The lines about all utterances."""
    errors, words, insertions, deletions, substitutions = (
        sum(each[name] for each in counts) for name in ("wrong", "nwords", "ins", "del", "sub")
    )
    wrong = sum(each["wrong"] > 0 for each in counts)
    # Two ways of rounding: the former is that of NumPy.
    rate = round(errors * 100 / words * 100) / 100 if words else 0.0
    wrong_rate = round(wrong * 100 / len(counts), 2) if counts else 0.0
    yield f"\n%WER {rate} [ {errors} / {words}, {insertions} ins, {deletions} del, {substitutions} sub ]\n"
    yield f"%SER {wrong_rate} [ {wrong} / {len(counts)} ]\n"
    yield f"Scored {hyps} sentences, {hyps - len(counts)} not present in hyp.\n"
    if errors > _MOST:
        say(_OVERFLOW)


def _lower(words: Iterable[str]) -> list[str]:
    return [word.lower() for word in words]


def _counted(refs: Sequence[list[str]], hyps: Sequence[list[str]]) -> list[Counts]:
    """The counts of each pair."""
    numbers = memoryview(core.symbol_counts(refs, hyps, (1, 1, 1), "SID", False)).cast("i")
    rows = zip(map(len, refs), *(numbers[place::4] for place in range(4)), strict=True)
    return [
        {"nwords": words, "cor": correct, "wrong": sub + dele + ins, "ins": ins, "del": dele, "sub": sub}
        for words, correct, sub, dele, ins in rows
    ]


def _script(arguments: Sequence[str], whole: bool) -> Iterator[str]:
    """The output of a script for the words behind its name: three files."""
    if len(arguments) != 3:
        yield _USAGE
        return
    ref, hyp, path = arguments
    hyps, refs = (_read(name, characters=False) for name in (hyp, ref))
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(_report(refs, hyps, whole))


def _module(arguments: Sequence[str]) -> Iterator[str]:
    """The output of `python -m funasr.metrics.wer` for its words, such as ++ref_file=a."""
    values = dict(word.lstrip("+").partition("=")[::2] for word in arguments)
    ref, hyp, path = (values.get(name, "") for name in ("ref_file", "hyp_file", "cer_file"))
    if ref and hyp and path:
        compute_wer(ref, hyp, path, values.get("cn_postprocess", "").lower() in ("true", "yes", "on", "1"))
    else:
        yield _MODULE_USAGE


PROGRAMS = {
    "compute_wer.py": lambda arguments: _script(arguments, whole=True),
    "runtime/compute_wer.py": lambda arguments: _script(arguments, whole=False),
    "wer.py": _module,
}
