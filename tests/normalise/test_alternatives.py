"""Rules of a GLM that make alternatives, scored as by csrfilt.sh on both files followed by sclite."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.cli.main import main
from scorelite.scoring.normalise import normalise, replayed
from scorelite.scoring.normalise.rule_files import read_rules

_RULES = """\
;;
[HELLO] => [{ HI / HELLO }] / [ ] __ [ ]
[DON'T] => { DON'T/DO NOT } / [ ] __ [ ]
[UH] => [{ UH / @ }] / [ ] __ [ ]
[SO LONG] => [{ BYE / { GOOD BYE / SEE YOU } }] / [ ] __ [ ]
[TWO] => [A { PAIR / COUPLE } OF] / [ ] __ [ ]
[OKAY] => [OK] / [ ] __ [ ]
"""
_REF = """\
hello uh there (s-1)
we don't { know / uh hello } (okay) a/b (s-2)
so long (s-3)
two cats (s-4)
uh (s-5)
"""
_HYP = """\
hi there (s-1)
we do not hi a/b (s-2)
see you (s-3)
a couple of dogs uh (s-4)
hello (s-5)
"""
_STM = b"""\
f 1 s 0 5 hello uh there
f 1 s 5 10 we don't { know / uh hello } { know / @ }
f 1 s 10 15 two cats
f 1 s 15 20 okay
"""
_CTM = b"""\
f 1 0.5 0.4 hi 0.9
f 1 1.5 0.4 there 0.9
f 1 5.5 0.4 we 0.9
f 1 6.5 0.4 do 0.9
f 1 7.0 0.4 not 0.9
f 1 7.5 0.4 hello 0.5
f 1 8.5 0.4 uh 0.9
f 1 10.5 0.4 two 0.9
f 1 11.5 0.4 dogs 0.9
f 1 15.5 0.4 don't 0.9
"""
# Counts of each utterance as `csrfilt.sh -i trn` (stm, ctm) and `sclite -o pra` of SCTK 2.4.12 print them.
_TRN_COUNTS = [(2, 0, 0, 0), (6, 0, 0, 0), (2, 0, 0, 0), (3, 1, 0, 0), (0, 0, 0, 1)]
_CTM_COUNTS = [(2, 0, 0, 0), (4, 0, 0, 0), (2, 1, 1, 0), (0, 1, 0, 0)]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.glm"
    path.write_text(_RULES)
    return path


def _counts(result: scoring.Result) -> list[tuple[int, int, int, int]]:
    counts = (utterance.counts for utterance in result.utterances)
    return [(count.correct, count.substitutions, count.deletions, count.insertions) for count in counts]


def _timed(ref: bytes, hyp: bytes, rules: Path) -> scoring.Result:
    return scoring.score_files(ref, hyp, ref_format="stm", hyp_format="ctm", normalise=rules)


def test_texts_score_as_by_csrfilt_and_sclite(rules: Path) -> None:
    kinds = {"ref_format": "trn", "hyp_format": "trn"}
    result = scoring.score_files(_REF.encode(), _HYP.encode(), **kinds, normalise=rules, optional_words=True)
    assert _counts(result) == _TRN_COUNTS
    assert result.utterances.refs[1] == "WE { DON'T / DO NOT } { KNOW / { UH / @ } { HI / HELLO } } (OK) A/B"
    effect = result.normalisation()
    assert sum(row.errors for row in effect.moved) == result.counts.errors - effect.raw.errors


def test_rows_score_as_by_csrfilt_and_sclite(rules: Path) -> None:
    result = _timed(_STM, _CTM, rules)
    assert _counts(result) == _CTM_COUNTS
    assert result.utterances.hyps[2] == "{ A PAIR / COUPLE OF } DOGS"
    effect = result.normalisation()
    assert sum(row.errors for row in effect.moved) == result.counts.errors - effect.raw.errors


def test_letters_that_the_text_has_stay_escaped(rules: Path) -> None:
    result = scoring.score(["hello a\\;b\\}"], ["hi a\\;b\\}"], normalise=rules, markup=True)
    assert (result.counts.errors, result.utterances.refs[0]) == (0, "{ HI / HELLO } A\\;B\\}")


def test_words_of_a_list_stay_words_beside_an_alternation(rules: Path) -> None:
    result = scoring.score([["hello", "a;b"]], ["hi a\\;b"], normalise=rules, markup=True)
    assert (result.counts.errors, result.utterances.refs[0]) == (0, "{ HI / HELLO } A\\;B")
    with pytest.raises(scoring.UsageError, match=r"utterance 1: the word '\{' has a brace, which .*glm:"):
        scoring.score([["{", "hello"]], ["hi"], normalise=rules, markup=True)


@pytest.mark.parametrize("refs", [["hello"], [["hello"]]])
def test_where_marks_are_letters_such_rules_are_refused(refs: list[str], rules: Path) -> None:
    with pytest.raises(scoring.UsageError, match=r"rules\.glm:2:1: .*marks are read as letters; expected a format"):
        scoring.score(refs, ["hi"], normalise=rules)


def test_another_normaliser_stands_before_such_rules_and_not_behind_them(rules: Path) -> None:
    assert scoring.score(["hello!"], ["hi"], normalise=["basic", rules], markup=True).counts.errors == 0
    with pytest.raises(scoring.UsageError, match="expected this file as the last normalise="):
        scoring.score(["hello"], ["hi"], normalise=[rules, "basic"], markup=True)


def test_an_optional_word_that_becomes_an_alternation_is_refused(rules: Path) -> None:
    # SCTK's filter puts each brace into parentheses of its own, and sclite crashes.
    with pytest.raises(scoring.UsageError, match="utterance 2: a rule makes the alternation '{ HI / HELLO }' of an o"):
        scoring.score(["a", "(hello)"], ["a", "hi"], normalise=rules, markup=True)
    with pytest.raises(scoring.UsageError, match=r"the word at 0.5 seconds: a rule makes an alternation of an opt"):
        _timed(b"f 1 s 0 5 hi\n", b"f 1 0.5 0.4 (hello) 0.9\n", rules)


def test_an_alternation_inside_one_of_the_rows_is_refused(rules: Path) -> None:
    rows = b"f 1 * * <ALT_BEGIN>\nf 1 0.5 0.4 hello 0.9\nf 1 * * <ALT>\nf 1 0.5 0.4 b 0.9\nf 1 * * <ALT_END>\n"
    with pytest.raises(scoring.UsageError, match=r"0\.5 seconds: a rule makes an alternation inside an alternation"):
        _timed(b"f 1 s 0 5 hi\n", rows, rules)


@pytest.mark.parametrize("right", ["{B / C}", "[{ B] / [ ] __ [ ]", "[{ B / C{ }] / [ ] __ [ ]"])
def test_a_rule_whose_braces_do_not_close_is_refused_at_its_line(right: str, rules: Path) -> None:
    rules.write_text(f";;\n[A] => {right}\n")
    with pytest.raises(
        scoring.FormatError, match=r"glm:2:1: a replacement whose braces do not close; expected alterna"
    ):
        scoring.score(["a"], ["b"], normalise=rules, markup=True)


@pytest.mark.parametrize("right", ["{[B] / [C]}", "[{[B C] / D}]"])
def test_alternatives_in_brackets_of_their_own_are_refused_at_their_line(right: str, rules: Path) -> None:
    rules.write_text(f";;\n[A] => {right} / [ ] __ [ ]\n")
    with pytest.raises(scoring.FormatError, match=r"glm:2:1: a replacement with square brackets inside of its braces"):
        scoring.score(["a"], ["b"], normalise=rules)


def test_an_alternation_that_cannot_be_read_is_refused(rules: Path) -> None:
    rules.write_text(";;\n[A] => [{ B / }] / [ ] __ [ ]\n")
    with pytest.raises(scoring.UsageError, match="utterance 1: a rule makes the alternation"):
        scoring.score(["a"], ["b"], normalise=rules, markup=True)
    with pytest.raises(scoring.UsageError, match="a rule makes the alternation"):
        _timed(b"f 1 s 0 5 b\n", b"f 1 0.5 0.4 a 0.9\n", rules)


def test_several_rows_that_become_one_alternation_share_its_time(rules: Path) -> None:
    result = _timed(b"f 1 s 0 5 see you\n", b"f 1 1 0.5 so 0.9\nf 1 1.5 0.5 long 0.5\n", rules)
    assert result.utterances.hyps[0] == "{ BYE / GOOD BYE / SEE YOU }"
    assert [(pair.hyp, pair.hyp_start, pair.hyp_end) for pair in result.utterances[0].alignment] == [
        ("see", 1.0, 1.5),
        ("you", 1.5, 2.0),
    ]


def test_the_log_of_changes_replays(rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("ref.trn", _REF), ("hyp.trn", _HYP)):
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in ("ref.trn", "hyp.trn", "log")]
    assert main(["score", *paths[:2], "--normalise", str(rules), "--changes", paths[2], "--report", "pra"]) == 0
    assert re.search(r"REF:  hi +\*+ +there|REF:  hi +there", capsys.readouterr().out)
    rows = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert ("hyp", "s-5", "{ HI / HELLO }") in {(row["side"], row["id"], row["after"]) for row in rows}
    texts, changes = read_rules(rules).apply(["hello uh so long"], log=True)
    assert replayed(["hello uh so long"], changes) == list(texts)


def test_normalised_files_keep_the_marks(rules: Path, tmp_path: Path) -> None:
    (tmp_path / "in.trn").write_text("hello { uh / b } (s-1)\n")
    out = tmp_path / "out.trn"
    assert main(["normalise", str(tmp_path / "in.trn"), str(out), "--normalise", str(rules)]) == 0
    assert out.read_text() == "{ HI / HELLO } { { UH / @ } / B } (s-1)\n"
    assert normalise(["don't"], rules)[0] == ["{ DON'T/DO NOT }"]
