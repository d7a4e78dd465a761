"""The four file formats of keyword scoring: reading, and messages for broken files."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorelite.formats import kwslist
from scorelite.formats.ecf import read_ecf
from scorelite.formats.engine import kwslist_cut
from scorelite.formats.errors import FormatError, LimitError
from scorelite.formats.kwlist import read_kwlist
from scorelite.formats.kwslist import read_kwslist
from scorelite.formats.source import Source
from scorelite.scoring.kws.transcripts import read_rttm

pytest.importorskip("lxml")
pytest.importorskip("numpy")

ECF = (
    b'<ecf source_signal_duration="9" language="x" version="1">'
    b'<excerpt audio_filename="a/b.sph" channel="1" tbeg="0" dur="9" source_type="cts"/></ecf>'
)
HEAD = b'<kwlist ecf_filename="" language="x" encoding="UTF-8" compareNormalize="" version="1">'
ROW = b'<kw file="f" channel="1" tbeg="1.0" dur=".5" score="0.9" decision="YES"/>'


def found(*rows: bytes, attributes: bytes = b"", oov: bytes = b"0") -> bytes:
    return (
        b'<kwslist kwlist_filename="k" language="x" system_id="s"'
        + attributes
        + b'>\n<detected_kwlist kwid="A" search_time="1.0" oov_count="'
        + oov
        + b'">\n'
        + b"\n".join(rows)
        + b"\n</detected_kwlist>\n</kwslist>\n"
    )


def refused(read, data: bytes, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(FormatError) as caught:
        read(Source(data))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "<bytes>:1:1: document is empty"),
        (ECF.replace(b"cts", b"radio"), "The value 'radio' is not an element of the set"),
        (ECF.replace(b'dur="9"', b'dur="abc"'), "'abc' is not a valid value"),
        (ECF.replace(b'channel="1" ', b""), "attribute 'channel' is required but missing"),
        (ECF[:-6], "<bytes>:1:"),
        (b"<!DOCTYPE ecf [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" + ECF, "<bytes>:1:1: a document type declaration"),
        ("<!DOCTYPE ecf>".encode("utf-16") + ECF.decode().encode("utf-16-le"), "a document type declaration"),
    ],
)
def test_an_ecf_that_is_none_is_refused_with_its_place(data: bytes, words: str) -> None:
    refused(read_ecf, data, words)


def test_keywords_keep_texts_and_attributes() -> None:
    data = (
        HEAD + b"<!-- c --><kw kwid='A'><kwtext>a &amp; <!-- c -->b</kwtext><kwinfo><attr><name>Syllables</name>"
        b"<value>7</value></attr></kwinfo></kw></kwlist>"
    )
    keyword = read_kwlist(Source(data)).keywords[0]
    assert (keyword.text, keyword.attribute("Syllables"), keyword.attribute("x")) == ("a & b", "07", None)
    assert read_kwlist(Source(data), strict=True).keywords[0].text == "a &amp; b"


def test_all_keywords_that_repeat_an_id_are_named() -> None:
    keyword = b"\n<kw kwid='A'><kwtext>a</kwtext></kw>"
    refused(read_kwlist, HEAD + 3 * keyword + b"</kwlist>", "<bytes>:4:1: keyword id 'A' is already used on line 2")


@pytest.mark.parametrize(
    "data",
    [
        found(ROW, ROW),
        found(ROW.replace(b'"', b"'")),
        found(b"<!-- <kw -->", ROW),
        found(ROW.replace(b' channel="1"', b"").replace(b"/>", b' channel="1"/>')),
        found(ROW.replace(b"0.9", b"INF")),
        found(ROW.replace(b'"f"', b'"a&amp;b"')),
        found(ROW.replace(b"/>", b"></kw>")),
        found(),
        found(ROW, attributes=b' min_score="0" max_score="1"'),
        b'<?xml version="1.0" encoding="UTF-8"?>\n' + found(ROW, oov=b"NA"),
    ],
)
def test_the_quick_way_of_reading_agrees_with_the_parser(data: bytes) -> None:
    quick, sure = kwslist._Columns(Source(data)), kwslist._Columns(Source(data))
    kwslist._read_any(Source(data), sure)
    expected = sure.result()
    if kwslist._read_plain(Source(data), quick):
        compare(quick.result(), expected)
    else:
        assert not kwslist._read_plain(Source(data), kwslist._Columns(Source(data)))


NUMBERS = st.one_of(
    st.text("0123456789.", min_size=1, max_size=20),
    st.text("0123456789.+-eE_ ", max_size=6),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["INF", "-INF", "NaN", "1.", ".5", "-0", "00.10", "0.10000000000000000555"]),
)
VALUES = st.tuples(st.sampled_from(["f", "a/g.sph", "\u00e9", "x>y"]), NUMBERS, NUMBERS, NUMBERS)


@pytest.mark.slow
@settings(max_examples=80)
@given(st.lists(st.lists(VALUES, max_size=3), min_size=1, max_size=3), st.sampled_from(["", "\n", "\n\t "]))
def test_any_values_are_read_as_the_parser_reads_them(lists: list[list[tuple[str, str, str, str]]], blank: str) -> None:
    text = '<kwslist kwlist_filename="k" language="x" system_id="s">'
    for rows in lists:
        text += '<detected_kwlist kwid="A" search_time="1" oov_count="NA">' + blank
        for file, begin, duration, score in rows:
            text += (
                f'<kw file="{file}" channel="1" tbeg="{begin}" dur="{duration}" score="{score}" decision="NO"/>{blank}'
            )
        text += "</detected_kwlist>"
    source = Source((text + "</kwslist>").encode())
    try:
        sure = kwslist._Columns(source)
        kwslist._read_any(source, sure)
    except FormatError:
        assert not kwslist._read_plain(source, kwslist._Columns(source))
        return
    quick = kwslist._Columns(source)
    if kwslist._read_plain(source, quick):
        compare(quick.result(), sure.result())


def compare(result: kwslist.KwsList, expected: kwslist.KwsList) -> None:
    for name in ("files", "channels", "begins", "durations", "scores", "yes", "begin_texts", "score_texts"):
        assert getattr(result, name).tolist() == getattr(expected, name).tolist()
    for name in ("listings", "file_names", "channel_names", "language", "system", "minimum", "maximum"):
        assert getattr(result, name) == getattr(expected, name)


def test_a_long_list_is_cut_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    data = found(*[ROW.replace(b"1.0", b"%d.25" % number) for number in range(50)])
    monkeypatch.setattr(kwslist_cut, "_PIECE", 200)
    columns = kwslist._Columns(Source(data))
    assert kwslist._read_plain(Source(data), columns)
    assert columns.result().begins.tolist() == [number + 0.25 for number in range(50)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (found(ROW.replace(b"YES", b"yes")), "<bytes>:3:1: element 'kw', attribute 'decision'"),
        (found(ROW.replace(b"1.0", b"1e1")), "'1e1' is not a valid value"),
        (found(ROW.replace(b"1.0", b"1.2.3")), "'1.2.3' is not a valid value"),
        (found(ROW.replace(b"0.9", b"1_0")), "'1_0' is not a valid value"),
        (found(ROW.replace(b' score="0.9"', b"")), "The attribute 'score' is required but missing"),
        (found(ROW, oov=b"x"), "attribute 'oov_count'"),
        (found(ROW)[:-11], "premature end of data"),
        (found(ROW) + b"<x/>", "extra content at the end"),
        (found(ROW, attributes=b' min_score="0"'), "only one of min_score and max_score"),
        (found(ROW, attributes=b' min_score="0" max_score=".5"'), "<bytes>:3:1: score 0.9 is outside"),
        (b"<!DOCTYPE a>" + found(ROW), "a document type declaration"),
        (("<!DOCTYPE a>" + found(ROW).decode()).encode("utf-16"), "a document type declaration"),
    ],
)
def test_a_system_output_that_is_none_is_refused_with_its_place(data: bytes, words: str) -> None:
    refused(read_kwslist, data, words)


def test_a_bomb_of_entities_takes_no_memory() -> None:
    entities = b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 12))
    data = b'<!DOCTYPE x [<!ENTITY e0 "boom">' + entities + b"]>" + found(ROW.replace(b'"f"', b'"&e11;"'))
    tracemalloc.start()
    refused(read_kwslist, data, "a document type declaration")
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


def test_a_tag_full_of_attributes_takes_no_time() -> None:
    flood = b" ".join(b'a%d="1"' % number for number in range(200_000))
    with pytest.raises(LimitError, match="a tag with more than 100 attributes"):
        read_kwslist(Source(found(ROW, attributes=b" " + flood)))
    with pytest.raises(LimitError, match="a number of 200000 characters"):
        read_kwslist(Source(found(ROW.replace(b"1.0", b"1" * 200_000))))


def test_rows_of_other_types_and_comments_do_not_count() -> None:
    data = b"\xef\xbb\xbf;; c\n\nLEXEME f 1 1 .5 a lex s <NA> ;; c\r\nNON-LEX f 1 1 1 a b s <NA>\n"
    data += b"SPEAKER f 1 0 9 <NA> <NA> s 1"
    rttm = read_rttm(Source(data))
    assert (rttm.lexemes.tokens, rttm.lexemes.lines, rttm.speakers.durations) == (["a"], [3], [9.0])


def test_wrong_rows_are_named_together() -> None:
    data = b"LEXEME f 1 1 .5 a lex s\nLEXEME f 1 x .5 a lex s <NA>\nLEXEME f 1 1 1 a lex s <NA> 9\n"
    refused(read_rttm, data, "<bytes>:1:24: 8 fields; expected type file channel")
    refused(read_rttm, data, "<bytes>:2:12: begin 'x' is not a number; expected type file channel")
    assert read_rttm(Source(data.splitlines(True)[1]), raw=True).lexemes.begins == [0.0]
