"""Names of input files that are shell commands: refused, unless the user allows them."""

from __future__ import annotations

from gzip import compress
from pathlib import Path

import pytest

from tests.conftest import Run

CTM = b"talk 1 0.00 0.50 good\n"
LEXICON = b"ab x\n"
JOBS = {
    "ctmValidator.pl": (("-i", "IN"), "c.ctm"),
    "stmValidator.pl": (("-i", "IN"), "s.stm"),
    "hamzaNorm.pl": (("-i", "ctm", "IN", "-"), "c.ctm"),
    "tanweenFilt.pl": (("-i", "ctm", "IN", "-"), "c.ctm"),
    "def_art.pl": (("-i", "ctm", "IN", "-"), "c.ctm"),
    "acomp.pl": (("-i", "ctm", "-l", "IN", "c.ctm", "-"), "lexicon"),
    "rttmSort.pl": (("IN",), "r.rttm"),
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "c.ctm").write_bytes(CTM)
    (tmp_path / "s.stm").write_bytes(b"talk 1 anna 0.00 1.00 good\n")
    (tmp_path / "lexicon").write_bytes(LEXICON)
    (tmp_path / "r.rttm").write_bytes(b"SPEAKER talk 1 0.00 1.00 <NA> <NA> anna <NA>\n")


@pytest.mark.parametrize("program", JOBS)
def test_a_command_runs_only_where_it_is_allowed(program: str, scorelite: Run, tmp_path: Path) -> None:
    words, source = JOBS[program]
    command = f"cat {source}; touch ran; true |"
    piped = [command if word == "IN" else word for word in words]
    refused = scorelite("sctk", program, *piped)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode() == (
        f"scorelite: {command!r} is a shell command; `scorelite sctk --allow-pipes PROGRAM ...` or "
        "SCORELITE_ALLOW_PIPES=1 in the environment runs it\n"
    )
    assert not (tmp_path / "ran").exists()
    plain = scorelite("sctk", program, *(source if word == "IN" else word for word in words))
    for allowed, environment in ((("--allow-pipes",), {}), ((), {"SCORELITE_ALLOW_PIPES": "1"})):
        done = scorelite("sctk", *allowed, program, *piped, environment=environment)
        assert (done.returncode, done.stderr) == (plain.returncode, plain.stderr)
        assert done.stdout.replace(command.encode(), source.encode()) == plain.stdout
        assert (tmp_path / "ran").exists()
        (tmp_path / "ran").unlink()


@pytest.mark.parametrize("program", ["ctmValidator.pl", "rover"])
def test_a_packed_file_is_unpacked(program: str, scorelite: Run, tmp_path: Path) -> None:
    words, source = {**JOBS, "rover": (("-h", "IN", "ctm", "-h", "c.ctm", "ctm", "-m", "meth1", "-o", "o"), "c.ctm")}[
        program
    ]
    packed = f"{source}.gz"
    (tmp_path / packed).write_bytes(compress((tmp_path / source).read_bytes()))
    expected = scorelite("sctk", program, *[source if word == "IN" else word for word in words])
    actual = scorelite("sctk", program, *[packed if word == "IN" else word for word in words])
    assert (actual.returncode, actual.stdout.replace(packed.encode(), source.encode())) == (0, expected.stdout)


def test_a_packed_file_that_is_broken_is_refused(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "c.ctm.gz").write_bytes(compress(CTM)[:20])
    done = scorelite("sctk", "ctmValidator.pl", "-i", "c.ctm.gz")
    assert done.returncode != 0
    assert b"c.ctm.gz:1:1: broken gzip data" in done.stderr
