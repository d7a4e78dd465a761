"""Alignment policies: what an error costs, and which of several equally cheap steps wins."""

from __future__ import annotations

from dataclasses import dataclass

from formats.errors import UsageError

__all__ = ["KALDI_ALIGN", "KALDI_WER", "POLICIES", "SCLITE", "Policy"]


@dataclass(frozen=True, slots=True)
class Policy:
    """What an error costs, and which step wins where several are equally cheap.

    Costs are those of a substitution, an insertion and a deletion. Of equally cheap last steps the first one in `ties`
    is taken (S stands for a match, too), looking from the end of both sequences.
    """

    name: str
    costs: tuple[int, int, int]
    ties: str
    summary: str


SCLITE = Policy("sclite", (4, 3, 3), "SID", "as NIST's sclite aligns")
KALDI_WER = Policy("kaldi_wer", (1, 1, 1), "IDS", "as Kaldi's compute-wer counts")
KALDI_ALIGN = Policy("kaldi_align", (1, 1, 1), "SDI", "as Kaldi's align-text aligns")

POLICIES = (SCLITE, KALDI_WER, KALDI_ALIGN)


def policy(value: Policy | str) -> Policy:
    """The policy itself, or the one of this name.

    >>> policy("kaldi_wer").ties
    'IDS'
    """
    for known in POLICIES:
        if value in (known, known.name):
            return known
    names = ", ".join(known.name for known in POLICIES)
    raise UsageError(f"policy {value!r} is unknown; expected one of: {names}")
