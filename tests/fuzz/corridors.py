"""Long pairs with a few marks: the native core, which fills only cells that a best path can pass, beside its twin."""

from __future__ import annotations

from random import Random

from tests.fuzz import cores
from tests.fuzz.case import Case, Command, Kind

_COSTS = ("4,3,3", "4,3,3", "1,1,1", "8,3,3", "7,3,5", "3,2,4")
_MARKS = (b"{ %s / @ }", b"{ @ / %s }", b"{ %s / a b }", b"{ a / { b %s / @ } c }", b"(%s)", b"%s-", b"-%s")
# Cells of the smallest pairs whose corridor is searched, as the words of one side.
_WORDS = 520


def make(chance: Random) -> Case:
    """One pair, and a policy under which it is aligned."""
    vocabulary = [b"w%d" % number for number in range(chance.choice((3, 20, 1000)))]
    ref = chance.choices(vocabulary, k=_WORDS + chance.randrange(100))
    errors = chance.choice((0.05, 0.3, 1))
    heard = [word if chance.random() >= errors else chance.choice([b"x", *vocabulary]) for word in ref]
    if chance.random() < 0.5:
        cut = chance.randrange(len(heard))
        heard = heard[cut:] + heard[: -1 - cut // 2]
    sides = [_marked(side, chance) for side in (ref, heard)]
    flags = [("--markup",), *((flag,) for flag in ("--optional_words", "--fragments") if chance.random() < 0.5)]
    groups = ((chance.choice(_COSTS),), (chance.choice(("SID", "IDS", "DSI")),), *flags)
    files = tuple((name, b" ".join(side)) for name, side in zip(("ref", "hyp"), sides, strict=True))
    return Case(files, (Command("align", groups),))


def _marked(words: list[bytes], chance: Random) -> list[bytes]:
    share = chance.choice((0, 0.002, 0.02, 0.2))
    return [chance.choice(_MARKS) % word if chance.random() < share else word for word in words]


KIND = Kind(
    "corridors",
    "long pairs with marks: the native core and its pure-Python twin",
    10,
    make,
    cores.check,
    cores.lacks,
    (b" ",),
)
