"""Broken files are rejected with the command that leaves out what is broken, where that is little of them."""

from __future__ import annotations

import pytest

from scorelite import scoring
from scorelite.formats.errors import FormatError

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


def test_a_file_of_utf8_next_to_one_of_a_code_page_is_read_as_such() -> None:
    text = "fünf grüne Äpfel (a)\nnur eins (b)\n"
    utf8, western = text.encode(), text.encode("cp1252")
    formats = {"ref_format": "trn", "hyp_format": "trn"}
    for ref, hyp, side in ((utf8, western, "ref"), (western, utf8, "hyp")):
        result = scoring.score_files(ref, hyp, encoding="cp1252", **formats)
        assert result.counts.errors == 0
        said = [str(notice) for notice in result.notices if notice.name == f"encoding of {side}"]
        assert said == ["<bytes> is UTF-8 and is read as such, not as cp1252"]
    for ref, hyp, encoding in ((western, western, "cp1252"), (utf8, utf8, "utf-8"), (b"a (a)\n", b"a (a)\n", "cp1252")):
        result = scoring.score_files(ref, hyp, encoding=encoding, **formats)
        assert not [notice for notice in result.notices if notice.name.startswith("encoding of")]
