"""Lists of LJSpeech, VITS and others: recordings and texts between bars."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite import FormatError, UsageError

LISTS = {
    "b-1|good day\nb-2|hi\n": (["b-1", "b-2"], ["good day", "hi"]),
    "wavs/b.1.wav|good day\nwavs/b.2.wav|hi\n": (["b.1", "b.2"], ["good day", "hi"]),
    "wavs/b1.wav|12|good  day\n\nwavs/b2.wav|7|\n": (["b1", "b2"], ["good day", ""]),
    "LJ.1|in 1440|in fourteen forty\nLJ.2|hi|hi\n": (["LJ.1", "LJ.2"], ["in fourteen forty", "hi"]),
    "b/a-1.wav|Um 4.|um vier|8.5\nb/a-2.wav|Ja.|ja|1.5\n": (["a-1", "a-2"], ["um vier", "ja"]),
    "m-1|\u533b\u8005|\u3044\u3057\u3083\nm-2|\u624b\u8853|\u3057\u3085\n": (
        ["m-1", "m-2"],
        ["\u3044\u3057\u3083", "\u3057\u3085"],
    ),
}
NO_LISTS = (
    "a|good day\nb|hi\n",
    "b-1|good day\n",
    "b-1|good day\nb-1|hi there\n",
    "b-1|good day\nb-2|hi|there\n",
    "b-1|good\nb-2|hi\n",
    "id|text\nb-1|good day\n",
    "b 1|good day\nb 2|hi there\n",
)


@pytest.mark.parametrize("text", LISTS)
def test_the_third_field_or_the_second_of_two_is_the_text(text: str, tmp_path: Path) -> None:
    for name in ("list", "list.txt"):
        (tmp_path / name).write_text(text)
        corpus = scorelite.read(tmp_path / name)
        assert (corpus.format, (corpus.ids(), corpus.texts())) == ("ljspeech", LISTS[text])
        assert bool(corpus.notices()) == (text.split("\n")[0].count("|") > 1)


@pytest.mark.parametrize("text", NO_LISTS)
def test_other_lines_with_bars_are_no_list(text: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(text)
    assert scorelite.read(tmp_path / "list.txt").format != "ljspeech"


def test_rows_with_bars_in_later_fields_are_no_list(tmp_path: Path) -> None:
    path = tmp_path / "test.tsv"
    path.write_text("1677\tx_1.wav\tFoo bar, baz\tf o o | b a r |\t1234\n")
    with pytest.raises(UsageError, match="no column with a usual name for texts") as caught:
        scorelite.score_files(path, path)
    assert "LJSpeech" not in str(caught.value)


def test_a_list_called_csv_is_answered_with_the_format(tmp_path: Path) -> None:
    path = tmp_path / "metadata.csv"
    path.write_text("LJ-1|in 1440, he|in fourteen forty, he\nLJ-2|hi|hi\n")
    with pytest.raises(UsageError, match="rows of LJSpeech, without a heading: use the format ljspeech"):
        scorelite.score_files(path, path)
    assert scorelite.score_files(path, path, ref_format="ljspeech", hyp_format="ljspeech").counts.reference == 5


def test_a_broken_line_is_reported() -> None:
    with pytest.raises(FormatError, match=r":2:1: not a line of a list with bars; expected id\|text"):
        scorelite.read(b"b-1|good day\nb 2|hi\n", format="ljspeech")
