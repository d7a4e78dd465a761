"""The scripts of seed-tts-eval: rows counted by hand, and the mean that they print."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from tests.compat.toolkits import ours

LIST = "a.wav|Well, we saw him!\nb.wav|prompt.wav|It's nine.\nc.wav|x|Good day|y\nd.wav|no transcript\n"
TRANSCRIPTS = "a.wav|well we saw it\nb.wav|It's nine o'clock\nc.wav|good day\n"
ROWS = (
    "a.wav\t0.25\tWell, we saw him!\twell we saw it\t0.0\t0.0\t0.25\n"
    "b.wav\t0.5\tIt's nine.\tIt's nine o'clock\t0.5\t0.0\t0.0\n"
    "c.wav\t0.0\tGood day\tgood day\t0.0\t0.0\t0.0\n"
)


def _run(folder: Path, *words: str) -> tuple[int, bytes, bytes]:
    return ours(["seedtts", *words], folder)


def _write(folder: Path, listed: str = LIST, transcripts: str = TRANSCRIPTS) -> None:
    (folder / "list").write_text(listed, encoding="utf-8")
    (folder / "said").write_text(transcripts, encoding="utf-8")


def test_rows_have_rates_of_texts_without_punctuation(tmp_path: Path) -> None:
    _write(tmp_path)
    assert _run(tmp_path, "run_wer", "list", "rows", "en", "said") == (0, b"", b"")
    assert (tmp_path / "rows").read_text(encoding="utf-8") == ROWS


def test_the_mean_of_the_rows_is_printed_and_written_below_them(tmp_path: Path) -> None:
    (tmp_path / "rows").write_text(ROWS)
    assert _run(tmp_path, "average_wer.py", "rows", "out") == (0, b"WER: 25.0%\n\n", b"")
    head = "utt\twav_res\tres_wer\ttext_ref\ttext_res\tres_wer_ins\tres_wer_del\tres_wer_sub\n"
    assert (tmp_path / "out").read_text() == f"{head}{ROWS}WER: 25.0%\n"


def test_chinese_is_compared_by_character(tmp_path: Path) -> None:
    _write(tmp_path, "a.wav|今天,天气好。\n", "a.wav|今天天汽好\n")
    assert _run(tmp_path, "run_wer", "list", "rows", "zh", "said")[0] == 0
    assert (tmp_path / "rows").read_text(encoding="utf-8").split("\t")[1] == "0.2"


def test_the_mean_is_that_of_a_score_of_the_same_texts(tmp_path: Path) -> None:
    refs = ["we saw the cat", "nine", "good day to you all"]
    hyps = ["we saw cat", "five nine", "good day"]
    _write(tmp_path, *("".join(f"{name}.wav|{text}\n" for name, text in enumerate(side)) for side in (refs, hyps)))
    _run(tmp_path, "run_wer", "list", "rows", "en", "said")
    _, printed, _ = _run(tmp_path, "average_wer", "rows", "out")
    mean = scorelite.score(refs, hyps, policy="jiwer").mean_utterance_wer
    assert mean is not None
    assert printed == f"WER: {round(100 * mean, 3)}%\n\n".encode()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run_wer", "list", "rows", "en"], b"expected LIST RESULT LANGUAGE TRANSCRIPTS"),
        (["run_wer", "list", "rows", "de", "said"], b"NotImplementedError"),
        (["run_wer", "list", "rows", "en", "list"], b"list:4:1: no text; expected WAV|TEXT"),
        (["average_wer", "said"], b"expected INFILE OUTFILE"),
        (["average_wer", "said", "out"], b"expected seven columns"),
    ],
)
def test_what_cannot_be_averaged_is_an_error(tmp_path: Path, words: list[str], message: bytes) -> None:
    _write(tmp_path, LIST.replace("d.wav|no transcript\n", "d.wav\n") if words[-1] == "list" else LIST)
    code, output, said = _run(tmp_path, *words)
    assert code != 0
    assert output == b""
    assert message in said


def test_nothing_recognised_is_an_error(tmp_path: Path) -> None:
    _write(tmp_path, LIST, "other.wav|x\n")
    code, _, said = _run(tmp_path, "run_wer", "list", "rows", "en", "said")
    assert code != 0
    assert b"expected lines WAV|TEXT" in said
