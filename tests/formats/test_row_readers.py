"""Rows that the core takes are those that the format's own reader of rows would add, and only unusual rows reach it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from scorelite import core, formats
from scorelite.formats import ctm, kaldi, rttm, stm, trn, txt
from scorelite.formats.engine import reading, separated
from scorelite.formats.errors import ScoreliteError
from scorelite.formats.source import Source
from tests.conftest import ROOT

SAMPLES = ROOT / "tests" / "formats" / "samples"
DEMO = ROOT / "resources" / "demo"
READERS = {"ctm": ctm, "stm": stm, "rttm": rttm, "trn": trn, "kaldi": kaldi, "txt": txt}
READERS |= {"csv": separated, "tsv": separated}
"""The modules of the readers of rows."""
SEGMENTS = "t A anna 0 1.5 <o> good { day / morning }\nt A bert 1.5 4 <o> (uh) café\n;; note\nt B anna 0 3 x y\n"
WORDS = """\
t A 0.1 0.5 good 0.9
t A * * <ALT_BEGIN>
t A 1.0 0.2 day 0.8
t A * * <ALT>
;; note
t A 1.0 0.2 dew 0.8 lex anna
t A * * <ALT_END>
t A &&2 .5 café 1
t B 0.5 0.5 y NA
t B 1.5 5e-1 z 0.25
"""
TURNS = """\
SPEAKER t 1 0.5 2.25 <NA> <NA> anna <NA>
LEXEME t 1 0.75 0.25 good lex anna 0.9 ;; sure
LEXEME t 1 1.00 .3 dä frag anna <NA> <NA>
;; note
SPEAKER t 1 3 1e0 <NA> <NA> <NA> <NA> <NA>
SPKR-INFO t 1 <NA> <NA> <NA> adult anna <NA>
LEXEME t 2 3.0 1 <NA> un-lex anna <NA>
NOSCORE t 1 9 2 <NA> <NA> <NA> <NA>
"""
TRANSCRIPTS = "good { day / morning } (a-1)\n;; note\n (uh) café  (a-2)\r\n\n(a-3)\n** note\nx* (y) (a-4)\n"
LINES = "a-1 good day\n\na-2\t café \r\n a-3\na-4 x y\n"
TABLE = 'id,text,path\na-1, good "day",w/a.b.wav\n\na-2,"caf\u00e9, ""x""\ny",\r\na-3,x,y.wav\n'
TEXTS = {"stm": SEGMENTS, "ctm": WORDS, "rttm": TURNS, "trn": TRANSCRIPTS, "kaldi": LINES, "txt": LINES}
TEXTS |= {"csv": TABLE, "tsv": TABLE.replace(",", "\t")}
CHANGES = [
    "|",
    ";",
    "\n",
    "",
    " ",
    "\r",
    "\t",
    "\0",
    "<",
    "<ALT>",
    "{",
    "}",
    "-",
    "&&",
    "\u3000",
    "\x1c",
    "1e3",
    "NA",
    ".5",
]
CHANGES += ["SPEAKER", "LEXEME", "<NA>", "\x85", "\u2003", "LEXEME t 1 0.8 0.1 a lex anna 0.5\n"]
CHANGES += ["(", ")", " (a-1)", "** ", "a-1 "]
CHANGES += ['"', '""', ",", '"a\nb"', "id,text,path\n", '",', "start"]
CHANGES += ["t A 0 1 x\n", "t A s 0 1 <o> a\n", "\\<", "<o>", ";; x\n", " 0.5 lex", "é", "t A * * <ALT_END>\n", "\r\n"]


def mutated(text: str, chance: random.Random) -> bytes:
    """A file with a few of its characters replaced, removed or repeated, some of them bytes that are no text."""
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(text) + 1)
        text = text[:place] + chance.choice(CHANGES) + text[place + chance.randrange(3) :]
    data = text.encode()
    return data.replace(b"a", b"\xff", 1) if chance.random() < 0.05 else data


def files(name: str) -> Iterator[bytes]:
    """Samples of a format and their mutations."""
    chance = random.Random(name)
    paths = [path for folder in (SAMPLES, DEMO) for path in sorted(folder.rglob(f"*.{name}"))]
    texts = [path.read_text("utf-8")[:3000] for path in paths] + [TEXTS[name]]
    yield from map(str.encode, texts)
    for _ in range(200):
        yield mutated(chance.choice([*texts, *[TEXTS[name]] * len(texts)]), chance)


def content(name: str, data: bytes, markup: bool, errors: str) -> object:
    """Segments, texts, comments, grammars and lines of a file, or the text of the error."""
    try:
        options = {} if name in ("rttm", "kaldi", "txt", "csv", "tsv") else {"markup": markup}
        corpus = formats.by_name(name).read(Source(data, name="file", errors=errors), **options)
    except ScoreliteError as error:
        return str(error)
    return [*corpus.segments], corpus.texts(), corpus.comments, corpus.grammars(), [*(corpus.table.lines or ())]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", READERS)
def test_a_file_is_the_same_if_every_row_is_read_by_the_format(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(f"{name} law")
    read_ctm, read_stm, read_rttm = core.read_ctm, core.read_stm, core.read_rttm
    read_trn, read_kaldi, read_txt = core.read_trn, core.read_kaldi, core.read_txt
    read_table = core.read_table
    read = 0
    for data in files(name):
        markup, errors = chance.random() < 0.7, chance.choice(("strict", "surrogateescape"))
        actual = content(name, data, markup, errors)
        with monkeypatch.context() as patch:
            patch.setattr(core, "read_ctm", lambda data, row: read_ctm(data, row, True))
            patch.setattr(core, "read_stm", lambda data, row, braces: read_stm(data, row, braces, True))
            patch.setattr(core, "read_rttm", lambda data, row, lookahead: read_rttm(data, row, lookahead, True))
            patch.setattr(core, "read_trn", lambda data, row: read_trn(data, row, True))
            patch.setattr(core, "read_kaldi", lambda data, row: read_kaldi(data, row, True))
            patch.setattr(core, "read_txt", lambda data, row: read_txt(data, row, True))
            patch.setattr(core, "read_table", lambda data, sign, row: read_table(data, sign, row, True))
            assert actual == content(name, data, markup, errors)
        read += not isinstance(actual, str)
    assert read > 60


def rows_read(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lines that the core handed to the reader of rows."""
    lines: list[int] = []
    reader: ModuleType = READERS[name]
    row = reader.row

    def counted(fields: object, add: reading.Reading) -> None:
        lines.append(add.number)
        row(fields, add)

    with monkeypatch.context() as patch:
        patch.setattr(reader, "row", counted)
        formats.by_name(name).read(Source(text.encode()))
    return lines


PLAIN = {
    "txt": [f"w\u00f6rd{k} and others\n" for k in range(100)],
    "csv": ["id,text\n", *(f"spk-{k:03},w\u00f6rd{k} and others\n" for k in range(99))],
    "tsv": ["id\ttext\n", *(f"spk-{k:03}\tw\u00f6rd{k} and others\n" for k in range(99))],
    "trn": [f"w\u00f6rd{k} (and) {{ others / more }} (spk-{k:03})\n" for k in range(100)],
    "kaldi": [f"spk-{k:03} w\u00f6rd{k} and others\n" for k in range(100)],
    "ctm": [f"rec{k // 40} A {k / 4:.2f} 0.20 w\u00f6rd{k} 0.{k % 9}1\n" for k in range(100)],
    "stm": [f"rec{k // 40} A spk{k % 3} {k:.2f} {k + 1:.2f} <o,f0> w\u00f6rd{k} and others\n" for k in range(100)],
    "rttm": [
        f"SPEAKER rec{k // 40} 1 {k:.2f} 4.00 <NA> <NA> sp\u00e9{k % 3} <NA> <NA>\n"
        if k % 4 == 0
        else f"LEXEME rec{k // 40} 1 {k:.2f} 0.30 w\u00f6rd{k} lex sp\u00e9{k % 3} 0.{k % 9}1\n"
        for k in range(100)
    ],
}
USUAL = {
    "txt": ["\n", " \t\r\n", "  one\t\u00e5\u4e2d\u0e01  ;; two \r\n"],
    "trn": [";; a comment\n", "** another\n", "\n", " \t\r\n", "(spk)\n", "one\t(two)  ( x )\r\n"],
    "csv": ["\n", 'key,"one, ""two"""\r\n', 'key,"\u00e5\u4e2d\n"\n', "key, \n", 'key,one "two"\n'],
    "tsv": ["\n", 'key\t"one\t""two"""\r\n', 'key\t"\u00e5\u4e2d\n"\n', "key\t \n", 'key\tone "two"\n'],
    "kaldi": ["\n", " \t\r\n", "key\n", "  key\t\t\u00e5\u4e2d\u0e01  one \r\n"],
    "ctm": [
        ";; a comment\n",
        "rec0\tA  9.5\t0.20 word\r\n",
        "rec0 A 9.5 .2 word NA\n",
        "rec0 A 9.5 0.2 \u00e5\u4e2d\u0e01 -1.5\n",
    ],
    "stm": [
        ";; a comment\n",
        "** another\n",
        "\n",
        "rec0\tA  anna\t9.5 10. text  of a segment \r\n",
        "rec0 A anna 1 2\n",
    ],
    "rttm": [
        ";; a comment\n",
        "\n",
        "SPEAKER\trec0  1 9.5 10. <NA> <NA> \u00e5\u4e2d\u0e01 -1.5\r\n",
        "NON-LEX rec0 1 9.5 .25 laugh breath anna <NA>\n",
        "A/P rec0 1 9.5 .25 <NA> <NA> <NA> +1\n",
    ],
}
UNUSUAL = {
    "csv": ["id,other\n"],
    "ctm": [
        "rec0 A 9.5 0.20 word 9e-1\n",
        "rec0 A 9.5e0 0.20 word\n",
        "rec0 A &&9.5 0.20 word 0.9\n",
        "rec0 A 9.5 0.20 word 0.9 lex\n",
        "rec0 A 9.5 0.20 word 0.9 lex anna\n",
        "rec0 A 9.5 0.2000000000000000001 word\n",
        "rec0 A +9.5 0.20 word\n",
    ],
    "stm": [
        "rec0 A anna 9.5 10.5 one { two / three }\n",
        "rec0 A anna 9.5e0 10.5 one\n",
        "rec0 A anna 9.5 10.5 \\<hm> one\n",
        "rec0 A anna +9.5 10.5 one\n",
    ],
    "rttm": [
        "SPEAKER rec0 1 9.5 1.0 <NA> <NA> anna <NA> ;; sure\n",
        "SPEAKER rec0 1 9.5e0 1.0 <NA> <NA> anna <NA>\n",
        "SPKR-INFO rec0 1 <NA> <NA> <NA> adult anna <NA>\n",
        "LEXEME rec0 1 9.5 1.0 <NA> un-lex anna <NA>\n",
        "LEXEME rec0 1 9.5 1.0 word lex anna 9e-1\n",
        " ;; a comment\n",
    ],
}
native = pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core leaves every row to the format")


@native
@pytest.mark.parametrize(("name", "line"), [(name, line) for name in USUAL for line in ["", *USUAL[name]]])
def test_the_core_takes_all_rows_of_a_plain_file(name: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = PLAIN[name]
    assert rows_read(name, "".join([*rows[:50], line, *rows[50:]]), monkeypatch) == []


@native
@pytest.mark.parametrize(("name", "line"), [(name, line) for name in UNUSUAL for line in UNUSUAL[name]])
def test_an_unusual_row_alone_is_read_by_the_format(name: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = PLAIN[name]
    assert rows_read(name, "".join([*rows[:50], line, *rows[50:]]), monkeypatch) == [51]


@native
def test_the_core_takes_the_words_of_an_alternation(monkeypatch: pytest.MonkeyPatch) -> None:
    begin, alt, end = (f"rec1 A * * <{mark}>\n" for mark in ("ALT_BEGIN", "ALT", "ALT_END"))
    rows = PLAIN["ctm"]
    text = "".join([*rows[:50], begin, *rows[50:52], alt, ";; note\n", *rows[52:54], end, *rows[54:]])
    assert rows_read("ctm", text, monkeypatch) == [51, 54, 58]


def test_a_file_of_other_encodings_is_read_alike(tmp_path: Path) -> None:
    for name, text in TEXTS.items():
        plain = content(name, text.encode(), True, "strict")
        assert plain == content(name, b"\xef\xbb\xbf" + text.encode(), True, "strict")
        corpus = formats.by_name(name).read(Source(text.encode("latin-1"), name="file", encoding="latin-1"))
        assert isinstance(plain, tuple)
        assert [*corpus.segments] == plain[0]
    with pytest.raises(IsADirectoryError):
        ctm.read(Source(tmp_path))


@pytest.mark.parametrize("name", ["ctm", "stm", "rttm", "trn", "kaldi", "txt"])
def test_carriage_returns_alone_do_not_make_one_row_of_a_file(name: str) -> None:
    lines = PLAIN[name][:3]
    data = "".join(lines).replace("\n", "\r").encode()
    with pytest.raises(ScoreliteError) as caught:
        formats.by_name(name).read(Source(data, name="mac"))
    assert str(caught.value).startswith(f"mac:1:{len(lines[0])}: a carriage return, but no newline")
    last = formats.by_name(name).read(Source(lines[0].replace("\n", "\r").encode()))
    assert [*last.texts()] == [*formats.by_name(name).read(Source(lines[0].encode())).texts()]
