"""The measures of meetings: one record each."""

from __future__ import annotations

import re

from ....formats.errors import UsageError, among
from ..scores import Measure
from .cp import CP, TCP, WER
from .greedy import DI_CP, DI_TCP, GREEDY_ORC, GREEDY_TCORC
from .orc import MIMO, ORC, TCMIMO, TCORC

MEASURES: tuple[Measure, ...] = (WER, CP, TCP, ORC, TCORC, MIMO, TCMIMO, GREEDY_ORC, GREEDY_TCORC, DI_CP, DI_TCP)
NAMES = tuple(measure.name for measure in MEASURES)


def measure_of(name: str) -> Measure:
    """The measure of this name."""
    for measure in MEASURES:
        if measure.name == name:
            return measure
    raise UsageError(f"measure {name!r} is unknown{among_measures(name)}")


def among_measures(name: str, elsewhere: str = "") -> str:
    """The end of a message about an unknown measure; names of error rates are known.

    >>> among_measures("cpWER").partition("?")[0], among_measures("greedy_dicpwer").partition("?")[0]
    ('; did you mean cp', '; did you mean di-cp')
    """
    plain = re.sub("[^a-z]", "", name.lower()).removesuffix("wer")
    short = {other.replace("-", ""): other for other in NAMES}
    meant = short.get(plain) or short.get(plain.removeprefix("greedy"))
    return among(meant or name, NAMES, elsewhere)
