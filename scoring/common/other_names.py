"""Other names under which keywords are understood: American spelling, and the words of other packages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import wraps

from ...formats.errors import UsageError, suggestion, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Call = TypeVar("Call", bound=Callable[..., Any])

REFERENCE = ("ref", "refs", "reference", "references", "truth", "target")
HYPOTHESIS = ("hyp", "hyps", "hypothesis", "hypotheses", "prediction", "predictions", "preds")
"""Names of both sides; each function has one of each, and understands the others."""
OTHER_NAMES: Mapping[str, str] = dict.fromkeys(("normalize", "normaliser", "normalizer"), "normalise")
"""Names of keywords that others have, with ours; type checkers know ours alone."""
_UNDERSTOOD = frozenset((*REFERENCE, *HYPOTHESIS, *OTHER_NAMES))
INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("characters", "chars", "char", "cer", "by_character", "return_cer"), "unit='character'"),
    **dict.fromkeys(("lowercase", "lower", "ignore_case", "case", "lc"), "case_sensitive=, which is False by default"),
    **dict.fromkeys(("remove_punctuation", "punctuation"), "normalise='basic'"),
    **dict.fromkeys(("reference_transform", "truth_transform", "hypothesis_transform"), "normalise=function"),
    "gold": "the reference as the first argument",
    "output": "the hypothesis as the second argument",
    **dict.fromkeys(("language", "lang"), "normalise= of that language, such as 'whisper-en'"),
    "tokenize": "normalise=, with a function of a text",
    "speakers": "speaker_map=, or ids such as anna-001",
    "concatenate_texts": "no keyword: errors and words are summed over all texts",
    "return_dict": "score(refs, hyps), which has all numbers",
    **dict.fromkeys(("jobs", "n_jobs", "workers", "num_workers"), "threads="),
    **dict.fromkeys(("pad", "padding", "pad_id", "pad_token_id", "ignore_index", "ignore_id"), "ignore= of Metric"),
    **dict.fromkeys(("ref_col", "text_column"), "ref_column="),
    **dict.fromkeys(("hyp_col", "prediction_column"), "hyp_column="),
}
"""Keywords that others have, with what does the same here."""
ATTRIBUTES: Mapping[str, str] = {
    **dict.fromkeys(("word_error_rate", "error_rate", "rate", "score", "error_percentage"), "wer"),
    **dict.fromkeys(("metrics", "rates", "scores"), "measures"),
    **dict.fromkeys(("character_error_rate",), "cer"),
    **dict.fromkeys(("match_error_rate",), "mer"),
    **dict.fromkeys(("word_information_lost",), "wil"),
    **dict.fromkeys(("word_information_preserved",), "wip"),
    **dict.fromkeys(("sentence_error_rate",), "ser"),
    **dict.fromkeys(("diarization_error_rate", "diarisation_error_rate", "cpwer"), "error_rate"),
    **dict.fromkeys(("num_errors", "n_errors", "total_errors", "error_count"), "errors"),
    **dict.fromkeys(("subs", "sub", "num_sub", "substitution"), "substitutions"),
    **dict.fromkeys(("dels", "num_del", "deletion", "missed"), "deletions"),
    **dict.fromkeys(("ins", "num_ins", "insertion", "inserted"), "insertions"),
    **dict.fromkeys(
        ("words", "n_words", "total_words", "length", "num_words", "reference_words", "ref_length"), "counts.reference"
    ),
    **dict.fromkeys(("accuracy", "word_accuracy"), "counts.correct_rate"),
    **dict.fromkeys(("refs", "references", "truth"), "utterances.refs"),
    **dict.fromkeys(("hyps", "hypotheses", "predictions"), "utterances.hyps"),
    **dict.fromkeys(("ids", "keys"), "utterances.ids()"),
    **dict.fromkeys(("items", "rows", "sentences_", "segments", "samples"), "utterances"),
    **dict.fromkeys(("alignment", "visualize_alignment", "align", "ops", "chunks"), "alignments"),
    **dict.fromkeys(("confidence_interval", "ci", "bootstrap", "conf_int"), "interval()"),
    **dict.fromkeys(("confusion_pairs", "confusion_matrix", "commonest", "substitution_counts"), "confusions()"),
    **dict.fromkeys(("errors_by_word", "most_common_errors", "deleted"), "confusions()"),
    **dict.fromkeys(("pvalue", "p_value", "significance"), "compare(other).p_values"),
    **dict.fromkeys(("hist", "histogram"), "plot(), which lists the kinds of pictures"),
    **dict.fromkeys(("diff", "compare_to", "versus"), "compare(other)"),
    **dict.fromkeys(("group_by", "groupby", "by_speaker", "per_speaker"), "by()"),
    **dict.fromkeys(("df", "to_df", "dataframe", "to_dataframe", "pandas", "to_frame"), "to_pandas()"),
    **dict.fromkeys(("json", "dumps", "as_json"), "to_json()"),
    **dict.fromkeys(("dict", "as_dict", "_asdict"), "to_dict()"),
    **dict.fromkeys(("html", "show", "view", "to_page"), "page(path)"),
    **dict.fromkeys(("csv", "write_csv"), "to_csv(path)"),
    **dict.fromkeys(("dump", "store", "write", "to_file"), "save(path)"),
    **dict.fromkeys(("summary", "text"), "report() or str(result)"),
}
"""Attributes of results that others have, with ours."""
FUNCTIONS: Mapping[str, str] = {
    "process_words": "score(refs, hyps): result.counts, and an alignment for each utterance",
    "process_characters": "score(refs, hyps, unit='character')",
    "compute_measures": "score(refs, hyps).measures",
    "visualize_alignment": "score(refs, hyps): print(result[0]), or result.page('errors.html') for all",
    "WordErrorRate": "Metric(): metric.update(refs, hyps), with the reference first, and metric.compute().wer",
    "CharErrorRate": "Metric(unit='character'): metric.update(refs, hyps), with the reference first",
    "corpus_score": "wer(refs, hyps), with the reference first",
    **dict.fromkeys(("word_error_rate", "compute_wer", "calculate_wer"), "wer(refs, hyps)"),
    "jiwer": "wer(refs, hyps); with policy='jiwer' its alignments are jiwer's",
    "transforms": "normalise(text, name), and normalise= of score",
    **dict.fromkeys(("edit_distance", "levenshtein", "distance"), "align(ref, hyp).counts.errors"),
    "character_error_rate": "cer(refs, hyps)",
    "normalize": "normalise(text, name)",
    "evaluate": "score(refs, hyps)",
    "compute": "wer(refs, hyps) or score(refs, hyps)",
    "score_meetings": "meetings.score(refs, hyps)",
    "score_meeting_files": "meetings.score_files(ref, hyp)",
    "ser": "score(refs, hyps).ser",
    "open": "load(path) for a result, read(path) for a transcript",
    "bootstrap": "score(refs, hyps).interval()",
    "rover": "vote(hyps)",
    **dict.fromkeys(("significance", "mapsswe", "paired_tests"), "compare(old, new).p_values, of two results of score"),
    **dict.fromkeys(("EnglishTextNormalizer", "BasicTextNormalizer"), "normalise(text, 'whisper-en')"),
    "show_versions": "__version__",
    **dict.fromkeys(("score_kws", "evaluate_kws"), "kws.score_files(ecf, rttm, kwlist, kwslist), or kws.evaluate"),
    **dict.fromkeys(("score_diarization", "score_diarisation"), "score_segments(refs, hyps, measure='diarisation')"),
    **dict.fromkeys(("DiarizationErrorRate", "diarization_error_rate"), "der(refs, hyps)"),
    **{f"load_{name}": "read(path)" for name in ("stm", "ctm", "trn", "rttm", "srt", "textgrid", "transcript")},
}
"""Functions and classes that others have, with what does the same here."""
ABSENT: Mapping[str, str] = {
    **dict.fromkeys(("bleu", "corpus_bleu", "chrf"), "measures of translations"),
    "ter": "TER of translations; that of token ids is Metric()",
}
"""Measures that others have and scorelite has not: no other one stands for them."""
_RATES = frozenset(
    ("wer", "cer", "mer", "wil", "wip", "ser", "der", "jer", "atwv", "mtwv")
    + ("cpwer", "tcpwer", "orcwer", "tcorcwer", "mimower", "tcmimower", "wder")
)
"""Names of measures."""


def understood(function: Call) -> Call:
    """The function, which understands the other names of its keywords.

    >>> @understood
    ... def pair(refs, hyps):
    ...     return refs, hyps
    >>> pair(hypothesis="b", reference="a")
    ('a', 'b')
    """

    sides = [name for name in function.__code__.co_varnames[:3] if name != "self"]
    names = {**OTHER_NAMES, **dict.fromkeys(REFERENCE, sides[0]), **dict.fromkeys(HYPOTHESIS, sides[1])}

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        if not _UNDERSTOOD.isdisjoint(keywords):
            keywords = renamed(keywords, names)
        return function(*values, **keywords)

    return call  # type: ignore[return-value]  # it takes what the function takes, and other names


def renamed(keywords: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The keywords under our names; two names of one keyword are refused.

    >>> renamed({"normalize": "basic", "unit": "word"}, OTHER_NAMES)
    {'normalise': 'basic', 'unit': 'word'}
    """
    typed: dict[str, str] = {}
    for name in keywords:
        ours = names.get(name, name)
        if ours in typed:
            raise UsageError(f"{typed[ours]}= and {name}= are one keyword; expected {ours}= alone")
        typed[ours] = name
    return {ours: keywords[name] for ours, name in typed.items()}


def unknown_setting(name: str, names: Collection[str]) -> UsageError:
    """The error about a keyword that no setting has.

    >>> unknown_setting("characters", ["unit"])
    UsageError("setting 'characters' is unknown; expected unit='character'")
    >>> unknown_setting("unti", ["unit"])
    UsageError("setting 'unti' is unknown; did you mean unit? (expected one of: unit)")
    """
    if name in INSTEAD and name not in names:
        return UsageError(f"setting {name!r} is unknown; expected {INSTEAD[name]}")
    return unknown("setting", name, names)


def no_attribute(result: object, name: str) -> AttributeError:
    """The error about an attribute that a result lacks, with the one that is meant."""
    kind = type(result)
    text = f"{kind.__name__!r} object has no attribute {name!r}"
    meant = ATTRIBUTES.get(name, "")
    if name.startswith("_") or name in dir(kind):
        # Protocols that are only tried, and attributes whose own look-up failed.
        return AttributeError(text)
    if not hasattr(kind, meant.partition(".")[0].partition("(")[0]):
        meant = ""
    near = f"; expected result.{meant}" if meant else suggestion(name, [each for each in dir(kind) if each[0] != "_"])
    return AttributeError(f"{text}{near}")


def elsewhere(name: str, names: Collection[str]) -> str:
    """The function of ours for one that others have, or else the nearest of these names; empty where none is near.

    >>> elsewhere("word_error_rate", ["wer"]), elsewhere("scores", ["score", "align"]), elsewhere("xer", ["wer"])
    ('; expected scorelite.wer(refs, hyps)', '; did you mean score?', '')
    """
    if name in FUNCTIONS:
        return f"; expected scorelite.{FUNCTIONS[name]}"
    if name in ABSENT:
        return f"; scorelite has no {ABSENT[name]}"
    # Another measure is another number: it is named where only case or a sign differs.
    bare = name.lower().replace("_", "")
    return suggestion(name, [other for other in names if other not in _RATES or bare.startswith(other)])
