"""Verdicts: whether a rate is within its limit."""

from __future__ import annotations

from ...formats.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROUNDING = 1e-9
"""Points: 0.5 is allowed where the rates are 10 and 10.5 percent."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a limit is kept, and the line that says why.

    >>> str(of_rate("WER", 0.1242, 12))
    'FAIL: WER is 12.42 %, allowed 12.00 %'
    """

    passed: bool
    reason: str

    def __str__(self) -> str:
        return f"{'PASS' if self.passed else 'FAIL'}: {self.reason}"

    def to_dict(self) -> dict[str, Any]:
        """Both by name, ready for JSON."""
        return {"passed": self.passed, "reason": self.reason}


def of_rate(title: str, rate: float | None, most: float) -> Verdict:
    """The verdict on a rate, which may be `most` percent; an undefined rate fails.

    >>> str(of_rate("DER", None, 10))
    'FAIL: DER is undefined, allowed 10.00 %'
    """
    if rate is None:
        return Verdict(False, f"{title} is undefined, allowed {most:.2f} %")
    return Verdict(100 * rate <= most + ROUNDING, f"{title} is {100 * rate:.2f} %, allowed {most:.2f} %")
