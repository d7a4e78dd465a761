"""NeMo's error rates: golden cases, and its own functions where a folder has them."""

from __future__ import annotations

import ast
import json
import logging
import random
import re
import typing
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scorelite.compat.nemo import context_biasing_utils, eval_utils, punct_er, wer
from tests.analysis.gold import cases
from tests.compat.toolkits import CASES, original, ours, sentences
from tests.peers import peer

MARKS = [".", ",", "?", "!"]
ODD = '/?*",.:=?_{|}~¨«·»¡¿„…‧‹›≪≫!:;ː→`¨´‘’“”`ʻ‘’“"‘”ʻaB 15 0 -\''


def functions(path: str, *names: str, **others: Any) -> SimpleNamespace:
    """Functions and classes of an original alone: its module imports torch and NeMo."""
    tree = ast.parse(original(f"NeMo/{path}").read_text(encoding="utf-8"))
    chosen: list[ast.stmt] = [node for node in tree.body if getattr(node, "name", "") in names]
    module = {**vars(typing), "logging": logging, "json": json, "re": re, "tqdm": lambda rows, **_: rows, **others}
    exec(compile(ast.Module(chosen, []), path, "exec"), module)
    return SimpleNamespace(**module)


def their_rates() -> SimpleNamespace:
    """NeMo's functions, which count with editdistance and with jiwer below 4."""
    jiwer = peer("jiwer")

    def measures(output: Any, rate: str) -> dict[str, Any]:
        return {name: getattr(output, name) for name in (rate, "insertions", "deletions", "substitutions")}

    older = SimpleNamespace(
        compute_measures=lambda ref, hyp: measures(jiwer.process_words(ref, hyp), "wer"),
        cer=lambda ref, hyp, return_dict: measures(jiwer.process_characters(ref, hyp), "cer"),
    )
    path, names = "nemo/collections/asr/metrics/wer.py", wer.__all__
    return functions(path, *names, editdistance=peer("editdistance"), jiwer=older)


def their_tools() -> SimpleNamespace:
    rates = their_rates()
    names = ("strip_spaces_before_punctuations", "remove_punctuations", "clean_label", "convert_num_to_words")
    tools = functions(
        "nemo/collections/asr/parts/utils/eval_utils.py",
        *(*names, "cal_write_wer"),
        word_error_rate_detail=rates.word_error_rate_detail,
    )
    samples = functions(
        "nemo/collections/asr/parts/utils/transcribe_utils.py",
        "compute_metrics_per_sample",
        word_error_rate=rates.word_error_rate,
        OccurancePunctuationErrorRate=their_marks().OccurancePunctuationErrorRate,
    )
    tools.compute_metrics_per_sample = samples.compute_metrics_per_sample
    return tools


def their_marks() -> SimpleNamespace:
    names = ("punctuation_error_rate", "OccurancePunctuationErrorRate", "DatasetPunctuationErrorRate")
    path = "nemo/collections/common/metrics/punct_er.py"
    return functions(path, *names, namedtuple=namedtuple, HAVE_TABLUATE_AND_PANDAS=False)


def texts(number: int, seed: int, blank: str = " ") -> tuple[list[str], list[str]]:
    """References and hypotheses; those with marks only have words, too."""
    rows = [(blank.join(ref), blank.join(hyp)) for _, ref, hyp in sentences(number, seed) if not ref or ref[0].strip()]
    refs, hyps = zip(*rows, strict=True)
    return list(refs), list(hyps)


@pytest.mark.parametrize("use_cer", [False, True])
@pytest.mark.parametrize("blank", [" ", "\t", "  ", "\u3000 "])
def test_rates_are_those_of_nemo(use_cer: bool, blank: str) -> None:
    theirs = their_rates()
    refs, hyps = texts(500, 3, blank)
    assert wer.word_error_rate(hyps, refs, use_cer) == theirs.word_error_rate(hyps, refs, use_cer)
    assert wer.word_error_rate_detail(hyps, refs, use_cer) == theirs.word_error_rate_detail(hyps, refs, use_cer)
    if refs[0] or hyps[0]:  # else NeMo ends with an UnboundLocalError
        assert wer.word_error_rate_per_utt(hyps, refs, use_cer) == theirs.word_error_rate_per_utt(hyps, refs, use_cer)
    for ref, hyp in zip(refs, hyps, strict=True):
        wanted = theirs.word_error_rate_detail([hyp], [ref], use_cer)
        assert wer.word_error_rate_detail([hyp], [ref], use_cer) == wanted
    for function in (wer.word_error_rate, theirs.word_error_rate, wer.word_error_rate_detail):
        with pytest.raises(
            ValueError, match=r"must have the same number of elements. But I got:1 and 2 correspondingly"
        ):
            function(["a"], ["a", "b"])


def write_manifest(path: Path, number: int, seed: int) -> None:
    rows = zip(*texts(number, seed), strict=True)
    lines = (
        json.dumps({"audio_filepath": f"{place}.wav", "text": ref, "pred_text": hyp})
        for place, (ref, hyp) in enumerate(rows)
    )
    # Both programs refuse digits in circles and above the line as numbers.
    path.write_text("".join(f"{line}\n" for line in lines).replace("\\u2460", "1").replace("\\u00b2", "2"))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"use_cer": True},
        {"clean_groundtruth_text": True, "ignore_capitalization": True},
        {"ignore_punctuation": True, "strip_punc_space": True},
        {"strip_punc_space": True, "use_cer": True},
        {"ignore_punctuation": True, "punctuations": [".", "a"]},
        {"gt_text_attr_name": "label"},
    ],
)
def test_manifests_are_those_of_nemo(options: dict[str, Any], tmp_path: Path) -> None:
    theirs = their_tools()
    write_manifest(tmp_path / "manifest", 500, 4)
    manifest, target = str(tmp_path / "manifest"), str(tmp_path / "scored")
    wanted = theirs.cal_write_wer(manifest, output_filename=target, **options)
    written = Path(target).read_bytes() if wanted[0] else b""
    Path(target).write_bytes(b"")
    assert eval_utils.cal_write_wer(manifest, output_filename=target, **options) == wanted
    assert Path(target).read_bytes() == written


@pytest.mark.parametrize("metrics", [["wer"], ["cer", "wer"], ["wer", "cer", "punct_er"], [], ["mer"]])
def test_rates_of_samples_are_those_of_nemo(metrics: list[str], tmp_path: Path) -> None:
    write_manifest(tmp_path / "manifest", 500, 6)
    answers = []
    for tools in (their_tools(), eval_utils):
        try:
            target = str(tmp_path / "scored")
            rows = tools.compute_metrics_per_sample(
                str(tmp_path / "manifest"), metrics=metrics, output_manifest_path=target
            )
            answers.append((rows, Path(target).read_bytes()))
        except AssertionError as error:
            answers.append((str(error), b""))
    assert answers[0] == answers[1]


def test_labels_are_cleaned_as_by_nemo() -> None:
    theirs = their_tools()
    draw = random.Random(1)
    for _ in range(2000):
        text = "".join(draw.choices(ODD, k=draw.randrange(12)))
        assert eval_utils.clean_label(text) == theirs.clean_label(text)
        assert eval_utils.clean_label(text, num_to_words=False) == theirs.clean_label(text, num_to_words=False)
        assert eval_utils.convert_num_to_words(text) == theirs.convert_num_to_words(text)
        assert eval_utils.remove_punctuations(text) == theirs.remove_punctuations(text)
        assert eval_utils.strip_spaces_before_punctuations(text) == theirs.strip_spaces_before_punctuations(text)


def test_rates_of_marks_are_those_of_nemo() -> None:
    theirs = their_marks()
    draw = random.Random(2)
    words = [*MARKS, ",", ".", "a", "b", "it's", " "]
    sides = [["".join(draw.choices(words, k=draw.randrange(12))) for _ in range(1000)] for _ in range(2)]
    for ref, hyp in zip(*sides, strict=True):
        wanted = theirs.OccurancePunctuationErrorRate(MARKS).compute(ref, hyp)
        assert punct_er.OccurancePunctuationErrorRate(MARKS).compute(ref, hyp) == wanted
    rates, wanted = (module.DatasetPunctuationErrorRate(*sides, MARKS) for module in (punct_er, theirs))
    for each in (rates, wanted):
        each.compute()
    for name in punct_er.PunctuationRates._fields:
        assert getattr(rates, name) == getattr(wanted, name)
    assert punct_er.punctuation_error_rate(*sides, MARKS) == theirs.punctuation_error_rate(*sides, MARKS)


def test_the_script_scores_a_manifest(tmp_path: Path) -> None:
    folder = CASES / "nemo"
    (tmp_path / "manifest").write_bytes((folder / "manifest.json").read_bytes())
    words = ["nemo", "speech_to_text_eval", "dataset_manifest=manifest", "only_score_manifest=True"]
    assert ours(words, tmp_path) == (0, b"Dataset WER/CER 91.67%/37.50%\n", b"")
    limit = [*words, "+tolerance=0.5", "use_cer=true"]
    assert ours(limit, tmp_path)[1].splitlines() == [
        b"Got CER of 0.375. Tolerance was 0.5",
        b"Dataset WER/CER 91.67%/37.50%",
    ]
    code, _, said = ours([*words, "tolerance=0.5"], tmp_path)
    assert (code, said) == (1, b"ValueError: Got WER of 0.9166666666666666, which was higher than tolerance=0.5")
    changed = ["text_processing.do_lowercase=True", "text_processing.rm_punctuation=True"]
    assert ours([*words, *changed], tmp_path)[1] == b"Dataset WER/CER 50.00%/25.00%\n"
    apart = ["text_processing.do_lowercase=True", "++text_processing.separate_punctuation=true"]
    assert ours([*words, *apart], tmp_path)[1] == b"Dataset WER/CER 62.50%/38.64%\n"
    code, out, _ = ours([*words, "scores_per_sample=True", "use_punct_er=True"], tmp_path)
    assert (code, out.splitlines()[1]) == (0, b"Dataset PER 100.0%")
    assert (tmp_path / "manifest").read_bytes() == (folder / "samples.json").read_bytes()


@pytest.mark.parametrize("value", ['"\'"', r"'\''", '".,\'"', "'"])
def test_quotes_around_a_value_do_not_belong_to_it(value: str, tmp_path: Path) -> None:
    (tmp_path / "manifest").write_text('{"text": "it\'s so", "pred_text": "it s so"}\n')
    words = ["nemo", "speech_to_text_eval", "dataset_manifest=manifest", "only_score_manifest=True"]
    marks = ["text_processing.rm_punctuation=True", f"text_processing.punctuation_marks={value}"]
    assert ours([*words, *marks], tmp_path) == (0, b"Dataset WER/CER 0.00%/0.00%\n", b"")


def test_the_script_runs_no_model(tmp_path: Path) -> None:
    (tmp_path / "manifest").write_text('{"text": "a"}\n')
    words = ["nemo", "speech_to_text_eval.py", "dataset_manifest=manifest"]
    code, _, said = ours(words, tmp_path)
    assert (code, said.split()[-1]) == (2, b"only_score_manifest=True")
    code, _, said = ours([*words, "only_score_manifest=True"], tmp_path)
    assert (code, said.split()[0]) == (1, b"ValueError:")
    code, _, said = ours([*words, "only_score_manifests=True"], tmp_path)
    assert (code, b"did you mean only_score_manifest?" in said) == (2, True)


def test_manifests_are_those_that_nemo_wrote(tmp_path: Path) -> None:
    folder = CASES / "nemo"
    for name, use_cer in (("wer", False), ("cer", True)):
        target = str(tmp_path / name)
        path, sums, metric = eval_utils.cal_write_wer(
            str(folder / "manifest.json"), use_cer=use_cer, output_filename=target
        )
        assert (path, metric) == (target, name)
        assert Path(target).read_bytes() == (folder / f"{name}.json").read_bytes()
        assert sums == json.loads((folder / f"{name}-sums.json").read_text())


def test_nothing_said_has_an_infinite_rate() -> None:
    infinite = float("inf")
    assert wer.word_error_rate(["a"], [""]) == infinite
    assert wer.word_error_rate_detail(["a"], [""]) == (infinite, 0, infinite, infinite, infinite)
    assert wer.word_error_rate_detail([], []) == (infinite, 0, infinite, infinite, infinite)


def test_rates_of_utterances_are_those_of_nemo() -> None:
    infinite = float("inf")
    for hyps, refs, use_cer, expected in (
        (["kat"], ["cat"], False, ([1.0], 1.0)),
        (["cat", ""], ["", "gpu"], False, ([infinite, 1.0], 2.0)),
        (["ducuti motorcycle", "G P U"], ["ducati motorcycle", "GPU"], False, ([0.5, 3.0], 4 / 3)),
        (["ducuti motorcycle", "G P U"], ["ducati motorcycle", "GPU"], True, ([1 / 17, 2 / 3], 0.15)),
        # A pair without words is left out, and the errors of the pair before it count again.
        (["a b", "", "c"], ["a c", "", "c"], False, ([0.5, 0.0], 2 / 3)),
        ([], [], False, ([], infinite)),
    ):
        assert wer.word_error_rate_per_utt(hyps, refs, use_cer) == expected
    with pytest.raises(ValueError, match="must have the same number of elements"):
        wer.word_error_rate_per_utt(["a"], [])


def test_scores_of_key_phrases_are_those_of_nemo(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    for case in cases("nemo_keyphrase"):
        path.write_text("".join(f"{json.dumps(row)}\n" for row in case["rows"]))
        scores = context_biasing_utils.compute_fscore(str(path), case["keys"])
        assert scores == (case["precision"], case["recall"], case["fscore"])


def test_counts_of_each_phrase_are_logged_on_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "manifest.json"
    path.write_text('{"text": "in new york now", "pred_text": "in new york new"}\n')
    with caplog.at_level(logging.INFO, logger="nemo_logger"):
        context_biasing_utils.compute_fscore(str(path), ["new york", "now", "new"], print_stats=True)
    rows = [record.getMessage() for record in caplog.records][2:5]
    assert rows == ["new york:   1/1   |   ", "     now:   0/1   |   ", "     new:   1/1   |   "]


@pytest.mark.parametrize(
    ("text", "phrases", "error", "said"),
    [
        ('{"text": "a", "pred_text": "b"}', [], AssertionError, "key_words_list is empty"),
        ("", ["a"], AssertionError, "manifest file is empty"),
        ('{"text": "a"}', ["a"], AssertionError, "manifest file should contain pred_text field"),
        ("{", ["a"], RuntimeError, "Errors encountered while reading manifest file"),
        ('{"text": "a", "pred_text": "b"}', ["c"], ValueError, "max"),
    ],
)
def test_manifests_without_scores_are_refused_as_by_nemo(
    text: str, phrases: list[str], error: type[Exception], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text)
    with pytest.raises(error, match=said):
        context_biasing_utils.compute_fscore(str(path), phrases)
