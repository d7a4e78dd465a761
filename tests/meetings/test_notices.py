"""Notices of meetings name what took no part, and times that are wrong as a whole; honest meetings have none."""

from __future__ import annotations

import json
import pickle
import random
import warnings
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite import core, scoring
from scorelite.formats.errors import MismatchError
from scorelite.scoring import meetings
from scorelite.scoring.cli.main import main
from scorelite.scoring.notices.took_part import NOT_IN_REGIONS
from tests.fuzz.honest_times import alarms

Rows = list[tuple[str, str, float, float]]
VOCABULARY = [first + second for first in "bdklmnrst" for second in ("ar", "en", "il", "oss", "und")]


def talk(seed: int, turns: int = 40) -> Rows:
    """Turns of three speakers, of which some overlap."""
    rng = random.Random(seed)
    rows, at = [], 0.0
    for turn in range(turns):
        said = rng.choices(VOCABULARY, k=rng.randint(3, 12))
        length = 0.4 * len(said)
        rows.append(("abc"[turn % 3], " ".join(said), round(at, 2), round(at + length, 2)))
        at += length * rng.choice([0.8, 1.0, 1.2])
    return rows


def heard(rows: Rows, late: float = 0.0, factor: float = 1.0) -> Rows:
    """Rows of a recogniser with other names, wrong words, and times that are late."""
    rng = random.Random(1)
    return [
        (
            speaker.upper(),
            " ".join(word if rng.random() < 0.9 else "x" for word in text.split()),
            factor * (start + late),
            factor * (end + late),
        )
        for speaker, text, start, end in rows
    ]


def silent(rows: Rows, speaker: str = "") -> Rows:
    """Rows without words, of one speaker or of all."""
    return [(name, "" if speaker in ("", name) else text, *span) for name, text, *span in rows]


TALK, WALK = talk(1), talk(2)
REF = {"talk": TALK, "walk": WALK}
HYP = {name: heard(rows) for name, rows in REF.items()}
HALF_HYP = {"talk": HYP["talk"][:20], "walk": HYP["walk"]}
HALF_REF = {"talk": TALK[20:], "walk": WALK}


_SLOW = pytest.mark.skipif(core.NAME != "native", reason="takes a minute with the other core")


@pytest.mark.parametrize("measure", ["cp", "tcp", pytest.param("orc", marks=_SLOW), pytest.param("tcorc", marks=_SLOW)])
def test_complete_meetings_have_no_notice(measure: str) -> None:
    collar = {"collar": 5.0} if measure.startswith("t") else {}
    result = meetings.score(REF, HYP, measure=measure, **collar)
    assert result.notices == ()
    assert result.took_part.ref.items == result.took_part.ref.all_items == result.counts.reference
    assert result.took_part.hyp.recordings == result.took_part.hyp.all_recordings == 2


@pytest.mark.parametrize(("refs", "hyps", "side"), [(REF, HALF_HYP, "hypothesis"), (HALF_REF, HYP, "reference")])
@pytest.mark.parametrize("measure", ["cp", "tcp"])
def test_half_of_a_side_is_named(refs: dict[str, Rows], hyps: dict[str, Rows], side: str, measure: str) -> None:
    collar = {"collar": 5.0} if measure == "tcp" else {}
    (notice,) = meetings.score(refs, hyps, measure=measure, **collar).notices
    assert notice.endswith(f"before the start or after the end of the {side}: is the {side} cut off?")


def test_a_recogniser_may_miss_the_last_turns_and_a_speaker() -> None:
    assert not meetings.score(REF, {**HYP, "talk": HYP["talk"][:-2]}).notices
    without = [row for row in HYP["talk"] if row[0] != "B"]
    assert not meetings.score(REF, {**HYP, "talk": without}).notices
    last = [*TALK, *[("b", text, start + 300, end + 300) for _, text, start, end in TALK[:9]]]
    assert not meetings.score({"talk": last}, {"talk": without}).notices


def test_clocks_that_differ_are_no_matter_of_measures_without_times() -> None:
    for late, factor in ((500.0, 1.0), (0.0, 1000.0)):
        assert not meetings.score(REF, {name: heard(rows, late, factor) for name, rows in REF.items()}).notices


def test_sessions_that_were_left_out_are_named_with_their_words() -> None:
    words = sum(len(row[1].split()) for row in WALK)
    all_words = words + sum(len(row[1].split()) for row in TALK)
    share = f"1 of 2 recordings of the {{}}, with {words} of its {all_words} words ({100 * words / all_words:.1f} %)"
    one, other = {"talk": TALK}, {"talk": HYP["talk"]}
    skipped = meetings.score(REF, other, missing="skip")
    assert skipped.notices == (
        f"{share.format('reference')}: left out",
        "1 session (walk) without a hypothesis: left out",
    )
    assert skipped.to_dict()["took_part"]["ref"]["recordings"] == {"scored": 1, "all": 2}
    assert meetings.score(one, HYP, partial=True).notices == (
        f"{share.format('hypothesis')}: left out",
        "1 session (walk) without a reference: left out",
    )
    assert meetings.score(REF, other, missing="delete").notices == (
        "1 session (walk) without a hypothesis: all deleted",
    )
    (notice,) = meetings.score(REF, HYP, regions={"talk": [(0.0, 1000.0)]}).notices
    assert notice == f"{share.format('reference')}: {NOT_IN_REGIONS}"


def test_segments_outside_regions_are_named() -> None:
    result = meetings.score(REF, HYP, regions={"talk": [(0.0, 1000.0)], "walk": [(0.0, 30.0)]})
    assert [notice.partition(" of the ")[2] for notice in result.notices] == [
        "hypothesis are outside the scored regions: left out",
        "reference are outside the scored regions: left out",
    ]
    seconds = result.took_part.ref.to_dict()["seconds"]
    assert seconds["all"] == pytest.approx(sum(row[3] - row[2] for row in TALK + WALK))
    assert seconds["scored"] < seconds["all"]


def test_segments_that_regions_leave_out_on_one_side_alone_are_named() -> None:
    ref = {"talk": [("alice", "morning", 0.0, 5.0), ("alice", "fine thanks", 9.0, 12.0)]}
    hyp = {"talk": [("s0", "morning", 0.0, 6.0), ("s0", "fine thanks", 10.0, 12.5)]}
    result = meetings.score(ref, hyp, regions={"talk": [(0.0, 11.0)]})  # the middles are 10.5 and 11.25
    assert result.error_rate == 2 / 3
    notice = "2 of 3 words (66.7 %) of the hypothesis are outside the scored regions: left out"
    assert result.notices == (f"{notice}, but none of the reference",)
    assert result.to_dict()["notices"] == [*result.notices]
    both = meetings.score(ref, hyp, regions={"talk": [(0.0, 6.0)]})
    assert both.notices == (notice, notice.replace("hypothesis", "reference"))


@pytest.mark.parametrize(
    ("refs", "hyps", "expected"),
    [
        ({**REF, "walk": silent(WALK)}, HYP, "1 session has no word in the reference, but {} words of the hypothesis"),
        (REF, {**HYP, "walk": []}, "1 session has no word in the hypothesis, but {} words of the reference"),
        (REF, {**HYP, "walk": silent(WALK)}, "1 session has no word in the hypothesis, but {} words of the reference"),
        (
            {**REF, "walk": silent(WALK, "a")},
            HYP,
            "1 speaker has no word in the reference, but {} words of the hypothesis",
        ),
        (
            REF,
            {**HYP, "walk": silent(HYP["walk"], "A")},
            "1 speaker has no word in the hypothesis, but {} words of the reference",
        ),
    ],
)
def test_sessions_and_speakers_without_words_are_named(
    refs: dict[str, Rows], hyps: dict[str, Rows], expected: str
) -> None:
    (notice,) = meetings.score(refs, hyps).notices
    before, after = expected.split("{}")
    assert notice.startswith(before)
    assert after in notice
    assert notice.endswith("insertion" if "in the reference" in expected else "deletion")


def test_a_reference_without_any_word_is_named_once() -> None:
    (notice,) = meetings.score({"talk": silent(TALK)}, {"talk": HYP["talk"]}).notices
    assert notice == "the reference has no words: every word of the hypothesis counts as inserted"


@pytest.mark.parametrize("measure", ["tcp", "tcorc", "tcmimo", "greedy-tcorc", "di-tcp"])
def test_a_common_shift_is_named_with_the_rate(measure: str) -> None:
    rows = TALK[:8] if measure == "tcmimo" else TALK
    result = meetings.score({"talk": rows}, {"talk": heard(rows, 9.0)}, measure=measure, collar=2.0)
    (cause,) = result.causes()
    assert cause.name == "shift"
    assert cause.text.startswith(f"with the times of the hypothesis 9.00 s earlier {result.title} would be")
    assert cause.rate < 0.15 < 0.8 < cause.instead
    assert cause.exact is (not result.record.searches)
    assert cause.advice.endswith("subtract 9.00 from every time of the hypothesis")
    assert str(cause) in result.notices
    assert "is the hypothesis cut off?" not in " ".join(result.notices)


def test_a_shift_within_the_collar_costs_nothing_and_is_not_named() -> None:
    assert not meetings.score(
        REF, {name: heard(rows, 2.0) for name, rows in REF.items()}, measure="tcp", collar=5.0
    ).notices


def test_sessions_may_have_a_shift_each() -> None:
    hyps = {"talk": heard(TALK, 30.0), "walk": heard(WALK, 12.0)}
    (cause,) = meetings.score(REF, hyps, measure="tcp", collar=5.0).causes()
    assert cause.text.startswith("with the times of the hypothesis shifted by -30.00 to -12.00 s, by another")


@pytest.mark.parametrize(("factor", "unit"), [(1000.0, "milliseconds"), (50.0, "frames of 20 ms")])
def test_another_unit_is_named_with_the_rate(factor: float, unit: str) -> None:
    hyps = {name: heard(rows, 0.0, factor) for name, rows in REF.items()}
    (cause,) = meetings.score(REF, hyps, measure="tcp", collar=5.0).causes()
    assert cause.text.startswith(f"with the times of the hypothesis read as {unit} tcpWER would be")
    assert cause.rate < 0.15


def test_ends_in_place_of_durations_are_named_with_the_rate() -> None:
    words = [(f"w{place}", 2.0 * place + 1.0, 0.5) for place in range(40)]
    ref = "".join(f"talk 1 {start} {size} {word}\n" for word, start, size in words).encode()
    hyp = "".join(f"talk 1 {start} {start + size} {word}\n" for word, start, size in words).encode()
    result = meetings.score_files(ref, hyp, ref_format="ctm", hyp_format="ctm", measure="tcp", collar=1.0)
    (cause,) = result.causes()
    assert cause.text.startswith("with the durations of the hypothesis read as ends tcpWER would be 0.0 %")


def test_sums_and_copies_have_the_notices_of_their_numbers() -> None:
    parts = [meetings.score({name: REF[name]}, {name: HALF_HYP[name]}) for name in REF]
    whole = meetings.score(REF, HALF_HYP)
    assert sum(parts).took_part == pickle.loads(pickle.dumps(whole)).took_part == whole.took_part
    assert sum(parts).notices == whole.notices


def test_the_command_shows_what_took_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rows in (("ref.stm", TALK), ("hyp.stm", HYP["talk"][:20])):
        lines = (f"talk 1 {speaker} {start} {end} {text}\n" for speaker, text, start, end in rows)
        (tmp_path / name).write_text("".join(lines))
    files = [str(tmp_path / name) for name in ("ref.stm", "hyp.stm")]
    assert main(["meetings", *files]) == 0
    assert "is the hypothesis cut off?" in capsys.readouterr().out
    assert main(["meetings", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["took_part"]["ref"]["recordings"] == {"scored": 1, "all": 1}
    assert any("is the hypothesis cut off?" in notice for notice in document["notices"])


@pytest.mark.sweep(6)
@pytest.mark.parametrize("seed", range(20))
def test_an_honest_meeting_has_no_notice(seed: int) -> None:
    assert alarms("meetings", seed) == []


def test_a_side_without_speakers_is_named() -> None:
    nameless = {name: [("", *row[1:]) for row in rows] for name, rows in REF.items()}
    for refs, hyps, side in ((REF, nameless, "hypothesis"), (nameless, HYP, "reference")):
        notices = [text for text in meetings.score(refs, hyps).notices if "has no speakers" in text]
        assert len(notices) == 1
        assert notices[0].startswith(f"the {side} has no speakers, the ")
        assert f" has 3: all words of the {side} count as one speaker's; expected a file with speakers" in notices[0]
    # One stream is right where segments of the reference are assigned, and where one person speaks.
    assert not any("has no speakers" in text for text in meetings.score(REF, nameless, measure="orc").notices)
    alone = {"talk": [("anna", "good day")]}, {"talk": [("", "good day")]}
    assert not meetings.score(*alone).notices
    with pytest.warns(UserWarning, match="^the hypothesis has no speakers, the reference has 3") as caught:
        scorelite.cpwer(REF, nameless)
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (scorelite.cpwer(*alone), scorelite.orcwer(REF, REF)) == (0, 0)


def test_the_only_channel_of_a_ctm_file_is_no_speaker() -> None:
    stm = b"talk 1 anna 0 2 yes\ntalk 1 ben 2 4 no\n"
    one, two = (f"talk 1 0 1 yes\ntalk {channel} 2 1 no\n".encode() for channel in "12")
    for ctm, expected in ((one, 1), (two, 0)):
        for sides, formats in (((stm, ctm), ("stm", "ctm")), ((ctm, stm), ("ctm", "stm"))):
            result = meetings.score_files(*sides, ref_format=formats[0], hyp_format=formats[1])
            assert sum("has no speakers" in text for text in result.notices) == expected
    regions = {"talk": [(0.0, 9.0)]}
    result = meetings.score_files(stm, one, ref_format="stm", hyp_format="ctm", uem=regions)
    assert any("the hypothesis has no speakers, the reference has 2" in text for text in result.notices)
    assert any("expected a file with speakers, in a table in a column named speaker" in text for text in result.notices)


def test_channels_are_speakers_where_nobody_has_a_name() -> None:
    spoken = {"session": "talk", "start": 0, "end": 2}
    rows = [spoken | {"channel": str(place), "text": text} for place, text in enumerate(("yes", "no"))]
    hyp = "".join(json.dumps(row) + "\n" for row in rows).encode()
    ref = b"talk 1 anna 0 2 yes\ntalk 1 ben 0 2 no\n"
    result = meetings.score_files(ref, hyp, ref_format="stm", hyp_format="jsonl")
    assert (result.error_rate, result.notices) == (0.0, ())


def test_speakers_called_unknown_are_nobody() -> None:
    result = meetings.score({"talk": [("anna", "yes"), ("ben", "no")]}, {"talk": [("unknown", "yes no")]})
    assert any("has no speakers" in text for text in result.notices)


def test_lines_of_names_and_times_are_named() -> None:
    ref, hyp = b"talk 1 anna 0 2 yes\ntalk 1 ben 2 4 no\n", b"Ann Lee  0:03\nyes\nBen (0:05)\nno\n"
    expected = "<bytes>: 2 of the first 4 lines are a name and a time, such as 'Ann Lee 0:03', and count as words"
    result = meetings.score_files(ref, hyp, ref_format="stm", hyp_format="txt")
    words = scoring.score_files(ref, hyp, ref_format="stm", hyp_format="txt")
    for notices in (result.notices, words.notices):
        assert sum(expected in str(notice) for notice in notices) == 1
    for module in (meetings, scoring):
        result = module.score_files(ref, hyp, ref_format="stm", hyp_format="txt", normalise="heads")
        assert not any("a name and a time" in str(notice) for notice in result.notices)
    plain = meetings.score_files(ref, b"yes at\n10:30\nno\n", ref_format="stm", hyp_format="txt")
    assert not any("a name and a time" in text for text in plain.notices)


def test_sessions_that_are_called_as_files_of_others_come_with_the_expression_that_makes_them_equal() -> None:
    ref = b"m1 1 anna 0 2 yes\nm2 1 ben 0 2 no\n"
    hyp = ref.replace(b"m1", b"m1.wav")
    with pytest.raises(MismatchError, match=r"strip_id='\[\.\]wav\$' removes the difference: m1 in the ref"):
        meetings.score_files(ref, hyp, ref_format="stm", hyp_format="stm")


def test_a_collar_in_milliseconds_is_reported() -> None:
    rows = {"t": [("a", "good day", 0.0, 2.0)]}
    notices = [meetings.score(rows, rows, measure="tcp", collar=collar).notices for collar in (5, 5000)]
    found = ["the collar is 5000 s, longer than a minute: is it in seconds?" in map(str, each) for each in notices]
    assert found == [False, True]


SPOKEN = [("anna", f"this is sentence {number} of {number + 20} about ships") for number in range(12)]
TIMED = [(*row, 3.0 * place, 3.0 * place + 2) for place, row in enumerate(SPOKEN)]


@pytest.mark.parametrize(
    ("ref", "hyp", "side"),
    [
        (SPOKEN, SPOKEN[::-1], "hypothesis"),
        (TIMED, SPOKEN[::-1], "hypothesis"),
        (SPOKEN[::-1], TIMED, "reference"),
        (SPOKEN, SPOKEN, ""),
        (TIMED, TIMED[::-1], ""),  # sorted by their times
        (SPOKEN[:3], SPOKEN[2::-1], ""),  # too few
        (SPOKEN, [("1", "nothing like that")] * 12, ""),
    ],
)
def test_segments_without_times_in_another_order_are_said(ref: list[Any], hyp: list[Any], side: str) -> None:
    causes = meetings.score({"talk": ref}, {"talk": hyp}).causes()
    assert [cause.rate for cause in causes if cause.name == "file order"] == [0.0] * bool(side)
    assert f"the {side} has no times" in str(causes) if side else "file order" not in str(causes)


@pytest.mark.parametrize(("collar", "late", "said"), [(0.0, 0.2, True), (1.0, 1.2, False), (0.0, 0.0, False)])
def test_a_short_collar_is_said_with_the_rate_of_the_usual_one(collar: float, late: float, said: bool) -> None:
    refs, hyps = ({"t": [("anna", "good day to you", start, start + 2.0)]} for start in (3.0, 3.0 + late))
    causes = meetings.score(refs, hyps, measure="tcp", collar=collar).causes()
    assert [(cause.keyword, cause.rate) for cause in causes if cause.name == "collar"] == [("collar=5", 0.0)] * said


TURNS = [
    ("anna", "could you close the window please"),
    ("ben", "it is far too warm in here already"),
    ("carl", "we should begin with the first item now"),
    ("anna", "the council will meet again on thursday"),
    ("ben", "nobody has read the minutes of last week"),
    ("carl", "then let us put that off until june"),
]


@pytest.mark.parametrize("written", [str.upper, '["{}"]'.format])
def test_the_rate_that_a_cause_promises_is_that_of_speakers_assigned_again(written: Any) -> None:
    names = {"anna": "3", "ben": "1", "carl": "2"}
    refs = {"talk": TURNS}
    hyps = {"talk": [(names[name], written(text.replace("the", "a"))) for name, text in TURNS]}
    (cause,) = meetings.score(refs, hyps).causes()
    promised = meetings.score(refs, hyps, normalise=cause.keyword.split("'")[1]).error_rate
    assert cause.rate == promised
    assert promised is not None
    assert promised < 0.2


@pytest.mark.parametrize("head", ["{}: ", "[00:0{1}] ", "SPK{1}: "])
def test_names_and_times_before_texts_are_named_with_the_rate_without_them(head: str) -> None:
    refs = {"talk": TURNS}
    hyps = {"talk": [(name, head.format(name, row) + text) for row, (name, text) in enumerate(TURNS)]}
    result = meetings.score(refs, hyps)
    (cause,) = result.causes()
    assert (cause.name, cause.keyword, cause.rate) == ("heads", "normalise='heads'", 0.0)
    assert [notice for notice in result.notices if "capitals" in notice] == []
    assert meetings.score(refs, hyps, normalise="heads").causes() == ()
    assert meetings.score(hyps, hyps).causes() == ()


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("cp", "without punctuation and case in the reference the rate would be about 0.0 % instead of"),
        ("orc", "the reference has punctuation, such as '大家好，我们开始吧。', the hypothesis none"),
    ],
)
def test_punctuation_of_one_side_is_said_of_characters_too(measure: str, said: str) -> None:
    refs = [("anna", "大家好，我们开始吧。"), ("ben", "嗯，好，今天讨论预算了。"), ("anna", "好，谢谢。")]
    hyps = [("1", "大家好我们开始吧"), ("2", "嗯好今天讨论预算了"), ("1", "好谢谢")]
    result = meetings.score({"talk": refs}, {"talk": hyps}, unit="character", measure=measure)
    assert any(notice.startswith(said) for notice in result.notices), result.notices


def test_full_stops_of_one_side_are_said_of_a_low_rate_of_characters_too() -> None:
    ref = [(name, f"{text}.", *span) for name, text, *span in TALK]
    (notice,) = meetings.score({"talk": ref}, {"talk": TALK}, unit="character").notices
    assert notice.startswith("the reference has punctuation, such as 'rund.', the hypothesis none")


def test_times_that_are_all_0_are_said_of_measures_with_times() -> None:
    dead = {name: [(*row[:2], 0.0, 0.0) for row in rows] for name, rows in HYP.items()}
    said = "every segment of the hypothesis begins and ends at 0: it has no times"
    assert said in " ".join(meetings.score(REF, dead, measure="tcp", collar=5).notices)
    assert said not in " ".join(meetings.score(REF, dead).notices)
    assert "no times" not in " ".join(meetings.score(REF, HYP, measure="tcp", collar=5).notices)


def test_one_speaker_for_all_and_one_for_each_segment_are_said() -> None:
    one = {name: [("x", *row[1:]) for row in rows] for name, rows in HYP.items()}
    many = {name: [(str(place), *row[1:]) for place, row in enumerate(rows[:12])] for name, rows in HYP.items()}
    ours = {name: rows[:12] for name, rows in REF.items()}
    for ref, hyp, said in (
        (REF, one, "the hypothesis has one speaker in each recording, the reference up to 3: are its speakers lost?"),
        (ours, many, "the hypothesis has 24 speakers, the reference 6: has each speaker one name?"),
    ):
        assert said in " ".join(meetings.score(ref, hyp).notices)
    assert "are its speakers lost?" in " ".join(meetings.score(REF, one).notices)
    for result in (meetings.score(REF, HYP), meetings.score(REF, one, measure="orc")):
        assert "lost?" not in " ".join(result.notices)
