"""Causes at their boundaries: one text, word or letter less, and there is too little to say anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from scorelite import formats, scoring
from scorelite.scoring.common.settings import Settings
from scorelite.scoring.notices.cause import Attempt, Cause, explained
from scorelite.scoring.notices.causes import CAUSES
from scorelite.scoring.notices.letters import one_letter, replaced_letters
from scorelite.scoring.notices.oddities import of_texts
from scorelite.scoring.notices.sample import Pairing, Sample
from scorelite.scoring.notices.spellings import SPELLINGS
from scorelite.scoring.notices.words_of_one_side import (
    bracketed,
    dropped,
    first_words,
    headed,
    punctuated,
)
from scorelite.scoring.notices.wrong_pairs import (
    cut_off,
    elsewhere,
    one_text,
    other_scripts,
    reversed_texts,
    twice,
    unrelated,
)
from scorelite.scoring.words.notices.odd_rows import of_rows

Find = Callable[[Sample], Iterator[Attempt]]
Sides = tuple[Sequence[str], Sequence[str]]


def sample(refs: Sequence[str], hyps: Sequence[str], *, pairing: Pairing | None = None, whole: bool = True) -> Sample:
    """The sample of these texts, with their rate."""
    rows = Settings().counts(list(refs), list(hyps))
    errors, words = sum(sum(row[1:]) for row in rows), sum(sum(row[:3]) for row in rows)
    return Sample(refs, hyps, Settings(), errors / (words or 1), pairing=pairing, whole=whole)


def names(number: int, first: int = 0) -> list[str]:
    """Words that are all different, without digits."""
    return [f"w{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(first, first + number)]


def texts(number: int, size: int = 4) -> list[str]:
    """Texts of words that occur nowhere else."""
    return [" ".join(names(size, place * size)) for place in range(number)]


def found_by(find: Find, sides: Sides) -> bool:
    return next(find(sample(*sides)), None) is not None


# What is looked for, both sides with enough, and with too little.
BOUNDARIES: tuple[tuple[str, Find, Sides, Sides], ...] = (
    ("four equal texts", one_text, (texts(4), ["nan"] * 4), (texts(3), ["nan"] * 3)),
    ("other texts for half", one_text, (texts(3) + texts(1), ["nan"] * 4), (texts(2) + texts(2), ["nan"] * 4)),
    (
        "most errors in one text",
        one_text,
        (texts(13), ["nan"] * 4 + [text[:12] + text[12:].upper() for text in texts(13)[4:]]),
        (texts(13), ["nan"] * 4 + ["no"] * 2 + ["xx"] * 2 + ["yy"] * 2 + texts(13)[10:]),
    ),
    (
        "two words of two scripts",
        other_scripts,
        ([" ".join(["abc"] * 2)], [" ".join(["где"] * 2)]),
        ([" ".join(["abc"] * 2)], ["где"]),
    ),
    (
        "nine tenths of the letters of one script",
        other_scripts,
        (["abcdefghi" * 4 + " г" * 4 + " a" * 20], [" ".join(["где"] * 20)]),
        (["abcdefgh" * 4 + " г" * 6 + " a" * 20], [" ".join(["где"] * 20)]),
    ),
    (
        "twenty words from their ends",
        reversed_texts,
        (texts(5), [" ".join(text.split()[::-1]) for text in texts(5)]),
        (texts(4) + names(3, 80), [" ".join(text.split()[::-1]) for text in texts(4) + names(3, 80)]),
    ),
    (
        "a third of errors where texts are turned",
        reversed_texts,
        (texts(4, 6), [f"{text.rsplit(' ', 2)[0]} xx {text[:3]}" for text in texts(4, 6)]),
        (
            texts(4, 6),
            [
                f"{text.rsplit(' ', 1 + (place > 0))[0]}{' xx' * (place > 0)} {text[:3]}"
                for place, text in enumerate(texts(4, 6))
            ],
        ),
    ),
    (
        "a quarter that begins as the other side ends",
        reversed_texts,
        (texts(8), [*(" ".join(text.split()[::-1]) for text in texts(2)), *(text[::2] for text in texts(8)[2:])]),
        (texts(8), [*(" ".join(text.split()[::-1]) for text in texts(1)), *(text[::2] for text in texts(8)[1:])]),
    ),
    (
        "a side more than 1.6 times as long",
        twice,
        ([" ".join(names(10))], [" ".join(names(9) + names(8))]),
        ([" ".join(names(10))], [" ".join(names(8) + names(8))]),
    ),
    (
        "a side less than 2.5 times as long",
        twice,
        ([" ".join(names(12) * 2)], [" ".join(names(10))]),
        ([" ".join(names(12) * 2 + names(1))], [" ".join(names(10))]),
    ),
    (
        "texts that fit no better than others",
        unrelated,
        (texts(7, 6), [" ".join(names(6, 300 + place * 6)) for place in range(7)]),
        (texts(6, 7), [" ".join(names(7, 300 + place * 7)) for place in range(6)]),
    ),
    (
        "forty-one words that fit no better than others",
        unrelated,
        ([*texts(7, 5), " ".join(names(6, 90))], [" ".join(names(5, 300 + place * 5)) for place in range(8)]),
        (texts(8, 5), [" ".join(names(5, 300 + place * 5)) for place in range(8)]),
    ),
    (
        "a side that says half as many words",
        unrelated,
        (texts(8, 6), [" ".join(names(3, 300 + place * 3)) for place in range(8)]),
        (texts(8, 6), [" ".join(names(2, 300 + place * 3)) for place in range(8)]),
    ),
    (
        "a mark that is there three times",
        dropped,
        (texts(3), [f"{text} <s>" for text in texts(3)]),
        (texts(2), [f"{text} <s>" for text in texts(2)]),
    ),
    (
        "a word that is in five texts",
        dropped,
        (texts(5), [f"{text} eps" for text in texts(5)]),
        (texts(4), [f"{text} eps" for text in texts(4)]),
    ),
    (
        "a word that is in an eighth of the texts",
        dropped,
        (texts(56), [*(f"{text} eps" for text in texts(7)), *texts(56)[7:]]),
        (texts(57), [*(f"{text} eps" for text in texts(7)), *texts(57)[7:]]),
    ),
    (
        "a word that is more than four times as frequent as on the other side",
        dropped,
        ([*texts(20), "eps"], [*(f"{text} eps" for text in texts(5)), *texts(20)[5:], "a"]),
        ([*texts(20), "eps eps"], [*(f"{text} eps" for text in texts(8)), *texts(20)[8:], "a"]),
    ),
    (
        "a word of which no text has most",
        dropped,
        (texts(6), [*(f"{text} eps" for text in texts(5)), f"{texts(6)[5]}{' eps' * 5}"]),
        (texts(6), [*(f"{text} eps" for text in texts(5)), f"{texts(6)[5]}{' eps' * 6}"]),
    ),
    (
        "six first words that the other side does not have",
        first_words,
        (texts(6), [f"utt{chr(97 + place)} {text}" for place, text in enumerate(texts(6))]),
        (texts(5), [f"utt{chr(97 + place)} {text}" for place, text in enumerate(texts(5))]),
    ),
    (
        "one first word in ten that the other side has",
        first_words,
        (texts(10), [texts(10)[0], *(f"utt {text}" for text in texts(10)[1:])]),
        (texts(9), [texts(9)[0], *(f"utt {text}" for text in texts(9)[1:])]),
    ),
    (
        "three words in which a letter stands for another",
        replaced_letters,
        (["где мёд лёд тёк"], ["где мад лад так"]),
        (["где мёд лёд"], ["где мад лад"]),
    ),
    (
        "a letter that stands for one letter in more than two thirds",
        replaced_letters,
        (["га мёд лёд тёк ёж"], ["га мад лад так уж"]),
        (["га мёд лёд тёк ёж нёс"], ["га мад лад так уж нус"]),
    ),
    ("marks of one side", punctuated, (["good day"], ["good, day"]), (["good day"], ["good day"])),
    ("brackets that open and close", bracketed, (["a b"], ["a [x] b"]), (["a b"], ["a [x b"])),
    ("a colon", headed, (["a b"], ["x: a b"]), (["a b"], ["x a b"])),
)


@pytest.mark.parametrize(("what", "find", "enough", "less"), BOUNDARIES, ids=[row[0] for row in BOUNDARIES])
def test_a_cause_is_seen_from_its_boundary_on(what: str, find: Find, enough: Sides, less: Sides) -> None:
    assert (found_by(find, enough), found_by(find, less)) == (True, False), what


@pytest.mark.parametrize("find", [dropped, first_words, twice])
def test_what_one_side_has_is_seen_on_either_side(find: Find) -> None:
    longer = {
        dropped: [f"{text} eps" for text in texts(6)],
        first_words: [f"utt{chr(97 + place)} {text}" for place, text in enumerate(texts(6))],
        twice: [f"{text} {text}" for text in texts(6)],
    }[find]
    assert found_by(find, (texts(6), longer))
    assert found_by(find, (longer, texts(6)))


def test_words_are_dropped_one_two_four_and_all_of_eight() -> None:
    marks = [f"<{letter}>" for letter in "abcdefghij"]
    hyps = [f"{text} {' '.join(marks)}" for text in texts(3)]
    attempts = [*dropped(sample(texts(3), hyps))]
    assert [len(attempt.normalise.split()) for attempt in attempts] == [1, 2, 4, 8]
    assert attempts[-1].most == pytest.approx(8 / 10)


def most(find: Find, ref: str, hyp: str) -> float:
    (attempt,) = find(sample([ref], [hyp]))
    return attempt.most


def test_an_attempt_says_how_many_errors_it_may_take_away() -> None:
    """Words in brackets, words with marks that the other side has without, and all of texts that may have a head."""
    ref = "a b c d"
    assert most(bracketed, ref, "a [x y] b c e f g") == pytest.approx(2 / 5)
    assert most(bracketed, ref, "a[x]b c e f g") == pytest.approx(2 / 5)
    assert most(bracketed, ref, "a [ x ] b c e f g h") == pytest.approx(3 / 7)
    assert most(punctuated, ref, "a, b. c e. f! -") == pytest.approx(3 / 5)
    assert most(punctuated, "good day", "good-day x y") == pytest.approx(2 / 3)
    assert most(punctuated, ref, "É, b, x y") == 1.0
    assert most(headed, ref, "x: a b c d") == 1.0
    for text in ("12. a b c", "[12] a b c", "- a b c", "\u2022 a b c", "a b x: c", "00:01 a b c"):
        assert most(headed, ref, text) == 1.0, text
    for text in ("a b c.", "x. a b c", "a b c x: d", "12 a b. c", "a - b"):
        assert most(headed, f"{ref} x: y", text) == 0.0, text


def test_texts_are_unrelated_from_seven_errors_in_ten_words_on() -> None:
    def said(more: int) -> bool:
        same = names(3)
        refs = [" ".join([*same, *text.split()[3:]]) for text in texts(8, 10)]
        first = " ".join([*same, *refs[0].split()[3 : 3 + more], *["x"] * (7 - more)])
        return found_by(unrelated, (refs, [first, *[" ".join([*same, *["x"] * 7])] * 7]))

    assert (said(0), said(1)) == (True, False)


def test_texts_are_unrelated_that_fit_others_with_at_most_a_twentieth_more_errors() -> None:
    """Each hypothesis has a word of its own reference, and so many have one of the next: 40 errors beside 42, or 43."""

    def said(number: int) -> bool:
        refs = texts(8, 6)
        hyps = []
        for place, ref in enumerate(refs):
            other = refs[(place + 1) % 8].split()[1] if place < number else "x"
            hyps.append(" ".join([ref.split()[0], other, *["x"] * 4]))
        return found_by(unrelated, (refs, hyps))

    assert (said(6), said(5)) == (True, False)


def shifted(number: int, places: int) -> Sample:
    refs = texts(number)
    hyps = refs[places:] + refs[:places]
    return sample(refs, hyps, pairing=Pairing(range(number), number, refs.__getitem__))


def test_four_texts_that_fit_other_places_are_seen_and_three_are_not() -> None:
    assert [next(elsewhere(shifted(number, 1)), None) is not None for number in (3, 4)] == [False, True]


def test_texts_fit_more_than_three_different_places() -> None:
    def seen(last: int) -> bool:
        refs = texts(5)
        hyps = [refs[place] for place in (1, 2, 3, last, 4)]
        return next(elsewhere(sample(refs, hyps, pairing=Pairing(range(5), 5, refs.__getitem__))), None) is not None

    assert (seen(4), seen(1)) == (True, False)


def test_four_of_forty_texts_may_fit_other_places() -> None:
    """So few are looked at as a whole, not some of them first."""
    refs = texts(40)
    hyps = [refs[place + 1] if place < 4 else f"x{place} y z q" for place in range(40)]
    assert [*elsewhere(sample(refs, hyps, pairing=Pairing(range(40), 40, refs.__getitem__)))]


def test_texts_of_three_words_are_looked_for_elsewhere_by_their_letters() -> None:
    refs = ["apple pie today", "river runs deep", "humming black bird", "cold snow falls", "my dog jumps"]
    hyps = refs[1:] + refs[:1]
    assert [*elsewhere(sample(refs, hyps, pairing=Pairing(range(5), 5, refs.__getitem__)))]


@pytest.mark.parametrize(("places", "said"), [(1, "1 place later"), (3, "3 places later"), (39, "1 place earlier")])
def test_places_are_counted_from_those_of_the_hypothesis(places: int, said: str) -> None:
    (attempt,) = elsewhere(shifted(40, places))
    assert said in attempt.condition
    assert attempt.texts is not None
    # The last ones stand at the other end of the file.
    assert sum(ref == hyp for ref, hyp in zip(*attempt.texts, strict=True)) == 40


@pytest.mark.parametrize(
    ("sign", "places", "said"),
    [
        (-1, -1, ["with the references from the last to the first"]),
        (1, 1, ["with the reference 1 place later for 9 texts of the hypothesis"]),
        (1, -2, ["with the reference 2 places earlier for 8 texts of the hypothesis"]),
        (1, 4, []),
    ],
)
def test_three_places_on_each_side_and_the_opposite_one_are_looked_at_in_a_large_file(
    sign: int, places: int, said: list[str]
) -> None:
    """Of more than five thousand references the words have no index."""
    refs = [" ".join(names(4, 4 * (place % 150))) for place in range(5002)]
    sampled = range(0, 5002, 620)
    pairing = Pairing(sampled, len(refs), refs.__getitem__)
    pairs = [refs[place] for place in sampled], [refs[sign * place + places] for place in sampled]
    attempts = elsewhere(sample(*pairs, pairing=pairing, whole=False))
    assert [attempt.condition for attempt in attempts] == said


def test_texts_of_seven_letters_without_blanks_are_looked_for_elsewhere() -> None:
    def seen(size: int) -> bool:
        refs = ["".join(chr(0x4E00 + 10 * place + letter) for letter in range(size)) for place in range(5)]
        pairing = Pairing(range(5), 5, refs.__getitem__)
        return next(elsewhere(sample(refs, refs[1:] + refs[:1], pairing=pairing)), None) is not None

    assert (seen(7), seen(6)) == (True, False)


def test_the_first_half_of_an_odd_number_of_words_is_the_longer_one() -> None:
    (attempt,) = twice(sample([" ".join(names(10))], [" ".join(names(9) + names(8))]))
    assert attempt.texts == ([" ".join(names(10))], [" ".join(names(9))])


def test_halves_of_a_recording_are_compared_from_501_letters_on() -> None:
    def said(letters: int) -> bool:
        # Words of three letters and a blank, and a first one that fills up.
        half = " ".join(["x" * (letters % 4 + 1), *names(letters // 4)][: letters // 4 + 1])[:letters].rstrip()
        half += "y" * (letters - len(half))
        long = (half, f"{half} {half}")
        some = Sample(["a"], ["b"], Settings(), 1.0, whole=False, long=long)
        return next(twice(some), None) is not None

    assert (said(500), said(501)) == (False, True)


def test_texts_with_more_than_seven_errors_in_ten_words_are_looked_for_elsewhere() -> None:
    def looked_for(right: int) -> bool:
        refs = [" ".join(names(10, 20 * place)) for place in range(5)]
        others = refs[1:] + refs[:1]
        hyps = [
            " ".join([*ref.split()[:right], *other.split()[right:]]) for ref, other in zip(refs, others, strict=True)
        ]
        return next(elsewhere(sample(refs, hyps, pairing=Pairing(range(5), 5, refs.__getitem__))), None) is not None

    assert (looked_for(2), looked_for(3)) == (True, False)


def test_words_of_more_than_four_letters_without_blanks_between_words_are_compared_by_characters() -> None:
    (by_characters,) = (cause for cause in CAUSES if cause.name == "characters")

    def seen(size: int) -> bool:
        text = "\u4e00" * size
        return next(iter(by_characters.attempts(sample([f"{text} {text}"], [f"{text} {text}"]))), None) is not None

    assert (seen(5), seen(4)) == (True, False)


def test_texts_are_looked_for_elsewhere_where_a_sixth_of_some_fit() -> None:
    """Of 48 texts 24 are looked at first: with four that fit others the rest is looked at, with three it is not."""

    def moved(number: int) -> Sample:
        refs = texts(48)
        hyps = [refs[place + 1] if place < 2 * number else f"x{place} y z q" for place in range(48)]
        return sample(refs, hyps, pairing=Pairing(range(48), 48, refs.__getitem__))

    assert [next(elsewhere(moved(number)), None) is not None for number in (3, 4)] == [False, True]


def test_a_step_that_leaves_three_quarters_is_taken_and_one_that_leaves_more_is_not() -> None:
    """Of eight errors two go away, which alone explain nothing; with a second step they do."""

    def attempts(part: Sequence[str]) -> Callable[[Sample], Iterator[Attempt]]:
        def attempt(_: Sample) -> Iterator[Attempt]:
            yield Attempt("changed", normalise="drop:x", texts=(refs, part))

        return attempt

    refs = texts(10, 5)
    hyps = [f"{text} x" for text in refs]
    said = []
    for left in (5, 6):
        part = [text.removesuffix(" x") if place >= left else text for place, text in enumerate(hyps)]
        said.append(bool(explained(sample(refs, hyps), [Cause("made", attempts(part))])))
    assert said == [True, False]


def test_a_cause_in_nine_tenths_of_the_texts_of_one_side_may_leave_three_quarters() -> None:
    """No recogniser writes the same word into each text, so that it is said though two of three errors stay."""
    refs = texts(20, 6)

    def said(number: int) -> list[str]:
        hyps = [f"x{place} y{place} {ref[8:]}{' <eps>' * (place < number)}" for place, ref in enumerate(refs)]
        return [each.name for each in explained(sample(refs, hyps), [Cause("words of one side", dropped)])]

    assert (said(18), said(17)) == (["words of one side"], [])


def test_a_cause_needs_five_errors_and_forty_letters() -> None:
    def causes(number: int, text: str) -> list[str]:
        refs = [text.replace("#", letter) for letter in "abcdefghij"[:number]]
        return [each.name for each in explained(sample(refs, [f"{ref} <eps>" for ref in refs]), CAUSES)]

    assert causes(5, "w# x#") == ["words of one side"]
    assert causes(4, "wwwwww# xxxxxx#") == []


@pytest.mark.parametrize(("hyps", "said"), [(["el niño", "b"], True), (["el niño", "x"], False)])
def test_one_error_is_a_way_of_writing_only_where_no_other_is_left(hyps: list[str], said: bool) -> None:
    assert bool(explained(sample(["el NIÑO", "b"], hyps), CAUSES)) == said


def test_loops_in_a_few_short_texts_of_many_are_no_repeated_texts() -> None:
    """They have most of the errors, and so are most of a sample that is drawn by errors."""
    refs = [f"a{place} b{place}" for place in range(400)]
    hyps = [" ".join([ref] * 12) if place % 40 == 0 else ref for place, ref in enumerate(refs)]
    hyps = [f"a{place}" if place % 20 == 5 else hyp for place, hyp in enumerate(hyps)]
    assert [cause.name for cause in scoring.score(refs, hyps).causes()] == ["loops"]
    repeated = [f"{ref} {ref}" if place % 5 else ref for place, ref in enumerate(refs)]
    assert [cause.name for cause in scoring.score(refs, repeated).causes()] == ["repeats"]


def is_repeating(hyps: Sequence[str], refs: Sequence[str] = ("x",) * 6) -> bool:
    (repeats,) = (cause for cause in CAUSES if cause.name == "repeats")
    return next(iter(repeats.attempts(sample(refs, hyps))), None) is not None


def parts(*numbers: int, size: int) -> str:
    """Parts of so many words, each with one of them once more so many times at its end."""
    words = [names(size - number, size * place) for place, number in enumerate(numbers)]
    return " ".join(" ".join([*part, *part[-1:] * number]) for part, number in zip(words, numbers, strict=True))


def test_a_text_repeats_that_says_its_first_half_again() -> None:
    words = names(30)
    assert is_repeating([" ".join([*words, *words, "x"])] * 6)
    assert not is_repeating([" ".join(names(61))] * 6)


@pytest.mark.parametrize(
    ("text", "repeating"),
    [
        (parts(2, 2, 2, 2, size=15), True),
        (parts(1, 1, 1, 1, size=15), False),
        (parts(2, 2, 2, 2, size=16), False),
        (parts(0, 12, 12, 12, size=15), False),
        (parts(3, size=8), True),
        (parts(2, size=8), False),
        ("a a a a b c d e", True),
        ("a b c d e f g h", False),
    ],
)
def test_more_than_an_eighth_of_each_quarter_is_repeated_or_a_quarter_of_a_short_text(
    text: str, repeating: bool
) -> None:
    assert is_repeating([text] * 6) == repeating


def test_a_text_of_26_words_is_repeated_in_all_of_its_parts() -> None:
    texts_of_sizes = [" ".join([*names(8), *["x"] * (size - 8)]) for size in (25, 26)]
    assert [is_repeating([text] * 6) for text in texts_of_sizes] == [True, False]


def test_repeated_stretches_make_a_side_longer_by_more_than_a_quarter() -> None:
    refs, hyps = [" ".join(names(8))] * 6, [parts(3, size=10)] * 6
    assert not is_repeating(hyps, refs)
    assert is_repeating(hyps, [*refs[1:], "x"])


def test_more_than_half_of_the_texts_with_errors_repeat() -> None:
    text = parts(5, size=10)
    assert [is_repeating([text] * number + ["y"] * 6, ["x"] * (number + 6)) for number in (6, 7)] == [False, True]


def test_the_most_frequent_words_of_one_side_are_dropped_first_and_equal_ones_by_their_letters() -> None:
    hyps = [f"<b> {text} <c> <a>" for text in texts(12)]
    hyps[1:] = [f"{text} <d>" for text in hyps[1:]]
    hyps[0] = f"{hyps[0]} <d> <d>"
    first, two, *_ = dropped(sample(texts(12), hyps))
    assert (first.normalise, two.normalise) == ("drop:<d>", "drop:<d> <a>")


@pytest.mark.parametrize(
    ("ref", "hyp", "replaced"),
    [
        ("øa øb øc", "öa öb öc", ["ø=ö Ø=Ö", "ö=ø Ö=Ø"]),
        ("كا كب كت", "کا کب کت", ["ك=ک", "ک=ك"]),
        ("øa øb øc ød øe øf øg", "öa öb öc öd öe üf üg", ["ø=ö Ø=Ö", "ö=ø Ö=Ø"]),
        ("øa øb øc ød øf øg", "öa öb öc öd üf üg", ["ö=ø Ö=Ø"]),
    ],
)
def test_letters_of_both_cases_are_replaced_by_what_stands_in_more_than_two_thirds_of_their_places(
    ref: str, hyp: str, replaced: list[str]
) -> None:
    attempts = one_letter(sample([ref], [hyp]))
    assert [attempt.normalise for attempt in attempts] == [f"replace:{letters}" for letters in replaced]


@pytest.mark.parametrize(
    ("ref", "hyp", "is_one"),
    [
        ("ёлка ёж ещё", "елка еж еще", True),
        ("مدرسة كبيرة جديدة", "مدرسه كبيره جديده", True),
        ("сок сад суп", "cок cад cуп", True),  # Latin c
        ("été thé pré", "ete the pre", False),
        ("قلب قمر قلم", "ءلب ءمر ءلم", False),
    ],
)
def test_letters_that_are_not_one_letter_in_two_writings_are_a_question(ref: str, hyp: str, is_one: bool) -> None:
    attempt, *_ = (one_letter if is_one else replaced_letters)(sample([ref], [hyp]))
    assert (attempt.advice == "") == is_one
    assert is_one or "(normalise='replace:" in attempt.advice
    assert is_one or attempt.advice.endswith("or does the recogniser confuse two letters?")


def test_the_argument_of_a_question_is_no_fix() -> None:
    refs = [f"été thé pré blé {text}" for text in texts(4)]
    (cause,) = explained(sample(refs, [ref.replace("é", "u") for ref in refs]), CAUSES)
    assert (cause.name, cause.keyword, cause.option) == ("letters of one side", "", "")


def test_eight_words_are_dropped_of_which_one_alone_takes_away_too_little() -> None:
    tags = " ".join(f"<{letter}>" for letter in "abcdefgh")
    (cause,) = explained(sample(texts(12), [f"{text} {tags}" for text in texts(12)]), CAUSES)
    assert cause.keyword == f"normalise={f'drop:{tags}'!r}"


@pytest.mark.parametrize(("rest", "seen"), [("a q r", True), ("a b q", False)])
def test_a_text_is_cut_off_where_less_than_two_thirds_of_what_follows_were_said_before(rest: str, seen: bool) -> None:
    assert found_by(cut_off, ([f"a b c {rest}"] * 4, ["a b c"] * 4)) == seen


@pytest.mark.parametrize(("number", "where"), [(10, " in the hypothesis"), (9, "")])
def test_a_side_is_named_that_has_ten_times_as_many_changed_texts(number: int, where: str) -> None:
    refs, hyps = ["a_b", *["a b"] * number], ["a b", *["a_b"] * number]
    (cause,) = explained(sample(refs, hyps), CAUSES)
    assert cause.text.startswith(f"with blanks for underscores{where} the rate")


def test_blanks_of_another_kind_are_seen_in_one_short_text() -> None:
    assert explained(sample(["a b"], ["a\u00a0b"]), CAUSES)


def test_letters_of_one_side_are_in_more_than_five_times_as_many_of_its_texts() -> None:
    (kana,) = (cause for cause in CAUSES if cause.name == "kana")

    def seen(number: int) -> bool:
        refs = ["\u30ab", *["a"] * 8]
        return next(iter(kana.attempts(sample(refs, ["\u30ab"] * number + ["a"] * (9 - number)))), None) is not None

    assert (seen(6), seen(5)) == (True, False)


def test_digits_of_one_side_are_in_more_than_five_times_as_many_of_its_texts() -> None:
    (numbers,) = (cause for cause in CAUSES if cause.name == "numbers")

    def seen(number: int) -> bool:
        refs, hyps = ["w5", *texts(8)], ["w5"] * number + texts(9 - number)
        return next(iter(numbers.attempts(sample(refs, hyps))), None) is not None

    assert (seen(6), seen(5)) == (True, False)


def test_characters_may_be_compared_after_words_were_dropped() -> None:
    refs = texts(20)
    hyps = [f"{text.replace(' ', '')}{' <eps>' * 6}" for text in refs]
    (cause,) = explained(sample(refs, hyps), CAUSES)
    assert (cause.keyword, cause.option) == (
        "normalise='drop:<eps>', unit='character'",
        "--normalise 'drop:<eps>' -c",
    )


def test_pairs_with_one_error_count_in_a_part_of_a_corpus() -> None:
    refs = [*names(4), *texts(2)]
    assert next(one_text(sample(refs, ["nan"] * 4 + texts(2), whole=False)), None) is not None


@pytest.mark.parametrize(("number", "equal", "said"), [(11, 1, True), (11, 2, False), (12, 2, False)])
def test_ends_look_like_durations_where_nine_tenths_of_the_words_overlap_the_next(
    number: int, equal: int, said: bool
) -> None:
    # A word with the begin of the one before it does not overlap that one.
    begins = [max(0, place - equal) for place in range(number)]
    rows = [f"t 1 {begin} {begin + 1.5} w{place}\n" for place, begin in enumerate(begins)]
    notices = [notice.name for notice in of_rows(formats.read("".join(rows).encode(), format="ctm"), "a.ctm")]
    assert notices == ["ends as durations 0"] * said


def test_words_that_overlap_and_are_shorter_than_their_begins_have_durations() -> None:
    rows = [f"t 1 {place} 1.5 w{place}\n" for place in range(12)]
    assert [*of_rows(formats.read("".join(rows).encode(), format="ctm"), "a.ctm")] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\u0645\u06cc\u200c\u062e\u0648\u0627", False),
        ("5\u200d", False),
        ("\u06cc\u06ccb\u200d", True),
        ("11b\u200d", True),
        ("\u0645\u06cc\u200cxb\u200c\u062f", True),
        ("\u0645\u06cc\u200cb", False),
    ],
)
def test_a_joiner_is_odd_behind_a_latin_letter_alone(text: str, said: bool) -> None:
    plain = text.replace("\u200c", "").replace("\u200d", "")
    assert ("zero-width characters" in [notice.name for notice in of_texts([plain], [text])]) == said


def test_one_text_is_shown_whole_up_to_forty_letters() -> None:
    for size in (40, 41):
        (attempt,) = one_text(sample(texts(5), ["x" * size] * 5))
        assert (repr("x" * size) in attempt.condition) == (size == 40)


@pytest.mark.parametrize("changed", [False, True])
def test_halves_are_alike_that_share_most_stretches_of_three_words(changed: bool) -> None:
    """Three of five are shared by stretches of five words in another order, two of five if each fifth word differs."""
    words = names(200)
    stretches = [words[place : place + 5] for place in range(0, 200, 5)]
    second = [[*stretch[:4], f"x{stretch[0]}"] for stretch in stretches] if changed else stretches[::-1]
    halves = " ".join([*words, *(word for stretch in second for word in stretch)])
    pair = sample(["a"], ["a"])
    long = Sample(pair.refs, pair.hyps, pair.settings, 1.0, whole=False, long=(" ".join(words), halves))
    assert [attempt.fact for attempt in twice(long)] == [True] * (not changed)


def test_words_to_drop_are_among_the_sixty_four_that_a_side_has_most_often() -> None:
    for number in (63, 64):
        others = " ".join(f"<{name}*>" for name in names(number))
        hyps = [f"{text} {others}{' <eps>' * (place < 3)}" for place, text in enumerate(texts(4))]
        assert [attempt.normalise for attempt in dropped(sample(texts(4), hyps))] == ["drop:<eps>"] * (number == 63)


@pytest.mark.parametrize("whole", [False, True])
def test_rows_that_are_doubled_one_by_one_or_as_a_whole_are_said(whole: bool) -> None:
    rows = [f"t 1 {place} 0.5 w{place}\n" for place in range(6)]
    doubled = rows * 2 if whole else [row for row in rows for _ in range(2)]
    corpus = formats.read("".join(doubled).encode(), format="ctm")
    assert [notice.text for notice in of_rows(corpus, "a.ctm")] == ["every row of a.ctm occurs twice"]


def test_a_word_is_shown_whole_up_to_forty_letters_on_either_side() -> None:
    (_, _, encoded), (_, _, alike) = SPELLINGS
    word = "a" * 40 + "\u00c3\u00a9" + "b" * 38
    assert encoded(f"x {word} x") == word
    assert encoded(f"x a{word} x") == word
    assert encoded(f"x {word}b x") == word
    assert encoded("x\u00c3\u00a9 y") == "x\u00c3\u00a9"
    assert encoded("plain \u00e9") == ""
    assert alike("plain где") == ""
    assert alike("x гдe") == "гдe"
    assert alike("SMSка") == ""


def test_marks_that_the_chosen_normaliser_leaves_inside_words_are_no_cause() -> None:
    refs, hyps = ["we meet at 10 30", "good day"], ["we meet at 10.30", "good day"]
    chosen = Settings(normalise="whisper-en")
    assert [attempt.normalise for attempt in punctuated(sample(refs, hyps))] == ["basic"]
    assert [*punctuated(Sample(refs, hyps, chosen, 1 / 3))] == []
    other = Settings(normalise="escapes")
    assert [attempt.normalise for attempt in punctuated(Sample(refs, hyps, other, 1 / 3))] == ["basic"]


def test_letters_of_tones_are_no_marks_to_remove() -> None:
    assert [*punctuated(sample(["n a\u02e7 m i\u02e9"], ["n a\u02e5 m i"]))] == []


def test_only_marks_are_dropped_several_at_once() -> None:
    texts = ["one two", "three four", "five six", "seven eight", "nine ten"]
    assert [*dropped(sample(texts, [f"{text} so well" for text in texts]))] == []
    assert [*dropped(sample(texts, [f"so well {text}" for text in texts]))] == []
    assert [attempt.normalise for attempt in dropped(sample(texts, [f"s1 {text}" for text in texts]))] == ["drop:s1"]
    assert [*dropped(sample([f"{text} l'so" for text in texts], [f"{text} l' so" for text in texts]))] == []
    marked = [f"{text} <so> so <well>" for text in texts]
    assert [attempt.normalise for attempt in dropped(sample(texts, marked))] == ["drop:<so>", "drop:<so> <well>"]


@pytest.mark.parametrize("text", ["." * 100_000, "Error" * 20_000, "[" * 100_000, "x" * 1_000_000])
def test_long_words_are_looked_at_once_and_shown_short(text: str) -> None:
    result = scoring.score([text, "a b c"], ["a", "x y z"])
    assert max(map(len, map(str, result.notices)), default=0) < 1000
