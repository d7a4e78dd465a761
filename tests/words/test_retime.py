"""A text takes times, a hypothesis segments: counted by hand, by laws, and equal to mweralign."""

from __future__ import annotations

import json
import tracemalloc
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import LimitError, UsageError
from scorelite.scoring.words.resegment import _owners
from scorelite.scoring.words.retime import Lines
from tests.analysis.gold import cases
from tests.conftest import Run

CTM = "talk A 0.5 0.2 good 0.9\ntalk A 0.7 0.4 day 0.9\ntalk A 2.0 0.5 to 0.9\ntalk A 3.0 0.5 all 0.9\n"
WORDS = st.lists(st.sampled_from(["a", "bb", "ccc", "d", "e"]), min_size=1, max_size=12)


def times_of(corpus: Any) -> list[tuple[str, float, float]]:
    return [(word.value, float(word.start), float(word.end)) for part in corpus.segments for word in part.items]


def retimed(text: str, ctm: str = CTM) -> Any:
    return scorelite.retime(text.encode(), ctm.encode())


def test_anchors_have_the_times_of_the_hypothesis_whatever_their_marks_and_capitals() -> None:
    text = retimed("Good day!\nTo all.\n")
    assert times_of(text.corpus) == [("Good", 0.5, 0.7), ("day!", 0.7, 1.1), ("To", 2.0, 2.5), ("all.", 3.0, 3.5)]
    assert [(float(part.start), float(part.end)) for part in text.corpus.segments] == [(0.5, 1.1), (2.0, 3.5)]
    assert [part.session for part in text.corpus.segments] == ["talk", "talk"]
    assert str(text) == "4 of 4 words have an anchor (100.0 %)"


def test_other_words_share_the_span_of_what_was_recognised_by_letters() -> None:
    # day and to, from 0.7 to 2.5, stand for five letters: a second has 5 / 1.8 of them.
    text = retimed("good abc de all\n")
    assert times_of(text.corpus)[1:3] == [("abc", 0.7, 1.78), ("de", 1.78, 2.5)]
    assert (text.words, text.anchors, text.longest) == (4, 2, 2)


def test_a_word_has_the_times_of_the_one_it_resembles_among_several() -> None:
    heard = "t A 0.5 0.3 the\nt A 0.8 0.4 cat\nt A 1.3 0.3 um\nt A 1.7 0.3 sad\nt A 2.1 0.2 down\n"
    assert times_of(retimed("the cat sat down\n", heard).corpus)[2] == ("sat", 1.7, 2.0)
    unlike = heard.replace("sad", "oh")
    assert times_of(retimed("the cat sat down\n", unlike).corpus)[2] == ("sat", 1.3, 2.0)


def test_a_last_word_that_was_recognised_as_another_ends_with_that() -> None:
    rows = "t 1 1.0 0.2 hi\nt 1 2.0 0.9 anne\n"
    assert times_of(retimed("hi ann\n", rows).corpus) == [("hi", 1.0, 1.2), ("ann", 2.0, 2.9)]
    assert times_of(retimed("hi ann\n", rows + "t 1 5.0 9.0 more\n").corpus)[1] == ("ann", 2.0, 2.9)


def test_words_that_nobody_heard_share_the_gap() -> None:
    text = retimed("good day x yyy to all\n")
    assert times_of(text.corpus)[2:4] == [("x", 1.1, 1.325), ("yyy", 1.325, 2.0)]


def test_words_before_and_behind_all_anchors_have_the_usual_pace() -> None:
    times = times_of(retimed("xx good day to all zz\n").corpus)
    assert times[0][2] == 0.5
    assert 0 <= times[0][1] < 0.5
    assert times[-1][1] == 3.5 < times[-1][2]


def test_words_behind_all_anchors_end_with_the_last_segment_where_that_goes_on() -> None:
    words = [{"word": " Good", "start": 3.0, "end": 3.5}, {"word": " day.", "start": 3.5, "end": 4.6}]
    for end, last in ((5.0, 5.0), (4.6, 6.075), (9.0, 6.075)):
        segment = {"id": 0, "start": 3.0, "end": end, "text": " Good day.", "words": words}
        heard = json.dumps({"text": " Good day.", "segments": [segment], "language": "en"}).encode()
        times = times_of(scorelite.retime(b"Good day please\n", scorelite.read(heard)).corpus)
        assert times[-1] == ("please", 4.6, last)


def test_words_without_an_anchor_are_marked_and_less_sure() -> None:
    words = retimed("good abc de all\n").corpus.segments[0].items
    assert [float(word.confidence) for word in words] == [1.0, 0.33, 0.33, 1.0]
    assert [word.attributes for word in words] == [(), (("time", "interpolated"),), (("time", "interpolated"),), ()]


def test_marks_alone_are_no_words_of_the_alignment() -> None:
    assert [word for word, *_ in times_of(retimed("good - day to ... all\n").corpus)] == [
        *("good", "-", "day", "to", "...", "all"),
    ]
    assert retimed("good - day to ... all\n").anchors == 4


@given(WORDS, WORDS)
def test_times_never_run_backwards(text: list[str], heard: list[str]) -> None:
    ctm = "".join(f"t A {place}.0 0.5 {word}\n" for place, word in enumerate(heard))
    if not {*text} & {*heard}:
        with pytest.raises(scorelite.UsageError, match="have no word in common"):
            retimed(" ".join(text) + "\n", ctm)
        return
    times = times_of(retimed(" ".join(text) + "\n", ctm).corpus)
    assert [word for word, *_ in times] == text
    assert all(begin <= end for _, begin, end in times)
    assert all(first[1] <= second[1] for first, second in pairwise(times))


def test_one_word_among_others_is_an_anchor() -> None:
    ctm = "t A 0.0 0.5 bb\nt A 1.0 0.5 ccc\nt A 2.0 0.5 ccc\n"
    assert times_of(retimed("a a bb\n", ctm).corpus)[2] == ("bb", 0.0, 0.5)


def test_recordings_are_those_of_equal_names() -> None:
    stm = "b A x 0 9 good day\na A x 0 9 to all\n"
    ctm = "a A 5 1 to 0.9\na A 6 1 all 0.9\nb A 1 1 good 0.9\nb A 2 1 day 0.9\n"
    heard = scorelite.read(ctm.encode(), format="ctm")
    corpus = scorelite.retime(scorelite.read(stm.encode(), format="stm"), heard).corpus
    assert times_of(corpus) == [("good", 1, 2), ("day", 2, 3), ("to", 5, 6), ("all", 6, 7)]
    with pytest.raises(scorelite.UsageError, match="no recording 'c' in both files"):
        scorelite.retime(scorelite.read(stm.replace("b A", "c A").encode(), format="stm"), heard)


def test_a_text_without_names_beside_several_recordings_is_told_as_such() -> None:
    message = (
        "a file without names next to several recordings; expected one recording in each, or equal names, as in a, b"
    )
    with pytest.raises(scorelite.UsageError, match=message):
        scorelite.retime(b"good day\n", scorelite.read(b"a A 0 1 good\nb A 0 1 day\n", format="ctm"))


def test_a_text_without_names_is_none_of_several_recordings() -> None:
    segments = scorelite.read(b"a 1 x 0 1 good day\nb 1 y 0 1 to all\n", format="stm")
    with pytest.raises(scorelite.UsageError, match=r"no recording 'a' in both.*names, which one file does not have"):
        scorelite.resegment(scorelite.read(b"good day to all\n", format="txt"), segments)


def test_segments_are_those_of_mweralign() -> None:
    compared = cases("mweralign")
    assert {case["multi"] for case in compared} == {False, True}
    for case in compared:
        lines = case["ref"].split("\n")
        ref = "".join(f"{line} (a-{place:04})\n" for place, line in enumerate(lines)).encode()
        cut = scorelite.resegment(f"{case['hyp']}\n".encode(), ref)
        texts = [text.strip() for text in case["segments"].split("\n")]
        # mweralign charges for the ends of segments before the first word, so that its result is not the best.
        if texts[0] and cut.texts()[0]:
            assert list(cut.texts()) == texts


def test_alternations_and_several_references_of_a_segment_are_chosen_together() -> None:
    heard = b"we are going to go home and eat now\n"
    ref = b"{ we're gonna / we are going to } go (a-1)\nhome (a-2)\nnow ### and eat soon (a-3)\n"
    cut = scorelite.resegment(heard, ref)
    assert list(cut.texts()) == ["we are going to go", "home", "and eat now"]
    # Of alternatives in a text without marks, braces are letters.
    plain = scorelite.resegment(heard, scorelite.read(b"we are ### we are going\nto go home\n", format="txt"))
    assert list(plain.texts()) == ["we are going", "to go home and eat now"]


def test_words_before_the_first_word_of_the_reference_go_to_its_segment() -> None:
    cut = scorelite.resegment(b"so good day\n", b"good ### well (a-1)\nday (a-2)\n")
    assert list(cut.texts()) == ["so good", "day"]


def test_references_that_are_too_long_for_one_segment_are_refused() -> None:
    ref = f"{'a' * 6000} ### {'b' * 6000} (a-1)\n".encode()
    with pytest.raises(LimitError, match="segment 1 has several references of more than 10,000 bytes"):
        scorelite.resegment(b"a\n", ref)


@given(WORDS, st.lists(WORDS, min_size=1, max_size=4))
def test_a_cut_loses_no_word(heard: list[str], lines: list[list[str]]) -> None:
    ref = "".join(f"{' '.join(line)} (a-{place:04})\n" for place, line in enumerate(lines)).encode()
    cut = scorelite.resegment(f"{' '.join(heard)}\n".encode(), ref)
    assert " ".join(filter(None, cut.texts())).split() == heard
    assert cut.ids() == [f"a-{place:04}" for place in range(len(lines))]


def test_the_cost_of_a_recording_is_its_own_words_not_those_of_all_others() -> None:
    lines = Lines([["a"], []] * 50_000)
    tracemalloc.start()
    owners = _owners(lines, np.array([0, 7, 99]), ["b", "a", "a", "a", "c"])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert owners.tolist() == [0, 0, 14, 198, 198]
    assert most < 100_000


def test_a_cut_keeps_the_times_of_words_and_of_segments() -> None:
    stm = b"talk A ann 0.0 1.5 good day\ntalk A bob 1.5 4.0 to you all\n"
    cut = scorelite.resegment(CTM.encode(), stm)
    assert [(part.speaker, float(part.start), [word.value for word in part.items]) for part in cut.segments] == [
        ("ann", 0.0, ["good", "day"]),
        ("bob", 1.5, ["to", "all"]),
    ]
    assert float(cut.segments[1].items[0].start) == 2.0


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.txt").write_text("Good day!\nTo all.\n")
    (tmp_path / "h.ctm").write_text(CTM)
    (tmp_path / "r.stm").write_text("talk A ann 0.0 1.5 good day\ntalk A bob 1.5 4.0 to you all\n")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "name", "text"),
    [
        (["t.txt", "h.ctm"], "o.srt", "1\n00:00:00,500 --> 00:00:01,100\nGood day!\n"),
        (
            ["t.txt", "h.ctm", "--max-chars", "5", "--max-lines", "1"],
            "o.srt",
            "1\n00:00:00,500 --> 00:00:00,700\nGood\n",
        ),
        (["t.txt", "h.ctm", "--max-duration", "0.5"], "o.srt", "1\n00:00:00,500 --> 00:00:00,700\nGood\n"),
        (["t.txt", "h.ctm"], "o.ctm", "talk 1 0.500 0.200 Good 1.00\n"),
        (["h.ctm", "--segments", "r.stm"], "o.stm", "talk A ann 0.0 1.5 good day\ntalk A bob 1.5 4.0 to all\n"),
    ],
)
def test_the_command_writes_any_format(words: list[str], name: str, text: str, files: Path, scorelite: Run) -> None:
    job = scorelite("align", *words, "-o", name)
    assert job.returncode == 0, job.stderr
    assert (files / name).read_text().startswith(text)
    assert (b"4 of 4 words have an anchor" in job.stderr) == (words[1] == "h.ctm")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["t.txt"], "expected TEXT and TIMES, or TEXT and --segments REF"),
        (["t.txt", "h.ctm", "--segments", "r.stm"], "expected TEXT and TIMES, or TEXT and --segments REF"),
        (["t.txt", "t.txt"], "t.txt: words without times; expected a hypothesis with times, such as ctm"),
        (["empty.txt", "h.ctm"], "empty.txt: no words; expected a text"),
        (["t.txt", "h.ctm", "--speaker-prefix"], "no text without a speaker begins with a name and a colon"),
        (["h.ctm", "--segments", "r.stm", "--speaker-prefix"], "--speaker-prefix has no effect with --segments"),
        (["other.txt", "h.ctm"], "the text and the timed hypothesis have no word in common"),
    ],
)
def test_what_cannot_be_aligned_is_refused(words: list[str], message: str, files: Path, scorelite: Run) -> None:
    (files / "empty.txt").write_text("")
    (files / "other.txt").write_text("zzz\n")
    job = scorelite("align", *words, "-o", "o.srt")
    assert job.returncode == 2
    assert message in job.stderr.decode()
    assert not (files / "o.srt").exists()


def test_a_table_of_words_keeps_its_marks_and_classes(tmp_path: Path) -> None:
    text = (
        "token|speaker|ts|endTs|punctuation|case|tags\n"
        "Half|0|||,|UC|['5:TIME']\npast|0||||LC|['5:TIME']\nsix|1|||.|LC|[]\n"
    )
    told = scorelite.retime(text.encode(), b"talk A 0.5 0.2 half 0.9\ntalk A 0.9 0.4 six 0.9\n")
    scorelite.write(told.corpus, tmp_path / "talk.nlp")
    assert (tmp_path / "talk.nlp").read_text() == (
        "token|speaker|ts|endTs|punctuation|case|tags|confidence\n"
        "Half|0|0.500|0.700|,|UC|['5:TIME']|1.00\n"
        "past|0|0.700|0.900||LC|['5:TIME']|0.50\n"
        "six|1|0.900|1.300|.|LC|[]|1.00\n"
    )


# --- channels ----------------------------------------------------------------------------------------


def call(order: int) -> tuple[str, str]:
    """A call of two channels that speak at once: its words, and its segments, both by channel or by time."""
    words, segments = [], []
    for channel, shift in (("A", 0.0), ("B", 0.5)):
        said = [f"{channel.lower()}{place}" for place in range(12)]
        words += [(channel, place + shift, word) for place, word in enumerate(said)]
        segments += [(channel, first + shift, " ".join(said[first : first + 4])) for first in range(0, 12, 4)]
    words, segments = (sorted(rows, key=lambda row: row[order]) for rows in (words, segments))
    ctm = "".join(f"talk {channel} {start:.2f} 0.40 {word}\n" for channel, start, word in words)
    stm = "".join(f"talk {channel} s{channel} {start} {start + 4} {text}\n" for channel, start, text in segments)
    return ctm, stm


def read(text: str, format: str) -> Any:
    return scorelite.read(text.encode(), format=format)


@pytest.mark.parametrize("order", [0, 1])
def test_channels_are_paired_as_a_score_pairs_them(order: int) -> None:
    ctm, stm = call(order)
    text = scorelite.retime(read(stm, "stm"), read(ctm, "ctm"))
    assert (text.anchors, text.words) == (24, 24)
    assert {word: start for word, start, _ in times_of(text.corpus)}["b3"] == 3.5
    cut = scorelite.resegment(read(ctm, "ctm"), read(stm, "stm"))
    assert list(cut.texts()) == list(read(stm, "stm").texts())


def test_words_beside_references_without_words_go_to_the_first_segment() -> None:
    ref = read("talk 1 x 0 3\ntalk 1 x 3 6 { good day / @ }\ntalk 1 x 6 9 { we all / @ }\n", "stm")
    assert list(scorelite.resegment(b"hello\n", ref).texts()) == ["", "hello", ""]
    ref = read("talk 1 x 0 3 { @ / good day }\ntalk 1 x 3 6 { @ / all }\nother 1 x 0 3 hi\n", "stm")
    hyp = read("talk 1 0 1 good\ntalk 1 1 1 day\nother 1 0 1 hi\n", "ctm")
    assert list(scorelite.resegment(hyp, ref).texts()) == ["good day", "", "hi"]


def test_the_only_channel_of_each_side_needs_no_name() -> None:
    stm = read("talk 1 x 0 9 good day\n", "stm")
    assert scorelite.retime(stm, CTM.encode()).anchors == 2
    assert scorelite.resegment(CTM.encode(), stm).texts()[0].startswith("good day")


def test_channels_of_one_side_alone_are_refused() -> None:
    ctm, stm = call(0)
    with pytest.raises(
        scorelite.UsageError,
        match=r"no channel 'C' of recording 'talk' in both files.*channel= takes one channel of several",
    ):
        scorelite.retime(read(stm.replace(" B ", " C "), "stm"), read(ctm, "ctm"))
    others = ctm.replace("talk", "TALK") + "else A 0 1 good\n"
    with pytest.raises(scorelite.UsageError, match="no channel 'C' of recording 'talk' in both files"):
        scorelite.retime(read(stm.replace(" B ", " C "), "stm"), read(others, "ctm"))
    with pytest.raises(scorelite.UsageError, match="no channel 'B' of recording 'talk'"):
        scorelite.resegment(read(ctm.replace(" B ", " A "), "ctm"), read(stm, "stm"))


def test_channels_that_one_side_does_not_name_are_one_on_the_other() -> None:
    ctm, stm = call(1)
    text = " ".join(read(stm, "stm").texts())
    assert list(scorelite.resegment(f"{text}\n".encode(), read(stm, "stm")).texts()) == list(read(stm, "stm").texts())
    heard = " ".join(line.split()[4] for line in ctm.splitlines())
    assert scorelite.retime(f"{heard}\n".encode(), read(ctm, "ctm")).anchors == 24


def test_a_recording_without_an_anchor_is_refused_with_its_name() -> None:
    heard = read("x A 0 .5 hi\ny A 0 .5 yo\n", "ctm")
    with pytest.raises(scorelite.UsageError, match="the text of recording 'y'.* have no word in common"):
        scorelite.retime(read("x A s 0 1 hi\ny A s 0 1 zip zap\n", "stm"), heard)


# --- what stays of a text ----------------------------------------------------------------------------


def test_the_branch_that_was_heard_has_the_times() -> None:
    stm = read("talk A x 0 9 { morning / good } { uh / @ } day/night { fro / { to / so } / too/two } all\n", "stm")
    text = scorelite.retime(stm, CTM.replace("day", "day/night").encode())
    assert [word for word, *_ in times_of(text.corpus)] == ["good", "day/night", "to", "all"]
    assert (text.anchors, text.words) == (4, 4)


def test_of_branches_that_were_not_heard_the_first_one_is_taken() -> None:
    stm = read("talk A x 0 9 good { may / way } to { a- / b } all\n", "stm")
    assert [word for word, *_ in times_of(scorelite.retime(stm, CTM.encode()).corpus)] == [
        "good",
        "may",
        "to",
        "a-",
        "all",
    ]


def test_an_alternation_without_end_is_refused() -> None:
    branches = " / ".join(["b " * 600] * 4)
    with pytest.raises(LimitError, match="an alternation of more than 10,000 bytes"):
        scorelite.retime(read(f"talk A x 0 9 good {{ {branches} }}\n", "stm"), CTM.encode())


SRT = "1\n00:00:01,000 --> 00:00:03,000\n- Good, <i>my</i>\n- day.\n\n2\n00:00:04,000 --> 00:00:05,000\nTo all.\n"
STM = "talk A x 0 5 <o,f0> good { day / may } to\ntalk A x 5 7 IGNORE_TIME_SEGMENT_IN_SCORING\ntalk A x 8 9\n"


def test_limits_of_cues_are_for_subtitles_alone(files: Path, scorelite: Run) -> None:
    job = scorelite("align", "t.txt", "h.ctm", "-o", "o.stm", "--max-chars", "40")
    assert (job.returncode, (files / "o.stm").exists()) == (2, False)
    assert b"--max-chars has no effect on stm, which holds no cues of subtitles" in job.stderr


def test_a_corpus_is_written_within_limits_of_cues(tmp_path: Path) -> None:
    corpus = retimed("Good day!\nTo all.\n").corpus
    with pytest.raises(UsageError, match="max_chars= has no effect on stm"):
        scorelite.write(corpus, tmp_path / "o.stm", max_chars=40)
    scorelite.write(corpus, tmp_path / "o.srt", max_chars=5, max_lines=1)
    assert (tmp_path / "o.srt").read_text().startswith("1\n00:00:00,500 --> 00:00:00,700\nGood\n")


def test_lines_and_markup_of_cues_stay(files: Path, scorelite: Run) -> None:
    (files / "c.srt").write_text(SRT)
    assert scorelite("align", "c.srt", "h.ctm", "-o", "o.srt").returncode == 0
    assert (files / "o.srt").read_text().splitlines()[1:4] == [
        *("00:00:00,350 --> 00:00:01,100", "- Good, <i>my</i>", "- day."),
    ]


def test_words_of_a_recording_without_words_in_the_reference_go_to_its_first_segment() -> None:
    ref = "b A x 3 4\nb A x 1 2\na A x 0 1 we saw\nc A x 0 1 ignore_time_segment_in_scoring\n"
    hyp = "a A 0.1 0.2 we\na A 0.4 0.2 saw\nb A 1.2 0.2 so\nb A 3.1 0.2 what\nc A 0.1 0.2 noise\n"
    cut = scorelite.resegment(read(hyp, "ctm"), read(ref, "stm"))
    assert list(cut.texts()) == ["", "so what", "we saw", ""]


def test_segments_without_words_keep_times_and_marks_and_all_keep_labels(files: Path, scorelite: Run) -> None:
    (files / "t.stm").write_text(STM)
    job = scorelite("align", "t.stm", "h.ctm", "-o", "o.stm")
    assert job.returncode == 0, job.stderr
    assert (files / "o.stm").read_text() == STM.replace("0 5 ", "0.500 2.500 ").replace("{ day / may }", "day")
    assert b"align drops alternations\n" in job.stderr
    assert scorelite("align", "h.ctm", "--segments", "t.stm", "-o", "s.stm").returncode == 0
    assert (files / "s.stm").read_text() == STM.replace("{ day / may } to", "day to all")


def test_words_of_other_recordings_are_left_out_of_a_cut_and_told(files: Path, scorelite: Run) -> None:
    (files / "h.ctm").write_text(CTM + "other A 0 1 hello\n")
    job = scorelite("align", "h.ctm", "--segments", "r.stm", "-o", "o.stm")
    assert b"2 segments; 1 word of other recordings or channels left out\n" in job.stderr


def test_segments_of_channels_that_are_one_come_in_order_of_time() -> None:
    lines = (
        "c A x 0 2 good day to you",
        "c A x 4 6 i am fine",
        "c B y 2 4 { hello / hi } how are you",
        "c B y 6 8 bye",
    )
    stm = scorelite.read("\n".join(lines).encode(), format="stm")
    spoken = ["good", "day", "to", "you", "hi", "how", "are", "you", "i", "am", "fine", "bye"]
    cut = scorelite.resegment(" ".join(spoken).encode(), stm)
    assert [segment.text for segment in cut.segments] == ["good day to you", "i am fine", "hi how are you", "bye"]
    heard = [{"word": word, "start": place, "end": place + 0.5, "conf": 1.0} for place, word in enumerate(spoken)]
    text = scorelite.retime(stm, json.dumps({"result": heard, "text": " ".join(spoken)}).encode())
    assert (text.words, text.anchors) == (12, 12)
    first = [(segment.channel, segment.items[0].start) for segment in text.corpus.segments]
    assert first == [("A", 0), ("A", 8), ("B", 4), ("B", 11)]


def test_a_segment_ends_with_the_word_that_ends_last() -> None:
    heard = b"a 1 0.0 3.0 good 0.9\na 1 0.5 0.5 day 0.9\n"
    (segment,) = scorelite.retime(b"Good day\n", heard).corpus.segments
    assert (float(segment.start), float(segment.end)) == (0.0, 3.0)


def test_words_between_anchors_end_where_the_next_anchor_begins_though_what_was_heard_goes_on() -> None:
    heard = b"a 1 0.0 0.4 good 0.9\na 1 0.5 3.0 hm 0.9\na 1 1.5 0.5 day 0.9\n"
    (segment,) = scorelite.retime(b"good old my day\n", heard).corpus.segments
    times = [(float(word.start), float(word.end)) for word in segment.items]
    assert times == [(0.0, 0.4), (0.5, 1.1), (1.1, 1.5), (1.5, 2.0)]


def test_segments_of_one_channel_come_in_the_order_of_the_file() -> None:
    stm = scorelite.read(b"c A x 4 6 see you\nc A x 0 2 good day\n", format="stm")
    cut = scorelite.resegment(b"see you good day\n", stm)
    assert [segment.text for segment in cut.segments] == ["see you", "good day"]


def test_a_channel_of_a_recording_without_a_name_is_told_by_its_own() -> None:
    alternative = {"alternatives": [{"words": [{"word": "good", "start": 0.1, "end": 0.4}]}]}
    heard = json.dumps({"results": {"channels": [alternative, alternative]}}).encode()
    with pytest.raises(scorelite.UsageError, match="no channel 'A' of recording 'talk' in both files"):
        scorelite.retime(scorelite.read(CTM.encode(), format="ctm"), heard)
    with pytest.raises(scorelite.UsageError, match="no channel '0' in both files; expected one channel in each"):
        scorelite.retime(scorelite.read(heard, format="deepgram"), CTM.encode() + b"talk B 9.0 0.5 all 0.9\n")


@pytest.mark.parametrize(
    ("text", "heard", "anchors"),
    [
        ("caf\xe9 na\xefve", "cafe\u0301 nai\u0308ve", 2),
        ("\u0915\u093f \u0915\u093e", "\u0915\u093e \u0915\u093f", 1),
        ("\u0e01\u0e34\u0e19 a", "\u0e01\u0e31\u0e19 a", 1),
        ("\u0645\u064e\u0631\u0652\u062d\u064e\u0628\u064b\u0627", "\u0645\u0631\u062d\u0628\u0627", 1),
        ("\u0130stanbul \u2764\ufe0f", "istanbul", 1),
    ],
)
def test_vowel_signs_are_letters_and_points_are_not(text: str, heard: str, anchors: int) -> None:
    rows = "".join(f"a 1 {place} 0.5 {word}\n" for place, word in enumerate(heard.split()))
    assert scorelite.retime(text.encode(), rows.encode()).anchors == anchors


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("t.csv", "id,text,n\nu1,good day,1\nu2,,2\n", "id,text,n,start,end\nu1,good day,1,0.500,1.100\nu2,,2,,\n"),
        ("t.csv", "end,start,text\n2,1,good day\n", "end,start,text\n1.100,0.500,good day\n"),
        ("t.csv", "text,start,duration\ngood day,1,1\n", "text,start,duration\ngood day,0.500,0.600\n"),
        (
            "t.jsonl",
            '{"id": "u1", "text": "good"}\n{"text": "day", "id": "u2", "x": 1}\n',
            (
                '{"id": "u1", "text": "good", "start": 0.500, "end": 0.700}\n'
                '{"text": "day", "id": "u2", "x": 1, "start": 0.700, "end": 1.100}\n'
            ),
        ),
    ],
)
def test_a_table_without_columns_of_times_gets_some(
    name: str, text: str, expected: str, scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "t.ctm").write_text("talk A 0.5 0.2 good\ntalk A 0.7 0.4 day\n")
    done = scorelite("align", name, "t.ctm", "-o", f"o{name}")
    assert done.returncode == 0
    assert (tmp_path / f"o{name}").read_text() == expected


def test_rows_without_times_get_none_from_others(scorelite: Run, tmp_path: Path) -> None:
    rows = '{"id": "b", "text": "y"}\n{"id": "a", "text": "x", "start": 1.0, "end": 2.0}\n{"text": "x", "id": "c"}\n'
    (tmp_path / "t.jsonl").write_text(rows)
    (tmp_path / "rules.csv").write_text("x,q\ny,w\n")
    assert scorelite("normalise", "t.jsonl", "o.jsonl", "--normalise", "rules.csv").returncode == 0
    assert (tmp_path / "o.jsonl").read_text() == rows.replace('"x"', '"q"').replace('"y"', '"w"')


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Two recordings as texts, and as words with times."""
    for name, words in (("a", "good day all"), ("b", "we saw it")):
        rows = (f"{name} 1 {place}.25 0.5 {word}\n" for place, word in enumerate(words.split()))
        for file, content in ((f"texts/{name}.txt", f"{words}\n"), (f"heard/{name}.ctm", "".join(rows))):
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text(content)
    return tmp_path


def test_files_of_two_folders_are_aligned_by_their_names(folders: Path, scorelite: Run) -> None:
    done = scorelite("align", "texts", "heard", "-o", "new/timed", "--to", "ctm")
    assert done.returncode == 0
    told = [line for line in done.stderr.decode().splitlines() if "anchor" in line]
    assert told == [f"new/timed/{name}.ctm: 3 of 3 words have an anchor (100.0 %)" for name in "ab"]
    for name, word in (("a", "day"), ("b", "saw")):
        assert f"{name} 1 1.250 0.500 {word} 1.00" in (folders / "new" / "timed" / f"{name}.ctm").read_text()
    assert scorelite("align", "heard", "--segments", "new/timed", "-o", "cut", "-q", "--to", "ctm").returncode == 0
    assert sorted(path.name for path in (folders / "cut").iterdir()) == ["a.ctm", "b.ctm"]


def test_a_file_that_cannot_be_aligned_does_not_stop_the_others(folders: Path, scorelite: Run) -> None:
    (folders / "heard" / "a.ctm").write_text("a 1 0.25 0.5 xylophone\n")
    done = scorelite("align", "texts", "heard", "-o", "timed", "--to", "ctm", "-q")
    assert (done.returncode, [path.name for path in (folders / "timed").iterdir()]) == (2, ["b.ctm"])
    told = done.stderr.decode().splitlines()
    assert told[0].startswith("scorelite: texts/a.txt: the text and the timed hypothesis have no word in common")
    assert told[1:] == ["scorelite: 1 of 2 files could not be aligned"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "heard", "--to", "ctm"], "OUT heard/a.ctm is also an input; expected another folder"),
        (
            ["-o", "-", "--to", "ctm"],
            "-: not a folder; expected a folder as the output of several files, such as . for this one",
        ),
        (["-o", "timed"], "no format for several files, which are not joined; expected --to NAME"),
    ],
)
def test_an_output_that_is_no_other_folder_is_refused(
    words: list[str], message: str, folders: Path, scorelite: Run
) -> None:
    before = (folders / "heard" / "a.ctm").read_bytes()
    refused = scorelite("align", "texts", "heard", *words)
    assert (refused.returncode, refused.stderr.decode()) == (2, f"scorelite: {message}\n")
    assert (folders / "heard" / "a.ctm").read_bytes() == before
    assert sorted(path.name for path in folders.iterdir() if path.is_dir()) == ["heard", "texts"]


def test_a_format_without_a_suffix_is_written_under_the_names_alone(folders: Path, scorelite: Run) -> None:
    assert scorelite("align", "texts", "heard", "-o", "timed", "--to", "textgrid-short", "-q").returncode == 0
    assert sorted(path.name for path in (folders / "timed").iterdir()) == ["a", "b"]


def test_folders_without_files_are_refused(tmp_path: Path, scorelite: Run) -> None:
    for name in ("texts", "heard"):
        (tmp_path / name).mkdir()
    refused = scorelite("align", "texts", "heard", "-o", "timed", "--to", "ctm")
    assert refused.returncode == 2
    assert refused.stderr == b"scorelite: texts and heard have no files; expected files with the same names\n"


def test_files_of_one_folder_alone_are_no_pairs(folders: Path, scorelite: Run) -> None:
    (folders / "heard" / "b.ctm").rename(folders / "heard" / "c.ctm")
    refused = scorelite("align", "texts", "heard", "-o", "timed", "--to", "ctm")
    assert (refused.returncode, (folders / "timed").exists()) == (2, False)
    told = refused.stderr.decode()
    assert "1 file (b) in texts without a file of this name in heard" in told
    assert "expected folders with files of the same names" in told
    refused = scorelite("align", "texts", "heard/a.ctm", "-o", "timed")
    assert (refused.returncode, refused.stderr) == (2, b"scorelite: texts: Is a directory; expected a file\n")


def test_the_command_names_the_limits_where_a_cue_is_too_long_to_be_read(scorelite: Run, tmp_path: Path) -> None:
    words = ["good", "day"] * 30
    (tmp_path / "talk.txt").write_text(" ".join(words) + "\n")
    (tmp_path / "talk.ctm").write_text("".join(f"talk 1 {n * 0.4:.2f} 0.3 {word}\n" for n, word in enumerate(words)))
    note = b"the longest cue lasts 24 s; --max-chars 42 --max-duration 7 cuts cues\n"
    assert note in scorelite("align", "talk.txt", "talk.ctm", "-o", "talk.srt").stderr
    for others in (["-o", "cut.srt", "--max-chars", "42"], ["-o", "words.ctm"]):
        assert note not in scorelite("align", "talk.txt", "talk.ctm", *others).stderr


def test_names_before_texts_are_speakers_and_take_no_time(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("INTERVIEWER: good day\nANNA: to all\n")
    (tmp_path / "talk.ctm").write_text(CTM)
    note = b"talk.txt: 2 of 2 texts begin with 2 names (INTERVIEWER, ANNA) and a colon, which count as words"
    assert note in scorelite("align", "talk.txt", "talk.ctm", "-o", "names.stm").stderr
    job = scorelite("align", "talk.txt", "talk.ctm", "-o", "talk.stm", "--speaker-prefix")
    assert note not in job.stderr
    assert b"4 of 4 words have an anchor" in job.stderr
    assert (tmp_path / "talk.stm").read_text().splitlines() == [
        "talk 1 INTERVIEWER 0.500 1.100 good day",
        "talk 1 ANNA 2.000 3.500 to all",
    ]


def test_times_within_cues_are_interpolated_and_less_sure(tmp_path: Path) -> None:
    cues = tmp_path / "talk.srt"
    cues.write_text("1\n00:00:01,000 --> 00:00:03,000\ngood day\n\n2\n00:00:03,000 --> 00:00:04,000\nto all\n")
    made = scorelite.retime(b"Good day to all.\n", cues)
    assert str(made).endswith("; the hypothesis has no word timings: times within its cues are interpolated")
    words = made.corpus.segments[0].items
    assert {float(word.confidence) for word in words} == {0.5}
    assert {word.attributes for word in words} == {(("time", "interpolated"),)}
    # A cue of one word has the times of that word.
    cues.write_text("1\n00:00:01,000 --> 00:00:03,000\ngood\n")
    assert not scorelite.retime(b"Good.\n", cues).interpolated
