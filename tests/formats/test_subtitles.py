"""Subtitle formats: reading, messages for broken files, and comparison with other libraries."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import ass, microdvd, srt, stl, vtt
from scorelite.formats.conversion import run as convert_file
from scorelite.formats.conversion import run_joined
from scorelite.formats.engine.wishes import Wishes
from scorelite.formats.schema import Comment, Corpus, Label, Segment
from scorelite.formats.source import Source
from tests.conftest import Run
from tests.formats.check import check_format, written
from tests.formats.scaling import assert_linear
from tests.formats.test_every_format import sample
from tests.peers import peer

TIMES = "00:00:01,000 --> 00:00:02,000"
BROKEN = {
    "srt": {
        b"1\n00:00:01,000 --> 00:00:00,500\nx\n": (
            "<bytes>:2:18: end 00:00:00,500 is before begin 00:00:01,000; expected end >= begin\n"
            "  00:00:01,000 --> 00:00:00,500\n                   ^"
        ),
        b"1\n00:61:01,000 --> 00:62:00,500\nx\n": (
            "<bytes>:2:1: invalid times; expected 00:00:01,000 --> 00:00:02,500\n  00:61:01,000 --> 00:62:00,500\n  ^"
        ),
        b"words\n\n1\n00:00:01,000 --> 00:00:02,000\nx\n": (
            "<bytes>:1:1: text outside of a cue; expected a number, then 00:00:01,000 --> 00:00:02,500\n  words\n  ^"
        ),
    },
    "vtt": {
        b"1\n00:01.000 --> 00:02.000\nx\n": (
            "<bytes>:1:1: not a WebVTT file; expected 'WEBVTT' in the first line\n  1\n  ^"
        ),
        b"WEBVTT\n\nlost words\n\n00:01.000 --> 00:02\nx\n": (
            "<bytes>:3:1: not a cue; expected 00:00:01.000 --> 00:00:02.500\n  lost words\n  ^"
        ),
        b"WEBVTT\n\n00:01.000 -> 00:02.000\nx\n": (
            "<bytes>:3:1: not a cue; expected 00:00:01.000 --> 00:00:02.500\n  00:01.000 -> 00:02.000\n  ^"
        ),
    },
    "sbv": {
        b"words\n0:00:01.000,0:00:00.500\nx\n": (
            "<bytes>:1:1: text outside of a cue; expected 0:00:01.000,0:00:02.500\n  words\n  ^\n"
            "<bytes>:2:13: end 0:00:00.500 is before begin 0:00:01.000; expected end >= begin\n"
            "  0:00:01.000,0:00:00.500\n              ^"
        ),
    },
    "ass": {
        b"[Script Info]\n": "<bytes>:1:1: no section [Events]; expected a line '[Events]'\n  [Script Info]\n  ^",
        b"[Events]\nDialogue: 0,0:00:01.00,x,Default,,0,0,0,,a\n": (
            "<bytes>:2:24: End x is not a time; expected a time such as 0:00:01.00\n"
            "  Dialogue: 0,0:00:01.00,x,Default,,0,0,0,,a\n                         ^"
        ),
        b"[Events]\nDialogue: 0,0:00:01.00\n": (
            "<bytes>:2:1: only 2 fields; expected Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, "
            "Effect, Text\n"
            "  Dialogue: 0,0:00:01.00\n  ^"
        ),
    },
    "ssa": {
        b"": "<bytes>:1:1: no section [Events]; expected a line '[Events]'\n  \n  ^",
        b"[Events]\nFormat: Start, Text, End\n": (
            "<bytes>:2:1: Start, End or a final Text is missing; expected each field once, Text as the last one\n"
            "  Format: Start, Text, End\n  ^"
        ),
        b"[Events]\nhello\n": "<bytes>:2:1: not an event; expected 'Dialogue: ...' or a comment\n  hello\n  ^",
    },
    "microdvd": {
        b"{1}{1}25\n{25}{12}x\n": ("<bytes>:2:1: frame 12 is before frame 25; expected end >= begin\n  {25}{12}x\n  ^"),
        b"{25}{50}x\n": (
            "<bytes>:1:1: no frame rate; expected {1}{1}25 in the first line, or "
            "read(path, frame_rate=25)\n  {25}{50}x\n  ^"
        ),
        b"{1}{1}25\nx\n": "<bytes>:2:1: no frame numbers; expected {25}{50}text\n  x\n  ^",
    },
    "stl": {
        b"00:00:01:25 , 00:00:02:00 , x\n": (
            "<bytes>:1:1: a minute or second above 59, or a frame number beyond the frame rate; "
            "expected hours:minutes:seconds:frames at 25 frames per second; frame_rate= sets the rate\n"
            "  00:00:01:25 , 00:00:02:00 , x\n  ^"
        ),
        b"words\n": "<bytes>:1:1: no times; expected 00:00:01:00 , 00:00:02:12 , text\n  words\n  ^",
        b"00:00:03:00 , 00:00:02:00 , x\n": (
            "<bytes>:1:1: end 2 s is before begin 3 s; expected end >= begin\n  00:00:03:00 , 00:00:02:00 , x\n  ^"
        ),
    },
}


@pytest.mark.parametrize("name", BROKEN)
def test_subtitles_pass_what_every_format_passes(name: str, tmp_path: Path) -> None:
    check_format(formats.by_name(name), sample(name).read_bytes(), BROKEN[name], tmp_path)


def test_a_cue_of_srt_may_have_blank_lines_and_no_number() -> None:
    data = b"\n\n1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo\n\n00:00:03.000 --> 00:00:04,000\nthree\n\n\n"
    corpus = srt.read(Source(data))
    assert [(segment.id, segment.text) for segment in corpus.segments] == [("1", "one two"), ("", "three")]


def test_markup_vanishes_from_words_but_not_from_the_file() -> None:
    corpus = formats.read(sample("srt"))
    assert [segment.text for segment in corpus.segments][1] == "The train to Köln leaves at ten."
    changed = Corpus((Segment(id="1", start=0.0, end=1.0, text="other", attributes=corpus.segments[1].attributes),))
    assert written(changed, srt.FORMAT).splitlines()[2] == b"other"


def test_voices_of_one_cue_are_segments_and_become_one_cue_again() -> None:
    corpus = formats.read(sample("vtt"))
    assert [(segment.speaker, segment.text) for segment in corpus.segments[2:4]] == [
        ("Ben", "Really?"),
        ("Anna Berg", "Yes."),
    ]
    alone = Corpus(corpus.segments[2:3])
    assert written(alone, vtt.FORMAT).endswith(b"<v Ben>Really?\n")


def test_times_inside_a_cue_are_times_of_words() -> None:
    words = formats.read(sample("vtt")).segments[-1].items
    assert [(item.value, item.start, item.end) for item in words if isinstance(item, Label)] == [
        ("two", 6.0, 6.5),
        ("words", 7.0, 8.0),
    ]


@pytest.mark.parametrize(
    ("cue", "dropped"),
    [
        ("v 1 3.0 0.5 gonna\n", True),
        ("v 1 3.0 0.5 go\nv 1 3.6 0.4 on\n", False),
        ("", False),
    ],
)
def test_the_times_of_a_word_that_fills_its_cue_are_told_as_dropped(cue: str, dropped: bool, tmp_path: Path) -> None:
    words, cues, again = (tmp_path / name for name in ("a.ctm", "a.vtt", "b.ctm"))
    words.write_text(f"v 1 0.0 0.5 hi\nv 1 0.5 0.5 you\n{cue}")
    assert ("times" in formats.convert(words, cues)) == dropped
    if dropped:
        with pytest.raises(formats.UsageError, match="1 segment has words without times"):
            formats.convert(cues, again)
    else:
        formats.convert(cues, again)
        assert len(again.read_text().splitlines()) == len(words.read_text().splitlines())


@pytest.mark.parametrize("arrow", ["->", "\u2192", "--"])
def test_times_of_srt_with_another_arrow_are_reported_where_they_are(arrow: str) -> None:
    cues = [f"{n}\n00:00:0{n},000 {a} 00:00:0{n},500\nx\n" for n, a in ((1, "-->"), (2, arrow))]
    for place, text in ((6, "\n".join(cues)), (2, cues[1])):
        with pytest.raises(formats.FormatError, match=rf"<bytes>:{place}:1: times without '-->' between them"):
            srt.read(Source(text.encode()))


def test_the_frame_rate_can_be_given() -> None:
    corpus = microdvd.read(Source(b"{24}{48}x\n"), frame_rate=24)
    assert (corpus.segments[0].start, corpus.segments[0].end) == (1.0, 2.0)
    corpus = stl.read(Source(b"00:00:01:12 , 00:00:02:00 , x\n"), frame_rate=24)
    assert corpus.segments[0].start == 1.5
    assert written(corpus, stl.FORMAT) == b"00:00:01:12 , 00:00:02:00 , x\n"
    with pytest.raises(formats.UsageError, match=r"frame_rate is 0; expected frames per second"):
        stl.read(Source(b""), frame_rate=0)


def test_a_comment_of_several_lines_is_refused_where_a_comment_is_one_line() -> None:
    corpus = Corpus((Segment(start=0.0, end=1.0, text="a"),), comments=(Comment("one\ntwo", 0),))
    for record in (stl.FORMAT, ass.FORMAT):
        with pytest.raises(formats.UsageError, match="cannot hold the comment .*; expected one line"):
            written(corpus, record)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["vtt", "stl"])
def test_comments_before_one_cue_are_written_in_proportion_to_their_number(name: str) -> None:
    def write(size: int) -> None:
        cue = Segment(start=0.0, end=1.0, text="a")
        written(Corpus((cue, cue), comments=tuple(Comment("a", 1) for _ in range(size))), formats.by_name(name))

    assert_linear(write, 50_000)


def test_events_of_times_and_text_alone_are_written_so() -> None:
    data = b"[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,hi\n"
    assert written(ass.read(Source(data)), ass.FORMAT) == data


def test_a_text_that_would_be_markup_is_refused() -> None:
    for record, text in (
        (srt.FORMAT, "<b>"),
        (ass.FORMAT, "{b}"),
        (ass.FORMAT, "a\\Nb"),
        (microdvd.FORMAT, "a|b"),
        (stl.FORMAT, "a ^B b"),
    ):
        with pytest.raises(formats.UsageError, match="cannot hold the text"):
            written(Corpus((Segment(start=0.0, end=1.0, text=text),)), record)


TEXTS = st.lists(
    st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="<>&{}|\\^/"), min_size=1).filter(
        lambda word: "-->" not in word and not word.isdecimal()
    ),
    min_size=1,
    max_size=4,
).map(" ".join)
CUES = st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**5), TEXTS), min_size=1, max_size=6)


@pytest.mark.slow
@given(CUES)
def test_texts_and_times_survive(cues: list[tuple[int, int, str]]) -> None:
    # Times that all these formats can hold: whole frames at 25 per second are whole hundredths.
    segments = tuple(
        Segment(start=start * 40 / 1000, end=(start + length) * 40 / 1000, text=text) for start, length, text in cues
    )
    for name in BROKEN:
        record = formats.by_name(name)
        again = record.read(Source(written(Corpus(segments), record), encoding="utf-8"))
        assert [(s.start, s.end, s.text) for s in again.segments] == [(s.start, s.end, s.text) for s in segments]


# --- other libraries ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "theirs"), [("srt", "srt"), ("vtt", "vtt"), ("ass", "ass"), ("ssa", "ssa"), ("microdvd", "microdvd")]
)
def test_what_we_write_pysubs2_reads_and_the_other_way_round(name: str, theirs: str) -> None:
    pysubs2 = peer("pysubs2")
    record = formats.by_name(name)
    cues = ((0.52, 2.24, "Good morning."), (2.24, 4.0, "The train"), (3600.0, 3601.0, "größe"))
    corpus = Corpus(tuple(Segment(start=start, end=end, text=text) for start, end, text in cues))
    found = pysubs2.SSAFile.from_string(written(corpus, record).decode(), format_=theirs)
    assert [(event.start / 1000, event.end / 1000, event.plaintext) for event in found] == list(cues)
    options = {"fps": 25} if name == "microdvd" else {}
    found.insert(0, pysubs2.SSAEvent(start=0, end=480, text="{\\i1}two\\Nlines{\\i0}", name="Anna"))
    again = record.read(Source(found.to_string(theirs, **options).encode()))
    assert [segment.text for segment in again.segments] == ["two lines", *(text for _, _, text in cues)]
    assert [(segment.start, segment.end) for segment in again.segments] == [(0.0, 0.48), *(cue[:2] for cue in cues)]


def test_what_we_write_webvtt_py_reads_and_the_other_way_round(tmp_path: Path) -> None:
    webvtt = peer("webvtt")
    corpus = formats.read(sample("vtt"))
    formats.write(corpus, tmp_path / "a.vtt")
    found = webvtt.read(str(tmp_path / "a.vtt"))
    assert [caption.text.split() for caption in found][:2] == [
        ["Good", "morning."],
        ["The", "train", "&amp;", "the", "bus", "leave", "at", "ten."],
    ]
    assert found[0].voice == "Anna Berg"
    found.captions.append(webvtt.Caption("00:00:09.000", "00:00:10.000", "<v Ben>the end"))
    found.save(str(tmp_path / "b.vtt"))
    again = formats.read(tmp_path / "b.vtt")
    assert (again.segments[-1].speaker, again.segments[-1].text) == ("Ben", "the end")
    assert len(again) == len(corpus) + 1


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<font color=red>good</font> <bad x=1>day</BAD> to <i><bold>you</bold></i>", "good day to you"),
        ("< u >good< / u> day", "good day"),
        ("<unk> good <unk> day </end> 2<3,5>1", "<unk> good <unk> day </end> 2<3,5>1"),
    ],
)
def test_srt_drops_unknown_tags_that_are_closed(raw: str, text: str) -> None:
    data = f"1\n00:00:01,000 --> 00:00:02,000\n{raw}\n".encode()
    corpus = formats.read(data, format="srt")
    assert corpus.texts() == [text]
    assert "".join(formats.by_name("srt").write(corpus)).encode() == data


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ('<font color="#00ff00">good day</font> to <bad>you</bad> <unknown.x y>all</unknown>', "good day to you all"),
        ("<font\ncolor=red>good</font> day", "good day"),
        ("<1>good</1> day <00:01.5> < 00:01.000>", "good day"),
        ("1 < 2 and 3 > 2 <- <", "1 < 2 and 3 > 2 <- <"),
        ("caf&eacute; &quot;a&quot; &unknown; AT&T", 'caf\xe9 "a" &unknown; AT&T'),
        ("<ruby>kan<rt>one</rt>ji<rt.x>two</ruby> a", "kanji a"),  # readings are not more words
    ],
)
def test_webvtt_drops_unknown_tags_and_reads_every_entity(raw: str, text: str) -> None:
    data = f"WEBVTT\n\n00:01.000 --> 00:02.000\n{raw}\n".encode()
    corpus = formats.read(data, format="vtt")
    assert corpus.texts() == [text]
    assert "".join(formats.by_name("vtt").write(corpus)).endswith(f"\n{raw}\n")


def test_times_inside_a_cue_of_webvtt_begin_the_next_one() -> None:
    data = b"WEBVTT\n\n1\n00:01.000 --> 00:02.000\nyes\nwhat\n00:02.000 --> 00:03.000\nthis\n"
    data += b"00:03.000 --> 00:04.000\nthat\n"
    corpus = formats.read(data, format="vtt")
    assert [(segment.id, segment.start, segment.end, segment.text) for segment in corpus.segments] == [
        ("1", 1.0, 2.0, "yes what"),
        ("", 2.0, 3.0, "this"),
        ("", 3.0, 4.0, "that"),
    ]
    assert corpus.notices() == ["line 7 and 1 more: a cue without a blank line above it; read as players do"]
    again = formats.read("".join(formats.by_name("vtt").write(corpus)).encode(), format="vtt")
    assert (again.texts(), again.notices()) == (corpus.texts(), [])


def test_line_ends_of_webvtt_may_be_mixed_and_blanks_around_arrows_missing() -> None:
    data = b"WEBVTT\r\rcr\r00:01.000-->00:02.000\rgood\n\n\x0c00:03.000\x0c-->\t00:04.000\r\nday\r"
    corpus = formats.read(data, format="vtt")
    assert [(segment.id, segment.start, segment.end, segment.text) for segment in corpus.segments] == [
        ("cr", 1.0, 2.0, "good"),
        ("", 3.0, 4.0, "day"),
    ]
    regions = b"WEBVTT\n\nRegion: id=fred width=40%\n\n00:01.000 --> 00:02.000 region:fred\ngood\n"
    assert formats.read(regions, format="vtt").texts() == ["good"]


@pytest.mark.parametrize("line", ["2\n00:02.000 --> 00:03.000", "a --> b"])
def test_what_may_be_the_name_of_a_cue_or_a_text_is_no_cue_inside_another(line: str) -> None:
    with pytest.raises(formats.FormatError, match="a line with times inside a cue; expected a blank line before it"):
        formats.read(f"WEBVTT\n\n00:01.000 --> 00:02.000\nyes\n{line}\nno\n".encode(), format="vtt")


def test_a_carriage_return_ends_a_line_of_webvtt_among_other_line_ends() -> None:
    text = b"WEBVTT\rhead\n\n00:01.000 --> 00:02.000\r\ngood\rday\n\n00:02.000 --> 00:03.000\r\r\nyes\n"
    assert [(s.start, s.text) for s in formats.read(text, format="vtt").segments] == [(1.0, "good day"), (2.0, "yes")]


def test_further_heads_of_joined_webvtt_files_are_skipped() -> None:
    data = b"WEBVTT\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n"
    data += b"00:00:00.140 --> 00:00:00.940\nBonjour !\n"
    corpus = formats.read(data, format="vtt")
    assert (corpus.texts(), corpus.notices()) == (
        ["Bonjour !"],
        ["line 3: a second header 'WEBVTT'; read as players do"],
    )
    assert "".join(formats.by_name("vtt").write(corpus)).encode() == data


@pytest.mark.parametrize("name", ["vtt", "srt", "ass", "microdvd", "stl"])
def test_subtitles_of_old_macs_end_lines_with_carriage_returns(name: str) -> None:
    data = sample(name).read_bytes().replace(b"\r\n", b"\n")
    expected = formats.read(data, format=name)
    corpus = formats.read(data.replace(b"\n", b"\r"), format=name)
    assert (corpus.segments, corpus.meta) == (expected.segments, expected.meta)
    if name == "vtt":
        assert formats.read(data.replace(b"\n", b"\r")).format == "vtt"


SAMI = (
    b"<SAMI><BODY>\n<SYNC Start=400><P Class=ENCC>Good<br>day.<P Class='KRCC'>annyeong\n"
    b"<SYNC Start=900><P Class=ENCC>&nbsp;<P Class='KRCC'>&nbsp;\n<SYNC Start=1900><P Class=ENCC>bye\n</BODY></SAMI>\n"
)


def test_sami_in_two_languages_is_read_as_one_or_both() -> None:
    pytest.importorskip("pysubs2")
    both = formats.read(SAMI, format="sami")
    assert both.texts() == ["Good day. annyeong", "bye"]
    what = "paragraphs of 2 classes (ENCC, KRCC): the words of all are read"
    assert both.notices() == [f"{what}; `scorelite convert IN OUT --option language=ENCC` reads one"]
    for language, texts in (("ENCC", ["Good day.", "bye"]), ("KRCC", ["annyeong"])):
        corpus = formats.read(SAMI, format="sami", language=language)
        assert (corpus.texts(), corpus.notices()) == (texts, [])
    with pytest.raises(formats.UsageError, match="no language 'FR'; its classes are: ENCC, KRCC"):
        formats.read(SAMI, format="sami", language="FR")


def test_all_wrong_times_of_a_sami_file_are_reported_with_their_places() -> None:
    pytest.importorskip("pysubs2")
    cues = "".join(f"<SYNC{start}><P>a\n" for start in (" Start=0", " Start=x", " Start=900", " Start=500", ""))
    with pytest.raises(formats.FormatError) as caught:
        formats.read(f"<SAMI><BODY>\n{cues}</BODY></SAMI>\n".encode(), format="sami")
    assert [(problem.where.line, problem.what) for problem in caught.value.problems] == [
        (3, "Start 'x' is not a time"),
        (5, "Start 500 is before 900, that of the last cue"),
        (6, "no Start"),
    ]


def test_broken_times_of_sbv_are_no_text_of_the_cue_before() -> None:
    data = b"0:00:00.000,0:00:01.000\nhi\n\n0:00:xx,0:00:02.000\nyo\n\n0:00:04,0:00:05\nso\n"
    with pytest.raises(formats.FormatError) as caught:
        formats.read(data, format="sbv")
    assert [(problem.where.line, problem.what) for problem in caught.value.problems] == [
        (4, "invalid times"),
        (7, "invalid times"),
    ]


@pytest.mark.parametrize("last", [b"<SYNC Start=2000><P>&nbsp;", b"<SYNC Start=2000><P>&nbsp;\n</BODY></SAMI>", b""])
def test_a_blank_cue_of_sami_ends_the_cue_before_and_is_none(last: bytes) -> None:
    pytest.importorskip("pysubs2")
    data = b"<SAMI><BODY><SYNC Start=500><P>Good<SYNC Start=900><P>&nbsp;<SYNC Start=1500><P>day" + last
    cues = [(cue.start, cue.end, cue.text) for cue in formats.read(data, format="sami").segments]
    assert [cue[::2] for cue in cues] == [(0.5, "Good"), (1.5, "day")]
    assert (cues[0][1], cues[1][1] == 2.0) == (0.9, bool(last))


@pytest.mark.parametrize("name", ["srt", "vtt"])
def test_line_breaks_of_html_part_words(name: str) -> None:
    head = "WEBVTT\n\n" if name == "vtt" else "1\n"
    data = f"{head}00:00:01.000 --> 00:00:02.000\nthe cat<br>sat<BR />on\n".encode()
    corpus = formats.read(data, format=name)
    assert corpus.texts() == ["the cat sat on"]
    assert dict(corpus.segments[0].attributes)["lines"] == "the cat\nsat\non"
    assert written(corpus, formats.by_name(name)).splitlines()[-1] == b"the cat<br>sat<BR />on"


def test_breaks_and_blanks_of_substation_alpha_in_srt_are_no_letters() -> None:
    corpus = formats.read(f"1\n{TIMES}\n{{\\an7}}\\h\\hthe cat\\Nsat\n".encode(), format="srt")
    assert (corpus.texts(), dict(corpus.segments[0].attributes)["lines"]) == (["the cat sat"], "the cat\nsat")


@pytest.mark.parametrize("end", ["\x1a", "\n\x1a", "\r\n\x1a"])
@pytest.mark.parametrize("name", ["srt", "sbv", "microdvd"])
def test_the_end_of_a_file_of_dos_is_no_text(name: str, end: str) -> None:
    texts = {"srt": f"1\n{TIMES}\na", "sbv": "0:00:01.000,0:00:02.000\na", "microdvd": "{1}{1}25\n{25}{50}a"}
    assert formats.read((texts[name] + end).encode(), format=name).texts() == ["a"]


def test_the_number_of_a_cue_that_was_cut_off_is_no_text() -> None:
    cut = formats.read(f"7\n{TIMES}\na\n\n8\n".encode(), format="srt")
    assert (cut.texts(), cut.notices()) == (["a"], ["line 5: the number of a cue that is not there, left out"])
    for text in ("a\n8", "a\n\n9", "\n7", "8"):
        corpus = formats.read(f"7\n{TIMES}\n{text}\n".encode(), format="srt")
        assert (corpus.texts(), corpus.notices()) == ([" ".join(text.split())], [])


@pytest.mark.parametrize("times", ["0:0:1,50 --> 0:00:2,5", "00: 00: 01, 500 --> 00:00:02 ,500"])
def test_times_of_srt_may_have_seconds_of_one_digit_or_blanks(times: str) -> None:
    (cue,) = formats.read(f"1\n{times}\na\n".encode(), format="srt").segments
    assert (cue.start, cue.end, cue.text) == (1.5, 2.5, "a")


def test_times_with_blanks_and_another_arrow_are_no_text() -> None:
    with pytest.raises(formats.FormatError, match=":5:1: times without '-->' between them"):
        formats.read(f"1\n{TIMES}\na\n\n00: 00: 03, 000 -> 00: 00: 04, 000\nb\n".encode(), format="srt")


def test_webvtt_with_the_suffix_of_srt_is_named() -> None:
    with pytest.raises(formats.FormatError, match=r":1:1: a file of WebVTT; expected srt; .*vtt with format="):
        formats.read(b"WEBVTT\n\n00:01.000 --> 00:02.000\na\n", format="srt")


def test_a_cue_of_sami_lasts_until_the_next() -> None:
    pytest.importorskip("pysubs2")
    cues = formats.read(b"<SAMI><BODY><SYNC Start=500><P>Oh<SYNC Start=9000><P>day</BODY></SAMI>", format="sami")
    assert [(cue.start, cue.text) for cue in cues.segments] == [(0.5, "Oh"), (9.0, "day")]
    assert cues.segments[0].end == 9.0


@pytest.mark.parametrize(
    ("written_as", "text"),
    [
        ("should&nbsp;go &amp; see", "should go & see"),
        ("<i>R&amp;D</i> &lt;here&gt; &quot;it&apos;s&#39;", "R&D <here> \"it's'"),
        ("it&#x27;s &#9834; &#X266B;", "it's \u266a \u266b"),
        ("AT&amp;amp;T", "AT&amp;T"),
        ("R&D & AT&T; &amp", "R&D & AT&T; &amp"),
        ("&copy; caf&eacute;&hellip;", "\u00a9 caf\u00e9\u2026"),
    ],
)
def test_entities_of_srt_are_their_characters(written_as: str, text: str) -> None:
    data = f"1\n00:00:01,000 --> 00:00:02,000\n{written_as}\n".encode()
    corpus = formats.read(data, format="srt")
    assert corpus.texts() == [text]
    assert written(corpus, srt.FORMAT) == data
    again = written(Corpus((Segment(start=1.0, end=2.0, text=text),)), srt.FORMAT)
    assert formats.read(again, format="srt").texts() == [text]
    assert formats.read(written(corpus, vtt.FORMAT), format="vtt").texts() == [text]


def test_seconds_of_ass_may_have_one_digit() -> None:
    data = b"[Events]\nFormat: Start, End, Text\nDialogue: 0:0:3.42,0:0:7,{\\k10}mekutte\n"
    (segment,) = formats.read(data, format="ass").segments
    assert (segment.start, segment.end, segment.text) == (3.42, 7.0, "mekutte")


@pytest.mark.parametrize(("end", "frame"), [("1.900", 48), ("2.900", 72), ("2.940", 74), ("3.999", 100)])
def test_half_frames_are_rounded_alike_in_both_formats_of_frames(end: str, frame: int) -> None:
    corpus = formats.read(f"1\n00:00:00,000 --> 00:00:0{end.replace('.', ',')}\nx\n".encode(), format="srt")
    assert f"{{0}}{{{frame}}}x\n".encode() in written(corpus, microdvd.FORMAT)
    assert written(corpus, stl.FORMAT).endswith(f" , 00:00:0{frame // 25}:{frame % 25:02d} , x\n".encode())


def test_colours_that_stl_files_name_are_settings() -> None:
    data = b"$FontName = Arial\n\n\\\\Colour 0 = Black\n\n00:00:03:24 , 00:00:06:20 , Did you read\n"
    corpus = formats.read(data, format="stl")
    assert corpus.texts() == ["Did you read"]
    assert b"\\\\Colour 0 = Black\n" in written(corpus, stl.FORMAT)


def test_cues_before_the_beginning_are_reported_with_their_lines() -> None:
    with pytest.raises(formats.FormatError, match="^<bytes>:1:1: begin is -6.8 s; expected a start at or after 0 s"):
        formats.read(b"[-68][-28]good\n[9][34]day\n")
    with pytest.raises(formats.FormatError, match="<bytes>:2:1: end 18 s is before begin 160.4 s; expected end >="):
        formats.read(b"[9][34]good\n[1604][180]day\n", format="mpl2")
    with pytest.raises(formats.FormatError, match="<bytes>:2:1: frame -164 is below 0; expected a start at frame 0"):
        formats.read(b"{1}{1}25\n{-164}{-68}good\n{9}{34}day\n")


def test_another_file_with_the_suffix_of_microdvd_has_one_problem() -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(b"\n[INFORMATION]\n[END INFORMATION]\n00:02:17.40,00:02:20.40\ngood day\n", format="microdvd")
    assert str(caught.value) == (
        "<bytes>:2:1: a file without frame numbers is not MicroDVD; expected {25}{50}text; name another format with "
        "format=\n  [INFORMATION]\n  ^"
    )


def test_notices_of_readers_reach_scores_conversions_and_checks(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.vtt").write_text("WEBVTT\n\nWEBVTT\n\n00:01.000 --> 00:02.000\ngood day\n")
    (tmp_path / "a.txt").write_text("good day\n")
    text = b"line 3: a second header 'WEBVTT'; read as players do"
    assert text in scorelite("score", "a.txt", "a.vtt", cwd=tmp_path).stdout
    assert b"vtt -> txt: " + text in scorelite("convert", "a.vtt", "b.txt", cwd=tmp_path).stderr
    checked = scorelite("check", "a.vtt", cwd=tmp_path)
    assert (checked.stdout, checked.stderr) == (
        b"a.vtt: vtt, 1 segment, 2 words, 0:00:01\n",
        b"scorelite: warning: a.vtt: " + text + b"\n",
    )


def test_a_cue_is_at_the_line_of_its_times() -> None:
    corpus = formats.read(b"1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n", format="srt")
    assert [segment.where.line for segment in corpus.segments if segment.where] == [2, 6]


_LINES = (
    *(
        "good day",
        "yes",
        " ",
        "<i>a</i>",
        "<i>a",
        "<v Anna>hi",
        "<v Bob &amp; co>yes</v> <v Anna>no",
        "a &amp; b",
        "a  b",
    ),
    *(
        "one<00:00:01.500> two three",
        "&#38;amp; x",
        "x </v>",
        "{\\an8}so",
        "<00:00:01.500>",
        "<c.a <00:00:01.500> b>c",
        "",
    ),
)


@pytest.mark.parametrize("name", ["srt", "vtt"])
def test_cues_of_a_file_are_read_as_each_on_its_own(name: str) -> None:
    chance = Random(name)
    mark, head = (",", "") if name == "srt" else (".", "WEBVTT\n\n")
    for _ in range(100):
        times = chance.choice(
            (f"00:00:01{mark}000 --> 00:00:02{mark}500", f"00:01{mark}000 --> 1:00:02{mark}500 align:start")
        )
        cues = [
            f"{number}\n{times}\n"
            + "\n".join(filter(str.strip, chance.choices(_LINES, k=chance.randrange(1, 4))))
            + "\n\n"
            for number in range(1, chance.randrange(2, 6))
        ]
        alone = [formats.read((head + cue).encode(), format=name) for cue in cues]
        together = formats.read((head + "".join(cues)).encode(), format=name)
        assert list(together.segments) == [segment for corpus in alone for segment in corpus.segments]
        texts = ["".join(formats.by_name(name).write(corpus)).removeprefix(head).strip() for corpus in alone]
        if name == "srt":  # whose writer counts the cues
            texts = [text.replace("1\n", f"{number}\n", 1) for number, text in enumerate(texts, 1)]
        assert "".join(formats.by_name(name).write(together)) == head + "\n\n".join(texts) + "\n"


def test_a_line_of_blanks_inside_a_cue_is_text() -> None:
    data = (
        b"WEBVTT\nKind: captions\n\n00:01.000 --> 00:02.000 align:start\n \ngood<00:01.500><c> day</c>\n\n"
        b"00:02.000 --> 00:03.000\ngood day\n \n\n00:03.000 --> 00:04.000\none\n \ntwo\n \n"
        b"00:04.000 --> 00:05.000\nthree\n \n5\n00:05.000 --> 00:06.000\nfour\n \nNOTE five\n"
    )
    corpus = formats.read(data)
    assert corpus.texts() == ["good day", "good day", "one two", "three", "four"]
    assert (corpus.segments[4].id, [comment.text for comment in corpus.comments]) == ("5", ["NOTE five"])


@pytest.mark.parametrize(("name", "head", "mark"), [("vtt", "WEBVTT\n", "."), ("srt", "", ",")])
def test_captions_that_scroll_are_read_once(name: str, head: str, mark: str) -> None:
    def read(texts: Iterable[str]) -> formats.Corpus:
        times = (f"00:00:{place:02d}{mark}000 --> 00:00:{place + 1:02d}{mark}000" for place in range(60))
        cues = [f"{time}\n{text}\n" for time, text in zip(times, texts, strict=False)]
        return formats.read("\n".join([head, *cues]).encode(), format=name)

    scrolling = read(f"line {place}\nline<i> {place + 1}</i>" for place in range(12))
    assert scrolling.notices() == [
        "most cues repeat text of the previous cue, as scrolling captions do: the repeated text of 11 cues left out"
    ]
    assert scrolling.texts() == ["line 0 line 1", *[f"line {place}" for place in range(2, 13)]]
    shown = [f"line {place // 2}" if place % 2 else f"line {place // 2 - 1}\nline {place // 2}" for place in range(24)]
    assert read(shown).texts() == ["line -1 line 0", *[f"line {place}" for place in range(1, 12)]]
    for texts in (["Yes.", "Yes.", *[f"line {place}" for place in range(20)]], ["Yes."] * 20):
        corpus = read(texts)
        assert (corpus.notices(), corpus.texts()) == ([], texts)
    few = read(f"line {place}\nline {place + 1}" for place in range(3))
    assert few.texts() == ["line 0 line 1", "line 2", "line 3"]
    assert read(f"line {place}\nline {place + 1}" for place in range(2)).notices() == []
    # Roll-up captions of three lines show a line in three cues.
    rolling = read("\n".join(f"line {line}" for line in range(place, place + 3)) for place in range(12))
    assert rolling.texts() == ["line 0 line 1 line 2", *[f"line {place}" for place in range(3, 14)]]
    # The line of a blank shows the window of YouTube, of which each line stays for 10 ms.
    assert read([" \none two", "one two\n ", "one two\nthree", "three\n "]).texts() == ["one two", "three"]
    # Live captions grow word by word, also below a line that stays.
    said = ["who", "was", "it", "it", "was", "her", "when", "they", "had", "gone"]
    growing = [" ".join(said[begin:end]) for begin in (0, 3, 6) for end in range(begin + 1, min(begin + 4, 11))]
    assert read(growing).texts() == said[:9]
    both = [" ".join(said[:3]) + "\n" + " ".join(said[3:end]) for end in range(4, 11)]
    assert read(both).texts() == ["who was it it", *said[4:]]
    chinese = ["今天", "今天天气", "今天天气很好", "你", "你好", "你好吗"]
    assert read(chinese).texts() == ["今天", "天气", "很好", "你", "好", "吗"]
    song = ["La", "La la", "La la la", "Oh", "La", "La la", "Oh", "Why", "La la la", "Oh"]
    assert read(song).texts() == song


def test_captions_of_youtube_have_each_word_once_even_if_it_is_said_again() -> None:
    """The window shows the line before, for 10 ms alone; a blank line in its place was empty."""
    texts = [
        " \nyes<00:00:00.480><c> yes</c>",
        "yes yes\n ",
        "yes yes\nyes<00:00:02.480><c> yes</c>",
        "yes yes\n ",
        "yes yes\nno",
        "no\n ",
        " \nno",
        "no\n ",
    ]
    cues = [f"00:00:0{place}.000 --> 00:00:0{place + 1}.000 align:start\n{text}\n" for place, text in enumerate(texts)]
    corpus = formats.read("\n".join(["WEBVTT\nKind: captions\n", *cues]).encode())
    assert corpus.texts() == ["yes yes", "yes yes", "no", "no"]
    assert [segment.start for segment in corpus.segments] == [0, 2, 4, 6]
    again = formats.read("".join(formats.by_name("vtt").write(corpus)).encode())
    assert (again.texts(), again.notices()) == (corpus.texts(), [])


def test_a_cue_without_a_blank_line_above_it_is_read_beside_notes() -> None:
    """Players end a cue and a note alike where times begin; how many notes there are does not matter."""
    head = "WEBVTT\n\nNOTE one\n\nNOTE two\n\n"
    cues = "00:01.000 --> 00:02.000\nGood\n00:02.000 --> 00:03.000\nday.\n"
    corpus = formats.read((head + cues).encode(), format="vtt")
    assert [segment.text for segment in corpus.segments] == ["Good", "day."]
    assert dict(corpus.meta)["vtt:notice"] == "line 9: a cue without a blank line above it; read as players do"
    inside = formats.read(f"WEBVTT\n\nNOTE one\ntwo\n{cues}".encode(), format="vtt")
    assert [segment.text for segment in inside.segments] == ["Good", "day."]


def test_the_writer_of_srt_counts_cues_and_does_not_repeat_numbers() -> None:
    corpus = formats.read(UNSORTED.encode())
    assert [line for line in "".join(formats.by_name("srt").write(corpus)).splitlines() if line.isdigit()] == [*"1234"]


UNSORTED = "".join(
    f"{number}\n00:00:{start:02},000 --> 00:00:{start + 1:02},000\n{text}\n\n"
    for number, start, text in ((1, 5, "second"), (2, 1, "first"), (1, 11, "third"), (2, 13, "fourth"))
)


@pytest.mark.parametrize("target", ["vtt", "ttml", "ass", "sbv"])
def test_cues_are_sorted_by_begin_where_another_format_of_subtitles_is_written(target: str, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(UNSORTED)
    outcome = convert_file(str(tmp_path / "a.srt"), str(tmp_path / "b"), Wishes(target_format=target))
    assert "cues are sorted by their begin: 1 was out of order" in outcome.notes
    assert formats.read(str(tmp_path / "b"), target).texts() == ["first", "second", "third", "fourth"]


def test_cues_of_one_format_stay_in_their_order_and_this_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(UNSORTED)
    outcome = convert_file(str(tmp_path / "a.srt"), str(tmp_path / "b.srt"), Wishes())
    assert any("1 cue begins before the cue above it" in note for note in outcome.notes)
    assert formats.read(str(tmp_path / "b.srt")).texts() == ["second", "first", "third", "fourth"]


def test_an_event_that_is_a_drawing_alone_is_no_cue_and_is_written_again() -> None:
    head = (
        "[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, "
        "MarginV, Effect, Text\n"
    )
    drawing = r"{\p1}m 0 0 l 100 0 100 100{\p0}"
    events = [
        f"Dialogue: 0,0:00:0{place}.00,0:00:0{place + 1}.00,Default,,0,0,0,,{text}\n"
        for place, text in enumerate((drawing, f"hello{drawing}", "there"))
    ]
    corpus = formats.read((head + "".join(events)).encode(), format="ass")
    assert corpus.texts() == ["hello", "there"]
    assert "".join(ass.FORMAT.write(corpus)) == head + "".join(events)


def test_frames_in_srt_are_named() -> None:
    with pytest.raises(formats.FormatError, match=r"2:1: the time 00:00:01:12 counts frames; expected milliseconds"):
        formats.read(b"1\n00:00:01:12 --> 00:00:02:10\nb\n", format="srt")


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("LOCAL:00:00:00.000,MPEGTS:900000", "10"),
        ("MPEGTS:135000, LOCAL:00:02.000", "-0.5"),
        ("MPEGTS:0,LOCAL:00:00:00.000", ""),
        ("LOCAL:x,MPEGTS:900000", ""),
    ],
)
def test_the_offset_of_a_stream_is_reported_and_not_applied(header: str, seconds: str) -> None:
    text = f"WEBVTT\nX-TIMESTAMP-MAP={header}\n\n00:01.000 --> 00:02.000\nhello\n"
    corpus = formats.read(text.encode(), format="vtt")
    assert corpus.segments[0].start == 1.0
    what = f"X-TIMESTAMP-MAP, by which a stream moves cues by {seconds} s, is not applied; shift={seconds}"
    assert [notice.startswith(what) for notice in corpus.notices()] == [True] * bool(seconds)


def test_a_part_that_is_joined_twice_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\na\n")
    outcome = run_joined([str(tmp_path / "a.srt")] * 2, str(tmp_path / "b.srt"), Wishes())
    assert outcome.notes[0] == f"{tmp_path / 'a.srt'} is joined more than once"


def test_check_reports_cues_that_are_out_of_order(scorelite: Run, tmp_path: Path) -> None:
    cues = "1\n00:00:05,000 --> 00:00:06,000\nb\n\n2\n00:00:01,000 --> 00:00:02,000\na\n"
    (tmp_path / "a.srt").write_text(cues)
    done = scorelite("check", "a.srt", cwd=tmp_path)
    what = "1 cue begins before the cue above it; scorelite convert sorts cues for another format"
    assert done.stderr.decode() == f"scorelite: warning: a.srt: {what}\n"


@pytest.mark.parametrize("kind", ["vtt", "ass", "ssa"])
@pytest.mark.parametrize("text", ["{\\an8}Good <i>day</i>", "{\\an7}a\nb", "{\\an4}a", "{\\an6}a", "{\\an1}a", "a"])
def test_places_of_cues_survive_from_format_to_format(text: str, kind: str, tmp_path: Path) -> None:
    source = f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n"
    (tmp_path / "a.srt").write_text(source)
    assert formats.convert(tmp_path / "a.srt", tmp_path / f"b.{kind}") == ()
    formats.convert(tmp_path / f"b.{kind}", tmp_path / "c.srt")
    assert (tmp_path / "c.srt").read_text() == source
    assert formats.read(tmp_path / "a.srt").texts()[0].isascii()
    assert "an" not in formats.read(tmp_path / "a.srt").texts()[0]


def test_places_are_lines_of_vtt_and_never_words(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\n{\\an8}Good day\n")
    formats.convert(tmp_path / "a.srt", tmp_path / "a.vtt")
    assert "00:00:02.000 line:0\nGood day\n" in (tmp_path / "a.vtt").read_text()
    assert formats.convert(tmp_path / "a.srt", tmp_path / "a.ttml") == ("positions",)
    cue = "WEBVTT\n\n00:01.000 --> 00:02.000 line:5% align:start position:0%\nGood day\n"
    (tmp_path / "b.vtt").write_text(cue)
    assert formats.convert(tmp_path / "b.vtt", tmp_path / "b.srt") == ("attributes",)
    assert "{\\an8}Good day\n" in (tmp_path / "b.srt").read_text()
    formats.convert(tmp_path / "b.vtt", tmp_path / "c.vtt")
    assert (tmp_path / "c.vtt").read_text().endswith(" line:5% align:start position:0%\nGood day\n")


def test_speakers_of_webex_are_those_in_the_names_of_cues() -> None:
    text = (
        b'WEBVTT\n\n1 "Ann Lee" (12)\n00:00:01.000 --> 00:00:03.000\nHello.\n\n2\n00:00:03.000 --> 00:00:04.000\nHi.\n'
    )
    corpus = formats.read(text)
    assert [(part.speaker, part.text) for part in corpus.segments] == [("Ann Lee", "Hello."), ("", "Hi.")]


def test_a_document_of_timed_text_without_layout_loses_nothing_in_srt(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\n<i>good</i> day\n\n")
    assert formats.convert(tmp_path / "a.srt", tmp_path / "a.ttml") == ()
    assert formats.convert(tmp_path / "a.ttml", tmp_path / "b.srt") == ()
    text = (tmp_path / "a.ttml").read_text()
    (tmp_path / "b.ttml").write_text(text.replace("<head>", '<head><layout><region xml:id="top"/></layout>'))
    assert formats.convert(tmp_path / "b.ttml", tmp_path / "b.srt") == ("attributes",)
