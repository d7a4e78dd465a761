"""SCORELITE_THREADS: reading, aligning and writing in threads change no byte."""

from __future__ import annotations

import random

import pytest

from scorelite import core
from scorelite.scoring.cli.sclite import main

NATIVE = pytest.mark.skipif(core.NAME != "native", reason="the other core has no threads")
# Enough for several pieces of a file, of the alignment and of a report.
LINES = 9_000
OPTIONS = ("-i", "spu_id", "-o", "sum", "pra", "prf", "sgml", "dtl")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("threads")
    chance = random.Random(3)
    sides = {"ref": [], "hyp": []}
    for number in range(LINES):
        name = f"({chance.choice('AB')}{number // 900}-{number:05d})"
        words = chance.choices(["One", "two", "THREE", "É", "(four)", "{ five / @ }"], k=4)
        sides["ref"].append(" ".join([*words, name]))
        sides["hyp"].append(" ".join([*words[1:], *chance.choices(["two", "one"], k=chance.randrange(2)), name]))
        if number % 1000 == 0:
            sides["ref"].append(f';; LABEL "L{number}" "a" "b"')
    chance.shuffle(sides["hyp"])
    for side, lines in sides.items():
        (folder / side).write_text("\n".join(lines) + "\n")
    return folder


def ran(monkeypatch, capfdbinary, files, where, threads, *options):
    monkeypatch.setenv("SCORELITE_THREADS", threads)
    where.mkdir()
    words = ["-r", files / "ref", "trn", "-h", files / "hyp", "trn", "-O", where, "-n", "x", *OPTIONS, *options]
    code = main([str(word) for word in words])
    out, err = capfdbinary.readouterr()
    return (
        code,
        out.replace(str(where).encode(), b""),
        err,
        {
            path.name: [line for line in path.read_bytes().splitlines() if b"date" not in line.lower()]
            for path in where.iterdir()
        },
    )


@pytest.mark.slow
@NATIVE
@pytest.mark.parametrize("options", [("-e", "utf-8"), ("-s", "-D")], ids=" ".join)
def test_the_number_of_threads_changes_no_byte(monkeypatch, capfdbinary, tmp_path, files, options):
    alone = ran(monkeypatch, capfdbinary, files, tmp_path / "one", "1", *options)
    three = ran(monkeypatch, capfdbinary, files, tmp_path / "three", "3", *options)
    assert alone == three
    assert alone[0] == 0
    assert len(alone[3]) == 5


@NATIVE
def test_a_line_that_cannot_be_read_ends_the_run_in_any_thread(monkeypatch, capfdbinary, tmp_path, files):
    folder = tmp_path / "broken"
    folder.mkdir()
    lines = (files / "hyp").read_text().splitlines()
    lines[8_000:8_000] = ["no closing (parenthesis"]
    (folder / "hyp").write_text("\n".join(lines) + "\n")
    (folder / "ref").write_bytes((files / "ref").read_bytes())
    alone = ran(monkeypatch, capfdbinary, folder, tmp_path / "one", "1")
    assert alone == ran(monkeypatch, capfdbinary, folder, tmp_path / "two", "2")
    assert alone[0] != 0


@pytest.mark.parametrize("text", ["two", "-1", "1.5", "²"])
def test_an_odd_number_of_threads_is_refused(monkeypatch, capfdbinary, text):
    monkeypatch.setenv("SCORELITE_THREADS", text)
    assert main(["-r", "ref", "-h", "hyp"]) == 1
    message = capfdbinary.readouterr().err.decode()
    assert message == f"sclite: SCORELITE_THREADS is {text!r}; expected 0 (one per processor) or more\n"


def test_an_unreadable_reference_is_told_after_what_the_hypothesis_says(monkeypatch, capfdbinary, tmp_path):
    hyp = tmp_path / "hyp"
    hyp.write_text("; odd (a-1)\n")
    told = []
    for threads in ("1", "2"):
        monkeypatch.setenv("SCORELITE_THREADS", threads)
        words = ["-r", str(tmp_path), "trn", "-h", str(hyp), "trn", "-i", "spu_id"]
        assert main(words) == 1
        told.append(capfdbinary.readouterr())
    assert told[0] == told[1]
    assert told[0].err.index(b"; odd") < told[0].err.index(b"Can't open input Reference file")
