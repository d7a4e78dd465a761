"""Configurations and rule files of BenchmarkSTT, and regular expressions under a limit of time."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path

import pytest

from scorelite.formats.errors import FormatError, LimitError, Problems, UsageError
from scorelite.formats.source import Source
from scorelite.scoring.normalise import chain_of, expressions, normalise, replayed
from scorelite.scoring.normalise.expressions import Substitution
from scorelite.scoring.normalise.fields import rows


def made(folder: Path, **files: str) -> Path:
    """Writes files, with a dot for each underscore of their names; gives the first one."""
    paths = [folder / name.replace("_", ".") for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text)
    return paths[0]


# Fields as benchmarkstt.csv of release 1.1 reads them.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b # c\n", [("a", "b # c")]),
        ('"a","b" # c\nx,y\n', [("a", "b"), ("x", "y")]),
        ("#x\n\n  \n , \n", [("", "")]),
        (",a\n", [("", "a")]),
        ("a,b,\n", [("a", "b", "")]),
        ('a,"b""c"\r\nd,e', [("a", 'b"c'), ("d", "e")]),
        ('"a ", b \n', [("a ", "b")]),
        ('a,"b\nc"\n', [("a", "b\nc")]),
        ("a,#b\n", [("a", "")]),
        ("a\rb,c\n", [("a",), ("b", "c")]),
    ],
)
def test_fields(text: str, expected: list[tuple[str, ...]]) -> None:
    assert [row.fields for row in rows(Source(text.encode()), Problems())] == expected


def test_fields_between_blanks() -> None:
    actual = rows(Source(b'a  "b c" "" d # x\n\n# y\n[z]\n'), Problems(), blanks=True)
    assert [(row.place.line, row.fields) for row in actual] == [(1, ("a", "b c", "", "d")), (4, ("[z]",))]


def test_a_configuration_is_applied_rule_by_rule(tmp_path: Path) -> None:
    path = made(
        tmp_path,
        rules_conf="# first\nregex nothing.csv\n[other]\nreplace r.csv\n[normalization]\nLowercase\n"
        "regex x.csv utf-8\nconfig rules.conf other\nfile replacewords w.csv\n",
        x_csv='"(?:un|le)(\\w+)",\\1 # no comment\n" +",_\n',
        r_csv="_,-\n",
        w_csv="be,Bee\n",
    )
    assert normalise(["LEARN to BE Unbe"], path)[0] == ["arn-#-no-comment-to-bee-bee-#-no-comment"]
    path = made(tmp_path, a_conf="[normalization]\nreplacewords w.csv\n")
    texts = ["be Be bE a-be be_ be's"]
    result, changes = normalise(texts, path)
    assert result == ["bee Bee bE a-bee be_ bee's"]
    assert replayed(texts, changes) == result


@pytest.mark.parametrize(
    ("name", "rules", "text", "expected"),
    [
        ("a.regex.csv", "(?i)(h)a,\\1e\n", "HAHA! Hahaha!", "HeHe! Hehehe!"),
        ("a.replace.csv", '"",-\n', "ab", "-a-b-"),
        (
            "a.replacewords.csv",
            "hello,world\na,the\n",
            "HELLO Hello hello a'a a-a aa",
            "HELLO World world the'the the-the aa",
        ),
        ("a.replacewords.csv", "'a,b\n", "'a x'a 'ab", "b x'a 'ab"),
        ("a.replacewords.csv", "uh,\n", "uh Uh uhu", "  uhu"),
    ],
)
def test_rules(tmp_path: Path, name: str, rules: str, text: str, expected: str) -> None:
    (tmp_path / name).write_text(rules)
    assert normalise([text], tmp_path / name)[0] == [expected]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a_conf": "[normalization]\nconfig a.conf\n"}, "a.conf:2:1: the configuration includes itself: a.conf"),
        (
            {"a_conf": "[normalization]\nconfig b.conf x\n", "b_conf": "[x]\nconfig a.conf\n"},
            "b.conf:2:1: the configuration includes itself: a.conf[normalization] -> b.conf[x] -> a.conf[normalization",
        ),
        ({"a_conf": "lowercase\n"}, "a.conf:1:1: no section [normalization]; the file has none"),
        ({"a_conf": "[normalization]\nupper\n"}, "a.conf:2:1: not a rule: 'upper'"),
        ({"a_conf": "[normalization]\nregex no.csv\n"}, "a.conf:2:1: 'no.csv' is not a file"),
        (
            {"a_conf": "[normalization]\nregex b.csv\n", "b_csv": "a,b\n(,c\n"},
            "b.csv:2:1: '(' with the replacement 'c' is no",
        ),
        ({"a_regex_csv": "a,\\1\n"}, "a.regex.csv:1:1: 'a' with the replacement '\\\\1' is not a regular expression"),
        ({"a_replacewords_csv": ",b\n"}, "a.replacewords.csv:1:1: no word to replace"),
        ({"a_replace_csv": "b\n"}, "a.replace.csv:1:1: 1 field; expected two fields"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, files: dict[str, str], message: str) -> None:
    path = made(tmp_path, **files)
    with pytest.raises(FormatError) as caught:
        chain_of(path)
    assert str(caught.value).replace(f"{tmp_path}/", "").startswith(message)


def test_files_that_name_each_other_many_times_are_refused(tmp_path: Path) -> None:
    for k in range(30):
        made(tmp_path, **{f"c{k}_conf": f"[normalization]\nconfig c{k + 1}.conf\nconfig c{k + 1}.conf\n"})
    made(tmp_path, c30_conf="[normalization]\nlowercase\n")
    with pytest.raises(LimitError, match="more than 1000 files"):
        chain_of(tmp_path / "c0.conf")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 0.05)


@pytest.mark.slow
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("thread", [False, True])
def test_an_expression_that_takes_too_long_is_stopped_with_its_place(tmp_path: Path, thread: bool) -> None:
    path = made(tmp_path, a_regex_csv="a,b\n(b+)+$,x\n")
    caught: list[Exception] = []
    before = signal.getsignal(signal.SIGVTALRM)

    def run() -> None:
        try:
            normalise(["aaa", "a" * 60 + "c"], path)
        except LimitError as error:
            caught.append(error)

    if thread:
        worker = threading.Thread(target=run)
        worker.start()
        worker.join()
    else:
        run()
    assert str(caught[0]).startswith(f"{path}:2:1: the expression '(b+)+$' takes more than 0.05 seconds")
    assert signal.getsignal(signal.SIGVTALRM) == before


@pytest.mark.parametrize("thread", [False, True])
def test_expressions_give_the_same_in_every_thread(thread: bool) -> None:
    actual: list[str] = []
    substitution = Substitution(r"(\w)(\w)", r"\2\1\n")
    worker = threading.Thread(target=lambda: actual.append(substitution.apply("abcdé 1\u2028\ud800")))
    if thread:
        worker.start()
        worker.join()
    else:
        worker.run()
    assert actual == ["ba\ndc\né 1\u2028\ud800"]


@pytest.mark.parametrize("thread", [False, True])
def test_an_expression_that_makes_too_much_is_stopped(monkeypatch: pytest.MonkeyPatch, thread: bool) -> None:
    monkeypatch.setattr(expressions, "LONGEST", 1000)
    caught: list[Exception] = []

    def run() -> None:
        try:
            Substitution("(.*)x?", r"\1\1\1").apply("y" * 600)
        except LimitError as error:
            caught.append(error)

    worker = threading.Thread(target=run)
    if thread:
        worker.start()
        worker.join()
    else:
        run()
    assert "makes more than 1000 letters of a text of 600" in str(caught[0])


def test_a_rule_that_needs_a_package_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "unidecode", None)
    path = made(tmp_path, a_conf="[normalization]\nunidecode\n")
    with pytest.raises(UsageError, match="rules named unidecode need unidecode, which is not installed: pip install"):
        chain_of(path)
