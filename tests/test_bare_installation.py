"""An installation without any other library: words are scored, and what needs a library says how to get it."""

from __future__ import annotations

import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from scorelite.formats.optional import ALL
from scorelite.scoring.cli.version import LIBRARIES
from tests.conftest import PATIENCE, ROOT

DEMO = ROOT / "resources" / "demo"
WITHOUT = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in NAMES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Without())
"""
HIDDEN = {*ALL, "anyascii", "jinja2", "matplotlib", "pandas", "pyarrow", "scipy", "starlette", "uvicorn", "yaml"}


def _settings() -> ConfigParser:
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    return settings


def _run(code: str, *arguments: object, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", WITHOUT.replace("NAMES", repr(HIDDEN)) + code, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, cwd=folder, timeout=PATIENCE, check=False)


def _command(*words: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return _run("from scorelite.scoring.cli.main import run\nrun()", *words, folder=folder)


def test_scorelite_needs_no_library() -> None:
    settings = _settings()
    assert not settings.has_option("options", "install_requires")
    brought = {line.partition(">=")[0] for line in settings["options.extras_require"]["all"].split()}
    assert brought == ALL == LIBRARIES


def test_python_scores_words_without_any_library(tmp_path: Path) -> None:
    done = _run(
        """
import scorelite
rates = [scorelite.wer(["a b"], ["a c"]), scorelite.cer("ab", "ac")]
rates.append(scorelite.cpwer({"t": [("x", "a")]}, {"t": [("y", "a")]}))
one, other = (scorelite.score(["a b c"] * 9, [text] * 9) for text in ("a c", "a b"))
metric = scorelite.Metric()
metric.update(["a"], ["b"])
rates += [one.wer, metric.compute().wer]
print(rates, one.compare(other).verdict, len(str(scorelite.align("天气 好", "天气 不"))) > 0)
""",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[0.5, 0.5, 0.0, 0.3333333333333333, 1.0]")


@pytest.mark.parametrize("target", ["jsonl", "csv", "srt", "vtt", "stm", "TextGrid", "eaf"])
def test_files_are_converted_and_scored_without_any_library(target: str, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("a 1 x 0 1 good day\na 1 x 1 2 bye\n", encoding="utf-8")
    done = _command("convert", "ref.stm", f"out.{target}", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / f"out.{target}").stat().st_size


def test_the_commands_score_without_any_library(tmp_path: Path) -> None:
    trn = DEMO / "ref.trn", DEMO / "hyp.trn"
    for words in (
        ("score", *trn, "--page", "p.html", "--interval", "100"),
        ("score", DEMO / "ref.stm", DEMO / "hyp.ctm"),
        ("sctk", "sclite", "-r", trn[0], "trn", "-h", trn[1], "trn", "-i", "spu_id", "-o", "sum", "stdout"),
        ("compare", "--ref", *trn, trn[0]),
        ("show", *trn),
        ("normalise", "--normalise", "whisper-en", trn[0], "n.trn"),
    ):
        done = _command(*words, folder=tmp_path)
        assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), (words, done.stderr)


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["segments", "a.rttm", "a.rttm"], "numpy"),
        (["kws", "--ecf", "x", "--rttm", "x", "--kwlist", "x", "--kwslist", "x"], "numpy"),
        (["convert", "a.ttml", "o.stm"], "lxml"),
        (["completion", "bash"], "shtab"),
    ],
)
def test_a_command_that_needs_a_library_says_how_to_get_it(words: list[str], needed: str, tmp_path: Path) -> None:
    (tmp_path / "a.rttm").write_text("SPEAKER t 1 0 1 <NA> <NA> x <NA> <NA>\n", encoding="utf-8")
    (tmp_path / "a.ttml").write_text("<tt xmlns='http://www.w3.org/ns/ttml'><body/></tt>\n", encoding="utf-8")
    done = _command(*words, folder=tmp_path)
    message = done.stderr.strip()
    assert done.returncode in (1, 2)
    assert message.count("\n") == 0, message
    assert f"{needed}, which is not installed: pip install " in message


@pytest.mark.parametrize(
    ("code", "name"), [("scorelite.score_segments", "score_segments"), ("scorelite.kws.evaluate", "evaluate")]
)
def test_a_function_that_needs_a_library_says_how_to_get_it(code: str, name: str, tmp_path: Path) -> None:
    done = _run(f"import scorelite, scorelite.kws\n{code}", folder=tmp_path)
    expected = f"ModuleNotFoundError: {name} needs numpy, which is not installed: pip install 'scorelite[all]'"
    assert done.stderr.strip().splitlines()[-1] == expected
