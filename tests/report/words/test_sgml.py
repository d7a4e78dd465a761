"""The alignments as SGML."""

from __future__ import annotations

import pytest

from scorelite.core import batch_of
from scorelite.scoring.words.scores import WordScores
from tests.report.words.texts import NAMES, charset, golden, golden_input, one_system, rendered, system


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("report", ["sgml", "nl.sgml"])
def test_is_what_the_reference_writes(name, report):
    assert rendered(report, system(name)) == golden(name, report)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "talk"])
def test_reading_and_writing_again_changes_nothing(name):
    """The reference escapes words with tags once more, so these differ."""
    assert rendered("sgml", system(name))[".sgml"] == golden_input(name)


def test_what_a_piped_system_did_not_say_is_printed_as_a_missing_string():
    text = rendered("sgml", one_system(b"", b'title="t" weight_filename="w"'))[".sgml"]
    assert text == (
        b'<SYSTEM title="t" ref_fname="(null)" hyp_fname="(null)" creation_date="(null)" format="2.4"'
        b' frag_corr="FALSE" opt_del="FALSE" weight_ali="FALSE" weight_filename="">\n</SYSTEM>\n'
    )


def test_tags_are_appended_and_semicolons_escaped():
    reference = (b"a;b", b"t;u", None, 0.0, 0.0, 0.0, -1.0)
    hypothesis = (b"a", None, None, 0.0, 0.0, 0.0, -1.0)
    scores = WordScores(
        batch=batch_of(charset(), False, [[("S", reference, hypothesis)]]),
        charset=charset(),
        ids=[b"(x)"],
        speakers=[b"x"],
        speaker_of=memoryview(bytes(4)).cast("i"),
        sequence=range(1),
    )
    assert b'\nS,"a\\;b;t\\;u;","a"\n' in rendered("sgml", scores)[".sgml"]


def test_every_attribute_has_its_place():
    attributes = (
        b' labels="<l>" file="f" channel="c" sequence="7" R_T1="1.000" R_T2="2.500" char_align="1" case_sense="1"'
        b' hyp_weight="1" ref_weight="1" word_aux="r_t1+t2,h_t1+t2,r_conf,h_conf,r_weight,h_weight"'
    )
    words = (
        b'C,"a","b",0.000+1.000,0.500+1.500,0.100000,0.200000,0.300000,0.400000:'
        b'I,,"c",,1.000+2.000,,0.500000,,0.250000:D,"d",,1.000+2.000,,0.500000,,0.750000,'
    )
    body = b'<SPEAKER id="s">\n<PATH id="(s)" word_cnt="3"' + attributes + b">\n" + words + b"\n</PATH>\n</SPEAKER>\n"
    assert rendered("sgml", one_system(body))[".sgml"].partition(b"\n")[2] == body + b"</SYSTEM>\n"
