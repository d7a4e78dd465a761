"""Words that may stand for others: the fewest errors of all readings, as enumeration and fstalign count them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import FormatError, LimitError, MismatchError, UsageError
from scorelite.scoring.normalise.equivalent_sources import equivalents_of
from scorelite.scoring.normalise.equivalents import Equivalent, Equivalents, Readings, Span
from tests.analysis.gold import cases
from tests.conftest import Run

UNIT = "1/1/1:SDI"
WORDS = st.lists(st.sampled_from("abcd"), max_size=6)
PHRASES = st.lists(st.sampled_from("abcd"), min_size=1, max_size=3).map(tuple)
READINGS = st.lists(st.lists(st.sampled_from("abcd"), max_size=3).map(tuple), min_size=1, max_size=2).map(tuple)
RULES = st.dictionaries(PHRASES, READINGS, max_size=3)


def errors(ref: Sequence[str], hyp: Sequence[str]) -> int:
    """The edit distance of two lists of words, by the definition."""
    row = list(range(len(hyp) + 1))
    for i, word in enumerate(ref, 1):
        row, above = [i], row
        for j, said in enumerate(hyp, 1):
            row.append(min(above[j - 1] + (word != said), above[j] + 1, row[-1] + 1))
    return row[-1]


def all_readings(words: tuple[str, ...], rules: dict[tuple[str, ...], Any]) -> Iterator[tuple[str, ...]]:
    """All ways to read words in one pass from left to right."""
    if not words:
        yield ()
        return
    for rest in all_readings(words[1:], rules):
        yield words[0], *rest
    for phrase, readings in rules.items():
        if words[: len(phrase)] == phrase:
            for reading, rest in itertools.product(readings, all_readings(words[len(phrase) :], rules)):
                yield *reading, *rest


def rules_of(rules: dict[tuple[str, ...], Any]) -> Equivalents:
    return Equivalents(tuple(Equivalent(words, readings) for words, readings in rules.items()))


@given(WORDS, WORDS, RULES)
def test_the_errors_are_the_fewest_of_all_readings(ref: list[str], hyp: list[str], rules: Any) -> None:
    fewest = min(errors(reading, hyp) for reading in all_readings(tuple(ref), rules))
    result = scorelite.score([" ".join(ref)], [" ".join(hyp)], equivalents=rules_of(rules), policy=UNIT)
    assert result.counts.errors == fewest


@given(WORDS, WORDS, RULES)
def test_rules_of_both_sides_give_the_fewest_errors_of_both(ref: list[str], hyp: list[str], rules: Any) -> None:
    sides = [[*all_readings(tuple(side), rules)] for side in (ref, hyp)]
    fewest = min(errors(*pair) for pair in itertools.product(*sides))
    keywords: Any = {"equivalents": rules_of(rules), "equivalents_side": "both", "policy": UNIT}
    assert scorelite.score([" ".join(ref)], [" ".join(hyp)], **keywords).counts.errors == fewest


# A word, whether it is bound to others in a rule's reading, and whether more of them follow.
Bound = tuple[str, bool, bool]


def bound_readings(words: tuple[str, ...], rules: dict[tuple[str, ...], Any]) -> Iterator[tuple[Bound, ...]]:
    """All ways to read words in one pass, of which those of rules are taken as a whole."""
    if not words:
        yield ()
        return
    for rest in bound_readings(words[1:], rules):
        yield (words[0], False, False), *rest
    for phrase, readings in rules.items():
        if words[: len(phrase)] == phrase:
            for reading, rest in itertools.product(readings, bound_readings(words[len(phrase) :], rules)):
                yield *((word, True, place + 1 < len(reading)) for place, word in enumerate(reading)), *rest


def bound_errors(ref: Sequence[Bound], hyp: Sequence[Bound]) -> float:
    """The fewest errors where bound words have none, nothing stands between them, and `<*>` takes any words."""
    never = float("inf")
    row = [0.0]
    for _, bound, _ in hyp:
        row.append(row[-1] + (never if bound else 1))
    for word, bound, inner in ref:
        wild = word == "<*>"
        deletion = 0 if wild else never if bound else 1
        row, above = [row[0] + deletion], row
        for j, (said, said_bound, said_inner) in enumerate(hyp):
            wrong = never if wild or bound or said_bound else 1
            insertion = 0 if wild else never if inner or said_bound else 1
            pair = above[j] + (0 if word == said and not wild else wrong)
            row.append(min(pair, above[j + 1] + (never if said_inner and not wild else deletion), row[-1] + insertion))
    return row[-1]


@given(WORDS, WORDS, RULES, st.sampled_from(["ref", "hyp", "both"]), st.lists(st.integers(0, 6), max_size=2))
def test_whole_readings_and_any_words_give_the_fewest_errors(
    ref: list[str], hyp: list[str], rules: Any, side: str, gaps: list[int]
) -> None:
    for gap in gaps:
        ref = [*ref[:gap], "<*>", *ref[gap:]]
    read = [
        [*bound_readings(tuple(words), rules if side in (name, "both") else {})]
        for name, words in (("ref", ref), ("hyp", hyp))
    ]
    fewest = min(itertools.starmap(bound_errors, itertools.product(*read)))
    keywords: Any = {"equivalents_side": side, "equivalents_branches": "whole", "policy": UNIT}
    keywords["equivalents"] = [rules_of(rules), "any-words"]
    try:
        result = scorelite.score([" ".join(ref)], [" ".join(hyp)], **keywords)
    except LimitError:  # too many rules in one place
        assume(False)
    assert result.counts.errors == fewest


def test_a_reading_is_taken_as_a_whole_or_not_at_all() -> None:
    ref, hyp = ["i am gonna go home now"], ["i am going home now"]
    rules = {"gonna go": ["going to leave"]}
    free, whole = (
        scorelite.score(ref, hyp, equivalents=rules, equivalents_branches=branches) for branches in ("free", "whole")
    )
    assert (free.counts.reference, free.counts.errors) == (7, 2)
    assert (whole.counts.reference, whole.counts.errors) == (6, 2)
    assert "branches=whole" in whole.signature
    assert [pair.ref for pair in whole[0].alignment.pairs if pair.ref] == ref[0].split()


def test_an_alternation_of_the_text_stays_free() -> None:
    result = scorelite.score_files(
        *(b"{ so / well then } we go (u)\n", b"well we go (u)\n"),
        ref_format="trn",
        hyp_format="trn",
        equivalents="hyphens",
        equivalents_branches="whole",
    )
    assert (result.counts.reference, result.counts.errors) == (4, 1)


def test_any_words_are_no_words() -> None:
    result = scorelite.score(["we saw <*> all <*>"], ["we saw the big red boat all"], equivalents="any-words")
    assert (result.counts.reference, result.counts.errors, result.counts.hypothesis) == (3, 0, 3)
    assert scorelite.score(["<*>"], ["x y"], equivalents="any-words").counts.errors == 0
    assert scorelite.score(["we <*>"], ["we"], equivalents="any-words").counts.errors == 0
    # Without `any-words` it is a word like any other.
    assert scorelite.score(["we <*>"], ["we"]).counts.errors == 1


REDACTED = ["my name is [NAME]. Thanks", "call [PHONE NUMBER]'s; please", "hello **** how are you", "we [inaudible] go"]
SPOKEN = ["my name is john smith thanks", "call five one two please", "hello sir how are you", "we go"]


@pytest.mark.parametrize(
    "normalise", [None, "basic", "whisper-en", "drop:[*]", "quotes-and-dashes", ["basic", "digits"]]
)
def test_redactions_match_any_words_or_none_before_a_normaliser_removes_them(normalise: Any) -> None:
    result = scorelite.score(REDACTED, SPOKEN, equivalents="redactions", normalise=normalise)
    assert (result.counts.errors, result.counts.reference) == (0, 4 + 2 + 4 + 2)
    # What matches a redaction is counted on neither side.
    assert result.counts.hypothesis == result.counts.reference
    assert not [notice for notice in result.notices if "redaction" in str(notice)]
    wrong = scorelite.score(REDACTED, ["our name is john smith thanks", *SPOKEN[1:]], equivalents="redactions")
    assert wrong.counts.errors == 1


@pytest.mark.parametrize(
    ("mark", "matches"),
    [
        *[(mark, True) for mark in ("[NAME_1]", "[CREDIT_DEBIT_NUMBER]", "<PERSON>", "[Inaudible 00:12:03]", "####")],
        *[(mark, True) for mark in ("XXXX", "((unintelligible))", "(inaudible)", "[unintelligible, 2 words]", "<*>")],
        ("[\u00a0__\u00a0]", True),
        *[(mark, False) for mark in ("[LAUGHTER]", "[UNK]", "<unk>", "(name)", "[the street]", "XXX", "*", "**b**")],
    ],
)
def test_sounds_unknown_words_and_remarks_are_no_redactions(mark: str, matches: bool) -> None:
    result = scorelite.score([f"we saw {mark} all"], ["we saw the boats all"], equivalents="redactions")
    assert (result.counts.errors == 0) is matches


def test_redactions_of_words_with_times_match_any_words() -> None:
    stm = b"a 1 s 0 9 we saw [NAME] all\n"
    ctm = b"a 1 1 .5 we\na 1 2 .5 saw\na 1 3 .5 john\na 1 4 .5 smith\na 1 5 .5 all\n"
    rows = b"a 1 1 .5 we\na 1 2 .5 saw\na 1 3 .5 [NAME]\na 1 5 .5 all\n"
    for normalise in (None, "basic"):
        for ref, ref_format in ((stm, "stm"), (rows, "ctm")):
            result = scorelite.score_files(
                ref, ctm, ref_format=ref_format, hyp_format="ctm", equivalents="redactions", normalise=normalise
            )
            assert (result.counts.errors, result.counts.reference) == (0, 3)


@pytest.mark.parametrize("normalise", [None, "whisper-en"])
def test_redactions_of_the_reference_alone_are_named_with_what_matches_them(normalise: Any) -> None:
    result = scorelite.score(REDACTED, SPOKEN, normalise=normalise)
    (notice,) = [notice for notice in result.notices if "redactions" in notice.name]
    assert notice.text == (
        "the reference has redactions, such as '[NAME]', the hypothesis none, so the rate may be too high: "
        "equivalents='redactions' lets each match any words"
    )
    assert not [each for each in result.notices if "drop:" in str(each)]
    both = scorelite.score(REDACTED, ["my name is [NAME] thank", *SPOKEN[1:]], normalise=normalise)
    assert not [each for each in both.notices if "redactions" in each.name]


@pytest.mark.parametrize("normalise", [None, "basic"])
def test_redactions_that_both_sides_write_differently_are_named(normalise: Any) -> None:
    sides = ["my name is [NAME] and", "call [PHONE]"], ["my name is #### and", "call mum"]
    (notice,) = [each for each in scorelite.score(*sides, normalise=normalise).notices if "redactions" in each.name]
    assert notice.text == (
        "both sides have redactions, which count as words, in two writings such as '[NAME]' and '####': "
        "equivalents='redactions' lets each match any words"
    )
    matched = scorelite.score(*sides, normalise=normalise, equivalents="redactions")
    assert matched.wer == 0.0
    wrong = scorelite.score(
        *sides[:1], ["my name was #### and", "call mum"], normalise=normalise, equivalents="redactions"
    )
    assert not [each for each in (*matched.notices, *wrong.notices) if "redactions" in each.name]


@pytest.mark.parametrize("settings", [{}, {"normalise": "basic"}, {"equivalents": "redactions"}])
def test_redactions_of_the_hypothesis_alone_are_no_sounds_to_drop(settings: Any) -> None:
    result = scorelite.score(["my name is john smith"], ["my name is [PERSON_NAME]"], **settings)
    assert result.errors == 2
    (notice,) = [str(notice) for notice in result.notices if "the hypothesis has" in str(notice)]
    assert notice.startswith("the hypothesis has redactions, such as '[PERSON_NAME]', the reference none, so the rate")
    assert not [each for each in result.notices if "drop:" in str(each)]


def test_redactions_are_refused_for_the_hypothesis_alone() -> None:
    sides = ["call [NAME]"], ["call mary"]
    with pytest.raises(UsageError, match="redactions of the reference match any words, .* equivalents_side='both'"):
        scorelite.score(*sides, equivalents="redactions", equivalents_side="hyp")
    assert scorelite.score(*sides, equivalents="redactions", equivalents_side="both").errors == 0
    assert scorelite.score(*sides, equivalents=["redactions", "hyphens"], equivalents_side="hyp").errors == 0


@pytest.mark.parametrize("branches", ["free", "whole"])
def test_readings_may_be_longer_than_words_of_sclite(branches: Any) -> None:
    rules = {"a": [f"{letter * 4000} {letter}" for letter in "bcde"], "f": ["{"]}
    texts = ["so a {x} f", "f a"], ["so " + "d" * 4000 + " d {x} {", "f f " + "e" * 4000 + " e"]
    result = scorelite.score(*texts, equivalents=rules, equivalents_branches=branches)
    assert [each.counts.errors for each in result] == [0, 1]


def test_wrong_branches_are_refused() -> None:
    with pytest.raises(UsageError, match="equivalents_branches is 'half'; expected 'free' or 'whole'"):
        scorelite.score(["a"], ["a"], equivalents={"a": ["b"]}, equivalents_branches="half")  # type: ignore[call-overload]


def test_errors_are_those_of_fstalign() -> None:
    for case in cases("fstalign"):
        if case["kind"] != "syn":
            continue
        rules = [line.split("|") for line in case["synonyms"]]
        synonyms = {head.strip(): [text.strip() for text in rest.split(";")] for head, rest in rules}
        wanted: Any = [*([synonyms] if synonyms else []), "hyphens", "cut-offs"]
        result = scorelite.score([case["ref"]], [case["hyp"]], equivalents=wanted, policy=UNIT)
        best = case["standard"]["bestWER"]
        assert (result.counts.errors, result.counts.reference) == (best["numErrors"], best["numWordsInReference"])


def test_what_a_rule_wrote_is_read_by_no_other_rule() -> None:
    result = scorelite.score(["a"], ["c"], equivalents={"a": ["b"], "b": ["c"]})
    assert result.counts.errors == 1


def test_case_is_folded_as_words_are_compared() -> None:
    rules = {"Going To": ["GONNA"]}
    assert scorelite.score(["we are going to"], ["We are gonna"], equivalents=rules).wer == 0
    assert scorelite.score(["going to"], ["gonna"], equivalents=rules, case_sensitive=True).counts.errors == 2


def test_signs_in_words_stay_signs() -> None:
    rules = {"gonna": ["going to"]}
    result = scorelite.score(["So x;y (uh) *we Gonna"], ["So x;y (uh) *we going to"], equivalents=rules)
    assert result.wer == 0
    assert [pair.hyp for pair in result[0].alignment.pairs][:4] == ["so", "x;y", "(uh)", "*we"]
    refs, hyps = ["{a} @ gonna b\\ }", "{x}"], ["{a} @ going to b\\ {", "{x}"]
    result = scorelite.score(refs, hyps, equivalents=rules)
    assert [pair.ref for pair in result[0].alignment.pairs] == ["{a}", "@", "going", "to", "b\\", "}"]
    assert [each.counts.errors for each in result] == [1, 0]
    assert result.rules().without.errors == 3


@pytest.mark.parametrize("timed", [(True, True), (True, False), (False, True)])
def test_signs_in_words_with_times_stay_signs(timed: tuple[bool, bool]) -> None:
    def file(text: str, has_times: bool) -> bytes:
        rows = (
            f"{word}|1|{place}|{place}.5" if has_times else f"{word}|1||" for place, word in enumerate(text.split())
        )
        return "\n".join(["token|speaker|ts|endTs", *rows, ""]).encode()

    sides = map(file, ("{a} @ gonna b\\ }", "{a} @ going to b\\ {"), timed)
    result = scorelite.score_files(*sides, ref_format="nlp", hyp_format="nlp", equivalents={"gonna": ["going to"]})
    assert [pair.ref for pair in result[0].alignment.pairs] == ["{a}", "@", "going", "to", "b\\", "}"]
    assert (result.counts.errors, result.rules().without.errors) == (1, 3)


@pytest.mark.parametrize("word", ["{", "b}"])
def test_braces_in_words_with_times_are_no_marks_of_readings(word: str) -> None:
    rows = f"a 1 0.0 0.2 a\na 1 0.3 0.2 {word}\na 1 0.6 0.2 c\n".encode()
    with pytest.raises(UsageError, match=f"'{word}' at 0.3 seconds has a brace, .*; expected words without braces"):
        scorelite.score_files(rows, rows, ref_format="ctm", hyp_format="ctm", equivalents={"a": ["thus"]})


def test_a_reading_without_words_is_no_word() -> None:
    result = scorelite.score(["uh we saw"], ["we saw"], equivalents={"uh": ["@"]})
    assert (result.counts.errors, result.counts.reference) == (0, 2)


def test_compounds_with_hyphens_are_their_parts_on_either_side() -> None:
    wanted: Any = {"equivalents": ["hyphens", "cut-offs"]}
    assert (
        scorelite.score(["a well-known man", "well known th-"], ["a well known man", "well-known th"], **wanted).wer
        == 0
    )


def test_texts_with_marks_of_their_own_keep_them() -> None:
    keywords: Any = {"markup": True, "equivalents": {"gonna": ["going to"]}}
    result = scorelite.score(["{ yes / yeah } i'm gonna"], ["yeah i'm going to"], **keywords)
    assert (result.wer, result.counts.reference) == (0, 4)


def test_words_with_times_share_the_time_of_what_they_stand_for() -> None:
    ref, hyp = b"a 1 x 0 2 we're gonna go\n", b"a 1 0 .4 we're\na 1 .5 .3 going\na 1 .8 .2 to\na 1 1 .5 go\n"
    result = scorelite.score_files(ref, hyp, ref_format="stm", hyp_format="ctm", equivalents={"gonna": ["going to"]})
    assert result.wer == 0
    keywords: Any = {"ref_format": "ctm", "hyp_format": "ctm", "equivalents": {"going to": ["gonna"]}}
    result = scorelite.score_files(hyp, b"a 1 0 .4 we're\na 1 .5 .5 gonna\na 1 1 .5 go\n", **keywords)
    assert result.wer == 0


def test_candidates_of_revs_tags_are_read(tmp_path: Path) -> None:
    rows = "in|1||||LC|[]\n2020|1||||LC|['0:YEAR']\nwe|1||||LC|[]\n"
    (tmp_path / "t.nlp").write_text(f"token|speaker|ts|endTs|punctuation|case|tags\n{rows}")
    candidates = [{"verbalization": ["twenty", "twenty"], "probability": 0.5}]
    (tmp_path / "t.norm.json").write_text(json.dumps({"0": {"candidates": candidates, "class": "YEAR"}}))
    (tmp_path / "t.txt").write_text("in twenty twenty we\n")
    wanted = f"nlp:{tmp_path / 't.nlp'}:{tmp_path / 't.norm.json'}"
    result = scorelite.score_files(tmp_path / "t.nlp", tmp_path / "t.txt", hyp_format="txt", equivalents=wanted)
    assert (result.wer, result.counts.reference) == (0, 4)


TIMED = "token|speaker|ts|endTs|punctuation|case|tags\n"
ROWS = ["in|1|0|.2||LC|[]\n", "2020|1|.3|.5||LC|['0:YEAR']\n", "we|1|4|4.2||LC|[]\n", "ran|1|4.3|4.5||LC|['1:VERB']\n"]


def candidates(folder: Path, rows: list[str]) -> str:
    """An nlp file of these rows, and candidates of its tags."""
    (folder / "t.nlp").write_text(TIMED + "".join(rows))
    words = {"0": ["twenty", "twenty"], "1": ["run"]}
    readings = {tag: {"candidates": [{"verbalization": reading}]} for tag, reading in words.items()}
    (folder / "t.norm.json").write_text(json.dumps(readings))
    return f"nlp:{folder / 't.nlp'}:{folder / 't.norm.json'}"


def test_candidates_of_a_recording_are_those_of_its_utterances(tmp_path: Path) -> None:
    wanted = candidates(tmp_path, ROWS)
    hyp = b"t 1 0 .2 in\nt 1 .3 .1 twenty\nt 1 .4 .1 twenty\nt 1 4 .2 we\nt 1 4.3 .2 run\n"
    result = scorelite.score_files(tmp_path / "t.nlp", hyp, hyp_format="ctm", equivalents=wanted)
    assert (len(result), result.counts.errors) == (2, 0)
    assert {row.name: row.saved for row in result.rules().rows} == {"YEAR": 2, "VERB": 1}


def test_candidates_of_words_in_another_order_than_that_of_time_are_refused(tmp_path: Path) -> None:
    wanted = candidates(tmp_path, ROWS[2:] + ROWS[:2])
    (tmp_path / "t.txt").write_text("in twenty twenty we run\n")
    with pytest.raises(FormatError, match=r"t.nlp:3:1: VERB among words that are not in order of time; expected r"):
        scorelite.score_files(tmp_path / "t.nlp", tmp_path / "t.txt", hyp_format="txt", equivalents=wanted)


@pytest.mark.parametrize("rows", [ROWS[1:], [*ROWS, "off|1|5|5.2||LC|[]\n"]])
def test_candidates_of_a_table_with_another_number_of_words_are_refused(tmp_path: Path, rows: list[str]) -> None:
    wanted = candidates(tmp_path, rows)
    message = rf"t.nlp:\d:1: variations of {len(rows)} words, in a text of 4 words; expected parts of the whole text"
    with pytest.raises(FormatError, match=message):
        scorelite.score({"t": "in 2020 we ran"}, {"t": "in 2020 we run"}, equivalents=wanted)
    untimed = [row.replace(row[row.index("|1|") :], "|1||||LC|['0:YEAR']\n") for row in rows]
    with pytest.raises(FormatError, match=message):
        scorelite.score({"t": "in 2020 we ran"}, {"t": "in"}, equivalents=candidates(tmp_path, untimed))


@pytest.mark.parametrize(
    ("span", "message"),
    [
        (Span(1, 3, (("x",),), "Y"), "Y in two utterances, of which one begins at word 2; expected words of one"),
        (Span(3, 5, (("x",),), "Y"), "Y up to word 5, in a text of 4 words; expected its own text"),
        (
            Span(3, 4, (("x",),), "Y", size=3),
            "variations of 3 words, in a text of 4 words; expected parts of the whole text",
        ),
    ],
)
def test_spans_of_a_recording_that_no_utterance_has_are_refused(span: Span, message: str) -> None:
    ref, hyp = b"t 1 a 0 1 a b\nt 1 b 2 3 c d\n", b"t 1 0 .2 a\n"
    keywords: Any = {"ref_format": "stm", "hyp_format": "ctm"}
    with pytest.raises(UsageError, match=message):
        scorelite.score_files(ref, hyp, **keywords, equivalents=Equivalents(spans={"t": (span,)}))


def of_recording(ref: bytes, name: str, span: Span) -> Any:
    keywords: Any = {"ref_format": "stm", "hyp_format": "ctm", "equivalents": Equivalents(spans={name: (span,)})}
    recording = ref.split()[0].decode()
    return scorelite.score_files(ref, f"{recording} 1 .1 .2 x\n".encode(), **keywords)


def test_the_id_of_an_utterance_goes_before_the_name_of_a_recording() -> None:
    ref = b"a-000 1 a 0 1 a\na-000 1 a 2 3 c\n"
    with pytest.raises(UsageError, match="Y up to word 2, in a text of 1 word; expected its own text"):
        of_recording(ref, "a-000", Span(1, 2, (("x",),), "Y"))
    with pytest.raises(MismatchError, match="they are of t, texts are a-000"):
        of_recording(ref, "t", Span(0, 1, (("x",),), "Y"))


def test_a_span_of_a_recording_with_alternations_is_refused() -> None:
    ref = b"t 1 a 0 1 { uh / um }\nt 1 a 2 3 c\n"
    with pytest.raises(UsageError, match="the recording t has alternations; expected the ids of utterances"):
        of_recording(ref, "t", Span(1, 2, (("d",),), "Y"))


def test_a_recording_whose_utterances_are_in_another_order_than_that_of_time_has_no_spans() -> None:
    with pytest.raises(
        MismatchError, match="no equivalents of a scored text: they are of t, .* recordings of one channel"
    ):
        of_recording(b"t 1 a 2 3 c\nt 1 a 0 1 x\n", "t", Span(0, 1, (("x",),), "Y"))


def test_equivalents_of_the_other_side_are_named() -> None:
    sides: tuple[dict[str, str], ...] = ({"u": "we are going to go"}, {"u": "we are gonna go"})
    rules = {"gonna": ["going to"]}
    cause, notice = scorelite.score(*sides, equivalents=rules).notices
    assert cause.name == "English"
    assert str(notice).startswith("equivalents: in the reference, no text has the words of the rule: 'gonna'; the hyp")
    assert scorelite.score(*sides, equivalents=rules, equivalents_side="both").wer == 0
    _, notice = scorelite.score(*reversed(sides), equivalents=rules, equivalents_side="hyp").notices
    assert "in the hypothesis, no text has the words of the rule: 'gonna'; the reference has" in str(notice)


def test_variations_are_no_readings_of_the_hypothesis(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"id": "u", "variations": [["a", "b"], ["c"]]}\n')
    result = scorelite.score({"u": "a c"}, {"u": "a"}, equivalents=path, equivalents_side="both")
    assert [(row.name, row.places, row.read) for row in result.rules().rows] == [("a", 1, 0)]


def test_variations_may_have_one_writing_for_every_part(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"id": "u", "variations": [["a"], ["b"]]}\n')
    assert scorelite.score({"u": "a b"}, {"u": "a c"}, equivalents=f"variations:{path}").counts.errors == 1
    path.write_text("")
    with pytest.raises(FormatError, match="no variations"):
        scorelite.score({"u": "a b"}, {"u": "a c"}, equivalents=f"variations:{path}")


def test_variations_are_of_single_texts(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"id": "u1", "variations": [["ten thousand", "10000"], ["boats"]]}\n')
    refs = {"u1": "ten thousand boats", "u2": "ten thousand"}
    result = scorelite.score(refs, {"u1": "10000 boats", "u2": "10000"}, equivalents=path)
    assert [row.counts.errors for row in result] == [0, 2]
    with pytest.raises(MismatchError, match="no equivalents of a scored text: they are of u1"):
        scorelite.score({"x": "a"}, {"x": "a"}, equivalents=path)


def test_a_span_behind_the_end_of_its_text_is_refused() -> None:
    rules = Equivalents(spans={"u": (Span(1, 3, (("x",),), "YEAR"),)})
    with pytest.raises(UsageError, match="YEAR up to word 3, in a text of 2 words"):
        scorelite.score({"u": "a b"}, {"u": "a b"}, equivalents=rules)


def test_rules_that_overlap_too_often_are_refused() -> None:
    rules = {("a",) * size: tuple((f"x{size}y{number}",) for number in range(9)) for size in (2, 3)}
    with pytest.raises(LimitError, match="rules that overlap in one place have more than 512 readings: 'a a"):
        scorelite.score(["a " * 12], ["a"], equivalents=rules_of(rules))


def test_a_rule_with_too_many_readings_is_named_alone(tmp_path: Path) -> None:
    path = tmp_path / "eq.txt"
    path.write_text(f"a | {' ; '.join(f'x{number}' for number in range(600))}\n")
    with pytest.raises(LimitError, match="eq.txt:1:1: more than 512 readings of 'a'; expected fewer"):
        scorelite.score(["a"], ["a"], equivalents=path)


def test_a_word_in_a_row_of_which_many_make_a_compound_is_told_with_its_words() -> None:
    with pytest.raises(LimitError, match="more than 512 readings: 'ha ha' in 'ha ha ha.*'; expected fewer such words"):
        scorelite.score(["ha-ha" + " ha" * 20], ["ha"], equivalents="hyphens")


def test_at_most_five_of_many_rules_that_overlap_are_named() -> None:
    rules = {("a",) * size: tuple((f"x{size}y{number}",) for number in range(9)) for size in range(2, 12)}
    with pytest.raises(LimitError, match=r"more than 512 readings: ('a( a)*', ){4}'a( a)*' and others in 'a a a"):
        scorelite.score(["a " * 12], ["a"], equivalents=rules_of(rules))


def test_a_word_that_no_grammar_can_write_names_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "eq.txt"
    path.write_text("a | b\nc | x\u2215y\n")
    with pytest.raises(
        FormatError, match="eq.txt:2:1: the word 'x\u2215y' has a division slash, which stands for a slash"
    ):
        scorelite.score(["a c"], ["a c"], equivalents=path)


def test_spans_stand_beside_alternations_of_other_texts() -> None:
    refs = b"a b c d (u-1)\nthe { x / y } e f (u-2)\ng h i j (u-3)\n"
    hyps = b"a b c d (u-1)\nthe y e f (u-2)\ng zz ww j (u-3)\n"
    rules = Equivalents(spans={"u-3": (Span(1, 3, (("zz", "ww"),), "Y"),)})
    result = scorelite.score_files(refs, hyps, ref_format="trn", hyp_format="trn", equivalents=rules)
    assert (result.counts.reference, result.counts.errors) == (12, 0)
    assert [(row.name, row.read, row.saved) for row in result.rules().rows] == [("Y", 1, 2)]


def test_variations_of_a_part_of_a_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "eq.jsonl"
    path.write_text('{"id": "u", "variations": [["a", "b"]]}\n')
    with pytest.raises(FormatError, match="variations of 1 word, in a text of 2 words; expected parts of the whole"):
        scorelite.score({"u": "x a"}, {"u": "x b"}, equivalents=path)


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "equivalents '' without a file"), ("csv:", "'csv:' without a file"), ("hyphen", "no file 'hyphen'; did you")],
)
def test_a_name_without_a_file_is_refused(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        equivalents_of(name)


@pytest.mark.parametrize("readings", ["", [], ["x", ""]])
def test_words_without_others_are_refused(readings: Any) -> None:
    with pytest.raises(UsageError, match="equivalents of 'a': .*; expected some words, or '@' for none"):
        equivalents_of({"a": readings})


@pytest.mark.parametrize(
    ("ref", "normalise", "message"),
    [
        ("we saw <*> boats", "basic", ["the normaliser removes <*> from the reference: any-words has no effect"]),
        ("we saw boats", None, ["no <*> in the reference: any-words has no effect"]),
        ("we saw <*> boats", None, []),
    ],
)
def test_any_words_without_their_sign_are_said(ref: str, normalise: Any, message: list[str]) -> None:
    result = scorelite.score([ref], ["we saw big boats"], equivalents="any-words", normalise=normalise)
    assert [str(notice) for notice in result.notices if notice.name == "idle rules any-words"] == message


def test_redactions_without_their_marks_are_said() -> None:
    result = scorelite.score(["we saw boats"], ["we saw big boats"], equivalents="redactions")
    message = "no redactions such as [NAME], **** or [inaudible] in the reference: redactions has no effect"
    assert [str(notice) for notice in result.notices if "redactions" in notice.name] == [message]


def test_readings_of_single_texts_are_not_of_the_hypothesis_alone() -> None:
    rules = Equivalents(spans={"u": (Span(1, 2, (("see",),), "saw"),)})
    refs, hyps = {"u": "we saw it"}, {"u": "we see it"}
    with pytest.raises(
        UsageError, match="equivalents for single texts apply to the reference; expected equivalents_side"
    ):
        scorelite.score(refs, hyps, equivalents=rules, equivalents_side="hyp")
    assert scorelite.score(refs, hyps, equivalents=rules, equivalents_side="both").wer == 0


def test_rules_that_no_text_has_are_said(tmp_path: Path) -> None:
    path = tmp_path / "eq.txt"
    path.write_text("gonna | going to\nwanna | want to\n")
    idle = scorelite.score(["we go"], ["we go"], equivalents=path)
    assert [str(notice) for notice in idle.notices if notice.name.startswith("idle rules")] == [
        f"{path}: no text has the words of any of 2 rules: 'gonna', 'wanna'"
    ]
    for ref, options in (("WANNA go", {}), ("we go", {"equivalents_side": "both"})):
        used = scorelite.score([ref], ["gonna go"], equivalents=path, **options)
        assert not [notice for notice in used.notices if notice.name.startswith("idle rules")]


@pytest.mark.parametrize(("suffix", "errors", "said"), [("trn", 1, True), ("txt", 0, False)])
def test_a_star_at_the_end_of_a_word_of_a_rule_is_said_where_it_is_a_mark(
    tmp_path: Path, suffix: str, errors: int, said: bool
) -> None:
    rules, ref, hyp = tmp_path / "rules.txt", tmp_path / f"ref.{suffix}", tmp_path / f"hyp.{suffix}"
    rules.write_text("go | leave\ndamn | D*** ; d*mn\n")
    ids = [" (u-1)", " (u-2)"] if said else ["", ""]
    ref.write_text(f"you damn fool{ids[0]}\nyou damn{ids[1]}\n")
    hyp.write_text(f"you d*** fool{ids[0]}\nyou d*mn{ids[1]}\n")
    result = scorelite.score_files(ref, hyp, equivalents=str(rules))
    notices = [str(notice) for notice in result.notices if "mark" in str(notice)]
    assert result.errors == errors
    text = "a * at the end of a word is a mark in these texts; expected one * fewer, such as 'D**'"
    assert notices == [f"'D***' ({rules}:2) of the equivalents never matches: {text}"] * said
    rules.write_text("damn | d** ; d*mn\n")
    assert (scorelite.score_files(ref, hyp, equivalents=str(rules)).errors == 0) == said


@pytest.mark.parametrize(
    ("rule", "errors", "said"), [("damn,d***", 1, True), ("d***,damn", 1, True), ("damn,d**", 0, False)]
)
def test_a_star_at_the_end_of_a_word_of_a_normaliser_is_said_where_it_is_a_mark(
    tmp_path: Path, rule: str, errors: int, said: bool
) -> None:
    rules, ref, hyp = tmp_path / "rules.csv", tmp_path / "ref.trn", tmp_path / "hyp.trn"
    rules.write_text(f"{rule}\n")
    ref.write_text("you damn fool (u-1)\n")
    hyp.write_text("you d*** fool (u-1)\n")
    result = scorelite.score_files(ref, hyp, normalise=str(rules))
    notices = [str(notice) for notice in result.notices if "mark" in str(notice)]
    text = "a * at the end of a word is a mark in these texts; expected one * fewer, such as 'd**'"
    assert result.errors == errors
    assert notices == [f"'d***' ({rules}:1) of the normaliser never matches: {text}"] * said


@pytest.mark.parametrize(("word", "idle"), [("go", 1), ("gonna", 0)])
def test_rules_that_no_text_has_are_said_of_a_file_without_marks_beside_one_with_marks(
    word: str, idle: int, tmp_path: Path
) -> None:
    (tmp_path / "ref.ark").write_text(f"u1 we {word}\nu2\n")
    (tmp_path / "hyp.trn").write_text("we go (u1)\n(u2)\n")
    for rules in ({"gonna": ["going to"]}, "any-words"):
        result = scorelite.score_files(tmp_path / "ref.ark", tmp_path / "hyp.trn", equivalents=rules)
        found = [notice for notice in result.notices if notice.name.startswith("idle rules")]
        assert len(found) == (idle if isinstance(rules, dict) else 1)


def test_saved_parts_of_which_some_need_no_rule_are_added_without_a_word_of_it(tmp_path: Path) -> None:
    rules = {"gonna": ["going to"]}
    idle = scorelite.score({"u": "we saw"}, {"u": "we saw"}, equivalents=rules)
    used = scorelite.score({"v": "gonna go"}, {"v": "going to go"}, equivalents=rules)
    for name, result in (("idle", idle), ("used", used)):
        result.save(tmp_path / f"{name}.json")
    loaded, other = (scorelite.load(tmp_path / f"{name}.json") for name in ("idle", "used"))
    assert loaded == idle
    assert idle.notices
    assert not (loaded + other).notices


def test_equivalents_of_texts_that_are_not_scored_are_said(tmp_path: Path) -> None:
    lines = [{"id": name, "variations": [["boats", "ships"]]} for name in ("u", "U", "w")]
    (tmp_path / "v.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    result = scorelite.score({"u": "boats"}, {"u": "ships"}, equivalents=[tmp_path / "v.jsonl", {"wanna": ["want to"]}])
    assert [notice.text for notice in result.notices if notice.name.startswith("idle rules")] == [
        "equivalents: no text has the words of the rule: 'wanna'",
        "equivalents of 2 texts that are not scored: U, w",
    ]


@pytest.mark.parametrize(
    ("name", "content", "words", "readings"),
    [
        ("a.txt", "# comment\ngonna | going to ; going\n", "gonna", (("going", "to"), ("going",))),
        ("a.csv", "OK,okay,'kay\n", "okay", (("OK",), ("'kay",))),
        ("a.glm", ";; comment\n[gonna] => [{ going to / gonna / @ }] / [ ] __ [ ]\n", "gonna", (("going", "to"), ())),
        ("a.txt", "gonna => going to / gonna\n", "gonna", (("going", "to"),)),
        ("a.glm", "GONNA => GOING TO / [ ] __ [ ]\n", "GONNA", (("GOING", "TO"),)),
        ("a.glm", "am => was / is / [ ] __ [ ]  ;; c\n", "am", (("was",), ("is",))),
        ("a.glm", "[UH] => [] / [ ] __ [ ]\n", "UH", ((),)),
        ("a.glm", "UH => [] / [ ] __ [ ]\n", "UH", ((),)),
        ("a.glm", "[cannot] => [can not] / [ ] __ [ ] ;; c\n", "cannot", (("can", "not"),)),
        ("a.txt", "[noise] => a__b\n", "[noise]", (("a__b",),)),
        ("a.txt", "um => [noise]\n", "um", (("[noise]",),)),
        ("a.txt", "[um] => [uh]\n", "um", (("uh",),)),
        ("a.csv", "@,um,uh\n", "um", ((), ("uh",))),
        ("a.csv", '"gonna", "going to"\n', "gonna", (("going", "to"),)),
        ("a.csv", "a,b\nTRAIN'S TRAIN IS\n", "a", (("b",),)),
        ("a.txt", "10,000 | ten thousand\n", "10,000", (("ten", "thousand"),)),
    ],
)
def test_files_are_read_by_their_content(tmp_path: Path, name: str, content: str, words: str, readings: Any) -> None:
    path = tmp_path / name
    path.write_text(content)
    rules = {" ".join(rule.words): rule.readings for rule in equivalents_of(path).rules}
    assert rules[words] == readings


def test_rules_of_a_glm_may_ask_for_words_around(tmp_path: Path) -> None:
    path = tmp_path / "rules.glm"
    lines = [
        "T. => TEE / __ [ SHIRT]",
        "FALKNER => FAULKNER / [WILLIAM ] __  ;; the writer",
        "ESTHETIC => AESTHETIC / [ ] __",
    ]
    path.write_text("\n".join([*lines, "[UM] => [@] / [SO ] __ [ ]", ""]))
    result = scorelite.score(
        ["a t. shirt", "t. bone", "william falkner", "esthetic", "so um we", "um"],
        ["a tee shirt", "tee bone", "william faulkner", "aesthetic", "so we", "x"],
        equivalents=path,
    )
    assert [each.counts.errors for each in result] == [0, 1, 0, 0, 0, 1]


def test_lines_of_the_same_words_are_one_rule(tmp_path: Path) -> None:
    path = tmp_path / "eq.txt"
    path.write_text("a | b ; c\nd | e\na | c ; f\n")
    assert [rule.name for rule in equivalents_of(path).rules] == ["a | b ; c ; f", "d | e"]


def test_words_that_stand_for_themselves_alone_make_no_rule(tmp_path: Path) -> None:
    path = tmp_path / "eq.txt"
    path.write_text("<unk> | <unk>\na | b\n")
    assert [rule.words for rule in equivalents_of(path).rules] == [("a",)]
    path.write_text("<unk> | <unk>\n")
    with pytest.raises(FormatError, match="eq.txt:1:1: no equivalents; expected words"):
        equivalents_of(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("gonna | \n", "eq.txt:1:1: an empty side"),
        ("| gonna\n", "eq.txt:1:1: no words to replace"),
        ("a | b | c\n", "eq.txt:1:1: '|' twice; expected words, '|'"),
        ("a => b => c\n", "eq.txt:1:1: '=>' twice"),
        ("nothing of the kind\n", "no equivalents; expected words, '|' and what may stand for them"),
        ("[a] => [b] / [x] __ [ ]\n", "a rule for some letters around it"),
        ("b => c\na => b / [ ] __ [ing]\n", "eq.txt:2:1: a rule for some letters around it; expected whole words"),
        ("a => b / x __ \n", "a rule for some letters around it"),
        ("[a] => [{ b / c } d]\n", "eq.txt:1:1: braces that are not those around all readings; expected one { a / b }"),
        ("a | b => c\n", "eq.txt:1:1: '|' among words; expected words, '=>'"),
        ("a | b\nc => d | e\n", "'=>'"),
        ("a | b / c\n", "eq.txt:1:1: '/' among words"),
        ("a => b ; c\n", "eq.txt:1:1: ';' among words"),
        ("a,b\nc | d, e\n", "eq.txt:2:1: '|' among words"),
        ('{"id": "u1"}\n', "no id, or no variations"),
        ("{\n", "eq.txt:1:2: not JSON"),
        ('\n{"id": "u", "id": "v", "variations": [["a", "b"]]}\n', "eq.txt:2:19: /id: the key 'id' is repeated"),
        ("a,\n", "eq.txt:1:1: an empty side"),
        ("a,b\nc,\rd\n", "eq.txt:2:1: a carriage return; expected words that may stand for each other"),
        (f"a,{'b' * 300_000}\n", "eq.txt:1:1: a text of 300,000 bytes; expected texts of less than 10,000"),
        (f"a => {'b' * 300_000}\n", "eq.txt:1:1: a text of 300,000 bytes; expected texts of less than 10,000"),
        ("é" * 5000 + " | a\n", "eq.txt:1:1: a text of 10,000 bytes; expected texts of less than 10,000"),
        ("a," * 100 + "b\n", "eq.txt:1:1: more than 100 texts that stand for each other; expected several lines"),
        ('a,"b\n', "eq.txt:1:1: quotes that are not closed; expected words that may stand for each other"),
        ("@ | um\n", "eq.txt:1:1: no words to replace"),
        ("a ; b | c\n", "eq.txt:1:1: ';' among words; expected words, '|'"),
        ("a => [ b\n", "eq.txt:1:1: '[' among words; expected words, '=>'"),
        ("a => []\n", "eq.txt:1:1: '[]' among words"),
        ("a => b __ c\n", "eq.txt:1:1: '__' among words"),
        ("", "no equivalents"),
    ],
)
def test_what_is_no_rule_is_refused_with_its_place(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "eq.txt"
    path.write_text(content, newline="")
    with pytest.raises(FormatError) as refused:
        equivalents_of(path)
    assert message in str(refused.value)


def test_words_by_word_are_the_rules_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "eq.txt").write_text("a | b ; a ; b\n")
    assert equivalents_of({"a": ["b", "a", "b"]}).label == equivalents_of(tmp_path / "eq.txt").label
    for rule, message in (({"@": ["a"]}, "expected words by word"), ({"a": "a"}, "expected other words than itself")):
        with pytest.raises(UsageError, match=message):
            equivalents_of(rule)


def test_a_kind_of_rules_that_nobody_knows_is_told_beside_those_there_are() -> None:
    with pytest.raises(UsageError, match="no file 'cvs:rules.txt', and no kind 'cvs' of rules; did you mean csv?"):
        equivalents_of("cvs:rules.txt")


def test_the_rules_and_the_side_are_in_the_signature() -> None:
    first, other = (scorelite.score(["a"], ["b"], equivalents={"a": [text]}) for text in ("b", "c"))
    assert "|equivalents:" in first.signature
    assert "/side=ref/branches=free" in first.signature
    assert first.signature != other.signature


def test_the_command_reads_files_of_rules(scorelite: Run, tmp_path: Path) -> None:
    for name, text in (("ref", "we're gonna go (u1)"), ("hyp", "we're going to go (u1)")):
        (tmp_path / f"{name}.trn").write_text(f"{text}\n")
    (tmp_path / "eq.txt").write_text("gonna | going to\n")
    run = scorelite("score", "ref.trn", "hyp.trn", "--equivalents", "eq.txt", "--json")
    assert json.loads(run.stdout)["errors"] == 0
    refused = scorelite("score", "ref.trn", "hyp.trn", "--equivalents-side", "hyp")
    assert refused.returncode == 2
    assert b"--equivalents-side has no effect" in refused.stderr


@pytest.mark.native
def test_a_stream_counts_as_a_whole_file_does(scorelite: Run, tmp_path: Path) -> None:
    for name, text in (("ref", "we're gonna go"), ("hyp", "we're going to go")):
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} (u{number})\n" for number in range(50)))
    (tmp_path / "eq.txt").write_text("gonna | going to\n")
    command = ("score", "ref.trn", "hyp.trn", "--equivalents", "eq.txt", "--json")
    whole, streamed = scorelite(*command), scorelite(*command, "--stream")
    assert json.loads(streamed.stdout)["errors"] == json.loads(whole.stdout)["errors"] == 0


def test_a_step_logs_what_it_wrote() -> None:
    step = Readings(Equivalents((Equivalent(("b",), (("x", "y"),)),)))
    texts, changes = step.apply(["a b c"], log=True)
    assert texts == ["a { b / x y } c"]
    assert [(change.start, change.before, change.after) for change in changes] == [(2, "b", "{ b / x y }")]


def test_words_with_slashes_are_one_word() -> None:
    rules = {"3/4": ["three quarters"]}
    refs, hyps = ["so 3/4 and/or 3/4"], ["so three quarters and/or 3/4"]
    assert scorelite.score(refs, hyps, equivalents=rules).wer == 0


def test_compounds_are_those_of_their_own_utterance() -> None:
    refs, hyps = (
        ["a well-known man", "it is well known", "Well known"],
        ["a well known man", "it is mellow", "well-Known"],
    )
    whole = scorelite.score(refs, hyps, equivalents="hyphens")
    parts = [scorelite.score([ref], [hyp], equivalents="hyphens") for ref, hyp in zip(refs, hyps, strict=True)]
    assert [part.counts for part in parts] == [whole[place].counts for place in range(3)]
    assert [part.counts.errors for part in parts] == [0, 2, 0]
    assert {row.name: row.read for row in whole.rules().rows} == {
        "well-known | well known": 1,
        "well Known | well-Known": 1,
    }


def test_compounds_end_at_blanks_that_part_words_alone() -> None:
    result = scorelite.score(["a-b\u00a0c"], ["a b\u00a0c"], equivalents="hyphens")
    assert result.counts.errors == 0


@pytest.mark.native
def test_a_stream_has_the_compounds_of_a_whole_file(scorelite: Run, tmp_path: Path) -> None:
    texts = {"ref": ["a well-known man", "it is well known"] * 40, "hyp": ["a well-known man", "it is mellow"] * 40}
    for name, lines in texts.items():
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} (u{k})\n" for k, text in enumerate(lines)))
    command = ("score", "ref.trn", "hyp.trn", "--equivalents", "hyphens", "--json")
    whole, streamed = (json.loads(scorelite(*command, *more).stdout) for more in ((), ("--stream",)))
    assert (whole["errors"], whole["reference"]) == (streamed["errors"], streamed["reference"]) == (80, 280)


def test_compounds_stand_beside_alternations_of_the_text() -> None:
    keywords: Any = {"markup": True, "equivalents": "hyphens"}
    result = scorelite.score(["{ yes / well known } man"], ["well-known man"], **keywords)
    assert result.counts.errors == 0
    assert result.rules()["well known | well-known"].read == 1


@pytest.mark.parametrize(
    ("ref", "keywords"),
    [("we sold boats", {}), ("ten Thousand cars", {}), ("ten thousand boats", {"case_sensitive": True})],
)
def test_variations_of_another_text_are_refused(tmp_path: Path, ref: str, keywords: Any) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"id": "u", "variations": [["Ten thousand", "10000"], ["boats"]]}\n')
    with pytest.raises(FormatError, match=r"v.jsonl:1:1: variations of \w+ where the text has \w+ .word \d.; expected"):
        scorelite.score({"u": ref}, {"u": "10000 boats"}, equivalents=path, **keywords)


def test_variations_are_compared_as_the_normaliser_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"id": "u", "variations": [["TEN, thousand", "10000"], ["boats!"]]}\n')
    texts = {"u": "Ten, thousand boats!"}, {"u": "10000 boats"}
    assert scorelite.score(*texts, equivalents=path, normalise="whisper-basic").counts.errors == 0


@pytest.mark.parametrize("word", ["well-known;noun", "well-known*", "w\\;ll-known", "x { @ / well-known;noun;odd }"])
def test_marks_are_no_part_of_compounds(word: str) -> None:
    hyp = "a w\\;ll known man" if "\\" in word else "a x well known man" if "{" in word else "a well known man"
    assert scorelite.score([f"a {word} man"], [hyp], equivalents="hyphens", markup=True).wer == 0


def test_words_with_division_slashes_have_no_readings() -> None:
    rules = {"1\u2215i": ["half"]}
    with pytest.raises(UsageError, match="the word '1\u2215i' has a division slash"):
        scorelite.score(["so 1\u2215i"], ["so 1\u2215i"], equivalents=rules)


@pytest.mark.parametrize("side", ["ref", "both"])
def test_optional_words_are_read_as_they_are(tmp_path: Path, side: Any) -> None:
    keywords: Any = {"equivalents": ["hyphens", {"uh-huh": ["yes"]}], "equivalents_side": side, "optional_words": True}
    for hyp in ("uh-huh we saw", "we saw"):
        assert scorelite.score(["(uh-huh) we saw"], [hyp], markup=True, **keywords).wer == 0
    (tmp_path / "ref.stm").write_text("a 1 x 0 5 (uh-huh) we saw well-known boats\n")
    words = enumerate(["uh-huh", "we", "saw", "well", "known", "boats"])
    (tmp_path / "hyp.ctm").write_text("".join(f"a 1 {0.5 * place} 0.4 {word}\n" for place, word in words))
    assert scorelite.score_files(tmp_path / "ref.stm", tmp_path / "hyp.ctm", **keywords).wer == 0


COMPOUNDS = st.lists(
    st.sampled_from(["e-f", "E-f", "e", "f", "F", "g-", "g", "g-h-i", "h", "i", "-", "a--b"]), max_size=6
)


@pytest.mark.native
@given(
    st.lists(st.tuples(COMPOUNDS, COMPOUNDS), min_size=1, max_size=4), st.booleans(), st.sampled_from(["ref", "both"])
)
def test_compounds_of_many_texts_are_those_of_each_alone(pairs: Any, case_sensitive: bool, side: Any) -> None:
    keywords: Any = {"case_sensitive": case_sensitive, "equivalents_side": side}
    keywords["equivalents"] = ["hyphens", "cut-offs"]
    refs, hyps = ([" ".join(pair[place]) for pair in pairs] for place in (0, 1))
    whole = scorelite.score(refs, hyps, **keywords)
    words = scorelite.score([ref for ref, _ in pairs], [hyp for _, hyp in pairs], **keywords)
    for place, (ref, hyp) in enumerate(zip(refs, hyps, strict=True)):
        alone = scorelite.score([ref], [hyp], **keywords).counts
        assert whole[place].counts == words[place].counts == alone
    assert whole.rules().without == scorelite.score(refs, hyps, case_sensitive=case_sensitive).counts


@pytest.mark.parametrize("word", ["y}", "{y", "y\\", "{x/y}", "x/y"])
@pytest.mark.parametrize("branches", ["free", "whole"])
def test_readings_may_have_signs_that_are_marks_of_alternations(word: str, branches: Any) -> None:
    rules: Any = {"equivalents": {"a": [word], f"b {word}": ["c"]}, "equivalents_branches": branches}
    for refs, hyps in ((["z a z", f"b {word}"], [f"z {word} z", "c"]), ([["a"]], [[word]])):
        result = scorelite.score(refs, hyps, **rules)
        assert (result.counts.errors, sum(row.saved for row in result.rules().rows)) == (0, 3 if len(refs) > 1 else 1)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("synonyms.txt", "10\u00a0000 | ten thousand\n"),
        ("lists.csv", "10\u00a0000, ten thousand\n"),
        ("arrows.txt", "10\u00a0000 => ten thousand\n"),
    ],
)
def test_words_of_rules_end_at_the_blanks_that_end_words_of_texts(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    for rules in (tmp_path / name, {"10\u00a0000": ["ten thousand"]}):
        assert not scorelite.score(["10\u00a0000 boats"], ["ten thousand boats"], equivalents=rules).counts.errors
        assert scorelite.score(["10 000 boats"], ["ten thousand boats"], equivalents=rules).counts.errors == 2


def test_variations_have_the_words_of_their_text(tmp_path: Path) -> None:
    line = {"id": "u", "variations": [["10\u00a0000", "ten thousand"], ["boats"]]}
    (tmp_path / "v.jsonl").write_text(json.dumps(line), encoding="utf-8")
    result = scorelite.score({"u": "10\u00a0000 boats"}, {"u": "ten thousand boats"}, equivalents=tmp_path / "v.jsonl")
    assert result.counts.correct == 3


def test_readings_of_single_texts_are_normalised_as_these_are(tmp_path: Path) -> None:
    line = {"id": "u", "variations": [["Ten thousand,", "10,000"], ["boats."]]}
    (tmp_path / "v.jsonl").write_text(json.dumps(line))
    texts: Any = {"u": "Ten thousand, boats."}, {"u": "10,000 boats"}
    result = scorelite.score(*texts, equivalents=tmp_path / "v.jsonl", normalise="basic")
    assert result.counts.errors == 0
    assert result.rules().without.errors == 2
    glm = tmp_path / "rules.glm"
    glm.write_text(";;\n[10,000] => [{ 10000 / 10,000 }] / [ ] __ [ ]\n")
    read = {"equivalents": tmp_path / "v.jsonl", "normalise": str(glm), "markup": True}
    assert scorelite.score({"u": "Ten thousand, boats."}, {"u": "x boats."}, **read).counts.errors == 1


@pytest.mark.parametrize("text", ["uh ten boats I'm", "ten uh boats I'm", "uh ten boats"])
def test_spans_of_words_that_a_normaliser_moved_are_refused(tmp_path: Path, text: str) -> None:
    parts = [[word, "x"] if word == "boats" else [word] for word in text.split()]
    (tmp_path / "v.jsonl").write_text(json.dumps({"id": "u", "variations": parts}))
    read: Any = {"equivalents": tmp_path / "v.jsonl", "normalise": "whisper-en"}
    with pytest.raises(FormatError, match=r"v.jsonl:1:1: boats after word \d, where the normaliser changes the number"):
        scorelite.score({"u": text}, {"u": "x"}, **read)
    assert scorelite.score({"u": "Ten boats."}, {"u": "ten boats"}, normalise="whisper-en").counts.errors == 0


@pytest.mark.parametrize("text", ["boats uh", "ten boats I'm here", "boats uh I'm"])
def test_spans_before_the_words_that_a_normaliser_moved_are_read(tmp_path: Path, text: str) -> None:
    parts = [[word, "ships"] if word == "boats" else [word] for word in text.split()]
    (tmp_path / "v.jsonl").write_text(json.dumps({"id": "u", "variations": parts}))
    rows = "".join(f"{word}|{['0:NOUN'] if word == 'boats' else []}\n" for word in text.split())
    (tmp_path / "u.nlp").write_text(f"token|tags\n{rows}")
    (tmp_path / "u.norm.json").write_text(json.dumps({"0": {"candidates": [{"verbalization": ["ships"]}]}}))
    for wanted in (tmp_path / "v.jsonl", f"nlp:{tmp_path / 'u.nlp'}:{tmp_path / 'u.norm.json'}"):
        heard = {"u": text.replace("boats", "ships")}
        result = scorelite.score({"u": text}, heard, equivalents=wanted, normalise="whisper-en")
        assert (result.counts.errors, result.rules().without.errors) == (0, 1)


def test_candidates_of_another_text_are_refused_beside_a_normaliser(tmp_path: Path) -> None:
    (tmp_path / "u.nlp").write_text("token|tags\nboats|['0:NOUN']\n")
    (tmp_path / "u.norm.json").write_text(json.dumps({"0": {"candidates": [{"verbalization": ["ships"]}]}}))
    wanted = f"nlp:{tmp_path / 'u.nlp'}:{tmp_path / 'u.norm.json'}"
    with pytest.raises(FormatError, match=r"u.nlp:2:1: variations of 1 word, in a text of 3 words; expected parts of"):
        scorelite.score({"u": "ten boats uh went"}, {"u": "ten ships"}, equivalents=wanted, normalise="whisper-en")


def test_rules_that_are_given_twice_stand_once(tmp_path: Path) -> None:
    (tmp_path / "v.jsonl").write_text(json.dumps({"id": "u", "variations": [["harbour", "harbor"]]}))
    for rules in ({"harbour": ["harbor"]}, tmp_path / "v.jsonl"):
        once, twice = (
            scorelite.score({"u": "harbour"}, {"u": "harbor"}, equivalents=wanted) for wanted in (rules, [rules, rules])
        )
        assert once.signature == twice.signature
        assert once.rules() == twice.rules()


@pytest.mark.parametrize(("parts", "said"), [(["one oh"], "one oh"), (["one", " ", "oh"], "one oh"), ([" "], "")])
def test_candidates_are_words_however_they_are_listed(tmp_path: Path, parts: list[str], said: str) -> None:
    (tmp_path / "t.nlp").write_text("token|tags\na|[]\nten|['0:CARDINAL']\n")
    (tmp_path / "t.norm.json").write_text(json.dumps({"0": {"candidates": [{"verbalization": parts}]}}))
    wanted = f"nlp:{tmp_path / 't.nlp'}:{tmp_path / 't.norm.json'}"
    result = scorelite.score({"t": "a ten"}, {"t": f"a {said}"}, equivalents=wanted)
    assert result.counts.errors == 0
    assert (result.rules()["CARDINAL"].read, result.rules().without.errors) == (1, max(1, len(said.split())))


def test_candidates_that_are_no_texts_are_refused(tmp_path: Path) -> None:
    (tmp_path / "t.nlp").write_text("token|tags\nten|['0:CARDINAL']\n")
    (tmp_path / "t.norm.json").write_text('{"0": {"candidates": [{"verbalization": [10]}]}}')
    with pytest.raises(FormatError, match=r"t.norm.json:1:1: the tag 0 has no candidates; expected an object such as"):
        scorelite.score({"t": "ten"}, {"t": "10"}, equivalents=f"nlp:{tmp_path / 't.nlp'}:{tmp_path / 't.norm.json'}")


def test_sets_of_readings_and_rules_have_one_order() -> None:
    listed = scorelite.score(["a"], ["b"], equivalents=[{"a": ["b", "c", "d"]}, "cut-offs", "hyphens"])
    in_sets = scorelite.score(["a"], ["b"], equivalents=[{"a": {"d", "c", "b"}}, {"hyphens", "cut-offs"}])
    assert listed.signature == in_sets.signature


@pytest.mark.parametrize("readings", [[None], b"b", [b"b"], [["going", "to"]], {"going to": 1}, [10]])
def test_readings_that_are_no_texts_are_refused(readings: Any) -> None:
    with pytest.raises(UsageError, match="equivalents of 'gonna': .*; expected words by word, {'gonna'"):
        scorelite.score(["gonna"], ["going to"], equivalents={"gonna": readings})


@pytest.mark.parametrize("side", ["ref", "hyp", "both"])
@pytest.mark.parametrize("rules", [{"zz": ["y"]}, {"zz": ["y"], "boats": ["ships"]}, "hyphens", "cut-offs"])
def test_equivalents_leave_times_and_confidences_of_words(rules: Any, side: Any) -> None:
    stm = b"x 1 s 0 9 we saw ten boats\n"
    ctm = b"x 1 0 1 we 0.9\nx 1 1 1 saw 0.8\nx 1 2 1 10 0.4\nx 1 3 1 goats 0.1\n"
    plain, result = (
        scorelite.score_files(stm, ctm, ref_format="stm", hyp_format="ctm", **more)
        for more in ({}, {"equivalents": rules, "equivalents_side": side})
    )
    assert result.nce == plain.nce is not None
    words, others = (
        [(pair.hyp_start, pair.hyp_confidence) for text in each.utterances for pair in text.alignment.pairs]
        for each in (result, plain)
    )
    assert words == others
    assert [confidence for _, confidence in words] == [0.9, 0.8, 0.4, 0.1]


@pytest.mark.parametrize("side", ["ref", "hyp", "both"])
@pytest.mark.parametrize("branches", ["free", "whole"])
def test_words_of_a_rule_that_is_not_read_keep_their_own_times_and_confidences(side: Any, branches: Any) -> None:
    ref = b"a 1 0.0 0.4 new\na 1 0.4 1.6 york\na 1 2.0 0.5 cat\n"
    hyp = b"a 1 0.1 0.3 new 0.9\na 1 0.4 1.6 york 0.3\na 1 2.1 0.4 dog 0.5\n"
    rules = {"new york": ["ny"], "york cat": ["x y"], "york dog": ["z"]}
    more: Any = {"equivalents": rules, "equivalents_side": side, "equivalents_branches": branches}
    formats: Any = {"ref_format": "ctm", "hyp_format": "ctm"}
    plain, result = (scorelite.score_files(ref, hyp, **formats, **keywords) for keywords in ({}, more))
    assert result.to_arrow("words").equals(plain.to_arrow("words"))
    assert result.nce == plain.nce is not None


def test_words_of_an_alternation_of_a_glm_keep_their_own_times_and_confidences(tmp_path: Path) -> None:
    (tmp_path / "r.glm").write_text(";; rules\n[NEW YORK] => [{ NEW YORK / NY }] / [ ] __ [ ]\n")
    stm, ctm = b"a 1 s 0 5 new york\n", b"a 1 0.0 0.4 new 0.9\na 1 0.4 1.6 york 0.3\n"
    formats: Any = {"ref_format": "stm", "hyp_format": "ctm"}
    (text,) = scorelite.score_files(stm, ctm, **formats, normalise=tmp_path / "r.glm").utterances
    assert [(pair.hyp_start, pair.hyp_confidence) for pair in text.alignment.pairs] == [(0.0, 0.9), (0.4, 0.3)]


def test_words_of_a_reading_share_the_time_of_those_for_which_they_stand_by_their_letters() -> None:
    hyp = b"a 1 0.0 0.4 old 0.9\na 1 1.0 0.6 new 0.8\na 1 1.6 0.6 york 0.3\na 1 2.2 0.4 cat 0.5\n"
    ref = b"a 1 0.0 0.4 old\na 1 1.0 0.5 nyc\na 1 1.5 0.5 city\na 1 2.2 0.4 cat\n"
    formats: Any = {"ref_format": "ctm", "hyp_format": "ctm"}
    rules = {"new york": ["nyc city"], "old new": ["x"], "york cat": ["y cat"]}
    for branches in ("free", "whole"):
        how: Any = {"equivalents_side": "hyp", "equivalents_branches": branches}
        result = scorelite.score_files(ref, hyp, **formats, equivalents=rules, **how)
        rows = result.to_arrow("words").to_pylist()
        names = ("hyp", "hyp_start", "hyp_end", "hyp_confidence")
        assert [tuple(row[name] for name in names) for row in rows] == [
            ("old", 0.0, 0.4, 0.9),
            ("nyc", 1.0, pytest.approx(1.514), 0.3),
            ("city", pytest.approx(1.514), pytest.approx(2.2), 0.3),
            ("cat", 2.2, pytest.approx(2.6), 0.5),
        ]


def test_signs_of_texts_without_marks_stay_words_beside_a_normaliser() -> None:
    refs, hyps = {"u": "{ a / b } c D, (uh)", "v": "x"}, {"u": "b c d (uh)", "v": "x"}
    plain = scorelite.score(refs, hyps, normalise="basic")
    result = scorelite.score(refs, hyps, normalise="basic", equivalents="cut-offs")
    assert result.normalisation().raw == scorelite.score(refs, hyps, equivalents="cut-offs").counts
    parts = [
        scorelite.score({key: refs[key]}, {key: hyps[key]}, normalise="basic", equivalents="cut-offs") for key in refs
    ]
    for each in (result, sum(parts)):
        assert each.analyse({"writing": None})["writing"].rows == plain.analyse({"writing": None})["writing"].rows


def test_bleeped_words_of_youtube_are_redactions_and_no_sounds() -> None:
    vtt = b"WEBVTT\n\n00:01.000 --> 00:02.000\nwhat is this [\xc2\xa0__\xc2\xa0] again\n"
    srt = b"1\n00:00:01,000 --> 00:00:02,000\nwhat is this damned thing again\n"
    notices = " ".join(map(str, scorelite.score_files(srt, vtt, ref_format="srt", hyp_format="vtt").notices))
    assert "the hypothesis has redactions" in notices
    assert "sounds in brackets" not in notices


def test_an_empty_text_in_bold_is_no_redaction() -> None:
    said = ["we saw two ships", "yes", "good day"]
    bold = ["**we saw two ships**", "****", "**good day**"]
    assert "redactions" not in " ".join(map(str, scorelite.score(said, bold).notices))
    masked = ["we saw two ships", "****", "good day"]
    assert "redactions" in " ".join(map(str, scorelite.score(said, masked).notices))
