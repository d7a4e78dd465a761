"""Normalisers without words: case by language, MeetEval's, jiwer's, and the score of a manifest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import wer
from scorelite.scoring.normalise import normalise
from tests.conftest import Run
from tests.normalise.material import sentences
from tests.peers import peer


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nfc", "e\u0301ﬁ", "éﬁ"),
        ("nfkc", "e\u0301ﬁ Ａ", "éfi A"),
        ("casefold", "STRASSE Straße", "strasse strasse"),
        ("casefold-tr", "ISPARTA İZMİR I\u0307", "ısparta izmir i"),
        ("casefold-az", "BAKI", "bakı"),
        ("casefold-lt", "I\u0307\u0301 J\u0307", "i\u0301 j"),
        ("lower,rm(.?!,)", "Hello, World! [noise] wi-fi 1.1", "hello world [noise] wi-fi 11"),
        ("lower,rm([^a-z0-9 ])", " Hello,  World! é [noise] wi-fi 1.1", "hello world noise wifi 11"),
        ("jiwer", "  a \t b\u00a0c ", "a b\u00a0c"),
        ("jiwer-standardize", "She'll CAN'T  [laugh] <unk> go\tnow", "she will can not go now"),
    ],
)
def test_results(name: str, text: str, expected: str) -> None:
    assert normalise([text], name)[0] == [expected]


def test_jiwer_does_the_same() -> None:
    jiwer = peer("jiwer")
    default = jiwer.Compose(jiwer.transformations.wer_default.transforms[:-1])
    standard = jiwer.Compose(jiwer.transformations.wer_standardize.transforms[:-1])
    texts = list(sentences(11, 2000))
    assert normalise(texts, "jiwer", log=False)[0] == default(texts)
    assert normalise(texts, "jiwer-standardize", log=False)[0] == standard(texts)


@pytest.mark.native
def test_the_leaderboard_s_score_of_a_manifest(tmp_path: Path, scorelite: Run) -> None:
    rows = [("It's the colour grey, uh.", "it is the color gray"), ("Twenty five dollars", "$25 now")]
    lines = (json.dumps({"text": text, "pred_text": heard}) + "\n" for text, heard in rows)
    (tmp_path / "manifest.jsonl").write_text("".join(lines))
    done = scorelite("score", "manifest.jsonl", "--normalise", "leaderboard-en", "--json")
    document = json.loads(done.stdout)
    assert document["settings"]["normalise"] == "leaderboard-en@d1e99b2"
    assert "normalise:leaderboard-en@d1e99b2" in document["signature"]
    # Of "it is the color gray" and "$25 now", only "now" is too much.
    assert {"errors": 1, "insertions": 1, "reference": 6}.items() <= document.items()


def test_chime8_has_no_spelling_of_hesitations() -> None:
    # Of an underscore a blank is made after the hesitations were written in one way.
    assert normalise(["mhm_ a mmm_", "mhm mmm archaeology"], "chime8")[0] == ["mhm a mmm", "archeology"]


def test_basic_composes_letters_and_writes_one_apostrophe() -> None:
    texts = ["It\u2019s Cafe\u0301, don\u02bct!", "\u2018so\u2019 dogs\u2019 'tis", "\u1112\u1161\u11ab \u0928\u093c"]
    expected = ["it's caf\u00e9 don't", "so dogs tis", "\ud55c \u0929"]
    assert normalise(texts, "basic")[0] == expected
    assert wer(texts, expected, normalise="basic") == 0
