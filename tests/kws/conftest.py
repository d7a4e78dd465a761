"""Small files for tests of keyword scoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorelite.scoring.cli.main import main

pytest.importorskip("lxml")
pytest.importorskip("numpy")


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


Command = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Runs the umbrella command in this process, because starting another costs more than most tests."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str) -> Done:
        capfdbinary.readouterr()
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        said = capfdbinary.readouterr()
        return Done(code, said.out, said.err)

    return command


def control(*excerpts: tuple[str, str, str, str, str]) -> str:
    rows = "".join(
        f'<excerpt audio_filename="{file}.sph" channel="{channel}" tbeg="{begin}" dur="{duration}" '
        f'source_type="{kind}"/>\n'
        for file, channel, begin, duration, kind in excerpts
    )
    return f'<ecf source_signal_duration="1" language="x" version="1">\n{rows}</ecf>\n'


def keyword_list(*keywords: tuple[str, str], normalize: str = "lowercase") -> str:
    rows = "".join(f'<kw kwid="{key}"><kwtext>{text}</kwtext></kw>\n' for key, text in keywords)
    head = f'<kwlist ecf_filename="e" language="x" encoding="UTF-8" compareNormalize="{normalize}" version="1">'
    return f"{head}\n{rows}</kwlist>\n"


def system(*lists: tuple[str, Sequence[tuple[str, str, str, str, str, str]]]) -> str:
    rows = []
    for key, detections in lists:
        rows.append(f'<detected_kwlist kwid="{key}" search_time="1" oov_count="0">')
        rows += [
            f'<kw file="{file}" channel="{channel}" tbeg="{begin}" dur="{duration}" '
            f'score="{score}" decision="{decision}"/>'
            for file, channel, begin, duration, score, decision in detections
        ]
        rows.append("</detected_kwlist>")
    body = "\n".join(rows)
    return f'<kwslist kwlist_filename="k" language="x" system_id="s">\n{body}\n</kwslist>\n'


@pytest.fixture
def basic(tmp_path: Path) -> dict[str, str]:
    """Three keywords in a hundred seconds, one of them never said."""
    texts = {
        "e.xml": control(("f", "1", "0", "100", "cts")),
        "r.rttm": (
            "LEXEME f 1 10 .5 A lex s <NA>\nLEXEME f 1 20 .5 a lex s <NA>\n"
            "LEXEME f 1 40 .3 b lex s <NA>\nLEXEME f 1 40.4 .3 c lex s <NA>\n"
        ),
        "k.xml": keyword_list(("T1", "a"), ("T2", "b c"), ("T3", "zz")),
        "s.xml": system(
            ("T1", [("f", "1", "10", ".5", ".9", "YES"), ("f", "1", "60", ".5", ".4", "NO")]),
            ("T2", [("f", "1", "40.1", ".5", ".8", "YES")]),
            ("T3", [("f", "1", "70", ".5", ".7", "YES")]),
        ),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts}
