"""Published conventions: each gives the number of its own scorer, is named in the signature, and is read back."""

from __future__ import annotations

import random
from math import fsum
from pathlib import Path
from typing import Any

import pytest

import scorelite as sl
from scorelite import UsageError, meetings
from scorelite.scoring.common.published import PUBLISHED, Published
from scorelite.scoring.compat.programs.seedtts import rated
from tests.conftest import Run

WORDS = PUBLISHED["words"]
PIECES = ["Yes,", "it's", "twenty", "20", "colour", "color", "Mr.", "um", "we", "WE", "can't", "go.", "5%", "don’t"]
TURNS = {"t": [("a", 0.0, 4.0), ("b", 4.0, 8.0)]}
FOUND = {"t": [("x", 0.0, 4.2), ("y", 4.2, 7.0)]}
UTTERANCES = {"t": [("anna", "Good day, Ben.", 0.0, 1.0), ("ben", "hi", 1.0, 1.5)]}
WITHIN = {"t": [(0.0, 9.0)]}


def made_texts(seed: int) -> tuple[list[str], list[str]]:
    random_ = random.Random(seed)
    refs = [[random_.choice(PIECES) for _ in range(random_.randint(1, 9))] for _ in range(5)]
    hyps = [[random_.choice(PIECES) if random_.random() < 0.3 else word for word in ref] for ref in refs]
    return [" ".join(ref) for ref in refs], [" ".join(hyp) for hyp in hyps]


@pytest.mark.parametrize("record", WORDS, ids=lambda record: record.name)
def test_a_convention_of_words_is_signed_and_read_back(record: Published) -> None:
    texts = made_texts(1)
    result = sl.score(*texts, like=record.name)
    assert f"|like:{record.name}|" in result.signature
    convention = sl.Convention.parse(result.signature)
    assert (convention.signature, convention.average) == (result.signature, record.average)
    assert sl.score(*texts, **convention.keywords()).signature == result.signature
    assert record.source.startswith("https://")


@pytest.mark.parametrize("record", WORDS, ids=lambda record: record.name)
def test_settings_of_a_convention_are_its_own(record: Published) -> None:
    """As batches take them, which have no keywords for settings."""
    refs, hyps = made_texts(1)
    settings = sl.Settings(like=record.name)
    assert sl.score(refs, hyps, like=record.name).signature.startswith(f"{settings.signature}|")
    assert sl.Settings(like=record.name, fragments=True).convention is None


@pytest.mark.parametrize(("like", "language"), [("seed-tts-eval", "en"), ("seed-tts-eval-zh", "zh")])
def test_seed_tts_eval_is_the_mean_of_its_script(like: str, language: str) -> None:
    for seed in range(6):
        refs, hyps = made_texts(seed)
        rates = [rated(hyp, ref, language)[0] for ref, hyp in zip(refs, hyps, strict=True)]
        result = sl.score(refs, hyps, like=like)
        assert result.main_rate == pytest.approx(fsum(rates) / len(rates), abs=1e-12)
        interval = result.interval()
        assert interval.mean == pytest.approx(result.main_rate)


def test_kaldi_is_compute_wer_and_whisper_is_jiwer_after_its_normaliser() -> None:
    from scorelite.compat import jiwer

    for seed in range(6):
        refs, hyps = made_texts(seed)
        assert sl.score(refs, hyps, like="kaldi").wer == jiwer.wer(refs, hyps)
        clean = [[sl.normalise(text, "whisper-en") for text in side] for side in (refs, hyps)]
        assert sl.score(refs, hyps, like="whisper-paper").wer == jiwer.wer(*clean)


def test_espnet_is_sclite_of_trn_files(tmp_path: Path) -> None:
    for name, text in (("ref.trn", "we saw { a / the } Harbour (u-1)\n"), ("hyp.trn", "We saw the harbor (u-1)\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = sl.score_files(tmp_path / "ref.trn", tmp_path / "hyp.trn", like="espnet")
    assert result.counts == sl.Counts(3, 1, 0, 0)


def test_kaldi_reads_marks_of_trn_files_as_words() -> None:
    result = sl.score_files(b"a { b / c } (u-1)\n", b"a b (u-1)\n", ref_format="trn", hyp_format="trn", like="kaldi")
    assert result.counts.reference == 6


def test_conventions_of_segments_and_meetings_are_signed_and_read_back() -> None:
    callhome = sl.score_segments(TURNS, FOUND, like="kaldi-callhome")
    plain = sl.score_segments(TURNS, FOUND, measure="der", collar=0.25, overlap="exclude")
    dihard = sl.score_segments(TURNS, FOUND, like="dihard", regions=WITHIN)
    chime = meetings.score(UTTERANCES, UTTERANCES, like="chime-8", regions=WITHIN)
    assert (callhome.measure, callhome.error_rate) == ("diarisation", plain.error_rate)
    assert (chime.measure, chime.settings.collar) == ("tcp", 5.0)
    for result, name in ((callhome, "kaldi-callhome"), (dihard, "dihard"), (chime, "chime-8")):
        read = sl.parse_signature(result.signature)
        assert read.keywords()["like"] == name
        assert f"scorelite:{sl.__version__}|{read.signature}" == result.signature


def test_the_three_set_ups_of_ami_have_their_collar_and_overlap() -> None:
    settings = {
        record.name: (record.settings["collar"], record.settings["overlap"])
        for record in PUBLISHED["segments"]
        if record.name.startswith("ami-")
    }
    assert settings == {"ami-full": (0, "include"), "ami-fair": (0.25, "include"), "ami-forgiving": (0.25, "exclude")}
    for name, (collar, overlap) in settings.items():
        result = sl.score_segments(TURNS, FOUND, like=name)
        plain = sl.score_segments(TURNS, FOUND, measure="der", convention="md-eval", collar=collar, overlap=overlap)
        assert result.error_rate == plain.error_rate
        assert sl.parse_signature(result.signature).keywords()["like"] == name


def test_chime_8_scores_segments_that_touch_a_region() -> None:
    regions = {"t": [(0.0, 0.2)]}  # touches the first segment, whose middle is at 0.5
    assert meetings.score(UTTERANCES, UTTERANCES, like="chime-8", regions=regions).counts.reference == 3
    assert meetings.score(UTTERANCES, UTTERANCES, measure="tcp", collar=5, regions=regions).counts.reference == 0


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        (
            {"like": "kaldi", "policy": "sclite"},
            r"like='kaldi' sets policy to kaldi_wer, and policy= has another value",
        ),
        ({"like": "kaldi", "unit": "chars"}, "sets unit to word, and unit= has another"),
        ({"like": "kaldi", "normalise": "basic"}, "scores without normalise, and normalise= has another"),
        ({"like": "whisper-paper", "equivalents": {"a": ["b"]}}, "scores without equivalents"),
        ({"like": "kaldy"}, "published convention 'kaldy' is unknown; did you mean kaldi?"),
        ({"like": "dihard"}, "'dihard' is a convention of segments, not of words; expected one of: open-asr"),
        ({"like": "hub5"}, "no published convention 'hub5'; expected scorelite sctk hubscr.pl"),
        (
            {"like": "ami"},
            "no published convention 'ami'; expected one of its three set-ups: ami-full, ami-fair, ami-forgiving",
        ),
        ({"like": 5}, "published convention '5' is unknown"),
    ],
)
def test_what_contradicts_a_convention_is_an_error(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        sl.score(["a"], ["b"], **keywords)


def test_what_a_convention_says_itself_may_be_said_again() -> None:
    said = {"policy": "jiwer", "normalise": ["whisper-en"], "unit": "words", "case_sensitive": True}
    both = [sl.score(["The cat."], ["a cat"], like="whisper-paper", **more) for more in ({}, said)]  # type: ignore[arg-type]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: sl.score_segments(TURNS, FOUND, like="dihard"),
            "like='dihard' needs the scored regions; expected uem=",
        ),
        (lambda: sl.score_segments(TURNS, FOUND, like="dihard", measure="classes"), "sets the measure diarisation,"),
        (
            lambda: sl.score_segments(TURNS, FOUND, like="kaldi-callhome", collar=0.5),
            "sets collar to 0.25, and collar=",
        ),
        (lambda: meetings.score(UTTERANCES, UTTERANCES, like="chime-8", measure="cp"), "sets the measure tcp, and"),
        (
            lambda: meetings.score(UTTERANCES, UTTERANCES, like="chime-8"),
            "needs the scored regions; expected uem=",
        ),
        (lambda: sl.compare(*[sl.score(["a"], ["b"], like="seed-tts-eval")] * 2), "compare tests pooled rates"),
        (lambda: sl.Convention.parse("policy:sclite|like:kaldi"), "like:kaldi in a signature, where"),
        (
            lambda: sl.Convention.parse("policy:sclite|average:mode"),
            "average is 'mode' in a signature; expected pooled",
        ),
    ],
)
def test_what_does_not_fit_a_convention_is_reported(call: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


def test_a_signature_says_which_average_a_number_is() -> None:
    result = sl.score(["yes", "we saw a cat"], ["no", "we saw a cat"])
    mean = sl.Convention.parse(result.average_signature("mean"))
    assert (mean.average, mean.signature) == ("mean", result.average_signature("mean"))
    assert result.average_signature("pooled") == result.signature
    assert list(mean.unlike(sl.Convention.parse(result.signature))) == [("average", "mean", "")]
    tts = sl.score(["yes", "we saw a cat"], ["no", "we saw a cat"], like="seed-tts-eval")
    assert (tts.main_rate, tts.wer, f"{tts:.1%}") == (0.5, 0.2, "50.0%")
    assert sl.wer(["yes", "we saw a cat"], ["no", "we saw a cat"], like="seed-tts-eval") == 0.5
    assert str(tts).startswith("mean 50.0 % of utterance rates\nWER 20.0 %")
    assert sum([tts.totals(), tts.totals()]).signature == tts.signature


def test_the_commands_score_as_a_convention_does(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("Yes.\nWe saw it\n")
    (tmp_path / "hyp.txt").write_text("no\nwe saw it\n")
    done = scorelite("score", "ref.txt", "hyp.txt", "--like", "seed-tts-eval", "--max-wer", "40")
    assert (done.returncode, b"\n\nmean    50.0 %" in done.stdout) == (1, True)
    assert b"like seed-tts-eval: https://" in done.stdout
    assert b"FAIL: mean WER is 50.00 %, allowed 40.00 %" in done.stdout + done.stderr
    refused = scorelite("score", "ref.txt", "hyp.txt", "--like", "kaldi", "-c")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"--like kaldi sets unit to word, and --characters has another value" in refused.stderr
    compared = scorelite("compare", "--ref", "ref.txt", "ref.txt", "hyp.txt", "--like", "kaldi")
    assert b"(0.00 -> 50.00 %)" in compared.stdout
    (tmp_path / "ref.rttm").write_text("SPEAKER t 1 0.0 6.0 <NA> <NA> anna <NA> <NA>\n")
    segments = scorelite("segments", "ref.rttm", "ref.rttm", "--like", "dihard")
    assert b"--like dihard needs the scored regions; expected --uem" in segments.stderr
    callhome = scorelite("segments", "ref.rttm", "ref.rttm", "--like", "kaldi-callhome")
    assert b"|like:kaldi-callhome|" in callhome.stdout
