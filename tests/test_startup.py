"""Start-up: every command and every import loads only what it needs."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite import core
from scorelite.formats.registry import FORMATS, NAMES
from scorelite.scoring.cli.commands import COMMANDS
from tests.conftest import ROOT
from tests.loaded import HEAVY, modules_after, modules_imported

# The module by which a package imports its names on first use.
LAZY = {"scorelite.scoring.common", "scorelite.scoring.common.lazy"}
# The writer of files, which imports nothing else.
WRITER = {"scorelite.formats", "scorelite.formats.engine", "scorelite.formats.engine.output"}


@pytest.mark.parametrize(("output", "writer"), [(["all", "stdout"], set()), (["all"], WRITER)], ids=["stdout", "files"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_small_run_of_sclite_imports_nothing_heavy(
    tmp_path: Path, encoding: str, output: list[str], writer: set[str]
) -> None:
    for name in ("r.trn", "h.trn"):
        (tmp_path / name).write_bytes(b"one two { three / drei } (a-1)\n")
    argv = ["sclite", "-r", "r.trn", "trn", "-h", "h.trn", "trn", "-i", "rm", "-e", encoding, "-o", *output]
    code = f"sys.argv = {argv!r}; from scorelite.scoring.cli.sclite import main; sys.exit(main())"
    bare = modules_imported("pass", tmp_path, {})
    loaded = modules_imported(code, tmp_path, {}) - bare
    assert "scorelite.scoring.report.words.sum" in loaded
    # The pure-Python core needs `array`, which brings `collections` with it.
    assert not loaded & (HEAVY - {"collections"} if core.NAME == "python" else HEAVY)
    assert {name for name in loaded if name.startswith("scorelite.formats")} == writer
    assert not loaded & {"signal", "tempfile"}


def modules_of_command(words: list[str], folder: Path) -> set[str]:
    """Names of the modules that a call of `scorelite` loads."""
    return modules_after(
        f"from scorelite.scoring.cli.main import main\ntry:\n    main({words!r})\nexcept SystemExit:\n    pass", folder
    )


def test_what_the_command_does_before_its_words_are_read_costs_nothing(tmp_path: Path) -> None:
    loaded = modules_after("import scorelite.formats.optional, scorelite.scoring.cli.ahead", tmp_path)
    assert not loaded & {"typing", "contextlib", "dataclasses", "argparse", "tempfile"}


def test_the_version_costs_nothing(tmp_path: Path) -> None:
    loaded = modules_of_command(["--version"], tmp_path)
    assert not loaded & (HEAVY - {"collections"})
    assert {name for name in loaded if name.startswith("scorelite.scoring.")} <= {
        *(
            "scorelite.scoring.cli",
            "scorelite.scoring.cli.ahead",
            "scorelite.scoring.cli.main",
            "scorelite.scoring.cli.commands",
            "scorelite.scoring.cli.other_words",
            "scorelite.scoring.cli.version",
            *LAZY,
            "scorelite.scoring.common.version",
            "scorelite.core",
            "scorelite.core.work",
            "scorelite.core._native",
        ),
        *(name for name in loaded if name.startswith("scorelite.core.python")),
    }


def test_help_imports_no_command(tmp_path: Path) -> None:
    loaded = modules_of_command(["--help"], tmp_path)
    assert "argparse" in loaded
    of_cli = {name.rpartition(".")[2] for name in loaded if name.startswith("scorelite.scoring.cli.")}
    assert of_cli == {
        "ahead",
        "colour",
        "command_line",
        "commands",
        "grammar",
        "main",
        "other_words",
        "output_files",
        "messages",
        "progress",
        "values",
        "wrapping",
    }
    assert {name for name in loaded if name.startswith("scorelite.formats")} == {
        *("scorelite.formats", "scorelite.formats.errors", "scorelite.formats.values"),
        *("scorelite.formats.engine", "scorelite.formats.engine.terminal"),
    }
    assert {name for name in loaded if name.startswith("scorelite.scoring.")} <= {
        *(f"scorelite.scoring.cli.{name}" for name in of_cli),
        *("scorelite.scoring.cli", *LAZY),
    }


def test_a_program_of_kaldi_s_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"u1 one two\n")
    loaded = modules_of_command(["kaldi", "compute-wer", "ark:text", "ark:text"], tmp_path)
    assert "scorelite.scoring.compat.programs.kaldi.report_wer" in loaded
    assert not loaded & (HEAVY - {"collections"} if core.NAME == "python" else HEAVY)
    assert {name for name in loaded if name.startswith("scorelite.formats")} == WRITER
    assert not loaded & {"signal", "subprocess", "tempfile"}


# Modules of the standard library that each take longer to import than a small file takes to score.
LIBRARY = HEAVY | {"csv", "decimal", "difflib", "gzip", "shutil", "tempfile", "textwrap", "traceback", "urllib.parse"}
# Modules that argparse imports, and argparse itself; from 3.14 on it colours its help.
OF_COLOURS = {"copy", "dataclasses", "inspect", "weakref"} if sys.version_info >= (3, 14) else set()
OF_ARGPARSE = {"argparse", "collections", "enum", "functools", "re", *OF_COLOURS}
# The exit of the command would wait for threads.
WAITED_FOR = {"threading"}


def test_scoring_a_small_file_imports_only_what_it_needs(tmp_path: Path) -> None:
    for name in ("r.trn", "h.trn"):
        (tmp_path / name).write_bytes(b"one two { three / drei } (a-1)\n")
    loaded = modules_of_command(["score", "r.trn", "h.trn"], tmp_path)
    assert not loaded & (LIBRARY - OF_ARGPARSE | WAITED_FOR)
    homes = {f"scorelite.formats.{name.replace('-', '_')}" for name in NAMES}
    assert loaded & homes == {"scorelite.formats.trn"}
    assert not loaded & {
        "scorelite.formats.conversion",
        "scorelite.formats.engine.json",
        "scorelite.formats.schema.words",
    }
    assert not {name for name in loaded if name.startswith("scorelite.scoring.report.")} - {
        "scorelite.scoring.report.words"
    }
    assert not loaded & {
        "scorelite.scoring.words.timed_scores",
        "scorelite.scoring.words.inputs.folders",
        "scorelite.scoring.words.inputs.line_ids",
        "scorelite.scoring.common.arrow",
    }


def test_the_list_of_formats_imports_nothing_that_only_some_files_need(tmp_path: Path) -> None:
    loaded = modules_of_command(["formats"], tmp_path)
    assert "scorelite.formats.ttml" in loaded
    assert not loaded & {"importlib.resources", "tempfile", "copy", "weakref", "fractions"} - OF_ARGPARSE


def test_what_explains_a_rate_imports_only_what_it_tries(tmp_path: Path) -> None:
    texts = [f"good day to you number {letter} of ten" for letter in "abcdefghij"]
    trn = "".join(f"{text} (s-{number})\n" for number, text in enumerate(texts))
    (tmp_path / "r.trn").write_text(trn)
    (tmp_path / "e.trn").write_text(trn.replace("good", "bad"))
    low = modules_of_command(["score", "r.trn", "r.trn"], tmp_path)
    assert not {name for name in low if name.startswith("scorelite.scoring.words.notices.explained")}
    high = modules_of_command(["score", "r.trn", "e.trn"], tmp_path) - low
    assert "scorelite.scoring.notices.causes" in high
    assert not {name for name in high if name.startswith("scorelite.scoring.normalise")} | (high & LIBRARY - {"typing"})
    assert not high & {"string", "shlex", "heapq", "dataclasses", "pathlib"}


def test_a_first_score_in_memory_imports_only_what_it_needs(tmp_path: Path) -> None:
    loaded = modules_after("from scorelite import scoring; scoring.score(['a b'], ['a c'])", tmp_path)
    assert not loaded & (LIBRARY - OF_ARGPARSE | WAITED_FOR | {"argparse"})
    assert not loaded & {
        "scorelite.formats.registry",
        "scorelite.formats.record",
        "scorelite.scoring.common.arrow",
        "scorelite.scoring.words.inputs.line_ids",
    }


def test_a_command_ends_with_its_exit_code_and_all_its_output(tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("a b (u-1)\n")
    command = [sys.executable, "-m", "scorelite.scoring.cli.main", "score", "r.trn"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for words, code, streams in ((["r.trn"], 0, (True, False)), (["none.trn"], 2, (False, True))):
        done = subprocess.run([*command, *words], cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert (done.returncode, bool(done.stdout), bool(done.stderr)) == (code, *streams)


@pytest.mark.sweep(7)
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_imports_no_other_and_no_format_that_is_not_asked_for(name: str, tmp_path: Path) -> None:
    loaded = modules_of_command([name, "--help"], tmp_path)
    modules = {
        module.removeprefix("scorelite.scoring.cli.")
        for module in loaded
        if module.startswith("scorelite.scoring.cli.")
    }
    commands = {command.replace("-", "_") for command in COMMANDS}
    assert modules & commands == {name.replace("-", "_")}
    assert not loaded & {
        "scorelite.formats.ttml",
        "scorelite.formats.textgrid",
        "scorelite.formats.parquet",
        "lxml",
        "numpy",
        "xml.sax",
        "ssl",
    }


@pytest.mark.slow
@pytest.mark.parametrize("analysis", ["failures", "punctuation", "writing", "diacritics"])
def test_an_analysis_loads_no_masked_arrays_which_take_longer_than_most_texts(analysis: str, tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("well known man (u-1)\na b (u-2)\n")
    (tmp_path / "h.trn").write_text("wellknown (u-1)\na (u-2)\n")
    words = ["score", "r.trn", "h.trn", "--with", analysis]
    code = f"import sys\nfrom scorelite.scoring.cli.main import main\nmain({words!r})\nprint('numpy.ma' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True, text=True)
    assert "WER     80.0 %" in done.stdout
    assert done.stdout.endswith("\nFalse\n"), done.stdout


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.srt", b"1\n00:00:01,000 --> 00:00:02,000\na\n", "srt"),
        ("a.trn", b"a b (u-1)\n", "trn"),
        ("no_suffix", b"a b (u-1)\n", "trn"),
    ],
)
def test_reading_a_file_imports_its_format_and_no_other(name: str, data: bytes, expected: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    loaded = modules_after(f"from scorelite import formats; formats.read({name!r})", tmp_path)
    homes = {f"scorelite.formats.{entry.home.partition('.')[0]}" for entry in FORMATS.entries}
    assert loaded & homes == {f"scorelite.formats.{expected}"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("scorelite", {"scorelite"}), ("scorelite.scoring", {"scorelite", "scorelite.scoring", *LAZY})],
)
def test_a_front_imports_nothing_of_its_interface(name: str, expected: set[str], tmp_path: Path) -> None:
    loaded = modules_imported(f"import {name}", tmp_path, {})
    assert {module for module in loaded if module.startswith("scorelite")} == expected


@pytest.mark.parametrize("name", ["scorelite", "scorelite.scoring", "scorelite.formats"])
def test_every_name_of_a_front_is_there(name: str) -> None:
    front = importlib.import_module(name)
    for public in front.__all__:
        assert getattr(front, public) is not None
    assert set(front.__all__) <= set(dir(front))
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nonsense'"):
        front.nonsense  # noqa: B018


def test_scorelite_runs_as_a_module(tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("a b (u-1)\n")
    command = [sys.executable, "-m", "scorelite", "score", "r.trn", "r.trn"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "WER      0.0 %" in done.stdout


LEAN = """
sys.path.insert(0, ".")
from scorelite.formats.optional import library, spare_numpy
spare_numpy()
library("pyarrow.parquet", purpose="Parquet files", install="pyarrow")
"""


@pytest.mark.parametrize(("release", "is_spared"), [("18.0.0", True), ("17.0.0", False), ("", False)])
def test_commands_import_pyarrow_without_numpy_from_the_release_that_allows_it(
    tmp_path: Path, release: str, is_spared: bool
) -> None:
    package = tmp_path / "pyarrow"
    package.mkdir()
    (package / "__init__.py").write_text("try:\n    import numpy.core\nexcept ImportError:\n    pass\n")
    (tmp_path / "numpy").mkdir()
    for path in (package / "parquet.py", tmp_path / "numpy" / "__init__.py", tmp_path / "numpy" / "core.py"):
        path.touch()
    if release:
        (package / "_generated_version.py").write_text(f"__version__ = version = '{release}'\n")
    assert ("numpy.core" in modules_after(LEAN, tmp_path)) is not is_spared
    assert "numpy.core" in modules_after(f"{LEAN}\nimport numpy.core", tmp_path)


def test_a_command_reads_parquet_without_numpy(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow", "18")
    for name in ("r.parquet", "h.parquet"):
        parquet.write_table(arrow.table({"id": ["a-1"], "text": ["one two"]}), tmp_path / name)
    words = [sys.executable, "-X", "importtime", "-m", "scorelite", "score", "r.parquet", "h.parquet", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert b'"correct": 2' in done.stdout
    assert b"pyarrow" in done.stderr
    assert b"numpy.linalg" not in done.stderr
