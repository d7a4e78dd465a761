"""Checks for every format: the test of a new format calls `check_format` with a sample and three broken inputs."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.detection import detect
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Segment, Table, text_of
from scorelite.formats.source import Source


def written(corpus: formats.Corpus, record: formats.Format) -> bytes:
    """The bytes of a corpus in a format."""
    buffer = io.BytesIO()
    formats.write(corpus, buffer, format=record.name)
    return buffer.getvalue()


def read_or_refuse(data: bytes, name: str, errors: str = "strict") -> formats.Corpus | None:
    """The corpus; None where the reader raises a FormatError with a message."""
    try:
        return formats.read(data, format=name, errors=errors)
    except formats.FormatError as error:
        if not str(error):
            pytest.fail("an error without a message")
        return None


def check_columns(table: Table) -> None:
    """Holds the columns of a table against its segments."""
    segments = list(table)
    nothing = Segment()
    for name in ("id", "session", "channel", "speaker", "start", "end", "tags", "ignored", "attributes"):
        column = table.column(name)
        values = [getattr(segment, name) for segment in segments]
        if column is None:
            assert all(value == getattr(nothing, name) for value in values), name
        else:
            assert list(column) == values, name
            assert repr(list(column)) == repr(values) or name == "ignored", name
    assert _texts_or_error(table.texts) == _texts_or_error(lambda: map(text_of, segments))
    assert table.grammars() == {segment.grammar for segment in segments} or not segments
    assert (
        table.has_word_times()
        == any(getattr(label, "start", None) is not None for segment in segments for label in segment.labels or ())
        or table.words is not None
    )
    assert table.has_labels() == any(segment.labels is not None for segment in segments)
    lines = [segment.where.line if segment.where else 0 for segment in segments]
    assert list(table.lines) == lines or table.column("lines") is None


def _texts_or_error(texts: Callable[[], Iterable[str]]) -> object:
    """Texts, or the message where one cannot be written in its grammar."""
    try:
        return list(texts())
    except formats.UsageError as error:
        return str(error)


def check_format(record: formats.Format, sample: bytes, broken: Mapping[bytes, str], folder: Path) -> None:
    """Round trip, sniffing, compression, and the exact messages for broken inputs."""
    assert record in FORMATS
    assert record.summary
    corpus = record.read(Source(sample))
    check_columns(corpus.table)
    assert corpus.format == record.name
    assert written(corpus, record) == sample, "the sample must be in the form that the writer prefers"
    again = record.read(Source(written(corpus, record)))
    assert again == corpus
    assert hash(again.segments) == hash(corpus.segments)
    _check_files(record, sample, corpus, folder)
    for data, message in broken.items():
        with pytest.raises(formats.FormatError) as caught:
            record.read(Source(data))
        assert str(caught.value) == message


def _check_files(record: formats.Format, sample: bytes, corpus: formats.Corpus, folder: Path) -> None:
    for suffix in record.suffixes:
        for path, data in ((folder / f"a{suffix}", sample), (folder / f"a{suffix}.gz", gzip.compress(sample))):
            path.write_bytes(data)
            assert formats.read(path) == corpus
            assert detect(Source(path)) is record
            path.unlink()
            formats.write(corpus, path)
            stored = path.read_bytes()
            assert (gzip.decompress(stored) if path.suffix == ".gz" else stored) == sample
            assert [entry.name for entry in folder.iterdir()] == [path.name], "a partial file stayed behind"
            path.unlink()
