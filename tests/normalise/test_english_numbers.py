"""Whisper's numbers in both cores: the native one writes integers of any size itself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as _core
from scorelite.core.python import Program
from scorelite.scoring.normalise.english_numbers import Numbers, number_words

_LARGEST = 10**18
_WORDS = [word for word in number_words() if word[2] <= _LARGEST]
_SPELLED = Numbers(_WORDS).spell
_SHOWN = [*(word for word, *_ in _WORDS), "5", "007", "2.50", "$20", "12345678901234567890", "0.0", "cats", "cent"]
_native_only = pytest.mark.skipif(_core.NAME != "native", reason="needs the native core")


def _operation(asked: list[str]) -> tuple[object, ...]:
    """The operation, which notes the texts that the core asks Python about."""

    def whole(text: str) -> str:
        asked.append(text)
        return _SPELLED(text)

    return "english_numbers", _WORDS, whole


@_native_only
@given(st.lists(st.lists(st.sampled_from(_SHOWN), max_size=12).map(" ".join), max_size=5))
def test_the_cores_agree_about_numbers(texts: list[str]) -> None:
    asked: list[str] = []
    for log in (False, True):
        assert _core.Program([_operation(asked)]).run(texts, log) == Program([_operation([])]).run(texts, log)
    assert asked == []


@_native_only
def test_the_native_core_writes_long_numbers_without_python() -> None:
    chance = Random(7)
    words = ["one", "seven", "twelve", "ninety", "hundred", "thousand", "million", "billion", "quintillion", "point"]
    texts = [" ".join(chance.choices(words, k=chance.randrange(10, 40))) for _ in range(2000)]
    asked: list[str] = []
    results, _, _ = _core.Program([_operation(asked)]).run(texts)
    assert results == list(map(_SPELLED, texts))
    assert max(max(map(len, text.split())) for text in results) > 40
    assert asked == []


@_native_only
def test_numbers_that_python_limits_are_left_to_python() -> None:
    asked: list[str] = []
    texts = [f"{'7' * 4001} cats", f"{'7' * 4000} cats"]
    assert _core.Program([_operation(asked)]).run(texts)[0] == list(map(_SPELLED, texts))
    assert asked == texts[:1]
