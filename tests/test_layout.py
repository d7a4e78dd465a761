"""The layout holds: imports point one way, and the drop-in starts without what it does not need."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import _core as core
from tests.conftest import ROOT

# From the bottom up; a module may import from its own row and from those above it in this list.
ROWS = (
    ("resources",),
    ("formats",),
    ("scoring._core",),
    ("scoring.policy", "scoring.counts", "scoring.settings", "scoring.aligners", "scoring.results"),
    ("scoring.words", "scoring.kws", "scoring.segments", "scoring.stats", "scoring.report", "scoring.compare"),
    ("scoring.compat",),
    ("scoring.cli",),
)
# What costs more at start-up than scoring a small file.
HEAVY = {
    "argparse",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "inspect",
    "json",
    "logging",
    "numpy",
    "pathlib",
    "re",
    "typing",
}


def row_of(module: str) -> int:
    rows = [row for row, names in enumerate(ROWS) for name in names if module == name or module.startswith(name + ".")]
    assert rows, f"{module} has no row in the layout"
    return rows[0]


def sources() -> list[Path]:
    return sorted(path for package in ("resources", "formats", "scoring") for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path) for path in sources()}


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                # A name of the root package itself is its version, which needs nothing.
                if module in MODULES or module == "scoring._core._native":
                    found.add(module)
                elif (node.module, alias.name) != ("scoring", "__version__"):
                    found.add(node.module or "")
    return {name for name in found if name.split(".")[0] in ("resources", "formats", "scoring")}


# The root package only says where things are.
@pytest.mark.parametrize("path", [path for path in sources() if name_of(path) != "scoring"], ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    module = name_of(path)
    for imported in imports(path):
        assert row_of(imported) <= row_of(module), f"{module} imports {imported}, which stands above it"


def test_formats_never_import_scoring() -> None:
    for path in (ROOT / "formats").rglob("*.py"):
        assert not any(name.startswith("scoring") for name in imports(path)), path


def modules_imported(code: str, folder: Path, environment: dict[str, str]) -> set[str]:
    """The names of all modules that a bare interpreter imports while it runs some code."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", "-c", start + code],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    lines = [line for line in done.stderr.decode().splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_small_run_of_sclite_imports_nothing_heavy(tmp_path: Path, encoding: str) -> None:
    for name in ("r.trn", "h.trn"):
        (tmp_path / name).write_bytes(b"one two { three / drei } (a-1)\n")
    argv = ["sclite", "-r", "r.trn", "trn", "-h", "h.trn", "trn", "-i", "rm", "-e", encoding, "-o", "all", "stdout"]
    code = f"sys.argv = {argv!r}; from scoring.cli.sclite import main; sys.exit(main())"
    bare = modules_imported("pass", tmp_path, {})
    loaded = modules_imported(code, tmp_path, {}) - bare
    assert "scoring.report.words.sum" in loaded
    # The pure-Python core needs `array`, which brings `collections` with it.
    assert not loaded & (HEAVY - {"collections"} if core.NAME == "python" else HEAVY)
    assert not [name for name in loaded if name.split(".")[0] == "formats"]


def modules_after(code: str, folder: Path) -> set[str]:
    """What is loaded when some code has run, beyond what a bare interpreter loads; also what was imported by name."""
    tell = "import sys; sys.stderr.write(chr(10) + ' '.join(sys.modules))"
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    found = []
    for work in (start + code, start):
        command = [sys.executable, "-I", "-S", "-c", f"{work}\n{tell}"]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
        found.append(set(done.stderr.rpartition("\n")[2].split()))
    return found[0] - found[1]


def modules_of_command(words: list[str], folder: Path) -> set[str]:
    """What a call of the umbrella command loads."""
    return modules_after(
        f"from scoring.cli.main import main\ntry:\n    main({words!r})\nexcept SystemExit:\n    pass", folder
    )


def test_the_version_costs_nothing(tmp_path: Path) -> None:
    loaded = modules_of_command(["--version"], tmp_path)
    assert not loaded & (HEAVY - {"collections"})
    assert {name for name in loaded if name.startswith("scoring.")} <= {
        *("scoring.cli", "scoring.cli.main", "scoring._core", "scoring._core._native"),
        *(module for module in MODULES if module.startswith("scoring._core.python")),
    }


def test_help_imports_no_command(tmp_path: Path) -> None:
    loaded = modules_of_command(["--help"], tmp_path)
    assert "argparse" in loaded
    assert {name for name in loaded if name.startswith(("scoring.", "formats"))} == {"scoring.cli", "scoring.cli.main"}


def test_a_program_of_kaldi_s_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"u1 one two\n")
    loaded = modules_of_command(["kaldi", "compute-wer", "ark:text", "ark:text"], tmp_path)
    assert "scoring.compat.kaldi.report_wer" in loaded
    assert not loaded & (HEAVY - {"collections"} if core.NAME == "python" else HEAVY)
    assert not loaded & {"formats", "subprocess", "tempfile"}


COMMANDS_OF_THEIR_OWN = {"score", "kaldi", "convert", "formats", "compare", "kws", "segments"}


@pytest.mark.parametrize("name", sorted(COMMANDS_OF_THEIR_OWN))
def test_a_command_imports_no_other_and_no_format_that_is_not_asked_for(name: str, tmp_path: Path) -> None:
    loaded = modules_of_command([name, "--help"], tmp_path)
    modules = {module.removeprefix("scoring.cli.") for module in loaded if module.startswith("scoring.cli.")}
    assert modules & COMMANDS_OF_THEIR_OWN == {name}
    assert not loaded & {"formats.ttml", "formats.textgrid", "formats.parquet", "lxml", "numpy", "xml.sax", "ssl"}


def test_what_is_said_of_commands_is_what_they_say_themselves() -> None:
    from scoring.cli import main

    assert set(main.COMMANDS) == COMMANDS_OF_THEIR_OWN
    for name, summary in main.COMMANDS.items():
        actions = [action for action in main.parser(name)._actions if action.dest == "command" or action.choices]
        assert {choice.dest: choice.help for choice in actions[0]._choices_actions}[name] == summary  # type: ignore


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
    loaded = modules_after(f"import formats; formats.read({name!r})", tmp_path)
    from formats.registry import FORMATS

    homes = {f"formats.{entry.home.partition('.')[0]}" for entry in FORMATS.entries}
    assert loaded & homes == {f"formats.{expected}"}


def test_the_root_package_imports_nothing_of_the_interface(tmp_path: Path) -> None:
    loaded = modules_imported("import scoring", tmp_path, {})
    assert {name for name in loaded if name.startswith("scoring")} == {"scoring"}


def test_names_of_the_interface_are_all_there() -> None:
    import scoring

    for name in scoring.__all__:
        assert getattr(scoring, name) is not None
    assert set(scoring.__all__) <= set(dir(scoring))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        scoring.nonsense  # noqa: B018
