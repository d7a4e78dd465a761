"""Writings of words that a normaliser hides, and that another one before it would make equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.notices.notice import Explanation

TALK = ["I’m sure we’ve seen it", "that’s what I’m told", "they’ll say we’ve won", "it’s late"]


def explained(refs: list[str], hyps: list[str], *names: str) -> list[Explanation]:
    notices = scoring.score(refs, hyps, normalise=names).notices
    return [each for each in notices if isinstance(each, Explanation) and "before the other normalisers" in str(each)]


@pytest.mark.parametrize(
    ("name", "refs", "hyps", "normaliser"),
    [
        ("whisper-en", TALK, [text.replace("’", "'") for text in TALK], "quotes-and-dashes"),
        ("leaderboard-en", TALK, [text.replace("’", "'") for text in TALK], "quotes-and-dashes"),
        ("basic", ["it&#39;s R&amp;D", "don&#39;t go"], ["it's R&D", "don't go"], "escapes"),
        ("whisper-basic", ["hello world"] * 3, ["▁hel lo ▁world"] * 3, "subwords"),
        ("basic", ["hello world"] * 3, ["hel@@ lo wor@@ ld"] * 3, "subwords"),
        ("casefold", ["IŞIK VAR", "IRMAK İYİ"], ["ışık var", "ırmak iyi"], "casefold-tr"),
    ],
)
def test_the_normaliser_that_has_to_stand_first_is_named_with_its_rate(
    name: str, refs: list[str], hyps: list[str], normaliser: str
) -> None:
    (notice,) = explained(refs, hyps, name)
    assert notice.keyword == f"normalise={normaliser!r}"
    result = scoring.score(refs, hyps, normalise=[normaliser, name])
    assert notice.rate == pytest.approx(result.wer or 0.0)
    assert explained(refs, hyps, normaliser, name) == []


def test_a_sample_of_many_utterances_says_about() -> None:
    refs, hyps = TALK * 500, [text.replace("’", "'") for text in TALK] * 500
    (notice,) = explained(refs, hyps, "whisper-en")
    result = scoring.score(refs, hyps, normalise=["quotes-and-dashes", "whisper-en"])
    assert (notice.exact, notice.rate) == (False, pytest.approx(result.wer or 0.0, abs=0.01))


def test_words_with_times_are_read_as_they_were(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    ref.write_text("talk 1 anna 0 4 I’m sure we’ve seen it\ntalk 1 anna 4 8 that’s what I’m told\n")
    words = ["I'm", "sure", "we've", "seen", "it", "that's", "what", "I'm", "told"]
    hyp.write_text("".join(f"talk 1 {0.1 + 0.85 * place:.2f} 0.5 {word}\n" for place, word in enumerate(words)))
    notices = scoring.score_files(ref, hyp, normalise="whisper-en").notices
    keywords = [each.keyword for each in notices if isinstance(each, Explanation)]
    assert keywords == ["normalise='quotes-and-dashes'"]


@pytest.mark.parametrize("name", ["basic", "whisper-en", "whisper-basic", "casefold"])
@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ("naïve café – 5 % of us", "naïve cafe 5 % of them"),
        ("acı su", "aci su"),
        ("der Weg nach Köln", "der Weg nach Bonn"),
        ("it's fine", "its fine"),
    ],
)
def test_errors_of_recognition_have_no_such_notice(ref: str, hyp: str, name: str) -> None:
    assert explained([ref] * 5, [hyp] * 5, name) == []
