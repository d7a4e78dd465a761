"""Alignments read from stdin."""

from __future__ import annotations

import pytest

from scorelite.scoring.compat.programs.sctk import Failure
from scorelite.scoring.compat.programs.sctk.sclite.sgml_input import read
from scorelite.scoring.report.words import ReportError
from tests.report.words.texts import charset, one_system, rendered, system


def word(value, begin=0.0, end=0.0, confidence=0.0, weight=-1.0):
    return value, None, None, begin, end, confidence, weight


def spoken(words, attributes=b""):
    """Content of a SYSTEM element with one utterance."""
    return b'<SPEAKER id="s">\n<PATH id="(s)"' + attributes + b">\n" + words + b"\n</PATH>\n</SPEAKER>\n"


def slots(words, attributes=b""):
    return one_system(spoken(words, attributes)).batch.slots(0)


def failure(data, encoding="ascii"):
    with pytest.raises(Failure) as caught:
        read(data, charset(encoding))
    assert caught.value.code == 1
    return caught.value.message


def broken(words, attributes=b""):
    message = failure(b'<SYSTEM title="t">\n' + spoken(words, attributes) + b"</SYSTEM>\n")
    begin, end = b"Error: load_SCORES_sgml ", b"\nload_SCORES_sgml Failed\n"
    assert message.startswith(begin)
    assert message.endswith(end)
    return message[len(begin) : -len(end)]


def test_a_system_brings_its_names_and_flags():
    scores = system("weights")
    assert (scores.title, scores.ref_name, scores.hyp_name) == (b"weights", b"weights.ref", b"weights.hyp")
    assert scores.date == b"Mon Jan  1 00:00:00 2024"
    assert (scores.weighted, scores.weight_name) == (True, b"weights.wwl column Length")
    assert (scores.optional, scores.fragments) == (False, False)


def test_segments_bring_labels_files_and_times():
    scores = system("radio")
    assert scores.optional
    assert scores.categories == [(b"0", b"", b""), (b"1", b"Room", b"Where it was said")]
    assert [label[0] for label in scores.labels] == [b"O", b"IN", b"OUT"]
    assert scores.speakers == [b"host", b"guest"]
    assert list(scores.speaker_of) == [0, 0, 0, 1]
    assert scores.sequence == [0, 2, 3, 1]
    assert scores.labels_of == [b"<o,in>", b"<o,in>", b"<o,>", b"<o,out>"]
    assert scores.files == [b"news"] * 4
    assert scores.channels == [b"1", b"1", b"2", b"1"]
    assert scores.ref_times is not None
    assert [[*memoryview(column).cast("d")] for column in scores.ref_times] == [[0, 5, 0, 2.5], [2.5, 6, 3, 5]]
    assert scores.batch.slots(0)[0] == ("C", word(b"good"), word(b"good", 0.1, 0.5, 0.91))


def test_all_operations_are_understood():
    assert slots(b'C,"a","a":S,"b","c":D,"d",:I,,"e"') == [
        ("C", word(b"a"), word(b"a")),
        ("S", word(b"b"), word(b"c")),
        ("D", word(b"d"), None),
        ("I", None, word(b"e")),
    ]


def test_a_path_may_have_several_lines_and_empty_places():
    assert slots(b':C,"a","a"::\n\nI,,"b":') == slots(b'C,"a","a":I,,"b"')


@pytest.mark.parametrize(
    "words",
    [b'I,,"is":D,"d"', b'C,"b","b":D,"d":C,"a","a"', b'C,"a",",":D,"a"'],
)
def test_a_deletion_without_its_comma_is_looked_behind_where_a_longer_word_was(words):
    assert broken(words) == b'Word parse error, at D,"%b"' % words.partition(b'D,"')[2][:1]


def test_a_word_that_ends_too_early_continues_with_the_word_before_it():
    assert slots(b'I,,"i":D,"d"') == [("I", None, word(b"i")), ("D", word(b"d"), None)]
    assert slots(b'C,"a","b":C,"a"') == [("C", word(b"a"), word(b"b"))] * 2
    assert slots(b'C,"a","b":C') == [("C", word(b"a"), word(b"b"))] * 2
    assert slots(b'I,,"a":I') == [("I", None, word(b"a"))] * 2
    # Each line has its own buffer.
    assert slots(b'C,"bb","b"\nD,"d"') == [("C", word(b"bb"), word(b"b")), ("D", word(b"d"), None)]


def test_separators_inside_of_quotes_belong_to_the_word():
    assert slots(b'C,"a:b,c","a:b,c"') == [("C", word(b"a:b,c"), word(b"a:b,c"))]


def test_tags_and_escapes_stay_part_of_the_word():
    assert slots(b'S,"a;t1;t2","b\\;c"') == [("S", word(b"a;t1;t2"), word(b"b\\;c"))]


def test_values_go_to_the_word_that_is_there():
    attributes = b' word_aux="r_t1+t2,h_conf,r_weight,h_isSpkrSub"'
    assert slots(b'D,"a",,1.5+2.5,0.5,3,1:I,,"b",1.5+2.5,0.5,3,1:C,"c","c",,,', attributes) == [
        ("D", word(b"a", 1.5, 2.5, 0.0, 3.0), None),
        ("I", None, word(b"b", confidence=0.5)),
        ("C", word(b"c"), word(b"c")),
    ]


def test_numbers_end_where_they_stop_to_be_numbers():
    assert slots(b'I,,"a",0.5x', b' word_aux="h_conf"') == [("I", None, word(b"a", confidence=0.5))]


def test_several_systems_in_one_stream():
    system = b'<SYSTEM title="%b">\n<SPEAKER id="s">\n<PATH id="(s)">\n</PATH>\n</SPEAKER>\n</SYSTEM>\n'
    assert [scores.title for scores in read(system % b"a" + system % b"b")] == [b"a", b"b"]


def test_a_stream_that_breaks_off_gives_what_was_complete():
    (scores,) = read(b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="1">\n</PATH>\n<PATH id="2">\nC,"a","a"')
    assert scores.ids == [b"1"]


def test_an_empty_stream_has_no_system():
    assert read(b"") == []


def test_a_label_that_is_defined_twice_is_one_label():
    label = b'<LABEL id="a" title="b" desc="c">\n</LABEL>\n'
    assert one_system(label + label + label.replace(b'"c"', b'"d"')).labels == [(b"a", b"b", b"c"), (b"a", b"b", b"d")]


def test_an_end_tag_may_be_abbreviated():
    (scores,) = read(b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="1">\n</P>\n</>\n</SYS>\n')
    assert scores.ids == [b"1"]


def test_notices_tell_where_they_are_printed():
    notices = []
    categories = b"".join(b'<CATEGORY id="%d" title="" desc="">\n</CATEGORY>\n' % number for number in range(11))
    words = b'C,"a","a",1\n</PATH>\n<PATH id="2" word_aux="huh,r_conf">\nC,"a","a",1,2'
    read(b'no tag\n<LABEL id="x">\n</LABEL>\n<SYSTEM title="t">\n' + categories + spoken(words), None, notices)
    assert notices == [
        ("stdout", b"load_SCORES_sgml: Ignored data outside of PATH tag\nno tag\n"),
        ("stderr", b"Warning: LABEL tag '<LABEL id=\"x\">\n' found outside of SYSTEM flag\n"),
        ("stdout", b"Expanding\n"),
        ("stderr", b"Warning: Auxiliary word values exist, but none have been defined in the 'word_aux' field\n"),
        ("stderr", b"Warning: Unknown word auxiliary info type 'huh,r_conf'\n"),
        ("stderr", b"Warning: More auxiliary word values than defined\n"),
        ("stderr", b"Warning: Unknown auxiliary field type\n"),
    ]


def test_values_that_were_declared_earlier_are_remembered():
    """Quirk of the reference: surplus values have the meaning that an earlier utterance declared for their places."""
    first = spoken(b'C,"a","a",1,2', b' word_aux="r_conf,h_conf"')
    second = spoken(b'C,"a","a",3,4', b' word_aux="r_weight"')
    scores = one_system(first + second)
    assert scores.batch.slots(1) == [("C", word(b"a", weight=3.0), word(b"a", confidence=4.0))]
    assert one_system(first + spoken(b'C,"a","a",3,4')).batch.slots(1)[0][1] == word(b"a", confidence=3.0)


def test_a_warning_about_a_word_is_repeated_for_every_word():
    notices = []
    read(b'<SYSTEM title="t">\n' + spoken(b'C,"a","a",:C,"a","a",'), None, notices)
    assert len(notices) == 2


@pytest.mark.parametrize(
    "line",
    [
        b"<SYSTEM>",
        b"<SYSTEM >",
        b"<x >",
        b"< >",
        b"<SYSTEM title>",
        b"<SYSTEM title=t>",
        b'<SYSTEM title="t',
        b'<SYSTEM ="t">',
        b'<SYSTEM a="b" c>',
    ],
)
def test_a_malformed_tag_ends_the_run(line):
    assert failure(line + b"\n") == (
        b"Error: load_SCORES_sgml Unable to parse SGML tag '" + line + b"\n'\nload_SCORES_sgml Failed\n"
    )


@pytest.mark.parametrize("line", [b"</PATH>", b"</SYSTEM", b"</SYSTEMS>"])
def test_an_end_tag_of_nothing_ends_the_run(line):
    assert failure(b'<SYSTEM title="t">\n' + line + b"\n") == (
        b"Error: load_SCORES_sgml Unable to delete SGML end tag '" + line + b"\n'\nload_SCORES_sgml Failed\n"
    )


def test_elements_must_be_nested():
    assert b"SPEAKER tag '<SPEAKER id=\"s\">\n' found outside of SYSTEM tag" in failure(b'<SPEAKER id="s">\n')
    assert b"PATH tag '<PATH id=\"s\">\n' found outside of SPEAKER tag" in failure(b'<SYSTEM a="b">\n<PATH id="s">\n')


def test_limits_are_those_of_the_reference():
    assert failure(b'<A b="c">\n' * 11) == b"Error: Too many SGML tags < 10\n"
    system = b'<SYSTEM title="t">\n</SYSTEM>\n'
    assert len(read(system * 40)) == 40
    assert b"SCORE array too small, increase size" in failure(system * 41)
    many = b",".join([b"h_conf"] * 51)
    assert broken(b"", b' word_aux="' + many + b'"') == (
        b"Too many auxiliary word items > 50, expand 'max_word_aux' and recompile"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (b'X,"a","a"', b"Unknown Alignment type 'X'"),
        (b"C", b"Word parse error, at  of C"),
        (b'C,"a",', b'Word parse error, at C,"a",'),
        (b'C,a,"b"', b'Word parse error, at ,a,"b" of C,a,"b"'),
        (b'I,"a","b"', b'Word parse error, at ,"a","b" of I,"a","b"'),
        (b'D,"a","b"', b'Word parse error, at D,"a","b"'),
        (b'S,"a","b', b'Word parse error, at S,"a","b\n'),
    ],
)
def test_a_malformed_word_ends_the_run(words, reason):
    assert broken(words) == reason


def test_the_byte_behind_a_deleted_word_is_passed_over():
    assert slots(b'D,"a"x') == slots(b'D,"a",') == [("D", word(b"a"), None)]


def test_a_time_needs_two_numbers():
    """The reference crashes."""
    assert broken(b'C,"a","b",1.0', b' word_aux="r_t1+t2"') == b"Illegal auxiliary time format ',1.0'"


def test_merges_and_splits_are_refused():
    """No program writes merges and splits, and no report can show them."""
    assert broken(b'M,"a","b"') == b"Unknown Alignment type 'M'"


def test_a_line_ends_at_a_zero_byte():
    assert slots(b'C,"a","a"\0junk') == slots(b'C,"a","a"')


def test_a_broken_character_swallows_the_quote_behind_it():
    line = b'<SYSTEM title="\xc3">\n'
    assert b"Unable to parse SGML tag" in failure(line, "utf-8")
    assert read(line, charset("ascii"))[0].title == b"\xc3"


def test_a_word_is_the_bytes_between_its_quotes_in_every_encoding():
    assert (
        read(b'<SYSTEM a="b">\n' + spoken(b'C,"\xc3","\xc3"'), charset("utf-8"))[0].batch.slots(0)[0][1][0] == b"\xc3"
    )


def test_a_tag_that_cannot_be_cut_into_characters_ends_the_run():
    message = failure(b'<SYSTEM title="\x80">\n', "utf-8")
    assert message.startswith(b"Error: UTF-8 parsing of character size failed. first char 80 ")


def test_a_wrong_word_that_cannot_be_cut_into_characters_ends_the_report():
    (scores,) = read(b'<SYSTEM title="t">\n' + spoken(b'C,"\x80","\x80":S,"a","\xff"'), charset("utf-8"))
    with pytest.raises(ReportError) as caught:
        rendered("pra", scores)
    assert caught.value.message.startswith(b"Error: UTF-8 parsing of character size failed. first char ff ")
