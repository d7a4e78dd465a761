"""Lines that may begin with ids: decided by both sides together, said in the summary, refused where unclear."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring import Counts, MismatchError, UsageError
from tests.conftest import Run

KALDI, TEXT, REFUSED = "kaldi", "txt", "refused"

FIRST = "anna ben carl dora emma fay guy hal ida jo kim lea max nina otto pia quinn rosa sam tom"
NAMED = "\n".join(f"{name} good day" for name in FIRST.split())

# Reference, hypothesis, how both are read, the error rate, whether a notice says so.
PAIRS = [
    # ids that look like ids
    ("utt1 hello there", "utt1 hello here", KALDI, 1 / 2, True),
    ("utt1 hello there\nutt2 good day", "utt2 good day\nutt1 hello here", KALDI, 1 / 4, False),
    ("utt1 hello there\nutt2 good day", "utt1 hello here\nutt2 good day", KALDI, 1 / 4, False),
    ("\nutt1 hello there\n\nutt2 good day", "utt1 hello there\nutt2 good day\n", KALDI, 0, False),
    ("utt1\thello there\n  utt2 good", "utt1   hello there\nutt2 good", KALDI, 0, False),
    (
        "1089-134686-0000 he hoped\n1089-134686-0001 stuff",
        "1089-134686-0000 he hoped\n1089-134686-0001",
        KALDI,
        1 / 3,
        False,  # ids of LibriSpeech are no guess
    ),
    (
        "BAC009S0002W0122 而 对 楼市\nBAC009S0002W0123 好",
        "BAC009S0002W0122 而 对 楼市\nBAC009S0002W0123 号",
        KALDI,
        1 / 4,
        False,
    ),
    ("说话人1 今天 好\n说话人2 很 好", "说话人2 很 好\n说话人1 今天 号", KALDI, 1 / 4, False),
    ("spk_a one two\nspk_b three", "spk_a one two\nspk_b tree", KALDI, 1 / 3, False),
    ("u-a one\nu-b two\nu-c three", "u-a one\nu-b two\nu-c tree", KALDI, 1 / 3, True),
    ("utt1 7 3 1\nutt2 1 4", "utt1 7 3 1\nutt2 1 5", KALDI, 1 / 5, False),
    ("0001 hello\n0002 good day", "0001 hello\n0002 good day", KALDI, 0, True),
    ("1 hello\n2 good day\n3 yes", "3 yes\n1 hello\n2 good way", KALDI, 1 / 4, True),
    ("utt1 hello\nutt2 good", "utt1\nutt2", KALDI, 1, False),
    # texts of one side alone that look like ids
    ("u1 twenty\nu2 thirty\nu3 forty", "u1 20\nu2 a-30\nu3 4_0", KALDI, 1, True),
    (
        "BAC009S0764W0100 今年是甲年\nBAC009S0764W0101 好",
        "BAC009S0764W0100 今年是0年\nBAC009S0764W0101 2号",
        KALDI,
        1,
        True,
    ),
    ("wavs/a.wav hello\nwavs/b.wav good", "wavs/a.wav hello\nwavs/b.wav god", KALDI, 1 / 2, False),
    ("a.flac hello\nb.flac good", "a hello\nb good", REFUSED, None, True),
    # ids without digits: another order
    ("anna hello there\nben good day", "ben good day\nanna hello there", KALDI, 0, True),
    ("x the cat\ny a dog\nz a cow", "z a cow\nx the cat\ny a hog", KALDI, 1 / 6, True),
    # the same words in the same order: text, and a word about it
    ("anna hello there\nben good day", "anna hello here\nben good day", TEXT, 1 / 6, True),
    ("今天 天气 很 好\n我们 走 吧", "今天 天气 很 坏\n我们 走 吧", TEXT, 1 / 7, True),
    ("2 apples", "2 apple", TEXT, 1 / 2, True),
    # the same words in the same order of many lines: they may be ids unless text has them, too
    (NAMED, NAMED, REFUSED, None, True),
    (f"{NAMED} Anna", f"{NAMED} hanna", TEXT, 1 / 61, True),
    # ordinary text
    ("hello there", "hello here", TEXT, 1 / 2, False),
    ("the cat sat\nthe dog ran", "the cat sat\nthe dog run", TEXT, 1 / 6, False),
    ("the cat sat\na dog ran\nthe end", "the cat sat\na dog run\nthe end", TEXT, 1 / 8, False),
    ("one two\nthree four", "won two\nthree four", TEXT, 1 / 4, False),
    ("今天天气很好\n我们走吧", "今天天气很好\n我们走吧", TEXT, 0, False),
    ("utt1\nutt2", "utt1\nutt2", TEXT, 0, False),
    ("A hello\nB good\nA bye", "A hello\nB good\nA by", TEXT, 1 / 6, False),
    ("2 apples\n2 pears", "2 apples\n2 bears", TEXT, 1 / 4, False),
    ("uh-huh yes\nuh-huh no\nuh-huh so", "uh-huh yes\nuh-huh no\nuh-huh go", TEXT, 1 / 6, False),
    ("1,000 men\n2,000 women", "1,000 men\n2,000 woman", REFUSED, None, True),
    ("seven\n7\nnine", "seven\n7\nnein", TEXT, 1 / 3, False),
    ("", "", TEXT, None, False),
    ("a b\n\nc d", "a b\n\nc e", TEXT, 1 / 4, True),
    # contradictory
    ("utt1 hello there\nutt2 good day", "hello there\ngood day", REFUSED, None, True),
    ("hello there\ngood day", "utt1 hello there\nutt2 good day", REFUSED, None, True),
    ("a-1 hello there\na-2 good day", "b-1 hello there\nb-2 good day", REFUSED, None, True),
    ("utt1 hello\nutt2 good day", "utt1 hello\nutt1 good day", REFUSED, None, True),
    ("7 3 1\n1 4", "7 3 1\n1 5", REFUSED, None, True),
    ("uh-huh right\nmm-hmm yes", "uh-huh right\nmm-hmm no", REFUSED, None, True),
    ("utt1 hello\nutt1 there\nutt2 good", "utt1 hello\nutt1 there\nutt2 god", REFUSED, None, True),
    ("LJ1-01;hello there\nLJ1-02;good", "LJ1-01;hello here\nLJ1-02;good", REFUSED, None, True),
    ("utt1,hello there\nutt2,good", "utt1,hello here\nutt2,good", REFUSED, None, True),
    ("utt1 hello\nutt2 good\nutt3 day", "utt2 good\nutt3 day\nutt4 yes", REFUSED, None, True),
    ("anna one\nben two\ncarl three\ndora four", "carl three\nanna one\nben two\nemma four", REFUSED, None, True),
]


@pytest.mark.parametrize(("ref", "hyp", "expected", "rate", "noticed"), PAIRS)
def test_both_sides_together_tell_ids_from_words(
    ref: str, hyp: str, expected: str, rate: float | None, noticed: bool, tmp_path: Path
) -> None:
    paths = tmp_path / "text", tmp_path / "hyp.txt"
    for path, text in zip(paths, (ref, hyp), strict=True):
        path.write_text(text + "\n" if text else text, encoding="utf-8")
    if expected == REFUSED:
        with pytest.raises(UsageError, match="ref_format='kaldi' and hyp_format='kaldi'.*txt"):
            scoring.score_files(*paths)
        return
    result = scoring.score_files(*paths)
    assert (result.ref_format, result.hyp_format) == (expected, expected)
    assert result.wer == (None if rate is None else pytest.approx(rate))
    other = TEXT if expected == KALDI else KALDI
    assert [f"ref_format='{other}'" in notice.text for notice in result.notices if notice.name == "line ids"] == (
        [True] * noticed
    )


def test_a_named_format_is_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("utt1 a b\nutt2 c\n")
    read = scoring.score_files(path, b"utt1 a x\nutt2 c\n", ref_format="txt", hyp_format="txt")
    assert (read.wer, read.notices) == (1 / 5, ())
    assert scoring.score_files(path, b"utt1 a x\nutt2 c\n", ref_format="txt").wer == 1 / 5
    assert scoring.score_files(path, b"utt1 a x\nutt2 c\n", ref_format="kaldi").wer == 1 / 3


@pytest.mark.parametrize("swapped", [False, True])
def test_ids_of_the_other_side_tell_as_well(swapped: bool) -> None:
    transcript, lines = b"good day (anna)\nyes (ben)\n", b"ben yes\nanna good day\n"
    if swapped:
        result = scoring.score_files(lines, transcript, hyp_format="trn")
    else:
        result = scoring.score_files(transcript, lines, ref_format="trn")
    assert (result.wer, {result.ref_format, result.hyp_format}) == (0, {"trn", "kaldi"})
    side = "ref" if swapped else "hyp"
    assert f"{side}_format='txt' reads it as a word" in result.notices[0].text


def test_lines_that_begin_with_paths_are_read_with_ids_next_to_ids(tmp_path: Path) -> None:
    texts = {"237-133-0001": "the cat", "237-133-0002": "good day"}
    (tmp_path / "ref.trn").write_text("".join(f"{text} ({name})\n" for name, text in texts.items()))
    (tmp_path / "hyp.txt").write_text("".join(f"/data/wavs/{name}.wav {texts[name]}\n" for name in reversed(texts)))
    sides = tmp_path / "ref.trn", tmp_path / "hyp.txt"
    with pytest.raises(MismatchError) as caught:
        scoring.score_files(*sides)
    assert "strip_id='^.*/|[.]wav$' removes the difference: 237-133-0001 in the ref" in str(caught.value)
    assert "OUT.txt" not in str(caught.value)
    result = scoring.score_files(*sides, strip_id="^.*/|[.]wav$")
    assert result.counts == Counts(4)
    assert any("every line begins with what looks like an id" in str(notice) for notice in result.notices)


def test_a_data_folder_tells_that_lines_begin_with_ids(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "text").write_text("alpha hello there\nbeta yes\n")
    (folder / "utt2spk").write_text("alpha alpha\nbeta beta\n")
    (tmp_path / "hyp.txt").write_text("alpha hello here\nbeta yes\n")
    result = scoring.score_files(folder, tmp_path / "hyp.txt")
    assert (result.wer, result.hyp_format) == (1 / 3, "kaldi")


def test_the_summary_says_what_was_detected_and_why(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.txt").write_text("utt1 hello there\nutt2 good day\n")
    (tmp_path / "hyp.txt").write_text("utt2 good day\nutt1 hello here\n")
    done = scorelite("score", "ref.txt", "hyp.txt")
    assert done.returncode == 0
    assert b"ref  ref.txt (kaldi)" in done.stdout
    assert b"reading the first word" not in done.stdout
    assert b"WER     25.0 %" in done.stdout
    (tmp_path / "hyp.txt").write_text("utt2 good day\n")
    done = scorelite("score", "ref.txt", "hyp.txt", "--missing", "skip")
    assert b"both files start every line with an id, and the ids match; --ref-format txt" in done.stdout
    (tmp_path / "hyp.txt").write_text("good day\nhello here\n")
    done = scorelite("score", "ref.txt", "hyp.txt")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"may be plain text or Kaldi text: every line of the reference begins with a word" in done.stderr


def test_a_sign_between_ids_and_texts_is_told_with_what_works(tmp_path: Path, scorelite: Run) -> None:
    sides = {"ref": "utt1;hello there\nutt2;good day\n", "hyp": "utt2;good day\nutt1;hello here\n"}
    for name, text in sides.items():
        (tmp_path / f"{name}.txt").write_text(text)
    done = scorelite("score", "ref.txt", "hyp.txt")
    assert (done.returncode, done.stdout) == (2, b"")
    advice = b"replace it by a blank, as sed 's/;/ /' does, and set --ref-format kaldi and --hyp-format kaldi"
    assert advice in done.stderr
    for name, text in sides.items():
        (tmp_path / f"{name}.txt").write_text(text.replace(";", " "))
    done = scorelite("score", "ref.txt", "hyp.txt", "--ref-format", "kaldi", "--hyp-format", "kaldi")
    assert b"WER     25.0 %" in done.stdout
