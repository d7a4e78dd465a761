"""Scoring programs of toolkits: their originals, where a folder has them, and texts to score."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

CASES = Path(__file__).with_name("cases")
WORDS = (
    *(
        "a",
        "A",
        "b",
        "the",
        "cat",
        "café",
        "É",
        "straße",
        "İ",
        "naïve",
        "don't",
        "it's",
        "x-y",
        "e.g.",
        "a,b",
        "!",
        ",",
    ),
    *(
        "12",
        "3",
        "b2b",
        "１２",
        "Ａｂ",
        "ａ",
        "①",
        "²",
        "你",
        "好",
        "你好",
        "世界",
        "𠀀",
        "明",
        "郎",
        "こ",
        "はい",
        "カ",
    ),
    *(
        "한국",
        "ไทย",
        "हिं",
        "مرحبا",
        "、",
        "。",
        "，",
        "你，好",
        "：",
        "《书》",
        "a你b",
        "你a好",
        "Hello世界",
        "a\u200db",
    ),
    *(
        "<unk>",
        "<noise>",
        "<unk><noise>",
        "a<b>c",
        "<a",
        "b>",
        "<>",
        "><",
        "😀",
        "e\u0301",
        "*",
        "**",
        "@",
        "(uh)",
        "'",
    ),
    *("\u3000", "\xa0", "ab\u3000cd", "_", "&", "%", "-", "...", "{x", "y}", "℃", "ⅷ", "—", "“q”"),
)
BLANKS = (" ", " ", " ", " ", "  ", "\t", " \t ", "\u3000", "\xa0")


def original(path: str) -> Path:
    """A file of a toolkit's repository below `$SCORELITE_TOOLKITS`; without it the test skips."""
    folder = os.environ.get("SCORELITE_TOOLKITS", "")
    if not folder:
        pytest.skip(
            "SCORELITE_TOOLKITS names no folder with checkouts of wenet, icefall, speechbrain, FunASR, NeMo ..."
        )
    file = Path(folder, path)
    if not file.is_file():
        pytest.skip(f"{file} is missing")
    return file


def loaded(path: str) -> ModuleType:
    """The module of an original, which imports nothing that is missing."""
    file = original(path)
    spec = importlib.util.spec_from_file_location(f"original_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(words: list[str], folder: Path, path: Path | None = None) -> tuple[int, bytes, bytes]:
    """Exit code and output of a program, and the last line of what it says; `path` is a folder of modules."""
    variables = os.environ if path is None else {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run([sys.executable, *words], cwd=folder, env=variables, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.strip().rpartition(b"\n")[2]


def ours(words: list[str], folder: Path) -> tuple[int, bytes, bytes]:
    """Exit code and output of one of our programs."""
    return run(["-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {_MAIN}", "toolkits", *words], folder)


_MAIN = "from scorelite.scoring.cli.main import main; sys.exit(main(sys.argv[1:]))"


def sentences(number: int, seed: int) -> Iterator[tuple[str, list[str], list[str]]]:
    """Utterances in many scripts with odd words and blanks: name, words said, words recognised."""
    draw = random.Random(seed)
    for place in range(number):
        ref = draw.choices(WORDS, k=draw.choice((0, 1, 2, 5, 9, 20)))
        hyp = []
        for word in ref:
            kind = draw.random()
            hyp += [] if kind < 0.1 else [draw.choice(WORDS)] if kind < 0.3 else [word]
            hyp += draw.choices(WORDS, k=draw.choice((0, 0, 0, 0, 0, 0, 1, 2)))
        if not ref and draw.random() < 0.5:
            hyp = draw.choices(WORDS, k=draw.randrange(3))
        yield f"utt{place}", ref, hyp


def write_texts(folder: Path, number: int, seed: int) -> tuple[str, str]:
    """Two files of names and texts: some names are missing on one side, some come twice, some texts are empty."""
    draw = random.Random(seed)
    lines: tuple[list[str], list[str]] = [], []
    for name, *texts in sentences(number, seed):
        for side, words in zip(lines, texts, strict=True):
            times = draw.choices((1, 0, 2, 3), (90, 4, 4, 2))[0]
            for _ in range(times):
                side.append(
                    draw.choice(("", "", "", " ")) + name + "".join(draw.choice(BLANKS) + word for word in words)
                )
        if draw.random() < 0.02:
            draw.choice(lines).append("")
    for name, side in zip(("ref", "hyp"), lines, strict=True):
        draw.shuffle(side)
        (folder / name).write_bytes("".join(f"{line}\n" for line in side).encode())
    return "ref", "hyp"
