"""Words of vendors' JSON that are read as columns: corpora and errors equal those of single values."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.engine import word_lists
from scorelite.formats.engine.features import features
from scorelite.formats.engine.rows import timed
from scorelite.formats.registry import by_name
from scorelite.formats.schema import Label, LabelColumns, Segment, Written
from scorelite.formats.schema import items as schema

SAMPLES = Path(__file__).parent / "samples"
VENDORS = [record.name for record in formats.FORMATS if record.family == "vendor JSON"]
SINGLE = ['"', "\\", "null", "true", "-1", "1e5", "0.5", "007", "},", "{", "", "]", "}", "\\u00e9", "é", "5", ","]
WORDS = ["good", "däy", "to", "you", "all", "I'm", "co-op", "a\u200bb", "x", "\xa0y", "uh,", "7", "end"]
WORDS += ["a" * 70, "b", "c" * 70, "d" * 70]  # lines that are too long, and one among them that is not
ROWS = "".join(f"t 1 {place}.{place:02d} 0.50 {word} 0.{place + 1}\n" for place, word in enumerate(WORDS)).encode()


def found(data: bytes, name: str) -> object:
    """The corpus of a text with the texts of its values, or the message of the error."""
    try:
        corpus = formats.read(data, format=name)
    except ValueError as error:
        return str(error)
    return repr(corpus), corpus.segments


def check(data: bytes, name: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """Holds both readers against each other."""
    quick = found(data, name)
    with monkeypatch.context() as patch:
        patch.setattr(word_lists, "_read", lambda *_: None)
        assert quick == found(data, name), data
    return quick


def samples(name: str) -> Iterator[bytes]:
    """Samples of a format in several layouts, and a file of many words alike."""
    for path in sorted(SAMPLES.glob(f"{name}*.json")):
        yield path.read_bytes()
        try:
            value = json.loads(path.read_bytes())
        except ValueError:
            continue
        for options in ({"indent": 2}, {"separators": (",", ":")}, {"ensure_ascii": False}):
            yield json.dumps(value, **options).encode()  # type: ignore[arg-type]
    corpus = formats.read(ROWS, format="ctm")
    text = "".join(by_name(name).write(corpus))
    yield text.encode()
    if name != "vosk":
        yield json.dumps(json.loads(text)).encode()


def mutations(data: bytes, chance: random.Random, number: int) -> Iterator[bytes]:
    """The text with pieces of it changed, removed or repeated."""
    text = data.decode()
    for _ in range(number):
        at, size = chance.randrange(len(text)), chance.choice((0, 0, 1, 1, 2, 5, 40))
        more = chance.choice((*SINGLE, text[at : at + chance.randrange(120)], ""))
        yield (text[:at] + more + text[at + size :]).encode()


@pytest.mark.parametrize("name", VENDORS)
def test_columns_and_single_values_give_equal_corpora_and_errors(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(name)
    for data in samples(name):
        check(data, name, monkeypatch)
        for changed in mutations(data, chance, 5):
            check(changed, name, monkeypatch)


@pytest.mark.parametrize("name", VENDORS)
def test_words_that_are_written_alike_are_read_as_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, text = samples(name)

    def labels_of(*_: object, **__: object) -> list[Segment]:
        raise AssertionError("a word was read by itself")

    for module in ("json_words", "word_lists"):
        monkeypatch.setattr(f"scorelite.formats.engine.{module}.labels_of", labels_of, raising=False)
    monkeypatch.setattr(f"scorelite.formats.{name.replace('-', '_')}.labels_of", labels_of, raising=False)
    corpus = formats.read(text, format=name)
    assert sum(len(segment.items) for segment in corpus.segments) == len(WORDS)


@pytest.mark.parametrize("name", [name for name in VENDORS if name != "revai"])  # its words stand between blanks
def test_words_become_rows_without_a_label(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores and conversions of words that are written alike look at columns alone; with labels they are the same."""

    def results() -> object:
        found = formats.read(text.encode(), format=name)
        score = scoring.score_files(ROWS, text.encode(), ref_format="ctm", hyp_format=name, missing="skip")
        rows, texts = [*timed(found).rows()], list(found.texts())
        return score.to_dict(utterances=True), score.notices, rows, texts, features(found)

    text = "".join(by_name(name).write(formats.read(ROWS, format="ctm")))

    def labels(*_: object) -> tuple[Label, ...]:
        raise AssertionError("labels were made")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "labels_of_columns", labels)
        quick = results()
    monkeypatch.setattr(word_lists, "_read", lambda *_: None)
    assert results() == quick


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


def table_of(data: bytes, name: str) -> object:
    """The segments of lines, whose columns are held against them; or the message of the error."""
    try:
        corpus = formats.read(data, format=name)
    except ValueError as error:
        return str(error)
    table = corpus.table
    if table.written is not None:
        assert [segment.id for segment in table] == list(table.ids())
        assert [segment.text for segment in table] == list(table.texts())
        names = [(segment.session, segment.channel, segment.speaker) for segment in table]
        assert names == list(zip(table.sessions, table.channels, table.speakers, strict=True))
    if table.start is not None and table.end is not None:
        times = [(segment.start, segment.end) for segment in table]
        assert repr(times) == repr(list(zip(table.start, table.end, strict=True)))
    return repr(tuple(table)), repr(corpus.meta)


@pytest.mark.parametrize("name", LINES)
def test_lines_alike_give_equal_segments_and_errors(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module(f"scorelite.formats.{name}")
    chance = random.Random(name)
    lines = [json.dumps(LINES[name], ensure_ascii=place % 2 > 0) for place in range(3)]
    rows = [line.replace(': "a', f': "{place}a') for place, line in enumerate(lines)]
    texts = [("\n".join(rows) + "\n").encode(), (rows[0] + "\n").encode(), (SAMPLES / f"{name}.jsonl").read_bytes()]
    assert formats.read(texts[0], format=name).table.written is not None
    for data in texts:
        for changed in (data, *mutations(data, chance, 60)):
            quick = table_of(changed, name)
            with monkeypatch.context() as patch:
                patch.setattr(module, "uniform_lines", lambda _: None)
                assert quick == table_of(changed, name), changed


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
