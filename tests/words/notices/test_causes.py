"""A cause of many errors is said with a fix that works when it is typed; honest jobs have none."""

from __future__ import annotations

import html
import json
import pickle
import random
import shlex
import unicodedata
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from scorelite import scoring
from scorelite.scoring.notices.causes import CAUSES
from scorelite.scoring.service.contents import Texts
from scorelite.scoring.service.limits import Limits
from scorelite.scoring.service.methods.score import run as run_method
from tests.conftest import Run
from tests.fuzz.honest import alarms

ENGLISH = "the quick brown fox went to market early and nobody said that it was raining when she came home late"


def lines(words: str | list[str], number: int = 40, seed: int = 1) -> list[str]:
    generator = random.Random(seed)
    chosen = words.split() if isinstance(words, str) else words
    return [" ".join(generator.choices(chosen, k=generator.randrange(5, 9))) for _ in range(number)]


def heard(refs: list[str]) -> list[str]:
    """The texts with an error in each tenth of them."""
    return [text.rsplit(" ", 1)[0] if place % 10 == 3 else text for place, text in enumerate(refs)]


def each(change: Callable[[str], str]) -> Callable[[list[str]], list[str]]:
    return lambda texts: [change(text) for text in texts]


def by_word(change: Callable[[str], str]) -> Callable[[list[str]], list[str]]:
    return each(lambda text: " ".join(map(change, text.split())))


def unmarked(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if unicodedata.category(letter) != "Mn")


def pieces(sign: str) -> Callable[[str], str]:
    return lambda word: f"{word[:2]}{sign.replace('|', ' ')}{word[2:]}" if len(word) > 3 else word


RUSSIAN = "ещё тёплый ребёнок идёт мёд лёд её всё самолёт живёт"
PERSIAN = "كتاب يك كار كسي يكي كشور ايران زندگي"
GREEK = "καλημέρα κυρία πώς σήμερα θέλω καφέ ώρα"
GERMAN = "straße groß heiße weiß fuß grüße schließen"
TURKISH = "ışık ısparta iyi insan sarı kız dış"
ARABIC = "عام ١٩٤٥ رقم ٢٣ ٤٥ سنة ١٢"
KANA = "カタカナ サクラ ラーメン スシ カメラ テレビ"
HEBREW = "שָׁלוֹם עוֹלָם יְרוּשָׁלַיִם עִיר בַּיִת"
CHINESE = list("今天天气很好我们去公园他说明要北京开会")
BRITISH = "colour centre harbour theatre labour it is new favour the they saw behaviour"
NUMBERS = "we have twenty five dogs thirty cats sixty nine birds and forty two"

SIMPLIFIED = str.maketrans("國會學說這裡", "国会学说这里")

WRITTEN_OUT = {"I'm": "I am", "we'll": "we will", "mr": "mister", "dr": "doctor", "it's": "it is", "don't": "do not"}


def written_out(text: str) -> str:
    return " ".join(WRITTEN_OUT.get(word, word) for word in text.split())


def chinese_in_digits(text: str) -> str:
    return scoring.normalise.normalise([text], "numbers-zh")[0][0]


Change = Callable[[list[str]], list[str]]
# Name of the cause, words, the change of the hypothesis, and what the fix holds.
FIXED: tuple[tuple[str, str | list[str], Change, str], ...] = (
    ("Unicode forms", GREEK, each(lambda text: unicodedata.normalize("NFD", text)), "nfc"),
    ("case", GREEK, each(str.upper), "casefold"),
    ("case", GERMAN, each(lambda text: text.replace("ß", "ss")), "casefold"),
    ("Turkish case", TURKISH, each(lambda text: text.replace("i", "İ").upper()), "casefold-tr"),
    ("compatible characters", ENGLISH, by_word(lambda word: "".join(chr(ord(x) + 0xFEE0) for x in word)), "nfkc"),
    ("apostrophes", "don't it's can't won't we're", each(lambda text: text.replace("'", "\u2019")), "quotes"),
    ("apostrophes", "don't it's can't won't we're", each(lambda text: text.replace("'", "\u2032")), "quotes"),
    ("apostrophes", "well-known wi-fi e-mail x-ray", each(lambda text: text.replace("-", "\u2013")), "quotes"),
    ("joiners", "می‌خواهم می‌روم نمی‌دانم خانه‌ها", each(lambda text: text.replace("\u200c", "")), "joiners"),
    ("invisible letters", ENGLISH, by_word(lambda word: word + "\u200b"), "zero-width"),
    ("blanks", ENGLISH, each(lambda text: text.replace(" ", "\u00a0")), "nfkc"),
    ("digits", ARABIC, each(lambda text: "".join(str(unicodedata.decimal(x, x)) for x in text)), "digits"),
    ("digits", "३ ४५ और ६७ ८९ था", each(lambda text: "".join(str(unicodedata.decimal(x, x)) for x in text)), "digits"),
    ("kana", KANA, each(lambda text: "".join(chr(ord(x) - 96) if "ァ" <= x <= "ヶ" else x for x in text)), "hiragana"),
    ("Hebrew points", HEBREW, each(unmarked), "hebrew-points"),
    ("invisible letters", ENGLISH, by_word(lambda word: word.replace("o", "o\u034f")), "zero-width"),
    ("control characters", ENGLISH, by_word(lambda word: f"\x1b[31m{word}\x1b[0m"), "controls"),
    ("long vowels", "ラーメン コーヒー カー", each(lambda text: text.replace("ー", "−")), "long-vowels"),
    ("Thai vowels", "น้ำ ทำ คำ ดำ", each(lambda text: text.replace("้ำ", "ํ้า").replace("ำ", "ํา")), "thai"),
    ("Arabic marks", "كتاب كلام سلام", each(lambda text: text.replace("ا", "ـا")), "arabic-marks"),
    ("Indic letters", "अवൻ ആവൻ കൺ", each(lambda text: text.replace("ൻ", "ന്\u200d").replace("ൺ", "ണ്\u200d")), "indic"),
    ("nasal vowels", "हाँ माँ वहाँ और यह", each(lambda text: text.replace("ँ", "ं")), "replace:ँ=ं"),
    ("Romanian letters", "știu țara așa și", each(lambda text: text.replace("ș", "ş").replace("ț", "ţ")), "ţ=ț"),
    ("umlauts", "für über schön", each(lambda text: text.replace("ü", "ue").replace("ö", "oe")), "ü=ue"),
    ("ligatures", "cœur sœur bœuf", each(lambda text: text.replace("œ", "oe")), "œ=oe"),
    ("Chinese characters", "國會 學說 這裡", each(lambda text: text.translate(SIMPLIFIED)), "simplified"),
    ("escapes", ENGLISH, each(lambda text: f"{text}\\n"), "escapes"),
    ("marks", GREEK, each(unmarked), "no-marks"),
    ("one letter", RUSSIAN, each(lambda text: text.replace("ё", "е")), "replace:ё=е"),
    ("one letter", PERSIAN, each(lambda text: text.replace("ك", "ک").replace("ي", "ی")), "replace:"),
    ("spelling", BRITISH, each(lambda text: text.replace("our", "or").replace("tre", "ter")), "spelling-en"),
    ("fillers", ENGLISH, each(lambda text: f"uh {text.replace(' the ', ' um the ')}"), "drop:uh um"),
    ("silence", ENGLISH, each(lambda text: f"sil {text} sil"), "drop:sil"),
    ("silence", ENGLISH, each(lambda text: f"h# {text} <p:>"), "drop:<p:> h#"),
    ("underscores", ENGLISH, each(lambda text: text.replace(" ", "_")), "underscores"),
    ("escapes", ENGLISH, each(quote), "escapes"),
    ("escapes", ENGLISH, each(lambda text: text.replace(" ", "+")), "escapes"),
    ("escapes", "r&d q&a b&b it's", each(html.escape), "escapes"),
    ("escapes", "thé café naïve sûr été déjà", each(lambda text: text.encode("unicode_escape").decode()), "escapes"),
    ("escapes", "thé café naïve sûr été déjà", each(lambda text: json.dumps(text)[1:-1]), "escapes"),
    ("cells", ENGLISH, each(lambda text: repr(text.encode())), "cells"),
    ("cells", ENGLISH, each(lambda text: repr((text,))), "cells"),
    ("cells", ENGLISH, each(lambda text: f'{{"text": "{text}", "score": 1}}'), "cells"),
    ("cells", ENGLISH, each(lambda text: f"{{text: {text}}}"), "cells"),
    ("cells", ENGLISH, each(lambda text: repr(text.split())), "cells"),
    ("cells", ENGLISH, each(lambda text: f"Hypothesis(score=-1.2, text='{text}', length=None)"), "cells"),
    ("cells", ENGLISH, each(lambda text: f'"{text}"'), "cells"),
    ("subwords", ENGLISH, by_word(pieces("@@|")), "subwords"),
    ("subwords", ENGLISH, by_word(pieces("|##")), "subwords"),
    ("subwords", ENGLISH, by_word(lambda word: "\u2581" + pieces("|")(word)), "subwords"),
    ("annotated phones", "DH AH K AE T", each(lambda text: text.replace("K", "G,K,s")), "spoken-phones"),
    ("words of one side", ENGLISH, by_word(lambda word: f"{word} <eps>"), "drop:<eps>"),
    ("words of one side", ENGLISH, each(lambda text: f"[noise] {text} [noise]"), "drop:[noise]"),
    ("words of one side", ENGLISH, each(lambda text: f"%hesitation {text}"), "drop:%hesitation"),
    ("heads", ENGLISH, each(lambda text: f"Anna: {text}"), "heads"),
    ("heads", ENGLISH, each(lambda text: f"Anna Lee\t00:05\t{text}"), "heads"),
    ("heads", ENGLISH, each(lambda text: f"0:00:05\tAnna\t{text}"), "heads"),
    ("punctuation", ENGLISH, each(lambda text: f"{text} *** "), "basic"),
    ("heads", ENGLISH, lambda texts: [f"{place}. {text}" for place, text in enumerate(texts)], "heads"),
    ("heads", ENGLISH, lambda texts: [f"[00:{place:02}:10] {text}" for place, text in enumerate(texts)], "heads"),
    ("heads", ENGLISH, lambda texts: [f"Speaker {place}: {text}" for place, text in enumerate(texts)], "heads"),
    ("brackets", ENGLISH, lambda texts: [f"<p id={place}>{text}</p>" for place, text in enumerate(texts)], "drop:<*>"),
    ("brackets", ENGLISH, each(lambda text: f"<|en|><|NEUTRAL|><|woitn|>{text}"), "drop:<*>"),
    ("brackets", ENGLISH, lambda texts: [f"[tag {place}] {text}" for place, text in enumerate(texts)], "drop:[*]"),
    ("punctuation", ENGLISH, each(lambda text: f"{text.capitalize()}."), "basic"),
    ("punctuation", ENGLISH, by_word(lambda word: f"{word},"), "basic"),
    ("numbers", NUMBERS, lambda texts: scoring.normalise.normalise(texts, "numbers-en")[0], "numbers-en"),
    ("Chinese numerals", ["二十五岁", "三零一号", "一百二", "五十人"], each(chinese_in_digits), "numbers-zh"),
    ("lost apostrophes", "don't it's who's won't we", each(lambda text: text.replace("'", "")), "replace:'="),
    ("lost apostrophes", "l'homme d'eau qu'il non", each(lambda text: text.replace("'", " ")), r"replace:'=\s"),
    ("lost hyphens", "e-mail co-op x-ray wi-fi we", each(lambda text: text.replace("-", "")), "replace:-="),
    ("one letter", "solo lolly lilo polo loll", each(lambda text: text.replace("o", "0")), "replace:0=o"),
    ("English", "I'm we'll mr that dr it's don't say", each(written_out), "whisper-en"),
    (
        "English",
        "$25 or 50% of it",
        each(lambda text: text.replace("$25", "25 dollars").replace("%", " percent")),
        "en",
    ),
    ("repeats", ENGLISH, by_word(lambda word: f"{word} {word}"), "repeats"),
    ("repeats", ENGLISH, each(lambda text: f"{text} {text}"), "repeats"),
    ("repeats", ENGLISH, each(lambda text: f"{text} {text.split()[-1]}"), "repeats"),
    ("repeats", ENGLISH, each(lambda text: " ".join([*text.split()[:3], *text.split()[1:]])), "repeats"),
    ("repeats", ENGLISH, lambda texts: [f"{a} {a} {b}" for a, b in zip(texts, texts, strict=True)], "repeats"),
    ("characters", ENGLISH, each(lambda text: " ".join(text.replace(" ", ""))), "character"),
    ("characters", ENGLISH, each(lambda text: text.replace(" ", "")), "character"),
    ("characters", CHINESE, each(lambda text: text.replace(" ", "")), "character"),
    ("first words", ENGLISH, lambda texts: [f"utt{place} {text}" for place, text in enumerate(texts)], "drop:utt*"),
)


def cases() -> list[object]:
    return [pytest.param(*case, id=f"{place}-{case[0]}") for place, case in enumerate(FIXED)]


@pytest.mark.sweep(73)
@pytest.mark.parametrize(("name", "words", "change", "fix"), cases())
@pytest.mark.parametrize("side", ["hyp", "ref"])
def test_a_cause_is_said_and_its_argument_brings_the_rate(
    name: str, words: str | list[str], change: Change, fix: str, side: str
) -> None:
    refs = lines(words)
    hyps = heard(refs)
    sides = (refs, change(hyps)) if side == "hyp" else (change(refs), hyps)
    result = scoring.score(*sides)
    (cause,) = result.causes()
    assert (cause.name, cause.instead, cause.exact) == (name, result.wer, True)
    assert fix in cause.keyword.replace(r"\\", "\\")
    assert cause in result.notices
    typed: dict[str, object] = {}
    exec(f"typed.update(dict({cause.keyword}))", {"typed": typed})
    again = scoring.score(*sides, **typed)  # type: ignore[arg-type]
    assert again.wer == pytest.approx(cause.rate)
    assert again.counts.errors < result.counts.errors or name == "characters"


@pytest.mark.parametrize(
    ("ref", "hyp", "fix"),
    [
        ("we saw twenty five percent", "we saw 25%", "whisper-en"),
        ("twenty five percent", "25%", "whisper-en"),
        ("i have two cats", "i have 2 cats", "numbers-en"),
        ("he is mr smith", "he is mister smith", "whisper-en"),
        ("他二十五岁", "他25岁", "numbers-zh"),
    ],
)
def test_one_line_shows_that_numbers_and_titles_are_written_otherwise(ref: str, hyp: str, fix: str) -> None:
    (cause,) = scoring.score([ref], [hyp]).causes()
    assert (cause.keyword, cause.rate) == (f"normalise={fix!r}", 0.0)


def test_a_rate_is_promised_that_the_named_argument_brings() -> None:
    """No argument gives both sides the same blanks, so that they are not added to what a normaliser brings."""
    refs, hyps = [["i'm in co operation now"] * 12, ["i am in cooperation now"] * 12]
    (cause,) = scoring.score(refs, hyps).causes()
    assert (cause.keyword, cause.advice) == ("normalise='whisper-en'", "")
    assert cause.rate == scoring.score(refs, hyps, normalise="whisper-en").wer


@pytest.mark.parametrize(("mark", "is_exact"), [("(uh)", False), ("uh", True)])
def test_rates_of_texts_with_marks_are_estimates(mark: str, is_exact: bool) -> None:
    refs = [f"we {mark} saw {number} of them" for number in ("three", "four", "five", "six", "seven")]
    hyps = [f"we {mark} saw {number} of them" for number in "34567"]
    assert [cause.exact for cause in scoring.score(refs, hyps, markup=True).causes()] == [is_exact]


def test_spelling_is_no_hint_next_to_a_published_normaliser() -> None:
    refs = lines(BRITISH)
    hyps = [text.replace("our", "or") for text in refs]
    assert [cause.name for cause in scoring.score(refs, hyps, normalise="basic").causes()] == ["spelling"]
    assert not scoring.score(refs, hyps, normalise="lower,rm(.?!,)").causes()


def shifted(texts: list[str]) -> list[str]:
    return texts[1:] + texts[:1]


def permuted(texts: list[str]) -> list[str]:
    return random.Random(3).sample(texts, len(texts))


ADVISED: tuple[tuple[str, Change, str], ...] = (
    ("other pairs", shifted, "1 place later"),
    ("other pairs", lambda texts: ["", *texts[:-1]], "1 place earlier"),
    ("other pairs", lambda texts: texts[3:] + texts[:3], "3 places later"),
    ("other pairs", lambda texts: [*texts[:10], *shifted(texts[10:])], "is a line missing"),
    ("other pairs", lambda texts: texts[::-1], "tac FILE"),
    ("other pairs", permuted, "in another order"),
    ("letters of one side", each(lambda text: text.replace("e", "ı")), "is it one letter in two writings"),
    ("reversed texts", each(lambda text: " ".join(text.split()[::-1])), "direction"),
    ("reversed texts", each(lambda text: text[::-1]), "rev FILE"),
    ("blanks", each(lambda text: text.replace("word", "word ")), "with the same blanks on both sides, as in 'word"),
    ("ids of words", each(lambda text: " ".join(str(sum(map(ord, word))) for word in text.split())), "int2sym.pl"),
    ("alphabetical order", each(lambda text: " ".join(sorted(text.split()))), "in the order in which they were said"),
    (
        "error messages",
        lambda texts: ["ERROR: CUDA out of memory" if place % 9 == 0 else text for place, text in enumerate(texts)],
        "some hypotheses are messages of errors, such as 'ERROR: CUDA out of memory': did the recogniser fail?",
    ),
    ("first words", each(lambda text: f"anna {text}"), "such as 'anna', the rate"),
    (
        "last words",
        each(lambda text: f"{text} eos"),
        "are they marks of ends, or spoken words that the reference lacks?",
    ),
    (
        "last words",
        lambda texts: [f"{text} 0.9{place}" for place, text in enumerate(texts)],
        "remove them from the hyp",
    ),
    (
        "first words",
        each(lambda text: f"anna {text}"),
        "are they names of speakers, or spoken words that the reference lacks?",
    ),
    (
        "added words",
        lambda texts: [text + " thank you for watching" * (len(text) % 2) for text in texts],
        "such as 'thank you for watching', the rate would be 0.0 %",
    ),
    ("one text", each(lambda text: "thanks for watching"), "'thanks for watching'"),
    ("one text", lambda texts: ["nan" if place % 2 else text for place, text in enumerate(texts)], "'nan'"),
    ("added words", each(lambda text: f"Sure, this is what is said: {text}"), "'Sure, this is what is said:'"),
    (
        "added words",
        lambda texts: [
            text if place % 2 else f"Here is the transcription:\n\n{text}" for place, text in enumerate(texts)
        ],
        "'Here is the transcription:'",
    ),
    ("thoughts", each(lambda text: f"<think>The user wants a text.\nI listen.</think> {text}"), "thoughts of a model"),
    ("thoughts", each(lambda text: f"language English<asr_text>{text}"), "'language English<asr_text>'"),
    ("other scripts", lambda texts: lines(RUSSIAN, len(texts)), "in Latin letters, the hypothesis in Cyrillic"),
    ("first words", lambda texts: [f"{hex(place * 7919)[2:]}x {text}" for place, text in enumerate(texts)], "remove"),
    ("ends of words", by_word(lambda word: f"{word}/NN"), "/NN', the rate"),
    ("ends of words", by_word(lambda word: f"{word}:0.{len(word)}"), "remove it from the hypothesis"),
    ("cut off", each(lambda text: " ".join(text.split()[:4])), "is the hypothesis cut off"),
    ("cut words", each(lambda text: text[1:]), "the first letters of texts that the hypothesis lacks, such as "),
    ("cut words", each(lambda text: text[:-1]), "does a program cut the lines of the hypothesis?"),
    ("rewritten words", by_word(lambda word: word.replace("r", "n")), "are they in two spellings"),
    (
        "unrelated texts",
        lambda texts: lines(f"{ENGLISH} {' '.join(f'word{n}' for n in range(60))}", 40, 9),
        "no better",
    ),
    (
        "twice",
        each(lambda text: f"{text.replace('was', 'is')} {text.replace('the', 'a').replace('it', 'that')}"),
        "keep one of them",
    ),
    (
        "both sides of texts",
        each(lambda text: f"{text} {text.replace('the', 'a').replace('it', 'that')}"),
        "expected a file with the texts of the hypothesis alone",
    ),
)


@pytest.mark.parametrize(("name", "change", "said"), ADVISED, ids=[f"{i}-{case[0]}" for i, case in enumerate(ADVISED)])
def test_what_is_wrong_with_the_files_is_said_with_advice(name: str, change: Change, said: str) -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}")
    result = scoring.score(refs, change(refs))
    (cause,) = result.causes()
    assert (cause.name, cause.keyword, cause.instead) == (name, "", result.wer)
    assert said in cause.text
    assert cause.rate is None or cause.rate < result.wer / 2


@pytest.mark.parametrize("number", [1, 3])
def test_words_of_the_text_before_are_named(number: int) -> None:
    refs = lines(" ".join(f"word{number}" for number in range(300)))
    before = ["", *(" ".join(text.split()[-number:]) for text in refs[:-1])]
    result = scoring.score(refs, [f"{context} {text}".strip() for context, text in zip(before, refs, strict=True)])
    (cause,) = result.causes()
    assert (cause.name, cause.rate) == ("words of the text before", 0.0)
    what = "word" if number == 1 else "3 words"
    assert f"without the first {what} of 39 texts of the hypothesis, the last of the text before," in cause.text


@pytest.mark.parametrize("side", ["reference", "hypothesis"])
def test_a_side_without_its_repeated_words_is_named(side: str) -> None:
    refs = [f"the cat {number} saw the other cat near the {number} house" for number in range(20)]
    once = [" ".join(dict.fromkeys(text.split())) for text in refs]
    result = scoring.score(refs, once) if side == "hypothesis" else scoring.score(once, refs)
    (cause,) = result.causes()
    assert (cause.name, cause.rate) == ("repeated words removed", 0.0)
    assert cause.advice == f"were repeated words removed from the {side}?"


def test_texts_in_which_no_word_happens_to_stand_twice_are_no_cause() -> None:
    refs = [f"word{number} is here" for number in range(20)]
    assert scoring.score(refs, [f"{text} is" if place < 8 else text for place, text in enumerate(refs)]).causes() == ()


def test_first_words_that_every_hypothesis_lacks_are_asked_about() -> None:
    refs = lines(ENGLISH)
    (cause,) = scoring.score(refs, [text.partition(" ")[2] for text in refs]).causes()
    assert (cause.name, cause.rate) == ("first words", 0.0)
    assert cause.advice == "are they names of speakers, or spoken words that the hypothesis lacks?"


@pytest.mark.parametrize(
    ("spoken", "written", "fix"),
    [
        ("twenty one", "21", "numbers-en"),
        ("i am here", "i'm here", "whisper-en"),
        ("ten percent", "10%", "whisper-en"),
        ("do so", "don't so", ""),
        ("don't so", "dont so", "replace:'="),
        ("the colour grey", "the color gray", "spelling-en"),
        ("mister jones", "mr jones", "whisper-en"),
        ("un café", "un cafe", "no-marks"),
        ("new york", "new_york", "underscores"),
    ],
)
def test_another_writing_of_one_side_alone_is_named_at_a_low_rate(spoken: str, written: str, fix: str) -> None:
    refs = lines(ENGLISH, 100)
    few = [f"{text} {spoken}" if place % 20 == 0 else text for place, text in enumerate(refs)]
    hyps = [text.replace(spoken, written) for text in few]
    result = scoring.score(few, hyps)
    assert result.wer < 0.03
    assert [cause.keyword for cause in result.causes()] == ([f"normalise={fix!r}"] if fix else [])


def test_what_a_normaliser_does_that_is_named_is_not_said_again() -> None:
    refs = [f"{text} i am at twenty one" for text in lines(ENGLISH)]
    (cause,) = scoring.score(refs, [text.replace("i am at twenty one", "i'm at 21") for text in refs]).causes()
    assert (cause.name, cause.rate) == ("English", 0.0)


def test_a_command_that_is_taken_for_another_is_no_text_in_another_place() -> None:
    commands = ["turn on the kitchen lights", "set a timer for ten minutes", "what is the weather like today"]
    commands += [f"please play some {kind} in the hall" for kind in ("jazz", "rock", "folk", "news")]
    refs = random.Random(3).choices(commands, k=150)
    hyps = [random.Random(place).choice(commands) if place % 6 == 0 else text for place, text in enumerate(refs)]
    result = scoring.score(refs, hyps)
    assert result.wer > 0.1
    assert result.causes() == ()


def test_a_text_in_which_words_are_few_does_not_repeat_itself() -> None:
    words = " ".join(lines("so we go to the old town", 300))
    result = scoring.score([words], [words.replace("old", "cold")])
    assert result.wer > 0.1
    assert result.causes() == ()


def test_languages_that_differ_are_named() -> None:
    refs = ["the weather is nice today and we are here", "they have the time for this"] * 3
    hyps = ["das Wetter ist heute schön und wir sind hier", "sie haben die Zeit auch für das"] * 3
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.text.startswith("the reference is English, by words such as 'the', ")
    assert "the hypothesis German ('" in cause.text


def test_some_texts_in_another_language_are_named_and_a_word_that_is_everywhere_is_none() -> None:
    refs = [f"{text} and they have the time for this" for text in lines(ENGLISH)]
    german = lines("und sie haben die Zeit auch nicht für das wir sind mit der Frau da es ist ein Buch")
    hyps = [text if place % 6 else german[place] for place, text in enumerate(refs)]
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.text.startswith("the reference of 7 texts with most errors is English, by words such as ")
    hyps = [text if place % 3 else "die die die" for place, text in enumerate(refs)]
    assert "other languages" not in {cause.name for cause in scoring.score(refs, hyps).causes()}


def test_languages_of_three_lines_are_named_and_those_of_a_few_wrong_words_are_not() -> None:
    refs = ["guten tag wie geht es ihnen", "ich bin heute nicht da", "wir fahren morgen nach berlin"]
    hyps = ["good day how are you", "i am not here today", "we are going to berlin tomorrow"]
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.name == "other languages"
    mixed = [f"{ref} {hyp}" for ref, hyp in zip(refs, hyps, strict=True)]
    assert not scoring.score(mixed, [*mixed[:2], refs[2]]).causes()


def test_spoken_words_are_not_to_be_dropped() -> None:
    refs = ["it cost $25", "she paid $40 for it", "we have $30", "that is $21", "give me $70", "$15 now"]
    hyps = [f"{text.replace('$', '')} crowns" for text in refs]
    assert "drop:" not in str(scoring.score(refs, hyps).notices)


def test_case_and_unicode_forms_together_are_seen_in_two_texts() -> None:
    (cause,) = scoring.score(["ÜBER DIE", "naïve"], ["über die", unicodedata.normalize("NFD", "naïve")]).causes()
    assert cause.keyword == "normalise=['nfc', 'casefold']"


def test_placeholders_of_the_reference_are_said_and_no_words_of_the_hypothesis_are_to_be_dropped() -> None:
    hyps = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}")
    (cause,) = scoring.score(["nan"] * len(hyps), hyps).causes()
    assert (cause.name, cause.keyword) == ("one text", "")
    assert "the same text as reference: 'nan'" in cause.text


def test_a_text_that_is_cut_off_has_to_begin_as_the_other_side_does() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 80)
    hyps = [" ".join(text.split()[2:4]) for text in refs]
    assert "cut off" not in {cause.name for cause in scoring.score(refs, hyps).causes()}


def test_a_single_accent_too_many_is_an_error_of_recognition() -> None:
    refs = ["several small towns", "evening on orange road", "another station"]
    assert scoring.score(refs, [refs[0], refs[1].replace("orange", "óranǵe"), refs[2]]).causes() == ()


def test_one_hypothesis_that_repeats_itself_is_no_sign_that_references_are_cut_off() -> None:
    pairs = {
        "65 tea,": "boats tea, boats",
        "boats market tea,": "boats from market tea, i",
        "harbour lamp,": "harbour tea apples",
        "lantern stone and paper,": "lantern tea stone and paper,",
        "13 paper copper window and,": "13 low paper copper low tea and," + " low tea and," * 5,
        "garden mirror,": "garden tulips mirror, yards",
        "tea lantern? paper,": "tea ring lantern? paper, coal",
        "from violin orange,": "from cart orange,",
        "tea winter,": "tea winter, lamp",
        "silver tea lantern yellow summer,": "silver tea lantern yellow summer,",
    }
    assert scoring.score(list(pairs), list(pairs.values())).causes() == ()


@pytest.mark.parametrize(("sign", "fix"), [("_", "underscores"), ("+", "escapes"), ("-", "basic")])
def test_joined_words_of_the_reference_are_separated_and_not_compared_by_characters(sign: str, fix: str) -> None:
    refs = lines([f"{a}{b}{c}" for a in ENGLISH.split() for b in "aeiou" for c in "xyz"], 80)
    (cause,) = scoring.score(each(lambda text: text.replace(" ", sign))(refs), heard(refs)).causes()
    assert fix in cause.keyword


FRENCH = "le café était fermé très tôt mais la bibliothèque reste ouverte l'été aux élèves fâchés"


@pytest.mark.parametrize("lost", ["?", "\ufffd", "??"])
@pytest.mark.parametrize("swapped", [False, True], ids=["hyp", "ref"])
def test_letters_that_an_encoding_lost_are_named_at_any_rate(lost: str, swapped: bool) -> None:
    words = FRENCH.split()
    refs = [" ".join(words[place : place + 5]) for place in range(len(words) - 4)]
    hyps = ["".join(letter if letter.isascii() else lost for letter in text) for text in refs]
    same = ["we saw it go on"] * 300
    for more in ([], same):
        sides = [refs + more, hyps + more]
        result = scoring.score(*(sides[::-1] if swapped else sides))
        (cause,) = result.causes()
        assert (cause.name, cause.keyword, cause.rate) == ("lost letters", "", 0.0)
        side = "reference" if swapped else "hypothesis"
        assert f"lost in the {side}, such as in 'caf{lost}' for 'café'; with them the rate would be" in cause.text
        assert [notice.name for notice in result.notices] == ["lost letters"]


@pytest.mark.parametrize(
    ("refs", "hyps"),
    [
        (["was ist das für ein lied", "und wo ist er"], ["was ist das für ein lied?", "und wo ist er?"]),  # questions
        (["je suis allé", "il a été", "il est là"], ["je suis aller?", "il a eu?", "il est la?"]),
        (["il a été fâché"], ["il a ?t? fâché"]),  # one word may be anything
        (["le père", "la mère", "la fête"], ["le ?", "la ?", "la ?"]),
    ],
)
def test_question_marks_of_other_kinds_are_no_lost_letters(refs: list[str], hyps: list[str]) -> None:
    result = scoring.score(refs, hyps)
    assert "lost letters" not in {notice.name for notice in result.notices}


def test_no_rule_that_cuts_words_at_vowel_signs_is_proposed() -> None:
    refs = [f"मैं स्कूल जाता हूँ don't {word} खाना खाने के लिए" for word in ["घर", "बाजार", "नदी", "पहाड़", "जंगल", "गाँव"]] * 4
    hyps = [text.replace("don't", "do not").replace("स्कूल", "सकुल").replace("खाने", "खानी") for text in refs]
    for cause in scoring.score(refs, hyps).causes():
        assert "whisper" not in cause.option
        assert "no-marks" not in cause.option


def test_letters_that_a_side_has_elsewhere_are_lost_by_no_encoding() -> None:
    refs = ["कुछ अणुओं में अस्थिर", "जिसका मतलब यह है", "किसी झटके से टूटने", "प्रवृत्ति होती है यहां"]
    hyps = ["कुछ अणु\ufffdं में अस्थिर", "जिस\ufffdा मतलब यह है", "किसी झट\ufffdे से टूटने", "प्रवृत्ति होती है यहां ओका के"]
    names = {notice.name for notice in scoring.score(refs, hyps).notices}
    assert "lost letters" not in names


def test_every_cause_has_a_test() -> None:
    tested = {
        "lost letters",
        "numbers between words",
        "other languages",
        "divided words",
        "unheard words",
        *(case[0] for case in (*FIXED, *ADVISED)),
        *("repeated words removed", "words of the text before"),
    }
    assert {cause.name for cause in CAUSES} - tested == set()


def test_a_recording_that_is_there_twice_is_said() -> None:
    words = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 200)
    (cause,) = scoring.score([" ".join(words)], [" ".join([*words, *heard(words)])]).causes()
    assert cause.text == "the second half of the hypothesis repeats the first half: keep one of them"


def test_six_texts_that_repeat_have_a_cause_and_five_may_do_so_by_accident() -> None:
    refs = lines(ENGLISH)
    names = [
        [cause.name for cause in scoring.score(refs[:number], [f"{text} {text}" for text in refs[:number]]).causes()]
        for number in (5, 6)
    ]
    assert "repeats" not in names[0]
    assert names[1] == ["repeats"]


def test_a_recogniser_that_loops_in_a_few_of_many_texts_has_no_cause() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 400)
    hyps = [" ".join([text] * 4) if place % 20 == 0 else text for place, text in enumerate(heard(refs))]
    result = scoring.score(refs, hyps)
    assert result.wer is not None
    assert result.wer > 0.15
    assert result.causes() == ()


def test_texts_three_places_off_are_found_in_a_file_of_more_than_five_thousand_lines() -> None:
    """So long a file has no index of its words: what stands near is looked at, and what stands opposite."""
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 5100)
    (cause,) = scoring.score(refs, refs[3:] + refs[:3]).causes()
    assert (cause.name, "3 places later" in cause.text) == ("other pairs", True)


def test_case_is_a_cause_where_it_was_asked_for_and_most_errors_are_of_case() -> None:
    refs = lines(ENGLISH)
    (cause,) = scoring.score(refs, [text.upper() for text in refs], case_sensitive=True).causes()
    assert (cause.name, cause.keyword, cause.rate) == ("case", "normalise='casefold'", 0.0)


@pytest.mark.parametrize(
    "text", ["a/N b/V c/D", "a_b c_d", "<a> [b] {c}", "1 a 2 b", "%65 &amp;", "A: a, b. c!", "wo@@ rd"]
)
def test_a_side_without_words_breaks_no_cause(text: str) -> None:
    for refs, hyps in (([text] * 12, [""] * 12), ([""] * 11 + ["z"], [text] * 12)):
        assert [*map(str, scoring.score(refs, hyps, markup=False).notices)]


def test_words_with_times_have_causes() -> None:
    refs, stm, ctm, later = lines(ENGLISH), "", "", ""
    for place, text in enumerate(refs):
        stm += f"t A anna {10 * place} {10 * place + 10} {text}\n"
        for number, word in enumerate(text.split()):
            ctm += f"t A {10 * place + number + 0.1:.1f} 0.1 {word}\nt A {10 * place + number + 0.2:.1f} 0.1 {word}\n"
            later += f"t A {10 * place + number + 10.1:.1f} 0.1 {word}\n"
    results = [
        scoring.score_files(stm.encode(), hyp.encode(), ref_format="stm", hyp_format="ctm") for hyp in (ctm, later)
    ]
    assert [result.causes()[0].name for result in results] == ["repeats", "shift"]
    assert "do the times of both sides start at the same moment?" in results[1].causes()[0].text


def test_rows_that_stand_there_twice_are_said_once() -> None:
    refs, stm, ctm = lines(ENGLISH), "", ""
    for place, text in enumerate(refs):
        stm += f"t A anna {10 * place} {10 * place + 10} {text}\n"
        for number, word in enumerate(text.split()):
            ctm += f"t A {10 * place + number + 0.1:.1f} 0.5 {word}\n" * 2
    result = scoring.score_files(stm.encode(), ctm.encode(), ref_format="stm", hyp_format="ctm")
    assert [notice.name for notice in result.notices] == ["repeats"]


def test_several_causes_are_said_together() -> None:
    refs = lines(ENGLISH)
    hyps = [f"<eps> {text.capitalize()}. <eps> <eps>" for text in refs]
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.keyword == "normalise=['drop:<eps>', 'basic']"
    assert scoring.score(refs, hyps, normalise=["drop:<eps>", "basic"]).wer == cause.rate == 0


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(700, 740))
def test_an_honest_job_has_no_cause(seed: int) -> None:
    assert alarms(seed) == []


def mistaken(texts: list[str], part: float) -> list[str]:
    """The texts with this part of their words lost, or taken for others."""
    generator = random.Random(5)
    words = " ".join(texts).split()
    return [
        " ".join(
            generator.choice(["", generator.choice(words)]) if generator.random() < part else word
            for word in text.split()
        )
        for text in texts
    ]


MISTAKES: tuple[tuple[str, Change], ...] = (
    ("first words", each(lambda text: f"anna {text}")),
    ("first words", lambda texts: [f"p{place % 7} {text}" for place, text in enumerate(texts)]),
    ("last words", lambda texts: [f"{text} 0.9{place % 9}" for place, text in enumerate(texts)]),
    ("added words", each(lambda text: f"here is the transcription {text}")),
    (
        "added words",
        lambda texts: [text + " thanks for watching" * (place % 3 < 1) for place, text in enumerate(texts)],
    ),
    ("repeats", each(lambda text: f"{text} {text.split()[-1]}" if text else text)),
    ("cut words", each(lambda text: text[1:])),
    ("unheard words", by_word(lambda word: "" if word == "the" else word)),
    ("marks", each(unmarked)),
    ("divided words", each(lambda text: text.replace("'", " ' "))),
    ("divided words", each(lambda text: text.replace("'", "' "))),
    ("rewritten words", by_word(lambda word: word.replace("r", "n"))),
    ("divided words", by_word(lambda word: f"{word[:2]}- {word[2:]}" if len(word) > 4 else word)),
    ("numbers between words", each(lambda text: " ".join(f"{word} 0.9{len(word)}" for word in text.split()))),
    ("words of one side", lambda texts: [f"<sc> {text}" if place % 3 else text for place, text in enumerate(texts)]),
)


@pytest.mark.parametrize("part", [0.04, 0.25])
@pytest.mark.parametrize("side", ["ref", "hyp"])
@pytest.mark.parametrize(("name", "change"), MISTAKES, ids=[f"{i}-{case[0]}" for i, case in enumerate(MISTAKES)])
def test_what_a_program_did_to_one_side_is_named_at_any_rate(name: str, change: Change, side: str, part: float) -> None:
    spoken = f"{ENGLISH} the the qu'il l'eau d'or n'est café naïve élan"
    spoken += " ".join(f" {first}or{last}" for first in "abcdfg" for last in "kmn")
    refs = lines(spoken, 150)
    hyps = mistaken(refs, part)
    honest = scoring.score(refs, hyps)
    assert honest.causes() == ()
    result = scoring.score(refs, change(hyps)) if side == "hyp" else scoring.score(change(refs), hyps)
    cause = result.causes()[0]
    assert cause.name == name
    assert cause.rate is not None
    assert abs(cause.rate - (honest.wer or 0)) < 0.4 * abs((result.wer or 0) - (honest.wer or 0))


def test_words_that_lines_divide_otherwise_are_named() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 60)
    words = [text.split() for text in refs]
    moved = [[*before[-2:], *text[:-2]] for before, text in zip([[], *words], words, strict=False)]
    (cause,) = scoring.score(refs, [*map(" ".join, moved)]).causes()
    assert cause.name == "neighbouring lines"
    assert cause.rate is not None
    assert cause.rate < 0.02


def test_hypotheses_of_the_line_before_are_named() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 60)
    (cause,) = scoring.score(refs, [refs[place - (place % 8 == 7)] for place in range(60)]).causes()
    assert (cause.name, cause.rate) == ("other pairs", 0.0)
    assert cause.text.startswith("with the reference 1 place earlier for 7 texts of the hypothesis")


def test_texts_are_in_no_other_place_after_their_cells_were_unpacked() -> None:
    refs = lines(ENGLISH, 60)
    cells = [str({"text": text, "n": text.split()[:3]}) for text in refs]
    assert "places" not in " ".join(cause.text for cause in scoring.score(cells, mistaken(refs, 0.1)).causes())


def test_some_texts_that_end_early_are_named() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 100)
    cut = [" ".join(text.split()[:3]) if place % 5 == 0 else text for place, text in enumerate(refs)]
    (cause,) = scoring.score(refs, cut).causes()
    assert (cause.name, cause.rate) == ("cut off", 0.0)


def test_some_texts_that_a_column_cut_off_are_named() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}", 100)
    (cause,) = scoring.score(refs, [text[:40] for text in refs]).causes()
    assert cause.name == "cut off"
    assert "have 40 characters, and none has more" in cause.text


def test_a_cause_next_to_others_names_no_placeholder() -> None:
    refs = [f"{text} don't" for text in lines(ENGLISH, 60)]
    hyps = [text.replace("'", "") if place % 3 else text for place, text in enumerate(mistaken(refs, 0.3))]
    assert "{" not in " ".join(cause.text for cause in scoring.score(refs, [repr(text) for text in hyps]).causes())


def test_few_errors_of_recognition_have_no_cause() -> None:
    refs = lines(ENGLISH, 100)
    assert scoring.score(refs, mistaken(refs, 0.02)).notices == ()


@pytest.mark.parametrize(("marked", "rate"), [(5, 0.05), (3, 0.05), (2, None)])
def test_a_fifth_of_the_errors_in_punctuation_is_reported_at_any_rate(marked: int, rate: float | None) -> None:
    """Five wrong words of 100 and 3 commas make 8 errors, of which 3 are more than a fifth; 2 may be an accident."""
    refs = ["one two three four five six seven eight nine ten"] * 10
    hyps = [text.replace("ten", "den") if place < 5 else text for place, text in enumerate(refs)]
    hyps = [text.replace("one", "one,") if place < marked else text for place, text in enumerate(hyps)]
    result = scoring.score(refs, hyps)
    assert result.counts.errors == 5 + marked
    assert [cause.rate for cause in result.causes() if cause.name == "punctuation"] == ([] if rate is None else [rate])


def test_errors_in_case_are_reported_where_case_counts() -> None:
    refs = ["one two three four five six seven eight nine ten"] * 10
    hyps = [text.replace("ten", "Ten") if place < 6 else text for place, text in enumerate(refs)]
    (cause,) = scoring.score(refs, hyps, case_sensitive=True).causes()
    assert (cause.name, cause.rate, cause.keyword) == ("case", 0.0, "normalise='casefold'")


def test_words_read_as_spoken_next_to_printed_ones_are_named(tmp_path: Path) -> None:
    words = [{"word": "hello", "punctuated_word": "Hello", "start": 0.0, "end": 0.5, "confidence": 0.9}]
    words.append({"word": "there", "punctuated_word": "there.", "start": 0.5, "end": 1.0, "confidence": 0.9})
    channel = {"alternatives": [{"transcript": "Hello there.", "confidence": 0.9, "words": words}]}
    (tmp_path / "a.deepgram.json").write_text(json.dumps({"results": {"channels": [channel]}}))
    (tmp_path / "a.txt").write_text("Hello there.\n")
    (tmp_path / "plain.txt").write_text("hello here\n")
    files = str(tmp_path / "a.txt"), str(tmp_path / "a.deepgram.json")
    assert "spoken form" in [notice.name for notice in scoring.score_files(*files).notices]
    for hyp, named in ((files[0], {"printed": True}), (str(tmp_path / "plain.txt"), {})):
        notices = scoring.score_files(hyp, files[1], **named).notices
        assert "spoken form" not in [notice.name for notice in notices]


def test_a_large_job_has_an_estimate_from_a_sample() -> None:
    refs = lines(ENGLISH, 6000)
    hyps = [f"{text} <eps>" for text in heard(refs)]
    (cause,) = scoring.score(refs, hyps).causes()
    assert not cause.exact
    assert "would be about" in cause.text
    assert cause.rate == pytest.approx(scoring.score(refs, hyps, normalise=cause.keyword[11:-1]).wer, abs=0.02)


@pytest.mark.parametrize(
    ("number", "size", "exact"), [(200, 3, True), (201, 3, False), (100, 40, True), (100, 41, False)]
)
def test_up_to_two_hundred_texts_and_four_thousand_words_are_all_tried(number: int, size: int, exact: bool) -> None:
    refs = [" ".join([f"w{place}", *ENGLISH.split() * 2][:size]) for place in range(number)]
    (cause,) = scoring.score(refs, [text.upper() for text in refs], case_sensitive=True).causes()
    assert cause.exact == exact


def test_an_estimate_holds_where_some_utterances_have_most_errors() -> None:
    """Utterances are drawn by their errors, and each stands for as many as its chance was low."""
    refs, generator, words = lines(ENGLISH, 6000), random.Random(2), ENGLISH.split()
    hyps = [
        " ".join(
            generator.choice(words) if place % 6 == 0 and generator.random() < 0.5 else word for word in text.split()
        )
        + " <eps>"
        for place, text in enumerate(refs)
    ]
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.keyword == "normalise='drop:<eps>'"
    assert cause.rate == pytest.approx(scoring.score(refs, hyps, normalise="drop:<eps>").wer, abs=0.02)


def test_one_long_recording_has_causes() -> None:
    text = " ".join(lines(ENGLISH, 500))
    (cause,) = scoring.score([text], [" ".join(f"{word} <eps>" for word in text.split())]).causes()
    assert cause.keyword == "normalise='drop:<eps>'"
    hyp = " ".join(f"{word} <eps>" if place % 9 else "<eps>" for place, word in enumerate(text.split()))
    (cause,) = scoring.score([text], [hyp]).causes()
    assert cause.rate == pytest.approx(scoring.score([text], [hyp], normalise="drop:<eps>").wer, abs=0.02)
    doubled = scoring.score([text], [" ".join(f"{word} {word}" for word in text.split())]).causes()
    assert [cause.name for cause in doubled] == ["repeats"]


def test_the_option_of_a_cause_works_on_the_command_line(tmp_path: Path, scorelite: Run) -> None:
    refs = lines(ENGLISH)
    sides = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    for path, texts in zip(sides, (refs, [f"<eps> {text} [laughter]" for text in refs]), strict=True):
        path.write_text("".join(f"{text}\n" for text in texts))
    shown = scorelite("score", *map(str, sides)).stdout.decode()
    line = next(line for line in shown.splitlines() if "the rate would be" in line)
    assert line.startswith("without '<eps>', '[laughter]' in the hypothesis the rate would be 0.0 % instead of ")
    option = shlex.split(line[line.index(": --") + 2 :])
    assert option == ["--normalise", "drop:<eps> [laughter]"]
    assert b"WER      0.0 %   0 errors\n" in scorelite("score", *map(str, sides), *option).stdout


SAID = "without '<eps>' in the hypothesis the rate would be 0.0 % instead of "


def test_every_door_says_the_cause(tmp_path: Path, scorelite: Run) -> None:
    refs = lines(ENGLISH)
    hyps = [f"{text} <eps>" for text in refs]
    for name, texts in (("ref", refs), ("hyp", hyps), ("other", heard(hyps))):
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts))
        rows = [f"t 1 anna {place} {place + 1} {text}\n" for place, text in enumerate(texts)]
        (tmp_path / f"{name}.stm").write_text("".join(rows))
    compared = scorelite("compare", "--ref", "ref.txt", "hyp.txt", "other.txt", "--page", "both.html")
    assert compared.stderr.decode().count("without '<eps>' in the hypothesis the rate would be") == 2
    assert SAID in scorelite("meetings", "ref.stm", "hyp.stm").stdout.decode()
    (notice,) = json.loads(scorelite("score", "ref.txt", "hyp.txt", "--json").stdout)["notices"]
    assert notice["text"].startswith(SAID)
    assert (notice["rate"], notice["option"]) == (0.0, "--normalise 'drop:<eps>'")
    for page in (scoring.score(refs, hyps).page().decode(), (tmp_path / "both.html").read_text()):
        assert html.escape("without '<eps>' in the hypothesis the rate would be") in page
    arguments = {"ref": Texts(tuple(refs)), "hyp": Texts(tuple(hyps)), "utterances": False}
    (notice,) = run_method(arguments, Limits())["notices"]
    assert notice["text"].startswith(SAID)
    assert notice["keyword"] == "normalise='drop:<eps>'"
    assert run_method({**arguments, "normalise": ("drop:<eps>",)}, Limits())["wer"] == 0.0


def test_a_number_is_the_same_whether_its_causes_are_looked_at_or_not() -> None:
    refs = lines(ENGLISH)
    results = [scoring.score(refs, [f"{text} <eps>" for text in refs]) for _ in range(2)]
    before = pickle.dumps((results[0].counts, results[0].utterances))
    assert results[0].causes()
    assert pickle.dumps((results[0].counts, results[0].utterances)) == before
    assert results[0] == results[1]


def test_bytes_that_were_kept_are_not_counted_as_characters(tmp_path: Path) -> None:
    """They are no characters, so no cause is tried by them: the texts have a score."""
    sides = []
    for name, content in (
        ("ref.txt", b"(a)/ab \xb0\xa1 a=b/ba"),
        ("hyp.txt", b"\xc4\xe3a ab \xb0\xa1 ab a=b \xb0\xa1 ba ("),
    ):
        (tmp_path / name).write_bytes(content)
        sides.append(str(tmp_path / name))
    result = scoring.score_files(*sides, errors="surrogateescape")
    assert "characters" not in " ".join(map(str, result.notices))


def test_keys_before_a_comma_are_named_as_csv() -> None:
    refs = lines(f"{ENGLISH} {' '.join(f'word{number}' for number in range(60))}")
    (cause,) = scoring.score(refs, [f"u{row:03},{text}" for row, text in enumerate(refs)]).causes()
    assert cause.rate == 0
    assert "precedes the first comma" in cause.text
    assert "is it csv?" in cause.text


def test_few_words_in_another_script_are_reported() -> None:
    (cause,) = scoring.score(["добрый вечер", "спасибо"], ["dobryj vecher", "spasibo"]).causes()
    assert str(cause) == (
        "the reference is written in Cyrillic letters, the hypothesis in Latin ones: are both in one language?"
    )


def test_a_cause_of_few_errors_names_its_side() -> None:
    refs = lines(ENGLISH.split(), 120)
    refs[::12] = [f"we don't know {text}" for text in refs[::12]]
    hyps = [text.replace("'", "").rsplit(" ", place % 2)[0] for place, text in enumerate(refs)]
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.text.startswith("without apostrophes in the reference the rate would be ")


def test_a_letter_that_is_one_of_a_language_is_named_next_to_other_errors() -> None:
    refs = lines("лёд мёд вот дом кот сад лес", 60)
    hyps = [text.replace("ё", "е").replace("дом", "том").replace("сад", "зад") for text in refs]
    (cause,) = scoring.score(refs, hyps).causes()
    assert cause.keyword == "normalise='replace:ё=е Ё=Е'"
