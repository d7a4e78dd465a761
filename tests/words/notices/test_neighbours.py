"""Words that times put into a neighbouring segment are said, with the rate without, and the command that gets it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.cli.main import main
from scorelite.scoring.words.result import Result

RNG = random.Random(8)
WORDS = [f"word{number}" for number in range(400)]
TEXTS = [RNG.choices(WORDS, k=8) for _ in range(60)]


def stm(loose: float) -> bytes:
    """Segments of two seconds whose bounds are up to so many seconds wrong."""
    rng = random.Random(5)
    cuts = [0.0, *(2.0 * number + rng.uniform(-loose, loose) for number in range(1, len(TEXTS))), 2.0 * len(TEXTS)]
    rows = zip(cuts, cuts[1:], TEXTS, strict=False)
    return "".join(f"talk 1 a {start:.2f} {end:.2f} {' '.join(text)}\n" for start, end, text in rows).encode()


def ctm(wrong: float) -> bytes:
    """The words at their times, of which this part is another word."""
    rng = random.Random(6)
    words = [word if rng.random() > wrong else rng.choice(WORDS) for text in TEXTS for word in text]
    return "".join(f"talk 1 {0.25 * number:.2f} 0.2 {word}\n" for number, word in enumerate(words)).encode()


def scored(loose: float, wrong: float) -> Result:
    return scoring.score_files(stm(loose), ctm(wrong), ref_format="stm", hyp_format="ctm")


def test_loose_bounds_of_segments_are_said_with_the_rate_without_them() -> None:
    result = scored(loose=0.7, wrong=0.1)
    (cause,) = result.causes()
    assert cause.name == "neighbouring segments"
    assert cause.text.startswith("if words that times put into a neighbouring segment were counted in their own, the")
    assert (result.wer or 0) > 0.25
    assert cause.rate == pytest.approx(scored(loose=0.0, wrong=0.1).wer, abs=0.02)


@pytest.mark.parametrize(("loose", "name"), [(0.0, "shift"), (0.5, "neighbouring segments")])
def test_of_a_shift_and_loose_bounds_the_one_is_said_that_explains_most(loose: float, name: str) -> None:
    rows = [row.split() for row in ctm(0.05).decode().splitlines()]
    late = "".join(f"talk 1 {float(row[2]) + 0.8:.2f} 0.2 {row[4]}\n" for row in rows).encode()
    (cause,) = scoring.score_files(stm(loose), late, ref_format="stm", hyp_format="ctm").causes()
    assert cause.name == name
    assert (cause.rate or 0) < 0.1


@pytest.mark.parametrize("wrong", [0.0, 0.1, 0.3, 0.6])
def test_right_bounds_have_no_such_notice(wrong: float) -> None:
    assert "neighbouring segments" not in {cause.name for cause in scored(loose=0.0, wrong=wrong).causes()}


@pytest.mark.parametrize(
    ("cut", "normalise", "said"),
    [(True, "whisper-en", True), (True, "numbers-en", True), (False, "whisper-en", False), (True, "basic", False)],
)
def test_numbers_that_segments_divide_are_said_with_the_rate_of_one_text(cut: bool, normalise: str, said: bool) -> None:
    rows, words, at = [], [], 0.0
    for number in range(30):
        text, rest = f"so we saw ship {WORDS[number]} and coal", "five of them"
        split = at + 2.0
        rows.append(f"talk 1 a {at:.2f} {split:.2f} {text}{' twenty' * cut}\n")
        rows.append(f"talk 1 a {split:.2f} {split + 2:.2f} {'twenty ' * (not cut)}{rest}\n")
        words += [(at + 0.25 * place, word) for place, word in enumerate(text.split())]
        words += [(split + 0.25 * place, word) for place, word in enumerate(["25", "of", "them"])]
        at += 4.0
    hyp = "".join(f"talk 1 {start:.2f} 0.2 {word}\n" for start, word in words).encode()
    result = scoring.score_files(
        "".join(rows).encode(), hyp, ref_format="stm", hyp_format="ctm", normalise=normalise, markup=False
    )
    rates = [cause.rate for cause in result.causes() if cause.name == "divided numbers"]
    assert [rate is not None and rate < 0.01 for rate in rates] == [True] * said


def test_the_command_that_is_named_cuts_the_hypothesis_by_its_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ref.stm").write_bytes(stm(0.7))
    (tmp_path / "hyp.ctm").write_bytes(ctm(0.1))
    ref, hyp, cut = (str(tmp_path / name) for name in ("ref.stm", "hyp.ctm", "cut.stm"))
    assert main(["score", ref, hyp]) == 0
    assert "`scorelite align HYP --segments REF -o CUT.stm`" in capsys.readouterr().out
    assert main(["align", hyp, "--segments", ref, "-o", cut, "--quiet"]) == 0
    assert scoring.score_files(ref, cut).wer == pytest.approx(scored(loose=0.0, wrong=0.1).wer, abs=0.01)
