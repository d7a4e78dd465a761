"""Pictures of meetings: error rates of sessions and speakers."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import meetings, scoring
from tests.conftest import Run
from tests.peers import peer
from tests.report.pictures import marks, texts

REF = {"talk": [("anna", "good day"), ("ben", "hi")], "walk": [("anna", "no")]}
HYP = {"talk": [("1", "hi"), ("2", "good")], "walk": [("1", "no"), ("2", "what")]}
RESULT = meetings.score(REF, HYP)


def test_sessions_have_a_bar_of_errors() -> None:
    shown = texts(RESULT, "errors")
    assert {
        "all",
        "walk",
        "talk",
        "deletions",
        "insertions",
        "50.0 %",
        "100.0 %",
        "33.3 %",
        "cpWER (% of words)",
    } <= set(shown)
    assert shown.index("walk") < shown.index("talk")  # the worst first
    assert marks(RESULT, "errors") == 9
    assert {"walk", "talk", "50.0 %"} <= set(texts(RESULT, "rates"))


@pytest.mark.slow
def test_groups_are_speakers_of_the_reference_over_all_sessions() -> None:
    assert {"anna", "ben", "nobody", "33.3 %", "-"} <= set(texts(RESULT, "groups"))
    assert {"talk", "walk"} <= set(texts(RESULT, "groups", by="session"))
    with pytest.raises(scoring.UsageError, match="group 'accent' is unknown; expected one of: speaker, session"):
        RESULT.plot("groups", by="accent")


@pytest.mark.slow
def test_the_command_draws_one_measure(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    (tmp_path / "a.stm").write_text("talk 1 anna 0 1 good day\n")
    done = scorelite("meetings", "a.stm", "a.stm", "--plot", "errors=a.svg")
    assert done.returncode == 0
    assert b">talk</text>" in (tmp_path / "a.svg").read_bytes()
    done = scorelite("meetings", "a.stm", "a.stm", "--measure", "cp,orc", "--plot", "errors=b.svg")
    assert b"--plot has no effect without one --measure" in done.stderr
