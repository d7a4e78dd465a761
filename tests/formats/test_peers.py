"""Files of other toolkits are read here, and files written here are read by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import formats
from tests.peers import peer

STM = b"talk 1 anna 0.50 1.75 good day\ntalk 1 ben 2.00 3.25 yes\nother 1 anna 0.00 4.00 well then\n"
CTM = b"talk 1 0.50 0.25 good 0.91\ntalk 1 0.80 0.40 day 0.82\nother 1 0.10 0.20 well 0.73\n"


def test_supervisions_go_to_lhotse_and_back(tmp_path: Path) -> None:
    lhotse = peer("lhotse")
    formats.convert(STM, tmp_path / "a.lhotse.jsonl.gz", source_format="stm")
    theirs = lhotse.SupervisionSet.from_file(tmp_path / "a.lhotse.jsonl.gz")
    assert [(s.recording_id, s.speaker, s.start, s.end, s.text) for s in theirs] == [
        ("talk", "anna", 0.5, 1.75, "good day"),
        ("talk", "ben", 2.0, 3.25, "yes"),
        ("other", "anna", 0.0, 4.0, "well then"),
    ]
    item = lhotse.supervision.AlignmentItem("good", 0.5, 0.25, 0.9)
    aligned = theirs[0].with_alignment("word", [item]) if hasattr(theirs[0], "with_alignment") else theirs[0]
    aligned.custom = {"noise": [1, None]}
    lhotse.SupervisionSet.from_segments([aligned, *list(theirs)[1:]]).to_file(tmp_path / "b.jsonl.gz")
    ours = formats.read(tmp_path / "b.jsonl.gz")
    assert ours.format == "lhotse"
    assert [(s.session, s.speaker, s.start, s.end) for s in ours.segments] == [
        ("talk", "anna", 0.5, 1.75),
        ("talk", "ben", 2.0, 3.25),
        ("other", "anna", 0.0, 4.0),
    ]
    formats.write(ours, tmp_path / "c.lhotse.jsonl")
    again = lhotse.SupervisionSet.from_file(tmp_path / "c.lhotse.jsonl")
    assert list(again) == list(lhotse.SupervisionSet.from_file(tmp_path / "b.jsonl.gz"))


@pytest.mark.parametrize("name", ["STM", "RTTM", "SegLST", "UEM"])
def test_segments_go_to_meeteval_and_back(name: str, tmp_path: Path) -> None:
    meeteval = peer("meeteval")
    kind = name.lower()
    # MeetEval reads one region for each recording.
    data = STM.replace(b"talk 1 ben", b"else 1 ben") if kind == "uem" else STM
    formats.convert(data, tmp_path / "a", source_format="stm", target_format=kind)
    theirs = getattr(meeteval.io, name).load(tmp_path / "a")
    theirs.dump(tmp_path / "b")
    ours, again = formats.read(tmp_path / "a", format=kind), formats.read(tmp_path / "b", format=kind)
    assert len(theirs) == len(again) + len(again.regions) > 0
    key = [(s.session, s.speaker, s.start, s.end, s.text) for s in ours.segments]
    assert [(s.session, s.speaker, s.start, s.end, s.text) for s in again.segments] == key
    assert sorted(map(str, again.regions)) == sorted(map(str, ours.regions))


def test_words_go_to_meeteval_and_back(tmp_path: Path) -> None:
    meeteval = peer("meeteval")
    (tmp_path / "a.ctm").write_bytes(CTM)
    meeteval.io.CTM.load(tmp_path / "a.ctm").dump(tmp_path / "b.ctm")
    words = [
        [(label.value, label.start, label.end) for label in segment.items if isinstance(label, formats.Label)]
        for segment in formats.read(tmp_path / "b.ctm").segments
    ]
    assert words == [[("good", 0.5, 0.75), ("day", 0.8, 1.2)], [("well", 0.1, 0.3)]]
