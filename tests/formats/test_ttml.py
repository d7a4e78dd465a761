"""TTML and its family: times, speakers, words, and safety against harmful documents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.registry import by_name
from scorelite.formats.source import Source
from tests.formats.check import check_format, written
from tests.formats.test_every_format import sample

BODY = (
    b'<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" %b>'
    b"<body><div>%b</div></body></tt>"
)
BROKEN = {
    b"\n<smil/>": "<bytes>:2:1: /smil: the root is <smil>; expected <tt>",
    BODY
    % (
        b"",
        b"<p begin='soon'>x</p>",
    ): "<bytes>:1:1: /tt/body/div/p: begin is 'soon'; expected a time such as 00:00:01.000, 00:00:01:12 or 1.5s",
    b'<!DOCTYPE tt [<!ENTITY a "b">]>\n<tt/>': (
        "<bytes>:1:1: a declaration inside the document type; expected none, because entities can be harmful\n"
        '  <!DOCTYPE tt [<!ENTITY a "b">]>\n  ^'
    ),
}


SMPTE = b'ttp:timeBase="smpte" ttp:frameRate="%b" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="%b"'


def read(attributes: bytes, paragraphs: bytes) -> formats.Corpus:
    return formats.read(BODY % (attributes, paragraphs), format="ttml")


@pytest.mark.parametrize("name", ["ttml", "ebu-tt", "ebu-tt-d", "imsc"])
def test_timed_text_passes_what_every_format_passes(name: str, tmp_path: Path) -> None:
    check_format(formats.by_name(name), sample(name).read_bytes(), BROKEN, tmp_path)


@pytest.mark.parametrize(
    ("attributes", "times", "expected"),
    [
        (b"", b'begin="00:00:01.5" end="00:00:02"', (1.5, 2.0)),
        (b"", b'begin="1.5s" dur="500ms"', (1.5, 2.0)),
        (b"", b'begin="0.5m" end="0.01h"', (30.0, 36.0)),
        (b'ttp:frameRate="25"', b'begin="00:00:01:05" end="50f"', (1.2, 2.0)),
        (b'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"', b'begin="0s" end="30f"', (0.0, 1.001)),
        (b'ttp:tickRate="1000"', b'begin="0t" end="1500t"', (0.0, 1.5)),
        (SMPTE % (b"24", b"nonDrop"), b'begin="01:00:00:00" end="01:00:02:12"', (3603.6, 3606.1025)),
        (SMPTE % (b"30", b"dropNTSC"), b'begin="00:10:00:00" end="01:00:00:00"', (599.9994, 3599.9964)),
        (b'ttp:timeBase="smpte" ttp:frameRate="25"', b'begin="00:00:01:05" end="50f"', (1.2, 2.0)),
        (
            b'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"',
            b'begin="01:00:00:00" end="3601s"',
            (3600.0, 3601.0),
        ),
    ],
)
def test_times_are_read_in_all_their_forms(attributes: bytes, times: bytes, expected: tuple[float, float]) -> None:
    (segment,) = read(attributes, b"<p %b>x</p>" % times).segments
    assert (segment.start, segment.end) == expected


def test_a_paragraph_may_have_no_times_or_no_end() -> None:
    corpus = read(b"", b'<p>always</p><p begin="2s">from now on</p><p begin="3s" end="4s">now</p>')
    assert [(segment.start, segment.end, segment.text) for segment in corpus.segments] == [
        (None, None, "always"),
        (2.0, None, "from now on"),
        (3.0, 4.0, "now"),
    ]
    result = scoring.score_files(b"always from now on now\n", BODY % (b"", b"<p>always</p><p>from now on now</p>"))
    assert (result.hyp_format, result.counts.errors) == ("ttml", 0)
    with pytest.raises(formats.UsageError, match="srt needs a start and an end for every segment; 'always' has none"):
        written(corpus, formats.by_name("srt"))


def test_lyrics_have_times_from_the_begin_of_the_song() -> None:
    head = b'xmlns:itunes="http://music.apple.com/lyric-ttml-internal" itunes:timing="Word"'
    inner = (
        b'</div><div begin="19.5" end="1:02.5"><p begin="20.25" end="1:01"><span begin="20.25" end="21">a</span></p>'
    )
    (segment,) = read(head, inner).segments
    (label,) = segment.items
    assert isinstance(label, formats.Label)
    assert (segment.start, segment.end, label.start, label.end) == (20.25, 61.0, 20.25, 21.0)


def test_times_count_from_what_is_around_them_and_sequences_go_on() -> None:
    inner = b'<p dur="1s">a</p><p begin="1s" dur="2s">b</p>'
    corpus = read(b"", b'</div><div begin="10s" timeContainer="seq">' + inner)
    assert [(segment.start, segment.end) for segment in corpus.segments] == [(10.0, 11.0), (12.0, 14.0)]


def test_paragraphs_behind_the_end_of_their_division_have_no_length() -> None:
    for inner in (b"<p>good</p>", b'<p>good</p><p dur="1s">day</p>'):
        corpus = read(b"", b'</div><div begin="2s" end="4s" timeContainer="seq"><p begin="3s">a</p>' + inner)
        assert (corpus.segments[1].start, corpus.segments[1].end) == (5.0, 5.0)


def test_colours_are_speakers_where_no_agent_is_named() -> None:
    corpus = formats.read(sample("ebu-tt"), format="ebu-tt")
    assert [(segment.speaker, segment.text) for segment in corpus.segments] == [
        ("white", "Guten Morgen."),
        ("cyan", "Größer?"),
        ("cyan", "Ja."),
    ]


def test_a_colour_inside_a_word_does_not_cut_off_its_punctuation() -> None:
    styling = b'xmlns:tts="http://www.w3.org/ns/ttml#styling"'
    inner = (
        b'<p begin="0s" end="1s">see "<span tts:color="red">green</span>", now <span tts:color="red">two</span>-</p>'
    )
    assert read(styling, inner).texts() == ['see "green", now two-']


def test_a_colour_of_all_texts_but_emphasised_words_is_no_speaker() -> None:
    styling = b'xmlns:tts="http://www.w3.org/ns/ttml#styling"'
    white, yellow = (b'<span tts:color="' + colour + b'">%s</span>' for colour in (b"white", b"yellow"))
    inner = b'<p begin="0s" end="1s">' + white % b"The word " + yellow % b"really" + white % b" matters." + b"</p>"
    corpus = read(styling, inner)
    assert [(segment.speaker, segment.text) for segment in corpus.segments] == [("", "The word really matters.")]


def test_a_colour_that_never_covers_a_line_or_sentence_is_no_speaker() -> None:
    styling = b'xmlns:tts="http://www.w3.org/ns/ttml#styling"'
    yellow = b'<span tts:color="yellow">%s</span>'
    texts = [b"Wait " + yellow % b"here" + b", please.", b"Go.", yellow % b"Waiting" + b" now."]
    inner = b"".join([b'<p begin="0s" end="1s">%s</p>' % text for text in texts])
    assert read(styling, inner).table.speakers == ["", "", ""]
    covered = inner + b'<p begin="1s" end="2s">- ' + yellow % b"Coming" + b".</p>"
    assert read(styling, covered).table.speakers == ["", "", "yellow", "yellow"]


def test_colours_within_a_line_are_emphasis_and_colours_of_lines_and_sentences_are_speakers() -> None:
    styling = b'xmlns:tts="http://www.w3.org/ns/ttml#styling"'
    white, yellow = (b'<span tts:color="' + colour + b'">%s</span>' for colour in (b"white", b"yellow"))
    inner = (
        b'<p begin="0s" end="1s">' + white % b"The word " + yellow % b"really" + white % b" matters." + b"</p>"
        b'<p begin="1s" end="2s">' + white % b"Good evening," + b"<br/>" + yellow % b"welcome." + b"</p>"
        b'<p begin="2s" end="3s">' + white % b"Yes. " + yellow % b"No." + b"</p>"
    )
    corpus = read(styling, inner)
    assert [(segment.speaker, segment.text) for segment in corpus.segments] == [
        ("white", "The word really matters."),
        ("white", "Good evening,"),
        ("yellow", "welcome."),
        ("white", "Yes."),
        ("yellow", "No."),
    ]
    cues = "".join(by_name("vtt").write(corpus))
    assert cues.count(" --> ") == 3
    assert "<v white>Good evening,</v>\n<v yellow>welcome.</v>\n" in cues
    assert formats.read(cues.encode(), format="vtt").texts() == corpus.texts()
    inner = b'<p begin="0s" end="1s"><span tts:color="red">Hi.</span><span tts:color="lime">Ho.</span></p>'
    assert read(styling, inner).texts() == ["Hi.", "Ho."]


def test_elements_of_other_vocabularies_are_not_shown() -> None:
    inner = b'<p begin="0s" end="1s">good <f:span>bad</f:span>day<f:br/></p><f:p begin="2s" end="3s">bad</f:p>'
    inner += b'<f:div><p begin="4s" end="5s">bad</p></f:div>'
    assert read(b'xmlns:f="http://foreign"', inner).texts() == ["good day"]
    wrong = b'<p begin="0s" end="1s">good <f:span>bad</f:span>day</p><p begin="9s" end="8s">x</p>'
    with pytest.raises(formats.FormatError, match="end 8s is before begin 9s"):
        read(b'xmlns:f="http://foreign"', wrong)


def test_readings_of_characters_are_said_once() -> None:
    assert formats.read(sample("imsc"), format="imsc").segments[0].text == "good 東京"


def test_times_of_readings_of_characters_are_not_read() -> None:
    data = (
        b'<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body><div>'
        b'<p begin="1s" end="2s">good<span tts:ruby="text" begin="soon">x</span></p></div></body></tt>'
    )
    corpus = formats.read(data, format="ttml")
    assert data.decode() in "".join(formats.by_name("ttml").write(replace(corpus, original=None)))


def test_spans_with_times_are_words_with_times() -> None:
    words = formats.read(sample("ttml")).segments[2].items
    assert [(item.value, item.start, item.end) for item in words if isinstance(item, formats.Label)] == [
        ("two", 15.0, 15.5),
        ("words", 16.0, 17.0),
    ]


def test_a_change_leaves_the_rest_of_a_document_as_it_was() -> None:
    corpus = formats.read(sample("ebu-tt-d"), format="ebu-tt-d")
    first = replace(corpus.segments[0], start=1.5, end=2.0)
    changed = written(replace(corpus, segments=(first, *corpus.segments[1:])), formats.by_name("ebu-tt-d"))
    assert b'begin="00:00:01.500"' in changed
    assert b'style="base" tts:color="#ffff00ff"' in changed


def test_the_declared_encoding_is_that_of_the_file() -> None:
    data = b'<?xml version="1.0" encoding="ISO-8859-1"?>' + BODY % (b"", b'<p begin="0s" end="1s">Gr\xf6\xdfe</p>')
    assert formats.read(data, format="ttml").segments[0].text == "Größe"
    utf16 = data.decode("latin-1").replace("ISO-8859-1", "UTF-16").encode("utf-16")
    assert formats.read(utf16, format="ttml").segments[0].text == "Größe"


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd" [ ]><a/>',
        b'<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a b="&b;"/>',
        b"<a>" * 100_000,
        b"<a>" * 240 + b"</a>" * 240,
        b"<a>&nothing;</a>",
        b"<a>\x01</a>",
        "<?xml version='1.0'?><a>\ufffe</a>".encode(),
    ],
)
def test_harm_is_refused(data: bytes) -> None:
    with pytest.raises(formats.FormatError):
        formats.read(data, format="ttml")


def test_a_declaration_may_stand_after_blanks() -> None:
    data = b'\n <?xml version="1.0" encoding="UTF-8"?>\n' + BODY % (b"", b'<p begin="0s" end="1s">good</p>')
    assert formats.read(data, format="ttml").texts() == ["good"]
    assert formats.read(data).texts() == ["good"]


def test_nothing_is_fetched() -> None:
    data = b'<!DOCTYPE tt SYSTEM "http://127.0.0.1:9/none.dtd">\n' + BODY % (b"", b"")
    assert formats.read(Source(data).data, format="ttml").segments == ()


def test_a_paragraph_with_an_id_alone_begins_with_its_first_span() -> None:
    corpus = read(b"", b'<p xml:id="a"><span begin="1s" end="2s">x</span><span begin="2s" end="3s">y</span></p>')
    assert [(segment.start, segment.end) for segment in corpus.segments] == [(1.0, 3.0)]


@pytest.mark.parametrize(
    ("attributes", "content", "text"),
    [
        (b"", b'<span begin="1s" end="2s">good day</span><span begin="2s" end="3s">to you</span>', "good day to you"),
        (b"", b'<span begin="1s" end="2s">good</span><span begin="2s" end="3s">day</span>', "good day"),
        # Both are shown at once.
        (b"", b'<span begin="1s" end="3s">to</span><span begin="2s" end="3s">day</span>', "today"),
        (b"", b'<span begin="1s" end="2s">to<span>day</span></span>', "today"),
        # Blanks between other spans, or Apple's attribute, show that spans are syllables.
        (
            b"",
            b'<span begin="1s" end="2s">to</span><span begin="2s" end="3s">day</span> <span>a</span>',
            "today a",
        ),
        (
            b'xmlns:itunes="http://music.apple.com/lyric-ttml-internal" itunes:timing="Word"',
            b'<span begin="1s" end="2s">to</span><span begin="2s" end="3s">day</span>',
            "today",
        ),
    ],
)
def test_spans_that_are_shown_one_after_the_other_are_words_of_their_own(
    attributes: bytes, content: bytes, text: str
) -> None:
    for paragraph in (b"<p>%b</p>", b'<p begin="0s" end="9s">%b</p>'):
        assert read(attributes, paragraph % content).texts() == [text]


@pytest.mark.parametrize("name", ["ttml", "ebu-tt", "ebu-tt-d", "imsc"])
@pytest.mark.parametrize(
    "content", [b"", b"<body/>", b"<body><div/></body>", b'<body><div><p begin="0s" end="1s"/></div></body>']
)
def test_a_document_without_texts_is_read_again_whatever_it_lacks(name: str, content: bytes) -> None:
    record = formats.by_name(name)
    corpus = formats.read(b'<tt xmlns="http://www.w3.org/ns/ttml">%b</tt>' % content, format="ttml")
    again = formats.read(written(corpus, record), format=name)
    assert [segment.text for segment in again.segments] == [segment.text for segment in corpus.segments]
    assert written(again, record) == written(formats.read(written(again, record), format=name), record)


TWO_COLOURS = b"""<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body><div>
<p begin="1s" end="2s"><span tts:color="yellow">Thank you,<br/>Anna.</span><br/><span>Good <span
 tts:fontStyle="italic">night.</span></span></p>
<p begin="2s" end="3s"><span>Bye.</span></p></div></body></tt>"""


def test_a_paragraph_of_two_colours_is_one_cue_where_cues_have_no_speakers(tmp_path: Path) -> None:
    assert [segment.speaker for segment in formats.read(TWO_COLOURS)] == ["yellow", "", ""]
    goal = tmp_path / "a.srt"
    assert "speakers" in formats.convert(TWO_COLOURS, goal)
    cues = goal.read_text().split("\n\n")
    assert cues[0] == "1\n00:00:01,000 --> 00:00:02,000\nThank you,\nAnna.\nGood <i>night.</i>"
    assert cues[1] == "2\n00:00:02,000 --> 00:00:03,000\nBye.\n"


def in_languages(*paragraphs: tuple[str, int, int, str], root: str = "en") -> bytes:
    """A document of paragraphs with their languages, their times and their words."""
    divisions = "".join(
        f'<div xml:lang="{language}"><p begin="{start}s" end="{end}s">{text}</p></div>'
        for language, start, end, text in paragraphs
    )
    return f'<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="{root}"><body>{divisions}</body></tt>'.encode()


def test_a_new_document_has_the_only_language_that_its_source_names() -> None:
    imsc = formats.by_name("imsc")
    two = in_languages(("en", 1, 2, "good"), ("cy", 1, 2, "dda"))
    sources = {
        'xml:lang="cy"': formats.read(in_languages(("cy", 1, 2, "dda"), root="cy")),
        'xml:lang="en"': formats.read(b"WEBVTT\nLanguage: en\n\n00:01.000 --> 00:02.000\ngood\n"),
        'xml:lang=""': formats.read(two, language="cy"),
    }
    for expected, corpus in sources.items():
        assert expected.encode() in written(corpus, imsc)


def test_a_document_in_two_languages_at_the_same_times_is_read_in_one_of_them() -> None:
    data = in_languages(("en", 1, 2, "good"), ("en", 3, 4, "day"), ("cy", 1, 2, "noswaith"), ("cy", 3, 4, "dda"))
    expected = r"\(en, cy\) at the same times; expected one: language='en' of read and convert, or `scorelite convert "
    with pytest.raises(formats.UsageError, match=expected):
        formats.read(data)
    corpus = formats.read(data, language="cy")
    assert corpus.texts() == ["noswaith", "dda"]
    written = "".join(formats.by_name("ttml").write(corpus))
    assert "good" not in written
    assert formats.read(written.encode()).texts() == ["noswaith", "dda"]
    with pytest.raises(formats.UsageError, match="has no language 'de'; its languages are: en, cy"):
        formats.read(data, language="de")


def test_languages_one_after_the_other_are_one_text() -> None:
    data = in_languages(
        ("en", 1, 2, "good"), ("cy", 2, 3, "dda"), ("en", 3, 5, "day"), ("en", 4, 6, "two"), ("", 7, 8, "")
    )
    corpus = formats.read(data)
    assert corpus.texts() == ["good", "dda", "day", "two", ""]
    assert "".join(formats.by_name("ttml").write(corpus)).split() == [
        "<?xml",
        'version="1.0"',
        'encoding="UTF-8"?>',
        *data.decode().split(),
    ]
    alone = in_languages(("en", 1, 2, "good"))
    assert formats.read(alone, language="en").texts() == ["good"]
