"""Limits of rates: PASS or FAIL, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite.scoring import score_files
from tests.conftest import Run

REF, HYP = "a b c d (u-1)\n", "a b c x (u-1)\n"
RTTM = "SPEAKER f 1 0 10 <NA> <NA> ann <NA> <NA>\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.trn").write_text(REF)
    (tmp_path / "hyp.trn").write_text(HYP)
    (tmp_path / "ref.rttm").write_text(RTTM)
    (tmp_path / "hyp.rttm").write_text(RTTM.replace(" 10 ", " 9 "))
    (tmp_path / "ref.ctm").write_text("talk 1 0.1 0.4 good\ntalk 1 0.6 0.5 day\n")
    (tmp_path / "log.jsonl").write_text(
        "".join(
            json.dumps({"id": "talk", "at": at, "text": text, "final": at > 1.5}) + "\n"
            for at, text in ((0.7, "good"), (1.3, "good may"), (1.6, "good day"))
        )
    )
    (tmp_path / "ref.stm").write_text("f 1 ann 0 4 a b c d\n")
    (tmp_path / "hyp.stm").write_text("f 1 x 0 4 a b c x\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "first", "code"),
    [
        ("score ref.trn hyp.trn --max-wer 25", "PASS: WER is 25.00 %, allowed 25.00 %", 0),
        ("score ref.trn hyp.trn --max-wer 24.9%", "FAIL: WER is 25.00 %, allowed 24.90 %", 1),
        ("score ref.trn hyp.trn -c --max-wer 10", "FAIL: CER is 25.00 %, allowed 10.00 %", 1),
        ("score ref.trn hyp.trn --stream --max-wer 10", "FAIL: WER is 25.00 %, allowed 10.00 %", 1),
        ("score ref.trn hyp.trn --max-ser 100", "PASS: SER is 100.00 %, allowed 100.00 %", 0),
        ("score ref.trn hyp.trn --stream --max-ser 99", "FAIL: SER is 100.00 %, allowed 99.00 %", 1),
        ("latency log.jsonl --ref ref.ctm --max-delay stable:p100=500", "PASS: p100 of emission, stable is 500 ms,", 0),
        ("latency log.jsonl --ref ref.ctm --max-delay stable:p50=299", "FAIL: p50 of emission, stable is 350 ms,", 1),
        ("latency log.jsonl --ref ref.ctm --max-delay final:mean=499", "FAIL: mean of finalisation is 500 ms,", 1),
        ("latency log.jsonl --max-delay token:p95=1", "FAIL: p95 of first token is undefined, allowed 1 ms", 1),
        ("meetings ref.stm hyp.stm --max-wer 10", "FAIL: cpWER is 25.00 %, allowed 10.00 %", 1),
        ("segments ref.rttm hyp.rttm --measure diarisation --max-rate 10", "PASS: DER is 10.00 %, allowed 10.00 %", 0),
        ("segments ref.rttm hyp.rttm --measure diarisation --max-rate 9", "FAIL: DER is 10.00 %, allowed 9.00 %", 1),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_summary_begins_with_the_verdict(arguments: str, first: str, code: int, scorelite: Run) -> None:
    done = scorelite(*arguments.split())
    assert done.stdout.decode().startswith(first)
    assert len(done.stdout.splitlines()) > 3
    assert done.returncode == code


@pytest.mark.parametrize(
    ("command", "title"),
    [
        ("score ref.trn hyp.trn", "WER"),
        ("score ref.trn hyp.trn --stream", "WER"),
        ("meetings ref.stm hyp.stm", "cpWER"),
    ],
)
@pytest.mark.parametrize(("limit", "expected"), [("50", "PASS"), ("49", "FAIL")])
def test_each_group_has_the_same_limit(
    command: str, title: str, limit: str, expected: str, tmp_path: Path, scorelite: Run
) -> None:
    """Of six words one is wrong: one of the two of ben, none of the four of ann."""
    for side, word in (("ref", "f"), ("hyp", "x")):
        (tmp_path / f"{side}.trn").write_text(f"a b c d (ann-1)\ne {word} (ben-1)\n")
        (tmp_path / f"{side}.stm").write_text(f"f 1 ann 0 4 a b c d\nf 1 ben 4 6 e {word}\n")
    done = scorelite(*command.split(), "--slice", "speaker", "--max-wer", "17", "--max-group-wer", limit)
    assert done.stdout.decode().splitlines()[:2] == [
        f"PASS: {title} is 16.67 %, allowed 17.00 %",
        f"{expected}: highest {title}, of speaker ben, is 50.00 %, allowed {limit}.00 %",
    ]
    assert done.returncode == (expected == "FAIL")


def test_each_of_several_limits_is_judged(files: Path, scorelite: Run) -> None:
    done = scorelite(
        *["score", "ref.trn", "hyp.trn", "--max-wer", "30", "--max-ser", "50", "--verdict", "json=verdict.json"]
    )
    assert done.stdout.decode().splitlines()[:2] == [
        "PASS: WER is 25.00 %, allowed 30.00 %",
        "FAIL: SER is 100.00 %, allowed 50.00 %",
    ]
    assert done.returncode == 1
    verdict = json.loads((files / "verdict.json").read_bytes())
    assert (verdict["limit"]["passed"], verdict["allowed"]) == (False, "at most 30.00 %, SER at most 50.00 %")


@pytest.mark.usefixtures("files")
def test_json_stays_json_and_the_verdict_goes_to_stderr(scorelite: Run) -> None:
    done = scorelite("score", "ref.trn", "hyp.trn", "--json", "--max-wer", "10")
    assert json.loads(done.stdout)["wer"] == 0.25
    assert (done.stderr, done.returncode) == (b"FAIL: WER is 25.00 %, allowed 10.00 %\n", 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("score ref.trn hyp.trn --max-wer ten", "'ten' is not a limit of a rate; expected percent, such as 12.5"),
        ("score ref.trn hyp.trn --max-wer -1", "expected"),
        ("latency log.jsonl --max-delay p95=3", "'p95=3' is not a limit of a delay; expected one in milliseconds"),
        ("latency log.jsonl --max-delay words:p95=3", "stable:p95=1200, of token, first, stable, final"),
        ("segments ref.rttm hyp.rttm --measure clusters --max-rate 9", "--max-rate"),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_limit_that_cannot_be_judged_is_refused(arguments: str, message: str, scorelite: Run) -> None:
    done = scorelite(*arguments.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()


def test_an_interval_stands_below_the_rates(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.trn").write_text("a b c d (u-1)\ne f (u-2)\ng h (u-3)\n")
    (tmp_path / "hyp.trn").write_text("a b c x (u-1)\ne f (u-2)\ng h (u-3)\n")
    shown = scorelite("score", "ref.trn", "hyp.trn", "--interval", "200").stdout.decode()
    interval = json.loads(scorelite("score", "ref.trn", "hyp.trn", "--interval", "200", "--json").stdout)["interval"]
    low, high = (f"{100 * interval[name]:.1f} %" for name in ("low", "high"))
    assert f"95 %       {low} to {high}, 1.96 standard deviations of 200" in shown
    (tmp_path / "one.trn").write_text("a b (u-1)\n")
    done = scorelite("score", "one.trn", "one.trn", "--interval")
    assert (done.returncode, b"expected two or more" in done.stderr) == (2, True)


def test_an_interval_draws_speakers_where_they_are_its_unit(tmp_path: Path, scorelite: Run) -> None:
    lines = [
        f"a {'x' if speaker == 'ann' else 'b'} ({speaker}-{number})\n"
        for speaker in ("ann", "bob", "cy")
        for number in (1, 2)
    ]
    (tmp_path / "hyp.trn").write_text("".join(lines))
    (tmp_path / "ref.trn").write_text("".join(lines).replace("x", "b"))
    expected = score_files(tmp_path / "ref.trn", tmp_path / "hyp.trn").interval(200, by="speaker")
    for more in ((), ("--stream",)):
        command = "score", "ref.trn", "hyp.trn", *more, "--interval", "200", "--unit", "speaker"
        interval = json.loads(scorelite(*command, "--json").stdout)["interval"]
        assert (interval["mean"], interval["high"], interval["unit"]) == (expected.mean, expected.high, "speaker")
        assert b"of 200 bootstrap samples of speakers" in scorelite(*command).stdout


@pytest.mark.parametrize(
    "words",
    [
        "--max-wer 10 --slice gender",
        "--max-wer 10 --with rules",
        "--max-wer 10 --by gender",
        "--max-wer 10 --stream --slice speaker",
        "--page page.html --by gender",
    ],
)
def test_what_is_refused_has_no_verdict_and_no_files(words: str, files: Path, scorelite: Run) -> None:
    job = scorelite("score", "ref.trn", "hyp.trn", *words.split())
    assert (job.returncode, job.stdout) == (2, b"")
    assert not (files / "page.html").exists()


def test_the_limit_of_manifests_is_that_of_their_highest_rate(scorelite: Run, tmp_path: Path) -> None:
    for name, said in (("good", "a b c d"), ("bad", "a b c x"), ("well", "a b c d")):
        row = {"audio_filepath": "1.wav", "text": "a b c d", "pred_text": said}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row) + "\n")
    one = scorelite("score", "good.jsonl", "--markdown", "--max-wer", "5")
    assert (one.returncode, one.stdout[:7]) == (0, b"| model")
    assert one.stderr.startswith(b"PASS: highest WER, of ")
    both = scorelite("score", "good.jsonl", "bad.jsonl", "well.jsonl", "--csv", "--max-wer", "5")
    assert (both.returncode, both.stdout[:6]) == (1, b"model,")
    assert b"on bad, is 25.00 %, allowed 5.00 %" in both.stderr


@pytest.mark.usefixtures("files")
def test_csv_stays_csv_and_the_verdict_goes_to_stderr(scorelite: Run) -> None:
    done = scorelite("score", "ref.trn", "hyp.trn", "--csv", "--max-wer", "10")
    assert done.stdout.startswith(b"name,")
    assert (done.stderr, done.returncode) == (b"FAIL: WER is 25.00 %, allowed 10.00 %\n", 1)


def test_a_group_without_reference_words_fails_if_it_has_errors(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "t.jsonl").write_text('{"ref":"","hyp":"x y","lang":"zz"}\n{"ref":"a b","hyp":"a b","lang":"en"}\n')
    command = ("score", "t.jsonl", "--slice", "lang", "--max-group-wer", "10")
    failed = scorelite(*command)
    assert failed.stdout.decode().splitlines()[0] == "FAIL: WER of lang zz is undefined: 2 errors, no words"
    assert failed.returncode == 1
    (tmp_path / "t.jsonl").write_text('{"ref":"","hyp":"","lang":"zz"}\n{"ref":"a b","hyp":"a b","lang":"en"}\n')
    assert scorelite(*command).returncode == 0
