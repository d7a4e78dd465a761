"""Calls that people guess before they read anything work, or their messages say what to type instead."""

from __future__ import annotations

import importlib
import io
import os
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import scorelite
from scorelite.formats.errors import UsageError
from scorelite.scoring.common.other_names import ATTRIBUTES, FUNCTIONS, OF_KEYWORDS_FOUND, OF_MEASURES, OF_OTHER_WINGS
from scorelite.scoring.common.totals import Totals

# Guesses are not typed: checkers know our names alone.
sl: Any = scorelite
REFS, HYPS = ["the cat sat", "good day to you"], ["the cat sat down", "good way to you"]
IDS = ["a", "b"]
WER = 2 / 7
CER = 5 / 21
RTTM = "SPEAKER f 1 0 5 <NA> <NA> a <NA> <NA>\nSPEAKER f 1 5 5 <NA> <NA> b <NA> <NA>\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that guesses name."""
    monkeypatch.chdir(tmp_path)
    for file, texts in (("r", REFS), ("h", HYPS)):
        Path(f"{file}.trn").write_text("".join(f"{text} ({name}-1)\n" for text, name in zip(texts, IDS, strict=True)))
    rows = "".join(f"{name},{ref},{hyp}\n" for name, ref, hyp in zip(IDS, REFS, HYPS, strict=True))
    Path("d.csv").write_text(f"id,reference,prediction\n{rows}")
    Path("r.stm").write_text("t 1 a 0 1 x y\nt 1 b 1 2 z\n")
    Path("r.rttm").write_text(RTTM)
    Path("h.rttm").write_text(RTTM.replace("<NA> b", "<NA> c"))
    return tmp_path


def result(**keywords: Any) -> Any:
    return sl.score(REFS, HYPS, **keywords)


def speakers() -> Any:
    return sl.score_segments("r.rttm", "h.rttm", measure="diarisation")


def meeting() -> Any:
    return sl.meetings.score("r.stm", "r.stm")


def wake() -> Any:
    return sl.kws.score_table(b"id,score,label,seconds\na,0.9,1,2\nb,0.4,0,1800\n")


def spotted() -> Any:
    return sl.kws.evaluate([("a", 1, 2)], [("a", 1, 2, 0.9)], ["a"], 60)


def written(path: str, write: Callable[[str], Any]) -> int:
    """The size of a file that a call writes, which gives nothing back."""
    assert write(path) is None
    return os.path.getsize(path)


def kept() -> Any:
    result().save("x.json")
    return sl.load("x.json") == result()


# A guess as its name, what is called, and what it gives; a type where the value is long.
WORKS: list[tuple[str, Callable[[], Any], Any]] = [
    ("wer(str, str)", lambda: sl.wer("the cat sat", "the cat sat down"), 1 / 3),
    ("wer(lists)", lambda: sl.wer(REFS, HYPS), WER),
    ("wer(words)", lambda: sl.wer([["a", "b"]], [["a"]]), 0.5),
    ("wer(mappings)", lambda: sl.wer({"x": "a b"}, {"x": "a"}), 0.5),
    ("wer(paths)", lambda: sl.wer("r.trn", Path("h.trn")), WER),
    ("cer", lambda: sl.cer(REFS, HYPS), CER),
    ("mer", lambda: sl.mer(REFS, HYPS), 2 / 8),
    ("wil", lambda: sl.wil(REFS, HYPS), 1 - 6 / 7 * 6 / 8),
    ("wip", lambda: sl.wip(REFS, HYPS), 6 / 7 * 6 / 8),
    ("score(str, str)", lambda: sl.score("the cat sat", "the cat sat down").wer, 1 / 3),
    ("score(paths)", lambda: sl.score("r.trn", "h.trn").wer, WER),
    ("score(Path)", lambda: sl.score(Path("r.trn"), Path("h.trn")).wer, WER),
    ("score(table)", lambda: sl.score("d.csv").wer, WER),
    ("wer(table)", lambda: sl.wer("d.csv"), WER),
    ("score_files", lambda: sl.score_files("r.trn", "h.trn").wer, WER),
    ("score_files(table)", lambda: sl.score_files("d.csv").wer, WER),
    ("reference=, hypothesis=", lambda: sl.score(reference=REFS, hypothesis=HYPS).wer, WER),
    ("references=, predictions=", lambda: sl.score(references=REFS, predictions=HYPS).wer, WER),
    ("ref=, hyp=", lambda: sl.score(ref=REFS, hyp=HYPS).wer, WER),
    ("score_files(reference=)", lambda: sl.score_files(reference="r.trn", hypothesis="h.trn").wer, WER),
    ("result.wer", lambda: result().wer, WER),
    ("result.cer", lambda: result().cer, CER),
    ("result.mer", lambda: result().mer, 2 / 8),
    ("result.wil", lambda: result().wil, 1 - 6 / 7 * 6 / 8),
    ("result.substitutions", lambda: result().substitutions, 1),
    ("result.deletions", lambda: result().deletions, 0),
    ("result.insertions", lambda: result().insertions, 1),
    ("result.hits", lambda: result().hits, 6),
    ("result.errors", lambda: result().errors, 2),
    ("result.alignments", lambda: [each.operations for each in result().alignments], ["CCCI", "CSCC"]),
    ("result.confusions()", lambda: result().confusions(), [(None, "down", 1), ("day", "way", 1)]),
    ("confusion.count", lambda: [(it.ref, it.hyp, it.count) for it in result().confusions(1)], [(None, "down", 1)]),
    ("FORMATS[name]", lambda: sl.FORMATS["srt"] is sl.by_name("srt"), True),
    ("result.worst()", lambda: [each.id for each in result().worst()], ["1", "2"]),
    ("result.interval()", lambda: result().interval().reach > 0, True),
    ("result.compare()", lambda: result().compare(result()).verdict, "identical"),
    ("compare(a, b)", lambda: sl.compare(result(), result()).verdict, "identical"),
    (
        "print(comparison)",
        lambda: str(result().compare(result())).splitlines()[:2],
        ["identical", "A     28.6 %  A (scored now)"],
    ),
    ("align().counts.errors of words", lambda: sl.align("kitten", "sitting").counts.errors, 1),
    ("align().counts.errors", lambda: sl.align("kitten", "sitting", unit="character").counts.errors, 3),
    ("result.by", lambda: list(result(ids=["a-1", "b-1"]).by("speaker")), ["a", "b"]),
    ("result.to_json()", lambda: result().to_json(), str),
    ("result.to_csv()", lambda: written("x.csv", result().to_csv) > 100, True),
    ("result.to_html()", lambda: written("x.html", result().to_html) > 10_000, True),
    ("result.page(path)", lambda: written("p.html", result().page) > 10_000, True),
    ("result.to_dict()", lambda: result().to_dict()["wer"], WER),
    ("result.save()", kept, True),
    ("result[0]", lambda: result()[0].ref, REFS[0]),
    ("result[id]", lambda: result(ids=IDS)["b"].ref, REFS[1]),
    ("len(result)", lambda: len(result()), 2),
    ("iter(result)", lambda: [each.hyp for each in result()], HYPS),
    ("utterances[id]", lambda: result(ids=IDS).utterances["a"].ref, REFS[0]),
    ("a + b", lambda: (result(ids=IDS) + result(ids=["c", "d"])).errors, 4),
    ("sum(results)", lambda: sum([result(ids=IDS), result(ids=["c", "d"])]).errors, 4),
    ("print(result)", lambda: str(result()).splitlines()[0][:11], "WER 28.6 % "),
    ("print(utterance)", lambda: str(result()[1]).splitlines()[1], "REF:  good DAY to you"),
    ("read", lambda: len(sl.read("r.trn").segments), 2),
    ("normalise(text)", lambda: sl.normalise("It's 5 o'clock.", "basic"), "it's 5 o'clock"),
    ("normalise(texts)", lambda: sl.normalise(["A", "B"], str.lower), ["a", "b"]),
    ("normalise=", lambda: result(normalise="whisper-en").wer, WER),
    ("normalize=", lambda: result(normalize="whisper-en").wer, WER),
    ("normalizer=", lambda: result(normalizer="whisper-en").wer, WER),
    ("normalise=function", lambda: result(normalise=str.upper).settings.chain.label, "builtins.str.upper"),
    ("unit='char'", lambda: result(unit="char").wer, CER),
    ("case_sensitive=", lambda: sl.wer("A", "a", case_sensitive=True), 1.0),
    ("der", lambda: sl.der("r.rttm", "h.rttm"), 0.0),
    ("der(reference=)", lambda: sl.der(reference="r.rttm", hypothesis="h.rttm"), 0.0),
    ("cpwer", lambda: sl.cpwer({"t": [("a", "x y")]}, {"t": [("1", "x")]}), 0.5),
    ("segments .der", lambda: sl.score_segment_files("r.rttm", "h.rttm", measure="diarisation").der, 0.0),
    ("measure='der'", lambda: sl.score_segment_files("r.rttm", "h.rttm", measure="der").error_rate, 0.0),
    ("format", lambda: f"{result():.2f}" == f"{result().wer:.2f}", True),
    ("wer(preds=, target=)", lambda: sl.wer(preds=["a c"], target=["a b"]), 0.5),
    ("compare: p", lambda: set(result().compare(result()).p_values), {"bootstrap", "mapsswe", "mcnemar"}),
    ("compare: one line", lambda: repr(result().compare(result()))[:25], "<Comparison: identical, W"),
    ("compare: other texts", lambda: result().compare(sl.score(["a"], ["a"])).p_values, {}),
    ("jer", lambda: sl.jer("r.rttm", "h.rttm"), 0.0),
    ("purity", lambda: sl.score_segments("r.rttm", "h.rttm", measure="purity").total.purity, 1.0),
    ("score_segments(files)", lambda: sl.score_segments("r.rttm", "h.rttm").der, 0.0),
    ("score_segment_files", lambda: sl.score_segment_files("r.rttm", "h.rttm").error_rate, 0.0),
    ("tcpwer", lambda: sl.tcpwer({"t": [("a", "x y", 0, 1)]}, {"t": [("1", "x", 0, 1)]}, collar=5), 0.5),
    ("orcwer", lambda: sl.orcwer({"t": [("a", "x"), ("b", "y")]}, {"t": [("1", "x y")]}), 0.0),
    ("meetings.cpwer", lambda: sl.meetings.cpwer("r.stm", "r.stm"), 0.0),
    ("meetings.score(files)", lambda: sl.meetings.score("r.stm", "r.stm").error_rate, 0.0),
    ("iter(corpus)", lambda: [each.id for each in sl.read("r.trn")], ["a-1", "b-1"]),
    ("corpus[0]", lambda: sl.read("r.trn")[0].text, REFS[0]),
    ("corpus[:1]", lambda: [each.text for each in sl.read("r.trn")[:1]], REFS[:1]),
    ("result.alignments[1]", lambda: result().alignments[1].operations, "CSCC"),
    ("len(result.alignments)", lambda: len(result().alignments), 2),
    ("print(report)", lambda: str(result().report("pra")).splitlines()[2], "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE"),
    ("report as bytes", lambda: result().report("pra") == result().report("pra")[:], True),
    ("score(corpora)", lambda: sl.score(sl.read("r.trn"), sl.read("h.trn")) == sl.score("r.trn", "h.trn"), True),
    ("score(made corpora)", lambda: sl.score(*(sl.Corpus([sl.Segment(id="a", text=text)]) for text in "xy")).wer, 1.0),
    ("read(path, format)", lambda: sl.read("r.trn", "trn").format, "trn"),
    ("y_true=, y_pred=", lambda: sl.wer(y_true=REFS, y_pred=HYPS), WER),
    ("alignment[1]", lambda: sl.align("a b", "a c")[1].hyp, "c"),
    ("hasattr", lambda: hasattr(result(), "nothing_like_it"), False),
    ("meetings.score", lambda: sl.meetings.score({"t": [("a", "x")]}, {"t": [("1", "x")]}).error_rate, 0.0),
]


@pytest.mark.parametrize(("call", "expected"), [each[1:] for each in WORKS], ids=[each[0] for each in WORKS])
def test_a_guess_works(call: Callable[[], Any], expected: Any) -> None:
    value = call()
    if isinstance(expected, type):
        assert isinstance(value, expected)
    else:
        assert value == (pytest.approx(expected) if isinstance(expected, float) else expected)


def test_a_guess_of_a_frame_works() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    assert sl.to_library(result(), "pandas")["errors"].tolist() == result().to_pandas()["errors"].tolist()
    with pytest.raises(sl.UsageError, match="is not a corpus; expected what read"):
        sl.to_library(result(), "lhotse")
    assert result().to_pandas()["wer"].tolist() == pytest.approx([1 / 3, 1 / 4])


# Guesses that are answered: the call, the kind of error, and the message.
ANSWERED: list[tuple[str, Callable[[], Any], type[Exception], str]] = [
    ("score_table(frame)", lambda: sl.score_table(SimpleNamespace(columns=["text"])), sl.UsageError, "score(frame)"),
    ("process_words", lambda: sl.process_words(REFS, HYPS), AttributeError, "expected scorelite.score(refs, hyps): "),
    ("visualize_alignment", lambda: sl.visualize_alignment(result()), AttributeError, "print(result[0])"),
    ("WordErrorRate", lambda: sl.WordErrorRate()(HYPS, REFS), AttributeError, "with the reference first"),
    ("kwseval", lambda: sl.kwseval, AttributeError, "expected scorelite.kws.score_files(ecf, rttm, kwlist, kwslist)"),
    ("FORMATS[unknown]", lambda: sl.FORMATS["str"], sl.UsageError, "did you mean srt"),
    (
        "cpwer(lists)",
        lambda: sl.cpwer([("A", "hi")], [("x", "hi")]),
        sl.UsageError,
        r"{'talk': [('anna', 'good day')]}",
    ),
    ("corpus_score", lambda: sl.corpus_score(HYPS, [REFS]), AttributeError, "expected scorelite.wer(refs, hyps)"),
    ("a misspelt function", lambda: sl.scoer, AttributeError, "did you mean score"),
    ("characters=True", lambda: result(characters=True), scorelite.UsageError, "expected unit='character'"),
    ("lowercase=True", lambda: result(lowercase=True), scorelite.UsageError, "which is False by default"),
    ("case_sensitve=", lambda: result(case_sensitve=True), scorelite.UsageError, "did you mean case_sensitive?"),
    (
        "float(result)",
        lambda: float(result()),
        TypeError,
        "holds several numbers; expected one of them, such as result.wer",
    ),
    ("result.word_error_rate", lambda: result().word_error_rate, AttributeError, "expected result.wer"),
    ("result.substitution_rate", lambda: result().substituted, AttributeError, "expected result.substitutions"),
    ("a measure that is missing", lambda: sl.chrf, AttributeError, "scorelite has no measures of translations"),
    (
        "language=",
        lambda: sl.wer("a", "b", language="en"),
        scorelite.UsageError,
        "'basic' or 'leaderboard-multilingual' for other",
    ),
    ("result.pvalue", lambda: result().pvalue, AttributeError, "expected result.compare(other).p_values"),
    ("load_stm", lambda: sl.load_stm("x"), AttributeError, "expected scorelite.read(path, format='stm')"),
    ("result.jer", lambda: speakers().jer, AttributeError, "expected result.total.jer"),
    ("result.confusion", lambda: speakers().confusion, AttributeError, "expected result.total.confused"),
    ("result.missed", lambda: speakers().missed, AttributeError, "expected result.total.missed"),
    ("substitution_rate", lambda: result().substitution_rate, AttributeError, "result.counts.substitution_rate"),
    ("result.oracle_wer", lambda: result().oracle_wer, AttributeError, "expected result.nbest(lists)"),
    ("result.mean_wer", lambda: result().mean_wer, AttributeError, "expected result.mean_utterance_wer"),
    ("result.hallucinations", lambda: result().hallucinations(), AttributeError, "expected result.failures()"),
    ("result.n_ref", lambda: result().n_ref, AttributeError, "expected result.counts.reference"),
    ("comparison.p_value", lambda: result().compare(result()).p_value, AttributeError, "expected p_values"),
    ("comparison.delta", lambda: result().compare(result()).delta, AttributeError, "expected increase"),
    ("wake words' eer", lambda: wake().eer, AttributeError, "expected keywords[name].equal_error_rate"),
    ("wake words' far", lambda: wake().far, AttributeError, "keywords[name].point.false_alarms_per_hour"),
    ("vote(paths)", lambda: sl.vote(["r.trn", "h.trn"]), scorelite.UsageError, "expected what read(path) gives"),
    ("rover", lambda: sl.rover(["r.trn", "h.trn"]), AttributeError, "vote([read(path) for path in paths])"),
    ("judge", lambda: sl.judge(REFS, HYPS), AttributeError, "scorelite.compare_outputs(a, b).judge(number)"),
    ("explain", lambda: sl.explain(REFS, HYPS, 5), AttributeError, "scorelite.score(refs, hyps).explain(number)"),
    ("Error", lambda: sl.Error, AttributeError, "expected scorelite.ScoreliteError"),
    ("WERError", lambda: sl.WERError, AttributeError, "expected scorelite.ScoreliteError"),
    ("exceptions", lambda: sl.exceptions, AttributeError, "expected scorelite.ScoreliteError"),
    ("formats.list", lambda: sl.formats.list(), AttributeError, "expected scorelite.formats.FORMATS"),
    ("markup='sclite'", lambda: result(markup="sclite"), scorelite.UsageError, "expected True, which signatures show"),
    ("unit='phone'", lambda: result(unit="phone"), scorelite.UsageError, "phones between blanks are words"),
    ("unit='grapheme'", lambda: result(unit="grapheme"), scorelite.UsageError, "graphemes between blanks are words"),
    ("references=", lambda: sl.score(REFS, HYPS, references=[REFS]), scorelite.UsageError, "result.references(other)"),
    ("read_srt", lambda: sl.read_srt("x"), AttributeError, "expected scorelite.read(path, "),
    ("bootstrap=", lambda: result(bootstrap=99), scorelite.UsageError, "expected score(refs, hyps).interval()"),
    ("return_alignment=", lambda: result(return_alignment=True), scorelite.UsageError, "result.alignments has them"),
    ("result.nonsense", lambda: result().nonsense, AttributeError, "no attribute 'nonsense'"),
    ("formats()", lambda: sl.formats(), TypeError, "expected scorelite.FORMATS, which lists the formats"),
    ("result.counts()", lambda: result().counts(), TypeError, "expected result.counts, such as result.counts.errors"),
    ("page(path, other)", lambda: result().page("x.html", result()), scorelite.UsageError, "--ref REF HYP HYP --page"),
    ("ned", lambda: sl.ned, AttributeError, "scorelite.cer divides by the reference"),
    ("result.ned", lambda: result().ned, AttributeError, "expected result.cer, which divides by the reference"),
    ("rtf", lambda: sl.rtf, AttributeError, "score_table(paths), which has the RTFx"),
    ("osd", lambda: sl.osd, AttributeError, "score_segments(refs, hyps, measure='overlaps')"),
    (
        "sa_wer",
        lambda: sl.meetings.score("r.stm", "r.stm", measure="sa_wer"),
        scorelite.UsageError,
        "expected cp, which",
    ),
    ("to_latex", lambda: result().to_latex(), AttributeError, "of rates `scorelite score REF HYP --latex`"),
    ("lm_weight=", lambda: result(lm_weight=9), scorelite.UsageError, "expected score_files(folder), of a Kaldi"),
    ("best=", lambda: result(best=True), scorelite.UsageError, "result.nbest(lists) has the best of each list"),
    ("dataset=", lambda: result(dataset="x"), scorelite.UsageError, "the data set as the first argument"),
    ("matrix=", lambda: result(matrix=True), scorelite.UsageError, "expected score(refs, hyps).confusions()"),
    ("by('folder')", lambda: result().by("folder"), scorelite.UsageError, "result.files has a row for each file of"),
    ("result.groupby()", lambda: result().groupby("speaker"), AttributeError, "expected result.by()"),
    ("compare(a, b, c)", lambda: sl.compare(REFS, HYPS, HYPS), scorelite.UsageError, "expected results of score()"),
    ("Result.load", lambda: sl.Result.load("x.json"), AttributeError, "expected scorelite.load(path)"),
    ("Result.from_json", lambda: sl.Result.from_json("x.json"), AttributeError, "expected scorelite.load(path)"),
    ("meetings()", lambda: sl.meetings(REFS, HYPS), TypeError, "expected scorelite.meetings.score(refs, hyps)"),
    ("kws()", lambda: sl.kws("e", "r", "k", "s"), TypeError, "expected scorelite.kws.score_files(ecf, rttm, "),
    ("add_batch", lambda: sl.Metric().add_batch(REFS, HYPS), AttributeError, "expected update(refs, hyps)"),
    ("forward", lambda: sl.Metric().forward(REFS, HYPS), AttributeError, "expected metric(refs, hyps)"),
    ("utterance.reference", lambda: result()[0].reference, AttributeError, "expected ref"),
    ("utterance.ops", lambda: result()[0].ops, AttributeError, "expected alignment.operations"),
    ("to_markdown", lambda: result().to_markdown(), AttributeError, "expected result.to_pandas().to_markdown()"),
    ("by_length", lambda: result().by_length(), AttributeError, 'expected result.by("words:0-5-10")'),
    ("glm", lambda: sl.score(REFS, HYPS, glm="a.glm"), sl.UsageError, "expected normalise='words.glm'"),
    ("weighted", lambda: sl.score(REFS, HYPS, weighted=True), sl.UsageError, "result.mean_utterance_wer is the mean"),
    ("to_parquet", lambda: result().to_parquet("x"), AttributeError, "to_arrow(), which pyarrow.parquet writes"),
    ("result.S", lambda: result().S, AttributeError, "expected result.substitutions"),
    ("Compose", lambda: sl.Compose([]), AttributeError, "normalise= of score with a name or a function"),
    ("WordInfoLost", lambda: sl.WordInfoLost, AttributeError, "expected scorelite.wil(refs, hyps)"),
    ("utt_ids=", lambda: result(utt_ids=IDS), scorelite.UsageError, "expected ids="),
    ("sub_cost=", lambda: result(sub_cost=4), scorelite.UsageError, "expected policy=, such as '4/3/3:SID'"),
    ("metric=", lambda: result(metric="cer"), scorelite.UsageError, "expected no keyword: result.wer, result.cer"),
    ("return_dict=", lambda: result(return_dict=True), scorelite.UsageError, "score(refs, hyps).to_dict()"),
    ("compute_measures", lambda: sl.compute_measures(REFS, HYPS), AttributeError, "with wer, mer, wil, wip"),
    ("by(list)", lambda: result().by(["x"]), scorelite.UsageError, "takes groups by id as well: {'a-1': 'f'}"),
    (
        "slices(mapping)",
        lambda: result().slices({"a-1": "x"}),
        scorelite.UsageError,
        "none of its keys is a scored id: it has a-1; expected 1, 2",
    ),
    ("explain()", lambda: result().compare(result()).explain(), scorelite.UsageError, "published rate is missing; "),
    (
        "measure='jer'",
        lambda: sl.score_segments("r.rttm", "h.rttm", measure="jer"),
        scorelite.UsageError,
        "scorelite.jer(refs, hyps) returns it alone",
    ),
    (
        "measure='greedy-cp'",
        lambda: sl.meetings.score("r.stm", "r.stm", measure="greedy-cp"),
        scorelite.UsageError,
        "measure 'greedy-cp' is unknown",
    ),
    ("skip_overlap=", lambda: sl.der("r.rttm", "h.rttm", skip_overlap=True), scorelite.UsageError, "overlap='exclude'"),
    ("meeting.wer", lambda: sl.meetings.score("r.stm", "r.stm").wer, AttributeError, "expected result.error_rate"),
    ("result.edit_distance", lambda: result().edit_distance, AttributeError, "expected result.errors"),
    ("meeting.mapping", lambda: sl.meetings.score("r.stm", "r.stm").mapping, AttributeError, "assigned.assignment of"),
    ("meeting.sessions", lambda: sl.meetings.score("r.stm", "r.stm").sessions, AttributeError, "expected result.parts"),
    ("segments .assignment", lambda: speakers().assignment, AttributeError, "parts[0].score.mapping of diarisation"),
    ("normalizers", lambda: sl.normalizers, AttributeError, "that the command scorelite normalisers lists"),
    ("list_normalizers", lambda: sl.list_normalizers(), AttributeError, "expected scorelite.normalise(text, name)"),
    ("f1", lambda: sl.f1, AttributeError, "score_segments(refs, hyps, measure='sound-events')"),
    ("explained.best", lambda: result().explain("28.6").best, AttributeError, "expected rows[0], or nearest[0] if"),
    ("corpus.text", lambda: sl.read("r.trn").text, AttributeError, "expected corpus.texts()"),
    (
        "corpus.words",
        lambda: sl.read("r.trn").words,
        AttributeError,
        "or corpus.segments[0].labels of words with times",
    ),
    ("corpus.to_pandas", lambda: sl.read("r.trn").to_pandas(), AttributeError, "to_library(corpus, 'pandas')"),
    ("corpus.nonsense", lambda: sl.read("r.trn").nonsense, AttributeError, "no attribute 'nonsense'"),
    (
        "audit(names=5)",
        lambda: result().audit(result(), names=5),
        scorelite.UsageError,
        "expected a list with one for each of 2 results",
    ),
    ("audit(names=[1, 2])", lambda: result().audit(result(), names=[1, 2]), scorelite.UsageError, "names= is [1, 2]"),
    ("audit(result)", lambda: sl.analysis.audit(result()), scorelite.UsageError, "expected a list of them"),
    ("references(names=7)", lambda: result().references(result(), names=7), scorelite.UsageError, "names= is 7"),
    (
        "compare_runs(names=None)",
        lambda: sl.compare_runs([result(), result()], [result()], names=None),
        scorelite.UsageError,
        "names= is None; expected a list with one for each of 2 results",
    ),
    (
        "compare_runs(3 names)",
        lambda: sl.compare_runs([result(), result()], [result()], names=["a", "b", "c"]),
        scorelite.UsageError,
        "the names are a, b, c; expected a different one for each of 2 results",
    ),
    ("result.percent", lambda: result().percent, AttributeError, "expected result.wer (100 * result.wer is percent)"),
    ("result.total", lambda: result().total, AttributeError, "expected result.counts"),
    ("result.del_rate", lambda: result().del_rate, AttributeError, "expected result.counts.deletion_rate"),
    ("result.utterance()", lambda: result().utterance("a"), AttributeError, "utterances[id] is one"),
    ("result.best()", lambda: result().best(), AttributeError, "expected result.worst (the last of"),
    ("result.warnings", lambda: result().warnings, AttributeError, "expected result.notices"),
    ("meeting.per_speaker", lambda: meeting().per_speaker, AttributeError, "expected result.report('sys'), or 'speak"),
    ("meeting.utterances", lambda: meeting().utterances, AttributeError, "expected result.parts"),
    ("meeting.hits", lambda: meeting().hits, AttributeError, "expected result.counts.correct"),
    ("meeting.permutation", lambda: meeting().permutation, AttributeError, "assigned.assignment of meetings"),
    ("segments .by('file')", lambda: speakers().by("file"), UsageError, "has a row for each: rows='file'"),
    ("segments .per_speaker", lambda: speakers().per_speaker, AttributeError, "expected result.report('sys')"),
    ("segments .per_file", lambda: speakers().per_file, AttributeError, "expected result.parts"),
    ("segments .collar", lambda: speakers().collar, AttributeError, "expected result.settings"),
    ("segments .confusion_matrix", lambda: speakers().confusion_matrix, AttributeError, "expected result.report('dtl"),
    ("segments .purity", lambda: speakers().purity, AttributeError, "measure='clusters').total.purity"),
    (
        "purity of clusters",
        lambda: sl.score_segments("r.rttm", "h.rttm", measure="clusters").purity,
        AttributeError,
        "expected result.total.purity",
    ),
    ("kws .keyword_recall", lambda: spotted().keyword_recall, AttributeError, "actual.miss (recall is 1 - miss)"),
    ("kws .hits", lambda: spotted().hits, AttributeError, "expected result.to_dict()['hits']"),
    ("kws .map", lambda: spotted().map, AttributeError, "expected result.mean_average_precision"),
    ("kws .twv", lambda: spotted().twv, AttributeError, "expected result.atwv, mtwv, otwv or stwv"),
    ("comparison.winner", lambda: result().compare(result()).winner, AttributeError, "expected verdict"),
    ("comparison.ci", lambda: result().compare(result()).ci, AttributeError, "expected interval, which holds"),
    ("comparison.report()", lambda: result().compare(result()).report(), AttributeError, "expected print(comparison)"),
    ("wake words' roc", lambda: wake().roc, AttributeError, "expected keywords[name].curve"),
    ("wake words' to_csv()", lambda: wake().to_csv("x"), AttributeError, "expected to_dict()"),
    ("corpus.speakers", lambda: sl.read("r.stm").speakers, AttributeError, "expected corpus.table.speakers"),
    ("corpus.filter()", lambda: sl.read("r.stm").filter(bool), AttributeError, "expected scorelite.Corpus(segments)"),
    ("corpus.shift()", lambda: sl.read("r.stm").shift(1), AttributeError, "expected scorelite.convert, which moves"),
    ("segment.words", lambda: sl.read("r.stm").segments[0].words, AttributeError, "expected text, or items"),
    ("segment.duration", lambda: sl.read("r.stm").segments[0].duration, AttributeError, "expected end - start"),
    ("segment.start_time", lambda: sl.read("r.stm").segments[0].start_time, AttributeError, "expected start"),
    ("lost(corpus, name)", lambda: sl.lost(sl.read("r.stm"), "txt"), scorelite.UsageError, "such as by_name('srt')"),
    ("result.export()", lambda: result().export("x.csv"), AttributeError, "expected result.to_csv(path) or save(path)"),
    ("result.to_latex()", lambda: result().to_latex(), AttributeError, "expected result.to_pandas().to_latex()"),
    ("counts.S", lambda: result().counts.S, AttributeError, "expected substitutions"),
    ("counts.subs", lambda: result().counts.subs, AttributeError, "expected substitutions"),
    ("counts.total", lambda: result().counts.total, AttributeError, "expected reference"),
    ("counts.nonsense", lambda: result().counts.nonsense, AttributeError, "no attribute 'nonsense'"),
    ("alignment.wer", lambda: sl.align("a b", "a c").wer, AttributeError, "expected counts, which has it"),
    ("alignment.ops", lambda: result()[0].alignment.ops, AttributeError, "expected operations"),
    ("alignment.print()", lambda: result()[0].alignment.print(), AttributeError, "expected print(alignment)"),
    ("ci=", lambda: result(ci=True), scorelite.UsageError, "expected score(refs, hyps).interval()"),
    ("percent=", lambda: result(percent=True), scorelite.UsageError, "100 * result.wer is percent"),
    ("speaker=", lambda: result(speaker=IDS), scorelite.UsageError, "expected ids such as anna-001"),
    ("metadata=", lambda: result(metadata=[{}]), scorelite.UsageError, "with_columns(table)"),
    ("report=", lambda: result(report="pra"), scorelite.UsageError, "expected score(refs, hyps).report(name)"),
    ("compute_cer", lambda: sl.compute_cer(REFS, HYPS), AttributeError, "expected scorelite.cer(refs, hyps)"),
    ("wacc", lambda: sl.wacc(REFS, HYPS), AttributeError, "(1 - wer is the word accuracy)"),
    ("substitutions", lambda: sl.substitutions(REFS, HYPS), AttributeError, "score(refs, hyps), which has it"),
    ("diff", lambda: sl.diff("a", "b"), AttributeError, "expected scorelite.align(ref, hyp).operations"),
    ("show", lambda: sl.show(REFS, HYPS), AttributeError, "result.page(path), or result.plot(path)"),
    ("score_csv", lambda: sl.score_csv("d.csv"), AttributeError, "expected scorelite.score(table)"),
    ("micro", lambda: sl.micro, AttributeError, "expected scorelite.score_table(paths), of files with both sides"),
    ("result.micro", lambda: result().micro, AttributeError, "expected result.wer, of all errors together"),
    ("score_folder", lambda: sl.score_folder("a", "b"), AttributeError, "expected scorelite.score_files(ref, hyp)"),
    ("Scorer", lambda: sl.Scorer(), AttributeError, "expected scorelite.Metric()"),
    ("tokenize", lambda: sl.tokenize("a b"), AttributeError, "expected scorelite.normalise(text, name)"),
    ("read_csv", lambda: sl.read_csv("d.csv"), AttributeError, "expected scorelite.read(path, "),
    ("version", lambda: sl.version, AttributeError, "expected scorelite.__version__"),
    ("kws.score_tabel", lambda: sl.kws.score_tabel, AttributeError, "did you mean score_table?"),
    ("write(result)", lambda: sl.write(result(), "x.trn"), scorelite.UsageError, "a result has save(path)"),
    (
        "wer(file)",
        lambda: sl.wer(io.StringIO("a b"), ["a"]),
        scorelite.UsageError,
        "refs is an open file; expected its",
    ),
    ("detect(path)", lambda: scorelite.detect("x.stm"), scorelite.UsageError, "expected scorelite.read(path).format"),
    (
        "write(text)",
        lambda: sl.write("abc", "x.trn"),
        scorelite.UsageError,
        "'abc' is not a corpus; expected the result of read",
    ),
    ("normalise(None)", lambda: sl.normalise(None, "basic"), scorelite.UsageError, "expected a text, or a list of"),
    ("normalise(5)", lambda: sl.normalise(5, "basic"), scorelite.UsageError, "texts are 5; expected a text"),
    ("normalise='en'", lambda: result(normalise="en"), scorelite.UsageError, "expected normalise=['whisper-en']"),
    ("explain_all(None)", lambda: sl.analysis.explain_all(None, ["5"]), scorelite.UsageError, "results are None"),
    ("plan(None)", lambda: result().compare(result()).plan(None), scorelite.UsageError, "expected a number such as"),
    ("result['z']", lambda: result(ids=IDS)["z"], KeyError, "'z'"),
    (
        "normalise='whisper'",
        lambda: result(normalise="whisper"),
        scorelite.UsageError,
        "or whisper-en or",
    ),
    ("normalise=3", lambda: result(normalise=3), scorelite.UsageError, "a function of a text"),
    ("refs twice", lambda: sl.wer(refs="a", truth="a", hyps="b"), scorelite.UsageError, "expected only refs="),
    (
        "score(list)",
        lambda: sl.score(["a"]),
        scorelite.UsageError,
        "hyps is missing; expected hypotheses, or one table (file or data frame)",
    ),
    ("score(table, ref=, hyp=)", lambda: sl.score("d.csv", ref="a", hyp="b"), scorelite.UsageError, "ref_column= and"),
    ("visualise", lambda: result().visualise(), AttributeError, "expected result.page(path), or print(result)"),
    ("num_insertions", lambda: result().num_insertions, AttributeError, "expected result.insertions"),
    ("result.ref", lambda: result().ref, AttributeError, "expected result.utterances.refs"),
    ("result.std()", lambda: result().std(), AttributeError, "expected result.interval"),
    ("result.frobnicate", lambda: result().frobnicate, AttributeError, "dir(result) lists all"),
    ("result['wer']", lambda: result(ids=IDS)["wer"], KeyError, "expected result.wer"),
    ("segments [...]", lambda: speakers()["f"], TypeError, "object has no items; expected result.parts"),
    ("iter(segments)", lambda: [*speakers()], TypeError, "expected result.parts"),
    ("segments .fa", lambda: speakers().fa, AttributeError, "expected result.total.false_alarm"),
    ("utterances.to_pandas()", lambda: result().utterances.to_pandas(), AttributeError, "expected result.to_pandas()"),
    ("interval.lower", lambda: result().interval().lower, AttributeError, "expected low"),
    (
        "interval(confidence=)",
        lambda: result().interval(confidence=0.9),
        scorelite.UsageError,
        "expected level=, such as 0.95",
    ),
    ("worst(top=)", lambda: result().worst(top=3), scorelite.UsageError, "expected number= (it has: number=)"),
    ("report(display=)", lambda: result().report(display=True), scorelite.UsageError, "(it has: speakers=, width=)"),
    ("to_csv(index=)", lambda: result().to_csv(index=False), scorelite.UsageError, "rows have no index"),
    (
        "compute(refs=)",
        lambda: sl.Metric().compute(predictions=HYPS),
        scorelite.UsageError,
        "expected update(refs, hyp",
    ),
    ("corpus + corpus", lambda: sl.read("r.trn") + sl.read("h.trn"), TypeError, "scorelite.Corpus([*first, *second])"),
    ("corpus.to_rttm()", lambda: sl.read("r.stm").to_rttm(), AttributeError, "expected scorelite.write(corpus, path)"),
    (
        "segment.to_dict()",
        lambda: sl.read("r.stm")[0].to_dict(),
        AttributeError,
        "expected dataclasses.asdict(",
    ),
    ("a region's duration", lambda: sl.Region("a", "1", 0, 1).duration, AttributeError, "expected one of: channel, "),
    ("RTTM", lambda: sl.RTTM.load("r.rttm"), AttributeError, "expected scorelite.read(path, format='rttm')"),
    ("load_uem", lambda: sl.load_uem("r.uem"), AttributeError, "expected scorelite.read(path, "),
    ("cp_word_error_rate", lambda: sl.cp_word_error_rate, AttributeError, "expected scorelite.cpwer"),
    ("RemoveWhiteSpace", lambda: sl.RemoveWhiteSpace(), AttributeError, "expected scorelite.normalise(text, name)"),
    ("another measure", lambda: sl.weighted_mer, AttributeError, "dir(scorelite) lists all"),
    ("read(fmt=)", lambda: sl.read("r.trn", fmt="trn"), scorelite.UsageError, "expected format="),
    ("convert(to=)", lambda: sl.convert("r.trn", "x", to="srt"), scorelite.UsageError, "expected target_format="),
    ("normalise(text)", lambda: sl.normalise("a"), scorelite.UsageError, "as in normalise(text, 'whisper-en')"),
    ("tokenizer=", lambda: result(tokenizer=str.split), scorelite.UsageError, "which puts blanks between tokens"),
    ("equivalents='a=b'", lambda: result(equivalents="a=b c"), scorelite.UsageError, "pairs such as {'gonna': ['going"),
    ("score(path, list)", lambda: sl.score("r.trn", ["a"]), scorelite.UsageError, "expected two of the same kind"),
    ("Metric(name)", lambda: sl.Metric("wer"), scorelite.UsageError, "Metric() has 1 argument; expected no name"),
    ("vote(a, b)", lambda: sl.vote([], []), scorelite.UsageError, "vote() has 2 arguments; expected a list of systems"),
    (
        "report(name, path)",
        lambda: result().report("dtl", "x"),
        scorelite.UsageError,
        ".write_bytes(bytes(result.report(name)))",
    ),
    ("wer(gold=, pred=)", lambda: sl.wer(gold=REFS, pred=HYPS), scorelite.UsageError, "expected refs= and hyps="),
    (
        "compare(n_bootstrap=)",
        lambda: sl.compare(result(), result(), n_bootstrap=9),
        scorelite.UsageError,
        "replications=",
    ),
    (
        "normalise([None])",
        lambda: sl.normalise(["a", None], "basic"),
        scorelite.UsageError,
        "texts[1] is None; expected a",
    ),
    (
        "vote(path)",
        lambda: sl.vote("r.trn"),
        scorelite.UsageError,
        "expected a list of corpora: vote([read(a), read(b)])",
    ),
    ("to_library(name, corpus)", lambda: sl.to_library("pandas", result()), scorelite.UsageError, "library is <Result"),
    (
        "analysis.confusions",
        lambda: sl.analysis.confusions,
        AttributeError,
        "expected scorelite.score(refs, hyps).confu",
    ),
    ("compat.werpy", lambda: sl.compat.werpy, AttributeError, "expected one of: jiwer, "),
    (
        "meetings.score(metric=)",
        lambda: sl.meetings.score({}, {}, metric="cp"),
        scorelite.UsageError,
        "expected measure=",
    ),
    ("segment.utt_id", lambda: sl.Segment().utt_id, AttributeError, "expected id"),
    (
        "wer([[None]])",
        lambda: sl.wer([["a", None]], [["a", "b"]]),
        scorelite.UsageError,
        "refs[0][1] is of type NoneType",
    ),
    ("utterance.is_correct", lambda: result()[0].is_correct, AttributeError, "expected counts.errors == 0"),
    ("top_substitutions", lambda: result().top_substitutions(), AttributeError, "expected result.confusions()"),
    ("result < 0.5", lambda: result() < 0.5, TypeError, "expected one of them, such as result.wer"),
    ("round(result)", lambda: round(result(), 2), TypeError, "expected one of them, such as result.wer"),
    ("abs(segments)", lambda: abs(speakers()), TypeError, "expected one of them, such as result.error_rate"),
    ("result.round()", lambda: result().round(2), AttributeError, "as in round(result.wer, 2)"),
    ("result['u1']", lambda: result()["u1"], KeyError, "expected one of 2 ids (1, 2)"),
    ("segments['confusion']", lambda: speakers()["confusion"], TypeError, "expected result.total.confused"),
    ("list(counts)", lambda: [*result().counts], TypeError, "expected to_dict"),
    ("convert(path, name)", lambda: sl.convert("r.trn", "srt"), scorelite.UsageError, "such as 'talk.srt'"),
    (
        "Segment(a, 0, 1)",
        lambda: sl.Corpus([sl.Segment("a", 0, 1)]),
        scorelite.UsageError,
        "has the session 0; expected a",
    ),
    ("Corpus(path)", lambda: sl.Corpus("r.trn"), scorelite.UsageError, "segments have 'r'; expected Segment(text="),
    (
        "der(rows)",
        lambda: sl.der({"t": [(0, 1, "a")]}, {}),
        scorelite.UsageError,
        "t: (0, 1, 'a'); expected rows of value",
    ),
    ("der(list)", lambda: sl.der([("a", 0, 1)], []), scorelite.UsageError, "such as {'talk': [('anna', 0.0, 1.5)]}"),
    ("per", lambda: sl.per(REFS, HYPS), AttributeError, "wer(refs, hyps), with a blank between phones"),
    (
        "compare(ref=)",
        lambda: sl.compare(result(), result(), ref=REFS),
        scorelite.UsageError,
        "or compare_outputs(a, b)",
    ),
    ("read(format_=)", lambda: sl.read("r.trn", format_="trn"), scorelite.UsageError, "expected format="),
    ("per_utterance=", lambda: result(per_utterance=True), scorelite.UsageError, "[each.wer for each in result]"),
    (
        "ignore_punctuation=",
        lambda: result(ignore_punctuation=True),
        scorelite.UsageError,
        "expected normalise='basic'",
    ),
    ("wer(str, bytes)", lambda: sl.wer("a", b"b"), scorelite.UsageError, "hyps are bytes; expected a text"),
    ("cer(unit=)", lambda: sl.cer("a", "b", unit="word"), scorelite.UsageError, "cer() counts characters, and takes"),
    ("wer(a, b, c)", lambda: sl.wer("a", "b", "c"), scorelite.UsageError, "has 3 arguments; expected refs and hyps"),
    ("wer([None])", lambda: sl.wer([None], ["a"]), scorelite.UsageError, "such as '' for an empty text"),
    (
        "score(segments)",
        lambda: sl.score([*sl.read("r.trn")], HYPS),
        scorelite.UsageError,
        "scorelite.Corpus(segments)",
    ),
    ("score(corpus, path)", lambda: sl.score(sl.read("r.trn"), "h.trn"), scorelite.UsageError, "read(path) of both"),
    (
        "score(corpora, markup=)",
        lambda: sl.score(sl.read("r.trn"), sl.read("h.trn"), markup=False),
        scorelite.UsageError,
        "expected them in read(path, ...)",
    ),
    ("score(pairs)", lambda: sl.score([*zip(REFS, HYPS, strict=True)]), scorelite.UsageError, "score(*zip(*pairs))"),
    (
        "score({'a': ..., 'b': ...})",
        lambda: sl.score({"a": REFS, "b": HYPS}),
        scorelite.UsageError,
        "(sides['a'], sides",
    ),
    (
        "score_files(lists)",
        lambda: sl.score_files(REFS, HYPS),
        scorelite.UsageError,
        "expected a file, a folder, or score(",
    ),
    ("convert(corpus)", lambda: sl.convert(sl.read("r.trn"), "x"), scorelite.UsageError, "or write(corpus, path)"),
    ("load(measure)", lambda: sl.load("wer"), scorelite.UsageError, "expected wer(refs, hyps)"),
    ("dict(result)", lambda: dict(result()), scorelite.UsageError, "or result.to_dict()"),
    ("ref, hyp in result", lambda: [ref for ref, _ in result()], scorelite.UsageError, "expected its ref and hyp"),
    ("utterance['wer']", lambda: result()[0]["wer"], TypeError, "'Utterance' object has no items; expected wer"),
    ("pair.type", lambda: result().alignments[0][0].type, AttributeError, "expected operation"),
    ("pair.start", lambda: result().alignments[0][0].start, AttributeError, "expected ref_start, or hyp_start"),
    ("pair.speaker", lambda: result().alignments[0][0].speaker, AttributeError, "expected one of: operation, ref, "),
    ("utterance.opcodes", lambda: result()[0].opcodes, AttributeError, "expected alignment.operations"),
    ("label.word", lambda: scorelite.Label("a").word, AttributeError, "expected value"),
    ("corpus['a']", lambda: sl.read("r.trn")["a"], TypeError, "[each for each in corpus if each.id == 'a']"),
    ("worst(name)", lambda: result().worst("wer"), scorelite.UsageError, "expected how many, such as worst(10)"),
    ("float(segments)", lambda: float(speakers()), TypeError, "such as result.error_rate"),
    ("result.per", lambda: result().per, AttributeError, "expected result.wer, with a blank between phones"),
    ("accuracy", lambda: result().accuracy, AttributeError, "1 - result.wer is the word accuracy"),
    ("meeting.der", lambda: meeting().der, AttributeError, "dir(result) lists all"),
    ("meeting.cp_wer", lambda: meeting().cp_wer, AttributeError, "expected result.error_rate"),
    (
        "a function of results",
        lambda: sl.to_json(result()),
        AttributeError,
        "expected scorelite.score(refs, hyps).to_json()",
    ),
    ("forced_alignment", lambda: sl.forced_alignment, AttributeError, "expected scorelite.retime(text, times)"),
    (
        "der(forgiveness_collar=)",
        lambda: sl.der({}, {}, forgiveness_collar=1),
        scorelite.UsageError,
        "expected collar=",
    ),
    ("wer(bytes)", lambda: sl.wer(b"a", b"b"), scorelite.UsageError, "expected a text, such as refs.decode()"),
    ("cpwer(texts)", lambda: sl.cpwer({"A": "a"}, {"1": "b"}), scorelite.UsageError, "{'talk': [('A', 'a')]}"),
    ("score(str, list)", lambda: sl.score("a", ["a"]), scorelite.UsageError, "refs is a single text"),
    (
        "compare([a, b, c])",
        lambda: sl.compare([result()] * 3),
        sl.UsageError,
        "expected two or more results, as in compare(*results)",
    ),
    (
        "compare(a, b, level=)",
        lambda: sl.compare(result(), result(), level=0.01),
        sl.UsageError,
        "level= and correction= are for rankings of three results or more",
    ),
    (
        "import scorelite.jiwer",
        lambda: importlib.import_module("scorelite.jiwer"),
        ModuleNotFoundError,
        "No module named 'scorelite.jiwer'; expected scorelite.compat.jiwer",
    ),
    ("a - b", lambda: result() - result(), TypeError, "expected b.compare(a).increase"),
    ("result[:1].wer", lambda: result()[:1].wer, AttributeError, "expected the texts of these in score("),
    ("result.table()", lambda: result().table(), TypeError, "expected result.to_pandas()"),
    ("result.sclite()", lambda: result().sclite(), AttributeError, "expected result.report('sys')"),
    ("substitute", lambda: sl.substitute, AttributeError, "scorelite.normalise(text, name)"),
    ("slices(list of numbers)", lambda: result().slices([1]), sl.UsageError, "are [1]; expected a name"),
    ("ranking.best", lambda: sl.compare(*[result()] * 3).best, AttributeError, "expected systems[0]"),
    (
        "comparison.interval()",
        lambda: sl.score(["a"] * 8, list("abababab")).compare(sl.score(["a"] * 8, list("aaaabbaa"))).interval(),
        TypeError,
        "expected comparison.interval, with low and high",
    ),
    (
        "compare(a=, b=)",
        lambda: sl.compare(a=result(), b=result()),
        sl.UsageError,
        "compare() has no keyword a=; expected old=",
    ),
    (
        "by(list)",
        lambda: sl.score("d.csv").by(["speaker"]),
        sl.UsageError,
        "expected a name, such as 'speaker'; of several: result.slices(['speaker'])",
    ),
    (
        "by('a,b')",
        lambda: result().by("speaker,words"),
        sl.UsageError,
        "result.slices('speaker*words') crosses them, result.slices(['speaker', 'words'])",
    ),
    (
        "by(bins=)",
        lambda: result().by("words", bins=[0, 2]),
        sl.UsageError,
        "expected edges in the name, as in by('duration:0-2-5')",
    ),
    (
        "interval(0.99)",
        lambda: result().interval(0.99),
        sl.UsageError,
        "expected 1 to 1,000,000; a level is passed by keyword",
    ),
    ("interval(1000, 0.9)", lambda: result().interval(1000, 0.9), sl.UsageError, "1 argument too many; expected keyw"),
    ("interval(95)", lambda: result().interval(level=95), sl.UsageError, "expected a share between 0 and 1"),
    ("interval(alpha=)", lambda: result().interval(alpha=0.1), sl.UsageError, "expected level=, which is 1 - alpha"),
    (
        "atwv(two)",
        lambda: sl.atwv("kw.xml", "h.ctm"),
        sl.UsageError,
        "expected files: atwv(ecf, rttm, kwlist, kwslist)",
    ),
    ("convert(one)", lambda: sl.convert("r.trn", to="vtt"), sl.UsageError, "as in convert('talk.srt', 'talk.vtt')"),
    ("parse", lambda: sl.parse, AttributeError, "or of a text read(text.encode(), format=name)"),
    ("demo", lambda: sl.demo, AttributeError, "the command scorelite demo writes files to try"),
    ("sum", lambda: result().sum(), AttributeError, "expected result.counts, the sums of all utterances"),
    (
        "by().to_pandas",
        lambda: result(ids=["a-1", "b-1"]).by()["a"].to_pandas(),
        AttributeError,
        "rows of result.to_pandas().groupby(",
    ),
    ("filter", lambda: result().filter(len), AttributeError, "or score(rows) of the rows that stay"),
    (
        "compare().by",
        lambda: sl.compare(result(), result()).by("a"),
        AttributeError,
        "expected utterances, each with",
    ),
    (
        "to_csv(by=)",
        lambda: result().to_csv(by="speaker"),
        sl.UsageError,
        "expected no keyword: pandas.DataFrame({name: each.to_dict() for name",
    ),
    (
        "analyse(slices=)",
        lambda: result().analyse(slices="speaker"),
        sl.UsageError,
        "expected wanted={'slices': 'gender'}",
    ),
    ("matched_pairs", lambda: result().matched_pairs, AttributeError, "expected result.compare(other).matched_pairs"),
    (
        "speakers=",
        lambda: result(speakers=IDS),
        sl.UsageError,
        "expected ids such as anna-001, or result.with_columns(table)",
    ),
    (
        "read(folder)",
        lambda: sl.read("."),
        sl.UsageError,
        "a folder of files; expected one of them; scorelite.score_files(ref, hyp) pairs",
    ),
    ("scorelite.table", lambda: sl.table, AttributeError, "expected scorelite.score(refs, hyps).to_pandas()"),
    ("scorelite.meeting", lambda: sl.meeting, AttributeError, "expected scorelite.meetings.score(refs, hyps)"),
    (
        "plot(path=)",
        lambda: result().plot("errors", path="a.png"),
        sl.UsageError,
        "expected the path first, as in plot('rates.svg')",
    ),
    (
        "worst(by=)",
        lambda: result().worst(by="wer"),
        sl.UsageError,
        "expected no keyword: sorted(result, key=lambda each: each.errors)",
    ),
    (
        "with_columns of lists",
        lambda: result().with_columns("d.csv"),
        sl.UsageError,
        "expected 1, 2; ids= of score() gives texts in lists the ids of the table",
    ),
    (
        "score(rows without ids)",
        lambda: sl.score([{"text": "a"}, {"text": "b"}], [{"text": "a"}, {"text": "b"}]),
        sl.UsageError,
        "lists of texts are paired in their order",
    ),
]


@pytest.mark.parametrize(
    ("call", "kind", "message"), [each[1:] for each in ANSWERED], ids=[each[0] for each in ANSWERED]
)
def test_a_guess_is_answered(call: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_what_only_our_modules_need_is_not_listed() -> None:
    names = {name for name in dir(result()) if name[0] != "_"}
    assert {"wer", "utterances", "interval"} <= names
    assert names.isdisjoint(("ADDS", "ROWS", "WING", "took_part", "under_ids", "noun"))
    assert all(
        hasattr(result(), name) or hasattr(speakers(), name) or hasattr(meeting(), name) for name in Totals.UNLISTED
    )


def test_a_guess_in_an_import_is_answered() -> None:
    with pytest.raises(
        ImportError, match=r"cannot import name 'process_words' from 'scorelite'; expected scorelite.sc"
    ):
        from scorelite import process_words  # noqa: F401


def test_what_messages_name_is_there() -> None:
    names = {text.partition("(")[0].partition(" ")[0] for text in FUNCTIONS.values()}
    assert {name for name in names if not hasattr(sl, name.partition(".")[0])} == set()
    results = result(), sl.score_segments({}, {})
    assert all(hasattr(spotted(), re.split(r"\W", text)[0]) for text in OF_KEYWORDS_FOUND.values())
    totals = {measure: sl.score_segments({}, {}, measure=measure).total for measure in OF_MEASURES.values()}
    assert all(hasattr(totals[measure], name) for name, measure in OF_MEASURES.items())
    for text in (*ATTRIBUTES.values(), *OF_OTHER_WINGS.values()):
        name = re.match(r"\w+", text)
        assert name is not None
        assert any(name[0] in dir(each) for each in results), text
    assert not [name for name in FUNCTIONS if hasattr(sl, name)]


def test_attributes_that_protocols_try_are_missing_without_a_word() -> None:
    with pytest.raises(AttributeError, match="no attribute '_ipython_display_'$"):
        result()._ipython_display_()
