"""Hypotheses that yield nothing: a message where NIST's program dies by a signal, and equal bytes where it ends."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import pytest

from tests.compat.programs.sctk.sclite.conftest import Command
from tests.conftest import PATIENCE, Run

TRN = b"a b c (s1-1)\nd e (s1-2)\n"
STM = b"f A s 0 1 a b\nf A s 1 2 c\n"
CTM = b"f A .1 .2 a\nf A .5 .2 b\n"
INPUTS = {
    "trn": TRN,
    "stm": STM,
    "ctm": CTM,
    "empty": b"",
    "comment": b";; nothing\n",
    "blank": b"\n \n",
    "trn.packed": gzip.compress(TRN, mtime=0),
    "ctm.packed": gzip.compress(CTM, mtime=0),
    "binary": bytes(range(256)) * 3,
    "other": b"a b c (t1-1)\n",
    "before": b"f A 10 .2 a\nf A 11 .2 b\n",
    "late": b"f A s 20 21 a\n",
}
BAD = ("empty", "comment", "blank", "trn.packed", "ctm.packed", "binary")
RUNS = [
    *(f"-r trn trn -h {name} trn -i spu_id" for name in (*BAD, "other")),
    *(f"-r {name} trn -h {name} trn -i spu_id" for name in ("empty", "comment", "blank")),
    *(f"-r stm stm -h {name} ctm {option}" for name in (*BAD, "before") for option in ("", "-m ref", "-m hyp")),
    *(f"-r {name} stm -h ctm ctm" for name in BAD),
    *(f"-r {name} stm -h {name} ctm" for name in ("empty", "comment")),
    *(f"-r ctm ctm -h {name} ctm" for name in BAD),
    *(f"-r {name} ctm -h {name} ctm" for name in ("empty", "comment")),
    "-r late stm -h ctm ctm -m ref hyp",
]


@pytest.mark.reference
@pytest.mark.parametrize("report", ["sum", "pra"])
def test_a_run_that_yields_nothing_ends_as_nists_or_with_a_message(
    command: Command, reference: Path, release: str, folder: Path, monkeypatch: pytest.MonkeyPatch, report: str
) -> None:
    monkeypatch.setenv("SCORELITE_SCTK", release)
    for name, content in INPUTS.items():
        (folder / name).write_bytes(content)
    died = 0
    for run in RUNS:
        words = [*run.split(), "-o", report, "stdout"]
        done = subprocess.run(
            [reference / "sclite", *words], cwd=folder, capture_output=True, timeout=PATIENCE, check=False
        )
        ours = command(*words)
        if done.returncode < 0:
            died += 1
            assert ours.code == 1, run
            assert b"nothing is scored" in ours.err or b"; expected " in ours.err, run
            assert b"Sum/Avg" not in ours.out, run
        elif ".packed" in run:  # NIST's program reads the packed bytes as text
            assert (ours.code, ours.out) == (1, b""), run
            assert b"compressed data; expected text" in ours.err, run
        else:
            assert (done.returncode, done.stdout, done.stderr) == tuple(ours), run
    assert died >= 20 if report == "sum" else died >= 10


def test_the_message_names_the_file_that_yields_nothing(command: Command) -> None:
    outcome = command("-r r -h h -i spu_id -o sum stdout", files={"h": b""})
    assert (outcome.code, outcome.err) == (
        1,
        b"sclite: nothing is scored: no utterance of 'h' meets the reference; no report sum\n",
    )
    outcome = command("-r e ctm -h e ctm -o pra stdout", files={"e": b""})
    assert (outcome.code, outcome.err) == (1, b"sclite: nothing is scored: neither 'e' nor 'e' has words\n")


def test_alignments_of_a_speaker_without_utterances_are_a_report_as_in_the_reference(sclite: Run) -> None:
    head = b'<SYSTEM title="" ref_fname="" hyp_fname="" creation_date="x" format="2.4" frag_corr="FALSE" '
    head += b'opt_del="FALSE" weight_ali="FALSE" weight_filename="">\n'
    done = sclite("-P", "-o", "sum", "stdout", stdin=head + b'<SPEAKER id="a">\n</SPEAKER>\n</SYSTEM>\n')
    assert done.returncode == 0
    assert b"| Sum/Avg|    0      0 |  0.0    0.0    0.0    0.0    0.0    0.0 |" in done.stdout
    # The reference dies here.
    assert sclite("-P", "-o", "sum", "stdout", stdin=head + b"</SYSTEM>\n").returncode == 1
