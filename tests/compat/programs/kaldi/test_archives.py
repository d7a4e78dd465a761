"""Archives, options and scripts: cases without a golden file."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.kaldi.tables import Records
from tests.compat.programs.kaldi.runs import ABORTED, kaldi


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def score(ref: bytes, hyp: bytes, *options: str, kinds: tuple[str, str] = ("ark", "ark")) -> bytes:
    Path("ref").write_bytes(ref)
    Path("hyp").write_bytes(hyp)
    done = kaldi("compute-wer", *options, f"{kinds[0]}:ref", f"{kinds[1]}:hyp")
    return done.stdout + b"%d" % done.code


@pytest.mark.parametrize(
    ("data", "keys", "texts", "problem"),
    [
        (b"a b c\n d\te \n\n", [b"a", b"d"], [b"b c", b"e "], None),
        (b"a\nb \nc", [b"a", b"b"], [b"", b""], None),
        (b"a b\r\n\r\nc d", [b"a", b"c"], [b"b\r", b"d"], None),
        (b"a\r\nb c\n", [], [], (b"a", 13)),
        (b"a b\nc\x0bd\n", [b"a"], [b"b"], (b"c", 11)),
        (b"a b\nc ", [b"a"], [b"b"], (b"c", None)),
        (b"", [], [], None),
    ],
)
def test_records_begin_at_a_key_and_end_at_a_newline(
    data: bytes, keys: list[bytes], texts: list[bytes], problem: tuple[bytes, int | None] | None
) -> None:
    records = Records(data)
    assert (records.keys, records.texts, records.problem) == (keys, texts, problem)


def test_a_key_repeated_in_the_reference_is_scored_again() -> None:
    assert score(b"u a\nu b\n", b"u a\n").startswith(b"%WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]")


def test_a_promise_of_order_that_is_not_kept_is_an_error() -> None:
    assert score(b"a x\nb x\n", b"b x\na x\n", kinds=("ark", "ark,s")) == b"255"
    assert score(b"b x\na x\n", b"b x\na x\n", kinds=("ark", "ark,s")) == b"255"
    assert score(b"a x\nb x\n", b"b x\na x\n").endswith(b"0")
    Path("hyp").write_bytes(b"a x\nd x\nc x\n")
    Path("ref").write_bytes(b"a x\ne x\n")
    assert b"d is followed by c\n" in kaldi("compute-wer", "--mode=present", "ark:ref", "ark,s:hyp").stderr


def test_keys_requested_out_of_order_are_an_error_where_order_is_promised() -> None:
    Path("ref").write_bytes(b"c x\na x\nb y\n")
    Path("hyp").write_bytes(b"a x\nb y\nc x\n")
    message = b"not calling with keys in sorted order: a < c: rspecifier is ark,s,cs:hyp\n"
    for program in ("compute-wer", "compute-wer-bootci"):
        done = kaldi(program, "--mode=present", "ark:ref", "ark,s,cs:hyp")
        assert (done.code, done.stdout) == (255, b"")
        assert b'FindKeyInternal():util/kaldi-table-inl.h:2106) You provided the "cs" option' in done.stderr
        assert message in done.stderr
        # Without s, cs has no effect.
        assert kaldi(program, "--mode=present", "ark:ref", "ark,cs:hyp").code == 0
        assert kaldi(program, "--mode=present", "ark:ref", "ark,s,cs,ncs:hyp").code == 0
    done = kaldi("align-text", "ark:ref", "ark,s,cs:hyp", "ark,t:-")
    assert (done.code, done.stdout) == (255, b"c x x \n")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("s", b"are not in sorted order: d is followed by b\n"),
        ("s,cs", b"keys are out of order or duplicated: d is followed by b: rspecifier is ark,s,cs:hyp\n"),
    ],
)
def test_lines_and_warnings_before_an_unsorted_key_are_written(options: str, message: bytes) -> None:
    Path("ref").write_bytes(b"a x\nb x\nc x\ne x\n")
    Path("hyp").write_bytes(b"a x\nd x\nb x\n")
    done = kaldi("align-text", "ark:ref", f"ark,{options}:hyp", "ark,t:-")
    assert (done.code, done.stdout) == (255, b"a x x \n")
    warnings = [line for line in done.stderr.splitlines() if line.startswith(b"WARNING")]
    assert [line.split(b" Key ")[1][:1] for line in warnings] == [b"b", b"c"]
    assert message in done.stderr


def test_a_sorted_archive_is_read_no_further_than_the_key_requires() -> None:
    assert score(b"a x\n", b"a x\nc x\nb x\n", kinds=("ark", "ark,s")).endswith(b"0")
    assert score(b"a x\n", b"a x\na y\n", kinds=("ark", "ark,s,cs")).endswith(b"0")


@pytest.mark.parametrize(
    ("kind", "script", "reason"),
    [
        ("scp", b"b f\na f\nb f\n", b"contains duplicate key: b"),
        ("scp,s", b"b f\na f\n", b"is not sorted (remove s, option or add ns, option): key is b"),
    ],
)
def test_a_script_file_with_a_key_twice_or_out_of_order_cannot_be_opened(
    kind: str, script: bytes, reason: bytes
) -> None:
    Path("f").write_bytes(b"x\n")
    Path("ref").write_bytes(b"a x\n")
    Path("hyp").write_bytes(script)
    done = kaldi("compute-wer", "ark:ref", f"{kind}:hyp")
    assert done.code == 255
    assert b"Open():util/kaldi-table-inl.h:1634) Script file hyp " + reason + b"\n" in done.stderr


def test_the_interval_is_not_printed_where_an_archive_breaks() -> None:
    Path("ref").write_bytes(b"a x\nb x\n")
    Path("hyp").write_bytes(b"a x\nb\r\n")
    done = kaldi("compute-wer-bootci", "--mode=present", "ark:ref", "ark:hyp")
    assert (done.code, done.stdout) == (ABORTED, b"")


def test_a_key_repeated_on_both_sides_has_the_first_hypothesis_again() -> None:
    assert score(b"u a\nu b\n", b"u a\nu b\n").startswith(b"%WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]")


def test_a_broken_hypothesis_is_an_error_in_strict_mode_and_kills_the_others() -> None:
    ref, hyp = b"a x\nb x\n", b"a x\nb\r\n"
    assert score(ref, hyp) == b"%d" % ABORTED
    assert score(ref, hyp, "--mode=present").endswith(b"%d" % ABORTED)
    assert score(ref, hyp, "--mode=present", kinds=("ark", "ark,p")).endswith(
        b"[ 0 / 1 ]\nScored 1 sentences, 1 not present in hyp.\n0"
    )


def test_an_archive_that_breaks_behind_all_keys_that_are_looked_for_is_no_error() -> None:
    for ref in (b"a x\nb x\n", b"b x\na x\n"):
        assert score(ref, b"a x\nb x\nc\r\n").endswith(b"Scored 2 sentences, 0 not present in hyp.\n0")


def test_a_key_with_a_control_character_is_an_error() -> None:
    assert score(b"a\x01 x\n", b"a\x01 x\n") == b"255"


@pytest.mark.parametrize(("number", "code"), [("+20", 0), ("20", 0), ("+", 255), ("2x", 255), ("2147483648", 255)])
def test_whole_numbers_of_options_may_have_a_sign(number: str, code: int) -> None:
    Path("ref").write_bytes(b"a x\n")
    assert kaldi("compute-wer-bootci", f"--replications={number}", "ark:ref", "ark:ref").code == code


def test_options_come_from_files_too() -> None:
    Path("options").write_text("# how to score\n--mode=all  # always\n")
    assert b"1 del" in score(b"a x\nb y\n", b"a x\n", "--config=options")
    assert score(b"a x\n", b"a x\n", "--config=nowhere") == b"255"


def test_lines_before_the_first_broken_one_are_not_lost() -> None:
    # The script loses them: it reads only the text left over by its own check of UTF-8.
    done = kaldi("wer_per_utt_details", stdin=b"u1 a a\nu2 \xe9 b\n")
    assert (
        done.stdout
        == b"u1 ref  a\nu1 hyp  a\nu1 op   C\nu1 #csid 1 0 0 0\nu2 ref  \xe9\nu2 hyp  b\nu2 op   S\nu2 #csid 0 1 0 0\n"
    )
    assert done.stderr == b"wer_per_utt_details.pl: Note: handling as byte stream\n"


@pytest.mark.parametrize("count", ["x", "1.5", "-1"])
def test_a_wrong_count_is_an_error_and_not_a_zero(count: str) -> None:
    Path("utt2spk").write_text("u s\n")
    done = kaldi("wer_per_spk_details", "utt2spk", stdin=f"u #csid {count} 0 0 0\n".encode())
    assert (done.code, done.stdout) == (255, b"")


def test_the_best_line_is_the_first_lowest_whatever_wrote_it() -> None:
    lines = (
        b"d/wer_7:%WER 12.50 [ 1 / 8, 0 ins, 0 del, 1 sub ]\n"
        b"d/x.sys:| Sum/Avg|   20    153 | 90.8    4.6    4.6    2.6   11.8   65.0 |\n"
        b"d/wer_9:%WER 11.80 [ 2 / 17, 0 ins, 0 del, 2 sub ]\n"
    )
    assert kaldi("best_wer", stdin=lines).stdout == b"%WER 11.8 | 20 153 | 90.8 4.6 4.6 2.6 11.8 65.0 | d/x.sys\n"
