"""Formats of annotation tools: tiers, turns and labels."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import scorelite
from scorelite import formats
from scorelite.formats.conversion import run
from scorelite.formats.detection import detect
from scorelite.formats.engine.tiers import refuse_levels
from scorelite.formats.engine.wishes import Wishes
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus, Label, Segment, Written
from scorelite.formats.source import Source
from tests.conftest import Run
from tests.formats.check import check_format, read_or_refuse, written
from tests.peers import peer

pytest.importorskip("lxml", reason="most of these formats are XML")

FOLDER = Path(__file__).parent / "samples"
SAMPLES = [
    FOLDER / name
    for name in (
        "eaf.eaf",
        "trs.trs",
        "audacity.txt",
        "chat.cha",
        "exb.exb",
        "nxt.xml",
        "xlabel.words",
        "sherpa.txt",
        "lab.lab",
        "silero.json",
        "label-studio.json",
        "funasr.json",
        "nemo-diar.json",
        "timit.phn",
        "mlf.mlf",
        "named-turns.txt",
        "nemo-timestamps.json",
        "parakeet.json",
        "video-indexer.json",
    )
]
WRITABLE = ("eaf", "trs", "audacity")

BROKEN = {
    "nxt": {
        b'<nite:root xmlns:nite="http://nite.sourceforge.net/">\n<w starttime="x">a</w>\n'
        b'<w starttime="2" endtime="1">b</w></nite:root>': (
            "<bytes>:2:1: /root/w[1]: starttime 'x' is not a number; expected seconds\n"
            "<bytes>:3:1: /root/w[2]: endtime 1 is before starttime 2; expected endtime >= starttime"
        ),
    },
    "sherpa": {
        b'a.wav\n{"text": 5, "tokens": []}\n\n{"text": "a", "tokens": []}\n': (
            "<bytes>:2:1: no JSON with a text; expected the name of a sound file, and a line of JSON with text and "
            'tokens below it\n  {"text": 5, "tokens": []}\n  ^\n'
            "<bytes>:4:1: no name of a file above the text; expected the name of a sound file, and a line of JSON with "
            'text and tokens below it\n  {"text": "a", "tokens": []}\n  ^'
        ),
        b"good day\n": (
            "<bytes>:1:1: no utterance; expected the name of a sound file, and a line of JSON with text and "
            "tokens below it"
        ),
    },
    "xlabel": {
        b"signal a\n#\n0.5 121 a\nx 121 b\n0.4 121 c\n0.6 red d\n": (
            "<bytes>:4:1: end 'x' is not a number; expected end, colour and label\n  x 121 b\n  ^\n"
            "<bytes>:5:1: end 0.4 is before begin 0.5; expected end >= begin\n  0.4 121 c\n  ^\n"
            "<bytes>:6:5: no colour, a whole number; expected end, colour and label\n  0.6 red d\n      ^"
        ),
        b"0.5 121 a\n": (
            "<bytes>:1:1: no line # behind the head; expected a line #, then end, colour and label in each line\n"
            "  0.5 121 a\n  ^"
        ),
    },
    "lab": {
        b"0.0 1.5 a\nhello world\n0 x a\n2 1 a\n": (
            "<bytes>:2:12: only 2 fields; expected begin, end and label; for a transcript, as MFA has it, "
            "format='txt'\n  hello world\n             ^\n"
            "<bytes>:3:3: end 'x' is not a number; expected begin, end and label; for a transcript, as MFA has it, "
            "format='txt'\n  0 x a\n    ^\n"
            "<bytes>:4:3: end 1 is before begin 2; expected end >= begin\n  2 1 a\n    ^"
        ),
    },
    "mlf": {
        b'#!MLF!#\nyes\n"*/a.lab"\n0 x yes\n2 1 no\n5 6\n.\n"*/b.lab"\nyes\n': (
            "<bytes>:2:1: 'yes' outside a recording; expected \"*/NAME.lab\" in quotes, its labels, and a line with a "
            "dot\n  yes\n  ^\n"
            "<bytes>:4:3: end 'x' is not a number; expected begin, end and label, or a label alone\n  0 x yes\n    ^\n"
            "<bytes>:5:3: end 1 is before begin 2; expected end >= begin\n  2 1 no\n    ^\n"
            "<bytes>:6:4: no label; expected begin, end and label, or a label alone\n  5 6\n     ^\n"
            "<bytes>:9:1: no end of 'b'; expected a line with a dot\n  yes\n  ^"
        ),
    },
    "timit": {
        b"0 2260 h#\n2260 sh\n": (
            "<bytes>:2:8: only 2 fields; expected begin, end and label; for a transcript, as MFA has it, "
            "format='txt'\n  2260 sh\n         ^"
        ),
    },
    "funasr": {
        b'[{"key": "a", "text": "x",\n"sentence_info": [{"text": 3, "start": 5, "end": 2, "spk": 0}]}]': (
            "<bytes>:2:19: /0/sentence_info/0: end 2 is before begin 5; expected end >= begin\n"
            '  "sentence_info": [{"text": 3, "start": 5, "end": 2, "spk": 0}]}]\n'
            "                    ^\n"
            "<bytes>:2:28: /0/sentence_info/0/text: is a number; expected text\n"
            '  "sentence_info": [{"text": 3, "start": 5, "end": 2, "spk": 0}]}]\n'
            "                             ^"
        ),
    },
    "nemo-diar": {
        b'{"session_id": "a",\n"words": [{"start_time": "x", "speaker_label": "s"}]}': (
            "<bytes>:2:11: /words/0: no 'word'; expected text under that key\n"
            '  "words": [{"start_time": "x", "speaker_label": "s"}]}\n'
            "            ^\n"
            "<bytes>:2:26: /words/0/start_time: is text; expected seconds\n"
            '  "words": [{"start_time": "x", "speaker_label": "s"}]}\n'
            "                           ^"
        ),
    },
    "video-indexer": {
        b'{"videos": [{"insights": {"transcript": [\n{"speakerId": 1, "instances": [{"end": "x"}]}]}}]}': (
            "<bytes>:2:1: /videos/0/insights/transcript/0: no 'text'; expected text under that key\n"
            '  {"speakerId": 1, "instances": [{"end": "x"}]}]}}]}\n'
            "  ^\n"
            "<bytes>:2:40: /videos/0/insights/transcript/0/instances/0/end: 'x' is not a number; "
            "expected seconds, or a clock time such as 00:00:01.500\n"
            '  {"speakerId": 1, "instances": [{"end": "x"}]}]}}]}\n'
            "                                         ^"
        ),
    },
    "named-turns": {
        b"Ann 0:05\nyes\nBen 0:03\nCy 0:75\n": (
            "<bytes>:3:5: 0:03 is before the turn above; expected times that rise\n  Ben 0:03\n      ^\n"
            "<bytes>:4:4: 0:75 is not a time; expected Anna Lee 0:03\n  Cy 0:75\n     ^"
        ),
        b"day\n" * 21: "<bytes>:21:1: no name and time above so many lines; expected Anna Lee 0:03\n  day\n  ^",
    },
    "nemo-timestamps": {
        b'{"timestamp": {"word": [{"word": 1, "start": 3, "end": 1}]}}': (
            "<bytes>:1:34: /timestamp/word/0/word: is a number; expected text\n"
            '  {"timestamp": {"word": [{"word": 1, "start": 3, "end": 1}]}}\n'
            "                                   ^"
        ),
    },
    "parakeet": {
        b'{"sentences": [{"text": "a", "start": "x", "tokens": [{"start": 3, "end": 1}]}]}': (
            "<bytes>:1:39: /sentences/0/start: is text; expected seconds\n"
            '  {"sentences": [{"text": "a", "start": "x", "tokens": [{"start": 3, "end": 1}]}]}\n'
            "                                        ^\n"
            "<bytes>:1:55: /sentences/0/tokens/0: no 'text'; expected text under that key\n"
            '  {"sentences": [{"text": "a", "start": "x", "tokens": [{"start": 3, "end": 1}]}]}\n'
            "                                                        ^\n"
            "<bytes>:1:55: /sentences/0/tokens/0: end 1 is before begin 3; expected end >= begin\n"
            '  {"sentences": [{"text": "a", "start": "x", "tokens": [{"start": 3, "end": 1}]}]}\n'
            "                                                        ^"
        ),
    },
    "label-studio": {
        b'[{"data": {"audio": "a"}, "annotations": [{"result": [{"value": {"start": 3, "end": 1}}]}]}, 3]': (
            "<bytes>:1:65: /0/annotations/0/result/0/value: end 1 is before begin 3; expected end >= begin\n"
            '  [{"data": {"audio": "a"}, "annotations": [{"result": [{"value": {"start": 3, "end": 1}}]}]}, 3]\n'
            "                                                                  ^\n"
            "<bytes>:1:94: /1: is a number; expected an object\n"
            '  [{"data": {"audio": "a"}, "annotations": [{"result": [{"value": {"start": 3, "end": 1}}]}]}, 3]\n'
            + " " * 95
            + "^"
        ),
    },
    "silero": {
        b'[{"start": 3, "end": 1}, {"start": 1, "end": null}]': (
            "<bytes>:1:2: /0: end 1 is before begin 3; expected end >= begin\n"
            '  [{"start": 3, "end": 1}, {"start": 1, "end": null}]\n   ^\n'
            '<bytes>:1:26: /1: no start or no end; expected an object such as {"start": 0.5, "end": 3.5}\n'
            '  [{"start": 3, "end": 1}, {"start": 1, "end": null}]\n                           ^'
        ),
    },
    "nlp": {
        b"token|speaker\na\nb|1|2\n": (
            "<bytes>:2:1: 1 field, where the header has 2; expected a word, its speaker, and seconds or nothing\n"
            "  a\n  ^\n"
            "<bytes>:3:1: 3 fields, where the header has 2; expected a word, its speaker, and seconds or nothing\n"
            "  b|1|2\n  ^"
        ),
    },
    "eaf": {
        (
            b"<ANNOTATION_DOCUMENT><TIER><ANNOTATION>\n<ALIGNABLE_ANNOTATION "
            b"TIME_SLOT_REF1='a'/></ANNOTATION></TIER></ANNOTATION_DOCUMENT>"
        ): (
            "<bytes>:1:1: /ANNOTATION_DOCUMENT/TIER: no TIER_ID; expected the name of the tier\n"
            "<bytes>:2:1: /ANNOTATION_DOCUMENT/TIER/ANNOTATION/ALIGNABLE_ANNOTATION: TIME_SLOT_REF1 'a' "
            "is not a time slot; expected one of TIME_ORDER\n"
            "<bytes>:2:1: /ANNOTATION_DOCUMENT/TIER/ANNOTATION/ALIGNABLE_ANNOTATION: TIME_SLOT_REF2 '' "
            "is not a time slot; expected one of TIME_ORDER"
        ),
        (
            b"<ANNOTATION_DOCUMENT>\n<TIME_ORDER><TIME_SLOT TIME_SLOT_ID"
            b"='a' TIME_VALUE='1.5'/></TIME_ORDER></ANNOTATION_DOCUMENT>"
        ): ("<bytes>:2:1: /ANNOTATION_DOCUMENT/TIME_ORDER/TIME_SLOT: TIME_VALUE is '1.5'; expected milliseconds"),
        b"<a/>": ("<bytes>:1:1: /a: not a document of ELAN; expected ANNOTATION_DOCUMENT"),
    },
    "trs": {
        (
            b"<Trans><Episode><Section><Turn speaker='x' startTime='0' endT"
            b"ime='1'>\n<Sync time='2'/>a</Turn></Section></Episode></Trans>"
        ): (
            "<bytes>:1:1: /Trans/Episode/Section/Turn: the speaker 'x' is unknown"
            "; expected an id of the list of speakers\n"
            "<bytes>:2:1: /Trans/Episode/Section/Turn/Sync: begin 2 is after end 1"
            "; expected begin <= end"
        ),
        b"<Trans><Episode><Section>\n<Turn endTime='x'/></Section></Episode></Trans>": (
            "<bytes>:2:1: /Trans/Episode/Section/Turn: no startTime; expected seconds\n"
            "<bytes>:2:1: /Trans/Episode/Section/Turn: endTime 'x' is not a number; expected seconds"
        ),
        b"<Trans><Episode>": ("<bytes>:1:17: not well-formed: Premature end of data in tag Episode line 1"),
    },
    "audacity": {
        b"0.5\t1.5\ta\nx\t1\tb\n": (
            "<bytes>:2:1: begin 'x' is not a number; expected begin, end and label, separated by tabs\n  x\t1\tb\n  ^"
        ),
        b"1\t0.5\ta\n": ("<bytes>:1:3: end 0.5 is before begin 1; expected end >= begin\n  1\t0.5\ta\n   \t^"),
        b"1 2 a\n": (
            "<bytes>:1:6: only one field; expected begin, end and label, separated by tabs\n  1 2 a\n       ^"
        ),
    },
    "chat": {
        b"@Begin\n*CHI:\thi \x15a_b\x15\n": (
            "<bytes>:2:10: 'a_b' is not a pair of times; expected milliseconds such as 500_1500\n"
            "  *CHI:\thi �a_b�\n       \t   ^"
        ),
        b"*A:\t<<a> [x 99]> [x 99] <b [x 99]> [x 99] .\n": (
            "<bytes>:1:1: codes such as [x 3] give more than 10,000 words; expected what was said\n"
            "  *A:\t<<a> [x 99]> [x 99] <b [x 99]> [x 99] .\n  ^"
        ),
        b"@Begin\nhello\n": (
            "<bytes>:2:1: neither a header, a main tier nor a dependent tier"
            "; expected '@', '*', '%' or a tab at the start\n"
            "  hello\n"
            "  ^"
        ),
        b"*CHI hello .\n": (
            "<bytes>:1:1: a main tier without a speaker; expected '*', a speaker and ':'\n  *CHI hello .\n  ^"
        ),
    },
    "exb": {
        (
            b"<basic-transcription><basic-body><tier id='a' type='t'>\n<event star"
            b"t='T0' end='T1'>a</event></tier></basic-body></basic-transcription>"
        ): (
            "<bytes>:2:1: /basic-transcription/basic-body/tier/event: start 'T0' is not a point of the timeline"
            "; expected the id of a tli\n"
            "<bytes>:2:1: /basic-transcription/basic-body/tier/event: end 'T1' is not a point of the timeline"
            "; expected the id of a tli"
        ),
        b"<basic-transcription><tli id='a' time='-1'/></basic-transcription>": (
            "<bytes>:1:1: /basic-transcription/tli: time '-1' is negative; expected seconds"
        ),
        b"<!DOCTYPE a [<!ENTITY b 'c'>]><basic-transcription>&b;</basic-transcription>": (
            "<bytes>:1:1: a declaration inside the document type"
            "; expected none, because entities can be harmful\n"
            "  <!DOCTYPE a [<!ENTITY b 'c'>]><basic-transcription>&b;</basic-transcription>\n"
            "  ^"
        ),
    },
}


def sample_of(name: str) -> bytes:
    return next(path for path in SAMPLES if path.stem == name).read_bytes()


def rows(corpus: Corpus) -> list[tuple[str, str, str, str]]:
    """Speaker, times and text of every segment, as they print."""
    return [
        (segment.speaker, str(segment.start), str(segment.end), text)
        for segment, text in zip(corpus.segments, corpus.texts(), strict=True)
    ]


@pytest.mark.parametrize("name", WRITABLE)
def test_annotation_formats_pass_what_every_format_passes(name: str, tmp_path: Path) -> None:
    check_format(formats.by_name(name), sample_of(name), BROKEN[name], tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "chat",
        "exb",
        "nxt",
        "xlabel",
        "sherpa",
        "lab",
        "label-studio",
        "silero",
        "funasr",
        "nemo-diar",
        "named-turns",
        "nemo-timestamps",
        "parakeet",
        "video-indexer",
    ],
)
def test_formats_that_are_only_read(name: str, tmp_path: Path) -> None:
    record = formats.by_name(name)
    corpus = record.read(Source(sample_of(name)))
    assert corpus.format == name
    assert not record.writable
    with pytest.raises(formats.UsageError, match=f"{name} can be read, but not written"):
        written(corpus, record)
    for suffix in record.suffixes:
        for path, data in (
            (tmp_path / f"a{suffix}", sample_of(name)),
            (tmp_path / ("a.lab.gz" if name == "lab" else "a.gz"), gzip.compress(sample_of(name))),
        ):
            path.write_bytes(data)
            assert detect(Source(path)) is record
            assert formats.read(path) == corpus
    for data, message in BROKEN[name].items():
        with pytest.raises(formats.FormatError) as caught:
            record.read(Source(data))
        assert str(caught.value) == message


def test_every_annotation_format_has_broken_samples() -> None:
    assert {record.name for record in FORMATS if record.family == "annotation"} == set(BROKEN)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_only_one_format_claims_a_sample(path: Path) -> None:
    lines = Source(path).head()
    # The suffix alone tells label files from texts with ids.
    expected = [] if path.stem in ("lab", "timit") else [path.stem]
    assert [record.name for record in FORMATS if not record.files and record.sniff(lines)] == expected


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_damaged_file_ends_with_a_message(path: Path) -> None:
    data = path.read_bytes()
    chance = random.Random(1)
    for _ in range(250):
        read_or_refuse(data[: chance.randrange(len(data))], path.stem)
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(data))
            damaged[place : place + chance.randrange(3)] = bytes([chance.randrange(256)])
        read_or_refuse(bytes(damaged), path.stem)


@pytest.mark.parametrize("name", WRITABLE)
def test_a_changed_corpus_is_written_anew(name: str) -> None:
    record = formats.by_name(name)
    corpus = record.read(Source(sample_of(name)))
    timed = tuple(segment for segment in corpus.segments if segment.end is not None)
    changed = replace(corpus, segments=tuple(replace(segment, speaker="zoe") for segment in timed[:3]))
    again = record.read(Source(written(changed, record)))
    speaker = "zoe" if "speakers" in record.carries else ""
    texts = [text for text in changed.texts() if text]
    assert [row[3] for row in rows(again) if row[3]] == texts
    assert {segment.speaker for segment in again.segments if not segment.ignored} <= {speaker}


@pytest.mark.parametrize("name", WRITABLE)
def test_segments_pass_through_every_annotation_format(name: str) -> None:
    record = formats.by_name(name)
    segments = (
        Segment(
            session="talk", speaker="Anna & <Co>", start=Written("0.5"), end=Written("1.5"), text='good <day> & "x"'
        ),
        Segment(session="talk", speaker="bert", start=Written("1.5"), end=Written("2.25"), text="größe 日本"),
    )
    again = record.read(Source(written(Corpus(segments), record)))
    for segment, wanted in zip(again.segments, segments, strict=True):
        assert (segment.start, segment.end) == (wanted.start, wanted.end)
        assert segment.speaker == (wanted.speaker if "speakers" in record.carries else "")
        assert segment.session == (wanted.session if "sessions" in record.carries else "")
    assert again.texts() == [segment.text for segment in segments]


@pytest.mark.parametrize("name", WRITABLE)
def test_a_segment_without_times_is_refused(name: str) -> None:
    with pytest.raises(formats.UsageError, match=f"{name} cannot hold a segment without times"):
        written(Corpus((Segment(text="a"),)), formats.by_name(name))


def test_elan_words_come_from_the_tier_below() -> None:
    corpus = formats.read(FOLDER / "eaf.eaf")
    assert rows(corpus) == [("Anna", "0.500", "1.500", "good day"), ("bert", "1.500", "2.000", "<yes> & no")]
    assert corpus.segments[0].items == (Label("good", 0.5, 0.9), Label("day", 0.9, 1.5))
    assert corpus.segments[0].session == "talk"


def test_elan_tiers_are_chosen_by_name() -> None:
    record = formats.by_name("eaf")
    corpus = record.read(Source(FOLDER / "eaf.eaf"), tiers=["translation"])
    assert rows(corpus) == [("translation", "0.500", "1.500", "guten Tag")]
    with pytest.raises(
        formats.UsageError, match="no tier 'x'; its tiers are: 'utterances A', 'words A', 'translation', 'bert'"
    ):
        record.read(Source(FOLDER / "eaf.eaf"), tiers=["x"])


def eaf(*tiers: tuple[str, str, list[str]]) -> bytes:
    """A document with tiers of a name, further attributes and texts, which share three seconds."""
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="t{time}" TIME_VALUE="{time}"/>' for time in range(0, 3001, 250))
    written = ""
    for name, attributes, texts in tiers:
        step = 3000 // len(texts)
        annotations = "".join(
            f'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="t{step * place}" '
            f'TIME_SLOT_REF2="t{step * place + step}"><ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>'
            "</ALIGNABLE_ANNOTATION></ANNOTATION>"
            for place, text in enumerate(texts)
        )
        written += f'<TIER TIER_ID="{name}" {attributes}>{annotations}</TIER>'
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{written}</ANNOTATION_DOCUMENT>".encode()


def test_tiers_of_several_types_are_named() -> None:
    spoken, shown = 'LINGUISTIC_TYPE_REF="speech"', 'LINGUISTIC_TYPE_REF="gestures"'
    speech = ("a b", spoken, ["hi"]), ("c", spoken, ["ho"])
    assert formats.read(eaf(*speech), format="eaf").notices() == []
    (notice,) = formats.read(eaf(*speech, ("hand", shown, ["wave"])), format="eaf").notices()
    what = "tiers of 2 types are read: speech (a b, c), gestures (hand); "
    assert notice == what + "tiers=['a b', 'c'] reads those of the first type"


def test_tiers_of_ids_name_the_tiers_below() -> None:
    below = ("tx", 'PARENT_REF="ref"', ["hi you", "ho"])
    (notice,) = formats.read(eaf(("ref", "", ["S.01", "S.02"]), below), format="eaf").notices()
    assert (
        notice == "read: 1 tier of ids, such as 'S.01' in ref; tiers=[NAME] (--tier NAME) reads one of words below (tx)"
    )
    (notice,) = formats.read(eaf(("ref", "", ["S.01", "so"]), below), format="eaf").notices()
    assert notice == "not read: 1 tier below others (tx); tiers=[NAME] (--tier NAME) reads one"


def test_words_of_a_participant_in_a_tier_of_their_own_are_not_read_twice(tmp_path: Path, scorelite: Run) -> None:
    anna, bert = 'PARTICIPANT="Anna"', 'PARTICIPANT="Bert"'
    tiers = ("A", anna, ["a b", "c"]), ("A_words", anna, ["a", "b", "c"]), ("B", bert, ["d", "e f"])
    document = eaf(*tiers).replace(b'REF2="t1500"', b'REF2="t2000"').replace(b'REF1="t1500"', b'REF1="t2000"')
    (tmp_path / "a.eaf").write_bytes(document)
    done = scorelite("convert", "a.eaf", "a.stm", cwd=tmp_path)
    assert b"'A_words' divides the segments of tier 'A'" in done.stderr
    done = scorelite("convert", "a.eaf", "a.stm", "--tier", "A", "--tier", "B", cwd=tmp_path)
    assert (tmp_path / "a.stm").read_text().count("Anna") == 2


def test_tiers_of_one_level_are_named() -> None:
    tiers = ("A", "", ["a", "b"]), ("A_words", "", ["a", "a", "b", "b"]), ("B", "", ["c", "d", "e"])
    corpus = formats.read(eaf(*tiers), format="eaf")
    with pytest.raises(formats.UsageError, match="expected tiers of one level, such as 'A' and 'B': .* for each"):
        refuse_levels(corpus)


def test_praat_has_the_tiers_of_elan_where_a_participant_has_several() -> None:
    anna, bert = 'PARTICIPANT="Anna"', 'PARTICIPANT="Bert"'
    tiers = ("A", anna, ["a b", "c"]), ("A_fr", anna, ["d"]), ("B", bert, ["e"])
    names = [[tier[0] for tier in tiers], ["Anna", "Bert"]]
    for chosen, expected in zip((tiers, (tiers[0], tiers[2])), names, strict=True):
        written = "".join(formats.by_name("textgrid").write(formats.read(eaf(*chosen), format="eaf")))
        assert re.findall(r'name = "(.*)"', written) == expected


def test_tiers_below_others_that_give_no_words_are_reported(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "talk.eaf").write_bytes((FOLDER / "eaf.eaf").read_bytes())
    done = scorelite("convert", "talk.eaf", "talk.csv", cwd=tmp_path)
    assert b"not read: 1 tier below others (translation); --tier NAME reads one" in done.stderr
    done = scorelite("convert", "talk.eaf", "talk.csv", "--tier", "translation", cwd=tmp_path)
    assert b"not read" not in done.stderr
    assert "guten Tag" in (tmp_path / "talk.csv").read_text()


def test_time_slots_without_a_value_lie_between_their_neighbours(tmp_path: Path, scorelite: Run) -> None:
    slots = "".join(
        f"<TIME_SLOT TIME_SLOT_ID='{n}'{time}/>" for n, time in enumerate((" TIME_VALUE='500'", "", "", ""))
    )
    slots += "<TIME_SLOT TIME_SLOT_ID='4' TIME_VALUE='2500'/><TIME_SLOT TIME_SLOT_ID='5'/>"
    words = "".join(
        f"<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1='{n}' TIME_SLOT_REF2='{n + 1}'><ANNOTATION_VALUE>{word}"
        "</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
        for n, word in enumerate(["one", "two", "three", "four", "five"])
    )
    document = (
        f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID='a'>{words}</TIER></ANNOTATION_DOCUMENT>"
    )
    (tmp_path / "a.eaf").write_text(document)
    corpus = formats.read(tmp_path / "a.eaf")
    assert [(str(start), str(end)) for _, start, end, _ in rows(corpus)] == [
        ("0.500", "1.000"),
        ("1.000", "1.500"),
        ("1.500", "2.000"),
        ("2.000", "2.500"),
        ("2.500", "None"),
    ]
    (tmp_path / "a.txt").write_text("one two three four five\n")
    done = scorelite("score", "a.eaf", "a.txt", cwd=tmp_path)
    assert b"3 time slots without a time: placed between the neighbours, in equal steps" in done.stdout
    assert b" 0.0 %   0 errors" in done.stdout
    assert b"before the one above" not in done.stdout


def test_elan_words_without_times_follow_the_word_that_they_name_as_the_one_before() -> None:
    """Scripts and hands write them in any order; those of an utterance stay together, in order of time."""
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="t{time}" TIME_VALUE="{time}"/>' for time in (0, 500, 900))
    spoken = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="u{start}" TIME_SLOT_REF1="t{start}" '
        f'TIME_SLOT_REF2="t{end}"/></ANNOTATION>'
        for start, end in ((0, 500), (500, 900))
    )

    def texts(rows: list[tuple[str, str, str]]) -> list[str]:
        words = "".join(
            f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{word}" ANNOTATION_REF="{owner}" '
            f'PREVIOUS_ANNOTATION="{before}"><ANNOTATION_VALUE>{word}</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>'
            for word, owner, before in rows
        )
        document = f"""<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID="A">{spoken}</TIER>
            <TIER TIER_ID="words" PARENT_REF="A">{words}</TIER></ANNOTATION_DOCUMENT>"""
        return formats.read(document.encode(), format="eaf", tiers="words").texts()

    rows = [("d", "u500", ""), ("c", "u0", "b"), ("e", "u500", "d"), ("a", "u0", ""), ("b", "u0", "a")]
    assert texts(rows) == ["a", "b", "c", "d", "e"]
    assert texts([("b", "u0", "c"), ("a", "u0", "x"), ("c", "u0", "b")]) == ["a", "b", "c"]  # in a circle


def test_elan_words_are_written_to_a_tier_below() -> None:
    record = formats.by_name("eaf")
    corpus = record.read(Source(FOLDER / "eaf.eaf"))
    again = record.read(Source(written(Corpus(corpus.segments[:1]), record)))
    assert again.segments[0] == corpus.segments[0]


def test_tiers_of_one_participant_keep_their_names_in_praat() -> None:
    text = (FOLDER / "eaf.eaf").read_text()
    several = text.replace('TIER_ID="bert"', 'PARTICIPANT="Anna" TIER_ID="bert"')
    for source, tiers in ((text, ["Anna", "bert"]), (several, ["utterances A", "bert"])):
        corpus = formats.read(source.encode(), format="eaf")
        grid = formats.read(written(corpus, formats.by_name("textgrid")), format="textgrid")
        assert list(dict.fromkeys(grid.table.speakers)) == tiers


def test_transcriber_turns_of_two_speakers_are_two_segments() -> None:
    corpus = formats.read(FOLDER / "trs.trs")
    assert rows(corpus) == [
        ("", "0", "1.50", ""),
        ("Anna", "1.50", "3.25", "good day"),
        ("Anna", "3.25", "5.0", "yes"),
        ("Anna", "5.0", "9.0", "no"),
        ("Bert & Co", "5.0", "9.0", "but <oh>"),
    ]
    assert [segment.ignored for segment in corpus.segments] == [True, False, False, False, False]
    again = formats.by_name("trs").read(Source(written(Corpus(corpus.segments), formats.by_name("trs"))))
    assert again.segments == corpus.segments


def test_transcriber_holds_no_turns_that_overlap() -> None:
    segments = (Segment(speaker="a", start=0.0, end=2.0, text="x"), Segment(speaker="b", start=1.0, end=3.0, text="y"))
    with pytest.raises(formats.UsageError, match="overlap: one begins at 1.0, before 2.0"):
        written(Corpus(segments), formats.by_name("trs"))


def test_a_file_of_another_encoding_is_written_in_the_one_it_declares() -> None:
    data = sample_of("trs").replace(b'"UTF-8"', b'"ISO-8859-1"').replace(b"good", b"gr\xfc\xdfe")
    corpus = formats.read(data, format="trs")
    assert corpus.texts()[1] == "grüße day"
    again = written(corpus, formats.by_name("trs"))
    assert again.startswith(b'<?xml version="1.0" encoding="UTF-8"?>')
    assert formats.read(again, format="trs").texts() == corpus.texts()


@pytest.mark.parametrize("name", ["eaf", "trs", "exb"])
def test_entities_are_never_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    for declared in (f'<!ENTITY x SYSTEM "file://{tmp_path}/secret">', '<!ENTITY x "&y;&y;"><!ENTITY y "ha">'):
        head = b'<?xml version="1.0"?><!DOCTYPE a [' + declared.encode() + b"]>"
        with pytest.raises(formats.FormatError, match="a declaration inside the document type"):
            formats.read(head + b"<a>&x;</a>", format=name)
    deep = b"<a>" * 500 + b"</a>" * 500
    assert read_or_refuse(deep, name) is None


def test_chat_words_are_what_was_said() -> None:
    corpus = formats.read(FOLDER / "chat.cha")
    assert rows(corpus) == [
        ("MOT", "0.500", "1.500", "where is the dog the um doggie"),
        ("CHI", "1.600", "2.500", "d- doggie gone over there"),
    ]
    assert corpus.comments[0].text == "@UTF8"
    assert corpus.segments[0].session == "talk"


@pytest.mark.parametrize(
    ("written_as", "said"),
    [
        ("he's go-ing to ba:nana^s .", "he's go-ing to bananas"),
        ("0is it [: that] <a b> [/] a b , no ?", "it a b a b no"),
        ('+" yes +//.', "yes"),
        ("(1.5) (..) hm@i &=sighs:loud &*MOT:uhhuh well &~ba", "hm well ba"),
        ("\u201ehello\u201d , \u2021 you !", "hello you"),
        ("New_York ice+cream .", "New_York ice+cream"),
        (".", ""),
        ("0 [=! cries] .", ""),
        ("xxx want &+xxx the@x yyy@p <www dog> .", "want the dog"),
    ],
)
def test_chat_marks_are_no_words(written_as: str, said: str) -> None:
    assert formats.read(f"@Begin\n*CHI:\t{written_as}\n".encode(), format="chat").texts() == [said]


@pytest.mark.parametrize(
    ("written_as", "said", "once"),
    [
        ("no [x 3] .", "no no no", "no"),
        ("<go away> [x 2] now .", "go away go away now", "go away now"),
        ("+< <the <big> [x 2] dog> [!] [x 2] .", "the big big dog the big big dog", "the big dog"),
        ("<no [= a [x 2] &+d [x 2] > [<] it's [: its] [x 2]", "no d- d- it's it's", "no d- it's"),
        ("a <b c> [x 2] [/] b c .", "a b c b c b c", "a b c"),
        ("xxx [x 2] x2 [x] .", "x2", "x2"),
    ],
)
def test_chat_words_are_read_as_often_as_they_were_said(written_as: str, said: str, once: str) -> None:
    content = Source(f"@Begin\n*CHI:\t{written_as}\n".encode())
    assert formats.by_name("chat").read(content).texts() == [said]
    assert formats.by_name("chat").read(content, retracings=False).texts() == [once]


@pytest.mark.parametrize(
    ("written_as", "said"),
    [
        ("&-um <I want> [/] I want da [: the] <big> [//] red ball .", "I want da red ball"),
        ("<the <big> [/] big dog> [//] the cat .", "the cat"),
        ("I [/] I goed [* m:=ed] [//] went home .", "I went home"),
        ("a <b c> [///] d <e> [/-] f &-uh g .", "a d f g"),
        ("<a b> [% a remark] [?] &+fr yes [!] .", "a b fr- yes"),
    ],
)
def test_retracings_and_fillers_of_chat_may_be_left_out(written_as: str, said: str) -> None:
    content = Source(f"@Begin\n*CHI:\t{written_as}\n".encode())
    assert formats.by_name("chat").read(content, retracings=False, fillers=False).texts() == [said]


def test_the_options_of_chat_are_true_or_false(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.cha").write_text("@Begin\n*CHI:\t&-um <I want> [/] I want it .\n@End\n")
    options = ("--option", "retracings=false", "--option", "fillers=false")
    assert scorelite("convert", "a.cha", "-", "--to", "txt", *options).stdout == b"I want it\n"
    refused = scorelite("convert", "a.cha", "-", "--to", "txt", "--option", "retracings=drop")
    assert refused.returncode == 2
    assert b"retracings is 'drop'; expected True or False" in refused.stderr


def test_a_tier_of_chat_that_was_not_transcribed_is_not_scored(tmp_path: Path) -> None:
    (tmp_path / "a.cha").write_text(
        "@Begin\n*CHI:\txxx . \x150_1000\x15\n*CHI:\tthe dog . \x151000_2000\x15\n*CHI:\t0 . \x152000_3000\x15\n@End\n"
    )
    assert [segment.ignored for segment in formats.read(tmp_path / "a.cha").segments] == [True, False, False]
    (tmp_path / "a.ctm").write_text("a 1 0.2 0.5 babble\na 1 1.2 0.2 the\na 1 1.5 0.3 dog\n")
    result = scorelite.score_files(tmp_path / "a.cha", tmp_path / "a.ctm")
    assert (result.errors, result.counts.reference, result.ignored_words) == (0, 2, 1)


def test_exmaralda_tiers_of_transcription_are_read() -> None:
    record = formats.by_name("exb")
    assert rows(formats.read(FOLDER / "exb.exb")) == [
        ("AN", "0.5", "1.25", "good day"),
        ("SPK1", "1.25", "1.625", "yes"),
    ]
    assert rows(record.read(Source(FOLDER / "exb.exb"), tiers="AN [en]")) == [("AN", "0.5", "1.25", "guten Tag")]
    with pytest.raises(formats.UsageError, match="no tier 'x'; its tiers are: 'AN "):
        record.read(Source(FOLDER / "exb.exb"), tiers=["x"])


@pytest.mark.parametrize(
    ("rows", "dropped"),
    [
        (b"a 1 0.0 0.5 x\na 1 0.5 0.5 y\n", ("channels", "sessions", "times")),
        (b"a 1 0.0 0.5 x\na 1 2.5 0.5 y\n", ("channels", "sessions")),
    ],
)
def test_conversions_to_audacity_tell_of_times_of_words_that_share_a_label(
    tmp_path: Path, rows: bytes, dropped: tuple[str, ...]
) -> None:
    assert formats.convert(rows, tmp_path / "out", source_format="ctm", target_format="audacity") == dropped


@pytest.mark.parametrize(
    ("end", "labels", "dropped"),
    [
        (1.0, (Label("x", 0.0, 1.0),), {}),
        (2.0, (Label("x", 0.0, 1.0),), {"times"}),
        (1.0, (Label("x"),), {}),
        (1.0, (Label("x"), Label("y")), {}),
        (1.0, (Label("x", optional=True), Label("y", 0.5)), {"times"}),
        (1.0, (Label("x", 0.5, 1.0, optional=True),), {"times"}),
        (1.0, (), {}),
    ],
)
def test_a_word_that_does_not_fill_its_label_loses_its_time(
    end: float, labels: tuple[Label, ...], dropped: set[str]
) -> None:
    drops = formats.by_name("audacity").drops
    assert drops is not None
    assert drops(Corpus((Segment(start=0.0, end=end, labels=labels),))) == set(dropped)


def test_audacity_labels_of_one_word_are_words_with_times() -> None:
    first, second, third = formats.read(FOLDER / "audacity.txt").segments
    assert first.text == "good day"
    assert second.items == (Label("yes", 2.0, 2.25),)
    assert third.text == ""
    assert written(Corpus((first, second)), formats.by_name("audacity")).count(b"\n") == 3


def test_audacity_labels_may_have_decimal_commas(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("0,500000\t1,200000\tgood, day\n2,000000\t2,5\tyes\n")
    corpus = scorelite.read(tmp_path / "a.txt")
    assert corpus.format == "audacity"
    assert written(corpus, formats.by_name("audacity")) == b"0.500000\t1.200000\tgood, day\n2.000000\t2.5\tyes\n"
    with pytest.raises(formats.FormatError, match=r":1:1: begin '1,000.5' is not a number"):
        formats.read(b"1,000.5\t2\ta\n", format="audacity")


def test_audacity_labels_may_name_speakers(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("0.5\t1.5\tanna\n\\\t100.0\t200.0\n1.5\t2\tben lee\n")
    formats.convert(tmp_path / "talk.txt", tmp_path / "talk.rttm", names=True)
    assert (tmp_path / "talk.rttm").read_text().splitlines() == [
        "SPEAKER talk 1 0.5 1.0 <NA> <NA> anna <NA> <NA>",
        "SPEAKER talk 1 1.5 0.5 <NA> <NA> ben_lee <NA> <NA>",
    ]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("audacity", "0.0\t2.0\tann\n2.0\t3.0\tben\n"),
        ("srt", "1\n00:00:00,000 --> 00:00:02,000\nann\n\n2\n00:00:02,000 --> 00:00:03,000\nben\n"),
        ("textgrid-short", '"ann"\n0\n3\n2\n0\n2\n"ann"\n2\n3\n""\n'),
    ],
)
def test_turns_of_speakers_without_words_are_labelled_by_the_speaker(target: str, expected: str) -> None:
    """Their labels would be empty, and Praat's empty intervals are silence."""
    turns = b"talk 1 0.0 2.0 speaker NA unknown ann\ntalk 1 2.0 1.0 speaker NA unknown ben\n"
    wishes = Wishes(source_format="mdtm", target_format=target)
    outcome = run(io.BytesIO(turns), out := io.BytesIO(), wishes)
    assert expected in out.getvalue().decode()
    assert outcome.notes == ("segments have no texts: the speaker is written as the text",)
    assert "speakers" not in outcome.dropped


def test_an_empty_text_among_others_stays_empty() -> None:
    wishes = Wishes(source_format="stm", target_format="audacity")
    run(io.BytesIO(b"talk 1 ann 0 2\ntalk 1 ben 2 3 yes\n"), out := io.BytesIO(), wishes)
    assert out.getvalue() == b"0\t2\t\n2\t3\tyes\n"


def test_label_files_are_in_seconds_or_in_units_of_htk() -> None:
    seconds, htk = b"0.25 1.5 sil\n1.5 2.0 good day\n", b"2500000 15000000 sil\n15000000 20000000 good day\n"
    for data in (seconds, htk):
        corpus = formats.read(data, format="lab")
        times = [(segment.start, segment.end, segment.text) for segment in corpus.segments]
        assert times == [(0.25, 1.5, None), (1.5, 2.0, "good day")]
    assert formats.read(b"0 90000 talk\n", format="lab").segments[0].end == 90000
    label = formats.read(htk, format="lab").segments[0].items[0]
    assert isinstance(label, Label)
    assert (label.start, label.end) == (0.25, 1.5)


def test_labels_of_a_master_label_file_have_times_or_none() -> None:
    data = b"#!MLF!#\n\"*/a.b.lab\"\n0 5000000 good 0.5\n5000000 6000000 'day'\n///\n0 6000000 no\n.\n"
    data += b'"x.rec"\ncaf\\303\\251\n.\n'
    first, second = formats.read(data, format="mlf").segments
    assert [(label.value, label.start, label.end) for label in first.items] == [("good", 0, 0.5), ("day", 0.5, 0.6)]
    assert (first.id, second.id, second.text) == ("a.b", "x", "caf\u00e9")


def test_samples_in_a_label_file_are_no_seconds() -> None:
    samples = b"0 2260 h#\n2260 4149 sh\n4149 5000 ix\n"
    with pytest.raises(formats.FormatError, match=r":1:3: all labels are longer than a minute.*format='timit'"):
        formats.read(samples, format="lab")
    first, second, _ = formats.read(samples, format="timit").segments
    assert (first.start, first.end, second.end) == (0, 0.14125, 0.2593125)
    assert formats.read(b"0 60 a\n60 120 b\n120 180 a\n", format="lab").segments[2].end == 180


def test_sentences_of_funasr_have_speakers_and_results_without_them_have_ids() -> None:
    assert rows(formats.read(FOLDER / "funasr.json")) == [
        ("0", "0.410", "1.500", "hello there,"),
        ("1", "2.000", "2.700", "how are you?"),
    ]
    text = b'[{"key": "a", "text": "hi you", "timestamp": [[0, 400], [400, 900]]}, {"key": "b", "text": "yes"}]'
    corpus = formats.read(text)
    assert (corpus.format, corpus.ids(), corpus.texts()) == ("funasr", ["a", "b"], ["hi you", "yes"])
    line = b'{"key": "a", "text": "hi", "sentence_info": [{"text": "hi", "start": 0, "end": 900, "spk": 0}]}\n'
    assert [segment.speaker for segment in formats.read(line + line.replace(b'"a"', b'"b"')).segments] == ["0", "0"]
    table = b'[{"key": "a", "text": "hi", "reference": "hey", "timestamp": [[0, 400]]}]'
    assert formats.read(table).format == "jsonl"


def test_sentences_of_a_funasr_result_without_a_key_keep_their_times() -> None:
    sentences = [{"start": 120, "end": 980, "text": "one,"}, {"start": 1020, "end": 1880, "sentence": "two."}]
    result = {"text": "one, two.", "language": "en", "num_speakers": 1, "sentence_info": sentences}
    corpus = formats.read(json.dumps(result).encode())
    assert (corpus.format, corpus.texts()) == ("funasr", ["one,", "two."])
    assert [(segment.start, segment.end) for segment in corpus.segments] == [(0.12, 0.98), (1.02, 1.88)]
    assert formats.read(b'[{"text": "one"}]', format="funasr").texts() == ["one"]


def test_times_of_tokens_of_funasr_are_those_of_words_where_there_are_as_many() -> None:
    times = [[100, 400], [400, 900]]
    segment = formats.read(json.dumps([{"key": "a", "text": "hi you.", "timestamp": times}]).encode()).segments[0]
    assert segment.labels == (Label("hi", 0.1, 0.4), Label("you.", 0.4, 0.9))
    segment = formats.read(
        json.dumps([{"key": "a", "text": "\u6b22\u8fce\u3002", "timestamp": times}]).encode()
    ).segments[0]
    assert (segment.text, segment.start, segment.end) == ("\u6b22\u8fce\u3002", 0.1, 0.9)
    sentence = {"text": "hi you", "start": 100, "end": 900, "spk": 0, "timestamp": times}
    segment = formats.read(json.dumps({"key": "a", "text": "hi you", "sentence_info": [sentence]}).encode()).segments[0]
    assert segment.labels == (Label("hi", 0.1, 0.4), Label("you", 0.4, 0.9))


def test_words_of_nemo_belong_to_its_segments() -> None:
    corpus = formats.read(FOLDER / "nemo-timestamps.json")
    assert [segment.labels for segment in corpus.segments] == [
        (Label("hi", 0.08, 0.24), Label("there", 0.32, 0.64), Label("hello", 0.96, 1.44))
    ]
    times = [{"word": word, "start": place, "end": place + 0.5} for place, word in enumerate("abc")]
    cuts = [{"segment": "a b", "start": 0, "end": 1.5}, {"segment": "c", "start": 2, "end": 2.5}]
    for segments, expected in ((cuts, ["a b", "c"]), (cuts[:1], ["a b c"]), ([], ["a b c"])):
        result = {"text": "a b c", "timestamp": {"word": times, "segment": segments}}
        assert formats.read(json.dumps(result).encode()).texts() == expected


def test_tokens_of_parakeet_make_words() -> None:
    corpus = formats.read(FOLDER / "parakeet.json")
    assert [segment.labels for segment in corpus.segments] == [
        (Label("Hi", 0.1, 0.4, 0.9), Label("there.", 0.4, 1.0, 0.95)),
        (Label("Hello.", 1.2, 1.9, 0.9),),
    ]
    other = json.loads((FOLDER / "parakeet.json").read_text())
    other["sentences"][0]["text"] = "Hi all."
    assert formats.read(json.dumps(other).encode()).segments[0].labels is None


@pytest.mark.parametrize(
    "heading",
    [
        "Anna Lee  1:02:03",
        "Anna Lee (1:02:03):",
        "[Anna Lee] 01:02:03",
        "Anna Lee - 1:02:03",
        "Anna Lee\t1:02:03.0",
        "[01:02:03] - Anna Lee",
        "1:02:03 Anna Lee:",
    ],
)
def test_turns_have_a_name_and_a_time_above_them(heading: str) -> None:
    corpus = formats.read(f"{heading}\nGood day.\nYes.\n\nSpeaker 2 1:02:03\nno\n".encode())
    assert rows(corpus) == [
        ("Anna Lee", "3723.0", "3728.0", "Good day. Yes."),
        ("Speaker 2", "3723.0", "3728.0", "no"),
    ]
    assert corpus.notices() == ["the file has no end for the last turn: it is read as 5 s long"]


def test_a_pause_of_an_hour_after_a_named_turn_is_said() -> None:
    text = "Ann Lee  0:03\nGood day.\n\nBen Otto  0:05\nShall we?\n\nAnn Lee  1:00:08\nYes.\n\nBen Otto  {}\nNo.\n"
    said = "turns are read up to the next one, silence too: that of line 4 is 3603 s long for 'Shall we?'"
    assert formats.read(text.format("1:00:10").encode()).notices()[1:] == [said]
    assert formats.read(text.format("1:08:10").encode()).notices()[1:] == [f"{said}, and 1 more like it"]


def test_titles_above_turns_and_what_the_program_says_are_left_out() -> None:
    text = (
        b"Weekly call\nNov 30, 9:00AM\n\nAnn Lee started transcription\n\nAnn Lee   0:03\nyes\n\nBen 0:05\nno\n\n"
        b"Ann Lee stopped transcription\n"
    )
    corpus = formats.read(text)
    assert rows(corpus) == [("Ann Lee", "3.0", "5.0", "yes"), ("Ben", "5.0", "10.0", "no")]
    assert corpus.notices()[1:] == ["2 lines above the first turn left out, such as 'Weekly call'"]


@pytest.mark.parametrize(
    "text",
    [
        "Lunch 12:30\nDinner 18:00\n",
        "Ann 0:03\nyes\n",
        "Ann 0:05\nyes\nBen 0:03\nno\n",
        "ann 0:03\nyes\nben 0:05\nno\n",
        "0:03 Yes\n0:05 No\n",
        "0:03 Good Day\nall\n0:05 No\nwe\n0:09 are here\n",
    ],
)
def test_other_lines_with_times_are_plain_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text)
    assert formats.read(tmp_path / "a.txt").format == "txt"


def test_words_of_one_speaker_in_a_row_are_a_segment_of_nemo() -> None:
    corpus = formats.read(FOLDER / "nemo-diar.json")
    assert rows(corpus) == [("speaker_0", "0.5", "1.3", "good day"), ("speaker_1", "2.0", "2.25", "yes")]
    assert {segment.session for segment in corpus.segments} == {"talk"}
    assert corpus.segments[0].labels == (Label("good", 0.5, 0.9), Label("day", 0.9, 1.3))


def test_lines_of_video_indexer_have_times_and_the_names_of_speakers() -> None:
    corpus = formats.read(FOLDER / "video-indexer.json")
    assert corpus.format == "video-indexer"
    assert rows(corpus) == [
        ("Anna", "0.3", "2.51", "Good day to you."),
        ("Speaker #2", "2.75", "4", "Where is the key?"),
    ]


def test_regions_of_label_studio_have_times_speakers_and_texts() -> None:
    corpus = formats.read(FOLDER / "label-studio.json")
    assert [(segment.session, segment.channel, segment.id) for segment in corpus.segments] == [
        ("talk", "2", ""),
        ("talk", "1", ""),
        ("", "", "c-7"),
    ]
    assert rows(corpus) == [
        ("", "0.5", "1.5", "yes"),
        ("Bert", "2.0000", "3.25", "good day to you"),
        ("", "None", "None", "all of it"),
    ]
    assert corpus.notices() == ["1 of 3 recordings without annotations"]


def test_regions_of_label_studio_without_texts_are_turns() -> None:
    rows_of_file = json.loads((FOLDER / "label-studio.json").read_text())
    regions = rows_of_file[0]["annotations"][1]["result"]
    rows_of_file[0]["annotations"][1]["result"] = [region for region in regions if region["type"] == "labels"]
    corpus = formats.read(json.dumps(rows_of_file[:1]).encode())
    assert rows(corpus) == [("", "0.5", "1.5", ""), ("Bert", "2.0000", "3.25", ""), ("Noise", "4", "5", "")]


def test_the_ground_truth_of_label_studio_is_read_before_later_annotations() -> None:
    def annotation(text: str, **more: bool) -> dict[str, object]:
        return {"result": [{"id": "r", "type": "textarea", "value": {"text": [text]}}], **more}

    task = {"data": {"audio": "a.wav"}, "annotations": [annotation("yes", ground_truth=True), annotation("no")]}
    assert list(formats.read(json.dumps(task).encode()).texts()) == ["yes"]
    task["annotations"] = [annotation("no"), annotation("yes"), annotation("never", was_cancelled=True)]
    assert list(formats.read(json.dumps(task).encode()).texts()) == ["yes"]


def test_annotators_of_label_studio_are_named_and_chosen() -> None:
    def annotation(annotator: object, text: str) -> dict[str, object]:
        value = {"start": 1, "end": 2, "text": [text]}
        return {
            "completed_by": annotator,
            "result": [{"id": "r", "from_name": "t", "type": "textarea", "value": value}],
        }

    task = {"annotations": [annotation(1, "yes"), annotation({"email": "b@x.org"}, "no")], "data": {"audio": "a.wav"}}
    data = json.dumps([task], indent=1).encode()
    corpus = formats.read(data)
    assert (corpus.format, list(corpus.texts())) == ("label-studio", ["no"])
    (notice,) = corpus.notices()
    assert notice.startswith("1 of 1 recordings with several annotations, of which the last is read: annotator= (")
    assert notice.endswith("chooses one of 1, b@x.org")
    corpora = [formats.read(data, annotator=annotator) for annotator in (1, "b@x.org")]
    assert [(list(corpus.texts()), corpus.notices()) for corpus in corpora] == [(["yes"], []), (["no"], [])]


def test_the_short_export_of_label_studio_has_regions_next_to_their_texts() -> None:
    regions = [{"start": 0.5, "end": 1, "channel": 0, "labels": ["Anna"]}, {"start": 2, "end": 3, "labels": ["Speech"]}]
    more = {"annotator": 1, "annotation_id": 9, "audio": "/data/upload/1/5d995a78-talk.wav"}
    two = {"label": regions, "transcription": ["good day", "yes"], **more}
    one = {"label": regions[:1], "transcription": "good day", **more}
    corpus = formats.read(json.dumps([two, one, {"transcription": "all of it", **more}]).encode())
    assert corpus.format == "label-studio"
    assert rows(corpus) == [
        ("Anna", "0.5", "1", "good day"),
        ("", "2", "3", "yes"),
        ("Anna", "0.5", "1", "good day"),
        ("", "None", "None", "all of it"),
    ]
    with pytest.raises(formats.FormatError, match="1 text of 2 regions; expected the full JSON export"):
        formats.read(json.dumps([{**two, "transcription": ["good day"]}]).encode())


def test_samples_of_silero_need_their_rate() -> None:
    samples = b'[{"start": 8000, "end": 24000}]'
    with pytest.raises(formats.UsageError, match="times are whole numbers, as samples are"):
        formats.read(samples, format="silero")
    with pytest.raises(formats.UsageError, match="sample_rate is 0; expected samples a second"):
        formats.read(samples, format="silero", sample_rate=0)
    assert rows(formats.read(samples, format="silero", sample_rate=16000)) == [("", "0.5", "1.5", "speech")]
    assert rows(formats.read(b'[{"start": 0, "end": 3}]', format="silero")) == [("", "0.0", "3.0", "speech")]


def test_pympi_reads_what_we_write_and_we_read_what_it_writes(tmp_path: Path) -> None:
    pympi = peer("pympi")
    theirs = pympi.Eaf(author="x")
    theirs.add_linked_file("talk.wav")
    theirs.add_tier("anna", part="Anna")
    theirs.add_annotation("anna", 500, 1500, "good day & night")
    theirs.add_annotation("anna", 1500, 2500, "yes")
    theirs.to_file(str(tmp_path / "theirs.eaf"))
    corpus = formats.read(tmp_path / "theirs.eaf")
    assert rows(corpus) == [("Anna", "0.500", "1.500", "good day & night"), ("Anna", "1.500", "2.500", "yes")]
    assert corpus.segments[0].session == "talk"
    labels = (Label("good", Written("0.5"), Written("0.75")), Label("day", Written("0.75"), Written("1.5")))
    segment = Segment(session="talk", speaker="Anna", start=Written("0.5"), end=Written("1.5"), labels=labels)
    formats.write(Corpus((segment,)), tmp_path / "ours.eaf")
    ours = pympi.Eaf(str(tmp_path / "ours.eaf"))
    assert ours.get_annotation_data_for_tier("Anna") == [(500, 1500, "good day")]
    assert ours.get_annotation_data_for_tier("Anna - words") == [(500, 750, "good"), (750, 1500, "day")]
    assert ours.tiers["Anna"][2]["PARTICIPANT"] == "Anna"


def test_a_tier_of_exb_without_a_speaker_takes_no_name_from_the_table() -> None:
    data = (
        b"<basic-transcription><head><speakertable><speaker><abbreviation>AN</abbreviation></speaker>"
        b'<speaker id="S1"><abbreviation>BEN</abbreviation></speaker></speakertable></head><basic-body>'
        b'<common-timeline><tli id="T0" time="0"/><tli id="T1" time="1"/></common-timeline>'
        b'<tier id="a" type="t"><event start="T0" end="T1">x</event></tier>'
        b'<tier id="b" speaker="S1" type="t"><event start="T0" end="T1">y</event></tier>'
        b'<tier id="c" speaker="S2" type="t"><event start="T0" end="T1">z</event></tier>'
        b"</basic-body></basic-transcription>"
    )
    assert [segment.speaker for segment in formats.read(data, format="exb").segments] == ["", "BEN", "S2"]


def test_tables_have_the_tier_of_a_participant_s_annotations() -> None:
    """An utterance and its translation are of one speaker and time: only the tier tells them apart."""
    annotations = "".join(
        f'<TIER TIER_ID="{tier}" PARTICIPANT="Ann" LINGUISTIC_TYPE_REF="t"><ANNOTATION><ALIGNABLE_ANNOTATION '
        f'ANNOTATION_ID="{tier}" TIME_SLOT_REF1="b" TIME_SLOT_REF2="e"><ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>'
        "</ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
        for tier, text in (("utterance", "bonjour"), ("translation", "hello"))
    )
    slots = '<TIME_ORDER><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="e" TIME_VALUE="900"/>'
    data = f"<ANNOTATION_DOCUMENT>{slots}</TIME_ORDER>{annotations}</ANNOTATION_DOCUMENT>".encode()
    table = io.BytesIO()
    formats.convert(data, table, source_format="eaf", target_format="csv")
    assert table.getvalue().decode().splitlines() == [
        "speaker,start,end,text,tier",
        "Ann,0.000,0.900,bonjour,utterance",
        "Ann,0.000,0.900,hello,translation",
    ]
    # A tier that has the name of its speaker needs no column.
    nameless, table = data.replace(b' PARTICIPANT="Ann"', b""), io.BytesIO()
    formats.convert(nameless, table, source_format="eaf", target_format="csv")
    assert table.getvalue().startswith(b"speaker,start,end,text\nutterance,")


TEAMS = """Weekly sync
0:0:0.0 --> 0:0:5.320
Ann Lee
We begin
now.

0:0:6.90 --> 0:0:6.500
Ben van Dyk
Hello.
0:0:6.300 --> 0:1:49.50
Ann Lee
0:12:3.0 --> 0:12:4.0
Ann Lee
Bye.
"""


def test_turns_of_teams_have_both_times_and_milliseconds_without_zeros_in_front() -> None:
    corpus = formats.read(TEAMS.encode())
    assert (corpus.format, corpus.notices()) == (
        "named-turns",
        ["1 line above the first turn left out, such as 'Weekly sync'"],
    )
    assert [(turn.speaker, turn.start, turn.end, turn.text) for turn in corpus.segments] == [
        ("Ann Lee", 0.0, 5.32, "We begin now."),
        ("Ben van Dyk", 6.09, 6.5, "Hello."),
        ("Ann Lee", 6.3, 109.05, ""),
        ("Ann Lee", 723.0, 724.0, "Bye."),
    ]
    with pytest.raises(scorelite.FormatError, match=r":7:1: invalid times; expected 0:0:3.90 --> 0:0:5.400"):
        formats.read(TEAMS.replace("0:0:6.500", "0:0:6.1").encode())
    cues = "".join(f"{times}\n<v Ann>x</v>\n\n" for times in TEAMS.splitlines() if "-->" in times)
    starts = [segment.start for segment in formats.read(f"WEBVTT\n\n{cues}".encode()).segments]
    assert starts == [0.0, 6.09, 6.3, 723.0]


def test_turns_that_pyannote_prints_are_those_of_speakers(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "hyp.txt").write_text(
        "[ 00:00:00.500 -->  00:00:02.000] A SPEAKER_00\n[ 00:01:02.400 -->  00:01:04.100] CI SPEAKER_01\n"
    )
    assert scorelite("convert", "hyp.txt", "hyp.rttm").returncode == 0
    rows = [line.split() for line in (tmp_path / "hyp.rttm").read_text().splitlines()]
    assert [(row[1], row[3], row[4], row[7]) for row in rows] == [
        ("hyp", "0.5", "1.5", "SPEAKER_00"),
        ("hyp", "62.4", "1.7", "SPEAKER_01"),
    ]
    document = json.loads(scorelite("segments", "hyp.rttm", "hyp.txt", "--json").stdout)
    assert (document["measure"], document["total"]["der"]) == ("diarisation", 0)


def test_words_of_nxt_have_session_and_speaker_of_their_ids_and_no_marks(tmp_path: Path) -> None:
    (segment,) = formats.read(FOLDER / "nxt.xml").segments
    assert (segment.session, segment.speaker) == ("EN2001a", "A")
    assert [(word.value, word.start) for word in segment.items] == [("Okay", 5.57), ("Does", 11.09), ("anyo", None)]
    printed = formats.read(FOLDER / "nxt.xml", punctuation=True)
    assert printed.texts() == ["Okay. Does anyo"]
    nobody = b'<nite:root xmlns:nite="http://nite.sourceforge.net/"><w>a</w><w>-</w></nite:root>'
    assert (formats.read(nobody, format="nxt").segments[0].session, formats.read(nobody, format="nxt").texts()) == (
        "",
        ["a"],
    )


def test_begin_end_and_label_behind_a_line_with_a_sign_are_no_labels_of_xwaves(tmp_path: Path) -> None:
    (tmp_path / "a.lab").write_text("#\n0.5 1.5 a\n1.5 2.5 b\n")
    (tmp_path / "b.lab").write_text("#\n0 5000000 a\n5000000 9000000 b\n")
    for name in ("a.lab", "b.lab"):
        assert formats.read(tmp_path / name).format == "lab"


@pytest.mark.parametrize("name", ["talk.lab", "talk.words", "talk.txt", "talk"])
def test_labels_of_xwaves_are_known_by_their_head_and_begin_where_the_last_one_ends(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("separator ;\nnfields 1\n#\n    0.25  125 pau ;\n    0.5  125 good day; x; y\n    0.5  125\n")
    assert rows(formats.read(path)) == [("", "0", "0.25", "pau"), ("", "0.25", "0.5", "good day")]


def test_a_sentence_of_timit_has_no_samples_among_its_words(tmp_path: Path) -> None:
    (tmp_path / "SA1.TXT").write_text("0 46797 She had your dark suit.\n")
    corpus = formats.read(tmp_path / "SA1.TXT")
    assert (corpus.format, corpus.texts(), corpus.segments[0].end) == ("timit", ["She had your dark suit."], 2.9248125)
    assert formats.read(b"0 degrees\n1 1000 miles\n").format != "timit"
