"""Every search of the aligners beside a table of all cells: the optimum, the ties and both cores under all settings.

Beside the native core as it is there are two builds in which each search serves pairs of some dozen words: one with the
processor's vectors, one without.
"""

from __future__ import annotations

import os
import subprocess
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
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
# Not optimised: to compile them takes longer than the cases do. The second one, as on Windows, compiles nearly all
# files again, which takes longer than a third of all slow tests: `python -m tests.fuzz` has it, pytest does not.
_BUILDS = {"small": ("-O0", _SMALL)}
if "PYTEST_VERSION" not in os.environ:
    _BUILDS["small, no vectors"] = ("-O0", _SMALL, "-DSCORELITE_NO_VECTORS")
_NAMED = (((4, 3, 3), "SID"), ((1, 1, 1), "IDS"), ((1, 1, 1), "SDI"))
_COSTS: tuple[tuple[int, int, int], ...] = (
    (4, 3, 3),
    (1, 1, 1),
    (2, 1, 1),
    (3, 2, 4),
    (8, 3, 3),
    (7, 5, 4),
    (5, 1, 9),
    (1000000, 1, 999),
    (3, 4, 4),
    (3, 2, 2),
    (5, 2, 7),
    (1, 2, 2),
    (6, 5, 1),
    (400, 300, 300),
    (70000, 65000, 1),
    (4, 2, 2),
    (9, 4, 5),
    (6, 1, 5),
)
_TIES = ("SID", "SDI", "ISD", "IDS", "DSI", "DIS", "DSIM", "IMDS", "SMID")
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
    weights = tuple((word, chance.choice((0.0, 0.1, 0.5, 1.0, 2.5))) for word in _words(9))
    # Thousands of characters beside thousands take the table longer than a case may take.
    characters = {"short": 3, "long": 0.3, "real": 0}[size]
    kind = chance.choices(("words", "characters", "weights"), (12, characters, 1))[0]
    return Settings(
        costs,
        ties,
        sensitive=chance.random() < 0.3,
        markup=chance.random() < 0.8,
        optional=chance.random() < 0.5,
        fragments=chance.random() < 0.5,
        characters=chance.choice((0, 2)) if kind == "characters" else -1,
        weights=weights if kind == "weights" else None,
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
    gap, pauses = chance.choice((0.1, 0.3, 0.6, 2.0)), chance.choice((0, 0.01, 0.1))
    longest = chance.choice((0.25, 0.5, 2.0))  # words may overlap those behind them, so that gaps are far apart
    facts: dict[str, object] = {}
    for side, count in (("ref", refs), ("hyp", hyps)):
        time, begins, durations = 0.0, [0.0], [0.0]
        for _ in range(count):
            time = round(time + chance.choice((0.0, 0.1, 0.2, gap)) + 5 * (chance.random() < pauses), 2)
            begins.append(time)
            durations.append(chance.choice((0.0, 0.1, 0.25, longest)))
        facts[f"{side} begins"], facts[f"{side} durations"] = tuple(begins), tuple(durations)
    return facts


def _chunked(chance: Random, most: int) -> dict[str, object]:
    """Which words are in alternations, and how long a release takes those of the hypothesis to be."""
    inside = tuple(chance.random() < 0.2 for _ in range(most + 1)) if chance.random() < 0.3 else None
    late = tuple(chance.choice((0.1, 0.3)) for _ in range(most + 1)) if chance.random() < 0.3 else None
    return {"inside": inside, "late": late}


@cache
def _cores() -> dict[str, ModuleType]:
    """The native core, and builds of it for tests."""
    from scorelite.core import _native  # type: ignore[attr-defined]

    small = {name: builds.loaded(builds.built(_folder(name))) for name in _BUILDS}
    return {"native": _native, **small}


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
    compare = {"texts": _compared_paths, "rows": _compared_paths, "symbols": _compared_symbols, "channels": _chunks}
    for name, expected, ours in compare[str(case.facts[0][1])](case, cores):
        if expected != ours:
            return different(f"{name} differs", f"{case.facts}\nexpected {expected}\nours     {ours}")
    return IDENTICAL


def answers(case: Case, core: Any) -> list[Any]:
    """Answers of a core to a case: a path from each door, or steps and counts, or chunks."""
    kind, facts = str(case.facts[0][1]), dict(case.facts)
    if kind == "channels":
        packed = [array("d", column).tobytes() for column in _columns(facts)]
        late = facts["late"] and array("d", facts["late"]).tobytes()
        inside = facts["inside"] and list(facts["inside"])
        return [core.ctm_chunks(*packed[:2], inside, *packed[2:], late)]
    texts = [case.file(name).decode() for name in ("ref", "hyp")]
    words = [text.split() for text in texts]
    if kind == "symbols":
        policy = tuple(facts["costs"]), facts["ties"], facts["compounds"]
        counts = core.symbol_counts(words[:1], words[1:], *policy)
        return [core.steps(*words, *policy), array("i", counts).tolist()]
    rules = _rules(core, _settings_of(facts))
    if kind == "rows":
        columns = _columns(facts)
        return [_path(core.align(rules, *(_rows(core, words[k], *columns[2 * k : 2 * k + 2]) for k in (0, 1))))]
    sides = [core.texts([text]) for text in texts]
    first = array("q", [0]).tobytes()
    batches = [core.align(rules, *sides), core.align(rules, *sides, pairs=(first, first))]
    if not facts["markup"]:
        batches.append(core.align(rules, *(core.texts([side]) for side in words)))
    return [_path(batch) for batch in batches]


def _columns(facts: dict[str, Any]) -> list[Sequence[float]]:
    return [facts[f"{side} {column}"] for side in ("ref", "hyp") for column in ("begins", "durations")]


def _rows(core: Any, words: Sequence[str], begins: Sequence[float], durations: Sequence[float]) -> Any:
    count = len(words)
    columns = (array("d", column).tobytes() for column in (begins[1:], durations[1:], [0.0] * count))
    return core.rows([word.encode() for word in words], *columns, array("q", [0, count]).tobytes())


def _settings_of(facts: dict[str, Any]) -> Settings:
    return Settings(**{field.name: _frozen(facts[field.name]) for field in fields(Settings)})


def _compared_paths(case: Case, cores: dict[str, ModuleType]) -> Iterator[tuple[str, object, object]]:
    """The table's path beside those of each core, and those beside the first; only costs where the table has no order.

    Ways of a network that is cut into characters come in sclite's order. Words that must overlap are searched in a part
    of the table, which decides ties.
    """
    facts = dict(case.facts)
    settings, texts = _settings_of(facts), [case.file(name).decode() for name in ("ref", "hyp")]
    try:
        if settings.times or settings.overlap:
            columns = _columns(facts)
            times = [list(zip(columns[k][1:], columns[k + 1][1:], strict=True)) for k in (0, 2)]
            networks = [Network.timed(text.split(), pairs, settings) for text, pairs in zip(texts, times, strict=True)]
        else:
            networks = [Network(text, settings) for text in texts]
    except (ValueError, IndexError):  # no text that anything could be said of: a case that was made smaller
        return
    if settings.weights is not None:
        weights = {word.value: 0.7 for network in networks for word in network.words} | dict(settings.weights)
        for network in networks:
            network.settings = replace(settings, weights=tuple(weights.items()))
    by_cost = settings.overlap or (settings.characters >= 0 and not all(network.is_row for network in networks))
    expected, prices = full_table.aligned(networks[0], networks[1]), Prices(settings)
    first = None
    for name, core in cores.items():
        for path in answers(case, core):
            first = path if first is None else first
            if not by_cost:
                yield f"{name}: path", expected, path
            elif settings.weights is None:
                yield f"{name}: cost", prices.sum(expected), prices.sum(path)
            yield f"{name} beside another core", first, path


def _frozen(value: Any) -> Any:
    """Lists of a kept case as the tuples that they were."""
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def _rules(core: Any, settings: Settings) -> Any:
    weights = None if settings.weights is None else {word.encode(): weight for word, weight in settings.weights}
    options = {name: value for name, value in asdict(settings).items() if name != "weights"}
    return core.Rules(core.Charset("ascii", {}, {}), weights=weights, default_weight=0.7, **options)


def _path(batch: Any) -> list[full_table.Step]:
    return [(letter, _value(ref), _value(hyp)) for letter, ref, hyp in batch.slots(0)]


def _value(word: tuple[bytes, ...] | None) -> str | None:
    return None if not word or not word[0] else word[0].decode()


def _compared_symbols(case: Case, cores: dict[str, ModuleType]) -> Iterator[tuple[str, object, object]]:
    """The table's steps and counts beside those of each core."""
    facts = dict(case.facts)
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
        yield f"{name}: steps and counts", [steps, counts], answers(case, core)


def _chunks(case: Case, cores: dict[str, ModuleType]) -> Iterator[tuple[str, object, object]]:
    """The chunks of the plainest way beside those of each core."""
    facts = dict(case.facts)
    columns = _columns(facts)
    expected = chunks_of(columns[0], columns[1], columns[2], columns[3], facts["inside"], facts["late"])
    for name, core in cores.items():
        yield f"{name}: chunks", [expected], answers(case, core)


KIND = Kind(
    "searches", "every search of the aligners: all cores, and a table of all cells", 20, make, check, lacks, (b" ",)
)
