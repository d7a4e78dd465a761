from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.core.material import law

TURKISH_LOWER = {0x49: 0x131, 0xC7: 0xE7, 0x130: 0x69}
TURKISH_UPPER = {0x69: 0x130, 0xE7: 0xC7, 0x131: 0x49}


@pytest.mark.parametrize("encoding", ["ascii", "ext_ascii", "gb", "utf-8"])
def test_ascii_letters_fold_in_every_encoding(ask, encoding):
    charset = ask.charset(encoding)
    assert charset.fold(b"[AZaz]@`{9") == b"[azaz]@`{9"
    assert charset.upper(b"[AZaz]@`{9") == b"[AZAZ]@`{9"


def test_ascii_takes_other_bytes_for_opaque_characters(ask):
    charset = ask.charset("ascii")
    assert charset.fold("ÉA".encode()) == "Éa".encode()
    assert charset.split("É".encode()) == [b"\xc3", b"\x89"]


def test_ext_ascii_folds_its_upper_half_by_32(ask):
    charset = ask.charset("ext_ascii")
    assert charset.fold(bytes(range(0xC0, 0xE0))) == bytes(range(0xE0, 0x100))
    assert charset.upper(bytes(range(0xE0, 0x100))) == bytes(range(0xC0, 0xE0))
    assert charset.fold(bytes(range(0x80, 0xC0))) == bytes(range(0x80, 0xC0))


def test_gb_takes_two_bytes_behind_a_high_one_and_leaves_their_case(ask):
    charset = ask.charset("gb")
    assert charset.split(b"a\xb0A\xb0\xa1Z") == [b"a", b"\xb0A", b"\xb0\xa1", b"Z"]
    assert charset.fold(b"A\xb0AA") == b"a\xb0Aa"


def test_utf8_characters_have_one_to_six_bytes_by_their_first(ask):
    parts = [
        b"a",
        b"\xc3\xa9",
        b"\xe2\x82\xac",
        b"\xf0\x9d\x84\x9e",
        b"\xf8\x88\x80\x80\x80",
        b"\xfc\x84\x80\x80\x80\x80",
    ]
    assert ask.charset("utf-8").split(b"".join(parts)) == parts


def test_utf8_folds_by_the_table_of_the_profile_only(ask):
    assert ask.charset("utf-8").fold("ÉA".encode()) == "Éa".encode()
    assert ask.charset("utf-8", {0xC9: 0xE9}, {}).fold("ÉÈA".encode()) == "éÈa".encode()


def test_the_table_of_a_profile_comes_before_ascii_and_may_change_lengths(ask):
    charset = ask.charset("utf-8", TURKISH_LOWER, TURKISH_UPPER)
    assert charset.fold("IiİıÇ".encode()) == "ıiiıç".encode()
    assert charset.upper("iıIç".encode()) == "İIIÇ".encode()


def test_a_table_means_nothing_outside_utf8(ask):
    assert ask.charset("gb", {0x49: 0x131}, {}).fold(b"I") == b"i"


def test_a_cut_character_swallows_what_follows_and_ends_with_the_text(ask):
    charset = ask.charset("utf-8")
    assert charset.split(b"\xe3 b") == [b"\xe3 b"]
    assert charset.split(b"a\xe3b") == [b"a", b"\xe3b"]
    assert charset.fold(b"A\xe3B") == b"a\xe3B"


@pytest.mark.parametrize("byte", [0x80, 0xBF, 0xFE, 0xFF])
def test_a_byte_that_begins_no_character_is_an_error_that_shows_the_rest(ask, byte):
    charset = ask.charset("utf-8")
    text = b"ab" + bytes([byte]) + "é".encode()
    rest = text[2:].decode("utf-8", "surrogateescape")
    message = f"Error: UTF-8 parsing of character size failed. first char {byte:x} {rest}"
    for question in (charset.fold, charset.upper, charset.split):
        with pytest.raises(ask.core.TextError) as caught:
            question(text)
        assert str(caught.value) == message


def test_six_bytes_are_too_many_for_folding(ask):
    with pytest.raises(
        ask.core.TextError, match="^Error: Attempt to codepoint for 6-byte UTF8 codepoint is not supported$"
    ):
        ask.charset("utf-8").fold(b"\xfc\x84\x80\x80\x80\x80")


def test_text_errors_are_value_errors(ask):
    assert issubclass(ask.core.TextError, ValueError)


def test_an_unknown_encoding_is_refused(ask):
    with pytest.raises(ValueError, match=r"^unknown encoding 'latin-1'$"):
        ask.charset("latin-1")


@law(st.text())
def test_folding_twice_is_folding_once(ask, text):
    charset = ask.charset("utf-8", TURKISH_LOWER, TURKISH_UPPER)
    once = charset.fold(text.encode("utf-8", "replace"))
    assert charset.fold(once) == once


@law(st.binary(), st.sampled_from(["ascii", "ext_ascii", "gb", "utf-8"]))
def test_characters_make_up_the_text(ask, data, encoding):
    try:
        parts = ask.charset(encoding).split(data)
    except ask.core.TextError:
        assert encoding == "utf-8"
    else:
        assert b"".join(parts) == data
        assert b"" not in parts
