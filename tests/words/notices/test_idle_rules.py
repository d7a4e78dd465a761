"""Rules of a file that changed nothing are told, with the reason where one is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite import meetings
from scorelite.scoring.cli.main import main


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.csv"
    path.write_text("winter tour,winterthur\nuh,\n")
    return path


def told(result: scorelite.Result) -> list[str]:
    return [str(notice) for notice in result.notices if notice.name.startswith("idle rules")]


def test_a_rule_in_another_case_is_named_with_the_fix(rules: Path) -> None:
    (text,) = told(scorelite.score(["Winter tour uh"], ["winterthur"], normalise=str(rules)))
    assert text.startswith(f"{rules}: 1 of 2 rules changed nothing; the texts have 'winter tour' (line 1) in another")
    assert "normalise='basic' before the file" in text
    result = scorelite.score(["Winter tour uh"], ["winterthur"], normalise=["basic", str(rules)])
    assert (result.wer, told(result)) == (0.0, [])


def test_a_rule_whose_words_stand_next_to_punctuation_is_named_with_what_matches_there(rules: Path) -> None:
    rules.write_text("Cork,[PLACE]\n")
    (text,) = told(scorelite.score(["born in Cork, well"], ["born in cork well"], normalise=str(rules)))
    assert text.startswith(f"{rules}: 1 of 1 rule changed nothing; the texts have 'Cork' (line 1) next to punctuation")
    assert "\\bCork\\b in a file *.regex.csv" in text
    # After `basic` no punctuation is left, but capitals of the rule never match.
    (text,) = told(scorelite.score(["born in Cork, well"], ["cork well"], normalise=["basic", str(rules)]))
    assert "'Cork' (line 1) in another case" in text


def test_a_rule_whose_words_a_longer_one_always_takes_is_not_next_to_punctuation(rules: Path) -> None:
    rules.write_text("new york,NYC\nyork,Y\n")
    (text,) = told(scorelite.score(["in new york today"], ["in NYC today"], normalise=str(rules)))
    assert "punctuation" not in text


def test_the_command_that_normalises_tells_them_and_words_that_remain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk, rules, expressions = (tmp_path / name for name in ("talk.txt", "names.csv", "names.regex.csv"))
    talk.write_text("Ann lives in Cork, so does Ben.\nAnn, are you there\n")
    rules.write_text("Cork,[PLACE]\nAnn,[NAME]\nZoe,[NAME]\n")
    command = ["normalise", str(talk), "-", "--normalise"]
    assert main([*command, str(rules)]) == 0
    captured = capsys.readouterr()
    assert captured.out == "[NAME] lives in Cork, so does Ben.\nAnn, are you there\n"
    assert f"{rules}: 2 of 3 rules changed nothing; the texts have 'Cork' (line 1) next to punctuation" in captured.err
    assert f"{rules}: words of 1 rule remain next to punctuation, 'Ann' (line 2)" in captured.err
    assert main([*command, str(rules), "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    expressions.write_text("\\bCork\\b,[PLACE]\n\\bAnn\\b,[NAME]\n")
    assert main([*command, str(expressions)]) == 0
    captured = capsys.readouterr()
    assert (captured.out.count("["), captured.err) == (3, "")


def test_words_to_drop_with_commas_between_them_are_named_with_blanks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,) = told(scorelite.score(["a sil b"], ["a b sp"], normalise="drop:sil,sp"))
    assert text == "drop:sil,sp changed nothing: blanks separate words, normalise='drop:sil sp'"
    for words in ("drop:1,5", "drop:sil sp", "drop:sil,sp a"):
        assert told(scorelite.score(["a sil b"], ["a b sp"], normalise=words)) == []
    talk = tmp_path / "talk.txt"
    talk.write_text("a sil b\n")
    assert main(["normalise", str(talk), "-", "--normalise", "drop:sil,sp"]) == 0
    assert "--normalise 'drop:sil sp'" in capsys.readouterr().err


def test_rules_without_their_texts_are_listed(rules: Path) -> None:
    (text,) = told(scorelite.score(["good day"], ["good day"], normalise=str(rules)))
    assert text == f"{rules}: 2 of 2 rules changed nothing: 'winter tour' (line 1), 'uh' (line 2)"
    rules.write_text("".join(f"name{number},x\n" for number in range(7)))
    (text,) = told(scorelite.score(["good day"], ["good day"], normalise=str(rules)))
    assert text.endswith("'name4' (line 5) ...")


def test_rules_of_a_glm_are_reported_as_well(tmp_path: Path) -> None:
    path = tmp_path / "rules.glm"
    path.write_text(";; rules\n[UH] => [] / [ ] __ [ ]\n[NOPE] => [NO] / [ ] __ [ ]\n")
    (text,) = told(scorelite.score(["good uh day"], ["good day"], normalise=str(path)))
    assert text == f"{path}: 1 of 2 rules changed nothing: 'NOPE' (line 3)"
    path.write_text(";; rules\ngonna => going to\n")
    (text,) = told(scorelite.score(["we gonna go"], ["we going to go"], normalise=str(path)))
    assert "1 of 1 rule changed nothing; the texts have 'gonna' (line 2) in another case or inside words" in text
    assert "write rules in upper case, or * case_sensitive = 'F' in the file" in text
    path.write_text(";; rules\nGONNA => GOING TO\n")
    result = scorelite.score(["we gonna go"], ["we going to go"], normalise=str(path))
    assert (result.wer, told(result)) == (0.0, [])


def test_rules_of_json_are_reported_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text('{\n  "uh": "",\n  "colour": "color"\n}\n')
    (text,) = told(scorelite.score(["good uh day"], ["good day"], normalise=str(path)))
    assert text == f"{path}: 1 of 2 rules changed nothing: 'colour' (line 3)"


@pytest.mark.parametrize("suffix", ["csv", "glm"])
def test_a_large_file_is_made_for_all_corpora_and_reported_if_no_rule_changed_anything(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"rules.{suffix}"
    rule = "{},X\n" if suffix == "csv" else "{} => X\n"
    path.write_text(";; rules\n" * (suffix == "glm") + "".join(rule.format(f"NAME{number}") for number in range(300)))
    assert told(scorelite.score(["NAME7"], ["NAME7 a"], normalise=str(path))) == []
    (text,) = told(scorelite.score(["good"], ["good day"], normalise=str(path)))
    assert "300 of 300 rules changed nothing: 'NAME0'" in text


def test_a_rule_in_the_first_line_of_a_glm_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.glm"
    path.write_text("gonna => going to\n")
    with pytest.raises(
        scorelite.FormatError, match="rules.glm:1:1: a rule in the first line, which only shows the mark"
    ):
        scorelite.score(["we gonna go"], ["we going to go"], normalise=str(path))


def test_rules_of_a_built_in_normaliser_are_not_told() -> None:
    assert told(scorelite.score(["good day"], ["good day"], normalise="whisper-en")) == []


def test_a_sum_does_not_tell_them(rules: Path) -> None:
    parts = [scorelite.score({name: name}, {name: name}, normalise=str(rules)) for name in ("uh", "winter tour")]
    assert [len(told(part)) for part in parts] == [1, 1]
    assert told(parts[0] + parts[1]) == []


def test_meetings_tell_them(rules: Path) -> None:
    stm = b"talk 1 anna 0.0 1.0 good uh day\n"
    result = meetings.score_files(stm, stm, normalise=str(rules))
    assert result.remarks == (f"{rules}: 1 of 2 rules changed nothing: 'winter tour' (line 1)",)


def test_expressions_that_changed_nothing_are_told(tmp_path: Path) -> None:
    path = tmp_path / "tags.regex.csv"
    path.write_text("_[BIES]$,\nHESITATION,uh\n", encoding="utf-8")
    (text,) = told(scorelite.score(["hh_B ah_I sil hesitation"], ["hh_B ah sil"], normalise=str(path)))
    assert text.startswith(
        f"{path}: 2 of 2 rules changed nothing; the texts have 'HESITATION' (line 2) in another case"
    )
    assert "(?i) at its begin ignores case" in text


def test_a_word_in_brackets_is_not_in_another_case(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_text(";;\n* format = 'NIST1'\nUH => / [ ] __ [ ]\nLAUGH => / [ ] __ [ ]\n")
    result = scorelite.score(["uh so [laugh]"], ["so ha"], normalise=str(tmp_path / "a.glm"), markup=True)
    assert "'LAUGH' (line 4) inside words, where no rule matches" in str(result.notices)


def test_no_normaliser_is_named_behind_rules_that_make_alternatives(tmp_path: Path) -> None:
    texts = [f"we said foo number {number} one more time" for number in range(20)]
    marked = [f"We said foo, number {number}, one more time." for number in range(20)]
    for rules, named in (("FOO => {FOO / BAR}", False), ("FOO => BAR", True)):
        (tmp_path / "a.glm").write_text(f";;\n* format = 'NIST1'\n{rules} / [ ] __ [ ]\n")
        result = scorelite.score(texts, marked, normalise=str(tmp_path / "a.glm"), markup=True)
        assert ("punctuation" in {cause.name for cause in result.causes()}) is named
