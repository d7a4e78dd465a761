"""Phoneme error rate: listed pronunciations are right, whatever their order."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core
from scorelite.compat.speechline import PhonemeErrorRate
from scorelite.formats.errors import FormatError, MismatchError, UsageError
from scorelite.scoring.words.alignment import align
from scorelite.scoring.words.phonemes import read_lexicon, score_phonemes

phonemes = st.sampled_from(["a", "b", "@", "{", "}", "/", "\\", "(x)", ";", "d*"])
pronunciations = st.lists(st.lists(phonemes, max_size=4), min_size=1, max_size=3)


@given(st.dictionaries(st.sampled_from("uvw"), pronunciations, min_size=1), st.data())
def test_a_listed_pronunciation_is_right(lexicon: dict[str, list[list[str]]], data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(sorted(lexicon)), max_size=4))
    said = [phoneme for word in words for phoneme in data.draw(st.sampled_from(lexicon[word]))]
    result = score_phonemes([words], [said], lexicon)
    assert result.counts.errors == 0
    assert result.counts.reference == len(said)


def test_the_errors_are_those_of_the_best_choice_of_pronunciations() -> None:
    generator = random.Random(1)
    for _ in range(150):
        lexicon = {
            word: [generator.choices("abc", k=generator.randint(1, 4)) for _ in range(generator.randint(1, 3))]
            for word in "uv"
        }
        words = generator.choices("uv", k=generator.randint(1, 3))
        said = generator.choices("abc", k=generator.randint(0, 7))
        ways = (
            [phoneme for pronunciation in choice for phoneme in pronunciation]
            for choice in product(*(lexicon[word] for word in words))
        )
        least = min(align(way, said, policy="kaldi_align").counts.errors for way in ways)
        assert score_phonemes([words], [said], lexicon).counts.errors == least


def test_pronunciations_may_be_long_and_many() -> None:
    # The twin keeps an object for every pair of phonemes.
    length = 9000 if core.NAME == "native" else 900
    lexicon = {"w": [["a"] * length, *([str(number)] for number in range(500)), []]}
    assert score_phonemes([["w"]], [["a"] * length], lexicon).counts.errors == 0
    assert score_phonemes([["w", "w"]], [["7"]], lexicon).counts.errors == 0


def test_speechline_counts_errors_where_there_are_none() -> None:
    lexicon = {"test": [["t", "ɛ", "s", "t"], ["t", "ɛ", "s"]]}
    assert PhonemeErrorRate(lexicon)([["test"]], [["t", "ɛ", "s"]]) == 0.25
    assert score_phonemes([["test"]], [["t", "ɛ", "s"]], lexicon).per == 0


def test_every_utterance_has_its_alignment() -> None:
    result = score_phonemes([["a", "b"], []], [["x", "z"], ["y"]], {"a": [["x"]], "b": [["y", "z"]]})
    first, second = result.utterances
    assert first.alignment.to_list() == [["C", "x", "x"], ["D", "y", None], ["C", "z", "z"]]
    assert second.per is None
    assert result.per == 2 / 3


def test_what_cannot_be_scored_is_an_error_that_says_so() -> None:
    with pytest.raises(UsageError, match="2 words not in the lexicon: no, yes"):
        score_phonemes([["no", "yes"]], [[]], {})
    with pytest.raises(UsageError, match="no pronunciation for 'w'"):
        score_phonemes([["w"]], [[]], {"w": []})
    with pytest.raises(MismatchError, match="2 sequences"):
        score_phonemes([[], []], [[]], {})
    with pytest.raises(UsageError, match="lexicon format"):
        read_lexicon(b"", format="nonsense")  # type: ignore[arg-type]


def test_lexica_of_cmudict_and_of_kaldi() -> None:
    cmudict = b";;; a comment\nREAD  R EH1 D\nREAD(1)  R IY1 D # a variant\n(PAREN  P ER0 EH1 N\n\n"
    assert read_lexicon(cmudict, format="cmudict") == {
        "READ": [["R", "EH1", "D"], ["R", "IY1", "D"]],
        "(PAREN": [["P", "ER0", "EH1", "N"]],
    }
    assert read_lexicon(b"w a b\nw c\n<eps> SIL\n", format="kaldi") == {"w": [["a", "b"], ["c"]], "<eps>": [["SIL"]]}
    assert read_lexicon(b"w 1.0 a b\nw\t0.5\tc\n", format="kaldi_probabilities") == {"w": [["a", "b"], ["c"]]}


@pytest.mark.parametrize(
    ("data", "format"), [(b"w\n", "kaldi"), (b"w a b\n", "kaldi_probabilities"), (b"w 1\n", "kaldi_probabilities")]
)
def test_a_broken_line_is_an_error_with_its_place(data: bytes, format: str) -> None:
    with pytest.raises(FormatError, match="<bytes>:1:1: "):
        read_lexicon(data, format=format)  # type: ignore[arg-type]
