"""The measures of meetings: one record each."""

from __future__ import annotations

import re

from ....formats.errors import UsageError, unknown
from ..scores import Measure
from .cp import CP, TCP, WER
from .greedy import DI_CP, DI_TCP, GREEDY_ORC, GREEDY_TCORC
from .orc import MIMO, ORC, TCMIMO, TCORC
from .wder import WDER

MEASURES: tuple[Measure, ...] = (WER, CP, TCP, ORC, TCORC, MIMO, TCMIMO, GREEDY_ORC, GREEDY_TCORC, DI_CP, DI_TCP, WDER)
NAMES = tuple(measure.name for measure in MEASURES)


# Names without hyphens, and without the end of those of error rates.
_SHORT = {name.replace("-", ""): name for name in NAMES}
_SHORT |= {f"greedydi{name}": f"di-{name}" for name in ("cp", "tcp")}
AMBIGUOUS = dict.fromkeys(
    ("sa-wer", "sa_wer", "sawer"),
    "papers call several rates so; expected cp, which maps speakers, or wder, the share of words with another speaker",
)
"""Names of several measures, with what to take for them."""


def name_of(name: str) -> str:
    """The name of a measure, of which error rates have others; any other name as it is.

    >>> name_of("cpWER"), name_of("tc-orc-wer"), name_of("greedy_dicpwer"), name_of("WER"), name_of("greedy-cp")
    ('cp', 'tcorc', 'di-cp', 'wer', 'greedy-cp')
    """
    letters = re.sub("[-_ ]", "", name.lower())
    plain = letters.removesuffix("wer") or letters
    return _SHORT.get(plain, name)


def measure_of(name: str) -> Measure:
    """The measure of this name, or of that of its error rate, such as cpWER."""
    if not isinstance(name, str):
        raise UsageError(f"the measure is of type {type(name).__name__}; expected a name: {', '.join(NAMES)}")
    ours = name_of(name)
    for measure in MEASURES:
        if measure.name == ours:
            return measure
    if answer := AMBIGUOUS.get(name.lower()):
        raise UsageError(f"{name!r} is none of the measures: {answer}")
    raise unknown("measure", name, NAMES)
