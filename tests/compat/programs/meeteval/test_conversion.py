"""`scorelite meeteval-io`: files, templates and exit codes; the texts are those that MeetEval 0.4.3 writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite.compat.meeteval import conversion

STM = "A 1 anna 0.00 1.00 good day\nA 1 ben 1.00 2.50 hello\n"
RTTM = "SPEAKER A 1 0.00 1.00 <NA> <NA> anna <NA> <NA>\nSPEAKER A 1 1.00 1.50 <NA> <NA> ben <NA> <NA>\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "hyp.stm").write_text(STM)
    (tmp_path / "hyp.rttm").write_text(RTTM)
    (tmp_path / "anna.ctm").write_text("A 1 0.00 1.00 good\n")
    (tmp_path / "ben.ctm").write_text("A 1 1.00 0.50 day\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(conversion, "_is_pipe", lambda stream: False)
    return tmp_path


def ended(*words: str) -> object:
    with pytest.raises(SystemExit) as end:
        conversion.run(words)
    return end.value.code


def test_files_are_written_in_the_other_format_once(folder, capfd):
    assert conversion.run(["stm2rttm", "hyp.stm", "new.rttm"]) == 0
    assert (folder / "new.rttm").read_text() == RTTM
    assert ended("stm2rttm", "hyp.stm", "new.rttm") == 2
    assert 'Output file "new.rttm" already exists. Use --force / -f to overwrite.' in capfd.readouterr().err
    assert conversion.run(["stm2rttm", "-f", "hyp.stm", "hyp.stm", "new.rttm"]) == 0
    assert (folder / "new.rttm").read_text() == RTTM * 2


def test_templates_fill_in_what_a_format_lacks(folder, capfd):
    assert conversion.run(["rttm2stm", "hyp.rttm", "-"]) == 0
    assert capfd.readouterr().out == STM.replace("good day", "<NA>").replace("hello", "<NA>")
    assert conversion.run(["ctm2stm", "anna.ctm", "ben.ctm", "all.stm"]) == 0
    assert (folder / "all.stm").read_text() == "A 1 anna 0.00 1.00 good\nA 1 ben 1.00 1.50 day\n"
    assert conversion.run(["ctm2seglst", "--speaker", "{filestem}-{words}", "anna.ctm", "all.json"]) == 0
    assert json.loads((folder / "all.json").read_text())[0]["speaker"] == "anna-good"
    assert ended("ctm2stm", "--speaker", "{who}", "anna.ctm", "-") == 2
    assert 'Key "who" not found in segment' in capfd.readouterr().err


def test_a_pipe_is_the_only_input(folder, monkeypatch, capfd):
    monkeypatch.setattr(conversion, "_is_pipe", lambda stream: True)
    assert ended("stm2rttm", "hyp.stm", "-") == 2
    assert "Input files (hyp.stm) are not allowed when piping into the command." in capfd.readouterr().err
    assert ended("ctm2stm", "-") == 2
    assert "the following arguments are required: --speaker" in capfd.readouterr().err


def test_a_line_for_each_command_is_an_alias(capfd):
    assert ended("--print-shell-aliases") == 0
    lines = capfd.readouterr().out.splitlines()
    assert (len(lines), lines[0]) == (12, "alias ctm2stm='meeteval-io ctm2stm'")
