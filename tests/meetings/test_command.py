"""`scorelite meetings`: exit codes, messages and output."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorelite import MismatchError, meetings, parse_signature
from scorelite.scoring.cli.main import main
from tests.conftest import Run

STM = "talk 1 anna 0.00 1.00 good day\ntalk 1 ben 1.00 2.00 hello there\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("ref.stm", STM), ("hyp.stm", STM.replace("there", "their"))):
        (tmp_path / name).write_text(text)
    return str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")


def test_the_numbers_of_the_sum_are_printed(files, capsys):
    assert main(["meetings", *files, "--measure", "cp,tcp", "--collar", "5"]) == 0
    out = capsys.readouterr().out
    assert "cpWER 25.0 % [ 1 / 4" in out
    assert "tcpWER 25.0 % [ 1 / 4" in out


def test_json_of_one_measure_is_an_object_and_of_several_a_list(files, capsys):
    assert main(["meetings", *files, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"]["errors"] == 1
    assert main(["meetings", *files, "--measure", "cp,di-cp", "--json"]) == 0
    assert [load["measure"] for load in json.loads(capsys.readouterr().out)] == ["cp", "di-cp"]


def test_reports_go_to_a_file(files, tmp_path):
    target = tmp_path / "out.sys"
    assert main(["meetings", *files, "--report", "sys", "-o", str(target)]) == 0
    assert "SESSION SUMMARY PERCENTAGES" in target.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--measure", "tcp"], "--measure tcp needs --collar, usually 5"),
        (["--measure", "tcp", "--collar", "-1"], "--collar is -1.0; expected a number >= 0"),
        (["--report", "pra", "--width", "0"], "--width is 0; expected 1 or more"),
    ],
)
def test_wrong_options_are_refused(files, words, message, capsys):
    assert main(["meetings", *files, *words]) == 2
    assert message in capsys.readouterr().err


def test_an_unknown_policy_is_an_error_of_the_command_line(files, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["meetings", *files, "--policy", "x"])
    assert ended.value.code == 2
    assert "argument --policy: policy 'x' is unknown; expected one of: sclite, kaldi_wer" in capsys.readouterr().err


def test_alternations_are_refused(files, tmp_path, capsys):
    other = tmp_path / "alternations.stm"
    other.write_text("talk 1 anna 0.00 1.00 good { day / morning }\n")
    assert main(["meetings", str(other), files[1]]) == 2
    assert "1 text (good { day / morning }) with alternations" in capsys.readouterr().err


def test_regions_of_a_uem_file_are_scored(files, tmp_path, capsys):
    uem = tmp_path / "all.uem"
    uem.write_text("talk 1 0.0 1.0\n")
    assert main(["meetings", *files, "--uem", str(uem)]) == 0
    assert "cpWER 0.0 % [ 0 / 2" in capsys.readouterr().out
    uem.write_text("")
    assert main(["meetings", *files, "--uem", str(uem)]) == 2
    assert (
        "all.uem has no region: expected rows such as 'talk 1 0.0 60.0', or leave out --uem" in capsys.readouterr().err
    )


def test_nothing_scored_is_an_error(files, tmp_path, capsys):
    empty = tmp_path / "empty.stm"
    empty.write_text("talk 1 anna 0.00 1.00\n")
    assert main(["meetings", str(empty), str(empty)]) == 2
    assert "nothing was scored" in capsys.readouterr().err


def compared(*words: str) -> object:
    with pytest.raises(SystemExit) as end:
        main(["compare", *words])
    return end.value.code


def test_results_of_meetings_are_compared_by_session(files, tmp_path, capsys):
    for name, hyp in (("a.json", files[1]), ("b.json", files[0])):
        assert main(["meetings", files[0], hyp, "--json", "-o", str(tmp_path / name)]) == 0
    names = [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    assert compared(*names) == 0
    assert "1 session differs:\n  talk  -1 error  " in capsys.readouterr().out
    assert compared(*names, "--max-wer-increase", "0") == 0
    assert compared(*names[::-1], "--max-wer-increase", "24.9") == 1
    assert compared(*names[::-1], "--max-wer-increase", "25") == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--measure", "orc"], "b.json as orc|policy:kaldi_wer"),
        (["-c"], "b.json as cp|policy:kaldi_wer|case:kept|sort:segment/segment|unit:character"),
        (["--measure", "cp,orc"], "results of several measures; expected the result of one"),
        (["--sources"], "results of several measures; expected the result of one"),
    ],
)
def test_results_of_other_measures_are_not_compared(files, tmp_path, words, message, capsys):
    names = [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    assert main(["meetings", *files, "--json", "-o", names[0]]) == 0
    assert main(["meetings", *files, *words, "--json", "-o", names[1]]) == 0
    assert main(["compare", *names]) == 2
    assert message in capsys.readouterr().err


def test_characters_are_aligned_on_request(files, capsys):
    assert main(["meetings", *files, "-c"]) == 0
    assert "cpCER 11.8 % [ 2 / 17: " in capsys.readouterr().out


def test_the_diarisation_error_rate_is_added_on_request(files, capsys):
    pytest.importorskip("scipy")
    assert main(["meetings", *files, "--with-der", "--json"]) == 0
    cp, turns = json.loads(capsys.readouterr().out)
    assert (cp["measure"], turns["measure"], turns["total"]["der"]) == ("cp", "diarisation", 0.0)
    assert main(["meetings", *files, "--with-der", "--report", "sys"]) == 0
    assert capsys.readouterr().out.count("Sum ") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--with-der", "--report", "speakers"], "--with-der has no report 'speakers'; expected sys, raw or pra"),
        (["--der-collar", "1"], "--der-collar"),
        (["--with-der", "-"], "--with-der reads both files twice; expected files instead of stdin (-)"),
    ],
)
def test_options_of_the_diarisation_error_rate_are_checked(files, words, message, capsys):
    inputs = files if words[-1] != "-" else files[:1]
    assert main(["meetings", *inputs, *words]) == 2
    assert message in capsys.readouterr().err


def test_an_interval_is_drawn_by_sessions(tmp_path, capsys):
    for side, wrong in (("ref", "b"), ("hyp", "c")):
        lines = [f"t{number} 1 A 0 1 a {wrong if number % 3 else 'b'}\n" for number in range(30)]
        (tmp_path / f"{side}.stm").write_text("".join(lines))
    files = [str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")]
    assert main(["meetings", *files, "--interval", "500", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["interval"]["samples"] == 500
    assert abs(document["interval"]["mean"] - document["total"]["errors"] / 60) < 0.02
    # The rate of a session is 0 or 1/2, so the deviation of a mean of 30 is known.
    assert abs(document["interval"]["reach"] - 1.96 * (2 / 9 / 4 / 30) ** 0.5) < 0.01
    assert main(["meetings", *files, "--interval"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"95 % interval \d+\.\d % to \d+\.\d %, from 1,000 samples of sessions", text), text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--interval", "100"], "there is 1 session: expected two or more"),
        (["--interval", "0"], "'0'; expected a number of samples, such as 1000"),
        (["--interval", "100", "--report", "sys"], "--interval has no effect without the summary or --json"),
    ],
)
def test_intervals_need_sessions_and_a_place(files, words, message, capsys):
    try:
        code = main(["meetings", *files, *words])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err


def test_sessions_of_both_sides_without_the_other_are_named_at_once(files, tmp_path, capsys):
    other = tmp_path / "other.stm"
    other.write_text("".join(f"r{number} 1 anna 0.00 1.00 hi\n" for number in range(7)))
    assert main(["meetings", files[0], str(other)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "7 sessions (r0, r1, r2, r3, r4, ...) of the hypothesis are not in the reference" in first
    assert "1 session (talk) of the reference is not in the hypothesis" in second


def test_sessions_whose_names_differ_only_in_case_are_named_with_the_command_that_renames_them(tmp_path, capsys):
    (tmp_path / "ref.stm").write_text("a 1 anna 0 1 hi\nb 1 anna 0 1 hi\n")
    (tmp_path / "hyp.stm").write_text("A 1 anna 0 1 hi\nB 1 anna 0 1 hi\n")
    assert main(["meetings", str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.endswith("suffix: `scorelite convert HYP OUT --session A=a --session B=b` renames them")


def test_a_file_without_names_of_sessions_meets_one_session_alone(tmp_path, capsys):
    nameless, two = tmp_path / "hyp.vtt", tmp_path / "ref.stm"
    nameless.write_text("WEBVTT\n\n00:00.000 --> 00:01.000\n<v anna>hi\n")
    two.write_text("r0 1 anna 0 1 hi\nr1 1 anna 0 1 hi\n")
    assert main(["meetings", str(two), str(nameless)]) == 2
    first, second, third = capsys.readouterr().err.splitlines()
    assert "1 session (without a name) of the hypothesis is not in the reference" in first
    assert "2 sessions (r0, r1) of the reference are not in the hypothesis" in second
    assert "expected one session on each side, or formats with names of sessions" in third


@pytest.mark.parametrize(("ref", "hyp"), [("a-1 a-2", "a-2 a-1"), ("a-1 a-2 a-3", "a-3 a-9 a-1")])
def test_utterances_of_a_speaker_without_times_in_another_order_are_refused(ref, hyp, tmp_path, capsys):
    sides = tmp_path / "ref.jsonl", tmp_path / "hyp.jsonl"
    for path, ids in zip(sides, (ref, hyp), strict=True):
        path.write_text(
            "".join(f'{{"id": "{name}", "speaker": "anna", "text": "word {name}"}}\n' for name in ids.split())
        )
    assert main(["meetings", *map(str, sides)]) == 2
    assert " comes before a-1, and in " in capsys.readouterr().err


@pytest.mark.parametrize("measure", ["cp", "orc", "mimo", "wer"])
@pytest.mark.parametrize(
    ("names", "row"),
    [
        (("ref.trn", "hyp.trn"), "{text} ({id})\n"),
        (("ref.txt", "hyp.txt"), "{id} {text}\n"),
        (("text", "hyp.txt"), "{id} {text}\n"),
        (("ref.jsonl", "hyp.jsonl"), '{{"id": "{id}", "text": "{text}"}}\n'),
    ],
)
def test_utterances_with_nothing_but_ids_are_for_score(measure, names, row, tmp_path, capsys):
    texts = {"237-133-0001": "the cat", "237-133-0002": "good day"}
    for name, ids in zip(names, (texts, reversed(texts)), strict=True):
        (tmp_path / name).write_text("".join(row.format(id=key, text=texts[key]) for key in ids))
    paths = [str(tmp_path / name) for name in names]
    assert main(["meetings", *paths, "--measure", measure]) == 2
    assert capsys.readouterr().err.endswith("`scorelite score REF HYP` pairs utterances by their ids\n")
    with pytest.raises(MismatchError, match="but no speakers, recordings or times"):
        meetings.score(*paths, measure=measure)


def test_lines_without_ids_are_the_words_of_one_speaker(tmp_path, capsys):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("good day\nhello there\n")
    assert main(["meetings", str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt")]) == 0
    assert "cpWER 0.0 % [ 0 / 4:" in capsys.readouterr().out


def test_speakers_without_times_may_stand_in_another_order(tmp_path, capsys):
    rows = [
        {"session": "talk", "speaker": name, "id": name + place, "text": place}
        for name, place in ("a1", "a2", "b1", "b2")
    ]
    sides = tmp_path / "ref.jsonl", tmp_path / "hyp.jsonl"
    for path, order in zip(sides, (rows, rows[2:] + rows[:2]), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in order))
    assert main(["meetings", *map(str, sides)]) == 0
    assert "cpWER 0.0 % [ 0 / 4:" in capsys.readouterr().out


def test_ids_of_one_file_alone_are_reported_where_only_file_order_joins_utterances(tmp_path, capsys):
    rows = [{"session": "talk", "speaker": "a", "id": name, "text": name} for name in ("u1", "u2")]
    bare = [{name: value for name, value in row.items() if name != "id"} for row in rows]
    timed = [{**row, "start": place, "end": place + 1} for place, row in enumerate(rows)]
    paths = [tmp_path / f"{name}.jsonl" for name in ("ids", "bare", "timed")]
    for path, lines in zip(paths, (rows, bare, timed), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in lines))
    for ref, hyp, is_noted in ((0, 1, True), (1, 0, True), (0, 0, False), (1, 1, False), (2, 1, False)):
        assert main(["meetings", str(paths[ref]), str(paths[hyp])]) == 0
        text = f"{paths[0]} has ids, {paths[1]} has none: without times"
        assert (text in capsys.readouterr().out) == is_noted


def test_sessions_without_times_are_counted(files, tmp_path, capsys):
    timeless = tmp_path / "hyp.json"
    rows = [{"session_id": "talk", "speaker": "a", "words": "hi", "start_time": 0, "end_time": 1}]
    timeless.write_text(json.dumps([*rows, {"session_id": "talk", "speaker": "b", "words": "you"}]))
    assert main(["meetings", files[0], str(timeless), "--measure", "tcp", "--collar", "5"]) == 2
    message = "segments without times in 1 session (talk) of the hypothesis; a measure with times needs"
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("name", "meant"), [("cpwer", "cp"), ("ORC-WER", "orc"), ("greedy_dicpwer", "di-cp")])
def test_the_names_of_error_rates_are_understood(name, meant, files, capsys):
    for names in (name, meant):
        assert main(["meetings", *files, "--measure", names]) == 0
    first, other = capsys.readouterr().out.split("ref  ")[1:]
    assert first == other
    assert meetings.score_files(*files, measure=name).measure == meant


def _subtitles(*texts: str) -> str:
    return "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{text}\n\n" for n, text in enumerate(texts, 1))


def test_names_before_texts_of_subtitles_are_words_with_a_warning_or_speakers(tmp_path, capsys):
    (tmp_path / "ref.stm").write_text("talk 1 A 1 1.9 good day\ntalk 1 B 2 2.9 hello\ntalk 1 A 3 3.9 bye\n")
    (tmp_path / "hyp.srt").write_text(_subtitles("Anna: good day", "Ben: hello", "Anna: bye", "Ben: bye"))
    files = [str(tmp_path / "ref.stm"), str(tmp_path / "hyp.srt")]
    assert main(["meetings", *files]) == 0
    caught = capsys.readouterr()
    assert "4 of 4 texts begin with 2 names (Anna, Ben) and a colon" in caught.out
    assert "2 speakers: 1 missed" in caught.out
    assert main(["meetings", *files, "--speaker-prefix"]) == 0
    caught = capsys.readouterr()
    assert "cpWER 25.0 % [ 1 / 4" in caught.out
    assert not caught.err
    assert main(["meetings", *files, "--speaker-prefix", "--with-der"]) == 2


def test_names_before_all_texts_need_not_repeat(tmp_path, capsys):
    (tmp_path / "hyp.srt").write_text(_subtitles("Anna: good day", "Ben: hello"))
    assert main(["meetings", str(tmp_path / "hyp.srt"), str(tmp_path / "hyp.srt")]) == 0
    assert "2 of 2 texts begin with 2 names (Anna, Ben) and a colon" in capsys.readouterr().out


def test_names_that_do_not_repeat_are_no_speakers(tmp_path, capsys):
    (tmp_path / "hyp.srt").write_text(_subtitles("First: good day", "Then: hello", "Finally: bye", "yes"))
    assert main(["meetings", str(tmp_path / "hyp.srt"), str(tmp_path / "hyp.srt")]) == 0
    assert "colon" not in "".join(capsys.readouterr())
    (tmp_path / "ref.stm").write_text("talk 1 A 1 1.9 good day\n")
    assert main(["meetings", str(tmp_path / "ref.stm"), str(tmp_path / "ref.stm"), "--speaker-prefix"]) == 2
    assert "no text without a speaker begins with a name and a colon" in capsys.readouterr().err


@pytest.mark.parametrize(
    "kind",
    ["textgrid", "eaf", "seglst", "vtt", "deepgram", "assemblyai", "aws", "revai", "speechmatics", "trs", "ttml"],
)
def test_every_format_with_speakers_is_scored(kind, tmp_path, capsys):
    turns = (("A", "good", "day"), ("B", "hello", "there"), ("A", "bye", "now"))
    rows = [
        f"SPEAKER talk 1 {start} 1 <NA> <NA> {name} <NA> <NA>\nLEXEME talk 1 {start} 0.5 {first} lex {name} <NA> <NA>\n"
        f"LEXEME talk 1 {start}.5 0.5 {second} lex {name} <NA> <NA>\n"
        for start, (name, first, second) in enumerate(turns)
    ]
    (tmp_path / "hyp.rttm").write_text("".join(rows))
    (tmp_path / "ref.stm").write_text("talk 1 x 0 1 good day\ntalk 1 y 1 2 hello there\ntalk 1 x 2 3 bye then\n")
    hyp = str(tmp_path / "talk.hyp")
    assert main(["convert", str(tmp_path / "hyp.rttm"), hyp, "--to", kind]) == 0
    words = ["meetings", str(tmp_path / "ref.stm"), hyp, "--hyp-format", kind, "--measure", "cp,tcp", "--collar", "1"]
    assert main(words) == 0
    assert capsys.readouterr().out.count("[ 1 / 6: 1 substitution") == 2


def test_rows_of_rttm_files_in_which_nobody_speaks_are_no_segments(tmp_path, capsys):
    (tmp_path / "ref.stm").write_text("talk 1 x 0 1 good day\n")
    (tmp_path / "hyp.rttm").write_text(
        "SPKR-INFO talk 1 <NA> <NA> <NA> unknown A <NA> <NA>\nNOSCORE talk 1 5 1 <NA> <NA> <NA> <NA> <NA>\n"
        "SPEAKER talk 1 0 1 <NA> <NA> A <NA> <NA>\n"
        "LEXEME talk 1 0 0.5 good lex A 0.5 <NA>\nLEXEME talk 1 0.5 0.5 day lex A 0.5 <NA>\n"
    )
    files = [str(tmp_path / "ref.stm"), str(tmp_path / "hyp.rttm")]
    assert main(["meetings", *files, "--measure", "cp,tcp", "--collar", "1"]) == 0
    assert capsys.readouterr().out.count("[ 0 / 2") == 2


def test_words_of_ctm_files_that_stand_twice_are_said(tmp_path, capsys):
    row = "talk 1 0.0 0.5 good\n"
    (tmp_path / "ref.ctm").write_text(f"{row}talk 1 0.5 0.5 day\n")
    (tmp_path / "hyp.ctm").write_text(f"{row}{row}talk 1 0.5 0.5 day\ntalk 2 0.0 0.5 good\ntalk 1 1.0 0.5 good\n")
    assert main(["meetings", str(tmp_path / "ref.ctm"), str(tmp_path / "hyp.ctm")]) == 0
    said, err = capsys.readouterr()
    assert err == ""
    assert "hyp.ctm: 1 word (1 at 0.0 in talk) occurs more than once and counts each time" in said


@pytest.mark.parametrize("format", ["stm", "seglst"])
def test_segments_that_stand_twice_are_said(files, tmp_path, capsys, format):
    hyp = tmp_path / f"twice.{format}"
    rows = [("anna", 0, "good day"), ("anna", 0, "good day"), ("ben", 0, "good day"), ("ben", 1, "hello there")]
    if format == "stm":
        hyp.write_text("".join(f"talk 1 {name} {start} {start + 1} {text}\n" for name, start, text in rows))
    else:
        parts = [
            {"session_id": "talk", "speaker": name, "start_time": start, "end_time": start + 1, "words": text}
            for name, start, text in rows
        ]
        hyp.write_text(json.dumps(parts))
    assert main(["meetings", files[0], str(hyp)]) == 0
    expected = ": 1 segment (anna at 0.0 in talk) occurs more than once and counts each time"
    said, err = capsys.readouterr()
    assert (expected in said, err) == (True, "")
    assert main(["meetings", files[0], str(hyp), "--json"]) == 0
    said, err = capsys.readouterr()
    assert ([expected in text for text in json.loads(said)["notices"]], err) == ([True], "")
    assert main(["meetings", files[0], str(hyp), "--report", "sys"]) == 0
    assert expected in capsys.readouterr().err  # a report holds no notices
    assert main(["meetings", *files]) == 0
    assert capsys.readouterr().err == ""


def test_csv_has_a_row_for_each_session(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "r.stm").write_text("a 1 x 0 1 good day\nb 1 x 0 1 bye\n", encoding="utf-8")
    (tmp_path / "h.stm").write_text("a 1 y 0 1 good way\nb 1 y 0 1 bye\n", encoding="utf-8")
    done = scorelite("meetings", "r.stm", "h.stm", "--csv", cwd=tmp_path)
    head, *lines = done.stdout.decode().splitlines()
    rate = head.split(",").index("wer")
    assert [(line.split(",")[0], float(line.split(",")[rate])) for line in lines] == [("a", 0.5), ("b", 0.0)]
    several = scorelite("meetings", "r.stm", "h.stm", "--csv", "--measure", "cp,orc", cwd=tmp_path)
    assert b"one --measure" in several.stderr


def test_folders_are_scored_as_one_file_of_all_sessions(tmp_path, capsys):
    """A file without the name of a session is one of the name of the file."""
    for folder, text in (("ref", STM), ("hyp", STM.replace("there", "their"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "talk.stm").write_text(text)
        (tmp_path / folder / "walk.stm").write_text(text.replace("talk", "walk"))
    folders = str(tmp_path / "ref"), str(tmp_path / "hyp")
    assert main(["meetings", *folders, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["total"]["errors"] == 2
    assert [session["name"] for session in result["sessions"]] == ["talk", "walk"]
    for name in ("talk", "walk"):
        (tmp_path / "hyp" / f"{name}.stm").unlink()
        cue = "00:00:0{0}.000 --> 00:00:0{1}.000\n<v {2}>{3}</v>\n\n"
        cues = cue.format(0, 1, "a", "good day") + cue.format(1, 2, "b", "hello there")
        (tmp_path / "hyp" / f"{name}.vtt").write_text("WEBVTT\n\n" + cues)
    assert main(["meetings", *folders, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"]["errors"] == 0
    (tmp_path / "hyp" / "more.stm").write_text(STM.replace("talk", "more"))
    assert main(["meetings", *folders]) == 2
    assert "a folder with stm, vtt; expected files of one format" in capsys.readouterr().err
    (tmp_path / "ref" / "more.stm").write_text(STM)
    assert main(["meetings", *folders]) == 2
    assert "both have the session 'talk'; expected each in one file" in capsys.readouterr().err


def test_the_file_of_regions_is_in_the_head_the_signature_and_the_page(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "r.stm").write_text("f 1 ann 0 5 good day\nf 1 ann 5 9 to you\n")
    (tmp_path / "h.stm").write_text("f 1 x 0 5 good day\nf 1 x 5 9 to me\n")
    (tmp_path / "all.uem").write_text("f 1 0 5\n")
    done = scorelite("meetings", "r.stm", "h.stm", "--uem", "all.uem", "--page", "p.html")
    lines = done.stdout.decode().splitlines()
    assert lines[:3] == ["ref  r.stm", "hyp  h.stm", "uem  all.uem"]
    assert lines[-1].endswith("|missing:error|uem:yes")
    assert "Scored regions all.uem" in (tmp_path / "p.html").read_text()
    document = json.loads(scorelite("meetings", "r.stm", "h.stm", "--uem", "all.uem", "--json").stdout)
    assert (document["uem"], document["signature"]) == ("all.uem", lines[-1])
    signed = parse_signature(lines[-1])
    assert ("uem", "yes") in signed.parts
    assert "uem" not in signed.keywords()


def test_parts_of_names_of_sessions_are_removed_on_both_sides_and_in_regions(tmp_path: Path, scorelite: Run) -> None:
    ref = STM + STM.replace("talk", "walk")
    for name, text in (
        ("ref.stm", ref),
        ("mix.stm", re.sub("([tw]alk)", r"\1.Mix", ref)),
        ("mix.uem", "talk.Mix 1 0 5\n"),
    ):
        (tmp_path / name).write_text(text)
    hint = "  --strip-id '[.]Mix$' removes the difference: talk in the reference, talk.Mix in the "
    for arguments, where in ((("mix.stm",), "hypothesis"), (("ref.stm", "--uem", "mix.uem"), "regions")):
        refused = scorelite("meetings", "ref.stm", *arguments, cwd=tmp_path)
        assert (refused.returncode, f"{hint}{where}\n" in refused.stderr.decode()) == (2, True)
        done = scorelite("meetings", "ref.stm", *arguments, "--with-der", "--strip-id", "[.]Mix$", cwd=tmp_path)
        assert (done.returncode, b"cpWER 0.0 %" in done.stdout, b"DER" in done.stdout) == (0, True, True)
    idle = scorelite("meetings", "ref.stm", "ref.stm", "--strip-id", "[.]wav$", cwd=tmp_path)
    assert b"--strip-id has no effect: '[.]wav$' matches no part of 'talk', 'walk'" in idle.stderr


def test_parts_of_names_of_sessions_in_memory_are_removed() -> None:
    rows = [("anna", "good day")]
    assert (
        meetings.cpwer(
            {"talk": rows},
            {
                "talk_final": rows,
            },
            strip_id="_final$",
        )
        == 0
    )
    timed = [("anna", "good day", 0.0, 1.0)]
    scored = meetings.score({"talk": timed}, {"talk": timed}, regions={"talk.Mix": [(0.0, 2.0)]}, strip_id="[.]Mix$")
    assert scored.error_rate == 0


def test_tiers_of_speakers_are_chosen_by_name(tmp_path: Path, scorelite: Run) -> None:
    tiers = [f'"IntervalTier" "{name}" 0 2 1 0 2 "{text}"' for name, text in (("anna", "good day"), ("notes", "cough"))]
    (tmp_path / "ref.TextGrid").write_text(f'"ooTextFile" "TextGrid" 0 2 <exists> 2 {" ".join(tiers)}')
    (tmp_path / "hyp.stm").write_text("ref 1 x 0 2 good day\n")
    done = scorelite("meetings", "ref.TextGrid", "hyp.stm", "--tier", "anna", "--with-der", cwd=tmp_path)
    assert b"cpWER 0.0 % [ 0 / 2" in done.stdout
    assert meetings.score(tmp_path / "ref.TextGrid", tmp_path / "hyp.stm", ref_tier="notes").error_rate == 2
    refused = scorelite("meetings", "hyp.stm", "hyp.stm", "--tier", "anna", cwd=tmp_path)
    assert b"--tier anna has no effect on stm, which has no tiers" in refused.stderr


def test_a_name_of_several_sessions_has_a_row_of_all_in_the_report_of_speakers(tmp_path: Path, scorelite: Run) -> None:
    rows = "c1 1 Agent 0 1 good day", "c1 1 Eve 1 2 hello", "c2 1 Agent 0 1 good day to you", "c2 1 Bob 1 2 yes", ""
    (tmp_path / "r.stm").write_text("\n".join(rows))
    (tmp_path / "h.stm").write_text("\n".join(rows).replace("day to", "day"))
    lines = scorelite("meetings", "r.stm", "h.stm", "--report", "speakers").stdout.decode().splitlines()
    (row,) = [line.replace("|", " ").split() for line in lines if line.strip().startswith("| all ")]
    assert row == ["all", "Agent", "6", "5", "0", "1", "0", "1", "16.7"]


def test_files_with_the_same_ids_are_speakers_of_mixtures(tmp_path, capsys):
    texts = {
        "ref/text_spk1": "m1 good day to you\nm2 where is the key\n",
        "ref/text_spk2": "m1 nobody knew it\nm2 they walked home\n",
        "hyp/text_spk1": "m1 nobody knew it\nm2 where is a key\n",
        "hyp/text_spk2": "m1 good day to you\nm2 they walked home\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    folders = [str(tmp_path / "ref"), str(tmp_path / "hyp")]
    assert main(["meetings", *folders]) == 0
    printed = capsys.readouterr().out
    assert "2 sessions, 4 speakers" in printed
    assert "each id is scored as a recording, each file as a speaker (text_spk1, text_spk2)" in printed
    assert "cpWER 7.1 % [ 1 / 14:" in printed
    assert main(["score", *folders]) == 0
    assert "`scorelite meetings REF HYP` pairs those of each id" in capsys.readouterr().out


SERIALISED = {
    "ref": "m1 good day to you <sc> nobody knew it\nm2 where is the key <sc> they walked home\nm3 yes\n",
    "hyp": "m1 nobody knew it <sc> good day to you\nm2  <sc> where is a key <sc> they walked home\nm3 yes\n",
}


@pytest.mark.parametrize("separator", ["<sc>", "$"])
@pytest.mark.parametrize("has_ids", [True, False])
def test_speakers_of_serialised_output_are_scored_in_any_order(tmp_path, capsys, separator, has_ids):
    for name, text in SERIALISED.items():
        lines = text.replace("<sc>", separator).splitlines(keepends=True)
        path = tmp_path / f"{name}{'' if has_ids else '.txt'}"
        path.write_text("".join(line if has_ids else line.partition(" ")[2] for line in lines), encoding="utf-8")
    paths = [str(path) for path in sorted(tmp_path.iterdir(), reverse=True)]
    assert main(["meetings", *paths]) == 0
    printed = capsys.readouterr().out
    assert "3 sessions, 5 speakers: 0 missed, 0 false" in printed
    assert f"texts with '{separator}' between speakers: each text is scored as a recording, each piece" in printed
    assert "cpWER 6.7 % [ 1 / 15:" in printed
    assert main(["score", *paths]) == 0
    printed = capsys.readouterr().out
    assert f"texts of the reference have '{separator}' between speakers, which counts as a word" in printed
    assert "cpWER, another measure, does not: `scorelite meetings REF HYP`" in printed


def test_amounts_in_dollars_separate_no_speakers(tmp_path, capsys):
    for name in ("ref", "hyp"):
        (tmp_path / name).write_text(f"m1 for $ 5 or $ 6 {name}\nm2 it costs $ 7\n", encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("ref", "hyp")]
    assert main(["meetings", *paths]) == 2
    assert "`scorelite score REF HYP` pairs utterances by their ids" in capsys.readouterr().err
    assert main(["score", *paths]) == 0
    assert "between speakers" not in capsys.readouterr().out
