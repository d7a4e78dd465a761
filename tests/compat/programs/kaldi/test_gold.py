"""Golden cases of Kaldi's programs: equal stdout, stderr and exit codes."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.compat.programs.kaldi.runs import is_known, kaldi

_GOLD = Path(os.environ.get("SCORELITE_GOLD", "")) / "kaldi"


def cases() -> list[str]:
    if not os.environ.get("SCORELITE_GOLD"):
        return ["none"]
    return sorted(path.parent.name for path in _GOLD.glob("*/case.json"))


def spoken(text: bytes) -> list[bytes]:
    """Messages of a script, without Perl's warnings about the script's code and without our replacement of one."""
    text = text.replace(b"utils/scoring/", b"")
    spoken_lines = [
        line
        for line in text.split(b"\n")
        if not re.match(rb"Use of uninitialized|Illegal div|.*is not in the utt2spk", line)
    ]
    return [re.sub(rb" at \S+ line \d+.*", b"", line) for line in spoken_lines]


def check(run: dict[str, Any], folder: Path) -> None:
    name, *arguments = run["argv"]
    stdin = (folder / run["stdin"]).read_bytes() if run["stdin"] else b""
    done = kaldi(name, *arguments, stdin=stdin)
    label = f"{folder.name}: {' '.join(run['argv'])}"
    assert done.stdout == (folder / run["stdout"]).read_bytes(), label
    assert done.code == run["rc"], label
    errors = folder / f"{run['stdout']}.err"
    expected = errors.read_bytes() if errors.exists() else b""
    if name.endswith(".pl"):
        ours = [line for line in spoken(done.stderr) if not line.startswith(b"Illegal div")]
        assert ours == spoken(expected), label
    else:
        assert done.stderr == expected, label


@pytest.mark.sweep(15)
@pytest.mark.parametrize("case", cases())
def test_output_is_that_of_kaldi_s_programs(case: str, gold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = gold / "kaldi" / case
    monkeypatch.chdir(folder)
    for run in json.loads((folder / "case.json").read_text())["runs"]:
        if is_known(run["argv"][0]):
            check(run, folder)


def test_a_scoring_folder_is_that_of_kaldi_s_recipe(gold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = gold / "kaldi" / "44_score_kaldi_wer_dir"
    monkeypatch.chdir(folder)
    scored = Path("decode/scoring_kaldi")
    actual = b""
    for path in sorted(Path("decode").glob("wer_*")):
        lmwt, penalty = path.name.split("_")[1:]
        hyp = scored / f"penalty_{penalty}" / f"{lmwt}.txt"
        done = kaldi("compute-wer", "--text", "--mode=present", f"ark:{scored}/test_filt.txt", f"ark,p:{hyp}")
        # The recipe's file begins with its command line, in which the hypothesis came from stdin.
        assert done.stdout == path.read_bytes().partition(b"\n")[2]
        actual += b"".join(os.fsencode(path) + b":" + line for line in done.stdout.splitlines(True) if b"WER" in line)
    assert kaldi("best_wer", stdin=actual).stdout == (scored / "best_wer").read_bytes()
    details = scored / "wer_details"
    best = [(details / name).read_text().strip() for name in ("wip", "lmwt")]
    texts = f"ark:{scored}/test_filt.txt", f"ark:{scored}/penalty_{best[0]}/{best[1]}.txt"
    symbol = "--special-symbol=***"
    aligned = kaldi("align-text", symbol, *texts, "ark,t:-").stdout
    per_utt = kaldi("wer_per_utt_details", symbol, stdin=aligned).stdout
    assert per_utt == (details / "per_utt").read_bytes()
    per_spk = kaldi("wer_per_spk_details", "data/utt2spk", stdin=per_utt).stdout
    assert per_spk == (details / "per_spk").read_bytes()
    interval = kaldi("compute-wer-bootci", "--mode=present", *texts).stdout
    assert interval == (details / "wer_bootci").read_bytes()
    ops = kaldi("wer_ops_details", symbol, stdin=per_utt).stdout
    assert sorted(ops.splitlines()) == sorted((details / "ops").read_bytes().splitlines())
