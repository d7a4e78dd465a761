"""Tables with several recordings: the column that names them, and tables that would be joined into one recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scorelite
from scorelite import UsageError
from scorelite.formats.roles import ROLES, SESSIONS

REF = [
    ("m1", 0, 2, "A", "good day all"),
    ("m1", 2, 4, "B", "bye now"),
    ("m2", 0, 2, "A", "yes"),
    ("m2", 2, 4, "B", "no"),
]
HYP = [
    ("m1", 0, 2, "x", "good day all"),
    ("m1", 2, 4, "y", "bye now"),
    ("m2", 0, 2, "y", "yes"),
    ("m2", 2, 4, "x", "no"),
]


def rows(side: list[tuple[str, int, int, str, str]], name: str) -> list[dict[str, object]]:
    return [dict(zip((name, "start", "end", "speaker", "text"), row, strict=True)) for row in side]


def csv(side: list[tuple[str, int, int, str, str]], name: str) -> bytes:
    return "".join(
        f"{','.join(map(str, row))}\n" for row in [(name, "start", "end", "speaker", "text"), *side]
    ).encode()


@pytest.mark.parametrize("names", [("reference", "hypothesis"), ("ref", "pred_text"), ("text", "reference")])
def test_texts_of_a_table_with_one_side_are_found_by_the_names_of_either_side(names: tuple[str, str]) -> None:
    for make in (rows, csv):
        ref, hyp = make(REF, "session"), make([*HYP[:3], ("m2", 2, 4, "x", "so")], "session")
        if isinstance(ref, bytes):
            ref, hyp = ref.replace(b"text", names[0].encode(), 1), hyp.replace(b"text", names[1].encode(), 1)
        else:
            for row in (*ref, *hyp):
                row[names[row["speaker"] in ("x", "y")]] = row.pop("text")
        assert scorelite.cpwer(ref, hyp) == 1 / 7


def test_a_table_of_turns_without_texts_is_refused_where_words_are_scored() -> None:
    ref = csv(REF, "session")
    said = ref.replace(b"text", b"said", 1)
    with pytest.raises(UsageError, match=r"no column of texts among 'session', .*, 'said'; expected one of: text, "):
        scorelite.cpwer(ref, said)
    with pytest.raises(UsageError, match="expected one side: 'reference' and 'hyp' are both"):
        scorelite.cpwer(ref, csv([], "session").replace(b"text", b"reference,hyp", 1) + b"m1,0,2,A,good,bad\n")
    assert scorelite.der(said, csv(HYP, "session")) == 0.0


@pytest.mark.parametrize("name", sorted({*ROLES["session"], "Recording"} - {"audio_filepath"}))  # which is NeMo's
def test_each_usual_name_of_a_recording_divides_a_table(name: str) -> None:
    for make in (rows, csv):
        sides = make(REF, name), make(HYP, name)
        assert (scorelite.cpwer(*sides), scorelite.der(*sides)) == (0.0, 0.0)


@pytest.mark.parametrize("name", ["wav_name", "file-key", "show"])
def test_rows_of_several_recordings_are_never_joined_in_silence(name: str) -> None:
    for make in (rows, csv):
        for score in (scorelite.cpwer, scorelite.der):
            with pytest.raises(UsageError, match=rf"no column of recordings, but '{name}' looks like one \(m1, m2\)"):
                score(make(REF, name), make(HYP, name))


def test_a_column_that_looks_like_recordings_may_hold_one() -> None:
    one = [(*["m1"], *row[1:]) for row in REF[:2]]
    assert scorelite.cpwer(csv(one, "show"), csv(one, "show")) == 0.0


def test_a_frame_and_its_records_agree() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for number, name in enumerate(SESSIONS):
        frames = [pandas.DataFrame(rows(side, name)) for side in (REF, HYP)]
        if number:  # names of recordings may be numbers
            frames = [frame.assign(**{name: [1, 1, 2, 2]}) for frame in frames]
        assert scorelite.cpwer(*frames) == scorelite.cpwer(*(frame.to_dict("records") for frame in frames)) == 0.0


def test_records_with_sessions_need_not_be_seglst() -> None:
    records: list[dict[str, object]] = [{"id": "u1", "session_id": 1, "text": "good day"}, {"id": "u2", "text": "hi"}]
    assert scorelite.read(records).ids() == ["u1", "u2"]
    assert scorelite.score(records, [{**records[0], "text": "good way"}, records[1]]).wer == 1 / 3
    assert scorelite.read([{"session_id": "m", "speaker": "a", "words": "hi"}]).format == "seglst"


def test_times_belong_to_the_recording_not_to_the_path_of_a_row() -> None:
    table = b"path,call_id,start,end,speaker,text\na.wav,c1,0,1,A,hi\nb.wav,c1,1,2,B,bye\n"
    assert scorelite.read(table, format="csv").table.sessions == ["c1", "c1"]
    clips = table.replace(b",start,end,", b",from,to,")
    assert [*scorelite.read(clips, format="csv").ids()] == ["a", "b"]
    assert [*scorelite.read(b"id,file_id,text\nu1,f,hi\nu2,f,bye\n", format="csv").ids()] == ["u1", "u2"]


def test_turns_need_no_texts(tmp_path: Path) -> None:
    turns = b"recording,start,end,label\nm1,0,10,anna\nm1,10,20,ben\n"
    rttm = b"SPEAKER m1 1 0 10 <NA> <NA> a <NA> <NA>\nSPEAKER m1 1 10 8 <NA> <NA> b <NA> <NA>\n"
    lines = b'{"uri":"m1","start":0,"end":10,"speaker":"x"}\n{"uri":"m1","start":10,"end":20,"speaker":"y"}\n'
    for table in (turns, lines):
        assert scorelite.der(table, rttm) == 0.1
    assert scorelite.score_files(turns, turns, ref_format="csv", hyp_format="csv").wer is None
    with pytest.raises(scorelite.FormatError, match=r":2:1: end: no time; expected seconds"):
        scorelite.der(b"start,end,speaker\n0,,anna\n", rttm)
    (tmp_path / "a.json").write_text(json.dumps(rows(REF, "session")))
    assert scorelite.cpwer(tmp_path / "a.json", csv(HYP, "session")) == 0.0
    assert scorelite.der(tmp_path / "a.json", csv(HYP, "session")) == 0.0
