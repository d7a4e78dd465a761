"""Reading of ctm files and their division into chunks: the fast and the slow way give equal results."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scorelite import core
from scorelite.scoring.compat.programs.sctk.sclite import ctm, stm
from scorelite.scoring.compat.programs.sctk.sclite.ctm_ctm import Memory
from scorelite.scoring.compat.programs.sctk.sclite.fields import numbers, single_precision, split_characters
from scorelite.scoring.compat.programs.sctk.sclite.windows import RowWindow, SegmentWindow
from tests.loaded import HEAVY, modules_imported

ASCII = core.Charset("ascii", {}, {})
COLUMNS = ("words", "begin", "duration", "confidence", "first_confidence", "marked")


def read(data: bytes, *, encoding: str = "ascii", sensitive: bool = False) -> ctm.Ctm:
    charset = core.Charset(encoding, {}, {})
    return ctm.read(b"file", data, charset, encoding=encoding, sensitive=sensitive)


def columns(rows: ctm.Ctm) -> list[object]:
    names = [[column[row] for row in range(len(rows))] for column in (rows.files, rows.channels)]
    values = (getattr(rows, name) for name in COLUMNS)
    return [*names, *(list(value) if isinstance(value, memoryview) else value for value in values)]


def rows_of(seed: int) -> list[str]:
    random_ = random.Random(seed)
    words = ["a", "B", "<ALT>", "c;d", "é", "1_0", "&&1"]
    return [
        f"f{k // 9} {'AB'[k // 5 % 2]} {random_.choice(['1', '.5', '&&2', '*', '1_0', '0x1p1'])} {k / 8}"
        f" {random_.choice(words)}{random_.choice(['', ' .25', ' NA', ' 1e-3 x', ' 1_5'])}"
        for k in range(40)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_rows_are_equal_however_their_fields_are_separated(seed: int) -> None:
    rows = rows_of(seed)
    plain = columns(read("\n".join(rows).encode()))
    spaced = "".join(f" \t{row.replace(' ', '  ')} \n;; comment\n" for row in rows)
    # One line with a zero byte, which ends it, makes all lines be read one by one.
    strange = "\n".join([*rows, "f A 0 0 x\0y"])
    assert columns(read(spaced.encode())) == plain
    exact = columns(read(strange.encode()))
    assert [column[:-1] if isinstance(column, list) else column for column in exact[:-2]] == plain[:-2]
    assert columns(read("\n".join(rows).encode() + b"\n")) == plain
    equal = [" ".join([*row.split(), "NA"][:6]) for row in rows]
    assert columns(read("\n".join(equal).encode())) == plain


def test_second_bytes_of_characters_are_no_blanks() -> None:
    rows = read(b"f A 0 1 a\xb0 b .5\n f\xb0\t A 1 &&2 \xb0\t\n;c\n ;f A 2 3 d\n", encoding="gb")
    assert rows.words == [b"a\xb0 b", b"\xb0\t", b"d"]
    assert rows.files.texts == [b"f", b"f\xb0\t", b";f"]
    assert (list(rows.duration), list(rows.confidence)) == ([1.0, 0.0, 3.0], [0.5, 0.0, 0.0])


def test_large_files_are_read_in_pieces() -> None:
    rows = [f"f{k // 700} A {k} .5 w{k % 7}{' .5' if k > 30_000 else ''}" for k in range(40_000)]
    read_ = read("\n".join(rows).encode())
    assert len(read_) == 40_000
    assert read_.first_confidence == 30_001
    assert list(read_.begin) == [float(k) for k in range(40_000)]
    assert read_.files.parts() == [*range(0, 40_000, 700), 40_000]


def test_fields() -> None:
    assert split_characters(b" a\tb\r  c d ", 2, "ascii") == ([b"a", b"b\r"], b" c d ")
    assert split_characters(b"\xc3 b", 5, "ext_ascii") == ([b"\xc3", b"b"], b"")
    # The second byte of a character is not a blank.
    assert split_characters(b"a\xb0 b c", 2, "gb") == ([b"a\xb0 b", b"c"], b"")
    assert split_characters(b"\xc3 b c", 2, "utf-8") == ([b"\xc3 b", b"c"], b"")


def test_numbers_are_those_of_c() -> None:
    texts = [b"1.5", b"1_0", b"", b"0x10", b"inf", b"-Infinityx", b"1e", b" 2", b"*"]
    expected = [1.5, 1.0, 0.0, 16.0, float("inf"), float("-inf"), 1.0, 2.0, 0.0]
    assert numbers(texts) == expected
    assert single_precision([16777217.0, -1e300, 3.4028234e38]) == [16777216.0, float("-inf"), 3.4028234663852886e38]


def test_windows_grow_as_in_the_reference() -> None:
    rows = read(b"".join(b"f%d A 0 0 a\n" % (k // 6000) for k in range(13_000)))
    window = RowWindow(rows, rows.files.parts())
    seen = []
    for start in rows.files.parts()[:-1]:
        window.load(start)
        seen.append((window.base, window.loaded, window.capacity, window.at_end))
    # 4999 rows, then 1.3 times as many each time that one file fills all of them.
    assert seen == [(0, 6499, 6500, False), (6000, 12499, 6500, False), (12_000, 13_000, 6500, True)]
    segments = stm.read(b"s", b"f A s 0 1 a\n" * 500 + b"g A s 0 1 a\n" * 9, ASCII, encoding="ascii", sensitive=False)
    segment_window = SegmentWindow(segments, ctm.changes(segments.files))
    segment_window.load(0)
    assert (segment_window.base, segment_window.loaded, segment_window.at_end) == (0, 509, True)


def test_stale_memory_behind_the_rows_stays() -> None:
    memory = Memory()
    memory.update(0, 6, False)
    assert memory.rows(1, 9) == [0, 1, 2, 3, 4, 5, -1, -1]
    memory.update(4, 7, False)
    assert memory.rows(0, 8) == [-1, 4, 5, 6, 3, 4, 5, -1]


def test_scoring_transcripts_imports_nothing_for_times(tmp_path: Path) -> None:
    def loaded(*argv: str) -> set[str]:
        code = f"sys.argv = {['sclite', *argv]!r}; from scorelite.scoring.cli.sclite import main; sys.exit(main())"
        return modules_imported(code, tmp_path, {}) - bare

    bare = modules_imported("pass", tmp_path, {})
    for name, text in (("t", "a (s-1)\n"), ("s", "f A s 0 1 a\n"), ("c", "f A 0 1 a .5\n")):
        (tmp_path / name).write_text(text)
    reports = ("-f", "0", "-o", "all", "stdout")
    transcripts = loaded("-r", "t", "trn", "-h", "t", "trn", "-i", "sp", *reports)
    timed = [loaded("-r", ref, kind, "-h", "c", "ctm", *reports) for ref, kind in (("s", "stm"), ("c", "ctm"))]
    sctk = "scorelite.scoring.compat.programs.sctk"
    theirs = {name for name in set().union(*timed) if name.startswith(f"{sctk}.")} - transcripts
    assert {f"{sctk}.sclite.{name}" for name in ("stm_ctm", "ctm_ctm", "fields")} <= theirs
    heavy = HEAVY - {"collections"} if core.NAME == "python" else HEAVY
    assert not set().union(*timed) & heavy
    assert "struct" not in transcripts
