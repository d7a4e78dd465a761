"""A long stretch that one side lacks is said, with the place where it begins."""

from __future__ import annotations

import pytest

from scorelite import scoring

WORDS = [f"word{place}" for place in range(400)]
WHOLE = " ".join(WORDS)
HALF = " ".join(WORDS[:200])
GAP = " ".join(WORDS[:100] + WORDS[250:])


@pytest.mark.parametrize(
    ("ref", "hyp", "text"),
    [
        (WHOLE, HALF, "reference in a row, from word 201 on, which the hypothesis lacks: is the hypothesis cut off?"),
        (HALF, WHOLE, "hypothesis in a row, from word 201 on, which the reference lacks: is the reference cut off?"),
        (WHOLE, GAP, "from word 101 on, which the hypothesis lacks: is a part of the hypothesis missing?"),
    ],
)
def test_a_stretch_that_one_side_lacks_is_said_with_its_place(ref: str, hyp: str, text: str) -> None:
    (cause,) = scoring.score([ref], [hyp]).causes()
    assert (cause.name, cause.keyword, cause.rate) == ("missing stretch", "", None)
    assert cause.text.endswith(text)


def test_the_utterance_that_lacks_a_stretch_is_named() -> None:
    others = {f"u{number}": " ".join(WORDS[number : number + 6]) for number in range(1, 9)}
    (cause,) = scoring.score({"u0": WHOLE, **others}, {"u0": HALF, **others}).causes()
    assert cause.text.startswith("200 of 200 errors are words of the reference in a row, from word 201 of u0 on")


@pytest.mark.parametrize("kept", [351, 20])
def test_less_than_fifty_words_and_less_than_half_of_the_errors_are_recognition(kept: int) -> None:
    wrong = [f"other{place}" if place > kept else word for place, word in enumerate(WORDS)]
    hyp = " ".join(wrong[:300] + wrong[349:])
    assert "missing stretch" not in {cause.name for cause in scoring.score([WHOLE], [hyp]).causes()}


SPOKEN = "we met at the harbour and walked along the old wall"


@pytest.mark.parametrize(
    ("ref", "hyp", "where"),
    [
        (f"interview twelve of third march {SPOKEN}", SPOKEN, "reference in a row, from word 1 on"),
        (SPOKEN, f"{SPOKEN} subtitles by the amara community", "hypothesis in a row, from word 12 on"),
    ],
)
def test_a_few_words_at_the_edge_of_the_only_text_may_be_no_speech(ref: str, hyp: str, where: str) -> None:
    (cause,) = scoring.score([ref], [hyp]).causes()
    assert where in cause.text
    assert cause.text.endswith("lacks: are they spoken, or a title or credits?")
    others = {f"u{number}": SPOKEN for number in range(3)}
    assert not scoring.score({"u": ref, **others}, {"u": hyp, **others}).causes()


TEXTS = [" ".join(WORDS[place * 8 : place * 8 + 8]) for place in range(20)]


def test_many_empty_hypotheses_are_said() -> None:
    hyps = [text if place % 2 else "" for place, text in enumerate(TEXTS)]
    (cause,) = scoring.score(TEXTS, hyps).causes()
    assert cause.text == "10 of 20 hypotheses are empty, with 100.0 % of the errors: is output missing?"


def test_hypotheses_that_are_absent_are_not_empty() -> None:
    refs = {f"u{place}": text for place, text in enumerate(TEXTS)}
    hyps = {name: "" if name in ("u0", "u1", "u2", "u3") else text for name, text in refs.items() if name != "u9"}
    result = scoring.score(refs, hyps, missing="delete")
    assert "4 of 19 hypotheses are empty, with 80.0 % of the errors: is output missing?" in map(str, result.notices)
    one = scoring.score(refs, {name: text for name, text in refs.items() if name != "u9"}, missing="delete")
    assert not [notice for notice in one.notices if "empty" in notice.name]


def test_a_loop_is_named_with_what_is_repeated_and_where() -> None:
    result = scoring.score(TEXTS, [*TEXTS[:-1], f"{TEXTS[-1][:10]} {'thank you ' * 40}"])
    (cause,) = result.causes()
    errors = result.counts.errors
    text = f"of {errors} errors are words that the hypothesis repeats on end: 'thank you' 40 times, from word "
    assert (cause.name, text in cause.text) == ("loops", True)
    assert cause.text.endswith(" of 20 on; result.failures() shows every loop")


def test_loops_of_several_hypotheses_are_counted_together() -> None:
    hyps = [f"{text} {'mat ' * 30}" if place % 5 == 0 else text for place, text in enumerate(TEXTS)]
    (cause,) = scoring.score(TEXTS, hyps).causes()
    assert cause.text.startswith(
        "120 of 120 errors are words that 4 hypotheses repeat on end: 'mat' 30 times, from word "
    )


def heard(texts: list[str]) -> list[str]:
    """The texts with their first and last words wrong."""
    return [f"{place}x {' '.join(text.split()[1:-1])} {place}y" for place, text in enumerate(texts)]


@pytest.mark.parametrize("right", [0, 30])
def test_one_empty_hypothesis_with_a_quarter_of_the_errors_is_said_at_any_rate(right: int) -> None:
    refs = [*TEXTS[:13], *TEXTS * 2][: 13 + right]
    result = scoring.score(refs, ["", *heard(refs[1:13]), *refs[13:]])
    text = f"1 of {13 + right} hypotheses is empty, with 25.0 % of the errors"
    assert (result.causes(), [notice.text for notice in result.notices]) == ((), [text])


def test_an_empty_hypothesis_of_few_words_is_said_where_it_makes_all_errors() -> None:
    refs = ["i would like to cancel", "it costs 5 dollars"]
    (notice,) = scoring.score(refs, [refs[0], ""]).notices
    assert notice.text == "1 of 2 hypotheses is empty, with 100.0 % of the errors"
    assert not scoring.score(refs, ["i would like to", ""]).notices


def test_an_empty_hypothesis_of_a_short_text_or_among_many_errors_is_recognition() -> None:
    assert not scoring.score(["yes please", *TEXTS], ["", *TEXTS]).notices
    assert not scoring.score(TEXTS[:14], ["", *heard(TEXTS[1:14])]).notices
