"""Details of files beside words: kept also where words change, and refused where no file can hold them."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.engine.json import parse
from scorelite.formats.engine.renaming import renamed
from tests.formats.check import written

SAMPLES = Path(__file__).parent / "samples"
HALF = '{"words": [{"word": "y\\ud800es no", "punct": "y", "start": 0.1, "end": 0.5}]}'


def test_a_changed_speaker_changes_nothing_else() -> None:
    data = SAMPLES / "aws.json"
    before = json.loads(data.read_bytes())
    corpus = renamed(formats.read(data), speakers={"spk_0": "anna"})
    after = json.loads(written(corpus, formats.by_name("aws")))
    text = json.dumps(before, sort_keys=True).replace('"spk_0"', '"anna"')
    kept = before["results"].pop("audio_segments")
    assert after["results"]["audio_segments"] == kept
    assert after["results"]["transcripts"] == before["results"]["transcripts"]
    assert {item.get("speaker_label") for item in after["results"]["items"]} == {"anna", "spk_0", "spk_1"} & {
        item.get("speaker_label") for item in after["results"]["items"]
    }
    assert text.count('"anna"') > json.dumps(after).count('"spk_0"')


def test_a_changed_line_keeps_its_other_members() -> None:
    line = '{"audio_filepath": "a/talk.wav", "offset": 1, "duration": 2.50, "text": " hi ", "more": {"x": [1, null]}}\n'
    corpus = formats.read(line.encode(), format="nemo")
    assert written(corpus, formats.by_name("nemo")).decode() == line
    changed = replace(corpus, segments=tuple(replace(segment, text="ho") for segment in corpus.segments))
    assert written(changed, formats.by_name("nemo")).decode() == line.replace(" hi ", "ho")


def test_half_a_character_is_read_and_written_where_that_can_be() -> None:
    corpus = formats.read(HALF.encode(), format="kaldi-json")
    assert corpus.texts() == ["y\ud800es no"]
    assert json.loads(written(corpus, formats.by_name("kaldi-json"))) == json.loads(HALF)
    with pytest.raises(formats.UsageError, match=r"U\+D800 cannot be written in utf-8"):
        formats.convert(HALF.encode(), io.BytesIO(), source_format="kaldi-json", target_format="txt")


def test_a_nul_character_is_not_written() -> None:
    data = b'[{"id": 1, "start": 0.0, "end": 1.5, "text": "a\\u0000b", "no_speech_prob": 0.1}]'
    with pytest.raises(formats.UsageError, match="a NUL character in a text"):
        formats.convert(data, io.BytesIO(), source_format="faster-whisper", target_format="textgrid")


@pytest.mark.parametrize("span", ["-0.100+0.500", "0.500+0.100"])
def test_sgml_times_that_cannot_be_are_problems(span: str) -> None:
    data = (SAMPLES / "sgml.sgml").read_bytes()
    assert b"0.100+0.500" in data
    with pytest.raises(formats.FormatError, match="seconds >= 0, the later time last"):
        formats.read(data.replace(b"0.100+0.500", span.encode()), format="sgml")


@pytest.mark.parametrize(("text", "deep"), [("[" * 101 + "]" * 101, False), ("[" * 102 + "]" * 102, True)])
@pytest.mark.parametrize("aside", ['"]]]]"', r'"\"]]]\\"', '"[["', "1"])
def test_depth_is_that_of_brackets_outside_of_texts(text: str, deep: bool, aside: str) -> None:
    value = text[:50] + aside + "," + text[50:]
    if deep:
        with pytest.raises(formats.FormatError, match="nested too deeply"):
            parse(value, "x")
    else:
        parse(value, "x")


@pytest.mark.parametrize("name", ["ttml", "eaf", "trs"])
def test_a_character_that_xml_does_not_have_is_not_written(name: str) -> None:
    with pytest.raises(formats.UsageError, match=r"XML cannot hold the character U\+0001"):
        formats.convert(b"talk A anna 0 1 a\x01b\n", io.BytesIO(), source_format="stm", target_format=name)


def test_a_carriage_return_in_a_field_is_read_again() -> None:
    corpus = formats.read(b'{"id": "a", "text": "one\\rtwo", "other": "x\\ry"}\n', format="jsonl")
    again = formats.read(written(corpus, formats.by_name("csv")), format="csv")
    assert [segment.attributes for segment in again.segments] == [(("csv:other", '"x\\ry"'),)]


def test_a_segment_ends_where_its_last_word_ends_whatever_their_order() -> None:
    found = io.BytesIO()
    formats.convert(b"t 1 0.5 5.0 one\nt 1 0.2 0.4 two\n", found, source_format="ctm", target_format="seglst")
    (segment,) = formats.read(found.getvalue(), format="seglst").segments
    assert (segment.start, segment.end) == (0.2, 5.5)


@pytest.mark.parametrize("rate", ["00", "0", "0.0"])
def test_a_frame_rate_that_is_none_has_a_place(rate: str) -> None:
    with pytest.raises(formats.FormatError, match=rf"^<bytes>:1:1: frame rate is {rate}; expected above 0"):
        formats.read(f"{{1}}{{1}}{rate}\n{{12}}{{56}}Good day.\n".encode(), format="microdvd")
