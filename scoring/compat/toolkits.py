"""Scoring programs of toolkits whose numbers and texts ours give: their names, by toolkit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PROGRAMS = {
    "wenet": ("compute-wer.py", "compute-cer.py"),
    "icefall": ("write_error_stats",),
    "speechbrain": ("compute_wer.py",),
    "funasr": ("compute_wer.py", "runtime/compute_wer.py", "wer.py"),
    "nemo": ("speech_to_text_eval.py",),
    "fbai": ("score.py",),
    "contextasr": ("prepare_asr_result_for_metrics.py", "calculate_metrics.py", "view_metric_result.py"),
    "texterrors": ("texterrors",),
    "fstalign": ("fstalign",),
    "seedtts": ("run_wer.py", "average_wer.py"),
    "splet": ("splet-measure",),
}
"""The programs of each toolkit; `scorelite link` writes them under these names."""
TITLES = {
    "wenet": "WeNet",
    "icefall": "icefall",
    "speechbrain": "SpeechBrain",
    "funasr": "FunASR",
    "nemo": "NeMo",
    "fbai": "is21_deep_bias",
    "contextasr": "ContextASR-Bench",
    "texterrors": "texterrors",
    "fstalign": "fstalign",
    "seedtts": "seed-tts-eval",
    "splet": "SPLET",
}
_ARCHIVED = ("fbai", "contextasr")


def program(toolkit: str, name: str) -> Callable[[Sequence[str]], Iterator[str]]:
    """A program of a toolkit: its output, in pieces, for the words behind its name."""
    home = import_module(f".{'archive' if toolkit in _ARCHIVED else 'programs'}.{toolkit}", __package__)
    programs: dict[str, Callable[[Sequence[str]], Iterator[str]]] = home.PROGRAMS
    return programs[name]
