"""Files and names of reports, and errors in writing them."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.sctk import Failure
from scorelite.scoring.compat.programs.sctk.streams import create
from tests.compat.programs.sctk.sclite.conftest import HYP, Command
from tests.conftest import PATIENCE, ROOT, Run

BASE = "-r r -h h -i rm "
PIPE_CAPACITY = 1 << 16


def made(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - {"r", "h"}


class TestNames:
    def test_every_report_has_its_suffix_and_announces_its_file(self, command: Command, folder: Path) -> None:
        outcome = command(BASE + "-w unity -o all wws prf dtl snt spk lur sgml nl.sgml")
        suffixes = ["sys", "wws", "raw", "snt.s1", "snt.s2", "spk.s1", "spk.s2", "dtl", "lur", "pra", "prf"]
        assert made(folder) == {f"h.{suffix}" for suffix in [*suffixes, "sgml", "nl.sgml"]}
        assert outcome.out.endswith(
            b"    Writing scoring report to 'h.sys'\n"
            b"    Writing scoring report to 'h.wws'\n"
            b"    Writing raw scoring report to 'h.raw'\n"
            b"    Writing sentence scoring report for speaker 's1' to 'h.snt.s1'\n"
            b"    Writing sentence scoring report for speaker 's2' to 'h.snt.s2'\n"
            b"    Writing speaker scoring report for 's1' to 'h.spk.s1'\n"
            b"    Writing speaker scoring report for 's2' to 'h.spk.s2'\n"
            b"    Writing overall detailed scoring report 'h.dtl'\n"
            b"    Writing LUR scoring report to 'h.lur'\n"
            b"    Writing string alignments to 'h.pra'\n"
            b"    Writing string alignments to 'h.prf'\n"
            b"    Writing SGML string alignments to 'h.sgml'\n"
            b"    Writing Newline Separated SGML string alignments to 'h.nl.sgml'\n"
            b"\nSuccessful Completion\n"
        )

    @pytest.mark.parametrize(
        ("hyp", "options", "name"),
        [
            ("h", "", "h.pra"),
            ("./h", "", "h.pra"),
            ("sub/h", "", "sub/h.pra"),
            ("./sub/h", "", "./sub/h.pra"),
            ("sub/h", "-n name", "sub/name.pra"),
            ("sub/h", "-O out", "out/h.pra"),
            ("h", "-O out -n name", "out/name.pra"),
            ("h", "-O .", "./h.pra"),
            ("h", "-n sub/name", "sub/name.pra"),
        ],
    )
    def test_folder_and_name(self, command: Command, folder: Path, hyp: str, options: str, name: str) -> None:
        for sub in ("sub", "out"):
            (folder / sub).mkdir()
        (folder / "sub" / "h").write_bytes(HYP)
        outcome = command(f"-r r -h {hyp} -i rm -o pra {options}")
        assert f"    Writing string alignments to '{name}'\n".encode() in outcome.out
        assert (folder / name).is_file()

    def test_the_hypotheses_share_a_name_and_the_last_one_keeps_it(self, command: Command, folder: Path) -> None:
        command("-r r -h h -h r trn Last -i rm -o pra -n all")
        assert made(folder) == {"all.pra"}
        assert b"System name:   Last\n" in (folder / "all.pra").read_bytes()

    def test_names_are_bytes(self, command: Command, folder: Path) -> None:
        Path(os.fsdecode(b"h\xff\n")).write_bytes(HYP)
        outcome = command(b"-r", b"r", b"-h", b"h\xff\n", b"-i", b"rm", b"-o", b"sum", b"-n", b"\xc3 \x01")
        assert b"Hyp File: 'h\xff\n'\n" in outcome.out
        assert Path(os.fsdecode(b"\xc3 \x01.sys")).is_file()

    def test_reports_come_in_a_fixed_order(self, command: Command) -> None:
        out = command(BASE + "-o prf stdout pra rsum sum").out
        places = [out.index(text) for text in (b"Sum/Avg", b"| Sum  ", b"DUMP OF", b"NIST_TEXT")]
        assert places == sorted(places)


class TestStandardOutput:
    def test_only_alignments_announce_themselves(self, command: Command) -> None:
        out = command(BASE + "-o all prf dtl sgml stdout -f 1").out
        assert out.count(b"Writing") == out.count(b"    Writing string alignments to 'stdout'\n") == 2

    def test_reports_go_to_stdout_if_their_folder_is_missing(self, command: Command, folder: Path) -> None:
        outcome = command(BASE + "-o sum pra -O none")
        assert (outcome.code, outcome.err) == (0, b"")
        assert b"Sum/Avg" in outcome.out
        assert b"    Writing string alignments to 'stdout'\n" in outcome.out
        assert made(folder) == set()

    def test_reports_of_a_speaker_with_a_slash_go_to_stdout(self, command: Command, folder: Path) -> None:
        files = {"r": b"a (x/y-1)\nb (z-1)\n", "h": b"a (x/y-1)\nb (z-1)\n"}
        outcome = command(BASE + "-o spk -f 0", files=files)
        assert outcome.out.startswith(b"SCORING FOR SPEAKER: x/y\n")
        assert made(folder) == {"h.spk.z"}

    def test_reports_with_too_long_a_name_go_to_stdout(self, command: Command, folder: Path) -> None:
        outcome = command(BASE + "-o sum -f 0 -n " + "x" * 260)
        assert b"Sum/Avg" in outcome.out
        assert made(folder) == set()

    def test_piped_alignments_come_last_and_line_by_line(self, command: Command) -> None:
        outcome = command(BASE + "-h r -p")
        assert outcome.out.count(b"<SYSTEM ") == 2
        assert b'>\nC\n"a"\n"a"\nC\n"b"\n"b"\nS\n"c"\n"d"\n</PATH>\n' in outcome.out


class TestPipedInput:
    def test_alignments_are_read_and_reported(self, command: Command, sclite: Run) -> None:
        sgml = command("-r r -h h trn sub/T -i rm -o sgml stdout").out
        done = sclite("-P", "-o", "rsum", "-f", "1", stdin=sgml + sgml)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"sclite: 2.10 TK Version 1.3\nLoading Piped input. . . 2 systems loaded.\n")
        # The report is named by the title, whose folder does not exist.
        assert done.stdout.count(b"| Sum  |    3      8 |") == 2

    def test_an_empty_pipe_gives_no_report(self, sclite: Run) -> None:
        done = sclite("-P", "-o", "sum", "stdout", "-w", "unity", stdin=b"")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    def test_files_and_alignments_on_stdin_are_refused(self, command: Command, sclite: Run) -> None:
        sgml = command(BASE + "-o sgml stdout").out
        done = sclite("-P", *BASE.split(), "-f", "0", stdin=sgml)
        assert (done.returncode, done.stderr) == (1, b"sclite: -P can not be combined with -r and -h\n")
        assert sclite("-P", *BASE.split(), "-o", "none", stdin=b"").returncode == 0

    def test_broken_alignments_end_the_run(self, sclite: Run) -> None:
        done = sclite("-P", "-o", "sum", "stdout", stdin=b'<SPEAKER id="x">\n')
        assert done.returncode == 1
        assert done.stderr.endswith(b"load_SCORES_sgml Failed\n")


class TestConfidences:
    def test_a_confidence_far_below_0_is_in_no_bin(self, command: Command, folder: Path) -> None:
        files = {"stm": b"f A s 0 3 a b x\n", "ctm": b"f A 0 1 a -1e300\nf A 1 1 b 0.5\nf A 2 1 c 0.9\n"}
        outcome = command("-r stm stm -h ctm ctm -C hist -o none", files=files)
        assert b"Warning: 1 Confidence scores out of binning range 0.000000:1.000000\n" in outcome.err + outcome.out

    def test_transcripts_have_no_confidences(self, command: Command, folder: Path) -> None:
        outcome = command(BASE + "-C sbhist hist det bhist")
        assert outcome.out.endswith(
            b"    Skipping DET Curve, no confidence scores supplied.\n"
            b"    Skipping Binned Histogram, no confidence scores supplied.\n"
            b"    Skipping Confidence Histogram, no confidence scores supplied.\n"
            b"    Skipping Scaled Binned Histogram, no confidence scores supplied.\n"
            b"\nSuccessful Completion\n"
        )
        assert made(folder) == set()

    def test_without_feedback_missing_confidences_are_not_noticed(self, command: Command, folder: Path) -> None:
        assert command(BASE + "-C sbhist hist det bhist -f 0") == (0, b"", b"")
        suffixes = ["det.plt", "det.dat.00", "bhist.plt", "bhist.dat1", "hist.plt", "hist.dat", "sbhist.plt"]
        assert made(folder) == {f"h.{suffix}" for suffix in [*suffixes, "sbhist.dat"]}
        assert (folder / "h.bhist.dat1").read_bytes().startswith(b"0.0500 85.714286 1 1 0.1\n0.1500 0.000000 1 1 0.1\n")
        assert (folder / "h.hist.dat").read_bytes().startswith(b"0.000000 7.000000 6.000000 1.000000\n0.010000 7.0")

    def test_an_uncreatable_file_is_reported_and_the_run_continues(self, command: Command, sclite: Run) -> None:
        sgml = b"""\
<SYSTEM title="t" ref_fname="r" hyp_fname="h" creation_date="x" format="2.4">
<SPEAKER id="s">
<PATH id="(s-1)" word_cnt="2" sequence="0" word_aux="h_conf">
C,"a","a",0.500000:S,"b","c",0.250000
</PATH>
</SPEAKER>
</SYSTEM>
"""
        done = sclite("-P", "-C", "det", "hist", "-O", "none", stdin=sgml)
        assert (done.returncode, done.stderr) == (
            0,
            (
                b"Error: Unable to open DET Curve GNUPLOT file 'none/t.det.plt' for writing."
                b"Error: Writing Binned Histogram file 'none/t.bhist.dat1' for writing."
            ),
        )
        assert done.stdout.endswith(
            b"    Writing DET Curve to 'none/t.det.[plt,dat]'\n"
            b"    Writing Confidence Histogram 'none/t.hist.[plt,dat]'\n"
            b"\nUnsuccessful Completion\n"
        )


class TestFiles:
    def test_a_report_replaces_the_old_one_with_its_mode(self, command: Command, folder: Path) -> None:
        (folder / "h.sys").write_bytes(b"old")
        (folder / "h.sys").chmod(0o640)
        command(BASE + "-o sum -f 0")
        assert b"Sum/Avg" in (folder / "h.sys").read_bytes()
        assert stat.S_IMODE((folder / "h.sys").stat().st_mode) == 0o640

    def test_a_new_report_has_the_usual_mode(self, command: Command, folder: Path) -> None:
        old = os.umask(0o027)
        try:
            command(BASE + "-o sum -f 0")
        finally:
            os.umask(old)
        assert stat.S_IMODE((folder / "h.sys").stat().st_mode) == 0o640

    def test_links_are_written_through(self, command: Command, folder: Path) -> None:
        (folder / "target").write_bytes(b"old")
        (folder / "h.sys").symlink_to("target")
        os.link(folder / "target", folder / "h.raw")
        command(BASE + "-o sum -f 0")
        assert (folder / "h.sys").is_symlink()
        assert b"Sum/Avg" in (folder / "target").read_bytes()
        command(BASE + "-o rsum -f 0")
        assert (folder / "h.raw").samefile(folder / "target")
        assert b"| Sum  |" in (folder / "target").read_bytes()

    def test_a_folder_under_that_name_sends_the_report_to_standard_output(self, command: Command, folder: Path) -> None:
        (folder / "h.sys").mkdir()
        assert b"Sum/Avg" in command(BASE + "-o sum -f 0").out

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everything")
    def test_a_read_only_report_is_not_replaced(self, command: Command, folder: Path) -> None:
        (folder / "h.sys").write_bytes(b"old")
        (folder / "h.sys").chmod(0o444)
        assert b"Sum/Avg" in command(BASE + "-o sum -f 0").out
        assert (folder / "h.sys").read_bytes() == b"old"

    def test_a_report_that_fails_leaves_the_old_file_and_no_temporary_one(self, folder: Path) -> None:
        (folder / "x").write_bytes(b"old")
        file = create(b"x")
        assert file is not None

        def chunks() -> list[bytes]:
            raise KeyError("in the middle")

        with pytest.raises(KeyError):
            file.save(chunk for _ in range(1) for chunk in chunks())
        assert (folder / "x").read_bytes() == b"old"
        assert made(folder) == {"x"}

    def test_two_reports_may_be_open_at_once(self, folder: Path) -> None:
        first, second = create(b"x"), create(b"x")
        assert first is not None
        assert second is not None
        second.save([b"2"])
        first.save([b"1", b"!"])
        assert (folder / "x").read_bytes() == b"1!"
        assert made(folder) == {"x"}

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_a_full_disk_is_one_line(self, command: Command, folder: Path) -> None:
        (folder / "h.sys").symlink_to("/dev/full")
        assert command(BASE + "-o sum -f 0") == (
            1,
            b"",
            b"sclite: cannot write 'h.sys': No space left on device\n",
        )
        file = create(b"h.sys")
        assert file is not None
        with pytest.raises(Failure, match="cannot write"):
            file.save([b"x"])

    def test_an_undefined_label_leaves_an_empty_report(self, command: Command, folder: Path, sclite: Run) -> None:
        sgml = command(BASE + "-o sgml stdout").out.replace(b'word_cnt="3"', b'word_cnt="3" labels="<F0>"')
        done = sclite("-P", "-o", "lur", stdin=sgml)
        assert (done.returncode, (folder / "h.lur").read_bytes()) == (1, b"")
        assert done.stderr.startswith(b"Error: Label id 'F0' lookup failed for utt (s1-1)\n")


@pytest.fixture
def process(folder: Path) -> list[str]:
    """Command line that runs our sclite as a process."""
    imports = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from scorelite.scoring.cli.sclite import main"
    code = f"{imports}; sys.exit(main())"
    return [sys.executable, "-c", code]


class TestProcess:
    def test_it_runs_as_a_module(self, folder: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "scorelite.scoring.cli.sclite", *BASE.split(), "-o", "rsum", "stdout"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
        assert b"| Sum  |    3      8 |" in done.stdout

    def test_a_closed_pipe_ends_it_in_silence(self, process: list[str], folder: Path) -> None:
        (folder / "r").write_bytes(b"".join(b"a b c d (s-%d)\n" % number for number in range(5000)))
        running = subprocess.Popen(
            [*process, "-r", "r", "-h", "r", "-i", "rm", "-o", "pra", "stdout"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert running.stdout is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr is not None
        assert running.stderr.read() == b""
        assert running.wait() == 141
        running.stderr.close()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_a_full_standard_output_is_one_line(self, process: list[str]) -> None:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*process, *BASE.split()], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1
        assert done.stderr == b"sclite: cannot write standard output: No space left on device\n"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
    def test_an_interrupt_leaves_without_traceback(self, process: list[str], folder: Path) -> None:
        os.mkfifo(folder / "slow")
        command = [*process, "-r", "r", "-h", "slow", "-i", "rm"]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        descriptor = os.open(folder / "slow", os.O_WRONLY)
        # Longer than the pipe's buffer: this returns when the command has begun to read.
        os.write(descriptor, b"a (s-1)\n" * (PIPE_CAPACITY // 8 + 1))
        running.send_signal(signal.SIGINT)
        # A signal that arrives between two reads takes effect when the second one returns.
        os.close(descriptor)
        _out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, err) == (130, b"")

    def test_a_closed_stdout_is_not_an_error(self, process: list[str]) -> None:
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", *process, *BASE.split()], stderr=subprocess.PIPE, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")


class TestBadInput:
    def test_a_folder_is_not_a_transcript(self, command: Command, folder: Path) -> None:
        (folder / "d").mkdir()
        assert command("-r d -h h -i rm -f 0").err == b"Can't open input Reference file d\n"
        assert command("-r r -h d -i rm -f 0").err == b"Can't open input hypothesis file d\n"

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
    def test_a_file_without_permission_to_read(self, command: Command, folder: Path) -> None:
        (folder / "h").chmod(0)
        assert command(BASE + "-f 0") == (1, b"", b"Can't open input hypothesis file h\n")

    def test_a_zero_byte_ends_its_line(self, command: Command) -> None:
        text = b"a b\0c (s-1)\nd (s-2)\n"
        outcome = command("-r r -h h -i sp -o sgml stdout", files={"r": text, "h": text})
        assert b'<PATH id="" word_cnt="2" sequence="0">\nC,"a","a":C,"b","b"\n' in outcome.out

    def test_random_bytes_end_in_an_error_or_a_report(self, command: Command) -> None:
        noise = bytes((n * n * 31 + n * 7) % 251 for n in range(20000))
        for options in ("", " -e utf-8", " -e gb -c"):
            outcome = command(BASE + "-o sum stdout" + options, files={"r": noise, "h": noise})
            assert outcome.code in (0, 1)

    def test_many_hypotheses_are_refused_in_one_line(self, command: Command) -> None:
        words = ["-r", "r", "-i", "rm", "-f", "0", "-o", "none"]
        assert command(*words, *["-h", "h"] * 40).code == 0
        assert command(*words, *["-h", "h"] * 41) == (
            1,
            b"",
            b"sclite: at most 40 hypothesis files (-h) are possible\n",
        )

    def test_a_missing_native_core_is_one_line(self, sclite: Run, folder: Path) -> None:
        done = sclite(*BASE.split(), environment={"SCORELITE_CORE": "quantum"})
        assert done.returncode == 1
        assert done.stderr.startswith(b"sclite: SCORELITE_CORE is 'quantum'")
        assert done.stderr.count(b"\n") == 1

    @pytest.mark.parametrize("name", ["sum", "rsum", "all"])
    def test_without_utterances_a_table_of_means_is_an_error(self, command: Command, name: str) -> None:
        outcome = command(BASE + f"-o {name} stdout", files={"h": b""})
        shown = b"rsum" if name == "rsum" else b"sum"
        text = b"sclite: nothing is scored: no utterance of 'h' meets the reference; no report %b\n" % shown
        assert (outcome.code, outcome.err) == (1, text)
        assert b"Sum" not in outcome.out

    @pytest.mark.parametrize("name", ["pra", "prf", "dtl", "lur", "sgml", "snt", "spk"])
    def test_other_reports_without_utterances_are_empty(self, command: Command, name: str) -> None:
        assert command(BASE + f"-o {name} stdout", files={"h": b""}).code == 0
