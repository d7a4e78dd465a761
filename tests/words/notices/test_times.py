"""Times of a whole side that are wrong are named, with the rate without; honest times are not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.cli.main import main
from scorelite.scoring.notices.times import TimeChange, Timed, best_change, changes_of
from scorelite.scoring.words.result import Result
from tests.fuzz.honest_times import KINDS, alarms

WORDS = [
    "the",
    "harbour",
    "master",
    "said",
    "that",
    "two",
    "ships",
    "would",
    "leave",
    "at",
    "noon",
    "and",
    "return",
    "with",
    "fish",
    "coal",
    "timber",
    "wine",
]
RNG = random.Random(3)
REFS = [" ".join(RNG.choices(WORDS, k=RNG.randrange(6, 14))) for _ in range(40)]
HYPS = [" ".join(word if RNG.random() > 0.05 else "x" for word in text.split()) for text in REFS]


def stm(texts: list[str], late: float = 0.0, *, factor: float = 1.0, name: str = "talk") -> bytes:
    rows = ((factor * (4 * place + late), factor * (4 * place + late + 3.5), text) for place, text in enumerate(texts))
    return "".join(f"{name} 1 anna {start:.2f} {end:.2f} {text}\n" for start, end, text in rows).encode()


def ctm(texts: list[str], late: float = 0.0, *, factor: float = 1.0, ends: bool = False, name: str = "talk") -> bytes:
    rows = [
        (factor * (4 * place + 0.25 * number + late), factor * 0.2, word)
        for place, text in enumerate(texts)
        for number, word in enumerate(text.split())
    ]
    return "".join(f"{name} 1 {at:.2f} {at + size if ends else size:.2f} {word}\n" for at, size, word in rows).encode()


def scored(ref: bytes, hyp: bytes, ref_format: str = "stm", **settings: str) -> Result:
    return scoring.score_files(ref, hyp, ref_format=ref_format, hyp_format="ctm", **settings)  # type: ignore[arg-type]


RIGHT = scored(stm(REFS), ctm(HYPS)).wer


@pytest.mark.parametrize("late", [0.8, 1.0, 2.0, 31.0])
def test_a_common_shift_is_named_to_ten_milliseconds(late: float) -> None:
    late_hyps, late_refs = scored(stm(REFS), ctm(HYPS, late)), scored(stm(REFS, late), ctm(HYPS))
    # Words a little before their segment are scored with it.
    for result, word in ((late_hyps, "earlier"), (late_refs, "later"))[: 1 + (late > 0.8)]:
        (cause,) = result.causes()
        assert cause.name == "shift"
        assert cause.rate == RIGHT
        assert cause.instead == result.wer
        assert cause.text.startswith(f"with the times of the hypothesis {late:.2f} s {word} the rate would be")


def test_a_small_shift_is_named_where_segments_follow_each_other_without_gaps() -> None:
    # In these words, votes for 0.34 s are a little more than those for the shifts from 0.04 s on.
    rng, at = random.Random(28), 1.0
    rows, words = [], []
    for _ in range(60):
        text = rng.choices(WORDS, k=rng.randrange(5, 10))
        words += [(at + 0.33 * place + 0.18, word if rng.random() > 0.03 else "x") for place, word in enumerate(text)]
        rows.append(f"talk 1 anna {at:.3f} {at + 0.33 * len(text):.3f} {' '.join(text)}\n")
        at += 0.33 * len(text) + rng.choice((0.0, 0.0, 0.8))
    late = "".join(f"talk 1 {start:.3f} 0.313 {word}\n" for start, word in words).encode()
    result = scored("".join(rows).encode(), late)
    (cause,) = result.causes()
    assert cause.text.startswith("with the times of the hypothesis 0.18 s earlier")
    assert (result.wer or 0) > 0.3
    assert (cause.rate or 0) < 0.03


def test_a_shift_is_found_beside_many_errors_of_recognition() -> None:
    wrong = [" ".join(word if place % 3 else "y" for place, word in enumerate(text.split())) for text in HYPS]
    right, late = (scored(stm(REFS), ctm(wrong, shift)) for shift in (0.0, 1.0))
    assert not [notice for notice in right.notices if notice.name == "shift"]
    assert [(cause.name, cause.rate) for cause in late.causes()] == [("shift", right.wer)]


def test_words_with_words_have_shifts_that_cost_something() -> None:
    assert not scored(ctm(REFS), ctm(HYPS, 0.3), "ctm").notices
    (cause,) = scored(ctm(REFS), ctm(HYPS, 5.0), "ctm").causes()
    assert "5.00 s earlier" in cause.text


def test_each_recording_may_have_a_shift_of_its_own() -> None:
    late = {"a": 1.0, "b": 3.0, "c": 2.0}
    ref = b"".join(stm(REFS, name=name) for name in late)
    hyp = b"".join(ctm(HYPS, shift, name=name) for name, shift in late.items())
    (cause,) = scored(ref, hyp).causes()
    assert cause.rate == RIGHT
    assert "shifted by -3.00 to -1.00 s, by another amount in each recording" in cause.text


@pytest.mark.parametrize("side", ["hypothesis", "reference"])
def test_milliseconds_in_place_of_seconds_are_named(side: str) -> None:
    factors = {"hypothesis": 1.0, "reference": 1.0, side: 1000.0}
    result = scored(stm(REFS, factor=factors["reference"]), ctm(HYPS, factor=factors["hypothesis"]))
    (cause,) = result.causes()
    assert (cause.name, cause.rate) == ("unit", RIGHT)
    assert cause.advice == f"divide the times of the {side} by 1,000; expected seconds"
    assert not [notice for notice in result.notices if notice.name.startswith("beyond")]


def test_times_that_begin_again_in_each_segment_are_named() -> None:
    rows = b"".join(ctm([text]) for text in HYPS)
    (cause,) = scored(stm(REFS), rows).causes()
    assert (cause.name, cause.rate) == ("relative times", None)
    assert cause.advice == "add the start of its segment to the time of each word"


def test_ends_in_place_of_durations_are_named_with_the_rate() -> None:
    (cause,) = scored(stm(REFS), ctm(HYPS, ends=True)).causes()
    assert (cause.name, cause.rate) == ("ends", RIGHT)


def test_channels_that_are_exchanged_are_named() -> None:
    def both(make: Callable[..., bytes], texts: list[str], names: str) -> bytes:
        rows = [make(texts[at::2], 0.7 * at).replace(b" 1 ", f" {name} ".encode()) for at, name in enumerate(names)]
        return b"".join(rows)

    (cause,) = scored(both(stm, REFS, "AB"), both(ctm, HYPS, "BA")).causes()
    assert (cause.name, cause.rate) == ("channels", RIGHT)
    assert cause.text.startswith("with the channels A and B of the hypothesis exchanged the rate would be")
    assert cause.advice == "exchange the names of these channels in the hypothesis"
    # A recording of one channel alone has none to exchange.
    more = stm(["good day"], name="other").replace(b" 1 ", b" A "), ctm(["oh no"], name="other").replace(b" 1 ", b" A ")
    ref, hyp = (side + rest for side, rest in zip((both(stm, REFS, "AB"), both(ctm, HYPS, "BA")), more, strict=True))
    assert "channels" not in [cause.name for cause in scored(ref, hyp).causes()]


def test_times_that_are_doubled_are_named() -> None:
    (cause,) = scored(stm(REFS), ctm(HYPS, factor=2)).causes()
    assert (cause.name, cause.rate, cause.advice) == (
        "double",
        RIGHT,
        "divide the times of the hypothesis by 2; expected seconds",
    )


def test_sums_and_commands_name_shifts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [scored(stm(REFS, name=name), ctm(HYPS, 1.0, name=name)) for name in ("a", "b")]
    assert "1.00 s earlier" in sum(parts).causes()[0].text
    (tmp_path / "r.stm").write_bytes(stm(REFS))
    (tmp_path / "h.ctm").write_bytes(ctm(HYPS, 1.0))
    command = ["score", str(tmp_path / "r.stm"), str(tmp_path / "h.ctm")]
    assert main(command) == 0
    assert "1.00 s earlier" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    assert "shift" in [notice["name"] for notice in json.loads(capsys.readouterr().out)["notices"]]


def test_the_best_change_must_take_much_of_the_rate_away() -> None:
    small, large = TimeChange("shift", shift=0.1), TimeChange("shift", shift=0.5)
    assert best_change([small], lambda _: 0.06, 0.1) is None
    assert best_change([large], lambda _: 0.06, 0.1) == (large, 0.06)
    assert best_change([large], lambda _: 0.095, 0.1) is None
    assert best_change([large], lambda _: None, 0.1) is None
    assert best_change([large], lambda _: 1.2, 1.9) is None


def test_items_without_an_end_or_without_partners_have_no_votes() -> None:
    endless = Timed(["a"] * 3, [0.0, 1.0, 2.0], [float("inf")] * 3)
    nothing = Timed((), (), ())
    assert not [*changes_of({"talk": (endless, endless), "walk": (nothing, endless)})]


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.sweep(4)
@pytest.mark.parametrize("seed", range(300, 315))
def test_an_honest_job_with_times_has_no_notice(kind: str, seed: int) -> None:
    assert alarms(kind, seed) == []
