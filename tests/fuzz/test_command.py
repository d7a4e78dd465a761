"""The fuzz command: a small run of each kind, planted faults that it finds, and the folder that it keeps of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz import kinds, policies, pool
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, chance_of, different, groups_of, load, save
from tests.fuzz.kinds import KINDS
from tests.fuzz.shrink import smaller
from tests.peers import missing


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_small_run_finds_no_difference(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    if reason := kind.lacks():
        missing(name, reason)
    wrong = []
    for number in range(2 * kind.share):
        verdict = kind.check(kind.make(chance_of(name, 1, number)), tmp_path)
        if verdict.state == "different":
            wrong.append(f"python -m tests.fuzz --only {name} --seed 1 --first {number} --cases 1: {verdict.reason}")
    assert not wrong


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", KINDS)
def test_a_case_depends_on_its_kind_its_seed_and_its_number_alone(name: str) -> None:
    kind = KINDS[name]
    cases = [kind.make(chance_of(name, 1, number)) for number in range(12)]
    assert cases == [kind.make(chance_of(name, 1, number)) for number in range(12)]
    assert len(set(cases)) > 6
    assert cases != [kind.make(chance_of(name, 2, number)) for number in range(12)]


def test_kinds_take_turns_by_their_shares() -> None:
    order = command.turn(list(KINDS.values()))
    assert {name: order.count(name) for name in KINDS} == {name: kind.share for name, kind in KINDS.items()}
    tasks = list(command.tasks_of([KINDS["sclite"], KINDS["kws"]], 70, 5))
    assert [number for name, number in tasks if name == "kws"] == list(range(5, 15))


# --- faults that are planted -----------------------------------------------------------------------------

TEXT = b"".join(b"line %d with words\n" % number for number in range(20))


def planted(case: Case, _: Path) -> Verdict:
    """Finds fault with files by what stands in them."""
    content = case.file("x")
    if b"HANG" in content:
        signal.pause()
    if b"LOOP" in content:
        while True:
            pass
    if b"DIE" in content:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"SWELL" in content:
        bytes(pool.MEMORY)
    if b"RAISE" in content:
        raise KeyError("x")
    return different("answers differ: 7") if b"7 with" in content else IDENTICAL


def made(_: Random) -> Case:
    return Case((("x", TEXT),), (Command("sclite", groups_of("-r x", "-h x", "-o all")),), (("fact", 1),))


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind]:
    kind = Kind("planted", "faults", 1, made, planted)
    monkeypatch.setitem(kinds.KINDS, "planted", kind)
    # Processes that are started anew would not know of it.
    monkeypatch.setattr(pool, "_CONTEXT", pool.multiprocessing.get_context("fork"))
    return kind


def test_a_difference_is_made_smaller_and_kept_and_found_again(
    plant: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--cases", "5", "--seed", "3", "--only", plant.name, "-j", "1", "--keep", str(tmp_path), "--most", "1"]
    assert command.main(options) == 1
    printed = capsys.readouterr().out
    assert "| planted | 5 | 0 | 0 | 5 |" in printed
    assert printed.count("(kept in ") == 1
    assert printed.count("(not kept)") == 4
    (folder,) = tmp_path.iterdir()
    assert (folder / "x").read_bytes() == b"7 with"
    assert "python -m tests.fuzz --only planted --seed 3 --first 0 --cases 1" in (folder / "README.txt").read_text()
    assert command.main(["--again", str(folder)]) == 1
    (folder / "x").write_bytes(b"8 with")
    assert command.main(["--again", str(folder)]) == 0


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        (b"DIE", "the process ended by SIGKILL"),
        (b"RAISE", "exception: KeyError"),
        pytest.param(b"SWELL", f"more than {pool.MEMORY >> 20} MiB of memory", marks=pytest.mark.slow),
        pytest.param(b"LOOP", "no end within 1 s of processor time", marks=pytest.mark.slow),
        pytest.param(b"HANG", "no end within 2 s", marks=pytest.mark.slow),
    ],
)
def test_what_hangs_crashes_or_swells_is_a_difference(
    word: bytes, reason: str, plant: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_CPU_SECONDS", 1)
    monkeypatch.setattr(pool, "_WALL_SECONDS", 2 if word == b"HANG" else 60)
    worker = pool.Worker(0)
    verdict = worker.check(plant.name, Case((("x", word),)))
    assert (verdict.state, verdict.reason[: len(reason)]) == ("different", reason)
    assert worker.check(plant.name, Case((("x", b"8"),))) == IDENTICAL  # in a new process if need be
    worker.close()


@pytest.mark.slow
def test_cases_behind_one_that_crashes_are_checked_too(plant: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    def numbered(chance: Random) -> Case:
        return Case((("x", b"DIE" if chance.random() < 0.2 else b"fine"),))

    monkeypatch.setitem(kinds.KINDS, "planted", replace(plant, make=numbered))
    expected = [b"DIE" in numbered(chance_of("planted", 0, number)).file("x") for number in range(40)]
    assert 2 < sum(expected) < 38
    actual = dict(pool.verdicts(iter([("planted", number) for number in range(40)]), 0, 2))
    assert [actual["planted", number].state == "different" for number in range(40)] == expected


def test_words_of_a_command_line_that_do_not_matter_are_dropped() -> None:
    case = Case((("x", b"a"),), (Command("sclite", groups_of("-r x", "-e utf-8", "-s")),))

    def check(other: Case) -> Verdict:
        return different("same") if "-s" in other.commands[0].words else IDENTICAL

    actual, _ = smaller(case, different("same"), check, parts=(b"\n",), seconds=5)
    assert actual.commands[0].words == ["-s"]


def test_a_kept_case_is_the_case(tmp_path: Path) -> None:
    case = Case((("a/b", b"\xff"), ("c", b"")), (Command("sclite", groups_of("-r x", ["a b"]), "c"),), (("n", 1),))
    save(case, different("why"), tmp_path / "x", kind="sclite", origin="here")
    assert load(tmp_path / "x") == ("sclite", case)
    assert "command: sclite -r x 'a b' < c" in (tmp_path / "x" / "README.txt").read_text()


# --- referees that are right ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("costs", "ties", "expected"),
    [
        ((4, 3, 3), "SID", "ICC"),
        ((4, 3, 3), "IDS", "CIC"),
        ((9, 1, 1), "SDI", "ICC"),
    ],
)
def test_the_table_goes_by_costs_and_ties(costs: tuple[float, ...], ties: str, expected: str) -> None:
    assert policies.by_table([b"a", b"b"], [b"a", b"a", b"b"], costs, ties) == expected
