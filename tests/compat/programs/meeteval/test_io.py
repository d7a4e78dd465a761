"""Files of `meeteval.io`: read, written, converted, and loaded by patterns."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from scorelite.compat.meeteval import io, wer
from scorelite.compat.meeteval.io import chime7
from scorelite.compat.meeteval.io.seglst import SegLstSegment, apply_multi_file, sessions_of
from scorelite.compat.meeteval.program import run

STM = "rec 1 A 0.50 1 hello <o> there\nrec 1 B 1 2 you\n"


@pytest.fixture
def files(tmp_path):
    for name, text in {
        "hyp1.ctm": "rec 1 0.5 0.5 hello\n;; comment\n",
        "hyp2.ctm": "rec 1 1 1 you\n",
        "ref.stm": f";; comment\n{STM}",
        "hyp.stm": STM,
        "rec.rttm": "SPEAKER rec 1 0.5 0.5 <NA> <NA> A <NA>\n",
        "rec.uem": "rec 1 0 1.0\n",
        "text": "rec hello there\n",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("ref.stm", io.STM, STM),
        ("hyp1.ctm", io.CTM, "rec 1 0.5 0.5 hello\n"),
        ("rec.rttm", io.RTTM, "SPEAKER rec 1 0.5 0.5 <NA> <NA> A <NA> <NA>\n"),
        ("rec.uem", io.UEM, "rec 1 0 1.0\n"),
        ("text", io.KeyedText, "rec hello there\n"),
    ],
)
def test_a_file_is_read_by_its_name_and_written_as_it_was(files, name, kind, text):
    actual = io.load(files / name)
    assert (type(actual), actual.dumps()) == (kind, text)
    io.dump(
        actual, files / f"copy_{name}" if "." in name else files / "copy", format=None if "." in name else "keyed_text"
    )
    assert io.load(files / (f"copy_{name}" if "." in name else "copy")).lines == actual.lines


def test_labels_in_angle_brackets_are_words_as_in_meeteval(files):
    (rate,) = wer.cpwer(files / "ref.stm", files / "hyp.stm").values()
    assert (rate.length, rate.errors) == (4, 0)


def test_every_ctm_file_is_a_speaker(files):
    actual = io.load([files / "hyp1.ctm", files / "hyp2.ctm"]).to_seglst()
    assert [(row["speaker"], row["words"]) for row in actual] == [("hyp1", "hello"), ("hyp2", "you")]
    (rate,) = wer.cpwer(files / "ref.stm", str(files / "hyp?.ctm")).values()
    assert sorted(hyp for _, hyp in rate.assignment) == ["hyp1", "hyp2"]


def test_files_of_other_formats_are_read_too(files):
    (files / "rec.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nhello\n")
    assert io.load(files / "rec.srt").T["words"] == ["hello"]
    with pytest.raises(ValueError, match="Unknown file type"):
        io.load(files / "rec.nosuch")


def test_alternations_are_refused_where_meeteval_reads_no_such_file_and_ids_are_sessions(files):
    (files / "ref.trn").write_text("good day (u-1)\nyes (u-2)\n")
    (files / "hyp.trn").write_text("yes (u-2)\ngood way (u-1)\n")
    rates = wer.cpwer(files / "ref.trn", files / "hyp.trn")
    assert {session: (rate.errors, rate.length) for session, rate in rates.items()} == {"u-1": (1, 2), "u-2": (0, 1)}
    (files / "hyp.trn").write_text("{ good / bad } day (u-1)\n")
    with pytest.raises(ValueError, match="1 text .* with alternations, whose braces would count as words"):
        io.load(files / "hyp.trn")


def test_segments_are_json_with_all_digits(files):
    segments = io.load(files / "ref.stm").to_seglst()
    segments.dump(files / "ref.seglst.json")
    assert '"start_time": 0.50,' in (files / "ref.seglst.json").read_text()
    assert io.load(files / "ref.seglst.json").segments == [
        {**row, "start_time": Decimal(row["start_time"]), "end_time": Decimal(row["end_time"])} for row in segments
    ]
    assert io.STM.new(segments).dumps() == STM


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: io.STM.parse("rec 1 A x 1 a"), ValueError),
        (lambda: io.CTM.parse("rec 1 0 -1 a"), ValueError),
        (lambda: io.UEM.parse("a 1 0 1\na 1 1 2"), ValueError),
        (lambda: io.SegLST.parse('{"a": 1}'), ValueError),
        (lambda: io.SegLST.parse('[{"words": "a"}]'), ValueError),
        (lambda: io.asseglst("a b"), ValueError),
        (lambda: io.asseglst(1), NotImplementedError),
        (lambda: io.STM.merge(io.CTM([])), AssertionError),
        (lambda: io.STM.parse(STM).groupby("filename")["reg"], KeyError),
        (lambda: apply_multi_file(len, [], []), RuntimeError),
    ],
)
def test_wrong_input_is_an_error_of_the_kind_that_meeteval_raises(call, error):
    with pytest.raises(error):
        call()


def test_regions_filter_and_cut_lines(files):
    stm, uem = io.load(files / "ref.stm"), io.load(files / "rec.uem")
    assert [line.speaker_id for line in stm.filter_by_uem(uem)] == ["A"]
    (line,) = stm.cut_by_uem(io.UEM([io.UEMLine("rec", 1, Decimal("0.75"), Decimal(1))])).lines
    assert (line.begin_time, line.end_time) == (0, Decimal("0.25"))


def test_lines_are_grouped_sorted_and_added(files):
    stm = io.load(files / "ref.stm")
    assert [*stm.grouped_by_speaker_id()] == ["A", "B"]
    assert [line.speaker_id for line in stm.sorted_by_begin_time(reverse=True)] == ["B", "A"]
    assert len(stm + stm) == 4
    assert stm[:1].to_rttm().dumps().startswith("SPEAKER rec 1 0.50 0.50 ")
    group = io.CTMGroup.new(
        [{"session_id": "rec", "speaker": "A", "words": "a", "start_time": 0, "end_time": 1, "channel": 1}]
    )
    assert group.to_stm().dumps() == "rec 1 A 0 1 a\n"


def test_words_are_normalised_by_name(files, capsys):
    assert wer.api.normalize({"A": "Hello, you!"}).segments[0]["words"] == "hello you"
    assert wer.api.normalize(io.STM.parse("r 1 A 0 1 Hi!"), "lower,rm([^a-z0-9 ])").dumps() == "r 1 A 0 1 hi\n"
    with pytest.raises(ValueError, match="Unknown normalizer: chime9"):
        wer.api.normalize(files / "ref.stm", "chime9")
    assert run(["normalize", str(files / "ref.stm"), "-o", "-"]) == 0
    assert capsys.readouterr().out == STM


def test_segments_without_words_are_in_the_first_stream_by_name():
    ref = [
        {"words": words, "session_id": "a", "speaker": "A", "start_time": start, "end_time": start + 1}
        for words, start in (("a1", 2), ("", 1), ("a2", 0))
    ]
    hyp = [{**ref[0], "speaker": "A1"}, {**ref[2], "speaker": "A2"}]
    actual = wer.time_constrained_orc_wer(ref, hyp, reference_sort="segment", collar=5)
    assert actual.assignment == ("A1", "A1", "A2")


def test_segments_of_nested_lists_have_the_keys_of_inner_levels_first():
    (segment,) = sessions_of({"s": {"A": ["a b"]}}).segments
    assert list(segment) == ["words", "segment_index", "speaker", "session_id"]


def test_files_of_chime_7_become_stm_and_rttm(tmp_path, capsys):
    # Texts of MeetEval 0.4.3.
    old = {"7": {"speaker_id": "q", "start_second": "1.5", "stop_second": "2.25", "subset": "dev", "words": "w"}}
    (tmp_path / "S5.json").write_text(json.dumps(old), "utf-8")
    chime7.to_stm(tmp_path / "S5.json")
    chime7.to_rttm(tmp_path / "S5.json")
    assert capsys.readouterr().out == "dev 1 q 1.5 2.25 w\nSPEAKER dev 1 1.5 0.75 <NA> <NA> q <NA> <NA>\n"
    present = [{"speaker": "P", "start_time": "1.0", "end_time": "2.0", "words": "a b"}]
    assert chime7.json_to_stm(present, "S6").dumps() == "S6 1 P 1.0 2.0 a b\n"


def test_the_command_of_chime_7_writes_the_sessions_of_files_within_regions(tmp_path, capsys):
    # Texts and exit codes of MeetEval 0.4.3.
    entries = [
        {"speaker": "P03", "start_time": "11.000", "end_time": "11.370", "words": "so ummm", "session_id": "S05"},
        {"speaker": "P04", "start_time": "31", "end_time": "33.5", "words": "yes", "session_id": "S05"},
    ]
    session, regions = tmp_path / "S05.json", tmp_path / "all.uem"
    session.write_text(json.dumps(entries))
    regions.write_text("S05 1 11.1 30\n")
    assert chime7.main(["to_stm", "--uem", str(regions), str(session)]) == 0
    shown = capsys.readouterr()
    assert shown.out == "S05 1 P03 11.000 11.370 so ummm\n"
    assert shown.err == "Applied uem and reduced STM from 2 to 1 lines.\n"
    assert chime7.main(["to-rttm", str(session)]) == 0
    rows = ["SPEAKER S05 1 11.000 0.370 <NA> <NA> P03 <NA> <NA>", "SPEAKER S05 1 31 2.5 <NA> <NA> P04 <NA> <NA>"]
    assert capsys.readouterr().out.splitlines() == rows
    assert chime7.main([]) == 0
    assert "to_stm" in capsys.readouterr().out
    assert chime7.main(["to_stm", str(session), str(tmp_path / "S06.json")]) == 1
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 2
    assert shown.err == f"scorelite chime7: {tmp_path / 'S06.json'}: No such file or directory\n"
    with pytest.raises(SystemExit, match="2"):
        chime7.main(["to_ctm", str(session)])


def entry(session: str, start: str, end: str, **others: str) -> dict[str, str]:
    return {"speaker": "P03", "start_time": start, "end_time": end, "words": "so", "session_id": session, **others}


def test_folders_of_chime_7_become_a_file_each(tmp_path, capsys, monkeypatch):
    # Texts of MeetEval 0.4.3.
    monkeypatch.chdir(tmp_path)
    for name in ("j/dev/S01", "j/dev/S02", "j/eval/S09"):
        path = Path(f"{name}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([entry(path.stem, "1.000", "3.370"), entry(path.stem, "22", "30.5")]))
    Path("j/empty").mkdir()
    Path("j/file.txt").write_text("")
    Path("uem/dev").mkdir(parents=True)
    Path("uem/dev/all.uem").write_text("S01 1 0.000 20.000\nS02 1 0.000 2.0\n")
    assert chime7.main(["dir_to_stms", "j", "--uemdir=uem"]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines() == [
        "Created j/dev.stm from j/dev/S0[1,2].json)",
        "Ignore j/empty, because it contains no jsons.",
        "Created j/eval.stm from j/eval/S09.json[]j/eval/S09.json)",
    ]
    assert shown.err == "Applied uem and reduced STM from 2 to 1 lines.\n" * 2
    assert Path("j/dev.stm").read_text() == "S01 1 P03 1.000 3.370 so\nS02 1 P03 1.000 3.370 so\n"
    assert Path("j/eval.stm").read_text() == "S09 1 P03 1.000 3.370 so\nS09 1 P03 22 30.5 so\n"
    assert chime7.main(["dir-to-rttms", "j"]) == 0
    assert Path("j/eval.rttm").read_text() == (
        "SPEAKER S09 1 1.000 2.370 <NA> <NA> P03 <NA> <NA>\nSPEAKER S09 1 22 8.5 <NA> <NA> P03 <NA> <NA>\n"
    )
    capsys.readouterr()
    assert chime7.main(["dir_to_stms", "j", "-u", "j"]) == 1
    expected = "scorelite chime7: RuntimeError: Could not find any uem files with j/*/all.uem\n"
    assert capsys.readouterr().err == expected
    assert chime7.main(["dir_to_stms", "j", "-s", ".ctm"]) == 1


def test_a_session_of_chime_7_gets_the_files_that_it_has_not(tmp_path, capsys, monkeypatch):
    # Texts of MeetEval 0.4.3.
    monkeypatch.chdir(tmp_path)
    Path("S1.json").write_text(json.dumps([entry("S1", "1", "2.5")]))
    Path("S2.json").write_text(json.dumps([{**entry("S2", "1", "2.5"), "speaker": "Q"}]).replace('"words"', '"text"'))
    Path("S1.stm").write_text("mine\n")
    assert chime7.main(["add_missing", "S1.json", "S2.json"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Wrote S1.rttm",
        "Wrote S2.rttm",
        "WARNING: Could not convert to stm, skipping S2.json",
        "'words'",
    ]
    assert Path("S1.rttm").read_text() == "SPEAKER S1 1 1 1.5 <NA> <NA> P03 <NA> <NA>\n"
    assert (Path("S1.stm").read_text(), Path("S2.stm").exists()) == ("mine\n", False)
    assert chime7.main(["add_missing", "S1.json"]) == 0
    assert capsys.readouterr().out == ""


def test_rttm_files_without_names_in_their_lines_get_the_names_of_the_files(tmp_path, capsys, monkeypatch):
    # Texts of MeetEval 0.4.3.
    monkeypatch.chdir(tmp_path)
    row = "SPEAKER <NA> 1 1.0 2.50 <NA> <NA> a <NA> <NA>\n"
    path, named = Path("S05.rttm"), row.replace("<NA> 1", "S05 1")
    path.write_text(row * 12)
    assert chime7.main(["fix_rttm", "S05.rttm", "--dry"]) == 0
    assert capsys.readouterr().out == f"Would write:\n{named * 10}...\n"
    assert chime7.main(["fix_rttm", "S05.rttm"]) == 0
    assert (capsys.readouterr().out, path.read_text()) == ("", named * 12)
    other = path.rename("S06.rttm")
    assert chime7.main(["fix-rttm", "S06.rttm"]) == 1
    assert "use --force" in capsys.readouterr().err
    assert chime7.main(["fix_rttm", "S06.rttm", "--force"]) == 0
    assert capsys.readouterr().out == "Change S05 to S06 for rttm_file\n"
    assert other.read_text() == named.replace("S05", "S06") * 12
    other.write_text(row + named)
    assert chime7.main(["fix_rttm", "S06.rttm", "--force"]) == 1


def test_statistics_of_a_session_of_chime_7_are_counted_by_hand(tmp_path, capsys):
    # Texts of MeetEval 0.4.3.
    entries = [entry("S01", "11.000", "11.370"), entry("S01", "12.25", "14.5", speaker="Q"), entry("S01", "22", "30")]
    path = tmp_path / "S01.json"
    path.write_text(json.dumps([*entries, entry("S01", "1", "2")]))
    assert chime7.main(["stats", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Number of files: 4",
        "Number of unique speakers: 2",
        "Number of unique session_ids: 1",
        "Max duration: 8",
        "Min duration: 0.370",
        "Mean duration: 2.905",
        "Median duration: 1.625",
    ]


def test_the_type_of_a_segment_names_its_keys():
    assert SegLstSegment(words="a", speaker="x") == {"words": "a", "speaker": "x"}
    assert not SegLstSegment.__required_keys__
