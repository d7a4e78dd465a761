"""Texts cut into characters."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scorelite.scoring.words.characters import graphemes, spell
from tests.compat.programs.kaldi.runs import kaldi
from tests.peers import peer


def test_the_recipe_s_own_cutter_agrees(gold: Path) -> None:
    folder = gold / "kaldi" / "38_cer_tokenizer"
    done = kaldi("character_tokenizer", stdin=(folder / "in.txt").read_bytes())
    assert done.stdout == (folder / "chars").read_bytes()


def test_marks_stay_whole() -> None:
    assert spell(["a[b]c", "<unk>", "!SIL", "[x", "y>"]) == ["a[b]c", "<unk>", "!SIL", "[", "x", "y", ">"]


def test_bytes_that_are_no_text_are_a_character_each() -> None:
    assert kaldi("character_tokenizer", stdin=b"u a\xe9b\n\nv\n").stdout == b"u a \xe9 b\n\nv\n"


def test_graphemes_are_asked_for() -> None:
    text = "u e\u0301a\n".encode()
    assert kaldi("character_tokenizer", stdin=text).stdout == "u e \u0301 a\n".encode()
    assert kaldi("character_tokenizer", "--graphemes", stdin=text).stdout == "u e\u0301 a\n".encode()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("ab", 2),
        ("\r\n", 1),
        ("각", 1),
        ("กำ", 1),
        ("👍🏽", 1),
        ("👩‍👩‍👧", 1),
        ("🇩🇪🇫🇷", 2),
        ("a\u0301\u0302b", 2),
    ],
)
def test_what_readers_call_a_character(text: str, count: int) -> None:
    assert len(graphemes(text)) == count
    assert "".join(graphemes(text)) == text


def test_clusters_are_those_of_unicode() -> None:
    regex = peer("regex")
    generator = random.Random(1)
    pool = [chr(code) for code in (*range(32, 591), *range(0x300, 0x370), *range(0xE00, 0xE80), 0x1100, 0x1161, 0x11A8)]
    for _ in range(2000):
        text = "".join(generator.choices([*pool, "각", "가", "❤", "\ufe0f", "🏽", "👩", "🇩", "\n"], k=4))
        assert graphemes(text) == regex.findall(r"\X", text)
