"""Words of vendors' JSON and lines of JSON as columns: a word or a line that is odd changes no other."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.engine.features import features
from scorelite.formats.engine.rows import timed
from scorelite.formats.registry import by_name
from scorelite.formats.schema import Corpus, Label, LabelColumns, Segment, Written
from scorelite.formats.schema import items as schema

SAMPLES = Path(__file__).parent / "samples"
VENDORS = [record.name for record in formats.FORMATS if record.family == "vendor JSON"]
WORDS = ["good", "däy", "to", "you", "all", "I'm", "co-op", "a\u200bb", "x", "\xa0y", "uh,", "7", "end"]
WORDS += ["a" * 70, "b", "c" * 70, "d" * 70]  # lines that are too long, and one among them that is not
ROWS = "".join(f"t 1 {place}.{place:02d} 0.50 {word} 0.{place + 1}\n" for place, word in enumerate(WORDS)).encode()


def _no_labels(*_: object) -> tuple[Label, ...]:
    raise AssertionError("labels were made")


@pytest.mark.parametrize("name", VENDORS)
def test_words_become_rows_without_a_label(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores and conversions of words look at columns alone, and give what labels give."""

    def results(corpus: Corpus) -> object:
        return (
            [*timed(corpus).rows()],
            list(corpus.texts()),
            features(corpus) & {"times", "confidence", "printed forms"},
        )

    text = "".join(by_name(name).write(formats.read(ROWS, format="ctm"))).encode()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "labels_of_columns", _no_labels)
        quick = results(formats.read(text, format=name))
        score = scoring.score_files(ROWS, text, ref_format="ctm", hyp_format=name, missing="skip")
    corpus = formats.read(text, format=name)
    of_labels = Corpus(tuple(replace(segment, labels=tuple(segment.items)) for segment in corpus.segments))
    assert quick == results(replace(of_labels, format=corpus.format, path=corpus.path))
    assert score.counts.errors == 0


@pytest.mark.parametrize("name", VENDORS)
@pytest.mark.parametrize("value", [5, None, True, "x y", "", " ", [], {}, -1, 1e999], ids=repr)
def test_an_odd_value_in_a_word_changes_no_other_word(name: str, value: object) -> None:
    """A file whose third word has an odd value: the first words are what they are without it, or there is a message."""
    text = "".join(by_name(name).write(formats.read(ROWS, format="ctm")))
    plain = formats.read(text.encode(), format=name)
    third, first = WORDS[2], [label.value for segment in plain.segments for label in segment.items][:2]
    for word, odd in ((f'"{third}"', json.dumps(value)), ("2.02", json.dumps(value)), ("0.3", json.dumps(value))):
        try:
            corpus = formats.read(text.replace(word, odd, 1).encode(), format=name)
        except formats.FormatError:
            continue
        labels = [label for segment in corpus.segments for label in segment.items if isinstance(label, Label)]
        assert [label.value for label in labels][:2] == first
        assert "".join(by_name(name).write(corpus))


def test_labels_in_columns_are_a_sequence_like_a_tuple() -> None:
    plain = (Label("good", Written("0.50"), Written("1.0")), Label("day", Written("1.0"), Written("1.25")))
    labels = LabelColumns(["good", "day"], (["0.50", "1.0"], ["1.0", "1.25"], None), None)
    assert labels == plain
    assert plain == labels
    assert hash(labels) == hash(plain)
    assert repr(labels) == repr(plain)
    assert Segment(labels=labels) == Segment(labels=plain)
    assert pickle.loads(pickle.dumps(labels)) == plain
    assert labels + plain == plain + labels == plain + plain
    assert (labels[1:], labels[-1], list(reversed(labels))) == (plain[1:], plain[1], [*reversed(plain)])
    assert LabelColumns(["a"], (None, None, ["0.5"]), [(("x", "y"),)])[0] == Label(
        "a", confidence=0.5, attributes=(("x", "y"),)
    )


LINES = {
    "jsonl": {"id": "a", "text": "good day", "age": 7, "path": None},
    "nemo": {"audio_filepath": "a/b.1.wav", "duration": 3.5, "text": "good day", "offset": 1, "speaker": "eve"},
    "lhotse": {
        "id": "a",
        "recording_id": "r",
        "start": 0.5,
        "duration": 1.25,
        "channel": 0,
        "text": " good däy",
        "speaker": None,
        "language": "en",
    },
}
ODD_LINES = [{"extra": {"x": [1.50, None]}}, {"speaker": 7}, {"speaker": None}, {"text": ""}, {"channel": "1"}]


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("odd", ODD_LINES, ids=str)
def test_an_odd_line_changes_no_other_line(name: str, odd: dict[str, object]) -> None:
    usual = json.dumps(LINES[name])
    rows = [usual, json.dumps({**LINES[name], **odd}), usual]
    corpus = formats.read("\n".join([*rows, ""]).encode(), format=name)
    alone = [formats.read((row + "\n").encode(), format=name).segments[0] for row in rows]
    assert [replace(segment, attributes=()) for segment in corpus.segments] == [
        replace(segment, attributes=()) for segment in alone
    ]
    assert [segment.where.line for segment in corpus.segments if segment.where] == [1, 2, 3]
    assert [json.loads(line) for line in "".join(by_name(name).write(corpus)).splitlines()] == list(
        map(json.loads, rows)
    )
    names = [(segment.session, segment.channel, segment.speaker) for segment in corpus.segments]
    assert names == list(zip(corpus.table.sessions, corpus.table.channels, corpus.table.speakers, strict=True))
    assert list(corpus.texts()) == [segment.text for segment in corpus.segments]


def test_an_object_or_a_list_in_place_of_a_value_is_a_problem_in_every_word() -> None:
    for value in ("{}", "[]"):
        word = f'{{"word": "a", "start": {value}, "end": 0.5}}'
        text = f'{{"segments": [{{"words": [{word}, {word}]}}]}}'
        with pytest.raises(formats.FormatError) as caught:
            formats.read(text.encode(), format="whisper")
        paths = [problem.what.partition(":")[0] for problem in caught.value.problems]
        assert paths == ["/segments/0/words/0/start", "/segments/0/words/1/start"]


def test_words_of_whisperx_without_segments_are_kept_for_writing() -> None:
    word = '{"word": "a", "start": 0.1, "end": 0.5, "score": 0.9}'
    corpus = formats.read(f'{{"segments": [], "word_segments": [{word}]}}'.encode(), format="whisperx")
    assert [key for key, _ in corpus.meta] == ["whisperx:/words"]
    with_meta = type(corpus)(meta=corpus.meta, format="whisperx")
    assert json.loads("".join(by_name("whisperx").write(with_meta)))["word_segments"] == [json.loads(word)]
