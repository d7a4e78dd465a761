"""The choice of a format, and conversion between formats."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import registry
from scorelite.formats.errors import UsageError
from scorelite.formats.schema import Alternation, Corpus, Label, Region, Segment, Table
from scorelite.formats.source import Source


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.trn", b"no id at all\n", "trn"),
        ("a.TRN.GZ", b"x\n", "trn"),
        ("a.txt", b"one two\n", "txt"),
        ("a.txt", b"yes (uh)\n", "txt"),
        ("a.txt", b"one (spk-1)\n;; comment\ntwo (spk-2)\n", "trn"),
        ("a.ref", b"one (spk-1)\n", "trn"),
        ("a", b"one two\n", "txt"),
        ("a", b"one (u1)\n", "trn"),
        ("stm", b";; comment\nt A anna 0.0 1.5 one\n", "stm"),
        ("hyp", b"t A 0.0 1.5 one 0.5\n", "ctm"),
        ("hyp", b"t A 0.0 1.5 2\n", "txt"),
        ("a", b"", "txt"),
    ],
)
def test_the_format_is_told_by_suffix_and_content(tmp_path: Path, name: str, data: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert formats.detect(Source(path)).name == expected


@pytest.mark.parametrize("name", ["text", "1best_recog", "hyp.txt"])
def test_ids_of_a_file_that_is_read_by_itself_are_no_words(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("u1 it costs 5\nu2 no\n")
    assert formats.read(path).ids() == ["u1", "u2"]
    formats.convert(path, tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,text\nu1,it costs 5\nu2,no\n"
    formats.convert(path, tmp_path / "lines.csv", source_format="txt")
    assert (tmp_path / "lines.csv").read_text() == "id,text\n1,u1 it costs 5\n2,u2 no\n"
    assert formats.detect(Source(path)).name == "txt"  # the other side of a score decides


@pytest.mark.parametrize("suffix", ["text", "log", "asr", "trans", "v2", "best"])
def test_a_suffix_that_names_no_format_leaves_it_to_the_content(suffix: str, tmp_path: Path) -> None:
    texts, captions = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    texts.write_text("u1 one two\nu2 three\n")
    captions.write_text("1\n00:00:01,000 --> 00:00:02,000\none two\n")
    assert formats.read(texts).ids() == ["u1", "u2"]
    assert formats.read(captions).format == "srt"


def test_xml_of_no_known_format_is_no_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b"<talk>one two</talk>\n")
    with pytest.raises(
        formats.UsageError,
        match=r"a\.xml: neither suffix nor content shows the format; name one with format=, such",
    ):
        formats.read(path)


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [("wav", "its transcript"), ("xlsx", "one, or csv"), ("ods", "xlsx or csv"), ("odt", "docx or plain text")],
)
def test_files_of_no_transcripts_are_told_what_to_do(suffix: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(formats.UsageError, match=f"; expected {expected}"):
        formats.read(path)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    number = len(formats.FORMATS)
    with pytest.raises(
        formats.UsageError, match=f"'doc' is unknown; expected one of: .* {number} in all: scorelite for"
    ):
        formats.read(b"", format="doc")


def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(UsageError, match="trn has no option .mark_up.; it has: markup"):
        formats.read(b"", format="trn", mark_up=False)


def test_two_formats_of_one_name_are_refused() -> None:
    for other in (registry.Entry("trn"), registry.Entry("txt", ".trn")):
        with pytest.raises(AssertionError, match="share a name or a suffix"):
            registry.Formats((registry.Entry("trn", ".trn"), other))


def test_the_list_says_what_the_formats_say() -> None:
    assert tuple(record.name for record in formats.FORMATS) == registry.NAMES
    with pytest.raises(AssertionError, match=r"formats/trn\.py has .* its entry in formats/registry\.py differs"):
        registry.Entry("trn", ".txt").load()


def test_every_file_with_a_record_is_one_format_and_bears_its_name() -> None:
    files = Path(formats.__file__).parent.glob("*.py")
    modules = {path.stem for path in files if "\nFORMAT = " in path.read_text(encoding="utf-8")}
    assert modules == {name.replace("-", "_") for name in registry.NAMES}
    for module in modules:
        home = import_module(f"scorelite.formats.{module}")
        found = [value for value in vars(home).values() if isinstance(value, formats.Format)]
        assert found == [home.FORMAT], module
        assert home.FORMAT.name.replace("-", "_") == module
        assert home.FORMAT.read == home.read, module
        assert home.FORMAT.sniff == home.sniff, module


def test_every_name_of_the_package_is_there() -> None:
    assert all(hasattr(formats, name) for name in formats.__all__)
    assert set(formats.__all__) <= set(dir(formats))
    with pytest.raises(AttributeError, match="'scorelite.formats' has no attribute 'reed'"):
        formats.reed  # type: ignore[attr-defined]  # noqa: B018


def test_conversion_says_what_is_lost(tmp_path: Path) -> None:
    source, target = tmp_path / "a.trn", tmp_path / "b.txt"
    source.write_bytes(b";; comment\na { b / c } (uh) d- e;noun (x-1)\n")
    dropped = formats.convert(source, target)
    assert dropped == ("alternations", "comments", "fragments", "ids", "optional words", "tags")
    assert target.read_bytes() == b"a b (uh) d- e\n"
    target.unlink()
    with pytest.raises(formats.UsageError, match="trn -> txt would drop alternations, comments, frag"):
        formats.convert(source, target, strict=True)
    assert not target.exists()


def test_bare_words_lose_nothing(tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.trn"
    source.write_bytes(b"a; b*\n@ c\n\xc3\xa4 x\n")
    with pytest.raises(formats.UsageError, match="cannot hold the word '@'"):
        formats.convert(source, target)
    source.write_bytes(b"a; b*\nc\n\xc3\xa4 x\n")
    assert formats.convert(source, target, strict=True) == ()
    assert target.read_bytes() == "a\\; b** (1)\nc (2)\nä x (3)\n".encode()


def test_a_target_without_known_suffix_needs_a_name(tmp_path: Path) -> None:
    corpus = formats.read(b"a (x-1)\n", format="trn")
    with pytest.raises(formats.UsageError, match="no format has this suffix"):
        formats.write(corpus, tmp_path / "a.nosuch")
    with pytest.raises(formats.UsageError, match="a document; expected OUT as .txt"):
        formats.write(corpus, tmp_path / "a.doc")
    formats.write(corpus, tmp_path / "same")
    assert (tmp_path / "same").read_bytes() == b"a (x-1)\n"
    with pytest.raises(formats.UsageError, match="neither path nor corpus"):
        formats.write(Corpus(), tmp_path / "same")


def test_features_of_labels_are_found() -> None:
    segment = Segment(
        id="a",
        session="s",
        channel="1",
        speaker="anna",
        start=0.0,
        end=1.0,
        tags=("f",),
        ignored=True,
        labels=(Label("x", start=0.0, end=0.5, confidence=0.5), Alternation(((), (Label("y"),)))),
    )
    corpus = Corpus((segment,), regions=(Region("s", "1", 0.0, 1.0),))
    assert formats.lost(corpus, formats.by_name("trn")) == (
        "channels",
        "confidence",
        "ignored segments",
        "regions",
        "segment tags",
        "segment times",
        "sessions",
        "speakers",
        "times",
    )


def test_a_table_of_texts_behaves_like_its_segments() -> None:
    table = Table(3, id=["a", "b", "c"], text=["1", "2", "3"], path="x", lines=range(1, 4))
    segments = tuple(table)
    assert table == segments
    assert segments == table
    assert hash(table) == hash(segments)
    assert table[1:] == segments[1:]
    assert table[-1] == segments[-1]
    assert segments[1] in table
    assert table != "abc"
    assert table != segments[:2]
    assert table != Table(3, id=["a", "b", "c"], text=["1", "2", "3"], grammar="sclite")
    with pytest.raises(IndexError):
        table[3]


@pytest.mark.parametrize("suffix", ["ref", "hyp", "pred"])
def test_the_lines_of_a_file_that_is_named_after_its_side_decide_its_format(suffix: str, tmp_path: Path) -> None:
    texts = tmp_path / f"test.{suffix}"
    texts.write_text("good day to you\n")
    assert formats.read(texts).format == "txt"
    texts.write_text("good day (anna-001)\n")
    assert formats.read(texts).format == "trn"
