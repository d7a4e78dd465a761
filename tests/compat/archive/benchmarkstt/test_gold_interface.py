"""The modules answer as BenchmarkSTT's do, case by case, except for the listed differences."""

from __future__ import annotations

import contextlib
import io
from collections import OrderedDict
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat import benchmarkstt
from scorelite.compat.benchmarkstt import config, csv, helpers, metrics, normalization, output
from scorelite.compat.benchmarkstt.deferred import DeferredCallback, DeferredList
from scorelite.compat.benchmarkstt.diff.core import RatcliffObershelp
from scorelite.compat.benchmarkstt.diff.formatter import format_diff
from scorelite.compat.benchmarkstt.docblock import format_docs
from scorelite.compat.benchmarkstt.input.core import File as InputFile
from scorelite.compat.benchmarkstt.metrics.core import (
    BEER,
    CER,
    WER,
    DiffCounts,
    OpcodeCounts,
    get_opcode_counts,
)
from scorelite.compat.benchmarkstt.modules import Modules, load_object
from scorelite.compat.benchmarkstt.normalization import core as normalizers
from scorelite.compat.benchmarkstt.normalization.logger import LogCapturer, normalization_logger
from scorelite.compat.benchmarkstt.registry import Registry
from scorelite.compat.benchmarkstt.schema import Item, Schema
from scorelite.compat.benchmarkstt.segmentation.core import Simple
from tests.compat.archive.benchmarkstt.runs import fresh, lacks_unidecode, write
from tests.compat.seeds import agrees, answer, decoded, features

# Cases with another answer, and the reason; docs/explanation/differences.md tells users.
DIFFERENT = {
    "benchmarkstt.py_config.009": "an empty file has no section",
    "benchmarkstt.py_config.010": "an empty file has no section",
    "benchmarkstt.py_config_sections.002": "a header in the first line is a header",
    "benchmarkstt.py_config_sections.005": "a header in the first line is a header",
    "benchmarkstt.py_config_sections.008": "a file without sections keeps its first line",
    "benchmarkstt.py_log.001": "the stack of a log is empty after an error",
}


def items(words: list[str]) -> list[Item]:
    return [Item(item=word, type="word") for word in words]


def beer(case_input: dict[str, Any]) -> Any:
    metric = BEER()
    if "entities" in case_input:
        metric.set_entities(list(case_input["entities"]))
        metric.set_weight(list(case_input["entities"].values()))
    result = metric.compare(items(case_input["ref"].split()), items(case_input["hyp"].split()))
    return {"weights": metric.get_weight(), "entities": metric.get_entities(), "result": result}


def configured(case_input: dict[str, Any]) -> str:
    write(Path.cwd(), case_input.get("files", {}))
    section = case_input["section"]
    arguments = (
        [] if section == "default" else [normalizers.Config.MAIN_SECTION if section == "MAIN_SECTION" else section]
    )
    return normalizers.Config(io.StringIO(case_input["config"]), *arguments).normalize(case_input["text"])


def sections(case_input: dict[str, Any]) -> Any:
    reader = config.reader(io.StringIO(case_input["text"]))
    if "key" in case_input:
        return {"in": case_input["key"] in reader, "get": answer(lambda: reader[case_input["key"]])}
    named = {str(name): [list(line) for line in reader[name]] for name in reader.sections}
    return {"all": [list(line) for line in reader], "sections": named}


def fields(case_input: dict[str, Any]) -> Any:
    if not case_input:
        return csv.Reader(io.StringIO(""), str)  # type: ignore[arg-type]
    dialect = case_input["dialect"]
    if isinstance(dialect, str) and dialect.startswith("delimiter="):
        dialect = type("Own", (csv.DefaultDialect,), {"delimiter": dialect[len("delimiter=") :].strip("'")})
        return [list(line) for line in csv.reader(io.StringIO(case_input["text"]), dialect)]
    try:
        lines = list(csv.reader(io.StringIO(case_input["text"]), dialect))
    except csv.CSVParserError as error:
        facts = {"line": error.line, "char": error.char, "index": error.index}
        return {"error": {"type": type(error).__name__, "message": str(error)}, **facts}
    return [{"lineno": line.lineno, "fields": list(line)} for line in lines]


def opcodes(case_input: dict[str, Any]) -> Any:
    return RatcliffObershelp(case_input["a"], case_input["b"]).get_opcodes()


def junked(case_input: dict[str, Any]) -> Any:
    return get_opcode_counts(RatcliffObershelp(case_input["a"], case_input["b"], autojunk=True).get_opcodes())._asdict()


def numbers(case_input: dict[str, Any]) -> Any:
    ref, hyp = items(case_input["a"]), items(case_input["b"])
    codes = opcodes(case_input)
    return {
        "opcodes": codes,
        "counts": get_opcode_counts(codes)._asdict(),
        "wer_strict": WER("strict").compare(ref, hyp),
        "wer_hunt": WER("hunt").compare(ref, hyp),
        "wer_levenshtein": WER("levenshtein").compare(ref, hyp),
        "cer": CER().compare(ref, hyp),
        "diffcounts": list(DiffCounts().compare(ref, hyp)),
    }


def of_factory(case_input: dict[str, Any]) -> Any:
    def configs(factory: Any) -> Any:
        return [[entry.name, entry.required_args, entry.optional_args] for entry in factory]

    expressions: dict[str, Callable[[], Any]] = {
        "metrics['WER']": lambda: metrics.factory["WER"].__name__,
        "metrics['nope']": lambda: metrics.factory["nope"],
        "create('lowercase')": lambda: normalization.factory.create("lowercase").normalize("A"),
        "is_valid": lambda: [metrics.factory.is_valid(kind) for kind in (WER, metrics.Metric, 1)],
        "register invalid": lambda: metrics.factory.register(str),
        "configs": lambda: configs(normalization.factory),
        "metric configs": lambda: configs(metrics.factory),
    }
    return expressions[case_input["expr"]]()


def of_file(case_input: dict[str, Any]) -> str:
    write(Path.cwd(), case_input["files"])
    kind = getattr(normalizers, case_input["normalizer"])
    return normalizers.File(kind, case_input["file"], **case_input["kwargs"]).normalize(case_input["text"])


def differences(case_input: dict[str, Any]) -> Any:
    joined = (lambda part: " " + " ".join(part)) if case_input.get("preprocessor") else None
    return format_diff(case_input["a"], case_input["b"], dialect=case_input["dialect"], preprocessor=joined)


def texts(case_input: dict[str, Any]) -> Any:
    write(Path.cwd(), case_input["files"])
    return [item["item"] for item in InputFile(case_input["file"], case_input["type"])]


def logs(case_input: dict[str, Any]) -> Any:
    if "before" in case_input:
        with contextlib.suppress(Exception):
            normalizers.Regex("a", r"\9").normalize("a")
        return normalization_logger.stack
    if not case_input:
        names = {"Lowercase": normalizers.Lowercase(), "Aggregate": normalization.NormalizationAggregate()}
        names["Aggregate(title)"] = normalization.NormalizationAggregate("x")
        empty = normalization.NormalizationAggregate().normalize("A b")
        return {name: repr(named) for name, named in names.items()} | {"empty aggregate": empty}
    aggregate = normalization.NormalizationAggregate("T")
    aggregate.add(normalizers.Lowercase())
    aggregate.add(normalizers.Replace("hello", "bye"))
    with LogCapturer(**case_input.get("LogCapturer", {})) as captured:
        return {"result": aggregate.normalize(case_input["text"]), "logs": captured.logs}


def rate(case_input: dict[str, Any]) -> Any:
    if not case_input:
        modes = {"default": WER(), "hunt": WER("hunt")}
        return {name: [mode.DEL_PENALTY, mode.INS_PENALTY, mode.SUB_PENALTY] for name, mode in modes.items()}
    kind = {"WER": WER, "CER": CER}[case_input["metric"]]
    value = kind(case_input.get("mode")).compare(items(case_input.get("ref", [])), items(case_input.get("hyp", [])))
    return {"value": value, "type": type(value).__name__}


def modules(case_input: dict[str, Any]) -> Any:
    if case_input:
        return load_object(case_input["name"], case_input.get("transform")).__name__
    cli = Modules("cli")
    hidden = {f"cli.{name}": answer(lambda name=name: cli[name]) for name in ("benchmark", "nope")}
    return {"cli": cli.keys(), "api": Modules("api").keys(), **hidden}


def normalized(case_input: dict[str, Any]) -> str:
    return str(getattr(normalizers, case_input["normalizer"])(*case_input["args"]).normalize(case_input["text"]))


def printed(case_input: dict[str, Any]) -> Any:
    if not case_input:
        kinds = {"output": output, "metrics": metrics, "normalization": normalization}
        return {
            **{name: sorted(module.factory.keys()) for name, module in kinds.items()},
            "file_normalizers": sorted(normalization.file_factory.keys()),
        }
    out = io.StringIO()
    with redirect_stdout(out), output.factory.create(case_input["format"]) as writer:
        for title, value in case_input["results"]:
            writer.result(title, eval(value, {"OpcodeCounts": OpcodeCounts, "OrderedDict": OrderedDict}))
    return out.getvalue()


def registered(case_input: dict[str, Any]) -> Any:
    registry = Registry()
    registry.register("a", str)
    if case_input["expr"] == "in":
        return ["a" in registry, "b" in registry]
    if case_input["expr"] == "dup":
        registry.register("a", int)
    if case_input["expr"] == "unregister":
        registry.unregister("a")
    return list(registry.keys())


def schema(case_input: dict[str, Any]) -> Any:
    if "json" in case_input:
        return repr(Schema.loads(case_input["json"]))
    two = Schema([{"a": 1}])
    expressions: dict[str, Callable[[], Any]] = {
        "Item({'a':1})": lambda: Item({"a": 1}).json(),
        "Item({}, {})": lambda: Item({}, {}),
        "Item(a=1)=={'a':1}": lambda: Item(a=1) == {"a": 1},
        "Schema([{'a':1}])==[{'a':1}]": lambda: two == [{"a": 1}],
        "Schema append/extend": lambda: (two.append({"b": 2}), two.json())[1],
        "Schema().append(1)": lambda: Schema().append(1),
        "Schema([1])": lambda: Schema([1]),
        "len/iter/getitem": lambda: [len(two), [dict(item) for item in two], dict(two[0])],
        "Schema.dumps indent": lambda: Schema.dumps(two, indent=1),
    }
    return expressions[case_input["expr"]]()


def misc(case_input: dict[str, Any], call: str) -> Any:
    if call.startswith("DeferredCallback"):
        return [str(DeferredCallback(lambda text: text * 2, "ab")), repr(DeferredCallback(lambda: "z"))]
    if call.startswith("DeferredList"):
        made = DeferredList(lambda: [1, 2])
        return [made[1], made.list]
    return {"version": benchmarkstt.__version__, "default_encoding": benchmarkstt.settings.default_encoding}


CALLS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "py_beer": beer,
    "py_config": configured,
    "py_config_sections": sections,
    "py_csv": fields,
    "py_diff": opcodes,
    "py_diff_random": numbers,
    "py_factory": of_factory,
    "py_file_normalizer": of_file,
    "py_format_diff": differences,
    "py_helpers": lambda case_input: helpers.make_printable(case_input["text"]),
    "py_input": texts,
    "py_log": logs,
    "py_metrics": rate,
    "py_modules": modules,
    "py_normalizers": normalized,
    "py_output": printed,
    "py_registry": registered,
    "py_schema": schema,
    "py_segmentation": lambda case_input: [
        dict(item) for item in Simple(case_input["text"], *case_input.get("args", []))
    ],
}


@pytest.mark.parametrize("feature", CALLS)
def test_modules(gold: Path, feature: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = gold / "seeds" / "benchmarkstt"
    if not folder.is_dir():
        pytest.skip("the golden cases have none of BenchmarkSTT")
    monkeypatch.delenv("DEFAULT_ENCODING", raising=False)
    recorded = next(each for each in features(folder) if each["feature"] == feature)
    wrong = {}
    for number, case in enumerate(recorded["cases"]):
        if lacks_unidecode(case):
            continue
        (tmp_path / str(number)).mkdir()
        monkeypatch.chdir(tmp_path / str(number))
        case_input = decoded(case["input"])
        call = junked if "autojunk=True" in case["call"] else CALLS[feature]
        with fresh(), contextlib.redirect_stderr(io.StringIO()):
            ours = answer(lambda call=call, given=case_input: call(given))
        if agrees(ours, case) == (case["id"] in DIFFERENT):
            wrong[case["id"]] = (case_input, ours, case["output"])
    assert wrong == {}


def test_help(gold: Path) -> None:
    assert format_docs("  a\n    b\n  c") == "a\n  b\nc"
    for call in ("DeferredCallback", "DeferredList", "version"):
        recorded = next(each for each in features(gold / "seeds" / "benchmarkstt") if each["feature"] == "py_misc")
        case = next(each for each in recorded["cases"] if each["call"].startswith(call))
        assert misc({}, call) == case["output"]


def test_a_reader_that_debugs_prints_the_modes_and_each_character_in_the_colour_of_its_mode(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert [list(line) for line in csv.reader(io.StringIO("a,b\n"), debug=True)] == [["a", "b"]]
    heading, characters, rest = capsys.readouterr().out.split("\n")
    # What BenchmarkSTT 1.1 prints.
    assert heading == (
        "MODES: \033[1;37;40mCOMMENT\033[0;0m \033[1;32;40mFIRST\033[0;0m \033[1;34;40mINSIDE\033[0;0m "
        "\033[1;35;40mINSIDE_QUOTED\033[0;0m \033[1;36;40mINSIDE_QUOTED_QUOTE\033[0;0m \033[1;33;40mOUTSIDE\033[0;0m"
    )
    modes = ((32, "a"), (34, ","), (33, "b"), (34, "␊"))
    assert characters == "".join(f"\033[1;{mode};40m{text}\033[0;0m" for mode, text in modes)
    assert rest == ""
