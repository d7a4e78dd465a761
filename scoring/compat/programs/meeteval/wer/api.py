"""Error rates of each session of files or structures."""

from __future__ import annotations

import glob
import logging
import re
from collections.abc import Callable
from inspect import Signature
from pathlib import Path
from typing import Any

from ..io.seglst import SegLST, apply_multi_file, asseglst, sessions_of
from ..io.smart import load
from ..io.uem import UEM
from .normalizer import normalize as normalized
from .wer.cp import cp_word_error_rate
from .wer.declared import IF_AVAILABLE, Rates, declared, parameters
from .wer.di_cp import greedy_di_cp_word_error_rate, greedy_di_tcp_word_error_rate
from .wer.error_rate import ErrorRate, combine_error_rates
from .wer.mimo import mimo_word_error_rate
from .wer.orc import greedy_orc_word_error_rate, orc_word_error_rate
from .wer.sessions import Segment
from .wer.siso import siso_word_error_rate_multifile
from .wer.time_constrained import time_constrained_minimum_permutation_word_error_rate
from .wer.time_constrained_mimo import time_constrained_mimo_word_error_rate
from .wer.time_constrained_orc import greedy_time_constrained_orc_wer, time_constrained_orc_wer

_logger = logging.getLogger("meeteval")

__all__ = [
    "cpwer",
    "greedy_dicpwer",
    "greedy_ditcpwer",
    "greedy_orcwer",
    "greedy_tcorcwer",
    "mimower",
    "orcwer",
    "sisower",
    "tcmimower",
    "tcorcwer",
    "tcpwer",
]


def _loaded(data: Any) -> SegLST:
    """The segments of files, whose names may be patterns, or of a structure of sessions."""
    paths = [data] if isinstance(data, (str, Path)) else data
    if isinstance(paths, (list, tuple)) and paths and isinstance(paths[0], (str, Path)):
        names = [Path(name) for path in paths for name in glob.glob(str(path)) or [str(path)]]
        return asseglst(load(names))
    return asseglst(data, py_convert=sessions_of)


def _rows(data: Any, regex: str | None, uem: Any, normalizer: str | None) -> list[Segment]:
    """The segments that the options leave, with normalised words."""
    rows = _loaded(data)
    if regex:
        pattern = re.compile(regex)
        rows = rows.filter(lambda row: pattern.fullmatch(row["session_id"]))
        if not len(rows):
            raise AssertionError(f"{regex}: Found nothing")
    if uem is not None:
        regions = UEM.load(uem) if isinstance(uem, (str, Path, list, tuple)) else uem
        missing = {"start_time", "end_time"} - rows.T.keys()
        if missing:
            raise ValueError(f"UEM is only supported when the data contains timestamps; missing: {sorted(missing)}")
        rows = rows.filter_by_uem(regions)
    return rows.segments if normalizer is None else normalized(rows, normalizer=normalizer).segments


def sisower(
    reference: Any, hypothesis: Any, regex: str | None = None, normalizer: str | None = None, partial: bool = False
) -> Rates:
    """The error rate of each session, or of each session and speaker, of files or structures."""
    sides = [_rows(data, regex, None, normalizer) for data in (reference, hypothesis)]
    return siso_word_error_rate_multifile(sides[0], sides[1], partial)


_SORTS = "reference_sort hypothesis_sort"
_SIMPLE = parameters(f"reference hypothesis regex {_SORTS} uem normalizer partial", **IF_AVAILABLE)
_PARTIAL_FIRST = parameters(f"reference hypothesis regex {_SORTS} uem partial normalizer", **IF_AVAILABLE)
_CONSTRAINED = parameters(
    "reference hypothesis * collar regex hyp_pseudo_word_timing ref_pseudo_word_timing hypothesis_sort reference_sort "
    "uem partial normalizer"
)
# The names of the functions of one session.
_OF_SESSION = {
    "ref_pseudo_word_timing": "reference_pseudo_word_level_timing",
    "hyp_pseudo_word_timing": "hypothesis_pseudo_word_level_timing",
}


def _of_files(function: Callable[..., ErrorRate], summary: str, signature: Signature = _SIMPLE) -> Callable[..., Rates]:
    """The function of many sessions in files or structures; `function` scores one of them."""

    def run(
        reference: Any, hypothesis: Any, regex: str | None, uem: Any, normalizer: str | None, partial: bool, **more: Any
    ) -> Rates:
        refs, hyps = (_rows(data, regex, uem, normalizer) for data in (reference, hypothesis))
        values = {_OF_SESSION.get(name, name): value for name, value in more.items()}
        rates = apply_multi_file(lambda ref, hyp: function(ref, hyp, **values), refs, hyps, partial=partial)
        if "collar" in values:
            _warn_of_overlap(combine_error_rates(rates))
        return rates

    return declared(signature, run, summary)


def _warn_of_overlap(total: ErrorRate) -> None:
    for name, overlap in (("hypothesis", total.hypothesis_self_overlap), ("reference", total.reference_self_overlap)):
        if overlap is not None and overlap.overlap_time > 0:
            numbers = overlap.overlap_time, overlap.total_time, overlap.overlap_rate * 100
            _logger.warning(f"Self-overlap detected in {name}. Total overlap: %.2f of %.2f (%.2f%%).", *numbers)


cpwer = _of_files(cp_word_error_rate, "The cpWER of each session.")
orcwer = _of_files(orc_word_error_rate, "The ORC-WER of each session.", _PARTIAL_FIRST)
greedy_orcwer = _of_files(greedy_orc_word_error_rate, "The greedy ORC-WER of each session.", _PARTIAL_FIRST)
mimower = _of_files(mimo_word_error_rate, "The MIMO-WER of each session.")
greedy_dicpwer = _of_files(greedy_di_cp_word_error_rate, "The greedy DI-cpWER of each session.", _PARTIAL_FIRST)
tcpwer = _of_files(time_constrained_minimum_permutation_word_error_rate, "The tcpWER of each session.", _CONSTRAINED)
tcorcwer = _of_files(time_constrained_orc_wer, "The tcORC-WER of each session.", _CONSTRAINED)
greedy_tcorcwer = _of_files(greedy_time_constrained_orc_wer, "The greedy tcORC-WER of each session.", _CONSTRAINED)
tcmimower = _of_files(time_constrained_mimo_word_error_rate, "The tcMIMO-WER of each session.", _CONSTRAINED)
greedy_ditcpwer = _of_files(greedy_di_tcp_word_error_rate, "The greedy DI-tcpWER of each session.", _CONSTRAINED)


def normalize(input: Any, normalizer: str = "lower,rm(.?!,)") -> Any:
    """The content of a file, or any structure, with normalised words."""
    return normalized(load(input) if isinstance(input, (str, Path)) else input, normalizer=normalizer)
