"""Words that the core takes are those that the reader of a word adds, and only unusual words reach that reader."""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from scorelite import core, formats
from scorelite.formats.engine import plain_words
from scorelite.formats.engine.plain_words import PlainWord
from tests.conftest import ROOT

SAMPLES = ROOT / "tests" / "formats" / "samples"


def _samples_of(name: str) -> list[str]:
    """The samples of a format that are one document, by their stems."""
    paths = (path for path in SAMPLES.glob(f"{name}*.json") if path.stem.partition("_")[0] == name)
    return sorted(path.stem for path in paths if not path.stem.endswith("_stream"))


FORMATS = {
    record.name: _samples_of(record.name)
    for record in formats.FORMATS
    if any(isinstance(value, PlainWord) for value in vars(sys.modules[record.read.__module__]).values())
}
"""Formats with a grammar of plain words."""
CASES = 60
VALUES: list[Any] = [
    *(None, True, 0, 1, -1, 2.5, 1e300, float("nan"), 12345678901234567890, [], {}, [1], {"a": 1}),
    *(0.9887850284576416, 0.4399999976158142, 4.5e-05, 1e-320, -0.0, -2.5e-07, 1.5e16),
    *(
        "",
        "x",
        " ",
        "a b",
        "  a  b ",
        "0.5",
        "-1",
        "1e3",
        "1.5s",
        ".5",
        "5.",
        "\u00fc",
        "\u00a0x",
        "a\u3000b",
        "\ud83d",
    ),
    *("\u65e5\u672c", "\u3042", "\u0e2a", "\u2026", "a\x1cb", "text", "punct", "pronunciation", "spk_0", 0.10),
]
WORD: dict[str, dict[str, Any]] = {
    "deepgram": {
        "word": "hi",
        "start": 0.5,
        "end": 0.75,
        "confidence": 0.99902344,
        "punctuated_word": "Hi.",
        "speaker": 0,
        "speaker_confidence": 0.5837403,
        "language": "en",
    },
    "aws": {
        "id": 3,
        "type": "pronunciation",
        "alternatives": [{"confidence": "0.998", "content": "hi"}],
        "start_time": "0.5",
        "end_time": "0.75",
        "speaker_label": "spk_0",
    },
    "elevenlabs": {
        "text": "hi",
        "start": 0.5,
        "end": 0.75,
        "type": "word",
        "speaker_id": "speaker_0",
        "logprob": -2.3841855067985307e-07,
    },
    "speechmatics": {
        "alternatives": [{"confidence": 0.97, "content": "hi", "language": "en", "speaker": "S1"}],
        "end_time": 0.75,
        "start_time": 0.5,
        "type": "word",
    },
    "openai": {
        "word": " hi",
        "start": 0.4399999976158142,
        "end": 0.7599999904632568,
        "probability": 0.9887850284576416,
    },
    "vosk": {"word": "hi", "start": 0.5, "end": 0.75, "conf": 1.0},
    "whisper": {"word": " hi", "start": 0.5, "end": 0.75, "probability": 0.5},
    "assemblyai": {"text": "hi", "start": 500, "end": 750, "confidence": 0.5, "speaker": None},
    "google": {"word": "hi", "startTime": "0.500s", "endTime": "0.750s"},
}
WRAPPED = {
    "gentle": lambda words: {"transcript": "x", "words": words},
    "aws": lambda words: {"results": {"transcripts": [], "items": words}},
    "elevenlabs": lambda words: {"text": "x", "language_code": "eng", "words": words},
    "speechmatics": lambda words: {"results": words},
    "deepgram": lambda words: {"results": {"channels": [{"alternatives": [{"words": words}]}]}},
    "vosk": lambda words: {"result": words, "text": "x"},
    "whisper": lambda words: {"text": "x", "segments": [{"start": 0.0, "end": 9.0, "text": "x", "words": words}]},
    "assemblyai": lambda words: {"text": "x", "words": words},
    "google": lambda words: {"results": [{"alternatives": [{"words": words}]}]},
}


def _places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values within a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from _places(inner, (*path, key))


def _changed(value: Any, chance: random.Random) -> Any:
    """A value with some others in it."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        places = [*_places(value)]
        if not places:
            break
        path, parent = chance.choice(places), value
        for key in path[:-1]:
            parent = parent[key]
        made = copy.deepcopy(chance.choice(VALUES))
        match chance.randrange(5):
            case 0:
                del parent[path[-1]]
            case 1 if isinstance(parent, dict):
                parent[chance.choice(("extra", "speaker", "confidence", *parent))] = made
            case 2 if isinstance(parent, list):
                parent.insert(path[-1], made)
            case _:
                parent[path[-1]] = made
    return value


def _read(data: bytes, name: str) -> object:
    """All that a file says, or its problems."""
    try:
        corpus = formats.read(data, format=name)
    except formats.FormatError as error:
        return str(error)
    rows = [(segment, segment.attributes, list(segment.labels or ())) for segment in corpus.segments]
    return repr((rows, corpus.meta, list(corpus.table.texts())))


class _Counting:
    """The core, and how many words it was given and took."""

    def __init__(self, *, takes: bool = True) -> None:
        self.takes, self.taken = takes, 0

    def __getattr__(self, name: str) -> object:
        return getattr(core, name)

    def take_words(self, *arguments: Any) -> Any:
        result = core.take_words(*arguments) if self.takes else None
        self.taken += sum(last - first for _, first, last, _, _, _, _ in result[1]) if result else 0
        return result


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", FORMATS)
def test_changed_files_are_read_alike_with_and_without_the_core(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(name)
    for sample in FORMATS[name]:
        text = (SAMPLES / f"{sample}.json").read_text("utf-8")
        value = json.loads(text)
        for number in range(CASES):
            changed = _changed(copy.deepcopy(value), chance) if number else value
            data = json.dumps(changed, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
            with monkeypatch.context() as patch:
                patch.setattr(plain_words, "core", _Counting(takes=False))
                expected = _read(data, name)
            assert _read(data, name) == expected, data.decode("utf-8", "surrogatepass")


@pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core takes no words")
@pytest.mark.parametrize("name", WORD)
def test_one_unusual_word_is_read_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[Any] = [{**WORD[name]} for _ in range(20)]
    name = {"openai": "whisper"}.get(name, name)
    for odd, expected in ((False, 20), (True, 19)):
        if odd:
            words[7]["further"] = 1
        counting = _Counting()
        with monkeypatch.context() as patch:
            patch.setattr(plain_words, "core", counting)
            corpus = formats.read(json.dumps(WRAPPED[name](words)).encode(), format=name)
        assert [label.value for segment in corpus.segments for label in segment.items] == ["hi"] * 20
        assert counting.taken == expected, "words that the core did not take"


FORM = ("x:", "", "", False, 0, False, False, False)
WORDS = core.plain_words(("w", "b", "e", "c", "d"), ["s"], [("k", "w")], [], "", [], ["z"], "", [], [], FORM)


def _taken(text: str) -> Any:
    """The rest of a text, its runs with the number of their words, their names and their text, and the columns."""
    taken = core.take_words(text, [(("a", "*", "l"), WORDS)])
    if taken is None:
        return None
    rest, runs, columns = taken
    data = text.encode()
    return (
        rest,
        [(last - first, names, data[begin:end].decode()) for _, first, last, _, begin, end, names in runs],
        columns,
    )


@pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core takes no words")
def test_a_run_ends_where_a_word_is_not_plain() -> None:
    plain = '{"w": "\\u00fc", "b": 0.5, "e": 1, "s": 7, "k": "w"}'
    others = (
        '"z": "\\u0061"',
        '"s": "8"',
        '"k": "p"',
        '"e": 0.4',
        '"b": "0.5"',
        '"y": 1',
        '"w": "a b"',
        '"w": "\\ud83d"',
        '"b": 5e-1',
    )
    for other in [*(f"{{{member}}}" for member in others), "[]", "null", '"w"', '{"w": "a", "w": "a", "k": "w"}']:
        last = plain.replace("}", ', "c": 0.9, "z": "\u00e9", "d": "Ü"}')
        text = f'{{"a": [{{"l": [{plain} ,{last}, {other}, {plain}], "é": [{plain}]}}], "l": [{plain}]}}'
        rest, runs, columns = _taken(text)
        assert rest == f'{{"a": [{{"l": [0, {other}, 1], "é": [{plain}]}}], "l": [{plain}]}}'
        assert runs == [(2, ("7",), f"{plain} ,{last}"), (1, ("7",), plain)]
        display = (("x:z", '"\u00e9"'), ("display", "Ü"))
        assert columns == (["ü"] * 3, ["0.5"] * 3, ["1"] * 3, [None, "0.9", None], [(), display, ()])


@pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core takes no words")
def test_words_of_a_shape_with_fewer_members_follow_those_of_another() -> None:
    short = core.plain_words(("t", "b", "", "", ""), [], [], [], "", [], [], "", [], [], FORM)
    many, few = '{"w": "a", "z": 1, "k": "w"}', '{"b": 2, "t": "c"}'
    text = f'{{"l": [{many}], "m": [{few}, {few}]}}'
    rest, runs, columns = core.take_words(text, [(("l",), WORDS), (("m",), short)])
    assert rest == '{"l": [0], "m": [1]}'
    assert [(shape, last - first) for shape, first, last, *_ in runs] == [(0, 1), (1, 2)]
    assert columns[:2] == (["a", "c", "c"], [None, "2", "2"])


@pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core takes no words")
def test_a_text_with_a_problem_is_left_whole() -> None:
    plain = '{"w": "a", "k": "w"}'
    assert _taken(f'{{"a": [{{"l": [{plain}]}}]}}') is not None
    damaged = ["{plain", "{plain}", "{plain},1]", "{plain},]", "{plain} {plain}]", '{plain}, "x]', "{plain}, NaN]"]
    for end in [*damaged, '{plain}], "\\u006c": []']:
        assert _taken('{"a": [{"l": [' + end.replace("{plain}", plain)) is None, end
    assert _taken("") is _taken("{}") is _taken('{"a": [{"l": []}]}') is _taken("\ud83d") is None


@pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core takes no words")
def test_wrong_arguments_are_rejected() -> None:
    with pytest.raises(ValueError, match="the steps of a path"):
        core.take_words("{}", [((), WORDS)])
    with pytest.raises(ValueError, match="keys of text"):
        core.plain_words(("w",), [], [], [], "", [], [], "", [], [], FORM)
    with pytest.raises(ValueError, match="too many members"):
        core.plain_words(("w", "", "", "", ""), [f"t{k}" for k in range(40)], [], [], "", [], [], "", [], [], FORM)
