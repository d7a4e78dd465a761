"""Every search of the aligners beside a table of all cells: the optimum, the ties and both cores under all settings.

Beside the native core as it is there are two builds in which each search serves pairs of some dozen words: one with the
processor's vectors, one without.
"""

from __future__ import annotations

import subprocess
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from tests import builds
from tests.fuzz import full_table
from tests.fuzz.case import IDENTICAL, Case, Kind, Verdict, different
from tests.fuzz.chunks import chunks_of
from tests.fuzz.full_table import Network, Prices, Settings

_SMALL = "-DSCORELITE_SMALL_SIZES"
_BUILDS = {"small": ("-O1", _SMALL), "small, no vectors": ("-O1", _SMALL, "-DSCORELITE_NO_VECTORS")}
_NAMED = (((4, 3, 3), "SID"), ((1, 1, 1), "IDS"), ((1, 1, 1), "SDI"))
_COSTS = ((4, 3, 3), (1, 1, 1), (2, 1, 1), (3, 2, 4), (8, 3, 3), (7, 5, 4), (5, 1, 9), (1000000, 1, 999), (3, 4, 4))
_COSTS += ((1, 2, 2), (6, 5, 1), (400, 300, 300), (70000, 65000, 1))
_TIES = ("SID", "SDI", "ISD", "IDS", "DSI", "DIS")
# Words of a side at the limits of the searches of the small builds, and of the native core as it is.
_LIMITS = (8, 11, 12, 13, 16, 17, 23, 24, 25, 31, 63, 64, 65, 99, 100, 101, 127, 128, 129, 200, 256, 299, 300, 301)
_REAL_LIMITS = (63, 64, 65, 127, 128, 129, 255, 256, 257, 446, 447, 510, 511, 512)
_MARKS = ("{ %s / @ }", "{ @ / %s }", "{ %s / a b }", "{ a / { b %s / @ } w1 }", "(%s)", "%s-", "-%s", "@", "(%s-)")


def make(chance: Random) -> Case:
    """A pair of some kind; one of eleven is long, and some of these have the sizes of the native core's own limits."""
    return sized(chance, "short" if chance.random() < 10 / 11 else "real" if chance.random() < 0.02 else "long")


def sized(chance: Random, size: str) -> Case:
    """A pair of texts, of rows, of lists of symbols, or of channels with times: short, long or real."""
    kind = chance.choices(("texts", "rows", "symbols", "channels"), (32, 3, 6, 2))[0]
    if kind == "channels":
        most = chance.randrange(12 if size == "short" else 400)
        return Case((), (), tuple({"kind": kind, **_times(chance, most, most), **_chunked(chance, most)}.items()))
    ref, hyp = _sides(chance, size)
    costs, ties = chance.choice(_NAMED) if chance.random() < 0.5 else (chance.choice(_COSTS), chance.choice(_TIES))
    if kind == "symbols":
        facts = {"kind": kind, "costs": costs, "ties": ties, "compounds": chance.random() < 0.5 and len(ref) < 80}
        return Case((("ref", _text(ref)), ("hyp", _text(hyp))), (), tuple(facts.items()))
    settings = _settings(chance, costs, ties, size)
    if kind == "rows":
        by_times = chance.random() < 0.5
        settings = replace(settings, times=by_times, overlap=not by_times, characters=-1, weights=None, optional=False)
        facts = {"kind": kind, **_times(chance, len(ref), len(hyp)), **asdict(settings)}
        return Case((("ref", _text(ref)), ("hyp", _text(hyp))), (), tuple(facts.items()))
    rate = chance.choice((0, 0, 0.003, 0.03, 0.3))
    sides = [
        [chance.choice(_MARKS).replace("%s", word) if chance.random() < rate else word for word in side]
        for side in (ref, hyp)
    ]
    if (
        ref and chance.random() < 0.4
    ):  # aligned as a network, but as cheaply as words: its corridor is as narrow as can be
        place = chance.randrange(len(ref))
        sides[0] = [*ref[:place], "{", ref[place], "}", *ref[place + 1 :]]
    if not settings.markup:
        sides = [[word for word in " ".join(side).split() if word not in "{/}"] for side in sides]
    facts = {"kind": kind, **asdict(settings)}
    return Case(tuple(zip(("ref", "hyp"), map(_text, sides), strict=True)), (), tuple(facts.items()))


def _text(words: Sequence[str]) -> bytes:
    return " ".join(words).encode()


def _settings(chance: Random, costs: tuple[int, int, int], ties: str, size: str) -> Settings:
    weights = tuple((word, chance.choice((0.0, 0.1, 0.5, 1.0, 2.5))) for word in _words(3000))
    kind = chance.choices(("words", "characters", "weights"), (12, 3 if size == "short" else 0.3, 1))[0]
    return Settings(
        costs,
        ties,
        sensitive=chance.random() < 0.3,
        markup=chance.random() < 0.8,
        optional=chance.random() < 0.5,
        fragments=chance.random() < 0.5,
        characters=chance.choice((0, 2)) if kind == "characters" else -1,
        weights=weights[:9] if kind == "weights" else None,
    )


@cache
def _words(count: int) -> tuple[str, ...]:
    return tuple(
        ("W%d" if number % 7 == 6 else "w-%d" if number % 3 == 2 else "w%d") % number for number in range(count)
    )


def _sides(chance: Random, size: str) -> tuple[list[str], list[str]]:
    """A reference, and what was heard of it: words changed, lost and added one by one, and runs of them."""
    words = _words(chance.choice((1, 2, 5, 9) if size == "short" else (2, 5, 30, 300, 3000)))
    length = {
        "short": chance.choice((0, 1, 2, 5, 8, 12)),
        "long": chance.choice(_LIMITS),
        "real": chance.choice(_REAL_LIMITS),
    }[size]
    ref = chance.choices(words, k=length)
    errors = chance.choice((0, 1, *(chance.uniform(0.02, 0.6) for _ in range(4))))
    heard: list[str] = []
    for word in ref:
        other = chance.choice(words)
        heard += chance.choice(([other], [], [word, other])) if chance.random() < errors else [word]
    for _ in range(chance.randrange(4)):
        place, run = chance.randrange(len(heard) + 1), chance.randint(1, 3 if size == "short" else 40)
        heard[place : place + run * chance.randrange(2)] = chance.choices(words, k=run) if chance.random() < 0.5 else []
    if chance.random() < 0.5:  # as long as the reference, or one word from it
        length = max(length + chance.randint(-1, 1), 0)
        heard = [*heard, *chance.choices(words, k=length)][:length]
    return (ref, heard) if chance.random() < 0.9 else (heard, ref)


def _times(chance: Random, refs: int, hyps: int) -> dict[str, object]:
    """Begins and durations of the words of both sides; number 0 is the word before the first one."""
    gap = chance.choice((0.3, 0.6, 2.0))
    facts: dict[str, object] = {}
    for side, count in (("ref", refs), ("hyp", hyps)):
        time, begins, durations = 0.0, [0.0], [0.0]
        for _ in range(count):
            time = round(time + chance.choice((0.0, 0.1, 0.2, gap)), 2)
            begins.append(time)
            durations.append(chance.choice((0.0, 0.1, 0.25, 0.5)))
        facts[f"{side} begins"], facts[f"{side} durations"] = tuple(begins), tuple(durations)
    return facts


def _chunked(chance: Random, most: int) -> dict[str, object]:
    """Which words are in alternations, and how long a release takes those of the hypothesis to be."""
    inside = tuple(chance.random() < 0.2 for _ in range(most + 1)) if chance.random() < 0.3 else None
    late = tuple(chance.choice((0.1, 0.3)) for _ in range(most + 1)) if chance.random() < 0.3 else None
    return {"inside": inside, "late": late}


@cache
def _cores() -> dict[str, ModuleType]:
    """All cores, the twin last."""
    from scoring._core import _native, python  # type: ignore[attr-defined]

    paths = {name: next(_folder(name).glob("scoring/_core/*")) for name in _BUILDS}
    small = {name: builds.loaded(path) for name, path in paths.items()}
    return {"native": _native, **small, "twin": python}


def _folder(name: str) -> Path:
    return builds.ROOT / "build" / name.replace(", ", "-").replace(" ", "-")


def lacks() -> str:
    """Builds the cores with small sizes, once for all processes; says why where that fails."""
    try:
        for name, options in _BUILDS.items():
            builds.build(_folder(name), options)
        _cores()
    except (ImportError, OSError, subprocess.CalledProcessError) as error:
        return f"the native core was not built: {error}"
    return ""


def check(case: Case, _: Path) -> Verdict:
    """All cores give what the plain way gives."""
    return checked(case, _cores())


def checked(case: Case, cores: dict[str, ModuleType]) -> Verdict:
    """These cores give what the plain way gives."""
    facts = dict(case.facts)
    finders = {
        "texts": _differing_texts,
        "rows": _differing_rows,
        "symbols": _differing_symbols,
        "channels": _differing_channels,
    }
    for name, expected, ours in finders[str(facts.pop("kind"))](case, facts, cores):
        if expected != ours:
            return different(f"{name} differs", f"{case.facts}\nexpected {expected}\nours     {ours}")
    return IDENTICAL


def _differing_texts(
    case: Case, facts: dict[str, Any], cores: dict[str, ModuleType]
) -> Iterator[tuple[str, object, object]]:
    """What the table and each core say of a pair of texts."""
    settings = Settings(**{name: _frozen(value) for name, value in facts.items()})
    texts = [case.file(name).decode() for name in ("ref", "hyp")]
    try:
        networks = [Network(text, settings) for text in texts]
    except (ValueError, IndexError):  # no text that anything could be said of: a case that was made smaller
        return
    # Cut into characters, the ways of a network come in sclite's order.
    by_cost = settings.characters >= 0 and not all(network.is_row for network in networks)
    paths = {name: list(_paths_of_texts(core, settings, texts)) for name, core in cores.items()}
    yield from _compared(networks, settings, by_cost, paths)


def _differing_rows(
    case: Case, facts: dict[str, Any], cores: dict[str, ModuleType]
) -> Iterator[tuple[str, object, object]]:
    """What the table and each core say of words with times."""
    columns = [facts.pop(f"{side} {column}")[1:] for side in ("ref", "hyp") for column in ("begins", "durations")]
    settings = Settings(**{name: _frozen(value) for name, value in facts.items()})
    words = [case.file(name).decode().split() for name in ("ref", "hyp")]
    times = [list(zip(*columns[place : place + 2], strict=True)) for place in (0, 2)]
    if list(map(len, words)) != list(map(len, times)):
        return
    networks = [Network.timed(side, pairs, settings) for side, pairs in zip(words, times, strict=True)]
    paths = {}
    for name, core in cores.items():
        sides = [
            core.rows(
                [word.encode() for word in side],
                *(array("d", column).tobytes() for column in ([row[0] for row in rows], [row[1] for row in rows])),
                array("d", [0.0] * len(rows)).tobytes(),
                array("q", [0, len(rows)]).tobytes(),
            )
            for side, rows in zip(words, times, strict=True)
        ]
        paths[name] = [_path(core.align(_rules(core, settings), *sides))]
    yield from _compared(networks, settings, settings.overlap, paths)


def _compared(
    networks: list[Network], settings: Settings, by_cost: bool, paths: dict[str, list[list[full_table.Step]]]
) -> Iterator[tuple[str, object, object]]:
    """The table's path, or only its cost, beside those of each core; and those of each core beside the first."""
    if settings.weights is not None:
        weights = {word.value: 0.7 for network in networks for word in network.words} | dict(settings.weights)
        for network in networks:
            network.settings = replace(settings, weights=tuple(weights.items()))
    expected, prices = full_table.aligned(networks[0], networks[1]), Prices(settings)
    first = next(iter(paths.values()))[0]
    for name, answers in paths.items():
        for path in answers:
            if not by_cost:
                yield f"{name}: path", expected, path
            elif settings.weights is None:
                yield f"{name}: cost", prices.sum(expected), prices.sum(path)
            yield f"{name} beside another core", first, path


def _frozen(value: Any) -> Any:
    """Lists of a kept case as the tuples that they were."""
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def _paths_of_texts(core: Any, settings: Settings, texts: list[str]) -> Iterator[list[full_table.Step]]:
    """The path of a core: as texts, as prepared texts, and as lists where there is no markup."""
    rules = _rules(core, settings)
    sides = [core.texts([text]) for text in texts]
    first = array("q", [0]).tobytes()
    yield _path(core.align(rules, *sides))
    yield _path(core.align(rules, *sides, pairs=(first, first)))
    if not settings.markup:
        yield _path(core.align(rules, *(core.texts([text.split()]) for text in texts)))


def _rules(core: Any, settings: Settings) -> Any:
    weights = None if settings.weights is None else {word.encode(): weight for word, weight in settings.weights}
    options = {name: value for name, value in asdict(settings).items() if name != "weights"}
    return core.Rules(core.Charset("ascii", {}, {}), weights=weights, default_weight=0.7, **options)


def _path(batch: Any) -> list[full_table.Step]:
    return [(letter, _value(ref), _value(hyp)) for letter, ref, hyp in batch.slots(0)]


def _value(word: tuple[bytes, ...] | None) -> str | None:
    return None if not word or not word[0] else word[0].decode()


def _differing_symbols(
    case: Case, facts: dict[str, Any], cores: dict[str, ModuleType]
) -> Iterator[tuple[str, object, object]]:
    ref, hyp = (case.file(name).decode().split() for name in ("ref", "hyp"))
    policy = tuple(facts["costs"]), facts["ties"]
    if facts["compounds"]:
        steps = full_table.compounds(ref, hyp, *policy)
    else:
        settings = Settings(*policy, sensitive=True, markup=False)
        path = full_table.aligned(Network(" ".join(ref), settings), Network(" ".join(hyp), settings))
        steps = [{"D": (1, 0), "I": (0, 1)}.get(letter, (1, 1)) for letter, _, _ in path]
    counts = [0, 0, 0, 0]
    i = j = 0
    for rows, columns in steps:
        right = rows + columns > 2 or (rows == columns and ref[i] == hyp[j])
        counts[0 if right else 2 if not columns else 3 if not rows else 1] += rows if right else 1
        i, j = i + rows, j + columns
    for name, core in cores.items():
        yield f"{name}: steps", steps, core.steps(ref, hyp, *policy, facts["compounds"])
        yield (
            f"{name}: counts",
            counts,
            array("i", core.symbol_counts([ref], [hyp], *policy, facts["compounds"])).tolist(),
        )


def _differing_channels(
    _: Case, facts: dict[str, Any], cores: dict[str, ModuleType]
) -> Iterator[tuple[str, object, object]]:
    columns = [facts[f"{side} {column}"] for side in ("ref", "hyp") for column in ("begins", "durations")]
    expected = chunks_of(*columns, facts["inside"], facts["late"])
    packed = [array("d", column).tobytes() for column in columns]
    late = facts["late"] and array("d", facts["late"]).tobytes()
    inside = facts["inside"] and list(facts["inside"])
    for name, core in cores.items():
        yield f"{name}: chunks", expected, core.ctm_chunks(*packed[:2], inside, *packed[2:], late)


KIND = Kind(
    "searches", "every search of the aligners: all cores, and a table of all cells", 20, make, check, lacks, (b" ",)
)
