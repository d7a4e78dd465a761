"""A decoding folder of Kaldi, read only: the words of the weights with the lowest rate, as `local/score.sh` chose them.

    scoring_kaldi/best_wer              %WER 9.74 [ 39 / 400, ... ] exp/tri/decode_test/wer_10_0.5
    scoring_kaldi/penalty_0.5/10.txt    anna-001 good day
    scoring_kaldi/test_filt.txt         anna-001 good way

The folder is one corpus: the texts of the weight (10) and the penalty (0.5) that `best_wer` names. The option `side`
chooses them: "hyp" (default), or "ref" for the reference that Kaldi filtered next to them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from . import kaldi
from .engine.both_sides import check_side
from .errors import Where, fail
from .record import Format, read_only
from .schema import Corpus
from .source import Source
from .values import replace

_BEST, _REFERENCE = "scoring_kaldi/best_wer", "scoring_kaldi/test_filt.txt"
BEST = "kaldi-decode:best_wer"
"""The line of `best_wer` in a corpus."""
_NAMED = re.compile(r"wer_([0-9]+)_([0-9.]+)\s*$")
_WRITTEN = "a decoding folder in which local/score.sh wrote scoring_kaldi/best_wer"
_OF_WEIGHT = re.compile(r"[0-9]+\.(?:txt|tra)")


def read(source: Source, *, side: str = "hyp") -> Corpus:
    """Reads the texts of one side."""
    check_side(side)
    if side == "ref":
        texts = None if source.folder is None else source.beside(_REFERENCE)
        if texts is None:
            fail(Where(source.name, 1), f"no file {_REFERENCE}", f"{_WRITTEN}, or a reference: score REF {source.name}")
        return replace(kaldi.read(texts), format="kaldi-decode")
    best = None if source.folder is None else source.beside(_BEST)
    if best is None:
        ranking = ranking_of(source.name, "REF")
        fail(Where(source.name, 1), f"no file {_BEST}", f"{_WRITTEN}, or {ranking}" if ranking else _WRITTEN)
    match = _NAMED.search(best.text)
    if match is None:
        line = best.text.partition("\n")[0]
        fail(Where(best.name, 1), "no weight and penalty", "a line that ends with wer_WEIGHT_PENALTY", line)
    weight, penalty = match.groups()
    texts = source.beside(f"scoring_kaldi/penalty_{penalty}/{weight}.txt")
    if texts is None:
        fail(Where(best.name, 1), f"no file scoring_kaldi/penalty_{penalty}/{weight}.txt", _WRITTEN)
    return replace(kaldi.read(texts), meta=((BEST, best.text.strip()),), format="kaldi-decode")


def ranking_of(folder: str, ref: str) -> str:
    """The command that ranks the texts of a folder with one for each weight; empty for other folders."""
    found = [path for path in Path(folder).rglob("*.t[xr][ta]") if _OF_WEIGHT.fullmatch(path.name)]
    if not found:
        return ""
    parent, suffix = found[0].parent, found[0].suffix
    if parent.name.startswith("penalty_") and parent != Path(folder):
        parent = parent.parent / "penalty_*"
    pattern = os.path.join(parent, f"[0-9]*{suffix}")
    return f"`scorelite compare --ref {ref} --hyp-format kaldi {pattern}`, which ranks the texts of all weights"


def sniff(names: Sequence[str]) -> bool:
    """Whether these are the file names of a decoding folder."""
    return "scoring_kaldi" in names


FORMAT = Format(
    name="kaldi-decode",
    suffixes=(),
    summary="Kaldi decoding folder: the best texts of scoring_kaldi",
    carries=frozenset({"ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="Kaldi",
    needs=frozenset({"ids"}),
    folder=True,
    both_sides=True,
)
