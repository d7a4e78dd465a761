"""Encodings and case profiles on the command line: which characters are one, and which are equal in either case."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.sctk.sclite.fields import split_characters
from tests.compat.programs.sctk.sclite.conftest import Command, Compare

# Of each pair of words, the profiles say whether they differ in case alone. The last word has a g with a tilde.
REF = "I ı I İ Ё ё Ґ ґ Ơ ơ Ž Ž ÿ Ñ G\u0303a ag\u0303\n"
HYP = "i I İ i ё Ё ґ Ґ ơ Ơ ž z Ÿ ñ g\u0303a ag\n"


@pytest.mark.parametrize(("profile", "letter"), [("babel_guarani", "g\u0303"), ("babel_turkish", "g \u0303")])
def test_only_guarani_has_g_with_tilde_as_one_character(command: Command, profile: str, letter: str) -> None:
    files = {"r": "ag\u0303a x (a-1)\n".encode(), "h": "ag\u0303 x (a-1)\n".encode()}
    outcome = command(f"-r r -h h -i rm -e utf-8 {profile} -c -o pra stdout -f 0", files=files)
    assert (outcome.code, outcome.err) == (0, b"")
    assert f"\nREF:  a {letter} A x \n" in outcome.out.decode()
    assert f"\nHYP:  a {letter} * x \n" in outcome.out.decode()


@pytest.mark.reference
@pytest.mark.parametrize(
    "profile",
    [
        "",
        "generic",
        "babel_turkish",
        "babel_vietnamese",
        "babel_lithuanian",
        "babel_kurmanji",
        "babel_cebuano",
        "babel_kazakh",
        "babel_mongolian",
        "babel_guarani",
        "ukrainian",
        "babel_klingon",
    ],
)
@pytest.mark.parametrize("unit", ["", "-c", "-c NOASCII"])
def test_profiles_fold_and_divide_characters_as_the_reference_does(profile: str, unit: str, compare: Compare) -> None:
    def fill(folder: Path) -> None:
        folder.mkdir()
        for name, text in (("r", REF), ("h", HYP)):
            (folder / name).write_text(text.replace("\n", " (a-1)\n"), encoding="utf-8")

    compare(f"-r r -h h -i rm -e utf-8 {profile} {unit} -o pra stdout -f 0".split(), fill)


@pytest.mark.parametrize("lead", [0x80, 0x81, 0xFE])
def test_a_byte_from_0x80_on_takes_the_next_one_with_it_in_gb(lead: int) -> None:
    line = bytes((lead,)) + b" x y"
    assert split_characters(line, 2, "gb") == ([line[:3], b"y"], b"")
    assert split_characters(b"\x7f x y", 2, "gb") == ([b"\x7f", b"x"], b"y")
