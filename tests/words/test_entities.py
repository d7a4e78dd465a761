"""Entities: occurrences are matched by position; tables counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.words.entities import read_entities
from tests.analysis.calls import counted as calls_counted
from tests.conftest import Run


def counted(ref: str, hyp: str, *names: str, **settings: object) -> dict[str, tuple[int, int, int, int]]:
    entities = scoring.score([ref], [hyp], **settings).entities(names)  # type: ignore[arg-type]
    counts = {row.entity: row.counts for row in entities.rows}
    return {name: (each.correct, each.substitutions, each.deletions, each.insertions) for name, each in counts.items()}


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("we met ann lee today", "we met ann lee today", (1, 0, 0, 0)),
        ("we met ann lee today", "we met Ann Lee today", (1, 0, 0, 0)),
        ("we met ann lee today", "we met an lee today", (0, 1, 0, 0)),
        ("we met ann lee today", "we met ann today", (0, 1, 0, 0)),
        ("we met ann lee today", "we met today", (0, 0, 1, 0)),
        ("we met ann lee today", "we met ann uh lee today", (0, 1, 0, 0)),
        ("we met him today", "we met ann lee today", (0, 0, 0, 1)),
        ("ann lee saw ann lee", "ann lee saw a knee", (1, 1, 0, 0)),
        ("ann ann lee", "ann ann lee", (1, 0, 0, 0)),
        ("nothing", "nothing", (0, 0, 0, 0)),
    ],
)
def test_an_entity_is_matched_by_position(ref: str, hyp: str, expected: tuple[int, ...]) -> None:
    assert counted(ref, hyp, "ann lee") == {"ann lee": expected}


def test_counts_are_those_of_places_not_of_a_bag() -> None:
    # A bag of words finds one on each side, and no error.
    assert counted("york is far", "far is york", "york") == {"york": (0, 1, 0, 1)}


def test_entities_may_overlap_each_other_but_not_themselves() -> None:
    assert counted("a b c d", "a b c d", "a b", "b c") == {"a b": (1, 0, 0, 0), "b c": (1, 0, 0, 0)}
    assert counted("a a a", "a a a", "a a") == {"a a": (1, 0, 0, 0)}


def test_an_entity_inside_a_longer_one_is_not_counted_again() -> None:
    names = "insulin", "insulin glargine", "glargine"
    right = counted("start insulin glargine or insulin", "start insulin glargine or insulin", *names)
    assert right == {"insulin": (1, 0, 0, 0), "insulin glargine": (1, 0, 0, 0), "glargine": (0, 0, 0, 0)}
    # The hypothesis has the first word of an entity, which is right: no insertion.
    wrong = counted("stop insulin glargine", "stop insulin largine", *names)
    assert wrong == {"insulin": (0, 0, 0, 0), "insulin glargine": (0, 1, 0, 0), "glargine": (0, 0, 0, 0)}


def test_case_counts_if_the_score_says_so() -> None:
    assert counted("Ann", "ann", "Ann", case_sensitive=True) == {"Ann": (0, 1, 0, 0)}


def test_entities_are_normalised_as_texts_are() -> None:
    assert counted("We met Ann-Lee.", "we met ann lee", "Ann-Lee", normalise="basic") == {"Ann-Lee": (1, 0, 0, 0)}


def test_rates_are_of_sums_and_weighted() -> None:
    actual = scoring.score(["ann bob bob"], ["an bob bob"]).entities({"ann": 3, "bob": 1, "zoe": 5})
    assert (actual.rate, actual.weighted_rate) == (1 / 3, 3 / 5)
    assert scoring.score(["a"], ["a"]).entities(["zoe"]).rate is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"ann lee": 2, "bob": 0}', {"ann lee": 2.0, "bob": 0.0}),
        ('["ann lee", "bob"]', {"ann lee": 1.0, "bob": 1.0}),
        ('ann lee,2\n"bob, the"\n\n', {"ann lee": 2.0, "bob, the": 1.0}),
        ("term,weight\nAnn Lee,2\n", {"Ann Lee": 2.0}),
        ("Ann Lee\nname\n", {"Ann Lee": 1.0, "name": 1.0}),
        ("name\n", {"name": 1.0}),
        ("Ann Lee;2\nRio;1.5\n", {"Ann Lee": 2.0, "Rio": 1.5}),
    ],
)
def test_entities_are_read_from_json_and_csv(text: str, expected: dict[str, float], tmp_path: Path) -> None:
    (tmp_path / "e").write_text(text)
    assert read_entities(str(tmp_path / "e")) == expected
    result = scoring.score(["we saw ann lee and rio"], ["we saw an lee and rio"])
    assert result.entities(str(tmp_path / "e")) == result.entities(tmp_path / "e") == result.entities(expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"a": -1}',
        '{"a": true}',
        '{"a": 1, "a": 2}',
        '["a", 1]',
        '{"a"',
        "a,x",
        "a,1,2",
        " ,1",
        "a,nan",
        "Name\na",
        '"a',
    ],
)
def test_what_is_no_list_of_entities_is_refused_with_its_place(text: str, tmp_path: Path) -> None:
    (tmp_path / "e").write_text(text)
    with pytest.raises(FormatError, match=r"e:\d+.*; expected "):
        read_entities(str(tmp_path / "e"))


def test_entities_are_limited_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorelite.scoring.words.entities._MOST", 2)
    assert counted("a b", "a b", "a", "b") == {"a": (1, 0, 0, 0), "b": (1, 0, 0, 0)}
    with pytest.raises(UsageError, match="^3 entities; expected at most 2$"):
        counted("a b", "a b", "a", "b", "c")


def test_characters_have_no_entities() -> None:
    with pytest.raises(UsageError, match="unit='character'"):
        counted("a", "a", "a", unit="character")


def test_the_command_shows_entities(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "r.txt").write_text("we met ann lee\n")
    (tmp_path / "h.txt").write_text("we met an lee\n")
    (tmp_path / "e.json").write_text('{"ann lee": 1, "met": 1}')
    words = ["score", "r.txt", "h.txt", "--entities", "e.json"]
    shown = scorelite(*words).stdout.decode()
    assert "ENT     50.0 %   1 error in 2 occurrences of entities\n" in shown
    assert "      0      1      0      0   ann lee\n" in shown
    document = json.loads(scorelite(*words, "--json").stdout)["entities"]
    assert (document["rate"], document["substitutions"], document["entities"][1]["correct"]) == (0.5, 1, 1)
    done = scorelite(*words, "--report", "sys")
    assert (done.returncode, b"--entities has no effect without" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("ann lee", "entities are one text, 'ann lee'; expected a list"),
        ([1], "entity 1 is of type int; expected text"),
        ({"ann": -1}, "the weight of 'ann' is -1; expected a number >= 0"),
        ({"ann": float("nan")}, "the weight of 'ann' is nan; expected a number >= 0"),
    ],
)
def test_what_names_no_entities_and_weights_is_refused(wanted: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        scoring.score(["ann"], ["ann"]).entities(wanted)  # type: ignore[arg-type]


@pytest.mark.slow
def test_entities_that_share_their_first_word_cost_calls_in_proportion() -> None:
    def calls_of(size: int) -> int:
        names = [f"ann lee{place}" for place in range(size)]
        return calls_counted(lambda result: result.entities(names), scoring.score([" ".join(names)], [" ".join(names)]))

    assert calls_of(400) < 2.3 * calls_of(200)


def test_with_optional_words_brackets_are_no_part_of_an_entity() -> None:
    names = ["uh", "saw uh", "(the)"]
    result = scoring.score(["we saw (uh) the (the)"], ["we saw uh the"], optional_words=True)
    counts = [row.counts for row in result.entities(names).rows]
    assert [(each.correct, each.errors) for each in counts] == [(0, 0), (1, 0), (2, 0)]  # uh is part of saw uh
    without = scoring.score(["we saw (uh) the"], ["we saw uh the"]).entities(["uh"]).counts
    assert (without.correct, without.insertions) == (0, 1)


def test_an_entity_is_as_long_as_it_wants(tmp_path: Path) -> None:
    entity = "word " * 60_000
    (tmp_path / "long.csv").write_text(f'"{entity}",2\n')
    assert read_entities(str(tmp_path / "long.csv")) == {entity.strip(): 2.0}
