"""`scorelite check`: files and folders, what is wrong with them, and how the command ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus" / "below").mkdir(parents=True)
    (tmp_path / "corpus" / "a.trn").write_text("good day (u-1)\n")
    (tmp_path / "corpus" / "a.wav").write_bytes(b"RIFF\0\0")
    (tmp_path / "corpus" / "below" / "odd.ctm").write_text("f 1 5 1 a 2.9\n")
    return tmp_path


def test_a_folder_is_checked_file_by_file_and_warnings_end_strictly(corpus: Path, scorelite: Run) -> None:
    done = scorelite("check", "corpus")
    assert done.stdout.decode().splitlines() == [
        "corpus/a.trn: trn, 1 segment, 2 words",
        "corpus/below/odd.ctm: ctm, 1 segment, 1 word",
    ]
    assert b"warning: corpus/below/odd.ctm: confidences above 1" in done.stderr
    assert (done.returncode, scorelite("check", "corpus", "--strict").returncode) == (0, 1)
    assert scorelite("check", "corpus/a.trn", "--strict").returncode == 0
    (corpus / "nothing").mkdir()
    assert b"nothing: no files in this folder" in scorelite("check", "nothing").stderr


def test_the_findings_of_all_files_are_written_as_json(corpus: Path, scorelite: Run) -> None:
    (corpus / "corpus" / "bad.ctm").write_text("f 1 x 1 b\nf 1 2 1 c\n")
    done = scorelite("check", "corpus", "--json")
    a, bad, odd = json.loads(done.stdout)["files"]
    assert done.returncode == 2
    counts = {"segments": 1, "words": 2, "speakers": 0, "recordings": 0, "seconds": None, "overlap": None}
    assert a == {
        "path": "corpus/a.trn",
        "format": "trn",
        **counts,
        "errors": [],
        "problems": [],
        "warnings": [],
    }
    assert "bad.ctm:1:5: begin 'x' is not a number" in bad["errors"][0]
    assert odd["warnings"][0].startswith("confidences above 1")


def test_a_file_has_its_segments_words_speakers_recordings_and_time(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.stm").write_text("a 1 ann 0 1.5 good day\na 1 bob 2 4 yes\nb 1 ann 0 3600.5 oh no\n")
    done = scorelite("check", "a.stm", cwd=tmp_path)
    assert done.stdout == b"a.stm: stm, 3 segments, 5 words, 2 speakers, 2 recordings, 1:00:04\n"


def test_the_time_in_which_several_speak_is_counted_once_and_in_each_recording(tmp_path: Path, scorelite: Run) -> None:
    turns = (("t", 0, 4, "a"), ("t", 2, 3, "b"), ("t", 2.5, 3, "c"), ("t", 3, 2, "a"), ("u", 1, 9, "b"))
    rows = (f"SPEAKER {name} 1 {start} {size} <NA> <NA> {who} <NA> <NA>\n" for name, start, size, who in turns)
    (tmp_path / "a.rttm").write_text("".join(rows))
    done = scorelite("check", "a.rttm", cwd=tmp_path)
    assert done.stdout == b"a.rttm: rttm, 5 segments, 0 words, 3 speakers, 2 recordings, 0:00:21, overlap 3.00 s\n"
    assert json.loads(scorelite("check", "a.rttm", "--json", cwd=tmp_path).stdout)["files"][0]["overlap"] == 3


def test_ids_that_stand_more_than_once_are_reported(tmp_path: Path, scorelite: Run) -> None:
    for name, head in (("ids.csv", "id,text"), ("paths.csv", "path,sentence")):
        (tmp_path / name).write_text(f"{head}\nx,good\ny,day\nx,good\n")
        done = scorelite("check", name, cwd=tmp_path)
        assert done.stderr.endswith(b"1 id is used more than once, such as 'x'\n")
    (tmp_path / "turns.csv").write_text("session,start,end,text\nx,0,1,good\nx,1,2,day\n")
    assert scorelite("check", "turns.csv", cwd=tmp_path).stderr == b""


def test_rows_of_a_manifest_that_stand_twice_are_reported(tmp_path: Path, scorelite: Run) -> None:
    row = '{"audio_filepath": "x/a.wav", "duration": 2.0, "text": "good day"}\n'
    path = tmp_path / "manifest.json"
    path.write_text(row + row)
    done = scorelite("check", path.name, "--strict", cwd=tmp_path)
    what = "1 segment occurs more than once, such as 'a' at 0 s, with the same times and text"
    assert (done.returncode, done.stderr.decode()) == (1, f"scorelite: warning: manifest.json: {what}\n")
    path.write_text(row + row.replace("x/", "y/") + row.replace('"dur', '"offset": 2.0, "dur'))
    assert scorelite("check", path.name, cwd=tmp_path).stderr == b""  # of another folder, and of another time


def test_files_of_a_data_folder_that_do_not_fit_together_are_reported(tmp_path: Path, scorelite: Run) -> None:
    folder = tmp_path / "train"
    folder.mkdir()
    files = {"text": "b-2 good day\na-1 yes\na-3\n", "utt2spk": "a-1 b\nb-2 a\nc-4 c\n", "wav.scp": "a-1 1.wav\n"}
    for name, lines in files.items():
        (folder / name).write_text(lines)
    done = scorelite("check", "train", "--strict", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode().replace("scorelite: warning: train: ", "").splitlines() == [
        "no file spk2utt",
        "text is not in the order of LC_ALL=C sort, such as 'a-1'",
        "utt2spk is not in the order of speakers; expected ids that begin with their speakers",
        "utt2spk lacks 1 utterance (a-3) of text",
        "text lacks 1 utterance (c-4) of utt2spk",
        "wav.scp lacks 2 utterances (b-2, a-3) of text",
        "1 utterance (a-3) without words in text",
    ]
    sound = {"text": "a-1 yes\n", "segments": "a-1 talk 0 1\n", "utt2spk": "a-1 a\n", "spk2utt": "a a-1\n"}
    for name, lines in {**sound, "wav.scp": "talk t.wav\n"}.items():
        (folder / name).write_text(lines)
    assert scorelite("check", "train", "--strict", cwd=tmp_path).stderr == b""
    (folder / "wav.scp").write_text("other o.wav\n")
    assert b"wav.scp lacks 1 recording (talk) of segments" in scorelite("check", "train", cwd=tmp_path).stderr
    (folder / "text").write_text("a-1 yes\na-1 no\n")
    message = scorelite("check", "train", cwd=tmp_path).stderr
    assert b"'a-1' is repeated" in message
    assert b"wav.scp lacks 1 recording (talk) of segments" in message


def test_a_repeated_id_of_lines_that_are_read_as_plain_text_is_reported(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "text").write_text("u2 hello\nu1 hi there\nu2 dup\nu3\n")
    done = scorelite("check", "text", "--strict", cwd=tmp_path)
    hint = "every line begins with what looks like an id, and 'u2' is used more than once; --format kaldi reads ids"
    assert (done.returncode, done.stderr.decode()) == (1, f"scorelite: warning: text: {hint}\n")
    for text in ("s1 hello\ns2 hi\ns1 well\ns2 yes\n", "hello u1\nhello u2\nhi\nyes\n"):
        (tmp_path / "text").write_text(text)
        assert scorelite("check", "text", cwd=tmp_path).stderr == b""


def test_warnings_about_a_file_with_errors_are_reported_along_with_these(corpus: Path, scorelite: Run) -> None:
    (corpus / "bad.ctm").write_text("f 1 0 1 a 2.9\nf 1 x 1 b 0.5\n")
    done = scorelite("check", "bad.ctm")
    assert done.returncode == 2
    assert b"bad.ctm:2:5: begin 'x' is not a number" in done.stderr
    assert b"warning: bad.ctm: confidences above 1 in the file" in done.stderr


def test_errors_below_the_first_twenty_are_reported_too(corpus: Path, scorelite: Run) -> None:
    lines = [f"f 1 {'x' if number < 25 else number} 1 b\n" for number in range(40)]
    (corpus / "many.ctm").write_text("".join(lines))
    message = scorelite("check", "many.ctm").stderr.decode()
    assert all(f"many.ctm:{number}:5: begin 'x' is not a number" in message for number in range(1, 26))
    assert "many.ctm:26:" not in message


DIRTY = """1
00:00:01,000 --> 00:00:03,000
fianc\ufffd

2
00:00:03,500 --> 00:00:05,500
<i>Open italics and closed</b>

3
00:00:06,000 --> 00:00:05,000
backwards

4
00:00:08,500 --> 00:00:10,000
caf\u00c3\u00a9 zero\u200bwidth \u0441afe

6
00:00:11.000 --> 00:00:12,500

"""


def test_advertisements_in_subtitles_are_reported(tmp_path: Path, scorelite: Run) -> None:
    texts = ("We met on YTS.MX.", "The subtitles are open.", "Amara said www.bbc.co.uk")
    cues = [f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{text}\n" for n, text in enumerate(texts, 1)]
    (tmp_path / "a.srt").write_text("\n".join(cues))
    done = scorelite("check", "a.srt", cwd=tmp_path)
    assert done.stdout.splitlines()[0] == b"a.srt:2:1: an advertisement of YTS.MX; expected what is said"
    assert done.stdout.count(b"expected") == 1


def test_all_faults_of_a_file_are_reported_in_one_run(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.srt").write_text(DIRTY, encoding="utf-8")
    expected = [
        "2:1: a replacement character (U+FFFD): 'fianc\ufffd'; expected the letter that was lost",
        "6:1: <i> is not closed; expected </i> at its end",
        "6:1: </b> closes nothing; expected <b> before it",
        "14:1: text encoded in UTF-8 twice: 'caf\u00c3\u00a9'; expected text that is encoded once",
        "14:1: an invisible character: 'zero\\u200bwidth'; expected the word without it",
        "14:1: letters of two scripts that look alike within a word: '\u0441afe'; expected letters of one script",
        "18:1: a cue without text; expected text, or no cue",
        "18:1: cue number 6 after 4; expected numbers that count up by one",
        "18:1: a point in a time; expected a comma, as in 00:00:01,000",
    ]
    for options in ((), ("--subtitles", "netflix")):
        done = scorelite("check", "a.srt", *options, cwd=tmp_path)
        assert done.stdout.decode("utf-8").splitlines() == [f"a.srt:{line}" for line in expected]
        assert b"a.srt:10:18: end 00:00:05,000 is before begin" in done.stderr
    (tmp_path / "a.srt").write_text(DIRTY.replace("06,000 -->", "04,000 -->"), encoding="utf-8")
    assert scorelite("check", "a.srt", cwd=tmp_path).returncode == 1


def test_letters_of_other_scripts_and_honest_tags_are_no_faults(tmp_path: Path, scorelite: Run) -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann><i>caf\u00e9</i> <c>\u0e01\u200b\u0e02 S\u00c3O\n"
    (tmp_path / "a.vtt").write_text(text, encoding="utf-8")
    done = scorelite("check", "a.vtt", "--strict", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


def test_wrong_letters_of_words_with_times_have_their_line(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.ctm").write_text("f 1 0 1 a\nf 1 1 1 fianc\ufffd\n", encoding="utf-8")
    done = scorelite("check", "a.ctm", cwd=tmp_path)
    assert (done.returncode, done.stdout[:10]) == (1, b"a.ctm:2:1:")


def test_cues_of_malice_are_checked_as_fast_as_others(tmp_path: Path, scorelite: Run) -> None:
    """Numbers that Python does not turn into integers, and a tag behind as many blanks."""
    times = "00:00:0{0},000 --> 00:00:0{0},900"
    cues = (f"{'9' * 5000}\n{times.format(1)}\na\n", f"{'9' * 5001}\n{times.format(2)}\n<{' ' * 50_000}x <i>b\n")
    (tmp_path / "a.srt").write_text("\n".join(cues))
    done = scorelite("check", "a.srt")
    assert done.stdout.decode().splitlines() == [
        "a.srt:6:1: <i> is not closed; expected </i> at its end",
        "a.srt: srt, 2 segments, 4 words, 0:00:02, 1 problem",
    ]


def test_every_cue_is_a_row_of_csv_with_its_speed_and_gap(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.srt").write_text(
        "1\n00:00:01,000 --> 00:00:03,000\nOne, two\nthree\n\n2\n00:00:02,900 --> 00:00:04,000\n=4\n"
    )
    done = scorelite("check", "a.srt", "--csv", "-", "--subtitles", "netflix", cwd=tmp_path)
    head, first, second = done.stdout.decode().splitlines()
    assert head == (
        "file,line,start,end,duration,gap,lines,characters,longest_line,characters_a_second,words_a_minute,text"
    )
    assert first == 'a.srt,2,1.0,3.0,2.0,,2,13,8,6.5,90.0,"One, two three"'
    assert second.startswith("a.srt,7,2.9,4.0,1.1,-0.1,1,2,2,")
    assert second.endswith(",'=4")
    assert done.returncode == 1  # they overlap
    assert scorelite("check", "a.srt", "--csv", "a.csv", cwd=tmp_path).stdout.startswith(b"a.srt: srt, 2 segments")
    assert (tmp_path / "a.csv").read_text().startswith(head)


def test_a_table_of_cues_needs_subtitles(corpus: Path, scorelite: Run) -> None:
    done = scorelite("check", "corpus/a.trn", "--csv", "a.csv")
    assert b"corpus/a.trn: trn has no subtitle cues; expected one of: srt, vtt" in done.stderr
    assert (done.returncode, (corpus / "a.csv").exists()) == (2, False)
