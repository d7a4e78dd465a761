"""Texts of alignments with each word in another form: written, aligned again, and searched for compounds."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from tests.core.ask import Ask, integers
from tests.core.batches import OPTIONS_OF_BOTH, batch_of, texts_of

POLICIES = [((4, 3, 3), "SID"), ((1, 1, 1), "IDS"), ((1, 1, 1), "SDI"), ((1, 1, 1), "=SDI="), ((5, 2, 9), "DSIM")]


def forms_of(core, batch, form=lambda number, word: word):
    """The words of a batch in other forms."""
    steps = core.word_steps(batch)
    return core.word_forms(steps, [form(*numbered) for numbered in enumerate(steps.words())])


def odd(number, word):
    """No word, or one, or two; several words have the same form."""
    return [b"", word * 9, word + b"  " + word, b"x"][number % 4]


@pytest.mark.parametrize("options", [*OPTIONS_OF_BOTH, "lists"])
def test_texts_are_written_with_other_forms(native, options):
    for seed in range(3):
        batch = batch_of(Ask(native), seed, options)
        steps, forms = native.word_steps(batch), forms_of(native, batch, odd)
        form_of = {word: odd(number, word) for number, word in enumerate(steps.words())}
        for some in (range(len(batch)), range(0, len(batch), 3)[::-1], range(0)):
            for hyp in (False, True):
                texts = texts_of(steps, hyp)
                expected = [b" ".join(map(form_of.__getitem__, texts[k])) for k in some]
                assert forms.texts(hyp, integers(*some)) == expected


@pytest.mark.sweep(3)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("options", ["plain", "lists"])
def test_counts_are_those_of_the_texts_as_they_are_written(core, policy, options):
    for seed in range(5):
        batch = batch_of(Ask(core), seed, options)
        every = integers(*range(0, len(batch), 2))
        for form in (odd, lambda _, word: word, lambda number, _: b"yz"[number % 2 :][:1]):
            forms = forms_of(core, batch, form)
            refs, hyps = ([text.decode().split() for text in forms.texts(hyp, every)] for hyp in (False, True))
            assert forms.counts(every, *policy) == core.symbol_counts(refs, hyps, *policy, False)


@pytest.mark.parametrize("alphabet", ["ab", "abcdefgh", "aaaab"])
def test_both_cores_find_the_same_texts_with_words_that_go_as_a_longer_one(native, twin, alphabet):
    chance, found = Random(5), set()

    def text(longest):
        words = ("".join(chance.choices(alphabet, k=chance.randint(1, longest))) for _ in range(chance.randrange(9)))
        return " ".join(words)

    for longest in (2, 4, 30):
        refs, hyps = ([text(longest) for _ in range(150)] for _ in range(2))
        every = integers(*range(len(refs))[::-1])
        made, expected = (forms_of(core, Ask(core).batch(refs, hyps)).compounds(every) for core in (native, twin))
        assert made == expected
        found.add(len(made) // 8)
    assert 0 < max(found) < 150


def test_parts_of_a_longer_word_stand_in_a_row_on_the_other_side(ask):
    refs = ["white paper", "white", "whitepaper", "white a paper", "whi tepaper b", "a", "white paper whitepaper"]
    hyps = ["a whitepaper", "whitepaper", "paper white", "whitepaper", "white paper", "ab", "b"]
    forms = forms_of(ask.core, ask.batch(refs, hyps))
    assert array("q", forms.compounds(integers(*range(7)))).tolist() == [0, 4]
    assert array("q", forms.compounds(integers(3, 4, 1))).tolist() == [4]


def test_a_word_that_became_several_is_found_beside_one(ask):
    forms = forms_of(
        ask.core, ask.batch(["b"], ["a"]), lambda _, word: {b"a": b"white-paper", b"b": b"white -pap"}[word]
    )
    assert array("q", forms.compounds(integers(0))).tolist() == [0]


def test_many_words_that_begin_alike_are_searched_in_time(native):
    words = ["a" * k for k in range(1, 1500)]
    text = " ".join(words)
    forms = forms_of(native, Ask(native).batch([text + " b"] * 40, ["b " + text] * 40))
    assert len(forms.compounds(integers(*range(40)))) == 8 * 40


def test_forms_are_those_of_all_words_and_utterances_are_there(ask):
    steps = ask.core.word_steps(ask.batch(["a b"], ["a x"]))
    with pytest.raises(ValueError, match="a form for each word expected"):
        ask.core.word_forms(steps, [b"a"])
    forms = ask.core.word_forms(steps, [b"a", b"b", b"x"])
    for call in (
        lambda utterances: forms.texts(False, utterances),
        lambda utterances: forms.counts(utterances, (1, 1, 1), "IDS"),
        forms.compounds,
    ):
        with pytest.raises(IndexError):
            call(integers(1))
    with pytest.raises(ValueError, match="ties"):
        forms.counts(integers(0), (1, 1, 1), "XYZ")
