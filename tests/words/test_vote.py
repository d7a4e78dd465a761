"""The vote among recognisers: which word wins, its times and confidence, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.errors import FormatError, LimitError, MismatchError, UsageError
from scorelite.formats.schema import Corpus, Label, Segment
from scorelite.scoring.words import vote as module
from tests.conftest import Run
from tests.fuzz.run import call


def ctm(text: str) -> Corpus:
    return formats.read(text.encode(), format="ctm")


def trn(*lines: str) -> Corpus:
    return formats.read("".join([f"{line} (u-{number})\n" for number, line in enumerate(lines)]).encode(), format="trn")


def labels(corpus: Corpus) -> list[tuple[str, float | None, float | None, float | None]]:
    return [
        (item.value, item.start, item.end, item.confidence)
        for segment in corpus.segments
        for item in segment.items
        if isinstance(item, Label)
    ]


def test_most_systems_win_utterance_by_utterance() -> None:
    systems = trn("the cat sat", "one two"), trn("the bat sat down", "one"), trn("a cat sat", "")
    assert scoring.vote(systems).texts() == ["the cat sat", "one"]


def test_a_winner_has_the_mean_times_and_confidence_of_those_who_said_it() -> None:
    systems = [ctm("r 1 0 1 Yes 0.5\n"), ctm("r 1 0.2 1 yes 0.9\n"), ctm("r 1 0 2 no 1.0\n")]
    assert labels(scoring.vote(systems)) == [("Yes", 0.1, 1.1, 0.7)]


def test_words_that_differ_in_case_are_the_same_on_wish_only() -> None:
    systems = [ctm("r 1 0 1 no\n"), ctm("r 1 0 1 Yes\n"), ctm("r 1 0 1 yes\n")]
    assert labels(scoring.vote(systems)) == [("Yes", 0.0, 1.0, None)]
    assert labels(scoring.vote(systems, case_sensitive=True)) == [("no", 0.0, 1.0, None)]


@pytest.mark.parametrize(
    ("keywords", "winner"),
    [({}, ["b"]), ({"alpha": 0.0}, ["a"]), ({"alpha": 0.0, "confidence": "share"}, ["b"]), ({"alpha": 0.9}, ["b"])],
)
def test_votes_and_confidences_are_weighed(keywords: dict[str, object], winner: list[str]) -> None:
    systems = [ctm("r 1 0 1 a 0.9\n"), ctm("r 1 0 1 b 0.5\n"), ctm("r 1 0 1 b 0.6\n")]
    assert [label[0] for label in labels(scoring.vote(systems, **keywords))] == winner  # type: ignore[arg-type]


def test_saying_nothing_has_a_confidence_of_its_own() -> None:
    systems = [ctm("r 1 0 1 a 0.9\nr 1 1 1 b 0.5\n"), ctm("r 1 0 1 a 0.9\n")]
    assert [label[0] for label in labels(scoring.vote(systems, alpha=0.0, null_confidence=0.4))] == ["a", "b"]
    assert [label[0] for label in labels(scoring.vote(systems, alpha=0.0, null_confidence=0.6))] == ["a"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("method", "confidence"), [("meth1", "mean"), ("maxconf", "highest"), ("avgconf", "share")])
def test_one_piece_is_voted_as_by_rover(method: str, confidence: str, seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    names = []
    for number in range(draw.randrange(2, 5)):
        rows = [
            f"r 1 {place * 0.3:.2f} 0.30 {draw.choice('abc')} {draw.random():.3f}\n"
            for place in range(12)
            if place % 3 == 0 or draw.random() < 0.7
        ]
        names.append(f"{number}.ctm")
        (tmp_path / names[-1]).write_text("".join(rows))
    words = [word for name in names for word in ("-h", name, "ctm")]
    words += ["-m", method, "-a", "0.4", "-c", "0.45", "-o", "out", "-f", "0"]
    assert call("scorelite", ["sctk", "rover", *words], tmp_path)[0] == 0
    systems = [formats.read(tmp_path / name) for name in names]
    actual = scoring.vote(systems, alpha=0.4, confidence=confidence, null_confidence=0.45)  # type: ignore[arg-type]
    rows = [line.split() for line in (tmp_path / "out").read_text().splitlines()]
    assert [label[0] for label in labels(actual)] == [row[4] for row in rows]
    for (_, begin, _, certainty), row in zip(labels(actual), rows, strict=True):
        assert begin is not None
        # No word begins before the one before it; rover's may.
        assert begin == pytest.approx(float(row[2]), abs=6e-4) or begin > float(row[2])
        assert certainty == pytest.approx(float(row[5]), abs=2e-6)


def test_words_of_recordings_without_names_are_written_with_names_where_a_format_needs_them(tmp_path: Path) -> None:
    for name in "abc":
        words = [{"word": " good", "start": 0.5, "end": 0.8, "probability": 0.9}]
        segments = [{"id": 0, "start": 0.5, "end": 0.8, "text": " good", "words": words}]
        (tmp_path / f"{name}.whisper.json").write_text(json.dumps({"text": " good", "segments": segments}))
    systems = [f"{name}.whisper.json" for name in "abc"]
    code, _, told = call("scorelite", ["vote", *systems, "-o", "voted.ctm"], tmp_path)
    assert code == 0, told
    assert told == b"whisper -> ctm: missing names are written as: session 'recording', channel '1'\n"
    assert (tmp_path / "voted.ctm").read_text() == "recording 1 0.5 0.3 good 0.9\n"


def test_a_long_recording_without_silence_is_cut_into_pieces_that_keep_all_words() -> None:
    sides = [
        [("w", 0.3 * place, 0.3 * place + 0.3, 0.5, f"{system}-{place}") for place in range(2000)]
        for system in range(3)
    ]
    pieces = list(module._cut(sides))
    assert all(len(side) <= module._LONGEST for piece in pieces for side in piece)
    for system, side in enumerate(sides):
        assert [word for piece in pieces for word in piece[system]] == side


def test_a_recording_is_cut_at_the_longest_silence() -> None:
    side = [("w", place + (place >= 300) * 0.5, place + 1 + (place >= 300) * 0.5, 0.5, "w") for place in range(600)]
    assert [len(piece[0]) for piece in module._cut([side, []])] == [300, 300]


def test_equal_systems_win_as_they_are() -> None:
    rows = [(f"w{place % 7}", 0.25 * place + (place // 100) * 3) for place in range(1000)]
    text = "".join([f"r {1 + (place > 500)} {begin} 0.25 {word} 0.5\n" for place, (word, begin) in enumerate(rows)])
    actual = scoring.vote([ctm(text)] * 3)
    assert [(segment.session, segment.channel) for segment in actual.segments] == [("r", "1"), ("r", "2")]
    assert [(label[0], label[1]) for label in labels(actual)] == rows


def test_a_recording_without_a_name_takes_that_of_the_others() -> None:
    unnamed = Corpus((Segment(labels=(Label("a", 0.0, 1.0),)),))
    assert scoring.vote([unnamed, ctm("r 1 0 1 a\n")]).segments[0].session == "r"
    with pytest.raises(MismatchError, match="nothing of a recording without a name.* session='NAME' of a conversion"):
        scoring.vote([ctm("r 1 0 1 a\nq 1 0 1 a\n"), unnamed])


def test_what_a_system_lacks_is_an_error_or_silence() -> None:
    systems = [trn("a", "b"), trn("a")]
    with pytest.raises(MismatchError, match=r"system 2: nothing of utterance 'u-1'.*missing='empty'"):
        scoring.vote(systems)
    assert scoring.vote([*systems, trn("a")], missing="empty").texts() == ["a", ""]


@pytest.mark.parametrize(
    ("systems", "keywords", "message"),
    [
        ([trn("a")], {}, "1 system; expected 2 to 255"),
        ([trn("a"), ctm("r 1 0 1 a\n")], {}, "system 2 has words with times, system 1 has none"),
        ([ctm("r 1 0 1 a\n")] * 2, {"alpha": 0.5}, r"'a' in recording 'r', channel '1' has no confidence"),
        ([trn("a")] * 2, {"timed": True}, r"timed=True needs words with times"),
        ([trn("a")] * 2, {"alpha": 2.0}, r"alpha=2.0; expected 0 to 1"),
        ([trn("a")] * 2, {"confidence": "best"}, "confidence='best'; expected one of: mean, highest, share"),
    ],
)
def test_what_makes_no_vote_is_refused(systems: list[Corpus], keywords: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        scoring.vote(systems, **keywords)  # type: ignore[arg-type]


def test_alternatives_and_endless_utterances_are_refused() -> None:
    with pytest.raises(FormatError, match="alternatives; expected words without alternatives"):
        scoring.vote([trn("{ a / b }"), trn("a")])
    with pytest.raises(LimitError, match="20,001 words without times; expected 20000 or fewer"):
        scoring.vote([trn("a " * 20_001), trn("a")])


def test_the_command_reads_and_writes_any_format(tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text("r 1 0 1 a 0.9\nr 1 5 1 b 0.5\n")
    (tmp_path / "b.ctm").write_text("r 1 0 1 a 0.7\n")
    words = ["vote", "a.ctm", "b.ctm", "-o", "-", "--to", "stm", "-q"]
    assert call("scorelite", words, tmp_path) == (0, b"r 1 unknown 0.0 1.0 a\nr 1 unknown 5.0 6.0 b\n", b"")
    code, _, err = call("scorelite", ["vote", "-", "-", "-o", "-"], tmp_path)
    assert (code, err) == (2, b"scorelite: '-' is given twice; expected stdin as one system only\n")


def test_confidences_below_zero_that_leave_no_winner_are_refused() -> None:
    system = formats.read(b"f 1 0 1 a -9\n", format="ctm")
    with pytest.raises(UsageError, match="confidences below 0 leave a slot without a winner"):
        module.vote([system, system], alpha=0.1)


def test_texts_of_txt_files_with_ids_keep_them(tmp_path: Path, scorelite: Run) -> None:
    for name, last in (("a", "sat"), ("b", "sat"), ("c", "sit")):
        (tmp_path / f"{name}.txt").write_text(f"utt1 the cat {last}\nutt2 a dog\n")
    assert scorelite("vote", "a.txt", "b.txt", "c.txt", "-o", "d.txt").returncode == 0
    assert (tmp_path / "d.txt").read_text() == "utt1 the cat sat\nutt2 a dog\n"


def test_turns_of_speakers_are_no_words_to_vote_on() -> None:
    turns = formats.read(b"SPEAKER talk 1 0.0 1.0 <NA> <NA> anna <NA> <NA>\n", format="rttm")
    with pytest.raises(UsageError, match="system 1 has turns of speakers and no words; expected words"):
        module.vote([turns, turns], missing="empty")
