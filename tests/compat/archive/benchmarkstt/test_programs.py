"""The programs, on small inputs whose answers BenchmarkSTT 1.1 gave, and what works here and fails there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.compat.archive.benchmarkstt.runs import Run, run, write

TEXTS = ["-r", "the quick brown fox jumps over the lazy dog", "-rt", "argument"]
TEXTS += ["-h", "the quick red fox jumped over a very lazy dog today", "-ht", "argument"]
OWN = """\
from benchmarkstt.normalization import Normalizer
from benchmarkstt.metrics import Metric

class Shout(Normalizer):
    "Louder"
    def _normalize(self, text):
        return text.upper()

class LengthDiff(Metric):
    "Longer"
    def compare(self, ref, hyp):
        return [item["item"] for item in hyp][-1:], len(hyp) - len(ref)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEFAULT_ENCODING", raising=False)


def scored(*words: str) -> Run:
    return run(["benchmarkstt", *TEXTS, *words])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--diffcounts", "-o", "markdown"], "# diffcounts\n\nequal: 6\nreplace: 3\ninsert: 2\ndelete: 0\n\n"),
        (["--wer"], "wer\n===\n\n0.555556\n\n"),
        (["--wer", "hunt"], "wer\n===\n\n0.444444\n\n"),
        (["--wer", "levenshtein", "-o", "json"], '[\n\t{"title": "wer", "result": 0.5555555555555556}\n]\n'),
        (["--beer"], "beer\n====\n\nError: 'Missing .json input file'\n\n"),
    ],
)
def test_metrics(words: list[str], expected: str) -> None:
    assert scored(*words) == Run(0, expected, "")


def test_several_hypotheses_are_compared_in_their_order() -> None:
    write(Path.cwd(), {"ref.txt": "A b c", "a.txt": "a b", "b.txt": "a B d c"})
    both = ["benchmarkstt", "-r", "ref.txt", "-h", "a.txt", "-h", "b.txt", "--lowercase", "--wer"]
    assert run([*both, "-o", "markdown", "--diffcounts"]).stdout == (
        "# wer: a.txt\n\n0.333333\n\n# wer: b.txt\n\n0.333333\n\n"
        "# diffcounts: a.txt\n\nequal: 2\nreplace: 0\ninsert: 0\ndelete: 1\n\n"
        "# diffcounts: b.txt\n\nequal: 3\nreplace: 0\ninsert: 1\ndelete: 0\n\n"
    )
    done = run([*both, "-h", "x y z", "-ht", "plaintext", "-ht", "plaintext", "-ht", "argument", "-o", "json", "--log"])
    assert [(load["title"], load["hypothesis"], load["result"]) for load in json.loads(done.stdout)] == [
        ("wer", "a.txt", 1 / 3),
        ("wer", "b.txt", 1 / 3),
        ("wer", "hypothesis 3", 1.0),
    ]
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["Reference"] * 2 + ["Hypothesis 2"] * 2


def test_types_are_one_for_all_hypotheses_or_one_for_each() -> None:
    words = ["-h", "b", "-h", "c", "--wer"]
    assert scored(*words).stdout.count("wer: hypothesis ") == 3
    done = scored(*words, "-ht", "argument")
    assert done.exit == 2
    assert done.stderr.endswith("2 types of 3 hypotheses; expected one for all, or one for each\n")


def test_normalizers_run_in_their_order_and_are_logged() -> None:
    done = run(["benchmarkstt-tools", "normalization", "--lowercase", "--replace", "a", "b", "--log"], "A\n")
    assert done.stdout == "b\n"
    assert done.stderr.splitlines() == [
        "NormalizationAggregate/Lowercase: \033[31mA\033[0m\033[32ma\033[0m␊",
        "NormalizationAggregate/Replace: \033[31ma\033[0m\033[32mb\033[0m␊",
        "NormalizationAggregate: \033[31mA\033[0m\033[32mb\033[0m␊",
    ]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"c.conf": "[normalization]\nfile regex r.csv\n", "r.csv": "a,b\n"}, (0, "bbc")),
        ({"c.conf": "[normalization]\nconfig c.conf other\n[other]\nreplace r.csv\n", "r.csv": "a,b\n"}, (0, "bbc")),
        ({"c.conf": "[normalization]\nconfig c.conf\n"}, (1, "includes itself: c.conf[normalization] -> c.conf[")),
        ({"c.conf": ""}, (1, "ConfigSectionNotFoundError: normalization")),
        ({"c.conf": "# a\n[normalization]\nnosuch\n"}, (1, "Unknown normalizer 'nosuch' on line 3: 'nosuch'")),
        ({"c.conf": "[normalization]\nlowercase x\n"}, (1, "line 2: 'lowercase x': ")),
        ({"c.conf": "[normalization]\nreplace no.csv\n"}, (1, "no.csv: No such file or directory")),
        ({"c.conf": '[normalization]\nreplace "r\n'}, (1, "UnclosedQuoteError: Unexpected end")),
    ],
)
def test_configurations(files: dict[str, str], expected: tuple[int, str]) -> None:
    write(Path.cwd(), files)
    done = run(["benchmarkstt-tools", "normalization", "--config", "c.conf"], "abc")
    code, said = expected
    assert done.exit == code
    assert done.stdout == said if code == 0 else said in done.stderr
    assert "Traceback" not in done.stderr


def test_modules_of_the_user_import_the_original_by_its_name() -> None:
    write(Path.cwd(), {"ownmodule.py": OWN})
    done = run(["benchmarkstt", *TEXTS, "--shout", "--lengthdiff", "--load", "ownmodule"])
    assert done == Run(0, "lengthdiff\n==========\n\n(['TODAY'], 2)\n\n", "")
    with pytest.raises(ModuleNotFoundError):
        import benchmarkstt  # noqa: F401


def test_output_files_are_written_only_if_all_is_well() -> None:
    write(Path.cwd(), {"a": "A", "b": "B", "there": "x"})
    words = ["benchmarkstt-tools", "normalization", "--lowercase", "-i", "a", "-i", "b", "-o", "x"]
    for more, said in (([], "expected one -o for each -i"), (["-o", "there"], "there: File exists")):
        done = run([*words, *more])
        assert (done.exit, said in done.stderr) == (1, True)
        assert not Path("x").exists()
    assert run([*words, "-o", "y"]) == Run(0, "", "")
    assert (Path("x").read_text(), Path("y").read_text()) == ("a", "b")
