"""NLP: what is read, what is kept, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite.formats import nlp

HEAD = "token|speaker|ts|endTs|punctuation|case|tags|wer_tags\n"
TEXT = (
    HEAD
    + "Good|0|3.24|3.37||UC|[]|[]\nmorning|0|3.37|3.63|,|LC|[]|['4']\n"
    + "fifty|1|4.00|4.20||LC|['5:MONEY']|['5']\ndollars|1|||.|LC|['5:MONEY']|['5']\n"
)


def rewritten(text: str) -> str:
    return "".join(scorelite.by_name("nlp").write(scorelite.read(text.encode(), format="nlp")))


def test_segments_are_turns_and_words_have_times() -> None:
    first, second = scorelite.read(TEXT.encode()).segments
    assert (first.speaker, second.speaker) == ("0", "1")
    assert [(item.value, item.start, item.end) for item in first.items] == [
        ("Good", 3.24, 3.37),
        ("morning", 3.37, 3.63),
    ]
    assert (second.items[1].start, second.items[1].attributes[0]) == (None, ("nlp:punctuation", '"."'))


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "token|speaker|ts|endTs|punctuation|case|tags\nGood|1|3.24|3.37|||\n",
        "token|speaker|ts|endTs|punctuation|case|tags|confidence\nGood|1|3.24|3.37|||[]|0.5\n",
        "token|ts\nGood|1.50\nday|\n",
        "token|speaker\n10\u00a0000|0\nboats|0\n",
    ],
)
def test_a_file_is_written_as_it_was_read(text: str) -> None:
    assert rewritten(text) == text


def test_odd_rows_of_published_files_are_read() -> None:
    odd = HEAD + "plants.|3||.||LC|[]|[]\n|5|||.|CA|['398:CARDINAL']|['398']\nburden |2||||LC|[]|[]\n"
    assert [segment.items[0].value for segment in scorelite.read(odd.encode()).segments] == ["plants.", "burden"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("token|speaker|mood\na|1|x\n", "<bytes>:1:1: an unknown column 'mood'; expected token|speaker|ts|endTs"),
        ("token|speaker\na\n", "<bytes>:2:1: 1 field, where the header has 2"),
        ("token|ts|endTs\na|2|1\n", "<bytes>:2:1: end 1 is before begin 2"),
        ("token|ts|endTs\na|-1|\n", "<bytes>:2:1: begin '-1' is negative"),
        ("token|ts|endTs\na b||\n", "<bytes>:2:1: the word 'a b' has blanks in it"),
        ("token|confidence\na|high1\n", "<bytes>:2:1: confidence 'high1' is not a number"),
        ("", "<bytes>:1:1: no line of column names"),
    ],
)
def test_broken_files_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(scorelite.FormatError) as raised:
        scorelite.read(text.encode(), format="nlp")
    assert str(raised.value).startswith(message)


def test_a_table_of_words_is_recognised_by_its_head(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text(TEXT.replace("|1|||.", "|1|4.20|4.61|."))
    assert scorelite.read(tmp_path / "talk").format == "nlp"
    assert scorelite.score_files(tmp_path / "talk", tmp_path / "talk").counts.reference == 4


def test_rows_that_are_kept_for_later_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nlp, "_TAGGED", {})
    monkeypatch.setattr(nlp, "_MOST_BYTES", 100)
    for size in (1, 2, 200, 3, 4):
        path = tmp_path / f"{size}.nlp"
        path.write_text("token|tags\n" + "good|['1']\n" * size)
        assert len(nlp.tagged_rows(str(path)).lines) == size
        assert sum(len(data) for data, _ in nlp._TAGGED) <= 100
    assert nlp._TAGGED
