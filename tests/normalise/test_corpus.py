"""Files normalised: words share and join their times, alternatives stay apart, logs name the segments."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats.conversion import run
from scorelite.formats.engine.wishes import Wishes
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Alternation, Corpus, Label, LabelColumns, LabelLists, Segment, text_of
from scorelite.formats.schema import Table as Segments
from scorelite.scoring.normalise import Rule, Table, chain_of
from scorelite.scoring.normalise.chain import Chain
from scorelite.scoring.normalise.corpus import normalise_corpus
from tests.conftest import Run
from tests.normalise.material import CONTRACTED, NUMERIC, PLAIN, TENS, UNITS

SAMPLES = Path(__file__).parents[1] / "formats" / "samples"
CTM = b"""\
talk A 0.00 0.40 It's 0.9
talk A 0.50 0.25 twenty 0.8
talk A 0.75 0.25 Six, 0.7
talk A 1.00 0.20 uh 0.1
talk A 1.20 0.20 Wi-fi 0.5
"""


def words(data: bytes, name: str, format: str = "ctm") -> list[tuple[str, float | None, float | None, float | None]]:
    corpus = normalise_corpus(formats.read(data, format=format), chain_of(name)).corpus
    items = [item for segment in corpus.segments for item in segment.items if isinstance(item, Label)]
    return [(label.value, label.start, label.end, label.confidence) for label in items]


def test_words_that_split_share_their_time_and_words_that_join_have_the_whole() -> None:
    assert words(CTM, "whisper-en") == [
        ("it", 0.0, 0.2, 0.9),
        ("is", 0.2, 0.4, 0.9),
        ("26", 0.5, 1.0, 0.7),
        ("wi", 1.2, 1.3, 0.5),
        ("fi", 1.3, 1.4, 0.5),
    ]


def test_parts_of_a_word_share_its_time_by_their_letters() -> None:
    chain = Chain((Table("t", (Rule("abc", "x yyy"),)),))
    corpus = Corpus((Segment(labels=(Label("abc", 1.0, 2.0), Label("d", 3.0, 4.0))),))
    items = normalise_corpus(corpus, chain).corpus.segments[0].items
    assert items == (Label("x", 1.0, 1.25), Label("yyy", 1.25, 2.0), Label("d", 3.0, 4.0))


def test_joined_words_have_the_least_confidence_that_is_known() -> None:
    chain = Chain((Table("t", (Rule("a b c", "abc"),)),))
    labels = (Label("a", 0.0, 1.0, 0.5), Label("b", 1.0, 2.0), Label("c", 2.0, 3.0, 0.25))
    items = normalise_corpus(Corpus((Segment(labels=labels),)), chain).corpus.segments[0].items
    assert items == (Label("abc", 0.0, 3.0, 0.25),)


def test_alternatives_and_optional_words_are_texts_of_their_own() -> None:
    corpus = formats.read(b"It's { Twenty six / @ } (Uh) Fine, no\\;w (u-1)\n", format="trn")
    actual = normalise_corpus(corpus, chain_of("whisper-en")).corpus
    assert actual.texts() == ["it is { 26 / @ } fine no w"]
    items = normalise_corpus(corpus, chain_of("basic")).corpus.segments[0].items
    assert isinstance(items[1], Alternation)
    assert [[label.value for label in branch if isinstance(label, Label)] for branch in items[1].branches] == [
        ["twenty", "six"],
        [],
    ]
    assert isinstance(items[2], Label)
    assert (items[2].value, items[2].optional) == ("uh", True)


def test_marks_that_a_normaliser_writes_are_no_marks_of_the_format() -> None:
    chain = Chain((Table("t", (Rule("a", "b;c"),)),))
    actual = normalise_corpus(formats.read(b"a (u-1)\n", format="trn"), chain).corpus
    assert actual.texts() == ["b\\;c"]
    assert [item.value for item in actual.segments[0].items if isinstance(item, Label)] == ["b;c"]


MATERIAL = st.sampled_from([*PLAIN, *CONTRACTED, *NUMERIC, *UNITS, *TENS, "-", "Well-known,", "$5", "uh"])


@given(values=st.lists(MATERIAL, min_size=1, max_size=12))
def test_times_stay_in_order_and_the_words_are_those_of_the_text(values: list[str]) -> None:
    labels = tuple(Label(value, float(place), place + 0.5) for place, value in enumerate(values))
    items = normalise_corpus(Corpus((Segment(labels=labels),)), chain_of("whisper-en")).corpus.segments[0].items
    actual = [item for item in items if isinstance(item, Label)]
    text = chain_of("whisper-en").apply([" ".join(values)])[0][0]
    assert [label.value for label in actual] == text.split()
    times = [time for label in actual for time in (label.start, label.end) if time is not None]
    assert times == sorted(times)
    assert all(0 <= time <= len(values) - 0.5 for time in times)


# The sample of EAF has a segment without an end, which a changed file cannot have.
WRITABLE = [record.name for record in FORMATS if record.writable and record.files is None and record.name != "eaf"]


@pytest.mark.parametrize("name", WRITABLE)
def test_every_format_is_normalised(name: str, tmp_path: Path) -> None:
    chain = Chain((Table("t", (Rule("e", "a", "any", "any"),)),))
    wishes = Wishes(name, name, change=lambda corpus: normalise_corpus(corpus, chain).corpus)
    for sample in SAMPLES.glob(f"{name}.*"):
        target = tmp_path / "out"
        run(sample, target, wishes)
        old, new = (formats.read(path, format=name) for path in (sample, target))
        assert [text.replace("e", "a") for text in map(spoken, old.segments)] == list(map(spoken, new.segments))


def spoken(segment: Segment) -> str:
    return text_of(replace(segment, text=None, labels=segment.items))


@pytest.mark.native
def test_a_file_without_words_is_said_to_be_normalised_for_nothing(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.rttm").write_text("SPEAKER talk 1 0 1 <NA> <NA> anna <NA> <NA>\n")
    done = scorelite("normalise", "a.rttm", "b.rttm", "--normalise", "basic")
    assert done.returncode == 0
    assert done.stderr == b"scorelite: warning: a.rttm: no segment has words: nothing was normalised\n"
    assert scorelite("normalise", "a.rttm", "b.rttm", "--normalise", "basic", "-q").stderr == b""


def test_the_log_names_segment_and_rule(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.trn").write_text("the colour (u-1)\n")
    done = scorelite("normalise", "a.trn", "b.trn", "--normalise", "whisper-en", "--changes", "log")
    assert (done.returncode, done.stderr, (tmp_path / "b.trn").read_text()) == (0, b"", "the color (u-1)\n")
    (change,) = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert change == {
        "segment": 1,
        "id": "u-1",
        "session": "",
        "text": 1,
        "start": 4,
        "end": 10,
        "before": "colour",
        "after": "color",
        "rule": "spelling: 'colour'",
    }


def test_the_part_of_a_fragment_with_a_dash_at_either_end_stays_a_fragment() -> None:
    chain = Chain((Table("t", (Rule("ab-", "cd- -ee ff"),)),))
    corpus = Corpus((Segment(labels=(Label("ab-", 1.0, 2.0, kind="fragment"),)),))
    (segment,) = normalise_corpus(corpus, chain).corpus.segments
    assert [(item.value, item.kind) for item in segment.items if isinstance(item, Label)] == [
        ("cd-", "fragment"),
        ("-ee", "fragment"),
        ("ff", "word"),
    ]


ROWS = b"""\
talk A 0.00 0.40 It's 0.90
talk A 0.5 0.25 twenty 0.8
talk A 0.75 0.25 Six, 0.7
talk A 1.00 0.20 uh 0.1
talk B 0.30 0.20 Wi-fi 0.5
talk B 0.61 0.2 {HESITATION} 0.5
talk B 0.90 0.05 um 0.5
"""


SOME_NUMBERS = b"""\
{"segments": [{"text": "It's twenty six, Wi-fi can't", "words": [{"word": "It's", "start": 0.0, "end": 0.4},
  {"word": "twenty", "start": 0.5, "score": 0.8}, {"word": "six,", "end": 1.0, "score": 0.7}, {"word": "Wi-fi"},
  {"word": "can't", "end": 2.0, "score": 0.5}]}, {"text": "it's", "words": [{"word": "it's", "start": 3.0}]}]}
"""


@pytest.mark.parametrize("name", ["whisper-en", "basic", "casefold", "leaderboard-en"])
@pytest.mark.parametrize(
    "sample", ["ctm", "two rows", "some numbers", "whisper.json", "aws.json", "deepgram.json", "gentle.json"]
)
def test_words_with_times_are_normalised_alike_in_columns_and_one_by_one(
    monkeypatch: pytest.MonkeyPatch, sample: str, name: str
) -> None:
    if sample in ("ctm", "two rows"):
        data = ROWS if sample == "ctm" else ROWS.replace(b" {HESITATION}", b" a")
        corpus = formats.read(data, format="ctm")
    elif sample == "some numbers":
        corpus = formats.read(SOME_NUMBERS, format="whisperx")
    else:
        corpus = formats.read(SAMPLES / sample)
    chain = chain_of(name)
    columns = normalise_corpus(corpus, chain)
    monkeypatch.setattr("scorelite.scoring.normalise.corpus._lists_of", lambda table: None)
    rows = normalise_corpus(corpus, chain)
    assert columns.corpus.segments == rows.corpus.segments
    assert list(columns.texts) == list(rows.texts)
    assert list(columns.owners) == list(rows.owners)
    assert b"".join(columns.lines()) == b"".join(rows.lines())


def test_a_word_with_a_blank_in_it_is_normalised_as_words() -> None:
    labels = LabelColumns(["New York", "Day"], (["0.0", "1.0"], ["1.0", "1.5"], None), None)
    corpus = Corpus(Segments(1, labels=LabelLists(labels, [0, 2])), format="aws", path="a")
    items = normalise_corpus(corpus, chain_of("casefold")).corpus.segments[0].items
    assert [item.value for item in items if isinstance(item, Label)] == ["new", "york", "day"]


CUE = "1\n00:00:01,000 --> 00:00:02,000\nHello uh there\nmy friend\n"


def test_a_cue_keeps_its_line_breaks_where_the_number_of_words_stays(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(CUE)
    done = scorelite("normalise", "a.srt", "b.srt", "--normalise", "casefold", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "b.srt").read_text() == CUE.lower()


def test_lost_line_breaks_of_cues_are_reported(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(CUE)
    done = scorelite("normalise", "a.srt", "b.srt", "--normalise", "drop:uh", cwd=tmp_path)
    assert "a.srt: 1 cue lost line breaks" in done.stderr.decode()
    assert "Hello there my friend\n" in (tmp_path / "b.srt").read_text()
    quiet = scorelite("normalise", "a.srt", "b.txt", "--normalise", "drop:uh", cwd=tmp_path)
    assert "lost line breaks" not in quiet.stderr.decode()  # text has no lines of cues


MARKED = """1
00:00:01,000 --> 00:00:02,000
<font>Hello</font> <b>you</b>

2
00:00:03,000 --> 00:00:04,000
[MUSIC PLAYING]
"""


@pytest.mark.parametrize(
    ("name", "target", "cues", "notices"),
    [
        (
            "captions",
            "b.srt",
            ["<font>Hello</font> <b>you</b>"],
            ["1 cue left out, because all words were removed"],
        ),
        (
            "casefold",
            "b.srt",
            ["hello <b>you</b>", "[music playing]"],
            ["1 cue lost markup such as <font>, because words changed"],
        ),
        ("captions", "b.vtt", ["Hello <b>you</b>"], ["1 cue left out, because all words were removed"]),
        ("captions", "b.trn", ["Hello you (1)"], []),
    ],
)
def test_cues_without_words_are_left_out_of_subtitles_and_lost_markup_is_reported(
    scorelite: Run, tmp_path: Path, name: str, target: str, cues: list[str], notices: list[str]
) -> None:
    (tmp_path / "a.srt").write_text(MARKED)
    done = scorelite("normalise", "a.srt", target, "--normalise", name, cwd=tmp_path)
    lines = (tmp_path / target).read_text().splitlines()
    assert [line for line in lines if any(map(str.isalpha, line)) and line != "WEBVTT"] == cues
    assert ("(2)" in lines) == (target == "b.trn")
    warnings = [line for line in done.stderr.decode().splitlines() if "warning" in line]
    assert warnings == [f"scorelite: warning: a.srt: {notice}" for notice in notices]
    quiet = scorelite("normalise", "a.srt", target, "--normalise", name, "--quiet", cwd=tmp_path)
    assert quiet.stderr == b""


def test_italics_that_have_no_place_are_counted() -> None:
    timed = "00:01.000 --> 00:03.000\nI <00:01.500>can't <00:02.000>see <00:02.500><i>it</i>\n"
    text = f"WEBVTT\n\n{timed}\n00:04.000 --> 00:06.000\nI can't see <i>it</i>\n"
    corpus = formats.read(text.encode(), format="vtt")
    assert normalise_corpus(corpus, chain_of("whisper-en")).unstyled == 2
    assert normalise_corpus(corpus, chain_of("casefold")).unstyled == 0


def test_normalised_texts_of_a_txt_file_with_ids_keep_them(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.txt").write_text("utt1 The cat, sat\nutt2 a dog\n")
    assert scorelite("normalise", "a.txt", "b.txt", "--normalise", "basic").returncode == 0
    assert (tmp_path / "b.txt").read_text() == "utt1 the cat sat\nutt2 a dog\n"
