"""Laws of normalisers: logs replay, cores agree, own normalisers do nothing twice, marks stay."""

from __future__ import annotations

import importlib
import pickle
import unicodedata
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorelite.scoring.normalise import NORMALISERS, Rule, Table, chain_of, normalise, replayed
from scorelite.scoring.normalise.log import Log
from scorelite.scoring.normalise.operation import Function, Operation
from tests.core.conftest import built
from tests.normalise.material import MARKS, ODD, sentences

NAMES = [normaliser.name for normaliser in NORMALISERS]
TEXTS = st.lists(
    st.text(st.sampled_from([*"ab1 .'$%\n", *MARKS, *[odd[0] for odd in ODD]]) | st.characters()), max_size=5
)


@lru_cache
def programs(name: str) -> tuple[list[str], list[Any]]:
    """Names of the rules, and the program of every core."""
    steps = [step for step in chain_of(name).steps if isinstance(step, Table | Operation | Function)]
    modules = ("scorelite.core.python", *(["scorelite.core._native"] if built() else []))
    made = [importlib.import_module(module).Program([step.operation for step in steps]) for module in modules]
    return [name for step in steps for name in step.names], made


def runs(name: str, texts: list[str]) -> list[tuple[list[str], Log]]:
    """Texts and log of every core."""
    names, made = programs(name)
    runs = []
    for program in made:
        result, columns, pieces = program.run(texts, True)
        runs.append((result, Log(columns, pieces, names)))
        assert program.run(texts)[0] == result
    return runs


@pytest.mark.parametrize("name", NAMES)
def test_cores_agree_and_logs_replay_on_sentences(name: str) -> None:
    texts = list(sentences(7, 60))
    first, *others = runs(name, texts)
    assert replayed(texts, first[1]) == first[0]
    for result, log in others:
        assert result == first[0]
        assert list(log) == list(first[1])


@pytest.mark.parametrize(
    "name",
    [
        "basic",
        "numbers-en",
        "ids-en",
        "whisper-en",
        "leaderboard-en",
        "leaderboard-multilingual",
        "chime6",
        "chime8",
        "cjk-width",
    ],
)
@given(texts=TEXTS)
def test_cores_agree_and_logs_replay_on_any_text(name: str, texts: list[str]) -> None:
    first, *others = runs(name, texts)
    assert replayed(texts, first[1]) == first[0]
    for result, log in others:
        assert result == first[0]
        assert list(log) == list(first[1])


@pytest.mark.parametrize("name", [*NAMES, "drop:<unk> uh*", "drop:[*]", "replace:oe=o"])
def test_a_normaliser_is_pickled(name: str) -> None:
    texts = list(sentences(7, 20))
    chain = pickle.loads(pickle.dumps(chain_of(name)))
    assert (chain, chain.digest) == (chain_of(name), chain_of(name).digest)
    assert chain.apply(texts) == chain_of(name).apply(texts)


@pytest.mark.sweep(16)
@pytest.mark.parametrize("name", [normaliser.name for normaliser in NORMALISERS if normaliser.idempotent])
@settings(max_examples=max(5, settings.default.max_examples // 3))
@given(texts=TEXTS)
def test_a_normaliser_changes_nothing_twice(name: str, texts: list[str]) -> None:
    once = normalise([*texts, *sentences(len(texts), 3)], name, log=False)[0]
    assert normalise(once, name, log=False)[0] == once


@pytest.mark.parametrize(
    "name",
    ["basic", "basic-marks", "numbers-en", "width", "cjk-width", "quotes-and-dashes", "zero-width", "joiners", "nfc"],
)
@given(text=st.text(st.sampled_from("हिन्दीमेंไทยทั้ งة ًe\u0301\u200d")))
def test_vowel_signs_stay(name: str, text: str) -> None:
    def marks(text: str) -> int:
        return sum(unicodedata.category(letter)[0] == "M" for letter in unicodedata.normalize("NFD", text))

    assert marks(normalise([text], name, log=False)[0][0]) == marks(text)


@given(
    rules=st.lists(
        st.builds(
            Rule,
            st.text("ab '^]\\-", min_size=1, max_size=4).map(lambda text: " ".join(text.split()) or "a"),
            st.text("abc ", max_size=3),
            st.sampled_from(("any", "word", "blank")),
            st.sampled_from(("any", "word", "blank")),
        ),
        max_size=4,
        unique_by=lambda rule: rule.search,
    ),
    texts=st.lists(st.text("ab '^]\\- \t"), max_size=3),
    exact=st.booleans(),
)
def test_cores_agree_on_any_table(rules: list[Rule], texts: list[str], exact: bool) -> None:
    if not built():
        pytest.skip("the native core was not built")
    operation = Table("t", tuple(rules), exact).operation
    actual = [importlib.import_module(f"scorelite.core.{name}").Program([operation]) for name in ("python", "_native")]
    assert actual[0].run(texts, True) == actual[1].run(texts, True)


@pytest.mark.slow
def test_threads_change_nothing() -> None:
    texts = list(sentences(3, 2000))
    chain = chain_of("whisper-en")
    assert chain.apply(texts, log=True, threads=2) == chain.apply(texts, log=True)
