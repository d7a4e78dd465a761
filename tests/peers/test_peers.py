"""Missing packages skip a test, or fail it where they are demanded."""

from __future__ import annotations

import configparser
import re
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.peers import left_out, missing, peer

FOLDER = Path(__file__).parent


def test_a_missing_package_skips_unless_it_is_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCORELITE_REQUIRE_PEERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="No module named 'no_such_peer'"):
        peer("no_such_peer.part")
    monkeypatch.setenv("SCORELITE_REQUIRE_PEERS", "1")
    with pytest.raises(pytest.fail.Exception, match="No module named 'no_such_peer': pip install -r tests/peers"):
        peer("no_such_peer.part")


def test_a_package_that_is_left_out_may_be_missing_where_others_are_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORELITE_REQUIRE_PEERS", "1")
    with pytest.raises(pytest.skip.Exception, match="torch.nn: more than 1 GB"):
        missing("torch.nn", "no torch")


def test_nothing_is_both_demanded_and_left_out() -> None:
    lines = [
        line
        for name in ("requirements.txt", "without_dependencies.txt", "from_source.txt")
        for line in (FOLDER / name).open()
    ]
    demanded = {line.partition("==")[0].strip() for line in lines if not line.startswith("#")}
    assert {"kaldialign", "evalmate", "pyannote.metrics", "jiwer", "meeteval"} <= demanded
    assert left_out()
    assert not demanded & left_out().keys()


def test_a_test_skips_without_a_word_only_for_packages_of_the_extras() -> None:
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    lists = settings["options.extras_require"].values()
    known = {re.split(r"[<>=!;\[ ]", line.strip().lower())[0] for entry in lists for line in entry.split("\n")}
    for path in (ROOT / "tests").rglob("*.py"):
        for name in re.findall(r"importorskip\(\"(\w+)", path.read_text(encoding="utf-8")):
            assert name.lower() in known | sys.stdlib_module_names, f"{path}: {name} is a peer: say peer({name!r})"
