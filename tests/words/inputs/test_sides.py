"""Broken files are rejected with the command that leaves out what is broken, where that is little of them."""

from __future__ import annotations

import pytest

from scorelite import scoring
from scorelite.formats.errors import FormatError, UsageError

ADVICE = "convert with skip_broken=True leaves out broken lines"


@pytest.mark.parametrize(
    ("data", "advised"),
    [
        (b"good day (a)\nyes\n", True),
        (b"good day (a)\n" * 50 + b"yes\n" * 21, False),
        (b"good day (a)\ncaf\xe9 (b)\n", False),
    ],
    ids=["one line", "many lines", "another encoding"],
)
def test_a_file_with_few_broken_lines_is_rejected_with_the_way_to_leave_them_out(data: bytes, advised: bool) -> None:
    with pytest.raises(FormatError) as caught:
        scoring.score_files(b"good day (a)\n", data, ref_format="trn", hyp_format="trn")
    assert (ADVICE in str(caught.value)) == advised


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "fünf grüne Äpfel (a)\nnur eins (b)\n"),
        ("gb18030", "今天 天气 很 好 (a)\n我们 去 (b)\n"),
        ("cp932", "今日 は 天気 が いい です (a)\n"),
        ("cp949", "오늘 날씨가 좋습니다 (a)\n"),
        ("utf-16-le", "오늘 날씨가 좋습니다 (a)\n"),
    ],
)
def test_a_file_of_utf8_next_to_one_of_another_encoding_is_read_as_such(encoding: str, text: str) -> None:
    utf8, western = text.encode(), text.encode(encoding)
    formats = {"ref_format": "trn", "hyp_format": "trn"}
    for ref, hyp, side in ((utf8, western, "ref"), (western, utf8, "hyp")):
        result = scoring.score_files(ref, hyp, encoding=encoding, **formats)
        assert result.counts.errors == 0
        said = [str(notice) for notice in result.notices if notice.name == f"encoding of {side}"]
        assert said == [f"<bytes> is UTF-8 and is read as such, not as {encoding}"]
    ascii_alone = "a (a)\n".encode(encoding)
    for ref, hyp, named in ((western, western, encoding), (utf8, utf8, "utf-8"), (ascii_alone, ascii_alone, encoding)):
        result = scoring.score_files(ref, hyp, encoding=named, **formats)
        assert not [notice for notice in result.notices if notice.name.startswith("encoding of")]


FLEURS = b"7\ta.wav\tGood Day.\tgood day\tMALE\n9\tb.wav\tTwo ships.\ttwo ships\tFEMALE\n"


def test_columns_of_a_table_without_a_line_of_names_are_numbers() -> None:
    hyp = b"id\ttext\n9\ttwo chips\n7\tgood day\n"
    named = {"ref_format": "tsv", "hyp_format": "tsv", "ref_column": "4", "id_column": "1,id"}
    result = scoring.score_files(FLEURS, hyp, **named)
    assert (result.counts.errors, result.counts.reference) == (1, 4)
    assert result.utterances["9"].columns["5"] == "FEMALE"
    assert "columns are named by number: the first line is read as a row" in str(result.notices[-1])
    both = scoring.score_files(FLEURS, ref_format="tsv", ref_column="4", hyp_column="3", id_column="1")
    assert both.counts.errors == 2
    assert [notice.text for notice in both.notices if "also" in notice.text] == []


def test_a_number_that_no_column_has_lists_the_numbers_with_their_cells() -> None:
    cells = r"1 \('7'\), 2 \('a.wav'\), 3 \('Good Day.'\), 4 \('good day'\), 5 \('MALE'\)"
    with pytest.raises(UsageError, match=f"no column 9 among {cells}; expected the number of one of them"):
        scoring.score_files(FLEURS, ref_format="tsv", ref_column="4", hyp_column="9")
    with pytest.raises(UsageError, match=f"no column 0 among {cells}"):
        scoring.score_files(FLEURS, FLEURS, ref_format="tsv", hyp_format="tsv", ref_column="0")


def test_problems_of_a_table_without_a_line_of_names_have_their_lines() -> None:
    with pytest.raises(FormatError, match=r"<bytes>:2:1: 2 fields; expected 5"):
        scoring.score_files(b"7\ta\tb\tc\td\n9\tb\n", FLEURS, ref_format="tsv", hyp_format="tsv", ref_column="4")


def test_a_number_is_a_name_where_the_first_line_has_names() -> None:
    pandas = b"0,1,2\nu1,good day,good way\n"
    result = scoring.score_files(pandas, ref_format="csv", ref_column="1", hyp_column="2", id_column="0")
    assert result.counts.errors == 1
    with pytest.raises(FormatError, match="no column '2' among 'id', 'text'"):
        scoring.score_files(b"id,text\na,b\n", b"a (a)\n", ref_format="csv", hyp_format="trn", ref_column="2")
