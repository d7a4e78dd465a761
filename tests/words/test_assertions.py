"""`scorelite.testing`: an assertion that fails names the rate, the limit and the worst utterances."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorelite import UsageError, score, testing
from scorelite.testing import assert_cer, assert_wer
from tests.conftest import ROOT

DEMO = ROOT / "resources" / "demo"


def test_a_rate_at_its_limit_passes_and_gives_the_result() -> None:
    assert assert_wer(["a b", "c d"], ["a b", "c x"], max_wer=0.25).errors == 1
    assert assert_cer("ab", "ax", 0.5).counts.substitutions == 1
    assert assert_wer(DEMO / "ref.trn", DEMO / "hyp.trn", 0.12).counts.errors == 18


def test_a_rate_above_its_limit_shows_the_worst_utterances() -> None:
    refs = {"a": "one two", "b": "three four five", "c": "six"}
    hyps = {"a": "one two", "b": "three", "c": "sex"}
    with pytest.raises(AssertionError) as caught:
        assert_wer(refs, hyps, max_wer=0.1, worst=1)
    first, second, *alignment = str(caught.value).splitlines()
    assert first == (
        "WER 50.0 % is above the limit of 10.0 %: 3 errors in 6 words (1 substitution, 2 deletions, 0 insertions)"
    )
    assert second == "b, 2 errors in 3 words"
    assert alignment[0].startswith("REF:  three FOUR")
    assert "sex" not in str(caught.value)
    with pytest.raises(AssertionError, match=r"CER 50\.0 % is above the limit of 0\.0 %: 1 error in 2 characters"):
        assert_cer("ab", "ax", max_cer=0)


def test_a_result_or_a_missing_side_is_answered_with_the_call_that_was_meant() -> None:
    result = score(["a b"], ["a c"])
    for values, keywords in (((result,), {"max_wer": 0.1}), ((result, 0.1), {})):
        with pytest.raises(UsageError, match=r"is a result; expected .*, or for a result: assert result\.wer <= "):
            assert_wer(*values, **keywords)
    with pytest.raises(UsageError, match=r"no hypotheses; expected texts or files, assert_cer\(refs, hyps, max_cer="):
        assert_cer("ab", max_cer=0.1)
    with pytest.raises(UsageError, match="the limit of the WER is None; expected a fraction"):
        assert_wer("ab", "ab")


@pytest.mark.slow
def test_a_test_that_fails_is_shown_at_its_own_line(tmp_path: Path) -> None:
    code = "from scorelite.testing import assert_wer\n\n"
    code += "def test_rate():\n    assert_wer('good day', 'good way', max_wer=0.1)\n"
    (tmp_path / "test_rate.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_rate.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "test_rate.py:4: AssertionError" in done.stdout
    assert "rates.py" not in done.stdout


@pytest.mark.parametrize("limit", [12, -0.1, float("nan"), "15%", True])
def test_a_limit_in_percent_is_refused(limit: Any) -> None:
    with pytest.raises(UsageError, match=r"expected a fraction, such as 0\.12 for 12 %"):
        assert_wer("a", "a", limit)


@pytest.mark.parametrize("name", ["limit", "max_cer", "threshold"])
def test_another_name_of_the_limit_is_answered_with_both(name: str) -> None:
    with pytest.raises(UsageError, match=r"expected assert_wer\(refs, hyps, max_wer=0\.12\) or assert_cer\(refs"):
        assert_wer("a", "a", **{name: 0.3})


def test_empty_references_have_no_rate() -> None:
    with pytest.raises(AssertionError, match="the references have no words"):
        assert_wer([""], [""], 0.5)


def test_another_assertion_is_answered_with_ours() -> None:
    for name, answer in (
        ("assert_wer_below", "did you mean assert_wer"),
        ("assert_no_regression", "scorelite.compare(old"),
    ):
        with pytest.raises(AttributeError, match=re.escape(answer)):
            getattr(testing, name)
