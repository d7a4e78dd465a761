"""Functions and objects of users as normalisers."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite import meetings


def spelled(text: str, old: str = "colour", new: str = "color") -> str:
    return text.replace(old, new)


def replacing(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


class Cleaner:
    """A class as Whisper's EnglishTextNormalizer: rules are attributes, and the object is called."""

    def __init__(self, **words: str) -> None:
        self.words = words
        self.pattern = re.compile("[.,]")

    def __call__(self, text: str) -> str:
        return self.pattern.sub("", " ".join(self.words.get(word, word) for word in text.lower().split()))

    def upper(self, text: str) -> str:
        return text.upper()


class Slotted:
    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def __call__(self, text: str) -> str:
        return text.replace(self.word, "")


def label(*normalisers: Any) -> str:
    chain = scorelite.Settings(normalise=list(normalisers)).chain
    assert chain is not None
    return chain.label


def test_a_function_normalises_both_sides_and_signs_itself() -> None:
    result = scorelite.score(["a colour", "b"], ["a color", "b"], normalise=spelled)
    assert result.counts.errors == 0
    name = r"tests\.normalise\.test_functions\.spelled@[0-9a-f]{8}"
    assert re.search(rf"\|normalise:{name}\|", result.signature)
    assert re.search(rf"\|normalise:{name}$", result.settings.signature)
    assert result.normalisation().raw.errors == 1
    assert [change["after"] for change in result.changes()] == ["color"]


def test_a_saved_result_keeps_the_name_of_its_function() -> None:
    file = io.BytesIO()
    result = scorelite.score(["A."], ["a"], normalise=Cleaner())
    result.save(file)
    assert scorelite.load(file.getvalue()).signature == result.signature


def test_files_and_meetings_take_functions() -> None:
    result = scorelite.score_files(b"a { colour / b } (x-1)\n", b"a color (x-1)\n", normalise=spelled)
    assert result.wer == 0
    ctm = b"t 1 0 1 a\nt 1 1 1 colour\n"
    timed = scorelite.score_files(ctm, ctm.replace(b"ou", b"o"), ref_format="ctm", hyp_format="ctm", normalise=spelled)
    assert timed.wer == 0
    assert timed.utterances[0].alignment.pairs[1].ref_start == 1.0
    rows = {"t": [("x", "colour")]}
    assert meetings.score(rows, {"t": [("y", "color")]}, normalise=spelled).error_rate == 0
    assert scorelite.normalise(["colour", "b"], [str.upper, str.lower, spelled]) == ["color", "b"]


def test_equal_objects_have_one_signature_and_other_attributes_another() -> None:
    assert label(Cleaner(it="is")) == label(Cleaner(it="is")) != label(Cleaner(it="was"))
    assert label(Cleaner(it="is").upper) != label(Cleaner(it="was").upper)
    assert label(Slotted("a")) == label(Slotted("a")) != label(Slotted("b"))
    assert label(replacing("a", "b")) == label(replacing("a", "b")) != label(replacing("a", "c"))
    assert label(partial(spelled, old="a")) == label(partial(spelled, old="a")) != label(partial(spelled, old="b"))


def test_the_source_decides_about_the_signature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    labels = []
    monkeypatch.syspath_prepend(str(tmp_path))
    for number, change in enumerate(("text.lower()", "text.lower() ", "text.upper()")):
        (tmp_path / f"rules_{number}.py").write_text(f"def clean(text):\n    return {change}\n")
        importlib.invalidate_caches()
        labels.append(label(importlib.import_module(f"rules_{number}").clean))
    assert len({each.partition("@")[2] for each in labels}) == 3
    assert labels[0].startswith("rules_0.clean@")


def test_what_has_no_source_is_signed_by_its_name_if_that_leads_to_it() -> None:
    assert label(str.lower, str.casefold) == "builtins.str.lower+builtins.str.casefold"


def test_functions_without_a_source_of_their_own_are_told_apart_by_their_code() -> None:
    first, other = (lambda text: text.lower(), lambda text: text.upper())
    assert label(first) == label(first) != label(other)
    typed, again, third = map(eval, ("lambda text: text[1:]", "lambda text: text[1:]", "lambda text: text[2:]"))
    assert label(typed) == label(again) != label(third)


def nothing(text: str) -> Any:
    return None


class Held:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, text: str) -> str:
        return text


REFUSED = [
    ("x".join, "builtins.str.join cannot be signed: it has no source, and cannot be imported by its name; expected a"),
    (Held(Held(Held(object()))), "object cannot be signed: Python does not show what it holds"),
    (nothing, r"made NoneType of the text 'a'; expected a text"),
    (Cleaner, r"normaliser Cleaner is a class; expected an instance: Cleaner\(\)"),
    (
        3,
        "a normaliser is 3; expected a name such as 'basic' or 'whisper-en', a rule file, a function of a text, or",
    ),
]


@pytest.mark.parametrize(("function", "message"), REFUSED)
def test_what_cannot_be_signed_or_gives_no_text_is_refused(function: Any, message: str) -> None:
    with pytest.raises(scorelite.UsageError, match=message):
        scorelite.score(["a"], ["a"], normalise=function)


def test_an_object_that_holds_itself_is_refused() -> None:
    value = Held(None)
    value.value = value
    with pytest.raises(scorelite.UsageError, match="it holds objects within objects"):
        label(value)


def test_an_error_of_the_function_is_not_changed() -> None:
    def broken(text: str) -> str:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        scorelite.score(["a"], ["a"], normalise=broken)
