"""`scorelite convert` and `scorelite formats`."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.engine import pieces as engine
from scorelite.formats.engine.fitting import fitted
from scorelite.formats.engine.pieces import Stream, blocks
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Label
from tests.conftest import ROOT, Run

CTM = b"talk A 0.05 0.24 the 0.91\ntalk A 0.31 0.40 cat 0.52\ntalk A 5.00 0.50 sat 0.75\n"
STM = b"talk A anna 0.00 1.00 the cat\ntalk A ben 1.00 2.00 sat\n"


def test_what_is_lost_is_said_once(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(CTM)
    done = scorelite("convert", "a.ctm", "b.stm")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().splitlines() == [
        "ctm -> stm drops confidence, word timings",
        "ctm -> stm: ctm has no segments: cut at pauses of 1 s",
        "ctm -> stm: missing names are written as: speaker 'unknown'",
    ]
    assert (tmp_path / "b.stm").read_bytes() == (b"talk A unknown 0.05 0.71 the cat\ntalk A unknown 5.00 5.50 sat\n")
    assert scorelite("convert", "a.ctm", "b.stm", "-q").stderr == b""


@pytest.mark.parametrize("lines", [1, 300], ids=["whole", "in pieces"])
def test_a_file_of_utf8_is_never_decoded_as_something_else(scorelite: Run, tmp_path: Path, lines: int) -> None:
    for name in ("0.trn", "1.trn"):
        texts = "".join(f"今天 天气 很 好 ({name[0]}-{row})\n" for row in range(lines))
        (tmp_path / name).write_text(texts, encoding="utf-8")
    done = scorelite("convert", "0.trn", "0.txt", "--encoding", "gb18030", "--to", "txt")
    assert b"trn -> txt: 0.trn is UTF-8 and is read as such, not as gb18030" in done.stderr
    assert (tmp_path / "0.txt").read_text(encoding="utf-8") == "今天 天气 很 好\n" * lines
    done = scorelite("convert", "0.trn", "1.trn", "both.trn", "--join", "--encoding", "gb18030")
    assert done.stderr.count(b"is UTF-8 and is read as such") == 2
    assert (tmp_path / "both.trn").read_text(encoding="utf-8").startswith("今天 天气")


def test_strict_makes_it_an_error_that_leaves_the_old_file_alone(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(CTM)
    (tmp_path / "b.stm").write_bytes(b"old\n")
    done = scorelite("convert", "a.ctm", "b.stm", "--strict")
    assert done.returncode == 2
    assert done.stderr == b"scorelite: ctm -> stm would drop confidence, word timings\n"
    assert (tmp_path / "b.stm").read_bytes() == b"old\n"
    assert sorted(os.listdir(tmp_path)) == ["a.ctm", "b.stm"]


def test_times_of_words_are_only_made_up_if_that_is_asked_for(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_bytes(STM)
    done = scorelite("convert", "a.stm", "b.ctm")
    assert (done.returncode, (tmp_path / "b.ctm").exists()) == (2, False)
    assert b"2 segments have words without times; --interpolate estimates them" in done.stderr
    done = scorelite("convert", "a.stm", "b.ctm", "--interpolate")
    assert done.returncode == 0
    assert b"stm -> ctm: times of words are interpolated" in done.stderr
    assert (tmp_path / "b.ctm").read_bytes() == (
        b"talk A 0.000 0.500 the\ntalk A 0.500 0.500 cat\ntalk A 1.000 1.000 sat\n"
    )


def test_interpolated_times_are_marked() -> None:
    corpus = formats.read(STM, format="stm")
    marked, notes = fitted(corpus, formats.by_name("textgrid"), interpolate=True)
    assert notes == ("times of words are interpolated",)
    for segment in marked.segments:
        for item in segment.items:
            assert isinstance(item, formats.Label)
            assert ("time", "interpolated") in item.attributes
    assert "marks of interpolation" in formats.lost(marked, formats.by_name("trn"))


def test_standard_input_and_output_are_dashes(scorelite: Run) -> None:
    done = scorelite("convert", "--from", "ctm", "--to", "srt", "-", "-", "-q", stdin=CTM)
    assert done.returncode == 0
    assert done.stdout == b"1\n00:00:00,050 --> 00:00:00,710\nthe cat\n\n2\n00:00:05,000 --> 00:00:05,500\nsat\n"
    done = scorelite("convert", "--to", "txt", "-", "-", "-q", stdin=gzip.compress(CTM))
    assert done.stdout == b"the cat sat\n"


def test_names_are_set_and_mapped(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_bytes(STM)
    (tmp_path / "map").write_bytes("# who\nanna\tAnna Größe\nben B\n".encode())
    done = scorelite("convert", "a.stm", "b.vtt", "--speaker-map", "map", "-q")
    assert done.returncode == 0
    assert "<v Anna Größe>the cat" in (tmp_path / "b.vtt").read_text(encoding="utf-8")
    scorelite("convert", "a.stm", "c.stm", "--session", "talk=other", "--speaker-map", "map", "-q")
    assert (tmp_path / "c.stm").read_bytes().splitlines()[1] == b"other A B 1.00 2.00 sat"
    scorelite("convert", "a.stm", "c.stm", "--channel", "A=1", "--channel", "B=2", "-q")
    assert (tmp_path / "c.stm").read_bytes().splitlines()[1] == b"talk 1 ben 1.00 2.00 sat"
    done = scorelite("convert", "a.stm", "c.stm", "--channel", "B=2", "-q")
    assert b"--channel has no effect: the source has 1 channel ('A'), and none of 'B'" in done.stderr
    (tmp_path / "map").write_bytes(b"one\n")
    done = scorelite("convert", "a.stm", "b.vtt", "--speaker-map", "map")
    assert done.stderr == b"scorelite: map:1:1: only one name; expected the old and the new name of a speaker\n"


def test_one_of_several_channels_is_converted(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "two.ctm").write_bytes(CTM + CTM.replace(b" A ", b" B ").replace(b"sat", b"sang"))
    done = scorelite("convert", "two.ctm", "one.ctm", "--channel", "B")
    assert done.stderr == b"ctm -> ctm: only channel B is read, not channel A\n"
    assert (tmp_path / "one.ctm").read_bytes() == CTM.replace(b" A ", b" B ").replace(b"sat", b"sang")
    # A target without channels holds the words of the one that is named.
    assert scorelite("convert", "two.ctm", "one.txt", "--channel", "A", "-q").returncode == 0
    assert (tmp_path / "one.txt").read_bytes() == b"the cat sat\n"
    done = scorelite("convert", "two.ctm", "none.ctm", "--channel", "C")
    assert done.returncode == 2
    assert b"two.ctm: no channel 'C': recording 'talk' has 2 channels (A, B); expected one of these" in done.stderr
    assert not (tmp_path / "none.ctm").exists()


def test_encodings_are_options(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_bytes("talk A anna 0 1 größe\n".encode("latin-1"))
    done = scorelite("convert", "a.stm", "b.stm")
    assert done.stderr.startswith(b"a.stm:1:19: invalid byte 0xF6; expected text in utf-8")
    done = scorelite("convert", "a.stm", "b.stm", "--encoding", "latin-1", "--output-encoding", "utf-16")
    assert (done.returncode, (tmp_path / "b.stm").read_bytes().decode("utf-16")) == (0, "talk A anna 0 1 größe\n")
    done = scorelite("convert", "b.stm", "c.stm", "--output-encoding", "ascii")
    assert done.stderr == b"scorelite: U+00F6 cannot be written in ascii; choose another encoding, such as utf-8\n"
    assert not (tmp_path / "c.stm").exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_folders_and_patterns_convert_many_files(scorelite: Run, tmp_path: Path, jobs: str) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    for name in ("a.ctm", "deep/b.ctm", "deep/c.stm"):
        (tmp_path / "in" / name).write_bytes(STM if name.endswith("stm") else CTM)
    (tmp_path / "in" / "notes.doc").write_bytes(b"?")
    done = scorelite("convert", "in", "out", "--to", "trn", "-j", jobs)
    assert done.returncode == 0, done.stderr
    assert sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.trn")) == [
        "a.trn",
        "deep/b.trn",
        "deep/c.trn",
    ]
    assert b"ctm -> trn drops channels, confidence, sessions, word timings (2 files)" in done.stderr
    done = scorelite("convert", "in/*.ctm", "in/deep/*.stm", "flat", "--to", "srt", "-j", jobs)
    assert sorted(os.listdir(tmp_path / "flat")) == ["a.srt", "c.srt"]


def test_one_bad_file_among_many_is_told_and_the_others_are_converted(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(CTM)
    (tmp_path / "b.ctm").write_bytes(b"talk A x 1 y\n")
    done = scorelite("convert", "a.ctm", "b.ctm", "out", "--to", "stm", "-q")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[0].startswith("b.ctm:1:8: begin 'x' is not a number")
    assert done.stderr.decode().splitlines()[-1] == "scorelite: 1 of 2 files could not be converted"
    assert os.listdir(tmp_path / "out") == ["a.stm"]


def test_the_last_file_of_a_pattern_is_not_replaced_by_another_format(scorelite: Run, tmp_path: Path) -> None:
    for name in ("a.ctm", "b.ctm"):
        (tmp_path / name).write_bytes(CTM)
    done = scorelite("convert", "a.ctm", "b.ctm", "--to", "stm")
    assert done.returncode == 2
    assert b"b.ctm is there, a file of ctm, and --to stm would replace it" in done.stderr
    assert (tmp_path / "b.ctm").read_bytes() == CTM
    assert scorelite("convert", "a.ctm", "b.ctm", ".", "--to", "stm").returncode == 0
    assert {"a.stm", "b.stm"} <= {*os.listdir(tmp_path)}
    assert scorelite("convert", "b.ctm", "a.stm", "--to", "stm").returncode == 0  # its own format is replaced as ever


def test_many_files_need_a_folder_and_a_format(scorelite: Run, tmp_path: Path) -> None:
    for name in ("a.ctm", "b.ctm"):
        (tmp_path / name).write_bytes(CTM)
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "a.ctm").write_bytes(CTM)
    for arguments, message in (
        (("a.ctm", "b.ctm", "-"), b"-: not a folder; expected a folder as the output of several files"),
        (("a.ctm", "b.ctm", "out"), b"no format for several files, which are not joined; expected --to NAME"),
        (("a.ctm", "x/a.ctm", "out", "--to", "stm"), b"a.ctm and x/a.ctm would both become out/a.stm"),
        (("*.srt", "out", "--to", "stm"), b"*.srt: the pattern matches no file"),
        (("none.srt", "a.stm"), b"none.srt: No such file or directory"),
        (("a.ctm", "a.nosuch"), b"a.nosuch: no format has this suffix; name one with --to, such as trn, stm"),
        (("a.ctm", "a.stm", "--pause", "x"), b"'x' is not a number of seconds"),
    ):
        done = scorelite("convert", *arguments)
        assert done.returncode == 2
        assert message in done.stderr


def test_options_of_a_reader_can_be_given(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.sub").write_bytes(b"{24}{48}x\n")
    done = scorelite("convert", "a.sub", "b.srt", "--option", "frame_rate=24")
    assert (done.returncode, (tmp_path / "b.srt").read_bytes()) == (0, b"1\n00:00:01,000 --> 00:00:02,000\nx\n")
    done = scorelite("convert", "a.sub", "b.srt", "--option", "frames=24")
    assert (done.returncode, done.stderr) == (
        2,
        b"scorelite: microdvd has no option 'frames'; it has: frame_rate\n",
    )
    for target, has in (("b.ttml", "ttml as the target: none"), ("b.sub", "microdvd as the target: frame_rate")):
        done = scorelite("convert", "b.srt", target, "--option", "frames=24")
        expected = f"scorelite: srt has no option 'frames'; it has: none, and {has}\n"
        assert (done.returncode, done.stderr.decode()) == (2, expected)
    for head in (b"", b"{1}{1}25\n"):
        (tmp_path / "a.sub").write_bytes(head + b"{24}{48}x\n")
        assert scorelite("convert", "a.sub", "c.sub", "--option", "frame_rate=24").returncode == 0
        assert (tmp_path / "c.sub").read_bytes() == b"{1}{1}24.0\n{24}{48}x\n"  # frames stay
    done = scorelite("convert", "a.sub", "b.srt", "--tier", "x")
    assert done.stderr == b"scorelite: microdvd has no option --tier; it has: frame_rate\n"
    done = scorelite("convert", "a.sub", "b.srt", "--option", "frame_rate=fast")
    assert done.stderr.startswith(b"scorelite: frame_rate is 'fast'; expected frames per second")


@pytest.mark.parametrize(
    ("target", "expected"),
    [("film.sub", b"{1}{1}30.0\n{30}{75}x\n"), ("film.stl", b"00:00:01:00 , 00:00:02:15 , x\n")],
)
@pytest.mark.parametrize("source", ["a.srt", "a.ctm"])
def test_the_frame_rate_is_that_of_the_target_if_the_source_counts_no_frames(
    scorelite: Run, tmp_path: Path, source: str, target: str, expected: bytes
) -> None:
    (tmp_path / "a.srt").write_bytes(b"1\n00:00:01,000 --> 00:00:02,500\nx\n")
    (tmp_path / "a.ctm").write_bytes(b"a 1 1.0 1.5 x\n")
    done = scorelite("convert", source, target, "--option", "frame_rate=30", "--quiet")
    assert (done.returncode, (tmp_path / target).read_bytes()) == (0, expected)


DEEPGRAM = b"""{"metadata": {"request_id": "x"}, "results": {"channels": [{"alternatives": [{"words": [
  {"word": "good", "start": 0.1, "end": 0.5, "confidence": 0.9, "punctuated_word": "Good"},
  {"word": "day", "start": 0.5, "end": 0.9, "confidence": 0.9, "punctuated_word": "day,"},
  {"word": "ann", "start": 1.0, "end": 1.5, "confidence": 0.9, "punctuated_word": "Ann."}]}]}]}}"""


def test_subtitles_keep_capitals_and_punctuation_and_formats_that_are_scored_do_not(
    scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.json").write_bytes(DEEPGRAM)
    for record in FORMATS:
        if record.cues and record.writable:
            formats.convert(tmp_path / "a.json", tmp_path / "out", target_format=record.name)
            segment = formats.read(tmp_path / "out", format=record.name).segments[0]
            assert [item.value for item in segment.items if isinstance(item, Label)] == ["Good", "day,", "Ann."]
    for options, expected in (
        ((), "good day ann"),
        (("--printed",), "Good day, Ann."),
        (("--option", "punctuation=true"), "Good day, Ann."),
        (("--spoken",), "good day ann"),
    ):
        done = scorelite("convert", "a.json", "-", "--to", "txt", "-q", *options)
        assert (done.returncode, done.stdout.decode()) == (0, f"{expected}\n")
    for option in (("--spoken",), ("--option", "punctuation=false")):
        done = scorelite("convert", "a.json", "a.vtt", "-q", *option)
        assert "<00:00:00.500> day<00:00:00.900> <00:00:01.000>ann" in (tmp_path / "a.vtt").read_text()
    assert formats.convert(tmp_path / "a.json", tmp_path / "a.srt", printed=False)
    assert "good day ann" in (tmp_path / "a.srt").read_text()


@pytest.mark.parametrize("name", [record.name for record in FORMATS if record.printed])
def test_every_format_with_two_forms_becomes_subtitles_as_printed(name: str, tmp_path: Path) -> None:
    sample = next((ROOT / "tests" / "formats" / "samples").glob(f"{name}.*"))
    formats.convert(sample, tmp_path / "printed.srt", source_format=name)
    formats.convert(sample, tmp_path / "spoken.srt", source_format=name, printed=False)
    assert any(map(str.isupper, (tmp_path / "printed.srt").read_text(encoding="utf-8")))
    assert (tmp_path / "printed.srt").read_bytes() != (tmp_path / "spoken.srt").read_bytes()


def test_a_form_that_no_source_has_is_refused(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(CTM)
    message = (
        "--printed has no effect on ctm, which stores only one form of each word; "
        "expected one of: aws, kaldi-json, azure, deepgram, speechmatics, revai, nlp, nxt"
    )
    done = scorelite("convert", "a.ctm", "a.srt", "--printed")
    assert (done.returncode, done.stderr.decode()) == (2, f"scorelite: {message}\n")
    done = scorelite("convert", "a.ctm", "out/", "--to", "srt", "--printed", "-q")
    assert (done.returncode, done.stderr.decode()) == (
        2,
        f"scorelite: {message} (the last file; all others fail likewise)\n",
    )
    (tmp_path / "b.json").write_bytes(DEEPGRAM)
    assert scorelite("convert", "a.ctm", "b.json", "out/", "--to", "srt", "--printed", "-q").returncode == 0


def test_a_kaldi_folder_is_read_and_written(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_bytes(STM)
    assert scorelite("convert", "a.stm", "data", "--to", "kaldi-data", "-q").returncode == 0
    assert sorted(os.listdir(tmp_path / "data")) == ["reco2file_and_channel", "segments", "spk2utt", "text", "utt2spk"]
    assert scorelite("convert", "data", "b.stm", "-q").returncode == 0
    assert (tmp_path / "b.stm").read_bytes() == STM


def test_times_without_a_recording_reach_segments_of_kaldi(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "my talk.srt").write_text("1\n00:00:03,500 --> 00:00:05,200\ngood day\n")
    done = scorelite("convert", "my talk.srt", "data", "--to", "kaldi-data")
    assert done.stderr == b"srt -> kaldi-data: missing names are written as: session 'my_talk'\n"
    assert (tmp_path / "data" / "segments").read_text() == "1 my_talk 3.5 5.2\n"


def test_times_of_some_utterances_are_reported_as_lost_in_a_folder_of_kaldi(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,start,end,text\na,1,2,hi\nb,,,ho\n")
    done = scorelite("convert", "a.csv", "data", "--to", "kaldi-data")
    assert done.stderr == b"csv -> kaldi-data drops segment times\n"
    assert not (tmp_path / "data" / "segments").exists()
    (tmp_path / "a.csv").write_text("id,text\na,hi\n")
    assert scorelite("convert", "a.csv", "data", "--to", "kaldi-data").stderr == b""


@pytest.mark.parametrize("target", ["ctm", "txt"])
def test_a_table_without_texts_that_becomes_no_words_is_reported(scorelite: Run, tmp_path: Path, target: str) -> None:
    (tmp_path / "a.csv").write_text("speaker,start,end\nS1,1,2\n")
    done = scorelite("convert", "a.csv", f"b.{target}")
    assert done.stderr.decode().splitlines()[-1] == (
        f"csv -> {target}: no words were converted: the source has only times; "
        "--option text=COLUMN names the column of texts"
    )


def test_names_before_texts_lead_to_the_option_that_reads_them(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.vtt").write_text(
        "WEBVTT\n\n00:03.000 --> 00:05.000\nJohn Smith: hello\n\n00:05.000 --> 00:07.000\nAnna: yes\n"
    )
    hint = b"texts begin with names and a colon (John Smith, Anna); --speaker-prefix reads them as speakers\n"
    assert hint in scorelite("convert", "a.vtt", "a.rttm").stderr
    for wishes in (["a.rttm", "--speaker-prefix"], ["a.srt"], ["b.vtt"]):
        assert hint not in scorelite("convert", "a.vtt", *wishes).stderr


def test_words_by_utterance_become_words_by_recording(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_bytes(STM)
    scorelite("convert", "a.stm", "data", "--to", "kaldi-data", "-q")
    (tmp_path / "a.ctm").write_bytes(b"ben-talk-A-0000100-0000200 1 0.50 0.25 sat\n")
    assert scorelite("convert", "a.ctm", "b.ctm", "--segments", "data", "-q").returncode == 0
    assert (tmp_path / "b.ctm").read_bytes() == b"talk A 1.5 0.25 sat\n"
    (tmp_path / "a.ctm").write_bytes(b"nobody 1 0.50 0.25 sat\n")
    done = scorelite("convert", "a.ctm", "b.ctm", "--segments", "data")
    assert done.stderr == b"scorelite: a.ctm: utterance 'nobody' is not among the segments of data\n"


def test_help_shows_examples(scorelite: Run) -> None:
    text = scorelite("convert", "--help").stdout.decode()
    assert "scorelite convert talk.srt talk.stm" in text
    assert "exit codes: 0 converted" in text


def test_formats_are_listed(scorelite: Run) -> None:
    text = scorelite("formats").stdout.decode()
    for record in FORMATS:
        assert f"  {record.name} " in text
    rows = json.loads(scorelite("formats", "ctm", "sgml", "--json").stdout)
    assert [(row["name"], row["writes"]) for row in rows] == [("ctm", True), ("sgml", False)]
    assert rows[0]["needs"] == ["channels", "sessions", "times"]


# --- piece by piece ----------------------------------------------------------------------------------


def test_pieces_end_where_another_channel_begins() -> None:
    data = b"".join(b"t %d 0.5 0.5 w%d\n" % (channel, word) for channel in range(5) for word in range(7))
    for size in (1, 5, 16, 50, 117, 1000):
        pieces = [piece for piece, _ in blocks(Stream(data), "runs", size)]
        assert b"".join(pieces) == data
        ends = [piece.splitlines()[-1].split()[1] for piece in pieces]
        assert ends == sorted(set(ends))
        assert b"".join(piece for piece, _ in blocks(Stream(data), "lines", size)) == data


def test_an_endless_channel_is_cut_outside_of_alternations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_LONGEST_RUN", 60)
    row = b"t 1 0.5 0.5 word\n"
    mark = [b"t 1 * * <%b>\n" % name for name in (b"ALT_BEGIN", b"ALT", b"ALT_END")]
    data = row * 3 + mark[0] + row + mark[1] + row + mark[2] + row * 9
    for size in (20, 30, 47, 60, 75):
        for piece, _ in blocks(Stream(data), "runs", size):
            assert piece.count(b"<ALT_BEGIN>") == piece.count(b"<ALT_END>")


def test_pieces_give_what_the_whole_gives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(b"".join(b"t %d %d 0.5 w\n" % (row // 50, row) for row in range(500)))
    formats.convert(tmp_path / "a.ctm", tmp_path / "whole.stm", pause=3)
    monkeypatch.setattr(engine, "BLOCK", 256)
    formats.convert(tmp_path / "a.ctm", tmp_path / "pieces.stm", pause=3)
    assert (tmp_path / "pieces.stm").read_bytes() == (tmp_path / "whole.stm").read_bytes()


def test_a_problem_in_a_later_piece_has_its_own_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine, "BLOCK", 64)
    (tmp_path / "a.stm").write_bytes(STM * 20 + b"talk A anna x 1 y\n")
    with pytest.raises(formats.FormatError, match=r"a\.stm:41:13: begin 'x' is not a number"):
        formats.convert(tmp_path / "a.stm", tmp_path / "b.stm")
    assert not (tmp_path / "b.stm").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_progress_is_shown_on_a_terminal_only() -> None:
    import io

    from scorelite.scoring.cli.progress import Progress

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, expected in ((Terminal(), True), (io.StringIO(), False)):
        with Progress(stream, 10 << 20) as progress:
            progress._last -= 1
            progress.bytes(5 << 20)
        assert ("5 MiB (50 %)" in stream.getvalue()) == expected
        assert stream.getvalue().endswith("\r\x1b[K" if expected else "")


@pytest.mark.parametrize(("source", "name"), [("jsonl.jsonl", "jsonl"), ("nemo.jsonl", "nemo"), ("stm.stm", "jsonl")])
def test_lines_of_json_stay_what_they_are_and_other_files_become_a_table(
    source: str, name: str, tmp_path: Path
) -> None:
    samples = ROOT / "tests" / "formats" / "samples"
    suffix = {"nemo.jsonl": "nemo"}.get(source, source.rpartition(".")[2])
    formats.convert(samples / source, tmp_path / "named", source_format=suffix, target_format=name)
    formats.convert(samples / source, tmp_path / "out.jsonl", source_format=suffix)
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "named").read_bytes()


def test_files_of_a_folder_that_are_inputs_are_not_replaced(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    path = tmp_path / "texts" / "a.srt"
    path.write_text("7\n00:00:01,000 --> 00:00:02,000\ngood day\n")
    refused = scorelite("convert", "texts", "texts", "--to", "srt")
    message = b"scorelite: OUT texts/a.srt is also an input; expected another folder\n"
    assert (refused.returncode, refused.stderr, path.read_text()[:2]) == (2, message, "7\n")
    assert scorelite("convert", "texts", "texts", "--to", "trn", "-q").returncode == 0


@pytest.mark.parametrize(
    ("shift", "start"), [("-0:00:01,5", "08.500"), ("-1.5", "08.500"), ("0:02.5", "12.500"), ("2.5", "12.500")]
)
def test_times_are_shifted_by_seconds_or_a_clock_time(scorelite: Run, tmp_path: Path, shift: str, start: str) -> None:
    (tmp_path / "a.srt").write_bytes(b"1\n00:00:10,000 --> 00:00:11,000\nx\n")
    assert scorelite("convert", "a.srt", "b.vtt", "--shift", shift, "-q").returncode == 0
    assert f"00:00:{start} --> " in (tmp_path / "b.vtt").read_text()


@pytest.mark.parametrize("source", ["sub", "sub/*.srt"])
def test_a_folder_or_a_pattern_becomes_a_folder_also_of_one_file(scorelite: Run, tmp_path: Path, source: str) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.srt").write_bytes(b"1\n00:00:01,000 --> 00:00:02,500\nx\n")
    refused = scorelite("convert", source, "all.txt", "--to", "txt")
    assert (refused.returncode, (tmp_path / "all.txt").exists()) == (2, False)
    assert b"all.txt: the name of a file, but several files" in refused.stderr
    assert refused.stderr.endswith(b"expected a folder such as all/; --join makes one file\n")
    assert scorelite("convert", source, "texts", "--to", "txt").returncode == 0
    assert (tmp_path / "texts" / "a.txt").read_bytes() == b"x\n"


def test_attributes_that_are_dropped_have_their_names(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,text,duration,accent\na,hi,2.0,us\n")
    assert scorelite("convert", "a.csv", "a.trn").stderr == b"csv -> trn drops attributes (accent, duration)\n"
    strict = scorelite("convert", "a.csv", "a.trn", "--strict")
    assert strict.stderr == b"scorelite: csv -> trn would drop attributes (accent, duration)\n"
    # Tables keep the columns of each other.
    assert scorelite("convert", "a.csv", "a.jsonl").stderr == b""
    assert scorelite("convert", "a.jsonl", "b.csv").stderr == b""
    assert (tmp_path / "b.csv").read_bytes() == (tmp_path / "a.csv").read_bytes()


def test_an_assumed_frame_rate_is_named(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nyes\n")
    other = b"; --option frame_rate=30 is another rate\n"
    written = b"srt -> microdvd: times are written at 25 frames a second" + other
    assert scorelite("convert", "a.srt", "a.sub").stderr == written
    assert scorelite("convert", "a.srt", "a.sub", "--option", "frame_rate=25").stderr == b""
    scorelite("convert", "a.srt", "a.stl")
    read = b"stl -> srt: stl names no frame rate: read at 25 frames a second" + other
    assert scorelite("convert", "a.stl", "b.srt").stderr == read
    assert b"a second" not in scorelite("convert", "a.stl", "b.srt", "--option", "frame_rate=30").stderr


def test_text_stl_is_said_not_to_be_that_of_broadcasters(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nyes\n")
    remark = b"not the binary STL of broadcasters (EBU Tech 3264)"
    assert any(line.endswith(remark) for line in scorelite("convert", "a.srt", "a.stl").stderr.splitlines())
    assert b"broadcasters" not in scorelite("convert", "a.stl", "b.stl").stderr


def test_json_of_a_folder_is_known_by_its_content(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "google").mkdir()
    (tmp_path / "google" / "call01.json").write_bytes((ROOT / "tests/formats/samples/google.json").read_bytes())
    (tmp_path / "google" / "settings.json").write_text('{"model": "large"}')
    done = scorelite("convert", "google", "texts", "--to", "txt", "-q", cwd=tmp_path)
    assert (done.returncode, os.listdir(tmp_path / "texts")) == (0, ["call01.txt"])


def test_the_files_of_a_folder_are_named_as_their_recordings(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    sample = (ROOT / "tests/formats/samples/deepgram.json").read_bytes()
    (tmp_path / "in" / "c42.deepgram.json").write_bytes(sample)
    assert scorelite("convert", "in", "out", "--to", "stm", "-q", cwd=tmp_path).returncode == 0
    assert os.listdir(tmp_path / "out") == ["c42.stm"]
    assert (tmp_path / "out" / "c42.stm").read_text().startswith("c42 ")
    (tmp_path / "in" / "c42.whisper.json").write_bytes((ROOT / "tests/formats/samples/whisper.json").read_bytes())
    done = scorelite("convert", "in", "both", "--to", "stm", "-q", cwd=tmp_path)
    message = b"in/c42.deepgram.json and in/c42.whisper.json would both become both/c42.stm"
    assert (done.returncode, message in done.stderr) == (2, True)


def test_a_script_as_plain_text_is_reported_by_convert_check_and_score(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("INT. HALL\n\nANNA\nGood day.\n\nBEN\n(sad)\nYes.\n")
    (tmp_path / "b.txt").write_text("INT. HALL is short for interior\nGood day\n")
    for words in (("convert", "a.txt", "o.jsonl"), ("check", "a.txt"), ("score", "a.txt", "a.txt")):
        done = scorelite(*words, cwd=tmp_path)
        assert b"a.txt: looks like a script, whose names" in done.stdout + done.stderr
    assert scorelite("check", "b.txt", cwd=tmp_path).stderr == b""


def test_headings_of_turns_are_reported_by_convert_and_check(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Speaker 1  0:00\nGood day.\n\nSpeaker 2  0:12\nYes.\n0:15\nNo.\n")
    warning = "scorelite: warning: a.txt: 3 of the first 7 lines are a name and a time, such as 'Speaker 1 0:00', and "
    for arguments in (("convert", "a.txt", "b.trn"), ("check", "a.txt")):
        assert scorelite(*arguments, cwd=tmp_path).stderr.decode().startswith(warning)
    done = scorelite("convert", "--from", "txt", "-", "b.trn", stdin=(tmp_path / "a.txt").read_bytes(), cwd=tmp_path)
    assert done.stderr.decode().startswith(warning.replace("a.txt", "<stdin>"))  # which can be read once
    assert scorelite("convert", "a.txt", "b.trn", "--quiet", cwd=tmp_path).stderr == b""
    done = scorelite("normalise", "a.txt", "b.txt", "--normalise", "heads", cwd=tmp_path)
    assert (done.stderr, (tmp_path / "b.txt").read_text().split("\n")) == (
        b"",
        ["", "Good day.", "", "", "Yes.", "", "No.", ""],
    )


@pytest.mark.parametrize("target", ["srt", "vtt", "audacity", "whisper", "textgrid", "eaf", "trs", "aws"])
def test_several_recordings_are_refused_where_their_times_would_begin_again(
    target: str, scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.ctm").write_text("a 1 0.5 0.4 good\na 1 1.0 0.3 day\nb 1 0.1 0.3 yes\n")
    done = scorelite("convert", "a.ctm", "out", "--to", target, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"scorelite: {target} holds one recording, and the source has several (a, b), each with times of its own; "
        "expected a file for each of them, as --only a makes\n"
    )
    assert not (tmp_path / "out").exists()
    assert scorelite("convert", "a.ctm", "out.stm", cwd=tmp_path).returncode == 0  # which names recordings
    assert scorelite("convert", "a.ctm", "out", "--to", target, "--only", "a", cwd=tmp_path).returncode == 0


THREE = "".join(f"{name} 1 s 0.00 2.00 {name} one\n{name} 1 s 2.00 4.00 {name} two\n" for name in ("a", "b", "c"))


@pytest.mark.parametrize(
    ("names", "kept"), [(["b"], "b"), (["a", "c"], "ac"), (["names.list"], "bc"), (["names.list", "a"], "abc")]
)
def test_recordings_are_chosen_by_name_or_by_a_list(
    names: list[str], kept: str, scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / "all.stm").write_text(THREE)
    (tmp_path / "names.list").write_text("c\n\nb some more\n")
    options = [word for name in names for word in ("--only", name)]
    assert scorelite("convert", "all.stm", "part.stm", *options, cwd=tmp_path).stderr == b""
    lines = (tmp_path / "part.stm").read_text().splitlines()
    assert lines == [line for line in THREE.splitlines() if line[0] in kept]


def test_utterances_are_chosen_by_id_and_names_that_are_missing_are_said(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "all.trn").write_text("one (s-1)\ntwo (s-2)\nthree (s-3)\n")
    done = scorelite("convert", "all.trn", "part.trn", "--only", "s-3", "--only", "s-4", cwd=tmp_path)
    assert (tmp_path / "part.trn").read_text() == "three (s-3)\n"
    assert done.stderr == b"trn -> trn: 1 of 2 names to choose are not in the source, such as s-4\n"
    done = scorelite("convert", "all.trn", "none.trn", "--only", "s-4", cwd=tmp_path)
    assert done.returncode == 2
    assert b"all.trn: no utterance or recording s-4 to choose; it has s-1, s-2, s-3 ..." in done.stderr


def test_words_with_times_are_chosen_by_recording(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "all.ctm").write_text("a 1 0.5 0.4 good\nb 1 1.0 0.3 day\n")
    assert scorelite("convert", "all.ctm", "part.ctm", "--only", "b", cwd=tmp_path).stderr == b""
    assert (tmp_path / "part.ctm").read_text() == "b 1 1.0 0.3 day\n"


def test_a_sample_is_the_same_for_one_seed_and_in_the_order_of_the_file(scorelite: Run, tmp_path: Path) -> None:
    lines = [f"word{number} (s-{number:02})\n" for number in range(40)]
    (tmp_path / "all.trn").write_text("".join(lines))
    samples = []
    for seed in ("0", "0", "1"):
        scorelite("convert", "all.trn", "part.trn", "--sample", "10", "--seed", seed, cwd=tmp_path)
        samples.append((tmp_path / "part.trn").read_text().splitlines(keepends=True))
    assert samples[0] == samples[1] != samples[2]
    assert all(len(sample) == 10 and sample == [line for line in lines if line in sample] for sample in samples)
    done = scorelite("convert", "all.trn", "part.trn", "--sample", "41", cwd=tmp_path)
    assert b"all.trn: 40 segments, fewer than the 41 to draw" in done.stderr
    assert b"--seed has no effect without --sample N" in scorelite("convert", "a", "b", "--seed", "1").stderr


def test_one_name_for_several_recordings_with_times_is_refused(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "all.stm").write_text(THREE)
    done = scorelite("convert", "all.stm", "part.stm", "--session", "b", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "scorelite: --session b would give several recordings (a, b, c) one name, and their times would overlap; "
        "expected --session OLD=NEW, or --only NAME, which chooses a recording\n"
    )
    assert scorelite("convert", "all.stm", "part.stm", "--session", "a=x", cwd=tmp_path).returncode == 0


def test_interpolation_with_nothing_to_do_is_a_note(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text("a 1 0.5 0.4 good\na 1 1.0 0.3 day\n")
    done = scorelite("convert", "a.ctm", "b.ctm", "--interpolate", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "b.ctm").read_text()) == (0, (tmp_path / "a.ctm").read_text())
    assert done.stderr == b"ctm -> ctm: --interpolate has no effect: all words have times\n"


def test_names_of_formats_are_read_in_any_case(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a 1 0.5 0.4 good\na 1 1.0 0.3 day\n")
    assert scorelite("convert", "a", "b", "--from", "CTM", "--to", "TextGrid", cwd=tmp_path).returncode == 0
    assert (tmp_path / "b").read_text().startswith('File type = "ooTextFile"')
    assert scorelite("check", "--format", "Ctm", "a", cwd=tmp_path).stdout == b"a: ctm, 1 segment, 2 words\n"
    done = scorelite("score", "a", "a", "--ref-format", "CTM", "--hyp-format", "Ctm", cwd=tmp_path)
    assert (done.returncode, b"|ref:ctm|hyp:ctm" in done.stdout) == (0, True)
    assert b"  textgrid     .TextGrid" in scorelite("formats", "TextGrid").stdout


def test_a_recording_without_a_name_has_that_of_its_file_without_the_suffix_of_its_format(
    scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.vosk.json").write_text(
        '{"result": [{"word": "hi", "start": 0.5, "end": 1, "conf": 1}], "text": "hi"}'
    )
    for name in ("b.ctm", "b.stm"):
        scorelite("convert", "a.vosk.json", name, cwd=tmp_path)
        assert (tmp_path / name).read_text().split()[0] == "a"
