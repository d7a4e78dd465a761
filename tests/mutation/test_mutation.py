"""The faults are those that are meant, they are applied in the right place, and tests are found by the file's place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.mutation import __main__ as command
from tests.mutation import cpp_operators
from tests.mutation.operators import mutants

SOURCE = '''"""Doc."""
from __future__ import annotations
if TYPE_CHECKING:
    x = 1
def f(a: int = 3, b: "1 < 2" = "é") -> bool:
    """Doc 1 < 2."""
    if a < 2 and not b:
        print(f"{a + 1}")
        return a + 1
    for c in zip("é", a * 2, strict=True):
        a += 1
        continue
    raise ValueError("a" + b)
'''
EXPECTED = {
    ("constant", "3", "4"),
    ("constant", "3", "2"),
    ("and/or", "a < 2 and not b", "(a < 2 or not b)"),
    ("comparison", "a < 2", "(a <= 2)"),
    ("constant", "2", "3"),
    ("constant", "2", "1"),
    ("not", "not b", "(b)"),
    ("statement", 'print(f"{a + 1}")', "pass"),
    ("return", "return a + 1", "return None"),
    ("arithmetic", "a + 1", "(a - 1)"),
    ("arithmetic", "a * 2", "(a // 2)"),
    ("constant", "1", "2"),
    ("constant", "1", "0"),
    ("statement", "a += 1", "pass"),
    ("break/continue", "continue", "break"),
    ("statement", 'raise ValueError("a" + b)', "pass"),
}


CPP_SOURCE = """// 1 < 2
#include <vector>
constexpr std::size_t kMany = sized(64, 12);
template <class Cost> Cost least(Cost a, const std::vector<Cost>& b) {
    ticks_.spend(8);
    for (auto c : b) {
        if (a < c && !b.empty()) continue;
        values_[3].push_back("é < 2");
        a += std::min(a, c);
    }
    if (auto d = a; d) return a << 2;
    return a;
}
"""
CPP_EXPECTED = {
    ("comparison", "<", "<="),
    ("and/or", "&&", "||"),
    ("condition", "a < c && !b.empty()", "!(a < c && !b.empty())"),
    ("break/continue", "continue", "break"),
    ("statement", 'values_[3].push_back("é < 2");', ";"),
    ("arithmetic", "+=", "-="),
    ("min/max", "std::min", "std::max"),
    ("shift", "<<", ">>"),
    ("constant", "2", "3"),
    ("constant", "2", "1"),
    ("statement", "a += std::min(a, c);", ";"),
}


def test_the_faults_of_a_file_of_the_native_core() -> None:
    actual = cpp_operators.mutants("x.cpp", CPP_SOURCE)
    assert {(mutant.operator, mutant.before, mutant.after) for mutant in actual} == CPP_EXPECTED
    for mutant in actual:
        assert CPP_SOURCE.encode()[mutant.start : mutant.end].decode() == mutant.before
        assert mutant.before in CPP_SOURCE.split("\n")[mutant.line - 1]
        assert mutant.applied(CPP_SOURCE) != CPP_SOURCE


def test_the_faults_of_a_file() -> None:
    actual = mutants("x.py", SOURCE)
    assert {(mutant.operator, mutant.before, mutant.after) for mutant in actual} == EXPECTED
    for mutant in actual:
        assert ast.dump(ast.parse(mutant.applied(SOURCE))) != ast.dump(ast.parse(SOURCE)), mutant
        assert SOURCE.encode()[mutant.start : mutant.end].decode() == mutant.before


@pytest.mark.slow
def test_every_source_file_has_faults_that_are_python() -> None:
    counted = 0
    for path in command.sources(["formats/engine", "scoring/maths"]):
        source = (command.ROOT / path).read_text(encoding="utf-8")
        for mutant in mutants(path.as_posix(), source)[::40]:
            ast.parse(mutant.applied(source))
            counted += 1
    assert counted > 40


def test_the_choice_depends_on_the_seed_alone() -> None:
    files = command.sources(["scoring/maths"])
    one = command.chosen(files, slice(5), 1, set())
    assert one == command.chosen(files, slice(5), 1, set())
    assert one != command.chosen(files, slice(5), 2, set())
    assert command.chosen(files, slice(2, 5), 1, set()) == one[2:]
    left = command.chosen(files, slice(None), 1, {command.key_of(one[0])})
    assert one[0] not in left
    assert one[1] in left


@pytest.mark.slow
def test_the_nearest_tests_come_first() -> None:
    near = command.stages("formats/ctm.py")
    examples = "tests/test_docstrings.py::test_the_examples_of_a_module_hold"
    assert near[0] == [f"{examples}[formats.ctm]", "tests/formats/test_ctm.py"]
    assert "tests/formats/test_ctm.py" in near[1]
    assert near[2:] == [["tests/formats"], ["tests"]]
    own = [f"{examples}[scoring.compat.programs.kaldialign]", "tests/compat/programs/test_kaldialign.py"]
    assert command.stages("scoring/compat/programs/kaldialign.py")[::4] == [own, ["tests"]]
    assert command.stages("scoring/nothing/at/all.py") == [["tests"]]


def test_the_nearest_tests_of_the_native_core_are_listed() -> None:
    stages = command.stages("core/native/corridor.cpp")
    assert stages[0] == ["answers"]
    assert "tests/core/test_corridors.py" in stages[1]
    assert stages[2:] == [["tests"]]
    assert command.stages("core/native/clock.hpp") == [["tests/core"], ["tests"]]
    for path in command.sources(["core/native", "core/compat/native"]):
        named = [test for tests in command.stages(path.as_posix()) for test in tests if test != "answers"]
        assert all((command.ROOT / test).exists() for test in named)


@pytest.mark.slow
def test_what_is_listed_as_equivalent_still_stands_in_the_sources() -> None:
    listed = command.equivalent().keys()
    paths = sorted({path for path, _, _ in listed})
    gone = listed - {command.key_of(mutant) for path in paths for mutant in command.mutants(path)}
    assert not gone, "the sources have no such lines any more"


@pytest.mark.slow
def test_a_fault_that_a_test_sees_is_killed_and_another_survives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("scorelite", "core", "scoring", "formats", "tests"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    beside = "import os\n__path__.append(os.path.dirname(__path__[0]))\n"
    (tmp_path / "scorelite" / "__init__.py").write_text(beside)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
    (tmp_path / "scoring" / "counts.py").write_text("def seen():\n    return [] < []\ndef unseen():\n    return 3\n")
    (tmp_path / "tests" / "test_counts.py").write_text(
        "from scorelite.scoring.counts import seen\ndef test_it():\n    assert seen() is False\n"
    )
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "EQUIVALENT", tmp_path / "equivalent.tsv")
    (tmp_path / "equivalent.tsv").write_text("scoring/counts.py\treturn 3\treturn 2\tno reason\n")
    assert command.main(["--count", "99"]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"scoring/counts.py:2 comparison: killed by .*tests/test_counts.py", printed)
    assert re.search(r"scoring/counts.py:2 return: killed by .*tests/test_counts.py", printed)
    assert "scoring/counts.py:4 return: SURVIVED" in printed
    assert "-    return 3\n+    return 4" in printed
    assert "return 2\n" not in printed
    assert command.main(["--count", "99", "--path", "formats"]) == 0


def test_failed_tests_are_run_again_without_the_fault() -> None:
    told = "x\nFAILED tests/a.py::test_b[c d] - assert 1 == 2\nERROR tests/a.py::test_e\nERROR tests/f.py\n1 failed\n"
    assert command.failed(told) == ["tests/a.py::test_b[c d]", "tests/a.py::test_e"]
