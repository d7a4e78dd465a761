"""The error rate of words of interest: by hand, the answers of PIER's fork of jiwer, and classes that say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite.compat.pier import pier
from tests.analysis.gold import cases


def test_rates_are_those_of_pier() -> None:
    for case in cases("pier"):
        assert pier(case["refs"], case["hyps"]) == case["out"], case


def test_an_insertion_belongs_to_the_word_behind_it() -> None:
    out = pier(["we saw <tag two bots> there"], ["we saw x two y bots z there"])
    assert (out["poi"]["insertions"], out["rest"]["insertions"]) == (2, 1)


def test_an_insertion_at_the_end_belongs_to_the_last_word() -> None:
    out = pier(["we saw <tag two bots>"], ["we saw two bots too"])
    assert (out["poi"]["insertions"], out["rest"]["insertions"]) == (1, 0)


def test_sentences_without_tags_or_all_tagged_do_not_count() -> None:
    out = pier(["we saw", "<tag two bots>"], ["we see", "two pots"])
    assert (out["poi"]["poiWords"], out["rest"]["otherWords"]) == (0, 0)


@pytest.mark.parametrize(("language", "words"), [("ara", (2, 2)), ("eng", (2, 2)), ("cmn", (2, 4))])
def test_words_in_latin_letters_are_of_interest(language: str, words: tuple[int, int]) -> None:
    ref = "我是 camp 那边 mark" if language == "cmn" else "ok يوم camp مرحبا"
    out = pier(ref, ref, scd_language=language)
    assert (out["poi"]["poiWords"], out["rest"]["otherWords"]) == words


def test_hyphens_part_words_where_that_is_asked() -> None:
    out = pier("a <tag well-known> b", "a well known b", split_hyphen=True)
    assert (out["poi"]["hits"], out["poi"]["poiWords"]) == (2, 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reference": ["a"]}, "detected default values"),
        ({"reference": ["a"], "hypothesis": ["a"], "truth": ["a"]}, "cannot give"),
        ({"reference": [""], "hypothesis": ["a"]}, "empty strings"),
        ({"reference": ["-"], "hypothesis": ["a"], "split_hyphen": True}, "empty after"),
        ({"reference": ["<tag a> b"], "hypothesis": ["a"], "scd_language": "ara"}, "Choose one"),
        ({"reference": ["我 3"], "hypothesis": ["a"], "scd_language": "cmn"}, "numbers in digits"),
    ],
)
def test_what_cannot_be_counted_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        pier(**given)  # type: ignore[arg-type]


def test_classes_of_tagged_texts_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "tagged.trn"
    path.write_text("das mit den <tag bots> glaube ich (u1)\n<tag all of it> (u2)\nja <tag that is> gut (u3)\n")
    refs = {"u1": "das mit den bots glaube ich", "u2": "all of it", "u3": "ja that is gut"}
    hyps = {"u1": "das mit den pots glaub ich", "u2": "all it", "u3": "ja that was it gut"}
    row = scorelite.score(refs, hyps, policy="rapidfuzz").classes(f"pier:{path}")["PIER"]
    assert (row.words, row.counts.errors) == (3, 3)  # of the last text, a substitution and what is said before it


def test_texts_without_tags_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tagged.trn"
    path.write_text("das mit den bots (u1)\n")
    with pytest.raises(scorelite.FormatError, match="no tagged words among others"):
        scorelite.score({"u1": "a"}, {"u1": "a"}).classes(f"pier:{path}")


def test_a_tag_behind_the_last_word_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "tagged.trn"
    path.write_text("a <tag b> (u1)\na b <tag c> (u2)\n")
    with pytest.raises(scorelite.FormatError, match=r"tagged\.trn:2:1: u2 has 3 words with tags, and 2 words"):
        scorelite.score({"u1": "a b", "u2": "a b"}, {"u1": "a b", "u2": "a"}).classes(f"pier:{path}")


def test_tags_that_are_scored_as_words_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tagged.trn"
    path.write_text("das mit den <tag bots> glaube ich (u1)\n")
    result = scorelite.score_files(path, b"das mit den pots glaub ich (u1)\n", hyp_format="trn")
    with pytest.raises(scorelite.FormatError, match="u1 has 6 words with tags, and 7 words as it is scored"):
        result.classes(f"pier:{path}")
