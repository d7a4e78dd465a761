"""The normaliser numbers-en: spelled-out numbers in digits, everything else as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.normalise import normalise
from scorelite.scoring.normalise.spoken_numbers import spelled
from tests.normalise.material import TENS, UNITS

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


@pytest.mark.parametrize("text", ["minus " * 3000, "one hundred " * 3000, "five and a half " * 2000, "1," * 5000])
def test_long_texts_take_no_long_time(text: str) -> None:
    once = spelled(text)
    assert spelled(once) == once


def test_numbers_apart_from_each_other_are_read_as_if_each_stood_alone():
    text = "two, of three cats and  twenty\nfive dogs one_two three12 dogs, no one, a hundred"
    assert spelled(text) == "2, of 3 cats and  25 dogs one_two three12 dogs, no one, 100"
    assert spelled("half a hundred and no one") == "half a hundred and no one"


def test_a_point_before_digits_makes_a_decimal_of_whisper() -> None:
    assert normalise(["three point 5 and two point 50"], "whisper-en")[0] == ["3.5 and 2.50"]
