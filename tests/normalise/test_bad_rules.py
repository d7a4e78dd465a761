"""Rule files that are refused: rules that fight, that never end, that are too large, or that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite.formats.errors import FormatError, LimitError, ScoreliteError, UsageError
from scorelite.scoring.cli.main import main
from scorelite.scoring.normalise import Chain, Rule, Table, chain_of, normalise
from scorelite.scoring.normalise.fights import fights


def refused(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    with pytest.raises(ScoreliteError) as caught:
        chain_of(folder / name)
    return str(caught.value).replace(str(folder / name), name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "a,b\nx,y\nb,a\n", "a.csv:3:1: 'b' becomes 'a', and line 1 makes 'b' of 'a'"),
        ("a.csv", "a,b\nb,c d\nd,a\n", "a.csv:3:1: 'd' becomes 'a', and line 1 makes 'b' of 'a', and line 2 makes"),
        ("a.csv", "york,new york\n", "a.csv:1:1: 'york' becomes 'new york', which contains it again: the text grows"),
        ("a.csv", "a,b\na,c\n", "a.csv:2:1: 'a' becomes 'c', and on line 1 'b'; expected one rule for each text"),
        ("a.csv", "Find,Replace\na,b\n", "a.csv:1:1: the heading 'Find,Replace'; expected a text, a comma and its"),
        ("a.csv", 'a,b\n"c,d\n', "a.csv:2:1: a quote that is not closed"),
        ("a.csv", 'a,b"\n', "a.csv:1:4: a quote within a field"),
        ("a.json", '{"a": "b",\n"b": "a"}', "a.json:2:6: /b: 'b' becomes 'a', and line 1 makes 'b' of 'a'"),
        (
            "a.glm",
            ";;\n[A] => [B] / [ ] __ [ ]\nb => a / [ ] __ [ ]\n* case_sensitive = 'F'\n",
            "a.glm:3:1: 'b' becomes",
        ),
        ("a.synonyms", "new york | york\n", "a.synonyms:1:12: 'york' becomes 'new york', which contains it again"),
        ("a.csv", "\0\1\2", "a.csv:1:1: a NUL byte; this looks like a binary file"),
        ("a.wav", "RIFF", "a.wav: the suffix shows no kind of rule file; expected .csv (a text, a comma"),
    ],
)
def test_a_file_is_refused_with_its_places(tmp_path: Path, name: str, text: str, message: str) -> None:
    assert refused(tmp_path, name, text).startswith(message)


def test_rules_that_come_to_an_end_are_used(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\nb,c\nMr,Mr.\nx,x\n")
    assert normalise(["a b Mr x"], path)[0] == ["b c Mr. x"]


def test_rules_of_a_glm_with_other_contexts_do_not_fight(tmp_path: Path) -> None:
    path = tmp_path / "a.glm"
    path.write_text(";;\n[A] => [B] / [ ] __ [ C]\n[B] => [A] / [ ] __ [ D]\n")
    assert normalise(["a c b d"], path)[0] == ["B C A D"]


@pytest.mark.slow
def test_many_rules_are_compared_quickly() -> None:
    rules = tuple(Rule(f"w{k}", f"w{k + 1}") for k in range(20_000))
    assert not list(fights(rules, rules.index))
    assert len(list(fights((*rules, Rule("w20000", "w0")), rules.index))) == 1


def test_a_large_file_is_refused_unread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    (tmp_path / "a.txt").write_text("a\n")
    text = str(tmp_path / "a.txt")
    assert main(["score", text, text, "--normalise", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(LimitError, match="1073741824 bytes; a rule file has at most"):
        chain_of(path)


@pytest.mark.slow
def test_lines_that_double_a_text_again_and_again_are_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.sed"
    path.write_text("s/a/aaaaaaaa/g\n" * 30)
    with pytest.raises(LimitError, match=r"a\.sed:9:1: kaldi makes more than 16777216 letters of one text"):
        chain_of(path).apply(["a"])


def test_a_folder_is_no_rule_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(IsADirectoryError):
        chain_of(tmp_path / "a.csv")


def test_a_table_of_programs_may_grow_once() -> None:
    assert Chain((Table("t", (Rule("york", "new york"),)),)).apply(["york"])[0] == ["new york"]


def test_all_problems_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a\nb,c,d\n,x\n")
    with pytest.raises(FormatError) as caught:
        chain_of(tmp_path / "a.csv")
    assert [problem.where.line for problem in caught.value.problems] == [1, 2, 3]


def test_a_rule_without_a_text_to_search_is_refused() -> None:
    with pytest.raises(UsageError, match="a rule that makes 'x' of no text; expected a search of one letter or more"):
        Rule("", "x", "any", "any")
