"""Uses of the public interface that type checkers must accept; a test also runs every function."""

from __future__ import annotations

from pathlib import Path

import pyarrow  # type: ignore[import-untyped]

import scorelite
from scorelite import formats, scoring
from scorelite.compat import jiwer
from scorelite.scoring import (
    KALDI_WER,
    Alignment,
    Counts,
    Policy,
    Result,
    SegmentResult,
    Settings,
    Utterance,
    batches,
    kws,
)


def texts_in_collections_and_iterators() -> float | None:
    scoring.score(["a b", "c"], ["a", "c"])
    scoring.score(("a b",), (text for text in ["a b"]))
    scoring.score([["a", "b"], ["c"]], [("a",), ("c",)])
    scoring.score({"u-1": "a"}.values(), iter(["a"]))
    first: Result = scoring.score(["a b"], ["a"], ids=["u-1"], threads=2)
    second = scoring.score(["a"], ["a"], ids=["u-2"])
    return (first + second).wer


def texts_by_id() -> str:
    refs: dict[str, str] = {"u-1": "a b"}
    result = scoring.score(refs, {"u-1": "a"}, missing="skip")
    first: Utterance = result.utterances[0]
    steps: list[str] = result.utterances.operations()
    assert steps == ["CD"]
    return first.id


def settings_as_keywords() -> str:
    policy: Policy = KALDI_WER
    scoring.score(["a"], ["a"], policy=policy, case_sensitive=True)
    scoring.score(["a"], ["a"], policy="kaldi_align", unit="character", keep_ascii=True)
    return Settings(policy="sclite", markup=True, optional_words=True).signature


def one_pair_of_texts() -> Counts:
    alignment: Alignment = scoring.align("a b", ["a", "b"], case_sensitive=True)
    words: list[str | None] = [pair.ref for pair in alignment.pairs]
    assert words == ["a", "b"]
    return alignment.counts


def rates() -> list[float | None]:
    rates = [scorelite.wer("a b", "a"), scorelite.cer(["a"], ["b"]), scorelite.mer({"x": "a"}, {"x": "b"})]
    return [*rates, scorelite.wil(("a",), ["b"], case_sensitive=True), scorelite.wip("a", "a", policy="kaldi_wer")]


def results_as_people_ask_for_them(folder: Path) -> str:
    result = scorelite.score("a b", "a c")
    assert [utterance.id for utterance in result] == [result[0].id] == [result["1"].id]
    counted: int = result.substitutions + result.hits
    result.page(folder / "page.html")
    page: bytes = result.page()
    text: str = scorelite.normalise("A", "basic")
    texts: list[str] = scorelite.normalise(["A"], "basic")
    assert [text] == texts
    assert (bool(page), counted) == (True, 2)
    return str(scorelite.compare(result, result).verdict)


def a_result_saved_and_loaded(folder: Path) -> Result:
    result = scorelite.score(["A"], ["a"], normalise=[str.lower, "basic"])
    result.save(folder / "result.json")
    return scorelite.load(folder / "result.json")


def files(folder: Path) -> str:
    (folder / "r.trn").write_text("a b (u-1)\n")
    result = scoring.score_files(folder / "r.trn", str(folder / "r.trn"), ref_format="trn", missing="error")
    return result.report("sum")


def segments() -> float | None:
    refs = {"talk": [("music", 0.0, 5.0)]}
    result: SegmentResult = scoring.score_segments(refs, refs, measure="classes")
    return result.error_rate


def keywords() -> float | None:
    keywords = kws.evaluate(ref=[("a", 1.0, 1.5)], hyp=[("a", 1.0, 1.5, 0.9)], keywords=["a"], duration=100)
    return keywords.atwv


def batches_of_a_corpus() -> float | None:
    shard = pyarrow.table({"id": ["a-1"], "ref": ["x y"], "hyp": ["x"]})
    counts = batches.score_batch(shard, Settings(case_sensitive=True), missing="delete", operations=True)
    total: batches.Merged = batches.merge([counts], groups=())
    reach: float = total.interval(10, by="speaker").reach
    return total.wer if reach >= 0 else None


def corpora(folder: Path) -> tuple[str, ...]:
    corpus: formats.Corpus = formats.read(b"a b (u-1)\n", format="trn")
    formats.write(corpus, folder / "out.stm", format="trn")
    lost: tuple[str, ...] = formats.convert(b"a b (u-1)\n", folder / "out.txt", source_format="trn", strict=False)
    return lost


def errors() -> str:
    try:
        formats.read(b"no id\n", format="trn")
    except scoring.FormatError as error:
        return str(error)
    except (scoring.MismatchError, scoring.UsageError, scoring.LimitError, scoring.ScoreliteError):
        raise
    return ""


def drop_ins() -> float:
    rate: float = scorelite.compat.jiwer.wer("a b", "a")
    output: jiwer.WordOutput = jiwer.process_words(["a b"], ["a"])
    return rate + output.wer


def the_front_door() -> Result:
    corpus: scorelite.Corpus = scorelite.read(b"a (u-1)\n")
    assert corpus.format == "trn"
    assert scorelite.kws.KwsSettings().beta > 0
    result: scoring.Result = scorelite.score(["a"], ["a"], policy=scorelite.SCLITE)
    return result
