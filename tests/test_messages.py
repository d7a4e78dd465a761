"""Messages name arguments once, with keyword and option, and show one: the option where a command line runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.formats.errors import ScoreliteError, arguments_in, quantity, show_options
from scorelite.scoring.cli.main import main
from tests.conftest import ROOT

# Programs with messages of their own, and the service, whose options only its keeper sets.
OTHERS = ("scoring/compat/", "core/", "scoring/service/")
FOREIGN = {"--force-reinstall"}  # of pip
COMMAND = re.compile("`scorelite [^`]*`")  # one that users of Python type, too
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def texts_in(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string that is no docstring; what is filled in is shown as x."""
    inside = set[int]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):  # what holds a text goes before it
        if isinstance(node, ast.Expr):
            inside.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            inside |= {id(value) for value in node.values}
            parts = (value.value if isinstance(value, ast.Constant) else "x" for value in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.lineno, node.value


def keywords() -> set[str]:
    """Names that are keywords in Python and options of the command line."""
    import argparse

    from scorelite.scoring.cli.command_line import EVERY, parser
    from scorelite.scoring.cli.commands import COMMANDS

    keywords: set[str] = set()
    for action in parser(EVERY)._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name in COMMANDS:
                keywords |= {action.dest for action in action.choices[name]._actions if action.option_strings}
    # The analyses of these names are asked for by --with slices=COLUMN and the like.
    return keywords - {"help", "color", "ref", "hyp", "slices", "measures"} | {"unit", "case_sensitive"}


@cache
def texts() -> list[tuple[str, str, str]]:
    """Module, place and text of every string of the packages."""
    texts = []
    for folder in ("core", "formats", "scoring"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(OTHERS):
                texts += [(name, f"{name}:{line}: {text}", text) for line, text in texts_in(path)]
    return texts


def test_no_message_in_python_names_an_option() -> None:
    actual = [
        place
        for name, place, text in texts()
        if not name.startswith("scoring/cli/")
        and not text.lstrip().startswith("--")
        and not re.search("scorelite (?:compare|score) --", text)  # a whole command
        and {*OPTION.findall(arguments_in(COMMAND.sub("", text)))} - FOREIGN
    ]
    assert not actual, "\n".join(actual)


def test_no_message_on_the_command_line_names_a_keyword() -> None:
    named = re.compile(rf"\b({'|'.join(sorted(keywords()))})=(?!false)")
    show_options(True)
    try:
        actual = [
            place
            for name, place, text in texts()
            if named.search(arguments_in(text))
            and not text.lstrip().startswith(("<", "\\A<", "speaker=", "examples:"))
            and "/samples=" not in text  # a signature
            # What keywords of others are called here, and a page of reference: no command meets them.
            and name
            not in ("formats/engine/reader_options.py", "scoring/common/other_names.py", "scoring/cli/vocabulary.py")
        ]
    finally:
        show_options(False)
    assert not actual, "\n".join(actual)


def test_no_text_counts_one_in_the_plural() -> None:
    # A number that is filled in before a plural may be 1: quantity() writes both. Limits, and shares of a whole, stay.
    of_calls = re.compile(r"""quantity\([^"']+["'](?:[a-z-]+ )*([a-z]+)["']""")
    paths = [path for folder in ("core", "formats", "scoring") for path in (ROOT / folder).rglob("*.py")]
    sources = [path.read_text("utf-8") for path in paths]
    nouns = {noun for source in sources for noun in of_calls.findall(source)}
    assert nouns > {"utterance", "error", "hypothesis"}
    plurals = {quantity(0, noun).split()[-1] for noun in nouns}
    limits, kinds = "(?<!than )(?<!most )(?<!first )(?<!of )(?<!or )", "(?:(?:reference|false|more|other) )?"
    counted = re.compile(rf"(?<![\w.]){limits}x {kinds}({'|'.join(sorted(plurals))})\b")
    allowed = ("x fields", "x segments with times, or no words", "Lists, charts and exports", "column x holds values")
    allowed += ("x and x utterances; ",)  # of several
    actual = [place for _, place, text in texts() if counted.search(text) and not text.startswith(allowed)]
    assert not actual, "\n".join(actual)


@pytest.mark.parametrize(
    ("words", "keywords", "option", "keyword"),
    [
        (["r.trn", "other.trn"], {}, "choose: --missing delete counts", "choose: missing='delete' counts"),
        (
            ["r.trn", "r.trn", "--outside", "skip"],
            {"outside": "skip"},
            "--outside skip has no",
            "outside='skip' has no",
        ),
        (["table.csv", "--ref-column", "x"], {"ref_column": "x"}, "expected --hyp-column NAME, or", "hyp_column=, or"),
        (["latin.trn", "r.trn"], {}, "such as --encoding cp1252", "such as encoding='cp1252'"),
    ],
)
def test_an_error_names_the_option_or_the_keyword(
    words: list[str],
    keywords: dict[str, str],
    option: str,
    keyword: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (
        ("r.trn", b"one two (a-1)\n"),
        ("other.trn", b"one two (a-2)\n"),
        ("table.csv", b"id,x,y\n1,one,two\n"),
        ("latin.trn", b"caf\xe9 (a-1)\n"),
    ):
        Path(name).write_bytes(content)
    assert main(["score", *words]) == 2
    shown = capsys.readouterr().err
    assert option in shown
    assert keyword not in shown
    files = [word for word in words if "." in word]
    with pytest.raises(ScoreliteError) as caught:
        scoring.score_files(*files, **keywords)  # type: ignore[arg-type]
    assert keyword in str(caught.value)
    assert "--" not in str(caught.value)


def test_a_notice_names_the_option_or_the_keyword(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_bytes(b"id,text,pred_text\n1,one,two\n")
    assert main(["score", "table.csv"]) == 0
    assert "; --ref-column and --hyp-column choose others" in capsys.readouterr().out
    (notice,) = scoring.score_files("table.csv").notices
    assert notice.text.endswith("; ref_column= and hyp_column= choose others")


def test_only_arguments_are_cut() -> None:
    hostile = "a=b (-" * 20_000
    assert arguments_in(hostile) == hostile
    assert arguments_in("two files (-) of x (--y)") == "two files (-) of x (--y)"
