"""Punctuation, capitals and tags of decoders that one side alone has are said, however few errors there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorelite import meetings, scoring

PRINTED, SPOKEN = ["Hello, world!", "Good morning."], ["hello word", "good morning"]


def names(refs: list[str], hyps: list[str], **settings: Any) -> list[str]:
    return [notice.name for notice in scoring.score(refs, hyps, **settings).notices]


def test_punctuation_of_one_side_is_said_with_a_word_and_the_fix() -> None:
    result = scoring.score(PRINTED, SPOKEN)
    (notice,) = result.notices
    fix = "normalise='basic' compares words without it"
    assert notice.text == f"the reference has punctuation, such as 'Hello,', the hypothesis none: {fix}"
    assert scoring.score(PRINTED, SPOKEN, normalise="basic").wer == 0.25


@pytest.mark.parametrize(
    ("refs", "hyps", "settings", "expected"),
    [
        (SPOKEN, PRINTED, {}, ["punctuation of one side"]),
        (PRINTED, PRINTED[::-1], {}, []),
        (["mr. smith", "good day"], ["mr smith", "good day"], {}, []),  # one abbreviation
        (["Jane: hello", "yes sir", "Bob: good day"], ["hello", "yes sir", "good day"], {}, []),  # names
        (["GOOD DAY", "YES"], ["good day", "no"], {}, []),
        (["Good day", "Yes sir"], ["good day", "no sir"], {"case_sensitive": True}, ["capitals of one side"]),
        (["Good day", "Yes sir"], ["good day", "no sir"], {"case_sensitive": True, "policy": "kaldi_wer"}, []),
        (["大家早上好.", "今天?"], ["大家早上号", "今天"], {"unit": "character"}, ["punctuation of one side"]),
        (["早上，大家好", "今天，好"], ["早上大家号", "今天号"], {"unit": "character"}, ["punctuation of one side"]),
    ],
)
def test_only_what_one_side_alone_has_is_said(
    refs: list[str], hyps: list[str], settings: dict[str, Any], expected: list[str]
) -> None:
    assert names(refs, hyps, **settings) == expected


def test_a_cause_says_more() -> None:
    assert names(PRINTED * 10, ["hello world", "good morning"] * 10) == ["punctuation"]


def test_a_file_with_both_forms_is_answered_with_the_printed_one(tmp_path: Path) -> None:
    words = '{"word": "hi", "start": 0.1, "end": 0.5, "confidence": 0.9, "punctuated_word": "Hi."}'
    answer = f'{{"results": {{"channels": [{{"alternatives": [{{"words": [{words}]}}]}}]}}}}'
    (tmp_path / "a.deepgram.json").write_text(answer)
    (tmp_path / "a.txt").write_text("Hi, hi.")
    result = scoring.score_files(tmp_path / "a.txt", tmp_path / "a.deepgram.json")
    assert [notice.name for notice in result.notices if "side" in notice.name or "form" in notice.name] == [
        "spoken form"
    ]


def test_meetings_say_it_too() -> None:
    result = meetings.score(
        {"talk": [("a", "hello world"), ("b", "yes")]}, {"talk": [("1", "Hello, world."), ("2", "no")]}
    )
    assert any(text.startswith("the hypothesis has punctuation, such as 'Hello,'") for text in result.notices)


@pytest.mark.slow
def test_a_text_without_blanks_takes_a_moment_however_long_it_is() -> None:
    assert "punctuation of one side" not in names(["今天" * 500_000, "好"], ["今天", "好"])


TAGGED = [f"<|en|><|NEUTRAL|><|Speech|><|woitn|>{text}" for text in SPOKEN]


def test_tags_of_a_decoder_are_said_with_the_fix_at_a_low_rate() -> None:
    refs, right = [*SPOKEN, "good day " * 50], "good day " * 50
    result = scoring.score(refs, [*TAGGED, right])
    (notice,) = result.notices
    fix = "normalise='drop:<*>' compares texts without them"
    assert notice.text == f"the hypothesis has tags of a decoder, such as '<|en|>', the reference none: {fix}"
    assert scoring.score(refs, [*TAGGED, right], normalise="drop:<*>").wer == 0
    assert names(refs, [f"{TAGGED[0]} now", *SPOKEN[1:], right]) == ["tags of a decoder of one side"]
    assert names(TAGGED, ["<|0.00|> yes", "<|0.00|> no"]) == []


def test_sounds_in_brackets_of_one_side_are_said_with_the_fix() -> None:
    refs, hyps = ["hello there", "general kenobi"], ["hello there [BLANK_AUDIO]", "general [DOOR SLAMS] kenobi"]
    result = scoring.score(refs, hyps)
    (notice,) = result.notices
    fix = "normalise='drop:[*]' compares texts without them"
    assert notice.text == f"the hypothesis has sounds in brackets, such as '[BLANK_AUDIO]', the reference none: {fix}"
    assert scoring.score(refs, hyps, normalise="drop:[*]").wer == 0
    assert names(refs, ["hello there [BLANK_AUDIO]", refs[1]]) == ["sounds in brackets of one side"]
    assert names(["[NOISE] hello", "yes"], ["hello [MUSIC]", "no"]) == []
    assert names(["[MUSIC] hello", "yes"], ["[Music] hello", "no"]) == []
    assert names(refs, ["hello [sic] there", "general [A] kenobi"]) == []


def test_labels_of_silence_of_one_side_are_said_of_one_text_of_phones() -> None:
    phones = "DH AH0 K AE1 T S AE1 T"
    (cause,) = scoring.score([phones], [f"sil {phones} sp"]).notices
    assert cause.text.endswith("the rate would be 0.0 % instead of 25.0 %: normalise='drop:sil sp'")
    (notice,) = scoring.score([phones], [f"sil {phones.replace('T', 'D')} DH"]).notices
    fix = "normalise='drop:sil' compares texts without them"
    assert (
        notice.text
        == f"labels of silence in the hypothesis, such as 'sil', count as words, the reference has none: {fix}"
    )
    # Both sides have them; and these are words of Turkish and Portuguese.
    assert names([f"sil {phones}"], [f"sil {phones} DH"]) == []
    assert names(["bunu hemen sil"], ["bunu hemen bil"]) == []
    assert names(["o pau quebrado", "um pau grande"], ["o mau quebrado", "um mau grande"]) == []


@pytest.mark.parametrize(
    ("sound", "where", "rule"),
    [("(pause 0.28)", "parentheses", "drop:(*)"), ("[laughter 00:00:21]", "brackets", "drop:[*]")],
)
def test_sounds_with_times_are_said_with_the_fix(sound: str, where: str, rule: str) -> None:
    refs = [f"so I went {sound} to the shop", "did you"]
    assert names(refs, ["so I went to the shop", "did I"]) == [f"sounds in {where} of one side"]
    assert scoring.score(refs, refs[:1] * 2, normalise=rule).counts.reference == 8


def test_pauses_and_remarks_in_parentheses_are_said_with_the_fix() -> None:
    refs, hyps = (
        ["so I went (0.3) to the shop (.)", "did you ((laughs)) buy milk"],
        ["so I went to the shop", "did I buy"],
    )
    assert names(refs, hyps) == ["pauses in parentheses of one side", "remarks in parentheses of one side"]
    normalise = ["drop:((*))", "drop:(*)"]
    assert scoring.score(refs, hyps, normalise=normalise).counts.reference == 10
    assert [f"normalise={name!r}" in str(scoring.score(refs, hyps)) for name in normalise] == [True, True]
    assert names(["he did (not) go (2 of 3)"], ["he did not go"]) == []


def test_tags_explain_a_rate_of_characters() -> None:
    refs = ["今天天气很好", "我们去公园玩", "好的没有问题", "谢谢你的帮助"]
    (cause,) = scoring.score(refs, [f"<|zh|><|HAPPY|>{text}" for text in refs], unit="character").causes()
    assert (cause.name, cause.keyword, cause.rate) == ("brackets", "normalise='drop:<*>'", 0)


def test_meetings_say_tags() -> None:
    result = meetings.score({"talk": [("a", SPOKEN[0]), ("b", SPOKEN[1])]}, {"talk": [("1", TAGGED[0]), ("2", "no")]})
    assert any("tags of a decoder" in text for text in result.notices)


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["<unk> hello word", "good <UNK> morning"], ["tags of a decoder of one side"]),
        (["<s> hello word </s>", "good morning"], ["tags of a decoder of one side"]),
        (["hello [UNK] word", "good morning"], ["sounds in brackets of one side"]),
        (["hello &lt;unk&gt; word", "good &lt;unk&gt; morning"], []),
        (["<anna> hello word", "<ben> good morning"], []),
    ],
)
def test_marks_of_unknown_words_are_said_at_a_low_rate(texts: list[str], name: list[str]) -> None:
    refs, right = [*SPOKEN, "good day " * 50], "good day " * 50
    assert [each for each in names(refs, [*texts, right]) if "of one side" in each] == name


@pytest.mark.parametrize(
    ("normaliser", "found"), [("basic", True), ("casefold", True), ("whisper-en", False), ("drop:<*>", False)]
)
def test_tags_that_a_normaliser_leaves_as_words_are_told(normaliser: str, found: bool) -> None:
    result = scoring.score(["good day", "yes"], ["<|en|><|HAPPY|>good day", "<|en|>no"], normalise=normaliser)
    text = (
        "the hypothesis has tags of a decoder, such as '<|en|>', the reference none: normalise='drop:<*>' before the "
        "other normalisers compares texts without them"
    )
    assert (text in map(str, result.notices)) == found


def test_times_of_transcription_programs_are_reported_with_the_normaliser_that_drops_them() -> None:
    (notice,) = scoring.score(["guten tag", "ja"], ["guten tag #00:00:05-3#", "ja #00:00:09-1#"]).notices
    assert "such as '#00:00:05-3#'" in str(notice)
    assert "normalise='drop:#*#'" in str(notice)


@pytest.mark.parametrize(
    ("ref", "rule"),
    [
        ("so [noise] I went", "drop:[*]"),
        ("so (laughter) I went", "drop:(*)"),
        ("so {breath} I went", "drop:{*}"),
        ("so <laugh> I went", "drop:<*>"),
        ("so %HESITATION I went", "drop:%*"),
        ("so ++cough++ I went", "drop:++*++"),
    ],
)
def test_sounds_of_one_side_that_count_as_words_are_reported(ref: str, rule: str) -> None:
    result = scoring.score([ref, "good day"], ["so I went", "good day"])
    assert any(f"normalise={rule!r}" in str(notice) for notice in result.notices)
    assert scoring.score([ref], ["so I went"], normalise=rule).counts.errors == 0
    assert not any("sounds" in str(notice) for notice in scoring.score([ref], [ref.upper() + " x"]).notices)
