"""Sounds, music and labels in captions, and names before texts, are reported where enough texts have them."""

from __future__ import annotations

from typing import Any

import pytest

import scorelite
from scorelite import scoring

SPOKEN = ("Hello there.", "And so on.", "That is all.")
SOUNDS = ("[door slams] Hello there.", "\u266a And so on. \u266a", "MAN 1: That is all.")


def notices(cues: tuple[str, ...], begin: str = "captions", said: str = " ".join(SPOKEN), **settings: Any) -> list[str]:
    files = ["".join(f"{n}\n{n:02}:00:00,000 --> {n:02}:00:02,000\n{cue}\n\n" for n, cue in enumerate(cues, 1))]
    files.append(said)
    sides = [file.encode() for file in files]
    result = scoring.score_files(*sides, ref_format="srt", hyp_format="txt", **settings)
    return [notice.text for notice in result.notices if notice.name.startswith(begin)]


def test_the_notice_names_the_normaliser_that_removes_the_cause() -> None:
    (notice,) = notices(SOUNDS)
    assert notice == (
        "3 of 3 cues of the reference have sounds in brackets, \u266a or labels of speakers, such as '[door slams] "
        "Hello there.', which count as words; normalise='captions' removes them, but no words between \u266a or #"
    )
    (notice,) = notices((SOUNDS[0], *SPOKEN[1:]))
    assert notice.endswith("removes them")
    assert notices(SOUNDS, normalise="captions") == []
    # Punctuation goes, and with it what shows that the words are sounds.
    (notice,) = notices(SOUNDS[1:] * 3, normalise="basic")
    assert notice.startswith("3 of 6 cues")
    assert notice.endswith("normalise='captions' before the other normalisers removes them")


@pytest.mark.parametrize("song", ["\u266a theme music \u266a", "# theme music #"])
@pytest.mark.parametrize("settings", [{}, {"normalise": "captions"}, {"normalise": "whisper-en"}])
def test_lyrics_that_the_other_side_lacks_are_reported(song: str, settings: dict[str, str]) -> None:
    (notice,) = notices((song, *SPOKEN), begin="songs", **settings)
    assert notice.startswith(f"1 of 4 cues of the reference has lyrics between signs of music, such as '{song}', that")
    assert notices((song, *SPOKEN), begin="songs", said=" ".join(("theme music", *SPOKEN)), **settings) == []
    assert notices((f"[{song}]", *SPOKEN), begin="songs", **settings) == []


UNCERTAIN = ("Hello (there).", ">> And so on.")


@pytest.mark.parametrize("cues", [UNCERTAIN + SPOKEN, SOUNDS + SPOKEN * 20, SPOKEN * 2], ids=["two", "few", "none"])
def test_few_sounds_are_no_notice(cues: tuple[str, ...]) -> None:
    assert notices(cues) == []
    assert notices(SOUNDS + SPOKEN * 19)  # 3 of 60 are 5 %


@pytest.mark.parametrize("cue", [*SOUNDS, "MARIA: Hello there.", "[door slams]\n\u266a la la \u266a"])
def test_one_cue_of_few_with_brackets_music_or_a_label_is_reported(cue: str) -> None:
    (notice,) = notices((cue, *SPOKEN[1:]))
    assert notice.startswith("1 of 3 cues of the reference has sounds in brackets")


def test_a_cue_of_sounds_alone_is_reported_where_it_is_one_of_few() -> None:
    (notice,) = notices((*SPOKEN, "(MUZIEK)"), normalise="basic")
    assert notice.startswith(
        "1 of 4 cues of the reference has sounds in brackets, \u266a or labels of speakers, such as"
    )
    assert notices((*SPOKEN, "(MUZIEK)"), normalise="captions") == []
    assert notices((*SPOKEN * 7, "(MUZIEK)")) == []


def test_labels_of_a_script_next_to_cues_are_reported_and_the_order_of_normalisers_is_said() -> None:
    script = b"TOM: Hello there.\nANNA: And so on.\n(MUSIC)\nTOM: That is all.\n"
    cues = "[music]", "- Hello there.\n- And so on.", "That is all."
    subtitles = "".join(f"{n}\n{n:02}:00:00,000 --> {n:02}:00:02,000\n{cue}\n\n" for n, cue in enumerate(cues, 1))
    result = scoring.score_files(script, subtitles.encode(), ref_format="txt", hyp_format="srt")
    second, first, third = (n.text for n in result.notices if n.name.partition(" ")[0] in ("captions", "dashes"))
    assert first.startswith("4 of 4 texts of the reference have sounds in brackets")
    assert second.startswith("1 of 3 cues of the hypothesis has sounds in brackets")
    assert third.endswith("normalise='basic' after captions removes them")
    both = ["captions", "basic"]
    result = scoring.score_files(script, subtitles.encode(), ref_format="txt", hyp_format="srt", normalise=both)
    assert result.wer == 0.0


def test_sounds_and_names_in_brackets_of_japanese_are_reported_though_it_has_no_blanks() -> None:
    cues, said = ("【健太】どこ行く", "［拍手］♪〜", "（笑い声）はい"), "どこ行く はい"
    (notice,) = notices(cues, said=said, unit="character")
    assert notice.startswith("3 of 3 cues of the reference have sounds in brackets")
    assert notices(cues, said=said, unit="character", normalise="captions") == []


def test_dashes_before_what_speakers_say_are_reported_where_one_side_has_them() -> None:
    cues = ("- Hello there.\n- And so on.", "That is all.")
    text = (
        "1 of 2 cues of the reference has dashes that stand alone, such as '- Hello there. - And so on.', which count"
    )
    (notice,) = notices(cues, begin="dashes")
    assert notice == f"{text} as words; normalise='basic' removes them"
    assert notices(cues, begin="dashes", normalise="basic") == []
    assert notices(cues, begin="dashes", said="- Hello there. And so on. That is all.") == []


LABELLED = "Agent: hello there\nJOHN: how are you\nAgent: the agent is fine\n"
TIMED = "[00:00:01] Agent: hello there\n[00:00:03] JOHN: how are you\n[00:00:05] Agent: the agent is fine\n"
COLUMNS = "Agent\t00:01\thello there\nJOHN\t00:03\thow are you\nAgent\t00:05\tthe agent is fine\n"
CUES = "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{line}\n\n" for n, line in enumerate(LABELLED.splitlines(), 1))
SPOKEN_LINES = "hello there\nhow are you\nthe agent is fine\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (LABELLED, "txt"),
        (TIMED, "txt"),
        (COLUMNS, "txt"),
        (TIMED, "lrc"),
        (CUES, "srt"),
        ("WEBVTT\n\n" + CUES.replace(",", "."), "vtt"),
    ],
)
@pytest.mark.parametrize("is_reference", [True, False])
def test_names_before_three_texts_are_reported_and_heads_removes_them(
    text: str, format: str, is_reference: bool
) -> None:
    sides = (text.encode(), format), (SPOKEN_LINES.encode(), "txt")
    ref, hyp = sides if is_reference else sides[::-1]
    before = scoring.score_files(ref[0], hyp[0], ref_format=ref[1], hyp_format=hyp[1])
    (notice,) = [notice.text for notice in before.notices if notice.name.startswith("heads ")]
    side = "reference" if is_reference else "hypothesis"
    assert notice.startswith(f"3 of 3 texts of the {side} begin with a name, number or time that counts as words")
    assert notice.endswith("normalise='heads' removes it")
    after = scoring.score_files(ref[0], hyp[0], ref_format=ref[1], hyp_format=hyp[1], normalise="heads")
    assert before.counts.errors >= 3
    assert (after.counts.errors, after.counts.correct) == (0, 9)
    assert not [notice for notice in after.notices if notice.name.startswith("heads ")]


def test_names_that_speakers_quote_are_no_notice_after_the_normaliser() -> None:
    texts = "Jane Doe: Note: hello there\nBob Ray: Note: general kenobi\n", "note hello there\nnote general kenobi\n"
    files = [text.encode() for text in texts]
    result = scoring.score_files(*files, ref_format="txt", hyp_format="txt", normalise=["heads", "basic"])
    assert result.wer == 0.0
    assert not [notice for notice in result.notices if "heads" in notice.name]


def test_names_before_both_of_two_texts_are_reported() -> None:
    texts = "Jane Doe: hello there\nBob Ray: general kenobi\n", "hello there\ngeneral kenobi\n"
    result = scoring.score_files(*[text.encode() for text in texts], ref_format="txt", hyp_format="txt")
    assert [notice.name for notice in result.notices] == ["heads reference"]


def test_names_before_two_of_three_texts_or_texts_of_both_sides_are_no_notice() -> None:
    few = LABELLED.replace("JOHN: ", "")
    for ref, hyp in ((few, SPOKEN_LINES), (LABELLED, LABELLED.replace("fine", "well"))):
        result = scoring.score_files(ref.encode(), hyp.encode(), ref_format="txt", hyp_format="txt")
        assert not [notice for notice in result.notices if notice.name.startswith("heads ")]


def test_headings_that_the_other_side_has_as_words_are_no_notice() -> None:
    texts = "Allergies: penicillin", "Plan: apixaban", "Note: no fever"
    spoken = [text.replace(":", "") for text in texts]
    files = ["\n".join(side).encode() for side in (texts, spoken, ["penicillin", "apixaban", "no fever"])]
    for hyp, expected in zip(files[1:], ([], ["heads reference"]), strict=True):
        result = scoring.score_files(files[0], hyp, ref_format="txt", hyp_format="txt")
        assert [notice.name for notice in result.notices if "heads" in notice.name] == expected


def test_labels_of_each_cue_are_removed_where_cues_are_aligned_as_one_text() -> None:
    cues, text = CUES.replace("Agent:", "AGENT:").encode(), SPOKEN_LINES.replace("\n", " ").encode()
    result = scoring.score_files(cues, text, ref_format="srt", hyp_format="txt", normalise="captions")
    assert (result.counts.errors, result.counts.correct) == (0, 9)


def test_times_on_lines_of_their_own_are_removed_as_heads() -> None:
    copied = b"0:00\ngood evening\n0:02\nto you all\n12:30:01\nyes\n"
    result = scoring.score_files(b"good evening to you all yes", copied, ref_format="txt", hyp_format="txt")
    assert any("are a time, such as '0:00', and count as words" in notice.text for notice in result.notices)
    again = scoring.score_files(
        b"good evening to you all yes", copied, ref_format="txt", hyp_format="txt", normalise="heads"
    )
    assert again.wer == 0


def test_advertisements_of_sites_that_one_side_has_are_reported() -> None:
    spoken = "1\n00:00:01,000 --> 00:00:02,000\ngood evening\n"
    shown = spoken + "\n2\n00:00:03,000 --> 00:00:04,000\nSubtitles by www.OpenSubtitles.org\n"
    for ref, hyp, sides in ((spoken, shown, ["hypothesis"]), (shown, spoken, ["reference"]), (shown, shown, [])):
        result = scoring.score_files(ref.encode(), hyp.encode(), ref_format="srt", hyp_format="srt")
        found = [notice for notice in result.notices if notice.name.startswith("sites ")]
        assert [notice.name for notice in found] == [f"sites {side}" for side in sides]
        assert all(
            "1 of 2 cues" in each.text and "advertisement of www.OpenSubtitles.org" in each.text for each in found
        )


TURNS = ["could you tell us", "the ferry leaves at nine", "we have seen three boats", "she said the prices would fall"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Speaker 1", "Speaker 2"], "are a name, such as 'Speaker 1', and count as words; "),
        (["SPK_1:", "SPK_2:"], "are a name, such as 'SPK_1:'"),
        (["10:00:00:12 10:00:03:12", "10:00:04:12 10:00:07:12"], "are a time, such as '10:00:00:12 10:00:03:12'"),
        (["00:00:00 - 00:00:03", "00:00:04 --> 00:00:07"], "are a time, such as '00:00:00 - 00:00:03'"),
    ],
)
def test_labels_and_times_above_texts_are_named_and_removed_as_heads(lines: list[str], said: str) -> None:
    hyp = "\n\n".join(f"{lines[place % 2]}\n{text}" for place, text in enumerate(TURNS))
    sides = "\n".join(TURNS).encode(), hyp.encode()
    result = scoring.score_files(*sides, ref_format="txt", hyp_format="txt")
    assert any(said in str(notice) for notice in result.notices)
    result = scoring.score_files(*sides, ref_format="txt", hyp_format="txt", normalise="heads")
    assert (result.counts.errors, [notice.name for notice in result.notices if "headings" in notice.name]) == (0, [])


@pytest.mark.parametrize("names", [("Anna Berg", "Tom Lee"), ("Interviewer:", "Respondent:")])
def test_names_above_texts_are_named_and_texts_that_are_there_twice_are_not(names: tuple[str, str]) -> None:
    hyp = "\n\n".join(f"{names[place % 2]}\n{text}" for place, text in enumerate(TURNS))
    result = scoring.score_files("\n".join(TURNS).encode(), hyp.encode(), ref_format="txt", hyp_format="txt")
    said = f"4 of the first 8 lines are names above texts, such as {names[0]!r}, and count as words"
    assert any(said in str(notice) for notice in result.notices)
    commands = "\n".join(["Stop", "Play music", "Stop", "Turn left", "Play music", "Stop"]).encode()
    result = scoring.score_files(commands, commands.replace(b"left", b"right"), ref_format="txt", hyp_format="txt")
    assert not any("names above texts" in str(notice) for notice in result.notices)


@pytest.mark.parametrize("separator", ["\t", " -> ", " ||| "])
def test_lines_with_the_texts_of_both_sides_are_named(separator: str) -> None:
    refs = "\n".join(TURNS).encode()
    for first, where in ((True, "before"), (False, "behind")):
        pairs = [(text, text.replace("the", "a")) for text in TURNS]
        hyp = "\n".join(separator.join(pair if first else pair[::-1]) for pair in pairs).encode()
        result = scoring.score_files(refs, hyp, ref_format="txt", hyp_format="txt")
        said = f"4 of the first 4 lines of the hypothesis have a text of the other side {where} "
        assert any(said in str(notice) for notice in result.notices)


@pytest.mark.parametrize("ref_first", [True, False])
@pytest.mark.parametrize("separator", ["\t", " -> "])
def test_texts_next_to_those_of_the_other_side_are_not_there_twice(separator: str, ref_first: bool) -> None:
    refs = [
        f"the {noun} of the {place} was seen"
        for noun in ("ship", "king", "dog", "fog")
        for place in ("isle", "sea", "hill")
    ]
    hyps = [text if place % 3 else text.replace("was", "has") for place, text in enumerate(refs)]
    both = [separator.join(pair if ref_first else pair[::-1]) for pair in zip(refs, hyps, strict=True)]
    result = scorelite.score(refs, both)
    (cause,) = result.causes()
    assert (cause.name, cause.rate) == ("both sides of texts", 4 / 84)
    assert cause.text.startswith(
        f"without the texts of the reference, which those of the hypothesis {'begin' if ref_first else 'end'} with, the"
    )
    assert cause.text.endswith(": expected a file with the texts of the hypothesis alone")
    sides = ("\n".join(texts).encode() for texts in (refs, both))
    texts = [str(notice) for notice in scoring.score_files(*sides, ref_format="txt", hyp_format="txt").notices]
    assert any("have a text of the other side" in text for text in texts)
    assert not any("the rate would be" in text for text in texts)
    (cause,) = scorelite.score(refs, [f"{text} {text}" for text in hyps]).causes()
    assert cause.name == "repeats"
