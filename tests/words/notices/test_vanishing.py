"""Errors that vanish with a normaliser are reported at every rate, and typing the fix brings the rate."""

from __future__ import annotations

import json
import pickle
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

import scorelite
from scorelite import scoring
from scorelite.scoring.common.counts import Counts
from scorelite.scoring.notices.vanishing import KINDS, Tally, vanishing
from tests.conftest import Run

Change = Callable[[str], str]
WORDS = "the a said that two ships would leave at for then return with fish coal timber wine river town bank".split()  # noqa: SIM905


def decomposed(word: str) -> str:
    return unicodedata.normalize("NFD", word)


# Name of the kind, the word of the reference, what the hypothesis has, and the normaliser.
WRITTEN: tuple[tuple[str, str, str, str], ...] = (
    ("Unicode forms", "café", decomposed("café"), "nfc"),
    ("Unicode forms", "ब\u095cा", decomposed("ब\u095cा"), "nfc"),
    ("Unicode forms", "কোন", decomposed("কোন"), "nfc"),
    ("Unicode forms", "தோடு", decomposed("தோடு"), "nfc"),
    ("invisible letters", "harbour", "harb\u034four", "zero-width"),
    ("invisible letters", "harbour", "harb\u3164our", "zero-width"),
    ("invisible letters", "harbour", "harbour\U000e0041\U000e007f", "zero-width"),
    ("invisible letters", "harbour", "harb\u00adour", "zero-width"),
    ("control characters", "harbour", "harb\x01our", "controls"),
    ("control characters", "harbour", "harbour\x7f", "controls"),
    ("control characters", "harbour", "harbour\x08", "controls"),
    ("control characters", "harbour", "\x1b[31mharbour\x1b[0m", "controls"),
    ("joiners", "می‌روم", "میروم", "joiners"),
    ("escapes", "r&d", "r&amp;d", "escapes"),
    ("escapes", "naïve", "na%C3%AFve", "escapes"),
    ("escapes", "harbour", "harbour\\n", "escapes"),
    ("apostrophes", "don't", "don’t", "quotes-and-dashes"),
    ("apostrophes", "don't", "don`t", "quotes-and-dashes"),
    ("apostrophes", "well-known", "well–known", "quotes-and-dashes"),
    ("long vowels", "ラーメン", "ラ−メン", "long-vowels"),
    ("Thai vowels", "น้ำ", "นํ้า", "thai"),
    ("compatible characters", "harbour", "ｈａｒｂｏｕｒ", "nfkc"),
    ("case", "éclair", "Éclair", "casefold"),
    ("case", "straße", "strasse", "casefold"),
    ("Turkish case", "izmir", "İzmir", "casefold-tr"),
    ("digits", "١٩٤٥", "1945", "digits"),
    ("Arabic marks", "كتاب", "كـتاب", "arabic-marks"),
    ("Arabic marks", "كتاب", "كِتَابٌ", "arabic-marks"),
    ("Hebrew points", "שלום", "שָׁלוֹם", "hebrew-points"),
    ("Indic letters", "അവൻ", "അവന്\u200d", "indic"),
    ("nasal vowels", "हाँ", "हां", "replace:ँ=ं"),
    ("Romanian letters", "științifică", "ştiinţifică", "replace:ş=ș ţ=ț Ş=Ș Ţ=Ț"),
    ("umlauts", "für", "fuer", "replace:ä=ae ö=oe ü=ue ß=ss Ä=Ae Ö=Oe Ü=Ue"),
    ("ligatures", "cœur", "coeur", "replace:œ=oe æ=ae Œ=Oe Æ=Ae"),
    ("Chinese characters", "國會", "国会", "simplified"),
    ("punctuation", "harbour", "harbour。", "basic"),
)


def sides(word: str, written: str, every: int) -> tuple[list[str], list[str]]:
    """Texts of which each has an error in twelve words, and one of several has the word, written in two ways."""
    generator = random.Random(7)
    refs, hyps = [], []
    for number in range(120):
        words = generator.choices(WORDS, k=12)
        wrong = [*words]
        if number % 2:
            wrong[3] = "other"
        if not number % every:
            words, wrong = [*words, word], [*wrong, written]
        refs.append(" ".join(words))
        hyps.append(" ".join(wrong))
    return refs, hyps


@pytest.mark.sweep(18)
@pytest.mark.parametrize(("every", "high"), [(20, False), (1, True)])
@pytest.mark.parametrize(("name", "word", "written", "normaliser"), WRITTEN)
def test_two_writings_of_a_word_are_reported(
    name: str, word: str, written: str, normaliser: str, every: int, high: bool
) -> None:
    for refs, hyps in (sides(word, written, every), sides(word, written, every)[::-1]):
        result = scoring.score(refs, hyps)
        assert ((result.wer or 0.0) > 0.1) == high
        found = [notice for notice in result.causes() if notice.keyword == f"normalise={normaliser!r}"]
        assert [notice.name for notice in found] == [name]
        assert found[0] in result.notices
        again = scoring.score(refs, hyps, normalise=normaliser)
        assert again.wer == pytest.approx(found[0].rate)
        assert scoring.score(refs, hyps, normalise=normaliser).causes() == ()


def test_every_kind_has_a_test() -> None:
    assert {kind.name for kind in KINDS} - {case[0] for case in WRITTEN} == {"blanks"}


@pytest.mark.parametrize("blank", ["%20", "\u00a0", "\\n"])
def test_a_word_that_a_normaliser_splits_takes_its_lost_words_along(blank: str) -> None:
    refs, hyps = sides("harbour master", f"harbour{blank}master", 20)
    (cause,) = scoring.score(refs, hyps).causes()
    assert scoring.score(refs, hyps, normalise=str(cause.keyword.split("'")[1])).wer == pytest.approx(cause.rate)


@pytest.mark.parametrize(
    ("name", "ref", "hyp", "rate"),
    [
        ("Unicode forms", "élan vital", decomposed("élan vital"), 0.0),
        ("Thai vowels", "น้ำดีมากครับผมไปทำงานแล้วกลับมา", "นํ้าดีมากครับผมไปทํางานแล้วกลับมา", 0.0),
        ("long vowels", "ラーメンを食べる人がいる", "ラ−メンを食べる人がいる", 0.0),
        ("Chinese characters", "今天去國會不去上班說好了", "今天去国会不去上班说好了", 0.0),
        ("Arabic marks", "كتاب جديد في البيت", "كـتاب جديد في البيت", 0.0),
    ],
)
def test_characters_that_are_two_on_one_side_are_reported(name: str, ref: str, hyp: str, rate: float) -> None:
    same = "今 天 b c d e f g h i j k l m n o p q r s t u v w x y z"
    (cause,) = scoring.score([ref, same] * 9, [hyp, same] * 9, unit="character").causes()
    assert (cause.name, cause.rate) == (name, rate)


def test_few_errors_and_small_parts_are_no_notice() -> None:
    pairs = {("don't", "don’t"): 3, ("tea", "tee"): 40}
    counts = Counts(correct=957, substitutions=43)
    assert vanishing(Tally(pairs, {}, {}, str.lower), counts) == ()
    pairs = {("don't", "don’t"): 19, ("tea", "tee"): 981}
    assert vanishing(Tally(pairs, {}, {}, str.lower), Counts(correct=9000, substitutions=1000)) == ()
    pairs = {("don't", "don’t"): 20, ("tea", "tee"): 980}
    (notice,) = vanishing(Tally(pairs, {}, {}, str.lower), Counts(correct=9000, substitutions=1000))
    assert (notice.rate, notice.instead, notice.exact) == (0.098, 0.1, True)


def test_an_empty_hypothesis_shows_no_punctuation_of_one_side() -> None:
    assert scoring.score(["他在很。有很，京很人。很。来，"], [""], unit="character").causes() == ()


def test_whoever_keeps_case_asks_for_its_errors() -> None:
    refs, hyps = sides("éclair", "Éclair", 20)
    assert scoring.score(refs, hyps, case_sensitive=True).causes() == ()


def test_marks_that_both_sides_have_are_errors_of_recognition() -> None:
    refs, hyps = sides("harbour", "harbour。", 20)
    assert scoring.score([*refs, "fish。"], [*hyps, "fish。"]).causes() == ()


@pytest.mark.parametrize("marks", [{"é": "e"}, {"أ": "ا"}, {"ё": "е"}])
def test_letters_that_recognisers_confuse_are_errors(marks: dict[str, str]) -> None:
    ((letter, other),) = marks.items()
    assert scoring.score(*sides(f"b{letter}b", f"b{other}b", 20)).causes() == ()


def test_sums_and_pickles_and_json_have_them() -> None:
    refs, hyps = sides("don't", "don’t", 20)
    half = len(refs) // 2
    parts = [
        scoring.score({f"{name}-{row}": text for row, text in enumerate(texts)}, dict(zip(names, others, strict=True)))
        for name, texts, others in (("a", refs[:half], hyps[:half]), ("b", refs[half:], hyps[half:]))
        for names in [[f"{name}-{row}" for row in range(len(texts))]]
    ]
    total = parts[0] + parts[1]
    (cause,) = total.causes()
    assert cause.name == "apostrophes"
    assert cause in total.notices
    assert cause in pickle.loads(pickle.dumps(total)).notices
    assert cause.to_dict() in total.to_dict()["notices"]


def test_letters_of_another_form_in_all_words_raise_no_doubt_about_the_recordings() -> None:
    refs = ["știu", "ținta", "așa", "ați", "ești"] * 3
    result = scoring.score(refs, [text.replace("ș", "ş").replace("ț", "ţ") for text in refs])
    assert result.wer == 1.0
    assert [notice.name for notice in result.notices] == ["Romanian letters"]


def test_the_command_quotes_letters_that_are_replaced(scorelite: Run, tmp_path: Path) -> None:
    for name, side in zip(("ref.txt", "hyp.txt"), sides("țară", "ţară", 1), strict=True):
        (tmp_path / name).write_text("\n".join(side), encoding="utf-8")
    assert "--normalise 'replace:ş=ș ţ=ț Ş=Ș Ţ=Ț'" in scorelite("score", "ref.txt", "hyp.txt").stdout.decode()


def test_the_command_prints_the_option(scorelite: Run, tmp_path: Path) -> None:
    refs, hyps = sides("don't", "don’t", 20)
    for name, texts in (("r.trn", refs), ("h.trn", hyps)):
        lines = (f"{text} (u-{row})\n" for row, text in enumerate(texts))
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
    printed = scorelite("score", tmp_path / "r.trn", tmp_path / "h.trn").stdout.decode()
    assert "(6 errors, such as 'don’t' for 'don't'): --normalise quotes-and-dashes" in printed
    facts = json.loads(scorelite("score", tmp_path / "r.trn", tmp_path / "h.trn", "--json").stdout)
    assert [notice["name"] for notice in facts["notices"]] == ["apostrophes"]


@pytest.mark.parametrize(
    ("ref", "hyp", "shown"),
    [("यहाँ", "यहां", "'यहां' for 'यहाँ'"), ("café", "cafe\u0301", r"'cafe\u0301' for 'café'")],
)
def test_marks_are_printed_as_letters_unless_both_words_look_alike(ref: str, hyp: str, shown: str) -> None:
    (cause,) = scoring.score(*sides(ref, hyp, 20)).causes()
    assert f"such as {shown})" in cause.text


def test_two_exchanged_hypotheses_are_reported_at_a_low_rate() -> None:
    refs, hyps = sides("harbour", "harbour", 20)
    hyps[10], hyps[41] = hyps[41], hyps[10]
    result = scoring.score(refs, hyps)
    assert (result.wer or 0.0) < 0.1
    (cause,) = result.causes()
    assert cause in result.notices
    assert cause.name == "exchanged texts"
    assert "with the hypotheses of two utterances exchanged (11 and 42) the rate would be 4.1 %" in cause.text
    hyps[10], hyps[41] = hyps[41], hyps[10]
    assert scoring.score(refs, hyps).wer == cause.rate


def test_an_utterance_without_a_right_word_is_no_exchange() -> None:
    refs, hyps = sides("harbour", "harbour", 20)
    hyps[10] = hyps[41] = "nobody was there at all that day but us"
    assert scoring.score(refs, hyps).causes() == ()


def test_turkish_capitals_that_a_normaliser_made_small_as_in_english_are_named() -> None:
    refs = ["ISPARTA ılık", "IĞDIR sıcak", "IRMAK akar", "Işık var", "İYİ gün"]
    hyps = ["ısparta ılık", "ığdır sıcak", "ırmak akar", "ışık var", "iyi gün"]
    (notice,) = [each for each in scoring.score(refs, hyps, normalise="basic").notices if each.name == "Turkish case"]
    assert str(notice).startswith(
        "with the case of Turkish (I is ı, İ is i) before the other normalisers the rate would"
    )
    assert scoring.score(refs, hyps, normalise=["casefold-tr", "basic"]).wer == 0
    # Small letters that were confused, and a recogniser that writes ASCII alone, are no capitals.
    for ref, hyp in ((["kız ılık"] * 5, ["kiz ılık"] * 5), (["acı su"] * 5, ["aci su"] * 5)):
        names = [each.name for each in scoring.score(ref, hyp).notices]
        assert "Turkish case" not in names
    assert "Turkish case" not in [
        each.name for each in scoring.score(["acı"] * 5, ["aci"] * 5, normalise="basic").notices
    ]


def test_unicode_forms_are_reported_next_to_other_errors() -> None:
    refs, hyps = ["mè rè go", "papa paa (laugh) xxx wo ho"], [decomposed("mè rè go"), "pa paa wo ho"]
    (cause,) = scorelite.score(refs, hyps).causes()
    assert (cause.name, cause.rate, cause.instead) == ("Unicode forms", 3 / 9, 5 / 9)
    sides = ({"talk": [("a", text) for text in side]} for side in (refs, hyps))
    assert [each.name for each in scorelite.meetings.score(*sides).causes()] == ["Unicode forms"]
