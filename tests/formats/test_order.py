"""Words and channels that are not in order of time: convert sorts them, check reports them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import UsageError, convert
from scorelite.formats.engine import pieces
from tests.conftest import Run

WORDS = b"m 1 0.9 .2 world\nm 1 0.1 .2 hello\nm 1 0.5 .2 big\n"
NOTE = "words were not in order of time: they are sorted by their begin"


def written(data: bytes, target: str) -> str:
    out = io.BytesIO()
    convert(data, out, source_format="ctm", target_format=target)
    return out.getvalue().decode()


@pytest.mark.parametrize("target", ["txt", "kaldi", "trn", "srt", "stm", "seglst", "whisper"])
def test_words_become_texts_in_order_of_time(target: str) -> None:
    in_order = b"".join(sorted(WORDS.splitlines(keepends=True)))
    assert written(WORDS, target) == written(in_order, target)


@pytest.mark.parametrize("target", ["txt", "trn", "kaldi", "vtt"])
def test_cues_become_texts_in_order_of_time(target: str) -> None:
    cues = ["1\n00:00:03,000 --> 00:00:04,000\nlater\n\n", "1\n00:00:01,000 --> 00:00:02,000\nfirst\n\n"]
    outs = []
    for parts in (cues, cues[::-1]):
        out = io.BytesIO()
        convert("".join(parts).encode(), out, source_format="srt", target_format=target)
        outs.append(out.getvalue())
    assert outs[0] == outs[1]
    assert outs[0].index(b"first") < outs[0].index(b"later")


def test_ctm_keeps_its_order() -> None:
    assert written(WORDS, "ctm") == WORDS.decode()


def test_words_of_one_time_stay_as_they_are_and_alternations_whole() -> None:
    rows = """m A 1.0 0.1 b
;; note
m A * * <ALT_BEGIN>
m A 0.2 0.1 x
m A * * <ALT>
m A 0.1 0.1 y
m A * * <ALT_END>
n A 0.1 0.1 q
m A 0.05 0.1 first 0.5 lex anna
m A 0.05 0.1 second
"""
    assert written(rows.encode(), "stm").splitlines() == [
        "m A anna 0.05 1.1 first second { x / y } b",
        ";; note",
        "n A unknown 0.1 0.2 q",
    ]


def test_channels_that_take_turns_stay_in_turns() -> None:
    rows = b"m A 0 1 a\nm B 1 1 b\nm A 2 1 c\nm B 3 1 e\nm B 2 1 d\n"
    assert written(rows, "txt").split("\n") == ["a", "b", "c", "d e", ""]


def test_the_sort_is_reported(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.ctm").write_bytes(WORDS)
    job = scorelite("convert", str(tmp_path / "a.ctm"), str(tmp_path / "a.txt"))
    assert f"ctm -> txt: {NOTE}" in job.stderr.decode()
    job = scorelite("check", str(tmp_path / "a.ctm"))
    assert b"1 word with a begin before the row above, such as 'hello' at 0.1 s in line 2" in job.stderr


def test_files_in_pieces_are_never_sorted_by_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "BLOCK", 40)
    rows = [f"m {channel} {second}.0 0.5 w{second}\n" for second in range(9) for channel in "AB"]
    assert written("".join(rows).encode(), "txt").count("\n") == 18
    with pytest.raises(UsageError, match="words of m B are not in order of time, and too many to be sorted here"):
        written("".join(rows[::-1]).encode(), "txt")


def _two_channels(path: Path) -> Path:
    """An answer in which the channels take turns."""

    def channel(*words: tuple[str, float]) -> dict[str, object]:
        listed = [{"word": word, "start": start, "end": start + 0.25} for word, start in words]
        return {"alternatives": [{"transcript": " ".join(word for word, _ in words), "words": listed}]}

    channels = [channel(("hello", 0), ("there", 0.5), ("bye", 6)), channel(("hi", 3), ("good", 3.5), ("day", 4))]
    path.write_text(json.dumps({"results": {"channels": channels}}))
    return path


def test_channels_are_read_in_order_of_time_as_text_and_as_subtitles(tmp_path: Path, scorelite: Run) -> None:
    answer = _two_channels(tmp_path / "call.json")
    done = scorelite("convert", answer, "call.txt", cwd=tmp_path)
    assert (tmp_path / "call.txt").read_text() == "hello there\nhi good day\nbye\n"
    assert b"channels are joined in order of time: 0, 1" in done.stderr
    formats.convert(answer, tmp_path / "call.srt")
    cues = formats.read(tmp_path / "call.srt").segments
    assert [(cue.start, cue.text) for cue in cues] == [(0.0, "hello there"), (3.0, "hi good day"), (6.0, "bye")]
    formats.convert(answer, tmp_path / "one.txt", channel="1")
    assert (tmp_path / "one.txt").read_text() == "hi good day\n"


def test_channels_without_times_stay_as_they_are(tmp_path: Path) -> None:
    channels = [{"alternatives": [{"transcript": text}]} for text in ("hello there", "hi good day")]
    (tmp_path / "call.json").write_text(json.dumps({"results": {"channels": channels}}))
    formats.convert(tmp_path / "call.json", tmp_path / "call.txt")
    assert (tmp_path / "call.txt").read_text() == "hello there\nhi good day\n"
