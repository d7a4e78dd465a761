"""Several systems: corrected p-values, blocks of the bootstrap, exact tests by speaker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import score, score_files
from scorelite.scoring.compare import Tournament, compare, of_result, tournament
from scorelite.scoring.compare.changes import Limits, judged
from scorelite.scoring.compare.scores import Scores
from scorelite.scoring.compare.significance import all_tests
from tests.conftest import Run

_REF = {f"s{k % 4}-{k}": "a b c" for k in range(24)}


def _system(name: str, wrong: int) -> Scores:
    hyp = {key: "a x c" if k < wrong else text for k, (key, text) in enumerate(_REF.items())}
    return of_result(score(_REF, hyp), name)


def test_corrected_p_values_are_never_lower() -> None:
    systems = [_system(name, wrong) for name, wrong in (("one", 2), ("two", 8), ("three", 9))]
    plain, holm, bh = (
        tournament(systems, level=0.05, replications=200, correction=name) for name in ("none", "holm", "bh")
    )
    for before, strict, mild in zip(plain.matches, holm.matches, bh.matches, strict=True):
        assert before.defined_p == (before.bootstrap.p, before.matched_pairs.p)
        all_p = zip(*(match.defined_p for match in (before, mild, strict)), strict=True)
        assert all(a <= b <= c for a, b, c in all_p)
    assert holm.to_dict()["correction"] == "holm"


def test_several_results_are_ranked_under_the_names_of_their_files_or_letters(tmp_path: Path) -> None:
    refs = ["a b", "c d"]
    results = [score(refs, hyps) for hyps in (["a", "x"], ["a b", "c d"], ["a b", "c x"])]
    ranking = compare(*results, correction="holm")
    assert isinstance(ranking, Tournament)
    assert [scores.name for scores in ranking.systems] == ["B", "C", "A"]
    assert [line.split()[-1] for line in str(ranking).splitlines()[1:4]] == ["B", "C", "A"]
    path = tmp_path / "h.trn"
    path.write_text("a x (u-1)\n")
    ranking = compare(*[score_files(b"a b (u-1)\n", path)] * 3)
    assert isinstance(ranking, Tournament)
    assert [scores.name for scores in ranking.systems] == [f"{path} (A)", f"{path} (B)", f"{path} (C)"]


def test_blocks_are_drawn_as_a_whole() -> None:
    systems = [_system("one", 0), _system("two", 12)]
    by_utterance, by_speaker = (
        tournament(systems, level=0.05, replications=200, blocks=name).matches[0] for name in ("", "speaker")
    )
    assert by_speaker.bootstrap.better == 0.0
    assert by_speaker.exact == by_utterance.exact
    assert [(test.name, test.first, test.second) for test in by_speaker.exact] == [
        ("McNemar", 12, 0),
        ("sign test", 4, 0),
        ("Wilcoxon", 4, 0),
    ]
    with pytest.raises(UsageError, match="does not say which session an utterance belongs to; expected .* no blocks="):
        tournament(systems, level=0.05, replications=10, blocks="session")


def _of_table(heard: str) -> Scores:
    """Five texts, of which two are by ann, two by ben, and one by nobody; ids name other speakers."""
    speakers, texts = ("ann", "ann", "ben", "ben", ""), heard.split()
    rows = (f"x{place % 2}-{place},a,{text},{speakers[place]}\n" for place, text in enumerate(texts))
    return of_result(score_files(("id,text,hyp,speaker\n" + "".join(rows)).encode()))


def test_blocks_are_the_speakers_of_a_table_as_in_its_analyses() -> None:
    names, numbers = _of_table("a a a a a").blocks["speaker"]
    assert ([*names], numbers.tolist()) == (["ann", "ben", ""], [0, 0, 1, 1, 2])


def test_texts_of_nobody_are_no_block_and_no_speaker() -> None:
    first, other = _of_table("a a a a a"), _of_table("b b a a b")
    with pytest.raises(UsageError, match=r"1 of 5 utterances has no speaker, .*, or no blocks="):
        all_tests(first, other, 10, "speaker")
    assert [(test.name, test.first, test.second) for test in all_tests(first, other, 10).exact[1:]] == [
        ("sign test", 1, 0),
        ("Wilcoxon", 1, 0),
    ]


def test_equal_differences_of_all_segments_have_no_z() -> None:
    systems = [_system("one", 0), _system("two", 24)]
    tests = all_tests(*systems, 10)
    assert (tests.matched_pairs.z, tests.matched_pairs.p) == (None, 2 * 0.5**24)
    (match,) = tournament(systems, level=0.05, replications=10).to_dict()["pairs"]
    assert match["mapsswe"]["z"] is None
    assert "matched pairs (MAPSSWE): 24 segments, equal differences: sign test, p < .001" in [
        *compare(*systems).tests()
    ]


def test_an_unknown_correction_is_refused() -> None:
    with pytest.raises(UsageError, match="correction 'bonferoni' is unknown; expected one of: none, holm, bh"):
        tournament([], level=0.05, replications=10, correction="bonferoni")


def test_rates_without_utterances_are_ranked_without_tests(tmp_path: Path, scorelite: Run) -> None:
    for name, errors in (("wer_7_0.0", 30), ("wer_8_0.0", 10), ("wer_9_0.0", 20)):
        line = f"%WER {errors}.00 [ {errors} / 100, 0 ins, 0 del, {errors} sub ]\n"
        (tmp_path / name).write_text(line)
    names = [f"wer_{weight}_0.0" for weight in (7, 8, 9)]
    done = scorelite("compare", *names, cwd=tmp_path)
    lines = done.stdout.decode().splitlines()
    assert [line.split()[-1] for line in lines[1:4]] == ["wer_8_0.0", "wer_9_0.0", "wer_7_0.0"], done.stderr
    assert lines[5].startswith("no tests: wer_8_0.0 (Kaldi's %WER) has no errors by utterance")
    assert json.loads(scorelite("compare", *names, "--json", cwd=tmp_path).stdout)["pairs"] == []
    (tmp_path / names[0]).write_text("%WER 30.00 [ 60 / 200, 0 ins, 0 del, 60 sub ]\n")
    other = scorelite("compare", *names, cwd=tmp_path)
    assert b"not the same references: 200 words in A, 100 in B; expected scores on one test set" in other.stderr


def test_a_table_wider_than_the_terminal_has_the_tests_of_neighbours(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.trn").write_text("".join(f"a b c (u-{number})\n" for number in range(9)))
    names = [f"system_{number}.trn" for number in range(9)]
    for wrong, name in enumerate(names):
        lines = (f"a {'x' if number < wrong else 'b'} c (u-{number})\n" for number in range(9))
        (tmp_path / name).write_text("".join(lines))
    lines = scorelite("compare", "--ref", "ref.trn", *names, cwd=tmp_path).stdout.decode().splitlines()
    assert max(map(len, lines[:10])) <= 100
    assert lines[0].split() == ["WER", "less", "that", "of", "1,", "95", "%", "next", "system"]
    assert lines[1].split()[-1] == "system_0.trn"
    assert (
        lines[-1]
        == "next: the tests against the system of the next line; `scorelite compare --json` has those of every pair"
    )
    few = scorelite("compare", "--ref", "ref.trn", *names[:3], cwd=tmp_path).stdout.decode().splitlines()
    assert few[0].split()[-4:] == ["1", "2", "3", "system"]
    pair = scorelite("compare", "--ref", "ref.trn", *names[:2], "--json", cwd=tmp_path).stdout
    pairs = json.loads(scorelite("compare", "--ref", "ref.trn", *names[:3], "--json", cwd=tmp_path).stdout)["pairs"]
    assert pairs[0]["interval"] == json.loads(pair)["interval"]
    low, high = (f"{100 * end:+.2f}" for end in pairs[0]["interval"])
    assert f" {low} to {high} " in few[2]


def test_systems_as_a_table_in_latex(tmp_path: Path, scorelite: Run) -> None:
    texts = {"ref": "a b c\ne f g\n", "one_x": "a b c\ne f x\n", "two": "a b c\ne f g\n", "three": "x\ny\n"}
    for name, text in texts.items():
        lines = zip(("s-1", "s-2"), text.splitlines(), strict=True)
        (tmp_path / f"{name}.trn").write_text("".join(f"{line} ({key})\n" for key, line in lines))

    pair = scorelite("compare", "--ref", "ref.trn", "one_x.trn", "two.trn", "--latex", "--same")
    assert pair.returncode == 1
    assert pair.stdout.decode().splitlines() == [
        "% FAIL: WER fell by 16.67 points (16.67 -> 0.00 %); no difference is allowed",
        r"\begin{tabular}{lrrrr}",
        r"\hline",
        r"system & WER & p (bootstrap) & p (mapsswe) & p (mcnemar) \\",
        r"\hline",
        r"one\_x.trn & 16.7 \% &  &  &  \\",
        r"two.trn & 0.0 \% & - & - & 1.000 \\",
        r"\hline",
        r"\end{tabular}",
    ]
    several = scorelite("compare", "--ref", "ref.trn", "one_x.trn", "two.trn", "three.trn", "--latex")
    lines = several.stdout.decode().splitlines()
    assert lines[2] == r"system & WER & 1 & 2 & 3 \\"
    assert [line.split(" & ")[:2] for line in lines[4:7]] == [
        ["1 two.trn", r"0.0 \%"],
        [r"2 one\_x.trn", r"16.7 \%"],
        ["3 three.trn", r"100.0 \%"],
    ]
    assert lines[-1] == "% - no test is defined: 2 utterances are too few; 6 or more are needed"


def test_a_table_without_defined_tests_says_why() -> None:
    systems = [of_result(score({"s-1": "a b c"}, {"s-1": text}), text) for text in ("a b c", "a x c", "x")]
    table = tournament(systems, level=0.05, replications=10)
    assert table.legend == "- no test is defined: 1 utterance is too few; 6 or more are needed"


def test_test_sets_that_share_ids_have_a_rate_each(tmp_path: Path, scorelite: Run) -> None:
    texts = {
        "refs": ("u1 a b\nu2 c d\n", "u1 e f\nu3 g h\n"),
        "first": ("u1 a x\nu2 c d\n", "u1 e f\nu3 g h\n"),
        "other": ("u1 a b\nu2 c d\n", "u1 x x\nu3 g h\n"),
    }
    for side, both in texts.items():
        (tmp_path / side).mkdir()
        for name, text in zip(("clean", "noisy"), both, strict=True):
            (tmp_path / side / f"{name}.txt").write_text(text)
    refs, first, other = (str(tmp_path / side) for side in texts)
    result = score_files(refs, first)
    assert (result.counts.errors, [utterance.id for utterance in result]) == (
        1,
        ["clean/u1", "clean/u2", "noisy/u1", "noisy/u3"],
    )
    assert "1 id (u1) is in several files: it counts once in every file, as NAME/u1" in map(str, result.notices)
    rows = scorelite("compare", "--ref", refs, first, other, "--latex").stdout.decode().splitlines()
    assert rows[2].startswith("system & WER & clean & noisy & p (bootstrap)")
    assert r" & 12.5 \% & 25.0 \% & 0.0 \% & " in rows[4]
    assert b"\n  noisy   0.0 %  50.0 %\n" in scorelite("compare", "--ref", refs, first, other).stdout


def test_no_system_is_better_where_too_few_segments_differ_for_the_tests() -> None:
    refs = {f"s-{number}": "a b c d" for number in range(6)}
    heard = {"a b c d": refs, "a b c x": {**dict.fromkeys(refs, "a b c x"), "s-0": "a b x x", "s-1": "a b c d"}}
    systems = [of_result(score(refs, hyps), text) for text, hyps in heard.items()]
    few = tournament(systems, level=0.05, replications=1000)
    assert [match.winner(0.05) for match in few.matches] == [None]
    assert any(cell.startswith("? ") for cell in few.cells()[1][0])
    assert "? fewer than 6 segments differ" in few.legend
    many = {f"s-{number}": "a b c d" for number in range(9)}
    systems = [of_result(score(many, dict.fromkeys(many, text)), text) for text in ("a b c d", "a b c x")]
    assert [match.winner(0.05) for match in tournament(systems, level=0.05, replications=1000).matches] == ["a b c d"]


def test_few_blocks_decide_nothing_and_are_named() -> None:
    refs = {f"meeting{number % 2}_spk{number}_0": "a b c d" for number in range(12)}
    hyps = dict.fromkeys(refs, "a x x d")
    systems = [of_result(score(refs, hyp), name) for name, hyp in (("one", refs), ("two", hyps))]
    few = "2 speakers (meeting0, meeting1) are too few; 6 or more are needed"
    comparison = compare(*systems, blocks="speaker")
    assert f"paired bootstrap: {few}" in [*comparison.tests()]
    assert (comparison.p_values["bootstrap"], comparison.interval) == (None, None)
    assert judged(comparison, Limits(significant=True)).reason.endswith(few)
    table = tournament(systems, level=0.05, replications=100, blocks="speaker")
    assert (table.matches[0].winner(0.05), few in table.legend) == (None, True)
    assert table.cells()[1][0][3].startswith("? -/")


def test_blocks_that_are_drawn_are_named() -> None:
    refs = {f"s{number % 6}-{number}": "a b c" for number in range(12)}
    systems = [of_result(score(refs, hyps), "x") for hyps in (refs, dict.fromkeys(refs, "a b"))]
    lines = [*compare(*systems, blocks="speaker").tests()]
    assert any(line.startswith("paired bootstrap of 6 speakers (s0, s1, s2 ...): B has") for line in lines)


def test_systems_with_other_references_are_not_ranked() -> None:
    one, two = ({f"s-{number}": text for number in range(3)} for text in ("a b", "a c"))
    systems = [of_result(score(refs, one), name) for name, refs in (("one", one), ("two", two))]
    with pytest.raises(MismatchError, match="A is one, B two: not the same references: 3 utterances have another one"):
        tournament(systems, level=0.05, replications=10)
