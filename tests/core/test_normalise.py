"""Programs of normalisation: utterances of a file are rewritten as texts are, and a run has the stages of its parts."""

from __future__ import annotations

from array import array
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.normalise.mixed import mixed_units
from scorelite.scoring.normalise.repairs import once
from tests.core.transcripts import read

_OPERATIONS = [
    ("letters", lambda letter: None if letter == "\u03a3" else letter.lower(), str.lower, True),
    ("table", [("a b", "x", 2, 2), ("\u00e9", "e e", 0, 0), ("x", "", 0, 0)], False),
    ("commas",),
    ("squeeze", True),
]
_RULES = [1, 3, 1, 1]
# Letters of scripts with and without blanks, marks, joiners, half-width voicing, parts of Hangul, white space, and a
# surrogate.
_MIXED = (
    "aé1我が한가각\u30ab\u3099ｶﾞก็ำກຳကျើ༄ཀྱ\u0301\u0903\u200c\u200d\u1100\u1161\u11a8\ua960\ud7b0\ud7cb"
    " \u00a0\u3000\u2028\x1c\ud800😀"
)
_TEXTS = st.lists(st.text("abAx \u00e9\u03a3\U0001f600,1", max_size=9), max_size=6)


@given(_TEXTS)
def test_each_stage_is_what_its_operation_alone_would_make(core: ModuleType, texts: list[str]) -> None:
    program = core.Program(_OPERATIONS)
    results, columns, pieces = program.run(texts, True)
    first = 0
    for operation, rules in zip(_OPERATIONS, _RULES, strict=True):
        alone, changes, alone_pieces = core.Program([operation]).run(texts, True)
        texts, made, made_pieces = program.stage(texts, columns, pieces, first, first + rules)
        made = array("i", made)
        for place in range(2, len(made), 5):
            made[place] -= first
        assert (texts, made.tobytes(), made_pieces) == (alone, changes, alone_pieces)
        first += rules
    assert texts == results


_EDGES = st.integers(0, 2)
_BLANKS = " \t\n\x1c\u3000"
_SEARCHES = st.text(" a'b\t\u3000", min_size=1, max_size=5)
_RULES_OF_BLANKS = st.tuples(_SEARCHES, st.text(" x", max_size=2), _EDGES, _EDGES)
# Rules of one search differ in their edges.
_TABLES = st.lists(st.one_of(_RULES_OF_BLANKS, st.tuples(st.just("a "), st.just("x"), _EDGES, _EDGES)), max_size=5)


@given(
    _TABLES,
    st.booleans(),
    st.lists(st.lists(st.sampled_from(["a", "b", "'", *_BLANKS, " " * 5, "\n" * 3])), max_size=4),
)
def test_rules_match_in_runs_of_white_space_alike_on_both_cores(
    native: ModuleType, twin: ModuleType, rules: list[tuple[str, str, int, int]], exact: bool, pieces: list[list[str]]
) -> None:
    texts = ["".join(parts) for parts in pieces]
    # A program with one more step meets texts that have become white space.
    for operations in ([("table", rules, exact)], [("table", [("b", "", 0, 0)], False), ("table", rules, exact)]):
        for log in (True, False):
            made = native.Program(operations).run(texts, log)
            assert made == twin.Program(operations).run(texts, log)


def test_a_blank_gives_white_space_back_to_the_edge_behind_it(core: ModuleType) -> None:
    program = core.Program([("table", [("a ", "x", 2, 2)], False)])
    assert program.run(["a  b", "a b", "a\t\n b", "b a  ", "a "])[0] == ["x b", "a b", "x b", "b x", "x"]


def test_of_rules_with_one_search_the_first_whose_edges_fit_is_taken(core: ModuleType) -> None:
    rules = [("a", "x", 2, 2), ("a", "y", 1, 1), ("a", "z", 1, 1), ("a", "", 0, 0)]
    assert core.Program([("table", rules, False)]).run(["a a, bab"])[0] == ["x y, bb"]


def test_rules_of_white_space_change_texts_without_words(core: ModuleType) -> None:
    program = core.Program([("table", [("b", "", 0, 0)], False), ("table", [(" ", "x", 2, 2)], False)])
    assert program.run(["  ", "   b", " c"])[0] == ["x", "x", " c"]


def test_blanks_in_a_row_ask_for_as_much_white_space_and_its_letters_for_themselves(core: ModuleType) -> None:
    program = core.Program([("table", [("a  b", "x", 0, 0), ("a\tb", "y", 0, 0), ("\u3000", "z", 0, 0)], False)])
    assert program.run(["a b", "a \t b", "a\tb", "\u3000 b"])[0] == ["a b", "x", "y", "z b"]


@given(_TEXTS)
def test_utterances_are_rewritten_as_their_texts_are(core: ModuleType, texts: list[str]) -> None:
    data = "".join(f"{text} (u-{number})\n" for number, text in enumerate(texts)).encode()
    spans = read(core, data)
    program = core.Program(_OPERATIONS)
    results, columns, _ = program.run(spans.texts(), True)
    made, changed = program.rewritten(spans, 2)
    assert made.texts() == results
    assert len(changed) == len(texts)
    assert {*array("i", columns)[::5]} <= {place for place, flag in enumerate(changed) if flag}


def test_utterances_that_no_operation_changes_stay_the_object_that_they_were(core: ModuleType) -> None:
    spans = read(core, b"a (u-1)\nb (u-2)\n")
    made, changed = core.Program(_OPERATIONS).rewritten(spans)
    assert made is spans
    assert changed == bytes(2)


@given(st.booleans(), st.lists(st.text(st.sampled_from(_MIXED), max_size=9), max_size=6))
def test_both_cores_make_the_same_units(native: ModuleType, twin: ModuleType, hangul: bool, texts: list[str]) -> None:
    operations = [step.operation for step in mixed_units(hangul)]
    for log in (True, False):
        assert native.Program(operations).run(texts, log) == twin.Program(operations).run(texts, log)
        # Nothing squeezes the blanks, nor composes letters.
        assert native.Program(operations[1:2]).run(texts, log) == twin.Program(operations[1:2]).run(texts, log)


@given(st.lists(st.text(st.sampled_from("aab \u3000\x1c\u00e9\ud800\U0001f600"), max_size=40), max_size=6))
def test_both_cores_write_repeated_stretches_once(native: ModuleType, twin: ModuleType, texts: list[str]) -> None:
    operations = [("stretches", once)]
    for log in (True, False):
        made = native.Program(operations).run(texts, log)
        assert made == twin.Program(operations).run(texts, log)
        assert made[0] == list(map(once, texts))


def test_letters_that_stand_alone_end_where_others_are_not_joined_to_them(core: ModuleType) -> None:
    # A lone 1, of kind 2, to which 2 is joined; 3 is joined to any letter; a is of kind 1.
    units = {"1": (True, 1 | 2, 0), "2": (False, 1, 2), "3": (True, 1, 1), " ": (False, 0, 0)}
    program = core.Program([("units", lambda letter: units.get(letter, (False, 1, 0)))])
    results, columns, pieces = program.run(["a12a", "2a1 1", "1a2a", "33 3", "", "a b"], True)
    assert results == ["a 12 a", "2a 1   1", " 1 a2a", " 33   3", "", "a b"]
    assert [*array("i", columns)[::5]] == [0, 1, 1, 2, 3, 3]
    assert pieces.startswith("a12aa 12 a")
