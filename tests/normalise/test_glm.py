"""Rules of SCTK's GLM files as a chain: texts as csrfilt.sh makes them, a log that replays, errors with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite.formats.errors import FormatError
from scorelite.scoring.normalise import replayed
from scorelite.scoring.normalise.rule_files import read_rules
from tests.fuzz.run import call

_RULES = b"""\
;; rules
* name "test"
[GOING TO] => [GONNA] / [ ] __ [ ]
[UH] => [] / [ ] __ [ ]
IT'S => { IT IS / IT HAS } / [ ] __ [ ]
[A] => [X Y] / __ [ B]
"""
_TEXTS = ["we're  going to (uh um)", "uh a b it's", "", "éa UH", "a a B"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "r.glm").write_bytes(_RULES)
    return tmp_path / "r.glm"


def test_texts_are_those_of_csrfilt(path: Path) -> None:
    texts, _ = read_rules(path).apply(_TEXTS)
    (path.parent / "in").write_text("".join(f"{text}\n" for text in _TEXTS), encoding="utf-8")
    code, out, _ = call("scorelite", ["sctk", "csrfilt.sh", "-i", "txt", "r.glm"], path.parent, "in")
    assert (code, out.decode().split("\n")[:-1]) == (0, list(texts))
    assert texts[0] == "WE'RE GONNA () (UM)" or texts[0] == "WE'RE GONNA (UM)"


def test_the_log_replays_to_the_texts(path: Path) -> None:
    texts, changes = read_rules(path).apply(_TEXTS, log=True)
    assert replayed(_TEXTS, changes) == list(texts)
    assert "glm: GOING TO" in {change.rule for change in changes}


def test_the_signature_depends_on_the_rules(path: Path) -> None:
    before = read_rules(path).label
    path.write_bytes(_RULES.replace(b"GONNA", b"GONNAX"))
    assert read_rules(path).label != before


@pytest.mark.slow
def test_twenty_thousand_rules_work(path: Path) -> None:
    path.write_bytes(b";;\n" + b"".join(b"[W%d] => [V%d] / [ ] __ [ ]\n" % (k, k) for k in range(20_000)))
    assert read_rules(path).apply(["w19999 w1"])[0] == ["V19999 V1"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b";;\n[a] [b]\n", "r.glm:2:1: the rule has no arrow =>; expected rules such as"),
        (b";;\n* max_nrules = '1'\n[a] => [b]\n[c\n", "r.glm:4:1: the rule has no arrow =>; expected rules such as"),
        (b";;\n* name x\n", "r.glm:2:1: the header line has no value in quotes"),
        (b";;\n* format = 'NIST2'\na => b\n", "expected * FORMAT = 'NIST1'"),
        (b';; INPUT_DEPENDENT_APPLICATION = "("\n', "is not a regular expression"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(data: bytes, message: str, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        read_rules(path)
    assert message in str(caught.value)
