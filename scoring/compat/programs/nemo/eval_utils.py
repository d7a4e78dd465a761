"""NeMo's functions that score manifests, `cal_write_wer` and `compute_metrics_per_sample`, and change texts."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .punct_er import OccurancePunctuationErrorRate
from .wer import counts_of_pairs, rates, word_error_rate, word_error_rate_detail

__all__ = [
    "cal_write_wer",
    "clean_label",
    "compute_metrics_per_sample",
    "convert_num_to_words",
    "remove_punctuations",
    "strip_spaces_before_punctuations",
]

_LOG = logging.getLogger("nemo_logger")
_PUNCTUATION = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~'
_MARK = re.compile(r"(\w)\s+([.,;!?])")
# Characters of a label that are removed, and those that become a blank.
_REMOVED = '`¨´‘’“”ʻ"'
_BLANKS = "/?*,.:=_{|}~«·»¡¿„…‧‹›≪≫!;ː→"
_CLEANED = str.maketrans({**dict.fromkeys(_BLANKS, " "), **dict.fromkeys(_REMOVED, "")})
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_RATES = ("ins_rate", "del_rate", "sub_rate")
_METRICS = ["wer", "cer", "punct_er"]


def strip_spaces_before_punctuations(text: str) -> str:
    """A text without blanks before marks.

    >>> strip_spaces_before_punctuations("hello , world")
    'hello, world'
    """
    return _MARK.sub(r"\1\2", text)


def remove_punctuations(text: str, punctuations: Iterable[str] | None = None) -> str:
    """A text without marks: those of ASCII but the apostrophe, or others.

    >>> remove_punctuations("don't, stop!")
    "don't stop"
    """
    for mark in punctuations or _PUNCTUATION:
        text = text.replace(mark, "")
    return text


def clean_label(_str: str, num_to_words: bool = True, langid: str = "en") -> str:
    """A label in lower case without marks, its numbers as words, digit by digit.

    >>> clean_label("Room 25, please!")
    'room two five please'
    """
    text = _str.strip().lower().translate(_CLEANED)
    return " ".join((convert_num_to_words(text, langid) if num_to_words else text).split())


def convert_num_to_words(_str: str, langid: str = "en") -> str:
    """A text with numbers as words, digit by digit; 0 alone is left out. Other languages than English stay as they are.

    >>> convert_num_to_words("25 or 0")
    'two five  or'
    """
    if langid != "en":
        _LOG.warning("Numbers are converted to words in English only; others need a text normalization")
        return _str
    return "".join(_spoken(word) for word in _str.strip().split()).strip()


def _spoken(word: str) -> str:
    """A word and a blank; a number as its digits."""
    if not word.isdigit():
        return f"{word} "
    digits = []
    number = int(word)
    while number:
        digits.append(_DIGITS[number % 10])
        number = int(number / 10)  # not exact beyond 2 ** 53, as in the original
    return f"{' '.join(reversed(digits))}  " if digits else ""


def cal_write_wer(
    pred_manifest: Any = None,
    gt_text_attr_name: str = "text",
    pred_text_attr_name: str = "pred_text",
    clean_groundtruth_text: bool = False,
    langid: str = "en",
    use_cer: bool = False,
    output_filename: str | None = None,
    ignore_capitalization: bool = False,
    ignore_punctuation: bool = False,
    punctuations: Sequence[str] | None = None,
    strip_punc_space: bool = False,
) -> tuple[str | None, dict[str, Any] | None, str]:
    """Writes a manifest with the rates of each row; returns its path, the rates of all rows, and the metric's name."""
    metric = "cer" if use_cer else "wer"

    def changed(text: str) -> str:
        if ignore_punctuation:
            text = remove_punctuations(text, punctuations)
        elif strip_punc_space:
            text = strip_spaces_before_punctuations(text)
        return text.lower() if ignore_capitalization else text

    rows: list[dict[str, Any]] = []
    refs, hyps = [], []
    for row in _rows(pred_manifest):
        if gt_text_attr_name not in row:
            if "text" not in row:
                _LOG.info(
                    f"ground-truth text attribute {gt_text_attr_name} is not present in manifest! "
                    "Cannot calculate WER. Returning!"
                )
            return None, None, metric
        hyp, ref = row[pred_text_attr_name].strip(), row[gt_text_attr_name].strip()
        refs.append(changed(clean_label(ref, langid=langid) if clean_groundtruth_text else ref))
        hyps.append(changed(hyp))
        rows.append(row)
    for row, counts in zip(rows, counts_of_pairs(hyps, refs, use_cer), strict=True):
        row[metric], row["tokens"], *others = rates(*counts)
        row.update(zip(_RATES, others, strict=True))
    _write(output_filename or pred_manifest, rows)
    rate, tokens, *others = word_error_rate_detail(hyps, refs, use_cer)
    sums = {"samples": len(rows), "tokens": tokens, metric: rate, **dict(zip(_RATES, others, strict=True))}
    return output_filename or pred_manifest, sums, metric


def compute_metrics_per_sample(
    manifest_path: str,
    reference_field: str = "text",
    hypothesis_field: str = "pred_text",
    metrics: Sequence[str] = ("wer",),
    punctuation_marks: Sequence[str] = (".", ",", "?"),
    output_manifest_path: str | None = None,
) -> list[dict[str, Any]]:
    """The rows of a manifest with their rates in percent; written to a file, too, if one is named."""
    _check(metrics, punctuation_marks)
    marks = OccurancePunctuationErrorRate(list(punctuation_marks)) if "punct_er" in metrics else None
    rows = list(_rows(manifest_path))
    _LOG.info(f"Computing {', '.join(metrics)} per sample")
    for row in rows:
        ref, hyp = row[reference_field], row[hypothesis_field]
        for name in _METRICS[:2]:
            if name in metrics:
                row[name] = _percent(word_error_rate([hyp], [ref], use_cer=name == "cer"))
        if marks:
            of_marks = marks.compute(ref, hyp)[2]
            for name in ("correct_rate", "deletions_rate", "insertions_rate", "substitutions_rate"):
                row[f"punct_{name}"] = _percent(getattr(of_marks, name))
            row["punct_error_rate"] = _percent(of_marks.punct_er)
    if output_manifest_path is not None:
        _write(output_manifest_path, rows)
        _LOG.info(f"Output manifest saved: {output_manifest_path}")
    return rows


def _percent(rate: float) -> float:
    return round(100 * rate, 2)


def _check(metrics: Sequence[str], marks: Sequence[str]) -> None:
    # The blanks in the messages are those of the original.
    if not metrics:
        raise AssertionError(f"'metrics' list is empty. {' ' * 12}Select the metrics from the supported: {_METRICS}.")
    for metric in metrics:
        if metric not in _METRICS:
            raise AssertionError(
                f"'{metric}' metric is not supported. {' ' * 16}Currently supported metrics are {_METRICS}."
            )
    if "punct_er" in metrics and not marks:
        raise AssertionError("punctuation_marks list can't be empty when 'punct_er' metric is enabled.")


def _rows(path: str) -> Iterator[dict[str, Any]]:
    """The rows of a manifest: lines of JSON."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _write(path: str, rows: Iterable[dict[str, Any]]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows)
