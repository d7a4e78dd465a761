"""Scores are read from files of all kinds; files whose counts do not add up are refused."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.formats.errors import FormatError, ScoreliteError, UsageError
from scorelite.scoring.common.counts import Counts
from scorelite.scoring.common.paired_names import Names
from scorelite.scoring.compare.differences import differences
from scorelite.scoring.compare.results import of_result
from scorelite.scoring.compare.significance import all_tests
from scorelite.scoring.compare.sources import read
from tests.compat.programs.kaldi.runs import kaldi
from tests.conftest import Run

REF, HYP = b"u1 a b\nu2 c d e\nu3 g\n", b"u1 b c\nu2 c x\nu3 g f\n"
WER = Counts(correct=3, substitutions=1, deletions=2, insertions=2)
ALIGNED = Counts(correct=2, substitutions=3, deletions=1, insertions=1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scoring folder as Kaldi's recipes make it."""
    monkeypatch.chdir(tmp_path)
    Path("ref").write_bytes(REF)
    Path("hyp").write_bytes(HYP)
    Path("utt2spk").write_text("u1 s\nu2 s\nu3 t\n")
    details = Path("decode/scoring_kaldi/wer_details")
    details.mkdir(parents=True)
    done = kaldi("compute-wer", "--mode=present", "ark:ref", "ark:hyp")
    Path("decode/wer_10_0.0").write_bytes(done.stderr + done.stdout)
    worse = kaldi("compute-wer", "--mode=present", "ark:ref", "ark:utt2spk")
    Path("decode/wer_11_0.0").write_bytes(worse.stderr + worse.stdout)
    lines = b"".join(b"decode/wer_10_0.0:" + line for line in done.stdout.splitlines(True) if b"WER" in line)
    Path("decode/scoring_kaldi/best_wer").write_bytes(kaldi("best_wer", stdin=lines).stdout)
    per_utt = kaldi(
        "wer_per_utt_details",
        "--special-symbol=***",
        stdin=kaldi("align-text", "--special-symbol=***", "ark:ref", "ark:hyp", "ark:-").stdout,
    ).stdout
    (details / "per_utt").write_bytes(per_utt)
    (details / "per_spk").write_bytes(kaldi("wer_per_spk_details", "utt2spk", stdin=per_utt).stdout)
    (details / "ops").write_bytes(kaldi("wer_ops_details", "--special-symbol=***", stdin=per_utt).stdout)
    (details / "wer_bootci").write_bytes(kaldi("compute-wer-bootci", "ark:ref", "ark:hyp").stdout)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_files_of_kaldi_say_what_they_can() -> None:
    details = Path("decode/scoring_kaldi/wer_details")
    assert read("decode/wer_10_0.0").totals() == [("kaldi_wer", WER)]
    assert read("decode/scoring_kaldi/best_wer").totals() == [("kaldi_wer", WER)]
    assert read(details / "per_spk").totals()[0] == ("kaldi_align", ALIGNED)
    per_utt = read(details / "per_utt")
    assert per_utt.totals()[0] == ("kaldi_align", ALIGNED)
    assert per_utt.steps is not None
    assert per_utt.steps["u3"] == [("C", "g", "g"), ("I", None, "f")]
    interval = read(details / "wer_bootci").interval
    assert interval is not None
    assert interval[1] < interval[0] < interval[2]


def test_the_rate_of_a_file_of_speechbrain_is_that_of_its_summary(tmp_path: Path) -> None:
    line = "=" * 80
    summary = "%WER 37.50 [ 3 / 8, 1 ins, 1 del, 1 sub ]\n%SER 66.67 [ 2 / 3 ]\nScored 3 sentences, 0 not there."
    utterances = "u1, %WER 0.00 [ 0 / 3, 0 ins, 0 del, 0 sub ]\na ; b ; c\n= ; = ; =\na ; b ; c\n"
    path = tmp_path / "wer.txt"
    path.write_text(f"{summary}\n{line}\nALIGNMENTS\n\nFormat:\n{line}\n{utterances}{line}\nu2, {summary}\n")
    scores = read(path)
    assert (scores.kind, scores.errors()[0], scores.words) == ("SpeechBrain's %WER", 3, 8)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["decode", "decode/scoring_kaldi"])
def test_a_folder_is_its_best_rate_and_its_details(name: str) -> None:
    scores = read(name)
    assert dict(scores.totals()) == {"kaldi_wer": WER, "kaldi_align": ALIGNED}
    assert scores.utterances is not None


def test_reports_of_sclite_and_our_json_agree(tmp_path: Path) -> None:
    result = scoring.score({"a-1": "a b c", "a-2": "d e; f"}, {"a-1": "a x c", "a-2": "d e; f g"}, case_sensitive=True)
    for name in ("sum", "rsum", "dtl", "sgml", "nl.sgml", "pra"):
        (tmp_path / name).write_text(result.report(name))
    (tmp_path / "json").write_text(json.dumps(result.to_dict(utterances=True)))
    for name in ("rsum", "dtl", "sgml", "nl.sgml", "pra", "json"):
        assert read(tmp_path / name).counts == result.counts, name
    assert read(tmp_path / "sum").shares["errors"] == 33.3
    assert read(tmp_path / "json").steps == of_result(result).steps
    assert read(tmp_path / "sgml").steps == of_result(result).steps
    for name in ("sgml", "pra"):
        assert read(tmp_path / name).blocks["speaker"] == (["a"], array("i", [0, 0]))


@pytest.mark.parametrize("name", ["sgml", "pra"])
def test_alignments_of_sclite_are_compared_by_their_own_counts(tmp_path: Path, scorelite: Run, name: str) -> None:
    for system, hyp in (("a", "A ope"), ("b", "b open")):
        result = scoring.score({"s-1": "a ope-"}, {"s-1": hyp}, fragments=True)
        (tmp_path / f"{system}.{name}").write_text(result.report(name))
    job = scorelite("compare", f"a.{name}", f"b.{name}")
    assert "WER rose by 50.00 points (0.00 -> 50.00 %)" in job.stdout.decode(), job.stderr


BROKEN = {
    "nothing": "",
    "words": "some words\n",
    "sum of a line": "%WER 50.00 [ 1 / 2, 1 ins, 1 del, 0 sub ]\n",
    "another rate": "%WER 51.00 [ 1 / 2, 1 ins, 0 del, 0 sub ]\n",
    "two rates": "%WER 50.00 [ 1 / 2, 1 ins, 0 del, 0 sub ]\n%WER 50.00 [ 1 / 2, 1 ins, 0 del, 0 sub ]\n",
    "counts beside operations": "u ref  a\nu hyp  b\nu op   S\nu #csid 1 0 0 0\n",
    "no counts": "u #csid 1 0 0 0\nv ref  a\n",
    "twice": "u #csid 1 0 0 0\nu #csid 1 0 0 0\n",
    "sum of speakers": "SPEAKER id\ns raw 1 2 2 0 0 0 0 0\nSUM raw 1 3 3 0 0 0 0 0\n",
    "sum of a speaker": "SPEAKER id\ns raw 1 3 2 0 0 0 0 0\nSUM raw 1 3 2 0 0 0 0 0\n",
    "one count of a speaker": "SPEAKER id\ns raw 12111021\nSUM raw 1 2 2 0 0 0 0 0\n",
    "half an ops": "correct  a  a  1\nsubstitution a\n",
    "json": '{"correct": 1}',
    "no json": "{",
    "a count without end": '{"correct": 1e400, "substitutions": 0, "deletions": 0, "insertions": 0, "settings": {}}',
    "nested json": "[" * 100_000,
    "number of json": "[" + "9" * 5000 + "]",
    "sgml": '<SYSTEM title="x">\n<PATH id="(a)" word_cnt="2" >\nC,"a","a"\n',
    "a sys without numbers": "| Sum/Avg |  2   8 |  . |\n",
    "a sys with one number": "| Sum/Avg |  2   8 |  1.0 |\n",
    "a sys without counts": "| Sum/Avg |  2   x |  1.0 |\n",
    "a raw with one count": "| Sum |  2   8 |  8 |\n",
    "a raw without sentence errors": "| Sum |  2   8 |  8 0 0 0 0 |\n",
    "a raw without numbers": "| Sum |  2   8 |  8 0 0 0 0 x |\n",
    "a raw of many digits": f"| Sum |  {'9' * 5000}   8 |  8 0 0 0 0 0 |\n",
    "dtl": "DETAILED OVERALL REPORT FOR THE SYSTEM: x\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_what_does_not_add_up_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "scores"
    path.write_text(text)
    with pytest.raises(ScoreliteError, match="scores"):
        read(path)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a scoring folder of Kaldi; expected wer_"):
        read(tmp_path)


def test_golden_scores_of_the_reference_programs_are_read(gold: Path) -> None:
    folder = gold / "kaldi"
    read_so_far = 0
    for path in sorted(folder.glob("[0-5]*/*")):
        if (
            path.name in ("per_utt", "per_spk", "compute-wer.all", "bootci")
            or path.suffix
            in (
                ".sys",
                ".raw",
                ".dtl",
                ".sgml",
            )
        ) and path.read_bytes():
            read(path)
            read_so_far += 1
    assert read_so_far > 90


def test_results_with_times_are_read_from_json(tmp_path: Path) -> None:
    ref = b"t A s 0 2 a b\n"
    hyp = b"t A 0.1 0.5 a 0.9\nt A 1.0 0.5 c 0.8\n"
    result = scoring.score_files(ref, hyp, ref_format="stm", hyp_format="ctm")
    (tmp_path / "json").write_text(json.dumps(result.to_dict(utterances=True)))
    read_again = read(tmp_path / "json")
    assert read_again.steps == of_result(result).steps
    assert list((read_again.steps or {}).values()) == [[("C", "a", "a"), ("S", "b", "c")]]


@pytest.mark.parametrize("group", ["speaker", "session"])
def test_results_with_times_and_rewritten_ones_have_the_blocks_and_tests_of_results_of_now(
    group: str, tmp_path: Path
) -> None:
    (tmp_path / "ref.stm").write_text("t A Ann 0 2 a b\nt A bob 2 4 c d e\nu A ann 0 1 f\n")
    hyps = ["t A 0 1 a\nt A 1 1 c\nt A 2 1 c\nt A 3 1 d\nu A 0 1 f\n", "t A 0 1 a\nt A 1 1 b\nu A 0 1 g\n"]
    results = []
    for number, hyp in enumerate(hyps):
        (tmp_path / f"{number}.ctm").write_text(hyp)
        results.append(scoring.score_files(tmp_path / "ref.stm", tmp_path / f"{number}.ctm"))
        (tmp_path / f"{number}.json").write_text(json.dumps(results[-1].to_dict(utterances=True)))
    files, now = [read(tmp_path / f"{number}.json") for number in (0, 1)], [of_result(result) for result in results]
    assert {**files[0].blocks} == {**now[0].blocks}
    assert all_tests(*files, 100, group) == all_tests(*now, 100, group)
    named = [scoring.score({"ann-1": "a b", "bob-1": "c", "bob-2": "d"}, {"ann-1": "a", "bob-1": "c", "bob-2": "e"})]
    (tmp_path / "named.json").write_text(json.dumps(named[0].to_dict(utterances=True)))
    assert {**read(tmp_path / "named.json").blocks} == {**of_result(named[0]).blocks}


def test_an_alignment_that_is_not_that_of_its_counts_is_refused(tmp_path: Path) -> None:
    value = scoring.score(["a b"], ["a c"]).to_dict(utterances=True)
    value["utterances"][0]["alignment"][1][0] = "C"
    (tmp_path / "json").write_text(json.dumps(value))
    with pytest.raises(UsageError, match="an alignment whose steps do not match its counts"):
        read(tmp_path / "json")


@pytest.mark.parametrize("step", [[], ["S", "b"], ["S", "b", 1]])
def test_steps_without_two_words_are_refused(tmp_path: Path, step: list[object]) -> None:
    value = scoring.score(["a b"], ["a c"]).to_dict(utterances=True)
    value["utterances"][0]["alignment"][1] = step
    (tmp_path / "json").write_text(json.dumps(value))
    with pytest.raises(UsageError, match="not a JSON result of scorelite"):
        read(tmp_path / "json")


@pytest.mark.parametrize(
    ("name", "other", "message"),
    [
        ("sentence_errors", None, "it has no 'sentence_errors'; expected what scorelite score --json writes"),
        ("correct", 1.5, r"correct is 1\.5, which is not a count"),
        ("correct", "1", 'correct is "1", which is not a count'),
        ("substitutions", -1, "substitutions is -1, which is not a count"),
        ("notices", 1.5, "it has values of other kinds"),
        ("settings", [], "it has values of other kinds"),
        ("correct", 3, "the counts of the utterances do not add up to the total"),
    ],
)
def test_json_of_another_shape_is_told_by_what_is_wrong(tmp_path: Path, name: str, other: object, message: str) -> None:
    value = scoring.score(["a b"], ["a c"]).to_dict(utterances=True)
    value[name] = other
    if other is None:
        del value[name]
    (tmp_path / "json").write_text(json.dumps(value))
    with pytest.raises(UsageError, match=message):
        read(tmp_path / "json")


def test_json_that_is_cut_is_told_with_its_place(tmp_path: Path) -> None:
    text = json.dumps(scoring.score(["a b"], ["a c"]).to_dict(), indent=1)
    (tmp_path / "cut.json").write_text(text[: text.index('"deletions"')])
    with pytest.raises(FormatError, match=r"cut\.json:4:2: not JSON: Expecting property name"):
        read(tmp_path / "cut.json")


@pytest.mark.parametrize("utterances", [False, True])
def test_json_that_another_program_wrote_again_has_the_rate_without_a_normaliser(
    tmp_path: Path, *, utterances: bool
) -> None:
    result = scoring.score(["a, b"], ["a b"], normalise="basic")
    (tmp_path / "json").write_text(json.dumps(result.to_dict(utterances=utterances)))
    assert read(tmp_path / "json").raw == result.normalisation().raw == Counts(1, 1, 0, 0)


def test_all_alignments_answer_alike(tmp_path: Path) -> None:
    result = scoring.score(["a b", "c é", ""], ["a c", "c", "x x"], ids=["1", "2", "3"])
    (tmp_path / "json").write_text(json.dumps(result.to_dict(utterances=True)))
    made, stored = of_result(result).steps, read(tmp_path / "json").steps
    assert made is not None
    assert stored is not None
    assert list(made.texts(made)) == list(stored.texts(stored)) == [("a b", "a c"), ("c é", "c"), ("", "x x")]
    for order in (["1", "2", "3"], ["3", "1"]):
        assert made.letters(Names(order)) == stored.letters(Names(order))
    for name in made:
        assert made.same_words(stored, name)
        assert stored.same_words(made, name)
    assert made.wrong_pairs() == stored.wrong_pairs() == {("b", "c"): 1, ("é", None): 1, (None, "x"): 2}
    assert made.wrong_pairs(["3"]) == stored.wrong_pairs(["3"]) == {(None, "x"): 2}


def test_a_report_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    whole = scoring.score(["a b", "c"], ["a c", "c"], ids=["s-1", "s-2"]).report("sgml")
    (tmp_path / "sgml").write_text(whole)
    assert len(read(tmp_path / "sgml").steps or {}) == 2
    (tmp_path / "sgml").write_text(whole[: whole.index("</PATH>")])
    with pytest.raises(UsageError, match="no </SYSTEM> at the end: this sgml report is truncated"):
        read(tmp_path / "sgml")


@pytest.mark.usefixtures("folder")
def test_pairs_of_words_that_only_one_result_has_are_counted_as_none_in_the_other() -> None:
    aligned = kaldi("align-text", "--special-symbol=***", "ark:ref", "ark:utt2spk", "ark:-").stdout
    Path("other").write_bytes(kaldi("wer_per_utt_details", "--special-symbol=***", stdin=aligned).stdout)
    _, words = differences(read("decode/scoring_kaldi/wer_details/per_utt"), read("other"))
    actual = {(row.ref, row.hyp): (row.a, row.b) for row in words}
    assert (actual["e", "x"], actual["g", "t"], actual[None, "f"]) == ((1, 0), (0, 1), (1, 0))
