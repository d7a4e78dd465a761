"""Inputs that are made to take long, or to fill the memory."""

from __future__ import annotations

import contextlib
import gzip
import io
import re
import tracemalloc

import pytest

from scorelite import formats
from scorelite.formats.registry import FORMATS
from tests.formats.check import read_or_refuse
from tests.formats.hostile import REPEATED, SPECIAL
from tests.formats.scaling import assert_linear
from tests.formats.test_every_format import sample
from tests.often import slow_but_for


@pytest.mark.slow
@pytest.mark.parametrize("name", REPEATED)
def test_time_grows_with_the_length_of_what_is_repeated(name: str) -> None:
    kind, begin, repeated, end = REPEATED[name]

    def read(number: int) -> None:
        data = (begin + repeated * number + end).encode()
        try:
            corpus = read_or_refuse(data, kind)
        except formats.LimitError:
            corpus = None
        if corpus is not None and formats.by_name(kind).writable:
            write_or_refuse(corpus, kind)

    assert_linear(read, 10_000)


def write_or_refuse(corpus: formats.Corpus, name: str) -> None:
    with contextlib.suppress(formats.UsageError):
        formats.write(corpus, io.BytesIO(), format=name)


@pytest.mark.slow
def test_time_grows_with_annotations_of_eaf_that_overlap() -> None:
    slots = '<TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="9"/>'
    times = 'TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"'

    def tier(name: str, number: int) -> str:
        value = "<ANNOTATION_VALUE>hi</ANNOTATION_VALUE>"
        annotations = (
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{name[0]}{place}" {times}>{value}</ALIGNABLE_ANNOTATION>'
            "</ANNOTATION>"
            for place in range(number)
        )
        return f'<TIER TIER_ID="{name}">{"".join(annotations)}</TIER>'

    def read(number: int) -> None:
        tiers = tier("anna", number) + tier('words" PARENT_REF="anna', number)
        text = f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"
        assert len(formats.read(text.encode(), format="eaf").segments) == number

    assert_linear(read, 1000)


def test_time_grows_with_the_number_of_tiers_of_a_textgrid() -> None:
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n<exists>\n'

    def read(number: int) -> None:
        tiers = "".join(f'"IntervalTier"\n"{place}"\n0\n1\n1\n0\n1\n"a b c d"\n' for place in range(number))
        assert len(formats.read(f"{head}{number}\n{tiers}".encode(), format="textgrid").segments) == number

    assert_linear(read, 1000)


ATTRIBUTES = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s" {}>x</p></div></body></tt>'


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "ttml", "ass"])
def test_time_grows_with_the_number_of_columns(kind: str) -> None:
    def read(number: int) -> None:
        names = [f"column{place}" for place in range(number)]
        separator = {"csv": ",", "tsv": "\t"}.get(kind, ", ")
        line = separator.join(["text", *names]) + "\n" + separator.join(["x"] * (number + 1)) + "\n"
        if kind == "jsonl":
            line = '{"text": "x", ' + ", ".join(f'"{name}": 1' for name in names) + "}\n"
        if kind == "ttml":
            line = ATTRIBUTES.format(" ".join(f'{name}="1"' for name in names))
        if kind == "ass":
            line = f"[Events]\nFormat: Start, End, {', '.join(names)}, Text\nDialogue: 0:00:01.00,0:00:02.00,"
            line += "," * number + "x\n"
        read_or_refuse(line.encode(), kind)

    assert_linear(read, 5_000)


@pytest.mark.parametrize(("kind", "separator"), [("csv", ","), ("tsv", "\t")])
def test_a_table_with_very_many_columns_is_refused_before_its_rows_are_kept(kind: str, separator: str) -> None:
    names = separator.join(["text", *map(str, range(10_000))])
    with pytest.raises(formats.FormatError, match="<bytes>:1:1: 10,001 columns; expected at most 10,000"):
        formats.read(f"{names}\n{names}\n".encode(), format=kind)
    names = names.rpartition(separator)[0]
    row = names.replace("text", "good day")
    assert formats.read(f"{names}\n{row}\n".encode(), format=kind).texts() == ["good day"]


def test_a_tag_with_very_many_attributes_is_refused_by_its_place() -> None:
    with pytest.raises(formats.FormatError, match="<bytes>:1:50: too many attributes; expected at most 1000"):
        formats.read(ATTRIBUTES.format(" ".join(f'a{n}="1"' for n in range(1001))).encode(), format="ttml")
    corpus = formats.read(ATTRIBUTES.format(" ".join(f'a{n}="1"' for n in range(990))).encode(), format="ttml")
    assert corpus.texts() == ["x"]
    text = "a = b " * 2000
    assert formats.read(ATTRIBUTES.format("").replace(">x<", f">{text}<").encode(), format="ttml").texts()


# A format of each kind of reader: lines, fields, tables, JSON, XML, subtitles, Praat.
OFTEN = (
    "ass",
    "audacity",
    "chat",
    "csv",
    "ctm",
    "eaf",
    "jsonl",
    "kaldi",
    "nlp",
    "sbv",
    "srt",
    "stm",
    "textgrid",
    "trn",
)
OFTEN += ("ttml", "vtt", "whisper")


@pytest.mark.slow
@pytest.mark.parametrize(
    "record", slow_but_for(FORMATS, lambda record: record.name in OFTEN), ids=lambda record: record.name
)
def test_long_runs_of_special_characters_take_linear_time(record: formats.Format) -> None:
    path = sample(record.name)
    if path.is_dir() or record.pack is not None:
        pytest.skip("no text")
    text = path.read_bytes().decode("utf-8", "replace")
    words = [found.end() for found in re.finditer(r"\w+", text)]
    places = (len(text), words[len(words) // 2])
    for repeated in SPECIAL:
        for place in places:

            def read(number: int, repeated: str = repeated, place: int = place) -> None:
                data = (text[:place] + repeated * number + text[place:]).encode()
                try:
                    read_or_refuse(data, record.name)
                except formats.LimitError:
                    pass

            assert_linear(read, 1_500)


@pytest.mark.slow
@pytest.mark.parametrize(
    "record", slow_but_for(FORMATS, lambda record: record.name in OFTEN), ids=lambda record: record.name
)
def test_blank_lines_need_little_memory(record: formats.Format) -> None:
    if record.name in ("kaldi-data", "parquet"):
        pytest.skip("no text file")
    size = 1 << 16
    data = gzip.compress(b"\n" * size)
    read_or_refuse(b"\n", record.name)
    tracemalloc.start()
    try:
        read_or_refuse(data, record.name)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Some bytes of modules that are loaded now.
    assert peak < 20 * size + (2 << 20)


@pytest.mark.slow
def test_reading_ends_at_the_thousandth_problem_and_needs_memory_for_no_more() -> None:
    size = 20_000
    text = b'{"results": {"channels": [' + b",".join([b"{}"] * size) + b"]}}"
    tracemalloc.start()
    try:
        with pytest.raises(formats.FormatError, match="/results/channels/0: no 'alternatives'") as caught:
            formats.read(text, format="deepgram")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert str(caught.value).endswith("(the first 20 problems; there are more)")
    assert peak < 300 * size


def test_a_long_value_that_is_wrong_has_a_short_message_and_needs_little_memory() -> None:
    text = sample("aws").read_text(encoding="utf-8").replace('"0.32"', f'"{"<" * 200_000}"')
    tracemalloc.start()
    try:
        with pytest.raises(formats.FormatError, match="/results/items/2/start_time: '<<") as caught:
            formats.read(text.encode(), format="aws")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < 3000
    assert peak < 20 * len(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "begin", "part", "end"), [("vosk", '{"text": "a"}', ' ""', ""), ("google", '{"results": [0', ",0", "]}")]
)
def test_many_json_values_that_are_wrong_need_little_memory(name: str, begin: str, part: str, end: str) -> None:
    data = (begin + part * 100_000 + end).encode()
    tracemalloc.start()
    try:
        with pytest.raises(formats.FormatError, match="there are more"):
            formats.read(data, format=name)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 * len(data)


def test_more_lines_than_fit_into_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorelite.formats.source.MAXIMUM_LINES", 1000)
    with pytest.raises(formats.LimitError, match="<bytes>: more than 1000 lines"):
        formats.Source(b"\n" * 1001).lines()
    assert len(formats.Source(b"\n" * 1000).lines()) == 1000
