"""Other names under which keywords are understood: American spelling, and the words of other packages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from types import MappingProxyType

from ...formats.errors import UsageError, quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Call = TypeVar("Call", bound=Callable[..., Any])

REFERENCE = ("ref", "refs", "reference", "references", "truth", "ground_truth", "target", "y_true")
HYPOTHESIS = ("hyp", "hyps", "hypothesis", "hypotheses", "prediction", "predictions", "preds", "y_pred")
"""Names of both sides; each function has one of each, and understands the others."""
OTHER_NAMES: Mapping[str, str] = dict.fromkeys(("normalize", "normaliser", "normalizer"), "normalise")
"""Names of keywords that others have, with ours; type checkers know ours alone."""
_UNDERSTOOD = frozenset((*REFERENCE, *HYPOTHESIS, *OTHER_NAMES))
INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("characters", "chars", "char", "cer", "by_character", "return_cer"), "unit='character'"),
    **dict.fromkeys(("lowercase", "lower", "ignore_case", "case", "lc"), "case_sensitive=, which is False by default"),
    **dict.fromkeys(
        ("remove_punctuation", "punctuation", "strip_punctuation", "standardize", "normalize_text"), "normalise='basic'"
    ),
    **dict.fromkeys(
        ("refs2", "ref2", "multi_reference", "multi_refs", "other_refs", "other_references", "more_refs"),
        "result.references(other), of the results with each reference",
    ),
    "case_insensitive": "case_sensitive=, which is False by default",
    **dict.fromkeys(("level", "granularity"), "unit="),
    **dict.fromkeys(("algorithm", "aligner", "backend", "tool"), "policy=, such as 'sclite' or 'jiwer'"),
    **dict.fromkeys(("contractions", "expand_contractions", "numbers", "normalize_numbers"), "normalise='whisper-en'"),
    **dict.fromkeys(("strip", "trim", "squeeze"), "no keyword: blanks around words never count"),
    **dict.fromkeys(
        ("remove_diacritics", "strip_diacritics", "ignore_diacritics", "strip_accents"), "normalise='no-marks'"
    ),
    **dict.fromkeys(("strip_tags", "remove_tags", "ignore_tags"), "normalise='drop:<*>'"),
    **dict.fromkeys(("delimiter", "separator", "sep", "split"), "normalise=function; words are between blanks"),
    **dict.fromkeys(("progress", "progress_bar", "tqdm", "quiet", "silent"), "no keyword: nothing is printed"),
    **dict.fromkeys(
        ("skip_empty", "empty", "ignore_empty", "allow_empty"), "no keyword: words beside an empty text are errors"
    ),
    **dict.fromkeys(("on_error", "raise_errors"), "no keyword: bad input is an error"),
    **dict.fromkeys(("ref_encoding", "hyp_encoding", "charset"), "encoding=, of both files; UTF-8 is known"),
    **dict.fromkeys(("rename", "rename_speakers"), "speaker_map=, session= or channel=, with a mapping"),
    "time_unit": "no keyword: times are in seconds",
    **dict.fromkeys(("measure", "metric", "metrics"), "no keyword: result.wer, result.cer, result.mer ... are there"),
    "by": "score(refs, hyps, ids=ids).by(name)",
    **dict.fromkeys(("weights", "costs"), "policy=, such as '4/3/3:SID'"),
    **dict.fromkeys(("keys", "names", "utterance_ids"), "ids="),
    **dict.fromkeys(
        ("tokenize", "tokenizer", "tokens"), "unit='character', or normalise=function, which puts blanks between tokens"
    ),
    **dict.fromkeys(("per_utterance", "utterances"), "no keyword: [each.wer for each in result]"),
    **dict.fromkeys(("mapping", "synonyms", "wordlist"), "equivalents=, with a file such as a GLM, or a mapping"),
    **dict.fromkeys(
        ("glm", "glm_file"), "normalise='words.glm', which rewrites both sides; or equivalents='words.glm'"
    ),
    **dict.fromkeys(
        (
            *(
                "ignore",
                "ignore_words",
                "stopwords",
                "fillers",
                "filler_words",
                "remove_fillers",
                "disfluencies",
                "hesitations",
            ),
            *("nlsyms", "non_lang_syms", "filter_words", "exclude_words"),
        ),
        "normalise='drop:<unk> uh', with the words to remove",
    ),
    **dict.fromkeys(("skip_missing", "missing_ok", "allow_missing"), "missing='skip' (or 'delete')"),
    **dict.fromkeys(("collar", "time_tolerance", "tolerance"), "no keyword: meetings.tcpwer has a collar"),
    "uem": "score_segments(refs, hyps, uem=path) or meetings.score",
    **dict.fromkeys(("plot", "show"), "score(refs, hyps).plot(path)"),
    **dict.fromkeys(("transform", "preprocess", "processor", "pipeline"), "normalise=, with a function of a text"),
    **dict.fromkeys(("sample_weight", "device", "batch", "batch_size", "seed"), "no keyword: all texts count alike"),
    **dict.fromkeys(("count_spaces", "remove_spaces", "ignore_spaces"), "no keyword: spaces never count"),
    **dict.fromkeys(("durations", "dropna"), "a table with such a column, as in score('table.csv')"),
    **dict.fromkeys(
        ("mode", "strict", "on_missing", "on_mismatch", "missing_ids"), "missing='error' (or 'skip', 'delete')"
    ),
    **dict.fromkeys(("format", "fmt"), "ref_format= and hyp_format=, of files"),
    **dict.fromkeys(
        ("average", "reduction", "macro", "weighted"), "no keyword: result.mean_utterance_wer is the mean of utterances"
    ),
    "verbose": "no keyword: print(result[0]) shows an alignment",
    **dict.fromkeys(("reference_transform", "truth_transform", "hypothesis_transform"), "normalise=function"),
    **dict.fromkeys(("gold", "label", "labels"), "the reference as the first argument"),
    **dict.fromkeys(
        ("output", "out", "outfile", "output_dir", "output_file", "report_path"),
        "no keyword: result.save(path), or result.page(path); hypotheses are the second argument",
    ),
    **dict.fromkeys(("language", "lang"), "normalise= of that language, such as 'whisper-en'"),
    "speakers": "speaker_map=, or ids such as anna-001",
    "concatenate_texts": "no keyword: errors and words are summed over all texts",
    **dict.fromkeys(
        ("details", "detailed", "return_counts", "counts", "errors"), "score(refs, hyps), which has all numbers"
    ),
    "return_dict": "score(refs, hyps).to_dict()",
    **dict.fromkeys(("jobs", "num_workers", "cores", "processes", "parallel"), "threads="),
    **dict.fromkeys(("pad", "padding", "pad_id", "ignore_index", "ignore_id", "ignore_token"), "ignore= of Metric"),
    **dict.fromkeys(
        ("ref_id_column", "hyp_id_column", "ref_id", "hyp_id"),
        "id_column='REF,HYP': the first of these in each table",
    ),
    **dict.fromkeys(("ref_col", "ref_name", "text_column"), "ref_column="),
    "tiers": "tier=",
    **dict.fromkeys(("hyp_col", "prediction_column"), "hyp_column="),
    **dict.fromkeys(("bootstrap", "confidence_interval", "ci"), "score(refs, hyps).interval()"),
    **dict.fromkeys(("percent", "pct"), "no keyword: 100 * result.wer is percent"),
    **dict.fromkeys(("speaker", "group", "groups"), "ids such as anna-001, and result.by(name)"),
    **dict.fromkeys(("metadata", "columns"), "score(refs, hyps, ids=ids).with_columns(table)"),
    "report": "score(refs, hyps).report(name)",
    **{name: f"score(refs, hyps).{name}()" for name in ("to_pandas", "to_dict", "to_json", "to_csv")},
    **dict.fromkeys(("alignment", "output_alignment"), "no keyword: result.alignments has them"),
    **dict.fromkeys(("round", "digits", "decimals", "precision"), "no keyword: f'{result.wer:.2%}' rounds"),
    "encoding": "encoding= of files, such as score_files(ref, hyp, encoding='latin-1')",
}
"""Keywords that others have, with what does the same here."""
ATTRIBUTES: Mapping[str, str] = {
    "refs": "utterances.refs",
    "hyps": "utterances.hyps",
    **dict.fromkeys(("word_error_rate", "error_rate", "rate", "score", "value", "error_percentage"), "wer"),
    **dict.fromkeys(("metrics", "rates", "scores"), "measures"),
    **dict.fromkeys(("error_count", "edit_distance", "word_errors"), "errors"),
    **dict.fromkeys(
        ("mapping", "assignment"),
        "parts (parts[0].score.mapping of diarisation, parts[0].assigned.assignment of meetings)",
    ),
    **dict.fromkeys(("sessions", "recordings", "files"), "parts"),
    **dict.fromkeys(("S", "subs", "substitution"), "substitutions"),
    **dict.fromkeys(("D", "missed"), "deletions"),
    **dict.fromkeys(("I", "ins"), "insertions"),
    **dict.fromkeys(
        (
            "num_ref_words",
            "words",
            "length",
            "num_words",
            "reference_words",
            "ref_length",
            "n_ref",
            "ref_words",
            "reference_length",
            "num_ref",
            "N",
        ),
        "counts.reference",
    ),
    **dict.fromkeys(("examples", "samples", "sample", "rows", "utts", "results", "sents"), "utterances"),
    **dict.fromkeys(
        ("utterance_wer", "sentence_wer", "utterance_wers", "wer_list"),
        "utterances (as in [each.wer for each in result])",
    ),
    **dict.fromkeys(("texts", "text", "transcripts"), "utterances.refs, or utterances.hyps"),
    **dict.fromkeys(("num_utterances", "n_utterances", "utterance_count"), "sentences, or len(result)"),
    **dict.fromkeys(("cost", "levenshtein", "distance", "num_edits", "n_edits"), "errors"),
    **dict.fromkeys(("all", "info"), "measures, or to_dict()"),
    "meta": "settings, and signature",
    **dict.fromkeys(("size", "count"), "utterances, whose number is len(result)"),
    **dict.fromkeys(
        [
            f"{word}_{kind}s"
            for word in ("frequent", "common", "top", "most_common", "most_frequent")
            for kind in ("error", "deletion", "insertion", "substitution")
        ],
        "confusions()",
    ),
    "error_table": "confusions()",
    **dict.fromkeys(("edits", "ops", "opcodes"), "alignments"),
    **dict.fromkeys(("raw_wer", "wer_raw", "unnormalised_wer"), "normalisation(), with the counts before it"),
    **dict.fromkeys(("C", "n_correct", "num_correct"), "counts.correct"),
    **dict.fromkeys(("accuracy", "word_accuracy", "wacc"), "wer (1 - result.wer is the word accuracy)"),
    **dict.fromkeys(("ids", "keys", "utterance_ids"), "utterances.ids()"),
    **dict.fromkeys(("items", "rows", "segments", "samples", "utts", "per_utterance", "filter"), "utterances"),
    **dict.fromkeys(("alignment", "visualize_alignment", "align", "ops", "chunks"), "alignments"),
    **dict.fromkeys(("confidence_interval", "ci", "bootstrap"), "interval()"),
    **dict.fromkeys(("pairs", "confusion_pairs", "confusion_matrix", "commonest"), "confusions()"),
    **dict.fromkeys(
        ("errors_by_word", "most_common_errors", "top_errors", "substitutions_list", "deleted"), "confusions()"
    ),
    "hallucinations": "failures()",
    **dict.fromkeys(("oracle", "oracle_wer"), "nbest(lists)"),
    **dict.fromkeys(("confusion", "confusion_time"), "total.confused"),
    **dict.fromkeys(("miss", "missed_detection"), "total.missed"),
    **dict.fromkeys(("macro_wer", "mean_wer", "average_wer", "macro", "macro_average"), "mean_utterance_wer"),
    **dict.fromkeys(("micro", "micro_wer", "micro_average", "pooled"), "wer, of all errors together"),
    **dict.fromkeys(("by_length", "wer_by_length"), 'by("words:0-5-10")'),
    **dict.fromkeys(("p_value", "significance", "is_significant"), "compare(other).p_values"),
    **dict.fromkeys(
        ("hist", "histogram", "bar", "barplot", "boxplot", "scatter", "savefig", "plot_errors"),
        "plot(), which lists the kinds of pictures",
    ),
    **dict.fromkeys(("diff", "compare_to", "versus", "vs"), "compare(other)"),
    **dict.fromkeys(
        (
            "group_by",
            "groupby",
            "by_speaker",
            "per_speaker",
            "worst_speakers",
            "speaker_wer",
            "wer_by_speaker",
            "by_file",
            "per_file",
            "split",
        ),
        "by()",
    ),
    **dict.fromkeys(
        ("pandas", "data", "values", "describe", "shape", "iloc", "loc", "query", "columns", "explode"), "to_pandas()"
    ),
    **dict.fromkeys(("json", "dumps"), "to_json()"),
    **dict.fromkeys(("dict", "_asdict"), "to_dict()"),
    **dict.fromkeys(("html", "save_html", "to_page"), "page(path)"),
    **dict.fromkeys(("show", "open", "browse", "view"), "page(path), or print(result)"),
    **dict.fromkeys(
        ("deleted_words", "inserted_words", "substituted_words", "most_confused", "aligned_words"), "confusions()"
    ),
    **dict.fromkeys(
        [
            f"{kind}{form}"
            for kind in ("substitution", "insertion", "deletion")
            for form in ("_list", "s_list", "_pairs")
        ],
        "confusions()",
    ),
    **dict.fromkeys(("tail", "random"), "utterances (utterances[-3:] are the last three)"),
    "first": "utterances (utterances[0] is the first)",
    "arrow_table": "to_arrow()",
    **dict.fromkeys(("equals", "identical"), "utterances, which == compares"),
    "significant_difference": "compare(other).p_values",
    **dict.fromkeys(
        ("wrong_words", "error_words", "deletion_errors", "most_frequent_errors", "substitution_matrix"), "confusions()"
    ),
    **dict.fromkeys(("hyp_words", "hyp_length"), "counts.hypothesis"),
    **dict.fromkeys(
        ("sentence_accuracy", "exact_match", "perfect", "perfect_utterances", "correct_sentences"),
        "ser (the share of utterances with errors)",
    ),
    **dict.fromkeys(("calibration", "reliability", "ece", "calibrate"), "confidence()"),
    **dict.fromkeys(("timing", "timestamps", "latency"), "times()"),
    **dict.fromkeys(("capitalization", "capitals", "casing", "formatting"), "writing()"),
    "compute": "wer, or measures",
    **dict.fromkeys(("per", "phone_error_rate", "phoneme_error_rate"), "wer, with a blank between phones"),
    "round": "wer, as in round(result.wer, 2)",
    **dict.fromkeys(("duration", "metadata", "vocab"), "to_pandas(), with the columns of each utterance"),
    **dict.fromkeys(("is_better", "better_than"), "compare(other).verdict"),
    "paired_bootstrap": "compare(other).bootstrap",
    **dict.fromkeys(("normaliser", "config", "options"), "settings"),
    **{f"{name}": f"report('{name}')" for name in ("sys", "pra", "dtl", "raw", "sgml")},
    **dict.fromkeys(("details", "error_counts"), "confusions() or counts"),
    **dict.fromkeys(("mean", "average"), "mean_utterance_wer"),
    **dict.fromkeys(("map", "apply"), "utterances (as in [each.wer for each in result])"),
    **dict.fromkeys(("filter", "where"), "utterances (as in [each for each in result if each.wer])"),
    **dict.fromkeys(("concat", "append", "update", "add"), "merged([first, second]), or first + second"),
    **dict.fromkeys(("sort", "sort_values", "top", "worst_utterances"), "worst()"),
    "head": "utterances (utterances[:3] are the first three)",
    **dict.fromkeys(("errors_only", "wrong", "incorrect", "failed", "mismatches", "with_errors"), "worst(number)"),
    **dict.fromkeys(("get", "by_id"), "utterances (utterances[id] is one), or measures"),
    **dict.fromkeys(("recall", "wrr", "recognition_rate"), "counts.correct_rate"),
    **dict.fromkeys(("warnings", "messages"), "notices"),
    **dict.fromkeys(("wer_percent", "percent", "percentage"), "wer (100 * result.wer is percent)"),
    **dict.fromkeys(("total", "errors_by_type", "error_types", "sub_del_ins"), "counts"),
    **{f"{kind[:3]}_rate": f"counts.{kind}_rate" for kind in ("substitution", "deletion", "insertion")},
    "correct_rate": "counts.correct_rate",
    **dict.fromkeys(("correct_words", "words_correct"), "counts.correct"),
    **dict.fromkeys(("max_wer", "worst_wer"), "worst(1), with its wer (for a limit scorelite.testing.assert_wer)"),
    **dict.fromkeys(("median_wer", "median"), "median_utterance_wer"),
    **dict.fromkeys(("utterance", "lookup", "find"), "utterances (utterances[id] is one)"),
    **dict.fromkeys(("best", "best_utterances"), "worst (the last of result.worst(len(result)) is the best)"),
    "export": "to_csv(path) or save(path)",
    **dict.fromkeys(("to_latex", "latex"), "to_pandas().to_latex()"),
    **dict.fromkeys(("to_list", "to_records", "records"), "to_dict(utterances=True)"),
    "to_polars": "to_arrow(), which polars.from_arrow takes",
    "to_parquet": "to_arrow(), which pyarrow.parquet writes",
    **dict.fromkeys(("csv", "write_csv"), "to_csv(path)"),
    **dict.fromkeys(("dump", "store", "write"), "save(path)"),
    "load": "save(path), which scorelite.load(path) reads",
    **dict.fromkeys(
        ("passed", "check", "assert_wer", "within"), "wer, or scorelite.testing.assert_wer(refs, hyps, limit)"
    ),
    **dict.fromkeys(("summary", "stats", "statistics", "to_txt", "to_text", "to_string"), "report() or str(result)"),
    **dict.fromkeys(("to_markdown", "markdown"), "to_pandas().to_markdown() (pip install pandas tabulate)"),
    **dict.fromkeys(("to_excel", "to_xlsx"), "to_csv(path), which spreadsheets open"),
}
"""Attributes of results that others have, with ours."""
OF_OTHER_WINGS: Mapping[str, str] = {
    **dict.fromkeys(("by", "per_speaker", "by_speaker", "groupby", "group_by"), "report('sys'), or 'speakers'"),
    **dict.fromkeys(("utterances", "alignments", "confusions", "per_file", "by_file", "items"), "parts"),
    "hits": "counts.correct",
    **dict.fromkeys(("fa", "falarm", "false_alarm_time"), "total.false_alarm"),
    **dict.fromkeys(("components", "details"), "total.to_dict(), or to_pandas()"),
    **dict.fromkeys(("ci", "interval"), "to_pandas(), with the numbers of each recording"),
    **dict.fromkeys(("average", "per_reco"), "to_pandas() (a row for each recording) or parts"),
    "optimal_mapping": "parts[0].score.mapping",
    "speaker_error": "total.confused",
    "missed_words": "counts.deletions",
    **dict.fromkeys(("hyp_speakers", "ref_speakers", "num_speakers"), "total.to_dict(), with the numbers of speakers"),
    **dict.fromkeys(("rate", "score", "value"), "error_rate"),
    **dict.fromkeys(
        ("miss_rate", "false_alarm_rate", "confusion_rate"),
        "total.missed / result.total.total (likewise false_alarm and confused)",
    ),
    "compare": "to_json(path) of both, for the command scorelite compare",
    **dict.fromkeys(
        ("missed_speaker", "falarm_speaker"), "parts (parts[0].assigned.assignment has speakers without a partner)"
    ),
    "confusion_matrix": "report('dtl')",
    "permutation": "parts (parts[0].score.mapping of diarisation, parts[0].assigned.assignment of meetings)",
    **dict.fromkeys(("collar", "overlap", "policy"), "settings"),
}
"""Attributes that only results of words have, with those of the results of segments and meetings."""
OF_KEYWORDS_FOUND: Mapping[str, str] = {
    **{name: f"to_dict()['{name}']" for name in ("targets", "hits", "misses", "false_alarms", "rejections")},
    **dict.fromkeys(("miss_rate", "p_miss", "pmiss"), "actual.miss, the mean over keywords"),
    **dict.fromkeys(("false_alarm_rate", "p_fa", "pfa"), "actual.false_alarm, the mean over keywords"),
    **dict.fromkeys(
        ("recall", "keyword_recall", "hit_rate"), "actual.miss (recall is 1 - miss), or hits / targets of to_dict()"
    ),
    **dict.fromkeys(("precision", "keyword_precision"), "to_dict(), with hits and false_alarms"),
    "map": "mean_average_precision",
    "twv": "atwv, mtwv, otwv or stwv",
}
"""Attributes of the results of keyword spotting that others have, with ours."""
OF_MEASURES: Mapping[str, str] = {"purity": "clusters", "coverage": "clusters"}
"""Numbers of segments that only one measure has."""
OF_MEETINGS: Mapping[str, str] = dict.fromkeys(("metric", "metrics"), "measure=")
"""Settings of meetings that others have, with ours."""
OF_DIARISATION: Mapping[str, str] = {
    **dict.fromkeys(
        ("skip_overlap", "skip_overlaps", "ignore_overlap", "ignore_overlaps"), "overlap='exclude' (--overlap exclude)"
    ),
    **dict.fromkeys(("forgiveness_collar", "tolerance"), "collar="),
    **dict.fromkeys(("metric", "metrics"), "measure="),
    **dict.fromkeys(("detailed", "details", "return_components"), "score_segments(refs, hyps).total, which has all"),
    **dict.fromkeys(("mapping", "speaker_map"), "no keyword: the best mapping of speakers is found"),
    **dict.fromkeys(
        ("min_duration_off", "min_duration_on", "min_duration", "gap", "fill_gaps"),
        "no keyword: gaps and short labels are scored as they are",
    ),
}
"""Settings of diarisation that others have, with ours."""
FUNCTIONS: Mapping[str, str] = {
    **dict.fromkeys(
        ("leaderboard", "macro_average"),
        "score_files(ref, hyp) of each model and data set; the command `scorelite score FOLDER` has them as a table",
    ),
    **dict.fromkeys(("mixed_error_rate", "mixed_wer"), "score(refs, hyps, normalise='mixed-units').wer"),
    "boundaries": "score_segments(ref, hyp, measure='boundaries')",
    **dict.fromkeys(
        ("kappa", "agreement", "cohen_kappa", "cohens_kappa"),
        "score_segments(ref, hyp, measure='classes').total.kappa",
    ),
    "process_words": "score(refs, hyps): result.counts, and an alignment for each utterance",
    "process_characters": "score(refs, hyps, unit='character')",
    "wer_details_for_batch": "score(refs, hyps).utterances, with the counts of each",
    "compute_measures": "score(refs, hyps), with wer, mer, wil, wip, and hits and errors in its counts",
    "visualize_alignment": "score(refs, hyps): print(result[0]), or result.page('errors.html') for all",
    **dict.fromkeys(("by_speaker", "group_by"), "score(refs, hyps, ids=ids).by('speaker')"),
    "per_utterance": "score(refs, hyps): [each.wer for each in result]",
    **dict.fromkeys(("supported_formats", "list_formats"), "FORMATS"),
    **dict.fromkeys(("detect_format", "guess_format", "sniff"), "read(path).format"),
    **dict.fromkeys(("reduce_to_single_sentence", "reduce_to"), "normalise(text, name)"),
    **dict.fromkeys(("confusion_matrix", "confusions", "most_frequent_errors"), "score(refs, hyps).confusions()"),
    **dict.fromkeys(
        ("expect_wer", "assert_wer", "assert_wer_below", "check_wer"), "testing.assert_wer(refs, hyps, limit)"
    ),
    "assert_no_regression": "compare(old, new).verdict, or of a limit scorelite.testing.assert_wer(refs, hyps, limit)",
    **dict.fromkeys(("visualize_errors", "collect_error_counts"), "score(refs, hyps).confusions()"),
    **dict.fromkeys(
        ("phoneme_error_rate", "phone_error_rate", "per", "token_error_rate"),
        "wer(refs, hyps), with a blank between phones or tokens",
    ),
    **dict.fromkeys(("wer_and_cer", "wer_cer", "all_metrics", "report_metrics"), "score(refs, hyps), which has all"),
    **dict.fromkeys(("sclite", "score_trn", "score_stm", "score_ctm", "score_file"), "score_files(ref, hyp)"),
    **dict.fromkeys(
        (
            *("missed_speech", "missed_detection", "speaker_confusion", "false_alarm", "false_alarm_rate"),
            *("der_components", "der_details"),
        ),
        "score_segments(refs, hyps, measure='diarisation').total, which has it",
    ),
    **dict.fromkeys(
        ("purity", "coverage", "DiarizationPurity", "DiarizationCoverage", "DiarizationPurityCoverageFMeasure"),
        "score_segments(refs, hyps, measure='clusters').total, which has it",
    ),
    **dict.fromkeys(
        ("SegmentationPrecision", "SegmentationRecall"),
        "score_segments(refs, hyps, measure='boundaries').total, which has it",
    ),
    **dict.fromkeys(
        ("force_align", "forced_align", "forced_alignment", "force_alignment", "align_files"),
        "retime(text, times), of two files",
    ),
    **dict.fromkeys(
        ("keyword_search", "keyword_spotting", "term_detection", "keywords"),
        "kws.score_files(ecf, rttm, kwlist, kwslist), or kws.evaluate",
    ),
    **dict.fromkeys(
        ("Error", "ScoreError", "WERError", "exceptions", "AsrError", "ScoringError"),
        "ScoreliteError",
    ),
    **dict.fromkeys(("io", "datasets", "files"), "read(path), write(corpus, path) and convert(path, path)"),
    **dict.fromkeys(("metrics", "functional", "utils"), "wer(refs, hyps); dir(scorelite) lists all"),
    **dict.fromkeys(("from_file", "SegLST"), "read(path)"),
    "to_dataframe": "to_library(corpus_or_result, 'pandas')",
    **dict.fromkeys(("combine_error_rates", "sum", "merge"), "Result.merged(results), or first + second"),
    **dict.fromkeys(("viz", "AlignmentVisualization"), "score(refs, hyps).page(path)"),
    **dict.fromkeys(("md_eval", "md_eval_22"), "der(refs, hyps)"),
    "JaccardErrorRate": "jer(refs, hyps)",
    **dict.fromkeys(("WordOutput", "CharacterOutput"), "score(refs, hyps), whose result has all numbers"),
    **dict.fromkeys(("remove", "transformations", "wer_standardize"), "normalise(text, name), and normalise= of score"),
    "WordErrorRate": "Metric(): metric.update(refs, hyps), with the reference first, and metric.compute().wer",
    "CharErrorRate": "Metric(unit='character'): metric.update(refs, hyps), with the reference first",
    "corpus_score": "wer(refs, hyps), with the reference first",
    **dict.fromkeys(("word_error_rate", "compute_wer", "calculate_wer"), "wer(refs, hyps)"),
    **dict.fromkeys(("compute_cer", "calculate_cer"), "cer(refs, hyps)"),
    **dict.fromkeys(("accuracy", "word_accuracy", "wacc"), "wer(refs, hyps) (1 - wer is the word accuracy)"),
    **dict.fromkeys(("substitutions", "deletions", "insertions", "errors"), "score(refs, hyps), which has it"),
    **dict.fromkeys(("ops", "opcodes", "editops", "diff"), "align(ref, hyp).operations"),
    **dict.fromkeys(
        ("show", "visualize", "html", "page", "plot", "dashboard", "highlight", "highlight_errors"),
        "score(refs, hyps): result.page(path), or result.plot(path)",
    ),
    **dict.fromkeys(
        ("score_csv", "score_df", "score_manifest", "from_pandas"),
        "score(table), of a path or a data frame",
    ),
    **dict.fromkeys(
        ("leaderboard", "score_manifests", "macro", "micro", "macro_average", "micro_average"),
        "score_table(paths), of files with both sides: its rates and averages are print(table), or table.to_dict()",
    ),
    **dict.fromkeys(
        ("score_folder", "score_dir", "score_directory", "evaluate_files", "compare_files"), "score_files(ref, hyp)"
    ),
    **dict.fromkeys(
        (
            *("batch_score", "score_batch", "score_all", "score_text", "score_texts", "score_strings", "score_pair"),
            *("score_lists", "score_dicts", "score_words"),
        ),
        "score(refs, hyps), of texts, lists or mappings",
    ),
    **dict.fromkeys(("Scorer", "Evaluator", "Metrics"), "Metric(): metric.update(refs, hyps), and metric.compute()"),
    **dict.fromkeys(
        (
            "Normalizer",
            "Normaliser",
            "tokenize",
            "tokenizer",
            "clean",
            "lowercase",
            "lower",
            "expand_contractions",
            "whisper_normalizer",
            "register_normaliser",
        ),
        "normalise(text, name), and normalise= of score with a name or a function",
    ),
    "version": "__version__",
    **dict.fromkeys(("wer_details", "details", "word_errors"), "score(refs, hyps), which has all counts"),
    "MatchErrorRate": "mer(refs, hyps)",
    "WordInfoLost": "wil(refs, hyps)",
    "WordInfoPreserved": "wip(refs, hyps)",
    "save": "score(refs, hyps).save(path)",
    **dict.fromkeys(
        ("report", "print_alignment", "show_alignment", "print_report"),
        "score(refs, hyps): print(result[0]), or result.page(path)",
    ),
    **dict.fromkeys(("parse", "load_transcripts", "read_file", "Transcript", "Transcription"), "read(path)"),
    **dict.fromkeys(
        (
            *("Compose", "ToLowerCase", "ToUpperCase", "Strip", "RemoveMultipleSpaces", "ReduceToListOfListOfWords"),
            *("SubstituteRegexes", "ExpandCommonEnglishContractions"),
        ),
        "normalise(text, name), and normalise= of score with a name or a function",
    ),
    **dict.fromkeys(("Annotation", "Timeline"), "score_segments(refs, hyps), of mappings or files"),
    **dict.fromkeys(("rank", "ranking"), "compare(old, new), of two results of score"),
    **dict.fromkeys(("judge", "compare_without_reference"), "compare_outputs(a, b).judge(number)"),
    "explain": "score(refs, hyps).explain(number)",
    **dict.fromkeys(("nbest", "oracle_wer"), "score(refs, hyps).nbest(lists)"),
    **dict.fromkeys(("hallucinations", "hallucination_rate"), "score(refs, hyps).failures()"),
    **dict.fromkeys(("eer", "equal_error_rate"), "kws.score_table(table).keywords[name].equal_error_rate"),
    **dict.fromkeys(("ci", "confidence_interval"), "score(refs, hyps).interval()"),
    **dict.fromkeys(
        (
            "permutation_test",
            "statistical_test",
            "mcnemar",
            "matched_pairs",
            "bootstrap_test",
            "paired_bootstrap",
            "ttest",
            "t_test",
            "wilcoxon",
        ),
        "compare(old, new).p_values, of two results of score",
    ),
    **dict.fromkeys(("twv", "otwv", "stwv"), "kws.score_files(ecf, rttm, kwlist, kwslist).result, which has it"),
    **dict.fromkeys(("greedy_wer", "di_cpwer", "dicpwer"), "meetings.score(refs, hyps, measure=name)"),
    **{name: f"compat.{name}" for name in ("meeteval", "torchmetrics", "kaldialign", "editdistance", "speechbrain")},
    "jiwer": "compat.jiwer, with jiwer's names and numbers, or wer(refs, hyps)",
    "transforms": "normalise(text, name), and normalise= of score",
    **dict.fromkeys(
        ("edit_distance", "levenshtein", "distance"),
        "align(ref, hyp).counts.errors of words, align(ref, hyp, unit='character').counts.errors of letters",
    ),
    **dict.fromkeys(
        ("normalizers", "normalisers", "list_normalizers", "NORMALISERS"),
        "normalise(text, name), with the names that the command scorelite normalisers lists",
    ),
    **dict.fromkeys(
        ("roc", "roc_curve", "det_curve", "auc"), "kws.score_table(table).keywords[name].curve, of thresholds and rates"
    ),
    "optimal_mapping": "score_segments(refs, hyps, measure='diarisation').parts[0].score.mapping",
    "shift": "convert(path, path, shift=seconds)",
    **dict.fromkeys(("check", "validate", "lint"), "read(path), whose errors name places; the command scorelite check"),
    **dict.fromkeys(("score_rttm", "score_labels", "score_events"), "score_segments(refs, hyps), of files or mappings"),
    **dict.fromkeys(
        ("score_meeting", "multi_speaker_wer", "speaker_attributed_wer", "sa_wer"),
        "meetings.score(refs, hyps, measure=name), of cp, tcp, orc and others",
    ),
    **dict.fromkeys(("filter", "select", "where"), "Corpus([each for each in corpus if each.speaker])"),
    **dict.fromkeys(("delta", "difference", "regression_test"), "compare(old, new), with increase and p_values"),
    **dict.fromkeys(
        ("named_entity_wer", "entity_wer", "rare_word_wer", "keyword_wer", "class_wer"),
        "score(refs, hyps).classes({'name': words})",
    ),
    **dict.fromkeys(("punctuation_error_rate", "punctuation_f1"), "score(refs, hyps).punctuation()"),
    **dict.fromkeys(("quick_score", "score_asr"), "score(refs, hyps)"),
    **dict.fromkeys(
        ("f1", "precision", "recall"), "score_segments(refs, hyps, measure='sound-events').total.overall, which has it"
    ),
    **{name: f"{name}wer(refs, hyps)" for name in ("cp", "tcp", "orc", "tcorc", "mimo", "tcmimo")},
    "load_metric": "Metric(), or wer(refs, hyps)",
    "normalize": "normalise(text, name)",
    "evaluate": "score(refs, hyps)",
    **dict.fromkeys(("compute", "process", "calculate", "run"), "wer(refs, hyps) or score(refs, hyps)"),
    **dict.fromkeys(("diarization", "diarisation"), "der(refs, hyps), jer(refs, hyps) or score_segments(refs, hyps)"),
    "score_meetings": "meetings.score(refs, hyps)",
    "score_meeting_files": "meetings.score_files(ref, hyp)",
    "ser": "score(refs, hyps).ser",
    "open": "load(path) for a result, read(path) for a transcript",
    **dict.fromkeys(("load_result", "load_results"), "load(path)"),
    **dict.fromkeys(("asclite", "hubscr"), "score_files(ref, hyp), or the command scorelite sctk"),
    "dscore": "der(refs, hyps)",
    **dict.fromkeys(("subtitles", "Subtitles"), "read(path)"),
    "bootstrap": "score(refs, hyps).interval()",
    **dict.fromkeys(
        ("rover", "rover_combine", "ensemble", "majority_vote", "voting"), "vote([read(path) for path in paths])"
    ),
    "combine": "vote([read(path) for path in paths]), or Result.merged(results)",
    **dict.fromkeys(("Word", "Token"), "Label(value, start, end)"),
    **dict.fromkeys(("Turn", "Cue", "Reference", "Hypothesis"), "Segment(text=text), and Corpus(segments)"),
    **dict.fromkeys(
        ("loads", "read_text", "read_string", "from_string", "from_text", "parse_text", "parse_string"),
        "read(text.encode(), format=name)",
    ),
    **dict.fromkeys(("summary", "print_summary", "summarize", "wer_table"), "score(refs, hyps), which print shows"),
    "segments": "score_segments(refs, hyps), of files or mappings",
    **dict.fromkeys(
        ("significance", "is_significant", "significantly_better", "mapsswe", "paired_tests"),
        "compare(old, new).p_values, of two results of score",
    ),
    **dict.fromkeys(("EnglishTextNormalizer", "BasicTextNormalizer"), "normalise(text, 'whisper-en')"),
    "show_versions": "__version__",
    **dict.fromkeys(
        ("score_kws", "evaluate_kws", "kwseval", "KWSEval", "openkws"),
        "kws.score_files(ecf, rttm, kwlist, kwslist), or kws.evaluate",
    ),
    **dict.fromkeys(("score_diarization", "score_diarisation"), "score_segments(refs, hyps, measure='diarisation')"),
    **dict.fromkeys(("DiarizationErrorRate", "diarization_error_rate"), "der(refs, hyps)"),
}
"""Functions and classes that others have, with what does the same here; classes of formats are in `elsewhere`."""
OF_METRICS: Mapping[str, str] = {
    **dict.fromkeys(("add", "add_batch", "append", "step"), "update(refs, hyps)"),
    "forward": "metric(refs, hyps)",
    **dict.fromkeys(("value", "result", "score", "get", "item", "aggregate", "reduce"), "compute()"),
    **dict.fromkeys(("wer", "cer", "mer", "ser", "errors", "counts"), "compute(), which has all numbers"),
    **dict.fromkeys(("clear", "zero"), "reset()"),
    **dict.fromkeys(("to", "cuda", "cpu", "device"), "no call: a metric counts in main memory"),
    **dict.fromkeys(("clone", "copy"), "copy.copy(metric)"),
    **dict.fromkeys(("merge_state", "sync"), "merge(metric)"),
    **dict.fromkeys(("plot", "to_dict", "to_json"), "compute(), whose result has it"),
}
"""Attributes of metrics that others have, with ours."""
_OF_SAMPLES = dict.fromkeys(
    ("n", "samples", "iterations", "n_boot", "n_bootstrap", "n_resamples", "n_samples", "num_samples", "B"),
    "replications=",
)
OF_KEYWORDS: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(("worst", "confusions"), dict.fromkeys(("n", "k", "top", "limit", "count"), "number=")),
    "compute": dict.fromkeys((*REFERENCE, *HYPOTHESIS), "update(refs, hyps) before it, or wer(refs, hyps)"),
    "compare": {
        **_OF_SAMPLES,
        **dict.fromkeys(("alpha", "level", "test"), "no keyword: comparison.p_values has every test"),
        **dict.fromkeys(("a", "baseline", "first", "before", "system1"), "old="),
        **dict.fromkeys(("b", "system", "candidate", "second", "after", "system2"), "new="),
        "names": "no keyword: results of files have the names of their files",
        **dict.fromkeys(
            ("ref", "refs", "reference"),
            "two results, compare(score(refs, a), score(refs, b)), or compare_outputs(a, b)",
        ),
    },
    "interval": dict.fromkeys(
        ("confidence", "confidence_level", "level", "alpha", "ci"), "no keyword: the interval is that of 95 %"
    )
    | _OF_SAMPLES,
    "normalise": dict.fromkeys(
        ("language", "lang", "name", "normalizer", "lower", "lowercase", "remove_punctuation", "punctuation"),
        "its name, as in normalise(text, 'basic') or normalise(text, 'whisper-en')",
    ),
    "report": dict.fromkeys(("format", "kind", "type"), "its name first, as in report('pra')"),
    "table": dict.fromkeys(("index", "header", "sep"), "no keyword: rows have no index, and commas between cells"),
    "to_dict": dict.fromkeys(("orient", "records"), "utterances=True, or to_pandas().to_dict('records')"),
}
"""Keywords of functions that others have, with what does the same here."""
ABSENT: Mapping[str, str] = {
    **dict.fromkeys(("bleu", "corpus_bleu", "chrf"), "measures of translations"),
    "ter": "TER of translations; that of token ids is Metric()",
    **dict.fromkeys(("detect_language", "language_detection", "langdetect"), "detection of languages"),
    "DetectionErrorRate": "detection error rate",
    "IdentificationErrorRate": "identification error rate",
    **dict.fromkeys(("SegmentationPurity", "SegmentationCoverage"), "purity and coverage of segmentations"),
    **dict.fromkeys(("semantic_similarity", "bertscore", "bert_score", "semdist"), "measures of meaning"),
}
"""Measures that others have and scorelite has not: no other one stands for them."""
OF_UTTERANCE_LISTS: Mapping[str, str] = {
    **dict.fromkeys(("ref", "reference"), "refs"),
    **dict.fromkeys(("hyp", "hypothesis"), "hyps"),
    **dict.fromkeys(("to_pandas", "to_csv", "to_dict", "to_json"), "result.to_pandas(), to_csv() or to_dict()"),
    **dict.fromkeys(("filter", "map", "apply"), "a list, as in [each for each in result if each.wer]"),
    **dict.fromkeys(("sort", "sorted", "sort_values", "head", "worst"), "result.worst()"),
    **dict.fromkeys(("to_list", "list"), "list(utterances)"),
    **dict.fromkeys(("wer", "errors"), "result.wer, or the one of each utterance"),
}
"""Attributes of the utterances of a result that others have, with ours."""
_OF_LETTERS = {"C": "correct", "S": "substitutions", "D": "deletions", "I": "insertions", "N": "reference"}
OF_COUNTS: Mapping[str, str] = {
    **_OF_LETTERS,
    **{name: ours for ours in ("substitutions", "deletions", "insertions") for name in (ours[:3], f"{ours[:3]}s")},
    **dict.fromkeys(("n", "total", "words", "ref_words", "n_ref"), "reference"),
    **dict.fromkeys(("hits", "matches"), "correct"),
    **dict.fromkeys(("accuracy", "word_accuracy"), "wer (1 - wer is the word accuracy)"),
    **dict.fromkeys(("rate", "error_rate"), "wer"),
}
"""Attributes of counts that others have, with ours."""
OF_ALIGNMENTS: Mapping[str, str] = {
    **dict.fromkeys(("ops", "steps", "chunks", "opcodes", "edits", "path", "backtrace", "matrix"), "operations"),
    **dict.fromkeys(("gaps", "substitution_pairs", "words"), "pairs"),
    **dict.fromkeys(("wer", "errors", "hits", "substitutions", "deletions", "insertions"), "counts, which has it"),
    **dict.fromkeys(("print", "show", "text"), "print(alignment)"),
    **dict.fromkeys(("ref", "hyp", "type"), "pairs, each with operation, ref and hyp"),
    **dict.fromkeys(("cost", "distance", "score"), "counts.errors"),
    "error_rate": "counts.wer",
    **dict.fromkeys(("ref_start_idx", "hyp_start_idx"), "to_list(), or pairs"),
    **dict.fromkeys(("to_dict", "json"), "to_list()"),
}
"""Attributes of alignments that others have, with ours."""
OF_PAIRS: Mapping[str, str] = {
    **dict.fromkeys(("type", "op", "kind", "tag", "error", "label"), "operation"),
    **{
        f"{side}_start_idx": f"sum(pair.{side} is not None for pair in alignment.pairs[:place])"
        for side in ("ref", "hyp")
    },
    **{name: f"ref_{name}, or hyp_{name}" for name in ("start", "end", "confidence")},
}
"""Attributes of the pairs of alignments that others have, with ours."""
OF_UTTERANCES: Mapping[str, str] = {
    **{name: f"counts.{ours}" for name, ours in OF_COUNTS.items()},
    **{name: f"alignment.{ours}" for name, ours in OF_ALIGNMENTS.items() if ours in ("operations", "pairs")},
    **dict.fromkeys(("ref_words", "reference_words", "num_ref_words", "length"), "counts.reference"),
    **dict.fromkeys(("hyp_words", "hypothesis_words"), "counts.hypothesis"),
    **{name: f"counts.{name}" for name in ("errors", "correct", "substitutions", "deletions", "insertions")},
    **dict.fromkeys(("edit_distance", "word_errors"), "counts.errors"),
    "operations": "alignment.operations",
    "pairs": "alignment.pairs",
    **dict.fromkeys(("reference", "truth", "ref_text", "reference_text"), "ref"),
    **dict.fromkeys(("hypothesis", "hyps", "prediction", "text", "hyp_text", "hypothesis_text"), "hyp"),
    **dict.fromkeys(("utterance_id", "name"), "id"),
    "slots": "alignment.pairs",
    **dict.fromkeys(("color", "colour", "coloured"), "print(utterance), or the command scorelite show"),
    **{name: f"segment.{name}" for name in ("session", "channel", "start", "end", "tags")},
    "speaker": "segment.speaker of files with times; of ids such as anna-001 result.by('speaker')",
    "duration": "segment.end - segment.start",
    **dict.fromkeys(("show", "diff", "html"), "print(utterance)"),
    **dict.fromkeys(("is_correct", "is_perfect"), "counts.errors == 0"),
    **dict.fromkeys(("to_json", "json"), "to_dict()"),
    **dict.fromkeys(("rate", "error_rate"), "wer"),
    "cer": "score(refs, hyps, unit='character'), of whose utterances the wer is the CER",
}
"""Attributes of utterances that others have, with ours."""
OF_COMPARISONS: Mapping[str, str] = {
    **dict.fromkeys(("p", "pvalue", "p_value", "significant", "is_significant"), "p_values"),
    **dict.fromkeys(("difference", "delta", "diff", "change", "absolute"), "increase"),
    **dict.fromkeys(("improvement", "gain", "reduction"), "increase (below 0 where B is better)"),
    **{test: f"p_values[{test!r}]" for test in ("mapsswe", "mcnemar")},
    **dict.fromkeys(("save", "to_json", "dump"), "to_csv(path), or json.dumps(comparison.to_dict())"),
    **dict.fromkeys(("winner", "better"), "verdict, and increase, which is below 0 where B is better"),
    **dict.fromkeys(("result", "conclusion", "outcome"), "verdict"),
    **dict.fromkeys(
        ("regressions", "improved", "worse", "differences", "changed", "wins", "losses"),
        "utterances, each with its difference",
    ),
    **dict.fromkeys(("page", "html"), "plot(path), or the command scorelite compare, which writes pages"),
    **dict.fromkeys(("ci", "interval", "confidence_interval"), "bootstrap, which has the interval"),
    **dict.fromkeys(
        ("report", "to_markdown", "table", "summary", "to_pandas", "print"), "print(comparison), or to_dict()"
    ),
    **dict.fromkeys(("effect_size", "cohen_d"), "increase"),
    **dict.fromkeys(
        ("relative", "relative_improvement", "relative_change", "relative_reduction", "werr", "wer_reduction"),
        "increase / wer of to_dict()['a']",
    ),
    **dict.fromkeys(("wer", "wer_a", "wer_b", "wer_old", "wer_new", "rates"), "to_dict()['a']['wer'], or ['b']['wer']"),
    **dict.fromkeys(("old", "first", "system_a"), "a"),
    **dict.fromkeys(("new", "second", "system_b"), "b"),
    **dict.fromkeys(("enough_data", "sample_size"), "plan(points)"),
}
"""Attributes of comparisons that others have, with ours."""
OF_EXPLAINED: Mapping[str, str] = {
    **dict.fromkeys(("best", "first", "top", "convention"), "rows[0], or nearest[0] if no convention gives the number"),
    **dict.fromkeys(("conventions", "results", "matches"), "rows"),
}
"""Attributes that others expect of the conventions that give a number, with ours."""
OF_WAKE_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("eer", "equal_error_rate"), "keywords[name].equal_error_rate"),
    **dict.fromkeys(("frr", "miss_rate"), "keywords[name].miss_rate"),
    **dict.fromkeys(("far", "false_alarms_per_hour"), "keywords[name].point.false_alarms_per_hour"),
    "threshold": "keywords[name].point.threshold",
    **dict.fromkeys(("roc", "det", "auc", "plot", "thresholds", "points"), "keywords[name].curve"),
    **dict.fromkeys(("to_csv", "to_json", "to_pandas", "save"), "to_dict()"),
}
"""Attributes of the rates of wake words that others have, with ours."""
_SUMS = ("counts", "total")
"""Attributes of results that have numbers."""


def understood(function: Call) -> Call:
    """The function, which understands the other names of its keywords.

    >>> @understood
    ... def pair(refs, hyps):
    ...     return refs, hyps
    >>> pair(hypothesis="b", reference="a")
    ('a', 'b')
    """

    code = function.__code__
    is_method = code.co_varnames[0] == "self"
    sides = code.co_varnames[is_method:3]
    names = {**OTHER_NAMES, **dict.fromkeys(REFERENCE, sides[0]), **dict.fromkeys(HYPOTHESIS, sides[1])}

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        given_names = list(keywords)
        if not _UNDERSTOOD.isdisjoint(keywords):
            keywords = renamed(keywords, names)
            if values and sides[0] in keywords and not is_method:
                raise UsageError(
                    f"{sides[0]} is given twice, as the first argument and by keyword; expected {sides[1]} second (for "
                    "the columns of a table, ref_column= and hyp_column=; for more references of each text, "
                    "result.references(other), of the results with each reference)"
                )
        if not values and keywords and sides[0] not in keywords:
            given = " and ".join(f"{name}=" for name in given_names)
            raise UsageError(f"{function.__name__}() has {given}; expected {sides[0]}= and {sides[1]}=")
        if len(values) > code.co_argcount:
            given = quantity(len(values) - is_method, "argument")
            raise UsageError(
                f"{function.__name__}() has {given}; expected {sides[0]} and {sides[1]}, all else by keyword, such as "
                "ref_column= of a table"
            )
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
            raise UsageError(f"{typed[ours]}= and {name}= are the same keyword; expected only {ours}=")
        typed[ours] = name
    return {ours: keywords[name] for ours, name in typed.items()}


def unknown_setting(name: str, names: Collection[str], of_wing: Mapping[str, str] = MappingProxyType({})) -> UsageError:
    """The error about a keyword that no setting has.

    >>> unknown_setting("characters", ["unit"])
    UsageError("setting 'characters' is unknown; expected unit='character'")
    >>> unknown_setting("unti", ["unit"])
    UsageError("setting 'unti' is unknown; did you mean unit?")
    """
    from ...formats.guessed import answer

    others = {other: ours for other, ours in {**INSTEAD, **of_wing}.items() if other not in names}
    expected = answer(name, others, names) or f"; expected one of: {', '.join(names)}"
    return UsageError(f"setting {name!r} is unknown{expected}")


def known_keywords(function: Call) -> Call:
    """The function, whose error about an unknown keyword names those that it has.

    >>> @known_keywords
    ... def worst(number=10):
    ...     return number
    >>> worst(top=5)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: worst() has no keyword top=; expected number= (it has: number=)
    """
    code = function.__code__
    names = [name for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if name != "self"]

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        check_keywords(function.__name__, keywords, names)
        return function(*values, **keywords)

    return call  # type: ignore[return-value]  # it takes what the function takes


def by_keyword(expected: str) -> Callable[[Call], Call]:
    """A decorator: the error about too many values without a keyword says what was expected.

    >>> @by_keyword("a list: total([1, 2])")
    ... def total(numbers):
    ...     return sum(numbers)
    >>> total(1, 2)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: total() has 2 arguments; expected a list: total([1, 2])
    """

    def decorated(function: Call) -> Call:
        code = function.__code__
        is_method = code.co_varnames[0] == "self"
        name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]

        @wraps(function)
        def call(*values: Any, **keywords: Any) -> Any:
            if len(values) > code.co_argcount:
                count = quantity(len(values) - is_method, "argument")
                raise UsageError(f"{name}() has {count}; expected {expected}")
            return function(*values, **keywords)

        return call  # type: ignore[return-value]  # it takes what the function takes

    return decorated


def keyword_names(function: Callable[..., object]) -> list[str]:
    """The parameters of a function that can only be passed by keyword.

    >>> keyword_names(check_keywords), keyword_names(lambda text, *, width: text)
    ([], ['width'])
    """
    code = function.__code__
    return [*code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]]


def check_keywords(function: str, keywords: Iterable[str], names: Collection[str]) -> None:
    """Refuses keywords that a function does not have."""
    for name in keywords:
        if name not in names:
            from ...formats.guessed import answer

            has = ", ".join(f"{each}=" for each in names) or "none"
            near = answer(name, OF_KEYWORDS.get(function, {}), names)
            raise UsageError(f"{function}() has no keyword {name}={near} (it has: {has})")


def attribute_of_result(result: object, name: str) -> str:
    """The end of a message about an attribute that a result lacks: the one that stands for it, or nothing."""
    from ...formats.guessed import answer, public  # few programs guess

    kind = type(result)
    wing = getattr(kind, "WING", "")
    others = {**ATTRIBUTES, **({} if hasattr(kind, "utterances") else OF_OTHER_WINGS)}
    if wing == "kws":
        others |= OF_KEYWORDS_FOUND
    if hasattr(kind, "counts") and hasattr(kind, "error_rate"):  # of a meeting
        others |= dict.fromkeys(("wer", f"{getattr(result, 'measure', '')}wer"), "error_rate")
    answers = {other: f"result.{ours}" for other, ours in others.items() if _has(result, ours)}
    names = public(kind)
    for sums in _SUMS:
        if hasattr(kind, sums):
            fields = public(type(getattr(result, sums)))
            answers |= {each: f"result.{sums}.{each}" for each in fields if each not in (*names, *answers)}
    if wing == "segments":
        other_measures = {
            each: f"score_segments(refs, hyps, measure={measure!r}).total.{each}"
            for each, measure in OF_MEASURES.items()
        }
        answers = {**other_measures, **answers}
    return answer(name, answers, names, "result.")


def _has(result: object, expression: str) -> bool:
    """Whether a result has the first attributes of an expression."""
    first, _, second = (re.match(r"\w+(\.\w+)?", expression) or [""])[0].partition(".")
    if not hasattr(type(result), first):
        return False
    return not second or first not in _SUMS or hasattr(type(getattr(result, first)), second)


def elsewhere(name: str, names: Collection[str], package: str = "scorelite", of_results: Collection[str] = ()) -> str:
    """The function of ours for one that others have, or else the nearest of these names, or else where all are listed.

    `of_results` are the attributes of results: what they have is an answer, too.

    >>> elsewhere("calc_mwer", ["mwer"]), elsewhere("algin", ["score", "align"]), elsewhere("xer", ["wer"])
    ('; expected scorelite.mwer', '; did you mean align?', '; dir(scorelite) lists all')
    """
    from ...formats.guessed import answer, meaning, same
    from ...formats.registry import NAMES

    if name in ABSENT:
        return f"; scorelite has no {ABSENT[name]}"
    wanted = meaning(name)
    formats = [word for word in dict.fromkeys((name.lower(), *wanted)) if word in NAMES]
    is_of_file = not {"read", "save"}.isdisjoint(wanted) or name.startswith("to_") or name.lower() in NAMES
    is_of_file = is_of_file and name not in of_results
    if formats and name not in FUNCTIONS and (is_of_file or len(formats) > 1):
        call = f"read(path, format={formats[0]!r})"
        if "save" in wanted or name.startswith("to_"):
            call = f"write(corpus, path, format={formats[0]!r})"
        return f"; expected scorelite.{'convert(path, path)' if len(formats) > 1 else call}"
    # A class is no answer to a name in small letters.
    others = [other for other in FUNCTIONS if not other[0].isupper() or not name.islower()]
    answers = {other: f"scorelite.{FUNCTIONS[other]}" for other in others}
    if package != "scorelite":
        return answer(name, {}, names, f"{package}.") or answer(name, answers, ()) or f"; dir({package}) lists all"
    result = "scorelite.score(refs, hyps)."
    attributes = {
        other: result + ours for other, ours in ATTRIBUTES.items() if (re.match(r"\w+", ours) or "")[0] in of_results
    }
    text = same(name, answers, names, "scorelite.")
    if not text and name.islower():
        text = same(name, attributes, of_results, result)
    if text:
        return f"; expected {text}"
    return answer(name, answers, names, "scorelite.") or f"; dir({package}) lists all"
