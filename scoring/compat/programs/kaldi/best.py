"""Kaldi's best_wer: the line of the best of several results."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BLANKS = re.compile(rb"[ \t\n\v\f\r]+")
_KALDI = re.compile(rb"[WS]ER ([^ \t\n\v\f\r]+)")
_SCLITE = re.compile(rb" (?:Mean|Sum/Avg|)\s*\|\s*\S+\s+\S+\s+\|\s+\S+\s+\S+\s+\S+\s+\S+\s+(\S+)\s+\S+\s+\|")
_NUMBER = re.compile(rb"\s*([+-]?(?:inf(?:inity)?|nan|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?))", re.IGNORECASE)


def best(lines: Iterable[bytes]) -> bytes:
    """The first line with the lowest rate among lines of compute-wer (`file:%WER ...`) and of sclite's summary."""
    lowest: float | None = None
    chosen = b""
    for written in lines:
        line = re.sub(rb"(\d)\|", rb"\1 |", re.sub(rb"\|(\d)", rb"| \1", written))
        for pattern in (_KALDI, _SCLITE):
            match = pattern.search(line)
            if match is not None and (lowest is None or lowest > number(match.group(1))):
                lowest, chosen = number(match.group(1)), line
                break
    return b"" if lowest is None else _tidied(chosen.rstrip(b"\n")) + b"\n"


def _tidied(line: bytes) -> bytes:
    """A line with the rate first and the name of the file behind it."""
    for mark, start in ((b"%WER", b"%WER"), (b"Sum/Avg", b"")):
        parts = line.split(mark)
        if len(parts) == 2:
            line = start + parts[1] + b" " + parts[0]
    fields = line.split()
    if not fields or b"%WER" not in fields[0]:
        line = b"%WER " + (fields[8] if len(fields) > 8 else b"") + b" " + line
    line = _BLANKS.sub(b" ", line)
    line = line[:-1] if line.endswith(b":") else line
    return re.sub(rb":\s*\|\s*$", b"", line)


def number(text: bytes) -> float:
    """The number at the beginning of a text as Perl reads it: 0 if there is none."""
    match = _NUMBER.match(text)
    return float(match.group(1)) if match else 0.0
