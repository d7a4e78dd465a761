"""Programs of normalisation: utterances of a file are rewritten as texts are, and a run has the stages of its parts."""

from __future__ import annotations

from array import array
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

_OPERATIONS = [
    ("letters", lambda letter: None if letter == "\u03a3" else letter.lower(), str.lower, True),
    ("table", [("a b", "x", 2, 2), ("\u00e9", "e e", 0, 0), ("x", "", 0, 0)], False),
    ("commas",),
    ("squeeze", True),
]
_RULES = [1, 3, 1, 1]
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


@given(_TEXTS)
def test_utterances_are_rewritten_as_their_texts_are(core: ModuleType, texts: list[str]) -> None:
    data = "".join(f"{text} (u-{number})\n" for number, text in enumerate(texts)).encode()
    spans = core.trn_spans(data)
    program = core.Program(_OPERATIONS)
    results, columns, _ = program.run(spans.texts(), True)
    made, changed = program.rewritten(spans, 2)
    assert made.texts() == results
    assert len(changed) == len(texts)
    assert {*array("i", columns)[::5]} <= {place for place, flag in enumerate(changed) if flag}


def test_utterances_that_no_operation_changes_stay_the_object_that_they_were(core: ModuleType) -> None:
    spans = core.trn_spans(b"a (u-1)\nb (u-2)\n")
    made, changed = core.Program(_OPERATIONS).rewritten(spans)
    assert made is spans
    assert changed == bytes(2)
