"""A decoding folder of Kaldi for which Kaldi itself counted another number of errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....formats.errors import quantity
from ....formats.kaldi_decode import BEST
from ....formats.schema import Corpus
from ...common.tie_policy import KALDI_WER
from ...notices.notice import Notice
from ..result import Result

_ERRORS = re.compile(r"%WER ([0-9.]+) \[ ([0-9]+) / ([0-9]+),")


def of_best_wer(hyp: Corpus, result: Result) -> Iterator[Notice]:
    """A notice of the rate that Kaldi wrote into the folder, where it differs and no setting asks for another one."""
    settings = result.settings
    match = _ERRORS.match(dict(hyp.meta).get(BEST, ""))
    is_kaldis = settings.case_sensitive and settings.policy == KALDI_WER
    if match is None or is_kaldis or settings.chain is not None or settings.unit != "word":
        return
    errors, words = int(match[2]), int(match[3])
    if words == result.counts.reference and errors != result.counts.errors:
        yield Notice(
            "best_wer",
            f"best_wer of this folder has {match[1]} %, {quantity(errors, 'error')} in {quantity(words, 'word')}: "
            "Kaldi counts case; policy='kaldi_wer' (--policy kaldi_wer) with case_sensitive=True (--case-sensitive) "
            "does so",
        )
