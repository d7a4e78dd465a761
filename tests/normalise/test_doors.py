"""Normalisers in comparisons and in scores of meetings: both sides alike, signed, refused where there is no text."""

from __future__ import annotations

import json
import pickle

import pytest

from scorelite.formats.errors import UsageError
from scorelite.scoring import meetings
from scorelite.scoring.cli.main import main

STM = "talk 1 anna 0.0 1.0 It's twenty five.\ntalk 1 ben 1.0 2.0 Hello, World!\n"
PLAIN = "talk 1 x 0.0 1.0 it is 25\ntalk 1 y 1.0 2.0 hello world\n"


@pytest.fixture
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {"ref.txt": "It's fine.\nthe colour\n", "a.txt": "it is fine\nthe color\n", "b.txt": "it is\nthe color\n"}
    for name, text in {**files, "ref.stm": STM, "hyp.stm": PLAIN}.items():
        (tmp_path / name).write_text(text)


def code_of(*words):
    """The exit code of `compare`, which ends by SystemExit unless it fails."""
    try:
        return main(["compare", *words])
    except SystemExit as end:
        return end.code


def json_of(capsys, *words, code=0):
    assert main([*words, "--json"]) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("texts")
def test_hypotheses_are_compared_after_normalisation(capsys):
    assert code_of("--ref", "ref.txt", "a.txt", "b.txt", "--normalise", "whisper-en") == 0
    shown = capsys.readouterr().out
    assert "0.0 %  a.txt" in shown
    assert "20.0 %  b.txt" in shown
    assert code_of("a.json", "b.json", "--normalise", "whisper-en") == 2
    assert "--normalise has no effect without --ref" in capsys.readouterr().err


@pytest.mark.usefixtures("texts")
def test_rates_without_normalisation_stand_beside_those_of_each_system(capsys, tmp_path):
    both = ("--ref", "ref.txt", "a.txt", "b.txt")
    assert code_of(*both, "--normalise", "whisper-en") == 0
    assert "a.txt (scored now; 100.0 % without --normalise)" in capsys.readouterr().out
    assert code_of(*both, "--normalise", "whisper-en", "--markdown") == 0
    assert "| A | 0.0 % | 100.0 % | `a.txt` | scored now |" in capsys.readouterr().out
    assert code_of(*both, "--markdown") == 0
    assert "without --normalise" not in capsys.readouterr().out
    assert code_of(*both, "--normalise", "whisper-en", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    for side, name in (("a", "a.txt"), ("b", "b.txt")):
        raw = document[side]["without_normalisation"]
        assert raw.items() <= json_of(capsys, "score", "ref.txt", name).items()
    (tmp_path / "c.txt").write_text("it was fine\nthe colour\n")
    assert code_of(*both, "c.txt", "--normalise", "whisper-en", "--json") == 0
    rates = {
        load["name"]: load["without_normalisation"]["errors"] for load in json.loads(capsys.readouterr().out)["systems"]
    }
    assert rates == {"a.txt": 4, "b.txt": 3, "c.txt": 3}


@pytest.mark.usefixtures("texts")
def test_changes_of_each_hypothesis_are_those_of_its_score(tmp_path):
    assert code_of("--ref", "ref.txt", "a.txt", "b.txt", "--normalise", "whisper-en", "--changes", "log") == 0
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    for name in ("a.txt", "b.txt"):
        assert main(["score", "ref.txt", name, "--normalise", "whisper-en", "--changes", "one"]) == 0
        alone = [json.loads(line) for line in (tmp_path / "one").read_text().splitlines()]
        assert alone
        assert [line for line in lines if line["system"] == name] == [{"system": name, **line} for line in alone]
    assert main(["score", "ref.txt", "a.txt", "--json", "-o", "earlier.json"]) == 0
    alone = ["earlier.json", "--ref", "ref.txt", "--hyp", "a.txt", "--normalise", "whisper-en", "--changes", "log"]
    assert code_of(*alone) == 0
    assert {json.loads(line)["system"] for line in (tmp_path / "log").read_text().splitlines()} == {"a.txt"}


@pytest.mark.usefixtures("texts")
def test_changes_without_a_normaliser_are_refused(capsys):
    assert code_of("--ref", "ref.txt", "a.txt", "b.txt", "--changes", "log") == 2
    assert "--changes has no effect without --normalise" in capsys.readouterr().err


@pytest.mark.usefixtures("texts")
def test_an_earlier_score_is_compared_under_the_settings_of_both(capsys):
    for name in ("whisper-en", "leaderboard-en"):
        assert main(["score", "ref.txt", "a.txt", "--normalise", name, "--json", "-o", "earlier.json"]) == 0
        both = ["earlier.json", "--ref", "ref.txt", "--hyp", "a.txt"]
        assert code_of(*both, "--normalise", name) == 0
        assert code_of(*both) == 0
        assert f"normalise:{name}@" in capsys.readouterr().err


@pytest.mark.usefixtures("texts")
def test_meetings_are_normalised_and_signed(capsys):
    plain = json_of(capsys, "meetings", "ref.stm", "hyp.stm")
    done = json_of(
        capsys, "meetings", "ref.stm", "hyp.stm", "--normalise", "whisper-en", "--measure", "tcp", "--collar", "5"
    )
    assert "|normalise:whisper-en@20250625|" in done["signature"]
    assert "normalise" not in plain["signature"]
    assert (plain["total"]["errors"] > 0, done["total"]["errors"]) == (True, 0)


@pytest.mark.usefixtures("texts")
def test_meetings_show_both_rates_what_rules_moved_and_every_change(capsys, tmp_path):
    words = ["meetings", "ref.stm", "hyp.stm", "--normalise", "whisper-en"]
    assert main([*words, "--changes", "log"]) == 0
    shown = capsys.readouterr().out
    plain = json_of(capsys, "meetings", "ref.stm", "hyp.stm")["total"]
    assert f"{plain['errors']} errors without --normalise" in shown
    assert f"0 errors with it: -{plain['errors']}" in shown
    assert 'endings: "\'s", 1 change' in shown
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    expected = {"side": "ref", "session": "talk", "segment": 1, "before": "It's", "after": "it's"}
    assert expected.items() <= lines[0].items()
    assert main([*words, "--measure", "orc"]) == 0
    assert "Rate without --normalise: score orc without it" in capsys.readouterr().out
    for more in ([], ["--measure", "tcp", "--collar", "5"]):
        actual = json_of(capsys, *words, *more)
        assert actual["without_normalisation"]["errors"] == json_of(capsys, *words[:3], *more)["total"]["errors"]
        moved = sum(rule["errors"] for rule in actual["rules"])
        assert moved == actual["total"]["errors"] - actual["without_normalisation"]["errors"]
    assert main([*words[:3], "--changes", "log"]) == 2
    assert "--changes has no effect without --normalise" in capsys.readouterr().err


def test_meetings_in_memory_know_what_rules_moved_of_the_sessions_that_are_scored():
    refs = {"talk": [("anna", "It's", 0, 1), ("anna", "COLOUR", 8, 9)], "other": [("ben", "It's", 0, 1)]}
    hyps = {"talk": [("x", "it is", 0, 1), ("x", "color", 8, 9)], "other": [("y", "its", 0, 1)]}
    chosen = {"normalise": "whisper-en", "regions": {"talk": [(0.0, 2.0)]}}
    result = meetings.score(refs, hyps, **chosen)
    assert (result.counts.errors, result.normalisation().raw.errors) == (0, 2)
    whole = pickle.loads(pickle.dumps(meetings.score(refs, hyps, normalise="whisper-en")))
    effect = whole.normalisation()
    assert sum(row.errors for row in effect.moved) == whole.counts.errors - effect.raw.errors
    assert {change["session"] for change in result.changes()} == {"talk"}
    parts = [meetings.score({name: refs[name]}, {name: hyps[name]}, normalise="whisper-en") for name in refs]
    with pytest.raises(UsageError, match="nothing was normalised"):
        sum(parts).normalisation()


def test_meetings_join_words_with_times():
    ctm = b"talk anna 0.0 0.4 Twenty\ntalk anna 0.4 0.4 five\n"
    stm = b"talk 1 anna 0.0 1.0 25\n"
    for normalise, errors in ((None, 2), ("whisper-en", 0)):
        result = meetings.score_files(stm, ctm, ref_format="stm", hyp_format="ctm", normalise=normalise)
        assert result.counts.errors == errors


def test_rows_of_meetings_are_normalised():
    refs, hyps = {"talk": [("anna", "It's")]}, {"talk": [("x", "it is")]}
    assert meetings.score(refs, hyps, normalise="whisper-en").counts.errors == 0
    with pytest.raises(UsageError, match="did you mean whisper-en"):
        meetings.score(refs, hyps, normalise="wisper-en")


def test_a_table_of_both_sides_is_not_normalised_on_one_of_them_in_silence(tmp_path, capsys):
    table, out = tmp_path / "t.jsonl", tmp_path / "o.jsonl"
    table.write_text('{"id": "1", "sentence": "Yes.", "prediction": "yes!"}\n')
    words = ["normalise", str(table), str(out), "--normalise", "basic"]
    assert main(words) == 2
    assert "a table of both sides, of which 'prediction' would not be normalised" in capsys.readouterr().err
    assert main([*words, "--option", "text=sentence"]) == 0
    both = tmp_path / "both.jsonl"
    assert main(["normalise", str(out), str(both), *words[3:], "--option", "text=prediction"]) == 0
    assert json.loads(both.read_text()) == {"id": "1", "sentence": "yes", "prediction": "yes"}
    assert main([*words[:2], str(tmp_path / "o.trn"), *words[3:]]) == 0
