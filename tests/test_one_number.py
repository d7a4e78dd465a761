"""A measure has one name and one number: in Python, of files and of rows, on the command line, and in the docs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite.scoring.meetings.measures import MEASURES as OF_MEETINGS
from tests.conftest import ROOT, Run

FILES = {
    "r.trn": "good day to you (a-1)\nbye (a-2)\n",
    "h.trn": "good way you (a-1)\nbye (a-2)\n",
    "r.stm": "t 1 anna 0 1 good day\nt 1 ben 1 2 hi there\n",
    "h.stm": "t 1 x 0 1 good way\nt 1 y 1 2 hi\n",
    "r.rttm": "SPEAKER t 1 0 4 <NA> <NA> a <NA> <NA>\nSPEAKER t 1 4 2 <NA> <NA> b <NA> <NA>\n",
    "h.rttm": "SPEAKER t 1 0 3 <NA> <NA> x <NA> <NA>\nSPEAKER t 1 4 2 <NA> <NA> y <NA> <NA>\n",
}
REFS, HYPS = ["good day to you", "bye"], ["good way you", "bye"]
TALK = (
    {"t": [("anna", "good day", 0, 1), ("ben", "hi there", 1, 2)]},
    {"t": [("x", "good way", 0, 1), ("y", "hi", 1, 2)]},
)
TURNS = {"t": [("a", 0, 4), ("b", 4, 6)]}, {"t": [("x", 0, 3), ("y", 4, 6)]}
COLLAR = {name: {"collar": 5} for name in ("tcpwer", "tcorcwer", "tcmimower")}
# The measure, its files, the rows of the same words, and its place in the JSON of the command of its name.
RATES: list[tuple[str, str, tuple[Any, Any], Callable[[Any], Any]]] = [
    ("wer", "trn", (REFS, HYPS), lambda document: document["wer"]),
    ("cer", "trn", (REFS, HYPS), lambda document: document["cer"]),
    *((f"{name}wer", "stm", TALK, lambda document: document["total"]["wer"]) for name in ("cp", "tcp", "orc")),
    *((f"{name}wer", "stm", TALK, lambda document: document["total"]["wer"]) for name in ("tcorc", "mimo", "tcmimo")),
    ("der", "rttm", TURNS, lambda document: document["total"]["der"]),
    ("jer", "rttm", TURNS, lambda document: document["total"]["jer"]),
]


@pytest.mark.parametrize(("name", "suffix", "rows", "in_json"), RATES, ids=[each[0] for each in RATES])
def test_a_measure_is_one_number_at_every_door(
    name: str, suffix: str, rows: tuple[Any, Any], in_json: Callable[[Any], Any], scorelite_command: Run, files: Path
) -> None:
    function, settings = getattr(scorelite, name), COLLAR.get(name, {})
    expected = function(*rows, **settings)
    if suffix != "trn":  # `wer` and `cer` take texts, of which a path is one
        assert function(files / f"r.{suffix}", files / f"h.{suffix}", **settings) == expected
    options = [word for key, value in settings.items() for word in (f"--{key}", str(value))]
    done = scorelite_command(name, f"r.{suffix}", f"h.{suffix}", *options, "--json", cwd=files)
    assert in_json(json.loads(done.stdout)) == expected


def test_the_rates_of_meetings_have_the_names_of_their_measures() -> None:
    usual = [name.removesuffix("wer") for name, suffix, _, _ in RATES if suffix == "stm"]
    assert {*usual} <= {measure.name for measure in OF_MEETINGS}


def test_term_weighted_values_of_files_are_those_of_the_command(scorelite_command: Run) -> None:
    demo = ROOT / "resources" / "demo_kws"
    files = [demo / name for name in ("ecf.xml", "ref.rttm", "kwlist.xml", "kwslist.xml")]
    options = [
        word
        for key, path in zip(("ecf", "rttm", "kwlist", "kwslist"), files, strict=True)
        for word in (f"--{key}", path)
    ]
    document = json.loads(scorelite_command("kws", *map(str, options), "--json").stdout)
    assert (scorelite.atwv(*files), scorelite.mtwv(*files)) == (document["atwv"], document["mtwv"])


def test_the_docs_explain_every_rate() -> None:
    text = "".join(path.read_text("utf-8").lower() for path in (ROOT / "docs").rglob("*.md"))
    text = text.replace("-", "")
    assert [name for name in [*(each[0] for each in RATES), "atwv", "mtwv"] if name not in text] == []


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def scorelite_command(scorelite: Run) -> Run:
    return scorelite
