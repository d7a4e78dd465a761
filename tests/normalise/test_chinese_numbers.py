"""The normaliser numbers-zh: Chinese numerals in digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.normalise.chinese_numbers import in_digits

DIGITS = "零一二三四五六七八九"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("二零二五年十月一日", "2025年10月1日"),
        ("二〇二五", "2025"),
        ("一百二", "120"),
        ("三万五", "35000"),
        ("两千零五人", "2005人"),
        ("3.5万和3万五千", "35000和35000"),
        ("10万", "100000"),
        ("一亿三千万", "130000000"),
        ("一万亿", "1000000000000"),
        ("百分之三点一四", "3.14%"),
        ("兩萬五千", "25000"),
        *(
            (text, text)
            for text in (
                "千万不要",
                "三五百",
                "二三十",
                "三万三万",
                "百分之百",
                "5一",
                "第三10",
                "25",
                f"{10**30 + 1}万",
            )
        ),
    ],
)
def test_numerals_become_digits_and_other_words_stay(text: str, expected: str) -> None:
    assert in_digits(text) == expected


def spelled(number: int) -> str:
    """A number below ten thousand as it is read, with one 零 for zeros between digits."""
    places = [divmod(number // 10**place, 10)[1] for place in range(4)]
    written = "".join(
        DIGITS[digit] + ["", "十", "百", "千"][place] if digit else "零"
        for place, digit in reversed([*enumerate(places)])
    )
    while "零零" in written:
        written = written.replace("零零", "零")
    return written.strip("零")


@given(st.integers(1, 10**8 - 1))
def test_every_spelled_number_is_read(number: int) -> None:
    high, low = divmod(number, 10**4)
    text = spelled(high) + "万" if high else ""
    if low:
        text += "零" * bool(high and low < 1000) + spelled(low)
    assert in_digits(text) == str(number)


def test_numerals_and_digits_are_one_number_in_a_score() -> None:
    result = scorelite.score(["我有二十五本书"], ["我有25本书"], unit="character", normalise="numbers-zh")
    assert (result.cer, result.signature.count("numbers-zh@1")) == (0.0, 1)
