"""Places where one system differs, which a judge gives verdicts on."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite as sl
from scorelite.formats.errors import UsageError
from tests.conftest import Run

WORDS = st.lists(st.sampled_from(["a", "b", "c", "D"]), max_size=6).map(" ".join)


def test_every_difference_is_a_place_in_the_order_of_texts() -> None:
    result = sl.score(["we saw a Grey cat", "good day"], ["we saw gray cat now", "good day"], ids=["u", "v"])
    places = [(place.id, place.begin, place.end, place.ref, place.alt) for place in result.spans()]
    assert places == [("u", 2, 4, "a Grey", "gray"), ("u", 5, 5, "", "now")]
    assert result.spans()[0].to_dict()["left"] == "we saw"


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4), st.integers(0, 999))
def test_verdicts_on_places_take_their_errors_away(pairs: list[tuple[str, str]], seed: int) -> None:
    """Without those that are forgiven, the errors are those of texts in which they were repaired."""
    refs, hyps = ({f"u{place}": pair[side] for place, pair in enumerate(pairs)} for side in (0, 1))
    sides = ["".join(f"{text} ({name})\n" for name, text in side.items()).encode() for side in (refs, hyps)]
    result = sl.score_files(*sides, ref_format="trn", hyp_format="trn")
    places = [place.to_dict() for place in result.spans()]
    chosen = random.Random(seed).sample(places, random.Random(seed + 1).randint(0, len(places)))
    lines = "".join(json.dumps({**place, "verdict": "both right"}) + "\n" for place in chosen)
    if not lines:
        return
    judged = sl.score_files(*sides, ref_format="trn", hyp_format="trn", verdicts=io.BytesIO(lines.encode()))
    forgiven = sum(max(len(place["ref"].split()), len(place["alt"].split())) for place in chosen)
    assert judged.counts.errors <= result.counts.errors
    assert judged.counts.errors >= result.counts.errors - forgiven
    if len(chosen) == len(places):
        assert judged.counts.errors == 0


def test_the_command_writes_places_and_takes_them_back(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("we saw a grey cat (u1)\ngood day (u2)\n")
    (tmp_path / "h.trn").write_text("we saw the gray cat (u1)\ngood way (u2)\n")
    done = scorelite("score", "r.trn", "h.trn", "--spans", "s.jsonl", "--json")
    assert (done.returncode, json.loads(done.stdout)["errors"]) == (0, 3)
    places = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert [(place["ref"], place["alt"]) for place in places] == [("a grey", "the gray"), ("day", "way")]
    judged = [{**places[0], "verdict": "both right", "judge": "m"}, {**places[1], "verdict": "hypothesis wrong"}]
    (tmp_path / "v.jsonl").write_text("".join(json.dumps(line) + "\n" for line in judged))
    document = json.loads(scorelite("score", "r.trn", "h.trn", "--verdicts", "v.jsonl", "--json").stdout)
    assert (document["errors"], document["judged"]["before"]["errors"]) == (1, 3)


def test_what_has_no_places_is_reported(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "r.ctm").write_text("t 1 0.0 0.5 a\n")
    (tmp_path / "h.ctm").write_text("t 1 0.0 0.5 b\n")
    refused = scorelite("score", "r.ctm", "h.ctm", "--spans", "s.jsonl")
    assert refused.returncode == 2
    assert (
        b"--spans needs utterances, because verdicts refer to them; r.ctm has only words with times" in refused.stderr
    )
    assert not (tmp_path / "s.jsonl").exists()
    with pytest.raises(UsageError, match="places consist of words"):
        sl.score(["a"], ["b"], unit="character").spans()
