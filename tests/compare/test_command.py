"""`scorelite compare`: verdicts, exit codes, and the three forms of output."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Thread

import pytest

from scorelite.scoring.cli.main import main
from tests.conftest import Run


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "ref.ark").write_text("u1 a b\nu2 c d e\n")
    (tmp_path / "old.ark").write_text("u1 a b\nu2 c d x\n")
    (tmp_path / "new.ark").write_text("u1 a y\nu2 c d x\n")
    (tmp_path / "third.ark").write_text("u1 a b\nu2 c d e\n")
    (tmp_path / "wer").write_text("%WER 20.00 [ 1 / 5, 0 ins, 0 del, 1 sub ]\n%SER 50.00 [ 1 / 2 ]\n")
    return tmp_path


def test_a_file_of_kaldi_beside_texts_scored_now(texts: Path, scorelite: Run) -> None:
    same = scorelite("compare", "wer", "--ref", "ref.ark", "--hyp", "old.ark")
    assert (same.returncode, same.stdout.splitlines()[0]) == (0, b"identical")
    other = scorelite("compare", "wer", "--ref", "ref.ark", "--hyp", "new.ark")
    assert other.returncode == 0
    assert other.stdout.splitlines()[0] == b"different: WER rose by 20.00 points (20.00 -> 40.00 %)"


def test_hypotheses_are_compared_with_the_case_that_score_has_whatever_the_policy(texts: Path, scorelite: Run) -> None:
    (texts / "old.ark").write_text("u1 A b\nu2 c d x\n")
    for policy in ("kaldi_wer", "kaldi_align", "sclite"):
        chosen = ("--policy", policy, "--json")
        for case in ((), ("-s",)):
            scored = scorelite(
                "score", "ref.ark", "old.ark", "--ref-format=kaldi", "--hyp-format=kaldi", *chosen, *case
            )
            compared = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", *chosen, *case)
            assert json.loads(compared.stdout)["a"]["wer"] == json.loads(scored.stdout)["wer"]
    beside = scorelite("compare", "wer", "--ref", "ref.ark", "--hyp", "old.ark", "--json")
    assert json.loads(beside.stdout)["b"]["wer"] == 0.4  # As Kaldi scores, which tells A from a.


def test_texts_of_another_encoding_are_compared(texts: Path, scorelite: Run) -> None:
    for name, text in (("r.trn", "größe da (u-1)\n"), ("h.trn", "größe hier (u-1)\n")):
        (texts / name).write_bytes(text.encode("latin-1"))
    for line in ("--ref r.trn r.trn h.trn", "r.trn h.trn --judge 1 --json"):
        assert scorelite("compare", *line.split()).returncode == 2
        assert scorelite("compare", *line.split(), "--encoding", "latin-1").returncode == 0
    idle = scorelite("compare", "wer", "wer", "--encoding", "latin-1")
    assert b"--encoding has no effect without --ref" in idle.stderr


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("--with failures --csv -", "--with has no effect without --json in place of --csv -, or --csv FILE"),
        ("third.ark --with failures", "exactly two hypotheses; of more, --slice COLUMN compares groups"),
        ("third.ark --by session", "--plot groups=FILE; --slice NAME prints a row for each group"),
        ("--by session", "--plot groups=FILE; --slice NAME prints a row for each group"),
    ],
)
def test_groups_that_an_output_would_not_show_are_refused_with_what_shows_them(
    line: str, way: str, texts: Path, scorelite: Run
) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark", *line.split())
    assert (done.returncode, done.stdout, way in done.stderr.decode()) == (2, b"", True)


def test_csv_has_a_row_for_each_system(texts: Path, scorelite: Run) -> None:
    head = "system,reference,errors,substitutions,deletions,insertions,wer"
    old, new = "old.ark,5,1,1,0,0,0.2", "new.ark,5,2,2,0,0,0.4"
    two = scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark", "--csv")
    assert two.stdout.decode().splitlines() == [head, new, old]
    three = scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark", "third.ark", "--csv", "all.csv")
    assert three.stdout.split()[0] == b"WER"
    rows = [line.split(",") for line in (texts / "all.csv").read_text().splitlines()]
    assert [",".join(row[:7]) for row in rows] == [head, "third.ark,5,0,0,0,0,0.0", old, new]
    assert rows[0][7:] == []  # two utterances are too few for tests
    known = scorelite("compare", "wer", "--ref", "ref.ark", "--hyp", "old.ark", "--csv", "-o", "table.csv")
    assert known.stdout == b""
    assert (texts / "table.csv").read_text().splitlines()[1] == "wer,5,1,1,0,0,0.2"
    both = scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark", "--csv", "--json")
    assert (both.returncode, both.stderr.decode()) == (
        2,
        "scorelite: --csv has no effect without a FILE next to --json, --markdown and --latex\n",
    )
    judged = scorelite("compare", "new.ark", "old.ark", "--csv", "--judge", "3")
    assert "--csv has no effect without --ref" in judged.stderr.decode()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--max-wer-increase", "19"), 1),
        (("--max-wer-increase", "20"), 0),
        (("--significant",), 1),
        (("--significant", "--level", "1.5"), 2),
        (("--same",), 1),
        (("--exact",), 1),
    ],
)
@pytest.mark.usefixtures("texts")
def test_limits_decide_the_exit_code(options: tuple[str, ...], code: int, scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", *options)
    assert done.returncode == code, done.stderr


RISE = "WER rose by 20.00 points (20.00 -> 40.00 %)"


@pytest.mark.parametrize(
    ("files", "options", "line"),
    [
        (("old", "new"), ("--max-wer-increase", "0.5"), f"FAIL: {RISE}, allowed 0.50"),
        (("old", "new"), ("--max-wer-increase", "30"), f"PASS: {RISE}, allowed 30.00"),
        (
            ("new", "old"),
            ("--max-wer-increase", "0"),
            "PASS: WER fell by 20.00 points (40.00 -> 20.00 %), allowed 0.00",
        ),
        (("old", "same"), ("--max-wer-increase", "-1"), "FAIL: WER is unchanged (20.00 %), allowed -1.00"),
        (("old", "new"), ("--significant",), f"FAIL: {RISE}, and 2 utterances are too few; 6 or more are needed"),
        (("old", "new"), ("--same",), f"FAIL: {RISE}; no difference is allowed"),
        (("old", "same"), ("--exact",), "PASS: identical"),
        (("old", "other"), ("--same",), "PASS: WER is unchanged (20.00 %)"),
        (("old", "other"), ("--exact",), "FAIL: WER is unchanged (20.00 %), but not all counts are the same"),
        (
            ("old", "new"),
            ("-c", "--max-wer-increase", "0"),
            "FAIL: CER rose by 20.00 points (20.00 -> 40.00 %), allowed 0.00",
        ),
    ],
)
def test_a_limit_makes_the_first_line_a_verdict(
    texts: Path, files: tuple[str, str], options: tuple[str, ...], line: str, scorelite: Run
) -> None:
    (texts / "same.ark").write_bytes((texts / "old.ark").read_bytes())
    (texts / "other.ark").write_text("u1 a b\nu2 c d\n")
    done = scorelite("compare", "--ref", "ref.ark", *(f"{name}.ark" for name in files), *options)
    first = done.stdout.decode().splitlines()[0]
    assert first == line
    assert done.returncode == line.startswith("FAIL")
    in_json = json.loads(
        scorelite("compare", "--ref", "ref.ark", *(f"{name}.ark" for name in files), *options, "--json").stdout
    )
    assert in_json["limit"] == {"passed": not done.returncode, "reason": first.partition(": ")[2]}


def test_without_a_limit_systems_that_differ_are_no_failure(texts: Path, scorelite: Run) -> None:
    assert scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark", "third.ark").returncode == 0
    assert scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark").returncode == 0


@pytest.mark.usefixtures("texts")
def test_json_says_all_of_it(scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "--json")
    document = json.loads(done.stdout)
    assert document["verdict"] == "different"
    assert document["increase"] == pytest.approx(0.2)
    assert "limit" not in document
    assert document["utterances"] == [
        {
            "id": "u1",
            "more_errors": 1,
            "a": document["utterances"][0]["a"],
            "b": document["utterances"][0]["b"],
            "ref": "a b",
            "hyp_a": "a b",
            "hyp_b": "a y",
        }
    ]
    assert document["words"] == [{"ref": "b", "hyp": "y", "a": 0, "b": 1}]
    assert set(document["tests"]) == {"bootstrap", "mapsswe", "mcnemar"}


@pytest.mark.usefixtures("texts")
def test_markdown_is_made_of_tables(scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "--markdown")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == f"### different: {RISE}"
    assert "| `u1` | 2 0 0 0 | 1 1 0 0 | +1 |" in lines


@pytest.mark.usefixtures("texts")
def test_several_systems_make_a_table(scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "third.ark")
    assert done.returncode == 0
    rows = done.stdout.decode().splitlines()[1:4]
    assert [row.split()[-1] for row in rows] == ["third.ark", "old.ark", "new.ark"]
    document = json.loads(scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "third.ark", "--json").stdout)
    assert len(document["pairs"]) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("wer",),
        ("wer", "nowhere"),
        ("wer", "ref.ark"),
        ("--ref", "ref.ark", "old.ark"),
        ("--ref", "ref.ark", "old.ark", "old.ark"),
        ("--hyp", "old.ark", "wer"),
        ("wer", "wer", "--ref", "ref.ark", "--hyp", "old.ark"),
        ("wer", "wer", "--significant"),
        ("--ref", "ref.ark", "old.ark", "new.ark", "third.ark", "--significant"),
        ("wer", "wer", "--top", "0"),
    ],
)
@pytest.mark.usefixtures("texts")
def test_what_cannot_be_meant_is_bad_input(arguments: tuple[str, ...], scorelite: Run) -> None:
    done = scorelite("compare", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr


def test_a_tolerance_that_is_no_number_is_refused(scorelite: Run) -> None:
    done = scorelite("compare", "a", "b", "--max-wer-increase", "nan")
    assert done.returncode == 2
    assert b"'nan' is not a number; expected percentage points, such as 0.2" in done.stderr


def test_a_reference_from_a_pipe_is_read_once_and_serves_every_hypothesis(texts: Path, scorelite: Run) -> None:
    ref = (texts / "ref.ark").read_bytes()
    files = ("old.ark", "new.ark", "--ref-format", "kaldi")
    by_stdin = scorelite("compare", "--ref", "-", *files, stdin=ref)
    assert by_stdin.returncode == 0
    assert by_stdin.stdout == scorelite("compare", "--ref", "ref.ark", *files).stdout
    os.mkfifo(texts / "pipe")
    Thread(target=(texts / "pipe").write_bytes, args=(ref,), daemon=True).start()
    assert scorelite("compare", "--ref", "pipe", *files).stdout == by_stdin.stdout
    both = scorelite("compare", "--ref", "-", "-", "new.ark", "--ref-format", "kaldi", stdin=ref)
    assert (both.returncode, b"only one of them can be stdin" in both.stderr) == (2, True)


def test_two_columns_of_one_table_are_compared(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "data.csv").write_text("id,said,a,b,c\n1,a b,a b,a x,a\n2,c d,c d,c d,c d\n")
    two = ("--hyp-column", "a", "--hyp-column", "b")
    done = scorelite("compare", "data.csv", "--ref-column", "said", *two, "--max-wer-increase", "10")
    assert (done.returncode, done.stdout.splitlines()[0]) == (
        1,
        b"FAIL: WER rose by 25.00 points (0.00 -> 25.00 %), allowed 10.00",
    )
    assert done.stdout.splitlines()[1].split()[-3:] == [b"a", b"(scored", b"now)"]
    three = json.loads(
        scorelite("compare", "data.csv", "--ref-column", "said", *two, "--hyp-column", "c", "--json").stdout
    )
    assert {system["name"]: system["errors"] for system in three["systems"]} == {"a": 0, "b": 1, "c": 1}
    refused = scorelite("score", "data.csv", "--ref-column", "said", *two)
    assert refused.returncode == 2
    assert b"expected scorelite compare FILE --hyp-column a --hyp-column b" in refused.stderr


def test_arrays_of_records_are_tables_of_both_sides(tmp_path: Path, scorelite: Run) -> None:
    for name, text in (("a", "a b"), ("b", "a x")):
        (tmp_path / f"{name}.json").write_text(json.dumps([{"reference": "a b", "prediction": text}]))
    done = scorelite("compare", "a.json", "b.json", cwd=tmp_path)
    assert done.stdout.startswith(b"different: WER rose by 50.00 points (0.00 -> 50.00 %)")
    (tmp_path / "a.json").write_text("[1, 2]")
    refused = scorelite("compare", "a.json", "a.json", cwd=tmp_path)
    assert b"a.json: no JSON result of scorelite; expected what scorelite score --json writes" in refused.stderr


def test_tables_of_one_side_have_usual_columns_of_their_own(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.csv").write_text("id,reference\n1,a b\n2,c d\n")
    (tmp_path / "old.csv").write_text("id,prediction\n1,a b\n2,c d\n")
    (tmp_path / "new.csv").write_text("id,hypothesis\n1,a b\n2,c x\n")
    document = json.loads(scorelite("compare", "--ref", "ref.csv", "old.csv", "new.csv", "--json").stdout)
    assert [document[side]["wer"] for side in "ab"] == [0.0, 0.25]


def test_totals_do_not_tell_whether_references_are_the_same(texts: Path, scorelite: Run) -> None:
    (texts / "other.ark").write_text("u1 a b\nu2 c d x\n")
    for name, ref in (("a", "ref"), ("b", "other")):
        scorelite("score", f"{ref}.ark", "new.ark", "--json", "-o", f"{name}.json")
        scorelite("score", f"{ref}.ark", "new.ark", "--json", "--utterances", "-o", f"{name}u.json")
    done = scorelite("compare", "b.json", "a.json", "--max-wer-increase", "20")
    assert done.stdout.splitlines()[3].startswith(b"totals do not tell whether the references are the same; ")
    assert b"not the same references" in scorelite("compare", "bu.json", "au.json").stdout
    assert b"totals do not tell" not in scorelite("compare", "a.json", "a.json").stdout


def test_optional_words_and_fragments_are_settings_as_of_score(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.trn").write_text("a (b) c (u-1)\ngo home- (u-2)\n")
    for name in ("old", "new"):
        (tmp_path / f"{name}.trn").write_text("a c (u-1)\ngo homes (u-2)\n")
    files = "--ref", "ref.trn", "old.trn", "new.trn"
    rates = [
        json.loads(scorelite("compare", *files, *more, "--json").stdout)["a"]["wer"] for more in ((), ("-D", "-F"))
    ]
    assert rates == [0.4, 0.0]
    scorelite("score", "ref.trn", "old.trn", "-D", "-F", "--json", "-o", "a.json")
    done = scorelite("compare", "a.json", "--ref", "ref.trn", "--hyp", "new.trn", "-D", "-F")
    assert (done.stdout.splitlines()[0], done.stderr) == (b"identical", b"")


def test_few_utterances_decide_nothing_however_many_segments_differ(tmp_path: Path, scorelite: Run) -> None:
    words = [f"w{k}" for k in range(400)]
    wrong = [word if k % 8 else "x" for k, word in enumerate(words)]
    for name, said in (("ref", words), ("good", words), ("bad", wrong), ("third", words)):
        (tmp_path / f"{name}.trn").write_text("".join(f"{' '.join(said)} (a-{number})\n" for number in range(3)))
    files = ("--ref", "ref.trn", "good.trn", "bad.trn")
    done = scorelite("compare", *files, "--significant")
    few = "3 utterances are too few; 6 or more are needed"
    assert done.stdout.decode().splitlines()[0] == f"FAIL: WER rose by 12.50 points (0.00 -> 12.50 %), and {few}"
    assert json.loads(scorelite("compare", *files, "--json").stdout)["tests"]["mapsswe"]["p"] is None
    table = json.loads(scorelite("compare", *files, "third.trn", "--json").stdout)
    assert {pair["winner"] for pair in table["pairs"]} == {None}
    assert f"- no test is defined: {few}" in scorelite("compare", *files, "third.trn").stdout.decode()


def test_a_few_segments_are_too_few_for_a_test(tmp_path: Path, scorelite: Run) -> None:
    """The bootstrap gives p < .01 for five of six utterances, which may have been bad recordings."""
    for name, wrong in (("ref", 0), ("good", 0), ("bad", 5)):
        texts = ["a" * (number == 0) if number < wrong else "a b c d e" for number in range(6)]
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} (a-{number})\n" for number, text in enumerate(texts)))
    done = scorelite("compare", "--ref", "ref.trn", "good.trn", "bad.trn", "--significant")
    few = b"FAIL: WER rose by 80.00 points (0.00 -> 80.00 %), and 5 segments that differ are too few for a test"
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, few)
    remark = "5 segments are too few for bootstrap and MAPSSWE: chance may look significant"
    assert remark in scorelite("compare", "--ref", "ref.trn", "good.trn", "bad.trn").stdout.decode().splitlines()
    tests = json.loads(scorelite("compare", "--ref", "ref.trn", "good.trn", "bad.trn", "--json").stdout)["tests"]
    assert [test.get("remark") for test in tests.values()] == [remark, remark, None]
    (tmp_path / "third.trn").write_bytes((tmp_path / "bad.trn").read_bytes())
    ranked = scorelite("compare", "--ref", "ref.trn", "good.trn", "bad.trn", "third.trn", "--json").stdout
    pairs = [(pair["bootstrap"].get("remark"), pair["mapsswe"].get("remark")) for pair in json.loads(ranked)["pairs"]]
    assert pairs == [(remark, remark), (remark, remark), (None, None)]


def segments(path: Path, *turns: tuple[str, float, float]) -> None:
    """Writes a hypothesis of who speaks when, and the JSON of its score beside it."""
    rows = [f"SPEAKER {name} 1 {start} {end - start:.3f} <NA> <NA> x <NA> <NA>\n" for name, start, end in turns]
    path.with_suffix(".rttm").write_text("".join(rows))
    hyp = str(path.with_suffix(".rttm"))
    assert main(["segments", "ref.rttm", hyp, "--json", "-o", str(path), "--measure", "diarisation"]) == 0


@pytest.fixture
def turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ref = ("news", 0, 10), ("talk", 0, 10), ("talk", 20, 10)
    rows = [f"SPEAKER {name} 1 {start} {end} <NA> <NA> A <NA> <NA>\n" for name, start, end in ref]
    Path("ref.rttm").write_text("".join(rows))
    segments(Path("old.json"), ("news", 0, 9), ("talk", 0, 11), ("talk", 20, 30))
    segments(Path("new.json"), ("news", 0, 9.5), ("talk", 0, 14.25), ("talk", 20, 30))


def test_turns_that_are_given_twice_are_refused(turns: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--ref", "ref.rttm", "old.rttm", "old.rttm"]) == 2
    assert capsys.readouterr().err == "scorelite: a hypothesis is given twice; expected different files\n"


def test_diarisation_error_rates_are_compared_in_seconds(turns: None, scorelite: Run) -> None:
    done = scorelite("compare", "old.json", "new.json")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[:3] == [
        "different: DER rose by 9.17 points (6.67 -> 15.83 %)",
        "A  DER     6.7 %  old.json (scorelite's JSON of segments)",
        "B  DER    15.8 %  new.json (scorelite's JSON of segments)",
    ]
    assert lines[3:5] == [
        "paired bootstrap: 2 recordings are too few; 6 or more are needed",
        "sign test (exact): recordings better only in A 1, only in B 1; p = 1.000",
    ]
    assert [line.split() for line in lines[8:11]] == [
        ["errors:", "seconds", "2", "4.75", "+2.75"],
        ["missed:", "seconds", "1", "0.5", "-0.50"],
        ["false", "alarm:", "seconds", "1", "4.25", "+3.25"],
    ]
    assert "  talk  +3.25 s of errors  A: 20.00 0.00 0.00 1.00  B: 20.00 0.00 0.00 4.25" in lines
    document = json.loads(scorelite("compare", "old.json", "new.json", "--json").stdout)
    assert (document["counted"], document["increase"]) == ("millisecond", pytest.approx(2.75 / 30))
    assert "| `talk` | 20.00 0.00 0.00 1.00 | 20.00 0.00 0.00 4.25 | +3.25 s |" in (
        scorelite("compare", "old.json", "new.json", "--markdown").stdout.decode()
    )


def test_hypotheses_of_turns_are_scored_and_compared_by_der(turns: None, scorelite: Run) -> None:
    of_json = (
        scorelite("compare", "old.json", "new.json").stdout.decode().replace("scorelite's JSON of segments", "NOW")
    )
    done = scorelite("compare", "--ref", "ref.rttm", "old.rttm", "new.rttm", "--replications", "100")
    assert done.stdout.decode().replace("rttm (scored now", "json (NOW") == of_json
    Path("third.rttm").write_text(Path("old.rttm").read_text())
    ranked = scorelite("compare", "--ref", "ref.rttm", "old.rttm", "new.rttm", "third.rttm", "--name", "A=Base")
    assert [line.split()[-1] for line in ranked.stdout.decode().splitlines()[1:4]] == ["Base", "third.rttm", "new.rttm"]


def test_folders_of_turns_are_compared_as_their_files_joined(turns: None, scorelite: Run) -> None:
    of_files = scorelite("compare", "--ref", "ref.rttm", "old.rttm", "new.rttm").stdout.decode()
    for side in ("ref", "old", "new"):
        Path(side).mkdir()
        rows = Path(f"{side}.rttm").read_text().splitlines(keepends=True)
        for name in ("news", "talk"):
            Path(side, f"{name}.rttm").write_text("".join(row for row in rows if row.split()[1] == name))
    assert scorelite("compare", "--ref", "ref", "old", "new").stdout.decode() == of_files.replace(".rttm", "")


def test_scores_of_turns_next_to_a_hypothesis_lead_to_two_scores(turns: None, scorelite: Run) -> None:
    for options in (["new.rttm"], ["--hyp", "new.rttm"]):
        done = scorelite("compare", "old.json", "--ref", "ref.rttm", *options)
        assert done.returncode == 2
        commands = b"scorelite segments REF new.rttm --json -o B.json, and then scorelite compare old.json B.json"
        assert commands in done.stderr


@pytest.mark.parametrize("sessions", [8, 4])
def test_meetings_are_tested_by_session(sessions: int, tmp_path: Path, scorelite: Run) -> None:
    for name, last in (("ref", "d"), ("old", "d"), ("new", "x")):
        rows = [f"s{place} 1 anna 0 4 a b c {last}\ns{place} 1 ben 4 9 e f g {last}\n" for place in range(sessions)]
        (tmp_path / f"{name}.stm").write_text("".join(rows[:-1]) + rows[-1].replace("x", "d"))
    for name in ("old", "new"):
        done = scorelite("meetings", "ref.stm", f"{name}.stm", "--json", "-o", f"{name}.json")
        assert done.returncode == 0
    # The number of samples may be chosen without a limit.
    shown = scorelite("compare", "old.json", "new.json", "--replications", "100").stdout.decode().splitlines()[3:8]
    exact = {8: "only in A 7, only in B 0; p = .016", 4: "only in A 3, only in B 0; p = .250"}[sessions]
    tests = [f"{name} (exact): sessions better {exact}" for name in ("sign test", "Wilcoxon")]
    assert [line for line in shown if "(exact)" in line] == tests
    # Few sessions would make a bootstrap too sure.
    few = "paired bootstrap: 4 sessions are too few; 6 or more are needed"
    assert (few in shown, any(line.startswith("these 8 sessions") for line in shown)) == (sessions < 6, sessions > 6)
    assert any(line.startswith("95 % interval of B - A: ") for line in shown) == (sessions > 6)


def test_a_diarisation_error_rate_may_have_a_limit(turns: None, scorelite: Run) -> None:
    done = scorelite("compare", "old.json", "new.json", "--max-wer-increase", "1")
    assert (done.returncode, done.stdout[:57]) == (1, b"FAIL: DER rose by 9.17 points (6.67 -> 15.83 %), allowed ")
    done = scorelite("compare", "new.json", "old.json", "--max-wer-increase", "1")
    assert (done.returncode, done.stdout[:5]) == (0, b"PASS:")


def test_other_measures_of_segments_are_refused_with_the_one_to_take(turns: None, scorelite: Run) -> None:
    made = ["segments", "ref.rttm", "old.rttm", "--measure", "classes", "--json", "-o", "classes.json"]
    assert scorelite(*made).returncode == 0
    done = scorelite("compare", "old.json", "classes.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"by the measure classes, whose numbers are not compared; expected" in done.stderr
    assert b"of the measure diarisation" in done.stderr


def test_two_latencies_are_a_table_of_their_delays(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.ctm").write_text("talk 1 0.1 0.4 good\ntalk 1 0.6 0.5 day\n")
    for name, at in (("old", 1.6), ("new", 1.9)):
        rows = [{"at": 0.7, "text": "good"}, {"at": at, "text": "good day", "final": True}]
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps({'id': 'talk', **row})}\n" for row in rows))
        assert not scorelite("latency", f"{name}.jsonl", "--ref", "ref.ctm", "--json", "-o", f"{name}.json").returncode
    done = scorelite("compare", "old.json", "new.json")
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[0].split() == ["delay,", "in", "ms", "before", "after", "change"]
    # The last word ends at 1.1.
    assert "finalisation      mean     500    800    +300" in done.stdout.decode().splitlines()
    listed = json.loads(scorelite("compare", "old.json", "new.json", "--json").stdout)["rows"]
    (row,) = [row for row in listed if (row["name"], row["number"]) == ("finalisation", "p99")]
    assert [round(row[key], 6) for key in ("before", "after", "change")] == [0.5, 0.8, 0.3]
    assert scorelite("compare", "old.json", "new.json", "--markdown").stdout.startswith(b"| delay, in ms |")
    for arguments, message in (
        (["old.json", "ref.ctm"], "old.json is a latency, which is compared with one other latency; ref.ctm is none"),
        (
            ["old.json", "new.json", "--max-wer-increase", "1"],
            "whose limit is scorelite latency --max-delay KIND:QUANT",
        ),
    ):
        refused = scorelite("compare", *arguments)
        assert refused.returncode == 2
        assert message in " ".join(refused.stderr.decode().split())


def test_channels_and_columns_of_all_files_are_chosen_alike(tmp_path: Path, scorelite: Run) -> None:
    turns = (("0", "hello", 0), ("1", "hi", 3), ("0", "bye", 6))
    (tmp_path / "call.ctm").write_text("".join(f"call {channel} {time} 0.2 {word}\n" for channel, word, time in turns))
    (tmp_path / "call.txt").write_text("hello hi bye\n")
    (tmp_path / "one.ctm").write_text("call 0 0 0.2 hello\ncall 1 3 0.2 hi\ncall 0 6 0.2 by\n")
    files = "call.ctm", "one.ctm"
    compared = scorelite("compare", "--ref", "call.txt", *files, "--channel", "0=1", "--json", cwd=tmp_path)
    assert json.loads(compared.stdout)["increase"] == pytest.approx(1 / 3)
    for name, rows in (
        ("r.csv", "7;guten tag\n8;ja\n"),
        ("a.csv", "8;ja\n7;guten tag\n"),
        ("b.csv", "8;nein\n7;guten tag\n"),
    ):
        (tmp_path / name).write_text("Nr;Satz\n" + rows)
    columns = "--id-column", "Nr", "--ref-column", "Satz", "--hyp-column", "Satz"
    compared = scorelite("compare", "--ref", "r.csv", "a.csv", "b.csv", *columns, "--json", cwd=tmp_path)
    assert json.loads(compared.stdout)["increase"] == pytest.approx(1 / 3)


def test_scores_among_hypotheses_are_told_how_one_is_compared(texts: Path, scorelite: Run) -> None:
    (texts / "wer_10_0.5").write_text(f"compute-wer ark:a ark:b\n{(texts / 'wer').read_text()}")
    done = scorelite("compare", "wer_10_0.5", "old.ark", "--ref", "ref.ark")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "scorelite: wer_10_0.5: scores (Kaldi's %WER), and no hypothesis; expected: scorelite compare wer_10_0.5 --ref "
        "ref.ark --hyp old.ark\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        '["analysis", {"analysis": "latency"}]',
        '{"analysis": "latency"}',
        '{"analysis": "latency", "rows": [1]}',
        '{"analysis": "latency", "rows": [{"name": "first", "mean": "x"}]}',
        '{"analysis": "latency", "rows": ' + 100_000 * "[",
        '{"analysis": "latency", "rows": ]}',
    ],
)
def test_broken_latencies_are_refused(text: str, tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "b.json").write_text('{"analysis": "latency", "rows": []}')
    done = scorelite("compare", "a.json", "b.json", cwd=tmp_path)
    assert done.returncode == 2
    assert (done.stderr.startswith(b"scorelite: a.json"), done.stderr.count(b"\n")) == (True, 1)
    assert b"scorelite latency --json" in done.stderr


def test_a_limit_fails_where_both_were_scored_with_different_settings(texts: Path, scorelite: Run) -> None:
    for name, options in (("old", ("--normalise", "basic")), ("new", ())):
        scorelite("score", "ref.ark", "old.ark", *options, "--json", "--utterances", "-o", f"{name}.json")
    failed = scorelite("compare", "old.json", "new.json", "--max-wer-increase", "5", "--verdict", "json=v.json")
    assert failed.returncode == 1
    assert failed.stdout.decode().splitlines()[0] == (
        "FAIL: WER is unchanged (20.00 %); scored with different settings: normalise:basic@1 against none of these"
    )
    assert json.loads((texts / "v.json").read_text())["limit"]["passed"] is False
    (texts / "same.json").write_bytes((texts / "old.json").read_bytes())
    assert scorelite("compare", "old.json", "same.json", "--max-wer-increase", "5").returncode == 0


def test_a_limit_is_refused_for_one_file_that_is_given_twice(texts: Path, scorelite: Run) -> None:
    scorelite("score", "ref.ark", "old.ark", "--json", "-o", "old.json")
    assert scorelite("compare", "old.json", "./old.json").returncode == 0
    refused = scorelite("compare", "old.json", "./old.json", "--max-wer-increase", "0")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.startswith(b"scorelite: old.json is given twice; expected the scores before and after")


def test_scores_in_files_are_tested_where_they_have_utterances(tmp_path: Path, scorelite: Run) -> None:
    names = [f"u{number}" for number in range(9)]
    lines = {"ref": ["a b c"] * 9, "old": ["a b x", *["a b c"] * 8], "new": ["a x c"] * 7 + ["a b c"] * 2}
    for side, texts in lines.items():
        rows = [f"{text} ({name})\n" for text, name in zip(texts, names, strict=True)]
        (tmp_path / f"{side}.trn").write_text("".join(rows))
        if side != "ref":
            scorelite("score", "ref.trn", f"{side}.trn", "--json", "--utterances", "-o", f"{side}.json")
    now = scorelite("compare", "--ref", "ref.trn", "old.trn", "new.trn").stdout.decode().splitlines()[4:9]
    saved = scorelite("compare", "old.json", "new.json").stdout.decode().splitlines()[4:9]
    assert saved == now
    assert [line.partition(":")[0] for line in saved[:3]] == [
        "95 % interval of B - A",
        "paired bootstrap",
        "matched pairs (MAPSSWE)",
    ]
    for side in ("old", "new"):
        steps = [text.split() for text in lines[side]]
        rows = [
            f"{name} ref a b c\n{name} hyp {' '.join(words)}\n"
            f"{name} op {' '.join('CS'[word != right] for word, right in zip(words, 'abc', strict=True))}\n"
            f"{name} #csid {3 - (words != ['a', 'b', 'c'])} {int(words != ['a', 'b', 'c'])} 0 0\n"
            for name, words in zip(names, steps, strict=True)
        ]
        (tmp_path / f"{side}_kaldi").mkdir()
        (tmp_path / f"{side}_kaldi" / "per_utt").write_text("".join(rows))
    folders = scorelite("compare", "old_kaldi", "new_kaldi").stdout.decode().splitlines()
    assert folders[4:7] == now[:3]
    # Details of another decoding are not tested.
    (tmp_path / "new_kaldi" / "wer_10_0.0").write_text("%WER 7.41 [ 2 / 27, 0 ins, 0 del, 2 sub ]\n")
    assert b"paired bootstrap" not in scorelite("compare", "old_kaldi", "new_kaldi").stdout


@pytest.mark.parametrize(("count", "p"), [(5, "-/.062"), (8, ".002/.008")])
def test_recordings_are_ranked_by_tests_of_recordings(
    count: int, p: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scorelite: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [f"r{number}" for number in range(count)]
    Path("ref.rttm").write_text("".join(f"SPEAKER {name} 1 0 10 <NA> <NA> A <NA> <NA>\n" for name in names))
    for place, end in enumerate((9, 8, 7)):
        segments(Path(f"{place}.json"), *((name, 0, end - number / 10) for number, name in enumerate(names)))
    ranked = scorelite("compare", "0.json", "1.json", "2.json").stdout.decode()
    assert "MAPSSWE" not in ranked
    assert "signed ranks of recordings" in ranked
    assert p in ranked.splitlines()[1]
    assert ("5 recordings are too few; 6 or more are needed" in ranked) == (count == 5)
    document = json.loads(scorelite("compare", "0.json", "1.json", "2.json", "--json").stdout)
    assert [*document["pairs"][0]["corrected"]] == ["bootstrap", "wilcoxon"]


def test_wake_words_are_compared_number_by_number(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "wake.csv").write_text("id,score,label,seconds\na,0.9,1,2\nb,0.4,0,1800\n")
    (tmp_path / "a.json").write_bytes(scorelite("kws", "wake.csv", "--json").stdout)
    (tmp_path / "wake.csv").write_text("id,score,label,seconds\na,0.3,1,2\nb,0.4,0,1800\n")
    (tmp_path / "b.json").write_bytes(scorelite("kws", "wake.csv", "--json").stdout)
    lines = scorelite("compare", "a.json", "b.json").stdout.decode().splitlines()
    assert lines[1].split() == ["keyword", "miss_rate", "0.0000", "1.0000", "+1.0000"]
    other = scorelite("compare", "a.json", "--ref", "wake.csv", "--hyp", "wake.csv")
    assert b"`scorelite compare a.json B.json` compares two of keywords" in other.stderr


def test_words_and_utterances_of_one_side_are_reported(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "r.stm").write_text("t 1 a 0 5 yes sir\n")
    (tmp_path / "a.ctm").write_text("t 1 0.1 0.2 yes\nt 1 1 0.2 sir\n")
    (tmp_path / "b.ctm").write_text("t 1 0.1 0.2 yes\nt 1 22 0.2 sir\n")
    done = scorelite("compare", "--ref", "r.stm", "a.ctm", "b.ctm")
    assert b"b.ctm: 1 word outside all segments: scored with the next segment" in done.stderr


def test_transcripts_are_no_totals_and_lead_to_a_vote(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.ctm").write_text("t 1 0.1 0.2 yes\n")
    done = scorelite("merge", "a.ctm", "a.ctm")
    assert b"`scorelite vote HYP HYP -o OUT` combines hypotheses" in done.stderr
