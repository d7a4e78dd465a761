"""Compatibility modules offer what the packages offer whose place they take, and the tables of it are true."""

from __future__ import annotations

import inspect
import re

import pytest

from scorelite.scoring.compat.programs.f4de.options import GRAMMAR
from tests.compat.programs.kaldi.runs import kaldi
from tests.compat.surfaces import described, options, surface, table
from tests.peers import peer

# Our home of each package.
HOMES = {
    "benchmarkstt": "scorelite.compat.benchmarkstt",
    "editdistance": "scorelite.compat.editdistance",
    "espnet": "scorelite.compat.espnet",
    "evalmate": "scorelite.compat.evalmate",
    "kaldialign": "scorelite.compat.kaldialign",
    "meeteval": "scorelite.compat.meeteval",
    "meeteval_modules": "scorelite.compat.meeteval",
    "toolkits": "scorelite.compat",
}
DIFFERENT = {
    # Defaults that nobody can change.
    "nemo.eval_utils compute_metrics_per_sample(manifest_path, reference_field='text', hypothesis_field='pred_text', "
    "metrics=['wer'], punctuation_marks=['.', ',', '?'], output_manifest_path=None)": (
        "nemo.eval_utils compute_metrics_per_sample(manifest_path, reference_field='text', "
        "hypothesis_field='pred_text', metrics=('wer',), punctuation_marks=('.', ',', '?'), output_manifest_path=None)"
    ),
    # Functions of a class that also are methods; the original has both, by setting them on every object.
    "schema Schema.dump(cls, *args, **kwargs)": "schema Schema.dump(self, *args, **kwargs)",
    "schema Schema.dumps(cls, *args, **kwargs)": "schema Schema.dumps(self, *args, **kwargs)",
    # evalmate's finder always uses 0.05, so its default of 0 has no effect; our default is what is used.
    "alignment.time FullMatchingAligner.__init__(self, min_overlap=0)": (
        "alignment.time FullMatchingAligner.__init__(self, min_overlap=0.05)"
    ),
    # One keyword more, for those who have no networks.
    " ErrorCalculatorTransducer.__init__(self, decoder, joint_network, token_list, sym_space, sym_blank, "
    "report_cer=False, report_wer=False)": (
        " ErrorCalculatorTransducer.__init__(self, decoder, joint_network, token_list, sym_space, sym_blank, "
        "report_cer=False, report_wer=False, *, search=None)"
    ),
}
# The package that a table describes, and where its modules are.
LIVE = {
    "benchmarkstt": "benchmarkstt",
    "editdistance": "editdistance",
    "evalmate_released": "evalmate",
    "kaldialign": "kaldialign",
    "meeteval": "meeteval",
    "speechline": "speechline.metrics",
}


@pytest.mark.parametrize("package", HOMES)
def test_our_module_offers_what_the_package_offers(package: str) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("scipy")
    lines = table(package)
    assert len(lines) > 3
    assert [described(HOMES[package], line) for line in lines] == [DIFFERENT.get(line, line) for line in lines]


def test_speechline_s_rate_has_its_methods() -> None:
    lines = table("speechline")
    actual = [described("scorelite.compat", line.replace("phoneme_error_rate", "speechline", 1)) for line in lines]
    assert [line.replace("speechline", "phoneme_error_rate", 1) for line in actual] == lines


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", LIVE)
def test_the_table_is_that_of_the_installed_package(name: str) -> None:
    home = LIVE[name]
    peer(home)
    lines = table(name)
    assert [described(home, line) for line in lines] == lines
    modules = sorted({line.partition(" ")[0] for line in lines})
    assert set(surface(home, modules)) <= set(lines)


def test_the_table_has_every_function_that_meeteval_gathers() -> None:
    actual = peer("meeteval.wer")
    functions = {name for name, value in vars(actual).items() if inspect.isfunction(value)}
    assert functions == {line.split(" ")[1].partition("(")[0] for line in table("meeteval") if "." not in line}


@pytest.mark.parametrize("line", [" align(ref, hyp, eps_symbol)", " align"])
def test_other_parameters_are_another_line(line: str) -> None:
    assert described("scorelite.compat.kaldialign", line) != line


@pytest.mark.parametrize("program", ["compute-wer", "compute-wer-bootci", "align-text"])
def test_kaldi_s_programs_have_their_options(program: str) -> None:
    told = kaldi(program, "--help").stderr.decode()
    actual = re.findall(r"^  --(\S+) +: (?:.*\n)*?.*\((\w+), default = (.*)\)$", told, re.MULTILINE)
    assert {name: f"{kind} {default}" for name, kind, default in actual} == options(program)


def test_kwseval_has_its_options() -> None:
    values = {"": "", "s": "text", "f": "number", "o": "text or nothing", "s*": "texts"}
    assert {name: values[kind] for name, kind in GRAMMAR.items()} == options("KWSEval")


def test_the_table_of_meeteval_s_modules_is_that_of_the_installed_package() -> None:
    peer("meeteval")
    lines = table("meeteval_modules")
    assert [described("meeteval", line) for line in lines] == lines
