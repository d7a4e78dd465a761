"""SPLET's contract: results counted by hand, sclite's numbers, its readers, and its program."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite.compat import splet
from scorelite.compat.splet.alignment import levenshtein_alignment
from scorelite.compat.splet.metric_registry import require_matching_keys
from scorelite.compat.splet.normalizers import build_normalizer
from scorelite.compat.splet.normalizers.whisper import BasicTextNormalizer, whisper_setup
from scorelite.compat.splet.utils_shared import session_loader_setup, text_loader_setup
from scorelite.compat.splet.utterance_metrics import error_rate_metric, error_rate_setup
from scorelite.formats.errors import FormatError, UsageError
from tests.compat.toolkits import ours
from tests.peers import peer

REFS = {"u1": "The cat sat", "u2": "on the mat", "u3": ""}
HYPS = {"u1": "the cat sat down", "u2": "mat", "u3": "uh"}


def measured(config: list[dict[str, Any]], hyps: dict[str, str], refs: dict[str, str]) -> dict[str, Any]:
    metrics = splet.load_metrics(config)
    return splet.summarize(splet.measure_utterances(hyps, metrics, refs), metrics)


def test_a_corpus_has_the_sums_of_its_utterances_and_their_rate() -> None:
    assert measured([{"name": "wer"}], HYPS, REFS) == {
        "num_utterances": 3,
        "wer": 4 / 6,
        "wer_errors": 4,
        "wer_ref_len": 6,
        "wer_hyp_len": 6,
        "wer_sub": 0,
        "wer_del": 2,
        "wer_ins": 2,
        "wer_hit": 4,
    }


def test_an_utterance_has_its_counts_and_on_demand_its_alignment() -> None:
    state = error_rate_setup(metric_id="cer", tokenizer="char", keep_alignment=True)
    result = error_rate_metric(state, "ab c", "abd")
    assert (result["cer"], result["cer_sub"], result["cer_ins"], result["cer_hit"]) == (2 / 3, 1, 1, 2)
    assert result["cer_alignment"] == "REF: a b * d\nHYP: a b   c\nOP:  C C I S"


@pytest.mark.parametrize("optional", [False, True])
def test_the_counts_are_those_of_a_score(optional: bool) -> None:
    drawn = random.Random(7)
    words = ["a", "b", "c", "(um)"]
    texts = [[" ".join(drawn.choices(words, k=drawn.randrange(1, 12))) for _ in range(2)] for _ in range(300)]
    refs, hyps = ({f"u{place}": text[side] for place, text in enumerate(texts)} for side in (0, 1))
    config = {"name": "wer", "optional_deletion_is_correct": optional}
    summary = measured([config], hyps, refs)
    result = scorelite.score([*refs.values()], [*hyps.values()], optional_words=optional)
    counts = tuple(summary[f"wer_{name}"] for name in ("hit", "sub", "del", "ins"))
    assert counts == (result.hits, result.substitutions, result.deletions, result.insertions)
    assert summary["wer"] == result.wer


def test_an_optional_word_is_an_ordinary_one_unless_it_may_be_left_out() -> None:
    # The numbers that NIST's sclite prints without and with -D; SPLET's rule gives 1, 0, 2, 2 and 3, 0, 0, 2.
    ref, hyp = ["(a)", "(a)", "b"], ["b", "c", "c"]
    plain, optional = (levenshtein_alignment(ref, hyp, optional_deletion_is_correct=is_so) for is_so in (False, True))
    assert (plain.hits, plain.substitutions, plain.deletions, plain.insertions) == (0, 3, 0, 0)
    assert (optional.hits, optional.substitutions, optional.deletions, optional.insertions) == (3, 0, 0, 2)
    assert optional.operations[0] == ("hit", "(a)", None)


def test_unit_costs_give_the_fewest_errors() -> None:
    ref, hyp = ["a", "b"], ["b", "a"]
    sclite, unit = (levenshtein_alignment(ref, hyp, costs=costs) for costs in ("sclite", "unit"))
    assert (sclite.substitutions, sclite.deletions, sclite.insertions) == (0, 1, 1)
    assert (unit.substitutions, unit.deletions, unit.insertions) == (2, 0, 0)


def test_rapidfuzz_s_steps_are_those_of_the_package() -> None:
    editops = peer("rapidfuzz.distance").Levenshtein.editops
    drawn = random.Random(3)
    for _ in range(200):
        ref, hyp = (drawn.choices("abc", k=drawn.randrange(15)) for _ in range(2))
        steps = levenshtein_alignment(ref, hyp, backend="rapidfuzz", costs="unit").operations
        tags = [{"replace": "sub", "delete": "del", "insert": "ins"}[edit.tag] for edit in editops(ref, hyp)]
        assert [name for name, _, _ in steps if name != "hit"] == tags


def test_long_texts_are_aligned() -> None:
    assert levenshtein_alignment(["w"] * 3000, ["w"] * 2999).deletions == 1


def test_any_token_is_a_word() -> None:
    tokens = ["@", "{", "/", "}", "", " ", "\ud800", "a\nb", "x" * 5000]
    assert levenshtein_alignment(tokens, tokens).operations == [("hit", token, token) for token in tokens]


def test_tokens_are_words_characters_or_both() -> None:
    rows = (("word", {}, 2), ("char", {}, 6), ("char", {"remove_space": True}, 5), ("noascii", {}, 3))
    for tokenizer, settings, length in rows:
        state = error_rate_setup(tokenizer=tokenizer, tokenizer_conf=settings)
        assert error_rate_metric(state, "", "今天 abc")["wer_ref_len"] == length, tokenizer
    assert error_rate_setup(tokenizer="char", tokenizer_conf={"space_symbol": "<s>"})["tokenizer"]("a b")[1] == "<s>"


def test_steps_of_a_config_go_through_texts_in_their_order() -> None:
    names = ("uppercase", "lowercase", "whitespace", "unicode")
    assert [build_normalizer([{"name": name}])(" Ａ  b") for name in names] == [" Ａ  B", " ａ  b", "Ａ b", " A  b"]
    both = build_normalizer([{"name": "remove_punctuation", "replace_with": " "}, {"name": "whitespace"}])
    assert (both("a-b!"), len(both), repr(both)) == ("a b", 2, "Normalizer([remove_punctuation, whitespace])")


def test_symbols_come_from_a_file_of_espnet(tmp_path: Path) -> None:
    (tmp_path / "nlsyms.txt").write_text("<noise>\n\n<n>\n", encoding="utf-8")
    step = {"name": "remove_tokens", "tokens_file": str(tmp_path / "nlsyms.txt")}
    assert build_normalizer([step])("a <noise> b<n>") == "a b<n>"
    assert build_normalizer([{**step, "match": "substring"}])("a <noise> b<n>") == "a  b"
    assert build_normalizer([{"name": "remove_tokens"}])("<unk> a <n>") == "a <n>"


def test_whisper_s_normalisers_are_those_of_a_score() -> None:
    text = "Mr. O'Brien's naïve café paid $1,250.50 (cash)"
    for language, name in (("en", "whisper-en"), ("whisper_basic", "whisper-basic")):
        assert whisper_setup(language)(text) == scorelite.normalise(text, name)
    # Counted by hand, as openai-whisper has no release without torch.
    assert BasicTextNormalizer(remove_diacritics=True)("Naïve Œuvre, Ħ ½ (x)!") == "naive oeuvre ħ 1 2 "


def test_batches_of_several_processes_add_up() -> None:
    metrics = splet.load_metrics([{"name": "wer"}])
    states = [
        splet.Accumulator(metrics).add_all(splet.measure_batch(hyps, refs, metrics)).state()
        for hyps, refs in ((["a b"], ["a c"]), (["x y z"], ["x y"]))
    ]
    sums = {key: sum(state["sums"][key] for state in states) for key in states[0]["sums"]}
    together = splet.Accumulator(metrics).load_state({"num_utterances": 2, "sums": sums})
    assert together.result()["wer"] == 0.5
    together.reset()
    assert together.result() == {"num_utterances": 0}


def test_one_metric_runs_under_two_ids_and_the_summary_says_how() -> None:
    config = [{"name": "wer"}, {"name": "wer", "id": "raw", "normalize": [], "case": "sensitive"}]
    metrics = splet.load_metrics(config, normalize=[{"name": "lowercase"}])
    summary = splet.summarize(splet.measure_utterances({"u1": "The cat"}, metrics, {"u1": "the cat"}), metrics)
    assert (summary["wer"], summary["raw"]) == (0, 0.5)
    block = splet.metadata(metrics)
    assert block["metrics"]["wer"]["config"] == {"tokenizer": "word", "normalize": [{"name": "lowercase"}]}
    assert block["metrics"]["raw"]["signature"] == f"scorelite {scorelite.__version__}"
    assert json.loads(json.dumps(block)) == block


def test_a_module_and_a_function_of_one_name_are_both_there() -> None:
    from scorelite.compat.splet.metadata import metadata

    assert splet.metadata is metadata


def test_metrics_of_other_tiers_are_left_to_their_loops() -> None:
    assert splet.load_session_metrics([{"name": "wer"}]) == splet.load_corpus_metrics([{"name": "wer"}]) == {}
    for measure in (splet.measure_sessions, splet.measure_corpus):
        with pytest.raises(NotImplementedError, match="SPLET has no metric of"):
            measure({}, {})
    spec = splet.MetricSpec("session", dict, dict, {}, ("speakers",))
    with pytest.raises(NotImplementedError, match="'cp' requires speakers"):
        splet.validate_requirements({"cp": {"spec": spec}}, {})


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ([{}], "metric {} has no name; expected one of: wer, cer"),
        ([{"name": "werr"}], r"unknown metric 'werr'; did you mean wer\?"),
        ([{"name": "wer"}, {"name": "wer"}], "metric id 'wer' is configured twice"),
        ([{"name": "wer", "tokenizer": "bpe"}], "unknown tokenizer 'bpe'; expected one of: word, char, noascii"),
        ([{"name": "wer", "case": "lower"}], "unknown case 'lower'"),
        ([{"name": "wer", "normalize": [{"keep": "'"}]}], "step .* has no name"),
        (
            [{"name": "wer", "normalize": [{"name": "lower"}]}],
            "unknown normalization step 'lower'; did you mean",
        ),
        ([{"name": "wer", "normalize": [{"name": "unicode", "form": "NF"}]}], "unknown Unicode normal form 'NF'"),
        ([{"name": "wer", "normalize": [{"name": "remove_tokens", "match": "all"}]}], "unknown match 'all'"),
        ([{"name": "wer", "normalize": [{"name": "whisper", "language": "fr"}]}], "unknown whisper normalizer 'fr'"),
        ([{"name": "wer", "normalize": [{"name": "whisper", "split_letters": True}]}], "takes no options"),
    ],
)
def test_a_config_with_a_mistake_is_rejected(config: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        splet.load_metrics(config)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"costs": "nist"}, "unknown cost model 'nist'"),
        ({"backend": "cuda"}, "unknown backend 'cuda'; expected one of: auto, python, rapidfuzz"),
        ({"backend": "rapidfuzz"}, "unit-cost alignments, not costs 'sclite'; expected costs='unit'"),
    ],
)
def test_an_unknown_aligner_is_rejected(settings: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        levenshtein_alignment(["a"], ["b"], **settings)  # type: ignore[arg-type]


def test_results_that_no_metric_declares_and_keys_of_two_metrics_are_rejected() -> None:
    metrics = splet.load_metrics([{"name": "wer"}, {"name": "wer", "id": "wer_errors"}])
    with pytest.raises(UsageError, match="metrics 'wer' and 'wer_errors' both report 'wer_errors'"):
        splet.Accumulator(metrics)
    del metrics["wer_errors"]
    accumulator = splet.Accumulator(metrics)
    with pytest.raises(UsageError, match="key 'per' is not declared by any metric"):
        accumulator.add({"key": "u1", "per": 1})
    assert accumulator.result() == {"num_utterances": 0}


def test_every_utterance_is_on_both_sides() -> None:
    with pytest.raises(KeyError, match="no hypothesis for reference 'u2' and 1 more; expected an empty text"):
        require_matching_keys({"u1": ""}, REFS)
    with pytest.raises(KeyError, match="no reference for hypothesis 'u3'"):
        require_matching_keys(HYPS, {"u1": "", "u2": ""})
    metrics = splet.load_metrics([{"name": "wer"}])
    with pytest.raises(ValueError, match="2 hypotheses but 1 references"):
        splet.measure_batch(["a", "b"], ["a"], metrics)
    with pytest.raises(UsageError, match="metric 'wer' requires a reference"):
        splet.measure_batch(["a"], None, metrics)


def test_texts_are_read_from_a_kaldi_text_json_lines_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("u1 a  b \n\nu2\n", encoding="utf-8")
    lines = [
        {"id": "u1", "text": "a  b "},
        {"key": "u2", "turns": [{"speaker": "A", "text": "c"}, {"text": "d", "n": 1}]},
    ]
    (tmp_path / "texts.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    (tmp_path / "folder" / "below").mkdir(parents=True)
    (tmp_path / "folder" / "u1.txt").write_text(" a  b\n", encoding="utf-8")
    assert text_loader_setup(str(tmp_path / "text")) == {"u1": "a  b ", "u2": ""}
    assert text_loader_setup(str(tmp_path / "texts.jsonl"), "jsonl") == {"u1": "a  b ", "u2": "c d"}
    assert text_loader_setup(str(tmp_path / "folder"), "dir") == {"u1": "a  b"}
    session = session_loader_setup(str(tmp_path / "texts.jsonl"))["u2"]
    assert (session.speakers, session.text("A"), session.is_timed(), session.turns[1].extra) == (
        ["A"],
        "c",
        False,
        {"n": 1},
    )


@pytest.mark.parametrize(
    ("io", "text", "message"),
    [
        ("kaldi", "u1 a\nu1 b\n", "hyp:2:1: duplicate utterance id 'u1'; expected each id once"),
        ("jsonl", '{"key": "u", "text": ""}\n{"key": "u", "text": ""}\n', "hyp:2:1: duplicate key 'u'"),
        ("jsonl", '{"text": "a"}\n', "hyp:1:1: the record has no 'key'; expected an object with a key, and with a t"),
        ("jsonl", '{"key": "u"}\n', "hyp:1:1: the record has neither 'turns' nor 'text'"),
        ("jsonl", '{"key": "u", "text": 5}\n', "hyp:1:1: a text that is no string"),
        ("jsonl", '{"key": "u", "turns": ["a"]}\n', "hyp:1:1: a text that is no string"),
        ("jsonl", "[]\n", "hyp:1:1: no JSON object"),
        ("jsonl", '{"key": "u",\n', "hyp:1:13: not JSON"),
    ],
)
def test_a_broken_file_is_reported_with_its_place(io: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        text_loader_setup(str(tmp_path / "hyp"), io)


def test_two_files_of_one_utterance_and_unknown_inputs_are_rejected(tmp_path: Path) -> None:
    for name in ("u.txt", "u.json"):
        (tmp_path / name).write_text("a", encoding="utf-8")
    with pytest.raises(UsageError, match=r"'u\.json' and 'u\.txt' both name utterance 'u'"):
        text_loader_setup(str(tmp_path), "dir")
    with pytest.raises(UsageError, match="unknown io 'scp'; expected one of: kaldi, jsonl, dir"):
        text_loader_setup(str(tmp_path), "scp")


def _files(folder: Path, config: str = "normalize:\n- name: lowercase\nmetrics:\n- name: wer\n") -> list[str]:
    peer("yaml")
    (folder / "ref").write_text("u1 the cat\nu2 sat\n", encoding="utf-8")
    (folder / "hyp").write_text("u1 The cat\nu2\n", encoding="utf-8")
    (folder / "wer.yaml").write_text(config, encoding="utf-8")
    return ["splet", "splet-measure", "--pred", "hyp", "--gt", "ref", "--metrics_config", "wer.yaml"]


def test_the_program_prints_a_summary_and_writes_a_line_for_each_utterance(tmp_path: Path) -> None:
    code, out, err = ours([*_files(tmp_path), "--output_file", "rows"], tmp_path)
    summary = json.loads(out)
    assert (code, err, summary["wer"], summary["metadata"]["format"]) == (0, b"", 1 / 3, 1)
    rows = [json.loads(line) for line in (tmp_path / "rows").read_text(encoding="utf-8").splitlines()]
    assert [(row["key"], row["wer_del"]) for row in rows] == [("u1", 0), ("u2", 1)]
    assert ours(["splet", "splet-measure", "--list_metrics"], tmp_path)[1] == (
        b"cer\tutterance\treference\nwer\tutterance\treference\n"
    )


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("- name: [\n", b"wer.yaml: while parsing"),
        ("wer\n", b"wer.yaml: no list of metrics or steps; expected lines such as '- name: wer'"),
        ("metrics: []\n", b"wer.yaml has no metric; expected one of: wer, cer"),
        ("metrics: [{name: wer}]\nnormalize: lowercase\n", b"wer.yaml: no list of metrics or steps"),
    ],
)
def test_the_program_reports_a_broken_config(config: str, message: bytes, tmp_path: Path) -> None:
    code, out, err = ours(_files(tmp_path, config), tmp_path)
    assert (code, out) == (2, b"")
    assert err.startswith(b"scorelite: " + message)
    assert b"\n" not in err


def test_the_program_needs_a_hypothesis_and_a_config(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from scorelite.compat.splet.bin.measure import main

    assert main([]) == 2
    assert "expected --pred HYP --metrics_config YAML" in capsys.readouterr().err
    assert main(["--list_metrics"]) == 0
    assert capsys.readouterr().out.startswith("cer\tutterance")
