"""Policies with any costs and ties: both cores beside the textbook's table, marked words beside the other core."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different
from tests.fuzz.full_table import Network, Settings, aligned, equal_ends
from tests.fuzz.run import Twin, needs_native_core, run_ours, shown_difference
from tests.fuzz.talk import Talk

_TWIN = Twin()
_ORDERS = ("SID", "SDI", "ISD", "IDS", "DSI", "DIS", "DSIM", "MISD")
_ENDS = ("=DSIM=", "=SDI=")
_COSTS = ("4,3,3", "1,1,1", "2,1,1", "3,1,2", "1,2,3", "1,0.75,0.75", "5,1,9", "0.001,1,1000", "7,7,1")
_FLAGS = ("--markup", "--optional_words", "--fragments", "--case_sensitive")


def make(chance: Random) -> Case:
    """Texts, and a policy under which they are aligned."""
    talk = Talk(chance)
    marked = chance.random() < 0.4
    sides: list[list[bytes]] = [[], []]
    for _ in range(chance.choice((1, 5, 20))):
        ref = talk.text(chance.choice((5, 12, 70)))
        words = talk.heard(ref, chance.choice((0.3, 0.7)))
        if not marked:
            ref = b" ".join(chance.choices(talk.words, k=chance.choice((0, 1, 4, 9, 70, 150))))
            words = [word if chance.random() < 0.7 else chance.choice(talk.words) for word in ref.split()]
        sides[0].append(ref)
        sides[1].append(b" ".join(words[: chance.choice((1, 100, 100))]))
    flags = [("--markup",), *((flag,) for flag in _FLAGS[1:] if chance.random() < 0.4)] if marked else []
    costs = chance.choice(_COSTS)
    orders = _ENDS if costs in ("1,1,1", "7,7,1") and chance.random() < 0.3 else _ORDERS
    groups = (("1,1,1" if orders is _ENDS else costs,), (chance.choice(orders),), *flags)
    files = tuple((name, b"\n".join(side)) for name, side in zip(("ref", "hyp"), sides, strict=True))
    return Case(files, (Command("align", groups),))


def main(words: Sequence[str]) -> int:
    """Prints the alignments of the lines of `ref` and `hyp`: costs, ties, and settings that are on."""
    from scorelite import scoring

    costs = tuple(map(float, words[0].split(",")))
    policy = scoring.Policy("any", (costs[0], costs[1], costs[2]), words[1], "")
    refs, hyps = (Path(name).read_bytes().split(b"\n") for name in ("ref", "hyp"))
    settings = {"case_sensitive": "--markup" not in words, **{word[2:]: True for word in words[2:]}}
    for ref, hyp in zip(refs, hyps, strict=True):
        alignment = scoring.align(ref, hyp, policy=policy, **settings)  # type: ignore[arg-type]
        print(json.dumps([alignment.operations, [[pair.ref, pair.hyp] for pair in alignment.pairs]]))
    return 0


def by_table(ref: Sequence[bytes], hyp: Sequence[bytes], costs: tuple[float, ...], ties: str) -> str:
    """The operations of the cheapest alignment; going back from the end, equally cheap steps are taken by `ties`."""
    settings = Settings((round(1000 * costs[0]), round(1000 * costs[1]), round(1000 * costs[2])), ties, True, False)
    first, last = equal_ends(ref, hyp) if ties[0] == "=" else (0, 0)
    parts = (side[first : len(side) - last] for side in (ref, hyp))
    sides = [Network(b" ".join(part).decode("latin-1"), settings) for part in parts]
    return "C" * first + "".join(letter for letter, _, _ in aligned(*sides)) + "C" * last


def lacks() -> str:
    """Says that policies are only known by name, where that is so."""
    from scorelite import scoring

    try:
        scoring.align("a", "b", policy=scoring.Policy("any", (2, 3, 4), "DIS", ""))
    except scoring.UsageError as error:
        return str(error)
    return ""


def check(case: Case, where: Path) -> Verdict:
    """Both cores agree; where words bear no marks, with the table, too."""
    command = case.commands[0]
    native, twin = run_ours(case, command, where), _TWIN.run(case, command, where)
    if isinstance(native.code, str):
        return different(f"exception: {native.code}", native.err.decode("utf-8", "backslashreplace"))
    if native != twin and not needs_native_core(twin):
        return different("the cores differ", shown_difference(twin, native))
    if "--markup" in command.words:
        return IDENTICAL
    costs, ties = tuple(map(float, command.words[0].split(","))), command.words[1]
    pairs = zip(case.file("ref").split(b"\n"), case.file("hyp").split(b"\n"), strict=False)
    for line, (ref, hyp) in zip(native.out.splitlines(), pairs, strict=False):
        expected = by_table(ref.split(), hyp.split(), costs, ties)
        if (actual := json.loads(line)[0]) != expected:
            return different("the table differs", f"{ref!r}\n{hyp!r}\nexpected {expected}\nours     {actual}")
    return IDENTICAL


KIND = Kind(
    "policies", "alignments under any costs and ties: both cores, and a table", 5, make, check, lacks, (b"\n", b" ")
)
