"""Rule files of other programs: what they do, and the places of what is refused."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

import scorelite
from scorelite.formats.errors import FormatError
from scorelite.scoring.normalise import chain_of, normalise
from scorelite.scoring.normalise.operation import Table
from tests.core.conftest import built


def made(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_lines_of_kaldi_are_applied_one_after_another(tmp_path: Path) -> None:
    text = "#!/bin/sed -f\n\ns/<unk>//g\ns: a : b :g\ns/b/c\\/d/g\ns/\\./,/g\n"
    path = made(tmp_path, "wer_ref_filter", text)
    assert normalise(["x<unk> a a. b"], path)[0] == ["x c/d a, c/d"]
    for step in chain_of(path).steps:
        assert isinstance(step, Table)
        for module in ["python"] + ["_native"] * built():
            program = importlib.import_module(f"scorelite.core.{module}").Program([step.operation])
            plain = "x<unk> a a. b".replace(step.rules[0].search, step.rules[0].replacement)
            assert program.run(["x<unk> a a. b"])[0] == [plain]


@pytest.mark.parametrize(
    ("line", "column", "what"),
    [
        ("s/a.*/b/g", 4, "a regular expression"),
        ("s/\\(a\\)/b/g", 3, "a regular expression"),
        ("s/a/b&/g", 6, "a regular expression"),
        ("s/a/b/", 7, "flags ''"),
        ("s/a/b", 6, "no closing '/'"),
        ("s//b/g", 3, "an empty text"),
        ("  perl -pe 's/a/b/g'", 3, "not a substitution"),
        ("s/a/b/ge; system('x')", 7, "flags"),
    ],
)
def test_other_lines_of_kaldi_are_refused_with_their_place(tmp_path: Path, line: str, column: int, what: str) -> None:
    path = made(tmp_path, "f.sed", f"s/x/y/g\n{line}\n")
    with pytest.raises(FormatError) as caught:
        chain_of(path)
    *_, shown, caret = str(caught.value).splitlines()
    assert str(caught.value).startswith(f"{path}:2:{column}: {what}")
    assert (shown, caret) == (f"  {line}", f"{' ' * (column + 1)}^")


def test_a_synonym_becomes_the_text_of_its_line(tmp_path: Path) -> None:
    path = made(tmp_path, "a.rules.txt", "# comment\nokay | ok ; o k\ni am | i'm\n")
    assert normalise(["ok o  k i'm okay"], path)[0] == ["okay okay i am okay"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("okay\n", "1:1: not a line of synonyms"),
        ("a | b ;\n", "1:8: not a line of synonyms"),
        ("a | b | c\n", "1:7: not a line of synonyms"),
        ("it is | it's\nit has | it's\n", "2:10: \"it's\" stands for 'it has', and on line 1 for 'it is'"),
        ("a | b\nb | a\n", "1:5: 'b' becomes 'a', but line 2 replaces others by it"),
    ],
)
def test_synonyms_that_are_none_or_undo_each_other_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = made(tmp_path, "a.synonyms", text)
    with pytest.raises(FormatError) as caught:
        chain_of(path)
    assert f"{path}:{message}" in str(caught.value)


def test_a_json_object_is_a_table(tmp_path: Path) -> None:
    path = made(tmp_path, "english.json", '{"colour": "color", "a  b": "c"}')
    assert normalise(["colour a b colours"], path)[0] == ["color c colours"]


@pytest.mark.parametrize(
    ("text", "place"),
    [('{\n "a": 1}', "2:7"), ('{"a": ["b"]}', "1:7"), ("[]", "1:1"), ('{"a": "b"', "1:10"), ('{"": "b"}', "1:6")],
)
def test_json_that_holds_no_rules_is_refused_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    path = made(tmp_path, "a.json", text)
    with pytest.raises(FormatError) as caught:
        chain_of(path)
    assert str(caught.value).startswith(f"{path}:{place}: ")


@pytest.mark.parametrize(("name", "replacement"), [("n.csv", "[NAME]"), ("n.csv", "NAME"), ("n.regex.csv", "****")])
def test_what_a_rule_redacts_is_in_no_report(tmp_path: Path, name: str, replacement: str) -> None:
    names = made(tmp_path, name, f"maria,{replacement}\nhelga,{replacement}\ncolour,color\n")
    result = scorelite.score(["call maria in colour"], ["call maria colour"], normalise=["basic", str(names)])
    document = json.dumps(result.to_dict())
    for report in (result.page().decode(), document, str(result), *map(str, result.notices)):
        assert "maria" not in report
        assert "helga" not in report
    assert f"{name}:1 -> '{replacement}'" in document
    assert ": 'colour'" in document
