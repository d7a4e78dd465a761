"""Gestalt matching of both cores beside Python's difflib: equal opcodes, with autojunk on and off."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path
from random import Random

from scorelite.core import python as twin
from tests.fuzz.case import IDENTICAL, Case, Kind, Verdict, different

_LENGTHS = (3, 10, 40, 199, 201, 260)


def make(chance: Random) -> Case:
    """Two texts, a word a line: one changed into the other, two of chance, or both repetitive."""
    words = [f"w{number}" for number in range(chance.choice((1, 2, 3, 5, 30, 300)))]
    ref = chance.choices(words, k=chance.randint(0, chance.choice(_LENGTHS)))
    hyp = chance.choices(words, k=chance.randint(0, chance.choice(_LENGTHS)))
    if chance.random() < 0.6:
        rate = chance.choice((0.02, 0.1, 0.4))
        hyp = [chance.choice(words) if chance.random() < rate else word for word in ref if chance.random() > rate / 2]
    if chance.random() < 0.2:
        ref, hyp = ref[:12] * chance.randint(1, 20), hyp[:12] * chance.randint(1, 20)
    return Case((("ref", "\n".join(ref).encode()), ("hyp", "\n".join(hyp).encode())))


def check(case: Case, _: Path) -> Verdict:
    """Equal opcodes of difflib, the native core and its twin."""
    from scorelite import core

    ref, hyp = (case.file(name).decode().split() for name in ("ref", "hyp"))
    for autojunk in (False, True):
        expected = SequenceMatcher(None, ref, hyp, autojunk).get_opcodes()
        for name, opcodes in (("core", core.opcodes), ("twin", twin.opcodes)):
            if (ours := opcodes(ref, hyp, autojunk)) != expected:
                return different(f"{name}, autojunk {autojunk}", f"expected {expected}\nours {ours}")
    return IDENTICAL


KIND = Kind("gestalt", "difflib's opcodes on both cores, autojunk on and off", 5, make, check, parts=(b"\n",))
