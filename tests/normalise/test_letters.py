"""Normalisers of letters: widths, quotes, invisible letters, Arabic writing, ASCII."""

from __future__ import annotations

import importlib.metadata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats.errors import UsageError
from scorelite.scoring.compat.programs.sctk.hamza_norm import normalised
from scorelite.scoring.compat.programs.sctk.tanween_filt import all_removed, final_removed
from scorelite.scoring.normalise import chain_of, normalise
from tests.peers import peer


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("width", "ＡＢ１％\u3000ｶﾞ", "AB1% ｶﾞ"),
        ("cjk-width", "ｶﾞﾊﾟｱ｡ﾡ Ａ ﾞaﾞ", "ガパア。ㄱ Ａ ゛a゛"),
        ("quotes-and-dashes", "‘a’ “b” «c» d–e—f − don`t ʼ", "'a' \"b\" \"c\" d-e-f - don't '"),
        ("zero-width", "a\u200bb\u00adc\ufeff\u200e می\u200cخواهم", "abc می\u200cخواهم"),
        ("zero-width", "a\u034fb\u3164c\U000e0041\ufe0fd", "abcd"),
        ("controls", "a\x01b\x7fc\x08 \x1b[31mred\x1b[0m\x9fd", "abc redd"),
        ("long-vowels", "ラ−メン コ-ヒ— 東−西 すー−", "ラーメン コーヒー 東−西 すーー"),
        ("simplified", "國會學說 国会", "国会学说 国会"),
        ("simplified", "開戰 買線 願意 旅遊 週末 餘", "开战 买线 愿意 旅游 周末 余"),
        (
            "thai",
            "น\u0e49\u0e4d\u0e32 น\u0e4d\u0e49\u0e32 ท\u0e4d\u0e32 \u0e40\u0e40ม\u0e48",
            "น\u0e49\u0e33 น\u0e49\u0e33 ท\u0e33 \u0e41ม\u0e48",
        ),
        ("indic", "\u0905\u093e ন\u09a4\u09cd\u200d അവ\u0d28\u0d4d\u200d", "\u0906 ন\u09ce അവ\u0d7b"),
        ("hebrew-points", "שָׁלוֹם", "שלום"),
        ("arabic-marks", "كِتَابٌ كـتاب", "كتاب كتاب"),
        ("joiners", "می\u200cخواهم", "میخواهم"),
        ("arabic-hamza", "أحمد إلى آخر سأل", "احمد الى اخر سأل"),
        ("arabic-tanween", "شكرًا كتابٌ (كتابٍ)", "شكرًا كتاب (كتاب)"),
        ("arabic-tanween-all", "شكرًا كتابٌ", "شكرا كتاب"),
        ("ascii", "Ærø, “naïve” Москва 北京", 'Aero, "naive" Moskva BeiJing'),
    ],
)
def test_results(name: str, text: str, expected: str) -> None:
    if name == "ascii":
        peer("anyascii")
    assert normalise([text], name)[0] == [expected]


@given(text=st.text(st.sampled_from("أإآاسًٌ ً ()a")))
def test_arabic_is_written_as_by_sctk(text: str) -> None:
    assert normalise([text], "arabic-hamza")[0] == [normalised(text.encode()).decode()]
    assert normalise([text], "arabic-tanween-all")[0] == [all_removed(text.encode()).decode()]
    if not any(a + b in text for a in "ًٌ" for b in "ًٌ"):  # SCTK removes only the last of two marks
        assert normalise([text], "arabic-tanween")[0] == [final_removed(text.encode()).decode()]


def test_ascii_is_signed_by_the_version_of_its_package() -> None:
    peer("anyascii")
    assert chain_of("ascii").label == f"ascii@anyascii-{importlib.metadata.version('anyascii')}"


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    with pytest.raises(UsageError, match=r"ascii needs the package anyascii: pip install 'scorelite\[ascii\]'"):
        chain_of("ascii")
