"""align2html.pl: numbers of its tables, words and lines of its drawings, and names that do harm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.fuzz.run import call

# Two speakers: `a b` without times and `c`, against `a x c`.
_LOG = b"""\
[  INFO   ] Align Input data
[ALIGNMENT] Aligned,SegGrpID,File,Channel,Eval,RefSegID,RefSegBT,RefSegET,RefSpkrID,RefTknID
[ALIGNMENT] SG,7,m,1,,1,0.000,4.000,A,4,,,a,,,5,,,,,,,,,,,
[ALIGNMENT] SG,7,m,1,,1,0.000,4.000,A,5,,,(b),,4,,,,,,,,,,,,
[ALIGNMENT] SG,7,m,1,,2,3.000,5.000,B,6,,,c,,,,,,,,,,,,,,
[ALIGNMENT] SG,7,m,1,,,,,,,,,,,,,11,0.500,0.800,,21,0.500,0.800,a,0.900,,22
[ALIGNMENT] SG,7,m,1,,,,,,,,,,,,,12,1.000,1.500,,22,1.000,1.500,x,0.900,21,23
[ALIGNMENT] SG,7,m,1,,,,,,,,,,,,,13,4.000,4.300,,23,4.000,4.300,c,0.900,22,
[ALIGNMENT] YES,7,m,1,C,1,0.000,4.000,A,4,,,a,,,5,11,0.500,0.800,,21,0.500,0.800,a,0.900,,22
[ALIGNMENT] YES,7,m,1,C,1,0.000,4.000,A,5,,,(b),,4,,,,,,,,,,,,
[ALIGNMENT] YES,7,m,1,I,,,,,,,,,,,,12,1.000,1.500,,22,1.000,1.500,x,0.900,21,23
[ALIGNMENT] YES,7,m,1,C,2,3.000,5.000,B,6,,,c,,,,13,4.000,4.300,,23,4.000,4.300,c,0.900,22,
"""


def run(folder: Path, *words: str, log: bytes = _LOG) -> tuple[int | str, bytes, bytes]:
    (folder / "al").write_bytes(log)
    return call("scorelite", ["sctk", "align2html.pl", *words], folder)


def cells(page: Path) -> list[list[str]]:
    rows = re.findall(r"<tr>\n(.*?)</tr>", page.read_text("latin-1"), re.S)
    return [[re.sub("<.*?>", "", cell) for cell in re.findall(r"<td[^>]*>(.*)</td>", row)] for row in rows]


def test_tables_count_recordings_groups_and_speakers_at_once(tmp_path: Path) -> None:
    assert run(tmp_path, "-a", "al", "-o", "a b/out") == (0, b"", b"")
    rates = ["100.0% (3)", "0.0% (0)", "33.3% (1)", "0.0% (0)", "0.0% (0)", "33.3% (1)"]
    index = cells(tmp_path / "a b/out/index.html")
    assert index[1] == ["m/1", "1", "5.000", "1", "5.000", "3", *rates]
    assert index[2] == ["Ensemble", "1", "5", "1", "5", "3", *rates]
    assert index[4] == ["2", "1", "5.000", "1", "5.000", "3", *rates]
    recording = cells(tmp_path / "a b/out/m_1.html")
    assert recording[1] == ["7", "0.000", "5.000", "5.000", "2", "1", "3", *rates]
    files = {str(path.relative_to(tmp_path / "a b/out")) for path in tmp_path.rglob("*.*") if "out" in path.parts}
    pages = {"index.html", "m_1.html", "segmentgroup-7.html"}
    assert files == pages | {"js/wz_jsgraphics.js", "images/white_dk.gif", "images/white_lt.gif"}


def test_words_are_drawn_in_their_time_with_lines_between_those_that_were_aligned(tmp_path: Path) -> None:
    (tmp_path / "map").write_bytes(b"m,1,A,,mapped,1\nm,1,B,,notmapped,1\n")
    assert run(tmp_path, "--align=al", "--out", "out", "-m", "map")[0] == 0
    page = (tmp_path / "out/segmentgroup-7.html").read_text()
    assert re.findall(r'<line class="t (\w+)" x1="(\d+)"', page) == [
        ("corr", "200"), ("opt", "400"), ("ins", "225"), ("corr", "500"),
    ]  # fmt: skip
    # Words without times share those of their segment.
    assert re.findall(r"<title>(.*?)</title><line", page) == [
        "a 0.000 - 2.000", "(b) 2.000 - 4.000", "c 3.000 - 5.000",
        "a 0.500 - 0.800", "x 1.000 - 1.500", "c 4.000 - 4.300",
    ]  # fmt: skip
    assert "<li>A &lt;=&gt; </li>" in page
    assert "WARNING: Some words do not have times" in page


def test_nothing_in_a_page_runs_what_the_file_holds(tmp_path: Path) -> None:
    evil = b"<script>alert(1)</script>\"'&"
    log = _LOG.replace(b",a,", b"," + evil + b",").replace(b",m,1,", b",javascript:" + evil + b"/../x,1/../..,")
    log = log.replace(b",7,", b",../7,").replace(b",A,", b"," + evil + b",")
    assert run(tmp_path, "-a", "al", "-o", "out", log=log)[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["al", "out"]
    pages = [path.read_text("latin-1") for path in (tmp_path / "out").glob("*.html")]
    assert len(pages) == 3
    for page in pages:
        assert "alert(1)&lt;/script&gt;" in page
        assert "<script>" not in page
        assert 'href="javascript:' not in page


@pytest.mark.parametrize(
    ("words", "log", "message"),
    [
        (["-o", "out"], _LOG, b"ERROR: An Align file must be set."),
        (["-a", "al"], _LOG, b"ERROR: An Output directory must be set."),
        (["-a", "none", "-o", "out"], _LOG, b"Unable to open for read alignfile file 'none'"),
        (["-a", "al", "-o", "al/x"], _LOG, b"Error: cannot make the folder al/x"),
        (["-a", "al", "-o", "out"], b"", b"no aligned word of the reference; expected the log of asclite"),
        (
            ["-a", "al", "-o", "out"],
            _LOG + b"[ALIGNMENT] YES,8,m\n",
            b"line 13 of the alignment: group '8' has no words",
        ),
        (["-a", "al", "-o", "out"], _LOG.replace(b",I,", b",Z,"), b"line 11 of the alignment: unknown type 'Z'"),
        (["-a", "al", "-o", "out"], _LOG.replace(b"B,6,,,c,,,,13", b"B,9,,,c,,,,13"), b"group '7' has no word '9'"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(words: list[str], log: bytes, message: bytes, tmp_path: Path) -> None:
    code, _, err = run(tmp_path, *words, log=log)
    assert code in (2, 255)
    assert message in err


def test_a_comma_in_a_word_is_told(tmp_path: Path) -> None:
    code, _, err = run(tmp_path, "-a", "al", "-o", "out", log=_LOG.replace(b",x,", b",1,5,"))
    assert b"scorelite: align2html.pl: line 7 has 28 columns, not 27: text with a comma moves the others\n" in err
    assert code == 0
