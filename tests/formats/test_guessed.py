"""Answers to guessed names: what means the same, but never another measure."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats import Region
from scorelite.formats.guessed import RATES, Missing, answer, meaning, same

MEASURES = sorted(RATES)


@pytest.mark.parametrize("name", MEASURES)
def test_no_measure_stands_for_another(name: str) -> None:
    others = [each for each in MEASURES if each != name and not name.startswith(each)]
    answers = {each: f"result.{each}" for each in others}
    for guess in (name, name.upper(), f"compute_{name}", f"{name}_score", f"weighted_{name}"):
        assert answer(guess, {}, others) == ""
        assert answer(guess, answers, []) == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("word_error_rate", ("wer",)),
        ("WordErrorRate", ("wer",)),
        ("wer_score", ("wer",)),
        ("cp_word_error_rate", ("cp", "wer")),
        ("num_insertions", ("ins",)),
        ("total_errors", ("error",)),
        ("TopConfusions", ("confusion",)),
        ("loadRTTM", ("read", "rttm")),
    ],
)
def test_names_are_reduced_to_what_they_mean(name: str, words: tuple[str, ...]) -> None:
    assert meaning(name) == words


def test_the_shortest_of_names_that_mean_the_same_is_the_answer() -> None:
    assert answer("get_speakers", {}, ["speaker_numbers", "speakers"]) == "; expected speakers"


def test_a_typing_error_is_named_before_a_part_of_the_name() -> None:
    assert answer("case_sensitve", {"case": "lower()"}, ["case_sensitive"]) == "; did you mean case_sensitive?"
    assert answer("wer_by_speaker", {"by_speaker": "by()", "wer": "rate"}, ["wer"]) == "; expected by()"


@given(st.text(max_size=30))
def test_every_unknown_name_has_an_answer(name: str) -> None:
    message = str(Missing(Region("talk", "1", 0, 1), name))
    is_answered = "; expected " in message or "; did you mean " in message
    assert is_answered is not (name.startswith("_") or name in dir(Region))


def test_the_word_error_and_a_rate_are_never_an_answer_alone() -> None:
    assert same("words", {"word_errors": "confusions()"}, []) == ""
    assert same("errors_by_speaker", {"by_speaker": "by()"}, []) == "by()"
    assert answer("detection_error_tradeoff", {"errors": "errors"}, []) == ""
    assert answer("false_alarm_rate", {"false_alarm": "false_alarm"}, []) == ""


def test_a_verb_that_says_little_gives_way_to_the_word_after_it() -> None:
    answers = {"dump": "save(path)", "pra": "report('pra')", "plot": "plot()", "confusions": "confusions()"}
    assert answer("write_pra", answers, []) == "; expected report('pra')"
    assert answer("plot_confusions", answers, []) == "; expected plot()"


def test_the_message_about_an_attribute_is_made_when_it_is_shown() -> None:
    region = Region("talk", "1", 0, 1)
    with pytest.raises(AttributeError) as caught:
        region.stop_time  # type: ignore[attr-defined]  # noqa: B018
    assert isinstance(caught.value.args[0], Missing)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_words_of_opposite_meaning_are_no_answer() -> None:
    assert {*meaning("allow_pipes")} != {*meaning("drop_pipes")}
    assert {*meaning("substitute")} != {*meaning("punctuation")}
