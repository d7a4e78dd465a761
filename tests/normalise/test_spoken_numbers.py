"""The normaliser numbers-en: spelled-out numbers in digits, everything else as it was."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as _core
from scorelite.core.python.normalise import Program
from scorelite.scoring.normalise import normalise
from scorelite.scoring.normalise.spoken_numbers import in_digits, spelled
from tests.normalise.material import TENS, UNITS

_KIND, _NUMBER_WORDS, _ = in_digits()[0].operation
_native_only = pytest.mark.skipif(_core.NAME != "native", reason="the pure-Python core calls the function of a text")

CASES = """
thirty six|36
Thirty-Six.|36.
nineteen eighty four|1984
triple zero|000
minus five|-5
minus 5|-5
ten minus five|10 minus 5
negative twenty one point five|-21.5
1/2|1/2
10:00 am|10:00 am
o'clock|o'clock
ten o’clock|10 o’clock
two hundred and five|205
two hundred and three hundred|200 and 300
one million two hundred thousand and seven|1200007
nine hundred ninety nine thousand nine hundred ninety nine|999999
5 million|5000000
two point five million|2500000
two and a half million|2500000
3 and a half million|3500000
two and a half|2.5
half a million, several hundred|half a million, several hundred
a hundred people|100 people
one oh one|101
double oh seven|007
nineteen oh five|1905
nineteen hundred and five|1905
twenty twenty one|2021
twenty ten|2010
ten sixty six|1066
ten thirty|10 30
the nineteen eighties|the 1980s
the twenty-first century|the 21st century
one hundred and third|103rd
one hundredth|100th
wait a second, forty second street|wait a second, 42nd street
no one knows one thing|no one knows 1 thing
two thirds, twenty third, twenty thirds|2/3, 23rd, 20/3
one two three four|1234
one, two, three|1, 2, 3
one two hundred|1 200
1,000 and 12,345,678 and 1,00|1000 and 12345678 and 1,00
twenty-one-year-old|21-year-old
zero point oh five|0.05
point five|point 5
R2D2 two|R2D2 2
"""
WORDS = """
one two five nine ten twelve nineteen twenty eighty hundred thousand million zero oh o point and a half an
double triple minus negative second third fifth twentieth eighties hundreds hundredth millionth thirds quarter no of
5 20 1,000 2.5 1984 ٣ 5th -5 cats , . - o'clock
"""


@pytest.mark.parametrize("line", CASES.strip().split("\n"))
def test_numbers(line: str) -> None:
    text, expected = line.split("|")
    assert normalise([text], "numbers-en")[0] == [expected]


@given(words=st.lists(st.sampled_from(WORDS.split())), joint=st.sampled_from([" ", "-", "  ", "\n"]))
def test_nothing_is_left_to_write(words: list[str], joint: str) -> None:
    once = spelled(joint.join(words))
    assert spelled(once) == once


@given(number=st.integers(0, 10**15 - 1))
def test_digits_are_what_the_words_say(number: int) -> None:
    assert spelled(_words(number)) == str(number)


def _words(number: int) -> str:
    for power, name in ((4, "trillion"), (3, "billion"), (2, "million"), (1, "thousand")):
        if number >= 1000**power:
            head, rest = divmod(number, 1000**power)
            return f"{_words(head)} {name}" + (f" {_words(rest)}" if rest else "")
    if number >= 100:
        head, rest = divmod(number, 100)
        return f"{UNITS[head]} hundred" + (f" {_words(rest)}" if rest else "")
    if number < 20:
        return UNITS[number]
    return TENS[number // 10] + (f" {UNITS[number % 10]}" if number % 10 else "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        *(
            "minus " * 3000,
            "one hundred " * 3000,
            "five and a half " * 2000,
            "1," * 5000,
            "1,000," * 2000,
            "one\n" * 5000,
        ),
        *("one million million million million " * 1000, "one,two hundred," * 2000, "one quarter a hundred " * 2000),
    ],
)
def test_long_texts_take_no_long_time(text: str) -> None:
    once = spelled(text)
    assert spelled(once) == once
    assert normalise([text, once], "numbers-en", log=False)[0] == [once, once]


def test_numbers_apart_from_each_other_are_read_as_if_each_stood_alone() -> None:
    texts = [
        "two, of three cats and  twenty\nfive dogs one_two three12 dogs, no one, a hundred",
        "half a hundred and no one",
        "twenty \n five and one's one_two",
    ]
    expected = [
        "2, of 3 cats and  25 dogs one_two three12 dogs, no one, 100",
        "half a hundred and no one",
        "20 \n 5 and one's 1_two",
    ]
    assert [spelled(text) for text in texts] == expected
    assert normalise(texts, "numbers-en")[0] == expected


_ODD = """
٣ ٣,٣ 1,٣٣٣ ５ ５,000 1.٣ 2. .5 1/2 1,2,3 1,234,5678 12,345. ² ½ 3a a3 1_0 007 0.0000000000001 123456789012345
99999999999.5 1234567890123456 one's ten’s one_two R2D2 twenty_ _five SİX ſix nıne ß STRASSE ＯＮＥ
one\u0301 é K trillion trillionth
"""
_PARTS = st.one_of(
    *2 * [st.sampled_from(WORDS.split())], st.sampled_from(WORDS.upper().split()), st.sampled_from(["", *_ODD.split()])
)
_BETWEEN = st.sampled_from([*8 * [" "], *"-,_/'’\n\t\u00a0", ", ", "  ", " -", " \n ", " \u3000 ", "."])
_TEXTS = st.lists(st.tuples(_PARTS, _BETWEEN), max_size=12).map(lambda parts: "".join(sum(parts, ())))


def _counted(asked: list[str]) -> tuple[object, ...]:
    """The operation, which notes the texts that the core asks Python about."""

    def whole(text: str) -> str:
        asked.append(text)
        return spelled(text)

    return _KIND, _NUMBER_WORDS, whole


@_native_only
@given(st.lists(_TEXTS, max_size=5))
def test_the_cores_agree(texts: list[str]) -> None:
    asked: list[str] = []
    actual = _core.Program([_counted(asked)])
    for log in (False, True, False):
        assert actual.run(texts, log) == Program([_counted([])]).run(texts, log)
    assert asked == []


@_native_only
@given(st.lists(_TEXTS, max_size=5))
def test_words_that_rules_make_or_remove_matter_to_those_around_them(texts: list[str]) -> None:
    rules = [("cats", "five", 0, 0), (".", "", 0, 0), ("two", "a hundred", 1, 1), ("o'clock", "\n", 0, 0)]
    operations = [("table", rules, False), _counted([]), ("squeeze", True)]
    actual, whole = _core.Program(operations), _core.Program([*operations, ("whole", str)])
    for log in (False, True, False):
        assert actual.run(texts, log) == whole.run(texts, log)


@_native_only
def test_the_native_core_asks_python_only_about_more_digits_than_decimal_numbers_have() -> None:
    chance = Random(3)
    words = [*(word for word, *_ in _NUMBER_WORDS), "5", "2.5", "1,000", "cats", "half-", "o'clock,"]  # type: ignore[attr-defined]
    texts = [" ".join(chance.choices(words, k=20)) for _ in range(500)]
    precise = f"zero point {'one ' * 15}trillion"
    rounded = f"nine point {'three ' * 40}million"
    asked: list[str] = []
    results, _, _ = _core.Program([_counted(asked)]).run([*texts, precise, rounded])
    assert results == [spelled(text) for text in [*texts, precise, rounded]]
    assert asked == [rounded]


def test_a_point_before_digits_makes_a_decimal_of_whisper() -> None:
    assert normalise(["three point 5 and two point 50"], "whisper-en")[0] == ["3.5 and 2.50"]
