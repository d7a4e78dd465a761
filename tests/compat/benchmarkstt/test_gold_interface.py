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

from scorelite.scoring.compat import benchmarkstt
from scorelite.scoring.compat.benchmarkstt import config, csv, helpers, metrics, normalization, output
from scorelite.scoring.compat.benchmarkstt.deferred import DeferredCallback, DeferredList
from scorelite.scoring.compat.benchmarkstt.diff.core import RatcliffObershelp
from scorelite.scoring.compat.benchmarkstt.diff.formatter import format_diff
from scorelite.scoring.compat.benchmarkstt.docblock import format_docs
from scorelite.scoring.compat.benchmarkstt.input.core import File as InputFile
from scorelite.scoring.compat.benchmarkstt.metrics.core import (
    BEER,
    CER,
    WER,
    DiffCounts,
    OpcodeCounts,
    get_opcode_counts,
)
from scorelite.scoring.compat.benchmarkstt.modules import Modules, load_object
from scorelite.scoring.compat.benchmarkstt.normalization import core as normalizers
from scorelite.scoring.compat.benchmarkstt.normalization.logger import LogCapturer, normalization_logger
from scorelite.scoring.compat.benchmarkstt.registry import Registry
from scorelite.scoring.compat.benchmarkstt.schema import Item, Schema
from scorelite.scoring.compat.benchmarkstt.segmentation.core import Simple
from tests.compat.benchmarkstt.runs import fresh, lacks_unidecode, write
from tests.compat.seeds import agrees, answer, decoded, features

# Cases with another answer, and the reason; docs/differences.md tells users.
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


def beer(given: dict[str, Any]) -> Any:
    metric = BEER()
    if "entities" in given:
        metric.set_entities(list(given["entities"]))
        metric.set_weight(list(given["entities"].values()))
    result = metric.compare(items(given["ref"].split()), items(given["hyp"].split()))
    return {"weights": metric.get_weight(), "entities": metric.get_entities(), "result": result}


def configured(given: dict[str, Any]) -> str:
    write(Path.cwd(), given.get("files", {}))
    section = given["section"]
    arguments = (
        [] if section == "default" else [normalizers.Config.MAIN_SECTION if section == "MAIN_SECTION" else section]
    )
    return normalizers.Config(io.StringIO(given["config"]), *arguments).normalize(given["text"])


def sections(given: dict[str, Any]) -> Any:
    found = config.reader(io.StringIO(given["text"]))
    if "key" in given:
        return {"in": given["key"] in found, "get": answer(lambda: found[given["key"]])}
    named = {str(name): [list(line) for line in found[name]] for name in found.sections}
    return {"all": [list(line) for line in found], "sections": named}


def fields(given: dict[str, Any]) -> Any:
    if not given:
        return csv.Reader(io.StringIO(""), str)  # type: ignore[arg-type]
    dialect = given["dialect"]
    if isinstance(dialect, str) and dialect.startswith("delimiter="):
        dialect = type("Own", (csv.DefaultDialect,), {"delimiter": dialect[len("delimiter=") :].strip("'")})
        return [list(line) for line in csv.reader(io.StringIO(given["text"]), dialect)]
    try:
        lines = list(csv.reader(io.StringIO(given["text"]), dialect))
    except csv.CSVParserError as error:
        facts = {"line": error.line, "char": error.char, "index": error.index}
        return {"error": {"type": type(error).__name__, "message": str(error)}, **facts}
    return [{"lineno": line.lineno, "fields": list(line)} for line in lines]


def opcodes(given: dict[str, Any]) -> Any:
    return RatcliffObershelp(given["a"], given["b"]).get_opcodes()


def junked(given: dict[str, Any]) -> Any:
    return get_opcode_counts(RatcliffObershelp(given["a"], given["b"], autojunk=True).get_opcodes())._asdict()


def numbers(given: dict[str, Any]) -> Any:
    ref, hyp = items(given["a"]), items(given["b"])
    found = opcodes(given)
    return {
        "opcodes": found,
        "counts": get_opcode_counts(found)._asdict(),
        "wer_strict": WER("strict").compare(ref, hyp),
        "wer_hunt": WER("hunt").compare(ref, hyp),
        "wer_levenshtein": WER("levenshtein").compare(ref, hyp),
        "cer": CER().compare(ref, hyp),
        "diffcounts": list(DiffCounts().compare(ref, hyp)),
    }


def of_factory(given: dict[str, Any]) -> Any:
    def configs(factory: Any) -> Any:
        return [[one.name, one.required_args, one.optional_args] for one in factory]

    expressions: dict[str, Callable[[], Any]] = {
        "metrics['WER']": lambda: metrics.factory["WER"].__name__,
        "metrics['nope']": lambda: metrics.factory["nope"],
        "create('lowercase')": lambda: normalization.factory.create("lowercase").normalize("A"),
        "is_valid": lambda: [metrics.factory.is_valid(one) for one in (WER, metrics.Metric, 1)],
        "register invalid": lambda: metrics.factory.register(str),
        "configs": lambda: configs(normalization.factory),
        "metric configs": lambda: configs(metrics.factory),
    }
    return expressions[given["expr"]]()


def of_file(given: dict[str, Any]) -> str:
    write(Path.cwd(), given["files"])
    kind = getattr(normalizers, given["normalizer"])
    return normalizers.File(kind, given["file"], **given["kwargs"]).normalize(given["text"])


def differences(given: dict[str, Any]) -> Any:
    joined = (lambda part: " " + " ".join(part)) if given.get("preprocessor") else None
    return format_diff(given["a"], given["b"], dialect=given["dialect"], preprocessor=joined)


def texts(given: dict[str, Any]) -> Any:
    write(Path.cwd(), given["files"])
    return [item["item"] for item in InputFile(given["file"], given["type"])]


def logs(given: dict[str, Any]) -> Any:
    if "before" in given:
        with contextlib.suppress(Exception):
            normalizers.Regex("a", r"\9").normalize("a")
        return normalization_logger.stack
    if not given:
        names = {"Lowercase": normalizers.Lowercase(), "Aggregate": normalization.NormalizationAggregate()}
        names["Aggregate(title)"] = normalization.NormalizationAggregate("x")
        empty = normalization.NormalizationAggregate().normalize("A b")
        return {name: repr(one) for name, one in names.items()} | {"empty aggregate": empty}
    aggregate = normalization.NormalizationAggregate("T")
    aggregate.add(normalizers.Lowercase())
    aggregate.add(normalizers.Replace("hello", "bye"))
    with LogCapturer(**given.get("LogCapturer", {})) as captured:
        return {"result": aggregate.normalize(given["text"]), "logs": captured.logs}


def rate(given: dict[str, Any]) -> Any:
    if not given:
        modes = {"default": WER(), "hunt": WER("hunt")}
        return {name: [one.DEL_PENALTY, one.INS_PENALTY, one.SUB_PENALTY] for name, one in modes.items()}
    kind = {"WER": WER, "CER": CER}[given["metric"]]
    value = kind(given.get("mode")).compare(items(given.get("ref", [])), items(given.get("hyp", [])))
    return {"value": value, "type": type(value).__name__}


def modules(given: dict[str, Any]) -> Any:
    if given:
        return load_object(given["name"], given.get("transform")).__name__
    cli = Modules("cli")
    hidden = {f"cli.{name}": answer(lambda name=name: cli[name]) for name in ("benchmark", "nope")}
    return {"cli": cli.keys(), "api": Modules("api").keys(), **hidden}


def normalized(given: dict[str, Any]) -> str:
    return str(getattr(normalizers, given["normalizer"])(*given["args"]).normalize(given["text"]))


def printed(given: dict[str, Any]) -> Any:
    if not given:
        kinds = {"output": output, "metrics": metrics, "normalization": normalization}
        return {
            **{name: sorted(module.factory.keys()) for name, module in kinds.items()},
            "file_normalizers": sorted(normalization.file_factory.keys()),
        }
    out = io.StringIO()
    with redirect_stdout(out), output.factory.create(given["format"]) as writer:
        for title, value in given["results"]:
            writer.result(title, eval(value, {"OpcodeCounts": OpcodeCounts, "OrderedDict": OrderedDict}))
    return out.getvalue()


def registered(given: dict[str, Any]) -> Any:
    registry = Registry()
    registry.register("a", str)
    if given["expr"] == "in":
        return ["a" in registry, "b" in registry]
    if given["expr"] == "dup":
        registry.register("a", int)
    if given["expr"] == "unregister":
        registry.unregister("a")
    return list(registry.keys())


def schema(given: dict[str, Any]) -> Any:
    if "json" in given:
        return repr(Schema.loads(given["json"]))
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
    return expressions[given["expr"]]()


def misc(given: dict[str, Any], call: str) -> Any:
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
    "py_helpers": lambda given: helpers.make_printable(given["text"]),
    "py_input": texts,
    "py_log": logs,
    "py_metrics": rate,
    "py_modules": modules,
    "py_normalizers": normalized,
    "py_output": printed,
    "py_registry": registered,
    "py_schema": schema,
    "py_segmentation": lambda given: [dict(item) for item in Simple(given["text"], *given.get("args", []))],
}


@pytest.mark.parametrize("feature", CALLS)
def test_modules(gold: Path, feature: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = gold / "seeds" / "benchmarkstt"
    if not folder.is_dir():
        pytest.skip("the golden cases have none of BenchmarkSTT")
    monkeypatch.delenv("DEFAULT_ENCODING", raising=False)
    recorded = next(one for one in features(folder) if one["feature"] == feature)
    wrong = {}
    for number, case in enumerate(recorded["cases"]):
        if lacks_unidecode(case):
            continue
        (tmp_path / str(number)).mkdir()
        monkeypatch.chdir(tmp_path / str(number))
        given = decoded(case["input"])
        call = junked if "autojunk=True" in case["call"] else CALLS[feature]
        with fresh(), contextlib.redirect_stderr(io.StringIO()):
            ours = answer(lambda call=call, given=given: call(given))
        if agrees(ours, case) == (case["id"] in DIFFERENT):
            wrong[case["id"]] = (given, ours, case["output"])
    assert wrong == {}


def test_help(gold: Path) -> None:
    assert format_docs("  a\n    b\n  c") == "a\n  b\nc"
    for call in ("DeferredCallback", "DeferredList", "version"):
        recorded = next(one for one in features(gold / "seeds" / "benchmarkstt") if one["feature"] == "py_misc")
        case = next(one for one in recorded["cases"] if one["call"].startswith(call))
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
