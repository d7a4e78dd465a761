"""NeMo's measures: `wer`, `eval_utils`, `punct_er` and `context_biasing_utils` are its modules of these names."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence

from .....formats.errors import UsageError, unknown
from . import context_biasing_utils, eval_utils, punct_er, wer

__all__ = ["context_biasing_utils", "eval_utils", "punct_er", "wer"]

_SPACES = re.compile(r"\s{2,}")
_DEFAULTS = {
    "dataset_manifest": "",
    "gt_text_attr_name": "text",
    "use_cer": "False",
    "use_punct_er": "False",
    "tolerance": "null",
    "only_score_manifest": "False",
    "scores_per_sample": "False",
    "text_processing.punctuation_marks": ".,?",
    "text_processing.separate_punctuation": "False",
    "text_processing.do_lowercase": "False",
    "text_processing.rm_punctuation": "False",
}


class _Options:
    """The words of a command line, such as use_cer=True."""

    def __init__(self, words: Sequence[str]) -> None:
        self.values = dict(_DEFAULTS)
        for word in words:
            name, equals, value = word.lstrip("+").partition("=")
            if not equals or name not in _DEFAULTS:
                raise unknown("value of speech_to_text_eval", name, [*_DEFAULTS])
            self.values[name] = _unquoted(value)
        if not self.flag("only_score_manifest"):
            raise UsageError("nemo speech_to_text_eval: no model runs here; expected only_score_manifest=True")

    def flag(self, name: str) -> bool:
        """Whether a value is true."""
        return self.values[name].lower() in ("true", "yes", "on", "1")

    def processed(self, texts: list[str]) -> list[str]:
        """Texts after what text_processing names: marks apart, lower case, marks removed, in this order."""
        marks = self.values["text_processing.punctuation_marks"]
        expression = re.compile(f"([{marks}])") if marks else None
        if self.flag("text_processing.separate_punctuation") and expression:
            texts = _replaced(texts, lambda text: expression.sub(r" \1 ", text))
        if self.flag("text_processing.do_lowercase"):
            texts = [text.lower() for text in texts]
        if self.flag("text_processing.rm_punctuation") and expression:
            texts = _replaced(texts, lambda text: expression.sub(" ", text))
        return texts


def _unquoted(value: str) -> str:
    """A value as Hydra reads it: without the quotes around it, and without backslashes before such quotes."""
    quote = value[:1]
    if len(value) > 1 and quote in "'\"" and value.endswith(quote):
        return value[1:-1].replace("\\" + quote, quote)
    return value


def _replaced(texts: list[str], change: Callable[[str], str]) -> list[str]:
    return [_SPACES.sub(" ", change(text)).strip() for text in texts]


def speech_to_text_eval(arguments: Sequence[str]) -> Iterator[str]:
    """The output of `speech_to_text_eval.py` for a manifest that has the texts of a model."""
    options = _Options(arguments)
    path = options.values["dataset_manifest"]
    if not os.path.exists(path):
        raise FileNotFoundError(f"The dataset manifest file could not be found at path : {path}")
    refs, hyps = map(options.processed, _texts(path, options.values["gt_text_attr_name"]))
    marks = list(options.values["text_processing.punctuation_marks"])
    punctuation = punct_er.DatasetPunctuationErrorRate(refs, hyps, marks) if options.flag("use_punct_er") else None
    if options.flag("scores_per_sample"):
        metrics = ["wer", "cer", "punct_er"][: 2 + (punctuation is not None)]
        eval_utils.compute_metrics_per_sample(
            path, options.values["gt_text_attr_name"], "pred_text", metrics, marks, output_manifest_path=path
        )
    words, characters = wer.word_error_rate(hyps, refs), wer.word_error_rate(hyps, refs, use_cer=True)
    yield from _checked(options, words, characters)
    yield f"Dataset WER/CER {words:.2%}/{characters:.2%}\n"
    if punctuation:
        punctuation.compute()
        yield from (f"{line}\n" for line in punctuation.lines())


def _texts(path: str, attribute: str) -> tuple[list[str], list[str]]:
    """The references and the hypotheses of a manifest."""
    refs, hyps = [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if "pred_text" not in row:
                raise ValueError(f"Invalid manifest provided: {path} does not contain value for `pred_text`.")
            refs.append(row[attribute])
            hyps.append(row["pred_text"])
    return refs, hyps


def _checked(options: _Options, words: float, characters: float) -> Iterator[str]:
    """The line about the tolerance, if there is one; a higher rate is an error."""
    name, rate = ("CER", characters) if options.flag("use_cer") else ("WER", words)
    limit = options.values["tolerance"]
    if limit.lower() not in ("null", "none", ""):
        tolerance = float(limit)
        if rate > tolerance:
            raise ValueError(f"Got {name} of {rate}, which was higher than tolerance={tolerance}")
        yield f"Got {name} of {rate}. Tolerance was {tolerance}\n"


PROGRAMS = {"speech_to_text_eval.py": speech_to_text_eval}
