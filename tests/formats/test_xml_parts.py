"""XML that is read part by part: what a tree says, in less memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import chain

import pytest

from scorelite import formats
from scorelite.formats.engine import xml_parts
from scorelite.formats.engine.xml_parts import Parts, Tree, read_parts
from scorelite.formats.engine.xml_source import root_of
from scorelite.formats.errors import FormatError
from scorelite.formats.source import Source
from tests.formats.test_every_format import sample

READ_IN_PARTS = ("trs", "exb", "ttml", "ebu-tt", "ebu-tt-d", "imsc", "ecf", "kwlist")

TURN = '<Turn speaker="s" startTime="{0}" endTime="{0}.5"><Sync time="{0}"/>good day</Turn>\n'
TRS = (
    '<Trans audio_filename="talk"><Speakers><Speaker id="s" name="Anna"/></Speakers><Episode><Section>{}</Section>'
    "</Episode></Trans>"
)
EXB = (
    '<basic-transcription><common-timeline><tli id="a" time="0"/></common-timeline><tier id="t" type="t">{}</tier>'
    "</basic-transcription>"
)
TTML = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{}</div></body></tt>'
ECF = '<ecf source_signal_duration="9" language="x" version="1">{}</ecf>'
EXCERPT = '<excerpt audio_filename="a.sph" channel="1" tbeg="{}" dur="9" source_type="cts"/>\n'
KWLIST = '<kwlist ecf_filename="" language="x" encoding="UTF-8" compareNormalize="" version="1">{}</kwlist>'

LONG: dict[str, tuple[str, Callable[[int], str]]] = {
    "trs": (TRS, TURN.format),
    "trs of one turn": (
        TRS.replace("{}", '<Turn startTime="0" endTime="9999999" speaker="s">{}</Turn>'),
        '<Sync time="{0}"/>a '.format,
    ),
    "exb": (EXB, '<event start="a" end="a">good day {0}</event>\n'.format),
    "ttml": (TTML, '<p begin="{0}s" end="{0}.5s">good <span>day</span></p>\n'.format),
    "ecf": (ECF, EXCERPT.format),
    "kwlist": (KWLIST, '<kw kwid="k{0}"><kwtext>good day</kwtext></kw>\n'.format),
}


def outcome(data: bytes, name: str) -> object:
    """The corpus with its places, or the error."""
    try:
        corpus = formats.read(data, format=name)
    except FormatError as error:
        return str(error)
    return corpus, [segment.where for segment in corpus.segments]


@pytest.mark.parametrize("name", READ_IN_PARTS)
def test_pieces_of_any_size_give_the_same_corpus_and_errors(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = sample(name).read_bytes()
    broken = [data, data[: len(data) * 2 // 3], data.replace(b'="0', b'="x'), data + b"<", data.replace(b"</", b"<", 1)]
    expected = [outcome(each, name) for each in broken]
    monkeypatch.setattr(xml_parts, "_PIECE", 50)
    assert [outcome(each, name) for each in broken] == expected


@pytest.mark.parametrize("kind", LONG)
def test_lines_are_exact_in_files_of_many_lines(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame, record = LONG[kind]
    monkeypatch.setattr(xml_parts, "_COUNTED", 8)
    monkeypatch.setattr(xml_parts, "_PIECE", 200)
    data = frame.format("".join(record(number).rstrip("\n") + "\n" for number in range(40))).encode()
    name = kind.split()[0]
    if name == "ecf":
        from scorelite.formats.ecf import read_ecf

        lines = [excerpt.where.line for excerpt in read_ecf(Source(data)).excerpts]
    else:
        lines = [segment.where.line for segment in formats.read(data, format=name).segments if segment.where]
    assert lines == list(range(1, 41))


@pytest.mark.slow
@pytest.mark.parametrize("kind", LONG)
def test_no_tree_is_kept(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame, record = LONG[kind]
    data = frame.format("".join(map(record, range(12_000)))).encode()
    most = 0
    prune = xml_parts._prune

    def count(element: object, whole: object) -> None:
        nonlocal most
        most = max(most, sum(1 for _ in element.iter()))  # type: ignore[attr-defined]
        prune(element, whole)  # type: ignore[arg-type]

    monkeypatch.setattr(xml_parts, "_prune", count)
    monkeypatch.setattr("scorelite.formats.engine.nist_xml.document", None)
    monkeypatch.setattr(xml_parts, "root_of", None)
    formats.read(data, format=kind.split()[0])
    assert 0 < most < 4000


def test_a_turn_of_many_segments_takes_no_tree() -> None:
    frame, record = LONG["trs of one turn"]
    data = frame.format("".join(map(record, range(5_000)))).encode()
    formats.read(data, format="trs")
    tracemalloc.start()
    try:
        formats.read(data, format="trs")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 25 * len(data)


def test_events_come_with_the_text_between_them() -> None:
    data = b"<a>one<b>two</b>three<c/>four</a>"

    def read(document: Parts) -> list[tuple[str, str, str | None, str | None]]:
        return [(event, str(each.tag), each.text, each.tail) for event, each in chain.from_iterable(document.batches())]

    expected = [("start", "a"), ("start", "b"), ("end", "b"), ("start", "c"), ("end", "c"), ("end", "a")]
    for found in (read_parts(Source(data), read), read(Tree(root_of(Source(data))))):
        assert [each[:2] for each in found] == expected
        assert [found[0][2], found[1][2], found[2][3], found[4][3]] == ["one", "two", "three", "four"]


def test_a_reference_to_an_entity_of_another_file_is_refused() -> None:
    data = '<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n' + TRS.format(
        TURN.format(1).replace("good", "\nd&eacute;j&agrave;")
    )
    with pytest.raises(FormatError, match=r"<bytes>:3:2: the entity &eacute; is not declared in the file; expected a"):
        formats.read(data.encode(), format="trs")
    quoted = data.replace("d&eacute;j&agrave;", "<![CDATA[a&b;]]><!-- &c; -->").encode()
    assert formats.read(quoted, format="trs").segments[0].text == "a&b; day"
    # The parser drops them from values of attributes without a word.
    named = data.replace("d&eacute;j&agrave;", "good").replace("<Turn ", '<Turn mode="&amp;&eacute;" ', 1).encode()
    with pytest.raises(FormatError, match=r"2:\d+: the entity &eacute; is not declared in the file; expected a"):
        formats.read(named, format="trs")


def test_a_declaration_of_several_lines_counts() -> None:
    data = '<?xml version="1.0"\nencoding="UTF-8"?>\n' + TRS.format(TURN.format(1))
    assert str(formats.read(data.encode(), format="trs").segments[0].where) == "<bytes>:3:1"


def test_ids_may_be_repeated_and_be_numbers() -> None:
    paragraphs = [f'<p xml:id="{number}" begin="{number}s" end="{number}.5s">good day</p>\n' for number in range(300)]
    paragraphs.append(paragraphs[0])
    corpus = formats.read(TTML.format("".join(paragraphs)).encode(), format="ttml")
    assert list(corpus.ids()) == [*map(str, range(300)), "0"]
