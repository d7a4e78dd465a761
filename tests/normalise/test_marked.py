"""Texts with marks, normalised by columns: what is written equals what labels made one by one give."""

from __future__ import annotations

import random

import pytest

from scorelite import formats
from scorelite.formats.errors import FormatError, Problems, Where
from scorelite.formats.schema.markup import are_sound, check, first_branches, parse, render
from scorelite.scoring.normalise import chain_of, corpus
from scorelite.scoring.normalise.corpus import normalise_corpus

WORDS = (
    *("good", "it's", "well-known", "uh-", "two", "(hm)", "(hm);", "(it's);n", "a;b;c", "3.5", "a*", "**", "@"),
    *("x\\;y", "a/b", "-", "()", "don't", "mr.", "Köln", "$5"),
)
ALTERNATIONS = (
    "{ a / b }",
    "{ it's / @ }",
    "{ two ok / { um / (uh) } x }",
    "{a/b}c",
    "{ @ / @ }",
    "{ um / uh }",
    "{ a;b / c* }",
)


def transcript(chance: random.Random) -> str:
    parts = [chance.choice(ALTERNATIONS if chance.random() < 0.3 else WORDS) for _ in range(chance.randrange(8))]
    return "".join(part + chance.choice((" ", " ", "  ", "\t")) for part in parts)


@pytest.mark.parametrize("name", ["casefold", "whisper-en", "basic"])
def test_marks_stay_where_words_between_them_are_normalised(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, chain = random.Random(name), chain_of(name)
    for _ in range(150):
        data = "".join(f"{transcript(chance)} (a-{row})\n" for row in range(3)).encode()
        read = formats.read(data, format="trn")
        done = normalise_corpus(read, chain)
        with monkeypatch.context() as patch:
            patch.setattr(corpus, "_runs_of", lambda _: None)
            expected = normalise_corpus(read, chain)
        assert done.corpus.texts() == expected.corpus.texts(), data
        assert list(done.texts) == list(expected.texts), data
        assert list(done.lines()) == list(expected.lines()), data


@pytest.mark.slow
def test_sound_texts_have_no_problem_and_usual_ones_are_sound() -> None:
    chance = random.Random(1)
    parts = ["{", "}", "/", " ", "a", "@", "\\", "{ a / b }", "(", "\t", "{ ", "} "]
    for _ in range(20_000):
        text = "".join(chance.choice(parts) for _ in range(chance.randrange(1, 12)))
        problems = Problems()
        check(text, Where("x", 1), problems, text)
        try:
            problems.check()
        except FormatError:
            assert not are_sound([text]), text
    assert are_sound(ALTERNATIONS)


def test_texts_without_marks_are_those_of_first_branches() -> None:
    chance = random.Random(2)
    for _ in range(500):
        text = transcript(chance).strip()
        plain = first_branches([text])
        if plain is not None and any(map(text.__contains__, "{}\\;*@(-")):
            assert plain == [render(parse(text, "sclite"), "plain")], text
