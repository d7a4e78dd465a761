"""Texts put together from words that were normalised before give the results and the log of whole texts."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core
from scorelite.scoring.normalise import NORMALISERS, chain_of
from scorelite.scoring.normalise.operation import Function, Operation, Table
from tests.normalise.differential import cases

_NAMES = (
    "whisper-en",
    "whisper-basic",
    "leaderboard-en",
    "leaderboard-multilingual",
    "basic",
    "numbers-en",
    "ids-en",
    "jiwer-standardize",
)
_TEXTS = st.lists(st.sampled_from(["a", "b", "ab", "a.", "'b", "$", "1", "%", "half", "x", "", "\t", "ä"])).map(
    " ".join
)
_WORDS = st.text("\u03a3\u03c3'\u2019hmuo!.?$%05-fiA\u0301e\u00df", min_size=1, max_size=6)
_SEARCHES = st.lists(st.sampled_from(["a", "b", "ab", "x", "1"]), min_size=1, max_size=3).map(" ".join)
_RULES = st.tuples(
    st.tuples(st.sampled_from(["", "", " "]), _SEARCHES, st.sampled_from(["", "", " "])).map("".join),
    st.sampled_from(["", "a", "b x", " ", "x "]),
    st.integers(0, 2),
    st.integers(0, 2),
)
_MORE = st.lists(
    st.sampled_from(["squeeze", "strip", "long_blanks", "ends", "acronyms", "periods", "lone_symbols", "spans"]),
    max_size=3,
)
_OPERATIONS = {
    "squeeze": ("squeeze", False),
    "strip": ("squeeze", True),
    "long_blanks": ("long_blanks",),
    "ends": ("strip",),
    "spans": ("spans", "$", "%", 0),
    **{name: (name,) for name in ("acronyms", "periods", "lone_symbols")},
}


def _whole(operations: list[tuple[object, ...]], texts: list[str], *, log: bool) -> object:
    """The output of operations among which one is a function of whole texts, so that no text is cut."""
    return core.Program([*operations, ("whole", str)]).run(texts, log)


def test_changes_that_make_up_for_each_other_are_logged() -> None:
    operations: list[tuple[object, ...]] = [("table", [("a", "", 0, 0), ("b", "ab", 0, 0)], False)]
    texts = ["ab", "x ab x", "x"]
    for log in (True, False, True):
        assert core.Program(operations).run(texts, log) == _whole(operations, texts, log=log)
    assert len(core.Program(operations).run(texts, True)[1]) == 4 * 20


@given(st.lists(_RULES, min_size=1, max_size=4), _MORE, st.booleans(), st.lists(_TEXTS, max_size=6))
def test_rules_of_several_words(
    rules: list[tuple[str, str, int, int]], more: list[str], exact: bool, texts: list[str]
) -> None:
    operations: list[tuple[object, ...]] = [("table", rules, exact), *(_OPERATIONS[name] for name in more)]
    program = core.Program(operations)
    for log in (False, True, False):
        assert program.run(texts, log) == _whole(operations, texts, log=log)


_LETTERS = {"A": "a", "b": "", "c": "  ", "d": "A", "e": "$", "x": "\t", "y": "xy"}


def _replaced(letter: str) -> str | None:
    return None if letter == "?" else _LETTERS.get(letter, letter)


def _letters(text: str) -> str:
    return "".join("!" if letter == "?" else _LETTERS.get(letter, letter) for letter in text)


@given(
    st.lists(st.sampled_from(["letters", "spans", "words"]), min_size=1, max_size=3),
    st.sampled_from(["", "squeeze", "strip"]),
    st.lists(st.text("AAabcdexy$%? \t\u00e4", max_size=8), max_size=6),
)
def test_chains_that_work_letter_by_letter(names: list[str], squeeze: str, texts: list[str]) -> None:
    letters = {name: ("letters", _replaced, _letters, name == "words") for name in ("letters", "words")}
    operations = {**_OPERATIONS, **letters}
    chosen = [operations[name] for name in (*names, *([squeeze] if squeeze else []))]
    program = core.Program(chosen)
    for log in (False, True, False):
        assert program.run(texts, log) == _whole(chosen, texts, log=log)


_BY_WORDS = {
    step.summary: step.whole
    for normaliser in NORMALISERS
    if not normaliser.package
    for step in normaliser.chain().steps
    if isinstance(step, Function) and step.by_words
}


@given(st.sampled_from([*_BY_WORDS]), st.lists(st.one_of(st.text(min_size=1), _WORDS), max_size=6))
def test_functions_that_say_so_work_word_by_word(name: str, words: list[str]) -> None:
    whole = _BY_WORDS[name]
    words = [*filter(None, ("".join(word.split()) for word in words))]
    assert whole(" ".join(words)) == " ".join(map(whole, words))


def test_a_function_of_words_is_asked_once_for_each_word() -> None:
    asked: list[str] = []

    def whole(text: str) -> str:
        asked.append(text)
        return text.replace("b", "B")

    operation = ("letters", lambda letter: None if letter == "b" else letter, whole, True)
    results, _, _ = core.Program([operation]).run(["a ab c", "b  ab", "cab ab"] * 50)
    assert results[:3] == ["a aB c", "B  aB", "caB aB"]
    if core.NAME == "native":
        assert sorted(asked) == ["ab", "b", "cab"]


def test_words_that_a_function_was_asked_long_ago_are_logged() -> None:
    operation = ("letters", lambda letter: None if letter == "b" else letter, lambda word: word.replace("b", "B"), True)
    program = core.Program([operation])
    for _ in range(2):
        program.run(["b0 x"])
    program.run([f"b{number}" for number in range(1, 1 << 17)])
    assert program.run(["b0 x"], True)[::2] == (["B0 x"], "b0B0")


@pytest.mark.parametrize("name", _NAMES)
def test_built_in_normalisers(name: str) -> None:
    texts = list(islice(cases(41), 400))
    texts += [" ".join(texts[place : place + 2]) for place in range(0, 300, 2)]
    steps = chain_of(name).steps
    operations = [step.operation for step in steps if isinstance(step, (Table, Operation, Function))]
    assert len(operations) == len(steps)
    program = core.Program(operations)
    for log in (False, True, False):
        assert program.run(texts, log) == _whole(operations, texts, log=log)
