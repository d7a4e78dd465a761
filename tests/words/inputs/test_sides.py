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
