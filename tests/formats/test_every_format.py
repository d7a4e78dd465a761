"""Every format of the registry with its sample: round trips, conversions into all others, damaged files."""

from __future__ import annotations

import copy
import gzip
import io
import json
import pickle
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import packed
from scorelite.formats.conversion import run
from scorelite.formats.detection import detect
from scorelite.formats.engine import pieces
from scorelite.formats.engine.wishes import Outcome, Wishes
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus
from scorelite.formats.source import Source
from scorelite.formats.values import replace
from tests.formats.check import check_columns, written
from tests.often import slow_but_for
from tests.peers import peer

SAMPLES = Path(__file__).parent / "samples"
# Formats that are never detected by content, because every text could be of them.
SHAPELESS = {"txt", "kaldi", "textgrid-short", "lab", "timit"}
# Parts of the messages for conversions that fail because the sample lacks a feature.
MESSAGES = (
    "needs",
    "without times",
    "has none",
    "cannot hold the text",
    "cannot hold",
    "would not score",
    "has no times",
    "cannot be written",
    "holds one recording",
    "rows have a reference and a hypothesis",
)
# Features of a sample that its format keeps only in the whole document: speakers as colours.
KEPT_ASIDE = {"ebu-tt-d": ("speakers",)}


def sample(name: str) -> Path:
    """The sample of a format: the first file whose name is the format's."""
    if formats.by_name(name).pack is not None:
        # A binary file differs with the version of the library that writes it.
        path = Path(tempfile.mkdtemp()) / name
        formats.convert(SAMPLES / "jsonl.jsonl", path, target_format=name)
        return path
    found = sorted(path for path in SAMPLES.iterdir() if path.name.split(".")[0] == name)
    assert found, f"there is no sample of {name} in {SAMPLES}"
    return found[0]


def needs_library(record: formats.Format) -> None:
    """Skips where the library of a format is not installed."""
    if record.requires == "parquet":
        peer("pyarrow")


@pytest.mark.parametrize("record", FORMATS, ids=lambda record: record.name)
def test_a_sample_survives_and_is_recognised(record: formats.Format, tmp_path: Path) -> None:
    needs_library(record)
    path = sample(record.name)
    corpus = formats.read(path, format=record.name)
    assert corpus.format == record.name
    if record.name not in SHAPELESS:
        renamed = tmp_path / "renamed"
        if path.is_dir():
            renamed.symlink_to(path)
        else:
            renamed.write_bytes(path.read_bytes())
        assert detect(Source(renamed)).name == record.name
    if not record.writable:
        with pytest.raises(formats.UsageError, match="can be read, but not written"):
            formats.write(corpus, tmp_path / "x", format=record.name)
        return
    target = tmp_path / "again"
    formats.write(corpus, target, format=record.name)
    assert formats.read(target, format=record.name) == corpus
    assert formats.lost(corpus, record) == KEPT_ASIDE.get(record.name, ())


def _converted(path: Path, output: Path, wishes: Wishes) -> Outcome:
    """The outcome with times of words made up, where that has an effect."""
    try:
        return run(path, output, replace(wishes, interpolate=True))
    except formats.UsageError as error:
        if "interpolate=True has no effect" not in str(error):
            raise
    return run(path, output, wishes)


@pytest.mark.parametrize("record", FORMATS, ids=lambda record: record.name)
def test_a_corpus_can_be_pickled_and_copied(record: formats.Format) -> None:
    needs_library(record)
    corpus = formats.read(sample(record.name), format=record.name)
    for again in (pickle.loads(pickle.dumps(corpus)), copy.deepcopy(corpus)):
        assert [*again.segments] == [*corpus.segments]
        if record.writable and record.pack is None and not sample(record.name).is_dir():
            assert written(again, record) == written(corpus, record)


# `test_written_is_read.py` converts all samples into all formats in every run, and compares words alone.
@pytest.mark.parametrize(
    "source",
    slow_but_for(FORMATS, lambda record: record.name in ("ctm", "stm", "jsonl", "srt", "textgrid", "whisper", "rttm")),
    ids=lambda record: record.name,
)
def test_every_format_becomes_every_other(source: formats.Format, tmp_path: Path) -> None:
    needs_library(source)
    path = sample(source.name)
    has_words = bool(spoken(formats.read(path, format=source.name)))
    made = 0
    for target in FORMATS:
        if not target.writable:
            continue
        needs_library(target)
        output = tmp_path / target.name
        wishes = Wishes(source_format=source.name, target_format=target.name)
        try:
            outcome = _converted(path, output, wishes)
        except formats.UsageError as error:
            expected = any(message in str(error) for message in MESSAGES) and not output.exists()
            if not expected:
                pytest.fail(f"{source.name} -> {target.name}: {error}")
            continue
        made += 1
        again = formats.read(output, format=target.name)
        assert again.format == target.name
        if target.words == "any" and "words" not in outcome.dropped and has_words:
            assert spoken(again), target.name
    assert made >= 3


def test_what_has_times_of_words_becomes_anything(tmp_path: Path) -> None:
    path = tmp_path / "a.ctm"
    path.write_bytes(b"talk A 0.05 0.24 the 0.91\ntalk A 0.31 0.40 cat 0.5\ntalk B 5.5 0.3 uh 0.1\n")
    for target in FORMATS:
        if target.writable:
            needs_library(target)
            formats.convert(path, tmp_path / target.name, target_format=target.name)
            again = formats.read(tmp_path / target.name, format=target.name)
            if target.words != "none":
                assert spoken(again) == ["the", "cat", "uh"], target.name


def spoken(corpus: Corpus) -> list[str]:
    """All words of a corpus, in the order of their times or of the file."""
    found = []
    for segment in corpus.segments:
        found += [item.value for item in segment.items if isinstance(item, formats.Label)]
    return found


# --- harm --------------------------------------------------------------------------------------------


def harmed(data: bytes, chance: random.Random, times: int) -> Iterator[bytes]:
    """Truncated and damaged files."""
    for _ in range(times):
        yield data[: chance.randrange(len(data) + 1)]
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 5)):
            place = chance.randrange(len(damaged))
            kind = chance.randrange(3)
            if kind == 0:
                damaged[place] = chance.randrange(256)
            elif kind == 1:
                del damaged[place : place + chance.randrange(1, 20)]
            else:
                damaged[place:place] = chance.choice((b"0", b"-", b"<", b'"', b"\n", b"9" * 30, b" ", b"&", b"{", b":"))
            if not damaged:
                break
        yield bytes(damaged)


def read_or_refused(data: bytes, record: formats.Format) -> Corpus | None:
    """The corpus; None where the reader raises a FormatError or a LimitError with a message."""
    try:
        corpus = formats.read(data, format=record.name)
        formats.lost(corpus, FORMATS[0])
        return corpus
    except (formats.FormatError, formats.LimitError) as error:
        if not str(error):
            pytest.fail("an error without a message")
        return None


@pytest.mark.sweep(27)
@pytest.mark.parametrize("record", [record for record in FORMATS if not record.folder], ids=lambda record: record.name)
def test_damaged_files_are_read_or_refused_and_what_was_read_can_be_written(record: formats.Format) -> None:
    needs_library(record)
    data = sample(record.name).read_bytes()
    for other in harmed(data, random.Random(record.name), 25):
        corpus = read_or_refused(other, record)
        if corpus is not None and record.writable:
            try:
                again = read_or_refused(written(corpus, record), record)
            except formats.UsageError:
                continue
            assert again is not None, other


@pytest.mark.sweep(27)
@pytest.mark.parametrize("record", [record for record in FORMATS if not record.folder], ids=lambda record: record.name)
def test_files_of_other_formats_are_read_or_refused(record: formats.Format) -> None:
    needs_library(record)
    for other in SAMPLES.iterdir():
        if other.is_file():
            read_or_refused(other.read_bytes(), record)
    for data in (b"", b"\n", b"\xef\xbb\xbf", b"\xff\xfea\x00", b"\x1f\x8b", b"\0", b" \n\t\n", b"\r\n" * 3):
        read_or_refused(data, record)


@pytest.mark.sweep(27)
@pytest.mark.parametrize("record", [record for record in FORMATS if not record.folder], ids=lambda record: record.name)
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_random_bytes_are_read_or_refused(record: formats.Format, data: bytes) -> None:
    needs_library(record)
    read_or_refused(data, record)


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_random_bytes_never_break_the_choice_of_a_format(data: bytes) -> None:
    for record in FORMATS:
        try:
            head = Source(data).head()
        except formats.FormatError:
            return
        if not record.files:
            assert record.sniff(head) in (True, False)


def test_a_bomb_in_gzip_ends_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (packed, pieces):
        monkeypatch.setattr(module, "GZIP_HARMLESS", 1 << 20)
    bomb = gzip.compress(bytes(20 << 20), 9)
    for name in ("ctm", "srt", "whisper"):
        with pytest.raises(formats.LimitError, match="rejected as a likely decompression bomb"):
            formats.read(bomb, format=name)
    with pytest.raises(formats.LimitError, match="rejected as a likely decompression bomb"):
        formats.convert(bomb, io.BytesIO(), source_format="ctm", target_format="stm")


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_columns_of_a_sample_are_those_of_its_segments(path: Path) -> None:
    check_columns(formats.read(path, format=re.split("[._]", path.name)[0]).table)


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_tables_are_written_alike_column_by_column_and_row_by_row(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = formats.read(path, format=re.split("[._]", path.name)[0])
    names = ("csv", "tsv", "jsonl", "stm", "srt", "vtt", "seglst", "rttm", "textgrid")

    def texts() -> list[str]:
        found = []
        for name in names:
            try:
                found.append("".join(formats.by_name(name).write(corpus)))
            except formats.UsageError as error:
                found.append(str(error))
        return found

    quick = texts()
    monkeypatch.setattr("scorelite.formats.stm._texts", lambda _: None)
    _row_by_row(monkeypatch)
    assert texts() == quick


ROWS = {
    "words": "talk A 0.10 0.2 good 0.9\ntalk A 0.5 .350 day 0.80\ntalk B 9 1 twenty-one 1\n",
    "no confidence": "talk A 0.10 0.2 good\ntalk A 3.5 00.350 day\ntalk B 9 0 a&b\n",
    "some confidences": "talk A 0.10 0.2 good 0.9\ntalk A 0.5 .350 day NA\n",
    "marked words": "talk A 0.10 0.2 good;x\ntalk A 0.5 .350 (day)\ntalk A 1 1 frag-\n",
    "a null word": "talk A 0.10 0.2 @\ntalk A 0.5 .350 day\n",
    "an alternation": "talk A * * <ALT_BEGIN>\ntalk A 0.1 0.2 a\ntalk A * * <ALT>\ntalk A * * <ALT_END>\n",
    "a type and a speaker": "talk A 0.10 0.2 good 0.9 lex anna\ntalk A 0.5 .350 day 0.9 fp anna\n",
    "an unsure begin": "talk A &&0.10 0.2 good 0.9\ntalk A 0.5 .350 day 0.8\n",
    "comments": ";; first\ntalk A 0.1 0.2 a\n;; between\ntalk A 0.5 0.2 b\ntalk B 0.5 0.2 c\n;; last\n",
    "no order": "talk A 5 0.2 b 1\ntalk A 0.1 9 a 1\ntalk A 0.2 3 c 1\ntalk A 9.1 0 d 1\n",
    "a word that means no word": "talk A 0.1 0.2 <NA>\n",
    "a comment in a word": "talk A 0.1 0.2 a;;b\n",
    "a wide blank": "talk A 0.1 0.2 a\u3000b\n",
    "late times": "talk A 1e3 1E1 a\ntalk A 1e14 0.25 b\n",
    "too late for a cue": "talk A 2000000000.5 1 a\n",
}
SEGMENTS = {
    "texts": 'talk A anna 0.0 1.50 good day\ntalk A bert 1.0 2 a "b"\ntalk A anna 3.10 4.0\n',
    "two sessions": "talk A anna 0.0 1.50 good  day\nview A anna 1 2 yes\n",
    "an overlap": "talk A anna 0.0 1.50 good day\ntalk A anna 1.0 2.0 b\ntalk A anna 1.2 1.2 c\n",
    "an ignored segment": "talk A anna 0 1 ignore_time_segment_in_scoring\ntalk A anna 1 2 b\n",
    "marks": "talk A anna 0 1 { a / b } c;d (e)\ntalk A anna 1 2 b\n",
    "too late": "talk A anna 0 5000000000000 a\n",
}
TRANSCRIPTS = {
    "timed words": [(0, 1.5, [(" good", 0.25, 0.5), (" day", 0.5, 1.5)]), (2, 3, [(" a<b&c", 2.0, 2.0)])],
    "words without order": [(0, 9, [(" b", 5, 6), (" a", 1.5, 2.25), (" c", 2.25, 9.5)])],
    "a segment without words": [(0, 1, []), (1, 2, [(" a", 1.0004, 1.0006)])],
    "words of two parts": [(0, 1, [(" New York", 0, 1)]), (1, 2, [(" a\u00a0b", 1, 2)])],
    "words too late for a cue": [(0, 1, [(" a", 0, 2e9)])],
}
MANIFESTS = {
    "durations": ['"duration": 1.50, "text": " good  day "', '"duration": 2, "text": "twenty-one"'],
    "offsets": ['"offset": 0.000, "duration": 1.5, "text": "a"', '"offset": 7.250, "duration": 0.5, "text": "b"'],
    "other members": ['"duration": 1, "text": "a", "x y": "\u00fc\\n", "n": 1E5, "ok": true, "z": -0'] * 2,
    "a member of no value": ['"duration": 1, "text": "a", "lang": null'],
    "a member with a slash": ['"duration": 1, "text": "a", "/text": "b"'],
    "an exponent": ['"duration": 1e1, "text": "a"'],
    "a late time": ['"duration": 200000000000, "text": "a"'],
    "a negative time": ['"duration": -1, "text": "a"'],
    "speakers": ['"duration": 1, "text": "a", "speaker": "anna"', '"duration": 1, "text": "b", "speaker": ""'],
    "other members in each line": ['"duration": 1, "text": "a"', '"duration": 1, "text": "b", "x": 1'],
}


def _manifest(rows: list[str]) -> str:
    """A file of NeMo."""
    return "".join(f'{{"audio_filepath": "a/talk.{place}.wav", {row}}}\n' for place, row in enumerate(rows))


def _transcript(rows: list[tuple[float, float, list[tuple[str, float, float]]]]) -> str:
    """A file of Whisper."""
    segments = []
    for number, (start, end, spoken) in enumerate(rows):
        words = [{"word": word, "start": begin, "end": stop, "probability": 0.5} for word, begin, stop in spoken]
        text = "".join(word for word, *_ in spoken)
        segments.append({"id": number, "start": start, "end": end, "text": text, "words": words})
    return json.dumps({"text": "", "segments": segments, "language": "en"})


@pytest.mark.sweep(10)
@pytest.mark.parametrize("markup", [True, False])
@pytest.mark.parametrize(
    ("source", "text"),
    [("ctm", text) for text in ROWS.values()]
    + [("stm", text) for text in SEGMENTS.values()]
    + [("whisper", _transcript(rows)) for rows in TRANSCRIPTS.values()]
    + [("nemo", _manifest(rows)) for rows in MANIFESTS.values()],
    ids=[*ROWS, *SEGMENTS, *TRANSCRIPTS, *MANIFESTS],
)
def test_words_and_texts_are_converted_alike_column_by_column_and_row_by_row(
    source: str, text: str, markup: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = "rttm", "textgrid", "vtt", "srt", "whisper", "whisperx", "audacity", "eaf"
    names += ("csv", "jsonl", "nemo") if source == "nemo" else ()

    def outcomes() -> list[tuple[str, str]]:
        found = []
        for name in names:
            file = io.BytesIO()
            options = {"markup": markup} if source in ("ctm", "stm") else {}
            wishes = Wishes(source_format=source, target_format=name, options=options)
            try:
                told = str(run(text.encode(), file, wishes))
            except (formats.FormatError, formats.UsageError) as error:
                told = str(error)
            found.append((file.getvalue().decode(), told))
        return found

    quick = outcomes()
    _row_by_row(monkeypatch)
    assert outcomes() == quick


def _row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes writers look at one segment after the other."""
