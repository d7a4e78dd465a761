"""Words get the speakers of turns that another program found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats.engine.turns import with_turns
from scorelite.formats.errors import UsageError
from scorelite.formats.schema import Alternation, Corpus, Label, Segment
from tests.conftest import Run

TURNS = Corpus((Segment(speaker="ann", start=0.0, end=2.0), Segment(speaker="ben", start=2.0, end=4.0)))


def of_labels(*labels: Label | Alternation) -> list[tuple[str, list[str]]]:
    segments = with_turns(Corpus((Segment(labels=labels),)), TURNS).segments
    return [(segment.speaker, [getattr(item, "value", "|") for item in segment.items]) for segment in segments]


@pytest.mark.parametrize(
    ("start", "end", "speaker"),
    [
        (0.5, 1.0, "ann"),
        (1.8, 2.3, "ben"),  # most of it
        (1.7, 2.3, "ann"),  # both alike: the earlier turn
        (9.0, 9.5, "ben"),  # the nearest turn
        (2.0, 2.0, "ann"),
    ],
)
def test_a_word_has_the_speaker_of_the_turn_that_covers_most_of_it(start: float, end: float, speaker: str) -> None:
    assert of_labels(Label("x", start, end)) == [(speaker, ["x"])]


def test_turns_of_one_speaker_count_together_and_overlapping_ones_once() -> None:
    rows = ("ann", 0.0, 0.4), ("ben", 0.3, 0.8), ("ann", 0.6, 1.0), ("ben", 0.35, 0.7)
    turns = Corpus(tuple(Segment(speaker=name, start=start, end=end) for name, start, end in rows))
    word = Corpus((Segment(labels=(Label("x", 0.0, 1.0),)),))
    assert with_turns(word, turns).segments[0].speaker == "ann"  # 0.8 s of her, 0.5 s of him


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 30), st.integers(0, 9)), min_size=1, max_size=8),
    st.integers(0, 35),
    st.integers(0, 8),
)
def test_the_speaker_is_that_of_most_ticks(rows: list[tuple[str, int, int]], start: int, size: int) -> None:
    turns = Corpus(
        tuple(Segment(speaker=name, start=float(begin), end=float(begin + more)) for name, begin, more in rows)
    )
    made = with_turns(Corpus((Segment(labels=(Label("x", float(start), float(start + size)),)),)), turns)
    spoken = {
        name: {tick for who, at, more in rows if who == name for tick in range(at, at + more)} for name, *_ in rows
    }
    covered = {name: len(ticks & {*range(start, start + size)}) for name, ticks in spoken.items()}
    if max(covered.values()):
        assert covered[made.segments[0].speaker] == max(covered.values())
    else:
        distances = {
            name: min(max(at - start - size, start - at - more, 0) for who, at, more in rows if who == name)
            for name in spoken
        }
        assert distances[made.segments[0].speaker] == min(distances.values())


def test_a_segment_is_cut_where_the_speaker_changes_and_words_without_times_follow_the_word_before() -> None:
    either = Alternation(((Label("c", 2.5, 2.7),), ()))
    words = Label("a", 1.0, 1.2), Label("b"), either, Label("d", 3.0, 3.2)
    assert of_labels(*words) == [("ann", ["a", "b"]), ("ben", ["|", "d"])]


def test_a_segment_of_text_has_one_speaker_and_keeps_its_text() -> None:
    segment = Segment(id="u1", text="good day", start=1.5, end=4.0)
    (made,) = with_turns(Corpus((segment,)), TURNS).segments
    assert (made.speaker, made.text, made.id) == ("ben", "good day", "u1")


def test_recordings_are_those_of_their_names_or_the_only_ones() -> None:
    corpus = Corpus((Segment(session="a", text="x", start=0.0, end=1.0),), path="talk.json")
    assert with_turns(corpus, TURNS).segments[0].speaker == "ann"
    two = Corpus(tuple(Segment(session=name, speaker=name.upper(), start=0.0, end=1.0) for name in ("talk", "b")))
    with pytest.raises(UsageError, match=r"talk.json: 1 recording without a turn in .*: 'a'; expected .* 'talk', 'b'"):
        with_turns(corpus, two)
    nameless = Corpus((Segment(text="x", start=0.0, end=1.0),), path="talk.json")
    assert with_turns(nameless, two).segments[0].speaker == "TALK"  # named after its file
    with pytest.raises(UsageError, match="no turns of speakers; expected a file with speakers and times, such as rttm"):
        with_turns(corpus, corpus)


def test_texts_without_times_are_refused() -> None:
    with pytest.raises(UsageError, match="neither words nor segments have times"):
        with_turns(Corpus((Segment(text="good day", speaker="eve"),)), TURNS)


def test_convert_takes_turns_from_a_file(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "talk.ctm").write_text("talk 1 0.0 0.5 good\ntalk 1 0.6 0.4 day\ntalk 1 2.1 0.5 yes\n")
    row = "SPEAKER talk 1 {} {} <NA> <NA> {} <NA> <NA>\n"
    (tmp_path / "talk.rttm").write_text(row.format(0, 2, "ann") + row.format(2, 2, "ben"))
    assert scorelite("convert", "talk.ctm", "a.stm", "--turns", "talk.rttm").returncode == 0
    formats.convert(tmp_path / "talk.ctm", tmp_path / "b.stm", turns=tmp_path / "talk.rttm")
    assert formats.read(tmp_path / "a.stm").texts() == ["good day", "yes"]
    assert (tmp_path / "a.stm").read_text() == (tmp_path / "b.stm").read_text()
    assert [segment.speaker for segment in formats.read(tmp_path / "a.stm").segments] == ["ann", "ben"]
    done = scorelite("convert", "talk.ctm", "c.stm", "--speakers", "talk.rttm")
    assert b"expected --turns FILE" in done.stderr


ZOOM = """\
WEBVTT

1
00:00:01.230 --> 00:00:03.000
Anna Smith: Hello everyone.

2
00:00:03.500 --> 00:00:06.000
[Ben]: Hi Anna: how are you?
"""


def test_names_before_texts_become_speakers(tmp_path: Path) -> None:
    (tmp_path / "zoom.vtt").write_text(ZOOM)
    formats.convert(tmp_path / "zoom.vtt", tmp_path / "zoom.seglst.json", speaker_prefix=True)
    segments = formats.read(tmp_path / "zoom.seglst.json").segments
    assert [(segment.speaker, segment.text) for segment in segments] == [
        ("Anna Smith", "Hello everyone."),
        ("Ben", "Hi Anna: how are you?"),
    ]
    has_speakers = r"name and a colon, .*zoom.seglst.json has speakers already, such as Anna Smith, .*--speaker-names`"
    with pytest.raises(UsageError, match=has_speakers):
        formats.convert(tmp_path / "zoom.seglst.json", tmp_path / "a.stm", speaker_prefix=True)


@pytest.mark.parametrize("suffix", ["srt", "sbv", "txt"])
def test_names_of_speakers_are_written_before_texts_and_read_again(suffix: str, tmp_path: Path, scorelite: Run) -> None:
    rows = "Ann 0 1 ball", "Ben 1 2 a ball", "Ann 2 3 yes"
    (tmp_path / "a.stm").write_text("".join(f"t 1 {row}\n" for row in rows))
    lost = scorelite("convert", "a.stm", f"a.{suffix}", cwd=tmp_path).stderr
    assert (b"speakers\n" in lost, b"--speaker-names writes speakers before texts" in lost) == (True, True)
    kept = scorelite("convert", "a.stm", f"a.{suffix}", "--speaker-names", cwd=tmp_path).stderr
    assert b"speakers" not in kept
    formats.convert(tmp_path / f"a.{suffix}", tmp_path / "back.jsonl", speaker_prefix=True)
    segments = formats.read(tmp_path / "back.jsonl").segments
    assert [f"{segment.speaker}: {segment}" for segment in segments] == ["Ann: ball", "Ben: a ball", "Ann: yes"]


def test_speakers_get_new_names_one_by_one_or_by_a_file(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.stm").write_text("t 1 0 0 1 good day\nt 1 1 1 2 yes\n")
    (tmp_path / "map").write_text("0 Ann\n1 Ben\n")
    for named in (["--speaker-map", "0=Ann", "--speaker-map", "1=Ben"], ["--speaker-map", "map"]):
        assert scorelite("convert", "a.stm", "a.txt", "--speaker-names", *named, cwd=tmp_path).returncode == 0
        assert (tmp_path / "a.txt").read_text() == "Ann: good day\nBen: yes\n"
    wrong = scorelite("convert", "a.stm", "b.stm", "--speaker-map", "map", "--speaker-map", "0=Ann", cwd=tmp_path)
    assert wrong.stderr == b"scorelite: --speaker-map map is one of 2 values; expected one file, or only OLD=NEW\n"


def test_names_count_as_parts_of_lines_that_are_broken(tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text("t 1 0 1 good 0.9 lex ANN\nt 1 1 1 day 0.9 lex ANN\nt 1 2 1 yes 0.9 lex BEN\n")
    formats.convert(tmp_path / "a.ctm", tmp_path / "a.srt", speaker_names=True, max_chars=9)
    cues = formats.read(tmp_path / "a.srt").segments
    assert [str(cue) for cue in cues] == ["ANN: good day", "BEN: yes"]
    assert "ANN:\ngood day\n" in (tmp_path / "a.srt").read_text()


@pytest.mark.parametrize("target", ["a.vtt", "a.ctm", "a.stm"])
def test_a_target_with_speakers_or_without_texts_takes_no_names(target: str, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nyes\n")
    with pytest.raises(UsageError, match=f"has no effect on {target[2:]}; expected subtitles or plain text"):
        formats.convert(tmp_path / "a.srt", tmp_path / target, speaker_names=True)


def test_names_that_stay_in_texts_are_reported_where_the_target_has_speakers(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "talk.txt").write_text("[00:00:05] ANNA: hello there\n[00:00:09] BEN: how are you\n")
    hint = b"2 of 2 texts begin with 2 names (ANNA, BEN) and a colon, which count as words; --speaker-prefix reads them"
    assert hint in scorelite("convert", "talk.txt", "talk.stm", cwd=tmp_path).stderr
    assert b"texts begin" not in scorelite("convert", "talk.txt", "talk.srt", cwd=tmp_path).stderr
    assert b"texts begin" not in scorelite("convert", "talk.txt", "talk.stm", "--speaker-prefix", cwd=tmp_path).stderr
    assert [segment.speaker for segment in formats.read(tmp_path / "talk.stm").segments] == ["ANNA", "BEN"]


def test_what_chosen_speakers_say_is_converted(tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_text("t 1 CHI 0 1 ball\nt 1 MOT 1 2 a ball\nt 1 CHI 2 3 yes\n")
    (tmp_path / "a.ctm").write_text("t 1 0 1 ball 0.9 lex CHI\nt 1 1 1 a 0.9 lex MOT\nt 1 2 1 yes 0.9 lex CHI\n")
    for name in ("a.stm", "a.ctm"):
        formats.convert(tmp_path / name, tmp_path / "out.txt", only_speaker="CHI")
        assert (tmp_path / "out.txt").read_text() == "ball\nyes\n"
    with pytest.raises(UsageError, match="no speaker FAT to choose; expected one of CHI, MOT"):
        formats.convert(tmp_path / "a.stm", tmp_path / "out.txt", only_speaker=["CHI", "FAT"])


def test_labels_that_may_be_speakers_are_named(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.audacity").write_text("0\t1\tanna\n1\t2\tben\n")
    done = scorelite("convert", "a.audacity", "a.rttm", cwd=tmp_path)
    assert b"labels are words; --option names=True reads them as speakers" in done.stderr
    assert b"labels" not in scorelite("convert", "a.audacity", "b.rttm", "--option", "names=True", cwd=tmp_path).stderr
    assert [segment.speaker for segment in formats.read(tmp_path / "b.rttm").segments] == ["anna", "ben"]


@pytest.mark.parametrize("value", ["maybe", "no", "1"])
def test_options_that_are_true_or_false_have_no_other_value(value: str, tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.audacity").write_text("0\t1\tanna\n")
    done = scorelite("convert", "a.audacity", "a.rttm", "--option", f"names={value}", cwd=tmp_path)
    assert done.returncode == 2
    assert b"names is " in done.stderr
    assert b"expected True or False" in done.stderr
