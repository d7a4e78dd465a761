"""Utterances of SGML alignments that are read all together."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.core import compat as native
from tests.core.compat import oracles as twin

_PATHS = (
    b'<PATH id="(s-1)" word_cnt="2" sequence="0">\nC,"a","a":D,"b",\n</PATH>\n'
    b'<PATH id="(s-2)" word_cnt="0" sequence="1">\n\n</PATH>\n'
)
_TIMED = b'<PATH id="u" word_aux="h_spkr,h_t1+t2,h_conf">\nC,"a:b","a:b",x,1.0+2.,-.5:I,,"c",,,\n</PATH>\n'


def test_usual_utterances_are_read_up_to_another_text(core: ModuleType) -> None:
    text = b"<SPEAKER>\n" + _PATHS + b"</SPEAKER>\n" + _PATHS
    end, places, *lines = core.sgml_paths(text, 10, b"", b"")
    assert text[end:].startswith(b"</SPEAKER>")
    assert array("q", places).tolist() == [10, 10 + _PATHS.index(b"<PATH", 9)]
    assert lines == [b"(s-1)\n(s-2)\n", b"CD\n\n", b"\1\0"]
    with pytest.raises(ValueError, match="place outside of the data"):
        core.sgml_paths(text, len(text) + 1, b"", b"")


def test_values_have_their_forms(core: ModuleType) -> None:
    assert core.sgml_paths(_TIMED, 0, b"h_spkr,h_t1+t2,h_conf", b"xtn")[2:] == (b"u\n", b"CI\n", b"\1")
    assert core.sgml_paths(_TIMED, 0, b"h_spkr,h_t1+t2,h_conf", b"ntn")[0] == 0, "a number is declared"
    assert core.sgml_paths(_TIMED, 0, b"", b"")[0] == 0, "values are declared"


@pytest.mark.parametrize(
    "unusual",
    [
        b'<PATH id="a" id="b">\nC,"a","a"\n</PATH>\n',
        b'<PATH word_cnt="1">\nC,"a","a"\n</PATH>\n',
        b'<PATH id="\x80">\nC,"a","a"\n</PATH>\n',
        b'<PATH id="a" >\nC,"a","a"\n</PATH>\n',
        b'<PATH id="a">\nX,"a","a"\n</PATH>\n',
        b'<PATH id="a">\nC,"a","a":\n</PATH>\n',
        b'<PATH id="a">\nC,"a","a"\n\n</PATH>\n',
        b'<PATH id="a">\nC,"a","a"\n</PATH>',
        b'<PATH id="a">\nC,"a","a',
    ],
)
def test_unusual_utterances_are_left_alone(core: ModuleType, unusual: bytes) -> None:
    assert core.sgml_paths(unusual, 0, b"", b"") == (0, b"", b"", b"", b"")


@given(
    cuts=st.lists(st.tuples(st.integers(0, 300), st.integers(0, 3), st.sampled_from(b'CSDI",:\n<>=0.+-x \0\x80'))),
    forms=st.sampled_from([b"", b"xtn", b"nnn"]),
)
def test_both_cores_read_the_same_utterances(cuts: list[tuple[int, int, int]], forms: bytes) -> None:
    text = bytearray(_PATHS + _TIMED)
    for place, length, letter in cuts:
        text[place : place + length] = bytes((letter,))
    declared = b"h_spkr,h_t1+t2,h_conf" if forms else b""
    for place in (0, bytes(text).find(b"<PATH", 1)):
        actual = [core.sgml_paths(bytes(text), max(0, place), declared, forms) for core in (native, twin)]
        assert actual[0] == actual[1]
