"""Closed and full streams, absurd options and broken surroundings end with a message, never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite import formats
from tests.conftest import PATIENCE, ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the shell closes streams in another way")

# A command line, its exit code and a part of what it says.
JOBS = (
    ("{scorelite} score a.trn a.trn >&-", 1, "cannot write to standard output"),
    ("{scorelite} score a.trn a.trn >&- 2>&-", 1, ""),
    ("{scorelite} score a.trn - <&-", 2, "standard input: Bad file descriptor"),
    ("{scorelite} convert --from trn --to txt - - <&-", 2, "standard input: Bad file descriptor"),
    ("{scorelite} convert --from trn --to txt a.trn - >&-", 1, "cannot write to standard output"),
    ("{scorelite} convert a.trn b.txt 2>&-", 0, ""),
    ("{scorelite} formats >/dev/full", 1, "No space left"),
    ("{scorelite} --version >/dev/full", 1, "cannot write to standard output: No space left"),
    ("PYTHONUNBUFFERED=1 {scorelite} --version >/dev/full", 1, "cannot write to standard output: No space left"),
    ("PYTHONUNBUFFERED=1 {scorelite} score --help >/dev/full", 1, "cannot write to standard output: No space left"),
    ("{scorelite} kaldi compute-wer ark:k ark:k 2>&-", 0, "%WER 0.00"),
    ("{scorelite} kws -s x -f - 2>&- >&-", 1, ""),
    ("{scorelite} kaldi best_wer <&-", None, ""),
    ("{scorelite} kaldi compute-wer ark:- ark:- <&-", None, ""),
    ("{scorelite} score a.trn a.trn -j 99999999999999999999", 0, "WER"),
    ("{scorelite} score a.trn a.trn --report pra --width 100000000000000000000", 2, "not a line width"),
    ("SCORELITE_CORE=evil {scorelite} score a.trn a.trn", 1, "SCORELITE_CORE is 'evil'"),
    ("SCORELITE_CORE=evil {scorelite} --version", 1, "SCORELITE_CORE is 'evil'"),
    ("{scorelite} convert a.trn b.txt --encoding idna", 2, "encoding 'idna' is unknown"),
    ("{scorelite} convert a.trn b.txt --output-encoding punycode", 2, "encoding 'punycode' is unknown"),
    ("PYTHONPATH=$PWD/broken:$PYTHONPATH {scorelite} convert a.smi b.srt", 2, "cannot be imported"),
)


@pytest.mark.sweep(7)
@pytest.mark.parametrize(("line", "code", "said"), JOBS, ids=[job[0][:60] for job in JOBS])
def test_a_command_ends_with_a_message(tmp_path: Path, line: str, code: int | None, said: str) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    (tmp_path / "a.trn").write_text("a b (x_1)\n")
    (tmp_path / "k").write_text("u1 a b\n")
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\na b\n")
    (tmp_path / "a.smi").write_text("<SAMI><BODY><SYNC Start=400><P>a<SYNC Start=900><P>&nbsp;")
    (tmp_path / "broken" / "pysubs2").mkdir(parents=True)
    (tmp_path / "broken" / "pysubs2" / "__init__.py").write_text("raise RuntimeError('broken')\n")
    command = f'{sys.executable} -c "import sys; from scorelite.scoring.cli.main import main; sys.exit(main())"'
    done = subprocess.run(
        ["bash", "-c", line.format(scorelite=command)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    text = done.stdout + done.stderr
    assert "Traceback" not in text
    assert said in text
    assert code is None or done.returncode == code


@pytest.mark.parametrize("digits", ["1" + "0" * 400, "9" * 5000, "1e400", "-1e400", "1e999999999"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("seglst", '[{"session_id": "s", "speaker": "p", "start_time": NUMBER, "end_time": 2, "words": "a"}]'),
        ("sami", "<SAMI><BODY><SYNC Start=NUMBER><P>a<SYNC Start=NUMBER><P>&nbsp;"),
        ("audacity", "0.5\tNUMBER\ta\n"),
        ("ctm", "talk A NUMBER 1.0 a\n"),
        ("microdvd", "{NUMBER}{NUMBER}a\n"),
    ],
)
def test_numbers_beyond_all_bounds_are_problems_of_the_file(name: str, text: str, digits: str) -> None:
    with pytest.raises(formats.FormatError):
        formats.read(text.replace("NUMBER", digits).encode(), format=name)
